/* wt_names.c - names of kernels as their sources have them: the C++ runtime of the machine takes them apart. */
#include "isa/wt_names.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangler(const char *symbol, char *buf, size_t *n, int *status);

/* "void k<int>(int*)", to be freed, or NULL. */
static char *demangle(const char *symbol) {
  if (strncmp(symbol, "_Z", 2) != 0) return NULL;
  void *lib = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
  if (!lib) return NULL;
  demangler *f = NULL;
  int status = 0;
  *(void **)&f = dlsym(lib, "__cxa_demangle");
  char *text = f ? f(symbol, NULL, NULL, &status) : NULL;
  dlclose(lib);
  return text;
}

/* The name in "TYPE NAME(PARAMETERS)": from behind the last blank outside of brackets to the bracket that is closed last. */
static void cut_name(char *text, const char **from, size_t *len) {
  size_t end = strlen(text), start;
  int deep = 0;
  if (end && text[end - 1] == ')') {
    do {
      end--;
      deep += text[end] == ')' ? 1 : text[end] == '(' ? -1 : 0;
    } while (end && deep);
  }
  for (start = end; start; start--) {
    char c = text[start - 1];
    deep += c == '>' || c == ')' ? 1 : c == '<' || c == '(' ? -1 : 0;
    if (c == ' ' && !deep) break;
  }
  *from = text + start, *len = end - start;
}

const char *wt_name_plain(const char *symbol, char *buf, size_t n) {
  char *text = demangle(symbol);
  const char *from = symbol;
  size_t len = strlen(symbol);
  if (text) cut_name(text, &from, &len);
  snprintf(buf, n, "%.*s", (int)len, from);
  free(text);
  return buf;
}

static int same_but_blanks(const char *a, const char *b) {
  for (;; a++, b++) {
    a += strspn(a, " "), b += strspn(b, " ");
    if (*a != *b) return 0;
    if (!*a) return 1;
  }
}

/* "k" of "ns::k<int>", in place. */
static char *last_part(char *name) {
  int deep = 0;
  for (char *p = name; *p; p++) {
    if (*p == '<' && !deep) {
      *p = 0;
      break;
    }
    deep += *p == '(' ? 1 : *p == ')' ? -1 : 0;
  }
  char *colon = name;
  for (char *p = name; (p = strstr(p, "::")); p += 2) colon = p + 2;
  return colon;
}

int wt_name_fits(const char *symbol, const char *given) {
  char plain[1024];
  if (!strcmp(symbol, given)) return 3;
  wt_name_plain(symbol, plain, sizeof plain);
  if (same_but_blanks(plain, given)) return 2;
  return !strcmp(last_part(plain), given);
}
