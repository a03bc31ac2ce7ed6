// wt_decode: instruction word to uop: what it is, which registers and predicates it reads and writes, where it goes.
//
// Latency   0 cycles from the instruction response; no state.
// Flow      a response of an old epoch, or of a warp that is redirected in this cycle, is dropped.
// Model     cmodel/front/wt_decode.c      Doc  docs/blocks/front/wt_decode.md
`default_nettype none
module wt_decode (
  input  wire logic                         clk,
  input  wire logic                         rst_n,
  // from the instruction memory
  input  wire logic                         imem_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]    imem_warp,
  input  wire logic [1:0]                   imem_epoch,
  input  wire logic [31:0]                  imem_pc,
  input  wire logic [127:0]                 imem_insn,
  input  wire logic [31:0]                  imem_rpc,
  input  wire logic                         imem_sens,
  // what is current
  input  wire logic [2*wt_pkg::SLOTS-1:0]   fetch_epoch,
  input  wire logic                         cfu_redir_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]    cfu_redir_warp,
  // to the I-buffer and the constant port
  output logic                              decode_valid,
  output logic [wt_pkg::WARP_W-1:0]         decode_warp,
  output logic [wt_pkg::UOP_W-1:0]          decode_uop,
  output logic                              decode_cvalid,
  output logic [wt_pkg::CADDR_W-1:0]        decode_caddr
);
  logic valid;
  assign valid = imem_valid && imem_epoch == fetch_epoch[imem_warp*2 +: 2] &&  // R1
                 !(cfu_redir_valid && cfu_redir_warp == imem_warp);

  // ---- row of isa.def: a function of bits 11:0 only ----
  logic [11:0] code;
  logic [2:0]  form;
  logic [7:0]  op;
  assign code = imem_insn[11:0];
  assign form = code[11:9];
  always_comb begin
    logic form_b, form_bc, form_c, form_s, form_u2, form_u3;
    form_b  = form == 3'd1 || form == 3'd4 || form == 3'd5 || form == 3'd6;
    form_bc = form != 3'd0;
    form_c  = form == 3'd1 || form == 3'd2 || form == 3'd3 || form == 3'd7;
    form_s  = form == 3'd1 || form == 3'd5 || form == 3'd6;
    form_u2 = form == 3'd1 || form == 3'd4;
    form_u3 = form == 3'd1 || form == 3'd2 || form == 3'd4;
    op = 8'd255;
    case (code[8:0])  // R2
      9'h002: if (form_b) op = wt_pkg::I_MOV;
      9'h003: if (form_b) op = wt_pkg::I_P2R;
      9'h004: if (form_b) op = wt_pkg::I_R2P;
      9'h007: if (form_b) op = wt_pkg::I_SEL;
      9'h008: if (form_b) op = wt_pkg::I_FSEL;
      9'h009: if (form_b) op = wt_pkg::I_FMNMX;
      9'h00a: if (form_b) op = wt_pkg::I_FSET;
      9'h00b: if (form_b) op = wt_pkg::I_FSETP;
      9'h00c: if (form_b) op = wt_pkg::I_ISETP;
      9'h010: if (form_b) op = wt_pkg::I_IADD3;
      9'h011: if (form_b || form == 3'd2) op = wt_pkg::I_LEA;
      9'h012: if (form_b) op = wt_pkg::I_LOP3;
      9'h013: if (form_b) op = wt_pkg::I_IABS;
      9'h014: if (form_bc) op = wt_pkg::I_VABSDIFF;
      9'h015: if (form_bc) op = wt_pkg::I_VABSDIFF4;
      9'h016: if (form_bc) op = wt_pkg::I_PRMT;
      9'h017: if (form_b) op = wt_pkg::I_IMNMX;
      9'h019: if (form_bc) op = wt_pkg::I_SHF;
      9'h01a: if (form_b) op = wt_pkg::I_SGXT;
      9'h01b: if (form_b) op = wt_pkg::I_BMSK;
      9'h01d: if (form_s) op = wt_pkg::I_PLOP3_S1;
      9'h01e: if (form_s) op = wt_pkg::I_PLOP3_S2;
      9'h01f: if (form_s) op = wt_pkg::I_PLOP3_S3;
      9'h024: if (form_bc) op = wt_pkg::I_IMAD;
      9'h025: if (form_bc) op = wt_pkg::I_IMAD_WIDE;
      9'h026: if (form_bc) op = wt_pkg::I_IDP;
      9'h027: if (form_bc) op = wt_pkg::I_IMAD_HI;
      9'h038: if (form_b) op = wt_pkg::I_I2I;
      9'h039: if (form_b) op = wt_pkg::I_I2IP;
      9'h100: if (form_b) op = wt_pkg::I_FLO;
      9'h101: if (form_b) op = wt_pkg::I_BREV;
      9'h109: if (form_b) op = wt_pkg::I_POPC;
      9'h021: if (form_c) op = wt_pkg::I_FADD;
      9'h020: if (form_b) op = wt_pkg::I_FMUL;
      9'h023: if (form_bc) op = wt_pkg::I_FFMA;
      9'h028: if (form_b) op = wt_pkg::I_DMUL;
      9'h029: if (form_c) op = wt_pkg::I_DADD;
      9'h02a: if (form_c) op = wt_pkg::I_DSETP;
      9'h02b: if (form_bc) op = wt_pkg::I_DFMA;
      9'h030: if (form_c) op = form == 3'd3 ? wt_pkg::I_HADD2_C : wt_pkg::I_HADD2;
      9'h031: if (form_bc) op = wt_pkg::I_HFMA2;
      9'h032: if (form_b) op = wt_pkg::I_HMUL2;
      9'h033: if (form_c) op = wt_pkg::I_HSET2;
      9'h034: if (form_c) op = wt_pkg::I_HSETP2;
      9'h102: if (form_b) op = wt_pkg::I_FCHK;
      9'h104: if (form_b) op = wt_pkg::I_F2F;
      9'h105: if (form_b) op = wt_pkg::I_F2I;
      9'h106: if (form_b) op = wt_pkg::I_I2F;
      9'h107: if (form_b) op = wt_pkg::I_FRND;
      9'h108: if (form_b) op = wt_pkg::I_MUFU;
      9'h110: if (form_b) op = wt_pkg::I_F2F_64;
      9'h111: if (form_b) op = wt_pkg::I_F2I_64;
      9'h112: if (form_b) op = wt_pkg::I_I2F_64;
      9'h113: if (form_b) op = wt_pkg::I_FRND_64;
      9'h087: if (form_u2) op = wt_pkg::I_USEL;
      9'h08c: if (form_u2) op = wt_pkg::I_UISETP;
      9'h090: if (form_u2) op = wt_pkg::I_UIADD3;
      9'h091: if (form_u2) op = wt_pkg::I_ULEA;
      9'h092: if (form_u2) op = wt_pkg::I_ULOP3;
      9'h096: if (form_u3) op = wt_pkg::I_UPRMT;
      9'h099: if (form_u3) op = wt_pkg::I_USHF;
      9'h0a4: if (form_u3) op = wt_pkg::I_UIMAD;
      9'h0a5: if (form_u3) op = wt_pkg::I_UIMAD_WIDE;
      default: op = 8'd255;  // R2
    endcase
    case (code)
      12'h805: op = wt_pkg::I_CS2R;
      12'h81c: op = wt_pkg::I_PLOP3;
      12'h919: op = wt_pkg::I_S2R;
      12'h34e: op = wt_pkg::I_LEPC;
      12'h236: op = wt_pkg::I_HMMA;
      12'h23c: op = wt_pkg::I_HMMA_16;
      12'h237: op = wt_pkg::I_IMMA;
      12'h23d: op = wt_pkg::I_BMMA;
      12'h23a: op = wt_pkg::I_MOVM;
      12'h83b: op = wt_pkg::I_LDSM;
      12'h381: op = wt_pkg::I_LDG;
      12'h981: op = wt_pkg::I_LDG_U;
      12'h386: op = wt_pkg::I_STG;
      12'h986: op = wt_pkg::I_STG_U;
      12'h980: op = wt_pkg::I_LD;
      12'h385: op = wt_pkg::I_ST;
      12'h985: op = wt_pkg::I_ST_U;
      12'h984: op = wt_pkg::I_LDS;
      12'h388: op = wt_pkg::I_STS;
      12'h988: op = wt_pkg::I_STS_U;
      12'h983: op = wt_pkg::I_LDL;
      12'h387: op = wt_pkg::I_STL;
      12'h987: op = wt_pkg::I_STL_U;
      12'hb82: op = wt_pkg::I_LDC;
      12'h3a8: op = wt_pkg::I_ATOMG;
      12'h9a8: op = wt_pkg::I_ATOMG_U;
      12'h3a9: op = wt_pkg::I_ATOMG_CAS;
      12'h38a: op = wt_pkg::I_ATOM;
      12'h98a: op = wt_pkg::I_ATOM_U;
      12'h38b: op = wt_pkg::I_ATOM_CAS;
      12'h98e: op = wt_pkg::I_RED;
      12'h38c: op = wt_pkg::I_ATOMS;
      12'h98c: op = wt_pkg::I_ATOMS_U;
      12'h38d: op = wt_pkg::I_ATOMS_CAS;
      12'h992: op = wt_pkg::I_MEMBAR;
      12'h9ab: op = wt_pkg::I_ERRBAR;
      12'h98f: op = wt_pkg::I_CCTL;
      12'h3aa: op = wt_pkg::I_QSPC;
      12'h806: op = wt_pkg::I_VOTE;
      12'h886: op = wt_pkg::I_VOTEU;
      12'h389: op = wt_pkg::I_SHFL_RR;
      12'h589: op = wt_pkg::I_SHFL_RI;
      12'h989: op = wt_pkg::I_SHFL_IR;
      12'hf89: op = wt_pkg::I_SHFL_II;
      12'h3a1: op = wt_pkg::I_MATCH;
      12'hb1d: op = wt_pkg::I_BAR_II;
      12'h31d: op = wt_pkg::I_BAR_RR;
      12'h51d: op = wt_pkg::I_BAR_RI;
      12'h91d: op = wt_pkg::I_BAR_IR;
      12'h31c: op = wt_pkg::I_B2R;
      12'h3c2: op = wt_pkg::I_R2UR;
      12'h9c3: op = wt_pkg::I_S2UR;
      12'h947: op = wt_pkg::I_BRA;
      12'h945: op = wt_pkg::I_BSSY;
      12'h941: op = wt_pkg::I_BSYNC;
      12'h942: op = wt_pkg::I_BREAK;
      12'h355: op = wt_pkg::I_BMOV_RB;
      12'h356: op = wt_pkg::I_BMOV_BR;
      12'hf55: op = wt_pkg::I_BMOV_BS;
      12'hf56: op = wt_pkg::I_BMOV_SB;
      12'h948: op = wt_pkg::I_WARPSYNC_I;
      12'h348: op = wt_pkg::I_WARPSYNC_R;
      12'hb48: op = wt_pkg::I_WARPSYNC_C;
      12'h946: op = wt_pkg::I_YIELD;
      12'h35d: op = wt_pkg::I_NANOSLEEP_R;
      12'h95d: op = wt_pkg::I_NANOSLEEP_I;
      12'hb5d: op = wt_pkg::I_NANOSLEEP_C;
      12'h944: op = wt_pkg::I_CALL_REL;
      12'h344: op = wt_pkg::I_CALL_REL_R;
      12'h943: op = wt_pkg::I_CALL_ABS;
      12'h343: op = wt_pkg::I_CALL_ABS_R;
      12'hb43: op = wt_pkg::I_CALL_ABS_C;
      12'h950: op = wt_pkg::I_RET;
      12'h949: op = wt_pkg::I_BRX;
      12'h958: op = wt_pkg::I_BRXU;
      12'h94a: op = wt_pkg::I_JMP;
      12'h94c: op = wt_pkg::I_JMX;
      12'h94d: op = wt_pkg::I_EXIT;
      12'h918: op = wt_pkg::I_NOP;
      12'h91a: op = wt_pkg::I_DEPBAR;
      12'h95b: op = wt_pkg::I_KILL;
      12'h95c: op = wt_pkg::I_BPT;
      12'h883: op = wt_pkg::I_UP2UR;
      12'h882: op = wt_pkg::I_UMOV_I;
      12'hc82: op = wt_pkg::I_UMOV_U;
      12'h89a: op = wt_pkg::I_USGXT;
      12'h89c: op = wt_pkg::I_UPLOP3;
      12'hab9: op = wt_pkg::I_ULDC;
      12'habb: op = wt_pkg::I_ULDC_U;
      12'h2bd: op = wt_pkg::I_UFLO;
      12'h2be: op = wt_pkg::I_UBREV;
      12'h2bf: op = wt_pkg::I_UPOPC;
      default: ;
    endcase
  end

  // ---- kind of instruction ----
  logic [wt_pkg::UNIT_W-1:0] unit;
  logic cfwait, drain, quiet;                      // what issue waits for
  logic arith, use_a, use_c, wide_c;              // operands A, B, C; 64-bit C
  // A and one more: scalar in bits 63:32 or register at 39:32, high: 71:64
  logic pair, pair_high;
  logic wide_ab;                                   // A and B of 64 bits
  logic mem, load, store, atom, cas, glob, may_ur; // memory
  logic shfl, shfl_b, shfl_c, match;
  logic cvt;                                       // B and Rd of 64 bits by bits 85:84 and 76:75
  logic from_a, from_b;                            // one register at 31:24 or 39:32
  logic generic;                                   // a pair at 31:24 and an offset
  logic rd;                                        // Rd exists
  logic pp, pp_x, pq, pr, pu, pv, uguard;          // predicates; pp_x: Pp only with .X
  logic uniform;
  always_comb begin
    unit = wt_pkg::U_NONE;
    {cfwait, drain, quiet} = '0;
    {arith, use_a, use_c, wide_c} = '0;
    {pair, pair_high, wide_ab} = '0;
    {mem, load, store, atom, cas, glob} = '0;
    may_ur = 1'b1;
    {shfl, shfl_b, shfl_c, from_a, from_b, rd} = '0;
    {cvt, generic, match} = '0;
    {pp, pp_x, pq, pr, pu, pv, uguard, uniform} = '0;
    case (op)  // R4
      wt_pkg::I_MOV, wt_pkg::I_IABS, wt_pkg::I_FLO, wt_pkg::I_BREV, wt_pkg::I_POPC, wt_pkg::I_P2R,
      wt_pkg::I_I2I: begin
        unit = wt_pkg::U_ALU;
        {arith, rd} = '1;
      end
      wt_pkg::I_SGXT, wt_pkg::I_BMSK: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, rd} = '1;
      end
      wt_pkg::I_R2P: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a} = '1;
      end
      wt_pkg::I_MUFU: begin
        unit = wt_pkg::U_XU;
        {arith, rd} = '1;
      end
      wt_pkg::I_I2F, wt_pkg::I_I2F_64, wt_pkg::I_F2I, wt_pkg::I_F2I_64, wt_pkg::I_F2F, wt_pkg::I_F2F_64, wt_pkg::I_FRND,
      wt_pkg::I_FRND_64: begin
        unit = wt_pkg::U_XU;
        {arith, cvt, rd} = '1;
      end
      wt_pkg::I_SEL, wt_pkg::I_IMNMX, wt_pkg::I_FSEL, wt_pkg::I_FMNMX, wt_pkg::I_FSET: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, rd, pp} = '1;
      end
      wt_pkg::I_FADD, wt_pkg::I_HADD2: begin
        unit = wt_pkg::U_FPU;
        {arith, pair, use_a, rd} = '1;
      end
      wt_pkg::I_FMUL, wt_pkg::I_HMUL2: begin
        unit = wt_pkg::U_FPU;
        {arith, use_a, rd} = '1;
      end
      wt_pkg::I_FFMA, wt_pkg::I_HFMA2: begin
        unit = wt_pkg::U_FPU;
        {arith, use_a, use_c, rd} = '1;
      end
      wt_pkg::I_DADD: begin
        unit = wt_pkg::U_DPU;
        {arith, pair, pair_high, use_a, wide_ab, rd} = '1;
      end
      wt_pkg::I_DMUL: begin
        unit = wt_pkg::U_DPU;
        {arith, use_a, wide_ab, rd} = '1;
      end
      wt_pkg::I_DFMA: begin
        unit = wt_pkg::U_DPU;
        {arith, use_a, use_c, wide_ab, wide_c, rd} = '1;
      end
      wt_pkg::I_DSETP: begin
        unit = wt_pkg::U_DPU;
        {arith, pair, use_a, wide_ab, pp, pu, pv} = '1;
      end
      wt_pkg::I_FCHK: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, pu} = '1;
      end
      wt_pkg::I_ISETP, wt_pkg::I_FSETP: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, pp, pu, pv} = '1;
      end
      wt_pkg::I_IADD3: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, use_c, rd, pp_x, pu, pv} = '1;
      end
      wt_pkg::I_LEA: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, rd, pp_x, pu} = '1;
        use_c = imem_insn[80] && !imem_insn[73];
      end
      wt_pkg::I_LOP3: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, use_c, rd, pp, pu} = '1;
      end
      wt_pkg::I_SHF, wt_pkg::I_PRMT, wt_pkg::I_VABSDIFF, wt_pkg::I_VABSDIFF4, wt_pkg::I_IDP, wt_pkg::I_I2IP: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, use_c, rd} = '1;
      end
      wt_pkg::I_IMAD: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, use_c, rd, pp_x} = '1;
      end
      wt_pkg::I_IMAD_WIDE, wt_pkg::I_IMAD_HI: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, use_c, wide_c, rd, pp_x, pu} = '1;
      end
      wt_pkg::I_PLOP3: begin
        unit = wt_pkg::U_ALU;
        {pp, pq, pr, pu, pv} = '1;
      end
      wt_pkg::I_PLOP3_S1: begin
        unit = wt_pkg::U_ALU;
        {arith, pp, pr, pu, pv} = '1;
      end
      wt_pkg::I_PLOP3_S2: begin
        unit = wt_pkg::U_ALU;
        {arith, use_c, pp, pu, pv} = '1;
      end
      wt_pkg::I_PLOP3_S3: begin
        unit = wt_pkg::U_ALU;
        {arith, use_a, use_c, pu, pv} = '1;
      end
      wt_pkg::I_HSET2: begin
        unit = wt_pkg::U_ALU;
        {arith, pair, use_a, rd, pp} = '1;
      end
      wt_pkg::I_HSETP2: begin
        unit = wt_pkg::U_ALU;
        {arith, pair, use_a, pp, pu, pv} = '1;
      end
      wt_pkg::I_HADD2_C: begin  // of a number of 32 bits, which the ALU makes a half of, no register is read
        unit = imem_insn[61:60] == 2'd1 ? wt_pkg::U_ALU : wt_pkg::U_FPU;
        {arith, pair, rd} = '1;
        use_a = imem_insn[61:60] != 2'd1;
      end
      wt_pkg::I_S2R, wt_pkg::I_CS2R, wt_pkg::I_LEPC, wt_pkg::I_BMOV_RB: begin
        unit = wt_pkg::U_ALU;
        rd = 1'b1;
      end
      wt_pkg::I_B2R: begin
        unit = wt_pkg::U_ALU;
        {rd, pu} = '1;
      end
      wt_pkg::I_VOTE: begin
        unit = wt_pkg::U_ALU;
        {rd, pp, pu} = '1;
      end
      wt_pkg::I_QSPC: begin
        unit = wt_pkg::U_ALU;
        {generic, pu} = '1;
      end
      wt_pkg::I_R2UR: begin
        unit = wt_pkg::U_ALU;
        {from_a, uniform} = '1;
      end
      wt_pkg::I_LDG, wt_pkg::I_LDG_U, wt_pkg::I_LD: begin
        unit = wt_pkg::U_LSU;
        {mem, load, rd, glob} = '1;
      end
      wt_pkg::I_STG, wt_pkg::I_STG_U, wt_pkg::I_ST, wt_pkg::I_ST_U: begin
        unit = wt_pkg::U_LSU;
        {mem, store, glob} = '1;
      end
      wt_pkg::I_LDS, wt_pkg::I_LDL: begin
        unit = wt_pkg::U_LSU;
        {mem, load, rd} = '1;
      end
      wt_pkg::I_STS, wt_pkg::I_STS_U, wt_pkg::I_STL, wt_pkg::I_STL_U: begin
        unit = wt_pkg::U_LSU;
        {mem, store} = '1;
      end
      wt_pkg::I_LDC: begin
        unit = wt_pkg::U_LSU;
        {mem, load, rd} = '1;
        may_ur = 1'b0;
      end
      wt_pkg::I_ATOMG, wt_pkg::I_ATOMG_U, wt_pkg::I_ATOM, wt_pkg::I_ATOM_U: begin
        unit = wt_pkg::U_LSU;
        {mem, atom, rd, glob} = '1;
        pu = op == wt_pkg::I_ATOM || op == wt_pkg::I_ATOM_U;
      end
      wt_pkg::I_ATOMS, wt_pkg::I_ATOMS_U: begin
        unit = wt_pkg::U_LSU;
        {mem, atom, rd} = '1;
      end
      wt_pkg::I_ATOMS_CAS: begin
        unit = wt_pkg::U_LSU;
        {mem, atom, cas, rd} = '1;
        may_ur = 1'b0;
      end
      wt_pkg::I_ATOMG_CAS, wt_pkg::I_ATOM_CAS: begin
        unit = wt_pkg::U_LSU;
        {mem, atom, cas, rd, glob} = '1;
        may_ur = 1'b0;
        pu = op == wt_pkg::I_ATOM_CAS;
      end
      wt_pkg::I_RED: begin
        unit = wt_pkg::U_LSU;
        {mem, atom, glob} = '1;
      end
      wt_pkg::I_SHFL_RR, wt_pkg::I_SHFL_RI, wt_pkg::I_SHFL_IR, wt_pkg::I_SHFL_II: begin
        unit = wt_pkg::U_SHFL;
        {shfl, rd, pu} = '1;
        shfl_b = op == wt_pkg::I_SHFL_RR || op == wt_pkg::I_SHFL_RI;
        shfl_c = op == wt_pkg::I_SHFL_RR || op == wt_pkg::I_SHFL_IR;
      end
      wt_pkg::I_MATCH: begin
        unit = wt_pkg::U_SHFL;
        {shfl, match, rd, pu} = '1;
      end
      wt_pkg::I_BSSY: begin
        pp = 1'b1;
      end
      wt_pkg::I_BRA, wt_pkg::I_BSYNC, wt_pkg::I_BREAK, wt_pkg::I_WARPSYNC_I, wt_pkg::I_WARPSYNC_C, wt_pkg::I_YIELD,
      wt_pkg::I_NANOSLEEP_I, wt_pkg::I_NANOSLEEP_C, wt_pkg::I_CALL_REL: begin
        {cfwait, pp} = '1;
      end
      wt_pkg::I_WARPSYNC_R: begin
        unit = wt_pkg::U_ALU;
        {cfwait, from_b, pp} = '1;
      end
      wt_pkg::I_CCTL: begin
        unit = wt_pkg::L1_BYTES != 0 ? wt_pkg::U_LSU : wt_pkg::U_NONE;
        from_a = 1'b1;
      end
      wt_pkg::I_NANOSLEEP_R: begin
        {cfwait, from_b, pp} = '1;
      end
      wt_pkg::I_BMOV_BR: begin
        unit = wt_pkg::U_ALU;
        {cfwait, from_b} = '1;
      end
      wt_pkg::I_EXIT: begin
        {cfwait, drain, quiet, pp} = '1;
      end
      wt_pkg::I_BRX, wt_pkg::I_RET, wt_pkg::I_CALL_REL_R, wt_pkg::I_CALL_ABS_R: begin
        unit = wt_pkg::U_ALU;
        {cfwait, drain, from_a, pp} = '1;
      end
      wt_pkg::I_MEMBAR: {cfwait, drain, quiet} = '1;
      wt_pkg::I_BAR_II: begin
        {cfwait, drain} = '1;
        pp = imem_insn[79:77] == 3'd2;
      end
      wt_pkg::I_BAR_RR, wt_pkg::I_BAR_RI, wt_pkg::I_BAR_IR: begin
        unit = wt_pkg::U_ALU;
        {cfwait, drain, from_b} = '1;
        pp = imem_insn[79:77] == 3'd2;
      end
      wt_pkg::I_VOTEU: begin
        unit = wt_pkg::U_UNI;
        {pp, uniform} = '1;
      end
      wt_pkg::I_S2UR, wt_pkg::I_UMOV_I, wt_pkg::I_UMOV_U, wt_pkg::I_USEL, wt_pkg::I_UISETP, wt_pkg::I_UIADD3,
      wt_pkg::I_ULEA, wt_pkg::I_ULOP3, wt_pkg::I_USHF, wt_pkg::I_UPLOP3, wt_pkg::I_UIMAD, wt_pkg::I_UIMAD_WIDE,
      wt_pkg::I_UPRMT, wt_pkg::I_USGXT, wt_pkg::I_UP2UR, wt_pkg::I_ULDC, wt_pkg::I_ULDC_U, wt_pkg::I_UFLO,
          wt_pkg::I_UBREV, wt_pkg::I_UPOPC: begin
        unit = wt_pkg::U_UNI;
        {uguard, uniform} = '1;
      end
      wt_pkg::I_NOP, wt_pkg::I_ERRBAR, wt_pkg::I_DEPBAR: ;
      default: uguard = 1'b1;  // R3: not executed: no dependences at all
    endcase
  end

  // ---- registers: word i = base + offset, not read when that is RZ or beyond ----
  logic [127:0] w;
  logic         swapped, ur;
  logic [2:0]   words;
  logic [5:0]   want, need;
  logic [47:0]  base, regs;
  logic [11:0]  add;
  assign w = imem_insn;
  always_comb begin
    logic [8:0] sum;
    sum = 9'd0;
    swapped = form == 3'd2 || form == 3'd3 || form == 3'd7;  // R5
    ur = mem && may_ur && w[91];  // R9
    words = 3'd1;
    if (atom) begin  // R7
      if (w[75:73] == 3'd2 || w[75:73] == 3'd5 || w[75:73] == 3'd6) words = 3'd2;
    end else if (mem) begin
      if (w[75:73] == 3'd5) words = 3'd2;  // R7
      if (w[75:73] == 3'd6) words = 3'd4;
    end
    want = 6'd0;
    base = 48'd0;
    add  = 12'd0;
    base[7:0] = from_b ? w[39:32] : w[31:24];
    want[0] = use_a || mem || shfl || from_a || from_b || generic;
    if (generic || (op == wt_pkg::I_CCTL && w[72])) {base[15:8], add[3:2], want[1]} = {w[31:24], 2'd1, 1'b1};
    if (arith) begin
      base[15:8] = swapped || pair_high ? w[71:64] : w[39:32];  // R5
      want[1] = form == 3'd1 || (swapped && !pair);
      base[31:16] = {w[71:64], op == wt_pkg::I_P2R ? w[31:24] : w[71:64]};
      add[7:6] = 2'd1;
      want[2] = op == wt_pkg::I_P2R || (use_c && !swapped);
      want[3] = wide_c && !swapped;
      base[47:32] = {base[15:8], base[7:0]};
      add[11:8] = 4'b01_01;
      want[5:4] = {wide_ab && want[1], wide_ab && want[0]};
    end
    if (cvt) begin
      base[23:16] = w[39:32];
      add[5:4] = 2'd1;
      want[2] = form == 3'd1 && w[85:84] == 2'd3;
    end
    if (shfl) begin
      base[23:8] = {w[71:64], w[39:32]};
      want[2:1] = {shfl_c, shfl_b};
      if (match) {base[15:8], add[3:2], want[1]} = {w[31:24], 2'd1, w[73]};
    end
    if (mem) begin
      base[15:8] = w[31:24];
      add[3:2] = 2'd1;
      want[1] = glob && w[72] && (!ur || (atom && rd ? w[70] : w[90]));  // R8
      base[47:16] = {4{op == wt_pkg::I_ST ? w[71:64] : w[39:32]}};  // ST has a 32-bit offset at 63:32
      add[11:4] = 8'b11_10_01_00;
      if (store || atom) want[5:2] = {words == 3'd4, words == 3'd4, words != 3'd1, 1'b1};
      if (cas) begin
        base[47:32] = {2{w[71:64]}};
        add[11:8] = 4'b01_00;
        want[5:4] = {words == 3'd2, 1'b1};
      end
    end
    need = 6'd0;
    regs = 48'd0;
    for (int i = 0; i < 6; i++) begin
      sum = {1'b0, base[i*8 +: 8]} + {7'd0, add[i*2 +: 2]};  // R6
      if (want[i] && sum < 9'd255) begin  // R6
        need[i] = 1'b1;
        regs[i*8 +: 8] = sum[7:0];
      end
    end
  end

  // ---- scalar operand ----
  logic [1:0]  bcsel, bcpos;
  logic [15:0] offset;
  always_comb begin
    bcsel = wt_pkg::BC_NONE;
    bcpos = wt_pkg::BP_NONE;
    offset = {w[53:40], 2'b00};
    if (arith && form != 3'd1) begin  // R5
      bcpos = swapped ? wt_pkg::BP_C : wt_pkg::BP_B;
      bcsel = wt_pkg::BC_IMM;
      if (form == 3'd3 || form == 3'd5) bcsel = wt_pkg::BC_CONST;
      if (form == 3'd6 || form == 3'd7) bcsel = wt_pkg::BC_UREG;
    end
    if (generic) {bcpos, bcsel} = {wt_pkg::BP_C, wt_pkg::BC_IMM};
    if (ur) begin  // R9
      bcpos = wt_pkg::BP_ADDR;
      bcsel = wt_pkg::BC_UREG;
    end
    if (op == wt_pkg::I_VOTE || op == wt_pkg::I_BMOV_RB || op == wt_pkg::I_B2R) bcpos = wt_pkg::BP_B;
    if (op == wt_pkg::I_WARPSYNC_C || op == wt_pkg::I_ULDC || op == wt_pkg::I_ULDC_U) begin
      bcpos = wt_pkg::BP_B;
      bcsel = wt_pkg::BC_CONST;
    end
    if (op == wt_pkg::I_ULDC) offset = w[53:38];  // R13
  end

  // ---- predicates: bit 7 stands for PT and is dropped ----
  logic [7:0] read, written;
  logic       pr_uniform;
  assign pr_uniform = op == wt_pkg::I_PLOP3 && w[67];
  always_comb begin
    read = 8'd0;
    written = 8'd0;
    if (!uguard) read[w[14:12]] = 1'b1;  // R11
    if (pp || (pp_x && w[74])) read[w[89:87]] = 1'b1;
    if (pq || (op == wt_pkg::I_IADD3 && w[74])) read[w[79:77]] = 1'b1;
    if ((pr && !pr_uniform) || (op == wt_pkg::I_ISETP && w[72])) read[w[70:68]] = 1'b1;
    if (op == wt_pkg::I_P2R) read[6:0] = 7'h7f;
    if (pu) written[w[83:81]] = 1'b1;
    if (pv) written[w[86:84]] = 1'b1;
    // a mask in a register may name any of them
    if (op == wt_pkg::I_R2P)
      written[6:0] = form == 3'd4 ? w[38:32] : 7'h7f;
  end

  // ---- the uop ----
  wt_pkg::uop_t u;
  always_comb begin
    u = '0;
    if (valid) begin
      u.hi = w[127:64];
      u.lo = w[63:0];
      u.pc = imem_pc;
      u.rpc = imem_rpc;
      u.op = op;
      u.unit = unit;
      u.cfwait = cfwait;
      u.drain = drain;
      u.quiet = quiet;
      {u.s5, u.s4, u.s3, u.s2, u.s1, u.s0} = regs;
      u.need = need;
      if (rd && w[23:16] != 8'd255) begin  // R10
        u.dst = w[23:16];
        u.ndst = words;
        if (op == wt_pkg::I_IMAD_WIDE || op == wt_pkg::I_LEPC || (wide_ab && rd) || (op == wt_pkg::I_CS2R && w[80]) ||
            (cvt && w[76:75] == 2'd3)) u.ndst = 3'd2;
      end
      u.bcsel = bcsel;
      u.bcpos = bcpos;
      u.pmask = read[6:0] | written[6:0];  // R11
      u.pw = written[6:0];
      u.u_use = uniform || bcsel == wt_pkg::BC_UREG || pr_uniform;  // R12
      u.sens = imem_sens;
    end
  end

  assign decode_valid  = valid;
  assign decode_warp   = valid ? imem_warp : '0;
  assign decode_uop    = u;
  // R13: with an index the address is not known yet
  assign decode_cvalid = valid && bcsel == wt_pkg::BC_CONST && op != wt_pkg::I_ULDC_U;
  assign decode_caddr  = decode_cvalid ? {w[58:54], offset} : '0;  // R13

  logic unused_in;
  assign unused_in = &{1'b0, clk, rst_n, load, read[7], written[7]};
`ifndef SYNTHESIS
  ConstOnlyWithUop_A: assert property (@(posedge clk) disable iff (!rst_n) decode_cvalid |-> decode_valid);
`endif
endmodule
`default_nettype wire
