/* wt_cuda_names.h - every exported name and where its code is. */
#ifndef WT_CUDA_NAMES_H
#define WT_CUDA_NAMES_H
#include "cuda/wt_cuda.h"

typedef struct {
  const char *name;
  void (*code)(void);
} wt_cuda_name;
extern const wt_cuda_name wt_cuda_names[];
extern const size_t wt_cuda_n_names;
#endif
