/* wt_mem.h - functional device memory: allocations, byte access, copies and comparison. No timing.
 *
 * Allocations lie at increasing device addresses from WT_MEM_BASE (or wt_mem_base), 256-byte aligned and zeroed, with at least
 * WT_MEM_GUARD bytes that belong to nobody between them. The addresses of one that is given back are not used again. The
 * addresses depend on nothing but the sizes, so equal programs see equal addresses. An access must lie inside one allocation; any other is a fault
 * and has no effect. Little-endian, as the host.
 */
#ifndef WT_MEM_H
#define WT_MEM_H
#include "warptwin.h"

#define WT_MEM_BASE UINT64_C(0x7f0000000000)
#define WT_MEM_GUARD (UINT64_C(1) << 20)
#define WT_MEM_LIMIT (UINT64_C(8) << 30) /* bytes of all allocations together */
enum { WT_MEM_ALIGN = 256, WT_MEM_NAME = 64 };

typedef struct wt_mem wt_mem;

/* NULL: out of host memory. */
wt_mem *wt_mem_new(void);
void wt_mem_free(wt_mem *m);
/* Where addresses begin, before the first allocation: a multiple of WT_MEM_GUARD, at most WT_MEM_BASE. */
wt_status wt_mem_base(wt_mem *m, wt_addr base);

/* name (cut to 63 characters) appears in reports; NULL: "allocation N", which can be given back and renamed. Size 0 gives an address that nothing may access.
 * WT_USAGE when WT_MEM_LIMIT is passed or host memory runs out; *out is unchanged then. */
wt_status wt_mem_alloc(wt_mem *m, uint64_t bytes, const char *name, wt_addr *out);
/* The next allocation begins at a multiple of align: a power of two, at most WT_MEM_GUARD, else WT_USAGE. */
wt_status wt_mem_align(wt_mem *m, uint64_t align);

/* Gives back the allocation that starts at addr, or names it, if it was made without a name. WT_USAGE: there is none. */
wt_status wt_mem_release(wt_mem *m, wt_addr addr);
wt_status wt_mem_name(wt_mem *m, wt_addr addr, const char *name);
/* A part of an allocation has a name of its own in reports. */
void wt_mem_part(wt_mem *m, wt_addr addr, uint64_t bytes, const char *name);

/* Non-zero = fault, nothing was copied. n = 0 never faults. */
int wt_mem_read(wt_mem *m, wt_addr addr, void *dst, size_t n);
int wt_mem_write(wt_mem *m, wt_addr addr, const void *src, size_t n);
/* From begin on writes are kept, until undo takes back all of them (-1: memory was short, it cannot) or begin starts anew; end: no more. Allocations must
 * stay as they are meanwhile. bytes: what the list takes now. */
void wt_mem_undo_begin(wt_mem *m);
int wt_mem_undo(wt_mem *m);
void wt_mem_undo_end(wt_mem *m);
size_t wt_mem_undo_bytes(const wt_mem *m);
/* One of the n bytes of an allocation has not been written since it was made (wt_mem_write; or wt_mem_all_written: of the allocation around addr,
 * all have been). */
int wt_mem_unwritten(wt_mem *m, wt_addr addr, size_t n);
void wt_mem_all_written(wt_mem *m, wt_addr addr);
/* The n bytes themselves, or NULL on a fault. They stay where they are until wt_mem_free, wt_mem_release or wt_mem_copy_from. */
uint8_t *wt_mem_ptr(wt_mem *m, wt_addr addr, size_t n);

typedef struct {
  wt_addr base;
  uint64_t size; /* bytes */
  const char *name;
} wt_mem_area;
size_t wt_mem_count(const wt_mem *m);
wt_mem_area wt_mem_get(const wt_mem *m, size_t i);
/* The allocation that holds addr; 0 = none. */
int wt_mem_find(const wt_mem *m, wt_addr addr, wt_mem_area *out);
/* Bytes of all allocations together. */
uint64_t wt_mem_used(const wt_mem *m);
/* One line where addr lies: in an allocation, in one that was given back, or how far from one that is near. */
typedef enum { WT_MEM_INSIDE, WT_MEM_NEAR, WT_MEM_FREED, WT_MEM_FAR } wt_mem_place;
wt_mem_place wt_mem_where(const wt_mem *m, wt_addr addr, char *buf, size_t n);

/* Where the next allocation will start. */
wt_addr wt_mem_next(const wt_mem *m);
/* Allocates exactly these areas, zeroed, instead of what there was; they must be in order and keep to the rules above. WT_USAGE: they are not, or
 * host memory runs out; nothing has changed then. */
wt_status wt_mem_rebuild(wt_mem *m, const wt_mem_area *area, size_t n, wt_addr next);

/* A copy of everything. NULL: out of host memory. */
wt_mem *wt_mem_clone(const wt_mem *m);
/* Makes dst equal to src. Non-zero: out of host memory, dst is unchanged then. */
int wt_mem_copy_from(wt_mem *dst, const wt_mem *src);

/* The first difference of a and b. */
typedef struct {
  wt_addr addr;     /* first byte that differs; with other allocations: where the first other one starts */
  wt_mem_area area; /* of a, when it has it, else of b */
  int layout;       /* 1 = the allocations themselves differ; a_byte and b_byte are then 0 */
  uint8_t a_byte, b_byte;
} wt_mem_diff;
/* 1 = equal. Otherwise 0 and *diff (may be NULL). */
int wt_mem_equal(const wt_mem *a, const wt_mem *b, wt_mem_diff *diff);

/* 64 bits over addresses, sizes and contents; names do not count. */
uint64_t wt_mem_digest(const wt_mem *m);
#endif
