import Foundation
import FoundationEssentials
import MediaFormats
import MediaTime
public import Rendering

/// Makes a presentation for HLS and DASH of an edit, in one pass: the film is decoded and composed once, in its largest size, and
/// scaled for the others.
///
/// ```
///                         ┌─► 1080p ─► encoder a segment ─► 1080p/00001.m4s …
///  PictureReader ─► frame ┼─► scaled to 720p ─► encoder ──► 720p/00001.m4s …      master.m3u8
///                         └─► scaled to 480p ─► encoder ──► 480p/00001.m4s …      manifest.mpd
///  SampleReader ─► samples ─► encoder ────────────────────► sound/00001.m4s …
/// ```
///
/// Segments begin at the same frames in all sizes, with a key frame, and refer to none before it. They are encoded in a constant
/// quality, each by an encoder of its own, as those of ``SegmentPlan``: so the bytes depend neither on the machine nor on its load.
///
/// The folder is there when all of it is written, and not before; an error or a cancelled task leaves nothing behind.
/// Threads: any.
public struct PackageSession: Sendable {
  /// The request of the presentation.
  public let request: PackageRequest
  private let renderer: any Renderer

  /// A session for `request` on `renderer`.
  public init(_ request: PackageRequest, renderer: any Renderer) {
    (self.request, self.renderer) = (request, renderer)
  }

  /// Makes the presentation; `progress` is called repeatedly, on any thread.
  ///
  /// - Returns: The report of the written file.
  /// - Throws: `RenderError`: `.outputExists` and `.cannotCreateOutput` before any work; `.unsupported` for settings that are not
  ///   packaged (packets that are copied, two passes, an average bit rate, codecs that playlists have no name for); and as
  ///   ``ExportSession/export()``.
  @discardableResult
  public func export(
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) async throws(RenderError) -> PackageReport {
    let manifests = try request.checkedManifests()
    let place = PackagePlace(request.film.outputURL)
    try place.check(replacing: request.film.replacesExistingFile, sources: request.film.edit.assets)
    let plan = try await PackagePlanner(request, renderer: renderer).plan()
    let folder = try place.make()
    do {
      let work = PackageWork(plan, request, in: folder.url, renderer: renderer)
      var report = try await work.run(progress: progress)
      report.texts = try write(plan, of: report, into: folder.url)
      if !report.texts.isEmpty, manifests.contains(.dash) {
        report.notes.append("Subtitles are in the playlists of HLS, and not in the manifest of DASH.")
      }
      try write(manifests, of: report, into: folder.url)
      try Self.checkCancellation()
      report.byteCount = folder.byteCount
      try folder.commit(replacing: request.film.replacesExistingFile)
      report.folder = request.film.outputURL
      return report
    } catch {
      folder.discard()
      throw folder.naming(RenderError(describing: error))
    }
  }

  /// The plan of the presentation, as text: the film, the sizes and the segments. Nothing is written.
  ///
  /// - Throws: As ``export(progress:)``, but for what is wrong with the output.
  public func planText() async throws(RenderError) -> String {
    _ = try request.checkedManifests()
    return try await PackagePlanner(request, renderer: renderer).plan().text
  }

  /// Writes the subtitles of `plan`, cut as the tracks of `report` are.
  private func write(
    _ plan: PackagePlan, of report: PackageReport, into folder: URL
  ) throws(RenderError) -> [PackagedText] {
    var texts: [PackagedText] = []
    for (number, track) in plan.film.render.renderedSubtitles.enumerated() {
      let name = number == 0 ? "text" : "text-\(number + 1)"
      let segments = try RenderError.catching {
        try TextSegments(
          track, name, startingAt: plan.starts, lasting: plan.duration,
          clockOffset: report.tracks.first?.media.clockOffset ?? .zero)
      }
      try PackagePlace.makeFolder(folder.appending(path: name, directoryHint: .isDirectory))
      for file in segments.files {
        try PackagePlace.write(Array(file.content.utf8), to: folder.appending(path: "\(name)/\(file.name)"))
      }
      texts.append(segments.text)
    }
    return texts
  }

  /// Writes the playlists and the manifest of DASH.
  private func write(
    _ manifests: Set<StreamingManifest>, of report: PackageReport, into folder: URL
  ) throws(RenderError) {
    let tracks = report.tracks
    let target = MediaPlaylist.targetDuration(of: tracks)
    var files: [(String, String)] = []
    if manifests.contains(.hls) {
      for track in tracks {
        files.append(
          ("\(track.name)/\(MediaPlaylist.name)", MediaPlaylist(track: track, targetDuration: target).text))
        guard !track.keyFrames.isEmpty else { continue }
        files.append(("\(track.name)/\(KeyFramePlaylist.name)", KeyFramePlaylist(track: track).text))
      }
      for text in report.texts {
        files.append(("\(text.name)/\(MediaPlaylist.name)", TextPlaylist(text: text).content))
      }
      let main = MultivariantPlaylist(tracks, texts: report.texts, targetDuration: target)
      files.append((StreamingManifest.hls.fileName, main.text))
    }
    if manifests.contains(.dash) {
      let description = PresentationDescription(tracks: tracks, duration: report.duration, targetDuration: target)
      files.append((StreamingManifest.dash.fileName, description.text))
    }
    for (name, text) in files { try PackagePlace.write(Array(text.utf8), to: folder.appending(path: name)) }
  }

  private static func checkCancellation() throws(RenderError) {
    if Task.isCancelled { throw .cancelled() }
  }
}

extension PackageRequest {
  /// The manifests that are written.
  ///
  /// - Throws: `RenderError` with `.unsupported` where packets are to be copied, the segments' format is not for one of the manifests, or
  ///   their length is none.
  fileprivate func checkedManifests() throws(RenderError) -> Set<StreamingManifest> {
    guard !film.isPassthrough, film.smartRendering == .off else {
      throw RenderError(
        .unsupported,
        "The pictures of a presentation are encoded in each of its sizes, with a key frame where each segment begins: none are copied.",
        remedy: film.isPassthrough
          ? "Choose another preset than Passthrough, or none." : "Leave smart rendering out.")
    }
    guard segmentDuration > .zero, segmentDuration <= Rational(3_600) else {
      throw RenderError(
        .unsupported, "Segments of \(segmentDuration) seconds are not made.",
        remedy: "Choose more than 0 and at most 3600 seconds.")
    }
    guard film.settings.fileType == .mp4 else {
      throw RenderError(
        .unsupported,
        "A presentation is encoded as MP4 is, and its settings are those of \(film.settings.fileType.rawValue).",
        remedy: "Choose the settings of an MP4.")
    }
    let possible: Set<StreamingManifest> = segmentFormat == .transportStream ? [.hls] : [.hls, .dash]
    let wanted = manifests ?? possible
    guard !wanted.isEmpty else {
      throw RenderError(.unsupported, "No manifest is asked for.", remedy: "Ask for HLS, DASH or both.")
    }
    guard wanted.isSubset(of: possible) else {
      throw RenderError(
        .unsupported, "DASH is written over segments of fragmented MP4 alone, and transport streams are asked for.",
        remedy: "Choose fragmented MP4, or HLS alone.")
    }
    return wanted
  }
}
