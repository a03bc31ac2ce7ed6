/* words_kit.h - a machine that stands still and a launch of some code in it, whatever a suite wants to be true of them: for suites of what is reported. */
#ifndef WORDS_KIT_H
#define WORDS_KIT_H
#include <stdlib.h>
#include <string.h>

#include "lib/wt_checks.h"
#include "tests/suite.h"
#include "warptwin_asm.h"

static wt_shape S;
static wt_m *m;
static wt_tandem t;
static wt_launch_desc L;
static wt_mem *mem;
static struct wt_module *mod;
static char words[8000];
static wt_report r = {.text = words, .size = sizeof words, .t = &t, .S = &S};

/* keys: "KEY=VALUE KEY=VALUE" */
static inline void open_words(const char *preset, const char *keys, const char *code) {
  char err[600], key[40], text[4000];
  void *image;
  size_t bytes;
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err));
  for (; *keys; keys += strspn(keys, " ")) {
    snprintf(key, sizeof key, "%.*s", (int)strcspn(keys, " "), keys);
    ck_assert_msg(!wt_shape_set(&S, key, err, sizeof err), "%s", err);
    keys += strcspn(keys, " ");
  }
  ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
  snprintf(text, sizeof text, ".kernel k\n.regs 40\n%s\n.end\n", code);
  ck_assert_msg(wt_assemble(text, "k.sass", &image, &bytes, err, sizeof err) == WT_OK, "%s", err);
  mem = wt_mem_new();
  ck_assert_msg(wt_module_open_image(mem, image, bytes, "k.cubin", &mod, err, sizeof err) == WT_OK, "%s", err);
  free(image);
  m = wt_m_new(&S);
  wt_m_reset(m);
  memset(&t, 0, sizeof t);
  L = (wt_launch_desc){.kernel = "k", .file = "k.cubin", .cubin = &mod->cubin, .code = mod->cubin.kernel[0].code, .n_insns = mod->cubin.kernel[0].n};
  t.S = &S, t.L = &L;
  *words = 0, r.cause = WT_CAUSE_NONE;
}
static inline void close_words(void) {
  wt_m_free(m);
  wt_module_close(mod);
  wt_mem_free(mem);
}
/* A warp in a slot, as the dispatcher launched it. */
static inline void resident(unsigned w, unsigned x, unsigned y, unsigned z, unsigned warp, unsigned cta) {
  t.resident |= wt_warp(w);
  t.cta[w][0] = x, t.cta[w][1] = y, t.cta[w][2] = z, t.warp_in_cta[w] = warp, t.cta_slot[w] = cta;
}
#endif
