import EditingModel
import MediaTime

extension PicturePlan {
  /// Numbers of the media's pictures that are left out or shown again, a sentence for each file: where its pictures
  /// have times of their own, or plain cuts are put on a grid. What a grid makes of a constant rate in a composition is
  /// no news.
  public var notes: [String] {
    var uses: [AssetReference: PictureUse] = [:]
    var order: [AssetReference] = []
    for run in runs where run.isCounted(by: rule) {
      let frames = run.frames.clamped(to: range)
      guard !frames.isEmpty, let end = try? mediaEnd(of: run, through: frames) else { continue }
      if uses[run.source.asset] == nil { order.append(run.source.asset) }
      uses[run.source.asset, default: PictureUse()].add(run, frames, until: end)
    }
    return order.compactMap { asset in uses[asset].flatMap { $0.sentence(of: asset, at: grid.frameDuration) } }
  }

  /// The media's time at the end of the output frames `frames`, which show `run`.
  private func mediaEnd(of run: SourceRun, through frames: Range<Int>) throws(RationalError) -> Rational {
    if let end = run.mediaEnd, frames.upperBound == run.frames.upperBound { return end }
    let passed = try time(of: frames.upperBound) - time(of: run.frames.lowerBound)
    return try run.firstTime + passed * run.step / grid.frameDuration
  }
}

/// The use of a media file's pictures.
private struct PictureUse {
  /// The number of pictures in the used part.
  private var pictures = 0
  /// The number of pictures that are never shown.
  private var leftOut = 0
  /// The number of output frames that show the picture of the frame before again.
  private var repeats = 0

  /// Counts what `frames` show of `run`, which ends at the media's time `end`.
  mutating func add(_ run: SourceRun, _ frames: Range<Int>, until end: Rational) {
    let first = run.sourceFrame(at: frames.lowerBound)
    var (last, shown) = (first, 1)
    for frame in frames.dropFirst() {
      let number = run.sourceFrame(at: frame)
      if number == last { repeats += 1 } else { shown += 1 }
      last = number
    }
    let past = (try? run.facts.timing.firstFrame(atOrAfter: end)) ?? 0
    let held = max(last + 1, past) - first
    pictures += held
    leftOut += held - shown
  }

  /// "phone.mp4: of 299 pictures 3 are left out and 1 is shown again: frames are 1/30 s apart."; nil where each comes once.
  func sentence(of asset: AssetReference, at frameDuration: Rational) -> String? {
    guard leftOut > 0 || repeats > 0 else { return nil }
    let changes = [(leftOut, "left out"), (repeats, "shown again")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.0 == 1 ? "is" : "are") \($0.1)" }
    return
      "\(asset.name): of \(pictures) pictures \(changes.joined(separator: " and ")): frames are \(frameDuration) s apart."
  }
}

extension SourceRun {
  /// Whether what is left out of the run is worth a word.
  fileprivate func isCounted(by rule: FrameTimingRule) -> Bool {
    guard facts.timing != .still else { return false }
    if case .constant = facts.timing { return rule == .nearestPicture }
    return true
  }
}
