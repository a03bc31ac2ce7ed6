// A load under a guard and a move to the same register under its complement, both on their way at once.
extern "C" __global__ void ccpred(const int *x, int *out, int k)
{
    int t = threadIdx.x;
    int v = k > t ? x[t] : t;
    int w = k > t + 1 ? x[t + 64] : k;
    out[t] = v * 3 + w;
}
