public import Foundation

/// Turn of a device's pictures by a connection: places in parts of the device's picture, from its top left corner, and in parts of the turned one.
struct CapturedPlane {
  /// Side that is up in the turned picture.
  let orientation: AVCaptureVideoOrientation
  /// Whether left and right are exchanged in what comes out.
  let isMirrored: Bool

  /// The turns of `connection`; none where there is none.
  init(_ connection: AVCaptureConnection?) {
    orientation = connection?.videoOrientation ?? .landscapeRight
    isMirrored = connection?.isVideoMirrored ?? false
  }

  /// Whether what comes out is upright where the device's picture lies on its side.
  var isTurnedAside: Bool { orientation == .portrait || orientation == .portraitUpsideDown }

  /// Point of the device's picture that is seen at `point` of the turned one.
  func devicePoint(at point: CGPoint) -> CGPoint {
    let (across, down) = (isMirrored ? 1 - point.x : point.x, point.y)
    return switch orientation {
    case .portrait: CGPoint(x: down, y: 1 - across)
    case .landscapeLeft: CGPoint(x: 1 - across, y: 1 - down)
    case .portraitUpsideDown: CGPoint(x: 1 - down, y: across)
    default: CGPoint(x: across, y: down)
    }
  }

  /// Point of the turned picture at which the device's has `point`: the reverse of ``devicePoint(at:)``.
  func point(ofDevice point: CGPoint) -> CGPoint {
    let (across, down) =
      switch orientation {
      case .portrait: (1 - point.y, point.x)
      case .landscapeLeft: (1 - point.x, 1 - point.y)
      case .portraitUpsideDown: (point.y, 1 - point.x)
      default: (point.x, point.y)
      }
    return CGPoint(x: isMirrored ? 1 - across : across, y: down)
  }
}

extension AVCaptureOutput {
  /// Rectangle of `rectInOutputCoordinates`, in pixels of the pictures that come out, in parts of the device's picture, from its top left corner;
  /// zero where no pictures come.
  public func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
    guard let (plane, size) = picturePlane else { return .zero }
    let rect = rectInOutputCoordinates
    func place(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
      plane.devicePoint(at: CGPoint(x: x / size.width, y: y / size.height))
    }
    return CGRect(around: place(rect.minX, rect.minY), place(rect.maxX, rect.maxY))
  }

  /// Rectangle of `rectInMetadataOutputCoordinates`, in parts of the device's picture, in pixels of the pictures that come out: the reverse of
  /// ``metadataOutputRectConverted(fromOutputRect:)``.
  public func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
    guard let (plane, size) = picturePlane else { return .zero }
    let rect = rectInMetadataOutputCoordinates
    func place(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
      let point = plane.point(ofDevice: CGPoint(x: x, y: y))
      return CGPoint(x: point.x * size.width, y: point.y * size.height)
    }
    return CGRect(around: place(rect.minX, rect.minY), place(rect.maxX, rect.maxY))
  }

  /// Turn of pictures on the way here, and their size; nil where none come, or the device does not say how large they are.
  private var picturePlane: (CapturedPlane, CGSize)? {
    guard let connection = connection(with: .video) else { return nil }
    let (plane, size) = (CapturedPlane(connection), connection.input.device.activeFormat.formatDescription.dimensions)
    guard size.width > 0, size.height > 0 else { return nil }
    let (width, height) = (CGFloat(size.width), CGFloat(size.height))
    return (plane, plane.isTurnedAside ? CGSize(width: height, height: width) : CGSize(width: width, height: height))
  }
}

extension AVCaptureVideoPreviewLayer {
  /// Rectangle of `rectInLayerCoordinates` in parts of the device's picture, from its top left corner.
  public func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
    let rect = rectInLayerCoordinates
    return CGRect(
      around: captureDevicePointConverted(fromLayerPoint: rect.origin),
      captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.maxX, y: rect.maxY)))
  }

  /// Rectangle of the layer in which `rectInMetadataOutputCoordinates`, in parts of the device's picture, is seen: the reverse of
  /// ``metadataOutputRectConverted(fromLayerRect:)``.
  public func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
    let rect = rectInMetadataOutputCoordinates
    return CGRect(
      around: layerPointConverted(fromCaptureDevicePoint: rect.origin),
      layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.maxX, y: rect.maxY)))
  }
}

extension CGRect {
  /// The rectangle with the corners `first` and `second`, which lie opposite.
  fileprivate init(around first: CGPoint, _ second: CGPoint) {
    self.init(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
      height: abs(first.y - second.y))
  }
}
