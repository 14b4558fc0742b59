/// The name of a sequence of pictures, with a number in it: `shot-%04d.png` for shot-0001.png, shot-0002.png, …
public struct NumberedFileName: Hashable, Sendable {
  private let prefix: String
  /// The fewest digits of a number, which zeros fill up.
  private let digits: Int
  private let suffix: String

  /// The pattern in `name`: `%d` or `%04d` once, where `%%` stands for a percent sign.
  public init?(_ name: String) {
    guard let match = name.firstMatch(of: #/%(?:0([1-9]))?d/#),
      name[match.range.upperBound...].firstMatch(of: #/%(?:0[1-9])?d/#) == nil
    else { return nil }
    prefix = String(name[..<match.range.lowerBound].replacing("%%", with: "%"))
    suffix = String(name[match.range.upperBound...].replacing("%%", with: "%"))
    digits = match.output.1.flatMap { Int($0) } ?? 1
  }

  /// The name of picture `number`.
  public func name(_ number: Int) -> String {
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// The number of the picture called `name`; nil for other files.
  public func number(_ name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else { return nil }
    let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard digits.count < 10, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
      return nil
    }
    return self.name(number) == name ? number : nil
  }
}
