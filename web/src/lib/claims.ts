// Generated from crates/claims by its test `schema`; do not edit.

export type Color = "white" | "black";

export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

export type Man = { 
/**
 * Whose.
 */
color: Color, 
/**
 * What.
 */
role: Role, };

export type Square = string;

export type Set = Array<string>;

export type Move = string;

export type Entry = string;

export type Line = Array<Entry>;

export type Score = { "cp": number } | { "mate": number } | { "table": number };

export type Margin = "equal" | "slight" | "clear" | "large" | "winning" | "decided";

export type Theme = "advancedPawn" | "advantage" | "anastasiaMate" | "arabianMate" | "attackingF2F7" | "attraction" | "backRankMate" | "balestraMate" | "bishopEndgame" | "blindSwineMate" | "bodenMate" | "capturingDefender" | "castling" | "clearance" | "collinearMove" | "cornerMate" | "crushing" | "defensiveMove" | "deflection" | "discoveredAttack" | "discoveredCheck" | "doubleBishopMate" | "doubleCheck" | "dovetailMate" | "enPassant" | "endgame" | "epauletteMate" | "equality" | "exposedKing" | "fork" | "hangingPiece" | "hookMate" | "interference" | "intermezzo" | "killBoxMate" | "kingsideAttack" | "knightEndgame" | "long" | "master" | "masterVsMaster" | "mate" | "mateIn1" | "mateIn2" | "mateIn3" | "mateIn4" | "mateIn5" | "middlegame" | "morphysMate" | "oneMove" | "opening" | "operaMate" | "overloading" | "pawnEndgame" | "pillsburysMate" | "pin" | "promotion" | "queenEndgame" | "queenRookEndgame" | "queensideAttack" | "quietMove" | "rookEndgame" | "sacrifice" | "short" | "skewer" | "smotheredMate" | "superGM" | "swallowstailMate" | "trappedPiece" | "triangleMate" | "underPromotion" | "veryLong" | "vukovicMate" | "xRayAttack" | "zugzwang";

export type Payoff = { "mate": number } | "promotion" | "exchange" | { "wins": Role };

export type Trade = { 
/**
 * Won.
 */
won: Array<Role>, 
/**
 * Given.
 */
given: Array<Role>, };

export type Device = { 
/**
 * Which.
 */
theme: Theme, 
/**
 * After how many entries it is on the board.
 */
ply: number, 
/**
 * The man that does it.
 */
actor: Square, 
/**
 * Those it is done to.
 */
targets: Set, 
/**
 * The square it turns on, if there is one: the guard drawn away, the square cleared, the piece behind.
 */
key: Square | null, };

export type Effect = { "protects": Square } | { "attacks": Square } | { "saves": Square } | { "recaptures": Square } | { "develops": Square } | { "castles": Square } | { "takes_open_file": Square } | { "checks": Square } | { "offers": Square } | { "pins": Square } | { "challenges": Square } | { "invades_seventh": Square } | { "takes_half_open_file": Square } | { "doubles_rooks": Square } | { "connects_rooks": Square } | { "backs_passer": Square } | { "takes_outpost": Square } | { "centralises": Square } | { "pushes_passer": Square } | { "blockades": Square } | { "makes_luft": Square } | { "gains_space": Square } | { "activates_king": Square } | { "trades": Square } | { "offers_trade": Square } | { "avoids_trade": Square } | { "unpins": Square } | { "presses": Square } | { "supports": Square } | { "opens": Square } | { "takes_square": Square } | { "undermines": Square } | { "strikes_centre": Square } | { "advances_queenside": Square } | { "advances_kingside": Square } | { "occupies_centre": Square } | { "eyes_centre": Square } | { "keeps_tension": Square } | { "queen_invades": Square } | { "simplifies": Square } | { "offers_simpler": Square } | { "gains_scope": Square } | { "breaks_bishop_pair": Square } | { "regains": Square } | { "brings_king": Square } | { "leaves_line": Square } | { "takes_diagonal": Square } | { "queen_takes_file": Square } | { "gives_bishop": Square } | { "gives_knight": Square } | { "trades_in_centre": Square } | { "doubles_heavy": Square } | { "leaves_check": Square } | { "blocks_check": Square } | { "takes_checker": Square };

export type Goal = { "manoeuvre": { 
/**
 * Its kind (a pawn's march is [`Goal::Advance`]).
 */
role: Role, 
/**
 * All squares it stands on.
 */
path: Array<Square>, } } | { "advance": { 
/**
 * Where it stands at the start.
 */
from: Square, 
/**
 * Where it stands there.
 */
to: Square, 
/**
 * It attacks an enemy pawn there: a break.
 */
lever: boolean, } } | { "castle": { 
/**
 * The king's new square.
 */
to: Square, } } | { "exchange": { 
/**
 * Side's piece that goes.
 */
own: Role, 
/**
 * The enemy's piece that goes.
 */
enemy: Role, 
/**
 * Where.
 */
square: Square, } } | { "occupy": { 
/**
 * Its kind.
 */
role: Role, 
/**
 * Where it stands at the start.
 */
from: Square, 
/**
 * Where it stands there.
 */
to: Square, } } | { "develop": { 
/**
 * Its kind.
 */
role: Role, 
/**
 * Its first square, where it stands at the start.
 */
from: Square, 
/**
 * Where it stands there.
 */
to: Square, } };

export type Idea = "outpost" | { "blocks": Square } | "open_file" | { "presses": Square } | "seventh" | { "breaks": Square } | "passer" | { "storms": Square } | "majority" | "centre" | "castles";

export type How = "captures" | "leaves" | "guards" | "blocks" | "pins" | "flight" | "counters";

export type Asset = { "scope": { 
/**
 * Squares that it attacks there.
 */
sees: number, 
/**
 * Squares that it would attack from where it came.
 */
instead: number, } } | "outpost" | "open_file" | "half_open_file" | "seventh" | { "guards": Square } | { "presses": Square } | "safety" | "out_of_check" | "near_king" | "passed" | { "opens": Square } | { "nears": Square } | { "denies": [Square, Square] } | { "holds": [Square, Square] } | { "blocks": Square } | { "behind": Square } | { "escorts": Square } | "connects" | { "pins": Square } | { "frees": Square } | "centre" | { "faces": Square } | { "unchecked": [Square, Square] } | { "shelter": { 
/**
 * Pawns before him there.
 */
pawns: number, 
/**
 * Pawns before the square that he left.
 */
instead: number, } } | "way_out";

export type Why = { "guard": Square } | "pair" | { "spoils": Square } | { "ahead": number } | { "opens": Square } | { "passed": Square } | { "active": { 
/**
 * Squares that the enemy's man attacked.
 */
sees: number, 
/**
 * Squares that Side's man attacked.
 */
instead: number, } } | { "brings": Square } | { "draws": Move } | { "lures": Move };

export type Reason = { "answers": { 
/**
 * The move that would carry the threat out.
 */
threat: Move, 
/**
 * What it would win.
 */
payoff: Payoff, 
/**
 * Men that would change hands, seen by the other side.
 */
trade: Trade, 
/**
 * How, if it has a name.
 */
how: How | null, } } | { "stops": { 
/**
 * The move that is stopped.
 */
theirs: Move, } } | { "baits": { 
/**
 * The capture.
 */
taking: Move, } } | { "prepares": { 
/**
 * The move that is prepared.
 */
next: Move, } } | { "improves": { 
/**
 * Its new square.
 */
square: Square, 
/**
 * What it has.
 */
asset: Asset, 
/**
 * A line with another answer.
 */
also: Line, } } | { "forestalls": { 
/**
 * The move that would be strong.
 */
theirs: Move, 
/**
 * Its score for the other side, after the pass.
 */
score: Score, 
/**
 * The other side's score after the move.
 */
otherwise: Score, } } | { "heads": { 
/**
 * The man's next move.
 */
next: Move, } } | { "hits": { 
/**
 * The capture that would follow.
 */
taking: Move, } } | { "spares": { 
/**
 * The exchange that is avoided.
 */
taking: Move, } } | { "exchanges": { 
/**
 * Where.
 */
square: Square, 
/**
 * Why it helps.
 */
why: Why, } };

export type End = "checkmate" | "stalemate" | "insufficient";

export type FeatureNumbers = { 
/**
 * Its id, as in `knowledge/features.toml`, whose gloss defines the count.
 */
id: string, 
/**
 * Whose.
 */
owner: Color, 
/**
 * Count at the start.
 */
before: number, 
/**
 * Count there.
 */
after: number, 
/**
 * What it is worth to its owner at the start, in centipawns: the evaluation's word.
 */
cp_before: number, 
/**
 * What it is worth to its owner there.
 */
cp_after: number, };

export type Change = "gained" | "lost" | "allowed" | "removed" | "present";

export type Purpose = "gains" | "losses" | "assets" | "burdens";

export type RuleText = { 
/**
 * The file it stands in.
 */
file: string, 
/**
 * Its name.
 */
rule: string, 
/**
 * Its reason, in English.
 */
reason: string, };

export type RatingScale = "lichess" | "chess_com" | "fide";

export type Rated = { 
/**
 * The number.
 */
number: number, 
/**
 * Whose.
 */
scale: RatingScale, };

export type Way = { 
/**
 * The move.
 */
mv: Move, 
/**
 * So many of a hundred play it.
 */
percent: number, 
/**
 * Its score.
 */
score: Score, };

export type People = { "play": { 
/**
 * The move.
 */
mv: Move, 
/**
 * So many of a hundred.
 */
percent: number, } } | { "miss": { 
/**
 * The move.
 */
mv: Move, 
/**
 * So many of a hundred play it.
 */
percent: number, 
/**
 * Its score.
 */
score: Score, 
/**
 * Score of the best other move.
 */
next: Score, } } | { "tempted": { 
/**
 * The natural move.
 */
mv: Move, 
/**
 * So many of a hundred play it.
 */
percent: number, 
/**
 * Its score.
 */
score: Score, 
/**
 * Score of the best move.
 */
best: Score, } } | { "answer": { 
/**
 * The answer.
 */
mv: Move, 
/**
 * So many of a hundred play it.
 */
percent: number, 
/**
 * If the answer is a mistake, its score and that of the best answer, both for Side: the answer leaves Side an expected result
 * higher by at least [`limits::TEMPTING_CHANCE`].
 */
trap: [Score, Score] | null, } } | { "go_wrong": { 
/**
 * The moves.
 */
ways: Array<Way>, 
/**
 * Score of the best move.
 */
best: Score, 
/**
 * So many of a hundred go wrong.
 */
wrong: number, 
/**
 * What they get.
 */
expected: number, 
/**
 * What the best move promises.
 */
promised: number, } };

export type Statement = { "says": "standing", 
/**
 * How much.
 */
margin: Margin, 
/**
 * Score of the best line.
 */
score: Score, } | { "says": "over", 
/**
 * How.
 */
end: End, } | { "says": "feature", 
/**
 * Which, whose, how many.
 */
numbers: FeatureNumbers, 
/**
 * What that means to Side.
 */
change: Change, 
/**
 * Where it is seen.
 */
squares: Set, 
/**
 * The count there is the largest on the way and is gone again when the line ends.
 */
passing: boolean, } | { "says": "concept", 
/**
 * The name that the rule concludes.
 */
name: string, 
/**
 * What the rule is for.
 */
purpose: Purpose, 
/**
 * The rule.
 */
rule: RuleText, 
/**
 * The features that its conditions name.
 */
features: Array<FeatureNumbers>, 
/**
 * Where the rule says that it is seen: all squares of those features of that side, taken together, there or (of a
 * change) as [`Statement::Feature`] says; if their number has not changed, the squares to which their men went.
 */
squares: Set, 
/**
 * It speaks of something that is there no more: the squares are those at the start.
 */
gone: boolean, } | { "says": "structure", 
/**
 * Its name.
 */
name: string, 
/**
 * The pawns on the squares that the definition names.
 */
squares: Set, } | { "says": "practice", 
/**
 * Games.
 */
games: number, 
/**
 * Side's score in percent.
 */
score: number, 
/**
 * Where the pawn stands.
 */
from: Square, 
/**
 * Where it went.
 */
to: Square, 
/**
 * In how many of a hundred games Side made it.
 */
percent: number, } | { "says": "material", 
/**
 * What is won.
 */
payoff: Payoff, 
/**
 * By how many points.
 */
points: number, 
/**
 * Side's points minus the other side's at the start (or before the capture that is being taken back): if negative, Side
 * gets back what it had lost.
 */
before: number, 
/**
 * Men that changed hands; empty after a promotion.
 */
trade: Trade, 
/**
 * The device that wins it, if one is known.
 */
device: Device | null, 
/**
 * Score of the line.
 */
score: Score, } | { "says": "sacrifice", 
/**
 * What is given and what is got for it, seen by the other side.
 */
trade: Trade, 
/**
 * How many points.
 */
points: number, 
/**
 * Score of the line.
 */
score: Score, 
/**
 * Where the first piece is given up.
 */
square: Square, } | { "says": "device", 
/**
 * The device.
 */
device: Device, 
/**
 * What it wins.
 */
payoff: Payoff, 
/**
 * Men that change hands.
 */
trade: Trade, } | { "says": "mate", 
/**
 * Side's moves until mate.
 */
moves: number, 
/**
 * The named picture on the last board.
 */
pattern: Theme | null, } | { "says": "threat", 
/**
 * What is threatened.
 */
payoff: Payoff, 
/**
 * Men that would change hands, seen by Side; empty for a mate or a promotion.
 */
trade: Trade, 
/**
 * The threatening move.
 */
mv: Move, 
/**
 * The device, if one is known.
 */
device: Device | null, 
/**
 * Score after the pass.
 */
score: Score, 
/**
 * Score if the other side does not pass but plays its best.
 */
otherwise: Score, } | { "says": "plan", 
/**
 * What.
 */
goal: Goal, } | { "says": "idea", 
/**
 * Its kind.
 */
role: Role, 
/**
 * All squares it stands on, the present one first.
 */
path: Array<Square>, 
/**
 * What for.
 */
idea: Idea, 
/**
 * Score of the first step.
 */
score: Score, 
/**
 * Score of the position as it is.
 */
now: Score, } | { "says": "effect", 
/**
 * What.
 */
effect: Effect, } | { "says": "reason", 
/**
 * The move.
 */
mv: Move, 
/**
 * What for.
 */
reason: Reason, 
/**
 * What happens without it, from the start.
 */
otherwise: Line, } | { "says": "allows", 
/**
 * The move that is allowed.
 */
mv: Move, 
/**
 * What it does.
 */
effect: Effect, } | { "says": "only_move", 
/**
 * The move.
 */
mv: Move, 
/**
 * Its score.
 */
score: Score, 
/**
 * Score of the best other move; nothing if there is no other legal move.
 */
next: Score | null, } | { "says": "missed_chance", 
/**
 * The move not played.
 */
mv: Move, 
/**
 * What it wins.
 */
payoff: Payoff, 
/**
 * Men that would have changed hands, seen by Side; empty for a mate or a promotion.
 */
trade: Trade, 
/**
 * Its score.
 */
score: Score, 
/**
 * Score of the move played.
 */
played: Score, } | { "says": "pitfall", 
/**
 * The natural move that fails.
 */
mv: Move, 
/**
 * What the other side gets.
 */
payoff: Payoff, 
/**
 * Men that change hands, seen by the other side; empty for a mate or a promotion.
 */
trade: Trade, 
/**
 * Its score.
 */
score: Score, 
/**
 * Score of the best move.
 */
best: Score, } | { "says": "endgame", 
/**
 * 1 won, 0 drawn, -1 lost.
 */
value: number, 
/**
 * Entries of the line after which the value is asked for.
 */
at: number, 
/**
 * Moves to mate from there on.
 */
mate_in: number | null, 
/**
 * The deciding rule of the endgame's theory.
 */
rule: RuleText | null, 
/**
 * The squares the rule speaks of.
 */
squares: Set, } | { "says": "zugzwang", 
/**
 * 1 or 0.
 */
value: number, 
/**
 * 0 or -1.
 */
otherwise: number, } | { "says": "opening", 
/**
 * Its code.
 */
eco: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The moves from the usual beginning to the start; empty if the start itself has the name.
 */
game: Array<Move>, 
/**
 * The table knows the start, and not the position after the first move of the line.
 */
leaves: boolean, } | { "says": "better", 
/**
 * The better move.
 */
mv: Move, 
/**
 * The other one.
 */
other: Move, 
/**
 * Score of the better one.
 */
score: Score, 
/**
 * Score of the other one.
 */
other_score: Score, } | { "says": "best", 
/**
 * The move.
 */
mv: Move, 
/**
 * It is the analyst's first choice.
 */
first: boolean, 
/**
 * Its score.
 */
score: Score, 
/**
 * Score of the analyst's first choice.
 */
best: Score, } | { "says": "people", 
/**
 * Who.
 */
rating: Rated, 
/**
 * What.
 */
people: People, };

export type About = "position" | "threat" | "plan" | "aim" | "concession" | "alternative";

export type Worth = number;

export type Claim = { 
/**
 * Where in an explanation it belongs.
 */
about: About, 
/**
 * The side it speaks for: whose asset, plan, move or loss it is (each [`Statement`] says which).
 */
side: Color, 
/**
 * The position asked about, as FEN.
 */
fen: string, 
/**
 * The position before the last move, if that move was a capture: taking back wins nothing.
 */
before?: string, 
/**
 * The line that shows it, from the position asked about.
 */
line: Line, 
/**
 * The statement holds in the position after this many entries of the line.
 */
ply: number, 
/**
 * The men it speaks of, where they stand there (at the start if [`Statement::is_gone`]).
 */
men: Array<[Square, Man]>, 
/**
 * What it is worth to its side: positive if good for it. For ranking only.
 */
worth: Worth, 
/**
 * What is said.
 */
statement: Statement, };
