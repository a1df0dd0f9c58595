//! The canonical layout. Formatting what was formatted changes nothing; comments stay with their item.

use super::ast::{
    CHOICE, Comments, Conclusion, Expr, ExprKind, Field, File, Header, Infix, Item, ItemKind, Leaf, MINUS,
    NOT, Node, Prefix, Rule,
};

/// Lines are not made longer than this where they can be broken.
const WIDTH: usize = 100;

/// Prints a file in canonical layout.
pub fn format(file: &File) -> String {
    let mut out = String::new();
    if let Some(header) = &file.header {
        comments_before(&mut out, &header.comments);
        print_header(&mut out, header);
        end_line(&mut out, &header.comments);
    }
    let mut last_was_let = false;
    for item in &file.items {
        let is_let = matches!(item.kind, ItemKind::Let { .. });
        let joined = is_let && last_was_let && item.comments.before.is_empty();
        if !out.is_empty() && !joined {
            out.push('\n');
        }
        last_was_let = is_let;
        print_item(&mut out, item);
    }
    if !file.tail.is_empty() {
        if !out.is_empty() {
            out.push('\n');
        }
        for line in &file.tail {
            out += &format!("# {line}\n");
        }
    }
    out
}

fn comments_before(out: &mut String, comments: &Comments) {
    for line in &comments.before {
        if line.is_empty() {
            out.push('\n');
        } else {
            *out += &format!("# {line}\n");
        }
    }
}

fn end_line(out: &mut String, comments: &Comments) {
    if let Some(text) = &comments.after {
        *out += &format!("  # {text}");
    }
    out.push('\n');
}

fn print_header(out: &mut String, header: &Header) {
    let name = &header.name.text;
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let name = if plain { name.clone() } else { quoted(name) };
    *out += &format!("{} {name} {{\n", header.kind.text);
    for field in &header.fields {
        *out += &format!("  {}\n", print_field(field));
    }
    out.push('}');
}

fn print_field(field: &Field) -> String {
    match &field.expr {
        Some(e) => format!("{}: {}", field.name.text, expr(e)),
        None => {
            let words: Vec<&str> = field.words.iter().map(|w| w.text.as_str()).collect();
            let between = if field.name.text == "mirror" { ", " } else { " " };
            format!("{}: {}", field.name.text, words.join(between)).trim_end().to_owned()
        }
    }
}

fn print_item(out: &mut String, item: &Item) {
    comments_before(out, &item.comments);
    match &item.kind {
        ItemKind::Let { name, params, body } => {
            *out += &format!("let {}", name.text);
            if !params.is_empty() {
                let params: Vec<String> =
                    params.iter().map(|(n, t)| format!("{}: {}", n.text, t.text)).collect();
                *out += &format!("({})", params.join(", "));
            }
            *out += " =";
            let used = out.rsplit('\n').next().unwrap_or("").chars().count();
            condition(out, body, used, 4);
        }
        ItemKind::Rule(rule) => print_rule(out, rule),
        ItemKind::Tree { name, root } => {
            *out += &format!("tree {} {{\n", quoted(&name.text));
            print_node(out, root, 2);
            out.push('}');
        }
    }
    end_line(out, &item.comments);
}

fn print_rule(out: &mut String, rule: &Rule) {
    *out += &format!("rule {}:\n", quoted(&rule.name.text));
    for (word, expr) in [("when", &rule.when), ("unless", &rule.unless)] {
        if let Some(expr) = expr {
            *out += &format!("  {word}");
            condition(out, expr, 2 + word.len(), 4);
            out.push('\n');
        }
    }
    *out += &format!("  {}", leaf(&rule.leaf, 2));
}

fn print_node(out: &mut String, node: &Node, indent: usize) {
    let pad = " ".repeat(indent);
    match node {
        Node::Leaf(l) => *out += &format!("{pad}{}\n", leaf(l, indent)),
        Node::If { .. } => {
            out.push_str(&pad);
            print_if(out, node, indent);
            out.push('\n');
        }
    }
}

fn print_if(out: &mut String, node: &Node, indent: usize) {
    let Node::If { test, then, other } = node else { return };
    let pad = " ".repeat(indent);
    *out += "if";
    condition(out, test, indent + 2, indent + 4);
    *out += " {\n";
    print_node(out, then, indent + 2);
    *out += &format!("{pad}}}");
    match other.as_deref() {
        None => {}
        Some(next @ Node::If { .. }) => {
            *out += " else ";
            print_if(out, next, indent);
        }
        Some(last) => {
            *out += " else {\n";
            print_node(out, last, indent + 2);
            *out += &format!("{pad}}}");
        }
    }
}

fn leaf(leaf: &Leaf, indent: usize) -> String {
    let mut out = format!("=> {}", conclusion(&leaf.conclusion));
    if let Some(because) = &leaf.because {
        out += &format!("\n{}because {}", " ".repeat(indent), quoted(&because.text));
    }
    out
}

/// A conclusion as it is written.
pub(crate) fn conclusion(c: &Conclusion) -> String {
    let words: Vec<&str> = c.words.iter().map(|w| w.text.as_str()).collect();
    let mut out = words.join(" ");
    if let Some(text) = &c.text {
        out += &format!(" {}", quoted(&text.text));
    }
    if !c.at.is_empty() {
        out += &format!(" at {}", c.at.iter().map(expr).collect::<Vec<_>>().join(", "));
    }
    if let Some((low, high)) = &c.bounds {
        let power = Infix::Plus.power();
        out += &format!(" in {}..{}", bracketed(low, power), bracketed(high, power));
    }
    out
}

/// A condition on one line if it fits, else one operand of its outermost `and` or `or` per line.
fn condition(out: &mut String, e: &Expr, used: usize, indent: usize) {
    let line = expr(e);
    let parts = match e.kind {
        ExprKind::Infix(infix @ (Infix::And | Infix::Or), ..) if used + 1 + line.chars().count() > WIDTH => {
            operands(e, infix)
        }
        _ => Vec::new(),
    };
    if parts.is_empty() {
        *out += &format!(" {line}");
        return;
    }
    let ExprKind::Infix(infix, ..) = e.kind else { return };
    let pad = " ".repeat(indent);
    for (i, part) in parts.iter().enumerate() {
        let power = infix.power() + u8::from(i > 0);
        let text = bracketed(part, power);
        *out += &if i == 0 { format!(" {text}") } else { format!("\n{pad}{} {text}", infix.text()) };
    }
}

/// The operands of a chain of one operator, from left to right.
fn operands(e: &Expr, infix: Infix) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Infix(own, left, right) if *own == infix => {
            let mut all = operands(left, infix);
            all.push(right);
            all
        }
        _ => vec![e],
    }
}

/// An expression on one line.
pub(crate) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Call(name, args) => {
            let args: Vec<String> = args.iter().map(expr).collect();
            format!("{}({})", name.text, args.join(", "))
        }
        ExprKind::ToMove(side) => format!("{} to move", side.text),
        ExprKind::Set(squares) => {
            let squares: Vec<String> = squares.iter().map(expr).collect();
            format!("{{{}}}", squares.join(", "))
        }
        ExprKind::Prefix(Prefix::Not, inner) => format!("not {}", bracketed(inner, NOT)),
        ExprKind::Prefix(Prefix::Minus, inner) => format!("-{}", bracketed(inner, MINUS + 1)),
        ExprKind::Infix(infix, left, right) => {
            let power = infix.power();
            // Comparisons do not associate: a < b < c means something else.
            let comparison = power == Infix::Equal.power();
            let left = bracketed(left, power + u8::from(comparison));
            format!("{left} {} {}", infix.text(), bracketed(right, power + 1))
        }
        ExprKind::Choice { then, test, other } => format!(
            "{} if {} else {}",
            bracketed(then, CHOICE + 1),
            bracketed(test, CHOICE + 1),
            bracketed(other, CHOICE)
        ),
        ExprKind::Every { all, name, men, body } => format!(
            "{} {} in {}: {}",
            if *all { "all" } else { "any" },
            name.text,
            men.text,
            bracketed(body, NOT)
        ),
        ExprKind::Broken => String::new(),
    }
}

fn bracketed(e: &Expr, power: u8) -> String {
    let own = match &e.kind {
        ExprKind::Choice { .. } => CHOICE,
        ExprKind::Prefix(Prefix::Not, _) | ExprKind::Every { .. } => NOT,
        ExprKind::Prefix(Prefix::Minus, _) => MINUS,
        ExprKind::Infix(infix, ..) => infix.power(),
        _ => u8::MAX,
    };
    if own < power { format!("({})", expr(e)) } else { expr(e) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
