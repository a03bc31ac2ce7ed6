/* test_wt_timing.c - latency contracts: distances between events of small programs, computed from the timing tables of the documents
 * (docs/timing.md), on several widths and latencies. WT_DOCS names another folder of documents, WT_C_ONLY=1 leaves the lock-step sample out,
 * WT_QUICK=1 takes two shapes and one set of latencies, WT_TIMING_SHOW=1 prints every case.
 */
#include "run_kit.h"
#include "timing_book.h"
#include "tests/suite.h"

typedef struct {
  const char *sum, *from, *to, *locals, *keys, *text;
  unsigned warps, ctas;
  int only; /* bit i: shapes[i], or of flow contracts units[i]; 0 = all */
} contract;

#define USE "\nEXIT"
#define L2DRAM "MEM_MODEL=l2dram"
static const contract contracts[] = {
  /* launch */
  {"first", "start", "A", "", "", "!A: NOP\nEXIT", 1, 1, 0},
  {"second_warp", "A@0", "A@1", "", "", "!A: NOP\nNOP\nEXIT", 2, 1, 0},
  {"second_cta", "A%0", "A%1", "", "", "!A: NOP\nNOP\nEXIT", 1, 2, 0},
  {"exit_cta", "A%0", "B%1", "", "CTAS=1", "!B: NOP\nNOP\nA: EXIT", 1, 2, 0},
  {"exit_done", "A", "cfu.done_valid", "", "", "NOP\nA: EXIT", 1, 1, 0},
  /* fetch and buffer */
  {"stream", "A", "B", "", "", "!A: NOP\nB: NOP\nEXIT", 1, 1, 0},
  {"next_plain", "A", "B", "", "", "A: NOP\nB: NOP\nEXIT", 1, 1, 0},
  {"next_packet", "A", "B", "", "", "A: MOV R4, 0x1\nB: MOV R5, 0x2\nEXIT", 1, 1, 0},
  {"credit", "A", "B", "", "IBUF_DEPTH=1", "A: NOP\nB: NOP\nEXIT", 1, 1, 0},
  {"credit", "A", "B", "", "IBUF_DEPTH=2", "!A: NOP\nNOP\nB: NOP\nEXIT", 1, 1, 0},
  {"constant", "A", "B", "", "", "A: BRA B\nNOP\nB: MOV R4, c[0x0][0x160]\nEXIT", 1, 1, 0},
  /* ALU: operand words 0 to 4, registers, pairs, predicates, uniform registers */
  {"alu_wb", "A", "alu.rel_valid", "words=2", "", "A: IADD3 R4, R0, R1, RZ\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=0", "", "A: MOV R4, 0x1\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=0", "", "A: S2R R4, SR_LANEID\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=0", "", "A: VOTE.ANY R4, P1, PT\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "", "A: MOV R4, R0\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=2", "", "A: IADD3 R4, R0, R1, RZ\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=3", "", "A: IADD3 R4, R0, R1, R2\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=4", "", "A: IMAD.WIDE R4, R0, R1, R2\nB: MOV R7, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=4", "", "A: IMAD.WIDE R4, R0, R1, R2\nB: MOV R7, R5\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=4", "", "A: IMAD.WIDE R4, R0, R1, R2\nB: MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "", "A: MOV R4, R0\nB: MOV R4, 0x1\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "", "A: MOV R5, R0\nB: IMAD.WIDE R4, R0, R1, R8\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "SCOREBOARD=coon", "A: MOV R5, R0\nB: IMAD.WIDE R4, R0, R1, R8\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "", "A: ISETP.GT.AND P1, PT, R0, 0x1, PT\nB: @P1 MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "", "A: ISETP.GT.AND P1, PT, R0, 0x1, PT\nB: SEL R5, R0, R1, P1\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "", "A: ISETP.GT.AND P1, PT, R0, 0x1, PT\nB: @P1 BRA b\nb: EXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "", "A: R2UR UR4, R0\nB: UIADD3 UR5, UR4, UR4, URZ\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=4", "SCOREBOARD=coon", "A: IMAD.WIDE R4, R0, R1, R2\nB: MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "SCOREBOARD=coon", "A: MOV R4, R0\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "SCOREBOARD=coon", "A: ISETP.GT.AND P1, PT, R0, 0x1, PT\nB: @P1 BRA b\nb: EXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "OPREAD=naive", "A: IADD3 R4, R0, R1, R2\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"alu_wb", "A", "alu.rel_valid", "words=2", "ALU_STAGES=2", "A: IADD3 R4, R0, R1, RZ\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=4", "ALU_STAGES=2", "A: IMAD.WIDE R4, R0, R1, R2\nB: MOV R7, R5\nEXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "ALU_STAGES=2", "A: ISETP.GT.AND P1, PT, R0, 0x1, PT\nB: @P1 BRA b\nb: EXIT", 1, 1, 0},
  {"alu_use", "A", "B", "words=1", "ALU_STAGES=2 SCOREBOARD=coon", "A: R2UR UR4, R0\nB: UIADD3 UR5, UR4, UR4, URZ\nEXIT", 1, 1, 0},
  {"alu_exit", "A", "B", "words=1", "ALU_STAGES=2", "A: MOV R4, R0\nB: EXIT", 1, 1, 0},
  {"alu_exit", "A", "B", "words=1", "", "A: MOV R4, R0\nB: EXIT", 1, 1, 0},
  {"alu_exit", "A", "B", "words=1", "SCOREBOARD=coon", "A: MOV R4, R0\nB: EXIT", 1, 1, 0},
  {"coon_late", "A", "B", "words=1", "SCOREBOARD=coon SB_ENTRIES=2", "A: MOV R4, R0\nMOV R5, R0\nB: MOV R7, R0\nEXIT", 1, 1, 1 | 2 | 8},
  {"coon_head", "A", "B", "", "SCOREBOARD=coon SB_ENTRIES=2", "A: MOV R4, R0\nB: MOV R5, R0\nEXIT", 1, 1, 0},
  {"alu_blocked", "A", "B", "words=1", "RF_BANKS=4", "MOV R4, R0\nNOP\nA: MOV R5, R8\nB: MOV R7, R5\nEXIT", 1, 1, 1 | 8},
  {"alu_use", "A", "B", "words=1", "RF_BANKS=4", "MOV R4, R0\nNOP\nA: MOV R5, R9\nB: MOV R7, R5\nEXIT", 1, 1, 1 | 8},
  {"uni_use", "A", "B", "", "", "A: UMOV UR4, 0x1\nB: UIADD3 UR5, UR4, UR4, URZ\nEXIT", 1, 1, 0},
  {"uni_use", "A", "B", "", "", "A: UMOV UR4, 0x1\nB: IADD3 R4, R0, UR4, RZ\nEXIT", 1, 1, 0},
  /* collectors and WAR fixes */
  {"one_collector", "A", "B", "words=3", "COLLECTORS=1", "A: IADD3 R4, R0, R1, R2\nB: MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"one_collector", "A", "B", "words=0", "COLLECTORS=1", "A: MOV R4, 0x1\nB: MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"next_plain", "A", "B", "", "COLLECTORS=1", "A: IADD3 R4, R0, R1, R2\nB: UMOV UR4, 0x1\nEXIT", 1, 1, 1 | 8},
  {"next_plain", "A", "B", "", "COLLECTORS=1", "A: IADD3 R4, R0, R1, R2\nB: BSSY B0, j\nj: EXIT", 1, 1, 1 | 8},
  {"war_wait", "A", "B", "words=3", "WAR=read", "A: IADD3 R4, R0, R1, R2\nB: MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"war_wait", "A", "B", "words=3", "WAR=read", "A: IADD3 R4, R0, R1, R2\nB: LDG.E.SYS R5, [R8+0x0]\nEXIT", 1, 1, 0},
  {"war_wait", "A", "B", "words=3", "WAR=read", "A: IADD3 R4, R0, R1, R2\nB: SHFL.IDX PT, R5, R0, 0x1, 0x1f\nEXIT", 1, 1, 0},
  {"next_packet", "A", "B", "", "WAR=read", "A: IADD3 R4, R0, R1, R2\nB: UMOV UR4, 0x1\nEXIT", 1, 1, 0},
  {"war_wait", "A", "B", "words=3", "WAR=bloom", "A: IADD3 R4, R0, R1, R2\nB: MOV R16, 0x1\nEXIT", 1, 1, 0},
  {"war_wait", "A", "B", "words=1", "WAR=bloom", "A: MOV R4, R1\nB: LDG.E.64.SYS R16, [R8+0x0]\nEXIT", 1, 1, 0},
  {"war_wait", "A", "B", "words=1", "WAR=bloom", "A: MOV R4, R1\nB: IMAD.WIDE R16, R0, R6, R8\nEXIT", 1, 1, 0},
  {"next_packet", "A", "B", "", "WAR=bloom", "A: IADD3 R4, R0, R1, R2\nB: MOV R20, 0x1\nEXIT", 1, 1, 0},
  {"next_packet", "A", "B", "", "WAR=inorder", "A: IADD3 R4, R0, R1, R2\nB: MOV R0, 0x1\nEXIT", 1, 1, 0},
  /* shuffle */
  {"shfl_wb", "A", "wb.rel_valid", "words=1", "", "A: SHFL.IDX PT, R4, R0, 0x1, 0x1f\nEXIT", 1, 1, 0},
  {"shfl_use", "A", "B", "words=1", "", "A: SHFL.IDX PT, R4, R0, 0x1, 0x1f\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"shfl_use", "A", "B", "words=3", "", "A: SHFL.IDX PT, R4, R0, R1, R6\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"shfl_use", "A", "B", "words=1", "", "A: SHFL.IDX P1, R4, R0, 0x1, 0x1f\nB: @P1 MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"shfl_use", "A", "B", "words=1", "SCOREBOARD=coon", "A: SHFL.IDX PT, R4, R0, 0x1, 0x1f\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"xu_wb", "A", "wb.rel_valid", "words=1", "XU_LANES=1", "A: MUFU.RCP R4, R0\nEXIT", 1, 1, 0},
  {"xu_use", "A", "B", "words=1", "XU_LANES=1", "A: I2F.U32.RP R4, R0\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"xu_use", "A", "B", "words=2", "XU_LANES=1 SCOREBOARD=coon", "A: F2F.F32.F64 R4, R0\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"xu_use_pair", "A", "B", "words=1", "XU_LANES=1", "A: I2F.F64 R4, R0\nB: MOV R7, R4\nEXIT", 1, 1, 0},
  {"xu_use_pair", "A", "B", "words=1", "XU_LANES=1", "A: I2F.F64 R4, R0\nB: MOV R7, R5\nEXIT", 1, 1, 0},
  {"shfl_again", "wb.rel_valid#1", "wb.rel_valid#2", "", "", "SHFL.IDX PT, R4, R0, 0x1, 0x1f\nSHFL.IDX PT, R5, R0, 0x1, 0x1f\nEXIT", 1, 1, 0},
  /* floating point: all lanes in a pass, and several passes a beat */
  {"fpu_use", "A", "B", "words=2 passes=1", "FP_LANES=32", "A: FADD R4, R0, R1\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"fpu_use", "A", "B", "words=3 passes=1", "FP_LANES=32", "A: FFMA R4, R0, R1, R2\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"fpu_use", "A", "B", "words=1 passes=2", "FP_LANES=2", "A: FMUL R4, R0, 0x40000000\nB: MOV R5, R4\nEXIT", 1, 1, 1},
  {"fpu_use", "A", "B", "words=1 passes=4", "FP_LANES=2", "A: FADD R4, R0, 0x40000000\nB: MOV R5, R4\nEXIT", 1, 1, 4},
  {"fpu_use", "A", "B", "words=2 passes=1", "FP_LANES=32 SCOREBOARD=coon", "A: FADD R4, R0, R1\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"fpu_use", "A", "B", "words=2 passes=1", "FP_LANES=32 FP_LAT=5", "A: FADD R4, R0, R1\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"fpu_use", "A", "B", "words=3 passes=1", "FP_LANES=32 FP_LAT=8 SCOREBOARD=coon", "A: FFMA R4, R0, R1, R2\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"fpu_use", "A", "B", "words=1 passes=4", "FP_LANES=2 FP_LAT=7", "A: FADD R4, R0, 0x40000000\nB: MOV R5, R4\nEXIT", 1, 1, 4},
  {"alu_use", "A", "B", "words=2", "", "A: FSETP.LT.AND P1, PT, R0, R1, PT\nB: @P1 MOV R5, 0x1\nEXIT", 1, 1, 0},
  {"dpu_use", "A", "B", "words=4 passes=1", "FP64_LANES=32", "A: DADD R4, R0, R2\nB: MOV R7, R5\nEXIT", 1, 1, 0},
  {"dpu_use", "A", "B", "words=6 passes=2", "FP64_LANES=2", "A: DFMA R4, R0, R2, R8\nB: MOV R7, R5\nEXIT", 1, 1, 1},
  {"dpu_use", "A", "B", "words=4 passes=4", "FP64_LANES=2", "A: DMUL R4, R0, R2\nB: MOV R7, R5\nEXIT", 1, 1, 4},
  {"dpu_use", "A", "B", "words=4 passes=4", "FP64_LANES=2", "A: DSETP.LT.AND PT, P1, R0, R2, PT\nB: @P1 MOV R7, 0x1\nEXIT", 1, 1, 4},
  {"dpu_use", "A", "B", "words=4 passes=1", "FP64_LANES=32 SCOREBOARD=coon", "A: DADD R4, R0, R2\nB: MOV R7, R5\nEXIT", 1, 1, 0},
  {"dpu_use", "A", "B", "words=4 passes=1", "FP64_LANES=32 FP64_LAT=16", "A: DADD R4, R0, R2\nB: MOV R7, R5\nEXIT", 1, 1, 0},
  {"dpu_use", "A", "B", "words=6 passes=2", "FP64_LANES=2 FP64_LAT=5", "A: DFMA R4, R0, R2, R8\nB: MOV R7, R5\nEXIT", 1, 1, 1},
  {"dpu_use", "A", "B", "words=4 passes=4", "FP64_LANES=2 FP64_LAT=11", "A: DSETP.LT.AND PT, P1, R0, R2, PT\nB: @P1 MOV R7, 0x1\nEXIT", 1, 1, 4},
  /* global memory, constants by address, atomics */
  {"mem_port", "A", "lsu.req_valid", "words=2", "", "A: LDG.E.SYS R4, [R2+0x0]\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=2 lines=1 results=BEATS", "", "A: LDG.E.SYS R4, [R2+0x0]\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=2 lines=1 results=BEATS", "SCOREBOARD=coon", "A: LDG.E.SYS R4, [R2+0x0]\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=2 lines=1 results=2*BEATS", "", "A: LDG.E.64.SYS R4, [R8+0x0]\nB: MOV R7, R5\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=2 lines=1 results=4*BEATS", "", "A: LDG.E.128.SYS R12, [R8+0x0]\nB: MOV R7, R15\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=2 lines=WARP_SIZE results=1", "", "A: LDG.E.SYS R4, [R10+0x0]\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=2 lines=WARP_SIZE results=4", "", "A: LDG.E.128.SYS R12, [R10+0x0]\nB: MOV R5, R15\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=1 lines=1 results=BEATS", "", "A: LDC R4, c[0x0][R1+0x160]\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"mem_use", "A", "B", "words=3 lines=WARP_SIZE results=1", "", "A: ATOMG.E.ADD.STRONG.GPU PT, R4, [R8+0x0], R0\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"mem_exit", "A", "B", "words=3 lines=1", "", "A: STG.E.SYS [R2+0x0], R0\nB: EXIT", 1, 1, 0},
  {"mem_exit", "A", "B", "words=3 lines=WARP_SIZE", "", "A: STG.E.SYS [R10+0x0], R0\nB: EXIT", 1, 1, 0},
  {"mem_exit", "A", "B", "words=3 lines=WARP_SIZE", "", "A: RED.E.ADD.STRONG.GPU [R8+0x0], R0\nB: EXIT", 1, 1, 0},
  {"mem_lines", "lsu.req_valid#1", "lsu.req_valid#4", "lines=4", "", "LDG.E.SYS R4, [R10+0x0]\nEXIT", 1, 1, 3},
  {"mem_again", "lsu.req_valid#1", "lsu.req_valid#2", "lines=1", "", "LDG.E.SYS R4, [R2+0x0]\nLDG.E.SYS R5, [R2+0x0]\nEXIT", 1, 1, 0},
  {"mem_again", "lsu.req_valid#1", "lsu.req_valid#2", "lines=1", "", "STG.E.SYS [R2+0x0], R0\nSTG.E.SYS [R2+0x0], R1\nEXIT", 1, 1, 0},
  {"mem_again", "lsu.req_valid#1", "lsu.req_valid#5", "lines=4", "", "LDG.E.SYS R4, [R10+0x0]\nLDG.E.SYS R5, [R2+0x0]\nEXIT", 1, 1, 3},
  {"mem_tag", "lsu.req_valid#1", "lsu.req_valid#2", "", "LSU_LINES=1", "LDG.E.SYS R4, [R10+0x0]\nEXIT", 1, 1, 0},
  {"mem_entry", "lsu.req_valid#1", "lsu.req_valid#2", "results=BEATS", "LSU_ENTRIES=1", "LDG.E.SYS R4, [R2+0x0]\nLDG.E.SYS R5, [R2+0x0]\nEXIT", 1, 1,
   0},
  /* a third access is taken while the results of the first are written back, and a response during the passes of a shared access */
  {"mem_again", "lsu.req_valid#2", "lsu.req_valid#2", "lines=1", "MEM_LAT=1",
   "LDG.E.128.SYS R12, [R8+0x0]\nLDG.E.SYS R4, [R2+0x0]\nLDG.E.SYS R5, [R2+0x0]\nEXIT", 1, 1, 1 | 2},
  {"mem_dram", "lsu.req_valid#1", "env.rsp_valid", "out=1 home=2 burst=2", L2DRAM, "LDG.E.SYS R4, [R8+0x0]\nEXIT", 1, 1, 1 | 8},
  {"mem_dram", "lsu.req_valid#1", "env.rsp_valid", "out=1 home=4 burst=4", L2DRAM " NET_BYTES=13 DRAM_BUS=8 NET_LAT=3 L2_LAT=7 T_RCD=5 T_CL=4",
   "LDG.E.SYS R4, [R8+0x0]\nEXIT", 1, 1, 1},
  {"mem_cached", "lsu.req_valid#2", "env.rsp_valid", "out=1 home=2 burst=2", L2DRAM,
   "LDG.E.SYS R4, [R8+0x4]\nMOV R5, R4\nLDG.E.SYS R4, [R8+0x0]\nEXIT", 1, 1, 1 | 8},
  {"mem_cached", "lsu.req_valid#2", "env.ack_valid", "out=2 home=1 burst=2", L2DRAM " NET_LAT=5 L2_LAT=9",
   "LDG.E.SYS R4, [R8+0x4]\nMOV R5, R4\nSTG.E.SYS [R8+0x0], R5\nEXIT", 1, 1, 1 | 8},
  {"mem_row", "lsu.req_valid#2", "env.rsp_valid", "out=1 home=2 burst=2", L2DRAM, "LDG.E.SYS R4, [R8+0x4]\nMOV R5, R4\nLDG.E.SYS R4, [R8+0x20]\nEXIT",
   1, 1, 1 | 8},
  {"mem_use", "A", "B", "words=2 lines=1 results=1", "MEM_LAT=4", "A: LDG.E.SYS R4, [R8+0x0]\nLDS R5, [R0.X16]\nB: MOV R7, R4\nEXIT", 1, 1, 1 | 8},
  /* a memory packet passes an older ALU packet of its warp unless WAR=inorder, but no older memory packet */
  {"shared_use", "A", "B", "words=0 passes=1 results=BEATS", "WAR=bloom", "IADD3 R5, R0, R1, R2\nA: LDS R4, [RZ+0x8]\nB: MOV R7, R4\nEXIT", 1, 1,
   1 | 8},
  /* shared memory: four lanes a bank in every shape with [R0.X16] */
  {"shared_use", "A", "B", "words=1 passes=1 results=BEATS", "", "A: LDS R4, [R0.X4]\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"shared_use", "A", "B", "words=1 passes=4 results=BEATS", "", "A: LDS R4, [R0.X16]\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"shared_use", "A", "B", "words=1 passes=16 results=4*BEATS", "", "A: LDS.128 R12, [R0.X16]\nB: MOV R5, R15\nEXIT", 1, 1, 0},
  {"shared_use", "A", "B", "words=0 passes=1 results=BEATS", "", "A: LDS R4, [RZ+0x8]\nB: MOV R5, R4\nEXIT", 1, 1, 0},
  {"shared_exit", "A", "B", "words=2 passes=1", "", "A: STS [R0.X4], R1\nB: EXIT", 1, 1, 0},
  {"shared_exit", "A", "B", "words=2 passes=4", "", "A: STS [R0.X16], R1\nB: EXIT", 1, 1, 0},
};
enum { N_CONTRACTS = sizeof contracts / sizeof *contracts };

/* Contracts of every control-flow unit. The meeting point of multipath and simt_stack is the BSYNC itself, which they ignore. */
enum { YR = 1, HANOI = 2, STACK = 4, CB = 8, MP = 16, BSYNCS = YR | HANOI | CB, MEETS = STACK | MP };
static const contract flow[] = {
  {"first", "start", "A", "", "", "!A: NOP\nEXIT", 1, 1, 0},
  {"second_warp", "A@0", "A@1", "", "", "!A: NOP\nNOP\nEXIT", 2, 1, 0},
  {"exit_done", "A", "cfu.done_valid", "", "", "NOP\nA: EXIT", 1, 1, 0},
  {"exit_next", "A", "B", "", "", "@!P0 BRA B\nA: EXIT\nB: EXIT", 1, 1, 0},
  {"branch", "A", "B", "", "", "A: BRA B\nNOP\nB: NOP\nEXIT", 1, 1, 0},
  {"bssy", "A", "B", "", "", "A: BSSY B0, j\nB: NOP\nj: EXIT", 1, 1, 0},
  {"passes_by", "A", "B", "", "", "A: WARPSYNC 0x1\nB: WARPSYNC 0x1\nEXIT", 1, 1, 0},
  {"taken", "A", "B", "", "", "A: @P0 BRA B\nNOP\nBRA j\nB: NOP\nj: EXIT", 1, 1, 0},
  {"other", "A", "B", "", "", "A: @!P0 BRA b\nB: NOP\nBRA j\nb: NOP\nj: EXIT", 1, 1, 0},
  {"wait", "A", "B", "", "", "BSSY B0, C\n@P0 BRA b\nB: NOP\nBRA A\nb: NOP\nA: BSYNC B0\nC: NOP\nEXIT", 1, 1, BSYNCS},
  {"join", "A#2", "C", "", "", "BSSY B0, C\n@P0 BRA b\nB: NOP\nBRA A\nb: NOP\nA: BSYNC B0\nC: NOP\nEXIT", 1, 1, BSYNCS},
  {"wait", "D", "B", "", "", "@P0 BRA D\nB: NOP\nBRA A\nD: NOP\nA: NOP\nEXIT", 1, 1, MEETS},
  {"join", "D", "A", "", "", "@!P0 BRA D\nB: NOP\nBRA A\nD: NOP\nA: NOP\nEXIT", 1, 1, MEETS},
  {"targets", "A", "B", "words=1 groups=1", "", "MOV R4, RZ\nMEMBAR.SC.GPU\n.targets B\nA: BRX R4, B\nNOP\nB: NOP\nEXIT", 1, 1, 0},
  {"targets", "A", "B", "words=1 groups=2", "",
   "MOV R5, RZ\nMOV R7, 0x20\nSEL R4, R7, RZ, P0\nMEMBAR.SC.GPU\n.targets b, B\nA: BRX R4, b\nNOP\nb: NOP\nBRA j\nB: NOP\nj: EXIT", 1, 1, ~MP},
  {"targets_met", "A", "B", "words=1 groups=2", "",
   "MOV R5, RZ\nMOV R7, 0x20\nSEL R4, R7, RZ, P0\nMEMBAR.SC.GPU\n.targets b, B\nA: BRX R4, b\nNOP\nb: NOP\nBRA j\nB: NOP\nj: EXIT", 1, 1, MP},
  {"bar_next", "cfu.rel_ack#1", "cfu.rel_ack#2", "", "", "BAR.SYNC 0x0\nNOP\nEXIT", 2, 1, STACK},
  {"bar_queue", "cfu.rel_ack#1", "cfu.rel_ack#2", "", "", "BAR.SYNC 0x0\nNOP\nEXIT", 2, 1, ~STACK},
  {"bar_one", "A", "B", "", "", "A: BAR.SYNC 0x0\nB: NOP\nEXIT", 1, 1, ~STACK},
  {"bar_late", "A", "B", "words=1", "", "MOV R4, 0x3\nMEMBAR.SC.GPU\nA: BAR.SYNC R4, 0x0\nB: NOP\nEXIT", 1, 1, ~STACK},
  {"bar_kept", "A", "B", "", "", "A: BAR.SYNC 0x0\nB: NOP\nEXIT", 1, 1, STACK},
};
enum { N_FLOW = sizeof flow / sizeof *flow };

/* BEATS 1, 2, 4, 1 */
static const char *const shapes[] = {
  "LANES=4", "LANES=2",
  "WARP_SIZE=32 LANES=8 REGS=4096 RF_BANKS=16 SMEM_BANKS=32 SMEM_BYTES=4096 STACK_DEPTH=63 WS_DEPTH=32 REC_DEPTH=31 RT_DEPTH=31",
  "WARP_SIZE=32 LANES=32 REGS=4096 SMEM_BANKS=32 SMEM_BYTES=4096 STACK_DEPTH=63 WS_DEPTH=32 REC_DEPTH=31 RT_DEPTH=31"};
static const char *const latencies[] = {"IMEM_LAT=1 CONST_LAT=1 MEM_LAT=10", "IMEM_LAT=3 CONST_LAT=5 MEM_LAT=1", "IMEM_LAT=2 CONST_LAT=2 MEM_LAT=37",
                                        "IMEM_LAT=8 CONST_LAT=8 MEM_LAT=5"};
static const char *const units[] = {"hanoi_yr", "hanoi", "simt_stack", "barrier", "multipath"};
enum { N_SHAPES = 4, N_LAT = 4, N_UNITS = 5 };

static t_book book;

static void load_book(void) {
  const char *docs = getenv("WT_DOCS");
  ck_assert_msg(!t_load(&book, docs ? docs : WT_ROOT "/docs"), "%s", book.err);
}

/* What was measured, so that the sums can be tried again with other numbers. */
typedef struct {
  const contract *c;
  wt_shape shape;
  long cycles;
} measured;
static measured seen[8000];
static unsigned n_seen;

/* Measures one contract and compares it with the sum of the book. */
static void check(const contract *c, const char *unit, unsigned shape, unsigned lat) {
  static run_t r;
  static char name[2][40];
  char keys[600];
  const char *ev[2] = {c->from, c->to};
  snprintf(keys, sizeof keys, "IBUF_DEPTH=8 COLLECTORS=8 LSU_LINES=64 LSU_ENTRIES=4 %s %s DIVERGENCE=%s %s", shapes[shape], latencies[lat], unit,
           c->keys);
  run_spec p = {.keys = keys, .text = c->text, .warps = c->warps, .ctas = c->ctas, .backend = WT_BACKEND_C};
  r.nsig = 0;
  for (int i = 0; i < 2; i++)
    if (strchr(ev[i], '.')) {
      snprintf(name[i], sizeof name[i], "%.*s", (int)strcspn(ev[i], "#"), ev[i]);
      r.sig[r.nsig++].name = name[i];
    }
  run_program(&r, &p);
  long from = run_event(&r, &p, c->from, 0), to = run_event(&r, &p, c->to, from > 0 ? (unsigned)from : 0);
  long want = t_value(&book, &r.shape, c->sum, c->locals, 1);
  ck_assert_msg(!book.err[0], "%s", book.err);
  if (getenv("WT_TIMING_SHOW")) printf("%-14s %s -> %s: %ld, document %ld  (%s)  %s\n", c->sum, c->from, c->to, to - from, want, keys, c->text);
  ck_assert_msg(from >= 0 && to >= 0 && to - from == want, "%s: %s at %ld to %s at %ld are %ld cycles, the documents add up to %ld\nkeys %s\n%s",
                c->sum, c->from, from, c->to, to, to - from, want, keys, c->text);
  ck_assert_uint_lt(n_seen, sizeof seen / sizeof *seen);
  seen[n_seen++] = (measured){c, r.shape, to - from};
}

static unsigned n_of(unsigned n, unsigned quick) { return getenv("WT_QUICK") ? quick : n; }
static void all_distances(unsigned i) {
  const contract *c = &contracts[i];
  for (unsigned s = 0; s < n_of(N_SHAPES, 2); s++)
    for (unsigned l = 0; l < n_of(N_LAT, 1); l++)
      if (!c->only || c->only >> s & 1) check(c, "hanoi_yr", s, l);
}
static void all_flow(unsigned i, unsigned unit) {
  if (flow[i].only && !(flow[i].only >> unit & 1)) return;
  for (unsigned s = 0; s < n_of(N_SHAPES, 2); s++)
    for (unsigned l = 0; l < n_of(N_LAT, 1); l++) check(&flow[i], units[unit], s, l);
}

START_TEST(distances) {
  load_book();
  all_distances((unsigned)_i);
}
END_TEST

START_TEST(control_flow) {
  load_book();
  all_flow((unsigned)_i % N_FLOW, (unsigned)_i / N_FLOW);
}
END_TEST

/* CLOCK counts cycles: what two reads are apart is what their issues are apart (wt_sreg). */
START_TEST(clock_counts_cycles) {
  static run_t r;
  static const char text[] = "A: S2R R4, SR_CLOCKLO\nIADD3 R12, R4, R0, RZ\nIADD3 R12, R12, R0, RZ\nSTG.E.SYS [R2+0x0], R12\nMEMBAR.SC.GPU\n"
                             "B: S2R R5, SR_CLOCKLO\nSTG.E.SYS [R8+0x80], R4\nSTG.E.SYS [R8+0x84], R5\nEXIT";
  for (unsigned l = 0; l < N_LAT; l++) {
    run_spec p = {.keys = latencies[l], .text = text, .backend = WT_BACKEND_C};
    r.nsig = 0;
    run_program(&r, &p);
    ck_assert_uint_eq(r.out[33] - r.out[32], (unsigned)(run_event(&r, &p, "B", 0) - run_event(&r, &p, "A", 0)));
  }
}
END_TEST

/* Every row is part of a measured sum, and no row can be one cycle more or less unnoticed: with the changed number alone the sums differ from
 * what was measured. */
START_TEST(every_row_is_noticed) {
  load_book();
  n_seen = 0;
  for (unsigned i = 0; i < N_CONTRACTS; i++) all_distances(i);
  for (unsigned i = 0; i < N_FLOW; i++)
    for (unsigned u = 0; u < N_UNITS; u++) all_flow(i, u);
  for (unsigned i = 0; i < book.n; i++) {
    t_row *r = &book.row[i];
    ck_assert_msg(r->used, "%s: no measured sum has this row", r->id);
    for (int d = -1; d < 2 && !r->sum[0]; d += 2) {
      unsigned k = 0;
      r->cycles += d;
      while (k < n_seen && t_value(&book, &seen[k].shape, seen[k].c->sum, seen[k].c->locals, 0) == seen[k].cycles) k++;
      r->cycles -= d;
      ck_assert_msg(k < n_seen, "%s: %ld instead of %ld would not be noticed", r->id, r->cycles + d, r->cycles);
    }
  }
}
END_TEST

/* Programs of the contracts on both twins of a preset as it is: lock-step ties the RTL to every cycle of the C twin, so the same issues in
 * the same cycles are all that is left to ask. */
START_TEST(both_twins) {
  static run_t r[2];
  for (unsigned i = 0; i < N_CONTRACTS; i += 7) {
    if (contracts[i].keys[0] || strstr(contracts[i].text, "LDS")) continue; /* shared memory is not reset */
    run_spec p = {.keys = latencies[i % N_LAT], .preset = "small", .text = contracts[i].text, .warps = contracts[i].warps, .ctas = contracts[i].ctas};
    for (int k = 0; k < 2; k++) {
      p.backend = k ? WT_BACKEND_COSIM : WT_BACKEND_C;
      r[k].nsig = 0;
      run_program(&r[k], &p);
    }
    ck_assert_uint_eq(r[0].n, r[1].n);
    ck_assert(r[0].cycles == r[1].cycles && !memcmp(r[0].is, r[1].is, r[0].n * sizeof r[0].is[0]));
  }
}
END_TEST

/* What the format forbids, and the words of the error. */
START_TEST(format_errors) {
#define HEAD "| T | cycles | from | to |\n|---|---:|---|---|\n"
  static const char *const bad[][2] = {
    {"| T | cycle | from | to |\n|---|---:|---|---|\n", "header is not"},
    {"| T | cycles | from | to |\n|---|---|---|---|\n", "the line below"},
    {HEAD "| x.a | 1 | b |\n", "four cells"},
    {HEAD "| x.a | 1 | | c |\n", "four cells"},
    {HEAD "| y.a | 1 | b | c |\n", "does not begin with x."},
    {HEAD "| x.A | 1 | b | c |\n", "is no id"},
    {HEAD "| x.a | one | b | c |\n", "no number of cycles"},
    {HEAD "| x.a | -1 | b | c |\n", "no number of cycles"},
    {HEAD "| x.a | 1 | b | c |\n| x.a | 2 | b | c |\n", "twice"},
    {"text\n", "no timing table"},
  };
  static const char *const sums[][2] = {
    {"nothing.here", "no such number"}, {"1 +", "not a sum"}, {"(1", "')' is missing"}, {"max(1)", "max needs"}, {"1 1", "not a sum"},
    {"loop", "no such number"}};
  wt_shape S;
  char err[200];
  ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    memset(&book, 0, sizeof book);
    ck_assert_int_ne(t_text(&book, 'T', "file", "x", bad[i][0], 1), 0);
    ck_assert_msg(strstr(book.err, bad[i][1]) != NULL, "%s: %s", bad[i][0], book.err);
  }
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
    memset(&book, 0, sizeof book);
    ck_assert_int_eq(t_text(&book, 'D', "file", "", "| D | cycles | from | to |\n|---|---|---|---|\n| loop | `loop + 1` | a | b |\n", 1), 0);
    t_value(&book, &S, sums[i][0], "", 0);
    ck_assert_msg(strstr(book.err, sums[i][1]) != NULL, "%s: %s", sums[i][0], book.err);
  }
  memset(&book, 0, sizeof book);
  ck_assert_int_eq(t_text(&book, 'T', "file", "x", HEAD "| x.a | 3 | b | c |\n", 1), 0);
  ck_assert_int_eq(t_value(&book, &S, "2 * (x.a - n) + max(n, x.a) * BEATS", "n=2*LANES-7", 0), 2 * (3 - 1) + 3);
  ck_assert_str_eq(book.err, "");
}
END_TEST

int main(void) {
  Suite *s = suite_create("timing");
  TCase *tc = tcase_create("contracts");
  tcase_set_timeout(tc, 900);
  tcase_add_loop_test(tc, distances, 0, N_CONTRACTS);
  tcase_add_loop_test(tc, control_flow, 0, N_FLOW * N_UNITS);
  tcase_add_test(tc, clock_counts_cycles);
  suite_add_tcase(s, tc);
  tc = tcase_create("book");
  tcase_set_timeout(tc, 900);
  tcase_add_test(tc, every_row_is_noticed);
  tcase_add_test(tc, format_errors);
  if (!getenv("WT_C_ONLY")) tcase_add_test(tc, both_twins);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
