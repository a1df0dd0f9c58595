-- Version 3. What a reader adds to a game (moves, notes, arrows) as PGN beside the tutor's, and the words a game is found by.
CREATE TABLE own_moves (
  game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  pgn TEXT NOT NULL,
  changed INTEGER NOT NULL
) STRICT;

-- Small letters without accents, apart from the long texts so that a search reads little. Filled in when a library is opened.
CREATE TABLE game_words (
  game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  words TEXT NOT NULL
) STRICT;
