// What wt_lsu shows to wb: part of that module, whose signals it uses. Doc  docs/blocks/mem/wt_lsu.md
  // Shown beat: a response goes first, the front's own results wait for it
  logic [N-1:0] wb_lanes;
  logic [BTW-1:0] wb_at;
  logic [N*7-1:0] wb_offs;
  logic [L*7-1:0] wb_off;
  logic [L*32-1:0] wb_words;
  logic [N*32-1:0] word_k;
  logic [2:0] wb_sz;
  logic [4:0] line_word;
  always_comb begin
    lsu_wb_valid = line_valid_q || state_q == StSharedWb || state_q == StRelease || state_q == StPred;
    lsu_wb_pwv = '0;  // R12
    lsu_wb_p = '0;
    lsu_wb_pbits = '0;
    lsu_wb_warp = '0;
    lsu_wb_beat = '0;
    wb_at = '0;
    lsu_wb_reg = 8'd0;
    lsu_wb_regv = 1'b0;
    lsu_wb_mask = '0;
    lsu_wb_last = 1'b0;
    lsu_wb_dst = 8'd0;
    lsu_wb_ndst = 3'd0;
    lsu_wb_ends = 3'd0;
    wb_lanes = '0;
    wb_offs = '0;
    wb_off = '0;
    wb_words = '0;
    word_k = '0;
    wb_sz = 3'd0;
    line_word = 5'd0;
    if (line_valid_q || state_q == StSharedWb) begin
      wb_lanes = line_valid_q ? line_lanes_q : mask_q;
      wb_offs = line_valid_q ? ent_off_q[line_ent_q] : ent_off_n;
      wb_sz = line_valid_q ? rl_meta[2:0] : size_q;
      wb_at = line_valid_q ? line_beat_q : beat_q;
      lsu_wb_beat = beat_of(wb_at);
      lsu_wb_mask = wb_lanes[32'(wb_at)*L +: L];
      lsu_wb_regv = lsu_wb_mask != '0;
      wb_off = wb_offs[32'(wb_at)*L*7 +: L*7];
    end
    if (line_valid_q) begin  // R7
      lsu_wb_warp = warp_of(rl_meta[14 +: WW], line_beat_q);  // R16
      lsu_wb_reg = rl_meta[13:6] + 8'(line_word_q);
      // wide accesses are aligned: their words differ in the low bits only
      for (int unsigned l = 0; l < L; l++) begin
        line_word = wb_off[l*7+2 +: 5] | 5'(line_word_q);
        if (lsu_wb_mask[l]) wb_words[l*32 +: 32] = line_data_q[32'(line_word)*32 +: 32];
      end
      lsu_wb_last = (rl_end || (Ganged && line_word_q == last_word(rl_meta[2:0]))) && rl_last;  // R7
      if (lsu_wb_last) begin  // R12
        lsu_wb_dst = rl_meta[13:6];
        lsu_wb_ndst = rl_meta[5:3];
      end
      if (lsu_wb_last && Codes) lsu_wb_ends = rl_meta[MW-1 -: 3];
    end else if (lsu_wb_valid && state_q == StPred) begin  // R15
      lsu_wb_warp = warp_of(warp_q, beat_q);
      lsu_wb_beat = beat_of(beat_q);
      lsu_wb_mask = mask_q[32'(beat_q)*L +: L];
      lsu_wb_pwv = 1'b1;
      lsu_wb_p = pu_q;
      lsu_wb_pbits = lsu_wb_mask & ~unfit[32'(beat_q)*L +: L];
      lsu_wb_last = !any_of(mask_q, '0, 32'(beat_q) + 32'd1);
      // R15
      if (lsu_wb_last && Codes) lsu_wb_ends = ndst_q == 3'd0 ? ends_q : wt_pkg::END_NOTHING;  // registers are to come
    end else if (lsu_wb_valid) begin  // R8
      lsu_wb_warp = warp_of(warp_q, beat_q);
      if (state_q == StSharedWb) begin
        lsu_wb_reg = dst_q + 8'(word_q);
        for (int unsigned k = 0; k < 4; k++)
          if (word_q == 2'(k)) word_k = data_q[k*N*32 +: N*32];
        wb_words = word_k[32'(beat_q)*L*32 +: L*32];
      end
      lsu_wb_last = state_q == StRelease || (word_end && (Ganged || !any_of(mask_q, '0, 32'(beat_q) + 32'd1)) && rest_q == '0);  // R8, R10
      if (lsu_wb_last) begin  // R12
        lsu_wb_dst = dst_q;
        lsu_wb_ndst = ndst_q;
        lsu_wb_ends = ends_q;
      end
    end
  end
