/* wt_isa.c - identification of instruction words by the rows of spec/isa.def. */
#include "isa/wt_isa.h"

const wt_insn_row wt_isa_rows[WT_I_COUNT] = {
#define INSN(id, mnem, key, code, forms, unit, supp) {#id, mnem, code, WT_KEY_##key, forms, WT_UNIT_##unit, supp},
#include "spec/isa.def"
#undef INSN
};

/* Row by bits 11:0, built before anything else runs: 4096 entries keep the loader's check of whole functions linear. */
static uint8_t row_of[4096];

static int built;
__attribute__((constructor)) void wt_isa_ready(void) {
  if (built) return;
  built = 1;
  for (unsigned op = 0; op < 4096; op++) {
    row_of[op] = WT_I_INVALID;
    for (unsigned i = 0; i < WT_I_COUNT; i++) {
      const wt_insn_row *r = &wt_isa_rows[i];
      int hit = r->key == WT_KEY_FIX ? r->code == op : r->code == (op & 511) && (r->forms >> (op >> 9) & 1);
      if (hit && row_of[op] == WT_I_INVALID) row_of[op] = (uint8_t)i;
    }
  }
}

unsigned wt_isa_find(wt_word w) { return row_of[wt_bits(w, 11, 0)]; }

int wt_isa_calls(const wt_word *code, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned id = wt_isa_find(code[i]);
    if (id == WT_I_CALL_REL || id == WT_I_CALL_REL_R || id == WT_I_CALL_ABS_R) return 1;
  }
  return 0;
}
