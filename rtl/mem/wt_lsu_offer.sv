// wt_lsu_offer: what the load/store unit is offered: the beat of the one sub-core, or of several the one whose turn it
// is; whether the one that is shown a result has taken it; and of the two memory sides, cache or memory, the one of the
// shape. Combinational, a part of wt_lsu.
// Doc       docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu_offer (
  `include "ports/wt_lsu_disp_taken_ports.svh"
  `include "ports/wt_lsu_share_taken_ports.svh"
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::SLOW_UNITS-1:0]   wb_ack,
  input  wire logic                                             env_mem_ready,
  input  wire logic                                             env_rsp_valid,
  input  wire logic [wt_pkg::TAG_W-1:0]                         env_rsp_tag,
  input  wire logic [1023:0]                                    env_rsp_data,
  input  wire logic                                             l1d_ready,
  input  wire logic                                             l1d_rsp_valid,
  input  wire logic [wt_pkg::TAG_W-1:0]                         l1d_rsp_tag,
  input  wire logic [1023:0]                                    l1d_rsp_data,
  output logic                                                  p_ready,
  output logic                                                  p_rsp_valid,
  output logic [wt_pkg::TAG_W-1:0]                              p_rsp_tag,
  output logic [1023:0]                                         p_rsp_data,
  output logic                                                  in_valid,
  output logic [wt_pkg::UOP_W-1:0]                              u,
  output logic [wt_pkg::SM_WARP_W-1:0]                          in_warp,
  output logic [wt_pkg::BROWS_W-1:0]                            in_beat,
  output logic [wt_pkg::LANES-1:0]                              in_mask,
  output logic [wt_pkg::ACC_LANES-1:0]                          here,
  output logic                                                  in_last,
  output logic [2:0]                                            in_ends,
  output logic [wt_pkg::SPLIT_W-1:0]                            in_split,
  output logic [63:0]                                           in_bc,
  output logic [6*wt_pkg::LANES*32-1:0]                         in_data,
  output logic                                                  ack
);
  localparam bit Cached = wt_pkg::L1_BYTES != 0;
  assign p_ready = Cached ? l1d_ready : env_mem_ready;
  assign p_rsp_valid = Cached ? l1d_rsp_valid : env_rsp_valid;
  assign p_rsp_tag = Cached ? l1d_rsp_tag : env_rsp_tag;
  assign p_rsp_data = Cached ? l1d_rsp_data : env_rsp_data;
  if (wt_pkg::SUBCORES == 1) begin : g_one
    assign in_valid = disp_valid[0];
    assign u = disp_uop;
    assign in_warp = wt_pkg::SM_WARP_W'(disp_warp);
    assign in_beat = disp_beat;
    assign in_mask = disp_mask;
    assign in_last = disp_last[0];
    assign in_ends = disp_ends;
    assign in_split = disp_split;
    assign in_bc = disp_bc;
    assign in_data = disp_data;
    logic unused_share;
    assign unused_share = &{1'b0, share_valid, share_uop, share_warp, share_beat, share_mask, share_last, share_ends,
                            share_split, share_bc, share_data};
  end else begin : g_several
    assign in_valid = share_valid;
    assign u = share_uop;
    assign in_warp = share_warp;
    assign in_beat = share_beat;
    assign in_mask = share_mask;
    assign in_last = share_last;
    assign in_ends = share_ends;
    assign in_split = share_split;
    assign in_bc = share_bc;
    assign in_data = share_data;
    logic unused_disp;
    assign unused_disp = &{1'b0, disp_valid, disp_uop, disp_warp, disp_beat, disp_mask, disp_last, disp_ends,
                           disp_split, disp_bc, disp_data};
  end
  // R23: the lanes of a packed beat at their places in the access
  localparam int unsigned LN = wt_pkg::LANES;
  always_comb begin
    here = '0;
    for (int unsigned l = 0; l < LN; l++)
      for (int unsigned b = 0; b < wt_pkg::ACC_BEATS; b++)
        here[b*LN + l] = wt_pkg::PACK == 1 && in_mask[l] &&
            in_beat[(l % wt_pkg::BROWS)*wt_pkg::BEAT_W +: wt_pkg::BEAT_W] == wt_pkg::BEAT_W'(b);
  end

  // a result is shown to one sub-core, so at most one takes it
  always_comb begin
    ack = 1'b0;
    for (int i = 0; i < wt_pkg::SUBCORES; i++)
      if (wb_ack[i*wt_pkg::SLOW_UNITS + 32'(wt_pkg::U_LSU)]) ack = 1'b1;
  end
  logic unused_ack;
  assign unused_ack = &{1'b0, wb_ack};
endmodule
`default_nettype wire
