// wt_hanoi_yr_queue: next rows of the queue of paths of wt_hanoi_yr. A ring of entry numbers: the top is at
// ring_head_r, the bottom at ring_head_r + ring_count_r - 1. Combinational; at most one of push_top, push_bottom, pop,
// clear is 1.
// Doc       docs/blocks/control/wt_hanoi_yr.md
`default_nettype none
module wt_hanoi_yr_queue (
  input  wire logic                                    push_top,     // push_no goes on top
  input  wire logic                                    push_bottom,  // push_no goes to the bottom
  input  wire logic                                    pop,
  input  wire logic                                    clear,
  input  wire logic [wt_pkg::PATH_W-1:0]               push_no,
  input  wire logic [wt_pkg::PATHS*wt_pkg::PATH_W-1:0] ring_r,
  input  wire logic [wt_pkg::PATH_W-1:0]               ring_head_r,
  input  wire logic [wt_pkg::PATH_W:0]                 ring_count_r,
  output logic [wt_pkg::PATH_W-1:0]                    top_no,
  output logic                                         ring_we,
  output logic                                         ring_head_we,
  output logic                                         ring_count_we,
  output logic [wt_pkg::PATHS*wt_pkg::PATH_W-1:0]      ring_n,
  output logic [wt_pkg::PATH_W-1:0]                    ring_head_n,
  output logic [wt_pkg::PATH_W:0]                      ring_count_n
);
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned PW = wt_pkg::PATH_W;
  logic [PW-1:0] pos;
  assign pos = push_bottom ? ring_head_r + ring_count_r[PW-1:0] : ring_head_r - PW'(1);
  assign ring_we = push_top || push_bottom;
  assign ring_head_we = push_top || pop || clear;
  assign ring_count_we = ring_we || pop || clear;
  always_comb begin
    top_no = '0;
    for (int i = 0; i < P; i++) if (ring_head_r == PW'(i)) top_no = ring_r[i*PW +: PW];
    ring_n = ring_r;
    if (ring_we) for (int i = 0; i < P; i++) if (pos == PW'(i)) ring_n[i*PW +: PW] = push_no;
    ring_head_n = clear ? '0 : pop ? ring_head_r + PW'(1) : pos;
    ring_count_n = clear ? '0 : pop ? ring_count_r - (PW+1)'(1) : ring_count_r + (PW+1)'(1);
  end
endmodule
`default_nettype wire
