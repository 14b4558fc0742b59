package import Compositing
import EditingModel
package import MediaFormats
package import MediaTime
package import Rendering
package import Subtitles

/// A writer that takes some kinds of media alone, and refuses the others.
package protocol PartialMediaWriter: MediaWriter {
  /// The error for an input `what` that it does not take.
  static func noInput(_ what: String) -> RenderError
}

extension PartialMediaWriter {
  package func begin(_ track: WriterTrack, as settings: WriterSettings) throws(RenderError) {
    throw Self.noInput("tracks one by one")
  }
  package func settle(_ settings: WriterSettings) throws(RenderError) { throw Self.noInput("tracks one by one") }
  package func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    throw Self.noInput("pictures")
  }
  package func endPictures() throws(RenderError) {}
  package func describePictures(by segments: [EncodedSegment]) throws(RenderError) { throw Self.noInput("segments") }
  package func write(_ segment: EncodedSegment) throws(RenderError) { throw Self.noInput("segments") }
  package func beginSegment(after time: Rational) throws(RenderError) { throw Self.noInput("borders of segments") }
  package func write(_ samples: SampleBlock, to sound: Int) throws(RenderError) { throw Self.noInput("samples") }
  package func endSamples(of sound: Int) throws(RenderError) {}
  package func write(_ packet: MediaPacket, to track: Int) throws(RenderError) { throw Self.noInput("packets") }
  package func endPackets(of track: Int) throws(RenderError) { throw Self.noInput("packets") }
  package func write(_ cue: SubtitleCue, to track: Int) throws(RenderError) { throw Self.noInput("text") }
  package func write(_ sample: DataTrack.Sample, to track: Int) throws(RenderError) { throw Self.noInput("data") }
  package func write(_ chapter: Chapter) throws(RenderError) { throw Self.noInput("chapters") }
  package func endPresentation(at end: Rational) throws(RenderError) { throw Self.noInput("end of a session") }
}
