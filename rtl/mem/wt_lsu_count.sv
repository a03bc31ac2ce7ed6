// wt_lsu_count: what every warp has outstanding, after this cycle: entries in flight, and stores and REDs without
// acknowledgement. Combinational.
//
// inc: the access of warp (GROUPING=dwr: of its members) counts once more; whole: all of it, else those with lanes in
// the request that is formed.
// Doc  docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu_count (
  input  wire logic [wt_pkg::SM_SLOTS*wt_pkg::OUT_W-1:0] outstanding,
  input  wire logic [wt_pkg::SM_SLOTS-1:0]               has,
  input  wire logic                                      inc,
  input  wire logic                                      whole,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]              warp,
  input  wire logic [wt_pkg::DWR_SUBWARPS-1:0]           members,
  input  wire logic [wt_pkg::ACC_LANES-1:0]              lanes,
  input  wire logic                                      busy,  // the front has an instruction of warp
  input  wire logic                                      ack,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]              ack_warp,
  input  wire logic [wt_pkg::DWR_SUBWARPS-1:0]           ack_members,
  // REPLAY=replay: an instruction of back_warp is no longer waiting
  input  wire logic                                      back,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]              back_warp,
  input  wire logic                                      fin,  // an entry ends
  input  wire logic [wt_pkg::SM_WARP_W-1:0]              fin_warp,
  input  wire logic [wt_pkg::DWR_SUBWARPS-1:0]           fin_members,
  output logic [wt_pkg::SM_SLOTS*wt_pkg::OUT_W-1:0]      next,
  output logic [wt_pkg::SM_SLOTS-1:0]                    next_has,
  // a warp of the access can have nothing more outstanding
  output logic                                           full,
  output logic [wt_pkg::SM_SLOTS-1:0]                    quiet,
  // everybody who is acknowledged has something outstanding
  output logic                                           owed
);
  localparam int unsigned N = wt_pkg::ACC_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;
  localparam int unsigned OUT_W = wt_pkg::OUT_W;
  localparam int unsigned G = wt_pkg::GANG;
  localparam int unsigned DW = wt_pkg::DWR_SUBWARPS;
  localparam bit Ganged = wt_pkg::GANG > 1;
  // Is the slot a warp of the access?
  function automatic logic takes_part(input logic [31:0] slot, input logic [SM_WARP_W-1:0] of,
                                      input logic [DW-1:0] which);
    takes_part = Ganged ? slot / G == 32'(of) / G && which[slot % G] : slot == 32'(of);
  endfunction

  logic [DW-1:0] inc_members;
  always_comb begin
    inc_members = members;
    for (int unsigned b = 0; b < DW; b++)
      if (Ganged && !whole) inc_members[b] = lanes[b*LN % N +: LN] != '0;  // R18
  end
  // apart from what follows: whether there is something to count hangs on full
  always_comb begin
    full = 1'b0;
    owed = 1'b1;
    quiet = ~has;  // R9
    for (int unsigned w = 0; w < wt_pkg::SM_SLOTS; w++) begin
      if (takes_part(w, warp, members) && (&outstanding[w*OUT_W +: OUT_W])) full = 1'b1;  // R18
      if (takes_part(w, warp, members) && busy) quiet[w] = 1'b0;  // R9, R18
      if (takes_part(w, ack_warp, ack_members) && !has[w]) owed = 1'b0;
    end
  end
  always_comb begin
    next = outstanding;
    next_has = has;
    for (int unsigned w = 0; w < wt_pkg::SM_SLOTS; w++) begin
      if (inc || ack || fin || back) begin
        // R9
        next[w*OUT_W +: OUT_W] = outstanding[w*OUT_W +: OUT_W] + OUT_W'(inc && takes_part(w, warp, inc_members)) -
            OUT_W'(ack && takes_part(w, ack_warp, ack_members)) -
            OUT_W'(fin && takes_part(w, fin_warp, fin_members)) - OUT_W'(back && 32'(back_warp) == w);
        next_has[w] = next[w*OUT_W +: OUT_W] != '0;
      end
    end
  end
  logic unused_ok;
  assign unused_ok = &{1'b0, lanes};
endmodule
`default_nettype wire
