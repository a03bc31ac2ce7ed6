/* wt_cubin.h - reads an sm_75 cubin (ELF64): kernels, constant banks, variables, relocations.
 *
 * Nothing of the file is trusted: every offset, count and size is checked, and a file that does not fit gives one line
 * "FILE: what is wrong, what to do". The page docs/isa/cubin.md lists the sections and attributes that are read.
 */
#ifndef WT_CUBIN_H
#define WT_CUBIN_H
#include "isa/wt_cfg.h"
#include "isa/wt_isa.h"
#include "wt_status.h"

/* Largest values that are believed. */
enum {
  WT_CUBIN_BANK_MAX = 65536,      /* bytes of a constant bank */
  WT_CUBIN_SMEM_MAX = 1 << 20,    /* static shared memory, bytes */
  WT_CUBIN_STACK_MAX = 512 << 10, /* local memory of a thread, bytes */
  WT_CUBIN_STACK_OPEN = 1024,     /* more for a kernel whose stack grows by what no record says, when nobody gives another number */
  WT_CUBIN_FILE_MAX = 256 << 20,  /* file, bytes */
  WT_CUBIN_ALIGN_MAX = 256,       /* alignment of a data section, bytes */
  WT_CUBIN_SERVICES = 4           /* routines that can be linked to a kernel (wt_service.h) */
};
#define WT_CUBIN_GLOBAL_MAX (UINT64_C(1) << 32) /* .nv.global, bytes */

/* Where module data lies. */
typedef enum {
  WT_CUBIN_GLOBAL,      /* .nv.global: zero at load */
  WT_CUBIN_GLOBAL_INIT, /* .nv.global.init */
  WT_CUBIN_CONST3,      /* .nv.constant3: __constant__ variables */
  WT_CUBIN_CONST4,      /* .nv.constant4: addresses that the loader fills in */
  WT_CUBIN_PLACES
} wt_cubin_place;

/* data == NULL with size > 0: zeroes. */
typedef struct {
  const uint8_t *data;
  uint64_t size; /* bytes */
} wt_cubin_bytes;

typedef struct {
  uint32_t offset; /* from param_base, bytes */
  uint32_t size;   /* bytes */
} wt_cubin_param;

/* An instruction that names a function which is not in the file: a call of its address, or bits 63:32 are a half of it. */
typedef enum { WT_CUBIN_CALL, WT_CUBIN_LOW, WT_CUBIN_HIGH } wt_cubin_how;
typedef struct {
  uint32_t insn;
  wt_cubin_how how;
  const char *name;
} wt_cubin_use;

typedef struct {
  const char *name;
  wt_word *code; /* the whole section, and functions of other sections; the kernel starts at its first instruction */
  uint32_t n;    /* instructions */
  unsigned regs; /* registers of a thread, 1..255 */
  unsigned barriers;
  uint32_t smem;        /* static shared memory, bytes */
  uint32_t stack;       /* local memory of a thread, bytes; open: WT_CUBIN_STACK_OPEN of them */
  int open;             /* how deep its stack grows, no record says: wt_cubin_open_stack */
  uint32_t const0_size; /* bytes of bank 0, parameters included */
  uint32_t param_base;  /* offset of the parameters in bank 0 */
  uint32_t param_bytes;
  wt_cubin_param *param; /* in the order of the source */
  uint32_t nparams;
  wt_cubin_bytes const2;
  wt_cfg_targets *brx; /* targets of every indirect branch */
  uint32_t nbrx;
  uint32_t *func; /* byte offsets of the other functions in the section: what a call through a register may enter */
  uint32_t nfunc;
  uint32_t *exits; /* byte offsets of EXIT instructions */
  uint32_t nexits;
  uint32_t reqntid[3];     /* block that the source demands; 0 = any */
  uint32_t max_threads[3]; /* its product bounds the threads of a block; 0 = none */
  uint32_t sym;            /* number of the symbol, for the loader itself */
  const char **needs;      /* functions of the runtime that it or a function calls (wt_service.h) */
  uint32_t nneeds;
  uint32_t *needed;  /* [nneeds] byte offset of the routine that takes the place of one; NULL: nothing was linked */
  wt_cubin_use *use; /* instructions that name one */
  uint32_t nuses;
  int shared;                          /* a function with a section of its own, which every kernel gets */
  uint32_t own;                        /* instructions of the file; behind them routines that were linked; 0 = there are none */
  uint32_t service[WT_CUBIN_SERVICES]; /* byte offset of the routine that takes the place of one, 0 = not linked */
  int compiled;                        /* made by a compiler, for warps of 32 threads; else written for the warps of its shape */
  char why[200];                       /* what keeps this kernel from being launched, "" = nothing */
} wt_cubin_kernel;

typedef struct {
  const char *name;
  wt_cubin_place place;
  uint64_t offset, size; /* in its place, bytes */
} wt_cubin_symbol;

/* Bits 63:32 of an instruction become one half of the device address of target + addend. */
typedef struct {
  uint32_t kernel, insn; /* numbers */
  int high;              /* bits 63:32 of the address, else 31:0 */
  wt_cubin_place target;
  uint64_t addend;
} wt_cubin_code_reloc;

/* The 64-bit word at place + offset becomes the device address of target + addend; target WT_CUBIN_PLACES: addend alone. */
typedef struct {
  wt_cubin_place place, target;
  uint64_t offset;
  uint64_t addend; /* modulo 2^64 */
} wt_cubin_reloc;

/* The 64-bit word at offset of .nv.constant4 becomes the address of a function that is not in the file. */
typedef struct {
  const char *name;
  uint64_t offset;
} wt_cubin_extern;

typedef struct {
  char *path;
  uint8_t *image; /* the file; names and bytes above point into it */
  size_t image_size;
  wt_cubin_kernel *kernel;
  size_t nkernels; /* at least 1, or there are variables */
  wt_cubin_bytes place[WT_CUBIN_PLACES];
  wt_cubin_symbol *symbol; /* of place GLOBAL, GLOBAL_INIT and CONST3 */
  size_t nsymbols;
  wt_cubin_reloc *reloc;
  size_t nrelocs;
  wt_cubin_code_reloc *code_reloc;
  size_t ncode_relocs;
  wt_cubin_extern *externs;
  size_t nexterns;
} wt_cubin;

/* WT_OK; or WT_USAGE with one line in err, *out is empty then. Free *out with wt_cubin_free. */
wt_status wt_cubin_load(const char *path, wt_cubin *out, char *err, size_t errn);
/* The same for bytes in memory (copied); path is the name in messages. */
wt_status wt_cubin_parse(const void *data, size_t size, const char *path, wt_cubin *out, char *err, size_t errn);
void wt_cubin_free(wt_cubin *c);
/* The stack of k grows by what the program decides: calls, or memory on the stack of a size that only the program knows. */
void wt_cubin_open_stack(wt_cubin_kernel *k);
#endif
