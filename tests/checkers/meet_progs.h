/* meet_progs.h - programs whose threads promise to meet, for test_wt_meet.c. One CTA of 64 threads, one parameter: 4 bytes a thread.
 *
 * R0 thread, R2 R3 its word, R11 its result, R10 = thread & 3; P0 = (R10 == 0), P1 = (R10 >= 2).
 */
#ifndef MEET_PROGS_H
#define MEET_PROGS_H

#define MEET_HEAD                                                                                                        \
  ".kernel meet\n.regs 40\n.params 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\nMOV R11, R0\n" \
  "LOP3.LUT R10, R0, 0x3, RZ, 0xc0, !PT\nISETP.EQ.AND P0, PT, R10, RZ, PT\nISETP.GE.AND P1, PT, R10, 0x2, PT\n"
#define MEET_TAIL "STG.E.SYS [R2+0x0], R11\nEXIT\nstop:\nBRA stop\n.end\n"

/* A region in a region, with a register each. */
static const char meet_nested[] =
  MEET_HEAD "BSSY B0, join\n@P0 BRA short\nBSSY B1, inner\n@P1 BRA high\nIADD3 R11, R11, 0x1, RZ\nBRA meet1\nhigh:\nIADD3 R11, R11, 0x2, RZ\n"
            "meet1:\nBSYNC B1\ninner:\nIADD3 R11, R11, 0x4, RZ\nBRA meet0\nshort:\nIADD3 R11, R11, 0x8, RZ\nmeet0:\nBSYNC B0\njoin:\n"
            "IADD3 R11, R11, 0x10, RZ\nIADD3 R11, R11, 0x20, RZ\n" MEET_TAIL;

/* The same register for both: the outer mask is kept in R7 meanwhile, also by the lanes that do not open the inner region. */
static const char meet_spill[] =
  MEET_HEAD "BSSY B0, join\nBMOV.32.CLEAR R7, B0\n@P0 BRA short\nBSSY B0, inner\n@P1 BRA high\nIADD3 R11, R11, 0x1, RZ\nBRA meet1\nhigh:\n"
            "IADD3 R11, R11, 0x2, RZ\nmeet1:\nBSYNC B0\ninner:\nIADD3 R11, R11, 0x4, RZ\nshort:\nBMOV.32 B0, R7\nBSYNC B0\njoin:\n"
            "IADD3 R11, R11, 0x10, RZ\n" MEET_TAIL;

/* One lane in four jumps out of the inner region, to the end of the outer one. */
static const char meet_break[] =
  MEET_HEAD "ISETP.NE.AND P1, PT, R10, 0x1, PT\nISETP.GE.AND P2, PT, R10, 0x2, PT\nBSSY B1, outer\nBSSY B0, inner\n@P2 BRA meet0\n"
            "@!P1 BREAK B0\n@!P1 BRA meet1\nIADD3 R11, R11, 0x1, RZ\nmeet0:\nBSYNC B0\ninner:\nIADD3 R11, R11, 0x2, RZ\nmeet1:\nBSYNC B1\nouter:\n"
            "IADD3 R11, R11, 0x4, RZ\n" MEET_TAIL;

/* Two sides that meet at a BSYNC; one of them yields on the way. */
static const char meet_yield[] =
  MEET_HEAD "BSSY B0, join\n@P1 BRA other\nYIELD\nIADD3 R11, R11, 0x1, RZ\nIADD3 R11, R11, 0x2, RZ\nBRA meet0\nother:\nIADD3 R11, R11, 0x4, RZ\n"
            "NOP\nIADD3 R11, R11, 0x8, RZ\nmeet0:\nBSYNC B0\njoin:\nIADD3 R11, R11, 0x10, RZ\n" MEET_TAIL;

/* Threads that have ended are in masks of BSSY and WARPSYNC; two WARPSYNCs for one meeting. */
static const char meet_sync[] =
  MEET_HEAD "BSSY B0, join\n@P0 EXIT\n@P1 BRA other\nIADD3 R11, R11, 0x1, RZ\nWARPSYNC 0xffffffff\nIADD3 R11, R11, 0x2, RZ\nBRA meet0\nother:\n"
            "IADD3 R11, R11, 0x4, RZ\nWARPSYNC 0xffffffff\nIADD3 R11, R11, 0x8, RZ\nmeet0:\nBSYNC B0\njoin:\nIADD3 R11, R11, 0x10, RZ\n" MEET_TAIL;

/* Three sides at one WARPSYNC. */
static const char meet_one_sync[] =
  MEET_HEAD "@P0 BRA all\nIADD3 R11, R11, 0x1, RZ\n@P1 BRA all\nIADD3 R11, R11, 0x2, RZ\nall:\nWARPSYNC 0xffffffff\nIADD3 R11, R11, 0x10, RZ\n"
            "IADD3 R11, R11, 0x20, RZ\n" MEET_TAIL;

/* BSYNC for some lanes of a path only, by guard and by second predicate; the others take their names off first. */
static const char meet_guarded[] =
  MEET_HEAD "BSSY B0, join\n@P1 BRA other\nIADD3 R11, R11, 0x1, RZ\nother:\n@P0 BREAK B0\n@!P0 BSYNC B0\njoin:\nIADD3 R11, R11, 0x2, RZ\n"
            "BSSY B2, last\n@P1 BREAK B2\n@P1 BRA past\nBSYNC !P1, B2\nlast:\nIADD3 R11, R11, 0x4, RZ\npast:\nIADD3 R11, R11, 0x8, RZ\n" MEET_TAIL;

/* Recursion to a depth of thread & 3; B6 and the return address are kept in memory of the thread, as in nvcc's code. */
static const char meet_recurse[] =
  ".kernel meet\n.regs 40\n.params 8\nS2R R0, SR_TID.X\nMOV R1, 0x100\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\nMOV R11, R0\n"
  "LOP3.LUT R10, R0, 0x3, RZ, 0xc0, !PT\nMOV R6, R2\nMOV R7, R3\nMOV R21, RZ\nMOV R20, @back\nCALL.REL.NOINC walk\nback:\n"
  "STG.E.SYS [R2+0x80], R11\nEXIT\n"
  "walk:\nISETP.NE.AND P1, PT, R10, RZ, PT\n@!P1 RET.REL.NODEC R20, 0x0\nSTG.E.SYS [R6+0x0], R20\nBMOV.32.CLEAR R12, B6\n"
  "STG.E.SYS [R6+0x4], R12\nSTG.E.SYS [R6+0x8], R10\nIADD3 R6, R6, 0xc, RZ\nBSSY B6, down\nISETP.EQ.AND P2, PT, R10, 0x2, PT\n"
  "IADD3 R10, R10, -0x1, RZ\n@P2 BRA even\nMOV R20, @odd_back\nCALL.REL.NOINC walk\nodd_back:\nIADD3 R11, R11, 0x10, RZ\nBRA same\n"
  "even:\nMOV R20, @even_back\nCALL.REL.NOINC walk\neven_back:\nIADD3 R11, R11, 0x20, RZ\nsame:\nBSYNC B6\ndown:\n"
  "IADD3 R6, R6, -0xc, RZ\nLDG.E.SYS R12, [R6+0x4]\nLDG.E.SYS R20, [R6+0x0]\nLDG.E.SYS R10, [R6+0x8]\nMOV R21, RZ\nBMOV.32 B6, R12\n"
  "IADD3 R11, R11, R10, RZ\nRET.REL.NODEC R20, 0x0\nstop:\nBRA stop\n.end\n";

/* A jump table, a barrier of the CTA on both sides of a branch, and a loop that lanes leave one after the other. */
static const char meet_loop[] =
  ".kernel meet\n.regs 40\n.params 8\n.const2 c0, c1, c2, c1\nS2R R0, SR_TID.X\nMOV R1, 0x4\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
  "MOV R11, R0\nLOP3.LUT R10, R0, 0x3, RZ, 0xc0, !PT\nISETP.GE.AND P1, PT, R10, 0x2, PT\nMOV R13, RZ\nIMAD.SHL.U32 R8, R10, 0x4, RZ\n"
  "LDC R12, c[0x2][R8]\nBSSY B0, j0\n.targets c0, c1, c2\nBRX R12, 0x0\nc0:\nIADD3 R11, R11, 0x1, RZ\nBRA m0\nc1:\nIADD3 R11, R11, 0x2, RZ\n"
  "c2:\nIADD3 R11, R11, 0x4, RZ\nm0:\nBSYNC B0\nj0:\nBSSY B1, j1\n@P1 BRA high\nBAR.SYNC 0x0\nBRA m1\nhigh:\nBAR.SYNC 0x0\nm1:\nBSYNC B1\n"
  "j1:\nLOP3.LUT R9, R0, 0x7, RZ, 0xc0, !PT\nBSSY B2, j2\nagain:\nISETP.EQ.AND P0, PT, R9, RZ, PT\n@P0 BRA m2\nIADD3 R9, R9, -0x1, RZ\n"
  "BSSY B3, j3\nLOP3.LUT R8, R9, 0x1, RZ, 0xc0, !PT\nISETP.EQ.AND P2, PT, R8, RZ, PT\n@P2 BRA m3\nIADD3 R11, R11, 0x40, RZ\nm3:\nBSYNC B3\nj3:\n"
  "BRA again\nm2:\nBSYNC B2\nj2:\nIADD3 R11, R11, 0x80, RZ\n" MEET_TAIL;
#endif
