import Compositing
import CoreGraphics
import Foundation
import GstEdit
import Rendering
import Synchronization

/// The pictures of layers as files, which the engine reads: one of each image, in a folder that is removed with this.
///
/// Threads: any. Lock order: only `state`.
final class LayerPictureFiles: Sendable {
  private struct State {
    var folder: URL?
    var files: [ObjectIdentifier: (image: CGImage, path: String)] = [:]
  }

  private let state = Mutex(State())

  deinit {
    if let folder = state.withLock(\.folder) { try? FileManager.default.removeItem(at: folder) }
  }

  /// The path of the file of `image`. Blocks while it is written.
  ///
  /// - Throws: `RenderError` where it cannot be; errors of the file system.
  func file(of image: CGImage) throws -> String {
    try state.withLock { state in
      if let known = state.files[ObjectIdentifier(image)] { return known.path }
      let folder = state.folder ?? FileManager.default.temporaryDirectory.appending(path: "gstedit-layers-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      state.folder = folder
      let file = folder.appending(path: "\(state.files.count).png")
      try image.straightPicture().pngData().write(to: file)
      state.files[ObjectIdentifier(image)] = (image, file.path)
      return file.path
    }
  }
}
