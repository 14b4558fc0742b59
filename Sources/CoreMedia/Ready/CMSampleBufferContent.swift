// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

extension CMSampleBuffer {
  /// The content of ready buffers (`CMSampleBuffer.Content`): a picture, bytes, several buffers, nothing, or any of
  /// these.
  public protocol Content: Sendable {}
  /// Content with a format in any case (`CMSampleBuffer.ContentWithFormatDescription`).
  public protocol ContentWithFormatDescription: Content {}
  /// Content of one or several samples (`CMSampleBuffer.MultiSampleContent`).
  public protocol MultiSampleContent: Content {}

  /// Content whose kind shows when it is read (`CMSampleBuffer.DynamicContent`).
  public enum DynamicContent: MultiSampleContent {
    /// Bytes: packets, or samples of sound as numbers.
    case dataBuffer(CMReadOnlyDataBlockBuffer)
    /// A picture.
    case pixelBuffer(CVReadOnlyPixelBuffer)
    /// Buffers that stand for one moment.
    case taggedBuffers([CMTaggedDynamicBuffer])
    /// A reference to bytes in a file.
    case sampleReference(SampleDataReference)
    /// Nothing: the buffer marks a time.
    case markerOnly
  }

  /// The kinds of what buffers hold (`CMSampleBuffer.ContentType`).
  public enum ContentType: Hashable, Sendable {
    /// As the cases of ``DynamicContent``.
    case dataBuffer, pixelBuffer, taggedBuffers, sampleReference, markerOnly
  }

  /// A reference to bytes in a file (`CMSampleBuffer.SampleDataReference`).
  public struct SampleDataReference: ContentWithFormatDescription, Hashable {
    /// The file.
    public let url: URL
    /// The first byte.
    public let byteOffset: Int64
  }

  /// Its content.
  var dynamicContent: DynamicContent {
    if let group = taggedBuffers { return .taggedBuffers(group.map { CMTaggedDynamicBuffer(unsafeBuffer: $0) }) }
    if let imageBuffer { return .pixelBuffer(CVReadOnlyPixelBuffer(unsafeBuffer: imageBuffer)) }
    if let dataBuffer { return .dataBuffer(CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: dataBuffer)) }
    let attached = values.attachments
    if let url = attached[kCMSampleBufferAttachmentKey_SampleReferenceURL]?.value as? URL {
      let offset = (attached[kCMSampleBufferAttachmentKey_SampleReferenceByteOffset]?.value as? NSNumber)?.int64Value
      return .sampleReference(SampleDataReference(url: url, byteOffset: offset ?? 0))
    }
    return .markerOnly
  }
}

extension Never: CMSampleBuffer.Content {}
extension CVReadOnlyPixelBuffer: CMSampleBuffer.ContentWithFormatDescription {}
extension CMReadOnlyDataBlockBuffer: CMSampleBuffer.ContentWithFormatDescription, CMSampleBuffer.MultiSampleContent {}
extension Array: CMSampleBuffer.Content where Element == CMTaggedDynamicBuffer {}
extension Array: CMSampleBuffer.ContentWithFormatDescription where Element == CMTaggedDynamicBuffer {}

/// A buffer that is written no more, and what is said of it among several (`CMTaggedDynamicBuffer`).
public struct CMTaggedDynamicBuffer: Sendable {
  /// The tags of it.
  public let tags: [CMTag]
  /// The media.
  public let content: Content

  /// The holder of the media (`CMTaggedDynamicBuffer.Content`).
  public enum Content: Sendable {
    /// A picture.
    case pixelBuffer(CVReadOnlyPixelBuffer)
    /// A sample buffer.
    case sampleBuffer(CMReadySampleBuffer<CMSampleBuffer.DynamicContent>)
  }

  /// `content`, of which `tags` say something.
  public init(tags: [CMTag], content: Content) { (self.tags, self.content) = (tags, content) }
  /// The picture `content`, of which `tags` say something.
  public init(tags: [CMTag], content: CVReadOnlyPixelBuffer) { self.init(tags: tags, content: .pixelBuffer(content)) }
  /// The picture in `content`, of which `tags` say something.
  public init(tags: [CMTag], content: CMReadySampleBuffer<CVReadOnlyPixelBuffer>) {
    self.init(tags: tags, content: .sampleBuffer(CMReadySampleBuffer(content)))
  }
  /// The bytes in `content`, of which `tags` say something.
  public init(tags: [CMTag], content: CMReadySampleBuffer<CMReadOnlyDataBlockBuffer>) {
    self.init(tags: tags, content: .sampleBuffer(CMReadySampleBuffer(content)))
  }
  /// The buffer in `unsafeBuffer`, which nothing writes from now on.
  public init(unsafeBuffer: sending CMTaggedBuffer) {
    let content: Content =
      switch unsafeBuffer.buffer {
      case .pixelBuffer(let picture): .pixelBuffer(CVReadOnlyPixelBuffer(unsafeBuffer: picture))
      case .sampleBuffer(let sample): .sampleBuffer(CMReadySampleBuffer(unsafeBuffer: sample))
      }
    self.init(tags: unsafeBuffer.tags, content: content)
  }

  /// Gives the buffer to `body`, which does not write it.
  public func withUnsafeTaggedBuffer<R>(_ body: (CMTaggedBuffer) throws -> sending R) rethrows -> sending R {
    switch content {
    case .pixelBuffer(let picture):
      return try body(CMTaggedBuffer(tags: tags, pixelBuffer: picture.withUnsafeBuffer { $0 }))
    case .sampleBuffer(let sample):
      return try body(CMTaggedBuffer(tags: tags, sampleBuffer: sample.withUnsafeSampleBuffer { $0 }))
    }
  }
}
