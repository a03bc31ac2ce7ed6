// symbols_data.cu - the third translation unit of symbols.cu: variables and no kernel.
#include "check.h"
__device__ int kept = 4;
int keep(int v) {
  int was;
  DO(cudaMemcpyFromSymbol(&was, kept, sizeof was));
  IS(was, 4);
  DO(cudaMemcpyToSymbol(kept, &v, sizeof v));
  DO(cudaMemcpyFromSymbol(&was, kept, sizeof was));
  return was;
}
