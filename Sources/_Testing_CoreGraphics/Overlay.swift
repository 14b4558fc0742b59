// Empty on purpose. Swift Testing imports its additions of this name into files that import it beside Core Graphics;
// there are none here.
