// wt_ilt: ignore list of DWR: pcs at which a sub-warp does not wait for its partners. ILT_SETS sets of ILT_WAYS ways.
//
// Latency   0 cycles from the arriving pc to the hit. What is learned in a cycle hits from the next one on.
// State     valid, tag; next: the way that the set's next entry takes.
// Model     cmodel/issue/wt_ilt.c      Doc  docs/blocks/issue/wt_ilt.md
`default_nettype none
module wt_ilt (
  input  wire logic        clk,
  input  wire logic        rst_n,
  input  wire logic        sco_arr_valid,
  input  wire logic [31:0] sco_arr_pc,
  input  wire logic        pst_learn_valid,
  input  wire logic [31:0] pst_learn_pc,
  output logic             ilt_hit
);
  localparam int unsigned ILT_SETS = wt_pkg::ILT_SETS;
  localparam int unsigned ILT_WAYS = wt_pkg::ILT_WAYS;
  localparam int unsigned ILT_SET_W = wt_pkg::ILT_SET_W;
  localparam int unsigned ILT_TAG_W = wt_pkg::ILT_TAG_W;
  localparam int unsigned ILT_WAY_W = wt_pkg::ILT_WAY_W;

  `include "rows/wt_ilt_state.svh"  // R5: reset

  // does this set hold this tag? of all sets and ways, so that every index is a constant
  function automatic logic holds(input logic [ILT_SETS*ILT_WAYS-1:0] v,
      input logic [ILT_TAG_W*ILT_SETS*ILT_WAYS-1:0] tag, input logic [31:0] pc);
    holds = 1'b0;
    for (int s = 0; s < ILT_SETS; s++)
      for (int w = 0; w < ILT_WAYS; w++)
        // R1, R2
        if (pc[ILT_SET_W-1:0] == ILT_SET_W'(s) && v[s*ILT_WAYS + w] &&
            tag[(s*ILT_WAYS + w)*ILT_TAG_W +: ILT_TAG_W] == pc[31:ILT_SET_W]) holds = 1'b1;
  endfunction

  assign ilt_hit = sco_arr_valid && holds(valid_q, tag_q, sco_arr_pc);  // R2

  logic put;
  assign put = pst_learn_valid && !holds(valid_q, tag_q, pst_learn_pc);  // R4
  always_comb begin
    valid_d = valid_q;
    tag_d = tag_q;
    next_d = next_q;
    for (int s = 0; s < ILT_SETS; s++)
      if (put && pst_learn_pc[ILT_SET_W-1:0] == ILT_SET_W'(s)) begin  // R3
        for (int w = 0; w < ILT_WAYS; w++)
          if (next_q[s*ILT_WAY_W +: ILT_WAY_W] == ILT_WAY_W'(w)) begin
            valid_d[s*ILT_WAYS + w] = 1'b1;
            tag_d[(s*ILT_WAYS + w)*ILT_TAG_W +: ILT_TAG_W] = pst_learn_pc[31:ILT_SET_W];
          end
        // R3
        next_d[s*ILT_WAY_W +: ILT_WAY_W] = next_q[s*ILT_WAY_W +: ILT_WAY_W] == ILT_WAY_W'(ILT_WAYS - 1) ? '0 :
            next_q[s*ILT_WAY_W +: ILT_WAY_W] + ILT_WAY_W'(1);
      end
  end

`ifndef SYNTHESIS
  logic [ILT_SETS-1:0] in_range;
  for (genvar s = 0; s < ILT_SETS; s++) begin : g_range
    assign in_range[s] = 32'(next_q[s*ILT_WAY_W +: ILT_WAY_W]) < ILT_WAYS;
  end
  WayInRange_A: assert property (@(posedge clk) disable iff (!rst_n) in_range == {ILT_SETS{1'b1}});
`endif
endmodule
`default_nettype wire
