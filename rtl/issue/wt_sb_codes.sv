// wt_sb_codes: dependence check by the control codes of the instructions: stall counts and six barriers of every warp.
//
// Latency   ok: a function of state, of collector_v. What happens in cycle t counts from t + 1.
// State     per warp: stall, six counters, results on their way, entries of results with a write barrier; per I-buffer slot: waits.
// Model     cmodel/issue/wt_sb_codes.c      Doc  docs/blocks/issue/wt_sb_codes.md
`default_nettype none
module wt_sb_codes (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  `include "ports/wt_sb_ports.svh"
  input  wire logic [7:0]                              issue_set_dst,
  input  wire logic [2:0]                              issue_set_ndst,
  input  wire logic                                    issue_alloc_valid,
  input  wire logic [wt_pkg::SLOT_W*wt_pkg::WARPS-1:0] ibuffer_tail,
  input  wire logic [wt_pkg::UOP_W-1:0]                ibuffer_uop,
  input  wire logic                                    decode_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               decode_warp,
  input  wire logic [wt_pkg::UOP_W-1:0]                decode_uop,
  input  wire logic                                    cfu_redir_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               cfu_redir_warp,
  input  wire logic                                    sched_sel_pop,
  input  wire logic [wt_pkg::WARP_W-1:0]               sched_sel_warp,
  input  wire logic [wt_pkg::COLL_W-1:0]               disp_alloc_idx,
  input  wire logic                                    disp_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               disp_warp,
  input  wire logic                                    disp_last,
  input  wire logic [wt_pkg::UOP_W-1:0]                disp_uop,
  input  wire logic                                    fpu_wb_valid,
  input  wire logic [wt_pkg::SLOW_UNITS-1:0]           wb_ack,
  input  wire logic [wt_pkg::COLLECTORS-1:0]           collector_v
);
  localparam int unsigned NW = wt_pkg::WARPS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned E = wt_pkg::SB_ENTRIES;
  localparam int unsigned D = wt_pkg::IBUF_DEPTH;
  localparam int unsigned SW = wt_pkg::SLOT_W;
  localparam int unsigned NC = wt_pkg::COLLECTORS;

  logic [NW*SW-1:0]  head_q, head_d;
  logic [NW*D*7-1:0] waits_q, waits_d;
  logic [NW*5-1:0]   stall_q, stall_d;
  logic [NW*36-1:0]  barrier_q, barrier_d;
  logic [NW*8-1:0]   results_q, results_d;
  logic [NW*E-1:0]   valid_q, valid_d;
  logic [NW*E*8-1:0] ent_reg_q, ent_reg_d, ent_preds_q, ent_preds_d;
  logic [NW*E*3-1:0] ent_bar_q, ent_bar_d;
  logic [NC-1:0]     fixed_q, fixed_d;
  logic [NC*2-1:0]   age_q, age_d;
  logic              kept_q, kept_d;

  // ---- late beats and results ----
  logic          held;
  wt_pkg::uop_t  u, fu, du;
  assign u = ibuffer_uop;
  assign fu = decode_uop;
  assign du = disp_uop;
  always_comb begin
    held = kept_q;
    kept_d = fpu_wb_valid && !wb_ack[32'(wt_pkg::U_FPU)];
    fixed_d = fixed_q;
    age_d = age_q;
    for (int i = 0; i < NC; i++) begin
      if (collector_v[i] && fixed_q[i] && age_q[i*2 +: 2] == 2'd2) held = 1'b1;
      if (age_q[i*2 +: 2] != 2'd2) age_d[i*2 +: 2] = age_q[i*2 +: 2] + 2'd1;
      if (issue_alloc_valid && disp_alloc_idx == wt_pkg::COLL_W'(i)) begin
        fixed_d[i] = (u.unit == wt_pkg::U_ALU || u.unit == wt_pkg::U_FPU) && u.hi[48:46] >= 3'd6;
        age_d[i*2 +: 2] = 2'd0;
      end
    end
  end

  // ---- what the instructions of this cycle say ----
  logic       result, has_wait, has_read, read_done;
  logic [3:0] least, given;
  logic [4:0] stall_new;
  logic [6:0] mask_new;
  assign result = issue_set_valid && (issue_set_ndst != '0 || issue_set_pw != '0 || issue_set_u);
  assign has_wait = result && u.hi[48:46] < 3'd6;
  assign has_read = issue_set_valid && u.hi[51:49] < 3'd6;
  assign read_done = disp_valid && disp_last && du.hi[51:49] < 3'd6;
  assign least = u.hi[45] ? 4'd1 : 4'd2;
  assign given = u.hi[44:41] > least ? u.hi[44:41] : least;
  assign stall_new = {1'b0, given} - 5'd1 + (u.unit == wt_pkg::U_FPU ? 5'(wt_pkg::FP_EXTRA) : 5'd0);
  assign mask_new = {fu.unit < wt_pkg::UNIT_W'(wt_pkg::UNITS) && (fu.ndst != '0 || fu.pw != '0 || fu.op == wt_pkg::I_R2UR) && fu.hi[48:46] < 3'd6,
                     fu.hi[57:52]};

  // ---- entries: the one that a release frees (lowest with that result), the one that is taken ----
  logic [E-1:0] alu_hit, wb_hit, alu_first, wb_first, alu_free, wb_free, vacant, take;
  logic [7:0]   alu_marks, wb_marks;
  logic         alu_result, wb_result;
  assign alu_marks = {alu_rel_u, alu_rel_pw};
  assign wb_marks = {1'b0, wb_rel_pw};
  // how many parts of results: registers as one, predicates, the uniform register
  logic [3:0] alu_parts, wb_parts, set_parts;
  assign alu_parts = {3'd0, alu_rel_ndst != '0} + 4'($countones(alu_marks));
  assign wb_parts = {3'd0, wb_rel_ndst != '0} + 4'($countones(wb_marks));
  assign set_parts = {3'd0, issue_set_ndst != '0} + 4'($countones({issue_set_u, issue_set_pw}));
  assign alu_result = alu_rel_valid && (alu_rel_ndst != '0 || alu_marks != '0);
  assign wb_result = wb_rel_valid && (wb_rel_ndst != '0 || wb_marks != '0);
  logic [E-1:0]   wb_valid_left;   // entries of the other release's warp, and what is left of their predicates, after the ALU's
  logic [E*8-1:0] wb_preds_left;
  logic [7:0]     alu_left, wb_left;
  always_comb begin
    for (int e = 0; e < E; e++)
      alu_hit[e] = alu_result && valid_q[32'(alu_rel_warp)*E + e] &&
                   (alu_rel_ndst != '0 ? ent_preds_q[(32'(alu_rel_warp)*E + e)*8 +: 8] == '0 && ent_reg_q[(32'(alu_rel_warp)*E + e)*8 +: 8] == alu_rel_dst
                                       : (ent_preds_q[(32'(alu_rel_warp)*E + e)*8 +: 8] & alu_marks) != '0);
  end
  wt_first #(.N(E)) u_alu (.x(alu_hit), .oh(alu_first));
  always_comb begin
    alu_left = '0;
    for (int e = 0; e < E; e++)
      if (alu_first[e]) alu_left = alu_rel_ndst != '0 ? 8'd0 : ent_preds_q[(32'(alu_rel_warp)*E + e)*8 +: 8] & ~alu_marks;
    alu_free = alu_left == '0 ? alu_first : '0;
    for (int e = 0; e < E; e++) begin
      wb_valid_left[e] = valid_q[32'(wb_rel_warp)*E + e];
      wb_preds_left[e*8 +: 8] = ent_preds_q[(32'(wb_rel_warp)*E + e)*8 +: 8];
      if (alu_rel_warp == wb_rel_warp && alu_first[e]) begin
        wb_valid_left[e] = alu_left != '0;
        wb_preds_left[e*8 +: 8] = alu_left;
      end
      wb_hit[e] = wb_result && wb_valid_left[e] &&
                  (wb_rel_ndst != '0 ? wb_preds_left[e*8 +: 8] == '0 && ent_reg_q[(32'(wb_rel_warp)*E + e)*8 +: 8] == wb_rel_dst
                                     : (wb_preds_left[e*8 +: 8] & wb_marks) != '0);
      vacant[e] = has_wait && !valid_q[32'(issue_set_warp)*E + e];
    end
  end
  wt_first #(.N(E)) u_wb (.x(wb_hit), .oh(wb_first));
  always_comb begin
    wb_left = '0;
    for (int e = 0; e < E; e++)
      if (wb_first[e]) wb_left = wb_rel_ndst != '0 ? 8'd0 : wb_preds_left[e*8 +: 8] & ~wb_marks;
    wb_free = wb_left == '0 ? wb_first : '0;
  end
  wt_first #(.N(E)) u_take (.x(vacant), .oh(take));
  logic [2:0] alu_bar, wb_bar;  // barriers of the freed entries
  always_comb begin
    alu_bar = 3'd7;
    wb_bar = 3'd7;
    for (int e = 0; e < E; e++) begin
      if (alu_free[e]) alu_bar = ent_bar_q[(32'(alu_rel_warp)*E + e)*3 +: 3];
      if (wb_free[e]) wb_bar = ent_bar_q[(32'(wb_rel_warp)*E + e)*3 +: 3];
    end
  end

  // ---- per warp ----
  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic           by_alu, by_wb, by_read, by_issue, pop, redir, insert, blocked;
    logic [6:0]     mine;
    logic [D*7-1:0] slots;
    logic [SW-1:0]  hd;
    logic [35:0]    bars;
    logic [E-1:0]   left;
    assign by_alu = alu_result && alu_rel_warp == WW'(w);
    assign by_wb = wb_result && wb_rel_warp == WW'(w);
    assign by_read = read_done && disp_warp == WW'(w);
    assign by_issue = issue_set_valid && issue_set_warp == WW'(w);
    assign pop = sched_sel_pop && sched_sel_warp == WW'(w);
    assign redir = cfu_redir_valid && cfu_redir_warp == WW'(w);
    assign insert = decode_valid && decode_warp == WW'(w);
    assign slots = waits_q[w*D*7 +: D*7];
    assign hd = head_q[w*SW +: SW];
    assign bars = barrier_q[w*36 +: 36];
    always_comb begin
      mine = 7'd0;
      for (int s = 0; s < D; s++)
        if (hd == SW'(s)) mine = slots[s*7 +: 7];
      blocked = mine[6] && (&valid_q[w*E +: E]);
      for (int b = 0; b < 6; b++)
        if (mine[b] && bars[b*6 +: 6] != 6'd0) blocked = 1'b1;
    end
    assign sb_ok[w] = !held && stall_q[w*5 +: 5] == 5'd0 && !blocked;
    assign sb_clear[w] = results_q[w*8 +: 8] == 8'd0;

    always_comb begin
      for (int b = 0; b < 6; b++)
        barrier_d[w*36 + b*6 +: 6] = bars[b*6 +: 6]
          - {5'd0, by_alu && alu_bar == 3'(b)} - {5'd0, by_wb && wb_bar == 3'(b)} - {5'd0, by_read && du.hi[51:49] == 3'(b)}
          + {5'd0, by_issue && has_wait && u.hi[48:46] == 3'(b)} + {5'd0, by_issue && has_read && u.hi[51:49] == 3'(b)};
      results_d[w*8 +: 8] = results_q[w*8 +: 8] - {4'd0, alu_parts & {4{by_alu}}} - {4'd0, wb_parts & {4{by_wb}}} + {4'd0, set_parts & {4{by_issue}}};
      left = valid_q[w*E +: E] & ~(alu_free & {E{by_alu}}) & ~(wb_free & {E{by_wb}});
      valid_d[w*E +: E] = left | (take & {E{by_issue}});
      stall_d[w*5 +: 5] = stall_q[w*5 +: 5];
      if (pop) stall_d[w*5 +: 5] = stall_new;
      else if (!held && stall_q[w*5 +: 5] != 5'd0) stall_d[w*5 +: 5] = stall_q[w*5 +: 5] - 5'd1;
      head_d[w*SW +: SW] = hd;
      waits_d[w*D*7 +: D*7] = slots;
      if (pop) head_d[w*SW +: SW] = hd == SW'(D - 1) ? '0 : hd + SW'(1);
      for (int s = 0; s < D; s++)
        if (insert && ibuffer_tail[w*SW +: SW] == SW'(s)) waits_d[w*D*7 + s*7 +: 7] = mask_new;
      if (redir) begin
        head_d[w*SW +: SW] = '0;
        waits_d[w*D*7 +: D*7] = '0;
      end
      for (int e = 0; e < E; e++) begin
        ent_reg_d[(w*E + e)*8 +: 8] = ent_reg_q[(w*E + e)*8 +: 8];
        ent_preds_d[(w*E + e)*8 +: 8] = ent_preds_q[(w*E + e)*8 +: 8];
        ent_bar_d[(w*E + e)*3 +: 3] = ent_bar_q[(w*E + e)*3 +: 3];
        if (by_alu && alu_first[e]) ent_preds_d[(w*E + e)*8 +: 8] = alu_left;
        if (by_wb && wb_first[e]) ent_preds_d[(w*E + e)*8 +: 8] = wb_left;
        if (by_issue && take[e]) begin
          ent_reg_d[(w*E + e)*8 +: 8] = issue_set_ndst != '0 ? issue_set_dst : 8'd0;
          ent_preds_d[(w*E + e)*8 +: 8] = issue_set_ndst != '0 ? 8'd0 : {issue_set_u, issue_set_pw};
          ent_bar_d[(w*E + e)*3 +: 3] = u.hi[48:46];
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    ent_reg_q <= ent_reg_d;
    ent_preds_q <= ent_preds_d;
    ent_bar_q <= ent_bar_d;
    if (!rst_n) begin
      head_q <= '0;
      waits_q <= '0;
      stall_q <= '0;
      barrier_q <= '0;
      results_q <= '0;
      valid_q <= '0;
      fixed_q <= '0;
      age_q <= '0;
      kept_q <= 1'b0;
    end else begin
      head_q <= head_d;
      waits_q <= waits_d;
      stall_q <= stall_d;
      barrier_q <= barrier_d;
      results_q <= results_d;
      valid_q <= valid_d;
      fixed_q <= fixed_d;
      age_q <= age_d;
      kept_q <= kept_d;
    end
  end

  // registers are not compared; of the words the control codes alone
  logic unused_bits;
  assign unused_bits = &{1'b0, ibuffer_head_src, ibuffer_head_ctl, u, fu, du, wb_ack};
`ifndef SYNTHESIS
  EntryForResult_A: assert property (@(posedge clk) disable iff (!rst_n) has_wait |-> take != '0);
`endif
endmodule
`default_nettype wire
