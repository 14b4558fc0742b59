// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreMedia
import MediaFormats
import Synchronization

// SAFETY: out parameters are written once.

/// Turns pictures (`VTPixelRotationSession`).
///
/// Threads: any; one picture after the other.
public final class VTPixelRotationSession: PropertySession, Hashable, Sendable {
  let properties = SessionProperties([
    kVTPixelRotationPropertyKey_Rotation: .text, kVTPixelRotationPropertyKey_FlipHorizontalOrientation: .boolean,
    kVTPixelRotationPropertyKey_FlipVerticalOrientation: .boolean,
  ])
  private let transfer = BufferTransfer()
  private let isOver = Atomic(false)

  init() {}

  var isInvalidated: Bool { isOver.load(ordering: .acquiring) }

  func value(of key: CFString) -> Any? { key == kVTPixelRotationPropertyKey_Rotation ? kVTRotation_0 : false }

  func invalidate() { isOver.store(true, ordering: .releasing) }

  /// The orientation of pictures: turned, and mirrored then.
  private var orientation: Orientation {
    let across = properties.boolean(kVTPixelRotationPropertyKey_FlipHorizontalOrientation) ?? false
    let down = properties.boolean(kVTPixelRotationPropertyKey_FlipVerticalOrientation) ?? false
    // Unchanged, mirrored across, mirrored down, both.
    let turned: [Orientation] =
      switch properties.text(kVTPixelRotationPropertyKey_Rotation) {
      case kVTRotation_CW90: [.right, .leftMirrored, .rightMirrored, .left]
      case kVTRotation_180: [.down, .downMirrored, .upMirrored, .up]
      case kVTRotation_CCW90: [.left, .rightMirrored, .leftMirrored, .right]
      default: [.up, .upMirrored, .downMirrored, .down]
      }
    return turned[(across ? 1 : 0) + (down ? 2 : 0)]
  }

  func rotate(_ source: CVPixelBuffer, to target: CVPixelBuffer) -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    let orientation = orientation
    let size = orientation.apply(to: PixelSize(width: source.picture.width, height: source.picture.height))
    guard BufferTransfer.canTransfer(source, target), source !== target,
      size == PixelSize(width: target.picture.width, height: target.picture.height)
    else { return kVTPixelRotationNotSupportedErr }
    do {
      try transfer.transfer(source, into: target, orientation: orientation)
      return noErr
    } catch {
      return kVTPixelRotationNotSupportedErr
    }
  }

  /// A session equals itself alone.
  public static func == (left: VTPixelRotationSession, right: VTPixelRotationSession) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The rotation of pictures: one of `kVTRotation_…`, by its key.
public let kVTPixelRotationPropertyKey_Rotation: CFString = "Rotation"
/// Not at all.
public let kVTRotation_0: CFString = "0"
/// By 90° clockwise.
public let kVTRotation_CW90: CFString = "CW90"
/// By 180°.
public let kVTRotation_180: CFString = "180"
/// By 90° counter-clockwise.
public let kVTRotation_CCW90: CFString = "CCW90"
/// Whether turned pictures are mirrored left to right, a boolean, by its key.
public let kVTPixelRotationPropertyKey_FlipHorizontalOrientation: CFString = "FlipHorizontalOrientation"
/// Whether they are mirrored top to bottom.
public let kVTPixelRotationPropertyKey_FlipVerticalOrientation: CFString = "FlipVerticalOrientation"

/// Stores a session that turns pictures (`VTPixelRotationSessionCreate`).
@discardableResult
public func VTPixelRotationSessionCreate(
  _ allocator: CFAllocator?, _ pixelRotationSessionOut: UnsafeMutablePointer<VTPixelRotationSession?>
) -> OSStatus {
  unsafe pixelRotationSessionOut.pointee = VTPixelRotationSession()
  return noErr
}

/// Turns the picture in `sourceBuffer` into `destinationBuffer` (`VTPixelRotationSessionRotateImage`). Blocks until it is done.
///
/// - Returns: `kVTPixelRotationNotSupportedErr` for a format that is not turned, and a buffer that has not the size of the turned picture;
///   `kVTInvalidSessionErr`.
@discardableResult
public func VTPixelRotationSessionRotateImage(
  _ session: VTPixelRotationSession, _ sourceBuffer: CVPixelBuffer, _ destinationBuffer: CVPixelBuffer
) -> OSStatus { session.rotate(sourceBuffer, to: destinationBuffer) }

/// Ends `session`, which turns nothing more.
public func VTPixelRotationSessionInvalidate(_ session: VTPixelRotationSession) { session.invalidate() }

/// The number of the class of sessions.
public func VTPixelRotationSessionGetTypeID() -> CFTypeID { CFTypeID(of: VTPixelRotationSession.self) }
