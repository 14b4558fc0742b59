import Documents
import HTTPTypes
import Hummingbird
import ModelValues
import NIOCore
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
      try await session.project.apply(
        edit, context: context, seen: body.revision, step: body.step, continuing: body.continues)
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

/// The body of an edit: the revision that was seen, and the edit, whose values keep their digits and the order of their keys. Edits that belong
/// together name their step, and all but the first say that they continue it.
private struct EditBody {
  let revision: Int
  let edit: JSONNode
  let step: String?
  let continues: Bool

  init(of request: Request) async throws {
    var request = request
    let body = try await request.collected()
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: body)
    } catch {
      throw StudioError(.badRequest, "wrongRequest", "The body is no JSON: \(error.diagnostic.message)")
    }
    guard let edit = document.root["edit"], case .number(let digits)? = document.root["revision"]?.content,
      let revision = Int(digits)
    else { throw StudioError(.badRequest, "wrongRequest", "The body has no revision and no edit.") }
    (self.revision, self.edit) = (revision, edit)
    if case .string(let name)? = document.root["step"]?.content { step = String(name.prefix(100)) } else { step = nil }
    if case .bool(true)? = document.root["continues"]?.content { continues = true } else { continues = false }
  }
}
