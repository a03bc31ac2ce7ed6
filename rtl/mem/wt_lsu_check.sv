// wt_lsu_check: lanes of an access that fault. Combinational; both results are 0 unless go.
//
// crooked: the address is no multiple of the size. bad: crooked, or the access of a lane in shared or local memory ends
// beyond its limit; that of local memory counts in the bytes of one lane.
// Doc  docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu_check (
  input  wire logic                                go,
  input  wire logic [wt_pkg::ACC_LANES-1:0]        mask,
  input  wire logic [wt_pkg::ACC_LANES*64-1:0]     addr,
  input  wire logic [2:0]                          sz,
  input  wire logic [wt_pkg::ACC_LANES-1:0]        in_shared,
  input  wire logic [wt_pkg::ACC_LANES-1:0]        in_local,
  input  wire logic [16:0]                         smem,
  input  wire logic [19:0]                         local_bytes,
  output logic [wt_pkg::ACC_LANES-1:0]             crooked,
  output logic [wt_pkg::ACC_LANES-1:0]             bad
);
  localparam int unsigned ACC_LANE_W = wt_pkg::ACC_LANE_W;
  logic [31:0] at;
  logic [3:0] align;
  logic [4:0] bytes;
  always_comb begin
    case (sz)
      3'd0, 3'd1: align = 4'h0;
      3'd2, 3'd3: align = 4'h1;
      3'd4: align = 4'h3;
      3'd5: align = 4'h7;
      default: align = 4'hf;
    endcase
    bytes = {1'b0, align} + 5'd1;
    crooked = '0;
    bad = '0;
    at = 32'd0;
    if (go) begin
      for (int unsigned l = 0; l < wt_pkg::ACC_LANES; l++) begin
        crooked[l] = mask[l] && (addr[l*64 +: 4] & align) != 4'd0;  // R3
        bad[l] = crooked[l];
        at = in_local[l] ? {addr[l*64+4+ACC_LANE_W +: 28], addr[l*64 +: 4]} : addr[l*64 +: 32];
        // R3
        if ((in_shared[l] || in_local[l]) && mask[l] &&
            {1'b0, at} + 33'(bytes) > (in_local[l] ? 33'(local_bytes) : 33'(smem))) bad[l] = 1'b1;
      end
    end
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, addr};
endmodule
`default_nettype wire
