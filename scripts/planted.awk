# planted.awk: rows of planted changes, and the files with them. A row (docs/planted.md):
#   @ ID FILE[#PART] [N/M] [KEY=VALUE ...] [: WORDS]
#   -text     stands in FILE, with #PART only there: a function, or the always block that assigns PART. Several lines: several -
#   +text     what stands there instead; a - after a + begins the next place of the same row
#   !text     for a row without effect: what stands there instead to show that, with never(CONDITION) in it
#   =reason   why it has no effect, or is not tried
# The text occurs once there, or M times and the N-th is meant, * each of them. Lines with # and empty ones do not count. -v mode= what to do:
#   rows     of `lists`, but for those with a reason: "LIST ID FILE VALUE WORDS" each, VALUE that of the key `key` or -, without `key` all keys
#   apply    FILE with row `id`; with probed=1 its ! text
#   like     the row that makes `changed` of `source`: "ID probe" or "ID same"; 1: none
#   select   the files, each expression behind a selector, into the folder `tree`: (PICK with the row's ID for NUMBER ? (new) : (old)); of `share` K/N only
#            those with ID % N == K; first: first line of each file
#   row      `id` that makes `changed` of `source`, one place; the environment brings its WORDS
#   check    what does not fit the sources, a line each; mutate.awk draws every row of the list `drawn`
function squeezed(s) { gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function complain(r, what) { print list_of[r] ":" line_of[r] ": " id_of[r] ": " what > (mode == "check" ? "/dev/stdout" : "/dev/stderr"); bad = 1; err = what }

# ---- rows
function head(list, line, l,   at, w, k, i) {
  r = ++rows
  list_of[r] = list; line_of[r] = line
  at = match(l, / :( |$)/)
  words[r] = at ? substr(l, at + 3) : ""
  k = split(at ? substr(l, 1, at - 1) : l, w, " ")
  id_of[r] = w[2]; file[r] = w[3]; of[r] = nth[r] = 1
  if (at = index(w[3], "#")) { file[r] = substr(w[3], 1, at - 1); part[r] = substr(w[3], at + 1) }
  i = 4
  if (w[i] ~ /^([0-9]+|\*)\/[0-9]+$/) { at = index(w[i], "/"); nth[r] = substr(w[i], 1, at - 1); of[r] = substr(w[i], at + 1); i++ }
  for (; i <= k; i++)
    if (w[i] ~ /^[A-Za-z_0-9]+=/) keys[r] = keys[r] (keys[r] == "" ? "" : " ") w[i]
    else complain(r, "neither KEY=VALUE nor behind a colon: " w[i])
}
function load(list,   l, n, c, last, got) {
  r = 0
  while ((got = (getline l < list)) > 0) {
    raw[list, ++n] = l
    c = substr(l, 1, 1)
    if (c == "@") { head(list, n, l); last = c; continue }
    if (c == "#" || c == "") continue
    if (!r) { print list ":" n ": stands before the first @" > "/dev/stderr"; exit 2 }
    end_of[r] = n
    if (c == "-") { if (last == "-") from[r, places[r]] = from[r, places[r]] "\n" substr(l, 2); else from[r, ++places[r]] = substr(l, 2) }
    else if (c == "+" && places[r]) to[r, places[r]] = (last == c ? to[r, places[r]] "\n" : "") substr(l, 2)
    else if (c == "!") probe[r] = (last == c ? probe[r] "\n" : "") substr(l, 2)
    else if (c == "=") why[r] = substr(l, 2)
    else complain(r, "neither @, -, +, ! nor =, or + before -: " l)
    last = c
  }
  if (got < 0) { print list ": cannot read" > "/dev/stderr"; exit 2 }
  close(list)
  lines_of[list] = n
}
function load_all(lists,   w, k, i) { k = split(lists, w, " "); for (i = 1; i <= k; i++) load(w[i]) }
function value(r, key,   w, k, i) {
  k = split(keys[r], w, " ")
  for (i = 1; i <= k; i++) if (index(w[i], key "=") == 1) return substr(w[i], length(key) + 2)
  return "-"
}
function number(list, id,   i) { for (i = 1; i <= rows; i++) if (list_of[i] == list && id_of[i] == id) return i }

# ---- files and their parts
function contents(f,   l, s) {
  if (f in text) return text[f]
  while ((getline l < f) > 0) s = s l "\n"
  close(f)
  return text[f] = s
}
function name_part(name, at, end) { if (name != "") { n_parts++; part_name[n_parts] = name; part_at[n_parts] = at; part_end[n_parts] = end } }
# functions of C, functions and always blocks of SystemVerilog, the latter by each name that they assign: part_name, part_at, part_end (characters)
function find_parts(s, sv,   l, n, i, j, at, begin, indent, name, seen) {
  n = split(s, l, "\n"); at[1] = 1; n_parts = 0
  for (i = 1; i <= n; i++) at[i + 1] = at[i] + length(l[i]) + 1
  for (i = 1; i <= n; i++) {
    if (!sv && l[i] ~ /^[A-Za-z_][^(=;]*[A-Za-z0-9_]\(/) {
      name = substr(l[i], 1, index(l[i], "(") - 1); sub(/.*[^A-Za-z0-9_]/, "", name)
      for (j = i; j <= n && (j == i || l[j] ~ /^ /) && l[j] !~ /[{;]/; j++);
      if (l[j] !~ /\{/) continue
      if (l[j] !~ /\} *(\/\*.*)?$/) for (j++; j < n && l[j] !~ /^\}/; j++);
      name_part(name, at[i], at[j + 1]); i = j
    } else if (sv && l[i] ~ /^ *function /) {
      name = l[i]; sub(/ *[(;].*/, "", name); sub(/.* /, "", name)
      for (j = i; j < n && l[j] !~ /endfunction/; j++);
      name_part(name, at[i], at[j + 1]); i = j
    } else if (sv && l[i] ~ /^ *always/) {
      match(l[i], /^ */); indent = substr(l[i], 1, RLENGTH) "end"
      j = i
      if (l[i] ~ / begin/) for (j++; j < n && index(l[j], indent) != 1; j++);
      else while (j < n && l[j] !~ /;/) j++
      for (begin = i; i <= j; i++)
        if (match(l[i], /[A-Za-z_][A-Za-z_0-9]*(\[[^=]*\])? *<?= /)) {
          name = substr(l[i], RSTART); sub(/[^A-Za-z_0-9].*/, "", name)
          if (!((begin, name) in seen)) name_part(name, at[begin], at[j + 1])
          seen[begin, name]
        }
      i = j
    }
  }
}
function is_sv(f) { return f ~ /\.svh?$/ }
# hit[1..hits]: where the text `want` begins in s, or in its part; 0: there is no such part, or there are several
function find(s, f, p, want,   base, i, at) {
  hits = 0; base = 1
  if (p != "") {
    if (parts_of != s) { find_parts(s, is_sv(f)); parts_of = s }
    for (i = base = 0; i++ < n_parts;) if (part_name[i] == p) base = base ? -1 : i
    if (base <= 0) { err = f (base ? " has several parts" : " has no part") " called " p; return 0 }
    s = substr(s, part_at[base], part_end[base] - part_at[base]); base = part_at[base]
  }
  while (want != "" && (i = index(substr(s, at + 1), want))) { at += i; hit[++hits] = base + at - 1 }
  return 1
}
# the part of s that has the character `at`: by a name that is in `want`, else by its first
function inside(s, f, at, want,   k, first) {
  find_parts(s, is_sv(f)); parts_of = s
  for (k = 1; k <= n_parts; k++) if (part_at[k] <= at && at < part_end[k]) {
    if (first == "" || index(want, part_name[k])) first = part_name[k]
    if (index(want, first)) break
  }
  return first
}
function placed(r, i, s) { # hit and hits for place i of row r in s; 0: it does not fit
  if (!find(s, file[r], part[r], from[r, i])) return 0
  if (hits == of[r] && (nth[r] == "*" || (nth[r] > 0 && nth[r] <= hits))) return 1
  err = "stands in " file[r] (part[r] == "" ? "" : "#" part[r]) " " hits " times, not " of[r] ": " from[r, i]
  return 0
}
# s with row r; select: what one is chosen by
function applied(r, s, select, probed,   i, k, new) {
  err = places[r] ? "" : "has no - line"
  for (i = 1; i <= places[r] && placed(r, i, s); i++) {
    new = select != "" ? "(" select " ? (" to[r, i] ") : (" from[r, i] "))" : probed ? probe[r] : to[r, i]
    for (k = hits; k > 0; k--) if (nth[r] == "*" || nth[r] == k) s = substr(s, 1, hit[k] - 1) new substr(s, hit[k] + length(from[r, i]))
  }
  if (err != "") complain(r, err)
  return s
}
function line_at(s, at) { return split(substr(s, 1, at - 1) ".", unused_lines, "\n") } # number of the line that has character `at`
function line_with(r, k,   s, a, b) { # the line of hit k as the row leaves it
  s = substr(contents(file[r]), 1, hit[k] - 1) to[r, 1] substr(contents(file[r]), hit[k] + length(from[r, 1]))
  a = split(s, a_line, "\n")
  return squeezed(a_line[line_at(s, hit[k])])
}
function left_open(s) { return gsub(/\(/, "(", s) - gsub(/\)/, ")", s) }

# ---- what is to be done
function check_drawn(r,   l, k, cmd) { # one of the changes that mutate.awk makes
  if (places[r] != 1) return complain(r, "not one place")
  if (why[r] == "") complain(r, "has no = line")
  if ((r in probe) && probe[r] !~ /never\(/) complain(r, "its ! line has no never(...)")
  if (!placed(r, 1, contents(file[r]))) return
  if (!((file[r]) in asked)) {
    asked[file[r]] = cmd = "awk -v texts=1 -f scripts/mutate.awk " file[r]
    while ((cmd | getline l) > 0) { k = l; sub(/ .*/, "", k); sub(/^[0-9]+ /, "", l); made[file[r], k, squeezed(l)] }
    close(cmd)
  }
  for (k = 1; k <= hits; k++) if ((nth[r] == "*" || nth[r] == k) && !((file[r], line_at(contents(file[r]), hit[k]), line_with(r, k)) in made))
    complain(r, "mutate.awk makes no such change of line " line_at(contents(file[r]), hit[k]))
}
function check(   r) {
  for (r = 1; r <= rows; r++) {
    if ((list_of[r], id_of[r]) in taken) complain(r, "there are two of this name")
    taken[list_of[r], id_of[r]]
    if (contents(file[r]) == "") complain(r, "no such file: " file[r])
    else if (applied(r, text[file[r]]) == text[file[r]] && err == "") complain(r, "changes nothing")
    else if (err == "" && list_of[r] == drawn) check_drawn(r)
  }
}
function select_all(   r, pick_r, f, done, k, s) {
  if (!split(share, k, "/")) k[2] = 1
  for (r = 1; r <= rows; r++) {
    if (id_of[r] !~ /^[1-9][0-9]*$/) complain(r, "is not a number")
    if (left_open(from[r, 1]) || left_open(to[r, 1]) || places[r] != 1) complain(r, "parentheses that do not match, or not one place")
    if (id_of[r] % k[2] != k[1] % k[2]) continue
    pick_r = pick; sub(/NUMBER/, id_of[r], pick_r)
    s = applied(r, contents(file[r]), pick_r)
    done[file[r]] = text[file[r]] = s
  }
  if (tree != "") for (f in done) printf "%s%s", first, done[f] > (tree "/" f)
}
function like(   r, k, n, m, now, then, d) {
  n = split(contents(source), now, "\n"); m = split(contents(changed), then, "\n")
  for (d = 1; d <= n && now[d] == then[d]; d++);
  for (r = 1; r <= rows; r++) {
    if (file[r] != source || !placed(r, 1, text[source])) continue
    for (k = 1; k <= hits; k++)
      if ((nth[r] == "*" || nth[r] == k) && line_at(text[source], hit[k]) == d && line_with(r, k) == squeezed(then[d])) {
        print id_of[r], r in probe ? "probe" : "same"
        exit 0
      }
  }
  exit 1
}
function print_row(   n, m, a, z, k, now, then, old, new, p, at) {
  n = split(contents(source), now, "\n"); m = split(contents(changed), then, "\n")
  if (!m) { print changed ": cannot read" > "/dev/stderr"; exit 2 }
  for (a = 1; a < n && now[a] == then[a]; a++) at += length(now[a]) + 1
  for (z = 0; z < n - a && z < m - a && now[n - z] == then[m - z]; z++);
  if (a > 1 && z > n - a) { a--; at -= length(now[a]) + 1 } # lines were only added: with the one above them
  for (k = a; k <= n - z; k++) old = old (k > a ? "\n" : "") now[k]
  for (k = a; k <= m - z; k++) new = new (k > a ? "\n" : "") then[k]
  match(old, /^ */); k = RLENGTH; match(new, /^ */)
  if (RLENGTH < k && new != "") k = RLENGTH
  at += k + 1; old = substr(old, k + 1); new = substr(new, k + 1)
  if (!find(text[source], source, p = inside(text[source], source, at, old), old)) find(text[source], source, p = "", old)
  for (k = 1; k < hits && hit[k] != at; k++);
  gsub(/\n/, "\n-", old); gsub(/\n/, "\n+", new)
  print "@ " id " " source (p == "" ? "" : "#" p) (hits > 1 ? " " k "/" hits : "") (ENVIRON["WORDS"] == "" ? "" : " : " ENVIRON["WORDS"]) "\n-" old "\n+" new
}
BEGIN { # without `mode` a library
  if (mode != "") load_all(lists)
  if (mode == "rows") {
    for (r = 1; r <= rows; r++) if (!(r in why)) print list_of[r], id_of[r], file[r], key == "" ? keys[r] : value(r, key), words[r]
  }
  else if (mode == "check") check()
  else if (mode == "like") like()
  else if (mode == "row") print_row()
  else if (mode == "select") select_all()
  else if (mode == "apply") {
    if (!(r = number(lists, id))) { print lists ": " id ": no such row" > "/dev/stderr"; exit 1 }
    s = applied(r, contents(file[r]), "", probed)
    if (bad) exit 1
    printf "%s", s
  }
  else if (mode != "") { print "planted.awk: no mode " mode > "/dev/stderr"; exit 2 }
  if (mode != "") exit bad
}
