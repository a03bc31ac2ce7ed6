/* wt_shape_text.c - shapes in words: the legal values of a key, what reads a key, a short name of a shape. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "spec/wt_shape.h"

static const struct {
  const char *key, *other, *values;
} needs[] = {
#define NEEDS(key, other, values) {#key, #other, values},
#include "spec/needs.def"
};

static const wt_key *find(const char *name, size_t len) {
  for (unsigned i = 0; i < wt_nkeys; i++)
    if (strlen(wt_keys[i].name) == len && !strncmp(wt_keys[i].name, name, len)) return &wt_keys[i];
  return NULL;
}

static int in_list(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *p = list; (p = strstr(p, word)); p += n)
    if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return 1;
  return 0;
}

int wt_shape_idle_key(const wt_shape *s, const char *key, size_t len, char *why, size_t n) {
  for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
    const wt_key *k = find(key, len), *other = find(needs[i].other, strlen(needs[i].other));
    char buf[16];
    if (!k || strcmp(k->name, needs[i].key)) continue;
    const char *has = wt_key_text(other, wt_key_get(s, other), buf);
    if (!strcmp(needs[i].values, "ANY") ? wt_key_get(s, other) != 0 : in_list(needs[i].values, has)) return 0;
    char any[120];
    snprintf(any, sizeof any, "%s", !strcmp(needs[i].values, "ANY") ? "any number above it" : needs[i].values);
    if (!strcmp(needs[i].values, "ANY")) return snprintf(why, n, "%s=%s does not read it, %s does", other->name, has, any), 1;
    for (char *p = any; *p; p++) *p = *p == ' ' ? '|' : *p;
    snprintf(why, n, "%s=%s does not read it, %s=%s does", other->name, has, other->name, any);
    return 1;
  }
  return 0;
}

const char *wt_key_values(const wt_key *k, char *buf, size_t n) {
  char text[16];
  size_t at = 0;
  if (k->pow2) {
    for (unsigned v = k->min; v <= k->max && at < n; v *= 2) at += (size_t)snprintf(buf + at, n - at, "%s%u", v > k->min ? "|" : "", v);
    return buf;
  }
  if (k->max - k->min > 8 || wt_key_text(k, k->max, text) == text) return snprintf(buf, n, "%u..%u", k->min, k->max), buf;
  for (unsigned v = k->min; v <= k->max && at < n; v++)
    at += (size_t)snprintf(buf + at, n - at, "%s%s", v > k->min ? "|" : "", wt_key_text(k, v, text));
  return buf;
}

const char *wt_shape_label(const wt_shape *s, char *buf, size_t n) {
  wt_shape p, best = *s;
  char err[300], text[16];
  const char *name = "";
  unsigned least = UINT_MAX;
  for (int i = 0; wt_presets[i]; i++) {
    unsigned differ = 0;
    if (wt_shape_preset(&p, wt_presets[i], err, sizeof err)) continue;
    for (unsigned k = 0; k < wt_nkeys; k++) differ += wt_keys[k].kind == 'S' && wt_key_get(&p, &wt_keys[k]) != wt_key_get(s, &wt_keys[k]);
    if (differ < least) name = wt_presets[i], least = differ, best = p;
  }
  int at = snprintf(buf, n, "%s", name);
  for (unsigned k = 0; k < wt_nkeys && (size_t)at < n; k++)
    if (wt_keys[k].kind == 'S' && wt_key_get(&best, &wt_keys[k]) != wt_key_get(s, &wt_keys[k]))
      at += snprintf(buf + at, n - (size_t)at, " %s=%s", wt_keys[k].name, wt_key_text(&wt_keys[k], wt_key_get(s, &wt_keys[k]), text));
  return buf;
}

/* The fp32 unit is FP_LAT - 1 cycles behind the ALU, one that a result may wait for its bank, and one for each pass but the first; code leaves 1 to spare. */
unsigned wt_shape_fp_lacks(const wt_shape *s) {
  unsigned need = s->FP_LAT - 2 + s->FP_PASSES;
  return s->SCOREBOARD != WT_SCOREBOARD_codes || s->FP_EXTRA >= need ? 0 : need - s->FP_EXTRA;
}

int wt_shape_words(wt_shape *s, const char *text, char *err, size_t errn) {
  char word[200];
  int first = 1, bad = 0;
  for (const char *p = text + strspn(text, " "); !bad && (first || *p); p += strspn(p, " ")) {
    const size_t n = strcspn(p, " ");
    snprintf(word, sizeof word, "%.*s", (int)n, p);
    bad = first ? wt_shape_preset(s, word, err, errn) : wt_shape_set(s, word, err, errn);
    p += n, first = 0;
  }
  return bad ? -1 : wt_shape_check(s, err, errn);
}
