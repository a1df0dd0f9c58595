//! The facts the tutor can claim. Each variant says what must be true on the board.
//!
//! Terms used below. *Start*: the position asked about. *There*: the position after the claim's `ply` entries of its line.
//! *Side*: the claim's side. *Points*: pawn 1, knight and bishop 3, rook 5, queen 9. The line is always legal.

use philidor_chess::shakmaty::{Bitboard, Color, Move, Role, Square};
use philidor_know::{features::FeatureId, search::Score};

use crate::{motif::Motif, payoff::Payoff, refine::Purpose, theme::Theme};

/// How much better one side stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Margin {
    /// |score| < 25 centipawns.
    Equal,
    /// Below 70.
    Slight,
    /// Below 150.
    Clear,
    /// Below 350.
    Large,
    /// Below a proven win.
    Winning,
    /// A mate that the search has proven, or an exact table win.
    Decided,
}

/// What a move does at once, before any line is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deed {
    /// The moved man attacks `target` (an own man) there and did not at the start; the enemy could win material by taking
    /// on `target` at the start (had it been his move), and cannot there.
    Protects(Square),
    /// The moved man attacks `target` (an enemy man) there and did not at the start, and taking on `target` would win
    /// material there if it were Side's move.
    Attacks(Square),
    /// The man that moved stood on this square, where the enemy could have won material by taking it (had it been his
    /// move), and cannot be taken at a profit where it went.
    Saves(Square),
    /// The move captures on the square on which the enemy has just captured.
    Recaptures(Square),
    /// A knight or bishop leaves its first square.
    Develops(Square),
    /// Castling; the king goes to this square.
    Castles(Square),
    /// A rook goes to a file without pawns, which it was not on.
    TakesOpenFile(Square),
    /// The move gives check.
    Checks(Square),
    /// The moved piece can be taken on this square, and the enemy would come out at least two points ahead by taking there,
    /// what the move took counted.
    Offers(Square),
    /// The moved line piece pins `target` (an enemy piece) to its king there, and nothing pinned it at the start.
    Pins(Square),
    /// The moved pawn attacks `target` (an enemy pawn) there and did not at the start.
    Challenges(Square),
}

impl Deed {
    /// The square it is about.
    pub fn square(self) -> Square {
        match self {
            Deed::Protects(sq)
            | Deed::Attacks(sq)
            | Deed::Saves(sq)
            | Deed::Recaptures(sq)
            | Deed::Develops(sq)
            | Deed::Castles(sq)
            | Deed::TakesOpenFile(sq)
            | Deed::Checks(sq)
            | Deed::Offers(sq)
            | Deed::Pins(sq)
            | Deed::Challenges(sq) => sq,
        }
    }

    /// Key of its words.
    pub fn id(self) -> &'static str {
        match self {
            Deed::Protects(_) => "protects",
            Deed::Attacks(_) => "attacks",
            Deed::Saves(_) => "saves",
            Deed::Recaptures(_) => "recaptures",
            Deed::Develops(_) => "develops",
            Deed::Castles(_) => "castles",
            Deed::TakesOpenFile(_) => "takes-open-file",
            Deed::Checks(_) => "checks",
            Deed::Offers(_) => "offers",
            Deed::Pins(_) => "pins",
            Deed::Challenges(_) => "challenges",
        }
    }
}

/// What a side does in a line, read off its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// One man of Side makes at least two of the line's moves, from the first square to the last; the others are where
    /// it stops on the way. It is not captured before `there`.
    Manoeuvre {
        /// Its kind (a pawn's march is [`Goal::Advance`]).
        role: Role,
        /// All squares it stands on.
        path: Vec<Square>,
    },
    /// A pawn of Side advances (without capturing) from one square to another of the same file.
    Advance {
        /// Where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
        /// When it arrives it attacks an enemy pawn: a break.
        lever: bool,
    },
    /// Side castles in the line; the king arrives here.
    Castle(Square),
    /// Side's man captures an enemy piece (no pawn) and is itself taken on that square by the enemy's next move, or the
    /// other way round, and both are worth the same (3, 5 or 9 points).
    Exchange {
        /// Side's piece that goes.
        own: Role,
        /// The enemy's piece that goes.
        enemy: Role,
        /// Where.
        square: Square,
    },
    /// Side's piece (not pawn, not king) reaches this square in one move of the line and still stands there.
    Occupy {
        /// Its kind.
        role: Role,
        /// Where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
    },
    /// Side's knight or bishop leaves its first square in the line, by one move, and still stands where it went.
    Develop {
        /// Its kind.
        role: Role,
        /// Its first square, where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
    },
}

/// Men that changed hands, counted by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Trade {
    /// Won, dearest first.
    pub won: Vec<Role>,
    /// Given, dearest first.
    pub given: Vec<Role>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has the men to mate.
    Insufficient,
}

/// What is claimed. See the module's terms: *Start*, *There*, *Side*, *points*.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// Side stands better by `margin` (if [`Margin::Equal`], neither does; Side is then the side to move). True if the
    /// score of the best line of play, for Side, lies in the margin's range; the claim's line is that line.
    Standing {
        /// How much.
        margin: Margin,
        /// Score for Side.
        score: Score,
    },
    /// The game is over at the start. Side is the side that has won, or the side to move.
    Over(GameEnd),
    /// `owner`'s count of the feature (defined by its gloss in `knowledge/features.toml`) is `before` at the start and
    /// `after` there; the squares are those that show it there (or showed it at the start, if `after` is smaller).
    /// Side is the side for which that is good if `worth` is positive: [`Kind`] reads gained, lost, removed, allowed
    /// from owner, side and sign. At [`super::About::Position`] `before` equals `after`.
    Feature {
        /// Which.
        feature: FeatureId,
        /// Whose.
        owner: Color,
        /// Count at the start.
        before: i32,
        /// Count there.
        after: i32,
        /// Where it is seen.
        squares: Bitboard,
        /// The count there is the extreme on the way and is gone again when the line ends.
        passing: bool,
    },
    /// A concept of the expert rules (`knowledge/tutor`) holds for Side: the named rule's conditions are true of the
    /// features at the start and there. The evidence lists those features with their numbers.
    Concept {
        /// The name that the rule concludes.
        name: String,
        /// What the rule is for: gains and assets are good for Side, losses and burdens are bad.
        purpose: Purpose,
        /// The rule.
        rule: String,
        /// The squares of its features.
        squares: Bitboard,
        /// It speaks of something that is there no more: the squares are those at the start.
        gone: bool,
    },
    /// Side gains material: Side's points minus the other side's are larger by `points` (at least 1) there than at the
    /// start. The line ends there, and there no sequence of captures gains points for the side to move.
    Material {
        /// What is won: the dearest kind of man of which the other side lost more (knight and bishop are one kind), or
        /// the exchange (a rook for one minor piece), or a promotion (a man of Side promoted in the line is still
        /// there).
        payoff: Payoff,
        /// By how many points.
        points: i32,
        /// Side's points minus the other side's at the start: if negative, Side gets back what it had lost.
        before: i32,
        /// The kinds of which the other side lost more than Side between start and there, dearest first, each as often
        /// as it was lost more; then the kinds of which Side lost more. Both empty after a promotion.
        trade: Trade,
        /// The device that wins it, if one is known: found on the line by the definitions of [`crate::motif`].
        by: Option<Motif>,
        /// Entry of the line (counted from 1) after which the device is on the board.
        by_ply: usize,
    },
    /// Side gives up material for other things: Side's points minus the other side's are smaller by `points` there than
    /// at the start and at most -2, and Side's score of the line is `score`, which is at least -60.
    Sacrifice {
        /// What is given and what is got for it, as in [`Fact::Material`], seen by the other side.
        trade: Trade,
        /// How many points (positive).
        points: i32,
        /// What the line is still worth to Side.
        score: Score,
        /// Where the first man is given up.
        square: Square,
    },
    /// The device is on the board there, by the definitions of [`crate::motif`] (strict), and the whole line (which goes on
    /// after it) wins `payoff` as [`Fact::Material`] says.
    Device {
        /// The device.
        motif: Motif,
        /// What it wins.
        payoff: Payoff,
    },
    /// Side mates in `moves` of its own moves against any defence; the line is one way and ends in mate. `pattern` names
    /// the picture on the last board.
    Mate {
        /// Side's moves until mate.
        moves: u32,
        /// The picture of mate.
        pattern: Option<Theme>,
    },
    /// The line begins with a pass (of the side to move); then Side wins `payoff` by it, as [`Fact::Material`] or
    /// [`Fact::Mate`] would say of the position after the pass.
    Threat {
        /// What is threatened.
        payoff: Payoff,
        /// The threatening move.
        mv: Move,
        /// The device, if one is known, after `by_ply` entries.
        by: Option<Motif>,
        /// Entry of the line (counted from 1) after which the device is on the board.
        by_ply: usize,
    },
    /// Side does this in the line of best play.
    Plan(Goal),
    /// The move under discussion (the first of the line) does this at once. There is the position after it.
    Deed(Deed),
    /// The first move of the line is the only good one for Side: every other legal move leaves Side with an expected
    /// result lower by at least 0.2 on the scale -1 … 1 (by search at the claim's budget).
    OnlyMove {
        /// The move.
        mv: Move,
        /// Score of the best other move, for Side; `None` if there is no other legal move.
        next: Option<Score>,
    },
    /// The first move of the claim's line, which was not played, wins `payoff` for Side, as [`Fact::Material`] or
    /// [`Fact::Mate`] say of this line; the move that was played does not.
    MissedChance {
        /// The move not played.
        mv: Move,
        /// What it wins.
        payoff: Payoff,
    },
    /// The first move of the line is a capture that Side could make and that looks good (it takes something that is not
    /// defended, or dearer than the taker), but the line shows that the other side then wins `payoff`
    /// (as [`Fact::Material`] or [`Fact::Mate`] say for the other side).
    Pitfall {
        /// The tempting capture.
        mv: Move,
        /// What the other side gets.
        payoff: Payoff,
    },
    /// The exact value for Side by an endgame table, fifty-move rule not counted: 1 won, 0 drawn, -1 lost. `rule` is the
    /// deciding rule of the endgame's theory at the end of the line, with its reason in English.
    Endgame {
        /// 1, 0 or -1.
        value: i8,
        /// Moves to mate.
        mate_in: Option<u32>,
        /// The deciding rule and its reason.
        rule: Option<(String, String)>,
        /// The squares the rule speaks of.
        squares: Bitboard,
    },
    /// There the other side is to move, not in check, and would rather pass: by an endgame table the value for Side is `value`
    /// (1 won, 0 drawn), and `otherwise`, which is less, with the same men and Side to move. Fifty-move rule not counted.
    Zugzwang {
        /// 1 or 0.
        value: i8,
        /// 0 or -1.
        otherwise: i8,
    },
    /// `knowledge/openings/eco.tsv` has this name for the start, or, if the moves of the game are given, for the last position
    /// on the way to the start that it names.
    Opening {
        /// Its code.
        eco: String,
        /// Its name.
        name: String,
        /// The moves from the usual beginning to the start; empty if the start itself has the name.
        game: Vec<Move>,
        /// The table knows the start, and not the position after the first move of the line.
        leaves: bool,
    },
    /// The first move of the line is better for Side than `other` (a legal move at the start): by the scores given, for
    /// Side, from searches with the same budget. Side is to move at the start.
    Better {
        /// The better move: the first of the line.
        mv: Move,
        /// The other one.
        other: Move,
        /// Score of the better one.
        score: Score,
        /// Score of the other one.
        other_score: Score,
    },
    /// No move is better than the one under discussion (the first of the line) by 15 centipawns or more, by searches with
    /// the same budget.
    Best {
        /// The move.
        mv: Move,
        /// It is the search's first choice.
        first: bool,
        /// Its score for Side.
        score: Score,
    },
}

/// The kinds of claims, as JSON names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the facts")]
pub enum Kind {
    Standing,
    Over,
    /// The owner, who is Side, has it now.
    FeatureGained,
    /// The owner, who is Side, has it no more, or has a weakness.
    FeatureLost,
    /// The other side's asset is gone, or it has a weakness.
    FeatureRemoved,
    /// The other side has it now.
    FeatureAllowed,
    /// It is there, at the start.
    FeaturePresent,
    Concept,
    Material,
    Sacrifice,
    Device,
    Mate,
    Threat,
    Plan,
    Deed,
    OnlyMove,
    MissedChance,
    Pitfall,
    Endgame,
    Zugzwang,
    Opening,
    Better,
    Best,
}

impl Kind {
    /// As JSON spells it.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Standing => "standing",
            Kind::Over => "over",
            Kind::FeatureGained => "feature_gained",
            Kind::FeatureLost => "feature_lost",
            Kind::FeatureRemoved => "feature_removed",
            Kind::FeatureAllowed => "feature_allowed",
            Kind::FeaturePresent => "feature_present",
            Kind::Concept => "concept",
            Kind::Material => "material",
            Kind::Sacrifice => "sacrifice",
            Kind::Device => "device",
            Kind::Mate => "mate",
            Kind::Threat => "threat",
            Kind::Plan => "plan",
            Kind::Deed => "deed",
            Kind::OnlyMove => "only_move",
            Kind::MissedChance => "missed_chance",
            Kind::Pitfall => "pitfall",
            Kind::Endgame => "endgame",
            Kind::Zugzwang => "zugzwang",
            Kind::Opening => "opening",
            Kind::Better => "better",
            Kind::Best => "best",
        }
    }
}

impl Fact {
    /// The kind, for a claim that speaks for `side`.
    pub fn kind(&self, side: Color) -> Kind {
        match self {
            Fact::Standing { .. } => Kind::Standing,
            Fact::Over(_) => Kind::Over,
            Fact::Feature { feature, owner, before, after, .. } => {
                let grows = after > before;
                let asset = !crate::witness::is_weakness(*feature);
                match (before == after, *owner == side, grows == asset) {
                    (true, ..) => Kind::FeaturePresent,
                    (_, true, true) => Kind::FeatureGained,
                    (_, true, false) => Kind::FeatureLost,
                    (_, false, true) => Kind::FeatureAllowed,
                    (_, false, false) => Kind::FeatureRemoved,
                }
            }
            Fact::Concept { .. } => Kind::Concept,
            Fact::Material { .. } => Kind::Material,
            Fact::Sacrifice { .. } => Kind::Sacrifice,
            Fact::Device { .. } => Kind::Device,
            Fact::Mate { .. } => Kind::Mate,
            Fact::Threat { .. } => Kind::Threat,
            Fact::Plan(_) => Kind::Plan,
            Fact::Deed(_) => Kind::Deed,
            Fact::OnlyMove { .. } => Kind::OnlyMove,
            Fact::MissedChance { .. } => Kind::MissedChance,
            Fact::Pitfall { .. } => Kind::Pitfall,
            Fact::Endgame { .. } => Kind::Endgame,
            Fact::Zugzwang { .. } => Kind::Zugzwang,
            Fact::Opening { .. } => Kind::Opening,
            Fact::Better { .. } => Kind::Better,
            Fact::Best { .. } => Kind::Best,
        }
    }

    /// Its squares are those at the start of the line, because what stood there is gone.
    pub fn is_gone(&self) -> bool {
        match self {
            Fact::Feature { before, after, .. } => after < before,
            Fact::Concept { gone, .. } => *gone,
            _ => false,
        }
    }

    /// The squares it speaks of, in the position where it holds (at the start if [`Fact::is_gone`]).
    pub fn squares(&self) -> Bitboard {
        let of_motif = |motif: &Option<Motif>| motif.as_ref().map_or(Bitboard::EMPTY, device_squares);
        match self {
            Fact::Feature { squares, .. } | Fact::Concept { squares, .. } | Fact::Endgame { squares, .. } => {
                *squares
            }
            Fact::Material { by, by_ply: _, .. } => of_motif(by),
            Fact::Device { motif, .. } => device_squares(motif),
            Fact::Threat { mv, by, .. } => of_motif(by) | Bitboard::from(mv.to()),
            Fact::Sacrifice { square, .. } => Bitboard::from(*square),
            Fact::Plan(goal) => match goal {
                Goal::Manoeuvre { path, .. } => path.last().map_or(Bitboard::EMPTY, |&sq| Bitboard::from(sq)),
                Goal::Advance { to, .. } | Goal::Occupy { to, .. } | Goal::Develop { to, .. } => {
                    Bitboard::from(*to)
                }
                Goal::Castle(sq) | Goal::Exchange { square: sq, .. } => Bitboard::from(*sq),
            },
            Fact::Deed(deed) => Bitboard::from(deed.square()),
            Fact::OnlyMove { mv, .. }
            | Fact::MissedChance { mv, .. }
            | Fact::Pitfall { mv, .. }
            | Fact::Better { mv, .. }
            | Fact::Best { mv, .. } => Bitboard::from(mv.to()),
            Fact::Standing { .. }
            | Fact::Over(_)
            | Fact::Mate { .. }
            | Fact::Zugzwang { .. }
            | Fact::Opening { .. } => Bitboard::EMPTY,
        }
    }
}

fn device_squares(motif: &Motif) -> Bitboard {
    Bitboard::from(motif.actor) | motif.targets | motif.key.map_or(Bitboard::EMPTY, Bitboard::from)
}
