import MediaTime
import Rendering

/// Renders segments into files whose pictures are decoded together.
extension SegmentRendering {
  /// Renders the segments of `shared` into their `targets`, in the order of ``SharedDecoding/segments``; calls `notice` for each frame
  /// that is encoded, and `made` with each segment that is there.
  ///
  /// - Throws: `RenderError`; then those that are made stay, and nothing is left of the others.
  func render(
    _ shared: SharedDecoding, to targets: [Target], notice: @escaping @Sendable () -> Void,
    made: @escaping @Sendable (SegmentPlan.Segment, EncodedSegment) -> Void
  ) async throws {
    guard let whole = plan.picture else { return }
    let pictures = try await renderer.pictures(of: shared.plan, in: nil)
    do {
      try await withThrowingTaskGroup(of: Void.self) { finishing in
        var open: [Int: any SegmentWriter] = [:]
        defer { for writer in open.values { writer.cancel() } }
        var (frame, ending) = (0, 0)
        while frame < shared.uses.count {
          for use in shared.uses[frame] where use.frame == shared.segments[use.segment].frames.lowerBound {
            let (segment, target) = (shared.segments[use.segment], targets[use.segment])
            open[use.segment] = try await renderer.segmentWriter(
              settings(for: segment), identity: target.identity, to: target.url)
          }
          // Up to where another one begins, or one ends.
          var end = frame + 1
          while end < shared.uses.count, !shared.ends(behind: end - 1), !shared.begins(with: end) { end += 1 }
          let (writers, range) = (open, frame..<end)
          try await blocking {
            pictures.cancel()
            for writer in writers.values { writer.cancel() }
          } _: { () throws(RenderError) in
            try shared.pass(range, of: pictures, in: whole, to: writers, notice)
          }
          let found = try pictures.findings()
          for use in shared.uses[end - 1] where use.frame == shared.segments[use.segment].frames.upperBound - 1 {
            guard let writer = open.removeValue(forKey: use.segment) else { continue }
            let (segment, findings) = (shared.segments[use.segment], try shared.findings(found, of: use.segment))
            // At most one encoder ends while another is fed.
            if ending > 0 { try await finishing.next() }
            ending = 1
            finishing.addTask {
              made(
                segment,
                try await blocking(cancelledBy: writer.cancel) { () throws(RenderError) in try writer.finish(findings) }
              )
            }
          }
          frame = end
        }
        try await finishing.waitForAll()
      }
    } catch {
      try? await DedicatedThread.run(named: "close") { pictures.close() }
      throw error
    }
    try? await DedicatedThread.run(named: "close") { pictures.close() }
  }
}

extension SharedDecoding {
  /// The part of `found` in all frames that belongs to segment `segment`: damage of its own frames, and of the file as
  /// a whole.
  fileprivate func findings(
    _ found: EncodedSegment.Findings, of segment: Int
  ) throws(RationalError) -> EncodedSegment.Findings {
    guard let timing = plan.picture?.runs.first?.facts.timing else { return found }
    let shown = Int64(shown[segment].lowerBound)..<Int64(shown[segment].upperBound) + 1
    var own = EncodedSegment.Findings(compositorFailures: found.compositorFailures)
    for damage in found.damage {
      guard var stretch = damage.stretch else {
        own.damage.append(damage)
        continue
      }
      let range = stretch.range.clamped(to: shown)
      guard !range.isEmpty else { continue }
      let start =
        range.lowerBound == stretch.range.lowerBound
        ? stretch.time.lowerBound : try timing.start(of: Int(range.lowerBound))
      let end =
        range.upperBound == stretch.range.upperBound
        ? stretch.time.upperBound : try timing.start(of: Int(range.upperBound))
      (stretch.range, stretch.time) = (range, start..<end)
      own.damage.append(MediaDamage(asset: damage.asset, stretch: stretch, cause: damage.cause))
    }
    return own
  }

  /// Whether a segment begins with frame `frame` of the track's.
  fileprivate func begins(with frame: Int) -> Bool {
    uses[frame].contains { segments[$0.segment].frames.lowerBound == $0.frame }
  }

  /// Whether a segment ends with frame `frame` of the track's.
  fileprivate func ends(behind frame: Int) -> Bool {
    uses[frame].contains { segments[$0.segment].frames.upperBound - 1 == $0.frame }
  }

  /// Writes the frames `range` of `pictures` to the `writers` of the segments that show them, at their times in the film of `whole`.
  fileprivate func pass(
    _ range: Range<Int>, of pictures: any PictureReader, in whole: PicturePlan, to writers: [Int: any SegmentWriter],
    _ notice: () -> Void
  ) throws(RenderError) {
    for frame in range {
      let picture = try pictures.blockingPicture(at: frame)
      for use in uses[frame] {
        let (time, duration) = try whole.outputTimes(of: use.frame)
        try writers[use.segment]?.write(picture, at: time, duration: duration)
        notice()
      }
    }
  }
}
