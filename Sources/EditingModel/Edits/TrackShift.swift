import MediaTime

/// How far the segments behind an edit move: all by the same.
struct TrackShift {
  /// How much later they begin; negative where they move up.
  let offset: CMTime

  /// Whether `place` could begin that much later, with an exact start and an exact end.
  func canMove(_ place: CMTimeRange) -> Bool {
    movedValue(of: place) != nil || place.moved(by: offset) != nil
  }

  /// Lets `place` begin that much later, which must be possible.
  func move(_ place: inout CMTimeRange) {
    if let value = movedValue(of: place) {
      place.start.value = value
    } else if let moved = place.moved(by: offset) {
      place = moved
    }
  }

  /// The value of the start that `place` moves to, where that and the end fall on the timescale of its start: the way of
  /// nearly every segment of a long track, a few instructions each.
  private func movedValue(of place: CMTimeRange) -> CMTimeValue? {
    let (start, duration) = (place.start, place.duration)
    guard start.flags.rawValue == Self.finite, duration.flags.rawValue == Self.finite,
      start.timescale > 0, duration.timescale > 0, start.epoch == 0, duration.epoch == 0
    else { return nil }
    let (step, stepRest) = start.timescale.quotientAndRemainder(dividingBy: offset.timescale)
    let (scale, scaleRest) = start.timescale.quotientAndRemainder(dividingBy: duration.timescale)
    guard stepRest == 0, scaleRest == 0 else { return nil }
    let (distance, distanceOverflows) = offset.value.multipliedReportingOverflow(by: Int64(step))
    let (length, lengthOverflows) = duration.value.multipliedReportingOverflow(by: Int64(scale))
    let (value, valueOverflows) = start.value.addingReportingOverflow(distance)
    let (_, endOverflows) = value.addingReportingOverflow(length)
    return distanceOverflows || lengthOverflows || valueOverflows || endOverflows ? nil : value
  }

  /// The flags of a finite time that no rounding led to.
  private static let finite = CMTimeFlags.valid.rawValue
}
