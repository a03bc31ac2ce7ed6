# Gate levels: tests/golden/depth.md and cmodel/size/levels.def from syntheses of every block, kept in the RTL cache.
.PHONY: depth depth-check
DEPTH_PRESETS := tiny small default thesis-tesla
DEPTH_CHECK ?= small

# Minutes the first time (default and thesis-tesla: half an hour), then only what changed. DEPTH="tiny small" takes other presets; presets
# without rows are not checked.
depth: $(B)/depth ## gate levels of every block and of the longest path of sub-core and SM (Yosys; UPDATE=1 renews tests/golden/depth.md and its rows)
ifdef UPDATE
	$(Q)$(B)/depth def $(or $(DEPTH),$(DEPTH_PRESETS)) >$(B)/levels.def && $(B)/depth doc $(or $(DEPTH),$(DEPTH_PRESETS)) >$(B)/depth.md
	$(Q)mv $(B)/levels.def cmodel/size/levels.def && mv $(B)/depth.md tests/golden/depth.md
else
	$(Q)$(B)/depth print $(or $(DEPTH),$(DEPTH_PRESETS))
endif

# tiny is measured whole, with its paths; of the others only blocks that changed since their row. LONG=1: everything on every preset.
depth-check: $(B)/depth ## no block and no path of tiny and small is deeper than its row (LONG=1: every preset, everything measured again)
	$(Q)$(B)/depth check $(if $(LONG),$(shell awk -F'"' '/^PATH/ { print $$2 }' cmodel/size/levels.def | sort -u),tiny)
	$(if $(LONG),,$(Q)$(B)/depth --changed check $(DEPTH_CHECK))

# The suite runs the check on a copy of the sources that is deeper.
$(B)/tests/size/test_wt_depth.run: $(B)/depth
