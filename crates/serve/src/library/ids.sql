-- Version 4. The number of a game or job that is gone is not given to another one: somebody may still ask for it.
CREATE TABLE last_ids (
  of TEXT PRIMARY KEY,
  id INTEGER NOT NULL
) STRICT;
INSERT INTO last_ids VALUES ('games', 0), ('jobs', 0);
CREATE TRIGGER games_gone AFTER DELETE ON games BEGIN
  UPDATE last_ids SET id = max(id, old.id) WHERE of = 'games';
END;
CREATE TRIGGER jobs_gone AFTER DELETE ON jobs BEGIN
  UPDATE last_ids SET id = max(id, old.id) WHERE of = 'jobs';
END;
