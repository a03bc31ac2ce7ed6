# Check suites: `make test` runs all of them on every core, `make quick` what a change breaks first.
.PHONY: test quick test-suites quick-suites test-start

# -j of the caller counts; without one, as many as there are processors
CORES := $(shell nproc 2>/dev/null || echo 1)
ON_ALL_CORES = +$(Q)$(MAKE) --no-print-directory $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(CORES))

COUNTS := $(B)/tests/.counts
test-start:
	@mkdir -p $(COUNTS); : >$(COUNTS)/started; : >$(COUNTS)/ended

test: ## every Check suite, on all cores (-jN: on N)
	$(ON_ALL_CORES) test-suites SUITES_RUN=$(words $(SUITES))
test-suites: $(B)/warptwin $(SUITE_BINS:%=%.run) assert-sample prove-sample fault-sample farm-test
	@echo "all $(words $(SUITES)) suites passed"

# Suites of seconds that need no RTL of the whole machine, every kernel on the C twin, and the benches of the blocks for half a minute.
QUICK := $(filter-out %_dis,$(filter $(addprefix $(B)/tests/,isa/% size/test_wt_whatif top/test_wt_mem top/test_wt_outfile top/test_wt_tracediff),$(SUITE_BINS)))
quick: ## under a minute once built: ISA, oracle, every kernel on the C twin with the oracle, block benches on tiny as far as the time allows
	$(ON_ALL_CORES) quick-suites SUITES_RUN=$(words $(QUICK))
quick-suites: $(B)/warptwin $(KERNEL_HOSTS) $(QUICK:%=%.run)
	$(Q)$(B)/warptwin regress --run --config small
	$(Q)scripts/quick_bench.sh $(B) $(CORES) 25
	@echo "all $(words $(QUICK)) quick suites passed"

$(B)/tests/top/test_wt_unset: LDFLAGS += -Wl,--wrap=wt_m_reset -Wl,--wrap=wt_env_present
$(B)/tests/top/test_wt_visits: LDFLAGS += $(patsubst %,-Wl$(comma)--wrap=wt_gpu_%,moore eval tick wake)
