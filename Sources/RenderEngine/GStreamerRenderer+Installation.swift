import ColorConversion
import GStreamer
import LayerDrawing
import MediaDecoding
import PictureFiles
public import Rendering

extension GStreamerRenderer {
  /// The installed parts that this engine uses. No plugin is loaded for them.
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
      libraries: libraries, elements: elements, containers: MediaContainer.all.map { Installation.Container($0) },
      fonts: fonts)
  }

  /// The fonts in which some letters of each kind are drawn.
  private static var fonts: [Installation.Font] {
    [
      ("Latin, Greek, Cyrillic", "Aßλж", "fonts-dejavu-core"), ("Chinese, Japanese, Korean", "汉漢かカ한", "fonts-noto-cjk"),
      ("Arabic, Hebrew", "عא", "fonts-dejavu-core"), ("emoji", "😀🎬", "fonts-noto-color-emoji"),
    ].map { letters, sample, package in
      Installation.Font(letters: letters, family: FontFamilies.family(drawing: sample), package: package)
    }
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
      version: Framework.version(ofElement: factory), needsDevice: use.needsDevice)
  }
}

extension Installation.Container {
  fileprivate init(_ container: MediaContainer) {
    self.init(name: container.name, missing: container.elements.filter { !$0.isInstalled }.map(\.factory))
  }
}
