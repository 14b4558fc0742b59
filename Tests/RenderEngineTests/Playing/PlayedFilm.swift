import Compositing
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Playing
import Rendering
import Synchronization
import TestSupport

/// Films that identify the frames and samples that a player gives.
enum PlayedFilm {
  /// A film of 75 pictures at 25 a second, with B-frames and noise.
  static func film(_ number: UInt8, container: String = "mov", sound: SoundContent? = nil) async throws -> URL {
    try await IndexedFilm(film: number) { film in
      (film.frameCount, film.container) = (75, container)
      film.timing = .cycle(durations: [1], timescale: 25)
      film.sound = SoundFile(sound ?? .noise(seed: UInt64(number))) { file in
        // MP4 holds no PCM.
        (file.count, file.codec) = (144_000, container == "mp4" ? .aac : .pcm)
      }
    }.url()
  }

  /// The picture and sound of the film at `url`.
  static func edit(_ url: URL) -> EditSnapshot {
    var composition = SoundEdits.whole(url, seconds: 3, .video).composition
    var sound = SoundEdits.whole(url, seconds: 3, .audio).composition.tracks[0]
    sound.id = 2
    composition.tracks.append(sound)
    return EditSnapshot(composition: composition)
  }

  /// What was shown and heard of an item.
  final class Witness: Sendable {
    private let observations: [PlayerObservation]

    init(_ item: PlayerItem) {
      let (pictures, sound) = (PlayerItemVideoOutput(), PlayerItemAudioOutput())
      item.add(pictures)
      item.add(sound)
      let log = Log()
      observations = [
        pictures.onPicture { picture in
          let luma = (try? picture.picture.planeBytes()[0]) ?? []
          let reading = FrameReading(
            luma: luma, width: picture.picture.width, height: picture.picture.height)
          log.add(reading, picture.itemTime)
        },
        sound.onBlock { log.add($0.samples.interleaved) },
      ]
      self.log = log
    }

    private let log: Log
    var frames: [FrameReading] { log.shown.withLock { $0.map(\.0) } }
    var times: [CMTime] { log.shown.withLock { $0.map(\.1) } }
    var samples: [Double] { log.heard.withLock { $0 } }
    func clear() {
      log.shown.withLock { $0 = [] }
      log.heard.withLock { $0 = [] }
    }

    private final class Log: Sendable {
      let shown = Mutex<[(FrameReading, CMTime)]>([])
      let heard = Mutex<[Double]>([])
      func add(_ reading: FrameReading, _ time: CMTime) { shown.withLock { $0.append((reading, time)) } }
      func add(_ samples: [Double]) { heard.withLock { $0 += samples } }
    }
  }
}
