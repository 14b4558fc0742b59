import Foundation
import TestSupport

/// A damaged project: validated, planned, and exported where it is valid.
public struct ProjectCase: Sendable, Hashable, CustomStringConvertible {
  /// What the damage follows from.
  public let number: UInt64

  /// The case of a number.
  public init(number: UInt64) {
    self.number = number
  }

  /// How the case is named on the command line.
  public var description: String { "--project --number \(number)" }

  /// How much a project asks for, as `validate` says it.
  private struct Extent {
    var (frames, pixels, samples, sampleRate) = (0, 0.0, 0, 0)

    init(_ text: String) {
      if let match = text.firstMatch(of: /(\d+) frames? of \S+ s, (\d+)x(\d+)/) {
        frames = Int(match.1) ?? .max
        pixels = Double(frames) * (Double(match.2) ?? 0) * (Double(match.3) ?? 0)
      }
      if let match = text.firstMatch(of: /(\d+) samples? at (\d+) Hz/) {
        (samples, sampleRate) = (Int(match.1) ?? .max, Int(match.2) ?? 0)
      }
    }

    var isLarge: Bool { frames > 3_000 || pixels > 30_000_000 || samples > 2_000_000 }
  }

  /// Runs the case.
  public func verdict() async throws -> FuzzVerdict {
    let mutation = ProjectMutation(try ProjectSpecimens.all(), seed: number)
    var judge = try ProgramJudge()
    for name in ProjectSpecimens.media.values {
      guard let film = FuzzFilm.named(name) else { continue }
      try FileManager.default.copyItem(at: try await film.url(), to: judge.folder.url(name))
    }
    try Data(mutation.bytes).write(to: judge.folder.url("project.json"))
    let ending = try await Self.run(mutation, &judge)
    return FuzzVerdict(
      ending: ending, faults: judge.faults, changes: mutation.changes.joined(separator: "; "), bytes: mutation.bytes)
  }

  private static func run(_ mutation: ProjectMutation, _ judge: inout ProgramJudge) async throws -> FuzzEnding? {
    guard let validation = try await judge.run(["validate", "project.json"]),
      let plan = try await judge.run(["plan", "project.json"])
    else { return nil }
    if validation.ending != plan.ending, validation.ending == .exited(0) {
      judge.note(.status, "what is valid cannot be planned: \(plan.errorText.suffix(300))")
    }
    if case .exited(let status) = validation.ending, status != 0 { return .refused(status) }
    let extent = Extent(validation.outputText + validation.errorText)
    let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(mutation.bytes))
    let name = "out.\(Self.fileType(of: tree) ?? "mkv")"
    guard
      let export = try await judge.run(
        ["export", "project.json", "-o", name] + (extent.isLarge ? ["--range", "0..0.1"] : []), writes: name)
    else { return nil }
    if case .exited(let status) = export.ending, status != 0 { return .failed(status) }
    guard !extent.isLarge else { return .large }
    guard let output = try await judge.decoded(name) else { return nil }
    // Codecs with losses have rates of their own, and MP3 and AAC frames of a length.
    let isCounted =
      ["mkv", "wav"].contains(URL(filePath: name).pathExtension) && output.sampleRate == extent.sampleRate
    let hasFrames = isCounted && output.samples > extent.samples ? try await judge.hasFramesOfSound(name) : false
    if output.frames != extent.frames || isCounted && output.samples != extent.samples && !hasFrames {
      judge.note(
        .incomplete,
        "the output has \(output.frames) frames and \(output.samples) samples, "
          + "the project \(extent.frames) and \(extent.samples)")
    }
    return .rendered
  }

  /// What a project says is written.
  private static func fileType(of tree: JSONTree?) -> String? {
    guard case .object(let members) = tree,
      case .object(let export) = members.first(where: { $0.key == "export" })?.value,
      case .text(let type) = export.first(where: { $0.key == "fileType" })?.value
    else { return nil }
    return type
  }
}
