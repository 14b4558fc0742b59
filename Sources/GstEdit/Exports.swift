// One import gives all that a user of the library works with.
@_exported public import Capture
@_exported public import Compositing
@_exported public import CompositorPlugins
@_exported public import DebugViews
@_exported public import EditServices
@_exported public import EditingModel
@_exported public import FilmOverviews
@_exported public import Layers
@_exported public import Loudness
@_exported public import MediaAnalysis
@_exported public import MediaFormats
@_exported public import MediaTime
@_exported public import Playing
@_exported public import ProjectFile
@_exported public import ProjectServices
@_exported public import Rendering
@_exported public import Subtitles
