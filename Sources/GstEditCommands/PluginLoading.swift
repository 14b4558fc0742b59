import Foundation
import GstEdit

extension CommandEnvironment {
  /// Loads the plug-ins at `paths`, and those in the folders for plug-ins; the renderer has their compositors from then on.
  ///
  /// One that was asked for must be usable; of those that merely lie in a folder the others are passed over, with a word
  /// about each.
  ///
  /// - Throws: `PluginError`.
  mutating func loadPlugins(_ paths: [String]) throws(PluginError) {
    var compositors = CompositorRegistry()
    for path in paths {
      let plugin = try CompositorPlugin(contentsOf: url(path))
      try compositors.register(plugin)
      plugins.append(plugin)
    }
    for file in pluginFolders.flatMap(CompositorPlugin.files) where !plugins.contains(where: { $0.url == file }) {
      do throws(PluginError) {
        let plugin = try CompositorPlugin(contentsOf: file)
        try compositors.register(plugin)
        plugins.append(plugin)
      } catch {
        say("gstedit: warning: \(error)\n")
      }
    }
    if !plugins.isEmpty { renderer = makeRenderer(compositors) }
  }
}
