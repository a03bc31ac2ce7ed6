/* test_wt_fatbin.c - cubins inside fat binaries and host ELF files, which the test puts together from the layout in docs/isa/cubin.md. */
#include <check.h>
#include <elf.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "isa/wt_fatbin.h"
#include "isa/wt_names.h"
#include "tests/suite.h"

enum { MAX = 1 << 20 };
static uint8_t inner[MAX], box[MAX], elf[MAX];
static size_t inner_size;
static char err[400];

static void put(uint8_t *p, unsigned bytes, uint64_t v) {
  for (unsigned i = 0; i < bytes; i++) p[i] = (uint8_t)(v >> 8 * i);
}
static void take(const char *name) {
  char path[1200];
  snprintf(path, sizeof path, "%s/tests/kernels/%s.cubin", WT_ROOT, name);
  FILE *f = fopen(path, "rb");
  ck_assert_ptr_nonnull(f);
  inner_size = fread(inner, 1, sizeof inner, f);
  fclose(f);
}

/* Begins a box at `at`; what `entry` appends is counted in it. */
static size_t begin(size_t at) {
  put(box + at, 4, 0xba55ed50), put(box + at + 4, 2, 1), put(box + at + 6, 2, 16), put(box + at + 8, 8, 0);
  return at + 16;
}
static size_t entry(size_t from, size_t at, unsigned kind, unsigned head, unsigned sm, uint64_t flags) {
  size_t bytes = (inner_size + 7) / 8 * 8;
  memset(box + at, 0, head + bytes);
  put(box + at, 2, kind), put(box + at + 2, 2, 0x0101), put(box + at + 4, 4, head), put(box + at + 8, 8, bytes);
  put(box + at + 0x1c, 4, sm), put(box + at + 0x28, 8, flags);
  memcpy(box + at + head, inner, inner_size);
  at += head + bytes;
  put(box + from + 8, 8, at - from - 16);
  return at;
}

/* An x86 ELF file with the box in .nv_fatbin. */
static size_t wrap(size_t n) {
  static const char names[] = "\0.shstrtab\0.nv_fatbin";
  size_t at = sizeof(Elf64_Ehdr), text = at + n, table = (text + sizeof names + 7) / 8 * 8;
  Elf64_Shdr s[3] = {{0}};
  Elf64_Ehdr h = {.e_machine = EM_X86_64, .e_type = ET_DYN, .e_shoff = table, .e_shnum = 3, .e_shstrndx = 1, .e_shentsize = sizeof s[0]};
  memcpy(h.e_ident, ELFMAG, 4);
  h.e_ident[EI_CLASS] = ELFCLASS64, h.e_ident[EI_DATA] = ELFDATA2LSB;
  s[1] = (Elf64_Shdr){.sh_name = 1, .sh_type = SHT_STRTAB, .sh_offset = text, .sh_size = sizeof names};
  s[2] = (Elf64_Shdr){.sh_name = 11, .sh_type = SHT_PROGBITS, .sh_offset = at, .sh_size = n};
  memset(elf, 0, table);
  memcpy(elf, &h, sizeof h), memcpy(elf + at, box, n), memcpy(elf + text, names, sizeof names), memcpy(elf + table, s, sizeof s);
  return table + sizeof s;
}

static void opens(const uint8_t *p, size_t n, const char *kernel) {
  wt_cubin c;
  ck_assert(wt_fatbin_is(p, n));
  ck_assert_msg(wt_cubin_parse(p, n, "x", &c, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_str_eq(c.kernel[0].name, kernel);
  wt_cubin_free(&c);
}
static void refused(const uint8_t *p, size_t n, const char *what) {
  wt_cubin c;
  ck_assert_int_eq(wt_cubin_parse(p, n, "x", &c, err, sizeof err), WT_USAGE);
  ck_assert_msg(!strncmp(err, "x: ", 3) && strstr(err, what), "%s", err);
  ck_assert(!c.nkernels && !c.image);
}

START_TEST(the_cubin_for_this_machine_is_taken) {
  take("vecadd");
  size_t n = entry(0, begin(0), 2, 0x40, 75, 0x11);
  opens(box, n, "vecadd");
  opens(elf, wrap(n), "vecadd");
  take("nested"); /* others before and behind it, a longer header, text */
  n = entry(0, begin(0), 2, 0x40, 80, 0x11);
  n = entry(0, n, 1, 0x58, 75, 0x8011);
  take("vecadd");
  n = entry(0, n, 2, 0x48, 75, 0x11);
  take("nested");
  n = entry(0, n, 2, 0x40, 86, 0x8011);
  opens(box, n, "vecadd");
  opens(elf, wrap(n), "vecadd");
}
END_TEST

START_TEST(several_boxes_in_a_row) {
  take("vecadd");
  size_t first = entry(0, begin(0), 2, 0x40, 80, 0x11);
  memset(box + first, 0, 24);
  size_t n = entry(first + 24, begin(first + 24), 2, 0x40, 75, 0x11);
  opens(elf, wrap(n), "vecadd");
  size_t two = entry(n, begin(n), 2, 0x40, 75, 0x11);
  refused(elf, wrap(two), "holds 2 cubins with kernels for sm_75");
  put(box + first + 24, 4, 7);
  refused(elf, wrap(n), "damaged");
}
END_TEST

START_TEST(what_cannot_be_used_is_said) {
  take("vecadd");
  refused(box, entry(0, begin(0), 2, 0x40, 75, 0x8011), "compressed");
  refused(box, entry(0, begin(0), 2, 0x40, 75, 0x2011), "compressed");
  size_t n = entry(0, begin(0), 2, 0x40, 80, 0x11);
  refused(box, entry(0, n, 2, 0x40, 90, 0x11), "holds cubins for sm_80 sm_90 and none for sm_75");
  refused(box, entry(0, begin(0), 1, 0x40, 75, 0x11), "without a cubin");
  inner[49] = 80; /* it says 75 outside and 80 inside */
  refused(box, entry(0, begin(0), 2, 0x40, 75, 0x11), "is for sm_80");
}
END_TEST

/* Cut anywhere, or with any field changed: a message, never a read outside (make SAN=1). */
START_TEST(damaged_boxes) {
  take("vecadd");
  size_t n = wrap(entry(0, begin(0), 2, 0x40, 75, 0x11));
  wt_cubin c;
  for (size_t cut = 0; cut < n; cut += cut < 200 || cut > n - 300 ? 1 : 97) {
    uint8_t *exact = malloc(cut ? cut : 1);
    memcpy(exact, elf, cut);
    if (!wt_cubin_parse(exact, cut, "x", &c, err, sizeof err)) wt_cubin_free(&c), ck_abort_msg("%zu bytes of %zu are taken", cut, n);
    free(exact);
  }
  uint32_t r = 1;
  unsigned opened = 0;
  for (unsigned i = 0; i < 3000; i++) {
    uint8_t *bad = malloc(n);
    memcpy(bad, elf, n);
    r = r * 1664525 + 1013904223;
    size_t at = i & 1 ? n - 1 - (r >> 8) % 300 : (r >> 8) % 200; /* headers at both ends */
    bad[at] = i & 2 ? 0xff : (uint8_t)(r >> 3);
    if (!wt_cubin_parse(bad, n, "x", &c, err, sizeof err)) opened++, wt_cubin_free(&c);
    free(bad);
  }
  ck_assert_uint_gt(opened, 100); /* many bytes do not matter */
  ck_assert_uint_lt(opened, 2900);
}
END_TEST

/* Each field of the ELF file at its bound and one beyond it: a section counts when the file holds all of it. The bytes stand in room of just their size. */
static int is_with(size_t n, size_t at, unsigned bytes, uint64_t v) {
  uint8_t *exact = malloc(n);
  memcpy(exact, elf, n);
  put(exact + at, bytes, v);
  int is = wt_fatbin_is(exact, n);
  free(exact);
  return is;
}
START_TEST(sections_lie_within_the_file) {
  take("vecadd");
  const size_t n = wrap(entry(0, begin(0), 2, 0x40, 75, 0x11)), table = n - 3 * sizeof(Elf64_Shdr), names = table + sizeof(Elf64_Shdr),
               box_header = names + sizeof(Elf64_Shdr);
  const size_t header_at = offsetof(Elf64_Shdr, sh_offset), header_size = offsetof(Elf64_Shdr, sh_size), text = table - (22 + 7) / 8 * 8;
  const struct {
    size_t at;
    unsigned bytes;
    uint64_t value;
    int is;
  } t[] = {{EI_MAG3, 1, 'f', 0},
           {EI_CLASS, 1, ELFCLASS32, 0},
           {EI_DATA, 1, ELFDATA2MSB, 0},
           {offsetof(Elf64_Ehdr, e_machine), 2, EM_AARCH64, 1},
           {offsetof(Elf64_Ehdr, e_machine), 2, 190, 0}, /* a cubin */
           {offsetof(Elf64_Ehdr, e_shoff), 8, table + 1, 0},
           {offsetof(Elf64_Ehdr, e_shoff), 8, UINT64_MAX - 63, 0},
           {offsetof(Elf64_Ehdr, e_shnum), 2, 2, 0}, /* the third is .nv_fatbin */
           {offsetof(Elf64_Ehdr, e_shnum), 2, 4, 0},
           {offsetof(Elf64_Ehdr, e_shstrndx), 2, 3, 0},
           {names + header_size, 8, n - text, 1},
           {names + header_size, 8, n - text + 1, 0},
           {names + header_size, 8, 22, 1},
           {names + header_size, 8, 21, 0}, /* the name does not end */
           {names + header_at, 8, n, 0},
           {names + header_at, 8, UINT64_MAX, 0},
           {box_header, 4, UINT32_MAX, 0},
           {box_header, 4, 1, 0},
           {box_header + offsetof(Elf64_Shdr, sh_type), 4, SHT_NOBITS, 0},
           {box_header + header_size, 8, n - sizeof(Elf64_Ehdr), 1},
           {box_header + header_size, 8, n - sizeof(Elf64_Ehdr) + 1, 0},
           {box_header + header_at, 8, UINT64_MAX, 0}};
  ck_assert_str_eq((char *)elf + text + 11, ".nv_fatbin");
  for (size_t i = 0; i < sizeof t / sizeof *t; i++)
    ck_assert_msg(is_with(n, t[i].at, t[i].bytes, t[i].value) == t[i].is, "%zu: %llu at %zu of %zu", i, (unsigned long long)t[i].value, t[i].at, n);
  put(elf + box_header + header_size, 8, text - sizeof(Elf64_Ehdr) - 1); /* the section ends before its box does */
  refused(elf, n, "damaged");
  memcpy(elf + table, elf + box_header, sizeof(Elf64_Shdr)); /* the first of a table stands for no section */
  memset(elf + box_header, 0, sizeof(Elf64_Shdr));
  ck_assert(!wt_fatbin_is(elf, n));
}
END_TEST

/* Each size of a box at its bound and beyond it. */
START_TEST(entries_lie_within_the_box) {
  begin(0); /* no entries */
  ck_assert(!wt_fatbin_is(box, 15));
  refused(box, 16, "without a cubin");
  put(box + 8, 8, 1); /* and no byte for one */
  refused(box, 16, "damaged");
  begin(0);
  put(box + 6, 2, 8), put(box + 8, 8, 8); /* its header is no header */
  refused(box, 16, "damaged");
  take("vecadd");
  size_t n = entry(0, begin(0), 2, 0x40, 75, 0x11);
  put(box + 8, 8, n - 16 + 1);
  refused(box, n, "damaged");
  put(box + 8, 8, UINT64_MAX);
  refused(box, n, "damaged");
  n = entry(0, begin(0), 2, 0x40, 75, 0x11);
  put(box + 16 + 8, 8, n - 16 - 0x40 + 1);
  refused(box, n, "damaged");
  entry(0, begin(0), 2, 0x38, 75, 0x11);
  refused(box, n - 8, "damaged");
  inner_size = 0; /* nothing but its header: the last that has room */
  n = entry(0, begin(0), 2, 0x40, 80, 0x11);
  ck_assert_uint_eq(n, 16 + 0x40);
  refused(box, n, "holds cubins for sm_80 and none");
}
END_TEST

/* What is said when there are more than is said of: four architectures, and the first cubin that cannot be read. */
START_TEST(the_first_ones_are_named) {
  static const unsigned sm[] = {80, 86, 87, 89, 90, 100};
  inner_size = 0;
  size_t n = begin(0);
  for (size_t i = 0; i < sizeof sm / sizeof *sm; i++) n = entry(0, n, 2, 0x40, sm[i], 0x11);
  refused(box, n, "holds cubins for sm_80 sm_86 sm_87 sm_89 and none for sm_75");
  take("vecadd");
  inner[49] = 80;
  n = entry(0, begin(0), 2, 0x40, 75, 0x11);
  inner[49] = 86;
  refused(box, entry(0, n, 2, 0x40, 75, 0x11), "is for sm_80");
  n = entry(0, begin(0), 2, 0x40, 75, 0x8011); /* a compressed one says less than one that cannot be read */
  refused(box, entry(0, n, 2, 0x40, 75, 0x11), "is for sm_86");
  take("vecadd");
  n = entry(0, begin(0), 2, 0x40, 75, 0x11);
  inner_size = 4; /* and nothing does, where one can be */
  opens(box, entry(0, n, 2, 0x40, 75, 0x11), "vecadd");
}
END_TEST

/* Asked of what is none, and by one who wants no text. */
START_TEST(no_fat_binary) {
  wt_cubin c;
  take("vecadd");
  memset(&c, 255, sizeof c);
  ck_assert_int_eq(wt_fatbin_load(inner, inner_size, "x", &c, err, sizeof err), WT_USAGE);
  ck_assert(!c.nkernels && !c.image && strstr(err, "without a cubin"));
  strcpy(err, "as it was");
  ck_assert_int_eq(wt_fatbin_load(inner, inner_size, "x", &c, err, 0), WT_USAGE);
  ck_assert_str_eq(err, "as it was");
}
END_TEST

START_TEST(names_of_kernels) {
  static const char *const plain[][2] = {{"vecadd", "vecadd"},
                                         {"_Z2tkIiEvPT_S0_", "tk<int>"},
                                         {"_ZN2ns5plainEPi", "ns::plain"},
                                         {"_ZN2ns1kI6float2Li4EEEvPT_", "ns::k<float2, 4>"},
                                         {"_ZN12_GLOBAL__N_11kEv", "(anonymous namespace)::k"},
                                         {"_Zbroken", "_Zbroken"},
                                         {"_X2tkIiEvPT_S0_", "_X2tkIiEvPT_S0_"},
                                         {"_", "_"},
                                         {"_Z1kPFiiE", "k"},                                      /* a parameter with brackets of its own */
                                         {"_Z1kIPFivEEvT_", "k<int (*)()>"},                      /* an argument with brackets and a blank */
                                         {"_ZN2ns1kIN1a1bIiLi3EEEEEvT_", "ns::k<a::b<int, 3> >"}, /* one in another */
                                         {"_Z1kIiEN1a1bIT_EEv", "k<int>"},                        /* a type in front, with arguments */
                                         {"_ZN1aD1Ev", "a::~a"},
                                         {"_ZTV1a", "a"}};
  static const struct {
    const char *symbol, *given;
    int fits;
  } match[] = {{"_Z2tkIiEvPT_S0_", "_Z2tkIiEvPT_S0_", 3},
               {"_Z2tkIiEvPT_S0_", "tk<int>", 2},
               {"_Z2tkIiEvPT_S0_", "tk< int >", 2},
               {"_Z2tkIiEvPT_S0_", "tk", 1},
               {"_Z2tkIiEvPT_S0_", "tk<long>", 0},
               {"_ZN2ns5plainEPi", "ns::plain", 2},
               {"_ZN2ns5plainEPi", "plain", 1},
               {"_ZN2ns5plainEPi", "ns", 0},
               {"vecadd", "vecadd", 3},
               {"vecadd", "vecad", 0},
               {"vecadd", "vecaddd", 0},
               {"vecadd", "vec add", 2},
               {"_ZN2ns1kI6float2Li4EEEvPT_", "k", 1},
               {"_ZN2ns1kI6float2Li4EEEvPT_", "ns", 0},
               {"_ZN2ns1kIN1a1bIiLi3EEEEEvT_", "k", 1},
               {"_ZN2ns1kIN1a1bIiLi3EEEEEvT_", "b", 0},
               {"_ZN2ns1kIN1a1bIiLi3EEEEEvT_", " ns::k<a::b<int,3>>", 2},
               {"_ZN12_GLOBAL__N_11kEv", "(anonymousnamespace)::k ", 2},
               {"_ZN12_GLOBAL__N_11kIiEEvv", "k", 1},
               {"vecadd", "vec", 0},
               {"_ZN12_GLOBAL__N_11kEv", "k", 1},
               {"_ZN2ns1kI6float2Li4EEEvPT_", "ns::k<float2,4>", 2}};
  char buf[200];
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) ck_assert_str_eq(wt_name_plain(plain[i][0], buf, sizeof buf), plain[i][1]);
  for (size_t i = 0; i < sizeof match / sizeof *match; i++)
    ck_assert_msg(wt_name_fits(match[i].symbol, match[i].given) == match[i].fits, "%s, %s", match[i].symbol, match[i].given);
  ck_assert_str_eq(wt_name_plain("_Z2tkIiEvPT_S0_", buf, 5), "tk<i"); /* what fits */
  size_t before = 0;
  for (unsigned round = 0; round < 30; round++) {
    if (round == 10) before = suite_heap(); /* until then the C library fills its own shelves */
    wt_name_plain("_Z2tkIiEvPT_S0_", buf, sizeof buf);
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

int main(void) {
  Suite *s = suite_create("fatbin");
  TCase *tc = tcase_create("fatbin");
  tcase_set_timeout(tc, 60);
  tcase_add_test(tc, the_cubin_for_this_machine_is_taken);
  tcase_add_test(tc, several_boxes_in_a_row);
  tcase_add_test(tc, what_cannot_be_used_is_said);
  tcase_add_test(tc, damaged_boxes);
  tcase_add_test(tc, sections_lie_within_the_file);
  tcase_add_test(tc, entries_lie_within_the_box);
  tcase_add_test(tc, the_first_ones_are_named);
  tcase_add_test(tc, no_fat_binary);
  tcase_add_test(tc, names_of_kernels);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
