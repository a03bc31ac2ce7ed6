// wt_coalesce: forms one memory request a cycle from the pending lanes of the LSU.
//
// Latency   0 cycles; nothing is computed unless the request register takes the result at this edge.
// State     none.
// Model     cmodel/mem/wt_coalesce.c      Doc  docs/blocks/mem/wt_coalesce.md
`default_nettype none
module wt_coalesce (
  input  wire logic                                  clk,
  input  wire logic                                  rst_n,
  // from lsu: the instruction being worked on
  input  wire logic                                  lsu_cq,
  input  wire logic                                  lsu_req_valid,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]          lsu_pend,
  input  wire logic [wt_pkg::WARP_SIZE*64-1:0]       lsu_addr,
  input  wire logic [4*wt_pkg::WARP_SIZE*32-1:0]     lsu_data,
  input  wire logic [2:0]                            lsu_mop,
  input  wire logic [2:0]                            lsu_sz,
  input  wire logic [3:0]                            lsu_aop,
  // from the memory environment
  input  wire logic                                  env_mem_ready,
  output logic                                       coal_valid,
  output logic [wt_pkg::WARP_SIZE-1:0]               coal_lanes,
  output logic [56:0]                                coal_line,
  output logic [127:0]                               coal_bmask,
  output logic [1023:0]                              coal_data
);
  localparam int unsigned N = wt_pkg::WARP_SIZE;

  logic atomic, store;
  assign atomic = lsu_mop == wt_pkg::MEM_ATOM || lsu_mop == wt_pkg::MEM_RED;
  assign store = lsu_mop == wt_pkg::MEM_STORE;
  assign coal_valid = lsu_cq && (!lsu_req_valid || env_mem_ready);

  // Lowest pending lane, its line, and the lanes in that line
  logic [N-1:0] low;
  wt_first #(.N(N)) u_low (.x(coal_valid ? lsu_pend : '0), .oh(low));
  always_comb begin
    coal_line = 57'd0;
    coal_lanes = '0;
    if (coal_valid) begin
      for (int unsigned l = 0; l < N; l++)
        if (low[l]) coal_line = lsu_addr[l*64+7 +: 57];
      for (int unsigned l = 0; l < N; l++)
        coal_lanes[l] = lsu_pend[l] && lsu_addr[l*64+7 +: 57] == coal_line;
      if (atomic) coal_lanes = low;
    end
  end

  // Bytes in the line. An aligned access stays in one of eight groups of 16 bytes: spread within it, then put in place.
  logic [15:0] size_be;
  always_comb begin
    case (lsu_sz)
      3'd0, 3'd1: size_be = 16'h0001;
      3'd2, 3'd3: size_be = 16'h0003;
      3'd4: size_be = 16'h000f;
      3'd5: size_be = 16'h00ff;
      default: size_be = 16'hffff;
    endcase
  end

  logic [15:0] be;
  logic [127:0] spread, bits, opnd;
  logic [3:0] at;
  logic [2:0] group;
  always_comb begin
    coal_bmask = 128'd0;
    coal_data = 1024'd0;
    be = 16'd0;
    spread = 128'd0;
    bits = 128'd0;
    opnd = 128'd0;
    at = 4'd0;
    group = 3'd0;
    if (coal_valid) begin
      for (int unsigned l = 0; l < N; l++) begin
        if (coal_lanes[l]) begin
          at = lsu_addr[l*64 +: 4];
          group = lsu_addr[l*64+4 +: 3];
          case (lsu_sz)
            3'd0, 3'd1: ;
            3'd2, 3'd3: at[0] = 1'b0;
            3'd4: at[1:0] = 2'd0;
            3'd5: at[2:0] = 3'd0;
            default: at = 4'd0;
          endcase
          be = size_be << at;
          for (int unsigned g = 0; g < 8; g++)
            if (group == 3'(g)) coal_bmask[g*16 +: 16] = coal_bmask[g*16 +: 16] | be;
          if (store) begin
            case (lsu_sz)
              3'd0, 3'd1: spread = {16{lsu_data[l*32 +: 8]}};
              3'd2, 3'd3: spread = {8{lsu_data[l*32 +: 16]}};
              3'd4: spread = {4{lsu_data[l*32 +: 32]}};
              3'd5: spread = {2{lsu_data[(N+l)*32 +: 32], lsu_data[l*32 +: 32]}};
              default: spread = {lsu_data[(3*N+l)*32 +: 32], lsu_data[(2*N+l)*32 +: 32], lsu_data[(N+l)*32 +: 32],
                                 lsu_data[l*32 +: 32]};
            endcase
            for (int unsigned b = 0; b < 16; b++) bits[b*8 +: 8] = {8{be[b]}};
            for (int unsigned g = 0; g < 8; g++)
              if (group == 3'(g)) coal_data[g*128 +: 128] = (coal_data[g*128 +: 128] & ~bits) | (spread & bits);
          end
          if (atomic) begin
            opnd[31:0] = lsu_data[l*32 +: 32];
            if (lsu_sz == 3'd5) opnd[63:32] = lsu_data[(N+l)*32 +: 32];
            if (lsu_aop == 4'd9) opnd[95:64] = lsu_data[(2*N+l)*32 +: 32];
            if (lsu_aop == 4'd9 && lsu_sz == 3'd5) opnd[127:96] = lsu_data[(3*N+l)*32 +: 32];
            coal_data[127:0] = opnd;
          end
        end
      end
    end
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, clk, rst_n};
`ifndef SYNTHESIS
  SomeLane_A: assert property (@(posedge clk) disable iff (!rst_n) coal_valid |-> coal_lanes != '0);
  LanesArePending_A: assert property (@(posedge clk) disable iff (!rst_n) (coal_lanes & ~lsu_pend) == '0);
`endif
endmodule
`default_nettype wire
