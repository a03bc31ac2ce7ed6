/* test_wt_oracle_init.c - the shadow of values that nobody wrote (docs/isa/oracle.md, "Values that nobody wrote"), by programs of a few lines that the oracle runs
 * alone: each read that is reported, with all that the report says, and each that is not.
 */
#include "oracle/wt_oracle_init.h"
#include "oracle_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }

enum { THREADS = 12, WRITTEN = 64 }; /* the host has written the first bytes of memory */
enum { REG = WT_UNWRITTEN_REG, PRED, UREG, UPRED, GLOBAL, SHARED, LOCAL };

static int nobody_wrote(void *ctx, uint64_t addr, unsigned n) {
  (void)ctx;
  return addr + n > BASE + WRITTEN;
}

static void watched(void) {
  setup();
  wt_oracle_set_local(o, 64);
  ck_assert_int_eq(wt_oracle_initcheck(o, 1, 0, nobody_wrote), 0);
}

/* R0 = thread, P1: threads 0 to 2, R1 = 4, R2:R3 = address of memory. Eight instructions. */
#define HEAD                                                                                                              \
  "S2R R0, SR_TID.X\nISETP.LT.AND P1, PT, R0, 0x3, PT\nMOV R1, 0x4\nMOV R2, 0x0\nMOV R3, 0x70\nMOV R6, RZ\nMOV R7, 0x7\n" \
  "UMOV UR6, 0x1\n"
enum { FIRST = 8 };

static void run(unsigned grid, unsigned threads, const char *text) {
  wt_oracle_launch l = {.grid = {grid, 1, 1}, .block = {threads, 1, 1}, .smem_bytes = 128, .max_insns = 10000};
  n_code = 0;
  emit_text(HEAD);
  emit_text(text);
  emit(exit_insn());
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  OK(wt_oracle_run(o, &l, 1));
}

/* One finding: of which instruction of the program, from 0; addr without BASE. */
typedef struct {
  unsigned kind;
  unsigned insn, number, threads, first;
  uint64_t addr;
} finding;
typedef struct {
  const char *text;
  finding want[3]; /* ends with threads == 0 */
} program;

static void check(const program *p, size_t k) {
  const wt_unwritten *list;
  unsigned n, want = 0;
  watched();
  run(1, THREADS, p->text);
  n = wt_oracle_unwritten(o, &list);
  while (want < 3 && p->want[want].threads) want++;
  ck_assert_msg(n == want, "program %zu: %u findings, the first R%u at 0x%x", k, n, n ? list->number : 0, n ? list->pc : 0);
  for (unsigned i = 0; i < n; i++) { /* warps run in any order: the place tells which is which */
    const finding *f = p->want;
    while (f < p->want + want &&
           ((f->insn + FIRST) * 16 != list[i].pc || f->kind != list[i].kind || (f->kind < WT_UNWRITTEN_GLOBAL && f->number != list[i].number)))
      f++;
    ck_assert_msg(f < p->want + want, "program %zu: kind %d of 0x%x, number %u", k, (int)list[i].kind, list[i].pc, list[i].number);
    ck_assert_msg(list[i].number == f->number && list[i].threads == f->threads, "program %zu: number %u, %u reads", k, list[i].number,
                  (unsigned)list[i].threads);
    if (f->first < THREADS)
      ck_assert_msg(list[i].tid[0] == f->first && !list[i].tid[1] && !list[i].tid[2], "program %zu: thread %u", k, list[i].tid[0]);
    ck_assert_msg(list[i].addr == f->addr + (f->kind == WT_UNWRITTEN_GLOBAL ? BASE : 0), "program %zu: address %llx", k,
                  (unsigned long long)list[i].addr);
  }
  teardown();
}
static void check_all(const program *p, size_t n) {
  for (size_t k = 0; k < n; k++) check(&p[k], k);
}
#define CHECK(programs) check_all(programs, sizeof(programs) / sizeof *(programs))
enum { ANY = THREADS }; /* which warp comes first is drawn */

START_TEST(reads_of_registers) {
  static const program programs[] = {
    {"IADD3 R5, R4, 0x1, RZ\n", {{REG, 0, 4, 12, ANY, 0}}},
    {"IADD3 R5, R6, 0x1, RZ\n", {{0}}},
    {"IADD3 R5, RZ, 0x1, RZ\n", {{0}}},
    {"@P1 IADD3 R5, R4, 0x1, RZ\n", {{REG, 0, 4, 3, 0, 0}}},
    {"@!P1 IADD3 R5, R4, 0x1, RZ\n", {{REG, 0, 4, 9, ANY, 0}}},
    {"@P1 MOV R4, RZ\nIADD3 R5, R4, 0x1, RZ\n", {{REG, 1, 4, 9, ANY, 0}}},
    {"@!P1 MOV R4, RZ\nIADD3 R5, R4, 0x1, RZ\n", {{REG, 1, 4, 3, 0, 0}}},
    {"IMAD.WIDE R4, R0, R0, R8\n", {{REG, 0, 8, 12, ANY, 0}, {REG, 0, 9, 12, ANY, 0}}}, /* a pair is two places */
    {"IMAD.WIDE R4, R0, R0, R6\nIADD3 R8, R5, R4, RZ\n", {{0}}},                        /* and is written as one */
    {"IADD3 R5, R4, 0x1, RZ\nIADD3 R5, R4, 0x1, RZ\n", {{REG, 0, 4, 12, ANY, 0}, {REG, 1, 4, 12, ANY, 0}}},
    {"IADD3 R5, R4, 0x1, RZ\nIADD3 R8, R5, 0x1, RZ\n", {{REG, 0, 4, 12, ANY, 0}}}, /* a result counts as written */
    {"UIADD3 UR4, UR5, 0x1, URZ\n", {{UREG, 0, 5, 12, ANY, 0}}},
    {"UIADD3 UR4, UR6, 0x1, URZ\nUIADD3 UR5, UR4, 0x1, URZ\n", {{0}}},
    {"@P1 IADD3 R5, R0, UR4, RZ\n", {{UREG, 0, 4, 3, 0, 0}}},
    {"IADD3 R5, R0, UR62, RZ\n", {{UREG, 0, 62, 12, ANY, 0}}},
    {"UIMAD.WIDE UR4, UR6, UR6, URZ\nUIADD3 UR8, UR4, UR5, URZ\n", {{0}}},
  };
  CHECK(programs);
}
END_TEST

/* Both halves of a target decide where a lane goes. */
START_TEST(reads_of_targets) {
  static const program programs[] = {
    {"MOV R4, 0xa0\nBRX R4, 0x0\n", {{REG, 1, 5, 12, ANY, 0}}},
    {"MOV R4, 0xa0\n@P1 BRX R4, 0x0\n", {{REG, 1, 5, 3, 0, 0}}},
    {"MOV R5, RZ\nBRX R4, 0xa0\n", {{REG, 1, 4, 12, ANY, 0}}},
    {"MOV R4, 0xa0\nRET.REL.NODEC R4, 0x0\n", {{REG, 1, 5, 12, ANY, 0}}},
    {"MOV R4, 0xa0\nCALL.REL.NOINC R4, 0x0\n", {{REG, 1, 5, 12, ANY, 0}}},
    {"MOV R4, 0xa0\nCALL.ABS.NOINC R4, 0x0\n", {{REG, 1, 5, 12, ANY, 0}}},
    {"MOV R4, 0xb0\nMOV R5, RZ\nRET.REL.NODEC R4, 0x0\n", {{0}}},
    {"BRX RZ, 0x90\n", {{0}}},
    {"BRA 0x90\n", {{0}}},
  };
  CHECK(programs);
}
END_TEST

/* The guard is read by all lanes of the path, other predicates where the instruction executes; each counts once. */
START_TEST(reads_of_predicates) {
  static const program programs[] = {
    {"@P2 IADD3 R5, R0, 0x1, RZ\n", {{PRED, 0, 2, 12, ANY, 0}}},
    {"@P1 SEL R5, R0, RZ, P3\n", {{PRED, 0, 3, 3, 0, 0}}},
    {"@P2 SEL R5, R0, RZ, P2\n", {{PRED, 0, 2, 12, ANY, 0}}},
    {"@!P2 SEL R5, R0, RZ, P2\n", {{PRED, 0, 2, 12, ANY, 0}}},
    {"@!P2 SEL R5, R0, RZ, P3\n", {{PRED, 0, 2, 12, ANY, 0}, {PRED, 0, 3, 12, ANY, 0}}},
    {"SEL R5, R0, RZ, PT\n", {{0}}},
    {"@P1 ISETP.EQ.AND P2, P3, R0, R0, PT\n@P1 SEL R5, R0, RZ, P3\nSEL R5, R0, RZ, P2\n", {{PRED, 2, 2, 9, ANY, 0}}},
    {"P2R R5, PR, RZ, 0x2\n", {{0}}}, /* of the predicates those that the mask takes */
    {"P2R R5, PR, RZ, 0x6\n", {{PRED, 0, 2, 12, ANY, 0}}},
    {"P2R R5, PR, RZ, 0x42\n", {{PRED, 0, 6, 12, ANY, 0}}},
    {"MOV R5, 0x7f\nR2P PR, R5, 0x7d\nP2R R5, PR, RZ, 0x7f\n", {{0}}},
    {"MOV R5, 0x7f\nR2P PR, R5, 0x3d\nP2R R5, PR, RZ, R5\n", {{PRED, 2, 6, 12, ANY, 0}}}, /* a mask that is not known takes all */
    {"UP2UR UR4, UPR, URZ, 0x2\n", {{UPRED, 0, 1, 12, ANY, 0}}},
    {"UISETP.EQ.AND UP1, UPT, UR6, UR6, UPT\nUP2UR UR4, UPR, URZ, 0x2\n", {{0}}},
    {"USEL UR4, URZ, 0x1, UP1\n", {{UPRED, 0, 1, 12, ANY, 0}}},
    {"UISETP.EQ.AND UP1, UPT, UR6, UR6, UPT\nUSEL UR4, URZ, 0x1, UP1\n", {{0}}},
    {"@UP2 UMOV UR4, 0x1\nUIADD3 UR5, UR4, 0x1, URZ\n", {{UPRED, 0, 2, 12, ANY, 0}, {UREG, 1, 4, 12, ANY, 0}}}, /* which did not execute */
    {"UISETP.EQ.AND UP1, UPT, UR6, UR6, UPT\n@!UP1 UISETP.EQ.AND UP2, UPT, UR6, UR6, UPT\nUSEL UR4, URZ, 0x1, UP2\n", {{UPRED, 2, 2, 12, ANY, 0}}},
    {"UISETP.EQ.AND UP1, UPT, UR6, UR6, UPT\n@UP1 UMOV UR4, 0x1\nUIADD3 UR5, UR4, 0x1, URZ\n", {{0}}},
  };
  CHECK(programs);
}
END_TEST

/* What only moves a value says nothing, and its result is as little written as what it moves, lane by lane. */
START_TEST(moves) {
#define USE "IADD3 R9, R5, 0x1, RZ\n"
  static const program programs[] = {
    {"MOV R5, R4\n", {{0}}},
    {"MOV R5, R4\n" USE, {{REG, 1, 5, 12, ANY, 0}}},
    {"@P1 MOV R4, RZ\nMOV R5, R4\n" USE, {{REG, 2, 5, 9, ANY, 0}}},
    {"MOV R5, RZ\n@P1 MOV R5, R4\n" USE, {{REG, 2, 5, 3, 0, 0}}},
    {"MOV R5, R4\nMOV R5, R6\n" USE, {{0}}},
    {"IMAD.MOV.U32 R5, RZ, RZ, R4\n", {{0}}},
    {"IMAD.MOV.U32 R5, RZ, RZ, R4\n" USE, {{REG, 1, 5, 12, ANY, 0}}},
    {"IMAD R5, R6, RZ, R4\n" USE, {{REG, 0, 4, 12, ANY, 0}}},
    {"IMAD R5, RZ, R6, R4\n" USE, {{REG, 0, 4, 12, ANY, 0}}},
    {"IMAD R5, RZ, 0x0, R4\n" USE, {{REG, 0, 4, 12, ANY, 0}}},
    {"IMAD R5, RZ, UR6, R4\n" USE, {{REG, 0, 4, 12, ANY, 0}}},
    {"IMAD.X R5, RZ, RZ, R4, P1\n" USE, {{REG, 0, 4, 12, ANY, 0}}},
    {"SEL R5, R4, R6, P1\n" USE, {{REG, 1, 5, 3, 0, 0}}},
    {"SEL R5, R6, R4, P1\n" USE, {{REG, 1, 5, 9, ANY, 0}}},
    {"SEL R5, R4, R6, !P1\n" USE, {{REG, 1, 5, 9, ANY, 0}}},
    {"SEL R5, R4, R8, P1\n" USE, {{REG, 1, 5, 12, ANY, 0}}},
    {"SEL R5, R4, RZ, !P1\n" USE, {{REG, 1, 5, 9, ANY, 0}}},
    {"SEL R5, R4, UR6, !P1\n" USE, {{REG, 1, 5, 9, ANY, 0}}},
    {"UMOV UR8, 0x1\nSEL R5, R4, UR8, P1\n" USE, {{REG, 2, 5, 3, 0, 0}}}, /* R8 has nothing to do with it */
    {"MOV R11, RZ\nSEL R5, R10, R6, P1\n" USE, {{REG, 2, 5, 3, 0, 0}}},   /* one word, not the pair */
    {"MOV R11, RZ\nSEL R5, R6, R10, P1\n" USE, {{REG, 2, 5, 9, ANY, 0}}},
    {"MOV R11, RZ\nIMAD.MOV.U32 R5, RZ, RZ, R10\n" USE, {{REG, 2, 5, 12, ANY, 0}}},
    {"MOV R11, RZ\nMOV R5, R10\n" USE, {{REG, 2, 5, 12, ANY, 0}}},
    {"MOV R11, RZ\nPRMT R5, R10, 0x3210, R6\n" USE, {{REG, 2, 5, 12, ANY, 0}}},
    {"FSEL R5, R4, R6, P1\n" USE, {{REG, 1, 5, 3, 0, 0}}},
    {"PRMT R5, R4, 0x3210, R6\n" USE, {{REG, 1, 5, 12, ANY, 0}}},
    {"PRMT R5, R6, 0x7654, R4\n" USE, {{REG, 1, 5, 12, ANY, 0}}},
    {"PRMT R5, R4, 0x7654, R6\n" USE, {{0}}},
    {"PRMT R5, R4, 0x3216, R6\n" USE, {{0}}}, /* one byte that is written */
    {"PRMT R5, R4, 0x6210, R6\n" USE, {{0}}},
    {"PRMT R5, R4, 0x7610, R8\n" USE, {{REG, 1, 5, 12, ANY, 0}}},
    {"PRMT R5, R4, R6, R6\n" USE, {{REG, 0, 4, 12, ANY, 0}}},
    {"SHFL.IDX PT, R5, R4, 0x0, 0x1f\n" USE, {{0}}}, /* which lane's value comes is the kernel's business */
    {"BMOV.32 B3, R4\n", {{0}}},
    {"IADD3 R5, R4, RZ, RZ\n", {{REG, 0, 4, 12, ANY, 0}}}, /* no move, although it changes nothing */
    {"MOV R5, R4\n@P1 SEL R4, R4, R4, P4\n", {{PRED, 1, 4, 3, 0, 0}}},
  };
  CHECK(programs);
}
END_TEST

START_TEST(reads_of_memory) {
#define AT " [R0.X4+0x10]"
  static const program programs[] = {
    {"LDG.E.SYS R5, [R2+0x3c]\n", {{0}}},
    {"LDG.E.SYS R5, [R2+0x40]\n", {{GLOBAL, 0, 4, 12, ANY, 0x40}}},
    {"LDG.E.U8.SYS R5, [R2+0x40]\n", {{GLOBAL, 0, 1, 12, ANY, 0x40}}},
    {"LDG.E.64.SYS R4, [R2+0x40]\n", {{GLOBAL, 0, 8, 12, ANY, 0x40}}},
    {"STG.E.SYS [R2+0x40], R0\n", {{0}}},
    {"@P1 RED.E.ADD.STRONG.GPU [R2+0x40], R6\n", {{GLOBAL, 0, 4, 3, 0, 0x40}}}, /* an atomic operation reads */
    {"ATOMG.E.ADD.STRONG.GPU PT, R5, [R2+0x3c], R6\n", {{0}}},
    {"STG.E.SYS [R2+0x40], R4\n", {{REG, 0, 4, 12, ANY, 0}}},
    /* shared memory, byte by byte */
    {"STS" AT ", R0\nLDS R5," AT "\n", {{0}}},
    {"@P1 STS" AT ", R0\n@P1 LDS R5," AT "\n", {{0}}},
    {"@P1 LDS R5," AT "\n", {{SHARED, 0, 4, 3, 0, 0x10}}},
    {"STS.U8 [R0.X4+0x10], R0\n@P1 LDS.U16 R5," AT "\n", {{SHARED, 1, 2, 3, 0, 0x10}}},
    {"STS.U8 [R0.X4+0x10], R0\n@P1 LDS.U8 R5," AT "\n", {{0}}},
    {"STS.U8 [R0.X4+0x11], R0\n@P1 LDS.U8 R5," AT "\n", {{SHARED, 1, 1, 3, 0, 0x10}}},
    {"STS.U8 [R0.X4+0x13], R0\nSTS.U16 [R0.X4+0x10], R0\n@P1 LDS R5," AT "\n", {{SHARED, 2, 4, 3, 0, 0x10}}},
    {"STS.U8 [R0.X4+0x13], R0\nSTS.U8 [R0.X4+0x12], R0\nSTS.U16 [R0.X4+0x10], R0\n@P1 LDS R5," AT "\n", {{0}}},
    {"@P1 STS.64 [R0.X8+0x10], R6\n@P1 LDS.128 R8, [0x10]\n", {{0}}},
    {"@P1 ATOMS.ADD R5," AT ", R6\n@P1 LDS R5," AT "\n", {{SHARED, 0, 4, 3, 0, 0x10}}}, /* reads, and then it is written */
    {"STS" AT ", R4\nLDS R5," AT "\n" USE, {{REG, 0, 4, 12, ANY, 0}}},                  /* a store to shared memory is no move */
    /* local memory: stores and loads are moves */
    {"LDL R5, [RZ+0x8]\n" USE, {{LOCAL, 0, 4, 12, ANY, 8}}},
    {"STL [RZ+0x8], R0\nLDL R5, [RZ+0x8]\n" USE, {{0}}},
    {"STL [RZ+0x8], R0\nLDL R5, [RZ+0x4]\n" USE, {{LOCAL, 1, 4, 12, ANY, 4}}},
    {"STL [RZ+0x8], R4\nLDL R5, [RZ+0x8]\n", {{0}}},
    {"STL [RZ+0x8], R4\nLDL R5, [RZ+0x8]\n" USE, {{REG, 2, 5, 12, ANY, 0}}},
    {"STL [RZ+0x8], R0\nSTL [RZ+0x8], R4\nLDL R5, [RZ+0x8]\n" USE, {{REG, 3, 5, 12, ANY, 0}}},
    {"STL [RZ+0x8], R4\nSTL [RZ+0x8], R0\nLDL R5, [RZ+0x8]\n" USE, {{0}}},
    {"@P1 STL [RZ+0x8], R4\n@!P1 STL [RZ+0x8], R6\nLDL R5, [RZ+0x8]\n" USE, {{REG, 3, 5, 3, 0, 0}}},
    {"STL [R4], R6\n", {{REG, 0, 4, 12, ANY, 0}}}, /* the address is read */
    {"STL [R4], R5\n", {{REG, 0, 4, 12, ANY, 0}}},
    {"MOV R11, R4\nMOV R10, R6\nSTL.64 [RZ+0x10], R10\nLDL.64 R4, [RZ+0x10]\n" USE "IADD3 R9, R4, 0x1, RZ\n", {{REG, 4, 5, 12, ANY, 0}}},
    {"MOV R10, R4\nMOV R11, R6\nSTL.64 [RZ+0x10], R10\nLDL.64 R4, [RZ+0x10]\n" USE "IADD3 R9, R4, 0x1, RZ\n", {{REG, 5, 4, 12, ANY, 0}}},
    {"MOV R8, R6\nMOV R9, R6\nMOV R10, R6\nSTL.128 [RZ+0x10], R8\nLDL.128 R12, [RZ+0x10]\nIADD3 R9, R12, R13, R14\nIADD3 R9, R15, RZ, RZ\n",
     {{REG, 6, 15, 12, ANY, 0}}},
    {"STL.U8 [RZ+0x8], R4\nLDL.U8 R5, [RZ+0x8]\n" USE, {{REG, 2, 5, 12, ANY, 0}}},
    {"STL.128 [RZ+0x30], R0\nLDL.128 R8, [RZ+0x30]\n", {{0}}},
  };
  CHECK(programs);
}
END_TEST

/* A place is a pc and what is read there; of memory the pc alone, with the first address. Of each the first thread of its CTA. */
START_TEST(a_place_is_told_once) {
  const wt_unwritten *list;
  watched();
  run(3, 4, "LDG.E.SYS R5, [R2+0x80]\nIADD3 R8, R4, 0x1, RZ\n");
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 2);
  ck_assert_uint_eq(list[0].threads, 12);
  ck_assert_uint_eq(list[1].threads, 12);
  ck_assert_uint_le(list[0].ctaid[0], 2);
  ck_assert_uint_eq(list[0].ctaid[1], 0);
  teardown();
  watched();
  run(1, 8, "IMAD R2, R0, 0x4, R2\n@!P1 LDG.E.SYS R5, [R2+0x80]\n"); /* of threads 3 to 7 the first */
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 1);
  ck_assert_uint_eq(list[0].threads, 5);
  ck_assert_uint_eq(list[0].tid[0], 3);
  ck_assert_uint_eq(list[0].addr, BASE + 0x80 + 12);
  teardown();
}
END_TEST

/* There is room for 24 places; those that are there go on counting. */
START_TEST(the_list_has_an_end) {
  const wt_unwritten *list;
  char text[2000] = "MOV R9, RZ\n";
  for (unsigned k = 0; k < 30; k++) snprintf(text + strlen(text), sizeof text - strlen(text), "IADD3 R8, R%u, 0x1, RZ\n", 20 + k);
  snprintf(text + strlen(text), sizeof text - strlen(text), "ISETP.LT.AND P0, PT, R9, 0x1, PT\nIADD3 R9, R9, 0x1, RZ\n@P0 BRA 0x90\n");
  watched();
  run(1, 8, text);
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 24);
  for (unsigned k = 0; k < 24; k++) ck_assert(list[k].number == 20 + k && list[k].threads == 16);
  teardown();
}
END_TEST

/* Code behind that of the file is not judged, and without a number all is; what was found goes when watching begins again, and nothing is watched afterwards. */
START_TEST(from_when_and_where_is_watched) {
  const wt_unwritten *list;
  static const char text[] = "IADD3 R8, R4, 0x1, RZ\nIADD3 R8, R5, 0x1, RZ\n";
  watched();
  run(1, 8, text);
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 2);
  ck_assert_int_eq(wt_oracle_initcheck(o, 1, FIRST + 1, NULL), 0);
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 0);
  run(1, 8, text);
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 1);
  ck_assert_uint_eq(list[0].number, 4);
  run(1, 8, "LDG.E.SYS R5, [R2+0x80]\n"); /* nobody says what has been written there: all */
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 1);
  ck_assert_int_eq(wt_oracle_initcheck(o, 0, 0, NULL), 0);
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 0);
  ck_assert_ptr_null(list);
  run(1, 8, text);
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 0);
  teardown();
  ck_assert((o = wt_oracle_new(1, WS, 1, 0)) != NULL); /* without shared memory, too */
  ck_assert_int_eq(wt_oracle_initcheck(o, 1, 0, NULL), 0);
  teardown();
}
END_TEST

/* A warp and a CTA begin with nothing written, whatever was in their slots. */
START_TEST(slots_begin_anew) {
  const wt_unwritten *list;
  /* the CTAs come one after the other: each fills both slots of warps; the first writes, the others do not */
  static const char text[] = "S2R R8, SR_CTAID.X\nISETP.EQ.AND P0, PT, R8, RZ, PT\n@P0 MOV R4, RZ\n@P0 STS [0x10], R0\n@P0 STL [0x8], R0\n"
                             "@P0 ISETP.EQ.AND P2, PT, R8, RZ, PT\n@P0 R2UR UR4, R0\n"
                             "IADD3 R9, R4, 0x1, RZ\nLDS R9, [0x10]\nLDL R9, [0x8]\nSEL R9, R0, RZ, P2\nUIADD3 UR5, UR4, 0x1, URZ\n";
  static const unsigned kinds[] = {REG, SHARED, LOCAL, PRED, UREG};
  o = NULL;
  setup();
  wt_oracle_free(o);
  ck_assert((o = wt_oracle_new(2, WS, 1, SMEM)) != NULL);
  wt_oracle_mem m = {mem_read, mem_write, NULL};
  wt_oracle_set_mem(o, &m);
  wt_oracle_set_local(o, 64);
  ck_assert_int_eq(wt_oracle_initcheck(o, 1, 0, nobody_wrote), 0);
  run(3, 16, text);
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 5);
  for (unsigned k = 0; k < 5; k++) {
    unsigned found = 0;
    for (unsigned i = 0; i < 5; i++) found += list[i].kind == kinds[k] && list[i].threads == 32 && list[i].ctaid[0] == 1;
    ck_assert_msg(found == 1, "kind %u", kinds[k]);
  }
  teardown();
}
END_TEST

/* Without memory it is not watched, and all of what it had goes back; so it does with the oracle, and when watching ends. */
static void without(void) {
  const wt_unwritten *list;
  const unsigned one[3] = {1, 1, 1};
  setup();
  wt_oracle_set_local(o, 64);
  for (unsigned k = 0; k < 5; k++) {
    before_it_fails = k, fails_once = 1;
    ck_assert_int_eq(wt_oracle_initcheck(o, 1, 0, NULL), -1);
    ck_assert_int_eq(fails_once, 0);
    ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 0);
    ck_assert_ptr_null(list);
  }
  ck_assert_int_eq(wt_oracle_initcheck(o, 1, 0, NULL), 0);
  run(1, 8, "IADD3 R8, R4, 0x1, RZ\n");
  ck_assert_uint_eq(wt_oracle_unwritten(o, &list), 1);
  ck_assert_int_eq(wt_oracle_initcheck(o, 1, 0, NULL), 0);
  for (unsigned k = 0; k < 2; k++) { /* local memory of a warp, and the shadow of it */
    wt_oracle_reset(o);
    OK(wt_oracle_cta_start(o, 0, one, one, 128));
    before_it_fails = k, fails_once = 1;
    FAILS(WT_USAGE, wt_oracle_warp_start(o, 1, 0, 0, 1),
          k ? "oracle: out of memory for --initcheck" : "oracle: out of memory for 64 bytes of local memory");
  }
  for (unsigned k = 0; k < 2; k++) { /* local memory has grown: its shadow, too */
    wt_oracle_reset(o);
    OK(wt_oracle_cta_start(o, 0, one, one, 128));
    for (unsigned w = 0; w < WARPS; w++) OK(wt_oracle_warp_start(o, w, 0, 0, 1));
    if (!k) wt_oracle_set_local(o, 1 << 16);
    if (!k) ck_assert_int_eq(wt_oracle_initcheck(o, 1, 0, NULL), 0);
  }
}
START_TEST(without_memory) {
  size_t before = 0;
  for (unsigned round = 0; round < 100; round++) {
    if (round == 50) before = suite_heap(); /* until then the C library fills its own shelves */
    without();
    if (round % 2) ck_assert_int_eq(wt_oracle_initcheck(o, 0, 0, NULL), 0);
    teardown();
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle_init");
  TCase *t = tcase_create("unwritten");
  tcase_add_test(t, reads_of_registers);
  tcase_add_test(t, reads_of_targets);
  tcase_add_test(t, reads_of_predicates);
  tcase_add_test(t, moves);
  tcase_add_test(t, reads_of_memory);
  tcase_add_test(t, a_place_is_told_once);
  tcase_add_test(t, the_list_has_an_end);
  tcase_add_test(t, from_when_and_where_is_watched);
  tcase_add_test(t, slots_begin_anew);
  tcase_add_test(t, without_memory);
  suite_add_tcase(s, t);
  return suite_run(s);
}
