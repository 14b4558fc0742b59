import ColorConversion
import GStreamer
import PictureFiles
public import Rendering

extension GStreamerRenderer {
  /// What is installed of what this engine uses. No plugin is loaded for it.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if GStreamer cannot start.
  public static func installation() throws(RenderError) -> Installation {
    do throws(GStreamerError) {
      try Framework.start()
    } catch {
      throw RenderError(error)
    }
    let elements = Installation.Purpose.allCases.flatMap { purpose in
      ElementUse.uses(for: purpose).map { Installation.Element($0, for: purpose) }
    }
    return Installation(
      libraries: libraries, elements: elements, containers: MediaContainer.all.map { Installation.Container($0) })
  }

  private static var libraries: [Installation.Library] {
    let underneath = [
      ("GStreamer", Framework.version), ("FFmpeg", Framework.ffmpegVersion), ("zimg", PictureConverter.libraryVersion),
    ]
    return (underneath + PictureLibraries.versions).map { Installation.Library(name: $0.0, version: $0.1) }
  }
}

extension Installation.Element {
  fileprivate init(_ use: ElementUse, for purpose: Installation.Purpose) {
    let factory = use.element.factory
    self.init(
      factory: factory, purpose: purpose, serves: use.serves, package: use.element.package,
      version: Framework.version(ofElement: factory))
  }
}

extension Installation.Container {
  fileprivate init(_ container: MediaContainer) {
    self.init(name: container.name, missing: container.elements.filter { !$0.isInstalled }.map(\.factory))
  }
}
