import Compositing
import Containers
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// The source of a file's pictures: an encoder of the file's own, or segments that others have encoded.
enum PictureInput {
  /// Pictures, in buffers that the factory makes.
  case encoder(EncodedInput, PixelBufferFactory)
  /// Packets.
  case segments(SegmentInput)

  /// The pictures of a file, into `track`, as its settings say; some may be asked for as key frames if it `takesKeyFrames`.
  init(into track: PacketMuxer.Input, takesKeyFrames: Bool) throws {
    guard let pictures = track.settings.pictures, let video = track.settings.export.video else {
      throw RenderError.noInput("pictures")
    }
    guard pictures.segmentCount == nil else {
      self = .segments(SegmentInput(track))
      return
    }
    let (input, factory) = try EncodedInput.pictures(pictures, video, into: track, takesKeyFrames: takesKeyFrames)
    self = .encoder(input, factory)
  }

  /// The encoder of this input; nil where others encode.
  var encoder: EncodedInput? { if case .encoder(let input, _) = self { input } else { nil } }

  /// Ends the pictures.
  func finish() throws {
    switch self {
    case .encoder(let input, _): input.finish()
    case .segments(let input): try input.end()
    }
  }
}

/// The presentation of a track's pictures.
struct PictureExtent {
  /// The number of pictures.
  var count = 0
  /// The beginnings of the first and of the last; nil before the first.
  var first: Rational?
  var last: Rational?
  /// The end of the last.
  var end = Rational.zero

  /// Adds a picture, presented at `time` for `duration`.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where it does not follow the last.
  mutating func add(_ time: Rational, _ duration: Rational) throws {
    if let last, time <= last { throw RenderError.notRising(time, after: last) }
    guard time >= .zero, duration > .zero else { throw RenderError.notRising(time, after: .zero) }
    first = first ?? time
    last = time
    end = try time + duration
    count += 1
  }

  /// Adds the pictures of `segment`.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where they do not follow the last without a gap.
  mutating func add(_ segment: EncodedSegment) throws {
    let times = segment.times
    guard segment.frameCount > 0, count == 0 || times.lowerBound == end else {
      throw RenderError(
        .outOfRange, "A segment that begins at \(times.lowerBound.timecode) follows one that ends at \(end.timecode).",
        remedy: "Write all segments of the film, in order.", time: times.lowerBound)
    }
    first = first ?? times.lowerBound
    (last, end) = (times.lowerBound, times.upperBound)
    count += segment.frameCount
  }

  /// The beginning of the first, and the end of the last.
  var times: Range<Rational> { (first ?? .zero)..<max(end, first ?? .zero) }
}

extension PixelBufferFactory {
  /// The factory of the buffers of `pictures`, which are encoded by `codec`.
  convenience init(_ pictures: WriterSettings.Pictures, for codec: VideoCodec) throws {
    try self.init(
      pictures.pixelFormat, size: pictures.size, frameDuration: pictures.frameDuration,
      colorimetry: codec.colorimetry(in: pictures.colorimetry), of: pictures.colorimetry)
  }

  /// `picture` as an encoder takes it, presented from `time` on for `duration`.
  func buffer(of picture: PixelBuffer, at time: Rational, _ duration: Rational) throws -> Buffer {
    let start = try time.floor(scaledBy: 1_000_000_000)
    let end = try (time + duration).floor(scaledBy: 1_000_000_000)
    return try buffer(of: fitting(picture)).restamped(presentationTime: start, duration: end - start)
  }
}
