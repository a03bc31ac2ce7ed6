/* wt_attempt.c - a child that is waited for. */
#define _DEFAULT_SOURCE
#include "lib/wt_attempt.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "lib/wt_reap.h"

int wt_attempt(unsigned seconds) {
  fflush(stdout), fflush(stderr);
  pid_t me = getpid(), pid = fork();
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != me) _exit(1);
    int null = open("/dev/null", O_RDWR);
    if (null >= 0) dup2(null, 1), dup2(null, 2);
    alarm(seconds);
    return 0;
  }
  if (pid < 0) return -1;
  wt_reap(pid);
  return 1;
}
