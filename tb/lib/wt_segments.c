/* wt_segments.c - workers by fork(): a keeper a segment, which holds the state at its start, and under it a runner. */
#define _GNU_SOURCE
#include "lib/wt_segments.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/wt_reap.h"

/* Of the other twin at the edges of a segment, one cycle more is run: its assertions look back by one. */
enum { OVERLAP = 1 };
enum { AHEAD, RUNNER };
enum { LOGS = 2 }; /* files that a run writes line by line: trace, log of CTAs */
enum { SAY_DONE, SAY_AGAIN, SAY_DEAD, ASK_VERDICT };
typedef struct {
  int what, signal;
  pid_t pid; /* of the runner that died */
} message;

/* What a runner leaves in shared memory. */
typedef struct {
  int done, ended; /* ended: the launch, before the segment */
  wt_status status;
  uint64_t cycle;
  uint8_t sha[32];
  wt_cause cause;
  char error[8000];
} outcome;

typedef struct {
  uint64_t start;
  uint8_t sha[32], next[32]; /* at its start; next: at the start of the one after it */
  int has_next, verified, failed, dead;
  long log[LOGS]; /* place in these files */
  outcome got;
} segment;

typedef struct {
  pid_t pid;
  int fd, busy;
  size_t seg;
  outcome *o;
  wt_tally *tally; /* of its runner, SM by SM; shared as well */
} keeper;

typedef struct {
  wt_machine *x;
  wt_running *u;
  wt_twin *twin;
  int role, verdict_run, reached, ahead_done; /* reached: the runner its segment's end; ahead_done: the C twin the end of the launch */
  keeper *k;
  struct pollfd *ends; /* of the keepers, for poll() */
  unsigned n_k, busy;
  segment *seg;
  size_t n, cap, verified;
  size_t first; /* lowest that failed, SIZE_MAX = none */
  outcome *mine;
  wt_tally *my_tally;
  uint64_t my_end;
  time_t began;
  int at_end; /* the C twin has ended: the workers are waited for */
  int asking; /* for the verdict */
} parallel;

static FILE *log_of(const wt_machine *x, unsigned i) { return i ? x->dispatch : x->trace; }

static void tallies_to(const wt_running *u, wt_tally *to) {
  for (unsigned i = 0; i < u->m->S->SMS; i++) to[i] = u->t[i].tally;
}
static void tallies_from(wt_running *u, const wt_tally *from) {
  for (unsigned i = 0; i < u->m->S->SMS; i++) u->t[i].tally = from[i];
}
static void twin_of(wt_running *u, wt_twin *twin) {
  u->x->twin = twin;
  for (unsigned i = 0; i < u->m->S->SMS; i++) u->sm[i].c.twin = twin;
}

/* ---- the runner ---- */

_Noreturn static void leave(parallel *p, wt_status s) {
  wt_running *u = p->u;
  outcome *o = p->mine;
  o->status = s;
  o->cycle = u->t->tally.cycles;
  tallies_to(u, p->my_tally);
  o->cause = u->r.cause;
  snprintf(o->error, sizeof o->error, "%s", p->x->error);
  for (unsigned i = 0; p->verdict_run && i < LOGS; i++)
    if (log_of(p->x, i)) fflush(log_of(p->x, i));
  wt_snap_free(u->snap);
  o->done = 1;
  _exit(0);
}

/* At the end of the segment, and once more behind the overlap. */
static wt_status runner_looks(parallel *p) {
  wt_running *u = p->u;
  if (u->t->tally.cycles >= p->my_end + OVERLAP) leave(p, WT_OK);
  p->reached = 1;
  if (p->x->ops->sweep(p->x->twin)) {
    char what[900];
    p->x->ops->describe(p->x->twin, what, sizeof what);
    wt_report_begin(&u->r, WT_CAUSE_DIFF, "DIFFERENCE  cycle %llu (memories at the end of a segment), kernel %s\n%s",
                    (unsigned long long)u->t->tally.cycles, u->L->kernel, what);
    leave(p, WT_DIFF);
  }
  if (wt_running_hash(u, WT_STATE_MACHINE, p->mine->sha)) leave(p, WT_USAGE);
  return WT_OK;
}

/* It compares the twins: what else looks at an SM leaves it to the first process. */
static void only_compares(wt_side *sm) {
  sm->t->oracle = NULL;
  sm->c.noend = NULL, sm->c.max_cycles = 0;
  sm->c.starves = 0;
  wt_checks_list(&sm->c, &sm->list);
}

/* The child becomes a runner: what the C twin did ahead is left to the first process, but for a verdict. */
static wt_status become_runner(parallel *p, size_t k, const keeper *w, int verdict_run) {
  wt_machine *x = p->x;
  wt_running *u = p->u;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  p->role = RUNNER, p->mine = w->o, p->my_tally = w->tally, p->verdict_run = verdict_run;
  wt_progress_leave(&x->progress);
  wt_observers_drop(u, WT_OBSERVER_VISITS);
  twin_of(u, p->twin);
  if (verdict_run) {
    wt_observers_drop(u, WT_OBSERVER_PARTS);
    if (x->mismatch_file && (u->snap = wt_snap_new())) wt_observers_add(u, WT_OBSERVER_SNAPS);
  } else {
    int null = open("/dev/null", O_RDWR); /* a failing assertion speaks when the verdict is made */
    if (null >= 0) dup2(null, 1), dup2(null, 2), close(null);
    x->oracle = NULL;
    wt_observers_drop(u, WT_OBSERVER_TRACE), wt_observers_drop(u, WT_OBSERVER_DISPATCH);
    for (unsigned i = 0; i < u->m->S->SMS; i++) only_compares(&u->sm[i]);
    p->my_end = u->parts.next;
  }
  if (k && x->ops->load(x->twin)) {
    char what[900];
    x->ops->describe(x->twin, what, sizeof what);
    wt_report_begin(&u->r, WT_CAUSE_DIFF, "DIFFERENCE  cycle %llu (as it was loaded), kernel %s\n%s", (unsigned long long)u->t->tally.cycles,
                    u->L->kernel, what);
    leave(p, WT_DIFF);
  }
  return WT_OK;
}

/* ---- the keeper ---- */

static void say(int fd, message m) { (void)TEMP_FAILURE_RETRY(send(fd, &m, sizeof m, MSG_NOSIGNAL)); /* nobody listens: then nobody waits */ }
static int listen_to(int fd, message *m) { return TEMP_FAILURE_RETRY(recv(fd, m, sizeof *m, 0)) == (ssize_t)sizeof *m; }

/* 1 in the runner. In the keeper 0 when it has come to its end, -1 when it died: m says which one. */
static int run_once(parallel *p, size_t k, const keeper *w, int verdict_run, message *m) {
  outcome *o = w->o;
  *m = (message){.what = SAY_DONE};
  memset(o, 0, sizeof *o);
  pid_t me = getpid(), pid = fork();
  if (!pid) {
    become_runner(p, k, w, verdict_run);
    if (getppid() != me) _exit(1);
    return 1;
  }
  m->what = SAY_DEAD;
  if (pid == -1) return -1;
  int st = wt_reap(pid);
  if (o->done && WIFEXITED(st) && !WEXITSTATUS(st)) return m->what = SAY_DONE, 0;
  m->pid = pid, m->signal = WIFSIGNALED(st) ? WTERMSIG(st) : 0;
  return -1;
}

/* Returns in runners only. */
static void keep(parallel *p, size_t k, int fd, const keeper *w, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  message m, ask;
  int r = run_once(p, k, w, 0, &m);
  if (r < 0) {
    m.what = SAY_AGAIN;
    say(fd, m);
    r = run_once(p, k, w, 0, &m);
  }
  for (;;) {
    if (r > 0) return;
    say(fd, m);
    if (!listen_to(fd, &ask) || ask.what != ASK_VERDICT) _exit(0);
    r = run_once(p, k, w, 1, &m);
  }
}

/* ---- the process that runs ahead ---- */

/* Workers beyond the first come from the pool, and go back to it. */
static int from_pool(const parallel *p) {
  int *pool = p->x->parallel.pool;
  if (!pool || !p->busy) return 1;
  if (__atomic_sub_fetch(pool, 1, __ATOMIC_SEQ_CST) < 0) return __atomic_add_fetch(pool, 1, __ATOMIC_SEQ_CST), 0;
  __atomic_add_fetch(p->x->parallel.taken, 1, __ATOMIC_SEQ_CST);
  return 1;
}
static void to_pool(const parallel *p) {
  int *pool = p->x->parallel.pool, *taken = p->x->parallel.taken;
  while (pool && *taken > 0 && *taken >= (int)p->busy) __atomic_sub_fetch(taken, 1, __ATOMIC_SEQ_CST), __atomic_add_fetch(pool, 1, __ATOMIC_SEQ_CST);
}

/* How a keeper that says nothing any more has ended: its signal, 0 = by itself. */
static int buried(keeper *w) {
  wt_kill(w->pid); /* it may only have closed its end; one that was killed before keeps its own signal */
  int st = wt_reap(w->pid);
  close(w->fd);
  w->pid = 0;
  return WIFSIGNALED(st) ? WTERMSIG(st) : 0;
}

static void let_go(parallel *p, keeper *w) {
  if (!w->pid) return;
  if (w->busy) p->busy--;
  to_pool(p);
  close(w->fd);
  wt_kill(w->pid); /* it sleeps, or its runner goes with it */
  wt_reap(w->pid);
  w->pid = 0, w->busy = 0;
}

/* The hash chain closes, or nobody starts from the end of this segment. */
static void judge(parallel *p, keeper *w) {
  segment *g = &p->seg[w->seg];
  if (w->busy || g->failed || !(g->has_next || p->ahead_done)) return;
  if (g->has_next == g->got.ended || (g->has_next && memcmp(g->got.sha, g->next, sizeof g->next))) {
    g->failed = 1;
    snprintf(g->got.error, sizeof g->got.error, "the segment from cycle %llu ends in another state than the next one starts from",
             (unsigned long long)g->start);
    g->got.status = WT_DIFF;
  } else {
    g->verified = 1;
    p->verified++;
    let_go(p, w);
  }
}
static void judge_all(parallel *p) {
  for (unsigned i = 0; i < p->n_k; i++)
    if (p->k[i].pid) judge(p, &p->k[i]);
}

static void heard(parallel *p, keeper *w) {
  message m = {.what = SAY_DEAD};
  segment *g = &p->seg[w->seg];
  int there = listen_to(w->fd, &m);
  unsigned long long from = g->start, to = g->start + p->x->parallel.segment;
  if (there && m.what == SAY_AGAIN) {
    fprintf(stderr, "warptwin: worker %d of cycles %llu to %llu died (signal %d); it is repeated\n", (int)m.pid, from, to, m.signal);
    return;
  }
  p->busy -= (unsigned)w->busy;
  w->busy = 0;
  to_pool(p);
  if (!there) {
    g->failed = g->dead = 1;
    snprintf(g->got.error, sizeof g->got.error,
             "cycles %llu to %llu are not verified: the process that held their start was killed (signal %d: from outside, or short of memory), so "
             "they cannot be "
             "repeated; run again, or with fewer --jobs",
             from, to, buried(w));
    g->got.status = WT_USAGE;
  } else if (m.what == SAY_DEAD) {
    g->failed = g->dead = 1;
    snprintf(g->got.error, sizeof g->got.error, "cycles %llu to %llu are not verified: their worker died twice (signal %d, short of memory?)", from,
             to, m.signal);
    g->got.status = WT_USAGE;
  } else {
    g->got = *w->o;
    g->failed = g->got.status != WT_OK;
  }
  if (p->asking) return;
  judge(p, w);
  if (g->failed && w->seg < p->first) p->first = w->seg;
  if (!g->failed) return;
  /* the first one that failed is asked for the verdict: the others are not needed any more */
  for (unsigned i = 0; i < p->n_k; i++)
    if (p->k[i].pid && p->k[i].seg > p->first && (!p->x->parallel.all || p->seg[p->k[i].seg].failed)) let_go(p, &p->k[i]);
}

/* Waits until fewer than `most` runners are at work. */
static void wait_for(parallel *p, unsigned most) {
  while (p->busy && p->busy >= most) {
    for (unsigned i = 0; i < p->n_k; i++) p->ends[i] = (struct pollfd){.fd = p->k[i].busy ? p->k[i].fd : -1, .events = POLLIN};
    wt_progress_line(p->u);
    if (poll(p->ends, p->n_k, 1000) < 0) continue;
    for (unsigned i = 0; i < p->n_k; i++)
      if (p->ends[i].revents && p->k[i].busy) heard(p, &p->k[i]);
  }
}

/* Behind what the C twin has done. */
static void verified(void *ctx, char *text, size_t n) {
  const parallel *p = ctx;
  int k = snprintf(text, n, "; %zu of %zu segments verified", p->verified, p->n);
  long long s = (long long)(time(NULL) - p->began);
  if (p->at_end && p->verified) snprintf(text + k, n - (size_t)k, ", %lld s left", s * (long long)(p->n - p->verified) / (long long)p->verified);
}

static keeper *free_keeper(parallel *p) {
  for (unsigned i = 0; i < p->n_k; i++)
    if (!p->k[i].pid) return &p->k[i];
  return NULL;
}

static segment *new_segment(parallel *p, uint64_t start) {
  if (p->n == p->cap) {
    size_t cap = p->cap ? 2 * p->cap : 64;
    segment *g = realloc(p->seg, cap * sizeof *g);
    if (!g) return NULL;
    p->seg = g, p->cap = cap;
  }
  segment *g = &p->seg[p->n++];
  memset(g, 0, sizeof *g);
  g->start = start;
  return g;
}

/* No worker for segment k: waits for one that is at work, and tries again. */
static pid_t fork_keeper(parallel *p) {
  pid_t pid;
  while ((pid = fork()) < 0 && p->busy) wait_for(p, p->busy);
  return pid;
}

static wt_status no_worker(parallel *p, const char *why) {
  wt_report_begin(&p->u->r, WT_CAUSE_NONE, "no worker for cycle %llu: %s; use fewer --jobs", (unsigned long long)p->u->t->tally.cycles, why);
  return WT_USAGE;
}

/* A segment starts here: hash, keeper. */
static wt_status segment_starts(parallel *p) {
  wt_machine *x = p->x;
  uint64_t c = p->u->t->tally.cycles;
  int fd[2];
  p->u->parts.next = c + x->parallel.segment;
  segment *g = new_segment(p, c);
  if (!g || wt_running_hash(p->u, WT_STATE_MACHINE, g->sha)) return no_worker(p, "out of memory");
  if (p->n > 1) {
    g[-1].has_next = 1;
    memcpy(g[-1].next, g->sha, sizeof g->sha);
    judge_all(p);
  }
  wait_for(p, x->parallel.jobs);
  while (!from_pool(p)) wait_for(p, p->busy);
  if (p->first < SIZE_MAX && !x->parallel.all) return WT_DIFF; /* nothing behind it counts */
  keeper *w = free_keeper(p);
  if (!w || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fd)) return no_worker(p, strerror(errno));
  for (unsigned i = 0; i < LOGS; i++)
    if (log_of(x, i)) fflush(log_of(x, i)), g->log[i] = ftell(log_of(x, i));
  fflush(stdout), fflush(stderr);
  pid_t me = getpid(), pid = fork_keeper(p);
  if (!pid) {
    close(fd[0]);
    for (unsigned i = 0; i < p->n_k; i++)
      if (p->k[i].pid) close(p->k[i].fd);
    keep(p, p->n - 1, fd[1], w, me);
    return WT_OK; /* in a runner */
  }
  close(fd[1]);
  if (pid < 0) return close(fd[0]), no_worker(p, strerror(errno));
  w->pid = pid, w->fd = fd[0], w->busy = 1, w->seg = p->n - 1;
  p->busy++;
  return WT_OK;
}

static wt_status look(void *ctx, wt_running *u) {
  parallel *p = ctx;
  (void)u;
  return p->role == RUNNER ? runner_looks(p) : segment_starts(p);
}

/* ---- the verdict ---- */

static keeper *keeper_of(parallel *p, size_t seg) {
  for (unsigned i = 0; i < p->n_k; i++)
    if (p->k[i].pid && p->k[i].seg == seg) return &p->k[i];
  return NULL;
}

static void take_over(parallel *p, const keeper *w, const outcome *o) {
  wt_running *u = p->u;
  u->r.cause = o->cause;
  snprintf(p->x->error, sizeof p->x->error, "%s", o->error);
  tallies_from(u, w->tally);
}

/* The segment runs again from its start as the unbroken run does. */
static wt_status ask(parallel *p, size_t k) {
  keeper *w = keeper_of(p, k);
  segment *g = &p->seg[k];
  wt_machine *x = p->x;
  if (!w || g->dead) return snprintf(x->error, sizeof x->error, "%s", g->got.error), p->u->r.cause = WT_CAUSE_NONE, WT_USAGE;
  for (unsigned i = 0; i < LOGS; i++) {
    FILE *f = log_of(x, i);
    if (f && g->log[i] >= 0 && !fflush(f) && !ftruncate(fileno(f), g->log[i])) fseek(f, g->log[i], SEEK_SET); /* the runner goes on writing there */
  }
  int swept = g->got.status == WT_DIFF;
  outcome before = g->got;
  say(w->fd, (message){.what = ASK_VERDICT});
  w->busy = 1, p->busy = 1;
  p->asking = 1;
  wait_for(p, 1);
  for (unsigned i = 0; i < LOGS; i++)
    if (log_of(x, i)) fseek(log_of(x, i), 0, SEEK_END);
  outcome after = g->got;
  if (g->dead) return snprintf(x->error, sizeof x->error, "%s", after.error), p->u->r.cause = WT_CAUSE_NONE, WT_USAGE;
  if (after.status == WT_OK && swept) after.status = WT_DIFF, memcpy(after.error, before.error, sizeof after.error), after.cause = WT_CAUSE_DIFF;
  take_over(p, w, &after);
  return after.status;
}

/* All segments that failed, those with the same block and field together. */
static void list_failures(parallel *p) {
  size_t n = 0;
  for (size_t i = 0; i < p->n; i++) n += p->seg[i].failed && !p->seg[i].dead;
  if (!n) return;
  wt_report_more(&p->u->r, "\n%zu of %zu segments fail (first difference of each, by block and field):", n, p->n);
  for (size_t i = 0; i < p->n; i++) {
    const char *text = p->seg[i].got.error, *at = strstr(text, "block wt_");
    size_t len = at ? strcspn(at, "(\n") : 0, count = 0, before = 0;
    if (!p->seg[i].failed || p->seg[i].dead) continue;
    for (size_t k = 0; k < p->n; k++) {
      const char *other = strstr(p->seg[k].got.error, "block wt_");
      int same = p->seg[k].failed && (at && other ? strcspn(other, "(\n") == len && !strncmp(at, other, len) : !at && !other);
      count += (size_t)same, before += same && k < i;
    }
    if (before || strlen(p->x->error) + 200 > sizeof p->x->error) continue;
    wt_report_more(&p->u->r, "\n  %6zu x, first in cycle %llu: %.*s", count, (unsigned long long)p->seg[i].got.cycle, (int)(at ? len : 60),
                   at ? at : text);
  }
}

/* What the process that runs ahead came to, when no segment failed: it must be said by the twins together. */
static wt_status confirmed(parallel *p, wt_status s) {
  char *error = strdup(p->x->error);
  const wt_cause cause = p->u->r.cause;
  wt_tally *tally = malloc(p->u->m->S->SMS * sizeof *tally);
  if (tally) tallies_to(p->u, tally);
  wt_status got = ask(p, p->n - 1);
  if (got == WT_OK && error && tally) {
    snprintf(p->x->error, sizeof p->x->error, "%s", error);
    p->u->r.cause = cause, tallies_from(p->u, tally);
    got = s;
  }
  free(error), free(tally);
  return got;
}

static wt_status finish(parallel *p, wt_status s) {
  wt_machine *x = p->x;
  p->ahead_done = !s;
  if (!s) judge_all(p);
  p->at_end = 1;
  while (p->busy) wait_for(p, p->busy);
  if (s == WT_USAGE) return s; /* no room for workers or files: nothing to confirm */
  outcome *list = x->parallel.all && p->first < SIZE_MAX ? malloc(sizeof *list) : NULL;
  if (list) *list = p->seg[p->first].got;
  if (p->first < SIZE_MAX) s = ask(p, p->first);
  else if (s) s = confirmed(p, s);
  for (size_t i = 0; !s && i < p->n; i++) /* nothing counts as verified that was not */
    if (!p->seg[i].verified)
      s = WT_USAGE, snprintf(x->error, sizeof x->error, "the segment from cycle %llu was not verified", (unsigned long long)p->seg[i].start);
  if (list) {
    p->seg[p->first].got = *list, p->seg[p->first].failed = 1;
    list_failures(p);
    free(list);
  }
  return s;
}

wt_status wt_segments_run(wt_running *u, wt_status (*loop)(wt_running *u)) {
  wt_machine *x = u->x;
  parallel p = {.x = x, .u = u, .twin = x->twin, .first = SIZE_MAX, .began = time(NULL), .n_k = x->parallel.jobs + 3};
  const unsigned sms = u->m->S->SMS;
  size_t shared = p.n_k * (sizeof(outcome) + sms * sizeof(wt_tally));
  outcome *o = mmap(NULL, shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  p.k = calloc(p.n_k, sizeof *p.k), p.ends = calloc(p.n_k, sizeof *p.ends);
  if (o == MAP_FAILED || !p.k || !p.ends) {
    if (o != MAP_FAILED) munmap(o, shared);
    free(p.k), free(p.ends);
    return no_worker(&p, "out of memory");
  }
  for (unsigned i = 0; i < p.n_k; i++) p.k[i].o = &o[i], p.k[i].tally = (wt_tally *)(void *)&o[p.n_k] + (size_t)i * sms;
  wt_snap *snap = u->snap;
  twin_of(u, NULL), u->snap = NULL;
  wt_observers_drop(u, WT_OBSERVER_SNAPS);
  u->parts = (wt_visit){u->t->tally.cycles, look, &p};
  wt_observers_add(u, WT_OBSERVER_PARTS);
  x->progress.more = verified, x->progress.more_ctx = &p;
  wt_status s = loop(u);
  if (p.role == RUNNER) {
    p.mine->ended = !s && !p.reached;
    leave(&p, s);
  }
  wt_observers_drop(u, WT_OBSERVER_PARTS);
  s = finish(&p, s);
  for (unsigned i = 0; i < p.n_k; i++) let_go(&p, &p.k[i]);
  twin_of(u, p.twin), u->snap = snap;
  x->progress.more = NULL;
  if (!s && x->ops->load(x->twin)) s = no_worker(&p, "the state at the end cannot be loaded"); /* the next launch starts from it */
  free(p.k), free(p.ends), free(p.seg);
  munmap(o, shared);
  return s;
}

/* ---- a run that may be short ---- */

static wt_status long_enough(void *is_long, wt_running *u) {
  (void)u;
  *(int *)is_long = 1;
  return WT_USAGE; /* leaves the loop; the run goes on */
}
wt_status wt_segments_later(wt_running *u, wt_status (*loop)(wt_running *u)) {
  wt_machine *x = u->x;
  int is_long = 0;
  u->parts = (wt_visit){u->t->tally.cycles + x->parallel.segment, long_enough, &is_long};
  wt_observers_add(u, WT_OBSERVER_PARTS);
  wt_status s = loop(u);
  wt_observers_drop(u, WT_OBSERVER_PARTS);
  if (!is_long) return s;
  x->parallel.jobs = x->parallel.later;
  s = wt_segments_run(u, loop);
  x->parallel.jobs = 0;
  return s;
}
