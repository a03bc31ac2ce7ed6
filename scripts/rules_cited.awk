# rules_cited.awk: rules that comments of the twins name. awk -v letters=FILE -f rules_cited.awk SOURCE...: prints "TWIN STEM RULE FILE:LINE" for each.
# letters: "STEM LETTER" a line, the blocks and what the numbers of their rules begin with (R17, in wt_simt_stack S17). A source belongs to the block
# whose name its own begins with, the longest one: wt_lsu_addr.sv to lsu. Rows (.def) are the C twin's.
function scan(text,   at) {
  text = " " text
  while (match(text, "[^A-Za-z0-9_]" letter[stem] "[0-9]+")) {
    at = substr(text, RSTART + 2, RLENGTH - 2)
    text = substr(text, RSTART + RLENGTH)
    if (text !~ /^[A-Za-z_]/) print twin, stem, at + 0, FILENAME ":" FNR
  }
}
BEGIN { while ((getline l < letters) > 0) { split(l, w, " "); letter[w[1]] = w[2] } }
FNR == 1 {
  stem = FILENAME
  sub(/.*\//, "", stem); sub(/^wt_/, "", stem); sub(/\..*/, "", stem)
  while (stem != "" && !(stem in letter)) if (!sub(/_[^_]*$/, "", stem)) stem = ""
  twin = FILENAME ~ /^rtl\// ? "rtl" : "c"
}
stem == "" { next }
twin == "rtl" { if (at = index($0, "//")) scan(substr($0, at + 2)); next }
{
  rest = $0
  while (at = index(rest, "/*")) {
    rest = substr(rest, at + 2)
    end = index(rest, "*/")
    scan(end ? substr(rest, 1, end - 1) : rest)
    rest = end ? substr(rest, end + 2) : ""
  }
}
