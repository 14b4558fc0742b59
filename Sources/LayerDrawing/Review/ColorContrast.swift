import EditingModel
import Glibc

extension Color {
  /// The contrast to `other`, 1…21, as the Web Content Accessibility Guidelines measure it. Opacity does not count.
  func contrast(to other: Color) -> Double {
    let (first, second) = (luminance, other.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// Its relative luminance, 0…1.
  private var luminance: Double {
    func linear(_ level: Double) -> Double {
      level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
