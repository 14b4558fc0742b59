import Compositing
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// A writer that takes some kinds of media alone, and refuses the others.
protocol PartialMediaWriter: MediaWriter {
  /// The error for an input `what` that it does not take.
  static func noInput(_ what: String) -> RenderError
}

extension PartialMediaWriter {
  func begin(_ track: WriterTrack, as settings: WriterSettings) throws(RenderError) {
    throw Self.noInput("tracks one by one")
  }
  func settle(_ settings: WriterSettings) throws(RenderError) { throw Self.noInput("tracks one by one") }
  func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    throw Self.noInput("pictures")
  }
  func endPictures() throws(RenderError) {}
  func describePictures(by segments: [EncodedSegment]) throws(RenderError) { throw Self.noInput("segments") }
  func write(_ segment: EncodedSegment) throws(RenderError) { throw Self.noInput("segments") }
  func beginSegment(after time: Rational) throws(RenderError) { throw Self.noInput("borders of segments") }
  func write(_ samples: SampleBlock, to sound: Int) throws(RenderError) { throw Self.noInput("samples") }
  func endSamples(of sound: Int) throws(RenderError) {}
  func write(_ packet: MediaPacket, to track: Int) throws(RenderError) { throw Self.noInput("packets") }
  func endPackets(of track: Int) throws(RenderError) { throw Self.noInput("packets") }
  func write(_ cue: SubtitleCue, to track: Int) throws(RenderError) { throw Self.noInput("text") }
  func write(_ sample: DataTrack.Sample, to track: Int) throws(RenderError) { throw Self.noInput("data") }
  func write(_ chapter: Chapter) throws(RenderError) { throw Self.noInput("chapters") }
  func endPresentation(at end: Rational) throws(RenderError) { throw Self.noInput("end of a session") }
}
