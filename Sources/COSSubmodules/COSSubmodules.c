// What SwiftPM takes for a target's source: the module map is all there is.
