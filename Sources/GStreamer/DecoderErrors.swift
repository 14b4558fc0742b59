import CGStreamer

// SAFETY: the recorder belongs to this object from `init` to `deinit` and compares the element's address without
// following it; each message is taken once, copied and freed.

/// The faults that a decoder of libav's finds in its packets, and its element keeps to itself: the picture that it makes of
/// a damaged packet passes on, the holes filled with what surrounds them. libav: `av_log_set_callback`.
///
/// Threads: any. Errors are here before the picture that they concern leaves the decoder.
@safe public final class DecoderErrors: @unchecked Sendable {
  // @unchecked: the recorder is locked, and lives as long as this object.
  private let recorder: OpaquePointer

  /// One error.
  public struct Report: Sendable {
    /// The number of the packet, counted from 0 at the decoder's entry; nil where the decoder does not say.
    public var packet: Int?
    /// The decoder's own words.
    public var message: String
  }

  // QUIRK: damaged pictures: Decoders of libavcodec do not say in which packet an error is: it is one of those that their threads
  // had in hand. In: FFmpeg 6 and later. Test: "no damaged film is rendered as if it were whole".
  /// Whether decoders of pictures say in which packet an error is; else, with one thread, it is in the last.
  public static var nameTheirPackets: Bool { gste_decoder_errors_name_packets() != 0 }

  /// Records what the decoder of `element` reports; nil where `element` is not libav's. The element is not kept, since its
  /// probes keep this object; of two recorders of one address the later one is meant.
  public init?(of element: Element) {
    guard element.factory.hasPrefix("avdec_") else { return nil }
    unsafe recorder = gste_decoder_errors_new(element.pointer)
  }

  deinit { unsafe gste_decoder_errors_free(recorder) }

  /// The errors since the last call, the oldest first.
  public func take() -> [Report] {
    var reports: [Report] = []
    var packet: gint64 = -1
    while let message = unsafe gste_decoder_errors_take(recorder, &packet) {
      let text = unsafe String(cString: message)
      unsafe g_free(message)
      guard !Self.isHarmless(text) else { continue }
      reports.append(Report(packet: packet >= 0 ? Int(packet) : nil, message: text))
    }
    return reports
  }

  /// Whether `message` concerns what no picture depends on: additional information, marks of what is kept for reference
  /// that name nothing, as in streams that were cut, and packets without a picture, which is missed by its number.
  private static func isHarmless(_ message: String) -> Bool {
    [
      "SEI type", "mmco:", "Invalid mmco", "number of reference frames", "Unknown SEI", "Application has requested",
      "no frame!",
    ]
    .contains(where: message.hasPrefix)
  }
}
