/* wt_pool.h - threads that do the pieces of one job at a time, with the caller as one of them. */
#ifndef WT_POOL_H
#define WT_POOL_H

typedef struct wt_pool wt_pool;
/* threads: with the caller's. NULL: out of memory. Fewer may start than were asked for. */
wt_pool *wt_pool_new(unsigned threads);
void wt_pool_free(wt_pool *p);
/* Calls job(ctx, 0) to job(ctx, n - 1), each once, in any order and in any thread, but piece i in thread i % threads as long as that one keeps up; returns
 * when all have returned. In a process forked from the one that made the pool the caller does all of them. */
void wt_pool_run(wt_pool *p, void (*job)(void *ctx, unsigned i), void *ctx, unsigned n);
#endif
