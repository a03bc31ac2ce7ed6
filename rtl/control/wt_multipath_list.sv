// wt_multipath_list: next order of the runnable splits of wt_multipath. Position 0 is the front, order_count_r entries
// are in use.
//
// Combinational: takes del_no out, then puts add_no to the front or the back and add2_no behind it; clear: split 0
// alone. Positions behind the last are kept as the shifts leave them, 0 moves in.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_list (
  input  wire logic                                    clear,
  input  wire logic                                    del,
  input  wire logic                                    add,
  input  wire logic                                    add2,
  input  wire logic                                    front,  // for add
  input  wire logic [wt_pkg::PATH_W-1:0]               del_no,
  input  wire logic [wt_pkg::PATH_W-1:0]               add_no,
  input  wire logic [wt_pkg::PATH_W-1:0]               add2_no,
  input  wire logic [wt_pkg::PATHS*wt_pkg::PATH_W-1:0] order_r,
  input  wire logic [wt_pkg::PATH_W:0]                 order_count_r,
  output logic                                         we,
  output logic [wt_pkg::PATHS*wt_pkg::PATH_W-1:0]      order_n,
  output logic [wt_pkg::PATH_W:0]                      order_count_n
);
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned PW = wt_pkg::PATH_W;
  logic [P*PW-1:0] l1, l2;
  logic [PW:0]     n1, n2;
  logic            found;
  assign we = clear || del || add || add2;
  always_comb begin
    // out
    found = 1'b0;
    l1 = order_r;
    for (int i = 0; i < P; i++) begin
      if (del && (PW+1)'(i) < order_count_r && order_r[i*PW +: PW] == del_no) found = 1'b1;
      if (found) l1[i*PW +: PW] = i == P - 1 ? '0 : order_r[(i == P - 1 ? 0 : i + 1)*PW +: PW];
    end
    n1 = found ? order_count_r - (PW+1)'(1) : order_count_r;
    // in
    l2 = l1;
    if (add && front) begin  // R6
      l2 = l1 << PW;
      l2[PW-1:0] = add_no;
    end else if (add) begin
      for (int i = 0; i < P; i++) if (n1 == (PW+1)'(i)) l2[i*PW +: PW] = add_no;
    end
    n2 = add ? n1 + (PW+1)'(1) : n1;
    order_n = l2;
    if (add2) for (int i = 0; i < P; i++) if (n2 == (PW+1)'(i)) order_n[i*PW +: PW] = add2_no;
    order_count_n = add2 ? n2 + (PW+1)'(1) : n2;
    if (clear) begin
      order_n = '0;
      order_count_n = (PW+1)'(1);
    end
  end
endmodule
`default_nettype wire
