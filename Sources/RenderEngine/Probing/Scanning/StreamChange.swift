import GStreamer
import MediaTime
import Rendering

/// A mid-stream change of size, sample rate or channel count.
struct StreamChange: Hashable, Sendable {
  /// Its time, in nanoseconds of stream time; nil if unknown.
  var time: Int64?
  var before: Shape
  var after: Shape

  /// Limit of the changes that are noted of a stream.
  static let capacity = 100

  /// The shape of decoded media, by the caps of packets.
  enum Shape: Hashable, Sendable {
    case picture(width: Int, height: Int)
    case sound(rate: Int, channels: Int)

    /// The shape that `caps` describe; nil where they leave it open.
    init?(_ caps: Caps) {
      if let width = caps.integer("width"), let height = caps.integer("height") {
        self = .picture(width: width, height: height)
      } else if let rate = caps.integer("rate"), let channels = caps.integer("channels") {
        self = .sound(rate: rate, channels: channels)
      } else {
        return nil
      }
    }
  }

  /// The note on the change, as a sentence.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a rate that changes.
  func note() throws(RenderError) -> String? {
    let place = time.flatMap { try? Rational(max(0, $0), 1_000_000_000) }.map { ", at \($0.timecode)" } ?? ""
    switch (before, after) {
    case (.picture(let width, let height), .picture(let newWidth, let newHeight)):
      return "The pictures' size changes in mid-stream\(place), from \(width)x\(height) to \(newWidth)x\(newHeight); "
        + "all are scaled to the first's."
    case (.sound(let rate, let channels), .sound(let newRate, let newChannels)):
      guard rate == newRate else {
        throw RenderError(
          .unsupported, "The sound's rate changes in mid-stream\(place), from \(rate) to \(newRate) Hz.",
          remedy: "Convert the file to one rate first.")
      }
      return "The sound's channels change in mid-stream\(place), from \(channels) to \(newChannels); "
        + "all are mixed into those of the first."
    default: return nil
    }
  }
}
