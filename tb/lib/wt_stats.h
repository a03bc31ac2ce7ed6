/* wt_stats.h - parts of the statistics of a session: memory behind the SM, and what of the sized structures was in use. */
#ifndef WT_STATS_H
#define WT_STATS_H
#include <jansson.h>

#include "lib/wt_session.h"

wt_memory_counters wt_stats_memory(const wt_session *s);
/* NULL: this shape has nothing to say there, or it was not counted. */
json_t *wt_stats_memory_json(const wt_shape *S, const wt_counters *c);
/* Requests for loads that the first-level cache served. */
json_t *wt_stats_l1_json(const wt_session *s);
/* Instructions that left the load/store unit unfinished, by reason; NULL without REPLAY=replay. */
json_t *wt_stats_replay_json(const wt_session *s);
json_t *wt_stats_use_json(const wt_counters *c);
#endif
