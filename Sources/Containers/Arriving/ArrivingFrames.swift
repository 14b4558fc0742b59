/// Frames of MP3, of AAC behind headers of their own (ADTS) or of AC-3, one after another, without a file around them.
///
/// The first header counts as a frame's when another one follows where the frame ends; after that, bytes that begin no
/// frame are skipped one by one.
struct ArrivingFrames: ArrivingFile {
  private let container: ArrivingSound.Container
  private(set) var facts: ArrivingSound.Facts?
  /// The header of the last frame; nil where the next one must be followed by another.
  private var last: Header?
  /// The counts of frames and bytes in the tag before the first frame.
  private var stated: (frames: UInt64?, bytes: UInt64?) = (nil, nil)

  init(_ container: ArrivingSound.Container) { self.container = container }

  mutating func read(_ arrived: inout ArrivedBytes) throws(ArrivingSound.Fault) -> ArrivingSound.Packets {
    var packets = ArrivingSound.Packets()
    while true {
      let head = arrived.peek(Header.longest)
      guard head.count == Header.longest else { return packets }
      if last == nil, head.starts(with: "ID3".utf8) {
        arrived.skip(max(10, ID3Tag.length(head[...])))
        continue
      }
      guard let header = Header(head, in: container), last.map({ header.follows($0) }) ?? true else {
        // One that does not fit may still be the first of another run of frames.
        if last == nil || Header(head, in: container) == nil { arrived.skip(1) }
        last = nil
        continue
      }
      guard header.isWhole else { throw .codec }
      if last == nil {
        let next = arrived.peek(Header.longest, at: header.size)
        guard next.count == Header.longest else { return packets }
        guard let second = Header(next, in: container), second.follows(header) else {
          arrived.skip(1)
          continue
        }
      }
      guard let frame = arrived.take(header.size) else { return packets }
      last = header
      if facts == nil {
        if container == .mp3, let tag = Self.tag(in: frame, header) {
          stated = tag
          continue
        }
        facts = facts(of: header, endingAt: arrived.offset)
      }
      packets.append(Array(frame.dropFirst(header.length)))
    }
  }

  mutating func doubt() { last = nil }
  mutating func jump(to offset: UInt64) { last = nil }
  func place(ofPacket number: Int64) -> UInt64? { nil }

  private func facts(of header: Header, endingAt end: UInt64) -> ArrivingSound.Facts {
    var facts = ArrivingSound.Facts(container, header.codec, rate: header.rate, channels: header.channels)
    facts.packetLength = header.sampleCount
    facts.configuration = header.configuration
    facts.offset = end - UInt64(header.size)
    facts.packetCount = stated.frames
    facts.byteCount = stated.bytes
    facts.bitRate = header.bitRate
    if let frames = stated.frames, let bytes = stated.bytes, frames > 0 {
      let seconds = Double(frames) * Double(header.sampleCount) / Double(header.rate)
      facts.bitRate = Int((Double(bytes) * 8 / seconds).rounded())
    }
    return facts
  }

  /// The totals in an encoder's tag in place of the first `frame` ("Xing", "Info", "VBRI"); nil where it is no tag.
  private static func tag(in frame: [UInt8], _ header: Header) -> (frames: UInt64?, bytes: UInt64?)? {
    // Behind the header and what Layer III has beside its data: 32 or 17 bytes, of one channel 17 or 9.
    let start = 4 + (header.sampleCount == 1_152 ? (header.channels == 1 ? 17 : 32) : header.channels == 1 ? 9 : 17)
    let name = frame.dropFirst(start).prefix(4)
    if name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) {
      let flags = frame.bigEndian(at: start + 4, 4)
      let frames = flags & 1 != 0 ? frame.bigEndian(at: start + 8, 4) : nil
      let bytes = flags & 2 != 0 ? frame.bigEndian(at: start + (frames == nil ? 8 : 12), 4) : nil
      // The bytes are those of the tag, too.
      return (frames, bytes.flatMap { $0 > UInt64(header.size) ? $0 - UInt64(header.size) : nil })
    }
    guard MP3Frame.tableLength(frame) != nil else { return nil }
    return (frame.bigEndian(at: 36 + 14, 4), frame.bigEndian(at: 36 + 10, 4))
  }
}

extension ArrivingFrames {
  /// The header of a frame.
  struct Header {
    /// The codec, by Core Audio's four letters.
    let codec: String
    /// Bytes of the frame's header, which are none of the packet's.
    let length: Int
    /// Bytes of the frame.
    let size: Int
    /// Samples a second.
    let rate: Int
    /// The number of channels.
    let channels: Int
    /// Samples of each channel.
    let sampleCount: Int
    /// Bits a second; nil where each frame has its own.
    let bitRate: Int?
    /// The decoder's configuration.
    let configuration: [UInt8]
    /// Whether the frame is one packet whose channels are named.
    let isWhole: Bool

    /// Bytes that must be at hand.
    static let longest = 10

    /// The header that `bytes` begin with; nil where they are something else.
    init?(_ bytes: [UInt8], in container: ArrivingSound.Container) {
      switch container {
      case .mp3: self.init(mp3: bytes)
      case .adts: self.init(adts: bytes)
      case .ac3: self.init(ac3: bytes)
      default: return nil
      }
    }

    private init?(mp3 bytes: [UInt8]) {
      guard let frame = MP3Frame(bytes) else { return nil }
      (codec, length, size, rate, channels) = (".mp3", 0, frame.byteCount, frame.sampleRate, frame.channels)
      (sampleCount, bitRate, configuration, isWhole) = (frame.sampleCount, frame.bitrate, [], true)
    }

    private init?(ac3 bytes: [UInt8]) {
      guard let frame = AC3Frame(bytes), let rate = frame.rate(bytes), let channels = AC3Frame.channels(bytes) else {
        return nil
      }
      (codec, length, size, self.rate, self.channels) = ("ac-3", 0, frame.length, rate, channels)
      (sampleCount, configuration, isWhole) = (1_536, [], true)
      bitRate = frame.length * 8 * rate / 1_536
    }

    /// The header of AAC's transport stream (ISO/IEC 13818-7 §6.2).
    ///
    /// ```
    ///  fff │ id, layer, no checksum │ profile (2) │ rate (4) │ - │ channels (3) │ …
    ///  length (13) │ fullness (11) │ blocks − 1 (2)
    /// ```
    private init?(adts bytes: [UInt8]) {
      guard bytes.count >= 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[2] >> 2 & 15 < 13 else { return nil }
      let (profile, index) = (bytes[2] >> 6, bytes[2] >> 2 & 15)
      let places = (bytes[2] & 1) << 2 | bytes[3] >> 6
      size = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
      length = bytes[1] & 1 == 0 ? 9 : 7
      guard size > length else { return nil }
      codec = "aac "
      rate = AudioSpecificConfig.rates[Int(index)]
      channels = places == 7 ? 8 : Int(places)
      (sampleCount, bitRate) = (1_024, nil)
      configuration = [(profile + 1) << 3 | index >> 1, (index & 1) << 7 | places << 3]
      isWhole = places > 0 && bytes[6] & 3 == 0
    }

    /// Whether it can stand behind the frame of `other`.
    func follows(_ other: Header) -> Bool {
      rate == other.rate && channels == other.channels && sampleCount == other.sampleCount
        && configuration == other.configuration
    }
  }
}

extension AC3Frame {
  /// Samples a second of the frame that `bytes` begin with.
  fileprivate func rate(_ bytes: [UInt8]) -> Int? {
    let code = Int(bytes[4] >> 6)
    return code < 3 ? [48_000, 44_100, 32_000][code] >> max(0, Int(bytes[5] >> 3) - 8) : nil
  }

  /// The number of channels of the frame that `bytes` begin with, the low-frequency channel included (ATSC A/52:2018
  /// §5.4.2).
  fileprivate static func channels(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 8 else { return nil }
    let mode = bytes[6] >> 5
    // Behind the mode there are two bits for each way of mixing that it has.
    var place = 3
    if mode & 1 != 0, mode != 1 { place += 2 }
    if mode & 4 != 0 { place += 2 }
    if mode == 2 { place += 2 }
    let bits = UInt16(bytes[6]) << 8 | UInt16(bytes[7])
    return [2, 1, 2, 3, 3, 4, 4, 5][Int(mode)] + Int(bits >> UInt16(15 - place) & 1)
  }
}
