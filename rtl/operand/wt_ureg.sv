// wt_ureg: 63 uniform registers and 7 uniform predicates per warp slot; register 63 (URZ) and predicate 7 are not
// stored.
//
// Read      same cycle, for the selected head uop: pairs at bits 29:24 (a), 37:32 or 69:64 (b), 69:64 (c); 0 when
// nothing is selected. Write     at the edge: uniform ALU (one or two registers, two predicates) and R2UR.
// Model     cmodel/operand/wt_ureg.c      Doc  docs/blocks/operand/wt_ureg.md
`default_nettype none
module wt_ureg (
  input  wire logic                      clk,
  input  wire logic                      rst_n,
  input  wire logic                      sched_sel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0] sched_sel_warp,
  input  wire logic [wt_pkg::UOP_W-1:0]  ibuffer_uop,
  input  wire logic [1:0]                ualu_w_n,
  input  wire logic [5:0]                ualu_w_idx,
  input  wire logic [31:0]               ualu_w_lo,
  input  wire logic [31:0]               ualu_w_hi,
  input  wire logic                      ualu_p0_valid,
  input  wire logic [2:0]                ualu_p0_idx,
  input  wire logic                      ualu_p0_val,
  input  wire logic                      ualu_p1_valid,
  input  wire logic [2:0]                ualu_p1_idx,
  input  wire logic                      ualu_p1_val,
  input  wire logic                      alu_sc_ur,
  input  wire logic [5:0]                alu_sc_idx,
  input  wire logic [wt_pkg::WARP_W-1:0] alu_sc_warp,
  input  wire logic [31:0]               alu_sc_val,
  output logic [63:0]                    ureg_a,
  output logic [63:0]                    ureg_b,
  output logic [63:0]                    ureg_c,
  output logic [6:0]                     ureg_up
);
  localparam int unsigned UREG_ROW_W  = wt_pkg::UREG_ROW_W;

  `include "rows/wt_ureg_state.svh"

  wt_pkg::uop_t u;
  logic [127:0] w;
  assign u = ibuffer_uop;
  assign w = {u.hi, u.lo};

  logic [5:0] ia, ib, ic;
  assign ia = w[29:24];
  assign ic = w[69:64];
  // R2
  assign ib = u.op == wt_pkg::I_STG_U || u.op == wt_pkg::I_STS_U || u.op == wt_pkg::I_ATOMG_U ||
      u.op == wt_pkg::I_RED ||
              u.op == wt_pkg::I_ST_U || u.op == wt_pkg::I_ATOM_U || u.op == wt_pkg::I_ATOMS_U ||
                  u.op == wt_pkg::I_STL_U ? ic : w[37:32];

  function automatic logic [UREG_ROW_W-1:0] row_of(input logic [wt_pkg::WARP_W-1:0] warp, input logic [5:0] i);
    row_of = UREG_ROW_W'({warp, i});
  endfunction

  always_comb begin
    ureg_a = '0;
    ureg_b = '0;
    ureg_c = '0;
    ureg_up = '0;
    if (sched_sel_valid) begin  // R1
      if (ia != 6'd63) ureg_a[31:0] = regs_q[row_of(sched_sel_warp, ia)];
      if (ia < 6'd62) ureg_a[63:32] = regs_q[row_of(sched_sel_warp, ia + 6'd1)];
      if (ib != 6'd63) ureg_b[31:0] = regs_q[row_of(sched_sel_warp, ib)];
      if (ib < 6'd62) ureg_b[63:32] = regs_q[row_of(sched_sel_warp, ib + 6'd1)];
      if (ic != 6'd63) ureg_c[31:0] = regs_q[row_of(sched_sel_warp, ic)];
      if (ic < 6'd62) ureg_c[63:32] = regs_q[row_of(sched_sel_warp, ic + 6'd1)];
      ureg_up = preds_q[sched_sel_warp];
    end
  end

  // R3, R4
  assign regs_we = {alu_sc_ur && alu_sc_idx != 6'd63, ualu_w_n > 2'd1 && ualu_w_idx < 6'd62,
      ualu_w_n != 2'd0 && ualu_w_idx != 6'd63};
  assign regs_wa = {row_of(alu_sc_warp, alu_sc_idx), row_of(sched_sel_warp, ualu_w_idx + 6'd1),
      row_of(sched_sel_warp, ualu_w_idx)};
  assign preds_we = ualu_p0_valid || ualu_p1_valid;
  assign preds_wa = sched_sel_warp;

  always_comb begin
    preds_n = preds_q[preds_wa];
    if (ualu_p0_valid) preds_n = (preds_n & ~(7'd1 << ualu_p0_idx)) | ({6'd0, ualu_p0_val} << ualu_p0_idx);  // R5
    if (ualu_p1_valid) preds_n = (preds_n & ~(7'd1 << ualu_p1_idx)) | ({6'd0, ualu_p1_val} << ualu_p1_idx);  // R5
  end

  assign regs_n0 = ualu_w_lo;  // R3
  assign regs_n1 = ualu_w_hi;
  assign regs_n2 = alu_sc_val;  // R4

  logic unused_bits;
  assign unused_bits = &{1'b0, rst_n, u, w};
endmodule
`default_nettype wire
