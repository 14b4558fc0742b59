package import Rendering

/// A place where a file is not what its container demands. Demuxers pass over it, and play less.
package struct ContainerFault: Hashable, Sendable, Codable {
  /// Its offset, in bytes from the file's beginning.
  package var offset: UInt64
  /// The finding, as the end of a sentence: "4 of its transport packets are missing".
  package var finding: String
  /// Whether nothing follows.
  package var isEnd = false

  /// A fault at `offset`, in bytes, behind which nothing follows where `isEnd`.
  package init(offset: UInt64, finding: String, isEnd: Bool = false) {
    self.offset = offset
    self.finding = finding
    self.isEnd = isEnd
  }

  /// Limit of the listed faults of a file.
  package static let capacity = 100

  /// "The file is cut short: 812 of its bytes are missing at the end."
  package var sentence: String {
    isEnd ? "The file is cut short: \(finding)." : "The file is damaged at byte \(offset): \(finding)."
  }

  /// The error of a file that has the fault.
  package var error: RenderError {
    RenderError(.mediaUnreadable, sentence, remedy: DamagePolicy.remedy)
  }

  /// The error of a file of which, with the fault, nothing can be read, even where damage is kept.
  package func error(leavingNothing underlying: String?) -> RenderError {
    RenderError(
      .mediaUnreadable, "\(sentence) Nothing of it can be read.", remedy: "Copy or download it again.",
      underlying: underlying)
  }
}

extension ContainerFault {
  /// The fault of `file` whose last `count` bytes are missing.
  package static func cutShort(_ file: FileBytes, by count: UInt64) -> ContainerFault {
    ContainerFault(offset: file.count, finding: "\(count) of its bytes are missing at the end", isEnd: true)
  }
}
