import Foundation
import TestSupport

/// The same exports by AVFoundation's names and by the library's own: what the names cost.
struct AppleNamesContest {
  /// The film that is exported.
  let film: URL

  /// An export with the preset of the highest quality.
  func plain() throws -> Contest {
    let scratch = try ScratchFolder()
    return Contest(
      title: "30 s of 720p exported by AVFoundation's names, at the highest quality",
      frameCount: BenchmarkFilm.frameCount, promise: .multipleOfFirst(1.02),
      contestants: [run("own-names", scratch), run("apple-names", scratch)], scratch: scratch)
  }

  /// The same through a compositor that hands frames on.
  func byCompositor() throws -> Contest {
    let scratch = try ScratchFolder()
    let (own, apple) = ("own-names --by-compositor", "apple-names --by-compositor")
    return Contest(
      title: "30 s of 720p through a compositor class by AVFoundation's names, at the highest quality",
      frameCount: BenchmarkFilm.frameCount, promise: .added([.init(apple, to: own, atMost: 0.3)]),
      contestants: [run(own, scratch), run(apple, scratch)], scratch: scratch)
  }

  private func run(_ command: String, _ scratch: ScratchFolder) -> Contest.Contestant {
    let words = command.split(separator: " ").map(String.init)
    let output = scratch.url("\(command.replacing(" ", with: "")).mp4")
    return Contest.Contestant(
      name: command,
      run: ProgramRun(
        ProgramLocation.buildFolder.appending(path: "Benchmarks"),
        [words[0], film.path, "-o", output.path] + words.dropFirst()),
      output: output)
  }
}
