/* wt_service.h - what a kernel asks the machine around it for and its file does not bring: printf, assert, trap and free.
 *
 * They run on the machine like all other code. wt_service_link() appends a routine to every kernel that calls one, and lets its calls (trap: its
 * BPT.TRAP instructions) go there; the routine leaves a record in a buffer in device memory, which is made into text after the launch (lib/wt_output.h).
 *
 * free is there for what compilers put beside a virtual destructor: the one that gives the memory back is in the table of functions and nobody calls it. There
 * is no heap on this device (a kernel that asks malloc is refused), so free of a null pointer returns and any other is a trap that says so.
 *
 * What a function with a section of its own calls besides (malloc) nobody may ever get to: it has a routine that says its name and ends the thread.
 *
 * The buffer: word 0 the bytes of records that were asked for, word 1 the assertions that failed, word 2 the threads that
 * trapped, word 3 those that called what is not there, from byte 16 on records of {u32 bytes, u32 kind,
 * u64 address of the format or of the assertion's text}; behind them, printf: the arguments as the compiler laid them out; assert: {u64 file,
 * u64 function, u32 line, u32 ctaid[3], u32 tid[3], u32 0}; trap, free: {u32 ctaid[3], u32 tid[3]} after {u32 bytes, u32 kind}, and behind it the name of what is not there. A record that begins before the end and does not fit has 0 bytes and is the last.
 */
#ifndef WT_SERVICE_H
#define WT_SERVICE_H
#include "isa/wt_cubin.h"

enum { WT_SERVICE_RECORDS = 1 << 20, WT_SERVICE_HEAD = 16, WT_SERVICE_BUFFER = WT_SERVICE_HEAD + WT_SERVICE_RECORDS };
enum {
  WT_SERVICE_PRINTF = 1,
  WT_SERVICE_ASSERT = 2,
  WT_SERVICE_TRAP = 3,
  WT_SERVICE_FREE = 4,
  WT_SERVICE_MISSING = 5,
  WT_SERVICE_ASSERT_BYTES = 64,
  WT_SERVICE_TRAP_BYTES = 32,
  WT_SERVICE_NAME = 32, /* bytes, cut to 31 letters */
  WT_SERVICE_MISSING_BYTES = WT_SERVICE_TRAP_BYTES + WT_SERVICE_NAME
};

int wt_service_known(const char *name);
/* Whether the kernel needs any. */
int wt_service_wanted(const wt_cubin_kernel *k);
/* Appends the routines to all kernels that want them. buffer: its device address. WT_OK, or WT_USAGE with one line in err. */
wt_status wt_service_link(wt_cubin *c, uint64_t buffer, char *err, size_t errn);
/* Puts the addresses of the routines of kernel k into a copy of .nv.constant4. */
void wt_service_fill(const wt_cubin *c, const wt_cubin_kernel *k, uint8_t *bank4, size_t size);
#endif
