// The inner loops of drawing layers, over pixels of 32 bits: blue in the lowest byte, then green, red and opacity, colors times
// opacity. Nothing here checks its arguments.
#pragma once

#include <stdint.h>

/// Pixels with their colors divided by their opacity, rounded; where nothing is opaque, all is zero.
void surface_loops_divide_by_opacity(const uint32_t *pixels, int count, uint32_t *divided);

/// The opacities of pixels.
void surface_loops_take_opacity(const uint32_t *pixels, int count, uint8_t *levels);

/// Each of count pixels a level of 255 of one color, whose opacity and whose color times opacity are parts of it, in 255ths.
void surface_loops_color_levels(const uint8_t *levels, int count, uint32_t color, uint32_t *pixels);

/// The mean of the levels from before to the left to after to the right of each in a row, what is outside taken for zero.
void surface_loops_average_row(const uint8_t *levels, int count, int before, int after, uint8_t *means);

/// The same down all columns of rows that lie one after the other; sums has room for a row.
void surface_loops_average_columns(
    const uint8_t *levels, int width, int height, int before, int after, uint32_t *sums, uint8_t *means);

/// Fills count pixels from table, which has 4097 entries, at 4096 times each pixel's place: the first one's is place,
/// each next one's is step further.
void surface_loops_fill_from_table(const uint32_t *table, double place, double step, int count, uint32_t *pixels);

/// A picture seen in perspective: pixels of a source, the first one at (left, top), and the map from the target's plane
/// to the source's, as row vectors: back[0…2] are what x gives of x, y and depth, then y, then 1.
struct surface_loops_view {
  const uint32_t *source;
  int width, height;
  double left, top;
  double back[9];
};

/// Draws a view over count pixels of a row, from column x in row y on.
///
/// A pixel is the mean of 1, 4 or 16 points in it, each interpolated linearly; more points where it covers more of the
/// source.
void surface_loops_draw_view(const struct surface_loops_view *view, int x, int y, int count, uint32_t *pixels);

/// Lays a color over count pixels, each as far as a level of 255 of its own says. The color has its opacity and its plain red, green and
/// blue, not multiplied by that.
void surface_loops_lay_color(const uint8_t *levels, int count, uint32_t color, uint32_t *pixels);
