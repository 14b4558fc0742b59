import Foundation
import GstEdit
import MediaFormats
import TestSupport

/// A file that the program writes: its packets and edit lists as ffprobe sees them, how the program reads it again, and where
/// its click is heard.
struct WrittenFile {
  /// What the row is called, and the program's arguments without the output's name.
  var name: String
  var arguments: [String]
  /// What the output's name ends in.
  var type: String

  /// Every codec in every container that holds it, beside the first of the other kind; all presets; copies; projects.
  static func all(film: URL, projects: [URL]) -> [WrittenFile] {
    var all: [WrittenFile] = []
    for type in FileType.allCases where !type.isPictureSequence {
      let (pictures, sounds) = (type.format.videoCodecs, type.format.audioCodecs)
      let pairs =
        pictures.isEmpty
        ? sounds.map { (VideoCodec?.none, AudioCodec?.some($0)) }
        : pictures.map { (VideoCodec?.some($0), sounds.first) } + sounds.dropFirst().map { (pictures.first, $0) }
      for (picture, sound) in pairs {
        let options =
          (picture.map { ["--video-codec", $0.rawValue] } ?? []) + (sound.map { ["--audio-codec", $0.rawValue] } ?? [])
        let words = [type.rawValue, picture?.rawValue, sound?.rawValue].compactMap(\.self).joined(separator: " ")
        all.append(
          WrittenFile(name: "written: \(words)", arguments: ["convert", film.path] + options, type: type.rawValue))
      }
      all.append(
        WrittenFile(
          name: "copied: \(type.rawValue)", arguments: ["convert", film.path, "--copy"], type: type.rawValue))
    }
    for preset in ExportPreset.all {
      let type = preset.supportedFileTypes.first ?? .mp4
      all.append(
        WrittenFile(
          name: "preset: \(preset.name)", arguments: ["convert", film.path, "--preset", preset.name],
          type: type.rawValue))
    }
    return all
      + projects.map { project in
        let name = project.deletingLastPathComponent().lastPathComponent + "/" + project.lastPathComponent
        return WrittenFile(name: "project: \(name)", arguments: ["export", project.path], type: "mp4")
      }
  }

  /// The row of the file, which is written into `folder`.
  func row(in folder: ScratchFolder) async -> BaselineRow {
    let output = folder.url("written.\(type)")
    defer { try? FileManager.default.removeItem(at: output) }
    let run = ProgramRun(ProgramLocation.gstedit, arguments + ["-o", output.path, "-y", "--progress", "none"])
    guard let outcome = try? await run.outcome() else {
      return BaselineRow(name: name, values: ["error": ["not started"]])
    }
    guard outcome.ending == .exited(0) else {
      return BaselineRow(name: name, values: ["error": lines("\(outcome.ending)\n\(outcome.errorText)", output)])
    }
    var row = await ReadFile(url: output).row(name: name)
    row.values["warnings"] = lines(outcome.errorText, output)
    let entries =
      "packet=stream_index,pts,dts,duration,flags,data_hash:packet_side_data:stream=time_base,start_pts,duration_ts"
    let packets = try? await MediaTools.ffprobe(
      ["-ignore_editlist", "1", "-show_data_hash", "crc32", "-show_entries", entries, "-of", "compact"]
        .filter { type == "mp4" || type == "mov" || type == "m4a" || ($0 != "-ignore_editlist" && $0 != "1") }
        + [output.path])
    row.values["packets"] = lines(packets ?? "ffprobe fails", output)
    if let samples = try? await SoundReader.firstChannel(output), let rate = try? await SoundReader.rate(output) {
      row.values["click"] = [Click.position(in: samples, rate: rate).map { "\($0) at \(rate) Hz" } ?? "none"]
    }
    return row
  }

  private func lines(_ text: String, _ output: URL) -> [String] {
    text.replacing(output.path, with: "FILE").replacing(output.deletingLastPathComponent().path, with: "FOLDER").split(
      separator: "\n"
    ).map(String.init)
  }
}

/// The plan of a project, as the program prints it.
struct PrintedPlan {
  let project: URL

  func row() async -> BaselineRow {
    let name = project.deletingLastPathComponent().lastPathComponent + "/" + project.lastPathComponent
    let outcome = try? await ProgramRun(ProgramLocation.gstedit, ["plan", project.path]).outcome()
    let text =
      outcome.map { $0.ending == .exited(0) ? $0.outputText : "\($0.ending)\n\($0.errorText)" } ?? "not started"
    return BaselineRow(name: "plan: \(name)", values: ["plan": text.split(separator: "\n").map(String.init)])
  }
}
