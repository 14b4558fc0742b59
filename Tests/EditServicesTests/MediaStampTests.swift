import EditServices
import EditingModel
import Foundation
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Media that takes the place of the plan's own: noticed where segments are made and joined, by its bytes and not by its date.
struct MediaStampTests: SegmentStage {
  let folder: TemporaryFolder
  private let renderer = ScriptedRenderer(media: [])
  private var parts: URL { folder.file("parts") }

  init() throws { folder = try TemporaryFolder() }

  /// Bytes that are all different from those of another `seed`.
  private func bytes(_ count: Int, seed: Int = 0) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13 &+ seed) })
  }

  /// A plan of pieces of `asset` as it is now, which was written and read again.
  private func plan(of asset: AssetReference) async throws -> FilmPlan {
    var film = try pieces(of: asset)
    try await film.stampMedia()
    return try JSONDecoder().decode(FilmPlan.self, from: JSONEncoder().encode(film))
  }

  /// The error of segment `number` of `film`; nil where it is made.
  private func error(_ film: FilmPlan, _ number: Int) async -> RenderError? {
    do throws(RenderError) {
      try await film.render(number, into: parts, by: renderer)
      return nil
    } catch {
      return error
    }
  }

  /// In the first of sixteen samples, in the ninth, in the last.
  @Test(arguments: [0, 104_499, 199_999])
  func `a file of other bytes is noticed, one of another date is the same`(place: Int) async throws {
    let media = folder.file("a.raw")
    try bytes(200_000).write(to: media)
    let film = try await plan(of: AssetReference(url: media))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceReferenceDate: 1_000)], ofItemAtPath: media.path)
    #expect(await error(film, 0) == nil)
    #expect(try await film.missingSegments(in: parts, by: renderer) == Array(1...11))

    var other = bytes(200_000)
    other[place] ^= 1
    try other.write(to: media)
    let changed = await error(film, 1)
    #expect(
      changed?.code == .mediaUnreadable && changed?.message.contains("as many bytes") == true
        && changed?.remedy?.contains("make the plan again") == true, "\(String(describing: changed))")
    let joining = await #expect(throws: RenderError.self) {
      try await film.join(from: parts, to: folder.file("film.mp4"), by: renderer)
    }
    #expect(joining == changed && renderer.record.segments.count == 1)

    try bytes(200_000).write(to: media)
    try await film.render(1...11, into: parts, by: renderer)
    try await film.join(from: parts, to: folder.file("film.mp4"), by: renderer)
    #expect(try content(renderer).pictures.map(\.time) == (0..<300).map { try Rational($0, 25) })
  }

  @Test func `a file of another size is noticed, and one that is gone is not called another one`() async throws {
    let media = folder.file("a.raw")
    try bytes(1_000).write(to: media)
    let film = try await plan(of: AssetReference(url: media))
    try bytes(1_001).write(to: media)
    #expect(await error(film, 0)?.message.contains("it had 1000 bytes, and has 1001") == true)
    // The engine says what is missing.
    try FileManager.default.removeItem(at: media)
    #expect(await error(film, 0) == nil)
  }

  @Test func `a pipe or a folder in its place is left to the engine, and not waited for`() async throws {
    let media = folder.file("a.raw")
    try bytes(1_000).write(to: media)
    let film = try await plan(of: AssetReference(url: media))
    try FileManager.default.removeItem(at: media)
    let made = unsafe mkfifo(media.path, 0o600)
    try #require(made == 0)
    #expect(await error(film, 0) == nil)
    try FileManager.default.removeItem(at: media)
    try FileManager.default.createDirectory(at: media, withIntermediateDirectories: false)
    #expect(await error(film, 1) == nil)
  }

  @Test func `numbered pictures are one file: one that is written over, or added, is noticed`() async throws {
    for number in 1...40 {
      try bytes(3_000, seed: number).write(to: folder.file("shot-\(number).png"))
    }
    let film = try await plan(of: AssetReference(url: folder.file("shot-%d.png")))
    // Files beside them are not theirs.
    try folder.write("beside", to: "notes.txt")
    #expect(await error(film, 0) == nil)
    try bytes(3_000, seed: 7).write(to: folder.file("shot-1.png"))
    #expect(await error(film, 1)?.code == .mediaUnreadable)
    try bytes(3_000, seed: 1).write(to: folder.file("shot-1.png"))
    #expect(await error(film, 1) == nil)
    try bytes(3_000, seed: 41).write(to: folder.file("shot-41.png"))
    #expect(await error(film, 2)?.message.contains("it had 120000 bytes, and has 123000") == true)
  }

  @Test func `segments that are kept are made again for media of another date`() async throws {
    let media = folder.file("a.raw")
    try bytes(1_000).write(to: media)
    let film = try await plan(of: AssetReference(url: media))
    #expect(await error(film, 0) == nil)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceReferenceDate: 1_000)], ofItemAtPath: media.path)
    let again = try await plan(of: AssetReference(url: media))
    #expect(try await again.missingSegments(in: parts, by: renderer) == Array(0...11))
  }
}
