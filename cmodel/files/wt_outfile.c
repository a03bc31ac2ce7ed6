/* wt_outfile.c - names beside the place, and what a signal leaves behind. */
#define _DEFAULT_SOURCE
#include "files/wt_outfile.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Unfinished files of this process; children that were forked meanwhile must not touch them. fstapi keeps a second file beside a wave. */
enum { SLOTS = 8 };
typedef struct {
  atomic_int used;
  pid_t owner;
  char part[WT_OUTFILE_PATH], hier[WT_OUTFILE_PATH + 8];
} slot;
static slot own_files[SLOTS], *open_files = own_files;

static void (*last)(int sig);
static pid_t last_of;

static void part_of(const char *path, int process, char *buf, size_t n) { snprintf(buf, n, "%.*s.part%d", WT_OUTFILE_PATH - 32, path, process); }

int wt_outfile_begin(wt_outfile *o, const char *path) {
  struct stat st;
  int there = !stat(path, &st);
  *o = (wt_outfile){.slot = -1, .straight = there && !S_ISREG(st.st_mode)};
  if (there && S_ISDIR(st.st_mode)) return errno = EISDIR, -1;
  if (strlen(path) + 32 > sizeof o->part) return errno = ENAMETOOLONG, -1;
  strcpy(o->path, path);
  if (o->straight) strcpy(o->part, path);
  else part_of(path, (int)getpid(), o->part, sizeof o->part);
  for (int i = 0; !o->straight && o->slot < 0 && i < SLOTS; i++) {
    int was = 0;
    /* of a table of this process alone, what another one owns is a copy from before the fork */
    if (atomic_compare_exchange_strong(&open_files[i].used, &was, 1) || (open_files == own_files && open_files[i].owner != getpid())) {
      open_files[i].owner = getpid();
      strcpy(open_files[i].part, o->part);
      snprintf(open_files[i].hier, sizeof open_files[i].hier, "%s.hier", o->part);
      o->slot = i;
    }
  }
  return 0;
}

int wt_outfile_end(wt_outfile *o, int keep) {
  int rc = 0;
  if (!o->straight && (!keep || rename(o->part, o->path))) {
    int e = errno;
    unlink(o->part);
    errno = e;
    rc = keep ? -1 : 0;
  }
  if (o->slot >= 0) open_files[o->slot].used = 0;
  return rc;
}

int wt_outfile_close(FILE *f) {
  const int bad = ferror(f);
  return fclose(f) || bad ? -1 : 0;
}

void wt_outfile_discard(const char *path, int process) {
  char part[WT_OUTFILE_PATH], hier[WT_OUTFILE_PATH + 8];
  part_of(path, process, part, sizeof part);
  snprintf(hier, sizeof hier, "%s.hier", part);
  unlink(part), unlink(hier);
}

int wt_outfile_share(void) {
  if (open_files != own_files) return 0;
  slot *both = mmap(NULL, sizeof own_files, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (both == MAP_FAILED) return -1;
  memcpy(both, own_files, sizeof own_files);
  open_files = both;
  return 0;
}

void wt_outfile_sweep(void) {
  for (int i = 0; open_files != own_files && i < SLOTS; i++) {
    if (!open_files[i].used || open_files[i].owner == getpid()) continue;
    unlink(open_files[i].part), unlink(open_files[i].hier);
    open_files[i].used = 0;
  }
}

static void ended(int sig) {
  static const char full[] = "warptwin: an output file cannot grow: the disk or the allowed file size is used up, make room\n";
  int mine = 0;
  for (int i = 0; i < SLOTS; i++)
    if (open_files[i].used && open_files[i].owner == getpid()) unlink(open_files[i].part), unlink(open_files[i].hier), mine = 1;
  if (sig == SIGBUS && mine) {
    ssize_t said = write(2, full, sizeof full - 1);
    (void)said; /* nobody is left to hear of it */
    _exit(2);
  }
  if (last && last_of == getpid() && sig != SIGBUS) last(sig);
  signal(sig, SIG_DFL);
  raise(sig);
}

void wt_outfile_last(void (*fn)(int sig)) { last_of = getpid(), last = fn; }

void wt_outfile_guard(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGBUS};
  struct sigaction a = {.sa_handler = ended};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction was;
    if (!sigaction(signals[i], NULL, &was) && was.sa_handler != SIG_IGN) sigaction(signals[i], &a, NULL);
  }
  signal(SIGXFSZ, SIG_IGN);
}
