/* wt_cuda.h - libcudart.so.13 on libwarptwin: what its parts share.
 *
 * Device memory lies at addresses that no host program has (WT_CUDA_BASE), managed and pinned memory is mapped there as well. One session, made
 * at the first call that needs a device; everything completes inside the call. docs/user/cuda.md says what a program sees.
 */
#ifndef WT_CUDA_H
#define WT_CUDA_H
#include <stddef.h>
#include <stdint.h>

#include "warptwin.h"

#define CUDA_API __attribute__((visibility("default")))
#define WT_CUDA_BASE UINT64_C(0x200000000000)
#define WT_CUDA_HOST_END (UINT64_C(1) << 47)                   /* of the addresses that a program has */
enum { WT_CUDA_VERSION = 13000, WT_CUDA_CLOCK_KHZ = 1000000 }; /* clock: what event times assume */

typedef int wt_cuda_error;
enum {
  CUDA_OK = 0,
  CUDA_INVALID = 1,
  CUDA_NO_MEMORY = 2,
  CUDA_CONFIGURATION = 9,
  CUDA_PITCH = 12,
  CUDA_SYMBOL = 13,
  CUDA_DIRECTION = 21,
  CUDA_MISSING_CONFIGURATION = 52,
  CUDA_FUNCTION = 98,
  CUDA_DEVICE = 101,
  CUDA_IMAGE = 200,
  CUDA_NO_IMAGE = 209,
  CUDA_LIMIT = 215,
  CUDA_PEER = 217,
  CUDA_HANDLE = 400,
  CUDA_ILLEGAL_ADDRESS = 700,
  CUDA_RESOURCES = 701,
  CUDA_TIMEOUT = 702,
  CUDA_PEER_OFF = 705,
  CUDA_ASSERT = 710,
  CUDA_ALREADY_REGISTERED = 712,
  CUDA_NOT_REGISTERED = 713,
  CUDA_MISALIGNED = 716,
  CUDA_PC = 718,
  CUDA_LAUNCH_FAILURE = 719,
  CUDA_COOPERATIVE = 720,
  CUDA_NOT_SUPPORTED = 801,
  CUDA_CAPTURE = 900,
  CUDA_UNKNOWN = 999
};

typedef struct {
  unsigned x, y, z;
} wt_dim3;

/* ---- every call ---- */

/* Locks; a pending sticky error, or 0. Ends in wt_cuda_leave, which counts the call, unlocks, keeps the error for GetLastError and returns it. */
wt_cuda_error wt_cuda_enter(void);
wt_cuda_error wt_cuda_leave_as(const char *name, wt_cuda_error e);
#define wt_cuda_leave(e) wt_cuda_leave_as(__func__, (e))
/* Counts a call with its result, for the metrics; name stays. With the lock held. */
void wt_cuda_count(const char *name, wt_cuda_error e);
/* As one line of JSON: the name of each function with how often it gave which error. */
void wt_cuda_counts(FILE *f);
const char *wt_cuda_error_name(wt_cuda_error e);
#define CALL(work)                          \
  do {                                      \
    wt_cuda_error e_ = wt_cuda_enter();     \
    return wt_cuda_leave(e_ ? e_ : (work)); \
  } while (0)
/* The same without the device's errors, for what needs no device. */
#define LOCAL(work)             \
  do {                          \
    wt_cuda_enter();            \
    return wt_cuda_leave(work); \
  } while (0)
void wt_cuda_lock(void);
void wt_cuda_unlock(void);

/* One line on standard error, "warptwin: ...". */
void wt_cuda_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* A call or kernel that this device does not do: says it once a name, then ends the program with exit code 3 unless the user wants the error. */
wt_cuda_error wt_cuda_refuse(const char *name, wt_cuda_error e, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The end of a launch: an error that stays until the device is reset, or the end of the program. */
wt_cuda_error wt_cuda_stick(wt_status st, const char *what);
/* After fork, with no session of its own. */
int wt_cuda_forked(void);

/* ---- the device ---- */

typedef struct {
  wt_session *s;                                       /* NULL until it is needed */
  uint64_t epoch;                                      /* counts sessions: DeviceReset begins a new one */
  uint64_t cycles, insns;                              /* of sessions that are gone */
  unsigned launches, refused, not_launched, too_large; /* too_large: of those not launched, for this shape */
  int verbose, keep_going;
  wt_backend backend;
} wt_cuda_device;
extern wt_cuda_device wt_cuda;
/* Makes the session when there is none; what cannot be ends the program. */
void wt_cuda_open(void);
/* Everything the program had on the device is gone. */
void wt_cuda_reset(void);
uint64_t wt_cuda_cycles(void);
/* Of the session, which is there. */
unsigned wt_cuda_key(const char *key);
/* Writes verdict and metrics where the command line reads them. */
void wt_cuda_report(void);
/* What the command line sees at any time. Never NULL. */
struct wt_cuda_live *wt_cuda_alive(void);

/* ---- files of a run (wt_cuda_files.c) ---- */

/* From the environment, before the program runs. */
void wt_cuda_take_files(void);
/* A session that is new. */
void wt_cuda_session_files(void);
/* Before launch number n, and after it. */
void wt_cuda_launch_files(unsigned n, const char *kernel);
void wt_cuda_launch_ended(void);
/* A setting of the environment, taken out of it; the caller frees. */
char *wt_cuda_take(const char *name);
uint64_t wt_cuda_take_number(const char *name);

/* ---- the host's memory, of which nothing is believed ---- */

/* 0, or -1 when not all of it can be accessed. */
int wt_cuda_get(void *dst, const void *host, size_t n);
int wt_cuda_put(void *host, const void *src, size_t n);
/* A string, cut to n - 1 bytes; -1 if it cannot be read. */
int wt_cuda_text(char *dst, size_t n, const char *host);
#define OUT(pointer, value) (wt_cuda_put((pointer), &(value), sizeof(value)) ? CUDA_INVALID : CUDA_OK)

/* ---- registered code (wt_cuda_register.c) ---- */

typedef struct wt_cuda_function wt_cuda_function;
/* By the host's address, or a handle of __cudaGetKernel. Loads its module. CUDA_FUNCTION if there is none. */
wt_cuda_error wt_cuda_find_function(const void *host, wt_module **m, const char **name, wt_cuda_function **f);
wt_cuda_error wt_cuda_find_variable(const void *host, wt_addr *addr, size_t *size);
unsigned *wt_cuda_dynamic_limit(wt_cuda_function *f); /* set by FuncSetAttribute, plus 1; 0 = not set */
/* Before a launch: the variables that both sides see are in place. */
wt_cuda_error wt_cuda_init_managed(void);
/* ---- memory (wt_cuda_memory.c) ---- */

/* Memory that host and device share goes to the device before a launch and comes back after it. */
wt_cuda_error wt_cuda_share(int to_device);
/* Maps the host's memory at device memory that is there. */
wt_cuda_error wt_cuda_map_at(uint64_t at, size_t bytes);
void wt_cuda_forget_memory(void);
wt_cuda_error wt_cuda_move(uint64_t dst, uint64_t src, size_t n, int kind);

/* ---- streams ---- */
int wt_cuda_is_stream(const void *stream);
void wt_cuda_forget_streams(void);

/* ---- fat binaries (wt_cuda_image.c) ---- */

/* The cubin for sm_75 of a fat binary that starts at data and ends with end at the latest (its own header says how long it is). *image is the caller's
 * to free. CUDA_OK, CUDA_NO_IMAGE or CUDA_IMAGE with one line in err. */
wt_cuda_error wt_cuda_image(const void *data, size_t room, void **image, size_t *bytes, char *err, size_t errn);
/* Bytes of the fat binary with this header, 0 = none. */
size_t wt_cuda_image_size(const unsigned char header[16]);
#endif
