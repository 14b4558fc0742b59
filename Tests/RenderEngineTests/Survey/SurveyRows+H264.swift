extension SurveyRows {
  private typealias Recipes = SurveyRecipes

  /// H.264 as encoders make it, in the containers that take it.
  static let h264: [SurveyRow] = {
    let usual = Recipes.h264
    let kinds: [(oddity: String, input: [String], codec: [String])] =
      [
        ("plain", usual), ("no B-frames", usual + ["-bf", "0"]),
        ("open GOP", usual + ["-x264-params", "open-gop=1:keyint=8:bframes=3:b-pyramid=normal"]),
        ("intra refresh", usual + ["-x264-params", "intra-refresh=1:keyint=10"]),
        ("4:2:2", Recipes.anyH264 + ["-pix_fmt", "yuv422p"]), ("4:4:4", Recipes.anyH264 + ["-pix_fmt", "yuv444p"]),
        ("10 bits", Recipes.anyH264 + ["-pix_fmt", "yuv420p10le"]),
        ("4:2:2, 10 bits", Recipes.anyH264 + ["-pix_fmt", "yuv422p10le"]), ("lossless", usual + ["-qp", "0"]),
        ("gray", Recipes.anyH264 + ["-pix_fmt", "gray"]), ("baseline", usual + ["-profile:v", "baseline", "-bf", "0"]),
        ("full range", Recipes.anyH264 + ["-pix_fmt", "yuvj420p"]), ("intra alone", usual + ["-g", "1"]),
        ("slices", usual + ["-x264-params", "slices=4"]), ("one key frame", usual + ["-g", "300"]),
        ("pixels of 16:11", usual + ["-vf", "setsar=16/11"]), ("cropped to 150x90", usual + ["-vf", "scale=150:90"]),
        ("variable rate", ["-vf", "select='not(eq(mod(n,5),3))'", "-vsync", "vfr"] + usual),
        ("RGB", ["-c:v", "libx264rgb", "-pix_fmt", "rgb24", "-g", "10"]),
      ].map { ($0.0, Recipes.picture, $0.1) }
      + ["tff", "bff"].map { order in
        (
          "interlaced, \(order)", Recipes.picture(rate: "50"),
          ["-vf", "interlace=scan=\(order):lowpass=off"] + usual + ["-x264-params", "\(order)=1"]
        )
      }
      + ["24000/1001", "30000/1001", "60000/1001", "60"].map { ("\($0) a second", Recipes.picture(rate: $0), usual) }
    let many = ["mp4", "mov", "mkv", "ts", "flv", "avi"].flatMap { type in
      kinds.map { row(.h264, type, "H.264", $0.oddity, $0.input + $0.codec) }
    }
    let others = ["m2ts", "mxf", "nut", "3gp", "f4v", "asf", "mpg"].map {
      row(.h264, $0, "H.264", "plain", Recipes.picture + usual)
    }
    return many + others + [
      row(.h264, "h264", "H.264", "plain", Recipes.picture + usual + ["-bsf:v", "h264_mp4toannexb"]),
      row(
        .h264, "mp4", "H.264", "odd size", Recipes.picture(size: "161x97") + Recipes.anyH264 + ["-pix_fmt", "yuv444p"]),
      row(
        .h264, "mkv", "H.264", "odd size", Recipes.picture(size: "161x97") + Recipes.anyH264 + ["-pix_fmt", "yuv444p"]),
    ] + turned
  }()

  /// Movies that are turned by their track's matrix.
  private static let turned: [SurveyRow] = {
    let turns: [(String, [Int32])] = [
      ("upright", [1, 0, 0, 1]), ("mirrored", [-1, 0, 0, 1]), ("upside down", [-1, 0, 0, -1]),
      ("mirrored, upside down", [1, 0, 0, -1]), ("turned right", [0, 1, -1, 0]), ("turned left", [0, -1, 1, 0]),
      ("turned right, mirrored", [0, 1, 1, 0]), ("turned left, mirrored", [0, -1, -1, 0]),
    ]
    return ["mp4", "mov"].flatMap { type in
      turns.map { name, matrix in
        SurveyRow(
          chapter: .h264, type: type, codec: "H.264", oddity: name,
          making: .ffmpeg(Recipes.picture + Recipes.h264), change: .matrix(matrix))
      }
    }
  }()

  /// A file that ffmpeg makes with `arguments`.
  static func row(
    _ chapter: SurveyChapter, _ type: String, _ codec: String, _ oddity: String, _ arguments: [String]
  ) -> SurveyRow {
    SurveyRow(chapter: chapter, type: type, codec: codec, oddity: oddity, making: .ffmpeg(arguments))
  }
}
