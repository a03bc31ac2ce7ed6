/* deep8.c - host reference of deep8.cu. */
enum { GRID = 2, DEPTH = 8, FIRST = 8 };
#define DEEP 0xffff0000
#include "deep_host.h"
