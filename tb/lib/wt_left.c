/* wt_left.c - how much memory there is for this process. */
#include "lib/wt_left.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* The number that the format finds in the first line of a file that has it. */
static int number_in(const char *path, const char *format, unsigned long long *n) {
  char line[200];
  int found = 0;
  FILE *f = fopen(path, "r");
  while (f && !found && fgets(line, sizeof line, f)) found = sscanf(line, format, n) == 1;
  if (f) fclose(f);
  return found;
}

uint64_t wt_left(void) {
  unsigned long long free_kb, pages;
  struct rlimit most;
  uint64_t left = UINT64_MAX;
  if (number_in("/proc/meminfo", "MemAvailable: %llu kB", &free_kb)) left = free_kb * 1024;
  if (getrlimit(RLIMIT_AS, &most) || most.rlim_cur == RLIM_INFINITY || !number_in("/proc/self/statm", "%llu", &pages)) return left;
  const uint64_t taken = pages * (uint64_t)sysconf(_SC_PAGESIZE), own = most.rlim_cur > taken ? most.rlim_cur - taken : 0;
  return own < left ? own : left;
}
