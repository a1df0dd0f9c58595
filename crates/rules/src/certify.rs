//! Certificates for theories of up to four men: every position of the endgame, and of all endgames it leads to, with
//! what it is worth and a measure that sinks.
//!
//! The letters come from the solver. Nobody has to believe them: [`crate::certificate`] holds each against the legal moves of its
//! position and shares no code with the solver, the rules or this module. That every claim of a rule follows from the letters
//! is checked there too. Numbers of plies that rules promise are not part of the argument.

use std::{fmt::Write, io};

use philidor_chess::{
    Piece,
    shakmaty::{Color, Square},
};
use philidor_truth::{Depth, Table, rows::Row};

use crate::{
    prove::{Proof, Proved},
    theory::Rules,
    validate::{Facts, Ground, statics},
};

/// Most men for which a certificate is written: larger ones would be too large to hand on.
pub const MOST_MEN: usize = 4;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum Uncertified {
    /// Too many men.
    #[error(
        "{0} has more than {MOST_MEN} men: its rules are checked at every position (philidor rules check), a certificate would be too large"
    )]
    TooLarge(String),
    /// The work was stopped.
    #[error("stopped before the certificate was finished")]
    Stopped,
    /// A measure that has no letter.
    #[error("{0} is won in {1} plies, and certificates count to {MOST_PLIES}")]
    TooDeep(String, u16),
    /// It could not be packed.
    #[error("the certificate could not be packed: {0}")]
    Packing(#[from] io::Error),
}

/// Plies are written as one letter from `!` on.
const FIRST: u8 = b'!';
/// The last of these letters is `~`.
const MOST_PLIES: u16 = 93;

/// Checks every rule and, if none errs, writes the certificate.
pub fn certify(rules: &Rules, ground: &Ground) -> Result<Proof, Uncertified> {
    if ground.table.material().men() > MOST_MEN {
        return Err(Uncertified::TooLarge(rules.subject.name.clone()));
    }
    let found = statics(rules, ground);
    if ground.is_stopped() {
        return Err(Uncertified::Stopped);
    }
    let proved = rules.rules.iter().zip(&found.rules).map(|(rule, count)| Proved {
        rule: rule.name.clone(),
        claims: count.total(),
        failures: count.total_errors(),
        examples: count.wrong.iter().take(3).map(|&(i, to_move)| ground.fen(i, to_move)).collect(),
    });
    let mut proof =
        Proof { rules: proved.collect(), certificate: Vec::new(), drawn: 0, won: 0, from_rules: false };
    if !proof.is_complete() {
        return Ok(proof);
    }
    let mut text =
        format!("philidor certificate 2\ntheory {}\nrules {}\n", rules.subject.name, rules.rules.len());
    let mut packed = zstd::Encoder::new(Vec::new(), 3)?;
    for table in ground.closure() {
        let own = table.material() == ground.table.material();
        let _ = writeln!(text, "ending {}", table.material());
        let mut failed = None;
        table.for_each_row(|row| {
            if failed.is_some() || ground.is_stopped() {
                return;
            }
            for to_move in [Color::White, Color::Black] {
                let facts = own.then_some(&found.facts);
                if let Err(error) = line(&table, row, to_move, facts, &mut text, &mut proof) {
                    failed = Some(error);
                }
            }
            if text.len() > 1 << 20 {
                if let Err(error) = io::Write::write_all(&mut packed, text.as_bytes()) {
                    failed = Some(error.into());
                }
                text.clear();
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        if ground.is_stopped() {
            return Err(Uncertified::Stopped);
        }
    }
    io::Write::write_all(&mut packed, text.as_bytes())?;
    proof.certificate = packed.finish()?;
    Ok(proof)
}

/// Side to move, men with their squares, two letters for each square of Black's king, one for what rules claim.
fn line(
    table: &Table,
    row: &Row<'_>,
    to_move: Color,
    facts: Option<&Facts>,
    text: &mut String,
    proof: &mut Proof,
) -> Result<(), Uncertified> {
    let lanes = row.legal(to_move);
    if lanes == 0 {
        return Ok(());
    }
    let square = |sq: u8| Square::new(u32::from(sq));
    let _ = write!(text, "{} K{}", to_move.char(), square(row.white_king()));
    for &(color, piece, sq) in row.men() {
        let letter = Piece::role(piece).of(color).char();
        let _ = write!(text, " {letter}{}", square(sq));
    }
    text.push(' ');
    for lane in 0..64u8 {
        if lanes >> lane & 1 == 0 {
            text.push_str("..");
            continue;
        }
        let (winner, plies) = match row.entry(lane, to_move).value().dtc {
            Depth::Draw => (None, 0),
            Depth::Win(n) => (Some(to_move), n),
            Depth::Loss(n) => (Some(!to_move), n),
        };
        let Some(winner) = winner else {
            proof.drawn += u64::from(facts.is_some());
            text.push_str("==");
            continue;
        };
        proof.won += u64::from(facts.is_some());
        if plies > MOST_PLIES {
            return Err(Uncertified::TooDeep(table.material().to_string(), plies));
        }
        text.push(winner.fold_wb('W', 'B'));
        text.push(char::from(FIRST + plies as u8));
    }
    if let Some(facts) = facts {
        text.push(' ');
        let (s, r) = (usize::from(to_move.is_black()), row.number());
        for lane in 0..64 {
            let bit = |plane: &[Vec<u64>; 2]| plane[s][r] >> lane & 1;
            let said =
                bit(&facts.win) | bit(&facts.no_win) << 1 | bit(&facts.no_loss) << 2 | bit(&facts.loss) << 3;
            text.push(if said == 0 { '-' } else { char::from(b'a' + said as u8) });
        }
    }
    text.push('\n');
    Ok(())
}
