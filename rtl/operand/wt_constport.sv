// wt_constport: registers the constant request of the decoded uop, with the tag of the I-buffer slot the uop goes to.
//
// Latency   the request leaves one cycle after decode.
// Flow      valid only; one uop a cycle is decoded, so one request a cycle is enough.
// Model     cmodel/operand/wt_constport.c      Doc  docs/blocks/operand/wt_constport.md
`default_nettype none
module wt_constport (
  input  wire logic                                     clk,
  input  wire logic                                     rst_n,
  // from decode
  input  wire logic                                     decode_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]                decode_warp,
  input  wire logic                                     decode_cvalid,
  input  wire logic [wt_pkg::CADDR_W-1:0]               decode_caddr,
  // the tag
  input  wire logic [wt_pkg::SLOT_W*wt_pkg::SLOTS-1:0]  ibuffer_tail,
  input  wire logic [2*wt_pkg::SLOTS-1:0]               fetch_epoch,
  // the micro-op of a constant with an index
  input  wire logic                                     sched_index,
  input  wire logic [wt_pkg::WARP_W-1:0]                sched_sel_warp,
  input  wire logic [wt_pkg::UOP_W-1:0]                 ibuffer_uop,
  input  wire logic [wt_pkg::SLOT_W-1:0]                ibuffer_slot,
  input  wire logic [63:0]                              ureg_a,
  // to the constant memory
  output logic                                          constport_req_valid,
  output logic [wt_pkg::CADDR_W-1:0]                    constport_req_addr,
  output logic [wt_pkg::WARP_W-1:0]                     constport_req_warp,
  output logic [wt_pkg::SLOT_W-1:0]                     constport_req_slot,
  output logic [1:0]                                    constport_req_epoch
);
  `include "rows/wt_constport_state.svh"

  wt_pkg::uop_t u;
  logic [15:0]  offset;
  assign u = ibuffer_uop;
  assign offset = u.lo[53:38] + ureg_a[15:0];  // R4
  always_comb begin
    req_valid_d = (decode_valid && decode_cvalid) || sched_index;  // R2
    req_addr_d = '0;
    req_warp_d = '0;
    req_slot_d = '0;
    req_epoch_d = 2'd0;
    if (decode_valid && decode_cvalid) begin  // R1
      req_addr_d = decode_caddr;
      req_warp_d = decode_warp;
      req_slot_d = ibuffer_tail[decode_warp*wt_pkg::SLOT_W +: wt_pkg::SLOT_W];
      req_epoch_d = fetch_epoch[decode_warp*2 +: 2];
    end else if (sched_index) begin  // R4
      req_addr_d = {u.lo[58:54], offset};
      req_warp_d = sched_sel_warp;
      req_slot_d = ibuffer_slot;
      req_epoch_d = fetch_epoch[sched_sel_warp*2 +: 2];
    end
  end

  logic unused_bits;
  assign unused_bits = &{1'b0, u, ureg_a};
`ifndef SYNTHESIS
  ConstOnlyWithUop_A: assert property (@(posedge clk) disable iff (!rst_n) decode_cvalid |-> decode_valid);
  RequestPayload_A: assert property (@(posedge clk) disable iff (!rst_n)
    !constport_req_valid |-> {constport_req_addr, constport_req_warp, constport_req_slot, constport_req_epoch} == '0);
`endif
endmodule
`default_nettype wire
