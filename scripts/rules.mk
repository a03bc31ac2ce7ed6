# Rules of the block documents: who claims them, and proof that the claims hold.
.PHONY: rules rule-mutants rule-sample
lint: rules
test-suites: rule-sample
rules: ## every numbered rule of a block document is claimed by a test (V=1: the claims)
	$(Q)V=$(V) scripts/rules.sh $(B)

# NEVER is for texts of tests/mutants/excused.txt.
# bounds-strict: a table that a structure ends with is one, too; what is not initialised holds nothing that would do
SANITIZERS = -fsanitize=address,undefined $(call CC_TAKES,-fsanitize=bounds-strict) $(call CC_TAKES,-ftrivial-auto-var-init=pattern)
MUTANT_ENV = CC_C='$(CC) $(CPPFLAGS) -DWT_ROOT=\"$(CURDIR)\" -DWT_BUILD=\"$(B)\" $(CFLAGS)' CC_L='$(CC) $(CFLAGS) $(LDFLAGS)' OBJS='$(LIB_O)' MAIN_OBJS='$(filter-out $(LIB_O),$(CLI_O))' CUDA_OBJS='$(CUDA_O) $(LIBRARY_O)' \
  AUDIT_OBJS='$(B)/tb/cuda/audit/wt_cuda_audit.o $(B)/tb/cuda/wt_cuda_jump.o' CUDA_LIBS='-llz4 -lzstd -lpthread' LIBS='$(TEST_LIBS) $(LDLIBS)' \
  SAN_C='-O1 $(SANITIZERS) -fno-sanitize-recover=all -w' SAN_L='-fsanitize=address,undefined' NEVER="'-Dnever(c)=((c) ? __builtin_trap() : (void)0)'"
EVERY ?= 1
RULE_ROWS = awk -v mode=rows -v key=asks -v lists="$$(grep -l '^@' tests/rules/$(1).txt | tr '\n' ' ')" -f scripts/planted.awk
rule-mutants: $(LIB_O) ## each stored wrong reading of a rule in the C twin: the test that claims the rule must fail (EVERY=N: one of N; BLK=stem)
	$(Q)$(call RULE_ROWS,$(or $(BLK),*)) | awk -v every=$(EVERY) -v seed=$(or $(SEED),0) -f scripts/draw.awk | V=$(V) $(MUTANT_ENV) scripts/planted.sh $(B) $(B)/rules$(BLK:%=/%)
rule-sample: $(LIB_O)
	$(Q)$(call RULE_ROWS,*) | awk -v every=40 -f scripts/draw.awk | $(MUTANT_ENV) scripts/planted.sh $(B) $(B)/rules

# What checks a run, memory, what is counted and what sizes are worked out by, built with sanitizers.
.PHONY: sanitized-checkers
test-suites: sanitized-checkers
sanitized-checkers: $(LIB_O) ## suites of the comparator, the checks, memory, counts and sizes, the files they look at built with address and undefined-behaviour sanitizers
	$(Q)$(if $(SAN),,$(MUTANT_ENV) scripts/sanitized.sh $(B))

# Who notices a change? Counted, not demanded: survivors are read.
.PHONY: mutate
SIDE ?= both
mutate: N = 20
mutate: $(LIB_O) $(B)/warptwin $(B)/area_check $(CUDART) $(CUDA_AUDIT) $(FUZZERS) kernels-host ## changes of a room of tests/mutants/rooms.txt, and who notices (ROOM=cuda, or SIDE= both, c, rtl: how blocks are changed; all; JOBS= BLK= N= SEED=)
	$(Q)$(MUTANT_ENV) scripts/mutate.sh $(B) $(or $(ROOM),$(SIDE)) $(N) $(SEED) $(BLK)
# A fixed sample: nothing that it draws depends on the day, and a change of a source moves little of it.
# Its bound notices checks that see nothing any more, not a single hole: larger samples do that.
.PHONY: mutate-sample
mutate-sample: ## 14 changes of all rooms: at least 75 of a hundred are noticed
	$(Q)LEAST=75 $(MAKE) --no-print-directory mutate SIDE=all ROOM= N=14 SEED=1
.PHONY: meaning-mutants
meaning-mutants: ## wrong readings of the documents in tests/mutants/meaning.txt, one at a time: who notices?
	$(Q)$(MAKE) --no-print-directory mutate ROOM=meaning SEED=0

.PHONY: reanchor
reanchor: ## rows of planted changes that no longer fit, after words, functions and files were renamed or moved since commit BASE= (WRITE=1: into the lists)
	$(Q)scripts/reanchor.sh $(or $(BASE),HEAD) $(WRITE:%=write)
