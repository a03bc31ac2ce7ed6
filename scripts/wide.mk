# The program and its CUDA runtime once more, for shapes with more than 64 warp slots: build/warptwin goes on in it where a shape has them (decision 018).
WIDE := $(if $(GENFLAGS)$(SAN)$(TRAIN),,$(B)/wide/.done)
.PHONY: wide-parts
wide-parts: $(B)/warptwin $(CUDART) $(CUDA_AUDIT)
$(B)/wide/.done: $(B)/warptwin $(CUDART) $(CUDA_AUDIT)
	$(Q)$(MAKE) --no-print-directory B=$(B)/wide GENFLAGS="--max WARPS=128" wide-parts
	$(Q)ln -sfn ../kernels $(B)/wide/kernels
	@touch $@
build install: $(WIDE)
$(B)/tests/cli/test_wt_wide.run $(B)/tests/cli/test_wt_transcript.run mutate: $(WIDE)
