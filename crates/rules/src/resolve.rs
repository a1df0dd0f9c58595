//! From written tree to typed rules: every name resolved, every type agreed, every problem told.

mod expr;
mod header;

use std::collections::HashMap;

use crate::{
    problem::{Problem, Severity, Span},
    syntax::{
        self,
        ast::{self, ItemKind},
        parse_expr,
    },
    theory::{Claim, Conclusion, Expr, Let, Node, Phrase, Rule, Rules, Subject},
    value::{Type, Value},
    vocabulary::{Concludes, Vocabulary},
};

/// A rule file as it came.
#[derive(Debug, Clone)]
pub struct RuleSource {
    /// What to call it in messages.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Why a source gave no rules: all problems, in order of their places.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{} cannot be used: {} problem(s)", .source_text.name, .problems.len())]
pub struct Unusable {
    /// What was read.
    pub source_text: RuleSource,
    /// Everything that is wrong, warnings included.
    pub problems: Vec<Problem>,
}

impl Unusable {
    /// All problems with their places, for a terminal.
    pub fn render(&self, colour: bool) -> String {
        let RuleSource { name, text } = &self.source_text;
        self.problems.iter().map(|p| p.render(name, text, colour)).collect()
    }
}

impl RuleSource {
    /// A source.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> RuleSource {
        RuleSource { name: name.into(), text: text.into() }
    }

    /// A file's bytes, which may turn out not to be text.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<RuleSource, Unusable> {
        String::from_utf8(bytes).map(|text| RuleSource::new(name, text)).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let readable = error.as_bytes()[..at].to_vec();
            let line = readable.iter().filter(|&&b| b == b'\n').count() + 1;
            let what = format!("the file is not UTF-8 text: byte {at}, line {line}");
            // Nothing of such a file is shown: who knows what it would do to a terminal.
            let problem = Problem::error(Span::default(), what, "no rule file");
            Unusable { source_text: RuleSource::new(name, ""), problems: vec![problem] }
        })
    }

    /// Reads, resolves and checks. Warnings come with the rules.
    pub fn resolve<V: Vocabulary>(&self, vocabulary: &V) -> Result<(Rules, Vec<Problem>), Unusable> {
        let (file, problems) = syntax::parse(&self.text);
        let mut resolver = Resolver::new(vocabulary, problems);
        let rules = resolver.file(&file, self);
        let mut problems = resolver.problems;
        problems.sort_by_key(|p| (p.span, p.message.clone()));
        problems.dedup();
        match rules {
            Some(rules) if problems.iter().all(|p| p.severity == Severity::Warning) => Ok((rules, problems)),
            _ => Err(Unusable { source_text: self.clone(), problems }),
        }
    }
}

/// A definition on its way.
enum Definition<'a> {
    Waiting(&'a ast::Item),
    InProgress,
    Done(usize, Type),
    Failed,
}

/// Parameters and body of a definition with arguments.
type Function<'a> = (&'a [(ast::Name, ast::Name)], &'a ast::Expr);

struct Resolver<'a, V> {
    vocabulary: &'a V,
    words: HashMap<&'static str, usize>,
    problems: Vec<Problem>,
    /// Names of the men, by place; groups of like men have several.
    men: Vec<(String, Vec<u8>)>,
    /// Files and ranks have no meaning.
    turned: bool,
    definitions: HashMap<String, Definition<'a>>,
    used: HashMap<String, u32>,
    /// Functions: parameters and body.
    functions: HashMap<String, Function<'a>>,
    lets: Vec<Let>,
    /// Parameters and running names, innermost last.
    bound: Vec<(String, Expr)>,
    depth: usize,
    /// How deep the expression is that is being looked at, through definitions too.
    height: usize,
    /// Expressions that may still be looked at: functions must not unfold without end.
    budget: usize,
}

impl<'a, V: Vocabulary> Resolver<'a, V> {
    fn new(vocabulary: &'a V, problems: Vec<Problem>) -> Resolver<'a, V> {
        let words = vocabulary.words().iter().enumerate().map(|(i, w)| (w.name, i)).collect();
        Resolver {
            vocabulary,
            words,
            problems,
            men: Vec::new(),
            turned: false,
            definitions: HashMap::new(),
            used: HashMap::new(),
            functions: HashMap::new(),
            lets: Vec::new(),
            bound: Vec::new(),
            depth: 0,
            height: 0,
            budget: 200_000,
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>, label: impl Into<String>) {
        self.problems.push(Problem::error(span, message, label));
    }

    fn file(&mut self, file: &'a ast::File, source: &RuleSource) -> Option<Rules> {
        let header = file.header.as_ref()?;
        let mut subject = self.header(header);
        self.collect(&file.items);
        for item in &file.items {
            if let ItemKind::Let { name, params, .. } = &item.kind
                && params.is_empty()
            {
                self.definition(&name.text);
            }
        }
        if let Some(domain) = header.fields.iter().find_map(|f| f.expr.as_ref())
            && let Some(subject) = &mut subject
        {
            subject.domain = self.wanted(domain, Type::Bool);
        }
        let mut rules = Vec::new();
        let mut names: HashMap<String, Span> = HashMap::new();
        for item in &file.items {
            match &item.kind {
                ItemKind::Let { .. } => {}
                ItemKind::Rule(rule) => {
                    self.unique(&mut names, &rule.name);
                    rules.extend(self.rule(rule, item.span));
                }
                ItemKind::Tree { name, root } => {
                    self.unique(&mut names, name);
                    let mut leaves = Vec::new();
                    self.tree(name, root, &mut Vec::new(), &mut leaves, item.span);
                    rules.extend(leaves);
                }
            }
        }
        self.unused(&file.items);
        if rules.is_empty() && self.problems.is_empty() {
            self.error(header.span, "a theory without rules", "add one: rule \"name\": when … => draw");
        }
        let lets = std::mem::take(&mut self.lets);
        Some(Rules { subject: subject?, lets, rules, source: source.text.clone(), file: source.name.clone() })
    }

    fn unique(&mut self, names: &mut HashMap<String, Span>, name: &ast::Name) {
        match names.get(&name.text) {
            Some(&first) => self.problems.push(
                Problem::error(name.span, format!("two rules are called {:?}", name.text), "the second")
                    .other(first, "the first"),
            ),
            None => {
                names.insert(name.text.clone(), name.span);
            }
        }
    }

    /// Notes all definitions before any is looked into, so that their order is free.
    fn collect(&mut self, items: &'a [ast::Item]) {
        for item in items {
            let ItemKind::Let { name, params, body } = &item.kind else { continue };
            let taken = self.words.contains_key(name.text.as_str())
                || self.men.iter().any(|(man, _)| *man == name.text);
            let twice = self.definitions.contains_key(&name.text) || self.functions.contains_key(&name.text);
            if taken || twice || constant(&name.text).is_some() {
                let what = if twice { "is defined twice" } else { "has a meaning already" };
                self.error(name.span, format!("`{}` {what}", name.text), "choose another name");
            } else if params.is_empty() {
                self.definitions.insert(name.text.clone(), Definition::Waiting(item));
            } else {
                for (_, ty) in params {
                    self.type_named(ty);
                }
                self.functions.insert(name.text.clone(), (params, body));
            }
        }
    }

    fn type_named(&mut self, name: &ast::Name) -> Option<Type> {
        let found = Type::ALL.into_iter().find(|t| t.name() == name.text);
        if found.is_none() {
            let all = Type::ALL.map(Type::name).join(", ");
            self.error(name.span, format!("`{}` is no type", name.text), format!("one of {all}"));
        }
        found
    }

    fn unused(&mut self, items: &[ast::Item]) {
        for item in items {
            if let ItemKind::Let { name, .. } = &item.kind
                && !self.used.contains_key(&name.text)
            {
                let what = format!("`{}` is never used", name.text);
                self.problems.push(Problem::warning(name.span, what, "remove it, or use it"));
            }
        }
    }

    /// The place of a definition among the lets, resolved now if need be.
    fn definition(&mut self, name: &str) -> Option<(usize, Type)> {
        match self.definitions.get(name)? {
            Definition::Done(place, ty) => return Some((*place, *ty)),
            Definition::Failed => return None,
            Definition::InProgress => return None,
            Definition::Waiting(_) => {}
        }
        let state = self.definitions.insert(name.to_owned(), Definition::InProgress);
        let Some(Definition::Waiting(item)) = state else { return None };
        let ItemKind::Let { body, .. } = &item.kind else { return None };
        let bound = std::mem::take(&mut self.bound);
        let expr = self.expr(body);
        self.bound = bound;
        let done = expr.and_then(|expr| self.bounded(expr)).map(|mut expr| {
            // A man's name stands for its square wherever it is not asked for its kind.
            if expr.ty == Type::Man {
                expr = place_of(expr);
            }
            let ty = expr.ty;
            let depth = self.depth(&expr);
            self.lets.push(Let { name: name.to_owned(), depth, expr });
            (self.lets.len() - 1, ty)
        });
        let state = done.map_or(Definition::Failed, |(place, ty)| Definition::Done(place, ty));
        self.definitions.insert(name.to_owned(), state);
        done
    }

    fn rule(&mut self, rule: &ast::Rule, span: Span) -> Option<Rule> {
        let when = rule.when.as_ref().map(|e| self.wanted(e, Type::Bool));
        let unless = rule.unless.as_ref().map(|e| self.wanted(e, Type::Bool));
        let leaf = self.leaf(&rule.leaf, &rule.name);
        let mut conditions = Vec::new();
        if let Some(when) = when {
            conjuncts(when?, &mut conditions);
        }
        if let Some(unless) = unless {
            exceptions(unless?, &mut conditions);
        }
        let (conclusion, because) = leaf?;
        Some(Rule {
            name: rule.name.text.clone(),
            conditions,
            conclusion,
            because,
            name_span: rule.name.span,
            conclusion_span: rule.leaf.conclusion.span,
            span,
            in_tree: false,
        })
    }

    fn tree(
        &mut self,
        name: &ast::Name,
        node: &ast::Node,
        path: &mut Vec<Expr>,
        leaves: &mut Vec<Rule>,
        span: Span,
    ) {
        match node {
            ast::Node::Leaf(leaf) => {
                if let Some((conclusion, because)) = self.leaf(leaf, name) {
                    leaves.push(Rule {
                        name: format!("{} ({})", name.text, leaves.len() + 1),
                        conditions: path.clone(),
                        conclusion,
                        because,
                        name_span: name.span,
                        conclusion_span: leaf.conclusion.span,
                        span,
                        in_tree: true,
                    });
                }
            }
            ast::Node::If { test, then, other } => {
                let depth = path.len();
                let test = self.wanted(test, Type::Bool);
                if let Some(test) = &test {
                    conjuncts(test.clone(), path);
                }
                self.tree(name, then, path, leaves, span);
                path.truncate(depth);
                if let Some(other) = other {
                    if let Some(test) = test {
                        exceptions(test, path);
                    }
                    self.tree(name, other, path, leaves, span);
                    path.truncate(depth);
                }
            }
        }
    }

    fn leaf(&mut self, leaf: &ast::Leaf, name: &ast::Name) -> Option<(Conclusion, Vec<Phrase>)> {
        let because = match &leaf.because {
            Some(text) => self.phrases(text),
            None => {
                self.problems.push(
                    Problem::warning(
                        name.span,
                        format!("{:?} gives no reason", name.text),
                        "a rule without words",
                    )
                    .help("add: because \"…\" with values in braces, such as {k}"),
                );
                Vec::new()
            }
        };
        Some((self.conclusion(&leaf.conclusion)?, because))
    }

    fn conclusion(&mut self, c: &ast::Conclusion) -> Option<Conclusion> {
        let words: Vec<&str> = c.words.iter().map(|w| w.text.as_str()).collect();
        let said = words.join(" ");
        if self.vocabulary.concludes() == Concludes::Concepts {
            return match (&c.text, said.as_str(), &c.bounds) {
                (Some(text), "concept", None) => {
                    let at = c.at.iter().map(|e| self.wanted(e, Type::Int)).collect::<Option<Vec<_>>>()?;
                    Some(Conclusion::Concept { name: text.text.clone(), at })
                }
                _ => {
                    self.error(c.span, "no conclusion of this vocabulary", "say: concept \"name\"");
                    None
                }
            };
        }
        let claim = Claim::ALL.into_iter().find(|claim| claim.name() == said && c.text.is_none());
        let Some(claim) = claim else {
            let known = Claim::ALL.map(Claim::name);
            let mut problem = Problem::error(
                c.span,
                format!("`{said}` is no conclusion"),
                "one of: win, draw, loss, at least draw, at most draw",
            );
            if let Some(near) = crate::problem::suggestion(&said, known) {
                problem = problem.help(format!("did you mean `{near}`?"));
            }
            self.problems.push(problem);
            return None;
        };
        let bounds = match &c.bounds {
            None => None,
            Some((low, high)) => {
                let (low, high) = (self.wanted(low, Type::Int), self.wanted(high, Type::Int));
                let (low, high) = (low?, high?);
                if !matches!(claim, Claim::Win | Claim::Loss) {
                    self.error(c.span, format!("`{said}` takes no number of plies"), "only win and loss do");
                }
                if let (Node::Const(Value::Int(a)), Node::Const(Value::Int(b))) = (&low.node, &high.node)
                    && (a > b || *a < 0)
                {
                    let label = "the smaller number, at least 0, comes first";
                    self.error(c.span, format!("no number of plies lies in {a}..{b}"), label);
                }
                Some((low, high))
            }
        };
        Some(Conclusion::Claim { claim, bounds })
    }

    /// A text with values in braces.
    fn phrases(&mut self, text: &ast::Name) -> Vec<Phrase> {
        let mut out = Vec::new();
        let mut rest = text.text.as_str();
        // Offsets are exact unless the text has escapes before the hole.
        let base = text.span.start as usize + 1;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                out.push(Phrase::Words(rest[..open].to_owned()));
            }
            let offset = base + (text.text.len() - rest.len()) + open + 1;
            let after = &rest[open + 1..];
            let Some(close) = after.find('}') else {
                self.error(text.span, "a brace that is not closed", "write { and } around a value");
                return out;
            };
            let (hole, problems) = parse_expr(&after[..close], offset);
            let clean = problems.is_empty();
            self.problems.extend(problems);
            if clean && let Some(expr) = self.expr(&hole) {
                out.push(Phrase::Hole(expr));
            }
            rest = &after[close + 1..];
        }
        if !rest.is_empty() {
            out.push(Phrase::Words(rest.to_owned()));
        }
        out
    }
}

/// The square of a man.
fn place_of(expr: Expr) -> Expr {
    match expr.node {
        Node::Const(Value::Man(place)) => {
            Expr { node: Node::Place(place), ty: Type::Square, span: expr.span }
        }
        _ => expr,
    }
}

/// Files a to h as numbers.
fn file_letter(name: &str) -> Option<i16> {
    match name.as_bytes() {
        [letter @ b'a'..=b'h'] => Some(i16::from(letter - b'a') + 1),
        _ => None,
    }
}

/// A square such as `e4`.
fn square_name(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}

/// Names that mean the same everywhere.
fn constant(name: &str) -> Option<(Value, Type)> {
    if let Some(file) = file_letter(name) {
        return Some((Value::Int(file), Type::Int));
    }
    if let Some(sq) = square_name(name) {
        return Some((Value::Square(sq), Type::Square));
    }
    match name {
        "strong" | "we" | "us" => Some((Value::Side(true), Type::Side)),
        "weak" | "they" | "them" => Some((Value::Side(false), Type::Side)),
        "true" => Some((Value::Bool(true), Type::Bool)),
        "false" => Some((Value::Bool(false), Type::Bool)),
        _ => None,
    }
}

/// Splits `a and b and c`.
fn conjuncts(expr: Expr, out: &mut Vec<Expr>) {
    match expr.node {
        Node::All(parts) => parts.into_iter().for_each(|part| conjuncts(part, out)),
        _ => out.push(expr),
    }
}

/// Splits the exceptions `a or b or c`: none may hold.
fn exceptions(expr: Expr, out: &mut Vec<Expr>) {
    match expr.node {
        Node::Any(parts) => parts.into_iter().for_each(|part| exceptions(part, out)),
        _ => {
            let span = expr.span;
            out.push(Expr { node: Node::Not(Box::new(expr)), ty: Type::Bool, span });
        }
    }
}

/// What a file is about, even if nothing else of it can be used.
pub fn subject_of<V: Vocabulary>(vocabulary: &V, file: &ast::File) -> Option<Subject> {
    let mut resolver = Resolver::new(vocabulary, Vec::new());
    resolver.header(file.header.as_ref()?)
}
