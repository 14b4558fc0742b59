// The loops over rows, compiled once for every processor and once for those with AVX2: NAMED names them. Both add and
// multiply in the same order, and neither joins a product and a sum.

static inline floats NAMED(converted)(wholes codes) { return __builtin_convertvector(codes, floats); }

/// Even and odd samples of a group.
static inline void NAMED(split)(const void *row, int bytes, floats *even, floats *odd) {
  wholes both;
  if (bytes == 1) {
    words pairs;
    memcpy(&pairs, row, sizeof pairs);
    both = __builtin_convertvector(pairs, wholes);
    *even = NAMED(converted)(both & 0xFF);
    *odd = NAMED(converted)(both >> 8);
  } else {
    memcpy(&both, row, sizeof both);
    *even = NAMED(converted)(both & 0xFFFF);
    *odd = NAMED(converted)((wholes)((naturals)both >> 16));
  }
}

static inline floats NAMED(samples)(const void *row, int bytes) {
  if (bytes == 1) {
    octets codes;
    memcpy(&codes, row, sizeof codes);
    return NAMED(converted)(__builtin_convertvector(codes, wholes));
  }
  words codes;
  memcpy(&codes, row, sizeof codes);
  return NAMED(converted)(__builtin_convertvector(codes, wholes));
}

static inline wholes NAMED(rounded)(floats code, floats largest) {
  const floats inside = code > 0 ? code : (floats)0;
  return __builtin_convertvector((inside < largest ? inside : largest) + 0.5f, wholes);
}

static inline void NAMED(open_chroma_of)(
    const struct light_chroma *chroma, int bytes, int count, const struct light_opening *opening,
    struct light_pixels offsets) {
  const floats scale = opening->chroma_scale, offset = opening->chroma_offset;
  const floats first = chroma->shares[0], second = chroma->shares[1];
  for (int i = 0; i < count; i += LANES) {
    const char *places[4] = {chroma->blueness[0], chroma->blueness[1], chroma->redness[0], chroma->redness[1]};
    floats samples[4];
    for (int row = 0; row < 4; row++) {
      const char *place = places[row] + (size_t)i * bytes;
      char rest[2 * LANES];
      if (i + LANES > count) {
        for (int lane = 0; lane < LANES; lane++) {
          const int last = count - i - 1;
          memcpy(rest + lane * bytes, place + (lane < last ? lane : last) * bytes, bytes);
        }
        place = rest;
      }
      samples[row] = NAMED(samples)(place, bytes);
    }
    const floats blueness = (samples[0] * first + samples[1] * second) * scale + offset;
    const floats redness = (samples[2] * first + samples[3] * second) * scale + offset;
    const floats red = redness * opening->red_by_redness;
    const floats green = blueness * opening->green_by_blueness + redness * opening->green_by_redness;
    const floats blue = blueness * opening->blue_by_blueness;
    memcpy(offsets.red + i, &red, sizeof red);
    memcpy(offsets.green + i, &green, sizeof green);
    memcpy(offsets.blue + i, &blue, sizeof blue);
  }
  const int end = (count + LANES - 1) / LANES * LANES;
  offsets.red[end] = offsets.red[end - 1];
  offsets.green[end] = offsets.green[end - 1];
  offsets.blue[end] = offsets.blue[end - 1];
}

static void NAMED(open_chroma)(
    const struct light_chroma *chroma, int bytes, int count, const struct light_opening *opening,
    struct light_pixels offsets) {
  if (bytes == 1) {
    NAMED(open_chroma_of)(chroma, 1, count, opening, offsets);
  } else {
    NAMED(open_chroma_of)(chroma, 2, count, opening, offsets);
  }
}

static inline void NAMED(open_pixels)(const float *offsets, floats even, floats odd, float *pixels) {
  floats here, next;
  memcpy(&here, offsets, sizeof here);
  memcpy(&next, offsets + 1, sizeof next);
  even += here;
  odd += (here + next) * 0.5f;
  memcpy(pixels, &even, sizeof even);
  memcpy(pixels + LANES, &odd, sizeof odd);
}

static inline void NAMED(open_luma_of)(
    const void *luma, int bytes, int pairs, const struct light_opening *opening, struct light_pixels offsets,
    struct light_pixels pixels) {
  const floats scale = opening->luma_scale, offset = opening->luma_offset;
  for (int i = 0; i < pairs; i += LANES) {
    const char *place = (const char *)luma + (size_t)2 * i * bytes;
    char rest[4 * LANES] = {0};
    if (i + LANES > pairs) {
      memcpy(rest, place, (size_t)2 * (pairs - i) * bytes);
      place = rest;
    }
    floats even, odd;
    NAMED(split)(place, bytes, &even, &odd);
    even = even * scale + offset;
    odd = odd * scale + offset;
    NAMED(open_pixels)(offsets.red + i, even, odd, pixels.red + 2 * i);
    NAMED(open_pixels)(offsets.green + i, even, odd, pixels.green + 2 * i);
    NAMED(open_pixels)(offsets.blue + i, even, odd, pixels.blue + 2 * i);
  }
}

static void NAMED(open_luma)(
    const void *luma, int bytes, int pairs, const struct light_opening *opening, struct light_pixels offsets,
    struct light_pixels pixels) {
  if (bytes == 1) {
    NAMED(open_luma_of)(luma, 1, pairs, opening, offsets, pixels);
  } else {
    NAMED(open_luma_of)(luma, 2, pairs, opening, offsets, pixels);
  }
}

static inline floats NAMED(camera_light)(const float *signals) {
  floats signal;
  memcpy(&signal, signals, sizeof signal);
  signal = signal > LOWEST_SIGNAL ? signal : (floats)LOWEST_SIGNAL;
  signal = signal < HIGHEST_SIGNAL ? signal : (floats)HIGHEST_SIGNAL;
  const floats square = signal * signal;
  const floats higher = (signal * 0.02799841539f - 0.1176846986f) * square + (signal * 0.2862062026f + 0.6950876048f);
  const floats power = higher * square + (signal * 0.1034497311f + 0.004916054502f);
  return signal < LINEAR_SIGNAL ? signal * (1 / 4.5f) : power;
}

static inline void NAMED(camera_signal)(floats light, float *signals) {
  light = light > LOWEST_SIGNAL / 4.5f ? light : (floats)(LOWEST_SIGNAL / 4.5f);
  light = light < HIGHEST_LIGHT ? light : (floats)HIGHEST_LIGHT;
  const floats root = __builtin_elementwise_sqrt(light > LINEAR_LIGHT ? light : (floats)LINEAR_LIGHT);
  const floats square = root * root;
  const floats highest = (root * -0.130588214f + 0.5706037706f) * square + (root * -1.039438056f + 1.05020394f);
  floats power = (highest * square + (root * -0.7113637585f + 1.350126953f)) * root - 0.08953824928f;
  power = light < LINEAR_LIGHT ? light * 4.5f : power;
  memcpy(signals, &power, sizeof power);
}

static void NAMED(change_primaries)(struct light_pixels pixels, const float *matrix) {
  for (int i = 0; i < pixels.count; i += LANES) {
    const floats red = NAMED(camera_light)(pixels.red + i), green = NAMED(camera_light)(pixels.green + i);
    const floats blue = NAMED(camera_light)(pixels.blue + i);
    NAMED(camera_signal)(red * matrix[0] + green * matrix[1] + blue * matrix[2], pixels.red + i);
    NAMED(camera_signal)(red * matrix[3] + green * matrix[4] + blue * matrix[5], pixels.green + i);
    NAMED(camera_signal)(red * matrix[6] + green * matrix[7] + blue * matrix[8], pixels.blue + i);
  }
}

/// Luma of half a group, and how far blue and red are from it.
static inline floats NAMED(luma_of)(
    struct light_pixels pixels, int i, const struct light_closing *closing, floats *blueness, floats *redness) {
  floats red, green, blue;
  memcpy(&red, pixels.red + i, sizeof red);
  memcpy(&green, pixels.green + i, sizeof green);
  memcpy(&blue, pixels.blue + i, sizeof blue);
  const floats luma = red * closing->red + green * closing->green + blue * closing->blue;
  *blueness = blue - luma;
  *redness = red - luma;
  return luma;
}

/// What every other pixel's chroma is: `odd` is what follows `even`, and `before` what comes before the first one.
static inline void NAMED(halve)(floats even, floats odd, float *before, float *halved) {
  const floats carried = *before;
  const floats earlier = __builtin_shufflevector(
      carried, odd, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  const floats mean = (earlier + odd) * 0.25f + even * 0.5f;
  memcpy(halved, &mean, sizeof mean);
  *before = odd[LANES - 1];
}

static inline void NAMED(close_luma_of)(
    struct light_pixels pixels, int pairs, int bytes, const struct light_closing *closing, float *before, void *luma,
    float *blueness, float *redness) {
  const floats scale = closing->luma_scale, offset = closing->luma_offset, largest = closing->largest;
  for (int i = 0; i < pairs; i += LANES) {
    floats even_blueness, even_redness, odd_blueness, odd_redness;
    const floats even = NAMED(luma_of)(pixels, 2 * i, closing, &even_blueness, &even_redness);
    const floats odd = NAMED(luma_of)(pixels, 2 * i + LANES, closing, &odd_blueness, &odd_redness);
    NAMED(halve)(even_blueness, odd_blueness, before, blueness + i);
    NAMED(halve)(even_redness, odd_redness, before + 1, redness + i);
    const wholes both = NAMED(rounded)(even * scale + offset, largest) |
                        NAMED(rounded)(odd * scale + offset, largest) << (8 * bytes);
    const words narrow = __builtin_convertvector(both, words);
    const void *codes = bytes == 1 ? (const void *)&narrow : (const void *)&both;
    char *place = (char *)luma + (size_t)2 * i * bytes;
    if (i + LANES > pairs) {
      memcpy(place, codes, (size_t)2 * (pairs - i) * bytes);
    } else {
      memcpy(place, codes, (size_t)2 * LANES * bytes);
    }
  }
}

static void NAMED(close_luma)(
    struct light_pixels pixels, int pairs, int bytes, const struct light_closing *closing, float before[2], void *luma,
    float *blueness, float *redness) {
  if (bytes == 1) {
    NAMED(close_luma_of)(pixels, pairs, 1, closing, before, luma, blueness, redness);
  } else {
    NAMED(close_luma_of)(pixels, pairs, 2, closing, before, luma, blueness, redness);
  }
}

static void NAMED(close_chroma)(
    const float *const rows[4], const float shares[4], float scale, const struct light_closing *closing, int bytes,
    int count, void *chroma) {
  for (int i = 0; i < count; i += LANES) {
    floats sum = 0;
    for (int row = 0; row < 4; row++) {
      floats differences;
      memcpy(&differences, rows[row] + i, sizeof differences);
      sum += differences * shares[row];
    }
    const wholes codes = NAMED(rounded)(sum * scale + closing->chroma_offset, closing->largest);
    const int here = count - i < LANES ? count - i : LANES;
    if (bytes == 1) {
      const octets narrow = __builtin_convertvector(codes, octets);
      memcpy((char *)chroma + i, &narrow, here == LANES ? LANES : (size_t)here);
    } else {
      const words narrow = __builtin_convertvector(codes, words);
      memcpy((char *)chroma + (size_t)2 * i, &narrow, here == LANES ? 2 * LANES : (size_t)2 * here);
    }
  }
}
