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
        var (frame, known, ending) = (0, EncodedSegment.Findings(), 0)
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
            let (segment, findings) = (shared.segments[use.segment], found.without(known))
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
          if open.isEmpty { known = found }
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

extension EncodedSegment.Findings {
  /// These without those that are in `known`.
  fileprivate func without(_ known: EncodedSegment.Findings) -> EncodedSegment.Findings {
    EncodedSegment.Findings(
      compositorFailures: compositorFailures.filter { !known.compositorFailures.contains($0) },
      damage: damage.filter { !known.damage.contains($0) })
  }
}
