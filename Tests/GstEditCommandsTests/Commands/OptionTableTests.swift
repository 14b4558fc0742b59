import Foundation
import GstEdit
import ScriptedRendering
import TestSupport
import Testing

@testable import GstEditCommands

/// Each option of the commands that encode and copy, beside either: it is obeyed, or it is refused, and never passed over.
struct OptionTableTests {
  private static let commands = ["convert two.mp4", "trim two.mp4 --range 0..10", "concat two.mp4 two.mp4"]

  /// The options of each command, by the parser's own account, which takes seconds.
  private static let options = Task {
    let stage = try CommandStage()
    try #require(await stage.run("--experimental-dump-help") == .done)
    let tree = try #require(jsonObject(stage.output)["command"] as? [String: Any])
    var found: [String: Set<String>] = [:]
    for command in tree["subcommands"] as? [[String: Any]] ?? [] {
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }
        .filter { $0["kind"] as? String == "long" }.compactMap { $0["name"] as? String }
      found[command["commandName"] as? String ?? ""] = Set(names.map { "--\($0)" })
    }
    return found
  }

  /// The rows about `command`, with `GSTEDIT_FULL=1`. Without it each row is tried with one of the commands that have
  /// its option, in rotation from `turn` on: they share the option's code.
  private func rows(of command: String, turn: Int) async throws -> [OptionRow] {
    let options = try await Self.options.value
    return OptionRow.all.enumerated().filter { number, row in
      let having = Self.commands.filter { command in
        let name = String(command.split(separator: " ")[0])
        // `trim` runs with a range of its own.
        return row.names.allSatisfy { options[name]?.contains($0) == true }
          && (name == "convert" || !row.names.contains("--range"))
      }
      guard having.contains(command) else { return false }
      return ProofScope.isFull || having[(number + turn) % having.count] == command
    }.map(\.element)
  }

  @Test func `each option of a command that copies stands in the table`() async throws {
    let known = Set(OptionRow.all.flatMap(\.names)).union(OptionRow.neutral).union(OptionRow.shared)
    var checked: Set<String> = []
    for (command, options) in try await Self.options.value where options.contains("--copy") {
      checked.insert(command)
      #expect(options.count > 40 && options.subtracting(known) == [], "\(command)")
    }
    #expect(checked == ["convert", "trim", "concat"])
  }

  @Test(arguments: commands) func `where films are encoded, each is obeyed`(command: String) async throws {
    for row in try await rows(of: command, turn: 0) {
      let stage = try CommandStage()
      let status = await stage.run("\(command) -o out.mp4 \(row.words)")
      if row.names.contains("--subtitles") {
        #expect(status == .invalidProject && stage.errors.contains("words.srt"), "\(row.words): \(stage.errors)")
      } else {
        #expect(status == .done, "\(row.words): \(stage.errors)")
      }
      #expect(row.encoded(stage.renderer.record), "\(command) \(row.words)")
    }
  }

  @Test(arguments: commands, ["--copy", "--preset Passthrough"])
  func `where packets are copied, each is obeyed or wrong usage`(command: String, copies: String) async throws {
    // Both ways of saying it are asked the same question in the commands.
    let rows = try await rows(of: command, turn: 1).enumerated().filter { number, row in
      copies == "--copy" || !row.names.contains("--preset") && (ProofScope.isFull || number % 4 == 0)
    }.map(\.element)
    for row in rows {
      let stage = try CommandStage()
      let status = await stage.run("\(command) -o out.mp4 \(copies) \(row.words)")
      guard let shows = row.copied else {
        #expect(status == .usage, "\(row.words)")
        #expect(stage.errors.contains("copied") || stage.errors.contains("--copy"), "\(row.words): \(stage.errors)")
        #expect(stage.renderer.record.copies.isEmpty && stage.renderer.record.plans.isEmpty)
        continue
      }
      #expect(status == .done, "\(row.words): \(stage.errors)")
      let copy = try #require(stage.renderer.record.copies.first)
      #expect(stage.renderer.record.copies.count == 1 && shows(copy), "\(row.words): \(copy)")
    }
  }

  @Test(arguments: commands, ["", "--copy"])
  func `a header is put in front where there is one`(command: String, copies: String) async throws {
    let stage = try CommandStage()
    #expect(await stage.run("\(command) -o out.mkv \(copies) --fast-start") == .usage)
    #expect(stage.errors.contains("--fast-start") && stage.renderer.record.copies.isEmpty, "\(stage.errors)")
    #expect(stage.renderer.record.plans.isEmpty)
  }

  @Test(arguments: [
    ("--fit fill", "--size"), ("--soft", "--subtitles"), ("--mute --volume 2", "--mute"),
    ("--mute --loudness -16", "--mute"),
    ("--volume 2 --loudness -16", "not both"), ("--size 320x180 --scale 0.5", "not both"),
    ("--crop 0,0,0,10", "whole pixels"),
    ("--crop 10,10,10", "whole pixels"), ("--crop -1,0,10,10", "crop"), ("--rotate 45", "180"),
    ("--flip up", "vertical"),
    ("--volume 11", "decibels"), ("--volume -1", "decibels"), ("--volume 21dB", "decibels"),
    ("--volume nan", "decibels"),
    ("--loudness 3", "LUFS"), ("--speed-factor 0", "1/16"), ("--speed-factor 17", "1/16"),
    ("--speed-factor 2s", "1/16"),
    ("--size 0x10", "width"), ("--size 1x1", "width"), ("--mute --audio-bitrate 96k", "--mute"),
    ("--audio-codec none --channels 1", "none"), ("--video-codec none --quality 20", "none"),
    ("--channels 0", "channels"),
    ("--sample-rate 0", "samples"), ("--crop 600,0,100,100", "640 by 360"),
  ])
  func `senseless options are wrong usage, in a sentence`(options: String, words: String) async throws {
    let stage = try CommandStage()
    #expect(await stage.run("convert clip.mp4 -o out.mp4 \(options)") == .usage)
    #expect(stage.errors.contains(words), "\(stage.errors)")
    #expect(stage.renderer.record.plans.isEmpty)
  }

  private static let partial = [
    "play project.json -o a.mp4", "export project.json -o a.mp4", "plan project.json", "trim clip.mp4 -o a.mp4",
    "trim clip.mp4 -o a.mp4 --copy", "convert clip.mp4 -o a.mp4", "convert clip.mp4 -o a.mp4 --copy",
    "waveform clip.mp4 --json", "waveform project.json --json", "loudness clip.mp4", "loudness project.json",
    "silences clip.mp4", "scenes clip.mp4",
  ]

  private static let parts = [
    ("2..60", "ends after the media"), ("2+60s", "ends after the media"), ("60..", "starts where the film has ended"),
    ("60..70", "starts where the film has ended"), ("-1..2", "is no time"), ("2..1", "ends before it starts"),
    ("2+0s", "ends before it starts"), ("0:02", "is no range"),
  ]

  /// The rule of parts that the film does not hold, for all that take one: each command with one part, or with all of them with
  /// `GSTEDIT_FULL=1`.
  @Test(
    arguments: partial.enumerated().flatMap { place, command in
      parts.enumerated().filter { number, _ in ProofScope.isFull || (number + place) % 8 == 0 }.map {
        (command, $1.0, $1.1)
      }
    })
  func `a part that the film does not have is refused in a sentence`(
    command: String, range: String, words: String
  ) async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    let status = await stage.run("\(command) --range=\(range)")
    #expect(status == .usage, "\(status)")
    #expect(stage.errors.contains(words), "\(stage.errors)")
    #expect(stage.renderer.record.plans.isEmpty && stage.renderer.record.copies.isEmpty)
  }
}
