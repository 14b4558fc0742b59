import MediaTime

/// Shows video tracks that have become two: cuts instructions where transitions begin and end, and lays both tracks over each other
/// between.
///
/// ```
///  instruction   [ track 1                                        )
///  becomes       [ track 1 ) [ track 4 over track 1 ) [ track 4   )
///                            ↑ transition           ↑
/// ```
struct TransitionPictures {
  /// The tracks.
  let overlaps: [TrackOverlap]
  /// The size of the picture, in which layers are placed.
  let renderSize: Size
  /// The problems of instructions.
  private(set) var problems: [TransitionProblem] = []
  /// For how long instructions show each transition, by its index.
  private var shown: [Int: Rational] = [:]

  init(overlaps: [TrackOverlap], renderSize: Size) {
    self.overlaps = overlaps
    self.renderSize = renderSize
  }

  /// The transitions that instructions show in part only, or not at all.
  var unshown: [TransitionProblem] {
    let reported = Set(problems.map(\.index))
    return overlaps.filter(\.track.isEnabled).flatMap { overlap in
      overlap.windows.compactMap { window in
        guard shown[window.index] ?? .zero < window.range.duration, !reported.contains(window.index) else { return nil }
        let (start, end) = (window.range.start.decimalText, window.range.end.decimalText)
        return TransitionProblem(
          .unsuitableInstruction, ofTransition: window.index,
          "Instructions do not show track \(overlap.track.id) all through the transition, from \(start) to \(end) s.",
          expected: "a layer of track \(overlap.track.id) in each instruction from \(start) to \(end) s")
      }
    }
  }

  /// The instructions that replace `instruction`, with the index that each layer had.
  mutating func pieces(
    of instruction: VideoCompositionInstruction
  ) throws(RationalError) -> [(instruction: VideoCompositionInstruction, layers: [Int])] {
    let own = instruction.passthroughTrackID.map { [$0] } ?? instruction.layerInstructions.map(\.trackID)
    let concerned = overlaps.filter { own.contains($0.track.id) }
    guard !concerned.isEmpty, let range = try RationalRange(instruction.timeRange) else {
      return [(instruction, Array(instruction.layerInstructions.indices))]
    }
    var borders: Set<Rational> = [range.start, range.end]
    for window in concerned.flatMap(\.windows) {
      for time in [window.range.start, window.range.end] where range.start < time && time < range.end {
        borders.insert(time)
      }
    }
    let times = borders.sorted()
    var pieces: [(instruction: VideoCompositionInstruction, layers: [Int])] = []
    for (start, end) in zip(times, times.dropFirst()) {
      var piece = instruction
      piece.timeRange = CMTimeRange(start: try CMTime(exactly: start), duration: try CMTime(exactly: end - start))
      let layers = try self.layers(of: instruction, from: start, to: end)
      piece.layerInstructions = layers.map(\.layer)
      piece.passthroughTrackID = instruction.passthroughTrackID.map { id in
        concerned.first { $0.track.id == id }.map { $0.trackID(of: $0.lane(at: start)) } ?? id
      }
      if case .tracks(let tracks) = instruction.requiredSources {
        piece.requiredSources = .tracks(
          tracks + concerned.filter { tracks.contains($0.track.id) }.map(\.twinID))
      }
      if let id = instruction.passthroughTrackID, let overlap = concerned.first(where: { $0.track.id == id }),
        let window = overlap.windows.first(where: { $0.range.contains(start) })
      {
        report(
          window, "An instruction passes track \(id) through as it is, and the transition begins or plays in it.",
          expected: "an instruction with a layer of track \(id) in place of passthrough")
      }
      pieces.append((piece, layers.map(\.index)))
    }
    return pieces
  }

  /// The layers of `instruction` between two borders.
  private mutating func layers(
    of instruction: VideoCompositionInstruction, from start: Rational, to end: Rational
  ) throws(RationalError) -> [(layer: LayerInstruction, index: Int)] {
    var layers: [(layer: LayerInstruction, index: Int)] = []
    for (index, layer) in instruction.layerInstructions.enumerated() {
      guard let overlap = overlaps.first(where: { $0.track.id == layer.trackID }) else {
        layers.append((layer, index))
        continue
      }
      guard let number = overlap.windows.firstIndex(where: { $0.range.contains(start) }) else {
        var only = layer
        only.trackID = overlap.trackID(of: overlap.lane(at: start))
        layers.append((only, index))
        continue
      }
      let window = overlap.windows[number]
      // A layer that shows the track a second time adds nothing.
      if !layers.contains(where: { $0.layer.trackID == overlap.trackID(of: number) }) {
        shown[window.index] = try (shown[window.index] ?? .zero) + (end - start)
      }
      var old = layer
      old.trackID = overlap.trackID(of: number)
      var new = layer
      new.trackID = overlap.trackID(of: number + 1)
      do throws(TransitionLayers.Failure) {
        let pair = TransitionLayers(
          of: layer, by: window.transition.kind, over: window.range, renderSize: renderSize)
        layers += try pair.layers(from: old, to: new).map { ($0, index) }
      } catch {
        switch error {
        case .inexact(let error): throw error
        case .unsuitable(let message, let expected): report(window, message, expected: expected)
        }
      }
    }
    return layers
  }

  private mutating func report(_ window: TrackOverlap.Window, _ message: String, expected: String) {
    guard !problems.contains(where: { $0.index == window.index }) else { return }
    problems.append(
      TransitionProblem(.unsuitableInstruction, ofTransition: window.index, message, expected: expected))
  }
}
