extension SurveyRows {
  private typealias Recipes = SurveyRecipes

  /// Pictures of every codec but H.264, in the containers that ffmpeg writes them into.
  static let pictures: [SurveyRow] = (web + broadcast + editing + old).flatMap { codec, oddity, types, arguments in
    types.split(separator: " ").map { row(.pictures, "\($0)", codec, oddity, Recipes.picture + arguments) }
  }

  private typealias Kind = (codec: String, oddity: String, types: String, arguments: [String])

  private static let web: [Kind] = [
    ("HEVC", "plain", "mp4 mov mkv ts m2ts hevc nut avi", Recipes.hevc()),
    ("HEVC", "10 bits", "mp4 mkv", Recipes.hevc("yuv420p10le")),
    ("HEVC", "12 bits", "mkv", Recipes.hevc("yuv420p12le")),
    ("HEVC", "4:2:2", "mp4", Recipes.hevc("yuv422p")), ("HEVC", "4:4:4", "mp4", Recipes.hevc("yuv444p")),
    (
      "HEVC", "open GOP", "mp4 mkv ts",
      Recipes.hevc("yuv420p", "keyint=8:min-keyint=8:open-gop=1:bframes=4")
    ),
    ("HEVC", "hvc1", "mp4 mov", Recipes.hevc() + ["-tag:v", "hvc1"]),
    ("VP8", "plain", "webm mkv ivf avi nut ogg", Recipes.vp8),
    ("VP8", "alpha", "webm mkv", Recipes.translucent + Recipes.vp8 + ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"]),
    ("VP8", "hidden frames", "webm", ["-c:v", "libvpx", "-b:v", "1M", "-auto-alt-ref", "1", "-lag-in-frames", "16"]),
    ("VP9", "plain", "webm mkv mp4 ivf nut avi", Recipes.vp9),
    ("VP9", "alpha", "webm", Recipes.translucent + Recipes.vp9 + ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"]),
    ("VP9", "profile 1, 4:2:2", "webm", Recipes.vp9 + ["-pix_fmt", "yuv422p"]),
    ("VP9", "profile 1, 4:4:4", "webm mp4", Recipes.vp9 + ["-pix_fmt", "yuv444p"]),
    ("VP9", "profile 1, RGB", "webm", Recipes.vp9 + ["-pix_fmt", "gbrp"]),
    ("VP9", "profile 2, 10 bits", "webm", Recipes.vp9 + ["-pix_fmt", "yuv420p10le"]),
    ("VP9", "profile 3, 12 bits", "mkv", Recipes.vp9 + ["-pix_fmt", "yuv444p12le"]),
    (
      "VP9", "hidden frames", "webm mp4",
      ["-c:v", "libvpx-vp9", "-b:v", "1M", "-auto-alt-ref", "1", "-lag-in-frames", "16", "-cpu-used", "8"]
    ),
    ("AV1", "plain", "mp4 mkv webm ivf obu", ["-c:v", "libsvtav1", "-preset", "12", "-g", "10"]),
    ("AV1", "10 bits", "mp4 mkv", ["-c:v", "libsvtav1", "-preset", "12", "-g", "10", "-pix_fmt", "yuv420p10le"]),
    ("AV1", "4:4:4", "mp4", ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-pix_fmt", "yuv444p"]),
    ("GIF", "animated", "gif", ["-c:v", "gif"]), ("PNG", "animated", "apng", ["-c:v", "apng", "-f", "apng"]),
  ]

  private static let broadcast: [Kind] = [
    ("MPEG-4", "plain", "mp4 mov mkv avi m4v ts 3gp nut asf", Recipes.mpeg4),
    ("MPEG-4", "no B-frames", "avi mp4 mkv mpg", ["-c:v", "mpeg4", "-g", "10", "-qscale:v", "3"]),
    ("MPEG-4", "of XviD", "avi mp4 mkv", ["-c:v", "libxvid", "-g", "10", "-bf", "2", "-qscale:v", "3"]),
    ("MPEG-4", "quarter pixels", "avi mkv", ["-c:v", "mpeg4", "-g", "10", "-flags", "+qpel", "-qscale:v", "3"]),
    ("MPEG-2", "plain", "mpg vob mkv mp4 mov ts m2ts m2v mxf avi", Recipes.mpeg2),
    ("MPEG-2", "4:2:2", "mpg mkv mxf", Recipes.mpeg2 + ["-pix_fmt", "yuv422p"]),
    ("MPEG-2", "intra alone", "mpg avi", ["-c:v", "mpeg2video", "-g", "1", "-qscale:v", "3"]),
    (
      "MPEG-1", "plain", "mpg mkv avi m1v mov ts mp4", ["-c:v", "mpeg1video", "-g", "10", "-bf", "2", "-qscale:v", "3"]
    ),
    (
      "DV", "625 lines", "dv avi mov mkv mxf",
      ["-vf", "scale=720:576", "-aspect", "4:3", "-frames:v", "6", "-c:v", "dvvideo", "-pix_fmt", "yuv420p"]
    ),
    (
      "DV", "525 lines", "dv avi mov",
      ["-vf", "scale=720:480", "-aspect", "4:3", "-r", "30000/1001", "-frames:v", "6", "-c:v", "dvvideo"]
        + ["-pix_fmt", "yuv411p"]
    ),
    (
      "DV", "50 Mbit/s", "dv mov avi",
      ["-vf", "scale=720:576", "-aspect", "4:3", "-frames:v", "6", "-c:v", "dvvideo", "-pix_fmt", "yuv422p"]
    ),
  ]

  private static let editing: [Kind] = [
    ("ProRes", "422", "mov mkv", ["-c:v", "prores_ks"]),
    ("ProRes", "proxy", "mov", ["-c:v", "prores_ks", "-profile:v", "0"]),
    (
      "ProRes", "4444, alpha", "mov mkv",
      Recipes.translucent + ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]
    ),
    ("ProRes", "pixels of 4:3", "mov", ["-vf", "setsar=4/3", "-c:v", "prores_ks"]),
    (
      "DNxHD", "8 bits", "mov mxf mkv",
      ["-vf", "scale=1280:720,setsar=1", "-frames:v", "4", "-c:v", "dnxhd", "-b:v", "60M", "-pix_fmt", "yuv422p"]
    ),
    (
      "DNxHR", "HQ", "mov mxf mkv",
      ["-vf", "scale=480:270", "-frames:v", "6", "-c:v", "dnxhd", "-profile:v", "dnxhr_hq", "-pix_fmt", "yuv422p"]
    ),
    (
      "DNxHR", "444, 10 bits", "mov",
      ["-vf", "scale=480:270", "-frames:v", "6", "-c:v", "dnxhd", "-profile:v", "dnxhr_444", "-pix_fmt", "yuv444p10le"]
    ),
    ("Motion JPEG", "full range", "avi mov mkv mp4 mjpeg nut", ["-c:v", "mjpeg", "-q:v", "3"]),
    ("Motion JPEG", "4:4:4", "avi mov", ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj444p"]),
    ("Motion JPEG", "4:2:2", "avi mov", ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj422p"]),
    (
      "Motion JPEG", "limited range", "avi mov",
      ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuv420p", "-strict", "-1"]
    ),
    ("FFV1", "plain", "mkv avi mov nut", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"]),
    ("FFV1", "version 1", "mkv avi", ["-c:v", "ffv1", "-level", "1", "-pix_fmt", "yuv420p"]),
    ("FFV1", "RGB", "mkv avi", ["-c:v", "ffv1", "-pix_fmt", "bgr0"]),
    ("FFV1", "alpha", "mkv", Recipes.translucent + ["-c:v", "ffv1", "-pix_fmt", "bgra"]),
    ("FFV1", "4:2:2, 10 bits", "mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv422p10le"]),
    ("FFV1", "16 bits", "mkv avi mov", ["-c:v", "ffv1", "-pix_fmt", "yuv420p16le"]),
    ("FFV1", "4:4:4, 14 bits", "mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv444p14le"]),
    ("FFV1", "gray, 12 bits", "mkv", ["-c:v", "ffv1", "-pix_fmt", "gray12le"]),
    ("FFV1", "gray with alpha", "mkv", ["-c:v", "ffv1", "-pix_fmt", "ya8"]),
    ("FFV1", "RGB, 16 bits", "mkv", ["-c:v", "ffv1", "-pix_fmt", "gbrp16le"]),
    ("HEVC", "gray, 10 bits", "mp4 mkv ts", Recipes.hevc("gray10le")),
    ("FFV1", "gray", "mkv", ["-c:v", "ffv1", "-pix_fmt", "gray"]),
    ("HuffYUV", "plain", "avi mkv mov", ["-c:v", "huffyuv"]),
    ("FFVHuff", "plain", "avi mkv", ["-c:v", "ffvhuff", "-pix_fmt", "yuv420p"]),
    ("Ut Video", "plain", "avi mkv mov", ["-c:v", "utvideo", "-pix_fmt", "yuv420p"]),
    ("Ut Video", "RGB", "avi", ["-c:v", "utvideo", "-pix_fmt", "gbrp"]),
    ("MagicYUV", "plain", "avi mkv", ["-c:v", "magicyuv", "-pix_fmt", "yuv420p"]),
    ("QuickTime animation", "plain", "mov mkv avi", ["-c:v", "qtrle"]),
    ("QuickTime animation", "alpha", "mov", Recipes.translucent + ["-c:v", "qtrle", "-pix_fmt", "argb"]),
    ("QuickTime animation", "pixels of 4:3", "mov", ["-vf", "setsar=4/3", "-c:v", "qtrle"]),
    ("PNG", "plain", "mov mkv avi", ["-c:v", "png"]),
    ("PNG", "alpha", "mov", Recipes.translucent + ["-c:v", "png", "-pix_fmt", "rgba"]),
    ("raw", "4:2:0", "avi mov mkv nut", ["-c:v", "rawvideo", "-pix_fmt", "yuv420p"]),
    ("raw", "4:2:0", "y4m", ["-pix_fmt", "yuv420p"]),
    ("raw", "UYVY", "avi mov", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"]),
    ("raw", "YUY2", "avi mov mkv", ["-c:v", "rawvideo", "-pix_fmt", "yuyv422"]),
    ("raw", "RGB", "mov avi nut", ["-c:v", "rawvideo", "-pix_fmt", "rgb24"]),
    ("raw", "BGR", "avi mov", ["-c:v", "rawvideo", "-pix_fmt", "bgr24"]),
    ("v210", "plain", "mov avi mkv", ["-c:v", "v210"]),
    ("v308", "plain", "mov", ["-c:v", "v308"]), ("r210", "plain", "mov", ["-c:v", "r210"]),
    ("JPEG 2000", "plain", "mov mkv mxf avi", ["-c:v", "jpeg2000"]),
    ("CineForm", "plain", "mov avi mkv", ["-c:v", "cfhd"]),
    ("VC-2", "plain", "mkv mov ts", ["-c:v", "vc2", "-strict", "-1"]), ("Hap", "plain", "mov", ["-c:v", "hap"]),
  ]

  private static let old: [Kind] = [
    ("Theora", "plain", "ogv mkv", ["-c:v", "libtheora", "-q:v", "8", "-g", "10"]),
    ("H.263", "plain", "3gp avi mov mkv h263", ["-vf", "scale=176:144", "-c:v", "h263", "-q:v", "3"]),
    ("H.263", "version 2", "avi mov", ["-c:v", "h263p", "-q:v", "3"]),
    ("WMV 1", "plain", "asf wmv avi mkv", ["-c:v", "wmv1", "-q:v", "3"]),
    ("WMV 2", "plain", "wmv avi mkv", ["-c:v", "wmv2", "-q:v", "3"]),
    ("MS MPEG-4", "version 2", "avi asf", ["-c:v", "msmpeg4v2", "-q:v", "3"]),
    ("MS MPEG-4", "version 3", "avi asf mkv", ["-c:v", "msmpeg4", "-q:v", "3"]),
    ("Sorenson H.263", "plain", "flv avi mkv", ["-c:v", "flv1", "-q:v", "3"]),
    ("Cinepak", "plain", "mov avi mkv", ["-c:v", "cinepak"]),
    ("Sorenson Video", "plain", "mov", ["-c:v", "svq1"]), ("MS Video 1", "plain", "avi", ["-c:v", "msvideo1"]),
    ("Snow", "plain", "avi nut", ["-c:v", "snow", "-strict", "-2"]), ("ZMBV", "plain", "avi", ["-c:v", "zmbv"]),
    ("Flash screen", "plain", "flv", ["-c:v", "flashsv"]), ("SpeedHQ", "plain", "avi", ["-c:v", "speedhq"]),
    ("BMP", "plain", "avi", ["-c:v", "bmp"]), ("TIFF", "plain", "mov", ["-c:v", "tiff"]),
    ("RealVideo 1", "plain", "rm", ["-vf", "scale=176:144", "-c:v", "rv10"]),
  ]
}
