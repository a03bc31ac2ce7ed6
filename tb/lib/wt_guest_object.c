/* wt_guest_object.c - shared objects in the place of a block, and how blocks of users are named. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "lib/wt_guest.h"

int wt_guest_split(const char *spec, char block[64], char file[1024], char module[64], char *err, size_t errn) {
  const char *eq = strchr(spec, '='), *dot = strrchr(spec, '.'), *colon = dot ? strchr(dot, ':') : NULL;
  if (!eq || eq == spec || eq - spec > 60 || !eq[1] || strlen(eq) > 1000)
    return snprintf(err, errn, "--use %s: expected BLOCK=FILE.so, or BLOCK=FILE.sv[:MODULE]", spec), -1;
  snprintf(block, 64, "%.*s", (int)(eq - spec), spec);
  snprintf(file, 1024, "%.*s", (int)(colon && colon > eq ? colon - eq - 1 : (long)strlen(eq + 1)), eq + 1);
  snprintf(module, 64, "%.60s", colon && colon > eq ? colon + 1 : "");
  return 0;
}

static void unload(void *dl) { dlclose(dl); }

static const char *port_of_kind(const wt_block_world *w, uint32_t kind) {
  for (uint32_t i = 0; i < w->ports; i++)
    if (w->port[i].kind == kind) return w->port[i].name;
  return NULL;
}
/* Outputs that no call would ever write. 0, or -1 with one line in err. */
static int lacks_a_call(const wt_block_world *w, const wt_block_api *api, const char *file, char *err, size_t errn) {
  const char *mealy = api->eval ? NULL : port_of_kind(w, WT_PORT_MEALY), *moore = api->moore ? NULL : port_of_kind(w, WT_PORT_MOORE);
  if (!api->open || !api->close || !api->reset) return snprintf(err, errn, "%s lacks open, close or reset", file), -1;
  if (mealy) return snprintf(err, errn, "%s lacks eval, which gives outputs as '%s' (warptwin_block.h)", file, mealy), -1;
  if (moore) return snprintf(err, errn, "%s lacks moore, which gives outputs as '%s' (warptwin_block.h)", file, moore), -1;
  return 0;
}

/* What the object exports, opened. NULL with one line in err; o->of is what was loaded. */
static const wt_block_api *opened(const wt_block_world *w, const char *file, wt_guest_object *o, char *err, size_t errn) {
  char path[1100];
  const wt_block_api *(*get)(void);
  snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file); /* of a name without a folder dlopen looks elsewhere */
  void *dl = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!dl) return snprintf(err, errn, "%s", dlerror()), NULL;
  *(void **)&get = dlsym(dl, "wt_block_get");
  const wt_block_api *api = get ? get() : NULL;
  *o = (wt_guest_object){.gone = unload, .of = dl};
  if (!api) snprintf(err, errn, "%s exports no wt_block_get() (warptwin_block.h)", file);
  else if (api->abi != WT_BLOCK_ABI)
    snprintf(err, errn, "%s was made for version %u of warptwin_block.h, this program has %d; compile it again", file, api->abi, WT_BLOCK_ABI);
  else if (!api->block || strcmp(api->block, w->block)) snprintf(err, errn, "%s is a block '%s'", file, api->block ? api->block : "");
  else if (lacks_a_call(w, api, file, err, errn)) return NULL;
  else if (api->ports && api->ports != wt_world_hash(w))
    snprintf(err, errn, "%s was made for other ports than those of %s in this shape, %s; make it again with 'warptwin block ports %s --c'", file,
             w->block, w->shape, w->block);
  else if (!(o->b = api->open(w, err, errn))) {
    if (!*err) snprintf(err, errn, "%s does not open, and says no reason", file);
  } else {
    return api;
  }
  return NULL;
}

int wt_guest_of_object(const wt_block_world *w, const char *file, wt_guest_object *o, char *err, size_t errn) {
  *o = (wt_guest_object){0};
  wt_guest_enter(w->block, file, 0, WT_GUEST_OPEN); /* what it does when it is loaded is its own, too */
  o->api = opened(w, file, o, err, errn);
  wt_guest_leave();
  if (o->api) return 0;
  if (o->of) dlclose(o->of);
  *o = (wt_guest_object){0};
  return -1;
}
