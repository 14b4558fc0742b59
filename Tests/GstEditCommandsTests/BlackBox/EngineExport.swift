import Foundation
import GstEdit
import TestSupport

/// A film or a sound that the engine makes of a project in this process: where the edit is what is tested, and starting the program
/// would show no more.
struct EngineExport {
  /// The file.
  let url: URL

  /// The folder, which lives as long as this does.
  private let folder: ScratchFolder

  /// Exports a project as `gstedit export` does.
  init(_ document: ProjectDocument, as name: String = "out.mkv") async throws {
    let folder = try ScratchFolder()
    let url = folder.url(name)
    let project = try document.project()
    _ = try await Gate.shared.turn {
      try await ProjectRender(project, renderer: Engine.renderer())
        .session(to: url).export()
    }
    (self.url, self.folder) = (url, folder)
  }

  /// What each frame shows.
  func frames() async throws -> [FrameReading] { try await FilmReader.frames(url) }
}
