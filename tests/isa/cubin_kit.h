/* cubin_kit.h - puts a cubin together piece by piece, so that each field is known: sections, symbols, records of .nv.info, relocations. */
#ifndef CUBIN_KIT_H
#define CUBIN_KIT_H
#include "isa/wt_cubin.h"
#include <check.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIT_SECTIONS = 40, KIT_SYMBOLS = 64, KIT_BYTES = 1 << 17, KIT_STRINGS = 4096, STO_ENTRY = 0x10 };
enum { S_NULL, S_NAMES, S_STRINGS, S_SYMBOLS, S_FIRST }; /* sections of every file */

static Elf64_Ehdr eh;
static Elf64_Shdr sh[KIT_SECTIONS];
static uint8_t data[KIT_SECTIONS][4096];
static unsigned nsec;
static Elf64_Sym sym[KIT_SYMBOLS];
static unsigned nsym;
static char names[KIT_STRINGS], strings[KIT_STRINGS];
static uint32_t nnames, nstrings;
static uint8_t image[KIT_BYTES];
static size_t image_size;
static wt_cubin cubin;
static char err[600];

static inline uint32_t text_at(char *table, uint32_t *n, const char *s) {
  uint32_t at = *n;
  ck_assert_uint_lt(at + strlen(s) + 1, KIT_STRINGS);
  strcpy(table + at, s);
  *n += (uint32_t)strlen(s) + 1;
  return at;
}
static inline unsigned section(const char *name, uint32_t type, const void *bytes, size_t size) {
  ck_assert(nsec < KIT_SECTIONS && size <= sizeof data[0]);
  if (bytes) memcpy(data[nsec], bytes, size);
  else memset(data[nsec], 0, size);
  sh[nsec] = (Elf64_Shdr){.sh_name = text_at(names, &nnames, name), .sh_type = type, .sh_size = size, .sh_addralign = 4};
  return nsec++;
}
/* More bytes at the end of one. */
static inline void more(unsigned s, const void *bytes, size_t size) {
  ck_assert_uint_le(sh[s].sh_size + size, sizeof data[0]);
  memcpy(data[s] + sh[s].sh_size, bytes, size);
  sh[s].sh_size += size;
}
static inline unsigned symbol(const char *name, unsigned type, unsigned other, unsigned shndx, uint64_t value, uint64_t size) {
  ck_assert_uint_lt(nsym, KIT_SYMBOLS);
  sym[nsym] =
    (Elf64_Sym){text_at(strings, &nstrings, name), (unsigned char)(STB_GLOBAL << 4 | type), (unsigned char)other, (Elf64_Half)shndx, value, size};
  return nsym++;
}
static inline void record(unsigned s, unsigned form, unsigned attr, unsigned value, const uint32_t *words, unsigned n) {
  const uint8_t head[4] = {(uint8_t)form, (uint8_t)attr, (uint8_t)value, (uint8_t)(value >> 8)};
  more(s, head, 4);
  if (n) more(s, words, 4 * n);
}
/* A long record of these words. */
static inline void long_record(unsigned s, unsigned attr, const uint32_t *words, size_t n) {
  record(s, 4, attr, (unsigned)(4 * n), words, (unsigned)n);
}
#define WORDS(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4
#define RECORD(s, attr, ...) long_record(s, attr, WORDS(__VA_ARGS__))

/* Kernel k: instructions that are no-operations and an EXIT, its bank 0 and its attributes. */
static unsigned k_text, k_info, k_bank, k_symbol;
static inline wt_word nop(void) { return (wt_word){0x7918, 0}; }
static inline unsigned code_section(const char *name, unsigned n) {
  char text[200];
  snprintf(text, sizeof text, ".text.%s", name);
  unsigned s = section(text, SHT_PROGBITS, NULL, 16 * n);
  for (unsigned i = 0; i < n; i++) data[s][16 * i] = 0x18, data[s][16 * i + 1] = 0x79;
  sh[s].sh_info = 24u << 24;
  return s;
}
static inline void kernel(const char *name, unsigned n) {
  char text[200];
  k_text = code_section(name, n);
  snprintf(text, sizeof text, ".nv.constant0.%s", name);
  k_bank = section(text, SHT_PROGBITS, NULL, 0x160 + 16);
  snprintf(text, sizeof text, ".nv.info.%s", name);
  k_info = section(text, SHT_LOPROC, NULL, 0);
  k_symbol = symbol(name, STT_FUNC, STO_ENTRY, k_text, 0, 16 * n);
}
static inline void begin(void) {
  nsec = nsym = nnames = nstrings = 0;
  text_at(names, &nnames, ""), text_at(strings, &nstrings, "");
  sh[nsec++] = (Elf64_Shdr){0};
  section(".shstrtab", SHT_STRTAB, NULL, 0);
  section(".strtab", SHT_STRTAB, NULL, 0);
  section(".symtab", SHT_SYMTAB, NULL, 0);
  sh[S_SYMBOLS].sh_link = S_STRINGS, sh[S_SYMBOLS].sh_entsize = sizeof *sym;
  sym[nsym++] = (Elf64_Sym){0};
  eh = (Elf64_Ehdr){.e_type = ET_EXEC,
                    .e_machine = 190,
                    .e_version = EV_CURRENT,
                    .e_flags = 75 << 8 | 75,
                    .e_ehsize = sizeof eh,
                    .e_shentsize = sizeof *sh,
                    .e_shstrndx = S_NAMES};
  memcpy(eh.e_ident, "\177ELF\2\1\1\x41\x08", 9);
}
static inline void with_kernel(void) { begin(), kernel("k", 4); }
/* The file. Sections lie behind each other, behind them the table. */
static inline void put_together(void) {
  size_t at = sizeof eh;
  memset(image, 0, sizeof image);
  memcpy(data[S_NAMES], names, nnames), sh[S_NAMES].sh_size = nnames;
  memcpy(data[S_STRINGS], strings, nstrings), sh[S_STRINGS].sh_size = nstrings;
  memcpy(data[S_SYMBOLS], sym, nsym * sizeof *sym), sh[S_SYMBOLS].sh_size = nsym * sizeof *sym;
  for (unsigned s = 1; s < nsec; s++) {
    size_t room = sh[s].sh_size < sizeof data[0] ? (size_t)sh[s].sh_size : sizeof data[0];
    sh[s].sh_offset = at;
    ck_assert_uint_lt(at + room, sizeof image);
    if (sh[s].sh_type != SHT_NOBITS) memcpy(image + at, data[s], room), at += (room + 7) / 8 * 8;
  }
  eh.e_shoff = at, eh.e_shnum = (Elf64_Half)nsec;
  memcpy(image + at, sh, nsec * sizeof *sh);
  image_size = at + nsec * sizeof *sh;
  memcpy(image, &eh, sizeof eh);
}
static inline wt_status parse(void) { return wt_cubin_parse(image, image_size, "x", &cubin, err, sizeof err); }
static inline void taken(void) {
  put_together();
  ck_assert_msg(parse() == WT_OK, "%s", err);
}
/* The image as it is gives this line, whatever room there is for it, and nothing else. */
static inline void says(const char *want) {
  ck_assert_int_eq(parse(), WT_USAGE);
  ck_assert_msg(!strcmp(err, want), "'%s', not '%s'", err, want);
  ck_assert(!cubin.kernel && !cubin.image && !cubin.path);
  ck_assert_int_eq(wt_cubin_parse(image, image_size, "x", &cubin, NULL, 0), WT_USAGE);
}
static inline void refused(const char *want) { put_together(), says(want); }
#endif
