import CSurfaceLoops
import EditingModel

/// The colors of a gradient from its start to its end, in steps that no picture is wide enough to show.
struct GradientTable {
  /// The number of steps.
  static let steps = 4096
  /// A pixel for each step and the end, its color times its opacity, blue in the lowest byte.
  let pixels: [UInt32]

  /// The colors between `stops`, whose places never fall; there are two or more.
  init(_ stops: [(place: Double, color: Color)]) {
    var (pixels, next) = ([UInt32](), 0)
    pixels.reserveCapacity(Self.steps + 1)
    for step in 0...Self.steps {
      let place = Double(step) / Double(Self.steps)
      while next < stops.count, stops[next].place <= place { next += 1 }
      guard next > 0, next < stops.count else {
        pixels.append(stops[next > 0 ? stops.count - 1 : 0].color.premultipliedPixel)
        continue
      }
      let (before, after) = (stops[next - 1], stops[next])
      let share = (place - before.place) / (after.place - before.place)
      pixels.append(before.color.mixed(with: after.color, share).premultipliedPixel)
    }
    self.pixels = pixels
  }

  /// The pixel at `place`, the first or the last one before 0 and after 1.
  func pixel(at place: Double) -> UInt32 {
    pixels[place > 0 ? min(Self.steps, Int(min(1, place) * Double(Self.steps) + 0.5)) : 0]
  }

  /// Makes `count` of `target` from `start` on the pixels at `place`, and `step` further from one to the next.
  func fill(_ target: inout MutableSpan<UInt32>, from start: Int, count: Int, place: Double, step: Double) {
    guard start >= 0, count > 0, start + count <= target.count, place.isFinite, step.isFinite else { return }
    // SAFETY: the pixels lie in the span, as checked, and the table has 4097; nothing keeps the pointers.
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe pixels.withUnsafeBufferPointer { pixels in
        guard let from = pixels.baseAddress, let to = target.baseAddress else { return }
        unsafe surface_loops_fill_from_table(from, place, step, Int32(count), to + start)
      }
    }
  }

  /// The mean of the pixels at `count` places.
  func mean(of count: Int, at place: (Int) -> Double) -> UInt32 {
    var (blue, green, red, alpha): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    for index in 0..<count {
      let pixel = pixel(at: place(index))
      blue += pixel & 255
      green += pixel >> 8 & 255
      red += pixel >> 16 & 255
      alpha += pixel >> 24
    }
    let (count, half) = (UInt32(count), UInt32(count) / 2)
    return [alpha, red, green, blue].reduce(0) { ($0 << 8) | (($1 + half) / count) }
  }
}

extension Color {
  /// The color `share` of the way to `other`.
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    Color(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share, alpha: alpha + (other.alpha - alpha) * share)
  }

  /// The color times its opacity, blue in the lowest byte.
  fileprivate var premultipliedPixel: UInt32 {
    func level(_ part: Double) -> UInt32 { UInt32((max(0, min(1, part)) * 255).rounded()) }
    return level(alpha) << 24 | level(red * alpha) << 16 | level(green * alpha) << 8 | level(blue * alpha)
  }
}
