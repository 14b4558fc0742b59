import Compositing
import EditServices
import EditingModel
import MediaTime
import RenderEngine
import Rendering
import Synchronization
import Testing

/// Where the bytes lie on their way from the decoder through a compositor to the encoder.
@Suite("Custom compositors without copies")
struct CopyCountTests {
  /// Where the luma of each picture lies that a reader of `film` gives, in order.
  private static func addresses(of film: CompositorFilm) async throws -> [UInt] {
    let renderer = GStreamerRenderer(compositing: film.compositing)
    let plan = try await film.edit.plan(settings: RenderSettings(), renderer: renderer)
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    var addresses: [UInt] = []
    for frame in reader.plan.range { addresses.append(try Self.address(of: await reader.picture(at: frame))) }
    return addresses
  }

  /// The addresses of luma planes that a compositor saw.
  private final class Addresses: Sendable {
    let seen = Mutex<[UInt]>([])

    func note(_ frame: PixelBuffer) throws {
      let address = try CopyCountTests.address(of: frame)
      seen.withLock { $0.append(address) }
    }
  }

  private static func address(of frame: PixelBuffer) throws -> UInt {
    try frame.withBytes(ofPlane: 0) { bytes in
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
    let given = try await Self.addresses(of: film)
    let seen = addresses.seen.withLock(\.self)
    #expect(seen.count == 12)
    #expect(seen == given)
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
    let given = try await Self.addresses(of: film)
    let seen = addresses.seen.withLock(\.self)
    #expect(seen == given)
    // Those in flight, those that wait for the encoder, and the last one of the reader.
    #expect(Set(seen).count <= 12)
  }
}
