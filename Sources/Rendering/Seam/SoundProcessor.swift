public import EditingModel

/// Changes the sound of one track on its way into the mix, block by block. One is made for each rendering.
///
/// Threads: one at a time, none of Swift's pool.
public protocol SoundProcessor: AnyObject, Sendable {
  /// The processed `block`, whose samples follow those before: as many samples of as many channels, interleaved.
  func process(_ block: SampleBlock) -> [Double]
}

/// The tracks whose sound is changed, and the processor of each.
public struct SoundProcessing: Sendable {
  /// The processing of the tracks that are changed.
  public var tracks: [TrackID: Entry]

  /// The processing of one track's sound.
  public struct Entry: Sendable {
    /// Whether it comes behind the track's volume; otherwise the volume is that of what it makes.
    public var isBehindVolume: Bool
    /// Makes a processor for a rendering of a format.
    public var make: @Sendable (SoundFormat) -> any SoundProcessor

    /// A processor that `make` makes for each rendering.
    public init(isBehindVolume: Bool = false, make: @escaping @Sendable (SoundFormat) -> any SoundProcessor) {
      self.isBehindVolume = isBehindVolume
      self.make = make
    }
  }

  /// The changes of `tracks`; nothing is changed of others.
  public init(tracks: [TrackID: Entry] = [:]) { self.tracks = tracks }
}
