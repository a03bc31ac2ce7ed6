// wt_sb_bit: scoreboard with one bit per register and warp, seven predicate bits and one bit for the uniform registers.
//
// Latency   ok: same cycle as the I-buffer heads. A set or release in cycle t counts from t + 1.
// State     busy_q: SLOTS x 256 bits (register 255 is never set), pbusy_q, ubusy_q.
// Model     cmodel/issue/wt_sb_bit.c      Doc  docs/blocks/issue/wt_sb_bit.md
`default_nettype none
module wt_sb_bit (
  input  wire logic                                   clk,
  input  wire logic                                   rst_n,
  `include "ports/wt_sb_ports.svh"
  input  wire logic [7:0]                             issue_set_dst,
  input  wire logic [2:0]                             issue_set_ndst
);
  localparam int unsigned NW = wt_pkg::SLOTS;

  `include "rows/wt_sb_bit_state.svh"

  // One bit for each of n registers from dst on; register 255 does not exist.
  function automatic logic [255:0] regs(input logic [7:0] dst, input logic [2:0] n);
    logic [255:0] v;
    logic [3:0]   ones;
    ones = n == 3'd4 ? 4'hf : n == 3'd3 ? 4'h7 : n == 3'd2 ? 4'h3 : n == 3'd1 ? 4'h1 : 4'h0;
    v = {252'd0, ones} << dst;
    v[255] = 1'b0;
    regs = v;
  endfunction

  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic [wt_pkg::HSRC_W-1:0] s;
    logic [wt_pkg::HCTL_W-1:0] c;
    logic [7:0]                dst;
    logic [2:0]                ndst;
    logic [255:0]              b;
    logic [3:0]                dsel;
    logic                      idle, bad;
    assign s = ibuffer_head_src[w*wt_pkg::HSRC_W +: wt_pkg::HSRC_W];
    assign c = ibuffer_head_ctl[w*wt_pkg::HCTL_W +: wt_pkg::HCTL_W];
    assign dst = c[wt_pkg::hctl_dst_L +: 8];
    assign ndst = c[wt_pkg::hctl_ndst_L +: 3];
    assign b = busy_q[w*256 +: 256];
    assign idle = b == 256'd0 && pbusy_q[w*7 +: 7] == 7'd0 && !ubusy_q[w];  // R2
    assign dsel = ndst == 3'd4 ? 4'hf : ndst == 3'd3 ? 4'h7 : ndst == 3'd2 ? 4'h3 : ndst == 3'd1 ? 4'h1 : 4'h0;
    always_comb begin
      bad = 1'b0;  // R1
      if (!idle) begin
        bad = |(pbusy_q[w*7 +: 7] & c[wt_pkg::hctl_pmask_L +: 7]) || (c[wt_pkg::hctl_u_use_L] && ubusy_q[w]);
        bad = bad || (s[wt_pkg::hsrc_need_L + 0] && b[s[wt_pkg::hsrc_s0_L +: 8]]) ||
            (s[wt_pkg::hsrc_need_L + 1] && b[s[wt_pkg::hsrc_s1_L +: 8]]) ||
            (s[wt_pkg::hsrc_need_L + 2] && b[s[wt_pkg::hsrc_s2_L +: 8]]) ||
            (s[wt_pkg::hsrc_need_L + 3] && b[s[wt_pkg::hsrc_s3_L +: 8]]) ||
              (s[wt_pkg::hsrc_need_L + 4] && b[s[wt_pkg::hsrc_s4_L +: 8]]) ||
                  (s[wt_pkg::hsrc_need_L + 5] && b[s[wt_pkg::hsrc_s5_L +: 8]]);
        bad = bad || (dsel[0] && b[dst]) || (dsel[1] && dst < 8'd255 && b[dst + 8'd1]) ||
            (dsel[2] && dst < 8'd254 && b[dst + 8'd2]) ||
              (dsel[3] && dst < 8'd253 && b[dst + 8'd3]);
      end
    end
    assign sb_ok[w] = !bad;
    assign sb_clear[w] = idle;  // R2

    always_comb begin
      busy_d[w*256 +: 256] = b;
      pbusy_d[w*7 +: 7] = pbusy_q[w*7 +: 7];
      ubusy_d[w] = ubusy_q[w];
      if (alu_rel_valid && alu_rel_warp == wt_pkg::WARP_W'(w)) begin  // R3
        busy_d[w*256 +: 256] = busy_d[w*256 +: 256] & ~regs(alu_rel_dst, alu_rel_ndst);
        pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] & ~alu_rel_pw;
        if (alu_rel_u) ubusy_d[w] = 1'b0;
      end
      if (wb_rel_valid && wb_rel_warp == wt_pkg::WARP_W'(w)) begin  // R3
        busy_d[w*256 +: 256] = busy_d[w*256 +: 256] & ~regs(wb_rel_dst, wb_rel_ndst);
        pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] & ~wb_rel_pw;
      end
      if (issue_set_valid && issue_set_warp == wt_pkg::WARP_W'(w)) begin  // R4
        busy_d[w*256 +: 256] = busy_d[w*256 +: 256] | regs(issue_set_dst, issue_set_ndst);
        pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] | issue_set_pw;
        if (issue_set_u) ubusy_d[w] = 1'b1;
      end
    end

    logic unused_bits;
    assign unused_bits = &{1'b0, c};
  end

`ifndef SYNTHESIS
  ClearMayIssue_A: assert property (@(posedge clk) disable iff (!rst_n) (sb_clear & ~sb_ok) == '0);
`endif
endmodule
`default_nettype wire
