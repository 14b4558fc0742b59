import ArgumentParser
import Documents
import GstEdit

/// `gstedit formats`: what can be written and read.
struct FormatsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the containers, codecs and presets that are written, what is read, and what is missing here.",
    discussion: """
      In the table of what is written, the usual codec stands first. A codec or a container with an asterisk is one that \
      this machine has no plugin for; what to install stands below.

      EXAMPLES
        gstedit formats
        gstedit formats --json
      """)

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func perform(in environment: CommandEnvironment) async throws {
    let report = FormatsReport(
      written: environment.renderer.writableFormats(), installation: try environment.installation())
    try environment.write(shared.json ? JSONOutput.document(report.json) : report.text)
  }
}

/// The formats that are written and read, for programs and for people.
///
/// ```
/// WRITTEN
///   type  files     pictures            sound
///   mp4   mp4, m4v  H.264, HEVC*        AAC
///
///   * HEVC: GStreamer's element "x265enc" is not installed. Install it: apt-get install gstreamer1.0-plugins-bad.
///
/// READ
///   containers  QuickTime, MPEG-4, …
///   pictures    H.264, HEVC, …
///   sound       AAC, …
///   subtitles   SubRip, …
///
/// PRESETS
///   1280x720  mp4, mov, mkv
/// ```
struct FormatsReport {
  let written: [WritableFormat]
  let installation: Installation

  /// The object of `--json`.
  var json: JSONObject {
    [
      "written": written.map { format -> JSONObject in
        [
          "fileType": format.fileType.rawValue, "title": format.fileType.format.title,
          "pathExtensions": format.fileType.format.pathExtensions,
          "subtitles": format.fileType.format.holdsSubtitles,
          "video": format.video.map { Self.json($0, name: $0.codec.rawValue) },
          "audio": format.audio.map { Self.json($0, name: $0.codec.rawValue) },
        ]
      },
      "read": [
        "containers": installation.containers.map { container -> JSONObject in
          ["name": container.name, "available": container.missing.isEmpty, "missing": container.missing]
        },
        "video": json(.pictureDecoders), "audio": json(.soundDecoders),
        "subtitles": SubtitleFormat.allCases.map(\.rawValue),
      ] as JSONObject,
      "presets": ExportPreset.all.map { preset -> JSONObject in
        ["name": preset.name, "fileTypes": preset.supportedFileTypes.map(\.rawValue)]
      },
    ]
  }

  /// The text for people.
  var text: String {
    var lines = ["WRITTEN"]
    let rows =
      [["type", "files", "pictures", "sound"]]
      + written.map { format in
        [
          format.fileType.rawValue, format.fileType.format.pathExtensions.joined(separator: ", "),
          Self.marked(format.video) { $0.format.title }, Self.marked(format.audio) { $0.format.title },
        ]
      }
    lines += Self.table(rows)
    let obstacles = obstacles
    if !obstacles.isEmpty { lines += [""] + obstacles.map { "  * " + $0 } }
    lines += ["", "READ"]
    let containers = installation.containers.map { $0.missing.isEmpty ? $0.name : $0.name + "*" }
    let (pictures, sound) = (marked(.pictureDecoders), marked(.soundDecoders))
    let subtitles = SubtitleFormat.allCases.map(\.name)
    for (name, words) in [
      ("containers", containers), ("pictures", pictures), ("sound", sound), ("subtitles", subtitles),
    ] {
      lines += Self.wrapped(words, under: name)
    }
    let missing = installation.missing.filter { Self.readers.contains($0.purpose) }
    if !missing.isEmpty { lines += [""] + missing.map { "  * " + $0.sentence } }
    lines += ["", "PRESETS"]
    lines += Self.table(
      ExportPreset.all.map { [$0.name, $0.supportedFileTypes.map(\.rawValue).joined(separator: ", ")] })
    return lines.map { $0 + "\n" }.joined()
  }

  /// The purposes of elements that read.
  private static let readers: [Installation.Purpose] = [.demuxers, .parsers, .pictureDecoders, .soundDecoders]

  /// The codecs that the decoders of `purpose` decode.
  private func marked(_ purpose: Installation.Purpose) -> [String] {
    installation.served(by: purpose).map { installation.isServed($0, by: purpose) ? $0 : $0 + "*" }
  }

  /// The codecs that the decoders of `purpose` decode, for programs.
  private func json(_ purpose: Installation.Purpose) -> [JSONObject] {
    installation.served(by: purpose).map { ["codec": $0, "available": installation.isServed($0, by: purpose)] }
  }

  /// Reasons for which codecs are not written here, each once, after the codec it was met at first.
  private var obstacles: [String] {
    var seen: Set<String> = []
    let all = written.flatMap { format in
      format.video.compactMap { encoding in encoding.obstacle.map { (encoding.codec.format.title, $0) } }
        + format.audio.compactMap { encoding in encoding.obstacle.map { (encoding.codec.format.title, $0) } }
    }
    return all.filter { seen.insert($0.1.description).inserted }.map { "\($0.0): \($0.1)" }
  }

  private static func marked<Codec>(
    _ encodings: [WritableFormat.Encoding<Codec>], _ title: (Codec) -> String
  ) -> String {
    guard !encodings.isEmpty else { return "–" }
    return encodings.map { title($0.codec) + ($0.isAvailable ? "" : "*") }.joined(separator: ", ")
  }

  private static func json<Codec>(_ encoding: WritableFormat.Encoding<Codec>, name: String) -> JSONObject {
    ["codec": name, "available": encoding.isAvailable, "obstacle": encoding.obstacle?.description]
  }

  /// Rows of equally wide columns.
  private static func table(_ rows: [[String]]) -> [String] {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).dropLast().map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }
      return "  " + cells.joined() + (row.last ?? "")
    }
  }

  /// `words` with commas between them, in lines of at most 100 columns that begin where the words after `name` do.
  private static func wrapped(_ words: [String], under name: String) -> [String] {
    let margin = 14
    var lines = ["  " + name + String(repeating: " ", count: margin - 2 - name.count)]
    for (index, word) in words.enumerated() {
      let word = index == words.count - 1 ? word : word + ","
      let isFirst = lines[lines.count - 1].count == margin
      if !isFirst, lines[lines.count - 1].count + 1 + word.count > 100 {
        lines.append(String(repeating: " ", count: margin) + word)
      } else {
        lines[lines.count - 1] += (isFirst ? "" : " ") + word
      }
    }
    return lines
  }
}
