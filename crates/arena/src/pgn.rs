//! Games as PGN, with the players' own scores as comments.

use std::fmt::Write;

use philidor_chess::shakmaty::{Chess, Position, san::SanPlus, uci::UciMove};

use crate::game::{Ply, Record};

/// One game as PGN text.
pub(crate) fn write(record: &Record, players: [&str; 2], time_control: &str) -> String {
    let (white, black) =
        if record.first_is_white { (players[0], players[1]) } else { (players[1], players[0]) };
    let mut text = String::new();
    for (tag, value) in [
        ("Event", "philidor match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &format!("{}.{}", record.number / 2 + 1, record.number % 2 + 1)),
        ("White", white),
        ("Black", black),
        ("Result", record.result()),
        ("TimeControl", time_control),
        ("Termination", &record.reason),
    ] {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let _infallible = writeln!(text, "[{tag} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text.push('\n');
    let mut line = 0;
    let mut put = |word: &str, text: &mut String| {
        if line + word.len() > 79 {
            text.push('\n');
            line = 0;
        } else if line > 0 {
            text.push(' ');
            line += 1;
        }
        text.push_str(word);
        line += word.len();
    };
    let mut pos = Chess::default();
    let plies =
        record.opening.iter().map(|uci| (uci, None)).chain(record.moves.iter().map(|p| (&p.uci, Some(p))));
    for (i, (uci, ply)) in plies.enumerate() {
        let Some(m) = uci.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&pos).ok()) else { break };
        if i % 2 == 0 {
            put(&format!("{}.", i / 2 + 1), &mut text);
        }
        put(&SanPlus::from_move(pos.clone(), m).to_string(), &mut text);
        if let Some(comment) = ply.and_then(comment) {
            put(&comment, &mut text);
        }
        pos.play_unchecked(m);
    }
    put(record.result(), &mut text);
    text.push_str("\n\n");
    text
}

/// `{+0.35/12 98ms}`: the mover's score, depth and, if games have clocks, time.
fn comment(ply: &Ply) -> Option<String> {
    let score = ply.score?;
    let shown = if score.abs() > 31_000 {
        format!("{}M{}", if score > 0 { '+' } else { '-' }, 32_000 - score.abs())
    } else {
        format!("{}{}.{:02}", if score < 0 { '-' } else { '+' }, score.abs() / 100, score.abs() % 100)
    };
    let depth = ply.depth.map_or(String::new(), |depth| format!("/{depth}"));
    let time = if ply.ms > 0 { format!(" {}ms", ply.ms) } else { String::new() };
    Some(format!("{{{shown}{depth}{time}}}"))
}
