import TestSupport
import Testing

/// The expectation is checked by hand before anything is measured with it.
@Suite struct FilmEditTests {
  private let film = IndexedFilm(film: 1) {
    $0.frameCount = 100
    $0.timing = .constant(FrameRate(25))
  }

  private func indices(_ edit: FilmEdit) -> [Int] {
    edit.frames.map { reading in
      if case .frame(let code) = reading { Int(code.index) } else { -1 }
    }
  }

  @Test func `At the same rate each frame shows the next one`() {
    let edit = FilmEdit(
      frameDuration: Fraction(1, 25),
      cuts: [
        .init(film: film, start: Fraction(10, 25), duration: Fraction(3, 25)),
        .init(film: film, start: Fraction(50, 25), duration: Fraction(2, 25)),
      ])
    #expect(indices(edit) == [10, 11, 12, 50, 51])
  }

  @Test func `At twice the rate each frame is shown twice, at half the rate each second one`() {
    let cut = FilmEdit.Cut(film: film, start: Fraction(4, 25), duration: Fraction(4, 25))
    #expect(indices(FilmEdit(frameDuration: Fraction(1, 50), cuts: [cut])) == [4, 4, 5, 5, 6, 6, 7, 7])
    #expect(indices(FilmEdit(frameDuration: Fraction(2, 25), cuts: [cut])) == [4, 6])
  }

  @Test func `A duration that is no whole number of frames is covered to its end`() {
    let cut = FilmEdit.Cut(film: film, start: .zero, duration: Fraction(81, 1000))
    #expect(indices(FilmEdit(frameDuration: Fraction(1, 25), cuts: [cut])) == [0, 1, 2])
  }

  @Test func `A cut between two frames moves the source's grid`() {
    // Frame 1 is at 0.04 s: 0.01 s into the second piece, which starts at 0.055 s in the film, 0.065 s, its frame 1.
    let edit = FilmEdit(
      frameDuration: Fraction(1, 25),
      cuts: [
        .init(film: film, start: Fraction(1), duration: Fraction(3, 100)),
        .init(film: film, start: Fraction(55, 1000), duration: Fraction(1, 10)),
      ])
    #expect(indices(edit) == [25, 1, 2, 3])
  }

  @Test func `Frames of variable length contain the times from their start to the next`() {
    let timing = FrameTiming.cycle(durations: [30, 10, 60], timescale: 1000)
    #expect(timing.start(of: 5) == Fraction(140, 1000))
    #expect(
      [0, 29, 30, 39, 40, 99, 100, 139, 140].map { timing.frame(at: Fraction($0, 1000)) }
        == [0, 0, 1, 1, 2, 2, 3, 4, 5])
  }

  @Test func `Fractions are exact, reduced and rounded as they say`() {
    #expect(Fraction(6, -4) == Fraction(-3, 2))
    #expect(Fraction(-3, 2).floor == -2)
    #expect(Fraction(-3, 2).ceiling == -1)
    #expect(Fraction(5, 2).rounded == 3)
    #expect(Fraction(1001, 30_000).description == "1001/30000")
    #expect(Fraction(1, 3) + Fraction(1, 6) == Fraction(1, 2))
    #expect(Fraction(1, 3) / Fraction(2, 3) < Fraction(51, 100))
  }
}
