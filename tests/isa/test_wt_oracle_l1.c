/* test_wt_oracle_l1.c - the oracle's copies of what the first-level cache holds (docs/isa/oracle.md, "The first-level cache"), call by call: which bytes a load gets, and
 * which it must not get any more. C1 to C5 are the rules there.
 */
#define FAILS_REALLOC
#include "oracle/wt_oracle_l1.h"
#include "oracle_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

enum { LINES = 64 };
static uint64_t mapped = MEM_BYTES;
static int read_mapped(void *ctx, uint64_t addr, unsigned size, void *dst) { return addr + size > BASE + mapped || mem_read(ctx, addr, size, dst); }

/* R2:R3 is each thread's address, R6 what it stores. Two warps of a CTA. */
static void begin(const char *text, unsigned bytes, int update) {
  wt_oracle_mem m = {read_mapped, mem_write, NULL};
  setup();
  mapped = MEM_BYTES;
  wt_oracle_set_mem(o, &m);
  for (unsigned k = 0; k < MEM_BYTES; k++) mem[k] = (uint8_t)(k * 7 + (k >> 8));
  wt_oracle_set_lines(o, bytes, 1);
  OK(wt_oracle_l1(o, LINES, bytes, update));
  emit_text(text);
  start(2 * WS);
  for (unsigned s = 0; s < 2; s++)
    for (unsigned l = 0; l < WS; l++) {
      wt_oracle_reg(o, s, 2)[l] = (uint32_t)BASE + 4 * l, wt_oracle_reg(o, s, 3)[l] = (uint32_t)(BASE >> 32);
      wt_oracle_reg(o, s, 6)[l] = 0xaa0 + l, wt_oracle_reg(o, s, 7)[l] = 0xbb0 + l;
    }
}
static void at(unsigned slot, uint32_t offset) {
  for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, slot, 2)[l] = (uint32_t)BASE + offset + 4 * l;
}
static void issues(unsigned slot, unsigned insn, uint64_t lanes) { OK(wt_oracle_issue(o, slot, insn * 16, lanes)); }
static wt_status from(unsigned slot, uint64_t lanes, wt_oracle_source source, int tag) {
  return wt_oracle_mem_perform_from(o, slot, lanes, WT_ORACLE_ANY_LINE, source, tag);
}
static wt_status from_memory(unsigned slot, uint64_t lanes) { return from(slot, lanes, WT_SOURCE_MEMORY, -1); }
static uint32_t word(const uint8_t *of, unsigned offset) {
  uint32_t v;
  memcpy(&v, of + offset, 4);
  return v;
}
/* Somebody else writes: no copy follows. */
static void others_write(void) {
  for (unsigned k = 0; k < MEM_BYTES; k++) mem[k] ^= 0x5a;
}

#define LOAD "LDG.E.SYS R4, [R2]\n"

/* Bytes are those that memory had when it was read for the line, whichever way the line goes. */
START_TEST(a_load_takes_the_copy) {
  static const wt_oracle_source sources[] = {WT_SOURCE_HIT, WT_SOURCE_JOINED, WT_SOURCE_ASKED};
  static const unsigned sizes[] = {32, 64, 128};
  uint8_t was[MEM_BYTES];
  for (unsigned s = 0; s < 3; s++)
    for (unsigned k = 0; k < 3; k++) {
      unsigned bytes = sizes[k], all = (1u << bytes / 32) - 1;
      begin(LOAD, bytes, 0);
      at(0, 3 * bytes);
      issues(0, 0, ALL);
      wt_oracle_l1_asked(o, 5, BASE + 3 * bytes, all);
      memcpy(was, mem, sizeof was);
      others_write();
      OK(wt_oracle_l1_line(o, 9, BASE + 3 * bytes, all, 5, 0));
      if (!s) wt_oracle_l1_over(o, 5);
      OK(from(0, ALL, sources[s], s ? 5 : -1));
      for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(reg(4)[l], word(was, 3 * bytes + 4 * l));
      teardown();
    }
  begin(LOAD, 128, 0);
  issues(0, 0, ALL);
  others_write();
  OK(from_memory(0, ALL));
  for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(reg(4)[l], word(mem, 4 * l));
  teardown();
}
END_TEST

/* What a function that is called next finds on the stack. */
static void used_stack(void) {
  volatile uint8_t of_it[4096];
  for (unsigned k = 0; k < sizeof of_it; k++) of_it[k] = 0xee;
}

/* Every size, at the ends of the line, with its sign. */
START_TEST(sizes_and_signs) {
  begin("LDG.E.U8.SYS R4, [R2+0x7f]\nLDG.E.S8.SYS R5, [R2+0x7f]\nLDG.E.U16.SYS R8, [R2+0x7e]\nLDG.E.S16.SYS R9, [R2+0x7e]\n"
        "LDG.E.64.SYS R10, [R2+0x78]\nLDG.E.128.SYS R12, [R2]\nLDG.E.128.SYS R16, [R2+0x70]\n",
        128, 0);
  mem[0x7f] = 0x91, mem[0x7e] = 0x82;
  wt_oracle_l1_asked(o, 0, BASE, 15);
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
  for (unsigned k = 0; k < 7; k++) {
    issues(0, k, 1);
    used_stack();
    OK(from(0, 1, WT_SOURCE_HIT, -1));
  }
  ck_assert_uint_eq(reg(4)[0], 0x91);
  ck_assert_uint_eq(reg(5)[0], 0xffffff91);
  ck_assert_uint_eq(reg(8)[0], 0x9182);
  ck_assert_uint_eq(reg(9)[0], 0xffff9182);
  for (unsigned k = 0; k < 2; k++) ck_assert_uint_eq(reg(10 + k)[0], word(mem, 0x78 + 4 * k));
  for (unsigned k = 0; k < 4; k++) ck_assert(reg(12 + k)[0] == word(mem, 4 * k) && reg(16 + k)[0] == word(mem, 0x70 + 4 * k));
  teardown();
}
END_TEST

#define NO_LINE(lanes, source, tag) FAILS(WT_DIFF, from(0, lanes, source, tag), "there is no such line")
/* C4: a line that is not there, or not on its way under this tag. */
START_TEST(lines_that_are_not_there) {
  begin(LOAD, 128, 0);
  issues(0, 0, ALL);
  NO_LINE(1, WT_SOURCE_HIT, -1);
  NO_LINE(1, WT_SOURCE_JOINED, 0);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  wt_oracle_l1_asked(o, 1, BASE + 128, 15);
  wt_oracle_l1_asked(o, 63, BASE, 15);
  wt_oracle_l1_asked(o, 64, BASE, 15); /* no such tag */
  NO_LINE(1, WT_SOURCE_HIT, -1);
  NO_LINE(1, WT_SOURCE_HIT, 0); /* it is on its way, not there */
  NO_LINE(1, WT_SOURCE_JOINED, 1);
  NO_LINE(1, WT_SOURCE_JOINED, -1);
  NO_LINE(1, WT_SOURCE_JOINED, 2);
  NO_LINE(1, WT_SOURCE_ASKED, 64);
  OK(from(0, 1, WT_SOURCE_ASKED, 63));
  OK(from(0, 2, WT_SOURCE_JOINED, 0));
  OK(wt_oracle_l1_line(o, 0, BASE + 128, 15, 1, 0));
  NO_LINE(4, WT_SOURCE_HIT, -1);
  OK(wt_oracle_l1_line(o, 1, BASE, 15, 0, 0));
  OK(wt_oracle_l1_line(o, LINES, BASE, 0, 0, 0)); /* no such place */
  OK(from(0, 4, WT_SOURCE_HIT, -1));
  wt_oracle_l1_over(o, 0), wt_oracle_l1_over(o, 0), wt_oracle_l1_over(o, 64);
  NO_LINE(8, WT_SOURCE_JOINED, 0);
  OK(from(0, 8, WT_SOURCE_HIT, -1)); /* what came is there */
  OK(wt_oracle_l1_line(o, 1, BASE, 0, -1, 0));
  NO_LINE(16, WT_SOURCE_HIT, -1);
  teardown();
}
END_TEST

/* C4: sectors of 32 bytes. What is valid was read, under the tag that is told; the rest of the line is not there. */
START_TEST(sectors_that_are_not_there) {
  begin(LOAD, 128, 0);
  wt_oracle_l1_asked(o, 2, BASE, 5);
  wt_oracle_l1_asked(o, 3, BASE + 128, 15);
#define INVENTED(what) "oracle: the first-level cache holds sectors " what " of the line at 0x7000000000, which were not read from memory"
  FAILS(WT_DIFF, wt_oracle_l1_line(o, 0, BASE, 7, 2, 0), INVENTED("7"));
  FAILS(WT_DIFF, wt_oracle_l1_line(o, 0, BASE, 4, -1, 0), INVENTED("4"));
  FAILS(WT_DIFF, wt_oracle_l1_line(o, 0, BASE, 4, 1, 0), INVENTED("4"));
  FAILS(WT_DIFF, wt_oracle_l1_line(o, 0, BASE, 4, 64, 0), INVENTED("4"));
  FAILS(WT_DIFF, wt_oracle_l1_line(o, 0, BASE, 4, 3, 0), INVENTED("4"));
  OK(wt_oracle_l1_line(o, 0, BASE, 4, 2, 0));
  OK(wt_oracle_l1_line(o, 0, BASE, 4, -1, 0)); /* nothing new */
  FAILS(WT_DIFF, wt_oracle_l1_line(o, 0, BASE, 5, -1, 0), INVENTED("1"));
  OK(wt_oracle_l1_line(o, 0, BASE, 5, 2, 0));
  teardown();
  begin(LOAD, 128, 0);
  wt_oracle_l1_asked(o, 2, BASE, 5);
  OK(wt_oracle_l1_line(o, 0, BASE, 5, 2, 0));
  at(0, 28), issues(0, 0, 15); /* words at 28, 32, 36, 40 */
  OK(from(0, 1, WT_SOURCE_HIT, -1));
  FAILS(WT_DIFF, from(0, 2, WT_SOURCE_HIT, -1), "there is no such sector");
  FAILS(WT_DIFF, from(0, 2, WT_SOURCE_ASKED, 2), "there is no such sector");
  at(1, 60), issues(1, 0, 15);
  FAILS(WT_DIFF, from(1, 1, WT_SOURCE_HIT, -1), "there is no such sector");
  OK(from(1, 2, WT_SOURCE_HIT, -1));
  OK(wt_oracle_l1_line(o, 0, BASE, 1, -1, 0)); /* a sector goes, the other stays */
  FAILS(WT_DIFF, from(1, 4, WT_SOURCE_HIT, -1), "there is no such sector");
  teardown();
}
END_TEST

/* A read that is over, and has its tag still, brings nothing. */
START_TEST(reads_that_are_over) {
  begin(LOAD, 128, 0);
  wt_oracle_l1_asked(o, 2, BASE, 5);
  OK(wt_oracle_l1_line(o, 0, BASE, 1, 2, 0));
  wt_oracle_l1_over(o, 2);
  FAILS(WT_DIFF, wt_oracle_l1_line(o, 0, BASE, 5, 2, 0), INVENTED("4"));
  issues(0, 0, 3);
  FAILS(WT_DIFF, from(0, 1, WT_SOURCE_ASKED, 2), "there is no such line");
  OK(from(0, 1, WT_SOURCE_HIT, -1));
  wt_oracle_l1_asked(o, 2, BASE, 4); /* the next one with this tag */
  OK(wt_oracle_l1_line(o, 0, BASE, 5, 2, 0));
  teardown();
}
END_TEST

/* Sectors that were valid keep their bytes, unless all that was read has been written. */
START_TEST(again) {
  uint8_t first[MEM_BYTES], second[MEM_BYTES];
  for (int all = 0; all < 2; all++) {
    begin(LOAD, 128, 0);
    wt_oracle_l1_asked(o, 0, BASE, 1);
    memcpy(first, mem, sizeof first);
    OK(wt_oracle_l1_line(o, 0, BASE, 1, 0, 0));
    others_write();
    wt_oracle_l1_asked(o, 1, BASE, 3);
    memcpy(second, mem, sizeof second);
    wt_oracle_l1_asked(o, 2, BASE + 128, 15);
    OK(wt_oracle_l1_line(o, 0, BASE, 1, 2, 1)); /* of another line: nothing of it */
    OK(wt_oracle_l1_line(o, 0, BASE, 3, 1, all));
    issues(0, 0, 1);
    OK(from(0, 1, WT_SOURCE_HIT, -1));
    ck_assert_uint_eq(reg(4)[0], word(all ? second : first, 0));
    at(0, 32), issues(0, 0, 2);
    OK(from(0, 2, WT_SOURCE_HIT, -1));
    ck_assert_uint_eq(reg(4)[1], word(second, 36));
    teardown();
  }
}
END_TEST

/* C1, byte by byte: who stored must not read what the line was before; everybody else may. */
START_TEST(own_stores) {
  static const struct {
    const char *text;
    int refused;
  } t[] = {{"STG.E.SYS [R2], R6\nLDG.E.SYS R4, [R2]\n", 1},
           {"STG.E.U8.SYS [R2+0x3], R6\nLDG.E.SYS R4, [R2]\n", 1},
           {"STG.E.U8.SYS [R2+0x4], R6\nLDG.E.SYS R4, [R2]\n", 0},
           {"STG.E.SYS [R2+0x4], R6\nLDG.E.U8.SYS R4, [R2+0x3]\n", 0},
           {"STG.E.SYS [R2+0x4], R6\nLDG.E.U8.SYS R4, [R2+0x4]\n", 1},
           {"STG.E.SYS [R2+0x4], R6\nLDG.E.U8.SYS R4, [R2+0x7]\n", 1},
           {"STG.E.SYS [R2+0x4], R6\nLDG.E.U8.SYS R4, [R2+0x8]\n", 0},
           {"STG.E.64.SYS [R2], R6\nLDG.E.SYS R4, [R2+0x4]\n", 1},
           {"STG.E.SYS [R2+0x80], R6\nLDG.E.SYS R4, [R2]\n", 0}, /* of the next line */
           {"RED.E.ADD.STRONG.GPU [R2], R6\nLDG.E.SYS R4, [R2]\n", 1},
           {"ATOMG.E.ADD.STRONG.GPU PT, R8, [R2], R6\nLDG.E.SYS R4, [R2]\n", 1}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (unsigned way = 0; way < 2; way++) { /* in the cache, or on its way */
      begin(t[k].text, 128, 0);
      wt_oracle_l1_asked(o, 0, BASE, 15);
      if (!way) OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0)), wt_oracle_l1_over(o, 0);
      issues(0, 0, 0x14), issues(1, 0, 0x40);
      OK(from_memory(0, 0x14)), OK(from_memory(1, 0x40));
      wt_oracle_source s = way ? WT_SOURCE_JOINED : WT_SOURCE_HIT;
      issues(0, 1, 0x14);
      for (unsigned l = 2; l < 5; l += 2) {
        char text[200];
        snprintf(text, sizeof text,
                 "lane %u: thread (%u,0,0) of CTA (5,6,7) reads 0x%llx from a line %s: version 1 is older than the thread's own store (version %u)",
                 l, l,
                 (unsigned long long)BASE + 4 * l +
                   (strstr(t[k].text, "R4, [R2+0x4]")   ? 4
                    : strstr(t[k].text, "R4, [R2+0x7]") ? 7
                                                        : 0),
                 way ? "on its way to the first-level cache for another load" : "of the first-level cache", l / 2 + 1);
        if (t[k].refused) FAILS(WT_DIFF, from(0, 1u << l, s, 0), text);
        else OK(from(0, 1u << l, s, 0));
      }
      teardown();
    }
}
END_TEST

/* ... by thread: another lane, another warp and a later read have nothing to do with it. */
START_TEST(stores_of_others) {
  begin("STG.E.SYS [R2], R6\nLDG.E.SYS R4, [R2]\n", 128, 0);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
  issues(0, 0, 1), OK(from_memory(0, 1));
  issues(1, 0, 8), OK(from_memory(1, 8));
  issues(0, 1, 1);
  at(1, (uint32_t)-12), issues(1, 1, 8); /* thread 3 of the other warp reads what thread 0 of this one has written */
  OK(from(1, 8, WT_SOURCE_HIT, -1));
  at(0, (uint32_t)-16);
  FAILS(WT_DIFF, from(0, 1, WT_SOURCE_HIT, -1), "own store");
  wt_oracle_l1_asked(o, 1, BASE, 15);
  OK(from(0, 1, WT_SOURCE_ASKED, 1));
  ck_assert_uint_eq(reg(4)[0], 0xaa0);
  teardown();
}
END_TEST

/* C5: a STRONG load of the scope of a CTA or an SM reads nothing older than what any thread has stored there; a weak one reads it. */
START_TEST(stores_of_others_and_loads_of_a_cta) {
  static const struct {
    const char *load;
    int refused;
  } t[] = {{"LDG.E.SYS R4, [R2]\n", 0},
           {"LDG.E.SYS R4, [R2]\n", 0},
           {"LDG.E.STRONG.CTA R4, [R2]\n", 1},
           {"LDG.E.STRONG.CTA R4, [R2]\n", 1},
           {"LDG.E.STRONG.SM R4, [R2]\n", 1},
           {"LD.E.STRONG.CTA R4, [R2]\n", 1},
           {"LD.E.SYS R4, [R2]\n", 0},
           {"LDG.E.CONSTANT.SYS R4, [R2]\n", 0},
           {"LDG.E.U8.STRONG.CTA R4, [R2+-0x4]\n", 0},
           {"LDG.E.U8.STRONG.CTA R4, [R2+0x4]\n", 0}};
  static const char *const store[] = {"STG.E.SYS [R2], R6\n", "STG.E.STRONG.CTA [R2], R6\n", "RED.E.ADD.STRONG.CTA [R2], R6\n"};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (unsigned w = 0; w < 3; w++)
      for (unsigned way = 0; way < 2; way++) {
        char text[200];
        snprintf(text, sizeof text, "%s%s", store[w], t[k].load);
        begin(text, 128, 0);
        wt_oracle_l1_asked(o, 0, BASE, 15);
        if (!way) OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0)), wt_oracle_l1_over(o, 0);
        if (k & 1) issues(0, 0, 4), OK(from_memory(0, 4)); /* of the other warp; else of another lane of this one */
        at(1, k & 1 ? 256 : (uint32_t)-4), wt_oracle_reg(o, 1, 2)[2] = (uint32_t)BASE + 512;
        issues(1, 0, 0xc), OK(from_memory(1, 0xc));
        at(1, 0), issues(1, 1, 0xc);
        wt_oracle_source s = way ? WT_SOURCE_JOINED : WT_SOURCE_HIT;
        if (t[k].refused)
          FAILS(WT_DIFF, from(1, 4, s, 0),
                k & 1 ? "version 1 is older than a store of its SM (version 2)" : "version 1 is older than a store of its SM (version 3)");
        else OK(from(1, 4, s, 0));
        wt_oracle_l1_asked(o, 1, BASE, 15); /* behind the stores */
        if (t[k].refused) OK(from(1, 4, WT_SOURCE_ASKED, 1));
        teardown();
      }
  begin("STG.E.SYS [R2], R6\nLDG.E.STRONG.CTA R4, [R2]\n", 128, 1); /* a line that follows */
  wt_oracle_l1_asked(o, 0, BASE, 15);
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0)), wt_oracle_l1_over(o, 0);
  issues(0, 0, 4), OK(from_memory(0, 4)), at(1, 256), issues(1, 0, 4), OK(from_memory(1, 4)), at(1, 0), issues(1, 1, 4);
  OK(from(1, 4, WT_SOURCE_HIT, -1));
  ck_assert_uint_eq(wt_oracle_reg(o, 1, 4)[2], 0xaa2);
  teardown();
}
END_TEST

/* A weak store is written into the line where lines are written: the first that has it; the others are not. */
START_TEST(lines_follow_weak_stores) {
  static const struct {
    const char *store;
    int update, follows;
  } t[] = {{"STG.E.SYS [R2+0x8], R6\n", 1, 1},
           {"STG.E.SYS [R2+0x8], R6\n", 0, 0},
           {"STG.E.STRONG.GPU [R2+0x8], R6\n", 1, 0},
           {"RED.E.ADD.STRONG.GPU [R2+0x8], R6\n", 1, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (unsigned copies = 1; copies < 4; copies++) { /* 1: a line, 2: two places, 3: a line and one on its way */
      char text[200];
      snprintf(text, sizeof text, "%sLDG.E.SYS R4, [R2+0x8]\n", t[k].store);
      begin(text, 128, t[k].update);
      wt_oracle_l1_asked(o, 0, BASE, 15);
      OK(wt_oracle_l1_line(o, 20, BASE, 15, 0, 0));
      if (copies == 2) OK(wt_oracle_l1_line(o, 7, BASE, 15, 0, 0));
      if (copies == 2) OK(wt_oracle_l1_line(o, 30, BASE, 15, 0, 0));
      if (copies != 3) wt_oracle_l1_over(o, 0);
      issues(0, 0, 1), OK(from_memory(0, 1));
      uint32_t now = word(mem, 8);
      issues(0, 1, 1);
      if (t[k].follows) {
        OK(from(0, 1, WT_SOURCE_HIT, -1));
        ck_assert_uint_eq(reg(4)[0], now);
      } else {
        FAILS(WT_DIFF, from(0, 1, WT_SOURCE_HIT, -1), "version 1 is older than the thread's own store (version 2)");
      }
      teardown();
      if (!t[k].follows) continue;
      begin(text, 128, t[k].update); /* the copies that do not follow */
      wt_oracle_l1_asked(o, 0, BASE, 15);
      OK(wt_oracle_l1_line(o, 20, BASE, 15, 0, 0));
      if (copies == 2) OK(wt_oracle_l1_line(o, 7, BASE, 15, 0, 0));
      if (copies != 3) wt_oracle_l1_over(o, 0);
      issues(0, 0, 1), OK(from_memory(0, 1));
      issues(0, 1, 1);
      if (copies == 2) OK(wt_oracle_l1_line(o, 7, BASE, 0, -1, 0));
      if (copies == 1) OK(from(0, 1, WT_SOURCE_HIT, -1));
      else
        FAILS(WT_DIFF, from(0, 1, copies == 2 ? WT_SOURCE_HIT : WT_SOURCE_JOINED, 0), "version 1 is older than the thread's own store (version 2)");
      teardown();
    }
}
END_TEST

/* C2: nothing older than the last CCTL.IVALL that stands before the load. */
START_TEST(cctl) {
  begin("CCTL.IVALL\nLDG.E.SYS R4, [R2]\nCCTL.IVALL\n" LOAD "CCTL.IVALL\n", 128, 0);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
  issues(0, 0, 0x0f); /* version 2, for these lanes */
  issues(0, 1, 0x0f);
  FAILS(WT_DIFF, from(0, 1, WT_SOURCE_HIT, -1),
        "lane 0: thread (0,0,0) of CTA (5,6,7) reads 0x7000000000 from a line of the first-level cache: version 1 is older than the thread's last "
        "CCTL.IVALL (version 2)");
  issues(1, 0, 0xf0), issues(1, 1, 0xf0); /* version 3: of the other warp */
  FAILS(WT_DIFF, from(1, 0x10, WT_SOURCE_HIT, -1), "(version 3)");
  wt_oracle_l1_asked(o, 1, BASE, 15); /* version 4 */
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 1, 1));
  OK(from(0, 1, WT_SOURCE_HIT, -1));
  issues(0, 2, 0x0f);                /* version 5: the load at hand stands before it */
  OK(from(0, 2, WT_SOURCE_HIT, -1)); /* and may see what is newer than 2 */
  FAILS(WT_DIFF, from(0, 4, WT_SOURCE_ASKED, 0), "(version 2)");
  teardown();
  begin(LOAD "CCTL.IVALL\nCCTL.IVALL\n", 128, 0);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
  issues(0, 0, 0x0f), issues(0, 1, 0x0f);
  OK(from(0, 1, WT_SOURCE_HIT, -1));
  issues(0, 2, 0x0f); /* both behind the load */
  OK(from(0, 2, WT_SOURCE_HIT, -1));
  teardown();
  begin("CCTL.IVALL\n" LOAD, 128, 0); /* a copy of the same number is not older */
  issues(0, 0, 1);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
  issues(0, 1, 1);
  OK(from(0, 1, WT_SOURCE_HIT, -1));
  teardown();
}
END_TEST

/* C3 */
START_TEST(strong_loads_and_stores_go_by_it) {
  static const struct {
    const char *text, *rule;
  } t[] = {{"LDG.E.STRONG.GPU R4, [R2]\n", "a strong load takes what memory has"},
           {"LDG.E.STRONG.SYS R4, [R2]\n", "a strong load takes what memory has"},
           {"LD.E.STRONG.GPU R4, [R2]\n", "a strong load takes what memory has"},
           {"LDG.E.MMIO.SYS R4, [R2]\n", "a strong load takes what memory has"},
           {"LDG.E.MMIO.CTA R4, [R2]\n", "a strong load takes what memory has"},
           {"STG.E.STRONG.CTA [R2], R6\n", "only loads are served by it"},
           {"ATOMG.E.ADD.STRONG.CTA PT, R4, [R2], R6\n", "only loads are served by it"},
           {"STG.E.SYS [R2], R6\n", "only loads are served by it"},
           {"RED.E.ADD.STRONG.GPU [R2], R6\n", "only loads are served by it"}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    begin(t[k].text, 128, 1);
    wt_oracle_l1_asked(o, 0, BASE, 15);
    OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
    issues(0, 0, 6);
    char want[200];
    snprintf(want, sizeof want,
             "warp slot 0 pc 0x0 lane 1: thread (1,0,0) of CTA (5,6,7) reads 0x7000000004 from a line of the first-level cache: %s", t[k].rule);
    FAILS(WT_DIFF, from(0, 6, WT_SOURCE_HIT, -1), want);
    FAILS(WT_DIFF, from(0, 6, WT_SOURCE_ASKED, 0), t[k].rule);
    OK(from_memory(0, 6));
    teardown();
  }
}
END_TEST

/* A slot's next warp has neither CCTL nor stores behind it; the other slots keep theirs. */
START_TEST(a_warp_begins_without_a_past) {
  for (unsigned way = 0; way < 2; way++) { /* what a slot has behind it: stores, or a CCTL.IVALL and another one */
    begin(way ? LOAD "CCTL.IVALL\nCCTL.IVALL\n" LOAD "EXIT\n" : LOAD "STG.E.SYS [R2], R6\nNOP\n" LOAD "EXIT\n", 128, 0);
    wt_oracle_l1_asked(o, 0, BASE, 15);
    OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
    for (unsigned s = 0; s < 2; s++) {
      issues(s, 0, ALL), OK(from_memory(s, ALL)), OK(wt_oracle_wb_reg(o, s, 4, ALL, wt_oracle_reg(o, s, 4)));
      issues(s, 1, ALL);
      if (!way) OK(from_memory(s, ALL));
      issues(s, 2, ALL), issues(s, 3, ALL);
    }
    OK(from_memory(0, ALL)), OK(wt_oracle_wb_reg(o, 0, 4, ALL, reg(4)));
    issues(0, 4, ALL), OK(wt_oracle_warp_end(o, 0));
    OK(wt_oracle_warp_start(o, 0, 0, 0, ALL));
    at(0, 0), preset(3, (uint32_t)(BASE >> 32), 0);
    issues(0, 0, ALL);
    OK(from(0, ALL, WT_SOURCE_HIT, -1));
    for (unsigned l = 0; l < WS; l++) FAILS(WT_DIFF, from(1, 1u << l, WT_SOURCE_HIT, -1), way ? "last CCTL.IVALL" : "own store");
    teardown();
  }
}
END_TEST

/* Bytes of the line that memory does not have. */
START_TEST(a_line_that_ends) {
  begin(LOAD, 128, 0);
  mapped = 18; /* of the fifth word only a half */
  issues(0, 0, ALL);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0));
  OK(from(0, 0x0f, WT_SOURCE_HIT, -1));
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(reg(4)[l], word(mem, 4 * l));
  FAILS(WT_FAULT, from(0, 0x10, WT_SOURCE_HIT, -1), "lane 4: global access of 4 bytes outside memory at 0x7000000010");
  ck_assert_uint_eq(wt_oracle_where(o)->addr, BASE + 16);
  teardown();
}
END_TEST

/* Where a line is: any number of places may have it, the first of them counts. Lines come and go at random beside a model; memory holds the number of the step. */
static uint8_t step_now;
static int read_step(void *ctx, uint64_t addr, unsigned size, void *dst) {
  (void)ctx, (void)addr;
  memset(dst, step_now, size);
  return 0;
}
static uint64_t base_of(unsigned k) { /* some share their place in any table of lines */
  static const uint64_t apart[] = {0, 32, 64, 4096, 32 * 256, 32 * 256 * 3, 1 << 15, 5 << 20};
  return BASE + apart[k % 8] + (k / 8) * 128 * 256;
}
START_TEST(the_first_place_counts) {
  enum { BASES = 16, STEPS = 4000 };
  uint64_t of[LINES] = {0}, x = UINT64_C(88172645463325252);
  uint8_t here[LINES] = {0}, stamp[LINES] = {0};
  wt_oracle_mem m = {read_step, mem_write, NULL};
  begin(LOAD "BRA 0x0\n", 32, 0);
  wt_oracle_set_mem(o, &m);
  for (unsigned step = 0; step < STEPS; step++) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    unsigned place = (unsigned)(x >> 8) % LINES, best = 0;
    uint64_t base = base_of((unsigned)(x >> 16) % BASES), look = base_of((unsigned)(x >> 24) % BASES);
    step_now = (uint8_t)step;
    wt_oracle_l1_asked(o, 1, base, 1);
    here[place] = x >> 40 & 1, of[place] = base, stamp[place] = step_now;
    OK(wt_oracle_l1_line(o, place, base, here[place], 1, 1));
    while (best < LINES && !(here[best] && of[best] == look)) best++;
    wt_oracle_reg(o, 0, 2)[0] = (uint32_t)look, wt_oracle_reg(o, 0, 3)[0] = (uint32_t)(look >> 32);
    issues(0, 0, 1);
    if (best < LINES) {
      OK(from(0, 1, WT_SOURCE_HIT, -1));
      ck_assert_uint_eq(reg(4)[0], stamp[best] * 0x01010101u);
    } else {
      NO_LINE(1, WT_SOURCE_HIT, -1);
      OK(from_memory(0, 1));
    }
    OK(wt_oracle_wb_reg(o, 0, 4, 1, reg(4)));
    issues(0, 1, 1);
  }
  teardown();
}
END_TEST

/* ---- rows ---- */

static const wt_saved_row *row_of(const wt_saved *l, const char *name) {
  for (unsigned i = 0; i < l->n; i++)
    if (!strcmp(l->row[i].name, name)) return &l->row[i];
  ck_abort_msg("no row %s", name);
}
/* Stores that somebody could still miss: the value of their row. */
static uint32_t stores_known(void) {
  wt_saved l = {0};
  uint32_t n;
  wt_oracle_saved(o, &l);
  wt_saved_get(row_of(&l, "oracle.l1.n_owed"), &n);
  wt_saved_free(&l);
  return n;
}
/* A store is forgotten with the last copy of its line, and with its warp; there is no end to how many there may be. */
START_TEST(stores_that_are_remembered) {
  begin("STG.E.SYS [R2], R6\nBRA 0x0\n", 128, 1);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  issues(0, 0, 1), OK(from_memory(0, 1)), issues(0, 1, 1);
  ck_assert_uint_eq(stores_known(), 1);
  wt_oracle_l1_asked(o, 1, BASE, 15), wt_oracle_l1_asked(o, 2, BASE + 128, 15);
  OK(wt_oracle_l1_line(o, 3, BASE, 15, 1, 0)), OK(wt_oracle_l1_line(o, 4, BASE, 15, 1, 0)), OK(wt_oracle_l1_line(o, 5, BASE + 128, 15, 2, 0));
  wt_oracle_l1_over(o, 0);
  ck_assert_uint_eq(stores_known(), 1);
  wt_oracle_l1_over(o, 1);
  ck_assert_uint_eq(stores_known(), 1);
  at(0, 128), issues(0, 0, 6), OK(from_memory(0, 6)), issues(0, 1, 6); /* one on its way: two more, although its line follows */
  ck_assert_uint_eq(stores_known(), 3);
  OK(wt_oracle_l1_line(o, 4, BASE, 0, -1, 0));
  ck_assert_uint_eq(stores_known(), 3);
  OK(wt_oracle_l1_line(o, 3, BASE + 128, 15, 2, 0)); /* another line in its place */
  ck_assert_uint_eq(stores_known(), 2);
  at(0, 256), issues(0, 0, 6), OK(from_memory(0, 6)), issues(0, 1, 6); /* no copy of it anywhere */
  ck_assert_uint_eq(stores_known(), 2);
  wt_oracle_l1_over(o, 2);
  ck_assert_uint_eq(stores_known(), 2);
  OK(wt_oracle_l1_line(o, 3, BASE + 128, 0, -1, 0));
  ck_assert_uint_eq(stores_known(), 2);
  OK(wt_oracle_l1_line(o, 5, BASE + 128, 0, -1, 0));
  ck_assert_uint_eq(stores_known(), 0);
  wt_oracle_l1_asked(o, 0, BASE, 15);
  at(0, 0);
  for (unsigned k = 0; k < 150; k++) {
    issues(0, 0, 1), OK(from_memory(0, 1)), issues(0, 1, 1);
    ck_assert_uint_eq(stores_known(), k + 1);
  }
  issues(1, 0, 6), OK(from_memory(1, 6)), issues(1, 1, 6);
  ck_assert_uint_eq(stores_known(), 152);
  wt_oracle_reset(o);
  const unsigned id[3] = {0}, n[3] = {WS, 1, 1};
  OK(wt_oracle_cta_start(o, 0, id, n, 0));
  OK(wt_oracle_warp_start(o, 0, 0, 0, ALL));
  ck_assert_uint_eq(stores_known(), 2);
  teardown();
}
END_TEST

/* What goes on from rows judges as what was saved: copies, versions, stores and CCTLs, what is on its way. */
START_TEST(rows_hold_all_of_it) {
  static uint8_t bytes[8 << 20];
  size_t used = 0;
  wt_saved l = {0};
  for (unsigned to = 0; to < 2; to++) {
    begin("@P0 STG.E.SYS [R2], R6\nLDG.E.SYS R4, [R2]\n", 128, 0);
    if (!to) {
      wt_oracle_l1_asked(o, 0, BASE, 7), wt_oracle_l1_asked(o, 1, BASE + 128, 15);
      OK(wt_oracle_l1_line(o, 7, BASE, 7, 0, 0)), OK(wt_oracle_l1_line(o, 3, BASE, 7, 0, 0));
      wt_oracle_l1_over(o, 0);
      *wt_oracle_pred(o, 0, 0) = 0x33;
      issues(0, 0, ALL), OK(from_memory(0, 0x33));
      issues(0, 1, ALL);
    }
    wt_oracle_saved(o, &l);
    used = 0;
    for (unsigned i = 0; i < l.n; i++) {
      const wt_saved_row *r = &l.row[i];
      if (!to) {
        ck_assert_uint_lt(used + wt_saved_bytes(r), sizeof bytes);
        wt_saved_get(r, bytes + used);
      }
      long n = to ? wt_saved_put(r, bytes + used, sizeof bytes - used) : (long)wt_saved_bytes(r);
      ck_assert_int_ge(n, 0);
      used += (size_t)n;
    }
    wt_saved_free(&l);
    l = (wt_saved){0};
    if (to) {
      OK(wt_oracle_loaded(o));
      ck_assert_uint_eq(stores_known(), 4);
      FAILS(WT_DIFF, from(0, 1, WT_SOURCE_HIT, -1), "version 1 is older than the thread's own store (version 3)");
      OK(from(0, 4, WT_SOURCE_HIT, -1));
      NO_LINE(8, WT_SOURCE_ASKED, 0);
      OK(wt_oracle_l1_line(o, 3, BASE, 0, -1, 0)), OK(from(0, 8, WT_SOURCE_HIT, -1));
      OK(wt_oracle_l1_line(o, 9, BASE + 128, 15, 1, 0));
      OK(wt_oracle_l1_line(o, 7, BASE, 0, -1, 0));
      NO_LINE(0x40, WT_SOURCE_HIT, -1);
      ck_assert_uint_eq(stores_known(), 0);
    }
    teardown();
  }
}
END_TEST

/* ---- memory ---- */

static void without(void) {
  begin("STG.E.SYS [R2], R6\nBRA 0x0\n", 128, 0);
  for (unsigned k = 0; k < 5; k++) {
    before_it_fails = k, fails_once = 1;
    FAILS(WT_USAGE, wt_oracle_l1(o, LINES, 128, 0), "oracle: out of memory for the first-level cache");
    ck_assert_int_eq(fails_once, 0);
    OK(wt_oracle_issue(o, 0, 0, 1)), OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 1)), OK(wt_oracle_issue(o, 0, 16, 1)); /* as without a cache */
  }
  wt_oracle_l1_asked(o, 0, BASE, 15), wt_oracle_l1_over(o, 0), OK(wt_oracle_l1_line(o, 0, BASE, 15, 0, 0)); /* nobody listens */
  OK(wt_oracle_l1(o, 0, 128, 0));
  OK(wt_oracle_l1(o, LINES, 128, 0));
  wt_oracle_l1_asked(o, 0, BASE, 15);
  for (unsigned k = 0; k < 2; k++) {
    issues(0, 0, 1);
    before_it_fails = 0, fails_once = !k;
    if (!k) FAILS(WT_USAGE, from_memory(0, 1), "oracle: out of memory for the first-level cache");
    OK(from_memory(0, 1)), issues(0, 1, 1);
  }
  ck_assert_uint_eq(stores_known(), 2);
  teardown();
}
START_TEST(without_memory) {
  size_t before = 0;
  for (unsigned round = 0; round < 20; round++) {
    if (round == 10) before = suite_heap(); /* until then the C library fills its own shelves */
    without();
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle_l1");
  TCase *t = tcase_create("copies");
  tcase_add_test(t, a_load_takes_the_copy);
  tcase_add_test(t, sizes_and_signs);
  tcase_add_test(t, lines_that_are_not_there);
  tcase_add_test(t, sectors_that_are_not_there);
  tcase_add_test(t, reads_that_are_over);
  tcase_add_test(t, again);
  tcase_add_test(t, own_stores);
  tcase_add_test(t, stores_of_others);
  tcase_add_test(t, stores_of_others_and_loads_of_a_cta);
  tcase_add_test(t, lines_follow_weak_stores);
  tcase_add_test(t, cctl);
  tcase_add_test(t, strong_loads_and_stores_go_by_it);
  tcase_add_test(t, a_warp_begins_without_a_past);
  tcase_add_test(t, a_line_that_ends);
  tcase_add_test(t, the_first_place_counts);
  tcase_add_test(t, stores_that_are_remembered);
  tcase_add_test(t, rows_hold_all_of_it);
  tcase_add_test(t, without_memory);
  suite_add_tcase(s, t);
  return suite_run(s);
}
