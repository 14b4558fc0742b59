public import EditingModel

/// What a `custom` span leaves to a compositor of the user's.
public struct CustomCompositing: Hashable, Sendable {
  /// The compositor.
  public var compositor: CompositorReference
  /// The instruction that applies.
  public var instruction: VideoCompositionInstruction
  /// Which of the video composition's instructions that is, from 0.
  public var instructionIndex: Int
  /// Whether the picture may change while the source frames do not. Where nobody says it may: a compositor can do with the
  /// time what it likes.
  public var containsTweening: Bool { instruction.isTweening ?? true }
  /// The tracks whose frames the compositor is handed, in the instruction's order; those in a gap are left out.
  public var sources: [Source]
  /// What the render size was multiplied by.
  public var renderScale: Double
  /// From the render rectangle to the output's pixels.
  public var renderTransform: Transform

  /// A track that shows something.
  public struct Source: Hashable, Sendable {
    /// The composition's track.
    public var trackID: TrackID
    /// An index into `PicturePlan.runs`.
    public var run: Int

    /// Track `trackID`, fed by run number `run`.
    public init(trackID: TrackID, run: Int) {
      self.trackID = trackID
      self.run = run
    }
  }

  /// Leaves what `sources` show to `compositor`, for `instruction`.
  public init(
    compositor: CompositorReference, instruction: VideoCompositionInstruction, instructionIndex: Int,
    sources: [Source], renderScale: Double, renderTransform: Transform
  ) {
    self.compositor = compositor
    self.instruction = instruction
    self.instructionIndex = instructionIndex
    self.sources = sources
    self.renderScale = renderScale
    self.renderTransform = renderTransform
  }
}
