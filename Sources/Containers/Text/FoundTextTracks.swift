package import Rendering

/// Text tracks found in a film.
package struct FoundTextTracks {
  /// The tracks of text, in the film's own time, with their languages as the file writes them.
  package var tracks: [StoredSubtitles] = []
  /// Whether it has pictures or sound.
  package var hasMedia = false
}
