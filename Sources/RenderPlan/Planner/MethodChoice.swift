import Composition

extension Span.Method {
  /// The cheapest method that shows `layers`, bottom to top, over `background`, fed by the runs of the same places in
  /// `runs`; `isPassthrough` where the instruction asks for the one layer's frames as they are.
  ///
  /// The background is opaque: a translucent one lies over black.
  init(
    _ layers: [VisibleLayer], fedBy runs: [Int], over background: Color, isPassthrough: Bool, in output: OutputFrame
  ) {
    let background = background.overBlack
    guard let first = layers.first, let firstRun = runs.first else {
      self = .empty(background: background)
      return
    }
    if layers.count == 1, isPassthrough || first.fillsFrame(of: output) {
      self = .passthrough(run: firstRun)
      return
    }
    let upright = zip(runs, layers).compactMap { run, layer in
      layer.facts.hasAlpha
        ? nil
        : layer.upright.map {
          MixLayer(run: run, crop: $0.crop, orientation: $0.orientation, place: $0.place, opacity: layer.opacity)
        }
    }
    if upright.count == layers.count {
      self = .mix(background: background, layers: upright)
    } else {
      self = .warp(
        background: background,
        layers: zip(runs, layers).map { run, layer in
          WarpLayer(run: run, transform: layer.transform, crop: layer.crop, opacity: layer.opacity)
        })
    }
  }
}

extension VisibleLayer {
  /// Whether the layer's frames, whole, opaque and unturned, are the output's: converted and scaled at most.
  fileprivate func fillsFrame(of output: OutputFrame) -> Bool {
    opacity.constant == 1 && !facts.hasAlpha && upright?.fills(output) == true
  }
}

extension Color {
  /// The opaque colour that this one gives over black.
  fileprivate var overBlack: Color { Color(red: red * alpha, green: green * alpha, blue: blue * alpha) }
}
