import EditingModel
import MediaFormats
import MediaTime
import Rendering

extension SampleBuffer {
  /// The end of its samples; nil of all else, and where no sample rate is stated.
  var endOfSamples: Rational? {
    guard packetFormat == nil, let start = presentationTime.rational else { return nil }
    if let duration = duration.rational, samples != nil || sampleFormat != nil { return try? start + duration }
    guard let rate = formatDescription?.audio?.sampleRate, rate > 0 else { return nil }
    var count = samples?.count
    if let data, let sampleFormat, let channels = formatDescription?.audio?.channels, channels > 0 {
      count = data.count / (sampleFormat.bitDepth / 8) / channels
    }
    return count.flatMap { try? start + Rational(Int64($0), Int64(rate)) }
  }
}
