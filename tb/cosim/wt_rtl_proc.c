/* wt_rtl_proc.c - processes and folders of a build. A second process watches the tool: it lives on when the caller is killed, ends the tool
 * with all its children and removes the folder. What even that cannot see to (both killed at once) the next build finds by its lock.
 */
#define _GNU_SOURCE
#include "cosim/wt_rtl_proc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/wt_home.h"

enum { PATH = 1400, UNMARKED_AGE = 3600 }; /* seconds after which a folder without a mark, and a lock that nobody holds, belong to nobody */

static __thread unsigned long long removed;
static int remove_one(const char *path, const struct stat *st, int type, struct FTW *f) {
  (void)type, (void)f;
  removed += S_ISREG(st->st_mode) ? (unsigned long long)st->st_size : 0;
  return remove(path), 0;
}
static int count_one(const char *path, const struct stat *st, int type, struct FTW *f) {
  (void)path, (void)type, (void)f;
  removed += S_ISREG(st->st_mode) ? (unsigned long long)st->st_size : 0;
  return 0;
}
unsigned long long wt_rtl_remove(const char *folder, int dry) {
  removed = 0;
  nftw(folder, dry ? count_one : remove_one, 16, FTW_DEPTH | FTW_PHYS);
  return removed;
}

/* The mark is locked before it is in the folder: a mark that can be locked belongs to nobody. */
static int try_folder(const char *cache, const char *prefix, char *path, size_t n) {
  char mark[PATH], to[PATH];
  snprintf(mark, sizeof mark, "%s/.mark-%d.XXXXXX", cache, (int)getpid());
  snprintf(path, n, "%s/%s.XXXXXX", cache, prefix);
  int fd = mkstemp(mark);
  if (fd < 0) return -1;
  if (flock(fd, LOCK_EX) || !mkdtemp(path)) return unlink(mark), close(fd), -1;
  snprintf(to, sizeof to, "%s/.in-use", path);
  if (rename(mark, to)) return unlink(mark), rmdir(path), close(fd), -1;
  return fd;
}
int wt_rtl_folder(const char *cache, const char *prefix, char *path, size_t n) {
  int fd = -1;
  for (int i = 0; i < 5 && fd < 0; i++) fd = try_folder(cache, prefix, path, n); /* somebody's interrupted build may have swept the mark */
  return fd;
}

/* Can the file be locked, so that nobody else holds it? Missing: no. */
static int unheld(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  int free_ = !flock(fd, LOCK_EX | LOCK_NB);
  close(fd);
  return free_;
}

static int old(const char *path, mode_t type) {
  struct stat st;
  return !stat(path, &st) && (st.st_mode & S_IFMT) == type && st.st_mtime + UNMARKED_AGE < time(NULL);
}

static int abandoned(const char *folder) {
  char mark[PATH + 300];
  snprintf(mark, sizeof mark, "%s/.in-use", folder);
  return access(mark, F_OK) ? old(folder, S_IFDIR) : unheld(mark);
}

/* young: locks that nobody holds go although one may just be made and not be locked yet; its maker would have to try again. */
static unsigned sweep(const char *cache, int dry, int young, unsigned long long *bytes) {
  unsigned n = 0;
  unsigned long long sum = 0;
  DIR *d = opendir(cache);
  for (struct dirent *e; d && (e = readdir(d));) {
    char path[PATH + 260];
    snprintf(path, sizeof path, "%.1000s/%s", cache, e->d_name);
    if (!strncmp(e->d_name, "gen-", 4) || !strncmp(e->d_name, "tmp.", 4)) {
      if (abandoned(path)) sum += wt_rtl_remove(path, dry), n++;
    } else if (!dry && (!strncmp(e->d_name, ".lock-", 6) || !strncmp(e->d_name, ".mark-", 6)) && (young || old(path, S_IFREG)) && unheld(path)) {
      unlink(path);
    }
  }
  if (d) closedir(d);
  if (bytes) *bytes = sum;
  return n;
}
unsigned wt_rtl_sweep(const char *cache, int dry, unsigned long long *bytes) { return sweep(cache, dry, 0, bytes); }

/* ---- the watcher ---- */

static void start_tool(char *const argv[], const char *label, int out, const sigset_t *old) {
  sigprocmask(SIG_SETMASK, old, NULL);
  dup2(out, 1);
  char program[PATH];
  snprintf(program, sizeof program, "%s/warptwin", wt_build_dir());
  setenv("WT_RTL_TRAIN", program, 0);
  setenv("WT_RTL_LABEL", label, 1);
  execv(argv[0], argv);
  dprintf(2, "%s: cannot run: %s\n", argv[0], strerror(errno));
  _exit(2);
}

static void watch(char *const argv[], const char *label, const char *folder, int out, pid_t caller) {
  static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
  sigset_t set, old;
  int st = 0, status = 1, ending = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (int i = 0; i < 3; i++) signal(ends[i], SIG_DFL), sigaddset(&set, ends[i]);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &set, &old);
  for (int i = 0; i < 3; i++) sigdelset(&old, ends[i]);
  sigdelset(&old, SIGCHLD);
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1); /* what the tool leaves running is waited for here */
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  pid_t tool = getppid() == caller ? fork() : -1;
  if (!tool) start_tool(argv, label, out, &old);
  close(out);
  while (tool > 0) {
    pid_t pid;
    while ((pid = waitpid(-1, &st, WNOHANG)) > 0)
      if (pid == tool) status = WIFEXITED(st) ? WEXITSTATUS(st) : 1;
    if (pid < 0) break; /* all have ended */
    int sig = sigwaitinfo(&set, NULL);
    if (sig > 0 && sig != SIGCHLD && !ending) ending = 1, kill(0, SIGTERM);
  }
  wt_rtl_remove(folder, 0);
  if (ending) {
    char cache[PATH];
    snprintf(cache, sizeof cache, "%s", folder);
    if (strrchr(cache, '/')) *strrchr(cache, '/') = 0;
    sweep(cache, 0, 1, NULL); /* an interrupted build leaves nothing */
  }
  _exit(status);
}

int wt_rtl_proc(char *const argv[], const char *label, const char *folder, char *out, size_t n) {
  int fd[2], st = -1;
  size_t at = 0;
  ssize_t k;
  pid_t me = getpid(), pid;
  *out = 0;
  if (pipe2(fd, O_CLOEXEC) || (pid = fork()) < 0) return wt_rtl_remove(folder, 0), -1;
  if (!pid) {
    close(fd[0]);
    watch(argv, label, folder, fd[1], me);
  }
  close(fd[1]);
  while (at + 1 < n && ((k = read(fd[0], out + at, n - at - 1)) > 0 || (k < 0 && errno == EINTR))) at += k > 0 ? (size_t)k : 0;
  close(fd[0]);
  out[at] = 0;
  out[strcspn(out, "\n")] = 0;
  while (waitpid(pid, &st, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}
