# Structure sizes: docs/area.md, what the suite needs.
.PHONY: area-doc
area-doc: $(B)/warptwin ## docs/area.md from the size tables of the presets
	$(Q)$(B)/warptwin size doc >$(B)/area.md && mv $(B)/area.md docs/area.md

# The suite runs the generator of the rows.
$(B)/tests/size/test_wt_size.run: $(B)/gen_machine
