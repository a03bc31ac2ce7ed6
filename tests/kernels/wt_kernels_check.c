/* wt_kernels_check.c - development check of the committed kernels.
 *
 * wt_kernels_check [-d] [-m MANIFEST] FILE.cubin...
 * Of every kernel in every file: the code that can be reached must be in the supported set, row and modifiers. A file
 * must be smaller than 64 KiB. -d also prints the reachable code. -m also checks that the manifest and the files agree
 * (MANIFEST lists exactly these cubins; names, kernels and host references exist beside it).
 * Exit code: 0 all good, 1 something was reported, 2 bad usage or unreadable input.
 */
#include "isa/wt_cfg.h"
#include "isa/wt_cubin.h"
#include "isa/wt_dis.h"
#include "isa/wt_service.h"
#include "oracle/wt_sem.h"
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "warptwin_host.h"

enum { MAX_BYTES = 64 * 1024 };

static int bad; /* findings so far */

static void report(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  putchar('\n');
  bad++;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Why the word is not executed, or NULL. */
static const char *refusal(wt_word w) {
  unsigned id = wt_isa_find(w);
  wt_sem_insn insn;
  if (id == WT_I_INVALID) return "unknown opcode";
  if (!wt_isa_rows[id].supported) return "row is not supported";
  if (wt_sem_decode(w, &insn)) return insn.why ? insn.why : "refused by the oracle";
  return NULL;
}

static void check_code(const char *file, const wt_cubin_kernel *kernel, int list) {
  wt_cfg_in in = {
    .code = kernel->code, .n = kernel->n, .targets = kernel->brx, .ntargets = kernel->nbrx, .funcs = kernel->func, .nfuncs = kernel->nfunc};
  const wt_word *code = kernel->code;
  wt_cfg cfg;
  char err[256], line[WT_DIS_MAX];
  if (wt_cfg_build(&in, &cfg, err, sizeof err)) {
    report("%s: %s: %s", file, kernel->name, err);
    return;
  }
  if (list) printf("%s: %s: %u of %u instructions\n", file, kernel->name, cfg.nreach, kernel->n);
  for (uint32_t k = 0; k < cfg.nreach; k++) {
    uint32_t i = cfg.reach[k];
    const char *why = refusal(code[i]);
    wt_dis_short(code[i], i * 16, line, sizeof line);
    if (list) printf("  %04x  %s\n", (unsigned)i * 16, line);
    if (why) report("%s: %s: 0x%04x: %s: %s", file, kernel->name, (unsigned)i * 16, line, why);
  }
  wt_cfg_free(&cfg);
}

/* Runs over the kernels; with find set, only looks for that one. Returns the number of kernels seen. */
static int walk_kernels(const wt_cubin *c, const char *file, int list, const char *find) {
  int seen = 0;
  for (size_t i = 0; i < c->nkernels; i++) {
    if (find && strcmp(c->kernel[i].name, find)) continue;
    if (!find) check_code(file, &c->kernel[i], list);
    seen++;
  }
  return seen;
}

/* The file as a new buffer of *size bytes; leaves the program when it cannot be read. */
static char *read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  char *buf = malloc(MAX_BYTES + 1);
  if (!f || !buf) {
    fprintf(stderr, "wt_kernels_check: %s: cannot read; give the path of a cubin\n", path);
    exit(WT_USAGE);
  }
  *size = fread(buf, 1, MAX_BYTES + 1, f);
  fclose(f);
  return buf;
}

static int check_cubin(const char *path, int list, const char *find) {
  size_t size;
  char *buf = read_file(path, &size), err[300];
  wt_cubin c;
  int seen = 0;
  if (size >= MAX_BYTES) {
    report("%s: not smaller than 64 KiB", base_name(path));
  } else if (wt_cubin_parse(buf, size, base_name(path), &c, err, sizeof err)) {
    report("%s", err);
  } else if (wt_service_link(&c, UINT64_C(0x7f0000000000), err, sizeof err)) {
    report("%s: %s", base_name(path), err);
    wt_cubin_free(&c);
  } else {
    seen = walk_kernels(&c, base_name(path), list, find);
    wt_cubin_free(&c);
  }
  free(buf);
  return seen;
}

static const char *text(const json_t *entry, const char *key) { return json_string_value(json_object_get(entry, key)); }

static void beside(const char *dir, const char *name, const char *ext, char *out, size_t n) { snprintf(out, n, "%s/%s%s", dir, name, ext); }

static void check_kernel_name(const char *name, const char *cubin_path, const json_t *kernel) {
  const char *k = json_string_value(kernel);
  if (!k || check_cubin(cubin_path, 0, k) != 1) report("manifest: %s: kernel %s is not in the cubin", name, k ? k : "?");
}

/* Does the host reference ask how large its inputs are? -1: no such file. */
static int asks_for_scale(const char *path) {
  char line[1000];
  int asks = 0;
  FILE *f = fopen(path, "r");
  if (!f) return -1;
  while (fgets(line, sizeof line, f)) asks |= strstr(line, "wt_host_scale(") != NULL;
  fclose(f);
  return asks;
}

/* "medium" says that the inputs have sizes, and the reference must know it. */
static void check_sizes(const char *name, const char *host_path, const json_t *medium) {
  json_int_t n = json_integer_value(medium);
  int asks = asks_for_scale(host_path);
  if (medium && (n < 2 || n > WT_HOST_SCALE_MAX)) report("manifest: %s: medium is 2 to %d", name, WT_HOST_SCALE_MAX);
  if (asks == 1 && !medium) report("manifest: %s: its host reference has sizes; which one is medium?", name);
  if (asks == 0 && medium) report("manifest: %s: medium, but its host reference does not call wt_host_scale", name);
}

static void check_entry(const char *dir, const json_t *e) {
  const char *name = text(e, "name"), *cubin = text(e, "cubin"), *host = text(e, "host");
  const json_t *kernel = json_object_get(e, "kernel");
  char path[1024];
  if (!name || !cubin || !host || !kernel || !text(e, "note") || !json_is_boolean(json_object_get(e, "deterministic")) ||
      !json_is_integer(json_object_get(e, "launches")) || !json_is_integer(json_object_get(e, "warp_min")) ||
      !json_is_integer(json_object_get(e, "warp_max"))) {
    report("manifest: %s: a member is missing or of the wrong type", name ? name : "entry without a name");
    return;
  }
  beside(dir, name, ".cu", path, sizeof path);
  if (access(path, R_OK)) report("manifest: %s: no source", name);
  beside(dir, host, ".c", path, sizeof path);
  if (access(path, R_OK)) report("manifest: %s: no host reference", name);
  check_sizes(name, path, json_object_get(e, "medium"));
  beside(dir, cubin, "", path, sizeof path);
  if (access(path, R_OK)) report("manifest: %s: no cubin", name);
  else if (!json_is_array(kernel)) check_kernel_name(name, path, kernel);
  else
    for (size_t i = 0; i < json_array_size(kernel); i++) check_kernel_name(name, path, json_array_get(kernel, i));
}

static int listed(const json_t *list, const char *cubin) {
  int n = 0;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *c = text(json_array_get(list, i), "cubin");
    n += c && !strcmp(c, cubin);
  }
  return n;
}

static void check_manifest(const char *path, char **cubins, int n) {
  json_error_t err;
  json_t *list = json_load_file(path, JSON_REJECT_DUPLICATES, &err);
  char dir[512];
  if (!json_is_array(list)) {
    report("%s:%d: %s", path, err.line, list ? "not an array" : err.text);
    json_decref(list);
    return;
  }
  const char *name = base_name(path);
  snprintf(dir, sizeof dir, "%.*s", name == path ? 1 : (int)(name - path - 1), name == path ? "." : path);
  for (size_t i = 0; i < json_array_size(list); i++) check_entry(dir, json_array_get(list, i));
  for (int i = 0; i < n; i++)
    if (listed(list, base_name(cubins[i])) != 1) report("manifest: %s is not listed once", base_name(cubins[i]));
  if (json_array_size(list) != (size_t)n) report("manifest: %zu entries, %d cubins", json_array_size(list), n);
  json_decref(list);
}

int main(int argc, char **argv) {
  const char *manifest = NULL;
  int list = 0, kernels = 0;
  for (int c; (c = getopt(argc, argv, "dm:")) != -1;) {
    if (c == 'd') list = 1;
    else if (c == 'm') manifest = optarg;
    else return WT_USAGE;
  }
  if (optind == argc) {
    fprintf(stderr, "usage: wt_kernels_check [-d] [-m MANIFEST] FILE.cubin...\n");
    return WT_USAGE;
  }
  for (int i = optind; i < argc; i++) kernels += check_cubin(argv[i], list, NULL);
  if (manifest) check_manifest(manifest, argv + optind, argc - optind);
  printf("%d kernels in %d cubins, %d findings\n", kernels, argc - optind, bad);
  return bad ? WT_DIFF : WT_OK;
}
