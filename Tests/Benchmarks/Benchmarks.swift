import ArgumentParser
import Foundation
import TestSupport

/// `make bench`: the same work through this program, ffmpeg, melt and ges-launch, measured in one go.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measures gstedit against ffmpeg, melt and ges-launch at the same work.",
    discussion: """
      Three clips are brought to 30 seconds of 720p at 30 frames a second and then edited by each program that is \
      installed, with the same encoder settings. Wall time, processor time and peak memory come from the kernel. \
      Editing itself is measured in this process, on a film of ten thousand clips that is never rendered, and so is \
      the drawing of layers.
      """,
    subcommands: [
      PictureRun.self, SwiftCompositorRun.self, ReadingRun.self, WritingRun.self, OwnNamesRun.self, AppleNamesRun.self,
    ])

  @Option(help: "A clip to make the films of; three are needed. Default: the first three of Pipelines/media.")
  var clip: [String] = []

  @Option(help: "How often everything is measured; the quickest run counts.")
  var runs = 1

  @Option(
    help:
      """
      What is measured: cuts, fades, motion, compositors, edits, facts, looking, layers, titles, files, jobs, seeks, \
      plays, smart, scaling, names or all.
      """)
  var contest: Choice = .all

  /// The contests to hold.
  enum Choice: String, ExpressibleByArgument {
    case cuts, fades, motion, compositors, edits, facts, looking, layers, titles, files, jobs, seeks, plays, smart,
      scaling, names, all
  }

  func run() async throws {
    if [.edits, .all].contains(contest) { print(try EditContest().text(runs: max(runs, 1))) }
    if [.facts, .all].contains(contest) { print(try await FactsContest(of: try clips()).text(runs: max(runs, 1))) }
    if [.layers, .all].contains(contest) { print(try LayerContest().text(runs: max(runs, 1))) }
    if [.jobs, .all].contains(contest) { print(try await JobContest(clip: try clips()[0]).text(runs: max(runs, 1))) }
    if [.seeks, .all].contains(contest) { print(try await SeekContest(clip: try clips()[0]).text()) }
    if [.plays, .all].contains(contest) {
      print(try await PlayContest(project: URL(filePath: "Pipelines/wwdc-2010-407/project.json")).text())
    }
    if [.smart, .all].contains(contest) { print(try await SmartContest(clip: try clips()[0]).text()) }
    if [.scaling, .all].contains(contest) { print(try await ScalingContest(clip: try clips()[0]).text()) }
    guard ![.edits, .facts, .layers, .jobs, .seeks, .plays, .smart, .scaling].contains(contest) else { return }
    if [.files, .all].contains(contest) {
      let files = try await FileContest(clip: try clips()[0])
      for size in FileContest.Size.allCases {
        for contest in try await files.contests(size) { try await hold(contest) }
      }
    }
    let films = [.looking, .titles, .files].contains(contest) ? [] : try await BenchmarkFilm.prepare(try clips())
    if [.cuts, .all].contains(contest) { try await hold(CutContest(films: films).contest()) }
    if [.fades, .all].contains(contest) { try await hold(FadeContest(films: films).contest()) }
    if [.names, .all].contains(contest) {
      try await hold(AppleNamesContest(film: films[0]).plain())
      try await hold(AppleNamesContest(film: films[0]).byCompositor())
    }
    if [.motion, .all].contains(contest) {
      let motion = try await MotionContest(clips: try clips())
      for edit in MotionContest.Edit.allCases {
        try await hold(motion.pictures(edit))
        try await hold(motion.film(edit))
      }
    }
    if [.titles, .all].contains(contest) {
      let titles = try await TitleContest(clip: try clips()[0])
      for size in TitleContest.Size.allCases {
        try await hold(titles.pictures(size))
        try await hold(titles.film(size))
      }
    }
    if [.looking, .all].contains(contest) {
      for looking in try await LookingContest(clips: try clips()).contests() { try await hold(looking) }
    }
    if [.compositors, .all].contains(contest) {
      let compositors = CompositorContest(films: films)
      try await hold(compositors.identity())
      try await hold(compositors.dissolve())
      try await hold(compositors.inFlight())
    }
  }

  private func hold(_ contest: Contest) async throws {
    print(try await Scoreboard(of: contest, runs: max(runs, 1)).text)
  }

  /// The clips that were asked for, or what the repository has.
  private func clips() throws -> [URL] {
    guard clip.isEmpty else { return clip.map { URL(filePath: $0) } }
    let folder = URL(filePath: "Pipelines/media")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let films = names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".webm") }.prefix(3)
    guard films.count == 3 else {
      throw ValidationError("Three clips are needed; \(folder.path) has \(films.count). Name some with --clip.")
    }
    return films.map { folder.appending(path: $0) }
  }
}
