import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import PictureFiles
import Rendering
import Waiting

/// Encodes pictures as the frames of an animated GIF, which GStreamer has no encoder for.
///
/// Times are whole hundredths of a second there: each frame ends at the one nearest to its own end, so that a film is never more
/// than five thousandths off.
/// Threads: pushed from one, which encodes, pulled from another. Lock order: only `state`.
final class GIFStream: PacketEncoder {
  private let format: VideoFormat
  private let extents: [(rowByteCount: Int, height: Int)]
  private let gate = InputGate(capacity: 4)
  private let caps: Caps
  private let state: Monitor<State>

  /// The encoder, whether it has begun, and its packets; nil is the end.
  private struct State {
    var encoder: GIFEncoder
    var hasBegun = false
    var packets: [Buffer?] = []
  }

  /// Hundredths that a frame must last: players show what is shorter for a tenth of a second.
  private static let shortest = 2

  /// A stream of pictures of `format`, which is RGB.
  init(_ pixelFormat: PixelFormat, _ format: VideoFormat) throws {
    self.format = format
    let size = PixelSize(width: format.width, height: format.height)
    guard max(size.width, size.height) <= 0xFFFF else {
      throw RenderError(
        .unsupported, "Pictures of \(size) pixels are too large for a GIF.", remedy: "Scale the film down.")
    }
    extents = pixelFormat.layout.extents(of: size)
    state = Monitor(
      State(encoder: GIFEncoder(width: size.width, height: size.height, hasAlpha: pixelFormat.hasAlpha)))
    caps = try Caps("image/gif")
  }

  /// Encodes `picture`. Any frame may be begun with here, whatever `asKeyFrame` says.
  func push(_ picture: Buffer, asKeyFrame: Bool, while isWanted: () throws -> Void) throws {
    try gate.enter(while: isWanted)
    let start = picture.presentationTime ?? 0
    let end = Self.hundredths(start + (picture.duration ?? 0))
    let length = end - Self.hundredths(start)
    guard length >= Self.shortest else {
      throw RenderError(
        .unsupported, "A frame of a GIF lasts two hundredths of a second at least, and this one \(length).",
        remedy: "Give the film at most 50 frames a second.", time: try? Rational(start, 1_000_000_000))
    }
    let mapped = try MappedPicture(picture, format: format, extents: extents, isWritable: false)
    let pixels = try mapped.rows(ofPlane: 0)
    // Only this thread encodes: the state is not held meanwhile.
    var encoder = state.read(\.encoder)
    let frame = encoder.frame(pixels, hundredths: length)
    let bytes = state.change { state in
      defer { (state.encoder, state.hasBegun) = (encoder, true) }
      return state.hasBegun ? frame : encoder.head + frame
    }
    pass(
      try Buffer(bytes: bytes, presentationTime: start, decodeTime: nil, duration: picture.duration, isKeyframe: true))
  }

  private func pass(_ packet: Buffer?) {
    state.change { $0.packets.append(packet) }
  }

  /// The hundredth of a second nearest to a time in nanoseconds.
  private static func hundredths(_ time: Int64) -> Int { Int((time + 5_000_000) / 10_000_000) }

  func end() {
    pass(nil)
  }

  func pull(checking check: () throws -> Void) throws -> AppSink.Pulled {
    let waiting = state.wait(upTo: .nanoseconds(Cancellation.pollInterval)) { state -> Buffer?? in
      state.packets.isEmpty ? nil : .some(state.packets.removeFirst())
    }
    guard let packet = waiting else { return .nothingYet }
    guard let packet else { return .endOfStream }
    gate.leave()
    return .sample(packet, caps)
  }

  var graph: String { "the GIF's own encoder" }

  func stopAll() -> [BackgroundTask<Void>] { [] }
}
