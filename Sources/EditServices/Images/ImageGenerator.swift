public import Compositing
public import EditingModel
public import MediaFormats
public import MediaTime
public import Rendering

/// Makes still images of an edit or a media file at given times (`AVAssetImageGenerator`).
///
/// ```swift
/// var generator = ImageGenerator(asset: URLAsset(url: clip))
/// generator.maximumSize = PixelSize(width: 320, height: 180)
/// for await result in try await generator.images(for: [second, minute]) {
///   let image = try result.get()
///   print(image.requestedTime, image.actualTime)
///   try image.picture.write(to: folder.appending(path: "\(image.actualTime.seconds).png"))
/// }
/// ```
///
/// A value: changes during a request do not affect its images. Threads: any; work is done on dedicated threads.
///
/// As long as a generator or a copy of it is held, its plan is kept, and the decoders of its last images stay open:
/// eight at most of all generators of the process together. Images of the same sources begin with them, also those of
/// another generator, as of the edit after a change; so release a generator once its successor is there. Images are the
/// same either way; decoders of a file that has changed are not used.
public struct ImageGenerator: Sendable {
  /// The source of the images.
  let source: AnalysisSubject.Kind
  let renderer: any Renderer
  /// The memory that stays open from one request to the next.
  let memory: ImageMemory

  /// The size that images are scaled down to fit into, their shape kept; nil for the edit's own (`maximumSize`).
  public var maximumSize: PixelSize?
  /// The pixel format of the images; nil for `rgb24`, and of a still picture's file for one that holds what it does: `rgba` where
  /// it has alpha, and `yuv444p10` or `yuva444p10` where it has more than eight bits. An image of a still is as large as the
  /// still, unless ``maximumSize`` is smaller; in a format without alpha it lies over black.
  public var pixelFormat: PixelBuffer.Format?
  /// The tolerance of an image's time before a requested time (`requestedTimeToleranceBefore`). With a tolerance a key
  /// frame of a media file is taken where there is one, which costs least; zero for exactly the frame that is shown at
  /// the time.
  public var toleranceBefore: CMTime = .positiveInfinity
  /// The tolerance of an image's time behind a requested time (`requestedTimeToleranceAfter`).
  public var toleranceAfter: CMTime = .positiveInfinity
  /// The part of stored pictures that is shown, and its shape (`apertureMode`). A video composition says that itself;
  /// where there is one, this is ignored.
  public var apertureMode = ApertureMode.clean
  /// Whether pictures are turned upright, as their track says (`appliesPreferredTrackTransform`, which is false unless
  /// set). A video composition says that itself; where there is one, this is ignored.
  public var appliesPreferredTransform = true
  /// The composition of the video tracks into one picture (`videoComposition`): instead of the edit's own, or of a
  /// media file, whose tracks have the numbers that ``Asset`` gives them; nil for the edit's own, and for the file's
  /// track as it is. With one, frames are those of its rate, and key frames do not matter.
  public var videoComposition: VideoComposition?

  /// The part of a stored picture that is shown, and its shape (`AVAssetImageGenerator.ApertureMode`).
  public enum ApertureMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// The clean aperture, in square pixels.
    case clean
    /// All that is stored, in square pixels.
    case production
    /// All that is stored, pixel for pixel, whatever their shape.
    case encoded
  }

  /// An image of one time.
  public struct Image: Sendable {
    /// The requested time.
    public var requestedTime: CMTime
    /// The beginning of the frame that it shows.
    public var actualTime: CMTime
    /// The picture: upright, in square pixels, unless the generator was set otherwise.
    public var picture: PixelBuffer
    /// Damage of the media found while the picture was made, where that is kept, and known damage of its whole file;
    /// damage that an earlier image has reported is left out.
    public var damage: [MediaDamage] = []
  }

  /// The result of one requested time (`AVAssetImageGenerator.Result`).
  public enum Outcome: Sendable {
    /// There is an image.
    case succeeded(Image)
    /// There is none, and why: `.outOfRange`, or what is wrong with the media, the edit or its compositor.
    case failed(requestedTime: CMTime, RenderError)
    /// It was cancelled before there was one.
    case cancelled(requestedTime: CMTime)

    /// The requested time.
    public var requestedTime: CMTime {
      switch self {
      case .succeeded(let image): image.requestedTime
      case .failed(let time, _), .cancelled(let time): time
      }
    }

    /// The image.
    ///
    /// - Throws: The error for which there is none; `.cancelled` where it was cancelled.
    public func get() throws(RenderError) -> Image {
      switch self {
      case .succeeded(let image): return image
      case .failed(_, let error): throw error
      case .cancelled: throw .cancelled()
      }
    }
  }

  /// Images of `source`: of a film, or of a file's first video track unless an ``AnalysisSubject`` names another one
  /// (`init(asset:)`). A file of sound alone shows its cover, the first of its ``AssetProperty/artwork``, at any time from
  /// zero on.
  public init(of source: some MediaSource, renderer: any Renderer) {
    self.source = source.analysisSubject.kind
    self.renderer = renderer
    memory = ImageMemory(renderer)
  }

  /// Images of the video track number `track` of a media file, counted from 0; if nil of the first enabled one.
  public init(of asset: AssetReference, track: Int?, renderer: any Renderer) {
    self.init(of: AnalysisSubject(asset, track: track), renderer: renderer)
  }

  /// The images at `times`, one outcome for each, in their order, whatever it is (`images(for:)`).
  ///
  /// Every group of pictures is decoded once: what is asked for of it is made at once, and waits until its turn comes. No
  /// more than some images are made ahead of the loop that takes them. Ending the loop early ends the work; cancelling the
  /// task that takes them cancels what is left.
  ///
  /// - Throws: `RenderError` where nothing can be made at all: what is wrong with the media, the edit or its compositor. A
  ///   time alone that cannot be had is a failure among the results: `.outOfRange`, or why its frame cannot be made.
  public func images(for times: [CMTime]) async throws(RenderError) -> Images {
    let delivery = ImageDelivery(of: times)
    try await begin(delivery)
    return Images(delivery)
  }

  /// Makes the images at `times`, and calls `handler` with one outcome for each, in their order
  /// (`generateCGImagesAsynchronously(forTimes:completionHandler:)`).
  ///
  /// Where nothing can be made at all, every time fails alike. `handler` is called on any thread, once at a time, and the
  /// work waits for it.
  ///
  /// - Returns: The handle by which the images are cancelled; the work goes on without it.
  @discardableResult
  public func generateImages(
    for times: [CMTime], completionHandler handler: @escaping @Sendable (Outcome) -> Void
  ) -> ImageRequests {
    let delivery = ImageDelivery(of: times)
    let task = Task {
      do throws(RenderError) {
        try await begin(delivery)
      } catch {
        delivery.failAll(error)
        delivery.finish()
      }
      while let outcome = await delivery.next() { handler(outcome) }
    }
    return ImageRequests(delivery, opening: task)
  }

  /// The exact image at `time`, or what the tolerances allow (`image(at:)`).
  ///
  /// - Throws: as `images(for:)`, and the failure of the time.
  public func image(at time: CMTime) async throws(RenderError) -> Image {
    for await result in try await images(for: [time]) { return try result.get() }
    throw .cancelled()
  }

  /// Opens what images are made of, and starts to make those of `delivery`.
  private func begin(_ delivery: ImageDelivery) async throws(RenderError) {
    let movie = try await movie()
    let requests = delivery.times.map { time in
      (time: time, frame: movie.frame(at: time, before: toleranceBefore, after: toleranceAfter))
    }
    let work = ImageWork(requests, movie: movie, delivery: delivery)
    let readers = try await openReaders(work.readerCount, of: movie)
    delivery.start { for reader in readers { reader.cancel() } }
    work.start(with: readers)
  }

  private func openReaders(_ count: Int, of movie: ImagedMovie) async throws(RenderError) -> [any PictureReader] {
    var readers: [any PictureReader] = []
    do {
      // A cover's file is removed behind the images.
      let media = movie.artwork == nil ? memory.media : nil
      for _ in 0..<count {
        readers.append(try await renderer.pictures(of: movie.plan, in: movie.pixelFormat, using: media))
      }
    } catch {
      for reader in readers { reader.close() }
      throw RenderError(describing: error)
    }
    return readers
  }
}
