# Warptwin. `make` shows the targets. Everything that is made lies in build/.
# V=1 shows commands; SAN=1 builds with address and undefined-behaviour sanitizers into build/san. NATIVE=1 builds for this processor into
# build/native, PGO=1 with a profile of kernels into build/pgo: the same results, sooner.
CC ?= gcc
V ?= 0
Q := $(if $(filter 1,$(V)),,@)
CC_TAKES = $(shell $(CC) -Werror $(1) -x c -c /dev/null -o /dev/null 2>/dev/null && echo "$(1)")
ifneq ($(NATIVE)$(PGO)$(TRAIN),)
  NATIVE_FLAGS := $(or $(call CC_TAKES,-O3 -march=native -ffp-contract=off),-O3)
  $(if $(filter -O3,$(NATIVE_FLAGS)),$(if $(filter 1,$(words $(NATIVE_FLAGS))),$(info $(CC) cannot build for this processor alone: NATIVE=1 is -O3)))
endif
ifdef PGO
  PROFILE_FLAGS := $(call CC_TAKES,-fprofile-use=/dev/null -fprofile-partial-training -Wno-missing-profile)
  $(if $(PROFILE_FLAGS),,$(info $(CC) takes no profile as gcc writes it: PGO=1 is NATIVE=1))
endif
B := build$(if $(SAN),/san,$(if $(PROFILE_FLAGS),/pgo,$(if $(NATIVE)$(PGO),/native)))
export WARPTWIN_CACHE ?= $(CURDIR)/build/rtl

comma := ,
CPPFLAGS := -D_POSIX_C_SOURCE=200809L -I$(B)/gen -Iinclude -Icmodel -Itb -I.
# warnings that an optimiser's guesses make are those of the ordinary build
FASTER := $(if $(NATIVE_FLAGS),$(NATIVE_FLAGS) -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized -Wno-format-truncation) $(if $(TRAIN),-fprofile-generate -fprofile-update=atomic)
CFLAGS := -std=c11 -O2 -g -fPIC -fvisibility=hidden -Wall -Wextra -Werror -fno-strict-aliasing $(FASTER) $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized,)
LDLIBS := -lelf -ljansson -lz -lzstd -lnettle -ldl -lm
LDFLAGS := -rdynamic $(if $(SAN),-fsanitize=address$(comma)undefined,)

.DEFAULT_GOAL := help
help: ## this list
	@sed -n 's/^\([a-z0-9<>*%-]*\):.*## \(.*\)/  \1|\2/p' Makefile scripts/*.mk | column -t -s '|'
	@echo "variables: V=1 shows commands; SAN=1 sanitizers; NATIVE=1, PGO=1 faster; LONG=1 full counts; COSIM_CONFIGS, COSIM_SCHED of cosim; WARPTWIN_CACHE=DIR; WT_JOBS=N compilers a shape"


LATE_MK := scripts/test.mk scripts/rules.mk scripts/timing.mk scripts/fuzz.mk scripts/coverage.mk
AFTER_MK := scripts/cuda.mk scripts/wide.mk # the library's objects, the runtime
include $(filter-out $(AFTER_MK) $(LATE_MK),$(wildcard scripts/*.mk))
include $(AFTER_MK)

SPEC := $(wildcard cmodel/spec/*.def cmodel/spec/ports/*.def cmodel/spec/blocks/*.def)
GEN := $(B)/gen/wt_order.c $(B)/gen/wt_descs.c $(B)/gen/wt_table.c
GEN_H := $(B)/gen/spec/wt_max.h $(B)/gen/spec/wt_units.def $(B)/gen/spec/wt_blocks.h
# GENFLAGS: --max KEY=N, for builds whose machine has more of something (scripts/wide.mk)
GENFLAGS ?=
GEN_SRC := $(wildcard tools/gen/*.c)
$(B)/gen_machine: $(GEN_SRC) $(wildcard tools/gen/*.h)
	@mkdir -p $(@D)
	$(Q)gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Werror $(GEN_SRC) -o $@
# what asks Yosys and OpenSTA and reads what they say: a result that is kept names it
SIZE_MAKERS := $(wildcard tb/cli/wt_size_*.[ch] cmodel/size/wt_depth*.[ch]) tb/cosim/wt_rtl_src.c
$(B)/gen/.done: $(B)/gen_machine $(SPEC) $(SIZE_MAKERS)
	@mkdir -p $(B)/gen/spec
	$(Q)$(B)/gen_machine $(GENFLAGS) cmodel/spec $(B)/gen
	$(Q)cat $(SIZE_MAKERS) | cksum | sed 's/.*/#define WT_SIZE_MAKERS "&"/' >$(B)/gen/wt_size_makers.h
	@touch $@
# the generator leaves a file alone that would not change: then nothing that includes it is compiled
$(GEN) $(GEN_H): $(B)/gen/.done ;
.PHONY: wiring
wiring: $(B)/gen_machine ## renew the generated SystemVerilog: modules (rtl/top) and lists of ports (rtl/ports), state of the blocks (rtl/rows)
	@mkdir -p rtl/top rtl/ports rtl/rows
	$(Q)$(B)/gen_machine cmodel/spec $(B)/gen rtl
.SECONDARY:

# block BLK alone: its twins, harness and tests (other blocks need not compile)
HARNESS := tb/bench/wt_bench.c tb/bench/wt_bench_rows.c tb/lib/wt_home.c tb/lib/wt_wide.c tb/lib/wt_world.c tb/cosim/wt_lockstep.c tb/cosim/wt_ls_bind.c tb/cosim/wt_ls_step.c tb/cosim/wt_pairs.c tb/cosim/wt_windows.c tb/cosim/wt_rtl.c tb/cosim/wt_rtl_says.c tb/cosim/wt_rtl_proc.c tb/cosim/wt_rtl_known.c tb/cosim/wt_rtl_src.c tb/cosim/wt_rtl_sum.c tb/cosim/wt_gen.c tb/cosim/wt_gen_guest.c tb/cosim/wt_user.c tb/cosim/wt_opaque.c tb/cosim/wt_object_rtl.c tb/lib/wt_guest_object.c tb/lib/wt_guest_watch.c cmodel/spec/wt_modes.c cmodel/spec/wt_numbers.c cmodel/state/wt_rows.c cmodel/spec/wt_shape.c cmodel/spec/wt_shape_text.c cmodel/isa/wt_isa.c
HARNESS_O := $(HARNESS:%.c=$(B)/%.o) $(B)/gen/wt_descs.o $(B)/gen/wt_table.o
$(B)/gen/%.o: $(B)/gen/%.c Makefile | $(B)/gen/.done
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(call PROFILE_OF,gen/$*) -MMD -MP -c $< -o $@
# the oracle's loops over lanes: -O2 of gcc 12 leaves them scalar
$(B)/cmodel/oracle/%.o: CFLAGS += -O3
$(B)/%.o: %.c Makefile | $(B)/gen/.done
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(call PROFILE_OF,$*) -MMD -MP -c $< -o $@
-include $(shell find $(B) \( -path $(B)/wide -o -name bare -o -name confined \) -prune -o -name '*.d' -print 2>/dev/null)

# PGO=1: a program that counts is built beside, and runs kernels; what it did not run is built as without a profile
PROFILE := build/pgo-train
TRAINING := matmul bfs reduce nw hist bitonic fltdiv mandel atomics shuffle
PROFILE_OF = $(if $(PROFILE_FLAGS),-fprofile-use=$(PROFILE)/$(1).gcda -fprofile-partial-training -Wno-missing-profile)
ifneq ($(PROFILE_FLAGS),)
$(B)/gen/.done: $(PROFILE)/.done
$(PROFILE)/.done: $(wildcard cmodel/*/*.c cmodel/*/*.h tb/*/*.c tb/*/*.h) $(SPEC)
	$(Q)$(MAKE) --no-print-directory PGO= TRAIN=1 B=$(PROFILE) $(PROFILE)/warptwin $(TRAINING:%=$(PROFILE)/kernels/%.so)
	$(Q)find $(PROFILE) -name '*.gcda' -delete
	$(Q)scripts/train.sh $(PROFILE)/warptwin $(TRAINING)
	@touch $@
endif

# `make block-<stem>`: builds and runs the Check suite of one block; of what blocks and the oracle share it takes what it needs.
TEST_LIBS := -lcheck -lsubunit -lrt -lpthread
block-%: CPPFLAGS += -DWT_ROOT='"$(CURDIR)"' -DWT_BUILD='"$(B)"'
$(B)/shared.a: $(patsubst %.c,$(B)/%.o,$(wildcard cmodel/oracle/*.c cmodel/exec/wt_xu_*.c cmodel/control/wt_barrier_*.c))
	@rm -f $@
	$(Q)$(AR) rcs $@ $^
block-%: $(HARNESS_O) $(B)/shared.a ## Check suite of one block (make block-fetch)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $(B)/test_wt_$* $(wildcard tests/*/test_wt_$*.c) $(wildcard cmodel/*/wt_$*.c) $(wildcard tb/bench/stim_$*.c) $(HARNESS_O) $(B)/shared.a $(TEST_LIBS) $(LDLIBS)
	$(Q)$(B)/test_wt_$*

# the command line: every model, every stimulus, the harness
MODEL := $(wildcard cmodel/*/*.c)
TB := $(filter-out tb/cuda/%,$(wildcard tb/*/*.c))
OBJS := $(MODEL:%.c=$(B)/%.o) $(TB:%.c=$(B)/%.o) $(GEN:%.c=%.o) $(FST_O)
$(B)/warptwin: $(OBJS)
	@echo "  LD $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
build: $(B)/warptwin kernels-host ## the command line build/warptwin and the host references

# Check suites: linked with everything but main (scripts/test.mk runs them); LONG=1 runs the full counts of `make soak`.
SUITES := $(sort $(wildcard tests/*/test_wt_*.c))
SUITE_BINS := $(SUITES:%.c=$(B)/%)
CLI_O := $(filter $(B)/tb/cli/main.o $(B)/tb/cli/cli_%.o,$(OBJS))
LIB_O := $(filter-out $(filter-out %/cli_cases.o %/cli_common.o,$(CLI_O)),$(OBJS))
$(SUITE_BINS): CPPFLAGS += -DWT_ROOT='"$(CURDIR)"' -DWT_BUILD='"$(B)"'
$(SUITE_BINS): $(B)/%: %.c $(LIB_O) $(wildcard tests/*.h tests/*/*.h)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $$(scripts/wraps.sh $(patsubst test_wt_%,%,$(notdir $*))) -o $@ $< $(LIB_O) $(TEST_LIBS) $(LDLIBS)
$(SUITE_BINS:%=%.run): %.run: % $(B)/warptwin $(KERNEL_HOSTS) | test-start
	$(Q)scripts/suite.sh $< $(COUNTS) $(or $(SUITES_RUN),1)

include $(LATE_MK) # after what they name

COSIM_CONFIGS ?= small,default
COSIM_SCHED ?= lrr,gto
cosim: build ## every kernel on both twins in lock-step, oracle in tandem, on small and default under LRR and GTO
	$(Q)$(B)/warptwin regress --config $(COSIM_CONFIGS) --set SCHED=$(COSIM_SCHED)

beside: build ## every kernel with every block of the RTL beside the C machine, each verilated by itself, on small, default and tiny (ONLY=kernels BESIDE=blocks)
	$(Q)for c in small default; do $(B)/warptwin regress --config $$c --beside $(or $(BESIDE),all) $(if $(ONLY),--only $(ONLY)) || exit; done
	$(Q)$(B)/warptwin regress --config tiny --set WARPS=32 --set REGS=16384 --beside $(or $(BESIDE),all) $(if $(ONLY),--only $(ONLY))
guests: build ## every block's own module drives the C machine in the place of our C block: cycles and traces stay (BLK="blocks" ONLY=kernels)
	$(Q)ONLY="$(ONLY)" scripts/guests.sh $(B) $(BLK)
beside-speed: build ## processor time of all kernels with each block's RTL beside the C machine, with all, in lock-step of the whole machine: docs/results/beside.md
	$(Q)scripts/beside_speed.sh $(B) $(BLK)
matrix: build ## combinations of keys drawn with SEED, kernels under each on the C twin with oracle and host references (N=200 RTL=4: four of them on both twins)
	$(Q)scripts/matrix.sh $(B) $(or $(N),200) $(or $(SEED),1)
test-suites: matrix-sample
matrix-sample: build
	$(Q)scripts/matrix.sh $(B) 12 20261124

digests: build ## cycles and traces of every kernel, preset and unit equal tests/kernels/digests.txt (UPDATE=1 renews it)
	$(Q)scripts/digests.sh $(B) $(if $(UPDATE),update)

control-codes: build ## cycles of every kernel with control codes beside the scoreboard's equal docs/results/control_codes.md (UPDATE=1 renews it)
	$(Q)scripts/control_codes.sh $(B) >$(B)/control_codes.md
	$(Q)$(if $(UPDATE),cp $(B)/control_codes.md docs/results/control_codes.md,diff docs/results/control_codes.md $(B)/control_codes.md && tail -n 1 $(B)/control_codes.md)

.PHONY: bounds packing
packing: build ## what PACK=on saves and costs equals docs/results/packing.md (UPDATE=1 renews its tables; the first syntheses take minutes)
	$(Q)scripts/packing.sh $(B) >$(B)/packing_tables.md
	$(Q)awk -v tables=$(B)/packing_tables.md '!skip; /^## Measured/ { print ""; while ((getline line <tables) > 0) print line; skip = 1 }' \
	  docs/results/packing.md >$(B)/packing.md
	$(Q)$(if $(UPDATE),cp $(B)/packing.md docs/results/packing.md,diff docs/results/packing.md $(B)/packing.md && echo "packing: as docs/results/packing.md has it")

bounds: build ## bounds of ten kernels and issues of engines that regroup threads equal docs/results/bounds.md (UPDATE=1 renews the tables and the picture)
	$(Q)scripts/bounds.sh $(B) >$(B)/bounds_tables.md
	$(Q)$(B)/warptwin bound tests/bound/nested.paths --svg $(B)/bounds.svg >/dev/null
	$(Q)awk -v tables=$(B)/bounds_tables.md '/^## Beside/ { skip = 0 } !skip; /^## Measured/ { print ""; while ((getline line <tables) > 0) print line; print ""; skip = 1 }' \
	  docs/results/bounds.md >$(B)/bounds.md
	$(Q)$(if $(UPDATE),cp $(B)/bounds.md docs/results/bounds.md && cp $(B)/bounds.svg docs/results/bounds.svg,diff docs/results/bounds.md $(B)/bounds.md && cmp docs/results/bounds.svg $(B)/bounds.svg && echo "bounds: as docs/results/bounds.md has it")

unit-price: build ## bits, gate equivalents, mm2 and levels of every block on small and default equal tests/golden/price.md (UPDATE=1 renews it)
	$(Q)scripts/unit_price.sh $(B) >$(B)/price.md
	$(Q)$(if $(UPDATE),cp $(B)/price.md tests/golden/price.md,diff tests/golden/price.md $(B)/price.md && echo "unit-price: as tests/golden/price.md has it")

copies: build ## machines with two SMs, several sub-cores, 128 warps, on both twins: equal, results as they must be
	$(Q)ONLY="$(ONLY)" scripts/copies.sh $(B)

UNITS_CONFIGS ?= small
units: build ## every kernel in lock-step under every control-flow unit; runs without an end as the manifest says
	$(Q)scripts/units.sh $(B) $(UNITS_CONFIGS)

unit-table: build ## programs that tell control-flow units apart, every unit and mode on the C twin: equal tests/golden/units.md (UPDATE=1 renews it)
	$(Q)scripts/unit_table.sh $(B) >$(B)/units.md
	$(Q)$(if $(UPDATE),cp $(B)/units.md tests/golden/units.md,diff tests/golden/units.md $(B)/units.md && echo "unit-table: as tests/golden/units.md has it")

$(B)/bench_speed: tools/bench_speed.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LIB_O) $(LDLIBS)
$(B)/fault_campaign: tools/fault_campaign.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(B)/faults/model $(B)/faults/model-sample: tests/faults/model.txt scripts/fault_model.sh scripts/planted.awk tools/fault_campaign.c $(LIB_O)
	@mkdir -p $(@D)
	$(Q)$(MUTANT_ENV) scripts/fault_model.sh $(B) $@ $(if $(filter %-sample,$@),$(MODEL_SAMPLE))
$(B)/area_gates $(B)/depth $(B)/sta: $(B)/%: tools/%.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(B)/fp_mpfr: tools/fp_mpfr.c cmodel/exec/wt_fpu_fma.h
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $< -lmpfr -lgmp
$(B)/fp_vectors: $(wildcard tools/fp_vectors*.c) tools/fp_vectors.h $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out %.h,$^) $(LDLIBS)
.PHONY: fp-sample
test-suites: fp-sample
fp-sample: $(B)/fp_vectors ## some vectors an operation and mode on the RTL of the units with floating point, against the host
	$(Q)for g in 'fpu 500' 'dpu 200' 'cvt 500' 'mufu 20000' 'alu 2000' 'dsetp 500'; do $< $$g >$(B)/fp_sample || { tail -n 3 $(B)/fp_sample; exit 1; }; done
.PHONY: testfloat
testfloat: $(B)/fp_vectors ## vectors of Berkeley TestFloat on the RTL: equal docs/results/testfloat.md (TESTFLOAT=its testfloat_gen, built elsewhere; UPDATE=1 renews the table)
	$(Q)$(if $(TESTFLOAT),,$(error TESTFLOAT= names the program testfloat_gen of Berkeley TestFloat 3e))scripts/testfloat.sh $(B) "$(TESTFLOAT)" >$(B)/testfloat.md
	$(Q)awk -v table=$(B)/testfloat.md '/^\| function/ { while ((getline line <table) > 0) print line; skip = 1 } skip && !/^\|/ { skip = 0 } !skip' \
	  docs/results/testfloat.md >$(B)/testfloat_page.md
	$(Q)$(if $(UPDATE),cp $(B)/testfloat_page.md docs/results/testfloat.md,diff docs/results/testfloat.md $(B)/testfloat_page.md && echo "testfloat: as docs/results/testfloat.md has it")
.PHONY: cvt-sample
test-suites: cvt-sample
cvt-sample: $(B)/cvt_mpfr ## every conversion of the C twin against MPFR: patterns, and some random operands an operation, form and mode
	$(Q)$< 2000 >$(B)/cvt_sample || { tail -n 1 $(B)/cvt_sample; exit 1; }
	$(Q)echo "cvt-sample: $$(wc -l <$(B)/cvt_sample) conversions and modes equal MPFR"
$(B)/cvt_mpfr: tools/cvt_mpfr.c $(addprefix $(B)/cmodel/exec/,wt_xu_cvt.o wt_xu_mufu.o)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $^ -lmpfr -lgmp
$(B)/isa_coverage: tools/isa_coverage.c $(LIB_O) tests/top/randcf_gen.h tests/top/randops_gen.h
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LIB_O) $(LDLIBS)
test-suites: isa-coverage
.PHONY: isa-coverage
isa-coverage: $(B)/isa_coverage $(KERNEL_HOSTS) ## instructions by row, form and modifiers that nvcc's, random and directed programs reach equal tests/golden/isa_coverage.md (UPDATE=1 renews it)
	$(Q)$(B)/isa_coverage . >$(B)/isa_coverage.md || [ -n "$(UPDATE)" ]
	$(Q)$(if $(UPDATE),cp $(B)/isa_coverage.md tests/golden/isa_coverage.md,diff tests/golden/isa_coverage.md $(B)/isa_coverage.md && tail -n 1 $(B)/isa_coverage.md)
$(B)/cycles $(B)/silicon: $(B)/%: tools/%.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LIB_O) $(LDLIBS)
$(B)/explore: tools/explore.c tools/explore_blocks.c tools/explore.h $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out %.h,$^) $(LDLIBS)
.PHONY: explore explore-sample
test-suites: explore-sample
explore-sample: $(B)/explore
	$(Q)$(B)/explore war sb_bit sb_coon ctabar dispatch sched sched_gto sched_cggty sched_pool sched_age sched_age_oldest sched_age_cggty sched_age_lrr sched_age_pool multipath simt_stack barrier hanoi
explore: $(B)/explore ## every reachable state of small blocks on tiny shapes: invariants in each, a goal from each (BLK=name RTL=1 STATES=N)
	$(Q)$(B)/explore $(if $(RTL),--rtl) $(if $(STATES),--states $(STATES)) $(BLK)
$(B)/demo_dwr: tools/demo_dwr.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(B)/dwr_table: tools/dwr_table.c tools/dwr_fetches.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
dwr-table: build $(B)/dwr_table ## kernels on fixed warps of 8 to 64 and on DWR: the tables of docs/results/dwr.md and as bars in build/dwr_table.svg (THREADS=512: resident threads; SCALE=medium: inputs that fill them)
	$(Q)$(B)/dwr_table $(B)/kernels $(or $(THREADS),512) $(or $(SCALE),small) $(B)/dwr_table.svg $(KEYS)
demo-dwr: build $(B)/demo_dwr ## the thesis' example of dynamic warp resizing on three machines: text, and timelines in build/dwr.svg
	$(Q)WT_QUIET=1 $(B)/demo_dwr $(B)/dwr.svg
$(B)/assert_bench: tools/assert_bench.c $(LIB_O)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
bench: build $(B)/bench_speed ## cycles per second of C twin, bare RTL and lock-step, with the ratios, in one run (CONFIG=small KEYS=LANES=32 KERNEL=bfs; WT_BENCH_COUNTED=1: by profile, too)
	$(Q)$(B)/bench_speed $(B)/kernels/$(or $(KERNEL),matmul).so tests/kernels/$(or $(KERNEL),matmul).cubin $(B)/warptwin $(or $(CONFIG),default) $(KEYS)
.PHONY: bench-fp32
bench-fp32: ## the same of fp32 matmul on default with LANES=32, beside what is wanted of it
	$(Q)WT_BENCH_GOALS="800000 60000" $(MAKE) --no-print-directory bench CONFIG=default KEYS=LANES=32 KERNEL=matmulf

soak: build ## the long counts: block benches and kernels over many seeds; resumable (build/soak/*.done)
	$(Q)scripts/soak.sh $(B)

bare: ## the two commands of README.md in a fresh Debian 12 (debootstrap, as root; DO="COMMAND": this one instead); resumable, in build/bare
	$(Q)scripts/bare.sh build $(if $(DO),"$(DO)")

clean: ## removes build/
	rm -rf build
.PHONY: beside beside-speed guests matrix matrix-sample build help cosim demo-dwr dwr-table copies unit-price control-codes digests units unit-table bench soak bare clean $(SUITE_BINS:%=%.run)
