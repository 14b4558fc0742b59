import Foundation
import SeededRandom
import TestSupport

/// Two hundred half-second cuts at random places: what a quickly cut film costs.
struct CutContest {
  /// The films that are cut.
  let films: [URL]

  /// The cuts: a film and the first of its fifteen frames.
  private var cuts: [(film: URL, frame: Int)] {
    var generator = SeededGenerator(seed: 2010)
    return (0..<200).map {
      (films[$0 % films.count], Int.random(in: 0...BenchmarkFilm.frameCount - length, using: &generator))
    }
  }

  /// Frames of a cut.
  private let length = 15

  func contest() throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    let cuts = cuts
    let d = BenchmarkFilm.rate.frameDuration
    let duration = Fraction(length) * d

    // ffmpeg takes the first frame at or after a time in microseconds: the one before the frame's exact time is sure.
    let inputs = cuts.flatMap { cut in
      let microseconds = (Fraction(cut.frame) * d * Fraction(1_000_000)).floor
      return ["-ss", "\(microseconds)us", "-t", "\(duration.value)", "-i", cut.film.path]
    }
    let filter = cuts.indices.map { "[\($0):v]" }.joined() + "concat=n=\(cuts.count):v=1:a=0"
    let playlist = cuts.flatMap { [$0.film.path, "in=\($0.frame)", "out=\($0.frame + length - 1)"] }
    let timeline = cuts.enumerated().flatMap { number, cut in
      ["+clip", cut.film.path, "start=f\(number * length)", "inpoint=f\(cut.frame)", "duration=f\(length)"]
    }
    return Contest(
      title: "200 half-second cuts of 720p at random places, x264 ultrafast CRF 23",
      frameCount: cuts.count * length,
      promise: .partOfFFmpeg(
        0.5,
        limit: .init(
          decoding: try peers.decoding(
            cuts.map { ($0.film, Fraction($0.frame) * d, Fraction($0.frame + length) * d) }),
          encoder: peers.encoder)),
      contestants: [try peers.gstedit(document(cuts)), try peers.ffmpeg(inputs: inputs, filter: filter)]
        + peers.melt(playlist) + (try peers.gesLaunch(timeline)),
      scratch: scratch)
  }

  private func document(_ cuts: [(film: URL, frame: Int)]) -> ProjectDocument {
    let d = BenchmarkFilm.rate.frameDuration
    let names = Dictionary(uniqueKeysWithValues: films.enumerated().map { ($0.element, "film\($0.offset + 1)") })
    let segments = cuts.map {
      ProjectDocument.Segment(
        asset: names[$0.film, default: ""], in: Fraction($0.frame) * d, duration: Fraction(length) * d)
    }
    var document = ProjectDocument(
      assets: Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) }), tracks: [.video(1, segments)])
    document.videoComposition = .init(
      frameDuration: d, renderSize: BenchmarkFilm.size,
      instructions: [
        .init(start: .zero, duration: Fraction(cuts.count * length) * d, layers: [.init(track: 1)])
      ])
    return document
  }
}
