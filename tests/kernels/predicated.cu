// Selections, minima, maxima and conditions joined from several comparisons, short enough to become predicated code.
extern "C" __global__ void predicated(const int *a, const int *b, int *out, int n, int lo, int hi) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = a[i], y = b[i], v = min(max(x, lo), hi), w = x;
  bool in = (x > lo && x < hi) != (y > lo && y < hi), odd = ((x ^ y) & 1) != 0;
  if (in && odd) v += y;
  if (in || x == y) w = abs(y);
  if (!in && (unsigned)x < (unsigned)y) w -= 9;
  out[4 * i] = v;
  out[4 * i + 1] = w;
  out[4 * i + 2] = (in ? 1 : 0) | (odd ? 2 : 0) | (x < y ? 4 : 0);
  out[4 * i + 3] = odd ? max(v, w) : min((unsigned)v, (unsigned)w);
}
