// Sleeps of a time straight from memory: NANOSLEEP reads a register. And a lock with a back-off that doubles.
extern "C" __global__ void nano(const unsigned *x, int *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    __nanosleep(x[t]);
    out[t] = t;
}

extern "C" __global__ void nano2(int *lock, volatile int *sum, const unsigned *x)
{
    unsigned ns = 8;
    while (atomicCAS(lock, 0, 1) != 0) {
        __nanosleep(ns);
        if (ns < 256)
            ns *= 2;
    }
    __threadfence();
    sum[0] += x[threadIdx.x];
    __threadfence();
    atomicExch(lock, 0);
}
