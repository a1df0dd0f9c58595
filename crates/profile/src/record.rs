//! One game, looked at once: plain data, small enough to keep thousands.

use philidor_chess::{
    pgn::{Game, NodeId, Termination},
    shakmaty::{Color, Position, Role},
    write_fen,
};
use philidor_claims::{About, Payoff, Score, Statement};
use philidor_session::{SOLVED_AT_ONCE, Session};
use philidor_tutor::{
    analyst::AnalystError,
    annotate::{Annotated, Note},
    claim::score,
    judge::Phase,
    look::Look,
    opening::Openings,
    study::Played,
};
use serde::{Deserialize, Serialize};

use crate::read::Mine;

/// Points of winning chances whose loss makes a move a mistake.
pub(crate) const MISTAKE: f64 = 10.0;
/// Points by which the best move must beat all others to be a chance that can be missed.
const CHANCE: f64 = 10.0;
/// A position is quiet if the best two moves differ by less.
const QUIET: f64 = 3.0;

/// A move of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// Half-moves before it.
    pub ply: u32,
    /// The player's own; else his opponent's.
    pub mine: bool,
    /// With its number: `17.Rd1`.
    pub label: String,
    /// The mover's winning chances before, in points of a hundred.
    pub before: f64,
    /// And after.
    pub after: f64,
    /// The part of the game.
    pub phase: Phase,
    /// Seconds it took, if the clock is known.
    pub spent: Option<f64>,
    /// Seconds left before it.
    pub left: Option<f64>,
    /// What could be won by a move that beats all others, by the names of its devices; empty if nothing.
    pub chance: Vec<String>,
    /// What the answer wins, if this was a mistake.
    pub allowed: Vec<String>,
    /// Concepts that speak for the better move, if this was a mistake.
    #[serde(default)]
    pub wanted: Vec<String>,
    /// Concepts that speak against this move, if it was a mistake.
    #[serde(default)]
    pub conceded: Vec<String>,
    /// The kind of ending, if it is one.
    pub ending: Option<String>,
    /// The exact value before and after for the mover, where tables know it.
    pub table: Option<(i8, i8)>,
    /// The position and the best move there, where somebody may want to see it: mistakes, chances, one quiet position.
    pub seen: Option<Seen>,
}

/// A position worth keeping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// As FEN.
    pub fen: String,
    /// The best move.
    pub best: String,
    /// Nothing is to be found here.
    pub quiet: bool,
}

impl Moved {
    /// Points of winning chances lost.
    pub fn loss(&self) -> f64 {
        (self.before - self.after).max(0.0)
    }

    /// A mistake.
    pub fn is_mistake(&self) -> bool {
        self.loss() >= MISTAKE
    }
}

/// A game of the player's, looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its place in the file, counted from 1.
    pub number: usize,
    /// As the file says: `2021.03.14`.
    pub date: String,
    /// Who it was against.
    pub opponent: String,
    /// The player had White.
    pub white: bool,
    /// His half points.
    pub half_points: u8,
    /// His rating and his opponent's.
    pub ratings: Option<(u16, u16)>,
    /// The opening's full name; empty if it has none.
    pub opening: String,
    /// The first part of that name.
    pub family: String,
    /// Seconds on the clock at the beginning.
    pub base: Option<f64>,
    /// Its moves.
    pub moves: Vec<Moved>,
}

/// Where something happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Example {
    /// The game's place in the file, or its number in the library.
    pub game: usize,
    /// Half-moves before the move.
    pub ply: u32,
    /// The move, with its number.
    pub label: String,
    /// The position before it.
    pub fen: String,
    /// The best move there.
    pub best: String,
}

impl Record {
    /// A move of it as an example; nothing if its position was not kept.
    pub fn example(&self, moved: &Moved) -> Option<Example> {
        let seen = moved.seen.as_ref()?;
        Some(Example {
            game: self.number,
            ply: moved.ply,
            label: moved.label.clone(),
            fen: seen.fen.clone(),
            best: seen.best.clone(),
        })
    }
}

/// Looks at games.
#[derive(Debug)]
pub struct Analyst<'a> {
    /// Who is asked, with how many nodes for a position.
    pub session: &'a Session,
}

impl Analyst<'_> {
    /// Looks at a game.
    pub fn look(&self, mine: &Mine) -> Result<Record, AnalystError> {
        let Mine { number, game, colour } = mine;
        let annotated = self.session.comment(game.clone(), self.session.survey(game)?);
        let study = &annotated.study;
        let tag = |name: &str| game.tag(name).unwrap_or_default().to_owned();
        let rating = |name: &str| game.tag(name)?.trim().parse::<u16>().ok().filter(|r| *r > 0);
        let ratings = rating("WhiteElo").zip(rating("BlackElo"));
        let moves: Vec<_> = study.plies.iter().filter_map(|ply| ply.as_move()).collect();
        let opening = Openings::ours().of_game(&moves).map(|played| played.opening);
        let half_points = match game.termination {
            Termination::Won(winner) => 2 * u8::from(winner == *colour),
            _ => 1,
        };
        let (base, bonus) = control(game);
        Ok(Record {
            number: *number,
            date: tag("Date"),
            opponent: tag(if colour.is_white() { "Black" } else { "White" }),
            white: colour.is_white(),
            half_points,
            ratings: ratings.map(|(white, black)| colour.fold_wb((white, black), (black, white))),
            opening: opening.map_or_else(String::new, |opening| opening.name.clone()),
            family: opening.map_or_else(String::new, |opening| opening.family().to_owned()),
            base,
            moves: moved(&annotated, *colour, base, bonus),
        })
    }
}

/// Seconds at the beginning and for each move.
fn control(game: &Game) -> (Option<f64>, f64) {
    let Some(text) = game.tag("TimeControl") else { return (None, 0.0) };
    let (base, bonus) = text.split_once('+').unwrap_or((text, "0"));
    (base.parse().ok(), bonus.parse().unwrap_or(0.0))
}

/// The clock after a move: `[%clk 0:09:58.7]`.
fn clock(game: &Game, node: NodeId) -> Option<f64> {
    let comment = game.node(node).comments.iter().find(|text| text.contains("[%clk"))?;
    let text = comment.split("[%clk").nth(1)?.split(']').next()?.trim();
    text.split(':').try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?))
}

fn moved(annotated: &Annotated, me: Color, base: Option<f64>, bonus: f64) -> Vec<Moved> {
    let Annotated { study, game, notes, .. } = annotated;
    let mut phase = Phase::Opening;
    let mut clocks = [base, base];
    let mut quiet = false;
    let mut out = Vec::new();
    for (index, &node) in study.nodes.iter().enumerate().take(study.views.len().saturating_sub(1)) {
        let played = study.played(index);
        if played.ply.as_move().is_none() {
            continue;
        }
        phase = phase.max(Phase::of(&played.before.pos));
        let left = std::mem::replace(&mut clocks[index % 2], clock(game, node));
        let spent = left.zip(clocks[index % 2]).map(|(before, after)| (before + bonus - after).max(0.0));
        let mine = played.mover() == me;
        let (before, after) = (played.chance_before(), played.chance_after().min(played.chance_before()));
        let mistake = before - after >= MISTAKE;
        let chance = chance(&played);
        let allowed =
            if mistake { played.after.best.as_ref().map(devices).unwrap_or_default() } else { Vec::new() };
        let still = !quiet && mine && index > 12 && !mistake && chance.is_empty() && is_quiet(&played);
        quiet |= still;
        let seen = (mistake || !chance.is_empty() || still).then(|| Seen {
            fen: write_fen(&played.before.pos),
            best: best(&played),
            quiet: still,
        });
        let board = played.before.pos.board();
        let exact = board.occupied().count() <= SOLVED_AT_ONCE;
        let node = game.node(node);
        out.push(Moved {
            ply: index as u32,
            mine,
            label: format!("{}{}", node.label().replace("...", "…"), node.san),
            before: rounded(before),
            after: rounded(after),
            phase,
            spent: spent.map(rounded),
            left: left.map(rounded),
            chance,
            allowed,
            wanted: if mistake { concepts(&notes[index], About::Alternative, true) } else { Vec::new() },
            conceded: if mistake { concepts(&notes[index], About::Concession, false) } else { Vec::new() },
            ending: (phase == Phase::Endgame).then(|| ending(&played)),
            table: exact.then(|| (value(played.before.score), -value(played.after.score))),
            seen,
        });
    }
    out
}

/// The concepts of a note's claims about one thing, good or bad for their side.
fn concepts(note: &Note, about: About, good: bool) -> Vec<String> {
    let claims = note.checked.iter().map(|(claim, _)| claim).filter(|claim| claim.about == about);
    let mut names: Vec<String> = claims
        .filter_map(|claim| match &claim.statement {
            Statement::Concept { name, purpose, .. } if purpose.is_good() == good => Some(name.clone()),
            _ => None,
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// To hundredths, so that what is kept is read back as it was.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn value(of: philidor_know::search::Score) -> i8 {
    match score(of) {
        Score::Mate(moves) => moves.signum() as i8,
        Score::Table(value) => value.signum(),
        Score::Cp(_) => 0,
    }
}

/// What the best move wins, if it beats all others.
fn chance(played: &Played<'_>) -> Vec<String> {
    let stands_out = played.gap().is_some_and(|gap| gap >= CHANCE);
    played.before.best.as_ref().filter(|_| stands_out).map(devices).unwrap_or_default()
}

/// By what a line wins: the devices of its first move; a mate is one.
fn devices(look: &Look) -> Vec<String> {
    let payoff = look.payoff();
    let mut names: Vec<String> = Vec::new();
    if matches!(payoff, Some(Payoff::Mate(_))) {
        names.push("mate".to_owned());
    } else if payoff.is_some() {
        names.extend(look.motifs_of_first_move().iter().map(|motif| plain(motif.theme.id())));
    }
    names.sort();
    names.dedup();
    names
}

/// `discoveredAttack` as people write it.
pub(crate) fn plain(id: &str) -> String {
    let mut out = String::new();
    for letter in id.chars() {
        if letter.is_ascii_uppercase() {
            out.push(' ');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

fn is_quiet(played: &Played<'_>) -> bool {
    let even = played.gap().is_some_and(|gap| gap < QUIET);
    even && !played.before.pos.is_check()
        && played.before.best.as_ref().is_some_and(|look| look.payoff().is_none())
}

fn best(played: &Played<'_>) -> String {
    let san = |mv| philidor_chess::shakmaty::san::San::from_move(&played.before.pos, mv).to_string();
    played.before.best_move().map_or_else(String::new, san)
}

/// By the pieces on the board.
fn ending(played: &Played<'_>) -> String {
    let board = played.before.pos.board();
    let names =
        [(Role::Queen, "queen"), (Role::Rook, "rook"), (Role::Bishop, "bishop"), (Role::Knight, "knight")];
    let there: Vec<&str> =
        names.into_iter().filter(|(role, _)| board.by_role(*role).any()).map(|(_, name)| name).collect();
    if there.is_empty() { "pawn ending".to_owned() } else { format!("{} ending", there.join(" and ")) }
}
