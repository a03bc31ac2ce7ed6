/* test_wt_loop_words.c - the report of a run without an end (tb/lib/wt_verdict.h) for paths that the suite makes up: what each of them is said to wait for, who
 * stands in the cyclic wait, which warps are told together, and what of a long report is left out.
 */
#include "lib/wt_verdict.h"
#include "tests/words_kit.h"

enum { INSNS = 64, MAX = 40 };
static wt_loop loop;
static uint64_t lanes[MAX_WARPS * INSNS];
static wt_path paths[MAX_WARPS][MAX];
static char said[20000];

static void opened(const char *preset, const char *keys) {
  static char code[1000];
  strcpy(code, "EXIT");
  for (unsigned i = 1; i < INSNS; i++) strcat(code, "\nNOP");
  open_words(preset, keys, code);
  memset(&loop, 0, sizeof loop), memset(lanes, 0, sizeof lanes);
  loop.cause = WT_CAUSE_LIVELOCK, loop.lanes = lanes, loop.first = 100, loop.again = 200, loop.issued = 30;
  t.tally.cycles = 300;
}
static void begin(void) { opened("small", ""); }

static void path(unsigned w, unsigned pc, uint64_t mask, int kind, unsigned x, uint64_t need) {
  if (!(t.resident & wt_warp(w))) resident(w, w, 0, 1, 2, w / 4);
  paths[w][loop.warp[w].n++] = (wt_path){pc, mask, need, (uint8_t)kind, (uint8_t)x};
  loop.warp[w].path = paths[w];
}
/* The running path: its instruction is the next one of the warp. */
static void runs(unsigned w, unsigned pc, uint64_t mask) {
  path(w, 0x7f0, mask, WT_PATH_RUN, 0, 0);
  loop.warp[w].next = pc;
}
/* Lanes issue instructions first to last in the loop. */
static void in_loop(unsigned w, unsigned first, unsigned last, uint64_t mask) {
  for (unsigned i = first; i <= last; i++) lanes[w * INSNS + i] |= mask;
}
static void told(void) { ck_assert_ptr_eq(wt_verdict_report(&loop, m, &t, said, sizeof said), said); }
static void says(const char *what) { ck_assert_msg(strstr(said, what) != NULL, "no '%s' in: %s", what, said); }
static void says_not(const char *what) { ck_assert_msg(strstr(said, what) == NULL, "'%s' in: %s", what, said); }

/* ---- the first line ---- */

START_TEST(what_has_been_proved) {
  runs(1, 0x20, 1);
  told();
  says("livelock: kernel k after 300 cycles: the whole state of cycle 100 came again in cycle 200, 30 warp instructions later\n");
  loop.issued = 0, loop.cause = WT_CAUSE_DEADLOCK;
  told();
  says("deadlock: kernel k after 300 cycles: no warp can issue, and nothing is on its way that could change that\n");
  t.resident = 0;
  told();
  says("\nno warp is resident, and the dispatcher starts none");
}
END_TEST

/* ---- paths ---- */

START_TEST(each_kind_of_waiting) {
  path(2, 0x10, 0x3, WT_PATH_BSYNC, 4, 0xc);
  path(2, 0x20, 0x4, WT_PATH_BSYNC, 5, 0);
  path(2, 0x30, 0x8, WT_PATH_WSYNC, 0, 0xff);
  path(2, 0x40, 0x10, WT_PATH_BAR, 6, 0);
  path(2, 0x50, 0x20, WT_PATH_BELOW, 0, 0x40);
  path(2, 0x60, 0x40, WT_PATH_BELOW, 0, 0);
  path(2, 0x70, 0x80, WT_PATH_READY, 0, 0);
  told();
  says("\nwarp 2 (cta 2,0,1 warp 2):");
  says("\n  0x0010  lanes 00000003  waits at convergence barrier B4 for lanes 0000000c\n");
  says("\n  0x0020  lanes 00000004  waits at convergence barrier B5, which no longer names it: nobody will release it\n");
  says("\n  0x0030  lanes 00000008  waits at WARPSYNC for lanes 000000ff\n");
  says("\n  0x0040  lanes 00000010  waits at CTA barrier 6\n");
  says("\n  0x0050  lanes 00000020  waits in the table of paths for lanes 00000040\n");
  says("\n  0x0060  lanes 00000040  waits in the table of paths for those above it\n");
  says("\n  0x0070  lanes 00000080  could run but is never chosen");
}
END_TEST

START_TEST(points_where_the_unit_has_points) {
  close_words();
  opened("small", "DIVERGENCE=multipath");
  path(0, 0x10, 0x3, WT_PATH_BSYNC, 4, 0xc);
  path(0, 0x20, 0xc, WT_PATH_BSYNC, 5, 0x3);
  told();
  says("waits at reconvergence point 4 for lanes 0000000c");
  says("cyclic wait: warp 0 lanes 00000003 (point 4) -> warp 0 lanes 0000000c (point 5) -> warp 0 lanes 00000003 (point 4)");
}
END_TEST

START_TEST(paths_that_can_run) {
  runs(0, 0x30, 0x1);
  path(0, 0x40, 0x2, WT_PATH_READY, 0, 0);
  runs(1, 0x50, 0xf);
  in_loop(1, 0, 0, 0xf), in_loop(1, 3, 5, 0x3), in_loop(1, 9, 9, 0x8); /* the lanes of one warp are not those of another */
  told();
  says("\n  0x0030  lanes 00000001  could issue but its warp is never scheduled\n");
  says("\n  0x0040  lanes 00000002  could run but is never chosen\n");
  says("\n  0x0050  lanes 0000000f  spins at 0x0000, 0x0030..0x0050, 0x0090\n");
}
END_TEST

/* In a loop also what waits comes by. */
START_TEST(a_path_that_waits_and_issues) {
  path(0, 0x10, 0x3, WT_PATH_BAR, 0, 0);
  in_loop(0, 0, 1, 0x1), in_loop(0, 2, 2, 0x4), in_loop(1, 0, 63, 0x3);
  told();
  says("\n  0x0010  lanes 00000003  waits at CTA barrier 0, comes by 0x0000..0x0010 in the loop");
}
END_TEST

START_TEST(many_ranges_are_cut) {
  runs(0, 0x30, 0x1);
  for (unsigned i = 0; i < 8; i++) in_loop(0, 4 * i, 4 * i + (i == 7), 1);
  told();
  says("spins at 0x0000, 0x0040, 0x0080, 0x00c0, 0x0100, 0x0140, 0x0180, 0x01c0..0x01d0\n");
  in_loop(0, 63, 63, 1);
  told();
  says("0x0180, 0x01c0..0x01d0, ...\n");
  for (unsigned i = 0; i < 8; i++) in_loop(0, 4 * i, 4 * i + 2, 1); /* the longest of them */
  told();
  says(
    "spins at 0x0000..0x0020, 0x0040..0x0060, 0x0080..0x00a0, 0x00c0..0x00e0, 0x0100..0x0120, 0x0140..0x0160, 0x0180..0x01a0, 0x01c0..0x01e0, ...\n");
  memset(lanes, 0, sizeof lanes);
  in_loop(0, 62, 63, 1), in_loop(1, 0, 0, 1);
  told();
  says("spins at 0x03e0..0x03f0\n"); /* to the end of the code, and not into the next warp's */
}
END_TEST

/* Why nobody issues, in the words of the metrics. */
START_TEST(a_warp_that_stands) {
  static const struct {
    int head, sb, war;
    const char *why;
  } w[] = {{0, 0, 0, "fetch"}, {1, 0, 0, "dependence"}, {1, 1, 0, "war"}, {1, 1, 1, "unit"}, {0, 1, 1, "fetch"}, {1, 0, 1, "dependence"}};
  char want[100];
  runs(3, 0x30, 0x1);
  loop.issued = 0;
  for (unsigned i = 0; i < sizeof w / sizeof *w; i++) {
    m->subcore->ibuffer.o.head_valid = (wt_warps)w[i].head << 3 | 0x7, m->subcore->sb->ok = (wt_warps)w[i].sb << 3 | 0x7;
    m->subcore->war.o.ok = (wt_warps)w[i].war << 3 | 0x7;
    told();
    snprintf(want, sizeof want, "\n  0x0030  lanes 00000001  could run but does not issue (%s)", w[i].why);
    says(want);
  }
}
END_TEST

/* Paths of a warp that do the same in the same place are told once, those of others not with them. */
START_TEST(what_does_the_same_is_told_once) {
  path(0, 0x10, 0x100, WT_PATH_WSYNC, 1, 0x10), path(0, 0x10, 0x1, WT_PATH_BSYNC, 1, 0x10), path(0, 0x10, 0x2, WT_PATH_BSYNC, 1, 0x20);
  path(0, 0x10, 0x4, WT_PATH_BSYNC, 2, 0x30), path(0, 0x20, 0x8, WT_PATH_BSYNC, 1, 0x30), path(0, 0x10, 0x40, WT_PATH_BAR, 1, 0);
  path(0, 0x10, 0x80, WT_PATH_BSYNC, 1, 0x10); /* in the loop */
  path(1, 0x10, 0x4, WT_PATH_BSYNC, 1, 0x10);
  in_loop(0, 5, 5, 0x80);
  told();
  says("lanes 00000003  waits at convergence barrier B1 for lanes 00000030\n");
  says("lanes 00000004  waits at convergence barrier B2 for lanes 00000030\n");
  says("lanes 00000008  waits at convergence barrier B1 for lanes 00000030\n");
  says("lanes 00000040  waits at CTA barrier 1\n");
  says("lanes 00000080  waits at convergence barrier B1 for lanes 00000010, comes by 0x0050 in the loop\n");
  says("\nwarp 1 (cta 1,0,1 warp 2):\n  0x0010  lanes 00000004  waits at convergence barrier B1 for lanes 00000010");
}
END_TEST

/* ---- warps ---- */

START_TEST(warps_that_are_the_same_are_told_together) {
  for (unsigned w = 0; w < 7; w++) {
    path(w, w == 2 ? 0x30 : 0x20, 0x3, WT_PATH_BAR, 1, 0);
    path(w, 0x40, 0x4, w == 4 ? WT_PATH_WSYNC : WT_PATH_BSYNC, w == 6, 0x8);
  }
  path(5, 0x50, 0x8, WT_PATH_BAR, 0, 0); /* one more */
  told();
  says("\nwarp 0 (cta 0,0,1 warp 2), and the same in warp 1, 3:\n");
  says("\nwarp 2 (cta 2,0,1 warp 2):\n"), says("\nwarp 4 (cta 4,0,1 warp 2):\n"), says("\nwarp 5 (cta 5,0,1 warp 2):\n"),
    says("\nwarp 6 (cta 6,0,1 warp 2):\n");
  says_not("\nwarp 1 ");
}
END_TEST

START_TEST(every_part_of_a_path_tells_warps_apart) {
  static const wt_path differ[] = {{0x10, 0x1, 0xc, WT_PATH_BSYNC, 1}, {0x10, 0x3, 0x8, WT_PATH_BSYNC, 1}, {0x20, 0x3, 0xc, WT_PATH_BSYNC, 1},
                                   {0x10, 0x3, 0xc, WT_PATH_WSYNC, 1}, {0x10, 0x3, 0xc, WT_PATH_BSYNC, 2}, {0x10, 0x3, 0xc, WT_PATH_BSYNC, 1}};
  for (unsigned i = 0; i <= sizeof differ / sizeof *differ; i++) {
    loop.warp[0].n = loop.warp[1].n = 0;
    memset(lanes, 0, sizeof lanes);
    path(0, 0x10, 0x3, WT_PATH_BSYNC, 1, 0xc);
    const wt_path *d = &differ[i ? i - 1 : 5];
    path(1, d->pc, d->mask, d->kind, d->x, d->need);
    if (i == 6) in_loop(1, 7, 7, 0x1);
    told();
    if (i) says("\nwarp 1 (");
    else says(", and the same in warp 1:");
  }
  loop.warp[1].n = 0, loop.warp[0].n = 2; /* fewer of them */
  paths[0][1] = (wt_path){0x30, 0x4, 0, WT_PATH_BAR, 0};
  path(1, 0x10, 0x3, WT_PATH_BSYNC, 1, 0xc);
  told();
  says("\nwarp 1 (");
}
END_TEST

START_TEST(a_warp_that_the_unit_works_on) {
  path(0, 0x10, 0x3, WT_PATH_BAR, 1, 0), path(2, 0x10, 0x3, WT_PATH_BAR, 1, 0);
  resident(1, 1, 0, 1, 2, 0), resident(3, 3, 0, 1, 2, 0);
  loop.warp[1].n = loop.warp[3].n = -1;
  told();
  says("\nwarp 0 (cta 0,0,1 warp 2), and the same in warp 2:\n");
  says("\nwarp 1 (cta 1,0,1 warp 2): the control-flow unit is at work on it all the time\nwarp 3 (cta 3,0,1 warp 2): the control-flow unit");
  loop.warp[1].n = loop.warp[3].n = 0; /* one without a path is another thing */
  told();
  says("\nwarp 1 (cta 1,0,1 warp 2), and the same in warp 3:");
  says_not("at work");
}
END_TEST

START_TEST(a_long_report_leaves_out) {
  close_words();
  opened("default", "");
  for (unsigned w = 0; w < 12; w++)
    for (unsigned i = 0; i < (w == 3 ? 14 : w == 4 ? 13 : 12); i++) path(w, 0x10 * (w + i), 1u << i, WT_PATH_BAR, i, 0);
  told();
  says("\nwarp 7 ("), says_not("\nwarp 8 ("), says("\nand 4 more warps");
  says("\n  0x00e0  lanes 00000800  waits at CTA barrier 11\n  and 2 more paths\nwarp 4 (");
  says("\n  0x00f0  lanes 00000800  waits at CTA barrier 11\n  and 1 more paths\nwarp 5 (");
  says("\n  0x00d0  lanes 00000800  waits at CTA barrier 11\nwarp 3 (");
  for (unsigned w = 8; w < 12; w++) t.resident &= ~wt_warp(w);
  told();
  says_not("more warps");
}
END_TEST

START_TEST(a_report_is_cut_to_its_room) {
  for (unsigned w = 0; w < 4; w++) path(w, 0x10 * w, 1, WT_PATH_BAR, 0, 0);
  told();
  for (size_t n = 1; n < strlen(said) + 3; n += 13) {
    char small[2000];
    memset(small, '#', sizeof small);
    wt_verdict_report(&loop, m, &t, small, n);
    for (size_t i = n; i < sizeof small; i++) ck_assert(small[i] == '#');
    ck_assert(strlen(small) == (n - 1 < strlen(said) ? n - 1 : strlen(said)) && !strncmp(small, said, n - 1));
  }
}
END_TEST

/* ---- who waits for whom ---- */

static void circle(const char *want) {
  char line[4000];
  told();
  const char *at = strstr(said, "\ncyclic wait: ");
  ck_assert_msg(at != NULL, "%s", said);
  snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 14, "\n"), at + 14);
  ck_assert_str_eq(line, want);
}
static void no_circle(void) {
  told();
  says_not("\ncyclic wait");
  says(loop.issued ? "\nno cyclic wait: every thread that is left takes part in the loop"
                   : "\nno cyclic wait: what is missing above belongs to no thread that is left");
}
static void again(void) {
  memset(&loop.warp, 0, sizeof loop.warp), memset(lanes, 0, sizeof lanes);
  t.resident = 0;
}

#define W0(mask, what) "warp 0 lanes 000000" mask " (" what ")"
START_TEST(lanes_that_are_needed) {
  path(0, 0x10, 0x1, WT_PATH_BSYNC, 1, 0x2), path(0, 0x20, 0x2, WT_PATH_WSYNC, 0, 0x4), path(0, 0x30, 0x4, WT_PATH_BELOW, 0, 0x1);
  circle(W0("01", "B1") " -> " W0("02", "WARPSYNC") " -> " W0("04", "0x0030") " -> " W0("01", "B1"));
  again();
  path(0, 0x10, 0x1, WT_PATH_BSYNC, 1, 0x2), path(1, 0x20, 0x2, WT_PATH_BSYNC, 0, 0x1); /* lanes of another warp are others */
  no_circle();
  again();
  path(0, 0x10, 0x1, WT_PATH_WSYNC, 1, 0x2), path(1, 0x20, 0x2, WT_PATH_WSYNC, 0, 0x1);
  no_circle();
  again();
  path(0, 0x10, 0x1, WT_PATH_BELOW, 1, 0x2), path(1, 0x20, 0x2, WT_PATH_BELOW, 0, 0x1);
  no_circle();
  again();
  path(0, 0x10, 0x1, WT_PATH_BSYNC, 1, 0x4), path(0, 0x20, 0x2, WT_PATH_BSYNC, 2, 0x1); /* nobody has these lanes */
  no_circle();
}
END_TEST

START_TEST(entries_below_the_top) {
  path(0, 0x10, 0x1, WT_PATH_BELOW, 0, 0), path(0, 0x20, 0x2, WT_PATH_BSYNC, 1, 0x1);
  circle(W0("01", "0x0010") " -> " W0("02", "B1") " -> " W0("01", "0x0010"));
  again();
  path(0, 0x10, 0x1, WT_PATH_BELOW, 0, 0), path(0, 0x20, 0x2, WT_PATH_BELOW, 0, 0); /* none is above the other */
  no_circle();
  again();
  path(0, 0x10, 0x1, WT_PATH_BELOW, 0, 0x4), path(0, 0x20, 0x2, WT_PATH_BSYNC, 1, 0x1); /* lanes that nobody has */
  no_circle();
  again();
  path(0, 0x10, 0x3, WT_PATH_BELOW, 0, 0x1); /* not for itself */
  no_circle();
}
END_TEST

START_TEST(barriers_of_a_cta) {
  path(0, 0x10, 0x1, WT_PATH_BAR, 1, 0), path(1, 0x20, 0x1, WT_PATH_BAR, 2, 0);
  circle("warp 0 lanes 00000001 (CTA barrier 1) -> warp 1 lanes 00000001 (CTA barrier 2) -> warp 0 lanes 00000001 (CTA barrier 1)");
  again();
  path(0, 0x10, 0x1, WT_PATH_BAR, 1, 0), path(1, 0x20, 0x1, WT_PATH_BAR, 1, 0);
  no_circle();
  again();
  path(0, 0x10, 0x1, WT_PATH_BAR, 1, 0), path(4, 0x20, 0x1, WT_PATH_BAR, 2, 0); /* of another CTA */
  no_circle();
  again();
  path(0, 0x10, 0x1, WT_PATH_BAR, 1, 0), path(0, 0x20, 0x2, WT_PATH_BSYNC, 1, 0x1); /* the same number, another kind */
  circle(W0("01", "CTA barrier 1") " -> " W0("02", "B1") " -> " W0("01", "CTA barrier 1"));
}
END_TEST

START_TEST(loops_and_those_who_are_passed_by) {
  runs(0, 0, 0x1);
  told();
  says("\n  0x0000  lanes 00000001  could issue but its warp is never scheduled");
  in_loop(0, 0, 0, 0x1);
  told();
  says("\n  0x0000  lanes 00000001  spins at 0x0000");
  again();
  runs(0, 0x30, 0x1), path(0, 0x40, 0x2, WT_PATH_READY, 0, 0);
  in_loop(0, 3, 4, 0x1);
  circle(W0("01", "spin at 0x0030..0x0040 until another thread changes memory") " -> " W0("02", "0x0040, never chosen") " -> " W0(
    "01", "spin at 0x0030..0x0040 until another thread changes memory"));
  again();
  runs(0, 0x30, 0x1), runs(1, 0x40, 0x1);
  in_loop(0, 3, 3, 0x1);
  circle(
    "warp 0 lanes 00000001 (spin at 0x0030 until another thread changes memory) -> warp 1 lanes 00000001 (0x0040, its warp is never scheduled) -> "
    "warp 0 lanes 00000001 (spin at 0x0030 until another thread changes memory)");
  again();
  runs(0, 0x30, 0x1), runs(1, 0x40, 0x1);
  in_loop(0, 3, 3, 0x1), in_loop(1, 4, 4, 0x1); /* every thread takes part: for whom should they wait? */
  no_circle();
  loop.issued = 0;
  no_circle();
  loop.issued = 1;
  again();
  runs(0, 0x30, 0x1), runs(1, 0x40, 0x1); /* neither is in a loop */
  no_circle();
  again();
  path(0, 0x30, 0x1, WT_PATH_READY, 0, 0), path(0, 0x50, 0x2, WT_PATH_BSYNC, 0, 0x1), runs(1, 0x40, 0x1); /* nobody is current in its warp */
  in_loop(1, 4, 4, 0x1);
  no_circle();
}
END_TEST

/* What stands still says more than what is passed by: it is looked at first. */
START_TEST(waits_are_looked_at_before_loops) {
  runs(0, 0x30, 0x1), path(0, 0x40, 0x2, WT_PATH_READY, 0, 0), path(0, 0x10, 0x4, WT_PATH_BSYNC, 1, 0x8), path(0, 0x20, 0x8, WT_PATH_BSYNC, 2, 0x4);
  in_loop(0, 3, 4, 0x1);
  circle(W0("04", "B1") " -> " W0("08", "B2") " -> " W0("04", "B1"));
  again(); /* a chain leads into the circle: it is not told with it */
  path(0, 0x10, 0x1, WT_PATH_BSYNC, 1, 0x2), path(0, 0x20, 0x2, WT_PATH_BSYNC, 2, 0x4), path(0, 0x30, 0x4, WT_PATH_BSYNC, 3, 0x2);
  circle(W0("02", "B2") " -> " W0("04", "B3") " -> " W0("02", "B2"));
  again(); /* of two ways round the one that stands still is told, whatever is listed first */
  runs(0, 0x30, 0x1), path(0, 0x10, 0x2, WT_PATH_BSYNC, 1, 0x5), path(0, 0x20, 0x4, WT_PATH_BSYNC, 2, 0x2);
  in_loop(0, 3, 4, 0x1);
  circle(W0("02", "B1") " -> " W0("04", "B2") " -> " W0("02", "B1"));
  again(); /* one way ends, another does not */
  path(0, 0x10, 0x1, WT_PATH_BSYNC, 1, 0x6), path(0, 0x20, 0x2, WT_PATH_BSYNC, 2, 0x80), path(0, 0x30, 0x4, WT_PATH_BSYNC, 3, 0x3);
  circle(W0("01", "B1") " -> " W0("04", "B3") " -> " W0("01", "B1"));
}
END_TEST

START_TEST(a_long_circle_is_cut) {
  for (unsigned i = 0; i < 14; i++) path(0, 0x10 * i, 1u << i, WT_PATH_BSYNC, i, 1u << (i + 1) % 14);
  told();
  says("lanes 00000800 (B11) -> ... -> warp 0 lanes 00000001 (B0)");
  says_not("(B12) ->");
  again();
  for (unsigned i = 0; i < 12; i++) path(0, 0x10 * i, 1u << i, WT_PATH_BSYNC, i, 1u << (i + 1) % 12);
  told();
  says("lanes 00000800 (B11) -> warp 0 lanes 00000001 (B0)");
}
END_TEST

/* ---- the scheduler ---- */

#define PASSED "\nwarp 1 could issue and is passed over: --set SCHED_AGE=4096 or --set SCHED=lrr lets every warp go on"
START_TEST(the_scheduler_that_passes_warps_over) {
  close_words();
  opened("small", "SCHED_AGE=0");
  runs(0, 0x30, 0x1), runs(1, 0x40, 0x1), runs(2, 0x50, 0x1), path(3, 0x10, 0x1, WT_PATH_READY, 0, 0);
  in_loop(0, 3, 3, 0x1);
  told();
  says(PASSED);
  says_not("warp 2 could issue");
  S.SCHED_AGE = 1;
  told();
  says_not("passed over");
  S.SCHED_AGE = 0, loop.issued = 0; /* nobody issues */
  told();
  says_not("passed over");
  again(), loop.issued = 1;
  runs(0, 0x30, 0x1), path(1, 0x10, 0x1, WT_PATH_READY, 0, 0);
  in_loop(0, 3, 3, 0x1);
  told();
  says_not("passed over");
}
END_TEST

int main(void) {
  Suite *s = suite_create("loop_words");
  TCase *c = tcase_create("loop_words");
  tcase_add_checked_fixture(c, begin, close_words);
  tcase_add_test(c, what_has_been_proved);
  tcase_add_test(c, each_kind_of_waiting);
  tcase_add_test(c, points_where_the_unit_has_points);
  tcase_add_test(c, paths_that_can_run);
  tcase_add_test(c, a_path_that_waits_and_issues);
  tcase_add_test(c, many_ranges_are_cut);
  tcase_add_test(c, a_warp_that_stands);
  tcase_add_test(c, what_does_the_same_is_told_once);
  tcase_add_test(c, warps_that_are_the_same_are_told_together);
  tcase_add_test(c, every_part_of_a_path_tells_warps_apart);
  tcase_add_test(c, a_warp_that_the_unit_works_on);
  tcase_add_test(c, a_long_report_leaves_out);
  tcase_add_test(c, a_report_is_cut_to_its_room);
  tcase_add_test(c, lanes_that_are_needed);
  tcase_add_test(c, entries_below_the_top);
  tcase_add_test(c, barriers_of_a_cta);
  tcase_add_test(c, loops_and_those_who_are_passed_by);
  tcase_add_test(c, waits_are_looked_at_before_loops);
  tcase_add_test(c, a_long_circle_is_cut);
  tcase_add_test(c, the_scheduler_that_passes_warps_over);
  suite_add_tcase(s, c);
  return suite_run(s);
}
