import Containers
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering
import Synchronization

/// The header's fields of a FLAC file that are known at the sound's end (RFC 9639 §8.2): the number of samples, the
/// frames' sizes, and the samples' checksum.
///
/// ```
///  samples ─► encoder ─► frames        the samples' bytes are summed up in front of it, the frames behind it
/// ```
///
/// Threads: samples come on one, frames on another. Lock order: only `state`.
final class FLACEnd: Sendable {
  private let state: Mutex<State>
  /// The place in the encoder's input of each channel of the stream; nil where none changes places.
  private let places: [Int]?

  private struct State {
    let digest: MessageDigest
    var summary: FLACSummary?
    /// The reason for which samples could not be read.
    var failure: (any Error)?
  }

  /// The end of the stream of `samples` that `encoder` is given.
  init(_ samples: WriterSettings.Samples, encoder: Element) throws {
    let order = try EncodedLayout(samples.layout, as: .flac, in: .flac).order
    places = order.map { order in order.indices.map { channel in order.firstIndex(of: channel) ?? channel } }
    state = Mutex(State(digest: try MessageDigest()))
    try encoder.pad("sink").probeBuffers { [weak self] buffer, caps in
      self?.add(samples: buffer, of: caps)
      return .pass
    }
  }

  /// Adds what the encoder is given.
  private func add(samples: Buffer, of caps: Caps?) {
    state.withLock { state in
      do {
        guard let places else { return try samples.withBytes { state.digest.add($0) } }
        let width = caps?.string("format") == "S16LE" ? 2 : 3
        let ordered = try Self.reordered(samples.bytes(), places, width: width)
        state.digest.add(ordered.span)
      } catch {
        state.failure = error
      }
    }
  }

  /// The samples in `bytes`, of `width` bytes each, with the channels from `places`.
  private static func reordered(_ bytes: [UInt8], _ places: [Int], width: Int) -> [UInt8] {
    var ordered: [UInt8] = []
    ordered.reserveCapacity(bytes.count)
    for moment in stride(from: 0, to: bytes.count, by: places.count * width) {
      for place in places { ordered += bytes[(moment + place * width)..<(moment + (place + 1) * width)] }
    }
    return ordered
  }

  /// Adds `packet` of a stream of `caps`.
  func add(_ packet: Buffer, of caps: Caps?) throws {
    // The stream's header, which the caps hold as well, has no time.
    guard packet.presentationTime != nil else { return }
    let (head, count) = try packet.withBytes { bytes in
      ((0..<min(bytes.count, FLACFrameHeader.longest + 1)).map { bytes[$0] }, bytes.count)
    }
    try state.withLock { state in
      if state.summary == nil, let bytes = try caps.map({ try PacketStream($0).configuration }) {
        state.summary = FLACStreamInfo(bytes).map(FLACSummary.init)
      }
      try state.summary?.add(head, byteCount: count)
    }
  }

  /// The stream's header now that all of it has passed; nil where there is none.
  func streamInfo() throws -> [UInt8]? {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.summary?.streamInfo(sum: state.digest.finish()).bytes
    }
  }
}
