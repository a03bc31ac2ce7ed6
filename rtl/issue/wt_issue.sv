// wt_issue: turns the selected head uop into an issue packet (one beat), a control-flow event, scoreboard sets and
// uniform execution.
//
// Latency   0 cycles from sched_sel. All outputs are 0 while sched_sel_valid is 0, but for the event of a BAR that
//           waited for its register.
// State     iid_q: number of the instruction's packets, +1 after its last beat. late_*: that BAR.
// Model     cmodel/issue/wt_issue.c      Doc  docs/blocks/issue/wt_issue.md
`default_nettype none
module wt_issue (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  input  wire logic                          sched_sel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]     sched_sel_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]     sched_sel_beat,
  input  wire logic                          sched_sel_first,
  input  wire logic                          sched_sel_pop,
  input  wire logic                          sched_sync,
  input  wire logic                          sched_index,
  input  wire logic                          sched_more,
  input  wire logic [wt_pkg::BROWS_W-1:0]    pack_beat,
  input  wire logic [wt_pkg::LANES-1:0]      pack_mask,
  input  wire logic                          pack_pop,
  input  wire logic [wt_pkg::UOP_W-1:0]      ibuffer_uop,
  input  wire logic [63:0]                   ibuffer_cval,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]  cfu_mask,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]  cfu_live,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]  cfu_bx_val,
  input  wire logic [wt_pkg::SPLIT_W-1:0]    cfu_split,
  input  wire logic [7*wt_pkg::SLOT_LANES-1:0] pred_p,
  input  wire logic [63:0]                   ureg_b,
  input  wire logic [6:0]                    ureg_up,
  input  wire logic [11*wt_pkg::SLOTS-1:0]   ctabar_result,
  input  wire logic [32*wt_pkg::LANES-1:0]   sreg_v0,
  input  wire logic                          cfg_places,
  input  wire logic [wt_pkg::SUBCORE_W-1:0]  place_subcore,
  input  wire logic                          cfu_idle,
  input  wire logic                          alu_sc_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]     alu_sc_warp,
  input  wire logic [31:0]                   alu_sc_val,
  output logic                               issue_valid,
  output logic [wt_pkg::SLOT_LANES-1:0]       issue_exec,
  output logic [wt_pkg::MASK_W-1:0]          issue_ballot,
  output logic                               issue_votep,
  output logic                               issue_uni_valid,
  `include "ports/wt_issue_packet_ports.svh"
  output logic                               issue_ev_valid,
  output logic [wt_pkg::WARP_W-1:0]          issue_ev_warp,
  output logic [3:0]                         issue_ev_kind,
  output logic [31:0]                        issue_ev_pc,
  output logic [wt_pkg::SLOT_LANES-1:0]       issue_ev_mask,
  output logic [31:0]                        issue_ev_target,
  output logic [31:0]                        issue_ev_rpc,
  output logic [3:0]                         issue_ev_bx,
  output logic [wt_pkg::SLOT_LANES-1:0]       issue_ev_val,
  output logic                               issue_bar_valid,
  output logic                               issue_bar_arv,
  output logic [3:0]                         issue_bar_id,
  output logic [wt_pkg::CNT_W-1:0]           issue_bar_count,
  output logic [wt_pkg::CNT_W-1:0]           issue_bar_red,
  output logic [1:0]                         issue_bar_op,
  output logic [11:0]                        issue_bar_need,
  output logic                               issue_hold,
  output logic                               issue_set_valid,
  output logic [wt_pkg::WARP_W-1:0]          issue_set_warp,
  output logic [7:0]                         issue_set_dst,
  output logic [2:0]                         issue_set_ndst,
  output logic [6:0]                         issue_set_pw,
  output logic                               issue_set_u
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned BT = wt_pkg::BEATS;
  localparam int unsigned BEAT_W = wt_pkg::BEAT_W;
  localparam int unsigned VW = WS < 32 ? WS : 32;  // bits of a 32-bit mask operand that name lanes

  wt_pkg::uop_t u;
  logic [127:0] w;
  logic pops; // the last beat of an instruction
  assign pops = sched_sel_pop || (wt_pkg::PACK == 1 && pack_pop);
  assign u = ibuffer_uop;
  assign w = {u.hi, u.lo};

  `include "cta/wt_cta_warp_at.svh"

  // Place of lane 0 in the warp of 32 that masks of lanes are about.
  logic [4:0] place;
  logic [31:0] warp;  // of the SM
  assign warp = warp_at(32'(place_subcore), 32'(sched_sel_warp));
  assign place = wt_pkg::PER_32 > 1 && cfg_places ? 5'(warp % 32'(wt_pkg::PER_32) * 32'(WS)) : 5'd0;

  // Lanes of a 3-bit predicate selector; 7 = true.
  function automatic logic [WS-1:0] lanes_of(input logic [7*WS-1:0] p, input logic [2:0] sel, input logic neg);
    logic [WS-1:0] v;
    v = {WS{1'b1}};
    for (int i = 0; i < 7; i++) if (sel == 3'(i)) v = p[i*WS +: WS];
    lanes_of = v ^ {WS{neg}};
  endfunction
  function automatic logic uniform_of(input logic [6:0] up, input logic [2:0] sel, input logic neg);
    uniform_of = (sel == 3'd7 ? 1'b1 : |(up & (7'd1 << sel))) ^ neg;
  endfunction

  // R12: A BAR with its number or count in a register: its event comes when these are known.
  logic is_late, late_begins, late_comes;
  `include "rows/wt_issue_state.svh"
  logic late_some;
  logic late_told;
  assign is_late = u.op == wt_pkg::I_BAR_RR || u.op == wt_pkg::I_BAR_RI || u.op == wt_pkg::I_BAR_IR;
  assign late_some = late_count_q != '0;
  assign late_comes = late_q && late_sent_q && late_known_q && !sched_sel_valid && cfu_idle;
  assign late_told = late_q && !late_comes && alu_sc_valid && alu_sc_warp == late_warp_q;

  logic [WS-1:0] exec, in_beat, pp, pq, pr, e;  // in_beat: PACK, threads in the rows of the beat
  logic uni_guard, is_vote, vec, converged, lead_done;
  logic [3:0] kind;
  logic [47:0] bra_off;
  logic [31:0] bra_target, bssy_target;
  assign bra_off = w[81:34];
  assign bra_target = u.pc + 32'd16 + {bra_off[29:0], 2'b00};
  assign bssy_target = u.pc + 32'd16 + {w[63:34], 2'b00};

  always_comb begin
    issue_valid = 1'b0;
    issue_exec = '0;
    issue_ballot = '0;
    issue_votep = 1'b0;
    issue_uni_valid = 1'b0;
    issue_alloc_valid = 1'b0;
    issue_alloc_beat = '0;
    issue_alloc_mask = '0;
    issue_alloc_lead = 1'b0;
    issue_alloc_last = 1'b0;
    issue_alloc_pp = '0;
    issue_alloc_pq = '0;
    issue_alloc_pr = '0;
    issue_alloc_bc = '0;
    issue_alloc_split = '0;
    issue_ev_valid = 1'b0;
    issue_ev_warp = '0;
    issue_ev_kind = wt_pkg::EV_ADV;
    issue_ev_pc = '0;
    issue_ev_mask = '0;
    issue_ev_target = '0;
    issue_ev_rpc = '0;
    issue_ev_bx = '0;
    issue_ev_val = '0;
    issue_set_valid = 1'b0;
    issue_set_warp = '0;
    issue_set_dst = '0;
    issue_set_ndst = '0;
    issue_set_pw = '0;
    issue_set_u = 1'b0;
    exec = '0;
    in_beat = '0;
    pp = '0;
    pq = '0;
    pr = '0;
    e = '0;
    uni_guard = 1'b0;
    is_vote = 1'b0;
    vec = 1'b0;
    converged = 1'b0;
    lead_done = 1'b0;
    kind = wt_pkg::EV_ADV;
    if (sched_sel_valid && !sched_sync && !sched_index) begin // R1: micro-ops are no instructions
      // R2, R6: guard and source predicates
      uni_guard = u.unit == wt_pkg::U_UNI && u.op != wt_pkg::I_VOTEU;
      exec = cfu_mask & (uni_guard ? {WS{uniform_of(ureg_up, w[14:12], w[15])}} : lanes_of(pred_p, w[14:12], w[15]));
      pp = lanes_of(pred_p, w[89:87], w[90]);
      pq = lanes_of(pred_p, w[79:77], w[80]);
      pr = u.op == wt_pkg::I_PLOP3 && w[67] ? {WS{uniform_of(ureg_up, w[70:68], w[71])}} :
          lanes_of(pred_p, w[70:68], w[71]);
      issue_exec = exec;
      issue_valid = sched_sel_first;
      is_vote = u.op == wt_pkg::I_VOTE || u.op == wt_pkg::I_VOTEU;
      if (is_vote) begin  // R3
        issue_ballot = (wt_pkg::MASK_W'(exec) & wt_pkg::MASK_W'(pp)) << place;
        unique case (w[73:72])
          2'd0: issue_votep = (exec & pp) == exec;
          2'd1: issue_votep = |(exec & pp);
          default: issue_votep = (exec & pp) == '0 || (exec & pp) == exec;
        endcase
        if (!sched_sel_first) begin // R3: Pu of the first beat may be written by now, and be Pp or the guard
          issue_ballot = ballot_q;
          issue_votep = votep_q;
        end
      end
      issue_uni_valid = u.unit == wt_pkg::U_UNI && |exec;  // R4
      // R5: packet for a collector
      vec = u.unit < wt_pkg::UNIT_W'(wt_pkg::UNITS);
      if (vec) begin
        issue_alloc_valid = 1'b1;
        issue_alloc_last = pops && !sched_more;
        issue_alloc_split = cfu_split;
        issue_alloc_beat = wt_pkg::PACK == 1 ? pack_beat : wt_pkg::BROWS_W'(sched_sel_beat);  // R13
        if (wt_pkg::PACK == 1) issue_alloc_mask = pack_mask;  // R13
        for (int b = 0; b < BT; b++) begin
          for (int l = 0; l < LN; l++) begin
            if (wt_pkg::PACK == 1 && pack_beat[(l % wt_pkg::BROWS)*BEAT_W +: BEAT_W] == BEAT_W'(b)) begin
              issue_alloc_pp[l] = pp[b*LN + l];
              issue_alloc_pq[l] = pq[b*LN + l];
              issue_alloc_pr[l] = pr[b*LN + l];
              in_beat[b*LN + l] = 1'b1;
            end
          end
          if (wt_pkg::PACK == 0 && sched_sel_beat == BEAT_W'(b)) begin
            issue_alloc_mask = exec[b*LN +: LN];
            issue_alloc_pp = pp[b*LN +: LN];
            issue_alloc_pq = pq[b*LN +: LN];
            issue_alloc_pr = pr[b*LN +: LN];
            issue_alloc_lead = |exec[b*LN +: LN] && !lead_done;  // R5
          end
          lead_done = lead_done || |exec[b*LN +: LN];
        end
        // R5, the lowest thread as in wt_first: as a loop it would be the longest path of the block
        if (wt_pkg::PACK == 1) issue_alloc_lead = |(exec & (~exec + WS'(1)) & in_beat);
        if (u.op == wt_pkg::I_VOTE) issue_alloc_pp = {LN{issue_votep}};  // R6
        unique case (u.bcsel)  // R7
          wt_pkg::BC_IMM: issue_alloc_bc = {32'd0, w[63:32]};
          wt_pkg::BC_CONST: issue_alloc_bc = ibuffer_cval;
          wt_pkg::BC_UREG: issue_alloc_bc = ureg_b;
          default: begin
            if (u.op == wt_pkg::I_VOTE) issue_alloc_bc[31:0] = issue_ballot[31:0];
            if (u.op == wt_pkg::I_B2R) issue_alloc_bc[10:0] = ctabar_result[32'(sched_sel_warp)*11 +: 11];
            // R7
            if (u.op == wt_pkg::I_BMOV_RB) issue_alloc_bc = (sched_sel_first ? 64'(cfu_bx_val) : 64'(bx_q)) << place;
          end
        endcase
        if (sched_sel_first) begin  // R8
          issue_set_valid = 1'b1;
          issue_set_warp = sched_sel_warp;
          issue_set_dst = u.dst;
          issue_set_ndst = u.ndst;
          issue_set_pw = u.pw;
          issue_set_u = u.op == wt_pkg::I_R2UR;
        end
      end
      // R9: control-flow event
      if (sched_sel_first && !is_late) begin
        converged = cfu_mask == cfu_live;
        e = exec;
        unique case (u.op)
          wt_pkg::I_BRA: begin
            kind = wt_pkg::EV_BRA;
            e = exec & pp & {WS{!((w[33:32] == 2'd3 && !converged) || (w[33:32] == 2'd2 && converged))}};
          end
          wt_pkg::I_CALL_REL: begin
            kind = wt_pkg::EV_CALL;
            e = exec & pp;
          end
          wt_pkg::I_CALL_REL_R, wt_pkg::I_CALL_ABS_R: begin
            kind = wt_pkg::EV_CALLX;
            e = exec & pp;
          end
          wt_pkg::I_RET: begin
            kind = wt_pkg::EV_RET;
            e = exec & pp;
          end
          wt_pkg::I_BRX: begin
            kind = wt_pkg::EV_BRX;
            e = exec & pp;
          end
          wt_pkg::I_BSSY: kind = wt_pkg::EV_BSSY;
          wt_pkg::I_BSYNC: begin
            kind = wt_pkg::EV_BSYNC;
            e = exec & pp;
          end
          wt_pkg::I_BREAK: begin
            kind = wt_pkg::EV_BREAK;
            e = exec & pp;
          end
          wt_pkg::I_BMOV_RB: kind = wt_pkg::EV_BMOVR;
          wt_pkg::I_BMOV_BR: kind = wt_pkg::EV_BMOVW;
          wt_pkg::I_WARPSYNC_I, wt_pkg::I_WARPSYNC_C: kind = wt_pkg::EV_WSYNC;
          wt_pkg::I_WARPSYNC_R: kind = wt_pkg::EV_WSYNCR;
          wt_pkg::I_YIELD, wt_pkg::I_NANOSLEEP_R, wt_pkg::I_NANOSLEEP_I, wt_pkg::I_NANOSLEEP_C: kind = wt_pkg::EV_YIELD;
          wt_pkg::I_EXIT: begin
            kind = wt_pkg::EV_EXIT;
            e = exec & pp;
          end
          wt_pkg::I_BAR_II: if (w[79:77] != 3'd1) kind = wt_pkg::EV_BAR;  // BAR.ARV goes on
          default: kind = wt_pkg::EV_ADV;
        endcase
        if (e == '0) kind = wt_pkg::EV_ADV;  // R10
        issue_ev_valid = 1'b1;
        issue_ev_warp = sched_sel_warp;
        issue_ev_kind = kind;
        issue_ev_pc = u.pc;
        if (kind != wt_pkg::EV_ADV) issue_ev_mask = e;  // R10
        unique case (kind)
          wt_pkg::EV_BRA: begin
            issue_ev_target = bra_target;
            issue_ev_rpc = u.rpc;
          end
          wt_pkg::EV_CALL: begin
            issue_ev_target = bra_target;
            issue_ev_rpc = u.pc + 32'd16;
          end
          wt_pkg::EV_CALLX: begin
            issue_ev_rpc = u.pc + 32'd16;
            issue_ev_val = cfu_mask;
          end
          wt_pkg::EV_RET, wt_pkg::EV_BRX: begin
            issue_ev_rpc = u.rpc;
            issue_ev_val = cfu_mask;
          end
          wt_pkg::EV_YIELD: issue_ev_val[0] = u.op != wt_pkg::I_YIELD;
          wt_pkg::EV_BSSY: begin
            issue_ev_bx = w[19:16];
            issue_ev_rpc = bssy_target;
          end
          wt_pkg::EV_BSYNC, wt_pkg::EV_BREAK: issue_ev_bx = w[19:16];
          wt_pkg::EV_BMOVR: begin
            issue_ev_bx = w[27:24];
            issue_ev_val[0] = w[84];
          end
          wt_pkg::EV_BMOVW: issue_ev_bx = w[27:24];
          wt_pkg::EV_WSYNC: issue_ev_val[VW-1:0] = VW'((u.op == wt_pkg::I_WARPSYNC_I ? w[63:32] :
              ibuffer_cval[31:0]) >> place);
          wt_pkg::EV_BAR: issue_ev_bx = w[57:54];
          default: issue_ev_bx = 4'd0;
        endcase
      end
    end else if (late_comes) begin  // R12
      issue_ev_valid = 1'b1;
      issue_ev_warp = late_warp_q;
      issue_ev_pc = late_pc_q;
      if (late_waits_q) begin
        issue_ev_kind = wt_pkg::EV_BAR;
        issue_ev_mask = late_mask_q;
        issue_ev_bx = late_id_q;
      end
    end
  end

  // R5: the rest of the packet, as it comes
  assign issue_alloc_iid = iid_q;
  assign issue_alloc_uop = ibuffer_uop;
  assign issue_alloc_warp = sched_sel_warp;
  assign issue_alloc_v0 = sreg_v0;

  // R11: arrival at a CTA barrier
  logic is_bar, is_red;
  logic [wt_pkg::CNT_W-1:0] n_exec, n_pp;
  assign is_bar = sched_sel_valid && sched_sel_first && u.op == wt_pkg::I_BAR_II && exec != '0;
  assign is_red = w[79:77] == 3'd2;
  wt_popcount #(.N(WS), .W(wt_pkg::CNT_W)) u_n_exec (.x(exec & {WS{is_bar | late_begins}}), .n(n_exec));
  wt_popcount #(.N(WS), .W(wt_pkg::CNT_W)) u_n_pp (.x(exec & pp & {WS{(is_bar | late_begins) & is_red}}), .n(n_pp));
  assign issue_bar_valid = is_bar || (late_comes && late_some);  // R11, R12
  assign issue_bar_arv = late_comes ? late_some && !late_waits_q : is_bar && w[79:77] == 3'd1;
  assign issue_bar_id = late_comes ? late_id_q & {4{late_some}} : w[57:54] & {4{is_bar}};
  assign issue_bar_count = late_comes ? late_count_q : n_exec & {wt_pkg::CNT_W{is_bar}};
  assign issue_bar_red = late_comes ? late_yes_q : n_pp & {wt_pkg::CNT_W{is_bar}};
  assign issue_bar_op = late_comes ? late_op_q & {2{late_some}} : (is_red ? w[75:74] : 2'd3) & {2{is_bar}};
  assign issue_bar_need = late_comes ? late_need_q & {12{late_some}} : w[53:42] & {12{is_bar}};

  // R12: the instruction leaves the I-buffer with its last beat; what its event says is kept here
  assign late_begins = sched_sel_valid && sched_sel_first && is_late;
  assign late_d = late_begins || (late_q && !late_comes);
  // R12
  assign late_known_d = late_begins ? exec == '0 : late_told || late_known_q;  // nobody: there is no value to wait for
  assign late_sent_d = sched_sel_valid && pops ? 1'b1 : late_sent_q && !late_begins;
  always_ff @(posedge clk) begin
    if (late_begins) begin
      late_warp_q <= sched_sel_warp;
      late_pc_q <= u.pc;
      late_mask_q <= exec;
      late_yes_q <= n_pp;
      late_op_q <= is_red ? w[75:74] : 2'd3;
      late_count_q <= n_exec;
      late_waits_q <= w[79:77] != 3'd1 && exec != '0;
    end
    if (late_told) begin
      late_need_q <= alu_sc_val[27:16];
      late_id_q <= alu_sc_val[3:0];
    end
  end

  // R7
  // the first beat of BMOV Rd,Bn is the event: with .CLEAR the register is gone for the others
  always_ff @(posedge clk) if (sched_sel_valid && sched_sel_first && u.op == wt_pkg::I_BMOV_RB) bx_q <= cfu_bx_val;
  always_ff @(posedge clk) begin
    if (sched_sel_valid && sched_sel_first && u.op == wt_pkg::I_VOTE) begin  // R3
      ballot_q <= issue_ballot;
      votep_q <= issue_votep;
    end
  end
  assign iid_d = iid_q + {3'd0, sched_sel_valid && pops && !sched_more};

  // fields of the uop that other blocks use, and the high offset bits of a branch (targets are 32 bits)
  logic unused_bits;
  assign unused_bits = &{1'b0, u, w, bra_off[47:30], alu_sc_val[31:28], alu_sc_val[15:4]};
`ifndef SYNTHESIS
  AllocIsSelected_A: assert property (@(posedge clk) disable iff (!rst_n) issue_alloc_valid |-> sched_sel_valid);
  EventIsSelected_A: assert property (@(posedge clk) disable iff (!rst_n) issue_ev_valid |-> sched_sel_valid || late_q);
  NothingBeginsWhileHeld_A: assert property (@(posedge clk) disable iff (!rst_n) issue_hold |-> !issue_valid);
  EventPayload_A: assert property (@(posedge clk) disable iff (!rst_n)
    !issue_ev_valid |-> {issue_ev_warp, issue_ev_kind, issue_ev_pc, issue_ev_mask, issue_ev_target, issue_ev_rpc,
        issue_ev_bx, issue_ev_val} == '0);
  AllocPayload_A: assert property (@(posedge clk) disable iff (!rst_n)
    !issue_alloc_valid |-> {issue_alloc_mask, issue_alloc_lead, issue_alloc_last, issue_alloc_bc} == '0);
  SetPayload_A: assert property (@(posedge clk) disable iff (!rst_n)
    !issue_set_valid |-> {issue_set_warp, issue_set_dst, issue_set_ndst, issue_set_pw, issue_set_u} == '0);
`endif
endmodule
`default_nettype wire
