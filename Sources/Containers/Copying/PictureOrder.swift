package import MediaTime

/// When the pictures of a stream are presented whose packets have no times: at a constant rate, in the order that their slices say
/// (`PicOrderCnt`, ITU-T H.264 §8.2.1, H.265 §8.3.1), which counts anew in each coded sequence.
///
/// ```
///  decoded     I  P  B  b  b │ I  P
///  says        0  8  4  2  6 │ 0  2
///  presented   0  4  2  1  3 │ 5  6
/// ```
package struct PictureOrder: Hashable, Sendable {
  /// The statements of a packet on its picture.
  package struct Coded: Hashable, Sendable {
    /// Its place among the pictures of its coded sequence.
    package var order: Int32
    /// Whether a coded sequence begins with it: an instantaneous refresh, or a broken link.
    package var beginsSequence: Bool
    /// The field that it is; nil of a frame.
    package var field: FieldParity?
    /// Whether no decoder shows it, since it refers to what stood before the sequence (`RASL`, ITU-T H.265 §8.1.3).
    package var isSkipped: Bool

    package init(order: Int32, beginsSequence: Bool, field: FieldParity? = nil, isSkipped: Bool = false) {
      (self.order, self.beginsSequence, self.field, self.isSkipped) = (order, beginsSequence, field, isSkipped)
    }
  }

  /// How long a picture is presented, in seconds.
  package let frameDuration: Rational
  /// The number of each packet's picture as they are decoded, and as they are presented; both fields of a frame have the same, and one that
  /// is not shown has `skipped`.
  private var decoded: [Int32] = []
  private var presented: [Int32] = []
  /// By how many pictures decoding is ahead of presentation.
  private var lead: Int32 = 0

  /// The number of a picture that is not shown.
  private static let skipped = Int32.min
  /// The most pictures that wait for one that is presented before them (H.264 §A.3.1, H.265 §A.4.2).
  private static let mostWaiting = 16

  /// The order of `packets`, as they are decoded, whose pictures last `frameDuration` each.
  package init(_ packets: [Coded], frameDuration: Rational) {
    self.frameDuration = frameDuration
    decoded.reserveCapacity(packets.count)
    presented = Array(repeating: 0, count: packets.count)
    var sequence: [(order: Int32, packet: Int)] = []
    var begun: Int32 = 0
    var count: Int32 = 0
    /// The first field of a frame whose second one is still to come.
    var firstField: FieldParity?
    func end() {
      // Pictures that say the same are presented as they are decoded.
      for (place, picture) in sequence.sorted(by: { $0 < $1 }).enumerated() {
        presented[picture.packet] = begun &+ Int32(clamping: place)
      }
      begun = count
      sequence.removeAll(keepingCapacity: true)
    }
    for (number, packet) in packets.enumerated() {
      guard !packet.isSkipped else {
        firstField = nil
        decoded.append(Self.skipped)
        continue
      }
      if let field = packet.field, let first = firstField, field != first, !packet.beginsSequence {
        firstField = nil
        decoded.append(count &- 1)
        continue
      }
      if packet.beginsSequence || Self.isReset(packet.order, behind: sequence) { end() }
      firstField = packet.field
      sequence.append((packet.order, number))
      decoded.append(count)
      count &+= 1
    }
    end()
    for number in decoded.indices where decoded[number] != Self.skipped {
      if isSecondField(number) { presented[number] = presented[number - 1] }
      lead = max(lead, decoded[number] &- presented[number])
    }
  }

  /// Whether `order` counts anew behind `sequence` (`memory_management_control_operation` 5): more pictures would be presented behind it
  /// than can wait for it.
  private static func isReset(_ order: Int32, behind sequence: [(order: Int32, packet: Int)]) -> Bool {
    guard sequence.count > mostWaiting else { return false }
    return sequence.suffix(mostWaiting + 1).allSatisfy { $0.order > order }
  }

  /// Whether packet number `number` is the second field of the frame that the one before began.
  package func isSecondField(_ number: Int) -> Bool {
    number > 0 && number < decoded.count && decoded[number] == decoded[number - 1] && decoded[number] != Self.skipped
  }

  /// When the picture of packet number `number` is presented and decoded, in seconds from the first one that is presented; nil for one
  /// that is not shown, and for a number that is none.
  package func times(of number: Int) throws -> (presentation: Rational, decoding: Rational)? {
    guard decoded.indices.contains(number), decoded[number] != Self.skipped else { return nil }
    return (
      try Rational(Int64(presented[number])) * frameDuration,
      try Rational(Int64(decoded[number]) - Int64(lead)) * frameDuration
    )
  }
}
