/* wt_cuda_register.c - the registration interface that nvcc's constructors call, and what was registered. Only pointers are kept until the
 * device is needed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/wt_cuda.h"

enum { WRAPPER_MAGIC = 0x466243b1, NAME = 4096 };

typedef struct image {
  const void *wrapper;
  wt_module *m;
  uint64_t epoch; /* session that m belongs to */
  struct image *next;
} image;

struct wt_cuda_function {
  image *im;
  const void *host;
  const char *device; /* the program's; its copy once it is needed */
  char *name;
  unsigned dynamic;
  wt_cuda_function *next;
};

typedef struct variable {
  image *im;
  const void *host; /* of a managed variable: the pointer to fill in */
  const char *device;
  char *name;
  size_t size;
  int managed;
  uint64_t at, epoch;
  struct variable *next;
} variable;

static image *images;
static wt_cuda_function *functions;
static variable *variables;
static unsigned n_images;

static image *image_of(void *handle) {
  for (image *i = images; i; i = i->next)
    if (i == handle) return i;
  return NULL;
}

CUDA_API void **__cudaRegisterFatBinary(void *wrapper) {
  wt_cuda_lock();
  image *i = calloc(1, sizeof *i);
  if (i) {
    *i = (image){.wrapper = wrapper, .next = images};
    images = i;
    n_images++;
  }
  wt_cuda_unlock();
  return (void **)i;
}
CUDA_API void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
CUDA_API void __cudaUnregisterFatBinary(void **handle) { (void)handle; /* destructors of the program may still use it */ }

CUDA_API void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid, void *bid, void *block,
                                     void *grid, int *warp) {
  (void)device, (void)limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
  wt_cuda_lock();
  image *i = image_of(handle);
  wt_cuda_function *f = i ? calloc(1, sizeof *f) : NULL;
  if (f) {
    *f = (wt_cuda_function){.im = i, .host = host, .device = name, .next = functions};
    functions = f;
  }
  wt_cuda_unlock();
}

static void add_variable(void **handle, const void *host, const char *name, size_t size, int managed) {
  wt_cuda_lock();
  image *i = image_of(handle);
  variable *v = i ? calloc(1, sizeof *v) : NULL;
  if (v) {
    *v = (variable){.im = i, .host = host, .device = name, .size = size, .managed = managed, .next = variables};
    variables = v;
  }
  wt_cuda_unlock();
}
CUDA_API void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant, int global) {
  (void)device, (void)ext, (void)constant, (void)global;
  add_variable(handle, host, name, size, 0);
}
CUDA_API void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext, size_t size, int constant, int global) {
  (void)device, (void)ext, (void)constant, (void)global;
  add_variable(handle, host, name, size, 1);
}

/* ---- modules ---- */

/* The fat binary that a wrapper names, as a copy. */
static wt_cuda_error copy_binary(const void *wrapper, unsigned char **data, size_t *bytes) {
  struct {
    uint32_t magic, version;
    const void *data, *more;
  } w;
  unsigned char head[16];
  if (wt_cuda_get(&w, wrapper, sizeof w) || w.magic != WRAPPER_MAGIC || wt_cuda_get(head, w.data, sizeof head)) return CUDA_IMAGE;
  if (!(*bytes = wt_cuda_image_size(head)) || !(*data = malloc(*bytes))) return CUDA_IMAGE;
  if (!wt_cuda_get(*data, w.data, *bytes)) return CUDA_OK;
  free(*data);
  return CUDA_IMAGE;
}

static wt_cuda_error load(image *i) {
  unsigned char *box;
  void *cubin;
  size_t n, bytes;
  char err[400] = "the fat binary of a translation unit cannot be read, compile the program again", name[40];
  if (i->epoch == wt_cuda.epoch) return CUDA_OK;
  wt_cuda_open();
  wt_cuda_error e = copy_binary(i->wrapper, &box, &n);
  if (!e) {
    e = wt_cuda_image(box, n, &cubin, &bytes, err, sizeof err);
    free(box);
  }
  if (!e) {
    unsigned number = 1;
    for (image *k = i->next; k; k = k->next) number++;
    snprintf(name, sizeof name, "cubin %u of %u", number, n_images);
    if (wt_module_load_image(wt_cuda.s, cubin, bytes, name, &i->m)) e = CUDA_IMAGE, snprintf(err, sizeof err, "%.399s", wt_error(wt_cuda.s));
    free(cubin);
  }
  if (e) return wt_cuda_refuse(err, e, "%s", err);
  i->epoch = wt_cuda.epoch;
  return CUDA_OK;
}

static char *own_name(char **copy, const char *theirs) {
  char text[NAME];
  if (!*copy && !wt_cuda_text(text, sizeof text, theirs)) *copy = strdup(text);
  return *copy;
}

static wt_cuda_function *function_of(const void *host) {
  for (wt_cuda_function *f = functions; f; f = f->next)
    if (f->host == host || f == host) return f;
  return NULL;
}

wt_cuda_error wt_cuda_find_function(const void *host, wt_module **m, const char **name, wt_cuda_function **out) {
  wt_cuda_function *f = function_of(host);
  if (!host || !f) return CUDA_FUNCTION;
  wt_cuda_error e = load(f->im);
  if (e) return e;
  if (!own_name(&f->name, f->device)) return CUDA_FUNCTION;
  *m = f->im->m;
  *name = f->name;
  if (out) *out = f;
  return CUDA_OK;
}
unsigned *wt_cuda_dynamic_limit(wt_cuda_function *f) { return &f->dynamic; }

/* Kernels are passed as handles from version 13 on: the record's address, which host addresses do not meet. */
CUDA_API wt_cuda_error __cudaGetKernel(void **out, const void *host) {
  wt_cuda_lock();
  void *f = function_of(host);
  return wt_cuda_leave(!f ? CUDA_FUNCTION : OUT(out, f));
}
CUDA_API wt_cuda_error cudaGetKernel(void **out, const void *host) { return __cudaGetKernel(out, host); }

/* ---- variables ---- */

/* Managed variables are those of the module, and the host's memory is mapped there too; the program's pointer of that name is set to it. */
static wt_cuda_error place_managed(variable *v) {
  size_t size;
  if (v->epoch == wt_cuda.epoch) return CUDA_OK;
  if (!own_name(&v->name, v->device) || wt_module_symbol(wt_cuda.s, v->im->m, v->name, &v->at, &size)) return CUDA_SYMBOL;
  wt_cuda_error e = wt_cuda_map_at(v->at, size);
  if (e) return e;
  v->epoch = wt_cuda.epoch;
  return wt_cuda_put((void *)(uintptr_t)v->host, &v->at, sizeof v->at) ? CUDA_SYMBOL : CUDA_OK;
}

wt_cuda_error wt_cuda_find_variable(const void *host, wt_addr *addr, size_t *size) {
  variable *v = variables;
  void *inside = NULL;
  while (v && v->host != host) v = v->next;
  if (!v && !wt_cuda_get(&inside, host, sizeof inside)) /* the value of a managed variable's pointer is another name of it */
    for (v = variables; v && !(v->managed && v->at && v->at == (uint64_t)(uintptr_t)host); v = v->next) {}
  if (!v || !host) return CUDA_SYMBOL;
  wt_cuda_error e = load(v->im);
  if (e) return e;
  if (v->managed) {
    e = place_managed(v);
    if (!e) *addr = v->at, *size = v->size;
    return e;
  }
  if (!own_name(&v->name, v->device)) return CUDA_SYMBOL;
  return wt_module_symbol(wt_cuda.s, v->im->m, v->name, addr, size) ? CUDA_SYMBOL : CUDA_OK;
}

/* Before a launch and before the host's first access: variables that both see. */
static wt_cuda_error init_module(image *i) {
  wt_cuda_error e = CUDA_OK;
  for (variable *v = variables; v && !e; v = v->next)
    if (v->managed && (!i || v->im == i) && !(e = load(v->im))) e = place_managed(v);
  return e;
}
CUDA_API char __cudaInitModule(void **handle) {
  wt_cuda_error e = wt_cuda_enter();
  image *i = image_of(handle);
  if (!e && i) e = init_module(i);
  wt_cuda_leave(e);
  return 1;
}

wt_cuda_error wt_cuda_init_managed(void) { return init_module(NULL); }
