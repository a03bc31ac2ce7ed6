// wt_replay: memory instructions that left the load/store unit at a structural hazard, until they go on.
//
// Latency   one that comes in cycle t can go on from t+1 on if no slot is free, else from t+2 on.
// State     a slot each: lanes, addresses, data (memories), what it waits for, which slots are older ones of its warp.
// Flow      hold keeps new beats from the unit in the cycles in which it takes an instruction from here, or none could
//           be parked.
// Model     cmodel/mem/wt_replay.c      Doc  docs/blocks/mem/wt_replay.md
`default_nettype none
module wt_replay (
  input  wire logic                                clk,
  input  wire logic                                rst_n,
  // from lsu
  input  wire logic [wt_pkg::SM_SLOTS-1:0]            lsu_at,
  input  wire logic                                lsu_no_ent,
  input  wire logic                                lsu_no_tag,
  input  wire logic                                lsu_req_valid,
  input  wire logic                                lsu_park,
  input  wire logic [2:0]                          lsu_why,
  input  wire logic [wt_pkg::FRONT_W-1:0]          lsu_front,
  input  wire logic [wt_pkg::ACC_LANES*64-1:0]     lsu_addr,
  input  wire logic [4*wt_pkg::ACC_LANES*32-1:0]   lsu_data,
  // to disp and lsu
  output logic                                     replay_hold,
  output logic                                     replay_resume,
  output logic [2:0]                               replay_why,
  output logic [wt_pkg::FRONT_W-1:0]               replay_front,
  output logic [wt_pkg::ACC_LANES*64-1:0]          replay_addr,
  output logic [4*wt_pkg::ACC_LANES*32-1:0]        replay_data,
  output logic [wt_pkg::SM_SLOTS-1:0]                 replay_warps,
  output logic                                     replay_active
);
  localparam int unsigned REPLAY_SLOTS = wt_pkg::REPLAY_SLOTS;
  localparam int unsigned RSLOT_W = wt_pkg::RSLOT_W;
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;

  `include "rows/wt_replay_state.svh"

  // R2: Which may go on: nothing older of the warp is here, and what it misses is there
  logic idle, full;
  logic [REPLAY_SLOTS-1:0] able, free_oh;
  logic [RSLOT_W-1:0] next, free_no;
  logic some;
  assign idle = lsu_at == '0;
  assign full = &valid_q;
  always_comb
    for (int unsigned i = 0; i < REPLAY_SLOTS; i++) begin
      able[i] = valid_q[i] && older_q[i*REPLAY_SLOTS +: REPLAY_SLOTS] == '0;
      if (wait_q[i*3 +: 3] == wt_pkg::RP_ENTRY && lsu_no_ent) able[i] = 1'b0;
      if (wait_q[i*3 +: 3] == wt_pkg::RP_TAG && lsu_no_tag) able[i] = 1'b0;
      if (wait_q[i*3 +: 3] == wt_pkg::RP_PORT && lsu_req_valid) able[i] = 1'b0;
    end
  wt_after #(.N(REPLAY_SLOTS), .W(RSLOT_W)) u_next (.x(able), .at(last_q), .found(some), .no(next));  // R3
  wt_first #(.N(REPLAY_SLOTS)) u_free (.x(~valid_q), .oh(free_oh));
  wt_onehot_index #(.N(REPLAY_SLOTS), .W(RSLOT_W)) u_free_no (.oh(free_oh), .no(free_no));

  assign replay_resume = idle && !taken_q && (turn_q || full) && some;  // R3
  assign replay_hold = idle && (replay_resume || full);  // R5
  assign replay_why = replay_resume ? wait_q[32'(next)*3 +: 3] : 3'd0;
  assign replay_front = replay_resume ? front_q[next] : '0;
  assign replay_addr = replay_resume ? addr_q[next] : '0;
  assign replay_data = replay_resume ? data_q[next] : '0;
  assign replay_active = taken_q;
  always_comb begin
    replay_warps = '0;
    for (int unsigned i = 0; i < REPLAY_SLOTS; i++)
      if (valid_q[i]) replay_warps[warp_q[i*SM_WARP_W +: SM_WARP_W]] = 1'b1;  // R6
  end

  // Edge: one comes, one goes on, or the active one is done
  logic [RSLOT_W-1:0] to;
  logic fresh, done;
  assign fresh = lsu_park && !taken_q;
  assign done = !lsu_park && idle && taken_q;  // R4
  assign to = taken_q ? last_q : free_no;  // R1
  always_comb begin
    taken_d = taken_q;
    last_d = last_q;
    turn_d = idle && !replay_resume;  // R3
    valid_d = valid_q;
    wait_d = wait_q;
    warp_d = warp_q;
    older_d = older_q;
    if (lsu_park) begin
      taken_d = 1'b0;  // R4
      last_d = to;
    end else if (replay_resume) begin
      taken_d = 1'b1;  // R3
      last_d = next;
    end else if (done) taken_d = 1'b0;
    for (int unsigned i = 0; i < REPLAY_SLOTS; i++) begin
      if (lsu_park && to == RSLOT_W'(i)) wait_d[i*3 +: 3] = lsu_why;  // R1
      if (fresh && to == RSLOT_W'(i)) begin  // R1
        valid_d[i] = 1'b1;
        warp_d[i*SM_WARP_W +: SM_WARP_W] = lsu_front[SM_WARP_W-1:0];
        for (int unsigned j = 0; j < REPLAY_SLOTS; j++)
          older_d[i*REPLAY_SLOTS + j] = valid_q[j] && warp_q[j*SM_WARP_W +: SM_WARP_W] == lsu_front[SM_WARP_W-1:0];
      end
      if (done && last_q == RSLOT_W'(i)) valid_d[i] = 1'b0;  // R4
      for (int unsigned j = 0; j < REPLAY_SLOTS; j++)
        if (done && last_q == RSLOT_W'(j)) older_d[i*REPLAY_SLOTS + j] = 1'b0;  // R4
    end
  end
  assign front_we = lsu_park;
  assign addr_we = lsu_park;
  assign data_we = lsu_park;
  assign front_wa = to;
  assign addr_wa = to;
  assign data_wa = to;

  assign front_n = lsu_front;
  assign addr_n = lsu_addr;
  assign data_n = lsu_data;
`ifndef SYNTHESIS
  RoomForWhoComes_A: assert property (@(posedge clk) disable iff (!rst_n) fresh |-> !full);
  OneAtATime_A: assert property (@(posedge clk) disable iff (!rst_n) lsu_park |-> !idle);
`endif
endmodule
`default_nettype wire
