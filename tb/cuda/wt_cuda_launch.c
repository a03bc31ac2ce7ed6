/* wt_cuda_launch.c - kernel launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/wt_cuda.h"
#include "cuda/wt_cuda_env.h"

enum { NESTED = 16 };

/* ---- <<<...>>>: a stack of configurations in every thread ---- */

typedef struct {
  wt_dim3 grid, block;
  size_t smem;
  void *stream;
} config;
static _Thread_local config pushed[NESTED];
static _Thread_local unsigned n_pushed;

CUDA_API unsigned __cudaPushCallConfiguration(wt_dim3 grid, wt_dim3 block, size_t smem, void *stream) {
  if (n_pushed == NESTED) return wt_cuda_say("a launch within the arguments of %d others is not launched, launch it before them", NESTED), 1;
  pushed[n_pushed++] = (config){grid, block, smem, stream};
  return 0;
}
CUDA_API wt_cuda_error __cudaPopCallConfiguration(wt_dim3 *grid, wt_dim3 *block, size_t *smem, void *stream) {
  const config *c = n_pushed ? &pushed[--n_pushed] : NULL;
  if (!c) LOCAL(CUDA_MISSING_CONFIGURATION);
  if (OUT(grid, c->grid) || OUT(block, c->block) || OUT(smem, c->smem) || OUT(stream, c->stream)) LOCAL(CUDA_INVALID);
  return CUDA_OK;
}

/* ---- launches ---- */

/* Copies of the parameters, behind each other in *bytes. */
static wt_cuda_error read_args(wt_module *m, const char *name, unsigned n, void **theirs, wt_arg *args, unsigned char **bytes) {
  size_t total = 0;
  wt_param p;
  for (unsigned i = 0; i < n; i++) {
    if (wt_kernel_param(wt_cuda.s, m, name, i, &p)) return CUDA_IMAGE;
    args[i] = (wt_arg){NULL, p.size};
    total += p.size;
  }
  if (!(*bytes = malloc(total ? total : 1))) return CUDA_NO_MEMORY;
  unsigned char *at = *bytes;
  for (unsigned i = 0; i < n; at += args[i++].size) {
    void *from;
    if (wt_cuda_get(&from, theirs + i, sizeof from) || wt_cuda_get(at, from, args[i].size)) return CUDA_INVALID;
    args[i].data = at;
  }
  return CUDA_OK;
}

static void tell(const char *name, wt_dim3 g, wt_dim3 b, const wt_counters *before) {
  const wt_counters *c = wt_stats(wt_cuda.s);
  uint64_t cycles = c->cycles - before->cycles, insns = c->warp_instructions - before->warp_instructions;
  if (!wt_cuda.verbose) return;
  fflush(stdout);
  fprintf(stderr, "warptwin: launch %u: %s <<<(%u,%u,%u), (%u,%u,%u)>>> %llu cycles, IPC %.3f\n", wt_cuda.launches, name, g.x, g.y, g.z, b.x, b.y,
          b.z, (unsigned long long)cycles, cycles ? (double)insns / (double)cycles : 0.0);
}

/* A launch that cannot be: as on a GPU an error that many programs do not look at, so it is said as well. */
enum { FOR_ANY, FOR_THIS_SHAPE };
static wt_cuda_error impossible(const char *name, wt_cuda_error e, int whose, const char *why) {
  wt_cuda_say("%s is not launched: %s", name, why);
  wt_cuda.not_launched++, wt_cuda.too_large += whose == FOR_THIS_SHAPE;
  wt_cuda_report();
  return e;
}

/* ran: a kernel that was refused when it had begun is a launch all the same. */
static wt_cuda_error after(wt_status st, const char *name, int ran) {
  const char *why = wt_error(wt_cuda.s);
  switch (st) {
    case WT_OK: return CUDA_OK;
    case WT_UNSUPPORTED: wt_cuda.launches -= !ran; return wt_cuda_refuse(name, CUDA_NOT_SUPPORTED, "%s", why);
    case WT_USAGE: wt_cuda.launches--; return impossible(name, CUDA_RESOURCES, FOR_THIS_SHAPE, why);
    default: return wt_cuda_stick(st, "");
  }
}

/* HAZARDS=run: the launch came to its end, and the program goes on with what it wrote; exec does not end with 0. */
static wt_status let_through(uint64_t hazards) {
  wt_cuda_say("%s", wt_error(wt_cuda.s));
  wt_cuda_alive()->hazards += hazards;
  return WT_OK;
}

static wt_cuda_error check(wt_module *m, const char *name, wt_dim3 g, wt_dim3 b, size_t smem, unsigned limit, int cooperative) {
  const uint64_t plane = (uint64_t)b.x * b.y, threads = plane > 1024 ? plane : plane * b.z; /* the product of three is no number of 64 bits */
  char why[300];
  if (!g.x || !g.y || !g.z || !threads || b.z > 64 || threads > 1024 || g.x > 0x7fffffff || g.y > 65535 || g.z > 65535) {
    snprintf(why, sizeof why, "a grid of %u,%u,%u blocks of %u,%u,%u threads cannot be: %s", g.x, g.y, g.z, b.x, b.y, b.z,
             threads > 1024                 ? "the limit of a block is 1024 threads"
             : threads && b.z > 64          ? "the limits of a block are 1024,1024,64"
             : threads && g.x && g.y && g.z ? "the limits of a grid are 2147483647,65535,65535"
                                            : "each number is at least 1");
    return impossible(name, CUDA_CONFIGURATION, FOR_ANY, why);
  }
  if (limit && smem > limit - 1) {
    snprintf(why, sizeof why, "%zu bytes of dynamic shared memory, the program set its limit to %u (cudaFuncAttributeMaxDynamicSharedMemorySize)",
             smem, limit - 1);
    return impossible(name, CUDA_INVALID, FOR_ANY, why);
  }
  if (wt_kernel_fits(wt_cuda.s, m, name, (unsigned)threads, smem)) {
    char room[600];
    snprintf(room, sizeof room, "%s", wt_error(wt_cuda.s));
    return impossible(name, threads > wt_cuda_key("WARPS") * (uint64_t)wt_cuda_key("WARP_SIZE") ? CUDA_CONFIGURATION : CUDA_RESOURCES, FOR_THIS_SHAPE,
                      room);
  }
  const uint64_t blocks = (uint64_t)g.x * g.y * g.z;
  if (!cooperative || !wt_kernel_grid_fits(wt_cuda.s, m, name, (unsigned)threads, smem, blocks)) return CUDA_OK;
  snprintf(why, sizeof why, "%s", wt_error(wt_cuda.s));
  return impossible(name, CUDA_COOPERATIVE, FOR_THIS_SHAPE, why);
}

static wt_cuda_error launch(const void *host, wt_dim3 g, wt_dim3 b, void **theirs, size_t smem, void *stream, int cooperative) {
  wt_module *m;
  const char *name;
  wt_kernel_attributes a;
  wt_arg *args = NULL;
  unsigned char *bytes = NULL;
  wt_cuda_function *f;
  wt_cuda_error e = wt_cuda_find_function(host, &m, &name, &f);
  if (!e && !wt_cuda_is_stream(stream)) e = impossible(name, CUDA_HANDLE, FOR_ANY, "its stream is none, or destroyed");
  if (!e) e = check(m, name, g, b, smem, *wt_cuda_dynamic_limit(f), cooperative);
  if (e) return e;
  if (wt_kernel_attribute(wt_cuda.s, m, name, &a)) return CUDA_FUNCTION;
  if (a.n_params && !(args = calloc(a.n_params, sizeof *args))) return CUDA_NO_MEMORY;
  if (a.n_params) e = read_args(m, name, a.n_params, theirs, args, &bytes);
  if (!e) e = wt_cuda_init_managed();
  if (!e) e = wt_cuda_share(1);
  if (!e) {
    wt_dims d = {{g.x, g.y, g.z}, {b.x, b.y, b.z}, (unsigned)smem};
    wt_counters before = *wt_stats(wt_cuda.s);
    const uint64_t hazards = wt_hazards(wt_cuda.s);
    wt_cuda.launches++;
    wt_cuda_launch_files(wt_cuda.launches, name);
    wt_set_cooperative(wt_cuda.s, cooperative);
    wt_status st = wt_launch(wt_cuda.s, m, name, &d, args, a.n_params);
    wt_cuda_launch_ended();
    if (st == WT_PROGRAM && wt_ended(wt_cuda.s)) st = let_through(wt_hazards(wt_cuda.s) - hazards);
    if (!st) tell(name, g, b, &before), e = wt_cuda_share(0), wt_cuda_report();
    else e = after(st, name, wt_stats(wt_cuda.s)->cycles != before.cycles);
  }
  free(args), free(bytes);
  return e;
}

CUDA_API wt_cuda_error __cudaLaunchKernel(void *kernel, wt_dim3 g, wt_dim3 b, void **args, size_t smem, void *stream) {
  CALL(launch(kernel, g, b, args, smem, stream, 0));
}
CUDA_API wt_cuda_error cudaLaunchKernel(const void *host, wt_dim3 g, wt_dim3 b, void **args, size_t smem, void *stream) {
  CALL(launch(host, g, b, args, smem, stream, 0));
}
CUDA_API wt_cuda_error cudaLaunchCooperativeKernel(const void *host, wt_dim3 g, wt_dim3 b, void **args, size_t smem, void *stream) {
  CALL(launch(host, g, b, args, smem, stream, 1));
}

typedef struct {
  wt_dim3 grid, block;
  size_t smem;
  void *stream;
  void *attrs;
  unsigned n_attrs;
} launch_config;
typedef struct {
  int id, pad;
  unsigned char value[64];
} launch_attribute;
enum { ATTR_IGNORE = 0, ATTR_COOPERATIVE = 2, ATTR_CLUSTER = 4, ATTR_PRIORITY = 8 };

static wt_cuda_error launch_ex(const launch_config *theirs, const void *host, void **args) {
  launch_config c;
  int cooperative = 0;
  if (wt_cuda_get(&c, theirs, sizeof c)) return CUDA_INVALID;
  for (unsigned i = 0; i < c.n_attrs; i++) {
    launch_attribute a;
    if (wt_cuda_get(&a, (char *)c.attrs + i * sizeof a, sizeof a)) return CUDA_INVALID;
    if (a.id == ATTR_COOPERATIVE) memcpy(&cooperative, a.value, sizeof cooperative);
    else if (a.id == ATTR_CLUSTER && memcmp(a.value, (unsigned[3]){1, 1, 1}, 12))
      return wt_cuda_refuse("clusters", CUDA_NOT_SUPPORTED,
                            "cudaLaunchKernelExC: sm_75 has no clusters, launch without cudaLaunchAttributeClusterDimension");
  }
  return launch(host, c.grid, c.block, args, c.smem, c.stream, cooperative);
}
CUDA_API wt_cuda_error cudaLaunchKernelExC(const void *c, const void *host, void **args) { CALL(launch_ex(c, host, args)); }
