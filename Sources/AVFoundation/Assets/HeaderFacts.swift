import Containers
import EditServices
import Foundation

/// Facts about tracks in a movie's header beyond those for edits (ISO/IEC 14496-12 §8.3, 8.8): alternate groups,
/// associations, their authors' tags, and whether fragments follow. Other files have none.
///
/// ```
///  moov ┬ mvhd               units of the hint of the duration
///       ├ trak ┬ tkhd        number, alternate group
///       │      ├ tref        chap, folw, forc …: numbers of other tracks
///       │      └ udta ─ tagc what the track is, in words
///       └ mvex ─ mehd        fragments may follow; how long all is
///  moof                      a fragment
/// ```
struct HeaderFacts {
  /// Facts that a track's header states.
  struct Track {
    /// The track's number.
    var number: CMPersistentTrackID
    /// The number that tracks have which stand for one another; 0 of one that stands for itself.
    var alternateGroup = 0
    /// Associations with other tracks: kinds of four letters, and the tracks' numbers.
    var associations: [(type: String, tracks: [CMPersistentTrackID])] = []
    /// Tags of its kind, by the words of `AVMediaCharacteristic`.
    var tags: [String] = []
  }

  /// The tracks; none where two have one number, so that no fact is assigned to the wrong one.
  private(set) var tracks: [Track] = []
  /// Whether fragments may follow.
  private(set) var canContainFragments = false
  /// Whether there is a fragment.
  private(set) var containsFragments = false
  /// Duration of the whole, with the fragments that are still to come; invalid where nothing says.
  private(set) var overallDurationHint = CMTime.invalid

  /// More tracks, references and tags than a film has, and bytes of a tag.
  private static let (mostTracks, mostReferences, longestTag) = (1_000, 1_000, 256)

  /// The facts of `asset`: none of a composition. Reads the file's header.
  init(of asset: AVAsset) {
    guard case .file(let file) = asset.source, file.url.isFileURL, (try? asset.awaitFile()) != nil else { return }
    // A file that cannot be read yields no facts; its error is thrown by loading the asset.
    try? read(FileBytes(file.url.path, isReadOnly: true))
  }

  /// The facts about track `number`; nil without any.
  func track(_ number: CMPersistentTrackID) -> Track? { tracks.first { $0.number == number } }

  /// The numbers of the tracks that hold chapters.
  var chapterTracks: Set<CMPersistentTrackID> {
    Set(tracks.flatMap(\.associations).filter { $0.type == "chap" }.flatMap(\.tracks))
  }

  private mutating func read(_ file: FileBytes) throws {
    let boxes = try MovieBoxes(file)
    guard let movie = boxes["moov"] else { return }
    containsFragments = boxes["moof"] != nil
    let parts = try MovieBoxes(file, inside: movie)
    if let extends = parts["mvex"] {
      canContainFragments = true
      try readHint(in: extends, units: parts["mvhd"], of: file)
    }
    let found = try parts.all("trak").prefix(Self.mostTracks).compactMap { try Self.track($0, of: file) }
    let numbers = Set(found.map(\.number))
    if numbers.count == found.count, numbers.allSatisfy({ $0 > 0 }) { tracks = found }
  }

  private mutating func readHint(in box: MovieBoxes.Box, units: MovieBoxes.Box?, of file: FileBytes) throws {
    guard let units, let hint = try MovieBoxes(file, inside: box)["mehd"] else { return }
    // Version 1 has dates and durations of 64 bits.
    let head = try file.read(at: units.body, 24)
    let timescale = CMTimeScale(exactly: head.bigEndian(at: head.first == 1 ? 20 : 12, 4))
    let content = try file.read(at: hint.body, 12)
    let duration = CMTimeValue(exactly: content.bigEndian(at: 4, content.first == 1 ? 8 : 4))
    guard let timescale, timescale > 0, let duration, duration > 0 else { return }
    overallDurationHint = CMTime(value: duration, timescale: timescale)
  }

  private static func track(_ box: MovieBoxes.Box, of file: FileBytes) throws -> Track? {
    let parts = try MovieBoxes(file, inside: box)
    guard let header = parts["tkhd"] else { return nil }
    let head = try file.read(at: header.body, 48)
    let fields = TrackHeaderFields(in: head)
    var track = Track(number: Int32(truncatingIfNeeded: head.bigEndian(at: fields.number, 4)))
    track.alternateGroup = Int(head.bigEndian(at: fields.alternateGroup, 2))
    if let references = parts["tref"] {
      for kind in try MovieBoxes(file, inside: references).prefix(mostReferences) {
        let length = Int(min(kind.end - min(kind.end, kind.body), UInt64(4 * mostReferences)))
        let bytes = try file.read(at: kind.body, length)
        let numbers = stride(from: 0, to: bytes.count - 3, by: 4).map {
          Int32(truncatingIfNeeded: bytes.bigEndian(at: $0, 4))
        }
        // Zero stands for a track that was removed.
        track.associations.append((kind.type, numbers.filter { $0 > 0 }))
      }
    }
    if let data = parts["udta"] {
      for tag in try MovieBoxes(file, inside: data).all("tagc").prefix(mostReferences) {
        let bytes = try file.read(at: tag.body, Int(min(tag.end - min(tag.end, tag.body), UInt64(longestTag))))
        track.tags.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
    }
    return track
  }
}
