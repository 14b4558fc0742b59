public import Compositing
public import EditingModel
public import MediaFormats
public import MediaTime
public import Rendering
public import Subtitles

/// A piece of media and when it is presented (`CMSampleBuffer`): what readers give and writers take.
///
/// ```swift
/// while let buffer = output.copyNextSampleBuffer() {
///   print(buffer.presentationTime, buffer.pixelBuffer ?? "", buffer.data?.count ?? 0)
/// }
/// ```
///
/// A value; the picture in it is shared between its copies.
public struct SampleBuffer: Sendable {
  /// Its presentation time, in the time of the asset that it was read from, or of the session that it is written in
  /// (`presentationTimeStamp`).
  public var presentationTime: CMTime
  /// Its decode time; invalid where that is its presentation time (`decodeTimeStamp`).
  public var decodeTime: CMTime
  /// The duration of its presentation; invalid where nothing states it (`duration`).
  public var duration: CMTime
  /// The format of its media; nil where nothing is known of it (`formatDescription`).
  public var formatDescription: FormatDescription?
  /// The media.
  public var content: Content
  /// The engine's own data about encoded media, which a writer of the same engine needs; nil of decoded ones.
  public var packetFormat: PacketFormat?
  /// The width of the samples in linear PCM; nil of everything else.
  public var sampleFormat: SampleFormat?
  /// Whether decoding can start here (`kCMSampleAttachmentKey_NotSync`, reversed). True of everything decoded.
  public var isSync = true
  /// Whether it takes others to decode it; nil where nothing says (`kCMSampleAttachmentKey_DependsOnOthers`).
  public var dependsOnOthers: Bool?
  /// Whether others need it to be decoded; nil where nothing says (`kCMSampleAttachmentKey_IsDependedOnByOthers`).
  public var isDependedOnByOthers: Bool?
  /// The place of the bytes in the file of a reference to them; nil of everything else
  /// (`kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`).
  public var storedBytes: Range<UInt64>?

  /// Media in one of its forms.
  public enum Content: Sendable {
    /// A picture (`imageBuffer`).
    case picture(PixelBuffer)
    /// Sound as numbers, which neither clip nor are rounded. Its ``SampleBlock/start`` counts from time zero.
    case samples(SampleBlock)
    /// Encoded media as it stands in a file, or sound as linear PCM (`dataBuffer`).
    case data([UInt8])
    /// Statements that hold for a while.
    case metadata([MetadataItem])
    /// Words that are read, and how they look. The buffer says when; in the cue stands the same.
    case cue(SubtitleCue)
  }

  /// `content`, presented at `presentationTime` for `duration`.
  public init(
    _ content: Content, presentationTime: CMTime, decodeTime: CMTime = .invalid, duration: CMTime = .invalid,
    formatDescription: FormatDescription? = nil, packetFormat: PacketFormat? = nil
  ) {
    self.content = content
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
    self.duration = duration
    self.formatDescription = formatDescription
    self.packetFormat = packetFormat
  }

  /// The picture; nil where it holds none.
  public var pixelBuffer: PixelBuffer? {
    if case .picture(let picture) = content { picture } else { nil }
  }

  /// The sound as numbers; nil where it holds none.
  public var samples: SampleBlock? {
    if case .samples(let samples) = content { samples } else { nil }
  }

  /// The bytes; nil where it holds none.
  public var data: [UInt8]? {
    if case .data(let bytes) = content { bytes } else { nil }
  }

  /// The words; nil where it holds none.
  public var cue: SubtitleCue? {
    if case .cue(let cue) = content { cue } else { nil }
  }

  /// The time range over which it is presented; of no duration where nothing says how long.
  public var timeRange: CMTimeRange {
    CMTimeRange(start: presentationTime, duration: duration.isNumeric ? duration : .zero)
  }
}

extension SampleBuffer {
  /// The packet `packet` of a track of `description`, in `format`.
  init(_ packet: MediaPacket, _ format: PacketFormat, _ description: FormatDescription?) {
    self.init(
      .data(packet.data), presentationTime: CMTime(notAfter: packet.presentationTime),
      decodeTime: packet.decodeTime.map(CMTime.init(notAfter:)) ?? .invalid,
      duration: packet.duration.map(CMTime.init(notAfter:)) ?? .invalid, formatDescription: description,
      packetFormat: format)
    isSync = packet.isKeyFrame
    dependsOnOthers = !packet.isKeyFrame
  }
}

extension SampleBlock {
  /// The samples of `channels` channels in `linearPCM`, from number `start` on: what ``linearPCM(as:)`` writes. What is no whole
  /// moment of all channels is left out.
  public init(start: Int64, channels: Int, linearPCM bytes: [UInt8], as format: SampleFormat) {
    let width = format.bitDepth / 8
    let count = channels > 0 ? bytes.count / width / channels * channels : 0
    var samples: [Double] = []
    samples.reserveCapacity(count)
    let scale = Double(Int64(1) << Int64(format.bitDepth - 1))
    for index in 0..<count {
      var bits: UInt32 = 0
      for byte in (0..<width).reversed() { bits = bits << 8 | UInt32(bytes[index * width + byte]) }
      if format.isFloat {
        samples.append(Double(Float(bitPattern: bits)))
      } else {
        let unused = 32 - format.bitDepth
        samples.append(Double(Int32(bitPattern: bits << UInt32(unused)) >> Int32(unused)) / scale)
      }
    }
    self.init(start: start, channels: channels, interleaved: samples)
  }

  /// The samples as linear PCM: interleaved, the lower byte first, integers rounded to the nearest and clipped at full scale.
  public func linearPCM(as format: SampleFormat) -> [UInt8] {
    guard !format.isFloat else {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(4 * interleaved.count)
      for sample in interleaved {
        let bits = Float(sample).bitPattern
        for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * byte))) }
      }
      return bytes
    }
    let byteCount = format.bitDepth / 8
    let scale = Double(Int64(1) << Int64(format.bitDepth - 1))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(interleaved.count * byteCount)
    for sample in interleaved {
      // A sample that is no number is silence.
      let level = sample.isNaN ? 0 : min(max((sample * scale).rounded(), -scale), scale - 1)
      let whole = Int64(level)
      for byte in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: whole >> Int64(8 * byte))) }
    }
    return bytes
  }
}
