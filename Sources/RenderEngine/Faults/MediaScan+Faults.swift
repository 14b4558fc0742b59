extension MediaScan.Stream {
  /// Where the packets of a stream without a container leave out bytes of `file`, of which `window` is read, or end early.
  func faults(
    of file: FileBytes, in container: MediaContainer, _ window: Range<UInt64>?
  ) throws -> [ContainerFault] {
    // Other parsers count samples.
    let byBytes: [ElementName] = [.mpegAudioParser, .aacParser, .ac3Parser]
    guard case .single(let parsers, _) = container, parsers.contains(where: byBytes.contains),
      !parsers.contains(.waveParser)
    else { return [] }
    var faults: [ContainerFault] = []
    if let declared = declaredFrames, packets.count + 1 < declared {
      faults.append(
        ContainerFault(
          offset: file.count, finding: "\(declared - packets.count) of its \(declared) packets are missing", isEnd: true
        ))
    }
    guard let start = packets.first?.offset, packets.dropFirst().allSatisfy({ $0.offset ?? 0 > start }) else {
      return faults
    }
    let shift = try window?.lowerBound ?? Self.tagLength(in: file)
    for (packet, next) in zip(packets, packets.dropFirst()) {
      guard let end = packet.offset.map({ shift + $0 + UInt64(packet.byteCount) }), let start = next.offset,
        start + shift > end, faults.count < ContainerFault.capacity
      else { continue }
      let left = try file.read(at: end, Int(min(start + shift - end, 1 << 16)))
      guard !Self.isTag(left) else { continue }
      faults.append(ContainerFault(offset: end, finding: "\(start + shift - end) bytes are no packets"))
    }
    if let last = packets.last, let offset = last.offset {
      let end = shift + offset + UInt64(last.byteCount)
      let tag = try Self.tagLength(in: file, at: end)
      let left = try file.read(at: end, 1 << 16)
      let following = try file.read(at: end + tag, 2)
      if tag > 0, following.count == 2, following[0] == 0xFF, following[1] & 0xE0 == 0xE0 {
        faults.append(ContainerFault(offset: end + tag, finding: "sound of another kind follows"))
      }
      // A packet that is cut begins as all others do.
      if left.count >= 2, head.count >= 2, left[0] == head[0], left[1] & 0xE0 == head[1] & 0xE0 {
        faults.append(ContainerFault(offset: end, finding: "its last packet is not whole", isEnd: true))
      }
    }
    return faults
  }

  /// What is read instead of the number of packets that the encoder's tag in `file` counts, where there are more: the
  /// parser of MP3 would leave out all behind them. Recordings that were joined have such a tag.
  func countCorrection(of file: FileBytes, besides correction: HeaderCorrection?) throws -> HeaderCorrection? {
    guard let declared = declaredFrames, declared > 0, packets.count > declared + 1 else { return nil }
    let window = correction?.window
    let start = try window?.lowerBound ?? Self.tagLength(in: file)
    let bytes = try file.read(at: start, 4_096)
    guard let tag = bytes.indices.first(where: { bytes[$0...].starts(with: head.prefix(40)) }),
      let mark = bytes[tag...].indices.first(where: { index in
        ["Xing", "Info"].contains { bytes[index...].starts(with: $0.utf8) }
      })
    else { return nil }
    var count = [UInt8](repeating: 0, count: 4)
    // The tag's own packet does not count.
    count.setBigEndian(UInt64(packets.count - 1), at: 0, 4)
    let offset = (window == nil ? start : 0) + UInt64(mark) + 8
    return HeaderCorrection(fields: [.init(offset: offset, bytes: count)], window: window)
  }

  /// The length of the tag at `offset` of `file` (ID3v2 §3.1); zero where there is none.
  private static func tagLength(in file: FileBytes, at offset: UInt64 = 0) throws -> UInt64 {
    tagLength(try file.read(at: offset, 10)[...])
  }

  private static func tagLength(_ head: ArraySlice<UInt8>) -> UInt64 {
    let head = Array(head.prefix(10))
    guard head.count == 10, head.starts(with: "ID3".utf8) else { return 0 }
    return 10 + head[6...].reduce(0) { $0 << 7 | UInt64($1 & 0x7F) } + (head[5] & 0x10 == 0 ? 0 : 10)
  }

  /// Whether `bytes` between packets are tags, or padding.
  private static func isTag(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while true {
      let tag = tagLength(rest)
      guard tag > 0 else { break }
      rest = rest.dropFirst(Int(tag))
    }
    return ["TAG", "APETAGEX", "LYRICS"].contains { rest.starts(with: $0.utf8) } || rest.allSatisfy { $0 == 0 }
  }
}
