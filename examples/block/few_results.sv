// few_results: a scoreboard in the place of wt_sb_bit that knows of a few results a warp, and holds a warp that would need one more.
//
// Results that are on their way stand in a table of Entries words a warp: first register and how many. A head with a result waits until one is free.
// Predicates and uniform registers have single bits, as in wt_sb_bit.
`default_nettype none
module few_results (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  input  wire logic [wt_pkg::HSRC_W*wt_pkg::SLOTS-1:0] ibuffer_head_src,
  input  wire logic [wt_pkg::HCTL_W*wt_pkg::SLOTS-1:0] ibuffer_head_ctl,
  input  wire logic                                    issue_set_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               issue_set_warp,
  input  wire logic [6:0]                              issue_set_pw,
  input  wire logic                                    issue_set_u,
  input  wire logic                                    alu_rel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               alu_rel_warp,
  input  wire logic [7:0]                              alu_rel_dst,
  input  wire logic [2:0]                              alu_rel_ndst,
  input  wire logic [6:0]                              alu_rel_pw,
  input  wire logic                                    alu_rel_u,
  input  wire logic                                    wb_rel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               wb_rel_warp,
  input  wire logic [7:0]                              wb_rel_dst,
  input  wire logic [2:0]                              wb_rel_ndst,
  input  wire logic [6:0]                              wb_rel_pw,
  output logic [wt_pkg::SLOTS-1:0]                     sb_ok,
  output logic [wt_pkg::SLOTS-1:0]                     sb_clear,
  input  wire logic [7:0]                              issue_set_dst,
  input  wire logic [2:0]                              issue_set_ndst
);
  localparam int unsigned Entries = 2;
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;

  logic [NW*Entries-1:0]   used_q, used_d;   // bit w * Entries + e
  logic [NW*Entries*8-1:0] first_q, first_d; // first register of the result
  logic [NW*Entries*2-1:0] more_q, more_d;   // how many follow it
  logic [NW*7-1:0]         pbusy_q, pbusy_d;
  logic [NW-1:0]           ubusy_q, ubusy_d;

  // Entries whose registers meet registers first to last. 9 bits: a range may pass register 255.
  function automatic logic [Entries-1:0] meets(input logic [Entries*8-1:0] has, input logic [Entries*2-1:0] more,
                                               input logic [7:0] first, input logic [8:0] last);
    logic [8:0] a;
    meets = '0;
    for (int e = 0; e < Entries; e++) begin
      a = {1'b0, has[e*8 +: 8]};
      meets[e] = a <= last && {1'b0, first} <= a + {7'd0, more[e*2 +: 2]};
    end
  endfunction
  // Entries of the result that begins with register dst. No two do: the second writer waits for the first.
  function automatic logic [Entries-1:0] of(input logic [Entries*8-1:0] has, input logic [7:0] dst);
    of = '0;
    for (int e = 0; e < Entries; e++) of[e] = has[e*8 +: 8] == dst;
  endfunction

  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic [wt_pkg::HSRC_W-1:0] s;
    logic [wt_pkg::HCTL_W-1:0] c;
    logic [Entries-1:0]        used, met, place, left;
    logic [Entries*8-1:0]      has;
    logic [Entries*2-1:0]      more;
    logic [5:0]                need;
    logic [47:0]               src;
    logic [7:0]                dst;
    logic [2:0]                ndst;
    logic [1:0]                set_more;
    logic                      writes, takes, alu_ends, wb_ends, unused_bits;
    assign s = ibuffer_head_src[w*wt_pkg::HSRC_W +: wt_pkg::HSRC_W];
    assign c = ibuffer_head_ctl[w*wt_pkg::HCTL_W +: wt_pkg::HCTL_W];
    assign need = s[wt_pkg::hsrc_need_L +: 6];
    assign src = {s[wt_pkg::hsrc_s5_L +: 8], s[wt_pkg::hsrc_s4_L +: 8], s[wt_pkg::hsrc_s3_L +: 8],
                  s[wt_pkg::hsrc_s2_L +: 8], s[wt_pkg::hsrc_s1_L +: 8], s[wt_pkg::hsrc_s0_L +: 8]};
    assign dst = c[wt_pkg::hctl_dst_L +: 8];
    assign ndst = c[wt_pkg::hctl_ndst_L +: 3];
    assign used = used_q[w*Entries +: Entries];
    assign has = first_q[w*Entries*8 +: Entries*8];
    assign more = more_q[w*Entries*2 +: Entries*2];

    // ---- the head: what it reads and writes is not on its way, and its result has a place ----
    assign writes = ndst != 3'd0 && dst != 8'd255; // register 255 is 0 for ever
    always_comb begin
      met = '0;
      for (int k = 0; k < 6; k++)
        if (need[k] && src[k*8 +: 8] != 8'd255) met = met | meets(has, more, src[k*8 +: 8], {1'b0, src[k*8 +: 8]});
      if (writes) met = met | meets(has, more, dst, {1'b0, dst} + {6'd0, ndst} - 9'd1);
    end
    assign sb_ok[w] = (met & used) == '0 && !(writes && (&used)) && (pbusy_q[w*7 +: 7] & c[wt_pkg::hctl_pmask_L +: 7]) == 7'd0 &&
                      !(c[wt_pkg::hctl_u_use_L] && ubusy_q[w]);
    assign sb_clear[w] = used == '0 && pbusy_q[w*7 +: 7] == 7'd0 && !ubusy_q[w];

    // ---- the clock edge: results that have come leave, then the instruction that issues enters ----
    assign takes = issue_set_valid && issue_set_warp == WW'(w);
    assign alu_ends = alu_rel_valid && alu_rel_warp == WW'(w);
    assign wb_ends = wb_rel_valid && wb_rel_warp == WW'(w);
    wt_first #(.N(Entries)) u_place (.x(~used), .oh(place));
    assign set_more = issue_set_ndst[1:0] - 2'd1;
    always_comb begin
      left = used;
      if (alu_ends && alu_rel_ndst != 3'd0) left = left & ~of(has, alu_rel_dst);
      if (wb_ends && wb_rel_ndst != 3'd0) left = left & ~of(has, wb_rel_dst);
      used_d[w*Entries +: Entries] = left;
      first_d[w*Entries*8 +: Entries*8] = has;
      more_d[w*Entries*2 +: Entries*2] = more;
      if (takes && issue_set_ndst != 3'd0 && issue_set_dst != 8'd255) begin
        used_d[w*Entries +: Entries] = left | place;
        for (int e = 0; e < Entries; e++)
          if (place[e]) begin
            first_d[(w*Entries + e)*8 +: 8] = issue_set_dst;
            more_d[(w*Entries + e)*2 +: 2] = set_more;
          end
      end
      pbusy_d[w*7 +: 7] = pbusy_q[w*7 +: 7];
      ubusy_d[w] = ubusy_q[w];
      if (alu_ends) begin
        pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] & ~alu_rel_pw;
        if (alu_rel_u) ubusy_d[w] = 1'b0;
      end
      if (wb_ends) pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] & ~wb_rel_pw;
      if (takes) begin
        pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] | issue_set_pw;
        if (issue_set_u) ubusy_d[w] = 1'b1;
      end
    end
    assign unused_bits = &{1'b0, c};
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      used_q <= '0;
      pbusy_q <= '0;
      ubusy_q <= '0;
    end else begin
      used_q <= used_d;
      pbusy_q <= pbusy_d;
      ubusy_q <= ubusy_d;
    end
  end
  always_ff @(posedge clk) begin
    first_q <= first_d;
    more_q <= more_d;
  end

`ifndef SYNTHESIS
  ThereIsAPlace_A: assert property (@(posedge clk) disable iff (!rst_n)
    issue_set_valid && issue_set_ndst != 3'd0 && issue_set_dst != 8'd255 |-> used_q[issue_set_warp*Entries +: Entries] != {Entries{1'b1}});
`endif
endmodule
`default_nettype wire
