-- Version 6. Profiles of players: what was seen in a game, once for each side, and what all games together say.
CREATE TABLE game_records (
  game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
  white INTEGER NOT NULL,
  -- Who looked, and how far: records made otherwise are made anew.
  made_by TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (game, white)
) STRICT, WITHOUT ROWID;

CREATE TABLE profiles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  player TEXT NOT NULL UNIQUE,
  games INTEGER NOT NULL,
  content TEXT NOT NULL,
  made INTEGER NOT NULL
) STRICT;
