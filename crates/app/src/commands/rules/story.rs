//! What `rules solve` and `rules explain` have in common: finding the theory, and the words around a rule.

use anyhow::{Context, bail, ensure};
use philidor_chess::{
    Material, fen, parse_fen,
    shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, san::SanPlus},
};
use philidor_rules::{
    ValidatedRules,
    explain::{Account, End, Explainer},
    library,
};
use philidor_truth::Interval;

/// A position and the validated theory of its endgame.
pub(super) fn position(text: &str, file: Option<&str>) -> anyhow::Result<(Chess, ValidatedRules)> {
    let pos = parse_fen(text)?;
    ensure!(!fen::has_castling_rights(&pos), "endgame rules have no castling: remove the castling rights");
    ensure!(
        pos.ep_square(EnPassantMode::Legal).is_none(),
        "a capture en passant is possible: play it or another move first"
    );
    let material = Material::of(pos.board());
    let source = match file {
        Some(name) => super::source(name)?,
        None => match library::for_material(material) {
            Some(shipped) => shipped.source(),
            None => {
                let known: Vec<&str> = library::SHIPPED.iter().map(|s| s.name).collect();
                bail!("there is no theory of {} yet: there is {}", material.canonical(), known.join(", "));
            }
        },
    };
    let rules = super::rules(&source)?;
    let own = super::material(&rules)?;
    ensure!(own == material.canonical(), "{} is a theory of {own}, the position is {material}", source.name);
    let ground = super::ground(own)?;
    let rules = rules.validate(ground).map_err(|report| {
        let wrong: u64 = report.wrong.iter().sum();
        anyhow::anyhow!(
            "{} errs at {wrong} positions, so it cannot be relied on: philidor rules check {}",
            source.name,
            source.name
        )
    })?;
    Ok((pos, rules))
}

/// The account of a position.
pub(super) fn account(
    explainer: &mut Explainer<'_>,
    pos: &Chess,
    rules: &ValidatedRules,
) -> anyhow::Result<Account> {
    explainer.account(pos).with_context(|| {
        let domain = rules.rules().subject.domain.as_ref();
        let domain = domain.map_or("", |d| d.span.text(&rules.rules().source));
        format!("the theory of {} does not speak of this position: {domain}", rules.material())
    })
}

pub(super) fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "White wins",
        Some(Color::Black) => "Black wins",
        None => "draw",
    }
}

/// Who wins, and within which bounds.
pub(super) fn headline(account: &Account, pos: &Chess, rules: &ValidatedRules) -> String {
    let measure = rules.rules().subject.measure;
    let bounds = if [Interval::WIN, Interval::LOSS, Interval::DRAW].contains(&account.interval) {
        String::new()
    } else {
        format!(" ({}; {measure})", account.interval)
    };
    let to_move = pos.turn().fold_wb("White", "Black");
    let found = match account.plies {
        None => "no search decides it: play goes round in circles".to_owned(),
        Some(0) => "a rule says so".to_owned(),
        Some(u8::MAX) => "found by looking at everything that can happen".to_owned(),
        Some(n) => format!("found {n} plies ahead"),
    };
    match account.winner {
        None => format!("A draw, {to_move} to move: {found}."),
        winner => format!("{}, {to_move} to move{bounds}: {found}.", result(winner)),
    }
}

/// How a line ends, in words.
pub(super) fn end(end: &End) -> String {
    match end {
        End::Rule(told) => format!("Rule \"{}\": {}.", told.rule, told.text),
        End::Mate => "Checkmate.".to_owned(),
        End::Stalemate => "Stalemate.".to_owned(),
        End::Table(m) if *m == Material::KK => "Only the kings are left: a draw.".to_owned(),
        End::Table(m) => format!("The exact table of {} decides.", m.canonical()),
        End::Repetition => "Draw by repetition: neither side can make progress.".to_owned(),
    }
}

pub(super) fn rule(end: &End) -> Option<&str> {
    match end {
        End::Rule(told) => Some(&told.rule),
        _ => None,
    }
}

/// A line in standard notation with move numbers.
pub(super) fn san(pos: &Chess, line: &[Move]) -> String {
    let mut pos = pos.clone();
    let mut words = Vec::new();
    for (i, &mv) in line.iter().enumerate() {
        let number = pos.fullmoves();
        match pos.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if i == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut pos, mv).to_string());
    }
    words.join(" ")
}

pub(super) fn uci(line: &[Move]) -> Vec<String> {
    line.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect()
}
