public import EditingModel
import Layers
import MediaFormats
public import MediaTime
import Subtitles

/// Looks through the layers and titles of a film for what can be drawn and is probably not meant: what is never seen, text that reaches
/// beyond the picture or its title-safe area, fonts that are not there, letters that hardly differ from their box.
///
/// Threads: any.
public struct LayerReview {
  private let tool: AnimationTool
  private let size: Size
  private let duration: Double
  private let pixels: PixelSize
  private var remarks: [ModelProblem] = []
  /// The families whose absence was said.
  private var missing: [String: String]
  private let drawing: LayerRenderer

  /// Letters that differ less from what is behind them are hardly read: the guidelines' limit for large ones.
  private static let leastContrast = 3.0
  /// At how many times something is looked at.
  private static let moments = 9

  /// The remarks on `tool` in a film of `renderSize` that lasts `duration`, in the order of the tree, then of the trees that are
  /// tracks, of the overlays, of the titles and of the fonts of subtitles.
  public static func remarks(on tool: AnimationTool, in renderSize: Size, lasting duration: Rational) -> [ModelProblem]
  {
    var review = LayerReview(tool, in: renderSize, lasting: duration)
    review.lookAtLayers()
    for index in tool.additionalLayers.indices { review.look(atAdditional: index) }
    for index in tool.overlays.indices { review.look(atOverlay: index) }
    for index in tool.titles.indices { review.look(atTitle: index) }
    for (index, drawn) in tool.subtitles.enumerated() {
      for family in drawn.document.script?.fontFamilies.sorted() ?? [] {
        review.reportMissingFont(family, at: ModelLocation(.subtitles(index)))
      }
    }
    return review.remarks
  }

  private init(_ tool: AnimationTool, in size: Size, lasting duration: Rational) {
    self.tool = tool
    self.size = size
    self.duration = duration.seconds
    func side(_ length: Double) -> Int { max(1, min(32_767, Int(length.rounded(.up)))) }
    pixels = PixelSize(width: side(size.width), height: side(size.height))
    missing = FontFamilies.substitutes(for: tool.allFontFamilies)
    drawing = LayerRenderer(size: pixels)
  }

  // MARK: Layers

  private mutating func lookAtLayers() {
    for index in tool.layer.sublayers.indices {
      let place = ModelLocation(.animationLayer("sublayers[\(index)]"))
      var root = tool.layer
      root.sublayers = [tool.layer.sublayers[index]]
      let isSeen = reportIfInvisible(root, at: place, named: "The layer")
      lookInto(tool.layer.sublayers[index], at: "sublayers[\(index)]") { ModelLocation(.animationLayer($0)) }
      if isSeen { lookForOverflow(root, number: index) }
    }
  }

  /// Says of `layer` and what is in it what does not depend on time.
  private mutating func lookInto(
    _ layer: Layer, at path: String, depth: Int = 0, _ location: (String) -> ModelLocation
  ) {
    guard depth < LayerLimits.depth else { return }
    let place = location(path)
    if depth > 0, let reason = layer.invisibilityReason {
      report(at: place, "The layer is never seen: \(reason).", "a layer that is seen at some time, or none")
    }
    if let text = layer.kind.text {
      for family in text.fontFamilies { reportMissingFont(family, at: place) }
      reportContrast(of: text, on: layer.backgroundColor, at: place)
    }
    for (index, sublayer) in layer.sublayers.enumerated() {
      lookInto(sublayer, at: "\(path).sublayers[\(index)]", depth: depth + 1, location)
    }
    if let mask = layer.mask { lookInto(mask, at: "\(path).mask", depth: depth + 1, location) }
  }

  /// Says of layers that are a track whether they are ever seen in its picture, wherever instructions place that.
  private mutating func look(atAdditional index: Int) {
    let whole = tool.additionalLayers[index].layer
    for number in whole.sublayers.indices {
      let path = "sublayers[\(number)]"
      let place = ModelLocation(.additionalLayer(index, path: path))
      var root = whole
      root.sublayers = [whole.sublayers[number]]
      _ = reportIfInvisible(root, at: place, named: "The layer")
      lookInto(whole.sublayers[number], at: path) { ModelLocation(.additionalLayer(index, path: $0)) }
    }
  }

  /// Says of texts in `root`, which holds the layer `number` of the tree, which reach beyond the picture whenever they are looked at.
  private mutating func lookForOverflow(_ root: Layer, number: Int) {
    var whole: Set<String> = []
    var cut: [String] = []
    for time in moments(of: root) {
      guard let tree = try? root.presentation(at: time) else { continue }
      for (path, box) in tree.texts(through: .identity, at: "") {
        let isInside = box.x >= -1 && box.y >= -1 && box.maxX <= size.width + 1 && box.maxY <= size.height + 1
        if isInside { whole.insert(path) } else if !cut.contains(path) { cut.append(path) }
      }
    }
    for path in cut where !whole.contains(path) {
      // The tree that was looked at has the layer as its only one.
      let place = "sublayers[\(number)]" + path.dropFirst("sublayers[0]".count)
      report(
        at: ModelLocation(.animationLayer(place)), "The text reaches beyond the picture whenever it is seen.",
        "a text that lies within the picture")
    }
  }

  // MARK: Overlays and titles

  private mutating func look(atOverlay index: Int) {
    var root = tool.layer
    root.backgroundColor = nil
    root.sublayers = [tool.overlays[index].layer(in: size, natural: nil)]
    let place = ModelLocation(.overlay(index))
    guard tool.overlays[index].opacity > 0 else {
      return report(at: place, "The overlay is never seen: its opacity is 0.", "one that is seen at some time, or none")
    }
    _ = reportIfInvisible(root, at: place, named: "The overlay")
  }

  private mutating func look(atTitle index: Int) {
    let title = tool.titles[index]
    let place = ModelLocation(.title(index))
    var root = tool.layer
    root.backgroundColor = nil
    root.sublayers = [title.layer(in: size)]
    // Without any font there may be nothing to be seen of the letters.
    for family in title.text(in: size)?.layer.fontFamilies ?? [] { reportMissingFont(family, at: place) }
    guard reportIfInvisible(root, at: place, named: "The title"), let (text, bounds) = title.text(in: size) else {
      return
    }
    reportContrast(of: text, on: nil, at: place)
    guard let layout = TextLayout(text, in: bounds) else {
      return report(at: place, "The title has no letters.", "a text")
    }
    if layout.missingGlyphCount > 0 {
      report(
        .missingFont, at: place, "No font has \(layout.missingGlyphCount) of its letters, which are drawn as boxes.",
        "a font that has them: install one")
    }
    guard title.style.action != .roll else { return }
    let spare = size.height * 0.05 + 1
    let box = layout.box ?? layout.lines
    let above = max(bounds.y - box.y, box.maxY - bounds.maxY, bounds.x - box.x, box.maxX - bounds.maxX)
    let padding = layout.box == nil ? 0 : max(0, text.boxPadding)
    if above - padding > spare {
      report(at: place, "The title reaches beyond the picture.", "fewer lines, or a smaller fontSize")
    } else if above - padding > 1 {
      report(at: place, "The title reaches beyond the title-safe area.", "fewer lines, or a smaller fontSize")
    }
  }

  // MARK: Both

  /// Says of what is in `root` whether it is never seen in the film.
  private mutating func reportIfInvisible(_ root: Layer, at place: ModelLocation, named name: String) -> Bool {
    if let reason = root.sublayers.first?.invisibilityReason {
      report(at: place, "\(name) is never seen: \(reason).", "one that is seen at some time, or none")
      return false
    }
    let moments = moments(of: root)
    guard !moments.isEmpty else {
      report(
        at: place, "\(name) is never seen: its time lies outside of the film, which lasts \(duration) s.",
        "a time within the film")
      return false
    }
    let isSeen = moments.contains { time in
      guard let tree = try? root.presentation(at: time) else { return true }
      return tree.showsVideo || (try? drawing.area(of: tree)) != .some(.none)
    }
    if !isSeen {
      report(at: place, "\(name) is never seen: it lies outside of the picture.", "a place within \(pixels) pixels")
    }
    return isSeen
  }

  /// Times at which something in `root` may be seen, within the film.
  private func moments(of root: Layer) -> [CMTime] {
    let times = root.visibleTimes().compactMap { time in
      time.overlaps(0...duration) && time.lowerBound < duration && time.upperBound > 0
        ? time.clamped(to: 0...duration) : nil
    }
    let share = max(1, Self.moments / max(1, times.count))
    return times.prefix(Self.moments).flatMap { time in
      (0..<share).map { index in
        let seconds = time.lowerBound + (time.upperBound - time.lowerBound) * (Double(index) + 0.5) / Double(share)
        return CMTime(value: Int64((seconds * 1e6).rounded()), timescale: 1_000_000)
      }
    }
  }

  private mutating func reportMissingFont(_ family: String, at place: ModelLocation) {
    guard let substitute = missing.removeValue(forKey: family) else { return }
    // A machine without any fonts is reported once.
    if substitute.isEmpty { missing = [:] }
    report(
      .missingFont, at: place, MissingFont(family, substitute: substitute).sentence,
      "a family that is installed: fc-list : family lists them")
  }

  private mutating func reportContrast(of text: TextLayer, on background: Color?, at place: ModelLocation) {
    guard let behind = text.boxColor ?? background, behind.alpha >= 0.5 else { return }
    for run in text.string.runs {
      let color = run.attributes.foregroundColor ?? text.foregroundColor
      guard color.alpha > 0, (run.attributes.strokeWidth ?? 0) <= 0 || run.attributes.strokeColor == nil else {
        continue
      }
      let contrast = color.contrast(to: behind)
      guard contrast < Self.leastContrast else { continue }
      return report(
        at: place,
        "Its letters hardly differ from what is behind them: a contrast of \((contrast * 10).rounded() / 10) to 1.",
        "a contrast of \(Int(Self.leastContrast)) to 1 or more")
    }
  }

  private mutating func report(
    _ code: ModelProblem.Code = .invalidLayer, at place: ModelLocation, _ message: String, _ expected: String
  ) {
    remarks.append(ModelProblem(code, at: place, message, expected: expected))
  }
}

extension Layer {
  /// The reason for which nothing is ever seen of it, whatever is in it and around it; nil where something may be.
  fileprivate var invisibilityReason: String? {
    func changes(_ names: String...) -> Bool {
      animations.contains { $0.changes { path in names.contains { path.rawValue.hasPrefix($0) } } }
    }
    if isHidden, !changes("hidden") { return "it is hidden" }
    if opacity <= 0, !changes("opacity") { return "its opacity is 0" }
    let map = Homography(transformToSuperlayer)
    if map.inverted == nil, !changes("transform") { return "its transform flattens it" }
    return nil
  }
}

extension PresentationLayer {
  /// The boxes of the lines of texts in it, each with its place in the tree.
  fileprivate func texts(through map: Homography, at path: String) -> [(path: String, box: Rectangle)] {
    guard !layer.isHidden, layer.opacity > 0 else { return [] }
    let own = Homography(layer.transformToSuperlayer).concatenating(map)
    var found: [(String, Rectangle)] = []
    if let text = layer.kind.text, let lines = TextLayout(text, in: layer.bounds)?.lines,
      let box = own.boundingBox(of: lines)
    {
      found.append((path, box))
    }
    guard layer.sublayerTransform == .identity else { return found }
    for sublayer in sublayers {
      let step = "sublayers[\(sublayer.number)]"
      found += sublayer.texts(through: own, at: path.isEmpty ? step : "\(path).\(step)")
    }
    return found
  }

  fileprivate var showsVideo: Bool {
    if case .video = layer.kind { return true }
    return sublayers.contains(where: \.showsVideo)
  }
}
