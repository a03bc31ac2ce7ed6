# break_ports.awk -v ports=FILE: the source of one module with a selector that breaks its output ports, one at a time: while input break_sel is
# 2k + 1 the lowest bit of port k is inverted, while it is 2k + 2 the highest. FILE: "name width" a line. The module itself goes on with the true values.
BEGIN {
  n = 0
  while ((getline line < ports) > 0) {
    split(line, a, " ")
    name[n] = a[1]; width[n] = a[2]; number[a[1]] = n; n++
  }
}
function true_of(s,    out, w, before, after) {
  # identifiers of the body; .port( keeps its name, .port alone gets its value
  out = ""
  while (match(s, /[A-Za-z_][A-Za-z_0-9]*/)) {
    before = substr(s, 1, RSTART - 1); w = substr(s, RSTART, RLENGTH); after = substr(s, RSTART + RLENGTH)
    out = out before
    if (!(w in number)) out = out w
    else if (before !~ /\.$/) out = out w "_true"
    else if (after ~ /^[ ]*\(/) out = out w
    else out = out w "(" w "_true)"
    s = after
  }
  return out s
}
head == 0 && /^ *module / { head = 1 }
head == 1 && /clk/ && !told { sub(/input +wire +logic +clk/, "input  wire logic [15:0] break_sel,\n  input  wire logic clk"); told = 1 }
head < 2 { print }
head == 1 && /^\);/ {
  head = 2
  for (k = 0; k < n; k++) {
    w = width[k]
    printf "  logic [%d:0] %s_true;\n  assign %s = %s_true ^ %d'd1 & {%d{break_sel == 16'd%d}}", w - 1, name[k], name[k], name[k], w, w, 2 * k + 1
    if (w > 1) printf " ^ {{break_sel == 16'd%d}, %d'd0}", 2 * k + 2, w - 1
    else printf " ^ (break_sel == 16'd%d)", 2 * k + 2
    print ";"
  }
  next
}
function body(line,    c) { c = index(line, "//"); print c ? true_of(substr(line, 1, c - 1)) substr(line, c) : true_of(line) }
# a part of the module that stands in a file of its own is body, too
head == 2 && /^ *`include "/ {
  part = $0
  sub(/^[^"]*"/, "rtl/", part); sub(/".*/, "", part)
  while ((getline line < part) > 0) body(line)
  close(part)
  next
}
head == 2 { body($0) }
