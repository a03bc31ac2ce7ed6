// wt_cta_warp_at.svh: where warps of the SM lie, included by the modules that number them across sub-cores.
// Model     wt_warp_at of cmodel/spec/wt_shape.h

  // The warp of the SM in a slot of a sub-core. The sub-warps of a large warp (GROUPING=dwr) lie side by side in one.
  function automatic logic [31:0] warp_at(input logic [31:0] subcore, input logic [31:0] slot);
    warp_at = wt_pkg::SUBCORES == 1 ? slot :
        (slot / wt_pkg::GANG * wt_pkg::SUBCORES + subcore) * wt_pkg::GANG + slot % wt_pkg::GANG;
  endfunction
