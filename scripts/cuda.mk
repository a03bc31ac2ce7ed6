# The runtime library that unmodified CUDA programs are linked with: libwarptwin inside, NVIDIA's names and version outside.
.PHONY: cuda
CUDA_O := $(patsubst %.c,$(B)/%.o,$(wildcard tb/cuda/*.c))
CUDART := $(B)/cuda/libcudart.so.13
$(CUDART): $(CUDA_O) $(LIBRARY_O) tb/cuda/libcudart.map
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,libcudart.so.13 -Wl,--version-script=tb/cuda/libcudart.map $(if $(SAN),,-Wl$(comma)--no-undefined) \
	  $(filter-out -rdynamic,$(LDFLAGS)) -o $@ $(filter %.o,$^) $(LDLIBS) -llz4 -lzstd -lpthread
cuda: $(CUDART) ## the runtime library for CUDA programs (warptwin exec)
build: $(CUDART)

$(B)/tests/cuda/test_wt_cuda: $(B)/tb/cuda/wt_cuda_image.o
$(B)/tests/cuda/test_wt_cuda: LDLIBS += $(B)/tb/cuda/wt_cuda_image.o -llz4 -lzstd
$(B)/tests/cuda/test_wt_cuda.run: $(CUDART)
