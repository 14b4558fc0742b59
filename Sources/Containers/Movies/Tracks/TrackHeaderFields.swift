/// Offsets of the fields of a track's header (`tkhd`, ISO/IEC 14496-12 §8.3.2) in the bytes that contain it: version 1 has dates and a duration
/// of 64 bits, version 0 of 32.
package struct TrackHeaderFields {
  private let start: Int
  private let isLong: Bool

  /// The fields of the header whose content begins at `start` in `bytes`.
  package init(in bytes: [UInt8], at start: Int = 0) {
    self.start = start
    isLong = bytes.bigEndian(at: start, 1) == 1
  }

  /// The fields of the header `box` of the movie's header `movie`.
  package init(of box: MovieBoxes.Box, in movie: [UInt8]) {
    self.init(in: movie, at: box.content)
  }

  /// The last byte of the flags, whose last bit says that the track is enabled.
  package var flags: Int { start + 3 }
  /// The track's number: four bytes.
  package var number: Int { start + (isLong ? 20 : 12) }
  /// The duration in units of the movie: eight bytes in version 1, else four.
  package var duration: Int { start + (isLong ? 28 : 20) }
  /// The alternate group: two bytes.
  package var alternateGroup: Int { start + (isLong ? 46 : 34) }
  /// The volume: two bytes, 8 bits before the point and 8 behind.
  package var volume: Int { start + (isLong ? 48 : 36) }
  /// The matrix: nine numbers of four bytes.
  package var matrix: Int { start + (isLong ? 52 : 40) }
  /// The width in pixels: two bytes, before two of fractions.
  package var width: Int { start + (isLong ? 88 : 76) }
  /// The height in pixels: two bytes, before two of fractions.
  package var height: Int { start + (isLong ? 92 : 80) }
}
