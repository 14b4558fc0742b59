// The version of FFmpeg's libraries, whose headers Swift does not see.
#ifndef FFMPEG_VERSION_H
#define FFMPEG_VERSION_H

#pragma clang assume_nonnull begin

/// "5.1.6-0+deb12u1".
const char *gste_ffmpeg_version(void);

#pragma clang assume_nonnull end

#endif
