//! Annotated games as PGN and as JSON.

use super::super::explanation::{AnalysisAnswer, SaidClaim, analysed_by};
use philidor_chess::{
    pgn::Game,
    shakmaty::{CastlingMode, Move},
    write_fen,
};
use philidor_tutor::{
    annotate::Annotated,
    judge::{Eval, Judgement, Phase, mean_accuracy},
};
use serde_json::{Value, json};

use super::page::{closing, line_text};

/// The name in the Annotator tag.
const ANNOTATOR: &str = "Philidor";

/// The game as PGN: what was there stays, what we say is added.
pub fn pgn(annotated: &Annotated) -> String {
    let mut game = annotated.game.clone();
    // 1. Tags.
    if let Some(book) = &annotated.opening {
        for (name, value) in [("ECO", &book.opening.eco), ("Opening", &book.opening.name)] {
            if game.tag(name).is_none_or(|v| v.is_empty() || v == "?") {
                game.set_tag(name, value);
            }
        }
    }
    let annotator = match game.tag("Annotator").filter(|name| !name.is_empty() && *name != "?") {
        Some(name) if name.contains(ANNOTATOR) => name.to_owned(),
        Some(name) => format!("{name}; {ANNOTATOR}"),
        None => ANNOTATOR.to_owned(),
    };
    game.set_tag("Annotator", &annotator);
    game.set_tag("Analysis", &analysed_by(&annotated.study.analysis, " for each position"));
    // 2. The paragraph.
    if !annotated.summary.is_empty() {
        game.comments.push(annotated.summary.clone());
    }
    // 3. The moves.
    for (index, (&id, note)) in annotated.study.nodes.iter().zip(&annotated.notes).enumerate() {
        let mut parts = Vec::new();
        let node = game.node_mut(id);
        if !node.comments.iter().any(|comment| comment.contains("[%eval")) {
            parts.push(format!("[%eval {}]", annotated.study.views[index + 1].eval().text()));
        }
        parts.extend(marks(note));
        parts.extend(Some(note.comment()).filter(|comment| !comment.is_empty()));
        if !parts.is_empty() {
            node.comments.push(parts.join(" "));
        }
        if let Some(nag) = note.nag
            && !node.nags.iter().any(|&nag| (1..=6).contains(&nag))
        {
            node.nags.push(nag);
        }
        // A line that is there already is not said twice.
        let parent = game.parent(id);
        let there = |game: &Game, mv: Move| {
            game.children(parent).iter().any(|&child| game.node(child).ply.as_move() == Some(mv))
        };
        if let Some(&first) = note.better.first()
            && !there(&game, first)
        {
            game.add_line(parent, &annotated.study.views[index].pos, &note.better);
        }
    }
    // 4. The end of the story.
    if let Some(&last) = annotated.study.nodes.last() {
        let lists = closing(annotated).into_iter();
        let text = lists.map(|(heading, items)| format!("{heading}: {}", items.join(" ")));
        let text = text.collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            game.node_mut(last).comments.push(text);
        }
    }
    format!("{game}\n")
}

/// Arrows and squares as interfaces read them.
fn marks(note: &philidor_tutor::annotate::Note) -> Option<String> {
    let arrows: Vec<String> = note
        .arrows
        .iter()
        .map(|(from, to, good)| format!("{}{from}{to}", if *good { 'G' } else { 'R' }))
        .collect();
    let squares: Vec<String> = note.squares.iter().map(|square| format!("Y{square}")).collect();
    let mut text = String::new();
    if !squares.is_empty() {
        text.push_str(&format!("[%csl {}]", squares.join(",")));
    }
    if !arrows.is_empty() {
        text.push_str(&format!("[%cal {}]", arrows.join(",")));
    }
    (!text.is_empty()).then_some(text)
}

/// The game as JSON.
pub fn json(annotated: &Annotated) -> Value {
    let game = &annotated.game;
    let moves: Vec<Value> = annotated
        .study
        .moves()
        .zip(&annotated.notes)
        .zip(&annotated.study.nodes)
        .map(|((played, note), &id)| {
            let node = game.node(id);
            let claims: Vec<SaidClaim> =
                note.claims.iter().map(|(claim, text)| SaidClaim::new(claim, text.clone())).collect();
            let comment = note.comment();
            json!({
                "ply": played.index + 1,
                "san": node.san,
                "uci": played.ply.as_move().map_or_else(|| "0000".to_owned(), uci),
                "fen": write_fen(&played.before.pos),
                "eval": eval(played.after.eval()),
                "win_percent": tenths(played.after.eval().win_percent()),
                "accuracy": played.ply.as_move().map(|_| tenths(played.accuracy())),
                "best": played.before.best_move().map(uci),
                "best_line": played.before.best.iter().flat_map(|look| look.line.steps()).map(|step| uci(step.mv)).collect::<Vec<_>>(),
                "best_score": played.before.score,
                "judgement": note.judgement.map(Judgement::id),
                "nags": node.nags.iter().copied().chain(note.nag).collect::<Vec<_>>(),
                "comment": (!comment.is_empty()).then_some(comment),
                "original_comments": node.comments,
                "better": note.better.iter().map(|&mv| uci(mv)).collect::<Vec<_>>(),
                "better_line": line_text(&played.before.pos, &note.better),
                "claims": claims,
            })
        })
        .collect();
    let tags: serde_json::Map<String, Value> =
        game.tags.iter().map(|tag| (tag.name.clone(), Value::from(tag.value.clone()))).collect();
    let player = |side: usize| {
        let counts = annotated.counts()[side];
        annotated.figures[side].map(|figures| {
            json!({
                "accuracy": tenths(figures.accuracy), "acpl": tenths(figures.acpl),
                "inaccuracies": counts[0], "mistakes": counts[1], "blunders": counts[2],
                "phases": phases(annotated, side),
            })
        })
    };
    json!({
        "line": game.line,
        "tags": tags,
        "analysis": AnalysisAnswer::new(&annotated.study.analysis),
        "start": write_fen(&game.start),
        "result": game.termination.to_string(),
        "opening": annotated.opening.as_ref().map(|book| {
            json!({"eco": book.opening.eco, "name": book.opening.name, "plies": book.reached_at, "left_at": book.left_at})
        }),
        "white": player(0),
        "black": player(1),
        "summary": annotated.summary,
        "turning_points": annotated.turning_points.iter().map(|(index, text)| json!({"ply": index + 1, "text": text})).collect::<Vec<_>>(),
        "lessons": annotated.story.lessons.iter().zip(&annotated.lessons).map(|(lesson, text)| {
            json!({"side": if lesson.side.is_white() { "white" } else { "black" }, "ply": lesson.index + 1, "text": text})
        }).collect::<Vec<_>>(),
        "key_moments": annotated.key_moments.iter().map(|i| i + 1).collect::<Vec<_>>(),
        "moves": moves,
    })
}

/// A game that could not be annotated.
pub fn json_failed(game: &Game, reason: &str) -> Value {
    let tags: serde_json::Map<String, Value> =
        game.tags.iter().map(|tag| (tag.name.clone(), Value::from(tag.value.clone()))).collect();
    json!({"line": game.line, "tags": tags, "error": reason, "moves": []})
}

/// A player's accuracy in each phase of the game.
fn phases(annotated: &Annotated, side: usize) -> Value {
    let mut out = serde_json::Map::new();
    for phase in Phase::ALL {
        let accuracies: Vec<f64> = annotated
            .study
            .moves()
            .zip(&annotated.phases)
            .filter(|(played, p)| **p == phase && usize::from(played.mover().is_black()) == side)
            .map(|(played, _)| played.accuracy())
            .collect();
        if let Some(accuracy) = mean_accuracy(&accuracies) {
            out.insert(phase.id().to_owned(), tenths(accuracy).into());
        }
    }
    Value::Object(out)
}

fn eval(eval: Eval) -> Value {
    match eval {
        Eval::Cp(cp) => json!({"cp": cp}),
        Eval::WhiteMates(moves) => json!({"mate": moves}),
        Eval::BlackMates(moves) => json!({"mate": -i64::from(moves)}),
    }
}

fn tenths(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}
