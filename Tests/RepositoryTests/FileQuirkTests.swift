import Testing

/// `GSTEDIT_WRITE_PAGES=1 swift test --filter RepositoryTests` writes the table anew.
@Suite("Quirks of files: what is treated is in one table, with its test")
struct FileQuirkTests {
  @Test func `every comment of a quirk has the form of one`() throws {
    let comments = try Repository.sources().flatMap(\.quirkComments)
    #expect(comments.count > 80)
    #expect(comments.filter { FileQuirk($0) == nil }.map { "\($0.path):\($0.lines.lowerBound): \($0.text)" } == [])
    #expect(comments.filter { $0.lines.count > 4 }.map { "\($0.path):\($0.lines)" } == [])
    #expect(try Set(FileQuirk.all().map { "\($0.kind) \($0.sentence)" }).count == comments.count)
  }

  @Test func `every quirk has a test that is there`() throws {
    let tests = try Repository.files(under: "Tests", ending: [".swift"]).filter {
      !$0.path.hasPrefix("Tests/RepositoryTests/")
    }
    let names = Set(
      tests.flatMap { file in
        file.text.matches(of: #/func `([^`]+)`|@Test\(\s*"([^"]+)"/#).compactMap { ($0.1 ?? $0.2).map(String.init) }
      })
    #expect(names.count > 1_000)
    let table = try Repository.file("Sources/GstEdit/GstEdit.docc/WildFiles.md").lines
    let missing = try FileQuirk.all().flatMap { quirk in
      quirk.tests.filter { !names.contains($0) }
        + quirk.rows.filter { row in !table.contains { $0.hasPrefix("| \(row) | ") } }
    }
    #expect(missing == [])
  }

  /// What a framework's release is the reason for is a quirk, and its comment is where the release is named.
  @Test func `a release of a framework is named where a quirk is, and nowhere else`() throws {
    var (loose, seen): ([String], Set<Int>) = ([], [])
    for module in Self.modules {
      for file in try Repository.files(under: "Sources/\(module)", ending: [".swift", ".h", ".c"]) {
        let comments = file.quirkComments.map(\.lines)
        for (line, place) in file.placesOfReleases where !comments.contains(where: { $0.contains(line) }) {
          let known = Self.untested.firstIndex { $0.path == file.path && place.contains($0.words) }
          if let known { seen.insert(known) } else { loose.append(place) }
        }
      }
    }
    #expect(loose == [])
    // None of those that have no test is there for nothing.
    #expect(seen.count == Self.untested.count)
    #expect(Self.untested.allSatisfy { $0.reason.hasSuffix(".") })
  }

  @Test func `a comment of another form is no quirk, and ends where it ends`() {
    let file = TextFile(
      path: "A.swift",
      text: """
        // QUIRK: WAVE: Times are wrong. In: GStreamer 1.22. Test: "times are
        // right".
        // What follows is no part of it.
        let a = 1
          // QUIRK: MP4, written: Sizes are wrong. In: FFmpeg 6 and later. Until: FFmpeg 7. Survey: "mp4 | b | c", "d | e | f".
        /// QUIRK: of another kind.
        // QUIRK: WAVE: It has no test. In: GStreamer 1.22.
        // QUIRK: WAVE: Of what release? In: 1.22. Test: "right".
        """)
    let quirks = file.quirkComments.map(FileQuirk.init)
    #expect(quirks.count == 4 && quirks[2] == nil && quirks[3] == nil)
    #expect(quirks[0]?.tests == ["times are right"] && quirks[0]?.end == nil && quirks[0]?.line == 1)
    #expect(quirks[1]?.rows == ["mp4 | b | c", "d | e | f"] && quirks[1]?.end == "FFmpeg 7")
    #expect(quirks[1]?.kind == "MP4, written" && quirks[1]?.releases == "FFmpeg 6 and later")
    #expect(file.quirkComments.map(\.lines) == [1...2, 5...5, 7...7, 8...8])
    #expect(file.placesOfReleases.map(\.line) == [1, 5, 7, 8])
  }

  /// The modules that read and write files, or see what does.
  private static let modules = [
    "CAVFormat", "CGStreamer", "Containers", "GStreamer", "MediaDecoding", "MediaFormats", "MediaWriting",
    "PacketEncoders", "PictureFiles", "RenderEngine", "Rendering",
  ]

  /// Comments that name a release without a quirk of the table, since nothing shows whether it is treated.
  private static let untested: [(path: String, words: String, reason: String)] = [
    (
      "Sources/GStreamer/ControlCurve.swift", "walks its bindings without a lock",
      "Points that are added in mid-run would be a race, and there is no way to add any."
    ),
    (
      "Sources/GStreamer/Pipeline.swift", "`x264enc` 1.22 asks for the next picture",
      "libx264 ends the process behind a picture that it fails at, and none is known at which it does."
    ),
    (
      "Sources/GStreamer/PadProbe.swift", "1.22's `appsink`",
      "Where nobody takes strides the decoder copies its pictures, which are the same."
    ),
    (
      "Sources/GStreamer/GStreamerError.swift", "1.26 says so also",
      "With 1.22 no decoder reports that it has given nothing behind the place that was sought."
    ),
    (
      "Sources/RenderEngine/Probing/VideoTrackProbe.swift", "`qtdemux` 1.22 does not deliver the end",
      "No movie is known whose end is missing since headers are corrected and usual codecs need no demuxer."
    ),
    (
      "Sources/Containers/HeaderCorrection.swift", "qtdemux 1.22   ├───",
      "Usual codecs need no demuxer, and QuickTime's animation is read to its end without it."
    ),
    (
      "Sources/Containers/Matroska/MatroskaDuration.swift", "matroskademux 1.22, after a seek",
      "Usual codecs need no demuxer, and Opus and Vorbis beside VP8 with alpha are read to their ends without it."
    ),
    (
      "Sources/RenderEngine/Probing/Scanning/MediaScan+Faults.swift", "`mpegaudioparse` 1.22",
      "Read from its beginning, a sound has all of its packets, whatever the tag counts."
    ),
    (
      "Sources/CGStreamer/Shims/large_buffers.c", "FFmpeg 5.1's encoder of FFV1",
      "It saves memory, and the files are the same."
    ),
  ]
}
