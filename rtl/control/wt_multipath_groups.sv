// wt_multipath_groups: which splits of a warp a step of wt_multipath is about. Combinational, no state.
//
// at_bar: who waits at a CTA barrier; w_set, w_fire: who waits at a WARPSYNC slot, and may they go on; rl_*: who of g is
// released next; low: lowest pc of those that have not yielded; yl: lanes of runnable splits that have; ws_*: slot for a WARPSYNC.
// Doc       docs/blocks/control/wt_multipath.md
`default_nettype none
module wt_multipath_groups (
  input  wire logic                                            checkw,
  input  wire logic                                            release_step,
  input  wire logic                                            choose,
  input  wire logic                                            count_yielded,
  input  wire logic [wt_pkg::PATHS*wt_pkg::WARP_SIZE-1:0]      sm,
  input  wire logic [wt_pkg::PATHS*32-1:0]                     sp,
  input  wire logic [4*wt_pkg::PATHS-1:0]                      sx,
  input  wire logic [wt_pkg::PATHS*(wt_pkg::RTX_W+1)-1:0]      sr,
  input  wire logic [wt_pkg::PATHS*wt_pkg::MP_CALL_W-1:0]      sd,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_run,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_ww,
  input  wire logic [wt_pkg::PATHS-1:0]                        s_bar,
  input  wire logic [wt_pkg::PATHS-1:0]                        sy,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                    fin,
  input  wire logic                                            wsync,
  input  wire logic [wt_pkg::WARP_SIZE-1:0]                    wsync_mask,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                  wv,
  input  wire logic [wt_pkg::WSYNC_SLOTS-1:0]                  cw_oh,
  input  wire logic [wt_pkg::WSYNC_SLOTS*wt_pkg::WARP_SIZE-1:0] wm,
  input  wire logic [3:0]                                      bar_no,
  input  wire logic [wt_pkg::PATHS-1:0]                        g,
  output logic [wt_pkg::PATHS-1:0]                             at_bar,
  output logic [wt_pkg::PATHS-1:0]                             w_set,
  output logic                                                 w_fire,
  output logic [wt_pkg::PATHS-1:0]                             rl_group,
  output logic [wt_pkg::PATHS-1:0]                             rl_keep,
  output logic [wt_pkg::WARP_SIZE-1:0]                         rl_mask,
  output logic [wt_pkg::PATHS-1:0]                             low,
  output logic [wt_pkg::WARP_SIZE-1:0]                         yl,
  output logic [wt_pkg::WSYNC_SLOTS-1:0]                       ws_oh,   // slot for a WARPSYNC: the one that holds its mask, else the lowest free
  output logic [3:0]                                           ws_no
);
  localparam int unsigned WS = wt_pkg::WARP_SIZE;
  localparam int unsigned P  = wt_pkg::PATHS;
  localparam int unsigned NS = wt_pkg::WSYNC_SLOTS;
  localparam int unsigned LW = wt_pkg::RTX_W + 1;
  localparam int unsigned CW = wt_pkg::MP_CALL_W;

  logic [3:0]    cw_no, look_x;
  logic [P-1:0]  x_eq;
  logic [WS-1:0] cw_m, w_arr;
  always_comb begin
    cw_no = '0;
    cw_m = '0;
    for (int i = 0; i < NS; i++)
      if (cw_oh[i]) begin
        cw_no = cw_no | 4'(i);
        cw_m = wm[i*WS +: WS];
      end
    look_x = checkw ? cw_no : bar_no;
    x_eq = '1;
    for (int b = 0; b < 4; b++) x_eq = x_eq & (look_x[b] ? sx[b*P +: P] : ~sx[b*P +: P]);
  end
  assign at_bar = s_bar & x_eq;
  always_comb begin
    w_set = checkw ? s_ww & x_eq : '0;
    w_arr = '0;
    for (int i = 0; i < P; i++) if (w_set[i]) w_arr = w_arr | sm[i*WS +: WS];
    w_fire = checkw && (cw_m & ~fin & ~w_arr) == '0;
  end

  // the lowest entry with the highest pc, and those that agree with it
  logic [31:0]   rl_pc;
  logic [LW-1:0] rl_link;
  logic [CW-1:0] rl_depth;
  logic          rl_any;
  always_comb begin
    rl_any = 1'b0;
    rl_keep = '0;
    rl_pc = '0;
    rl_link = '0;
    rl_depth = '0;
    rl_group = '0;
    rl_mask = '0;
    if (release_step) begin
      for (int i = 0; i < P; i++)
        if (g[i] && (!rl_any || sp[i*32 +: 32] > rl_pc)) begin
          rl_any = 1'b1;
          rl_keep = P'(1) << i;
          rl_pc = sp[i*32 +: 32];
          rl_link = sr[i*LW +: LW];
          rl_depth = sd[i*CW +: CW];
        end
      for (int i = 0; i < P; i++)
        if (g[i] && sp[i*32 +: 32] == rl_pc && sr[i*LW +: LW] == rl_link && sd[i*CW +: CW] == rl_depth) begin
          rl_group[i] = 1'b1;
          rl_mask = rl_mask | sm[i*WS +: WS];
        end
    end
  end

  logic [31:0] low_pc;
  always_comb begin
    low = '0;
    low_pc = '0;
    if (choose)
      for (int i = 0; i < P; i++)
        if (s_run[i] && !sy[i] && (low == '0 || sp[i*32 +: 32] < low_pc)) begin
          low = P'(1) << i;
          low_pc = sp[i*32 +: 32];
        end
  end

  always_comb begin
    yl = '0;
    if (count_yielded) for (int i = 0; i < P; i++) if (s_run[i] && sy[i]) yl = yl | sm[i*WS +: WS];
  end

  logic [NS-1:0] ws_hit, ws_free;
  always_comb begin
    ws_hit = '0;
    ws_no = '0;
    if (wsync) for (int i = 0; i < NS; i++) if (wv[i] && wm[i*WS +: WS] == wsync_mask) ws_hit[i] = 1'b1;
    ws_free = ~wv & (wv + NS'(1));
    ws_oh = ws_hit != '0 ? ws_hit & (~ws_hit + NS'(1)) : ws_free;
    for (int i = 0; i < NS; i++) if (ws_oh[i]) ws_no = ws_no | 4'(i);
  end
endmodule
`default_nettype wire
