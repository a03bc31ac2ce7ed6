/* wt_dis.c - prints words by the text table. */
#include "isa/wt_dis.h"
#include "isa/wt_asm.h"
#include "isa/wt_asm_rows.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  char s[WT_DIS_MAX];
  size_t len;
  int operands;
} line;

static void add(line *l, const char *s, size_t n) {
  if (n > sizeof l->s - 1 - l->len) n = sizeof l->s - 1 - l->len;
  memcpy(l->s + l->len, s, n);
  l->len += n;
  l->s[l->len] = 0;
}

static void puts_(line *l, const char *s) { add(l, s, strlen(s)); }

static void put_dec(line *l, unsigned v) {
  char t[12];
  int n = 0;
  do t[n++] = (char)('0' + v % 10);
  while (v /= 10);
  while (n) add(l, &t[--n], 1);
}

static void put_hex(line *l, uint64_t v) {
  char t[16];
  int n = 0;
  do t[n++] = "0123456789abcdef"[v & 15];
  while (v >>= 4);
  puts_(l, "0x");
  while (n) add(l, &t[--n], 1);
}

static void put_reg(line *l, unsigned r) {
  if (r == 255) {
    puts_(l, "RZ");
    return;
  }
  puts_(l, "R");
  put_dec(l, r);
}

static void put_ureg(line *l, unsigned r) {
  if (r == 63) {
    puts_(l, "URZ");
    return;
  }
  puts_(l, "UR");
  put_dec(l, r);
}

static void put_pred(line *l, unsigned p, int uniform) {
  char t[3] = {'P', (char)(p == 7 ? 'T' : '0' + (char)p), 0};
  if (uniform) puts_(l, "U");
  puts_(l, t);
}

static void put_psrc(line *l, unsigned v, int uniform) {
  if (v & 8) puts_(l, "!");
  put_pred(l, v & 7, uniform);
}

static void put_const(line *l, wt_word w) {
  puts_(l, "c[");
  put_hex(l, wt_bits(w, 58, 54));
  puts_(l, "][");
  put_hex(l, wt_bits(w, 53, 40) * 4);
  puts_(l, "]");
}

static void put_offset(line *l, int64_t off) {
  puts_(l, off < 0 ? "+-" : "+");
  put_hex(l, off < 0 ? (uint64_t)-off : (uint64_t)off);
}

static void put_imm32(line *l, wt_word w, unsigned flags) {
  uint32_t v = (uint32_t)wt_bits(w, 63, 32);
  int sgn = flags & WT_TF_SGN || (flags & WT_TF_SGN73 && wt_bit(w, 73));
  if (sgn && v >> 31) {
    puts_(l, "-");
    v = 0u - v;
  }
  put_hex(l, v);
}

/* An ALU operand. lo: 24 = Ra, 71:64 or the place at 32 whose kind the form gives ('r' register, 'i', 'c', 'u'). */
static void put_alu(line *l, wt_word w, unsigned lo, char kind, const wt_tok *t, int uniform) {
  const wt_half_bits h = wt_half_bits_at(lo);
  unsigned flags = t->flags, half = t->names && t->def;
  unsigned neg = half ? h.neg : lo == 24 ? 72 : lo == 64 ? 75 : 63, abs = half ? h.abs : lo == 24 ? 73 : lo == 64 ? 74 : 62;
  int is_abs = flags & WT_TF_ABS && wt_bit(w, abs);
  if (kind == 'i') {
    put_imm32(l, w, flags);
    return;
  }
  if (wt_bit(w, neg)) {
    if (flags & WT_TF_INV || (flags & WT_TF_NEGX && wt_bit(w, 74))) puts_(l, "~");
    else if (flags & (WT_TF_NEG | WT_TF_NEGX)) puts_(l, "-");
  }
  if (is_abs) puts_(l, "|");
  if (kind == 'c') put_const(l, w);
  else if (kind == 'u' || uniform) put_ureg(l, (unsigned)wt_bits(w, lo + 5, lo));
  else put_reg(l, (unsigned)wt_bits(w, lo + 7, lo));
  if (is_abs) puts_(l, "|");
  const char *name;
  int n = t->names ? wt_mod_name(t->names, half ? (unsigned)wt_bits(w, h.swizzle + 1u, h.swizzle) : 0, &name) : 0;
  if (n <= 0) return;
  puts_(l, ".");
  add(l, name, (size_t)n);
}

static void put_abc(line *l, wt_word w, const wt_tok *t, int uniform) {
  unsigned form = wt_isa_form(w);
  char k32 = form == 2 || form == 4 ? 'i' : form == 3 || form == 5 ? 'c' : form >= 6 ? 'u' : 'r';
  int swap = form == 2 || form == 3 || form == 7;
  if (t->kind == WT_TOK_A) put_alu(l, w, 24, 'r', t, uniform);
  else if ((t->kind == WT_TOK_B) != swap || t->flags & WT_TF_LOW) put_alu(l, w, 32, k32, t, uniform);
  else put_alu(l, w, 64, 'r', t, uniform);
}

static void put_addr(line *l, wt_word w, const wt_tok *t) {
  static const char *const scale[4] = {"", ".X4", ".X8", ".X16"};
  unsigned ra = (unsigned)wt_bits(w, 31, 24), ur = t->n && wt_bit(w, 91);
  int64_t off = t->kind == WT_TOK_ADDR32 && !ur ? wt_sext(wt_bits(w, 63, 32), 32) : wt_sext(wt_bits(w, 63, 40), 24);
  int shared = t->kind == WT_TOK_SADDR, plain = shared ? !wt_bits(w, 79, 78) : ur && wt_bit(w, t->lo);
  puts_(l, "[");
  if (!(ur && ra == 255 && plain)) {
    put_reg(l, ra);
    if (shared) puts_(l, scale[wt_bits(w, 79, 78)]);
    else if (ur) puts_(l, wt_bit(w, t->lo) ? ".64" : ".U32");
    if (ur) puts_(l, "+");
  }
  if (ur) put_ureg(l, (unsigned)wt_bits(w, t->n + 5u, t->n));
  if (off) put_offset(l, off);
  puts_(l, "]");
}

/* The offset has a sign behind a register that is read. */
static void put_ldc(line *l, wt_word w, unsigned kind) {
  uint64_t off = wt_bits(w, 53, 38);
  int reads = kind == WT_TOK_LDC ? wt_bits(w, 31, 24) != 255 : wt_bits(w, 29, 24) != 63;
  puts_(l, "c[");
  put_hex(l, wt_bits(w, 58, 54));
  puts_(l, "][");
  if (kind == WT_TOK_LDC) put_reg(l, (unsigned)wt_bits(w, 31, 24));
  if (kind == WT_TOK_ULDCU) put_ureg(l, (unsigned)wt_bits(w, 29, 24));
  if (kind == WT_TOK_ULDC) put_hex(l, off);
  else if (off) put_offset(l, reads ? wt_sext(off, 16) : (int64_t)off);
  puts_(l, "]");
}

static void put_state(line *l, unsigned v) {
  if (v == 24 || v == 26) {
    puts_(l, v == 24 ? "MEXITED" : "MACTIVE");
    return;
  }
  puts_(l, v < 16 ? "B" : "STATE_");
  put_dec(l, v);
}

static uint64_t target(wt_word w, const wt_tok *t, uint32_t pc) {
  return (uint64_t)((wt_isa_absolute(wt_isa_find(w), w) ? 0 : (int64_t)pc + 16) + wt_sext(wt_bits(w, t->lo + t->n - 1u, t->lo), t->n) * 4);
}

static unsigned number(wt_word w, const wt_tok *t) { return (unsigned)wt_bits(w, t->lo + t->n - 1u, t->lo); }
static void put_operand(line *l, wt_word w, const wt_tok *t, unsigned id, uint32_t pc) {
  char name[16];
  puts_(l, l->operands++ ? ", " : " ");
  switch (t->kind) {
    case WT_TOK_WORD: puts_(l, t->names); break;
    case WT_TOK_REG: put_reg(l, number(w, t)); break;
    case WT_TOK_UREG:
      if (t->flags & WT_TF_INV && wt_bit(w, 63)) puts_(l, "~");
      put_ureg(l, number(w, t));
      break;
    case WT_TOK_PDST: put_pred(l, number(w, t), 0); break;
    case WT_TOK_UPDST: put_pred(l, number(w, t), 1); break;
    case WT_TOK_PSRC: put_psrc(l, number(w, t), 0); break;
    case WT_TOK_UPSRC: put_psrc(l, number(w, t), 1); break;
    case WT_TOK_PUSRC: put_psrc(l, number(w, t), (int)wt_bit(w, 67)); break;
    case WT_TOK_A:
    case WT_TOK_B:
    case WT_TOK_C: put_abc(l, w, t, wt_row_uniform(id)); break;
    case WT_TOK_IMM: put_hex(l, number(w, t)); break;
    case WT_TOK_LUT: put_hex(l, wt_bits(w, 76, 72) << 3 | wt_bits(w, 66, 64)); break;
    case WT_TOK_CONST: put_const(l, w); break;
    case WT_TOK_LDC:
    case WT_TOK_ULDC:
    case WT_TOK_ULDCU: put_ldc(l, w, t->kind); break;
    case WT_TOK_ADDR:
    case WT_TOK_ADDR32:
    case WT_TOK_SADDR: put_addr(l, w, t); break;
    case WT_TOK_BRA: put_hex(l, target(w, t, pc)); break;
    case WT_TOK_SREG: puts_(l, wt_sreg_name(number(w, t), name)); break;
    case WT_TOK_BREG:
      puts_(l, "B");
      put_dec(l, number(w, t));
      break;
    case WT_TOK_STATE: put_state(l, number(w, t)); break;
    default: break;
  }
}

static int is_pred(const wt_tok *t) { return t->kind >= WT_TOK_PDST && t->kind <= WT_TOK_UPSRC; }

/* An optional predicate before one that is printed must be printed too, or the text would name the wrong one. */
static int shown(wt_word w, const wt_tok *t) {
  if (!(t->flags & WT_TF_OPT)) return 1;
  if (t->force && wt_bit(w, t->force) && !(t->unless && wt_bit(w, t->unless))) return 1;
  if (t->kind == WT_TOK_MOD) return 0;
  if (t->kind == WT_TOK_C && wt_isa_form(w) == 2) return 1; /* the bits of a register C are those of B */
  if (wt_bits(w, t->lo + t->n - 1u, t->lo) != t->def) return 1;
  return is_pred(t) && t[1].kind == t->kind && t[1].flags & WT_TF_OPT && shown(w, t + 1);
}

static void put_mods(line *l, wt_word w, const wt_tok *t) {
  const char *name;
  for (; t->kind; t++) {
    int n = 0;
    if (t->kind == WT_TOK_ALIAS) {
      name = wt_imad_alias(w);
      n = (int)strlen(name);
    } else if (t->kind == WT_TOK_MOD && shown(w, t)) {
      unsigned low = t->def ? t->n - 1u : t->n;
      n = wt_mod_name(t->names, (unsigned)wt_bits(w, t->lo + low - 1u, t->lo) | (t->def ? wt_bit(w, t->def) << low : 0), &name);
    }
    if (n <= 0) continue;
    puts_(l, ".");
    add(l, name, (size_t)n);
  }
}

static void put_guard(line *l, wt_word w, int uniform) {
  unsigned g = (unsigned)wt_bits(w, 15, 12);
  if (g == 7) return;
  puts_(l, "@");
  put_psrc(l, g, uniform);
  puts_(l, " ");
}

static void body(line *l, wt_word w, uint32_t pc) {
  unsigned id = wt_isa_find(w);
  l->len = 0;
  l->operands = 0;
  if (id == WT_I_INVALID) {
    puts_(l, "INVALID ");
    put_hex(l, wt_bits(w, 11, 0));
    return;
  }
  const wt_row_text *r = wt_row_text_get(id);
  put_guard(l, w, wt_row_uniform_guard(id));
  if (!r->base) {
    puts_(l, wt_isa_rows[id].mnemonic);
    return;
  }
  puts_(l, r->base);
  put_mods(l, w, r->tok);
  for (const wt_tok *t = r->tok; t->kind; t++)
    if (t->kind != WT_TOK_MOD && t->kind != WT_TOK_ALIAS && t->kind != WT_TOK_FIX && shown(w, t)) put_operand(l, w, t, id, pc);
}

/* The text is trusted only after it has been read back: bits that no token covers are found this way too. */
static int needs_raw(const line *l, wt_word w, uint32_t pc) {
  wt_word back;
  if (wt_bits(w, 127, 126) || wt_asm_text(l->s, pc, 0, 0, &back, 0, 0) != WT_OK) return 1;
  wt_word_set(&back, 105, 21, wt_bits(w, 125, 105));
  return back.lo != w.lo || back.hi != w.hi;
}

static int emit(const line *l, char *buf, size_t n) {
  if (n) {
    size_t k = l->len < n - 1 ? l->len : n - 1;
    memcpy(buf, l->s, k);
    buf[k] = 0;
  }
  return (int)l->len;
}

static void put_field(line *l, const char *key, unsigned v) {
  puts_(l, key);
  put_dec(l, v);
}

static void put_control(line *l, wt_word w) {
  unsigned wait = (unsigned)wt_bits(w, 121, 116);
  char hex[2] = {"0123456789abcdef"[wait >> 4], "0123456789abcdef"[wait & 15]};
  put_field(l, " {stall:", (unsigned)wt_bits(w, 108, 105));
  put_field(l, " yield:", !wt_bit(w, 109));
  put_field(l, " wr:", (unsigned)wt_bits(w, 112, 110));
  put_field(l, " rd:", (unsigned)wt_bits(w, 115, 113));
  puts_(l, " wait:0x");
  add(l, hex, 2);
  put_field(l, " reuse:", (unsigned)wt_bits(w, 125, 122));
  puts_(l, "}");
}

int wt_dis(wt_word w, uint32_t pc, char *buf, size_t n) {
  line l;
  char raw[64];
  body(&l, w, pc);
  int bad = needs_raw(&l, w, pc);
  put_control(&l, w);
  if (bad) {
    snprintf(raw, sizeof raw, " {raw:0x%016" PRIx64 "_%016" PRIx64 "}", w.hi, w.lo);
    puts_(&l, raw);
  }
  return emit(&l, buf, n);
}

int wt_dis_short(wt_word w, uint32_t pc, char *buf, size_t n) {
  line l;
  body(&l, w, pc);
  return emit(&l, buf, n);
}

int wt_dis_is_raw(wt_word w, uint32_t pc) {
  line l;
  body(&l, w, pc);
  return needs_raw(&l, w, pc);
}
