// wt_lsu_extend: register values of one beat of a load: the bytes at the lane's offset, zero- or sign-extended.
// Combinational; lanes outside the mask give 0. Doc  docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu_extend (
  input  wire logic [wt_pkg::LANES-1:0]      mask,
  input  wire logic [wt_pkg::LANES*32-1:0]   words,
  input  wire logic [wt_pkg::LANES*7-1:0]    off,   // byte address, 7 bits per lane
  input  wire logic [2:0]                    sz,
  output logic [wt_pkg::LANES*32-1:0]        data
);
  logic [31:0] w;
  logic [15:0] h;
  logic [7:0] b;
  always_comb begin
    data = '0;
    w = 32'd0;
    h = 16'd0;
    b = 8'd0;
    if (mask != '0) begin
      for (int unsigned l = 0; l < wt_pkg::LANES; l++) begin
        if (mask[l]) begin
          w = words[l*32 +: 32];
          h = off[l*7+1] ? w[31:16] : w[15:0];
          b = off[l*7] ? h[15:8] : h[7:0];
          case (sz)  // R7
            3'd0: data[l*32 +: 32] = {24'd0, b};
            3'd1: data[l*32 +: 32] = {{24{b[7]}}, b};
            3'd2: data[l*32 +: 32] = {16'd0, h};
            3'd3: data[l*32 +: 32] = {{16{h[15]}}, h};
            default: data[l*32 +: 32] = w;
          endcase
        end
      end
    end
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, off};
endmodule
`default_nettype wire
