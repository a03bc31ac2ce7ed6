// wt_cfu_rules: what every control-flow unit promises on its ports, and what is promised to it, as assertions; in
// simulation only, instantiated by each unit.
// Doc       docs/blocks/assertions.md
`default_nettype none
module wt_cfu_rules (
  input  wire logic                         clk,
  input  wire logic                         rst_n,
  // from issue, CTA barrier, dispatcher, scheduler
  input  wire logic                         issue_ev_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]    issue_ev_warp,
  input  wire logic [3:0]                   issue_ev_kind,
  input  wire logic [wt_pkg::SLOT_LANES-1:0] issue_ev_mask,
  input  wire logic                         ctabar_rel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]    ctabar_rel_warp,
  input  wire logic                         dispatch_launch_valid,
  input  wire logic                         dispatch_launch_last,
  input  wire logic [wt_pkg::WARP_W-1:0]    dispatch_launch_warp,
  input  wire logic                         sched_sel_valid,
  // the unit itself
  input  wire logic [wt_pkg::SLOTS-1:0]     cfu_run,
  input  wire logic [wt_pkg::SLOTS-1:0]     cfu_dead,
  input  wire logic                         cfu_rel_ack,
  input  wire logic                         cfu_launch_ack,
  input  wire logic                         cfu_redir_valid,
  input  wire logic                         cfu_redir_stop,
  input  wire logic [31:0]                  cfu_redir_pc,
  input  wire logic                         cfu_bar_valid,
  input  wire logic [wt_pkg::CNT_W-1:0]     cfu_bar_count,
  input  wire logic                         cfu_exit_valid,
  input  wire logic [wt_pkg::CNT_W-1:0]     cfu_exit_count,
  input  wire logic                         cfu_done_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]    cfu_done_warp,
  input  wire logic                         cfu_err_valid,
  input  wire logic [31:0]                  cfu_err_pc,
  input  wire logic                         cfu_upd_valid,
  input  wire logic [wt_pkg::SLOT_LANES-1:0] cfu_upd_mask,
  input  wire logic [wt_pkg::SLOT_LANES-1:0] cfu_mask
);
`ifndef SYNTHESIS
  // of the neighbours
  EventOfRunning_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid |-> cfu_run[issue_ev_warp]);
  EventHasLanes_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid &&
      issue_ev_kind != wt_pkg::EV_ADV |-> issue_ev_mask != '0);
  ReleaseHeld_A: assert property (@(posedge clk) disable iff (!rst_n)
    ctabar_rel_valid && !cfu_rel_ack |=> ctabar_rel_valid && $stable(ctabar_rel_warp));
  LaunchHeld_A: assert property (@(posedge clk) disable iff (!rst_n)
    dispatch_launch_valid && dispatch_launch_last && !cfu_launch_ack |=> dispatch_launch_valid &&
        dispatch_launch_last && $stable(dispatch_launch_warp));
  // of the unit
  RunOrDead_A: assert property (@(posedge clk) disable iff (!rst_n) (cfu_run & cfu_dead) == '0);
  ReleaseShown_A: assert property (@(posedge clk) disable iff (!rst_n) cfu_rel_ack |-> ctabar_rel_valid);
  LaunchShown_A: assert property (@(posedge clk) disable iff (!rst_n) cfu_launch_ack |->
      dispatch_launch_valid && dispatch_launch_last);
  OneAck_A: assert property (@(posedge clk) disable iff (!rst_n) !(cfu_rel_ack && cfu_launch_ack));
  StopHasNoPc_A: assert property (@(posedge clk) disable iff (!rst_n) !cfu_redir_valid || cfu_redir_stop |->
      cfu_redir_pc == '0);
  ArrivalCounts_A: assert property (@(posedge clk) disable iff (!rst_n) cfu_bar_valid == (cfu_bar_count != '0));
  ExitCounts_A: assert property (@(posedge clk) disable iff (!rst_n) cfu_exit_valid == (cfu_exit_count != '0));
  DonePayload_A: assert property (@(posedge clk) disable iff (!rst_n) !cfu_done_valid |-> cfu_done_warp == '0);
  ErrorPayload_A: assert property (@(posedge clk) disable iff (!rst_n) !cfu_err_valid |-> cfu_err_pc == '0);
  UpdatePayload_A: assert property (@(posedge clk) disable iff (!rst_n) !cfu_upd_valid |-> cfu_upd_mask == '0);
  MaskPayload_A: assert property (@(posedge clk) disable iff (!rst_n) !sched_sel_valid |-> cfu_mask == '0);
`endif
  logic unused_ok;  // in synthesis everything
  assign unused_ok = &{1'b0, clk, rst_n, issue_ev_valid, issue_ev_warp, issue_ev_kind, issue_ev_mask, ctabar_rel_valid,
      ctabar_rel_warp,
                       dispatch_launch_valid, dispatch_launch_last, dispatch_launch_warp, sched_sel_valid, cfu_run,
                           cfu_dead, cfu_rel_ack,
                       cfu_launch_ack, cfu_redir_valid, cfu_redir_stop, cfu_redir_pc, cfu_bar_valid, cfu_bar_count,
                           cfu_exit_valid,
                       cfu_exit_count, cfu_done_valid, cfu_done_warp, cfu_err_valid, cfu_err_pc, cfu_upd_valid,
                           cfu_upd_mask, cfu_mask};
endmodule
`default_nettype wire
