/* wt_cubin_link.c - code that lies in several sections (separate compilation), and relocations of data and code.
 *
 * Every function that has a section of its own follows every kernel, at the same offset in all of them: the address of a function is one number
 * for the whole file. Code lies from address 0, so jumps to an address are the relative ones with the distance to 0, which is how they are
 * written here.
 */
#include "isa/wt_cubin_in.h"

/* 2 and 4 put a 64-bit address (4 a generic one, which is the same here), 0x38 and 0x39 the halves of one into an instruction, 0x3a the
 * target into a call. 0x23, 0x3e and 0x3f do as 2, 0x38 and 0x39 with a kernel's description, for launches by the device: nothing here launches, so they change
 * nothing. */
enum { R_ABS64 = 2, R_GENERIC64 = 4, R_KERNEL64 = 0x23, R_LOW = 0x38, R_HIGH = 0x39, R_CALL = 0x3a, R_KERNEL_LOW = 0x3e, R_KERNEL_HIGH = 0x3f };
enum { ALIGN = 8, CODE_MAX = 4 << 20 }; /* instructions */

typedef struct {
  size_t section;
  uint32_t base; /* first instruction */
  int taken;     /* something holds its address */
  wt_cubin_kernel f;
} function;
typedef struct {
  loader *l;
  function *fn;
  size_t n;
  uint32_t start, all; /* where functions start and all code ends, instructions */
} linker;

/* ---- functions with sections of their own ---- */

static wt_cubin_kernel *kernel_of(const loader *l, const section *s) {
  if (strncmp(s->name, ".text.", 6)) return NULL;
  for (size_t i = 0; i < l->c->nkernels; i++)
    if (!strcmp(l->c->kernel[i].name, s->name + 6)) return &l->c->kernel[i];
  return NULL;
}
static function *function_at(const linker *k, size_t shndx) {
  for (size_t i = 0; i < k->n; i++)
    if (k->fn[i].section == shndx) return &k->fn[i];
  return NULL;
}

static wt_status take_function(linker *k, size_t shndx, const char *name) {
  loader *l = k->l;
  const section *s = &l->sec[shndx];
  char info[600];
  if (s->h.sh_type != SHT_PROGBITS || !s->h.sh_size || s->h.sh_size % 16)
    return fail(l, "section %s does not hold instructions, compile the file again", s->name);
  function *fn = grow(k->fn, k->n, sizeof *fn);
  if (!fn) return no_memory(l);
  k->fn = fn;
  fn += k->n++;
  *fn = (function){shndx, 0, 0, {.name = name, .n = (uint32_t)(s->h.sh_size / 16), .regs = s->h.sh_info >> 24, .shared = 1}};
  if (s->h.sh_size / 16 > CODE_MAX) return fail(l, "section %s is too large", s->name);
  snprintf(info, sizeof info, ".nv.info.%s", name);
  for (size_t i = 0; i < l->nsec; i++) {
    wt_status st = strcmp(l->sec[i].name, info) ? WT_OK : wt_cubin_info(l, &fn->f, &l->sec[i]);
    if (st) return st;
    if (!strncmp(l->sec[i].name, ".nv.constant2.", 14) && !strcmp(l->sec[i].name + 14, name))
      wt_cubin_refuse(&fn->f, "function %s has a constant bank of its own, which is not supported, compile without -rdc=true", name);
  }
  return WT_OK;
}

static wt_status find_functions(linker *k) {
  loader *l = k->l;
  wt_status s = WT_OK;
  uint32_t longest = 0;
  for (size_t i = 0; !s && i < l->nsym; i++) {
    GElf_Sym y = symbol_at(l, i);
    if (GELF_ST_TYPE(y.st_info) != STT_FUNC || is_kernel(&y) || !y.st_shndx || y.st_shndx >= l->nsec || y.st_value) continue;
    const section *t = &l->sec[y.st_shndx];
    if (strncmp(t->name, ".text.", 6) || kernel_of(l, t) || function_at(k, y.st_shndx)) continue;
    s = take_function(k, y.st_shndx, t->name + 6);
  }
  for (size_t i = 0; i < l->c->nkernels; i++)
    if (l->c->kernel[i].n > longest) longest = l->c->kernel[i].n;
  k->start = k->all = (longest + ALIGN - 1) / ALIGN * ALIGN;
  for (size_t i = 0; !s && i < k->n; i++) {
    k->fn[i].base = k->all;
    k->all += (k->fn[i].f.n + ALIGN - 1) / ALIGN * ALIGN;
    if (k->all > CODE_MAX) s = fail(l, "has more code than %d instructions, give a smaller file", CODE_MAX);
  }
  if (!s && k->n && (uint64_t)k->all * l->c->nkernels > 4 * CODE_MAX)
    s = fail(l, "has %zu kernels with %u instructions of functions each, give a smaller file", l->c->nkernels, k->all - k->start);
  return s;
}

static wt_status add_tables(linker *k, wt_cubin_kernel *to, const function *fn) {
  for (uint32_t i = 0; i < fn->f.nbrx; i++) {
    wt_cfg_targets *t = realloc(to->brx, (to->nbrx + 1) * sizeof *t);
    if (!t) return no_memory(k->l);
    to->brx = t;
    uint32_t n = fn->f.brx[i].n, *w = malloc((n ? n : 1) * sizeof *w);
    if (!w) return no_memory(k->l);
    for (uint32_t j = 0; j < n; j++) w[j] = fn->f.brx[i].target[j] + 16 * fn->base;
    t[to->nbrx++] = (wt_cfg_targets){fn->f.brx[i].pc + 16 * fn->base, w, n};
  }
  return WT_OK;
}

/* Jumps to addresses become relative: CALL.ABS and RET.ABS differ from CALL.REL and RET.REL in opcode or bit 85 and in the distance. */
static void make_relative(wt_word *w, uint32_t pc) {
  unsigned id = wt_isa_find(*w);
  uint64_t back = (uint64_t)(-((int64_t)pc + 16) / 4) & ((UINT64_C(1) << 48) - 1);
  if (id == WT_I_CALL_ABS_R) w->lo ^= 0x343 ^ 0x344;
  else if (id == WT_I_RET && (w->hi >> 21 & 1)) w->hi &= ~(UINT64_C(1) << 21);
  else return;
  w->lo = (w->lo & ~(~UINT64_C(0) << 34)) | back << 34;
  w->hi = (w->hi & ~UINT64_C(0x3ffff)) | back >> 30;
}

static void make_call(wt_word *w, uint32_t pc, uint32_t target) {
  uint64_t ahead = (uint64_t)(((int64_t)target - pc - 16) / 4) & ((UINT64_C(1) << 48) - 1);
  w->lo = (w->lo & ~(~UINT64_C(0) << 34) & ~UINT64_C(0xfff)) | 0x944 | ahead << 34;
  w->hi = (w->hi & ~UINT64_C(0x3ffff)) | ahead >> 30;
}

static wt_status join(linker *k, wt_cubin_kernel *to) {
  wt_word *code = realloc(to->code, k->all * sizeof *code);
  if (!code) return no_memory(k->l);
  to->code = code;
  memset(code + to->n, 0, (k->all - to->n) * sizeof *code);
  to->n = k->all;
  uint32_t *func = realloc(to->func, (to->nfunc + k->n) * sizeof *func);
  if (!func) return no_memory(k->l);
  to->func = func;
  for (size_t i = 0; i < k->n; i++) {
    const function *fn = &k->fn[i];
    const uint8_t *p = k->l->sec[fn->section].data;
    for (uint32_t j = 0; j < fn->f.n; j++) code[fn->base + j] = (wt_word){le64(p + 16 * j), le64(p + 16 * j + 8)};
    func[to->nfunc++] = 16 * fn->base;
    if (fn->f.barriers > to->barriers) to->barriers = fn->f.barriers;
    if (fn->f.why[0]) wt_cubin_refuse(to, "%s", fn->f.why);
    for (uint32_t j = 0; j < fn->f.nneeds; j++) {
      wt_status s = wt_cubin_need(k->l, to, fn->f.needs[j]);
      if (s) return s;
    }
    wt_status s = add_tables(k, to, fn);
    if (s) return s;
  }
  int called = wt_isa_calls(code, k->start);
  for (uint32_t i = 0; i < k->all; i++) make_relative(&code[i], 16 * i);
  if (k->l->framed && !called) wt_cubin_open_stack(to);
  return WT_OK;
}

static int calls_by_register(const wt_cubin_kernel *to) {
  for (uint32_t i = 0; i < to->n; i++) {
    const unsigned id = wt_isa_find(to->code[i]);
    if (id == WT_I_CALL_REL_R || id == WT_I_CALL_ABS_R) return 1;
  }
  return 0;
}

/* A call through a register enters functions of which something holds the address; when that is not in the file, any. The linker of the file, which
 * knows which of them have the arguments of the call, counts the registers of those alone. */
static void keep_taken(const linker *k, wt_cubin_kernel *to) {
  uint32_t first = to->nfunc - (uint32_t)k->n, n = first;
  for (size_t i = 0; i < k->n; i++)
    if (k->fn[i].taken) to->func[n++] = 16 * k->fn[i].base;
  if (n == first) return;
  to->nfunc = n;
  const int calls = calls_by_register(to);
  for (size_t i = 0; calls && i < k->n; i++)
    if (k->fn[i].taken && k->fn[i].f.regs > to->regs) to->regs = k->fn[i].f.regs;
}

/* ---- relocations ---- */

typedef struct {
  uint64_t offset, addend;
  uint32_t type;
  GElf_Sym sym;
  const char *name;
} entry;

static wt_status read_entry(loader *l, const section *at, const uint8_t *p, int with_addend, entry *e) {
  uint32_t sym = le32(p + 12);
  *e = (entry){.offset = le64(p), .type = le32(p + 8), .addend = with_addend ? le64(p + 16) : 0};
  if (sym >= l->nsym) return fail(l, "relocation of %s+0x%llx names no symbol, compile the file again", at->name, (unsigned long long)e->offset);
  e->sym = symbol_at(l, sym);
  e->name = symbol_name(l, &e->sym);
  if (e->sym.st_shndx == SHN_UNDEF && !l->claimed[sym]) return fail(l, "needs %s, which is not in the file, remove its use from the source", e->name);
  return WT_OK;
}

static wt_status relocate_data(linker *k, const section *at, wt_cubin_place p, const entry *e, int with_addend) {
  loader *l = k->l;
  wt_cubin *c = l->c;
  wt_cubin_place to = WT_CUBIN_PLACES;
  function *fn = function_at(k, e->sym.st_shndx);
  if (e->sym.st_shndx == SHN_UNDEF) { /* used by kernels that are refused, or that get a routine for it */
    wt_cubin_extern *x = grow(c->externs, c->nexterns, sizeof *x);
    if (!x) return no_memory(l);
    c->externs = x;
    x[c->nexterns] = (wt_cubin_extern){e->name, e->offset};
    c->nexterns += p == WT_CUBIN_CONST4 && e->type == R_ABS64;
    return WT_OK;
  }
  if (e->type == R_KERNEL64) return WT_OK;
  if (e->type != R_ABS64 && e->type != R_GENERIC64) {
    return fail(l, "relocation type %u of %s+0x%llx (symbol %s) is not supported, avoid it in the source", e->type, at->name,
                (unsigned long long)e->offset, e->name);
  }
  if (!fn && (e->sym.st_shndx >= l->nsec || !place_of(&l->sec[e->sym.st_shndx], &to))) {
    return fail(l, "%s+0x%llx wants the address of %s, which is no variable, avoid it in the source", at->name, (unsigned long long)e->offset,
                e->name);
  }
  if (!at->data || !inside(e->offset, 8, at->h.sh_size)) {
    return fail(l, "relocation at 0x%llx lies outside %s, compile the file again", (unsigned long long)e->offset, at->name);
  }
  if (!fn && e->sym.st_value > c->place[to].size) return fail(l, "symbol %s lies outside its section, compile the file again", e->name);
  wt_cubin_reloc *r = grow(c->reloc, c->nrelocs, sizeof *r);
  if (!r) return no_memory(l);
  c->reloc = r;
  uint64_t addend = with_addend ? e->addend : le64(at->data + e->offset);
  if (fn) fn->taken = 1;
  r[c->nrelocs++] = (wt_cubin_reloc){p, to, e->offset, e->sym.st_value + addend + (fn ? UINT64_C(16) * fn->base : 0)};
  return WT_OK;
}

/* Where the symbol lies in the code of a kernel, or -1. */
static int64_t code_address(const linker *k, const wt_cubin_kernel *to, const entry *e) {
  const function *fn = function_at(k, e->sym.st_shndx);
  int64_t v = (int64_t)(e->sym.st_value + e->addend);
  if (e->sym.st_shndx >= k->l->nsec || v < 0 || v > INT32_MAX) return -1;
  if (fn) return v + INT64_C(16) * fn->base;
  return kernel_of(k->l, &k->l->sec[e->sym.st_shndx]) == to ? v : -1;
}

/* Instruction i names a function that is not in the file: wt_service_link gives it the address of a routine. fn: whose it is, NULL = the kernel's. */
static wt_status name_extern(linker *k, wt_cubin_kernel *to, const function *fn, uint32_t i, const entry *e) {
  wt_cubin_use *use = grow(to->use, to->nuses, sizeof *use);
  if (!use) return no_memory(k->l);
  to->use = use;
  if (!wt_cubin_can_do_without(fn ? &fn->f : to, e->name)) {
    wt_cubin_refuse(to, "needs %s, which is not in the file, remove its use from the source", e->name);
    return WT_OK;
  }
  use[to->nuses++] = (wt_cubin_use){i, e->type == R_CALL ? WT_CUBIN_CALL : e->type == R_LOW ? WT_CUBIN_LOW : WT_CUBIN_HIGH, e->name};
  return wt_cubin_need(k->l, to, e->name);
}

/* One entry of a function, or of kernel number n itself: fn = NULL. */
static wt_status relocate_code(linker *k, size_t n, const function *fn, uint32_t insns, const entry *e) {
  loader *l = k->l;
  wt_cubin *c = l->c;
  wt_cubin_kernel *to = &c->kernel[n];
  wt_cubin_place place;
  if (e->offset % 16 || e->offset / 16 >= insns)
    return fail(l, "relocation at 0x%llx lies outside the code of %s", (unsigned long long)e->offset, to->name);
  uint32_t i = (fn ? fn->base : 0) + (uint32_t)(e->offset / 16);
  int64_t code = code_address(k, to, e);
  int calls = e->type == R_CALL && wt_isa_find(to->code[i]) == WT_I_CALL_ABS;
  if (e->sym.st_shndx == SHN_UNDEF && (calls || e->type == R_LOW || e->type == R_HIGH)) {
    return name_extern(k, to, fn, i, e);
  } else if (calls && code >= 0) {
    make_call(&to->code[i], 16 * i, (uint32_t)code);
  } else if ((e->type == R_LOW || e->type == R_HIGH) && code >= 0) {
    function *target = function_at(k, e->sym.st_shndx);
    if (target && code == INT64_C(16) * target->base) target->taken = 1; /* other places in it are where calls return to */
    to->code[i].lo = (uint32_t)to->code[i].lo | (e->type == R_LOW ? (uint64_t)code << 32 : 0);
  } else if ((e->type == R_LOW || e->type == R_HIGH) && e->sym.st_shndx < l->nsec && place_of(&l->sec[e->sym.st_shndx], &place)) {
    wt_cubin_code_reloc *r = grow(c->code_reloc, c->ncode_relocs, sizeof *r);
    if (!r) return no_memory(l);
    c->code_reloc = r;
    r[c->ncode_relocs++] = (wt_cubin_code_reloc){(uint32_t)n, i, e->type == R_HIGH, place, e->sym.st_value + e->addend};
  } else if (e->type != R_KERNEL_LOW && e->type != R_KERNEL_HIGH) {
    wt_cubin_refuse(to, "0x%llx has a relocation of type %u (symbol %s), which is not supported, avoid it in the source",
                    (unsigned long long)e->offset, e->type, e->name);
  }
  return WT_OK;
}

/* Sections that reach the machine but are used as they are in the file; they end in the name of the kernel. */
static int is_fixed(const char *name) {
  return !strncmp(name, ".nv.constant", 12) || !strncmp(name, ".nv.global", 10) || !strncmp(name, ".nv.shared", 10);
}

static wt_status relocate(linker *k, const section *at, size_t shndx, const uint8_t *p, int with_addend) {
  loader *l = k->l;
  entry e;
  wt_cubin_place place;
  wt_status s = read_entry(l, at, p, with_addend, &e);
  if (s) return s;
  if (place_of(at, &place)) return relocate_data(k, at, place, &e, with_addend);
  const function *fn = function_at(k, shndx);
  const wt_cubin_kernel *own = kernel_of(l, at);
  uint32_t insns = (uint32_t)(at->h.sh_size / 16); /* behind those of a kernel lie functions by now */
  for (size_t i = 0; !s && i < l->c->nkernels; i++)
    if (fn || own == &l->c->kernel[i]) s = relocate_code(k, i, fn, insns, &e);
  return s;
}

static wt_status read_section(linker *k, const section *s) {
  loader *l = k->l;
  int rela = s->h.sh_type == SHT_RELA;
  size_t each = rela ? 24 : 16;
  wt_cubin_place p;
  if (s->h.sh_info >= l->nsec) return fail(l, "section %s relocates no section, compile the file again", s->name);
  const section *at = &l->sec[s->h.sh_info];
  int code = !strncmp(at->name, ".text.", 6);
  if (!s->h.sh_size || (!place_of(at, &p) && !code && !is_fixed(at->name))) return WT_OK; /* debug information and the like */
  if (s->h.sh_link >= l->nsec || &l->sec[s->h.sh_link] != l->symtab || s->h.sh_entsize != each || s->h.sh_size % each) {
    return fail(l, "section %s is damaged, compile the file again", s->name);
  }
  if (!place_of(at, &p) && !code) return fail(l, "relocations of %s (%s) are not supported, avoid them in the source", at->name, s->name);
  wt_status st = WT_OK;
  for (uint64_t o = 0; !st && o < s->h.sh_size; o += each) st = relocate(k, at, s->h.sh_info, s->data + o, rela);
  return st;
}

wt_status wt_cubin_link(loader *l) {
  linker k = {.l = l};
  wt_status s = find_functions(&k);
  for (size_t i = 0; !s && k.n && i < l->c->nkernels; i++) s = join(&k, &l->c->kernel[i]);
  for (size_t i = 0; !s && i < l->nsec; i++) {
    if (l->sec[i].h.sh_type == SHT_REL || l->sec[i].h.sh_type == SHT_RELA) s = read_section(&k, &l->sec[i]);
  }
  for (size_t i = 0; !s && k.n && i < l->c->nkernels; i++) keep_taken(&k, &l->c->kernel[i]);
  for (size_t i = 0; i < k.n; i++) wt_cubin_kernel_free(&k.fn[i].f);
  free(k.fn);
  return s;
}
