/* wt_decode.h - C twin of the decoder: instruction word to uop. Combinational; the rules are in
 * docs/blocks/front/wt_decode.md.
 *
 * Reads the instruction response (imem), the current epochs (q.fetch.epoch) and the redirect
 * (o.cfu.redir_*); writes o.decode. No errors: a word that is not in isa.def becomes op 255, which goes to no unit.
 */
#ifndef WT_DECODE_H
#define WT_DECODE_H
#include "spec/wt_gpu.h"

void wt_decode_eval(wt_decode *self);
#endif
