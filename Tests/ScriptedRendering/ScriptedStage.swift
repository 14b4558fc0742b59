/// A moment of an export at which a test may step in: to look, to cancel, or to fail.
package enum ScriptedStage: Hashable, Sendable {
  /// A writer, or a reader, is about to be opened.
  case openWriter, openPictures, openSamples
  /// A frame, or samples from a number on, are about to be read.
  case readPicture(Int)
  case readSamples(Int64)
  /// A picture that shows a frame, or samples that bring the file to a count, are about to be written.
  case writePicture(Int)
  case writeSamples(Int)
  /// An input is about to be ended.
  case endPictures, endSamples
}
