#!/bin/sh
# fault_table.sh BUILD: the page docs/results/faults.md from the tables of `make fault-campaign`.
set -eu
b=$1
cat <<TEXT
# Faults

\`make fault-campaign\`, $(date -u +%Y-%m-%d), preset small. The campaign breaks one thing at a time, in one twin. The run continues until the twins differ, and the table judges what a user gets:

| column | means |
|---|---|
| named, right | the block that the report names as the root, and whether that block was the broken one |
| lines | length of the report; the limit is 60 |
| wave | whether the first bad edge is in the wave that the run leaves; for a row of a memory that nothing read in the 64 cycles before, the difference is in the wave from its first cycle on |
| replay | whether the file fails again with the same report, line for line |
| cycles / instructions | for the smaller file that \`shrink\` makes: cycles to the difference, instructions of the kernel other than NOP. A bit is flipped in one cycle, so for bits only the start moves |

"Without effect" means that every output, flip-flop and memory row of both twins was equal in every cycle to the end of the run (for an expression, of the runs of all
kernels that are tried).

## Bits of state and outputs

Drawn by seed $(printf '%s' "${CAMPAIGN_SEED:-1}"), two for each block and twin: registers as they take their value or between two edges, rows of memories as they are written, outputs.

TEXT
cat "$b/faults/pokes.md"
cat <<TEXT

## Changed expressions of the RTL

\`tests/faults/expressions.txt\` lists them. All are in one build, and a selector in the RTL chooses one. They were drawn from the blocks of the preset with the operators of \`make mutate\`.

TEXT
cat "$b/faults/expressions.md"

cat <<TEXT

## Changed expressions of the C twin

\`tests/faults/model.txt\` lists them. All are in one program, and a selector in the C sources chooses one; the RTL is unchanged. They were drawn by seed from the changes that \`make mutate SIDE=c\`
makes, up to two per file. The list leaves out changes that do not compile as an expression, and changes with which the C twin does not return (an endless loop, an index
far outside an array), because they leave no cycle to compare.

TEXT
cat "$b/faults/model.md"
