import Foundation
import TestSupport

/// A damaged file: probed, and rendered whole.
public struct MediaCase: Sendable, Hashable, CustomStringConvertible {
  /// The film that is damaged.
  public let film: String

  /// What the damage follows from.
  public let number: UInt64

  /// The case of a film and a number.
  public init(film: String, number: UInt64) {
    (self.film, self.number) = (film, number)
  }

  /// The case of a number alone: it chooses the film, too.
  public init(number: UInt64) {
    let films = FuzzFilm.all
    self.init(film: films[Int(number % UInt64(films.count))].name, number: number)
  }

  /// How the case is named on the command line.
  public var description: String { "--film \(film) --number \(number)" }

  /// What the whole film gives.
  struct Reference: Sendable {
    var facts: JSONTree
    var output: DecodedOutput
  }

  /// Runs the case, and says how it differs from the whole film if it is to be compared.
  public func verdict(comparing: Bool = true) async throws -> FuzzVerdict {
    guard let film = FuzzFilm.named(film) else {
      throw MediaTools.Failure(tool: "fuzzing", complaint: "no film is named \(film)")
    }
    let original = [UInt8](try Data(contentsOf: try await film.url()))
    let mutation = MediaMutation(original, MediaKind(extension: film.type), seed: number)
    return try await Self.verdict(
      of: mutation.bytes, type: film.type, changes: mutation.changes.joined(separator: "; "),
      reference: comparing ? try await ReferenceShelf.shared.reference(of: film) : nil)
  }

  /// Probes a file's bytes and renders them; compares with what the whole film gives.
  static func verdict(
    of bytes: [UInt8], type: String, changes: String, reference: Reference?
  ) async throws -> FuzzVerdict {
    var judge = try ProgramJudge()
    let file = judge.folder.url("damaged.\(type)")
    try Data(bytes).write(to: file)
    let (ending, _) = try await run(file, reference, &judge)
    return FuzzVerdict(ending: ending, faults: judge.faults, changes: changes, bytes: bytes)
  }

  /// What a whole film gives; nil where the program refuses it.
  static func reference(of film: FuzzFilm) async throws -> Reference? {
    var judge = try ProgramJudge()
    let file = judge.folder.url("whole.\(film.type)")
    try Data(contentsOf: try await film.url()).write(to: file)
    return try await run(file, nil, &judge).1
  }

  private static func run(
    _ file: URL, _ reference: Reference?, _ judge: inout ProgramJudge
  ) async throws -> (FuzzEnding?, Reference?) {
    guard let probe = try await judge.run(["probe", "--json", file.path]) else { return (nil, nil) }
    if case .exited(let status) = probe.ending, status != 0 { return (.refused(status), nil) }
    guard let facts = try JSONDecoder().decode([ProbedFacts].self, from: probe.output).first else {
      judge.note(.silence, "probe says nothing of the file")
      return (nil, nil)
    }
    let tree = try JSONDecoder().decode([JSONTree].self, from: probe.output)[0].without("file")
    try Data(facts.project(of: file).text().utf8).write(to: judge.folder.url("project.json"))
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    if let impossible = size.flatMap(facts.impossible) { judge.note(.incomplete, impossible) }
    try await takeStills(of: file, facts, &judge)
    let isLarge = facts.pixels > 40_000_000 || Fraction(20) < facts.length
    let ranges = isLarge ? ["0..0.1", "\(facts.length - Fraction(1, 10)).."] : [""]
    for range in ranges {
      let arguments =
        ["export", "project.json", "-o", "out.mkv", "-y"] + (range.isEmpty ? [] : ["--range", range])
        + ["--video-codec", facts.video.isEmpty ? "none" : "ffv1"]
        + ["--audio-codec", facts.audio.isEmpty ? "none" : "flac"]
      guard let export = try await judge.run(arguments, writes: "out.mkv") else { return (nil, nil) }
      if case .exited(let status) = export.ending, status != 0 { return (.failed(status), nil) }
      guard !isLarge else { continue }
      guard let output = try await judge.decoded("out.mkv") else { return (nil, nil) }
      compare(output, with: facts, &judge)
      let found = Reference(facts: tree, output: output)
      guard let reference else { return (.rendered, found) }
      if output == reference.output, tree == reference.facts { return (.same, found) }
      let warned = (probe.errorText + export.errorText).contains("warning")
      let complains = try await DecodedOutput.complains(of: file)
      let ending: FuzzEnding =
        !warned && output.lacksMuch(of: reference.output)
        ? .shorter(ffmpegComplains: complains)
        : .different(otherFacts: tree != reference.facts, warned: warned, ffmpegComplains: complains)
      return (ending, found)
    }
    return (.large, nil)
  }

  /// Pictures out of order, where the decoder seeks.
  private static func takeStills(of file: URL, _ facts: ProbedFacts, _ judge: inout ProgramJudge) async throws {
    guard let video = facts.video.first, !video.isStill, Fraction.zero < facts.length else { return }
    let times = [Fraction(3, 4), Fraction(1, 4), Fraction(1, 2)].map { (facts.length * $0).description }
    let stills = try await judge.run(
      ["thumbnails", file.path, "--at"] + times + ["-o", "stills", "--exact", "--json"], writes: "stills",
      keepsParts: true)
    let folder = judge.folder.url("stills").path
    guard FileManager.default.fileExists(atPath: folder) else { return }
    let pictures = try FileManager.default.contentsOfDirectory(atPath: folder)
    if stills?.ending == .exited(0), pictures.count != times.count {
      judge.note(.incomplete, "\(pictures.count) of \(times.count) stills are there: \(stills?.outputText ?? "")")
    }
    try FileManager.default.removeItem(atPath: folder)
  }

  /// A success must hold what was asked for.
  private static func compare(_ output: DecodedOutput, with facts: ProbedFacts, _ judge: inout ProgramJudge) {
    if output.frames != facts.frames {
      judge.note(.incomplete, "the output has \(output.frames) frames, the file \(facts.frames)")
    }
    guard !facts.audio.isEmpty else { return }
    let asked = (facts.length * Fraction(output.sampleRate)).rounded
    if abs(output.samples - asked) > 1 {
      judge.note(.incomplete, "the output has \(output.samples) samples, the file \(asked)")
    }
  }
}

/// What the whole films give, found once.
actor ReferenceShelf {
  /// The shelf of the process.
  static let shared = ReferenceShelf()

  private var references: [String: MediaCase.Reference?] = [:]

  /// What a whole film gives; nil where the program refuses it.
  func reference(of film: FuzzFilm) async throws -> MediaCase.Reference? {
    if let known = references[film.name] { return known }
    let found = try await MediaCase.reference(of: film)
    references[film.name] = .some(found)
    return found
  }
}
