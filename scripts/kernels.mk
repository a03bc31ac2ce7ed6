# Test kernels: host references, check of the committed cubins, and their renewal where the recorded nvcc is installed.
# The flags below and the version in tests/kernels/NVCC_VERSION are what the committed cubins were made with.
KERNELS_DIR := tests/kernels
KERNELS := $(basename $(notdir $(sort $(wildcard $(KERNELS_DIR)/*.cu))))
NVCC_FLAGS := -arch=sm_75 -cubin -O3
NVCC ?= $(or $(shell command -v nvcc 2>/dev/null),$(wildcard /usr/local/cuda/bin/nvcc))
KERNEL_HOSTS := $(KERNELS:%=$(B)/kernels/%.so)

.PHONY: kernels kernels-host kernels-check

$(B)/kernels/%.so: $(KERNELS_DIR)/%.c include/warptwin.h include/warptwin_host.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -shared -o $@ $<

$(filter $(B)/kernels/deep%,$(KERNEL_HOSTS)): $(KERNELS_DIR)/deep_host.h

kernels-host: $(KERNEL_HOSTS) ## host references of the test kernels (build/kernels/<name>.so)

# UPDATE=1 takes the new files over. nvcc runs inside the folder, so that no path can get into a cubin.
kernels: kernels-host ## host references; with the recorded nvcc: recompile and compare the cubins
	$(Q)want=$$(cat $(KERNELS_DIR)/NVCC_VERSION); \
	if [ -z "$(NVCC)" ]; then echo "kernels: no nvcc, committed cubins are used as they are"; exit 0; fi; \
	have=$$("$(NVCC)" --version | sed -n 's/.*, V\([0-9.]*\).*/\1/p'); \
	if [ "$$have" != "$$want" ]; then echo "kernels: nvcc is $$have, cubins are from $$want: not compared"; exit 0; fi; \
	out=$$(cd $(B)/kernels && pwd); bad=0; n=0; \
	for k in $(KERNELS); do \
	  (cd $(KERNELS_DIR) && "$(NVCC)" $(NVCC_FLAGS) -o "$$out/$$k.cubin" $$k.cu) || exit 2; \
	  n=$$((n + 1)); \
	  if cmp -s "$$out/$$k.cubin" $(KERNELS_DIR)/$$k.cubin; then continue; fi; \
	  if [ -n "$(UPDATE)" ]; then \
	    cp "$$out/$$k.cubin" $(KERNELS_DIR)/ || exit 2; \
	    echo "kernels: $$k.cubin updated"; \
	    continue; \
	  fi; \
	  if [ -f $(KERNELS_DIR)/$$k.cubin ]; then echo "kernels: $$k.cubin differs from its source; UPDATE=1 renews it"; \
	  else echo "kernels: $$k.cubin is missing; UPDATE=1 makes it"; fi; \
	  bad=$$((bad + 1)); \
	done; \
	echo "kernels: $$n compiled with nvcc $$have, $$bad stale"; [ $$bad -eq 0 ]

KERNELS_CHECK_C := $(KERNELS_DIR)/wt_kernels_check.c cmodel/oracle/wt_sem_decode.c cmodel/oracle/wt_sem_float.c cmodel/oracle/wt_sem_half.c cmodel/oracle/wt_sem_xu.c \
	cmodel/files/wt_infile.c $(addprefix cmodel/isa/,wt_isa.c wt_cfg.c wt_cubin.c wt_cubin_link.c wt_service.c wt_fatbin.c wt_dis.c wt_asm.c wt_asm_insn.c wt_asm_rows.c)
$(B)/wt_kernels_check: $(KERNELS_CHECK_C:%.c=$(B)/%.o)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

kernels-check: $(B)/wt_kernels_check ## every kernel uses supported instructions only, and the manifest fits the files
	$(Q)$(B)/wt_kernels_check -m $(KERNELS_DIR)/manifest.json $(KERNELS:%=$(KERNELS_DIR)/%.cubin)
