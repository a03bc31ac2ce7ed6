/* deep6.c - host reference of deep6.cu. */
enum { GRID = 2, DEPTH = 6, FIRST = 8 };
#define DEEP 0xffff0000
#include "deep_host.h"
