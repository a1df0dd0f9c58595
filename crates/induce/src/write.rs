//! Learnt theories in the rule language, for people to read and edit.
//!
//! A feature with a long expression is named once with `let`; its meaning in words stands above it. Every rule says how
//! many positions it covers, and gives its conditions in words as the reason.

use std::{collections::BTreeMap, fmt::Write};

use philidor_chess::Material;

use super::{Node, Rule, Theory, Tree};
use crate::characterise::{Dataset, Feature};

/// Expressions up to this length are written out where they are used.
const SHORT: usize = 24;

/// A span of values of one feature: at least the first, less than the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    feature: usize,
    least: Option<i8>,
    below: Option<i8>,
}

impl Bounds {
    /// The conditions of a rule, one per feature, in the order of their first use.
    fn of(rule: &Rule) -> Vec<Bounds> {
        let mut out: Vec<Bounds> = Vec::new();
        for c in &rule.conditions {
            let feature = c.feature as usize;
            let i = out.iter().position(|b| b.feature == feature).unwrap_or_else(|| {
                out.push(Bounds { feature, least: None, below: None });
                out.len() - 1
            });
            let b = &mut out[i];
            if c.at_least {
                b.least = Some(b.least.map_or(c.at, |l| l.max(c.at)));
            } else {
                b.below = Some(b.below.map_or(c.at, |h| h.min(c.at)));
            }
        }
        out
    }

    /// As a condition of the rule language; `name` writes the feature.
    fn rule(self, feature: &Feature, name: &str) -> String {
        if feature.is_flag() {
            return if self.least.is_some() { yes(name) } else { no(name) };
        }
        match (self.least, self.below) {
            (Some(l), Some(b)) if b == l + 1 => format!("{name} = {l}"),
            (Some(l), Some(b)) => format!("{l} <= {name} <= {}", b - 1),
            (Some(l), None) => format!("{name} >= {l}"),
            (None, Some(b)) if b == feature.range.0 + 1 => format!("{name} = {}", feature.range.0),
            (None, Some(b)) => format!("{name} <= {}", b - 1),
            (None, None) => "true".into(),
        }
    }

    /// In words.
    fn words(self, feature: &Feature) -> String {
        let about = &feature.about;
        if feature.is_flag() {
            return if self.least.is_some() { about.clone() } else { format!("not so: {about}") };
        }
        match (self.least, self.below) {
            (Some(l), Some(b)) if b == l + 1 => format!("{about}: {l}"),
            (Some(l), Some(b)) => format!("{about}: {l} to {}", b - 1),
            (Some(l), None) => format!("{about}: at least {l}"),
            (None, Some(b)) => format!("{about}: at most {}", b - 1),
            (None, None) => about.clone(),
        }
    }
}

/// True if the expression has one of these operators.
fn has(expression: &str, operators: &[&str]) -> bool {
    operators.iter().any(|w| expression.contains(w))
}

fn yes(expression: &str) -> String {
    if has(expression, &[" or ", " = "]) { format!("({expression})") } else { expression.to_owned() }
}

fn no(expression: &str) -> String {
    let compound = has(expression, &[" and ", " or ", " = ", " < ", " in ", "not "]);
    if compound { format!("not ({expression})") } else { format!("not {expression}") }
}

/// Names for features with long expressions.
#[derive(Default)]
struct Names(BTreeMap<String, (String, String)>);

impl Names {
    fn note(&mut self, feature: &Feature) {
        if feature.rule.len() > SHORT {
            let about = (feature.about.clone(), feature.rule.clone());
            self.0.insert(feature.word(), about);
        }
    }

    fn of(feature: &Feature) -> String {
        if feature.rule.len() > SHORT { feature.word() } else { feature.rule.clone() }
    }

    fn definitions(&self) -> String {
        let mut out = String::new();
        for (name, (about, rule)) in &self.0 {
            let _ = write!(out, "# {about}\nlet {name} = {rule}\n\n");
        }
        out
    }
}

fn header(material: Material, comment: &str) -> String {
    let mut out = String::new();
    for line in comment.lines() {
        let _ = writeln!(out, "# {line}");
    }
    let mirror = if material.has_pawns() { "files" } else { "board" };
    let _ = write!(out, "endgame {material} {{\n  mirror: {mirror}\n}}\n\n");
    out
}

/// Who is to move, for rules and for people.
fn mover(data: &Dataset) -> (&'static str, &'static str) {
    if data.to_move.is_white() {
        ("strong to move", "White to move")
    } else {
        ("weak to move", "Black to move")
    }
}

/// Thousands apart, as people write numbers.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Rules learned for one or both sides to move, shortest first.
pub fn rules(comment: &str, parts: &[(&Dataset, &Theory)]) -> String {
    let mut names = Names::default();
    let mut all: Vec<(&Dataset, &Rule)> = Vec::new();
    for &(data, theory) in parts {
        for rule in &theory.rules {
            all.push((data, rule));
            rule.conditions.iter().for_each(|c| names.note(&data.features[c.feature as usize]));
        }
    }
    all.sort_by_key(|(_, rule)| (Bounds::of(rule).len(), std::cmp::Reverse(rule.covers)));
    let material = parts.first().map_or(Material::KK, |p| p.0.material);
    let mut out = header(material, comment);
    out.push_str(&names.definitions());
    for (i, (data, rule)) in all.iter().enumerate() {
        let (when, side) = mover(data);
        let bounds = Bounds::of(rule);
        let mut conditions = vec![when.to_owned()];
        let mut reasons = Vec::new();
        for b in &bounds {
            let feature = &data.features[b.feature];
            conditions.push(b.rule(feature, &Names::of(feature)));
            reasons.push(b.words(feature));
        }
        let _ = write!(
            out,
            "# {} positions, {} not covered by larger rules\nrule \"{side}, {} {}\":\n  when {}\n  => {}\n  because \"{}\"\n\n",
            grouped(rule.covers),
            grouped(rule.adds),
            rule.result,
            i + 1,
            conditions.join(" and "),
            rule.result,
            if reasons.is_empty() { "always".to_owned() } else { reasons.join("; ") },
        );
    }
    out
}

/// Exact trees for one or both sides to move, as one tree of the rule language each.
pub fn trees(comment: &str, parts: &[(&Dataset, &Tree)]) -> String {
    let mut names = Names::default();
    for (data, tree) in parts {
        tree.root.each_split(&mut |feature, _| names.note(&data.features[feature]));
    }
    let material = parts.first().map_or(Material::KK, |p| p.0.material);
    let mut out = header(material, comment);
    out.push_str(&names.definitions());
    for (data, tree) in parts {
        let (when, side) = mover(data);
        let _ = write!(out, "tree \"{side}\" {{\n  if {when} {{\n");
        write_node(&tree.root, data, 2, &mut Vec::new(), &mut out);
        out.push_str("  }\n}\n\n");
    }
    out
}

/// Writes a node; `path` holds the questions on the way, in words.
fn write_node(node: &Node, data: &Dataset, depth: usize, path: &mut Vec<String>, out: &mut String) {
    let pad = "  ".repeat(depth);
    match node {
        Node::Leaf(result) => {
            // The last two questions say most about why.
            let from = path.len().saturating_sub(2);
            let because = if path.is_empty() { "always".to_owned() } else { path[from..].join("; ") };
            let _ = writeln!(out, "{pad}=> {result} because \"{because}\"");
        }
        Node::Split { feature, at, low, high } => {
            let feature_ = &data.features[*feature as usize];
            let name = Names::of(feature_);
            let bounds = |least, below| Bounds { feature: *feature as usize, least, below };
            let (yes, no) = (bounds(None, Some(*at)), bounds(Some(*at), None));
            let _ = writeln!(out, "{pad}if {} {{", yes.rule(feature_, &name));
            path.push(yes.words(feature_));
            write_node(low, data, depth + 1, path, out);
            path.pop();
            let _ = writeln!(out, "{pad}}} else {{");
            path.push(no.words(feature_));
            write_node(high, data, depth + 1, path, out);
            path.pop();
            let _ = writeln!(out, "{pad}}}");
        }
    }
}
