import CoreGraphics

extension CGImage {
  /// The image, turned by `orientation` and made smaller where it is larger than `limit` either way; itself where there is nothing to be
  /// done, nil where there is no memory for it.
  func turned(by orientation: CGImagePropertyOrientation, fitting limit: Int?) -> CGImage? {
    let longest = max(width, height)
    let scale = limit.map { min(1, Double(max(1, $0)) / Double(longest)) } ?? 1
    guard orientation != .up || scale < 1 else { return self }
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
    let size = orientation.swapsAxes ? (scaled(height), scaled(width)) : (scaled(width), scaled(height))
    let full = orientation.swapsAxes ? (height, width) : (width, height)
    let isOpaque = [.none, .noneSkipLast, .noneSkipFirst].contains(alphaInfo)
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
    guard let context = CGContext(width: size.0, height: size.1, alpha: alpha) else { return nil }
    if scale == 1 { context.interpolationQuality = .none }
    context.scaleBy(x: CGFloat(size.0) / CGFloat(full.0), y: CGFloat(size.1) / CGFloat(full.1))
    context.concatenate(orientation.map(width: CGFloat(width), height: CGFloat(height)))
    context.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
    return context.makeImage()
  }
}

extension CGImagePropertyOrientation {
  /// From the stored picture of `width` × `height` pixels to the upright one, both with the origin at the bottom left.
  fileprivate func map(width: CGFloat, height: CGFloat) -> CGAffineTransform {
    switch self {
    case .up: .identity
    case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    }
  }
}
