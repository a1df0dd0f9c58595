//! Annotated games as rows: games, their moves and the claims about every move, for questions over many games.
//!
//! A [`Part`] is one game; a [`Lake`] is a directory of Parquet files with the rows of many. Nothing is said here that the checker did
//! not find true: a claim's row has its place, its squares, its line and the whole statement. `docs/LAKE.md` has the columns.

mod row;
mod store;

use philidor_chess::{
    pgn::Game,
    shakmaty::{Chess, Color, Move, Position as _},
    write_fen,
};
use philidor_claims::{About, Claim, End, Goal, Margin, Payoff, People, Statement};
use philidor_humans::{Moment, RATINGS, Rating, Scale};
use philidor_session::Session;
use philidor_tutor::{
    annotate::{Annotated, Note},
    judge::{Eval, Judgement},
    study::Played,
};

pub use self::{
    row::{ClaimRow, GameRow, MoveRow, Part},
    store::{GAMES_OF_A_FILE, Lake},
};
use crate::uci;

/// The rows of an annotated game, which is the file's game of this number, from 1.
pub fn part(number: u32, annotated: &Annotated, session: &Session) -> Part {
    let likely = likely(annotated, session);
    let mut rows = Part { game: game(number, annotated), moves: Vec::new(), claims: Vec::new() };
    for ((played, note), likely) in annotated.study.moves().zip(&annotated.notes).zip(likely) {
        let ply = played.index as u32 + 1;
        rows.moves.push(moved(number, ply, annotated, &played, note, likely));
        let said = |claim: &Claim| note.claims.iter().find(|(said, _)| said == claim);
        for (place, (claim, grounds)) in note.checked.iter().enumerate() {
            let text = said(claim).map(|(_, text)| text.clone());
            rows.claims.push(stated(number, ply, place as u32, claim, grounds.name(), text));
        }
    }
    rows
}

/// The row of a game that could not be looked at.
pub fn left_out(number: u32, game: &Game, reason: &str) -> Part {
    let game = GameRow { problem: Some(reason.to_owned()), ..tags(number, game) };
    Part { game, moves: Vec::new(), claims: Vec::new() }
}

fn tags(number: u32, game: &Game) -> GameRow {
    let tag = |name: &str| {
        game.tag(name).filter(|value| !value.is_empty() && !value.starts_with('?')).map(str::to_owned)
    };
    let rating = |name: &str| tag(name)?.trim().parse::<i32>().ok().filter(|rating| *rating > 0);
    GameRow {
        game: number,
        line: game.line as u32,
        event: tag("Event"),
        site: tag("Site"),
        date: tag("Date"),
        white: tag("White"),
        black: tag("Black"),
        white_elo: rating("WhiteElo"),
        black_elo: rating("BlackElo"),
        result: game.termination.to_string(),
        time_control: tag("TimeControl"),
        ..GameRow::default()
    }
}

fn game(number: u32, annotated: &Annotated) -> GameRow {
    let accuracy = |side: usize| annotated.figures[side].map(|figures| figures.accuracy as f32);
    let opening = annotated.opening.as_ref().map(|book| &book.opening);
    GameRow {
        eco: opening.map(|opening| opening.eco.clone()),
        opening: opening.map(|opening| opening.name.clone()),
        plies: annotated.study.plies.len() as u32,
        white_accuracy: accuracy(0),
        black_accuracy: accuracy(1),
        analyst: Some(annotated.study.analysis.analyst.clone()),
        ..tags(number, &annotated.game)
    }
}

/// What people of the mover's rating would play.
#[derive(Default)]
struct Humans {
    rating: Option<u16>,
    /// How likely they play what was played, and the best move.
    played: Option<f32>,
    best: Option<f32>,
    /// Their likeliest move.
    first: Option<Move>,
}

/// One for each move; by the ratings of the game's tags, else by the session's.
fn likely(annotated: &Annotated, session: &Session) -> Vec<Humans> {
    let (study, game) = (&annotated.study, &annotated.game);
    let scale = Scale::of_tags(game.tag("Event"), game.tag("Site"));
    let rating = |side: Color| {
        let tag = game.tag(side.fold_wb("WhiteElo", "BlackElo"))?.trim().parse::<u16>().ok();
        let number = tag.filter(|number| *number > 0)?.clamp(*RATINGS.start(), *RATINGS.end());
        Some(Rating { number, scale })
    };
    let ratings = [Color::White, Color::Black].map(|side| rating(side).or(session.settings().rating));
    let past: Vec<(Chess, Move)> =
        study.moves().map_while(|played| Some((played.before.pos.clone(), played.ply.as_move()?))).collect();
    let (mut asked, mut places) = (Vec::new(), Vec::new());
    for (at, (position, _)) in past.iter().enumerate() {
        if let Some(rating) = ratings[usize::from(position.turn().is_black())] {
            asked.push((Moment { position, past: &past[..at] }, rating));
            places.push(at);
        }
    }
    let mut found: Vec<Humans> = study.plies.iter().map(|_| Humans::default()).collect();
    let answers = session.humans().many(&asked);
    for ((at, (_, rating)), moves) in places.into_iter().zip(asked).zip(answers) {
        let share =
            |mv: Option<Move>| moves.iter().find(|likely| Some(likely.mv) == mv).map(|likely| likely.chance);
        found[at] = Humans {
            rating: Some(rating.number),
            played: share(Some(past[at].1)),
            best: share(study.views[at].best_move()),
            first: moves.first().map(|likely| likely.mv),
        };
    }
    found
}

fn moved(
    game: u32,
    ply: u32,
    annotated: &Annotated,
    played: &Played<'_>,
    note: &Note,
    humans: Humans,
) -> MoveRow {
    let mover = philidor_claims::Color::from(played.mover());
    let own = |about: About| move |claim: &&Claim| claim.about == about && claim.side == mover;
    let against = |claim: &&Claim| claim.about == About::Concession && claim.side != mover;
    let claims = || note.checked.iter().map(|(claim, _)| claim);
    let (cp, mate) = match played.after.eval() {
        Eval::Cp(cp) => (Some(cp), None),
        Eval::WhiteMates(moves) => (None, Some(moves as i32)),
        Eval::BlackMates(moves) => (None, Some(-(moves as i32))),
    };
    let comment = note.comment();
    MoveRow {
        game,
        ply,
        side: side(mover).to_owned(),
        san: annotated.game.node(annotated.study.nodes[played.index]).san.clone(),
        uci: played.ply.as_move().map_or_else(|| "0000".to_owned(), uci),
        fen: write_fen(&played.before.pos),
        cp,
        mate,
        chance: played.after.eval().win_percent() as f32,
        loss: played.loss() as f32,
        best: played.before.best_move().map(uci),
        judgement: note.judgement.map(Judgement::id).map(str::to_owned),
        phase: annotated.phases[played.index].id().to_owned(),
        rating: humans.rating.map(i32::from),
        human: humans.played,
        human_best: humans.best,
        human_first: humans.first.map(uci),
        motifs: names(claims().filter(own(About::Aim)), motif),
        missed: names(claims().filter(own(About::Alternative)), motif),
        allowed: names(claims().filter(against), motif),
        concepts: names(claims().filter(own(About::Aim)), concept),
        conceded: names(claims().filter(|claim| claim.about == About::Concession), concept),
        comment: (!comment.is_empty()).then_some(comment),
    }
}

/// Each name once, in alphabetical order.
fn names<'c>(claims: impl Iterator<Item = &'c Claim>, name: fn(&Statement) -> Option<String>) -> Vec<String> {
    let mut all: Vec<String> = claims.filter_map(|claim| name(&claim.statement)).collect();
    all.sort();
    all.dedup();
    all
}

/// The device by which something is won, or `mate`.
fn motif(statement: &Statement) -> Option<String> {
    match statement {
        Statement::Mate { .. } | Statement::MissedChance { payoff: Payoff::Mate(_), .. } => {
            Some("mate".to_owned())
        }
        _ => statement.device().map(|device| device.theme.to_string()),
    }
}

fn concept(statement: &Statement) -> Option<String> {
    match statement {
        Statement::Concept { name, .. } => Some(name.clone()),
        _ => None,
    }
}

fn stated(game: u32, ply: u32, place: u32, claim: &Claim, grounds: &str, text: Option<String>) -> ClaimRow {
    let line: Vec<String> = claim.line.entries().iter().map(ToString::to_string).collect();
    ClaimRow {
        game,
        ply,
        claim: place,
        about: about(claim.about).to_owned(),
        side: side(claim.side).to_owned(),
        says: claim.statement.name().to_owned(),
        name: name(&claim.statement),
        squares: claim.squares().iter().map(|square| square.to_string()).collect(),
        men: claim.men.iter().map(|(square, man)| format!("{}{square}", man.letter())).collect(),
        line: line.join(" "),
        at: claim.ply as u32,
        worth: claim.worth.0,
        said: text.is_some(),
        grounds: grounds.to_owned(),
        text,
        statement: serde_json::to_string(&claim.statement).unwrap_or_default(),
    }
}

fn side(side: philidor_claims::Color) -> &'static str {
    match side {
        philidor_claims::Color::White => "white",
        philidor_claims::Color::Black => "black",
    }
}

fn about(about: About) -> &'static str {
    match about {
        About::Position => "position",
        About::Threat => "threat",
        About::Plan => "plan",
        About::Aim => "aim",
        About::Concession => "concession",
        About::Alternative => "alternative",
    }
}

/// What a statement names: a concept, a device, a feature, a structure, an opening, what a move does or is for.
fn name(statement: &Statement) -> Option<String> {
    let plain = |text: &str| Some(text.to_owned());
    match statement {
        Statement::Feature { numbers, .. } => plain(&numbers.id),
        Statement::Concept { name, .. }
        | Statement::Structure { name, .. }
        | Statement::Opening { name, .. } => plain(name),
        Statement::Material { .. } | Statement::Threat { .. } | Statement::Device { .. } => {
            statement.device().map(|device| device.theme.to_string())
        }
        Statement::Mate { pattern, .. } => pattern.map(|theme| theme.to_string()),
        Statement::Effect { effect } | Statement::Allows { effect, .. } => plain(effect.id()),
        Statement::Reason { reason, .. } => plain(reason.id()),
        Statement::Plan { goal } => plain(match goal {
            Goal::Manoeuvre { .. } => "manoeuvre",
            Goal::Advance { lever: true, .. } => "break",
            Goal::Advance { .. } => "advance",
            Goal::Castle { .. } => "castle",
            Goal::Exchange { .. } => "exchange",
            Goal::Occupy { .. } => "occupy",
            Goal::Develop { .. } => "develop",
        }),
        Statement::Idea { idea, .. } => plain(idea.id()),
        Statement::Standing { margin, .. } => plain(match margin {
            Margin::Equal => "equal",
            Margin::Slight => "slight",
            Margin::Clear => "clear",
            Margin::Large => "large",
            Margin::Winning => "winning",
            Margin::Decided => "decided",
        }),
        Statement::Over { end } => plain(match end {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::Insufficient => "insufficient",
        }),
        Statement::Endgame { value, .. } => plain(match value {
            1 => "won",
            0 => "drawn",
            _ => "lost",
        }),
        Statement::People { people, .. } => plain(match people {
            People::Play { .. } => "play",
            People::Miss { .. } => "miss",
            People::Tempted { .. } => "tempted",
            People::Answer { .. } => "answer",
            People::GoWrong { .. } => "go wrong",
        }),
        Statement::MissedChance { payoff, .. } | Statement::Pitfall { payoff, .. } => {
            Some(payoff.to_string())
        }
        Statement::Practice { from, to, .. } => Some(format!("{from}{to}")),
        Statement::Sacrifice { .. }
        | Statement::OnlyMove { .. }
        | Statement::Zugzwang { .. }
        | Statement::Better { .. }
        | Statement::Best { .. } => None,
    }
}
