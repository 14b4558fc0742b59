import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime
import Rendering
import Synchronization

/// Settings of a file as a whole, before writing starts; later changes have no effect.
extension AssetWriter {
  /// The file's metadata (`metadata`): title, artist, album, description, copyrights, genre, composer, date, software,
  /// key words, by the keys of any kind of file; in MP4, QuickTime and M4A also place, make, model, author, publisher
  /// and any own key of QuickTime's metadata (``MetadataKeySpace/quickTimeMetadata``). Others are refused when writing
  /// starts.
  public var metadata: [MetadataItem] {
    get { state.withLock(\.whole.metadata.items) }
    set { set { $0.whole.metadata.items = newValue } }
  }
  /// Whether items of QuickTime's metadata have their own keys in MP4, too, as they have in QuickTime movies; false unless set
  /// (``FileMetadata/keepsQuickTimeKeys``).
  package var keepsQuickTimeKeys: Bool {
    get { state.withLock(\.whole.metadata.keepsQuickTimeKeys) }
    set { set { $0.whole.metadata.keepsQuickTimeKeys = newValue } }
  }

  /// The chapters, in the time of the file; in MP4, QuickTime and M4A only.
  public var chapters: [Chapter] {
    get { state.withLock(\.whole.metadata.chapters) }
    set { set { $0.whole.metadata.chapters = newValue } }
  }

  /// Whether the header stands before the media, in MP4, QuickTime and M4A; false unless set. Others begin with it or have none.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock(\.whole.isOptimizedForNetwork) }
    set { set { $0.whole.isOptimizedForNetwork = newValue } }
  }

  /// The duration of fragments: of MP4, QuickTime and M4A; invalid, unless set, for a file without. A file in fragments
  /// has its name from the start, and can be played up to its last complete fragment whatever becomes of the process
  /// that writes it; when it is finished, it is a movie as any other.
  public var movieFragmentInterval: CMTime {
    get { state.withLock(\.fragmentInterval) }
    set { set { $0.fragmentInterval = newValue } }
  }

  /// The duration of the first fragment; invalid, unless set, for that of the others (`initialMovieFragmentInterval`).
  public var initialMovieFragmentInterval: CMTime {
    get { state.withLock(\.initialFragmentInterval) }
    set { set { $0.initialFragmentInterval = newValue } }
  }

  /// Whether a file in fragments is left as far as it is where writing it fails, as on a disk that is full; false unless set. One
  /// that is cancelled never is.
  public var keepsFragmentsOnFailure: Bool {
    get { state.withLock(\.whole.keepsFragments) }
    set { set { $0.whole.keepsFragments = newValue } }
  }

  /// Ticks a second of a movie's own header; 0, unless set, for those in which all lengths are exact.
  public var movieTimeScale: CMTimeScale {
    get { CMTimeScale(clamping: state.withLock(\.whole.movieTimescale) ?? 0) }
    set { set { $0.whole.movieTimescale = newValue > 0 ? Int64(newValue) : nil } }
  }

  /// The duration of segments unless another is asked for: six seconds, as Apple's guide for HTTP Live Streaming
  /// advises.
  package static let usualSegmentInterval = CMTime(value: 6, timescale: 1)

  /// The duration of segments of a movie that is handed over in some: they begin at multiples of it from
  /// ``initialSegmentStartTime`` on; six seconds unless set, and indefinite for segments that end where
  /// ``flushSegment()`` says (`preferredOutputSegmentInterval`).
  public var preferredOutputSegmentInterval: CMTime {
    get { state.withLock(\.segments.interval) }
    set { set { $0.segments.interval = newValue } }
  }

  /// From where on the borders of segments are counted, in the time of the session's source; its start unless set
  /// (`initialSegmentStartTime`).
  public var initialSegmentStartTime: CMTime {
    get { state.withLock(\.segments.start) }
    set { set { $0.segments.start = newValue } }
  }

  /// The number of the first segment's fragment, of a movie that is handed over; 1 unless set (`initialMovieFragmentSequenceNumber`).
  public var initialMovieFragmentSequenceNumber: Int {
    get { state.withLock(\.segments.firstNumber) }
    set { set { $0.segments.firstNumber = newValue } }
  }

  /// The folder for packets of inputs that are ahead of others, where they are too many for memory; nil, unless set,
  /// for the folder of the file, and the system's for temporary files where there is no file
  /// (`directoryForTemporaryFiles`). Nothing is left there, whatever happens.
  public var directoryForTemporaryFiles: URL? {
    get { state.withLock(\.whole.temporaryFolder) }
    set { set { $0.whole.temporaryFolder = newValue } }
  }

  private func set(_ body: (inout State) -> Void) {
    state.withLock { if $0.run == nil { body(&$0) } }
  }
}
