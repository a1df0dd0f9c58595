//! Rules whose names are resolved and whose types agree: what both back ends run.

use std::fmt;

use philidor_chess::Material;

use crate::{
    problem::Span,
    value::{Type, Value},
};

/// What the numbers of `win in a..b` count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Measure {
    /// Plies to mate (DTM).
    #[default]
    Mate,
    /// Plies to the next capture, promotion or mate (DTC).
    Conversion,
    /// Plies to the next capture, pawn move or mate: Barth's k.
    Irreversible,
}

impl Measure {
    /// As a header declares it.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Mate => "plies to mate",
            Measure::Conversion => "plies to conversion",
            Measure::Irreversible => "plies to irreversible move",
        }
    }

    /// All of them.
    pub const ALL: [Measure; 3] = [Measure::Mate, Measure::Conversion, Measure::Irreversible];
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the rules of a file are about.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Its name: `KPK`.
    pub name: String,
    /// The men, the strong side as White; `None` for vocabularies without boards of few men.
    pub material: Option<Material>,
    /// Rules hold for either side.
    pub colours: bool,
    /// What the numbers count.
    pub measure: Measure,
    /// Which positions the theory speaks of.
    pub domain: Option<Expr>,
}

/// A theory: its subject, named values and rules.
#[derive(Debug, Clone)]
pub struct Rules {
    /// What it is about.
    pub subject: Subject,
    /// Named values; an expression may use those before it.
    pub lets: Vec<Let>,
    /// The rules, trees unfolded into one rule per leaf.
    pub rules: Vec<Rule>,
    /// The text it was read from.
    pub source: String,
    /// What that text is called.
    pub file: String,
}

/// A named value.
#[derive(Debug, Clone)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// How deep its meaning is, with the definitions that it names.
    pub(crate) depth: usize,
    /// Its meaning.
    pub expr: Expr,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name; leaves of a tree are numbered.
    pub name: String,
    /// All of these must hold.
    pub conditions: Vec<Expr>,
    /// Then this follows.
    pub conclusion: Conclusion,
    /// In words.
    pub because: Vec<Phrase>,
    /// Where its name stands.
    pub name_span: Span,
    /// Where its conclusion stands.
    pub conclusion_span: Span,
    /// Where the whole item (rule or tree) stands.
    pub span: Span,
    /// True for the leaf of a tree.
    pub in_tree: bool,
}

/// A part of a reason.
#[derive(Debug, Clone)]
pub enum Phrase {
    /// Words.
    Words(String),
    /// A value of this position.
    Hole(Expr),
}

/// What follows from a rule.
#[derive(Debug, Clone)]
pub enum Conclusion {
    /// A value of the position.
    Claim {
        /// For the strong side.
        claim: Claim,
        /// Fewest and most plies.
        bounds: Option<(Expr, Expr)>,
    },
    /// A named concept.
    Concept {
        /// Its name.
        name: String,
        /// What a finger would point at; what that means is the vocabulary's business.
        at: Vec<Expr>,
    },
}

/// A result claimed for the strong side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Claim {
    Win,
    AtLeastDraw,
    Draw,
    AtMostDraw,
    Loss,
}

impl Claim {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Claim::Win => "win",
            Claim::AtLeastDraw => "at least draw",
            Claim::Draw => "draw",
            Claim::AtMostDraw => "at most draw",
            Claim::Loss => "loss",
        }
    }

    /// All claims.
    pub const ALL: [Claim; 5] = [Claim::Win, Claim::AtLeastDraw, Claim::Draw, Claim::AtMostDraw, Claim::Loss];

    /// Worst and best result for the strong side: -1 loss, 0 draw, 1 win.
    pub fn range(self) -> (i8, i8) {
        match self {
            Claim::Win => (1, 1),
            Claim::AtLeastDraw => (0, 1),
            Claim::Draw => (0, 0),
            Claim::AtMostDraw => (-1, 0),
            Claim::Loss => (-1, -1),
        }
    }
}

/// An expression with its type.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Compare {
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Compare {
    /// Whether it holds.
    #[inline]
    pub fn holds(self, a: i16, b: i16) -> bool {
        match self {
            Compare::Equal => a == b,
            Compare::Differs => a != b,
            Compare::Less => a < b,
            Compare::AtMost => a <= b,
            Compare::More => a > b,
            Compare::AtLeast => a >= b,
        }
    }

    /// The same with sides exchanged.
    pub fn turned(self) -> Compare {
        match self {
            Compare::Less => Compare::More,
            Compare::AtMost => Compare::AtLeast,
            Compare::More => Compare::Less,
            Compare::AtLeast => Compare::AtMost,
            same => same,
        }
    }
}

/// Arithmetic of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Arithmetic {
    Plus,
    Minus,
    Times,
}

impl Arithmetic {
    /// The result, stopped at the ends of the range.
    #[inline]
    pub fn apply(self, a: i16, b: i16) -> i16 {
        match self {
            Arithmetic::Plus => a.saturating_add(b),
            Arithmetic::Minus => a.saturating_sub(b),
            Arithmetic::Times => a.saturating_mul(b),
        }
    }
}

/// Algebra of sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Algebra {
    Union,
    Without,
    Both,
}

impl Algebra {
    /// The result.
    #[inline]
    pub fn apply(self, a: u64, b: u64) -> u64 {
        match self {
            Algebra::Union => a | b,
            Algebra::Without => a & !b,
            Algebra::Both => a & b,
        }
    }
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum Node {
    /// A constant.
    Const(Value),
    /// The square of a man.
    Place(u8),
    /// A named value.
    Let(usize),
    /// A word.
    Call(usize, Vec<Expr>),
    /// Whether the strong side (true) or the other is to move.
    ToMove(bool),
    /// Not.
    Not(Box<Expr>),
    /// All of these.
    All(Vec<Expr>),
    /// Any of these.
    Any(Vec<Expr>),
    /// Numbers compared.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// Squares, sets or conditions that are the same (true) or differ; off the board nothing is the same.
    Same(bool, Box<Expr>, Box<Expr>),
    /// A square in a set, or a set in a set.
    In(Box<Expr>, Box<Expr>),
    /// Numbers.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// Sets.
    Algebra(Algebra, Box<Expr>, Box<Expr>),
    /// A set of squares.
    Set(Vec<Expr>),
    /// `a if c else b`, the question first.
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}
