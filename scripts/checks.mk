# Checks of the tree that run no simulation: lint, mirror of the twins, state bits, netlist benches.
.PHONY: lint lint-text lint-rtl lint-c lint-tidy check-mirror check-bits netcheck

CHECK_BITS_C := scripts/check_bits.c tb/wt_gen.c cmodel/spec/wt_rows.c cmodel/spec/wt_shape.c cmodel/isa/wt_isa.c
$(B)/check_bits: $(CHECK_BITS_C:%.c=$(B)/%.o) $(B)/gen/wt_descs.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

lint: lint-text lint-rtl lint-c ## Verilator -Wall, Yosys warnings, house rules, cppcheck

lint-text:
	$(Q)scripts/check_text.sh

lint-rtl: $(B)/check_bits
	$(Q)scripts/check_rtl.sh $(B)

lint-c: $(B)/gen/.done
	$(Q)scripts/check_c.sh $(B)

lint-tidy: $(B)/gen/.done ## clang-tidy, not part of lint: minutes, and what it finds needs a judgement
	$(Q)scripts/check_c.sh $(B) tidy

check-mirror: $(B)/gen_machine ## every block has its twins, test, document, stimulus and rows; generated wiring is fresh
	$(Q)scripts/check_mirror.sh $(B)

check-bits: $(B)/check_bits ## state bits and ports of the rows equal those that Yosys builds, on 28 shapes (V=1: whole table)
	$(Q)V=$(V) scripts/check_bits.sh $(B)

netcheck-%: block-% ## the same suite again on the Yosys netlist of one block (make netcheck-fetch)
	$(Q)WT_NETLIST=1 $(B)/test_wt_$*

netcheck: build ## the netlist of every block against its C twin, 5000 random cycles on tiny
	$(Q)scripts/check_net.sh $(B)
