public import Compositing
public import EditServices
public import EditingModel
public import FoundationEssentials
public import ProjectServices
import RenderEngine
public import Rendering

/// The engine that renders unless another one is named: GStreamer.
public enum Engine {
  /// A renderer of its own, with the custom compositors of `compositing`, which changes tracks' sound by `soundProcessing`, and does
  /// with damaged media as `damagePolicy` says.
  public static func renderer(
    compositing: VideoCompositingSettings = VideoCompositingSettings(),
    soundProcessing: SoundProcessing = SoundProcessing(), damagePolicy: DamagePolicy = .refuse
  ) -> any Renderer {
    GStreamerRenderer(compositing: compositing, soundProcessing: soundProcessing, damagePolicy: damagePolicy)
  }

  /// The installed framework: "GStreamer 1.22.0".
  public static var version: String { "GStreamer \(GStreamerRenderer.frameworkVersion)" }

  /// The installed parts that the engine uses: libraries, elements with their versions and packages, kinds of file that
  /// are read. Threads: any; the first call of a process may take a second, in which it starts the engine.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the engine cannot start.
  public static func installation() throws(RenderError) -> Installation { try GStreamerRenderer.installation() }

  /// Starts the engine, which otherwise starts when it is first needed: it finds out what is installed, for which it may run
  /// programs and write into the user's cache folder. A process that is about to give up the right to do so calls this
  /// before.
  public static func start() {
    // An engine that cannot start is an error of its first use.
    try? renderer().check(ExportRules.defaults(for: .mp4))
  }

  /// Hands over what the libraries underneath say on their own account. Without a handler it is discarded.
  ///
  /// `handler` is called on any thread.
  public static func onMessage(_ handler: (@Sendable (_ message: String) -> Void)?) {
    GStreamerRenderer.onMessage(handler)
  }

  /// Keeps the process's memory from growing with the number of clips: glibc then has two heaps for all threads, and a
  /// picture's memory is kept for the next one. Measured over 400 cuts: 95 MB as over 40; without it 113 MB and 101.
  ///
  /// For the program that holds the engine to decide, since it holds for the whole process; to be called before the process
  /// starts its first thread. Source: `mallopt(3)`, `M_ARENA_MAX`.
  public static func shareHeaps() {
    GStreamerRenderer.shareHeaps()
  }

  /// Removes what running exports have written so far: for a process that must end at once, and cannot wait until they
  /// have cleaned up behind themselves.
  public static func removeUnfinishedFiles() {
    GStreamerRenderer.removeUnfinishedFiles()
  }
}

extension ExportSession {
  /// A session for `request` on the engine, with the custom compositors of `compositing`, which changes tracks' sound by
  /// `soundProcessing`, and does with damaged media as `damagePolicy` says.
  public convenience init(
    _ request: ExportRequest, compositing: VideoCompositingSettings = VideoCompositingSettings(),
    soundProcessing: SoundProcessing = SoundProcessing(), damagePolicy: DamagePolicy = .refuse
  ) {
    self.init(
      request,
      renderer: Engine.renderer(
        compositing: compositing, soundProcessing: soundProcessing, damagePolicy: damagePolicy))
  }
}

extension MediaInspector {
  /// An inspector that asks the engine.
  public init() {
    self.init(renderer: Engine.renderer())
  }
}

extension VideoComposition {
  /// Has the engine look into the media of `composition`, and makes the video composition that shows it as it is
  /// (`videoComposition(withPropertiesOf:)`).
  ///
  /// - Throws: As `videoComposition(withPropertiesOf:inspector:)` does.
  public static func videoComposition(
    withPropertiesOf composition: Composition
  ) async throws(RenderError) -> VideoComposition {
    try await videoComposition(withPropertiesOf: composition, inspector: MediaInspector())
  }
}

extension URLAsset {
  /// The file at `url`, which the engine looks into; called `name` in errors, or by the last component of its path.
  public convenience init(url: URL, name: String? = nil, options: Options = Options()) {
    self.init(url: url, name: name, options: options, inspector: MediaInspector())
  }
}

extension CompositionAsset {
  /// `composition`, into whose media the engine looks.
  public convenience init(_ composition: Composition) {
    self.init(composition, inspector: MediaInspector())
  }
}

extension PassthroughExport {
  /// The file of `copy` at `outputURL`, made by the engine.
  public init(
    _ copy: PacketCopy, to outputURL: URL, replacesExistingFile: Bool = false, stagingURL: URL? = nil
  ) {
    self.init(
      copy, to: outputURL, replacesExistingFile: replacesExistingFile, stagingURL: stagingURL,
      renderer: Engine.renderer())
  }
}

extension PresetCompatibility {
  /// The presets for files that the engine reads and writes.
  public init() {
    self.init(renderer: Engine.renderer())
  }
}

extension FileConversion {
  /// The conversion of `assets` by the engine.
  public init(_ assets: [AssetReference], choices: ProjectRender.Choices = ProjectRender.Choices()) {
    self.init(assets, choices: choices, renderer: Engine.renderer())
  }
}
