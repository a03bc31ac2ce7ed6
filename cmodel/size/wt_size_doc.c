/* wt_size_doc.c - tests/golden/area.md: written from the tables, and compared with them so that a change of size is seen in the change that causes it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "size/wt_size.h"

static const char *const presets[] = {"small", "default", NULL};

static wt_size *table(const char *preset, char *err, size_t errn) {
  wt_shape S;
  wt_size_opt o;
  wt_size_defaults(&o);
  return wt_shape_preset(&S, preset, err, errn) ? NULL : wt_size_new(&S, &o, err, errn);
}

int wt_size_doc(FILE *f, char *err, size_t errn) {
  fputs("# Area\n\n"
        "Written by `make area-doc`, not by hand. Bits are exact; gate equivalents (GE) and mm2 are modelled, low and high are the band:\n"
        "[structure sizes](../../docs/user/size.md) says how. A structure or total that has grown or shrunk by more than 3 % fails the suite `size` "
        "until this\n"
        "file is renewed in the same change.\n",
        f);
  for (const char *const *p = presets; *p; p++) {
    wt_size *z = table(*p, err, errn);
    if (!z) return -1;
    wt_size_view v = {NULL, NULL, *p, 1}; /* levels have a document of their own */
    fprintf(f, "\n## %s\n\n", *p);
    wt_size_print(f, z, &v, WT_FMT_MD);
    wt_size_free(z);
  }
  return 0;
}

/* Cell c of a table line, blanks and asterisks taken out. */
static void cell(const char *line, int c, char out[64]) {
  size_t n = 0;
  while (c-- >= 0 && *line) {
    line = strchr(line, '|');
    if (!line) break;
    line++;
  }
  for (; line && *line && *line != '|' && *line != '\n' && n < 63; line++)
    if (*line != ' ' && *line != '*') out[n++] = *line;
  out[n] = 0;
}

static int off(double file, double now) { return fabs(now - file) > 0.03 * file; }

/* One line of the file against the structure or total it names. */
static int compare(FILE *say, const char *preset, const char *name, const char *line, uint64_t bits, int64_t ge, int64_t um2) {
  const struct {
    const char *what;
    int column;
    double now;
    int decimals;
  } c[] = {{"bits", 4, (double)bits, 0}, {"GE", 5, (double)ge, 0}, {"mm2 at 45 nm", 7, (double)um2 * 1e-6, 6}};
  int bad = 0;
  for (int i = 0; i < 3; i++) {
    char text[64];
    cell(line, c[i].column, text);
    if (!off(strtod(text, NULL), c[i].now)) continue;
    fprintf(say, "tests/golden/area.md: %s of %s %s: %s in the file, %.*f now; make area-doc renews it\n", c[i].what, preset, name, text,
            c[i].decimals, c[i].now);
    bad = 1;
  }
  return bad;
}

/* Words, ports and instances of a structure; words and their bits as the figures above, ports as they are written. */
static int compare_shape(FILE *say, const char *preset, const wt_size_item *i, const char *line) {
  char file[64], buf[24], was[64], now[64] = "-";
  const char *ports = i->kind == WT_SZ_LOGIC ? "-" : wt_size_ports(i, buf);
  unsigned words = 0, width = 0;
  cell(line, 1, file), cell(line, 2, was);
  if (i->kind != WT_SZ_LOGIC) snprintf(now, sizeof now, "%ux%u", i->entries, i->width);
  int bad = 0, numbers = sscanf(file, "%ux%u", &words, &width) == 2 && i->kind != WT_SZ_LOGIC;
  if (numbers ? off(words, i->entries) || off(width, i->width) : strcmp(file, now) != 0)
    bad++, fprintf(say, "tests/golden/area.md: words x bits of %s %s: %s in the file, %s now; make area-doc renews it\n", preset, i->id, file, now);
  if (strcmp(was, ports))
    bad++, fprintf(say, "tests/golden/area.md: ports of %s %s: %s in the file, %s now; make area-doc renews it\n", preset, i->id, was, ports);
  cell(line, 3, file);
  if (off(strtod(file, NULL), i->count))
    bad++, fprintf(say, "tests/golden/area.md: instances of %s %s: %s in the file, %u now; make area-doc renews it\n", preset, i->id, file, i->count);
  return bad;
}

int wt_size_ratchet(const char *path, FILE *say, char *err, size_t errn) {
  FILE *f = fopen(path, "r");
  char line[600], name[64];
  wt_size *z = NULL;
  const char *preset = "";
  unsigned bad = 0, seen = 0, sections = 0;
  if (!f) return snprintf(err, errn, "%s: cannot read; make area-doc writes it", path), -1;
  while (fgets(line, sizeof line, f)) {
    if (!strncmp(line, "## ", 3)) {
      if (z && seen != z->n) bad++, fprintf(say, "tests/golden/area.md: %s has %u structures, %u now; make area-doc renews it\n", preset, seen, z->n);
      wt_size_free(z);
      line[strcspn(line, "\n")] = 0;
      const char *const *p = presets;
      while (*p && strcmp(*p, line + 3)) p++;
      preset = *p ? *p : "";
      if (!(z = table(line + 3, err, errn))) return fclose(f), -1;
      seen = 0, sections++;
      continue;
    }
    if (!z || *line != '|' || line[1] == '-' || !strncmp(line, "| structure", 11)) continue;
    cell(line, 0, name);
    if (!strcmp(name, "total")) {
      bad += (unsigned)compare(say, preset, "total", line, z->core.bits, z->core.ge, z->core.um2);
      continue;
    }
    char why[200];
    const wt_size_item *i = wt_size_find(z, name, why, sizeof why);
    if (i) bad += (unsigned)(compare(say, preset, name, line, i->bits, i->ge, i->um2) + compare_shape(say, preset, i, line));
    else bad++, fprintf(say, "tests/golden/area.md: %s of %s is gone; make area-doc renews it\n", name, preset);
    seen++;
  }
  if (z && seen != z->n) bad++, fprintf(say, "tests/golden/area.md: %s has %u structures, %u now; make area-doc renews it\n", preset, seen, z->n);
  if (sections != sizeof presets / sizeof *presets - 1)
    bad++, fprintf(say, "tests/golden/area.md: %u presets instead of %zu; make area-doc renews it\n", sections, sizeof presets / sizeof *presets - 1);
  wt_size_free(z);
  fclose(f);
  return (int)bad;
}
