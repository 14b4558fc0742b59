public import MediaFormats

// SAFETY: the caller's planes are used until the call returns, and detached then; rows and widths are those of the
// sizes that the converter was made for.

/// Converts pictures from one description to another: size, format, depth, chroma, range, matrix, primaries and dynamic
/// range, in as few steps as there can be, rounded once.
///
/// ```
///  source ─► zimg ──────────────────────────────────────────────► target     most
///  source ─► a pass over the rows ──────────────────────────────► target     other light, 4:2:0 and 4:2:2 of one size
///  source ─► zimg ─► RGB ─► light ─► RGB ─► zimg ───────────────► target     other light, else
///  source ─► zimg ─► planes ─► turned planes ─► zimg ───────────► target     turned
/// ```
///
/// Equal descriptions give equal bytes on every processor. Threads: one at a time.
@safe public final class PictureConverter {
  private let steps: Steps
  private let reader: RowTransfer
  private let writer: RowTransfer
  private let light: LightConversion?
  private let turn: PlaneTurn?
  private let lying: WorkingFormat
  /// The converter of alpha, as if it were a picture of greys; nil where one side has none.
  private let alpha: PictureConverter?
  /// The weighting of chroma by alpha; nil where chroma is not subsampled on the way.
  private let chroma: TranslucentChroma?

  /// The steps from one picture to another.
  private enum Steps {
    case one(ZimgGraph)
    case two(ZimgGraph, LaterSteps)
    case rows(LightPass)
  }

  /// The steps behind the first.
  private struct LaterSteps {
    let graph: ZimgGraph
    /// The picture between the first step and the second.
    let made: WorkingPicture
    let turned: WorkingPicture
  }

  /// The conversion of pictures of `source`, turned by `orientation`, to `target`. With `isDithered`, where bits are lost
  /// neighbors are rounded up and down by turns, in a fixed pattern: for pictures without detail of their own, in which steps
  /// would be seen.
  ///
  /// - Throws: `ColorConversionError` for pictures of no size, or larger than zimg takes.
  public init(
    from source: PictureDescription, to target: PictureDescription, orientation: Orientation = .up,
    isDithered: Bool = false
  ) throws(ColorConversionError) {
    guard source.size.width > 0, source.size.height > 0, target.size.width > 0, target.size.height > 0 else {
      throw ColorConversionError("A picture of \(source.size) cannot become one of \(target.size).")
    }
    let shown = ShownArea(source)
    let colors = ColorSteps(from: source, to: target)
    if let own = source.alpha, let wanted = target.alpha {
      alpha = try PictureConverter(from: own, to: wanted, orientation: orientation)
    } else {
      alpha = nil
    }
    chroma = try TranslucentChroma(from: source, to: target, orientation: orientation)
    let upright = WorkingFormat.padded(target.size, to: target.samples.chromaShifts)
    let end = WorkingFormat(
      size: upright, bitDepth: target.samples.bitDepth, chromaShifts: target.samples.chromaShifts,
      color: colors.target, chromaSite: target.chromaSite)
    var start = WorkingFormat(
      size: shown.padded, window: shown.window, bitDepth: source.samples.bitDepth,
      chromaShifts: source.samples.isGrey ? target.samples.chromaShifts : source.samples.chromaShifts,
      color: colors.source, chromaSite: source.chromaSite)
    if source.samples.isGrey { start.size = WorkingFormat.padded(shown.area.size, to: start.chromaShifts) }
    if upright != target.size {
      // Pixels added to the target show the source beside its part.
      let window =
        start.window ?? .init(left: 0, top: 0, width: Double(shown.area.width), height: Double(shown.area.height))
      let swaps = orientation.swapsAxes
      let across =
        Double(swaps ? upright.height : upright.width) / Double(swaps ? target.size.height : target.size.width)
      let down = Double(swaps ? upright.width : upright.height) / Double(swaps ? target.size.width : target.size.height)
      start.window = .init(
        left: window.left, top: window.top, width: window.width * across, height: window.height * down)
    }
    var made = end
    if let between = colors.between {
      made.bitDepth = 16
      made.chromaShifts = .none
      made.color = between.source
    }
    light = colors.light
    if orientation.swapsAxes, made.chromaShifts.across != made.chromaShifts.down { made.chromaShifts = .none }
    made.size = orientation.apply(to: made.size)
    lying = made
    turn = orientation == .up ? nil : PlaneTurn(orientation)
    let lines: (input: Int?, output: Int?)
    if let light, turn == nil, !isDithered, let pass = LightPass(from: start, to: end, light: light) {
      steps = .rows(pass)
      lines = (LightPass.lines, LightPass.lines)
    } else {
      let first = try ZimgGraph(from: start, to: made, isDithered: isDithered)
      if light != nil || turn != nil {
        var turned = made
        turned.size = end.size
        if let between = colors.between { turned.color = between.target }
        let graph = try ZimgGraph(from: turned, to: end, isDithered: isDithered)
        let picture = WorkingPicture(made)
        steps = .two(
          first, LaterSteps(graph: graph, made: picture, turned: turn == nil ? picture : WorkingPicture(turned)))
        lines = (first.inputLines, graph.outputLines)
      } else {
        steps = .one(first)
        lines = (first.inputLines, first.outputLines)
      }
    }
    reader = RowTransfer(
      source.samples, area: shown.area, format: start, working: WorkingPicture(start, lines: lines.input))
    writer = RowTransfer(
      target.samples, area: PixelRectangle(x: 0, y: 0, width: target.size.width, height: target.size.height),
      format: end, working: WorkingPicture(end, lines: lines.output))
  }

  /// Converts the picture at `source` into the one at `target`, whose planes lie there as their descriptions say.
  package func convert(_ source: [PlaneAddress], into target: [PlaneAddress]) throws(ColorConversionError) {
    unsafe reader.attach(source)
    unsafe writer.attach(target)
    defer {
      unsafe reader.attach([])
      unsafe writer.attach([])
    }
    let (input, load) = unsafe ends(of: reader, at: source)
    let (output, store) = unsafe ends(of: writer, at: target)
    switch steps {
    case .one(let graph):
      unsafe try graph.process(input, output, load: load, store: store)
    case .two(let first, let last):
      unsafe try first.process(input, (last.made.planes, last.made.masks), load: load, store: nil)
      if let light { recolor(last.made, by: light) }
      if let turn { self.turn(last, by: turn) }
      unsafe try last.graph.process((last.turned.planes, last.turned.masks), output, load: nil, store: store)
    case .rows(let pass):
      unsafe pass.process(input, output, load: load, store: store)
    }
    // After the colors, with which alpha is filled where it shares their plane.
    unsafe try alpha?.convert(source, into: target)
    unsafe try chroma?.apply(source, into: target)
  }

  private func turn(_ pictures: LaterSteps, by turn: PlaneTurn) {
    for component in 0..<WorkingFormat.componentCount {
      let (width, height) = lying.extent(ofComponent: component)
      unsafe turn.apply(
        pictures.made.planes[component], width: width, height: height, bytes: lying.bytesPerSample,
        into: pictures.turned.planes[component])
    }
  }

  /// The end of a zimg graph: the picture itself where zimg reads or writes it, or else the rows that `transfer` brings.
  private func ends(
    of transfer: RowTransfer, at planes: [PlaneAddress]
  ) -> ((planes: [PlaneAddress], masks: [UInt32]), RowTransfer?) {
    // Where alpha is to be filled, rows must come by.
    guard unsafe transfer.isDirect(planes), transfer === reader || alpha != nil || !transfer.hasAlpha else {
      return unsafe ((transfer.working.planes, transfer.working.masks), transfer)
    }
    let own = unsafe transfer.componentPlanes(planes)
    return unsafe ((own, Array(repeating: .max, count: own.count)), nil)
  }

  private func recolor(_ picture: WorkingPicture, by light: LightConversion) {
    for row in 0..<lying.size.height {
      let rows = unsafe picture.planes.prefix(3).map { plane in
        unsafe (plane.start + row * plane.bytesPerRow).assumingMemoryBound(to: UInt16.self)
      }
      unsafe light.apply(to: rows[0], rows[1], rows[2], count: lying.size.width)
    }
  }
}

extension PictureDescription {
  /// Its alpha as a picture of greys; nil where there is none.
  fileprivate var alpha: PictureDescription? {
    guard samples.hasAlpha, let component = samples.components.last else { return nil }
    var alpha = self
    alpha.samples.components = [component]
    alpha.samples.chromaShifts = .none
    alpha.samples.isRGB = false
    alpha.color = Colorimetry(isFullRange: true, matrix: 1, transfer: 1, primaries: 1)
    return alpha
  }
}
