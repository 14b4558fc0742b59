#include "CPlaneFilters.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

// Bits that a sum of levels times weights has more than a fine sample.
#define SURPLUS 12
#define WEIGHT_BITS 14
#define PHASE_BITS 9
// As many sums as stay in registers and the nearest cache.
#define BLOCK 64

typedef uint16_t unaligned_sample __attribute__((aligned(1)));
typedef int16_t four_levels __attribute__((vector_size(8), aligned(2), may_alias));
typedef int16_t eight_levels __attribute__((vector_size(16)));
typedef int16_t eight_unaligned_levels __attribute__((vector_size(16), aligned(2), may_alias));
typedef int32_t four_sums __attribute__((vector_size(16)));

static inline uint16_t fine_sample(int32_t sum, int32_t largest) {
  int32_t fine = (sum + (1 << (SURPLUS - 1))) >> SURPLUS;
  return (uint16_t)(fine < 0 ? 0 : fine > largest ? largest : fine);
}

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

static inline int64_t clamped(int64_t place, int64_t last) { return place < 0 ? 0 : place > last ? last : place; }

#define WIDE 0
#define NAMED(name) name##_anywhere
#include "Loops.h"
#undef WIDE
#undef NAMED

#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define WIDE 1
#define NAMED(name) name##_wide
#include "Loops.h"
#undef WIDE
#undef NAMED
#pragma clang attribute pop

#define CHOSEN(name) (__builtin_cpu_supports("avx2") ? name##_wide : name##_anywhere)
#else
#define CHOSEN(name) name##_anywhere
#endif

void plane_filters_mix_rows(
    const uint8_t *samples, int bytes_per_sample, int depth, const ptrdiff_t *starts, const int16_t *weights, int taps,
    int count, int16_t *levels) {
  CHOSEN(mix_rows)(samples, bytes_per_sample, depth, starts, weights, taps, count, levels);
}

void plane_filters_sample_row(
    const int16_t *levels, const int32_t *starts, const int16_t *weights, int taps, int count, int largest,
    uint16_t *fine) {
  CHOSEN(sample_row)(levels, starts, weights, taps, count, largest, fine);
}

void plane_filters_sample_line(
    const int16_t *levels, ptrdiff_t stride, struct plane_filters_line line, const int16_t *weights_x, int taps_x,
    const int16_t *weights_y, int taps_y, int largest, uint16_t *fine) {
  // Fewer do not fill a wide vector.
  if (taps_x < 16) {
    sample_line_anywhere(levels, stride, line, weights_x, taps_x, weights_y, taps_y, largest, fine);
  } else {
    CHOSEN(sample_line)(levels, stride, line, weights_x, taps_x, weights_y, taps_y, largest, fine);
  }
}

void plane_filters_map_row(const uint8_t *samples, const uint8_t *table, int count, uint8_t *mapped) {
  for (int i = 0; i < count; i++) mapped[i] = table[samples[i]];
}

struct plane_filters_loops plane_filters_loops(void) {
  return (struct plane_filters_loops){mix_rows_anywhere, sample_row_anywhere, sample_line_anywhere};
}
