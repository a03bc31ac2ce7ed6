// REPLAY=replay in wt_lsu: part of that module, whose signals it uses. At a structural hazard the instruction in the front leaves, and comes back
// from wt_replay. Doc  docs/blocks/mem/wt_lsu.md, rules 19 to 22
  logic leaves, out_of_tags;
  assign out_of_tags = returns && (&tag_valid_q);
  always_comb begin
    leaves = 1'b0;
    why_d = why_q;
    if (Replays) begin
      if (state_q == StCheck && (behind || (entry && (&ent_valid_q)))) begin  // R19
        leaves = 1'b1;
        why_d = behind ? wt_pkg::RP_ORDER : wt_pkg::RP_ENTRY;
      end
      if (state_q == StRequest && (coal_valid ? (pend_q & ~coal_lanes) != '0 : out_of_tags || lsu_cq)) begin  // R19
        leaves = 1'b1;
        why_d = coal_valid ? wt_pkg::RP_LINE : out_of_tags ? wt_pkg::RP_TAG : wt_pkg::RP_PORT;
      end
      if (state_q == StShared && (atomic ? atom_end && (pend_q & ~a_lane) != '0 : last_word(size_q) == 2'd0 && left != '0)) begin  // R19
        leaves = 1'b1;
        why_d = wt_pkg::RP_CONFLICT;
      end
    end
    ent_open_d = ent_open_q;
    for (int unsigned i = 0; i < E; i++) begin
      if (new_entry && it_free == IW'(i)) ent_open_d[i] = 1'b1;  // R21
      if (sent && ent_q == IW'(i) && (pend_q & ~coal_lanes) == '0) ent_open_d[i] = 1'b0;  // R21
    end
    lsu_at = '0;
    if (Replays) lsu_at[warp_q] = collecting_q || state_q != StCollect;  // R22
  end
  assign lsu_no_ent = Replays && (&ent_valid_q);  // R22
  assign lsu_no_tag = Replays && (&tag_valid_q);  // R22
  assign lsu_park = Replays && state_q == StPark && !out_full;  // R20
  assign lsu_why = lsu_park ? why_q : 3'd0;
  // R20
  assign lsu_front = !lsu_park ? '0 : wt_pkg::FRONT_W'({ends_q, ent_q, generic_q, sbase_q, cta_q, scope_q, order_q, atype_q, aop_q, split_q, pc_q, ndst_q, dst_q, size_q, space_q,
                                       mop_q, rest_q, pend_q, mask_q, warp_q});
  if (Replays) begin : g_replay
    always_ff @(posedge clk) begin
      if (!rst_n) begin
        why_q <= '0;
        ent_open_q <= '0;
      end
      else begin
        why_q <= why_d;
        ent_open_q <= ent_open_d;
      end
    end
  end else begin : g_no_replay
    assign why_q = '0;
    assign ent_open_q = '0;
    logic unused_replay;
    assign unused_replay = &{1'b0, why_d, ent_open_d, replay_why, replay_front, replay_addr, replay_data};
  end
