/* most.c - the most elements of a row in any shape, from its count and most.def. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* MOST(number, C constant) */
static char mosts[MAX_KEYS][2][ARG_LEN];
static int nmosts;
void load_most(const char *dir) {
  char path[512], name[64], a[MAX_ARGS][ARG_LEN], *whole, *code;
  snprintf(path, sizeof path, "%.400s/most.def", dir);
  slurp(path, &whole, &code);
  for (char *p = code; next_macro(&p, name, a) >= 0;) {
    if (strcmp(name, "MOST") || nmosts == MAX_KEYS) die("%s: bad row %s(%s, ...), or too many", path, name, a[0]);
    strcpy(mosts[nmosts][0], a[0]), strcpy(mosts[nmosts++][1], a[1]);
  }
  free(whole), free(code);
}
static const char *most_of_number(const char *name) {
  static char most[48];
  for (int i = 0; i < nmosts; i++)
    if (!strcmp(mosts[i][0], name)) return mosts[i][1];
  for (int i = 0; i < nkeys; i++)
    if (!strcmp(keys[i].name, name)) return snprintf(most, sizeof most, keys[i].max == 1 ? "1" : "MAX_%s", name), most;
  die("most.def: how many can %s be?", name);
}
/* Of a product of numbers, keys and what has a MOST row; an integer where all are. */
static void most_of(const char *count, char to[ARG_LEN]) {
  char factors[ARG_LEN], text[ARG_LEN] = "";
  unsigned long n = 1;
  size_t at = 0;
  strcpy(factors, count);
  for (char *w = strtok(factors, "* "), *end; w; w = strtok(NULL, "* ")) {
    const char *most = isdigit((unsigned char)*w) ? w : most_of_number(w);
    const unsigned long v = strtoul(most, &end, 10);
    if (!*end) n *= v;
    else at += (size_t)snprintf(text + at, sizeof text - at, strchr(most, ' ') ? "%s(%s)" : "%s%s", at ? " * " : "", most);
    if (at >= sizeof text) die("most.def: the most of '%s' is too long", count);
  }
  if (!at || n > 1) snprintf(to, ARG_LEN, at ? "%lu * %.200s" : "%lu", n, text);
  else strcpy(to, text);
}
void add_most(char a[MAX_ARGS][ARG_LEN]) {
  char bits[ARG_LEN], *end;
  strcpy(a[C_KIND], a[C_MAX]);
  if (strcmp(a[C_TYPE], "w32") != 0) {
    most_of(a[C_COUNT], a[C_MAX]);
    return;
  }
  most_of(a[C_WIDTH], bits);
  const unsigned long n = strtoul(bits, &end, 10);
  if (*end) snprintf(a[C_MAX], ARG_LEN, "%.200s / 32", bits);
  else snprintf(a[C_MAX], ARG_LEN, "%lu", (n + 31) / 32);
}
