-- Version 1. Times are seconds since 1970.
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  white TEXT NOT NULL,
  black TEXT NOT NULL,
  event TEXT NOT NULL,
  date TEXT NOT NULL,
  result TEXT NOT NULL,
  eco TEXT NOT NULL,
  opening TEXT NOT NULL,
  plies INTEGER NOT NULL,
  pgn TEXT NOT NULL,
  added INTEGER NOT NULL
) STRICT;

-- The newest annotation of a game, as the tutor's own JSON and in the forms it can be saved in.
CREATE TABLE annotations (
  game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  options TEXT NOT NULL,
  content TEXT NOT NULL,
  pgn TEXT NOT NULL,
  markdown TEXT NOT NULL,
  html TEXT NOT NULL,
  made INTEGER NOT NULL
) STRICT;

-- Positions kept for later, with the rule texts that are being worked on.
CREATE TABLE positions (
  id INTEGER PRIMARY KEY,
  fen TEXT NOT NULL,
  note TEXT NOT NULL,
  added INTEGER NOT NULL
) STRICT;

CREATE TABLE scratch_rules (
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  changed INTEGER NOT NULL
) STRICT;

-- What to practise: a position and what counts as right.
CREATE TABLE drills (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('mistake', 'endgame')),
  fen TEXT NOT NULL,
  game INTEGER REFERENCES games(id) ON DELETE CASCADE,
  content TEXT NOT NULL,
  added INTEGER NOT NULL,
  -- Spaced repetition.
  due INTEGER NOT NULL,
  interval_days REAL NOT NULL DEFAULT 0,
  ease REAL NOT NULL DEFAULT 2.5,
  streak INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  lapses INTEGER NOT NULL DEFAULT 0,
  UNIQUE (kind, fen)
) STRICT;
CREATE INDEX drills_due ON drills (due);

CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  drill INTEGER NOT NULL REFERENCES drills(id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  answer TEXT NOT NULL,
  passed INTEGER NOT NULL
) STRICT;

-- Work that outlives the page that asked for it, and the server that began it.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  input TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  note TEXT NOT NULL DEFAULT '',
  error TEXT,
  result TEXT,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_state ON jobs (state);
