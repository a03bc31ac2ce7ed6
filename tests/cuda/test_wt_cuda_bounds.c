/* test_wt_cuda_bounds.c - programs that stand on both sides of every bound: bin/bounds, exact (memory), held (streams, events, launches), asked (the device), constants; and what
 * is counted.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <elf.h>
#include <fstapi.h>
#include <jansson.h>
#include <stdarg.h>
#include <sys/mman.h>

#include "cuda/wt_cuda_env.h"
#include "cuda/wt_cuda_jump.h"
#include "tests/cuda/cuda_kit.h"

/* Runs; the launches, cycles and instructions a cycle that the last line has. */
static void exec(int code, const char *options, const char *program, unsigned *launches, unsigned *cycles, double *ipc) {
  char args[700];
  snprintf(args, sizeof args, "exec --config tiny %s -- " BIN "%s", options, program);
  int rc = warptwin(args, err, sizeof err);
  ck_assert_msg(rc == code, "%s: exit %d: %s", program, rc, err);
  const char *line = strstr(err, "warptwin: tiny: ");
  ck_assert_msg(line != NULL, "%s", err);
  const char *counts = strchr(line, ',');
  ck_assert_int_eq(sscanf(line, "warptwin: tiny: %u launch", launches), 1);
  ck_assert(counts && sscanf(counts, ", %u cycles, IPC %lf", cycles, ipc) == 2);
}
static const struct {
  const char *options, *program;
  int exit;
} exact[] = {{"--config tiny", "exact", 0},
             {"--config default", "held", 3},           /* some launches are larger than the shape */
             {"--config tiny", "held forbidden 1", 0},  /* EPERM: plain copies do */
             {"--config tiny", "held forbidden 38", 0}, /* ENOSYS */
             {"--config tiny", "held forbidden 5", 0},  /* EIO: what cannot be copied is an error */
             {"--config tiny", "constants", 0},
             {"--config tiny", "asked 8 4 1024 512 2 2 1 0", 0},
             {"--config default --set WARPS=64", "asked 2048 32 49152 65536 8 8 1 0", 0},
             {"--config default --set FP64_LANES=1", "asked 1024 32 49152 65536 8 16 1 0", 0},
             {"--config small --set SMS=3 --set MEM_MODEL=l2dram", "asked 256 32 16384 16384 8 4 3 65536", 0}};
START_TEST(on_both_sides_of_every_bound) {
  char args[700], out[1000], want[100];
  snprintf(args, sizeof args, "exec %s -q -- " BIN "%s", exact[_i].options, exact[_i].program);
  int rc = warptwin(args, err, sizeof err);
  slurp("out", out, sizeof out);
  snprintf(want, sizeof want, "%.*s: right\n", (int)strcspn(exact[_i].program, " "), exact[_i].program);
  ck_assert_str_eq(out, want);
  if (!strcmp(exact[_i].program, "held"))
    ck_assert_msg(strstr(err, "_Z3putPiii is not launched: its stream is none, or destroyed\n") != NULL, "%s", err);
  ck_assert_msg(rc == exact[_i].exit, "%s: exit %d: %s", exact[_i].program, rc, err);
}
END_TEST
/* An event has the cycles of the launches before it: of the first launch alone, which a program of one launch shows as its own. */
START_TEST(ends_shapes_names_and_large_memory) {
  unsigned launches, cycles, timed;
  double ipc;
  char out[200], want[200];
  exec(0, "", "bounds", &launches, &cycles, &ipc);
  ck_assert_uint_eq(launches, 2);
  slurp("out", out, sizeof out);
  ck_assert_int_eq(sscanf(out, "%u cycles\n", &timed), 1);
  ck_assert(timed > 20 && timed < 1000 && timed < cycles);
  snprintf(want, sizeof want, "%u cycles\nbounds: right\n", timed);
  ck_assert_str_eq(out, want);
  ck_assert_ptr_nonnull(strstr(
    err, " is not launched: 101 bytes of dynamic shared memory, the program set its limit to 100 (cudaFuncAttributeMaxDynamicSharedMemorySize)\n"));
}
END_TEST
START_TEST(errors_stay_until_the_reset) {
  unsigned launches, cycles;
  double ipc;
  char out[200];
  exec(0, "--keep-going", "bounds stay", &launches, &cycles, &ipc);
  slurp("out", out, sizeof out);
  ck_assert_str_eq(out, "bounds: right\n");
  ck_assert_uint_eq(launches, 2);
}
END_TEST
/* Cycles and instructions from before a reset count: the launch of bin/device comes before, and there is none behind. */
START_TEST(a_reset_keeps_what_was_counted) {
  unsigned launches, cycles;
  double ipc;
  exec(3, "", "device", &launches, &cycles, &ipc);
  ck_assert_uint_eq(launches, 1);
  ck_assert_uint_gt(cycles, 20);
  ck_assert(ipc > 0.01 && ipc < 1);
}
END_TEST
static int shell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static int shell(const char *fmt, ...) {
  char cmd[3000];
  va_list ap;
  int n = snprintf(cmd, sizeof cmd, "cd %s && ", dir);
  va_start(ap, fmt);
  vsnprintf(cmd + n, sizeof cmd - (size_t)n, fmt, ap);
  va_end(ap);
  int st = system(cmd);
  slurp("err", err, sizeof err);
  return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}
/* Any function may be the one that a program calls first; each in a process of its own, which prints what it gives. */
static const struct {
  const char *call; /* behind a name: its arguments, p pointers, n sizes, b 1024 bytes of the host */
  int gives;
} firsts[] = {{"cudaMalloc, &p, (size_t)100", 0},
              {"cudaMallocManaged, &p, (size_t)100, 1u", 0},
              {"cudaMallocHost, &p, (size_t)100", 0},
              {"cudaMallocPitch, &p, &n, (size_t)10, (size_t)10", 0},
              {"cudaHostRegister, b, (size_t)100, 0u", 0},
              {"cudaFree, (void *)0", 0},
              {"cudaFree, (void *)b", 1},
              {"cudaFreeHost, (void *)b", 1},
              {"cudaMemcpy, b, b + 8, (size_t)8, 4", 0},
              {"cudaMemset, b, 0, (size_t)8", 1},
              {"cudaMemcpy2D, b, (size_t)4, b + 64, (size_t)4, (size_t)4, (size_t)2, 0", 0},
              {"cudaMemset2D, b, (size_t)4, 0, (size_t)4, (size_t)2", 1},
              {"cudaMemGetInfo, &n, &n", 0},
              {"cudaPointerGetAttributes, b, b", 0},
              {"cudaStreamCreate, &p", 0},
              {"cudaEventCreate, &p", 0},
              {"cudaDeviceSetLimit, 0, (size_t)4096", 0},
              {"cudaDeviceGetLimit, &n, 0", 0},
              {"cudaDeviceGetAttribute, &n, 10, 0", 0},
              {"cudaGetDeviceProperties, b, 0", 0},
              {"cudaSetDevice, 0", 0},
              {"cudaInitDevice, 0, 0u, 0u", 0},
              {"cudaDeviceSynchronize", 0},
              {"cudaDeviceReset", 0}};
START_TEST(any_call_may_be_the_first) {
  enum { FIRSTS = sizeof firsts / sizeof *firsts };
  static char text[8000], want[20];
  size_t n = (size_t)snprintf(text, sizeof text,
                              "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n#include <stdlib.h>\nstatic char b[4096];\n"
                              "int main(int c, char **v) {\n  void *p;\n  size_t n;\n  int (*f)();\n  switch (c > 1 ? atoi(v[1]) : 0) {\n");
  for (int i = 0; i < FIRSTS; i++) {
    int name = (int)strcspn(firsts[i].call, ",");
    n += (size_t)snprintf(text + n, sizeof text - n, "    case %d: *(void **)&f = dlsym(RTLD_DEFAULT, \"%.*s\"); c = f(%s); break;\n", i, name,
                          firsts[i].call, firsts[i].call[name] ? firsts[i].call + name + 1 : "");
  }
  snprintf(text + n, sizeof text - n, "  }\n  return printf(\"%%d\\n\", c), 0;\n}\n");
  compile("first_call", text, "-ldl");
  for (int i = 0; i < FIRSTS; i++) {
    char program[40];
    snprintf(program, sizeof program, "./first_call %d", i), snprintf(want, sizeof want, "%d\n", firsts[i].gives);
    ck_assert_msg(run("--config tiny -q --late", program) == 0, "%s: %s", firsts[i].call, err);
    ck_assert_msg(!strcmp(said(), want), "%s: %s", firsts[i].call, said());
  }
}
END_TEST
/* A function that is not there says what there is instead, behind what the program has written. */
START_TEST(refusals_say_what_to_do) {
#define GRAPHICS "no graphics here, build the program without it"
#define ARRAY "arrays belong to textures, which this device does not have; use linear memory"
#define POOL "memory pools are not supported, use cudaMalloc"
#define DRIVER "the driver interface is not there, use the runtime interface"
  static const struct {
    const char *name, *why;
  } t[] = {{"cudaGraphCreate", "graphs are not supported, launch the kernels one by one"},
           {"cudaGraphicsMapResources", GRAPHICS},
           {"cudaGLGetDevices", GRAPHICS},
           {"cudaEGLStreamConsumerConnect", GRAPHICS},
           {"cudaVDPAUGetDevice", GRAPHICS},
           {"cudaStreamBeginCapture", "capture is not supported, launch the kernels one by one"},
           {"cudaCreateTextureObject", "this device has no textures, read linear memory instead"},
           {"cudaCreateSurfaceObject", "this device has no surfaces, write linear memory instead"},
           {"cudaMallocArray", ARRAY},
           {"cudaFreeMipmappedArray", ARRAY},
           {"cudaGetChannelDesc", ARRAY},
           {"cudaIpcGetMemHandle", "the device belongs to one process, share data through the host"},
           {"cudaImportExternalMemory", "nothing outside the process reaches the device, share data through the host"},
           {"cudaLibraryLoadData", "modules cannot be loaded by the program, link the kernels into it"},
           {"cudaMemPoolCreate", POOL},
           {"cudaMallocFromPoolAsync", POOL},
           {"cudaGetDriverEntryPoint", DRIVER},
           {"cudaGetExportTable", DRIVER},
           {"cudaOccupancyMaxActiveClusters", "sm_75 has no clusters, launch without them"},
           {"cudaMemcpy3DPeer", "there is one device, use cudaMemcpy"},
           {"cudaUserObjectCreate", "it is not implemented, do without it"}};
  static char text[4000], want[8000];
  size_t n = (size_t)snprintf(text, sizeof text, "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\nint main(void) {\n  int (*f)();\n"),
         k = 0;
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    n += (size_t)snprintf(text + n, sizeof text - n, "  *(void **)&f = dlsym(RTLD_DEFAULT, \"%s\"), puts(\"%zu\"), f();\n", t[i].name, i);
    k += (size_t)snprintf(want + k, sizeof want - k, "%zu\nwarptwin: %s is not supported: %s\n", i, t[i].name, t[i].why);
  }
  snprintf(text + n, sizeof text - n, "  return 0;\n}\n");
  compile("asks_for_all", text, "-ldl");
  ck_assert_int_eq(shell("'%s/warptwin' exec --config tiny --keep-going -q --late -- ./asks_for_all >err 2>&1", wt_build_dir()), 0);
  ck_assert_msg(!strncmp(err, want, k), "%s", err);
}
END_TEST
/* The lines of -v are the whole, over all resets. */
START_TEST(launches_sum_up) {
  unsigned launches, cycles, n, found = 0, c;
  unsigned long long sum = 0;
  double ipc, each, insns = 0, off = 0;
  exec(0, "-v", "exact", &launches, &cycles, &ipc);
  for (const char *p = err; (p = strstr(p, "warptwin: launch ")) != NULL; p++, found++) {
    ck_assert_int_eq(sscanf(p, "warptwin: launch %u: ", &n), 1);
    ck_assert_int_eq(sscanf(strstr(p, ">>> "), ">>> %u cycles, IPC %lf\n", &c, &each), 2);
    sum += c, insns += each * c, off += 0.0005 * c; /* IPC is rounded to three digits */
  }
  ck_assert_uint_ge(found, 5);
  ck_assert_uint_le(found, launches); /* that which could not be ended has no line */
  ck_assert_uint_eq(sum, cycles);
  ck_assert_msg(insns - off <= (ipc + 0.0005) * cycles && insns + off >= (ipc - 0.0005) * cycles, "%g instructions in %u cycles, IPC %g", insns,
                cycles, ipc);
}
END_TEST
/* A library of the program that starts before the runtime's does: its calls see the shape, too. */
START_TEST(a_library_that_calls_before_we_have_started) {
  compile("libearly.so",
          "#include <stdio.h>\nint cudaDeviceGetAttribute(int *, int, int) __attribute__((weak));\n"
          "__attribute__((constructor)) static void early(void) { int n = 0; cudaDeviceGetAttribute(&n, 10, 0); printf(\"warps of %d\\n\", n); }\n",
          "-shared -fPIC");
  compile("starts", "int main(void) { return 0; }\n", "-Wl,--no-as-needed ./libearly.so -Wl,-rpath,'$ORIGIN'");
  ck_assert_int_eq(warptwin("exec --late -q --config tiny -- ./starts", err, sizeof err), 0);
  ck_assert_str_eq(said(), "warps of 4\n");
}
END_TEST
static void begins(const char *want) {
  ck_assert_msg(!strncmp(err, want, strlen(want)) && !strncmp(err + strlen(want), "warptwin: tiny: 0", 17), "%s", err);
}
/* A runtime inside whose functions are not where a jump may be written: none that nvcc makes, and no half of it is replaced. */
START_TEST(a_runtime_inside_that_cannot_be_replaced) {
  static const char inside[] = "__asm__(\".text\\n.p2align 4\\nnop\\n.type cudaMalloc, @function\\ncudaMalloc: ret\\n\");\n";
  char text[400];
  snprintf(text, sizeof text, "%sint main(void) { return 7; }\n", inside);
  compile("inside", text, "");
  ck_assert_int_eq(warptwin("exec --late -q --config tiny -- ./inside", err, sizeof err), 3);
  begins("warptwin: the runtime inside of this program cannot be replaced (its code cannot be written), link it with -cudart shared\n");
  compile("libinside.so", inside, "-shared -fPIC");
  compile("around", "int main(void) { return 7; }\n", "-Wl,--no-as-needed ./libinside.so -Wl,-rpath,'$ORIGIN'");
  ck_assert_int_eq(warptwin("exec --late -q --config tiny -- ./around", err, sizeof err), 3);
  begins("warptwin: the runtime inside of a library of this program cannot be replaced, link it with -cudart shared\n");
}
END_TEST
/* With no standard input the files that are opened get its number. */
START_TEST(without_an_input) {
  ck_assert_int_eq(warptwin("exec --config tiny -- " BIN "vectors <&-", err, sizeof err), 0);
  ck_assert_ptr_nonnull(strstr(last(), "2 launches"));
}
END_TEST
/* Relative names are those of the folder where the run began, whatever the program does. A folder has files of each launch, with 79 letters of the kernel's name. */
START_TEST(files_stay_where_the_run_began) {
  static const char name[] = "_Z111a_kernel_whose_name_is_longer_than_what_the_name_of_a_file_takes_from_it_which_is_79_letters";
  ck_assert_int_eq(
    shell("mkdir of && '%s/warptwin' exec -q --config tiny --trace t.txt --wave w.fst --report r.html -- " BIN "times >out 2>err", wt_build_dir()),
    0);
  ck_assert(present("t.txt") && present("w.fst") && present("r.html"));
  ck_assert_int_eq(shell("'%s/warptwin' exec -q --trace of -- " BIN "held >out 2>err", wt_build_dir()), 3);
  ck_assert_int_eq(shell("test -f of/000001-%.79s.txt && test -f of/000002-_Z3putPiii.txt", name), 0);
}
END_TEST
/* A program that is gone without a goodbye leaves the trace of its launches, which here are two that are the same. */
START_TEST(a_launch_is_whole_in_its_trace) {
  ck_assert_int_eq(shell("'%s/warptwin' exec -q --config tiny --trace t.txt -- " BIN "slow leave >out 2>err", wt_build_dir()), 9);
  ck_assert_int_eq(shell("n=$(($(wc -l <t.txt) / 2)); cut -d' ' -f 2- t.txt >all; head -n $n all >first; tail -n +$((n + 1)) all >second; "
                         "test $n -gt 50 && cmp first second"),
                   0);
}
END_TEST
/* What such a program did is told: its launches, those that cannot be, those that went wrong, and calls that are refused. */
START_TEST(what_it_did_is_told) {
  static const char *const ends[][2] = {{"slow leave", "; the program ended with 9"},
                                        {"slow leave none", "; 1 not launched; the program ended with 9"},
                                        {"slow leave wild", "; the program ended with 9"}};
  unsigned launches, cycles[3];
  double ipc;
  for (int i = 0; i < 3; i++) {
    exec(9, "--keep-going --stats s.json", ends[i][0], &launches, &cycles[i], &ipc);
    ck_assert_uint_eq(launches, i == 1 ? 1 : 2);
    ck_assert_msg(strstr(err, ends[i][1]) != NULL, "%s", err);
    char path[100];
    snprintf(path, sizeof path, "%s/s.json", dir);
    json_t *j = json_load_file(path, 0, NULL);
    ck_assert_int_eq(strncmp(json_string_value(json_object_get(j, "reason")),
                             i == 1 ? "_Z4workPii is not launched"
                             : i    ? "memory fault"
                                    : "",
                             i == 1 ? 26 : 12),
                     0);
    json_decref(j);
  }
  ck_assert_uint_eq(cycles[0], 2 * cycles[1]); /* the two are the same */
  ck_assert_uint_gt(cycles[2], cycles[1]);
  compile("refused",
          "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <unistd.h>\nint main(void) { int (*f)();\n"
          "  *(void **)&f = dlsym(RTLD_DEFAULT, \"cudaGraphCreate\"), f(), _exit(9); }\n",
          "-ldl");
  ck_assert_int_eq(warptwin("exec --config tiny --keep-going --late -- ./refused", err, sizeof err), 9);
  ck_assert_msg(strstr(err, "; 1 refused; the program ended with 9\n") != NULL, "%s", err);
}
END_TEST
/* Waves begin with the launch. */
START_TEST(waves_begin_with_the_launch) {
  char path[200];
  ck_assert_int_eq(shell("'%s/warptwin' exec -q --config tiny --wave w.fst -- " BIN "room fits >out 2>err", wt_build_dir()), 0);
  snprintf(path, sizeof path, "%s/w.fst", dir);
  void *r = fstReaderOpen(path);
  ck_assert_ptr_nonnull(r);
  ck_assert_uint_eq(fstReaderGetStartTime(r), 0);
  ck_assert_uint_gt(fstReaderGetEndTime(r), 20);
  fstReaderClose(r);
}
END_TEST
/* A block of the user's drives: one that goes down takes the program along. */
START_TEST(a_block_of_the_users) {
  ck_assert_int_eq(shell("'%s/warptwin' block ports sched --c --config tiny >sched_ports.h && "
                         "sed 's/const uint32_t set = ready(s);/&\\n  abort();/' '" WT_ROOT "/examples/block/youngest.c' >ends.c && "
                         "cc -shared -fPIC -include stdlib.h -I. -I'" WT_ROOT "/include' -o ends.so ends.c 2>err",
                         wt_build_dir()),
                   0);
  ck_assert_int_eq(shell("'%s/warptwin' exec --config tiny --use sched=ends.so -- " BIN "room fits >out 2>err", wt_build_dir()), 1);
  ck_assert_msg(strstr(err, "block sched of ends.so crashed (SIGABRT) in eval") != NULL, "%s", err);
}
END_TEST
static long long calls(const json_t *all, const char *function, const char *error) {
  return json_integer_value(json_object_get(json_object_get(all, function), error));
}
/* How often each function gave which error, as one reads it in device.cu. */
START_TEST(calls_are_counted) {
  char path[100];
  ck_assert_int_eq(warptwin("exec --config tiny -q --stats s.json -- " BIN "device", err, sizeof err), 3);
  snprintf(path, sizeof path, "%s/s.json", dir);
  json_t *j = json_load_file(path, JSON_REJECT_DUPLICATES, NULL), *all = json_object_get(j, "calls");
  ck_assert_ptr_nonnull(all);
  static const struct {
    const char *function, *error;
    int times, errors;
  } want[] = {{"cudaMalloc", "cudaSuccess", 53, 2},
              {"cudaMalloc", "cudaErrorMemoryAllocation", 1, 2},
              {"cudaFree", "cudaSuccess", 3, 2},
              {"cudaFree", "cudaErrorInvalidValue", 2, 2},
              {"cudaMemGetInfo", "cudaSuccess", 3, 2},
              {"cudaMemGetInfo", "cudaErrorInvalidValue", 1, 2},
              {"cudaDeviceReset", "cudaSuccess", 1, 1},
              {"cudaMemcpy", "cudaSuccess", 1, 1},
              {"cudaDriverGetVersion", "cudaSuccess", 1, 2},
              {"cudaDeviceSetLimit", "cudaErrorUnsupportedLimit", 1, 2}};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    ck_assert_msg(calls(all, want[i].function, want[i].error) == want[i].times, "%s: %s %lld times", want[i].function, want[i].error,
                  calls(all, want[i].function, want[i].error));
    ck_assert_uint_eq(json_object_size(json_object_get(all, want[i].function)), (size_t)want[i].errors);
  }
  json_decref(j);
}
END_TEST
/* A child that shares the device with its parent is told so. */
START_TEST(children_are_told) {
  ck_assert_int_eq(warptwin("exec --config tiny -q -- " BIN "bounds fork", err, sizeof err), 0);
  const char *line = "warptwin: CUDA calls after fork() are not supported: call them in the process that began, or after exec\n";
  ck_assert_msg(strstr(err, line) != NULL, "%s", err);
}
END_TEST
/* ---- what the program and its children see of us ---- */

static const char shows[] =
  "#include <stdio.h>\n#include <stdlib.h>\nint cudaMalloc(void **, size_t) __attribute__((weak));\nint main(int c, char **v) {\n"
  "  void *p;\n  const char *a = getenv(\"LD_PRELOAD\"), *b = getenv(\"LD_AUDIT\"), *s = getenv(\"WARPTWIN_CUDA_CONFIG\");\n"
  "  printf(\"%s %s %s\\n\", a ? a : \"none\", b ? b : \"none\", s ? s : \"none\");\n"
  "  (void)v;\n  return c > 1 ? cudaMalloc(&p, 4) : 0;\n}\n";
/* What the user preloads is the program's still, and nothing of ours. A program that somebody starts with the library by hand keeps it. */
START_TEST(what_is_preloaded_for_the_program) {
  char want[700];
  compile("shows", shows, "");
  ck_assert_int_eq(shell("'%s/warptwin' exec --late -q -- ./shows >out 2>err", wt_build_dir()), 0);
  ck_assert_str_eq(said(), "none none none\n");
  ck_assert_int_eq(shell("LD_PRELOAD=libm.so.6 LD_AUDIT=%s/cuda/libwarptwin_audit.so '%s/warptwin' exec --late -q -- ./shows >out 2>err",
                         wt_build_dir(), wt_build_dir()),
                   0);
  snprintf(want, sizeof want, "libm.so.6 %s/cuda/libwarptwin_audit.so none\n", wt_build_dir());
  ck_assert_str_eq(said(), want);
  ck_assert_int_eq(shell("LD_PRELOAD= LD_AUDIT= '%s/warptwin' exec --late -q -- ./shows >out 2>err", wt_build_dir()), 0);
  ck_assert_str_eq(said(), "none none none\n");
  ck_assert_int_eq(shell("LD_PRELOAD=%s/cuda/libcudart.so.13 WARPTWIN_CUDA_CONFIG=tiny ./shows 1 >out 2>err", wt_build_dir()), 0);
  snprintf(want, sizeof want, "%s/cuda/libcudart.so.13 none none\n", wt_build_dir());
  ck_assert_str_eq(said(), want);
  ck_assert_str_eq(err, "");
  /* a shape that is none is told where a device is wanted, and to whoever reads the report */
  ck_assert_int_eq(shell("truncate -s 16384 report && LD_PRELOAD=%s/cuda/libcudart.so.13 WARPTWIN_CUDA_REPORT=9 WARPTWIN_CUDA_CONFIG=huge ./shows 1 "
                         "9<>report >out 2>err",
                         wt_build_dir()),
                   2);
  ck_assert_msg(!strncmp(err, "warptwin: ", 10) && strstr(err, "huge") && strchr(err, '\n') == err + strlen(err) - 1, "%s", err);
  static char report[20000];
  ck_assert_uint_gt(slurp("report", report, sizeof report), 16384);
  snprintf(want, sizeof want, "2 0 0 0 0 0 0\n%.500s{", err + 10);
  ck_assert_msg(!strncmp(report + 16384, want, strlen(want)), "%s", report + 16384);
}
END_TEST
/* Nor does a setting of ours reach what it starts. */
START_TEST(settings_are_taken_away) {
  static const char *const all[] = {WT_ENV_BACKEND, WT_ENV_CONFIG,    WT_ENV_SET,   WT_ENV_SEED,    WT_ENV_MAX_CYCLES,
                                    WT_ENV_STACK,   WT_ENV_NO_ORACLE, WT_ENV_QUIET, WT_ENV_VERBOSE, WT_ENV_KEEP_GOING,
                                    WT_ENV_TRACE,   WT_ENV_WAVE,      WT_ENV_PAGE,  WT_ENV_BESIDE,  WT_ENV_USE,
                                    WT_ENV_JOBS,    WT_ENV_REPORT,    WT_ENV_AUDIT, WT_ENV_PRELOAD};
  char set[1000];
  size_t n = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    n += (size_t)snprintf(set + n, sizeof set - n, "%s=%s ", all[i], i < 2 ? "c" : strcmp(all[i], WT_ENV_REPORT) ? "" : "9");
  ck_assert_int_eq(shell("env %s LD_PRELOAD=%s/cuda/libcudart.so.13 sh -c env >out 2>err", set, wt_build_dir()), 0);
  ck_assert_msg(!strstr(said(), "WARPTWIN_CUDA") && !strstr(said(), "LD_PRELOAD"), "%s", said());
}
END_TEST
/* A program that is stopped for a call that there is not may still say goodbye. */
START_TEST(handlers_of_a_program_that_is_stopped) {
  compile("goodbye",
          "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n#include <stdlib.h>\nstatic void bye(void) { puts(\"goodbye\"); }\n"
          "int main(void) { int (*f)();\n  atexit(bye), puts(\"hello\"), *(void **)&f = dlsym(RTLD_DEFAULT, \"cudaGraphCreate\"), f(), puts(\"not "
          "here\"); }\n",
          "-ldl");
  ck_assert_int_eq(warptwin("exec --config tiny --late -- ./goodbye", err, sizeof err), 3);
  ck_assert_str_eq(said(), "hello\ngoodbye\n");
}
END_TEST
/* A handle that comes next is none yet, whatever its memory holds. */
START_TEST(handles_that_come_next) {
  compile("next",
          "#define _GNU_SOURCE\n#include <dlfcn.h>\n#define OF(name) (*(void **)&f = dlsym(RTLD_DEFAULT, name), f)\nint main(void) {\n  char *p;\n  "
          "int (*f)();\n"
          "  return OF(\"cudaStreamCreate\")(&p) || OF(\"cudaStreamQuery\")(p) || OF(\"cudaStreamQuery\")(p + 16) != 400 ||\n"
          "         OF(\"cudaEventCreate\")(&p) || OF(\"cudaEventQuery\")(p) || OF(\"cudaEventQuery\")(p + 16) != 400;\n}\n",
          "-ldl");
  ck_assert_int_eq(shell("MALLOC_PERTURB_=85 '%s/warptwin' exec --config tiny --late -q -- ./next >out 2>err", wt_build_dir()), 0);
}
END_TEST
/* The first thing that was said is the reason, and comes where the program was: behind what it had printed. */
START_TEST(the_first_line_is_the_reason) {
  ck_assert_int_eq(
    shell("'%s/warptwin' exec --config small --keep-going -q --stats s.json -- " BIN "room smem >both 2>&1; cp both err", wt_build_dir()), 0);
  const char *line = "warptwin: _Z4thinPf is not launched: ";
  ck_assert_msg(!strncmp(err, line, strlen(line)), "%s", err);
  char path[100];
  snprintf(path, sizeof path, "%s/s.json", dir);
  json_t *j = json_load_file(path, 0, NULL);
  const char *reason = json_string_value(json_object_get(j, "reason"));
  ck_assert_ptr_nonnull(reason);
  ck_assert_uint_eq(strcspn(err + 10, "\n"), strlen(reason));
  ck_assert_int_eq(strncmp(err + 10, reason, strlen(reason)), 0);
  json_decref(j);
  ck_assert_int_eq(shell("'%s/warptwin' exec --config small --keep-going -q -- " BIN "faults go >both 2>&1; cp both err", wt_build_dir()), 0);
  ck_assert_int_eq(shell("'%s/warptwin' exec --config small -- " BIN "prints go >both 2>&1; cp both err", wt_build_dir()), 0);
  const char *printed = strstr(err, "between\n"), *said_then = strstr(err, "warptwin: ");
  ck_assert_msg(printed && said_then && printed < said_then, "%s", err);
}
END_TEST

/* ---- names of functions in a file of the program ---- */

typedef struct {
  Elf64_Ehdr h;
  Elf64_Shdr s[3]; /* none, symbols, their names */
  Elf64_Sym y[4];
  char names[24];
} object;
static const object whole = {.h = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64}, .e_shoff = offsetof(object, s), .e_shnum = 3},
                             .s = {{0},
                                   {.sh_type = SHT_DYNSYM, .sh_offset = offsetof(object, y), .sh_size = sizeof whole.y, .sh_link = 2},
                                   {.sh_type = SHT_STRTAB, .sh_offset = offsetof(object, names), .sh_size = sizeof whole.names}},
                             .y = {{0},
                                   {.st_name = 1, .st_info = STT_FUNC, .st_shndx = 1, .st_value = 0x1230},
                                   {.st_name = 7, .st_info = STT_OBJECT, .st_shndx = 1, .st_value = 0x4560},
                                   {.st_name = 13, .st_info = STT_FUNC, .st_shndx = 0, .st_value = 0x7890}},
                             .names = "\0alpha\0bravo\0carol"};

/* n bytes of it, behind which nothing may be read. */
static uintptr_t found(const object *o, size_t n, const char *name) {
  static unsigned char *room;
  if (!room) {
    room = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(room != MAP_FAILED && !mprotect(room + 4096, 4096, PROT_NONE));
  }
  return wt_cuda_symbol_in(memcpy(room + 4096 - n, o, n), n, name);
}
START_TEST(names_in_files_that_are_whole_or_not) {
  ck_assert_uint_eq(found(&whole, sizeof whole, "alpha"), 0x1230);
  ck_assert_uint_eq(found(&whole, sizeof whole, "bravo"), 0); /* no function */
  ck_assert_uint_eq(found(&whole, sizeof whole, "carol"), 0); /* of another object */
  ck_assert_uint_eq(found(&whole, sizeof whole, "delta"), 0);
  for (size_t n = 0; n < sizeof whole; n += 8) ck_assert_uint_eq(found(&whole, n, "alpha"), 0);
  const size_t n = sizeof whole;
  object last = whole; /* the symbols in the last section, or behind the last one */
  last.s[1] = whole.s[2], last.s[2] = whole.s[1], last.s[2].sh_link = 1;
  for (unsigned sections = 3; sections >= 2; sections--) {
    last.h.e_shnum = (Elf64_Half)sections;
    ck_assert_uint_eq(found(&last, n, "alpha"), sections == 3 ? 0x1230 : 0);
  }
  object first = whole; /* what stands in the place of section 0 is none */
  first.s[0] = whole.s[1], first.s[1] = whole.s[0];
  ck_assert_uint_eq(found(&first, n, "alpha"), 0);
  static const struct {
    size_t at;
    uint64_t value;
    unsigned bytes;
  } bad[] = {{0, 0, 1},
             {EI_CLASS, ELFCLASS32, 1},
             {offsetof(object, h.e_shoff), sizeof whole + 1, 8},
             {offsetof(object, h.e_shoff), ~UINT64_C(0) - 7, 8},
             {offsetof(object, h.e_shnum), 9, 2},
             {offsetof(object, h.e_shnum), 1, 2},
             {offsetof(object, s[1].sh_type), SHT_SYMTAB, 4},
             {offsetof(object, s[1].sh_offset), sizeof whole + 8, 8},
             {offsetof(object, s[1].sh_size), sizeof whole, 8},
             {offsetof(object, s[1].sh_link), 3, 4},
             {offsetof(object, s[2].sh_offset), sizeof whole + 1, 8},
             {offsetof(object, s[2].sh_size), sizeof whole, 8},
             {offsetof(object, s[2].sh_size), 0, 8},
             {offsetof(object, s[2].sh_size), 6, 8}, /* the last name has no end */
             {offsetof(object, y[1].st_name), sizeof whole.names, 4}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    object o = whole;
    memcpy((char *)&o + bad[i].at, &bad[i].value, bad[i].bytes);
    ck_assert_msg(found(&o, n, "alpha") == 0, "damage %zu", i);
  }
}
END_TEST

int main(void) {
  TCase *t = tcase_create("bounds");
  tcase_add_test(t, ends_shapes_names_and_large_memory);
  tcase_add_test(t, errors_stay_until_the_reset);
  tcase_add_loop_test(t, on_both_sides_of_every_bound, 0, sizeof exact / sizeof *exact);
  tcase_add_test(t, a_reset_keeps_what_was_counted);
  tcase_add_test(t, any_call_may_be_the_first);
  tcase_add_test(t, refusals_say_what_to_do);
  tcase_add_test(t, launches_sum_up);
  tcase_add_test(t, a_library_that_calls_before_we_have_started);
  tcase_add_test(t, a_runtime_inside_that_cannot_be_replaced);
  tcase_add_test(t, without_an_input);
  tcase_add_test(t, files_stay_where_the_run_began);
  tcase_add_test(t, a_launch_is_whole_in_its_trace);
  tcase_add_test(t, what_it_did_is_told);
  tcase_add_test(t, waves_begin_with_the_launch);
  tcase_add_test(t, a_block_of_the_users);
  tcase_add_test(t, calls_are_counted);
  tcase_add_test(t, children_are_told);
  tcase_add_test(t, what_is_preloaded_for_the_program);
  tcase_add_test(t, handles_that_come_next);
  tcase_add_test(t, settings_are_taken_away);
  tcase_add_test(t, handlers_of_a_program_that_is_stopped);
  tcase_add_test(t, the_first_line_is_the_reason);
  tcase_add_test(t, names_in_files_that_are_whole_or_not);
  return run_suite("cuda_bounds", t);
}
