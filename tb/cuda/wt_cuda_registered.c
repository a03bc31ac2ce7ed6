/* wt_cuda_registered.c - memory that the program has already and registers: the device has memory of its own for it, at another address
 * (cudaHostGetDevicePointer), which gets the host's bytes before a launch and gives them back after it.
 */
#include <stdlib.h>

#include "cuda/wt_cuda_memory.h"

enum { PAGE = 4096, PART = 1 << 16, FLAGS = 0xf };

typedef struct registered {
  uint64_t host, at; /* at: on the device */
  size_t bytes;
  unsigned flags;
  struct registered *next;
} registered;
static registered *list;

static registered *find(uint64_t p, int on_device) {
  for (registered *r = list; r; r = r->next) {
    uint64_t from = on_device ? r->at : r->host;
    if (p >= from && p - from < r->bytes) return r;
  }
  return NULL;
}

uint64_t wt_cuda_host_of(uint64_t p, size_t n) {
  const registered *r = find(p, 1);
  return r && n <= r->bytes - (p - r->at) ? r->host + (p - r->at) : p;
}
int wt_cuda_is_registered(uint64_t p, size_t n) {
  const registered *r = find(p, 0);
  return r && n <= r->bytes - (p - r->host);
}
uint64_t wt_cuda_registered_device(uint64_t p, unsigned *flags) {
  const registered *r = find(p, 0);
  if (!r) return 0;
  if (flags) *flags = r->flags;
  return r->at + (p - r->host);
}

static int there(uint64_t p, size_t n) {
  for (uint64_t q = p; q < p + n; q = (q / PAGE + 1) * PAGE) {
    char byte;
    if (wt_cuda_get(&byte, (void *)(uintptr_t)q, 1)) return 0;
  }
  return 1;
}

static wt_cuda_error add(uint64_t p, size_t n, unsigned flags) {
  wt_addr at;
  wt_cuda_open();
  if (!p || !n || p + n < p || flags & ~(unsigned)FLAGS) return CUDA_INVALID;
  for (const registered *r = list; r; r = r->next)
    if (p < r->host + r->bytes && r->host < p + n) return CUDA_ALREADY_REGISTERED;
  if (wt_cuda_shared_at(p)) return CUDA_ALREADY_REGISTERED;
  if (!there(p, n)) return CUDA_INVALID;
  registered *r = malloc(sizeof *r);
  if (!r || wt_cuda_alloc(n, WT_CUDA_ALIGN, "cudaHostRegister", &at)) return free(r), CUDA_NO_MEMORY;
  *r = (registered){p, at, n, flags, list};
  list = r;
  return CUDA_OK;
}
static wt_cuda_error take_out(uint64_t p) {
  for (registered **l = &list; *l; l = &(*l)->next) {
    registered *r = *l;
    if (r->host != p) continue;
    wt_free(wt_cuda.s, r->at);
    *l = r->next;
    free(r);
    return CUDA_OK;
  }
  return CUDA_NOT_REGISTERED;
}
CUDA_API wt_cuda_error cudaHostRegister(void *p, size_t n, unsigned flags) { CALL(add((uint64_t)(uintptr_t)p, n, flags)); }
CUDA_API wt_cuda_error cudaHostUnregister(void *p) { CALL(take_out((uint64_t)(uintptr_t)p)); }

void wt_cuda_forget_registered(void) {
  while (list) {
    registered *r = list;
    list = r->next;
    free(r);
  }
}

wt_cuda_error wt_cuda_share_registered(int to_device) {
  static unsigned char part[PART]; /* under the lock */
  for (const registered *r = list; r; r = r->next)
    for (size_t done = 0; done < r->bytes; done += PART) {
      size_t k = r->bytes - done < PART ? r->bytes - done : PART;
      void *host = (void *)(uintptr_t)(r->host + done);
      int bad = to_device ? wt_cuda_get(part, host, k) || wt_copy_in(wt_cuda.s, r->at + done, part, k)
                          : wt_copy_out(wt_cuda.s, part, r->at + done, k) || wt_cuda_put(host, part, k);
      if (bad) return CUDA_INVALID; /* the program gave the memory back before it was unregistered */
    }
  return CUDA_OK;
}
