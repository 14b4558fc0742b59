import CAVFormat

/// The index of a stream's packets, which the file's own lists give without reading them.
extension PacketSource {
  /// Leaves out the packets of all streams but those in `wanted`.
  public func selectOnly(_ wanted: Set<Int>) {
    for stream in streams {
      // SAFETY: libavformat allocates as many streams as it says.
      unsafe context.pointee.streams[stream.index]?.pointee.discard =
        wanted.contains(stream.index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The next packet of stream number `stream`; nil after the last. Covers come before all others, whatever is selected.
  ///
  /// - Throws: `PacketFileError`.
  public func next(ofStream stream: Int) throws(PacketFileError) -> StoredPacket? {
    while let packet = try next() {
      if packet.stream == stream { return packet }
    }
    return nil
  }

  /// A file's list of a stream's packets, in its ticks.
  public struct Listing: Hashable, Sendable {
    /// The number of packets.
    public let count: Int
    /// The decode time of the first.
    public let first: Int64
    /// The decode time of the second; nil where there is none.
    public let second: Int64?
    /// The duration of all packets.
    public let duration: Int64
  }

  /// The list of the packets of stream number `stream`; nil where the file has none.
  public func listing(ofStream stream: Int) -> Listing? {
    guard let pointer = unsafe pointer(toStream: stream) else { return nil }
    let count = unsafe avformat_index_get_entries_count(pointer)
    guard count > 0, let first = unsafe avformat_index_get_entry(pointer, 0) else { return nil }
    let second = unsafe count > 1 ? avformat_index_get_entry(pointer, 1)?.pointee.timestamp : nil
    return unsafe Listing(
      count: Int(count), first: first.pointee.timestamp, second: second, duration: max(0, pointer.pointee.duration))
  }

  /// The duration of `packet`, in its stream's ticks: until the decoding of the next listed one, or the end of the
  /// last, which is `lead` ticks later than the packets' times tell. Nil where it is not listed.
  public func listedDuration(of packet: StoredPacket, lead: Int64) -> Int64? {
    guard let time = packet.decoding, let stream = unsafe pointer(toStream: packet.stream),
      let (number, _) = unsafe listed(at: time, stream)
    else { return nil }
    guard let next = unsafe avformat_index_get_entry(stream, number + 1) else {
      let (end, overflows) = unsafe stream.pointee.duration.subtractingReportingOverflow(lead)
      return overflows ? nil : max(0, end &- time)
    }
    return unsafe max(0, next.pointee.timestamp &- time)
  }

  /// Continues with the first packet of stream number `stream`; false where the container cannot.
  public func rewind(toStream stream: Int) -> Bool {
    // Long before any time that a packet has: times may begin below zero.
    seek(to: -(1 << 60), stream: stream)
  }

  /// The offset of the cluster of Matroska that holds `packet`, the last one that was read, in bytes from the file's
  /// beginning; nil where decoding cannot start with it.
  public func cluster(of packet: StoredPacket) -> Int64? {
    guard let time = packet.decoding ?? packet.presentation, let stream = unsafe pointer(toStream: packet.stream) else {
      return nil
    }
    return unsafe listed(at: time, stream)?.place
  }

  /// Continues with the packet of stream number `stream` that is listed at `time`, in its ticks, in the cluster of Matroska at `offset`;
  /// false where the container cannot. To be called once, with all other streams left out.
  ///
  /// libavformat seeks by its own list, which has what the file's cues say, and the blocks that were read; so the place is added to
  /// it, and one behind all others, where it would look for more.
  public func seek(to time: Int64, inCluster offset: Int64, ofStream stream: Int) -> Bool {
    guard let list = unsafe pointer(toStream: stream),
      unsafe av_add_index_entry(list, offset, time, 0, 0, AVINDEX_KEYFRAME) >= 0,
      unsafe av_add_index_entry(list, offset, 1 << 60, 0, 0, AVINDEX_KEYFRAME) >= 0
    else { return false }
    return seek(to: time, stream: stream)
  }

  /// The number of the packet that is listed at `time`, and where it begins.
  private func listed(at time: Int64, _ stream: UnsafeMutablePointer<AVStream>) -> (number: Int32, place: Int64)? {
    let number = unsafe av_index_search_timestamp(stream, time, AVSEEK_FLAG_ANY)
    guard number >= 0, let entry = unsafe avformat_index_get_entry(stream, number) else { return nil }
    return unsafe entry.pointee.timestamp == time ? (number, entry.pointee.pos) : nil
  }

  /// libavformat's stream number `stream`; nil where there is none.
  func pointer(toStream stream: Int) -> UnsafeMutablePointer<AVStream>? {
    // SAFETY: libavformat allocates as many streams as it says.
    unsafe streams.contains { $0.index == stream } ? context.pointee.streams[stream] : nil
  }
}
