// wt_ctasched_on: from a place in the order of a launch's CTAs so many CTAs on, which are a place too, and one more.
// Combinational; what goes beyond the grid counts on in z.
// Doc       docs/blocks/cta/wt_ctasched.md
`default_nettype none
module wt_ctasched_on (
  input  wire logic [30:0] grid_x,
  input  wire logic [15:0] grid_y,
  input  wire logic [30:0] tile_x,
  input  wire logic [15:0] tile_y,
  // place: in the tile, first CTA of the tile, z
  input  wire logic [30:0] from_ix,
  input  wire logic [15:0] from_iy,
  input  wire logic [30:0] from_bx,
  input  wire logic [15:0] from_by,
  input  wire logic [15:0] from_z,
  input  wire logic [30:0] by_ix,
  input  wire logic [15:0] by_iy,
  input  wire logic [30:0] by_bx,
  input  wire logic [15:0] by_by,
  input  wire logic [15:0] by_z,
  input  wire logic        one,
  output logic [30:0]      ix,
  output logic [15:0]      iy,
  output logic [30:0]      bx,
  output logic [15:0]      by,
  output logic [15:0]      z
);
  logic [32:0] sum_ix, sum_bx;
  logic [17:0] sum_iy, sum_by;
  logic        turns_ix, turns_iy, turns_bx, turns_by;
  // R17
  assign sum_ix = 33'(from_ix) + 33'(by_ix) + 33'(one);
  assign turns_ix = sum_ix >= 33'(tile_x);
  assign ix = 31'(turns_ix ? sum_ix - 33'(tile_x) : sum_ix);
  assign sum_iy = 18'(from_iy) + 18'(by_iy) + 18'(turns_ix);
  assign turns_iy = sum_iy >= 18'(tile_y);
  assign iy = 16'(turns_iy ? sum_iy - 18'(tile_y) : sum_iy);
  assign sum_bx = 33'(from_bx) + 33'(by_bx) + (turns_iy ? 33'(tile_x) : 33'd0);
  assign turns_bx = sum_bx >= 33'(grid_x);
  assign bx = 31'(turns_bx ? sum_bx - 33'(grid_x) : sum_bx);
  assign sum_by = 18'(from_by) + 18'(by_by) + (turns_bx ? 18'(tile_y) : 18'd0);
  assign turns_by = sum_by >= 18'(grid_y);
  assign by = 16'(turns_by ? sum_by - 18'(grid_y) : sum_by);
  assign z = from_z + by_z + 16'(turns_by);
endmodule
`default_nettype wire
