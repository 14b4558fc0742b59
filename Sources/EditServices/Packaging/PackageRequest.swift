import EditingModel
import FoundationEssentials
import MediaFormats
public import MediaTime
public import Rendering

/// The request of a presentation: a film in several sizes, cut into media segments, with manifests for HLS and DASH.
///
/// ```swift
/// var request = PackageRequest(ExportRequest(edit, as: settings, to: folder))
/// request.renditions = [Rendition(lines: 1080), Rendition(lines: 480, maximumBitrate: 1_200_000)]
/// let report = try await PackageSession(request).export()      // folder/master.m3u8, folder/manifest.mpd
/// ```
public struct PackageRequest: Hashable, Sendable {
  /// The film and its encoding. `outputURL` is the folder of the presentation, and `settings` those of an MP4.
  public var film: ExportRequest
  /// The sizes of the pictures; those that are larger than the film are left out.
  public var renditions = Rendition.usual
  /// The format of the media segments.
  public var segmentFormat = MediaSegmentFormat.fragmentedMP4
  /// The duration of a segment, in seconds: as many whole frames as come nearest to it. Greater than zero.
  public var segmentDuration = PackageRequest.usualSegmentDuration
  /// The manifests that are written; nil for all that know the segments' format.
  public var manifests: Set<StreamingManifest>?
  /// A picture of the film beside its segments; nil for none.
  public var poster: Poster?
  /// Files made of the sound in the same pass, beside the segments.
  public var soundFiles: [SoundFileRequest] = []

  /// Six seconds (HTTP Live Streaming authoring specification, §7.5).
  public static let usualSegmentDuration = Rational(6)

  /// A presentation of `film`.
  public init(_ film: ExportRequest) { self.film = film }

  /// A picture that stands for the film.
  public struct Poster: Hashable, Sendable {
    /// The film's time of the frame, in seconds; nil for a tenth of the film.
    public var time: Rational?
    /// The type of the file: "poster.jpg", in the size of the largest rendition.
    public var type: ImageType

    /// The frame at `time`, as a file of `type`.
    public init(at time: Rational? = nil, as type: ImageType = .jpeg) { (self.time, self.type) = (time, type) }
  }
}

/// The lists of segments for players.
public enum StreamingManifest: String, Hashable, Sendable, Codable, CaseIterable {
  /// HTTP Live Streaming: playlists (RFC 8216).
  case hls
  /// MPEG-DASH: a media presentation description (ISO/IEC 23009-1).
  case dash

  /// The file by which a player begins.
  public var fileName: String { self == .hls ? "master.m3u8" : "manifest.mpd" }
}

/// A listener to a film's sound while that is encoded: it hears all samples, and gives a file at the end.
///
/// Threads: one at a time.
public protocol SoundListener: AnyObject, Sendable {
  /// Hears `block`, which follows those before.
  func hear(_ block: SampleBlock)

  /// The bytes of the file.
  ///
  /// - Throws: why it cannot be made.
  func file() throws -> [UInt8]
}

/// A file that is made of a film's sound in the pass that encodes it.
public struct SoundFileRequest: Hashable, Sendable {
  /// The file's name in the presentation's folder.
  public var name: String
  /// Makes a listener for a sound.
  public var listener: @Sendable (SoundPlan) -> any SoundListener

  /// The file `name`, made by what `listener` makes.
  public init(_ name: String, by listener: @escaping @Sendable (SoundPlan) -> any SoundListener) {
    (self.name, self.listener) = (name, listener)
  }

  /// Whether both are files of one name.
  public static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
