public import MediaFormats

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
  /// - It gets `preferredTrackID` if no track has that number and none has had it; otherwise, and for `.invalid`, the
  ///   lowest number of which that is true. What speaks of a removed track never comes to speak of a new one.
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

  /// Takes track `id` away; the others stay as they are (`removeTrack(_:)`).
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

  /// Edits track `id` in place: nothing is copied.
  ///
  /// ```swift
  /// try film.editTrack(2) { track in
  ///   try track.insertTimeRange(range, of: music, at: .zero)
  ///   track.preferredVolume = 0.5
  /// }
  /// ```
  ///
  /// - Returns: What `edit` returns.
  /// - Throws: `EditError` with `.unknownTrack` where the composition has no such track; what `edit` throws, which may
  ///   have made some of several edits by then.
  @discardableResult
  public mutating func editTrack<Result>(
    _ id: TrackID, _ edit: (inout CompositionTrack) throws -> Result
  ) throws -> Result {
    try edit(&tracks[index(ofTrack: id)])
  }

  /// The first track into which any range of `track` could be inserted: of its kind and, of pictures, of their size and
  /// orientation (`mutableTrack(compatibleWith:)`); nil where one must be added.
  public func mutableTrack(compatibleWith track: AssetTrack) -> TrackID? {
    tracks.first { $0.isCompatible(with: track.mediaType, track.videoProperties) }?.id
  }

  /// A number that no track has and none has had (`unusedTrackID()`).
  public func unusedTrackID() -> TrackID { Self.lowestID(notIn: retiredTrackIDs.union(tracks.map(\.id))) }

  /// The lowest number of a track that is not among `taken`.
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
