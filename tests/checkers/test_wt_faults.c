/* test_wt_faults.c - one flipped bit in one state element of one twin must end a lock-step run, and the report must
 * name its block.
 *
 * A kernel runs once without a fault. At the edges where faults are due the process forks; the child flips the bit and
 * runs on. WT_FAULTS=N in the environment injects N times as many faults, WT_FAULT_SEED=S other ones (`make faults`), WT_FAULT_BESIDE=all with every block
 * of the RTL beside the C machine instead of the whole of it.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warptwin_host.h"
#include "cosim/wt_twin_rtl.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

enum { RTL, MODEL };
/* Where a fault hits: a flip-flop as it takes its new value; a flip-flop of the model between two edges, which the
 * next edge may overwrite before anything saw it; a memory row in the edge that writes it, one edge later, or any row.
 */
enum { FF_EDGE, FF_BETWEEN, MEM_WRITTEN, MEM_LIVE, MEM_ANY, KINDS };
static const char *const kind_names[KINDS] = {"flip-flop", "flip-flop between edges", "row being written", "live row", "any row"};
enum { MAX_BLOCKS = 64, MAX_FAULTS = 20000, PATIENCE = 3000 };

typedef struct {
  char stem[32];
  unsigned ff, mem; /* rows */
  unsigned injected[2], caught[2], named[2], gone[2];
} tally;
typedef struct {
  unsigned blk, side, kind, kernel;
  uint64_t edge, seed;
} fault;
typedef struct {
  int status, gone; /* gone: overwritten before anything read it */
  char where[64], report[400];
} outcome;

static const char *const kernels[] = {"reduce", "vecadd", "nested", "hist", "matmul"};
enum { N_KERNELS = sizeof kernels / sizeof *kernels };

static tally blocks[MAX_BLOCKS];
static unsigned n_blocks, kind_injected[KINDS], kind_caught[KINDS], kind_named[KINDS], kind_gone[KINDS], missed;
static fault faults[MAX_FAULTS];
static unsigned n_faults;
static uint64_t length[N_KERNELS];

/* the run that is going on */
static wt_session *session;
static unsigned kernel_now;
static uint64_t edges;
static int fork_now, child_fd = -1;
static struct {
  const fault *f;
  uint64_t rng, deadline;
  int done, between, gone, armed; /* armed: MEM_LIVE has seen the row being written */
  wt_bind *b;
  uint32_t row;
  char where[64];
} act;

static const wt_blk *block_of(const wt_ls *l, unsigned i) { return wt_blk_find(l->blks, blocks[i].stem); }

/* A row of the block, all equally likely; *inst is drawn too. */
static wt_bind *pick(wt_ls *l, int mem) {
  const wt_blk *b = block_of(l, act.f->blk);
  unsigned inst = wt_host_below(&act.rng, b->count), n = 0;
  wt_bind *list = mem ? l->mem : l->ff, *got = NULL;
  for (unsigned i = 0; i < (mem ? l->n_mem : l->n_ff); i++)
    if (list[i].blk == b && list[i].inst == inst && !wt_host_below(&act.rng, ++n)) got = &list[i];
  return got;
}

static void flip(wt_bind *b, uint32_t row) {
  const wt_row *r = b->row;
  int mem = r->kind == WT_ROW_MEM;
  unsigned bit = wt_host_below(&act.rng, r->elemw * r->n), e = bit / r->elemw, k = bit % r->elemw;
  char *c = b->c + (mem ? row * wt_row_stride(r) : 0);
  uint8_t *p = b->rtl + (mem ? (size_t)row * b->bytes : 0);
  if (act.f->side == RTL) p[bit / 8] ^= (uint8_t)(1u << bit % 8);
  else if (r->csize) c[e * r->csize + k / 8] ^= (char)(1u << k % 8);
  else c[bit / 8] ^= (char)(1u << bit % 8);
  snprintf(act.where, sizeof act.where, b->blk->count > 1 ? "wt_%s[%u] " : "wt_%s ", b->blk->stem, b->inst);
  act.where[strlen(act.where) - 1] = 0;
  act.b = b, act.row = row, act.done = 1;
}

/* The child at every edge until its bit is flipped, then to see whether the row is written again. */
static void inject(wt_ls *l) {
  unsigned kind = act.f->kind;
  if (act.done) {
    for (unsigned i = 0; i < l->n_pend; i++)
      if (&l->mem[l->pend_mem[i]] == act.b && l->pend_row[i] == act.row) act.gone = 1;
    return;
  }
  if (kind == FF_EDGE) {
    flip(pick(l, 0), 0);
  } else if (kind == FF_BETWEEN) {
    act.between = 1;
  } else if (kind == MEM_ANY || edges > act.deadline) {
    wt_bind *b = pick(l, 1);
    flip(b, wt_host_below(&act.rng, b->row->depth));
  } else if (act.armed) {
    for (unsigned i = 0; i < l->n_pend; i++) /* written again in this edge: it is live still, and compared */
      if (&l->mem[l->pend_mem[i]] == act.b && l->pend_row[i] == act.row) return;
    flip(act.b, act.row);
  } else {
    const wt_blk *b = block_of(l, act.f->blk);
    for (unsigned i = 0; i < l->n_pend; i++) {
      wt_bind *m = &l->mem[l->pend_mem[i]];
      if (m->blk != b || l->pend_row[i] >= m->row->depth) continue;
      if (kind == MEM_WRITTEN) flip(m, l->pend_row[i]);
      else act.armed = 1, act.b = m, act.row = l->pend_row[i];
      return;
    }
  }
}

static void on_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)cycle;
  if (!act.between || act.done) return;
  flip(pick(&x->twin->ls, 0), 0);
  wt_gpu_moore(x->m->gpu);
}

static void judge(const fault *f, const outcome *o) {
  tally *t = &blocks[f->blk];
  int caught = o->status != WT_OK, named = 0;
  const char *p = strstr(o->report, "block wt_");
  size_t n = strlen(o->where);
  if (caught && p && !strncmp(p + 6, o->where, n) && (p[6 + n] == ',' || p[6 + n] == '[')) named = 1;
  if (!caught && (f->kind == FF_BETWEEN || o->gone)) {
    t->gone[f->side]++, kind_gone[f->kind]++;
    return;
  }
  t->injected[f->side]++, kind_injected[f->kind]++;
  t->caught[f->side] += (unsigned)caught, kind_caught[f->kind] += (unsigned)caught;
  t->named[f->side] += (unsigned)named, kind_named[f->kind] += (unsigned)named;
  if (!caught) missed++;
  if (!caught || !named)
    printf("%s: %s of %s %s (%s), fault %llu: %s\n", kernels[f->kernel], f->side ? "model" : "rtl", o->where, kind_names[f->kind],
           caught ? "caught" : "NOT CAUGHT", (unsigned long long)f->seed, o->report);
}

static void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  edges++;
  if (child_fd >= 0) {
    inject(l);
    return;
  }
  for (unsigned i = 0; fork_now && i < n_faults; i++) {
    int fd[2], st;
    outcome o = {0};
    if (faults[i].kernel != kernel_now || faults[i].edge != edges) continue;
    ck_assert_int_eq(pipe(fd), 0);
    fflush(stdout);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (!pid) {
      close(fd[0]);
      child_fd = fd[1];
      memset(&act, 0, sizeof act);
      act.f = &faults[i], act.rng = faults[i].seed, act.deadline = edges + PATIENCE;
      inject(l);
      return;
    }
    close(fd[1]);
    ssize_t n = read(fd[0], &o, sizeof o);
    close(fd[0]);
    ck_assert_int_eq(waitpid(pid, &st, 0), pid);
    ck_assert_msg(n == (ssize_t)sizeof o, "the child of fault %u ended without a result", i);
    if (o.status == WT_OK && !o.where[0]) continue; /* never injected: the kernel ended before */
    judge(&faults[i], &o);
  }
}

/* One run of a kernel; its host reference is a shared object beside this program. */
static void run(unsigned k, int with_faults) {
  char host[1200], cubin[1200], exe[1000], msg[600] = "";
  ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  ck_assert_int_gt(n, 0);
  exe[n] = 0;
  for (int i = 0; i < 3; i++) *strrchr(exe, '/') = 0;
  snprintf(host, sizeof host, "%s/kernels/%s.so", exe, kernels[k]);
  snprintf(cubin, sizeof cubin, "%s/tests/kernels/%s.cubin", wt_root(), kernels[k]);
  void *dl = dlopen(host, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(dl != NULL, "%s", dlerror());
  int (*fn)(wt_session *, const wt_host_ctx *);
  *(void **)&fn = dlsym(dl, "wt_host");
  wt_options o = {.backend = WT_BACKEND_COSIM, .preset = "small", .seed = 1};
  if (with_faults) o.max_cycles = 3 * length[k];
  ck_assert_msg(wt_session_open(&o, &session) == WT_OK, "%s", wt_error(NULL));
  ck_assert_msg(wt_set_beside(session, getenv("WT_FAULT_BESIDE")) == WT_OK && wt_session_start(session) == WT_OK, "%s", wt_error(session));
  wt_set_quiet(session, 1);
  session->x.twin->ls.poke = poke;
  wt_session_on_edge(session, on_edge, NULL);
  kernel_now = k, edges = 0, fork_now = with_faults;
  wt_host_ctx ctx = {cubin, 1, msg, sizeof msg, 0};
  int st = fn(session, &ctx);
  if (child_fd >= 0) {
    outcome r = {.status = st, .gone = act.gone};
    memcpy(r.where, act.where, sizeof r.where);
    snprintf(r.report, sizeof r.report, "%.399s", wt_error(session));
    _exit(write(child_fd, &r, sizeof r) != (ssize_t)sizeof r);
  }
  ck_assert_msg(st == WT_OK, "%s: %s", kernels[k], msg[0] ? msg : wt_error(session));
  length[k] = edges;
  if (!n_blocks)
    for (unsigned i = 0; i < session->x.twin->ls.blks->n; i++) {
      const wt_blk *b = &session->x.twin->ls.blks->blk[i];
      if (!b->chosen || b->outside) continue;
      tally *t = &blocks[n_blocks++];
      snprintf(t->stem, sizeof t->stem, "%s", b->stem);
      for (unsigned r = 0; r < b->nrows; r++) t->ff += b->rows[r].kind == WT_ROW_FF, t->mem += b->rows[r].kind == WT_ROW_MEM;
    }
  wt_session_close(session);
  session = NULL;
  dlclose(dl);
}

static uint64_t env(const char *name, uint64_t otherwise) {
  const char *s = getenv(name);
  return s && *s ? strtoull(s, NULL, 0) : otherwise;
}

static void plan(uint64_t times, uint64_t rng) {
  for (unsigned b = 0; b < n_blocks; b++)
    for (unsigned side = 0; side < 2; side++)
      for (uint64_t k = 0; k < times * KINDS; k++) {
        unsigned kind = k % KINDS;
        if (kind <= FF_BETWEEN ? !blocks[b].ff || (kind == FF_BETWEEN && side == RTL) : !blocks[b].mem) continue;
        /* never fewer than two faults that cannot hide: blocks without memories get a second flip-flop */
        for (int twice = kind == FF_EDGE && !blocks[b].mem; twice >= 0 && n_faults < MAX_FAULTS; twice--) {
          fault *f = &faults[n_faults++];
          *f = (fault){b, side, kind, wt_host_below(&rng, N_KERNELS), 0, wt_host_next(&rng)};
          f->edge = 2 + wt_host_next(&rng) % (length[f->kernel] * 3 / 4);
        }
      }
}

START_TEST(one_bit_faults) {
  for (unsigned k = 0; k < N_KERNELS; k++) run(k, 0);
  plan(env("WT_FAULTS", 1), env("WT_FAULT_SEED", 1));
  for (unsigned k = 0; k < N_KERNELS; k++) run(k, 1);
  unsigned sum[4] = {0};
  printf("%-12s %-30s %-30s\n%-12s %9s %7s %6s %5s %9s %7s %6s %5s\n", "", "rtl", "model", "block", "injected", "caught", "named", "gone", "injected",
         "caught", "named", "gone");
  for (unsigned b = 0; b < n_blocks; b++) {
    const tally *t = &blocks[b];
    if (!t->ff && !t->mem) {
      printf("%-12s no state\n", t->stem);
      continue;
    }
    printf("%-12s", t->stem);
    for (int s = 0; s < 2; s++) {
      printf(" %9u %7u %6u %5u", t->injected[s], t->caught[s], t->named[s], t->gone[s]);
      sum[0] += t->injected[s], sum[1] += t->caught[s], sum[2] += t->named[s], sum[3] += t->gone[s];
    }
    printf("\n");
  }
  for (int k = 0; k < KINDS; k++)
    printf("%-26s injected %4u, caught %4u, named %4u, gone %4u\n", kind_names[k], kind_injected[k], kind_caught[k], kind_named[k], kind_gone[k]);
  printf("%-26s injected %4u, caught %4u, named %4u, gone %4u (overwritten before anything depended on it)\n", "all", sum[0], sum[1], sum[2], sum[3]);
  for (unsigned b = 0; b < n_blocks; b++)
    for (int s = 0; s < 2 && (blocks[b].ff || blocks[b].mem); s++)
      ck_assert_msg(blocks[b].injected[s] >= 2, "%s: only %u faults in the %s", blocks[b].stem, blocks[b].injected[s], s ? "model" : "rtl");
  ck_assert_uint_eq(missed, 0);
  ck_assert_msg(sum[2] * 100 >= sum[1] * 95, "%u of %u reports name the block", sum[2], sum[1]);
}
END_TEST

int main(void) {
  Suite *s = suite_create("faults");
  TCase *t = tcase_create("faults");
  tcase_set_timeout(t, 0);
  tcase_add_test(t, one_bit_faults);
  suite_add_tcase(s, t);
  return suite_run(s);
}
