//! False claims made from true ones, to see whether the checker notices.
//!
//! A mutant differs from the claim it was made from in one thing: a square, a man, the side, the place in the line, a number.
//! A mutant may by chance be true as well (the other side may have a bishop pair too), so not every survivor is
//! a fault of the checker; a checker that lets many live is weak.

use std::fmt;

use crate::{
    board::{Man, Role, Set, Square},
    statement::{Assertion, Deed, Device, End, Goal, Margin, Payoff, Score, Statement, Trade},
};

/// What was made false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Mutation {
    Side,
    Square,
    Man,
    Place,
    Number,
    Name,
    Move,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mutation::Side => "side",
            Mutation::Square => "square",
            Mutation::Man => "man",
            Mutation::Place => "place",
            Mutation::Number => "number",
            Mutation::Name => "name",
            Mutation::Move => "move",
        })
    }
}

/// All mutants of a claim.
pub fn mutants(claim: &Assertion) -> Vec<(Mutation, Assertion)> {
    let mut made = Vec::new();
    // An opening is nobody's.
    if !matches!(claim.statement, Statement::Opening { .. }) {
        made.push((Mutation::Side, Assertion { side: claim.side.other(), ..claim.clone() }));
    }
    // What comes about in a line may be there a move earlier, but not at its start; a score has no place.
    let place = match claim.statement {
        Statement::Feature { .. } | Statement::Concept { .. } | Statement::Plan { .. } => Some(0),
        Statement::Standing { .. }
        | Statement::Best { .. }
        | Statement::Better { .. }
        | Statement::OnlyMove { .. }
        | Statement::Opening { .. }
        | Statement::Endgame { .. }
        | Statement::Over { .. } => None,
        _ => claim.ply.checked_sub(1),
    };
    if let Some(ply) = place {
        made.push((Mutation::Place, Assertion { ply, ..claim.clone() }));
    }
    if let Some(&(square, man)) = claim.men.first() {
        let other = |square, man| {
            let mut men = claim.men.clone();
            men[0] = (square, man);
            Assertion { men, ..claim.clone() }
        };
        made.push((Mutation::Square, other(moved(square), man)));
        let role = next_role(man.role);
        made.push((Mutation::Man, other(square, Man { role, ..man })));
        made.push((Mutation::Man, other(square, Man { color: man.color.other(), ..man })));
    }
    if let Some(first) = claim.line.first().filter(|_| claim.line.len() > 1) {
        // The other side's answer played first, or the first move again.
        let mut line = claim.line.clone();
        line[1] = first.clone();
        made.push((Mutation::Move, Assertion { line, ..claim.clone() }));
    }
    let changed = statements(&claim.statement);
    made.extend(
        changed.into_iter().map(|(what, statement)| (what, Assertion { statement, ..claim.clone() })),
    );
    made.retain(|(_, mutant)| mutant != claim);
    made
}

fn statements(statement: &Statement) -> Vec<(Mutation, Statement)> {
    use Mutation as M;
    use Statement as S;
    let mut made: Vec<(Mutation, Statement)> = Vec::new();
    let mut change = |what: Mutation, edit: &dyn Fn(&mut Statement)| {
        let mut mutant = statement.clone();
        edit(&mut mutant);
        if mutant != *statement {
            made.push((what, mutant));
        }
    };
    match statement {
        S::Standing { .. } => {
            change(M::Name, &|s| {
                if let S::Standing { margin, .. } = s {
                    *margin = other_margin(*margin);
                }
            });
            change(M::Number, &|s| {
                if let S::Standing { score, .. } = s {
                    *score = negated(*score);
                }
            });
        }
        S::Over { .. } => change(M::Name, &|s| {
            if let S::Over { end } = s {
                *end = match end {
                    End::Checkmate => End::Stalemate,
                    End::Stalemate | End::Insufficient => End::Checkmate,
                };
            }
        }),
        S::Feature { .. } => {
            change(M::Number, &|s| {
                if let S::Feature { numbers, .. } = s {
                    numbers.after += 1;
                }
            });
            change(M::Side, &|s| {
                if let S::Feature { numbers, .. } = s {
                    numbers.owner = numbers.owner.other();
                }
            });
            change(M::Square, &|s| {
                if let S::Feature { squares, .. } = s {
                    *squares = shifted(*squares);
                }
            });
        }
        S::Concept { .. } => {
            change(M::Number, &|s| {
                if let S::Concept { features, .. } = s
                    && let Some(first) = features.first_mut()
                {
                    first.after += 1;
                }
            });
            change(M::Square, &|s| {
                if let S::Concept { squares, .. } = s {
                    *squares = shifted(*squares);
                }
            });
        }
        S::Material { .. } => {
            change(M::Number, &|s| {
                if let S::Material { points, .. } = s {
                    *points += 1;
                }
            });
            change(M::Name, &|s| {
                if let S::Material { payoff, .. } = s {
                    *payoff = other_payoff(*payoff);
                }
            });
            change(M::Man, &|s| {
                if let S::Material { trade, .. } = s {
                    other_trade(trade);
                }
            });
            change(M::Square, &|s| {
                if let S::Material { device: Some(device), .. } = s {
                    device.actor = moved(device.actor);
                }
            });
            change(M::Square, &|s| {
                if let S::Material { device: Some(device), .. } = s {
                    device.targets = shifted(device.targets);
                }
            });
            change(M::Name, &|s| {
                if let S::Material { device: Some(device), .. } = s {
                    other_theme(device);
                }
            });
        }
        S::Sacrifice { .. } => {
            change(M::Number, &|s| {
                if let S::Sacrifice { points, .. } = s {
                    *points += 1;
                }
            });
            change(M::Square, &|s| {
                if let S::Sacrifice { square, .. } = s {
                    *square = moved(*square);
                }
            });
        }
        S::Device { .. } => change(M::Square, &|s| {
            if let S::Device { device, .. } = s {
                device.targets = shifted(device.targets);
            }
        }),
        S::Mate { .. } => {
            change(M::Number, &|s| {
                if let S::Mate { moves, .. } = s {
                    *moves += 1;
                }
            });
            change(M::Name, &|s| {
                if let S::Mate { pattern: Some(pattern), .. } = s {
                    *pattern =
                        if pattern == "smotheredMate" { "backRankMate" } else { "smotheredMate" }.to_owned();
                }
            });
        }
        S::Threat { .. } => {
            change(M::Name, &|s| {
                if let S::Threat { payoff, .. } = s {
                    *payoff = other_payoff(*payoff);
                }
            });
            change(M::Move, &|s| {
                if let S::Threat { mv, .. } = s {
                    *mv = other_move(mv);
                }
            });
            change(M::Square, &|s| {
                if let S::Threat { device: Some(device), .. } = s {
                    device.targets = shifted(device.targets);
                }
            });
        }
        S::Plan { .. } => change(M::Square, &|s| {
            if let S::Plan { goal } = s {
                other_goal(goal);
            }
        }),
        S::Deed { .. } => change(M::Square, &|s| {
            if let S::Deed { deed } = s {
                other_deed(deed);
            }
        }),
        S::OnlyMove { .. } => {
            change(M::Number, &|s| {
                if let S::OnlyMove { score, next, .. } = s {
                    *next = if next.is_some() { Some(*score) } else { Some(negated(*score)) };
                }
            });
            change(M::Move, &|s| {
                if let S::OnlyMove { mv, .. } = s {
                    *mv = other_move(mv);
                }
            });
        }
        S::MissedChance { .. } | S::Pitfall { .. } => {
            change(M::Name, &|s| {
                if let S::MissedChance { payoff, .. } | S::Pitfall { payoff, .. } = s {
                    *payoff = other_payoff(*payoff);
                }
            });
            change(M::Move, &|s| {
                if let S::MissedChance { mv, .. } | S::Pitfall { mv, .. } = s {
                    *mv = other_move(mv);
                }
            });
        }
        S::Endgame { .. } => change(M::Number, &|s| {
            if let S::Endgame { value, .. } = s {
                *value = if *value == 0 { 1 } else { -*value };
            }
        }),
        S::Zugzwang { .. } => change(M::Number, &|s| {
            if let S::Zugzwang { value, otherwise } = s {
                std::mem::swap(value, otherwise);
            }
        }),
        S::Opening { .. } => change(M::Name, &|s| {
            if let S::Opening { eco, .. } = s {
                *eco = format!("X{}", &eco[eco.len().min(1)..]);
            }
        }),
        S::Better { .. } => {
            change(M::Number, &|s| {
                if let S::Better { score, other_score, .. } = s {
                    std::mem::swap(score, other_score);
                }
            });
            change(M::Move, &|s| {
                if let S::Better { mv, other, .. } = s {
                    std::mem::swap(mv, other);
                }
            });
        }
        S::Best { .. } => change(M::Move, &|s| {
            if let S::Best { mv, .. } = s {
                *mv = other_move(mv);
            }
        }),
    }
    made
}

/// The neighbouring square on the right, on the left on the h-file.
fn moved(square: Square) -> Square {
    square.step((1, 0)).or_else(|| square.step((-1, 0))).unwrap_or(square)
}

fn shifted(squares: Set) -> Set {
    squares.iter().map(moved).collect()
}

fn next_role(role: Role) -> Role {
    match role {
        Role::Pawn => Role::Knight,
        Role::Knight => Role::Bishop,
        Role::Bishop => Role::Rook,
        Role::Rook => Role::Queen,
        Role::Queen | Role::King => Role::Pawn,
    }
}

fn other_margin(margin: Margin) -> Margin {
    match margin {
        Margin::Equal => Margin::Slight,
        Margin::Slight => Margin::Clear,
        Margin::Clear => Margin::Large,
        Margin::Large => Margin::Winning,
        Margin::Winning => Margin::Decided,
        Margin::Decided => Margin::Winning,
    }
}

fn negated(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(if cp == 0 { 100 } else { -cp - 50 * cp.signum() }),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

fn other_payoff(payoff: Payoff) -> Payoff {
    match payoff {
        Payoff::Mate(moves) => Payoff::Mate(moves + 1),
        Payoff::Promotion => Payoff::Exchange,
        Payoff::Exchange => Payoff::Wins(Role::Rook),
        Payoff::Wins(role) => Payoff::Wins(next_role(role)),
    }
}

fn other_trade(trade: &mut Trade) {
    let list = if trade.won.is_empty() { &mut trade.given } else { &mut trade.won };
    if let Some(first) = list.first_mut() {
        *first = next_role(*first);
    }
}

fn other_theme(device: &mut Device) {
    device.theme = if device.theme == "fork" { "pin" } else { "fork" }.to_owned();
}

fn other_move(mv: &str) -> String {
    let (from, to) = mv.split_at(mv.len().min(2));
    let square = to.get(0..2).and_then(Square::read);
    square.map_or_else(|| mv.to_owned(), |square| format!("{from}{}", moved(square)))
}

fn other_goal(goal: &mut Goal) {
    match goal {
        Goal::Manoeuvre { path, .. } => {
            if let Some(last) = path.last_mut() {
                *last = moved(*last);
            }
        }
        Goal::Advance { to, .. } | Goal::Occupy { to, .. } | Goal::Develop { to, .. } => *to = moved(*to),
        Goal::Castle(square) | Goal::Exchange { square, .. } => *square = moved(*square),
    }
}

fn other_deed(deed: &mut Deed) {
    match deed {
        Deed::Protects(square)
        | Deed::Attacks(square)
        | Deed::Saves(square)
        | Deed::Recaptures(square)
        | Deed::Develops(square)
        | Deed::Castles(square)
        | Deed::TakesOpenFile(square)
        | Deed::Checks(square)
        | Deed::Offers(square)
        | Deed::Pins(square)
        | Deed::Challenges(square) => *square = moved(*square),
    }
}
