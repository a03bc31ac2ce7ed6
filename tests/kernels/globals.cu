// Variables of the module: an initialized array, a zeroed one, and a scalar that survives from launch to launch.
__device__ int weight[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__device__ int result[1024];
__device__ int calls;
extern "C" __global__ void globals(const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] += in[i] * weight[in[i] & 15];
  if (i == 0) calls += 1;
}
