/* wt_rtl_src.c - the sources of a module: files are named after their modules, so a module's name in a text is a need. */
#include "cosim/wt_rtl_src.h"

#include <ctype.h>
#include <glob.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  char path[512], module[64];
  char *text; /* without comments */
  int own;    /* somebody's own file: nobody else needs it */
} source;
static source *src;
static unsigned nsrc;

char *wt_src_slurp(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) return NULL;
  fseek(f, 0, SEEK_END);
  long n = ftell(f);
  rewind(f);
  char *s = n < 0 ? NULL : calloc(1, (size_t)n + 1);
  if (s && fread(s, 1, (size_t)n, f) != (size_t)n) s[0] = 0;
  fclose(f);
  return s;
}

char *wt_src_written_out(const char *root, const char *path) {
  char *text = wt_src_slurp(path), *all = NULL, file[160], include[1400];
  size_t n = 0;
  FILE *f = text ? open_memstream(&all, &n) : NULL;
  for (const char *p = text, *e; f && *p; p = *e ? e + 1 : e) {
    e = p + strcspn(p, "\n");
    const int ours = sscanf(p + strspn(p, " "), "`include \"%150[^\"\n]\"", file) == 1 && (!strncmp(file, "ports/", 6) || !strncmp(file, "rows/", 5));
    if (ours) snprintf(include, sizeof include, "%.1100s/rtl/%s", root, file);
    char *lines = ours ? wt_src_slurp(include) : NULL;
    char *save = NULL, *l = lines ? strtok_r(lines, "\n", &save) : NULL;
    if (!lines) fprintf(f, "%.*s", (int)(e - p) + (*e == '\n'), p);
    else if (l && !strncmp(l, "//", 2)) l = strtok_r(NULL, "\n", &save); /* who wrote it */
    for (; l; l = strtok_r(NULL, "\n", &save)) fprintf(f, "  %s\n", l);
    free(lines);
  }
  if (f) fclose(f);
  free(text);
  return all;
}

/* Comments, blanks at the ends of lines, and lines of nothing else: what a tool makes of the text does not hang on them. */
static void drop_comments(char *text) {
  char *to = text, *line = text; /* line: where the newest line begins in what is kept */
  for (const char *p = text; *p;) {
    if (p[0] == '/' && p[1] == '/') p += strcspn(p, "\n");
    else if (p[0] == '/' && p[1] == '*' && strstr(p, "*/")) p = strstr(p, "*/") + 2, *to++ = ' ';
    else if (*p != '\n') *to++ = *p++;
    else {
      while (to > line && isspace((unsigned char)to[-1])) to--;
      if (to > line) *to++ = '\n', line = to;
      p++;
    }
  }
  *to = 0;
}

int wt_src_add(const char *path) {
  source *more = realloc(src, (nsrc + 1) * sizeof *src);
  if (!more) return -1;
  src = more;
  source *s = &src[nsrc];
  const char *base = strrchr(path, '/');
  base = base ? base + 1 : path;
  *s = (source){.text = wt_src_slurp(path)};
  snprintf(s->path, sizeof s->path, "%s", path);
  snprintf(s->module, sizeof s->module, "%.*s", (int)strcspn(base, "."), base);
  if (!s->text) return -1;
  drop_comments(s->text);
  return (int)nsrc++;
}
int wt_src_add_own(const char *path) {
  for (unsigned i = 0; i < nsrc; i++)
    if (src[i].own && !strcmp(src[i].path, path)) { /* it may be another text now */
      char *text = wt_src_slurp(path);
      if (!text) return -1;
      drop_comments(text);
      free(src[i].text), src[i].text = text;
      return (int)i;
    }
  int i = wt_src_add(path);
  if (i >= 0) src[i].own = 1;
  return i;
}

/* Name, size and time of every file under ROOT/rtl: the sources are read again when one of these is another. */
static uint64_t stamp;

static uint64_t hash(uint64_t h, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * UINT64_C(1099511628211);
  return (h ^ 0xff) * UINT64_C(1099511628211);
}
#define HASH_BEGIN UINT64_C(1469598103934665603)

static uint64_t stamp_of(const glob_t *g) {
  uint64_t h = HASH_BEGIN;
  for (size_t i = 0; i < g->gl_pathc; i++) {
    struct stat st = {0};
    stat(g->gl_pathv[i], &st);
    const int64_t mark[] = {(int64_t)st.st_size, (int64_t)st.st_mtim.tv_sec, (int64_t)st.st_mtim.tv_nsec, (int64_t)st.st_ino};
    h = hash(h, g->gl_pathv[i], strlen(g->gl_pathv[i]));
    h = hash(h, (const char *)mark, sizeof mark);
  }
  return h;
}
static void forget(void) {
  while (nsrc) free(src[--nsrc].text);
}

int wt_src_load(const char *root, char *err, size_t errn) {
  char pattern[1100];
  glob_t g;
  int bad = 0;
  snprintf(pattern, sizeof pattern, "%s/rtl/*/*.sv", root);
  if (glob(pattern, 0, NULL, &g)) return snprintf(err, errn, "%s: no RTL sources", pattern), -1;
  snprintf(pattern, sizeof pattern, "%s/rtl/*/*.svh", root); /* included by those that name them */
  glob(pattern, GLOB_APPEND, NULL, &g);
  uint64_t now = stamp_of(&g);
  if (now != stamp) forget();
  for (size_t i = 0; now != stamp && !bad && i < g.gl_pathc; i++)
    if ((bad = wt_src_add(g.gl_pathv[i]) < 0)) snprintf(err, errn, "%s: cannot read", g.gl_pathv[i]);
  stamp = bad ? 0 : now;
  globfree(&g);
  return bad ? -1 : 0;
}

static int find(const char *module, size_t n) {
  for (unsigned i = 0; i < nsrc; i++)
    if (!src[i].own && strlen(src[i].module) == n && !strncmp(src[i].module, module, n)) return (int)i;
  return -1;
}
int wt_src_find(const char *module) { return find(module, strlen(module)); }
const char *wt_src_text(int source) { return src[source].text; }
const char *wt_src_module(int source) { return src[source].module; }

static int in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Marks the file and all whose module names occur in marked ones. */
static void need(unsigned i, unsigned char *taken) {
  if (taken[i]) return;
  taken[i] = 1;
  for (const char *p = src[i].text; (p = strstr(p, "wt_"));) {
    size_t n = 3;
    while (in_word(p[n])) n++;
    int k = p == src[i].text || !in_word(p[-1]) ? find(p, n) : -1;
    if (k >= 0) need((unsigned)k, taken);
    p += n;
  }
}

const char *wt_src_next_module(const char *text, char name[64]) {
  for (const char *at, *from = text; (at = strstr(from, "module"));) {
    const char *p = from = at + strlen("module");
    if ((at != text && in_word(at[-1])) || !isspace((unsigned char)*p)) continue;
    p += strspn(p, " \t\n");
    size_t n = 0;
    while (in_word(p[n])) n++;
    if (!n) continue;
    snprintf(name, 64, "%.*s", n < 60 ? (int)n : 60, p);
    return p + n;
  }
  return NULL;
}

static unsigned char *needs(int source) {
  enum { HIDDEN = 2 };
  unsigned char *taken = calloc(nsrc, 1);
  char name[64];
  if (!taken) abort();
  for (const char *p = src[source].own ? src[source].text : NULL; p && (p = wt_src_next_module(p, name));) {
    int k = find(name, strlen(name));
    if (k >= 0) taken[k] = HIDDEN;
  }
  need((unsigned)source, taken);
  for (unsigned i = 0; i < nsrc; i++) taken[i] = taken[i] == 1;
  return taken;
}

int wt_src_files(int source, char *files, size_t n) {
  unsigned char *taken = needs(source);
  size_t at = 0;
  for (unsigned i = 0; i < nsrc && at < n; i++)
    if (taken[i] && !strstr(src[i].path, ".svh")) at += (size_t)snprintf(files + at, n - at, " %s", src[i].path);
  free(taken);
  return at < n ? 0 : -1;
}

/* What the files name of the package: where each name begins; NULL behind the last. */
static const char **of_package(const unsigned char *taken) {
  static const char pkg[] = "wt_pkg::";
  size_t n = 0, room = 1024;
  const char **names = malloc(room * sizeof *names);
  for (unsigned i = 0; names && i < nsrc; i++)
    for (const char *p = taken[i] ? src[i].text : NULL; p && (p = strstr(p, pkg));) {
      const char **more = n + 1 < room ? names : realloc(names, (room *= 2) * sizeof *names);
      if (!more) abort();
      names = more;
      names[n++] = p += sizeof pkg - 1;
    }
  if (!names) abort();
  names[n] = NULL;
  return names;
}
/* Is NAME of a package line "  parameter ... NAME = ..." among them? */
static int used(const char *line, const char *const *names) {
  const char *eq = strstr(line, " = "), *b = eq;
  while (b && b > line && b[-1] != ' ') b--;
  if (!eq) return 1;
  const size_t n = (size_t)(eq - b);
  for (; *names; names++)
    if (!strncmp(*names, b, n) && !in_word((*names)[n])) return 1;
  return 0;
}

static const char *yosys_version(void) {
  static char v[200];
  FILE *p = *v ? NULL : popen("yosys -V 2>/dev/null", "r");
  if (p) {
    if (!fgets(v, sizeof v, p)) v[0] = 0;
    pclose(p);
  }
  return v;
}

void wt_src_key_of(int source, const char *package, const char *salt, char key[40]) {
  unsigned char *taken = needs(source);
  const char **names = of_package(taken);
  uint64_t a = hash(HASH_BEGIN, src[source].module, strlen(src[source].module)), b;
  a = hash(a, salt, strlen(salt));
  b = ~a;
  for (unsigned i = 0; i < nsrc; i++)
    if (taken[i]) a = hash(a, src[i].text, strlen(src[i].text)), b = hash(b, src[i].text, strlen(src[i].text));
  for (const char *line = package; *line;) {
    const char *end = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line);
    char buf[400];
    snprintf(buf, sizeof buf, "%.*s", (int)(end - line), line);
    if (strncmp(buf, "  parameter ", 12) || used(buf, names)) a = hash(a, buf, strlen(buf)), b = hash(b, buf, strlen(buf));
    line = end;
  }
  snprintf(key, 40, "%016" PRIx64 "%016" PRIx64, a, b);
  free(names), free(taken);
}
void wt_src_key(int source, const char *package, const char *salt, char key[40]) {
  size_t n = strlen(yosys_version()) + strlen(salt) + 2;
  char *all = malloc(n);
  if (!all) abort();
  snprintf(all, n, "%s\n%s", yosys_version(), salt);
  wt_src_key_of(source, package, all, key);
  free(all);
}
