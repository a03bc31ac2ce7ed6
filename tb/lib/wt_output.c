/* wt_output.c - records of printf and assert to text. The format is followed as the routine on the machine does (isa/wt_service.c), so both find
 * the same arguments. */
#include "lib/wt_output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_bytes.h"
#include "isa/wt_service.h"

enum { STRING = 4096, SPEC = 64, ASSERTS_SHOWN = 8 };

/* A string of the device, cut to what buf holds. */
static const char *string_at(wt_mem *mem, uint64_t addr, char *buf, size_t n) {
  size_t i = 0;
  if (!addr) return "(null)";
  while (i + 1 < n && !wt_mem_read(mem, addr + i, buf + i, 1) && buf[i]) i++;
  buf[i] = 0;
  return buf;
}

typedef struct {
  wt_mem *mem;
  const uint8_t *arg;
  size_t bytes, at;
  FILE *out;
} printing;

/* The next argument; 0 when the record has no more. */
static uint64_t take(printing *p, unsigned size) {
  p->at = (p->at + size - 1) / size * size;
  uint64_t v = !inside(p->at, size, p->bytes) ? 0 : size == 8 ? le64(p->arg + p->at) : le32(p->arg + p->at);
  p->at += size;
  return v;
}

/* spec holds "%", flags, width and precision; conv is the letter. */
static void convert(printing *p, char *spec, size_t k, char conv, int is_long) {
  char text[STRING];
  uint64_t v = take(p, is_long || strchr("aAeEfFgGnps", conv) ? 8 : 4);
  double d;
  switch (conv) {
    case 'd':
    case 'i':
      strcpy(spec + k, "lld");
      fprintf(p->out, spec, is_long ? (long long)v : (long long)(int32_t)v);
      break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      sprintf(spec + k, "ll%c", conv);
      fprintf(p->out, spec, (unsigned long long)v);
      break;
    case 'c':
      strcpy(spec + k, "c");
      fprintf(p->out, spec, (int)v);
      break;
    case 's':
      strcpy(spec + k, "s");
      fprintf(p->out, spec, string_at(p->mem, v, text, sizeof text));
      break;
    case 'p': fprintf(p->out, "0x%llx", (unsigned long long)v); break;
    case 'n': break;
    default:
      if (!strchr("aAeEfFgG", conv)) {
        spec[k] = 0;
        fprintf(p->out, "%s%c", spec, conv);
        break;
      }
      memcpy(&d, &v, sizeof d);
      spec[k] = conv, spec[k + 1] = 0;
      fprintf(p->out, spec, d);
  }
}

static void print(printing *p, const char *f) {
  char spec[SPEC];
  for (; *f; f++) {
    size_t k = 0;
    int is_long = 0;
    if (*f != '%') {
      fputc(*f, p->out);
      continue;
    }
    spec[k++] = '%';
    for (f++; *f && *f != '%' && (*f < 0x40 || strchr("hlLjzt", *f)); f++) {
      if (*f == '*') k += k < SPEC / 2 ? (size_t)sprintf(spec + k, "%d", (int32_t)take(p, 4)) : 0;
      else if (isalpha((unsigned char)*f)) is_long |= *f != 'h';
      else if (strchr("-+ #0123456789.", *f) && k < SPEC / 2) spec[k++] = *f;
    }
    if (*f == '%') fputc('%', p->out);
    else if (*f) convert(p, spec, k, *f, is_long);
    else return;
  }
}

static void assertion(wt_mem *mem, const uint8_t *r, char *text, size_t n) {
  char what[400], file[200], function[300];
  size_t k = strlen(text);
  string_at(mem, le64(r + 8), what, sizeof what);
  string_at(mem, le64(r + 16), file, sizeof file);
  string_at(mem, le64(r + 24), function, sizeof function);
  snprintf(text + k, n - k, "%s%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", k ? "\n" : "", file, le32(r + 32), function,
           le32(r + 36), le32(r + 40), le32(r + 44), le32(r + 48), le32(r + 52), le32(r + 56), what);
}

/* A thread that ended, and why. */
static void ended(const uint8_t *r, const char *why, char *text, size_t n) {
  size_t k = strlen(text);
  snprintf(text + k, n - k, "%s%s: block: [%u,%u,%u], thread: [%u,%u,%u]", k ? "\n" : "", why, le32(r + 8), le32(r + 12), le32(r + 16), le32(r + 20),
           le32(r + 24), le32(r + 28));
}

/* The name in a record, of printable letters. */
static void name_in(const uint8_t *r, char *name) {
  memcpy(name, r + WT_SERVICE_TRAP_BYTES, WT_SERVICE_NAME);
  name[WT_SERVICE_NAME - 1] = 0;
  for (char *p = name; *p; p++)
    if ((unsigned char)*p < 32 || (unsigned char)*p > 126) *p = '?';
}

/* The record of a thread that did not go on; 0: it is none. */
static int failure(wt_mem *mem, const uint8_t *r, unsigned bytes, int shown, wt_output_count *count, char *text, size_t n) {
  const unsigned kind = le32(r + 4);
  char name[WT_SERVICE_NAME];
  if (kind == WT_SERVICE_ASSERT && bytes == WT_SERVICE_ASSERT_BYTES) {
    if (shown) assertion(mem, r, text, n);
  } else if (kind == WT_SERVICE_TRAP && bytes == WT_SERVICE_TRAP_BYTES) {
    if (shown) ended(r, "trap", text, n);
  } else if (kind == WT_SERVICE_FREE && bytes == WT_SERVICE_TRAP_BYTES) {
    if (shown) ended(r, "free of memory that no malloc gave (this device has no heap)", text, n);
  } else if (kind == WT_SERVICE_MISSING && bytes == WT_SERVICE_MISSING_BYTES) {
    name_in(r, name);
    if (!*count->name) strcpy(count->name, name);
    if (shown) ended(r, name, text, n);
  } else return 0;
  return 1;
}

wt_output_count wt_output_take(wt_mem *mem, wt_addr buffer, FILE *out, char *text, size_t n) {
  uint8_t *b = wt_mem_ptr(mem, buffer, WT_SERVICE_BUFFER), *r;
  unsigned shown = 0, bytes;
  wt_output_count count = {0, 0, 0, ""};
  char format[STRING];
  *text = 0;
  if (!b) return count;
  r = b + WT_SERVICE_HEAD;
  count.asserted = le32(b + 4), count.trapped = le32(b + 8), count.missed = le32(b + 12);
  size_t used = le32(b), all = used < WT_SERVICE_RECORDS ? used : WT_SERVICE_RECORDS;
  for (size_t at = 0; at + 16 <= all; at += bytes, r += bytes) {
    bytes = le32(r);
    if (bytes < 16 || !inside(at, bytes, all)) break;
    if (failure(mem, r, bytes, shown < ASSERTS_SHOWN, &count, text, n)) {
      shown++;
    } else if (out) {
      printing p = {mem, r + 16, bytes - 16, 0, out};
      print(&p, string_at(mem, le64(r + 8), format, sizeof format));
    }
  }
  if (out && used > all) fprintf(out, "(the buffer of printf holds %u bytes: what came later is lost)\n", (unsigned)WT_SERVICE_RECORDS);
  if (out) fflush(out);
  memset(b, 0, WT_SERVICE_HEAD + all);
  return count;
}
