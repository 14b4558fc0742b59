import ArgumentParser
import Foundation
import FuzzCases

/// `make fuzz`: the program on damaged media and projects.
@main
struct Fuzzing: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzzing",
    abstract: "Runs gstedit on damaged media and projects, and says where it does what it must not.",
    discussion: """
      Small films are damaged in ways that follow from a number, probed and rendered; so are projects, four of them \
      for each film. A fault is a crash, a minute without an end, 1.5 GB of memory, a temporary file that stays, a \
      failure without a sentence, and a success with less than what was asked for. Each fault is printed with the \
      options that repeat it; what belongs into the list of kept cases is its film and number. GSTEDIT_PROGRAM names \
      another program than that of the same build.
      """)

  @Option(help: "How long to run.")
  var minutes = 60.0

  @Option(help: "The number of the first case; by default one that follows from the time.")
  var first: UInt64?

  @Option(help: "The number of the one case to run.")
  var number: UInt64?

  @Option(help: "The film to damage.")
  var film: String?

  @Flag(help: "Damage projects alone.")
  var project = false

  @Flag(help: "Damage media alone.")
  var media = false

  @Flag(help: "Copy the packets of damaged media, and nothing else.")
  var copies = false

  @Option(help: "A folder that keeps the files of the cases with faults.")
  var keep: String?

  @Flag(help: "Print also the cases in which much is missing and ffmpeg complains.")
  var lost = false

  func run() async throws {
    if let number {
      let verdict = try await verdict(number, ofProject: project)
      print("\(verdict.changes)\n\(verdict.ending?.description ?? "not ended")")
      try report(verdict, number, ofProject: project)
      throw ExitCode(verdict.faults.isEmpty ? 0 : 1)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let first = first ?? UInt64(Date.now.timeIntervalSince1970) * 1_000
    var (tally, projectTally) = (FuzzTally(), FuzzTally())
    var number = first
    while clock.now - start < .seconds(minutes * 60) {
      if !project {
        let verdict = try await verdict(number, ofProject: false)
        try report(verdict, number, ofProject: false)
        tally.add(verdict)
      }
      for step in 0..<4 where !media && !copies && film == nil {
        let number = number &* 4 &+ UInt64(step)
        let verdict = try await self.verdict(number, ofProject: true)
        try report(verdict, number, ofProject: true)
        projectTally.add(verdict)
      }
      number += 1
    }
    let seconds = (clock.now - start) / .seconds(1)
    print("Media: \(tally.text)\nProjects: \(projectTally.text)")
    print("\(Double(tally.count + projectTally.count) / seconds) cases a second, from number \(first) on")
    throw ExitCode(tally.faults.isEmpty && projectTally.faults.isEmpty ? 0 : 1)
  }

  private func verdict(_ number: UInt64, ofProject: Bool) async throws -> FuzzVerdict {
    if ofProject { return try await ProjectCase(number: number).verdict() }
    if copies { return try await CopyCase(number: number).verdict() }
    return try await mediaCase(number).verdict()
  }

  private func mediaCase(_ number: UInt64) -> MediaCase {
    film.map { MediaCase(film: $0, number: number) } ?? MediaCase(number: number)
  }

  /// Prints the faults of a case, and keeps its file.
  private func report(_ verdict: FuzzVerdict, _ number: UInt64, ofProject: Bool) throws {
    let isLost = lost && verdict.ending == .shorter(ffmpegComplains: true)
    guard !verdict.faults.isEmpty || isLost else { return }
    let (options, name) =
      ofProject
      ? (ProjectCase(number: number).description, "\(number)-project.json")
      : copies
        ? (CopyCase(number: number).description, "\(number)-copy")
        : (mediaCase(number).description, "\(number)-\(mediaCase(number).film)")
    // Written at once, so that a long run that is ended early has reported all faults.
    for seen in verdict.faults.map(\.description) + (isLost ? ["much is missing"] : []) {
      try FileHandle.standardOutput.write(contentsOf: Data("\(options)\n  \(seen)\n  \(verdict.changes)\n".utf8))
    }
    guard let keep else { return }
    try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true)
    try Data(verdict.bytes).write(to: URL(filePath: keep).appending(path: name))
  }
}
