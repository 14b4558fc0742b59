/// A way to encode a film, with the ffmpeg arguments that make it quick and hard to cut: long groups of
/// pictures, and B-frames where the codec has them.
public enum FilmCodec: String, Hashable, Sendable, CaseIterable {
  case h264, h264OpenGroups, hevc, mpeg4, mpeg2, vp8, vp9, prores, dnxhr, ffv1

  /// ffmpeg's arguments.
  var arguments: [String] {
    switch self {
    case .h264:
      ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "23", "-g", "60", "-bf", "3", "-b_strategy", "0"]
    // Pictures before a key frame, in the order of their times, may lean on it: groups of pictures are not closed.
    case .h264OpenGroups:
      [
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-g", "24", "-bf", "3", "-b_strategy", "0",
        "-x264-params", "open-gop=1:scenecut=0:b-pyramid=normal",
      ]
    case .hevc:
      ["-c:v", "libx265", "-preset", "ultrafast", "-g", "60", "-bf", "3", "-x265-params", "log-level=error"]
    case .mpeg4:
      ["-c:v", "mpeg4", "-q:v", "4", "-g", "60", "-bf", "2"]
    case .mpeg2:
      ["-c:v", "mpeg2video", "-q:v", "4", "-g", "15", "-bf", "2"]
    case .vp8:
      ["-c:v", "libvpx", "-b:v", "1M", "-g", "60", "-deadline", "realtime", "-cpu-used", "8"]
    case .vp9:
      ["-c:v", "libvpx-vp9", "-b:v", "1M", "-g", "60", "-deadline", "realtime", "-cpu-used", "8"]
    case .prores:
      ["-c:v", "prores", "-profile:v", "0", "-pix_fmt", "yuv422p10le"]
    case .dnxhr:
      ["-c:v", "dnxhd", "-profile:v", "dnxhr_hq", "-pix_fmt", "yuv422p"]
    case .ffv1:
      ["-c:v", "ffv1", "-g", "1"]
    }
  }
}
