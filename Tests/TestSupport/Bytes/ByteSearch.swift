/// Where files have their marks. What goes through every byte stands here because this module is optimized in debug builds as well.
extension [UInt8] {
  /// The places at which `mark` begins, in order.
  public func places(of mark: [UInt8]) -> [Int] {
    guard let first = mark.first, count >= mark.count else { return [] }
    return (0...count - mark.count).filter { place in
      self[place] == first && mark.indices.allSatisfy { self[place + $0] == mark[$0] }
    }
  }

  /// The places at which `mark` begins, in order.
  public func places(of mark: String) -> [Int] { places(of: [UInt8](mark.utf8)) }

  /// Where the boxes `type` of a movie have their content.
  public func contents(ofBoxes type: String) -> [Int] {
    places(of: type).filter { $0 >= 4 && $0 < count - 4 }.map { $0 + 4 }
  }
}
