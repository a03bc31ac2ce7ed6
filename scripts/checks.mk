# Checks of the tree that run no simulation: lint, mirror of the twins, state bits, netlist benches.
.PHONY: check-reads format lint lint-format lint-text lint-rtl lint-c lint-tidy check-mirror check-bits area-check netcheck

AREA_CHECK_C := tools/area_check.c tools/area_sum.c tb/cosim/wt_rtl_src.c tb/cosim/wt_gen.c cmodel/state/wt_rows.c cmodel/spec/wt_shape.c cmodel/spec/wt_shape_text.c cmodel/isa/wt_isa.c
$(B)/area_check: $(AREA_CHECK_C:%.c=$(B)/%.o) $(B)/gen/wt_descs.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

lint: lint-text lint-format check-reads lint-rtl lint-c ## Verilator -Wall, Yosys warnings, house rules, one C format, cppcheck

lint-text:
	$(Q)scripts/check_text.sh
	$(Q)scripts/check_links.sh
	$(Q)scripts/check_names.sh
	$(Q)scripts/check_rooms.sh
	$(Q)scripts/check_planted.sh
	$(Q)scripts/check_sources.sh

C_TEXT = $(sort $(shell find cmodel examples include tools tb tests -name '*.[ch]'))
lint-format: ## the C text is as clang-format writes it
	$(Q)printf '%s\n' $(C_TEXT) | xargs -P $(CORES) -n 40 clang-format --style=file --dry-run -Werror
	@echo "lint: $(words $(C_TEXT)) C files are as 'make format' writes them"
format: ## write the C text in the house's format (.clang-format)
	$(Q)printf '%s\n' $(C_TEXT) | xargs clang-format --style=file -i

lint-rtl: $(B)/area_check
	$(Q)scripts/check_rtl.sh $(B)

lint-c: $(B)/gen/.done
	$(Q)scripts/check_c.sh $(B)

lint-tidy: $(B)/gen/.done ## clang-tidy, not part of lint: minutes, and what it finds needs a judgement
	$(Q)scripts/check_c.sh $(B) tidy

check-mirror: $(B)/gen_machine ## every block has its twins, test, document, stimulus and rows; generated wiring is fresh
	$(Q)scripts/check_mirror.sh $(B)

check-reads: $(B)/gen/.done ## what the rows of a block do not declare, its C twin cannot read
	$(Q)scripts/check_reads.sh $(B)

# LONG=1: a thousand random shapes, as in make soak
area-check: $(B)/area_check $(if $(UPDATE),,unit-price) ## bits, ports and flip-flops of the RTL equal rows and size table: presets, corners, 20 random shapes (V=1: table)
	$(Q)V=$(V) $(B)/area_check run $(B) $(if $(LONG),--long)
check-bits: area-check

netcheck-%: block-% ## the same suite again on the Yosys netlist of one block (make netcheck-fetch)
	$(Q)WT_NETLIST=1 $(B)/test_wt_$*

netcheck: build ## the netlist of every block against its C twin, 5000 random cycles on tiny
	$(Q)scripts/check_net.sh $(B)

# make test takes a sample, make soak all
.PHONY: assert-check assert-sample
assert-check: $(B)/assert_bench ## every assertion of the RTL fails when its block is broken (EVERY=N: one of N)
	$(Q)scripts/assert_check.sh $(B) $(EVERY)
assert-sample: $(B)/assert_bench
	$(Q)scripts/assert_check.sh $(B) 12

.PHONY: equiv
equiv: $(B)/area_check ## Yosys proves every block whose RTL has changed since BASE= equal to its form there (SHAPE=tiny MAP=renamed flip-flops PLANT=1 BLK="wt_alu")
	$(Q)scripts/equiv.sh $(B) $(or $(BASE),HEAD) $(BLK)

# make test takes a sample, make soak all
.PHONY: prove prove-sample
prove: $(B)/area_check ## assertions of the RTL proved for every reachable state (Yosys and its ABC), each proof shown to fail on a broken block (STEMS="wb disp")
	$(Q)STEMS="$(STEMS)" scripts/prove.sh $(B)
prove-sample: $(B)/area_check
	$(Q)STEMS="disp wb" scripts/prove.sh $(B)
