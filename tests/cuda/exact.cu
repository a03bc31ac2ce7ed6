// exact.cu - memory to the byte: which side each kind of copy takes, ends of allocations, sizes that are no number, pointers that cannot be written, and that nothing of it
// is lost. The first variable is two pages long and begins the device's memory.
#include "check.h"
#include <initializer_list>
#include <sys/mman.h>
__managed__ char two_pages[8192], behind[12000];
__global__ void add(char *p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i]++;
}
enum { PAGE = 4096 };
static char *const nowhere = (char *)WILD;
static size_t left() {
  size_t now, all;
  DO(cudaMemGetInfo(&now, &all));
  IS(all, 8ull << 30);
  return now;
}
static bool is_mapped(const void *p) { return !msync((void *)((size_t)p / PAGE * PAGE), PAGE, MS_ASYNC); }

// ---- what an allocation is, and when it is not one ----

static void allocations() {
  const size_t before = left();
  char *p, *q;
  size_t pitch;
  DO(cudaMalloc(&p, 0));
  IS(p == NULL, 1);
  DO(cudaMallocHost(&p, 0));
  IS(p == NULL, 1);
  DO(cudaFree(NULL));
  DO(cudaFreeHost(NULL));
  unsigned flags_of = 9;
  DO(cudaMallocHost(&p, 8));
  DO(cudaHostGetFlags(&flags_of, p));
  IS(flags_of, cudaHostAllocDefault);
  DO(cudaFreeHost(p));
  for (size_t bytes : {(size_t)9 << 30, (size_t)-1, (size_t)-4096, (size_t)-4097, (size_t)-8192}) {
    GIVES(cudaErrorMemoryAllocation, cudaMalloc(&p, bytes));
    GIVES(cudaErrorMemoryAllocation, cudaMallocHost(&p, bytes));
    GIVES(cudaErrorMemoryAllocation, cudaMallocManaged(&p, bytes));
  }
  // a place for the pointer that cannot be written costs nothing
  GIVES(cudaErrorInvalidValue, cudaMalloc((void **)NULL, 100));
  GIVES(cudaErrorInvalidValue, cudaMalloc((void **)NULL, 0));
  GIVES(cudaErrorInvalidValue, cudaMalloc((void **)WILD, 100));
  GIVES(cudaErrorInvalidValue, cudaMallocHost((void **)WILD, 100));
  GIVES(cudaErrorInvalidValue, cudaMallocHost((void **)NULL, 0));
  GIVES(cudaErrorInvalidValue, cudaMallocManaged((void **)WILD, 100));
  GIVES(cudaErrorInvalidValue, cudaMallocPitch((void **)WILD, &pitch, 100, 2));
  GIVES(cudaErrorInvalidValue, cudaMalloc3D((cudaPitchedPtr *)WILD, make_cudaExtent(100, 2, 3)));
  IS(left(), before);
  for (unsigned flags : {0, 3, 4}) GIVES(cudaErrorInvalidValue, cudaMallocManaged(&p, 8, flags));
  GIVES(cudaErrorInvalidValue, cudaMallocManaged(&p, 0));
  GIVES(cudaErrorInvalidValue, cudaHostAlloc(&p, 8, 8));
  for (unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost}) {
    DO(cudaMallocManaged(&p, 8, flags));
    DO(cudaFree(p));
  }
  for (unsigned flags = 0; flags < 8; flags++) {
    unsigned told = 99;
    DO(cudaHostAlloc(&p, PAGE + 8, flags));
    DO(cudaHostGetFlags(&told, p + PAGE));
    IS(told, flags);
    DO(cudaHostGetDevicePointer(&q, p + PAGE + 7, 0));
    IS(q == p + PAGE + 7, 1);
    GIVES(cudaErrorInvalidValue, cudaHostGetDevicePointer(&q, p, 1));
    GIVES(cudaErrorInvalidValue, cudaHostGetFlags(&told, p - 1));
    GIVES(cudaErrorInvalidValue, cudaHostGetFlags(&told, p + PAGE + 8));
    GIVES(cudaErrorInvalidValue, cudaFreeHost(p + PAGE));
    GIVES(cudaErrorInvalidValue, cudaFree(p));
    IS(is_mapped(p) && is_mapped(p + PAGE), 1);
    DO(cudaFreeHost(p));
    IS(is_mapped(p) || is_mapped(p + PAGE), 0);
    GIVES(cudaErrorInvalidValue, cudaFreeHost(p));
  }
  // wherever the device has room next: pages begin at a multiple
  for (size_t n : {1, 300, 4096, 5000}) {
    char *d;
    DO(cudaMalloc(&d, n));
    IS((size_t)d % 256, 0);
    DO(cudaMallocManaged(&p, n));
    IS((size_t)p % PAGE, 0);
    unsigned told;
    GIVES(cudaErrorInvalidValue, cudaHostGetFlags(&told, p));
    GIVES(cudaErrorInvalidValue, cudaHostGetDevicePointer(&q, p, 0));
    GIVES(cudaErrorInvalidValue, cudaFree(d + 1));
    GIVES(cudaErrorInvalidValue, cudaFree(p + 1));
    GIVES(cudaErrorInvalidValue, cudaFreeHost(d));
    DO(cudaFree(d));
    GIVES(cudaErrorInvalidValue, cudaFree(d));
    DO(cudaFree(p));
    IS(is_mapped(p), 0);
  }
  IS(left(), before);
}

static void rows_and_slices() {
  const size_t before = left();
  const size_t widths[][2] = {{1, 512}, {511, 512}, {512, 512}, {513, 1024}};
  static char h[8192];
  char *p;
  size_t pitch = 1;
  for (auto &w : widths) {
    DO(cudaMallocPitch(&p, &pitch, w[0], 3));
    IS(pitch, w[1]);
    IS(before - left(), 3 * w[1]);
    DO(cudaMemset(p, 1, 3 * pitch));
    GIVES(cudaErrorInvalidValue, cudaMemset(p, 1, 3 * pitch + 1));
    DO(cudaFree(p));
  }
  GIVES(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, (size_t)-511, 1));
  GIVES(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, 512, (size_t)1 << 55));
  GIVES(cudaErrorInvalidValue, cudaMallocPitch(&p, (size_t *)NULL, 512, 1));
  cudaPitchedPtr box;
  GIVES(cudaErrorMemoryAllocation, cudaMalloc3D(&box, make_cudaExtent(1, (size_t)1 << 40, (size_t)1 << 30)));
  IS(left(), before);
  DO(cudaMalloc3D(&box, make_cudaExtent(700, 2, 4)));
  IS(box.pitch == 1024 && box.xsize == 700 && box.ysize == 2, 1);
  IS(before - left(), 1024 * 2 * 4);
  // all of it, and a byte, a row, a slice too far
  DO(cudaMemset(box.ptr, 3, 1024 * 2 * 4));
  DO(cudaMemset3D(box, 5, make_cudaExtent(1024, 2, 4)));
  GIVES(cudaErrorInvalidPitchValue, cudaMemset3D(box, 6, make_cudaExtent(1025, 2, 4)));
  GIVES(cudaErrorInvalidValue, cudaMemset3D(box, 6, make_cudaExtent(1024, 3, 1 + 1))); // slices that overlap
  GIVES(cudaErrorInvalidValue, cudaMemset3D(box, 6, make_cudaExtent(1024, 2, 5)));
  GIVES(cudaErrorInvalidValue, cudaMemset3D(box, 6, make_cudaExtent(1, 9, 1)));
  DO(cudaMemset3D(box, 5, make_cudaExtent(1024, 8, 1))); // one slice is as high as one likes
  cudaPitchedPtr off = box;
  off.ptr = (char *)box.ptr + 1;
  GIVES(cudaErrorInvalidValue, cudaMemset3D(off, 6, make_cudaExtent(1024, 2, 4)));
  for (int k = 0; k < 3; k++) { // nothing of nothing, whatever the other two are
    cudaExtent e = make_cudaExtent(k ? 100 : 0, k != 1 ? 100 : 0, k != 2 ? 100 : 0);
    DO(cudaMemset3D(box, 6, e));
    cudaMemcpy3DParms none = {};
    none.srcPtr = none.dstPtr = box, none.extent = e, none.kind = cudaMemcpyDefault;
    DO(cudaMemcpy3D(&none));
  }
  // sizes that are no number, each in another product or sum
  const size_t most = (size_t)-1;
  const struct {
    size_t pitch, rows, w, h, d;
  } large[] = {{most, 1, 1, 3, 1}, {(size_t)1 << 40, (size_t)1 << 40, 1, 1, 1}, {1 << 20, 1 << 20, 1, 1, (size_t)1 << 50}, {(size_t)1 << 62, 3, 1, 3, 2}, {most, 1, most, 2, 1}};
  for (auto &l : large) GIVES(cudaErrorInvalidValue, cudaMemset3D(make_cudaPitchedPtr(box.ptr, l.pitch, l.w, l.rows), 6, make_cudaExtent(l.w, l.h, l.d)));
  GIVES(cudaErrorInvalidPitchValue, cudaMemset2D(box.ptr, 7, 6, 8, 1));
  DO(cudaMemset2D(box.ptr, 8, 5, 8, 1));
  GIVES(cudaErrorInvalidPitchValue, cudaMemcpy2D(box.ptr, 7, h, 8, 8, 1, cudaMemcpyDefault));
  GIVES(cudaErrorInvalidPitchValue, cudaMemcpy2D(box.ptr, 8, h, 7, 8, 1, cudaMemcpyDefault));
  for (int kind : {-1, 5})
    for (size_t w : {8, 0}) GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpy2D(box.ptr, 8, h, 8, w, 1, (cudaMemcpyKind)kind));
  DO(cudaMemcpy2D(h + 100, 8, h, 8, 8, 2, cudaMemcpyHostToHost));
  GIVES(cudaErrorInvalidValue, cudaMemcpy2D(box.ptr, 4096, h, 4, 4, 3, cudaMemcpyDefault)); // the last row of either side
  GIVES(cudaErrorInvalidValue, cudaMemcpy2D(h, 4, box.ptr, 4096, 4, 3, cudaMemcpyDefault));
  for (size_t row : {(size_t)1 << 62, (size_t)1 << 47, (size_t)-4096}) { // where no program has memory: the first row is not copied either
    h[0] = 6;
    GIVES(cudaErrorInvalidValue, cudaMemcpy2D(box.ptr, 4, h, row, 4, 2, cudaMemcpyDefault));
    GIVES(cudaErrorInvalidValue, cudaMemcpy2D(h, row, box.ptr, 4, 4, 2, cudaMemcpyDefault));
    IS(h[0], 6);
    GIVES(cudaErrorInvalidValue, cudaMemcpy(box.ptr, (void *)row, 4, cudaMemcpyDefault));
  }
  DO(cudaMemcpy(h, box.ptr, sizeof h, cudaMemcpyDefault));
  for (char c : h) IS(c, 5); // what was refused has done nothing
  DO(cudaFree(box.ptr));
  IS(left(), before);
}

// Addresses of the device at which the program has something already.
static void taken() {
  char *p, *q, *r;
  DO(cudaMallocManaged(&p, PAGE));
  DO(cudaMallocManaged(&q, PAGE));
  const size_t before = left();
  char *next = q + (q - p), *mine = (char *)mmap(next, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  IS(mine == next, 1);
  GIVES(cudaErrorMemoryAllocation, cudaMallocManaged(&r, PAGE));
  IS(left(), before);
  DO(cudaMallocManaged(&r, PAGE));
  IS(is_mapped(mine), 1);
  munmap(mine, PAGE);
  for (char *a : {p, q, r}) DO(cudaFree(a));
}

// ---- copies ----

enum side { HOST, DEVICE, MANAGED, PINNED, REGISTERED, MAPPED, SIDES }; // MAPPED: registered memory, by the device's address
enum { N = 300 };
static char *at[SIDES];
static bool on_host(int s) { return s != DEVICE; }
static bool on_device(int s) { return s != HOST; }
static void directions() {
  static char mine[N], registered[N];
  char *unused;
  at[HOST] = mine, at[REGISTERED] = registered;
  DO(cudaMalloc(&at[DEVICE], N));
  DO(cudaMallocManaged(&at[MANAGED], N));
  DO(cudaMallocHost(&at[PINNED], N));
  DO(cudaHostRegister(registered, N, cudaHostRegisterMapped));
  DO(cudaHostGetDevicePointer(&at[MAPPED], registered, 0));
  DO(cudaMalloc(&unused, N));
  for (int kind = -1; kind <= 5; kind++)
    for (int to = 0; to < SIDES; to++)
      for (int from = 0; from < SIDES; from++) {
        bool fits = kind == cudaMemcpyDefault || ((kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost ? on_host(to) : on_device(to)) &&
                                                  (kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice ? on_host(from) : on_device(from)));
        cudaError_t want = kind < 0 || kind > 4 ? cudaErrorInvalidMemcpyDirection : fits ? cudaSuccess : cudaErrorInvalidValue;
        cudaError_t got = cudaMemcpy(at[to] + 1, at[from], N - 1, (cudaMemcpyKind)kind);
        if (got != want) printf("copy of kind %d from %d to %d: %s\n", kind, from, to, cudaGetErrorName(got)), exit(1);
      }
  GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpy(mine, mine, 0, (cudaMemcpyKind)5));
  DO(cudaMemcpy(nowhere, nowhere, 0, cudaMemcpyDefault)); // nothing is read
  DO(cudaMemset(nowhere, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaMemset(mine, 0, 1));
  for (int k = 1; k < SIDES; k++) {
    if (k == REGISTERED) { // the host's own memory goes on around it, which is no device's
      DO(cudaMemset(at[k] + 1, 1, N - 1));
      DO(cudaMemcpy(at[k] + 1, mine, N - 1, cudaMemcpyHostToDevice));
      for (size_t from : {0, 1, N - 1}) {
        GIVES(cudaErrorInvalidValue, cudaMemset(at[k] + from, 1, N + 1 - from));
        GIVES(cudaErrorInvalidValue, cudaMemcpy(at[k] + from, mine, N + 1 - from, cudaMemcpyHostToDevice));
        GIVES(cudaErrorInvalidValue, cudaMemcpy(mine, at[k] + from, N + 1 - from, cudaMemcpyDeviceToHost));
      }
      GIVES(cudaErrorInvalidValue, cudaMemset(at[k] - 1, 1, 1));
      continue;
    }
    const size_t n = N;
    DO(cudaMemset(at[k] + n - 1, 1, 1));
    DO(cudaMemcpy(mine, at[k] + n - 1, 1, cudaMemcpyDefault));
    GIVES(cudaErrorInvalidValue, cudaMemset(at[k] + 1, 1, n));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(mine, at[k] + n - 1, 2, cudaMemcpyDefault));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(at[k] + n - 1, mine, 2, cudaMemcpyDefault));
    GIVES(cudaErrorInvalidValue, cudaMemset(at[k] - 1, 1, 1));
  }
  // to and from nowhere
  for (int k = 0; k < SIDES; k++) {
    GIVES(cudaErrorInvalidValue, cudaMemcpy(nowhere, at[k], 8, cudaMemcpyDefault));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(at[k], nowhere, 8, cudaMemcpyDefault));
  }
  DO(cudaFree(unused));
  GIVES(cudaErrorInvalidValue, cudaMemcpy(mine, unused, 1, cudaMemcpyDefault));
}

// Host memory that overlaps comes out as memmove has it, however long.
static void overlapping() {
  enum { LONG = 150000 };
  static char a[LONG + 10], want[LONG + 10];
  for (int by : {7, -7}) {
    for (int i = 0; i < LONG + 10; i++) want[i] = a[i] = (char)(i * 31 >> 3);
    char *to = a + (by > 0 ? by : 0), *from = a + (by > 0 ? 0 : -by);
    memmove(want + (to - a), want + (from - a), LONG);
    DO(cudaMemcpy(to, from, LONG, cudaMemcpyHostToHost));
    IS(memcmp(a, want, sizeof a), 0);
  }
  // the device's addresses end where the host has memory again
  char *edge = (char *)0x300000000000;
  IS(mmap(edge - PAGE, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == edge - PAGE, 1);
  DO(cudaMemcpy(edge, a, 8, cudaMemcpyHostToHost));
  IS(memcmp(edge, a, 8), 0);
  GIVES(cudaErrorInvalidValue, cudaMemcpy(edge - 8, a, 8, cudaMemcpyHostToHost));
  munmap(edge - PAGE, 2 * PAGE);
}

// ---- what a pointer is ----

static void told(const void *p, cudaMemoryType type, const void *on_device, const void *on_host) {
  cudaPointerAttributes a;
  memset(&a, 0x5a, sizeof a);
  DO(cudaPointerGetAttributes(&a, p));
  IS(a.type, type);
  IS(a.device, type == cudaMemoryTypeUnregistered ? cudaInvalidDeviceId : 0);
  IS((size_t)a.devicePointer, (size_t)on_device);
  IS((size_t)a.hostPointer, (size_t)on_host);
  for (long r : a.reserved) IS(r, 0);
}
static void pointers() {
  char *m = at[MANAGED], *p = at[PINNED], *r = at[REGISTERED], *d = at[DEVICE], *mapped = at[MAPPED];
  for (int i : {0, N - 1}) {
    told(m + i, cudaMemoryTypeManaged, m + i, m + i);
    told(p + i, cudaMemoryTypeHost, p + i, p + i);
  }
  for (int i : {0, N - 1}) {
    told(d + i, cudaMemoryTypeDevice, d + i, NULL);
    told(r + i, cudaMemoryTypeHost, mapped + i, r + i);
    told(mapped + i, cudaMemoryTypeHost, mapped + i, r + i);
  }
  for (char *q : {d - 1, d + N, r - 1, r + N, m - 1, m + N, p - 1, p + N, at[HOST]}) told(q, cudaMemoryTypeUnregistered, NULL, q);
  told(two_pages + 8191, cudaMemoryTypeManaged, two_pages + 8191, two_pages + 8191);
  GIVES(cudaErrorInvalidValue, cudaPointerGetAttributes((cudaPointerAttributes *)WILD, d));
}

static void hints() {
  char *m = at[MANAGED];
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, other = {cudaMemLocationTypeDevice, 1}, host = {cudaMemLocationTypeHost, 0},
                        node = {cudaMemLocationTypeHostNuma, 1};
  for (cudaMemLocation l : {device, host, node}) {
    DO(cudaMemPrefetchAsync(m, N, l, 0, 0));
    for (int advice = 1; advice <= 6; advice++) DO(cudaMemAdvise(m + N - 1, 1, (cudaMemoryAdvise)advice, l));
  }
  GIVES(cudaErrorInvalidDevice, cudaMemPrefetchAsync(m, N, other, 0, 0));
  GIVES(cudaErrorInvalidDevice, cudaMemAdvise(m, N, cudaMemAdviseSetAccessedBy, other));
  GIVES(cudaErrorInvalidValue, cudaMemPrefetchAsync(m, N, device, 1, 0));
  GIVES(cudaErrorInvalidResourceHandle, cudaMemPrefetchAsync(m, N, device, 0, (cudaStream_t)WILD));
  for (int advice : {0, 7}) GIVES(cudaErrorInvalidValue, cudaMemAdvise(m, N, (cudaMemoryAdvise)advice, device));
  for (char *p : {at[PINNED], at[DEVICE], at[HOST], at[REGISTERED]}) GIVES(cudaErrorInvalidValue, cudaMemAdvise(p, 1, cudaMemAdviseSetReadMostly, device));
  GIVES(cudaErrorInvalidValue, cudaMemAdvise(m, 0, cudaMemAdviseSetReadMostly, device));
  GIVES(cudaErrorInvalidValue, cudaMemAdvise(m + 1, N, cudaMemAdviseSetReadMostly, device));
  for (unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost, cudaMemAttachSingle}) DO(cudaStreamAttachMemAsync(0, m, 0, flags));
  for (unsigned flags : {0, 3, 5, 8}) GIVES(cudaErrorInvalidValue, cudaStreamAttachMemAsync(0, m, 0, flags));
  for (char *p : {at[PINNED], at[DEVICE], at[HOST]}) GIVES(cudaErrorInvalidValue, cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachSingle));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamAttachMemAsync((cudaStream_t)WILD, m, 0, cudaMemAttachSingle));
}

// ---- memory that the program registers ----

static void registering() {
  const size_t before = left();
  static char mine[4 * PAGE];
  char *d, *pages = (char *)mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned told;
  for (unsigned flags : {0, 1, 2, 4, 8, 15}) {
    DO(cudaHostRegister(mine, 100, flags));
    DO(cudaHostGetFlags(&told, mine + 99));
    IS(told, flags);
    GIVES(cudaErrorInvalidValue, cudaHostGetFlags(&told, mine + 100));
    DO(cudaHostUnregister(mine));
  }
  GIVES(cudaErrorInvalidValue, cudaHostRegister(mine, 100, 16));
  GIVES(cudaErrorInvalidValue, cudaHostRegister(mine, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaHostRegister(NULL, 8, 0));
  GIVES(cudaErrorInvalidValue, cudaHostRegister(mine, (size_t)-1, 0));
  for (char *p : {at[MANAGED] + 1, at[PINNED], two_pages + 8191}) GIVES(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(p, 1, 0));
  GIVES(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(at[PINNED]));
  IS(left(), before);
  // a page that is not there, in the middle and at the end, whatever the first byte is
  munmap(pages + 2 * PAGE, PAGE);
  for (size_t from : {(size_t)0, (size_t)1, (size_t)PAGE, (size_t)2 * PAGE - 1}) {
    GIVES(cudaErrorInvalidValue, cudaHostRegister(pages + from, 2 * PAGE + 1 - from, 0));
    DO(cudaHostRegister(pages + from, 2 * PAGE - from, 0));
    DO(cudaHostUnregister(pages + from));
  }
  GIVES(cudaErrorInvalidValue, cudaHostRegister(pages, 4 * PAGE, 0));
  IS(left(), before);
  // a launch needs it on both sides: who gives it back too early is told so
  DO(cudaHostRegister(pages, PAGE, 0));
  DO(cudaHostGetDevicePointer(&d, pages, 0));
  memset(pages, 1, PAGE);
  add<<<1, BLOCK>>>(d + 1, 70);
  DO(cudaDeviceSynchronize());
  for (int i = 0; i < PAGE; i++) IS(pages[i], i > 0 && i <= 70 ? 2 : 1);
  munmap(pages, PAGE);
  add<<<1, BLOCK>>>(d, 1);
  IS(cudaGetLastError(), cudaErrorInvalidValue);
  DO(cudaHostUnregister(pages));
  add<<<1, BLOCK>>>(at[DEVICE], 1);
  DO(cudaGetLastError());
  munmap(pages + PAGE, 3 * PAGE);
  IS(left(), before);
}

// The first variable ends with a page, where the other one begins; nothing of the host lies around both, and they can be had again after a reset.
static void variable() {
  for (int round = 0; round < 3; round++) {
    two_pages[0] = 40, two_pages[8191] = 50;
    add<<<1, BLOCK>>>(two_pages, 8192);
    DO(cudaDeviceSynchronize());
    IS(two_pages[0], 41);
    IS(two_pages[8191], 51);
    char *p = two_pages, *m;
    IS((size_t)p, 0x200000000000);
    IS(behind == two_pages + 2 * PAGE, 1);
    behind[11999] = 1;
    IS(is_mapped(p) && is_mapped(p + PAGE) && is_mapped(behind) && !is_mapped(p + 5 * PAGE) && !is_mapped(p - PAGE), 1);
    DO(cudaMallocManaged(&m, 2 * PAGE));
    m[0] = 3;
    DO(cudaDeviceReset());
    IS(is_mapped(p) || is_mapped(p + PAGE) || is_mapped(m) || is_mapped(m + PAGE), 0);
    GIVES(cudaErrorInvalidValue, cudaFree(m));
    cudaGetLastError();
    add<<<1, 1>>>(p, 0); // a launch makes it again, at the same place, as it was in the beginning
    DO(cudaGetLastError());
    IS(is_mapped(p) && p[0] == 0 && p[8191] == 0, 1);
  }
  GIVES(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(at[REGISTERED]));
}

int main() {
  two_pages[0] = 1;
  allocations();
  rows_and_slices();
  taken();
  directions();
  overlapping();
  pointers();
  hints();
  registering();
  cudaGetLastError();
  variable();
  printf("exact: right\n");
  return 0;
}
