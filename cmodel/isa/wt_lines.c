/* wt_lines.c - runs the line program of .debug_line (DWARF 2 to 4). Sequences name no kernel: the relocation of their first address does.
 * Nothing of the section is believed; what does not fit means that no line is known. */
#include "isa/wt_lines.h"
#include "isa/wt_bytes.h"
#include <elf.h>
#include <stdio.h>
#include <string.h>

enum { OP_EXTENDED, OP_COPY, OP_PC, OP_LINE, OP_FILE, OP_CONST_PC = 8, OP_FIXED_PC, EXT_END = 1, EXT_ADDRESS };

typedef struct {
  const uint8_t *data;
  uint64_t size;
} bytes;

typedef struct {
  bytes image, line, rel;
  uint32_t sym, pc; /* asked for */
  uint64_t at, end; /* the read position in line, and the end of the unit */
  uint64_t files;   /* where its table of files begins */
  unsigned best;    /* number of the file found */
  uint32_t found;   /* line, 0 = none */
} lines;

/* A row of the table: it holds up to the pc of the next. */
typedef struct {
  uint64_t pc, line;
  unsigned file;
  int open; /* there is one, in the kernel that is asked for */
} row;

static bytes section_at(bytes image, uint64_t header) {
  uint64_t off = le64(image.data + header + offsetof(Elf64_Shdr, sh_offset)), size = le64(image.data + header + offsetof(Elf64_Shdr, sh_size));
  return inside(off, size, image.size) ? (bytes){image.data + off, size} : (bytes){NULL, 0};
}

/* The loader has checked the table and that every name in it ends. */
static bytes find_section(bytes image, const char *name) {
  const uint8_t *p = image.data;
  uint64_t table = le64(p + offsetof(Elf64_Ehdr, e_shoff)), each = sizeof(Elf64_Shdr);
  unsigned many = le16(p + offsetof(Elf64_Ehdr, e_shnum)), names = le16(p + offsetof(Elf64_Ehdr, e_shstrndx));
  const char *text = (const char *)section_at(image, table + names * each).data;
  for (unsigned i = 0; i < many; i++)
    if (!strcmp(text + le32(p + table + i * each), name)) return section_at(image, table + i * each);
  return (bytes){NULL, 0};
}

static unsigned byte(lines *l) { return l->at < l->end ? l->line.data[l->at++] : 0; }
static uint64_t leb(lines *l, int is_signed) {
  uint64_t v = 0;
  unsigned b, shift = 0;
  do {
    b = byte(l);
    if (shift < 64) v |= (uint64_t)(b & 127) << shift;
    shift += 7;
  } while (b & 128);
  if (is_signed && shift < 64 && b & 64) v |= ~UINT64_C(0) << shift;
  return v;
}

/* The symbol that the address at this offset of the section counts from. */
static uint32_t symbol_of(const lines *l, uint64_t offset) {
  for (uint64_t i = 0; i + sizeof(Elf64_Rel) <= l->rel.size; i += sizeof(Elf64_Rel))
    if (le64(l->rel.data + i) == offset) return le32(l->rel.data + i + 12);
  return 0;
}

/* A row begins; the one before it ends here. */
static void begin(lines *l, row *last, const row *next) {
  if (last->open && !l->found && last->pc <= l->pc && l->pc < next->pc) l->found = (uint32_t)last->line, l->best = last->file;
  *last = *next;
}

static void extended(lines *l, row *last, row *now) {
  uint64_t n = leb(l, 0), next = l->at + n;
  unsigned op = byte(l);
  if (!n || !inside(l->at - 1, n, l->end)) {
    l->at = l->end;
    return;
  }
  if (op == EXT_ADDRESS && n >= 9) now->pc = le64(l->line.data + l->at), now->open = symbol_of(l, l->at) == l->sym;
  if (op == EXT_END) {
    begin(l, last, now);
    *now = (row){0, 1, 1, 0};
    last->open = 0;
  }
  l->at = next;
}

static void run_unit(lines *l, unsigned least, int line_base, unsigned line_range, unsigned op_base, const uint8_t *args) {
  row last = {0}, now = {0, 1, 1, 0};
  while (l->at < l->end && !l->found) {
    unsigned op = byte(l);
    if (op >= op_base) {
      now.pc += (op - op_base) / line_range * least;
      now.line += (uint64_t)(int64_t)(line_base + (int)((op - op_base) % line_range));
      begin(l, &last, &now);
      continue;
    }
    switch (op) {
      case OP_EXTENDED: extended(l, &last, &now); break;
      case OP_COPY: begin(l, &last, &now); break;
      case OP_PC: now.pc += leb(l, 0) * least; break;
      case OP_LINE: now.line += leb(l, 1); break;
      case OP_FILE: now.file = (unsigned)leb(l, 0); break;
      case OP_CONST_PC: now.pc += (255 - op_base) / line_range * least; break;
      case OP_FIXED_PC: now.pc += byte(l), now.pc += (uint64_t)byte(l) << 8; break;
      default:
        for (unsigned i = args[op - 1]; i; i--) leb(l, 0);
    }
  }
}

static const char *string(lines *l) {
  const char *s = (const char *)l->line.data + l->at;
  while (byte(l)) continue;
  return s;
}
/* The name of file number `best` of the unit. */
static const char *file_name(lines *l) {
  l->at = l->files;
  while (*string(l)) continue; /* folders */
  for (unsigned i = 1; l->at < l->end; i++) {
    const char *s = string(l);
    if (!*s) return NULL;
    if (i == l->best) return s;
    leb(l, 0), leb(l, 0), leb(l, 0);
  }
  return NULL;
}

/* The unit at l->at; 0 = no more. */
static int unit(lines *l) {
  const uint8_t *d = l->line.data + l->at;
  if (!inside(l->at, 16, l->line.size) || !inside(l->at + 4, le32(d), l->line.size)) return 0;
  uint64_t next = l->at + 4 + le32(d), program = l->at + 10 + le32(d + 6);
  unsigned version = le16(d + 4), more = version >= 4;
  const uint8_t *h = d + 10;
  l->end = next;
  unsigned range = h[3 + more], base = h[4 + more];
  if (version >= 2 && version <= 4 && program < next && range && base && l->line.data[next - 1] <= 1) { /* what a string lacks ends with the unit */
    l->files = (uint64_t)(h + 5 + more - l->line.data) + base - 1;
    l->at = program;
    if (l->files < program) run_unit(l, h[0], (int8_t)h[2 + more], range, base, h + 5 + more);
  }
  if (!l->found) l->at = next;
  return !l->found;
}

const char *wt_lines_find(const wt_cubin *c, const wt_cubin_kernel *k, uint32_t pc, char *buf, size_t n) {
  bytes image = {c->image, c->image_size};
  lines l = {.image = image, .line = find_section(image, ".debug_line"), .rel = find_section(image, ".rel.debug_line"), .sym = k->sym, .pc = pc};
  if (!l.line.data || !l.rel.data) return NULL;
  while (unit(&l)) continue;
  const char *name = l.found ? file_name(&l) : NULL;
  if (!name) return NULL;
  snprintf(buf, n, "%.100s:%u", name, l.found);
  return buf;
}
