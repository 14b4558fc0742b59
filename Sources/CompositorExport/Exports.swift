// One import gives all that a plug-in is written with.
@_exported public import Compositing
@_exported public import EditingModel
@_exported public import MediaFormats
@_exported public import MediaTime
