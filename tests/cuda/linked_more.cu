// linked_more.cu - the second translation unit of linked.cu.
typedef int (*step)(int);
__device__ int factor = 3;
__device__ __noinline__ int scaled(int x) { return x * factor; }
__device__ int up(int x) { return x + 1000; }
__device__ int down(int x) { return x - 1000; }
__device__ step steps[2] = {up, down};
