# libwarptwin as archive and shared object, and installation. Everything but the calls of include/*.h is hidden in both.
.PHONY: lib install uninstall
VERSION := $(shell sed -n 's/^.define WARPTWIN_VERSION "\(.*\)"/\1/p' include/warptwin.h)
ABI := $(shell sed -n 's/^.define WARPTWIN_ABI \([0-9]*\).*/\1/p' include/warptwin.h)
# rooms up to the co-simulation; the search for the sources of a synthesis keeps what it has read and is for the command line, as depths are
LIBRARY_O := $(patsubst %.c,$(B)/%.o,$(filter-out cmodel/size/wt_depth%,$(wildcard cmodel/*/*.c tb/lib/*.c tb/cosim/*.c))) \
	$(B)/gen/wt_order.o $(B)/gen/wt_descs.o $(addprefix $(B)/fst/,fstapi.o fastlz.o lz4.o)
$(B)/libwarptwin.a: $(LIBRARY_O)
	@echo "  AR $@"
	$(Q)rm -f $@ && $(LD) -r -o $(B)/libwarptwin.o $^ && objcopy --localize-hidden $(B)/libwarptwin.o && $(AR) rcs $@ $(B)/libwarptwin.o
$(B)/libwarptwin.so.$(VERSION): $(LIBRARY_O)
	@echo "  LD $@"
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,libwarptwin.so.$(ABI) $(if $(SAN),,-Wl,--no-undefined) $(filter-out -rdynamic,$(LDFLAGS)) -o $@ $^ $(LDLIBS)
	$(Q)ln -sf $(@F) $(B)/libwarptwin.so.$(ABI) && ln -sf $(@F) $(B)/libwarptwin.so
lib: $(B)/libwarptwin.a $(B)/libwarptwin.so.$(VERSION) ## libwarptwin as build/libwarptwin.a and .so (docs/user/library.md)

PREFIX ?= /usr/local
D = $(DESTDIR)$(PREFIX)
HEADERS := $(wildcard include/*.h)
# what the library needs besides itself: the RTL and what verilates it, the kernels of the tests, cells for `size --synth`
SHARED := $(wildcard rtl/*/*.sv rtl/*/*.svh) scripts/build_rtl.sh scripts/rtl_deps.sh scripts/wt_lint.vlt tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h \
	cmodel/size/gtech.lib cmodel/size/shiftx.v tests/kernels/manifest.json $(wildcard tests/kernels/*.cubin)
MAN := $(B)/man/.done
$(MAN): $(B)/warptwin scripts/man.sh
	$(Q)scripts/man.sh $(B) $(VERSION)
	@touch $@

install: $(B)/warptwin lib cuda kernels-host $(MAN) ## program, library, headers, man pages, RTL sources into DESTDIR PREFIX (/usr/local)
	$(Q)install -d "$(D)/bin" "$(D)/lib/pkgconfig" "$(D)/lib/warptwin/kernels" "$(D)/lib/warptwin/cuda" "$(D)/include" "$(D)/share/man/man1" "$(D)/share/bash-completion/completions"
	$(Q)install -m 755 $(B)/warptwin "$(D)/bin/"
	$(Q)install -m 644 $(B)/libwarptwin.a "$(D)/lib/"
	$(Q)install -m 755 $(B)/libwarptwin.so.$(VERSION) "$(D)/lib/"
	$(Q)ln -sf libwarptwin.so.$(VERSION) "$(D)/lib/libwarptwin.so.$(ABI)" && ln -sf libwarptwin.so.$(ABI) "$(D)/lib/libwarptwin.so"
	$(Q)install -m 644 $(HEADERS) "$(D)/include/"
	$(Q)sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' scripts/warptwin.pc.in >"$(D)/lib/pkgconfig/warptwin.pc"
	$(Q)install -m 644 $(B)/man/*.1 "$(D)/share/man/man1/"
	$(Q)install -m 644 scripts/completion.bash "$(D)/share/bash-completion/completions/warptwin"
	$(Q)install -m 755 $(B)/kernels/*.so "$(D)/lib/warptwin/kernels/"
	$(Q)install -m 755 $(B)/cuda/libcudart.so.13 $(B)/cuda/libwarptwin_audit.so "$(D)/lib/warptwin/cuda/"
	$(Q)$(if $(WIDE),install -D -m 755 $(B)/wide/warptwin "$(D)/lib/warptwin/wide/warptwin" && ln -sfn ../kernels "$(D)/lib/warptwin/wide/kernels" && \
	  install -D -m 755 -t "$(D)/lib/warptwin/wide/cuda" $(B)/wide/cuda/libcudart.so.13 $(B)/wide/cuda/libwarptwin_audit.so)
	$(Q)for f in $(SHARED); do \
	  mode=644; [ -x "$$f" ] && mode=755; \
	  install -D -m $$mode "$$f" "$(D)/share/warptwin/$$f" || exit 1; \
	done
	@echo "installed into $(D)"

uninstall: ## removes what `make install` with the same DESTDIR and PREFIX has put there
	$(Q)rm -rf "$(D)/bin/warptwin" "$(D)/lib/libwarptwin.a" "$(D)"/lib/libwarptwin.so* "$(D)/lib/pkgconfig/warptwin.pc" "$(D)/lib/warptwin" \
	  "$(D)/share/warptwin" "$(D)"/share/man/man1/warptwin*.1 "$(D)/share/bash-completion/completions/warptwin"
	$(Q)for h in $(notdir $(HEADERS)); do rm -f "$(D)/include/$$h"; done

# the examples against the build, as a user of the archive would
EXAMPLES := $(patsubst examples/%.c,$(B)/examples/%,$(wildcard examples/*.c))
$(EXAMPLES): $(B)/examples/%: examples/%.c $(B)/libwarptwin.a
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -Wall -Wextra -Werror -Iinclude $(filter-out -rdynamic,$(LDFLAGS)) -o $@ $< $(B)/libwarptwin.a $(LDLIBS)
examples: $(EXAMPLES) ## the programs of examples/ (build/examples/)
.PHONY: examples
$(B)/tests/session/test_wt_library.run: $(EXAMPLES) lib
