import Documents
import EditingModel
import HTTPTypes
import Hummingbird
import ProjectFile

/// Films that are written into the project's folder.
struct ExportRoutes {
  /// The studio.
  let session: StudioSession

  /// Adds the routes to `router`.
  func add(to router: Router<StudioContext>) {
    router.get("/api/presets") { _, _ in Response.json(["presets": StudioExport.presets] as JSONObject) }
    router.get("/api/estimate") { request, _ in
      let project = try await session.project.project(at: try request.number("revision", in: 0...Int.max))
      let preset = request.uri.queryParameters["preset"].map(String.init)
      return Response.json(try await session.export.estimate(of: project, preset: preset))
    }
    router.get("/api/export") { _, _ in Response.json(await session.export.status) }
    router.post("/api/export") { request, _ in
      var request = request
      let body = try await request.object()
      var (preset, replaces): (String?, Bool) = (nil, false)
      if case .string(let name)? = body["preset"] { preset = name }
      if case .bool(let value)? = body["replace"] { replaces = value }
      // Of the newest revision, unless the page says which it shows.
      let revision = try body["revision"] == nil ? await session.project.revision : body.number("revision")
      let project = try await session.project.project(at: revision)
      return Response.json(
        try await session.export.start(project, as: body.text("name"), preset: preset, replacing: replaces),
        status: .accepted)
    }
    router.delete("/api/export") { _, _ in Response.json(await session.export.cancel()) }
  }
}
