/* wt_asm_insn.c - one line of text to one instruction word, by the text table. */
#include "isa/wt_asm.h"
#include "isa/wt_asm_rows.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_ = 512, NAME_MAX_ = 128 };
enum place { P_NONE, P_REG, P_UREG, P_IMM, P_CONST };

typedef struct {
  enum place place;
  char sign; /* '-', '~' or 0 */
  int abs;
  unsigned half, swizzle; /* a pair of halves, which of them */
  uint64_t v;             /* register number, immediate, or bank << 14 | offset / 4 */
} operand;

typedef struct {
  const char *text, *s; /* whole line and the next character */
  const char *mods;     /* what is left of the suffixes, "" at their end */
  int operands;
  unsigned id;
  uint32_t pc;
  wt_word w;
  operand b, c;
  int has_b, has_c;
  const char *alias; /* alias that the text names, length alias_n */
  int alias_n;
  wt_asm_label_fn label;
  void *ctx;
  int quiet; /* nobody reads msg */
  char msg[160];
} parse;

static int fail(parse *p, const char *fmt, ...) {
  va_list ap;
  if (p->quiet) return 0;
  va_start(ap, fmt);
  vsnprintf(p->msg, sizeof p->msg, fmt, ap);
  va_end(ap);
  return 0;
}

static int blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static int word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void skip(parse *p) {
  while (blank(*p->s)) p->s++;
}

static int eat(parse *p, char c) {
  skip(p);
  if (*p->s != c) return 0;
  p->s++;
  return 1;
}

/* prefix, then a decimal number up to max, or zero (written z) as number zn; the whole word must match. */
static int number_word(const char **s, const char *prefix, unsigned max, char z, unsigned zn, unsigned *v) {
  const char *t = *s;
  size_t n = strlen(prefix);
  if (strncmp(t, prefix, n)) return 0;
  t += n;
  if (z && *t == z) {
    *v = zn;
    t++;
  } else if (isdigit((unsigned char)*t)) {
    unsigned x = 0;
    if (*t == '0' && isdigit((unsigned char)t[1])) return 0;
    for (; isdigit((unsigned char)*t); t++) {
      x = x * 10 + (unsigned)(*t - '0');
      if (x > max) return 0;
    }
    *v = x;
  } else {
    return 0;
  }
  if (word_char(*t)) return 0;
  *s = t;
  return 1;
}

static int reg(const char **s, unsigned *v) { return number_word(s, "R", 254, 'Z', 255, v); }
static int ureg(const char **s, unsigned *v) { return number_word(s, "UR", 62, 'Z', 63, v); }
static int pred(const char **s, int uniform, unsigned *v) { return number_word(s, uniform ? "UP" : "P", 6, 'T', 7, v); }

/* Unsigned number, hexadecimal or decimal, of at most 64 bits. */
static int number(const char **s, uint64_t *v) {
  const char *t = *s;
  int hex = t[0] == '0' && (t[1] == 'x' || t[1] == 'X');
  uint64_t x = 0, base = hex ? 16 : 10;
  if (hex) t += 2;
  if (hex ? !isxdigit((unsigned char)*t) : !isdigit((unsigned char)*t)) return 0;
  for (; hex ? isxdigit((unsigned char)*t) : isdigit((unsigned char)*t); t++) {
    unsigned d = isdigit((unsigned char)*t) ? (unsigned)(*t - '0') : (unsigned)((*t | 32) - 'a' + 10);
    if (x > (UINT64_MAX - d) / base) return 0;
    x = x * base + d;
  }
  if (word_char(*t)) return 0;
  *s = t;
  *v = x;
  return 1;
}

static int separator(parse *p) {
  skip(p);
  if (!p->operands) return *p->s ? 1 : fail(p, "operand missing, see the row in docs/isa/assembler.md");
  if (!eat(p, ',')) return *p->s ? fail(p, "',' expected at '%.20s'", p->s) : fail(p, "too few operands, add them");
  skip(p);
  return 1;
}

static int field(parse *p, unsigned lo, unsigned n, uint64_t v) {
  if (v >> n) return fail(p, "number 0x%llx is too large, use at most %u bits", (unsigned long long)v, n);
  wt_word_set(&p->w, lo, n, v);
  return 1;
}

static int const_bank(parse *p, uint64_t *bank) {
  if (p->s[0] != 'c' || p->s[1] != '[') return 0;
  p->s += 2;
  if (!number(&p->s, bank) || *p->s != ']' || p->s[1] != '[' || *bank > 31) {
    return fail(p, "bad constant, write c[0xBANK][0xOFFSET]");
  }
  p->s += 2;
  return 1;
}

static int const_operand(parse *p, uint64_t *v) {
  uint64_t bank, off;
  if (!const_bank(p, &bank)) return 0;
  if (!number(&p->s, &off) || !eat(p, ']')) return fail(p, "bad constant, write c[0xBANK][0xOFFSET]");
  if (off & 3 || off >= 1u << 16) return fail(p, "constant offset 0x%llx, use a multiple of 4 below 0x10000", (unsigned long long)off);
  *v = bank << 14 | off >> 2;
  return 1;
}

/* Name of a label at p->s and its value. */
static int label_value(parse *p, uint32_t *at) {
  char name[NAME_MAX_];
  size_t n = 0;
  while (word_char(p->s[n]) || p->s[n] == '.' || p->s[n] == '$') n++;
  if (!n || n >= sizeof name) return fail(p, "bad target '%.20s', use a label or a byte offset", p->s);
  memcpy(name, p->s, n);
  name[n] = 0;
  if (!p->label || !p->label(p->ctx, name, at)) return fail(p, "no label '%s', define it in this kernel", name);
  p->s += n;
  return 1;
}

static int immediate(parse *p, operand *o) {
  uint32_t at;
  if (*p->s == '@') {
    p->s++;
    if (!label_value(p, &at)) return 0;
    o->place = P_IMM;
    o->v = at;
    return 1;
  }
  int neg = *p->s == '-';
  const char *t = p->s + neg;
  uint64_t v;
  if (!number(&t, &v)) return 0;
  if (v > (neg ? UINT64_C(0x80000000) : UINT64_C(0xffffffff))) return fail(p, "immediate does not fit 32 bits");
  o->place = P_IMM;
  o->v = neg ? (uint32_t)(0u - (uint32_t)v) : v;
  p->s = t;
  return 1;
}

/* Any ALU operand; which kinds fit is decided when all operands of the row are known. */
static int alu_operand(parse *p, operand *o) {
  unsigned v;
  memset(o, 0, sizeof *o);
  if (immediate(p, o)) return 1;
  if (p->msg[0]) return 0;
  if (*p->s == '-' || *p->s == '~') o->sign = *p->s++;
  if (*p->s == '|') {
    o->abs = 1;
    p->s++;
  }
  if (reg(&p->s, &v)) {
    o->place = P_REG;
    o->v = v;
  } else if (ureg(&p->s, &v)) {
    o->place = P_UREG;
    o->v = v;
  } else if (const_operand(p, &o->v)) {
    o->place = P_CONST;
  } else {
    return p->msg[0] ? 0 : fail(p, "'%.20s' is no operand, use a register, immediate or constant", p->s);
  }
  if (o->abs && *p->s++ != '|') return fail(p, "'|' missing after the absolute value");
  if (wt_row_uniform(p->id)) {
    if (o->place == P_REG) return fail(p, "R register in a uniform instruction, use UR");
    if (o->place == P_UREG) o->place = P_REG;
  }
  return 1;
}

/* Sets register and sign bits of an operand that lies at lo (24, 32 or 64). */
static int put_operand(parse *p, const operand *o, unsigned lo, unsigned flags) {
  const wt_half_bits h = wt_half_bits_at(lo);
  unsigned neg = o->half ? h.neg : lo == 24 ? 72 : lo == 64 ? 75 : 63, abs = o->half ? h.abs : lo == 24 ? 73 : lo == 64 ? 74 : 62;
  int x = flags & WT_TF_NEGX && wt_bit(p->w, 74);
  if (o->sign == '-' && !(flags & WT_TF_NEG || (flags & WT_TF_NEGX && !x))) return fail(p, "no '-' on this operand");
  if (o->sign == '~' && !(flags & WT_TF_INV || x)) return fail(p, "no '~' on this operand");
  if (o->abs && !(flags & WT_TF_ABS)) return fail(p, "no '|' on this operand");
  if (o->place == P_CONST) wt_word_set(&p->w, 40, 19, o->v);
  else wt_word_set(&p->w, lo, o->place == P_IMM ? 32 : 8, o->v);
  if (o->sign) wt_word_set(&p->w, neg, 1, 1);
  if (o->abs) wt_word_set(&p->w, abs, 1, 1);
  if (o->half && o->place != P_IMM) wt_word_set(&p->w, h.swizzle, 2, o->swizzle);
  return 1;
}

/* What a token of A, B or C wants behind its operand: ".SIGN", or the swizzle of a pair of halves, whose place put_operand knows. */
static int behind(parse *p, const wt_tok *t, operand *o) {
  const char *name;
  unsigned best = 0;
  int best_n = 0;
  if (!t->names) return 1; /* def is a register's number then */
  for (unsigned v = 0; v < (t->def ? 4 : 1); v++) {
    int n = wt_mod_name(t->names, v, &name);
    if (n > best_n && *p->s == '.' && !strncmp(p->s + 1, name, (size_t)n) && !word_char(p->s[n + 1])) best = v, best_n = n;
  }
  if (!t->def && !best_n) return fail(p, "'.%s' missing behind the operand", t->names);
  if (best && o->place == P_IMM) return fail(p, "no '.%.5s' behind an immediate: its two halves are what they are", p->s + 1);
  if (best_n) p->s += best_n + 1;
  o->half = t->def != 0, o->swizzle = best;
  return 1;
}

static unsigned form_of(const parse *p) {
  enum place b = p->has_b ? p->b.place : P_REG, c = p->has_c ? p->c.place : P_REG;
  if (b == P_REG) return c == P_REG ? 1 : c == P_IMM ? 2 : c == P_CONST ? 3 : 7;
  if (c != P_REG) return 0;
  return b == P_IMM ? 4 : b == P_CONST ? 5 : 6;
}

static unsigned flags_of(const parse *p, unsigned kind) {
  for (const wt_tok *t = wt_row_text_get(p->id)->tok; t->kind; t++)
    if (t->kind == kind) return t->flags;
  return 0;
}

/* With B and C known the operand form, the opcode and the places follow. */
static int finish_alu(parse *p) {
  const wt_insn_row *r = &wt_isa_rows[p->id];
  unsigned form = form_of(p), bf = flags_of(p, WT_TOK_B), cf = flags_of(p, WT_TOK_C);
  int swap = form == 2 || form == 3 || form == 7;
  if (!form || !(r->forms >> form & 1)) {
    return fail(p, "%s has no form with these operand kinds, put one of them into a register", r->mnemonic);
  }
  wt_word_set(&p->w, 0, 12, r->code | form << 9);
  if (form >= 6 || wt_row_uniform(p->id)) wt_word_set(&p->w, 91, 1, 1);
  if (p->has_b && !put_operand(p, &p->b, swap ? 64 : 32, bf)) return 0;
  return !p->has_c || put_operand(p, &p->c, swap || cf & WT_TF_LOW ? 32 : 64, cf);
}

static int offset(parse *p, unsigned lo, unsigned n, int is_signed) {
  uint64_t v;
  int neg = *p->s == '-';
  p->s += neg;
  if (!number(&p->s, &v)) return fail(p, "bad offset at '%.20s', use a number", p->s);
  if (!is_signed) return neg ? fail(p, "offset out of range, use a number without a sign") : field(p, lo, n, v);
  if (v > (UINT64_C(1) << (n - 1)) - !neg) return fail(p, "offset out of range, use a signed number of %u bits", n);
  wt_word_set(&p->w, lo, n, neg ? 0 - v : v);
  return 1;
}

/* 0: no register; 2: one with its width, which only an address with a uniform register has. */
static int address_base(parse *p, const wt_tok *t) {
  static const char *const scale[4] = {"", ".X4", ".X8", ".X16"};
  unsigned ra, len, best = 0;
  if (!reg(&p->s, &ra)) return 0;
  wt_word_set(&p->w, 24, 8, ra);
  if (t->kind == WT_TOK_SADDR) {
    for (unsigned i = 1; i < 4; i++) {
      len = (unsigned)strlen(scale[i]);
      if (!strncmp(p->s, scale[i], len) && !word_char(p->s[len])) best = i;
    }
    p->s += strlen(scale[best]);
    wt_word_set(&p->w, 78, 2, best);
  } else if (t->n && !strncmp(p->s, ".64", 3)) {
    wt_word_set(&p->w, t->lo, 1, 1);
    p->s += 3;
    return 2;
  } else if (t->n && !strncmp(p->s, ".U32", 4)) {
    p->s += 4;
    return 2;
  }
  return 1;
}

static int address(parse *p, const wt_tok *t) {
  unsigned ur;
  int base, more;
  if (!eat(p, '[')) return fail(p, "address expected at '%.20s', write [Rn+0xOFFSET]", p->s);
  base = address_base(p, t);
  more = !base || *p->s == '+';
  if (base && more) p->s++;
  if (more && ureg(&p->s, &ur)) {
    if (!t->n) return fail(p, "no uniform register in this address");
    wt_word_set(&p->w, t->n, 6, ur);
    wt_word_set(&p->w, 91, 1, 1);
    if (!base) wt_word_set(&p->w, 24, 8, 255);
    /* without a register the address is the 64-bit uniform pair alone; ptxas sets the width bit then */
    if (!base && t->kind != WT_TOK_SADDR) wt_word_set(&p->w, t->lo, 1, 1);
    more = *p->s == '+';
    p->s += more;
  } else if (base == 2) {
    return fail(p, ".64 and .U32 need a uniform register in the address, drop them");
  } else if (!base) {
    wt_word_set(&p->w, 24, 8, 255);
  }
  if (more && !(t->kind == WT_TOK_ADDR32 && !wt_bit(p->w, 91) ? offset(p, 32, 32, 1) : offset(p, 40, 24, 1))) return 0;
  return eat(p, ']') || fail(p, "']' missing in the address");
}

static int ldc(parse *p, unsigned kind) {
  uint64_t bank;
  unsigned ra;
  if (!const_bank(p, &bank)) return p->msg[0] ? 0 : fail(p, "constant expected, write c[0xBANK][...]");
  wt_word_set(&p->w, 54, 5, bank);
  if (kind == WT_TOK_ULDC) return offset(p, 38, 16, 0) && (eat(p, ']') || fail(p, "']' missing in the constant"));
  int got = kind == WT_TOK_LDC ? reg(&p->s, &ra) : ureg(&p->s, &ra);
  if (!got) return fail(p, "register expected in the constant, write c[0xBANK][%s+0xOFFSET]", kind == WT_TOK_LDC ? "Rn" : "URn");
  wt_word_set(&p->w, 24, 8, ra);
  if (*p->s == '+') {
    p->s++;
    if (!offset(p, 38, 16, ra != (kind == WT_TOK_LDC ? 255u : 63u))) return 0;
  }
  return eat(p, ']') || fail(p, "']' missing in the constant");
}

static int target(parse *p, const wt_tok *t) {
  uint64_t v;
  uint32_t at;
  if (!number(&p->s, &v)) {
    if (!label_value(p, &at)) return 0;
    v = at;
  }
  /* the relative field wraps as the machine's adder does: the text may name any target that the field can hold */
  int64_t d = (int64_t)(v - (wt_isa_absolute(p->id, p->w) ? 0 : p->pc + 16));
  int64_t lim = (int64_t)1 << (t->n + 1);
  if (d & 3 || d < -lim || d >= lim) return fail(p, "target 0x%llx out of reach or not a multiple of 4", (unsigned long long)v);
  wt_word_set(&p->w, t->lo, t->n, (uint64_t)(d >> 2));
  return 1;
}

static int special_register(parse *p, const wt_tok *t) {
  char buf[16];
  for (unsigned i = 0; i < 256; i++) {
    const char *name = wt_sreg_name(i, buf);
    size_t n = strlen(name);
    if (strncmp(p->s, name, n) || word_char(p->s[n]) || p->s[n] == '.') continue;
    p->s += n;
    return field(p, t->lo, t->n, i);
  }
  return fail(p, "unknown special register '%.20s', write SR_TID.X or SR_<number>", p->s);
}

static int warp_state(parse *p, const wt_tok *t) {
  unsigned v;
  if (!strncmp(p->s, "MEXITED", 7) && !word_char(p->s[7])) {
    p->s += 7;
    return field(p, t->lo, t->n, 24);
  }
  if (!strncmp(p->s, "MACTIVE", 7) && !word_char(p->s[7])) {
    p->s += 7;
    return field(p, t->lo, t->n, 26);
  }
  if (!number_word(&p->s, "B", 15, 0, 0, &v) && !number_word(&p->s, "STATE_", 63, 0, 0, &v)) {
    return fail(p, "barrier expected at '%.20s', use B0 to B15", p->s);
  }
  return field(p, t->lo, t->n, v);
}

static int predicate(parse *p, const wt_tok *t) {
  int source = t->kind == WT_TOK_PSRC || t->kind == WT_TOK_UPSRC || t->kind == WT_TOK_PUSRC;
  int uniform = t->kind == WT_TOK_UPDST || t->kind == WT_TOK_UPSRC;
  unsigned v, neg = source && *p->s == '!';
  p->s += neg;
  if (t->kind == WT_TOK_PUSRC && p->s[0] == 'U' && p->s[1] == 'P') {
    uniform = 1;
    wt_word_set(&p->w, 67, 1, 1);
  }
  if (!pred(&p->s, uniform, &v)) return fail(p, "predicate expected at '%.20s', use %s", p->s, uniform ? "UP0" : "P0");
  return field(p, t->lo, t->n, v | neg << 3);
}

static int uniform_register(parse *p, const wt_tok *t) {
  unsigned v;
  if (t->flags & WT_TF_INV && *p->s == '~') {
    p->s++;
    wt_word_set(&p->w, 63, 1, 1);
  }
  return ureg(&p->s, &v) ? field(p, t->lo, t->n, v) : fail(p, "uniform register expected at '%.20s'", p->s);
}

static int plain(parse *p, const wt_tok *t) {
  uint64_t n;
  unsigned v;
  switch (t->kind) {
    case WT_TOK_REG: return reg(&p->s, &v) ? field(p, t->lo, t->n, v) : fail(p, "register expected at '%.20s'", p->s);
    case WT_TOK_UREG: return uniform_register(p, t);
    case WT_TOK_BREG:
      if (!number_word(&p->s, "B", 15, 0, 0, &v)) return fail(p, "barrier expected, use B0 to B15");
      return field(p, t->lo, t->n, v);
    case WT_TOK_CONST:
      if (!const_operand(p, &n)) return p->msg[0] ? 0 : fail(p, "constant expected at '%.20s'", p->s);
      wt_word_set(&p->w, 40, 19, n);
      return 1;
    case WT_TOK_LUT:
      if (!number(&p->s, &n) || n > 255) return fail(p, "table expected at '%.20s', use 0 to 0xff", p->s);
      wt_word_set(&p->w, 64, 3, n);
      wt_word_set(&p->w, 72, 5, n >> 3);
      return 1;
    default: return number(&p->s, &n) ? field(p, t->lo, t->n, n) : fail(p, "number expected at '%.20s'", p->s);
  }
}

static int operand_of(parse *p, const wt_tok *t) {
  operand o;
  switch (t->kind) {
    case WT_TOK_WORD:
      if (strncmp(p->s, t->names, strlen(t->names))) return fail(p, "%s expected at '%.20s'", t->names, p->s);
      p->s += strlen(t->names);
      return 1;
    case WT_TOK_A:
      if (!alu_operand(p, &o)) return 0;
      return o.place == P_REG ? behind(p, t, &o) && put_operand(p, &o, 24, t->flags) : fail(p, "the first source must be a register");
    case WT_TOK_B: return (p->has_b = alu_operand(p, &p->b)) && behind(p, t, &p->b);
    case WT_TOK_C: return (p->has_c = alu_operand(p, &p->c)) && behind(p, t, &p->c);
    case WT_TOK_PDST:
    case WT_TOK_PSRC:
    case WT_TOK_UPDST:
    case WT_TOK_UPSRC:
    case WT_TOK_PUSRC: return predicate(p, t);
    case WT_TOK_LDC:
    case WT_TOK_ULDC:
    case WT_TOK_ULDCU: return ldc(p, t->kind);
    case WT_TOK_ADDR:
    case WT_TOK_ADDR32:
    case WT_TOK_SADDR: return address(p, t);
    case WT_TOK_BRA: return target(p, t);
    case WT_TOK_SREG: return special_register(p, t);
    case WT_TOK_STATE: return warp_state(p, t);
    default: return plain(p, t);
  }
}

static int operand_token(parse *p, const wt_tok *t) {
  parse saved;
  if (t->flags & WT_TF_OPT) {
    saved = *p;
    int quiet = p->quiet;
    p->quiet = 1;
    int ok = separator(p) && operand_of(p, t);
    int forced = t->force && wt_bit(p->w, t->force) && !(t->unless && wt_bit(p->w, t->unless));
    if (t->kind == WT_TOK_C && !forced && p->c.place == P_IMM) ok = 0; /* LEA without .HI: the number is its shift */
    p->quiet = quiet;
    if (!ok) {
      *p = saved;
      wt_word_set(&p->w, t->lo, t->n, t->def);
      return 1;
    }
  } else if (!separator(p) || !operand_of(p, t)) {
    return 0;
  }
  p->operands++;
  return 1;
}

static int suffix(parse *p, const char *name, int n) {
  if (n <= 0 || p->mods[0] != '.' || strncmp(p->mods + 1, name, (size_t)n)) return 0;
  return !p->mods[n + 1] || p->mods[n + 1] == '.';
}

static void alias_token(parse *p) {
  static const char *const names[] = {"MOV", "IADD", "SHL"};
  for (int i = 0; i < 3; i++) {
    int n = (int)strlen(names[i]);
    if (!suffix(p, names[i], n)) continue;
    p->alias = p->mods + 1;
    p->alias_n = n;
    p->mods += n + 1;
    return;
  }
}

/* The longest matching name wins; without a match the empty name's value is taken, if there is one. */
static int modifier(parse *p, const wt_tok *t) {
  const char *name;
  int best = -1, best_n = 0, empty = t->flags & WT_TF_OPT ? 0 : -1;
  for (unsigned v = 0; v < 1u << t->n; v++) {
    int n = wt_mod_name(t->names, v, &name);
    if (n < 0) continue;
    if (!n && empty < 0) empty = (int)v;
    if (n > best_n && suffix(p, name, n)) {
      best = (int)v;
      best_n = n;
    }
  }
  if (best < 0 && empty < 0) {
    return fail(p, "modifier missing or unknown at '%.20s', one of %.60s", *p->mods ? p->mods : "end", t->names);
  }
  if (best >= 0) p->mods += best_n + 1;
  unsigned v = (unsigned)(best >= 0 ? best : empty), low = t->def ? t->n - 1u : t->n;
  wt_word_set(&p->w, t->lo, low, v);
  if (t->def) wt_word_set(&p->w, t->def, 1, v >> low);
  if (t->force && !(t->flags & WT_TF_OPT)) wt_word_set(&p->w, t->force, t->n, v);
  return 1;
}

static int tokens(parse *p, const wt_row_text *r) {
  const wt_insn_row *row = &wt_isa_rows[p->id];
  for (const wt_tok *t = r->tok; t->kind; t++) {
    if (t->kind == WT_TOK_ALIAS) alias_token(p);
    else if (t->kind == WT_TOK_FIX) wt_word_set(&p->w, t->lo, t->n, t->def);
    else if (t->kind == WT_TOK_MOD ? !modifier(p, t) : !operand_token(p, t)) return 0;
  }
  if (*p->mods) return fail(p, "unknown modifier '%.30s', see the row in docs/isa/assembler.md", p->mods);
  skip(p);
  if (*p->s) return fail(p, "'%.30s' after the last operand, remove it", p->s);
  if (row->key == WT_KEY_FIX) wt_word_set(&p->w, 0, 12, row->code);
  else if (!finish_alu(p)) return 0;
  if (p->alias) {
    const char *is = wt_imad_alias(p->w);
    if ((int)strlen(is) != p->alias_n || strncmp(is, p->alias, strlen(is))) {
      return fail(p, "IMAD.%.*s does not fit the operands, write plain IMAD", p->alias_n, p->alias);
    }
  }
  return 1;
}

static int guard(parse *p, unsigned *g, int *uniform) {
  unsigned neg, v;
  *g = 7;
  *uniform = -1;
  skip(p);
  if (*p->s != '@') return 1;
  p->s++;
  neg = *p->s == '!';
  p->s += neg;
  *uniform = *p->s == 'U';
  if (!pred(&p->s, *uniform, &v)) return fail(p, "bad guard, write @P0, @!P0, @UP0 or @!UP0");
  *g = v | neg << 3;
  skip(p);
  return 1;
}

/* Tries every row of this mnemonic; of the failures the one that read most of the line explains the error. */
static int any_row(const parse *start, unsigned g, int uniform, const char *mnem, wt_word *out, parse *best) {
  int tried = 0;
  for (unsigned id = 0; id < WT_I_COUNT; id++) {
    const wt_row_text *r = wt_row_text_get(id);
    size_t n;
    if (!r->base || r->base[0] != mnem[0]) continue;
    n = strlen(r->base);
    if (strncmp(r->base, mnem, n) || (mnem[n] && mnem[n] != '.')) continue;
    parse p = *start;
    p.id = id;
    p.mods = mnem + n;
    wt_word_set(&p.w, 12, 4, g);
    int ok = uniform >= 0 && uniform != wt_row_uniform_guard(id) ? fail(&p, "wrong kind of guard, use @%s", uniform ? "P0" : "UP0") : tokens(&p, r);
    if (ok) {
      *out = p.w;
      return 1;
    }
    if (!tried || p.s > best->s) *best = p;
    tried = 1;
  }
  if (!tried) snprintf(best->msg, sizeof best->msg, "unknown instruction '%.30s', see docs/isa/assembler.md", mnem);
  return 0;
}

wt_status wt_asm_text(const char *text, uint32_t pc, wt_asm_label_fn label, void *ctx, wt_word *out, char *err, size_t errn) {
  char mnem[64];
  unsigned g;
  int uniform;
  size_t n = 0;
  parse p = {.text = text, .s = text, .pc = pc, .label = label, .ctx = ctx, .quiet = !errn, .mods = ""}, best;
  best = p;
  int ok = guard(&p, &g, &uniform);
  if (ok) {
    while (word_char(p.s[n]) || p.s[n] == '.') n++;
    ok = n > 0 && n < sizeof mnem;
    if (!ok) fail(&p, "no instruction at '%.20s', write a mnemonic", p.s);
  }
  if (ok) {
    memcpy(mnem, p.s, n);
    mnem[n] = 0;
    p.s += n;
    ok = any_row(&p, g, uniform, mnem, out, &best);
    if (ok) return WT_OK;
    p = best;
  }
  if (errn) snprintf(err, errn, "%s", p.msg);
  return WT_USAGE;
}

static int control_key(const char **s, wt_word *w) {
  static const struct {
    const char *key;
    uint8_t lo, n, invert;
  } keys[] = {{"stall:", 105, 4, 0}, {"yield:", 109, 1, 1}, {"wr:", 110, 3, 0}, {"rd:", 113, 3, 0}, {"wait:", 116, 6, 0}, {"reuse:", 122, 4, 0}};
  uint64_t v;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    size_t n = strlen(keys[i].key);
    if (strncmp(*s, keys[i].key, n)) continue;
    *s += n;
    if (!number(s, &v) || v >> keys[i].n) return 0;
    wt_word_set(w, keys[i].lo, keys[i].n, v ^ keys[i].invert);
    return 1;
  }
  return 0;
}

static int raw_value(const char **s, wt_word *w) {
  char hi[32];
  const char *h = hi, *lo = strchr(*s, '_');
  char low[32] = "0x";
  const char *l = low;
  if (!lo || lo - *s >= (ptrdiff_t)sizeof hi) return 0;
  size_t n = (size_t)(lo - *s);
  memcpy(hi, *s, n);
  hi[n] = 0;
  *s = lo + 1;
  for (n = 2; n < sizeof low - 1 && isxdigit((unsigned char)**s); n++) low[n] = *(*s)++;
  low[n] = 0;
  return number(&h, &w->hi) && !*h && number(&l, &w->lo) && !*l;
}

/* The {..} blocks. Defaults: stall 1, no barrier; ptxas asks for a switch of warps only on long stalls. */
static int braces(const char *s, wt_word *w, int *raw) {
  wt_word ctl = {0, 0}, given = {0, 0};
  wt_word_set(&ctl, 105, 21, 1u | 7u << 5 | 7u << 8);
  wt_word_set(&ctl, 109, 1, 1);
  int yield = 0;
  *raw = 0;
  for (;;) {
    while (blank(*s) || *s == ';') s++;
    if (!*s) break;
    if (*s++ != '{') return 0;
    while (blank(*s)) s++;
    while (*s && *s != '}') {
      if (!strncmp(s, "raw:", 4)) {
        s += 4;
        if (!raw_value(&s, &given)) return 0;
        *raw = 1;
      } else {
        yield |= !strncmp(s, "yield:", 6);
        if (!control_key(&s, &ctl)) return 0;
      }
      while (blank(*s)) s++;
    }
    if (*s++ != '}') return 0;
  }
  if (!yield) wt_word_set(&ctl, 109, 1, wt_bits(ctl, 108, 105) < 12);
  if (*raw) *w = given;
  else wt_word_set(w, 105, 21, wt_bits(ctl, 125, 105));
  return 1;
}

wt_status wt_asm_insn(const char *text, uint32_t pc, wt_asm_label_fn label, void *ctx, wt_word *out, char *err, size_t errn) {
  char head[LINE_MAX_];
  size_t n = strcspn(text, "{;");
  wt_word w = {0, 0};
  int raw;
  if (n >= sizeof head) {
    if (errn) snprintf(err, errn, "line too long, use at most %d characters", LINE_MAX_ - 1);
    return WT_USAGE;
  }
  memcpy(head, text, n);
  head[n] = 0;
  if (!braces(text + n, &w, &raw)) {
    if (errn) {
      snprintf(err, errn, "bad control block '%.40s', write {stall:1 yield:0 wr:7 rd:7 wait:0x00 reuse:0}", text + n);
    }
    return WT_USAGE;
  }
  if (raw) {
    *out = w;
    return WT_OK;
  }
  wt_word ctl = w;
  wt_status st = wt_asm_text(head, pc, label, ctx, &w, err, errn);
  if (st != WT_OK) return st;
  wt_word_set(&w, 105, 21, wt_bits(ctl, 125, 105));
  *out = w;
  return WT_OK;
}
