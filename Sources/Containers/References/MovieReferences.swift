package import Rendering

/// The places of the media of a movie's track (ISO/IEC 14496-12 §8.7.2).
///
/// ```
///  minf ─ dinf ─ dref   1: this file   2: another one, by a URL or an alias
///       └ stbl ─ stsd   each description has the number of one of them
/// ```
package struct MovieReferences {
  /// Whether a description names another file.
  package let leadElsewhere: Bool

  /// The references of the track whose media information is the box `information` of `file`.
  package init(in information: MovieBoxes.Box, of file: FileBytes) throws {
    let parts = try MovieBoxes(file, inside: information)
    guard let data = parts["dinf"], let table = parts["stbl"],
      let list = try MovieBoxes(file, inside: data)["dref"],
      var descriptions = try MovieBoxes(file, inside: table)["stsd"]
    else {
      leadElsewhere = false
      return
    }
    var entries = list
    entries.body += 8
    let foreign = try MovieBoxes(file, inside: entries).prefix(Self.most).map {
      try Self.isForeign($0, in: file)
    }
    descriptions.body += 8
    leadElsewhere = try MovieBoxes(file, inside: descriptions).prefix(Self.most).contains {
      let number = Int(try file.read(at: $0.body + 6, 2).bigEndian(at: 0, 2))
      return foreign.indices.contains(number - 1) && foreign[number - 1]
    }
  }

  /// More than a track has.
  private static let most = 1_000

  /// Whether `entry` names another file: its flag is clear, and a name follows. Some writers forget the flag.
  private static func isForeign(_ entry: MovieBoxes.Box, in file: FileBytes) throws -> Bool {
    let content = try file.read(at: entry.body, Int(min(entry.end - min(entry.end, entry.body), 64)))
    guard content.count > 4, content[3] & 1 == 0 else { return false }
    return content[4...].contains { $0 != 0 }
  }
}

extension MovieTracks {
  /// - Throws: `RenderError` with `.mediaUnreadable` where pictures or sound lie in another file.
  package func refuseMediaElsewhere() throws(RenderError) {
    for track in tracks where track.isElsewhere {
      let what = track.handler == "vide" ? "picture" : track.handler == "soun" ? "sound" : nil
      guard let what else { continue }
      throw RenderError(
        .mediaUnreadable, "The movie's \(what) lies in another file, and no file leads to another one here.",
        remedy: "Save it as a self-contained movie with the program that made it.")
    }
  }
}
