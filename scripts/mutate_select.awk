# mutate_select.awk -v list=FILE -v sel=PATH -v alone=OUT: the SystemVerilog source of one module with several changes in it, one of which is chosen when a
# simulation starts: by the number in the file PATH (0: none). FILE: "LINE K TEXT" a change, TEXT what the line becomes. Changes of lines that are not a
# whole assignment or condition cannot be chosen: their numbers go to OUT, they are built alone.
BEGIN {
  while ((getline l < list) > 0) {
    line = l; sub(/ .*/, "", line)
    sub(/^[^ ]* /, "", l); k = l; sub(/ .*/, "", k)
    sub(/^[^ ]* /, "", l)
    n[line]++; number[line, n[line]] = k; text[line, n[line]] = l
  }
}
function parts(s, open, close_,   at, end) { # the text between the first `open` and the last `close_`; sets head and tail
  at = index(s, open)
  if (!at) return 0
  at += length(open)
  for (end = length(s); end > at && substr(s, end, length(close_)) != close_; end--);
  if (end <= at) return 0
  head = substr(s, 1, at - 1); body = substr(s, at, end - at); tail = substr(s, end)
  return 1
}
function chosen_value(i, open, close_,   out, j, h, t) {
  if (!parts(src[i], open, close_)) return ""
  h = head; t = tail; out = "(" body ")"
  for (j = 1; j <= n[i]; j++) {
    if (!parts(text[i, j], open, close_) || head != h || tail != t) print number[i, j] >alone
    else out = "(wt_mut == " number[i, j] " ? (" body ") : " out ")"
  }
  return h out t
}
function changed(i,   s, j, out) {
  s = src[i]; sub(/ *\/\/.*/, "", s)
  if (s ~ /^ *assign [^=]*= .*;$/ && (out = chosen_value(i, " = ", ";")) != "") return out
  if (s ~ /^ *(end )?(else )?if \(.*\) begin$/ && (out = chosen_value(i, "if (", ") begin")) != "") return out
  if (s ~ /^ *((if|for) \(.*\) )*[a-z_][a-z_0-9]*(\[[^=]*\])? <?= .*;$/ && src[i + 1] !~ /^ *else/) {
    out = "begin\n" src[i] "\nend"
    for (j = 1; j <= n[i]; j++) out = "if (wt_mut == " number[i, j] ") begin\n" text[i, j] "\nend else " out
    return out
  }
  for (j = 1; j <= n[i]; j++) print number[i, j] >alone
  return src[i]
}
{ src[FNR] = $0; last = FNR }
END {
  printf "" >alone
  for (i = 1; i <= last; i++) {
    print (i in n) ? changed(i) : src[i]
    if (src[i] ~ /^ *module /) inside = 1
    if (inside && src[i] ~ /^\);/) {
      inside = 0
      print "  integer wt_mut, wt_mut_file;"
      print "  initial begin"
      print "    wt_mut = 0;\n    wt_mut_file = $fopen(\"" sel "\", \"r\");"
      print "    if (wt_mut_file != 0) begin\n      if ($fscanf(wt_mut_file, \"%d\", wt_mut) != 1) wt_mut = 0;\n      $fclose(wt_mut_file);\n    end\n  end"
    }
  }
}
