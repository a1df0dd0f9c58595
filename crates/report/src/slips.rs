//! Slips in the endings of games, as text and for programs.

use std::collections::BTreeMap;

use philidor_chess::{Material, shakmaty::Role};
use philidor_session::slips::{EndingSlips, Slip, Slips};
use philidor_truth::Wdl;
use serde_json::{Value, json};

/// Kinds of mistakes that are listed for an ending.
const KINDS: usize = 12;

/// Slips of one kind: what was given away, with which man, and the rule that decides afterwards.
type Kind<'s> = (Wdl, Wdl, &'s str, Option<&'s str>);

fn kinds(ending: &EndingSlips) -> Vec<(Kind<'_>, Vec<&Slip>)> {
    let mut by: BTreeMap<Kind<'_>, Vec<&Slip>> = BTreeMap::new();
    for slip in &ending.slips {
        by.entry((slip.had, slip.left, man(slip.man), slip.rule.as_deref())).or_default().push(slip);
    }
    let mut list: Vec<_> = by.into_iter().collect();
    list.sort_by_key(|(_, slips)| std::cmp::Reverse(slips.len()));
    list
}

fn man(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn sorted(slips: &Slips) -> Vec<(&Material, &EndingSlips)> {
    let mut list: Vec<_> = slips.endings.iter().collect();
    list.sort_by_key(|(material, ending)| {
        (std::cmp::Reverse(ending.slips.len()), std::cmp::Reverse(ending.games), **material)
    });
    list
}

fn given(ending: &EndingSlips, had: Wdl, left: Wdl) -> usize {
    ending.slips.iter().filter(|slip| (slip.had, slip.left) == (had, left)).count()
}

/// For a terminal; with `examples`, so many of each kind.
pub fn text(slips: &Slips, examples: usize) -> String {
    let mut out = format!(
        "{} games. Slips: moves that gave a result away, by exact tables under the fifty-move rule.\n\n\
         ending    games    moves  choices   slips  per 100 choices  win-draw  draw-loss  win-loss\n",
        slips.games
    );
    let list = sorted(slips);
    for (material, ending) in list.iter().filter(|(_, ending)| ending.moves > 0) {
        let rate =
            if ending.choices == 0 { 0.0 } else { 100.0 * ending.slips.len() as f64 / ending.choices as f64 };
        let name = material.to_string();
        out += &format!(
            "{name:<8} {:>6} {:>8} {:>8} {:>7} {rate:>16.1} {:>9} {:>10} {:>9}\n",
            ending.games,
            ending.moves,
            ending.choices,
            ending.slips.len(),
            given(ending, Wdl::Win, Wdl::Draw),
            given(ending, Wdl::Draw, Wdl::Loss),
            given(ending, Wdl::Win, Wdl::Loss),
        );
    }
    let unknown: Vec<String> = list
        .iter()
        .filter(|(_, ending)| ending.unknown > 0)
        .map(|(material, ending)| format!("{material} ({})", ending.unknown))
        .collect();
    if !unknown.is_empty() {
        out += &format!(
            "\nNot judged, as their tables are not built (`philidor tables build NAME`), with games: {}\n",
            unknown.join(", ")
        );
    }
    for (material, ending) in list.iter().filter(|(_, ending)| !ending.slips.is_empty()) {
        out += &format!("\nMost frequent in {material}:\n");
        for ((had, left, man, rule), slips) in kinds(ending).into_iter().take(KINDS) {
            let rule = rule.map_or_else(String::new, |rule| format!("; then: {rule}"));
            out += &format!("{:>6}  {had} to {left} with the {man}{rule}\n", slips.len());
            for slip in slips.iter().take(examples) {
                out += &format!("        {}  {}  {}\n", slip.mv, slip.fen, slip.game);
            }
        }
    }
    out
}

/// For programs: every slip.
pub fn json(slips: &Slips) -> Value {
    let slip = |slip: &Slip| {
        json!({"game": slip.game, "fen": slip.fen, "move": slip.mv, "had": slip.had.name(), "left": slip.left.name(),
            "man": man(slip.man), "rule": slip.rule})
    };
    let ending = |(material, ending): (&Material, &EndingSlips)| {
        json!({"endgame": material.to_string(), "games": ending.games, "moves": ending.moves, "choices": ending.choices,
            "not_judged": ending.unknown, "slips": ending.slips.iter().map(slip).collect::<Vec<_>>()})
    };
    json!({"games": slips.games, "endings": sorted(slips).into_iter().map(ending).collect::<Vec<_>>()})
}
