//! Conditions that a person might name in a theory: the vocabulary's words about its men, and the theory's own names.
//!
//! They are asked of 64 positions at a time. Numbers are computed once and compared with every bound.

use philidor_chess::Material;

use crate::{
    resolve::RuleSource,
    theory::{Expr, Node, Rules},
    value::Type,
    vocabulary::{Endgames, Vocabulary},
};

/// A condition as a person reads it.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// In the language.
    pub(crate) text: String,
    /// The same, with numbers under names of their own.
    probe: String,
}

/// Numbers are compared with these bounds.
const BOUNDS: std::ops::Range<i16> = 0..8;

impl Candidate {
    fn plain(text: String) -> Candidate {
        Candidate { probe: text.clone(), text }
    }
}

/// The men that have a name of their own: one of their kind.
pub(crate) fn single_men(material: Material) -> Vec<String> {
    let name = material.to_string();
    let second = name.rfind('K').unwrap_or(0);
    let mut men: Vec<String> = name[..second].chars().map(String::from).collect();
    men.extend(name[second..].to_lowercase().chars().map(String::from));
    let single = |m: &&String| men.iter().filter(|o| o == m).count() == 1;
    men.iter().filter(single).cloned().collect()
}

/// Whether a word about these men means anything: pawns promote, kings walk, and nobody wins a king by a check.
fn makes_sense(word: &str, man: &str, other: Option<&str>) -> bool {
    let is = |man: &str, kind: &str| man.eq_ignore_ascii_case(kind);
    let enemies = |other: &str| man.chars().all(char::is_uppercase) != other.chars().all(char::is_uppercase);
    match word {
        "walk" | "detour" | "reaches_first" | "lead" => is(man, "K"),
        "catches" => is(man, "K") && other.is_some_and(|other| is(other, "P") && enemies(other)),
        "wins_by_check" => other.is_some_and(|other| !is(other, "K") && enemies(other)),
        "safe_checks" => !is(man, "K"),
        "stop" | "ahead" | "promotion_square" | "moves_to_promote" | "pawn_rank" | "front_span"
        | "behind" | "square_of" | "key_squares" | "passed" | "rook_pawn" | "knight_pawn" | "bishop_pawn"
        | "centre_pawn" | "promotes" => is(man, "P"),
        "falls" | "en_prise" | "defended" => !is(man, "K"),
        _ => true,
    }
}

/// The conditions, and named numbers they use, as text of the language.
fn candidates(rules: &Rules, material: Material) -> (Vec<Candidate>, String) {
    let men = single_men(material);
    let of_type = |ty: Type| rules.lets.iter().filter(move |l| l.expr.ty == ty).map(|l| l.name.clone());
    // A named square may stand wherever a man's square may.
    let squares: Vec<String> = men.iter().cloned().chain(of_type(Type::Square)).collect();
    let mut out: Vec<Candidate> = of_type(Type::Bool).map(Candidate::plain).collect();
    let (mut names, mut count) = (String::new(), 0);
    let mut number = |out: &mut Vec<Candidate>, call: String, bounds: std::ops::Range<i16>| {
        let name = format!("probe_{count}");
        count += 1;
        names += &format!("let {name} = {call}\n");
        for n in bounds {
            for sign in ["<=", ">"] {
                let (text, probe) = (format!("{call} {sign} {n}"), format!("{name} {sign} {n}"));
                out.push(Candidate { text, probe });
            }
        }
    };
    for name in of_type(Type::Int) {
        number(&mut out, name, -3..9);
    }
    for set in of_type(Type::Set) {
        out.extend(men.iter().map(|m| Candidate::plain(format!("{m} in {set}"))));
    }
    for word in Endgames.words() {
        if word.absolute && !material.has_pawns() {
            continue;
        }
        let of = |ty: &Type| if *ty == Type::Square { &squares } else { &men };
        let calls: Vec<String> = match word.params {
            [] => vec![word.name.to_owned()],
            [one @ (Type::Man | Type::Square)] => {
                let fits = |m: &&String| *one == Type::Square || makes_sense(word.name, m, None);
                of(one).iter().filter(fits).map(|m| format!("{}({m})", word.name)).collect()
            }
            [a @ (Type::Man | Type::Square), b @ (Type::Man | Type::Square)] => {
                let symmetric = a == b && *a == Type::Square;
                let pair = |(i, first): (usize, &String)| {
                    let rest = if symmetric { &of(b)[i + 1..] } else { &of(b)[..] };
                    let of_pair = |second: &String| format!("{}({first}, {second})", word.name);
                    let fits = |&second: &&String| {
                        second != first && (*a == Type::Square || makes_sense(word.name, first, Some(second)))
                    };
                    rest.iter().filter(fits).map(of_pair).collect::<Vec<_>>()
                };
                of(a).iter().enumerate().flat_map(pair).collect()
            }
            _ => Vec::new(),
        };
        for call in calls {
            match word.result {
                Type::Bool => out.push(Candidate::plain(call)),
                Type::Int => number(&mut out, call, BOUNDS),
                Type::Set => out.extend(men.iter().map(|m| Candidate::plain(format!("{m} in {call}")))),
                _ => {}
            }
        }
    }
    let opposite = |c: &Candidate| match c.text == c.probe {
        true => Some(Candidate::plain(format!("not {}", c.text))),
        false => None,
    };
    out.extend(out.clone().iter().filter_map(opposite));
    (out, names)
}

/// The conditions that make sense here, resolved among the theory's own names; the rules they were resolved with come first.
pub(crate) fn resolved(rules: &Rules) -> Option<(Rules, Vec<(String, Expr)>)> {
    let (all, names) = candidates(rules, rules.subject.material?);
    let attempt = |some: &[Candidate]| {
        let probe =
            |(i, c): (usize, &Candidate)| format!("\nrule \"?{i}\": when {} => draw because \"-\"", c.probe);
        let probes: String = some.iter().enumerate().map(probe).collect();
        RuleSource::new("probe", format!("{}\n{names}{probes}", rules.source)).resolve(&Endgames)
    };
    let (resolved, kept) = match attempt(&all) {
        Ok((resolved, _)) => (resolved, all),
        Err(_) => {
            // Some word does not go with some man; each is tried alone.
            let fine: Vec<Candidate> =
                all.into_iter().filter(|c| attempt(std::slice::from_ref(c)).is_ok()).collect();
            (attempt(&fine).ok()?.0, fine)
        }
    };
    let first = resolved.rules.len() - kept.len();
    let exprs = resolved.rules[first..].iter().map(|r| Expr {
        node: Node::All(r.conditions.clone()),
        ty: Type::Bool,
        span: r.span,
    });
    let pairs = kept.into_iter().map(|c| c.text).zip(exprs).collect();
    Some((resolved, pairs))
}
