/* wt_consts.h - the fixed numbers of the design (consts.def, units.def). */
#ifndef WT_CONSTS_H
#define WT_CONSTS_H
enum wt_const {
#define CONST(name, width, value) WT_##name = (value),
#include "spec/consts.def"
};
#endif
