// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Foundation

// SAFETY: formats and values are read, samples and results written at the caller's addresses, within the sizes that it
// gives, while it waits; what the caller's function gives is copied before that is called again.

/// A converter (`AudioConverterRef`).
public typealias AudioConverterRef = OpaqueAudioConverter

/// Brings samples to another format, encodes them into packets, or decodes these, from one function of the program's to its buffers.
///
/// It is an ``AVAudioConverter`` whose samples may be of any width and order of bytes. Threads: one at a time.
@safe public final class OpaqueAudioConverter {
  /// Formats of the input and of the output.
  let (input, output): (AudioStreamBasicDescription, AudioStreamBasicDescription)
  /// Layouts of the samples that go in and come out; nil of packets.
  private let (source, target): (PCMBytes?, PCMBytes?)
  let converter: AVAudioConverter
  private var isDisposed = false
  /// Quality of the conversion of rates; kept, for there is one filter.
  var quality = kAudioConverterQuality_Medium

  init?(_ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription) {
    (self.input, self.output) = (input, output)
    (source, target) = (PCMBytes(input), PCMBytes(output))
    guard source != nil || input.mFormatID != kAudioFormatLinearPCM,
      target != nil || output.mFormatID != kAudioFormatLinearPCM, let from = Self.format(input),
      let to = Self.format(output), let converter = AVAudioConverter(from: from, to: to)
    else { return nil }
    self.converter = converter
  }

  /// The format in which the converter has samples, or that of packets.
  private static func format(_ description: AudioStreamBasicDescription) -> AVAudioFormat? {
    guard let layout = AVAudioChannelLayout.unnamed(description.mChannelsPerFrame) else { return nil }
    if description.mFormatID == kAudioFormatLinearPCM {
      guard description.mSampleRate > 0 else { return nil }
      return AVAudioFormat(
        commonFormat: .pcmFormatFloat64, sampleRate: description.mSampleRate, interleaved: true, channelLayout: layout)
    }
    var description = description
    return unsafe AVAudioFormat(streamDescription: &description, channelLayout: layout)
  }

  func reset() { converter.reset() }
  fileprivate func dispose() { isDisposed = true }

  /// Fills `list` with up to `count` packets of what `ask` gives; how many there are, and what the function said at the end.
  func fill(
    _ list: UnsafeMutableAudioBufferListPointer, _ count: inout UInt32,
    _ places: UnsafeMutablePointer<AudioStreamPacketDescription>?, from ask: (UInt32) -> Given
  ) -> OSStatus {
    let wanted = count
    count = 0
    guard !isDisposed else { return kAudioConverterErr_UnspecifiedError }
    guard let made = unsafe buffer(wanted, for: list) else { return kAudioConverterErr_InvalidOutputSize }
    var status = noErr
    var error: NSError?
    let result = unsafe converter.convert(to: made, error: &error) { wanted, outStatus in
      switch ask(wanted) {
      case .sound(let buffer):
        unsafe outStatus.pointee = .haveData
        return buffer
      case .end:
        unsafe outStatus.pointee = .endOfStream
      case .status(let given):
        status = given
        unsafe outStatus.pointee = .noDataNow
      }
      return nil
    }
    if result == .error { return status == noErr ? kAudioConverterErr_UnspecifiedError : status }
    switch made {
    case let made as AVAudioPCMBuffer:
      count = made.frameLength
      unsafe target?.write(made.interleaved() ?? [], to: list)
    case let made as AVAudioCompressedBuffer:
      count = made.packetCount
      unsafe list[0].mData?.copyMemory(from: made.data, byteCount: Int(made.byteLength))
      unsafe list[0].mDataByteSize = made.byteLength
      if let places = unsafe places, let given = unsafe made.packetDescriptions {
        unsafe places.update(from: given, count: Int(count))
      }
    default: break
    }
    return status
  }

  /// Fills `room`, samples by turns or bytes of packets, with up to `count` packets of what `ask` gives; how many there are, how many bytes
  /// they have, and what the function said at the end.
  func fill<Number>(
    _ room: inout [Number], _ count: inout UInt32, from ask: (UInt32) -> Given
  ) -> (byteCount: Int, status: OSStatus) {
    unsafe room.withUnsafeMutableBytes { bytes in
      let (status, size) = unsafe AudioBufferList.single(
        bytes.baseAddress, bytes.count, channels: output.mChannelsPerFrame
      ) { unsafe fill($0, &count, nil, from: ask) }
      return (count > 0 ? size : 0, status)
    }
  }

  /// A buffer for `count` packets, or as many as `list` has room for; nil where it has room for none.
  private func buffer(_ count: UInt32, for list: UnsafeMutableAudioBufferListPointer) -> AVAudioBuffer? {
    guard let target else {
      let largest = converter.maximumOutputPacketSize
      guard unsafe list.count > 0, unsafe list[0].mData != nil, largest > 0 else { return nil }
      let room = unsafe UInt32(clamping: Int(list[0].mDataByteSize) / largest)
      guard room > 0 || count == 0 else { return nil }
      return AVAudioCompressedBuffer(
        format: converter.outputFormat, packetCapacity: min(count, room), maximumPacketSize: largest)
    }
    guard let room = unsafe target.capacity(of: list), room > 0 || count == 0 else { return nil }
    return AVAudioPCMBuffer(
      pcmFormat: converter.outputFormat, frameCapacity: min(count, AVAudioFrameCount(clamping: room)))
  }

  // MARK: What goes in

  /// Input from the program.
  enum Given {
    /// Samples, or packets.
    case sound(AVAudioBuffer)
    /// Nothing any more.
    case end
    /// No data at present: the callback's status.
    case status(OSStatus)
  }

  /// Asks `function` for `count` packets.
  fileprivate func ask(
    _ function: AudioConverterComplexInputDataProc, _ user: UnsafeMutableRawPointer?, _ count: UInt32
  ) -> Given {
    let list = unsafe AudioBufferList.allocate(maximumBuffers: source?.bufferCount ?? 1)
    defer { unsafe free(list.unsafeMutablePointer) }
    let channels = input.mChannelsPerFrame
    for number in unsafe 0..<list.count { unsafe list[number].mNumberChannels = list.count > 1 ? 1 : channels }
    var given = count
    var places: UnsafeMutablePointer<AudioStreamPacketDescription>?
    let status =
      if source == nil, input.mBytesPerPacket == 0 {
        unsafe function(self, &given, list.unsafeMutablePointer, &places, user)
      } else { unsafe function(self, &given, list.unsafeMutablePointer, nil, user) }
    guard status == noErr else { return .status(status) }
    guard given > 0 else { return .end }
    return unsafe sound(given, in: list, places)
  }

  /// `count` packets that stand in `list`.
  func sound(
    _ count: UInt32, in list: UnsafeMutableAudioBufferListPointer,
    _ places: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) -> Given {
    if let source {
      return unsafe source.buffer(count, in: list, of: converter.inputFormat).map { .sound($0) }
        ?? .status(kAudioConverterErr_InvalidInputSize)
    }
    let all = unsafe Int(list.first?.mDataByteSize ?? 0)
    guard let data = unsafe list.first?.mData else { return .status(kAudioConverterErr_InvalidInputSize) }
    var packets: [[UInt8]] = []
    for number in 0..<Int(count) {
      var (start, length) = (number * Int(input.mBytesPerPacket), Int(input.mBytesPerPacket))
      if let places = unsafe places {
        unsafe (start, length) = (Int(clamping: places[number].mStartOffset), Int(places[number].mDataByteSize))
      } else if length == 0 {
        // One packet needs no place: it is all there is.
        guard count == 1 else { return .status(kAudioConverterErr_RequiresPacketDescriptionsError) }
        length = all
      }
      guard start >= 0, start <= all, length <= all - start else { return .status(kAudioConverterErr_InvalidInputSize) }
      unsafe packets.append(Array(UnsafeRawBufferPointer(start: data + start, count: length)))
    }
    let buffer = AVAudioCompressedBuffer(
      format: converter.inputFormat, packetCapacity: count, maximumPacketSize: max(1, packets.map(\.count).max() ?? 0))
    _ = buffer.put(packets[...])
    return .sound(buffer)
  }
}

/// Makes a converter (`AudioConverterNew`).
///
/// - Returns: ``kAudioConverterErr_FormatNotSupported`` where there is no way between the formats.
@discardableResult public func AudioConverterNew(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  let converter = unsafe OpaqueAudioConverter(inSourceFormat.pointee, inDestinationFormat.pointee)
  unsafe outAudioConverter.pointee = converter
  return converter == nil ? kAudioConverterErr_FormatNotSupported : noErr
}

/// Makes a converter with one of the given codecs (`AudioConverterNewSpecific`): there is one codec of each kind here,
/// whatever its manufacturer.
///
/// - Returns: ``kAudioConverterErr_FormatNotSupported`` where none is of the packets that go in or come out.
@discardableResult public func AudioConverterNewSpecific(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inNumberClassDescriptions: UInt32,
  _ inClassDescriptions: UnsafePointer<AudioClassDescription>,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  let wanted = unsafe [
    (kAudioDecoderComponentType, inSourceFormat.pointee.mFormatID),
    (kAudioEncoderComponentType, inDestinationFormat.pointee.mFormatID),
  ]
  let codecs = unsafe UnsafeBufferPointer(start: inClassDescriptions, count: Int(inNumberClassDescriptions))
  let isThere = unsafe codecs.contains { codec in wanted.contains { codec.mType == $0.0 && codec.mSubType == $0.1 } }
  guard isThere else {
    unsafe outAudioConverter.pointee = nil
    return kAudioConverterErr_FormatNotSupported
  }
  return unsafe AudioConverterNew(inSourceFormat, inDestinationFormat, outAudioConverter)
}

/// Ends a converter (`AudioConverterDispose`): it converts nothing more.
@discardableResult public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  inAudioConverter.dispose()
  return noErr
}

/// Forgets what went in (`AudioConverterReset`): what comes is the beginning of another sound.
@discardableResult public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  inAudioConverter.reset()
  return noErr
}

/// Fills `outOutputData` with packets from the input of `inInputDataProc` (`AudioConverterFillComplexBuffer`), until
/// there are `ioOutputDataPacketSize`, or the input ends; `ioOutputDataPacketSize` then is their number.
///
/// A sample of all channels is a packet, too. At the end of the sound there are fewer, and then none. A status of the
/// function other than ``noErr`` is returned, with the packets made until then.
@discardableResult public func AudioConverterFillComplexBuffer(
  _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  unsafe inAudioConverter.fill(
    UnsafeMutableAudioBufferListPointer(outOutputData), &ioOutputDataPacketSize.pointee, outPacketDescription
  ) { unsafe inAudioConverter.ask(inInputDataProc, inInputDataProcUserData, $0) }
}

/// Converts `inNumberPCMFrames` samples at once into others of the same rate (`AudioConverterConvertComplexBuffer`).
///
/// - Returns: ``kAudioConverterErr_OperationNotSupported`` where rates differ, or one of both are packets.
@discardableResult public func AudioConverterConvertComplexBuffer(
  _ inAudioConverter: AudioConverterRef, _ inNumberPCMFrames: UInt32, _ inInputData: UnsafePointer<AudioBufferList>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  let input = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: inInputData))
  guard inAudioConverter.input.mFormatID == kAudioFormatLinearPCM,
    inAudioConverter.output.mFormatID == kAudioFormatLinearPCM,
    inAudioConverter.input.mSampleRate == inAudioConverter.output.mSampleRate
  else { return kAudioConverterErr_OperationNotSupported }
  var count = inNumberPCMFrames
  var isGiven = false
  let status = unsafe inAudioConverter.fill(UnsafeMutableAudioBufferListPointer(outOutputData), &count, nil) { _ in
    if isGiven { return .status(kAudioConverterErr_InvalidInputSize) }
    isGiven = true
    return unsafe inAudioConverter.sound(inNumberPCMFrames, in: input, nil)
  }
  return status == noErr && count < inNumberPCMFrames ? kAudioConverterErr_InvalidOutputSize : status
}
