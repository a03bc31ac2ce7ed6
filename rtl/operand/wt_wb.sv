// wt_wb: slow write-back channel: a result beat a cycle from the first of the units that offer one (lowest number),
// never in a bank that the ALU writes.
//
// Latency   combinational, no state. A source that is not acknowledged keeps its beat.
// Model     cmodel/operand/wt_wb.c      Doc  docs/blocks/operand/wt_wb.md
`default_nettype none
module wt_wb (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  `include "ports/wt_result_ports.svh"
  input  wire logic [1:0]                      alu_wb_n,
  input  wire logic [wt_pkg::WARP_W-1:0]       alu_wb_warp,
  input  wire logic [7:0]                      alu_wb_reg,
  input  wire logic                            cfg_layout,
  output logic [wt_pkg::SLOW_UNITS-1:0]        wb_ack,
  output logic                                 wb_reg_valid,
  output logic [wt_pkg::WARP_W-1:0]            wb_warp,
  output logic [wt_pkg::BROWS_W-1:0]           wb_beat,
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
  output logic [6:0]                           wb_rel_pw,
  output logic [2:0]                           wb_rel_ends
);
  localparam int unsigned BW = wt_pkg::BANK_W;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned SU = wt_pkg::SLOW_UNITS;

  function automatic logic [BW-1:0] bank_of(input logic swizzle, input logic [WW-1:0] warp, input logic [7:0] r);
    bank_of = BW'(swizzle ? r + 8'(warp) : r);
  endfunction

  `include "ports/wt_result_vectors.svh"

  logic [BW-1:0] bank_lo, bank_hi;
  assign bank_lo = bank_of(cfg_layout, alu_wb_warp, alu_wb_reg);  // R1
  assign bank_hi = bank_lo + BW'(1);  // R1

  logic [SU-1:0] can;
  for (genvar k = 0; k < SU; k++) begin : g_unit
    logic [BW-1:0] bank;
    assign bank = bank_of(cfg_layout, result_wb_warp[k*WW +: WW], result_wb_reg[k*8 +: 8]);
    assign can[k] = result_wb_valid[k] && !(result_wb_regv[k] && ((alu_wb_n != 2'd0 && bank == bank_lo) ||  // R2
                                                                  (alu_wb_n == 2'd2 && bank == bank_hi)));
  end
  wt_first #(.N(SU)) u_first (.x(can), .oh(wb_ack));  // R3

  always_comb begin
    wb_reg_valid = 1'b0;  // R7
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
    wb_rel_ends = 3'd0;
    for (int k = 0; k < SU; k++) begin
      if (wb_ack[k]) begin
        wb_reg_valid = result_wb_regv[k];  // R4
        wb_warp = result_wb_warp[k*WW +: WW];
        wb_beat = result_wb_beat[k*wt_pkg::BROWS_W +: wt_pkg::BROWS_W];
        wb_reg = result_wb_reg[k*8 +: 8];
        wb_mask = result_wb_mask[k*LN +: LN];
        wb_data = result_wb_data[k*32*LN +: 32*LN];
        wb_pw_valid = result_wb_pwv[k];  // R5
        wb_pw_p = result_wb_pwv[k] ? result_wb_p[k*3 +: 3] : 3'd0;
        wb_pw_bits = result_wb_pwv[k] ? result_wb_pbits[k*LN +: LN] : '0;
        if (result_wb_last[k]) begin  // R6
          wb_rel_valid = 1'b1;
          wb_rel_dst = result_wb_dst[k*8 +: 8];
          wb_rel_ndst = result_wb_ndst[k*3 +: 3];
          wb_rel_ends = result_wb_ends[k*3 +: 3];
          wb_rel_pw = result_wb_pwv[k] ? 7'd1 << result_wb_p[k*3 +: 3] : 7'd0;
        end
      end
    end
  end
  assign wb_rel_warp = wb_rel_valid ? wb_warp : '0;

  logic unused_ok;
  assign unused_ok = &{1'b0, clk, rst_n};
`ifndef SYNTHESIS
  OneSource_A: assert property (@(posedge clk) disable iff (!rst_n) $onehot0(wb_ack));
  AckIsOffered_A: assert property (@(posedge clk) disable iff (!rst_n) (wb_ack & ~result_wb_valid) == '0);
  ReleaseIsAcked_A: assert property (@(posedge clk) disable iff (!rst_n) wb_rel_valid |-> wb_ack != '0);
`endif
endmodule
`default_nettype wire
