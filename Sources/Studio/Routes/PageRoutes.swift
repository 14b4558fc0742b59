import HTTPTypes
import Hummingbird

/// The page: its files are in the program.
struct PageRoutes {
  /// Adds the routes to `router`.
  func add(to router: Router<StudioContext>) {
    router.get("/") { _, _ in Self.answer(PageFile.index) }
    router.get("/favicon.ico") { _, _ in Response(status: .noContent) }
    router.get("/page/:name") { _, context in
      let name = try context.parameters.require("name")
      guard let file = PageFile.all.first(where: { $0.name == name }) else { throw HTTPError(.notFound) }
      return Self.answer(file)
    }
  }

  private static func answer(_ file: PageFile) -> Response { .bytes(file.bytes, file.type) }
}
