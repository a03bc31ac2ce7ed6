/* test_wt_cuda_parts.c - parts of the runtime library by themselves: fat binaries that are made here, jumps that are written into code, and what is registered, so that each size and each
 * bound is what the test wants.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <lz4.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <zstd.h>

#include "cuda/wt_cuda.h"
#include "cuda/wt_cuda_jump.h"
#include "tests/cli_kit.h"

/* ---- fat binaries ---- */

enum { HEAD = 16, ENTRY = 64, PTX = 1, CUBIN = 2, LZ4 = 0x2000, ZSTANDARD = 0x8000 };
static unsigned char box[8192];
static size_t used;

static void le(unsigned char *at, uint64_t v, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(v >> 8 * i);
}
static void box_head(unsigned version, unsigned head, uint64_t size) {
  le(box, 0xba55ed50, 4), le(box + 4, version, 2), le(box + 6, head, 2), le(box + 8, size, 8);
}
static void begin_box(unsigned head) {
  memset(box, 0xee, sizeof box);
  used = head;
  box_head(1, head, 0);
}
/* An entry whose own header has `head` bytes; the header of the box counts it. */
static unsigned char *entry(unsigned kind, unsigned sm, unsigned head, const void *payload, size_t bytes) {
  unsigned char *e = box + used;
  memset(e, 0, head);
  le(e, kind, 2), le(e + 4, head, 4), le(e + 8, bytes, 8), le(e + 0x1c, sm, 4);
  if (bytes) memcpy(e + head, payload, bytes);
  used += head + bytes;
  le(box + 8, used - (box[6] | (unsigned)box[7] << 8), 8);
  return e;
}
static void packed(unsigned char *e, uint64_t flags, size_t bytes, uint64_t plain) {
  le(e + 0x10, bytes, 4), le(e + 0x28, flags, 8), le(e + 0x38, plain, 8);
}

/* What comes of the box, of which `room` bytes may be read: the text, or the line about it when there is none. */
static char why[400];
static wt_cuda_error taken(size_t room, const char *want) {
  void *image = box;
  size_t n = 77;
  unsigned char *tight = malloc(room ? room : 1);
  memcpy(tight, box, room);
  strcpy(why, "nothing");
  wt_cuda_error e = wt_cuda_image(tight, room, &image, &n, why, sizeof why);
  free(tight);
  if (e) {
    ck_assert(!image && !strchr(why, '\n'));
    if (e == CUDA_NO_IMAGE) ck_assert_uint_eq(n, 0);
  } else {
    ck_assert_uint_eq(n, strlen(want));
    ck_assert_mem_eq(image, want, n);
  }
  free(image);
  return e;
}
static void damaged(size_t room, const char *says) {
  ck_assert_int_eq(taken(room, ""), CUDA_IMAGE);
  ck_assert_msg(strstr(why, says) && strstr(why, ", compile the program again"), "%s", why);
}

START_TEST(sizes_of_boxes) {
  begin_box(HEAD);
  box_head(1, HEAD, 0);
  ck_assert_uint_eq(wt_cuda_image_size(box), 16);
  box_head(1, 0x0110, 0x04030201);
  ck_assert_uint_eq(wt_cuda_image_size(box), 0x0110 + 0x04030201);
  box_head(1, HEAD, 1 << 30);
  ck_assert_uint_eq(wt_cuda_image_size(box), 16 + (1 << 30));
  static const struct {
    unsigned version, head;
    uint64_t size;
  } bad[] = {{0, 16, 0},         {2, 16, 0},  {0x101, 16, 0},         {0x100, 16, 0},
             {1, 15, 0},         {1, 0, 100}, {1, 16, (1 << 30) + 1}, {1, 16, UINT64_C(1) << 40},
             {1, 16, UINT64_MAX}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    box_head(bad[i].version, bad[i].head, bad[i].size);
    ck_assert_msg(wt_cuda_image_size(box) == 0, "header %zu", i);
  }
  for (int i = 0; i < 4; i++) {
    box_head(1, HEAD, 100);
    box[i] ^= 1;
    ck_assert_uint_eq(wt_cuda_image_size(box), 0);
  }
}
END_TEST

START_TEST(the_first_cubin_for_this_device) {
  begin_box(HEAD);
  entry(CUBIN, 75, ENTRY, "first", 5);
  entry(CUBIN, 75, ENTRY, "second", 6);
  ck_assert_int_eq(taken(used, "first"), CUDA_OK);
  ck_assert_int_eq(taken(used + 100, "first"), CUDA_OK); /* what lies behind it is another's */
  damaged(used - 1, "the fat binary is damaged");
  damaged(HEAD - 1, "the fat binary is damaged");
  damaged(0, "the fat binary is damaged");
  /* behind others, with longer headers, in a box with a longer one */
  begin_box(40);
  entry(CUBIN, 80, ENTRY, "another", 7);
  entry(PTX, 75, ENTRY + 8, "text", 4);
  entry(0x102, 75, ENTRY, "no kind", 7);
  entry(CUBIN, 75 + 256, ENTRY, "later", 5);
  entry(CUBIN, 75, ENTRY + 24, "mine", 4);
  ck_assert_int_eq(taken(used, "mine"), CUDA_OK);
  begin_box(HEAD);
  entry(CUBIN, 75, ENTRY, "", 0);
  ck_assert_int_eq(taken(used, ""), CUDA_OK);
}
END_TEST

START_TEST(entries_end_with_the_box) {
  begin_box(HEAD);
  unsigned char *e = entry(CUBIN, 80, ENTRY, "another", 7);
  static const struct {
    unsigned at;
    uint64_t value;
    int bytes;
  } bad[] = {{4, ENTRY - 1, 4}, {4, 0, 4}, {4, ENTRY + 8, 4}, {4, UINT32_MAX, 4}, {8, 8, 8}, {8, UINT64_MAX, 8}, {8, UINT64_MAX - ENTRY + 1, 8}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    unsigned char saved[ENTRY];
    memcpy(saved, e, ENTRY);
    le(e + bad[i].at, bad[i].value, bad[i].bytes);
    damaged(used, "the fat binary is damaged");
    memcpy(e, saved, ENTRY);
  }
  ck_assert_int_eq(taken(used, ""), CUDA_NO_IMAGE);
  /* up to 63 bytes behind the last one are no entry */
  memset(box + used, 0xff, ENTRY);
  le(box + 8, used - HEAD + ENTRY - 1, 8);
  ck_assert_int_eq(taken(used + ENTRY - 1, ""), CUDA_NO_IMAGE);
  le(box + 8, used - HEAD + ENTRY, 8);
  damaged(used + ENTRY, "the fat binary is damaged");
}
END_TEST

START_TEST(what_there_is_instead) {
  begin_box(HEAD);
  ck_assert_int_eq(taken(used, ""), CUDA_NO_IMAGE);
  ck_assert_str_eq(why, "no code for sm_75 in the program (it has none), compile with -arch=sm_75");
  entry(PTX, 80, ENTRY, "text", 4);
  ck_assert_int_eq(taken(used, ""), CUDA_NO_IMAGE);
  ck_assert_str_eq(why, "no code for sm_75 in the program (it has PTX only), compile with -arch=sm_75");
  entry(CUBIN, 80, ENTRY, "x", 1);
  entry(CUBIN, 0x01020304, ENTRY, "x", 1);
  ck_assert_int_eq(taken(used, ""), CUDA_NO_IMAGE);
  ck_assert_str_eq(why, "no code for sm_75 in the program (it has code for sm_80 sm_16909060 and PTX), compile with -arch=sm_75");
  begin_box(HEAD);
  entry(CUBIN, 90, ENTRY, "x", 1);
  ck_assert_int_eq(taken(used, ""), CUDA_NO_IMAGE);
  ck_assert_str_eq(why, "no code for sm_75 in the program (it has code for sm_90), compile with -arch=sm_75");
  /* more than a line has room for: the first ones */
  begin_box(HEAD);
  for (unsigned i = 0; i < 60; i++) entry(CUBIN, 4000000000u + i, ENTRY, "", 0);
  ck_assert_int_eq(taken(used, ""), CUDA_NO_IMAGE);
  ck_assert_ptr_nonnull(strstr(why, " sm_4000000005 "));
  ck_assert_uint_lt(strlen(why), 200);
  begin_box(HEAD);
  for (unsigned i = 0; i < 60; i++) entry(CUBIN, 10 + i, ENTRY, "", 0);
  ck_assert_int_eq(taken(used, ""), CUDA_NO_IMAGE);
  ck_assert_ptr_nonnull(strstr(why, "sm_10 sm_11 sm_12 sm_13 sm_14 sm_15 sm_16 sm_17 sm_18 sm_19 sm_20 sm_21 sm_22"));
  ck_assert_uint_lt(strlen(why), 200);
}
END_TEST

static const char text[] = "a cubin that repeats itself: again again again again again again again again again again again again again again again.";
static size_t pack(int zstd, char *out, size_t room) {
  size_t n = zstd ? ZSTD_compress(out, room, text, strlen(text), 3) : (size_t)LZ4_compress_default(text, out, (int)strlen(text), (int)room);
  ck_assert(n > 8 && n < strlen(text));
  return n;
}
static void sizes_of_packed(int zstd) {
  const uint64_t flags = zstd ? ZSTANDARD : LZ4;
  char small[300];
  const size_t n = pack(zstd, small, sizeof small), whole = strlen(text);
  memset(small + n, 0, 8); /* entries are filled up to a multiple of 8 */
  for (size_t more = 0; more <= 8; more += 8) {
    begin_box(HEAD);
    unsigned char *e = entry(CUBIN, 75, ENTRY, small, n + more);
    packed(e, flags | 0x11, n, whole);
    ck_assert_int_eq(taken(used, text), CUDA_OK);
    const uint64_t sizes[][2] = {{0, whole}, {n + more + 1, whole}, {n, 0}, {n, (UINT64_C(256) << 20) + 1}, {n, UINT64_MAX}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      packed(e, flags, sizes[i][0], sizes[i][1]);
      damaged(used, "a packed cubin has sizes that cannot be");
    }
    packed(e, LZ4 | ZSTANDARD, n, whole);
    damaged(used, "a packed cubin has sizes that cannot be");
    const uint64_t wrong[][2] = {{n, whole - 1}, {n, whole + 1}, {n - 1, whole}, {n, UINT64_C(256) << 20}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      packed(e, flags, wrong[i][0], wrong[i][1]);
      damaged(used,
              zstd ? "a cubin that is packed with zstd does not unpack to its size" : "a cubin that is packed with LZ4 does not unpack to its size");
    }
  }
}
START_TEST(packed_cubins) {
  sizes_of_packed(_i);
  const size_t heap = suite_heap(); /* the C library has filled its shelves */
  sizes_of_packed(_i);
  ck_assert_uint_eq(suite_heap(), heap);
}
END_TEST

/* ---- jumps ---- */

enum { PAGE = 4096, FUNCTIONS = 6, JUMP = 14 };
typedef struct {
  Elf64_Ehdr h;
  char names[100];
  Elf64_Sym y[FUNCTIONS + 1];
  Elf64_Phdr p[2];
  Elf64_Shdr s[3]; /* the file ends with them */
} program;
static program file_of; /* with its code at 0x2000, a page */
static unsigned char *code;

static void lay_out(void) {
  static const struct {
    const char *name;
    unsigned at;
  } functions[FUNCTIONS] = {{"cudaFirst", 0x2010},   {"__cudaSecond", 0x2ff0}, {"other", 0x2020},
                            {"cudaUnknown", 0x2030}, {"cudaOurs", 0x2040},     {"_cudaNone", 0x2050}};
  program *f = &file_of;
  memset(f, 0, sizeof *f);
  memcpy(f->h.e_ident, ELFMAG, 4);
  f->h.e_ident[EI_CLASS] = ELFCLASS64;
  f->h.e_phoff = offsetof(program, p), f->h.e_phnum = 2, f->h.e_shoff = offsetof(program, s), f->h.e_shnum = 3;
  f->p[0] = (Elf64_Phdr){.p_type = PT_LOAD, .p_flags = PF_R, .p_vaddr = 0, .p_memsz = 0x1000};
  f->p[1] = (Elf64_Phdr){.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = 0x2000, .p_memsz = 0x1000};
  f->s[1] = (Elf64_Shdr){.sh_type = SHT_SYMTAB, .sh_offset = offsetof(program, y), .sh_size = sizeof f->y, .sh_link = 2};
  f->s[2] = (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_offset = offsetof(program, names), .sh_size = sizeof f->names};
  unsigned at = 1;
  for (int i = 0; i < FUNCTIONS; i++) {
    f->y[i + 1] = (Elf64_Sym){.st_name = at, .st_info = STT_FUNC, .st_shndx = 1, .st_value = functions[i].at};
    strcpy(f->names + at, functions[i].name);
    at += (unsigned)strlen(functions[i].name) + 1;
  }
  ck_assert_uint_le(at, sizeof f->names);
  code = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert(code != MAP_FAILED);
  memset(code, 0xc3, 3 * PAGE); /* returns, all of it */
  mprotect(code + PAGE, PAGE, PROT_READ | PROT_EXEC);
}
static uintptr_t bias(void) { return (uintptr_t)code + PAGE - 0x2000; }

static int calls[2];
static void mine(void) { calls[0]++; }
static void mine_too(void) { calls[1]++; }
static uintptr_t where(const char *name) {
  ck_assert(!strncmp(name, "cuda", 4) || !strncmp(name, "__cuda", 6));
  return !strcmp(name, "cudaFirst")      ? (uintptr_t)mine
         : !strcmp(name, "__cudaSecond") ? (uintptr_t)mine_too
         : !strcmp(name, "cudaOurs")     ? bias() + 0x2040
                                         : 0;
}
static int jumps(size_t bytes) {
  char path[100];
  file("program", &file_of, bytes);
  snprintf(path, sizeof path, "%s/program", dir);
  return wt_cuda_jumps(path, bias(), where);
}
static void run_at(unsigned at) {
  void (*f)(void);
  *(void **)&f = code + PAGE + at;
  f();
}
static unsigned lines_of(const char *name) {
  unsigned n = 0;
  FILE *f = fopen(name, "r");
  for (int c; (c = fgetc(f)) != EOF;) n += c == '\n';
  fclose(f);
  return n;
}

START_TEST(functions_become_jumps) {
  lay_out();
  unsigned char before[3 * PAGE];
  memcpy(before, code, sizeof before);
  const int fd = dup(0);
  close(fd);
  jumps(sizeof file_of);
  const unsigned maps = lines_of("/proc/self/maps");
  ck_assert_int_eq(jumps(sizeof file_of), 2);
  ck_assert_uint_eq(lines_of("/proc/self/maps"), maps); /* the file is not kept */
  const int again = dup(0);
  ck_assert_int_eq(again, fd);
  close(0); /* the file may be opened by this number */
  ck_assert_int_eq(jumps(sizeof file_of), 2);
  ck_assert_int_eq(dup2(again, 0), 0);
  close(again);
  run_at(0x10), run_at(0xff0), run_at(0xff0);
  ck_assert(calls[0] == 1 && calls[1] == 2);
  memcpy(before + PAGE + 0x10, code + PAGE + 0x10, JUMP), memcpy(before + PAGE + 0xff0, code + PAGE + 0xff0, JUMP);
  ck_assert_mem_eq(before, code, sizeof before); /* nothing else has changed */
  char line[300], start[40];
  snprintf(start, sizeof start, "%llx-", (unsigned long long)(uintptr_t)(code + PAGE));
  FILE *f = fopen("/proc/self/maps", "r");
  int seen = 0;
  while (fgets(line, sizeof line, f)) seen += !strncmp(line, start, strlen(start)) && strstr(line, " r-xp ");
  fclose(f);
  ck_assert_int_eq(seen, 1); /* not to be written any more */
}
END_TEST

START_TEST(code_that_cannot_be) {
  lay_out();
  const program whole = file_of;
  ck_assert_int_eq(wt_cuda_jumps("/no such file", bias(), where), 0);
  ck_assert_int_eq(jumps(0), 0);
  for (size_t n = 1; n < sizeof file_of; n += 9) ck_assert_int_le(jumps(n), 0);
  /* the last byte of the code is that of the jump */
  file_of.p[1].p_memsz = 0xff0 + JUMP;
  ck_assert_int_eq(jumps(sizeof file_of), 2);
  file_of.p[1].p_vaddr = 0x2010, file_of.p[1].p_memsz = 0xff0 + JUMP - 0x10;
  ck_assert_int_eq(jumps(sizeof file_of), 2);
  static const struct {
    size_t at;
    uint64_t value;
    unsigned bytes;
  } bad[] = {{offsetof(program, p[1].p_memsz), 0xff0 + JUMP - 1, 8},
             {offsetof(program, p[1].p_vaddr), 0x2011, 8},
             {offsetof(program, p[1].p_flags), PF_R | PF_W, 4},
             {offsetof(program, p[1].p_type), PT_NOTE, 4},
             {offsetof(program, y[1].st_value), 0x2018, 8}, /* no function begins there */
             {offsetof(program, h.e_phoff), sizeof file_of + 1, 8},
             {offsetof(program, h.e_phoff), UINT64_MAX - 7, 8},
             {offsetof(program, h.e_phnum), 1, 2},
             {offsetof(program, h.e_phnum), 6, 2}}; /* more than the file has */
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    file_of = whole;
    memcpy((char *)&file_of + bad[i].at, &bad[i].value, bad[i].bytes);
    ck_assert_msg(jumps(sizeof file_of) == -1, "damage %zu", i);
  }
  /* program headers that the file ends with */
  file_of = whole;
  unsigned char longer[sizeof file_of + sizeof file_of.p];
  file_of.h.e_phoff = sizeof file_of;
  memcpy(longer, &file_of, sizeof file_of), memcpy(longer + sizeof file_of, whole.p, sizeof whole.p);
  char path[100];
  file("longer", longer, sizeof longer);
  snprintf(path, sizeof path, "%s/longer", dir);
  ck_assert_int_eq(wt_cuda_jumps(path, bias(), where), 2);
  /* and symbols, of which the last byte has to be there */
  file_of = whole;
  unsigned char last[sizeof file_of + sizeof file_of.y];
  file_of.s[1].sh_offset = sizeof file_of;
  memcpy(last, &file_of, sizeof file_of), memcpy(last + sizeof file_of, whole.y, sizeof whole.y);
  for (size_t lacks = 0; lacks < 2; lacks++) {
    file("longer", last, sizeof last - lacks);
    ck_assert_int_eq(wt_cuda_jumps(path, bias(), where), lacks ? 0 : 2);
  }
}
END_TEST

/* ---- registration, as nvcc's constructors do it, in a process of the test's own ---- */

static struct {
  void **(*image)(void *);
  void (*function)(void **, const void *, char *, const char *, int, void *, void *, void *, void *, int *);
  void (*variable)(void **, void *, char *, const char *, int, size_t, int, int),
    (*managed)(void **, void *, char *, const char *, int, size_t, int, int);
  char (*init)(void **);
  int (*attributes)(void *, const void *), (*name)(const char **, const void *), (*reset)(void), (*address)(void **, const void *),
    (*size)(size_t *, const void *);
  int (*from)(void *, const void *, size_t, size_t, int), (*kernel)(void **, const void *);
  wt_cuda_error (*blocks)(int *, const void *, int, size_t);
} rt;
typedef struct {
  uint32_t magic, version;
  const void *data, *more;
} wrapper;

static const char *config = "tiny";
static void open_library(void) {
  static const struct {
    const char *name;
    void *to;
  } calls_of[] = {{"__cudaRegisterFatBinary", &rt.image},
                  {"__cudaRegisterFunction", &rt.function},
                  {"__cudaRegisterVar", &rt.variable},
                  {"__cudaRegisterManagedVar", &rt.managed},
                  {"__cudaInitModule", &rt.init},
                  {"cudaFuncGetAttributes", &rt.attributes},
                  {"cudaFuncGetName", &rt.name},
                  {"cudaDeviceReset", &rt.reset},
                  {"cudaGetSymbolAddress", &rt.address},
                  {"cudaGetSymbolSize", &rt.size},
                  {"cudaMemcpyFromSymbol", &rt.from},
                  {"__cudaGetKernel", &rt.kernel},
                  {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", &rt.blocks}};
  char path[600];
  snprintf(path, sizeof path, "%s/err", dir);
  ck_assert_ptr_nonnull(freopen(path, "w", stderr));
  setenv("WARPTWIN_CUDA_KEEP_GOING", "1", 1), setenv("WARPTWIN_CUDA_CONFIG", config, 1);
  snprintf(path, sizeof path, "%s/cuda/libcudart.so.13", wt_build_dir());
  void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(lib != NULL, "%s", dlerror());
  for (size_t i = 0; i < sizeof calls_of / sizeof *calls_of; i++) {
    void *f = dlsym(lib, calls_of[i].name);
    ck_assert_msg(f != NULL, "%s", calls_of[i].name);
    memcpy(calls_of[i].to, &f, sizeof f);
  }
}
/* The fat binary of a program, in which this kernel or variable is named. */
static wrapper whole_box(const char *program, const char *name) {
  static char bytes[1 << 20];
  char path[300];
  snprintf(path, sizeof path, WT_ROOT "/tests/cuda/bin/%s", program);
  size_t n = slurp(path, bytes, sizeof bytes), best = 0;
  const char *data = NULL;
  for (size_t i = 0; i + 16 < n; i += 8) {
    size_t whole = wt_cuda_image_size((unsigned char *)bytes + i);
    if (whole > best && whole <= n - i && memmem(bytes + i, whole, name, strlen(name))) best = whole, data = bytes + i;
  }
  ck_assert_ptr_nonnull(data);
  return (wrapper){0x466243b1, 1, memcpy(malloc(best), data, best), NULL};
}
static int is_mapped(const void *p) { return !msync((void *)((uintptr_t)p / PAGE * PAGE), PAGE, MS_ASYNC); }
static unsigned told(const char *what) { /* how often standard error has it */
  static char all[65536];
  unsigned n = 0;
  fflush(stderr);
  slurp("err", all, sizeof all);
  for (const char *at = all; (at = strstr(at, what)); at++) n++;
  return n;
}

/* Of two variables the first ends with a page, and the other begins with the next: each has its own pages, whichever is named first. */
START_TEST(variables_of_whole_pages) {
  enum { FIRST = 2 * PAGE, SECOND = 12000 };
  static char *host[2];
  open_library();
  wrapper w = whole_box("exact", "two_pages");
  void **h = rt.image(&w);
  rt.managed(h, &host[0], NULL, "two_pages", 0, FIRST, 0, 0), rt.managed(h, &host[1], NULL, "behind", 0, SECOND, 0, 0);
  for (int first = 0; first < 2; first++) {
    for (int n = 0; n < 2; n++) {
      char *p = NULL;
      ck_assert_int_eq(rt.address((void **)&p, &host[first ^ n]), 0);
      for (int i = 0; i < (first ^ n ? SECOND : FIRST); i += PAGE) ck_assert_msg(is_mapped(p + i), "page %d", i / PAGE);
    }
    ck_assert_ptr_eq(host[1], host[0] + FIRST);
    ck_assert_int_eq(rt.reset(), 0);
    for (int i = 0; i < FIRST + SECOND; i += PAGE) ck_assert(!is_mapped(host[0] + i));
  }
}
END_TEST

/* Three managed variables of which each ends in the page where the next begins: each is there when it is named first, between two, before and behind one. */
START_TEST(variables_are_made_in_any_order) {
  static const char *const names[] = {"wide", "next_to_it", "third"};
  static const int orders[][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
  static char *host[3];
  open_library();
  wrapper w = whole_box("edges", "next_to_it");
  void **h = rt.image(&w);
  for (int k = 0; k < 3; k++) rt.managed(h, &host[k], NULL, names[k], 0, 5000, 0, 0);
  for (size_t o = 0; o < 4; o++) {
    char *first = NULL;
    for (int n = 0; n < 3; n++) {
      const int k = orders[o][n];
      char *p = NULL;
      ck_assert_int_eq(rt.address((void **)&p, &host[k]), 0);
      ck_assert_ptr_eq(p, host[k]); /* the program's pointer is set */
      if (!first) first = p;
      for (int i = 0; i < 5000; i++) ck_assert_int_eq(p[i], 0);
      memset(p, k + 1, 5000);
    }
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 5000; i++) ck_assert_int_eq(host[k][i], k + 1);
    size_t n;
    ck_assert(rt.size(&n, &host[1]) == 0 && n == 5000);
    ck_assert(rt.size(&n, host[1]) == 0 && n == 5000);       /* by its value */
    ck_assert_int_eq(rt.size(&n, host[1] + 1), CUDA_SYMBOL); /* which is no name of what lies inside */
    ck_assert_int_eq(rt.reset(), 0);
    for (int k = 0; k < 3; k++) ck_assert(!is_mapped(host[k]) && !is_mapped(host[k] + 4999));
    ck_assert_int_eq(rt.size(&n, host[1]), CUDA_SYMBOL); /* it is gone */
  }
  ck_assert_int_eq(rt.init(h), 1);
  for (int k = 0; k < 3; k++) ck_assert(is_mapped(host[k]) && is_mapped(host[k] + 4999));
}
END_TEST

/* Two modules with a managed variable of the same name: each initialises its own. */
START_TEST(modules_are_initialised_one_by_one) {
  static int *host[2];
  open_library();
  wrapper w[2] = {whole_box("managed", "counter"), whole_box("managed", "counter")};
  void **h[2];
  for (int k = 0; k < 2; k++) h[k] = rt.image(&w[k]), rt.managed(h[k], &host[k], NULL, "counter", 0, 4, 0, 0);
  ck_assert(h[0] != h[1]);
  int v = 0;
  ck_assert(rt.init((void **)&v) == 1 && !host[0] && !host[1]); /* no module: nothing happens */
  ck_assert_int_eq(rt.init(h[1]), 1);
  ck_assert(!host[0] && host[1] && *host[1] == 5);
  ck_assert_int_eq(rt.init(h[0]), 1);
  ck_assert(host[0] && host[0] != host[1] && *host[0] == 5);
  *host[1] = 9;
  ck_assert(rt.from(&v, &host[1], 4, 0, 2) == 0 && v == 9);
  ck_assert(rt.from(&v, &host[0], 4, 0, 2) == 0 && v == 5);
}
END_TEST

START_TEST(names_lead_to_functions_and_variables) {
  static char key[8], at_the_end[2 * PAGE];
  char attributes[144], *edge = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const char *name;
  void *handle, *address;
  size_t n;
  open_library();
  wrapper w = whole_box("wrong", "coefficients");
  void **h = rt.image(&w);
  /* a name that ends with its page, behind which nothing may be read; one that does not end there; one that is nowhere */
  munmap(edge + PAGE, PAGE);
  char *kernel = strcpy(edge + PAGE - sizeof "_Z5storePil3who", "_Z5storePil3who"), *open_end = memset(edge, 'x', PAGE - 100);
  ck_assert_int_eq(edge[PAGE - 1], 0);
  rt.function(h, &key[0], NULL, kernel, -1, NULL, NULL, NULL, NULL, NULL);
  rt.function(h, &key[1], NULL, open_end + PAGE, -1, NULL, NULL, NULL, NULL, NULL);
  rt.function(h, &key[2], NULL, "_Z4nonev", -1, NULL, NULL, NULL, NULL, NULL);
  rt.function((void **)key, &key[3], NULL, kernel, -1, NULL, NULL, NULL, NULL, NULL); /* of no image */
  rt.variable(h, &key[4], NULL, "table", 0, 12, 1, 0);                                /* the image knows its size */
  rt.variable(h, &key[5], NULL, "nothing", 0, 16, 1, 0);
  rt.variable(h, &key[6], NULL, open_end + PAGE, 0, 16, 1, 0);
  rt.variable((void **)key, &key[7], NULL, "table", 0, 40, 1, 0);
  ck_assert_int_eq(rt.attributes(attributes, &key[0]), 0);
  ck_assert(rt.name(&name, &key[0]) == 0 && !strcmp(name, "_Z5storePil3who") && name != kernel);
  for (int k = 1; k < 8; k++) ck_assert_int_eq(rt.attributes(attributes, &key[k]), CUDA_FUNCTION);
  ck_assert_int_eq(rt.attributes(attributes, NULL), CUDA_FUNCTION);
  ck_assert(rt.kernel(&handle, &key[0]) == 0 && rt.attributes(attributes, handle) == 0); /* a handle is as good */
  ck_assert_int_eq(rt.kernel(&handle, &key[4]), CUDA_FUNCTION);
  ck_assert(rt.size(&n, &key[4]) == 0 && n == 40);
  ck_assert_int_eq(rt.address(&address, &key[4]), 0);
  for (int k = 0; k < 8; k++)
    if (k != 4) ck_assert_int_eq(rt.size(&n, &key[k]), CUDA_SYMBOL);
  ck_assert_int_eq(rt.size(&n, NULL), CUDA_SYMBOL);
  ck_assert_int_eq(rt.size(&n, at_the_end), CUDA_SYMBOL);
  ck_assert_int_eq(rt.size((size_t *)8, &key[4]), CUDA_INVALID);
  ck_assert_int_eq(rt.address((void **)8, &key[4]), CUDA_INVALID);
}
END_TEST

/* Blocks of the largest size have room where the multiprocessor has as many threads; larger ones never have. */
START_TEST(blocks_that_have_room) {
  static char key;
  int n = 77;
  config = "default";
  open_library();
  wrapper good = whole_box("wrong", "coefficients");
  rt.function(rt.image(&good), &key, NULL, "_Z5storePil3who", -1, NULL, NULL, NULL, NULL, NULL);
  ck_assert(rt.blocks(&n, &key, 1024, 0) == 0 && n == 1);
  ck_assert(rt.blocks(&n, &key, 512, 0) == 0 && n == 2);
  ck_assert(rt.blocks(&n, &key, 1, 0) == 0 && n == 8); /* as many slots as there are */
  ck_assert(rt.blocks(&n, &key, 1025, 0) == 0 && n == 0);
  ck_assert_int_eq(rt.blocks(&n, &key, 0, 0), CUDA_INVALID);
  ck_assert_int_eq(rt.blocks(&n, &key, -1, 0), CUDA_INVALID);
  ck_assert_int_eq(rt.blocks((int *)8, &key, 1, 0), CUDA_INVALID);
  ck_assert_int_eq(rt.blocks(&n, &n, 1, 0), CUDA_FUNCTION);
}
END_TEST

/* Of three images the second cannot be used: it is told once, by its number, and the others work. */
START_TEST(an_image_that_cannot_be_is_told_by_its_number) {
  static char key[4];
  char attributes[144];
  open_library();
  begin_box(HEAD);
  entry(CUBIN, 75, ENTRY, "this is no file of machine code at all", 38);
  wrapper good = whole_box("wrong", "coefficients"), bad = {0x466243b1, 1, box, NULL}, no_wrapper = {0x466243b2, 1, box, NULL};
  void **h[] = {rt.image(&good), rt.image(&bad), rt.image(&good), rt.image(&no_wrapper)};
  for (int k = 0; k < 4; k++) rt.function(h[k], &key[k], NULL, "_Z5storePil3who", -1, NULL, NULL, NULL, NULL, NULL);
  for (int round = 1; round <= 2; round++) {
    for (int i = 0; i < 2; i++) {
      ck_assert_int_eq(rt.attributes(attributes, &key[0]), 0);
      ck_assert_int_eq(rt.attributes(attributes, &key[1]), CUDA_IMAGE);
      ck_assert_int_eq(rt.attributes(attributes, &key[2]), 0);
      ck_assert_int_eq(rt.attributes(attributes, &key[3]), CUDA_IMAGE);
    }
    ck_assert_uint_eq(told("cubin 2 of 4"), 1);
    ck_assert_uint_eq(told("the fat binary of a translation unit cannot be read, compile the program again"), 1);
    ck_assert_int_eq(rt.reset(), 0);
  }
  wrapper *mended = &bad; /* the reset has forgotten that it could not be read */
  *mended = good;
  ck_assert_int_eq(rt.attributes(attributes, &key[1]), 0);
  no_wrapper.magic = 0x466243b1, no_wrapper.data = good.data;
  ck_assert_int_eq(rt.attributes(attributes, &key[3]), 0);
}
END_TEST

/* An image is read once in a session, when it is asked for first. */
START_TEST(every_session_reads_its_images) {
  static char key[4];
  char attributes[144];
  open_library();
  const wrapper good = whole_box("wrong", "coefficients");
  wrapper w[4] = {good, good, good, good};
  for (int k = 0; k < 4; k++) { /* one more in each session */
    rt.function(rt.image(&w[k]), &key[k], NULL, "_Z5storePil3who", -1, NULL, NULL, NULL, NULL, NULL);
    for (int i = k; i >= 0; i--) ck_assert_int_eq(rt.attributes(attributes, &key[i]), 0);
    w[k].magic = 0;
    ck_assert_int_eq(rt.attributes(attributes, &key[k]), 0);
    ck_assert_int_eq(rt.reset(), 0);
    ck_assert_int_eq(rt.attributes(attributes, &key[k]), CUDA_IMAGE);
    w[k] = good;
  }
}
END_TEST

int main(void) {
  TCase *t = tcase_create("parts");
  tcase_add_test(t, sizes_of_boxes);
  tcase_add_test(t, the_first_cubin_for_this_device);
  tcase_add_test(t, entries_end_with_the_box);
  tcase_add_test(t, what_there_is_instead);
  tcase_add_loop_test(t, packed_cubins, 0, 2);
  tcase_add_test(t, functions_become_jumps);
  tcase_add_test(t, code_that_cannot_be);
  tcase_add_test(t, variables_of_whole_pages);
  tcase_add_test(t, variables_are_made_in_any_order);
  tcase_add_test(t, modules_are_initialised_one_by_one);
  tcase_add_test(t, names_lead_to_functions_and_variables);
  tcase_add_test(t, blocks_that_have_room);
  tcase_add_test(t, an_image_that_cannot_be_is_told_by_its_number);
  tcase_add_test(t, every_session_reads_its_images);
  return run_suite("cuda_parts", t);
}
