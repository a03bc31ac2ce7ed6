// wt_lsu: load/store unit.
//
// Front     collects the beats of an instruction and checks its addresses; then wt_coalesce makes requests or wt_smem
//           serves.
// Tables    ent_*: an entry per load or atomic in flight; tag_*: a tag per requested line. Responses come in any order.
// Latency   last beat in cycle t: check in t + 1, first shared pass in t + 2, first request at the port in t + 3.
// Flow      every output is a function of state; ready = the front is free or collecting.
// Parts     rtl/mem/wt_lsu_{addr,check,count,atom,extend,result}.sv: no state.
// Model     cmodel/mem/wt_lsu.c      Doc  docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  // from disp
  `include "ports/wt_lsu_disp_taken_ports.svh"
  // from share, with several sub-cores: of the one whose turn it is
  `include "ports/wt_lsu_share_taken_ports.svh"
  // from wb
  input  wire logic [wt_pkg::SUBCORES*wt_pkg::SLOW_UNITS-1:0] wb_ack,
  // from the memory environment
  input  wire logic                                    env_mem_ready,
  input  wire logic                                    env_rsp_valid,
  input  wire logic [wt_pkg::TAG_W-1:0]                env_rsp_tag,
  input  wire logic [1023:0]                           env_rsp_data,
  // from l1d, which takes the place of memory where there is one
  input  wire logic                                    l1d_ready,
  input  wire logic                                    l1d_rsp_valid,
  input  wire logic [wt_pkg::TAG_W-1:0]                l1d_rsp_tag,
  input  wire logic [1023:0]                           l1d_rsp_data,
  input  wire logic                                    env_ack_valid,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]               env_ack_warp,
  input  wire logic [wt_pkg::DWR_SUBWARPS-1:0]         env_ack_members,
  // REPLAY=replay: an instruction that left comes back
  input  wire logic                                    replay_resume,
  input  wire logic [2:0]                              replay_why,
  input  wire logic [wt_pkg::FRONT_W-1:0]              replay_front,
  input  wire logic [wt_pkg::ACC_LANES*64-1:0]         replay_addr,
  input  wire logic [4*wt_pkg::ACC_LANES*32-1:0]       replay_data,
  input  wire logic [wt_pkg::SM_SLOTS-1:0]                replay_warps,
  input  wire logic                                    replay_active,
  // launch constants, CTA slots of the warps
  input  wire logic [16:0]                             cfg_smem,
  input  wire logic [19:0]                             cfg_local,
  input  wire logic [wt_pkg::SMROW_W:0]                cfg_smrows,
  input  wire logic                                    dispatch_launch_valid,
  input  wire logic                                    dispatch_launch_last,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]               dispatch_launch_warp,
  input  wire logic [wt_pkg::CTA_W-1:0]                dispatch_cta_slot,
  // from coalesce, smem and its banks
  input  wire logic                                    coal_valid,
  input  wire logic [wt_pkg::ACC_LANES-1:0]            coal_lanes,
  input  wire logic [56:0]                             coal_line,
  input  wire logic [127:0]                            coal_bmask,
  input  wire logic [1023:0]                           coal_data,
  input  wire logic [wt_pkg::ACC_LANES-1:0]            smem_lanes,
  input  wire logic [wt_pkg::SMEM_BANKS*32-1:0]        smbank_rdata,
  output logic                                         lsu_ready,
  output logic [wt_pkg::SM_SLOTS-1:0]                     lsu_quiet,
  // to wb
  `include "ports/wt_lsu_result_ports.svh"
  // to the memory environment
  `include "ports/wt_lsu_memreq_ports.svh"
  output logic                                         lsu_rsp_ready,
  // observed by the harness
  output logic                                         lsu_perf_valid,
  output logic [wt_pkg::SM_WARP_W-1:0]                    lsu_perf_warp,
  output logic [wt_pkg::ACC_LANES-1:0]                 lsu_perf_lanes,
  output logic                                         lsu_fault_valid,
  output logic                                         lsu_fault_kind,
  output logic [wt_pkg::SM_WARP_W-1:0]                    lsu_fault_warp,
  output logic [31:0]                                  lsu_fault_pc,
  output logic [wt_pkg::LANE_W-1:0]                    lsu_fault_lane,
  // to replay
  output logic [wt_pkg::SM_SLOTS-1:0]                     lsu_at,
  output logic                                         lsu_no_ent,
  output logic                                         lsu_no_tag,
  output logic                                         lsu_park,
  output logic [2:0]                                   lsu_why,
  output logic [wt_pkg::FRONT_W-1:0]                   lsu_front,
  // to coalesce and smem
  output logic                                         lsu_cq,
  output logic                                         lsu_sq,
  output logic [wt_pkg::ACC_LANES-1:0]                 lsu_pend,
  output logic [wt_pkg::ACC_LANES*64-1:0]              lsu_addr,
  output logic [4*wt_pkg::ACC_LANES*32-1:0]            lsu_data,
  output logic [2:0]                                   lsu_mop,
  output logic [2:0]                                   lsu_sz,
  output logic [3:0]                                   lsu_aop,
  output logic [1:0]                                   lsu_k,
  output logic [wt_pkg::SMROW_W-1:0]                   lsu_sbase,
  output logic                                         lsu_swr,
  output logic [31:0]                                  lsu_sval
);
  localparam int unsigned N = wt_pkg::ACC_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned ACC_BEATS = wt_pkg::ACC_BEATS;
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;
  localparam int unsigned BTW = wt_pkg::ACC_BEAT_W;
  localparam int unsigned ACC_CNT_W = wt_pkg::ACC_CNT_W;
  localparam int unsigned LSU_ENTRIES = wt_pkg::LSU_ENTRIES;
  localparam int unsigned T = wt_pkg::LSU_LINES;
  localparam int unsigned IT_W = wt_pkg::IT_W;
  localparam int unsigned TW = wt_pkg::TAG_W;
  localparam int unsigned MW = wt_pkg::ENT_W;
  localparam int unsigned G = wt_pkg::GANG;  // GROUPING=dwr: sub-warps, each a beat of the access; else 1
  localparam bit Ganged = wt_pkg::GANG > 1;
  localparam bit Codes = wt_pkg::CODES != 0;
  localparam int unsigned FW = wt_pkg::FRONT_W + (Codes ? 0 : 3);  // what leaves and comes back, with what it ends
  localparam bit Replays = wt_pkg::REPLAY == wt_pkg::REPLAY_replay;
  // what an entry keeps of its instruction; above it the members (GROUPING=dwr), at the top what it ends
  localparam int unsigned ENTRY_W = SM_WARP_W + 14;
  typedef struct packed {
    logic [SM_WARP_W-1:0] warp;
    logic [7:0]           dst;
    logic [2:0]           ndst;
    logic [2:0]           size;
  } entry_t;
  typedef enum logic [2:0] {
    StCollect = wt_pkg::LSU_COLLECT, StCheck = wt_pkg::LSU_CHECK, StRequest = wt_pkg::LSU_REQUEST,
    StShared = wt_pkg::LSU_SHARED, StSharedWb = wt_pkg::LSU_SHARED_WB, StRelease = wt_pkg::LSU_RELEASE,
    StPred = wt_pkg::LSU_PRED, StPark = wt_pkg::LSU_PARK
  } state_e;

  // ---- memory side: the cache, or memory ----
  logic p_ready, p_rsp_valid;
  logic [TW-1:0] p_rsp_tag;
  logic [1023:0] p_rsp_data;

  logic [IT_W-1:0] it_free;
  logic [TW-1:0] tg_free;
  `include "rows/wt_lsu_state.svh"

  // ---- beats of an access: with GROUPING=dwr (Ganged) sub-warps of a large warp, warp slots of their own ----
  // Words of an access minus one
  function automatic logic [1:0] last_word(input logic [2:0] sz);
    last_word = sz < 3'd5 ? 2'd0 : sz == 3'd5 ? 2'd1 : 2'd3;
  endfunction
  // A beat at or after `from` has lanes or is a member; the first one, 0 if there is none
  function automatic logic any_of(input logic [N-1:0] lanes, input logic [ACC_BEATS-1:0] members,
      input logic [31:0] from);
    any_of = 1'b0;
    for (int unsigned b = 0; b < ACC_BEATS; b++)
      if (b >= from && (lanes[b*LN +: LN] != '0 || members[b])) any_of = 1'b1;
  endfunction
  function automatic logic [BTW-1:0] first_of(input logic [N-1:0] lanes, input logic [ACC_BEATS-1:0] members,
      input logic [31:0] from);
    first_of = '0;
    for (int unsigned i = 0; i < ACC_BEATS; i++)
      if (ACC_BEATS - 1 - i >= from && (lanes[(ACC_BEATS-1-i)*LN +: LN] != '0 || members[ACC_BEATS-1-i]))
        first_of = BTW'(ACC_BEATS - 1 - i);
  endfunction

  // ---- the offered beat ----
  wt_pkg::uop_t u;
  logic in_valid, in_last, ack, take, u_gen;
  logic [SM_WARP_W-1:0] in_warp;
  logic [wt_pkg::BROWS_W-1:0] in_beat;
  logic [LN-1:0] in_mask;
  logic [N-1:0] here;  // R23: of a packed beat, lanes of the access
  logic [2:0] in_ends;
  logic [wt_pkg::SPLIT_W-1:0] in_split;
  logic [63:0] in_bc;
  logic [6*LN*32-1:0] in_data;
  wt_lsu_offer u_offer (.*);
  logic [2:0] u_mop, u_sz, u_pu;
  logic [1:0] u_space;
  logic [3:0] u_aop;
  logic [LN*64-1:0] beat_addr;
  assign take = in_valid && u.unit == wt_pkg::U_LSU && state_q == StCollect;  // R1
  // R2
  wt_lsu_addr u_addr (
    .take, .hi(u.hi), .lo(u.lo), .op(u.op), .warp(in_warp), .beat(in_beat), .bc(in_bc),
    .s0(in_data[0 +: LN*32]), .s1(in_data[LN*32 +: LN*32]), .mop(u_mop), .space(u_space), .gen(u_gen), .pu(u_pu),
    .sz(u_sz), .aop(u_aop), .addr(beat_addr)
  );

  logic behind;  // REPLAY=replay: an older instruction of the warp has not ended
  assign behind = Replays && !replay_active && replay_warps[warp_q];  // R19

  // ---- check: misaligned lanes, lanes outside the CTA's shared memory ----
  logic returns, q_shared, entry, go, atomic;
  logic [N-1:0] crooked, bad, good, in_shared, in_local, mine, unfit;
  // a warp of the access can have nothing more outstanding; who is acknowledged has something
  logic out_full, ack_owed;
  assign atomic = mop_q == wt_pkg::MEM_ATOM;
  assign returns = mop_q == wt_pkg::MEM_LOAD || atomic;
  // R14: generic lanes say themselves where they go; those in shared memory are served first
  always_comb begin
    in_shared = space_q == wt_pkg::SP_SHARED ? mask_q : '0;
    in_local = space_q == wt_pkg::SP_LOCAL ? mask_q : '0;
    unfit = '0;
    if (generic_q)
      for (int unsigned l = 0; l < N; l++) begin
        in_shared[l] = mask_q[l] && addr_q[l*64+62];
        in_local[l] = mask_q[l] && addr_q[l*64+63];
        // R15: sums of numbers (types 3, 4 and 6) are done in global memory only
        unfit[l] = atomic && (atype_q == 3'd3 || atype_q == 3'd4 || atype_q == 3'd6) &&
                   addr_q[l*64+62 +: 2] != 2'd0;
      end
  end
  assign q_shared = generic_q ? in_shared != '0 : space_q == wt_pkg::SP_SHARED;
  assign mine = generic_q && q_shared ? good & in_shared : good;
  assign entry = returns && !q_shared;
  assign go = state_q == StCheck && !behind && !(entry && ((&ent_valid_q) || out_full));  // R4
  assign good = mask_q & ~bad;
  // R3
  wt_lsu_check u_check (
    .go, .mask(mask_q), .addr(addr_q), .sz(size_q), .in_shared, .in_local, .smem(cfg_smem), .local_bytes(cfg_local),
    .crooked, .bad
  );

  // Free entry and free tag: the lowest
  logic [LSU_ENTRIES-1:0] it_free_oh;
  logic [T-1:0] tg_free_oh;
  wt_first #(.N(LSU_ENTRIES)) u_it_free (.x(~ent_valid_q), .oh(it_free_oh));
  wt_onehot_index #(.N(LSU_ENTRIES), .W(IT_W)) u_it_free_no (.oh(it_free_oh), .no(it_free));
  wt_first #(.N(T)) u_tg_free (.x(~tag_valid_q), .oh(tg_free_oh));
  wt_onehot_index #(.N(T), .W(TW)) u_tg_free_no (.oh(tg_free_oh), .no(tg_free));

  // ---- response side ----
  logic respond, rsp_drop, open, fin, fin_done, line_ack, own_ack, line_sent, line_word_end, line_end;
  logic [IT_W-1:0] rsp_it, fin_it;
  logic [MW-1:0] rsp_meta, line_meta;
  entry_t rsp_entry, line_entry;
  // sub-warps that the last word of a line releases with the last line of its entry: of the line being written back, of
  // the one that comes
  logic [ACC_BEATS-1:0] line_release, rsp_release;
  logic line_last, rsp_last;
  logic [ACC_CNT_W-1:0] fin_cnt;
  assign respond = p_rsp_valid && lsu_rsp_ready;  // R7
  assign rsp_it = tag_ent_q[p_rsp_tag];
  assign rsp_meta = ent_meta_q[rsp_it];
  assign line_meta = ent_meta_q[line_ent_q];
  assign rsp_entry = rsp_meta[ENTRY_W-1:0];
  assign line_entry = line_meta[ENTRY_W-1:0];
  assign rsp_drop = respond && rsp_entry.ndst == 3'd0;  // R7
  assign line_ack = line_valid_q && ack;
  assign own_ack = !line_valid_q && ack;
  assign line_last = ent_lines_q[32'(line_ent_q)*ACC_CNT_W +: ACC_CNT_W] == ACC_CNT_W'(1) && line_sent;
  assign rsp_last = ent_lines_q[32'(rsp_it)*ACC_CNT_W +: ACC_CNT_W] == ACC_CNT_W'(1) &&
      !(Replays ? ent_open_q[rsp_it] : open && ent_q == rsp_it);
  assign line_release = Ganged && line_last ? ACC_BEATS'({ACC_BEATS'(0), line_meta} >> ENTRY_W) : '0;  // R17
  assign rsp_release = Ganged && rsp_last ? ACC_BEATS'({ACC_BEATS'(0), rsp_meta} >> ENTRY_W) : '0;
  assign line_word_end = !any_of(line_lanes_q, line_word_q == last_word(line_entry.size) ? line_release : '0,
      32'(line_beat_q) + 32'd1);
  assign line_end = line_word_end && line_word_q == last_word(line_entry.size);
  assign open = state_q == StRequest && returns;
  assign line_sent = !(Replays ? ent_open_q[line_ent_q] : open && ent_q == line_ent_q);
  assign fin = rsp_drop || (line_ack && line_end);  // R7
  assign fin_it = rsp_drop ? rsp_it : line_ent_q;
  assign fin_cnt = ent_lines_q[32'(fin_it)*ACC_CNT_W +: ACC_CNT_W];
  assign fin_done = fin && fin_cnt == ACC_CNT_W'(1) && !(Replays ? ent_open_q[fin_it] : open && ent_q == fin_it);  // R7

  always_comb begin
    line_valid_d = line_valid_q;
    line_data_d = line_data_q;
    line_lanes_d = line_lanes_q;
    line_ent_d = line_ent_q;
    line_word_d = line_word_q;
    line_beat_d = line_beat_q;
    if (line_ack) begin  // R7
      if (line_word_end) line_word_d = line_word_q + 2'd1;
      line_beat_d = first_of(line_lanes_q, line_word_d == last_word(line_entry.size) ? line_release : '0,
          line_word_end ? 32'd0 : 32'(line_beat_q) + 32'd1);
      if (line_end) begin
        line_valid_d = 1'b0;
        line_word_d = line_word_q;
        line_beat_d = line_beat_q;
      end
    end
    if (respond && !rsp_drop) begin
      line_valid_d = 1'b1;
      line_data_d = p_rsp_data;
      line_lanes_d = tag_lanes_q[p_rsp_tag];
      line_ent_d = rsp_it;
      line_word_d = 2'd0;
      line_beat_d = first_of(line_lanes_d, last_word(rsp_entry.size) == 2'd0 ? rsp_release : '0, 32'd0);
    end
  end

  // ---- front: one instruction at a time ----
  // sub-warps that results from shared memory release with their last word; place of the offered beat
  logic [ACC_BEATS-1:0] own_release, beat_oh;
  assign own_release = Ganged && rest_q == '0 ? ACC_BEATS'(members_q) : '0;  // R17
  assign beat_oh = ACC_BEATS'(1) << (Ganged ? 32'(in_warp) % G : 32'(in_beat[wt_pkg::BEAT_W-1:0]));  // R16
  logic word_end, pass_end, atom_end, leaves, out_of_tags;
  logic [63:0] a_value, a_got;
  logic [N-1:0] a_lane, left;
  logic [31:0] a_word;
  wt_first #(.N(N)) u_a_lane (.x(pend_q), .oh(a_lane));
  assign atom_end = state_q == StShared && atomic && phase_q == 2'd2 && word_end;  // R13
  wt_lsu_atom u_atom (
    .go(state_q == StShared && atomic), .lane(a_lane), .data(data_q), .aop(aop_q), .atype(atype_q), .old(old_val_q),
    .value(a_value), .got(a_got)
  );
  always_comb begin
    a_word = 32'd0;
    // one bank is enabled
    for (int unsigned b = 0; b < wt_pkg::SMEM_BANKS; b++)
      a_word = a_word | smbank_rdata[b*32 +: 32];
  end
  // R13
  assign old_val_d = state_q != StShared || !atomic || phase_q != 2'd0 ? old_val_q :
      word_q[0] ? {a_word, old_val_q[31:0]} : {32'd0, a_word};
  assign new_val_d = state_q == StShared && atomic && phase_q == 2'd1 ? a_value : new_val_q;
  assign left = pend_q & ~smem_lanes;
  assign pass_end = left == '0;
  assign word_end = word_q == last_word(size_q);
  always_comb begin
    state_d = state_q;
    collecting_d = collecting_q;
    beat_d = beat_q;
    word_d = word_q;
    phase_d = phase_q;
    ent_d = ent_q;
    mask_d = mask_q;
    pend_d = pend_q;
    rest_d = rest_q;
    members_d = members_q;
    warp_d = warp_q;
    mop_d = mop_q;
    space_d = space_q;
    size_d = size_q;
    dst_d = dst_q;
    ndst_d = ndst_q;
    ends_d = ends_q;
    pc_d = pc_q;
    split_d = split_q;
    aop_d = aop_q;
    atype_d = atype_q;
    order_d = order_q;
    scope_d = scope_q;
    cta_d = cta_q;
    sbase_d = sbase_q;
    generic_d = generic_q;
    pu_d = pu_q;
    case (state_q)
      StCollect: if (take) begin
        if (!collecting_q) begin  // R1
          warp_d = in_warp;
          mask_d = '0;
          members_d = '0;
          mop_d = u_mop;
          space_d = u_space;
          generic_d = u_gen;
          pu_d = u_pu;
          size_d = u_sz;
          dst_d = u.dst;
          ndst_d = u.ndst;
          ends_d = in_ends;
          pc_d = u.pc;
          split_d = in_split;
          aop_d = u_aop;
          atype_d = u.hi[11:9];
          order_d = u.hi[16:15];
          scope_d = u.hi[14:13];
        end
        for (int unsigned b = 0; b < ACC_BEATS; b++)  // R1
          if (wt_pkg::PACK == 1) mask_d[b*LN +: LN] = mask_d[b*LN +: LN] | here[b*LN +: LN];  // R23
          else if (beat_oh[b]) mask_d[b*LN +: LN] = in_mask;
        if (Ganged) members_d = members_d | wt_pkg::DWR_SUBWARPS'(beat_oh);  // R16
        collecting_d = !in_last;
        if (in_last) state_d = pu_d == 3'd7 ? StCheck : StPred;  // R1, R15
        if (in_last && pu_d != 3'd7) beat_d = first_of(mask_d, Ganged ? ACC_BEATS'(members_d) : '0, 32'd0);
      end
      StCheck: if (go) begin  // R3
        mask_d = mine;
        pend_d = mine;
        rest_d = good & ~mine;
        word_d = 2'd0;
        phase_d = 2'd0;
        if (generic_q) space_d = q_shared ? wt_pkg::SP_SHARED : wt_pkg::SP_GLOBAL;
        cta_d = warp_cta_q[warp_q];
        sbase_d = wt_pkg::SMROW_W'(32'(warp_cta_q[warp_q]) * 32'(cfg_smrows));
        if (mine == '0 && rest_d != '0) begin  // R14: no shared lane is left: the others, next cycle
          mask_d = rest_d;
          rest_d = {N{1'b0}};
        end else if (good == '0) begin  // R3, R10
          state_d = ndst_q == 3'd0 ? StCollect : StRelease;
          if (Ganged) beat_d = first_of('0, ACC_BEATS'(members_q), 32'd0);
        end else if (q_shared) begin
          state_d = StShared;
        end else begin
          state_d = StRequest;
          if (entry) ent_d = it_free;  // R4
        end
      end
      StRequest: if (coal_valid) begin  // R5
        pend_d = pend_q & ~coal_lanes;
        if (pend_d == '0) state_d = StCollect;
      end
      StShared: if (atomic) begin
        if (phase_q != 2'd1) word_d = word_end ? 2'd0 : word_q + 2'd1;  // R13
        if (phase_q == 2'd1 || word_end) phase_d = phase_q == 2'd2 ? 2'd0 : phase_q + 2'd1;
        if (atom_end) begin
          pend_d = pend_q & ~a_lane;
          if (pend_d == '0) begin
            beat_d = first_of(mask_q, last_word(size_q) == 2'd0 ? own_release : '0, 32'd0);
            state_d = ndst_q != 3'd0 ? StSharedWb : StCollect;
          end
        end
      end else begin
        pend_d = left;  // R8
        if (pass_end && !word_end) begin
          word_d = word_q + 2'd1;
          pend_d = mask_q;
        end
        if (pass_end && word_end) begin
          word_d = 2'd0;
          beat_d = first_of(mask_q, last_word(size_q) == 2'd0 ? own_release : '0, 32'd0);
          state_d = mop_q == wt_pkg::MEM_LOAD && ndst_q != 3'd0 ? StSharedWb : StCollect;
        end
      end
      StSharedWb: if (own_ack) begin  // R8
        if (any_of(mask_q, word_end ? own_release : '0, 32'(beat_q) + 32'd1))
          beat_d = first_of(mask_q, word_end ? own_release : '0, 32'(beat_q) + 32'd1);
        else begin
          beat_d = first_of(mask_q, word_q + 2'd1 == last_word(size_q) ? own_release : '0, 32'd0);
          word_d = word_end ? 2'd0 : word_q + 2'd1;
          if (word_end) state_d = StCollect;
        end
      end
      StRelease: if (own_ack) begin  // R10
        // R17
        if (Ganged && any_of('0, ACC_BEATS'(members_q), 32'(beat_q) + 32'd1))
          beat_d = first_of('0, ACC_BEATS'(members_q), 32'(beat_q) + 32'd1);
        else state_d = StCollect;
      end
      StPred: if (own_ack) begin  // R15
        if (any_of(mask_q, '0, 32'(beat_q) + 32'd1)) beat_d = first_of(mask_q, '0, 32'(beat_q) + 32'd1);
        else begin
          mask_d = mask_q & ~unfit;
          state_d = StCheck;
        end
      end
      default: ;
    endcase
    if (leaves) state_d = StPark;  // R19, R20
    if (lsu_park) state_d = StCollect;  // R20
    if (Replays && replay_resume) begin  // R20
      {ends_d, ent_d, generic_d, sbase_d, cta_d, scope_d, order_d, atype_d, aop_d, split_d, pc_d, ndst_d, dst_d, size_d,
          space_d, mop_d, rest_d, pend_d, mask_d, warp_d} = FW'(replay_front);
      word_d = '0;
      phase_d = '0;
      state_d = replay_why == wt_pkg::RP_CONFLICT ? StShared :
                replay_why == wt_pkg::RP_ENTRY || replay_why == wt_pkg::RP_ORDER ? StCheck : StRequest;
    end
    // R14: the shared lanes of a generic access are done: the others are checked next
    if ((state_q == StShared || state_q == StSharedWb) && state_d == StCollect && rest_q != '0) begin
      state_d = StCheck;
      mask_d = rest_q;
      rest_d = '0;
    end
  end

  // Lane registers: addresses and data are written beat by beat, shared loads bring data back word by word
  logic [wt_pkg::SMBANK_W-1:0] lane_bank;
  logic                        lanes_load;
  logic [N*64-1:0]             addr_d;
  logic [4*N*32-1:0]           data_d;
  assign lanes_load = take || (Replays && replay_resume) || atom_end || (lsu_sq && mop_q == wt_pkg::MEM_LOAD);
  always_comb begin
    addr_d = '0;
    data_d = '0;
    lane_bank = '0;
    if (lanes_load) begin
      addr_d = addr_q;
      data_d = data_q;
    end
    if (take) begin
      for (int unsigned b = 0; b < ACC_BEATS; b++) begin
        if (wt_pkg::PACK == 1) begin  // R23
          for (int unsigned l = 0; l < LN; l++) begin
            if (here[b*LN + l]) begin
              addr_d[(b*LN + l)*64 +: 64] = beat_addr[l*64 +: 64];
              for (int unsigned k = 0; k < 4; k++) data_d[(k*N + b*LN + l)*32 +: 32] = in_data[((k+2)*LN + l)*32 +: 32];
            end
          end
        end else if (beat_oh[b]) begin
          addr_d[b*LN*64 +: LN*64] = beat_addr;
          for (int unsigned k = 0; k < 4; k++) data_d[(k*N+b*LN)*32 +: LN*32] = in_data[(k+2)*LN*32 +: LN*32];
        end
      end
    end
    if (Replays && replay_resume) begin
      addr_d = replay_addr;
      data_d = replay_data;
    end
    for (int unsigned l = 0; l < N; l++) begin
      if (atom_end && a_lane[l]) begin  // R13
        data_d[(N+l)*32 +: 32] = a_got[63:32];
        data_d[l*32 +: 32] = a_got[31:0];
      end
    end
    if (lsu_sq && mop_q == wt_pkg::MEM_LOAD) begin
      for (int unsigned l = 0; l < N; l++) begin
        if (smem_lanes[l]) begin
          lane_bank = wt_pkg::SMBANK_W'(addr_q[l*64+2 +: 30] + 30'(word_q));
          for (int unsigned k = 0; k < 4; k++)
            if (word_q == 2'(k)) data_d[(k*N+l)*32 +: 32] = smbank_rdata[32'(lane_bank)*32 +: 32];
        end
      end
    end
  end

  // One-cycle reports
  logic shared_end;
  assign shared_end = lsu_sq && !atomic && (last_word(size_q) == 2'd0 || (pass_end && word_end));  // R8
  assign perf_valid_d = atom_end || shared_end;  // R13
  assign perf_warp_d = perf_valid_d ? warp_q : '0;
  assign fault_valid_d = bad != '0;  // R3
  assign fault_pc_d = bad != '0 ? pc_q : 32'd0;
  always_comb begin
    perf_lanes_d = '0;
    if (shared_end) perf_lanes_d = last_word(size_q) == 2'd0 ? smem_lanes : mask_q;
    if (atom_end) perf_lanes_d = a_lane;
  end
  logic [N-1:0] fault_oh;  // the lowest lane that faults
  logic [wt_pkg::ACC_LANE_W-1:0] fault_no;
  wt_first #(.N(N)) u_fault (.x(bad), .oh(fault_oh));
  wt_onehot_index #(.N(N), .W(wt_pkg::ACC_LANE_W)) u_fault_no (.oh(fault_oh), .no(fault_no));
  assign fault_kind_d = (fault_oh & ~crooked) != '0;
  assign fault_lane_d = wt_pkg::LANE_W'(Ganged ? 32'(fault_no) % LN : 32'(fault_no));
  // R16
  assign fault_warp_d = bad == '0 ? '0 : Ganged ? SM_WARP_W'(32'(warp_q) / G * G + 32'(fault_no) / LN) : warp_q;

  // Request register
  logic          sent, rq_keeps;
  logic [1:0]    line_space;
  logic [TW-1:0] line_tag;
  assign sent = coal_valid && returns;  // R5
  assign rq_keeps = rq_valid_q && !p_ready;  // R6
  assign line_space = generic_q && coal_line[56] ? wt_pkg::SP_LOCAL : space_q;  // R14
  assign line_tag = returns ? tg_free : '0;  // R5
  assign rq_valid_d = coal_valid || rq_keeps;  // R5
  assign rq_op_d = coal_valid ? mop_q : rq_keeps ? rq_op_q : '0;
  assign rq_space_d = coal_valid ? line_space : rq_keeps ? rq_space_q : '0;
  assign rq_warp_d = coal_valid ? warp_q : rq_keeps ? rq_warp_q : '0;
  assign rq_cta_d = coal_valid ? cta_q : rq_keeps ? rq_cta_q : '0;
  assign rq_split_d = coal_valid ? split_q : rq_keeps ? rq_split_q : '0;
  assign rq_pc_d = coal_valid ? pc_q : rq_keeps ? rq_pc_q : '0;
  assign rq_lanes_d = coal_valid ? coal_lanes : rq_keeps ? rq_lanes_q : '0;
  assign rq_line_d = coal_valid ? coal_line : rq_keeps ? rq_line_q : '0;
  assign rq_bmask_d = coal_valid ? coal_bmask : rq_keeps ? rq_bmask_q : '0;
  assign rq_data_d = coal_valid ? coal_data : rq_keeps ? rq_data_q : '0;
  assign rq_tag_d = coal_valid ? line_tag : rq_keeps ? rq_tag_q : '0;
  assign rq_aop_d = coal_valid ? aop_q : rq_keeps ? rq_aop_q : '0;
  assign rq_atype_d = coal_valid ? atype_q : rq_keeps ? rq_atype_q : '0;
  assign rq_order_d = coal_valid ? order_q : rq_keeps ? rq_order_q : '0;
  assign rq_scope_d = coal_valid ? scope_q : rq_keeps ? rq_scope_q : '0;

  // Tables and counters
  logic inc, new_entry;
  assign new_entry = go && entry && good != '0;  // R4
  assign inc = new_entry || (coal_valid && !returns && mop_q != wt_pkg::MEM_CCTL);  // R9
  assign ent_valid_d = (ent_valid_q | (new_entry ? it_free_oh : '0)) & ~(fin_done ? LSU_ENTRIES'(1) << fin_it : '0);
  assign tag_valid_d = (tag_valid_q | (sent ? tg_free_oh : '0)) & ~(respond ? T'(1) << p_rsp_tag : '0);
  for (genvar i = 0; i < LSU_ENTRIES; i++) begin : g_lines
    assign ent_lines_d[i*ACC_CNT_W +: ACC_CNT_W] = ent_lines_q[i*ACC_CNT_W +: ACC_CNT_W] +
        ACC_CNT_W'(sent && ent_q == IT_W'(i)) - ACC_CNT_W'(fin && fin_it == IT_W'(i));
  end
  // R9
  wt_lsu_count u_count (
    .outstanding(outstanding_q), .has(has_outstanding_q), .inc(inc || lsu_park), .whole(new_entry), .warp(warp_q),
    .members(members_q), .lanes(coal_lanes), .busy(collecting_q || state_q != StCollect), .ack(env_ack_valid),
    .ack_warp(env_ack_warp), .ack_members(env_ack_members), .back(Replays && replay_resume),
    .back_warp(replay_front[SM_WARP_W-1:0]), .fin(fin_done),
    .fin_warp(rsp_drop ? rsp_entry.warp : line_entry.warp),
    .fin_members(wt_pkg::DWR_SUBWARPS'((rsp_drop ? rsp_meta : line_meta) >> ENTRY_W)), .next(outstanding_d),
    .next_has(has_outstanding_d), .full(out_full), .quiet(lsu_quiet), .owed(ack_owed)
  );

  // ---- REPLAY=replay: at a structural hazard the instruction in the front leaves, and comes back from wt_replay ----
  assign out_of_tags = returns && (&tag_valid_q);
  always_comb begin
    leaves = 1'b0;
    why_d = why_q;
    if (Replays) begin
      if (state_q == StCheck && (behind || (entry && (&ent_valid_q)))) begin  // R19
        leaves = 1'b1;
        why_d = behind ? wt_pkg::RP_ORDER : wt_pkg::RP_ENTRY;
      end
      if (state_q == StRequest && (coal_valid ? (pend_q & ~coal_lanes) != '0 : out_of_tags || lsu_cq)) begin  // R19
        leaves = 1'b1;
        why_d = coal_valid ? wt_pkg::RP_LINE : out_of_tags ? wt_pkg::RP_TAG : wt_pkg::RP_PORT;
      end
      // R19
      if (state_q == StShared &&
          (atomic ? atom_end && (pend_q & ~a_lane) != '0 : last_word(size_q) == 2'd0 && left != '0)) begin
        leaves = 1'b1;
        why_d = wt_pkg::RP_CONFLICT;
      end
    end
    lsu_at = '0;
    if (Replays) lsu_at[warp_q] = collecting_q || state_q != StCollect;  // R22
  end
  // R21
  assign ent_open_d = (ent_open_q | (new_entry ? it_free_oh : '0)) &
      ~(sent && (pend_q & ~coal_lanes) == '0 ? LSU_ENTRIES'(1) << ent_q : '0);
  assign lsu_no_ent = Replays && (&ent_valid_q);  // R22
  assign lsu_no_tag = Replays && (&tag_valid_q);  // R22
  assign lsu_park = Replays && state_q == StPark && !out_full;  // R20
  assign lsu_why = lsu_park ? why_q : 3'd0;
  // R20
  assign lsu_front = !lsu_park ? '0 :
      wt_pkg::FRONT_W'({ends_q, ent_q, generic_q, sbase_q, cta_q, scope_q, order_q, atype_q, aop_q, split_q, pc_q,
                        ndst_q, dst_q, size_q, space_q, mop_q, rest_q, pend_q, mask_q, warp_q});

  assign ent_meta_we = new_entry;
  assign ent_off_we = new_entry;
  assign tag_ent_we = sent;
  assign tag_lanes_we = sent;
  assign warp_cta_we = dispatch_launch_valid && dispatch_launch_last;  // R11
  always_comb begin
    ent_off_n = '0;
    if (state_q == StCheck || state_q == StSharedWb)
      for (int unsigned l = 0; l < N; l++) ent_off_n[l*7 +: 7] = addr_q[l*64 +: 7];
  end

  // ---- outputs ----
  assign lsu_ready = state_q == StCollect;
  assign lsu_rsp_ready = !line_valid_q && state_q != StSharedWb && state_q != StRelease && state_q != StPred;  // R7
  assign lsu_cq = state_q == StRequest && (returns ? !(&tag_valid_q) : !out_full);  // R5
  assign lsu_sq = state_q == StShared && phase_q != 2'd1;
  assign lsu_swr = state_q == StShared && phase_q == 2'd2;  // R13
  assign lsu_sval = !lsu_swr ? 32'd0 : word_q[0] ? new_val_q[63:32] : new_val_q[31:0];

  logic [N-1:0] wb_lanes;
  assign wb_lanes = line_valid_q ? line_lanes_q : mask_q;
  wt_lsu_result u_result (
    .line(line_valid_q), .shared(state_q == StSharedWb), .release_only(state_q == StRelease),
    .predicate(state_q == StPred), .lanes(wb_lanes), .off(line_valid_q ? ent_off_q[line_ent_q] : ent_off_n),
    .at(line_valid_q ? line_beat_q : beat_q), .warp(line_valid_q ? line_entry.warp : warp_q),
    .dst(line_valid_q ? line_entry.dst : dst_q), .ndst(line_valid_q ? line_entry.ndst : ndst_q),
    .size(line_valid_q ? line_entry.size : size_q), .word(line_valid_q ? line_word_q : word_q),
    .ends(line_valid_q ? line_meta[MW-1 -: 3] : ends_q), .line_data(line_data_q), .data(data_q), .pu(pu_q), .unfit,
    // R7, R8, R10, R12
    .last(line_valid_q ? (line_end || (Ganged && line_word_q == last_word(line_entry.size))) && line_last :
          state_q == StPred ? !any_of(mask_q, '0, 32'(beat_q) + 32'd1) :
          state_q == StRelease || (word_end && (Ganged || !any_of(mask_q, '0, 32'(beat_q) + 32'd1)) && rest_q == '0)),
    .wb_valid(lsu_wb_valid), .wb_warp(lsu_wb_warp), .wb_beat(lsu_wb_beat), .wb_regv(lsu_wb_regv), .wb_reg(lsu_wb_reg),
    .wb_mask(lsu_wb_mask), .wb_data(lsu_wb_data), .wb_pwv(lsu_wb_pwv), .wb_p(lsu_wb_p), .wb_pbits(lsu_wb_pbits),
    .wb_last(lsu_wb_last), .wb_dst(lsu_wb_dst), .wb_ndst(lsu_wb_ndst), .wb_ends(lsu_wb_ends)
  );

  assign lsu_req_valid = rq_valid_q;
  assign lsu_req_op = rq_op_q;
  assign lsu_req_space = rq_space_q;
  assign lsu_req_warp = rq_warp_q;
  assign lsu_req_cta = rq_cta_q;
  assign lsu_req_split = rq_split_q;
  assign lsu_req_pc = rq_pc_q;
  assign lsu_req_lanes = rq_lanes_q;
  assign lsu_req_line = rq_line_q;
  assign lsu_req_bmask = rq_bmask_q;
  assign lsu_req_data = rq_data_q;
  assign lsu_req_tag = rq_tag_q;
  assign lsu_req_aop = rq_aop_q;
  assign lsu_req_atype = rq_atype_q;
  assign lsu_req_order = rq_order_q;
  assign lsu_req_scope = rq_scope_q;
  assign lsu_perf_valid = perf_valid_q;
  assign lsu_perf_warp = perf_warp_q;
  assign lsu_perf_lanes = perf_lanes_q;
  assign lsu_fault_valid = fault_valid_q;
  assign lsu_fault_kind = fault_kind_q;
  assign lsu_fault_warp = fault_warp_q;
  assign lsu_fault_pc = fault_pc_q;
  assign lsu_fault_lane = fault_lane_q;

  always_ff @(posedge clk) if (lanes_load) begin
    addr_q <= addr_d;
    data_q <= data_d;
  end
  assign ent_meta_n = Codes ? {ends_q, (MW-3)'({members_q, warp_q, dst_q, ndst_q, size_q})} :
      MW'({members_q, warp_q, dst_q, ndst_q, size_q});
  assign tag_ent_n = ent_q;
  assign tag_lanes_n = coal_lanes;
  assign warp_cta_n = dispatch_cta_slot;
  logic unused_ok;
  assign unused_ok = &{1'b0, u, rsp_entry, ack_owed, members_d, ends_d, why_d, ent_open_d, replay_why, replay_front,
      replay_addr, replay_data};
`ifndef SYNTHESIS
  TakeInOrder_A: assert property (@(posedge clk) disable iff (!rst_n) take && collecting_q |->
      32'(in_warp) / G == 32'(warp_q) / G);
  KnownTag_A: assert property (@(posedge clk) disable iff (!rst_n) respond |-> tag_valid_q[p_rsp_tag]);
  AckOwed_A: assert property (@(posedge clk) disable iff (!rst_n) env_ack_valid |-> ack_owed);
  PendWhileRequest_A: assert property (@(posedge clk) disable iff (!rst_n) state_q == StRequest |-> pend_q != '0);
  RequestStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    lsu_req_valid && !p_ready |=> lsu_req_valid && $stable({lsu_req_op, lsu_req_warp, lsu_req_lanes, lsu_req_tag}));
  ResultStable_A: assert property (@(posedge clk) disable iff (!rst_n)
    lsu_wb_valid && !ack |=> lsu_wb_valid && $stable({lsu_wb_warp, lsu_wb_beat, lsu_wb_reg, lsu_wb_mask}));
  OneOwner_A: assert property (@(posedge clk) disable iff (!rst_n) lsu_cq |-> !lsu_sq);
`endif
endmodule
`default_nettype wire
