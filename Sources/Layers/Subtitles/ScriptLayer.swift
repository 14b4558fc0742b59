public import Subtitles

/// A script of SubStation Alpha that is drawn as a whole, in a layer whose bounds are the picture that the script is for.
public struct ScriptLayer: Hashable, Sendable {
  /// The script, in the layer's time; nil for nothing.
  public var script: SubtitleScript?

  /// `script`, drawn.
  public init(_ script: SubtitleScript? = nil) { self.script = script }
}

extension ScriptLayer: PropertyCoded {
  init() { self.init(nil) }

  static var properties: [CodedProperty<ScriptLayer>] { [.value("script", \.script)] }
}
