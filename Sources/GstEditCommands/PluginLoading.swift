import Foundation
import GstEdit

extension CommandEnvironment {
  /// Loads the plug-ins of `options`, and those in the folders for plug-ins; the renderer has their compositors from then
  /// on, and treats them as `options` say.
  ///
  /// One that was asked for must be usable; of those that merely lie in a folder the others are passed over, with a word
  /// about each.
  ///
  /// - Throws: `PluginError`.
  mutating func loadPlugins(_ options: CompositorOptions) throws(PluginError) {
    let isolation = options.isolatesPlugins ? PluginIsolation() : nil
    var compositors = CompositorRegistry()
    for path in options.plugins {
      let plugin = try CompositorPlugin(contentsOf: url(path), isolation: isolation)
      try compositors.register(plugin)
      plugins.append(plugin)
    }
    for file in pluginFolders.flatMap(CompositorPlugin.files) where !plugins.contains(where: { $0.url == file }) {
      do throws(PluginError) {
        let plugin = try CompositorPlugin(contentsOf: file, isolation: isolation)
        try compositors.register(plugin)
        plugins.append(plugin)
      } catch {
        say("gstedit: warning: \(error)\n")
      }
    }
    guard !plugins.isEmpty else { return }
    renderer = makeRenderer(
      VideoCompositingSettings(compositors: compositors, failurePolicy: options.failurePolicy))
  }
}
