public import Compositing
public import FoundationEssentials
public import MediaFormats
public import MediaTime

/// Files made of pictures and samples: which can be written here, the writer, and still images.
///
/// Threads: any. `writer(_:to:progress:)` does its blocking work on dedicated threads and honors task cancellation within
/// a second; `encodeImage(_:as:quality:)` blocks the calling thread.
public protocol FileWriting: Sendable {
  /// Rejects, by name, settings that are not supported on this machine; nothing is written.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.missingPlugin`.
  func check(_ settings: ExportSettings) throws

  /// Begins a file, or a movie that is handed over in segments.
  ///
  /// `progress` is called repeatedly, and a last time before the file is finished, on any thread.
  ///
  /// - Throws: `RenderError` with `.outputExists`, `.cannotCreateOutput`, `.writeFailed`, `.unsupported` or
  ///   `.missingPlugin`.
  func writer(
    _ settings: WriterSettings, to output: WriterOutput, progress: @escaping @Sendable (WriterProgress) -> Void
  ) async throws -> any MediaWriter

  /// Adds `tracks` of data behind the tracks of the finished movie at `url`, and what tracks are to one another, counted in the file's order.
  /// A track without samples is left out. Blocks.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the movie's header does not stand at its end; the file is of no use then.
  func add(_ tracks: [DataTrack], _ associations: [TrackAssociation], toMovieAt url: URL) throws

  /// Begins the file of a segment at `url`: pictures as `settings` say, encoded by an encoder of one or two threads, so that the
  /// bytes are the same on every machine. `identity` is what the file says it was made from.
  ///
  /// - Throws: As `writer(_:to:progress:)`.
  func segmentWriter(
    _ settings: WriterSettings, identity: String, to url: URL
  ) async throws -> any SegmentWriter

  /// Makes the file of a segment at `url` from the unchanged packets of `copies`, one after another, for a film of
  /// `settings`: frames are presented at `times`, in seconds of the film, whose last entry is the last frame's end, and
  /// decoded at the times of `settings`. `notice` is called for each packet, on any thread. A file at `url` is
  /// replaced.
  ///
  /// - Throws: As `writer(_:to:progress:)`; `.mediaUnreadable` where a file has changed since planning.
  func copySegment(
    _ copies: [CopiedPictures], at times: [Rational], _ settings: WriterSettings, identity: String, to url: URL,
    notice: @escaping @Sendable () -> Void
  ) async throws -> EncodedSegment

  /// Begins a track of a presentation: media segments as `layout` says, in the folder `folder`, which is there. It holds the pictures of
  /// `settings`, which come in segments that were encoded; or, of settings without pictures, their sound.
  ///
  /// - Throws: As `writer(_:to:progress:)`.
  func mediaSegmentWriter(
    _ settings: WriterSettings, _ layout: MediaSegmentLayout, into folder: URL
  ) async throws -> any MediaSegmentWriter

  /// The segment in the file at `url`, whose bytes are all read: nil where there is no such file, or it is damaged, cut short or
  /// of another version, so that it has to be made anew.
  ///
  /// - Throws: `RenderError` with `.cancelled`; `.mediaUnreadable` where a folder, a pipe or a device has the name.
  func encodedSegment(at url: URL) async throws -> EncodedSegment?

  /// The versions of what makes a segment's bytes out of the same plan: libraries and encoders of `settings`.
  ///
  /// - Throws: `RenderError` with `.engineFailed`.
  func encodingVersions(of settings: ExportSettings) throws -> [String]

  /// `picture` as the bytes of a still image file, which says that its colors are sRGB's. Blocks.
  ///
  /// A picture of more than eight bits becomes a PNG of sixteen.
  ///
  /// - Parameter quality: From 0 for the smallest file to 1 for the best one, where `type` loses something; 1 makes a WebP
  ///   without loss, and a JPEG whose chroma is not halved.
  /// - Throws: `RenderError` with `.missingPlugin` or `.engineFailed`.
  func encodeImage(_ picture: PixelBuffer, as type: ImageType, quality: Double) throws -> [UInt8]
}

extension FileWriting {
  /// Begins a file at `url`; one that is there is replaced only if `replacing`: `writer(_:to:progress:)`.
  ///
  /// - Throws: As `writer(_:to:progress:)`.
  public func writer(
    _ settings: WriterSettings, to url: URL, replacing: Bool,
    progress: @escaping @Sendable (WriterProgress) -> Void
  ) async throws -> any MediaWriter {
    try await writer(settings, to: .file(url, replacing: replacing), progress: progress)
  }

  /// Presentations are not written.
  public func mediaSegmentWriter(
    _ settings: WriterSettings, _ layout: MediaSegmentLayout, into folder: URL
  ) async throws -> any MediaSegmentWriter {
    throw RenderError(.unsupported, "This engine writes no media segments.", remedy: "Write a file.")
  }

  /// `picture` as the bytes of a still image file, at a quality of 0.9.
  ///
  /// - Throws: As `encodeImage(_:as:quality:)` does.
  public func encodeImage(_ picture: PixelBuffer, as type: ImageType) throws -> [UInt8] {
    try encodeImage(picture, as: type, quality: ImageType.usualQuality)
  }

  /// `picture` as the bytes of a still image file: `encodeImage(_:as:quality:)` on a thread of its own.
  ///
  /// - Throws: As `encodeImage(_:as:quality:)` does.
  public func imageData(
    of picture: PixelBuffer, as type: ImageType, quality: Double = ImageType.usualQuality
  ) async throws -> [UInt8] {
    try await DedicatedThread.run(named: "image") { try encodeImage(picture, as: type, quality: quality) }
  }
}

/// The kinds of still image file that can be written.
public enum ImageType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Portable Network Graphics: without loss, with alpha.
  case png
  /// JPEG: with loss, without alpha.
  case jpeg
  /// WebP: with loss or without, with alpha.
  case webp

  /// The kind of the files whose names end in `pathExtension`, as png, jpg, jpeg and webp in any case; nil for others.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    default: return nil
    }
  }

  /// The quality of images unless another is asked for, of 1.
  public static let usualQuality = 0.9
}
