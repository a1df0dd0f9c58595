//! How good a move was, in the figures players know: Lichess's win chances, judgements and accuracy.
//!
//! The formulas are those lichess.org publishes (lichess.org/page/accuracy and its open source): a judgement is a loss
//! of winning chances, accuracy an exponential of the same loss, and a game's accuracy the mean of a
//! volatility-weighted and a harmonic mean. `tests/judge.rs` holds a second implementation against this one.

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Color, Position, Role};
use philidor_know::search::{Score, mate_moves};
use serde::{Deserialize, Serialize};

/// What a position is worth, seen from White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eval {
    /// Centipawns.
    Cp(i32),
    /// White mates in so many moves; 0 when Black is mated already.
    WhiteMates(u32),
    /// Black mates in so many moves; 0 when White is mated already.
    BlackMates(u32),
}

/// Centipawns at which Lichess stops counting.
const CEILING_CP: i32 = 1000;
/// What Lichess takes the starting position to be worth.
const START_CP: i32 = 15;
/// Slope of the winning chances (lichess-org/lila pull request 11148).
const SLOPE: f64 = -0.003_682_08;
/// Larger than any score that is not a mate: table wins are written as this.
const SURE_CP: i32 = 10_000;

impl Eval {
    /// A score of our search, for the side to move `turn`.
    pub fn from_score(score: Score, turn: Color) -> Eval {
        let white = turn.is_white();
        match mate_moves(score) {
            Some(moves) => {
                let mover_wins = moves > 0;
                let moves = moves.unsigned_abs();
                if mover_wins == white { Eval::WhiteMates(moves) } else { Eval::BlackMates(moves) }
            }
            None => Eval::Cp(turn.fold_wb(score, -score).clamp(-SURE_CP, SURE_CP)),
        }
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Eval {
        match self {
            Eval::Cp(cp) => Eval::Cp(-cp),
            Eval::WhiteMates(moves) => Eval::BlackMates(moves),
            Eval::BlackMates(moves) => Eval::WhiteMates(moves),
        }
    }

    /// Seen from `side`: White's view stays, Black's is turned round.
    #[must_use]
    pub fn seen_by(self, side: Color) -> Eval {
        side.fold_wb(self, self.flipped())
    }

    /// Centipawns if it is no mate.
    pub fn cp(self) -> Option<i32> {
        match self {
            Eval::Cp(cp) => Some(cp),
            _ => None,
        }
    }

    /// Centipawns with mates as the ceiling.
    fn forced_cp(self) -> i32 {
        match self {
            Eval::Cp(cp) => cp.clamp(-CEILING_CP, CEILING_CP),
            Eval::WhiteMates(_) => CEILING_CP,
            Eval::BlackMates(_) => -CEILING_CP,
        }
    }

    /// White's chance to win, 0 to 100.
    pub fn win_percent(self) -> f64 {
        50.0 + 50.0 * winning_chances(self.forced_cp())
    }

    /// As in `[%eval 0.31]` and `[%eval #-3]`.
    pub fn text(self) -> String {
        match self {
            Eval::Cp(cp) => {
                format!("{}{}.{:02}", if cp < 0 { "-" } else { "" }, cp.abs() / 100, cp.abs() % 100)
            }
            Eval::WhiteMates(moves) => format!("#{moves}"),
            Eval::BlackMates(moves) => format!("#-{moves}"),
        }
    }
}

/// White's winning chances, -1 to 1.
pub fn winning_chances(cp: i32) -> f64 {
    (2.0 / (1.0 + (SLOPE * f64::from(cp)).exp()) - 1.0).clamp(-1.0, 1.0)
}

/// What Lichess calls a bad move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// Loses a tenth of the winning chances (of 2).
    Inaccuracy,
    /// Loses a fifth.
    Mistake,
    /// Loses three tenths.
    Blunder,
}

impl Judgement {
    /// From the mildest to the gravest.
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// The annotation glyph: ?!, ? or ??.
    pub fn nag(self) -> u16 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// The glyph as players write it.
    pub fn glyph(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    /// In lower case.
    pub fn id(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

/// A mate that came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MateTurn {
    /// The mover can now be mated by force.
    Created,
    /// The mover could have mated by force.
    Lost,
}

/// A judged move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// How bad.
    pub judgement: Judgement,
    /// The mate behind it, if that is why.
    pub mate: Option<MateTurn>,
}

/// Judges the move of `mover` that led from `before` to `after`, as Lichess does.
///
/// ```
/// use philidor_chess::shakmaty::Color;
/// use philidor_tutor::judge::{Eval, Judgement, judge};
///
/// let verdict = judge(Color::White, Eval::Cp(30), Eval::Cp(-300)).unwrap();
/// assert_eq!(verdict.judgement, Judgement::Blunder);
/// assert!(judge(Color::White, Eval::Cp(30), Eval::Cp(10)).is_none());
/// ```
pub fn judge(mover: Color, before: Eval, after: Eval) -> Option<Verdict> {
    let (before, after) = (before.seen_by(mover), after.seen_by(mover));
    if let (Eval::Cp(b), Eval::Cp(a)) = (before, after) {
        let loss = winning_chances(b) - winning_chances(a);
        let judgement = match loss {
            _ if loss >= 0.3 => Judgement::Blunder,
            _ if loss >= 0.2 => Judgement::Mistake,
            _ if loss >= 0.1 => Judgement::Inaccuracy,
            _ => return None,
        };
        return Some(Verdict { judgement, mate: None });
    }
    // A win or a loss that tables know is one like a mate: the result has not changed.
    let sure = |eval: Eval| match eval {
        Eval::Cp(cp) if cp.abs() < SURE_CP => 0,
        Eval::Cp(cp) => cp.signum(),
        Eval::WhiteMates(_) => 1,
        Eval::BlackMates(_) => -1,
    };
    if sure(before) != 0 && sure(before) == sure(after) {
        return None;
    }
    let mate = match (before, after) {
        (Eval::Cp(_), Eval::BlackMates(_)) => MateTurn::Created,
        (Eval::WhiteMates(_), Eval::Cp(_) | Eval::BlackMates(_)) => MateTurn::Lost,
        _ => return None,
    };
    // Already lost, or still winning: less bad.
    let cushion = match mate {
        MateTurn::Created => -before.cp().unwrap_or(0),
        MateTurn::Lost => after.cp().unwrap_or(0),
    };
    let judgement = match cushion {
        1000.. => Judgement::Inaccuracy,
        701.. => Judgement::Mistake,
        _ => Judgement::Blunder,
    };
    Some(Verdict { judgement, mate: Some(mate) })
}

/// Points of winning chances that an error loses at least: three of 100.
const LEAST_LOSS: f64 = 3.0;

/// The same for a reader: a mate that comes or goes in a game that is decided anyway changes nothing, so it is no error.
pub fn criticise(mover: Color, before: Eval, after: Eval) -> Option<Verdict> {
    judge(mover, before, after).filter(|_| loss_percent(mover, before, after) >= LEAST_LOSS)
}

/// Percentage points of winning chances the mover lost; never negative.
pub fn loss_percent(mover: Color, before: Eval, after: Eval) -> f64 {
    (before.seen_by(mover).win_percent() - after.seen_by(mover).win_percent()).max(0.0)
}

/// Accuracy of one move, 0 to 100.
pub fn move_accuracy(mover: Color, before: Eval, after: Eval) -> f64 {
    accuracy_of_loss(before.seen_by(mover).win_percent(), after.seen_by(mover).win_percent())
}

fn accuracy_of_loss(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp() - 3.166_924_740_191_411;
    // A point more, because no analysis is perfect.
    (raw + 1.0).clamp(0.0, 100.0)
}

/// Figures of one player in one game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PlayerFigures {
    /// Accuracy in percent.
    pub accuracy: f64,
    /// Mean loss in centipawns.
    pub acpl: f64,
}

/// The two players' figures, by Lichess's formulas, for a game whose first move is `first`'s. `evals` are the positions'
/// values after each move; the start counts 15 centipawns, as there. None for a player who did not move.
pub fn game_figures(first: Color, evals: &[Eval]) -> [Option<PlayerFigures>; 2] {
    let cps: Vec<i32> = std::iter::once(START_CP).chain(evals.iter().map(|e| e.forced_cp())).collect();
    let wins: Vec<f64> = cps.iter().map(|&cp| 50.0 + 50.0 * winning_chances(cp)).collect();
    // 1. How much was going on around each move.
    let window = (evals.len() / 10).clamp(2, 8);
    let padding = window.min(wins.len()).saturating_sub(2);
    let head = &wins[..window.min(wins.len())];
    let weights: Vec<f64> = std::iter::repeat_n(head, padding)
        .chain(wins.windows(window))
        .map(|values| standard_deviation(values).clamp(0.5, 12.0))
        .collect();
    // 2. Each player's moves.
    Color::ALL.map(|side| {
        let offset = usize::from(side != first);
        let mine: Vec<(f64, f64, f64)> = (offset..evals.len())
            .step_by(2)
            .map(|i| {
                let (before, after) = side.fold_wb((wins[i], wins[i + 1]), (wins[i + 1], wins[i]));
                let loss_cp = side.fold_wb(cps[i] - cps[i + 1], cps[i + 1] - cps[i]).max(0);
                (accuracy_of_loss(before, after), weights[i], f64::from(loss_cp))
            })
            .collect();
        let count = mine.len() as f64;
        let total: f64 = mine.iter().map(|m| m.1).sum();
        let weighted = mine.iter().map(|m| m.0 * m.1).sum::<f64>() / total;
        let acpl = mine.iter().map(|m| m.2).sum::<f64>() / count;
        let accuracies: Vec<f64> = mine.iter().map(|m| m.0).collect();
        Some(PlayerFigures { accuracy: (weighted + harmonic_mean(&accuracies)?) / 2.0, acpl })
    })
}

/// Accuracy over some moves: the mean of their arithmetic and harmonic means.
pub fn mean_accuracy(accuracies: &[f64]) -> Option<f64> {
    let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
    Some((mean + harmonic_mean(accuracies)?) / 2.0)
}

fn harmonic_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|v| 1.0 / v.max(1.0)).sum();
    (!values.is_empty()).then(|| values.len() as f64 / sum)
}

fn standard_deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

/// The part of the game a position belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Pieces are being brought out.
    Opening,
    /// The struggle.
    Middlegame,
    /// Few pieces are left.
    Endgame,
}

impl Phase {
    /// In order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// In lower case.
    pub fn id(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }

    /// By material and development: at most six pieces are an endgame; at most ten, or a nearly empty home rank, end
    /// the opening. A game never goes back, so take the maximum along it.
    pub fn of(pos: &Chess) -> Phase {
        let board = pos.board();
        let pieces =
            board.occupied().count() - (board.by_role(Role::Pawn) | board.by_role(Role::King)).count();
        match pieces {
            0..=6 => Phase::Endgame,
            7..=10 => Phase::Middlegame,
            _ if Color::ALL.iter().any(|&side| home_rank(board, side) < 4) => Phase::Middlegame,
            _ => Phase::Opening,
        }
    }
}

fn home_rank(board: &Board, side: Color) -> usize {
    (board.by_color(side) & Bitboard::from(side.backrank())).count()
}
