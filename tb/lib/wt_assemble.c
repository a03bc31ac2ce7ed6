/* wt_assemble.c - the assembler for users of the library. */
#include "warptwin_asm.h"

#include "isa/wt_elfw.h"

wt_status wt_assemble(const char *text, const char *name, void **cubin, size_t *bytes, char *err, size_t errn) {
  wt_asm_out out;
  wt_status st = wt_asm_string(text, name, &out, err, errn);
  if (st) return st;
  st = wt_elfw_image(&out, name, cubin, bytes, err, errn);
  wt_asm_free(&out);
  return st;
}
