// Nothing. Swift Testing announces additions of this name to whoever imports it beside Core Graphics, and comes without them here.
