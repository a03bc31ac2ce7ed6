/* wt_launch.h - everything the machine needs to run one kernel: code with side band, constant banks, sizes.
 *
 * Constant banks are copies, so what a kernel stores does not change the constants it reads.
 */
#ifndef WT_LAUNCH_H
#define WT_LAUNCH_H
#include "isa/wt_isa.h"
#include "lib/wt_module.h"
#include "warptwin.h"

enum { WT_LAUNCH_BANKS = 5, WT_LAUNCH_BLOCK_MAX = 1024 };

/* Generic addresses of the shared and local windows; device memory lies above them. */
#define WT_LAUNCH_SHARED_WINDOW UINT64_C(0x7e0000000000)
#define WT_LAUNCH_LOCAL_WINDOW UINT64_C(0x7e0100000000)

/* What the shape has. */
typedef struct {
  unsigned warps;      /* warp slots */
  unsigned warp_size;  /* lanes */
  unsigned regs;       /* 32-bit registers of the register file */
  unsigned reg_unit;   /* registers of a thread are handed out in multiples of this; 0 = 1 */
  unsigned smem_bytes; /* shared memory */
  unsigned gang;       /* GROUPING=dwr: sub-warps of a large warp; else 1, never 0 */
  unsigned no_oracle;  /* nothing looks at the masks of WARPSYNC while the kernel runs */
  unsigned stack;      /* bytes for what a stack grows by that no record tells */
  unsigned sms;        /* what %nsmid is; 0 = 1 */
  unsigned every;      /* the path of a warp may change after any instruction: not with uniform registers, which the paths share */
  uint64_t number;     /* what %gridid is */
} wt_launch_limits;

typedef struct {
  const uint8_t *data; /* NULL when size is 0 */
  size_t size;         /* bytes; reads beyond it give zero */
} wt_launch_bank;

typedef struct {
  const char *file, *kernel; /* these, cubin, code and brx belong to the module */
  const wt_cubin *cubin;
  const wt_word *code;       /* entry at instruction 0 */
  size_t n_insns, own;       /* own: how many the file brought, 0 = all */
  const wt_cfg_targets *brx; /* for wt_cfg_build */
  uint32_t nbrx;
  const uint32_t *func; /* functions that a call through a register without a table may enter */
  uint32_t nfunc;
  uint32_t *rpc;  /* [n_insns] reconvergence byte offsets, or NULL: the caller's to fill, from malloc */
  uint8_t *sens;  /* [n_insns] 1 = access of global or local memory */
  uint8_t *reach; /* [n_insns] 1 = can be reached from the entry */
  wt_launch_bank bank[WT_LAUNCH_BANKS];
  unsigned regs;        /* of a thread */
  unsigned barriers;    /* CTA barriers the kernel names */
  unsigned stack;       /* local memory of a thread, bytes, multiple of 16; the initial stack pointer */
  unsigned open;        /* the stack grows by what no record tells */
  unsigned smem_static; /* bytes */
  unsigned smem;        /* static plus dynamic, bytes */
  unsigned grid[3], block[3];
  unsigned threads; /* of a CTA */
  unsigned warps_per_cta;
  unsigned slots_per_cta; /* from one CTA's first warp slot to the next one's */
  unsigned places;        /* warps are narrower than 32 and the code is for warps of 32: lanes are numbered by their place there */
  uint64_t ctas;
  wt_cause cause; /* of a launch that cannot be */
} wt_launch_desc;

/* kernel = NULL: the only kernel of the module. WT_OK; WT_USAGE (no such kernel, wrong arguments, impossible
 * grid/block, more than the shape has); WT_UNSUPPORTED (an instruction that can be reached is not executed): then a
 * line in err (and all other instructions that are refused in the lines behind it), and *L is empty. Free with wt_launch_free, before the module is closed. */
wt_status wt_launch_build(wt_launch_desc *L, const struct wt_module *m, const char *kernel, const wt_dims *dims, const wt_arg *args, size_t nargs,
                          const wt_launch_limits *lim, char *err, size_t errn);
/* The part of wt_launch_build that judges the code. */
wt_status wt_launch_check(const struct wt_module *m, const char *kernel, const wt_launch_limits *lim, char *err, size_t errn);
/* Places of wt_launch_desc, and the warp slots of a CTA. */
unsigned wt_launch_places(const wt_launch_limits *lim, const wt_cubin_kernel *k);
unsigned wt_launch_slots(const wt_launch_limits *lim, unsigned places, unsigned warps);
/* Local memory of a thread, bytes. */
unsigned wt_launch_local(const wt_launch_limits *lim, const wt_cubin_kernel *k);
/* Most threads of a block, 0 = none fits. */
unsigned wt_launch_most(const wt_cubin_kernel *k, const wt_launch_limits *lim);
void wt_launch_free(wt_launch_desc *L);
#endif
