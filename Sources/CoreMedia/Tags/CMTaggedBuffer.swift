public import CoreVideo
public import MediaTime

/// A picture or a sample buffer, and what is said of it among several (`CMTaggedBuffer`).
public struct CMTaggedBuffer: Sendable, CustomStringConvertible {
  /// The holder of the media.
  public enum Buffer: Hashable, Sendable {
    /// A picture.
    case pixelBuffer(CVPixelBuffer)
    /// A sample buffer.
    case sampleBuffer(CMSampleBuffer)
  }

  /// The tags of it.
  public let tags: [CMTag]
  /// The media.
  public let buffer: Buffer

  /// `buffer`, described by `tags`.
  public init(tags: [CMTag], buffer: Buffer) { (self.tags, self.buffer) = (tags, buffer) }
  /// The picture in `pixelBuffer`, described by `tags`.
  public init(tags: [CMTag], pixelBuffer: CVPixelBuffer) { self.init(tags: tags, buffer: .pixelBuffer(pixelBuffer)) }
  /// The media in `sampleBuffer`, described by `tags`.
  public init(tags: [CMTag], sampleBuffer: CMSampleBuffer) {
    self.init(tags: tags, buffer: .sampleBuffer(sampleBuffer))
  }

  /// Its tags, and its buffer.
  public var description: String {
    let media =
      switch buffer {
      case .pixelBuffer(let picture): "\(picture)"
      case .sampleBuffer(let sample): "sample buffer at \(sample.presentationTimeStamp)"
      }
    return "\(tags.map(\.description)): \(media)"
  }
}

/// The format of several buffers that stand for one moment.
public typealias CMTaggedBufferGroupFormatDescription = CMFormatDescription

extension CMFormatDescription {
  /// The format of `taggedBuffers`, which stand for one moment: what is said of each.
  ///
  /// - Throws: `invalidParameter` where there are none.
  public convenience init(taggedBuffers: [CMTaggedBuffer]) throws {
    guard !taggedBuffers.isEmpty else { throw Error.invalidParameter }
    self.init(
      Statement(
        type: .taggedBufferGroup, subType: MediaSubType(rawValue: MediaType.taggedBufferGroup.rawValue),
        tags: taggedBuffers.map { Set($0.tags) }))
  }

  /// Whether as many things, and the same, are said of `taggedBuffers`, in the same order.
  public func matches(taggedBuffers: [CMTaggedBuffer]) -> Bool {
    statement?.type == .taggedBufferGroup && statement?.tags == taggedBuffers.map { Set($0.tags) }
  }
}

extension CMSampleBuffer {
  /// `taggedBuffers`, which are presented together at `presentationTimeStamp`, for `duration`.
  ///
  /// - Throws: `invalidMediaFormat` where `formatDescription` is that of others.
  public convenience init(
    taggedBuffers: [CMTaggedBuffer], presentationTimeStamp: CMTime, duration: CMTime,
    formatDescription: CMTaggedBufferGroupFormatDescription
  ) throws {
    guard formatDescription.matches(taggedBuffers: taggedBuffers) else { throw Error.invalidMediaFormat }
    let timing = CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
    self.init(format: formatDescription, timing: [timing], isReady: true)
    change { $0.group = taggedBuffers }
  }

  /// The buffers that it holds; nil where it holds no such.
  public var taggedBuffers: [CMTaggedBuffer]? { values.group }
}
