import EditServices
import EditingModel
import MediaFormats
import MediaTime

/// The volumes of the audio tracks, a row each.
extension ViewSubject {
  /// The rows of all audio tracks, in the composition's order.
  var volumeLanes: [DebugLane] {
    let edit = structure.edit
    let inputs = edit.audioMix?.inputParameters ?? []
    return edit.composition.tracks.filter { $0.mediaType == .audio }.map { track -> DebugLane in
      let input = inputs.firstIndex { $0.trackID == track.id }
      let ramps = input.map { inputs[$0].volume } ?? Ramps()
      let end = min(duration, track.duration.seconds)
      var lane = DebugLane(kind: .volume(track.id), name: "Track \(track.id)")
      lane.isFaded = !track.isEnabled
      lane.curves = [LevelLine(ramps, from: 0, to: end, times: track.preferredVolume)]
      lane.note = lane.highest > 1 ? "volume, to \(ValueWords.number(lane.highest))" : "volume"
      func place(_ entry: Int) -> ModelLocation? {
        input.map { ModelLocation(.volumeEntry(input: $0, index: entry)) }
      }
      lane.boxes = boxes(
        of: ramps, "volume of track \(track.id)", during: CMTimeRange(start: .zero, end: track.duration), at: place,
        ValueWords.number)
      return lane
    }
  }
}
