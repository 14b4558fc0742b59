import Documents
import Foundation
import GstEdit

/// Copies packets, and says what they became.
struct CopyRun {
  let copy: PacketCopy
  let output: URL
  let shared: SharedOptions
  /// Whether the finished file is opened again.
  let verifies: Bool
  let reporter: any ProgressReporter
  let environment: CommandEnvironment

  /// Makes the file, and writes what it is.
  func callAsFunction() async throws {
    let start = environment.elapsed()
    let progress = AnalysisProgress(reporter, in: environment)
    let export = PassthroughExport(
      copy, to: output, replacesExistingFile: shared.overwrites, stagingURL: environment.staged(output),
      renderer: environment.renderer)
    let file = try await export.export { progress.report($0) }
    let problems = verifies ? try await problems(of: file) : []
    try environment.handOver(output)
    guard problems.isEmpty else {
      throw RenderError(
        .verificationFailed,
        "The finished file \(output.path) is not what it should be: \(problems.joined(separator: " "))",
        remedy: "Copy it again; if it stays so, report it.")
    }
    if shared.progress != .json {
      for warning in file.notes + file.damage.map(\.description) { environment.warn(warning) }
    }
    reporter.completed()
    if shared.json {
      try environment.write(JSONOutput.document(document(of: file)))
    } else if shared.progress == .auto || shared.progress == .tty {
      environment.writeMessage(sentence(of: file, after: environment.elapsed() - start) + "\n")
    }
  }

  private func document(of file: CopiedFile) -> JSONObject {
    [
      "path": output.path, "start": file.start.description, "duration": file.duration.description,
      "exact": file.isExact, "soundOffset": file.soundOffset.description, "packets": file.packetCounts,
      "bytes": file.byteCount, "verified": verifies ? true : nil, "notes": file.notes,
      "damage": file.damage.map { DamageReport($0) },
    ]
  }

  private func sentence(of file: CopiedFile, after elapsed: Duration) -> String {
    let count = file.packetCounts.reduce(0, +)
    let place =
      file.isExact
      ? "exactly"
      : file.soundOffset > .zero
        ? "sound up to \(DecimalText.rounded(file.soundOffset.seconds * 1_000, to: 1)) ms off"
        : "at key frames: from \(file.start.timecode)"
    return
      "\(output.path): \(count) packets copied, \(DecimalText.rounded(file.duration.seconds, to: 2)) s \(place), "
      + "\(DecimalText.size(file.byteCount))\(verifies ? ", verified" : ""), in \(DecimalText.rounded(elapsed / .seconds(1), to: 1)) s"
  }

  /// The problems of the finished file: all of it is looked at, and decoded.
  private func problems(of file: CopiedFile) async throws -> [String] {
    let asset = AssetReference(url: environment.staged(output) ?? output)
    let facts = try await MediaInspector(renderer: environment.renderer).facts(of: asset)
    var problems = facts.damage
    let difference = abs(facts.duration.seconds - file.duration.seconds)
    if difference > 0.1 {
      problems.append("It lasts \(facts.duration.timecode) instead of \(file.duration.timecode).")
    }
    return problems
  }
}
