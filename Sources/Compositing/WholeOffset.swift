import EditingModel

/// A map that moves by whole samples, so that nothing has to be mixed.
struct WholeOffset: Hashable {
  /// Samples to the right.
  let across: Int
  /// Samples down.
  let down: Int

  /// The offset that `map` is, or nil where it is more than that or leads from `mask` out of `area`.
  init?(_ map: Transform, of mask: CoverageMask, in area: PlaneArea) {
    guard map == .translation(x: map.tx, y: map.ty), let across = Int(exactly: map.tx), let down = Int(exactly: map.ty)
    else { return nil }
    let reach = -(1 << 40)...1 << 40
    guard reach.contains(across), reach.contains(down),
      area.columns.contains(mask.columns.lowerBound + across),
      area.columns.contains(mask.columns.upperBound - 1 + across),
      area.rows.contains(mask.rows.lowerBound + down), area.rows.contains(mask.rows.upperBound - 1 + down)
    else { return nil }
    self.across = across
    self.down = down
  }
}
