public import Compositing
import EditServices
import EditingModel
package import Foundation
import MediaFormats
import MediaTime
public import Rendering

extension CompositionDebugView {
  /// The drawing as a picture in RGB of 8 bits, 1,600 pixels wide, as `renderer` draws files of SVG.
  ///
  /// Threads: any; the work is done on dedicated ones.
  ///
  /// - Throws: `RenderError`: `.cannotCreateOutput` where no temporary file can be written, `.unsupported` where the drawing is too large
  ///   for one picture.
  public func picture(renderer: any Renderer) async throws(RenderError) -> PixelBuffer {
    try await picture(renderer: renderer, temporaryFolder: FileManager.default.temporaryDirectory)
  }

  /// The same, with the drawing in a file in `temporaryFolder` while it is drawn.
  package func picture(renderer: any Renderer, temporaryFolder: URL) async throws(RenderError) -> PixelBuffer {
    let drawing = try DrawingFile(svg, in: temporaryFolder)
    // The file is there until the picture is.
    defer { withExtendedLifetime(drawing) {} }
    do throws(RenderError) {
      var generator = ImageGenerator(of: AnalysisSubject(drawing.asset), renderer: renderer)
      generator.pixelFormat = .rgb24
      return try await generator.image(at: .zero).picture
    } catch {
      guard error.code == .unsupported else { throw error }
      throw RenderError(
        .unsupported, "The debug view is too large for one picture: \(Int(layout.height)) pixels high.",
        remedy: "Write it as .svg or .html.", underlying: error.message)
    }
  }
}

/// A drawing as a file of its own for as long as it is looked at: where files of drawings are read, it is one.
///
/// It lies in a folder of temporary files, for its user's eyes alone, and is removed when the last reference to it goes.
private final class DrawingFile: Sendable {
  /// The file.
  let asset: AssetReference

  /// A file of `svg` in `folder`.
  ///
  /// - Throws: `RenderError` with `.cannotCreateOutput`.
  init(_ svg: String, in folder: URL) throws(RenderError) {
    let url = folder.appending(path: "gstedit-debug-view-\(UUID().uuidString).svg")
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: Data(svg.utf8), attributes: [.posixPermissions: 0o600])
    else {
      throw RenderError(
        .cannotCreateOutput, "The debug view cannot be put into \(folder.path) to be drawn.",
        remedy: "Set TMPDIR to a folder that can be written to, or write it as .svg or .html.")
    }
    asset = AssetReference(url: url, name: "debug view")
  }

  deinit { try? FileManager.default.removeItem(at: asset.url) }
}
