public import EditingModel

/// A failure of composing pictures: what was found, and what to do.
///
/// ```swift
/// do { picture = try compositor.compose(layers, over: background) } catch { print(error.code, error.remedy) }
/// ```
public struct CompositingError: Error, Diagnosed, Hashable, Sendable {
  /// The kind of mistake.
  public var code: Code
  /// The fault and its remedy.
  public var diagnostic: Diagnostic
  /// The layer it was found in, counted from the bottom; nil where it is the background or a picture on its own.
  public var layer: Int?

  /// A mistake of kind `code`.
  public init(_ code: Code, _ message: String, remedy: String, layer: Int? = nil) {
    self.code = code
    self.diagnostic = Diagnostic(message, remedy: remedy)
    self.layer = layer
  }

  /// The kinds of mistake. More may come; compare, and keep a default.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name, as machine-readable output spells it.
    public var rawValue: String

    /// The kind called `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A picture's width or height is not 1…32,768, or a chroma shift not 0…2.
    public static let invalidPictureFormat = Code(rawValue: "invalidPictureFormat")
    /// A pixel buffer has no plane of the number asked for.
    public static let noSuchPlane = Code(rawValue: "noSuchPlane")
    /// A plane of a pixel buffer is asked for while it is read or written otherwise.
    public static let pixelBufferInUse = Code(rawValue: "pixelBufferInUse")
    /// A pixel buffer is written that can only be read.
    public static let pixelBufferReadOnly = Code(rawValue: "pixelBufferReadOnly")
    /// Two pixel buffers differ in format or size that should not.
    public static let pixelBuffersDiffer = Code(rawValue: "pixelBuffersDiffer")
    /// A compositor is asked for whose name is not registered.
    public static let unknownCompositor = Code(rawValue: "unknownCompositor")
    /// A compositor cannot use the parameters it is given.
    public static let invalidParameter = Code(rawValue: "invalidParameter")
    /// There is no memory for a frame.
    public static let outOfMemory = Code(rawValue: "outOfMemory")
    /// A transform, a crop or an opacity is not a number, or a corner of a layer lies beyond reach.
    public static let invalidGeometry = Code(rawValue: "invalidGeometry")
  }
}

extension CompositingError: CustomStringConvertible {
  /// The sentences a person reads: where, what was found, and what to do.
  public var description: String {
    let place = layer.map { "layer \($0): " } ?? ""
    return place + diagnostic.description
  }
}
