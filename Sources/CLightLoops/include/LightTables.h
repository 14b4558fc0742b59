// The inner loops of converting light: tables looked up and products added, many pixels a call, the same on every
// processor, whether it has AVX2 or not: products and sums are rounded separately (no fused operations), and the order
// of additions is fixed.
//
// Light is in floats. Nothing here checks its arguments.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A function of light by straight lines between values, 512 for each doubling, from `lowest`, a power of two, to `highest`.
struct light_table {
  const float *values;
  float lowest, highest;
  /// The value at 0, to which the function goes straight below `lowest`.
  float zero;
  /// The number of the step at `lowest`, among those of all floats.
  uint32_t base;
};

/// Red, green and blue of some pixels.
struct light_pixels {
  float *red, *green, *blue;
  int count;
};

/// light[i] = table[samples[i]], which has 65,536 values.
void light_decode(const uint16_t *samples, int count, const float *table, float *light);

/// Multiplies all three by what `table` says of their sum, weighed by `weights`.
void light_scale_by_sum(struct light_pixels pixels, const struct light_table *table, const float *weights);

/// Multiplies all three by what `table` says of the largest of them.
void light_scale_by_largest(struct light_pixels pixels, const struct light_table *table);

/// Multiplies each pixel by `matrix`, row by row.
void light_multiply(struct light_pixels pixels, const float *matrix);

/// Brings what is below 0 there.
void light_clip(struct light_pixels pixels);

/// samples[i] = `black` plus what `table`, nowhere negative, says of light[i], to nearest, 0…65,535. Light below 0 is none.
void light_encode(
    const float *light, int count, const struct light_table *table, float black, uint16_t *samples);

/// samples[i] = `black` plus `span` times signals[i], to nearest, 0…65,535.
void light_codes(const float *signals, int count, float span, float black, uint16_t *samples);

/// The signals of codes: the inverse of `light_codes`.
void light_signals(const uint16_t *samples, int count, float span, float black, float *signals);

/// Those of the loops that have a second form for processors with AVX2, in the one for all: tests compare them.
struct light_table_loops {
  void (*decode)(const uint16_t *, int, const float *, float *);
  void (*scale_by_sum)(struct light_pixels, const struct light_table *, const float *);
  void (*scale_by_largest)(struct light_pixels, const struct light_table *);
  void (*encode)(const float *, int, const struct light_table *, float, uint16_t *);
};

/// The loops for all processors.
struct light_table_loops light_table_loops(void);
