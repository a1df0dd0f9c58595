//! Changing a rule file as a person would: an exception added, a rule replaced, added or taken out. The result is in
//! canonical layout.

use crate::{
    problem::Problem,
    syntax::{
        self,
        ast::{Expr, ExprKind, File, Infix, Item, ItemKind},
        parse_expr,
    },
};

/// A change that cannot be made.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AmendError {
    /// The text has mistakes.
    #[error("the text has mistakes: {}", .0.first().map_or("", |p| p.message.as_str()))]
    Text(Vec<Problem>),
    /// No such rule.
    #[error("there is no rule {0:?}")]
    NoRule(String),
    /// A rule was wanted, or exactly one.
    #[error("write one rule, tree or let")]
    NotOne,
}

fn read(text: &str) -> Result<File, AmendError> {
    let (file, problems) = syntax::parse(text);
    if problems.is_empty() { Ok(file) } else { Err(AmendError::Text(problems)) }
}

/// The name of a rule or tree.
fn name(item: &Item) -> Option<&str> {
    match &item.kind {
        ItemKind::Rule(rule) => Some(&rule.name.text),
        ItemKind::Tree { name, .. } => Some(&name.text),
        ItemKind::Let { .. } => None,
    }
}

/// The same text with one more exception of a rule.
pub fn except(text: &str, rule: &str, clause: &str) -> Result<String, AmendError> {
    let mut file = read(text)?;
    let (clause, problems) = parse_expr(clause, 0);
    if !problems.is_empty() {
        return Err(AmendError::Text(problems));
    }
    let found = file.items.iter_mut().find_map(|item| match &mut item.kind {
        ItemKind::Rule(r) if r.name.text == rule => Some(r),
        _ => None,
    });
    let found = found.ok_or_else(|| AmendError::NoRule(rule.to_owned()))?;
    found.unless = Some(match found.unless.take() {
        None => clause,
        Some(old) => {
            let span = old.span;
            Expr { kind: ExprKind::Infix(Infix::Or, Box::new(old), Box::new(clause)), span }
        }
    });
    Ok(syntax::format(&file))
}

/// One item, read on its own.
fn one(text: &str) -> Result<Item, AmendError> {
    let with_header = format!("endgame KPK {{ mirror: files }}\n{text}");
    let mut file = read(&with_header)?;
    match (file.items.pop(), file.items.is_empty()) {
        (Some(item), true) => Ok(item),
        _ => Err(AmendError::NotOne),
    }
}

/// The same text with one more item at the end.
pub fn add(text: &str, item: &str) -> Result<String, AmendError> {
    let mut file = read(text)?;
    file.items.push(one(item)?);
    Ok(syntax::format(&file))
}

/// The same text with a rule or tree replaced.
pub fn replace(text: &str, rule: &str, item: &str) -> Result<String, AmendError> {
    let mut file = read(text)?;
    let new = one(item)?;
    let place = file.items.iter().position(|i| name(i) == Some(rule));
    let place = place.ok_or_else(|| AmendError::NoRule(rule.to_owned()))?;
    let comments = std::mem::take(&mut file.items[place].comments);
    file.items[place] = new;
    if file.items[place].comments.before.is_empty() {
        file.items[place].comments = comments;
    }
    Ok(syntax::format(&file))
}

/// The same text without a rule or tree.
pub fn remove(text: &str, rule: &str) -> Result<String, AmendError> {
    let mut file = read(text)?;
    let place = file.items.iter().position(|i| name(i) == Some(rule));
    file.items.remove(place.ok_or_else(|| AmendError::NoRule(rule.to_owned()))?);
    Ok(syntax::format(&file))
}
