import Foundation
import TestSupport

/// The exact seeks of melt and GES, each in one process that has the film open, through their bindings of Python.
struct SeekPeers {
  /// The film in which they jump.
  let film: URL

  /// Debian's Python, for which the bindings are installed.
  private static let python = URL(filePath: "/usr/bin/python3")

  /// How long each jump to `times`, in seconds, takes from the call until the picture is there; nil where the peer `name`,
  /// `melt` or `ges`, is not installed.
  func seconds(of name: String, to times: [Double]) async throws -> [Double]? {
    let run = ProgramRun(Self.python, ["-c", Self.script, name, film.path] + times.map { "\($0)" })
    let outcome = try await run.outcome()
    guard outcome.ending == .exited(0) else {
      if outcome.errorText.contains("ModuleNotFoundError") { return nil }
      throw MediaTools.Failure(tool: name, complaint: "\(outcome.ending): \(outcome.errorText.suffix(1_000))")
    }
    let seconds = outcome.outputText.split(separator: "\n").compactMap { Double($0) }
    guard seconds.count == times.count else { throw MediaTools.Failure(tool: name, complaint: outcome.outputText) }
    return seconds
  }

  private static let script = """
    import sys, time
    name, film, times = sys.argv[1], sys.argv[2], [float(text) for text in sys.argv[3:]]
    if name == "melt":
        import mlt7 as mlt
        mlt.Factory().init()
        profile = mlt.Profile()
        profile.from_producer(mlt.Producer(profile, "avformat:" + film))
        producer = mlt.Producer(profile, "avformat:" + film)
        def seek(seconds):
            producer.seek(int(seconds * profile.fps()))
            mlt.frame_get_image(producer.get_frame(), mlt.mlt_image_yuv420p, profile.width(), profile.height())
    else:
        import gi
        gi.require_version("Gst", "1.0")
        gi.require_version("GES", "1.0")
        from gi.repository import Gst, GES
        Gst.init(None)
        GES.init()
        timeline = GES.Timeline.new()
        timeline.add_track(GES.VideoTrack.new())
        asset = GES.UriClipAsset.request_sync(Gst.filename_to_uri(film))
        timeline.append_layer().add_asset(asset, 0, 0, Gst.CLOCK_TIME_NONE, GES.TrackType.VIDEO)
        timeline.commit()
        pipeline = GES.Pipeline()
        pipeline.set_timeline(timeline)
        pipeline.preview_set_video_sink(Gst.ElementFactory.make("fakesink", None))
        pipeline.set_mode(GES.PipelineFlags.VIDEO_PREVIEW)
        pipeline.set_state(Gst.State.PAUSED)
        bus = pipeline.get_bus()
        def wait():
            kinds = Gst.MessageType.ASYNC_DONE | Gst.MessageType.ERROR
            message = bus.timed_pop_filtered(20 * Gst.SECOND, kinds)
            if message is None or message.type == Gst.MessageType.ERROR: sys.exit("the seek is not done")
        def seek(seconds):
            flags = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
            if not pipeline.seek_simple(Gst.Format.TIME, flags, int(seconds * Gst.SECOND)): sys.exit("it does not seek")
            wait()
        wait()
    seek(0)
    for seconds in times:
        start = time.monotonic()
        seek(seconds)
        print(time.monotonic() - start)
    if name == "ges": pipeline.set_state(Gst.State.NULL)
    """
}
