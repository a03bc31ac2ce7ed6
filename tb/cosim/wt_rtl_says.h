/* wt_rtl_says.h - what verilated code prints while it runs: the messages of assertions that fail, which nothing else tells apart.
 *
 * The plug-in's calls of printf come here first. Everything is printed as before; the first message of an assertion or of $finish is kept for whoever
 * listens in this thread. Where the calls cannot be led here, nothing is kept.
 */
#ifndef WT_RTL_SAYS_H
#define WT_RTL_SAYS_H
#include <stddef.h>

enum { WT_RTL_SAID = 400 };
/* A loaded shared object, once. */
void wt_rtl_says_join(void *dl);
/* From now on messages go to said, while it is empty; NULL: nobody listens. */
void wt_rtl_says_listen(char said[WT_RTL_SAID]);
/* "[0] %Error: wt_x.sv:12: Assertion failed in TOP.PATH.Label_A: ..." of a message: the file with its line, the path of the instance without TOP, the label. 0, or
 * -1: it is no such message. */
int wt_rtl_says_what(const char *said, char file[80], char path[200], char label[80]);
/* Is it that of $finish? Nothing else tells of the first one, and the second one ends the process. */
int wt_rtl_says_finish(const char *said);
#endif
