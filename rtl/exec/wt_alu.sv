// wt_alu: LANES-wide integer ALU, one beat a cycle, never stalls.
//
// Latency   ALU_STAGES cycles: the outputs are the result registers of the beat dispatched one or two cycles before.
// Payload   0 while the valid that covers it is 0; lanes outside the mask give 0.
// Model     cmodel/exec/wt_alu.c      Doc  docs/blocks/exec/wt_alu.md
`default_nettype none
module wt_alu (
  input  wire logic                           clk,
  input  wire logic                           rst_n,
  input  wire logic                           disp_valid,
  input  wire logic [wt_pkg::UOP_W-1:0]       disp_uop,
  input  wire logic [wt_pkg::WARP_W-1:0]      disp_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]     disp_beat,
  input  wire logic [wt_pkg::LANES-1:0]       disp_mask,
  input  wire logic                           disp_lead,
  input  wire logic                           disp_last,
  input  wire logic [2:0]                     disp_ends,
  input  wire logic [wt_pkg::LANES-1:0]       disp_pp,
  input  wire logic [wt_pkg::LANES-1:0]       disp_pq,
  input  wire logic [wt_pkg::LANES-1:0]       disp_pr,
  input  wire logic [63:0]                    disp_bc,
  input  wire logic [32*6*wt_pkg::LANES-1:0]  disp_data,
  input  wire logic                           cfg_places,
  input  wire logic [wt_pkg::SUBCORE_W-1:0]   place_subcore,
  output logic                                alu_ready,
  output logic                                alu_wb_valid,
  output logic [1:0]                          alu_wb_n,
  output logic [wt_pkg::WARP_W-1:0]           alu_wb_warp,
  output logic [wt_pkg::BROWS_W-1:0]          alu_wb_beat,
  output logic [7:0]                          alu_wb_reg,
  output logic [wt_pkg::LANES-1:0]            alu_wb_mask,
  output logic [32*wt_pkg::LANES-1:0]         alu_wb_lo,
  output logic [32*wt_pkg::LANES-1:0]         alu_wb_hi,
  output logic                                alu_pw0_valid,
  output logic [2:0]                          alu_pw0_p,
  output logic [wt_pkg::LANES-1:0]            alu_pw0_bits,
  output logic                                alu_pw1_valid,
  output logic [2:0]                          alu_pw1_p,
  output logic [wt_pkg::LANES-1:0]            alu_pw1_bits,
  output logic                                alu_pwr_valid,
  output logic                                alu_rel_valid,
  output logic [wt_pkg::WARP_W-1:0]           alu_rel_warp,
  output logic [7:0]                          alu_rel_dst,
  output logic [2:0]                          alu_rel_ndst,
  output logic [2:0]                          alu_rel_ends,
  output logic [6:0]                          alu_rel_pw,
  output logic                                alu_rel_u,
  output logic                                alu_sc_valid,
  output logic                                alu_sc_ur,
  output logic [5:0]                          alu_sc_idx,
  output logic [wt_pkg::WARP_W-1:0]           alu_sc_warp,
  output logic [31:0]                         alu_sc_val
);
  localparam int unsigned LN = wt_pkg::LANES;

  wt_pkg::uop_t u;
  logic [127:0] w;
  assign u = disp_uop;
  assign w = {u.hi, u.lo};

  `include "cta/wt_cta_warp_at.svh"

  logic take;
  assign take = disp_valid && u.unit == wt_pkg::U_ALU;  // R1
  assign alu_ready = 1'b1;
  logic [4:0] place;  // of lane 0 in the warp of 32 that the masks of BMOV and WARPSYNC are about
  logic [31:0] warp;  // of the SM
  assign warp = warp_at(32'(place_subcore), 32'(disp_warp));
  assign place = wt_pkg::PER_32 > 1 && cfg_places ? 5'(warp % 32'(wt_pkg::PER_32) * 32'(wt_pkg::SLOT_LANES)) : 5'd0;

  // R4: Which operand sits in bits 63:32 (modifier bit 63) and which in 71:64 (bit 75). Immediates have no modifiers.
  logic swapped, imm, inv_a, inv_b, inv_c, b_scalar, c_scalar;
  assign swapped = w[11:9] == 3'd2 || w[11:9] == 3'd3 || w[11:9] == 3'd7;
  assign imm = w[11:9] == 3'd2 || w[11:9] == 3'd4;
  assign inv_a = w[72];
  assign inv_b = swapped ? w[75] && u.op != wt_pkg::I_LEA : w[63] && !imm;  // R4: LEA has its shift there
  assign inv_c = swapped ? w[63] && !imm : w[75];
  assign b_scalar = u.bcpos == wt_pkg::BP_B || u.op == wt_pkg::I_VOTE || u.op == wt_pkg::I_BMOV_RB;  // R3
  assign c_scalar = u.bcpos == wt_pkg::BP_C;  // R3

  logic [32*LN-1:0] lo, hi, int_lo, float_lo, half_lo;
  logic [49*LN-1:0] got_p0, got_p1;
  logic [LN-1:0]    got_k, got_neg, pu, pv, int_pu, int_pv, float_pu, float_pv, half_pu, half_pv;
  logic             abs_b, is_float, is_half;
  assign abs_b = w[62] && !imm;
  assign is_float = take &&
      (u.op == wt_pkg::I_FSEL || u.op == wt_pkg::I_FMNMX || u.op == wt_pkg::I_FSET || u.op == wt_pkg::I_FSETP ||
                             u.op == wt_pkg::I_FCHK);
  assign is_half = take && (u.op == wt_pkg::I_HSET2 || u.op == wt_pkg::I_HSETP2);
  // each part gives 0 for the operations of the others
  assign lo = int_lo | float_lo | half_lo;
  assign pu = int_pu | float_pu | half_pu;
  assign pv = int_pv | float_pv | half_pv;
  for (genvar l = 0; l < LN; l++) begin : g_lane
    wt_alu_lane #(.Split(wt_pkg::ALU_STAGES == 2)) u_lane (
      .en(take && disp_mask[l]),
      .op(u.op),
      .m(w[80:72]),
      .lut_low(w[66:64]),
      .lut2(w[23:16]),
      .inv_a(inv_a),
      .inv_b(inv_b),
      .inv_c(inv_c),
      .a(disp_data[l*32 +: 32]),
      .b(b_scalar ? disp_bc[31:0] : disp_data[(LN+l)*32 +: 32]),
      .c(c_scalar ? disp_bc : {disp_data[(3*LN+l)*32 +: 32], disp_data[(2*LN+l)*32 +: 32]}),
      .pp(disp_pp[l]),
      .pq(disp_pq[l]),
      .pr(disp_pr[l]),
      .res_lo(int_lo[l*32 +: 32]),
      .res_hi(hi[l*32 +: 32]),
      .res_pu(int_pu[l]),
      .res_pv(int_pv[l]),
      .part_p0(got_p0[l*49 +: 49]),
      .part_p1(got_p1[l*49 +: 49]),
      .part_k(got_k[l]),
      .part_neg(got_neg[l])
    );
    wt_alu_float u_float (
      .en(is_float && disp_mask[l]),
      .op(u.op),
      .m(w[80:72]),
      .neg_b(w[63] && !imm),
      .abs_b(abs_b),
      .a(disp_data[l*32 +: 32]),
      .b(b_scalar ? disp_bc[31:0] : disp_data[(LN+l)*32 +: 32]),
      .pp(disp_pp[l]),
      .res(float_lo[l*32 +: 32]),
      .res_pu(float_pu[l]),
      .res_pv(float_pv[l])
    );
    wt_alu_half u_half (
      .en(is_half && disp_mask[l]),
      .is_pred(u.op == wt_pkg::I_HSETP2),
      .imm(imm),
      .m(w[80:60]),
      .a(disp_data[l*32 +: 32]),
      .b(c_scalar ? disp_bc[31:0] : disp_data[(LN+l)*32 +: 32]),
      .pp(disp_pp[l]),
      .res(half_lo[l*32 +: 32]),
      .res_pu(half_pu[l]),
      .res_pv(half_pv[l])
    );
  end

  // ---- what a beat gives: the beat itself, and words and predicates of its lanes ----
  localparam bit Two = wt_pkg::ALU_STAGES == 2;
  wt_pkg::alub_t             got;
  logic [2:0]                got_ends;
  logic [wt_pkg::WARP_W-1:0] got_warp;
  logic [wt_pkg::BROWS_W-1:0] got_beat;
  logic [LN-1:0]             got_mask, got_pu, got_pv;
  logic [31:0]               got_sc;
  logic [32*LN-1:0]          got_lo, got_hi;
  logic [64*LN-1:0]          got_c;
  logic                      has_pu, has_pv, is_sc;
  logic [LN-1:0]             lead_lane;
  wt_first #(.N(LN)) u_lead_lane (.x(disp_mask), .oh(lead_lane));
  always_comb begin
    got = '0;
    got_warp = '0;
    got_beat = '0;
    got_mask = '0;
    got_pu = '0;
    got_pv = '0;
    got_sc = '0;
    got_lo = lo;
    got_hi = hi;
    has_pu = 1'b0;
    has_pv = 1'b0;
    is_sc = 1'b0;
    if (take) begin
      if (u.op == wt_pkg::I_LEPC)  // R29
        for (int l = 0; l < LN; l++) got_lo[l*32 +: 32] = u.pc & {32{disp_mask[l]}};
      got.valid = 1'b1;  // R2
      got.pwr_valid = u.op == wt_pkg::I_R2P;  // R28
      got.n = u.ndst[1:0];  // R2
      got.dst = u.dst;
      got.low = u.op == wt_pkg::I_IMAD;
      got.high = u.op == wt_pkg::I_IMAD_HI;
      got_warp = disp_warp;
      got_beat = disp_beat;
      got_mask = disp_mask;
      unique case (u.op)  // R5
        wt_pkg::I_ISETP, wt_pkg::I_FSETP, wt_pkg::I_HSETP2, wt_pkg::I_IADD3, wt_pkg::I_PLOP3, wt_pkg::I_PLOP3_S1,
            wt_pkg::I_PLOP3_S2, wt_pkg::I_PLOP3_S3: begin
          has_pu = 1'b1;
          has_pv = 1'b1;
        end
        wt_pkg::I_LEA, wt_pkg::I_LOP3, wt_pkg::I_IMAD_WIDE, wt_pkg::I_IMAD_HI, wt_pkg::I_VOTE, wt_pkg::I_FCHK,
            wt_pkg::I_QSPC, wt_pkg::I_B2R:
          has_pu = 1'b1;
        wt_pkg::I_R2UR, wt_pkg::I_BMOV_BR, wt_pkg::I_WARPSYNC_R, wt_pkg::I_BAR_RR, wt_pkg::I_BAR_RI,
            wt_pkg::I_BAR_IR: is_sc = 1'b1;
        default: is_sc = 1'b0;
      endcase
      if (has_pu && w[83:81] != 3'd7) begin  // R5
        got.pw0_valid = 1'b1;
        got.pw0_p = w[83:81];
        got_pu = pu;
      end
      if (has_pv && w[86:84] != 3'd7) begin  // R5
        got.pw1_valid = 1'b1;
        got.pw1_p = w[86:84];
        got_pv = pv;
      end
      if (disp_last) begin  // R6
        got.rel_valid = 1'b1;
        got.rel_ndst = u.ndst;
        got.rel_pw = u.pw;
        got.rel_u = u.op == wt_pkg::I_R2UR;
      end
      if (is_sc && disp_lead) begin  // R7
        got.sc_valid = u.op != wt_pkg::I_R2UR;
        got.sc_ur = u.op == wt_pkg::I_R2UR;
        if (got.sc_ur) got.sc_idx = w[21:16];
        for (int l = 0; l < LN; l++) if (lead_lane[l]) got_sc = disp_data[l*32 +: 32];
        // R7: the number of a barrier and of its threads, of all forms in one format; all others are masks of lanes
        unique case (u.op)
          wt_pkg::I_R2UR: ;
          wt_pkg::I_BAR_RR: got_sc = {4'd0, got_sc[27:16], 12'd0, got_sc[3:0]};
          wt_pkg::I_BAR_RI: got_sc = {4'd0, w[53:42], 12'd0, got_sc[3:0]};
          wt_pkg::I_BAR_IR: got_sc = {4'd0, got_sc[11:0], 12'd0, w[57:54]};
          default: got_sc = got_sc >> place;
        endcase
      end
    end
  end

  assign got_ends = got.rel_valid ? disp_ends : 3'd0;

  // ---- the first of two stages; there is none with ALU_STAGES=1 ----
  // R31, R32: MOVE of its rows takes got_*
  for (genvar l = 0; l < LN; l++) begin : g_words
    assign got_c[l*64 +: 64] = {got_hi[l*32 +: 32], got_lo[l*32 +: 32]};
  end
  `include "rows/wt_alu_state.svh"
  assign first_d = got;

  // ---- result registers: with two stages the sum is carried out in front of them ----
  wt_pkg::alub_t now;
  logic [64:0]   sum;
  assign now = Two ? first_q : got;  // R31
  assign wb_valid_d = now.valid;
  assign wb_n_d = now.n;
  assign wb_reg_d = now.dst;
  assign wb_warp_d = Two ? first_warp_q : got_warp;
  assign wb_beat_d = Two ? first_beat_q : got_beat;
  assign wb_mask_d = Two ? first_mask_q : got_mask;
  assign pw0_valid_d = now.pw0_valid;
  assign pw0_p_d = now.pw0_p;
  assign pw1_valid_d = now.pw1_valid;
  assign pw1_p_d = now.pw1_p;
  assign pw1_bits_d = Two ? first_pv_q : got_pv;
  assign pwr_valid_d = now.pwr_valid;
  assign rel_valid_d = now.rel_valid;
  assign rel_ndst_d = now.rel_ndst;
  assign rel_pw_d = now.rel_pw;
  assign ends_d = Two ? first_ends_q : got_ends;
  assign rel_u_d = now.rel_u;
  assign sc_valid_d = now.sc_valid;
  assign sc_ur_d = now.sc_ur;
  assign sc_idx_d = now.sc_idx;
  assign sc_val_d = Two ? first_sc_q : got_sc;
  always_comb begin
    sum = '0;
    wb_lo_d = got_lo;
    wb_hi_d = got_hi;
    pw0_bits_d = got_pu;
    if (Two) begin
      wb_lo_d = '0;
      wb_hi_d = '0;
      pw0_bits_d = first_pu_q;
      if (now.valid)
        for (int l = 0; l < LN; l++) begin
          // R33
          sum = {{16{first_p0_q[l*49 + 48]}}, first_p0_q[l*49 +: 49]} + {first_p1_q[l*49 +: 49], 16'd0} +
              {1'b0, first_c_q[l*64 +: 64]} +
                {64'd0, first_k_q[l]};
          wb_lo_d[l*32 +: 32] = now.high ? sum[63:32] : sum[31:0];  // R33
          wb_hi_d[l*32 +: 32] = now.high || now.low ? 32'd0 : sum[63:32];
          if (now.pw0_valid) pw0_bits_d[l] = first_pu_q[l] | (sum[64] ^ first_neg_q[l]);  // R33
        end
    end
  end

  assign alu_rel_ends = ends_q;

`ifndef SYNTHESIS
  LeadHasLane_A: assert property (@(posedge clk) disable iff (!rst_n) disp_valid && disp_lead |-> |disp_mask)
    else $error("lead beat without an executing lane");
  ResultPayload_A: assert property (@(posedge clk) disable iff (!rst_n)
    !alu_wb_valid |-> {alu_wb_n, alu_wb_warp, alu_wb_beat, alu_wb_reg, alu_wb_mask} == '0);
  ReleaseIsResult_A: assert property (@(posedge clk) disable iff (!rst_n) alu_rel_valid |-> alu_wb_valid);
  OneScalar_A: assert property (@(posedge clk) disable iff (!rst_n) !(alu_sc_valid && alu_sc_ur));
`endif

  // fields of the uop and operand words that the ALU does not use, what a stage that is not there would hold
  logic unused_bits;
  assign unused_bits = &{1'b0, ends_d, first_d, got_ends, got_c, got_p0, got_p1, got_k, got_neg, u, w,
      disp_data[32*6*LN-1:32*4*LN]};
endmodule
`default_nettype wire
