#include "FFmpegVersion.h"

#include <libavutil/avutil.h>

const char *gste_ffmpeg_version(void) { return av_version_info(); }
