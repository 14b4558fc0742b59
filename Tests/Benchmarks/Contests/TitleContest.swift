import Foundation
import TestSupport

/// A line of text over twenty seconds of film, beside ffmpeg's `drawtext` and `ass` and melt's `dynamictext`: what it costs a frame more than
/// the film without it, as pictures that are made and dropped; and the whole way into a file.
struct TitleContest {
  /// Which pictures are titled.
  enum Size: CaseIterable {
    case high, full

    var pixels: (width: Int, height: Int) { self == .high ? (1280, 720) : (1920, 1080) }
    fileprivate var profile: String { self == .high ? "atsc_720p_30" : "atsc_1080p_30" }
  }

  private let films: [Size: URL]

  private static let text = "A day at the sea, thirty letters"
  private static let frameCount = 600
  private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"

  /// Makes the film of `clip` in both sizes, unless an earlier run has made it.
  init(clip: URL) async throws {
    var films: [Size: URL] = [:]
    for size in Size.allCases {
      films[size] = try await BenchmarkFilm.prepare(
        [clip], size: [size.pixels.width, size.pixels.height], frameCount: Self.frameCount)[0]
    }
    self.films = films
  }

  /// The pictures alone.
  func pictures(_ size: Size) throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    let film = source(size)
    let still = try scratch.write(script(moving: false), to: "still.ass")
    let moving = try scratch.write(script(moving: true), to: "moving.ass")
    return Contest(
      title: "the pictures of 20 s of \(size.pixels.height)p with a line of text", frameCount: Self.frameCount,
      promise: .added([
        .init("static", to: "plain", atMost: 0.3), .init("moving", to: "plain", atMost: 3),
        .init("ffmpeg", to: "ffmpeg plain", atMost: nil), .init("still script", to: "plain", atMost: 0.3),
        .init("ffmpeg still script", to: "ffmpeg plain", atMost: nil), .init("moving script", to: "plain", atMost: nil),
        .init("ffmpeg moving script", to: "ffmpeg plain", atMost: nil),
      ]),
      contestants: [
        try peers.pictures(project(size, []), as: "plain"), try peers.pictures(project(size, [title]), as: "static"),
        try peers.pictures(project(size, [], layers: [self.moving(size)]), as: "moving"),
        try peers.pictures(project(size, [], script: still), as: "still script"),
        try peers.pictures(project(size, [], script: moving), as: "moving script"),
        try peers.ffmpegPictures(inputs: ["-i", film.path], filter: "null", as: "ffmpeg plain"),
        try peers.ffmpegPictures(inputs: ["-i", film.path], filter: drawing(size)),
        try peers.ffmpegPictures(inputs: ["-i", film.path], filter: "ass=\(still.path)", as: "ffmpeg still script"),
        try peers.ffmpegPictures(inputs: ["-i", film.path], filter: "ass=\(moving.path)", as: "ffmpeg moving script"),
      ], scratch: scratch)
  }

  /// The whole way into a file.
  func film(_ size: Size) throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    let film = source(size)
    return Contest(
      title: "20 s of \(size.pixels.height)p with a line of text, x264 ultrafast CRF 23", frameCount: Self.frameCount,
      promise: .partOfFFmpeg(
        1,
        limit: .init(
          decoding: try peers.decoding([(film, .zero, Self.length)]), encoder: peers.encoder)),
      contestants: [
        try peers.gstedit(project(size, [title])),
        try peers.ffmpeg(inputs: ["-i", film.path], filter: drawing(size) + ",format=yuv420p"),
      ] + peers.melt(playlist(film) + filter(size), profile: size.profile), scratch: scratch)
  }

  private static let length = Fraction(frameCount) * BenchmarkFilm.rate.frameDuration

  private func source(_ size: Size) -> URL { films[size] ?? URL(filePath: "/") }

  /// How high letters are, in pixels: as high as in a subtitle.
  private func letterSize(_ size: Size) -> Int { size.pixels.height / 18 }

  private func drawing(_ size: Size) -> String {
    "drawtext=fontfile=\(Self.font):text='\(Self.text.replacing(",", with: "\\,"))':fontsize=\(letterSize(size))"
      + ":fontcolor=white:x=(w-tw)/2:y=h-th-h/20"
  }

  private func playlist(_ film: URL) -> [String] { [film.path, "in=0", "out=\(Self.frameCount - 1)"] }

  private func filter(_ size: Size) -> [String] {
    [
      "-filter", "dynamictext:\(Self.text)", "family=DejaVu Sans", "weight=700", "size=\(letterSize(size))",
      "halign=center",
      "valign=bottom", "fgcolour=0xffffffff", "bgcolour=0x00000000",
    ]
  }

  /// The line as a script of SubStation Alpha: all the time at the bottom, or moving, with an outline.
  private func script(moving: Bool) -> String {
    """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 1280
    PlayResY: 720

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Outline, Shadow, Alignment, MarginV
    Style: Default,DejaVu Sans,\(moving ? 72 : 40),&H00FFFFFF,-1,\(moving ? "2,2" : "0,0"),2,36

    [Events]
    Format: Start, End, Style, Text
    Dialogue: 0:00:00.00,0:00:20.00,Default,\(moving ? "{\\move(540,660,740,660)}" : "")\(Self.text)
    """
  }

  /// A title that is there all the time and does not move.
  private var title: [String: Any] {
    [
      "text": Self.text, "start": 0, "duration": 20, "style": "plain", "fontFamily": "DejaVu Sans", "fontWeight": 700,
      "fontSize": 1.0 / 18, "place": "bottom", "shadowOpacity": 0, "entrance": "none", "exit": "none",
    ]
  }

  /// A line that moves all the time, a sixth of the picture high and as wide as that, with a shadow.
  private func moving(_ size: Size) -> [String: Any] {
    let (width, height) = (Double(size.pixels.width), Double(size.pixels.height))
    return [
      "type": "text", "string": Self.text, "fontFamily": "DejaVu Sans", "fontWeight": 700, "fontSize": height / 10,
      "alignmentMode": "center", "bounds": [0, 0, width, height / 6],
      "position": [width / 2, height * 0.8],
      "shadowOpacity": 0.6, "shadowRadius": height / 160, "shadowOffset": [2, 3],
      "animations": [
        [
          "type": "basic", "keyPath": "position.x", "fromValue": 0.4 * width, "toValue": 0.6 * width, "duration": 20,
        ]
      ],
    ]
  }

  private func project(_ size: Size, _ titles: [[String: Any]], layers: [[String: Any]] = [], script: URL? = nil) throws
    -> String
  {
    var assets = ["film": ["uri": source(size).path]]
    if let script { assets["script"] = ["uri": script.path] }
    let project: [String: Any] = [
      "gstedit": 1, "assets": assets, "subtitles": script == nil ? [] : [["asset": "script"]],
      "composition": [
        "tracks": [["id": 1, "kind": "video", "segments": [["asset": "film", "in": 0, "duration": 20]]]]
      ],
      "titles": titles, "layers": layers,
      "export": ["fileType": "mp4", "video": ["codec": "h264", "quality": 23, "speed": "ultrafast"]],
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: project), as: UTF8.self)
  }
}
