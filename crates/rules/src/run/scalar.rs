//! One position at a time.

use crate::{
    theory::{Conclusion, Expr, Node, Phrase, Rule, Rules},
    value::{NOWHERE, Value, bit},
    vocabulary::Vocabulary,
};

/// Reads rules for one scene after the other; named values are computed once per scene.
#[derive(Debug)]
pub struct Reader<'r, V: Vocabulary> {
    rules: &'r Rules,
    vocabulary: &'r V,
    scene: V::Scene,
    named: Vec<Option<Value>>,
}

impl<'r, V: Vocabulary> Reader<'r, V> {
    /// A reader at a scene.
    pub fn new(rules: &'r Rules, vocabulary: &'r V, scene: V::Scene) -> Reader<'r, V> {
        Reader { rules, vocabulary, scene, named: vec![None; rules.lets.len()] }
    }

    /// Goes to another scene.
    pub fn look_at(&mut self, scene: V::Scene) {
        self.scene = scene;
        self.named.fill(None);
    }

    /// The scene.
    pub fn scene(&self) -> &V::Scene {
        &self.scene
    }

    /// True if the theory speaks of this position at all.
    pub fn in_domain(&mut self) -> bool {
        match &self.rules.subject.domain {
            None => true,
            Some(domain) => self.value(domain).bool(),
        }
    }

    /// True if all conditions of a rule hold.
    pub fn applies(&mut self, rule: &Rule) -> bool {
        rule.conditions.iter().all(|c| self.value(c).bool())
    }

    /// The bounds of a rule's conclusion in plies, if it has any.
    pub fn bounds(&mut self, rule: &Rule) -> Option<(i16, i16)> {
        match &rule.conclusion {
            Conclusion::Claim { bounds: Some((low, high)), .. } => {
                Some((self.value(low).int(), self.value(high).int()))
            }
            _ => None,
        }
    }

    /// The values in a rule's reason, in order.
    pub fn holes(&mut self, rule: &Rule) -> Vec<Value> {
        let holes = rule.because.iter().filter_map(|p| match p {
            Phrase::Hole(expr) => Some(expr),
            Phrase::Words(_) => None,
        });
        holes.map(|expr| self.value(expr)).collect()
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Value {
        match &expr.node {
            Node::Const(value) => *value,
            Node::Place(place) => Value::Square(self.vocabulary.man(&self.scene, usize::from(*place))),
            Node::Let(i) => match self.named[*i] {
                Some(value) => value,
                None => {
                    let rules = self.rules;
                    let value = self.value(&rules.lets[*i].expr);
                    self.named[*i] = Some(value);
                    value
                }
            },
            Node::Call(word, args) => {
                let mut values = [Value::Bool(false); 4];
                for (value, arg) in values.iter_mut().zip(args) {
                    *value = self.value(arg);
                }
                self.vocabulary.call(&self.scene, *word, &values[..args.len()])
            }
            Node::ToMove(strong) => Value::Bool(self.vocabulary.strong_to_move(&self.scene) == *strong),
            Node::Not(inner) => Value::Bool(!self.value(inner).bool()),
            Node::All(parts) => Value::Bool(parts.iter().all(|p| self.value(p).bool())),
            Node::Any(parts) => Value::Bool(parts.iter().any(|p| self.value(p).bool())),
            Node::Compare(compare, a, b) => {
                Value::Bool(compare.holds(self.value(a).int(), self.value(b).int()))
            }
            Node::Same(same, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Value::Bool(is_same(a, b) == *same)
            }
            Node::In(a, set) => {
                let (a, set) = (self.value(a), self.value(set).set());
                Value::Bool(is_in(a, set))
            }
            Node::Arithmetic(op, a, b) => Value::Int(op.apply(self.value(a).int(), self.value(b).int())),
            Node::Algebra(op, a, b) => Value::Set(op.apply(self.value(a).set(), self.value(b).set())),
            Node::Set(squares) => {
                Value::Set(squares.iter().fold(0, |set, sq| set | bit(self.value(sq).square())))
            }
            Node::Choice(test, then, other) => {
                if self.value(test).bool() {
                    self.value(then)
                } else {
                    self.value(other)
                }
            }
        }
    }
}

/// Off the board nothing is the same.
#[inline]
pub(crate) fn is_same(a: Value, b: Value) -> bool {
    a == b && a != Value::Square(NOWHERE)
}

/// A square in a set, or a set in a set.
#[inline]
pub(crate) fn is_in(a: Value, set: u64) -> bool {
    match a {
        Value::Set(inner) => inner & !set == 0,
        other => set & bit(other.square()) != 0,
    }
}
