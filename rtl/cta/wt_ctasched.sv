// wt_ctasched: CTA scheduler. Walks the grid x fastest; an SM that asks gets the next CTA, one SM a cycle, in turns.
//
// Latency   0: an SM that asks in cycle t gets its CTA in t, unless others asked that come first.
// Flow      dispatch_ask is held until given. give: valid only.
// State     rows of cmodel/spec/blocks/ctasched.def.
// Model     cmodel/cta/wt_ctasched.c      Doc  docs/blocks/cta/wt_ctasched.md
`default_nettype none
module wt_ctasched (
  input  wire logic                    clk,
  input  wire logic                    rst_n,
  input  wire logic [30:0]             cfg_grid_x,
  input  wire logic [15:0]             cfg_grid_y,
  input  wire logic [15:0]             cfg_grid_z,
  input  wire logic                    cfg_start,
  // of every SM
  input  wire logic [wt_pkg::SMS-1:0]  dispatch_ask,
  input  wire logic [wt_pkg::SMS-1:0]  dispatch_idle,
  output logic                         ctasched_give_valid,
  output logic [wt_pkg::SM_W-1:0]      ctasched_give_sm,
  output logic [30:0]                  ctasched_give_x,
  output logic [15:0]                  ctasched_give_y,
  output logic [15:0]                  ctasched_give_z,
  output logic                         ctasched_idle
);
  localparam int unsigned SMS = wt_pkg::SMS;
  localparam int unsigned SM_W = wt_pkg::SM_W;

  `include "rows/wt_ctasched_state.svh"

  // The first that asks from the SM on whose turn it is; if there is none, the first of all.
  logic [SMS-1:0]   ahead;
  logic [2*SMS-1:0] oh;
  logic [SM_W-1:0]  chosen;
  always_comb begin
    for (int i = 0; i < SMS; i++) ahead[i] = dispatch_ask[i] && 32'(i) >= 32'(next_q);  // R2
  end
  wt_first #(.N(2*SMS)) u_first (.x({dispatch_ask, ahead}), .oh(oh));
  wt_onehot_index #(.N(SMS), .W(SM_W)) u_chosen (.oh(oh[SMS-1:0] | oh[2*SMS-1:SMS]), .no(chosen));

  assign ctasched_give_valid = run_q && dispatch_ask != '0;  // R2
  assign ctasched_give_sm = ctasched_give_valid ? chosen : '0;  // R6
  assign ctasched_give_x = ctasched_give_valid ? x_q : '0;
  assign ctasched_give_y = ctasched_give_valid ? y_q : '0;
  assign ctasched_give_z = ctasched_give_valid ? z_q : '0;
  assign ctasched_idle = !run_q && &dispatch_idle;  // R5

  logic wrap_x, wrap_y, wrap_z;
  assign wrap_x = x_q + 31'd1 == cfg_grid_x;
  assign wrap_y = wrap_x && y_q + 16'd1 == cfg_grid_y;  // R3
  assign wrap_z = wrap_y && z_q + 16'd1 == cfg_grid_z;
  always_comb begin
    run_d = run_q;
    x_d = x_q;
    y_d = y_q;
    z_d = z_q;
    next_d = next_q;
    if (ctasched_give_valid) begin
      x_d = wrap_x ? '0 : x_q + 31'd1;  // R3
      if (wrap_x) y_d = wrap_y ? '0 : y_q + 16'd1;
      if (wrap_y) z_d = wrap_z ? '0 : z_q + 16'd1;
      if (wrap_z) run_d = 1'b0;
      next_d = 32'(chosen) + 32'd1 == 32'(SMS) ? '0 : chosen + SM_W'(1);  // R4
    end
    if (cfg_start) begin  // R1
      run_d = 1'b1;
      x_d = '0;
      y_d = '0;
      z_d = '0;
      next_d = '0;
    end
  end

`ifndef SYNTHESIS
  StartWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n) cfg_start |-> ctasched_idle);
  GivenToWhoAsks_A: assert property (@(posedge clk) disable iff (!rst_n)
    ctasched_give_valid |-> dispatch_ask[ctasched_give_sm]);
`endif
endmodule
`default_nettype wire
