// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

// SAFETY: out parameters are written once, arrays as far as they have room; descriptions of packets stand in memory of their own, which is
// written once and lives as long as the buffer.

/// Descriptions of packets that stay where they are.
@safe final class StoredPackets: Sendable {
  // SAFETY: the memory is written once.
  nonisolated(unsafe) let place: UnsafePointer<AudioStreamPacketDescription>
  let count: Int

  init(_ packets: [AudioStreamPacketDescription]) {
    let memory = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: max(1, packets.count))
    for (number, packet) in packets.enumerated() { unsafe (memory + number).initialize(to: packet) }
    unsafe (place, count) = (UnsafePointer(memory), packets.count)
  }

  deinit { unsafe place.deallocate() }
}

extension CMSampleBuffer {
  /// The same media, presented at the same times.
  public convenience init(copying sampleBuffer: CMSampleBuffer) throws { self.init(copying: sampleBuffer, timing: nil) }

  /// Samples number `range` of `sampleBuffer`: a copy of their bytes, or of the one picture that there is.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain`: `sampleIndexOutOfRange` where there are fewer, `cannotSubdivide` where the
  ///   sizes of several are not known.
  public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= sampleBuffer.numSamples else {
      throw Error.sampleIndexOutOfRange
    }
    let values = sampleBuffer.values
    if range.count == sampleBuffer.numSamples {
      self.init(copying: sampleBuffer, timing: nil)
      return
    }
    guard let data = values.data else { throw Error.bufferNotReady }
    guard let parts = sampleBuffer.parts(of: data) else { throw Error.cannotSubdivide }
    let bytes = data.bytes
    self.init(
      data: CMBlockBuffer(parts.map { Array(bytes[$0(range)]) }.reduce([], +)), format: values.format,
      timing: values.timing.count == 1 ? [sampleBuffer.timing(range.lowerBound)] : range.map(sampleBuffer.timing),
      sizes: values.sizes.count > 1 ? Array(values.sizes[range]) : values.sizes, count: range.count,
      sampleAttachments: values.sampleAttachments.values, origin: sampleBuffer.origin)
    change { $0.attachments = values.attachments.filter { $0.value.mode == kCMAttachmentMode_ShouldPropagate } }
  }

  /// The places of some of its samples among the bytes of `data`: in one piece, or in one for each channel; nil where
  /// they are not known.
  private func parts(of data: CMBlockBuffer) -> [(Range<Int>) -> Range<Int>]? {
    if let stream = formatDescription?.audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM {
      let isByTurns = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
      let (each, count) = (Int(stream.mBytesPerFrame), isByTurns ? 1 : max(1, Int(stream.mChannelsPerFrame)))
      guard each > 0, numSamples <= data.dataLength / each / count else { return nil }
      let step = data.dataLength / count
      return (0..<count).map { part in
        { range in part * step + range.lowerBound * each..<part * step + range.upperBound * each }
      }
    }
    let sizes = values.sizes
    guard !sizes.isEmpty else { return nil }
    var places = [0]
    for number in 0..<numSamples {
      let size = max(0, sizes[sizes.count == 1 ? 0 : number])
      guard data.holds(size, from: places[number]) else { return nil }
      places.append(places[number] + size)
    }
    return [{ range in places[range.lowerBound]..<places[range.upperBound] }]
  }

  /// Buffers of one sample each.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where the sizes of several samples are not known.
  public func singleSampleBuffers() throws -> SingleSampleBuffers {
    SingleSampleBuffers(all: try (0..<numSamples).map { try CMSampleBuffer(copying: self, forRange: $0..<$0 + 1) })
  }

  /// Buffers of one sample each, one after the other.
  public struct SingleSampleBuffers: Sequence {
    fileprivate let all: [CMSampleBuffer]
    /// Gives them.
    public func makeIterator() -> IndexingIterator<[CMSampleBuffer]> { all.makeIterator() }
  }

  // MARK: Output

  /// Sets when it is presented in what it is written into.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    try NSError.check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: pts))
  }

  /// When the first of its samples is decoded in what it is written into; invalid where that is when it is presented.
  public var outputDecodeTimeStamp: CMTime { CMSampleBufferGetOutputDecodeTimeStamp(self) }

  /// The times of its samples in what it is written into: moved as its first is.
  public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
    let distance = outputPresentationTimeStamp - presentationTimeStamp
    return values.timing.map {
      CMSampleTimingInfo(
        duration: $0.duration, presentationTimeStamp: $0.presentationTimeStamp + distance,
        decodeTimeStamp: $0.decodeTimeStamp.isValid ? $0.decodeTimeStamp + distance : .invalid)
    }
  }

  // MARK: Sound

  /// Gives it the samples of the list at `bufferList`: once.
  ///
  /// - Throws: As ``CMSampleBufferSetDataBufferFromAudioBufferList(_:blockBufferAllocator:blockBufferMemoryAllocator:flags:bufferList:)``
  ///   returns.
  public func setDataBuffer(
    fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>, blockBufferMemoryAllocator: CFAllocator? = nil,
    flags: Flags = []
  ) throws {
    try NSError.check(
      unsafe CMSampleBufferSetDataBufferFromAudioBufferList(
        self, blockBufferAllocator: nil, blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue,
        bufferList: bufferList))
  }

  /// The places of its packets of sound among its bytes; none of samples as numbers.
  ///
  /// - Throws: `invalidMediaTypeForOperation` where it holds no sound.
  public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
    guard let stream = formatDescription?.audioStreamBasicDescription else { throw Error.invalidMediaTypeForOperation }
    let sizes = values.sizes
    guard stream.mFormatID != kAudioFormatLinearPCM, !sizes.isEmpty else { return [] }
    var place = 0
    return (0..<numSamples).map { number in
      let size = UInt32(clamping: sizes.indices.contains(number) ? sizes[number] : sizes[0])
      defer { place += Int(size) }
      return AudioStreamPacketDescription(
        mStartOffset: Int64(place), mVariableFramesInPacket: 0, mDataByteSize: size)
    }
  }

  /// Calls `body` with where its packets of sound stand among its bytes, valid until it returns.
  ///
  /// - Throws: As ``audioStreamPacketDescriptions()``; what `body` throws.
  public func withUnsafeAudioStreamPacketDescriptions<Result>(
    _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> Result
  ) throws -> Result {
    try unsafe audioStreamPacketDescriptions().withUnsafeBufferPointer { try unsafe body($0) }
  }

  /// The places of its packets, in memory that stays.
  fileprivate func storedPackets() throws -> StoredPackets {
    let packets = try values.packets ?? StoredPackets(audioStreamPacketDescriptions())
    var stored = packets
    change { values in
      stored = values.packets ?? packets
      values.packets = stored
    }
    return stored
  }
}

/// Makes a buffer of some of the samples of `sampleBuffer` (`CMSampleBufferCopySampleBufferForRange`).
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
  allocator: CFAllocator?, sampleBuffer: CMSampleBuffer, sampleRange: CFRange,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard let range = Range(sampleRange) else { return kCMSampleBufferError_SampleIndexOutOfRange }
  do { unsafe sampleBufferOut.pointee = try CMSampleBuffer(copying: sampleBuffer, forRange: range) } catch {
    return OSStatus(truncatingIfNeeded: (error as NSError).code)
  }
  return noErr
}

/// Writes the times of the samples in what they are written into (`CMSampleBufferGetOutputSampleTimingInfoArray`), as
/// `CMSampleBufferGetSampleTimingInfoArray` does theirs.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
  _ buffer: CMSampleBuffer, entryCount: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  unsafe write((try? buffer.outputSampleTimingInfos()) ?? [], entryCount, timingArrayOut, timingArrayEntriesNeededOut)
}

/// Writes the bytes of samples: one number for all that are equally large, or one for each (`CMSampleBufferGetSampleSizeArray`).
///
/// - Returns: `kCMSampleBufferError_BufferHasNoSampleSizes` where they are not known.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
  _ buffer: CMSampleBuffer, entryCount: CMItemCount, arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
  entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  let sizes = buffer.values.sizes
  guard !sizes.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleSizes }
  return unsafe write(sizes, entryCount, sizeArrayOut, sizeArrayEntriesNeededOut)
}

private func write<Value>(
  _ values: [Value], _ room: Int, _ arrayOut: UnsafeMutablePointer<Value>?, _ neededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  unsafe neededOut?.pointee = values.count
  guard let array = unsafe arrayOut else { return noErr }
  guard room >= values.count else { return kCMSampleBufferError_ArrayTooSmall }
  for (number, value) in values.enumerated() { unsafe array[number] = value }
  return noErr
}

/// Writes where packets of sound stand to the array at `packetDescriptionsOut` of `allocatedSize` bytes.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
  _ buffer: CMSampleBuffer, allocatedSize: Int,
  packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  guard let packets = try? buffer.audioStreamPacketDescriptions() else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  let each = MemoryLayout<AudioStreamPacketDescription>.stride
  var needed = 0
  let status = unsafe write(packets, allocatedSize / each, packetDescriptionsOut, &needed)
  unsafe packetDescriptionsSizeNeededOut?.pointee = needed * each
  return status
}

/// Stores where packets of sound stand: an array that lives as long as `buffer`; nil of samples as numbers.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
  _ buffer: CMSampleBuffer,
  packetDescriptionsPointerOut: UnsafeMutablePointer<UnsafePointer<AudioStreamPacketDescription>?>?,
  sizeOut packetDescriptionsSizeOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  guard let packets = try? buffer.storedPackets() else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  unsafe packetDescriptionsPointerOut?.pointee = packets.count == 0 ? nil : packets.place
  unsafe packetDescriptionsSizeOut?.pointee = packets.count * MemoryLayout<AudioStreamPacketDescription>.stride
  return noErr
}
