// wt_shfl: warp shuffle: collects all beats of one SHFL, then sends one result beat a cycle to the slow write-back
// channel.
//
// Flow      ready (state only): a beat can be taken. A result beat is held until its bit of wb_ack.
// Latency   first result beat is shown in the cycle after the last source beat.
// Model     cmodel/exec/wt_shfl.c      Doc  docs/blocks/exec/wt_shfl.md
`default_nettype none
module wt_shfl (
  input  wire logic                           clk,
  input  wire logic                           rst_n,
  input  wire logic                           disp_valid,
  input  wire logic [wt_pkg::UOP_W-1:0]       disp_uop,
  input  wire logic [wt_pkg::WARP_W-1:0]      disp_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]     disp_beat,
  input  wire logic [wt_pkg::LANES-1:0]       disp_mask,
  input  wire logic                           disp_last,
  input  wire logic [2:0]                      disp_ends,
  input  wire logic [32*6*wt_pkg::LANES-1:0]  disp_data,
  input  wire logic [wt_pkg::SLOW_UNITS-1:0]  wb_ack,
  `include "ports/wt_shfl_result_ports.svh"
  output logic                                shfl_ready
);
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned BT = wt_pkg::BEATS;
  localparam int unsigned LANE_W = wt_pkg::LANE_W;

  typedef enum logic [1:0] {
    StCollect = wt_pkg::SH_COLLECT, StSend = wt_pkg::SH_SEND, StMatch = wt_pkg::SH_MATCH
  } state_e;
  `include "rows/wt_shfl_state.svh"

  wt_pkg::uop_t u;
  logic [127:0] w;
  assign u = disp_uop;
  assign w = {u.hi, u.lo};
  logic ack, take, b_reg, c_reg;
  assign ack = wb_ack[32'(wt_pkg::U_SHFL)];
  assign take = disp_valid && u.unit == wt_pkg::U_SHFL;  // R1
  assign b_reg = u.op == wt_pkg::I_SHFL_RR || u.op == wt_pkg::I_SHFL_RI;
  assign c_reg = u.op == wt_pkg::I_SHFL_RR || u.op == wt_pkg::I_SHFL_IR;

  // R7: {in range, source lane}; lanes are numbered inside their group of 32, the sum needs 7 bits and a sign
  function automatic logic [5:0] source(input logic [1:0] mode, input logic [4:0] me, input logic [4:0] by,
                                        input logic [4:0] clamp, input logic [4:0] seg);
    logic [4:0] bound;
    logic [6:0] from;
    bound = (me & seg) | (clamp & ~seg);
    case (mode)
      2'd0: from = {2'd0, (me & seg) | (by & ~seg)};
      2'd1: from = {2'd0, me} - {2'd0, by};
      2'd2: from = {2'd0, me} + {2'd0, by};
      default: from = {2'd0, me ^ by};
    endcase
    source = {mode == 2'd1 ? !from[6] && from[5:0] >= {1'b0, bound} : from[5:0] <= {1'b0, bound}, from[4:0]};
  endfunction

  // R11: MATCH: lanes left with the value of the lowest of them
  logic [WS-1:0] lead, equal, settled;
  logic [63:0]   value;
  wt_first #(.N(WS)) u_lead (.x(left_q), .oh(lead));
  always_comb begin
    value = '0;
    equal = '0;
    if (state_q == StMatch) begin
      for (int l = 0; l < WS; l++) value = value | ({64{lead[l]}} & {high_q[l*32 +: 32], src_q[l*32 +: 32]});
      for (int l = 0; l < WS; l++)
        equal[l] = left_q[l] && src_q[l*32 +: 32] == value[31:0] && (!match_q[2] || high_q[l*32 +: 32] == value[63:32]);
    end
    settled = match_q[1] ? equal : mask_q;
  end
  localparam int unsigned VW = WS < 32 ? WS : 32;  // lanes that a result names

  // result beat
  logic [4:0]        me;
  logic [5:0]        sel;
  logic [LANE_W-1:0] at;
  logic              ok;
  always_comb begin
    shfl_wb_valid = 1'b0;
    shfl_wb_warp = '0;
    shfl_wb_beat = '0;
    shfl_wb_reg = '0;
    shfl_wb_regv = 1'b0;
    shfl_wb_mask = '0;
    shfl_wb_data = '0;
    shfl_wb_pwv = 1'b0;
    shfl_wb_p = '0;
    shfl_wb_pbits = '0;
    shfl_wb_last = 1'b0;
    shfl_wb_dst = 8'd0;
    shfl_wb_ndst = 3'd0;
    shfl_wb_ends = 3'd0;
    me = '0;
    sel = '0;
    at = '0;
    ok = 1'b0;
    if (state_q == StSend) begin  // R10
      shfl_wb_valid = 1'b1;  // R6
      shfl_wb_warp = warp_q;
      shfl_wb_beat = {wt_pkg::BROWS{beat_q}};
      shfl_wb_reg = dst_q;
      shfl_wb_regv = regv_q;
      shfl_wb_pwv = pu_q != 3'd7;  // R6
      if (pu_q != 3'd7) shfl_wb_p = pu_q;
      shfl_wb_last = beat_q == wt_pkg::BEAT_W'(BT - 1);  // R6
      if (shfl_wb_last) begin
        shfl_wb_dst = dst_q;
        shfl_wb_ndst = {2'd0, regv_q};
        shfl_wb_ends = ends_q;
      end
      for (int k = 0; k < BT; k++) begin
        if (beat_q == wt_pkg::BEAT_W'(k)) begin
          shfl_wb_mask = mask_q[k*LN +: LN];
          for (int l = 0; l < LN; l++) begin
            if (mask_q[k*LN + l]) begin
              me = 5'(k*LN + l);
              sel = source(mode_q, me, lane_op_q[(k*LN + l)*5 +: 5], seg_clamp_q[(k*LN + l)*10 +: 5],
                  seg_clamp_q[(k*LN + l)*10 + 5 +: 5]);
              ok = sel[5] && 32'(sel[4:0]) + (32'(k*LN + l) & ~32'd31) < 32'(WS);  // R7
              at = ok ? LANE_W'((32'(k*LN + l) & ~32'd31) + 32'(sel[4:0])) : LANE_W'(k*LN + l);  // R8
              // R8: a lane that does not execute gives 0
              if (mask_q[at])
                shfl_wb_data[l*32 +: 32] = src_q[32*32'(at) +: 32];
              shfl_wb_pbits[l] = ok && pu_q != 3'd7;  // R8
              if (match_q[0]) begin  // R11
                shfl_wb_data[l*32 +: 32] = src_q[(k*LN + l)*32 +: 32];
                shfl_wb_pbits[l] = same_q && pu_q != 3'd7;
              end
            end
          end
        end
      end
    end
  end
  assign shfl_ready = state_q == StCollect;  // R1

  always_comb begin
    state_d = state_q;
    beat_d = beat_q;
    warp_d = warp_q;
    dst_d = dst_q;
    regv_d = regv_q;
    ends_d = ends_q;
    pu_d = pu_q;
    mode_d = mode_q;
    mask_d = mask_q;
    src_d = src_q;
    high_d = high_q;
    match_d = match_q;
    left_d = left_q;
    same_d = same_q;
    lane_op_d = lane_op_q;
    seg_clamp_d = seg_clamp_q;
    if (state_q == StCollect && take) begin  // R1, R3
      warp_d = disp_warp;
      dst_d = u.dst;
      regv_d = u.ndst != 3'd0;
      ends_d = disp_ends;
      pu_d = w[83:81];
      mode_d = w[59:58];
      match_d = u.op == wt_pkg::I_MATCH ? {w[73], w[79], 1'b1} : 3'd0;  // R11
      for (int k = 0; k < BT; k++) begin
        if (disp_beat[wt_pkg::BEAT_W-1:0] == wt_pkg::BEAT_W'(k)) begin  // its beats are not packed
          mask_d[k*LN +: LN] = disp_mask;
          src_d[k*LN*32 +: LN*32] = disp_data[LN*32-1:0];
          high_d[k*LN*32 +: LN*32] = disp_data[LN*32 +: LN*32];
          for (int l = 0; l < LN; l++) begin
            lane_op_d[(k*LN + l)*5 +: 5] = b_reg ? disp_data[(LN + l)*32 +: 5] : w[57:53];  // R4
            seg_clamp_d[(k*LN + l)*10 +: 5] = c_reg ? disp_data[(2*LN + l)*32 +: 5] : w[44:40];  // R4
            seg_clamp_d[(k*LN + l)*10 + 5 +: 5] = c_reg ? disp_data[(2*LN + l)*32 + 8 +: 5] : w[52:48];
          end
        end
      end
      if (disp_last) begin  // R2, R5
        state_d = match_d[0] && mask_d != '0 ? StMatch : StSend;
        left_d = mask_d & {WS{match_d[0]}};  // R11
        same_d = 1'b0;
        beat_d = '0;
      end
    end
    if (state_q == StMatch) begin  // R11
      same_d = equal == mask_q;
      left_d = left_q & ~settled;
      if (left_d == '0) state_d = StSend;
      for (int l = 0; l < WS; l++)
        if (settled[l]) begin
          src_d[l*32 +: 32] = 32'd0;
          if (match_q[1] || same_d) src_d[l*32 +: VW] = equal[VW-1:0];
        end
    end
    if (state_q == StSend && ack) begin  // R9
      if (beat_q == wt_pkg::BEAT_W'(BT - 1)) begin
        state_d = StCollect;
        beat_d = '0;
        mask_d = '0;
      end else beat_d = beat_q + 1'b1;
    end
  end

`ifndef SYNTHESIS
  TakenOnlyWhenReady_A: assert property (@(posedge clk) disable iff (!rst_n) take |-> shfl_ready)
    else $error("SHFL beat while sending");
  AckOnlyWhenValid_A: assert property (@(posedge clk) disable iff (!rst_n) ack |-> shfl_wb_valid)
    else $error("acknowledge without a result");
  ResultStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    shfl_wb_valid && !ack |=> shfl_wb_valid && $stable({shfl_wb_warp, shfl_wb_beat, shfl_wb_reg, shfl_wb_mask}));
`endif

  // uop fields of other blocks, operand words and bits that a shuffle does not use
  logic unused_bits;
  assign unused_bits = &{1'b0, ends_d, u, w, disp_data};
endmodule
`default_nettype wire
