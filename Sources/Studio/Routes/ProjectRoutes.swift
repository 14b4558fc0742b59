import Documents
import HTTPTypes
import Hummingbird
import ProjectEditing
import ProjectFile

/// The project's text and its edits.
struct ProjectRoutes {
  /// The studio.
  let session: StudioSession

  /// Adds the routes to `router`.
  func add(to router: Router<StudioContext>) {
    router.get("/api/project") { _, _ in await state() }
    router.post("/api/edit") { request, _ in
      let body = try await EditBody(of: request)
      let edit = try TimelineEdit(body.edit)
      let context = try await session.context(for: edit, seen: body.revision)
      try await session.project.apply(edit, context: context, seen: body.revision)
      return await state()
    }
    router.post("/api/text") { request, _ in
      var request = request
      let body = try await request.object()
      try await session.project.type(body.text("text"), seen: body.number("revision"))
      return await state()
    }
    router.post("/api/undo") { request, _ in
      var request = request
      try await session.project.undo(seen: request.object().number("revision"))
      return await state()
    }
    router.post("/api/redo") { request, _ in
      var request = request
      try await session.project.redo(seen: request.object().number("revision"))
      return await state()
    }
    router.post("/api/resolve") { request, _ in
      var request = request
      let keep = try await request.object().text("keep")
      guard ["mine", "theirs"].contains(keep) else {
        throw StudioError(.badRequest, "wrongRequest", "keep is neither mine nor theirs.")
      }
      try await session.project.resolve(keepingTyped: keep == "mine")
      return await state()
    }
    router.get("/api/schema") { _, _ in Response.bytes(Array(ProjectSchema.text.utf8), "application/schema+json") }
    router.get("/api/events") { _, _ in
      let events = session.events.listen()
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: ": hello\n\n"))
          for await event in events { try await writer.write(ByteBuffer(string: event)) }
          try await writer.finish(nil)
        })
    }
  }

  private func state() async -> Response {
    .json(await session.project.state(frameDuration: session.previews.frameDuration))
  }
}
