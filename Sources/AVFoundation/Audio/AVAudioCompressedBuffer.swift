public import CoreMedia
public import Foundation

// SAFETY: the bytes and the descriptions are allocated with the buffer, for as many packets as it has room for, and freed with it; packets
// are read within that room alone, whatever their descriptions say.

/// Packets of compressed sound in memory (`AVAudioCompressedBuffer`), with a fixed capacity; the first ``packetCount``
/// packets are valid.
///
/// Threads: one at a time.
@safe open class AVAudioCompressedBuffer: AVAudioBuffer, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, as Apple's is.
  /// Number of packets that it has room for.
  public let packetCapacity: AVAudioPacketCount
  /// Largest size of a packet, in bytes.
  public let maximumPacketSize: Int
  /// Number of bytes that it has room for.
  public let byteCapacity: UInt32
  /// The packets, one behind the other.
  public let data: UnsafeMutableRawPointer
  /// Places of the packets among the bytes; nil where all of them have as many.
  public let packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  private var count: AVAudioPacketCount = 0

  /// A buffer with room for `packetCapacity` packets of at most `maximumPacketSize` bytes each. Samples as numbers, and more bytes than there
  /// is memory for, end the process, as AVFAudio's exceptions do.
  public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
    let stream = format.fields
    Misuse.require(stream.mFormatID != kAudioFormatLinearPCM, "fmt.IsPCM() == false")
    let (bytes, isTooMuch) = Int(packetCapacity).multipliedReportingOverflow(by: max(0, maximumPacketSize))
    guard !isTooMuch, bytes <= UInt32.max, let data = unsafe calloc(max(1, bytes), 1) else {
      Misuse.audio("no memory for \(packetCapacity) packets of \(maximumPacketSize) bytes")
    }
    (self.packetCapacity, self.maximumPacketSize) = (packetCapacity, maximumPacketSize)
    byteCapacity = UInt32(bytes)
    unsafe self.data = data
    if stream.mBytesPerPacket == 0 {
      let descriptions = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(
        capacity: max(1, Int(packetCapacity)))
      unsafe descriptions.initialize(repeating: .init(), count: max(1, Int(packetCapacity)))
      unsafe packetDescriptions = descriptions
    } else {
      unsafe packetDescriptions = nil
    }
    let list = unsafe AudioBufferList.allocate(maximumBuffers: 1)
    unsafe list[0] = AudioBuffer(mNumberChannels: stream.mChannelsPerFrame, mDataByteSize: 0, mData: data)
    unsafe super.init(format, list)
  }

  /// A buffer with room for `packetCapacity` packets of a format whose packets have equally many bytes. Other formats end the process, as
  /// AVFAudio's exceptions do.
  public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
    let size = Int(format.fields.mBytesPerPacket)
    Misuse.require(size > 0, "fmt.mBytesPerPacket > 0")
    self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: size)
  }

  deinit {
    unsafe free(data)
    unsafe packetDescriptions?.deallocate()
  }

  /// Number of packets; 0 unless set. More than there is room for end the process, as AVFAudio's exceptions do.
  public var packetCount: AVAudioPacketCount {
    get { count }
    set {
      Misuse.require(newValue <= packetCapacity, "packetCount <= _imp->_packetCapacity")
      count = newValue
      guard unsafe packetDescriptions == nil else { return }
      byteLength = UInt32(clamping: UInt64(newValue) * UInt64(format.fields.mBytesPerPacket))
    }
  }

  /// Number of bytes; 0 unless set. More than there is room for end the process, as AVFAudio's exceptions do.
  public var byteLength: UInt32 {
    get { unsafe list[0].mDataByteSize }
    set {
      Misuse.require(newValue <= byteCapacity, "byteLength <= _imp->_byteCapacity")
      unsafe list[0].mDataByteSize = newValue
    }
  }

  // MARK: Packets as the engine has them

  /// The bytes of each packet; nil where a packet's description is beyond the buffer.
  var packets: [[UInt8]]? {
    var packets: [[UInt8]] = []
    for number in 0..<Int(count) {
      let size = Int(format.fields.mBytesPerPacket)
      let (start, length): (Int64, Int)
      if let descriptions = unsafe packetDescriptions {
        (start, length) = unsafe (descriptions[number].mStartOffset, Int(descriptions[number].mDataByteSize))
      } else {
        (start, length) = (Int64(number * size), size)
      }
      guard start >= 0, start <= Int64(byteCapacity), Int(start) + length <= Int(byteCapacity) else { return nil }
      unsafe packets.append(Array(UnsafeRawBufferPointer(start: data + Int(start), count: length)))
    }
    return packets
  }

  /// Puts `packets` in, from the first on, as many as there is room for, instead of those that are there; how many that are.
  func put(_ packets: ArraySlice<[UInt8]>) -> Int {
    var (length, taken) = (0, 0)
    for packet in packets.prefix(Int(packetCapacity)) {
      guard length + packet.count <= Int(byteCapacity) else { break }
      unsafe packet.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { unsafe (data + length).copyMemory(from: base, byteCount: bytes.count) }
      }
      unsafe packetDescriptions?[taken] = AudioStreamPacketDescription(
        mStartOffset: Int64(length), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      (length, taken) = (length + packet.count, taken + 1)
    }
    count = AVAudioPacketCount(taken)
    byteLength = UInt32(length)
    return taken
  }
}

extension AVAudioCompressedBuffer: NSCopying, NSMutableCopying {
  /// A buffer of its own with the same packets.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVAudioCompressedBuffer(
      format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
    unsafe copy.data.copyMemory(from: data, byteCount: Int(byteCapacity))
    if let source = unsafe packetDescriptions, let target = unsafe copy.packetDescriptions {
      unsafe target.update(from: source, count: Int(packetCapacity))
    }
    (copy.count, copy.byteLength) = (count, byteLength)
    return copy
  }

  /// The same as a copy, whose packets can be changed as well.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }
}
