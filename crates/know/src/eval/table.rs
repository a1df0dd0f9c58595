//! A [`Breakdown`] as a table for people.

use std::fmt::Write;

use philidor_chess::shakmaty::Color;

use super::{Breakdown, FULL_PHASE, Term};
use crate::features::{FeatureId, Group, Kind, glossary};

fn name(side: Color) -> &'static str {
    if side.is_white() { "white" } else { "black" }
}

/// Middlegame, endgame and tapered value.
#[derive(Clone, Copy, Default)]
struct Row([i32; 3]);

impl Row {
    fn sum<'a>(terms: impl Iterator<Item = &'a Term>) -> Row {
        terms.fold(Row::default(), |Row([mg, eg, value]), t| Row([mg + t.mg, eg + t.eg, value + t.value]))
    }

    fn plus(self, other: Row) -> Row {
        Row([self.0[0] + other.0[0], self.0[1] + other.0[1], self.0[2] + other.0[2]])
    }

    fn is_zero(self) -> bool {
        self.0 == [0; 3]
    }
}

/// Pawns with two decimals and a sign; nothing for zero.
fn pawns(cp: i32) -> String {
    let sign = if cp < 0 { '-' } else { '+' };
    if cp == 0 { "·".to_owned() } else { format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100) }
}

impl Breakdown {
    /// The parts as a text table: a row for each group, and with `all` for each feature that counts. `to_move` is only named.
    pub fn table(&self, to_move: Color, all: bool) -> String {
        let mut text = String::new();
        let heading = "       White (mg, eg, now)        Black (mg, eg, now)        both";
        let mut line = |words: String| writeln!(text, "{}", words.trim_end()).expect("a string grows");
        line(format!("{:<33}{heading}", "in pawns, seen by White"));
        for group in Group::ALL {
            let of = |side: Color, feature: Option<FeatureId>| {
                let chosen = |t: &&Term| {
                    t.feature.group() == group && t.side == side && feature.is_none_or(|f| f == t.feature)
                };
                Row::sum(self.terms.iter().filter(chosen))
            };
            let (white, black) = (of(Color::White, None), of(Color::Black, None));
            line(row(group.name(), white, black));
            if !all {
                continue;
            }
            for feature in FeatureId::all().filter(|f| f.group() == group) {
                let counts = Color::ALL.map(|side| self.term(feature, side).map_or(0, |t| t.count));
                let (white, black) = (of(Color::White, Some(feature)), of(Color::Black, Some(feature)));
                if counts == [0, 0] && white.plus(black).is_zero() {
                    continue;
                }
                let [w, b] = counts;
                let remark = if feature.kind() == Kind::Remark { " (remark)" } else { "" };
                line(format!(
                    "{}  {w}:{b} {}{remark}",
                    row(&format!("  {}", feature.id()), white, black),
                    feature.unit().name()
                ));
            }
        }
        let whole = |side: Color| Row::sum(self.terms.iter().filter(|t| t.side == side));
        line(row("total", whole(Color::White), whole(Color::Black)));
        line(String::new());
        let verdict = &self.verdict;
        line(format!(
            "{} for White; {} to move; phase {} of {FULL_PHASE}, endgame counts {}/64",
            if self.total == 0 { "0.00".to_owned() } else { pawns(self.total) },
            name(to_move),
            verdict.phase,
            verdict.bend.scale
        ));
        if let Some(reason) = verdict.bend.reason {
            line(glossary().entry(reason).gloss.clone());
        }
        text
    }
}

fn row(name: &str, white: Row, black: Row) -> String {
    let three = |Row([mg, eg, value]): Row| format!("{:>8} {:>8} {:>8}", pawns(mg), pawns(eg), pawns(value));
    format!("{name:<33} {} {} {:>8}", three(white), three(black), pawns(white.plus(black).0[2]))
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, shakmaty::Position};

    use crate::eval::Evaluation;

    /// The shape and the sums of the table; its numbers change with every tuning, so the hand-made weights are shown.
    fn shown(fen: &str, all: bool) -> String {
        let pos = parse_fen(fen).unwrap();
        Evaluation::untuned().explain(&pos).table(pos.turn(), all)
    }

    #[test]
    fn a_pawn_ending_as_a_table() {
        let text = shown("8/8/8/7k/P7/8/8/4K3 w - - 0 1", true);
        assert_eq!(text, include_str!("table/pawn_ending.txt"), "{text}");
    }

    #[test]
    fn the_tutor_papers_first_position_by_groups() {
        let text = shown("r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 0 16", false);
        assert_eq!(text, include_str!("table/kasparov_shirov.txt"), "{text}");
    }
}
