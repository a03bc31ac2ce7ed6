/* wt_cuda_audit.c - libraries of the program that hold the runtime inside. The dynamic linker shows each object to this one (LD_AUDIT) when it is
 * mapped and nothing of it has run, those that the program opens later too; their functions of the runtime become jumps into libcudart.so.13,
 * which is preloaded and so comes before them.
 */
#define _GNU_SOURCE
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "cuda/wt_cuda_jump.h"

#define EXPORT __attribute__((visibility("default")))
enum { UNSUPPORTED = 3 }; /* exit code of the command line */

static struct {
  const unsigned char *file;
  size_t n;
  uintptr_t bias;
} ours;

static uintptr_t in_ours(const char *name) {
  uintptr_t v = wt_cuda_symbol_in(ours.file, ours.n, name);
  return v ? ours.bias + v : 0;
}

EXPORT unsigned la_version(unsigned version) { return version; }

EXPORT unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie) {
  static const char name[] = "libcudart.so.13";
  const char *slash = strrchr(map->l_name, '/');
  (void)cookie;
  if (space != LM_ID_BASE || !slash) return 0; /* the program itself has no name here */
  if (!strcmp(slash + 1, name)) {
    if (!ours.file) ours.file = wt_cuda_map_file(map->l_name, &ours.n), ours.bias = map->l_addr;
  } else if (ours.file && wt_cuda_jumps(map->l_name, map->l_addr, in_ours) < 0) {
    static const char text[] = "warptwin: the runtime inside of a library of this program cannot be replaced, link it with -cudart shared\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(UNSUPPORTED);
    _exit(UNSUPPORTED);
  }
  return 0;
}
