public import Compositing
import Containers
import EditingModel
public import FoundationEssentials
import GStreamer
import MediaDecoding
public import MediaFormats
public import MediaTime
import MediaWriting
public import Rendering

/// Files that are written.
extension GStreamerRenderer {
  /// Rejects, by name, formats that this engine does not write or that this machine has no plugin for.
  public func check(_ settings: ExportSettings) throws {
    try translating { try Framework.start() }
    var needed: [ElementName] = []
    if let video = settings.video { needed += try VideoEncoding.needs(video) }
    if let audio = settings.audio { needed += try AudioEncoding.needs(audio) }
    if let missing = needed.first(where: { !$0.isInstalled }) { throw missing.missing() }
  }

  /// Begins a file, or a movie that is handed over in segments.
  public func writer(
    _ settings: WriterSettings, to output: WriterOutput, progress: @escaping @Sendable (WriterProgress) -> Void
  ) async throws -> any MediaWriter {
    try check(settings.export)
    if let video = settings.export.video, let pictures = settings.pictures {
      try EncodingLevel.check(video, size: pictures.size, frameDuration: pictures.frameDuration)
    }
    return try await cancellable(named: "writer") { opening -> any MediaWriter in
      if case .first? = settings.pictures?.pass {
        return try FirstPass(settings, cancellation: Cancellation(partOf: opening), progress: progress)
      }
      if case .file(let url, let replacing) = output, settings.export.fileType.isPictureSequence {
        return try SequenceWriter(
          settings, to: url, replacing: replacing, cancellation: Cancellation(partOf: opening), progress: progress)
      }
      let hasMedia =
        settings.hasOpenTracks || settings.pictures != nil || !settings.sounds.isEmpty
        || !settings.packets.isEmpty
      if case .file(let url, let replacing) = output, !hasMedia, !settings.dataTracks.isEmpty {
        return try DataMovieWriter(settings, to: url, replacing: replacing)
      }
      var copiers: [Int: SoundCopier] = [:]
      for (number, sound) in settings.sounds.enumerated() {
        guard let copied = sound.copied else { continue }
        copiers[number] = try SoundCopier(
          copied, number, settings, of: self.soundIndex(of: copied.source, opening))
      }
      return try FileWriter(
        settings, to: output, copying: copiers, cancellation: Cancellation(partOf: opening), progress: progress)
    }
  }

  /// Adds `tracks` of data to the finished movie at `url`.
  public func add(_ tracks: [DataTrack], _ associations: [TrackAssociation], toMovieAt url: URL) throws {
    try translating {
      let file = try FileBytes(url.path)
      let type = FileType(pathExtension: url.pathExtension) ?? .mov
      let end = try MovieTracks(of: file)?.end
      try MovieDataInsertion(tracks, languages: tracks.map(\.languageCode), in: type, until: end)
        .insert(into: file, associations: associations)
      try file.synchroniseAndClose()
    }
  }

  /// Begins the file of a segment at `url`.
  public func segmentWriter(
    _ settings: WriterSettings, identity: String, to url: URL
  ) async throws -> any SegmentWriter {
    try check(settings.export)
    return try await cancellable(named: "segment") { opening -> any SegmentWriter in
      try SegmentEncoder(settings, identity: identity, to: url, cancellation: Cancellation(partOf: opening))
    }
  }

  /// Makes the file of a segment at `url` of packets of its media.
  public func copySegment(
    _ copies: [CopiedPictures], at times: [Rational], _ settings: WriterSettings, identity: String, to url: URL,
    notice: @escaping @Sendable () -> Void
  ) async throws -> EncodedSegment {
    try await cancellable(named: "segment") { cancellation in
      var indexes: [CompositionTrackSegment.Source: MediaIndex] = [:]
      for source in Set(copies.map(\.source)) { indexes[source] = try self.index(of: source, cancellation) }
      return try SegmentCopier(copies, at: times, settings, of: indexes)
        .run(to: url, identity: identity, cancellation: cancellation, notice: notice)
    }
  }

  /// Begins a track of a presentation in `folder`.
  public func mediaSegmentWriter(
    _ settings: WriterSettings, _ layout: MediaSegmentLayout, into folder: URL
  ) async throws -> any MediaSegmentWriter {
    try check(settings.export)
    return try await cancellable(named: "track") { opening -> any MediaSegmentWriter in
      try MediaSegmentFileWriter(settings, layout, into: folder, cancellation: Cancellation(partOf: opening))
    }
  }

  /// The segment in the file at `url`, where it is whole.
  public func encodedSegment(at url: URL) async throws -> EncodedSegment? {
    try await cancellable(named: "segment") { cancellation in
      try SegmentFile(url.path, checking: cancellation.check)?.segment(at: url)
    }
  }

  /// The versions of what decodes, draws and encodes the pictures of such a file: of the framework and its libraries by their own
  /// words, of this program and of encoders by their files, since elements of GStreamer do not say which they call.
  public func encodingVersions(of settings: ExportSettings) throws -> [String] {
    let libraries = try Self.installation().libraries.map { "\($0.name) \($0.version)" }
    // The encoder's library is there with its element.
    if let encoder = try settings.video.flatMap({ try VideoEncoding.needs($0).first }) { _ = try encoder.make() }
    return libraries + Self.codecLibraries + ["program (\(Self.size(ofFile: "/proc/self/exe")))"]
  }

  /// The files of the libraries of codecs that the process has loaded, with their sizes: "libx264.so.164 (2834160)".
  private static var codecLibraries: [String] {
    let names = ["libx264", "libx265", "libvpx", "libaom", "libavcodec", "libdav1d"]
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return [] }
    let paths = Set(maps.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
    return paths.compactMap { path in
      guard let name = path.split(separator: "/").last, names.contains(where: { name.hasPrefix("\($0).so") }) else {
        return nil
      }
      return "\(name) (\(size(ofFile: path)))"
    }.sorted()
  }

  /// Bytes in the file at `path`, which may be a link; 0 where there is none.
  private static func size(ofFile path: String) -> UInt64 {
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
    return (try? FileBytes(target, isReadOnly: true))?.count ?? 0
  }

  /// `picture` as the bytes of a still image file.
  public func encodeImage(_ picture: PixelBuffer, as type: ImageType, quality: Double) throws -> [UInt8] {
    try translating { try ImageEncoder(type, quality: quality).encode(picture) }
  }
}
