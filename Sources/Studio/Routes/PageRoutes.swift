import Hummingbird
import StudioPage

/// The page: its files are in the program.
struct PageRoutes {
  /// Adds the routes to `router`.
  func add(to router: Router<StudioContext>) {
    router.get("/") { _, _ in try Self.answer("index.html") }
    router.get("/favicon.ico") { _, _ in Response(status: .noContent) }
    router.get("/page/:name") { _, context in try Self.answer(try context.parameters.require("name")) }
  }

  private static func answer(_ name: String) throws -> Response {
    guard let file = PageFile.named(name) else {
      throw StudioError(.notFound, "noSuchFile", "The studio's page has no such file.")
    }
    return .bytes(file.bytes, file.type)
  }
}
