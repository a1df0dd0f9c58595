-- Version 2. A position is kept once: of several, the newest stays.
DELETE FROM positions WHERE id NOT IN (SELECT max(id) FROM positions GROUP BY fen);
CREATE UNIQUE INDEX positions_fen ON positions (fen);
