/* wt_farm.h - many runs as a folder of items: whoever works on them, what is judged are the results that lie there.
 *
 *   DIR/plan.json          the items with what each is made of (its identity)
 *   DIR/results/ITEM.json  one a finished item: appears whole or not at all, and holds the identity
 *   DIR/job.sbatch         the array for Slurm; the worker itself knows of no batch system
 */
#ifndef WT_FARM_H
#define WT_FARM_H
#include <jansson.h>
#include <stddef.h>

enum { WT_FARM_FORMAT = 1, WT_FARM_TEXT = 4000 };

typedef struct {
  const char *dir;
  json_t *plan, *items; /* items: of plan */
} wt_farm;

/* 0, or 2 with one line on stderr. */
int wt_farm_open(wt_farm *f, const char *dir);
void wt_farm_close(wt_farm *f);
const char *wt_farm_name(const json_t *item);
/* The hash of an identity (JSON, sorted). */
void wt_farm_hash(const json_t *identity, char hex[65]);
/* SHA-256 of a file: 0, or -1 and "" when it cannot be read, with one line in err. */
int wt_farm_file_hash(const char *path, char hex[65], char *err, size_t errn);
/* The result of an item, of this identity; NULL: there is none (why: "missing", or what is wrong with the one that lies there). */
json_t *wt_farm_result(const wt_farm *f, const json_t *item, const char **why);

/* Does the items i, i + n, ... that have no result; again: and those that failed. list: numbers of items instead of all, or NULL. The exit code: 0 also when
 * items failed, since that is in the results; 2 when a result could not be made or written. */
typedef struct {
  unsigned i, n;
  double timeout; /* seconds an item, 0 = none */
  int again, quiet;
  const char *list;
} wt_farm_work_opts;
int wt_farm_work(const wt_farm *f, const wt_farm_work_opts *o);

int wt_farm_collect(const wt_farm *f, const char *junit, const char *json, int quiet);
#endif
