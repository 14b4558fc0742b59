/// The place of a transport stream's tables among its first packets (ISO/IEC 13818-1 §2.4.4).
///
/// ```
///  written   tables │ sound before zero │ pictures and sound …
///  then      sound before zero │ tables │ pictures and sound …
/// ```
///
/// The stream cannot mark an encoder's priming. Readers that begin with the tables, as receivers and GStreamer's
/// demuxer, skip the packets before them, so that pictures and sound begin together; readers that go back to the file's
/// beginning, as FFmpeg, find the priming at its own time, before the pictures.
package enum TransportStart {
  private static let packetLength = 188
  /// Elementary streams, by the numbers that libavformat gives them; its tables have others.
  private static let streams = 0x100..<0x1000
  /// Bytes in which that beginning is looked for.
  private static let most = packetLength * 8_192

  /// Puts the tables at the beginning of `file` behind the first packets of `count` sounds, which follow them.
  package static func putTables(behindSounds count: Int, in file: FileBytes) throws {
    let bytes = try file.read(at: 0, most)
    var (tables, begun): (Int, Int) = (0, 0)
    for place in stride(from: 0, to: bytes.count - packetLength + 1, by: packetLength) {
      guard bytes[place] == 0x47 else { return }
      let isTable = !streams.contains(Int(bytes.bigEndian(at: place + 1, 2) & 0x1FFF))
      if begun == 0, isTable {
        tables = place + packetLength
        continue
      }
      if bytes[place + 1] & 0x40 != 0 { begun += 1 }
      guard isTable || begun > count else { continue }
      try file.write(Array(bytes[tables..<place] + bytes[..<tables]), at: 0)
      return
    }
  }
}
