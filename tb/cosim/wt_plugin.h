/* wt_plugin.h - C ABI between the harness and a verilated shape (or a foreign implementation of a block).
 * A plug-in is a shared object that exports wt_rtl_get().
 */
#ifndef WT_PLUGIN_H
#define WT_PLUGIN_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum { WT_RTL_ABI = 5 };

/* One variable of the design. scope: hierarchical name of the module instance: "TOP.TOP" for the ports of a block alone, "TOP.wt_<stem>" for
 * its state; for the machine "TOP.wt_tb.u_gpu.<path>", for a block beside the C machine "TOP.wt_tb.u_block" or "TOP.wt_tb.g_block[<i>].u_block", and
 * for the inputs of both "TOP.wt_tb": variable <input>_next becomes <input> at the next rising clock edge. Bits are little endian; an array has depth rows of row_bytes bytes each. The pointer stays valid as long as the
 * instance lives. */
typedef struct {
  const char *scope, *name;
  void *ptr;
  uint32_t width, depth, row_bytes;
} wt_rtl_var;

typedef struct {
  uint32_t abi;
  void *(*open)(uint64_t seed); /* unreset bits start random, drawn from the seed */
  void (*close)(void *h);
  void (*step)(void *h, int clk, int rst_n); /* set clock and reset, settle; a rising edge may follow a rising edge */
  const wt_rtl_var *(*vars)(void *h, uint32_t *n);
  int (*failed)(void *h); /* an assertion of the RTL has failed */
  /* After the caller has written state through the pointers, with the clock as it is and no reset: everything that depends on it. NULL: cannot. */
  void (*settle)(void *h);
  /* The same as step. 1: it left every bit of the instance as it was, so it would again; 0: it did not, or that is not found out. */
  int (*still)(void *h, int clk, int rst_n);
  /* All that decides the future into bytes (NULL: nowhere): how many; and the other way, 0 or -1: as many are not there. NULL: built without. */
  size_t (*save)(void *h, void *bytes);
  int (*load)(void *h, const void *bytes, size_t n);
} wt_rtl_api;

const wt_rtl_api *wt_rtl_get(void);
#ifdef __cplusplus
}
#endif
#endif
