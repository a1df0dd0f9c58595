//! Words to tree: recursive descent, with precedence climbing for expressions.
//!
//! After a mistake the parser goes on at the next line that starts an item, so that all mistakes of a file are
//! told at once.

use super::{
    ast::{
        CHOICE, Comments, Conclusion, Expr, ExprKind, Field, File, Header, Infix, Item, ItemKind, Leaf,
        MINUS, NOT, Name, Node, Prefix, Rule,
    },
    lexer::{Comment, Lexeme, Token, lex},
};
use crate::problem::{Problem, Span};

/// Words that start an item.
const STARTS: [&str; 3] = ["let", "rule", "tree"];
/// Names that cannot be defined.
pub(crate) const KEYWORDS: [&str; 24] = [
    "let", "rule", "tree", "when", "unless", "because", "if", "else", "and", "or", "not", "in", "any", "all",
    "win", "draw", "loss", "at", "strong", "weak", "we", "they", "to", "move",
];
/// How deep brackets may be nested, so that no input exhausts the stack.
const DEEPEST: usize = 60;
/// Operators of one expression: they lean to the left, so their number is the depth of the tree.
const MOST_OPERATORS: usize = 200;

/// Reads a file. What could not be understood is in the list of problems.
pub fn parse(source: &str) -> (File, Vec<Problem>) {
    let (words, comments, problems) = lex(source);
    let mut parser = Parser { words, at: 0, problems, depth: 0, operators: 0 };
    let mut file = parser.file();
    attach(source, &comments, &mut file);
    (file, parser.problems)
}

/// Reads a single expression that stands at an offset of a file (for texts with holes).
pub(crate) fn parse_expr(text: &str, offset: usize) -> (Expr, Vec<Problem>) {
    let (words, _, problems) = lex(text);
    let mut parser = Parser { words, at: 0, problems, depth: 0, operators: 0 };
    let shift = |s: Span| Span { start: s.start + offset as u32, end: s.end + offset as u32 };
    for word in &mut parser.words {
        word.span = shift(word.span);
    }
    for problem in &mut parser.problems {
        problem.span = shift(problem.span);
    }
    let expr = parser.outermost();
    if parser.peek() != &Token::End {
        parser.unexpected("the end of the expression");
    }
    (expr, parser.problems)
}

struct Parser {
    words: Vec<Lexeme>,
    at: usize,
    problems: Vec<Problem>,
    depth: usize,
    /// Operators of the outermost expression so far.
    operators: usize,
}

/// An item could not be read; the problem is noted.
struct Lost;

type Parsed<T> = Result<T, Lost>;

impl Parser {
    fn peek(&self) -> &Token {
        &self.words[self.at].token
    }

    fn span(&self) -> Span {
        self.words[self.at].span
    }

    /// Where the last word read stands.
    fn last(&self) -> Span {
        self.words[self.at.saturating_sub(1)].span
    }

    fn next(&mut self) -> Lexeme {
        let word = self.words[self.at].clone();
        if self.at + 1 < self.words.len() {
            self.at += 1;
        }
        word
    }

    fn is(&self, text: &str) -> bool {
        match self.peek() {
            Token::Name(name) => name == text,
            Token::Sign(sign) => *sign == text,
            _ => false,
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    fn unexpected(&mut self, wanted: &str) {
        let word = &self.words[self.at];
        let found = match &word.token {
            Token::Name(name) => format!("`{name}`"),
            Token::Int(n) => n.to_string(),
            Token::Text(_) => "a text".into(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the file".into(),
        };
        let label = format!("{wanted} should stand here");
        self.problems.push(Problem::error(word.span, format!("found {found} instead of {wanted}"), label));
    }

    fn expect(&mut self, text: &'static str) -> Parsed<()> {
        if self.eat(text) {
            return Ok(());
        }
        self.unexpected(&format!("`{text}`"));
        Err(Lost)
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        if let Token::Name(text) = self.peek() {
            let name = Name { text: text.clone(), span: self.span() };
            self.next();
            return Ok(name);
        }
        self.unexpected(what);
        Err(Lost)
    }

    fn text(&mut self, what: &str) -> Parsed<Name> {
        if let Token::Text(text) = self.peek() {
            let name = Name { text: text.clone(), span: self.span() };
            self.next();
            return Ok(name);
        }
        self.unexpected(what);
        Err(Lost)
    }

    /// Skips to the next line that starts an item.
    fn recover(&mut self) {
        while self.peek() != &Token::End {
            let word = &self.words[self.at];
            if word.starts_line && matches!(&word.token, Token::Name(n) if STARTS.contains(&n.as_str())) {
                return;
            }
            self.next();
        }
    }

    fn file(&mut self) -> File {
        let mut file = File::default();
        if STARTS.iter().any(|s| self.is(s)) || self.peek() == &Token::End {
            self.problems.push(
                Problem::error(self.span(), "the file does not say what it is about", "before this")
                    .help("start with a header such as: endgame KPK { mirror: files }"),
            );
        } else {
            match self.header() {
                Ok(header) => file.header = Some(header),
                Err(Lost) => self.recover(),
            }
        }
        while self.peek() != &Token::End {
            let start = self.span();
            let before = self.at;
            match self.item() {
                Ok(kind) => {
                    let span = start.to(self.last());
                    file.items.push(Item { kind, span, comments: Comments::default() });
                }
                Err(Lost) => {
                    if self.at == before {
                        self.next();
                    }
                    self.recover();
                }
            }
        }
        file
    }

    fn header(&mut self) -> Parsed<Header> {
        let start = self.span();
        let kind = self.name("a header such as `endgame KPK { … }`")?;
        let name = match self.peek() {
            Token::Text(_) => self.text("a name")?,
            _ => self.name("a name")?,
        };
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.is("}") {
            let start = self.span();
            let name = self.name("a declaration such as `mirror: files`, or `}`")?;
            self.expect(":")?;
            let mut field = Field { name, words: Vec::new(), expr: None, span: start };
            if field.name.text == "domain" {
                field.expr = Some(self.outermost());
            } else {
                while let Token::Name(_) | Token::Sign(",") = self.peek() {
                    let follows = self.words.get(self.at + 1).map(|w| &w.token);
                    if follows == Some(&Token::Sign(":")) {
                        break;
                    }
                    if !self.eat(",") {
                        field.words.push(self.name("a word")?);
                    }
                }
            }
            field.span = start.to(self.last());
            fields.push(field);
        }
        self.expect("}")?;
        Ok(Header { kind, name, fields, span: start.to(self.last()), comments: Comments::default() })
    }

    fn item(&mut self) -> Parsed<ItemKind> {
        if self.eat("let") {
            self.definition()
        } else if self.eat("rule") {
            let name = self.text("the rule's name in quotes")?;
            self.expect(":")?;
            let when = self.eat("when").then(|| self.outermost());
            let unless = self.eat("unless").then(|| self.outermost());
            self.expect("=>")?;
            let leaf = self.leaf()?;
            Ok(ItemKind::Rule(Rule { name, when, unless, leaf }))
        } else if self.eat("tree") {
            let name = self.text("the tree's name in quotes")?;
            self.expect("{")?;
            let root = self.node()?;
            self.expect("}")?;
            Ok(ItemKind::Tree { name, root })
        } else {
            self.unexpected("`let`, `rule` or `tree`");
            Err(Lost)
        }
    }

    fn definition(&mut self) -> Parsed<ItemKind> {
        let name = self.name("a name to define")?;
        if KEYWORDS.contains(&name.text.as_str()) {
            self.problems.push(Problem::error(
                name.span,
                format!("`{}` is a word of the language", name.text),
                "choose another name",
            ));
        }
        let mut params = Vec::new();
        if self.eat("(") {
            loop {
                let name = self.name("a parameter")?;
                self.expect(":")?;
                params.push((name, self.name("a type: square, set, int, bool")?));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        self.expect("=")?;
        let body = self.outermost();
        Ok(ItemKind::Let { name, params, body })
    }

    fn node(&mut self) -> Parsed<Node> {
        self.deeper(|p| {
            if p.eat("=>") {
                return Ok(Node::Leaf(p.leaf()?));
            }
            p.expect("if")?;
            let test = p.outermost();
            p.expect("{")?;
            let then = Box::new(p.node()?);
            p.expect("}")?;
            let mut other = None;
            if p.eat("else") {
                if p.is("if") {
                    other = Some(Box::new(p.node()?));
                } else {
                    p.expect("{")?;
                    other = Some(Box::new(p.node()?));
                    p.expect("}")?;
                }
            }
            Ok(Node::If { test, then, other })
        })
    }

    /// Counts nesting; too deep is a problem, not a crash.
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            self.problems.push(Problem::error(self.span(), "nested too deeply", "name a part with `let`"));
            return Err(Lost);
        }
        self.depth += 1;
        let done = work(self);
        self.depth -= 1;
        done
    }

    fn leaf(&mut self) -> Parsed<Leaf> {
        let start = self.span();
        let mut words = Vec::new();
        while let Token::Name(name) = self.peek() {
            let name = name.as_str();
            let taken = name == "because" || name == "in" || STARTS.contains(&name);
            if taken {
                break;
            }
            words.push(self.name("a conclusion")?);
        }
        if words.is_empty() {
            self.unexpected("a conclusion such as `draw` or `win in 1..8`");
            return Err(Lost);
        }
        let text = matches!(self.peek(), Token::Text(_)).then(|| self.text("a text")).transpose()?;
        let mut at = Vec::new();
        if text.is_some() && self.eat("at") {
            at.push(self.outermost());
            while self.eat(",") {
                at.push(self.outermost());
            }
        }
        let bounds = if self.eat("in") {
            let low = self.expr(Infix::Plus.power());
            self.expect("..")?;
            Some((low, self.expr(Infix::Plus.power())))
        } else {
            None
        };
        let span = start.to(self.last());
        let because = if self.eat("because") { Some(self.text("the reason in quotes")?) } else { None };
        Ok(Leaf { conclusion: Conclusion { words, text, at, bounds, span }, because })
    }

    /// A whole expression, at its beginning or after a mistake in the one before.
    fn outermost(&mut self) -> Expr {
        self.operators = 0;
        self.expr(0)
    }

    /// Counts operators; too many are a problem, not a crash.
    fn more(&mut self, operators: usize) -> Parsed<()> {
        let before = self.operators;
        self.operators += operators;
        if self.operators <= MOST_OPERATORS {
            return Ok(());
        }
        if before <= MOST_OPERATORS {
            let what = format!("more than {MOST_OPERATORS} operators in one expression");
            self.problems.push(Problem::error(self.span(), what, "name a part with `let`"));
        }
        Err(Lost)
    }

    fn expr(&mut self, power: u8) -> Expr {
        match self.deeper(|p| p.try_expr(power)) {
            Ok(expr) => expr,
            Err(Lost) => Expr { kind: ExprKind::Broken, span: self.span() },
        }
    }

    fn try_expr(&mut self, power: u8) -> Parsed<Expr> {
        let mut left = self.prefix()?;
        // A chain a < b < c means a < b and b < c: what stands in the middle is there twice, with its operators.
        let mut chain: Option<(Expr, usize)> = None;
        loop {
            if power <= CHOICE && self.is("if") {
                self.more(1)?;
                self.next();
                let test = Box::new(self.expr(CHOICE + 1));
                self.expect("else")?;
                let other = Box::new(self.expr(CHOICE));
                let span = left.span.to(other.span);
                left = Expr { kind: ExprKind::Choice { then: Box::new(left), test, other }, span };
                chain = None;
                continue;
            }
            let Some((infix, length)) = self.infix() else { break };
            if infix.power() < power {
                break;
            }
            self.more(1)?;
            for _ in 0..length {
                self.next();
            }
            let before = self.operators;
            let right = self.expr(infix.power() + 1);
            let inside = self.operators - before;
            let comparison = infix.power() == Infix::Equal.power();
            if comparison && let Some((middle, again)) = chain.take() {
                self.more(1 + again)?;
                let span = left.span.to(right.span);
                let second = Expr {
                    span: middle.span.to(right.span),
                    kind: ExprKind::Infix(infix, Box::new(middle), Box::new(right.clone())),
                };
                left = Expr { kind: ExprKind::Infix(Infix::And, Box::new(left), Box::new(second)), span };
            } else {
                let span = left.span.to(right.span);
                left = Expr { kind: ExprKind::Infix(infix, Box::new(left), Box::new(right.clone())), span };
            }
            chain = comparison.then_some((right, inside));
        }
        Ok(left)
    }

    /// The operator that comes next and how many words it has.
    fn infix(&self) -> Option<(Infix, usize)> {
        Some(match self.peek() {
            Token::Sign("=") => (Infix::Equal, 1),
            Token::Sign("!=") => (Infix::Differs, 1),
            Token::Sign("<") => (Infix::Less, 1),
            Token::Sign("<=") => (Infix::AtMost, 1),
            Token::Sign(">") => (Infix::More, 1),
            Token::Sign(">=") => (Infix::AtLeast, 1),
            Token::Sign("+") => (Infix::Plus, 1),
            Token::Sign("-") => (Infix::Minus, 1),
            Token::Sign("&") => (Infix::Both, 1),
            Token::Sign("*") => (Infix::Times, 1),
            Token::Name(name) => match name.as_str() {
                "or" => (Infix::Or, 1),
                "and" => (Infix::And, 1),
                "in" => (Infix::In, 1),
                "not" => {
                    let next = self.words.get(self.at + 1).map(|w| &w.token);
                    if !matches!(next, Some(Token::Name(n)) if n == "in") {
                        return None;
                    }
                    (Infix::NotIn, 2)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    fn prefix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let done = |kind, end: Span| Expr { kind, span: start.to(end) };
        match self.peek().clone() {
            Token::Int(n) => {
                self.next();
                Ok(done(ExprKind::Int(n), start))
            }
            Token::Sign("-") => {
                self.next();
                let inner = self.expr(MINUS);
                let end = inner.span;
                Ok(done(ExprKind::Prefix(Prefix::Minus, Box::new(inner)), end))
            }
            Token::Sign("(") => {
                self.next();
                let inner = self.expr(0);
                self.expect(")")?;
                Ok(Expr { kind: inner.kind, span: start.to(self.last()) })
            }
            Token::Sign("{") => {
                self.next();
                let mut squares = Vec::new();
                while !self.is("}") {
                    squares.push(self.expr(0));
                    if !self.eat(",") {
                        break;
                    }
                }
                self.expect("}")?;
                Ok(done(ExprKind::Set(squares), self.last()))
            }
            Token::Name(name) => match name.as_str() {
                "not" => {
                    self.next();
                    let inner = self.expr(NOT);
                    let end = inner.span;
                    Ok(done(ExprKind::Prefix(Prefix::Not, Box::new(inner)), end))
                }
                "strong" | "weak" | "we" | "they" => {
                    let side = self.name("a side")?;
                    if !self.is("to") {
                        return Ok(done(ExprKind::Name(side.text), start));
                    }
                    self.expect("to")?;
                    self.expect("move")?;
                    Ok(done(ExprKind::ToMove(side), self.last()))
                }
                "any" | "all" => {
                    self.next();
                    let one = self.name("a name for the man")?;
                    self.expect("in")?;
                    let men = self.name("a group of men such as B")?;
                    self.expect(":")?;
                    let body = Box::new(self.expr(NOT));
                    let end = body.span;
                    Ok(done(ExprKind::Every { all: name == "all", name: one, men, body }, end))
                }
                word if KEYWORDS.contains(&word) => {
                    self.unexpected("an expression");
                    Err(Lost)
                }
                _ => {
                    let name = self.name("a name")?;
                    if !self.eat("(") {
                        return Ok(done(ExprKind::Name(name.text), start));
                    }
                    let mut args = Vec::new();
                    while !self.is(")") {
                        args.push(self.expr(0));
                        if !self.eat(",") {
                            break;
                        }
                    }
                    self.expect(")")?;
                    Ok(done(ExprKind::Call(name, args), self.last()))
                }
            },
            _ => {
                self.unexpected("an expression");
                Err(Lost)
            }
        }
    }
}

/// Gives every comment to the item it stands before, in or behind.
fn attach(source: &str, comments: &[Comment], file: &mut File) {
    let mut owners: Vec<(Span, &mut Comments)> = Vec::new();
    if let Some(header) = &mut file.header {
        owners.push((header.span, &mut header.comments));
    }
    owners.extend(file.items.iter_mut().map(|i| (i.span, &mut i.comments)));
    for comment in comments {
        let at = comment.span.start;
        let text = comment.text.clone();
        let next = owners.iter().position(|(span, _)| span.end > at);
        let same_line = |end: u32| !source.get(end as usize..at as usize).unwrap_or("\n").contains('\n');
        let behind = next.unwrap_or(owners.len()).checked_sub(1).filter(|&i| same_line(owners[i].0.end));
        match (behind, next) {
            (Some(i), _) if !comment.alone && owners[i].1.after.is_none() => owners[i].1.after = Some(text),
            (_, Some(i)) => {
                let (span, own) = &mut owners[i];
                own.before.push(text);
                // An empty line between a comment and what follows is kept: it sets a heading apart.
                let gap = source.get(comment.span.end as usize..span.start as usize).unwrap_or("");
                let gap = gap.split('#').next().unwrap_or("");
                if gap.matches('\n').count() > 1 && at < span.start {
                    own.before.push(String::new());
                }
            }
            _ => file.tail.push(text),
        }
    }
}
