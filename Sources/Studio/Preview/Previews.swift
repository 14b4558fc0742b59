import Foundation
import MediaTime
import ProjectFile
import Rendering

/// The film of the newest revision, which is made when it is first asked for.
///
/// Requests of one revision share it; the film before stays until its successor is there, so that its decoders are taken over.
actor Previews {
  private let renderer: any Renderer
  private var current: (revision: Int, film: Task<FilmPreview, any Error>)?

  init(renderer: any Renderer) {
    self.renderer = renderer
  }

  /// The film of `project`, whose text has the number `revision`.
  ///
  /// - Throws: `ProjectError` or `RenderError`, where it cannot be rendered.
  func film(of project: Project, revision: Int) async throws -> FilmPreview {
    if let current, current.revision == revision { return try await current.film.value }
    let (renderer, previous) = (renderer, current?.film)
    let film = Task {
      let film = try await FilmPreview(of: project, revision: revision, renderer: renderer)
      if let previous { Task { try? await previous.value.close() } }
      return film
    }
    current = (revision, film)
    let made = try await film.value
    frameDuration = made.frameDuration
    return made
  }

  /// How long a frame of the newest film lasts that could be rendered; nil where none could.
  private(set) var frameDuration: Rational?

  /// Frees what is open.
  func close() async {
    guard let film = current?.film else { return }
    current = nil
    film.cancel()
    try? await film.value.close()
  }
}
