/* wt_service.c - the routines behind vprintf, __assertfail, free and BPT.TRAP, and behind what is not there; how kernels get to them.
 *
 * nvcc makes "CALL.ABS to the address that word N of bank 4 holds". An address of code is a byte offset in the kernel's section here, so the call
 * becomes the relative one through the same register, and the word holds the offset of the routine in the kernel that is launched. With separate compilation
 * and for debuggers it makes a CALL.ABS of the function itself, which becomes the relative one.
 * Arguments are in R4 and up, the return address in R20:R21; R0 to R15 and P0 to P3 are the callee's. A BPT.TRAP becomes a branch under its guard:
 * the threads that take it do not come back, so everything is the routine's, which makes do with four registers.
 */
#include "isa/wt_service.h"
#include "isa/wt_asm.h"
#include "isa/wt_asm_rows.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETURN "RET.REL.NODEC R20, 0x0"
enum { TRAP = 2, LEAVE_REGS = 4 };

/* R8 bytes of the arguments, R9 their number, R12 where in the format: 0 text, 1 conversion, 3 conversion of 64 bits. The masks have a bit for
 * each letter (bits 4:0 of its code): lengths l L j z t, and conversions of 64 bits a e f g n p s. Every argument lies at its own alignment. */
static const char printf_text[] = "  MOV R8, RZ\n"
                                  "  MOV R9, RZ\n"
                                  "  MOV R10, R4\n"
                                  "  MOV R11, R5\n"
                                  "  MOV R12, RZ\n"
                                  "next:\n"
                                  "  LD.E.U8.SYS R13, [R10]\n"
                                  "  IADD3 R10, P0, R10, 0x1, RZ\n"
                                  "  IADD3.X R11, RZ, R11, RZ, P0, !PT\n"
                                  "  ISETP.EQ.U32.AND P0, PT, R13, RZ, PT\n"
                                  "  @P0 BRA reserve\n"
                                  "  ISETP.EQ.U32.AND P1, PT, R12, RZ, PT\n"
                                  "  ISETP.EQ.U32.AND P0, PT, R13, 0x25, PT\n" /* % */
                                  "  @P0 SEL R12, RZ, 0x1, !P1\n"
                                  "  @P0 BRA next\n"
                                  "  @P1 BRA next\n"
                                  "  ISETP.EQ.U32.AND P2, PT, R13, 0x2a, PT\n" /* * */
                                  "  @P2 BRA word\n"
                                  "  ISETP.LT.U32.AND P0, PT, R13, 0x40, PT\n" /* flags, width, precision */
                                  "  @P0 BRA next\n"
                                  "  LOP3.LUT R13, R13, 0x1f, RZ, 0xc0, !PT\n"
                                  "  MOV R0, 0x1\n"
                                  "  SHF.L.U32 R0, R0, R13, RZ\n"
                                  "  LOP3.LUT P0, RZ, R0, 0x04101400, RZ, 0xc0, !PT\n"
                                  "  @P0 MOV R12, 0x3\n"
                                  "  @P0 BRA next\n"
                                  "  ISETP.EQ.U32.AND P0, PT, R13, 0x8, PT\n" /* h */
                                  "  @P0 BRA next\n"
                                  "  LOP3.LUT P0, RZ, R0, 0x000940e2, RZ, 0xc0, !PT\n"
                                  "  ISETP.EQ.U32.OR P0, PT, R12, 0x3, P0\n"
                                  "  MOV R12, RZ\n"
                                  "  @!P0 BRA word\n"
                                  "  IADD3 R8, R8, 0x7, RZ\n"
                                  "  LOP3.LUT R8, R8, 0xfffffff8, RZ, 0xc0, !PT\n"
                                  "  IADD3 R8, R8, 0x4, RZ\n"
                                  "word:\n"
                                  "  IADD3 R8, R8, 0x4, RZ\n"
                                  "  IADD3 R9, R9, 0x1, RZ\n"
                                  "  BRA next\n"
                                  "reserve:\n"
                                  "  IADD3 R13, R8, 0x17, RZ\n"
                                  "  LOP3.LUT R13, R13, 0xfffffff8, RZ, 0xc0, !PT\n"
                                  "  MOV R14, 0x%" PRIx32 "\n"
                                  "  MOV R15, 0x%" PRIx32 "\n"
                                  "  ATOMG.E.ADD.STRONG.GPU PT, R0, [R14], R13\n"
                                  "  IADD3 R10, R0, R13, RZ\n"
                                  "  ISETP.GT.U32.AND P0, PT, R10, 0x%x, PT\n"
                                  "  @P0 BRA back\n"
                                  "  IADD3 R14, P0, R14, R0, RZ\n"
                                  "  IADD3.X R15, RZ, R15, RZ, P0, !PT\n"
                                  "  STG.E.SYS [R14+0x10], R13\n"
                                  "  MOV R0, 0x1\n"
                                  "  STG.E.SYS [R14+0x14], R0\n"
                                  "  STG.E.64.SYS [R14+0x18], R4\n"
                                  "copy:\n"
                                  "  ISETP.EQ.U32.AND P0, PT, R8, RZ, PT\n"
                                  "  @P0 BRA back\n"
                                  "  LD.E.SYS R0, [R6]\n"
                                  "  STG.E.SYS [R14+0x20], R0\n"
                                  "  IADD3 R6, P0, R6, 0x4, RZ\n"
                                  "  IADD3.X R7, RZ, R7, RZ, P0, !PT\n"
                                  "  IADD3 R14, P0, R14, 0x4, RZ\n"
                                  "  IADD3.X R15, RZ, R15, RZ, P0, !PT\n"
                                  "  IADD3 R8, R8, -0x4, RZ\n"
                                  "  BRA copy\n"
                                  "back:\n"
                                  "  MOV R4, R9\n"
                                  "  " RETURN "\n";

/* The thread ends; the others go on, and the launch says in the end what failed. */
static const char assert_text[] = "  MOV R14, 0x%" PRIx32 "\n"
                                  "  MOV R15, 0x%" PRIx32 "\n"
                                  "  MOV R13, 0x40\n"
                                  "  MOV R12, 0x1\n"
                                  "  RED.E.ADD.STRONG.GPU [R14+0x4], R12\n"
                                  "  ATOMG.E.ADD.STRONG.GPU PT, R0, [R14], R13\n"
                                  "  IADD3 R9, R0, R13, RZ\n"
                                  "  ISETP.GT.U32.AND P0, PT, R9, 0x%x, PT\n"
                                  "  @P0 EXIT\n"
                                  "  IADD3 R14, P0, R14, R0, RZ\n"
                                  "  IADD3.X R15, RZ, R15, RZ, P0, !PT\n"
                                  "  STG.E.SYS [R14+0x10], R13\n"
                                  "  MOV R12, 0x2\n"
                                  "  STG.E.SYS [R14+0x14], R12\n"
                                  "  STG.E.64.SYS [R14+0x18], R4\n"
                                  "  STG.E.64.SYS [R14+0x20], R6\n"
                                  "  STG.E.64.SYS [R14+0x28], R10\n"
                                  "  STG.E.SYS [R14+0x30], R8\n"
                                  "  S2R R0, SR_CTAID.X\n"
                                  "  STG.E.SYS [R14+0x34], R0\n"
                                  "  S2R R0, SR_CTAID.Y\n"
                                  "  STG.E.SYS [R14+0x38], R0\n"
                                  "  S2R R0, SR_CTAID.Z\n"
                                  "  STG.E.SYS [R14+0x3c], R0\n"
                                  "  S2R R0, SR_TID.X\n"
                                  "  STG.E.SYS [R14+0x40], R0\n"
                                  "  S2R R0, SR_TID.Y\n"
                                  "  STG.E.SYS [R14+0x44], R0\n"
                                  "  S2R R0, SR_TID.Z\n"
                                  "  STG.E.SYS [R14+0x48], R0\n"
                                  "  EXIT\n";

/* The thread leaves, and says where it was: a record of so many bytes, whose kind has a counter. */
#define LEAVE(counter, bytes, kind)               \
  "  MOV R2, 0x%" PRIx32 "\n"                     \
  "  MOV R3, 0x%" PRIx32 "\n"                     \
  "  MOV R0, 0x1\n"                               \
  "  RED.E.ADD.STRONG.GPU [R2+" counter "], R0\n" \
  "  MOV R1, " bytes "\n"                         \
  "  ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R1\n"   \
  "  IADD3 R1, R0, R1, RZ\n"                      \
  "  ISETP.GT.U32.AND P0, PT, R1, 0x%x, PT\n"     \
  "  @P0 EXIT\n"                                  \
  "  IADD3 R2, P0, R2, R0, RZ\n"                  \
  "  IADD3.X R3, RZ, R3, RZ, P0, !PT\n"           \
  "  MOV R1, " bytes "\n"                         \
  "  STG.E.SYS [R2+0x10], R1\n"                   \
  "  MOV R0, " kind "\n"                          \
  "  STG.E.SYS [R2+0x14], R0\n"                   \
  "  S2R R0, SR_CTAID.X\n"                        \
  "  STG.E.SYS [R2+0x18], R0\n"                   \
  "  S2R R0, SR_CTAID.Y\n"                        \
  "  STG.E.SYS [R2+0x1c], R0\n"                   \
  "  S2R R0, SR_CTAID.Z\n"                        \
  "  STG.E.SYS [R2+0x20], R0\n"                   \
  "  S2R R0, SR_TID.X\n"                          \
  "  STG.E.SYS [R2+0x24], R0\n"                   \
  "  S2R R0, SR_TID.Y\n"                          \
  "  STG.E.SYS [R2+0x28], R0\n"                   \
  "  S2R R0, SR_TID.Z\n"                          \
  "  STG.E.SYS [R2+0x2c], R0\n"
#define TRAPS(kind) LEAVE("0x8", "0x20", kind) "  EXIT\n"
static const char trap_text[] = TRAPS("0x3");
/* Behind it the letters of the name, four at a time. */
static const char missing_text[] = LEAVE("0xc", "0x40", "0x5"), letters_text[] = "  MOV R0, 0x%" PRIx32 "\n  STG.E.SYS [R2+0x%x], R0\n";
static const char free_text[] = "  LOP3.LUT R0, R4, R5, RZ, 0xfc, !PT\n"
                                "  ISETP.EQ.U32.AND P0, PT, R0, RZ, PT\n"
                                "  @P0 BRA back\n" TRAPS("0x4") "back:\n"
                                                                "  " RETURN "\n";

static const char *const names[WT_CUBIN_SERVICES] = {"vprintf", "__assertfail", "trap", "free"};
static const char *const texts[WT_CUBIN_SERVICES] = {printf_text, assert_text, trap_text, free_text};

static int number(const char *name) {
  for (int i = 0; i < WT_CUBIN_SERVICES; i++)
    if (!strcmp(names[i], name)) return i;
  return -1;
}

int wt_service_known(const char *name) { return number(name) >= 0 && number(name) != TRAP; }

/* BPT.TRAP, as trap and __trap() of the source become. */
static int is_trap(const wt_word *w) { return wt_isa_find(*w) == WT_I_BPT && (w->hi >> 20 & 7) == 3; }

/* A bit for each. */
static unsigned wanted(const wt_cubin_kernel *k) {
  unsigned bits = 0;
  for (uint32_t i = 0; i < k->nneeds; i++)
    if (wt_service_known(k->needs[i])) bits |= 1u << number(k->needs[i]);
  for (uint32_t i = 0; i < k->n; i++)
    if (is_trap(&k->code[i])) bits |= 1u << TRAP;
  return bits;
}
int wt_service_wanted(const wt_cubin_kernel *k) { return wanted(k) || k->nneeds; }

static wt_status assemble_text(const char *body, const char *more, const char *name, uint64_t buffer, wt_asm_out *out, char *err, size_t errn) {
  char *text = malloc(strlen(body) + strlen(more) + 200);
  if (!text) return snprintf(err, errn, "out of memory, free some"), WT_USAGE;
  int n = sprintf(text, ".kernel service\n.regs 32\n");
  n += sprintf(text + n, body, (uint32_t)buffer, (uint32_t)(buffer >> 32), (unsigned)WT_SERVICE_RECORDS);
  sprintf(text + n, "%s.end\n", more);
  wt_status st = wt_asm_string(text, name, out, err, errn);
  free(text);
  return st;
}
static wt_status assemble(unsigned which, uint64_t buffer, wt_asm_out *out, char *err, size_t errn) {
  return assemble_text(texts[which], "", names[which], buffer, out, err, errn);
}
/* The routine of a function that is not there. */
static wt_status assemble_missing(const char *name, uint64_t buffer, wt_asm_out *out, char *err, size_t errn) {
  uint8_t letters[WT_SERVICE_NAME] = {0};
  char more[WT_SERVICE_NAME / 4 * sizeof letters_text + 100];
  int n = 0;
  memcpy(letters, name, strnlen(name, WT_SERVICE_NAME - 1));
  for (unsigned i = 0; i < WT_SERVICE_NAME; i += 4)
    n += sprintf(more + n, letters_text, letters[i] | (uint32_t)letters[i + 1] << 8 | (uint32_t)letters[i + 2] << 16 | (uint32_t)letters[i + 3] << 24,
                 0x30 + i);
  strcpy(more + n, "  EXIT\n");
  return assemble_text(missing_text, more, "missing", buffer, out, err, errn);
}

/* Control codes that are right for any instruction: its result and its operands have a barrier each, and everyone waits for both. */
static void wait_for_each(wt_word *w) {
  wt_word_set(w, 105, 4, 2); /* stall count: the barrier is set when the next one looks */
  wt_word_set(w, 109, 1, 1);
  wt_word_set(w, 110, 3, 5);
  wt_word_set(w, 113, 3, 4);
  wt_word_set(w, 116, 6, 0x3f);
}

/* Behind the kernel's own code. A return counts from its own place. */
static int append(wt_cubin_kernel *k, const wt_asm_kernel *r) {
  wt_word *code = realloc(k->code, (k->n + r->ncode) * sizeof *code);
  if (!code) return -1;
  k->code = code;
  for (uint32_t i = 0, at = k->n; i < r->ncode; i++, at++) {
    code[at] = r->code[i];
    if (wt_isa_find(code[at]) == WT_I_RET && wt_asm_text(RETURN, at * 16, NULL, NULL, &code[at], NULL, 0)) return -1;
    wait_for_each(&code[at]);
  }
  k->n += (uint32_t)r->ncode;
  return 0;
}

/* Another instruction with the register, the guard and the control code of the one that was there. */
static int replace(wt_word *w, const char *text, uint32_t pc) {
  const uint64_t keep = UINT64_C(0xff00f000), control = ~UINT64_C(0) << 41; /* register and guard; bits 125:105 */
  wt_word now;
  if (wt_asm_text(text, pc, NULL, NULL, &now, NULL, 0)) return -1;
  *w = (wt_word){(now.lo & ~keep) | (w->lo & keep), (now.hi & ~control) | (w->hi & control)};
  return 0;
}

/* Addresses of code are distances from the start: every call of one through a register becomes the relative one with the distance to 0. */
static int redirect(wt_word *w, uint32_t pc, uint32_t trap) {
  char text[40];
  if (is_trap(w)) snprintf(text, sizeof text, "BRA 0x%" PRIx32, trap);
  else if (wt_isa_find(*w) == WT_I_CALL_ABS_R) snprintf(text, sizeof text, "CALL.REL.NOINC R0, 0x0");
  else return 0;
  if (is_trap(w)) w->lo &= UINT64_C(0xf000);
  return replace(w, text, pc);
}

/* Where the routine for a function that is not in the file lies, 0 = the kernel does not call it. */
static uint32_t routine_of(const wt_cubin_kernel *k, const char *name) {
  for (uint32_t i = 0; k->needed && i < k->nneeds; i++)
    if (!strcmp(k->needs[i], name)) return k->needed[i];
  return 0;
}

/* The routine of function number i among those that the kernel needs. */
static int add_needed(wt_cubin_kernel *k, uint32_t i, uint64_t buffer) {
  char err[200];
  wt_asm_out routine;
  if (wt_service_known(k->needs[i])) return k->needed[i] = k->service[number(k->needs[i])], 0;
  if ((k->needed[i] = routine_of(k, k->needs[i]))) return 0;
  uint32_t at = k->n * 16;
  if (assemble_missing(k->needs[i], buffer, &routine, err, sizeof err)) return -1;
  int bad = append(k, routine.kernel);
  wt_asm_free(&routine);
  k->needed[i] = k->func[k->nfunc++] = at;
  if (k->regs < LEAVE_REGS) k->regs = LEAVE_REGS;
  return bad;
}

/* An instruction that names such a function gets the address of its routine. */
static int put_address(wt_cubin_kernel *k, const wt_cubin_use *use) {
  wt_word *w = &k->code[use->insn];
  const uint32_t at = routine_of(k, use->name);
  char text[40];
  if (use->how != WT_CUBIN_CALL) return w->lo = (uint32_t)w->lo | (use->how == WT_CUBIN_LOW ? (uint64_t)at << 32 : 0), 0;
  snprintf(text, sizeof text, "CALL.REL.NOINC 0x%" PRIx32, at);
  return replace(w, text, use->insn * 16);
}

static wt_status link_kernel(wt_cubin_kernel *k, const wt_asm_out *routine, uint64_t buffer, char *err, size_t errn) {
  uint32_t own = k->n;
  uint32_t *func = realloc(k->func, (k->nfunc + WT_CUBIN_SERVICES + k->nneeds) * sizeof *func);
  int bad = !func || !(k->needed = calloc(k->nneeds + 1, sizeof *k->needed));
  if (func) k->func = func;
  for (unsigned which = 0, all = wanted(k); !bad && which < WT_CUBIN_SERVICES; which++) {
    uint32_t at = k->n * 16;
    if (!(all >> which & 1)) continue;
    bad = append(k, routine[which].kernel);
    k->service[which] = at;
    if (which != TRAP) func[k->nfunc++] = at;
  }
  if (k->service[TRAP] && k->regs < LEAVE_REGS) k->regs = LEAVE_REGS;
  for (uint32_t i = 0; !bad && i < k->nneeds; i++) bad = add_needed(k, i, buffer);
  for (uint32_t i = 0; !bad && i < k->nuses; i++) bad = put_address(k, &k->use[i]);
  for (uint32_t i = 0; !bad && i < own; i++) bad = redirect(&k->code[i], i * 16, k->service[TRAP]);
  k->own = own;
  return bad ? snprintf(err, errn, "kernel %s: out of memory, free some", k->name), WT_USAGE : WT_OK;
}

wt_status wt_service_link(wt_cubin *c, uint64_t buffer, char *err, size_t errn) {
  wt_asm_out routine[WT_CUBIN_SERVICES] = {{0}};
  wt_status st = WT_OK;
  for (unsigned i = 0; !st && i < WT_CUBIN_SERVICES; i++) st = assemble(i, buffer, &routine[i], err, errn);
  for (size_t i = 0; !st && i < c->nkernels; i++)
    if (wt_service_wanted(&c->kernel[i])) st = link_kernel(&c->kernel[i], routine, buffer, err, errn);
  for (unsigned i = 0; i < WT_CUBIN_SERVICES; i++) wt_asm_free(&routine[i]);
  return st;
}

void wt_service_fill(const wt_cubin *c, const wt_cubin_kernel *k, uint8_t *bank4, size_t size) {
  for (size_t i = 0; i < c->nexterns; i++) {
    uint64_t at = routine_of(k, c->externs[i].name);
    if (!at || c->externs[i].offset + 8 > size) continue;
    memcpy(bank4 + c->externs[i].offset, &at, sizeof at);
  }
}
