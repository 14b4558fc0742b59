import CAVFormat

// SAFETY: the library's own buffer is freed once, and the end lives as long as what writes through it.
extension PacketTarget {
  /// The offset of the next bytes in the file.
  public var position: Int64 { unsafe context.pointee.pb.map { unsafe avio_seek($0, 0, SEEK_CUR) } ?? 0 }

  /// Puts `bytes` into the file, behind what is written. What fails is said by the next ``flush()``.
  public func append(_ bytes: [UInt8]) {
    unsafe avio_write(context.pointee.pb, bytes, Int32(clamping: bytes.count))
  }

  /// Has all that is written be in the file.
  ///
  /// - Throws: `PacketFileError` where the disk does not take it.
  public func flush() throws(PacketFileError) {
    unsafe avio_flush(context.pointee.pb)
    let code = unsafe context.pointee.pb.map { unsafe $0.pointee.error } ?? 0
    guard code >= 0 else { throw PacketFileError(.unwritable, "The file cannot be written.", code: code) }
  }

  /// Has the muxer write the packets that it gathers, as that of transport streams does with short ones.
  ///
  /// - Throws: `PacketFileError` where the disk does not take them.
  public func writeGathered() throws(PacketFileError) {
    let code = unsafe av_write_frame(context, nil)
    guard code >= 0 else { throw PacketFileError(.unwritable, "A packet cannot be written.", code: code) }
  }

  /// The initialization of a movie in fragments: a header of the packets that were written so far, and those. The target is one in
  /// memory, to which `begin` was given ``fragmentOptions``; it is over then.
  ///
  /// - Throws: `PacketFileError`.
  public func takeInitialization() throws(PacketFileError) -> [UInt8] {
    let code = unsafe av_write_frame(context, nil)
    let bytes = takeMemory()
    guard code >= 0 else {
      throw PacketFileError(.unsupported, "The container does not take these tracks.", code: code)
    }
    return bytes
  }

  /// Has the muxer of transport streams write its tables again, before the next packet.
  ///
  /// - Throws: `PacketFileError` where it is another muxer.
  public func repeatTables() throws(PacketFileError) {
    let code = unsafe gste_repeat_tables(context)
    guard code >= 0 else { throw PacketFileError(.unsupported, "The container has no tables.", code: code) }
  }

  /// The bytes written into memory since the last call, packets that the muxer gathers included; what follows is written behind it.
  ///
  /// - Throws: `PacketFileError` where there is no memory.
  public func takePart() throws(PacketFileError) -> [UInt8] {
    try writeGathered()
    let bytes = takeMemory()
    let opened = unsafe avio_open_dyn_buf(&context.pointee.pb)
    guard opened >= 0 else { throw PacketFileError(.unwritable, "There is no memory for a file.", code: opened) }
    return bytes
  }

  /// The movie muxer's options for fragments that are written on request.
  public static var fragmentOptions: [(String, String)] {
    [("movflags", "frag_custom+default_base_moof"), ("use_editlist", "1")]
  }

  /// Writes what belongs at the end of a movie behind all that is in the file, which stays as it is, and closes it.
  ///
  /// - Returns: The offset of the movie's header.
  /// - Throws: `PacketFileError`.
  public func finishAfterFragments() throws(PacketFileError) -> Int64 {
    try flush()
    let file = unsafe context.pointee.pb
    var end = unsafe gste_end(file: file, begin: position, place: 0, header: 0)
    var code = unsafe withUnsafeMutablePointer(to: &end) { end in
      guard let behind = unsafe gste_open_end(end) else { return gste_no_memory() }
      unsafe context.pointee.pb = behind
      let code = unsafe av_write_trailer(context)
      unsafe context.pointee.pb = file
      let closed = unsafe gste_close_end(behind)
      return code < 0 ? code : closed
    }
    let closed = close()
    if code >= 0 { code = closed }
    guard code >= 0 else { throw PacketFileError(.unwritable, "The file's end cannot be written.", code: code) }
    return unsafe end.header
  }
}
