// The inner loops of converting the light of pictures whose chroma is halved across: rows of luma and chroma are opened
// to red, green and blue, and closed again, many pixels a call, the same on every processor, whether it has AVX2 or not.
//
// Pixels lie in groups of 32, even ones first: 0, 2, 4 … 30, 1, 3 … 31, 32, 34 … Loops work on whole groups: memory for
// pixels, and for what belongs to every other pixel, has room for them. Rows of samples are neither read nor written beyond
// their ends. Nothing here checks its arguments.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "LightTables.h"

/// Pixels of a group.
#define LIGHT_GROUP 32

/// How samples of luma and chroma become red, green and blue: a signal is a code times a scale and an offset.
struct light_opening {
  float luma_scale, luma_offset, chroma_scale, chroma_offset;
  /// What a signal of Cr and Cb adds to red, green and blue.
  float red_by_redness, green_by_blueness, green_by_redness, blue_by_blueness;
};

/// How red, green and blue become samples: a code is a signal times a scale and an offset.
struct light_closing {
  /// Red's, green's and blue's parts of luma.
  float red, green, blue;
  float luma_scale, luma_offset;
  /// The scales of B − Y and R − Y.
  float blueness_scale, redness_scale, chroma_offset;
  /// The largest code.
  float largest;
};

/// Two rows of chroma, mixed.
struct light_chroma {
  const void *blueness[2], *redness[2];
  float shares[2];
};

/// What chroma adds to red, green and blue at every other pixel of a row: of `count` samples of `bytes` bytes each, and
/// once more of the last one up to the end of its group, and one beyond.
void light_open_chroma(
    const struct light_chroma *chroma, int bytes, int count, const struct light_opening *opening,
    struct light_pixels offsets);

/// Red, green and blue of `pairs` pairs of pixels, with two samples of `luma` each. Between two samples, chroma is
/// their mean.
void light_open_luma(
    const void *luma, int bytes, int pairs, const struct light_opening *opening, struct light_pixels offsets,
    struct light_pixels pixels);

/// Converts signals to other primaries by `matrix`, row by row, in the light of BT.709's camera. Signals end where 16 bits of
/// limited range do.
void light_change_primaries(struct light_pixels pixels, const float *matrix);

/// Luma of `pairs` pairs of pixels, and B − Y and R − Y at every other one: its own by half, its neighbors' by a quarter each.
/// `before` holds those of the pixel before the first one, and then those of the last one.
void light_close_luma(
    struct light_pixels pixels, int pairs, int bytes, const struct light_closing *closing, float before[2], void *luma,
    float *blueness, float *redness);

/// B − Y and R − Y of a group's first pixel, as `light_close_luma` computes them.
void light_first_differences(struct light_pixels pixels, const struct light_closing *closing, float differences[2]);

/// Codes of `count` samples: the sum of four rows of differences, times `shares` and `scale`.
void light_close_chroma(
    const float *const rows[4], const float shares[4], float scale, const struct light_closing *closing, int bytes,
    int count, void *chroma);

/// The loops of one level of processors: 0 for all, 1 with AVX2, 2 with AVX-512. They compute the same, which tests compare.
struct light_row_loops {
  void (*open_chroma)(const struct light_chroma *, int, int, const struct light_opening *, struct light_pixels);
  void (*open_luma)(const void *, int, int, const struct light_opening *, struct light_pixels, struct light_pixels);
  void (*change_primaries)(struct light_pixels, const float *);
  void (*close_luma)(struct light_pixels, int, int, const struct light_closing *, float *, void *, float *, float *);
  void (*close_chroma)(const float *const *, const float *, float, const struct light_closing *, int, int, void *);
};

/// How many levels this processor has.
int light_row_levels(void);

/// The loops of level `level`, which the processor has.
struct light_row_loops light_row_loops(int level);
