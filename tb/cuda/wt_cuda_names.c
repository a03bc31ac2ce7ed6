/* wt_cuda_names.c - the exported names without a function of their own, and the table of all names with their addresses. */
#include <string.h>

#include "cuda/wt_cuda_names.h"

static const char *why(const char *name) {
  static const struct {
    const char *part, *why;
  } kinds[] = {{"Graphics", "no graphics here, build the program without it"},
               {"Graph", "graphs are not supported, launch the kernels one by one"},
               {"cudaGL", "no graphics here, build the program without it"},
               {"EGL", "no graphics here, build the program without it"},
               {"VDPAU", "no graphics here, build the program without it"},
               {"Capture", "capture is not supported, launch the kernels one by one"},
               {"Texture", "this device has no textures, read linear memory instead"},
               {"Surface", "this device has no surfaces, write linear memory instead"},
               {"Array", "arrays belong to textures, which this device does not have; use linear memory"},
               {"ChannelDesc", "arrays belong to textures, which this device does not have; use linear memory"},
               {"Ipc", "the device belongs to one process, share data through the host"},
               {"External", "nothing outside the process reaches the device, share data through the host"},
               {"Library", "modules cannot be loaded by the program, link the kernels into it"},
               {"Pool", "memory pools are not supported, use cudaMalloc"},
               {"Driver", "the driver interface is not there, use the runtime interface"},
               {"ExportTable", "the driver interface is not there, use the runtime interface"},
               {"Cluster", "sm_75 has no clusters, launch without them"},
               {"Peer", "there is one device, use cudaMemcpy"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strstr(name, kinds[i].part)) return kinds[i].why;
  return "it is not implemented, do without it";
}

static wt_cuda_error not_here(const char *name) {
  wt_cuda_error e = wt_cuda_enter();
  if (!e) e = wt_cuda_refuse(name, strstr(name, "Capture") ? CUDA_CAPTURE : CUDA_NOT_SUPPORTED, "%s is not supported: %s", name, why(name));
  return wt_cuda_leave_as(name, e);
}

#define DONE(name)
#define SAME(name, of)                             \
  __attribute__((naked)) CUDA_API void name(void); \
  void name(void) { __asm__("jmp " #of "@PLT"); }
#define NOT(name)                    \
  CUDA_API wt_cuda_error name(void); \
  wt_cuda_error name(void) { return not_here(#name); }
#include "cuda/wt_cuda_names.def"
#undef DONE
#undef SAME
#undef NOT

#define DONE(name) void name(void);
#define SAME(name, of)
#define NOT(name)
#include "cuda/wt_cuda_names.def"
#undef DONE
#undef SAME
#undef NOT

const wt_cuda_name wt_cuda_names[] = {
#define DONE(name) {#name, (void (*)(void))name},
#define SAME(name, of) {#name, name},
#define NOT(name) {#name, (void (*)(void))name},
#include "cuda/wt_cuda_names.def"
};
const size_t wt_cuda_n_names = sizeof wt_cuda_names / sizeof *wt_cuda_names;
