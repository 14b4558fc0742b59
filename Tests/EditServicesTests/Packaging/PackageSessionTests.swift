import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Subtitles
import Synchronization
import Testing

/// A presentation: which sizes, which segments, and that its folder is there as a whole or not at all.
struct PackageSessionTests {
  private let folder: TemporaryFolder
  private let cat: MediaFacts
  private var request: PackageRequest

  init() throws {
    folder = try TemporaryFolder()
    cat = try film("cat", size: PixelSize(width: 1_280, height: 720))
    request = PackageRequest(
      ExportRequest(
        cuts(of: [cat], seconds: 9), as: ExportSettings(fileType: .mp4, video: VideoSettings(codec: .h264), audio: nil),
        to: folder.file("film")))
  }

  private var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() }
  }

  private func failure(_ request: PackageRequest, on renderer: ScriptedRenderer) async -> RenderError? {
    do throws(RenderError) {
      try await PackageSession(request, renderer: renderer).export()
      return nil
    } catch {
      return error
    }
  }

  @Test func `sizes above the film's are left out, and one reader makes all others`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let fractions = Mutex<[Double]>([])
    let report = try await PackageSession(request, renderer: renderer).export { done in
      fractions.withLock { $0.append(done.fraction) }
    }
    #expect(report.tracks.map(\.name) == ["720p", "480p"])
    #expect(report.tracks.map(\.pictures?.size.description) == ["1280x720", "854x480"])
    #expect(report.notes == ["1080p is left out: the film has 720 lines."])
    #expect(report.frameCount == 225 && report.duration == Rational(9))
    #expect(renderer.record.pictureReaders.count == 1)
    // Six seconds of 25 frames, and what is left.
    for track in report.tracks { #expect(track.media.segments.map { Int($0.byteCount) } == [150, 75]) }
    #expect(fractions.withLock { $0 == $0.sorted() && $0.last == 1 })
    #expect(
      try names.filter { $0.hasSuffix(".m3u8") || $0.hasSuffix(".mpd") } == [
        "film/480p/iframes.m3u8", "film/480p/index.m3u8", "film/720p/iframes.m3u8", "film/720p/index.m3u8",
        "film/manifest.mpd", "film/master.m3u8",
      ])
    // Nothing is hidden there.
    #expect(try names.allSatisfy { !$0.contains("/.") && !$0.hasPrefix(".") })
    #expect(report.byteCount > 450)
  }

  @Test func `subtitles stand beside the pictures, cut where these are, and DASH is said to have none`() async throws {
    var request = request
    let cues = [(1, 2, "early"), (5, 7, "over the border"), (8, 9, "late")].map { start, end, text in
      SubtitleCue(start: Rational(Int64(start)), end: Rational(Int64(end)), text: SubtitleText(text))
    }
    request.film.edit.subtitles = [
      SubtitleTrack(SubtitleDocument(cues), languageTag: "de", name: "Deutsch", isDefault: true),
      SubtitleTrack(SubtitleDocument([cues[0]]), languageTag: "en"),
    ]
    let report = try await PackageSession(request, renderer: ScriptedRenderer(media: [cat])).export()
    #expect(report.texts.map(\.name) == ["text", "text-2"])
    #expect(report.texts.map { $0.segments.map(\.duration) } == Array(repeating: [Rational(6), Rational(3)], count: 2))
    #expect(report.notes.contains("Subtitles are in the playlists of HLS, and not in the manifest of DASH."))
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.file("film/\(name)"), encoding: .utf8)
    }
    let master = try text("master.m3u8")
    for field in ["TYPE=SUBTITLES", "NAME=\"Deutsch\"", "LANGUAGE=\"en\"", "URI=\"text-2/index.m3u8\""] {
      #expect(master.contains(field), "\(master)")
    }
    #expect(try !text("manifest.mpd").contains("text/"))
    let parts = try report.texts[0].segments.map { try text("text/\($0.name)") }
    let held = parts.map { part in cues.map { part.contains($0.text.plain) } }
    #expect(held == [[true, true, false], [false, true, true]])
    #expect(try cues.allSatisfy { try text("text/subtitles.vtt").contains($0.text.plain) })
  }

  @Test(arguments: [ScriptedStage.openPictures, .readPicture(170), .writePicture(3), .openWriter])
  func `what fails leaves nothing behind`(stage: ScriptedStage) async throws {
    let renderer = ScriptedRenderer(media: [cat]) { (reached: ScriptedStage) throws(RenderError) in
      if reached == stage { throw RenderError(.engineFailed, "On purpose.") }
    }
    let error = await failure(request, on: renderer)
    #expect(error?.message == "On purpose.")
    #expect(try names.isEmpty)
  }

  @Test func `a cancelled task leaves nothing behind`() async throws {
    let (request, cat) = (request, cat)
    let task = Mutex<Task<RenderError?, Never>?>(nil)
    let renderer = ScriptedRenderer(media: [cat]) { (reached: ScriptedStage) throws(RenderError) in
      if reached == .readPicture(160) { task.withLock { $0?.cancel() } }
    }
    let work = Task { await failure(request, on: renderer) }
    task.withLock { $0 = work }
    let error = await work.value
    // It may have ended before it was cancelled.
    #expect(error == nil || error?.code == .cancelled)
    if error != nil { #expect(try names.isEmpty) }
  }

  @Test func `another presentation is replaced where that is allowed, and nothing else`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    try await PackageSession(request, renderer: renderer).export()
    #expect(await failure(request, on: renderer)?.code == .outputExists)
    var again = request
    again.film.replacesExistingFile = true
    again.renditions = [Rendition(lines: 360)]
    try await PackageSession(again, renderer: renderer).export()
    #expect(try names.contains("film/360p/index.m3u8") && !names.contains("film/720p/index.m3u8"))
    // A folder of something else stays.
    try FileManager.default.createDirectory(at: folder.file("home"), withIntermediateDirectories: false)
    try Data().write(to: folder.file("home/letter.txt"))
    again.film.outputURL = folder.file("home")
    #expect(await failure(again, on: renderer)?.code == .cannotCreateOutput)
    #expect(try names.contains("home/letter.txt"))
  }

  @Test func `what is not packaged is refused before anything is decoded`() async throws {
    func code(_ change: (inout PackageRequest) -> Void) async -> RenderError.Code? {
      var changed = request
      change(&changed)
      let renderer = ScriptedRenderer(media: [cat])
      let error = await failure(changed, on: renderer)
      #expect(renderer.record.pictureReaders.isEmpty)
      return error?.code
    }
    #expect(await code { $0.segmentDuration = .zero } == .unsupported)
    #expect(await code { $0.film.isPassthrough = true } == .unsupported)
    #expect(await code { $0.film.smartRendering = .always } == .unsupported)
    #expect(await code { ($0.segmentFormat, $0.manifests) = (.transportStream, [.dash]) } == .unsupported)
    #expect(await code { $0.renditions = [] } == .unsupported)
    #expect(await code { $0.renditions = [Rendition(name: "../x", lines: 360)] } == .unsupported)
    #expect(await code { $0.renditions = [Rendition(lines: 360), Rendition(lines: 360)] } == .unsupported)
    #expect(await code { $0.renditions = [Rendition(lines: 361)] } == .unsupported)
    #expect(await code { $0.film.settings.video?.rateControl = .averageBitrate(1_000_000) } == .unsupported)
    #expect(await code { $0.film.settings.fileType = .mkv } == .unsupported)
    #expect(await code { $0.film.outputURL = folder.file("nowhere/film") } == .cannotCreateOutput)
  }
}
