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
