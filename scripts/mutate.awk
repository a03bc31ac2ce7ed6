# mutate.awk: small changes of C or SystemVerilog text. awk [-v k=K] -f mutate.awk FILE
# Without k: one line a change, "K LINE OPERATOR: OLD -> NEW", with texts=1 "LINE TEXT", as the line would be. With k: the file with change K. Comments, strings, preprocessor lines, declarations of
# ports and assertions (`ifndef SYNTHESIS) are left alone. Operators: comparison, negated condition, logic, arithmetic, constant, shift, statement dropped.
# 1 becomes 0, because 2 would often mean the same; -1 stays: it means "failed", and whoever called asks whether it is 0.
function made(op, old, new, line) {
  n++
  if (k == "") print texts ? FNR " " line : n " " FNR " " op ": " old " -> " new
  else if (n == k) out = line
}
function put(at, len, new, op) { made(op, substr(s, at, len), new, substr(s, 1, at - 1) new substr(s, at + len)) }
function each(re, new, op,   rest, at, base) {
  rest = s; base = 0
  while (match(rest, re)) {
    at = base + RSTART
    m = substr(s, at, RLENGTH)
    if (substr(blank, at, RLENGTH) == m) put(at, RLENGTH, op == "constant" ? substr(m, 1, 1) new substr(m, 3) : new, op)
    base += RSTART + RLENGTH - 1; rest = substr(rest, RSTART + RLENGTH)
  }
}
function negated(   at, end, depth, c, quoted) { # the whole of each condition, as far as the line has it
  for (at = 1; at <= length(s); at++) {
    if (substr(blank, at, 4) != "if (" || substr(s, at, 4) != "if (") continue
    depth = quoted = 0
    for (end = at + 3; end <= length(s); end++) {
      c = substr(s, end, 1)
      if (c == "\"") quoted = !quoted
      if (quoted) continue
      if (c == "(") depth++
      if (c == ")" && !--depth) break
    }
    made("condition", "if (", "if (!", substr(s, 1, at + 3) (depth ? "!" substr(s, at + 4) : "!(" substr(s, at + 4, end - at - 3) substr(s, end)))
  }
}
FNR == 1 { sv = FILENAME ~ /\.svh?$/ }
/^`ifndef SYNTHESIS/ { sim = 1 }
{
  s = out = $0
  blank = s
  sub(/\/\/.*/, "", blank); sub(/\/\*.*/, "", blank)
  if (comment) { if (s ~ /\*\//) comment = 0; blank = "" } else if (s ~ /\/\*/ && s !~ /\*\//) comment = 1
  gsub(/"[^"]*"/, "", blank)
  if (sim || blank ~ /^ *(#|`|input|output|localparam|module|package|typedef|static (inline )?[a-z_0-9]+ \**[a-z_0-9]+\(.*\{ *$)/ || blank !~ /[a-z]/) blank = ""
  if (blank != "") {
    each(" == ", " != ", "comparison"); each(" != ", " == ", "comparison"); each(" < ", " <= ", "comparison"); each(" > ", " >= ", "comparison"); if (!sv) each(" <= ", " < ", "comparison"); each(" >= ", " > ", "comparison")
    each(" && ", " || ", "logic"); each(" \\|\\| ", " && ", "logic"); each(" & ", " | ", "logic"); each(" \\| ", " & ", "logic"); each(" \\^ ", " | ", "logic"); each("& ~", "& ", "logic")
    each(" \\+ ", " - ", "arithmetic"); each(" - ", " + ", "arithmetic"); each("\\+\\+", "--", "arithmetic"); each(" \\+= ", " -= ", "arithmetic"); each(" \\|= ", " &= ", "logic"); each(" &= ", " |= ", "logic")
    each(" >> ", " << ", "shift"); each(" << ", " >> ", "shift")
    each("if \\(!", "if (", "condition"); negated(); each("[^a-zA-Z0-9_.\x27]0[ ;,)]", "1", "constant"); each("[^a-zA-Z0-9_.\x27-]1[ ;,)]", "0", "constant")
    if (!sv && s ~ /^ +[a-zA-Z_>.\[\]0-9*-]+(\[.*\])? [|&+-]?= [^{]*;( *\/\*.*)?$/) put(1, length(s), "", "statement dropped")
    if (!sv && s ~ /^ +[a-z_0-9]+\([^{]*\);( *\/\*.*)?$/) put(1, length(s), "", "statement dropped")
    if (sv && s ~ /^ +[a-z_0-9\[\]:+ *]+ <?= [^{]*;( *\/\/.*)?$/ && s !~ /assign|logic/) put(1, length(s), "", "statement dropped")
  }
  if (k != "") print out
}
/^`endif/ { sim = 0 }
