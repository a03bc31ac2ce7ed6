# FST writer and reader that come with Verilator (Debian's libfst is another library). Its folder goes into
# C_INCLUDE_PATH, which compilers and checkers read alike; the sources are compiled here, without our warnings.
VERILATOR_DIR := $(or $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null),/usr/share/verilator)
FST_DIR := $(VERILATOR_DIR)/include/gtkwave
export C_INCLUDE_PATH := $(FST_DIR)
FST_O := $(addprefix $(B)/fst/,fstapi.o fastlz.o lz4.o)
$(FST_O): $(B)/fst/%.o: $(FST_DIR)/%.c scripts/wave.mk
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -w -fPIC -fvisibility=hidden -D_GNU_SOURCE -DFST_CONFIG_INCLUDE='"fst_config.h"' -I$(FST_DIR) -c $< -o $@

# The fault campaign loads the host references.
$(B)/tests/checkers/test_wt_faults.run $(B)/tests/session/test_wt_ckpt.run $(B)/tests/session/test_wt_segments.run $(B)/tests/session/test_wt_recheck.run: $(KERNEL_HOSTS)
FAULTS ?= 10
FAULT_SEED ?= 1
faults: $(B)/tests/checkers/test_wt_faults $(KERNEL_HOSTS) ## one-bit faults in every block of either twin (FAULTS=N)
	$(Q)WT_FAULTS=$(FAULTS) WT_FAULT_SEED=$(FAULT_SEED) $<
.PHONY: faults

# The campaign: bits flipped in both twins, changed expressions of the RTL in one build and of the C twin in another; what a user gets of each (docs/results/faults.md).
CAMPAIGN_SEED ?= 1
$(B)/faults/tree/.done: tests/faults/expressions.txt scripts/fault_tree.sh scripts/planted.awk scripts/build_rtl.sh scripts/rtl_tree.sh $(wildcard rtl/*/*.sv rtl/*/*.svh)
	$(Q)scripts/fault_tree.sh $(@D) && touch $@
fault-campaign: $(B)/fault_campaign $(KERNEL_HOSTS) $(B)/faults/tree/.done $(B)/faults/model ## seeded faults in both twins and changed expressions of either: root block, report, wave, replay, shrunken file (UPDATE=1 renews the page)
	$(Q)$(B)/fault_campaign pokes $(B) --seed $(CAMPAIGN_SEED) --md $(B)/faults/pokes.md
	$(Q)$(B)/fault_campaign expressions $(B) $(B)/faults/tree tests/faults/expressions.txt --md $(B)/faults/expressions.md
	$(Q)$(B)/faults/model model $(B) tests/faults/model.txt --md $(B)/faults/model.md
	$(Q)$(if $(UPDATE),CAMPAIGN_SEED=$(CAMPAIGN_SEED) scripts/fault_table.sh $(B) >docs/results/faults.md)
fault-beside: $(B)/fault_campaign $(KERNEL_HOSTS) $(B)/faults/tree/.done ## the changed expressions of the RTL in lock-step of the whole machine and beside the C machine: found in the same kernel and block (PART=K/N)
	$(Q)$(B)/fault_campaign beside $(B) $(B)/faults/tree tests/faults/expressions.txt --part $(or $(PART),0/1) --md $(B)/faults/beside.md
.PHONY: fault-beside fault-campaign fault-sample farm-test
MODEL_SAMPLE := 3/15
# A small seeded part of it, in `make test`.
fault-sample: $(B)/fault_campaign $(KERNEL_HOSTS) $(B)/faults/model-sample
	$(Q)$(B)/fault_campaign pokes $(B) --seed $(CAMPAIGN_SEED) --part 3/12
	$(Q)$(B)/faults/model-sample model $(B) tests/faults/model.txt --part $(MODEL_SAMPLE)
farm-test: $(B)/warptwin ## a farm in a bad world: killed workers, a full disk, and a real Slurm where one is installed
	$(Q)scripts/farm_test.sh $(B) $(FARM_PARTS)
