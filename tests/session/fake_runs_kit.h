/* fake_runs_kit.h - a launch of about a thousand cycles with the twin of fake_twin_kit.h, in a folder of its own: for suites of what goes on around the twins. */
#ifndef FAKE_RUNS_KIT_H
#define FAKE_RUNS_KIT_H
#include <unistd.h>

#include "fake_twin_kit.h"

static wt_session *s;
static wt_module *m;
static wt_addr buf;
static char dir[40], wave[60], bundle[60];

/* 32 threads count to 60 and write it: about a thousand cycles. */
#define LOOP                                                                                                                                      \
  ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R4, RZ\nL: IADD3 R4, R4, 0x1, RZ\nISETP.LT.AND P0, PT, R4, " \
  "0x3c, "                                                                                                                                        \
  "PT\n@P0 BRA L\nSTG.E.SYS [R2], R4\nEXIT\n.end\n"

static inline void opened(wt_backend backend, const char *const *set, uint64_t max_cycles, int no_oracle, const char *text) {
  if (s) wt_session_close(s);
  s = fake_session(backend, set, max_cycles, no_oracle);
  m = kit_text(s, text, "k.sass");
  buf = kit_alloc(s, 64, NULL);
}
static inline void begin(void) {
  s = NULL;
  strcpy(dir, "/tmp/wt_runs_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(wave, sizeof wave, "%s/w.fst", dir), snprintf(bundle, sizeof bundle, "%s/b.wtck", dir);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
}
static inline void end(void) {
  if (s) wt_session_close(s);
  remove(wave), remove(bundle);
  ck_assert_msg(rmdir(dir) == 0, "files are left in %s", dir);
}
static inline wt_status launch(void) {
  fake.cycle = 0;
  return kit_launch(s, m, 1, 4, &buf, 1);
}
static inline void ck_launch(void) { ck_assert_msg(launch() == WT_OK, "%s", wt_error(s)); }
static inline unsigned long long cycles(void) { return (unsigned long long)wt_stats(s)->cycles; }
/* The error of the session begins, or has something in it. */
static inline void begins(const char *what) { ck_assert_msg(!strncmp(wt_error(s), what, strlen(what)), "not '%s': %s", what, wt_error(s)); }
static inline void has(const char *what) { ck_assert_msg(strstr(wt_error(s), what) != NULL, "no '%s': %s", what, wt_error(s)); }
#endif
