/// The duration that `qtdemux` is to read in a movie's header (ISO/IEC 14496-12 §8.2.2) instead of the one that stands there.
///
/// ```
///  media          ├── hidden by the edit list ──┼──── shown ────┤
///  the movie's duration                         ├───────────────┤
///  qtdemux 1.22   ├─────────────── stops here, in the media's time: much of what is shown is missing
/// ```
///
/// So a film trimmed in the middle of a group of pictures (`ffmpeg -ss … -c copy`) would lose its end, or all of it. The file
/// itself is not touched.
struct MovieDuration: Hashable, Sendable, Codable {
  /// Where in the file the number stands.
  let place: UInt64
  /// What is to be read there.
  let bytes: [UInt8]

  /// A duration that covers all media of the movie in `file`; nil where the one that stands there does, or the file says
  /// how long its media are in another way.
  init?(of file: FileBytes) throws {
    guard let movie = try MovieBoxes(file).first(where: { $0.type == "moov" }) else { return nil }
    let parts = try MovieBoxes(file, inside: movie)
    guard let header = parts.first(where: { $0.type == "mvhd" }), parts.first(where: { $0.type == "mvex" }) == nil
    else {
      return nil
    }
    let said = try Self.length(of: header, in: file)
    guard said.timescale > 0 else { return nil }
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
    // A track of less than a fifth of the movie's duration is taken for a preview picture, and left out.
    let wanted = min(longest + 1, 4.5 * shortest) * Double(said.timescale)
    let most = Double(said.width == 8 ? UInt64(Int64.max) : UInt64(UInt32.max - 1))
    guard wanted > Double(said.duration), wanted < most else { return nil }
    place = said.place
    var number = [UInt8](repeating: 0, count: said.width)
    number.setBigEndian(UInt64(wanted), at: 0, said.width)
    bytes = number
  }

  private static func length(
    of header: MovieBoxes.Box, in file: FileBytes
  ) throws -> (timescale: UInt64, duration: UInt64, place: UInt64, width: Int) {
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
