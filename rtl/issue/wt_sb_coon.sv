// wt_sb_coon: scoreboard with SB_ENTRIES entries per warp and a dependence vector for each I-buffer slot.
//
// Latency   ok: same cycle as the I-buffer heads. What happens in cycle t counts from t + 1.
// Ports     the table is compared at two places only: with the instruction being decoded and with one late head.
// SB_SPLIT  an entry holds the lanes whose results are missing; it holds back paths with such lanes only.
// State     per warp: entries (valid, issued, ent_reg, ent_len), slots (compared, late, waits_for, own_entry, head),
//           pbusy, ubusy; last_late: warp that entered late last;
//           SB_SPLIT: ent_lanes of an entry, here_count of a warp.
// Model     cmodel/issue/wt_sb_coon.c      Doc  docs/blocks/issue/wt_sb_coon.md
`default_nettype none
module wt_sb_coon (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  `include "ports/wt_sb_ports.svh"
  input  wire logic [wt_pkg::SLOT_W*wt_pkg::SLOTS-1:0] ibuffer_tail,
  input  wire logic                                    decode_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               decode_warp,
  input  wire logic [wt_pkg::UOP_W-1:0]                decode_uop,
  input  wire logic                                    cfu_redir_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               cfu_redir_warp,
  input  wire logic                                    cfu_upd_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               cfu_upd_warp,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]            cfu_upd_mask,
  input  wire logic                                    sched_sel_pop,
  input  wire logic                                    pack_pop,
  input  wire logic [wt_pkg::WARP_W-1:0]               sched_sel_warp,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]            issue_exec,
  input  wire logic                                    alu_wb_valid,
  input  wire logic [1:0]                              alu_wb_n,
  input  wire logic [wt_pkg::WARP_W-1:0]               alu_wb_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]              alu_wb_beat,
  input  wire logic [7:0]                              alu_wb_reg,
  input  wire logic [wt_pkg::LANES-1:0]                alu_wb_mask,
  input  wire logic                                    wb_reg_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               wb_warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]              wb_beat,
  input  wire logic [7:0]                              wb_reg,
  input  wire logic [wt_pkg::LANES-1:0]                wb_mask
);
  logic packed_pop;
  assign packed_pop = wt_pkg::PACK == 1 && pack_pop;
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned SB_ENTRIES = wt_pkg::SB_ENTRIES;
  localparam int unsigned D = wt_pkg::IBUF_DEPTH;
  localparam int unsigned SW = wt_pkg::SLOT_W;

  `include "rows/wt_sb_coon_state.svh"
  // entries that are freed in this cycle; that hold back other paths only
  logic [NW*SB_ENTRIES-1:0]   freed, elsewhere;

  // R4: Issued entries that start at the released register.
  function automatic logic [SB_ENTRIES-1:0] freed_by(input logic [SB_ENTRIES-1:0] iss,
      input logic [SB_ENTRIES*8-1:0] first,
                                            input logic [7:0] dst);
    logic [SB_ENTRIES-1:0] v;
    v = '0;
    for (int i = 0; i < SB_ENTRIES; i++) v[i] = iss[i] && first[i*8 +: 8] == dst;
    freed_by = v;
  endfunction

  // R3
  // Entries whose registers meet the sources or destinations of an instruction. 9 bits: ranges may pass register 255.
  function automatic logic [SB_ENTRIES-1:0] hits(input logic [SB_ENTRIES*8-1:0] first,
      input logic [SB_ENTRIES*2-1:0] len, input logic [5:0] need,
                                        input logic [47:0] s, input logic [7:0] dst, input logic [2:0] n);
    logic [SB_ENTRIES-1:0] v;
    logic [8:0]            a, z, dz;
    v = '0;
    dz = {1'b0, dst} + {6'd0, n} - 9'd1;
    for (int i = 0; i < SB_ENTRIES; i++) begin
      a = {1'b0, first[i*8 +: 8]};
      z = a + {7'd0, len[i*2 +: 2]};
      for (int k = 0; k < 6; k++)
        if (need[k] && s[k*8 +: 8] != 8'd255 && {1'b0, s[k*8 +: 8]} >= a && {1'b0, s[k*8 +: 8]} <= z) v[i] = 1'b1;
      if (n != 3'd0 && {1'b0, dst} <= z && a <= dz) v[i] = 1'b1;
    end
    hits = v;
  endfunction

  // ---- fields of the heads: predicates, uniform registers, whether registers are written ----
  // (here, because Yosys 0.23 finds no struct fields inside a generate loop)
  wt_pkg::hctl_t   hc;
  logic [NW*7-1:0] head_p;
  logic [NW-1:0]   head_u, head_w, head_s;
  always_comb begin
    hc = '0;
    for (int i = 0; i < NW; i++) begin
      hc = ibuffer_head_ctl[i*wt_pkg::HCTL_W +: wt_pkg::HCTL_W];
      head_p[i*7 +: 7] = hc.pmask;
      head_u[i] = hc.u_use;
      head_s[i] = hc.unit == wt_pkg::U_SHFL;
      head_w[i] = hc.ndst != 3'd0 && hc.dst != 8'd255;
    end
  end

  // ---- releases ----
  logic [SB_ENTRIES-1:0] alu_freed, wb_freed;
  always_comb begin
    alu_freed = '0;
    wb_freed = '0;
    if (alu_rel_valid && alu_rel_ndst != 3'd0)  // R4
      alu_freed = freed_by(issued_q[alu_rel_warp*SB_ENTRIES +: SB_ENTRIES],
          ent_reg_q[alu_rel_warp*SB_ENTRIES*8 +: SB_ENTRIES*8], alu_rel_dst);
    if (wb_rel_valid && wb_rel_ndst != 3'd0)  // R4
      wb_freed = freed_by(issued_q[wb_rel_warp*SB_ENTRIES +: SB_ENTRIES],
          ent_reg_q[wb_rel_warp*SB_ENTRIES*8 +: SB_ENTRIES*8], wb_rel_dst);
  end

  // ---- the instruction being decoded ----
  wt_pkg::uop_t          u;
  logic                  ins_valid, ins_in;
  logic [2:0]            ins_n;
  logic [SB_ENTRIES-1:0] ins_dep, ins_own, ins_vld, ins_free;
  logic [SW-1:0]         ins_slot;
  assign u = decode_uop;
  assign ins_valid = decode_valid && !(cfu_redir_valid && cfu_redir_warp == decode_warp);  // R7
  assign ins_vld = ins_valid ? valid_q[decode_warp*SB_ENTRIES +: SB_ENTRIES] : '0;
  wt_first #(.N(SB_ENTRIES)) u_ins_free (.x(~ins_vld), .oh(ins_free));
  always_comb begin
    ins_in = 1'b0;
    ins_n = 3'd0;
    ins_dep = '0;
    ins_own = '0;
    ins_slot = '0;
    if (ins_valid) begin
      ins_slot = ibuffer_tail[decode_warp*SW +: SW];
      ins_n = u.dst == 8'd255 ? 3'd0 : u.ndst;
      ins_in = late_q[decode_warp*D +: D] == '0 && (ins_n == 3'd0 || !(&ins_vld));  // R3, R7
      if (ins_in) begin
        if (ins_n != 3'd0) ins_own = ins_free;  // R3
        // R3
        ins_dep = ins_vld & hits(ent_reg_q[decode_warp*SB_ENTRIES*8 +: SB_ENTRIES*8],
            ent_len_q[decode_warp*SB_ENTRIES*2 +: SB_ENTRIES*2], u.need,
                                 {u.s5, u.s4, u.s3, u.s2, u.s1, u.s0}, u.dst, ins_n);
        ins_dep = ins_dep & ~freed[decode_warp*SB_ENTRIES +: SB_ENTRIES];
      end
    end
  end

  // ---- one late head ----
  logic [NW-1:0]         cand;
  logic                  ret_valid;
  logic [WW-1:0]         ret_warp;
  wt_pkg::hsrc_t         rs;
  wt_pkg::hctl_t         rc;
  logic [2:0]            ret_n;
  logic [SB_ENTRIES-1:0] ret_dep, ret_own, ret_vld, ret_free;
  wt_after #(.N(NW), .W(WW)) u_ret (.x(cand), .at(last_late_q), .found(ret_valid), .no(ret_warp));  // R8
  assign ret_vld = ret_valid ? valid_q[ret_warp*SB_ENTRIES +: SB_ENTRIES] : '0;
  wt_first #(.N(SB_ENTRIES)) u_ret_free (.x(~ret_vld), .oh(ret_free));
  always_comb begin
    rs = '0;
    rc = '0;
    ret_n = 3'd0;
    ret_dep = '0;
    ret_own = '0;
    if (ret_valid) begin
      rs = ibuffer_head_src[ret_warp*wt_pkg::HSRC_W +: wt_pkg::HSRC_W];
      rc = ibuffer_head_ctl[ret_warp*wt_pkg::HCTL_W +: wt_pkg::HCTL_W];
      ret_n = rc.dst == 8'd255 ? 3'd0 : rc.ndst;
      if (ret_n != 3'd0) ret_own = ret_free;
      ret_dep = ret_vld & hits(ent_reg_q[ret_warp*SB_ENTRIES*8 +: SB_ENTRIES*8],
          ent_len_q[ret_warp*SB_ENTRIES*2 +: SB_ENTRIES*2], rs.need,
                               {rs.s5, rs.s4, rs.s3, rs.s2, rs.s1, rs.s0}, rc.dst, ret_n);
      ret_dep = ret_dep & ~freed[ret_warp*SB_ENTRIES +: SB_ENTRIES];
    end
  end
  assign last_late_d = ret_valid ? ret_warp : last_late_q;  // R8

  // ---- per warp ----
  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic [SB_ENTRIES-1:0]   f, v, s, table_q;
    logic [D*SB_ENTRIES-1:0] dp, ow;
    logic [D-1:0]            en, la;
    logic [SW-1:0]           hd, hq;
    logic                    redir, ready, waits, me_ins, me_ret;
    assign hq = head_q[w*SW +: SW];
    assign table_q = valid_q[w*SB_ENTRIES +: SB_ENTRIES];
    assign redir = cfu_redir_valid && cfu_redir_warp == WW'(w);
    assign me_ins = ins_valid && decode_warp == WW'(w);
    assign me_ret = ret_valid && ret_warp == WW'(w);

    always_comb begin
      ready = 1'b0;
      waits = 1'b0;
      for (int i = 0; i < D; i++)
        if (hq == SW'(i)) begin
          // R1, R10
          ready = compared_q[w*D + i] &&
              (waits_for_q[(w*D + i)*SB_ENTRIES +: SB_ENTRIES] & ~elsewhere[w*SB_ENTRIES +: SB_ENTRIES]) == '0;
          waits = late_q[w*D + i];
        end
    end
    assign sb_ok[w] = ready && (pbusy_q[w*7 +: 7] & head_p[w*7 +: 7]) == 7'd0 && !(head_u[w] && ubusy_q[w]);  // R1
    assign sb_clear[w] = issued_q[w*SB_ENTRIES +: SB_ENTRIES] == '0 && pbusy_q[w*7 +: 7] == 7'd0 && !ubusy_q[w];  // R2
    assign cand[w] = waits && !redir && (!head_w[w] || !(&table_q));  // R8

    always_comb begin
      f = freed[w*SB_ENTRIES +: SB_ENTRIES];
      v = table_q & ~f;
      s = issued_q[w*SB_ENTRIES +: SB_ENTRIES] & ~f;
      dp = waits_for_q[w*D*SB_ENTRIES +: D*SB_ENTRIES] & ~{D{f}};
      ow = own_entry_q[w*D*SB_ENTRIES +: D*SB_ENTRIES];
      en = compared_q[w*D +: D];
      la = late_q[w*D +: D];
      hd = hq;
      if (issue_set_valid && issue_set_warp == WW'(w)) begin  // R5
        for (int i = 0; i < D; i++)
          if (hq == SW'(i)) begin
            s = s | ow[i*SB_ENTRIES +: SB_ENTRIES];
            ow[i*SB_ENTRIES +: SB_ENTRIES] = '0;
          end
      end
      if ((sched_sel_pop || packed_pop) && sched_sel_warp == WW'(w)) begin  // R6
        for (int i = 0; i < D; i++)
          if (hq == SW'(i)) en[i] = 1'b0;
        hd = hq == SW'(D - 1) ? '0 : hq + SW'(1);
      end
      if (me_ins) begin  // R7
        v = v | ins_own;
        for (int i = 0; i < D; i++)
          if (ins_slot == SW'(i)) begin
            if (ins_in) begin
              en[i] = 1'b1;
              la[i] = 1'b0;
              dp[i*SB_ENTRIES +: SB_ENTRIES] = ins_dep;
              ow[i*SB_ENTRIES +: SB_ENTRIES] = ins_own;
            end else begin
              la[i] = 1'b1;
            end
          end
      end
      if (me_ret) begin  // R8
        v = v | ret_own;
        for (int i = 0; i < D; i++)
          if (hq == SW'(i)) begin
            en[i] = 1'b1;
            la[i] = 1'b0;
            dp[i*SB_ENTRIES +: SB_ENTRIES] = ret_dep;
            ow[i*SB_ENTRIES +: SB_ENTRIES] = ret_own;
          end
      end
      if (redir) begin  // R9
        v = v & s;
        dp = '0;
        ow = '0;
        en = '0;
        la = '0;
        hd = '0;
      end
      valid_d[w*SB_ENTRIES +: SB_ENTRIES] = v;
      issued_d[w*SB_ENTRIES +: SB_ENTRIES] = s;
      waits_for_d[w*D*SB_ENTRIES +: D*SB_ENTRIES] = dp;
      own_entry_d[w*D*SB_ENTRIES +: D*SB_ENTRIES] = ow;
      compared_d[w*D +: D] = en;
      late_d[w*D +: D] = la;
      head_d[w*SW +: SW] = hd;
    end

    always_comb begin
      ent_reg_d[w*SB_ENTRIES*8 +: SB_ENTRIES*8] = ent_reg_q[w*SB_ENTRIES*8 +: SB_ENTRIES*8];
      ent_len_d[w*SB_ENTRIES*2 +: SB_ENTRIES*2] = ent_len_q[w*SB_ENTRIES*2 +: SB_ENTRIES*2];
      if (me_ins || me_ret) begin
        for (int i = 0; i < SB_ENTRIES; i++)
          if (me_ret ? ret_own[i] : ins_own[i]) begin
            ent_reg_d[(w*SB_ENTRIES + i)*8 +: 8] = me_ret ? rc.dst : u.dst;
            ent_len_d[(w*SB_ENTRIES + i)*2 +: 2] = (me_ret ? ret_n[1:0] : ins_n[1:0]) - 2'd1;
          end
      end
    end

    always_comb begin
      pbusy_d[w*7 +: 7] = pbusy_q[w*7 +: 7];
      ubusy_d[w] = ubusy_q[w];
      if (alu_rel_valid && alu_rel_warp == WW'(w)) begin  // R4
        pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] & ~alu_rel_pw;
        if (alu_rel_u) ubusy_d[w] = 1'b0;
      end
      if (wb_rel_valid && wb_rel_warp == WW'(w)) pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] & ~wb_rel_pw;  // R4
      if (issue_set_valid && issue_set_warp == WW'(w)) begin  // R5
        pbusy_d[w*7 +: 7] = pbusy_d[w*7 +: 7] | issue_set_pw;
        if (issue_set_u) ubusy_d[w] = 1'b1;
      end
    end
  end

  // ---- lanes ----
  if (wt_pkg::SB_SPLIT == 1) begin : g_split
    localparam int unsigned WS = wt_pkg::SLOT_LANES;
    localparam int unsigned LN = wt_pkg::LANES;
    logic [WS-1:0] alu_lanes, wb_lanes;
    always_comb begin
      alu_lanes = '0;
      wb_lanes = '0;
      for (int b = 0; b < wt_pkg::BEATS; b++) begin
        for (int l = 0; l < LN; l++) begin
          alu_lanes[b*LN + l] = alu_wb_mask[l] &&
              alu_wb_beat[(l % wt_pkg::BROWS)*wt_pkg::BEAT_W +: wt_pkg::BEAT_W] == wt_pkg::BEAT_W'(b);
          wb_lanes[b*LN + l] = wb_mask[l] &&
              wb_beat[(l % wt_pkg::BROWS)*wt_pkg::BEAT_W +: wt_pkg::BEAT_W] == wt_pkg::BEAT_W'(b);
        end
      end
    end
    for (genvar w = 0; w < NW; w++) begin : g_lanes
      logic [SB_ENTRIES*WS-1:0] mk;
      logic [SB_ENTRIES-1:0]    done, hr, own_h;
      logic                     by_alu, by_wb;
      assign by_alu = alu_wb_valid && alu_wb_n != 2'd0 && alu_wb_warp == WW'(w);
      assign by_wb = wb_reg_valid && wb_warp == WW'(w);
      always_comb begin
        own_h = '0;
        for (int i = 0; i < D; i++)
          if (head_q[w*SW +: SW] == SW'(i)) own_h = own_entry_q[(w*D + i)*SB_ENTRIES +: SB_ENTRIES];
        mk = ent_lanes_q[w*SB_ENTRIES*WS +: SB_ENTRIES*WS];
        hr = here_count_q[w*SB_ENTRIES +: SB_ENTRIES];
        for (int i = 0; i < SB_ENTRIES; i++) begin
          // R11
          if (issued_q[w*SB_ENTRIES + i] && by_alu && ent_reg_q[(w*SB_ENTRIES + i)*8 +: 8] == alu_wb_reg)
            mk[i*WS +: WS] = mk[i*WS +: WS] & ~alu_lanes;
          // R11
          if (issued_q[w*SB_ENTRIES + i] && by_wb &&
              {1'b0, ent_reg_q[(w*SB_ENTRIES + i)*8 +: 8]} +
                  {7'd0, ent_len_q[(w*SB_ENTRIES + i)*2 +: 2]} == {1'b0, wb_reg})
            mk[i*WS +: WS] = mk[i*WS +: WS] & ~wb_lanes;
          done[i] = issued_q[w*SB_ENTRIES + i] && mk[i*WS +: WS] == '0;  // R12
          if (done[i]) hr[i] = 1'b0;
          // R13
          if (cfu_upd_valid && cfu_upd_warp == WW'(w))
            hr[i] = issued_q[w*SB_ENTRIES + i] && (mk[i*WS +: WS] & cfu_upd_mask) != '0;
          if (issue_set_valid && issue_set_warp == WW'(w) && own_h[i]) begin  // R14
            mk[i*WS +: WS] = issue_exec;
            hr[i] = 1'b1;
          end
        end
      end
      assign freed[w*SB_ENTRIES +: SB_ENTRIES] = done;
      assign ent_lanes_d[w*SB_ENTRIES*WS +: SB_ENTRIES*WS] = mk;
      assign here_count_d[w*SB_ENTRIES +: SB_ENTRIES] = hr;
      // R10: a shuffle reads lanes that do not execute: it waits for all
      assign elsewhere[w*SB_ENTRIES +: SB_ENTRIES] = head_s[w] ? '0 :
          issued_q[w*SB_ENTRIES +: SB_ENTRIES] & ~here_count_q[w*SB_ENTRIES +: SB_ENTRIES];
    end
    logic unused_split;
    assign unused_split = &{1'b0, alu_freed, wb_freed};
  end else begin : g_warp_wide
    for (genvar w = 0; w < NW; w++) begin : g_freed
      assign freed[w*SB_ENTRIES +: SB_ENTRIES] = (alu_rel_warp == WW'(w) ? alu_freed : '0) |
          (wb_rel_warp == WW'(w) ? wb_freed : '0);
    end
    assign elsewhere = '0;
    assign ent_lanes_d = ent_lanes_q;
    assign here_count_d = here_count_q;
    logic unused_lanes;
    assign unused_lanes = &{1'b0, cfu_upd_valid, cfu_upd_warp, cfu_upd_mask, issue_exec, alu_wb_valid, alu_wb_n,
        alu_wb_warp, alu_wb_beat,
                            alu_wb_reg, alu_wb_mask, wb_reg_valid, wb_warp, wb_beat, wb_reg, wb_mask, head_s};
  end

  logic unused_bits;
  assign unused_bits = &{1'b0, u, rc, hc};
`ifndef SYNTHESIS
  PopHasEntered_A: assert property (@(posedge clk) disable iff (!rst_n)
    sched_sel_pop || packed_pop |-> compared_q[sched_sel_warp*D + 32'(head_q[sched_sel_warp*SW +: SW])]);
  IssuedIsInUse_A: assert property (@(posedge clk) disable iff (!rst_n) (issued_q & ~valid_q) == '0);
`endif
endmodule
`default_nettype wire
