import Foundation
import TestSupport

/// Films drawn by custom compositors, beside the same films without: the cost of the way there and back.
struct CompositorContest {
  /// The films that are drawn.
  let films: [URL]

  private let length = Fraction(BenchmarkFilm.frameCount) * BenchmarkFilm.rate.frameDuration

  /// A film that every compositor hands on as it is.
  func identity() async throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    let plugin = try await PluginBuild.library(of: "identity.c", named: "identity.so", in: scratch)
    let film = document([.init(track: 1)], by: nil)
    let drawn = document([.init(track: 1)], by: "identity")
    return Contest(
      title: "30 s of 720p handed on as they are, x264 ultrafast CRF 23", frameCount: BenchmarkFilm.frameCount,
      promise: .added(
        ["identity in Swift", "identity in C"].map { .init($0, to: "passthrough", atMost: 1) }),
      contestants: [
        try peers.gstedit(film, as: "passthrough"), try peers.inSwift(drawn, as: "identity in Swift"),
        try peers.gstedit(drawn, as: "identity in C", plugins: [plugin]),
        try peers.ffmpeg(inputs: ["-i", films[0].path], filter: "null"),
      ], scratch: scratch)
  }

  /// A dissolve from one film to another that is as long as they are.
  func dissolve() throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    let fading = document(
      [.init(track: 2, opacity: [.ramp(start: .zero, duration: length, from: 0, to: 1)]), .init(track: 1)], by: nil)
    let dissolving = document([.init(track: 2), .init(track: 1)], by: "dissolve")
    let inputs = ["-i", films[0].path, "-i", films[1].path]
    return Contest(
      title: "30 s of dissolve between two films of 720p, x264 ultrafast CRF 23",
      frameCount: BenchmarkFilm.frameCount, promise: .multipleOfFirst(1.5),
      contestants: [
        try peers.gstedit(fading, as: "mix"),
        try peers.gstedit(
          dissolving, as: "dissolve plug-in", plugins: [ProgramLocation.plugin("Transitions")]),
        try peers.ffmpeg(inputs: inputs, filter: "[0:v][1:v]xfade=transition=fade:duration=\(length.value):offset=0"),
      ], scratch: scratch)
  }

  /// A compositor that takes far longer for a frame than anything else does, with more and more frames under way.
  func inFlight() throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    let film = document([.init(track: 1)], by: "slow")
    return Contest(
      title: "30 s of 720p through a slow compositor, 1, 2 and 4 frames under way, x264 ultrafast CRF 23",
      frameCount: BenchmarkFilm.frameCount,
      promise: .multipleOfFirst(ProcessInfo.processInfo.activeProcessorCount > 1 ? 0.75 : 1.1),
      contestants: try [1, 2, 4].map { (count: Int) in
        try peers.inSwift(film, as: "\(count) under way", inFlight: count)
      }, scratch: scratch)
  }

  /// A film of `layers`, drawn by `compositor`: track 1 shows the first film and track 2 the second.
  private func document(_ layers: [ProjectDocument.Layer], by compositor: String?) -> ProjectDocument {
    var document = ProjectDocument(
      assets: ["film1": films[0], "film2": films[1]],
      tracks: [
        .video(1, [.init(asset: "film1", in: .zero, duration: length)]),
        .video(2, [.init(asset: "film2", in: .zero, duration: length)]),
      ])
    document.videoComposition = .init(
      frameDuration: BenchmarkFilm.rate.frameDuration, renderSize: BenchmarkFilm.size,
      instructions: [.init(start: .zero, duration: length, layers: layers)])
    document.videoComposition?.customCompositor = compositor.map { .init(name: $0) }
    return document
  }
}
