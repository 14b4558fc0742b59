#include "CSurfaceLoops.h"

#include <math.h>
#include <string.h>

// A color times 255 by its opacity, rounded.
static uint32_t quotient(uint32_t color, uint32_t opacity) {
  uint32_t level = (color * 255 + opacity / 2) / opacity;
  return level > 255 ? 255 : level;
}

void surface_loops_divide_by_opacity(const uint32_t *pixels, int count, uint32_t *divided) {
  // A picture is clear or opaque in long runs, and in one color.
  uint32_t last = 0, result = 0;
  for (int i = 0; i < count; i++) {
    uint32_t pixel = pixels[i];
    if (pixel != last) {
      uint32_t opacity = pixel >> 24;
      last = pixel;
      if (opacity == 255) {
        result = pixel;
      } else if (opacity == 0) {
        result = 0;
      } else {
        result = opacity << 24 | quotient(pixel >> 16 & 255, opacity) << 16 | quotient(pixel >> 8 & 255, opacity) << 8 |
                 quotient(pixel & 255, opacity);
      }
    }
    divided[i] = result;
  }
}

void surface_loops_take_opacity(const uint32_t *pixels, int count, uint8_t *levels) {
  for (int i = 0; i < count; i++) levels[i] = pixels[i] >> 24;
}

void surface_loops_color_levels(const uint8_t *levels, int count, uint32_t color, uint32_t *pixels) {
  uint32_t table[256];
  for (uint32_t level = 0; level < 256; level++) {
    uint32_t pixel = 0;
    for (int shift = 24; shift >= 0; shift -= 8) pixel = pixel << 8 | (level * (color >> shift & 255) + 127) / 255;
    table[level] = pixel;
  }
  for (int i = 0; i < count; i++) pixels[i] = table[levels[i]];
}

// Means are sums times a reciprocal of 23 fractional bits: within 0.03 of a level for boxes up to 1,880 wide.
static uint32_t reciprocal(int box) { return ((1u << 23) + box / 2) / box; }
static uint8_t mean(uint32_t sum, uint32_t factor) { return (sum * factor + (1u << 22)) >> 23; }

void surface_loops_average_row(const uint8_t *levels, int count, int before, int after, uint8_t *means) {
  uint32_t factor = reciprocal(before + after + 1), sum = 0;
  for (int i = 0; i < count && i < after; i++) sum += levels[i];
  for (int i = 0; i < count; i++) {
    if (i + after < count) sum += levels[i + after];
    if (i - before > 0) sum -= levels[i - before - 1];
    means[i] = mean(sum, factor);
  }
}

void surface_loops_average_columns(
    const uint8_t *levels, int width, int height, int before, int after, uint32_t *sums, uint8_t *means) {
  uint32_t factor = reciprocal(before + after + 1);
  memset(sums, 0, sizeof(uint32_t) * width);
  for (int y = 0; y < height && y < after; y++) {
    const uint8_t *row = levels + (int64_t)y * width;
    for (int x = 0; x < width; x++) sums[x] += row[x];
  }
  for (int y = 0; y < height; y++) {
    if (y + after < height) {
      const uint8_t *row = levels + (int64_t)(y + after) * width;
      for (int x = 0; x < width; x++) sums[x] += row[x];
    }
    if (y - before > 0) {
      const uint8_t *row = levels + (int64_t)(y - before - 1) * width;
      for (int x = 0; x < width; x++) sums[x] -= row[x];
    }
    uint8_t *row = means + (int64_t)y * width;
    for (int x = 0; x < width; x++) row[x] = mean(sums[x], factor);
  }
}

void surface_loops_fill_from_table(const uint32_t *table, double place, double step, int count, uint32_t *pixels) {
  for (int i = 0; i < count; i++) {
    double at = (place + i * step) * 4096 + 0.5;
    pixels[i] = table[at > 0 ? (at < 4096 ? (int)at : 4096) : 0];
  }
}

struct color {
  float blue, green, red, opacity;
};

static void add_pixel(const struct surface_loops_view *view, int column, int row, float weight, struct color *sum) {
  if (column < 0 || row < 0 || column >= view->width || row >= view->height) return;
  uint32_t pixel = view->source[(int64_t)row * view->width + column];
  sum->blue += weight * (pixel & 255);
  sum->green += weight * (pixel >> 8 & 255);
  sum->red += weight * (pixel >> 16 & 255);
  sum->opacity += weight * (pixel >> 24);
}

// Where (x, y) of the target is in the source; 0 where it is behind the viewer.
static int find(const struct surface_loops_view *view, double x, double y, double *column, double *row) {
  const double *back = view->back;
  double depth = x * back[2] + y * back[5] + back[8];
  if (!(depth > 1e-9)) return 0;
  *column = (x * back[0] + y * back[3] + back[6]) / depth - view->left - 0.5;
  *row = (x * back[1] + y * back[4] + back[7]) / depth - view->top - 0.5;
  return 1;
}

static void add_sample(const struct surface_loops_view *view, double x, double y, struct color *sum) {
  double column, row;
  if (!find(view, x, y, &column, &row)) return;
  if (!(column > -1 && row > -1 && column < view->width && row < view->height)) return;
  int left = (int)(column + 1) - 1, top = (int)(row + 1) - 1;
  float across = (float)(column - left), down = (float)(row - top);
  add_pixel(view, left, top, (1 - across) * (1 - down), sum);
  add_pixel(view, left + 1, top, across * (1 - down), sum);
  add_pixel(view, left, top + 1, (1 - across) * down, sum);
  add_pixel(view, left + 1, top + 1, across * down, sum);
}

// How many points a side a pixel is sampled at: 0 where it does not meet the source.
static int side(const struct surface_loops_view *view, double x, double y) {
  double corners[4][2];
  double left = HUGE_VAL, right = -HUGE_VAL, top = HUGE_VAL, bottom = -HUGE_VAL;
  for (int i = 0; i < 4; i++) {
    // Near the horizon nothing is known.
    if (!find(view, x + (i & 1), y + (i >> 1), &corners[i][0], &corners[i][1])) return 4;
    left = fmin(left, corners[i][0]);
    right = fmax(right, corners[i][0]);
    top = fmin(top, corners[i][1]);
    bottom = fmax(bottom, corners[i][1]);
  }
  if (!(right > -1 && bottom > -1 && left < view->width && top < view->height)) return 0;
  double reach = fmax(right - left, bottom - top);
  return reach <= 0.75 ? 1 : reach <= 2 ? 2 : 4;
}

void surface_loops_draw_view(const struct surface_loops_view *view, int x, int y, int count, uint32_t *pixels) {
  for (int i = 0; i < count; i++) {
    int points = side(view, x + i, y);
    if (points == 0) continue;
    struct color sum = {0, 0, 0, 0};
    for (int point = 0; point < points * points; point++) {
      add_sample(view, x + i + (point % points + 0.5) / points, y + (point / points + 0.5) / points, &sum);
    }
    if (!(sum.opacity > 0)) continue;
    float share = 1.0f / (points * points);
    float rest = 1 - sum.opacity * share / 255;
    uint32_t below = pixels[i];
    float mixed[4] = {
        sum.blue * share + (below & 255) * rest, sum.green * share + (below >> 8 & 255) * rest,
        sum.red * share + (below >> 16 & 255) * rest, sum.opacity * share + (below >> 24) * rest};
    uint32_t pixel = 0;
    for (int part = 3; part >= 0; part--) {
      uint32_t level = mixed[part] < 255 ? (uint32_t)(mixed[part] + 0.5f) : 255;
      pixel = pixel << 8 | level;
    }
    pixels[i] = pixel;
  }
}

// Two sums of levels times parts, in the halves of a word, divided by 255 and rounded.
static inline uint32_t parts(uint32_t sums) {
  sums += 0x800080u;
  return (sums + (sums >> 8 & 0xFF00FFu)) >> 8 & 0xFF00FFu;
}

void surface_loops_lay_color(const uint8_t *levels, int count, uint32_t color, uint32_t *pixels) {
  uint32_t opacity = color >> 24, opaque = color | 0xFF000000u;
  uint32_t even = opaque & 0xFF00FFu, odd = opaque >> 8 & 0xFF00FFu;
  for (int i = 0; i < count; i++) {
    uint32_t alpha = parts(levels[i] * opacity), rest = 255 - alpha, pixel = pixels[i];
    pixels[i] = parts(even * alpha + (pixel & 0xFF00FFu) * rest) |
                parts(odd * alpha + (pixel >> 8 & 0xFF00FFu) * rest) << 8;
  }
}
