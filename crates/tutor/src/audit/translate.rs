//! A claim as plain data: the language of the checker.

use philidor_chess::{
    shakmaty::{self, CastlingMode, Chess, Move},
    write_fen,
};
use philidor_know::search::{self, mate_moves};
use philidor_verify as v;

use crate::{
    claim::{Claim, Deed, Evidence, Fact, GameEnd, Goal, Kind, Margin, Trade, Variation},
    motif::Motif,
    payoff::Payoff,
    refine::Purpose,
};

/// The claim about `start` as the checker reads it; `previous` is the move before, if it is known.
pub fn assertion(start: &Chess, previous: Option<(&Chess, Move)>, claim: &Claim) -> v::Assertion {
    // A threat is checked where the other side passes.
    if let Some((moves, line)) = claim.line().at_pass().filter(|(moves, _)| !moves.is_empty())
        && let Some(there) = Variation::of(moves.iter().copied()).position(start, moves.len())
        && let Fact::Threat { payoff: p, mv, by, by_ply } = &claim.fact
    {
        let device = by.as_ref().map(|motif| device(motif, by_ply.saturating_sub(moves.len())));
        return v::Assertion {
            fen: write_fen(&there),
            before: None,
            line: line.uci(),
            ply: claim.ply - moves.len(),
            side: color(claim.side()),
            men: claim.pieces().iter().map(|&(sq, piece)| (square(sq), man(piece))).collect(),
            statement: v::Statement::Threat { payoff: payoff(*p), mv: uci(*mv), device },
        };
    }
    v::Assertion {
        fen: write_fen(start),
        before: previous.filter(|(_, mv)| mv.is_capture()).map(|(before, _)| write_fen(before)),
        line: claim.line().uci(),
        ply: claim.ply,
        side: color(claim.side()),
        men: claim.pieces().iter().map(|&(sq, piece)| (square(sq), man(piece))).collect(),
        statement: statement(claim),
    }
}

fn statement(claim: &Claim) -> v::Statement {
    use v::Statement as S;
    match &claim.fact {
        Fact::Standing { margin, score: s } => S::Standing { margin: margin_of(*margin), score: score(*s) },
        Fact::Over(end) => S::Over {
            end: match end {
                GameEnd::Checkmate => v::End::Checkmate,
                GameEnd::Stalemate => v::End::Stalemate,
                GameEnd::Insufficient => v::End::Insufficient,
            },
        },
        Fact::Feature { feature, owner, before, after, squares, passing } => S::Feature {
            numbers: v::FeatureNumbers {
                id: feature.id().to_owned(),
                owner: color(*owner),
                before: *before,
                after: *after,
                cp_before: 0,
                cp_after: 0,
            },
            change: change(claim),
            squares: set(*squares),
            passing: *passing,
        },
        Fact::Concept { name, purpose, squares, gone, .. } => S::Concept {
            name: name.clone(),
            present: matches!(purpose, Purpose::Assets | Purpose::Burdens),
            features: claim.evidence().iter().filter_map(numbers).collect(),
            squares: set(*squares),
            gone: *gone,
        },
        Fact::Material { payoff: p, points, before, trade: t, by, by_ply } => S::Material {
            payoff: payoff(*p),
            points: *points,
            before: *before,
            trade: trade(t),
            device: by.as_ref().map(|motif| device(motif, *by_ply)),
        },
        Fact::Sacrifice { trade: t, points, score: s, square: sq } => {
            S::Sacrifice { trade: trade(t), points: *points, score: score(*s), square: square(*sq) }
        }
        Fact::Device { motif, payoff: p } => {
            S::Device { device: device(motif, claim.ply), payoff: payoff(*p) }
        }
        Fact::Mate { moves, pattern } => {
            S::Mate { moves: *moves, pattern: pattern.map(|theme| theme.id().to_owned()) }
        }
        Fact::Threat { payoff: p, mv, by, by_ply } => S::Threat {
            payoff: payoff(*p),
            mv: uci(*mv),
            device: by.as_ref().map(|motif| device(motif, *by_ply)),
        },
        Fact::Plan(goal) => S::Plan { goal: goal_of(goal) },
        Fact::Deed(deed) => S::Deed { deed: deed_of(*deed) },
        Fact::OnlyMove { mv, next } => {
            S::OnlyMove { mv: uci(*mv), score: first_score(claim), next: next.map(score) }
        }
        Fact::MissedChance { mv, payoff: p } => S::MissedChance { mv: uci(*mv), payoff: payoff(*p) },
        Fact::Pitfall { mv, payoff: p } => S::Pitfall { mv: uci(*mv), payoff: payoff(*p) },
        Fact::Endgame { value, mate_in, .. } => S::Endgame { value: *value, mate_in: *mate_in },
        Fact::Zugzwang { value, otherwise } => S::Zugzwang { value: *value, otherwise: *otherwise },
        Fact::Opening { eco, name, game, leaves } => S::Opening {
            eco: eco.clone(),
            name: name.clone(),
            game: game.iter().map(|&mv| uci(mv)).collect(),
            leaves: *leaves,
        },
        Fact::Better { mv, other, score: s, other_score } => {
            S::Better { mv: uci(*mv), other: uci(*other), score: score(*s), other_score: score(*other_score) }
        }
        Fact::Best { mv, score: s, .. } => S::Best { mv: uci(*mv), score: score(*s) },
    }
}

fn color(side: shakmaty::Color) -> v::Color {
    side.fold_wb(v::Color::White, v::Color::Black)
}

fn role(role: shakmaty::Role) -> v::Role {
    match role {
        shakmaty::Role::Pawn => v::Role::Pawn,
        shakmaty::Role::Knight => v::Role::Knight,
        shakmaty::Role::Bishop => v::Role::Bishop,
        shakmaty::Role::Rook => v::Role::Rook,
        shakmaty::Role::Queen => v::Role::Queen,
        shakmaty::Role::King => v::Role::King,
    }
}

fn man(piece: shakmaty::Piece) -> v::Man {
    v::Man { color: color(piece.color), role: role(piece.role) }
}

fn square(square: shakmaty::Square) -> v::Square {
    v::Square::new(square.to_u32() as u8).expect("one of 64 squares")
}

fn set(squares: shakmaty::Bitboard) -> v::Set {
    v::Set::of_bits(squares.0)
}

fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

fn score(score: search::Score) -> v::Score {
    mate_moves(score).map_or(v::Score::Cp(score), v::Score::Mate)
}

/// The score of the claim's own line, as its evidence gives it.
fn first_score(claim: &Claim) -> v::Score {
    let scores = claim.evidence().iter().find_map(|evidence| match evidence {
        Evidence::Score { cp: Some(cp), .. } => Some(v::Score::Cp(*cp)),
        Evidence::Score { mate: Some(moves), .. } => Some(v::Score::Mate(*moves)),
        _ => None,
    });
    scores.unwrap_or(v::Score::Cp(0))
}

fn margin_of(margin: Margin) -> v::Margin {
    match margin {
        Margin::Equal => v::Margin::Equal,
        Margin::Slight => v::Margin::Slight,
        Margin::Clear => v::Margin::Clear,
        Margin::Large => v::Margin::Large,
        Margin::Winning => v::Margin::Winning,
        Margin::Decided => v::Margin::Decided,
    }
}

fn numbers(evidence: &Evidence) -> Option<v::FeatureNumbers> {
    match evidence {
        Evidence::Feature { id, owner, before, after, cp_before, cp_after } => Some(v::FeatureNumbers {
            id: (*id).to_owned(),
            owner: if *owner == "white" { v::Color::White } else { v::Color::Black },
            before: *before,
            after: *after,
            cp_before: *cp_before,
            cp_after: *cp_after,
        }),
        _ => None,
    }
}

fn change(claim: &Claim) -> v::Change {
    match claim.kind() {
        Kind::FeatureGained => v::Change::Gained,
        Kind::FeatureLost => v::Change::Lost,
        Kind::FeatureAllowed => v::Change::Allowed,
        Kind::FeatureRemoved => v::Change::Removed,
        _ => v::Change::Present,
    }
}

fn payoff(payoff: Payoff) -> v::Payoff {
    match payoff {
        Payoff::Mate { moves } => v::Payoff::Mate(moves as u32),
        Payoff::Promotion => v::Payoff::Promotion,
        Payoff::Exchange => v::Payoff::Exchange,
        Payoff::Wins(kind) => v::Payoff::Wins(role(kind)),
        // Nothing that can be counted: the checker finds no such king won.
        Payoff::Advantage => v::Payoff::Wins(v::Role::King),
    }
}

fn trade(trade: &Trade) -> v::Trade {
    let roles = |roles: &[shakmaty::Role]| roles.iter().map(|&r| role(r)).collect();
    v::Trade { won: roles(&trade.won), given: roles(&trade.given) }
}

fn device(motif: &Motif, ply: usize) -> v::Device {
    v::Device {
        theme: motif.theme.id().to_owned(),
        ply,
        actor: square(motif.actor),
        targets: set(motif.targets),
        key: motif.key.map(square),
    }
}

fn deed_of(deed: Deed) -> v::Deed {
    let sq = square(deed.square());
    match deed {
        Deed::Protects(_) => v::Deed::Protects(sq),
        Deed::Attacks(_) => v::Deed::Attacks(sq),
        Deed::Saves(_) => v::Deed::Saves(sq),
        Deed::Recaptures(_) => v::Deed::Recaptures(sq),
        Deed::Develops(_) => v::Deed::Develops(sq),
        Deed::Castles(_) => v::Deed::Castles(sq),
        Deed::TakesOpenFile(_) => v::Deed::TakesOpenFile(sq),
        Deed::Checks(_) => v::Deed::Checks(sq),
        Deed::Offers(_) => v::Deed::Offers(sq),
        Deed::Pins(_) => v::Deed::Pins(sq),
        Deed::Challenges(_) => v::Deed::Challenges(sq),
    }
}

fn goal_of(goal: &Goal) -> v::Goal {
    match goal {
        Goal::Manoeuvre { role: r, path } => {
            v::Goal::Manoeuvre { role: role(*r), path: path.iter().map(|&sq| square(sq)).collect() }
        }
        Goal::Advance { from, to, lever } => {
            v::Goal::Advance { from: square(*from), to: square(*to), lever: *lever }
        }
        Goal::Castle(sq) => v::Goal::Castle(square(*sq)),
        Goal::Exchange { own, enemy, square: sq } => {
            v::Goal::Exchange { own: role(*own), enemy: role(*enemy), square: square(*sq) }
        }
        Goal::Occupy { role: r, from, to } => {
            v::Goal::Occupy { role: role(*r), from: square(*from), to: square(*to) }
        }
        Goal::Develop { role: r, from, to } => {
            v::Goal::Develop { role: role(*r), from: square(*from), to: square(*to) }
        }
    }
}
