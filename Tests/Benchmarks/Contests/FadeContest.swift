import Foundation
import TestSupport

/// Three clips of 30 seconds with a cross-fade of one second at each join: what an ordinary film costs.
struct FadeContest {
  /// The films that are joined.
  let films: [URL]

  /// Frames of a film.
  private let length = BenchmarkFilm.frameCount

  /// Frames of a cross-fade.
  private let fade = 30

  func contest() throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "veryfast", scratch: scratch)
    let d = BenchmarkFilm.rate.frameDuration
    let step = length - fade
    func seconds(_ frames: Int) -> Double { (Fraction(frames) * d).value }

    let inputs = films.flatMap { ["-i", $0.path] }
    let filter = """
      [0:v][1:v]xfade=transition=fade:duration=\(seconds(fade)):offset=\(seconds(step))[x];\
      [x][2:v]xfade=transition=fade:duration=\(seconds(fade)):offset=\(seconds(2 * step))
      """
    let mix = ["-mix", "\(fade)", "-mixer", "luma"]
    let playlist = films.enumerated().flatMap { number, film in
      [film.path, "in=0", "out=\(length - 1)"] + (number == 0 ? [] : mix)
    }
    let timeline = films.enumerated().flatMap { number, film in
      ["+clip", film.path, "start=f\(number * step)", "inpoint=0", "duration=f\(length)"]
    }
    return Contest(
      title: "three 30 s clips of 720p with two cross-fades of 1 s, x264 veryfast CRF 23",
      frameCount: 2 * step + length,
      promise: .partOfFFmpeg(
        0.85,
        limit: .init(
          decoding: try peers.decoding(films.map { ($0, .zero, Fraction(length) * d) }), encoder: peers.encoder)),
      contestants: [
        // As many segments at a time as there are processors, and as many as are usual.
        try peers.gstedit(document(), jobs: ProcessInfo.processInfo.activeProcessorCount),
        try peers.gstedit(document(), as: "gstedit, usual jobs"), try peers.ffmpeg(inputs: inputs, filter: filter),
      ]
        + peers.melt(playlist) + (try peers.gesLaunch(timeline)),
      scratch: scratch)
  }

  private func document() -> ProjectDocument {
    let d = BenchmarkFilm.rate.frameDuration
    let step = Fraction(length - fade) * d
    let (whole, overlap) = (Fraction(length) * d, Fraction(fade) * d)
    func fading(_ track: Int, at start: Fraction) -> ProjectDocument.Layer {
      .init(track: track, opacity: [.ramp(start: start, duration: overlap, from: 1, to: 0)])
    }
    var document = ProjectDocument(
      assets: ["film1": films[0], "film2": films[1], "film3": films[2]],
      tracks: [
        .video(
          1,
          [
            .init(asset: "film1", in: .zero, duration: whole),
            .init(asset: "film3", in: .zero, duration: whole, at: step + step),
          ]),
        .video(2, [.init(asset: "film2", in: .zero, duration: whole, at: step)]),
      ])
    document.videoComposition = .init(
      frameDuration: d, renderSize: BenchmarkFilm.size,
      instructions: [
        .init(start: .zero, duration: step, layers: [.init(track: 1)]),
        .init(start: step, duration: overlap, layers: [fading(1, at: step), .init(track: 2)]),
        .init(start: whole, duration: step - overlap, layers: [.init(track: 2)]),
        .init(start: step + step, duration: overlap, layers: [fading(2, at: step + step), .init(track: 1)]),
        .init(start: step + whole, duration: step, layers: [.init(track: 1)]),
      ])
    return document
  }
}
