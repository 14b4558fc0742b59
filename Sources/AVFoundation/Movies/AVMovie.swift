import Containers
import EditServices
public import Foundation
import GstEdit
import Synchronization

/// A QuickTime movie or an MP4 as an asset (`AVMovie`). Immutable; ``AVMutableMovie`` is edited. Threads: any.
///
/// A movie's header may refer to media in other files (``makeMovieHeader(fileType:)``): to local QuickTime movies and MP4 by URLs. They are
/// gathered in a temporary file when the movie is read.
open class AVMovie: AVAsset, NSMutableCopying, @unchecked Sendable {
  // @unchecked: as its superclass; the place does not change.
  /// URL of the movie; nil of one that is in memory, or that was edited.
  public let url: URL?
  /// The movie, of one that was made of bytes.
  public let data: Data?
  /// Restrictions on the files that it may refer to.
  let restrictions: AVAssetReferenceRestrictions
  /// Owner of the file that is read, of a movie in memory, and of one that refers to other files.
  private let gathered: GatheredMovie?

  /// The movie at `url`. Of `options` ``AVMovieReferenceRestrictionsKey`` counts. Reads the header of a local file; the media are looked
  /// at later.
  public convenience init(url: URL, options: [String: Any]? = nil) {
    let restrictions = AVAssetReferenceRestrictions(ofMovieWith: options)
    let gathered = restrictions.contains(.forbidLocalReferenceToLocal) ? nil : GatheredMovie(at: url)
    self.init(.file(gathered?.asset ?? URLAsset(url: url)), url: url, restrictions, gathered)
  }

  /// The movie in `data`: with its media, or a header that refers to them. Of `options` ``AVMovieReferenceRestrictionsKey`` counts.
  public convenience init(data: Data, options: [String: Any]? = nil) {
    let restrictions = AVAssetReferenceRestrictions(ofMovieWith: options)
    var gathered: GatheredMovie?
    do { gathered = try GatheredMovie(data) } catch { Misuse.report("The bytes of a movie cannot be stored: \(error)") }
    let isForbidden = restrictions.contains(.forbidLocalReferenceToLocal)
    // A file that is not there is an error of reading.
    let asset = isForbidden ? gathered.map { URLAsset(url: $0.header) } : gathered?.asset
    self.init(
      .file(asset ?? URLAsset(url: URL(fileURLWithPath: "/dev/null"))), url: nil, data: data, restrictions, gathered)
  }

  init(
    _ source: AssetSource, url: URL?, data: Data? = nil,
    _ restrictions: AVAssetReferenceRestrictions = .ofMovies, _ gathered: GatheredMovie? = nil
  ) {
    (self.url, self.data, self.restrictions, self.gathered) = (url, data, restrictions, gathered)
    super.init(source)
  }

  /// The kinds of file that are movies.
  open class func movieTypes() -> [AVFileType] { [.mov, .mp4, .m4v, .m4a] }

  override func makeTrack(_ content: AVAssetTrack.Content) -> AVAssetTrack { AVMovieTrack(content, of: self) }

  /// Whether fragments may follow the movie's header. Blocks.
  public var canContainMovieFragments: Bool { HeaderFacts(of: self).canContainFragments }
  /// Whether the file has fragments. Blocks.
  public var containsMovieFragments: Bool { HeaderFacts(of: self).containsFragments }

  /// Place for new samples, unless a track says it; nil unless set.
  public internal(set) var defaultMediaDataStorage: AVMediaDataStorage? {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
  private let storage = Mutex<AVMediaDataStorage?>(nil)

  /// An editable copy; its edits do not change this movie.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableMovie()
    do { try copy.take(self) } catch { Misuse.report("The movie cannot be read: \(error)") }
    return copy
  }

  // MARK: Writing

  /// Whether a movie with these tracks can be a file of `fileType`.
  open func isCompatible(withFileType fileType: AVFileType) -> Bool {
    guard Self.movieTypes().contains(fileType) else { return false }
    return fileType != .m4a || tracks(withMediaType: .video).isEmpty
  }

  /// Writes the movie to `url`, as a file of `fileType`. A file that is there is replaced, also where it is this movie's own. Blocks.
  ///
  /// With ``AVMovieWritingOptions/addMovieHeaderToDestination`` the movie is written with its media, which are copied as they are. With
  /// ``AVMovieWritingOptions/truncateDestinationToMovieHeaderOnly`` the file is “a pure reference movie file” (AVMovie.h): a header as
  /// ``makeMovieHeader(fileType:)`` has it, which refers to files in the same folder, or below, relative to that.
  ///
  /// - Throws: `AVError`: `operationNotSupportedForAsset` where media cannot be copied or referred to as they are, as at another speed,
  ///   and where the header would replace media that it refers to; as an export session.
  open func writeHeader(
    to url: URL, fileType: AVFileType, options: AVMovieWritingOptions = .addMovieHeaderToDestination
  ) throws {
    let movie = try editable()
    if options.contains(.truncateDestinationToMovieHeaderOnly) {
      try movie.writeHeaderAlone(to: url, as: fileType)
    } else {
      try movie.write(to: url, as: fileType)
    }
  }

  /// The movie as it is written: a copy that could be edited.
  func editable() throws -> AVMutableMovie {
    let copy = AVMutableMovie()
    try copy.take(self)
    return copy
  }

  /// The movie's header, for a file of `fileType`: “a pure reference movie, with no base URL, suitable for use on the pasteboard” (AVMovie.h).
  /// `AVMovie(data:)` makes the movie of it again as long as the files with its media are where they are. Blocks.
  ///
  /// Samples that lie in no file stand behind it: those of text, captions, timecode and metadata, and of movies that were made of bytes.
  ///
  /// - Throws: `AVError` with `operationNotSupportedForAsset` where media cannot be referred to: of other files than QuickTime and MP4, in
  ///   fragments, and at another speed.
  open func makeMovieHeader(fileType: AVFileType) throws -> Data { try editable().headerAlone(fileType) }
}

extension AVPartialAsyncProperty where Root: AVMovie {
  /// Whether fragments may follow the movie's header.
  public static var canContainMovieFragments: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("canContainMovieFragments") { $0.canContainMovieFragments }
  }
  /// Whether the file has fragments.
  public static var containsMovieFragments: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("containsMovieFragments") { $0.containsMovieFragments }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The files that a movie may refer to: `AVAssetReferenceRestrictions`, as a number. Local files to which a local movie refers are read unless
/// `forbidLocalReferenceToLocal` is among them; what is remote is never referred to.
public let AVMovieReferenceRestrictionsKey = "AVMovieReferenceRestrictionsKey"

extension AVAssetReferenceRestrictions {
  /// Restrictions of movies: local ones refer to local files.
  static let ofMovies: Self = [.forbidRemoteReferenceToLocal, .forbidLocalReferenceToRemote, .forbidCrossSiteReference]

  /// Restrictions of a movie with `options`.
  fileprivate init(ofMovieWith options: [String: Any]?) {
    let value = options?[AVMovieReferenceRestrictionsKey]
    let bits = (value as? NSNumber)?.uintValue ?? (value as? UInt) ?? (value as? AVAssetReferenceRestrictions)?.rawValue
    self = AVAssetReferenceRestrictions.ofMovies.union(Self(rawValue: bits ?? 0))
  }
}

/// Movies that have tracks.
public protocol AVMovieTrackAccess: AVAssetTrackAccess {}

extension AVMovie: AVMovieTrackAccess {}

extension AVMovieTrackAccess where Self: AVMovie {
  /// All tracks, in the order of their numbers.
  public var tracks: [AVMovieTrack] { ((try? trackObjects()) ?? []).compactMap { $0 as? AVMovieTrack } }

  /// The track with this number; nil where there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMovieTrack? {
    tracks.first { $0.trackID == trackID }
  }
  /// The tracks of one kind of media, in order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMovieTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }
  /// The tracks whose media are like this, in order.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVMovieTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }
  /// The track with this number; nil where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVMovieTrack? {
    try await loadContent()
    return track(withTrackID: trackID)
  }
  /// The tracks of one kind of media, in order.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMovieTrack] {
    try await loadContent()
    return tracks(withMediaType: mediaType)
  }
  /// The tracks whose media are like this, in order.
  public func loadTracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) async throws -> [AVMovieTrack] {
    try await loadContent()
    return tracks(withMediaCharacteristic: characteristic)
  }
}

/// Options of writing a movie's header.
public struct AVMovieWritingOptions: OptionSet, Hashable, Sendable {
  /// Bits.
  public var rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// In a file with the media.
  public static let addMovieHeaderToDestination = AVMovieWritingOptions([])
  /// In a file that is nothing else, which refers to the media where they are.
  public static let truncateDestinationToMovieHeaderOnly = AVMovieWritingOptions(rawValue: 1)
}

/// A track of a movie (`AVMovieTrack`). Threads: any.
open class AVMovieTrack: AVAssetTrack, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The range of its media that is presented.
  public var mediaPresentationTimeRange: CMTimeRange { timeRange }
  /// The range over which its media are decoded.
  public var mediaDecodeTimeRange: CMTimeRange { timeRange }
  /// The number that tracks have which stand for one another; 0 of one that stands for itself.
  open var alternateGroupID: Int {
    asset.flatMap { HeaderFacts(of: $0).track(trackID)?.alternateGroup } ?? 0
  }
  /// Place for new samples of it; nil of a movie that is not edited.
  open var mediaDataStorage: AVMediaDataStorage? { nil }
}

/// A place for samples (`AVMediaDataStorage`): a local file.
///
/// Pictures and sound that are inserted with `copySampleData` are put there when a header is made that refers to them; the file is made then, or
/// grows. A movie that is written with its media puts nothing into it. Threads: any.
open class AVMediaDataStorage: NSObject, @unchecked Sendable {
  // @unchecked: the place does not change, and what it holds is under a lock.
  private let place: URL
  /// Samples that the file holds.
  let samples: MovieSampleStorage

  /// The file at `URL`. Of `options` none changes anything.
  public init(url URL: URL, options: [String: Any]? = nil) {
    (place, samples) = (URL, MovieSampleStorage(path: URL.path))
  }

  /// URL of the file.
  public func url() -> URL? { place }
}
