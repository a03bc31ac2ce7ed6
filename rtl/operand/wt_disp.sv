// wt_disp: gives a free collector to the beat that issues; sends one full collector a cycle to its unit, oldest first.
//
// Flow      free and alloc_idx from collector_v only; dispatch needs the unit's ready.
// State     age matrix of the collectors; which instruction holds a unit that takes instructions whole between its
//           beats.
// Model     cmodel/operand/wt_disp.c      Doc  docs/blocks/operand/wt_disp.md
`default_nettype none
module wt_disp (
  input  wire logic                                              clk,
  input  wire logic                                              rst_n,
  `include "ports/wt_exec_ports.svh"
  // all collectors
  input  wire logic [wt_pkg::COLLECTORS-1:0]                     collector_v,
  input  wire logic [wt_pkg::COLLECTORS-1:0]                     collector_full,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::UOP_W-1:0]       collector_uop,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::WARP_W-1:0]      collector_warp,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::BROWS_W-1:0]     collector_beat,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::LANES-1:0]       collector_mask,
  input  wire logic [wt_pkg::COLLECTORS-1:0]                     collector_lead,
  input  wire logic [wt_pkg::COLLECTORS-1:0]                     collector_last,
  input  wire logic [wt_pkg::COLLECTORS*4-1:0]                   collector_iid,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::SPLIT_W-1:0]     collector_split,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::LANES-1:0]       collector_pp,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::LANES-1:0]       collector_pq,
  input  wire logic [wt_pkg::COLLECTORS*wt_pkg::LANES-1:0]       collector_pr,
  input  wire logic [wt_pkg::COLLECTORS*64-1:0]                  collector_bc,
  input  wire logic [wt_pkg::COLLECTORS*6*32*wt_pkg::LANES-1:0]  collector_data,
  input  wire logic [wt_pkg::COLLECTORS*6-1:0]                   collector_taken,
  input  wire logic [wt_pkg::COLLECTORS*6*wt_pkg::BANK_W-1:0]    collector_from,
  input  wire logic [wt_pkg::RF_BANKS*32*wt_pkg::LANES-1:0]      rfbank_rdata,
  input  wire logic [1:0]                                        cfg_war,
  input  wire logic                                              replay_hold,
  input  wire logic                                              share_takes,
  input  wire logic                                              fp64_takes,
  input  wire logic                                              issue_alloc_valid,
  output logic                                                   disp_free,
  output logic [wt_pkg::COLL_W-1:0]                              disp_alloc_idx,
  `include "ports/wt_disp_beats_ports.svh"
  output logic [wt_pkg::COLL_W-1:0]                              disp_idx,
  output logic                                                   disp_lead,
  output logic [wt_pkg::LANES-1:0]                               disp_pp,
  output logic [wt_pkg::LANES-1:0]                               disp_pq,
  output logic [wt_pkg::LANES-1:0]                               disp_pr,
  output logic [wt_pkg::COLLECTORS*wt_pkg::COLLECTORS-1:0]       disp_older
);
  localparam int unsigned C = wt_pkg::COLLECTORS;
  localparam int unsigned COLL_W = wt_pkg::COLL_W;
  localparam int unsigned WW = wt_pkg::WARP_W;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned WORD_W = 32 * wt_pkg::LANES;
  localparam int unsigned WORDS_W = 6 * WORD_W;
  localparam int unsigned BW = wt_pkg::BANK_W;
  localparam int unsigned U = wt_pkg::UNITS;
  localparam int unsigned WU = wt_pkg::WHOLE_UNITS;

  `include "ports/wt_exec_vectors.svh"

  `include "rows/wt_disp_state.svh"

  // ---- unit of every collector, one-hot ----
  logic [C*U-1:0] unit;
  wt_pkg::uop_t   u;
  always_comb begin
    u = '0;
    unit = '0;
    for (int i = 0; i < C; i++) begin
      u = collector_uop[i*wt_pkg::UOP_W +: wt_pkg::UOP_W];
      for (int k = 0; k < U; k++) unit[i*U + k] = collector_v[i] && u.unit == wt_pkg::UNIT_W'(k);
    end
  end

  // R8: The beats of an access of several sub-warps are those of one large warp (GROUPING=dwr).
  function automatic logic same(input logic [WW-1:0] a, input logic [WW-1:0] b);
    same = 32'(a) / wt_pkg::GANG == 32'(b) / wt_pkg::GANG;
  endfunction

  // ---- which collectors may go ----
  // R3: another sub-core, or an instruction that is replayed, has the load/store unit; a queue in front of it takes
  // beats whatever the unit does
  logic         lsu_elsewhere;
  logic [U-1:0] has, ready;
  // R3: the fp64 unit is the sub-core's own, or the SM's; who is not there says 0
  assign has = exec_ready | U'(fp64_takes) << wt_pkg::U_DPU;
  if (wt_pkg::QUEUES != 0) begin : g_queues
    assign ready = has | U'(1) << wt_pkg::U_LSU;
    assign lsu_elsewhere = !share_takes;
    logic unused_hold;
    assign unused_hold = replay_hold;
  end else begin : g_no_queues
    assign ready = has;
    assign lsu_elsewhere = replay_hold || (wt_pkg::SUBCORES > 1 && !share_takes);
  end
  logic [C-1:0] go;
  always_comb begin
    go = '0;
    for (int i = 0; i < C; i++) begin
      if (collector_full[i]) begin
        go[i] = (unit[i*U +: U] & ~ready) == '0 && !(unit[i*U + 32'(wt_pkg::U_LSU)] && lsu_elsewhere);  // R3
        for (int k = 0; k < WU; k++)
          if (unit[i*U + k] && open_q[k] && (!same(collector_warp[i*WW +: WW], open_warp_q[k*WW +: WW]) ||  // R3
                                             collector_iid[i*4 +: 4] != open_iid_q[k*4 +: 4]))
            go[i] = 1'b0;
        for (int j = 0; j < C; j++)
          if (older_q[i*C + j] && same(collector_warp[i*WW +: WW], collector_warp[j*WW +: WW]) &&  // R2
              (collector_iid[i*4 +: 4] == collector_iid[j*4 +: 4] || cfg_war == wt_pkg::WAR_inorder ||
               (unit[i*U +: U] & unit[j*U +: U] & wt_pkg::STRICT_UNITS) != '0))
            go[i] = 1'b0;
      end
    end
  end

  // ---- oldest of them; lowest free collector ----
  logic [C-1:0] pick;
  always_comb begin
    for (int i = 0; i < C; i++) pick[i] = go[i] && (older_q[i*C +: C] & go) == '0;  // R4
    disp_idx = '0;
    for (int i = 0; i < C; i++)
      if (pick[i]) disp_idx = COLL_W'(i);
  end
  logic [C-1:0] free_oh;
  wt_first #(.N(C)) u_free (.x(~collector_v), .oh(free_oh));
  wt_onehot_index #(.N(C), .W(COLL_W)) u_alloc_idx (.oh(free_oh), .no(disp_alloc_idx));  // R1
  assign disp_free = !(&collector_v);  // R1
  assign disp_valid = go != '0;

  // R4
  // ---- its packet; a word that was granted in the cycle before stands in the output register of its bank ----
  logic [5:0]        taken;
  logic [6*BW-1:0]   from;
  logic [WORD_W-1:0] word;
  always_comb begin
    taken = '0;
    from = '0;
    word = '0;
    disp_uop = '0;
    disp_warp = '0;
    disp_beat = '0;
    disp_mask = '0;
    disp_lead = 1'b0;
    disp_last = 1'b0;
    disp_split = '0;
    disp_pp = '0;
    disp_pq = '0;
    disp_pr = '0;
    disp_bc = '0;
    disp_data = '0;
    if (disp_valid) begin
      disp_uop = collector_uop[disp_idx*wt_pkg::UOP_W +: wt_pkg::UOP_W];
      disp_warp = collector_warp[disp_idx*WW +: WW];
      disp_beat = collector_beat[disp_idx*wt_pkg::BROWS_W +: wt_pkg::BROWS_W];
      disp_mask = collector_mask[disp_idx*LN +: LN];
      disp_lead = collector_lead[disp_idx];
      disp_last = collector_last[disp_idx];
      disp_split = collector_split[disp_idx*wt_pkg::SPLIT_W +: wt_pkg::SPLIT_W];
      disp_pp = collector_pp[disp_idx*LN +: LN];
      disp_pq = collector_pq[disp_idx*LN +: LN];
      disp_pr = collector_pr[disp_idx*LN +: LN];
      disp_bc = collector_bc[disp_idx*64 +: 64];
      disp_data = collector_data[disp_idx*WORDS_W +: WORDS_W];
      taken = collector_taken[disp_idx*6 +: 6];
      from = collector_from[disp_idx*6*BW +: 6*BW];
      if (wt_pkg::OPREAD == 1) begin // one word at most
        for (int w = 1; w < 6; w++) from[0 +: BW] = from[0 +: BW] | from[w*BW +: BW];
        word = rfbank_rdata[from[0 +: BW]*WORD_W +: WORD_W];
        for (int w = 0; w < 6; w++)
          if (taken[w]) disp_data[w*WORD_W +: WORD_W] = word;
      end else begin
        for (int w = 0; w < 6; w++)
          if (taken[w]) disp_data[w*WORD_W +: WORD_W] = rfbank_rdata[from[w*BW +: BW]*WORD_W +: WORD_W];
      end
    end
  end

  // ---- what the result of the instruction ends ----
  wt_pkg::uop_t goes;
  always_comb begin
    goes = disp_uop;
    disp_ends = wt_pkg::END_NOTHING;
    // R9
    if (goes.ndst != '0 || goes.pw != '0 || goes.op == wt_pkg::I_R2UR)
      disp_ends = goes.hi[48:46] < wt_pkg::END_FREE ? goes.hi[48:46] : wt_pkg::END_FREE;
    if (!disp_valid || wt_pkg::CODES == 0) disp_ends = 3'd0;  // R9
  end

  // ---- ages ----
  logic [C-1:0] gone, come;
  always_comb begin
    gone = '0;
    come = '0;
    for (int i = 0; i < C; i++) begin
      gone[i] = disp_valid && disp_idx == COLL_W'(i);
      come[i] = issue_alloc_valid && disp_alloc_idx == COLL_W'(i);
    end
    for (int i = 0; i < C; i++) begin
      older_d[i*C +: C] = older_q[i*C +: C] & ~gone;  // R5
      if (gone[i]) older_d[i*C +: C] = '0;  // R5
      if (come[i]) older_d[i*C +: C] = collector_v & ~gone;  // R6
    end
  end

  // ---- units between two beats of one instruction ----
  always_comb begin
    open_d = open_q;
    open_warp_d = open_warp_q;
    open_iid_d = open_iid_q;
    for (int k = 0; k < WU; k++)
      for (int i = 0; i < C; i++)
        if (gone[i] && unit[i*U + k]) begin
          open_d[k] = !disp_last;  // R7
          open_warp_d[k*WW +: WW] = disp_last ? '0 : disp_warp;
          open_iid_d[k*4 +: 4] = disp_last ? 4'd0 : collector_iid[i*4 +: 4];
        end
  end

  // of a uop the unit, and what it writes, is looked at
  logic unused_u;
  assign unused_u = &{1'b0, u, goes};
`ifndef SYNTHESIS
  AllocOnlyWhenFree_A: assert property (@(posedge clk) disable iff (!rst_n) issue_alloc_valid |-> disp_free);
  OneOldest_A: assert property (@(posedge clk) disable iff (!rst_n) disp_valid |-> $onehot(pick));
  DispatchPayload_A: assert property (@(posedge clk) disable iff (!rst_n)
    !disp_valid |-> {disp_warp, disp_beat, disp_mask, disp_lead, disp_last} == '0);
`endif
endmodule
`default_nettype wire
