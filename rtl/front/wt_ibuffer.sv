// wt_ibuffer: a ring of IBUF_DEPTH decoded instructions per warp, with the constant that each of them needs.
//
// Latency   an instruction decoded in cycle t can issue in t+1, one with a constant in the cycle after the
//           constant's arrival.
// Flow      filled by decode (fetch's credits guarantee room), popped by sched_sel_pop, emptied by cfu_redir, which
//           wins for its warp.
// State     entries and constants in memories; ring pointers, ready bits and the fields of the head uop per warp in
//           registers, so that the dependence check does not need a read port per warp.
// Model     cmodel/front/wt_ibuffer.c      Doc  docs/blocks/front/wt_ibuffer.md
`default_nettype none
module wt_ibuffer (
  input  wire logic                                     clk,
  input  wire logic                                     rst_n,
  // from the scheduler
  input  wire logic                                     sched_sel_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]                sched_sel_warp,
  input  wire logic                                     sched_sel_pop,
  input  wire logic                                     pack_pop,
  input  wire logic                                     sched_index,
  // from decode
  input  wire logic                                     decode_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]                decode_warp,
  input  wire logic [wt_pkg::UOP_W-1:0]                 decode_uop,
  input  wire logic                                     decode_cvalid,
  // from the control-flow unit
  input  wire logic                                     cfu_redir_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]                cfu_redir_warp,
  // from the constant memory
  input  wire logic                                     cmem_valid,
  input  wire logic [wt_pkg::WARP_W-1:0]                cmem_warp,
  input  wire logic [wt_pkg::SLOT_W-1:0]                cmem_slot,
  input  wire logic [1:0]                               cmem_epoch,
  input  wire logic [63:0]                              cmem_data,
  input  wire logic [2*wt_pkg::SLOTS-1:0]               fetch_epoch,
  // heads of all rings: registers
  output logic [wt_pkg::SLOTS-1:0]                      ibuffer_head_valid,
  output logic [wt_pkg::HSRC_W*wt_pkg::SLOTS-1:0]       ibuffer_head_src,
  output logic [wt_pkg::HCTL_W*wt_pkg::SLOTS-1:0]       ibuffer_head_ctl,
  output logic [wt_pkg::SLOTS-1:0]                      ibuffer_head_sens,
  output logic [wt_pkg::SLOTS-1:0]                      ibuffer_head_load,
  output logic [wt_pkg::SLOTS-1:0]                      ibuffer_head_index,
  output logic [wt_pkg::SLOT_W*wt_pkg::SLOTS-1:0]       ibuffer_tail,
  // head of the selected warp: same cycle
  output logic [wt_pkg::UOP_W-1:0]                      ibuffer_uop,
  output logic [63:0]                                   ibuffer_cval,
  output logic [wt_pkg::SLOT_W-1:0]                     ibuffer_slot
);
  logic packed_pop;
  assign packed_pop = wt_pkg::PACK == 1 && pack_pop;
  localparam int unsigned SLOTS = wt_pkg::SLOTS;
  localparam int unsigned D = wt_pkg::IBUF_DEPTH;
  localparam int unsigned SW = wt_pkg::SLOT_W;
  localparam int unsigned ICNT_W = wt_pkg::ICNT_W;
  localparam int unsigned SRC = wt_pkg::HSRC_W;
  localparam int unsigned CTL = wt_pkg::HCTL_W;
  localparam int unsigned IBUF_ROW_W = wt_pkg::IBUF_ROW_W;

  `include "rows/wt_ibuffer_state.svh"

  function automatic logic [SW-1:0] next_slot(input logic [SW-1:0] s);
    next_slot = s == SW'(D - 1) ? '0 : s + SW'(1);
  endfunction
  function automatic logic [IBUF_ROW_W-1:0] row_of(input logic [wt_pkg::WARP_W-1:0] warp, input logic [SW-1:0] slot);
    row_of = IBUF_ROW_W'(warp) * IBUF_ROW_W'(D) + IBUF_ROW_W'(slot);
  endfunction

  // R10: a load that L1 serves, as far as the instruction says it; how: bits 80:78, order and the upper bit of scope
  function automatic logic is_load(input logic [7:0] op, input logic [2:0] how);
    is_load = op == wt_pkg::I_LDL ||
        ((!how[2] || how[1:0] == 2'd0) && (op == wt_pkg::I_LDG || op == wt_pkg::I_LDG_U || op == wt_pkg::I_LD));
  endfunction

  // ---- what happens in this cycle ----
  logic pop, fill, take, ask;
  assign pop  = (sched_sel_pop || packed_pop) && !(cfu_redir_valid && cfu_redir_warp == sched_sel_warp);  // R7
  assign ask  = sched_index && !decode_cvalid && !(cfu_redir_valid && cfu_redir_warp == sched_sel_warp);
  assign fill = decode_valid && !(cfu_redir_valid && cfu_redir_warp == decode_warp);  // R7
  assign take = cmem_valid && cmem_epoch == fetch_epoch[cmem_warp*2 +: 2] &&  // R4
                !(cfu_redir_valid && cfu_redir_warp == cmem_warp);

  // ---- the head that follows a pop, and the fields of a uop that becomes a head ----
  wt_pkg::uop_t  behind, fresh;
  wt_pkg::hsrc_t behind_src, fresh_src;
  wt_pkg::hctl_t behind_ctl, fresh_ctl;
  logic [SW-1:0] pop_slot, fill_slot;
  always_comb begin
    pop_slot = head_q[sched_sel_warp*SW +: SW];
    fill_slot = tail_q[decode_warp*SW +: SW];
    behind = '0;
    if (pop && count_q[sched_sel_warp*ICNT_W +: ICNT_W] != ICNT_W'(1))
      behind = entries_q[row_of(sched_sel_warp, next_slot(pop_slot))];
    fresh = decode_uop;
    behind_src = {behind.need, behind.s5, behind.s4, behind.s3, behind.s2, behind.s1, behind.s0};
    behind_ctl = {behind.unit, behind.cfwait, behind.drain, behind.quiet, behind.u_use, behind.pmask, behind.ndst,
        behind.dst};
    fresh_src = {fresh.need, fresh.s5, fresh.s4, fresh.s3, fresh.s2, fresh.s1, fresh.s0};
    fresh_ctl = {fresh.unit, fresh.cfwait, fresh.drain, fresh.quiet, fresh.u_use, fresh.pmask, fresh.ndst, fresh.dst};
  end

  // ---- rings: pop, then fill, then constant; a redirect empties ----
  always_comb begin
    head_d = head_q;
    tail_d = tail_q;
    count_d = count_q;
    const_ready_d = const_ready_q;
    head_src_d = head_src_q;
    head_ctl_d = head_ctl_q;
    head_sens_d = head_sens_q;
    head_load_d = head_load_q;
    head_index_d = head_index_q;
    if (ask) begin  // R8: its request leaves; the scheduler pops in another cycle
      head_index_d[sched_sel_warp] = 1'b0;
      const_ready_d[row_of(sched_sel_warp, pop_slot)] = 1'b0;
    end
    if (pop) begin  // R5
      head_d[sched_sel_warp*SW +: SW] = next_slot(pop_slot);
      count_d[sched_sel_warp*ICNT_W +: ICNT_W] = count_q[sched_sel_warp*ICNT_W +: ICNT_W] - ICNT_W'(1);
      const_ready_d[row_of(sched_sel_warp, pop_slot)] = 1'b0;
      head_src_d[sched_sel_warp*SRC +: SRC] = behind_src;
      head_ctl_d[sched_sel_warp*CTL +: CTL] = behind_ctl;
      head_sens_d[sched_sel_warp] = behind.sens;
      head_load_d[sched_sel_warp] = is_load(behind.op, behind.hi[16:14]);  // R10
      head_index_d[sched_sel_warp] = behind.op == wt_pkg::I_ULDC_U;  // R8
    end
    if (fill) begin  // R3
      if (count_d[decode_warp*ICNT_W +: ICNT_W] == '0) begin  // R3, R6
        head_src_d[decode_warp*SRC +: SRC] = fresh_src;
        head_ctl_d[decode_warp*CTL +: CTL] = fresh_ctl;
        head_sens_d[decode_warp] = fresh.sens;
        head_load_d[decode_warp] = is_load(fresh.op, fresh.hi[16:14]);  // R10
        head_index_d[decode_warp] = fresh.op == wt_pkg::I_ULDC_U;  // R8
      end
      tail_d[decode_warp*SW +: SW] = next_slot(fill_slot);
      count_d[decode_warp*ICNT_W +: ICNT_W] = count_d[decode_warp*ICNT_W +: ICNT_W] + ICNT_W'(1);
      const_ready_d[row_of(decode_warp, fill_slot)] = !decode_cvalid;
    end
    if (take) const_ready_d[row_of(cmem_warp, cmem_slot)] = 1'b1;  // R4
    if (cfu_redir_valid) begin  // R7
      head_d[cfu_redir_warp*SW +: SW] = '0;
      tail_d[cfu_redir_warp*SW +: SW] = '0;
      count_d[cfu_redir_warp*ICNT_W +: ICNT_W] = '0;
      const_ready_d[cfu_redir_warp*D +: D] = '0;
      head_src_d[cfu_redir_warp*SRC +: SRC] = '0;
      head_ctl_d[cfu_redir_warp*CTL +: CTL] = '0;
      head_sens_d[cfu_redir_warp] = 1'b0;
      head_load_d[cfu_redir_warp] = 1'b0;
      head_index_d[cfu_redir_warp] = 1'b0;
    end
  end

  assign entries_we = fill;
  assign entries_wa = row_of(decode_warp, fill_slot);
  assign const_val_we = take;
  assign const_val_wa = row_of(cmem_warp, cmem_slot);
  assign entries_n = decode_uop;
  assign const_val_n = cmem_data;

  logic unused_sens;
  assign unused_sens = &{1'b0, head_sens_d, head_load_d};  // state of shapes with GROUPING=dwr, of those with a policy
  assign ibuffer_head_sens = head_sens_q;  // R1
  assign ibuffer_head_load = head_load_q;  // R10

  // ---- outputs ----
  wt_pkg::uop_t          sel;
  logic [IBUF_ROW_W-1:0] sel_row;
  always_comb begin
    sel = '0;
    ibuffer_cval = 64'd0;
    ibuffer_slot = '0;  // R9
    sel_row = row_of(sched_sel_warp, head_q[sched_sel_warp*SW +: SW]);
    if (sched_sel_valid) begin
      sel = entries_q[sel_row];  // R2
      ibuffer_slot = head_q[sched_sel_warp*SW +: SW];  // R9
      // R2, R8
      if (sel.bcsel == wt_pkg::BC_CONST && !head_index_q[sched_sel_warp]) ibuffer_cval = const_val_q[sel_row];
    end
  end
  always_comb begin
    for (int unsigned i = 0; i < SLOTS; i++) begin
      ibuffer_head_valid[i] = 1'b0;
      for (int unsigned s = 0; s < D; s++)
        if (head_q[i*SW +: SW] == SW'(s)) ibuffer_head_valid[i] = const_ready_q[i*D+s];  // R1
    end
  end
  assign ibuffer_uop      = sel;
  assign ibuffer_head_src = head_src_q;
  assign ibuffer_head_ctl = head_ctl_q;

  logic unused_fields;
  assign unused_fields = &{1'b0, behind, fresh};
`ifndef SYNTHESIS
  PopNotEmpty_A: assert property (@(posedge clk) disable iff (!rst_n) pop |-> ibuffer_head_valid[sched_sel_warp]);
  FillHasRoom_A: assert property (@(posedge clk) disable iff (!rst_n)
    fill |-> count_q[decode_warp*ICNT_W +: ICNT_W] != ICNT_W'(D) || (pop && sched_sel_warp == decode_warp));
  ConstIsAwaited_A: assert property (@(posedge clk) disable iff (!rst_n)
    take |-> !const_ready_q[row_of(cmem_warp, cmem_slot)]);
`endif
endmodule
`default_nettype wire
