public import Compositing
public import EditServices
public import Rendering

extension PackageSession {
  /// A session for `request` on the engine, with the custom compositors of `compositing`, which does with damaged media as
  /// `damagePolicy` says.
  public init(
    _ request: PackageRequest, compositing: VideoCompositingSettings = VideoCompositingSettings(),
    damagePolicy: DamagePolicy = .refuse
  ) {
    self.init(request, renderer: Engine.renderer(compositing: compositing, damagePolicy: damagePolicy))
  }
}
