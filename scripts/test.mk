# Check suites: `make test` runs all of them on every core, `make quick` what a change breaks first.
.PHONY: test quick test-suites quick-suites test-start

# -j of the caller counts; without one, as many as there are processors
CORES := $(shell nproc 2>/dev/null || echo 1)
ALL_CORES = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(CORES))

COUNTS := $(B)/tests/.counts
test-start:
	@mkdir -p $(COUNTS); : >$(COUNTS)/started; : >$(COUNTS)/ended

# The dearest first, as docs/results/ci.md lists them: at the end no core waits for a suite that began last. What is not here follows by name.
DEAREST := top/test_wt_randcf top/test_wt_units checkers/test_wt_guest control/test_wt_multipath cli/test_wt_newcomer top/test_wt_stack top/test_wt_modes \
  control/test_wt_barrier top/test_wt_dwr_sm top/test_wt_operands top/test_wt_timing top/test_wt_litmus top/test_wt_codes session/test_wt_ckpt \
  cli/test_wt_tutorial checkers/test_wt_ports mem/test_wt_lsu mem/test_wt_l1d issue/test_wt_sb_coon checkers/test_wt_beside
RUN_ORDER := $(filter $(SUITE_BINS),$(DEAREST:%=$(B)/tests/%))
RUN_ORDER += $(filter-out $(RUN_ORDER),$(SUITE_BINS))

test: ## every Check suite, on all cores (-jN: on N), to the end whatever fails: then what failed, and what was not run and why
	+$(Q)scripts/verdicts.sh $(COUNTS)/log $(words $(SUITES)) $(MAKE) -k --no-print-directory $(ALL_CORES) test-suites SUITES_RUN=$(words $(SUITES))
test-suites: $(B)/warptwin assert-sample prove-sample fault-sample farm-test $(RUN_ORDER:%=%.run)

# Suites of seconds that need no RTL of the whole machine, every kernel on the C twin, and the benches of the blocks for half a minute.
QUICK := $(filter-out %_dis,$(filter $(addprefix $(B)/tests/,isa/% size/test_wt_whatif session/test_wt_mem cli/test_wt_outfile cli/test_wt_tracediff),$(SUITE_BINS)))
quick: ## under a minute once built: ISA, oracle, every kernel on the C twin with the oracle, block benches on tiny as far as the time allows
	+$(Q)$(MAKE) --no-print-directory $(ALL_CORES) quick-suites SUITES_RUN=$(words $(QUICK))
quick-suites: $(B)/warptwin $(KERNEL_HOSTS) $(QUICK:%=%.run)
	$(Q)$(B)/warptwin regress --run --config small
	$(Q)scripts/quick_bench.sh $(B) $(CORES) 25
	@echo "all $(words $(QUICK)) quick suites passed"

