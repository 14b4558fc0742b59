import MediaFormats
import MediaTime

/// An edit with transitions at its cuts, in the form of overlapping tracks, instructions and ramps, which every service
/// plays without knowing transitions.
///
/// ```swift
/// let edit = TransitionLowering(
///   of: composition, videoComposition: videoComposition, audioMix: nil,
///   transitions: [PlacedTransition(ClipTransition(.push(.left), duration: second), inTrack: 1, at: cut)])
/// if let problem = edit.problems.first { throw problem }
/// export(edit.composition, edit.videoComposition, edit.audioMix)
/// ```
///
/// A track with transitions becomes two, and its segments alternate between them at each transition. Instructions that
/// show the track are cut where a transition begins and ends, and show both tracks in it; outside, everything is as it
/// was. Sound is faded by volumes.
public struct TransitionLowering: Hashable, Sendable {
  /// The composition, each track with transitions followed by its second.
  public private(set) var composition: Composition
  /// The video composition, with more instructions where a video track has transitions.
  public private(set) var videoComposition: VideoComposition?
  /// The volumes, with cross-fades where an audio track has transitions.
  public private(set) var audioMix: AudioMix?
  /// The problems that keep transitions from being laid out; where there are some, the edit is not to be used.
  public private(set) var problems: [TransitionProblem] = []
  /// The origin of each track, in the order of the composition's.
  public private(set) var trackOrigins: [TrackOrigin] = []
  /// The origin of each instruction, in the order of the video composition's.
  public private(set) var instructionOrigins: [InstructionOrigin] = []

  /// The origin of a track of the edit.
  public struct TrackOrigin: Hashable, Sendable {
    /// The index of the track as it was.
    public var track: Int
    /// The index there of each segment; of an empty edit that of the segment behind it.
    public var segments: [Int]
    /// The handles that segments give to transitions, by their index in the edit.
    public var handles: [Int: ClipHandle]
  }

  /// The origin of an instruction of the edit.
  public struct InstructionOrigin: Hashable, Sendable {
    /// The index of the instruction as it was.
    public var instruction: Int
    /// The index there of each layer.
    public var layers: [Int]
  }

  /// Lays `transitions` out.
  ///
  /// Where a video track has transitions, `videoComposition` must be there, with instructions and a render size.
  ///
  /// - Parameter stills: media of one picture, which lasts for any time before and behind a segment.
  public init(
    of composition: Composition, videoComposition: VideoComposition?, audioMix: AudioMix?,
    transitions: [PlacedTransition], stills: Set<AssetReference> = []
  ) {
    self.composition = composition
    self.videoComposition = videoComposition
    self.audioMix = audioMix
    var overlaps: [TrackOverlap] = []
    var taken = videoComposition?.animationTool?.additionalTrackIDs ?? []
    var tracks: [CompositionTrack] = []
    for (index, placed) in transitions.enumerated() where composition.track(withTrackID: placed.trackID) == nil {
      problems.append(
        TransitionProblem(
          .unknownTrack, ofTransition: index, "There is no track \(placed.trackID).",
          expected: "the number of a track of the composition"))
    }
    for (number, track) in composition.tracks.enumerated() {
      let own = transitions.enumerated().filter { $1.trackID == track.id }.map { (index: $0, placed: $1) }
      guard !own.isEmpty else {
        tracks.append(track)
        trackOrigins.append(TrackOrigin(track: number, segments: Array(track.segments.indices), handles: [:]))
        continue
      }
      let twinID = composition.unusedTrackID(besides: taken)
      taken.append(twinID)
      let overlap = TrackOverlap(track, own, twinID: twinID, stills: stills)
      problems += overlap.problems
      overlaps.append(overlap)
      for (lane, content) in overlap.lanes.enumerated() {
        var half = track
        half.id = overlap.trackID(of: lane)
        half.segments = content.segments
        tracks.append(half)
        trackOrigins.append(TrackOrigin(track: number, segments: content.origins, handles: content.handles))
      }
    }
    self.composition.tracks = tracks
    do {
      try showPictures(of: overlaps.filter { $0.track.mediaType == .video })
      try fadeSounds(of: overlaps.filter { $0.track.mediaType == .audio })
    } catch {
      problems.append(
        TransitionProblem(
          .timeNotExact, ofTransition: 0, "A time of a transition cannot be kept exactly.",
          expected: "times with smaller denominators"))
    }
    // A transition that cannot be laid out is not shown either, and that needs no words of its own.
    let misplaced = Set(problems.filter { $0.code != .unsuitableInstruction }.map(\.index))
    problems.removeAll { $0.code == .unsuitableInstruction && misplaced.contains($0.index) }
  }

  // MARK: Pictures

  private mutating func showPictures(of overlaps: [TrackOverlap]) throws(RationalError) {
    let given = videoComposition?.instructions ?? []
    instructionOrigins = given.enumerated().map { index, instruction in
      InstructionOrigin(instruction: index, layers: Array(instruction.layerInstructions.indices))
    }
    guard !overlaps.isEmpty else { return }
    guard let videoComposition, !given.isEmpty, videoComposition.renderSize.width > 0 else {
      return refuseAll(
        of: overlaps, "Nothing says how the film's pictures are shown.",
        expected: "a video composition with a render size and instructions")
    }
    if let compositor = videoComposition.customCompositor {
      return refuseAll(
        of: overlaps, "The compositor \(compositor.name) draws the film, and knows nothing of transitions in tracks.",
        expected: "no customCompositor, or instructions that name both clips, on tracks of their own")
    }
    var pictures = TransitionPictures(overlaps: overlaps, renderSize: videoComposition.renderSize)
    var instructions: [VideoCompositionInstruction] = []
    var origins: [InstructionOrigin] = []
    for (index, instruction) in given.enumerated() {
      for piece in try pictures.pieces(of: instruction) {
        instructions.append(piece.instruction)
        origins.append(InstructionOrigin(instruction: index, layers: piece.layers))
      }
    }
    problems += pictures.problems + pictures.unshown
    self.videoComposition?.instructions = instructions
    instructionOrigins = origins
  }

  /// Adds a problem for each transition of `overlaps`: it cannot be shown.
  private mutating func refuseAll(of overlaps: [TrackOverlap], _ message: String, expected: String) {
    problems += overlaps.flatMap(\.windows).map { window in
      TransitionProblem(.unsuitableInstruction, ofTransition: window.index, message, expected: expected)
    }
  }

  // MARK: Sound

  private mutating func fadeSounds(of overlaps: [TrackOverlap]) throws(RationalError) {
    for overlap in overlaps where !overlap.windows.isEmpty {
      var mix = audioMix ?? AudioMix()
      let given = mix.parameters(for: overlap.track.id) ?? AudioMixInputParameters(trackID: overlap.track.id)
      let end = max(
        overlap.track.duration.rational ?? .zero, given.volume.entries.last?.end.rational ?? .zero)
      let all = try RationalRange(start: .zero, end: end)
      for lane in 0...1 {
        var parameters = given
        parameters.trackID = overlap.trackID(of: lane)
        parameters.volume = try given.volume.times(overlap.fades(of: lane), over: all)
        if let index = mix.inputParameters.firstIndex(where: { $0.trackID == parameters.trackID }) {
          mix.inputParameters[index] = parameters
        } else {
          mix.inputParameters.append(parameters)
        }
      }
      audioMix = mix
    }
  }
}

extension TrackOverlap {
  /// The volume ramps of transitions on one of the two tracks.
  fileprivate func fades(of lane: Int) throws(RationalError) -> Ramps<Double> {
    var fades: [Ramps<Double>.Entry] = []
    for (number, window) in windows.enumerated() {
      fades += try window.transition.kind.fade(isIn: number % 2 != lane, over: window.range)
    }
    return Ramps(fades)
  }
}
