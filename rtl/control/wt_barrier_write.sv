// wt_barrier_write: next row of one B register of wt_barrier as its machine writes it: lanes leave (BREAK), a barrier
// is done, or BMOV Bn,Rs replaces views: the only one by val, or, with a view a lane, those of one beat's lanes by
// their own registers. Combinational.
// Doc       docs/blocks/control/wt_barrier.md
`default_nettype none
module wt_barrier_write (
  input  wire logic                                        leave,  // lanes leave the barrier of the lanes `same`
  input  wire logic                                        done,   // that barrier is done
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               same,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               lanes,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               finished_r,
  input  wire logic [wt_pkg::VIEWS*wt_pkg::SLOT_LANES-1:0] row,
  input  wire logic [wt_pkg::VIEWS-1:0]                    used,
  input  wire logic [wt_pkg::SLOT_LANES-1:0]               val,
  input  wire logic [wt_pkg::BEAT_W-1:0]                   beat,
  input  wire logic [wt_pkg::LANES-1:0]                    beat_mask,
  input  wire logic [32*wt_pkg::LANES-1:0]                 beat_data,
  output logic [wt_pkg::VIEWS*wt_pkg::SLOT_LANES-1:0]      row_n,
  output logic [wt_pkg::VIEWS-1:0]                         used_n
);
  localparam int unsigned WS = wt_pkg::SLOT_LANES;
  localparam int unsigned LN = wt_pkg::LANES;
  localparam int unsigned V  = wt_pkg::VIEWS;
  logic [V-1:0]  same_v;
  logic [WS-1:0] m;
  assign same_v = V == 1 ? V'(1) : V'(same);
  always_comb begin
    row_n = row;
    used_n = used;
    m = '0;
    if (leave) begin
      for (int i = 0; i < V; i++) if (same_v[i]) row_n[i*WS +: WS] = row[i*WS +: WS] & ~lanes;  // R8
    end else if (done) begin
      used_n = used & ~same_v;  // R18
    end else if (V == 1) begin
      m = val & ~finished_r;  // R9
      row_n[0 +: WS] = m;
      used_n[0] = m != '0;
    end else begin
      for (int b = 0; b < wt_pkg::BEATS; b++)
        for (int l = 0; l < LN; l++)
          if (beat == wt_pkg::BEAT_W'(b) && beat_mask[l]) begin
            m = WS'(beat_data[l*32 +: 32]) & ~finished_r;  // R9
            row_n[((b*LN + l) % V)*WS +: WS] = m;
            used_n[(b*LN + l) % V] = m != '0;
          end
    end
  end
  logic unused_ok;  // lanes and beats with one view, the value with a view a lane
  assign unused_ok = &{1'b0, same, val, beat, beat_mask, beat_data};
endmodule
`default_nettype wire
