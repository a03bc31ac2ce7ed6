# fault_select.awk -v tree=DIR -v pick=CONDITION [-v head=LINE] [-v part=I -v of=N] -f fault_select.awk LIST: writes into DIR the files of LIST, in which every
# expression has a selector: (CONDITION with the number of its line for NUMBER ? (other) : (expression)). With part, only the expressions I, I + N ...
# head: first line of each file. Without tree: only whether the list fits the sources.
function text(f,   s, l) { while ((getline l < f) > 0) s = s l "\n"; close(f); return s }
function left_open(s) { return gsub(/\(/, "(", s) - gsub(/\)/, ")", s) }
BEGIN { FS = " @ "; if (!of) of = 1 }
/^#/ || NF == 0 { next }
NF != 4 { print FILENAME ":" FNR ": expected block @ file @ expression @ other expression" > "/dev/stderr"; bad = 1; next }
{
  n++
  if (left_open($3) || left_open($4)) { print FILENAME ":" FNR ": parentheses that do not match" > "/dev/stderr"; bad = 1; next }
  if (n % of != part % of) next
  if (!($2 in s)) s[$2] = text($2)
  at = index(s[$2], $3)
  if (!at || index(substr(s[$2], at + 1), $3)) { print FILENAME ":" FNR ": occurs " (at ? "more than once" : "not") " in " $2 > "/dev/stderr"; bad = 1; next }
  chosen = pick
  sub(/NUMBER/, n, chosen)
  s[$2] = substr(s[$2], 1, at - 1) "(" chosen " ? (" $4 ") : (" $3 "))" substr(s[$2], at + length($3))
}
END { for (f in s) if (tree != "") printf "%s%s", head, s[f] > (tree "/" f); exit bad }
