/// How a color between the points of a lattice is made of those around it.
public enum Interpolation: String, Hashable, Sendable, CaseIterable {
  /// Of four of the eight corners around it, those of the tetrahedron that it lies in: greys stay greys where the table's
  /// are.
  case tetrahedral
  /// Of all eight corners.
  case trilinear
}
