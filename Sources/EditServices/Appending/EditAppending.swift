public import EditingModel
public import MediaTime

/// Putting clips one after another, cut or cross-faded.
extension EditSnapshot {
  /// Appends `timeRange` of the file `asset`, so that it begins `fade` before the end, and the two cross-fade there.
  ///
  /// ```
  ///  video  1  ├──── A ────┤        ├──── C ────┤     clips on alternating tracks
  ///         2          ├──── B ────┤                  instructions: the old one fades out above the new one
  ///  audio  3  ├────────╲╌╌┤        ╱────────────     equal power: quarters of a sine, in straight pieces of 1/32 of the fade
  ///         4          ╱────────────╲╌╌┤
  /// ```
  ///
  /// The first enabled video track and the first enabled audio track of `asset` are taken. Without a fade it is a cut.
  /// The first clip has nothing to fade from, so that all clips can be appended alike. Pictures are fitted inside the
  /// first one's size and keep their own times; during a fade, frames have the first film's frame duration. Bars beside
  /// a picture of another shape are not faded.
  ///
  /// It is for edits that consist of such clips alone; music and other tracks are added when all clips are there.
  ///
  /// - Returns: The clip's range.
  /// - Throws: `EditError`, and nothing is changed: `.invalidTime` and `.invalidDuration` for times that are not finite
  ///   or negative, a fade longer than the clip or than what the clip before has left, and ends of edits that cannot be
  ///   faded: several layers, or ramps that go on; `.outsideMedia` where the file has nothing in the range;
  ///   `.timeNotExact`.
  @discardableResult
  public mutating func append(
    _ timeRange: CMTimeRange, of asset: Asset, crossFading fade: CMTime = .zero
  ) throws(EditError) -> CMTimeRange {
    let clip = try AppendedClip(timeRange, of: asset, crossFading: fade, behind: self)
    var edit = self
    let picture = try clip.insert(clip.video, into: &edit.composition)
    try clip.addSound(to: &edit)
    try clip.addInstructions(to: &edit, showing: picture, after: self)
    self = edit
    return clip.target
  }

  /// Appends all of the file `asset`, as `append(_:of:crossFading:)`.
  @discardableResult
  public mutating func append(_ asset: Asset, crossFading fade: CMTime = .zero) throws(EditError) -> CMTimeRange {
    try append(CMTimeRange(start: .zero, duration: asset.duration), of: asset, crossFading: fade)
  }

  /// Appends all of the file `asset`, or `timeRange` of it, as `append(_:of:crossFading:)`. Where its tracks are not
  /// loaded, the calling thread waits until the file has been read.
  ///
  /// - Throws: `RenderError` where the file cannot be read; else as that does.
  @discardableResult
  public mutating func append(
    _ asset: URLAsset, timeRange: CMTimeRange? = nil, crossFading fade: CMTime = .zero
  ) throws -> CMTimeRange {
    let asset = try asset.blockingAsset()
    return try append(
      timeRange ?? CMTimeRange(start: .zero, duration: asset.duration), of: asset, crossFading: fade)
  }
}
