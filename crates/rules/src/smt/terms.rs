//! Expressions of the rule language as terms of SMT-LIB.

use std::cell::RefCell;

use philidor_chess::shakmaty::Role;

use crate::{
    theory::{Algebra, Arithmetic, Compare, Expr, Node, Rules},
    value::{NOWHERE, Type, Value},
    vocabulary::endgames::WORDS,
};

/// How the men are called: strong king, bare king, the third.
const MEN: [&str; 3] = ["K", "k", "X"];
/// Words about squares alone, by the same name there.
const SQUARES: [&str; 17] = [
    "dist",
    "file_dist",
    "rank_dist",
    "file",
    "rank",
    "adjacent",
    "direct_opposition",
    "neighbours",
    "edge",
    "corners",
    "board",
    "file_of",
    "rank_of",
    "files",
    "ranks",
    "up",
    "right",
];
/// Words about the strong side's pawn.
const PAWNS: [&str; 11] = [
    "stop",
    "ahead",
    "promotion_square",
    "moves_to_promote",
    "pawn_rank",
    "front_span",
    "rook_pawn",
    "knight_pawn",
    "bishop_pawn",
    "centre_pawn",
    "square_of",
];
/// Words about all men.
const MEN_ON_BOARD: [&str; 5] = ["in_check", "no_moves", "mate", "stalemate", "occupied"];

/// A race of the kings that rules ask for.
#[derive(Debug, Clone)]
pub(super) struct Lead {
    /// The strong king's lead; else the bare king's.
    pub(super) strong: bool,
    /// The squares.
    pub(super) goals: Expr,
}

/// Writes expressions of a theory.
pub(super) struct Terms<'r> {
    rules: &'r Rules,
    man: Role,
    leads: RefCell<Vec<(String, Lead)>>,
}

impl<'r> Terms<'r> {
    pub(super) fn new(rules: &'r Rules, man: Role) -> Terms<'r> {
        Terms { rules, man, leads: RefCell::default() }
    }

    /// The races that were asked for.
    pub(super) fn leads(&self) -> Vec<Lead> {
        self.leads.borrow().iter().map(|(_, lead)| lead.clone()).collect()
    }

    /// An expression; the word that has no meaning, if there is one.
    pub(super) fn of(&self, expr: &Expr) -> Result<String, String> {
        Ok(match &expr.node {
            Node::Const(value) => constant(*value),
            Node::Place(place) => MEN[usize::from(*place)].to_owned(),
            Node::Let(i) => format!("|{}|", self.rules.lets[*i].name),
            Node::Call(word, args) => self.call(WORDS[*word].signature.name, args)?,
            Node::ToMove(strong) => if *strong { "strong" } else { "(not strong)" }.to_owned(),
            Node::Not(inner) => format!("(not {})", self.of(inner)?),
            Node::All(parts) => format!("(and true {})", self.list(parts)?),
            Node::Any(parts) => format!("(or false {})", self.list(parts)?),
            Node::Compare(compare, a, b) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                match compare {
                    Compare::Equal => format!("(= {a} {b})"),
                    Compare::Differs => format!("(not (= {a} {b}))"),
                    Compare::Less => format!("(bvslt {a} {b})"),
                    Compare::AtMost => format!("(bvsle {a} {b})"),
                    Compare::More => format!("(bvsgt {a} {b})"),
                    Compare::AtLeast => format!("(bvsge {a} {b})"),
                }
            }
            Node::Same(same, a, b) => {
                let squares = matches!(a.ty, Type::Square | Type::Man);
                let (a, b) = (self.of(a)?, self.of(b)?);
                // Off the board nothing is the same.
                let equal = if squares {
                    format!("(and (not (= {a} off)) (= {a} {b}))")
                } else {
                    format!("(= {a} {b})")
                };
                if *same { equal } else { format!("(not {equal})") }
            }
            Node::In(a, set) => {
                let word = if a.ty == Type::Set { "inside" } else { "in" };
                format!("({word} {} {})", self.of(a)?, self.of(set)?)
            }
            Node::Arithmetic(op, a, b) => {
                let op = match op {
                    Arithmetic::Plus => "bvadd",
                    Arithmetic::Minus => "bvsub",
                    Arithmetic::Times => "bvmul",
                };
                format!("({op} {} {})", self.of(a)?, self.of(b)?)
            }
            Node::Algebra(op, a, b) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                match op {
                    Algebra::Union => format!("(bvor {a} {b})"),
                    Algebra::Without => format!("(bvand {a} (bvnot {b}))"),
                    Algebra::Both => format!("(bvand {a} {b})"),
                }
            }
            Node::Set(squares) => {
                let each: Result<Vec<String>, String> =
                    squares.iter().map(|sq| Ok(format!("(one {})", self.of(sq)?))).collect();
                format!("(bvor none {})", each?.join(" "))
            }
            Node::Choice(test, then, other) => {
                format!("(ite {} {} {})", self.of(test)?, self.of(then)?, self.of(other)?)
            }
        })
    }

    fn list(&self, parts: &[Expr]) -> Result<String, String> {
        let parts: Result<Vec<String>, String> = parts.iter().map(|part| self.of(part)).collect();
        Ok(parts?.join(" "))
    }

    fn call(&self, word: &str, args: &[Expr]) -> Result<String, String> {
        let pawn = self.man == Role::Pawn;
        let men: Vec<Option<u8>> = args
            .iter()
            .map(|arg| match arg.node {
                Node::Const(Value::Man(place)) => Some(place),
                _ => None,
            })
            .collect();
        // Which men a word may be asked of, where that matters.
        let about_third = men.first() == Some(&Some(2));
        let known = match word {
            "key_squares" => pawn && about_third,
            "box" | "mates" => !pawn,
            "en_prise" | "falls" => about_third,
            "lead" => matches!(men.first(), Some(Some(0 | 1))),
            "catches" => pawn && men == [Some(1), Some(2)],
            _ if PAWNS.contains(&word) => pawn && about_third,
            _ => SQUARES.contains(&word) || MEN_ON_BOARD.contains(&word) || matches!(word, "min" | "max"),
        };
        if !known {
            return Err(word.to_owned());
        }
        if word == "lead" {
            let text = format!("{men:?} {}", self.of(&args[1])?);
            let mut leads = self.leads.borrow_mut();
            let known = leads.iter().position(|(of, _)| *of == text);
            let place = known.unwrap_or_else(|| {
                let lead = Lead { strong: men[0] == Some(0), goals: args[1].clone() };
                leads.push((text, lead));
                leads.len() - 1
            });
            return Ok(format!("lead{place}"));
        }
        let args = self.list(args)?;
        Ok(match word {
            "mates" | "edge" | "corners" | "board" => word.to_owned(),
            "min" => format!("(less {args})"),
            "max" => format!("(more {args})"),
            "en_prise" | "falls" | "catches" => format!("({word} strong K k X {args})"),
            "in_check" => "check".to_owned(),
            "no_moves" => "stuck".to_owned(),
            "mate" => "(and stuck check)".to_owned(),
            "stalemate" => "(and stuck (not check))".to_owned(),
            "occupied" => "(occupied K k X)".to_owned(),
            _ => format!("({word} {args})"),
        })
    }
}

fn constant(value: Value) -> String {
    match value {
        Value::Bool(yes) => yes.to_string(),
        Value::Int(n) if n < 0 => format!("(bvneg (_ bv{} 12))", n.unsigned_abs()),
        Value::Int(n) => format!("(_ bv{n} 12)"),
        Value::Square(NOWHERE) => "off".to_owned(),
        Value::Square(sq) => format!("(_ bv{sq} 7)"),
        Value::Set(set) => format!("#x{set:016x}"),
        Value::Man(place) => MEN[usize::from(place)].to_owned(),
        Value::Side(strong) => strong.to_string(),
    }
}
