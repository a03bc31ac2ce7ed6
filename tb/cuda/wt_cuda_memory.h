/* wt_cuda_memory.h - memory that host and device share, and blocks of rows. */
#ifndef WT_CUDA_MEMORY_H
#define WT_CUDA_MEMORY_H
#include "cuda/wt_cuda.h"

enum { WT_SHARED_PINNED, WT_SHARED_MANAGED, WT_SHARED_VARIABLE };
typedef struct wt_cuda_shared {
  uint64_t at; /* on host and device */
  size_t bytes;
  int kind;
  unsigned flags;
  struct wt_cuda_shared *next;
} wt_cuda_shared;

wt_cuda_shared *wt_cuda_shared_at(uint64_t p);
wt_cuda_error wt_cuda_unshare(uint64_t p, int kind);
/* Device memory, called "FUNCTION N" in reports: the Nth allocation that the program makes. */
enum { WT_CUDA_ALIGN = 256 }; /* of what host and device do not share */
wt_status wt_cuda_alloc(size_t bytes, size_t align, const char *function, wt_addr *out);

/* Memory that the program registered (wt_cuda_registered.c). The host's address of n bytes on the device, or p itself. */
uint64_t wt_cuda_host_of(uint64_t p, size_t n);
int wt_cuda_is_registered(uint64_t p, size_t n);
/* The device's address of the host's p, 0 = not registered. */
uint64_t wt_cuda_registered_device(uint64_t p, unsigned *flags);
void wt_cuda_forget_registered(void);
wt_cuda_error wt_cuda_share_registered(int to_device);

/* Rows of pitch bytes, slices of that many rows. */
typedef struct {
  uint64_t at;
  size_t pitch, rows;
} wt_cuda_box;
wt_cuda_error wt_cuda_move_box(wt_cuda_box dst, wt_cuda_box src, size_t w, size_t h, size_t d, int kind);
wt_cuda_error wt_cuda_fill_box(wt_cuda_box dst, int value, size_t w, size_t h, size_t d);
wt_cuda_error wt_cuda_fill(uint64_t dst, int value, size_t n);
#endif
