/* wt_shape.h - a shape: every key of keys.def with the numbers derived from them. */
#ifndef WT_SHAPE_H
#define WT_SHAPE_H
#include <stddef.h>
#include <stdint.h>

#include "spec/wt_consts.h"
#include "spec/wt_max.h"

/* Maxima that size the C model's arrays: those of the keys under shorter names, and some that wt_shape_check keeps. */
enum {
  MAX_WS = MAX_WARP_SIZE,
  MAX_BANKS = MAX_RF_BANKS,
  MAX_COLL = MAX_COLLECTORS,
  MAX_IBUF = MAX_IBUF_DEPTH,
  MAX_SMBANKS = MAX_SMEM_BANKS,
  MAX_LINES = MAX_LSU_LINES,
  MAX_RFROWS = 4096,
  MAX_SMROWS = 4096,
  MAX_SUBS = 128,
  MAX_LARGE = MAX_SUBS / 2,
  MAX_L1_LINES = MAX_L1_BYTES / 32,
  MAX_L1_SETS = MAX_L1_LINES
};

/* Values of keys that have names: WT_DIVERGENCE_hanoi_yr. */
enum {
#define NAMED(key, name, value) WT_##key##_##name = (value),
#include "spec/keys.def"
};

typedef struct wt_shape {
#define SKEY(name, ...) unsigned name;
#define MKEY(name, ...) unsigned name;
#define EKEY(name, ...) unsigned name;
#include "spec/keys.def"
#define DERIVED(name, expr) unsigned name;
#include "spec/derived.def"
} wt_shape;

typedef struct {
  const char *name;
  char kind; /* 'S' structural, 'M' mode, 'E' environment */
  unsigned min, max;
  int pow2;   /* its values are powers of two */
  size_t off; /* of the value in wt_shape */
  const char *text;
} wt_key;
extern const wt_key wt_keys[];
extern const unsigned wt_nkeys;

/* Names of the presets, NULL terminated. */
extern const char *const wt_presets[];

/* Fills *s from a preset; returns 0, or -1 with one line in err. */
int wt_shape_preset(wt_shape *s, const char *preset, char *err, size_t errn);
/* Applies "KEY=VALUE" (a number or a name of the key); call wt_shape_check afterwards. */
int wt_shape_set(wt_shape *s, const char *assign, char *err, size_t errn);
/* "PRESET KEY=VALUE ...", checked. */
int wt_shape_words(wt_shape *s, const char *text, char *err, size_t errn);
/* Computes the derived numbers and checks legality. */
int wt_shape_check(wt_shape *s, char *err, size_t errn);
/* Is the program built for as many warp slots? A size can be told for more (build option --max WARPS=N of the generator). 0, or -1 and err. */
int wt_shape_runs(const wt_shape *s, char *err, size_t errn);
/* Text of a value: its name if it has one, else the number. buf must hold 16 bytes. */
const char *wt_key_text(const wt_key *k, unsigned value, char *buf);
unsigned wt_key_get(const wt_shape *s, const wt_key *k);
/* Its legal values: "1..64", or the names of all of them: "lrr|gto". buf is returned. */
const char *wt_key_values(const wt_key *k, char *buf, size_t n);
/* 1 and the reason in why, when nothing of this shape reads the key (needs.def); key: its name, of this length. */
int wt_shape_idle_key(const wt_shape *s, const char *key, size_t len, char *why, size_t n);
/* Cycles by which FP_EXTRA is too small for code of nvcc; 0: it is enough, or the shape has a scoreboard. */
unsigned wt_shape_fp_lacks(const wt_shape *s);
/* The nearest preset and the structural keys that differ from it: "small WARPS=4". buf is returned. */
const char *wt_shape_label(const wt_shape *s, char *buf, size_t n);
/* bits needed to tell n things apart, at least 1 */
unsigned wt_clog2(unsigned n);
/* Hash of the structural keys only. */
uint64_t wt_shape_hash(const wt_shape *s);

/* Where warp w of an SM lies, and back: its sub-core, and its slot there. The GANG warps of a large warp lie side by side; else GANG is 1. */
static inline unsigned wt_subcore_of(const wt_shape *s, unsigned w) { return (s->GANG == 1 ? w : w / s->GANG) % s->SUBCORES; }
static inline unsigned wt_slot_of(const wt_shape *s, unsigned w) {
  return s->GANG == 1 ? w / s->SUBCORES : w / (s->GANG * s->SUBCORES) * s->GANG + w % s->GANG;
}
static inline unsigned wt_warp_at(const wt_shape *s, unsigned subcore, unsigned slot) {
  return s->GANG == 1 ? slot * s->SUBCORES + subcore : (slot / s->GANG * s->SUBCORES + subcore) * s->GANG + slot % s->GANG;
}
#endif
