import EditServices
import EditingModel
import MediaTime
import Rendering

/// The rows of the plan: its spans and strips.
extension ViewSubject {
  /// The most runs that are named of a span.
  private static let mostRuns = 6

  /// The row of the picture's spans, and a row for each strip of sound.
  var planLanes: [DebugLane] {
    var lanes: [DebugLane] = []
    if let picture = structure.plan.picture {
      var lane = DebugLane(kind: .spans, name: "Picture", note: "\(picture.pixelFormat)")
      lane.boxes = picture.spans.compactMap { box(of: $0, in: picture) }
      lanes.append(lane)
    }
    guard let sound = structure.plan.sound else { return lanes }
    return lanes
      + sound.strips.map { strip -> DebugLane in
        var lane = DebugLane(kind: .strip(strip.trackID), name: "Sound", note: "track \(strip.trackID)")
        lane.boxes = strip.pieces.map { box(of: $0, in: strip, sound) }
        return lane
      }
  }

  private func box(of span: PictureSpan, in picture: PicturePlan) -> DebugBox? {
    guard let start = try? picture.origin + picture.time(of: span.frames.lowerBound),
      let end = try? picture.origin + picture.time(of: span.frames.upperBound)
    else { return nil }
    let runs = span.method.runs
    let trees = span.method.feeds.count - runs.count
    var label = span.method.name
    if !runs.isEmpty { label += "  \(ValueWords.count(runs.count, "run"))" }
    if trees > 0 { label += "  \(ValueWords.count(trees, "tree"))" }
    let frames = ValueWords.count(span.frames.count, "frame")
    var facts = ["\(frames), \(span.frames.lowerBound) to \(span.frames.upperBound - 1)"]
    if case .custom(let call) = span.method { facts.append("Made by \(call.compositor.name)") }
    for run in runs.prefix(Self.mostRuns) where picture.runs.indices.contains(run) {
      facts.append("Run \(run): \(picture.runs[run].clip)")
    }
    if runs.count > Self.mostRuns { facts.append("And \(ValueWords.count(runs.count - Self.mostRuns, "run")) more") }
    let instructions = Set(span.origins.map(\.instruction)).sorted()
    if !structure.hasStandIn, !instructions.isEmpty {
      let numbers = instructions.prefix(12).map { String($0) }.joined(separator: ", ")
      let rest = instructions.count > 12 ? ", …" : ""
      facts.append("For \(instructions.count == 1 ? "instruction" : "instructions") \(numbers)\(rest)")
    }
    return DebugBox(
      start: start.seconds, end: end.seconds, label: label, style: .span(span.method.name),
      details: DebugDetails(title: "Frames by \(span.method.name)", facts: facts))
  }

  private func box(of piece: StripPiece, in strip: Strip, _ sound: SoundPlan) -> DebugBox {
    let rate = Double(sound.grid.rate)
    let (start, end) = (Double(piece.samples.lowerBound) / rate, Double(piece.samples.upperBound) / rate)
    let samples = "Samples \(piece.samples.lowerBound) to \(piece.samples.upperBound - 1), at \(sound.grid.rate) Hz"
    guard let media = piece.sound else {
      return DebugBox(
        start: start, end: end, label: "silence", style: .silence,
        details: DebugDetails(title: "Track \(strip.trackID): silence", facts: [samples]))
    }
    var facts = [samples, "\(media.clip)", "From sample \(media.firstSample) of it on"]
    var label = media.clip.asset.name
    if let speed = media.speed {
      label += "  ×\(ValueWords.number(speed.rate.seconds))"
      let pitch = speed.pitch == .preserve ? "pitch kept" : "pitch follows"
      facts.append("\(ValueWords.number(speed.rate.seconds)) times as fast, \(pitch)")
    }
    return DebugBox(
      start: start, end: end, label: label, style: style(of: media.clip.asset),
      details: DebugDetails(title: "Track \(strip.trackID): \(media.clip.asset.name)", facts: facts))
  }
}
