/* test_wt_lines.c - source lines out of .debug_line (DWARF 2 to 4): programs that are written here beside the rows that the standard makes of them, and sections that are damaged in
 * each place.
 */
#include "isa/wt_lines.h"
#include "cubin_kit.h"
#include "tests/suite.h"

/* The section, and the rows of kernel k. */
static uint8_t line[4000];
static size_t n;
static unsigned rel;
static struct {
  uint64_t pc;
  unsigned line, file;
  int end; /* of a sequence: it ends the row before, and is none */
} rows[400];
static unsigned nrows;
/* The registers of the standard. */
static uint64_t pc;
static unsigned now_line, now_file, mine; /* mine: the sequence is of k */
/* The header. */
static unsigned least, range, base;
static int line_base;
static size_t unit_at, program_at;

static void byte(unsigned v) { line[n++] = (uint8_t)v; }
static void put16(unsigned v) { byte(v), byte(v >> 8); }
static void put32(uint32_t v) { put16(v & 0xffff), put16(v >> 16); }
static void uleb(uint64_t v) {
  for (; v > 127; v >>= 7) byte((unsigned)(v & 127) | 128);
  byte((unsigned)v);
}
static void sleb(int64_t v) {
  for (; v < -64 || v > 63; v >>= 7) byte((unsigned)(v & 127) | 128);
  byte((unsigned)(v & 127));
}
static void text(const char *s) {
  while (*s) byte((unsigned char)*s++);
  byte(0);
}

static void row(int end) {
  if (mine) rows[nrows].pc = pc, rows[nrows].line = now_line, rows[nrows].file = now_file, rows[nrows++].end = end;
}
static void reset(void) { pc = 0, now_line = now_file = 1, mine = 0; }
/* A unit; its files are a.cu and dir/b.cu. */
static void unit(unsigned version) {
  unit_at = n;
  put32(0), put16(version), put32(0);
  byte(least);
  if (version >= 4) byte(1);
  byte(1), byte((unsigned)line_base & 255), byte(range), byte(base);
  static const uint8_t args[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2, 3}; /* of the standard; behind them two that nobody knows */
  for (unsigned i = 0; i + 1 < base; i++) byte(i < sizeof args ? args[i] : 0);
  text("include"), text("dir"), byte(0);
  text("a.cu"), uleb(0), uleb(300), uleb(0), text("b.cu"), uleb(2), uleb(0), uleb(70000), byte(0);
  const uint32_t length = (uint32_t)(n - unit_at - 10);
  memcpy(line + unit_at + 6, &length, 4);
  program_at = n;
  reset();
}
static void end_unit(void) {
  const uint32_t length = (uint32_t)(n - unit_at - 4);
  memcpy(line + unit_at, &length, 4);
}
static void address(unsigned symbol, uint64_t at) {
  byte(0), uleb(9), byte(2);
  const Elf64_Rel r = {n, (uint64_t)symbol << 32 | 2};
  more(rel, &r, sizeof r);
  for (unsigned i = 0; i < 8; i++) byte((unsigned)(at >> 8 * i) & 255);
  pc = at, mine = symbol == k_symbol;
}
static void end_sequence(void) { byte(0), uleb(1), byte(1), row(1), reset(); }
static void copy(void) { byte(1), row(0); }
static void advance_pc(uint64_t by) { byte(2), uleb(by), pc += by * least; }
static void advance_line(int by) { byte(3), sleb(by), now_line += (unsigned)by; }
static void set_file(unsigned f) { byte(4), uleb(f), now_file = f; }
static void const_pc(void) { byte(8), pc += (255 - base) / range * least; }
static void fixed_pc(unsigned by) { byte(9), put16(by), pc += by; }
static void special(unsigned op) {
  ck_assert(op >= base && op < 256);
  byte(op), pc += (op - base) / range * least, now_line += (unsigned)(line_base + (int)((op - base) % range)), row(0);
}

static void anew(void) {
  with_kernel();
  rel = section(".rel.debug_line", SHT_REL, NULL, 0);
  n = nrows = 0, least = 1, range = 14, base = 10, line_base = -3;
}
static unsigned debug;
static void load(void) {
  debug = section(".debug_line", SHT_PROGBITS, line, n);
  taken();
}
/* What is known of every pc, asked of the reader and of the rows. */
static void compare(uint64_t to) {
  char got[200], want[200];
  load();
  for (uint64_t at = 0; at < to; at++) {
    want[0] = 0;
    for (unsigned i = nrows; i-- > 1;)
      if (!rows[i - 1].end && rows[i - 1].pc <= at && at < rows[i].pc)
        snprintf(want, sizeof want, "%s:%u", rows[i - 1].file == 1 ? "a.cu" : "b.cu", rows[i - 1].line);
    const char *said = wt_lines_find(&cubin, cubin.kernel, (uint32_t)at, got, sizeof got);
    ck_assert_msg(!strcmp(said ? said : "", want), "0x%llx: '%s', not '%s'", (unsigned long long)at, said ? said : "", want);
  }
  wt_cubin_free(&cubin);
}
static void nothing(uint32_t at) {
  char got[200];
  ck_assert_msg(parse() == WT_OK, "%s", err);
  ck_assert_ptr_null(wt_lines_find(&cubin, cubin.kernel, at, got, sizeof got));
  wt_cubin_free(&cubin);
}

/* Every opcode, in every version. */
static void program(void) {
  address(k_symbol, 0);
  advance_line(9), copy();
  special(10), special(255), special(40);
  advance_pc(300), advance_line(-5), set_file(2), copy();
  byte(6), byte(7), byte(5), uleb(200); /* nothing that counts here: statements, blocks, columns */
  const_pc(), fixed_pc(0x123), copy();
  advance_line(1000), special(base + 5);
  byte(0), uleb(3), byte(0x80), byte(1), byte(1); /* an extension that nobody knows */
  set_file(1), advance_pc(20), end_sequence();
}
START_TEST(every_opcode) {
  for (unsigned version = 2; version <= 4; version++) {
    anew(), unit(version), program(), end_unit();
    compare(1000);
  }
}
END_TEST

/* Other headers: wide instructions, other ranges and bases, opcodes whose operands are passed over. */
START_TEST(every_header) {
  static const struct {
    unsigned least, range, base;
    int line_base;
  } t[] = {{16, 14, 10, -3}, {1, 1, 10, 0}, {4, 255, 10, -128}, {2, 12, 13, 100}, {1, 14, 15, -5}, {1, 10, 200, 1}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    anew(), least = t[k].least, range = t[k].range, base = t[k].base, line_base = t[k].line_base;
    unit(2);
    address(k_symbol, 16), now_line = 1;
    advance_line(500), copy(), special(base), special(base + range / 2), advance_pc(3), copy(), const_pc();
    if (base > 14) byte(13), uleb(9), uleb(1000), byte(14), uleb(1), uleb(2), uleb(3);
    if (base > 13) byte(12), uleb(5);
    if (base > 11) byte(10), byte(11);
    advance_line(7), special(255), advance_pc(2), end_sequence(), end_unit();
    compare(2000);
  }
}
END_TEST

/* A base of less than ten makes special opcodes of the last standard ones. */
START_TEST(a_small_base) {
  anew(), base = 4, range = 10, line_base = 0;
  unit(3);
  address(k_symbol, 0), copy(), special(4), special(9), special(8), advance_line(70), copy(), advance_pc(9), end_sequence(), end_unit();
  compare(40);
}
END_TEST

/* Of several units and sequences the one of the kernel; rows of others, and gaps between rows, say nothing. */
START_TEST(sequences_of_others) {
  anew();
  unsigned other = symbol("other", STT_FUNC, 0, k_text, 16, 16);
  unit(2);
  address(other, 0), advance_line(40), copy(), advance_pc(100), end_sequence();
  address(k_symbol, 32), advance_line(50), copy(), advance_pc(16), advance_line(1), copy(), advance_pc(16), end_sequence(), end_unit();
  unit(4);
  address(other, 0), advance_line(60), copy(), advance_pc(100), end_sequence(), end_unit();
  unit(3), end_unit(); /* empty but for its tables */
  unit(2);
  address(k_symbol, 80), advance_line(70), set_file(2), copy(), advance_pc(1), end_sequence();
  address(k_symbol, 0), advance_line(80), copy(), advance_pc(4), advance_line(1), copy(), copy(), advance_pc(4), end_sequence();
  address(k_symbol, 100), advance_line(90), copy(), advance_pc(10), end_sequence(), end_unit(); /* behind a gap of the same unit */
  compare(120);
}
END_TEST

/* Numbers of several bytes; the line of a row that comes twice is the first one that holds. */
START_TEST(long_numbers) {
  anew(), unit(2);
  address(k_symbol, 0);
  advance_line(100000), copy(), advance_pc(130), advance_line(-99990), copy(), advance_pc(16384), advance_line(64), copy(), advance_pc(1),
    advance_line(-65), copy();
  byte(2), byte(0x81), byte(0x80), byte(0), pc += 1; /* the same number, written longer */
  advance_line(63), copy(), advance_pc(1), end_sequence(), end_unit();
  compare(130 + 16384 + 6);
}
END_TEST

/* File numbers that the table does not have, and the room of the text. */
START_TEST(file_names) {
  char got[200], small[8];
  for (unsigned f = 0; f < 4; f++) {
    anew(), unit(2);
    address(k_symbol, 0), set_file(f), copy(), advance_pc(16), end_sequence(), end_unit();
    load();
    const char *said = wt_lines_find(&cubin, cubin.kernel, 0, got, sizeof got);
    if (f == 1) ck_assert_str_eq(said, "a.cu:1");
    else if (f == 2) ck_assert_str_eq(said, "b.cu:1");
    else ck_assert_ptr_null(said);
    if (f == 2) ck_assert_str_eq(wt_lines_find(&cubin, cubin.kernel, 0, small, 4), "b.c");
    wt_cubin_free(&cubin);
  }
}
END_TEST

/* Sections that are not there, or do not fit. */
START_TEST(sections) {
  anew(), unit(2), program(), end_unit(), load(), wt_cubin_free(&cubin);
  char got[200];
  ck_assert_msg(parse() == WT_OK, "%s", err);
  ck_assert_str_eq(wt_lines_find(&cubin, cubin.kernel, 0, got, sizeof got), "a.cu:7");
  wt_cubin_free(&cubin);
  for (unsigned k = 0; k < 6; k++) {
    Elf64_Shdr saved = sh[debug], saved_rel = sh[rel];
    if (k == 0) sh[debug].sh_name++;
    if (k == 1) sh[rel].sh_name++;
    if (k == 2) sh[debug].sh_size = 0;
    if (k == 3) sh[rel].sh_size = 0;
    if (k == 4) sh[rel].sh_size = 15;
    if (k == 5) sh[debug].sh_type = SHT_NULL, sh[debug].sh_size = UINT64_MAX;
    memcpy(image + eh.e_shoff, sh, nsec * sizeof *sh);
    if (k == 5) sh[debug].sh_offset = UINT64_MAX - 1, memcpy(image + eh.e_shoff, sh, nsec * sizeof *sh);
    nothing(0);
    sh[debug] = saved, sh[rel] = saved_rel;
  }
}
END_TEST

/* A header that is damaged, in each of its fields; what comes behind such a unit is read all the same. */
START_TEST(damaged_units) {
  static const struct {
    unsigned at, bytes;
    uint32_t value;
    int rest; /* the next unit is found */
  } t[] = {{4, 2, 1, 1}, {4, 2, 5, 1}, {0, 4, 0xffffffff, 0}, {6, 4, 0xffffff, 1}, {13, 1, 0, 1}, {14, 1, 0, 1}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    anew(), unit(2);
    size_t first = unit_at;
    address(k_symbol, 0), advance_line(5), copy(), advance_pc(16), end_sequence(), end_unit();
    nrows = 0;
    unit(2);
    address(k_symbol, 0), advance_line(8), copy(), advance_pc(16), end_sequence(), end_unit();
    for (unsigned b = 0; b < t[k].bytes; b++) line[first + t[k].at + b] = (uint8_t)(t[k].value >> 8 * b);
    if (!t[k].rest) nrows = 0;
    compare(20);
  }
  anew(), unit(2); /* tables that lead behind the program */
  address(k_symbol, 0), copy(), advance_pc(16), end_sequence(), end_unit();
  const uint32_t none = 0;
  memcpy(line + unit_at + 6, &none, 4), nrows = 0;
  compare(20);
  anew(), unit(2); /* a last byte that ends nothing */
  address(k_symbol, 0), copy(), advance_pc(16), end_sequence(), byte(2), end_unit();
  nrows = 0;
  compare(20);
  anew(), unit(2); /* not a whole header */
  address(k_symbol, 0), copy(), advance_pc(16), end_sequence(), end_unit();
  for (unsigned i = 0; i < 15; i++) byte(0);
  compare(20);
}
END_TEST

/* A program that ends anywhere, and any byte changed: something is said or nothing, and nothing else happens. */
START_TEST(programs_that_end_anywhere) {
  char got[200];
  anew(), unit(4), program(), end_unit(), load(), wt_cubin_free(&cubin);
  uint8_t *in = image + sh[debug].sh_offset;
  for (size_t k = 0; k < n; k++)
    for (unsigned v = 0; v < 256; v += v < 16 || v > 238 ? 1 : 37) {
      uint8_t was = in[k];
      in[k] = (uint8_t)v;
      ck_assert_int_eq(parse(), WT_OK);
      for (unsigned at = 0; at < 800; at += 200) wt_lines_find(&cubin, cubin.kernel, at, got, sizeof got);
      wt_cubin_free(&cubin);
      in[k] = was;
    }
  /* an extended opcode that is longer than its unit ends it; one without a length, too */
  for (unsigned k = 0; k < 2; k++) {
    anew(), unit(2);
    address(k_symbol, 0), advance_line(5), copy(), advance_pc(16), advance_line(1), copy();
    byte(0), uleb(k ? 0 : 200), byte(1);
    byte(2), byte(16), byte(1), byte(0), byte(1), byte(1), end_unit(); /* what would be a row and an end */
    compare(40);
  }
}
END_TEST

/* Addresses that count from no symbol are nobody's, and so is an address of less than eight bytes. */
START_TEST(addresses) {
  anew(), unit(2);
  address(k_symbol, 0), copy(), advance_pc(16), end_sequence(), end_unit();
  load(), wt_cubin_free(&cubin);
  Elf64_Rel r = {0};
  memcpy(&r, image + sh[rel].sh_offset, sizeof r);
  r.r_offset++;
  memcpy(image + sh[rel].sh_offset, &r, sizeof r);
  nothing(0);
  anew(), unit(2);
  byte(0), uleb(8), byte(2);
  const Elf64_Rel short_one = {n, (uint64_t)k_symbol << 32 | 2};
  more(rel, &short_one, sizeof short_one);
  for (unsigned i = 0; i < 7; i++) byte(0);
  copy(), advance_pc(16), end_sequence(), end_unit();
  compare(20);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_lines");
  TCase *t = tcase_create("lines");
  tcase_add_test(t, every_opcode);
  tcase_add_test(t, every_header);
  tcase_add_test(t, a_small_base);
  tcase_add_test(t, sequences_of_others);
  tcase_add_test(t, long_numbers);
  tcase_add_test(t, file_names);
  tcase_add_test(t, sections);
  tcase_add_test(t, damaged_units);
  tcase_add_test(t, programs_that_end_anywhere);
  tcase_add_test(t, addresses);
  suite_add_tcase(s, t);
  return suite_run(s);
}
