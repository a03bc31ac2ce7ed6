// wt_ctasched: CTA scheduler. Walks the grid x fastest; an SM that asks gets the next CTA, one SM a cycle, in turns or
// as CTA_SCHED says; with clusters each SM walks its own part of the grid.
//
// Latency   0: an SM that asks in cycle t gets its CTA in t, unless others asked that come first, or the policy waits.
// Flow      dispatch_ask is held until given. give: valid only.
// State     rows of cmodel/spec/blocks/ctasched.def.
// Model     cmodel/cta/wt_ctasched.c      Doc  docs/blocks/cta/wt_ctasched.md
`default_nettype none
module wt_ctasched (
  input  wire logic                    clk,
  input  wire logic                    rst_n,
  input  wire logic [30:0]             cfg_grid_x,
  input  wire logic [15:0]             cfg_grid_y,
  input  wire logic [15:0]             cfg_grid_z,
  input  wire logic                    cfg_start,
  input  wire logic [2:0]              cfg_cta,
  input  wire logic [5:0]              cfg_cta_block,
  input  wire logic [15:0]             cfg_cta_seed,
  input  wire logic                    cfg_cta_steal,
  input  wire logic [30:0]             cfg_tile_x,
  input  wire logic [15:0]             cfg_tile_y,
  input  wire logic [30:0]             cfg_chunk_ix,
  input  wire logic [15:0]             cfg_chunk_iy,
  input  wire logic [30:0]             cfg_chunk_bx,
  input  wire logic [15:0]             cfg_chunk_by,
  input  wire logic [15:0]             cfg_chunk_z,
  input  wire logic [31:0]             cfg_chunk_n,
  input  wire logic [wt_pkg::SM_W-1:0] cfg_chunk_more,
  // of every SM
  input  wire logic [wt_pkg::SMS-1:0]  dispatch_ask,
  input  wire logic [wt_pkg::SMS-1:0]  dispatch_room,
  input  wire logic [wt_pkg::SMS-1:0]  dispatch_idle,
  output logic                         ctasched_give_valid,
  output logic [wt_pkg::SM_W-1:0]      ctasched_give_sm,
  output logic [30:0]                  ctasched_give_x,
  output logic [15:0]                  ctasched_give_y,
  output logic [15:0]                  ctasched_give_z,
  output logic                         ctasched_idle
);
  localparam int unsigned SMS = wt_pkg::SMS;
  localparam int unsigned SM_W = wt_pkg::SM_W;

  `include "rows/wt_ctasched_state.svh"

  // The first that may have a CTA from the SM on whose turn it is; if there is none, the first of all.
  logic [SMS-1:0]   may, ahead, chosen_oh;
  logic [2*SMS-1:0] oh;
  logic [SM_W-1:0]  from, chosen, behind;
  always_comb begin
    for (int i = 0; i < SMS; i++) ahead[i] = may[i] && 32'(i) >= 32'(from);  // R2
  end
  wt_first #(.N(2*SMS)) u_first (.x({may, ahead}), .oh(oh));
  assign chosen_oh = oh[SMS-1:0] | oh[2*SMS-1:SMS];
  wt_onehot_index #(.N(SMS), .W(SM_W)) u_chosen (.oh(chosen_oh), .no(chosen));
  assign behind = 32'(chosen) + 32'd1 == 32'(SMS) ? '0 : chosen + SM_W'(1);

  logic [30:0]      x;
  logic [15:0]      y, z;
  logic [SM_W-1:0]  turn;  // whose it is when the chosen one has been given a CTA
  assign ctasched_give_valid = run_q && may != '0;  // R2
  assign ctasched_give_sm = ctasched_give_valid ? chosen : '0;  // R6
  assign ctasched_give_x = ctasched_give_valid ? x : '0;
  assign ctasched_give_y = ctasched_give_valid ? y : '0;
  assign ctasched_give_z = ctasched_give_valid ? z : '0;
  assign ctasched_idle = !run_q && &dispatch_idle;  // R5

  logic wrap_x, wrap_y, wrap_z;
  assign wrap_x = x_q + 31'd1 == cfg_grid_x;
  assign wrap_y = wrap_x && y_q + 16'd1 == cfg_grid_y;  // R3
  assign wrap_z = wrap_y && z_q + 16'd1 == cfg_grid_z;
  always_comb begin
    run_d = run_q;
    x_d = x_q;
    y_d = y_q;
    z_d = z_q;
    next_d = next_q;
    if (ctasched_give_valid) begin
      x_d = wrap_x ? '0 : x_q + 31'd1;  // R3
      if (wrap_x) y_d = wrap_y ? '0 : y_q + 16'd1;
      if (wrap_y) z_d = wrap_z ? '0 : z_q + 16'd1;
      if (wrap_z) run_d = 1'b0;
      next_d = turn;
    end
    if (cfg_start) begin  // R1
      run_d = 1'b1;
      x_d = '0;
      y_d = '0;
      z_d = '0;
      next_d = '0;
    end
  end

  logic           clusters;
  logic [SMS-1:0] own, source;  // SMs whose cluster has CTAs left; the one whose cluster the next CTA is of
  if (wt_pkg::CTA_UNIT != 0) begin : g_policies
    logic            laying;
    logic [SM_W-1:0] low;
    assign clusters = cfg_cta == wt_pkg::CTA_SCHED_cluster;
    assign laying = clusters && 32'(known_q) != 32'(SMS);  // R13
    assign low = SM_W'(random_q);
    always_comb begin
      for (int i = 0; i < SMS; i++) own[i] = left_q[i*32 +: 32] != '0;
      may = dispatch_ask;
      from = next_q;
      unique case (cfg_cta)
        wt_pkg::CTA_SCHED_demand: from = '0;  // R7
        wt_pkg::CTA_SCHED_random: from = 32'(low) < 32'(SMS) ? low : SM_W'(32'(low) - 32'(SMS));  // R9
        wt_pkg::CTA_SCHED_rotated:  // R8
          for (int i = 0; i < SMS; i++) may[i] = dispatch_ask[i] && 32'(next_q) == 32'(i);
        wt_pkg::CTA_SCHED_imbalanced: may[0] = dispatch_ask[0] && dispatch_room[0];  // R10
        wt_pkg::CTA_SCHED_bcs:  // R11
          for (int i = 0; i < SMS; i++)
            may[i] = dispatch_ask[i] && (part_q != '0 ? 32'(next_q) == 32'(i) : dispatch_room[i]);
        wt_pkg::CTA_SCHED_cluster: begin  // R14
          if (!cfg_cta_steal) may = dispatch_ask & own;
          if (laying) may = '0;
        end
        default: ;
      endcase
    end

    // Whose turn it is afterwards.
    logic [15:0] r7, r9;
    assign r7 = random_q ^ random_q << 7;  // R9
    assign r9 = r7 ^ r7 >> 9;
    always_comb begin
      turn = behind;  // R4
      round_d = round_q;
      random_d = random_q;
      part_d = part_q;
      if (ctasched_give_valid) begin
        if (cfg_cta == wt_pkg::CTA_SCHED_rotated) begin  // R8
          round_d = 32'(round_q) + 32'd1 == 32'(SMS) ? '0 : round_q + SM_W'(1);
          if (round_d == '0) turn = 32'(behind) + 32'd1 == 32'(SMS) ? '0 : behind + SM_W'(1);
        end
        if (cfg_cta == wt_pkg::CTA_SCHED_random) random_d = r9 ^ r9 << 8;  // R9
        if (cfg_cta == wt_pkg::CTA_SCHED_bcs) begin  // R11
          part_d = 6'(part_q) + 6'd1 == cfg_cta_block ? '0 : part_q + 5'd1;
          if (part_d != '0) turn = chosen;
        end
      end
      if (cfg_start) begin
        round_d = '0;
        random_d = cfg_cta_seed;
        part_d = '0;
      end
    end

    // R15: the cluster that the CTA comes from: the SM's own, or the one with most left.
    logic [SMS-1:0] most, first_most;
    logic [31:0]    unused_most;
    wt_max_tree #(.N(SMS), .W(32)) u_most (.among(clusters && cfg_cta_steal ? own : '0), .value(left_q),
                                           .best(most), .top(unused_most));
    wt_first #(.N(SMS)) u_first_most (.x(most), .oh(first_most));
    assign source = (chosen_oh & own) != '0 ? chosen_oh : first_most;

    // The place that it has, and the one behind it; while clusters are laid out, the first of the one before, and of
    // the next.
    logic [SMS-1:0] of;
    logic           one;
    logic [30:0]    from_ix, from_bx, ix, bx;
    logic [15:0]    from_iy, from_by, from_z, iy, by, to_z;
    always_comb begin
      of = '0;
      one = 1'b1;
      if (laying) begin
        one = 1'b0;
        for (int i = 0; i < SMS; i++)
          if (32'(known_q) == 32'(i) + 32'd1) begin
            of[i] = 1'b1;
            one = 32'(i) < 32'(cfg_chunk_more);  // R13
          end
      end else if (clusters && ctasched_give_valid) of = source;
      from_ix = '0;
      from_iy = '0;
      from_bx = '0;
      from_by = '0;
      from_z = '0;
      for (int i = 0; i < SMS; i++)
        if (of[i]) begin
          from_ix = at_ix_q[i*31 +: 31];
          from_iy = at_iy_q[i*16 +: 16];
          from_bx = at_bx_q[i*31 +: 31];
          from_by = at_by_q[i*16 +: 16];
          from_z = at_z_q[i*16 +: 16];
        end
    end
    wt_ctasched_on u_on (
      .grid_x(cfg_grid_x), .grid_y(cfg_grid_y), .tile_x(cfg_tile_x), .tile_y(cfg_tile_y),
      .from_ix, .from_iy, .from_bx, .from_by, .from_z,
      .by_ix(laying ? cfg_chunk_ix : '0), .by_iy(laying ? cfg_chunk_iy : '0), .by_bx(laying ? cfg_chunk_bx : '0),
      .by_by(laying ? cfg_chunk_by : '0), .by_z(laying ? cfg_chunk_z : '0), .one(one),
      .ix, .iy, .bx, .by, .z(to_z));
    assign x = clusters ? from_bx + from_ix : x_q;  // R16
    assign y = clusters ? from_by + from_iy : y_q;
    assign z = clusters ? from_z : z_q;

    always_comb begin
      known_d = known_q;
      at_ix_d = at_ix_q;
      at_iy_d = at_iy_q;
      at_bx_d = at_bx_q;
      at_by_d = at_by_q;
      at_z_d = at_z_q;
      left_d = left_q;
      for (int i = 0; i < SMS; i++) begin
        if (run_q && laying && 32'(known_q) == 32'(i) || of[i] && !laying) begin  // R13, R15
          at_ix_d[i*31 +: 31] = ix;
          at_iy_d[i*16 +: 16] = iy;
          at_bx_d[i*31 +: 31] = bx;
          at_by_d[i*16 +: 16] = by;
          at_z_d[i*16 +: 16] = to_z;
          left_d[i*32 +: 32] = laying ? cfg_chunk_n + 32'(32'(i) < 32'(cfg_chunk_more)) : left_q[i*32 +: 32] - 32'd1;
        end
      end
      if (run_q && laying) known_d = known_q + wt_pkg::SMN_W'(1);
      if (cfg_start && clusters) begin  // R12
        known_d = wt_pkg::SMN_W'(1);
        at_ix_d[30:0] = '0;
        at_iy_d[15:0] = '0;
        at_bx_d[30:0] = '0;
        at_by_d[15:0] = '0;
        at_z_d[15:0] = '0;
        left_d[31:0] = cfg_chunk_n + 32'(cfg_chunk_more != '0);
      end
    end
  end else begin : g_turns
    assign may = dispatch_ask;
    assign from = cfg_cta == wt_pkg::CTA_SCHED_demand ? '0 : next_q;  // R7
    assign turn = behind;  // R4
    assign clusters = 1'b0;
    assign own = '0;
    assign source = '0;
    assign x = x_q;
    assign y = y_q;
    assign z = z_q;
    assign round_d = round_q;
    assign random_d = random_q;
    assign part_d = part_q;
    assign known_d = known_q;
    assign at_ix_d = at_ix_q;
    assign at_iy_d = at_iy_q;
    assign at_bx_d = at_bx_q;
    assign at_by_d = at_by_q;
    assign at_z_d = at_z_q;
    assign left_d = left_q;
    logic unused_policies;
    assign unused_policies = &{1'b0, clusters, own, source, chosen_oh, dispatch_room, cfg_cta_block, cfg_cta_seed,
                               cfg_cta_steal, cfg_tile_x,
                               cfg_tile_y, cfg_chunk_ix, cfg_chunk_iy, cfg_chunk_bx, cfg_chunk_by, cfg_chunk_z,
                               cfg_chunk_n, cfg_chunk_more, round_d, random_d, part_d, known_d, at_ix_d, at_iy_d,
                               at_bx_d, at_by_d, at_z_d, left_d};
  end

`ifndef SYNTHESIS
  StartWhenIdle_A: assert property (@(posedge clk) disable iff (!rst_n) cfg_start |-> ctasched_idle);
  GivenToWhoAsks_A: assert property (@(posedge clk) disable iff (!rst_n)
    ctasched_give_valid |-> dispatch_ask[ctasched_give_sm]);
  BlockStays_A: assert property (@(posedge clk) disable iff (!rst_n)
    ctasched_give_valid && cfg_cta == wt_pkg::CTA_SCHED_bcs && part_q != '0 |-> chosen == next_q);
  TakenFromOne_A: assert property (@(posedge clk) disable iff (!rst_n)
    clusters && ctasched_give_valid && own != '0 |-> $onehot(source) && (source & own) != '0);
  OnlyWhatIsEmptySteals_A: assert property (@(posedge clk) disable iff (!rst_n)
    clusters && ctasched_give_valid && source != chosen_oh |-> cfg_cta_steal && (chosen_oh & own) == '0);
`endif
endmodule
`default_nettype wire
