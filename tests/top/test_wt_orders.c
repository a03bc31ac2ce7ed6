/* test_wt_orders.c - kernels that the manifest marks deterministic run on the oracle alone under three seeded interleavings of their warps:
 * the host reference holds each time, and the final memory is the same. A kernel that is not marked must have a reason in its note.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_cases.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

static wt_cases cases;

static uint64_t final_memory(const wt_case *c, uint64_t order) {
  wt_options o = {WT_BACKEND_ORACLE, "default", NULL, order, UINT64_C(50000000), 0};
  wt_session *s;
  char msg[600] = "";
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  int st = wt_case_run(c, s, 1, msg, sizeof msg); /* the same inputs under every order */
  ck_assert_msg(st == WT_OK, "%s, order %llu: %s", c->name, (unsigned long long)order, msg);
  uint64_t d = wt_mem_digest(s->x.mem);
  wt_session_close(s);
  return d;
}

START_TEST(final_memory_does_not_depend_on_the_order) {
  const wt_case *c = &cases.c[_i];
  json_t *j = json_array_get(cases.suite, (size_t)_i);
  if (!json_is_true(json_object_get(j, "deterministic"))) {
    ck_assert_msg(strlen(json_string_value(json_object_get(j, "note"))) > 10, "%s: not deterministic and no note says why", c->name);
    return;
  }
  uint64_t first = final_memory(c, 1);
  for (uint64_t order = 2; order <= 3; order++)
    ck_assert_msg(final_memory(c, order) == first, "%s: memory after order %llu differs from that after order 1", c->name, (unsigned long long)order);
}
END_TEST

int main(void) {
  if (wt_cases_load(&cases, NULL, NULL)) return EXIT_FAILURE;
  Suite *s = suite_create("orders");
  TCase *tc = tcase_create("orders");
  tcase_set_timeout(tc, 600);
  tcase_add_loop_test(tc, final_memory_does_not_depend_on_the_order, 0, (int)cases.n);
  suite_add_tcase(s, tc);
  int rc = suite_run(s);
  wt_cases_free(&cases);
  return rc;
}
