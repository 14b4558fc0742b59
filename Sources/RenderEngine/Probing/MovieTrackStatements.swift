import Containers
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// What a movie's header says of a track beside its packets.
struct MovieTrackStatements {
  private let identity: TrackIdentity
  private let storage: TrackStorage
  private let matrix: DisplayMatrix?
  private let pixelAspect: Rational?
  private let cleanAperture: CleanAperture?
  private let firstField: FieldParity?
  private let light: MasteringLight?
  private let colors: Colorimetry?
  private let isLittleEndian: Bool

  /// The statements about `track` of `movie` in `file`.
  ///
  /// - Throws: Any error, where they cannot be read.
  init(of track: MovieTracks.Track, in movie: MovieTracks, _ file: FileBytes) throws {
    identity = track.identity
    storage = try track.storage(in: file, movieTimescale: movie.timescale)
    matrix = track.matrix
    pixelAspect = try track.pixelAspect(in: file)
    cleanAperture = try track.cleanAperture(in: file)
    firstField = try track.firstField(in: file)
    light = try track.light(in: file)
    colors = try track.colors(in: file)
    isLittleEndian = try track.isLittleEndian(in: file)
  }

  /// Has `stream`, which is the track, say the same.
  func complete(_ stream: inout MediaScan.Stream) {
    stream.identity = identity
    stream.storage = storage
    stream.matrix = matrix
    stream.pixelAspect = pixelAspect
    stream.cleanAperture = cleanAperture
    stream.firstField = firstField
    stream.light = light
    stream.colors = colors
    if isLittleEndian { stream.readAsLittleEndian() }
  }
}
