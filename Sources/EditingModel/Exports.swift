// Users of the edits' types need colors, places and diagnostics too.
@_exported public import ModelValues
