# The runtime library that unmodified CUDA programs are linked with: libwarptwin inside, NVIDIA's names and version outside.
.PHONY: cuda
CUDA_O := $(patsubst %.c,$(B)/%.o,$(wildcard tb/cuda/*.c))
CUDART := $(B)/cuda/libcudart.so.13
$(CUDART): $(CUDA_O) $(LIBRARY_O) tb/cuda/libcudart.map
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,libcudart.so.13 -Wl,--version-script=tb/cuda/libcudart.map $(if $(SAN),,-Wl$(comma)--no-undefined) \
	  $(filter-out -rdynamic,$(LDFLAGS)) -o $@ $(filter %.o,$^) $(LDLIBS) -llz4 -lzstd -lpthread
# the dynamic linker's auditor, for libraries that hold the runtime inside
CUDA_AUDIT := $(B)/cuda/libwarptwin_audit.so
$(CUDA_AUDIT): $(B)/tb/cuda/audit/wt_cuda_audit.o $(B)/tb/cuda/wt_cuda_jump.o
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(CFLAGS) -shared $(filter-out -rdynamic,$(LDFLAGS)) -o $@ $^
cuda: $(CUDART) $(CUDA_AUDIT) ## the runtime library for CUDA programs (warptwin exec)
build: $(CUDART) $(CUDA_AUDIT)

$(B)/tests/cuda/test_wt_cuda: $(B)/tb/cuda/wt_cuda_image.o
$(B)/tests/cuda/test_wt_cuda: LDLIBS += $(B)/tb/cuda/wt_cuda_image.o -llz4 -lzstd
$(B)/tests/cuda/test_wt_cuda_ends.run $(B)/tests/cli/test_wt_transcript.run: $(CUDART) $(CUDA_AUDIT)
$(B)/tests/cuda/test_wt_cuda.run: $(CUDART) $(CUDA_AUDIT) $(B)/fuzz_image $(B)/fuzz_calls
$(B)/tests/cuda/test_wt_cuda_parts: $(B)/tb/cuda/wt_cuda_image.o $(B)/tb/cuda/wt_cuda_jump.o $(B)/tb/cuda/wt_cuda_host.o
$(B)/tests/cuda/test_wt_cuda_parts: LDLIBS += $(B)/tb/cuda/wt_cuda_image.o $(B)/tb/cuda/wt_cuda_jump.o $(B)/tb/cuda/wt_cuda_host.o -llz4 -lzstd
$(B)/tests/cuda/test_wt_cuda_host: $(B)/tb/cuda/wt_cuda_host.o
$(B)/tests/cuda/test_wt_cuda_host: LDLIBS += $(B)/tb/cuda/wt_cuda_host.o
$(B)/tests/cuda/test_wt_cuda_bounds: $(B)/tb/cuda/wt_cuda_jump.o
$(B)/tests/cuda/test_wt_cuda_bounds: LDLIBS += $(B)/tb/cuda/wt_cuda_jump.o
$(B)/tests/cuda/test_wt_cuda_bounds.run: $(CUDART) $(CUDA_AUDIT)

# What fuzzes the things that a CUDA program brings: fat binaries, cubins, registration (scripts/fuzz.mk).
FUZZERS := $(B)/fuzz_image $(B)/fuzz_calls
$(B)/fuzz_image.o $(B)/fuzz_calls.o: tests/cuda/fuzz_cuda.c Makefile | $(B)/gen/.done
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(if $(filter %calls.o,$@),-DCALLS) -MMD -MP -c $< -o $@
$(FUZZERS): %: %.o $(CUDA_O) $(LIBRARY_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) -llz4 -lzstd -lpthread

# Programs that use from outside showed to be wrong, silent or without end: what has to be right of each is in tests/public/table.txt.
.PHONY: repro-public
repro-public: $(B)/warptwin $(CUDART) $(CUDA_AUDIT) ## programs of tests/public: every outcome as its table wants it
	$(Q)scripts/repro_public.sh $(B)
