public import Foundation

/// The shadow of what is drawn: fills, strokes and images. Layers and gradients have none.
struct ContextShadow {
  /// The distance from what is drawn, in pixels, to the right and up, whatever the transform.
  let offset: CGSize
  /// Twice the deviation of the Gaussian by which it is blurred, in pixels.
  let blur: CGFloat
  let color: CGColor

  /// The weights of the Gaussian, from the middle to one side; their sum over both sides is 1.
  var weights: [Double] {
    let deviation = Double(blur) / 2
    guard deviation > 0 else { return [1] }
    let weights = (0...Int((3 * deviation).rounded(.up))).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = 2 * weights.reduce(0, +) - weights[0]
    return weights.map { $0 / sum }
  }
}

extension CGContext {
  /// Gives what is drawn from now on a shadow, black with a third of the opacity: `offset` away to the right and up, `blur` soft, in pixels,
  /// which the transform does not change.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1 / 3))
  }

  /// The same in `color`; none, where that is nil.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    // More than the widest bitmap is the same as nothing; what is no number is 0.
    let blur = blur.isFinite ? min(max(blur, 0), 1_000) : 0
    let isPlace = abs(offset.width) <= 65_536 && abs(offset.height) <= 65_536
    state.shadow = isPlace ? color.map { ContextShadow(offset: offset, blur: blur, color: $0) } : nil
  }

  /// Draws the shadow of what `draw` draws.
  func castShadow(_ draw: (CGContext) -> Void) {
    guard let shadow = state.shadow, shadow.color.alpha > 0 else { return }
    let (weights, offset) = (shadow.weights, shadow.offset)
    let reach = weights.count - 1
    // What is drawn beside the bitmap may have its shadow in it: the shape is drawn where its shadow lies, on as much more as is blurred.
    guard let shape = CGContext(width: width + 2 * reach, height: height + 2 * reach, alpha: .premultipliedLast) else {
      return
    }
    shape.state = state
    (shape.state.shadow, shape.state.clip, shape.state.blendMode) = (nil, nil, .normal)
    shape.state.transform = state.transform.concatenating(
      CGAffineTransform(translationX: offset.width + CGFloat(reach), y: offset.height + CGFloat(reach)))
    draw(shape)
    guard let opacity = Opacity(of: shape) else { return }
    let color = PremultipliedColor(shadow.color)
    opacity.blurred(by: weights).forEachShown(right: -reach, down: -reach, width: width, height: height) {
      level, column, row in
      let part = state.clip?.part(column, row) ?? 1
      if part > 0 { put(color.faded(by: level), part, column, row) }
    }
  }
}

/// The opacities of a part of a bitmap, 0…1.
private struct Opacity {
  /// Where the part begins, from the left.
  private let left: Int
  /// Where the part begins, from the top.
  private let top: Int
  private let width: Int
  private let height: Int
  private let levels: [Double]

  /// The smallest part of `context` that holds all that is drawn; nil where nothing is.
  init?(of context: CGContext) {
    var columns: ClosedRange<Int>?
    var rows: ClosedRange<Int>?
    for row in 0..<context.height {
      for column in 0..<context.width where context.color(column, row).alpha > 0 {
        columns = min(columns?.lowerBound ?? column, column)...max(columns?.upperBound ?? column, column)
        rows = min(rows?.lowerBound ?? row, row)...max(rows?.upperBound ?? row, row)
      }
    }
    guard let columns, let rows else { return nil }
    self.init(
      left: columns.lowerBound, top: rows.lowerBound, width: columns.count, height: rows.count,
      levels: rows.flatMap { row in columns.map { context.color($0, row).alpha } })
  }

  private init(left: Int, top: Int, width: Int, height: Int, levels: [Double]) {
    (self.left, self.top, self.width, self.height, self.levels) = (left, top, width, height, levels)
  }

  /// It, spread by `weights` to all sides, and larger by as much.
  func blurred(by weights: [Double]) -> Opacity {
    let reach = weights.count - 1
    guard reach > 0 else { return self }
    let (across, down) = (width + 2 * reach, height + 2 * reach)
    var rows = [Double](repeating: 0, count: across * height)
    for row in 0..<height {
      for column in 0..<width where levels[row * width + column] > 0 {
        let level = levels[row * width + column]
        for step in -reach...reach { rows[row * across + column + reach + step] += level * weights[abs(step)] }
      }
    }
    var all = [Double](repeating: 0, count: across * down)
    for row in 0..<height {
      for column in 0..<across where rows[row * across + column] > 0 {
        let level = rows[row * across + column]
        for step in -reach...reach { all[(row + reach + step) * across + column] += level * weights[abs(step)] }
      }
    }
    return Opacity(left: left - reach, top: top - reach, width: across, height: down, levels: all)
  }

  /// Calls `body` with each opacity and its pixel, moved by so many pixels, as far as it lies in a bitmap of this size.
  func forEachShown(right: Int, down: Int, width: Int, height: Int, _ body: (Double, Int, Int) -> Void) {
    for row in 0..<self.height where (0..<height).contains(top + row + down) {
      for column in 0..<self.width where (0..<width).contains(left + column + right) {
        let level = levels[row * self.width + column]
        if level > 0 { body(level, left + column + right, top + row + down) }
      }
    }
  }
}
