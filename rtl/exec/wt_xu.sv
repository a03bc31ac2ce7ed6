// wt_xu: special functions and conversions, XU_N lanes a cycle: a beat in, its groups of lanes through stages A and B,
// a beat of results out.
//
// Flow      ready (state only): a beat can be taken. A result beat is held until wb_ack; 64-bit results make two.
// Latency   first result beat is shown LANES / XU_N + 3 cycles after the operand beat was taken.
// Model     cmodel/exec/wt_xu.c      Doc  docs/blocks/exec/wt_xu.md
`default_nettype none
module wt_xu (
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
  `include "ports/wt_xu_result_ports.svh"
  output logic                                xu_ready
);
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned XN = wt_pkg::XU_N;
  localparam int unsigned GR = LN / XN;
  localparam int unsigned GW = wt_pkg::XU_G_W;

  // the operand beat, stages A (operands as numbers) and B (after the look-up), the results: what moves from one to the
  // next is in MOVE rows
  logic             take, load_a, load_b, load_o;
  logic [2*XN-1:0]  p_cls, w_cls;
  logic [XN-1:0]    p_sign, w_sign;
  logic [12*XN-1:0] p_exp, w_exp;
  logic [64*XN-1:0] p_sig, w_sig;
  `include "rows/wt_xu_state.svh"

  wt_pkg::uop_t u;
  logic [127:0] w;
  logic         ack, gone, go, done;
  assign u = disp_uop;
  assign w = {u.hi, u.lo};
  assign take = disp_valid && u.unit == wt_pkg::U_XU;  // R1
  assign ack = wb_ack[32'(wt_pkg::U_XU)];
  assign gone = o_v_q && ack && (o_ndst_q != 2'd2 || o_part_q);
  assign go = !(b_v_q && o_v_q && !gone);  // R3
  assign done = in_at_q == GW'(GR - 1);
  assign xu_ready = !in_v_q || (done && !(b_v_q && o_v_q));  // R1

  // ---- what an instruction asks for; a scalar operand takes the place of the registers ----
  logic [2:0]                  kind;
  logic [wt_pkg::XU_CTL_W-1:0] ctl;
  logic                        signs, scalar, upper;
  logic [63:0]                 bc;
  always_comb begin  // R2
    case (u.op)
      wt_pkg::I_I2F, wt_pkg::I_I2F_64: kind = 3'd1;
      wt_pkg::I_F2I, wt_pkg::I_F2I_64: kind = 3'd2;
      wt_pkg::I_F2F, wt_pkg::I_F2F_64: kind = 3'd3;
      wt_pkg::I_FRND, wt_pkg::I_FRND_64: kind = 3'd4;
      default: kind = 3'd0;
    endcase
    signs = kind != 3'd1 && w[11:9] != 3'd4;
    ctl = '0;
    ctl[2:0] = kind;
    ctl[18] = signs & w[63];
    ctl[19] = signs & w[62];
    if (kind == 3'd0) begin
      ctl[6:3] = w[77:74];
      ctl[7] = w[73];  // R21
      ctl[9] = w[73];
      if (w[11:9] == 3'd1 && w[73]) ctl[17:16] = w[61:60];
    end else begin
      ctl[8:7] = w[85:84];
      ctl[10:9] = w[76:75];
      ctl[12:11] = w[79:78];
      ctl[13] = kind == 3'd2 ? w[72] : w[74];
      ctl[14] = w[80];
      ctl[15] = w[77];
      if (w[11:9] == 3'd1) ctl[17:16] = w[61:60];
    end
    scalar = u.bcpos == wt_pkg::BP_B;
    upper = u.bcsel == wt_pkg::BC_IMM && kind > 3'd1 && ctl[8:7] == 2'd3;  // R2
    bc = upper ? {disp_bc[31:0], 32'd0} : disp_bc;
  end

  // ---- lanes: an empty stage is 0 and not worked out ----
  assign load_a = go && in_v_q;
  assign load_b = go && a_v_q;
  assign load_o = go && b_v_q;
  logic [32*XN-1:0] g_lo, g_hi;  // operands of the group
  logic [XN-1:0]    g_run, r_run;
  logic [64*XN-1:0] f_res;
  always_comb begin
    g_lo = '0;
    g_hi = '0;
    g_run = '0;
    r_run = '0;
    for (int g = 0; g < GR; g++) begin
      if (in_v_q && in_at_q == GW'(g)) begin
        g_lo = in_lo_q[g*XN*32 +: XN*32];
        g_hi = in_hi_q[g*XN*32 +: XN*32];
        g_run = in_mask_q[g*XN +: XN];  // R4
      end
      if (b_v_q && b_at_q == GW'(g)) r_run = b_mask_q[g*XN +: XN];  // R4
    end
  end
  for (genvar l = 0; l < XN; l++) begin : g_lane
    wt_xu_prep u_prep (
      .en(g_run[l]), .ctl(in_ctl_q), .lo(g_lo[l*32 +: 32]), .hi(g_hi[l*32 +: 32]), .cls(p_cls[l*2 +: 2]),
      .sign(p_sign[l]), .exp(p_exp[l*12 +: 12]), .sig(p_sig[l*64 +: 64])
    );
    wt_xu_work u_work (
      .en(a_v_q), .ctl(a_ctl_q), .a_cls(a_cls_q[l*2 +: 2]), .a_sign(a_sign_q[l]), .a_exp(a_exp_q[l*12 +: 12]),
      .a_sig(a_sig_q[l*64 +: 64]), .cls(w_cls[l*2 +: 2]), .sign(w_sign[l]), .exp(w_exp[l*12 +: 12]),
      .sig(w_sig[l*64 +: 64])
    );
    wt_xu_pack u_pack (
      .en(r_run[l]), .ctl(b_ctl_q), .cls(b_cls_q[l*2 +: 2]), .sign(b_sign_q[l]), .exp(b_exp_q[l*12 +: 12]),
      .sig(b_sig_q[l*64 +: 64]), .res(f_res[l*64 +: 64])
    );
  end

  always_comb begin
    in_v_d = in_v_q;
    in_at_d = in_at_q;
    a_v_d = a_v_q;
    b_v_d = b_v_q;
    o_v_d = o_v_q;
    o_part_d = o_part_q;
    if (gone) begin
      o_v_d = 1'b0;
      o_part_d = 1'b0;
    end else if (o_v_q && ack) o_part_d = 1'b1;  // R5
    if (go) begin  // R3
      b_v_d = a_v_q;
      a_v_d = in_v_q;
    end
    if (load_o) o_v_d = b_at_q == GW'(GR - 1);  // R5
    if (load_a) begin
      in_at_d = done ? '0 : in_at_q + 1'b1;
      if (done) in_v_d = 1'b0;
    end
    if (take) begin
      in_v_d = 1'b1;
      in_at_d = '0;
    end
  end

  always_ff @(posedge clk) begin
    if (take) begin
      in_ctl_q <= ctl;
      in_dst_q <= u.dst;
      in_ndst_q <= u.ndst[1:0];
      in_lo_q <= scalar ? {LN{bc[31:0]}} : disp_data[32*LN +: 32*LN];
      in_hi_q <= scalar ? {LN{bc[63:32]}} : disp_data[2*32*LN +: 32*LN];
    end
    if (load_o) begin
      for (int g = 0; g < GR; g++) begin
        if (b_at_q == GW'(g)) begin
          for (int l = 0; l < XN; l++) begin
            o_lo_q[(g*XN + l)*32 +: 32] <= f_res[l*64 +: 32];
            o_hi_q[(g*XN + l)*32 +: 32] <= f_res[l*64 + 32 +: 32];
          end
        end
      end
    end
  end

  always_comb begin
    xu_wb_valid = o_v_q;
    xu_wb_warp = '0;
    xu_wb_beat = '0;
    xu_wb_regv = 1'b0;
    xu_wb_reg = 8'd0;
    xu_wb_mask = '0;
    xu_wb_data = '0;
    xu_wb_pwv = 1'b0;
    xu_wb_p = 3'd0;
    xu_wb_pbits = '0;
    xu_wb_last = 1'b0;
    xu_wb_dst = 8'd0;
    xu_wb_ndst = 3'd0;
    xu_wb_ends = 3'd0;
    if (o_v_q) begin
      xu_wb_warp = o_warp_q;
      xu_wb_beat = o_beat_q;
      xu_wb_regv = o_ndst_q != 2'd0;
      xu_wb_reg = o_dst_q + {7'd0, o_part_q};  // R5
      xu_wb_mask = o_mask_q;
      xu_wb_data = o_part_q ? o_hi_q : o_lo_q;
      xu_wb_last = o_last_q && (o_ndst_q != 2'd2 || o_part_q);  // R5
      if (xu_wb_last) begin
        xu_wb_dst = o_dst_q;
        xu_wb_ndst = {1'b0, o_ndst_q};
        xu_wb_ends = o_ends_q;
      end
    end
  end

`ifndef SYNTHESIS
  TakenOnlyWhenReady_A: assert property (@(posedge clk) disable iff (!rst_n) take |-> xu_ready)
    else $error("beat while the unit is not ready");
  AckOnlyWhenValid_A: assert property (@(posedge clk) disable iff (!rst_n) ack |-> xu_wb_valid)
    else $error("acknowledge without a result");
  ResultStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    xu_wb_valid && !ack |=> xu_wb_valid && $stable({xu_wb_warp, xu_wb_beat, xu_wb_reg, xu_wb_mask, xu_wb_data}));
  NoResultLost_A: assert property (@(posedge clk) disable iff (!rst_n) b_v_q && o_v_q && !ack |=> b_v_q)
    else $error("a group left stage B while the results waited");
`endif

  // uop fields of other blocks, operand words and acknowledges that the unit does not use
  logic unused_bits;
  assign unused_bits = &{1'b0, disp_ends, in_ends_q, a_ends_q, b_ends_q, u, w, disp_data, wb_ack};
endmodule
`default_nettype wire
