public import MediaFormats
public import MediaTime

/// Media laid out in time: tracks of segments (`AVComposition`).
///
/// A value: a service that is given a composition has a snapshot, which later edits do not change.
public struct Composition: Hashable, Sendable, Codable {
  /// The tracks, in the order in which they were added.
  public var tracks: [CompositionTrack]
  /// The size of the output in pixels where no video composition gives one; nil takes the first video track's.
  public var naturalSize: Size?
  /// The numbers of the tracks that `removeTrack(_:)` has removed, which no new track gets.
  public internal(set) var retiredTrackIDs: Set<TrackID> = []

  /// A composition of `tracks`.
  public init(tracks: [CompositionTrack] = [], naturalSize: Size? = nil) {
    self.tracks = tracks
    self.naturalSize = naturalSize
  }

  /// The end of the longest track.
  public var duration: CMTime { tracks.map(\.duration).max() ?? .zero }

  /// The track with the number `trackID`, if there is one (`track(withTrackID:)`).
  public func track(withTrackID trackID: TrackID) -> CompositionTrack? { tracks.first { $0.id == trackID } }

  /// The tracks of one media type, in order (`tracks(withMediaType:)`).
  public func tracks(withMediaType mediaType: MediaType) -> [CompositionTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }
}

/// The number of a composition's track, unique within its composition (`CMPersistentTrackID`).
///
/// Valid numbers are positive; zero stands for no track (`kCMPersistentTrackID_Invalid`).
public struct TrackID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
{
  /// The number itself, positive in a valid track.
  public var rawValue: Int32

  /// The track with the number `rawValue`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The track with the number `value`.
  public init(integerLiteral value: Int32) {
    self.init(rawValue: value)
  }

  /// No track (`kCMPersistentTrackID_Invalid`).
  public static let invalid: TrackID = 0

  /// Orders by number.
  public static func < (left: TrackID, right: TrackID) -> Bool { left.rawValue < right.rawValue }

  /// The number in decimal digits.
  public var description: String { String(rawValue) }
}

/// Adding, finding and removing tracks.
extension Composition {
  /// Adds an empty track at the end of `tracks` (`addMutableTrack(withMediaType:preferredTrackID:)`).
  ///
  /// ```
  ///  before   1 ├── A ──┤
  ///  after    1 ├── A ──┤
  ///           2 (empty)
  /// ```
  ///
  /// The track gets `preferredTrackID` unless a track has or has had that number; then, and for `.invalid`, it gets the
  /// lowest number that was never used. So a number that refers to a removed track never refers to a new one.
  ///
  /// - Returns: The track's number.
  @discardableResult
  public mutating func addTrack(
    withMediaType mediaType: MediaType, preferredTrackID: TrackID = .invalid
  ) -> TrackID {
    let taken = retiredTrackIDs.union(tracks.map(\.id))
    let isFree = preferredTrackID.rawValue > 0 && !taken.contains(preferredTrackID)
    let id = isFree ? preferredTrackID : Self.lowestID(notIn: taken)
    tracks.append(CompositionTrack(id: id, mediaType: mediaType))
    return id
  }

  /// Removes track `id`; the others stay as they are (`removeTrack(_:)`).
  ///
  /// ```
  ///  before   1 ├── A ──┤           after    2 ├─ B ─┤
  ///           2 ├─ B ─┤
  /// ```
  ///
  /// - Returns: The track as it was.
  /// - Throws: `EditError` with `.unknownTrack` where the composition has no such track.
  @discardableResult
  public mutating func removeTrack(_ id: TrackID) throws(EditError) -> CompositionTrack {
    let index = try self.index(ofTrack: id)
    retiredTrackIDs.insert(id)
    return tracks.remove(at: index)
  }

  /// Edits track `id` in place, without copying its segments.
  ///
  /// ```swift
  /// try composition.editTrack(2) { track in
  ///   try track.insertTimeRange(range, of: music, at: .zero)
  ///   track.preferredVolume = 0.5
  /// }
  /// ```
  ///
  /// - Returns: The result of `edit`.
  /// - Throws: `EditError` with `.unknownTrack` where the composition has no such track; else the error of `edit`,
  ///   whose changes up to then stay.
  @discardableResult
  public mutating func editTrack<Result>(
    _ id: TrackID, _ edit: (inout CompositionTrack) throws -> Result
  ) throws -> Result {
    try edit(&tracks[index(ofTrack: id)])
  }

  /// The first track into which ranges of `track` can be inserted: of its media type and, for video, of its size and
  /// orientation (`mutableTrack(compatibleWith:)`); nil where a track must be added.
  public func mutableTrack(compatibleWith track: AssetTrack) -> TrackID? {
    tracks.first { $0.isCompatible(with: track.mediaType, track.videoProperties) }?.id
  }

  /// The lowest number that no track has or has had (`unusedTrackID()`).
  public func unusedTrackID() -> TrackID { unusedTrackID(besides: []) }

  /// The lowest number that no track has or has had, and that is none of `others`.
  package func unusedTrackID(besides others: [TrackID]) -> TrackID {
    Self.lowestID(notIn: retiredTrackIDs.union(tracks.map(\.id)).union(others))
  }

  /// The lowest valid number that is not in `taken`.
  static func lowestID(notIn taken: Set<TrackID>) -> TrackID {
    var id: TrackID = 1
    while taken.contains(id) { id = TrackID(rawValue: id.rawValue + 1) }
    return id
  }

  private func index(ofTrack id: TrackID) throws(EditError) -> Int {
    if let index = tracks.firstIndex(where: { $0.id == id }) { return index }
    throw EditError(
      .unknownTrack, argument: "id", trackID: id, "The composition has no such track.",
      expected: tracks.isEmpty
        ? "a track that was added" : "one of \(tracks.map(\.id.description).joined(separator: ", "))")
  }
}
