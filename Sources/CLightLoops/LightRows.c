#include "LightRows.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF
// Vectors are handed on between functions of this file alone, which are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// Every other pixel of a group.
#define LANES (LIGHT_GROUP / 2)

typedef float floats __attribute__((ext_vector_type(LANES)));
typedef int32_t wholes __attribute__((ext_vector_type(LANES)));
typedef uint32_t naturals __attribute__((ext_vector_type(LANES)));
typedef uint16_t words __attribute__((ext_vector_type(LANES)));
typedef uint8_t octets __attribute__((ext_vector_type(LANES)));

// The signals of the codes 0 and 65,535 in limited range, and the light of the latter.
#define LOWEST_SIGNAL (-4096.0f / 56064)
#define HIGHEST_SIGNAL (61439.0f / 56064)
#define HIGHEST_LIGHT 1.222467f
// BT.709's curve of the camera (BT.2020 table 4, with all digits) is a line up to here. Above, its powers are polynomials,
// within 2/100,000 of it, those of light in its square root.
#define LINEAR_SIGNAL 0.0812428583f
#define LINEAR_LIGHT 0.0180539685f

#define NAMED(name) name##_anywhere
#include "LightRowLoops.h"
#undef NAMED

#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define NAMED(name) name##_wide
#include "LightRowLoops.h"
#undef NAMED
#pragma clang attribute pop

#pragma clang attribute push(                                                                                 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"), min_vector_width(512))), apply_to = function)
#define NAMED(name) name##_widest
#include "LightRowLoops.h"
#undef NAMED
#pragma clang attribute pop

#define HAS_WIDE __builtin_cpu_supports("avx2")
#define HAS_WIDEST                                                                                            \
  (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && \
   __builtin_cpu_supports("avx512vl"))
#define LEVEL (HAS_WIDEST ? 2 : HAS_WIDE ? 1 : 0)
#define CHOSEN(name) (HAS_WIDEST ? name##_widest : HAS_WIDE ? name##_wide : name##_anywhere)
#else
#define LEVEL 0
#define CHOSEN(name) name##_anywhere
#endif

void light_open_chroma(
    const struct light_chroma *chroma, int bytes, int count, const struct light_opening *opening,
    struct light_pixels offsets) {
  CHOSEN(open_chroma)(chroma, bytes, count, opening, offsets);
}

void light_open_luma(
    const void *luma, int bytes, int pairs, const struct light_opening *opening, struct light_pixels offsets,
    struct light_pixels pixels) {
  CHOSEN(open_luma)(luma, bytes, pairs, opening, offsets, pixels);
}

void light_change_primaries(struct light_pixels pixels, const float *matrix) {
  CHOSEN(change_primaries)(pixels, matrix);
}

void light_close_luma(
    struct light_pixels pixels, int pairs, int bytes, const struct light_closing *closing, float before[2], void *luma,
    float *blueness, float *redness) {
  CHOSEN(close_luma)(pixels, pairs, bytes, closing, before, luma, blueness, redness);
}

void light_first_differences(struct light_pixels pixels, const struct light_closing *closing, float differences[2]) {
  const float red = pixels.red[0], green = pixels.green[0], blue = pixels.blue[0];
  const float luma = red * closing->red + green * closing->green + blue * closing->blue;
  differences[0] = blue - luma;
  differences[1] = red - luma;
}

void light_close_chroma(
    const float *const rows[4], const float shares[4], float scale, const struct light_closing *closing, int bytes,
    int count, void *chroma) {
  CHOSEN(close_chroma)(rows, shares, scale, closing, bytes, count, chroma);
}

#define LOOPS(suffix)                                                                                         \
  {open_chroma_##suffix, open_luma_##suffix, change_primaries_##suffix, close_luma_##suffix, close_chroma_##suffix}

int light_row_levels(void) { return LEVEL + 1; }

struct light_row_loops light_row_loops(int level) {
#ifdef __x86_64__
  if (level == 2) return (struct light_row_loops)LOOPS(widest);
  if (level == 1) return (struct light_row_loops)LOOPS(wide);
#endif
  return (struct light_row_loops)LOOPS(anywhere);
}
