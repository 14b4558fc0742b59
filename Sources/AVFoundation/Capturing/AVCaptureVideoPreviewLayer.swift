import Capture
import Compositing
import CoreGraphics
public import Foundation
import MediaFormats
public import QuartzCore
import Rendering

/// The engine's side of a preview layer: an output of the session's that is none of its ``AVCaptureSession/outputs``.
///
/// Threads: any.
final class PreviewOutput: AVCaptureOutput, @unchecked Sendable {
  // @unchecked: nothing is set after it was made; the layer is handed on as it is.
  let preview: CaptureVideoPreview
  private(set) weak var layer: AVCaptureVideoPreviewLayer?

  init(of layer: AVCaptureVideoPreviewLayer) {
    preview = CaptureVideoPreview()
    self.layer = layer
    super.init(preview)
  }
}

/// Newest picture of a session, as a layer (`AVCaptureVideoPreviewLayer`).
///
/// There is no window here: the layer says where pictures would stand, and its ``contents`` are the newest one. In the tree of a film it shows
/// the picture that was the newest when the film was made. Threads: one at a time.
open class AVCaptureVideoPreviewLayer: CALayer {
  private(set) lazy var output = PreviewOutput(of: self)
  private let pictures = CapturedPictures()

  /// A layer without a session.
  public override init() {
    super.init()
    contentsGravity = .resizeAspect
  }

  /// A layer as `coder` has it, without a session.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A layer of what `session` shows.
  public convenience init(session: AVCaptureSession) {
    self.init()
    self.session = session
  }

  /// A layer of `session` without a connection to it: nothing is shown before one is added (`AVCaptureSession.addConnection(_:)`).
  public convenience init(sessionWithNoConnection session: AVCaptureSession) {
    self.init()
    setSessionWithNoConnection(session)
  }

  deinit { shown?.removeOutput(output) }

  private var shown: AVCaptureSession?

  /// Session whose pictures are shown.
  open var session: AVCaptureSession? {
    get { shown }
    set {
      guard newValue !== shown else { return }
      shown?.removeOutput(output)
      newValue?.addOutput(output)
      shown = newValue
    }
  }

  /// Has it belong to `session`, without a connection.
  open func setSessionWithNoConnection(_ session: AVCaptureSession) {
    shown?.removeOutput(output)
    session.addOutputWithNoConnections(output)
    shown = session
  }

  /// The way from the session's input; nil where there is none.
  open var connection: AVCaptureConnection? { output.connection(with: .video) }
  /// Whether pictures come.
  open var isPreviewing: Bool { connection?.isActive ?? false }

  /// Placing of pictures in the bounds.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { placeContents(by: videoGravity) }
  }

  /// The newest picture, a `CGImage`, made whenever it is asked for; before the first, what it was set to.
  open override var contents: Any? {
    get { image ?? super.contents }
    set { super.contents = newValue }
  }

  private var image: CGImage? {
    guard let picture = output.preview.latestPicture?.pixelBuffer else { return nil }
    return (try? pictures.picture(picture, meaning: .bt709, as: .rgba)).flatMap { try? CGImage($0) }
  }

  // MARK: Places

  /// Rectangle in which pictures are seen, in the layer's own plane; zero before the first.
  private var videoRect: CGRect {
    let picture = output.preview.latestPicture?.pixelBuffer
    let size = picture.map { CGSize(width: $0.width, height: $0.height) } ?? .zero
    return videoGravity.rectangle(of: size, in: bounds)
  }

  /// The point of the device's pictures, in parts of them from their top left corner, that is seen at `pointInLayer`, whose y runs down as the
  /// pictures' does. The middle before the first picture.
  open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
    let rect = videoRect
    guard rect.width > 0, rect.height > 0 else { return CGPoint(x: 0.5, y: 0.5) }
    let place = CGPoint(
      x: (pointInLayer.x - rect.minX) / rect.width, y: (pointInLayer.y - rect.minY) / rect.height)
    return CapturedPlane(connection).devicePoint(at: place)
  }

  /// Point of the layer at which the point `captureDevicePointOfInterest` of the device's pictures is seen: the reverse of
  /// ``captureDevicePointConverted(fromLayerPoint:)``.
  open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
    let (rect, point) = (videoRect, CapturedPlane(connection).point(ofDevice: captureDevicePointOfInterest))
    return CGPoint(x: rect.minX + point.x * rect.width, y: rect.minY + point.y * rect.height)
  }

  /// The object of a picture in the layer's plane: nil, as none is found (`AVCaptureMetadataOutput`).
  open func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? { nil }
}
