#include "AlphaRows.h"

#define FULL 0xFFFF

/// Whether all samples of a row are full.
static int is_full(const uint16_t *alpha, int count) {
  uint16_t all = FULL;
  for (int i = 0; i < count; i++) all &= alpha[i];
  return all == FULL;
}

void alpha_weigh_chroma(
    const struct alpha_rows *rows, int count, uint16_t *blueness, uint16_t *redness, uint8_t *is_weighed) {
  int full = 1;
  for (int row = 0; row < rows->row_count; row++) full = full && is_full(rows->alpha[row], rows->width);
  for (int i = 0; i < count; i++) is_weighed[i] = 0;
  if (full) return;
  const int last = rows->width - 1;
  for (int i = 0; i < count; i++) {
    int columns[4];
    for (int number = 0; number < rows->column_count; number++) {
      const int column = (i << rows->shift) + rows->first + number;
      columns[number] = column < 0 ? 0 : column > last ? last : column;
    }
    uint32_t all = FULL, some = 0;
    for (int row = 0; row < rows->row_count; row++) {
      for (int number = 0; number < rows->column_count; number++) {
        const uint32_t alpha = rows->alpha[row][columns[number]];
        all &= alpha;
        some |= alpha;
      }
    }
    if (all == FULL || some == 0) continue;
    uint64_t sum = 0, blue = 0, red = 0;
    for (int row = 0; row < rows->row_count; row++) {
      for (int number = 0; number < rows->column_count; number++) {
        const int column = columns[number];
        const uint64_t weight = (uint64_t)(rows->down[row] * rows->across[number]) * rows->alpha[row][column];
        sum += weight;
        blue += weight * rows->blueness[row][column];
        red += weight * rows->redness[row][column];
      }
    }
    blueness[i] = (uint16_t)((blue + sum / 2) / sum);
    redness[i] = (uint16_t)((red + sum / 2) / sum);
    is_weighed[i] = 1;
  }
}
