import CAVFormat

extension StoredPacket {
  /// A packet of `bytes`, which has no times yet.
  ///
  /// - Throws: `PacketFileError` where there is no memory.
  public convenience init(copying bytes: Span<UInt8>, isKeyFrame: Bool) throws(PacketFileError) {
    try self.init()
    guard unsafe av_new_packet(pointer, Int32(clamping: bytes.count)) >= 0 else { throw Self.noMemory }
    unsafe bytes.withUnsafeBufferPointer { source in
      // SAFETY: the library has just made room for as many bytes.
      if let start = source.baseAddress { unsafe pointer.pointee.data.update(from: start, count: source.count) }
    }
    if isKeyFrame { unsafe pointer.pointee.flags |= AV_PKT_FLAG_KEY }
  }

  /// Side data of a packet.
  public enum SideData: Hashable, Sendable {
    /// As many samples at the beginning of its sound and at its own end are not presented.
    case hiddenSamples(atStart: Int = 0, atEnd: Int)
    /// The alpha of its picture, encoded by itself, in Matroska's block beside it.
    case alpha([UInt8])
    /// The decoder's configuration, known now that all of the stream is.
    case configuration([UInt8])
    /// The name of a cue of WebVTT.
    case cueIdentifier(String)
    /// The settings of a cue of WebVTT: where it stands.
    case cueSettings(String)
  }

  /// Has it carry `data`.
  ///
  /// - Throws: `PacketFileError` where there is no memory.
  public func attach(_ data: SideData) throws(PacketFileError) {
    switch data {
    case .hiddenSamples(let start, let end):
      // Samples at the start and the end, little-endian, and two reasons.
      let numbers = [start, end].flatMap { count in
        (0..<4).map { UInt8(truncatingIfNeeded: UInt32(clamping: count) >> (8 * UInt32($0))) }
      }
      try attach(numbers + [0, 0], AV_PKT_DATA_SKIP_SAMPLES)
    case .alpha(let bytes):
      // The number of the block beside the picture's (RFC 9559 §5.1.3.5.2.3), big-endian.
      try attach([0, 0, 0, 0, 0, 0, 0, 1] + bytes, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL)
    case .configuration(let bytes): try attachConfiguration(bytes)
    case .cueIdentifier(let text): try attach(Array(text.utf8), AV_PKT_DATA_WEBVTT_IDENTIFIER)
    case .cueSettings(let text): try attach(Array(text.utf8), AV_PKT_DATA_WEBVTT_SETTINGS)
    }
  }

  // QUIRK: MPEG transport stream, written: libavcodec's parser leaves the zero by which a picture of HEVC begins to the packet before, and
  // `h265parse` has each picture at the time of the packet in which it begins. In: GStreamer 1.22. Test: "HEVC is copied
  // from one transport stream into another at its own times".
  /// Has it begin with the zero before its first start code, and end without that of the next one (ITU-T H.265 §B.2).
  func completeStartCodes() throws(PacketFileError) {
    let bytes = bytes
    guard let end = bytes.lastIndex(where: { $0 != 0 }).map({ $0 + 1 }) else { return }
    let isShort = bytes.starts(with: [0, 0, 1])
    guard isShort || end < bytes.count else { return }
    try replaceBytes(with: (isShort ? [0] : []) + bytes[..<end])
  }

  /// Has it carry `bytes` as the configuration of its stream.
  func attachConfiguration(_ bytes: [UInt8]) throws(PacketFileError) { try attach(bytes, AV_PKT_DATA_NEW_EXTRADATA) }

  private func attach(_ bytes: [UInt8], _ kind: AVPacketSideDataType) throws(PacketFileError) {
    guard !bytes.isEmpty else { return }
    guard let data = unsafe av_packet_new_side_data(pointer, kind, bytes.count) else { throw Self.noMemory }
    // SAFETY: the library has just made room for as many bytes.
    for (index, byte) in bytes.enumerated() { unsafe data[index] = byte }
  }

  static var noMemory: PacketFileError { PacketFileError(.unreadable, "There is no memory for a packet.") }
}

extension PacketStream {
  /// Whether it is HEVC whose units stand behind start codes (ITU-T H.265, annex B), as in transport streams. Old records of sets begin with
  /// a zero, too.
  var isByteStream: Bool {
    codec == "hevc" && [[0, 0, 1], [0, 0, 0, 1]].contains { configuration.starts(with: $0) }
  }
}
