/// The secret in the studio's address. It gives access to the project; every request has to carry it.
///
/// It comes as `token` in the query, as the cookie that the page sets, or in an `Authorization: Bearer` header.
struct StudioToken: Sendable {
  /// The secret: 32 letters and digits, of 190 bits.
  let text: String

  /// The letters of tokens, none of which needs escaping in addresses and headers.
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  /// A new secret, from the system's source of random numbers.
  init() {
    var source = SystemRandomNumberGenerator()
    text = String((0..<32).map { _ in Self.letters.randomElement(using: &source) ?? "A" })
  }

  /// Whether `other` is the secret. The time that it takes does not depend on how much of it is right.
  func matches(_ other: String) -> Bool {
    let (own, given) = (Array(text.utf8), Array(other.utf8))
    guard own.count == given.count else { return false }
    return zip(own, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
