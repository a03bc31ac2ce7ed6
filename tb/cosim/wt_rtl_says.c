/* wt_rtl_says.c - printf of a plug-in, led here through the table of the functions that it imports. */
#define _GNU_SOURCE
#include "cosim/wt_rtl_says.h"

#include <dlfcn.h>
#include <glob.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/wt_home.h"

static _Thread_local char *listening;

/* The plug-in may have been built before an edit of a comment moved its lines. Looks for the assertion's label in the file as it is now, and puts the number
 * of that line into the text. */
static void renew_line(char text[WT_RTL_SAID]) {
  char file[80], path[200], label[80], pattern[1200], word[84], line[700];
  glob_t g;
  if (wt_rtl_says_what(text, file, path, label)) return;
  char *colon = strrchr(file, ':');
  if (!colon) return;
  *colon = 0;
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  snprintf(pattern, sizeof pattern, "%.1000s/rtl/*/%s", wt_root(), base);
  snprintf(word, sizeof word, "%s:", label);
  if (glob(pattern, 0, NULL, &g)) return;
  FILE *f = fopen(g.gl_pathv[0], "r");
  globfree(&g);
  unsigned at = 0, found = 0;
  while (f && !found && fgets(line, sizeof line, f)) {
    at++;
    const char *w = line + strspn(line, " \t");
    if (!strncmp(w, word, strlen(word))) found = at;
  }
  if (f) fclose(f);
  char *from = strstr(text, file), *old = from ? from + strlen(file) : NULL;
  if (!found || !old || *old != ':') return;
  char rest[WT_RTL_SAID];
  snprintf(rest, sizeof rest, "%s", old + 1 + strspn(old + 1, "0123456789"));
  snprintf(old, WT_RTL_SAID - (size_t)(old - text), ":%u%s", found, rest);
}

static int heard(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int heard(const char *format, ...) {
  char text[WT_RTL_SAID];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  int failed = listening && strstr(text, "Assertion failed in ");
  if (failed) renew_line(text);
  if (listening && !*listening && (failed || wt_rtl_says_finish(text))) memcpy(listening, text, sizeof text);
  if (failed || n < (int)sizeof text) return fputs(text, stdout) < 0 ? -1 : n;
  va_start(ap, format);
  n = vprintf(format, ap);
  va_end(ap);
  return n;
}

void wt_rtl_says_listen(char said[WT_RTL_SAID]) { listening = said; }

/* The page of an entry may have become read-only when the object was loaded. */
static void lead(uintptr_t at) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = at / page * page;
  int (*to)(const char *, ...) = heard;
  if (!mprotect((void *)from, at + sizeof to - from, PROT_READ | PROT_WRITE)) memcpy((void *)at, &to, sizeof to);
}

void wt_rtl_says_join(void *dl) {
  struct link_map *map;
  const ElfW(Sym) *symbols = NULL;
  const ElfW(Rela) *imports = NULL;
  const char *names = NULL;
  size_t bytes = 0;
  int with_addend = 0;
  if (dlinfo(dl, RTLD_DI_LINKMAP, &map)) return;
  for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) switch (d->d_tag) {
      case DT_SYMTAB: symbols = (const void *)d->d_un.d_ptr; break;
      case DT_STRTAB: names = (const void *)d->d_un.d_ptr; break;
      case DT_JMPREL: imports = (const void *)d->d_un.d_ptr; break;
      case DT_PLTRELSZ: bytes = d->d_un.d_val; break;
      case DT_PLTREL: with_addend = d->d_un.d_val == DT_RELA; break;
      default: break;
    }
  if (!symbols || !names || !imports || !with_addend) return;
  for (size_t i = 0; i < bytes / sizeof *imports; i++)
    if (!strcmp(names + symbols[ELF64_R_SYM(imports[i].r_info)].st_name, "printf")) lead(map->l_addr + imports[i].r_offset);
}

int wt_rtl_says_finish(const char *said) { return !strncmp(said, "- ", 2) && strstr(said, ": Verilog $finish\n") != NULL; }

int wt_rtl_says_what(const char *said, char file[80], char path[200], char label[80]) {
  static const char error[] = "%Error: ", where[] = ": Assertion failed in TOP.";
  const char *f = strstr(said, error), *p = f ? strstr(f, where) : NULL;
  if (!p) return -1;
  f += strlen(error);
  const char *from = p + strlen(where), *end = from + strcspn(from, ": '"), *dot = end;
  while (dot > from && dot[-1] != '.') dot--;
  snprintf(file, 80, "%.*s", (int)(p - f), f);
  snprintf(path, 200, "%.*s", dot > from ? (int)(dot - 1 - from) : 0, from);
  snprintf(label, 80, "%.*s", (int)(end - dot), dot);
  return 0;
}
