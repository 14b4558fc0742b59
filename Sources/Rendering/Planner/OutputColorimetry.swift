import MediaFormats

extension Colorimetry {
  /// The colorimetry of a film of `height` lines, to which its pictures are converted, in limited range. It follows from
  /// the film and from all of its clips, never from which one comes first:
  ///
  /// 1. `asked`, where the video composition says it.
  /// 2. High dynamic range where all `clips` have it and the film `keepsLight`: theirs, and PQ where they differ.
  /// 3. BT.709 from 720 lines up.
  /// 4. Below, what all films among `clips` say of matrix, transfer and primaries, each where they agree; else what is
  ///    usual for the number of lines (``Colorimetry/assumed(height:)``); BT.709 where there are stills alone.
  init(filmOf clips: [VideoTrackFacts], height: Int, keepsLight: Bool, asked: FilmColor?) {
    if let asked {
      self = asked.colorimetry
      return
    }
    if keepsLight, clips.areOfHighDynamicRange {
      self = (clips.allSatisfy { $0.colorimetry.transfer == 18 } ? FilmColor.hlg : .pq).colorimetry
      return
    }
    let films = clips.filter { clip in
      clip.timing != .still && clip.colorimetry.matrix != 0 && !clip.colorimetry.isHighDynamicRange
    }
    guard height < 720, !films.isEmpty else {
      self = .bt709
      return
    }
    let said = films.map { $0.colorimetry.completed(from: .assumed(height: $0.size.height)) }
    let assumed = Colorimetry.assumed(height: height)
    func common(_ part: KeyPath<Colorimetry, Int>) -> Int {
      let parts = Set(said.map { $0[keyPath: part] })
      return parts.count == 1 ? parts.first ?? assumed[keyPath: part] : assumed[keyPath: part]
    }
    self.init(
      isFullRange: false, matrix: common(\.matrix), transfer: common(\.transfer), primaries: common(\.primaries))
  }
}

extension [VideoTrackFacts] {
  /// Whether there are some, and all have high dynamic range.
  var areOfHighDynamicRange: Bool { !isEmpty && allSatisfy(\.colorimetry.isHighDynamicRange) }
}
