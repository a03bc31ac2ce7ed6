# reanchor.awk, behind planted.awk: for reanchor.sh. tmp/files: "STATUS FILE [NEW]" of what has changed since the commit `base`.
function base_file(f,   out) { # its text at `base`, in a file
  if (f in kept) return kept[f]
  out = kept[f] = tmp "/base" ++n_kept
  system("git show " base ":" f " >" out " 2>/dev/null")
  return out
}
# What has become of f, in g: hunks of lines, and the words that were renamed, by the number of places where one stands for the other
function compare(f, g,   cmd, l, c, old, new) {
  if ((f, g) in compared) return
  compared[f, g]
  cmd = "git diff --no-index --no-ext-diff --no-color -U0 " base_file(f) " " g
  while ((cmd | getline l) > 0) if (l ~ /^@@/) hunk[f, g, ++hunks[f, g]] = l
  close(cmd)
  cmd = "git diff --no-index --no-ext-diff --no-color -U0 --word-diff=porcelain --word-diff-regex='[A-Za-z0-9_]+|[^[:space:]]' " base_file(f) " " g
  while ((cmd | getline l) > 0) {
    c = substr(l, 1, 1)
    if (c == "-" && l !~ /^--- /) old = old " " substr(l, 2)
    else if (c == "+" && l !~ /^\+\+\+ /) new = new " " substr(l, 2)
    else { vote(f, g, old, new); old = new = "" }
  }
  vote(f, g, old, new)
  close(cmd)
}
function vote(f, g, old, new,   a, b, n, i) {
  gsub(/[^A-Za-z0-9_]+/, " ", old); gsub(/[^A-Za-z0-9_]+/, " ", new)
  n = split(old, a, " ")
  if (!n || split(new, b, " ") != n) return
  for (i = 1; i <= n; i++)
    if (a[i] != b[i] && a[i] ~ /^[A-Za-z_]/ && ++votes[f, g, a[i], b[i]] > votes[f, g, a[i], become[f, g, a[i]]]) become[f, g, a[i]] = b[i]
}
function renamed(s, f, g,   out, w) {
  while (match(s, /[A-Za-z_][A-Za-z_0-9]*/)) {
    w = substr(s, RSTART, RLENGTH)
    out = out substr(s, 1, RSTART - 1) (become[f, g, w] != "" ? become[f, g, w] : w)
    s = substr(s, RSTART + RLENGTH)
  }
  return out s
}
# first_line, last_line: where line n of f is in g
function line_now(f, g, n,   i, h, a, b, shift) {
  for (i = 1; i <= hunks[f, g]; i++) {
    split(hunk[f, g, i], h, " ") # @@ -FROM,LINES +FROM,LINES @@
    if (split(substr(h[2], 2), a, ",") < 2) a[2] = 1
    if (split(substr(h[3], 2), b, ",") < 2) b[2] = 1
    if (a[1] + (a[2] ? 0 : 1) > n) break
    if (n < a[1] + a[2]) { first_line = b[1]; last_line = b[1] + b[2] - 1; return }
    shift += b[2] - a[2]
  }
  first_line = last_line = n + shift
}
function pattern(s,   out, c, i) { # a regular expression for s with other white space
  for (i = 1; i <= length(s); i++) {
    c = substr(s, i, 1)
    if (c ~ /[ \t\n]/) { if (out !~ /\[ \\n\]\*$/) out = out "[ \\n]*" }
    else if (c ~ /[A-Za-z0-9_]/) out = out c
    else out = out (out ~ /\[ \\n\]\*$/ ? "" : "[ \\n]*") (c ~ /[\\\/^$]/ ? "\\" c : "[" c "]") "[ \\n]*"
  }
  sub(/^\[ \\n\]\*/, "", out); sub(/\[ \\n\]\*$/, "", out)
  return out
}
function look(s, g, p, want,   i, from_at, to_at, re, at) { # hit, len[1..hits]: want, if need be with other white space, in s or its part p; 0: no such part
  if (find(s, g, p, want) && hits) { for (i = 1; i <= hits; i++) len[i] = length(want); return 1 }
  hits = 0; from_at = 1; to_at = length(s) + 1
  if (p != "") {
    find_parts(s, is_sv(g)); parts_of = s
    for (i = n_parts; i > 0 && part_name[i] != p; i--);
    if (!i) return 0
    from_at = part_at[i]; to_at = part_end[i]
  }
  re = pattern(want)
  for (at = from_at; at < to_at && match(substr(s, at, to_at - at), re); at = hit[hits] + 1) { hit[++hits] = at + RSTART - 1; len[hits] = RLENGTH }
  return 1
}
# Row r in the file g: 1 when its places are there, in new_from, new_to, new_nth, new_of, new_part
function fits_in(r, g, words_too,   f, s, i, k, n, want, t) {
  f = file[r]; s = contents(g); t = contents(base_file(f))
  new_part = words_too ? renamed(part[r], f, g) : part[r]; new_of = new_nth = 1
  for (i = 1; i <= places[r]; i++) {
    want = words_too ? renamed(from[r, i], f, g) : from[r, i]
    if (!look(s, g, new_part, want)) {
      if (i > 1 || g != now_of(f)) return 0
      new_part = "" # the function is no longer there by any name
      look(s, g, "", want)
      if (hits == 1) new_part = inside(s, g, hit[1], want)
    }
    n = 1
    if (!hits || (hits > 1 && places[r] > 1)) return 0
    if (hits == of[r]) n = nth[r]
    else if (nth[r] == "*") return 0
    else if (hits > 1) { # the one that stands where it stood
      if (!find(t, f, part[r], from[r, i]) || hits != of[r]) return 0
      line_now(f, g, line_at(t, hit[nth[r]]))
      look(s, g, new_part, want)
      for (k = n = 0; ++k <= hits;) if (line_at(s, hit[k]) >= first_line && line_at(s, hit[k]) <= last_line) n = n ? -1 : k
      if (n < 1) return 0
    }
    k = n == "*" ? 1 : n
    new_nth = n; new_of = hits
    new_from[i] = substr(s, hit[k], len[k]); new_to[i] = words_too ? renamed(to[r, i], f, g) : to[r, i]
    if (i < places[r]) s = substr(s, 1, hit[k] - 1) new_to[i] substr(s, hit[k] + len[k])
  }
  return places[r] > 0
}
function now_of(f) { return f in moved ? moved[f] : f }
function fits(r,   i, s, k) { # as it stands
  if (contents(file[r]) == "") return 0
  s = text[file[r]]
  for (i = 1; i <= places[r]; i++) {
    if (!placed(r, i, s)) return 0
    for (k = hits; k > 0; k--) if (nth[r] == "*" || nth[r] == k) s = substr(s, 1, hit[k] - 1) to[r, i] substr(s, hit[k] + length(from[r, i]))
  }
  return 1
}
function prefixed(c, s) { gsub(/\n/, "\n" c, s); return c s }
function take(r, g, words_too,   i, f) {
  f = file[r]
  for (i = 1; i <= places[r]; i++) { from[r, i] = new_from[i]; to[r, i] = new_to[i] }
  if (r in probe && words_too) probe[r] = renamed(probe[r], f, g)
  file[r] = g; part[r] = new_part; nth[r] = new_nth; of[r] = new_of
  is_new[r]
}
function head_of(r) {
  return "@ " id_of[r] " " file[r] (part[r] == "" ? "" : "#" part[r]) (of[r] == 1 && nth[r] == 1 ? "" : " " nth[r] "/" of[r]) \
    (keys[r] == "" ? "" : " " keys[r]) (words[r] == "" ? "" : " : " words[r])
}
function row_of(r,   i, s) {
  s = head_of(r)
  for (i = 1; i <= places[r]; i++) s = s "\n" prefixed("-", from[r, i]) "\n" prefixed("+", to[r, i])
  return s (r in probe ? "\n" prefixed("!", probe[r]) : "") (r in why ? "\n=" why[r] : "")
}
function anew(r,   f, i, g, found, by) {
  f = file[r]
  if (contents(base_file(f)) == "") return "there is no " f " at " base
  if (contents(now_of(f)) != "") {
    compare(f, now_of(f))
    for (i = 1; i >= 0; i--) if (fits_in(r, now_of(f), i)) { take(r, now_of(f), i); return "" }
  }
  for (i = 1; i <= n_changed; i++) if (changed_file[i] != now_of(f) && is_sv(f) == is_sv(changed_file[i]) && contents(changed_file[i]) != "")
    if (fits_in(r, changed_file[i], 0) && (part[r] != "" || length(from[r, 1]) > 11)) { found++; g = changed_file[i] }
  if (found == 1 && fits_in(r, g, 0)) { take(r, g, 0); return "" }
  return found ? "is in several files" : "is not found again in " f
}
BEGIN {
  while ((getline l < (tmp "/files")) > 0) {
    n = split(l, w, "\t")
    changed_file[++n_changed] = w[n]
    if (n == 3) moved[w[2]] = w[3]
  }
  load_all(lists)
  for (r = 1; r <= rows; r++) {
    if (fits(r)) continue
    old = list_of[r] ":" line_of[r] ": " id_of[r] ": "
    if ((what = anew(r)) == "") { k_anew++; print old "re-anchored: " head_of(r) "\n" prefixed("  -", from[r, 1]); touched[list_of[r]] }
    else { by_hand++; print old "needs a hand: " what "\n" prefixed("  -", from[r, 1]) }
  }
  for (list in touched) if (write != "") {
    out = ""
    for (r = 1; r <= rows; r++) if (list_of[r] == list) { starts[list, line_of[r]] = r }
    for (i = 1; i <= lines_of[list]; i++)
      if (((list, i) in starts) && (starts[list, i] in is_new)) { out = out row_of(starts[list, i]) "\n"; i = end_of[starts[list, i]] }
      else out = out raw[list, i] "\n"
    printf "%s", out >list
  }
  print "reanchor: " k_anew + 0 " rows re-anchored" (write == "" && k_anew ? " (WRITE=1 writes them)" : "") ", " by_hand + 0 " need a hand"
  exit by_hand > 0
}
