// wt_barrier_ring: next rows of the list of runnable paths of wt_barrier. Every listed thread holds the place of its
// path; 0 is the top.
//
// Combinational; at most one of push_top, push_bottom, pop, clear is 1. Threads that are not listed keep their value.
// The path that is popped is that of the lowest thread of choice, without one the bottom or the top path.
// Doc       docs/blocks/control/wt_barrier.md
`default_nettype none
module wt_barrier_ring (
  input  wire logic                                         push_top,     // the threads of push_set become the top path
  input  wire logic                                         push_bottom,  // ... the bottom path
  input  wire logic                                         pop,
  input  wire logic                                         clear,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                push_set,
  input  wire logic                                         from_bottom,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                choice,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]                listed,
  input  wire logic [wt_pkg::SLOT_LANES*wt_pkg::PATH_W-1:0] thread_rank_r,
  input  wire logic [wt_pkg::PATH_W:0]                      path_count_r,
  input  wire logic [wt_pkg::SLOT_LANES*32-1:0]             thread_pc_r,
  // threads of the path that is popped, and where it goes on
  output logic [wt_pkg::SLOT_LANES-1:0]                     pop_set,
  output logic [31:0]                                       pop_pc,
  output logic                                              thread_rank_we,
  output logic                                              path_count_we,
  output logic [wt_pkg::SLOT_LANES*wt_pkg::PATH_W-1:0]      thread_rank_n,
  output logic [wt_pkg::PATH_W:0]                           path_count_n
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned PW = wt_pkg::PATH_W;
  logic [PW-1:0] r, place;
  logic [WS-1:0] low, pop_low;
  assign thread_rank_we = push_top || push_bottom || pop;
  assign path_count_we = thread_rank_we || clear;
  assign path_count_n = clear ? '0 : pop ? path_count_r - (PW+1)'(1) : path_count_r + (PW+1)'(1);
  wt_first #(.N(WS)) u_low (.x(choice), .oh(low));
  always_comb begin
    place = '0;
    for (int i = 0; i < WS; i++) if (low[i]) place = place | thread_rank_r[i*PW +: PW];
    if (from_bottom) place = path_count_r[PW-1:0] - PW'(1);
    pop_set = '0;
    if (pop) for (int i = 0; i < WS; i++) pop_set[i] = listed[i] && thread_rank_r[i*PW +: PW] == place;
  end
  always_comb begin
    thread_rank_n = thread_rank_r;
    r = '0;
    if (thread_rank_we)
      for (int i = 0; i < WS; i++) begin
        r = thread_rank_r[i*PW +: PW];
        if (push_set[i] && !pop) thread_rank_n[i*PW +: PW] = push_top ? '0 : path_count_r[PW-1:0];  // R23
        else if (push_top && listed[i]) thread_rank_n[i*PW +: PW] = r + PW'(1);
        else if (pop && listed[i] && r > place) thread_rank_n[i*PW +: PW] = r - PW'(1);  // R23
      end
  end
  wt_first #(.N(WS)) u_pop_low (.x(pop_set), .oh(pop_low));
  always_comb begin
    pop_pc = '0;
    for (int i = 0; i < WS; i++) if (pop_low[i]) pop_pc = pop_pc | thread_pc_r[i*32 +: 32];
  end
endmodule
`default_nettype wire
