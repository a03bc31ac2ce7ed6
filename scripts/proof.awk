# proof.awk: the concurrent assertions of a SystemVerilog file as immediate ones in clocked blocks, which Yosys reads. The sources write them in one
# form: LABEL: assert property (@(posedge clk) [disable iff (!rst_n)] [before |-> | |=>] holds) [else ...]; over one or more lines.
# awk -v assumed=" LABEL LABEL " -v open=" LABEL " -f proof.awk FILE: the first become assumptions (what neighbours promise), the others are left out.
# What SYNTHESIS hides is shown where it holds assertions.
function convert(s,   s0, label, name, body, reset, kind, at, before, on) {
  s0 = s
  label = s
  sub(/:.*/, "", label)
  gsub(/ /, "", label)
  sub(/[^(]*assert property \(@\(posedge clk\) */, "", s)
  reset = sub(/^disable iff \(!rst_n\) */, "", s) ? "rst_n" : "1'b1"
  sub(/;[^;]*$/, "", s)
  if (match(s, /\) *else \$error\(/)) s = substr(s, 1, RSTART)
  body = substr(s, 1, length(s) - 1) # the parenthesis of property
  if (index(open, " " label " ")) return
  kind = index(assumed, " " label " ") ? "assume" : "assert"
  on = label "_on"
  name = s0 ~ /^   / ? "" : label ": " # one in a generate loop has no name of its own
  if (at = index(body, "|=>")) {
    before = substr(body, 1, at - 1)
    printf "  logic %s = 1'b0;\n  always @(posedge clk) %s <= %s && (%s);\n", on, on, reset, before
    printf "  always @(posedge clk) if (%s && %s) %s%s (%s);\n", reset, on, name, kind, substr(body, at + 3)
  } else if (at = index(body, "|->"))
    printf "  always @(posedge clk) if (%s && (%s)) %s%s (%s);\n", reset, substr(body, 1, at - 1), name, kind, substr(body, at + 3)
  else
    printf "  always @(posedge clk) if (%s) %s%s (%s);\n", reset, name, kind, body
}
function line(s) {
  if (held != "" || s ~ /_A: assert property/) {
    held = held " " s
    if (s ~ /; *(\/\/.*)?$/) {
      sub(/^ /, "", held)
      convert(held)
      held = ""
    }
  } else
    print s
}
/^`ifndef SYNTHESIS/ { hidden = 1; n = shows = 0; next }
hidden && /^`endif/ {
  if (!shows) print "`ifndef SYNTHESIS"
  for (i = 1; i <= n; i++) line(text[i])
  if (!shows) print "`endif"
  hidden = 0
  next
}
hidden { text[++n] = $0; if (/_A: assert property|u_rules/) shows = 1; next }
{ print }
