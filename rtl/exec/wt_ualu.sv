// wt_ualu: uniform datapath: executes the selected head uop once for its warp. Combinational, no state.
//
// Latency   0 cycles from issue_uni_valid; the results are written by wt_ureg at the clock edge.
// Payload   all outputs are 0 while issue_uni_valid is 0; w_idx, w_lo, w_hi while w_n is 0; p*_idx, p*_val without
//           valid.
// Model     cmodel/exec/wt_ualu.c      Doc  docs/blocks/exec/wt_ualu.md
`default_nettype none
module wt_ualu (
  input  wire logic                          clk,
  input  wire logic                          rst_n,
  input  wire logic                          issue_uni_valid,
  input  wire logic [wt_pkg::MASK_W-1:0]     issue_ballot,
  input  wire logic                          issue_votep,
  input  wire logic [wt_pkg::UOP_W-1:0]      ibuffer_uop,
  input  wire logic [63:0]                   ibuffer_cval,
  input  wire logic [63:0]                   ureg_a,
  input  wire logic [63:0]                   ureg_b,
  input  wire logic [63:0]                   ureg_c,
  input  wire logic [6:0]                    ureg_up,
  input  wire logic [31:0]                   sreg_s,
  output logic [1:0]                         ualu_w_n,
  output logic [5:0]                         ualu_w_idx,
  output logic [31:0]                        ualu_w_lo,
  output logic [31:0]                        ualu_w_hi,
  output logic                               ualu_p0_valid,
  output logic [2:0]                         ualu_p0_idx,
  output logic                               ualu_p0_val,
  output logic                               ualu_p1_valid,
  output logic [2:0]                         ualu_p1_idx,
  output logic                               ualu_p1_val
);

  wt_pkg::uop_t u;
  logic [127:0] w;
  assign u = ibuffer_uop;
  assign w = {u.hi, u.lo};

  function automatic logic upred(input logic [6:0] up, input logic [2:0] sel, input logic neg);  // R3
    logic [7:0] v;
    v = {1'b1, up};
    upred = v[sel] ^ neg;
  endfunction

  // R4: per-lane operation of the uniform row; 0 registers for those that the lane does not compute
  logic [7:0] op;
  logic [1:0] n;
  logic       has_pu, has_pv, use_lane;
  always_comb begin
    op = wt_pkg::I_MOV;
    n = 2'd0;
    has_pu = 1'b0;
    has_pv = 1'b0;
    use_lane = 1'b0;
    if (issue_uni_valid) begin  // R1
      use_lane = 1'b1;
      n = 2'd1;
      unique case (u.op)
        wt_pkg::I_UMOV_I, wt_pkg::I_UMOV_U: op = wt_pkg::I_MOV;  // R5
        wt_pkg::I_USEL: op = wt_pkg::I_SEL;
        wt_pkg::I_UISETP: begin
          op = wt_pkg::I_ISETP;
          n = 2'd0;
          has_pu = 1'b1;
          has_pv = 1'b1;
        end
        wt_pkg::I_UIADD3: begin
          op = wt_pkg::I_IADD3;
          has_pu = 1'b1;
          has_pv = 1'b1;
        end
        wt_pkg::I_ULEA: begin
          op = wt_pkg::I_LEA;
          has_pu = 1'b1;
        end
        wt_pkg::I_ULOP3: begin
          op = wt_pkg::I_LOP3;
          has_pu = 1'b1;
        end
        wt_pkg::I_UPRMT: op = wt_pkg::I_PRMT;
        wt_pkg::I_USHF: op = wt_pkg::I_SHF;
        wt_pkg::I_USGXT: op = wt_pkg::I_SGXT;
        wt_pkg::I_UPLOP3: begin
          op = wt_pkg::I_PLOP3;
          n = 2'd0;
          has_pu = 1'b1;
          has_pv = 1'b1;
        end
        wt_pkg::I_UIMAD: op = wt_pkg::I_IMAD;
        wt_pkg::I_UIMAD_WIDE: begin
          op = wt_pkg::I_IMAD_WIDE;
          n = 2'd2;
          has_pu = 1'b1;
        end
        wt_pkg::I_UFLO: op = wt_pkg::I_FLO;
        wt_pkg::I_UBREV: op = wt_pkg::I_BREV;
        wt_pkg::I_UPOPC: op = wt_pkg::I_POPC;
        wt_pkg::I_ULDC, wt_pkg::I_ULDC_U: begin
          use_lane = 1'b0;
          n = w[75:73] == 3'd5 ? 2'd2 : 2'd1;
        end
        wt_pkg::I_S2UR, wt_pkg::I_UP2UR: use_lane = 1'b0;
        wt_pkg::I_VOTEU: begin
          use_lane = 1'b0;
          has_pu = 1'b1;
        end
        default: begin  // R1
          use_lane = 1'b0;
          n = 2'd0;
        end
      endcase
      if (w[21:16] == 6'd63) n = 2'd0;  // R8
      if (w[83:81] == 3'd7) has_pu = 1'b0;  // R9
      if (w[86:84] == 3'd7) has_pv = 1'b0;  // R9
    end
  end

  logic [31:0] b, lane_lo, lane_hi;
  logic [63:0] c;
  logic        form2, form4, lane_pu, lane_pv;
  assign form2 = w[11:9] == 3'd2;
  assign form4 = w[11:9] == 3'd4;
  assign b = form2 ? ureg_c[31:0] : form4 ? w[63:32] : ureg_b[31:0];  // R2
  assign c = form2 ? {32'd0, w[63:32]} : ureg_c;  // R2
  logic [48:0] part_p0, part_p1;
  logic        part_k, part_neg;
  wt_alu_lane #(.Uniform(1'b1)) u_lane (  // R4
    .en(use_lane),
    .op(op),
    .m(w[80:72]),
    .lut_low(w[66:64]),
    .lut2(w[23:16]),
    .inv_a(w[72]),
    .inv_b(form2 ? w[75] : w[63] && !form4),
    .inv_c(w[75] && !form2),
    .a(ureg_a[31:0]),
    .b(b),
    .c(c),
    .pp(upred(ureg_up, w[89:87], w[90])),
    .pq(upred(ureg_up, w[79:77], w[80])),
    .pr(upred(ureg_up, w[70:68], w[71])),
    .res_lo(lane_lo),
    .res_hi(lane_hi),
    .res_pu(lane_pu),
    .res_pv(lane_pv),
    .part_p0(part_p0),
    .part_p1(part_p1),
    .part_k(part_k),
    .part_neg(part_neg)
  );

  logic [31:0] lo, hi;
  always_comb begin
    lo = lane_lo;
    hi = lane_hi;
    unique case (u.op)
      wt_pkg::I_ULDC, wt_pkg::I_ULDC_U: begin  // R6
        lo = ibuffer_cval[31:0];
        hi = ibuffer_cval[63:32];
        unique case (w[75:73])
          3'd0: lo = {24'd0, ibuffer_cval[7:0]};
          3'd1: lo = {{24{ibuffer_cval[7]}}, ibuffer_cval[7:0]};
          3'd2: lo = {16'd0, ibuffer_cval[15:0]};
          3'd3: lo = {{16{ibuffer_cval[15]}}, ibuffer_cval[15:0]};
          default: lo = ibuffer_cval[31:0];
        endcase
      end
      wt_pkg::I_S2UR: lo = sreg_s;  // R7
      // R4
      wt_pkg::I_UP2UR: lo = (ureg_a[31:0] & ~(w[63:32] << {w[77:76], 3'd0})) |
          ({25'd0, ureg_up & w[38:32]} << {w[77:76], 3'd0});
      wt_pkg::I_VOTEU: begin  // R7
        lo = 32'd0;
        lo[31:0] = issue_ballot[31:0];
      end
      default: lo = lane_lo;
    endcase
  end

  assign ualu_w_n = n;
  assign ualu_w_idx = n == 2'd0 ? 6'd0 : w[21:16];  // R8
  assign ualu_w_lo = n == 2'd0 ? 32'd0 : lo;
  assign ualu_w_hi = n == 2'd2 ? hi : 32'd0;  // R8
  assign ualu_p0_valid = has_pu;  // R9
  assign ualu_p0_idx = has_pu ? w[83:81] : 3'd0;
  assign ualu_p0_val = has_pu && (u.op == wt_pkg::I_VOTEU ? issue_votep : lane_pu);  // R7
  assign ualu_p1_valid = has_pv;
  assign ualu_p1_idx = has_pv ? w[86:84] : 3'd0;
  assign ualu_p1_val = has_pv && lane_pv;

  // uop fields of other blocks; upper halves of 32-bit operands; lanes beyond a 32-bit ballot; no state
  logic unused_bits;
  assign unused_bits = &{1'b0, clk, rst_n, u, w, ureg_a[63:32], ureg_b[63:32], issue_ballot, part_p0, part_p1, part_k,
      part_neg};
`ifndef SYNTHESIS
  WritesOneOrTwo_A: assert property (@(posedge clk) disable iff (!rst_n) ualu_w_n != 2'd3);
  WriteIsIssued_A: assert property (@(posedge clk) disable iff (!rst_n) ualu_w_n != 2'd0 || ualu_p0_valid ||
      ualu_p1_valid |-> issue_uni_valid);
`endif
endmodule
`default_nettype wire
