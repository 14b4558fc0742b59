import FoundationEssentials
import MediaFormats
import Rendering

/// Renders single segments of a film into files, or copies them there.
///
/// Threads: any; blocking work runs on dedicated threads.
struct SegmentRendering: Sendable {
  let plan: RenderPlan
  private let smart: SmartRendering?
  private var settings: WriterSettings
  let renderer: any Renderer

  /// The `segments` of the pictures of `plan`, which will be in a file of `settings`.
  init(_ plan: RenderPlan, _ segments: SegmentPlan, _ settings: WriterSettings, renderer: any Renderer) {
    (self.plan, self.settings, self.renderer) = (plan, settings, renderer)
    smart = segments.hasCopies ? segments.smart : nil
    self.settings.pictures?.segmentCount = segments.segments.count
  }

  /// A segment's file: the identity of its sources, and its URL.
  struct Target: Sendable {
    var identity: String
    var url: URL
  }

  /// Renders `segment` into the file of `target`; calls `notice` for each frame, and `fed` when the encoder has all of them and nothing
  /// is decoded any more.
  ///
  /// - Throws: `RenderError`; then nothing is left of the file.
  func render(
    _ segment: SegmentPlan.Segment, to target: Target, notice: @escaping @Sendable () -> Void,
    fed: () -> Void = {}
  ) async throws(RenderError) -> EncodedSegment {
    do {
      let settings = try settings(for: segment)
      if segment.isCopied, let picture = plan.picture {
        let times = try (segment.frames.lowerBound...segment.frames.upperBound).map { try picture.outputTime(of: $0) }
        fed()
        return try await renderer.copySegment(
          segment.copies, at: times, settings, identity: target.identity, to: target.url, notice: notice)
      }
      let writer = try await renderer.segmentWriter(settings, identity: target.identity, to: target.url)
      do {
        let findings = try await feed(segment, to: writer, notice)
        fed()
        return try await blocking(cancelledBy: writer.cancel) { () throws(RenderError) in try writer.finish(findings) }
      } catch {
        writer.cancel()
        throw error
      }
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The settings of the file of `segment`.
  func settings(for segment: SegmentPlan.Segment) throws -> WriterSettings {
    guard let smart, let picture = plan.picture else { return settings }
    var settings = settings
    settings.pictures?.decodingTimes = try segment.decodingTimes(in: picture, delay: smart.decodingDelay)
    settings.pictures?.parameterSet = smart.parameterSet
    settings.pictures?.repeatsParameterSets = smart.repeatsParameterSets
    return settings
  }

  /// Writes the frames of `segment` to `writer`, and says what was not as it should be.
  private func feed(
    _ segment: SegmentPlan.Segment, to writer: any SegmentWriter, _ notice: @escaping @Sendable () -> Void
  ) async throws -> EncodedSegment.Findings {
    guard let whole = plan.picture else { throw RenderError(.invalidModel, "The plan has no picture.") }
    let pictures = try await renderer.pictures(of: plan.pictures(of: segment), in: nil)
    let result: Result<EncodedSegment.Findings, RenderError>
    do throws(RenderError) {
      result = .success(
        try await blocking {
          pictures.cancel()
          writer.cancel()
        } _: { () throws(RenderError) in
          try pictures.pass(in: whole) { (picture, time, duration) throws(RenderError) in
            try writer.write(picture, at: time, duration: duration)
            notice()
          }
          return try pictures.findings()
        })
    } catch {
      result = .failure(error)
    }
    // Closing waits for decoders to end, which Swift's own threads must not.
    try? await DedicatedThread.run(named: "close") { pictures.close() }
    return try result.get()
  }
}
