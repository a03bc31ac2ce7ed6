// wt_lsu_addr: kind of a memory instruction and the addresses of one beat. Combinational; addr is 0 unless take.
//
// Global: 64-bit Ra, or Ra zero-extended, plus uniform pair plus signed 24-bit offset. Shared: the same in 32 bits with
// Ra scaled. Local: 32 bits, pieces of 16 bytes of a warp's lanes side by side. Constant: bank above bit 16, 16-bit
// offset below. Doc  docs/blocks/mem/wt_lsu.md
`default_nettype none
module wt_lsu_addr (
  input  wire logic                          take,
  input  wire logic [63:0]                   hi,    // instruction bits 127:64
  input  wire logic [63:0]                   lo,
  input  wire logic [7:0]                    op,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]     warp,
  input  wire logic [wt_pkg::BROWS_W-1:0]    beat,
  input  wire logic [63:0]                   bc,
  input  wire logic [wt_pkg::LANES*32-1:0]   s0,
  input  wire logic [wt_pkg::LANES*32-1:0]   s1,
  output logic [2:0]                         mop,
  output logic [1:0]                         space,
  output logic                               gen,   // generic address: bit 63 of addr = local, bit 62 = shared
  output logic [2:0]                         pu,    // predicate of a generic atomic, 7 = none
  output logic [2:0]                         sz,
  output logic [3:0]                         aop,
  output logic [wt_pkg::LANES*64-1:0]        addr
);
  logic ur, wide;
  logic [63:0] offset;
  logic [2:0] scale;
  always_comb begin
    mop = wt_pkg::MEM_LOAD;
    space = wt_pkg::SP_GLOBAL;
    aop = 4'd0;
    gen = 1'b0;
    case (op)  // R1
      wt_pkg::I_LD: gen = 1'b1;
      wt_pkg::I_ST, wt_pkg::I_ST_U: begin
        gen = 1'b1;
        mop = wt_pkg::MEM_STORE;
      end
      wt_pkg::I_ATOM, wt_pkg::I_ATOM_U: begin
        gen = 1'b1;
        mop = wt_pkg::MEM_ATOM;
        aop = hi[26:23];
      end
      wt_pkg::I_ATOM_CAS: begin
        gen = 1'b1;
        mop = wt_pkg::MEM_ATOM;
        aop = 4'd9;
      end
      wt_pkg::I_ATOMS, wt_pkg::I_ATOMS_U: begin
        mop = wt_pkg::MEM_ATOM;
        space = wt_pkg::SP_SHARED;
        aop = hi[26:23];
      end
      wt_pkg::I_ATOMS_CAS: begin
        mop = wt_pkg::MEM_ATOM;
        space = wt_pkg::SP_SHARED;
        aop = hi[24:23] == 2'd3 ? 4'd10 : 4'd9;  // CAST
      end
      wt_pkg::I_STG, wt_pkg::I_STG_U: mop = wt_pkg::MEM_STORE;
      wt_pkg::I_LDS: space = wt_pkg::SP_SHARED;
      wt_pkg::I_STS, wt_pkg::I_STS_U: begin
        mop = wt_pkg::MEM_STORE;
        space = wt_pkg::SP_SHARED;
      end
      wt_pkg::I_LDL: space = wt_pkg::SP_LOCAL;
      wt_pkg::I_STL, wt_pkg::I_STL_U: begin
        mop = wt_pkg::MEM_STORE;
        space = wt_pkg::SP_LOCAL;
      end
      wt_pkg::I_LDC: space = wt_pkg::SP_CONST;
      wt_pkg::I_ATOMG, wt_pkg::I_ATOMG_U: begin
        mop = wt_pkg::MEM_ATOM;
        aop = hi[26:23];
      end
      wt_pkg::I_ATOMG_CAS: begin
        mop = wt_pkg::MEM_ATOM;
        aop = 4'd9;
      end
      wt_pkg::I_RED: begin
        mop = wt_pkg::MEM_RED;
        aop = {1'b0, hi[25:23]};
      end
      wt_pkg::I_CCTL: mop = wt_pkg::MEM_CCTL;
      default: ;
    endcase
    pu = gen && mop == wt_pkg::MEM_ATOM ? hi[19:17] : 3'd7;  // R15
    sz = hi[11:9];
    // R1
    if (mop == wt_pkg::MEM_ATOM || mop == wt_pkg::MEM_RED)
      sz = hi[11:9] == 3'd2 || hi[11:9] == 3'd5 || hi[11:9] == 3'd6 ? 3'd5 : 3'd4;
    // CAS keeps its new value where the others have the uniform register
    ur = hi[27] && op != wt_pkg::I_ATOMG_CAS && op != wt_pkg::I_ATOM_CAS;  // R2
    // bit 90 of the others belongs to their operation
    wide = !ur ? hi[8] : mop == wt_pkg::MEM_ATOM ? hi[6] : hi[26];  // R2, R14
    offset = {{40{lo[63]}}, lo[63:40]} + bc;  // R2
    if (op == wt_pkg::I_ST || (op == wt_pkg::I_LD && !hi[27])) offset = {{32{lo[63]}}, lo[63:32]} + bc;  // R14
    case (hi[15:14])  // R2
      2'd0: scale = 3'd0;
      2'd1: scale = 3'd2;
      2'd2: scale = 3'd3;
      default: scale = 3'd4;
    endcase
  end

  localparam int unsigned ACC_LANE_W = wt_pkg::ACC_LANE_W;
  logic [31:0] a, sh, lo32;
  logic [ACC_LANE_W-1:0] lane;
  logic [15:0] coff;
  logic [63:0] full;
  logic [31:0] at;  // row of the lane in the access: GROUPING=dwr: the sub-warp in its large warp
  always_comb begin
    addr = '0;
    a = 32'd0;
    sh = 32'd0;
    lo32 = 32'd0;
    lane = '0;
    coff = 16'd0;
    full = 64'd0;
    at = 32'd0;
    if (take) begin
      for (int unsigned l = 0; l < wt_pkg::LANES; l++) begin
        a = s0[l*32 +: 32];
        sh = (a << scale) + offset[31:0];  // R2
        lo32 = a + offset[31:0];
        at = wt_pkg::GANG > 1 ? 32'(warp) % wt_pkg::GANG :  // R16
            32'(beat[(l % wt_pkg::BROWS)*wt_pkg::BEAT_W +: wt_pkg::BEAT_W]);
        lane = ACC_LANE_W'(at * wt_pkg::LANES + l);
        coff = a[15:0] + lo[53:38];
        full = {wide ? s1[l*32 +: 32] : 32'd0, a} + offset;
        if (gen && full[63:32] == wt_pkg::GEN_LOCAL) lo32 = full[31:0];
        if (mop == wt_pkg::MEM_CCTL) addr[l*64 +: 64] = 64'd0;  // R2
        else if (space == wt_pkg::SP_CONST) addr[l*64 +: 64] = {43'd0, lo[58:54], coff};  // R2
        // R2
        else if (space == wt_pkg::SP_LOCAL || (gen && full[63:32] == wt_pkg::GEN_LOCAL))
          addr[l*64 +: 64] = {1'b1, 23'(32'(warp) / wt_pkg::GANG), 40'({lo32[31:4], lane, lo32[3:0]})};
        else if (space == wt_pkg::SP_SHARED) addr[l*64 +: 64] = {32'd0, sh};
        else if (gen && full[63:32] == wt_pkg::GEN_SHARED) addr[l*64 +: 64] = {2'b01, 30'd0, full[31:0]};  // R14
        // R14: nothing lies there: it stays wrong
        else if (gen && full[63:61] != 3'd0)
          addr[l*64 +: 64] = {3'b001, full[60:0]};
        else addr[l*64 +: 64] = full;
      end
    end
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, hi, lo};
endmodule
`default_nettype wire
