/* fault_campaign.c - faults put into one twin, and what a user gets: the block that is named, the report, the wave, the file that shows it again, the
 * smaller file.
 *
 *   fault_campaign pokes BUILD [--seed S] [--blocks N/M] [--each K] [--md FILE]   bits of state and ports flipped while a kernel runs
 *   fault_campaign expressions BUILD TREE LIST [--pick N] [--md FILE]            changed RTL (fault_tree.sh), one expression at a time
 *   fault_campaign model BUILD LIST [--pick N] [--md FILE]                       changed C twin; of the program that fault_model.sh builds
 *   fault_campaign beside BUILD TREE LIST [--pick N] [--part K/N] [--md FILE]    changed RTL in lock-step as a whole and beside the C machine: found alike?
 *
 * Every run is a process of its own, forked from one in which the RTL is loaded.
 */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/wt_twin_rtl.h"
#include "fstapi.h"
#include "lib/wt_lot.h"
#include "lib/wt_home.h"
#include "lib/wt_session.h"
#include "lib/wt_shrink.h"
#include "warptwin_host.h"

enum { LINES = 60, PATIENCE = 3000, MAX_FAULTS = 2000, MAX_WORDS = 64, INSTRUCTIONS = 20, CYCLES = 50, SECONDS = 120 };
static const char *const kernels[] = {"nested",   "vecadd", "reduce",   "hist",       "matmul",  "shuffle", "bits",   "atomics",
                                      "uniform",  "fpops",  "ddot",     "fltdiv",     "i64",     "subword", "callk",  "indirect",
                                      "warpvote", "bytes",  "virtuals", "elementary", "dreduce", "recurse", "globals"};
enum { N_KERNELS = sizeof kernels / sizeof *kernels, POKE_KERNELS = 5 };

enum { AT_EDGE, BETWEEN, WRITTEN, PORT, KINDS };
static const char *const kind_names[KINDS] = {"register, as it takes its value", "register, between two edges", "row of a memory that is written",
                                              "output"};

typedef struct {
  char name[200];                          /* what was broken */
  char blocks[80];                         /* may be named, separated by commas */
  unsigned kernel, kind, rtl, pick, model; /* pick: number of a changed expression; model: of the C twin */
  uint64_t cycle, seed;
  const wt_blk *blk;
} fault;

/* What children leave. */
typedef struct {
  int status, flipped;
  uint64_t at, limit; /* edge or cycle in which the bit was flipped */
  uint32_t row;       /* of a memory */
  char error[8000], where[100];
} outcome;

typedef struct {
  unsigned n, lost, found, right, lines_ok, wave_ok, replay_ok, shrunk, small;
  unsigned most_lines;
  unsigned cycles[MAX_FAULTS], insns[MAX_FAULTS];
} sums;

static wt_session *session;
static const char *build_dir;
static char dir[] = "/tmp/wt_campaign_XXXXXX", wave[100], bundle[100], small[100];
static outcome *shared;
static const fault *f_now;
static uint64_t now; /* the cycle that is going on */
static int again;    /* the place is known: exactly there */
static int done;     /* of this process: one that was forked before the flip has it before itself */
static FILE *md;
unsigned wt_fault_pick; /* the changed expression of the C twin that counts; the selectors name it */

static uint64_t next(uint64_t *rng) { return wt_host_next(rng); }

/* ---- flipping ---- */

static void flip(wt_ls *l, wt_bind *b, uint32_t row) {
  const wt_row *r = b->row;
  uint64_t rng = f_now->seed;
  int mem = r->kind == WT_ROW_MEM;
  unsigned bit = wt_host_below(&rng, r->elemw * r->n), e = bit / r->elemw, k = bit % r->elemw;
  char *c = b->c + (mem ? row * wt_row_stride(r) : 0);
  uint8_t *p = b->rtl + (mem ? (size_t)row * b->bytes : 0);
  (void)l;
  if (f_now->rtl) p[bit / 8] ^= (uint8_t)(1u << bit % 8);
  else if (r->csize) c[e * r->csize + k / 8] ^= (char)(1u << k % 8);
  else c[bit / 8] ^= (char)(1u << bit % 8);
  shared->flipped = 1, shared->at = now, shared->row = row;
  snprintf(shared->where, sizeof shared->where, "%s.%s bit %u", b->blk->stem, r->name, bit);
}

/* A row of the block, the same one for the same seed. */
static wt_bind *drawn(wt_ls *l, int kind) {
  uint64_t rng = f_now->seed ^ 0x5a5a;
  wt_bind *list = kind == WRITTEN ? l->mem : kind == PORT ? l->out : l->ff, *got = NULL;
  unsigned n = kind == WRITTEN ? l->n_mem : kind == PORT ? l->n_out : l->n_ff, seen = 0;
  for (unsigned i = 0; i < n; i++)
    if (list[i].blk->stem == f_now->blk->stem && (kind != PORT || list[i].row->kind == WT_ROW_OUT) && !wt_host_below(&rng, ++seen)) got = &list[i];
  return got;
}

static int due(void) { return f_now && f_now->blk && !done && (again ? now == shared->at : now >= f_now->cycle); }

static void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  if (!due() || f_now->kind == BETWEEN || f_now->kind == PORT) return;
  wt_bind *b = drawn(l, f_now->kind);
  if (f_now->kind == AT_EDGE) {
    done = 1;
    flip(l, b, 0);
    return;
  }
  uint32_t row = shared->row;
  int hit = again;
  for (unsigned i = 0; !hit && i < l->n_pend; i++)
    if (&l->mem[l->pend_mem[i]] == b && l->pend_row[i] < b->row->depth) hit = 1, row = l->pend_row[i];
  if (!hit && now < f_now->cycle + PATIENCE) return;
  done = 1;
  flip(l, b, row);
}
static void poke_settled(void *ctx, wt_ls *l) {
  (void)ctx;
  if (!due() || f_now->kind != PORT) return;
  done = 1;
  flip(l, drawn(l, PORT), 0);
}
static void on_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  now = cycle;
  if (!x->twin || !due() || f_now->kind != BETWEEN) return;
  done = 1;
  wt_ls *l = &x->twin->ls;
  flip(l, drawn(l, BETWEEN), 0);
  if (f_now->rtl) l->part->rtl.api->settle(l->part->rtl.h);
  else wt_gpu_moore(x->m->gpu);
}

static void hooks(wt_session *s) {
  wt_ls *l = &s->x.twin->ls;
  l->poke = poke, l->poke_settled = poke_settled, l->poke_ctx = NULL;
  wt_session_on_edge(s, on_edge, NULL);
  wt_fault_pick = f_now && f_now->model ? f_now->pick : 0;
  for (unsigned k = 0; f_now && k < l->n_part; k++) {
    uint32_t n;
    const wt_rtl_var *all = l->part[k].rtl.api->vars(l->part[k].rtl.h, &n);
    for (uint32_t i = 0; i < n; i++)
      if (!strcmp(all[i].name, "pick")) memcpy(all[i].ptr, &f_now->pick, sizeof f_now->pick);
  }
}

/* ---- runs ---- */

static wt_status host(wt_session *s, const char *kernel) {
  char so[1200], cubin[1200], msg[600] = "";
  snprintf(so, sizeof so, "%s/kernels/%s.so", build_dir, kernel);
  snprintf(cubin, sizeof cubin, "%s/../tests/kernels/%s.cubin", build_dir, kernel);
  void *dl = dlopen(so, RTLD_NOW | RTLD_LOCAL);
  int (*fn)(wt_session *, const wt_host_ctx *) = NULL;
  if (dl) *(void **)&fn = dlsym(dl, "wt_host");
  if (!fn) fprintf(stderr, "fault_campaign: %s\n", dlerror()), exit(2);
  wt_host_ctx ctx = {cubin, 1, msg, sizeof msg, 0};
  return (wt_status)fn(s, &ctx);
}

enum { RUN, REPLAY };
static void child(int what, const char *kernel) {
  int null = open("/dev/null", O_RDWR);
  if (null >= 0) dup2(null, 1), dup2(null, 2);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  alarm(SECONDS);
  wt_set_output(session, NULL);
  done = 0;
  if (what == RUN) {
    now = 0, again = 0;
    hooks(session);
    wt_set_mismatch(session, wave), wt_set_bundle(session, bundle);
    wt_set_cycle_limit(session, shared->limit);
    shared->status = host(session, kernel);
    snprintf(shared->error, sizeof shared->error, "%s", wt_error(session));
  } else {
    wt_options o = {.backend = WT_BACKEND_COSIM, .max_cycles = 0};
    wt_session *s;
    again = 1;
    if (wt_session_resume(bundle, &o, &s) || wt_session_start(s)) _exit(1);
    now = wt_resume_what(s).cycle;
    hooks(s);
    wt_set_quiet(s, 1), wt_set_output(s, NULL);
    wt_set_cycle_limit(s, shared->limit);
    shared->status = wt_resume(s);
    snprintf(shared->error, sizeof shared->error, "%s", wt_error(s));
  }
  _exit(0);
}
static int run(int what, const char *kernel) {
  int st;
  shared->error[0] = 0, shared->status = -1;
  fflush(stdout), md ? fflush(md) : 0;
  pid_t pid = fork();
  if (!pid) child(what, kernel);
  while (waitpid(pid, &st, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(st) && !WEXITSTATUS(st) ? 0 : -1;
}

/* ---- what is in the wave ---- */

typedef struct {
  uint64_t first; /* time of the first bit that differs */
  uint8_t *is_xor;
} wave_seen;
static void value_changed(void *ctx, uint64_t time, fstHandle h, const unsigned char *v, uint32_t len) {
  wave_seen *w = ctx;
  if (!w->is_xor[h] || time >= w->first) return;
  for (uint32_t i = 0; i < len; i++)
    if (v[i] == '1') w->first = time;
}
static void value_changed_plain(void *ctx, uint64_t time, fstHandle h, const unsigned char *v) {
  value_changed(ctx, time, h, v, (uint32_t)strlen((const char *)v));
}
/* The cycle of the first difference that the wave shows, UINT64_MAX: none. */
static uint64_t wave_first(void) {
  void *r = fstReaderOpen(wave);
  if (!r) return UINT64_MAX;
  wave_seen w = {UINT64_MAX, calloc(fstReaderGetMaxHandle(r) + 2, 1)};
  struct fstHier *h;
  int depth = 0, in = -1;
  while (w.is_xor && (h = fstReaderIterateHier(r))) {
    if (h->htyp == FST_HT_SCOPE) {
      if (in < 0 && !strcmp(h->u.scope.name, "xor")) in = depth;
      depth++;
    } else if (h->htyp == FST_HT_UPSCOPE) {
      if (--depth == in) in = -1;
    } else if (h->htyp == FST_HT_VAR && in >= 0) {
      w.is_xor[h->u.var.handle] = 1;
    }
  }
  fstReaderSetFacProcessMaskAll(r);
  fstReaderIterBlocks2(r, value_changed_plain, value_changed, &w, NULL);
  fstReaderClose(r);
  free(w.is_xor);
  return w.first == UINT64_MAX ? UINT64_MAX : w.first / 10;
}

/* ---- judging ---- */

static int named(const char *report, const char *blocks, char got[40]) {
  const char *p = strstr(report, "\nblock wt_");
  snprintf(got, 40, "none");
  if (!p) return 0;
  snprintf(got, 40, "%.*s", (int)strcspn(p + 10, "[, "), p + 10);
  size_t n = strlen(got);
  for (const char *b = blocks; *b; b += strcspn(b, ",") + (b[strcspn(b, ",")] == ','))
    if (strcspn(b, ",") == n && !strncmp(b, got, n)) return 1;
  return 0;
}

static unsigned lines(const char *s) {
  unsigned n = *s != 0;
  for (; *s; s++) n += *s == '\n';
  return n;
}

static void begin(void *ctx, wt_session *s, uint64_t cycle) {
  (void)ctx;
  now = cycle, again = 1, done = 0;
  hooks(s);
}

/* A fault that made a difference. */
static void look(sums *t, const fault *f, const char *kernel) {
  static char report[8000], err[1500];
  char block[40];
  uint64_t cycle = UINT64_MAX;
  snprintf(report, sizeof report, "%s", shared->error);
  sscanf(report, "FIRST DIFFERENCE  cycle %" SCNu64, &cycle);
  int right = named(report, f->blocks, block), n = (int)lines(report), replay = 0;
  uint64_t seen = wave_first();
  /* at the edge that is named; earlier, when the bit was flipped behind a comparison, or lay in a row that nobody looked at */
  uint64_t at = shared->at, window = cycle > 64 ? cycle - 64 : 0;
  int in_wave = seen == cycle || (f->blk && seen == at) || (f->blk && at < window && seen == window);
  t->found++, t->right += (unsigned)right, t->lines_ok += n <= LINES, t->wave_ok += (unsigned)in_wave;
  if ((unsigned)n > t->most_lines) t->most_lines = (unsigned)n;
  char *end = strstr(report, "\nwaves of both");
  if (!run(REPLAY, kernel))
    replay = shared->status == WT_DIFF && end && !strncmp(report, shared->error, (size_t)(end - report)) && !shared->error[end - report];
  t->replay_ok += (unsigned)replay;
  wt_shrunk r;
  wt_shrink_opts o = {.file = bundle, .out = small, .attempts = f->model ? 60 : f->pick ? 150 : 20, .later_only = !f->pick, .begin = begin};
  wt_status st = wt_shrink(&o, &r, err, sizeof err);
  if (!st) t->cycles[t->shrunk] = (unsigned)r.cycles, t->insns[t->shrunk++] = r.insns, t->small += r.cycles <= CYCLES || r.insns <= INSTRUCTIONS;
  if (md)
    fprintf(md, "| %s | %s | %s | %s | %d | %s | %s | %s%.0u%s%.0u |\n", f->name, kernel, block, right ? "yes" : "**no**", n,
            in_wave ? "yes" : "**no**", replay ? "yes" : "**no**", st ? "no" : "", st ? 0 : (unsigned)r.cycles, st ? "" : " / ", st ? 0 : r.insns);
  if (!right || n > LINES || !in_wave || !replay || st)
    printf("%s in %s: root %s%s, %d lines, wave from cycle %" PRId64 " (%" PRIu64 "), %s%s%s\n%.900s\n", f->name, kernel, block,
           right ? "" : " (WRONG)", n, (int64_t)seen, cycle, replay ? "replays" : "DOES NOT REPLAY", st ? ", not shrunk: " : "", st ? err : "",
           report);
  if (getenv("WT_CAMPAIGN_SHOW")) printf("---- %s\n%s\n", f->name, report);
  free(r.listing);
}

static void one(sums *t, const fault *f, unsigned first, unsigned n) {
  unsigned lost = 0;
  for (unsigned k = first; k < first + n; k++) {
    const char *kernel = kernels[k % N_KERNELS];
    unlink(wave), unlink(bundle), unlink(small);
    memset(shared, 0, sizeof *shared);
    shared->limit = 400000;
    f_now = f;
    if (run(RUN, kernel)) {
      printf("%s in %s: the run did not come to an end\n", f->name, kernel);
      lost = 1;
      continue;
    }
    if (shared->status == WT_DIFF && !strncmp(shared->error, "FIRST DIFFERENCE", 16)) {
      t->n++;
      char name[330];
      fault x = *f;
      if (f->blk)
        snprintf(name, sizeof name, "%s %s, %s", f->rtl ? "RTL" : "model", shared->where, kind_names[f->kind]),
          snprintf(x.name, sizeof x.name, "%.199s", name);
      look(t, &x, kernel);
      return;
    }
  }
  t->n++, t->lost += lost;
  if (lost) return;
  printf("without effect: %s%s%s: every output, register and memory row of both twins equal to the end\n", f->name, f->blk ? ": " : "",
         shared->where);
  if (md)
    fprintf(md, "| %s %s | %s | - | without effect: equal to the end in every output, register and memory row | | | | |\n", f->name, shared->where,
            f->blk ? kernels[first % N_KERNELS] : "all");
}

static int smaller(const void *a, const void *b) {
  return *(const unsigned *)a < *(const unsigned *)b ? -1 : *(const unsigned *)a > *(const unsigned *)b;
}

static int verdict(sums *t, const char *what, int part) {
  qsort(t->cycles, t->shrunk, sizeof *t->cycles, smaller);
  qsort(t->insns, t->shrunk, sizeof *t->insns, smaller);
  unsigned mc = t->shrunk ? t->cycles[t->shrunk / 2] : 0, mi = t->shrunk ? t->insns[t->shrunk / 2] : 0;
  char line[600];
  snprintf(line, sizeof line,
           "%s: %u faults, %u with a difference: root block right %u (%.1f %%), at most %u lines of report, first bad edge in the wave %u, replayed "
           "alike %u, "
           "shrunk %u: median %u cycles, %u instructions",
           what, t->n, t->found, t->right, t->found ? 100.0 * t->right / t->found : 0, t->most_lines, t->wave_ok, t->replay_ok, t->shrunk, mc, mi);
  printf("%s\n", line);
  if (md) fprintf(md, "\n%s.\n", line);
  /* 97 of 100; a sample of a dozen cannot tell that from one that is not found */
  unsigned may = t->found * 3 / 100 > (unsigned)!!part ? t->found * 3 / 100 : (unsigned)!!part;
  int ok = (part ? t->n : t->found) && !t->lost && t->right + may >= t->found && t->lines_ok == t->found && t->wave_ok == t->found &&
           t->replay_ok == t->found && (!t->found || mc <= CYCLES || mi <= INSTRUCTIONS) && t->shrunk + may >= t->found;
  if (!ok) printf("fault_campaign: NOT as asked\n");
  return ok ? 0 : 1;
}

static void head(void) {
  if (md) fputs("| fault | kernel | named | right | lines | wave | replay | cycles / instructions |\n|---|---|---|---|---|---|---|---|\n", md);
}

static int pokes(uint64_t seed, unsigned part, unsigned of, unsigned each) {
  static sums t;
  uint64_t rng = seed, length[POKE_KERNELS];
  const wt_ls *l = &session->x.twin->ls;
  for (unsigned k = 0; k < POKE_KERNELS; k++) {
    memset(shared, 0, sizeof *shared);
    f_now = NULL;
    shared->limit = 400000;
    if (run(RUN, kernels[k]) || shared->status) return printf("%s: %s\n", kernels[k], shared->error), 2;
    length[k] = 1000;
  }
  head();
  for (unsigned i = 0; i < l->blks->n; i++) {
    const wt_blk *b = &l->blks->blk[i];
    if (!b->chosen || b->outside) continue;
    unsigned have[KINDS] = {0};
    for (unsigned r = 0; r < b->nrows; r++) {
      have[AT_EDGE] += b->rows[r].kind == WT_ROW_FF, have[BETWEEN] += b->rows[r].kind == WT_ROW_FF;
      have[WRITTEN] += b->rows[r].kind == WT_ROW_MEM, have[PORT] += b->rows[r].kind == WT_ROW_OUT;
    }
    for (unsigned k = 0; k < 2 * each; k++) {
      uint64_t lot = wt_lot(b->stem, k);
      lot ^= lot >> 29;
      if (of > 1) rng = seed * UINT64_C(6364136223846793005) + lot; /* a part does not move when there is another block */
      fault f = {.rtl = k & 1, .blk = b, .seed = next(&rng), .kernel = wt_host_below(&rng, POKE_KERNELS)};
      snprintf(f.blocks, sizeof f.blocks, "%s", b->stem);
      snprintf(f.name, sizeof f.name, "%s %s", f.rtl ? "RTL" : "model", b->stem);
      f.cycle = 20 + next(&rng) % length[f.kernel];
      do f.kind = wt_host_below(&rng, KINDS);
      while (!have[f.kind]);
      if (lot % of == part) one(&t, &f, f.kernel, 1);
    }
  }
  return verdict(&t, "bits of state and ports", of > 1);
}

/* ---- beside the C machine ---- */

typedef struct {
  char kernel[20], block[40]; /* "none": no kernel makes a difference */
  uint64_t cycle;
} first_seen;

/* The first kernel that shows the fault, where and when. */
static first_seen first_of(wt_session *s, const fault *f) {
  first_seen got = {"none", "", 0};
  session = s, f_now = f;
  for (unsigned k = 0; k < N_KERNELS; k++) {
    unlink(wave), unlink(bundle);
    memset(shared, 0, sizeof *shared);
    shared->limit = 400000;
    if (!run(RUN, kernels[k]) && shared->status != WT_DIFF) continue;
    snprintf(got.kernel, sizeof got.kernel, "%s", kernels[k]);
    if (sscanf(shared->error, "FIRST DIFFERENCE  cycle %" SCNu64, &got.cycle) != 1) snprintf(got.kernel, sizeof got.kernel, "LOST in %s", kernels[k]);
    named(shared->error, "", got.block);
    break;
  }
  return got;
}

static struct {
  wt_session *whole, *beside;
  unsigned n, found, alike, same_cycle;
} both;
/* The cycle may be another one only because what reset leaves open holds other bits: each plug-in draws them for itself. */
static void compare(const fault *f) {
  first_seen w = first_of(both.whole, f), b = first_of(both.beside, f);
  int alike = !strcmp(w.kernel, b.kernel) && !strcmp(w.block, b.block), same = alike && w.cycle == b.cycle;
  both.n++, both.found += strcmp(w.kernel, "none") != 0, both.alike += (unsigned)alike, both.same_cycle += (unsigned)same;
  if (md)
    fprintf(md, "| %s | %s | %s | %" PRIu64 " | %s%s%s%.0" PRIu64 " |\n", f->name, w.kernel, w.block, w.cycle, alike ? "" : "**",
            alike ? "" : b.kernel, alike ? "" : "** ", same && w.cycle ? w.cycle : b.cycle);
  if (!same)
    printf("%s: lock-step: %s, %s, cycle %" PRIu64 "; beside: %s, %s, cycle %" PRIu64 "\n", f->name, w.kernel, w.block, w.cycle, b.kernel, b.block,
           b.cycle);
}
static int beside_verdict(void) {
  char line[200];
  snprintf(line, sizeof line,
           "beside the C machine: %u faults, %u with a difference, %u found in the same kernel and block as in lock-step, %u in the same cycle",
           both.n, both.found, both.alike, both.same_cycle);
  printf("%s\n", line);
  if (md) fprintf(md, "\n%s.\n", line);
  return both.n && both.alike == both.n ? 0 : 1;
}

static int expressions(const char *list, int model, unsigned only, unsigned part, unsigned of) {
  static sums t;
  char text[2000], file[150], *root;
  unsigned n;
  FILE *f = fopen(list, "r");
  if (!f) return perror(list), 2;
  if (!both.beside) head();
  else if (md) fputs("| fault | kernel | block named | cycle | cycle beside |\n|---|---|---|---:|---|\n", md);
  while (fgets(text, sizeof text, f)) {
    if (strncmp(text, "@ ", 2)) continue;
    root = strstr(text, " root=");
    if (!root || sscanf(text, "@ %u %149[^ #]", &n, file) != 2 || !strchr(file, '/')) return fprintf(stderr, "%s: %s", list, text), 2;
    if ((only && n != only) || n % of != part) continue;
    fault x = {.pick = n, .model = (unsigned)model};
    snprintf(x.blocks, sizeof x.blocks, "%.*s", (int)strcspn(root + 6, " \n"), root + 6);
    snprintf(x.name, sizeof x.name, "%u: %s", n, strrchr(file, '/') + 1);
    if (both.beside) compare(&x);
    else one(&t, &x, 0, N_KERNELS);
  }
  fclose(f);
  if (both.beside) return beside_verdict();
  return verdict(&t, model ? "changed expressions of the C twin" : "changed expressions of the RTL", of > 1 || only);
}

int main(int argc, char **argv) {
  uint64_t seed = 1;
  unsigned part = 0, of = 1, each = 2, only = 0;
  int beside = argc > 4 && !strcmp(argv[1], "beside"), ex = beside || (argc > 4 && !strcmp(argv[1], "expressions"));
  int model = argc > 3 && !strcmp(argv[1], "model");
  if (argc < 3 || (!ex && !model && strcmp(argv[1], "pokes")))
    return fprintf(stderr, "usage: fault_campaign pokes BUILD | expressions BUILD TREE LIST | model BUILD LIST | beside BUILD TREE LIST\n"), 2;
  build_dir = realpath(argv[2], NULL);
  if (ex) setenv("WARPTWIN_ROOT", argv[3], 1);
  for (int i = 3 + 2 * ex + model; i + 1 < argc; i += 2) {
    if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 0);
    else if (!strcmp(argv[i], "--each")) each = (unsigned)atoi(argv[i + 1]);
    else if (!strcmp(argv[i], "--pick")) only = (unsigned)atoi(argv[i + 1]);
    else if (!strcmp(argv[i], "--part")) sscanf(argv[i + 1], "%u/%u", &part, &of);
    else if (!strcmp(argv[i], "--md")) md = fopen(argv[i + 1], "w");
    else return fprintf(stderr, "fault_campaign: %s?\n", argv[i]), 2;
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || !build_dir || !mkdtemp(dir) || !of) return fprintf(stderr, "fault_campaign: no memory or no folder\n"), 2;
  snprintf(wave, sizeof wave, "%s/m.fst", dir), snprintf(bundle, sizeof bundle, "%s/m.wtck", dir), snprintf(small, sizeof small, "%s/s.wtck", dir);
  wt_options o = {.backend = WT_BACKEND_COSIM, .preset = "small", .seed = 1};
  for (int b = beside; b >= 0; b--) {
    if (wt_session_open(&o, &session) || (b && wt_set_beside(session, "all")) || wt_session_start(session))
      return fprintf(stderr, "fault_campaign: %s\n", session ? wt_error(session) : wt_error(NULL)), 2;
    wt_set_quiet(session, 1);
    if (b) both.beside = session;
    else both.whole = session;
  }
  int rc = ex || model ? expressions(argv[3 + ex], model, only, part % of, of) : pokes(seed, part % of, of, each);
  char gtkw[100];
  snprintf(gtkw, sizeof gtkw, "%s/m.gtkw", dir);
  unlink(wave), unlink(bundle), unlink(small), unlink(gtkw);
  rmdir(dir);
  if (md) fclose(md);
  wt_session_close(both.whole);
  if (both.beside) wt_session_close(both.beside);
  return rc;
}
