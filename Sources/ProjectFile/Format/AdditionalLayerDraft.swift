import EditingModel
import Layers

/// Layers that are a track, in a project.
struct AdditionalLayerDraft: Hashable, Sendable {
  /// The track's number.
  var track: TrackID
  /// The layers, the topmost last.
  var layers: [Layer]

  /// `additional` as a project has it.
  init(_ additional: AdditionalLayer) {
    self.init(track: additional.trackID, layers: additional.layer.asList)
  }

  private init(track: TrackID, layers: [Layer]) {
    self.track = track
    self.layers = layers
  }

  /// The track as the model has it.
  var model: AdditionalLayer {
    var root = Layer()
    root.sublayers = layers
    return AdditionalLayer(layer: root, trackID: track)
  }

  static let form = Form<AdditionalLayerDraft>.object(
    "additionalLayer",
    "Layers as a track of their own, which the layers of instructions name, place and ramp as they do a film.",
    Field("track", \.track, .trackID, "The track's number, one that no track of the composition has."),
    Field(
      "layers", \.layers, .list(of: .layerTree),
      "The layers, in the render rectangle, a later one over an earlier one; clear beside them."),
    make: AdditionalLayerDraft.init)
}
