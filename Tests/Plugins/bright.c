// A plug-in that takes high dynamic range and hands it on as it is, and fails where it gets something else.
#include <gstedit_compositor.h>

static const uint32_t deep[] = {GSTEDIT_FORMAT_YUV420P10, 0};

static void *create(const gstedit_host *host, gstedit_handle film, char *error, size_t error_size) {
  (void)host, (void)film, (void)error, (void)error_size;
  static uint32_t transfer;
  return &transfer;
}

static void destroy(void *instance) { (void)instance; }

static void context_changed(void *instance, const gstedit_context *context) {
  *(uint32_t *)instance = context->primaries == 9 && context->matrix == 9 && !context->full_range ? context->transfer : 0;
}

static void compose(void *instance, const gstedit_host *host, gstedit_handle request) {
  const gstedit_frame *source = host->source_frame(request, host->source_track(request, 0));
  if (*(uint32_t *)instance != 18) {
    host->fail(request, "the film is not in HLG");
  } else if (!source || source->format != GSTEDIT_FORMAT_YUV420P10) {
    host->fail(request, "the source has not ten bits");
  } else {
    host->finish(request, source);
  }
}

static const gstedit_compositor bright = {
    .struct_size = sizeof(gstedit_compositor),
    .name = "bright",
    .summary = "Shows the first source as it is, in high dynamic range.",
    .source_formats = deep,
    .output_formats = deep,
    .create = create,
    .destroy = destroy,
    .context_changed = context_changed,
    .compose = compose,
    .supports_wide_color_source_frames = 1,
    .supports_hdr_source_frames = 1,
};

static const gstedit_compositor *const compositors[] = {&bright};

static const gstedit_plugin plugin = {
    .abi_version = GSTEDIT_COMPOSITOR_ABI_VERSION,
    .struct_size = sizeof(gstedit_plugin),
    .name = "bright",
    .version = "1.0",
    .compositors = compositors,
    .compositor_count = 1,
};

GSTEDIT_EXPORT const gstedit_plugin *gstedit_compositor_plugin(uint32_t abi_version) {
  return abi_version == GSTEDIT_COMPOSITOR_ABI_VERSION ? &plugin : NULL;
}
