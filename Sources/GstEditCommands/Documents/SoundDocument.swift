import Foundation
import GstEdit

/// The sound of a plan, as programs are told of it. Samples are counted at `sampleRate`.
struct SoundDocument: Encodable {
  let sampleRate: Int
  let channels: Int
  let samples: Int64
  let losslessFormat: String?
  let strips: [Strip]

  /// One audio track.
  struct Strip: Encodable {
    let track: Int32
    let pieces: [Piece]
    let volume: [Line]
  }

  /// Samples of a clip, or silence.
  struct Piece: Encodable {
    let samples: [Int64]
    var clip: ClipDocument?
    var file: String?
    var firstSample: Int64?
    var speed: Speed?
  }

  /// How a clip plays, where not at its own speed: `offset` samples behind `firstSample` it begins, exact as all fractions.
  struct Speed: Encodable {
    let rate: String
    let offset: String
    let pitch: String
  }

  /// A straight piece of linear gain: at its first sample, and at the one after its last.
  struct Line: Encodable {
    let samples: [Int64]
    let from: Double
    let to: Double
  }

  init(_ sound: SoundPlan) {
    sampleRate = sound.grid.rate
    channels = sound.channels
    samples = sound.sampleCount
    losslessFormat = sound.losslessFormat?.rawValue
    strips = sound.strips.map { strip in
      Strip(
        track: strip.trackID.rawValue,
        pieces: strip.pieces.map { piece in
          Piece(
            samples: piece.samples.bounds, clip: piece.sound.map { ClipDocument($0.clip) },
            file: piece.sound?.source.asset.url.path, firstSample: piece.sound?.firstSample,
            speed: piece.sound?.speed.map {
              Speed(rate: $0.rate.description, offset: $0.offset.description, pitch: $0.pitch.rawValue)
            })
        },
        volume: strip.volume.map { Line(samples: $0.samples.bounds, from: $0.from, to: $0.to) })
    }
  }
}
