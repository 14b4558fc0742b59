import CoreGraphics
import Layers
import ModelValues

/// Something of a tree that is not drawn here.
package struct UnsupportedLayer: Error, Sendable {
  /// The error, as a sentence.
  package let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// The context in which values of a tree of layers are made.
struct LayerMaking {
  /// The layers that show the film's frames.
  var videoLayers: Set<ObjectIdentifier> = []
  /// Whether the tree is drawn once, as it stands: without animations, times and particles, and without what is not drawn here.
  var isStill = false
  /// The layers' name for a picture.
  let picture: (CGImage) throws -> LayerContents

  /// The layers' value of `contents`.
  func contents(_ contents: Any?) throws -> LayerContents? {
    guard let contents else { return nil }
    guard let image = contents as? CGImage else {
      try refuse("A layer's contents are a \(type(of: contents)), which is not drawn: a CGImage is.")
      return nil
    }
    return try picture(image)
  }

  /// `value` of the property `name`, converted to `kind`.
  func value(_ value: Any, _ kind: LayerValue.Kind, of name: String) throws -> LayerValue {
    if kind == .contents { return .contents(try contents(value)) }
    if let made = LayerValue(value, kind) { return made }
    throw UnsupportedLayer("A value of “\(name)” is a \(type(of: value)), which is no \(kind.rawValue).")
  }

  /// Refuses a film for what is not drawn; leaves it out of a tree that is drawn once.
  func refuse(_ sentence: String) throws {
    if !isStill { throw UnsupportedLayer(sentence) }
  }
}
