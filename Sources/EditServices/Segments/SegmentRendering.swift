import FoundationEssentials
import MediaFormats
import Rendering

/// Renders single segments of a film into files.
///
/// Threads: any; blocking work runs on dedicated threads.
struct SegmentRendering: Sendable {
  private let plan: RenderPlan
  private let settings: WriterSettings
  private let renderer: any Renderer

  /// Segments of the pictures of `plan`, which will be in a file of `settings`.
  init(_ plan: RenderPlan, _ settings: WriterSettings, renderer: any Renderer) {
    (self.plan, self.settings, self.renderer) = (plan, settings, renderer)
  }

  /// Renders `segment`, which says that it was made from `identity`, into the file at `url`; calls `notice` for each frame, and
  /// `fed` when the encoder has all of them and nothing is decoded any more.
  ///
  /// - Throws: `RenderError`; then nothing is left of the file.
  func render(
    _ segment: SegmentPlan.Segment, identity: String, to url: URL, notice: @escaping @Sendable () -> Void,
    fed: () -> Void = {}
  ) async throws(RenderError) -> EncodedSegment {
    do {
      let writer = try await renderer.segmentWriter(settings, identity: identity, to: url)
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
