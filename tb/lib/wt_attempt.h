/* wt_attempt.h - a run that may crash, hang or end the process, tried in one of its own. */
#ifndef WT_ATTEMPT_H
#define WT_ATTEMPT_H

/* As fork(): 0 in the child, which is silent, ends with this process, and after so many seconds; what it finds it leaves in shared memory, and calls
 * _exit(). Here 1 when it has ended, in whatever way; -1 when there was no process for it. */
int wt_attempt(unsigned seconds);
#endif
