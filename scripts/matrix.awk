# matrix.awk: reads `warptwin --keys` and prints N combinations of keys: a preset, then 4 to 12 keys with values of their ranges, drawn by the variables seed
# and n. Of a range it draws an end, a value beside it, or a power of two between.
function draw(k) { return int(rand() * k) }
function value(range, lo, hi, at, m, part, v) {
  if (range ~ /\|/) { m = split(range, part, "|"); return part[1 + draw(m)] }
  split(range, part, "[.][.]")
  lo = part[1] + 0; hi = part[2] + 0; at = draw(6)
  if (at == 0) return lo
  if (at == 1) return hi
  if (at == 2) return lo < hi ? lo + 1 : lo
  v = 1
  m = draw(1 + int(log(hi + 1) / log(2) + 0.001))
  while (m-- > 0) v *= 2
  return v < lo ? lo : v
}
NF >= 4 { key[++keys] = $1; range[keys] = $3 }
END {
  srand(seed)
  presets = split("tiny small small default default small-cc", preset, " ")
  for (i = 0; i < n; i++) {
    for (k in taken) delete taken[k]
    line = preset[1 + draw(presets)]
    for (left = 4 + draw(9); left > 0; left--) {
      k = 1 + draw(keys)
      if (k in taken) continue
      taken[k] = 1
      line = line " " key[k] "=" value(range[k])
    }
    print line
  }
}
