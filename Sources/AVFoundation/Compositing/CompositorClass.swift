import CMetatypes
import Foundation
import Rendering

// SAFETY: a metatype of a class is the address of its metadata, which lives as long as the program. The object comes with a reference
// that is the caller's, which is taken over here.

/// A compositor's class, instantiated by the services.
enum CompositorClass {
  /// A new object of `type`, by its `init()`.
  ///
  /// - Throws: `RenderError` where the class is none beneath `NSObject`.
  static func make(_ type: any AVVideoCompositing.Type) throws(RenderError) -> any AVVideoCompositing {
    guard let type = type as? NSObject.Type else { throw refusal(of: "\(type)") }
    let metatype = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard let made = unsafe gstedit_object_of_class(metatype) else { throw refusal(of: "\(type)") }
    let object = unsafe Unmanaged<NSObject>.fromOpaque(made).takeRetainedValue()
    guard let compositor = object as? any AVVideoCompositing else { throw refusal(of: "\(type)") }
    return compositor
  }

  private static func refusal(of name: String) -> RenderError {
    RenderError(
      .unsupported, "No object can be made of the compositor class \(name).",
      remedy: "Make it a class beneath NSObject, with init().")
  }
}
