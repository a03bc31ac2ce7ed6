/* fuzz_cuda.c - inputs of a CUDA program that nobody vouches for, for AFL++ (make fuzz) and, with files as arguments, for a test. Built twice:
 *
 * fuzz_image (without CALLS): a fat binary; its cubin is loaded, and every kernel of it judged.
 * fuzz_calls (with CALLS): words of 4 bytes {function, a, b, c} up to a word 0, then a fat binary. Each word is a call of the registration
 * interface or of what works on it, with pointers and sizes that the bytes choose. The process is a new one for each input.
 *
 * Nothing may crash or hang: every input ends in errors or in results.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cuda/wt_cuda.h"

enum { MOST = 1 << 20 };
static unsigned char input[MOST];

/* The fuzzer forks after the library took note of its process, which must not look like a fork of the program here. */
pid_t getpid(void) { return 4321; }
static ssize_t transfer(long number, const struct iovec *mine, const struct iovec *other) {
  return syscall(number, (pid_t)syscall(SYS_getpid), mine, 1UL, other, 1UL, 0UL);
}
ssize_t process_vm_readv(pid_t pid, const struct iovec *mine, unsigned long n, const struct iovec *other, unsigned long m, unsigned long flags) {
  (void)pid, (void)n, (void)m, (void)flags;
  return transfer(SYS_process_vm_readv, mine, other);
}
ssize_t process_vm_writev(pid_t pid, const struct iovec *mine, unsigned long n, const struct iovec *other, unsigned long m, unsigned long flags) {
  (void)pid, (void)n, (void)m, (void)flags;
  return transfer(SYS_process_vm_writev, mine, other);
}

#ifdef CALLS
typedef struct {
  uint32_t magic, version;
  const void *data, *more;
} wrapper;
enum { OBJECTS = 8 };
static wrapper w[OBJECTS];
static void **handle[OBJECTS];
static char host[OBJECTS][64]; /* functions and variables of the program, by their addresses */
static void *memory[OBJECTS];

void **__cudaRegisterFatBinary(void *);
void __cudaUnregisterFatBinary(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, size_t, int, int);
char __cudaInitModule(void **);
wt_cuda_error __cudaGetKernel(void **, const void *);
unsigned __cudaPushCallConfiguration(wt_dim3, wt_dim3, size_t, void *);
wt_cuda_error __cudaPopCallConfiguration(wt_dim3 *, wt_dim3 *, size_t *, void *);
wt_cuda_error cudaLaunchKernel(const void *, wt_dim3, wt_dim3, void **, size_t, void *);
wt_cuda_error cudaFuncGetAttributes(void *, const void *);
wt_cuda_error cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, int);
wt_cuda_error cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, int);
wt_cuda_error cudaGetSymbolAddress(void **, const void *);
wt_cuda_error cudaMalloc(void **, size_t);
wt_cuda_error cudaMallocManaged(void **, size_t, unsigned);
wt_cuda_error cudaFree(void *);
wt_cuda_error cudaMemcpy(void *, const void *, size_t, int);
wt_cuda_error cudaMemset(void *, int, size_t);
wt_cuda_error cudaHostRegister(void *, size_t, unsigned);
wt_cuda_error cudaHostUnregister(void *);
wt_cuda_error cudaDeviceReset(void);

/* A pointer of the program, of the device, or of nowhere. */
static void *pointer(unsigned v) {
  switch (v >> 5) {
    case 0: return host[v % OBJECTS];
    case 1: return memory[v % OBJECTS];
    case 2: return (char *)memory[v % OBJECTS] + 4000 + v;
    case 3: return &memory[v % OBJECTS];
    case 4: return (void *)(uintptr_t)(WT_CUDA_BASE + (uint64_t)(v & 31) * 0x80000);
    case 5: return (void *)(UINTPTR_MAX - (v & 31) * 3u);
    case 6: return (void *)(uintptr_t)(v & 31);
    default: return (void *)(uintptr_t)UINT64_C(0x123456789000);
  }
}
static size_t size_of(unsigned v) { return v < 128 ? v : v < 192 ? (size_t)1 << (v & 63) : SIZE_MAX - (v & 63); }

static void call(const unsigned char op[4], const unsigned char *box, size_t n) {
  unsigned a = op[1], b = op[2], c = op[3], i = a % OBJECTS;
  const char *name = (const char *)box + (n ? (size_t)(b << 8 | c) % n : 0); /* somewhere in the cubin: its names are there too */
  static const char *const real[] = {"_Z3addPKiS0_Pii", "_Z5weighPKiPi", "weights", "total", "_Z4workPii", "counter", "_Z4flipPcmi", ""};
  void *out, *args[OBJECTS];
  char attributes[144];
  if (b & 0x80) name = real[c % 8];
  wt_dim3 grid = {b % 4, 1 + (b >> 7), 1}, block = {c % 16, 1, 1 + (c >> 7)};
  for (int k = 0; k < OBJECTS; k++) args[k] = &memory[k];
  switch (op[0] % 20) {
    case 0:
    case 1:
      w[i] = (wrapper){b == 7 ? c : 0x466243b1, 1, b > 250 ? pointer(c) : box, NULL};
      handle[i] = __cudaRegisterFatBinary(b > 252 ? pointer(c) : (void *)&w[i]);
      break;
    case 2: __cudaRegisterFunction(c % 32 == 31 ? pointer(b) : (void *)handle[a >> 5], host[i], NULL, name, -1, NULL, NULL, NULL, NULL, NULL); break;
    case 3: __cudaRegisterVar(handle[a >> 5], host[i], NULL, name, 0, size_of(c), 0, 0); break;
    case 4: __cudaRegisterManagedVar(handle[a >> 5], b == 5 ? pointer(c) : &memory[i], NULL, name, 0, size_of(c), 0, 0); break;
    case 5: __cudaInitModule(handle[i]); break;
    case 6: __cudaUnregisterFatBinary(handle[i]); break;
    case 7: __cudaGetKernel(b == 3 ? pointer(c) : &out, pointer(a)); break;
    case 8: __cudaPushCallConfiguration(grid, block, size_of(a), NULL); break;
    case 9: __cudaPopCallConfiguration(b == 4 ? pointer(a) : (void *)&grid, &block, (void *)&out, &out); break;
    case 10:
    case 11: cudaLaunchKernel(host[i], grid, block, b > 240 ? pointer(c) : args, a & 64 ? size_of(c) : 0, NULL); break;
    case 12: cudaFuncGetAttributes(b == 3 ? pointer(c) : (void *)attributes, pointer(a)); break;
    case 13: cudaMemcpyToSymbol(host[i], pointer(b), size_of(c), a >> 5, 1); break;
    case 14: cudaMemcpyFromSymbol(pointer(b), host[i], c % 64, a >> 5, 2); break;
    case 15: cudaGetSymbolAddress(c == 9 ? pointer(b) : &memory[i], host[i]); break;
    case 16: b & 1 ? cudaMallocManaged(&memory[i], size_of(c), 1) : cudaMalloc(&memory[i], size_of(c)); break;
    case 17: cudaFree(pointer(a)); break;
    case 18: b & 128 ? cudaMemset(pointer(a), c, b & 127) : cudaMemcpy(pointer(a), pointer(b & 0x5f), c % 64, 4); break;
    default: b == 1 ? cudaDeviceReset() : b & 1 ? cudaHostRegister(host[i], 1 + c % 64, 0) : cudaHostUnregister(host[i]);
  }
}

static void one(const unsigned char *p, size_t n) {
  size_t ops = 0;
  while (ops + 4 <= n && memcmp(p + ops, "\0\0\0\0", 4) != 0 && ops < 4 * 64) ops += 4;
  size_t box = ops + 4 < n ? ops + 4 : n;
  for (size_t i = 0; i < ops; i += 4) call(p + i, p + box, n - box);
}
#else
static void one(const unsigned char *p, size_t n) {
  void *image;
  size_t bytes;
  char why[400];
  const char *const set[] = {NULL};
  wt_options o = {WT_BACKEND_C, "tiny", set, 0, 1, 1};
  wt_session *s;
  wt_module *m;
  if (wt_cuda_image(p, n, &image, &bytes, why, sizeof why)) return;
  if (wt_session_open(&o, &s)) abort();
  if (!wt_module_load_image(s, image, bytes, "fuzz", &m))
    for (size_t i = 0; i < wt_module_kernels(m); i++) {
      wt_kernel_info k;
      wt_kernel_attributes a;
      if (wt_kernel_get(s, m, i, &k)) abort();
      wt_kernel_attribute(s, m, k.name, &a);
      wt_kernel_check(s, m, k.name);
    }
  wt_session_close(s);
  free(image);
}
#endif

/* A copy of its own for each input, so that a sanitizer sees a step too far. */
static void tight(const unsigned char *p, size_t n) {
  unsigned char *copy = malloc(n ? n : 1);
  if (!copy) abort();
  memcpy(copy, p, n);
  one(copy, n);
  free(copy);
}

static size_t take(FILE *f) {
  size_t n = f ? fread(input, 1, sizeof input, f) : 0;
  if (f) fclose(f);
  return n;
}

#ifdef __AFL_FUZZ_TESTCASE_LEN
__AFL_FUZZ_INIT();
#endif
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) tight(input, take(fopen(argv[i], "rb")));
  if (argc > 1) return 0;
#ifdef __AFL_FUZZ_TESTCASE_LEN
  __AFL_INIT();
  unsigned char *p = __AFL_FUZZ_TESTCASE_BUF;
#ifdef CALLS
  tight(p, (size_t)__AFL_FUZZ_TESTCASE_LEN);
#else
  while (__AFL_LOOP(2000)) tight(p, (size_t)__AFL_FUZZ_TESTCASE_LEN);
#endif
#else
  tight(input, take(stdin));
#endif
  return 0;
}
