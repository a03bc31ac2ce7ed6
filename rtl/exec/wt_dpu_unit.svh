// wt_dpu_unit.svh: the fp64 unit between its ports, included by the module of a sub-core's own (wt_dpu) and by that of the
// one that the sub-cores of an SM share (wt_fp64). State: rows of cmodel/spec/blocks/dpu.def.
//
// The module drives   in_...: what is sent in this cycle, to whatever unit; ack: what is offered is taken.
// It finds            h_v_q: no beat can be taken; take: one is; out_...: what is offered (ports/result.def).
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned PASS_LANES = wt_pkg::DPL;
  localparam int unsigned PASSES = wt_pkg::DP_PASSES;
  localparam int unsigned PASS_W = wt_pkg::DPP_W;
  localparam int unsigned WW = wt_pkg::DP_WARP_W;
  localparam int unsigned BROWS_W = wt_pkg::BROWS_W;

  localparam int unsigned LATE = wt_pkg::DP_LATE;
  localparam int unsigned NX = LATE == 0 ? 1 : LATE;  // no vector is empty

  logic                            in_valid, in_last, ack;
  logic [wt_pkg::UOP_W-1:0]        in_uop;
  logic [WW-1:0]                   in_warp;
  logic [BROWS_W-1:0]               in_beat;
  logic [LN-1:0]                   in_mask, in_pp;
  logic [2:0]                      in_ends;
  logic [63:0]                     in_bc;
  logic [32*6*LN-1:0]              in_data;
  logic                            out_valid;
  logic [WW-1:0]                   out_warp;
  logic [BROWS_W-1:0]       out_beat;
  logic                            out_regv;
  logic [7:0]                      out_reg;
  logic [LN-1:0]        out_mask;
  logic [32*LN-1:0]     out_data;
  logic                            out_pwv;
  logic [2:0]                      out_p;
  logic [LN-1:0]        out_pbits;
  logic                            out_last;
  logic [7:0]                      out_dst;
  logic [2:0]                      out_ndst;
  logic [2:0]                      out_ends;

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
  logic [1:0]            s_rnd;
  logic [6:0]            s_set, c_set;
  logic [PASS_LANES-1:0] s_mask;
  `include "rows/wt_dpu_state.svh"
  logic [LN-1:0]    o_mask_d, o_pu_d, o_pv_d;
  logic [32*LN-1:0] o_lo_d, o_hi_d;

  assign move = !o_v_q || (ack && o_half_q);  // R2

  // ---- operands of the beat that comes ----
  wt_pkg::uop_t u;
  logic [127:0] w;
  logic         is_add, is_fma, is_set, form1, swapped, plain, neg_low, abs_low, abs_high;
  logic [63:0]  scalar;
  logic [6:0]   set;
  assign u = in_uop;
  assign w = {u.hi, u.lo};
  assign take = in_valid && u.unit == wt_pkg::U_DPU;  // R1
  assign is_add = u.op == wt_pkg::I_DADD;
  assign is_fma = u.op == wt_pkg::I_DFMA;
  assign is_set = u.op == wt_pkg::I_DSETP;
  assign form1 = w[11:9] == 3'd1;
  assign swapped = w[11:9] == 3'd2 || w[11:9] == 3'd3 || w[11:9] == 3'd7;
  assign plain = w[11:9] == 3'd2 || w[11:9] == 3'd4;
  assign neg_low = w[63] && !plain;
  assign abs_low = w[62] && !plain;
  assign abs_high = w[74];
  assign set = {is_set, w[86:81]};

  // R3: after |x| and -x
  function automatic logic [63:0] value(input logic [63:0] v, input logic absolute, input logic negate);
    value = {(v[63] & ~absolute) ^ negate, v[62:0]};
  endfunction
  // R3: an immediate is the upper half of a number
  assign scalar = value(plain ? {in_bc[31:0], 32'd0} : in_bc, abs_low, neg_low);

  // Whatever a cycle does not use is 0 and not worked out: operands without a beat, lanes of a stage that are not
  // loaded.
  logic [64*LN-1:0] in_a, in_b, in_c;
  logic [63:0]      first, second, third;
  always_comb begin
    first = '0;
    second = '0;
    third = '0;
    in_a = '0;
    in_b = '0;
    in_c = '0;
    if (take) begin
      for (int l = 0; l < LN; l++) begin
        first = {in_data[(4*LN+l)*32 +: 32], in_data[l*32 +: 32]};
        second = {in_data[(5*LN+l)*32 +: 32], in_data[(LN+l)*32 +: 32]};
        third = {in_data[(3*LN+l)*32 +: 32], in_data[(2*LN+l)*32 +: 32]};
        in_a[l*64 +: 64] = value(first, w[73], w[72]);
        in_b[l*64 +: 64] = is_add ? 64'h3ff0000000000000 :  // R3
                           form1 ? value(second, abs_low, neg_low) :
                           is_fma && swapped ? value(second, abs_high, w[75]) : scalar;
        in_c[l*64 +: 64] = is_add ? (form1 ? value(second, abs_high, w[75]) : scalar) :
                           is_fma ? (swapped ? scalar : value(third, abs_high, w[75])) :
                           {in_a[l*64+63] ^ in_b[l*64+63], 63'd0};
      end
    end
  end

  // R5
  // comparison: {Pv, Pu}. Codes 0 and 15 choose the smaller or greater operand: Pu takes the first, Pv = both are NaN.
  function automatic logic [1:0] compare(input logic [63:0] x, input logic [63:0] y, input logic [5:0] mode,
      input logic p);
    logic nan_x, nan_y, below, above, same, t, v;
    nan_x = x[62:52] == 11'h7ff && x[51:0] != 52'd0;
    nan_y = y[62:52] == 11'h7ff && y[51:0] != 52'd0;
    below = x[63] != y[63] ? x[63] : x[63] ? x[62:0] > y[62:0] : x[62:0] < y[62:0];
    above = !below && x != y;
    same = x == y || {x[62:0], y[62:0]} == 126'd0;
    if (nan_x || nan_y) t = mode[5];
    else if (same) t = mode[3];
    else t = below ? mode[2] : mode[4];
    v = !t;
    if (mode[5:2] == 4'd0 || mode[5:2] == 4'd15) begin  // R5
      t = !nan_x && (nan_y || (mode[5] ? above : below));
      v = nan_x && nan_y;
    end
    case (mode[1:0])
      2'd0: compare = {v & p, t & p};
      2'd1: compare = {v | p, t | p};
      default: compare = {v ^ p, t ^ p};
    endcase
  endfunction

  // ---- the pass that starts: of the hold register, else of the beat that comes ----
  logic                     s_v;
  logic [5:0]               s_mode;
  logic [PASS_LANES-1:0]    s_pp;
  logic [64*PASS_LANES-1:0] p_a, p_b, p_c;
  always_comb begin
    s_v = h_v_q || take;
    s_pass = h_v_q ? h_pass_q : '0;
    s_mode = h_v_q ? h_mode_q : w[79:74];
    s_rnd = s_mode[5:4];
    s_set = h_v_q ? h_set_q : set;
    s_warp = h_v_q ? h_warp_q : in_warp;
    s_beat = h_v_q ? h_beat_q : in_beat;
    s_reg = h_v_q ? h_reg_q : u.dst;
    s_regv = h_v_q ? h_regv_q : u.ndst != 3'd0;
    s_last = h_v_q ? h_last_q : in_last;
    s_ends = h_v_q ? h_ends_q : in_ends;
    s_mask = '0;
    s_pp = '0;
    p_a = '0;
    p_b = '0;
    p_c = '0;
    if (h_v_q) begin
      for (int k = 0; k < PASSES; k++) begin
        if (h_pass_q == PASS_W'(k)) begin
          s_mask = h_mask_q[k*PASS_LANES +: PASS_LANES];
          s_pp = h_pp_q[k*PASS_LANES +: PASS_LANES];
          p_a = h_a_q[k*PASS_LANES*64 +: PASS_LANES*64];
          p_b = h_b_q[k*PASS_LANES*64 +: PASS_LANES*64];
          p_c = h_c_q[k*PASS_LANES*64 +: PASS_LANES*64];
        end
      end
    end else if (take) begin
      s_mask = in_mask[PASS_LANES-1:0];
      s_pp = in_pp[PASS_LANES-1:0];
      p_a = in_a[PASS_LANES*64-1:0];
      p_b = in_b[PASS_LANES*64-1:0];
      p_c = in_c[PASS_LANES*64-1:0];
    end
    h_v_d = h_v_q || take;
    h_pass_d = h_v_q ? h_pass_q : '0;
    if (move && s_v) begin
      h_v_d = s_pass != PASS_W'(PASSES - 1);
      h_pass_d = h_v_d ? s_pass + PASS_W'(1) : '0;
    end
  end

  // ---- lanes of each stage ----
  // The acknowledge only decides what is loaded: it does not stand in front of the arithmetic.
  logic [PASS_LANES-1:0]    go_mul, go_add, go_norm, go_round;
  logic [64*PASS_LANES-1:0] round_d;
  logic [2*PASS_LANES-1:0]  round_p;
  assign go_mul = s_mask;
  assign go_add = t_mask_q[PASS_LANES-1:0] & {PASS_LANES{t_v_q[0]}};
  assign go_norm = t_mask_q[2*PASS_LANES-1:PASS_LANES] & {PASS_LANES{t_v_q[1]}};
  assign go_round = t_mask_q[3*PASS_LANES-1:2*PASS_LANES] & {PASS_LANES{t_v_q[2]}};
  for (genvar l = 0; l < PASS_LANES; l++) begin : g_lane
    logic [105:0] prod;
    logic [52:0]  addend, sig;
    logic [7:0]   right;
    logic [11:0]  ex, e;
    logic [3:0]   mul_f;
    logic [1:0]   truth, low;
    logic [164:0] mag;
    logic         neg;
    wt_fpu_mul #(.E(11), .F(52), .DW(8)) u_mul (  // R4
      .en(go_mul[l]), .a(p_a[l*64 +: 64]), .b(p_b[l*64 +: 64]), .c(p_c[l*64 +: 64]), .scale(3'd0),
      .prod(prod), .addend(addend), .right(right), .ex(ex), .neg(mul_f[0]), .sub(mul_f[1]), .kind(mul_f[3:2])
    );
    always_comb begin
      truth = 2'd0;
      if (go_mul[l]) truth = compare(p_a[l*64 +: 64], p_b[l*64 +: 64], s_mode, s_pp[l]);
    end
    wt_fpu_add #(.F(52), .DW(8)) u_add (
      .en(go_add[l]), .prod({mul_high_q[l*42 +: 42], mul_prod_q[l*64 +: 64]}), .addend(mul_c_q[l*53 +: 53]),
      .right(mul_d_q[l*8 +: 8]), .neg_i(mul_f_q[l*6]), .sub(mul_f_q[l*6 + 1]), .kind(mul_f_q[l*6 + 2 +: 2]),
      .down(t_rnd_q[1:0] == 2'd1), .mag(mag), .neg_o(neg)
    );
    wt_fpu_norm #(.E(11), .F(52), .DW(8)) u_norm (
      .en(go_norm[l]), .mag({add_hi_q[l*37 +: 37], add_mid_q[l*64 +: 64], add_lo_q[l*64 +: 64]}),
      .ex(add_ex_q[l*12 +: 12]), .sig(sig), .low(low), .e(e)
    );
    wt_fpu_round #(.E(11), .F(52), .NaN(64'h7ff8000000000000)) u_round (  // R4
      .en(go_round[l]), .sig(norm_sig_q[l*55 + 2 +: 53]), .low(norm_sig_q[l*55 +: 2]), .e(norm_e_q[l*12 +: 12]),
          .neg(norm_f_q[l*5]),
      .kind(norm_f_q[l*5 + 1 +: 2]), .rnd(t_rnd_q[5:4]), .ftz(1'b0), .sat(1'b0),
      .res(round_d[l*64 +: 64])
    );
    assign round_p[l*2 +: 2] = norm_f_q[l*5 + 3 +: 2];
    always_ff @(posedge clk) begin
      if (move && go_mul[l]) begin
        mul_high_q[l*42 +: 42] <= prod[105:64];
        mul_prod_q[l*64 +: 64] <= prod[63:0];
        mul_c_q[l*53 +: 53] <= addend;
        mul_d_q[l*8 +: 8] <= right;
        mul_ex_q[l*12 +: 12] <= ex;
        mul_f_q[l*6 +: 6] <= {truth, mul_f};
      end
      if (move && go_add[l]) begin
        add_hi_q[l*37 +: 37] <= mag[164:128];
        add_mid_q[l*64 +: 64] <= mag[127:64];
        add_lo_q[l*64 +: 64] <= mag[63:0];
        add_ex_q[l*12 +: 12] <= mul_ex_q[l*12 +: 12];
        add_f_q[l*5 +: 5] <= {mul_f_q[l*6 + 2 +: 4], neg};
      end
      if (move && go_norm[l]) begin
        norm_sig_q[l*55 +: 55] <= {sig, low};
        norm_e_q[l*12 +: 12] <= e;
        norm_f_q[l*5 +: 5] <= add_f_q[l*5 +: 5];
      end
    end
  end

  // ---- late stages: element k of c_* is what stage k takes, element LATE what the result registers take ----
  logic [NX*PASS_LANES*2-1:0]      r_p_q;
  logic [NX*PASS_LANES*64-1:0]     r_data_q;
  logic [NX:0]                     c_v;
  logic [(NX+1)*PASS_LANES-1:0]    c_mask;
  logic [(NX+1)*PASS_LANES*2-1:0]  c_p;
  logic [(NX+1)*PASS_LANES*64-1:0] c_data;
  assign c_v = {r_v_q, t_v_q[2]};
  assign c_mask = {r_mask_q, t_mask_q[3*PASS_LANES-1:2*PASS_LANES]};
  assign c_p = {r_p_q, round_p};
  assign c_data = {r_data_q, round_d};
  assign c_pass = LATE == 0 ? t_pass_q[2*PASS_W +: PASS_W] : r_pass_q[(NX-1)*PASS_W +: PASS_W];
  assign c_warp = LATE == 0 ? t_warp_q[2*WW +: WW] : r_warp_q[(NX-1)*WW +: WW];
  assign c_beat = LATE == 0 ? t_beat_q[2*BROWS_W +: BROWS_W] : r_beat_q[(NX-1)*BROWS_W +: BROWS_W];
  assign c_reg = LATE == 0 ? t_reg_q[2*8 +: 8] : r_reg_q[(NX-1)*8 +: 8];
  assign c_regv = LATE == 0 ? t_regv_q[2] : r_regv_q[NX-1];
  assign c_last = LATE == 0 ? t_last_q[2] : r_last_q[NX-1];
  assign c_ends = LATE == 0 ? t_ends_q[2*3 +: 3] : r_ends_q[(NX-1)*3 +: 3];
  assign c_set = LATE == 0 ? t_set_q[2*7 +: 7] : r_set_q[(NX-1)*7 +: 7];
  assign t_v_d = move ? {t_v_q[1:0], s_v} : t_v_q;
  assign r_v_d = move ? c_v[NX-1:0] : r_v_q;
  assign t_load = move ? {t_v_q[1:0], s_v} : '0;
  assign r_load = move ? c_v[NX-1:0] : '0;  // R9
  if (LATE != 0) begin : g_late
    always_ff @(posedge clk) begin
      for (int k = 0; k < NX; k++)
        for (int l = 0; l < PASS_LANES; l++)
          if (r_load[k] && c_mask[k*PASS_LANES + l]) begin  // R9
            r_p_q[(k*PASS_LANES + l)*2 +: 2] <= c_p[(k*PASS_LANES + l)*2 +: 2];
            r_data_q[(k*PASS_LANES + l)*64 +: 64] <= c_data[(k*PASS_LANES + l)*64 +: 64];
          end
    end
  end else begin : g_at_once
    assign r_p_q = '0;
    assign r_data_q = '0;
  end

  // ---- result registers: the first pass clears the other lanes ----
  logic o_first;
  assign o_load = move && c_v[LATE];
  assign o_first = c_pass == '0;
  always_comb begin
    o_mask_d = '0;  // R8
    o_pu_d = '0;
    o_pv_d = '0;
    o_lo_d = '0;
    o_hi_d = '0;
    if (o_load) begin
      if (!o_first) begin
        o_mask_d = o_mask_q;
        o_pu_d = o_pu_q;
        o_pv_d = o_pv_q;
        o_lo_d = o_lo_q;
        o_hi_d = o_hi_q;
      end
      for (int k = 0; k < PASSES; k++) begin
        if (c_pass == PASS_W'(k)) begin
          o_mask_d[k*PASS_LANES +: PASS_LANES] = c_mask[LATE*PASS_LANES +: PASS_LANES];
          for (int l = 0; l < PASS_LANES; l++) begin
            if (c_mask[LATE*PASS_LANES + l]) begin
              o_lo_d[(k*PASS_LANES + l)*32 +: 32] = c_data[(LATE*PASS_LANES + l)*64 +: 32];
              o_hi_d[(k*PASS_LANES + l)*32 +: 32] = c_data[(LATE*PASS_LANES + l)*64 + 32 +: 32];
              o_pu_d[k*PASS_LANES + l] = c_p[(LATE*PASS_LANES + l)*2];
              o_pv_d[k*PASS_LANES + l] = c_p[(LATE*PASS_LANES + l)*2 + 1];
            end
          end
        end
      end
    end
  end

  assign o_v_d = move ? c_v[LATE] && c_pass == PASS_W'(PASSES - 1) : o_v_q;
  assign o_half_d = !move && (ack || o_half_q);  // R2
  always_ff @(posedge clk) begin
    if (take) begin
      h_reg_q <= u.dst;
      h_regv_q <= u.ndst != 3'd0;
      h_mode_q <= w[79:74];
      h_set_q <= set;
      for (int l = 0; l < LN; l++) begin
        if (in_mask[l]) begin
          h_a_q[l*64 +: 64] <= in_a[l*64 +: 64];
          h_b_q[l*64 +: 64] <= in_b[l*64 +: 64];
          h_c_q[l*64 +: 64] <= in_c[l*64 +: 64];
        end
      end
    end
    if (o_load) begin
      o_mask_q <= o_mask_d;
      o_pu_q <= o_pu_d;
      o_pv_q <= o_pv_d;
      o_lo_q <= o_lo_d;
      o_hi_q <= o_hi_d;
    end
  end

  logic       o_set, o_two;  // a comparison is offered, two words are
  logic [2:0] p;
  assign o_set = o_v_q && o_set_q[6];
  assign o_two = o_v_q && !o_set_q[6];
  assign p = o_half_q ? o_set_q[5:3] : o_set_q[2:0];
  assign out_valid = o_v_q;
  assign out_warp = o_v_q ? o_warp_q : '0;  // R8
  assign out_beat = o_v_q ? o_beat_q : '0;
  assign out_mask = o_v_q ? o_mask_q : '0;
  assign out_regv = o_two && o_regv_q;
  assign out_reg = o_two ? o_reg_q + {7'd0, o_half_q} : 8'd0;  // R6
  assign out_data = !o_two ? '0 : o_half_q ? o_hi_q : o_lo_q;  // R6
  assign out_pwv = o_set && p != 3'd7;  // R7
  assign out_p = out_pwv ? p : 3'd0;
  assign out_pbits = !out_pwv ? '0 : o_half_q ? o_pv_q : o_pu_q;
  assign out_last = o_v_q && o_last_q && (o_set || o_half_q);  // R6, R7
  assign out_dst = out_last && o_two && o_regv_q ? o_reg_q : 8'd0;  // R6
  assign out_ndst = out_last && o_two && o_regv_q ? 3'd2 : 3'd0;
  // R7: Pv is to come
  assign out_ends = !out_last || wt_pkg::CODES == 0 ? 3'd0 : o_half_q ? o_ends_q : wt_pkg::END_NOTHING;

  // uop fields of other blocks, acknowledges of other units, what a stage that is not there holds
  logic unused_bits;
  assign unused_bits = &{1'b0, in_ends, s_ends, c_ends, h_ends_q, t_ends_q, r_ends_q, u, w, r_v_d, r_load,
      c_p, c_data, c_mask};
