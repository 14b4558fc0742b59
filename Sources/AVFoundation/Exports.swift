@_exported public import CoreMedia
@_exported public import Dispatch
@_exported public import FoundationNetworking
@_exported public import ImageIO
@_exported public import MediaToolbox
@_exported public import QuartzCore
@_exported public import UniformTypeIdentifiers
