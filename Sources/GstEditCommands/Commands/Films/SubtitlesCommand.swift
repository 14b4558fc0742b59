import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit subtitles`: the cues of a file of subtitles, or of a film's track.
struct SubtitlesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "subtitles",
    abstract: "Show, extract or convert the subtitles of a file, of a film's track or of a project.",
    discussion: """
      Reads SubRip, WebVTT, SubStation Alpha, TTML and SBV by what they say, in any encoding, and tracks of text in MP4, \
      QuickTime, Matroska and WebM. Of a film that has several the first is taken, unless --track or --language says \
      which; --list shows them. Of a project they are those of its film, as a file beside it may have them. Cues that cannot be read are warned of, with their line, and all others are read.

      Without --format and --output the cues are listed; --json has exact times.

      EXAMPLES
        gstedit subtitles film.mkv --list
        gstedit subtitles film.mkv --language de -o film.de.srt
        gstedit subtitles old.srt --charset windows-1250 --format vtt
        gstedit subtitles project.json -o film.srt
      """)

  @OptionGroup var media: MediaSourceArgument

  @Flag(help: "List the tracks of text instead of cues.") var list = false

  @Option(help: ArgumentHelp("Which of the film's tracks of text, counted from 0.", valueName: "number"))
  var track: Int?

  @Option(help: ArgumentHelp("The first track in this language, as in BCP 47: de, en-GB.", valueName: "tag"))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "Write as srt, vtt, ass, ttml or sbv: as the output's name ends unless given.", valueName: "format"),
    transform: Self.format)
  var format: SubtitleFormat?

  @Option(
    help: ArgumentHelp(
      "The encoding of a file of subtitles, as iconv knows it; found out unless given.", valueName: "name"))
  var charset: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { media.name }

  func validate() throws {
    if let track, track < 0 { throw ValidationError("There is no track \(track). Count from 0.") }
    if track != nil, language != nil { throw ValidationError("Give --track or --language, not both.") }
    if let output, format == nil, SubtitleFormat(suffix: URL(filePath: output).pathExtension) == nil {
      throw ValidationError("The name \(output) does not say how subtitles are written. Give --format.")
    }
  }

  @Sendable private static func format(_ text: String) throws -> SubtitleFormat {
    if let format = SubtitleFormat(rawValue: text.lowercased()) { return format }
    let known = SubtitleFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("“\(text)” is no format of subtitles. Give one of \(known).")
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    try media.files(writing: output, replacing: shared.overwrites, in: environment)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let tracks = try await tracks(in: environment)
    if list { return try write(listOf: tracks, in: environment) }
    let track = try chosen(of: tracks)
    for warning in track.warnings { environment.warn(warning.description) }
    if let output {
      let url = environment.url(output)
      let target = ImageFile(url)
      let format = format ?? SubtitleFormat(suffix: url.pathExtension) ?? .srt
      try target.check(replacing: shared.overwrites)
      try target.write(Array(track.track.document.text(as: format).utf8), replacing: shared.overwrites, in: environment)
      if shared.json { try environment.write(JSONOutput.document(track.track.document.json)) }
    } else if let format {
      try environment.write(track.track.document.text(as: format))
    } else if shared.json {
      try environment.write(JSONOutput.document(track.track.document.json))
    } else {
      try environment.write(track.track.document.cues.map(\.line).joined())
    }
  }

  private func tracks(in environment: CommandEnvironment) async throws -> [StoredSubtitles] {
    guard let project = try media.project(in: environment) else {
      return try await environment.renderer.subtitles(of: media.asset(in: environment), charset: charset)
    }
    return try await ProjectRender(project, renderer: environment.renderer).subtitles().map { found in
      StoredSubtitles(
        found.track, codecType: found.source.mode == .burn ? "drawn" : "track", format: .vtt, warnings: found.warnings)
    }
  }

  private func write(listOf tracks: [StoredSubtitles], in environment: CommandEnvironment) throws {
    if shared.json {
      try environment.write(JSONOutput.document(tracks.enumerated().map { $1.json(at: $0) }))
    } else {
      try environment.write(tracks.enumerated().map { "\($0): \($1.shown)\n" }.joined())
    }
  }

  private func chosen(of tracks: [StoredSubtitles]) throws(RenderError) -> StoredSubtitles {
    let found: StoredSubtitles? =
      if let track {
        tracks.indices.contains(track) ? tracks[track] : nil
      } else if let language {
        tracks.first { $0.track.speaks(language) }
      } else {
        tracks.first
      }
    if let found { return found }
    let known = tracks.enumerated().map { "\($0) (\($1.shown))" }.joined(separator: ", ")
    throw RenderError(
      .mediaUnreadable,
      media.name + ": "
        + (tracks.isEmpty
          ? "The file has no subtitles that are text."
          : track.map { "The file has no track \($0) of text." }
            ?? "The file has no text in the language \(language ?? "")."),
      remedy: tracks.isEmpty ? "Look at its tracks with probe." : "It has \(known).")
  }
}

extension StoredSubtitles {
  /// The track for people.
  fileprivate var shown: String {
    [
      track.languageTag, codecType, track.name, track.isForced ? "forced" : nil,
      track.isDefault ? nil : "not shown unless asked for",
      track.document.cues.count == 1 ? "1 cue" : "\(track.document.cues.count) cues",
    ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  fileprivate func json(at index: Int) -> JSONObject {
    [
      "track": index, "trackID": number.map { Int($0) }, "codecType": codecType, "language": track.languageTag,
      "name": track.name, "isDefault": track.isDefault, "isForced": track.isForced, "cues": track.document.cues.count,
      "format": format.rawValue,
      "encoding": encoding,
    ]
  }
}

extension SubtitleCue {
  /// "00:00:01.000  00:00:03.500  Where is / everybody?"
  fileprivate var line: String {
    let lines = text.inline.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " / ")
    return "\(start.timecode)  \(end.timecode)  \(lines)\n"
  }
}

extension SubtitleDocument {
  /// The cues; times are exact fractions of seconds.
  fileprivate var json: [JSONObject] {
    cues.map { cue in
      let duration = try? cue.end - cue.start
      let position = cue.placement == SubtitlePlacement() ? nil : cue.placement.settings
      return [
        "start": cue.start.description, "end": cue.end.description, "duration": duration?.description,
        "startSeconds": cue.start.seconds, "endSeconds": cue.end.seconds, "text": cue.text.inline,
        "identifier": cue.identifier.isEmpty ? nil : cue.identifier, "placement": position,
        "voice": cue.text.runs.first?.voice,
        "runs": cue.text.runs.contains { $0.style != SubtitleTextStyle() || $0.annotation != nil }
          ? cue.text.runs.map(\.json) : nil,
      ]
    }
  }
}

extension SubtitleText.Run {
  fileprivate var json: JSONObject {
    [
      "text": text, "bold": style.isBold ? true : nil, "italic": style.isItalic ? true : nil,
      "underline": style.isUnderlined ? true : nil, "strikethrough": style.isStruckThrough ? true : nil,
      "color": style.color?.hexadecimal, "backgroundColor": style.backgroundColor?.hexadecimal,
      "outlineColor": style.outlineColor?.hexadecimal, "fontFamily": style.fontFamily, "fontSize": style.fontSize,
      "language": language, "annotation": annotation, "time": time?.description,
    ]
  }
}
