/* wt_size_json.c - reads a table back that wt_size_print wrote as JSON, for differences without the shapes at hand. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files/wt_infile.h"
#include "size/wt_size.h"

static const char *text_of(const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? s : "";
}
static uint64_t whole(const json_t *o, const char *key) { return (uint64_t)json_integer_value(json_object_get(o, key)); }
static int64_t um2(const json_t *o, const char *key) { return (int64_t)floor(json_number_value(json_object_get(o, key)) * 1e6 + 0.5); }

static unsigned index_of(const char *const *names, unsigned n, const char *word) {
  unsigned i = 0;
  while (i < n && strcmp(names[i], word)) i++;
  return i;
}

static int load_item(const json_t *j, wt_size_item *i) {
  snprintf(i->id, sizeof i->id, "%s", text_of(j, "name"));
  i->blk = text_of(j, "block"), i->group = text_of(j, "group"), i->text = text_of(j, "words"), i->name = i->id, i->source = "";
  i->kind = index_of(wt_size_kinds, WT_SZ_KINDS, text_of(j, "kind")), i->impl = (enum wt_size_impl)index_of(wt_size_impls, 5, text_of(j, "impl"));
  i->entries = (unsigned)whole(j, "entries"), i->width = (unsigned)whole(j, "width"), i->count = (unsigned)whole(j, "instances");
  i->bits = whole(j, "bits"), i->ff = whole(j, "ff_bits"), i->mem = whole(j, "mem_bits"), i->ge = (int64_t)whole(j, "ge");
  i->split = (unsigned)whole(j, "split"), i->declared = json_is_true(json_object_get(j, "declared"));
  i->um2 = um2(j, "mm2"), i->um2_lo = um2(j, "mm2_lo"), i->um2_hi = um2(j, "mm2_hi");
  return !*i->id || i->kind == WT_SZ_KINDS || !json_is_integer(json_object_get(j, "bits")) || !json_is_number(json_object_get(j, "mm2"));
}

/* Keys that this version does not know, or lacks in the file, make the file one of another version. */
static int load_shape(const json_t *j, wt_shape *S, char *err, size_t errn) {
  char assign[160];
  const char *key;
  json_t *v;
  if (json_object_size(j) != wt_nkeys) return snprintf(err, errn, "its shape has other keys"), -1;
  if (wt_shape_preset(S, "default", err, errn)) return -1;
  json_object_foreach((json_t *)(uintptr_t)j, key, v) {
    snprintf(assign, sizeof assign, "%.60s=%.60s", key, json_string_value(v) ? json_string_value(v) : "");
    if (wt_shape_set(S, assign, err, errn)) return -1;
  }
  return wt_shape_check(S, err, errn);
}

wt_size *wt_size_load(const char *path, int *same_version, char *err, size_t errn) {
  json_error_t e;
  if (wt_infile_look(path)) return snprintf(err, errn, "%s: cannot read: %s", path, wt_infile_look(path)), NULL;
  json_t *j = json_load_file(path, 0, &e), *list = json_object_get(j, "structures"), *s;
  wt_size *z = calloc(1, sizeof *z);
  size_t k;
  char why[300];
  if (!z) return json_decref(j), snprintf(err, errn, "out of memory"), NULL;
  z->json = j;
  if (!j || strcmp(text_of(j, "schema"), "warptwin-size-1") || !json_is_array(list)) {
    if (!j && e.line == -1) /* not a matter of the text: the words of the library name the file */
      snprintf(err, errn, "%s", e.text);
    else if (!j) snprintf(err, errn, "%s: line %d: %s; expected a file that 'warptwin size --json' wrote", path, e.line, e.text);
    else snprintf(err, errn, "%s: not a size table; expected a file that 'warptwin size --json' wrote", path);
    goto bad;
  }
  z->opt.node.nm = json_number_value(json_object_get(j, "node_nm")), z->opt.node.nand2 = json_number_value(json_object_get(j, "nand2_um2"));
  z->opt.node.source = text_of(j, "nand2_src"), z->opt.node.lo = 1;
  z->opt.utilisation = json_number_value(json_object_get(j, "utilisation"));
  z->opt.macro_width = (unsigned)whole(j, "macro_width"), z->opt.bitcell = json_number_value(json_object_get(j, "bitcell_um2"));
  z->label = text_of(j, "label");
  z->item = calloc(json_array_size(list), sizeof *z->item);
  if (!z->item && json_array_size(list)) {
    snprintf(err, errn, "out of memory");
    goto bad;
  }
  json_array_foreach(list, k, s) {
    if (load_item(s, &z->item[z->n])) {
      snprintf(err, errn, "%s: structure %zu has no name, kind, bits or mm2", path, k);
      goto bad;
    }
    wt_size_add_item(z->item[z->n].declared ? &z->declared : &z->core, &z->item[z->n]);
    z->n++;
  }
  *same_version = !load_shape(json_object_get(j, "shape"), &z->S, why, sizeof why);
  return z;
bad:
  wt_size_free(z);
  return NULL;
}
