// The inner loop of weighing chroma by alpha, in whole numbers. Nothing here checks its arguments.
#pragma once

#include <stdint.h>

/// Rows of samples of 16 bits that a row of chroma is made of, and how much each of them counts, in 8ths.
struct alpha_rows {
  const uint16_t *alpha[4], *blueness[4], *redness[4];
  uint32_t down[4];
  int row_count;
  /// Samples across; beyond the edges, the outermost are repeated.
  int width;
  /// How many times chroma is halved across, the first column that counts, from a sample's first pixel on, and how much each
  /// does, in 8ths.
  int shift, first, column_count;
  uint32_t across[4];
};

/// `count` samples of chroma: means weighed by alpha, to nearest. Where all alpha is full, or all is none, `is_weighed` is 0,
/// and the others are left as they are.
void alpha_weigh_chroma(
    const struct alpha_rows *rows, int count, uint16_t *blueness, uint16_t *redness, uint8_t *is_weighed);
