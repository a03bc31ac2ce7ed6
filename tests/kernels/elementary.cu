// One function a thread, over a range of arguments; sinf keeps its long reduction for large ones.
extern "C" __global__ void elementary(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  switch (i & 7) {
    case 0: out[i] = sqrtf(x); break;
    case 1: out[i] = expf(-x); break;
    case 2: out[i] = logf(x); break;
    case 3: out[i] = sinf(x); break;
    case 4: out[i] = cosf(x * 100); break;
    case 5: out[i] = powf(x, 1.5f); break;
    case 6: out[i] = atan2f(x, 3.0f); break;
    default: out[i] = tanhf(x) + rsqrtf(x); break;
  }
}
