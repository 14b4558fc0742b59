public import CoreGraphics
import Layers

/// Something that is done when an event happens to a layer (`CAAction`).
public protocol CAAction {
  /// Does what is to be done at `event`, which happened to `anObject`.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// As an action it is nothing to be done, and nothing to look further for.
extension NSNull: CAAction {
  /// Does nothing.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

extension CALayer {
  /// The action at `event`: the first of its delegate's, its own, its style's, and its class's.
  func foundAction(_ event: String) -> (any CAAction)? {
    let found =
      delegate?.action(for: self, forKey: event) ?? actions?[event] ?? actionOfStyle(event)
      ?? type(of: self).defaultAction(forKey: event)
    return found is NSNull ? nil : found
  }

  private func actionOfStyle(_ event: String) -> (any CAAction)? {
    var style = style
    while let dictionary = style {
      if let action = (dictionary["actions"] as? [String: any CAAction])?[event] { return action }
      style = dictionary["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// An animation of the property that `event` names, where films animate it.
  static func standardAction(_ event: String) -> (any CAAction)? {
    guard let path = LayerKeyPath(rawValue: event), path != .path, Layer(standardKind).value(for: path) != nil else {
      return nil
    }
    return CABasicAnimation(keyPath: event)
  }
}
