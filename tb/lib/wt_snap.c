/* wt_snap.c - snapshots of the process by fork(). */
#define _DEFAULT_SOURCE
#include "lib/wt_snap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/wt_reap.h"

/* Snapshots come often at first and then at distances that grow with the run, so their cost stays a small part of it.
 * A failing run is repeated from the older of the two that are kept: at most about a quarter of it.
 */
enum { FIRST_DISTANCE = 8192, KEPT = 2, WAIT_SECONDS = 300 };

typedef struct {
  pid_t pid;
  int fd;
  uint64_t cycle;
} child;

struct wt_snap {
  child kept[KEPT]; /* oldest first */
  unsigned n;
  uint64_t next;
  int is_child, fd; /* fd: in a child, to the process that failed */
  pid_t lost;
  char text[WT_SNAP_TEXT];
};
/* What a child sends when it leaves. */
typedef struct {
  uint64_t last;
  char text[WT_SNAP_TEXT];
} word;

wt_snap *wt_snap_new(void) { return calloc(1, sizeof(wt_snap)); }

static void end_child(child *c) {
  close(c->fd);
  if (c->pid <= 0) return;
  wt_kill(c->pid);
  wt_reap(c->pid);
}

void wt_snap_free(wt_snap *s) {
  if (!s) return;
  for (unsigned i = 0; i < s->n && !s->is_child; i++) end_child(&s->kept[i]);
  free(s);
}

int wt_snap_is_child(const wt_snap *s) { return s && s->is_child; }
void wt_snap_say(wt_snap *s, const char *text) { snprintf(s->text, sizeof s->text, "%s", text); }
const char *wt_snap_said(const wt_snap *s) { return s->text; }
void wt_snap_leave(const wt_snap *s, int status, uint64_t last) {
  word w = {.last = last};
  memcpy(w.text, s->text, sizeof w.text);
  if (!status && send(s->fd, &w, sizeof w, MSG_NOSIGNAL) != (ssize_t)sizeof w) status = 1;
  _exit(status);
}

/* A worker of this child goes first. Returns 1 in it, and 0 here if it did not come to its end. */
static int sent_ahead(wt_snap *s) {
  pid_t self = getpid(), pid = fork();
  if (pid < 0) return 0;
  if (!pid) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != self) _exit(1);
    return 1;
  }
  int st = wt_reap(pid);
  if (WIFEXITED(st) && !WEXITSTATUS(st)) _exit(0);
  s->lost = pid;
  return 0;
}
int wt_snap_lost(const wt_snap *s) { return (int)s->lost; }

/* In the child: waits to be needed. */
static uint64_t sleep_until_told(wt_snap *s, int fd, uint64_t *after) {
  uint64_t until;
  ssize_t n;
  for (unsigned i = 0; i < s->n; i++) close(s->kept[i].fd);
  s->n = 0;
  s->is_child = 1;
  do n = read(fd, &until, sizeof until);
  while (n < 0 && errno == EINTR);
  if (n != (ssize_t)sizeof until) _exit(0);
  int null = open("/dev/null", O_RDWR);
  if (null < 0) _exit(1);
  dup2(null, 1), dup2(null, 2);
  s->fd = fd;
  *after = sent_ahead(s) ? WT_SNAP_AFTER : 0;
  return until;
}

int wt_snap_cycle(wt_snap *s, uint64_t cycle, uint64_t *until, uint64_t *after) {
  int fd[2];
  if (cycle < s->next || s->is_child) return 0;
  s->next = cycle + (cycle / 8 > FIRST_DISTANCE ? cycle / 8 : FIRST_DISTANCE);
  /* without a child a failure is reported without waves, or with those of an older one */
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd)) return 0;
  pid_t pid = fork();
  if (!pid) {
    close(fd[0]);
    *until = sleep_until_told(s, fd[1], after);
    return 1;
  }
  close(fd[1]);
  if (pid < 0) return close(fd[0]), 0;
  if (s->n == KEPT) {
    end_child(&s->kept[0]);
    memmove(&s->kept[0], &s->kept[1], (KEPT - 1) * sizeof s->kept[0]);
    s->n--;
  }
  s->kept[s->n++] = (child){pid, fd[0], cycle};
  return 0;
}

int wt_snap_replay(wt_snap *s, uint64_t cycle, uint64_t *last, char *err, size_t errn) {
  if (!s->n) return snprintf(err, errn, "no snapshot could be taken"), -1;
  unsigned pick = s->n - 1;
  while (pick && s->kept[pick].cycle + WT_SNAP_WINDOW > cycle) pick--;
  child *c = &s->kept[pick];
  if (send(c->fd, &cycle, sizeof cycle, MSG_NOSIGNAL) != (ssize_t)sizeof cycle) return snprintf(err, errn, "the snapshot is gone"), -1;
  const struct timespec nap = {0, 2000000};
  for (unsigned i = 0; i < WAIT_SECONDS * 500u; i++) {
    int st;
    pid_t r = waitpid(c->pid, &st, WNOHANG);
    if (r == c->pid) {
      c->pid = 0;
      word w;
      if (WIFEXITED(st) && !WEXITSTATUS(st) && recv(c->fd, &w, sizeof w, MSG_DONTWAIT) == (ssize_t)sizeof w) {
        *last = w.last;
        memcpy(s->text, w.text, sizeof s->text);
        return 0;
      }
      return snprintf(err, errn, "the repeated run did not write it"), -1;
    }
    if (r < 0 && errno != EINTR) break;
    nanosleep(&nap, NULL);
  }
  return snprintf(err, errn, "the repeated run took longer than %d s", WAIT_SECONDS), -1;
}
