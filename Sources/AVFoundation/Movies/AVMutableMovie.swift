import CoreMedia
import EditingModel
public import Foundation
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A movie that is edited (`AVMutableMovie`): as an ``AVMutableComposition``, with tracks of data, and written without
/// encoding.
///
/// ```swift
/// let movie = try AVMutableMovie(url: clip, options: nil, error: ())
/// movie.removeTimeRange(CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1)))
/// try movie.writeHeader(to: trimmed, fileType: .mov, options: .addMovieHeaderToDestination)
/// ```
///
/// Edits without a return value that are not possible change nothing, and report on the standard error. Threads: any.
/// Lock order: `state`, then a track's.
open class AVMutableMovie: AVMovie, @unchecked Sendable {
  // @unchecked: as its superclass; what changes is under a lock.
  /// The tracks of pictures and sound.
  private let composition: AVMutableComposition
  private let state = Mutex(State())

  private struct State: Sendable {
    /// The objects of all tracks, in the order in which they were added.
    var tracks: [AVMutableMovieTrack] = []
    /// The greatest number that a track has had.
    var lastID: CMPersistentTrackID = 0
    var isModified = false
    var items: [AVMetadataItem] = []
    var timescale: CMTimeScale = 600
    var interleavingPeriod = CMTime(value: 1, timescale: 2)
  }

  /// A movie without tracks.
  public init() {
    composition = AVMutableComposition(urlAssetInitializationOptions: nil)
    super.init(.composition(composition.store), url: nil)
  }

  /// The movie at `url`. Blocks; one that cannot be read has no tracks, and why is reported on the standard error.
  public convenience init(url: URL, options: [String: Any]? = nil) {
    self.init()
    do { try take(AVMovie(url: url)) } catch { Misuse.report("The movie at \(url.path) cannot be read: \(error)") }
  }

  /// The movie at `url`. Blocks.
  ///
  /// - Throws: `AVError` where it cannot be read.
  public convenience init(url: URL, options: [String: Any]? = nil, error outError: Void) throws {
    self.init()
    try take(AVMovie(url: url))
  }

  /// The movie in `data`. Blocks.
  ///
  /// - Throws: `AVError` where it cannot be read.
  public convenience init(data: Data, options: [String: Any]? = nil, error outError: Void) throws {
    self.init()
    try take(AVMovie(data: data))
  }

  /// A movie without tracks, with the metadata and settings of `movie`.
  ///
  /// - Throws: Nothing.
  public convenience init(settingsFrom movie: AVMovie?, options: [String: Any]? = nil) throws {
    self.init()
    guard let movie else { return }
    metadata = movie.metadata
    if let mutable = movie as? AVMutableMovie { timescale = mutable.timescale }
  }

  /// Takes all of `movie`, with the numbers of its tracks.
  func take(_ movie: AVMovie) throws {
    _ = try translated { try movie.content() }
    metadata = movie.metadata
    for track in try movie.trackObjects() {
      guard let own = makeTrack(track.mediaType, numbered: track.trackID) else {
        Misuse.report("The track \(track.trackID) of “\(track.mediaType.rawValue)” is not taken along.")
        continue
      }
      own.takeSettings(of: track)
      if let data = own.data {
        do {
          let taken = try MovieData.track(track)
          try data.edit { $0 = taken }
        } catch  where track.mediaType.isText {
          leave(own, of: track, error)
        }
        continue
      }
      let range = track.timeRange
      guard range.isValid else { continue }
      if range.start > .zero { own.insertEmptyTimeRange(CMTimeRange(start: .zero, duration: range.start)) }
      try own.insertTimeRange(range, of: track, at: range.start, copySampleData: false)
    }
    for track in try movie.trackObjects() { self.track(withTrackID: track.trackID)?.takeAssociations(of: track) }
    state.withLock { $0.isModified = false }
  }

  /// Removes `own` again, which was to take `track`, of text as pictures or in several formats.
  private func leave(_ own: AVMutableMovieTrack, of track: AVAssetTrack, _ error: any Error) {
    Misuse.report("The track \(track.trackID) of “\(track.mediaType.rawValue)” is not taken along: \(error)")
    removeTrack(own)
  }

  // MARK: Properties

  /// Units a second of its own times. They are exact, whatever this says: what is written has those in which all are whole.
  public var timescale: CMTimeScale {
    get { state.withLock(\.timescale) }
    set { state.withLock { $0.timescale = max(1, newValue) } }
  }
  /// Duration of each track's media that stand together in a file. A statement: writers choose it.
  public var interleavingPeriod: CMTime {
    get { state.withLock(\.interleavingPeriod) }
    set { state.withLock { $0.interleavingPeriod = newValue } }
  }
  /// Whether it was edited since it was made or written.
  public var isModified: Bool {
    get { state.withLock(\.isModified) }
    set { state.withLock { $0.isModified = newValue } }
  }
  /// Place for samples that are inserted with `copySampleData`, unless a track says it; nil unless set. Without one a header refers to them where
  /// they are.
  public override var defaultMediaDataStorage: AVMediaDataStorage? {
    get { super.defaultMediaDataStorage }
    set { super.defaultMediaDataStorage = newValue }
  }
  /// The movie's metadata.
  public var metadata: [AVMetadataItem] {
    get { state.withLock(\.items) }
    set { state.withLock { $0.items = newValue } }
  }
  override func editable() throws -> AVMutableMovie { self }
  override func statedItems() throws -> [AVMetadataItem] { metadata }

  /// To the end of its last track.
  public override var duration: CMTime { (tracks.map(\.timeRange.end).max() ?? .zero).inMovieUnits }

  // MARK: Tracks

  override func trackObjects() throws -> [AVAssetTrack] { state.withLock(\.tracks) }

  /// All tracks, in the order in which they were added.
  public var tracks: [AVMutableMovieTrack] { state.withLock(\.tracks) }

  /// The track with this number; nil where there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableMovieTrack? {
    tracks.first { $0.trackID == trackID }
  }
  /// The tracks of one kind of media, in order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableMovieTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }
  /// The tracks whose media are like this, in order.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVMutableMovieTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }
  /// The track with this number; nil where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVMutableMovieTrack? {
    track(withTrackID: trackID)
  }
  /// The tracks of one kind of media, in order.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMutableMovieTrack] {
    tracks(withMediaType: mediaType)
  }
  /// The tracks whose media are like this, in order.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic
  ) async throws -> [AVMutableMovieTrack] {
    tracks(withMediaCharacteristic: characteristic)
  }

  /// Adds an empty track of video, audio, text, captions, timecode or metadata, with the settings of `track`.
  ///
  /// - Returns: Nil for other media.
  open func addMutableTrack(
    withMediaType mediaType: AVMediaType, copySettingsFrom track: AVAssetTrack?, options: [String: Any]? = nil
  ) -> AVMutableMovieTrack? {
    guard let made = makeTrack(mediaType, numbered: kCMPersistentTrackID_Invalid) else {
      Misuse.report(
        "Movies here take video, audio, text, captions, timecode and metadata, and not “\(mediaType.rawValue)”.")
      return nil
    }
    if let track { made.takeSettings(of: track) }
    return made
  }

  /// Adds empty tracks that say of themselves what those of `existingTracks` do, in their order.
  open func addMutableTracksCopyingSettings(
    from existingTracks: [AVAssetTrack], options: [String: Any]? = nil
  ) -> [AVMutableMovieTrack] {
    existingTracks.compactMap { addMutableTrack(withMediaType: $0.mediaType, copySettingsFrom: $0) }
  }

  private func makeTrack(_ mediaType: AVMediaType, numbered wanted: CMPersistentTrackID) -> AVMutableMovieTrack? {
    let number = state.withLock { state in
      let isFree = wanted > 0 && !state.tracks.contains { $0.trackID == wanted }
      let taken = Set(state.tracks.map(\.trackID))
      let next = state.lastID < .max ? state.lastID + 1 : (1...).first { !taken.contains($0) } ?? .max
      let number = isFree ? wanted : next
      state.lastID = max(state.lastID, number)
      return number
    }
    let made: AVMutableMovieTrack
    switch mediaType {
    case .video, .audio:
      guard let track = composition.addMutableTrack(withMediaType: mediaType, preferredTrackID: number) else {
        return nil
      }
      made = AVMutableMovieTrack(track.content, of: self)
    default:
      guard let kind = mediaType.dataKind else { return nil }
      made = AVMutableMovieTrack(
        .ancillary(AncillaryTrack(number: number, kind: kind, codecType: "")),
        data: MovieDataTrackStore(DataTrack(kind, DataFormat(codecType: "", bytes: []))), of: self)
    }
    state.withLock { state in
      state.tracks.append(made)
      state.isModified = true
    }
    return made
  }

  /// The first track into which ranges of `track` can be inserted; nil where one must be added.
  open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableMovieTrack? {
    if let found = composition.mutableTrack(compatibleWith: track) { return self.track(withTrackID: found.trackID) }
    guard let data = MovieData.format(of: track) else { return nil }
    return tracks.first { own in
      guard let other = own.data?.track else { return false }
      return other.kind == data.kind && other.format == data.format
    }
  }

  /// Removes `track`; the others stay as they are.
  open func removeTrack(_ track: AVMovieTrack) {
    let isOwn = state.withLock { state in
      guard let place = state.tracks.firstIndex(where: { $0 === track }) else { return false }
      state.tracks.remove(at: place)
      state.isModified = true
      return true
    }
    guard isOwn else { return Misuse.report("The track \(track.trackID) is none of the movie's, and is not removed.") }
    if let edited = composition.track(withTrackID: track.trackID) { composition.removeTrack(edited) }
  }

  // MARK: Edits

  /// Inserts `timeRange` of all tracks of `asset` at `startTime`, into tracks that take them or new ones, and moves everything from there
  /// on. Samples are copied when the movie is written; with `copySampleData` into the storage, where there is one, when a header is made. Blocks where the asset is not loaded.
  ///
  /// - Throws: `AVError`.
  open func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime, copySampleData: Bool
  ) throws {
    let length = try translated { try asset.content() }.duration
    let range = CMTimeRangeGetIntersection(timeRange, otherRange: CMTimeRange(start: .zero, duration: length))
    guard range.duration > .zero else { return }
    let start = startTime.isNumeric ? startTime : duration
    var filled: [AVMutableMovieTrack] = []
    for track in try asset.trackObjects() {
      let part = CMTimeRangeGetIntersection(range, otherRange: track.timeRange)
      guard part.isValid, part.duration > .zero else { continue }
      let free = tracks.first { own in !filled.contains { $0 === own } && own.takes(track) }
      guard let target = free ?? addMutableTrack(withMediaType: track.mediaType, copySettingsFrom: track) else {
        continue
      }
      do {
        try target.insertTimeRange(part, of: track, at: start, copySampleData: copySampleData)
      } catch  where track.mediaType.isText {
        if free == nil { leave(target, of: track, error) }
        continue
      }
      // What the track has not of the range is empty, so that all tracks move alike.
      let (lead, tail) = (part.start - range.start, range.end - part.end)
      if tail > .zero { target.insertEmptyTimeRange(CMTimeRange(start: start + part.duration, duration: tail)) }
      if lead > .zero { target.insertEmptyTimeRange(CMTimeRange(start: start, duration: lead)) }
      filled.append(target)
    }
    for own in tracks where !filled.contains(where: { $0 === own }) && own.timeRange.end > start {
      own.insertEmptyTimeRange(CMTimeRange(start: start, duration: range.duration))
    }
    isModified = true
  }

  /// Inserts an empty stretch into all tracks.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) { edit { $0.insertEmptyTimeRange(timeRange) } }
  /// Removes `timeRange` from all tracks and closes the gap.
  open func removeTimeRange(_ timeRange: CMTimeRange) { edit { $0.removeTimeRange(timeRange) } }
  /// Has `timeRange` of all tracks last `duration`. A movie with pictures or sound at another speed cannot be written: export it.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    edit { $0.scaleTimeRange(timeRange, toDuration: duration) }
  }

  private func edit(_ body: (AVMutableMovieTrack) -> Void) {
    for track in tracks { body(track) }
    isModified = true
  }
}

extension AVMutableMovieTrack {
  /// Takes the settings of `track`.
  fileprivate func takeSettings(of track: AVAssetTrack) {
    (isEnabled, extendedLanguageTag) = (track.isEnabled, track.extendedLanguageTag)
    if let code = (track as? AVMutableMovieTrack)?.statedLanguageCode { languageCode = code }
    statedAlternateGroup =
      (track as? AVMutableMovieTrack)?.statedAlternateGroup
      ?? track.asset.flatMap { HeaderFacts(of: $0).track(track.trackID)?.alternateGroup }
  }

  /// Is to the other tracks what `track` is to those of its movie with the same numbers.
  fileprivate func takeAssociations(of track: AVAssetTrack) {
    for kind in track.availableTrackAssociationTypes {
      for other in track.associatedTracks(ofType: kind).compactMap({ $0 as? AVMovieTrack }) {
        addTrackAssociation(to: other, type: kind)
      }
    }
  }

  /// Whether ranges of `track` can be inserted.
  fileprivate func takes(_ track: AVAssetTrack) -> Bool {
    guard track.mediaType == mediaType else { return false }
    guard let data else { return true }
    let own = data.track
    return own.samples.isEmpty || MovieData.format(of: track)?.format == own.format
  }
}
