import EditingModel
import MediaFormats

extension PictureSpan.Method {
  /// The cheapest method that shows `layers`, bottom to top, over `background`, fed by what stands at the same places in
  /// `feeds`; `isPassthrough` where the instruction asks for the one layer's frames as they are.
  ///
  /// Where the output has no alpha, the background is opaque: a translucent one lies over black.
  init(
    _ layers: [VisibleLayer], fedBy feeds: [LayerFeed], over background: Color, isPassthrough: Bool,
    in output: OutputFrame
  ) {
    let background = output.pixelFormat.hasAlpha ? background : background.overBlack
    guard let first = layers.first, let firstFeed = feeds.first else {
      self = .empty(background: background)
      return
    }
    if layers.count == 1, let run = firstFeed.run, isPassthrough || first.fillsFrame(of: output, over: background) {
      self = .passthrough(run: run)
      return
    }
    let isRotationOnly = layers.count == 1 && first.isRotation(output, over: background)
    let upright = zip(feeds, layers).compactMap { feed, layer in
      layer.hasAlpha && !isRotationOnly
        ? nil
        : feed.run.flatMap { run in
          layer.upright.map { (run, $0) }
        }.map { run, upright in
          MixLayer(
            run: run, backdrop: layer.backdrop, crop: upright.crop, orientation: upright.orientation,
            place: upright.place, motion: upright.motion,
            opacity: layer.opacity)
        }
    }
    // `compositor` has no planes of alpha, and is not asked where there is nothing to be mixed.
    if upright.count == layers.count, !layers.stackTranslucency, !output.pixelFormat.hasAlpha || isRotationOnly {
      self = .mix(background: background, layers: upright)
    } else {
      self = .warp(
        background: background,
        layers: zip(feeds, layers).map { feed, layer in
          WarpLayer(
            feed: feed, backdrop: layer.backdrop, transform: layer.transform, crop: layer.crop, opacity: layer.opacity)
        })
    }
  }
}

extension [VisibleLayer] {
  /// Whether a translucent one lies over another: there `compositor`'s rounding adds up, and the affine compositor is exact.
  fileprivate var stackTranslucency: Bool {
    let translucent = filter { $0.opacity.constant != 1 }
    return translucent.indices.contains { index in
      translucent[..<index].contains { $0.overlaps(translucent[index]) }
    }
  }
}

extension VisibleLayer {
  /// Whether its pixels ever lie on those of another.
  fileprivate func overlaps(_ other: VisibleLayer) -> Bool {
    guard let upright, let otherUpright = other.upright else { return false }
    return upright.reach.intersection(otherUpright.reach) != nil
  }

  /// Whether the layer's frames, whole and unturned, are the output's over `background`: converted and scaled at most.
  fileprivate func fillsFrame(of output: OutputFrame, over background: Color) -> Bool {
    // The affine compositor scales colors by how much of them is seen; a conversion does not.
    let isKept = output.pixelFormat.hasAlpha && background.alpha == 0 && size == output.size
    let isUnmodified = !hasAlpha || isKept
    return opacity.constant == 1 && isUnmodified && backdrop == nil && upright?.fills(output) == true
  }
}

extension VisibleLayer {
  /// Whether the layer's frames, turned by right angles and not scaled, are the output's over `background`, alpha and all.
  fileprivate func isRotation(_ output: OutputFrame, over background: Color) -> Bool {
    guard output.pixelFormat.hasAlpha, background.alpha == 0, opacity.constant == 1, backdrop == nil, let upright,
      upright.crop == nil, upright.motion == nil, upright.place == output.rectangle
    else { return false }
    return upright.orientation.apply(to: size) == output.size
  }
}

extension Color {
  /// The opaque color that this one gives over black.
  var overBlack: Color { Color(red: red * alpha, green: green * alpha, blue: blue * alpha) }
}
