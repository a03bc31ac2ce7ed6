# Structure sizes: tests/golden/area.md, what the suite needs.
.PHONY: area-doc
area-doc: $(B)/warptwin ## tests/golden/area.md from the size tables of the presets
	$(Q)$(B)/warptwin size doc >$(B)/area.md && mv $(B)/area.md tests/golden/area.md

# The suite runs the generator of the rows.
$(B)/tests/size/test_wt_size.run: $(B)/gen_machine

# The closed forms against syntheses: minutes the first time, then only what changed. GATES="SHAPE" takes another list of shapes.
.PHONY: area-gates
area-gates: $(B)/area_gates ## gate equivalents of the size table within 10 % of a synthesis of every block (Yosys; kept in the RTL cache)
	$(Q)$(B)/area_gates $(if $(GATES),"$(GATES)")
