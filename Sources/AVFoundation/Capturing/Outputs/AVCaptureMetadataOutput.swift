// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Capture
import EditServices
public import Foundation
import MediaFormats
import Rendering
import Synchronization

/// Gets the objects that a metadata output finds (`AVCaptureMetadataOutputObjectsDelegate`). Called on the queue that was given with it.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
  /// Takes the objects found in one picture.
  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection)
}

extension AVCaptureMetadataOutputObjectsDelegate {
  /// Does nothing.
  public func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {}
}

/// Search for codes and faces in the pictures of a session (`AVCaptureMetadataOutput`).
///
/// Nothing is looked for here, so that ``availableMetadataObjectTypes`` is empty, as it is on Apple's platforms where the device gives none; it
/// has no connections, and its delegate is never called. Threads: any. Lock order: only `state`.
open class AVCaptureMetadataOutput: AVCaptureOutput, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let calls = DelegateCalls()
  private let area = Mutex(CGRect(x: 0, y: 0, width: 1, height: 1))

  /// The engine's side: an output that takes nothing.
  private final class Untaking: CaptureOutput {
    let mediaTypes: Set<MediaType> = []
    func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {}
    func connectionEnded(_ connection: CaptureConnection, error: RenderError?) {}
  }

  /// An output without a delegate.
  public init() { super.init(Untaking()) }

  /// Kinds that can be looked for: none.
  open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] { [] }

  /// Kinds that are looked for; none unless set. A kind that is not among ``availableMetadataObjectTypes`` ends the process, as AVFoundation's
  /// exception does.
  open var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
    get { [] }
    set {
      guard let wanted = newValue?.first else { return }
      Misuse.raise(
        "*** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found: \(wanted.rawValue)."
          + " Use -availableMetadataObjectTypes")
    }
  }

  /// Rectangle in which they are looked for, in parts of the picture from its top left corner; all of it unless set.
  open var rectOfInterest: CGRect {
    get { area.withLock { $0 } }
    set { area.withLock { $0 = newValue } }
  }

  /// Has `objectsDelegate`, which is not kept, be called on `objectsCallbackQueue`; both nil to end it. A delegate without a queue ends the
  /// process, as AVFoundation's exception does.
  open func setMetadataObjectsDelegate(
    _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue objectsCallbackQueue: DispatchQueue?
  ) {
    if objectsDelegate != nil, objectsCallbackQueue == nil {
      Misuse.raise("*** -[AVCaptureMetadataOutput setMetadataObjectsDelegate:queue:] NULL queue passed")
    }
    calls.set(objectsDelegate, on: objectsCallbackQueue)
  }

  /// The delegate; nil where there is none any more.
  open var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? {
    calls.delegate as? any AVCaptureMetadataOutputObjectsDelegate
  }
  /// Queue on which the delegate is called.
  open var metadataObjectsCallbackQueue: DispatchQueue? { calls.queue }
}

/// A session of several cameras at once (`AVCaptureMultiCamSession`), which is not supported here: it takes one, as its superclass does.
/// Threads: any.
open class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Whether pictures of several cameras can be captured at once: no.
  open class var isMultiCamSupported: Bool { false }
  /// Part of the hardware's capacity that is used: none, as nothing is shared out.
  open var hardwareCost: Float { 0 }
  /// Part of the system's capacity without heat that is used; 0 where nothing is known.
  open var systemPressureCost: Float { 0 }
}
