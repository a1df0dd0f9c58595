//! How far a blockaded pawn may have come, as text and for programs.

use philidor_chess::{Material, shakmaty::Square};
use philidor_truth::blockade::{ENOUGH, Held, line};
use serde_json::{Value, json};

/// The squares of the line, by file.
fn squares(held: &[Held]) -> Vec<Square> {
    line(held).into_iter().flatten().collect()
}

/// For a terminal: a board with the share of won positions, and the line.
pub fn text(material: Material, held: &[Held]) -> String {
    let mut out = format!(
        "{material}: a white piece stands before the pawn and cannot be driven off at once; White is to move.\n\
         Won positions in percent, by the square of the pawn (* all of them):\n\n"
    );
    for rank in (2..7).rev() {
        out += &format!("{} ", rank + 1);
        for held in held.iter().filter(|h| h.pawn.rank() as u32 == rank) {
            let share = 100.0 * held.won as f64 / held.positions.max(1) as f64;
            // 100.00 is kept for what holds everywhere.
            out += &match held.always_wins() {
                true => format!("{:>8}", "*"),
                false => format!("{:>8.2}", share.min(99.99)),
            };
        }
        out.push('\n');
    }
    out += &format!("  {}\n\n", ('a'..='h').map(|file| format!("{file:>8}")).collect::<String>());
    let list: Vec<String> = squares(held).iter().map(Square::to_string).collect();
    if list.is_empty() {
        return out + &format!("On no file are {ENOUGH} of 100 such positions won.\n");
    }
    out += &format!(
        "With the pawn no further than\n  {}\nWhite wins {ENOUGH} of 100 such positions or more.\n",
        list.join(" ")
    );
    // The other half of the board is the mirror image.
    for h in held.iter().filter(|h| (h.pawn.file() as u32) < 4 && h.holds()) {
        if let Some(fen) = &h.not_won {
            out += &format!("  an exception with the pawn on {}: {fen}\n", h.pawn);
        }
    }
    out
}

/// For programs.
pub fn json(material: Material, held: &[Held]) -> Value {
    let square = |h: &Held| json!({"pawn": h.pawn.to_string(), "positions": h.positions, "won": h.won, "holds": h.holds(), "not_won": h.not_won});
    let line: Vec<String> = squares(held).iter().map(Square::to_string).collect();
    json!({"endgame": material.to_string(), "line": line, "squares": held.iter().map(square).collect::<Vec<_>>()})
}
