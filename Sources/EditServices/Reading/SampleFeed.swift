import Compositing
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Sample buffers of one time range, one after the other.
///
/// Threads: one takes at a time; `cancel()` from any.
protocol SampleFeed: AnyObject, Sendable {
  /// The next one; nil after the last. Blocks.
  func next() throws(RenderError) -> SampleBuffer?
  /// Ends a call under way with `.cancelled`, and every later one.
  func cancel()
  /// Frees everything. Blocks for a moment.
  func close()
}

/// The packets of a track that it takes to decode a time range, as they stand.
///
/// ```
///  key frame ─┬─ … ─┬─ [ range ) ─┬─ …      in decode order; those shown after the range only
///             └ first              └ last   where one before its end is decoded after them
/// ```
///
/// Threads: as `SampleFeed`.
final class PacketFeed: SampleFeed {
  private let reader: any PacketReader
  private let description: FormatDescription?
  private let range: RationalRange?
  private let state = Mutex(State())

  private struct State {
    var hasSought = false
    var isAtEnd = false
    /// Packets that are shown after the range, until one follows that is not.
    var held: [MediaPacket] = []
    var ready: [MediaPacket] = []
  }

  /// The packets of `reader`, which are of a track of `description`, for `range`; all if nil.
  init(_ reader: any PacketReader, _ description: FormatDescription?, range: RationalRange?) {
    (self.reader, self.description, self.range) = (reader, description, range)
  }

  func next() throws(RenderError) -> SampleBuffer? {
    try state.withLock { state throws(RenderError) in
      if !state.hasSought, let range, range.start > .zero { try reader.seek(to: range.start) }
      state.hasSought = true
      while state.ready.isEmpty, !state.isAtEnd { try read(into: &state) }
      guard !state.ready.isEmpty else { return nil }
      return SampleBuffer(state.ready.removeFirst(), reader.format, description)
    }
  }

  private func read(into state: inout State) throws(RenderError) {
    guard let packet = try reader.blockingPacket() else {
      state.isAtEnd = true
      return
    }
    guard let range else { return state.ready.append(packet) }
    if packet.decodeTime ?? packet.presentationTime >= range.end {
      state.isAtEnd = true
    } else if packet.presentationTime >= range.end {
      state.held.append(packet)
    } else if reader.format.mediaType == .audio, isBefore(packet, range.start) {
      return
    } else {
      state.ready += state.held + [packet]
      state.held = []
    }
  }

  /// Whether `packet` of sound is over at `start`.
  private func isBefore(_ packet: MediaPacket, _ start: Rational) -> Bool {
    guard let duration = packet.duration, let end = try? packet.presentationTime + duration else { return false }
    return end <= start
  }

  func cancel() { reader.cancel() }
  func close() { reader.close() }
}

/// Decoded sound, block by block.
///
/// Threads: as `SampleFeed`.
final class SoundFeed: SampleFeed {
  private let reader: any SampleReader
  private let format: SampleFormat?
  private let description: FormatDescription
  private let position: Mutex<Int64>

  /// The samples of `reader`, as `format` has them; as numbers if nil.
  init(_ reader: any SampleReader, as format: SampleFormat?) {
    (self.reader, self.format) = (reader, format)
    description = FormatDescription(
      codecType: "lpcm", codec: "PCM",
      media: .audio(FormatDescription.Audio(sampleRate: reader.plan.grid.rate, layout: reader.plan.layout)))
    position = Mutex(reader.plan.range.lowerBound)
  }

  func next() throws(RenderError) -> SampleBuffer? {
    try position.withLock { position throws(RenderError) in
      let start = position
      guard let block = try reader.nextBlock(at: &position) else { return nil }
      let rate = CMTimeScale(clamping: reader.plan.grid.rate)
      var buffer = SampleBuffer(
        format.map { .data(block.linearPCM(as: $0)) } ?? .samples(block),
        presentationTime: CMTime(value: start, timescale: rate),
        duration: CMTime(value: Int64(block.count), timescale: rate), formatDescription: description)
      buffer.sampleFormat = format
      return buffer
    }
  }

  func cancel() { reader.cancel() }
  func close() { reader.close() }
}

/// The frames of a video composition, on its grid.
///
/// Threads: as `SampleFeed`.
final class FilmFeed: SampleFeed {
  private let reader: any PictureReader
  private let range: RationalRange?
  private let frame: Mutex<Int>

  /// The frames of `reader`, the first and the last of them no longer than `range` shows them.
  init(_ reader: any PictureReader, within range: RationalRange?) {
    (self.reader, self.range) = (reader, range)
    frame = Mutex(reader.plan.range.lowerBound)
  }

  func next() throws(RenderError) -> SampleBuffer? {
    let plan = reader.plan
    return try frame.withLock { frame throws(RenderError) in
      guard frame < plan.range.upperBound else { return nil }
      let picture = try reader.blockingPicture(at: frame)
      let number = frame
      let (start, end) = try exact { () throws(RationalError) in
        let (start, end) = (try plan.origin + plan.time(of: number), try plan.origin + plan.time(of: number + 1))
        return (max(start, range?.start ?? start), min(end, range?.end ?? .distant))
      }
      frame += 1
      return try SampleBuffer(picture, from: start, to: max(start, end), colorimetry: plan.colorimetry)
    }
  }

  func cancel() { reader.cancel() }
  func close() { reader.close() }
}

extension Rational {
  /// Later than any film.
  fileprivate static let distant = Rational(.max)
}

extension SampleBuffer {
  /// `picture`, shown from `start` to `end`, in a film of `colorimetry`.
  init(_ picture: PixelBuffer, from start: Rational, to end: Rational, colorimetry: Colorimetry) throws(RenderError) {
    let duration = try exact { () throws(RationalError) in try end - start }
    let aspect = picture.pixelAspectRatio
    let pixelAspect = (try? Rational(Int64(aspect.horizontalSpacing), Int64(aspect.verticalSpacing))) ?? .one
    self.init(
      .picture(picture), presentationTime: CMTime(notAfter: start), duration: CMTime(notAfter: duration),
      formatDescription: FormatDescription(
        codecType: nil, codec: picture.format.rawValue,
        media: .video(
          FormatDescription.Video(
            dimensions: PixelSize(width: picture.width, height: picture.height), pixelAspect: pixelAspect,
            colorimetry: colorimetry, hasAlpha: picture.format.hasAlpha))))
  }
}

/// Buffers that are there already.
final class ReadyFeed: SampleFeed {
  private let buffers: Mutex<ArraySlice<SampleBuffer>>

  init(_ buffers: [SampleBuffer]) {
    self.buffers = Mutex(buffers[...])
  }

  func next() -> SampleBuffer? { buffers.withLock { $0.popFirst() } }
  func cancel() {}
  func close() {}
}
