//! Boards to look at: Unicode for the terminal, SVG for everything else.
