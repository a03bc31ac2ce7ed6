/* test_wt_rtl_builds.c - what is built and when, by itself: a script that stands in the place of build_rtl.sh notes how it was called and leaves a file as large as its
 * words. What is kept, what is built again, how many at a time; and plug-ins that are opened and closed. No RTL is built. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/stat.h>
#include <zlib.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_known.h"
#include "rtl_kit.h"

/* FAKE: what it does: exit, silent, damaged, once (damaged the first time), no BLOCK; slow: it waits until AT_ONCE have begun, and a while. */
static const char script[] = "#!/bin/sh\n"
                             "d=${0%/*}/.. g=${2##*/}\n"
                             "echo \"$1 ${g%.*} $WT_RTL_LABEL\" >>\"$d/calls\"\n"
                             "[ ! -f \"$d/looked\" ] || { ls \"$2\" >\"$d/files\"; cp \"$2/wt_pkg.sv\" \"$d/pkg\" 2>/dev/null; }\n"
                             "case $FAKE in exit) exit 3 ;; silent) exit 0 ;; esac\n"
                             "if [ \"$FAKE\" = slow ]; then\n"
                             "  echo + >>\"$d/now\"; i=0\n"
                             "  while [ \"$(grep -c + \"$d/now\")\" -lt \"$AT_ONCE\" ] && [ $i -lt 100 ]; do sleep 0.05; i=$((i + 1)); done\n"
                             "  sleep 0.1; echo - >>\"$d/now\"\n"
                             "fi\n"
                             "[ \"$FAKE\" != \"no ${1#wt_}\" ] || exit 1\n"
                             "so=$3/$1-0.so\n"
                             "read -r sum <\"$d/sum\"; echo \"$sum\" >\"$3/$1-0.sum\"; printf 'the object' >\"$so\"\n"
                             "[ \"$FAKE\" != damaged ] || echo x >\"$so\"\n"
                             "[ \"$FAKE\" != once ] || [ -f \"$d/again\" ] || { : >\"$d/again\"; echo x >\"$so\"; }\n"
                             "echo \"$so\"\n";
static char path[WT_RTL_PATH];

static void tree(void) {
  static const char *const folders[] = {"t", "t/scripts", "t/rtl", "t/rtl/a", "cache"};
  static const char *const modules[] = {"gpu", "sm", "ctasched", "pred", "wb", "ureg", "sreg", "alu"};
  for (int i = 0; i < 5; i++) mkdir(file_at(folders[i]), 0777);
  for (int i = 0; i < 8; i++) {
    char name[40], text[100];
    snprintf(name, sizeof name, "t/rtl/a/wt_%s.sv", modules[i]);
    snprintf(text, sizeof text, "module wt_%s; wt_pkg::%s; endmodule\n", modules[i], i == 2 ? "SMS" : "WARPS");
    text_file(name, text);
  }
  char sum[40];
  snprintf(sum, sizeof sum, "%lx 10\n", crc32(0, (const uint8_t *)"the object", 10));
  text_file("t/scripts/build_rtl.sh", script), text_file("t/calls", ""), text_file("t/sum", sum), text_file("t/looked", "");
  ck_assert_int_eq(chmod(file_at("t/scripts/build_rtl.sh"), 0755), 0);
  setenv("WARPTWIN_ROOT", file_at("t"), 1), setenv("WARPTWIN_CACHE", file_at("cache"), 1), setenv("FAKE", "", 1);
  unsetenv("WT_RTL_COUNT"), unsetenv("WT_RTL_SPEED"), unsetenv("WT_JOBS");
  open_shape("tiny", NULL);
}
/* The calls since the last look, and how many lines they are. */
static int were_called(const char *want) {
  static char calls[4000];
  slurp("t/calls", calls, sizeof calls);
  text_file("t/calls", "");
  const int same = !strcmp(calls, want);
  if (!same) printf("'%s' instead of '%s'\n", calls, want);
  return same;
}
static int is_clean(void) { /* folders of builds are gone */
  char cmd[200];
  snprintf(cmd, sizeof cmd, "ls -A %s/cache | grep -q '^gen-'", dir);
  return system(cmd) != 0;
}
static int has_files(const char *want) {
  char files[400];
  slurp("t/files", files, sizeof files);
  return !strcmp(files, want);
}
static int built(const char *stem, int beside) {
  *err = *path = 0;
  return wt_rtl_build(&S, stem, beside, path, sizeof path, err, sizeof err);
}

START_TEST(a_build_is_kept) {
  struct stat st;
  tree();
  ck_assert_msg(!built("pred", 0), "%s", err);
  ck_assert_str_eq(path, file_at("cache/wt_pred-0.so"));
  ck_assert(were_called("wt_pred gen-pred wt_pred, tiny\n") && has_files("unused_modules\nwt_pkg.sv\nwt_public.vlt\n") && is_clean());
  ck_assert(!built("pred", 0) && were_called("") && !strcmp(path, file_at("cache/wt_pred-0.so")));
  setenv("WT_RTL_COUNT", "2 of 3: ", 1);
  ck_assert(!built("pred", 1) && were_called("wt_pred gen-pred 2 of 3: wt_pred, tiny\n"));
  ck_assert(has_files("unused_modules\nwt_pkg.sv\nwt_public.vlt\nwt_tb.sv\n"));
  ck_assert(!built("pred", 1) && !built("pred", 0) && were_called(""));
  unsetenv("WT_RTL_COUNT");
  ck_assert(!built(NULL, 0) && were_called("wt_gpu gen-top wt_gpu, tiny\n") && !strcmp(path, file_at("cache/wt_gpu-0.so")));
  /* damaged, gone: built again; what a killed build has left goes then */
  text_file("cache/wt_pred-0.so", "damaged"), mkdir(file_at("cache/gen-left"), 0777);
  ck_assert_int_eq(system("exec true"), 0);
  ck_assert(!built("pred", 0) && were_called("wt_pred gen-pred wt_pred, tiny\n") && !stat(path, &st) && st.st_size == 10);
  remove(path);
  ck_assert(!built("pred", 0) && were_called("wt_pred gen-pred wt_pred, tiny\n") && present("cache/gen-left")); /* it is young */
  char cmd[300];
  snprintf(cmd, sizeof cmd, "touch -d '2 hours ago' %s/cache/gen-left", dir);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert(!built("pred", 0) && were_called("") && present("cache/gen-left")); /* nothing is built */
  ck_assert(!built("wb", 0) && were_called("wt_wb gen-wb wt_wb, tiny\n") && !present("cache/gen-left"));
  /* a build by a profile has no name of its own: the script is asked each time */
  setenv("WT_RTL_SPEED", "profile", 1);
  for (int i = 0; i < 2; i++) ck_assert(!built("wb", 0) && were_called("wt_wb gen-wb wt_wb, tiny\n") && !strcmp(path, file_at("cache/wt_wb-0.so")));
}
END_TEST
START_TEST(a_build_that_fails) {
  tree();
  static const char *const how[] = {"exit", "silent"};
  for (int i = 0; i < 2; i++) {
    setenv("FAKE", how[i], 1);
    ck_assert_int_eq(built("pred", 0), -1);
    ck_assert_str_eq(err, "the RTL of wt_pred did not build for this shape; the tool's messages are above");
    ck_assert(were_called("wt_pred gen-pred wt_pred, tiny\n") && is_clean());
  }
  /* what is written does not stay as it is */
  char want[400];
  setenv("FAKE", "damaged", 1);
  ck_assert_int_eq(built("pred", 0), -1);
  snprintf(want, sizeof want, "%s: what is written there does not stay as it is; is the disk sound? Or set WARPTWIN_CACHE to another folder",
           file_at("cache"));
  ck_assert_str_eq(err, want);
  ck_assert(were_called("wt_pred gen-pred wt_pred, tiny\nwt_pred gen-pred wt_pred, tiny\n") && is_clean());
  setenv("FAKE", "once", 1);
  ck_assert(!built("pred", 0) && were_called("wt_pred gen-pred wt_pred, tiny\nwt_pred gen-pred wt_pred, tiny\n"));
  ck_assert(!built("pred", 0) && were_called(""));
  setenv("FAKE", "", 1);
  text_file("file", "");
  setenv("WARPTWIN_CACHE", file_at("file"), 1);
  ck_assert(built("wb", 0) == -1 && were_called(""));
  snprintf(want, sizeof want, "%s: cannot write the RTL cache: Not a directory; set WARPTWIN_CACHE to a writable folder", file_at("file"));
  ck_assert_str_eq(err, want);
  const char *stem = "wb";
  setenv("WARPTWIN_CACHE", file_at("file/in"), 1);
  snprintf(want, sizeof want, "%s: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder", file_at("file/in"));
  ck_assert(built("wb", 0) == -1 && !strcmp(err, want));
  *err = 0;
  ck_assert(wt_rtl_build_all(blks, &stem, 1, NULL, err, sizeof err) == -1 && !strcmp(err, want) && were_called(""));
}
END_TEST

/* The texts for a build, which a full disk may hold up. */
static int no_text, no_blks, n_text;
int __real_wt_gen_dir(const char *folder, const wt_shape *of, const char *stem, int beside, char *e, size_t n);
int __wrap_wt_gen_dir(const char *folder, const wt_shape *of, const char *stem, int beside, char *e, size_t n);
int __wrap_wt_gen_dir(const char *folder, const wt_shape *of, const char *stem, int beside, char *e, size_t n) {
  n_text++;
  return no_text == 1 ? snprintf(e, n, "no text"), -1 : __real_wt_gen_dir(folder, of, stem, beside, e, n);
}
int __real_wt_opaque_files(const wt_opaque *o, const wt_blks *b, const char *stem, const char *folder, char *e, size_t n);
int __wrap_wt_opaque_files(const wt_opaque *o, const wt_blks *b, const char *stem, const char *folder, char *e, size_t n);
int __wrap_wt_opaque_files(const wt_opaque *o, const wt_blks *b, const char *stem, const char *folder, char *e, size_t n) {
  FILE *f = fopen(file_at("t/opaque"), "a");
  fprintf(f, "%s\n", stem ? stem : "-");
  fclose(f);
  return no_text == 2 ? snprintf(e, n, "no files"), -1 : __real_wt_opaque_files(o, b, stem, folder, e, n);
}
static int of_guest(const char *what, int fails, char *e, size_t n) {
  FILE *f = fopen(file_at("t/guest"), "a");
  fprintf(f, "%s\n", what);
  fclose(f);
  return fails ? snprintf(e, n, "no %s", what), -1 : 0;
}
int __wrap_wt_gen_guest(const char *folder, const wt_world *x, const char *module, char *e, size_t n);
int __wrap_wt_gen_guest(const char *folder, const wt_world *x, const char *module, char *e, size_t n) {
  return (void)folder, (void)x, of_guest(module, no_text == 3, e, n);
}
int __wrap_wt_user_files(const wt_user *u, const char *folder, char *e, size_t n);
int __wrap_wt_user_files(const wt_user *u, const char *folder, char *e, size_t n) {
  return (void)u, (void)folder, of_guest("files", no_text == 4, e, n);
}
int __wrap_wt_user_ports(const wt_user *u, const wt_world *x, const char *folder, char *e, size_t n);
int __wrap_wt_user_ports(const wt_user *u, const wt_world *x, const char *folder, char *e, size_t n) {
  return (void)u, (void)x, (void)folder, of_guest("ports", no_text == 5, e, n);
}
wt_blks *__real_wt_blks_new(const wt_shape *of);
wt_blks *__wrap_wt_blks_new(const wt_shape *of);
wt_blks *__wrap_wt_blks_new(const wt_shape *of) { return no_blks ? NULL : __real_wt_blks_new(of); }
static unsigned freed;
void __real_wt_blks_free(wt_blks *b);
void __wrap_wt_blks_free(wt_blks *b);
void __wrap_wt_blks_free(wt_blks *b) { freed += b != NULL, __real_wt_blks_free(b); }

START_TEST(texts_that_cannot_be_written) {
  tree();
  no_text = 1, n_text = 0;
  ck_assert(built("pred", 0) == -1 && !strcmp(err, "no text") && were_called("") && is_clean() && n_text == 1);
  no_text = 0, no_blks = 1;
  ck_assert(built("pred", 0) == -1 && !strcmp(err, "out of memory"));
  ck_assert(wt_rtl_build_beside(&S, "pred", err, sizeof err) == -1 && !strcmp(err, "out of memory") && were_called(""));
  no_blks = 0, freed = 0;
  ck_assert(!built("pred", 0) && freed == 2); /* one is that of the texts */
}
END_TEST
START_TEST(somebodys_modules) {
  static wt_opaque o;
  static wt_user u;
  wt_world x;
  tree();
  text_file("own.sv", "module own; endmodule\n"), text_file("t/opaque", ""), text_file("t/guest", "");
  o.n = 1, o.one[0] = (wt_opaque_one){.blk = wt_blk_find(blks, "pred"), .own = 1};
  ck_assert_msg(!wt_user_open(&o.one[0].user, o.one[0].blk, file_at("own.sv"), "", err, sizeof err), "%s", err);
  no_text = 2;
  ck_assert(wt_rtl_build_with(blks, "pred", 0, &o, path, sizeof path, err, sizeof err) == -1 && !strcmp(err, "no files") && were_called("") &&
            is_clean());
  ck_assert(!wt_rtl_build_with(blks, "wb", 0, &o, path, sizeof path, err, sizeof err) &&
            were_called("wt_wb gen-wb wt_wb, tiny\n")); /* all of it is ours */
  char text[200];
  slurp("t/opaque", text, sizeof text);
  ck_assert_str_eq(text, "pred\n");
  u = o.one[0].user;
  ck_assert(!wt_world_open(&x, blks, u.blk, 1));
  for (no_text = 3; no_text < 6; no_text++) {
    static const char *const what[] = {"no own", "no files", "no ports"};
    text_file("t/guest", "");
    ck_assert(wt_rtl_build_guest(&x, &u, path, sizeof path, err, sizeof err) == -1 && !strcmp(err, what[no_text - 3]) && were_called("") &&
              is_clean());
    slurp("t/guest", text, sizeof text);
    ck_assert_int_eq(strncmp("own\nfiles\nports\n", text, strlen(text)) == 0 && strchr(text, '\n') != NULL, 1);
    ck_assert_uint_eq(strlen(text), no_text == 3 ? 4 : no_text == 4 ? 10 : 16);
  }
  no_text = 0, n_text = 0;
  for (int i = 0; i < 2; i++) {
    ck_assert_msg(!wt_rtl_build_guest(&x, &u, path, sizeof path, err, sizeof err), "%s", err);
    ck_assert(were_called(i ? "" : "wt_guest gen-guest own, tiny\n") && !strcmp(path, file_at("cache/wt_guest-0.so")) && !n_text);
  }
  wt_world_close(&x);
}
END_TEST
static const char *number_in_package(const char *name) {
  static char text[60000];
  char key[80];
  slurp("t/pkg", text, sizeof text);
  snprintf(key, sizeof key, " %s = ", name);
  char *at = strstr(text, key);
  ck_assert_ptr_nonnull(at);
  at[strcspn(at, ";")] = 0;
  return at + strlen(key);
}
START_TEST(a_machine_of_several_sms) {
  tree();
  ck_assert(!wt_rtl_build_machine(&S, path, sizeof path, err, sizeof err) && were_called("wt_gpu gen-top wt_gpu, tiny\n"));
  open_shape("tiny", "SMS=3");
  ck_assert(!wt_rtl_build_machine(&S, path, sizeof path, err, sizeof err) && !strcmp(path, file_at("cache/wt_sm-0.so")));
  ck_assert(were_called("wt_ctasched gen-ctasched wt_ctasched, tiny SMS=3\nwt_sm gen-sm wt_sm, tiny\n"));
  ck_assert_str_eq(number_in_package("SMS"), "1");
  ck_assert_int_eq(atoi(number_in_package("SM_W")), 7); /* the most that there may be are 128 */
  ck_assert(has_files("unused_modules\nwt_pkg.sv\nwt_public.vlt\nwt_tb.sv\n"));
  open_shape("tiny", "SMS=5"); /* the SM is the same */
  ck_assert(!wt_rtl_build_machine(&S, path, sizeof path, err, sizeof err) && were_called("wt_ctasched gen-ctasched wt_ctasched, tiny SMS=5\n"));
  static const char *const bad[][2] = {{"no ctasched", "wt_ctasched"}, {"no sm", "wt_sm"}};
  for (int i = 0; i < 2; i++) {
    char want[200];
    snprintf(want, sizeof want, "rm -f %s/cache/*", dir);
    ck_assert(!system(want) && !setenv("FAKE", bad[i][0], 1) && wt_rtl_build_machine(&S, path, sizeof path, err, sizeof err) == -1);
    snprintf(want, sizeof want, "the RTL of %s did not build for this shape; the tool's messages are above", bad[i][1]);
    ck_assert_str_eq(err, want);
    text_file("t/calls", "");
  }
}
END_TEST
/* How many ran at once, from the marks of their begins and ends. */
static int most_at_once(int *all) {
  char text[400];
  int now = 0, most = 0;
  slurp("t/now", text, sizeof text);
  text_file("t/now", "");
  *all = 0;
  for (const char *p = text; *p; p++) {
    now += *p == '+' ? 1 : *p == '-' ? -1 : 0, *all += *p == '+';
    most = now > most ? now : most;
  }
  return most;
}
START_TEST(many_are_built_at_a_time) {
  static const char *const stems[] = {"wb", "pred", "ureg", "sreg", "alu"};
  static const struct {
    const char *jobs;
    int most;
  } with[] = {{"1", 1}, {"2", 2}, {"0", 1}, {"9", 5}};
  static char at[5][WT_RTL_PATH];
  char cmd[200];
  int all;
  tree();
  text_file("t/now", ""), remove(file_at("t/looked"));
  setenv("FAKE", "slow", 1);
  for (int i = 0; i < 4; i++) {
    char least[12];
    snprintf(least, sizeof least, "%d", with[i].most);
    setenv("WT_JOBS", with[i].jobs, 1), setenv("AT_ONCE", least, 1);
    memset(at, 0, sizeof at);
    ck_assert_msg(!wt_rtl_build_all(blks, stems, 5, at, err, sizeof err), "%s", err);
    const int most = most_at_once(&all);
    ck_assert_msg(most == with[i].most && all == 5, "%d of %d at once with WT_JOBS=%s", most, all, with[i].jobs);
    for (int k = 0; k < 5; k++) ck_assert_str_eq(at[k], ""); /* those had to be built */
    ck_assert(!wt_rtl_build_all(blks, stems, 5, at, err, sizeof err) && most_at_once(&all) == 0);
    for (int k = 0; k < 5; k++) {
      snprintf(cmd, sizeof cmd, "%s/cache/wt_%s-0.so", dir, stems[k]);
      ck_assert_str_eq(at[k], cmd);
    }
    ck_assert_int_eq(wt_rtl_build_all(blks, stems, 5, NULL, err, sizeof err), 0);
    snprintf(cmd, sizeof cmd, "rm -f %s/cache/* %s/cache/.known*", dir, dir);
    ck_assert_int_eq(system(cmd), 0);
  }
  /* one that is damaged, and one of which nothing is there */
  unsetenv("WT_JOBS"), setenv("AT_ONCE", "1", 1);
  ck_assert(!wt_rtl_build_beside(&S, "wb,pred,ureg", err, sizeof err) && most_at_once(&all) <= sysconf(_SC_NPROCESSORS_ONLN) && all == 3);
  text_file("cache/wt_pred-0.so", "damaged");
  ck_assert(!wt_rtl_build_beside(&S, "wb,pred,ureg", err, sizeof err) && most_at_once(&all) == 1 && all == 1);
  freed = 0;
  ck_assert(!wt_rtl_build_beside(&S, "wb,pred,ureg", err, sizeof err) && most_at_once(&all) == 0 && freed == 1);
  /* one that fails, wherever it stands; nothing more begins then */
  static const char *const bad[] = {"no wb", "no pred", "no ureg"};
  for (int jobs = 1; jobs < 4; jobs++)
    for (int i = 0; i < 3; i++) {
      snprintf(cmd, sizeof cmd, "rm -f %s/cache/* %s/cache/.known*", dir, dir);
      ck_assert_int_eq(system(cmd), 0);
      snprintf(cmd, sizeof cmd, "%d", jobs);
      setenv("WT_JOBS", cmd, 1), setenv("FAKE", bad[i], 1), text_file("t/calls", "");
      ck_assert_int_eq(wt_rtl_build_beside(&S, "wb,pred,ureg", err, sizeof err), -1);
      ck_assert_str_eq(err, "the RTL of a block beside the C machine did not build; its message is above");
      char calls[400];
      int n = 0;
      slurp("t/calls", calls, sizeof calls);
      for (const char *p = calls; *p; p++) n += *p == '\n';
      ck_assert_msg(jobs > 1 ? n >= i + 1 && n <= 3 : n <= i + 2, "%d of WT_JOBS=%d when the one at %d fails", n, jobs, i);
    }
}
END_TEST

/* ---- plug-ins ---- */

static int no_malloc;
void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return no_malloc ? NULL : __real_malloc(n); }
static unsigned joined;
void __real_wt_rtl_says_join(void *dl);
void __wrap_wt_rtl_says_join(void *dl);
void __wrap_wt_rtl_says_join(void *dl) { joined++, __real_wt_rtl_says_join(dl); }
static const char plugin[] = "#include \"cosim/wt_plugin.h\"\n"
                             "uint64_t seed; int is_open, at;\n"
                             "static void *open_it(uint64_t s) { seed = s, is_open++; return &at; }\n"
                             "static void close_it(void *h) { is_open -= h == &at; }\n"
                             "static const wt_rtl_var v[] = {{\"T.b\", \"y\", &at, 1, 1, 1}, {\"T.b\", \"x\", &at, 1, 1, 1}, {\"T.a\", \"z\", &at, "
                             "1, 1, 1}, {\"T.a\", \"x\", &at, 1, 1, 1}};\n"
                             "static const wt_rtl_var *vars(void *h, uint32_t *n) { (void)h; *n = 4; return v; }\n"
                             "static const wt_rtl_api api = {WT_RTL_ABI, open_it, close_it, 0, vars, 0, 0, 0, 0, 0};\n"
                             "__attribute__((visibility(\"default\"))) const wt_rtl_api *wt_rtl_get(void) { return &api; }\n";
START_TEST(a_plug_in_is_opened) {
  char cmd[2000];
  unsetenv("WARPTWIN_ROOT");
  static const char *const names[][2] = {{"T.b", "y"}, {"T.b", "x"}, {"T.a", "z"}, {"T.a", "x"}};
  snprintf(cmd, sizeof cmd, "cd %s && cc -I%s/tb -shared -fPIC -o p.so p.c", dir, wt_root());
  text_file("p.c", plugin);
  ck_assert_int_eq(system(cmd), 0);
  void *kept = dlopen(file_at("p.so"), RTLD_NOW | RTLD_LOCAL); /* it stays when it is closed */
  ck_assert_ptr_nonnull(kept);
  const uint64_t *seed = dlsym(kept, "seed");
  const int *is_open = dlsym(kept, "is_open");
  for (int sorted = 0; sorted < 2; sorted++) {
    wt_rtl r;
    memset(&r, 0x5a, sizeof r);
    joined = 0;
    no_malloc = !sorted;
    const int st = wt_rtl_open(&r, file_at("p.so"), 12345 + (unsigned)sorted, err, sizeof err);
    no_malloc = 0;
    ck_assert_msg(!st, "%s", err);
    ck_assert(*seed == 12345 + (unsigned)sorted && *is_open == 1 && r.h == dlsym(kept, "at") && joined == 1);
    ck_assert((r.by_name != NULL) == sorted && r.n == 4);
    uint32_t n;
    const wt_rtl_var *v = r.api->vars(r.h, &n);
    for (int i = 0; i < 4; i++) {
      ck_assert_ptr_eq(wt_rtl_find(&r, names[i][0], names[i][1]), &v[i]);
      if (i && sorted) ck_assert(strcmp(r.by_name[i - 1]->name, r.by_name[i]->name) <= 0);
    }
    ck_assert(!wt_rtl_find(&r, "T.a", "y") && !wt_rtl_find(&r, "T", "x") && !wt_rtl_find(&r, "T.c", "x"));
    wt_rtl_close(&r);
    ck_assert(*is_open == 0 && !r.dl && !r.h && !r.by_name && !r.api);
    wt_rtl_close(&r); /* nothing is open */
  }
  /* nobody else holds it: it is gone when it is closed */
  dlclose(kept);
  wt_rtl r;
  ck_assert(!wt_rtl_open(&r, file_at("p.so"), 1, err, sizeof err));
  wt_rtl_close(&r);
  ck_assert_ptr_null(dlopen(file_at("p.so"), RTLD_NOW | RTLD_NOLOAD));
}
END_TEST

int main(void) {
  TCase *t = tcase_create("rtl_builds");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, a_build_is_kept);
  tcase_add_test(t, a_build_that_fails);
  tcase_add_test(t, texts_that_cannot_be_written);
  tcase_add_test(t, somebodys_modules);
  tcase_add_test(t, a_machine_of_several_sms);
  tcase_add_test(t, many_are_built_at_a_time);
  tcase_add_test(t, a_plug_in_is_opened);
  return run_suite("rtl_builds", t);
}
