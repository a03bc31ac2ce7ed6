// wt_collector: one operand collector: takes a beat, reads its operand words from the banks, waits to be dispatched.
//
// Timing    alloc in cycle t: requests from t+1 on; a word granted in t is taken from its bank in t+1 and kept; full
// after the last grant. OPREAD    1: asks for its lowest missing word; 0: for all missing words at once.
// State     valid, ready and taken bits and one beat with six operand words of LANES lanes.
// Model     cmodel/operand/wt_collector.c      Doc  docs/blocks/operand/wt_collector.md
`default_nettype none
module wt_collector #(
  parameter int unsigned Idx = 0
) (
  input  wire logic                                              clk,
  input  wire logic                                              rst_n,
  input  wire logic                                              cfg_layout,
  input  wire logic [wt_pkg::ROW_W:0]                            cfg_rpw,
  // the beat that issues
  `include "ports/wt_collector_issue_taken_ports.svh"
  input  wire logic [wt_pkg::COLL_W-1:0]                         disp_alloc_idx,
  // banks, all of them; dispatch
  input  wire logic [6*wt_pkg::COLLECTORS-1:0]                   bankarb_grant,
  input  wire logic [wt_pkg::RF_BANKS*32*wt_pkg::LANES-1:0]      rfbank_rdata,
  input  wire logic                                              disp_valid,
  input  wire logic [wt_pkg::COLL_W-1:0]                         disp_idx,
  output logic                                                   collector_v,
  output logic                                                   collector_full,
  output logic [5:0]                                             collector_req,
  output logic [6*wt_pkg::BANK_W-1:0]                            collector_bank,
  output logic [6*wt_pkg::BROWS*wt_pkg::ROW_W-1:0]               collector_row,
  output logic [wt_pkg::UOP_W-1:0]                               collector_uop,
  output logic [wt_pkg::WARP_W-1:0]                              collector_warp,
  output logic [wt_pkg::BROWS_W-1:0]                             collector_beat,
  output logic [wt_pkg::LANES-1:0]                               collector_mask,
  output logic                                                   collector_lead,
  output logic                                                   collector_last,
  output logic [3:0]                                             collector_iid,
  output logic [wt_pkg::SPLIT_W-1:0]                             collector_split,
  output logic [wt_pkg::LANES-1:0]                               collector_pp,
  output logic [wt_pkg::LANES-1:0]                               collector_pq,
  output logic [wt_pkg::LANES-1:0]                               collector_pr,
  output logic [63:0]                                            collector_bc,
  output logic [6*32*wt_pkg::LANES-1:0]                          collector_data,
  output logic [5:0]                                             collector_taken,
  output logic [6*wt_pkg::BANK_W-1:0]                            collector_from
);
  localparam int unsigned WORD_W = 32 * wt_pkg::LANES;
  localparam int unsigned BW = wt_pkg::BANK_W;
  localparam int unsigned RW = wt_pkg::ROW_W;

  `include "rows/wt_collector_state.svh"

  wt_pkg::uop_t uop, uop_in;
  assign uop = uop_q;
  assign uop_in = issue_alloc_uop;

  // ---- requests ----
  logic [5:0]  missing;
  logic [47:0] regs;
  assign missing = valid_q ? ~ready_q : 6'd0;  // R4
  assign regs = {uop.s5, uop.s4, uop.s3, uop.s2, uop.s1, uop.s0};  // R2
  if (wt_pkg::OPREAD == 1) begin : g_lowest
    wt_first #(.N(6)) u_lowest (.x(missing), .oh(collector_req));  // R4
  end else begin : g_all
    assign collector_req = missing;  // R4
  end

  logic [7:0]    base; // added to a register number to find its bank
  logic [wt_pkg::BROWS*RW-1:0] first; // row of the warp's first register, PACK: for each lane
  assign base = cfg_layout ? 8'(warp_q) : 8'd0;
  always_comb begin
    for (int l = 0; l < wt_pkg::BROWS; l++)
      first[l*RW +: RW] = RW'(warp_q) * RW'(cfg_rpw) + RW'(beat_q[l*wt_pkg::BEAT_W +: wt_pkg::BEAT_W]);
    collector_bank = '0;  // R4
    collector_row = '0;
    for (int w = 0; w < 6; w++) begin
      if (collector_req[w]) begin
        collector_bank[w*BW +: BW] = BW'(regs[w*8 +: 8] + base);  // R1
        for (int l = 0; l < wt_pkg::BROWS; l++)
          collector_row[(w*wt_pkg::BROWS + l)*RW +: RW] =
              first[l*RW +: RW] + RW'(regs[w*8 + BW +: 8 - BW]) * RW'(wt_pkg::BEATS);  // R1
      end
    end
  end

  // ---- capture ----
  logic       load;
  logic [5:0] take;
  assign load = issue_alloc_valid && disp_alloc_idx == wt_pkg::COLL_W'(Idx);
  assign take = valid_q ? bankarb_grant[Idx*6 +: 6] : 6'd0;  // R5
  always_comb begin
    valid_d = valid_q && !(disp_valid && disp_idx == wt_pkg::COLL_W'(Idx));  // R7
    ready_d = ready_q | take;  // R5
    taken_d = take;  // R5
    if (load) begin
      valid_d = 1'b1;
      ready_d = ~uop_in.need;  // R3
      taken_d = 6'd0;
    end
  end

  // ---- words from the output registers of the banks ----
  always_comb begin
    collector_from = '0;
    for (int w = 0; w < 6; w++)
      if (taken_q[w]) collector_from[w*BW +: BW] = BW'(regs[w*8 +: 8] + base);  // R8
  end
  logic [6*BW-1:0] at; // the bank of each word
  if (wt_pkg::OPREAD == 1) begin : g_one_port
    // a single word arrives, so one multiplexer serves all six
    logic [BW-1:0] bank;
    always_comb begin
      bank = '0;
      for (int w = 0; w < 6; w++) bank = bank | collector_from[w*BW +: BW];
    end
    assign at = {6{bank}};
  end else begin : g_six_ports
    assign at = collector_from;
  end

  always_ff @(posedge clk) begin
    if (load) begin  // R3
      uop_q <= issue_alloc_uop;
      warp_q <= issue_alloc_warp;
      beat_q <= issue_alloc_beat;
      mask_q <= issue_alloc_mask;
      lead_q <= issue_alloc_lead;
      last_q <= issue_alloc_last;
      iid_q <= issue_alloc_iid;
      split_q <= issue_alloc_split;
      guard_p_q <= issue_alloc_pp;
      guard_q_q <= issue_alloc_pq;
      guard_r_q <= issue_alloc_pr;
      bc_q <= issue_alloc_bc;
      data_q <= {{5*WORD_W{1'b0}}, uop_in.need[0] ? {WORD_W{1'b0}} : issue_alloc_v0};  // R3
    end else begin
      for (int w = 0; w < 6; w++)
        if (taken_q[w]) data_q[w*WORD_W +: WORD_W] <= rfbank_rdata[at[w*BW +: BW]*WORD_W +: WORD_W];  // R8
    end
  end

  assign collector_full = valid_q && ready_q == 6'h3f;  // R6

  // the other collectors' grants and the fields that only the units read
  logic unused_ok;
  assign unused_ok = &{1'b0, cfg_rpw, bankarb_grant, uop, uop_in, base};
`ifndef SYNTHESIS
  AllocOnlyWhenFree_A: assert property (@(posedge clk) disable iff (!rst_n) load |-> !valid_q);
  GrantOnlyAsked_A: assert property (@(posedge clk) disable iff (!rst_n)
                                     (bankarb_grant[Idx*6 +: 6] & ~collector_req) == 6'd0);
  DispatchOnlyFull_A: assert property (@(posedge clk) disable iff (!rst_n)
                                       disp_valid && disp_idx == wt_pkg::COLL_W'(Idx) |-> collector_full);
`endif
endmodule
`default_nettype wire
