/* parse.h - fills the tables of gen.h from the rows in dir; a bad row is the end of the program. */
#ifndef PARSE_H
#define PARSE_H
#include "gen.h"
void load(const char *dir);

/* The text of a file twice: whole, and with its comments and the preprocessor's lines blanked out (same length). */
void slurp(const char *path, char **whole, char **code);
/* Next NAME(arg, ...) of the text; returns the number of arguments or -1 at the end. */
int next_macro(char **pp, char *name, char a[MAX_ARGS][ARG_LEN]);

/* MOST rows; after the keys. */
void load_most(const char *dir);
/* An OUT or FF row gets the column C_MAX, elements in C: of rows of several words, their words. */
void add_most(char a[MAX_ARGS][ARG_LEN]);
#endif
