/* deep10.c - host reference of deep10.cu. */
enum { GRID = 1, DEPTH = 10, FIRST = 2 };
#define DEEP 0x3ff0000
#include "deep_host.h"
