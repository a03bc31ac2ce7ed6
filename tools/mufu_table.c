/* mufu_table.c - makes cmodel/spec/mufu.def, the coefficients of MUFU, and prints the error of every section on stderr.
 *
 * Every row is a quadratic C0 + C1 t + C2 t^2 for one interval of a function, t = h / 2^17. Interpolation at Chebyshev nodes is rounded C2
 * first, then C1 and C0 are fitted again, and the neighbours of C2 and C1 are tried with the arithmetic of the unit (truncated square,
 * truncated products), so that the row is the best of a few dozen and not only the rounded ideal one.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef long double real;

enum { H_BITS = 17 };

typedef struct {
  const char *name, *text;
  unsigned rows, step; /* step: h advances by 2 where an interval holds 2^16 arguments */
  real (*f)(unsigned row, real t);
} section;

static const real PI = 3.14159265358979323846264338327950288L;

/* argument of a row of a section with 2^bits rows an octave */
static real at(unsigned row, real t, unsigned bits) { return 1 + ((real)(row & ((1u << bits) - 1)) + t) / (real)(1u << bits); }

static real f_rcp(unsigned r, real t) { return 1 / at(r, t, 7); }
static real f_rsq(unsigned r, real t) { return 1 / sqrtl((r >> 7 ? 2 : 1) * at(r, t, 7)); }
static real f_sqrt(unsigned r, real t) { return sqrtl((r >> 6 ? 2 : 1) * at(r, t, 6)); }
static real f_lg2(unsigned r, real t) { return log2l(at(r, t, 7)); }
static real f_ex2(unsigned r, real t) { return exp2l(at(r, t, 6) - 1); }
static real f_sin(unsigned r, real t) { return sinl(PI / 2 * (at(r, t, 6) - 1)); }
static real f_turn(unsigned r, real t) { return PI / 4 * at(r, t, 6); }
/* octaves 2^-5 .. 2^2; the result is scaled into [0.25, 1) where it is small */
static real f_tanh(unsigned r, real t) {
  int e = (int)(r >> 4) - 5;
  real x = ldexpl(at(r, t, 4), e);
  return ldexpl(tanhl(x), e < 0 ? -(e + 1) : 0);
}

static const section sections[] = {
  {"RCP", "1 / x, x = 1.m: 7 bits of m", 128, 2, f_rcp},
  {"RSQ", "1 / sqrt(x), x in [1, 2), then in [2, 4): 7 bits of m each", 256, 2, f_rsq},
  {"SQRT", "sqrt(x), x in [1, 2), then in [2, 4): 6 bits of m each", 128, 1, f_sqrt},
  {"LG2", "log2(x), x = 1.m: 7 bits of m", 128, 2, f_lg2},
  {"EX2", "2^x, x in [0, 1): 6 bits", 64, 1, f_ex2},
  {"SIN", "sin(pi/2 x), x in [0, 1): 6 bits", 64, 1, f_sin},
  {"TURN", "pi/4 x, x = 1.m: 6 bits of m", 64, 1, f_turn},
  {"TANH", "tanh(x), octaves of x from 2^-5 to 2^2: 4 bits of m each; below 1 divided by 2^(e+1)", 128, 1, f_tanh},
};

/* What the unit computes, in 2^-32. */
static long long eval(long long c0, long long c1, long long c2, long long h) {
  long long s = (h * h) >> 19;
  return (c0 << 5) + ((c1 * h) >> 11) + ((c2 * s) >> 6);
}

enum { SAMPLES = 512 };
static long long hs[SAMPLES];
static real want[SAMPLES];

/* Best C0 for C1 and C2: the middle of the errors. Returns the largest error that is left. */
static real fit0(long long *c0, long long c1, long long c2) {
  real lo = 1e30L, hi = -1e30L;
  for (int k = 0; k < SAMPLES; k++) {
    real d = want[k] - (real)eval(0, c1, c2, hs[k]);
    if (d < lo) lo = d;
    if (d > hi) hi = d;
  }
  *c0 = llrintl((lo + hi) / 64);
  real mid = (real)(*c0 * 32);
  return fmaxl(hi - mid, mid - lo);
}

static void row(const section *s, unsigned r, long long best[3], real *err) {
  real t[3], y[3];
  for (int k = 0; k < 3; k++) t[k] = (1 - cosl(PI * (real)(2 * k + 1) / 6)) / 2, y[k] = s->f(r, t[k]);
  real d1 = (y[1] - y[0]) / (t[1] - t[0]), d2 = ((y[2] - y[1]) / (t[2] - t[1]) - d1) / (t[2] - t[0]);
  real q2 = d2, q1 = d1 - d2 * (t[0] + t[1]);
  long long last = (1 << H_BITS) - s->step;
  for (int k = 0; k < SAMPLES; k++) {
    hs[k] = (last * k / (SAMPLES - 1)) & -(long long)s->step;
    want[k] = ldexpl(s->f(r, (real)hs[k] / (1 << H_BITS)), 32);
  }
  *err = 1e30L;
  /* Newton's step from the seed, as nvcc writes it, gives the correctly rounded 1 / x everywhere but at the largest m, where it needs the
   * correctly rounded seed: that one lies just above the middle of two numbers. */
  int above = s->f == f_rcp && r == 127;
  int zero = (s->f == f_lg2 || s->f == f_sin) && r == 0; /* log2(1) and sin(0) are 0 exactly */
  for (long long c2 = llrintl(ldexpl(q2, 23)) - 3, n = 0; n < 7; n++, c2++) {
    /* what a rounded C2 misses goes into C1: t^2 is t - 1/8 + small */
    long long mid = llrintl(ldexpl(q1 + q2 - ldexpl((real)c2, -23), 26));
    for (long long c1 = mid - 6; c1 <= mid + 6; c1++) {
      long long c0;
      real e = fit0(&c0, c1, c2);
      if (zero) {
        c0 = 0, e = 0;
        for (int k = 0; k < SAMPLES; k++) e = fmaxl(e, fabsl(want[k] - (real)eval(0, c1, c2, hs[k])));
      }
      if (above) {
        while ((real)eval(c0, c1, c2, last) < want[SAMPLES - 1] + 1) c0++, e += 32;
      }
      if (e < *err) *err = e, best[0] = c0, best[1] = c1, best[2] = c2;
    }
  }
}

static long long rows[2048][3];

static void print_def(void) {
  unsigned n = 0;
  printf("/* mufu.def - coefficients of MUFU, made by tools/mufu_table.c. Not edited by hand.\n"
         " *\n"
         " * MUFU_SECTION(name, first row, rows, what), MUFU_ROW(C0, C1, C2): C0 in 2^-27, C1 in 2^-26, C2 in 2^-23; how they are used:\n"
         " * docs/blocks/exec/wt_xu.md. What the reader has not defined is nothing; both are gone behind it.\n"
         " */\n"
         "#ifndef MUFU_SECTION\n#define MUFU_SECTION(name, first, rows, text)\n#endif\n"
         "#ifndef MUFU_ROW\n#define MUFU_ROW(c0, c1, c2)\n#endif\n");
  for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++) {
    printf("MUFU_SECTION(%s, %u, %u, \"%s\")\n", sections[k].name, n, sections[k].rows, sections[k].text);
    for (unsigned r = 0; r < sections[k].rows; r++, n++) printf("MUFU_ROW(%lld, %lld, %lld)\n", rows[n][0], rows[n][1], rows[n][2]);
  }
  printf("#undef MUFU_SECTION\n#undef MUFU_ROW\n");
}

/* The same as a module: C0 28 bits, C1 22 and C2 15 in two's complement. */
static void print_sv(unsigned n) {
  printf("// wt_xu_rom: coefficients of MUFU, the rows of cmodel/spec/mufu.def. Made by tools/mufu_table.c, not edited by hand.\n"
         "//\n"
         "// Model     cmodel/exec/wt_xu_mufu.c      Doc  docs/blocks/exec/wt_xu.md\n"
         "`default_nettype none\n"
         "module wt_xu_rom (\n"
         "  input  wire logic [9:0]  row,\n"
         "  output logic [64:0]      c     // {C0, C1, C2}\n"
         ");\n"
         "  always_comb begin\n"
         "    case (row)\n");
  for (unsigned r = 0; r < n; r++)
    printf("%s10'd%u: c = {28'h%07llx, 22'h%06llx, 15'h%04llx};%s", r % 2 ? " " : "      ", r, rows[r][0], rows[r][1] & 0x3fffff, rows[r][2] & 0x7fff,
           r % 2 ? "\n" : "");
  printf("      default: c = '0;\n"
         "    endcase\n"
         "  end\n"
         "endmodule\n"
         "`default_nettype wire\n");
}

/* mufu_table: prints mufu.def; mufu_table sv: the module. */
int main(int argc, char **argv) {
  unsigned n = 0;
  for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++) {
    const section *s = &sections[k];
    real worst = 0;
    for (unsigned r = 0; r < s->rows; r++, n++) {
      real err;
      row(s, r, rows[n], &err);
      worst = fmaxl(worst, err);
    }
    fprintf(stderr, "%-5s rows %3u, error %.3Lg\n", s->name, s->rows, ldexpl(worst, -32));
  }
  (void)argv;
  if (argc > 1) print_sv(n);
  else print_def();
  return 0;
}
