/* test_wt_box.c - a file of named parts (tb/lib/wt_box.h): what is added is found, what is written is an ELF file with these sections and sums and is read again, what
 * is no such file is refused with its reason, and nothing is left where memory or the disk is short.
 */
#define _GNU_SOURCE
#include "lib/wt_box.h"

#include <gelf.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/suite.h"
#include "tests/fails_kit.h"

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

static wt_box b, c;
static char dir[40], path[60], err[600];
static uint8_t data[1 << 16];

static void begin(void) {
  strcpy(dir, "/tmp/wt_box_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/a.box", dir);
}
static void end(void) {
  wt_box_free(&b), wt_box_free(&c);
  remove(path);
  ck_assert_msg(!rmdir(dir), "files are left in %s", dir);
}
static void added(const char *name, const void *what, size_t n) {
  void *p = wt_box_add(&b, name, n);
  ck_assert_ptr_nonnull(p);
  memcpy(p, what, n);
}
static void written(void) { ck_assert_msg(!wt_box_write(&b, path, err, sizeof err), "%s", err); }
static size_t slurped(void) {
  FILE *f = fopen(path, "rb");
  ck_assert_ptr_nonnull(f);
  size_t n = fread(data, 1, sizeof data, f);
  fclose(f);
  return n;
}
static void put(size_t n) {
  FILE *f = fopen(path, "wb");
  ck_assert(f && fwrite(data, 1, n, f) == n && !fclose(f));
}
/* With the sum of all made right again. */
static void put_summed(size_t n) {
  wt_sha(data, n - WT_SHA, data + n - WT_SHA);
  put(n);
}
static void refused(const char *why) {
  char want[300];
  snprintf(want, sizeof want, "%s: %s", path, why);
  ck_assert_int_eq(wt_box_read(&c, path, err, sizeof err), -1);
  ck_assert_str_eq(err, want);
  ck_assert_uint_eq(c.n, 0);
}

/* Text, numbers that go on and on, nothing, and what cannot be made smaller. */
static uint8_t zeros[20000], noise[3000];
static void filled(void) {
  uint64_t rng = 7;
  for (size_t i = 0; i < sizeof noise; i++) noise[i] = (uint8_t)((rng = rng * UINT64_C(6364136223846793005) + 1442695040888963407) >> 40);
  added("Id", "{\"text\": 1}", 11), added("zeros", zeros, sizeof zeros), added("None", "", 0), added("none", "", 0),
    added("noise", noise, sizeof noise);
}

START_TEST(parts) {
  char name[64];
  wt_box_add(&b, "a", 3), wt_box_add(&b, "b", 0);
  const wt_part *p = wt_box_find(&b, "a");
  ck_assert(p && p->n == 3 && !memcmp(p->data, "\0\0\0", 3) && !strcmp(p->name, "a"));
  ck_assert(wt_box_find(&b, "b")->n == 0 && wt_box_find(&b, "b")->data && !wt_box_find(&b, "c") && !wt_box_find(&b, "A"));
  memset(name, 'x', sizeof name), name[WT_BOX_NAME] = 0;
  ck_assert(!wt_box_add(&b, name, 1) && b.n == 2);
  name[WT_BOX_NAME - 1] = 0;
  ck_assert(wt_box_add(&b, name, 1) && wt_box_find(&b, name));
  while (b.n < WT_BOX_PARTS) {
    snprintf(name, sizeof name, "p%u", b.n);
    ck_assert_ptr_nonnull(wt_box_add(&b, name, 1));
  }
  ck_assert(!wt_box_add(&b, "more", 1) && b.n == WT_BOX_PARTS);
  wt_box_free(&b);
  ck_assert(b.n == 0 && !wt_box_find(&b, "a"));
  before_it_fails = 0, fails_once = 1;
  ck_assert(!wt_box_add(&b, "a", 1) && b.n == 0);
}
END_TEST

START_TEST(sums) {
  uint8_t sha[WT_SHA];
  char text[2 * WT_SHA + 1];
  wt_sha("abc", 3, sha);
  wt_sha_text(sha, text);
  ck_assert_str_eq(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
END_TEST

START_TEST(what_is_written_is_read) {
  filled();
  written();
  written(); /* over it */
  ck_assert_msg(!wt_box_read(&c, path, err, sizeof err), "%s", err);
  ck_assert_uint_eq(c.n, b.n + 1);
  char sum[1000] = "";
  for (unsigned i = 0; i < b.n; i++) {
    uint8_t sha[WT_SHA];
    size_t k = strlen(sum);
    ck_assert_str_eq(c.part[i].name, b.part[i].name);
    ck_assert(c.part[i].n == b.part[i].n && !memcmp(c.part[i].data, b.part[i].data, b.part[i].n));
    wt_sha(b.part[i].data, b.part[i].n, sha);
    wt_sha_text(sha, sum + k);
    snprintf(sum + k + 64, sizeof sum - k - 64, "  %s\n", b.part[i].name);
  }
  const wt_part *p = &c.part[b.n];
  ck_assert(!strcmp(p->name, "Sum") && p->n == strlen(sum) && !memcmp(p->data, sum, p->n));
}
END_TEST

START_TEST(as_many_parts_as_there_may_be) {
  for (char name[WT_BOX_NAME]; b.n < WT_BOX_PARTS - 1;) {
    snprintf(name, sizeof name, "part%027u", b.n); /* as long as a name may be */
    added(name, name, strlen(name));
  }
  written();
  ck_assert_msg(!wt_box_read(&c, path, err, sizeof err) && c.n == WT_BOX_PARTS, "%s", err);
  added("last", "", 0); /* then there is no room for the sums when it is read */
  written();
  wt_box_free(&c);
  refused("a part of it is damaged, or memory is short");
}
END_TEST

/* What begins with a capital is not made smaller. */
START_TEST(text_to_look_at) {
  static const char *const names[] = {"A", "Zz", "a", "[x", "@x"};
  char word[5][200];
  for (unsigned i = 0; i < 5; i++) {
    for (unsigned k = 0; k < sizeof word[i]; k++) word[i][k] = (char)('0' + i);
    added(names[i], word[i], sizeof word[i]);
  }
  written();
  size_t n = slurped();
  for (unsigned i = 0; i < 5; i++) ck_assert_msg(!memmem(data, n, word[i], sizeof word[i]) == (i > 1), "%s", names[i]);
}
END_TEST

/* For readelf: no program, sections with these names; text as it is, the others made smaller; at the end a word and the hash of all. */
START_TEST(an_elf_file) {
  static const char *const names[] = {"", ".wt.Id", ".wt.zeros", ".wt.None", ".wt.none", ".wt.noise", ".wt.Sum", ".shstrtab"};
  uint8_t sha[WT_SHA];
  GElf_Ehdr h;
  size_t at = 0, i = 0;
  filled();
  written();
  size_t n = slurped();
  ck_assert(n < 8000 && memmem(data, n, "{\"text\": 1}", 11) && !memcmp(data + n - 40, "WTWHOLE1", 8));
  wt_sha(data, n - WT_SHA, sha);
  ck_assert_mem_eq(sha, data + n - WT_SHA, WT_SHA);
  elf_version(EV_CURRENT);
  Elf *e = elf_memory((char *)data, n - 40);
  ck_assert(e && gelf_getehdr(e, &h) && !elf_getshdrstrndx(e, &at));
  ck_assert(h.e_ident[EI_CLASS] == ELFCLASS64 && h.e_ident[EI_DATA] == ELFDATA2LSB && h.e_type == ET_NONE && h.e_machine == EM_NONE);
  ck_assert(h.e_version == EV_CURRENT && h.e_shnum == 8 && at == 7);
  for (Elf_Scn *s = NULL; (s = elf_nextscn(e, s));) {
    GElf_Shdr x;
    ck_assert_ptr_nonnull(gelf_getshdr(s, &x));
    ck_assert_str_eq(elf_strptr(e, at, x.sh_name), names[++i]);
    ck_assert(x.sh_type == (i == 7 ? SHT_STRTAB : SHT_PROGBITS) && x.sh_addralign == (i == 7 ? 1 : 64) && (i == 7 || x.sh_offset % 64 == 0));
    if (i == 1) ck_assert_uint_eq(x.sh_size, 11);
    if (i == 2) ck_assert_uint_lt(x.sh_size, 100);
  }
  ck_assert_uint_eq(i, 7);
  ck_assert_str_eq(elf_strptr(e, at, 0), ""); /* of the section that is none */
  elf_end(e);
}
END_TEST

#define OTHER "is no checkpoint, take a file that --checkpoint-dir or a difference left"
#define CUT "is cut short or no file of warptwin, make it again"
#define DAMAGED "is damaged, its checksum does not fit, make it again"
#define PART "a part of it is damaged, or memory is short"

START_TEST(what_is_refused) {
  filled();
  written();
  size_t n = slurped();
  put(n - 1), refused(CUT);
  put(n - 40), refused(CUT);
  put(104), refused(CUT);
  put(103), refused(CUT);
  put(64), refused(CUT);
  put(63), refused(OTHER); /* no head of an ELF file */
  put(0), refused(OTHER);
  data[n - 40] ^= 1, put(n), refused(CUT), data[n - 40] ^= 1;
  data[n - 33] ^= 1, put(n), refused(CUT), data[n - 33] ^= 1;
  data[n - 1] ^= 1, put(n), refused(DAMAGED), data[n - 1] ^= 1;
  data[n - 32] ^= 1, put(n), refused(DAMAGED), data[n - 32] ^= 1;
  data[70] ^= 1, put(n), refused(DAMAGED), data[70] ^= 1;
  data[3] ^= 1, put(n), refused(OTHER), data[3] ^= 1;
  /* programs of machines, cut or not, are none */
  data[EI_CLASS] = ELFCLASS32, put(n - 1), refused(OTHER), data[EI_CLASS] = ELFCLASS64;
  data[EI_OSABI] = 51, put(n - 1), refused(OTHER), data[EI_OSABI] = 0;
  put(n);
  ck_assert(!wt_box_read(&c, path, err, sizeof err));
  wt_box_free(&c);
  memmove(data + 63, data + n - 40, 8), put_summed(103), refused(CUT); /* a right end, but no room for a head before it */
  remove(path);
  refused("cannot read: No such file or directory");
}
END_TEST

/* The sum of all is right: a name, a part, its sum or the sums themselves are not. */
static void in_file(const char *from, const char *to, size_t n, const char *why) {
  size_t k = strlen(from);
  uint8_t *p = memmem(data, n, from, k + (from[0] == '.'));
  ck_assert_msg(p != NULL, "%s", from);
  memcpy(p, to, k);
  put_summed(n);
  if (why) refused(why);
  else ck_assert_msg(!wt_box_read(&c, path, err, sizeof err), "%s", err);
  wt_box_free(&c);
  memcpy(p, from, k);
}
START_TEST(parts_that_are_damaged) {
  filled();
  written();
  size_t n = slurped();
  in_file("{\"text\": 1}", "{\"text\": 2}", n, PART);
  in_file(".wt.zeros", ".wt.zerox", n, PART);
  in_file(".wt.zeros", ".wx.zeros", n, PART);
  in_file(".wt.noise", ".wt.Noise", n, PART);
  in_file(".wt.Sum", ".wt.Sun", n, PART);
  in_file(".wt.Sum", ".xt.Sum", n, PART);
  in_file("  zeros\n", "  zerox\n", n, PART);
  uint8_t *frame = memmem(data, n, "\x28\xb5\x2f\xfd", 4); /* of what is made smaller: its head, its length */
  ck_assert_ptr_nonnull(frame);
  for (int i = 0; i < 6; i++) frame[i] ^= 0x41, put_summed(n), refused(PART), frame[i] ^= 0x41;
  put_summed(n);
  ck_assert(!wt_box_read(&c, path, err, sizeof err));
}
END_TEST

/* ---- what fails ---- */

START_TEST(no_memory) {
  unsigned k, reads = 0;
  filled();
  for (k = 0;; k++) {
    before_it_fails = k, fails_once = 1;
    int bad = wt_box_write(&b, path, err, sizeof err);
    if (fails_once) break;
    char want[200];
    snprintf(want, sizeof want, "%s: cannot write: Cannot allocate memory", path);
    ck_assert_msg(!bad || !strcmp(err, want), "%u: %s", k, err);
    ck_assert_int_eq(access(path, F_OK), bad);
    remove(path);
  }
  ck_assert_uint_ge(k, 7);
  for (k = 0;; k++) {
    before_it_fails = k, fails_once = 1;
    int bad = wt_box_read(&c, path, err, sizeof err);
    if (fails_once) break;
    reads += bad != 0;
    ck_assert(bad ? c.n == 0 && strstr(err, path) : c.n == 6);
    wt_box_free(&c);
  }
  fails_once = 0;
  ck_assert_uint_ge(reads, 6);
}
END_TEST

/* The file that was there stays. */
START_TEST(no_room) {
  char want[200];
  filled();
  ck_assert_int_eq(wt_box_write(&b, "/nowhere/a.box", err, sizeof err), -1);
  ck_assert_str_eq(err, "/nowhere/a.box: cannot write: No such file or directory");
  written();
  size_t n = slurped();
  added("more", noise, sizeof noise);
  struct rlimit was, r;
  getrlimit(RLIMIT_FSIZE, &was);
  signal(SIGXFSZ, SIG_IGN);
  r = was, r.rlim_cur = n;
  setrlimit(RLIMIT_FSIZE, &r);
  int bad = wt_box_write(&b, path, err, sizeof err);
  setrlimit(RLIMIT_FSIZE, &was);
  ck_assert_int_eq(bad, -1);
  snprintf(want, sizeof want, "%s: cannot write: File too large", path);
  ck_assert_str_eq(err, want);
  ck_assert_msg(!wt_box_read(&c, path, err, sizeof err) && c.n == 6, "%s", err);
}
END_TEST

int main(void) {
  Suite *s = suite_create("box");
  TCase *t = tcase_create("box");
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, parts);
  tcase_add_test(t, sums);
  tcase_add_test(t, what_is_written_is_read);
  tcase_add_test(t, as_many_parts_as_there_may_be);
  tcase_add_test(t, text_to_look_at);
  tcase_add_test(t, an_elf_file);
  tcase_add_test(t, what_is_refused);
  tcase_add_test(t, parts_that_are_damaged);
  tcase_add_test(t, no_memory);
  tcase_add_test(t, no_room);
  suite_add_tcase(s, t);
  return suite_run(s);
}
