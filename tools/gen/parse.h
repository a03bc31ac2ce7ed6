/* parse.h - fills the tables of gen.h from the rows in dir; a bad row is the end of the program. */
#ifndef PARSE_H
#define PARSE_H
#include "gen.h"
void load(const char *dir);
#endif
