# Which branches of the C twin the random stimuli of the benches reach.
.PHONY: coverage
$(B)/coverage: scripts/coverage.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
COVERAGE_FLAGS := -std=c11 -O0 -g -fPIC -fvisibility=hidden -fno-strict-aliasing --coverage
coverage: ## branches of the C twin that the random stimuli of the benches take, block by block (UPDATE=1 renews docs/results/coverage.md)
	$(Q)$(MAKE) --no-print-directory B=build/cov CFLAGS='$(COVERAGE_FLAGS)' build/cov/coverage
	$(Q)scripts/coverage.sh build/cov $(if $(UPDATE),docs/results/coverage.md)
