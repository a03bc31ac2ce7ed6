/* wt_rtl_sum.h - is a plug-in of the cache as it was made? A file that lost bytes ends the process that loads it, without a word. */
#ifndef WT_RTL_SUM_H
#define WT_RTL_SUM_H
enum { WT_RTL_WHOLE, WT_RTL_DAMAGED };
/* Compares PATH.so with the sum that the build has laid beside it in PATH.sum: CRC-32 and length. What is damaged, or has lost its sum, goes, with a line on
 * standard error; whoever asks for it next makes it again. */
int wt_rtl_sum(const char *cache, const char *path);
/* Removes the sum of a plug-in that goes. */
void wt_rtl_sum_gone(const char *path);
#endif
