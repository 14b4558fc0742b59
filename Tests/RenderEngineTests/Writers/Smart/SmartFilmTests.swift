import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Films with the media's own packets for most pictures: every frame is the right one, every copied packet is
/// unchanged, and decoders report no errors.
@Suite("Smart rendering")
struct SmartFilmTests {
  /// A film in an encoding found in the wild.
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    var codec: FilmCodec
    var container = "mp4"
    /// Further options of its encoder.
    var options: [String] = []
    /// What it is copied into.
    var output: String?
    var copies: ClosedRange<Int> = 60...100

    var testDescription: String { "\(name) in \(container)\(output.map { " into \($0)" } ?? "")" }
  }

  private static func x264(_ parameters: String) -> [String] { ["-x264-params", "scenecut=0:\(parameters)"] }
  private static func x265(_ parameters: String) -> [String] { ["-x265-params", "log-level=error:\(parameters)"] }

  private static let kinds =
    [
      Kind(
        name: "closed groups of a pyramid", codec: .h264,
        options: x264("keyint=30:open-gop=0:bframes=5:b-pyramid=normal:b-adapt=0")),
      Kind(name: "open groups", codec: .h264, options: x264("keyint=30:open-gop=1"), copies: 0...40),
      Kind(name: "open groups", codec: .hevc, options: x265("keyint=30:min-keyint=30:bframes=4"), output: "mkv"),
      Kind(
        name: "pictures in order", codec: .h264, container: "mkv", options: x264("keyint=25:bframes=0"), output: "ts"),
      Kind(name: "key frames", codec: .vp9, container: "webm", options: ["-g", "30"]),
      Kind(
        name: "pictures in slices", codec: .ffv1, container: "mkv",
        options: ["-level", "3", "-slices", "4", "-slicecrc", "1"], copies: 100...100),
      Kind(name: "the usual profile", codec: .dnxhr, container: "mov", copies: 100...100),
    ]
    + (ProofScope.isFull
      ? [
        Kind(name: "a slice at a time", codec: .h264, options: x264("keyint=30:slices=4"), output: "mov"),
        Kind(name: "intra refresh", codec: .h264, options: x264("keyint=40:intra-refresh=1"), copies: 0...40),
        Kind(
          name: "groups of any length", codec: .h264, options: ["-x264-params", "keyint=90:min-keyint=1:scenecut=400"],
          copies: 0...100),
        Kind(name: "key frames alone", codec: .h264, container: "mov", options: x264("keyint=1"), copies: 90...100),
        Kind(name: "closed groups", codec: .hevc, options: x265("keyint=30:open-gop=0")),
        Kind(name: "open groups", codec: .hevc, options: x265("keyint=30"), output: "ts"),
        Kind(name: "leading pictures", codec: .hevc, options: x265("keyint=30:open-gop=0:radl=2")),
        Kind(name: "key frames", codec: .vp8, container: "webm", options: ["-g", "30"]),
        Kind(name: "pictures whose header is in them", codec: .ffv1, container: "mkv", copies: 100...100),
        Kind(name: "groups", codec: .ffv1, container: "mkv", options: ["-level", "3", "-g", "30"], copies: 0...0),
        Kind(name: "a profile", codec: .prores, container: "mov", options: ["-profile:v", "3"], copies: 90...100),
      ] : [])

  private func film(_ number: UInt8, _ kind: Kind) -> IndexedFilm {
    IndexedFilm(film: number) {
      ($0.frameCount, $0.codec, $0.container, $0.options) = (400, kind.codec, kind.container, kind.options)
      $0.timing = .constant(FrameRate(25))
    }
  }

  /// Pieces of two films: from amid a group, from its beginning, of one frame, and up to the end.
  private static let pieces = [(0, 17, 120), (1, 30, 90), (0, 301, 1), (1, 305, 95), (0, 0, 60)]

  /// Pieces of two films: the film, the first frame, and the number of frames.
  private func edit(_ kind: Kind, _ cuts: [(Int, Int, Int)]) -> FilmEdit {
    let films = [film(21, kind), film(22, kind)]
    return FilmEdit(
      frameDuration: Fraction(1, 25),
      cuts: cuts.map { film, first, count in
        FilmEdit.Cut(film: films[film], start: Fraction(first, 25), duration: Fraction(count, 25))
      })
  }

  /// Hashes of the packets of the film at `url`, in the order of decoding.
  private func packets(_ url: URL) async throws -> [String] {
    let text = try await MediaTools.ffprobe([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=data_hash", "-show_data_hash", "md5", "-of",
      "csv=p=0", url.path,
    ])
    return text.split(separator: "\n").map(String.init)
  }

  @Test(.serialized, arguments: kinds)
  func `every frame is right, and the media's packets are in the film as they were`(kind: Kind) async throws {
    let folder = try ScratchFolder()
    let edit = edit(kind, Self.pieces)
    let url = folder.url("film.\(kind.output ?? kind.container)")
    let plan = try await export(edit, as: kind, to: url, folder)
    let copied = plan.segments.flatMap(\.copies)
    let count = copied.reduce(0) { $0 + $1.frames.count }
    #expect(kind.copies.contains(count * 100 / 366), "\(count) of 366 frames are copied: \(plan.smart?.reasons ?? [])")
    #expect(try await FilmReader.frames(url) == edit.frames)
    let words = try await MediaTools.ffmpegComplaints(url)
    #expect(words.isEmpty, "\(words.prefix(400))")
    // Start codes, parameter sets and broken links belong to the container and the cut.
    guard kind.codec != .hevc, kind.output != "ts" else { return }
    var known: Set<String> = []
    for film in Set(edit.cuts.map(\.film)) { known.formUnion(try await packets(film.url())) }
    let same = try await packets(url).count { known.contains($0) }
    #expect(same >= count, "\(same) packets are the media's, of \(count) that are copied")
  }

  /// Exports `edit` of films of `kind` into the file at `url`, and returns the segments that it is made of.
  private func export(
    _ edit: FilmEdit, as kind: Kind, to url: URL, _ folder: ScratchFolder
  ) async throws -> SegmentPlan {
    var document = try await edit.document()
    document.export = nil
    let project = try Project(contentsOf: folder.write(document.text(), to: "project.json"))
    var choices = ProjectRender.Choices()
    choices.smartRendering = .always
    let codec = try #require(VideoCodec(rawValue: kind.codec == .prores ? "prores" : kind.codec.rawValue))
    let hasSpeed = ![.prores, .dnxhr, .ffv1].contains(codec)
    choices.wishes.video = VideoDescription(codec: .codec(codec), speed: hasSpeed ? .ultrafast : nil)
    let session = try await ProjectRender(project, renderer: Engine.renderer()).session(to: url, choices)
    let plan = try #require(try await session.filmPlan().segments)
    _ = try await session.export()
    return plan
  }

  /// From before the leading pictures of an open group on to behind its first picture, each followed by an end amid one.
  @Test(arguments: kinds.filter { $0.name == "open groups" && ($0.codec == .hevc || ProofScope.isFull) })
  func `at every place around an open group a cut is right`(kind: Kind) async throws {
    let folder = try ScratchFolder()
    let edit = edit(kind, (24...32).map { ($0 % 2, $0, 25 + $0 % 7) })
    let url = folder.url("film.\(kind.output ?? kind.container)")
    let plan = try await export(edit, as: kind, to: url, folder)
    #expect(plan.hasCopies == (kind.codec == .hevc))
    #expect(try await FilmReader.frames(url) == edit.frames)
    let words = try await MediaTools.ffmpegComplaints(url)
    #expect(words.isEmpty, "\(words.prefix(400))")
  }

  /// Whether copies that are one segment, of two files by turns, leave each packet as it was.
  @Test func `a list of cuts of one frame is few segments, of the packets that the files have`() async throws {
    let folder = try ScratchFolder()
    let kind = Kind(name: "the usual profile", codec: .dnxhr, container: "mov", copies: 100...100)
    let edit = edit(kind, (0..<90).map { ($0 % 2, $0 * 4 % 397, 1 + $0 % 3) })
    let url = folder.url("film.mov")
    let plan = try await export(edit, as: kind, to: url, folder)
    #expect(plan.segments.map(\.copies.count) == [90] && plan.segments.map(\.frames.count) == [180])
    #expect(try await FilmReader.frames(url) == edit.frames)
    var hashes: [[String]] = []
    for number: UInt8 in [21, 22] { hashes.append(try await packets(film(number, kind).url())) }
    let meant = (0..<90).flatMap { cut in (0...cut % 3).map { hashes[cut % 2][cut * 4 % 397 + $0] } }
    #expect(try await packets(url) == meant)
  }

  @Test func `by any number of jobs, from a cache and of parts the film has the same bytes`() async throws {
    let folder = try ScratchFolder()
    let source = try await film(23, Self.kinds[0]).url()
    var conversion = FileConversion([AssetReference(url: source)])
    conversion.choices.smartRendering = .always
    conversion.choices.timeRange = try ProjectTimeRange("0.4..15.1")
    var films: [Data] = []
    for (number, jobs) in [1, 3, 2].enumerated() {
      let url = folder.url("\(number).mp4")
      var request = try await conversion.session(to: url).request
      request.segmentation = Segmentation(jobs: jobs, cache: number == 0 ? nil : folder.url("cache"))
      let session = ExportSession(request)
      _ = try await session.export()
      films.append(try Data(contentsOf: url))
    }
    #expect(films[0] == films[1] && films[0] == films[2])
    let plan = try await conversion.session(to: folder.url("parts.mp4")).filmPlan()
    let renderer = Engine.renderer()
    for segment in (plan.segments?.segments ?? []).reversed() {
      _ = try await plan.render(segment.number, into: folder.url("parts"), by: renderer)
    }
    _ = try await plan.join(from: folder.url("parts"), to: folder.url("parts.mp4"), by: renderer)
    #expect(try Data(contentsOf: folder.url("parts.mp4")) == films[0])
  }

  /// Lossless pictures of 8 bits and 4:2:0, whose profile is High 4:4:4 Predictive: ffmpeg decodes them wrong behind others.
  @Test func `lossless pictures are encoded, as they cannot stand behind others`() async throws {
    let folder = try ScratchFolder()
    let film = IndexedFilm(film: 26) {
      ($0.frameCount, $0.options, $0.timing) = (100, Self.x264("keyint=30:qp=0"), .constant(FrameRate(25)))
    }
    var conversion = FileConversion([AssetReference(url: try await film.url())])
    conversion.choices.timeRange = try ProjectTimeRange("0.4..3.8")
    let url = folder.url("film.mp4")
    for policy in [SmartRenderingPolicy.automatic, .always] {
      conversion.choices.smartRendering = policy
      let segments = try #require(try await conversion.session(to: url).filmPlan().segments)
      let reasons = segments.smart?.reasons.map(\.sentence) ?? []
      #expect(!segments.hasCopies && reasons.contains(where: { $0.contains("lossless") }), "\(reasons)")
    }
    try await conversion.session(to: url).export()
    #expect(try await FilmReader.frames(url) == CopiedFilm.frames(10..<95, of: 26))
  }

  @Test func `a file that is another one by now is not copied`() async throws {
    let folder = try ScratchFolder()
    let media = folder.url("media.mp4")
    try FileManager.default.copyItem(at: try await film(24, Self.kinds[0]).url(), to: media)
    var conversion = FileConversion([AssetReference(url: media)])
    conversion.choices.smartRendering = .always
    var plan = try await conversion.session(to: folder.url("film.mp4")).filmPlan()
    let copy = try #require(plan.segments?.segments.first { $0.isCopied })
    try FileManager.default.removeItem(at: media)
    let other = Kind(name: "longer groups", codec: .h264, options: Self.x264("keyint=77:bframes=0"))
    try FileManager.default.copyItem(
      at: try await IndexedFilm(film: 25) {
        ($0.frameCount, $0.options, $0.timing) = (200, other.options, .constant(FrameRate(25)))
      }.url(), to: media)
    // By its stamp; and by its packets, where the plan has been changed.
    for remedy in ["make the plan again", "without smart rendering"] {
      let error = await #expect(throws: RenderError.self) {
        _ = try await plan.render(copy.number, into: folder.url("parts"), by: Engine.renderer())
      }
      #expect(
        error?.code == .mediaUnreadable && error?.remedy?.contains(remedy) == true, "\(String(describing: error))")
      try await plan.stampMedia()
    }
  }

  @Test func `a file with the same frames in other groups by now is not copied from amid one`() async throws {
    let folder = try ScratchFolder()
    let media = folder.url("media.mp4")
    func film(_ number: UInt8, _ parameters: String) async throws -> URL {
      try await IndexedFilm(film: number) {
        ($0.frameCount, $0.options, $0.timing) = (200, Self.x264(parameters), .constant(FrameRate(25)))
      }.url()
    }
    try FileManager.default.copyItem(at: try await film(27, "keyint=30:bframes=0"), to: media)
    var conversion = FileConversion([AssetReference(url: media)])
    conversion.choices.smartRendering = .always
    conversion.choices.timeRange = try ProjectTimeRange("0.4..6")
    var plan = try await conversion.session(to: folder.url("film.mp4")).filmPlan()
    let copy = try #require(plan.segments?.segments.first { $0.isCopied })
    try FileManager.default.removeItem(at: media)
    try FileManager.default.copyItem(at: try await film(28, "keyint=77:bframes=0"), to: media)
    // Its stamp would tell.
    try await plan.stampMedia()
    let error = await #expect(throws: RenderError.self) {
      _ = try await plan.render(copy.number, into: folder.url("parts"), by: Engine.renderer())
    }
    #expect(error?.code == .mediaUnreadable, "\(error.map { "\($0)" } ?? "none")")
  }
}
