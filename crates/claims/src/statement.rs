//! The statements. What must be true for each stands beside it, and the checker enforces exactly that.
//!
//! Terms used below. *Start*: the position asked about. *There*: the position after the claim's `ply` entries of its line.
//! *Side*: the claim's side. *Points*: pawn 1, knight and bishop 3, rook 5, queen 9. The line is always legal. Scores are
//! for Side.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    action::{Effect, Goal, Idea},
    basic::{Color, Role, Set, Square},
    line::{Line, Move},
    people::{People, Rated},
    reason::Reason,
    score::{Margin, Score},
    theme::Theme,
};

/// What is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Payoff {
    /// Mate in this many moves of the winner.
    Mate(u32),
    /// A man promoted in the line is still there.
    Promotion,
    /// A rook for one minor piece.
    Exchange,
    /// The dearest kind of man of which the other side lost more (knight and bishop are one kind).
    Wins(Role),
}

impl fmt::Display for Payoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Payoff::Mate(moves) => write!(f, "mate in {moves}"),
            Payoff::Promotion => f.write_str("promotion"),
            Payoff::Exchange => f.write_str("exchange"),
            Payoff::Wins(role) => role.fmt(f),
        }
    }
}

/// Men that changed hands beyond like for like (knight and bishop are one kind), the dearest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema, TS)]
pub struct Trade {
    /// Won.
    pub won: Vec<Role>,
    /// Given.
    pub given: Vec<Role>,
}

/// A tactical device, on the board after `ply` entries of the claim's line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
pub struct Device {
    /// Which.
    pub theme: Theme,
    /// After how many entries it is on the board.
    pub ply: usize,
    /// The man that does it.
    pub actor: Square,
    /// Those it is done to.
    pub targets: Set,
    /// The square it turns on, if there is one: the guard drawn away, the square cleared, the piece behind.
    pub key: Option<Square>,
}

impl Device {
    /// All its squares.
    pub fn squares(&self) -> Set {
        self.targets.or([self.actor].into_iter().chain(self.key).collect())
    }
}

/// How a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The side to move is checkmated; Side has won.
    Checkmate,
    /// The side to move, which is Side, has no legal move and is not in check.
    Stalemate,
    /// Neither side has the men to mate; Side is to move.
    Insufficient,
}

/// A feature of one side, counted at the start and there, with what it is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FeatureNumbers {
    /// Its id, as in `knowledge/features.toml`, whose gloss defines the count.
    pub id: String,
    /// Whose.
    pub owner: Color,
    /// Count at the start.
    pub before: i32,
    /// Count there.
    pub after: i32,
    /// What it is worth to its owner at the start, in centipawns: the evaluation's word.
    pub cp_before: i32,
    /// What it is worth to its owner there.
    pub cp_after: i32,
}

/// What a change of a feature means to the side a claim speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The side has more of something good, or less of something bad.
    Gained,
    /// The side has less of something good, or more of something bad.
    Lost,
    /// The other side has more of something good, or less of something bad.
    Allowed,
    /// The other side has less of something good, or more of something bad.
    Removed,
    /// Nothing changes: it is there.
    Present,
}

/// What a rule of the tutor is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A change that is good for Side.
    Gains,
    /// A change that is bad for Side.
    Losses,
    /// Something good that Side has now.
    Assets,
    /// Something bad that Side has now.
    Burdens,
}

impl Purpose {
    /// All.
    pub const ALL: [Purpose; 4] = [Purpose::Gains, Purpose::Losses, Purpose::Assets, Purpose::Burdens];

    /// As rule files and phrases spell it.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Gains => "gains",
            Purpose::Losses => "losses",
            Purpose::Assets => "assets",
            Purpose::Burdens => "burdens",
        }
    }

    /// It speaks of what is there, not of a change.
    pub fn is_present(self) -> bool {
        matches!(self, Purpose::Assets | Purpose::Burdens)
    }

    /// It is good for Side.
    pub fn is_good(self) -> bool {
        matches!(self, Purpose::Gains | Purpose::Assets)
    }
}

/// A rule that applied, and its reason filled with the values of the position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
pub struct RuleText {
    /// The file it stands in.
    pub file: String,
    /// Its name.
    pub rule: String,
    /// Its reason, in English.
    pub reason: String,
}

/// What is said. See the module's terms: *start*, *there*, *Side*, *points*.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "says", rename_all = "snake_case")]
pub enum Statement {
    /// Side stands better by `margin`, which is [`Margin::of`] the score of the best line; the score is not negative. If the
    /// margin is [`Margin::Equal`] neither stands better, and Side is the side to move. A line that ends in mate has a
    /// mate's score.
    Standing {
        /// How much.
        margin: Margin,
        /// Score of the best line.
        score: Score,
    },
    /// The game is over at the start.
    Over {
        /// How.
        end: End,
    },
    /// The owner's count of the feature is `before` at the start and `after` there. `squares` are those of all men that show
    /// it there and did not at the start (or of all that show it there, if none is new); if the count has fallen, of those
    /// that showed it at the start and no longer do; if it has not changed ([`Change::Present`], ply 0), of all that show
    /// it. A man that has moved is the same man; where a feature is about squares, they are meant themselves.
    Feature {
        /// Which, whose, how many.
        numbers: FeatureNumbers,
        /// What that means to Side.
        change: Change,
        /// Where it is seen.
        squares: Set,
        /// The count there is the largest on the way and is gone again when the line ends.
        passing: bool,
    },
    /// A concept of the expert rules (`knowledge/tutor`) holds for Side: the rule's conditions are true of the features at
    /// the start and there; every number is right, and the board shows what the name says.
    Concept {
        /// The name that the rule concludes.
        name: String,
        /// What the rule is for.
        purpose: Purpose,
        /// The rule.
        rule: RuleText,
        /// The features that its conditions name.
        features: Vec<FeatureNumbers>,
        /// Where the rule says that it is seen: all squares of those features of that side, taken together, there or (of a
        /// change) as [`Statement::Feature`] says; if their number has not changed, the squares to which their men went.
        squares: Set,
        /// It speaks of something that is there no more: the squares are those at the start.
        gone: bool,
    },
    /// The pawns there form a structure of this name for Side, as `knowledge/structures` defines it.
    Structure {
        /// Its name.
        name: String,
        /// The pawns on the squares that the definition names.
        squares: Set,
    },
    /// In games of masters with the pawns that stand there (`knowledge/practice`): how many they were, what Side scored, and which
    /// advance of a pawn Side made most often within fifteen moves.
    Practice {
        /// Games.
        games: u32,
        /// Side's score in percent.
        score: u32,
        /// Where the pawn stands.
        from: Square,
        /// Where it went.
        to: Square,
        /// In how many of a hundred games Side made it.
        percent: u32,
    },
    /// Side gains material: Side's points minus the other side's are larger by `points` (at least 1) there than at the start
    /// (or than before the capture that is being taken back). The line ends there, and there no sequence of
    /// captures gains points for the side to move.
    Material {
        /// What is won.
        payoff: Payoff,
        /// By how many points.
        points: i32,
        /// Side's points minus the other side's at the start (or before the capture that is being taken back): if negative, Side
        /// gets back what it had lost.
        before: i32,
        /// Men that changed hands; empty after a promotion.
        trade: Trade,
        /// The device that wins it, if one is known.
        device: Option<Device>,
        /// Score of the line.
        score: Score,
    },
    /// Side gives up material for other things: Side's points minus the other side's are smaller by `points` (at least
    /// [`crate::limits::SACRIFICE_POINTS`]) there than at the start, Side is behind by at least as much, and the score of the
    /// line is at least minus [`crate::limits::SACRIFICE_CP`].
    Sacrifice {
        /// What is given and what is got for it, seen by the other side.
        trade: Trade,
        /// How many points.
        points: i32,
        /// Score of the line.
        score: Score,
        /// Where the first piece is given up.
        square: Square,
    },
    /// The device is on the board there, and the whole line (which goes on after it) wins `payoff` as
    /// [`Statement::Material`] says.
    Device {
        /// The device.
        device: Device,
        /// What it wins.
        payoff: Payoff,
        /// Men that change hands.
        trade: Trade,
    },
    /// Side mates in `moves` of its own moves against any defence; the line is one way and ends in mate.
    Mate {
        /// Side's moves until mate.
        moves: u32,
        /// The named picture on the last board.
        pattern: Option<Theme>,
    },
    /// The line holds a pass of the other side; then Side plays `mv` and wins `payoff`, as [`Statement::Material`] or
    /// [`Statement::Mate`] would say of the position after the pass. Material is won within
    /// [`crate::limits::THREAT_PLIES`], mate within [`crate::limits::THREAT_MATE_MOVES`]; `score` is better than `otherwise` by at
    /// least [`crate::limits::THREAT_CP`].
    Threat {
        /// What is threatened.
        payoff: Payoff,
        /// Men that would change hands, seen by Side; empty for a mate or a promotion.
        trade: Trade,
        /// The threatening move.
        mv: Move,
        /// The device, if one is known.
        device: Option<Device>,
        /// Score after the pass.
        score: Score,
        /// Score if the other side does not pass but plays its best.
        otherwise: Score,
    },
    /// Side does this in the line.
    Plan {
        /// What.
        goal: Goal,
    },
    /// Side can aim at this: its man goes this way over the board as it stands, on empty squares that no enemy pawn attacks, and when it
    /// has arrived, the idea holds. The line is the first step, after a pass if the enemy is to move; it leaves Side with an
    /// expected result lower by less than [`crate::limits::IDEA_CHANCE`] than the position promises as it is.
    Idea {
        /// Its kind.
        role: Role,
        /// All squares it stands on, the present one first.
        path: Vec<Square>,
        /// What for.
        idea: Idea,
        /// Score of the first step.
        score: Score,
        /// Score of the position as it is.
        now: Score,
    },
    /// The first move of the line does this at once. There is the position after it.
    Effect {
        /// What.
        effect: Effect,
    },
    /// The first move of the line, `mv`, is Side's, who is to move at the start, and this is what it is for.
    Reason {
        /// The move.
        mv: Move,
        /// What for.
        reason: Reason,
        /// What happens without it, from the start.
        otherwise: Line,
    },
    /// The first move of the line, by the other side, allows the second one, `mv` by Side, which does this at once. There is the
    /// position after both.
    Allows {
        /// The move that is allowed.
        mv: Move,
        /// What it does.
        effect: Effect,
    },
    /// The first move of the line, `mv`, is the only good one for Side: every other legal move leaves Side with an expected
    /// result lower by at least [`crate::limits::ONLY_MOVE_CHANCE`].
    OnlyMove {
        /// The move.
        mv: Move,
        /// Its score.
        score: Score,
        /// Score of the best other move; nothing if there is no other legal move.
        next: Option<Score>,
    },
    /// The first move of the line, `mv`, which was not played, wins `payoff` for Side as [`Statement::Material`] or
    /// [`Statement::Mate`] say of this line; its score is better than that of the move played by at least
    /// [`crate::limits::MISSED_CP`].
    MissedChance {
        /// The move not played.
        mv: Move,
        /// What it wins.
        payoff: Payoff,
        /// Men that would have changed hands, seen by Side; empty for a mate or a promotion.
        trade: Trade,
        /// Its score.
        score: Score,
        /// Score of the move played.
        played: Score,
    },
    /// After the first move of the line, `mv` by Side, who is to move at the start, the other side wins `payoff`, as the line
    /// shows; its score is worse than the best by at least [`crate::limits::PITFALL_CP`].
    Pitfall {
        /// The natural move that fails.
        mv: Move,
        /// What the other side gets.
        payoff: Payoff,
        /// Men that change hands, seen by the other side; empty for a mate or a promotion.
        trade: Trade,
        /// Its score.
        score: Score,
        /// Score of the best move.
        best: Score,
    },
    /// The exact value for Side after `at` entries of the line, by an endgame table; fifty-move rule not counted. Best play, which
    /// does not change it, leads on to *there*, where the line ends and the rule applies.
    Endgame {
        /// 1 won, 0 drawn, -1 lost.
        value: i8,
        /// Entries of the line after which the value is asked for.
        at: usize,
        /// Moves to mate from there on.
        mate_in: Option<u32>,
        /// The deciding rule of the endgame's theory.
        rule: Option<RuleText>,
        /// The squares the rule speaks of.
        squares: Set,
    },
    /// There the other side is to move, not in check, and would rather pass: by an endgame table the value for Side is
    /// `value`, and `otherwise`, which is less, with the same men and Side to move. Fifty-move rule not counted.
    Zugzwang {
        /// 1 or 0.
        value: i8,
        /// 0 or -1.
        otherwise: i8,
    },
    /// The table of openings has this name for the start or, if the moves of the game are given, for the last position on the
    /// way to the start that it names.
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
    /// The first move of the line, `mv`, is at least as good for Side, who is to move at the start, as `other`, a different
    /// legal move there: by the scores given.
    Better {
        /// The better move.
        mv: Move,
        /// The other one.
        other: Move,
        /// Score of the better one.
        score: Score,
        /// Score of the other one.
        other_score: Score,
    },
    /// No move is better than the first of the line, `mv`, by [`crate::limits::SAME_CHANCE`] or more.
    Best {
        /// The move.
        mv: Move,
        /// It is the analyst's first choice.
        first: bool,
        /// Its score.
        score: Score,
        /// Score of the analyst's first choice.
        best: Score,
    },
    /// What people of a rating play here.
    People {
        /// Who.
        rating: Rated,
        /// What.
        people: People,
    },
}

impl Statement {
    /// Its kind, as JSON spells it.
    pub fn name(&self) -> &'static str {
        match self {
            Statement::Standing { .. } => "standing",
            Statement::Over { .. } => "over",
            Statement::Feature { .. } => "feature",
            Statement::Concept { .. } => "concept",
            Statement::Structure { .. } => "structure",
            Statement::Practice { .. } => "practice",
            Statement::Material { .. } => "material",
            Statement::Sacrifice { .. } => "sacrifice",
            Statement::Device { .. } => "device",
            Statement::Mate { .. } => "mate",
            Statement::Threat { .. } => "threat",
            Statement::Plan { .. } => "plan",
            Statement::Idea { .. } => "idea",
            Statement::Effect { .. } => "effect",
            Statement::Reason { .. } => "reason",
            Statement::Allows { .. } => "allows",
            Statement::OnlyMove { .. } => "only_move",
            Statement::MissedChance { .. } => "missed_chance",
            Statement::Pitfall { .. } => "pitfall",
            Statement::Endgame { .. } => "endgame",
            Statement::Zugzwang { .. } => "zugzwang",
            Statement::Opening { .. } => "opening",
            Statement::Better { .. } => "better",
            Statement::Best { .. } => "best",
            Statement::People { .. } => "people",
        }
    }

    /// Its squares are those at the start of the line, because what stood there is gone.
    pub fn is_gone(&self) -> bool {
        match self {
            Statement::Feature { numbers, .. } => numbers.after < numbers.before,
            Statement::Concept { gone, .. } => *gone,
            _ => false,
        }
    }

    /// The squares it speaks of, in the position where it holds (at the start if [`Statement::is_gone`]).
    pub fn squares(&self) -> Set {
        let one = |square: Square| [square].into_iter().collect::<Set>();
        let of_device = |device: &Option<Device>| device.as_ref().map_or(Set::default(), Device::squares);
        match self {
            Statement::Feature { squares, .. }
            | Statement::Concept { squares, .. }
            | Statement::Structure { squares, .. }
            | Statement::Endgame { squares, .. } => *squares,
            Statement::Material { device, .. } => of_device(device),
            Statement::Device { device, .. } => device.squares(),
            Statement::Threat { mv, device, .. } => of_device(device).or(one(mv.to)),
            Statement::Practice { to, .. } => one(*to),
            Statement::Sacrifice { square, .. } => one(*square),
            Statement::Plan { goal } => goal.square().into_iter().collect(),
            Statement::Idea { path, idea, .. } => {
                path.last().copied().into_iter().chain(idea.target()).collect()
            }
            Statement::Effect { effect } | Statement::Allows { effect, .. } => one(effect.square()),
            Statement::Reason { reason, .. } => reason.squares(),
            Statement::OnlyMove { mv, .. }
            | Statement::MissedChance { mv, .. }
            | Statement::Pitfall { mv, .. }
            | Statement::Better { mv, .. }
            | Statement::Best { mv, .. } => one(mv.to),
            Statement::People { people, .. } => people.mv().map_or(Set::default(), |mv| one(mv.to)),
            Statement::Standing { .. }
            | Statement::Over { .. }
            | Statement::Mate { .. }
            | Statement::Zugzwang { .. }
            | Statement::Opening { .. } => Set::default(),
        }
    }

    /// The device it names, if any.
    pub fn device(&self) -> Option<&Device> {
        match self {
            Statement::Material { device, .. } | Statement::Threat { device, .. } => device.as_ref(),
            Statement::Device { device, .. } => Some(device),
            _ => None,
        }
    }
}
