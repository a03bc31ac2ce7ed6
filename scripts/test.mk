# Check suites: `make test` runs all of them on every core, `make quick` what a change breaks first.
.PHONY: test quick test-suites quick-suites test-start

# -j of the caller counts; without one, as many as there are processors
CORES := $(shell nproc 2>/dev/null || echo 1)
ALL_CORES = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(CORES))

COUNTS := $(B)/tests/.counts
test-start:
	@mkdir -p $(COUNTS); : >$(COUNTS)/started; : >$(COUNTS)/ended

# The dearest first, as docs/results/ci.md lists them: at the end no core waits for a suite that began last. What is not here follows by name.
DEAREST := top/test_wt_randcf top/test_wt_modes top/test_wt_dwr_sm control/test_wt_multipath top/test_wt_unit_asm top/test_wt_codes control/test_wt_barrier \
  top/test_wt_ports top/test_wt_stack top/test_wt_newcomer top/test_wt_tutorial issue/test_wt_sb_coon mem/test_wt_l1d top/test_wt_checkers_run \
  top/test_wt_replay_sm mem/test_wt_lsu top/test_wt_units
RUN_ORDER := $(filter $(SUITE_BINS),$(DEAREST:%=$(B)/tests/%))
RUN_ORDER += $(filter-out $(RUN_ORDER),$(SUITE_BINS))

test: ## every Check suite, on all cores (-jN: on N), to the end whatever fails: then what failed, and what was not run and why
	+$(Q)scripts/verdicts.sh $(COUNTS)/log $(words $(SUITES)) $(MAKE) -k --no-print-directory $(ALL_CORES) test-suites SUITES_RUN=$(words $(SUITES))
test-suites: $(B)/warptwin assert-sample prove-sample fault-sample farm-test $(RUN_ORDER:%=%.run)

# Suites of seconds that need no RTL of the whole machine, every kernel on the C twin, and the benches of the blocks for half a minute.
QUICK := $(filter-out %_dis,$(filter $(addprefix $(B)/tests/,isa/% size/test_wt_whatif top/test_wt_mem top/test_wt_outfile top/test_wt_tracediff),$(SUITE_BINS)))
quick: ## under a minute once built: ISA, oracle, every kernel on the C twin with the oracle, block benches on tiny as far as the time allows
	+$(Q)$(MAKE) --no-print-directory $(ALL_CORES) quick-suites SUITES_RUN=$(words $(QUICK))
quick-suites: $(B)/warptwin $(KERNEL_HOSTS) $(QUICK:%=%.run)
	$(Q)$(B)/warptwin regress --run --config small
	$(Q)scripts/quick_bench.sh $(B) $(CORES) 25
	@echo "all $(words $(QUICK)) quick suites passed"

$(B)/tests/top/test_wt_unset: LDFLAGS += -Wl,--wrap=wt_m_reset -Wl,--wrap=wt_env_present
$(B)/tests/top/test_wt_checks: LDFLAGS += -Wl,--wrap=wt_paths -Wl,--wrap=wt_tandem_cycle -Wl,--wrap=wt_hazard_cycle -Wl,--wrap=wt_hazard_open -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=wt_blks_new
$(B)/tests/top/test_wt_rowset: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=realloc
$(B)/tests/top/test_wt_guest_parts: LDFLAGS += -Wl,--wrap=wt_guest_of_object,--wrap=wt_guest_of_rtl -Wl,--wrap=calloc
$(B)/tests/top/test_wt_areas: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc -Wl,--wrap=realloc
$(B)/tests/top/test_wt_launches: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc
$(B)/tests/top/test_wt_sessions: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=wt_output_take,--wrap=wt_guests_open,--wrap=wt_guests_close,--wrap=wt_guests_names
$(B)/tests/top/test_wt_clock: LDFLAGS += -Wl,--wrap=clock_gettime -Wl,--wrap=isatty -Wl,--wrap=fork -Wl,--wrap=waitpid
$(B)/tests/top/test_wt_culprit_words: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc
$(B)/tests/top/test_wt_segment_rules: LDFLAGS += -Wl,--wrap=fork
$(B)/tests/top/test_wt_runs: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc
$(B)/tests/top/test_wt_draw: LDFLAGS += -Wl,--wrap=calloc
$(B)/tests/top/test_wt_env: LDFLAGS += -Wl,--wrap=calloc
$(B)/tests/top/test_wt_memsys: LDFLAGS += -Wl,--wrap=calloc
$(B)/tests/top/test_wt_agents: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=strdup
$(B)/tests/top/test_wt_use: LDFLAGS += -Wl,--wrap=wt_paths,--wrap=wt_occupancy,--wrap=wt_env_use
$(B)/tests/top/test_wt_checkers_run: LDFLAGS += -Wl,--wrap=wt_mem_digest
$(B)/tests/top/test_wt_noend: LDFLAGS += -Wl,--wrap=wt_paths,--wrap=wt_env_quiet,--wrap=wt_env_writes,--wrap=wt_mem_digest,--wrap=wt_env_local_digest,--wrap=wt_blks_new,--wrap=calloc,--wrap=malloc,--wrap=realloc
$(B)/tests/top/test_wt_told: LDFLAGS += -Wl,--wrap=wt_tandem_cycle -Wl,--wrap=wt_oracle_set_rules -Wl,--wrap=wt_oracle_mem_perform_at,--wrap=wt_oracle_error,--wrap=wt_oracle_where
$(B)/tests/isa/test_wt_asm_file: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc -Wl,--wrap=realloc
$(B)/tests/isa/test_wt_cubin_link: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc -Wl,--wrap=realloc
$(B)/tests/isa/test_wt_service: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc -Wl,--wrap=realloc
$(B)/tests/isa/test_wt_cubin_parts: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc -Wl,--wrap=realloc
$(B)/tests/isa/test_wt_cfg: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=realloc
$(B)/tests/isa/test_wt_delay: LDFLAGS += -Wl,--wrap=calloc
$(B)/tests/isa/test_wt_oracle_init: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=malloc
$(B)/tests/isa/test_wt_oracle_saved: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=realloc
$(B)/tests/isa/test_wt_oracle_told: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=realloc
$(B)/tests/isa/test_wt_oracle_l1: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=realloc
$(B)/tests/top/test_wt_quick: LDFLAGS += -Wl,--wrap=calloc -Wl,--wrap=realloc
$(B)/tests/top/test_wt_compared: LDFLAGS += -Wl,--wrap=wt_rtl_find -Wl,--wrap=calloc -Wl,--wrap=realloc
$(B)/tests/top/test_wt_visits: LDFLAGS += -Wl,--wrap=wt_gpu_moore,--wrap=wt_gpu_eval,--wrap=wt_gpu_tick,--wrap=wt_gpu_wake
$(B)/tests/size/test_wt_size_text: LDFLAGS += -Wl,--wrap=wt_size_levels -Wl,--wrap=calloc
$(B)/tests/size/test_wt_size_table: LDFLAGS += -Wl,--wrap=wt_blks_new -Wl,--wrap=wt_node_find
