import CAVFormat
package import MediaTime

// SAFETY: parser and codec context belong to the object from `init` to `deinit`; libavcodec reads as many bytes of a packet as the
// packet states, behind which every packet has room for what it reads ahead.

/// The order of the pictures of raw H.264 and HEVC, in which no packet has a time.
extension PacketSource {
  /// The containers, by libav's names.
  private static let untimed: Set<String> = ["h264", "hevc"]
  /// The most pictures a second that a stream means: one that says more counts in ticks, and has 25 by common assumption.
  package static let mostPictures = Rational(500)
  /// The rate of streams that say none.
  package static let assumedRate = Rational(25)

  /// Notes in which order the pictures of the file at `path`, which this is, are presented, for which all of it is read once.
  ///
  /// - Throws: `RenderError` once `cancellation` is.
  func noteOrder(at path: String, cancellation: Cancellation) throws {
    guard Self.untimed.contains(container), let place = streams.firstIndex(where: { $0.kind == .pictures }) else {
      return
    }
    let stream = streams[place]
    let rate = stream.frameRate.flatMap { $0 <= Self.mostPictures ? $0 : nil } ?? Self.assumedRate
    streams[place].frameRate = rate
    streams[place].tick = try Rational(1, rate.numerator)
    let scan = try PacketSource(path)
    guard scan.streams.indices.contains(place), stream.index == scan.streams[place].index,
      let parser = PictureOrderParser(stream)
    else { return }
    scan.select([stream.index])
    var packets: [PictureOrder.Coded] = []
    while let packet = try scan.next() {
      try cancellation.check()
      packets.append(parser.order(of: packet))
    }
    pictureOrders[stream.index] = PictureOrder(packets, frameDuration: try .one / rate)
  }
}

/// The parser of pictures' order in the slices of H.264 or HEVC. C: libavcodec's parsers.
///
/// Threads: one at a time.
@safe private final class PictureOrderParser {
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let isHEVC: Bool
  /// Whether pictures before the last random access in presentation refer to what stood before the sequence.
  private var skipsLeading = false
  /// Whether there was a random access.
  private var hasBegun = false

  /// A parser of the packets of `stream`; nil where there is none.
  init?(_ stream: PacketStream) {
    isHEVC = stream.codec == "hevc"
    let codec = isHEVC ? AV_CODEC_ID_HEVC : AV_CODEC_ID_H264
    guard let context = unsafe avcodec_alloc_context3(nil) else { return nil }
    guard let parser = unsafe av_parser_init(Int32(codec.rawValue)) else {
      var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&context)
      return nil
    }
    unsafe context.pointee.codec_id = codec
    // Packets are whole pictures, or whole fields.
    unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    unsafe (self.parser, self.context) = (parser, context)
  }

  deinit {
    unsafe av_parser_close(parser)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// The order that `packet`, the next one, says of its picture.
  func order(of packet: StoredPacket) -> PictureOrder.Coded {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: Int32 = 0
    let (data, size) = unsafe (packet.pointer.pointee.data, packet.pointer.pointee.size)
    let noTime = gste_no_time()
    let (begins, type) = unsafe beginsSequence(UnsafeBufferPointer(start: data, count: Int(size)))
    // Random access by which a sequence begins, the stream's first among them (H.265 §8.1.3, `NoRaslOutputFlag`), and any other.
    let isSkipped = isHEVC && (type == 8 || type == 9) && skipsLeading
    if isHEVC, (16...21).contains(type) { (skipsLeading, hasBegun) = (begins || !hasBegun, true) }
    unsafe _ = av_parser_parse2(parser, context, &bytes, &count, data, size, noTime, noTime, 0)
    let field: FieldParity? =
      switch unsafe parser.pointee.picture_structure {
      case AV_PICTURE_STRUCTURE_TOP_FIELD where !isHEVC: .top
      case AV_PICTURE_STRUCTURE_BOTTOM_FIELD where !isHEVC: .bottom
      default: nil
      }
    return unsafe PictureOrder.Coded(
      order: parser.pointee.output_picture_number, beginsSequence: begins, field: field, isSkipped: isSkipped)
  }

  /// The type of the first slice of `bytes`, and whether it is that of an instantaneous refresh (ITU-T H.264 table 7-1, H.265 table 7-1), or a
  /// broken link, or stands behind the end of a sequence of HEVC: libavcodec has that begin the next packet, and behind that of H.264 is
  /// a refresh. Without a slice, its type is 255.
  private func beginsSequence(_ bytes: UnsafeBufferPointer<UInt8>) -> (Bool, type: UInt8) {
    var place = 0
    var isBehindEnd = false
    while place + 3 < bytes.count {
      guard unsafe bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 else {
        place += 1
        continue
      }
      let type = unsafe isHEVC ? bytes[place + 3] >> 1 & 0x3F : bytes[place + 3] & 0x1F
      if isHEVC, type == 36 || type == 37 { isBehindEnd = true }
      if isHEVC ? type < 32 : (1...5).contains(type) {
        return (isBehindEnd || (isHEVC ? (16...20).contains(type) : type == 5), type)
      }
      place += 4
    }
    return (isBehindEnd, 255)
  }
}
