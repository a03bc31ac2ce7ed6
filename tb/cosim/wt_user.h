/* wt_user.h - a Verilog file that a user brings: its module for one of our blocks, whether its ports are the block's, and what it is built with. */
#ifndef WT_USER_H
#define WT_USER_H
#include "lib/wt_world.h"

typedef struct {
  char file[1024], module[64]; /* absolute path */
  const wt_blk *blk;           /* whose place it takes */
} wt_user;

/* The file and the module that counts ("" = named after the file). 0, or -1 with one line in err: nothing to read, no such module. */
int wt_user_open(wt_user *u, const wt_blk *blk, const char *file, const char *module, char *err, size_t errn);
/* Its sources into dir/files (one a line): the file, and what it uses of rtl/lib. dir/wt_pkg.sv is there. 0, or -1 with one line in err. */
int wt_user_files(const wt_user *u, const char *dir, char *err, size_t errn);
/* The text of those sources; NULL: not to be had. To be freed. */
char *wt_user_text(const wt_user *u);
/* Verilates it in dir as far as its ports are known, and compares them with the block's. 0, or -1 with one line in err: Verilator's first error, or a port
 * that is missing, too many, of another width or direction. */
int wt_user_ports(const wt_user *u, const wt_world *x, const char *dir, char *err, size_t errn);
/* After wt_user_ports: every variable of it and of what it uses as Verilator reads them, with its module (whose parameters may stand behind the name) and the
 * blocks around it: "g_k[0].q"; bits of all words of an array. A function's own are "f().x". */
void wt_user_signals(const wt_user *u, const char *dir, void (*fn)(void *ctx, const char *module, const char *name, uint64_t bits), void *ctx);
/* What Verilator says of it with -Wall, ports compared first, all in folder dir. 0; 1 with what it says in *said, to be freed; -1 with one line in err. */
int wt_user_lint(const wt_user *u, const wt_world *x, const char *dir, char **said, char *err, size_t errn);
/* Removes such a folder. */
void wt_user_forget(const char *dir);
/* Hash of the file, of what it uses of the package of the shape and of rtl/lib, without comments. 0 or -1. */
int wt_user_key(const wt_user *u, const wt_shape *S, char key[40], char *err, size_t errn);
#endif
