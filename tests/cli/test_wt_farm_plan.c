/* test_wt_farm_plan.c - plans of farms (docs/user/farm.md): their items, the script of the array, and what is refused. */
#define _GNU_SOURCE
#include <limits.h>

#include "farm_kit.h"
#include "warptwin.h"

START_TEST(a_plan_of_commands) {
  char want[2000], name[24];
  text_file("list", "true\n# no command\n\necho a 'b' \"c\"\nfalse\n");
  snprintf(want, sizeof want,
           "3 items in f\none machine: seq 0 3 | xargs -P4 -I{} warptwin farm work f --of {}/4\nSlurm: sbatch f/job.sbatch\nthen: warptwin farm "
           "collect f\n");
  ck_assert_str_eq(farm(0, "plan f --commands list"), want);
  ck_assert(present("f/results") && present("f/logs"));
  json_t *j = json_of("f/plan.json"), *items = json_object_get(j, "items"), *item;
  size_t i;
  static const char *const lines[] = {"true", "echo a 'b' \"c\"", "false"};
  ck_assert_int_eq(json_integer_value(json_object_get(j, "format")), 1);
  ck_assert_str_eq(str(j, "warptwin"), wt_version());
  ck_assert_uint_eq(json_array_size(items), 3);
  json_array_foreach(items, i, item) {
    json_t *argv = json_object_get(item, "argv");
    snprintf(name, sizeof name, "%06zu", i);
    ck_assert_str_eq(str(item, "item"), name);
    ck_assert_str_eq(str(item, "kind"), "command");
    ck_assert_str_eq(str(item, "title"), lines[i]);
    ck_assert_uint_eq(json_array_size(argv), 3);
    ck_assert_str_eq(json_string_value(json_array_get(argv, 0)), "sh");
    ck_assert_str_eq(json_string_value(json_array_get(argv, 1)), "-c");
    ck_assert_str_eq(json_string_value(json_array_get(argv, 2)), lines[i]);
    ck_assert_uint_eq(strlen(str(item, "identity")), 64);
    ck_assert_uint_eq(strlen(str(json_object_get(item, "made_of"), "program")), 64);
    ck_assert_int_eq(strcmp(str(item, "identity"), str(json_array_get(items, (i + 1) % 3), "identity")) != 0, 1);
  }
  json_decref(j);
  /* the same plan again changes nothing, another one is refused, and is not there */
  static char before[65536];
  slurp("f/plan.json", before, sizeof before);
  farm(0, "plan f --commands list");
  is_text("f/plan.json", before);
  text_file("list", "true\nfalse\n");
  farm(2, "plan f --commands list");
  snprintf(want, sizeof want, "warptwin: %s/f: holds another plan; take another folder, or remove this one with its results\n", here());
  ck_assert_str_eq(err, want);
  is_text("f/plan.json", before);
}
END_TEST

/* The array: no larger than the items, its names whole and quoted, and the caches that the plan was made with. */
START_TEST(the_script_of_a_plan) {
  char want[3000], tail[1500];
  text_file("list", "true\ntrue 2\ntrue 3\n");
  setenv("WARPTWIN_CACHE", "/tmp/it's here", 1), unsetenv("WARPTWIN_ROOT");
  static const struct {
    const char *options;
    unsigned last;
  } sizes[] = {{"", 2}, {"--tasks 2", 1}, {"--tasks 3", 2}, {"--tasks 1", 0}, {"--tasks 100000", 2}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    farm(0, "plan \"it's\" --commands list %s", sizes[i].options);
    snprintf(tail, sizeof tail,
             "exec '%s/warptwin' farm work '%s/it'\\''s' --of \"$((SLURM_ARRAY_TASK_ID %% SLURM_ARRAY_TASK_COUNT))/$SLURM_ARRAY_TASK_COUNT\"\n",
             wt_build_dir(), here());
    snprintf(want, sizeof want,
             "#!/bin/sh\n#SBATCH --job-name=warptwin\n#SBATCH --array=0-%u\n#SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH "
             "--output=%s/it's/logs/%%A_%%a.log\n"
             "# The script runs from a copy: all names are whole. exec, so that the worker hears of a cancelled task.\nunset MAKEFLAGS MAKELEVEL\n"
             "export WARPTWIN_CACHE='/tmp/it'\\''s here'\ncd '%s' || exit 2\n%s",
             sizes[i].last, here(), here(), tail);
    is_text("it's/job.sbatch", want);
  }
  unsetenv("WARPTWIN_CACHE"), setenv("WARPTWIN_ROOT", WT_ROOT, 1);
  farm(0, "plan g --commands list");
  slurp("g/job.sbatch", want, sizeof want);
  ck_assert(strstr(want, "\nexport WARPTWIN_ROOT='" WT_ROOT "'\n") && !strstr(want, "WARPTWIN_CACHE"));
}
END_TEST

START_TEST(plans_of_blocks) {
  static const char *const titles[] = {"fetch tiny seed 5",  "fetch tiny seed 6",  "wb tiny seed 5",  "wb tiny seed 6",
                                       "fetch small seed 5", "fetch small seed 6", "wb small seed 5", "wb small seed 6"};
  farm(0, "plan f --bench fetch,wb --config tiny,small --seeds 2 --seed 5 --cycles 300");
  json_t *j = json_of("f/plan.json"), *items = json_object_get(j, "items");
  ck_assert_uint_eq(json_array_size(items), 8);
  for (size_t i = 0; i < 8; i++) {
    char argv[200] = "";
    json_t *item = json_array_get(items, i), *list = json_object_get(item, "argv");
    ck_assert_str_eq(str(item, "title"), titles[i]);
    ck_assert_str_eq(str(item, "kind"), "bench");
    for (size_t k = 0; k < json_array_size(list); k++) strcat(strcat(argv, k ? " " : ""), json_string_value(json_array_get(list, k)));
    char want[200];
    snprintf(want, sizeof want, "warptwin bench %s --config %s --cycles 300 --seed %s", i / 2 % 2 ? "wb" : "fetch", i < 4 ? "tiny" : "small",
             i % 2 ? "6" : "5");
    ck_assert_str_eq(argv, want);
  }
  json_decref(j);
  farm(0, "plan all --bench all --config tiny");
  j = json_of("all/plan.json");
  const size_t n = json_array_size(json_object_get(j, "items"));
  ck_assert(n > 15 && n < 60);
  ck_assert_str_eq(json_string_value(json_array_get(json_object_get(json_array_get(json_object_get(j, "items"), 0), "argv"), 6)), "2000000");
  json_decref(j);
}
END_TEST

/* A case for each kernel, preset, seed and choice of keys with several values; what is too large for a shape is said. The C twin alone: no RTL is made. */
START_TEST(plans_of_cases) {
  static const char *const titles[] = {"vecadd small SCHED=lrr LAYOUT=naive",          "vecadd small SCHED=gto LAYOUT=naive",
                                       "vecadd small SCHED=lrr LAYOUT=swizzle",        "vecadd small SCHED=gto LAYOUT=swizzle",
                                       "vecadd small SCHED=lrr LAYOUT=naive seed 8",   "vecadd small SCHED=gto LAYOUT=naive seed 8",
                                       "vecadd small SCHED=lrr LAYOUT=swizzle seed 8", "vecadd small SCHED=gto LAYOUT=swizzle seed 8"};
  farm(0, "plan f --only vecadd --run --config small --set SCHED=lrr,gto --set LAYOUT=naive,swizzle --seed 7 --seeds 2");
  json_t *j = json_of("f/plan.json"), *items = json_object_get(j, "items");
  ck_assert_uint_eq(json_array_size(items), 8);
  for (size_t i = 0; i < 8; i++) {
    json_t *item = json_array_get(items, i), *argv = json_object_get(item, "argv"),
           *files = json_object_get(json_object_get(item, "made_of"), "files");
    char all[500] = "";
    ck_assert_str_eq(str(item, "title"), titles[i]);
    ck_assert_str_eq(str(item, "kind"), "case");
    for (size_t k = 0; k < json_array_size(argv); k++) strcat(strcat(all, k ? " " : ""), json_string_value(json_array_get(argv, k)));
    char want[500];
    snprintf(want, sizeof want,
             "warptwin regress --run --only vecadd --config small --seed %d --jobs 1 --digest @DIGEST@ --set SCHED=%s --set LAYOUT=%s", i < 4 ? 7 : 8,
             i % 2 ? "gto" : "lrr", i % 4 < 2 ? "naive" : "swizzle");
    ck_assert_str_eq(all, want);
    ck_assert_uint_eq(json_object_size(files), 2); /* kernel and host reference */
    ck_assert_ptr_null(json_object_get(item, "shape"));
  }
  json_decref(j);
  const char *said = farm(0, "plan g --only vecadd,matmul --run --config small,default --set WARPS=3");
  ck_assert_msg(strstr(said, "vecadd small WARPS=3: no item: "), "%s", said);
  farm(0, "work f --of 1/8 -q");
  json_t *r = result_of("f", 1);
  ck_assert_int_eq(json_integer_value(json_object_get(r, "status")), 0);
  ck_assert_uint_ge(strlen(str(r, "digest")), 16);
  json_decref(r);
  for (int i = 0; i < 2; i++) {
    farm(2, "plan h --only vecadd --run --set %s", i ? "SCHED" : "SCHED=");
    ck_assert_ptr_nonnull(strstr(err, "expected KEY=VALUE"));
  }
  farm(2, "plan h --only nothing --run");
  farm(2, "plan h --only vecadd --run --config small --set NONE=1");
  ck_assert_ptr_nonnull(strstr(err, "unknown key"));
  farm(2, "plan h --only vecadd --run --config huge");
}
END_TEST

/* Segments between checkpoints: the worker makes the chain, and collect looks at it. */
START_TEST(a_plan_of_segments) {
  char want[500];
  output(0, "run --config tiny --checkpoint-every 300 --checkpoint-dir points " WT_ROOT
            "/tests/kernels/vecadd.cubin --grid 20 --block 8 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:100");
  farm(0, "plan f --checkpoints points");
  json_t *j = json_of("f/plan.json"), *items = json_object_get(j, "items");
  const size_t n = json_array_size(items);
  ck_assert_uint_ge(n, 2);
  long long cycle = 0;
  for (size_t i = 0; i < n; i++) {
    json_t *item = json_array_get(items, i);
    snprintf(want, sizeof want, "vecadd from cycle %lld", cycle);
    ck_assert_str_eq(str(item, "title"), want);
    ck_assert_str_eq(str(item, "kind"), "segment");
    ck_assert_str_eq(str(item, "run"), "points");
    ck_assert_int_eq(*str(item, "file"), '/');
    ck_assert_uint_eq(json_object_size(json_object_get(json_object_get(item, "made_of"), "files")), 1);
    ck_assert_str_eq(str(json_object_get(item, "shape"), "WARPS"), "2");
    long long until = json_integer_value(json_object_get(item, "until"));
    ck_assert_int_eq(until != 0, i + 1 < n);
    ck_assert_int_eq(*str(item, "state") != 0, i + 1 < n);
    cycle = until;
  }
  json_decref(j);
  farm(0, "work f -q");
  json_t *first = result_of("f", 0), *last = result_of("f", (unsigned)n - 1);
  ck_assert_int_eq(json_integer_value(json_object_get(first, "cycle")), 0);
  ck_assert_int_eq(json_integer_value(json_object_get(first, "end_cycle")), 300);
  ck_assert(json_is_false(json_object_get(first, "ended")) && json_is_true(json_object_get(last, "ended")));
  json_decref(first), json_decref(last);
  ck_assert_ptr_nonnull(strstr(farm(0, "collect f"), "PASS: "));
  /* without the first checkpoint the beginning is in no segment; of files that have changed nothing is done */
  snprintf(want, sizeof want, "cd %s && rm $(ls points/*.wtck | head -n 1)", dir);
  ck_assert_int_eq(system(want), 0);
  farm(0, "plan g --checkpoints points");
  ck_assert_ptr_nonnull(strstr(err, "note: points: cycles 0 to 300 are in no segment, there is no checkpoint of the start\n"));
  const char *cache = getenv("WARPTWIN_CACHE");
  char kept[PATH_MAX];
  snprintf(kept, sizeof kept, "%s", cache ? cache : "");
  setenv("WARPTWIN_CACHE", "/dev/null/none", 1); /* no plan: nothing is said of what would be in it */
  farm(2, "plan i --checkpoints points");
  ck_assert_msg(strchr(err, '\n') == err + strlen(err) - 1 && strstr(err, "cannot write the RTL cache"), "%s", err);
  if (cache) setenv("WARPTWIN_CACHE", kept, 1);
  else unsetenv("WARPTWIN_CACHE");
  snprintf(want, sizeof want, "cd %s && echo >>$(ls points/*.wtck | tail -n 1)", dir);
  ck_assert_int_eq(system(want), 0);
  farm(2, "work g -q");
  ck_assert_ptr_nonnull(strstr(err, ": is not the file of the plan; plan again\n"));
  farm(2, "plan h --checkpoints nowhere");
}
END_TEST

START_TEST(other_plans) {
  char cmd[300];
  farm(2, "plan f --soak quick,long");
  ck_assert_ptr_nonnull(strstr(err, "scripts/soak.sh: cannot read: No such file"));
  snprintf(cmd, sizeof cmd, "mkdir %s/scripts", dir);
  ck_assert_int_eq(system(cmd), 0);
  text_file("scripts/soak.sh", "echo $PARTS\n");
  farm(0, "plan f --soak quick,long");
  json_t *j = json_of("f/plan.json"), *items = json_object_get(j, "items"), *argv = json_object_get(json_array_get(items, 1), "argv");
  ck_assert_uint_eq(json_array_size(items), 2);
  static const char *const want[] = {"env", "PARTS=long", "scripts/soak.sh", NULL};
  for (size_t i = 0; i < 3; i++) ck_assert_str_eq(json_string_value(json_array_get(argv, i)), want[i]);
  ck_assert_str_eq(json_string_value(json_array_get(argv, 3)), wt_build_dir());
  ck_assert_str_eq(str(json_array_get(items, 0), "title"), "quick");
  ck_assert_uint_eq(json_object_size(json_object_get(json_object_get(json_array_get(items, 0), "made_of"), "files")), 1);
  json_decref(j);
  /* several kinds are one list */
  text_file("list", "true\n");
  farm(0, "plan g --commands list --bench wb --config tiny --soak quick");
  j = json_of("g/plan.json"), items = json_object_get(j, "items");
  static const char *const kinds[] = {"bench", "soak", "command"};
  ck_assert_uint_eq(json_array_size(items), 3);
  for (size_t i = 0; i < 3; i++) ck_assert_str_eq(str(json_array_get(items, i), "kind"), kinds[i]);
  json_decref(j);
}
END_TEST

/* The campaign of the build that the program lies in, here one of the test's own. Each part is an item, of each kind that is there. */
static json_t *of_own_build(int code, const char *args) {
  char cmd[900];
  snprintf(cmd, sizeof cmd, "cd %s && own/warptwin farm plan %s >out 2>err", dir, args);
  const int st = system(cmd);
  slurp("err", err, sizeof err);
  ck_assert_msg(WIFEXITED(st) && WEXITSTATUS(st) == code, "%s: %s", args, err);
  return code ? NULL : json_of("f/plan.json");
}
static void is_part(const json_t *j, size_t i, const char *title, const char *words, size_t files) {
  const json_t *item = json_array_get(json_object_get(j, "items"), i), *argv = json_object_get(item, "argv");
  char all[2000] = "", want_words[2000];
  for (size_t k = 0; k < json_array_size(argv); k++) strcat(strcat(all, k ? " " : ""), json_string_value(json_array_get(argv, k)));
  size_t n = 0;
  for (const char *p = words; *p; p++)
    n += (size_t)(*p == '~' ? snprintf(want_words + n, 500, "%s/own", here()) : snprintf(want_words + n, 500, "%c", *p));
  ck_assert_str_eq(str(item, "kind"), "faults");
  ck_assert_str_eq(str(item, "title"), title);
  ck_assert_str_eq(all, want_words);
  ck_assert_uint_eq(json_object_size(json_object_get(json_object_get(item, "made_of"), "files")), files);
}
START_TEST(parts_of_the_fault_campaign) {
  char cmd[1200];
  snprintf(cmd, sizeof cmd, "cd %s && mkdir own && cp '%s/warptwin' own && echo >own/fault_campaign && chmod +x own/fault_campaign", dir,
           wt_build_dir());
  ck_assert_int_eq(system(cmd), 0);
  json_t *j = of_own_build(0, "f --faults 2");
  ck_assert_uint_eq(json_array_size(json_object_get(j, "items")), 2);
  is_part(j, 0, "fault campaign, bits, part 0/2", "~/fault_campaign pokes ~ --part 0/2", 1);
  is_part(j, 1, "fault campaign, bits, part 1/2", "~/fault_campaign pokes ~ --part 1/2", 1);
  json_decref(j);
  snprintf(cmd, sizeof cmd,
           "cd %s && rm -r f && mkdir -p own/faults/tree tests/faults && cp own/fault_campaign own/faults/model && echo >own/faults/tree/.done && "
           "echo >tests/faults/expressions.txt && echo >tests/faults/model.txt",
           dir);
  ck_assert_int_eq(system(cmd), 0);
  j = of_own_build(0, "f --faults 1");
  ck_assert_uint_eq(json_array_size(json_object_get(j, "items")), 3);
  is_part(j, 0, "fault campaign, bits, part 0/1", "~/fault_campaign pokes ~ --part 0/1", 1);
  is_part(j, 1, "fault campaign, expressions, part 0/1", "~/fault_campaign expressions ~ ~/faults/tree tests/faults/expressions.txt --part 0/1", 2);
  is_part(j, 2, "fault campaign, expressions of the C twin, part 0/1", "~/faults/model model ~ tests/faults/model.txt --part 0/1", 2);
  json_decref(j);
  snprintf(cmd, sizeof cmd, "cd %s && rm own/fault_campaign", dir);
  ck_assert_int_eq(system(cmd), 0);
  of_own_build(2, "g --faults 1");
  ck_assert_ptr_nonnull(strstr(err, "own/fault_campaign: is not there; make "));
}
END_TEST

START_TEST(what_is_refused) {
  static const struct {
    const char *args, *says;
  } bad[] = {{"", "expected plan, work or collect, and a folder"},
             {"sow f", "sow: expected plan, work or collect, and a folder"},
             {"plan", "farm: plan: which folder?"},
             {"plan f g --commands list", "one folder, not also 'g'"},
             {"plan f", "nothing to plan: give --only, --checkpoints, --bench, --soak, --faults or --commands"},
             {"plan f --commands nolist", "nolist: cannot read: "},
             {"plan f --commands empty", "f: the plan is empty: no command is in the file"},
             {"plan list/f --commands list", "list/f: cannot make the folder: Not a directory"},
             {"plan f --bench nothing --config tiny", "no block 'nothing'; 'warptwin bench' without a block lists them"},
             {"plan f --bench wb --config huge", "unknown preset"},
             {"plan f --bench wb --cycles 0", "--cycles 0: expected a number of cycles"},
             {"plan f --bench wb --cycles x", "--cycles x: expected a number of cycles"},
             {"plan f --bench wb --seeds 0", "--seeds 0: expected 1 to 100000"},
             {"plan f --bench wb --seeds 100001", "expected 1 to 100000"},
             {"plan f --bench wb --seeds x", "expected 1 to 100000"},
             {"plan f --faults 0", "--faults 0: expected a number of parts, 1 to 1000"},
             {"plan f --faults 1001", "expected a number of parts, 1 to 1000"},
             {"plan f --faults x", "expected a number of parts, 1 to 1000"},
             {"plan f --commands list --tasks 0", "--tasks 0: expected 1 to 100000"},
             {"plan f --commands list --tasks 100001", "expected 1 to 100000"},
             {"plan f --commands list --tasks x", "expected 1 to 100000"},
             {"plan nofolder --missing", "nofolder: No such file"},
             {"work nofolder", "nofolder: holds no plan; warptwin farm plan nofolder makes one"},
             {"collect nofolder", "nofolder: holds no plan"},
             {"work f --of 1/1", "--of 1/1: expected I/N with I from 0 to N - 1"},
             {"work f --of 2/1", "expected I/N"},
             {"work f --of 0/0", "expected I/N"},
             {"work f --of 0/1x", "expected I/N"},
             {"work f --of 0", "expected I/N"},
             {"work f --timeout 0", "--timeout 0: expected seconds"},
             {"work f --timeout x", "--timeout x: expected seconds"},
             {"work bad1", "bad1/plan.json:1: "},
             {"work bad2", "bad2/plan.json: is no plan of warptwin farm"},
             {"work bad3", "bad3/plan.json: is no plan of warptwin farm"},
             {"work bad4", "bad4/plan.json: of format 2, this program reads 1; plan again"},
             {"work bad5", "bad5/plan.json: item 1 is not as farm plan writes one; plan again"}};
  char args[300];
  text_file("list", "true\n"), text_file("empty", "# nothing\n\n");
  for (int i = 1; i <= 5; i++) {
    static const char *const texts[] = {
      "{", "{\"format\": 1}", "{\"format\": 1, \"items\": {}}", "{\"format\": 2, \"items\": []}",
      "{\"format\": 1, \"items\": [{\"kind\": \"command\", \"title\": \"true\", \"item\": \"0000\", \"identity\": \"x\"}, {}]}"};
    snprintf(args, sizeof args, "mkdir %s/bad%d", dir, i);
    ck_assert_int_eq(system(args), 0);
    char name[40];
    snprintf(name, sizeof name, "bad%d/plan.json", i);
    text_file(name, texts[i - 1]);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(args, sizeof args, "farm %s", bad[i].args);
    refused(2, bad[i].says, args);
  }
  char many[1000] = "farm plan f";
  for (int i = 0; i < 17; i++) strcat(many, " --checkpoints d");
  refused(2, "--checkpoints: at most 16 folders", many);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("farm_plan");
  tcase_add_test(t, a_plan_of_commands);
  tcase_add_test(t, the_script_of_a_plan);
  tcase_add_test(t, plans_of_blocks);
  tcase_add_test(t, plans_of_cases);
  if (!getenv("WT_C_ONLY")) tcase_add_test(t, a_plan_of_segments);
  tcase_add_test(t, other_plans);
  tcase_add_test(t, parts_of_the_fault_campaign);
  tcase_add_test(t, what_is_refused);
  return run_suite("farm_plan", t);
}
