#!/bin/sh
# unit_price.sh BUILD: the price of each unit on small and default, from `warptwin size`: tests/golden/price.md.
set -eu
warptwin=$1/warptwin
cat <<'TEXT'
# Price of each unit

Made by `make unit-price UPDATE=1` from `warptwin size`: sums over the structures and copies of a block, [area](area.md) has them one by one. Bits are exact, gate
equivalents (GE) and mm2 at 45 nm are modelled, `share` is that of all mm2. Levels are measured gate levels of the block, [depth](depth.md); "-": not measured there.
Blocks in the order of their groups, the dearest of a group on `default` first.

TEXT
for preset in small default; do
  "$warptwin" size --config $preset --format csv | sed "s/^/$preset,/"
done | awk -F, '
  $2 == "structure" { next }
  {
    split($2, part, ".")
    b = part[1]
    if (!(b in group)) { group[b] = $3; order[++n] = b }
    k = $1 "," b
    bits[k] += $8; ge[k] += $11; mm2[k] += $16; all[$1] += $16; all_bits[$1] += $8; all_ge[$1] += $11
    if ($NF != "") levels[k] = $NF
  }
  function row(name, g, a, b) {
    printf "| %s | %s | %d | %d | %.4f | %.1f %% | %s | %d | %d | %.4f | %.1f %% | %s |\n", name, g, bits[a], ge[a], mm2[a], 100 * mm2[a] / all["small"],
      a in levels ? levels[a] : "-", bits[b], ge[b], mm2[b], 100 * mm2[b] / all["default"], b in levels ? levels[b] : "-"
  }
  END {
    print "| block | group | small: bits | GE | mm2 | share | levels | default: bits | GE | mm2 | share | levels |"
    print "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    groups = split("front control issue operand exec mem cta", g_of, " ")
    for (g = 1; g <= groups; g++)
      for (;;) {
        best = ""
        for (i = 1; i <= n; i++) {
          b = order[i]
          if (group[b] == g_of[g] && !(b in done) && (best == "" || mm2["default," b] > mm2["default," best])) best = b
        }
        if (best == "") break
        done[best] = 1
        row(best, g_of[g], "small," best, "default," best)
      }
    printf "| all | | %d | %d | %.4f | 100 %% | | %d | %d | %.4f | 100 %% | |\n", all_bits["small"], all_ge["small"], all["small"],
      all_bits["default"], all_ge["default"], all["default"]
  }'
cat <<'TEXT'

Blocks that these presets do not have, with the key that puts them into `small` and `default` in the place of another one (l1d: beside the others). There are no levels of them:
they are measured on presets.

| block | key | small: bits | GE | mm2 | default: bits | GE | mm2 |
|---|---|---:|---:|---:|---:|---:|---:|
TEXT
while read -r block key; do
  printf '| %s | %s |' "$block" "$key"
  for preset in small default; do
    "$warptwin" size --config $preset --set "$key" --block "$block" --format csv |
      awk -F, '$1 != "structure" { b += $7; g += $10; m += $15 } END { printf " %d | %d | %.4f |", b, g, m }'
  done
  echo
done <<'LIST'
hanoi DIVERGENCE=hanoi
simt_stack DIVERGENCE=simt_stack
barrier DIVERGENCE=barrier
multipath DIVERGENCE=multipath
sb_coon SCOREBOARD=coon
sb_codes SCOREBOARD=codes
l1d L1_BYTES=16384
LIST
