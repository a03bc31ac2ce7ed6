/* wt_reap.h - waits for a child of this process. */
#ifndef WT_REAP_H
#define WT_REAP_H
#include <errno.h>
#include <sys/wait.h>

/* Its status as waitpid() has it; a signal meanwhile does not end the waiting. */
static inline int wt_reap(pid_t pid) {
  int st = 0;
  while (waitpid(pid, &st, 0) < 0 && errno == EINTR) continue;
  return st;
}
#endif
