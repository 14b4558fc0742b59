@_exported public import CoreMedia
@_exported public import Dispatch
@_exported public import FoundationNetworking
@_exported public import ImageIO
@_exported public import MediaToolbox
@_exported public import MobileCoreServices
@_exported public import QuartzCore
@_exported public import UniformTypeIdentifiers

@_exported public import class os.OSLog
@_exported public import struct os.OSLogType
@_exported public import typealias os.os_unfair_lock
@_exported public import func os.os_unfair_lock_assert_not_owner
@_exported public import func os.os_unfair_lock_assert_owner
@_exported public import func os.os_unfair_lock_lock
@_exported public import typealias os.os_unfair_lock_s
@_exported public import typealias os.os_unfair_lock_t
@_exported public import func os.os_unfair_lock_trylock
@_exported public import func os.os_unfair_lock_unlock
