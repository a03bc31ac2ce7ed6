#!/bin/sh
# fault_table.sh BUILD: the page docs/results/faults.md from the tables of `make fault-campaign`.
set -eu
b=$1
cat <<TEXT
# Faults

\`make fault-campaign\`, $(date -u +%Y-%m-%d), preset small. One thing is broken at a time, in one twin. The run goes on until the twins differ, and the table judges what a user gets:

| column | means |
|---|---|
| named, right | the block that the report names as the root, and whether it is the one that was broken |
| lines | length of the report; the limit is 60 |
| wave | the first bad edge is in the wave that is left behind; for a row of a memory that nobody looked at in the 64 cycles before, the difference is there from its first cycle on |
| replay | the file fails again, with the same report, line for line |
| cycles / instructions | of the smaller file that \`shrink\` makes: cycles to the difference, instructions of the kernel other than NOP. A bit is flipped in one cycle, so its row only moves the start |

"Without effect" lists a fault with which every output, flip-flop and memory row of both twins was equal in every cycle to the end of the run (of an expression: of all
kernels that are tried).

## Bits of state and outputs

Drawn by seed $(printf '%s' "${CAMPAIGN_SEED:-1}"), two for each block and twin: registers when they take their value or between two edges, rows of memories when they are written, outputs.

TEXT
cat "$b/faults/pokes.md"
cat <<TEXT

## Changed expressions of the RTL

\`tests/faults/expressions.txt\`: all in one build, chosen by a selector in the RTL. They were drawn by the operators of \`make mutate\` from the blocks of the preset.

TEXT
cat "$b/faults/expressions.md"

cat <<TEXT

## Changed expressions of the C twin

\`tests/faults/model.txt\`: all in one program, chosen by a selector in the C sources; the RTL is as it is. Drawn by seed from the changes that \`make mutate SIDE=c\`
makes, up to two a file. Not in the list: a change that does not compile as an expression, and one with which the C twin does not come back (a loop without end, an index
far outside of an array), since there is no cycle then to compare.

TEXT
cat "$b/faults/model.md"
