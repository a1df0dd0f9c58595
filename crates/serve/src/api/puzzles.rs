//! Puzzles: files of them come in, and are answered move by move.
//!
//! A file is CSV as Lichess publishes it (`PuzzleId,FEN,Moves,Rating,…,Themes,…`: the first move is the one that allows it), or
//! with the columns `FEN`, `PV`, `Rating` and `Themes`, where the position is the one to solve.

use axum::{Json, extract::State};
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_report::{san, ucis};
use philidor_session::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Body, one_move,
    practise::{AnswerRequest, AnswerResult},
};
use crate::{
    error::ApiError,
    library::{drills::Drill, puzzles::NewPuzzle, search::Counted},
    mistakes::Solution,
    state::App,
};

/// Puzzles of one text.
const MOST_AT_ONCE: usize = 50_000;
/// Problems that are told.
const MOST_TOLD: usize = 20;
/// Columns of a file without names.
const USUAL: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

/// What a puzzle keeps.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Puzzle {
    title: String,
    goal: String,
    /// The solution, as interfaces write moves: the solver's and the answers.
    line: Vec<String>,
}

/// Puzzles as text.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PuzzleFile {
    /// CSV; the first line may name the columns.
    csv: String,
}

/// What was kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzlesKept {
    /// Puzzles of the text.
    count: usize,
    /// Those that were not there before.
    fresh: usize,
    /// What could not be read, with its line.
    problems: Vec<String>,
}

/// Keep puzzles of a file
#[utoipa::path(post, path = "/api/practise/puzzles", tag = "practise", request_body = PuzzleFile,
    responses((status = 200, body = PuzzlesKept), (status = 400, body = crate::error::Problem)))]
pub(crate) async fn import(
    State(app): State<App>,
    Body(body): Body<PuzzleFile>,
) -> Result<Json<PuzzlesKept>, ApiError> {
    app.shelf(move |shelf| {
        let (puzzles, problems) = puzzles(&body.csv)?;
        if puzzles.is_empty() {
            let first = problems.into_iter().next();
            return Err(ApiError::Bad(first.unwrap_or_else(|| "there is no puzzle in this text".to_owned())));
        }
        Ok(Json(PuzzlesKept { count: puzzles.len(), fresh: shelf.add_puzzles(&puzzles)?, problems }))
    })
    .await
}

/// The themes of your puzzles, and how many have each
#[utoipa::path(get, path = "/api/practise/themes", tag = "practise", responses((status = 200, body = Vec<Counted>)))]
pub(crate) async fn themes(State(app): State<App>) -> Result<Json<Vec<Counted>>, ApiError> {
    app.shelf(|shelf| Ok(Json(shelf.puzzle_themes()?))).await
}

/// The puzzles of a text, and what is wrong with it.
fn puzzles(text: &str) -> Result<(Vec<NewPuzzle>, Vec<String>), ApiError> {
    let mut lines = text.lines().zip(1_usize..).filter(|(line, _)| !line.trim().is_empty()).peekable();
    let head = lines.next_if(|(line, _)| line.to_lowercase().split(',').any(|name| name.trim() == "fen"));
    let columns: Vec<String> =
        head.map_or(USUAL, |(line, _)| line).split(',').map(|name| name.trim().to_lowercase()).collect();
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for (line, number) in lines {
        if found.len() >= MOST_AT_ONCE {
            return Err(ApiError::Bad(format!("at most {MOST_AT_ONCE} puzzles at once")));
        }
        match puzzle(&columns, line) {
            Ok(puzzle) => found.push(puzzle),
            Err(error) if problems.len() < MOST_TOLD => problems.push(format!("line {number}: {error}")),
            Err(_) => {}
        }
    }
    Ok((found, problems))
}

fn puzzle(columns: &[String], line: &str) -> Result<NewPuzzle, String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let field = |name: &str| {
        let place = columns.iter().position(|column| column == name)?;
        fields.get(place).copied().filter(|text| !text.is_empty())
    };
    let fen = field("fen").ok_or("there is no FEN")?;
    let mut pos = parse_fen(fen).map_err(|error| error.to_string())?;
    let (moves, given) = match (field("pv"), field("moves")) {
        (Some(line), _) => (line, false),
        (None, Some(moves)) => (moves, true),
        (None, None) => return Err("there are no moves".to_owned()),
    };
    let mut words = moves.split_whitespace();
    let play = |pos: &mut Chess, word: &str| -> Result<Move, String> {
        let mv = one_move(pos, word).map_err(|error| error.to_string())?;
        pos.play_unchecked(mv);
        Ok(mv)
    };
    if given {
        let first = words.next().ok_or("there are no moves")?;
        play(&mut pos, first)?;
    }
    let start = write_fen(&pos);
    let line = words.map(|word| play(&mut pos, word)).collect::<Result<Vec<Move>, _>>()?;
    if line.is_empty() {
        return Err("there is no move to find".to_owned());
    }
    let content = Puzzle { title: "Tactics".to_owned(), goal: "best".to_owned(), line: ucis(&line) };
    Ok(NewPuzzle {
        fen: start,
        content: serde_json::to_string(&content).map_err(|error| error.to_string())?,
        rating: field("rating").and_then(|text| text.parse().ok()),
        themes: field("themes").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
    })
}

/// Judges the moves so far: the solver's must be those of the solution, or mate, or as good.
pub(super) fn judge(
    app: &App,
    drill: &Drill,
    start: &Chess,
    moves: &[Move],
    body: &AnswerRequest,
    stop: &Stop,
) -> Result<AnswerResult, ApiError> {
    let puzzle: Puzzle = serde_json::from_str(&drill.content).map_err(ApiError::internal)?;
    let mut pos = start.clone();
    let mut line = Vec::new();
    for word in &puzzle.line {
        let mv = one_move(&pos, word)?;
        pos.play_unchecked(mv);
        line.push(mv);
    }
    let solution =
        || Solution { line: ucis(&line), san: san(start, &line), comment: drill.themes.trim().to_owned() };
    let over = |state, outcome| AnswerResult {
        solution: Some(solution()),
        ..AnswerResult::new(state, Some(outcome))
    };
    if body.give_up {
        return Ok(over("failed", "given-up"));
    }
    let mut here = start.clone();
    for (place, &mv) in moves.iter().enumerate() {
        let Some(&right) = line.get(place) else { break };
        if mv == right {
            here.play_unchecked(mv);
            continue;
        }
        if place % 2 == 1 {
            return Err(ApiError::Bad(format!("the answer to {} is another", puzzle.line[place - 1])));
        }
        let mut after = here.clone();
        after.play_unchecked(mv);
        if after.is_checkmate() {
            return Ok(over("passed", "good"));
        }
        let judged = body.manner.session(app)?.stopped_by(stop).judge_try(&here, mv, Some(right), None)?;
        if judged.good {
            return Ok(over("passed", "good"));
        }
        return Ok(AnswerResult {
            reasons: judged.reasons,
            refutation: ucis(&judged.refutation),
            refutation_san: san(&after, &judged.refutation),
            ..AnswerResult::new("failed", Some("worse"))
        });
    }
    if moves.len() >= line.len() {
        return Ok(over("passed", "best"));
    }
    let reply = (moves.len() % 2 == 1).then(|| ucis(&line[moves.len()..=moves.len()]).concat());
    Ok(AnswerResult { reply, ..AnswerResult::new("open", None) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_files_are_read_and_faults_are_told_with_their_line() {
        let lichess = "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1853,76,95,7226,crushing hangingPiece long middlegame,https://x,\n";
        let (found, problems) = puzzles(lichess).unwrap();
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(found[0].rating, Some(1853));
        assert!(found[0].fen.contains(" w "), "the first move is the other side's: {}", found[0].fen);
        assert_eq!(found[0].themes[1], "hangingPiece");
        assert!(found[0].content.contains("e6e7"));
        let other = "PuzzleId,FEN,PreFlawFEN,FirstMove,PV,Themes,Rating\n\
            a,6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1,,,e1e8,backRankMate mateIn1,600\n\
            b,6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1,,,e1e9,x,1\n";
        let (found, problems) = puzzles(other).unwrap();
        assert_eq!((found.len(), problems.len()), (1, 1));
        assert!(problems[0].starts_with("line 3: "), "{problems:?}");
    }
}
