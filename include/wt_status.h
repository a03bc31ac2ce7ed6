/* wt_status.h - what every call that can fail returns; the values are the exit codes of the command line. */
#ifndef WT_STATUS_H
#define WT_STATUS_H
typedef enum {
  WT_OK = 0,          /* done */
  WT_DIFF = 1,        /* the check that was asked for failed: twins, oracle or host reference differ */
  WT_USAGE = 2,       /* bad usage or unreadable input */
  WT_UNSUPPORTED = 3, /* unsupported instruction or feature, or a table of this shape overflows */
  WT_NO_END = 4,      /* deadlock, livelock or max-cycles */
  WT_FAULT = 5,       /* memory fault: out of bounds or misaligned */
  WT_PROGRAM = 6      /* another error of the program; the first line says hazard, barrier or jump */
} wt_status;
#endif
