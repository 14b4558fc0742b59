// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
import Glibc
public import MediaTime

// SAFETY: samples are copied into the caller's list as far as its sizes say.

/// Media that are there, written no more, of a kind that the program's text says (`CMReadySampleBuffer`). Threads: any.
public struct CMReadySampleBuffer<Content>: Sendable where Content: CMSampleBuffer.Content {
  private(set) var buffer: CMSampleBuffer

  fileprivate init(_ buffer: CMSampleBuffer) { self.buffer = buffer }

  /// Gives the buffer to `body`, which changes nothing of it.
  public func withUnsafeSampleBuffer<R>(_ body: (CMSampleBuffer) throws -> sending R) rethrows -> sending R {
    try body(buffer)
  }

  /// The kind of what it holds.
  public var contentType: CMSampleBuffer.ContentType {
    switch buffer.dynamicContent {
    case .dataBuffer: .dataBuffer
    case .pixelBuffer: .pixelBuffer
    case .taggedBuffers: .taggedBuffers
    case .sampleReference: .sampleReference
    case .markerOnly: .markerOnly
    }
  }

  /// When the first of its samples is presented.
  public var presentationTimeStamp: CMTime {
    get { buffer.presentationTimeStamp }
    set {
      let shift = newValue - presentationTimeStamp
      retime { $0.presentationTimeStamp = shift.isNumeric ? $0.presentationTimeStamp + shift : newValue }
    }
  }
  /// When the first of its samples is decoded; invalid where that is when it is presented.
  public var decodeTimeStamp: CMTime {
    get { buffer.decodeTimeStamp }
    set {
      let shift = newValue - decodeTimeStamp
      retime { $0.decodeTimeStamp = shift.isNumeric ? $0.decodeTimeStamp + shift : newValue }
    }
  }
  /// The duration of all of it.
  public var duration: CMTime { buffer.duration }
  /// When it is presented in what it is written into.
  public var outputPresentationTimeStamp: CMTime { buffer.outputPresentationTimeStamp }
  /// The output duration of all of it.
  public var outputDuration: CMTime { buffer.outputDuration }
  /// The number of samples.
  public var sampleCount: Int { buffer.numSamples }
  /// Bytes of all samples; 0 of a picture.
  public var totalSampleSize: Int { buffer.totalSampleSize }

  private mutating func retime(_ change: (inout CMSampleTimingInfo) -> Void) {
    var timing = buffer.values.timing
    for index in timing.indices { change(&timing[index]) }
    buffer = CMSampleBuffer(copying: buffer, timing: timing)
  }

  /// The places of packets of encoded sound; nil of other media.
  public var audioStreamPacketDescriptions: [AudioStreamPacketDescription]? {
    try? buffer.audioStreamPacketDescriptions()
  }

  /// Copies samples of sound as numbers into `bufferList`.
  ///
  /// - Throws: `NSError` of Core Media's number where it holds none, not so many, or the list has no room.
  public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws {
    try unsafe buffer.copyPCMData(fromRange: range, into: bufferList)
  }

  /// Its samples, each in a buffer of its own, where that is possible; itself elsewhere.
  public func splitSamples() -> [CMReadySampleBuffer<Content>] {
    guard sampleCount > 1, let single = try? buffer.singleSampleBuffers() else { return [self] }
    return single.map { Self($0) }
  }
}

extension CMReadySampleBuffer where Content: CMSampleBuffer.ContentWithFormatDescription {
  /// The format of its samples.
  public var formatDescription: CMFormatDescription {
    guard let format = buffer.formatDescription ?? buffer.imageBuffer.map({ CMFormatDescription(pictureIn: $0) }) else {
      endProcess("A sample buffer of media has no format.")
    }
    return format
  }
}

extension CMReadySampleBuffer where Content == CMSampleBuffer.DynamicContent {
  /// The media in `unsafeBuffer`, of which nothing is changed from now on.
  public init(unsafeBuffer: sending CMSampleBuffer) { self.init(unsafeBuffer as CMSampleBuffer) }
  /// The same media.
  public init(_ other: CMReadySampleBuffer<some CMSampleBuffer.Content>) { self.init(other.buffer) }
  /// Its content.
  public var content: CMSampleBuffer.DynamicContent { buffer.dynamicContent }
  /// The format of its samples; nil without a statement.
  public var formatDescription: CMFormatDescription? { buffer.formatDescription }
}

extension CMReadySampleBuffer where Content == CVReadOnlyPixelBuffer {
  /// The picture `pixelBuffer`, presented at `presentationTimeStamp` for `duration`; its format is found where none is given.
  public init(
    pixelBuffer: Content, formatDescription: CMVideoFormatDescription? = nil, presentationTimeStamp: CMTime,
    duration: CMTime = .invalid
  ) {
    let picture = pixelBuffer.withUnsafeBuffer { $0 }
    let timing = CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
    self.init(
      CMSampleBuffer(
        picture: picture, format: formatDescription ?? CMFormatDescription(pictureIn: picture), timing: [timing]))
  }
  /// The picture that `other` holds; nil where it holds none.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.buffer.imageBuffer != nil else { return nil }
    self.init(other.buffer)
  }
  /// The picture in `unsafeWithPixelBuffer`, of which nothing is changed from now on; one without ends the process.
  public init(unsafeWithPixelBuffer: sending CMSampleBuffer) {
    precondition(unsafeWithPixelBuffer.imageBuffer != nil, "A sample buffer without a picture is said to have one.")
    self.init(unsafeWithPixelBuffer as CMSampleBuffer)
  }
  /// The picture.
  public var content: CVReadOnlyPixelBuffer {
    guard case .pixelBuffer(let picture) = buffer.dynamicContent else {
      endProcess("A sample buffer of a picture holds none.")
    }
    return picture
  }
}

extension CMReadySampleBuffer where Content == CMReadOnlyDataBlockBuffer {
  /// `sampleCount` moments of sound as numbers.
  public init(
    audioDataBuffer: Content, formatDescription: CMAudioFormatDescription, sampleCount: Int,
    presentationTimeStamp: CMTime
  ) {
    let stream = formatDescription.audioStreamBasicDescription
    self.init(
      CMSampleBuffer(
        data: audioDataBuffer.block, format: formatDescription,
        timing: [.each(1, of: stream, from: presentationTimeStamp)],
        sizes: stream.map { [Int($0.mBytesPerFrame)] } ?? [], count: max(0, sampleCount)))
  }
  /// Packets of encoded sound.
  public init(
    compressedAudioDataBuffer: Content, formatDescription: CMAudioFormatDescription, presentationTimeStamp: CMTime,
    packetDescriptions: [AudioStreamPacketDescription]
  ) {
    let stream = formatDescription.audioStreamBasicDescription
    self.init(
      CMSampleBuffer(
        data: compressedAudioDataBuffer.block, format: formatDescription,
        timing: [.each(stream?.mFramesPerPacket ?? 0, of: stream, from: presentationTimeStamp)],
        sizes: packetDescriptions.map { Int($0.mDataByteSize) }, count: packetDescriptions.count))
  }
  /// The bytes that `other` holds; nil where it holds none.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.buffer.dataBuffer != nil, other.formatDescription != nil else { return nil }
    self.init(other.buffer)
  }
  /// The bytes in `unsafeWithDataBuffer`, of which nothing is changed from now on; a buffer without ends the process.
  public init(unsafeWithDataBuffer: sending CMSampleBuffer) {
    precondition(
      unsafeWithDataBuffer.dataBuffer != nil && unsafeWithDataBuffer.formatDescription != nil,
      "A sample buffer without bytes or their format is said to have them.")
    self.init(unsafeWithDataBuffer as CMSampleBuffer)
  }
  /// The bytes.
  public var content: CMReadOnlyDataBlockBuffer {
    guard let data = buffer.dataBuffer else { endProcess("A sample buffer of bytes holds none.") }
    return CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: data)
  }
}

extension CMReadySampleBuffer where Content == [CMTaggedDynamicBuffer] {
  /// The buffers that `other` holds, which stand for one moment; nil where it holds none.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.buffer.taggedBuffers != nil, other.formatDescription != nil else { return nil }
    self.init(other.buffer)
  }
  /// The buffers.
  public var content: [CMTaggedDynamicBuffer] {
    (buffer.taggedBuffers ?? []).map { CMTaggedDynamicBuffer(unsafeBuffer: $0) }
  }
}

extension CMReadySampleBuffer where Content == Never {
  /// Nothing but a time.
  public init(markerAt presentationTimeStamp: CMTime, duration: CMTime = .invalid) {
    let timing = CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
    self.init(CMSampleBuffer(format: nil, timing: [timing], count: 0, isReady: true))
  }
  /// The time that `other` marks; nil where it holds media.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard case .markerOnly = other.content else { return nil }
    self.init(other.buffer)
  }
  /// The time.
  public var markerTimeStamp: CMTime { presentationTimeStamp }
}

extension CMSampleTimingInfo {
  /// Samples of `stream` that last `frames` moments each, from `start` on.
  fileprivate static func each(
    _ frames: UInt32, of stream: AudioStreamBasicDescription?, from start: CMTime
  ) -> CMSampleTimingInfo {
    let rate = stream.flatMap { Int32(exactly: $0.mSampleRate.rounded()) } ?? 0
    let duration = rate > 0 && frames > 0 ? CMTime(value: CMTimeValue(frames), timescale: rate) : .invalid
    return CMSampleTimingInfo(duration: duration, presentationTimeStamp: start, decodeTimeStamp: .invalid)
  }
}

/// Ends the process where a buffer lacks the content that its type promises, as one that was invalidated since.
private func endProcess(_ sentence: String) -> Never {
  precondition(false, sentence)
  abort()
}
