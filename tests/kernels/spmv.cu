// Compressed rows: starts, then columns, then values of 32-bit fixed point; one row a thread.
extern "C" __global__ void spmv(const int *in, int *out, int rows, int entries) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const int *col = in + rows + 1, *val = col + entries, *x = val + entries;
  int sum = 0;
#pragma unroll 1
  for (int k = in[r]; k < in[r + 1]; k++) sum += val[k] * x[col[k]];
  out[r] = sum;
}
