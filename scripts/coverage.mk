# Which branches of the C twin the random stimuli of the benches reach.
.PHONY: coverage cells
$(B)/coverage: tools/coverage.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
COVERAGE_FLAGS := -std=c11 -O0 -g -fPIC -fvisibility=hidden -fno-strict-aliasing --coverage
ifdef RTL
coverage: $(B)/warptwin
	$(Q)scripts/coverage_rtl.sh $(B) $(if $(UPDATE),docs/results/coverage.md)
else
coverage: ## branches of the C twin that the random stimuli of the benches take, block by block; RTL=1: lines and toggles of the RTL (UPDATE=1 renews docs/results/coverage.md)
	$(Q)$(MAKE) --no-print-directory B=build/cov CFLAGS='$(COVERAGE_FLAGS)' build/cov/coverage
	$(Q)scripts/coverage.sh build/cov $(if $(UPDATE),docs/results/coverage.md)
endif

cells: $(B)/tests/control/test_wt_cfu_cells ## every step of the control-flow units' machines under their random stimulus, and how often
	$(Q)WT_CELLS=1 $< | sed '/^Running suite\|^[0-9]*%: /d'
