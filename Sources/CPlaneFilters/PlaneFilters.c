#include "CPlaneFilters.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

typedef int16_t eight_levels __attribute__((vector_size(16)));
typedef int16_t eight_unaligned_levels __attribute__((vector_size(16), aligned(2), may_alias));
typedef int32_t four_sums __attribute__((vector_size(16)));

static inline eight_levels eight(const int16_t *place) { return *(const eight_unaligned_levels *)place; }

/// The sums of neighbors: a0 b0 + a1 b1, a2 b2 + a3 b3 and so on.
static inline four_sums pair_sums(eight_levels a, eight_levels b) {
#ifdef __SSE2__
  return (four_sums)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  const four_sums even_a = __builtin_convertvector(__builtin_shufflevector(a, a, 0, 2, 4, 6), four_sums);
  const four_sums odd_a = __builtin_convertvector(__builtin_shufflevector(a, a, 1, 3, 5, 7), four_sums);
  const four_sums even_b = __builtin_convertvector(__builtin_shufflevector(b, b, 0, 2, 4, 6), four_sums);
  const four_sums odd_b = __builtin_convertvector(__builtin_shufflevector(b, b, 1, 3, 5, 7), four_sums);
  return even_a * even_b + odd_a * odd_b;
#endif
}

/// The lower 16 bits of eight sums.
static inline eight_levels lower_halves(four_sums low, four_sums high) {
  return __builtin_shufflevector((eight_levels)low, (eight_levels)high, 0, 2, 4, 6, 8, 10, 12, 14);
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

typedef int16_t four_levels __attribute__((vector_size(8), aligned(2), may_alias));

/// The same with four weights a place, four places at a time.
static void sample_row_four(
    const int16_t *restrict levels, const int32_t *restrict starts, const int16_t *restrict weights, int count,
    int largest, uint16_t *restrict fine) {
  const int32_t half = 1 << (SURPLUS - 1);
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const four_levels a = *(const four_levels *)(levels + starts[i]);
    const four_levels b = *(const four_levels *)(levels + starts[i + 1]);
    const four_levels c = *(const four_levels *)(levels + starts[i + 2]);
    const four_levels d = *(const four_levels *)(levels + starts[i + 3]);
    const int16_t *restrict weight = weights + 4 * (ptrdiff_t)i;
    const four_sums first = pair_sums(__builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7), eight(weight));
    const four_sums second = pair_sums(__builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7), eight(weight + 8));
    const four_sums sums =
        __builtin_shufflevector(first, second, 0, 2, 4, 6) + __builtin_shufflevector(first, second, 1, 3, 5, 7);
    const four_sums found = (sums + half) >> SURPLUS;
    for (int k = 0; k < 4; k++) {
      fine[i + k] = (uint16_t)(found[k] < 0 ? 0 : found[k] > largest ? largest : found[k]);
    }
  }
  for (; i < count; i++) {
    const int16_t *restrict place = levels + starts[i];
    const int16_t *restrict weight = weights + 4 * (ptrdiff_t)i;
    int32_t sum = 0;
    for (int t = 0; t < 4; t++) sum += (int32_t)weight[t] * place[t];
    fine[i] = fine_sample(sum, largest);
  }
}

void plane_filters_sample_row(
    const int16_t *levels, const int32_t *starts, const int16_t *weights, int taps, int count, int largest,
    uint16_t *fine) {
  switch (taps) {
    case 4: return sample_row_four(levels, starts, weights, count, largest, fine);
    case 8: return sample_row(levels, starts, weights, 8, count, largest, fine);
    case 12: return sample_row(levels, starts, weights, 12, count, largest, fine);
    case 16: return sample_row(levels, starts, weights, 16, count, largest, fine);
    default: return sample_row(levels, starts, weights, taps, count, largest, fine);
  }
}

/// What `count` columns, a multiple of 8, of `rows` rows, an even number, add up to: mixed from top to bottom, then from
/// left to right.
static inline __attribute__((always_inline)) int32_t weighed(
    const int16_t *restrict place, ptrdiff_t stride, const int16_t *restrict weight_x, int count,
    const int16_t *restrict weight_y, int rows) {
  const int32_t half = 1 << (WEIGHT_BITS - 1);
  four_sums sums = {0, 0, 0, 0};
  for (int t = 0; t < count; t += 8) {
    four_sums low = {half, half, half, half};
    four_sums high = low;
    for (int row = 0; row < rows; row += 2) {
      const eight_levels upper = eight(place + row * stride + t);
      const eight_levels lower = eight(place + (row + 1) * stride + t);
      const int16_t u = weight_y[row], l = weight_y[row + 1];
      const eight_levels weights = {u, l, u, l, u, l, u, l};
      low += pair_sums(__builtin_shufflevector(upper, lower, 0, 8, 1, 9, 2, 10, 3, 11), weights);
      high += pair_sums(__builtin_shufflevector(upper, lower, 4, 12, 5, 13, 6, 14, 7, 15), weights);
    }
    sums += pair_sums(lower_halves(low >> WEIGHT_BITS, high >> WEIGHT_BITS), eight(weight_x + t));
  }
  return sums[0] + sums[1] + sums[2] + sums[3];
}

/// The same of four columns.
static inline __attribute__((always_inline)) int32_t weighed_four(
    const int16_t *restrict place, ptrdiff_t stride, const int16_t *restrict weight_x,
    const int16_t *restrict weight_y, int rows) {
  int32_t sum = 0;
  for (int t = 0; t < 4; t++) {
    int32_t mixed = 1 << (WEIGHT_BITS - 1);
    for (int row = 0; row < rows; row++) mixed += (int32_t)weight_y[row] * place[row * stride + t];
    sum += (int32_t)weight_x[t] * (int16_t)(mixed >> WEIGHT_BITS);
  }
  return sum;
}

static inline int64_t clamped(int64_t place, int64_t last) { return place < 0 ? 0 : place > last ? last : place; }

static inline __attribute__((always_inline)) void sample_line(
    const int16_t *restrict levels, ptrdiff_t stride, struct plane_filters_line line, const int16_t *restrict weights_x,
    int taps_x, const int16_t *restrict weights_y, int taps_y, int largest, uint16_t *restrict fine) {
  const int64_t half = (int64_t)1 << (31 - PHASE_BITS);
  const int phases = 1 << PHASE_BITS;
  for (int i = 0; i < line.count; i++) {
    const int64_t x = (clamped(line.x, line.last_x) + half) >> (32 - PHASE_BITS);
    const int64_t y = (clamped(line.y, line.last_y) + half) >> (32 - PHASE_BITS);
    // Places may be so far apart that they wrap round.
    line.x = (int64_t)((uint64_t)line.x + (uint64_t)line.step_x);
    line.y = (int64_t)((uint64_t)line.y + (uint64_t)line.step_y);
    const int16_t *restrict weight_x = weights_x + (x & (phases - 1)) * taps_x;
    const int16_t *restrict weight_y = weights_y + (y & (phases - 1)) * taps_y;
    const int16_t *restrict place = levels + (y >> PHASE_BITS) * stride + (x >> PHASE_BITS);
    fine[i] = fine_sample(
        taps_x == 4 ? weighed_four(place, stride, weight_x, weight_y, taps_y)
                    : weighed(place, stride, weight_x, taps_x, weight_y, taps_y),
        largest);
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
