-- Version 5. What games are found by, apart from the long texts, so that a search reads little; the positions they went
-- through; what the tutor found in them. Filled in when a library is opened. Drills of any kind, with a rating and themes.
DROP TABLE game_words;
CREATE TABLE game_facts (
  game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  -- Small letters without accents.
  words TEXT NOT NULL,
  white TEXT NOT NULL,
  black TEXT NOT NULL,
  result TEXT NOT NULL,
  eco TEXT NOT NULL,
  date TEXT NOT NULL,
  white_elo INTEGER,
  black_elo INTEGER,
  plies INTEGER NOT NULL,
  endings TEXT NOT NULL,
  -- The same for games with the same moves, players and year.
  twin INTEGER NOT NULL
) STRICT;
CREATE INDEX game_facts_twin ON game_facts (twin);
CREATE INDEX game_facts_date ON game_facts (date, game);

-- Four bytes for each position of a game, the first one included.
CREATE TABLE game_places (
  game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  -- White's half points; null if there is no result.
  half_points INTEGER,
  -- The mean of both players'.
  rating INTEGER,
  places BLOB NOT NULL
) STRICT;

-- Motifs and concepts of the tutor's comments; the empty one says that they were looked for.
CREATE TABLE game_themes (
  game INTEGER NOT NULL REFERENCES annotations(game) ON DELETE CASCADE,
  theme TEXT NOT NULL,
  PRIMARY KEY (theme, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_themes_game ON game_themes (game);

CREATE TABLE attempts_before AS SELECT id, drill, at, answer, passed FROM attempts;
DROP TABLE attempts;
CREATE TABLE drills_now (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  fen TEXT NOT NULL,
  game INTEGER REFERENCES games(id) ON DELETE CASCADE,
  content TEXT NOT NULL,
  added INTEGER NOT NULL,
  due INTEGER NOT NULL,
  interval_days REAL NOT NULL DEFAULT 0,
  ease REAL NOT NULL DEFAULT 2.5,
  streak INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  lapses INTEGER NOT NULL DEFAULT 0,
  rating INTEGER,
  -- With blanks between them and around them.
  themes TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, fen)
) STRICT;
INSERT INTO drills_now SELECT id, kind, fen, game, content, added, due, interval_days, ease, streak, tries, lapses, NULL, '' FROM drills;
DROP TABLE drills;
ALTER TABLE drills_now RENAME TO drills;
CREATE INDEX drills_due ON drills (due);
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  drill INTEGER NOT NULL REFERENCES drills(id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  answer TEXT NOT NULL,
  passed INTEGER NOT NULL
) STRICT;
INSERT INTO attempts SELECT id, drill, at, answer, passed FROM attempts_before;
DROP TABLE attempts_before;
