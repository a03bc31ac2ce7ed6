// held.cu - what a program holds: streams, events, callbacks, configurations of launches, the last error of a thread; shapes of launches at their limits; and that the library keeps
// nothing of the host's memory for what is over. Needs a shape with blocks of 1024 threads.
// held forbidden ERRNO: the system calls for another process's memory, which the library looks at ours with, are refused with that error.
#include "check.h"
#include <errno.h>
#include <initializer_list>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <thread>
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, cudaStream_t);
extern "C" cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);
__global__ void put(int *p, int a, int b) {
  if (!blockIdx.x && !threadIdx.x) *p = a * 10 + b;
}
__device__ int counter;
__global__ void count() {
  if (!threadIdx.x) counter++;
}

__global__ void a_kernel_whose_name_is_longer_than_what_the_name_of_a_file_takes_from_it_which_is_79_letters_of_the_mangled_one() {}

static void streams() {
  enum { MANY = 150 };
  static cudaStream_t s[MANY];
  unsigned flags;
  int v;
  unsigned long long id, other;
  for (int i = 0; i < MANY; i++) DO(cudaStreamCreateWithPriority(&s[i], i % 2, -(i % 6)));
  for (int i = 0; i < MANY; i++) {
    DO(cudaStreamGetFlags(s[i], &flags));
    IS(flags, i % 2);
    DO(cudaStreamGetPriority(s[i], &v));
    IS(v, -(i % 6));
    DO(cudaStreamGetDevice(s[i], &v));
    IS(v, 0);
    for (int k = 0; k < i; k++) IS(s[k] == s[i], 0);
  }
  for (int priority : {-6, -100, 1, 100}) { // the nearest one that there is
    DO(cudaStreamCreateWithPriority(&s[0], 0, priority));
    DO(cudaStreamGetPriority(s[0], &v));
    IS(v, priority < 0 ? -5 : 0);
  }
  GIVES(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&s[0], 2));
  GIVES(cudaErrorInvalidValue, cudaStreamCreate((cudaStream_t *)WILD));
  // handles that never were
  char *h = (char *)s[MANY - 1];
  for (int by : {1, 8, -1, 16 * 20}) GIVES(cudaErrorInvalidResourceHandle, cudaStreamQuery((cudaStream_t)(h + by)));
  for (size_t n : {(size_t)3, (size_t)100, (size_t)s[1] - 17 * 16, (size_t)-16})
    GIVES(cudaErrorInvalidResourceHandle, cudaStreamSynchronize((cudaStream_t)n));
  for (cudaStream_t d : {(cudaStream_t)0, cudaStreamLegacy, cudaStreamPerThread}) { // there from the beginning
    DO(cudaStreamQuery(d));
    DO(cudaStreamGetFlags(d, &flags));
    IS(flags, 0);
    DO(cudaStreamGetPriority(d, &v));
    IS(v, 0);
    GIVES(cudaErrorInvalidResourceHandle, cudaStreamDestroy(d));
  }
  DO(cudaStreamGetId(0, &id));
  DO(cudaStreamGetId(cudaStreamLegacy, &other));
  IS(id == other, 1);
  DO(cudaStreamGetId(cudaStreamPerThread, &other));
  IS(id == other, 0);
  cudaStreamCaptureStatus state = cudaStreamCaptureStatusActive;
  DO(cudaStreamIsCapturing(s[5], &state));
  IS(state, cudaStreamCaptureStatusNone);
  DO(cudaStreamDestroy(s[5]));
  const cudaStream_t gone = s[5];
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamIsCapturing(gone, &state));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamGetPriority(gone, &v));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamGetFlags(gone, &flags));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamGetDevice(gone, &v));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamGetId(gone, &id));
  put<<<1, 1, 0, gone>>>(NULL, 0, 0);
  GIVES(cudaErrorInvalidResourceHandle, cudaGetLastError());
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamDestroy(gone));
  int least = 7, most = 7;
  DO(cudaDeviceGetStreamPriorityRange(NULL, &most));
  DO(cudaDeviceGetStreamPriorityRange(&least, NULL));
  DO(cudaDeviceGetStreamPriorityRange(NULL, NULL));
  IS(least == 0 && most == -5, 1);
  for (int k = 0; k < 2; k++) GIVES(cudaErrorInvalidValue, cudaDeviceGetStreamPriorityRange(k ? &least : WILD, k ? WILD : &most));
}

static void events() {
  cudaEvent_t e[8], bad;
  cudaStream_t s;
  float ms;
  DO(cudaStreamCreate(&s));
  for (unsigned flags = 0; flags < 8; flags++) {
    if (flags & cudaEventInterprocess && !(flags & cudaEventDisableTiming)) { // the one goes with the other only
      GIVES(cudaErrorInvalidValue, cudaEventCreateWithFlags(&bad, flags));
      DO(cudaEventCreate(&e[flags]));
    } else DO(cudaEventCreateWithFlags(&e[flags], flags));
    DO(cudaEventQuery(e[flags])); // nothing is before it
    DO(cudaEventSynchronize(e[flags]));
  }
  for (unsigned flags : {8u, 10u, 0x80000000u}) GIVES(cudaErrorInvalidValue, cudaEventCreateWithFlags(&bad, flags));
  GIVES(cudaErrorInvalidValue, cudaEventCreate((cudaEvent_t *)WILD));
  for (unsigned flags : {cudaEventRecordDefault, cudaEventRecordExternal}) DO(cudaEventRecordWithFlags(e[0], s, flags));
  GIVES(cudaErrorInvalidValue, cudaEventRecordWithFlags(e[1], s, 2));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, e[0], e[1])); // which has not recorded
  GIVES(cudaErrorInvalidResourceHandle, cudaEventRecord(e[1], (cudaStream_t)WILD));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventRecord((cudaEvent_t)s, s));
  for (unsigned flags : {cudaEventWaitDefault, cudaEventWaitExternal}) DO(cudaStreamWaitEvent(s, e[0], flags));
  GIVES(cudaErrorInvalidValue, cudaStreamWaitEvent(s, e[0], 2));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent((cudaStream_t)e[0], e[0], 0));
  for (cudaEvent_t i : e) DO(cudaEventRecord(i, 0));
  for (unsigned a = 0; a < 4; a++)
    for (unsigned b = 0; b < 4; b++)
      GIVES((a | b) & cudaEventDisableTiming ? cudaErrorInvalidResourceHandle : cudaSuccess, cudaEventElapsedTime(&ms, e[a], e[b]));
  GIVES(cudaErrorInvalidValue, cudaEventElapsedTime((float *)WILD, e[0], e[1]));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, e[0], (cudaEvent_t)WILD));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, (cudaEvent_t)WILD, e[0]));
  DO(cudaEventDestroy(e[0]));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventDestroy(e[0]));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventSynchronize(e[0]));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventQuery(e[0]));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventRecord(e[0], s));
  DO(cudaEventQuery(e[1]));
}

static int called;
static void work(void *by) { called += *(int *)by; }
static void calls_back(cudaStream_t s, cudaError_t e, void *by) {
  called += e ? 1000 : *(int *)by;
  DO(cudaStreamQuery(s)); // the device is there for it
}
static void callbacks() {
  int one = 1;
  const cudaStream_t none = (cudaStream_t)WILD;
  DO(cudaLaunchHostFunc(0, work, &one));
  DO(cudaStreamAddCallback(0, calls_back, &one, 0));
  IS(called, 2);
  GIVES(cudaErrorInvalidResourceHandle, cudaLaunchHostFunc(none, work, &one));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamAddCallback(none, calls_back, &one, 0));
  GIVES(cudaErrorInvalidValue, cudaLaunchHostFunc(0, NULL, &one));
  GIVES(cudaErrorInvalidValue, cudaStreamAddCallback(0, NULL, &one, 0));
  GIVES(cudaErrorInvalidValue, cudaStreamAddCallback(0, calls_back, &one, 1));
  IS(called, 2);
}

// ---- launches ----

static void configurations() {
  enum { DEEP = 16 };
  dim3 g, b;
  size_t smem;
  cudaStream_t s;
  GIVES(cudaErrorMissingConfiguration, __cudaPopCallConfiguration(&g, &b, &smem, &s));
  for (unsigned i = 0; i < DEEP; i++) IS(__cudaPushCallConfiguration(dim3(i, 2, 3), dim3(4, i, 6), 1000 + i, (cudaStream_t)(size_t)i), 0);
  IS(__cudaPushCallConfiguration(dim3(1), dim3(1), 0, 0) != 0, 1); // one too many: it is not launched
  for (unsigned i = DEEP; i-- > 0;) {
    DO(__cudaPopCallConfiguration(&g, &b, &smem, &s));
    IS(g.x == i && g.y == 2 && g.z == 3 && b.x == 4 && b.y == i && b.z == 6 && smem == 1000 + i && (size_t)s == i, 1);
  }
  GIVES(cudaErrorMissingConfiguration, __cudaPopCallConfiguration(&g, &b, &smem, &s));
  for (int k = 0; k < 4; k++) {
    IS(__cudaPushCallConfiguration(dim3(1), dim3(1), 0, 0), 0);
    GIVES(cudaErrorInvalidValue, __cudaPopCallConfiguration(k == 0 ? (dim3 *)WILD : &g, k == 1 ? (dim3 *)WILD : &b, k == 2 ? (size_t *)WILD : &smem,
                                                            k == 3 ? (void *)WILD : &s));
    IS(cudaGetLastError(), cudaErrorInvalidValue);
  }
}

// Arguments that cannot be read are found behind the check of the shape of the launch.
static void shapes() {
  const unsigned most = 0x7fffffff;
  const struct {
    dim3 g, b;
    bool fits;
  } all[] = {{dim3(most), dim3(1), true},
             {dim3(most + 1), dim3(1), false},
             {dim3(1, 65535), dim3(1), true},
             {dim3(1, 65536), dim3(1), false},
             {dim3(1, 1, 65535), dim3(1), true},
             {dim3(1, 1, 65536), dim3(1), false},
             {dim3(1), dim3(1024), true},
             {dim3(1), dim3(1025), false},
             {dim3(1), dim3(1, 1024), true},
             {dim3(1), dim3(1, 1025), false},
             {dim3(1), dim3(2, 8, 64), true},
             {dim3(1), dim3(1, 1, 65), false},
             {dim3(1), dim3(4, 4, 65), false},
             {dim3(1), dim3(32, 32, 2), false},
             {dim3(1), dim3(1u << 31, 1u << 31, 4), false}, // 2 to the 64
             {dim3(1), dim3(1u << 31, 1u << 31, 0), false},
             {dim3(1), dim3(0, 1, 1), false},
             {dim3(1), dim3(1, 0, 1), false},
             {dim3(1), dim3(1, 1, 0), false},
             {dim3(0), dim3(1), false},
             {dim3(1, 0), dim3(1), false},
             {dim3(1, 1, 0), dim3(1), false}};
  for (auto &l : all)
    GIVES(l.fits ? cudaErrorInvalidValue : cudaErrorInvalidConfiguration, cudaLaunchKernel((const void *)put, l.g, l.b, (void **)WILD, 0, 0));
  GIVES(cudaErrorLaunchOutOfResources, cudaLaunchKernel((const void *)put, dim3(1), dim3(1), (void **)WILD, 1 << 20, 0));
  GIVES(cudaErrorInvalidResourceHandle, cudaLaunchKernel((const void *)put, dim3(1), dim3(1), (void **)WILD, 0, (cudaStream_t)WILD));
  int *p, h = 0, a = 4, b = 2;
  DO(cudaMalloc(&p, 4));
  void *args[] = {&p, &a, WILD};
  GIVES(cudaErrorInvalidValue, cudaLaunchKernel((const void *)put, dim3(1), dim3(1), args, 0, 0));
  args[2] = &b;
  cudaKernel_t k;
  DO(cudaGetKernel(&k, (const void *)put));
  DO(cudaLaunchKernel((const void *)k, dim3(1), dim3(1), args, 0, 0));
  DO(cudaMemcpy(&h, p, 4, cudaMemcpyDefault));
  IS(h, 42);
  GIVES(cudaErrorInvalidDeviceFunction, cudaGetKernel(&k, (const void *)&h));
  GIVES(cudaErrorInvalidValue, cudaGetKernel((cudaKernel_t *)WILD, (const void *)put));
  GIVES(cudaErrorInvalidDeviceFunction, cudaLaunchKernel(NULL, dim3(1), dim3(1), args, 0, 0));
  GIVES(cudaErrorInvalidDeviceFunction, cudaLaunchKernel((const void *)&h, dim3(1), dim3(1), args, 0, 0));
  // attributes of a launch: what is not cooperative or a cluster is a hint
  cudaLaunchConfig_t c = {};
  cudaLaunchAttribute hints[2] = {};
  hints[0].id = cudaLaunchAttributeIgnore;
  hints[1].id = cudaLaunchAttributePriority, hints[1].val.priority = -2;
  c.gridDim = dim3(1), c.blockDim = dim3(1), c.attrs = hints, c.numAttrs = 2;
  a = 6;
  DO(cudaLaunchKernelExC(&c, (const void *)put, args));
  DO(cudaMemcpy(&h, p, 4, cudaMemcpyDefault));
  IS(h, 62);
  c.attrs = (cudaLaunchAttribute *)WILD;
  GIVES(cudaErrorInvalidValue, cudaLaunchKernelExC(&c, (const void *)put, args));
  c.numAttrs = 0;
  DO(cudaLaunchKernelExC(&c, (const void *)put, args));
  hints[0].id = cudaLaunchAttributeCooperative, hints[0].val.cooperative = 1; // before one that says nothing of it
  c.attrs = hints, c.numAttrs = 2, c.gridDim = dim3(4000);
  GIVES(cudaErrorCooperativeLaunchTooLarge, cudaLaunchKernelExC(&c, (const void *)put, args));
  hints[0].id = cudaLaunchAttributeIgnore; // and behind one
  hints[1].id = cudaLaunchAttributeCooperative, hints[1].val.cooperative = 1;
  GIVES(cudaErrorCooperativeLaunchTooLarge, cudaLaunchKernelExC(&c, (const void *)put, args));
  int fit;
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, put, 1, 0));
  DO(cudaLaunchCooperativeKernel((const void *)put, dim3(fit), dim3(1), args, 0, 0));
  GIVES(cudaErrorCooperativeLaunchTooLarge, cudaLaunchCooperativeKernel((const void *)put, dim3(fit + 1), dim3(1), args, 0, 0));
  c.gridDim = dim3(fit + 1), c.numAttrs = 0; // one that does not cooperate may be larger
  DO(cudaLaunchKernelExC(&c, (const void *)put, args));
  hints[0].id = cudaLaunchAttributeCooperative, hints[0].val.cooperative = 0, c.numAttrs = 1;
  DO(cudaLaunchKernelExC(&c, (const void *)put, args));
  for (int i = 0; i < 3; i++) count<<<1, 1>>>(); // no arguments at all
  DO(cudaMemcpyFromSymbol(&h, counter, 4));
  IS(h, 3);
  DO(cudaFree(p));
}

// ---- errors: the last one of each thread, until it is asked for ----

static void errors() {
  cudaGetLastError();
  int n;
  GIVES(cudaErrorInvalidDevice, cudaSetDevice(7));
  DO(cudaGetDevice(&n)); // what works leaves it
  IS(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  GIVES(cudaErrorInvalidValue, cudaGetDeviceCount(NULL));
  std::thread other([] {
    IS(cudaPeekAtLastError(), cudaSuccess);
    GIVES(cudaErrorInvalidResourceHandle, cudaStreamQuery((cudaStream_t)WILD));
    IS(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  });
  other.join();
  IS(cudaPeekAtLastError(), cudaErrorInvalidValue);
  IS(cudaGetLastError(), cudaErrorInvalidValue);
  IS(cudaGetLastError(), cudaSuccess);
  IS(cudaPeekAtLastError(), cudaSuccess);
  IS(strcmp(cudaGetErrorName(cudaErrorInvalidPitchValue), "cudaErrorInvalidPitchValue"), 0);
  IS(strcmp(cudaGetErrorString(cudaErrorInvalidPitchValue), "invalid pitch argument"), 0);
  for (int none : {-1, 123456}) {
    IS(strcmp(cudaGetErrorName((cudaError_t)none), "unrecognized error code"), 0);
    IS(strcmp(cudaGetErrorString((cudaError_t)none), "unrecognized error code"), 0);
  }
  IS(cudaPeekAtLastError(), cudaSuccess);
}

// ---- nothing is kept ----

static void everything_once() {
  static char mine[100];
  char *p;
  int *d, h;
  size_t pitch;
  DO(cudaMalloc(&p, 100));
  DO(cudaFree(p));
  DO(cudaMallocManaged(&p, 100));
  DO(cudaFree(p));
  DO(cudaMallocHost(&p, 100));
  DO(cudaFreeHost(p));
  DO(cudaMallocPitch(&p, &pitch, 100, 2));
  DO(cudaFree(p));
  DO(cudaHostRegister(mine, sizeof mine, 0));
  DO(cudaMemcpy(mine, mine + 1, 90, cudaMemcpyDefault));
  DO(cudaHostUnregister(mine));
  GIVES(cudaErrorInvalidValue, cudaMalloc((void **)WILD, 100));
  GIVES(cudaErrorInvalidValue, cudaMallocHost((void **)WILD, 100));
  GIVES(cudaErrorInvalidValue, cudaLaunchKernel((const void *)put, dim3(1), dim3(1), (void **)WILD, 0, 0));
  DO(cudaMalloc(&d, 4));
  put<<<1, 1>>>(d, 1, 2);
  count<<<1, 1>>>();
  DO(cudaMemcpyFromSymbol(&h, counter, 4));
  DO(cudaMallocManaged(&p, 100)); // these, and what is registered, the reset gives back
  DO(cudaHostRegister(mine, sizeof mine, 0));
  DO(cudaDeviceReset());
}
static void nothing_is_kept() {
  size_t before = 0;
  for (int i = 0; i < 12; i++) {
    everything_once();
    if (i == 3) before = mallinfo2().uordblks;
  }
  IS(mallinfo2().uordblks, before);
}

static void forbidden(unsigned error) {
  enum { N = 100000 };
  struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
                               BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
                               BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {5, code};
  IS(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  IS(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter), 0);
  static char from[N], to[N];
  char *p;
  size_t all;
  for (int i = 0; i < N; i++) from[i] = (char)(i * 7 >> 2);
  if (error != EPERM && error != ENOSYS) { // the memory is not there, then
    GIVES(cudaErrorInvalidValue, cudaMalloc(&p, N));
    return;
  }
  DO(cudaMalloc(&p, N));
  DO(cudaMemcpy(p, from, N, cudaMemcpyHostToDevice));
  DO(cudaMemcpy(to, p, N, cudaMemcpyDeviceToHost));
  IS(memcmp(from, to, N), 0);
  GIVES(cudaErrorInvalidValue, cudaMemcpy(p, NULL, N, cudaMemcpyHostToDevice));
  GIVES(cudaErrorInvalidValue, cudaMemGetInfo(NULL, &all));
  GIVES(cudaErrorInvalidValue, cudaMemcpy(p, (char *)((size_t)1 << 47) - 8, 16, cudaMemcpyHostToDevice)); // no program has such an address
  GIVES(cudaErrorInvalidValue, cudaGetDeviceCount((int *)((size_t)1 << 47)));
}

int main(int argc, char **argv) {
  if (argc > 2) {
    forbidden(atoi(argv[2]));
    printf("held: right\n");
    return 0;
  }
  a_kernel_whose_name_is_longer_than_what_the_name_of_a_file_takes_from_it_which_is_79_letters_of_the_mangled_one<<<1, 1>>>();
  DO(cudaGetLastError());
  streams();
  events();
  callbacks();
  configurations();
  shapes();
  errors();
  nothing_is_kept();
  printf("held: right\n");
  return 0;
}
