// wt_sb_codes: dependence check by the control codes of the instructions: stall counts and six barriers of every warp.
//
// Latency   ok: a function of state, of collector_v. What happens in cycle t counts from t + 1, barriers that an issue
//           raises from t + 2.
// State     per warp: stall, six counters, results on their way; per I-buffer slot: waits, limits; adds and add_*:
//           barriers of the instruction that issued a cycle ago.
// Model     cmodel/issue/wt_sb_codes.c      Doc  docs/blocks/issue/wt_sb_codes.md
`default_nettype none
module wt_sb_codes (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  `include "ports/wt_sb_ports.svh"
  input  wire logic [2:0]                              issue_set_ndst,
  input  wire logic                                    issue_alloc_valid,
  input  wire logic [2:0]                              alu_rel_ends,
  input  wire logic [2:0]                              wb_rel_ends,
  input  wire logic [wt_pkg::SLOT_W*wt_pkg::SLOTS-1:0] ibuffer_tail,
  input  wire logic [wt_pkg::UOP_W-1:0]                ibuffer_uop,
  input  wire logic                                    decode_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               decode_warp,
  input  wire logic [wt_pkg::UOP_W-1:0]                decode_uop,
  input  wire logic                                    cfu_redir_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]               cfu_redir_warp,
  input  wire logic                                    sched_sel_pop,
  input  wire logic                                    pack_pop,
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
  logic packed_pop;
  assign packed_pop = wt_pkg::PACK == 1 && pack_pop;
  localparam int unsigned NW = wt_pkg::SLOTS;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned D = wt_pkg::IBUF_DEPTH;
  localparam int unsigned SW = wt_pkg::SLOT_W;
  localparam int unsigned COLLECTORS = wt_pkg::COLLECTORS;

  `include "rows/wt_sb_codes_state.svh"

  // ---- late beats and results ----
  logic         held;
  wt_pkg::uop_t u, fu, du;
  assign u = ibuffer_uop;
  assign fu = decode_uop;
  assign du = disp_uop;
  always_comb begin
    held = kept_q;
    kept_d = fpu_wb_valid && !wb_ack[32'(wt_pkg::U_FPU)];  // R8
    fixed_d = fixed_q;
    age_d = age_q;
    for (int i = 0; i < COLLECTORS; i++) begin
      if (collector_v[i] && fixed_q[i] && age_q[i*2 +: 2] == 2'd2) held = 1'b1;  // R8
      if (age_q[i*2 +: 2] != 2'd2) age_d[i*2 +: 2] = age_q[i*2 +: 2] + 2'd1;
      if (issue_alloc_valid && disp_alloc_idx == wt_pkg::COLL_W'(i)) begin
        fixed_d[i] = (u.unit == wt_pkg::U_ALU || u.unit == wt_pkg::U_FPU) && u.hi[48:46] >= 3'd6;  // R8
        age_d[i*2 +: 2] = 2'd0;
      end
    end
  end

  // ---- what the instructions of this cycle say ----
  logic       result, has_wait, has_read, read_done, alu_ends, wb_ends;
  logic [5:0] given, stall_new;
  assign result = issue_set_valid && (issue_set_ndst != '0 || issue_set_pw != '0 || issue_set_u);  // R3
  assign has_wait = result && u.hi[48:46] < 3'd6;
  assign has_read = issue_set_valid && u.hi[51:49] < 3'd6;
  assign read_done = disp_valid && disp_last && du.hi[51:49] < 3'd6;  // R6
  always_comb begin  // R4
    given = {2'b0, u.hi[44:41]};
    if (u.hi[45]) begin
      if (u.hi[44:41] == 4'd0) given = 6'd1;
      else if (u.hi[44:41] > 4'd11) given = 6'd2;
    end else begin
      if (u.hi[44:41] == 4'd0) given = 6'd45;
      else if (u.hi[44:41] == 4'd1) given = 6'd2;
    end
  end
  assign stall_new = given - 6'd1 + (u.unit == wt_pkg::U_FPU ? 6'(wt_pkg::FP_EXTRA) : 6'd0);
  assign adds_d = {has_read, has_wait};  // R3
  assign add_warp_d = has_wait || has_read ? issue_set_warp : '0;
  assign add_write_d = has_wait ? u.hi[48:46] : '0;
  assign add_read_d = has_read ? u.hi[51:49] : '0;
  logic        depbar;
  logic [5:0]  mask_in;
  logic [9:0]  limit_in;
  assign depbar = fu.op == wt_pkg::I_DEPBAR;
  assign mask_in = fu.hi[57:52] | (depbar ? fu.lo[37:32] : '0);  // R2
  assign limit_in = depbar && fu.lo[47] ? {1'b1, fu.lo[46:38]} : '0;
  assign alu_ends = alu_rel_valid && alu_rel_ends != wt_pkg::END_NOTHING;  // R5
  assign wb_ends = wb_rel_valid && wb_rel_ends != wt_pkg::END_NOTHING;

  // ---- per warp ----
  for (genvar w = 0; w < NW; w++) begin : g_warp
    logic            by_alu, by_wb, by_read, by_issue, by_add, pop, redir, insert, blocked;
    logic [5:0]      mine;
    logic [9:0]      limit;
    logic [D*6-1:0]  slots;
    logic [D*10-1:0] limits;
    logic [SW-1:0]   hd;
    logic [35:0]     bars;
    assign by_alu = alu_ends && alu_rel_warp == WW'(w);
    assign by_wb = wb_ends && wb_rel_warp == WW'(w);
    assign by_read = read_done && disp_warp == WW'(w);
    assign by_issue = issue_set_valid && issue_set_warp == WW'(w);
    assign by_add = add_warp_q == WW'(w);
    assign pop = (sched_sel_pop || packed_pop) && sched_sel_warp == WW'(w);
    assign redir = cfu_redir_valid && cfu_redir_warp == WW'(w);
    assign insert = decode_valid && decode_warp == WW'(w);
    assign slots = waits_q[w*D*6 +: D*6];
    assign limits = limits_q[w*D*10 +: D*10];
    assign hd = head_q[w*SW +: SW];
    assign bars = barrier_q[w*36 +: 36];
    always_comb begin
      mine = 6'd0;
      limit = 10'd0;
      for (int s = 0; s < D; s++)
        if (hd == SW'(s)) begin
          mine = slots[s*6 +: 6];
          limit = limits[s*10 +: 10];
        end
      blocked = 1'b0;
      for (int b = 0; b < 6; b++)  // R1
        // 60 or more: it might overflow
        if ((&bars[b*6 + 2 +: 4]) || (mine[b] && bars[b*6 +: 6] != 6'd0) ||
            (limit[9] && limit[8:6] == 3'(b) && bars[b*6 +: 6] > limit[5:0]))
          blocked = 1'b1;
    end
    assign sb_ok[w] = !held && stall_q[w*6 +: 6] == 6'd0 && !blocked;  // R1
    assign sb_clear[w] = results_q[w*8 +: 8] == 8'd0;  // R1

    always_comb begin
      for (int b = 0; b < 6; b++)
        barrier_d[w*36 + b*6 +: 6] = bars[b*6 +: 6]
          // R5, R6
          - {5'd0, by_alu && alu_rel_ends == 3'(b)} - {5'd0, by_wb && wb_rel_ends == 3'(b)} - {5'd0,
              by_read && du.hi[51:49] == 3'(b)}
          // R3
          + {5'd0, by_add && adds_q[0] && add_write_q == 3'(b)} + {5'd0, by_add && adds_q[1] && add_read_q == 3'(b)};
      // R3, R5
      results_d[w*8 +: 8] = results_q[w*8 +: 8] - {7'd0, by_alu} - {7'd0, by_wb} + {7'd0, by_issue && result};
      stall_d[w*6 +: 6] = stall_q[w*6 +: 6];
      if (pop) stall_d[w*6 +: 6] = stall_new;  // R4
      else if (!held && stall_q[w*6 +: 6] != 6'd0) stall_d[w*6 +: 6] = stall_q[w*6 +: 6] - 6'd1;  // R4
      head_d[w*SW +: SW] = hd;
      waits_d[w*D*6 +: D*6] = slots;
      limits_d[w*D*10 +: D*10] = limits;
      if (pop) head_d[w*SW +: SW] = hd == SW'(D - 1) ? '0 : hd + SW'(1);  // R4
      for (int s = 0; s < D; s++)  // R2
        if (insert && ibuffer_tail[w*SW +: SW] == SW'(s)) begin
          waits_d[w*D*6 + s*6 +: 6] = mask_in;
          limits_d[w*D*10 + s*10 +: 10] = limit_in;
        end
      if (redir) begin  // R7
        head_d[w*SW +: SW] = '0;
        waits_d[w*D*6 +: D*6] = '0;
        limits_d[w*D*10 +: D*10] = '0;
      end
    end
  end

  // registers are not compared; of the words the control codes alone
  logic unused_bits;
  assign unused_bits = &{1'b0, ibuffer_head_src, ibuffer_head_ctl, u, fu, du, wb_ack, alu_rel_dst, alu_rel_ndst,
      alu_rel_pw, alu_rel_u, wb_rel_dst,
                        wb_rel_ndst, wb_rel_pw};
endmodule
`default_nettype wire
