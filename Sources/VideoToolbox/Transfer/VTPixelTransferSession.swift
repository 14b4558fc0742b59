// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import MediaFormats
import Synchronization

// SAFETY: out parameters are written once.

/// Brings pictures into buffers of another format and size (`VTPixelTransferSession`).
///
/// Threads: any; one picture after the other.
public final class VTPixelTransferSession: PropertySession, Hashable, Sendable {
  let properties = SessionProperties([
    kVTPixelTransferPropertyKey_ScalingMode: .text, kVTPixelTransferPropertyKey_DownsamplingMode: .text,
    kVTPixelTransferPropertyKey_DestinationColorPrimaries: .text,
    kVTPixelTransferPropertyKey_DestinationTransferFunction: .text,
    kVTPixelTransferPropertyKey_DestinationYCbCrMatrix: .text, kVTPixelTransferPropertyKey_RealTime: .boolean,
  ])
  private let transfer = BufferTransfer()
  private let isOver = Atomic(false)

  init() {}

  var isInvalidated: Bool { isOver.load(ordering: .acquiring) }

  func value(of key: CFString) -> Any? {
    switch key {
    case kVTPixelTransferPropertyKey_ScalingMode: kVTScalingMode_Normal
    case kVTPixelTransferPropertyKey_DownsamplingMode: kVTDownsamplingMode_Average
    case kVTPixelTransferPropertyKey_RealTime: false
    default: nil
    }
  }

  func invalidate() { isOver.store(true, ordering: .releasing) }

  func transfer(_ source: CVPixelBuffer, to target: CVPixelBuffer) -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    guard BufferTransfer.canTransfer(source, target) else { return kVTPixelTransferNotSupportedErr }
    guard source !== target else { return kVTParameterErr }
    func number(_ key: CFString, _ words: [Int: CFString]) -> Int {
      ColorWords.number(of: properties[key], in: words)
    }
    let wanted = Colorimetry(
      isFullRange: nil, matrix: number(kVTPixelTransferPropertyKey_DestinationYCbCrMatrix, ColorWords.matrices),
      transfer: number(kVTPixelTransferPropertyKey_DestinationTransferFunction, ColorWords.transfers),
      primaries: number(kVTPixelTransferPropertyKey_DestinationColorPrimaries, ColorWords.primaries))
    let scaling: BufferTransfer.Scaling =
      switch properties.text(kVTPixelTransferPropertyKey_ScalingMode) {
      case kVTScalingMode_Letterbox: .inside
      case kVTScalingMode_Trim: .fill
      case kVTScalingMode_CropSourceToCleanAperture: .cleanAperture
      default: .stretch
      }
    do {
      try transfer.transfer(source, into: target, scaling, wanted: wanted)
      return noErr
    } catch {
      return kVTPixelTransferNotSupportedErr
    }
  }

  /// A session equals itself alone.
  public static func == (left: VTPixelTransferSession, right: VTPixelTransferSession) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The scaling of pictures of another shape into a buffer: one of `kVTScalingMode_…`, by its key.
public let kVTPixelTransferPropertyKey_ScalingMode: CFString = "ScalingMode"
/// All of the picture, stretched.
public let kVTScalingMode_Normal: CFString = "Normal"
/// The clean aperture of it, stretched.
public let kVTScalingMode_CropSourceToCleanAperture: CFString = "CropSourceToCleanAperture"
/// All of it in its own shape, on black.
public let kVTScalingMode_Letterbox: CFString = "Letterbox"
/// Its middle, which fills the buffer.
public let kVTScalingMode_Trim: CFString = "Trim"
/// The reduction of pixels, by its key: averaging, whatever it says.
public let kVTPixelTransferPropertyKey_DownsamplingMode: CFString = "DownsamplingMode"
/// Some are left out.
public let kVTDownsamplingMode_Decimate: CFString = "Decimate"
/// They are averaged.
public let kVTDownsamplingMode_Average: CFString = "Average"
/// The primaries that colors are brought to, by their key; those of the source where it is not set.
public let kVTPixelTransferPropertyKey_DestinationColorPrimaries: CFString = "DestinationColorPrimaries"
/// The transfer that colors are brought to, by its key; that of the source where it is not set.
public let kVTPixelTransferPropertyKey_DestinationTransferFunction: CFString = "DestinationTransferFunction"
/// The matrix of luma and chroma, by its key; that of the source where it is not set, or that of pictures of the size.
public let kVTPixelTransferPropertyKey_DestinationYCbCrMatrix: CFString = "DestinationYCbCrMatrix"
/// Whether pictures are brought over as they are shown, a boolean, by its key: it changes nothing here.
public let kVTPixelTransferPropertyKey_RealTime: CFString = "RealTime"

/// Stores a session that brings pictures into other buffers (`VTPixelTransferSessionCreate`).
@discardableResult
public func VTPixelTransferSessionCreate(
  allocator: CFAllocator?, pixelTransferSessionOut: UnsafeMutablePointer<VTPixelTransferSession?>
) -> OSStatus {
  unsafe pixelTransferSessionOut.pointee = VTPixelTransferSession()
  return noErr
}

/// Converts the picture in `sourceBuffer` into `destinationBuffer`, and sets its attachments for colors and those that
/// copies carry along (`VTPixelTransferSessionTransferImage`). Blocks until it is done.
///
/// - Returns: `kVTPixelTransferNotSupportedErr` for a format that is not converted, `kVTInvalidSessionErr`.
@discardableResult
public func VTPixelTransferSessionTransferImage(
  _ session: VTPixelTransferSession, from sourceBuffer: CVPixelBuffer, to destinationBuffer: CVPixelBuffer
) -> OSStatus { session.transfer(sourceBuffer, to: destinationBuffer) }

/// Ends `session`, which transfers nothing more.
public func VTPixelTransferSessionInvalidate(_ session: VTPixelTransferSession) { session.invalidate() }

/// The number of the class of sessions.
public func VTPixelTransferSessionGetTypeID() -> CFTypeID { CFTypeID(of: VTPixelTransferSession.self) }
