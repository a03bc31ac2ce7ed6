/* wt_xml.c - what users type, and bytes that are no text, so that a reader of XML takes them. */
#include "files/wt_xml.h"

#include <stdint.h>

/* Bytes of the character of UTF-8 that begins here; 0: none does, or one that XML does not have. */
static unsigned character(const char *s) {
  const unsigned char *p = (const unsigned char *)s;
  unsigned n = p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
  uint32_t c = p[0] & (n ? 0xffu >> (n + 1) : 0);
  for (unsigned i = 1; i < n; i++) {
    if (p[i] >> 6 != 2) return 0;
    c = c << 6 | (p[i] & 63);
  }
  int longer = (n == 3 && c < 0x800) || (n == 4 && (c < 0x10000 || c > 0x10ffff));
  return longer || (c >= 0xd800 && c < 0xe000) || (c & 0xfffe) == 0xfffe ? 0 : n;
}
void wt_xml(FILE *f, const char *s) {
  for (unsigned n; *s; s += n) {
    if (n = 1, (unsigned char)*s >= 128) {
      if ((n = character(s))) fwrite(s, 1, n, f);
      else fputs("&#xfffd;", f), n = 1; /* a byte of a file's name that is no text */
      continue;
    }
    switch (*s) {
      case '<': fputs("&lt;", f); break;
      case '>': fputs("&gt;", f); break;
      case '&': fputs("&amp;", f); break;
      case '"': fputs("&quot;", f); break;
      default: fputc((unsigned char)*s < 32 && *s != '\n' ? ' ' : *s, f);
    }
  }
}
