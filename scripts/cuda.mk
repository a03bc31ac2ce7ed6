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
$(B)/tests/cuda/test_wt_cuda.run: $(CUDART) $(CUDA_AUDIT) $(B)/fuzz_image $(B)/fuzz_calls

# Fuzzing of what a CUDA program brings: fat binaries, cubins, registration. AFL++ (Debian: afl++) is needed for `make fuzz-cuda` alone.
.PHONY: fuzz-cuda
FUZZERS := $(B)/fuzz_image $(B)/fuzz_calls
$(B)/fuzz_image.o $(B)/fuzz_calls.o: tests/cuda/fuzz_cuda.c $(B)/gen/.done Makefile
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(if $(filter %calls.o,$@),-DCALLS) -c $< -o $@
$(FUZZERS): %: %.o $(CUDA_O) $(LIBRARY_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) -llz4 -lzstd -lpthread

FUZZ_SECONDS ?= 300
fuzz-cuda: ## AFL++ on fat binaries and on calls of the registration, FUZZ_SECONDS (300) in all; seeds: tests/cuda/seeds, finds: build/fuzz/out
	$(Q)command -v afl-fuzz >/dev/null || { echo "fuzz-cuda: afl-fuzz is missing (Debian package afl++)" >&2; exit 2; }
	$(Q)AFL_QUIET=1 $(MAKE) --no-print-directory B=build/fuzz CC=afl-clang-fast build/fuzz/fuzz_image build/fuzz/fuzz_calls
	$(Q)scripts/fuzz_cuda.sh build/fuzz $(FUZZ_SECONDS)
