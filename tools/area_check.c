/* area_check.c - host tool: elaborates every block with Yosys and compares state bits, memory ports and signals with the rows and the
 * structures of the size table.
 *
 *   area_check run BUILD [--long]           every shape of the list (long: many more random ones); the check itself
 *   area_check yosys MODULE|FILE.sv DIR CACHE   one module with DIR/wt_pkg.sv; DIR/MODULE.sum; any Yosys warning is an error
 *   area_check emit DIR PRESET [KEY=VALUE...]   package and Verilator configuration of a shape; DIR/blocks = its modules
 *   area_check expect FF MEM FILE.sum       does this summary hold these bits and nothing else?
 * Nothing is optimised away in the netlist, so bits are equal or wrong. Ports of a memory are counted as different addresses. A module is
 * elaborated once for all shapes whose package numbers it uses are the same; results are kept under the hash of sources, numbers and tool
 * version.
 * Exit: 0 equal, 1 different, 2 bad usage or unreadable input.
 */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "area_check.h"
#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_src.h"

static int usage(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fputs("area_check: ", stderr);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
  va_end(ap);
  return 2;
}

/* What a result depends on beside sources and numbers. */
static const char salt[] = WT_AREA_SCRIPT WT_AREA_LINT WT_AREA_FORMAT;

static int load_sources(void) {
  char err[700];
  return wt_src_load(".", err, sizeof err) ? usage("%s; run it from the top of the tree", err) : 0;
}

/* ---- one module ---- */

/* Runs Yosys on the module and writes the summary; 0 done, else one or more lines on stderr. */
static int elaborate(int module, const char *pkg_path, const char *sum_path, const char *label, int lint) {
  char dir[800], cmd[8000], files[4000] = "", part[900];
  int n;
  if (wt_src_files(module, files, sizeof files)) return usage("%s needs too many files", wt_src_module(module));
  snprintf(dir, sizeof dir, "%s.tmp%d", sum_path, (int)getpid());
  if (mkdir(dir, 0777)) return usage("%s: cannot create: %s", dir, strerror(errno));
#define COMMAND(script) \
  "yosys -q -e . -p 'read_verilog -sv %s; read_verilog -sv -Irtl -DSYNTHESIS%s; hierarchy -check -top %s;" script "' >%s/log 2>&1"
  n = lint ? snprintf(cmd, sizeof cmd, COMMAND(WT_AREA_LINT), pkg_path, files, wt_src_module(module), dir, dir)
           : snprintf(cmd, sizeof cmd, COMMAND(WT_AREA_SCRIPT), pkg_path, files, wt_src_module(module), dir, dir);
  if (n < 0 || (size_t)n >= sizeof cmd) return usage("%s needs too many files", wt_src_module(module));
  int bad = system(cmd);
  if (bad) {
    fprintf(stderr, "%s: Yosys refuses it with the package of %s:\n", wt_src_module(module), label);
    snprintf(cmd, sizeof cmd, "grep -v '^$' %s/log | tail -n 3 >&2", dir);
    if (system(cmd)) bad = 1;
  } else {
    snprintf(part, sizeof part, "%s/sum", dir);
    bad = wt_area_summarise(dir, wt_src_module(module), part) || rename(part, sum_path);
  }
  static const char *const made[] = {"log", "n.json", "sum"};
  for (int i = 0; i < 3; i++) snprintf(part, sizeof part, "%s/%s", dir, made[i]), remove(part);
  rmdir(dir);
  return bad ? 2 : 0;
}

/* ---- shapes ---- */

/* Presets, then corners: 1, 2, 3, 31, 32, 33 and 63 entries where a key allows them, 1, 8 and 48 warps, widths that are no power of two. Corners of
 * different keys share a shape where they do not meet in a block. */
static const char *const fixed_shapes[] = {
  "default", "small", "tiny", "thesis-tesla", "small DIVERGENCE=hanoi", "small DIVERGENCE=simt_stack", "small DIVERGENCE=barrier",
  "small DIVERGENCE=multipath", "tiny WARPS=1 CTAS=1 COLLECTORS=1 IBUF_DEPTH=1 LSU_ENTRIES=1 LSU_LINES=1 BX_REGS=1 WSYNC_SLOTS=1",
  "tiny WARPS=1 SCOREBOARD=coon SB_ENTRIES=16 DIVERGENCE=barrier BX_REGS=1 WSYNC_SLOTS=1",
  "tiny WARP_SIZE=2 LANES=2 RF_BANKS=2 SMEM_BANKS=2 SCOREBOARD=coon SB_ENTRIES=2 DIVERGENCE=hanoi WS_DEPTH=2 REC_DEPTH=1",
  "tiny WARPS=3 CTAS=3 COLLECTORS=3 IBUF_DEPTH=3 LSU_ENTRIES=3 LSU_LINES=3 BX_REGS=3 WSYNC_SLOTS=3 SCOREBOARD=coon SB_ENTRIES=3 SB_SPLIT=1",
  "tiny WARPS=8 CTAS=31 LSU_LINES=31 COLLECTORS=5 LANES=2 DIVERGENCE=hanoi WS_DEPTH=31 REC_DEPTH=31",
  "tiny WARP_SIZE=8 CTAS=32 LSU_LINES=32 RF_BANKS=32 REGS=1024 SMEM_BANKS=32 SMEM_BYTES=2048 OPREAD=naive DIVERGENCE=simt_stack STACK_DEPTH=10",
  "tiny WARP_SIZE=8 LANES=8 LSU_LINES=33 IBUF_DEPTH=8 COLLECTORS=16 DIVERGENCE=hanoi WS_DEPTH=33 REC_DEPTH=33",
  "tiny WARPS=48 LSU_LINES=63 LSU_ENTRIES=16 BX_REGS=15 WSYNC_SLOTS=8 ALU_STAGES=2 FP_LAT=7 FP64_LAT=9",
  "tiny WARPS=48 DIVERGENCE=simt_stack STACK_DEPTH=63", "tiny WARPS=6 SUBCORES=2 SHARE_QUEUE=3 SCOREBOARD=codes",
  "tiny WARPS=6 SUBCORES=2 FP64_AT=sm FP64_LAT=6 SCOREBOARD=codes",
  /* control-flow units: entries of their tables, warps, odd widths */
  "tiny DIVERGENCE=hanoi WS_DEPTH=3 REC_DEPTH=5 BX_REGS=7", "tiny WARPS=1 DIVERGENCE=hanoi WS_DEPTH=63 REC_DEPTH=63",
  "tiny DIVERGENCE=hanoi WS_DEPTH=32 REC_DEPTH=32 WARPS=3", "tiny DIVERGENCE=simt_stack STACK_DEPTH=2 WARPS=1 BX_REGS=1",
  "tiny DIVERGENCE=simt_stack STACK_DEPTH=3", "tiny DIVERGENCE=simt_stack STACK_DEPTH=31 WARPS=3", "tiny DIVERGENCE=simt_stack STACK_DEPTH=32",
  "tiny DIVERGENCE=simt_stack STACK_DEPTH=33 WARP_SIZE=8", "tiny DIVERGENCE=barrier CB_MASKS=lane",
  "tiny WARP_SIZE=8 DIVERGENCE=barrier BX_REGS=3 WSYNC_SLOTS=3", "tiny DIVERGENCE=multipath OREC=1 RT_DEPTH=1",
  "tiny DIVERGENCE=multipath WARP_SIZE=8 RT_DEPTH=5", "tiny DIVERGENCE=multipath WARPS=1 OREC=1 RT_DEPTH=8 WSYNC_SLOTS=1",
  "tiny DIVERGENCE=multipath RT_DEPTH=2 WARPS=3", "tiny DIVERGENCE=multipath RT_DEPTH=3 SCOREBOARD=coon SB_SPLIT=1",
  "tiny DIVERGENCE=multipath RT_DEPTH=31", "tiny DIVERGENCE=multipath RT_DEPTH=32 OREC=1", "tiny DIVERGENCE=multipath RT_DEPTH=33",
  "tiny DIVERGENCE=multipath RT_DEPTH=63", "tiny SCOREBOARD=coon SB_SPLIT=1", "default SCOREBOARD=coon",
  /* dynamic warp resizing: the thesis' geometry, no delay, one way, one large warp, a warp a slot */
  "thesis-tesla GROUPING=dwr", "small GROUPING=dwr ILT_WAYS=5", "tiny GROUPING=dwr PST_LATENCY=0 ILT_WAYS=1",
  "tiny GROUPING=dwr WARPS=6 PST_LATENCY=1 ILT_SETS=8 ILT_WAYS=3",
  /* first-level cache: ways, sectors, tables of one entry */
  "small L1_BYTES=2048", "tiny L1_BYTES=768 L1_WAYS=3 L1_PRT=3 L1_SECTOR=64", "tiny L1_BYTES=128 L1_WAYS=1 L1_SECTOR=128 L1_PRT=1 LSU_LINES=1",
  "tiny L1_BYTES=512 L1_WAYS=2 L1_LINE=32 COAL_BYTES=32",
  /* what a policy reads of it: one warp, warps that are no power of two, several sub-cores */
  "tiny CCWS=on L1_BYTES=512 WARPS=1", "tiny CCWS=on L1_BYTES=768 L1_WAYS=3 L1_LINE=64 COAL_BYTES=64 WARPS=3",
  "small CCWS=on L1_BYTES=2048 SUBCORES=2", NULL};
/* only with --long */
static const char *const long_shapes[] = {"tiny WARPS=31",
                                          "tiny WARPS=33",
                                          "tiny WARPS=63",
                                          "default LANES=32",
                                          "default WARPS=64",
                                          "default WARP_SIZE=64 WARPS=16",
                                          "small WARPS=48",
                                          "default DIVERGENCE=hanoi",
                                          "default DIVERGENCE=simt_stack",
                                          "default DIVERGENCE=barrier",
                                          "default DIVERGENCE=multipath",
                                          "small WARPS=48 DIVERGENCE=multipath",
                                          NULL};

/* A random legal shape, small enough that fifty of them are elaborated in the time of the check. */
static void random_shape(char *text, size_t n, unsigned *seed) {
  wt_shape S;
  char err[300];
  do {
    int k = snprintf(text, n, "tiny");
    for (unsigned i = 0; i < wt_nkeys; i++) {
      const wt_key *key = &wt_keys[i];
      char buf[16];
      unsigned v = key->min + (unsigned)rand_r(seed) % (key->max - key->min + 1), cap = 16;
      if (key->kind != 'S' || key->min == key->max || rand_r(seed) % 3 == 0) continue;
      if (!strcmp(key->name, "WARP_SIZE") || !strcmp(key->name, "LANES")) cap = 4;
      if (!strcmp(key->name, "WARPS")) cap = 6;
      if (!strcmp(key->name, "L1_BYTES")) v = rand_r(seed) % 2 ? 0 : 1536u << (unsigned)rand_r(seed) % 2, cap = v;
      if (!strcmp(key->name, "L1_LINE")) v = cap = 32u << (unsigned)rand_r(seed) % 3;
      if (strcmp(key->name, "REGS") && strcmp(key->name, "SMEM_BYTES") && v > cap) v = 1 + v % cap;
      if (!strcmp(key->name, "REGS")) v = 512u << (unsigned)rand_r(seed) % 3;
      if (!strcmp(key->name, "SMEM_BYTES")) v = 1024u << (unsigned)rand_r(seed) % 3;
      if (v < key->min || wt_area_unnamed(key, v)) continue;
      k += snprintf(text + k, n - (size_t)k, " %s=%s", key->name, wt_key_text(key, v, buf));
      if (!strcmp(key->name, "L1_LINE")) k += snprintf(text + k, n - (size_t)k, " COAL_BYTES=%u", v); /* the one mode that a rule is about */
    }
  } while (wt_shape_words(&S, text, err, sizeof err));
}

/* ---- the check ---- */

typedef struct {
  char text[600], dir[600];
  wt_shape S;
  wt_blks *b;
  char (*key)[40]; /* of every block */
} shape;

typedef struct {
  char key[40];
  int module;
  unsigned shape;
} job;

static int emit(const char *dir, const wt_shape *S) {
  char err[400], path[1024];
  if (wt_gen_dir(dir, S, NULL, 0, err, sizeof err)) return usage("%s", err);
  snprintf(path, sizeof path, "%s/blocks", dir);
  FILE *f = fopen(path, "w");
  wt_blks *b = wt_blks_new(S);
  if (!f || !b) return usage("cannot write %s", path);
  for (unsigned i = 0; i < b->n; i++)
    if (!b->blk[i].outside && b->blk[i].chosen) fprintf(f, "wt_%s\n", b->blk[i].stem);
  wt_blks_free(b);
  return fclose(f) ? 2 : 0;
}

static char *package_of(const wt_shape *S) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return NULL;
  wt_gen_pkg(f, S);
  fclose(f);
  return text;
}

/* Makes the summaries that are missing, WT_JOBS (2) at a time; the number of modules that could not be elaborated. */
static unsigned run_jobs(const job *j, unsigned n, shape *s, const char *cache) {
  const char *env = getenv("WT_JOBS");
  unsigned width = env && atoi(env) > 0 ? (unsigned)atoi(env) : 2, running = 0, bad = 0;
  for (unsigned i = 0; i < n || running;) {
    if (i < n && running < width) {
      char pkg[700], sum[700];
      snprintf(pkg, sizeof pkg, "%s/wt_pkg.sv", s[j[i].shape].dir), snprintf(sum, sizeof sum, "%s/%s.sum", cache, j[i].key);
      fflush(stdout), fflush(stderr);
      pid_t p = fork();
      if (!p) _exit(elaborate(j[i].module, pkg, sum, s[j[i].shape].text, 0));
      if (p > 0) running++;
      else bad++;
      i++;
      continue;
    }
    int st;
    if (wait(&st) < 0) break;
    running--;
    bad += !WIFEXITED(st) || WEXITSTATUS(st);
  }
  return bad;
}

static int fixture(const char *build, const char *cache) {
  char sum[700], pkg[700];
  snprintf(sum, sizeof sum, "%s/fixture.sum", cache), snprintf(pkg, sizeof pkg, "%s/bits/shapes/0/wt_pkg.sv", build);
  int m = wt_src_add("tests/fixtures/bad_struct_array.sv");
  if (m < 0 || elaborate(m, pkg, sum, "the fixture", 0)) return 2;
  wt_area_sum s;
  int blind = wt_area_load(sum, &s) || (s.ff == 0 && s.mem == 32);
  remove(sum);
  if (blind) return fprintf(stderr, "area-check: tests/fixtures/bad_struct_array.sv was accepted; the comparison is blind\n"), 1;
  printf("fixture bad_struct_array.sv: rejected, as it must be (Yosys builds %" PRIu64 " of its 32 bits)\n", s.ff + s.mem);
  return 0;
}

static int run(const char *build, int all) {
  char cache[600], path[2600], err[400];
  unsigned nfixed = 0, nlong = 0, nrandom = all ? 1000 : 20, n, njobs = 0, seed = 20, bad = 0, blocks = 0, mems = 0;
  while (fixed_shapes[nfixed]) nfixed++;
  while (all && long_shapes[nlong]) nlong++;
  n = nfixed + nlong + nrandom;
  shape *s = calloc(n, sizeof *s);
  job *jobs = NULL;
  snprintf(cache, sizeof cache, "%s/bits/cache", build);
  snprintf(path, sizeof path, "rm -rf %s/bits/shapes %s/*.sum.tmp* && mkdir -p %s %s/bits/shapes", build, cache, cache, build);
  if (!s || system(path)) return usage("%s: cannot prepare the folder", build);
  for (unsigned i = 0; i < n; i++) {
    if (i < nfixed) snprintf(s[i].text, sizeof s[i].text, "%s", fixed_shapes[i]);
    else if (i < nfixed + nlong) snprintf(s[i].text, sizeof s[i].text, "%s", long_shapes[i - nfixed]);
    else random_shape(s[i].text, sizeof s[i].text, &seed);
    if (wt_shape_words(&s[i].S, s[i].text, err, sizeof err)) return usage("%s: %s", s[i].text, err);
    s[i].b = wt_blks_new(&s[i].S);
    s[i].key = calloc(s[i].b->n, sizeof *s[i].key);
    snprintf(s[i].dir, sizeof s[i].dir, "%s/bits/shapes/%u", build, i);
    char *pkg = package_of(&s[i].S);
    if (!pkg || mkdir(s[i].dir, 0777) || wt_gen_dir(s[i].dir, &s[i].S, NULL, 0, err, sizeof err)) return usage("%s: cannot write", s[i].dir);
    for (unsigned b = 0; b < s[i].b->n; b++) {
      const wt_blk *x = &s[i].b->blk[b];
      char name[64];
      snprintf(name, sizeof name, "wt_%s", x->stem);
      int m = x->outside || !x->chosen ? -1 : wt_src_find(name);
      if (m < 0) continue;
      wt_src_key(m, pkg, salt, s[i].key[b]);
      snprintf(path, sizeof path, "%s/%s.sum", cache, s[i].key[b]);
      int known = !access(path, R_OK);
      for (unsigned q = 0; q < njobs && !known; q++) known = !strcmp(jobs[q].key, s[i].key[b]);
      if (known) continue;
      job *more = realloc(jobs, (njobs + 1) * sizeof *jobs);
      if (!more) return usage("out of memory");
      jobs = more;
      jobs[njobs].module = m, jobs[njobs].shape = i;
      memcpy(jobs[njobs++].key, s[i].key[b], 40);
    }
    free(pkg);
  }
  int rc = fixture(build, cache);
  if (rc) return rc;
  bad += run_jobs(jobs, njobs, s, cache);
  snprintf(path, sizeof path, "%s/bits/table", build);
  FILE *table = fopen(path, "w");
  if (!table) return usage("%s: cannot write", path);
  for (unsigned i = 0; i < n; i++)
    for (unsigned b = 0; b < s[i].b->n; b++) {
      const wt_blk *x = &s[i].b->blk[b];
      wt_area_sum sum;
      if (x->outside || !x->chosen) continue;
      snprintf(path, sizeof path, "%s/%s.sum", cache, s[i].key[b]);
      if (wt_area_load(path, &sum)) {
        bad++, printf("%s, %s: no netlist\n", x->stem, s[i].text);
        continue;
      }
      int ok = wt_area_compare(s[i].b, x, &sum, s[i].text, table);
      if (!i && getenv("V") && *getenv("V") == '1') wt_area_row(stdout, x, &sum);
      bad += !ok, blocks++, mems += sum.nmem;
    }
  fclose(table);
  rc = wt_area_self_test(s[0].b, cache, s[0].key);
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  printf("area-check: %u shapes (%u random), %u netlists of blocks, %u memories: %u differ; %u elaborated now in %.0f s of processor time; table in "
         "%s/bits/table\n",
         n, nrandom, blocks, mems, bad, njobs, (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec, build);
  for (unsigned i = 0; i < n; i++) wt_blks_free(s[i].b), free(s[i].key);
  free(s), free(jobs);
  return bad || rc ? 1 : 0;
}

static int cmd_yosys(const char *what, const char *dir, const char *cache) {
  char pkg_path[700], sum[700], to[800], key[40];
  const char *base = strrchr(what, '/') ? strrchr(what, '/') + 1 : what;
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
  if (load_sources()) return 2;
  int m = wt_src_find(name) < 0 ? wt_src_add(what) : wt_src_find(name);
  if (m < 0) return usage("%s: no such module, and no file to read", what);
  snprintf(pkg_path, sizeof pkg_path, "%s/wt_pkg.sv", dir);
  char *pkg = wt_src_slurp(pkg_path);
  if (!pkg) return usage("%s: cannot read", pkg_path);
  wt_src_key(m, pkg, salt, key);
  free(pkg);
  snprintf(sum, sizeof sum, "%s/%s.lint", cache, key);
  wt_area_sum s;
  if (access(sum, R_OK) && elaborate(m, pkg_path, sum, dir, 1)) return 1;
  if (wt_area_load(sum, &s)) return usage("%s: unreadable summary", sum);
  if (s.latch) return fprintf(stderr, "%s: ERROR: %" PRIu64 " latches\n", wt_src_module(m), s.latch), 1;
  snprintf(to, sizeof to, "cp %s %s/%s.sum", sum, dir, wt_src_module(m));
  return system(to) ? 2 : 0;
}

int main(int argc, char **argv) {
  char err[400];
  wt_shape S;
  if (argc >= 3 && argc <= 4 && !strcmp(argv[1], "run")) return load_sources() ? 2 : run(argv[2], argc == 4 && !strcmp(argv[3], "--long"));
  if (argc == 5 && !strcmp(argv[1], "yosys")) return cmd_yosys(argv[2], argv[3], argv[4]);
  if (argc >= 4 && !strcmp(argv[1], "emit")) {
    char text[600] = "";
    for (int i = 3; i < argc; i++) strncat(text, argv[i], sizeof text - strlen(text) - 2), strcat(text, " ");
    return wt_shape_words(&S, text, err, sizeof err) ? usage("%s", err) : emit(argv[2], &S);
  }
  if (argc == 5 && !strcmp(argv[1], "expect")) {
    wt_area_sum s;
    if (wt_area_load(argv[4], &s)) return usage("%s: unreadable summary", argv[4]);
    return !(s.ff == strtoull(argv[2], NULL, 10) && s.mem == strtoull(argv[3], NULL, 10) && !s.latch);
  }
  return usage("usage: area_check run|yosys|emit|expect ... (see the head of its source)");
}
