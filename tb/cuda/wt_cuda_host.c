/* wt_cuda_host.c - access to the host program's memory that survives any pointer: the kernel copies, and says what it could not. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cuda/wt_cuda.h"

/* Copies between our memory and the program's. Where the system call is forbidden, plain copies must do. */
static int transfer(void *ours, void *theirs, size_t n, int write) {
  uintptr_t at = (uintptr_t)theirs;
  if (!n) return 0;
  if (!theirs || at >= WT_CUDA_HOST_END || n > WT_CUDA_HOST_END - at) return -1;
  for (size_t done = 0; done < n;) {
    struct iovec mine = {(char *)ours + done, n - done}, other = {(char *)theirs + done, n - done};
    ssize_t k = write ? process_vm_writev(getpid(), &mine, 1, &other, 1, 0) : process_vm_readv(getpid(), &mine, 1, &other, 1, 0);
    if (k > 0) {
      done += (size_t)k;
      continue;
    }
    if (k < 0 && (errno == ENOSYS || errno == EPERM)) {
      memcpy(write ? theirs : ours, write ? ours : theirs, n);
      return 0;
    }
    return -1;
  }
  return 0;
}

int wt_cuda_get(void *dst, const void *host, size_t n) { return transfer(dst, (void *)(uintptr_t)host, n, 0); }
int wt_cuda_put(void *host, const void *src, size_t n) { return transfer((void *)(uintptr_t)src, host, n, 1); }

int wt_cuda_text(char *dst, size_t n, const char *host) {
  size_t k = 0;
  while (k + 1 < n) {
    const size_t page = 4096 - ((uintptr_t)(host + k) & 4095), room = n - 1 - k, part = page < room ? page : room; /* never over the end of a page */
    if (wt_cuda_get(dst + k, host + k, part)) return -1;
    if (memchr(dst + k, 0, part)) return 0;
    k += part;
  }
  dst[n - 1] = 0;
  return 0;
}
