// wt_lsu_result: the result that wt_lsu shows to wb: a beat of a line that came back, of words from shared memory, of
// predicates, or the end of an access without lanes.
//
// Latency   none: combinational.
// Inputs    line, else shared, release_only or predicate: what is shown; the others describe it: at: place of its beat,
//           word: which of its words, off: byte of each lane in the line, last: the access ends with this beat.
// Doc  docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu_result (
  input  wire logic                                 line,
  input  wire logic                                 shared,
  input  wire logic                                 release_only,
  input  wire logic                                 predicate,
  input  wire logic [wt_pkg::ACC_LANES-1:0]         lanes,
  input  wire logic [wt_pkg::ACC_LANES*7-1:0]       off,
  input  wire logic [wt_pkg::ACC_BEAT_W-1:0]        at,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]            warp,
  input  wire logic [7:0]                           dst,
  input  wire logic [2:0]                           ndst,
  input  wire logic [2:0]                           size,
  input  wire logic [1:0]                           word,
  input  wire logic [2:0]                           ends,
  input  wire logic [1023:0]                        line_data,
  input  wire logic [4*wt_pkg::ACC_LANES*32-1:0]    data,
  input  wire logic [2:0]                           pu,
  input  wire logic [wt_pkg::ACC_LANES-1:0]         unfit,
  input  wire logic                                 last,
  output logic                                      wb_valid,
  output logic      [wt_pkg::SM_WARP_W-1:0]            wb_warp,
  output logic      [wt_pkg::BROWS_W-1:0]           wb_beat,
  output logic                                      wb_regv,
  output logic      [7:0]                           wb_reg,
  output logic      [wt_pkg::LANES-1:0]             wb_mask,
  output logic      [wt_pkg::LANES*32-1:0]          wb_data,
  output logic                                      wb_pwv,
  output logic      [2:0]                           wb_p,
  output logic      [wt_pkg::LANES-1:0]             wb_pbits,
  output logic                                      wb_last,
  output logic      [7:0]                           wb_dst,
  output logic      [2:0]                           wb_ndst,
  output logic      [2:0]                           wb_ends
);
  localparam int unsigned N = wt_pkg::ACC_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam bit Ganged = wt_pkg::GANG > 1;

  logic            has_words, has_predicate;
  logic [LN*7-1:0]  beat_off;
  logic [LN*32-1:0] words;
  logic [N*32-1:0] row;
  logic [4:0]      line_word;
  assign has_words = line || shared;
  assign has_predicate = !line && predicate;
  assign wb_valid = has_words || release_only || predicate;
  assign wb_last = wb_valid && last;
  assign wb_regv = has_words && wb_mask != '0;
  assign wb_reg = has_words ? dst + 8'(word) : 8'd0;
  assign wb_pwv = has_predicate;  // R15
  assign wb_p = has_predicate ? pu : 3'd0;
  assign wb_pbits = has_predicate ? wb_mask & ~unfit[32'(at)*LN +: LN] : '0;  // R15
  assign wb_dst = wb_last && !has_predicate ? dst : 8'd0;  // R12
  assign wb_ndst = wb_last && !has_predicate ? ndst : 3'd0;
  always_comb begin
    wb_warp = '0;
    wb_beat = '0;
    wb_mask = '0;
    beat_off = '0;
    // R16
    if (wb_valid) wb_warp = Ganged ? wt_pkg::SM_WARP_W'(32'(warp) / wt_pkg::GANG * wt_pkg::GANG + 32'(at)) : warp;
    if (has_words || has_predicate) begin
      wb_beat = Ganged ? '0 : {wt_pkg::BROWS{wt_pkg::BEAT_W'(at)}};  // R16
      wb_mask = lanes[32'(at)*LN +: LN];
    end
    if (has_words) beat_off = off[32'(at)*LN*7 +: LN*7];
    wb_ends = 3'd0;
    if (wb_last && wt_pkg::CODES != 0)
      wb_ends = has_predicate && ndst != 3'd0 ? wt_pkg::END_NOTHING : ends;  // R15: registers are to come
  end

  always_comb begin
    words = '0;
    row = '0;
    line_word = 5'd0;
    if (line) begin  // R7: wide accesses are aligned, their words differ in the low bits only
      for (int unsigned l = 0; l < LN; l++) begin
        line_word = beat_off[l*7+2 +: 5] | 5'(word);
        if (wb_mask[l]) words[l*32 +: 32] = line_data[32'(line_word)*32 +: 32];
      end
    end else if (shared) begin  // R8
      for (int unsigned k = 0; k < 4; k++) begin
        if (word == 2'(k)) row = data[k*N*32 +: N*32];
      end
      words = row[32'(at)*LN*32 +: LN*32];
    end
  end
  wt_lsu_extend u_extend (.mask(wb_mask), .words, .off(beat_off), .sz(has_words ? size : 3'd0), .data(wb_data));
endmodule
`default_nettype wire
