//! The tree of a rule file as it is written: names unresolved, types unknown.

use crate::problem::Span;

/// A file.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// What the rules are about.
    pub header: Option<Header>,
    /// Definitions, rules and trees in order.
    pub items: Vec<Item>,
    /// Comments after the last item.
    pub tail: Vec<String>,
}

/// `endgame KPK { … }`
#[derive(Debug, Clone)]
pub struct Header {
    /// `endgame`, or another kind that a vocabulary knows.
    pub kind: Name,
    /// What it is called.
    pub name: Name,
    /// The declarations.
    pub fields: Vec<Field>,
    /// The whole header.
    pub span: Span,
    /// Comments.
    pub comments: Comments,
}

/// A declaration of the header.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Words, for all but `domain`.
    pub words: Vec<Name>,
    /// The condition of `domain`.
    pub expr: Option<Expr>,
    /// The whole declaration.
    pub span: Span,
}

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// Comments that belong to something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comments {
    /// Lines before it; an empty text is an empty line.
    pub before: Vec<String>,
    /// On its last line.
    pub after: Option<String>,
}

/// A definition, rule or tree.
#[derive(Debug, Clone)]
pub struct Item {
    /// Which.
    pub kind: ItemKind,
    /// Where.
    pub span: Span,
    /// Comments.
    pub comments: Comments,
}

/// What an item is.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `let name = …` or `let name(x: square) = …`
    Let {
        /// Its name.
        name: Name,
        /// Parameters and their types.
        params: Vec<(Name, Name)>,
        /// Its meaning.
        body: Expr,
    },
    /// `rule "name": when … unless … => …`
    Rule(Rule),
    /// `tree "name" { if … { … } else { … } }`
    Tree {
        /// Its name.
        name: Name,
        /// The root.
        root: Node,
    },
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub name: Name,
    /// When it applies.
    pub when: Option<Expr>,
    /// Its exceptions.
    pub unless: Option<Expr>,
    /// What it says.
    pub leaf: Leaf,
}

/// A node of a decision tree.
#[derive(Debug, Clone)]
pub enum Node {
    /// A question.
    If {
        /// The question.
        test: Expr,
        /// If it holds.
        then: Box<Node>,
        /// If not.
        other: Option<Box<Node>>,
    },
    /// An answer.
    Leaf(Leaf),
}

/// A conclusion and its reason.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// What follows.
    pub conclusion: Conclusion,
    /// Why, in words.
    pub because: Option<Name>,
}

/// What follows.
#[derive(Debug, Clone)]
pub struct Conclusion {
    /// Its words: `win`, `draw`, `at least draw`, `concept` …
    pub words: Vec<Name>,
    /// A quoted text after the words.
    pub text: Option<Name>,
    /// What a named concept points at: `at passed_pawn(us), rooks(us)`.
    pub at: Vec<Expr>,
    /// `in a..b`.
    pub bounds: Option<(Expr, Expr)>,
    /// Where.
    pub span: Span,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number.
    Int(i64),
    /// A name without arguments.
    Name(String),
    /// A name with arguments.
    Call(Name, Vec<Expr>),
    /// `strong to move`
    ToMove(Name),
    /// `{a1, P, stop(P)}`
    Set(Vec<Expr>),
    /// `not x`, `-x`
    Prefix(Prefix, Box<Expr>),
    /// Two operands.
    Infix(Infix, Box<Expr>, Box<Expr>),
    /// `a if c else b`
    Choice {
        /// If the question holds.
        then: Box<Expr>,
        /// The question.
        test: Box<Expr>,
        /// If not.
        other: Box<Expr>,
    },
    /// `any x in B: …`, `all x in B: …`
    Every {
        /// True for `all`.
        all: bool,
        /// The name that runs.
        name: Name,
        /// The men it runs over.
        men: Name,
        /// What is asked of each.
        body: Box<Expr>,
    },
    /// Something that could not be read; reported already.
    Broken,
}

/// One operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Prefix {
    Not,
    Minus,
}

/// Two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Infix {
    Or,
    And,
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
    In,
    NotIn,
    Plus,
    Minus,
    Both,
    Times,
}

impl Infix {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Infix::Or => "or",
            Infix::And => "and",
            Infix::Equal => "=",
            Infix::Differs => "!=",
            Infix::Less => "<",
            Infix::AtMost => "<=",
            Infix::More => ">",
            Infix::AtLeast => ">=",
            Infix::In => "in",
            Infix::NotIn => "not in",
            Infix::Plus => "+",
            Infix::Minus => "-",
            Infix::Both => "&",
            Infix::Times => "*",
        }
    }

    /// How strongly it binds.
    pub(crate) fn power(self) -> u8 {
        match self {
            Infix::Or => 2,
            Infix::And => 3,
            Infix::Equal
            | Infix::Differs
            | Infix::Less
            | Infix::AtMost
            | Infix::More
            | Infix::AtLeast
            | Infix::In
            | Infix::NotIn => 5,
            Infix::Plus | Infix::Minus => 6,
            Infix::Both | Infix::Times => 7,
        }
    }
}

/// How strongly `a if c else b` binds.
pub(crate) const CHOICE: u8 = 1;
/// How strongly `not` binds.
pub(crate) const NOT: u8 = 4;
/// How strongly a minus sign binds.
pub(crate) const MINUS: u8 = 8;
