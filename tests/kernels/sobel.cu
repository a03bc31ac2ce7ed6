// Gradient by Sobel, borders are 0.
extern "C" __global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x, v = 0;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    const unsigned char *p = in + (y - 1) * w + x, *q = p + w, *r = q + w;
    int gx = p[1] + 2 * q[1] + r[1] - p[-1] - 2 * q[-1] - r[-1], gy = r[-1] + 2 * r[0] + r[1] - p[-1] - 2 * p[0] - p[1];
    v = min(abs(gx) + abs(gy), 255);
  }
  out[y * w + x] = v;
}
