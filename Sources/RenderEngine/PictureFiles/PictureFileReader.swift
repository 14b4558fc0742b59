import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import PictureFiles
import Rendering
import Synchronization

/// Delivers the pictures of a HEIF, JPEG 2000, SVG, WebP, GIF or PNG file, decoding each when it is asked for.
///
/// Threads: opened and read from one thread at a time.
final class PictureFileReader: FrameReader, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time; closing frees nothing.
  private let path: String
  private let animation: (any PictureAnimation)?
  private let starts: [Int64]
  private let wanted: FrameFilter?
  private let cancellation: Cancellation
  private let kind: PictureFileKind
  private var isDone = false

  /// Opens the pictures of `kind` in the file of `asset`, from picture `first` or one before it on. With `wanted`, only the
  /// pictures that it selects are delivered.
  init(
    _ kind: PictureFileKind, of asset: AssetReference, from first: Int = 0, wanting wanted: FrameFilter? = nil,
    cancellation: Cancellation
  ) throws {
    path = asset.url.path
    self.kind = kind
    self.wanted = wanted
    self.cancellation = cancellation
    animation = try Self.animation(kind, of: asset)
    var end: Int64 = 0
    let timescale = Int64(animation?.timescale ?? 1)
    starts =
      [0]
      + (animation?.durations ?? []).map { duration in
        end += Int64(duration)
        return end / timescale * 1_000_000_000 + end % timescale * 1_000_000_000 / timescale
      }
    if let key = animation?.keyPictures.last(where: { $0 <= first }), key > 0 { animation?.move(toKeyPicture: key) }
  }

  /// The animation in the file of `asset`; nil for a single picture.
  static func animation(_ kind: PictureFileKind, of asset: AssetReference) throws -> (any PictureAnimation)? {
    try translatingPictures {
      switch kind {
      case .heif, .jpeg2000, .svg, .png, .sequence: nil
      case .webP: try AnimationFile.webP(asset.url.path)
      case .gif: try AnimationFile.gif(asset.url.path)
      case .animatedPNG: try AnimationFile.png(asset.url.path)
      }
    }
  }

  func next() throws -> StreamReader.Decoded? {
    try cancellation.check()
    guard let animation else {
      defer { isDone = true }
      guard !isDone else { return nil }
      let picture = try translatingPictures {
        switch kind {
        case .jpeg2000: try JPEG2000Picture.decode(path)
        case .svg: try SVGPicture.decode(path)
        case .png: try PNGPicture.decode(path)
        default: try HEIFPicture(path).decode()
        }
      }
      return try picture.decoded(at: 0)
    }
    while animation.position < animation.durations.count {
      try cancellation.check()
      let time = starts[animation.position]
      let verdict = wanted?.verdict(onPictureAt: time) ?? .pass
      guard verdict != .end else { return nil }
      let picture = try translatingPictures { try animation.next() }
      if verdict == .pass { return try picture.decoded(at: time) }
    }
    return nil
  }

  func orientation() throws -> Orientation { try kind.orientation(ofFile: path) }

  @discardableResult
  func close() -> BackgroundTask<Void> { BackgroundTask(named: "close") {} }
}
