public import Foundation
import SeededRandom

/// A sequence of cuts out of one sound, in samples, and the samples that must come of it.
public struct SoundEdit: Sendable {
  /// The sound.
  public var sound: SoundFile

  /// The pieces, as ranges of samples.
  public var pieces: [Range<Int>]

  /// Random pieces of 1 to `length` samples.
  public static func random(_ count: Int, upTo length: Int, from sound: SoundFile, seed: UInt64) -> SoundEdit {
    var generator = SeededGenerator(seed: seed)
    let pieces = (0..<count).map { _ in
      let length = Int.random(in: 1...length, using: &generator)
      let start = Int.random(in: 0...sound.count - length, using: &generator)
      return start..<start + length
    }
    return SoundEdit(sound: sound, pieces: pieces)
  }

  /// The project file of the edit: one sound track.
  public func document(_ export: ExportSettings) async throws -> ProjectDocument {
    let segments = pieces.map {
      ProjectDocument.Segment(
        asset: "sound", in: Fraction($0.lowerBound, sound.rate), duration: Fraction($0.count, sound.rate))
    }
    return ProjectDocument(assets: ["sound": try await sound.url()], tracks: [.audio(1, segments)], export: export)
  }

  /// The pieces of the raw samples put together: interleaved, 16 bits, little endian.
  public func samples() -> Data {
    let (whole, size) = (sound.pcm(), sound.channels * 2)
    return pieces.reduce(into: Data()) { $0 += whole[$1.lowerBound * size..<$1.upperBound * size] }
  }
}

extension SoundEdit {
  /// The length of the whole, in seconds.
  public var duration: Fraction { Fraction(pieces.reduce(0) { $0 + $1.count }, sound.rate) }
}
