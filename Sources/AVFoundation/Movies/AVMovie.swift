import EditServices
public import Foundation
import GstEdit
import Synchronization

/// A QuickTime movie or an MP4 as an asset (`AVMovie`). Immutable; ``AVMutableMovie`` is edited. Threads: any.
///
/// A movie here holds its media: where AVFoundation writes a header that refers to media in other files, the media are copied.
open class AVMovie: AVAsset, NSMutableCopying, @unchecked Sendable {
  // @unchecked: as its superclass; the place does not change.
  /// Where the movie is; nil of one that is in memory, or that was edited.
  public let url: URL?
  /// The movie, of one that was made of bytes.
  public let data: Data?
  /// What holds the bytes for as long as the movie lives, or one that has taken from it.
  let memory: TemporaryFile?

  /// The movie at `url`. Of `options` none changes anything.
  public convenience init(url: URL, options: [String: Any]? = nil) {
    self.init(.file(URLAsset(url: url)), url: url)
  }

  /// The movie in `data`, with its media.
  public convenience init(data: Data, options: [String: Any]? = nil) {
    let memory = TemporaryFile(named: "movie.mov")
    do { try memory.write(data) } catch { Misuse.report("The bytes of a movie cannot be stored: \(error)") }
    self.init(.file(URLAsset(url: memory.url)), url: nil, data: data, memory: memory)
  }

  init(_ source: AssetSource, url: URL?, data: Data? = nil, memory: TemporaryFile? = nil) {
    (self.url, self.data, self.memory) = (url, data, memory)
    super.init(source)
  }

  /// The kinds of file that are movies.
  open class func movieTypes() -> [AVFileType] { [.mov, .mp4, .m4v, .m4a] }

  override func makeTrack(_ content: AVAssetTrack.Content) -> AVAssetTrack { AVMovieTrack(content, of: self) }

  /// Whether fragments may follow the movie's header. Blocks.
  public var canContainMovieFragments: Bool { HeaderFacts(of: self).canContainFragments }
  /// Whether the file has fragments. Blocks.
  public var containsMovieFragments: Bool { HeaderFacts(of: self).containsFragments }

  /// Where new samples are put, unless a track says it; nil unless set.
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

  /// Writes the movie to `url`, as a file of `fileType`: its header, and its media, which are copied as they are. A file that is there is
  /// replaced, also where it is this movie's own. Blocks.
  ///
  /// - Throws: `AVError`: `operationNotSupportedForAsset` for a header alone, and where media cannot be copied as they are, as at another
  ///   speed; as an export session.
  open func writeHeader(
    to url: URL, fileType: AVFileType, options: AVMovieWritingOptions = .addMovieHeaderToDestination
  ) throws {
    guard options != .truncateDestinationToMovieHeaderOnly else { throw Self.headerAlone }
    try editable().write(to: url, as: fileType)
  }

  /// The movie as it is written: a copy that could be edited.
  func editable() throws -> AVMutableMovie {
    let copy = AVMutableMovie()
    try copy.take(self)
    return copy
  }

  /// The movie's header: that of a movie whose media are elsewhere, which is not written here.
  ///
  /// - Throws: `AVError` with `operationNotSupportedForAsset`.
  open func makeMovieHeader(fileType: AVFileType) throws -> Data { throw Self.headerAlone }

  private static let headerAlone = AVError(
    .operationNotSupportedForAsset,
    userInfo: [
      NSLocalizedDescriptionKey:
        "A movie here holds its media: a header that refers to media elsewhere is not written.",
      NSLocalizedRecoverySuggestionErrorKey: "Write the movie with .addMovieHeaderToDestination.",
    ])
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

/// What has tracks of a movie.
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

/// How a movie's header is written.
public struct AVMovieWritingOptions: OptionSet, Hashable, Sendable {
  /// Bits.
  public var rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// In a file with media.
  public static let addMovieHeaderToDestination = AVMovieWritingOptions([])
  /// In a file that is nothing else.
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
  /// Where new samples of it are put; nil of a movie that is not edited.
  open var mediaDataStorage: AVMediaDataStorage? { nil }
}

/// A place for samples (`AVMediaDataStorage`): a file. Immutable.
///
/// Here a movie is written with its media, so that nothing is put into it before.
open class AVMediaDataStorage: NSObject, @unchecked Sendable {
  // @unchecked: the place does not change.
  private let place: URL

  /// The file at `URL`. Of `options` none changes anything.
  public init(url URL: URL, options: [String: Any]? = nil) { place = URL }

  /// Where it is.
  public func url() -> URL? { place }
}
