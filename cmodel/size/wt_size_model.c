/* wt_size_model.c - closed forms: memory macros in F^2, arrays of flip-flops in gate equivalents, nodes.
 *
 * The memory equations are a fit to the areas of the CACTI 7 cache model over five nodes (90 to 22 nm); all terms scale with F^2. The gate
 * equations are a fit to syntheses with gtech.lib. docs/user/size.md has their errors.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "size/wt_size.h"

static double lg(double x) { return x > 1 ? log2(x) : 0; }

double wt_f2_sum(const wt_f2 *a) { return a->cell + a->col + a->dec + a->row + a->wire + a->fixed; }

/* A 6T cell is 10 F by 14.6 F; every further port adds 5 F to both sides. */
static double side_w(unsigned p) { return 10 + 5.0 * (p - 1); }
static double side_h(unsigned p) { return 14.6 + 5.0 * (p - 1); }

wt_f2 wt_f2_ram(double R, double C, unsigned p) {
  double w = side_w(p), h = side_h(p);
  if (p == 1) return (wt_f2){1.256 * R * C * w * h, 110 * C * lg(R) + 1896 * C, 13160 * lg(R), 12.4 * R * h, 43.0 * C * C, 0};
  return (wt_f2){1.199 * R * C * w * h, 780 * C * p * lg(R), 9247 * p * lg(R), 21.9 * R * p * h, 25.6 * (C * p) * (C * p), 0};
}

wt_f2 wt_f2_tag(double S, double C, unsigned p) {
  double w = side_w(p), h = side_h(p);
  return (wt_f2){1.041 * S * C * w * h, 724 * C * p * lg(S), 0, 218 * S * p * h, 0.053 * (C * p) * (C * p), 0};
}

wt_f2 wt_f2_setdata(double S, double C, double L, unsigned p) {
  double w = side_w(p), h = side_h(p);
  return (wt_f2){1.155 * S * C * w * h, 378 * C * p * lg(S) + 1758 * C * p, 0, 0, 32.7 * (C * p) * (L * p), 0};
}

/* A CAM cell is 29.2 F high; search ports widen it as read ports do. */
wt_f2 wt_f2_cam(double R, double C, unsigned p, unsigned s) {
  double P = p + s - 1, T = p + s, wc = 10 + 5 * (P - 1), hc = 29.2 + 5 * (P - 1);
  return (wt_f2){1.096 * R * C * wc * hc, 6670 * C * T, 0, 4849 * R * T, 31.6 * (C * T) * (C * T), 22035 * T};
}

wt_f2 wt_f2_fa(double R, double Ct, double L, unsigned p, unsigned s) {
  double P = p + s - 1, T = p + s, wc = 10 + 5 * (P - 1), hc = 29.2 + 5 * (P - 1), hs = hc;
  return (wt_f2){0.930 * R * Ct * wc * hc + 0.908 * R * L * wc * hs,
                 2532 * Ct * T + 2876 * L * T,
                 692 * T * (Ct + L) * sqrt(R),
                 111.6 * R * hc * T,
                 34.7 * ((Ct + L) * T) * ((Ct + L) * T),
                 89700 * T};
}

/* ---- gates ---- */

/* DFF 5.67 and the 2.33 of a multiplexer that holds its value */
double wt_ge_reg(double bits) { return 8.0 * bits; }

/* Words other than the only one cost a multiplexer per bit and read port, and a little decoding per word. */
double wt_ge_array(double depth, double width, unsigned rd, unsigned wr) {
  double f = (depth - 1) / depth, bit = 8.0 + (rd ? 2.3 * f + 2.12 * f * (rd - 1.0) : 0) + (wr ? 2.42 * (wr - 1.0) : 0);
  return depth * width * bit + (depth > 1 ? 1.5 * depth * wr : 0);
}

/* A searched bit has its comparator and its share of the match line; data bits are read by the match. */
double wt_ge_cam(double entries, double tag, double data, unsigned srch) {
  return entries * (tag * (10.8 + 2.6 * (srch ? srch - 1.0 : 0)) + 10.1 * data);
}

/* ---- nodes ---- */

/* Between the two stated figures: 0.798 um2 at 45 nm is 0.00039 F^2, 2.5 um2 at 90 nm is 0.00031 F^2. */
#define SCALED(nm) 0.00039 * (nm) * (nm)
static const wt_node nodes[] = {
  {90, 2.5, 1, "400 kgates/mm2, university course slides on a 90 nm process"},
  {65, SCALED(65), 0.31 / 0.39, "interpolated: 0.00039 F^2"},
  {45, 0.798, 1, "NAND2_X1 of the Nangate 45 nm open cell library"},
  {32, SCALED(32), 0.31 / 0.39, "interpolated: 0.00039 F^2"},
  {22, SCALED(22), 0.31 / 0.39, "interpolated: 0.00039 F^2"},
};

int wt_node_find(const char *text, double nand2, wt_node *out, char *err, size_t errn) {
  char *end;
  double nm = strtod(text, &end);
  if (end == text || (*end && strcmp(end, "nm")) || !(nm > 0)) {
    snprintf(err, errn, "--node %s: expected a feature size in nm (90, 65, 45, 32, 22, or another one with --nand2-um2)", text);
    return -1;
  }
  if (nm < 16 || nm > 250) {
    snprintf(err, errn, "--node %s: the memory equations scale with F^2, which holds from 250 to 16 nm; below, a node's name is no length", text);
    return -1;
  }
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
    if (nodes[i].nm == nm) {
      *out = nodes[i];
      if (nand2 > 0) out->nand2 = nand2, out->lo = 1, out->source = "--nand2-um2";
      return 0;
    }
  if (!(nand2 > 0)) {
    snprintf(err, errn, "--node %s: no constants for this node; use 90, 65, 45, 32 or 22, or give the area of a NAND2 with --nand2-um2", text);
    return -1;
  }
  *out = (wt_node){nm, nand2, 1, "--nand2-um2"};
  return 0;
}
