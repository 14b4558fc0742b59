extension SurveyRows {
  private typealias Recipes = SurveyRecipes

  /// Files that are joined from two, whose sizes, formats, rates or channels differ.
  static let changing: [SurveyRow] = {
    func joined(_ type: String, _ codec: String, _ oddity: String, _ parts: [[String]]) -> SurveyRow {
      SurveyRow(chapter: .changing, type: type, codec: codec, oddity: oddity, making: .joined(parts))
    }
    func sound(_ type: String, _ codec: String, _ oddity: String, _ rate: Int, _ channels: Int) -> SurveyRow {
      let first = Recipes.sound(rate: 48_000, channels: 1) + ["-c:a", codec]
      return joined(
        type, codec, oddity, [first, Recipes.sound(rate: rate, channels: channels, seconds: 0.7) + ["-c:a", codec]])
    }
    let sounds: [(type: String, codec: String)] = [
      ("ogg", "libvorbis"), ("opus", "libopus"), ("oga", "flac"), ("aac", "aac"), ("mp3", "libmp3lame"), ("ac3", "ac3"),
      ("ts", "aac"),
    ]
    let heard = sounds.flatMap { type, codec in
      [
        sound(type, codec, "twice", 48_000, 1), sound(type, codec, "mono, then stereo", 48_000, 2),
      ] + (codec == "libopus" ? [] : [sound(type, codec, "48,000, then 44,100 Hz", 44_100, 1)])
    }
    let codecs: [(type: String, name: String, arguments: [String])] = [
      ("h264", "H.264", Recipes.h264), ("ts", "H.264", Recipes.h264), ("m2v", "MPEG-2", Recipes.mpeg2),
      ("ivf", "VP9", Recipes.vp9), ("ivf", "VP8", Recipes.vp8), ("h265", "HEVC", Recipes.hevc()),
    ]
    let seen = codecs.map { type, name, arguments in
      joined(
        type, name, "160x96, then 320x192",
        [Recipes.picture(seconds: 0.8) + arguments, Recipes.picture(size: "320x192", seconds: 0.8) + arguments])
    }
    let copies = [("ts", "mkv"), ("ts", "mp4"), ("ivf", "webm"), ("ivf", "mp4")].compactMap {
      (source, type) -> SurveyRow? in
      guard let whole = seen.first(where: { $0.type == source }) else { return nil }
      return SurveyRow(
        chapter: .changing, type: type, codec: whole.codec, oddity: "160x96, then 320x192, out of \(source)",
        making: .packets(of: whole))
    }
    let formats = joined(
      "h264", "H.264", "4:2:0, then 4:4:4",
      [
        Recipes.picture(seconds: 0.8) + Recipes.h264,
        Recipes.picture(seconds: 0.8) + Recipes.anyH264 + ["-pix_fmt", "yuv444p"],
      ])
    return heard + seen + copies + [formats]
  }()
}
