#include "LightTables.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

// A float's bits below the number of its step.
#define FRACTION_BITS 14
#define FRACTION_MASK ((1 << FRACTION_BITS) - 1)
#define FRACTION_SCALE (1.0f / (1 << FRACTION_BITS))

static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float smaller(float a, float b) { return a < b ? a : b; }

static inline float found(const struct light_table *table, float light) {
  if (light < table->lowest) {
    return table->zero + (table->values[0] - table->zero) * larger(light, 0) * (1 / table->lowest);
  }
  const float inside = smaller(light, table->highest);
  uint32_t bits;
  memcpy(&bits, &inside, sizeof bits);
  const uint32_t step = (bits >> FRACTION_BITS) - table->base;
  const float fraction = (float)(int32_t)(bits & FRACTION_MASK) * FRACTION_SCALE;
  const float lower = table->values[step], upper = table->values[step + 1];
  return lower + (upper - lower) * fraction;
}

// Each loop begins with as many pixels as fill vectors, where there are any.
#ifdef __x86_64__
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))
#define HAS_WIDE __builtin_cpu_supports("avx2")

WIDE static inline __m256 found_wide(const struct light_table *table, __m256 light) {
  const __m256 lowest = _mm256_set1_ps(table->lowest);
  const __m256 inside = _mm256_min_ps(_mm256_max_ps(light, lowest), _mm256_set1_ps(table->highest));
  const __m256i bits = _mm256_castps_si256(inside);
  const __m256i step =
      _mm256_sub_epi32(_mm256_srli_epi32(bits, FRACTION_BITS), _mm256_set1_epi32((int32_t)table->base));
  const __m256 fraction = _mm256_mul_ps(
      _mm256_cvtepi32_ps(_mm256_and_si256(bits, _mm256_set1_epi32(FRACTION_MASK))), _mm256_set1_ps(FRACTION_SCALE));
  const __m256 lower = _mm256_i32gather_ps(table->values, step, 4);
  const __m256 upper = _mm256_i32gather_ps(table->values + 1, step, 4);
  const __m256 value = _mm256_add_ps(lower, _mm256_mul_ps(_mm256_sub_ps(upper, lower), fraction));
  const __m256 low = _mm256_mul_ps(
      _mm256_mul_ps(_mm256_set1_ps(table->values[0] - table->zero), _mm256_max_ps(light, _mm256_setzero_ps())),
      _mm256_set1_ps(1 / table->lowest));
  return _mm256_blendv_ps(
      value, _mm256_add_ps(_mm256_set1_ps(table->zero), low), _mm256_cmp_ps(light, lowest, _CMP_LT_OQ));
}

WIDE static int decode_wide(const uint16_t *samples, int count, const float *table, float *light) {
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256i codes = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(samples + i)));
    _mm256_storeu_ps(light + i, _mm256_i32gather_ps(table, codes, 4));
  }
  return i;
}

WIDE static int scale_by_sum_wide(struct light_pixels pixels, const struct light_table *table, const float *weights) {
  int i = 0;
  for (; i + 8 <= pixels.count; i += 8) {
    const __m256 r = _mm256_loadu_ps(pixels.red + i), g = _mm256_loadu_ps(pixels.green + i);
    const __m256 b = _mm256_loadu_ps(pixels.blue + i);
    const __m256 sum = _mm256_add_ps(
        _mm256_add_ps(_mm256_mul_ps(r, _mm256_set1_ps(weights[0])), _mm256_mul_ps(g, _mm256_set1_ps(weights[1]))),
        _mm256_mul_ps(b, _mm256_set1_ps(weights[2])));
    const __m256 gain = found_wide(table, sum);
    _mm256_storeu_ps(pixels.red + i, _mm256_mul_ps(r, gain));
    _mm256_storeu_ps(pixels.green + i, _mm256_mul_ps(g, gain));
    _mm256_storeu_ps(pixels.blue + i, _mm256_mul_ps(b, gain));
  }
  return i;
}

WIDE static int scale_by_largest_wide(struct light_pixels pixels, const struct light_table *table) {
  int i = 0;
  for (; i + 8 <= pixels.count; i += 8) {
    const __m256 r = _mm256_loadu_ps(pixels.red + i), g = _mm256_loadu_ps(pixels.green + i);
    const __m256 b = _mm256_loadu_ps(pixels.blue + i);
    const __m256 gain = found_wide(table, _mm256_max_ps(_mm256_max_ps(r, g), b));
    _mm256_storeu_ps(pixels.red + i, _mm256_mul_ps(r, gain));
    _mm256_storeu_ps(pixels.green + i, _mm256_mul_ps(g, gain));
    _mm256_storeu_ps(pixels.blue + i, _mm256_mul_ps(b, gain));
  }
  return i;
}

WIDE static int encode_wide(
    const float *light, int count, const struct light_table *table, float black, uint16_t *samples) {
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256 signal = found_wide(table, _mm256_max_ps(_mm256_loadu_ps(light + i), _mm256_setzero_ps()));
    const __m256 code = _mm256_add_ps(_mm256_add_ps(_mm256_set1_ps(black), signal), _mm256_set1_ps(0.5f));
    const __m256i whole = _mm256_cvttps_epi32(_mm256_min_ps(_mm256_max_ps(code, _mm256_setzero_ps()), _mm256_set1_ps(65535)));
    _mm_storeu_si128(
        (__m128i *)(samples + i), _mm_packus_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1)));
  }
  return i;
}
#else
#define HAS_WIDE 0
static int decode_wide(const uint16_t *samples, int count, const float *table, float *light) { return 0; }
static int scale_by_sum_wide(struct light_pixels pixels, const struct light_table *table, const float *weights) {
  return 0;
}
static int scale_by_largest_wide(struct light_pixels pixels, const struct light_table *table) { return 0; }
static int encode_wide(
    const float *light, int count, const struct light_table *table, float black, uint16_t *samples) {
  return 0;
}
#endif

static void decode_from(int first, const uint16_t *samples, int count, const float *table, float *light) {
  for (int i = first; i < count; i++) light[i] = table[samples[i]];
}

static void scale_by_sum_from(
    int first, struct light_pixels pixels, const struct light_table *table, const float *weights) {
  for (int i = first; i < pixels.count; i++) {
    const float r = pixels.red[i], g = pixels.green[i], b = pixels.blue[i];
    const float gain = found(table, r * weights[0] + g * weights[1] + b * weights[2]);
    pixels.red[i] = r * gain;
    pixels.green[i] = g * gain;
    pixels.blue[i] = b * gain;
  }
}

static void scale_by_largest_from(int first, struct light_pixels pixels, const struct light_table *table) {
  for (int i = first; i < pixels.count; i++) {
    const float r = pixels.red[i], g = pixels.green[i], b = pixels.blue[i];
    const float gain = found(table, larger(larger(r, g), b));
    pixels.red[i] = r * gain;
    pixels.green[i] = g * gain;
    pixels.blue[i] = b * gain;
  }
}

static void encode_from(
    int first, const float *light, int count, const struct light_table *table, float black, uint16_t *samples) {
  for (int i = first; i < count; i++) {
    const float code = black + found(table, larger(light[i], 0)) + 0.5f;
    samples[i] = (uint16_t)(int32_t)smaller(larger(code, 0), 65535);
  }
}

void light_decode(const uint16_t *samples, int count, const float *table, float *light) {
  decode_from(HAS_WIDE ? decode_wide(samples, count, table, light) : 0, samples, count, table, light);
}

void light_scale_by_sum(struct light_pixels pixels, const struct light_table *table, const float *weights) {
  scale_by_sum_from(HAS_WIDE ? scale_by_sum_wide(pixels, table, weights) : 0, pixels, table, weights);
}

void light_scale_by_largest(struct light_pixels pixels, const struct light_table *table) {
  scale_by_largest_from(HAS_WIDE ? scale_by_largest_wide(pixels, table) : 0, pixels, table);
}

void light_multiply(struct light_pixels pixels, const float *matrix) {
  float *restrict red = pixels.red, *restrict green = pixels.green, *restrict blue = pixels.blue;
  for (int i = 0; i < pixels.count; i++) {
    const float r = red[i], g = green[i], b = blue[i];
    red[i] = matrix[0] * r + matrix[1] * g + matrix[2] * b;
    green[i] = matrix[3] * r + matrix[4] * g + matrix[5] * b;
    blue[i] = matrix[6] * r + matrix[7] * g + matrix[8] * b;
  }
}

void light_clip(struct light_pixels pixels) {
  for (int i = 0; i < pixels.count; i++) pixels.red[i] = larger(pixels.red[i], 0);
  for (int i = 0; i < pixels.count; i++) pixels.green[i] = larger(pixels.green[i], 0);
  for (int i = 0; i < pixels.count; i++) pixels.blue[i] = larger(pixels.blue[i], 0);
}

void light_encode(
    const float *light, int count, const struct light_table *table, float black, uint16_t *samples) {
  const int first = HAS_WIDE ? encode_wide(light, count, table, black, samples) : 0;
  encode_from(first, light, count, table, black, samples);
}

void light_codes(const float *restrict signals, int count, float span, float black, uint16_t *restrict samples) {
  for (int i = 0; i < count; i++) {
    const float code = signals[i] * span + (black + 0.5f);
    samples[i] = (uint16_t)(int32_t)smaller(larger(code, 0), 65535);
  }
}

void light_signals(
    const uint16_t *restrict samples, int count, float span, float black, float *restrict signals) {
  const float scale = 1 / span;
  for (int i = 0; i < count; i++) signals[i] = ((float)samples[i] - black) * scale;
}

static void decode_anywhere(const uint16_t *samples, int count, const float *table, float *light) {
  decode_from(0, samples, count, table, light);
}

static void scale_by_sum_anywhere(struct light_pixels pixels, const struct light_table *table, const float *weights) {
  scale_by_sum_from(0, pixels, table, weights);
}

static void scale_by_largest_anywhere(struct light_pixels pixels, const struct light_table *table) {
  scale_by_largest_from(0, pixels, table);
}

static void encode_anywhere(
    const float *light, int count, const struct light_table *table, float black, uint16_t *samples) {
  encode_from(0, light, count, table, black, samples);
}

struct light_table_loops light_table_loops(void) {
  return (struct light_table_loops){decode_anywhere, scale_by_sum_anywhere, scale_by_largest_anywhere, encode_anywhere};
}
