/* test_wt_reload.c - another checkpoint into a session that goes on from one (wt_session_reload): of the same run it is taken; of another shape or seed it is refused, and
 * the session goes on with the one that it has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_session.h"
#include "tests/host_kit.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

static char last[3][300]; /* of seed 1, of seed 2, and of seed 1 on another shape */

static void run(int i, uint64_t seed, const char *const *set, const char *dir) {
  wt_session *s = kit_open(WT_BACKEND_C, "small", set, seed, 0, 0);
  wt_set_checkpoints(s, 400, dir, 1, NULL);
  ck_assert_msg(kit_host(s, "vecadd") == WT_OK, "%s", wt_error(s));
  snprintf(last[i], sizeof last[i], "%s", wt_checkpoint_last(s));
  wt_session_close(s);
}

START_TEST(of_the_same_run_alone) {
  static const char *const other[] = {"IBUF_DEPTH=8", NULL};
  char dir[3][30], cmd[120];
  for (int i = 0; i < 3; i++) {
    strcpy(dir[i], "/tmp/wt_reload_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir[i]));
    run(i, i == 1 ? 2 : 1, i == 2 ? other : NULL, dir[i]);
  }
  wt_options o = {.backend = WT_BACKEND_C};
  wt_session *s;
  ck_assert_msg(wt_session_resume(last[0], &o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  for (int i = 1; i < 3; i++) {
    ck_assert_int_eq(wt_session_reload(s, last[i]), WT_USAGE);
    ck_assert_msg(strstr(wt_error(s), last[i]) && strstr(wt_error(s), "of another shape or seed than the checkpoint before it"), "%s", wt_error(s));
  }
  ck_assert_msg(wt_session_reload(s, last[0]) == WT_OK, "%s", wt_error(s));
  ck_assert_msg(wt_resume(s) == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
  for (int i = 0; i < 3; i++) {
    snprintf(cmd, sizeof cmd, "rm -r %s", dir[i]);
    ck_assert_int_eq(system(cmd), 0);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("reload");
  TCase *t = tcase_create("reload");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, of_the_same_run_alone);
  suite_add_tcase(s, t);
  return suite_run(s);
}
