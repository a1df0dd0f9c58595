//! The tutor's judgements beside those of a referee: a strong UCI engine that looks much longer.
//!
//! On positions of games: does the first choice lose anything, is the stated evaluation right, is a move criticised that is as good
//! as the best? On whole games: do the marks ?!, ? and ?? stand where the referee would put them? Winning chances are in points of
//! 100, by the curve that Lichess publishes.

use std::{fmt, fs::File, io::BufReader, path::Path};

use anyhow::{Context as _, ensure};
use philidor_chess::{
    Material, Piece,
    pgn::{Entry, Game, Games, Ply},
    shakmaty::{
        CastlingMode, Chess, Color, FromSetup as _, KnownOutcome, Move, Outcome, Position, Rank, Role, Setup,
        Square,
    },
    write_fen,
};
use philidor_session::{Explained, Session};
use philidor_stats::Rng;
use philidor_truth::Wdl;
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Question},
    claim::{Statement, limits, score},
    judge::{Eval, Judgement, criticise, loss_percent},
};
use serde::Serialize;

use crate::told::{KINDS, kind};

/// A first choice that loses this many centipawns is a bad one.
const BAD_CP: i32 = 50;
/// A move within this many points of the best is as good as it.
const AS_GOOD: f64 = 2.0;
/// A stated evaluation that is this many points off is wrong.
const OFF: f64 = 8.0;
/// Plies of a game before the first position that is taken.
const FIRST_PLY: usize = 16;

/// What was found on positions.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Positions {
    /// Positions looked at.
    pub positions: usize,
    /// First choices that lose 50 centipawns or more.
    pub bad_choices: usize,
    /// Stated evaluations that are off by 8 points of winning chances or more.
    pub wrong_evaluations: usize,
    /// Moves of the games that were criticised.
    pub criticised: usize,
    /// Of these, moves that the referee holds as good as the best.
    pub unfair: usize,
    /// First choices in words, by the strongest kind of thing that is said of them.
    pub told: [usize; 4],
    /// What to look at.
    pub cases: Vec<String>,
}

/// What was found in games.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Flags {
    /// Games.
    pub games: usize,
    /// Moves.
    pub moves: usize,
    /// Marked by the tutor.
    pub marked: usize,
    /// Marked by the tutor, and the referee finds that the move loses something (any mark).
    pub confirmed: usize,
    /// Marked by the referee.
    pub wanted: usize,
    /// Marked by both.
    pub found: usize,
    /// Criticised in words or by a mark.
    pub criticised: usize,
    /// Of these, moves that the referee holds as good as the best.
    pub unfair: usize,
    /// What to look at.
    pub cases: Vec<String>,
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Positions { positions, bad_choices, wrong_evaluations, criticised, unfair, told, .. } = self;
        writeln!(f, "positions                                     {positions:>6}")?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, part: usize, whole: usize| {
            writeln!(f, "{name:<44} {part:>6} of {whole} ({:.1} %)", percent(part, whole))
        };
        row(f, "first choice loses 50 centipawns or more", *bad_choices, *positions)?;
        row(f, "stated evaluation off by 8 points or more", *wrong_evaluations, *positions)?;
        row(f, "moves criticised", *criticised, *positions)?;
        row(f, "  though as good as the best", *unfair, *criticised)?;
        for (name, count) in KINDS.into_iter().zip(told) {
            row(f, name, *count, *positions)?;
        }
        self.cases.iter().try_for_each(|case| writeln!(f, "  {case}"))
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "games {}, moves {}", self.games, self.moves)?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, part: usize, whole: usize| {
            writeln!(f, "{name:<44} {part:>6} of {whole} ({:.1} %)", percent(part, whole))
        };
        row(f, "marks ?! ? ?? that the referee confirms", self.confirmed, self.marked)?;
        row(f, "the referee's marks that were found", self.found, self.wanted)?;
        row(f, "moves criticised though as good as the best", self.unfair, self.criticised)?;
        self.cases.iter().try_for_each(|case| writeln!(f, "  {case}"))
    }
}

/// The first games of a file; those that cannot be read are skipped.
pub fn first_games(path: &Path, most: usize) -> anyhow::Result<Vec<Game>> {
    let failed = || format!("cannot read {}", path.display());
    let mut reader = Games::new(BufReader::new(File::open(path).with_context(failed)?));
    let mut games = Vec::new();
    while games.len() < most {
        match reader.next_entry().with_context(failed)? {
            Some(Entry::Game(game)) => games.push(game),
            Some(Entry::Bad { .. }) => {}
            None => break,
        }
    }
    ensure!(!games.is_empty(), "{} has no games", path.display());
    Ok(games)
}

/// What was found in endings of three and four men.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Exactness {
    /// Positions, each explained with one of its moves.
    pub positions: usize,
    /// Who wins was told wrongly.
    pub wrong_verdicts: usize,
    /// What a move does to the result was told wrongly, or a move that keeps it was criticised.
    pub wrong_moves: usize,
    /// What to look at.
    pub cases: Vec<String>,
}

impl fmt::Display for Exactness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exactness { positions, wrong_verdicts, wrong_moves, .. } = self;
        writeln!(
            f,
            "endings of three and four men {positions}: verdict wrong {wrong_verdicts}, move verdict wrong {wrong_moves}"
        )?;
        self.cases.iter().try_for_each(|case| writeln!(f, "  {case}"))
    }
}

/// Random legal endings of three and four men, each with one of its moves, held against tables.
pub fn endings(
    session: &Session,
    count: usize,
    seed: u64,
    tell: &mut dyn FnMut(),
) -> anyhow::Result<Exactness> {
    let (mut rng, mut out) = (Rng::new(seed), Exactness::default());
    let tables = session.endings().tables();
    let materials: Vec<Material> =
        [3, 4].into_iter().flat_map(Material::all_with_men).filter(|material| material.men() > 2).collect();
    while out.positions < count {
        ensure!(!session.is_stopped(), "interrupted after {} endings", out.positions);
        let material = materials[rng.below(materials.len())];
        let Some(pos) = random(material, &mut rng) else { continue };
        let moves = pos.legal_moves();
        let mv = moves[rng.below(moves.len())];
        let explained = session.explain(&pos, Some(mv))?;
        let told = &explained.explanation;
        let (Some(best), Some(own)) = (told.lines.first(), &told.played) else { continue };
        let sign = |score: i32| score.signum() * i32::from(score.abs() > DECIDED_CP);
        let value = |pos: &Chess| -> anyhow::Result<i32> {
            Ok(match tables.verdict(pos)?.wdl() {
                Wdl::Win => 1,
                Wdl::Draw => 0,
                Wdl::Loss => -1,
            })
        };
        let mut after = pos.clone();
        after.play_unchecked(mv);
        let here = value(&pos)?;
        let there = match after.outcome() {
            Outcome::Known(KnownOutcome::Decisive { .. }) => 1,
            Outcome::Known(KnownOutcome::Draw) => 0,
            Outcome::Unknown => -value(&after)?,
        };
        out.positions += 1;
        let fen = write_fen(&pos);
        if sign(best.score) != here {
            out.wrong_verdicts += 1;
            out.cases.push(format!("says {} where it is {here}: {fen}", best.score));
        }
        if sign(own.score) != there || is_criticised(&explained) != (there < here) {
            out.wrong_moves += 1;
            out.cases.push(format!("{mv}: says {}, it is {there} of {here}: {fen}", own.score));
        }
        tell();
    }
    Ok(out)
}

/// Beyond this a score is decided.
const DECIDED_CP: i32 = 20_000;

/// A random legal position of an endgame that is not over, with either side to move.
fn random(material: Material, rng: &mut Rng) -> Option<Chess> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        let men = material.pieces(color).map(Piece::role).chain([Role::King]);
        for role in men {
            let square = Square::new(rng.below(64) as u32);
            let pawn = role == Role::Pawn && [Rank::First, Rank::Eighth].contains(&square.rank());
            if pawn || setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.set_piece_at(square, role.of(color));
        }
    }
    setup.turn = if rng.below(2) == 0 { Color::White } else { Color::Black };
    let pos = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!pos.is_game_over()).then_some(pos)
}

/// A place in a game.
#[derive(Debug, Clone)]
pub struct Place {
    /// The position.
    pub pos: Chess,
    /// The move that was played there.
    pub mv: Move,
    /// The move before it.
    pub previous: Option<Move>,
}

/// One place of each game, chosen by `seed`.
pub fn sample(games: &[Game], seed: u64) -> Vec<Place> {
    let mut rng = Rng::new(seed);
    let mut out = Vec::new();
    for game in games {
        let plies: Vec<Ply> = game.main_line().map(|id| game.node(id).ply).collect();
        if plies.len() <= FIRST_PLY {
            continue;
        }
        let at = FIRST_PLY + rng.below(plies.len() - FIRST_PLY);
        let mut pos = game.start.clone();
        for ply in &plies[..at] {
            let Some(next) = ply.play(&pos) else { break };
            pos = next;
        }
        if let Some(mv) = plies[at].as_move().filter(|mv| pos.is_legal(*mv)) {
            out.push(Place { pos, mv, previous: plies[at - 1].as_move() });
        }
    }
    out
}

/// All of the referee's nodes, in thousandths.
const ALL: u32 = 1000;
/// The referee's first look at a move of a game that nobody has marked.
const FIRST_LOOK: u32 = 100;
/// A move that nobody has marked and that loses fewer points than this at the first look is not looked at longer.
const HARMLESS: f64 = 2.5;

/// The referee's view of a position with `share` thousandths of its nodes: what the best move is worth, and another one.
fn judged(
    referee: &mut dyn Analyst,
    pos: &Chess,
    mv: Option<Move>,
    share: u32,
) -> Result<(Option<Move>, i32, i32), AnalystError> {
    let best = referee.lines(&Question::best(pos, 1, share))?.into_iter().next();
    let Some(best) = best else { return Ok((None, 0, 0)) };
    let own = match mv.filter(|&mv| Some(mv) != best.first()) {
        Some(mv) => referee.lines(&Question::only(pos, &[mv], share))?.first().map(|look| look.score),
        None => None,
    };
    let own = own.unwrap_or(best.score);
    Ok((best.first(), best.score.max(own), own))
}

/// Points of winning chances that `own` is below `best`, for the side to move.
fn points(best: i32, own: i32) -> f64 {
    50.0 * (score(best).expected() - score(own).expected())
}

/// A move is criticised: called an error, or a better one is named.
pub fn is_criticised(explained: &Explained) -> bool {
    let told = &explained.explanation;
    let Some(subject) = told.subject.map(philidor_claims::Move::from) else { return false };
    let turn = told.position.turn();
    let seen = |score| Eval::from_score(score, turn);
    let error = told.lines.first().zip(told.played.as_ref()).is_some_and(|(best, own)| {
        criticise(turn, seen(best.score.max(own.score)), seen(own.score)).is_some()
    });
    let said = |at: &usize| match &told.claims[*at].statement {
        Statement::Better { other, score, other_score, .. } => {
            *other == subject && !limits::as_good(*other_score, *score)
        }
        Statement::MissedChance { .. } => true,
        _ => false,
    };
    let sentences = || explained.text.sections.iter().flat_map(|section| &section.sentences);
    error || sentences().flat_map(|sentence| &sentence.claims).any(said)
}

/// Explains every position with its move and asks the referee.
pub fn positions(
    session: &Session,
    referee: &mut dyn Analyst,
    sample: &[Place],
    tell: &mut dyn FnMut(),
) -> anyhow::Result<Positions> {
    let mut out = Positions::default();
    for Place { pos, mv, .. } in sample {
        ensure!(!session.is_stopped(), "interrupted after {} positions", out.positions);
        let explained = session.explain(pos, Some(*mv)).context("the tutor gave no answer")?;
        let Some(best) = explained.explanation.lines.first() else { continue };
        let (_, top, choice) = judged(referee, pos, best.first(), ALL)?;
        out.positions += 1;
        out.told[kind(&session.explain(pos, best.first())?)] += 1;
        let fen = write_fen(pos);
        if score(top).minus(score(choice)) >= BAD_CP && points(top, choice) > 0.0 {
            out.bad_choices += 1;
            let first = best.first().map(|mv| mv.to_string()).unwrap_or_default();
            out.cases.push(format!("choice {first} {choice} against {top}: {fen}"));
        }
        if points(top, best.score).abs() >= OFF {
            out.wrong_evaluations += 1;
            out.cases.push(format!("says {}, referee {top}: {fen}", best.score));
        }
        if is_criticised(&explained) {
            out.criticised += 1;
            let (_, top, own) = judged(referee, pos, Some(*mv), ALL)?;
            if points(top, own) < AS_GOOD {
                out.unfair += 1;
                out.cases.push(format!("criticised {mv}: {own} against {top}: {fen}"));
            }
        }
        tell();
    }
    Ok(out)
}

/// Annotates games and asks the referee about every move: with all of its nodes where somebody finds fault, else with a tenth.
pub fn flags(
    session: &Session,
    referee: &mut dyn Analyst,
    games: &[Game],
    tell: &mut dyn FnMut(),
) -> anyhow::Result<Flags> {
    let mut out = Flags { games: games.len(), ..Flags::default() };
    for game in games {
        let annotated = session.annotate(game.clone(), &mut |_| ())?;
        for (played, note) in annotated.study.moves().zip(&annotated.notes) {
            let Some(mv) = played.ply.as_move() else { continue };
            ensure!(!session.is_stopped(), "interrupted after {} moves", out.moves);
            let pos = &played.before.pos;
            let turn = pos.turn();
            let seen = |score| Eval::from_score(score, turn);
            let subject = philidor_claims::Move::from(mv);
            let better = note.claims.iter().any(|(claim, _)| match &claim.statement {
                Statement::Better { other, score, other_score, .. } => {
                    *other == subject && !limits::as_good(*other_score, *score)
                }
                Statement::MissedChance { .. } => true,
                _ => false,
            });
            let criticised = note.judgement.is_some() || better;
            let (mut best, mut top, mut own) = judged(referee, pos, Some(mv), FIRST_LOOK)?;
            if criticised || loss_percent(turn, seen(top), seen(own)) >= HARMLESS {
                (best, top, own) = judged(referee, pos, Some(mv), ALL)?;
            }
            let theirs: Option<Judgement> = match best == Some(mv) {
                true => None,
                false => criticise(turn, seen(top), seen(own)).map(|verdict| verdict.judgement),
            };
            let loss = loss_percent(turn, seen(top), seen(own));
            out.moves += 1;
            let (marked, wanted) = (note.judgement.is_some(), theirs.is_some());
            out.marked += usize::from(marked);
            out.confirmed += usize::from(marked && wanted);
            out.wanted += usize::from(wanted);
            out.found += usize::from(marked && wanted);
            out.criticised += usize::from(criticised);
            if criticised && loss < AS_GOOD {
                out.unfair += 1;
                out.cases.push(format!("criticised {mv}: {own} against {top}: {}", write_fen(pos)));
            } else if marked != wanted {
                let glyph = |judgement: Option<Judgement>| judgement.map_or("-", Judgement::glyph);
                let (ours, theirs) = (glyph(note.judgement), glyph(theirs));
                let fen = write_fen(pos);
                out.cases.push(format!("{mv}: we say {ours}, referee {theirs} (loses {loss:.1}): {fen}"));
            }
            tell();
        }
    }
    Ok(out)
}
