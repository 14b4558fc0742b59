// Whoever edits deals in colors, places and diagnostics too.
@_exported public import ModelValues
