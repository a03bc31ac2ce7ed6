// wt_l1d: first-level data cache between the load/store unit and the memory port of the SM.
//
// Latency   a request is looked up in the cycle after it was taken; a hit answers L1_LAT cycles after the request, a
//           miss two cycles after memory.
// Tables    lines: tag, sect, age, own, and the data array behind a ram part; prt: requests on their way to memory;
//           park: loads that found no room; hit: hits that wait for the data array.
// Flow      l1d_ready looks through to env_mem_ready for a request that goes to memory; all else follows from state.
// Model     cmodel/mem/wt_l1d.c      Doc  docs/blocks/mem/wt_l1d.md
`default_nettype none
module wt_l1d (
  input  wire logic                                    clk,
  input  wire logic                                    rst_n,
  // from lsu
  input  wire logic                                    lsu_req_valid,
  input  wire logic [2:0]                              lsu_req_op,
  input  wire logic [1:0]                              lsu_req_space,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]               lsu_req_warp,
  input  wire logic [wt_pkg::CTA_W-1:0]                lsu_req_cta,
  input  wire logic [wt_pkg::SPLIT_W-1:0]              lsu_req_split,
  input  wire logic [31:0]                             lsu_req_pc,
  input  wire logic [wt_pkg::ACC_LANES-1:0]            lsu_req_lanes,
  input  wire logic [56:0]                             lsu_req_line,
  input  wire logic [127:0]                            lsu_req_bmask,
  input  wire logic [1023:0]                           lsu_req_data,
  input  wire logic [wt_pkg::TAG_W-1:0]                lsu_req_tag,
  input  wire logic [3:0]                              lsu_req_aop,
  input  wire logic [2:0]                              lsu_req_atype,
  input  wire logic [1:0]                              lsu_req_order,
  input  wire logic [1:0]                              lsu_req_scope,
  input  wire logic                                    lsu_rsp_ready,
  // from the memory environment
  input  wire logic                                    env_mem_ready,
  input  wire logic                                    env_rsp_valid,
  input  wire logic [wt_pkg::TAG_W-1:0]                env_rsp_tag,
  input  wire logic [1023:0]                           env_rsp_data,
  // what starts; modes
  input  wire logic                                    dispatch_launch_valid,
  input  wire logic [wt_pkg::SM_WARP_W-1:0]               dispatch_launch_warp,
  input  wire logic                                    cfg_start,
  input  wire logic                                    cfg_l1_xor,
  input  wire logic                                    cfg_l1_fill,
  input  wire logic                                    cfg_l1_evict,
  input  wire logic [5:0]                              cfg_l1_lat,
  // to memory
  `include "ports/wt_l1d_memreq_ports.svh"
  output logic                                         l1d_rsp_ready,
  // what happens: for counters, the oracle and policies
  `include "ports/wt_l1d_l1event_ports.svh"
  // to lsu
  output logic                                         l1d_ready,
  output logic                                         l1d_rsp_valid,
  output logic [wt_pkg::TAG_W-1:0]                     l1d_rsp_tag,
  output logic [1023:0]                                l1d_rsp_data
);
  localparam int unsigned N = wt_pkg::ACC_LANES;
  localparam int unsigned SM_WARP_W = wt_pkg::SM_WARP_W;
  localparam int unsigned T = wt_pkg::LSU_LINES;
  localparam int unsigned TW = wt_pkg::TAG_W;
  localparam int unsigned L1_SETS = wt_pkg::L1_SETS;
  localparam int unsigned L1_SET_W = wt_pkg::L1_SET_W;
  localparam int unsigned L1_WAYS = wt_pkg::L1_WAYS;
  localparam int unsigned YW = wt_pkg::L1_WAY_W;
  localparam int unsigned L1_LINES = wt_pkg::L1_LINES;
  localparam int unsigned L1_ROW_W = wt_pkg::L1_ROW_W;
  localparam int unsigned LTW = wt_pkg::L1_TAG_W;
  localparam int unsigned L1_SECTS = wt_pkg::L1_SECTS;
  localparam int unsigned L1_PRT = wt_pkg::L1_PRT;
  localparam int unsigned L1_CNT_W = wt_pkg::L1_CNT_W;
  localparam int unsigned OWNER_W = SM_WARP_W + 1;
  localparam int unsigned LB = wt_pkg::L1_LINE;
  localparam int unsigned L1_LINE_W = wt_pkg::L1_LINE_W;
  localparam int unsigned PARTS = wt_pkg::L1_PARTS;  // lines in the 128 bytes of a request
  localparam int unsigned PART_W = L1_LINE_W - 57;  // bits of the place of a line in the frame of 128 bytes
  localparam int unsigned SB = LB / L1_SECTS;  // bytes of a sector
  localparam logic [L1_LINE_W-1:0] SetMask = L1_LINE_W'(L1_SETS) - L1_LINE_W'(1);

  // State (see cmodel/spec/blocks/l1d.def)
  `include "rows/wt_l1d_state.svh"
  logic data_we;
  logic [L1_ROW_W-1:0] data_wa;

  function automatic logic [L1_SET_W-1:0] set_of(input logic [L1_LINE_W-1:0] line, input logic hashed);
    logic [L1_LINE_W-1:0] x;
    x = hashed ? line ^ L1_LINE_W'({line[12], line[10], line[8:6]}) : line;  // R2
    set_of = L1_SET_W'(x & SetMask);
  endfunction
  // The line with this tag in this set. The hash undoes itself: no bit that it takes is one that it changes.
  function automatic logic [L1_LINE_W-1:0] line_in(input logic [LTW-1:0] tag, input logic [L1_SET_W-1:0] set,
      input logic hashed);
    logic [L1_LINE_W-1:0] above, mixed;
    above = L1_LINE_W'(tag) << (L1_LINE_W - LTW);
    mixed = above | (L1_LINE_W'(set) & SetMask);
    line_in = above | L1_LINE_W'(set_of(mixed, hashed));
  endfunction
  function automatic logic [L1_ROW_W-1:0] row_of(input logic [L1_SET_W-1:0] set, input logic [YW-1:0] way);
    row_of = L1_ROW_W'(32'(set) * L1_WAYS + 32'(way));
  endfunction

  // ---- the line that is looked up: of the oldest parked load, the input register, or what has come from memory ----
  logic from_park, lookup_valid, within_sm, is_load, is_const, filled_known;
  logic [L1_SECTS-1:0] in_need, lookup_need;
  logic [L1_LINE_W-1:0] lookup_line, filled_line, in_num;
  logic [PARTS-1:0] in_part;
  logic [LB-1:0] in_be;
  logic [TW-1:0] lookup_tag;
  logic [SM_WARP_W-1:0] lookup_warp;
  logic [N-1:0] lookup_lanes;
  logic [L1_PRT-1:0] filled_oh;
  logic [L1_SECTS-1:0] filled_sect;
  logic [YW-1:0] filled_way;
  logic [T-1:0] filled_wait;
  logic filled_in_use;
  always_comb begin
    in_be = '0;
    in_num = L1_LINE_W'(in_line_q) << PART_W;
    for (int unsigned p = 0; p < PARTS; p++) begin  // R2: one of them has what is asked for
      in_part[p] = |in_bmask_q[p*LB +: LB];
      in_be = in_be | in_bmask_q[p*LB +: LB];
      in_num = in_num | (L1_LINE_W'(p) & {L1_LINE_W{in_part[p]}});
    end
    for (int unsigned i = 0; i < L1_SECTS; i++) in_need[i] = |in_be[i*SB +: SB];  // R2
    filled_line = '0;
    filled_sect = '0;
    filled_way = '0;
    filled_wait = '0;
    for (int unsigned e = 0; e < L1_PRT; e++) begin  // a tag is in one entry at most
      filled_oh[e] = prt_valid_q[e] && prt_tag_q[e*TW +: TW] == fill_tag_q;
      filled_line = filled_line | (prt_line_q[e*L1_LINE_W +: L1_LINE_W] & {L1_LINE_W{filled_oh[e]}});
      filled_sect = filled_sect | (prt_sect_q[e*L1_SECTS +: L1_SECTS] & {L1_SECTS{filled_oh[e]}});
      filled_way = filled_way | (prt_way_q[e*YW +: YW] & {YW{filled_oh[e]}});
      filled_wait = filled_wait | (prt_wait_q[e*T +: T] & {T{filled_oh[e]}});
    end
    filled_known = |filled_oh;
    filled_in_use = |(filled_oh & prt_use_q);
    from_park = retry_q && park_n_q != '0;
    lookup_valid = !fill_new_q && (in_valid_q || from_park);
    // R3: STRONG of the scope of a CTA or an SM: all who may be meant have this cache
    within_sm = in_order_q == 2'd2 && !in_scope_q[1];
    is_load = from_park || (in_op_q == wt_pkg::MEM_LOAD &&
        (in_space_q == wt_pkg::SP_LOCAL || (in_space_q == wt_pkg::SP_GLOBAL && (!in_order_q[1] || within_sm))));
    is_const = in_space_q == wt_pkg::SP_CONST;
    lookup_need = from_park ? park_sect_q[L1_SECTS-1:0] : in_need;
    lookup_line = fill_new_q ? filled_line : from_park ? park_line_q[L1_LINE_W-1:0] : in_num;  // R2
    lookup_tag = from_park ? park_tag_q[TW-1:0] : in_tag_q;
    lookup_warp = from_park ? park_warp_q[SM_WARP_W-1:0] : in_warp_q;
    lookup_lanes = from_park ? park_lanes_q[N-1:0] : in_lanes_q;
  end

  // ---- its set: the way that has it, the way to give away ----
  logic [L1_SET_W-1:0] lookup_set;
  logic [L1_WAYS*L1_SECTS-1:0] set_sect;
  logic [L1_WAYS*YW-1:0] set_age;
  logic [L1_WAYS*LTW-1:0] set_tag;
  logic [L1_WAYS-1:0] tag_match, tag_hit_oh, held_hit, held, way_empty, first_empty, oldest, victim_first, victim_oh;
  logic [T-1:0] parked_on;
  logic [L1_PRT-1:0] in_set;
  logic tag_hit, victim_valid;
  logic [YW-1:0] tag_hit_way, victim_way;
  logic [L1_SECTS-1:0] tag_hit_sect;
  always_comb begin
    lookup_set = set_of(lookup_line, cfg_l1_xor);
    set_sect = sect_q[32'(lookup_set)*(L1_WAYS*L1_SECTS) +: L1_WAYS*L1_SECTS];
    set_age = age_q[32'(lookup_set)*(L1_WAYS*YW) +: L1_WAYS*YW];
    for (int unsigned i = 0; i < T; i++)
      parked_on[i] = L1_CNT_W'(i) < park_n_q && park_line_q[i*L1_LINE_W +: L1_LINE_W] == lookup_line;
    for (int unsigned e = 0; e < L1_PRT; e++)
      in_set[e] = !cfg_l1_fill && prt_valid_q[e] &&
          set_of(prt_line_q[e*L1_LINE_W +: L1_LINE_W], cfg_l1_xor) == lookup_set;
    held_hit = '0;
    held = '0;
    for (int unsigned w = 0; w < L1_WAYS; w++) begin
      way_empty[w] = set_sect[w*L1_SECTS +: L1_SECTS] == '0;
      // R2
      set_tag[w*LTW +: LTW] = tag_q[row_of(lookup_set, YW'(w))];
      tag_match[w] = !way_empty[w] && set_tag[w*LTW +: LTW] == LTW'(lookup_line >> (L1_LINE_W - LTW));
      for (int unsigned i = 0; i < T; i++)
        held_hit[w] = held_hit[w] |
            (L1_CNT_W'(i) < hit_n_q && hit_row_q[i*L1_ROW_W +: L1_ROW_W] == row_of(lookup_set, YW'(w)));
      held[w] = held_hit[w];
      // R10
      for (int unsigned e = 0; e < L1_PRT; e++)
        held[w] = held[w] | (in_set[e] && prt_way_q[e*YW +: YW] == YW'(w));
    end
  end
  wt_first #(.N(L1_WAYS)) u_at (.x(tag_match), .oh(tag_hit_oh));
  wt_first #(.N(L1_WAYS)) u_empty (.x(way_empty & ~held), .oh(first_empty));
  always_comb begin
    for (int unsigned w = 0; w < L1_WAYS; w++) begin  // R10: no way that may go is older; ages differ
      oldest[w] = !held[w];
      for (int unsigned x = 0; x < L1_WAYS; x++)
        oldest[w] = oldest[w] & (held[x] || (set_age[x*YW +: YW] ^ YW'(x)) <= (set_age[w*YW +: YW] ^ YW'(w)));
    end
    victim_first = first_empty != '0 ? first_empty : oldest;  // R10
    victim_valid = held != {L1_WAYS{1'b1}};
    tag_hit = tag_match != '0;
    tag_hit_way = '0;
    tag_hit_sect = '0;
    victim_way = '0;
    for (int unsigned w = 0; w < L1_WAYS; w++) begin
      tag_hit_way = tag_hit_way | (YW'(w) & {YW{tag_hit_oh[w]}});
      tag_hit_sect = tag_hit_sect | (set_sect[w*L1_SECTS +: L1_SECTS] & {L1_SECTS{tag_hit_oh[w]}});
      victim_way = victim_way | (YW'(w) & {YW{victim_oh[w]}});
    end
  end
  wt_first #(.N(L1_WAYS)) u_victim (.x(victim_first), .oh(victim_oh));
  logic parked;
  assign parked = parked_on != '0;

  // ---- the table of pending requests ----
  logic same_line, joins, entry_has_room, table_full;
  logic [L1_PRT-1:0] of_line, first_oh, entry_suits, join_oh, free_oh;
  logic [YW-1:0] same_way;
  logic [T-1:0] waiting;
  logic [6:0] n_waiting;
  always_comb
    for (int unsigned e = 0; e < L1_PRT; e++) begin
      of_line[e] = prt_valid_q[e] && !prt_use_q[e] && prt_line_q[e*L1_LINE_W +: L1_LINE_W] == lookup_line;
      entry_suits[e] = of_line[e] && (lookup_need & ~prt_sect_q[e*L1_SECTS +: L1_SECTS]) == '0;
    end
  wt_first #(.N(L1_PRT)) u_same (.x(of_line), .oh(first_oh));
  wt_first #(.N(L1_PRT)) u_join (.x(entry_suits), .oh(join_oh));
  wt_first #(.N(L1_PRT)) u_free (.x(~prt_valid_q), .oh(free_oh));
  always_comb begin
    same_way = '0;
    waiting = '0;
    for (int unsigned e = 0; e < L1_PRT; e++) begin
      same_way = same_way | (prt_way_q[e*YW +: YW] & {YW{first_oh[e]}});
      waiting = waiting | (prt_wait_q[e*T +: T] & {T{join_oh[e]}});
    end
    same_line = of_line != '0;
    joins = entry_suits != '0;
    table_full = &prt_valid_q;
    entry_has_room = 32'(n_waiting) <= wt_pkg::L1_MERGES;  // R5
  end
  wt_popcount #(.N(T), .W(7)) u_waiting (.x(waiting), .n(n_waiting));

  // ---- what becomes of it ----
  logic is_hit, is_merge, is_miss, is_park, is_send, is_drop, load_looks_up, input_leaves, done_miss, done_send;
  assign load_looks_up = lookup_valid && is_load && (from_park || !parked);  // R7
  assign is_hit = load_looks_up && tag_hit && (lookup_need & ~tag_hit_sect) == '0;  // R4
  assign is_merge = load_looks_up && !is_hit && joins && entry_has_room;  // R5
  // R6
  assign is_miss = load_looks_up && !is_hit && !joins && !table_full &&
      (cfg_l1_fill || tag_hit || same_line || victim_valid);
  assign is_park = lookup_valid && is_load && !is_hit && !is_merge && !is_miss;  // R7
  assign is_drop = lookup_valid && !from_park && in_op_q == wt_pkg::MEM_CCTL;  // R13
  assign is_send = lookup_valid && !is_load && !is_drop &&
      (is_const || (!parked && (tag_hit_oh & held_hit) == '0));  // R8
  assign done_miss = is_miss && env_mem_ready;
  assign done_send = is_send && env_mem_ready;
  assign input_leaves = (!from_park && (is_hit || is_merge || is_park || done_miss)) || done_send || is_drop;
  assign l1d_ready = !in_valid_q || input_leaves;  // R1

  logic take;
  assign take = lsu_req_valid && l1d_ready;  // R1
  assign in_valid_d = take || (in_valid_q && !input_leaves);

  // ---- to memory ----
  logic [PARTS-1:0] line_part;  // where the line is in the 128 bytes of a request
  always_comb begin
    for (int unsigned p = 0; p < PARTS; p++)
      line_part[p] = (lookup_line & (L1_LINE_W'(PARTS) - L1_LINE_W'(1))) == L1_LINE_W'(p);
    l1d_req_valid = is_miss || is_send;
    l1d_req_op = is_miss ? wt_pkg::MEM_LOAD : is_send ? in_op_q : 3'd0;  // R6
    l1d_req_space = is_miss ? (lookup_line[L1_LINE_W-1] ? wt_pkg::SP_LOCAL : wt_pkg::SP_GLOBAL) : is_send ? in_space_q :
        2'd0;
    l1d_req_warp = l1d_req_valid ? lookup_warp : '0;
    l1d_req_line = l1d_req_valid ? 57'(lookup_line >> PART_W) : 57'd0;
    l1d_req_tag = l1d_req_valid ? lookup_tag : '0;
    l1d_req_cta = is_send ? in_cta_q : '0;
    l1d_req_split = is_send ? in_split_q : '0;
    l1d_req_pc = is_send ? in_pc_q : 32'd0;
    l1d_req_lanes = is_send ? in_lanes_q : '0;
    l1d_req_data = is_send ? in_data_q : 1024'd0;
    l1d_req_aop = is_send ? in_aop_q : 4'd0;
    l1d_req_atype = is_send ? in_atype_q : 3'd0;
    l1d_req_order = is_send ? in_order_q : 2'd0;
    l1d_req_scope = is_send ? in_scope_q : 2'd0;
    l1d_req_bmask = is_send ? in_bmask_q : 128'd0;
    for (int unsigned i = 0; i < L1_SECTS * PARTS; i++)
      if (is_miss && lookup_need[i%L1_SECTS] && line_part[i/L1_SECTS]) l1d_req_bmask[i*SB +: SB] = {SB{1'b1}};
  end

  // ---- a line has come: is it installed, and where ----
  logic fill_arrives, fill_installs, filled_hit, filled_row_held;
  logic [YW-1:0] install_way;
  assign fill_arrives = fill_valid_q && fill_new_q;  // R9
  assign install_way = !cfg_l1_fill ? filled_way : tag_hit ? tag_hit_way : victim_way;
  assign filled_hit = tag_hit && tag_hit_way == install_way;
  assign filled_row_held = held_hit[install_way];
  // R9
  assign fill_installs = fill_arrives && filled_known && !filled_in_use && (!cfg_l1_fill || tag_hit || victim_valid);

  // ---- data array ----
  logic read_go, out_taken, from_fill, fill_ready, fill_taken, update;
  logic [LB-1:0] data_be;
  logic [LB*8-1:0] data_in, data_out;
  assign fill_ready = fill_valid_q && !fill_new_q;
  assign from_fill = fill_ready && (turn_q || !out_valid_q);  // R12
  assign out_taken = lsu_rsp_ready && out_valid_q && !from_fill;
  assign fill_taken = lsu_rsp_ready && from_fill;
  assign read_go = hit_n_q != '0 && hit_delay_q[5:0] == 6'd0 && (!out_valid_q || out_taken);  // R11
  assign update = done_send && !is_const && tag_hit && !cfg_l1_evict && in_op_q == wt_pkg::MEM_STORE &&  // R8
                  (in_space_q == wt_pkg::SP_LOCAL || !in_order_q[1]);
  always_comb begin
    data_be = update ? in_be : '0;
    data_in = '0;
    for (int unsigned p = 0; p < PARTS; p++)
      data_in = data_in | ((fill_arrives ? fill_data_q[p*LB*8 +: LB*8] : in_data_q[p*LB*8 +: LB*8]) &
          {LB*8{line_part[p]}});
    if (fill_installs && !filled_row_held)
      for (int unsigned i = 0; i < L1_SECTS; i++) data_be[i*SB +: SB] = {SB{filled_sect[i]}};
  end
  assign data_we = data_be != '0;
  assign data_wa = row_of(lookup_set, fill_arrives ? install_way : tag_hit_way);
  wt_ram_1r1w #(.Rows(L1_LINES), .A(L1_ROW_W), .W(LB * 8), .Parts(LB)) u_data (
    .clk, .re(read_go), .raddr(hit_row_q[L1_ROW_W-1:0]), .q(data_out), .we(data_be), .waddr(data_wa), .d(data_in)
  );

  assign tag_we = fill_installs && !filled_row_held;
  assign tag_wa = data_wa;
  assign tag_n = LTW'(lookup_line >> (L1_LINE_W - LTW));

  // ---- lines ----
  logic drop_all, touch;
  logic [OWNER_W-1:0] new_owner;  // owner whose local memory is new: of the warp slot that starts, or of its large warp
  logic [YW-1:0] touch_way, age_before, way_age;
  assign drop_all = cfg_start || is_drop;  // R13
  assign new_owner = {1'b1, SM_WARP_W'(32'(dispatch_launch_warp) / wt_pkg::GANG)};  // R13
  assign touch = is_hit || (fill_installs && !filled_row_held);
  assign touch_way = fill_arrives ? install_way : tag_hit_way;
  logic [L1_WAYS*L1_SECTS-1:0] new_sect;
  always_comb begin
    sect_d = sect_q;
    age_d = age_q;
    own_d = own_q;
    new_sect = set_sect;
    for (int unsigned w = 0; w < L1_WAYS; w++) begin
      if (fill_installs && install_way == YW'(w))
        // R9
        new_sect[w*L1_SECTS +: L1_SECTS] = filled_row_held ? '0 :
            filled_sect | (filled_hit ? set_sect[w*L1_SECTS +: L1_SECTS] : '0);
      // R6
      if (done_miss && !cfg_l1_fill && !tag_hit && (same_line ? same_way : victim_way) == YW'(w))
        new_sect[w*L1_SECTS +: L1_SECTS] = '0;
      if (done_send && !is_const && tag_hit_oh[w] && !update) new_sect[w*L1_SECTS +: L1_SECTS] = '0;  // R8
    end
    sect_d[32'(lookup_set)*(L1_WAYS*L1_SECTS) +: L1_WAYS*L1_SECTS] = new_sect;
    age_before = set_age[32'(touch_way)*YW +: YW] ^ touch_way;
    way_age = '0;
    if (touch)
      for (int unsigned w = 0; w < L1_WAYS; w++) begin
        way_age = set_age[w*YW +: YW] ^ YW'(w);
        way_age = touch_way == YW'(w) ? '0 : way_age < age_before ? way_age + YW'(1) : way_age;
        age_d[32'(lookup_set)*(L1_WAYS*YW) + w*YW +: YW] = way_age ^ YW'(w);
      end
    if (fill_installs && !filled_row_held)
      own_d[32'(data_wa)*OWNER_W +: OWNER_W] =
          lookup_line[L1_LINE_W-1] ? {1'b1, lookup_line[33 + PART_W +: SM_WARP_W]} : '0;
    for (int unsigned i = 0; i < L1_LINES; i++)
      if (dispatch_launch_valid && own_d[i*OWNER_W +: OWNER_W] == new_owner) sect_d[i*L1_SECTS +: L1_SECTS] = '0;
    if (drop_all) sect_d = '0;  // R13
  end

  // ---- R15: who brought a line, and what lines lose their place to others ----
  logic taken_way, evict_now;
  logic [YW-1:0] evict_way;
  logic [LTW-1:0] evict_tag;
  logic [SM_WARP_W-1:0] filled_by;
  assign taken_way = done_miss ? !cfg_l1_fill && !tag_hit : fill_installs && !filled_row_held && !filled_hit;
  assign evict_way = !done_miss ? install_way : same_line ? same_way : victim_way;
  always_comb begin
    evict_tag = '0;
    evict_now = 1'b0;
    for (int unsigned w = 0; w < L1_WAYS; w++)
      if (evict_way == YW'(w)) begin
        evict_tag = set_tag[w*LTW +: LTW];
        evict_now = taken_way && !way_empty[w];
      end
    filled_by = '0;
    by_d = by_q;
    prt_by_d = prt_by_q;
    evict_valid_d = evict_now;
    evict_warp_d = evict_warp_q;
    evict_line_d = evict_line_q;
    perf_why_d = perf_why_q;
    if (wt_pkg::L1_TOLD != 0) begin
      for (int unsigned e = 0; e < L1_PRT; e++) begin
        filled_by = filled_by | (prt_by_q[e*SM_WARP_W +: SM_WARP_W] & {SM_WARP_W{filled_oh[e]}});
        if (done_miss && free_oh[e]) prt_by_d[e*SM_WARP_W +: SM_WARP_W] = lookup_warp;
      end
      if (fill_installs && !filled_row_held) by_d[32'(data_wa)*SM_WARP_W +: SM_WARP_W] = filled_by;
      if (evict_now) begin
        evict_warp_d = by_q[32'(row_of(lookup_set, evict_way))*SM_WARP_W +: SM_WARP_W];
        evict_line_d = line_in(evict_tag, lookup_set, cfg_l1_xor);
      end
      if (perf_valid_d)
        perf_why_d = !is_park ? 2'd0 : !from_park && parked ? wt_pkg::L1_ORDER : joins ? wt_pkg::L1_JOINED :
            table_full ? wt_pkg::L1_TABLE : wt_pkg::L1_HELD;
    end
  end
  assign l1d_perf_why = perf_valid_q ? perf_why_q : 2'd0;
  assign l1d_evict_valid = evict_valid_q;
  assign l1d_evict_warp = evict_valid_q ? evict_warp_q : '0;
  assign l1d_evict_line = evict_valid_q ? evict_line_q : '0;
  logic unused_told;  // state of shapes in which a policy reads it
  assign unused_told = &{1'b0, by_d, prt_by_d, evict_valid_d, evict_warp_d, evict_line_d, perf_why_d, by_q, prt_by_q,
      filled_by, evict_tag};

  always_comb begin
    prt_valid_d = prt_valid_q;
    prt_use_d = prt_use_q;
    prt_line_d = prt_line_q;
    prt_sect_d = prt_sect_q;
    prt_tag_d = prt_tag_q;
    prt_way_d = prt_way_q;
    prt_wait_d = prt_wait_q;
    for (int unsigned e = 0; e < L1_PRT; e++) begin
      if (fill_arrives && filled_oh[e]) prt_valid_d[e] = 1'b0;
      if (is_merge && join_oh[e]) prt_wait_d[e*T +: T] = prt_wait_q[e*T +: T] | (T'(1) << lookup_tag);  // R5
      if (done_miss && free_oh[e]) begin  // R6
        prt_valid_d[e] = 1'b1;
        prt_use_d[e] = 1'b0;
        prt_line_d[e*L1_LINE_W +: L1_LINE_W] = lookup_line;
        prt_sect_d[e*L1_SECTS +: L1_SECTS] = lookup_need;
        prt_tag_d[e*TW +: TW] = lookup_tag;
        prt_way_d[e*YW +: YW] = cfg_l1_fill ? '0 : tag_hit ? tag_hit_way : same_line ? same_way : victim_way;
        prt_wait_d[e*T +: T] = T'(1) << lookup_tag;
      end
      // R13
      if (dispatch_launch_valid &&
          {prt_line_d[e*L1_LINE_W + L1_LINE_W - 1], prt_line_d[e*L1_LINE_W + 33 + PART_W +: SM_WARP_W]} == new_owner)
        prt_use_d[e] = prt_use_d[e] | prt_valid_d[e];
      // R8
      if (done_send && !is_const && prt_valid_q[e] && prt_line_q[e*L1_LINE_W +: L1_LINE_W] == lookup_line)
        prt_use_d[e] = 1'b1;
    end
    if (drop_all) prt_use_d = prt_use_d | prt_valid_d;  // R13
  end

  // ---- parked loads and hits: queues whose oldest entry is at 0 ----
  logic park_push, park_pop;
  logic [L1_CNT_W-1:0] hit_at;
  assign park_push = is_park && !from_park;  // R7
  assign park_pop = from_park && (is_hit || is_merge || done_miss);
  always_comb begin
    park_n_d = park_n_q + L1_CNT_W'(park_push) - L1_CNT_W'(park_pop);
    park_tag_d = park_tag_q;
    park_warp_d = park_warp_q;
    park_lanes_d = park_lanes_q;
    park_line_d = park_line_q;
    park_sect_d = park_sect_q;
    for (int unsigned i = 0; i + 1 < T; i++)
      if (park_pop) begin
        park_tag_d[i*TW +: TW] = park_tag_q[(i+1)*TW +: TW];
        park_warp_d[i*SM_WARP_W +: SM_WARP_W] = park_warp_q[(i+1)*SM_WARP_W +: SM_WARP_W];
        park_lanes_d[i*N +: N] = park_lanes_q[(i+1)*N +: N];
        park_line_d[i*L1_LINE_W +: L1_LINE_W] = park_line_q[(i+1)*L1_LINE_W +: L1_LINE_W];
        park_sect_d[i*L1_SECTS +: L1_SECTS] = park_sect_q[(i+1)*L1_SECTS +: L1_SECTS];
      end
    for (int unsigned i = 0; i < T; i++)
      if (park_push && park_n_q == L1_CNT_W'(i)) begin
        park_tag_d[i*TW +: TW] = lookup_tag;
        park_warp_d[i*SM_WARP_W +: SM_WARP_W] = lookup_warp;
        park_lanes_d[i*N +: N] = lookup_lanes;
        park_line_d[i*L1_LINE_W +: L1_LINE_W] = lookup_line;
        park_sect_d[i*L1_SECTS +: L1_SECTS] = lookup_need;
      end
    hit_at = hit_n_q - L1_CNT_W'(read_go);
    hit_n_d = hit_at + L1_CNT_W'(is_hit);
    hit_tag_d = hit_tag_q;
    hit_row_d = hit_row_q;
    hit_delay_d = hit_delay_q;
    for (int unsigned i = 0; i < T; i++)
      // R11
      if (L1_CNT_W'(i) < hit_n_q && hit_delay_q[i*6 +: 6] != 6'd0) hit_delay_d[i*6 +: 6] = hit_delay_q[i*6 +: 6] - 6'd1;
    for (int unsigned i = 0; i + 1 < T; i++)
      if (read_go) begin
        hit_tag_d[i*TW +: TW] = hit_tag_q[(i+1)*TW +: TW];
        hit_row_d[i*L1_ROW_W +: L1_ROW_W] = hit_row_q[(i+1)*L1_ROW_W +: L1_ROW_W];
        hit_delay_d[i*6 +: 6] = hit_delay_d[(i+1)*6 +: 6];
      end
    for (int unsigned i = 0; i < T; i++)
      if (is_hit && hit_at == L1_CNT_W'(i)) begin
        hit_tag_d[i*TW +: TW] = lookup_tag;
        hit_row_d[i*L1_ROW_W +: L1_ROW_W] = row_of(lookup_set, tag_hit_way);
        hit_delay_d[i*6 +: 6] = cfg_l1_lat - 6'd3;  // R4
      end
    retry_d = (fill_arrives && filled_known) || read_go || (retry_q && !(from_park && is_park));  // R7
  end

  // ---- answers ----
  logic [TW-1:0] low_tag;
  logic [T-1:0]  low_tag_oh;
  wt_first #(.N(T)) u_low_tag (.x(fill_wait_q), .oh(low_tag_oh));
  wt_onehot_index #(.N(T), .W(TW)) u_low_tag_no (.oh(low_tag_oh), .no(low_tag));
  always_comb begin
    out_valid_d = read_go || (out_valid_q && !out_taken);
    out_tag_d = read_go ? hit_tag_q[TW-1:0] : out_tag_q;
    fill_valid_d = fill_valid_q;
    fill_new_d = fill_new_q;
    fill_tag_d = fill_tag_q;
    fill_wait_d = fill_wait_q;
    if (fill_arrives) begin
      fill_new_d = 1'b0;
      fill_wait_d = filled_known ? filled_wait : T'(1) << fill_tag_q;  // R9
    end else if (!fill_valid_q) begin
      if (env_rsp_valid) begin
        fill_valid_d = 1'b1;
        fill_new_d = 1'b1;
        fill_tag_d = env_rsp_tag;
      end
    end else if (fill_taken) begin
      fill_wait_d = fill_wait_q & (fill_wait_q - T'(1));
      fill_valid_d = fill_wait_d != '0;
    end
    turn_d = turn_q ^ (out_valid_q && fill_ready && lsu_rsp_ready);  // R12
    l1d_rsp_ready = !fill_valid_q;  // R9
    l1d_rsp_valid = out_valid_q || fill_ready;
    l1d_rsp_tag = !l1d_rsp_valid ? '0 : from_fill ? low_tag : out_tag_q;  // R12
    // R12: what was read, in every place of the frame where a line may be
    l1d_rsp_data = !l1d_rsp_valid ? 1024'd0 : from_fill ? fill_data_q : {PARTS{data_out}};
  end

  assign l1d_perf_valid = perf_valid_q;
  assign l1d_perf_kind = perf_valid_q ? perf_kind_q : 2'd0;
  assign l1d_perf_again = perf_valid_q && perf_again_q;
  assign l1d_perf_local = perf_valid_q && perf_local_q;
  assign l1d_perf_warp = perf_valid_q ? perf_warp_q : '0;
  assign l1d_perf_line = perf_valid_q ? perf_line_q : '0;
  assign l1d_perf_lanes = perf_valid_q ? perf_lanes_q : '0;

  assign perf_valid_d = is_hit || is_merge || done_miss || is_park;  // R14
  always_ff @(posedge clk) begin
    if (take && rst_n) begin
      in_op_q <= lsu_req_op;
      in_space_q <= lsu_req_space;
      in_warp_q <= lsu_req_warp;
      in_cta_q <= lsu_req_cta;
      in_split_q <= lsu_req_split;
      in_pc_q <= lsu_req_pc;
      in_lanes_q <= lsu_req_lanes;
      in_line_q <= lsu_req_line;
      in_bmask_q <= lsu_req_bmask;
      in_data_q <= lsu_req_data;
      in_tag_q <= lsu_req_tag;
      in_aop_q <= lsu_req_aop;
      in_atype_q <= lsu_req_atype;
      in_order_q <= lsu_req_order;
      in_scope_q <= lsu_req_scope;
    end
    if (rst_n && !fill_valid_q && env_rsp_valid) fill_data_q <= env_rsp_data;
    if (perf_valid_d && rst_n) begin  // R14
      perf_kind_q <= is_hit ? 2'd0 : is_merge ? 2'd1 : done_miss ? 2'd2 : 2'd3;
      perf_again_q <= from_park;
      perf_local_q <= lookup_line[L1_LINE_W-1];
      perf_warp_q <= lookup_warp;
      perf_line_q <= lookup_line;
      perf_lanes_q <= lookup_lanes;
    end
  end

  // of the micro-op only the operation counts
`ifndef SYNTHESIS
  HeldUntilTaken_A: assert property (@(posedge clk) disable iff (!rst_n)
    l1d_req_valid && !env_mem_ready && !drop_all |=> l1d_req_valid || fill_new_q || from_park);
  ParkedFit_A: assert property (@(posedge clk) disable iff (!rst_n) park_push |-> 32'(park_n_q) < T);
  HitsFit_A: assert property (@(posedge clk) disable iff (!rst_n) is_hit |-> 32'(hit_at) < T);
  ReadIsNotWritten_A: assert property (@(posedge clk) disable iff (!rst_n) read_go && data_we |->
      hit_row_q[L1_ROW_W-1:0] != data_wa);
  AnswerHasALoad_A: assert property (@(posedge clk) disable iff (!rst_n) fill_valid_q && !fill_new_q |->
      fill_wait_q != '0);
`endif
endmodule
`default_nettype wire
