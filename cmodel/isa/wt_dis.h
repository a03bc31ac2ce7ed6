/* wt_dis.h - one line of text per instruction word.
 *
 * The line is an instruction in the assembler's syntax, then the scheduling bits in braces, then, only where the text
 * does not give every bit back, the whole word as {raw:0xHIGH_LOW}. wt_asm_insn() of the line is the word again, bit
 * for bit, for every word.
 */
#ifndef WT_DIS_H
#define WT_DIS_H
#include "isa/wt_isa.h"

enum { WT_DIS_MAX = 256 }; /* no line is longer, with its NUL */

/* Writes the line for word w at byte offset pc of its section, cut to n bytes. Returns the length it has uncut. */
int wt_dis(wt_word w, uint32_t pc, char *buf, size_t n);

/* The same without the braces and without {raw:}: for traces and messages. */
int wt_dis_short(wt_word w, uint32_t pc, char *buf, size_t n);

/* True if the line of w needs {raw:}. */
int wt_dis_is_raw(wt_word w, uint32_t pc);
#endif
