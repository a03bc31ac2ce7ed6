/* host_kit.h - one run of a test kernel by its host reference, which launches and compares. */
#ifndef WT_HOST_KIT_H
#define WT_HOST_KIT_H
#include <check.h>
#include <dlfcn.h>
#include <stdio.h>

#include "warptwin_host.h"

static inline wt_status kit_host(wt_session *s, const char *kernel) {
  char host[1200], cubin[1200], msg[600] = "";
  snprintf(host, sizeof host, "%s%s/kernels/%s.so", *WT_BUILD == '/' ? "" : WT_ROOT "/", WT_BUILD, kernel);
  snprintf(cubin, sizeof cubin, "%s/tests/kernels/%s.cubin", WT_ROOT, kernel);
  void *dl = dlopen(host, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(dl != NULL, "%s", dlerror());
  int (*fn)(wt_session *, const wt_host_ctx *);
  *(void **)&fn = dlsym(dl, "wt_host");
  wt_host_ctx ctx = {cubin, 1, msg, sizeof msg, 0};
  wt_status st = (wt_status)fn(s, &ctx);
  dlclose(dl);
  return st;
}
#endif
