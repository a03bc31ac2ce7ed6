# Fuzzing of what users hand in: cubins, assembler text, manifests, command lines. AFL++ (Debian: afl++) is needed for `make fuzz` alone; the
# seeds run in tests/fuzz/test_wt_fuzz.c without it.
.PHONY: fuzz
FUZZ_INPUTS := $(B)/fuzz_inputs
FUZZ_WRAP := fork open fopen system execv execvp rename unlink remove mkdir rmdir mkstemp kill mkdtemp popen wt_session_open wt_session_resume
$(B)/fuzz_inputs.o: tests/fuzz/fuzz_inputs.c Makefile scripts/fuzz.mk | $(B)/gen/.done
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@
$(B)/fuzz_main.o: tb/cli/main.c Makefile | $(B)/gen/.done
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -Dmain=wt_cli_main -MMD -MP -c $< -o $@
$(FUZZ_INPUTS): $(B)/fuzz_inputs.o $(B)/fuzz_main.o $(filter-out $(B)/tb/cli/main.o,$(OBJS))
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(FUZZ_WRAP:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)
$(B)/tests/fuzz/test_wt_fuzz.run: $(FUZZ_INPUTS)

# clang knows other warnings than the gcc that the tree is kept clean with
FUZZ_SECONDS ?= 420
FUZZ_ALL := $(addprefix build/fuzz/fuzz_,inputs image calls)
fuzz: ## AFL++ on every kind of input, FUZZ_SECONDS (420) in all (FUZZ="cubin cmd": these kinds); seeds: tests/fuzz/seeds, finds: build/fuzz/out
	$(Q)command -v afl-fuzz >/dev/null || { echo "fuzz: afl-fuzz is missing (Debian package afl++)" >&2; exit 2; }
	$(Q)AFL_QUIET=1 $(MAKE) --no-print-directory B=build/fuzz CC='afl-clang-fast -w' $(FUZZ_ALL)
	$(Q)scripts/fuzz.sh build/fuzz $(FUZZ_SECONDS) $(FUZZ)
