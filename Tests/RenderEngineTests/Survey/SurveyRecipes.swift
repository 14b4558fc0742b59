/// The inputs and encoders that the files of the survey are made from.
enum SurveyRecipes {
  // MARK: Inputs

  /// Thirty pictures, each of them another.
  static let picture = picture()
  /// A tone that rises, with a click in each tenth of a second.
  static let sound = sound()

  /// A test picture that moves.
  static func picture(size: String = "160x96", rate: String = "25", seconds: Double = 1.2) -> [String] {
    ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate):duration=\(seconds)"]
  }

  /// A test sound whose channels differ.
  static func sound(rate: Int = 48_000, channels: Int = 1, seconds: Double = 1.2) -> [String] {
    let expressions = (0..<channels).map { channel in
      let sweep = "sin(2*PI*(\(200 + 90 * channel)+\(700 - 60 * channel)*t)*t)"
      return "\(0.3 - 0.03 * Double(channel))*\(sweep)+\(channel % 2 == 0 ? 0.5 : -0.5)*lt(mod(t\\,0.1)\\,0.002)"
    }
    let layout = [1: "mono", 2: "stereo", 6: "5.1"][channels] ?? "stereo"
    return [
      "-f", "lavfi", "-i", "aevalsrc=exprs=\(expressions.joined(separator: "|")):s=\(rate):c=\(layout):d=\(seconds)",
    ]
  }

  /// A picture that stands still.
  static func still(size: String = "160x96") -> [String] {
    [
      "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=1:duration=1,drawbox=x=16:y=8:w=24:h=16:color=0xE04020:t=fill",
      "-frames:v", "1", "-update", "1",
    ]
  }

  /// A line of subtitles.
  static let subtitles = [
    "-f", "srt", "-i", "data:text/plain;base64,MQowMDowMDowMCwyMDAgLS0+IDAwOjAwOjAwLDgwMApIZWxsby4KCg==",
  ]

  /// Two chapters.
  static let chapters = [
    "-f", "ffmetadata", "-i",
    "data:text/plain;base64,"
      + "O0ZGTUVUQURBVEExCltDSEFQVEVSXQpUSU1FQkFTRT0xLzEwMDAKU1RBUlQ9MApFTkQ9NTAwCnRpdGxlPWEK"
      + "W0NIQVBURVJdClRJTUVCQVNFPTEvMTAwMApTVEFSVD01MDAKRU5EPTEyMDAKdGl0bGU9Ygo=",
  ]

  /// A cover.
  static let cover = ["-f", "lavfi", "-i", "color=red:size=64x64:rate=1:duration=1"]

  /// Pictures at half opacity.
  static let translucent = ["-vf", "format=rgba,colorchannelmixer=aa=0.5"]

  // MARK: Encoders

  /// H.264 of any pixel format, with B-frames.
  static let anyH264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "10", "-bf", "2"]
  static let h264 = anyH264 + ["-pix_fmt", "yuv420p"]
  static let mpeg2 = ["-c:v", "mpeg2video", "-g", "10", "-bf", "2", "-qscale:v", "3"]
  static let mpeg4 = ["-c:v", "mpeg4", "-g", "10", "-bf", "2", "-qscale:v", "3"]
  static let vp8 = ["-c:v", "libvpx", "-b:v", "1M", "-deadline", "realtime", "-cpu-used", "8", "-g", "10"]
  static let vp9 = ["-c:v", "libvpx-vp9", "-b:v", "1M", "-deadline", "realtime", "-cpu-used", "8", "-g", "10"]

  /// HEVC of `format`; `more` are settings of x265.
  static func hevc(_ format: String = "yuv420p", _ more: String = "keyint=10") -> [String] {
    ["-c:v", "libx265", "-preset", "veryfast", "-x265-params", "log-level=error:pools=1:\(more)", "-pix_fmt", format]
  }
}

/// All rows, in the table's order.
enum SurveyRows {
  static let all =
    h264 + timelines + tracks + pictures + sounds + samples + changing + stills + recorders + cutShort + damaged
    + foreign
}
