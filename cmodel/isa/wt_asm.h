/* wt_asm.h - assembler: sm_75 text to instruction words and kernels.
 *
 * The syntax is docs/isa/assembler.md. Nothing here exits or prints; a failing call leaves one line in err.
 */
#ifndef WT_ASM_H
#define WT_ASM_H
#include "isa/wt_isa.h"
#include "wt_status.h"

enum { WT_ASM_TARGETS_MAX = 16000 }; /* what one attribute of a cubin can hold */
enum { WT_ASM_NAME = 128, WT_ASM_PARAMS = 64, WT_ASM_PARAM_BASE = 0x160, WT_ASM_PARAM_BYTES = 4096 };

typedef struct {
  char name[WT_ASM_NAME];
  unsigned regs;        /* registers per thread, 1..255 */
  unsigned smem;        /* static shared memory, bytes */
  unsigned local;       /* local memory of a thread, bytes */
  unsigned param_bytes; /* all parameters, bytes */
  unsigned nparams;
  uint16_t param_off[WT_ASM_PARAMS];  /* from the start of the parameters, bytes */
  uint16_t param_size[WT_ASM_PARAMS]; /* bytes */
  uint32_t *const2;                   /* constant bank 2 */
  size_t nconst2;                     /* in 32-bit words */
  wt_word *code;
  size_t ncode;      /* in instructions */
  uint32_t *targets; /* of BRX and CALL Rn, as attribute 0x34: repeated {pc, 0, n, n targets}, byte offsets */
  size_t ntargets;   /* in words */
} wt_asm_kernel;

typedef struct {
  wt_asm_kernel *kernel;
  size_t n;
} wt_asm_out;

/* Value of a label, byte offset in the section. Returns 0 if there is no such label. */
typedef int (*wt_asm_label_fn)(void *ctx, const char *name, uint32_t *pc);

/* One instruction at byte offset pc, braces included. label may be NULL, err may be NULL (errn 0).
 * WT_OK, or WT_USAGE with "what, what to do" in err. */
wt_status wt_asm_insn(const char *text, uint32_t pc, wt_asm_label_fn label, void *ctx, wt_word *out, char *err, size_t errn);
/* The same for text without braces; bits 125:105 of *out are 0. */
wt_status wt_asm_text(const char *text, uint32_t pc, wt_asm_label_fn label, void *ctx, wt_word *out, char *err, size_t errn);

/* A whole file, or text named name in messages. WT_OK, or WT_USAGE with "FILE:LINE: what, what to do"; *out is empty
 * then. Free *out with wt_asm_free. */
wt_status wt_asm_file(const char *path, wt_asm_out *out, char *err, size_t errn);
wt_status wt_asm_string(const char *text, const char *name, wt_asm_out *out, char *err, size_t errn);
void wt_asm_free(wt_asm_out *out);
#endif
