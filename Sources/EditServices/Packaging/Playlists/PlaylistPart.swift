import MediaTime
import Rendering

/// A part of a playlist, as bandwidths are measured: some bytes for some time.
struct PlaylistPart {
  /// The duration of its presentation, in seconds; above zero.
  var duration: Rational
  /// The number of bytes that are read for it.
  var byteCount: Int64
}

/// The bandwidth that a player of some parts needs, in bits a second.
struct MeasuredBandwidth {
  /// The largest bit rate of any contiguous parts that last from half to one and a half target durations together (RFC 8216 §4.3.4.2).
  let peak: Int
  /// All bits by all seconds.
  let average: Int

  /// Measures `parts` of a playlist whose target duration is `target` seconds.
  init(of parts: [PlaylistPart], target: Int) {
    let (shortest, longest) = (Double(target) / 2, Double(target) * 1.5)
    var peak = 0.0
    for first in parts.indices {
      var (seconds, bits) = (0.0, 0.0)
      for part in parts[first...] {
        seconds += part.duration.seconds
        bits += Double(part.byteCount) * 8
        guard seconds <= longest else { break }
        if seconds >= shortest { peak = max(peak, bits / seconds) }
      }
    }
    let seconds = parts.reduce(0) { $0 + $1.duration.seconds }
    let average = seconds > 0 ? parts.reduce(0) { $0 + Double($1.byteCount) * 8 } / seconds : 0
    // A presentation shorter than half a target duration has no such parts.
    self.peak = Int(max(peak, average).rounded(.up))
    self.average = Int(average.rounded(.up))
  }
}

extension PackagedTrack {
  /// The track's segments as parts of its playlist.
  var parts: [PlaylistPart] {
    media.segments.map { segment in
      PlaylistPart(
        duration: media.seconds(Int64(segment.ticks.count)), byteCount: segment.byteCount)
    }
  }

  /// Its key frames as parts of their playlist, each with its segment: a key frame lasts until the next one.
  var keyFrames: [(segment: MediaSegments.Segment, bytes: Range<Int64>, part: PlaylistPart)] {
    let frames = media.segments.flatMap { segment in segment.keyFrames.map { (segment, $0) } }
    guard let end = media.segments.last?.ticks.upperBound else { return [] }
    return frames.indices.map { index in
      let (segment, frame) = frames[index]
      let next = index + 1 < frames.count ? frames[index + 1].1.tick : end
      let part = PlaylistPart(
        duration: media.seconds(max(1, next - frame.tick)), byteCount: Int64(frame.bytes.count))
      return (segment, frame.bytes, part)
    }
  }
}

extension Rational {
  /// The number with `digits` decimals, rounded to the nearest: "6.006000".
  func decimals(_ digits: Int) -> String {
    let factor = (0..<digits).reduce(Int64(1)) { product, _ in product * 10 }
    let scaled = Int128(numerator) * Int128(factor)
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int128(denominator))
    let rounded = rest * 2 >= Int128(denominator) ? whole + 1 : whole
    let fraction = String(rounded % Int128(factor))
    guard digits > 0 else { return "\(rounded)" }
    return "\(rounded / Int128(factor))." + String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
  }
}
