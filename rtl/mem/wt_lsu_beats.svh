// Beats of an access, for the parts of wt_lsu; N, L, NB, BTW, WW, G and Ganged are the including module's. With GROUPING=dwr (Ganged) an access has
// the lanes of a large warp, and each beat is one of its sub-warps, a warp slot of its own. Doc  docs/blocks/mem/wt_lsu.md
  // Words of an access minus one
  function automatic logic [1:0] last_word(input logic [2:0] sz);
    last_word = sz < 3'd5 ? 2'd0 : sz == 3'd5 ? 2'd1 : 2'd3;
  endfunction
  // A beat at or after `from` has lanes or is a member; the first one, 0 if there is none
  function automatic logic any_of(input logic [N-1:0] lanes, input logic [NB-1:0] members, input logic [31:0] from);
    any_of = 1'b0;
    for (int unsigned b = 0; b < NB; b++)
      if (b >= from && (lanes[b*L +: L] != '0 || members[b])) any_of = 1'b1;
  endfunction
  function automatic logic [BTW-1:0] first_of(input logic [N-1:0] lanes, input logic [NB-1:0] members, input logic [31:0] from);
    first_of = '0;
    for (int unsigned i = 0; i < NB; i++)
      if (NB - 1 - i >= from && (lanes[(NB-1-i)*L +: L] != '0 || members[NB-1-i])) first_of = BTW'(NB - 1 - i);
  endfunction
  // Warp of a beat of an access that the warp belongs to; its beat there
  function automatic logic [WW-1:0] warp_of(input logic [WW-1:0] warp, input logic [BTW-1:0] beat);
    warp_of = Ganged ? WW'(32'(warp) / G * G + 32'(beat)) : warp;  // R16
  endfunction
  function automatic logic [wt_pkg::BEAT_W-1:0] beat_of(input logic [BTW-1:0] beat);
    beat_of = Ganged ? '0 : wt_pkg::BEAT_W'(beat);  // R16
  endfunction
