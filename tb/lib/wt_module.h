/* wt_module.h - a loaded cubin: its variables and constant banks placed in device memory.
 *
 * Building blocks of wt_module_load, wt_module_symbol and wt_symbol_write of warptwin.h. Each returns WT_OK, or
 * WT_USAGE with one line in err that names the file. A module must not outlive its memory.
 */
#ifndef WT_MODULE_H
#define WT_MODULE_H
#include "isa/wt_cubin.h"
#include "lib/wt_mem.h"

struct wt_module {
  wt_cubin cubin;
  wt_mem *mem;
  wt_addr place[WT_CUBIN_PLACES]; /* device address of each section; unused ones 0 */
  wt_addr output;                 /* buffer of printf and assert (isa/wt_service.h), 0 when no kernel needs it */
};

/* Loads the file, places .nv.global, .nv.global.init, .nv.constant3 and .nv.constant4 (allocations named FILE:SECTION)
 * and applies the relocations. Close with wt_module_close; the device memory stays. */
wt_status wt_module_open(wt_mem *mem, const char *path, struct wt_module **out, char *err, size_t errn);
/* The same for a cubin in memory (copied); name stands for its path in messages. */
wt_status wt_module_open_image(wt_mem *mem, const void *image, size_t bytes, const char *name, struct wt_module **out, char *err, size_t errn);
void wt_module_close(struct wt_module *m);

/* A kernel by name; NULL = the only one. */
wt_status wt_module_kernel(const struct wt_module *m, const char *name, const wt_cubin_kernel **out, char *err, size_t errn);

/* Device address and size of a __device__ or __constant__ variable (mangled name; static ones too). addr and size may
 * be NULL. */
wt_status wt_module_find(const struct wt_module *m, const char *name, wt_addr *addr, size_t *size, char *err, size_t errn);
/* Writes the first bytes of a variable; more than its size is an error. */
wt_status wt_module_put(struct wt_module *m, const char *name, const void *src, size_t bytes, char *err, size_t errn);
#endif
