/// The duration that `qtdemux` reads from a movie's header (ISO/IEC 14496-12 §8.2.2) instead of the file's own.
///
/// ```
///  media          ├── hidden by the edit list ──┼──── shown ────┤
///  the movie's duration                         ├───────────────┤
///  qtdemux 1.22   ├─────────────── stops here, in the media's time: much of what is shown is missing
/// ```
///
/// Without it a movie trimmed in the middle of a group of pictures (`ffmpeg -ss … -c copy`) would lose its end, or all
/// of it. The file itself is not touched.
struct MovieDuration: Hashable, Sendable, Codable {
  /// The file offset of the number.
  let offset: UInt64
  /// The bytes to read there.
  let bytes: [UInt8]

  /// A duration that covers all media of the movie in `file`; nil where the file's own does, or where movie fragments
  /// declare it.
  init?(of file: FileBytes) throws {
    guard let movie = try MovieBoxes(file).first(where: { $0.type == "moov" }) else { return nil }
    let parts = try MovieBoxes(file, inside: movie)
    guard let header = parts.first(where: { $0.type == "mvhd" }), parts.first(where: { $0.type == "mvex" }) == nil
    else {
      return nil
    }
    let own = try Self.length(of: header, in: file)
    guard own.timescale > 0 else { return nil }
    var seconds: [Double] = []
    for track in parts.all(where: { $0.type == "trak" }) {
      guard let media = try MovieBoxes(file, inside: track).first(where: { $0.type == "mdia" }),
        let mediaHeader = try MovieBoxes(file, inside: media).first(where: { $0.type == "mdhd" })
      else { continue }
      let length = try Self.length(of: mediaHeader, in: file)
      if length.timescale > 0, length.duration > 0 {
        seconds.append(Double(length.duration) / Double(length.timescale))
      }
    }
    guard let longest = seconds.max(), let shortest = seconds.min() else { return nil }
    // `qtdemux` takes a track of less than a fifth of the movie's duration for a preview picture, and leaves it out.
    let wanted = min(longest + 1, 4.5 * shortest) * Double(own.timescale)
    let most = Double(own.width == 8 ? UInt64(Int64.max) : UInt64(UInt32.max - 1))
    guard wanted > Double(own.duration), wanted < most else { return nil }
    offset = own.offset
    var number = [UInt8](repeating: 0, count: own.width)
    number.setBigEndian(UInt64(wanted), at: 0, own.width)
    bytes = number
  }

  private static func length(
    of header: MovieBoxes.Box, in file: FileBytes
  ) throws -> (timescale: UInt64, duration: UInt64, offset: UInt64, width: Int) {
    let body = try file.read(at: header.body, 32)
    // Version 1 has 64-bit dates and a 64-bit duration.
    let width = body.first == 1 ? 8 : 4
    let timescale = 4 + 2 * width
    return (
      body.bigEndian(at: timescale, 4), body.bigEndian(at: timescale + 4, width),
      header.body + UInt64(timescale + 4), width
    )
  }
}
