// mempath: of a memory what its longest path goes through, for timing alone: of every bit of a word one flip-flop a bit of the address, and the multiplexer
// that each adds to the way out. The tree of multiplexers of all words has the same length. Written words pass the comparison of the write address.
(* techmap_celltype = "$mem_v2" *)
module wt_size_mempath (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
  parameter MEMID = "", SIZE = 1, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 0;
  parameter RD_PORTS = 1, RD_CLK_ENABLE = 0, RD_CLK_POLARITY = 0, RD_TRANSPARENCY_MASK = 0, RD_COLLISION_X_MASK = 0, RD_WIDE_CONTINUATION = 0;
  parameter RD_CE_OVER_SRST = 0, RD_ARST_VALUE = 0, RD_SRST_VALUE = 0, RD_INIT_VALUE = 0;
  parameter WR_PORTS = 1, WR_CLK_ENABLE = 0, WR_CLK_POLARITY = 0, WR_PRIORITY_MASK = 0, WR_WIDE_CONTINUATION = 0;
  localparam RP = RD_PORTS < 1 ? 1 : RD_PORTS, WP = WR_PORTS < 1 ? 1 : WR_PORTS;
  input [RP-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
  input [RP*ABITS-1:0] RD_ADDR;
  output [RP*WIDTH-1:0] RD_DATA;
  input [WP-1:0] WR_CLK;
  input [WP*WIDTH-1:0] WR_EN, WR_DATA;
  input [WP*ABITS-1:0] WR_ADDR;
  localparam N = SIZE > 1 ? ABITS : 0;  // words that stand for all: word 0, and one a bit of the address
  wire [(N+1)*WIDTH-1:0] \_TECHMAP_REPLACE_.word ;
  genvar i, p;
  generate
    for (i = 0; i <= N; i = i + 1) begin : g_word
      wire [WIDTH-1:0] q = \_TECHMAP_REPLACE_.word [i*WIDTH +: WIDTH];
      wire [(WP+1)*WIDTH-1:0] d;
      assign d[WIDTH-1:0] = q;
      for (p = 0; p < WR_PORTS; p = p + 1) begin : g_wr
        wire [WIDTH-1:0] take = WR_EN[p*WIDTH +: WIDTH] & {WIDTH{SIZE < 2 || WR_ADDR[p*ABITS +: ABITS] == i}};
        assign d[(p+1)*WIDTH +: WIDTH] = (WR_DATA[p*WIDTH +: WIDTH] & take) | (d[p*WIDTH +: WIDTH] & ~take);
      end
      \$dff #(.WIDTH(WIDTH), .CLK_POLARITY(1)) r (.CLK(WR_CLK[0]), .D(d[WR_PORTS*WIDTH +: WIDTH]), .Q(\_TECHMAP_REPLACE_.word [i*WIDTH +: WIDTH]));
    end
    for (p = 0; p < RD_PORTS; p = p + 1) begin : g_rd
      wire [(N+1)*WIDTH-1:0] t;
      assign t[WIDTH-1:0] = g_word[0].q;
      for (i = 0; i < N; i = i + 1) begin : g_bit
        assign t[(i+1)*WIDTH +: WIDTH] = RD_ADDR[p*ABITS+i] ? g_word[i+1].q : t[i*WIDTH +: WIDTH];
      end
      if (RD_CLK_ENABLE[p]) begin : g_held
        wire [WIDTH-1:0] held;
        \$dffe #(.WIDTH(WIDTH), .CLK_POLARITY(1), .EN_POLARITY(1)) r (.CLK(RD_CLK[p]), .EN(RD_EN[p]), .D(t[N*WIDTH +: WIDTH]), .Q(held));
        assign RD_DATA[p*WIDTH +: WIDTH] = held;
      end else begin : g_now
        assign RD_DATA[p*WIDTH +: WIDTH] = t[N*WIDTH +: WIDTH];
      end
    end
  endgenerate
endmodule
