import EditingModel
import Foundation
import GStreamer
import MediaFormats
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import Containers
@testable import RenderEngine

/// What is known of a large file stays known between runs, as long as the file stays as it is.
@Suite("The cache of what media hold")
struct MediaIndexCacheTests {
  /// A film of 17 MB: one that is worth keeping.
  private static func film(in folder: ScratchFolder) async throws -> AssetReference {
    let url = folder.url("large.mkv")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=1.2", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "rawvideo",
      "-pix_fmt", "yuv420p", "-c:a", "flac", url.path,
    ])
    return AssetReference(url: url)
  }

  @Test func `an index comes back as it was, for the same file alone`() async throws {
    let folder = try ScratchFolder()
    let asset = try await Self.film(in: folder)
    let cache = MediaIndexCache(in: folder.url("cache"))
    let identity = try #require(FileSystem.Identity(path: asset.url.path))
    try #require(identity.size > 17_000_000)
    #expect(cache.index(of: identity) == nil)
    let found = try MediaIndexStore(cache: cache).index(of: asset, cancellation: Cancellation())
    #expect(cache.index(of: identity) == found)
    #expect(try MediaIndexStore(cache: cache).index(of: asset, cancellation: Cancellation()) == found)

    // Written again, it is another file.
    let bytes = try Data(contentsOf: asset.url)
    try (bytes + [0]).write(to: asset.url)
    let changed = try #require(FileSystem.Identity(path: asset.url.path))
    #expect(cache.index(of: changed) == nil)
  }

  @Test func `unreadable entries are passed over, and small files are not kept`() async throws {
    let folder = try ScratchFolder()
    let asset = try await Self.film(in: folder)
    let place = folder.url("cache")
    let cache = MediaIndexCache(in: place)
    let found = try MediaIndexStore(cache: cache).index(of: asset, cancellation: Cancellation())
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(names.count == 1)
    try Data("{ \"key\": 1".utf8).write(to: place.appending(path: names[0]))
    #expect(try MediaIndexStore(cache: cache).index(of: asset, cancellation: Cancellation()) == found)

    let small = folder.url("small.wav")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "sine=d=1", small.path])
    _ = try MediaIndexStore(cache: cache).index(of: AssetReference(url: small), cancellation: Cancellation())
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 1)
    // A folder that cannot be made costs nothing but time.
    let nowhere = MediaIndexCache(in: URL(filePath: "/proc/none"))
    #expect(try MediaIndexStore(cache: nowhere).index(of: asset, cancellation: Cancellation()) == found)
  }
}
