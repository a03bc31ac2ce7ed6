// wt_fetch: per-warp fetch pc; asks for one instruction a cycle, round robin over the enabled warps that have
// I-buffer credit.
//
// Latency   the request leaves one cycle after the pick (registered).
// Flow      cfu_redir sets pc and enable of a warp, starts a new epoch and takes back all its credits; it wins over
//           pick and pop of that warp.
// State     enable, epoch, credits in use and pc per warp; last picked warp; the request.
// Model     cmodel/front/wt_fetch.c      Doc  docs/blocks/front/wt_fetch.md
`default_nettype none
module wt_fetch (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  // from the control-flow unit
  input  wire logic                                    cfu_redir_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               cfu_redir_warp,
  input  wire logic [31:0]                             cfu_redir_pc,
  input  wire logic                                    cfu_redir_stop,
  // from the scheduler: an I-buffer entry leaves
  input  wire logic                                    sched_sel_pop,
  input  wire logic                                    pack_pop,
  input  wire logic [wt_pkg::WARP_W-1:0]               sched_sel_warp,
  // to the instruction memory
  output logic                                         fetch_req_valid,
  output logic [wt_pkg::WARP_W-1:0]                    fetch_req_warp,
  output logic [31:0]                                  fetch_req_pc,
  output logic [1:0]                                   fetch_req_epoch,
  output logic [2*wt_pkg::SLOTS-1:0]                   fetch_epoch
);
  logic packed_pop;
  assign packed_pop = wt_pkg::PACK == 1 && pack_pop;
  localparam int unsigned SLOTS = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned ICNT_W = wt_pkg::ICNT_W;

  `include "rows/wt_fetch_state.svh"  // R1: reset

  logic [SLOTS-1:0] ready;
  logic             picked;
  logic [WW-1:0]    who;
  logic [31:0]      pc;
  always_comb begin
    ready = enabled_q;  // R2
    for (int unsigned i = 0; i < SLOTS; i++)
      if (buffered_q[i*ICNT_W +: ICNT_W] == ICNT_W'(wt_pkg::IBUF_DEPTH)) ready[i] = 1'b0;  // R2
    if (cfu_redir_valid) ready[cfu_redir_warp] = 1'b0;
  end
  wt_after #(.N(SLOTS), .W(WW)) u_pick (.x(ready), .at(last_pick_q), .found(picked), .no(who));  // R2
  assign pc = pc_q[who];

  always_comb begin
    enabled_d = enabled_q;
    epoch_d = epoch_q;
    buffered_d = buffered_q;
    last_pick_d = last_pick_q;
    req_valid_d = picked;
    req_warp_d = '0;
    req_pc_d = 32'd0;
    req_epoch_d = 2'd0;
    // R3
    if (sched_sel_pop || packed_pop)
      buffered_d[sched_sel_warp*ICNT_W +: ICNT_W] = buffered_q[sched_sel_warp*ICNT_W +: ICNT_W] - ICNT_W'(1);
    if (picked) begin
      last_pick_d = who;
      req_warp_d = who;
      req_pc_d = pc;
      req_epoch_d = epoch_q[who*2 +: 2];  // R5
      buffered_d[who*ICNT_W +: ICNT_W] = buffered_d[who*ICNT_W +: ICNT_W] + ICNT_W'(1);
    end
    if (cfu_redir_valid) begin  // R4
      enabled_d[cfu_redir_warp] = !cfu_redir_stop;
      epoch_d[cfu_redir_warp*2 +: 2] = epoch_q[cfu_redir_warp*2 +: 2] + 2'd1;
      buffered_d[cfu_redir_warp*ICNT_W +: ICNT_W] = '0;  // R5
    end
  end

  assign pc_we = {cfu_redir_valid, picked};
  assign pc_wa = {cfu_redir_warp, who};
  assign pc_n0 = pc + 32'd16;
  assign pc_n1 = cfu_redir_pc;  // R6

  logic unused_wa;
  assign unused_wa = &{1'b0, pc_wa};
`ifndef SYNTHESIS
  // a pop belongs to an entry that has taken a credit
  PopHasCredit_A: assert property (@(posedge clk) disable iff (!rst_n)
    sched_sel_pop || packed_pop |-> buffered_q[sched_sel_warp*ICNT_W +: ICNT_W] != '0);
  for (genvar w = 0; w < SLOTS; w++) begin : g_credit
    CreditInRange_A: assert property (@(posedge clk) disable iff (!rst_n)
      32'(buffered_q[w*ICNT_W +: ICNT_W]) <= wt_pkg::IBUF_DEPTH);
  end
  RequestPayload_A: assert property (@(posedge clk) disable iff (!rst_n) !fetch_req_valid |->
      {fetch_req_warp, fetch_req_pc, fetch_req_epoch} == '0);
`endif
endmodule
`default_nettype wire
