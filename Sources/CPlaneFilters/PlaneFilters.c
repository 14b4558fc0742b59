#include "CPlaneFilters.h"

// Bits that a sum of levels times weights has more than a fine sample.
#define SURPLUS 12
#define WEIGHT_BITS 14
#define PHASE_BITS 9
// As many sums as stay in registers and the nearest cache.
#define BLOCK 64

typedef uint16_t unaligned_sample __attribute__((aligned(1)));

static inline uint16_t fine_sample(int32_t sum, int32_t largest) {
  int32_t fine = (sum + (1 << (SURPLUS - 1))) >> SURPLUS;
  return (uint16_t)(fine < 0 ? 0 : fine > largest ? largest : fine);
}

#define MIX_ROWS(NAME, SAMPLE)                                                                                \
  static void NAME(                                                                                           \
      const uint8_t *restrict samples, int depth, const ptrdiff_t *restrict starts,                           \
      const int16_t *restrict weights, int taps, int count, int16_t *restrict levels) {                       \
    for (int x = 0; x < count; x += BLOCK) {                                                                  \
      int32_t sums[BLOCK];                                                                                    \
      const int width = count - x < BLOCK ? count - x : BLOCK;                                                \
      for (int i = 0; i < BLOCK; i++) sums[i] = 1 << (depth - 1);                                             \
      for (int t = 0; t < taps; t += 4) {                                                                     \
        const SAMPLE *restrict a = (const SAMPLE *)(samples + starts[t]) + x;                                 \
        const SAMPLE *restrict b = (const SAMPLE *)(samples + starts[t + 1]) + x;                             \
        const SAMPLE *restrict c = (const SAMPLE *)(samples + starts[t + 2]) + x;                             \
        const SAMPLE *restrict d = (const SAMPLE *)(samples + starts[t + 3]) + x;                             \
        const int32_t wa = weights[t], wb = weights[t + 1], wc = weights[t + 2], wd = weights[t + 3];         \
        for (int i = 0; i < width; i++) sums[i] += wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i];             \
      }                                                                                                       \
      for (int i = 0; i < width; i++) levels[x + i] = (int16_t)(sums[i] >> depth);                            \
    }                                                                                                         \
  }

MIX_ROWS(mix_bytes, uint8_t)
MIX_ROWS(mix_words, unaligned_sample)

void plane_filters_mix_rows(
    const uint8_t *samples, int bytes_per_sample, int depth, const ptrdiff_t *starts, const int16_t *weights, int taps,
    int count, int16_t *levels) {
  if (bytes_per_sample == 1) {
    mix_bytes(samples, depth, starts, weights, taps, count, levels);
  } else {
    mix_words(samples, depth, starts, weights, taps, count, levels);
  }
}

static inline __attribute__((always_inline)) void sample_row(
    const int16_t *restrict levels, const int32_t *restrict starts, const int16_t *restrict weights, int taps, int count,
    int largest, uint16_t *restrict fine) {
  for (int i = 0; i < count; i++) {
    const int16_t *restrict place = levels + starts[i];
    const int16_t *restrict weight = weights + (ptrdiff_t)i * taps;
    int32_t sum = 0;
    for (int t = 0; t < taps; t++) sum += (int32_t)weight[t] * place[t];
    fine[i] = fine_sample(sum, largest);
  }
}

void plane_filters_sample_row(
    const int16_t *levels, const int32_t *starts, const int16_t *weights, int taps, int count, int largest,
    uint16_t *fine) {
  switch (taps) {
    case 4: return sample_row(levels, starts, weights, 4, count, largest, fine);
    case 8: return sample_row(levels, starts, weights, 8, count, largest, fine);
    case 12: return sample_row(levels, starts, weights, 12, count, largest, fine);
    case 16: return sample_row(levels, starts, weights, 16, count, largest, fine);
    default: return sample_row(levels, starts, weights, taps, count, largest, fine);
  }
}

static inline int64_t clamped(int64_t place, int64_t last) { return place < 0 ? 0 : place > last ? last : place; }

static inline __attribute__((always_inline)) void sample_line(
    const int16_t *restrict levels, ptrdiff_t stride, struct plane_filters_line line, const int16_t *restrict weights_x,
    int taps_x, const int16_t *restrict weights_y, int taps_y, int largest, uint16_t *restrict fine) {
  const int64_t half = (int64_t)1 << (31 - PHASE_BITS);
  const int phases = 1 << PHASE_BITS;
  const int columns = taps_x < 8 ? 4 : 8;
  for (int i = 0; i < line.count; i++) {
    const int64_t x = (clamped(line.x, line.last_x) + half) >> (32 - PHASE_BITS);
    const int64_t y = (clamped(line.y, line.last_y) + half) >> (32 - PHASE_BITS);
    // Places may be so far apart that they wrap round.
    line.x = (int64_t)((uint64_t)line.x + (uint64_t)line.step_x);
    line.y = (int64_t)((uint64_t)line.y + (uint64_t)line.step_y);
    const int16_t *restrict weight_x = weights_x + (x & (phases - 1)) * taps_x;
    const int16_t *restrict weight_y = weights_y + (y & (phases - 1)) * taps_y;
    const int16_t *restrict place = levels + (y >> PHASE_BITS) * stride + (x >> PHASE_BITS);
    int32_t sum = 0;
    // A few columns at a time: their levels are mixed from top to bottom, then from left to right.
    for (int t = 0; t < taps_x; t += columns) {
      int32_t mixed[8];
      for (int k = 0; k < columns; k++) mixed[k] = 1 << (WEIGHT_BITS - 1);
      for (int row = 0; row < taps_y; row += 2) {
        const int16_t *restrict upper = place + row * stride + t;
        const int16_t *restrict lower = upper + stride;
        const int32_t wu = weight_y[row], wl = weight_y[row + 1];
        for (int k = 0; k < columns; k++) mixed[k] += wu * upper[k] + wl * lower[k];
      }
      for (int k = 0; k < columns; k++) sum += (int32_t)weight_x[t + k] * (int16_t)(mixed[k] >> WEIGHT_BITS);
    }
    fine[i] = fine_sample(sum, largest);
  }
}

void plane_filters_sample_line(
    const int16_t *levels, ptrdiff_t stride, struct plane_filters_line line, const int16_t *weights_x, int taps_x,
    const int16_t *weights_y, int taps_y, int largest, uint16_t *fine) {
  if (taps_x == 4 && taps_y == 4) {
    sample_line(levels, stride, line, weights_x, 4, weights_y, 4, largest, fine);
  } else if (taps_x == 8 && taps_y == 8) {
    sample_line(levels, stride, line, weights_x, 8, weights_y, 8, largest, fine);
  } else if (taps_x == 16) {
    sample_line(levels, stride, line, weights_x, 16, weights_y, taps_y, largest, fine);
  } else {
    sample_line(levels, stride, line, weights_x, taps_x, weights_y, taps_y, largest, fine);
  }
}
