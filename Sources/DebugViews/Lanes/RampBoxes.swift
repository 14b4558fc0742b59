import EditingModel
import MediaTime

/// The settings and ramps of a value as stretches of time.
extension ViewSubject {
  /// The entries of `ramps` that count during `range`, each from its beginning to its end, a setting to the next entry. Their places in
  /// the model are those of `location`.
  func boxes<Value: Interpolatable>(
    of ramps: Ramps<Value>, _ name: String, during range: CMTimeRange, at location: (Int) -> ModelLocation?,
    _ words: (Value) -> String
  ) -> [DebugBox] {
    let (first, last) = (range.start.seconds, range.end.seconds)
    return ramps.entries.enumerated().compactMap { index, entry -> DebugBox? in
      let next = index + 1 < ramps.entries.count ? ramps.entries[index + 1].start.seconds : last
      let label: String
      let style: DebugBox.Style
      let end: Double
      switch entry {
      case .setting(_, let value):
        label = words(value)
        style = .setting
        end = next
      case .ramp(let range, let from, let to):
        label = "\(words(from)) → \(words(to))"
        style = .ramp
        end = range.end.seconds
      }
      let (start, stop) = (max(first, entry.start.seconds), min(last, end))
      guard start < stop else { return nil }
      let facts =
        style == .ramp
        ? ["From \(label)", "Over \(ValueWords.range(entry.start.seconds, end))"]
        : [label, "From \(ValueWords.time(entry.start.seconds)) on"]
      return DebugBox(
        start: start, end: stop, label: label, style: style,
        details: DebugDetails(
          title: "The \(name) \(style == .ramp ? "goes" : "is set")", facts: facts, part: part(at: location(index))))
    }
  }
}
