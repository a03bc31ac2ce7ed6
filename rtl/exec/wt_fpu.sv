// wt_fpu: additions, products, fused multiply-adds of fp32 and of pairs of halves: stages mul, add, norm, round, FPL
// lanes; FP_LATE more behind.
//
// Flow      ready (state only): a beat can be taken. While the result beat is not acknowledged, all stages stand still.
// Latency   result beat FP_LAT - 1 + FP_PASSES cycles after the beat is taken; a beat every FP_PASSES cycles.
// Model     cmodel/exec/wt_fpu.c      Doc  docs/blocks/exec/wt_fpu.md
`default_nettype none
module wt_fpu (
  input  wire logic                           clk,
  input  wire logic                           rst_n,
  input  wire logic                           disp_valid,
  input  wire logic [wt_pkg::UOP_W-1:0]       disp_uop,
  input  wire logic [wt_pkg::WARP_W-1:0]      disp_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]     disp_beat,
  input  wire logic [wt_pkg::LANES-1:0]       disp_mask,
  input  wire logic                           disp_last,
  input  wire logic [2:0]                      disp_ends,
  input  wire logic [63:0]                    disp_bc,
  input  wire logic [32*6*wt_pkg::LANES-1:0]  disp_data,
  input  wire logic [wt_pkg::SLOW_UNITS-1:0]  wb_ack,
  `include "ports/wt_fpu_result_ports.svh"
  output logic                                fpu_ready
);
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned PASS_LANES = wt_pkg::FPL;
  localparam int unsigned PASSES = wt_pkg::FP_PASSES;
  localparam int unsigned PASS_W = wt_pkg::FPP_W;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned BROWS_W = wt_pkg::BROWS_W;

  localparam int unsigned LATE = wt_pkg::FP_LATE;
  localparam int unsigned NX = LATE == 0 ? 1 : LATE;  // no vector is empty

  // Hold register h; stages t behind mul, add, norm; LATE stages r behind round; result registers o. MOVE rows: t takes
  // s, the pass that starts; o takes c, what comes out last.
  logic                  move, take, o_load;
  logic [2:0]            t_load;
  logic [NX-1:0]         r_load;
  logic [PASS_W-1:0]     s_pass, c_pass;
  logic [WW-1:0]         s_warp, c_warp;
  logic [BROWS_W-1:0]     s_beat, c_beat;
  logic [7:0]            s_reg, c_reg;
  logic                  s_regv, s_last, c_regv, c_last;
  logic [2:0]            s_ends, c_ends;
  logic [7:0]            s_modes;
  logic [4:0]            s_mode;
  logic [PASS_LANES-1:0] s_mask;
  `include "rows/wt_fpu_state.svh"
  logic [LN-1:0]    o_mask_d;
  logic [32*LN-1:0] o_data_d;

  assign move = !o_v_q || wb_ack[32'(wt_pkg::U_FPU)];  // R3

  // ---- operands of the beat that comes ----
  wt_pkg::uop_t u;
  logic [127:0] w;
  logic         is_add, is_mul, is_fma, form1, swapped, plain, ftz, neg_low, abs_low;
  logic         half, half_add, single;
  logic [2:0]   scale;
  logic [7:0]   modes;
  assign u = disp_uop;
  assign w = {u.hi, u.lo};
  assign take = disp_valid && u.unit == wt_pkg::U_FPU;  // R1
  assign is_add = u.op == wt_pkg::I_FADD;
  assign is_mul = u.op == wt_pkg::I_FMUL;
  assign is_fma = u.op == wt_pkg::I_FFMA;
  assign form1 = w[11:9] == 3'd1;
  assign swapped = w[11:9] == 3'd2 || w[11:9] == 3'd3 || w[11:9] == 3'd7;
  assign plain = w[11:9] == 3'd2 || w[11:9] == 3'd4;
  assign ftz = w[80];
  assign neg_low = w[63] && !plain;
  assign abs_low = w[62] && !plain;
  assign scale = is_mul ? w[86:84] ^ 3'd4 : 3'd0;  // R5
  assign half_add = u.op == wt_pkg::I_HADD2 || u.op == wt_pkg::I_HADD2_C;
  assign half = half_add || u.op == wt_pkg::I_HMUL2 || u.op == wt_pkg::I_HFMA2;
  assign single = half_add && w[78];  // R11
  assign modes = half ? {!single, 3'd0, w[77], w[80] || (w[76] && !half_add), 2'd0} :  // R12
                        {1'b0, scale, w[77], ftz, w[79:78]};

  // R5: after |x|, -x and .FTZ
  function automatic logic [31:0] value(input logic [31:0] v, input logic absolute, input logic negate,
      input logic flush);
    value = {(v[31] & ~absolute) ^ negate, v[30:0]};
    if (flush && v[30:23] == 8'd0) value[22:0] = 23'd0;
  endfunction

  // Whatever a cycle does not use is 0 and not worked out: operands without a beat, lanes of a stage that are not
  // loaded.
  logic [32*LN-1:0] in_a, in_b, in_c, half_a, half_b, half_c;
  logic [31:0]      first, second, third, low;
  for (genvar l = 0; l < LN; l++) begin : g_pair
    wt_fpu_pair u_pair (
      .en(take && half), .is_add(half_add), .is_mul(u.op == wt_pkg::I_HMUL2),
      .swapped(u.op == wt_pkg::I_HFMA2 && swapped), .form1(form1), .plain(plain), .single(single), .m(w[84:60]),
      .first(disp_data[l*32 +: 32]), .second(disp_data[(LN+l)*32 +: 32]), .third(disp_data[(2*LN+l)*32 +: 32]),
      .bc(disp_bc[31:0]), .a(half_a[l*32 +: 32]), .b(half_b[l*32 +: 32]), .c(half_c[l*32 +: 32])
    );
  end
  always_comb begin
    first = '0;
    second = '0;
    third = '0;
    low = '0;
    in_a = '0;
    in_b = '0;
    in_c = '0;
    if (take && half) begin
      in_a = half_a;
      in_b = half_b;
      in_c = half_c;
    end else if (take) begin
      for (int l = 0; l < LN; l++) begin
        first = disp_data[l*32 +: 32];
        second = disp_data[(LN+l)*32 +: 32];
        third = disp_data[(2*LN+l)*32 +: 32];
        low = value(form1 ? second : disp_bc[31:0], abs_low, neg_low, ftz);  // R5
        in_a[l*32 +: 32] = value(first, w[73], w[72], ftz);
        in_b[l*32 +: 32] = is_add ? 32'h3f800000 : is_fma && swapped ? value(second, w[74], w[75], ftz) : low;  // R5
        in_c[l*32 +: 32] = is_add ? low :  // R5
                           is_mul ? {in_a[l*32+31] ^ in_b[l*32+31], 31'd0} :
                           swapped ? value(disp_bc[31:0], abs_low, neg_low, ftz) : value(third, w[74], w[75], ftz);
      end
    end
  end

  // ---- the pass that starts: of the hold register, else of the beat that comes ----
  logic                     s_v;
  logic [32*PASS_LANES-1:0] p_a, p_b, p_c;
  always_comb begin
    s_v = h_v_q || take;  // R2
    s_pass = h_v_q ? h_pass_q : '0;
    s_modes = h_v_q ? h_mode_q : modes;
    s_mode = {s_modes[7], s_modes[3:0]};
    s_warp = h_v_q ? h_warp_q : disp_warp;
    s_beat = h_v_q ? h_beat_q : disp_beat;
    s_reg = h_v_q ? h_reg_q : u.dst;
    s_regv = h_v_q ? h_regv_q : u.ndst != 3'd0;
    s_last = h_v_q ? h_last_q : disp_last;
    s_ends = h_v_q ? h_ends_q : disp_ends;
    s_mask = '0;
    p_a = '0;
    p_b = '0;
    p_c = '0;
    if (h_v_q) begin
      for (int k = 0; k < PASSES; k++) begin
        if (h_pass_q == PASS_W'(k)) begin
          s_mask = h_mask_q[k*PASS_LANES +: PASS_LANES];
          p_a = h_a_q[k*PASS_LANES*32 +: PASS_LANES*32];
          p_b = h_b_q[k*PASS_LANES*32 +: PASS_LANES*32];
          p_c = h_c_q[k*PASS_LANES*32 +: PASS_LANES*32];
        end
      end
    end else if (take) begin
      s_mask = disp_mask[PASS_LANES-1:0];
      p_a = in_a[PASS_LANES*32-1:0];
      p_b = in_b[PASS_LANES*32-1:0];
      p_c = in_c[PASS_LANES*32-1:0];
    end
    h_v_d = h_v_q || take;
    h_pass_d = h_v_q ? h_pass_q : '0;
    if (move && s_v) begin  // R2
      h_v_d = s_pass != PASS_W'(PASSES - 1);
      h_pass_d = h_v_d ? s_pass + PASS_W'(1) : '0;
    end
  end

  // ---- lanes of each stage ----
  // The acknowledge only decides what is loaded: it does not stand in front of the arithmetic.
  logic [PASS_LANES-1:0]    go_mul, go_add, go_norm, go_round;
  logic [32*PASS_LANES-1:0] round_d;
  assign go_mul = s_mask;  // R4
  assign go_add = t_mask_q[PASS_LANES-1:0] & {PASS_LANES{t_v_q[0]}};
  assign go_norm = t_mask_q[2*PASS_LANES-1:PASS_LANES] & {PASS_LANES{t_v_q[1]}};
  assign go_round = t_mask_q[3*PASS_LANES-1:2*PASS_LANES] & {PASS_LANES{t_v_q[2]}};
  for (genvar l = 0; l < PASS_LANES; l++) begin : g_lane
    logic [47:0] prod;
    logic [23:0] addend, sig;
    logic [6:0]  right;
    logic [8:0]  ex, e;
    logic [3:0]  mul_f;
    logic [77:0] mag, half_mag;
    logic        neg;
    logic [1:0]  low_bits;
    logic [43:0] half_prod;
    logic [21:0] half_addend;
    logic [11:0] half_right, half_ex, half_e;
    logic [7:0]  half_mul_f;
    logic [5:0]  half_add_f;
    logic [25:0] half_sig;
    logic [31:0] whole, two;
    wt_fpu_halves u_halves (
      .en_mul(go_mul[l] && s_mode[4]), .en_add(go_add[l] && t_mode_q[4]), .en_norm(go_norm[l] && t_mode_q[9]),
      .en_round(go_round[l] && t_mode_q[14]), .a(p_a[l*32 +: 32]), .b(p_b[l*32 +: 32]), .c(p_c[l*32 +: 32]),
      .prod_q(mul_prod_q[l*48 +: 44]), .addend_q(mul_c_q[l*24 +: 22]), .right_q(mul_d_q[l*12 +: 12]),
      .mul_f_q(mul_f_q[l*8 +: 8]), .mag_q({add_hi_q[l*14 +: 14], add_lo_q[l*64 +: 64]}), .ex_q(add_ex_q[l*12 +: 12]),
      .sig_q(norm_sig_q[l*26 +: 26]), .e_q(norm_e_q[l*12 +: 12]), .f_q(norm_f_q[l*6 +: 6]), .ftz(t_mode_q[12]),
      .sat(t_mode_q[13]), .prod(half_prod), .addend(half_addend), .right(half_right), .ex(half_ex), .mul_f(half_mul_f),
      .mag(half_mag), .add_f(half_add_f), .sig(half_sig), .e(half_e), .res(two)
    );
    wt_fpu_mul #(.E(8), .F(23), .DW(7)) u_mul (
      .en(go_mul[l] && !s_mode[4]), .a(p_a[l*32 +: 32]), .b(p_b[l*32 +: 32]), .c(p_c[l*32 +: 32]), .scale(s_modes[6:4]),
      .prod(prod), .addend(addend), .right(right), .ex(ex), .neg(mul_f[0]), .sub(mul_f[1]), .kind(mul_f[3:2])
    );
    wt_fpu_add #(.F(23), .DW(7)) u_add (
      .en(go_add[l] && !t_mode_q[4]), .prod(mul_prod_q[l*48 +: 48]), .addend(mul_c_q[l*24 +: 24]),
      .right(mul_d_q[l*12 +: 7]), .neg_i(mul_f_q[l*8]), .sub(mul_f_q[l*8 + 1]), .kind(mul_f_q[l*8 + 2 +: 2]),
      .down(t_mode_q[1:0] == 2'd1),
      .mag(mag), .neg_o(neg)
    );
    wt_fpu_norm #(.E(8), .F(23), .DW(7)) u_norm (
      .en(go_norm[l] && !t_mode_q[9]), .mag({add_hi_q[l*14 +: 14], add_lo_q[l*64 +: 64]}),
      .ex(add_ex_q[l*12 +: 9]), .sig(sig), .low(low_bits), .e(e)
    );
    wt_fpu_round #(.E(8), .F(23), .NaN(32'h7fffffff)) u_round (  // R6
      .en(go_round[l] && !t_mode_q[14]), .sig(norm_sig_q[l*26 + 2 +: 24]), .low(norm_sig_q[l*26 +: 2]),
      .e(norm_e_q[l*12 +: 9]), .neg(norm_f_q[l*6]), .kind(norm_f_q[l*6 + 1 +: 2]), .rnd(t_mode_q[11:10]),
      .ftz(t_mode_q[12]), .sat(t_mode_q[13]), .res(whole)
    );
    assign round_d[l*32 +: 32] = whole | two;
    always_ff @(posedge clk) begin
      if (move && go_mul[l]) begin  // R4
        mul_prod_q[l*48 +: 48] <= prod | {4'd0, half_prod};
        mul_c_q[l*24 +: 24] <= addend | {2'd0, half_addend};
        mul_d_q[l*12 +: 12] <= {5'd0, right} | half_right;
        mul_ex_q[l*12 +: 12] <= {3'd0, ex} | half_ex;
        mul_f_q[l*8 +: 8] <= {4'd0, mul_f} | half_mul_f;
      end
      if (move && go_add[l]) begin
        add_hi_q[l*14 +: 14] <= mag[77:64] | half_mag[77:64];
        add_lo_q[l*64 +: 64] <= mag[63:0] | half_mag[63:0];
        add_ex_q[l*12 +: 12] <= mul_ex_q[l*12 +: 12];
        add_f_q[l*6 +: 6] <= t_mode_q[4] ? half_add_f : {3'd0, mul_f_q[l*8 + 2 +: 2], neg};
      end
      if (move && go_norm[l]) begin
        norm_sig_q[l*26 +: 26] <= {sig, low_bits} | half_sig;
        norm_e_q[l*12 +: 12] <= {3'd0, e} | half_e;
        norm_f_q[l*6 +: 6] <= add_f_q[l*6 +: 6];
      end
    end
  end

  // ---- late stages: element k of c_* is what stage k takes, element LATE what the result registers take ----
  logic [NX*PASS_LANES*32-1:0]     r_data_q;
  logic [NX:0]                     c_v;
  logic [(NX+1)*PASS_LANES-1:0]    c_mask;
  logic [(NX+1)*PASS_LANES*32-1:0] c_data;
  assign c_v = {r_v_q, t_v_q[2]};
  assign c_mask = {r_mask_q, t_mask_q[3*PASS_LANES-1:2*PASS_LANES]};
  assign c_data = {r_data_q, round_d};
  assign c_pass = LATE == 0 ? t_pass_q[2*PASS_W +: PASS_W] : r_pass_q[(NX-1)*PASS_W +: PASS_W];
  assign c_warp = LATE == 0 ? t_warp_q[2*WW +: WW] : r_warp_q[(NX-1)*WW +: WW];
  assign c_beat = LATE == 0 ? t_beat_q[2*BROWS_W +: BROWS_W] : r_beat_q[(NX-1)*BROWS_W +: BROWS_W];
  assign c_reg = LATE == 0 ? t_reg_q[2*8 +: 8] : r_reg_q[(NX-1)*8 +: 8];
  assign c_regv = LATE == 0 ? t_regv_q[2] : r_regv_q[NX-1];
  assign c_last = LATE == 0 ? t_last_q[2] : r_last_q[NX-1];
  assign c_ends = LATE == 0 ? t_ends_q[2*3 +: 3] : r_ends_q[(NX-1)*3 +: 3];
  assign t_v_d = move ? {t_v_q[1:0], s_v} : t_v_q;
  assign r_v_d = move ? c_v[NX-1:0] : r_v_q;
  assign t_load = move ? {t_v_q[1:0], s_v} : '0;
  assign r_load = move ? c_v[NX-1:0] : '0;  // R9
  if (LATE != 0) begin : g_late
    always_ff @(posedge clk) begin
      for (int k = 0; k < NX; k++)
        for (int l = 0; l < PASS_LANES; l++)
          if (r_load[k] && c_mask[k*PASS_LANES + l]) begin  // R9
            r_data_q[(k*PASS_LANES + l)*32 +: 32] <= c_data[(k*PASS_LANES + l)*32 +: 32];
          end
    end
  end else begin : g_at_once
    assign r_data_q = '0;
  end

  // ---- result registers: the first pass clears the other lanes ----
  assign o_load = move && c_v[LATE];
  always_comb begin
    o_mask_d = '0;
    o_data_d = '0;
    if (o_load) begin
      o_mask_d = c_pass == '0 ? '0 : o_mask_q;  // R7
      o_data_d = c_pass == '0 ? '0 : o_data_q;
      for (int k = 0; k < PASSES; k++) begin
        if (c_pass == PASS_W'(k)) begin
          o_mask_d[k*PASS_LANES +: PASS_LANES] = c_mask[LATE*PASS_LANES +: PASS_LANES];
          for (int l = 0; l < PASS_LANES; l++)
            if (c_mask[LATE*PASS_LANES + l])
              o_data_d[(k*PASS_LANES + l)*32 +: 32] = c_data[(LATE*PASS_LANES + l)*32 +: 32];
        end
      end
    end
  end

  assign o_v_d = move ? c_v[LATE] && c_pass == PASS_W'(PASSES - 1) : o_v_q;  // R7
  always_ff @(posedge clk) begin
    if (take) begin
      h_reg_q <= u.dst;
      h_regv_q <= u.ndst != 3'd0;
      h_mode_q <= modes;
      for (int l = 0; l < LN; l++) begin
        if (disp_mask[l]) begin
          h_a_q[l*32 +: 32] <= in_a[l*32 +: 32];
          h_b_q[l*32 +: 32] <= in_b[l*32 +: 32];
          h_c_q[l*32 +: 32] <= in_c[l*32 +: 32];
        end
      end
    end
    if (o_load) begin
      o_mask_q <= o_mask_d;
      o_data_q <= o_data_d;
    end
  end

  assign fpu_ready = !h_v_q;  // R1
  assign fpu_wb_valid = o_v_q;  // R8
  assign fpu_wb_warp = o_v_q ? o_warp_q : '0;  // R8
  assign fpu_wb_beat = o_v_q ? o_beat_q : '0;
  assign fpu_wb_regv = o_v_q && o_regv_q;
  assign fpu_wb_reg = o_v_q ? o_reg_q : 8'd0;
  assign fpu_wb_mask = o_v_q ? o_mask_q : '0;
  assign fpu_wb_data = o_v_q ? o_data_q : '0;
  assign fpu_wb_pwv = 1'b0;
  assign fpu_wb_p = 3'd0;
  assign fpu_wb_pbits = '0;
  assign fpu_wb_last = o_v_q && o_last_q;
  assign fpu_wb_dst = fpu_wb_last ? o_reg_q : 8'd0;  // R7
  assign fpu_wb_ndst = {2'd0, fpu_wb_last && o_regv_q};
  assign fpu_wb_ends = fpu_wb_last ? o_ends_q : 3'd0;

`ifndef SYNTHESIS
  TakenOnlyWhenReady_A: assert property (@(posedge clk) disable iff (!rst_n) take |-> fpu_ready)
    else $error("fp32 beat while the hold register is full");
  AckOnlyWhenValid_A: assert property (@(posedge clk) disable iff (!rst_n) wb_ack[32'(wt_pkg::U_FPU)] |-> fpu_wb_valid)
    else $error("acknowledge without a result");
  ResultStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    fpu_wb_valid && !wb_ack[32'(wt_pkg::U_FPU)] |=> fpu_wb_valid &&
        $stable({fpu_wb_warp, fpu_wb_beat, fpu_wb_reg, fpu_wb_mask}));
`endif

  // uop fields of other blocks, operand words of memory instructions, the upper half of a 64-bit scalar, what a stage
  // that is not there holds
  logic unused_bits;
  assign unused_bits = &{1'b0, disp_ends, s_ends, c_ends, h_ends_q, t_ends_q, r_ends_q, u, w, wb_ack, r_v_d, r_load,
      disp_bc, disp_data, c_data, c_mask};
endmodule
`default_nettype wire
