//! Expressions: names to meanings, types agreed.

use super::{Definition, Resolver, constant, place_of};
use crate::{
    problem::{Problem, Span, suggestion},
    syntax::ast::{self, ExprKind, Infix, Prefix},
    theory::{Algebra, Arithmetic, Compare, Expr, Let, Node},
    value::{Type, Value},
    vocabulary::Vocabulary,
};

/// How deep functions may call each other.
const DEEPEST: usize = 24;
/// How large an expression may grow by the unfolding of functions.
const LARGEST: usize = 20_000;
/// How deep an expression may become, definitions and functions unfolded, so that none exhausts a stack.
const TALLEST: usize = 300;

impl<V: Vocabulary> Resolver<'_, V> {
    /// An expression of a given type; a man may stand for its square and a square for a set of one.
    pub(super) fn wanted(&mut self, e: &ast::Expr, want: Type) -> Option<Expr> {
        let got = self.expr(e)?;
        match coerce(got, want) {
            Ok(expr) => Some(expr),
            Err(got) => {
                self.error(e.span, format!("{want} is wanted here"), format!("this is {}", got.ty));
                None
            }
        }
    }

    pub(super) fn expr(&mut self, e: &ast::Expr) -> Option<Expr> {
        self.budget = self.budget.checked_sub(1)?;
        if self.budget == 0 {
            self.error(e.span, "the definitions grow beyond all bounds", "given up here");
            return None;
        }
        if self.height >= TALLEST {
            self.too_deep(e.span);
            return None;
        }
        self.height += 1;
        let done = self.expr_inside(e);
        self.height -= 1;
        done
    }

    fn too_deep(&mut self, span: Span) {
        let what = format!("definitions that lead more than {TALLEST} steps deep");
        self.error(span, what, "simplify them");
    }

    /// An expression, unless it is too deep for the stack of those that read it.
    pub(super) fn bounded(&mut self, expr: Expr) -> Option<Expr> {
        if depth(&expr, &self.lets) > TALLEST {
            self.too_deep(expr.span);
            return None;
        }
        Some(expr)
    }

    /// How deep an expression is, with the definitions it names.
    pub(super) fn depth(&self, expr: &Expr) -> usize {
        depth(expr, &self.lets)
    }

    fn expr_inside(&mut self, e: &ast::Expr) -> Option<Expr> {
        let make = |node, ty| Some(Expr { node, ty, span: e.span });
        match &e.kind {
            ExprKind::Broken => None,
            ExprKind::Int(n) => make(Node::Const(Value::Int(*n as i16)), Type::Int),
            ExprKind::Name(name) => self.name(name, e.span),
            ExprKind::Call(name, args) => self.call(name, args, e.span),
            ExprKind::ToMove(side) => {
                make(Node::ToMove(matches!(side.text.as_str(), "strong" | "we")), Type::Bool)
            }
            ExprKind::Set(squares) => {
                let all: Vec<Option<Expr>> = squares.iter().map(|s| self.wanted(s, Type::Square)).collect();
                make(Node::Set(all.into_iter().collect::<Option<_>>()?), Type::Set)
            }
            ExprKind::Prefix(Prefix::Not, inner) => {
                make(Node::Not(Box::new(self.wanted(inner, Type::Bool)?)), Type::Bool)
            }
            ExprKind::Prefix(Prefix::Minus, inner) => {
                let inner = self.wanted(inner, Type::Int)?;
                let node = match inner.node {
                    Node::Const(Value::Int(n)) => Node::Const(Value::Int(n.saturating_neg())),
                    _ => {
                        let zero = Expr { node: Node::Const(Value::Int(0)), ty: Type::Int, span: e.span };
                        Node::Arithmetic(Arithmetic::Minus, Box::new(zero), Box::new(inner))
                    }
                };
                make(node, Type::Int)
            }
            ExprKind::Infix(infix, left, right) => self.infix(*infix, left, right, e.span),
            ExprKind::Choice { then, test, other } => {
                let test = self.wanted(test, Type::Bool);
                let (then, other) = (self.expr(then), self.expr(other));
                let (test, then, other) = (test?, then?, other?);
                let ty = if then.ty == other.ty && then.ty != Type::Man { then.ty } else { Type::Square };
                let ty = if then.ty == Type::Set || other.ty == Type::Set { Type::Set } else { ty };
                match (coerce(then, ty), coerce(other, ty)) {
                    (Ok(then), Ok(other)) => {
                        make(Node::Choice(Box::new(test), Box::new(then), Box::new(other)), ty)
                    }
                    (Err(odd), Ok(fine)) | (Ok(fine), Err(odd)) => self.mismatch(&fine, &odd),
                    (Err(a), Err(b)) => self.mismatch(&a, &b),
                }
            }
            ExprKind::Every { all, name, men, body } => self.every(*all, name, men, body, e.span),
        }
    }

    fn mismatch(&mut self, a: &Expr, b: &Expr) -> Option<Expr> {
        self.problems.push(
            Problem::error(
                b.span,
                format!("{} and {} do not go together", a.ty, b.ty),
                format!("this is {}", b.ty),
            )
            .other(a.span, format!("this is {}", a.ty)),
        );
        None
    }

    fn every(
        &mut self,
        all: bool,
        name: &ast::Name,
        men: &ast::Name,
        body: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let Some((_, places)) = self.men.iter().find(|(n, _)| *n == men.text).cloned() else {
            let known: Vec<&str> = self.men.iter().map(|(n, _)| n.as_str()).collect();
            let label = format!("one of {}", known.join(", "));
            self.error(men.span, format!("there are no men called `{}`", men.text), label);
            return None;
        };
        let mut parts = Vec::new();
        for place in places {
            let man = Expr { node: Node::Const(Value::Man(place)), ty: Type::Man, span: men.span };
            self.bound.push((name.text.clone(), man));
            let part = self.wanted(body, Type::Bool);
            self.bound.pop();
            parts.push(part?);
        }
        Some(Expr { node: if all { Node::All(parts) } else { Node::Any(parts) }, ty: Type::Bool, span })
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some((_, bound)) = self.bound.iter().rev().find(|(n, _)| n == name) {
            return Some(Expr { span, ..bound.clone() });
        }
        if self.definitions.contains_key(name) {
            *self.used.entry(name.to_owned()).or_default() += 1;
            if matches!(self.definitions.get(name), Some(Definition::InProgress)) {
                self.error(span, format!("`{name}` is defined by itself"), "a circle");
                return None;
            }
            let (place, ty) = self.definition(name)?;
            return Some(Expr { node: Node::Let(place), ty, span });
        }
        if let Some((_, places)) = self.men.iter().find(|(n, _)| n == name) {
            let man = |place: u8| Expr { node: Node::Const(Value::Man(place)), ty: Type::Man, span };
            return Some(match places.as_slice() {
                [one] => man(*one),
                several => {
                    let squares = several.iter().map(|&p| place_of(man(p))).collect();
                    Expr { node: Node::Set(squares), ty: Type::Set, span }
                }
            });
        }
        if let Some(&word) = self.words.get(name) {
            return self.word(word, &[], span, span);
        }
        if let Some((value, ty)) = constant(name) {
            if self.turned && ty == Type::Square {
                self.turned_word(name, span);
            }
            return Some(Expr { node: Node::Const(value), ty, span });
        }
        self.unknown(name, span);
        None
    }

    fn turned_word(&mut self, name: &str, span: Span) {
        self.problems.push(
            Problem::error(
                span,
                format!("`{name}` has no meaning on a board that may be turned"),
                "absolute",
            )
            .help("without pawns say edge_dist, corner_dist, dist, same_line … instead"),
        );
    }

    fn unknown(&mut self, name: &str, span: Span) {
        let known = self
            .words
            .keys()
            .copied()
            .chain(self.definitions.keys().map(String::as_str))
            .chain(self.functions.keys().map(String::as_str))
            .chain(self.men.iter().map(|(n, _)| n.as_str()))
            .chain(self.bound.iter().map(|(n, _)| n.as_str()));
        let mut known: Vec<&str> = known.collect();
        known.sort_unstable();
        let mut problem = Problem::error(span, format!("nothing is called `{name}`"), "unknown name");
        problem = match suggestion(name, known) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help("define it with `let`, or look at docs/RULES.md for the words there are"),
        };
        self.problems.push(problem);
    }

    fn call(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some((params, body)) = self.functions.get(&name.text).copied() {
            *self.used.entry(name.text.clone()).or_default() += 1;
            if params.len() != args.len() {
                self.count(&name.text, params.len(), args.len(), span);
                return None;
            }
            let mut bound = Vec::new();
            for ((param, ty), arg) in params.iter().zip(args) {
                let ty = self.type_named(ty);
                bound.push((param.text.clone(), ty.and_then(|ty| self.wanted(arg, ty))));
            }
            let bound: Option<Vec<_>> = bound.into_iter().map(|(n, e)| Some((n, e?))).collect();
            if self.depth >= DEEPEST {
                self.error(name.span, format!("`{}` calls itself", name.text), "without end");
                return None;
            }
            let outer = std::mem::replace(&mut self.bound, bound?);
            self.depth += 1;
            let done = self.expr(body);
            self.depth -= 1;
            self.bound = outer;
            let done = done?;
            if size(&done) > LARGEST {
                self.error(name.span, format!("`{}` grows beyond all bounds", name.text), "simplify it");
                return None;
            }
            return self.bounded(done);
        }
        let Some(&word) = self.words.get(name.text.as_str()) else {
            if self.definitions.contains_key(&name.text) || self.men.iter().any(|(n, _)| *n == name.text) {
                self.error(name.span, format!("`{}` takes no arguments", name.text), "remove the brackets");
            } else {
                self.unknown(&name.text, name.span);
            }
            // Arguments may have problems of their own.
            for arg in args {
                self.expr(arg);
            }
            return None;
        };
        self.word(word, args, span, name.span)
    }

    fn count(&mut self, name: &str, want: usize, got: usize, span: Span) {
        let plural = if want == 1 { "argument" } else { "arguments" };
        self.error(span, format!("`{name}` takes {want} {plural}"), format!("here it has {got}"));
    }

    fn word(&mut self, word: usize, args: &[ast::Expr], span: Span, name: Span) -> Option<Expr> {
        let signature = self.vocabulary.words()[word];
        if args.len() != signature.params.len() {
            self.count(signature.name, signature.params.len(), args.len(), span);
            return None;
        }
        if signature.absolute && self.turned {
            self.turned_word(signature.name, name);
        }
        let args: Vec<Option<Expr>> =
            args.iter().zip(signature.params).map(|(a, &ty)| self.wanted(a, ty)).collect();
        let args = args.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Expr { node: Node::Call(word, args), ty: signature.result, span })
    }

    fn infix(&mut self, infix: Infix, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let make = |node, ty| Some(Expr { node, ty, span });
        match infix {
            Infix::And | Infix::Or => {
                let (a, b) = (self.wanted(left, Type::Bool), self.wanted(right, Type::Bool));
                let (a, b) = (a?, b?);
                let mut parts = Vec::new();
                for part in [a, b] {
                    match (part.node, infix) {
                        (Node::All(inner), Infix::And) | (Node::Any(inner), Infix::Or) => parts.extend(inner),
                        (node, _) => parts.push(Expr { node, ty: part.ty, span: part.span }),
                    }
                }
                make(if infix == Infix::And { Node::All(parts) } else { Node::Any(parts) }, Type::Bool)
            }
            Infix::Less | Infix::AtMost | Infix::More | Infix::AtLeast => {
                let compare = match infix {
                    Infix::Less => Compare::Less,
                    Infix::AtMost => Compare::AtMost,
                    Infix::More => Compare::More,
                    _ => Compare::AtLeast,
                };
                let (a, b) = (self.wanted(left, Type::Int), self.wanted(right, Type::Int));
                make(Node::Compare(compare, Box::new(a?), Box::new(b?)), Type::Bool)
            }
            Infix::Equal | Infix::Differs => self.same(infix == Infix::Equal, left, right, span),
            Infix::In | Infix::NotIn => {
                let (a, set) = (self.expr(left), self.wanted(right, Type::Set));
                let (a, set) = (a?, set?);
                let a = match coerce(a, Type::Square) {
                    Ok(a) => a,
                    Err(a) if a.ty == Type::Set => a,
                    Err(a) => {
                        self.error(left.span, "a square or set is wanted here", format!("this is {}", a.ty));
                        return None;
                    }
                };
                let inside = Expr { node: Node::In(Box::new(a), Box::new(set)), ty: Type::Bool, span };
                if infix == Infix::In { Some(inside) } else { make(Node::Not(Box::new(inside)), Type::Bool) }
            }
            Infix::Plus | Infix::Minus => {
                let (a, b) = (self.expr(left), self.expr(right));
                let (a, b) = (a?, b?);
                if a.ty == Type::Int && b.ty == Type::Int {
                    let op = if infix == Infix::Plus { Arithmetic::Plus } else { Arithmetic::Minus };
                    return make(fold(op, a, b), Type::Int);
                }
                let op = if infix == Infix::Plus { Algebra::Union } else { Algebra::Without };
                self.algebra(op, a, b, span)
            }
            Infix::Both => {
                let (a, b) = (self.expr(left), self.expr(right));
                self.algebra(Algebra::Both, a?, b?, span)
            }
            Infix::Times => {
                let (a, b) = (self.wanted(left, Type::Int), self.wanted(right, Type::Int));
                make(fold(Arithmetic::Times, a?, b?), Type::Int)
            }
        }
    }

    fn algebra(&mut self, op: Algebra, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        match (coerce(a, Type::Set), coerce(b, Type::Set)) {
            (Ok(a), Ok(b)) => {
                Some(Expr { node: Node::Algebra(op, Box::new(a), Box::new(b)), ty: Type::Set, span })
            }
            (Err(odd), Ok(fine)) | (Ok(fine), Err(odd)) => self.mismatch(&fine, &odd),
            (Err(a), Err(b)) => self.mismatch(&a, &b),
        }
    }

    fn same(&mut self, same: bool, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let (a, b) = (self.expr(left), self.expr(right));
        let (a, b) = (a?, b?);
        let make = |node| Some(Expr { node, ty: Type::Bool, span });
        if a.ty == Type::Int && b.ty == Type::Int {
            let compare = if same { Compare::Equal } else { Compare::Differs };
            return make(Node::Compare(compare, Box::new(a), Box::new(b)));
        }
        let ty = if a.ty == Type::Set || b.ty == Type::Set { Type::Set } else { Type::Square };
        let ty = if a.ty == Type::Bool && b.ty == Type::Bool { Type::Bool } else { ty };
        match (coerce(a, ty), coerce(b, ty)) {
            (Ok(a), Ok(b)) => make(Node::Same(same, Box::new(a), Box::new(b))),
            (Err(odd), Ok(fine)) | (Ok(fine), Err(odd)) => self.mismatch(&fine, &odd),
            (Err(a), Err(b)) => self.mismatch(&a, &b),
        }
    }
}

/// Arithmetic, done at once where both sides are constants.
fn fold(op: Arithmetic, a: Expr, b: Expr) -> Node {
    match (&a.node, &b.node) {
        (Node::Const(Value::Int(x)), Node::Const(Value::Int(y))) => Node::Const(Value::Int(op.apply(*x, *y))),
        _ => Node::Arithmetic(op, Box::new(a), Box::new(b)),
    }
}

/// Makes an expression what is wanted, if it can be; else gives it back.
fn coerce(expr: Expr, want: Type) -> Result<Expr, Expr> {
    match (expr.ty, want) {
        (got, want) if got == want => Ok(expr),
        (Type::Man, Type::Square) => Ok(place_of(expr)),
        (Type::Man, Type::Set) => coerce(place_of(expr), Type::Set),
        (Type::Square, Type::Set) => {
            let span = expr.span;
            Ok(Expr { node: Node::Set(vec![expr]), ty: Type::Set, span })
        }
        _ => Err(expr),
    }
}

/// How many steps an expression is deep.
fn depth(expr: &Expr, lets: &[Let]) -> usize {
    let deepest = |parts: &[Expr]| parts.iter().map(|p| depth(p, lets)).max().unwrap_or(0);
    1 + match &expr.node {
        Node::Const(_) | Node::Place(_) | Node::ToMove(_) => 0,
        Node::Let(place) => lets.get(*place).map_or(0, |l| l.depth),
        Node::Not(inner) => depth(inner, lets),
        Node::Call(_, parts) | Node::All(parts) | Node::Any(parts) | Node::Set(parts) => deepest(parts),
        Node::Compare(_, a, b)
        | Node::Same(_, a, b)
        | Node::In(a, b)
        | Node::Arithmetic(_, a, b)
        | Node::Algebra(_, a, b) => depth(a, lets).max(depth(b, lets)),
        Node::Choice(a, b, c) => depth(a, lets).max(depth(b, lets)).max(depth(c, lets)),
    }
}

/// How many nodes an expression has.
fn size(expr: &Expr) -> usize {
    1 + match &expr.node {
        Node::Const(_) | Node::Place(_) | Node::Let(_) | Node::ToMove(_) => 0,
        Node::Not(inner) => size(inner),
        Node::Call(_, parts) | Node::All(parts) | Node::Any(parts) | Node::Set(parts) => {
            parts.iter().map(size).sum()
        }
        Node::Compare(_, a, b)
        | Node::Same(_, a, b)
        | Node::In(a, b)
        | Node::Arithmetic(_, a, b)
        | Node::Algebra(_, a, b) => size(a) + size(b),
        Node::Choice(a, b, c) => size(a) + size(b) + size(c),
    }
}
