/// What a layer covers of one row of a plane.
struct CoverageExtent: Hashable {
  /// The columns that are covered, if only in part.
  let covered: Range<Int>
  /// The columns that are covered wholly: the long middle, in which nothing has to be measured.
  let whole: Range<Int>

  /// `covered`, and within it `whole`.
  init(covered: Range<Int>, whole: Range<Int>) {
    self.covered = covered
    self.whole = whole.isEmpty ? covered.lowerBound..<covered.lowerBound : whole
  }

  /// What is covered of a row of samples, each of which serves pixels of the rows `pixelRows`, as `sampling` says.
  init(ofSamplesServing pixelRows: some Collection<CoverageExtent>, of sampling: PlaneSampling) {
    var covered: Range<Int>?
    var whole: Range<Int>?
    for row in pixelRows where !row.covered.isEmpty {
      covered = row.covered.union(covered)
    }
    for row in pixelRows {
      whole = row.whole.clamped(to: whole ?? row.whole)
    }
    self.init(
      covered: covered.map(sampling.columns(servingSomeOf:)) ?? 0..<0,
      whole: whole.map(sampling.columns(servingOnly:)) ?? 0..<0)
  }

  /// Nothing.
  static let none = CoverageExtent(covered: 0..<0, whole: 0..<0)
}
