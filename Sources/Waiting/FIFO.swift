/// A queue: elements are taken in the order in which they were appended.
///
/// ```
///  removeFirst ◄── │   │   │ 3 │ 4 │ 5 │ ◄── append      the places of elements that were taken stay, until they are most of all
/// ```
///
/// Taking an element takes constant time; in an array, all others would be moved. A value.
package struct FIFO<Element> {
  private var places: [Element?] = []
  /// The number of elements that were taken and whose places stay.
  private var emptyCount = 0

  package init() {}

  /// The element that is taken next; nil where none waits.
  package var first: Element? { emptyCount < places.count ? places[emptyCount] : nil }
  /// The number of waiting elements.
  package var count: Int { places.count - emptyCount }
  /// Whether none waits.
  package var isEmpty: Bool { count == 0 }

  /// Puts `element` behind all others.
  package mutating func append(_ element: Element) { places.append(element) }

  /// Puts `element` before the first one that `isBehind` holds for, or behind all.
  package mutating func insert(_ element: Element, before isBehind: (Element) -> Bool) {
    let place = places[emptyCount...].firstIndex { $0.map(isBehind) ?? false } ?? places.count
    places.insert(element, at: place)
  }

  /// Takes the first one out; nil where none waits.
  package mutating func removeFirst() -> Element? {
    guard let element = first else { return nil }
    places[emptyCount] = nil
    emptyCount += 1
    if emptyCount == places.count || emptyCount > 64 && emptyCount > places.count / 2 {
      places.removeFirst(emptyCount)
      emptyCount = 0
    }
    return element
  }
}

extension FIFO: Sendable where Element: Sendable {}
