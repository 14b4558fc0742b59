import Documents
import EditingModel
import HTTPTypes
import Hummingbird
import MediaFormats
import NIOCore
import ProjectFile
import Rendering

/// The film: what is known of it, its pictures and its sound.
struct FilmRoutes {
  /// The studio.
  let session: StudioSession

  /// The largest picture, the greatest number of samples that one request gets, and the greatest numbers of frames and samples.
  private static let (widest, mostSamples) = (8_192, 480_000)

  /// Adds the routes to `router`.
  func add(to router: Router<StudioContext>) {
    router.get("/api/film") { request, _ in Response.json(try await film(request).document()) }
    router.get("/api/explain") { request, _ in
      Response.json(try await film(request).explanation(at: try request.number("frame", in: 0...Int.max)))
    }
    router.get("/api/picture") { request, _ in
      let type = try request.text("type", otherwise: "jpeg", among: ["jpeg", "png"])
      let frame = try request.number("frame", in: 0...Int.max)
      let bytes = try await film(request).picture(
        at: frame, fitting: try size(request), as: ImageType(rawValue: type) ?? .jpeg)
      var response = Response.bytes(bytes, "image/\(type)")
      if let name = HTTPField.Name("X-Frame") { response.headers[name] = String(frame) }
      return response
    }
    router.get("/api/pictures") { request, _ in
      let (first, step) = (
        try request.number("from", in: 0...Int.max), try request.number("step", in: 1...1_000, otherwise: 1)
      )
      let (film, size) = (try await film(request), try size(request))
      _ = try film.time(of: first)
      return Response(
        status: .ok, headers: [.contentType: "application/octet-stream"],
        body: ResponseBody { writer in
          try await film.pictures(from: first, step: step, fitting: size) { frame, bytes in
            var record = ByteBuffer()
            record.writeInteger(UInt32(frame))
            record.writeInteger(UInt32(bytes.count))
            record.writeBytes(bytes)
            try await writer.write(record)
          }
          try await writer.finish(nil)
        })
    }
    router.get("/api/sound") { request, _ in
      let first = try request.number("from", in: 0...Int64.max / 2)
      let count = try request.number("count", in: 1...Int64(Self.mostSamples))
      return Response.bytes(try await film(request).samples(first..<first + count), "application/octet-stream")
    }
  }

  private func film(_ request: Request) async throws -> FilmPreview {
    let revision = try request.number("revision", in: 0...Int.max)
    do {
      return try await session.film(at: revision)
    } catch let error as RenderError {
      throw await session.refusal(error, at: revision)
    }
  }

  private func size(_ request: Request) throws -> PixelSize {
    // Pictures have even sizes: of an odd one, the next smaller.
    PixelSize(
      width: try request.number("width", in: 16...Self.widest, otherwise: 1_280) & ~1,
      height: try request.number("height", in: 16...Self.widest, otherwise: 720) & ~1)
  }
}
