/* wt_module.c - places a cubin's data in device memory and finds its names. */
#include "lib/wt_module.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_asm_rows.h"
#include "isa/wt_names.h"
#include "isa/wt_service.h"
#include "oracle/wt_sem.h"

static wt_status fail(const char *path, char *err, size_t errn, const char *fmt, ...) {
  va_list ap;
  size_t n = errn ? (size_t)snprintf(err, errn, "%s: ", path) : 0;
  va_start(ap, fmt);
  if (n < errn) vsnprintf(err + n, errn - n, fmt, ap);
  va_end(ap);
  return WT_USAGE;
}

static const char *const place_name[WT_CUBIN_PLACES] = {"global", "global.init", "constant3", "constant4"};

static wt_status place_one(struct wt_module *m, wt_cubin_place p, char *err, size_t errn) {
  const wt_cubin_bytes *b = &m->cubin.place[p];
  const char *path = m->cubin.path, *slash = strrchr(path, '/');
  char name[WT_MEM_NAME];
  if (!b->size) return WT_OK;
  snprintf(name, sizeof name, "%.40s:%s", slash ? slash + 1 : path, place_name[p]);
  if (wt_mem_alloc(m->mem, b->size, name, &m->place[p])) {
    return fail(path, err, errn, "no device memory for %" PRIu64 " bytes of .nv.%s, make its variables smaller", b->size, place_name[p]);
  }
  wt_mem_all_written(m->mem, m->place[p]); /* zeroes count: they stand in the file */
  if (b->data && wt_mem_write(m->mem, m->place[p], b->data, (size_t)b->size)) {
    return fail(path, err, errn, ".nv.%s does not fit its memory, compile the file again", place_name[p]);
  }
  return WT_OK;
}

static void apply_code(struct wt_module *m, const wt_cubin_code_reloc *r) {
  uint64_t v = m->place[r->target] + r->addend;
  wt_word *w = &m->cubin.kernel[r->kernel].code[r->insn];
  w->lo = (uint32_t)w->lo | (r->high ? v & ~UINT64_C(0xffffffff) : v << 32);
}

/* target WT_CUBIN_PLACES: the address of a function, which depends on no place. */
static wt_status apply(struct wt_module *m, const wt_cubin_reloc *r, char *err, size_t errn) {
  uint64_t v = (r->target < WT_CUBIN_PLACES ? m->place[r->target] : 0) + r->addend;
  if (wt_mem_write(m->mem, m->place[r->place] + r->offset, &v, sizeof v)) {
    return fail(m->cubin.path, err, errn, "relocation outside .nv.%s, compile the file again", place_name[r->place]);
  }
  return WT_OK;
}

/* Compiled code keeps its stack pointer in R1. Frames move it by numbers that the file gives as well; alloca and arrays of variable length move it by
 * what a register or a parameter holds, of which no attribute tells. */
enum { STACK_POINTER = 1, FIRST_STACK = 0x28 };
static int moves_stack(wt_word w) {
  wt_sem_insn i;
  if (wt_sem_decode(w, &i) || i.udst || !i.nrd || i.rd != STACK_POINTER) return 0;
  for (unsigned k = 0; k < i.nsr; k++)
    if (i.sr[k] != STACK_POINTER) return 1;
  for (unsigned k = 0; k < 3; k++)
    if (i.src[k].kind == WT_SRC_CONST && (i.src[k].reg || i.src[k].lo != FIRST_STACK)) return 1;
  return i.nsu != 0;
}
static void open_stacks(struct wt_module *m) {
  for (size_t n = 0; n < m->cubin.nkernels; n++) {
    wt_cubin_kernel *k = &m->cubin.kernel[n];
    for (uint32_t i = 0; k->compiled && !k->open && i < k->n; i++)
      if (moves_stack(k->code[i])) wt_cubin_open_stack(k);
  }
}

/* Loads of 16 bytes have two size codes, 6 and 7. nvcc writes 7 where all lanes have one address, which the machine finds out itself: it knows 6 alone. */
enum { SIZE_128 = 6, SIZE_U128 = 7 };
static void one_size_of_128(struct wt_module *m) {
  for (size_t n = 0; n < m->cubin.nkernels; n++)
    for (uint32_t i = 0; i < m->cubin.kernel[n].n; i++) {
      wt_word *w = &m->cubin.kernel[n].code[i];
      const unsigned id = wt_isa_find(*w);
      if ((id == WT_I_LDG || id == WT_I_LDG_U || id == WT_I_LD) && wt_bits(*w, 75, 73) == SIZE_U128) wt_word_set(w, 73, 3, SIZE_128);
    }
}

static void name_variables(struct wt_module *m) {
  for (size_t i = 0; i < m->cubin.nsymbols; i++) {
    const wt_cubin_symbol *s = &m->cubin.symbol[i];
    if (s->size) wt_mem_part(m->mem, m->place[s->place] + s->offset, s->size, s->name);
  }
}

/* Kernels that print, assert or trap get their routines, and a buffer for what these have to say. */
static wt_status link_services(struct wt_module *m, char *err, size_t errn) {
  size_t i = 0;
  while (i < m->cubin.nkernels && !wt_service_wanted(&m->cubin.kernel[i])) i++;
  if (i == m->cubin.nkernels) return WT_OK;
  if (wt_mem_alloc(m->mem, WT_SERVICE_BUFFER, "output of printf and assert", &m->output))
    return fail(m->cubin.path, err, errn, "no device memory for the output of printf and assert, use less");
  wt_mem_all_written(m->mem, m->output);
  return wt_service_link(&m->cubin, m->output, err, errn);
}

/* From the file, or with an image from memory. */
static wt_status open_cubin(wt_mem *mem, const char *path, const void *image, size_t bytes, struct wt_module **out, char *err, size_t errn) {
  struct wt_module *m = calloc(1, sizeof *m);
  *out = NULL;
  if (!m) return fail(path, err, errn, "out of memory, free some");
  m->mem = mem;
  wt_status s = image ? wt_cubin_parse(image, bytes, path, &m->cubin, err, errn) : wt_cubin_load(path, &m->cubin, err, errn);
  for (unsigned p = 0; !s && p < WT_CUBIN_PLACES; p++) s = place_one(m, (wt_cubin_place)p, err, errn);
  for (size_t i = 0; !s && i < m->cubin.nrelocs; i++) s = apply(m, &m->cubin.reloc[i], err, errn);
  for (size_t i = 0; !s && i < m->cubin.ncode_relocs; i++) apply_code(m, &m->cubin.code_reloc[i]);
  if (!s) open_stacks(m), one_size_of_128(m), name_variables(m);
  if (!s) s = link_services(m, err, errn);
  if (s) wt_module_close(m);
  else *out = m;
  return s;
}
wt_status wt_module_open(wt_mem *mem, const char *path, struct wt_module **out, char *err, size_t errn) {
  return open_cubin(mem, path, NULL, 0, out, err, errn);
}
wt_status wt_module_open_image(wt_mem *mem, const void *image, size_t bytes, const char *name, struct wt_module **out, char *err, size_t errn) {
  return open_cubin(mem, name, image ? image : "", image ? bytes : 0, out, err, errn);
}

void wt_module_close(struct wt_module *m) {
  if (!m) return;
  wt_cubin_free(&m->cubin);
  free(m);
}

/* Appends " NAME" while there is room; the list ends in "..." when it is cut. */
static void list_name(char *buf, size_t n, const char *name) {
  size_t used = strlen(buf);
  if (strstr(buf, " ...")) return;
  if (used + strlen(name) + 6 < n) sprintf(buf + used, " %s", name);
  else strcpy(buf + used, " ...");
}

wt_status wt_module_kernel(const struct wt_module *m, const char *name, const wt_cubin_kernel **out, char *err, size_t errn) {
  const wt_cubin *c = &m->cubin;
  char names[400] = "", plain[400];
  int best = 0;
  size_t n = 0;
  for (size_t i = 0; i < c->nkernels; i++) {
    int fits = name ? wt_name_fits(c->kernel[i].name, name) : 1;
    if (!fits || fits < best) continue;
    n = fits > best ? 1 : n + 1, best = fits;
    *out = &c->kernel[i];
  }
  if (n == 1) return WT_OK;
  *out = NULL;
  for (size_t i = 0; i < c->nkernels; i++)
    if (!name || !best || wt_name_fits(c->kernel[i].name, name) == best) /* overloads differ in their symbols only */
      list_name(names, sizeof names, best == 2 ? c->kernel[i].name : wt_name_plain(c->kernel[i].name, plain, sizeof plain));
  if (!name) return fail(c->path, err, errn, "has %zu kernels, name one of:%s", c->nkernels, names);
  if (best) return fail(c->path, err, errn, "%s may be %zu kernels, name one of:%s", name, n, names);
  return fail(c->path, err, errn, "has no kernel %s, name one of:%s", name, names);
}

wt_status wt_module_find(const struct wt_module *m, const char *name, wt_addr *addr, size_t *size, char *err, size_t errn) {
  const wt_cubin *c = &m->cubin;
  char names[400] = "";
  for (size_t i = 0; i < c->nsymbols; i++) {
    const wt_cubin_symbol *s = &c->symbol[i];
    list_name(names, sizeof names, s->name);
    if (strcmp(s->name, name)) continue;
    if (addr) *addr = m->place[s->place] + s->offset;
    if (size) *size = (size_t)s->size;
    return WT_OK;
  }
  if (!c->nsymbols) return fail(c->path, err, errn, "has no variable %s, it has none at all", name);
  return fail(c->path, err, errn, "has no variable %s, name one of:%s", name, names);
}

wt_status wt_module_put(struct wt_module *m, const char *name, const void *src, size_t bytes, char *err, size_t errn) {
  wt_addr addr;
  size_t size;
  wt_status s = wt_module_find(m, name, &addr, &size, err, errn);
  if (s) return s;
  if (bytes > size) {
    return fail(m->cubin.path, err, errn, "variable %s has %zu bytes, not %zu, write at most its size", name, size, bytes);
  }
  if (wt_mem_write(m->mem, addr, src, bytes)) {
    return fail(m->cubin.path, err, errn, "variable %s has no memory, compile the file again", name);
  }
  return WT_OK;
}
