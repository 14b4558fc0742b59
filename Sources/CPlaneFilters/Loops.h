// The loops, compiled once for every processor and once for those with AVX2: WIDE tells which, and NAMED names them. In
// whole numbers, so that both compute the same.

// Vectors of 16 bytes, or 32: as lanes of 16 bytes each, in which samples are unpacked and packed.
#if WIDE
#define VECTOR __m256i
#define OF(operation) _mm256_##operation
#define ZERO _mm256_setzero_si256()
#define LOAD(place) _mm256_loadu_si256((const __m256i *)(place))
#elif defined(__SSE2__)
#define VECTOR __m128i
#define OF(operation) _mm_##operation
#define ZERO _mm_setzero_si128()
#define LOAD(place) _mm_loadu_si128((const __m128i *)(place))
#endif

#define MIX_ROWS(NAME, SAMPLE)                                                                                \
  static void NAME(                                                                                           \
      const uint8_t *restrict samples, int depth, const ptrdiff_t *restrict starts,                           \
      const int16_t *restrict weights, int taps, int first, int count, int16_t *restrict levels) {            \
    for (int x = first; x < count; x += BLOCK) {                                                              \
      int32_t sums[BLOCK];                                                                                    \
      const int width = count - x < BLOCK ? count - x : BLOCK;                                                \
      for (int i = 0; i < BLOCK; i++) sums[i] = 1 << (depth - 1);                                             \
      for (int t = 0; t < taps; t += 2) {                                                                     \
        const SAMPLE *restrict a = (const SAMPLE *)(samples + starts[t]) + x;                                 \
        const SAMPLE *restrict b = (const SAMPLE *)(samples + starts[t + 1]) + x;                             \
        const int32_t wa = weights[t], wb = weights[t + 1];                                                   \
        for (int i = 0; i < width; i++) sums[i] += wa * a[i] + wb * b[i];                                     \
      }                                                                                                       \
      for (int i = 0; i < width; i++) levels[x + i] = (int16_t)(sums[i] >> depth);                            \
    }                                                                                                         \
  }

MIX_ROWS(NAMED(mix_some_bytes), uint8_t)
MIX_ROWS(NAMED(mix_words), unaligned_sample)

static void NAMED(mix_bytes)(
    const uint8_t *restrict samples, int depth, const ptrdiff_t *restrict starts, const int16_t *restrict weights,
    int taps, int count, int16_t *restrict levels) {
  int x = 0;
#ifdef VECTOR
  const int columns = sizeof(VECTOR);
  const VECTOR half = OF(set1_epi32)(1 << (depth - 1));
  const __m128i shift = _mm_cvtsi32_si128(depth);
  for (; x + columns <= count; x += columns) {
    VECTOR first = half, second = half, third = half, fourth = half;
    for (int t = 0; t < taps; t += 2) {
      const VECTOR a = LOAD(samples + starts[t] + x);
      const VECTOR b = LOAD(samples + starts[t + 1] + x);
      const VECTOR weight = OF(set1_epi32)((uint16_t)weights[t] | (int32_t)((uint32_t)(uint16_t)weights[t + 1] << 16));
      const VECTOR low = OF(unpacklo_epi8)(a, b), high = OF(unpackhi_epi8)(a, b);
      first = OF(add_epi32)(first, OF(madd_epi16)(OF(unpacklo_epi8)(low, ZERO), weight));
      second = OF(add_epi32)(second, OF(madd_epi16)(OF(unpackhi_epi8)(low, ZERO), weight));
      third = OF(add_epi32)(third, OF(madd_epi16)(OF(unpacklo_epi8)(high, ZERO), weight));
      fourth = OF(add_epi32)(fourth, OF(madd_epi16)(OF(unpackhi_epi8)(high, ZERO), weight));
    }
    const VECTOR low = OF(packs_epi32)(OF(sra_epi32)(first, shift), OF(sra_epi32)(second, shift));
    const VECTOR high = OF(packs_epi32)(OF(sra_epi32)(third, shift), OF(sra_epi32)(fourth, shift));
#if WIDE
    _mm256_storeu_si256((__m256i *)(levels + x), _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256((__m256i *)(levels + x + 16), _mm256_permute2x128_si256(low, high, 0x31));
#else
    _mm_storeu_si128((__m128i *)(levels + x), low);
    _mm_storeu_si128((__m128i *)(levels + x + 8), high);
#endif
  }
#endif
  NAMED(mix_some_bytes)(samples, depth, starts, weights, taps, x, count, levels);
}

static void NAMED(mix_rows)(
    const uint8_t *samples, int bytes_per_sample, int depth, const ptrdiff_t *starts, const int16_t *weights, int taps,
    int count, int16_t *levels) {
  if (bytes_per_sample == 1) {
    NAMED(mix_bytes)(samples, depth, starts, weights, taps, count, levels);
  } else {
    NAMED(mix_words)(samples, depth, starts, weights, taps, 0, count, levels);
  }
}

static inline __attribute__((always_inline)) void NAMED(sample_some)(
    const int16_t *restrict levels, const int32_t *restrict starts, const int16_t *restrict weights, int taps, int first,
    int count, int largest, uint16_t *restrict fine) {
  for (int i = first; i < count; i++) {
    const int16_t *restrict place = levels + starts[i];
    const int16_t *restrict weight = weights + (ptrdiff_t)i * taps;
    int32_t sum = 0;
    for (int t = 0; t < taps; t++) sum += (int32_t)weight[t] * place[t];
    fine[i] = fine_sample(sum, largest);
  }
}

#if WIDE
/// Eight sums as fine samples.
static inline void NAMED(store_fine)(__m256i sums, int largest, uint16_t *fine) {
  const __m256i found = _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(1 << (SURPLUS - 1))), SURPLUS);
  const __m128i packed = _mm_packus_epi32(_mm256_castsi256_si128(found), _mm256_extracti128_si256(found, 1));
  _mm_storeu_si128((__m128i *)fine, _mm_min_epu16(packed, _mm_set1_epi16((int16_t)largest)));
}

/// The levels at two places, eight each.
static inline __m256i NAMED(two_places)(const int16_t *first, const int16_t *second) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)first)), _mm_loadu_si128((const __m128i *)second), 1);
}

/// The levels at two places, four each.
static inline __m128i NAMED(two_fours)(const int16_t *first, const int16_t *second) {
  return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)first), _mm_loadl_epi64((const __m128i *)second));
}
#endif

/// With four weights a place, as many places at a time as a vector holds.
static void NAMED(sample_fours)(
    const int16_t *restrict levels, const int32_t *restrict starts, const int16_t *restrict weights, int count,
    int largest, uint16_t *restrict fine) {
  int i = 0;
#if WIDE
  for (; i + 8 <= count; i += 8) {
    const int32_t *start = starts + i;
    const __m256i low = _mm256_inserti128_si256(
        _mm256_castsi128_si256(NAMED(two_fours)(levels + start[0], levels + start[1])),
        NAMED(two_fours)(levels + start[2], levels + start[3]), 1);
    const __m256i high = _mm256_inserti128_si256(
        _mm256_castsi128_si256(NAMED(two_fours)(levels + start[4], levels + start[5])),
        NAMED(two_fours)(levels + start[6], levels + start[7]), 1);
    const int16_t *weight = weights + 4 * (ptrdiff_t)i;
    const __m256i pairs =
        _mm256_hadd_epi32(_mm256_madd_epi16(low, LOAD(weight)), _mm256_madd_epi16(high, LOAD(weight + 16)));
    NAMED(store_fine)(_mm256_permute4x64_epi64(pairs, 0xD8), largest, fine + i);
  }
#else
  const int32_t half = 1 << (SURPLUS - 1);
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
#endif
  NAMED(sample_some)(levels, starts, weights, 4, i, count, largest, fine);
}

/// With weights in eights.
static inline __attribute__((always_inline)) void NAMED(sample_eights)(
    const int16_t *restrict levels, const int32_t *restrict starts, const int16_t *restrict weights, int taps, int count,
    int largest, uint16_t *restrict fine) {
  int i = 0;
#if WIDE
  for (; i + 8 <= count; i += 8) {
    __m256i sums[4] = {ZERO, ZERO, ZERO, ZERO};
    for (int k = 0; k < 4; k++) {
      const int16_t *first = levels + starts[i + 2 * k], *second = levels + starts[i + 2 * k + 1];
      const int16_t *weight = weights + (ptrdiff_t)(i + 2 * k) * taps;
      for (int t = 0; t < taps; t += 8) {
        sums[k] = _mm256_add_epi32(
            sums[k], _mm256_madd_epi16(
                         NAMED(two_places)(first + t, second + t),
                         NAMED(two_places)(weight + t, weight + taps + t)));
      }
    }
    // 0 2 4 6 and 1 3 5 7.
    const __m256i found =
        _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
    const __m128i even = _mm256_castsi256_si128(found), odd = _mm256_extracti128_si256(found, 1);
    NAMED(store_fine)(
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_unpacklo_epi32(even, odd)), _mm_unpackhi_epi32(even, odd), 1),
        largest, fine + i);
  }
#endif
  NAMED(sample_some)(levels, starts, weights, taps, i, count, largest, fine);
}

static void NAMED(sample_row)(
    const int16_t *levels, const int32_t *starts, const int16_t *weights, int taps, int count, int largest,
    uint16_t *fine) {
  switch (taps) {
    case 4: return NAMED(sample_fours)(levels, starts, weights, count, largest, fine);
    case 8: return NAMED(sample_eights)(levels, starts, weights, 8, count, largest, fine);
    case 16: return NAMED(sample_eights)(levels, starts, weights, 16, count, largest, fine);
    default: return NAMED(sample_eights)(levels, starts, weights, taps, count, largest, fine);
  }
}

/// What `count` columns, a multiple of 8, of `rows` rows, an even number, add up to: mixed from top to bottom, then from
/// left to right.
static inline __attribute__((always_inline)) int32_t NAMED(weighed)(
    const int16_t *restrict place, ptrdiff_t stride, const int16_t *restrict weight_x, int count,
    const int16_t *restrict weight_y, int rows) {
  const int32_t half = 1 << (WEIGHT_BITS - 1);
  int t = 0;
  int32_t sum = 0;
#if WIDE
  if (count >= 16) {
    __m256i sums = ZERO;
    for (; t + 16 <= count; t += 16) {
      __m256i low = _mm256_set1_epi32(half), high = low;
      for (int row = 0; row < rows; row += 2) {
        const __m256i upper = LOAD(place + row * stride + t), lower = LOAD(place + (row + 1) * stride + t);
        int32_t pair;
        __builtin_memcpy(&pair, weight_y + row, sizeof pair);
        const __m256i weights = _mm256_set1_epi32(pair);
        low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(upper, lower), weights));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(upper, lower), weights));
      }
      const __m256i mixed =
          _mm256_packs_epi32(_mm256_srai_epi32(low, WEIGHT_BITS), _mm256_srai_epi32(high, WEIGHT_BITS));
      sums = _mm256_add_epi32(sums, _mm256_madd_epi16(mixed, LOAD(weight_x + t)));
    }
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    sum = _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
    if (t == count) return sum;
  }
#endif
  four_sums sums = {sum, 0, 0, 0};
  for (; t < count; t += 8) {
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
static inline __attribute__((always_inline)) int32_t NAMED(weighed_four)(
    const int16_t *restrict place, ptrdiff_t stride, const int16_t *restrict weight_x,
    const int16_t *restrict weight_y, int rows) {
  const int32_t half = 1 << (WEIGHT_BITS - 1);
  const four_levels none = {0, 0, 0, 0};
  four_sums sums = {half, half, half, half};
  for (int row = 0; row < rows; row += 2) {
    const four_levels upper = *(const four_levels *)(place + row * stride);
    const four_levels lower = *(const four_levels *)(place + (row + 1) * stride);
    const int16_t u = weight_y[row], l = weight_y[row + 1];
    const eight_levels weights = {u, l, u, l, u, l, u, l};
    sums += pair_sums(__builtin_shufflevector(upper, lower, 0, 4, 1, 5, 2, 6, 3, 7), weights);
  }
  const eight_levels across =
      __builtin_shufflevector(*(const four_levels *)weight_x, none, 0, 1, 2, 3, 4, 5, 6, 7);
  const four_sums zero = {0, 0, 0, 0};
  const four_sums found = pair_sums(lower_halves(sums >> WEIGHT_BITS, zero), across);
  return found[0] + found[1];
}

static inline __attribute__((always_inline)) void NAMED(sample_places)(
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
        taps_x == 4 ? NAMED(weighed_four)(place, stride, weight_x, weight_y, taps_y)
                    : NAMED(weighed)(place, stride, weight_x, taps_x, weight_y, taps_y),
        largest);
  }
}

static void NAMED(sample_line)(
    const int16_t *levels, ptrdiff_t stride, struct plane_filters_line line, const int16_t *weights_x, int taps_x,
    const int16_t *weights_y, int taps_y, int largest, uint16_t *fine) {
  if (taps_x == 4 && taps_y == 4) {
    NAMED(sample_places)(levels, stride, line, weights_x, 4, weights_y, 4, largest, fine);
  } else if (taps_x == 8 && taps_y == 8) {
    NAMED(sample_places)(levels, stride, line, weights_x, 8, weights_y, 8, largest, fine);
  } else if (taps_x == 16) {
    NAMED(sample_places)(levels, stride, line, weights_x, 16, weights_y, taps_y, largest, fine);
  } else {
    NAMED(sample_places)(levels, stride, line, weights_x, taps_x, weights_y, taps_y, largest, fine);
  }
}

#undef VECTOR
#undef OF
#undef ZERO
#undef LOAD
#undef MIX_ROWS
