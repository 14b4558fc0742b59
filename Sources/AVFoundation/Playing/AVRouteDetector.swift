// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

/// Looks for other devices that could play (`AVRouteDetector`). There are none: it finds nothing. Threads: any.
open class AVRouteDetector: NSObject, @unchecked Sendable {
  // @unchecked: what is set is under a lock.
  private let choices = Mutex((isEnabled: false, custom: false))

  /// One that does not look.
  public override init() { super.init() }

  /// Whether it looks; false unless set.
  open var isRouteDetectionEnabled: Bool {
    get { choices.withLock(\.isEnabled) }
    set { choices.withLock { $0.isEnabled = newValue } }
  }
  /// Whether it looks for devices of the program's own kind, too; false unless set.
  open var detectsCustomRoutes: Bool {
    get { choices.withLock(\.custom) }
    set { choices.withLock { $0.custom = newValue } }
  }
  /// Whether there is another device than the machine: never.
  open var multipleRoutesDetected: Bool { false }

  /// Whether there are other devices has changed; never posted.
  public static let multipleRoutesDetectedDidChange = Notification.Name(
    "AVRouteDetectorMultipleRoutesDetectedDidChangeNotification")
}

extension Notification.Name {
  /// ``AVRouteDetector/multipleRoutesDetectedDidChange``.
  public static let AVRouteDetectorMultipleRoutesDetectedDidChange = AVRouteDetector.multipleRoutesDetectedDidChange
}
