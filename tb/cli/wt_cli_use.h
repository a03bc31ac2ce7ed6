/* wt_cli_use.h - what of the sized structures kernels used, beside its price: whatif, compare and sweep. */
#ifndef WT_CLI_USE_H
#define WT_CLI_USE_H
#include <jansson.h>

#include "size/wt_size.h"
#include "warptwin.h"

#define WT_CLI_NEVER_FULL "never full: enlarging it cannot help"

/* Of several kernels on one shape: the highest peak, the mean over all cycles. */
typedef struct {
  unsigned room, peak; /* room 0: the shape has no such structure, or no kernel ended */
  int full, priced;
  double mean, mm2;
} wt_cli_used;
void wt_cli_use(const wt_size *z, const wt_counters *const *c, size_t n, wt_cli_used u[WT_PEAKS]);
/* {"COLLECTORS": {"of": 8, "peak": 5, "mean": 2.1, "full": false, "mm2": 0.04}, ...}; mm2 null without a price */
json_t *wt_cli_use_json(const wt_cli_used u[WT_PEAKS]);
/* "5 of 8, mean 2.10, 0.040000 mm2"; buf is returned. */
const char *wt_cli_use_text(const wt_cli_used *u, char *buf, size_t n);
#endif
