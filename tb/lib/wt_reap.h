/* wt_reap.h - ends a child of this process, waits for it. */
#ifndef WT_REAP_H
#define WT_REAP_H
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

/* Never a number that stands for several processes: -1, which a fork() that failed gives, are all of the user's. */
static inline void wt_kill(pid_t pid) {
  if (pid > 1) kill(pid, SIGKILL);
}

/* Its status as waitpid() has it; a signal meanwhile does not end the waiting. */
static inline int wt_reap(pid_t pid) {
  int st = 0;
  while (waitpid(pid, &st, 0) < 0 && errno == EINTR) continue;
  return st;
}
#endif
