import Rendering
import Waiting

/// The older way to load: by strings, with a completion handler (`AVAsynchronousKeyValueLoading`).
extension LoadableAsset {
  /// Loads the properties called `keys`, and calls `completionHandler` once, when each of them is loaded, failed or
  /// cancelled: ``statusOfValue(forKey:)`` returns which (`loadValuesAsynchronously(forKeys:completionHandler:)`).
  ///
  /// The handler is called on any thread, also where all keys are known already; never before this returns.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler: (@Sendable () -> Void)? = nil
  ) {
    let parts = keys.reduce(into: Set<AssetPart>()) { $0.formUnion(AssetKeys<Self>.known[$1]?.parts ?? []) }
    Task.detached(executorPreference: WorkerThreads.shared) {
      _ = await self.loader.load(parts)
      completionHandler?()
    }
  }

  /// The state of loading the property called `key` (`statusOfValue(forKey:error:)`). A key that no asset has is a
  /// failure.
  public func statusOfValue(forKey key: String) -> AssetPropertyStatus<Void> {
    guard let status = AssetKeys<Self>.known[key]?.status else {
      return .failed(
        RenderError(
          .unsupported, "Assets have no property “\(key)”.",
          remedy: "Use one of \(AssetKeys<Self>.known.keys.sorted().joined(separator: ", "))."))
    }
    return status(self)
  }
}

/// The properties by Apple's strings.
private enum AssetKeys<Root: LoadableAsset> {
  struct Key: Sendable {
    let parts: Set<AssetPart>
    let status: @Sendable (Root) -> AssetPropertyStatus<Void>

    init<Value>(_ property: AssetProperty<Root, Value>) {
      parts = property.parts
      status = { asset in
        switch asset.status(of: property) {
        case .unknown: .unknown
        case .loading: .loading
        case .loaded: .loaded(())
        case .failed(let error): .failed(error)
        case .cancelled: .cancelled
        }
      }
    }
  }

  static var known: [String: Key] {
    [
      "tracks": Key(.tracks), "duration": Key(.duration), "preferredTransform": Key(.preferredTransform),
      "naturalSize": Key(.presentationSize), "preferredRate": Key(.preferredRate),
      "preferredVolume": Key(.preferredVolume),
      "providesPreciseDurationAndTiming": Key(.providesPreciseDurationAndTiming), "playable": Key(.isPlayable),
      "readable": Key(.isReadable), "exportable": Key(.isExportable), "composable": Key(.isComposable),
      "hasProtectedContent": Key(.hasProtectedContent), "metadata": Key(.metadata),
      "commonMetadata": Key(.commonMetadata), "availableMetadataFormats": Key(.availableMetadataFormats),
      "creationDate": Key(.creationDate), "lyrics": Key(.lyrics), "availableChapterLocales": Key(.chapters),
    ]
  }
}
