import Compositing
import EditServices
import EditingModel
import GStreamer
import MediaTime
import Rendering
import Synchronization
import Testing

@testable import RenderEngine

/// Where the bytes lie on their way from the decoder through a compositor to the encoder.
@Suite("Custom compositors without copies")
struct CopyCountTests {
  /// The picture stream of `film`, and what it needs to live.
  private static func stream(of film: CompositorFilm) async throws -> PictureStream {
    let plan = try await film.edit.plan(
      settings: RenderSettings(), renderer: GStreamerRenderer(compositing: film.compositing))
    let cancellation = Cancellation()
    var indexes: [AssetReference: MediaIndex] = [:]
    for asset in film.edit.assets { indexes[asset] = try MediaProbe(asset, cancellation: cancellation).run() }
    let stage = CompositorSession(film.compositing, failures: CompositorFailures(.fail))
    return try PictureStream(
      try #require(plan.picture), indexes: indexes, stage: stage, cancellation: cancellation)
  }

  /// The addresses of luma planes that a compositor saw.
  private final class Addresses: Sendable {
    let seen = Mutex<[UInt]>([])

    func note(_ frame: PixelBuffer) throws {
      let address = try frame.withBytes(ofPlane: 0) { bytes in
        unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      }
      seen.withLock { $0.append(address) }
    }
  }

  private static func address(of buffer: Buffer) throws -> UInt {
    try buffer.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  @Test func `the decoder's own memory goes through an identity compositor to the encoder`() async throws {
    let addresses = Addresses()
    let identity = TestCompositor(sources: nil) { _, request in
      do {
        try addresses.note(try #require(request.sourceFrame(byTrackID: 1)))
        request.finishWithSource()
      } catch {
        request.finish(with: error)
      }
    }
    let film = try await CompositorFilm(frames: 12, compositor: identity)
    let stream = try await Self.stream(of: film)
    var given: [UInt] = []
    while let buffer = try stream.next() { given.append(try Self.address(of: buffer)) }
    // A decoded buffer's first plane may start behind some padding.
    let seen = addresses.seen.withLock(\.self)
    #expect(seen.count == 12 && given.count == 12)
    #expect(zip(seen, given).allSatisfy { $0 >= $1 && $0 - $1 < 65_536 })
  }

  @Test func `the pool's memory goes to the encoder, and comes back`() async throws {
    let addresses = Addresses()
    let drawing = TestCompositor { _, request in
      do {
        let frame = try #require(request.renderContext.newPixelBuffer())
        try addresses.note(frame)
        request.finish(withComposedVideoFrame: frame)
      } catch {
        request.finish(with: error)
      }
    }
    var film = try await CompositorFilm(frames: 60, compositor: drawing)
    film.compositing.requestsInFlight = 3
    let stream = try await Self.stream(of: film)
    var given: [UInt] = []
    while let buffer = try stream.next() { given.append(try Self.address(of: buffer)) }
    let seen = addresses.seen.withLock(\.self)
    #expect(seen == given)
    #expect(Set(seen).count <= 6)
  }
}
