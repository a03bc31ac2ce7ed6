/* wt_pool.c - a pool of threads. */
#include "lib/wt_pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* Looks before a thread that waits goes to sleep: a job comes every few hundred microseconds, and waking takes tens of them. A job's name is its number,
 * times NAMES, and its pieces. */
enum { LOOKS = 4000, POLITE = 100, PIECES = 256, NAMES = 2 * PIECES };

typedef struct {
  wt_pool *pool;
  unsigned number;
  pthread_t id;
} worker;

/* Nobody waits for a worker, only for pieces that have been begun: on a machine that is busy the caller does them all. So a worker may still be looking for
 * pieces of a job that is over; it finds none, because all of them are taken by that job or a later one. */
struct wt_pool {
  worker *w; /* beside the caller */
  unsigned n_w;
  pid_t owner;
  pthread_mutex_t lock;
  pthread_cond_t begun, done;
  atomic_ulong name; /* of the newest job; changes under the lock */
  int over;
  void (*job)(void *ctx, unsigned i);
  void *ctx;
  atomic_ulong taken[PIECES]; /* number of the newest job that has taken the piece */
  atomic_uint finished;       /* pieces of the newest job */
};

/* The one that is waited for may want this processor. */
static void pause_a_little(int k) {
  if (k % POLITE == POLITE - 1) sched_yield();
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

static int take(wt_pool *p, unsigned i, unsigned long number) {
  unsigned long was = atomic_load(&p->taken[i]);
  return was < number && atomic_compare_exchange_strong(&p->taken[i], &was, number);
}
/* Its own pieces first, then what others have not come to. Non-zero: the last of all was among them. */
static int take_part(wt_pool *p, unsigned me, unsigned long name) {
  const unsigned all = p->n_w + 1, n = (unsigned)(name % NAMES);
  int last = 0;
  for (unsigned k = 0; k < all; k++)
    for (unsigned i = (me + k) % all; i < n; i += all)
      if (take(p, i, name / NAMES)) {
        p->job(p->ctx, i);
        last = atomic_fetch_add(&p->finished, 1) + 1 == n;
      }
  return last;
}

/* The name of the next job; 0: there is none any more. */
static unsigned long wait_for_job(wt_pool *p, unsigned long seen) {
  for (int k = 0; k < LOOKS; k++) {
    const unsigned long now = atomic_load(&p->name);
    if (now != seen) return now;
    pause_a_little(k);
  }
  pthread_mutex_lock(&p->lock);
  while (!p->over && atomic_load(&p->name) == seen) pthread_cond_wait(&p->begun, &p->lock);
  const unsigned long now = p->over ? 0 : atomic_load(&p->name);
  pthread_mutex_unlock(&p->lock);
  return now;
}

static void *work(void *arg) {
  const worker *w = arg;
  wt_pool *p = w->pool;
  for (unsigned long seen = NAMES; (seen = wait_for_job(p, seen));) {
    if (!take_part(p, w->number, seen)) continue;
    pthread_mutex_lock(&p->lock);
    pthread_cond_signal(&p->done);
    pthread_mutex_unlock(&p->lock);
  }
  return NULL;
}

/* Signals are the caller's. */
static void start(wt_pool *p, unsigned threads) {
  sigset_t all, was;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &was);
  while (p->n_w + 1 < threads) {
    worker *w = &p->w[p->n_w];
    *w = (worker){.pool = p, .number = p->n_w + 1};
    if (pthread_create(&w->id, NULL, work, w)) break;
    p->n_w++;
  }
  pthread_sigmask(SIG_SETMASK, &was, NULL);
}

wt_pool *wt_pool_new(unsigned threads) {
  wt_pool *p = calloc(1, sizeof *p);
  if (!p || !(p->w = calloc(threads, sizeof *p->w))) return free(p), NULL;
  p->owner = getpid();
  pthread_mutex_init(&p->lock, NULL), pthread_cond_init(&p->begun, NULL), pthread_cond_init(&p->done, NULL);
  atomic_store(&p->name, NAMES);
  start(p, threads);
  return p;
}

void wt_pool_free(wt_pool *p) {
  if (!p) return;
  if (p->owner == getpid()) {
    pthread_mutex_lock(&p->lock);
    p->over = 1;
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_w; i++) pthread_join(p->w[i].id, NULL);
    pthread_mutex_destroy(&p->lock), pthread_cond_destroy(&p->begun), pthread_cond_destroy(&p->done);
  }
  free(p->w), free(p);
}

static unsigned long begin(wt_pool *p, unsigned n) {
  const unsigned long name = (atomic_load(&p->name) / NAMES + 1) * NAMES + n;
  pthread_mutex_lock(&p->lock);
  atomic_store(&p->finished, 0);
  atomic_store(&p->name, name);
  pthread_cond_broadcast(&p->begun);
  pthread_mutex_unlock(&p->lock);
  return name;
}
static void wait_for_pieces(wt_pool *p, unsigned n) {
  for (int k = 0; k < LOOKS && atomic_load(&p->finished) < n; k++) pause_a_little(k);
  if (atomic_load(&p->finished) == n) return;
  pthread_mutex_lock(&p->lock);
  while (atomic_load(&p->finished) < n) pthread_cond_wait(&p->done, &p->lock);
  pthread_mutex_unlock(&p->lock);
}

void wt_pool_run(wt_pool *p, void (*job)(void *ctx, unsigned i), void *ctx, unsigned n) {
  if (!p->n_w || n < 2 || n > PIECES || p->owner != getpid()) {
    for (unsigned i = 0; i < n; i++) job(ctx, i);
    return;
  }
  p->job = job, p->ctx = ctx;
  if (!take_part(p, 0, begin(p, n))) wait_for_pieces(p, n);
}
