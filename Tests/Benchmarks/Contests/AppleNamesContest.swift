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

  /// Frames read through a compositor that hands them on, without an encoder, whose time would be more than what is measured.
  func byCompositor() throws -> Contest {
    let scratch = try ScratchFolder()
    return Contest(
      title: "30 s of 720p read through a compositor class by AVFoundation's names",
      frameCount: BenchmarkFilm.frameCount,
      promise: .added([.init("apple-names", to: "own-names", atMost: 0.3)]),
      contestants: [run("own-names"), run("apple-names")], scratch: scratch)
  }

  private func run(_ command: String, _ scratch: ScratchFolder? = nil) -> Contest.Contestant {
    let output = scratch?.url("\(command).mp4")
    return Contest.Contestant(
      name: command,
      run: ProgramRun(
        ProgramLocation.buildFolder.appending(path: "Benchmarks"),
        [command, film.path] + (output.map { ["-o", $0.path] } ?? [])),
      output: output)
  }
}
