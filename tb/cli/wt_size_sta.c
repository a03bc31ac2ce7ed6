/* wt_size_sta.c - timing and power of a mapped block: Yosys maps it, OpenSTA says how long its paths are and what its toggles cost. */
#define _DEFAULT_SOURCE
#include "cli/wt_size_sta.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/wt_size_job.h"
#include "cosim/wt_rtl_src.h"
#include "files/wt_outfile.h"

/* Equal lanes are mapped once. Cones are rebuilt for delay as in scripts/depth.ys; then nets with many readers get buffers, and cells their sizes. Flip-flops
 * are named after the nets that they drive. Memories are what their longest path goes through (mempath.v). %s: shiftx.v, mempath.v, the library twice, the
 * netlist. */
#define RECIPE                                                                                                                                \
  "proc; setattr -mod -set keep_hierarchy 1 *_lane; flatten; opt_expr; opt_clean; wreduce; opt_clean; techmap -map %s; opt_expr; opt_clean; " \
  "alumacc; memory_collect; opt_clean; techmap -map %s; opt_clean; simplemap; techmap; opt_clean; dfflegalize -cell $_DFF_P_ x; techmap; "    \
  "opt_clean; "                                                                                                                               \
  "rename -wire -suffix _reg t:$_DFF_P_; dfflibmap -liberty %s; "                                                                             \
  "abc -liberty %s -script +strash;if,-g;strash;if,-g;strash;&get,-n;&nf;&put;buffer,-N,16;topo;upsize;dnsize; "                              \
  "setattr -mod -unset keep_hierarchy *; flatten; setundef -zero; opt_clean -purge; write_verilog -noattr -noexpr -nohex -nodec %s"
enum { LONG = 1000 }; /* the clock of the report, whose numbers have seven digits */

int wt_synth_has_sta(void) { return !system("command -v sta >/dev/null 2>&1"); }

/* ---- timing ---- */

/* Name and kind of an end of a path: "Startpoint: x (input port clocked by clk)" */
static void end_of(const char *line, char buf[128]) {
  const char *name = strchr(line, ':') + 1, *kind;
  char plain[200];
  while (*name == ' ') name++;
  kind = strstr(name, " (");
  snprintf(plain, sizeof plain, "%.*s", kind ? (int)(kind - name) : 190, name);
  char *word = strstr(plain, "._TECHMAP_REPLACE_.word");
  size_t n = strlen(plain);
  if (word) *word = 0;
  else if (n > 4 && !strcmp(plain + n - 4, "_reg")) plain[n - 4] = 0;
  snprintf(buf, 128, "%s %.110s",
           word                                  ? "memory"
           : kind && strstr(kind, "input port")  ? "input"
           : kind && strstr(kind, "output port") ? "output"
                                                 : "register",
           plain);
}

int wt_sta_path(const char *report, double period, wt_synth_time *out) {
  char *copy = strdup(report), *save = NULL;
  int found = 0;
  out->cells = 0;
  if (!copy) abort();
  for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    char cell[64];
    const char *open = strrchr(line, '(');
    if (!strncmp(line, "Startpoint:", 11)) end_of(line, out->from);
    else if (!strncmp(line, "Endpoint:", 9)) end_of(line, out->to);
    else if (strstr(line, " slack ")) out->period = period - strtod(line, NULL), found = 1;
    else if (!found && open && (strstr(line, " ^ ") || strstr(line, " v ")) && sscanf(open, "(%63[^)])", cell) == 1 && strcmp(cell, "in") &&
             strcmp(cell, "out"))
      out->cells++;
  }
  /* the register at the end is told as a cell twice: with its data, and with its clock */
  if (out->cells && strncmp(out->to, "output", 6)) out->cells--;
  if (out->cells && strncmp(out->to, "output", 6)) out->cells--;
  free(copy);
  return found ? 0 : -1;
}

static void timed_script(const wt_size_job *j, FILE *f) { fprintf(f, RECIPE "\n", j->map, j->memories, j->lib, j->lib, j->netlist); }

static int sta(const wt_size_job *j, const char *script, const char *log, char **said, char *err, size_t errn) {
  const char *const argv[] = {"sta", "-no_splash", "-exit", script, NULL};
  double seconds = 0;
  const int st = wt_size_tool(argv, NULL, log, j->of->timeout ? j->of->timeout : 60, &seconds);
  const char *why = st == -1 ? "takes too long" : st ? "fails" : NULL;
  *said = wt_src_slurp(log);
  if (!why && !*said) why = "says nothing";
  if (!why) return 0;
  const char *p = *said ? strstr(*said, "Error: ") : NULL;
  int rc = p ? wt_size_fail(err, errn, "sta: %.*s", "", "") : wt_size_fail(err, errn, "sta: it %s%s", why, "");
  if (p) snprintf(err, errn, "sta: %.*s", (int)strcspn(p + 7, "\n"), p + 7);
  free(*said);
  *said = NULL;
  return rc;
}
static const char *top_of(const wt_synth_of *w, char buf[80]) {
  snprintf(buf, 80, "%s%s", w->user ? "" : "wt_", w->user ? w->user->module : w->stem);
  return buf;
}
static void read_design(FILE *f, const wt_synth_of *w, const char *netlist, double period) {
  char top[80];
  fprintf(f, "read_liberty %s\nread_verilog %s\nlink_design %s\ncreate_clock -name clk -period %g [get_ports clk]\n", w->liberty, netlist,
          top_of(w, top), period);
}

/* Copies the netlist beside the result that will be kept. */
static int keep_netlist(const wt_size_job *j, const char *to) {
  wt_outfile o;
  char *text = wt_src_slurp(j->netlist);
  FILE *f = text && !wt_outfile_begin(&o, to) ? fopen(o.part, "w") : NULL;
  if (f) fputs(text, f);
  free(text);
  return f ? wt_outfile_end(&o, !wt_outfile_close(f)) : -1;
}

static int timed_result(wt_size_job *j, char *err, size_t errn) {
  wt_synth_time *out = j->out;
  char *said;
  if (access(j->netlist, R_OK)) return wt_size_complaint(j, err, errn);
  FILE *f = fopen(j->script, "w");
  if (!f) return wt_size_fail(err, errn, "%s: cannot write%s", j->script, "");
  read_design(f, j->of, j->netlist, LONG);
  fprintf(f, "set_input_delay 0 -clock clk [all_inputs]\nset_output_delay 0 -clock clk [all_outputs]\nreport_checks -path_delay max -digits 4\n");
  if (fclose(f)) return wt_size_fail(err, errn, "%s: cannot write%s", j->script, "");
  int rc = sta(j, j->script, j->log, &said, err, errn);
  if (rc) return rc;
  if (wt_sta_path(said, LONG, out)) {
    if (!strstr(said, "No paths found")) rc = wt_size_fail(err, errn, "sta: no path is told of %s%s", j->of->stem, "");
    snprintf(out->from, sizeof out->from, "-"), snprintf(out->to, sizeof out->to, "-");
  }
  free(said);
  out->seconds = j->seconds;
  snprintf(out->netlist, sizeof out->netlist, "%.1290s.v", j->kept);
  if (!rc && (!*j->kept || keep_netlist(j, out->netlist)))
    rc = wt_size_fail(err, errn, "%s: the netlist cannot be kept: is the cache writable?%s", out->netlist, "");
  return rc;
}
static int timed_load(FILE *f, wt_size_job *j) {
  wt_synth_time *t = j->out;
  snprintf(t->netlist, sizeof t->netlist, "%.1290s.v", j->kept);
  return fscanf(f, "%lf %u %lf\n%127[^\n]\n%127[^\n]\n", &t->period, &t->cells, &t->seconds, t->from, t->to) != 5 || access(t->netlist, R_OK);
}
static void timed_save(FILE *f, const wt_size_job *j) {
  const wt_synth_time *t = j->out;
  fprintf(f, "%.6g %u %.1f\n%s\n%s\n", t->period, t->cells, t->seconds, t->from, t->to);
}

int wt_synth_timing(const wt_synth_of *w, wt_synth_time *out, int *limit, char *err, size_t errn) {
  static const wt_size_kind kind = {"timed-", RECIPE, 1, NULL, timed_script, timed_result, timed_load, timed_save};
  static wt_size_job j;
  memset(out, 0, sizeof *out);
  if (!wt_synth_has_sta())
    return wt_size_fail(err, errn, "the period wants OpenSTA, which is not installed (Debian: apt install opensta)%s%s", "", "");
  j = (wt_size_job){.kind = &kind, .of = w, .out = out};
  const int rc = wt_size_job_run(&j, 0, err, errn);
  if (limit) *limit = j.limit;
  return rc;
}

/* ---- power ---- */

/* The netlist with an input port behind the data of every flip-flop that has a name, "NAME" of "NAME_reg": OpenSTA carries toggles through flip-flops from
 * their data, and of those it takes what a port is told. */
static int cut(const char *from, const char *to) {
  char *text = wt_src_slurp(from), *out = NULL;
  size_t n = 0;
  FILE *f = text ? open_memstream(&out, &n) : NULL, *ports = NULL;
  char *inputs = NULL, flop[300] = "", *save = NULL;
  size_t ni = 0;
  if (f) ports = open_memstream(&inputs, &ni);
  for (char *line = ports ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
    char cell[100], name[250];
    if (line[0] == ' ' && line[1] == ' ' && line[2] != ' ' && sscanf(line, " %99s %249s (", cell, name) == 2) {
      size_t len = strlen(name);
      *flop = 0;
      if (len > 4 && !strcmp(name + len - 4, "_reg")) snprintf(flop, sizeof flop, "%s%.*s", *name == '\\' ? "" : "\\", (int)(len - 4), name);
    }
    if (*flop && !strncmp(line, "    .D(", 7)) {
      fprintf(f, "    .D(%s_now )%s\n", flop, line[strlen(line) - 1] == ',' ? "," : "");
      fprintf(ports, "%s_now \n", flop);
    } else {
      fprintf(f, "%s\n", line);
    }
  }
  int bad = !ports || fclose(ports) || fclose(f);
  free(text);
  /* the new ports into the module's head */
  char *open = out ? strchr(out, '(') : NULL, *close = open ? strstr(open, ");\n") : NULL;
  FILE *t = !bad && close ? fopen(to, "w") : NULL;
  bad = !t;
  if (t) {
    fwrite(out, 1, (size_t)(close - out), t);
    for (char *p = inputs; *p; p += strcspn(p, "\n") + 1) fprintf(t, ",\n%.*s", (int)strcspn(p, "\n"), p);
    fputs(");\n", t);
    for (char *p = inputs; *p; p += strcspn(p, "\n") + 1) fprintf(t, "  input %.*s;\n", (int)strcspn(p, "\n"), p);
    fputs(close + 3, t);
    bad = fclose(t);
  }
  free(out), free(inputs);
  return bad;
}

/* "Sequential   3.04e-03  8.86e-05  2.06e-08  3.13e-03  68.0%": internal, switching, leakage */
static int watts_of(const char *said, const char *what, double *changes, double *leaks) {
  double a, b, c;
  const char *p = strstr(said, what);
  if (!p || sscanf(p + strlen(what), "%lf %lf %lf", &a, &b, &c) != 3) return -1;
  *changes = a + b, *leaks += c;
  return 0;
}

int wt_synth_watts(const wt_synth_of *w, const char *activity, double period, wt_synth_power *out, char *err, size_t errn) {
  wt_synth_time t;
  wt_size_job j = {.of = w};
  char dir[] = "/tmp/wt_synth.XXXXXX", net[64], script[64], log[64], full[1100], *said = NULL;
  memset(out, 0, sizeof *out);
  if (!realpath(activity, full) || access(full, R_OK)) return wt_size_fail(err, errn, "--activity %s: cannot read: %s", activity, strerror(errno));
  int rc = wt_synth_timing(w, &t, NULL, err, errn);
  if (rc) return rc;
  if (!mkdtemp(dir)) return wt_size_fail(err, errn, "%s: cannot create a folder%s", dir, "");
  snprintf(net, sizeof net, "%s/n.v", dir), snprintf(script, sizeof script, "%s/s.tcl", dir), snprintf(log, sizeof log, "%s/log", dir);
  FILE *f = cut(t.netlist, net) ? NULL : fopen(script, "w");
  if (f) {
    read_design(f, w, net, period);
    fprintf(f,
            "set_power_activity -input -activity 0 -duty 0\n"
            "proc wt_flop {name activity duty} {\n  set p [get_ports -quiet \"${name}_now\"]\n"
            "  if {[llength $p]} { set_power_activity -input_ports $p -activity $activity -duty $duty }\n}\n"
            "source {%s}\nreport_power -digits 6\n",
            full);
  }
  if (!f || fclose(f)) rc = wt_size_fail(err, errn, "%s: cannot write%s", script, "");
  if (!rc) rc = sta(&j, script, log, &said, err, errn);
  const char *p = said ? strstr(said, "Error: ") : NULL;
  if (!rc && p) snprintf(err, errn, "--activity %s: %.*s", activity, (int)strcspn(p + 7, "\n"), p + 7), rc = 2;
  if (!rc && (watts_of(said, "Sequential", &out->registers, &out->leakage) || watts_of(said, "Combinational", &out->gates, &out->leakage)))
    rc = wt_size_fail(err, errn, "sta: no power is told of %s%s", w->stem, "");
  free(said);
  remove(net), remove(script), remove(log), rmdir(dir);
  return rc;
}
