import Foundation
import GstEdit

/// The JSON object of damaged media: of a stretch of a track, or of a file as a whole.
struct DamageReport: Encodable {
  /// The file's path.
  let file: String
  /// `video` or `audio`.
  let type: String?
  /// The number of the track among those of its type.
  let track: Int?
  /// The first and the last damaged frame or sample of the track.
  let first: Int64?
  let last: Int64?
  /// Their presentation, in seconds of the file, as exact fractions: from the first on, and until the last ends.
  let start: String?
  let end: String?
  /// The cause, in the decoder's words.
  let cause: String
  /// The same for people.
  let sentence: String

  init(_ damage: MediaDamage) {
    file = damage.asset.url.path
    type = damage.stretch?.mediaType.rawValue
    track = damage.stretch?.trackIndex
    first = damage.stretch?.range.lowerBound
    last = damage.stretch.map { $0.range.upperBound - 1 }
    start = damage.stretch?.time.lowerBound.description
    end = damage.stretch?.time.upperBound.description
    cause = damage.cause
    sentence = damage.description
  }
}
