extension Layer {
  /// The pictures that the tree may show at some time: contents, those of particles, and those that animations go through; without those
  /// that are made of two.
  public var pictures: Set<LayerContents> {
    var found: Set<LayerContents> = []
    collect(into: &found, depth: 0)
    return found
  }

  private func collect(into found: inout Set<LayerContents>, depth: Int) {
    guard depth < LayerLimits.depth else { return }
    contents?.collect(into: &found)
    if let emitter = kind.emitter { Self.collect(emitter.emitterCells, into: &found, depth: 0) }
    for animation in animations { animation.collect(into: &found, depth: 0) }
    for sublayer in sublayers { sublayer.collect(into: &found, depth: depth + 1) }
    mask?.collect(into: &found, depth: depth + 1)
  }

  private static func collect(_ cells: [EmitterCell], into found: inout Set<LayerContents>, depth: Int) {
    guard depth < LayerLimits.cellDepth else { return }
    for cell in cells {
      cell.contents?.collect(into: &found)
      collect(cell.emitterCells, into: &found, depth: depth + 1)
    }
  }

  /// The path of the first layer whose contents, particles or animations show a picture that `isMeant`:
  /// `sublayers[2].contents`; nil for none.
  package func path(ofContents isMeant: (LayerContents) -> Bool) -> String? {
    path(ofContents: isMeant, at: "", depth: 0)
  }

  private func path(ofContents isMeant: (LayerContents) -> Bool, at location: String, depth: Int) -> String? {
    guard depth < LayerLimits.depth else { return nil }
    func place(_ part: String) -> String { LayerCheck.path(location, part) }
    func shows(_ collect: (inout Set<LayerContents>) -> Void) -> Bool {
      var found: Set<LayerContents> = []
      collect(&found)
      return found.contains(where: isMeant)
    }
    if shows({ contents?.collect(into: &$0) }) { return place("contents") }
    if let emitter = kind.emitter, shows({ Self.collect(emitter.emitterCells, into: &$0, depth: 0) }) {
      return place("emitterCells")
    }
    for (index, animation) in animations.enumerated() where shows({ animation.collect(into: &$0, depth: 0) }) {
      return place("animations[\(index)]")
    }
    for (index, sublayer) in sublayers.enumerated() {
      if let path = sublayer.path(ofContents: isMeant, at: place("sublayers[\(index)]"), depth: depth + 1) {
        return path
      }
    }
    return mask?.path(ofContents: isMeant, at: place("mask"), depth: depth + 1)
  }

  /// Whether a layer of the tree shows the movie.
  public var showsVideo: Bool {
    if case .video = kind { return true }
    return sublayers.contains(where: \.showsVideo) || mask?.showsVideo == true
  }
}

extension LayerContents {
  fileprivate func collect(into found: inout Set<LayerContents>) {
    guard case .dissolve(let from, let to, _) = self else {
      found.insert(self)
      return
    }
    from?.collect(into: &found)
    to?.collect(into: &found)
  }
}

extension LayerAnimation {
  fileprivate func collect(into found: inout Set<LayerContents>, depth: Int) {
    let values: [LayerValue?]
    switch self {
    case .basic(let animation): values = [animation.fromValue, animation.toValue, animation.byValue]
    case .spring(let animation):
      values = [animation.basic.fromValue, animation.basic.toValue, animation.basic.byValue]
    case .keyframe(let animation): values = animation.values
    case .group(let group):
      guard depth < LayerLimits.groupDepth else { return }
      for animation in group.animations { animation.collect(into: &found, depth: depth + 1) }
      return
    case .transition: return
    }
    for case .contents(let contents?) in values { contents.collect(into: &found) }
  }
}
