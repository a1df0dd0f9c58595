//! False claims made from true ones, to see whether the checker notices.
//!
//! A mutant differs from the claim it was made from in one field: the side, a square (another one, one too many, one too few),
//! a man, the place in the line, a count, a name, a move, a score on the wrong side of its limit. A mutant may by chance be true
//! as well, so not every survivor is a fault of the checker; a checker that lets many live is weak.

mod effects;
mod people;
mod plans;
mod reasons;
mod scores;

use std::fmt;

use philidor_claims::{
    Change, Claim, Device, End, Entry, FeatureNumbers, Line, Man, Move, Payoff, Purpose, Role, Score, Set,
    Square, Statement, Theme, Trade, limits,
};

/// Which field was made false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutation {
    /// The kind of statement.
    pub statement: &'static str,
    /// The field, with what was done to it: `squares, one too many`.
    pub field: &'static str,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.statement, self.field)
    }
}

/// All mutants of a claim.
pub fn mutants(claim: &Claim) -> Vec<(Mutation, Claim)> {
    let mut maker = Maker { claim, made: Vec::new() };
    maker.place();
    maker.men();
    maker.line();
    maker.statement();
    maker.made
}

/// What is done to a field, and how it is called.
type Edit<F> = (&'static str, F);
/// Points, balance at the start, trade.
type OfMaterial = fn(&mut i32, &mut i32, &mut Trade);
/// Points, trade, score, square.
type OfSacrifice = fn(&mut i32, &mut Trade, &mut Score, &mut Square);

struct Maker<'a> {
    claim: &'a Claim,
    made: Vec<(Mutation, Claim)>,
}

impl Maker<'_> {
    /// Adds a mutant, unless the edit changed nothing.
    fn change(&mut self, field: &'static str, edit: impl FnOnce(&mut Claim)) {
        let mut mutant = self.claim.clone();
        edit(&mut mutant);
        if mutant != *self.claim {
            self.made.push((Mutation { statement: self.claim.statement.name(), field }, mutant));
        }
    }

    /// The side and the place in the line.
    fn place(&mut self) {
        // An opening is nobody's.
        if !matches!(self.claim.statement, Statement::Opening { .. }) {
            self.change("side", |c| c.side = c.side.other());
        }
        // How a position stands is the search's word, at whichever place.
        if !matches!(self.claim.statement, Statement::Standing { .. } | Statement::Opening { .. }) {
            self.change("ply, one more", |c| c.ply += 1);
            self.change("ply, one less", |c| c.ply = c.ply.saturating_sub(1));
        }
    }

    fn men(&mut self) {
        let Some(&(square, man)) = self.claim.men.first() else { return };
        self.change("men, other square", |c| c.men[0].0 = beside(square));
        self.change("men, other kind", |c| c.men[0].1 = Man { role: next_role(man.role), ..man });
        self.change("men, other side", |c| c.men[0].1 = Man { color: man.color.other(), ..man });
        self.change("men, one too many", |c| c.men.push((beside(square), man)));
        self.change("men, one too few", |c| {
            c.men.pop();
        });
    }

    fn line(&mut self) {
        let entries = self.claim.line.entries().to_vec();
        if entries.len() > 1 {
            // The same side moves twice.
            self.change("line, a move out of turn", |c| {
                let mut entries = entries.clone();
                entries[1] = entries[0];
                c.line = Line(entries);
            });
        }
        let scored = matches!(
            self.claim.statement,
            Statement::Standing { .. }
                | Statement::Best { .. }
                | Statement::Better { .. }
                | Statement::OnlyMove { .. }
                | Statement::Plan { .. }
                | Statement::Device { .. }
                | Statement::Allows { .. }
                | Statement::Opening { .. }
                | Statement::People { .. }
        );
        // What a device wins may be won by a shorter line as well.
        if !scored {
            self.change("line, cut short", |c| c.line = c.line.cut(c.line.len().saturating_sub(1)));
        }
        if self.claim.line.pass().is_some() {
            self.change("line, without the pass", |c| {
                let entries = c.line.entries().iter().copied().filter(|e| *e != Entry::Pass);
                c.line = Line(entries.collect());
                c.ply = c.line.len();
            });
        }
    }

    /// Changes one field of the statement.
    fn of_statement(&mut self, field: &'static str, edit: impl FnOnce(&mut Statement)) {
        self.change(field, |claim| edit(&mut claim.statement));
    }

    /// A set of squares: shifted, one too many, one too few. The men follow, so that only the set is wrong.
    fn squares(&mut self, fields: [&'static str; 3], of: fn(&mut Statement) -> Option<&mut Set>) {
        let edits: [fn(Set) -> Set; 3] = [shifted, with_one_more, with_one_less];
        for (field, edit) in fields.into_iter().zip(edits) {
            self.of_statement(field, |statement| {
                if let Some(set) = of(statement) {
                    *set = edit(*set);
                }
            });
        }
    }

    fn statement(&mut self) {
        match &self.claim.statement {
            Statement::Standing { .. } => self.standing(),
            Statement::Over { .. } => self.of_statement("end", |s| {
                if let Statement::Over { end } = s {
                    *end = if *end == End::Checkmate { End::Stalemate } else { End::Checkmate };
                }
            }),
            Statement::Feature { .. } => self.feature(),
            Statement::Concept { .. } => self.concept(),
            Statement::Structure { .. } => {
                self.squares(["squares, shifted", "squares, one too many", "squares, one too few"], |s| {
                    match s {
                        Statement::Structure { squares, .. } => Some(squares),
                        _ => None,
                    }
                });
                self.of_statement("name", |s| {
                    if let Statement::Structure { name, .. } = s {
                        *name = if name == "carlsbad" { "benoni" } else { "carlsbad" }.to_owned();
                    }
                });
            }
            Statement::Practice { .. } => self.practice(),
            Statement::Material { .. } => self.material(),
            Statement::Sacrifice { .. } => self.sacrifice(),
            Statement::Device { .. } => {
                self.payoff();
                self.device();
            }
            Statement::Mate { .. } => self.mate(),
            Statement::Threat { .. } => {
                self.payoff();
                self.first_move();
                self.device();
                self.of_statement("scores", |s| {
                    if let Statement::Threat { score, otherwise, .. } = s {
                        *otherwise = *score;
                    }
                });
            }
            Statement::Plan { .. } => self.plan(),
            Statement::Idea { .. } => self.idea(),
            Statement::Effect { .. } => self.effect(),
            Statement::Reason { .. } => self.reason(),
            Statement::Allows { .. } => {
                self.first_move();
                self.effect();
            }
            Statement::OnlyMove { .. } => {
                self.first_move();
                self.of_statement("next score", |s| {
                    if let Statement::OnlyMove { score, next, .. } = s {
                        *next = if next.is_some() { Some(*score) } else { Some(score.turned()) };
                    }
                });
            }
            Statement::MissedChance { .. } => {
                self.payoff();
                self.first_move();
                self.of_statement("scores", |s| {
                    if let Statement::MissedChance { score, played, .. } = s {
                        *played = *score;
                    }
                });
            }
            Statement::Pitfall { .. } => {
                self.payoff();
                self.first_move();
                self.of_statement("scores", |s| {
                    if let Statement::Pitfall { score, best, .. } = s {
                        *best = *score;
                    }
                });
            }
            Statement::Endgame { .. } => self.endgame(),
            Statement::Zugzwang { .. } => self.of_statement("values", |s| {
                if let Statement::Zugzwang { value, otherwise } = s {
                    std::mem::swap(value, otherwise);
                }
            }),
            Statement::Opening { .. } => self.opening(),
            Statement::People { .. } => self.people(),
            Statement::Better { .. } => self.better(),
            Statement::Best { .. } => {
                self.first_move();
                self.of_statement("best score", |s| {
                    // Where nothing can be better by enough, the first choice is worse than itself.
                    if let Statement::Best { score, best, first, .. } = s {
                        let most = Score::Mate(1);
                        (*best, *first) = (most, *first || limits::as_good(*score, most));
                    }
                });
            }
        }
    }

    fn feature(&mut self) {
        let numbers: fn(&mut Statement) -> Option<&mut FeatureNumbers> = |s| match s {
            Statement::Feature { numbers, .. } => Some(numbers),
            _ => None,
        };
        self.numbers(numbers);
        self.of_statement("change", |s| {
            if let Statement::Feature { change, .. } = s {
                *change = match change {
                    Change::Gained => Change::Lost,
                    Change::Lost => Change::Removed,
                    Change::Removed => Change::Allowed,
                    Change::Allowed => Change::Present,
                    Change::Present => Change::Gained,
                };
            }
        });
        self.of_statement("passing", |s| {
            if let Statement::Feature { passing, .. } = s {
                *passing = !*passing;
            }
        });
        self.squares(["squares, shifted", "squares, one too many", "squares, one too few"], |s| match s {
            Statement::Feature { squares, .. } => Some(squares),
            _ => None,
        });
    }

    fn numbers(&mut self, of: fn(&mut Statement) -> Option<&mut FeatureNumbers>) {
        let edits: [Edit<fn(&mut FeatureNumbers)>; 4] = [
            ("feature, owner", |n| n.owner = n.owner.other()),
            ("feature, count there", |n| n.after += 1),
            ("feature, count at the start", |n| n.before += 1),
            ("feature, both counts", |n| {
                n.before += 1;
                n.after += 1;
            }),
        ];
        for (field, edit) in edits {
            self.of_statement(field, |s| {
                if let Some(numbers) = of(s) {
                    edit(numbers);
                }
            });
        }
    }

    fn concept(&mut self) {
        self.numbers(|s| match s {
            Statement::Concept { features, .. } => features.first_mut(),
            _ => None,
        });
        self.of_statement("name", |s| {
            if let Statement::Concept { name, .. } = s {
                *name = if name == "isolated pawn" { "bishop pair" } else { "isolated pawn" }.to_owned();
            }
        });
        self.of_statement("rule", |s| {
            if let Statement::Concept { rule, .. } = s {
                rule.rule.push('?');
            }
        });
        self.of_statement("features, one too few", |s| {
            if let Statement::Concept { features, .. } = s {
                features.pop();
            }
        });
        self.of_statement("features, last count", |s| {
            if let Statement::Concept { features, .. } = s
                && let Some(last) = features.last_mut()
            {
                last.after += 1;
            }
        });
        self.of_statement("gone", |s| {
            if let Statement::Concept { gone, .. } = s {
                *gone = !*gone;
            }
        });
        self.of_statement("purpose", |s| {
            if let Statement::Concept { purpose, .. } = s {
                *purpose = match purpose {
                    Purpose::Gains => Purpose::Burdens,
                    Purpose::Losses => Purpose::Assets,
                    Purpose::Assets => Purpose::Losses,
                    Purpose::Burdens => Purpose::Gains,
                };
            }
        });
        self.squares(["squares, shifted", "squares, one too many", "squares, one too few"], |s| match s {
            Statement::Concept { squares, .. } => Some(squares),
            _ => None,
        });
    }

    fn practice(&mut self) {
        for (field, change) in
            [("games, one more", 0), ("score, one more", 1), ("share, one more", 2), ("other square", 3)]
        {
            self.of_statement(field, |s| {
                if let Statement::Practice { games, score, to, percent, .. } = s {
                    match change {
                        0 => *games += 1,
                        1 => *score += 1,
                        2 => *percent += 1,
                        _ => *to = beside(*to),
                    }
                }
            });
        }
    }

    fn material(&mut self) {
        self.payoff();
        self.device();
        let edits: [Edit<OfMaterial>; 5] = [
            ("points", |points, _, _| *points += 1),
            ("balance at the start", |_, before, _| *before += 1),
            ("trade, other kind", |_, _, trade| other_kind(trade)),
            ("trade, one too many", |_, _, trade| trade.won.push(Role::Pawn)),
            ("trade, swapped", |_, _, trade| std::mem::swap(&mut trade.won, &mut trade.given)),
        ];
        for (field, edit) in edits {
            self.of_statement(field, |s| {
                if let Statement::Material { points, before, trade, .. } = s {
                    edit(points, before, trade);
                }
            });
        }
    }

    fn sacrifice(&mut self) {
        let edits: [Edit<OfSacrifice>; 4] = [
            ("points", |points, _, _, _| *points += 1),
            ("trade, other kind", |_, trade, _, _| other_kind(trade)),
            ("score", |_, _, score, _| *score = Score::Cp(-limits::SACRIFICE_CP - 1)),
            ("square", |_, _, _, square| *square = beside(*square)),
        ];
        for (field, edit) in edits {
            self.of_statement(field, |s| {
                if let Statement::Sacrifice { points, trade, score, square } = s {
                    edit(points, trade, score, square);
                }
            });
        }
    }

    fn mate(&mut self) {
        self.of_statement("moves", |s| {
            if let Statement::Mate { moves, .. } = s {
                *moves += 1;
            }
        });
        self.of_statement("pattern", |s| {
            if let Statement::Mate { pattern: Some(pattern), .. } = s {
                *pattern =
                    if *pattern == Theme::SmotheredMate { Theme::BackRankMate } else { Theme::SmotheredMate };
            }
        });
    }

    fn endgame(&mut self) {
        self.of_statement("value", |s| {
            if let Statement::Endgame { value, .. } = s {
                *value = if *value == 0 { 1 } else { -*value };
            }
        });
        self.of_statement("place of the value", |s| {
            if let Statement::Endgame { at, .. } = s {
                *at += 1;
            }
        });
        self.of_statement("moves to mate", |s| {
            if let Statement::Endgame { mate_in: Some(moves), .. } = s {
                *moves += 1;
            }
        });
    }

    fn opening(&mut self) {
        self.of_statement("code", |s| {
            if let Statement::Opening { eco, .. } = s {
                *eco = format!("X{}", &eco[eco.len().min(1)..]);
            }
        });
        self.of_statement("name", |s| {
            if let Statement::Opening { name, .. } = s {
                name.push_str(", Mutant Variation");
            }
        });
        self.of_statement("game", |s| {
            if let Statement::Opening { game, .. } = s {
                game.pop();
            }
        });
    }

    /// The move that the statement names first.
    fn first_move(&mut self) {
        self.of_statement("move", |s| match s {
            Statement::Threat { mv, .. }
            | Statement::Reason { mv, .. }
            | Statement::Allows { mv, .. }
            | Statement::OnlyMove { mv, .. }
            | Statement::MissedChance { mv, .. }
            | Statement::Pitfall { mv, .. }
            | Statement::Best { mv, .. } => *mv = Move { to: beside(mv.to), ..*mv },
            _ => {}
        });
    }

    fn payoff(&mut self) {
        self.of_statement("trade", |s| match s {
            Statement::Device { trade, .. }
            | Statement::Threat { trade, .. }
            | Statement::MissedChance { trade, .. }
            | Statement::Pitfall { trade, .. } => trade.won.push(Role::Pawn),
            _ => {}
        });
        self.of_statement("payoff", |s| match s {
            Statement::Material { payoff, .. }
            | Statement::Device { payoff, .. }
            | Statement::Threat { payoff, .. }
            | Statement::MissedChance { payoff, .. }
            | Statement::Pitfall { payoff, .. } => *payoff = other_payoff(*payoff),
            _ => {}
        });
    }

    fn device(&mut self) {
        let edits: [Edit<fn(&mut Device)>; 7] = [
            ("device, other name", |d| {
                d.theme = if d.theme == Theme::Fork { Theme::Pin } else { Theme::Fork };
            }),
            ("device, ply", |d| d.ply += 1),
            ("device, actor", |d| d.actor = beside(d.actor)),
            ("device, targets shifted", |d| d.targets = shifted(d.targets)),
            ("device, one target too many", |d| d.targets = with_one_more(d.targets)),
            ("device, one target too few", |d| d.targets = with_one_less(d.targets)),
            ("device, key", |d| d.key = d.key.map(beside).or(Some(d.actor))),
        ];
        for (field, edit) in edits {
            self.of_statement(field, |s| match s {
                Statement::Material { device: Some(device), .. }
                | Statement::Threat { device: Some(device), .. }
                | Statement::Device { device, .. } => edit(device),
                _ => {}
            });
        }
    }
}

/// The neighbouring square on the right, on the left on the h-file.
fn beside(square: Square) -> Square {
    square.step((1, 0)).or_else(|| square.step((-1, 0))).unwrap_or(square)
}

fn shifted(squares: Set) -> Set {
    squares.iter().map(beside).collect()
}

/// The set and the first square that is not in it.
fn with_one_more(squares: Set) -> Set {
    if squares.is_empty() {
        return squares;
    }
    let more = Square::all().find(|&sq| !squares.contains(sq));
    squares.or(more.into_iter().collect())
}

fn with_one_less(squares: Set) -> Set {
    squares.iter().skip(1).collect()
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

fn other_kind(trade: &mut Trade) {
    let list = if trade.won.is_empty() { &mut trade.given } else { &mut trade.won };
    if let Some(first) = list.first_mut() {
        *first = next_role(*first);
    }
}

/// The score `cp` centipawns lower; decided scores are turned.
fn other_payoff(payoff: Payoff) -> Payoff {
    match payoff {
        Payoff::Mate(moves) => Payoff::Mate(moves + 1),
        Payoff::Promotion => Payoff::Exchange,
        Payoff::Exchange => Payoff::Wins(Role::Rook),
        Payoff::Wins(role) => Payoff::Wins(next_role(role)),
    }
}
