public import Compositing
public import EditServices
public import Rendering

extension AssetReader {
  /// A reader of the file `asset` by the engine, with the custom compositors of `compositing`, which does with damaged media as
  /// `damagePolicy` says.
  public convenience init(
    asset: URLAsset, compositing: VideoCompositingSettings = VideoCompositingSettings(),
    damagePolicy: DamagePolicy = .refuse
  ) {
    self.init(asset: asset, renderer: Engine.renderer(compositing: compositing, damagePolicy: damagePolicy))
  }

  /// A reader of the composition `asset` by the engine, as that of a file.
  public convenience init(
    asset: CompositionAsset, compositing: VideoCompositingSettings = VideoCompositingSettings(),
    damagePolicy: DamagePolicy = .refuse
  ) {
    self.init(asset: asset, renderer: Engine.renderer(compositing: compositing, damagePolicy: damagePolicy))
  }
}
