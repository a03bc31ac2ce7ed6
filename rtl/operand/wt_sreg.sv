// wt_sreg: special registers: thread and CTA indices written at launch, lane masks, clock counter.
//
// Read      same cycle: v0 per lane of the selected beat for S2R, CS2R and P2R, s for S2UR (lane 0 of the warp); 0
// otherwise.
// Model     cmodel/operand/wt_sreg.c      Doc  docs/blocks/operand/wt_sreg.md
`default_nettype none
module wt_sreg (
  input  wire logic                            clk,
  input  wire logic                            rst_n,
  input  wire logic                            sched_sel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       sched_sel_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       sched_sel_beat,
  input  wire logic [wt_pkg::BROWS_W-1:0]      pack_beat,
  input  wire logic [wt_pkg::UOP_W-1:0]        ibuffer_uop,
  input  wire logic [7*wt_pkg::SLOT_LANES-1:0]  pred_p,
  input  wire logic                            cfg_places,
  input  wire logic [16:0]                     cfg_smem,
  input  wire logic [wt_pkg::SUBCORE_W-1:0]    place_subcore,
  input  wire logic [wt_pkg::SM_W-1:0]         smid_sm,
  input  wire logic                            dispatch_launch_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]       dispatch_launch_warp,
  input  wire logic [wt_pkg::BEAT_W-1:0]       dispatch_launch_beat,
  input  wire logic [32*wt_pkg::LANES-1:0]     dispatch_launch_tid,
  input  wire logic [31:0]                     dispatch_launch_ctaid_x,
  input  wire logic [15:0]                     dispatch_launch_ctaid_y,
  input  wire logic [15:0]                     dispatch_launch_ctaid_z,
  output logic [32*wt_pkg::LANES-1:0]          sreg_v0,
  output logic [31:0]                          sreg_s
);
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned AW = wt_pkg::BEAT_ROW_W;

  `include "rows/wt_sreg_state.svh"

  wt_pkg::uop_t u;
  logic [7:0] sr;
  assign u = ibuffer_uop;
  assign sr = u.hi[15:8];

  function automatic logic [31:0] value(input logic [7:0] r, input logic [31:0] lane, input logic [31:0] t,
      input logic [63:0] c,
                                        input logic [31:0] now, input logic [6:0] warp, input logic [31:0] smem,
                                        input logic [31:0] sm);
    logic [31:0] at;
    at = lane < 32'd32 ? 32'd1 << lane[4:0] : 32'd0;
    value = 32'd0;
    case (r)  // R5
      8'd0: value = lane;
      8'd1, 8'd80: value = now;
      8'd3: value = {17'd0, warp, 8'd0};
      8'd33: value = {21'd0, t[10:0]};
      8'd34: value = {21'd0, t[21:11]};
      8'd35: value = {22'd0, t[31:22]};
      8'd37: value = c[31:0];
      8'd38: value = {16'd0, c[47:32]};
      8'd39: value = {16'd0, c[63:48]};
      8'd50: value = smem;
      8'd56: value = at;
      8'd57: value = at - 32'd1;
      8'd58: value = at | (at - 32'd1);
      8'd59: value = ~(at | (at - 32'd1));
      8'd60: value = ~(at - 32'd1);
      8'd67: value = sm;
      default: value = 32'd0;  // 55: the stack may go down to 0
    endcase
  endfunction

  `include "cta/wt_cta_warp_at.svh"

  logic [wt_pkg::BROWS_W-1:0] beat;  // R8: rows of its lanes
  assign beat = wt_pkg::PACK == 1 ? pack_beat : wt_pkg::BROWS_W'(sched_sel_beat);
  logic [32*LN-1:0] trow, trow0;
  logic [63:0]      crow;
  logic [31:0]      place;
  logic [wt_pkg::BEAT_W-1:0] row;
  logic [31:0]      warp;  // of the SM
  assign warp = warp_at(32'(place_subcore), 32'(sched_sel_warp));
  assign place = wt_pkg::PER_32 > 1 && cfg_places ? warp % 32'(wt_pkg::PER_32) * 32'(WS) : 32'd0;  // R7
  // the warp that the code sees, and shared memory in the steps in which a GPU hands it out
  logic [6:0]  warp_no;
  logic [31:0] smem_size;
  assign warp_no = wt_pkg::PER_32 > 1 && cfg_places ? 7'(warp / 32'(wt_pkg::PER_32)) : 7'(warp);  // R5
  assign smem_size = {14'd0, 10'((18'(cfg_smem) + 18'd255) >> 8), 8'd0};
  always_comb begin
    sreg_v0 = '0;  // R1
    sreg_s = '0;  // R1
    trow = '0;
    trow0 = '0;
    crow = '0;
    row = '0;
    if (sched_sel_valid && (u.op == wt_pkg::I_S2R || u.op == wt_pkg::I_CS2R)) begin  // R2
      crow = ctaid_q[sched_sel_warp];
      for (int l = 0; l < LN; l++) begin  // R2, R8
        if (l % wt_pkg::BROWS == l) begin
          row = beat[(l % wt_pkg::BROWS)*wt_pkg::BEAT_W +: wt_pkg::BEAT_W];
          trow = tid_q[AW'(sched_sel_warp) * AW'(wt_pkg::BEATS) + AW'(row)];
        end
        sreg_v0[l*32 +: 32] = value(sr, place + 32'(row) * 32'(LN) + 32'(l), trow[l*32 +: 32], crow, clock_q, warp_no,
            smem_size, 32'(smid_sm));
      end
    end
    if (sched_sel_valid && u.op == wt_pkg::I_P2R) begin  // R3
      for (int b = 0; b < wt_pkg::BEATS; b++)
        for (int l = 0; l < LN; l++)
          if (beat[(l % wt_pkg::BROWS)*wt_pkg::BEAT_W +: wt_pkg::BEAT_W] == wt_pkg::BEAT_W'(b))
            for (int p = 0; p < 7; p++) sreg_v0[l*32 + p] = pred_p[p*WS + b*LN + l];
    end
    if (sched_sel_valid && u.op == wt_pkg::I_S2UR) begin  // R4
      trow0 = tid_q[AW'(sched_sel_warp) * AW'(wt_pkg::BEATS)];
      crow = ctaid_q[sched_sel_warp];
      sreg_s = value(sr, place, trow0[31:0], crow, clock_q, warp_no, smem_size, 32'(smid_sm));
    end
  end

  assign tid_we = dispatch_launch_valid;  // R6
  assign tid_wa = AW'(dispatch_launch_warp) * AW'(wt_pkg::BEATS) + AW'(dispatch_launch_beat);  // R6
  assign ctaid_we = dispatch_launch_valid;  // R6
  assign ctaid_wa = dispatch_launch_warp;
  assign tid_n = dispatch_launch_tid;
  assign ctaid_n = {dispatch_launch_ctaid_z, dispatch_launch_ctaid_y, dispatch_launch_ctaid_x};
  assign clock_d = clock_q + 32'd1;

  logic unused_bits;
  assign unused_bits = &{1'b0, u, trow0};
endmodule
`default_nettype wire
