package import Compositing
import CoreGraphics
import Synchronization

/// A picture in memory, with attachments (`CVBuffer`, `CVImageBuffer`, `CVPixelBuffer`).
///
/// An object: the same picture wherever it is handed. Its bytes are reached between
/// ``CVPixelBufferLockBaseAddress(_:_:)`` and ``CVPixelBufferUnlockBaseAddress(_:_:)``. Threads: any; callers exclude
/// simultaneous writes and reads of the bytes.
public final class CVBuffer: @unchecked Sendable {
  // @unchecked: attachments, which may be of any type, change under a lock, and are handed out as they were put in.
  /// The picture.
  package let picture: PixelBuffer
  /// The name of its format.
  package let format: CVPixelFormat
  let state = Mutex(State())
  let attachments = Mutex<[CFString: Attachment]>([:])

  /// The accesses under way.
  struct State {
    /// The number of locks that have not been unlocked.
    var locks = 0
    /// Whether the picture's access is one for writing; nil where there is none.
    var isWriting: Bool?
  }

  /// A value, and whether copies of the picture have it too.
  struct Attachment: @unchecked Sendable {
    // @unchecked: values are kept and handed out as they are; what they are is the callers' business.
    let value: Any
    let mode: CVAttachmentMode
  }

  /// The picture of `picture`, whose format is called `format`.
  package init(_ picture: PixelBuffer, as format: CVPixelFormat) {
    (self.picture, self.format) = (picture, format)
  }

  /// The engine's picture `picture`; nil where Core Video has no name for its format.
  package convenience init?(_ picture: PixelBuffer) {
    guard let format = CVPixelFormat(picture.format) else { return nil }
    self.init(picture, as: format)
  }
}

/// A picture (`CVImageBuffer`).
public typealias CVImageBuffer = CVBuffer
/// A picture whose bytes can be reached (`CVPixelBuffer`).
public typealias CVPixelBuffer = CVBuffer

extension CVBuffer: Hashable, CustomStringConvertible {
  /// A buffer equals itself alone (`CFEqual`).
  public static func == (left: CVBuffer, right: CVBuffer) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  /// Its size and its format.
  public var description: String { "CVPixelBuffer \(picture)" }
}

/// Four letters as a number.
public typealias FourCharCode = UInt32
/// A number of four letters (`OSType`).
public typealias OSType = FourCharCode
/// The result of a function of Core Video: ``kCVReturnSuccess``, or why not.
public typealias CVReturn = Int32
/// Flags of functions; none is defined.
public typealias CVOptionFlags = UInt64

/// It is done.
public let kCVReturnSuccess: CVReturn = 0
/// It is not, for a reason of its own.
public let kCVReturnError: CVReturn = -6_660
/// An argument is not valid.
public let kCVReturnInvalidArgument: CVReturn = -6_661
/// There is no memory.
public let kCVReturnAllocationFailed: CVReturn = -6_662
/// It is not supported.
public let kCVReturnUnsupported: CVReturn = -6_663
/// There is no such pixel format here.
public let kCVReturnInvalidPixelFormat: CVReturn = -6_680
/// A width or a height is not possible.
public let kCVReturnInvalidSize: CVReturn = -6_681
/// Attributes are not valid.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6_682
/// A pool has as many pictures under way as it may have.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6_689
