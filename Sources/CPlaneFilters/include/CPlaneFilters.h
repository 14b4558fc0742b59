// The inner loops of drawing: sums of samples times weights, in whole numbers, so that every processor computes the same.
//
// A weight has 14 fractional bits. A level is a sample on a scale on which 16,384 is one more than the largest sample:
// whatever its depth, it fits 16 bits with what a filter overshoots. A fine sample has 16 bits without overshoot.
// Processors with AVX2 take it. Nothing here checks its arguments.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Rows mixed to one row of levels: level i is the sum of weights[t] times sample i of the row at samples + starts[t], for
/// t < taps, an even number. Samples have bytesPerSample bytes, 1 or 2, the lower one first, and depth bits, 8…17.
void plane_filters_mix_rows(
    const uint8_t *samples, int bytes_per_sample, int depth, const ptrdiff_t *starts, const int16_t *weights, int taps,
    int count, int16_t *levels);

/// A row of levels sampled at count places: fine sample i is the sum of weights[i * taps + t] times
/// levels[starts[i] + t], for t < taps; brought to 0…largest. Quickest where taps is 4 or a multiple of 8.
void plane_filters_sample_row(
    const int16_t *levels, const int32_t *starts, const int16_t *weights, int taps, int count, int largest,
    uint16_t *fine);

/// Places on a line through a plane: that of fine sample i is (x + i * step_x, y + i * step_y), in samples with 32
/// fractional bits, brought to 0…last_x and 0…last_y.
struct plane_filters_line {
  int64_t x, y, step_x, step_y, last_x, last_y;
  int count;
};

/// A plane of levels sampled at the places of a line: weights[p * taps + t] is that of the sample t to the right, or
/// below, of a place's whole part, p being its fraction in 512ths, rounded to nearest. taps_x is 4 or a multiple of 8, taps_y
/// even. There are as many samples to the right of and below the last places as there are taps, and one more. Brought to
/// 0…largest.
void plane_filters_sample_line(
    const int16_t *levels, ptrdiff_t stride, struct plane_filters_line line, const int16_t *weights_x, int taps_x,
    const int16_t *weights_y, int taps_y, int largest, uint16_t *fine);

/// A row of samples of eight bits, each as the table of 256 has it.
void plane_filters_map_row(const uint8_t *samples, const uint8_t *table, int count, uint8_t *mapped);

/// The loops in the form for all processors, whether this one has AVX2 or not: tests compare them with the others.
struct plane_filters_loops {
  void (*mix_rows)(const uint8_t *, int, int, const ptrdiff_t *, const int16_t *, int, int, int16_t *);
  void (*sample_row)(const int16_t *, const int32_t *, const int16_t *, int, int, int, uint16_t *);
  void (*sample_line)(
      const int16_t *, ptrdiff_t, struct plane_filters_line, const int16_t *, int, const int16_t *, int, int, uint16_t *);
};

/// The loops for all processors.
struct plane_filters_loops plane_filters_loops(void);
