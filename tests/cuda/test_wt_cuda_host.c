/* test_wt_cuda_host.c - the program's memory as the runtime library reaches it: texts, copies of which the system takes a part, addresses that cannot be. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>

#include "cuda/wt_cuda.h"
#include "tests/cli_kit.h"

/* A text of the program's may lie on two pages, and end where there is no third. */
START_TEST(texts_of_the_program) {
  enum { PAGE = 4096 };
  char *at = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), text[PAGE + 200];
  ck_assert(at != MAP_FAILED && !mprotect(at + 2 * PAGE, PAGE, PROT_NONE));
  memset(at, 'x', 2 * PAGE);
  at[2 * PAGE - 1] = 0;
  for (unsigned n = 0; n < PAGE + 100; n += n < 3 || n > PAGE - 3 ? 1 : 97) { /* its length */
    memset(text, 'y', sizeof text);
    ck_assert_int_eq(wt_cuda_text(text + 100, PAGE + 100, at + 2 * PAGE - 1 - n), 0);
    ck_assert_uint_eq(strlen(text + 100), n);
    for (unsigned i = 0; i < n; i++) ck_assert_int_eq(text[100 + i], 'x');
    for (unsigned i = 0; i < 100; i++) ck_assert_int_eq(text[i], 'y');
  }
  at[2 * PAGE - 1] = 'x';
  ck_assert_int_eq(wt_cuda_text(text, 100, at + 2 * PAGE - 50), -1);
  ck_assert_int_eq(wt_cuda_text(text, 50, at + 2 * PAGE - 50), 0); /* what does not fit is left out */
  ck_assert_uint_eq(strlen(text), 49);
  memset(text, 'y', sizeof text);
  ck_assert_int_eq(wt_cuda_text(text, PAGE, at + PAGE - 50), 0); /* nor of the second page */
  ck_assert(strlen(text) == PAGE - 1 && text[PAGE] == 'y');
  munmap(at, 3 * PAGE);
}
END_TEST

/* How the system lends a hand: bytes that it takes at a time, how often it was asked, and whether it may not. */
static size_t takes = SIZE_MAX;
static unsigned asked;
static int forbidden;
typedef const struct iovec *ends;
ssize_t __real_process_vm_readv(pid_t p, ends ours, unsigned long n, ends theirs, unsigned long m, unsigned long flags);
ssize_t __wrap_process_vm_readv(pid_t p, ends ours, unsigned long n, ends theirs, unsigned long m, unsigned long flags);
ssize_t __real_process_vm_writev(pid_t p, ends ours, unsigned long n, ends theirs, unsigned long m, unsigned long flags);
ssize_t __wrap_process_vm_writev(pid_t p, ends ours, unsigned long n, ends theirs, unsigned long m, unsigned long flags);
static struct iovec some(ends of) { return (struct iovec){of->iov_base, of->iov_len < takes ? of->iov_len : takes}; }
ssize_t __wrap_process_vm_readv(pid_t p, ends ours, unsigned long n, ends theirs, unsigned long m, unsigned long flags) {
  const struct iovec part[] = {some(ours), some(theirs)};
  asked++;
  if (forbidden) return errno = EPERM, -1;
  return __real_process_vm_readv(p, &part[0], n, &part[1], m, flags);
}
ssize_t __wrap_process_vm_writev(pid_t p, ends ours, unsigned long n, ends theirs, unsigned long m, unsigned long flags) {
  const struct iovec part[] = {some(ours), some(theirs)};
  asked++;
  if (forbidden) return errno = EPERM, -1;
  return __real_process_vm_writev(p, &part[0], n, &part[1], m, flags);
}

/* The system may take a part of a copy: the rest follows. Above two gibibytes it always does. */
START_TEST(copies_that_go_on) {
  char from[11] = "0123456789", to[11];
  for (takes = 3; takes < 12; takes += 4) {
    const unsigned parts = (unsigned)((sizeof from + takes - 1) / takes);
    for (int write = 0; write < 2; write++) {
      memset(to, 'x', sizeof to), asked = 0;
      ck_assert_int_eq(write ? wt_cuda_put(to, from, sizeof to) : wt_cuda_get(to, from, sizeof to), 0);
      ck_assert_str_eq(to, "0123456789");
      ck_assert_uint_eq(asked, parts);
    }
  }
}
END_TEST

/* Addresses that no program has are refused before anybody touches them, so that a plain copy need not. */
START_TEST(addresses_that_no_program_has) {
  char b[8] = "1234567", c[8];
  char *const end = (char *)(uintptr_t)WT_CUDA_HOST_END;
  for (forbidden = 0; forbidden < 2; forbidden++) {
    asked = 0;
    ck_assert(wt_cuda_get(b, NULL, 8) && wt_cuda_put(NULL, b, 8));
    ck_assert(wt_cuda_get(b, end, 1) && wt_cuda_get(b, end - 1, 2) && wt_cuda_get(b, end - 8, SIZE_MAX) && wt_cuda_get(b, c, SIZE_MAX));
    ck_assert(wt_cuda_put(end, b, 1) && wt_cuda_put(end - 1, b, 2) && wt_cuda_put((char *)UINTPTR_MAX, b, 1));
    ck_assert(!wt_cuda_get(b, NULL, 0) && !wt_cuda_put(end, b, 0)); /* nothing is copied */
    ck_assert_uint_eq(asked, 0);
    ck_assert(!wt_cuda_put(c, b, 8) && !wt_cuda_get(b, c, 8) && asked == 2 && !strcmp(c, "1234567"));
  }
  forbidden = 0;
  ck_assert(wt_cuda_get(b, end - 1, 1) && asked == 3); /* the last one might be there */
}
END_TEST

int main(void) {
  TCase *t = tcase_create("host");
  tcase_add_test(t, texts_of_the_program);
  tcase_add_test(t, copies_that_go_on);
  tcase_add_test(t, addresses_that_no_program_has);
  return run_suite("cuda_host", t);
}
