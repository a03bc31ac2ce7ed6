# Timing contracts: proof that they notice.
.PHONY: timing-mutants
test-suites: timing-mutants cycles
N ?= 4
SEED ?= 1
timing-mutants: $(B)/tests/top/test_wt_timing ## numbers of the timing tables and stored wrong readings of the C twin, one at a time: a contract must fail (N=all)
	$(Q)$(MUTANT_ENV) scripts/timing_mutants.sh $(B) $(N) $(SEED)

# Cycles of kernels: a change detector, no reference.
.PHONY: cycles
cycles: $(B)/cycles kernels-host ## cycles and slot reasons of twelve kernels equal tests/golden/cycles.md (UPDATE=1 renews it)
	$(Q)scripts/cycles.sh $(B) "$(UPDATE)"

# What is published of silicon, beside shapes of this machine.
.PHONY: silicon
SILICON_SHAPES := small-cc HAZARDS=run L1_BYTES=4096 -- quad SCOREBOARD=codes HAZARDS=run
silicon: $(B)/silicon ## micro-benchmarks and distances between instructions, beside what was measured of GPUs, equal docs/results/silicon.md (UPDATE=1 renews it)
	$(Q)sed '/^## /,$$d' docs/results/silicon.md >$(B)/silicon.md
	$(Q)$(B)/silicon tests/silicon $(SILICON_SHAPES) >>$(B)/silicon.md
	$(Q)$(if $(UPDATE),cp $(B)/silicon.md docs/results/silicon.md,diff docs/results/silicon.md $(B)/silicon.md && echo "silicon: as docs/results/silicon.md has it")
