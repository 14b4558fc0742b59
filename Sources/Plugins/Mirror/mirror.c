// Mirrors the first track's picture.
#include <gstedit_compositor.h>

static const uint32_t formats[] = {GSTEDIT_FORMAT_YUV420P, 0};

static const gstedit_parameter parameters[] = {
    {.name = "upside-down",
     .summary = "Whether top and bottom change places, instead of left and right.",
     .kind = GSTEDIT_PARAMETER_BOOLEAN},
};

// Nothing is kept from one frame to the next, so any address will do as the instance.
static void *create(const gstedit_host *host, gstedit_handle film, char *error, size_t error_size) {
  static char instance;
  (void)host, (void)film, (void)error, (void)error_size;
  return &instance;
}

static void destroy(void *instance) { (void)instance; }

static void compose(void *instance, const gstedit_host *host, gstedit_handle request) {
  (void)instance;
  const gstedit_frame *source = host->source_frame(request, host->source_track(request, 0));
  if (!source) {
    host->fail(request, "there is no picture to mirror");
    return;
  }
  gstedit_frame *frame = host->new_frame(request);
  if (!frame) {
    host->fail(request, "there is no memory for a frame");
    return;
  }
  if (source->width != frame->width || source->height != frame->height) {
    host->fail(request, "the picture has another size than the film");
    return;
  }
  double upside_down = 0;
  host->number(request, "upside-down", &upside_down);
  for (uint32_t p = 0; p < frame->plane_count; p++) {
    const gstedit_plane *from = &source->planes[p], *to = &frame->planes[p];
    for (uint32_t y = 0; y < to->height; y++) {
      const uint8_t *in = from->bytes + (upside_down ? to->height - 1 - y : y) * from->bytes_per_row;
      uint8_t *out = to->bytes + y * to->bytes_per_row;
      for (size_t x = 0; x < to->row_byte_count; x++) out[x] = in[upside_down ? x : to->row_byte_count - 1 - x];
    }
  }
  host->finish(request, frame);
}

static const gstedit_compositor mirror = {
    .struct_size = sizeof(gstedit_compositor),
    .name = "mirror",
    .summary = "Mirrors a picture.",
    .source_formats = formats,
    .output_formats = formats,
    .parameters = parameters,
    .parameter_count = 1,
    .create = create,
    .destroy = destroy,
    .compose = compose,
};

static const gstedit_compositor *const compositors[] = {&mirror};

static const gstedit_plugin plugin = {
    .abi_version = GSTEDIT_COMPOSITOR_ABI_VERSION,
    .struct_size = sizeof(gstedit_plugin),
    .name = "mirror",
    .version = "1.0",
    .compositors = compositors,
    .compositor_count = 1,
};

GSTEDIT_EXPORT const gstedit_plugin *gstedit_compositor_plugin(uint32_t abi_version) {
  return abi_version == GSTEDIT_COMPOSITOR_ABI_VERSION ? &plugin : 0;
}
