/* wt_cuda_patch.c - programs that hold the runtime inside (nvcc's default): every function of it that the symbol table names becomes a jump to ours,
 * before the program's own constructors run. Libraries of the program: wt_cuda_audit.c.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda/wt_cuda_jump.h"
#include "cuda/wt_cuda_names.h"

static int compare(const void *a, const void *b) { return strcmp(((const wt_cuda_name *)a)->name, ((const wt_cuda_name *)b)->name); }

static uintptr_t ours(const char *name) {
  wt_cuda_name key = {name, NULL};
  const wt_cuda_name *found = bsearch(&key, wt_cuda_names, wt_cuda_n_names, sizeof key, compare);
  return found ? (uintptr_t)found->code : 0;
}

static uintptr_t bias_of_program(void) { return _r_debug.r_map ? _r_debug.r_map->l_addr : 0; }

/* After the settings, before everything of the program. */
__attribute__((constructor(102))) static void patch_program(void) {
  if (wt_cuda_jumps("/proc/self/exe", bias_of_program(), ours) >= 0) return;
  wt_cuda_say("the runtime inside of this program cannot be replaced (its code cannot be written), link it with -cudart shared");
  _exit(WT_UNSUPPORTED);
}
