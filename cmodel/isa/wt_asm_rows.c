/* wt_asm_rows.c - the text table of the instruction set and the small lookups around it. */
#include "isa/wt_asm_rows.h"
#include <stdio.h>
#include <string.h>

/* clang-format off */
#define MOD(lo, n, names) {WT_TOK_MOD, lo, n, 0, 0, 0, 0, names}
#define MODC(lo, n, names, bit) {WT_TOK_MOD, lo, n, WT_TF_OPT, bit, 0, 0, names}
#define ITYPE(lo, sign) {WT_TOK_MOD, lo, 3, 0, 0, 0, sign, "U8|U16|U32|?|S8|S16||?"}
#define ITYPE64(lo, sign) {WT_TOK_MOD, lo, 3, 0, 0, 0, sign, "U8|U16|U32|U64|S8|S16||S64"}
#define SAME(lo, n, as, names) {WT_TOK_MOD, lo, n, 0, as, 0, 0, names}
#define FIX(lo, n, v) {WT_TOK_FIX, lo, n, 0, 0, 0, v, 0}
#define WORD(text) {WT_TOK_WORD, 0, 0, 0, 0, 0, 0, text}
#define ALIAS {WT_TOK_ALIAS, 0, 0, 0, 0, 0, 0, 0}
#define REG(lo) {WT_TOK_REG, lo, 8, 0, 0, 0, 0, 0}
#define REGO(lo, force, unless) {WT_TOK_REG, lo, 8, WT_TF_OPT, force, unless, 255, 0}
#define UREG(lo) {WT_TOK_UREG, lo, 6, 0, 0, 0, 0, 0}
#define UREGO(lo, force, unless) {WT_TOK_UREG, lo, 6, WT_TF_OPT, force, unless, 63, 0}
#define PD(lo) {WT_TOK_PDST, lo, 3, 0, 0, 0, 0, 0}
#define PDO(lo) {WT_TOK_PDST, lo, 3, WT_TF_OPT, 0, 0, 7, 0}
#define PS(lo) {WT_TOK_PSRC, lo, 4, 0, 0, 0, 0, 0}
#define PSO(lo, def, force) {WT_TOK_PSRC, lo, 4, WT_TF_OPT, force, 0, def, 0}
#define UPD(lo) {WT_TOK_UPDST, lo, 3, 0, 0, 0, 0, 0}
#define UPDO(lo) {WT_TOK_UPDST, lo, 3, WT_TF_OPT, 0, 0, 7, 0}
#define UPS(lo) {WT_TOK_UPSRC, lo, 4, 0, 0, 0, 0, 0}
#define UPSO(lo, def, force) {WT_TOK_UPSRC, lo, 4, WT_TF_OPT, force, 0, def, 0}
#define A(flags) {WT_TOK_A, 24, 8, flags, 0, 0, 0, 0}
#define B(flags) {WT_TOK_B, 32, 8, flags, 0, 0, 0, 0}
#define C(flags) {WT_TOK_C, 64, 8, flags, 0, 0, 0, 0}
#define SIGN(kind, lo) {kind, lo, 8, 0, 0, 0, 0, "SIGN"}
#define HALF(kind, lo, flags) {kind, lo, 8, NABS | (flags), 0, 0, 1, "|F32|H0_H0|H1_H1"}
#define IMM(lo, n) {WT_TOK_IMM, lo, n, 0, 0, 0, 0, 0}
#define IMMO(lo, n, def) {WT_TOK_IMM, lo, n, WT_TF_OPT, 0, 0, def, 0}
#define LUT {WT_TOK_LUT, 64, 8, 0, 0, 0, 0, 0}
#define PUS(lo) {WT_TOK_PUSRC, lo, 4, 0, 0, 0, 0, 0}
#define CONST {WT_TOK_CONST, 0, 0, 0, 0, 0, 0, 0}
#define ADDR(b64, ur) {WT_TOK_ADDR, b64, ur, 0, 0, 0, 0, 0}
#define ADDR32(b64, ur) {WT_TOK_ADDR32, b64, ur, 0, 0, 0, 0, 0}
#define SADDR(ur) {WT_TOK_SADDR, 0, ur, 0, 0, 0, 0, 0}
#define BRA48 {WT_TOK_BRA, 34, 48, 0, 0, 0, 0, 0}
#define BRA30 {WT_TOK_BRA, 34, 30, 0, 0, 0, 0, 0}
#define SREG {WT_TOK_SREG, 72, 8, 0, 0, 0, 0, 0}
#define BREG {WT_TOK_BREG, 16, 4, 0, 0, 0, 0, 0}
#define STATE {WT_TOK_STATE, 24, 6, 0, 0, 0, 0, 0}

#define RD REG(16)
#define URD UREG(16)
#define NEG WT_TF_NEG
#define INV WT_TF_INV
#define NABS (WT_TF_NEG | WT_TF_ABS)
#define NEGX WT_TF_NEGX
#define SGN WT_TF_SGN
#define X MOD(74, 1, "|X")
#define U32 MOD(73, 1, "U32|")
#define CMP MOD(76, 3, "F|LT|EQ|LE|GT|NE|GE|T")
#define FCMP MOD(76, 4, "F|LT|EQ|LE|GT|NE|GE|NUM|NAN|LTU|EQU|LEU|GTU|NEU|GEU|T")
#define BOP MOD(74, 2, "AND|OR|XOR")
#define SHFTYPE MOD(76, 1, "L|R"), MOD(75, 1, "|W"), MOD(73, 2, "S64|U64|S32|U32"), MOD(80, 1, "|HI")
#define LDSIZE MOD(73, 3, "U8|S8|U16|S16||64|128")
#define BAR MOD(77, 3, "SYNC|ARV|RED|SCAN|SYNCALL"), MODC(74, 2, "POPC|AND|OR", 78)
#define SCOPE MOD(77, 2, "CTA|SM|GPU|SYS")
#define ORDER MOD(79, 2, "CONSTANT||STRONG|MMIO"), SCOPE
#define CACHE MOD(84, 3, "EF||EL|LU|EU|NA"), MOD(69, 1, "|LTC128B")
#define CACHEU MOD(84, 3, "EF||EL|LU|EU|NA")
#define EXT MOD(72, 1, "|E")
#define AOP MOD(87, 4, "ADD|MIN|MAX|INC|DEC|AND|OR|XOR|EXCH")
#define ATYPE MOD(73, 3, "|S32|64|F32.FTZ.RN|F16x2.RN|S64|F64.RN")
#define RND MOD(78, 2, "|RM|RP|RZ")
#define FTZ MOD(80, 1, "|FTZ")
#define SAT MOD(77, 1, "|SAT")
#define HF32 MOD(78, 1, "|F32")
#define FMZ MOD(76, 1, "|FMZ")
#define HBOP MOD(69, 2, "AND|OR|XOR")
#define HALF_A HALF(WT_TOK_A, 24, 0)
#define HALF_B HALF(WT_TOK_B, 32, 0)
#define HALF_C(flags) HALF(WT_TOK_C, 64, flags)
#define LOW(flags) C(WT_TF_LOW | (flags))
#define DCMP MOD(76, 4, "MIN|LT|EQ|LE|GT|NE|GE|NUM|NAN|LTU|EQU|LEU|GTU|NEU|GEU|MAX")
#define PP PSO(87, 7, 0) /* extra predicate of control instructions */
#define IRND MOD(78, 2, "|FLOOR|CEIL|TRUNC")
#define SHFLMODE MOD(58, 2, "IDX|UP|DOWN|BFLY")
#define IDP_KINDS                                                                                 \
  "4A.U8.U8|4A.S8.U8|4A.U8.S8|4A.S8.S8|?|?|?|?|2A.LO.U16.U8|2A.LO.S16.U8|2A.LO.U16.S8|2A.LO.S16.S8|" \
  "?|?|?|?|?|?|?|?|?|?|?|?|2A.HI.U16.U8|2A.HI.S16.U8|2A.HI.U16.S8|2A.HI.S16.S8"
#define VMODE MOD(72, 2, "ALL|ANY|EQ")
/* clang-format on */

static const wt_row_text rows[WT_I_COUNT] = {
  /* integer, move, predicate */
  [WT_I_MOV] = {"MOV", {RD, B(0), IMMO(72, 4, 15)}},
  [WT_I_P2R] = {"P2R", {MOD(76, 2, "|B1|B2|B3"), RD, WORD("PR"), A(0), B(0)}},
  [WT_I_R2P] = {"R2P", {MOD(76, 2, "|B1|B2|B3"), WORD("PR"), A(0), B(0)}},
  [WT_I_CS2R] = {"CS2R", {MOD(80, 1, "32|"), RD, SREG}},
  [WT_I_SEL] = {"SEL", {RD, A(0), B(SGN), PS(87)}},
  [WT_I_FSEL] = {"FSEL", {FTZ, RD, A(NABS), B(NABS), PS(87)}},
  [WT_I_FMNMX] = {"FMNMX", {FTZ, RD, A(NABS), B(NABS), PS(87)}},
  [WT_I_FSETP] = {"FSETP", {FCMP, FTZ, BOP, PD(81), PD(84), A(NABS), B(NABS), PS(87)}},
  [WT_I_ISETP] = {"ISETP", {CMP, U32, BOP, MOD(72, 1, "|EX"), PD(81), PD(84), A(0), B(WT_TF_SGN73), PS(87), PSO(68, 7, 72)}},
  [WT_I_IADD3] = {"IADD3", {X, RD, PDO(81), PDO(84), A(NEGX), B(NEGX | SGN), C(NEGX | SGN), PSO(87, 15, 74), PSO(77, 15, 74)}},
  [WT_I_LEA] = {"LEA",
                {MOD(80, 1, "|HI"),
                 X,
                 MOD(73, 1, "|SX32"),
                 RD,
                 PDO(81),
                 A(NEGX),
                 B(NEGX | SGN),
                 {WT_TOK_C, 64, 8, WT_TF_OPT, 80, 73, 255, 0},
                 IMM(75, 5),
                 PSO(87, 15, 74)}},
  [WT_I_LOP3] = {"LOP3.LUT", {MOD(80, 1, "|PAND"), PDO(81), RD, A(0), B(0), C(0), IMM(72, 8), PS(87)}},
  [WT_I_IABS] = {"IABS", {RD, B(0)}},
  [WT_I_PRMT] = {"PRMT", {MOD(72, 3, "|F4E|B4E|RC8|ECL|ECR|RC16"), RD, A(0), B(0), C(0)}},
  [WT_I_IMNMX] = {"IMNMX", {U32, RD, A(0), B(WT_TF_SGN73), PS(87)}},
  [WT_I_SHF] = {"SHF", {SHFTYPE, RD, A(0), B(0), C(0)}},
  [WT_I_VABSDIFF] = {"VABSDIFF", {U32, RD, PDO(81), A(0), B(0), C(0)}},
  [WT_I_VABSDIFF4] = {"VABSDIFF4", {MOD(73, 1, "U8|S8"), MOD(75, 1, "|ACC"), RD, PDO(81), A(0), B(0), C(0)}},
  [WT_I_SGXT] = {"SGXT", {MOD(75, 1, "|W"), U32, RD, A(0), B(0)}},
  [WT_I_BMSK] = {"BMSK", {MOD(75, 1, "|W"), RD, A(0), B(0)}},
  [WT_I_PLOP3] = {"PLOP3.LUT", {PD(81), PD(84), PS(87), PS(77), PUS(68), LUT, IMM(16, 8)}},
  [WT_I_PLOP3_S1] = {"PLOP3.LUT", {PD(81), PD(84), PS(87), SIGN(WT_TOK_B, 32), PS(68), IMM(72, 8), IMM(16, 8)}},
  [WT_I_PLOP3_S2] = {"PLOP3.LUT", {PD(81), PD(84), PS(87), SIGN(WT_TOK_B, 32), SIGN(WT_TOK_C, 64), IMM(72, 8), IMM(16, 8)}},
  [WT_I_PLOP3_S3] = {"PLOP3.LUT", {PD(81), PD(84), SIGN(WT_TOK_A, 24), SIGN(WT_TOK_B, 32), SIGN(WT_TOK_C, 64), IMM(72, 8), IMM(16, 8)}},
  [WT_I_IMAD] = {"IMAD", {ALIAS, U32, X, RD, PDO(81), A(0), B(SGN), C(NEGX | SGN), PSO(87, 15, 74)}},
  [WT_I_IMAD_WIDE] = {"IMAD.WIDE", {U32, X, RD, PDO(81), A(0), B(SGN), C(NEGX | SGN), PSO(87, 15, 74)}},
  [WT_I_IMAD_HI] = {"IMAD.HI", {U32, X, RD, PDO(81), A(0), B(SGN), C(NEGX | SGN), PSO(87, 15, 74)}},
  [WT_I_IDP] = {"IDP", {MOD(73, 5, IDP_KINDS), RD, A(0), B(0), C(0)}},
  [WT_I_I2I] = {"I2I", {MOD(76, 2, "U8|S8|U16|S16"), MOD(72, 0, "S32.SAT"), RD, B(0)}},
  [WT_I_I2IP] = {"I2IP", {MOD(76, 2, "U8|S8|U16|S16"), MOD(72, 0, "S32.SAT"), RD, A(0), B(0), C(0)}},
  [WT_I_FLO] = {"FLO", {U32, MOD(74, 1, "|SH"), RD, PDO(81), B(INV)}},
  [WT_I_BREV] = {"BREV", {RD, B(0)}},
  [WT_I_POPC] = {"POPC", {RD, B(INV)}},
  [WT_I_S2R] = {"S2R", {RD, SREG}},
  [WT_I_LEPC] = {"LEPC", {RD}},
  /* floating point */
  [WT_I_FMUL] = {"FMUL", {MOD(84, 3, "?|D8|D4|D2||M2|M4|M8"), RND, MOD(76, 1, "|FMZ"), FTZ, SAT, RD, A(NABS), B(NABS)}},
  /* special functions and conversions */
  [WT_I_MUFU] = {"MUFU", {MOD(74, 4, "COS|SIN|EX2|LG2|RCP|RSQ|RCP64H|RSQ64H|SQRT|TANH"), MOD(73, 1, "|F16"), RD, B(NABS)}},
  [WT_I_I2F] = {"I2F", {MOD(75, 2, "?|F16|"), ITYPE(84, 74), MOD(78, 2, "|RM|RP|RZ"), RD, B(0)}},
  [WT_I_I2F_64] = {"I2F", {MOD(75, 2, "?|F16||F64"), ITYPE64(84, 74), MOD(78, 2, "|RM|RP|RZ"), RD, B(0)}},
  [WT_I_F2I] = {"F2I", {MOD(80, 1, "|FTZ"), ITYPE(75, 72), MOD(84, 2, "?|F16|"), IRND, MOD(77, 1, "|NTZ"), RD, B(NABS)}},
  [WT_I_F2I_64] = {"F2I", {MOD(80, 1, "|FTZ"), ITYPE64(75, 72), MOD(84, 2, "?|F16||F64"), IRND, MOD(77, 1, "|NTZ"), RD, B(NABS)}},
  [WT_I_F2F] = {"F2F", {MOD(80, 1, "|FTZ"), MOD(75, 2, "?|F16|F32"), MOD(84, 2, "?|F16|F32"), MOD(78, 2, "|RM|RP|RZ"), RD, B(NABS)}},
  [WT_I_F2F_64] = {"F2F", {MOD(80, 1, "|FTZ"), MOD(75, 2, "?|F16|F32|F64"), MOD(84, 2, "?|F16|F32|F64"), MOD(78, 2, "|RM|RP|RZ"), RD, B(NABS)}},
  [WT_I_FRND] = {"FRND", {MOD(80, 1, "|FTZ"), SAME(75, 2, 84, "?|F16|"), IRND, RD, B(NABS)}},
  [WT_I_FRND_64] = {"FRND", {MOD(80, 1, "|FTZ"), SAME(75, 2, 84, "?|?|?|F64"), IRND, RD, B(NABS)}},
  [WT_I_FFMA] = {"FFMA", {MOD(76, 1, "|FMZ"), FTZ, RND, SAT, RD, A(NABS), B(NABS), C(NABS)}},
  [WT_I_FADD] = {"FADD", {FTZ, RND, SAT, RD, A(NABS), LOW(NABS)}},
  [WT_I_FSET] = {"FSET.BF", {FCMP, FTZ, BOP, RD, A(NABS), B(NABS), PS(87)}},
  [WT_I_HADD2_C] = {"HADD2", {HF32, FTZ, SAT, RD, HALF_A, HALF_C(WT_TF_LOW)}},
  [WT_I_HADD2] = {"HADD2", {HF32, FTZ, SAT, RD, HALF_A, HALF_C(WT_TF_LOW)}},
  [WT_I_HMUL2] = {"HMUL2", {HF32, FMZ, FTZ, SAT, RD, HALF_A, HALF_B}},
  [WT_I_HFMA2] = {"HFMA2", {HF32, FMZ, FTZ, SAT, RD, HALF_A, HALF_B, HALF_C(0)}},
  [WT_I_HSET2] = {"HSET2", {MOD(71, 1, "|BF"), FCMP, FTZ, HBOP, RD, HALF_A, HALF_C(WT_TF_LOW), PS(87)}},
  [WT_I_HSETP2] = {"HSETP2", {MOD(71, 1, "|H_AND"), FCMP, FTZ, HBOP, PD(81), PD(84), HALF_A, HALF_C(WT_TF_LOW), PS(87)}},
  [WT_I_FCHK] = {"FCHK", {PD(81), A(NABS), B(NABS)}},
  [WT_I_DADD] = {"DADD", {RND, RD, A(NABS), C(NABS)}},
  [WT_I_DMUL] = {"DMUL", {RND, RD, A(NABS), B(NABS)}},
  [WT_I_DFMA] = {"DFMA", {RND, RD, A(NABS), B(NABS), C(NABS)}},
  [WT_I_DSETP] = {"DSETP", {DCMP, BOP, PD(81), PD(84), A(NABS), LOW(NABS), PS(87)}},
  /* memory */
  [WT_I_LDG] = {"LDG", {EXT, CACHE, LDSIZE, ORDER, PDO(81), RD, ADDR(0, 0)}},
  [WT_I_LDG_U] = {"LDG", {EXT, CACHEU, LDSIZE, ORDER, PDO(81), RD, ADDR(90, 32), FIX(91, 1, 1)}},
  [WT_I_STG] = {"STG", {EXT, CACHEU, LDSIZE, ORDER, ADDR(0, 0), REG(32)}},
  [WT_I_STG_U] = {"STG", {EXT, CACHEU, LDSIZE, ORDER, ADDR(90, 64), REG(32), FIX(91, 1, 1)}},
  [WT_I_LD] = {"LD", {EXT, CACHEU, LDSIZE, ORDER, RD, ADDR32(90, 32)}},
  [WT_I_ST] = {"ST", {EXT, CACHEU, LDSIZE, ORDER, ADDR32(0, 0), REG(64)}},
  [WT_I_ST_U] = {"ST", {EXT, CACHEU, LDSIZE, ORDER, ADDR(90, 64), REG(32), FIX(91, 1, 1)}},
  [WT_I_LDS] = {"LDS", {MOD(76, 1, "|U"), LDSIZE, RD, SADDR(32)}},
  [WT_I_STS] = {"STS", {LDSIZE, SADDR(0), REG(32)}},
  [WT_I_STS_U] = {"STS", {LDSIZE, SADDR(64), REG(32), FIX(91, 1, 1)}},
  [WT_I_LDL] = {"LDL", {CACHEU, LDSIZE, RD, SADDR(32)}},
  [WT_I_STL] = {"STL", {CACHEU, LDSIZE, SADDR(0), REG(32)}},
  [WT_I_STL_U] = {"STL", {CACHEU, LDSIZE, SADDR(64), REG(32), FIX(91, 1, 1)}},
  [WT_I_LDC] = {"LDC", {LDSIZE, RD, {WT_TOK_LDC, 0, 0, 0, 0, 0, 0, 0}}},
  [WT_I_ATOMG] = {"ATOMG", {EXT, AOP, CACHEU, ATYPE, ORDER, PD(81), RD, ADDR(0, 0), REG(32), FIX(64, 8, 255)}},
  [WT_I_ATOMG_U] = {"ATOMG", {EXT, AOP, CACHEU, ATYPE, ORDER, PD(81), RD, ADDR(70, 64), REG(32), FIX(91, 1, 1)}},
  [WT_I_ATOMG_CAS] = {"ATOMG", {EXT, MOD(72, 0, "CAS"), CACHEU, ATYPE, ORDER, PD(81), RD, ADDR(0, 0), REG(32), REG(64)}},
  [WT_I_RED] = {"RED", {EXT, MOD(87, 3, "ADD|MIN|MAX|INC|DEC|AND|OR|XOR"), CACHEU, ATYPE, ORDER, ADDR(90, 64), REG(32)}},
  [WT_I_ATOM] = {"ATOM", {EXT, AOP, CACHEU, ATYPE, ORDER, PD(81), RD, ADDR(0, 0), REG(32), FIX(64, 8, 255)}},
  [WT_I_ATOM_U] = {"ATOM", {EXT, AOP, CACHEU, ATYPE, ORDER, PD(81), RD, ADDR(70, 64), REG(32), FIX(91, 1, 1)}},
  [WT_I_ATOM_CAS] = {"ATOM", {EXT, MOD(72, 0, "CAS"), CACHEU, ATYPE, ORDER, PD(81), RD, ADDR(0, 0), REG(32), REG(64)}},
  [WT_I_ATOMS] = {"ATOMS", {AOP, ATYPE, RD, SADDR(0), REG(32), FIX(64, 8, 255)}},
  [WT_I_ATOMS_U] = {"ATOMS", {AOP, ATYPE, RD, SADDR(64), REG(32), FIX(91, 1, 1)}},
  [WT_I_ATOMS_CAS] = {"ATOMS", {MOD(87, 2, "CAS|?|?|CAST.SPIN"), ATYPE, RD, SADDR(0), REG(32), REG(64)}},
  [WT_I_QSPC] = {"QSPC", {EXT, MOD(73, 2, "G|L|S|D"), PD(81), RD, ADDR(0, 0)}},
  [WT_I_MEMBAR] = {"MEMBAR", {MOD(79, 2, "SC|ALL"), MOD(76, 3, "CTA|SM|GPU|SYS|?|VC")}},
  [WT_I_ERRBAR] = {"ERRBAR", {{0}}},
  [WT_I_CCTL] = {"CCTL", {MOD(87, 4, "PF1|PF2|WB|IV|IVALL|RS|WBALL"), EXT, REGO(24, 0, 0), IMMO(32, 32, 0)}},
  /* warp level */
  [WT_I_VOTE] = {"VOTE", {VMODE, REGO(16, 0, 0), PD(81), PS(87)}},
  [WT_I_VOTEU] = {"VOTEU", {VMODE, UREGO(16, 0, 0), UPD(81), PS(87)}},
  [WT_I_SHFL_RR] = {"SHFL", {SHFLMODE, PD(81), RD, REG(24), REG(32), REG(64)}},
  [WT_I_SHFL_RI] = {"SHFL", {SHFLMODE, PD(81), RD, REG(24), REG(32), IMM(40, 13)}},
  [WT_I_SHFL_IR] = {"SHFL", {SHFLMODE, PD(81), RD, REG(24), IMM(53, 5), REG(64)}},
  [WT_I_SHFL_II] = {"SHFL", {SHFLMODE, PD(81), RD, REG(24), IMM(53, 5), IMM(40, 13)}},
  [WT_I_MATCH] = {"MATCH", {MOD(79, 1, "ALL|ANY"), MOD(73, 1, "|U64"), PDO(81), RD, REG(24)}},
  [WT_I_BAR_II] = {"BAR", {BAR, IMM(54, 4), IMMO(42, 12, 0), PSO(87, 0, 78)}},
  [WT_I_BAR_RR] = {"BAR", {BAR, REG(32), PSO(87, 0, 78)}},
  [WT_I_BAR_RI] = {"BAR", {BAR, REG(32), IMM(42, 12), PSO(87, 0, 78)}},
  [WT_I_BAR_IR] = {"BAR", {BAR, IMM(54, 4), REG(32), PSO(87, 0, 78)}},
  [WT_I_B2R] = {"B2R", {MOD(78, 2, "?|RESULT"), RD, PDO(81)}},
  [WT_I_R2UR] = {"R2UR", {URD, REG(24)}},
  [WT_I_S2UR] = {"S2UR", {URD, SREG}},
  /* control flow */
  [WT_I_BRA] = {"BRA", {MOD(32, 2, "|U|DIV|CONV"), MOD(85, 2, "|INC|DEC"), PP, BRA48}},
  [WT_I_BSSY] = {"BSSY", {PP, BREG, BRA30}},
  [WT_I_BSYNC] = {"BSYNC", {PP, BREG}},
  [WT_I_BREAK] = {"BREAK", {PP, BREG}},
  [WT_I_BMOV_RB] = {"BMOV.32", {MOD(84, 1, "|CLEAR"), RD, STATE}},
  [WT_I_BMOV_BR] = {"BMOV.32", {STATE, REG(32)}},
  [WT_I_WARPSYNC_I] = {"WARPSYNC", {PP, IMM(32, 32)}},
  [WT_I_WARPSYNC_R] = {"WARPSYNC", {PP, REG(32)}},
  [WT_I_WARPSYNC_C] = {"WARPSYNC", {PP, CONST}},
  [WT_I_YIELD] = {"YIELD", {PP}},
  [WT_I_NANOSLEEP_R] = {"NANOSLEEP", {MOD(85, 1, "|WARP"), PP, REG(32)}},
  [WT_I_NANOSLEEP_I] = {"NANOSLEEP", {MOD(85, 1, "|WARP"), PP, IMM(32, 32)}},
  [WT_I_NANOSLEEP_C] = {"NANOSLEEP", {MOD(85, 1, "|WARP"), PP, CONST}},
  [WT_I_CALL_REL] = {"CALL.REL", {MOD(86, 1, "|NOINC"), PP, BRA48}},
  [WT_I_CALL_REL_R] = {"CALL.REL", {MOD(86, 1, "|NOINC"), PP, REG(24), BRA48}},
  [WT_I_CALL_ABS_R] = {"CALL.ABS", {MOD(86, 1, "|NOINC"), PP, REG(24), BRA48}},
  [WT_I_RET] = {"RET", {MOD(85, 1, "REL|ABS"), MOD(86, 1, "|NODEC"), PP, REG(24), BRA48}},
  [WT_I_BRX] = {"BRX", {PP, REG(24), BRA48}},
  [WT_I_EXIT] = {"EXIT", {PP}},
  [WT_I_NOP] = {"NOP", {{0}}},
  [WT_I_DEPBAR] = {"DEPBAR", {MOD(47, 1, "|LE"), IMM(44, 3), IMM(38, 6), IMM(32, 6)}},
  /* uniform datapath */
  [WT_I_UP2UR] = {"UP2UR", {MOD(76, 2, "|B1|B2|B3"), URD, WORD("UPR"), UREG(24), IMM(32, 32), FIX(91, 1, 1)}},
  [WT_I_UMOV_I] = {"UMOV", {URD, IMM(32, 32)}},
  [WT_I_UMOV_U] = {"UMOV", {URD, UREG(32), FIX(91, 1, 1)}},
  [WT_I_USEL] = {"USEL", {URD, A(0), B(SGN), UPS(87)}},
  [WT_I_UISETP] = {"UISETP", {CMP, U32, BOP, MOD(72, 1, "|EX"), UPD(81), UPD(84), A(0), B(WT_TF_SGN73), UPS(87), UPSO(68, 7, 72)}},
  [WT_I_UIADD3] = {"UIADD3", {X, URD, UPDO(81), UPDO(84), A(NEGX), B(NEGX | SGN), C(NEGX | SGN), UPSO(87, 15, 74), UPSO(77, 15, 74)}},
  [WT_I_ULEA] = {"ULEA",
                 {MOD(80, 1, "|HI"), X, MOD(73, 1, "|SX32"), URD, UPDO(81), A(NEGX), B(NEGX | SGN), UREGO(64, 80, 73), IMM(75, 5), UPSO(87, 15, 74)}},
  [WT_I_ULOP3] = {"ULOP3.LUT", {MOD(80, 1, "|PAND"), UPDO(81), URD, A(0), B(0), C(0), IMM(72, 8), UPS(87)}},
  [WT_I_UPRMT] = {"UPRMT", {MOD(72, 3, "|F4E|B4E|RC8|ECL|ECR|RC16"), URD, A(0), B(0), C(0)}},
  [WT_I_USGXT] = {"USGXT", {MOD(75, 1, "|W"), U32, URD, UREG(24), IMM(32, 32), FIX(91, 1, 1)}},
  [WT_I_USHF] = {"USHF", {SHFTYPE, URD, A(0), B(0), C(0)}},
  [WT_I_UPLOP3] = {"UPLOP3.LUT", {UPD(81), UPD(84), UPS(87), UPS(77), UPS(68), LUT, IMM(16, 8)}},
  [WT_I_UIMAD] = {"UIMAD", {U32, X, URD, UPDO(81), A(0), B(SGN), C(NEGX | SGN), UPSO(87, 15, 74)}},
  [WT_I_UIMAD_WIDE] = {"UIMAD.WIDE", {U32, X, URD, UPDO(81), A(0), B(SGN), C(NEGX | SGN), UPSO(87, 15, 74)}},
  [WT_I_ULDC] = {"ULDC", {LDSIZE, URD, {WT_TOK_ULDC, 0, 0, 0, 0, 0, 0, 0}}},
  [WT_I_ULDC_U] = {"ULDC", {LDSIZE, URD, {WT_TOK_ULDCU, 0, 0, 0, 0, 0, 0, 0}, FIX(91, 1, 1)}},
  [WT_I_UFLO] = {"UFLO", {U32, MOD(74, 1, "|SH"), URD, UPDO(81), {WT_TOK_UREG, 32, 6, INV, 0, 0, 0, 0}, FIX(91, 1, 1)}},
  [WT_I_UBREV] = {"UBREV", {URD, UREG(32), FIX(91, 1, 1)}},
  [WT_I_UPOPC] = {"UPOPC", {URD, {WT_TOK_UREG, 32, 6, INV, 0, 0, 0, 0}, FIX(91, 1, 1)}},
};

const wt_row_text *wt_row_text_get(unsigned id) { return &rows[id]; }

int wt_row_uniform(unsigned id) { return wt_isa_rows[id].unit == WT_UNIT_UNI; }

int wt_row_uniform_guard(unsigned id) { return wt_row_uniform(id) && id != WT_I_VOTEU; }

wt_half_bits wt_half_bits_at(unsigned lo) {
  static const wt_half_bits a = {74, 72, 73}, low = {60, 63, 62}, high = {81, 84, 83};
  return lo == 24 ? a : lo == 32 ? low : high;
}

const char *wt_imad_alias(wt_word w) {
  unsigned form = wt_isa_form(w), a = (unsigned)wt_bits(w, 31, 24), c64 = (unsigned)wt_bits(w, 71, 64);
  unsigned b = form == 1 ? (unsigned)wt_bits(w, 39, 32) : c64;
  uint32_t imm = (uint32_t)wt_bits(w, 63, 32);
  if (wt_bit(w, 74)) return "";
  if (a == 255 && b == 255 && (form <= 3 || form == 7)) return "MOV";
  if (form != 4) return "";
  if (imm == 1) return "IADD";
  return imm && !(imm & (imm - 1)) && c64 == 255 && !wt_bit(w, 75) ? "SHL" : "";
}

void wt_word_set(wt_word *w, unsigned lo, unsigned n, uint64_t v) {
  uint64_t m = n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
  v &= m;
  if (lo >= 64) {
    w->hi = (w->hi & ~(m << (lo - 64))) | v << (lo - 64);
    return;
  }
  w->lo = (w->lo & ~(m << lo)) | v << lo;
  if (lo && lo + n > 64) w->hi = (w->hi & ~(m >> (64 - lo))) | v >> (64 - lo);
}

const char *wt_sreg_name(unsigned n, char *buf) {
  static const struct {
    uint8_t n;
    const char *name;
  } known[] = {
    {0, "SR_LANEID"},     {1, "SR_CLOCK"},        {3, "SR_VIRTID"},         {33, "SR_TID.X"},         {34, "SR_TID.Y"},   {35, "SR_TID.Z"},
    {55, "SR_LMEMHIOFF"}, {67, "SR_VIRTUALSMID"}, {37, "SR_CTAID.X"},       {38, "SR_CTAID.Y"},       {39, "SR_CTAID.Z"}, {40, "SR_NTID"},
    {50, "SR_SMEMSZ"},    {56, "SR_EQMASK"},      {57, "SR_LTMASK"},        {58, "SR_LEMASK"},        {59, "SR_GTMASK"},  {60, "SR_GEMASK"},
    {80, "SR_CLOCKLO"},   {81, "SR_CLOCKHI"},     {82, "SR_GLOBALTIMERLO"}, {83, "SR_GLOBALTIMERHI"}, {255, "SRZ"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].n == n) return known[i].name;
  snprintf(buf, 16, "SR_%u", n);
  return buf;
}

int wt_mod_name(const char *names, unsigned v, const char **name) {
  for (; v; v--) {
    names = strchr(names, '|');
    if (!names) return -1;
    names++;
  }
  *name = names;
  if (*names == '?') return -1;
  return (int)strcspn(names, "|");
}
