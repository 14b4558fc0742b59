/// The light of a film of high dynamic range: the display that it was mastered on, and its brightest pixels.
public struct MasteringLight: Hashable, Sendable, Codable {
  /// The display that it was mastered on (SMPTE ST 2086); nil where nothing says it.
  public var display: Display?
  /// The brightest light (CTA-861.3); nil where nothing says it.
  public var content: Content?

  /// A display.
  public struct Display: Hashable, Sendable, Codable {
    /// x and y of red, green, blue and white (CIE 1931), in 1/50,000.
    public var chromaticities: [Int]
    /// The brightest light, in 1/10,000 cd/m².
    public var maximum: Int
    /// The darkest light, in 1/10,000 cd/m².
    public var minimum: Int

    /// A display of these primaries, from `minimum` to `maximum`.
    public init(chromaticities: [Int], maximum: Int, minimum: Int) {
      self.chromaticities = chromaticities
      self.maximum = maximum
      self.minimum = minimum
    }
  }

  /// The light levels of the pictures.
  public struct Content: Hashable, Sendable, Codable {
    /// The brightest pixel of all, in cd/m² (MaxCLL).
    public var maximum: Int
    /// The brightest mean of a picture, in cd/m² (MaxFALL).
    public var average: Int

    /// Pixels up to `maximum`, pictures up to `average`.
    public init(maximum: Int, average: Int) {
      self.maximum = maximum
      self.average = average
    }
  }

  /// Light of a film mastered on `display`, that reaches `content`; nil where neither is said.
  public init?(display: Display?, content: Content?) {
    guard display != nil || content != nil else { return nil }
    self.display = display
    self.content = content
  }

  /// The brightest light there is to show, in cd/m²: the brightest pixel, else the display's; nil where both are zero.
  public var peak: Double? {
    if let content, content.maximum > 0 { return Double(content.maximum) }
    if let display, display.maximum > 0 { return Double(display.maximum) / 10_000 }
    return nil
  }
}
