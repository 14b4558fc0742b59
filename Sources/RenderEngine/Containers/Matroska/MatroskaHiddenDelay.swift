/// Hides from the demuxer how much decoders give before each sound (RFC 9559 §5.1.4.1.28, `CodecDelay`), which is subtracted
/// from what it gives: `matroskademux` 1.26 would subtract it as well. That of Opus it may see: both releases subtract it.
///
/// ```
///  in the file      CodecDelay, 2 bytes │ size │ nanoseconds │ …
///  as it is read    Void, 1 │ size, 1 │ bytes that mean nothing │ …          (RFC 8794 §11.3.2)
/// ```
extension HeaderCorrection {
  /// Nil where `file` says nothing of the kind.
  init?(ofMatroska file: FileBytes) throws {
    var fields: [Field] = []
    for entry in try MatroskaMetadata.trackEntries(in: file) {
      let parts = try entry.children(of: file)
      let codec = try parts.first { $0.id == MatroskaID.codecID }?.text(of: file)
      guard codec != "A_OPUS", let delay = parts.first(where: { $0.id == MatroskaID.codecDelay }) else { continue }
      // It begins where the part before it ends.
      let start = parts.map { $0.body + $0.size }.filter { $0 < delay.body }.max() ?? entry.body
      let length = delay.body + delay.size - start
      guard length >= 2, length < 0x80 else { continue }
      fields.append(Field(offset: start, bytes: [0xEC, 0x80 | UInt8(length - 2)]))
    }
    guard !fields.isEmpty else { return nil }
    self.fields = fields
  }
}
