/* wt_cuda_stream.c - streams and events on a device where everything completes inside the call. Handles are numbers, never addresses, so any
 * value that a program passes can be judged.
 */
#include <stdlib.h>

#include "cuda/wt_cuda.h"

typedef struct {
  int live, recorded;
  unsigned flags;
  int priority;
  uint64_t cycle;
} item;
typedef struct {
  item *i;
  size_t n, cap;
  uintptr_t tag;
} table;
enum { STEP = 16, PRIORITY_MOST = -5 };
static table streams = {.tag = 0x57000000}, events = {.tag = 0x45000000};

static item *find(const table *t, const void *handle) {
  uintptr_t h = (uintptr_t)handle - t->tag;
  return (uintptr_t)handle < t->tag || h % STEP || h / STEP >= t->n || !t->i[h / STEP].live ? NULL : &t->i[h / STEP];
}

static wt_cuda_error create(table *t, void **out, unsigned flags, int priority) {
  if (t->n == t->cap) {
    size_t cap = t->cap ? 2 * t->cap : 64;
    item *i = realloc(t->i, cap * sizeof *i);
    if (!i) return CUDA_NO_MEMORY;
    t->i = i, t->cap = cap;
  }
  uintptr_t handle = t->tag + STEP * t->n;
  wt_cuda_error e = OUT(out, handle);
  if (!e) t->i[t->n++] = (item){.live = 1, .flags = flags, .priority = priority};
  return e;
}
static wt_cuda_error destroy(table *t, void *handle) {
  item *i = find(t, handle);
  if (!i) return CUDA_HANDLE;
  i->live = 0; /* its number is not used again */
  return CUDA_OK;
}

void wt_cuda_forget_streams(void) {
  for (size_t i = 0; i < streams.n; i++) streams.i[i].live = 0;
  for (size_t i = 0; i < events.n; i++) events.i[i].live = 0;
}

/* 0, 1 and 2 are the default stream, the legacy one and that of the thread. */
int wt_cuda_is_stream(const void *stream) { return (uintptr_t)stream <= 2 || find(&streams, stream); }

/* ---- streams ---- */

static wt_cuda_error new_stream(void **out, unsigned flags, int priority) {
  wt_cuda_open();
  if (flags > 1) return CUDA_INVALID;
  return create(&streams, out, flags, priority > 0 ? 0 : priority < PRIORITY_MOST ? PRIORITY_MOST : priority);
}
CUDA_API wt_cuda_error cudaStreamCreate(void **out) { CALL(new_stream(out, 0, 0)); }
CUDA_API wt_cuda_error cudaStreamCreateWithFlags(void **out, unsigned flags) { CALL(new_stream(out, flags, 0)); }
CUDA_API wt_cuda_error cudaStreamCreateWithPriority(void **out, unsigned flags, int priority) { CALL(new_stream(out, flags, priority)); }
CUDA_API wt_cuda_error cudaStreamDestroy(void *s) { CALL(destroy(&streams, s)); }
CUDA_API wt_cuda_error cudaStreamSynchronize(void *s) { CALL(wt_cuda_is_stream(s) ? CUDA_OK : CUDA_HANDLE); }
CUDA_API wt_cuda_error cudaStreamQuery(void *s) { CALL(wt_cuda_is_stream(s) ? CUDA_OK : CUDA_HANDLE); }
CUDA_API wt_cuda_error cudaStreamWaitEvent(void *s, void *event, unsigned flags) {
  CALL(!wt_cuda_is_stream(s) || !find(&events, event) ? CUDA_HANDLE : flags > 1 ? CUDA_INVALID : CUDA_OK);
}
static wt_cuda_error stream_flags(void *s, unsigned *out) {
  unsigned flags = find(&streams, s) ? find(&streams, s)->flags : 0;
  return wt_cuda_is_stream(s) ? OUT(out, flags) : CUDA_HANDLE;
}
static wt_cuda_error stream_priority(void *s, int *out) {
  int priority = find(&streams, s) ? find(&streams, s)->priority : 0;
  return wt_cuda_is_stream(s) ? OUT(out, priority) : CUDA_HANDLE;
}
CUDA_API wt_cuda_error cudaStreamGetFlags(void *s, unsigned *out) { CALL(stream_flags(s, out)); }
CUDA_API wt_cuda_error cudaStreamGetPriority(void *s, int *out) { CALL(stream_priority(s, out)); }
static wt_cuda_error stream_device(void *s, int *out) {
  int zero = 0;
  return wt_cuda_is_stream(s) ? OUT(out, zero) : CUDA_HANDLE;
}
CUDA_API wt_cuda_error cudaStreamGetDevice(void *s, int *out) { CALL(stream_device(s, out)); }
CUDA_API wt_cuda_error cudaStreamIsCapturing(void *s, int *out) { CALL(stream_device(s, out)); /* 0 here means no */ }
/* Nothing is captured: the state is the only thing that is told. */
CUDA_API wt_cuda_error cudaStreamGetCaptureInfo(void *s, int *state, void *id, void *graph, void *nodes, void *edges, void *n) {
  (void)id, (void)graph, (void)nodes, (void)edges, (void)n;
  CALL(stream_device(s, state));
}
static wt_cuda_error stream_id(const void *s, uint64_t *out) {
  const uint64_t id = s ? (uint64_t)(uintptr_t)s : 1; /* handles are not used again; 0 and 1 are one stream */
  return wt_cuda_is_stream(s) ? OUT(out, id) : CUDA_HANDLE;
}
CUDA_API wt_cuda_error cudaStreamGetId(const void *s, uint64_t *out) { CALL(stream_id(s, out)); }
static wt_cuda_error priority_range(int *least, int *most) {
  int zero = 0, top = PRIORITY_MOST;
  wt_cuda_error e = least ? OUT(least, zero) : CUDA_OK;
  return e || !most ? e : OUT(most, top);
}
CUDA_API wt_cuda_error cudaDeviceGetStreamPriorityRange(int *least, int *most) { CALL(priority_range(least, most)); }

/* Callbacks may not call us in CUDA, but nothing here breaks when they do: the lock is free. */
CUDA_API wt_cuda_error cudaLaunchHostFunc(void *s, void (*fn)(void *), void *data) {
  wt_cuda_error e = wt_cuda_enter();
  if (!e) e = !wt_cuda_is_stream(s) ? CUDA_HANDLE : !fn ? CUDA_INVALID : CUDA_OK;
  wt_cuda_leave(e);
  if (!e) fn(data);
  return e;
}
CUDA_API wt_cuda_error cudaStreamAddCallback(void *s, void (*fn)(void *, wt_cuda_error, void *), void *data, unsigned flags) {
  wt_cuda_error e = wt_cuda_enter();
  if (!e) e = !wt_cuda_is_stream(s) ? CUDA_HANDLE : !fn || flags ? CUDA_INVALID : CUDA_OK;
  wt_cuda_leave(e);
  if (!e) fn(s, CUDA_OK, data);
  return e;
}

/* ---- events: the device's clock counts cycles of launches ---- */

enum { NO_TIMING = 2, INTERPROCESS = 4, ALL_FLAGS = 7 };

static wt_cuda_error new_event(void **out, unsigned flags) {
  wt_cuda_open();
  int timed_elsewhere = flags & INTERPROCESS && !(flags & NO_TIMING); /* the one goes with the other only */
  return timed_elsewhere || flags & ~(unsigned)ALL_FLAGS ? CUDA_INVALID : create(&events, out, flags, 0);
}
static wt_cuda_error record(void *event, void *stream, unsigned flags) {
  item *i = find(&events, event);
  if (!i || !wt_cuda_is_stream(stream)) return CUDA_HANDLE;
  if (flags > 1) return CUDA_INVALID;
  i->recorded = 1, i->cycle = wt_cuda_cycles();
  return CUDA_OK;
}
static wt_cuda_error elapsed(float *out, void *from, void *to) {
  const item *a = find(&events, from), *b = find(&events, to);
  if (!a || !b || !a->recorded || !b->recorded || (a->flags | b->flags) & NO_TIMING) return CUDA_HANDLE;
  float ms = (float)(((double)b->cycle - (double)a->cycle) / WT_CUDA_CLOCK_KHZ);
  return OUT(out, ms);
}
CUDA_API wt_cuda_error cudaEventCreate(void **out) { CALL(new_event(out, 0)); }
CUDA_API wt_cuda_error cudaEventCreateWithFlags(void **out, unsigned flags) { CALL(new_event(out, flags)); }
CUDA_API wt_cuda_error cudaEventRecord(void *e, void *s) { CALL(record(e, s, 0)); }
CUDA_API wt_cuda_error cudaEventRecordWithFlags(void *e, void *s, unsigned flags) { CALL(record(e, s, flags)); }
CUDA_API wt_cuda_error cudaEventSynchronize(void *e) { CALL(find(&events, e) ? CUDA_OK : CUDA_HANDLE); }
CUDA_API wt_cuda_error cudaEventQuery(void *e) { CALL(find(&events, e) ? CUDA_OK : CUDA_HANDLE); }
CUDA_API wt_cuda_error cudaEventDestroy(void *e) { CALL(destroy(&events, e)); }
CUDA_API wt_cuda_error cudaEventElapsedTime(float *out, void *from, void *to) { CALL(elapsed(out, from, to)); }
