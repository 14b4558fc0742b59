package import MediaTime
package import Rendering

extension JoinedSound {
  /// The joint of the part that has ended with the one before, `offset` late.
  package func joint(offset: Rational) throws -> CopyPlan.Joint {
    func seconds(_ ticks: Int64) throws -> Rational { try Rational(ticks, rate) }
    return CopyPlan.Joint(
      offset: offset, lost: try seconds(lost), gap: try seconds(gap), silence: try seconds(silence),
      cutBefore: try seconds(cutBefore), cutAfter: try seconds(cutAfter))
  }

  /// Notes on the joint: the deviation of the sound of `stream` in the file `name`, and the omitted sound of the file
  /// `last`.
  package func notes(on stream: PacketStream, from last: String, to name: String) -> [String] {
    var notes: [String] = []
    if slack != 0 {
      notes.append(
        "The \(stream.words) of \(name) is \(milliseconds(slack)) \(slack > 0 ? "late" : "early"): "
          + "it follows the one before by whole packets.")
    }
    if Double(lost) / Double(rate) > Self.leastLoss {
      notes.append(
        "The last \(milliseconds(lost)) of the \(stream.words) of \(last) are left out: its pictures end before.")
    }
    if gap > 0 {
      notes.append(
        "Nothing sounds for \(milliseconds(gap)) before \(name) in the \(stream.words), which not every program keeps to."
      )
    }
    return notes
  }

  /// The damage in the sound of `stream` of the file called `last`, which stands before the joint; nil where there is none.
  package func damage(of stream: PacketStream, in last: String) -> String? {
    guard crowded > 0 else { return nil }
    return
      "The last \(crowded) packets of the \(stream.words) of \(last) are said to begin at nearly one time: they are damaged."
  }

  private func milliseconds(_ ticks: Int64) -> String {
    "\(((Double(ticks) / Double(rate) * 10_000).rounded() / 10).magnitude) ms"
  }

  /// Seconds of sound that are not left out without a word.
  private static let leastLoss = 0.03
}
