# Sources of the RTL, one a line, seen from the root of the tree. wt_pkg.sv of a shape comes first and is written by
# `warptwin build-rtl --emit DIR`. A level uses only modules of the levels above it.
+incdir+rtl
# level 1: parts without children
rtl/lib/wt_first.sv
rtl/lib/wt_onehot_index.sv
rtl/lib/wt_popcount.sv
rtl/lib/wt_max_tree.sv
rtl/lib/wt_ram_1rw.sv
rtl/lib/wt_ram_1r1w.sv
rtl/lib/wt_fifo.sv
rtl/mem/wt_lsu_addr.sv
rtl/mem/wt_lsu_check.sv
rtl/mem/wt_lsu_extend.sv
rtl/control/wt_barrier_pick.sv
rtl/control/wt_barrier_ring.sv
rtl/control/wt_cfu_rules.sv
rtl/control/wt_cfu_slots.sv
rtl/control/wt_barrier_views.sv
rtl/control/wt_barrier_write.sv
rtl/control/wt_simt_stack_branch.sv
rtl/control/wt_hanoi_yr_groups.sv
rtl/control/wt_hanoi_yr_queue.sv
rtl/control/wt_multipath_groups.sv
rtl/control/wt_multipath_list.sv
rtl/control/wt_multipath_look.sv
rtl/control/wt_multipath_rows.sv
rtl/exec/wt_alu_lane.sv
# level 2: parts with children
rtl/lib/wt_after.sv
rtl/control/wt_multipath_step.sv
# level 3: blocks
rtl/front/wt_fetch.sv
rtl/front/wt_decode.sv
rtl/front/wt_ibuffer.sv
rtl/control/wt_hanoi_yr.sv
rtl/control/wt_barrier.sv
rtl/control/wt_multipath.sv
rtl/control/wt_simt_stack.sv
rtl/control/wt_hanoi.sv
rtl/control/wt_brx.sv
rtl/issue/wt_sb_bit.sv
rtl/issue/wt_sb_coon.sv
rtl/issue/wt_sched.sv
rtl/issue/wt_issue.sv
rtl/issue/wt_war.sv
rtl/operand/wt_constport.sv
rtl/operand/wt_pred.sv
rtl/operand/wt_ureg.sv
rtl/operand/wt_sreg.sv
rtl/operand/wt_collector.sv
rtl/operand/wt_bankarb.sv
rtl/operand/wt_rfbank.sv
rtl/operand/wt_disp.sv
rtl/operand/wt_wb.sv
rtl/exec/wt_alu.sv
rtl/exec/wt_ualu.sv
rtl/exec/wt_shfl.sv
rtl/mem/wt_lsu.sv
rtl/mem/wt_coalesce.sv
rtl/mem/wt_smem.sv
rtl/mem/wt_smbank.sv
rtl/cta/wt_ctabar.sv
rtl/cta/wt_dispatch.sv
# level 4: wiring, generated from the rows
rtl/top/wt_subcore.sv
rtl/top/wt_sm.sv
rtl/top/wt_gpu.sv
