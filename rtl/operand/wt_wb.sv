// wt_wb: slow write-back channel: a result beat a cycle from the shuffle unit (first) or the LSU, never in a bank that
// the ALU writes.
//
// Latency   combinational, no state. A source that is not acknowledged keeps its beat.
// Model     cmodel/operand/wt_wb.c      Doc  docs/blocks/operand/wt_wb.md
`default_nettype none
module wt_wb (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic [1:0]                      alu_wb_n,
  input  wire logic [wt_pkg::WARP_W-1:0]       alu_wb_warp,
  input  wire logic [7:0]                      alu_wb_reg,
  input  wire logic                            cfg_layout,
  input  wire logic                            shfl_wb_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       shfl_wb_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       shfl_wb_beat,
  input  wire logic [7:0]                      shfl_wb_reg,
  input  wire logic                            shfl_wb_regv,
  input  wire logic [wt_pkg::LANES-1:0]        shfl_wb_mask,
  input  wire logic [32*wt_pkg::LANES-1:0]     shfl_wb_data,
  input  wire logic                            shfl_wb_pwv,
  input  wire logic [2:0]                      shfl_wb_p,
  input  wire logic [wt_pkg::LANES-1:0]        shfl_wb_pbits,
  input  wire logic                            shfl_wb_last,
  input  wire logic                            lsu_wb_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       lsu_wb_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       lsu_wb_beat,
  input  wire logic [7:0]                      lsu_wb_reg,
  input  wire logic                            lsu_wb_regv,
  input  wire logic [wt_pkg::LANES-1:0]        lsu_wb_mask,
  input  wire logic [32*wt_pkg::LANES-1:0]     lsu_wb_data,
  input  wire logic                            lsu_wb_last,
  input  wire logic [7:0]                      lsu_wb_dst,
  input  wire logic [2:0]                      lsu_wb_ndst,
  output logic                                 wb_ack_shfl,
  output logic                                 wb_ack_lsu,
  output logic                                 wb_reg_valid,
  output logic [wt_pkg::WARP_W-1:0]            wb_warp,
  output logic [wt_pkg::BEAT_W-1:0]            wb_beat,
  output logic [7:0]                           wb_reg,
  output logic [wt_pkg::LANES-1:0]             wb_mask,
  output logic [32*wt_pkg::LANES-1:0]          wb_data,
  output logic                                 wb_pw_valid,
  output logic [2:0]                           wb_pw_p,
  output logic [wt_pkg::LANES-1:0]             wb_pw_bits,
  output logic                                 wb_rel_valid,
  output logic [wt_pkg::WARP_W-1:0]            wb_rel_warp,
  output logic [7:0]                           wb_rel_dst,
  output logic [2:0]                           wb_rel_ndst,
  output logic [6:0]                           wb_rel_pw
);
  localparam int unsigned BW = wt_pkg::BANK_W;
  localparam int unsigned WW = wt_pkg::WARP_W;

  function automatic logic [BW-1:0] bank_of(input logic swizzle, input logic [WW-1:0] warp, input logic [7:0] r);
    bank_of = BW'(swizzle ? r + 8'(warp) : r);
  endfunction

  logic [BW-1:0] bank_lo, bank_hi, bank_shfl, bank_lsu;
  assign bank_lo = bank_of(cfg_layout, alu_wb_warp, alu_wb_reg);
  assign bank_hi = bank_lo + BW'(1);
  assign bank_shfl = bank_of(cfg_layout, shfl_wb_warp, shfl_wb_reg);
  assign bank_lsu = bank_of(cfg_layout, lsu_wb_warp, lsu_wb_reg);

  logic hit_shfl, hit_lsu;
  assign hit_shfl = shfl_wb_regv && ((alu_wb_n != 2'd0 && bank_shfl == bank_lo)
                                     || (alu_wb_n == 2'd2 && bank_shfl == bank_hi));
  assign hit_lsu = lsu_wb_regv && ((alu_wb_n != 2'd0 && bank_lsu == bank_lo)
                                   || (alu_wb_n == 2'd2 && bank_lsu == bank_hi));
  assign wb_ack_shfl = shfl_wb_valid && !hit_shfl;
  assign wb_ack_lsu = lsu_wb_valid && !hit_lsu && !wb_ack_shfl;

  always_comb begin
    wb_reg_valid = 1'b0;
    wb_warp = '0;
    wb_beat = '0;
    wb_reg = 8'd0;
    wb_mask = '0;
    wb_data = '0;
    wb_pw_valid = 1'b0;
    wb_pw_p = 3'd0;
    wb_pw_bits = '0;
    wb_rel_valid = 1'b0;
    wb_rel_dst = 8'd0;
    wb_rel_ndst = 3'd0;
    wb_rel_pw = 7'd0;
    if (wb_ack_shfl) begin
      wb_reg_valid = shfl_wb_regv;
      wb_warp = shfl_wb_warp;
      wb_beat = shfl_wb_beat;
      wb_reg = shfl_wb_reg;
      wb_mask = shfl_wb_mask;
      wb_data = shfl_wb_data;
      wb_pw_valid = shfl_wb_pwv;
      wb_pw_p = shfl_wb_pwv ? shfl_wb_p : 3'd0;
      wb_pw_bits = shfl_wb_pwv ? shfl_wb_pbits : '0;
      if (shfl_wb_last) begin
        wb_rel_valid = 1'b1;
        wb_rel_dst = shfl_wb_reg;
        wb_rel_ndst = {2'd0, shfl_wb_regv};
        wb_rel_pw = shfl_wb_pwv ? 7'd1 << shfl_wb_p : 7'd0;
      end
    end else if (wb_ack_lsu) begin
      wb_reg_valid = lsu_wb_regv;
      wb_warp = lsu_wb_warp;
      wb_beat = lsu_wb_beat;
      wb_reg = lsu_wb_reg;
      wb_mask = lsu_wb_mask;
      wb_data = lsu_wb_data;
      if (lsu_wb_last) begin
        wb_rel_valid = 1'b1;
        wb_rel_dst = lsu_wb_dst;
        wb_rel_ndst = lsu_wb_ndst;
      end
    end
  end
  assign wb_rel_warp = wb_rel_valid ? wb_warp : '0;

  logic unused_ok;
  assign unused_ok = &{1'b0, clk, rst_n};
`ifndef SYNTHESIS
  OneSource_A: assert property (@(posedge clk) disable iff (!rst_n) !(wb_ack_shfl && wb_ack_lsu));
  AckIsOffered_A: assert property (@(posedge clk) disable iff (!rst_n) !(wb_ack_shfl && !shfl_wb_valid) && !(wb_ack_lsu && !lsu_wb_valid));
  ReleaseIsAcked_A: assert property (@(posedge clk) disable iff (!rst_n) wb_rel_valid |-> wb_ack_shfl || wb_ack_lsu);
`endif
endmodule
`default_nettype wire
