/* wt_cuda_audit.c - libraries of the program that hold the runtime inside. The dynamic linker shows each object to this one (LD_AUDIT) when it is
 * mapped and nothing of it has run, those that the program opens later too; their functions of the runtime become jumps into libcudart.so.13,
 * which is preloaded and so comes before them. It is also asked where a library is searched: those of NVIDIA hold a runtime that names nothing, and
 * look for the driver when they are used first. There is none, whatever the machine has, and that is said. A look alone is no use: some look as
 * soon as they are loaded, and a compiler does without.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cuda/wt_cuda_env.h"
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

static wt_cuda_live unseen, *live = &unseen;

EXPORT unsigned la_version(unsigned version) {
  const char *fd = getenv(WT_ENV_REPORT);
  void *shared = fd ? mmap(NULL, sizeof *live, PROT_READ | PROT_WRITE, MAP_SHARED, atoi(fd), 0) : MAP_FAILED;
  if (shared != MAP_FAILED) live = shared;
  return version;
}

/* ---- who looks for the driver ---- */

enum { TOLD = 1 };        /* of a cookie, which is otherwise the object's map, as la_objopen left it */
static int whole, begun;  /* what the program was linked with is there; its libraries have started */
static uintptr_t starter; /* where a constructor returns to, in the dynamic linker: found by one of ours */

__attribute__((constructor)) static void begin(void) { starter = (uintptr_t)__builtin_return_address(0); }

/* Whether a constructor goes on in this thread: a library that was opened just now starts, and nobody has called it yet. Nothing but the stack
 * tells, whose end the system call finds. */
static int starts(void) {
  enum { DEEP = 64, PART = 1024 };
  uintptr_t word[PART / sizeof(uintptr_t)] = {0}, at = (uintptr_t)__builtin_frame_address(0);
  ssize_t got = PART;
  for (unsigned i = 0; i < DEEP && got == PART; i++, at += PART) {
    struct iovec to = {word, sizeof word}, from = {(void *)at, sizeof word};
    got = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
    if (got > 0 && memmem(word, (size_t)got, &starter, sizeof starter)) return 1;
  }
  return 0;
}

static const struct link_map *map_of(const uintptr_t *cookie) { return (const struct link_map *)(*cookie & ~(uintptr_t)TOLD); }

static int first_time(uintptr_t *cookie) {
  if (*cookie & TOLD) return 0;
  *cookie |= TOLD;
  return 1;
}

static void say(const char *const *parts) {
  char line[1000];
  size_t n = 0;
  for (; *parts; parts++)
    for (const char *p = *parts; *p && n < sizeof line; p++) line[n++] = *p;
  ssize_t said = write(2, line, n);
  (void)said; /* nobody is left to hear of it */
}

static const char *base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Libraries that make code and launch none. */
static int compiles(const char *name) { return !strncmp(name, "libnvrtc.so", 11) || !strncmp(name, "libnvJitLink.so", 15); }

EXPORT char *la_objsearch(const char *name, uintptr_t *cookie, unsigned how) {
  static char nowhere[] = "warptwin has no driver interface/libcuda.so.1";
  const struct link_map *by = map_of(cookie);
  if (how != LA_SER_ORIG || (strcmp(base(name), "libcuda.so.1") != 0 && strcmp(base(name), "libcuda.so") != 0)) return (char *)(uintptr_t)name;
  const char *who = by && by->l_name[0] ? base(by->l_name) : "the program";
  if (!whole) {
    say((const char *const[]){"warptwin: ", who, " is linked with ", base(name),
                              ", the driver interface, which this device does not have; use the runtime interface\n", NULL});
    live->stopped = UNSUPPORTED;
    _exit(UNSUPPORTED);
  }
  if (begun && !starts() && !compiles(who) && first_time(cookie)) {
    live->asked++;
    say((const char *const[]){"warptwin: ", who, " asks for ", base(name),
                              ", the driver interface, which this device does not have: what it does for ", "the program fails; do without it\n",
                              NULL});
  }
  return nowhere;
}

EXPORT void la_activity(uintptr_t *cookie, unsigned what) {
  const struct link_map *head = map_of(cookie);
  if (what == LA_ACT_CONSISTENT && head && !head->l_name[0]) whole = 1;
}

EXPORT void la_preinit(uintptr_t *cookie) {
  (void)cookie;
  begun = 1;
}

EXPORT unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie) {
  static const char name[] = "libcudart.so.13";
  const char *slash = strrchr(map->l_name, '/');
  (void)cookie;
  if (space != LM_ID_BASE || !slash) { /* the program itself has no name here */
  } else if (!strcmp(slash + 1, name)) {
    if (!ours.file) ours.file = wt_cuda_map_file(map->l_name, &ours.n), ours.bias = map->l_addr;
  } else if (ours.file && wt_cuda_jumps(map->l_name, map->l_addr, in_ours) < 0) {
    say((const char *const[]){"warptwin: the runtime inside of a library of this program cannot be replaced, link it with -cudart shared\n", NULL});
    _exit(UNSUPPORTED);
  }
  return 0;
}
