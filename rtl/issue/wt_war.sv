// wt_war: counts the packets of each warp that sit in collectors and applies the WAR fix of cfg_war to the heads.
//
// Latency   ok: same cycle as the heads; drained: from state.
// State     readers_q: packets per warp; bloom_q: 8 counters of 7 bits per warp (hash = register mod 8).
// Model     cmodel/issue/wt_war.c      Doc  docs/blocks/issue/wt_war.md
`default_nettype none
module wt_war (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  input  wire logic [wt_pkg::HCTL_W*wt_pkg::SLOTS-1:0] ibuffer_head_ctl,
  input  wire logic [1:0]                              cfg_war,
  input  wire logic [wt_pkg::UOP_W-1:0]                ibuffer_uop,
  input  wire logic [wt_pkg::WARP_W-1:0]               sched_sel_warp,
  input  wire logic                                    sched_sel_first,
  input  wire logic                                    issue_alloc_valid,
  input  wire logic                                    disp_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               disp_warp,
  input  wire logic [wt_pkg::UOP_W-1:0]                disp_uop,
  input  wire logic                                    disp_last,
  output logic [wt_pkg::SLOTS-1:0]                     war_ok,
  output logic [wt_pkg::SLOTS-1:0]                     war_drained
);
  localparam int unsigned NW = wt_pkg::SLOTS;

  `include "rows/wt_war_state.svh"

  // How many collected registers of a packet fall on each of the 8 counters: of the one that enters, of the one whose
  // last beat leaves.
  wt_pkg::uop_t   ui, ud;
  logic           enters, leaves;
  logic [5:0]     up_need, down_need;
  logic [47:0]    up_s, down_s;
  logic [8*7-1:0] up, down;
  assign ui = ibuffer_uop;
  assign ud = disp_uop;
  assign enters = issue_alloc_valid && sched_sel_first;  // R3
  assign leaves = disp_valid && (disp_last || wt_pkg::BEATS == 1);  // R4
  assign up_need = ui.need;
  assign down_need = ud.need;
  assign up_s = {ui.s5, ui.s4, ui.s3, ui.s2, ui.s1, ui.s0};
  assign down_s = {ud.s5, ud.s4, ud.s3, ud.s2, ud.s1, ud.s0};
  always_comb begin
    up = '0;
    down = '0;
    if (enters) begin
      for (int i = 0; i < 6; i++)
        for (int h = 0; h < 8; h++) up[h*7 +: 7] = up[h*7 +: 7] + 7'(up_need[i] && up_s[i*8 +: 3] == 3'(h));
    end
    if (leaves) begin
      for (int i = 0; i < 6; i++)
        for (int h = 0; h < 8; h++) down[h*7 +: 7] = down[h*7 +: 7] + 7'(down_need[i] && down_s[i*8 +: 3] == 3'(h));
    end
  end

  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic [wt_pkg::HCTL_W-1:0] c;
    logic [wt_pkg::UNIT_W-1:0] unit;
    logic [2:0]                ndst, hash;
    logic                      hit;
    assign c = ibuffer_head_ctl[w*wt_pkg::HCTL_W +: wt_pkg::HCTL_W];
    assign unit = c[wt_pkg::hctl_unit_L +: wt_pkg::UNIT_W];
    assign ndst = c[wt_pkg::hctl_ndst_L +: 3];
    assign hash = c[wt_pkg::hctl_dst_L +: 3];
    assign war_drained[w] = readers_q[w*5 +: 5] == 5'd0;  // R1
    always_comb begin
      hit = 1'b0;
      if (cfg_war == wt_pkg::WAR_read) begin  // R2
        hit = !war_drained[w] && unit < wt_pkg::UNIT_W'(wt_pkg::UNITS) && !c[wt_pkg::hctl_cfwait_L];
      end else if (cfg_war == wt_pkg::WAR_bloom) begin  // R2
        for (int h = 0; h < 8; h++)
          for (int i = 0; i < 4; i++)
            if (3'(i) < ndst && hash + 3'(i) == 3'(h) && bloom_q[w*56 + h*7 +: 7] != 7'd0) hit = 1'b1;
      end
    end
    assign war_ok[w] = !hit;

    logic [55:0] v;
    always_comb begin
      readers_d[w*5 +: 5] = readers_q[w*5 +: 5];
      v = bloom_q[w*56 +: 56];
      if (issue_alloc_valid && sched_sel_warp == wt_pkg::WARP_W'(w)) begin  // R3
        readers_d[w*5 +: 5] = readers_d[w*5 +: 5] + 5'd1;  // R5
        if (sched_sel_first)
          for (int h = 0; h < 8; h++) v[h*7 +: 7] = v[h*7 +: 7] + up[h*7 +: 7];
      end
      if (disp_valid && disp_warp == wt_pkg::WARP_W'(w)) begin  // R4
        readers_d[w*5 +: 5] = readers_d[w*5 +: 5] - 5'd1;  // R5
        if (disp_last || wt_pkg::BEATS == 1)
          for (int h = 0; h < 8; h++) v[h*7 +: 7] = v[h*7 +: 7] - down[h*7 +: 7];
      end
      bloom_d[w*56 +: 56] = v;
    end

    logic unused_bits;
    assign unused_bits = &{1'b0, c};
  end

  logic unused_bits;
  assign unused_bits = &{1'b0, ui, ud, up_s, down_s};
`ifndef SYNTHESIS
  DispatchedWasCounted_A: assert property (@(posedge clk) disable iff (!rst_n) disp_valid |->
      readers_q[disp_warp*5 +: 5] != 5'd0);
  CountDoesNotWrap_A: assert property (@(posedge clk) disable iff (!rst_n) issue_alloc_valid |->
      readers_q[sched_sel_warp*5 +: 5] != 5'd31);
`endif
endmodule
`default_nettype wire
