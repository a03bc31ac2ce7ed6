/* wt_oracle_l1.h - the first-level cache as the oracle sees it: a copy of every sector of global memory that the machine's cache holds, and of every
 * line that memory was read for and that is on its way.
 *
 * Bytes come from the oracle's own memory, when the environment reads its own, and from the oracle's own stores. The caller says which lines are valid,
 * and where a load got its value; it never says what the value is. Each byte has a version: the number of the read or store that brought it. A load is
 * refused when it reads a byte older than what its thread may still see (docs/isa/oracle.md, "The first-level cache").
 */
#ifndef WT_ORACLE_L1_H
#define WT_ORACLE_L1_H
#include "oracle/wt_oracle.h"

/* Requests to memory that may be under way, by the tag of the load that asked. */
enum { WT_ORACLE_READS = 64 };

/* Where a load of global memory gets its value. */
typedef enum {
  WT_SOURCE_MEMORY, /* what memory holds now; all that is no load, too */
  WT_SOURCE_HIT,    /* a line of the cache */
  WT_SOURCE_JOINED, /* a line that is on its way for another load */
  WT_SOURCE_ASKED   /* a line that is on its way for it */
} wt_oracle_source;

/* From now on there is a cache of so many lines of 32, 64 or 128 bytes, all invalid; 0 lines: none. update: weak stores write into lines. WT_USAGE: no memory. */
wt_status wt_oracle_l1(wt_oracle *o, unsigned lines, unsigned bytes, int update);

/* Memory is read for the line that begins at this address: sectors of 32 bytes, as bits. */
wt_status wt_oracle_l1_asked(wt_oracle *o, unsigned tag, uint64_t base, unsigned sectors);
/* What was read is not on its way any more. */
void wt_oracle_l1_over(wt_oracle *o, unsigned tag);
/* These sectors of the line are valid in this place of the cache, and no others. New ones are those that were read under the tag (-1: there may be none); again:
 * all that was read has been written, also into sectors that were valid before. */
wt_status wt_oracle_l1_line(wt_oracle *o, unsigned place, uint64_t base, unsigned sectors, int tag, int again);

/* wt_oracle_mem_perform_at for global memory, from this source; tag: of the read, for JOINED and ASKED. */
wt_status wt_oracle_mem_perform_from(wt_oracle *o, unsigned slot, uint64_t lanes, uint64_t line, wt_oracle_source source, int tag);
#endif
