//! Expert rules over feature differences: what the numbers mean to a chess player.
//!
//! After Sadikov et al. (section 3.2) the rules do three things: they cancel complementary changes of equal worth, read a
//! change from its context (a bad bishop that improved, or was exchanged), and fuse features into concepts. They are
//! files in `knowledge/tutor`, in the project's rule language with the words of [`vocabulary`]; adding one needs no
//! Rust. The header's name says what a file's rules are for ([`Purpose`]). A rule is read once for each side: `us` is the
//! side it speaks for.

mod vocabulary;

use std::sync::{Arc, OnceLock};

use philidor_chess::shakmaty::{Bitboard, Color};
use philidor_know::features::{FeatureId, Group, Kind, Mention, Pointing, Polarity};
use philidor_knowledge::{Entry, TUTOR_RULES};
use philidor_rules::{
    RuleSource, Rules, Unusable,
    problem::Problem,
    run::Reader,
    theory::{Conclusion, Expr, Node, Phrase, Rule},
    value::Value,
};

pub use self::vocabulary::{Differences, Reading, Word, words};
use self::vocabulary::{Scene, counted, mentioned};
use crate::{
    claim::{About, Change, Claim, Purpose, RuleText, Statement, Worth, claim},
    envision::{Envisioned, Seen},
    plan::Policy,
};

/// The header's name of a file whose rules say which changes are not worth a word.
const CANCEL: &str = "cancel";

/// Why rule files cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RefineryError {
    /// A file has errors, told with line and column.
    #[error("{0}")]
    Rules(String),
    /// The header's name is none of the purposes.
    #[error("{file}: concepts {name} {{ }} is for nothing; say gains, losses, assets, burdens or cancel")]
    Purpose {
        /// The file.
        file: String,
        /// What it said.
        name: String,
    },
}

impl From<Unusable> for RefineryError {
    fn from(error: Unusable) -> RefineryError {
        RefineryError::Rules(error.render(false))
    }
}

/// The expert rules, ready to be asked.
#[derive(Debug, Clone)]
pub struct ExpertRules {
    /// What each file is for; `None` if its rules cancel changes.
    files: Vec<(Option<Purpose>, Rules)>,
}

/// A concept that holds for a side.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its name.
    pub name: String,
    /// The rule that concludes it.
    pub rule: String,
    /// Where the rule stands.
    pub file: String,
    /// What the rule is for; `None` if it cancels changes.
    pub purpose: Option<Purpose>,
    /// The side it speaks for.
    pub side: Color,
    /// The features its conditions name, with their owners.
    pub features: Vec<(FeatureId, Color)>,
    /// The features on whose squares it is seen, with their owners.
    pub at: Vec<(FeatureId, Color)>,
    /// The reason, filled with numbers.
    pub reason: String,
}

impl Hit {
    /// It speaks of nothing but material.
    fn is_material(&self) -> bool {
        !self.features.is_empty()
            && self.features.iter().all(|(feature, _)| feature.group() == Group::Material)
    }
}

impl ExpertRules {
    /// The rules that come with the program.
    pub fn ours() -> &'static ExpertRules {
        static SHARED: OnceLock<ExpertRules> = OnceLock::new();
        SHARED.get_or_init(|| {
            let source = |file: &Entry| RuleSource::new(file.path, file.text);
            let sources: Vec<RuleSource> = TUTOR_RULES.entries().iter().map(source).collect();
            ExpertRules::new(&sources).unwrap_or_else(|error| panic!("checked rules: {error}"))
        })
    }

    /// Reads rule files.
    pub fn new(sources: &[RuleSource]) -> Result<ExpertRules, RefineryError> {
        let mut files = Vec::new();
        for source in sources {
            let (rules, _) = source.resolve(&Differences)?;
            let name = rules.subject.name.clone();
            let purpose = Purpose::ALL.into_iter().find(|p| p.name() == name);
            if purpose.is_none() && name != CANCEL {
                return Err(RefineryError::Purpose { file: source.name.clone(), name });
            }
            let problems: Vec<Problem> = rules.rules.iter().flat_map(misplaced).collect();
            if !problems.is_empty() {
                return Err(Unusable { source_text: source.clone(), problems }.into());
            }
            files.push((purpose, rules));
        }
        Ok(ExpertRules { files })
    }

    /// Number of rules.
    pub fn len(&self) -> usize {
        self.files.iter().map(|(_, rules)| rules.rules.len()).sum()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every concept that some rule concludes, with its purpose.
    pub fn concepts(&self) -> impl Iterator<Item = (Purpose, &str)> {
        self.conclusions().map(|(purpose, name, _)| (purpose, name))
    }

    /// Every concept that some rule concludes without saying where it is seen, with its purpose.
    pub fn unplaced(&self) -> impl Iterator<Item = (Purpose, &str)> {
        self.conclusions().filter(|(_, _, at)| at.is_empty()).map(|(purpose, name, _)| (purpose, name))
    }

    fn conclusions(&self) -> impl Iterator<Item = (Purpose, &str, &[Expr])> {
        let said = self.files.iter().filter_map(|(purpose, rules)| purpose.as_ref().map(|p| (p, rules)));
        said.flat_map(|(purpose, rules)| {
            rules.rules.iter().filter_map(move |rule| match &rule.conclusion {
                Conclusion::Concept { name, at } => Some((*purpose, name.as_str(), at.as_slice())),
                Conclusion::Claim { .. } => None,
            })
        })
    }

    /// The concepts of one kind that hold, for both sides.
    pub fn hits(&self, purpose: Option<Purpose>, reading: &Arc<Reading>) -> Vec<Hit> {
        let mut found = Vec::new();
        for (_, rules) in self.files.iter().filter(|(p, _)| *p == purpose) {
            for side in [reading.mover(), !reading.mover()] {
                let mut reader =
                    Reader::new(rules, &Differences, Scene { reading: reading.clone(), us: side });
                for rule in &rules.rules {
                    if reader.applies(rule)
                        && let Conclusion::Concept { name, at } = &rule.conclusion
                    {
                        found.push(Hit {
                            name: name.clone(),
                            rule: rule.name.clone(),
                            file: rules.file.clone(),
                            purpose,
                            side,
                            features: features_of(rules, rule, side),
                            at: at.iter().filter_map(|expr| place(expr, side)).collect(),
                            reason: reason(&mut reader, rule),
                        });
                    }
                }
            }
        }
        found
    }

    /// What has changed from the start of a line to its quiet end, refined: concepts, and the raw features that no
    /// concept explains and nothing cancels. Claims speak for `us`; their worth is negative for what is bad for `us`.
    pub fn changes(&self, env: &Envisioned, us: Color) -> Vec<Claim> {
        let reading = Arc::new(Reading::new(env));
        let cancelled: Vec<(FeatureId, Color)> =
            self.hits(None, &reading).into_iter().flat_map(|hit| hit.features).collect();
        let mut hits = self.hits(Some(Purpose::Gains), &reading);
        hits.extend(self.hits(Some(Purpose::Losses), &reading));
        let fused: Vec<(FeatureId, Color)> = hits.iter().flat_map(|hit| hit.features.clone()).collect();
        let mut claims: Vec<Claim> =
            hits.iter().filter_map(|hit| concept(hit, env, us, env.end_ply())).collect();
        for feature in FeatureId::all().filter(|f| f.mention() == Mention::Alone) {
            for owner in [us, !us] {
                let known = cancelled.contains(&(feature, owner)) || fused.contains(&(feature, owner));
                if !known {
                    claims.extend(raw(feature, owner, env, us));
                }
            }
        }
        claims
    }

    /// What is good and bad about the position after `now` moves of the line and, if captures are under way there, still is
    /// when they are over. Claims speak for their owner.
    pub fn assets(&self, env: &Envisioned, now: usize) -> Vec<Claim> {
        let now = now.min(env.end_ply());
        let hits = |ply: usize| {
            let reading = Arc::new(Reading::at(env, ply));
            let mut hits = self.hits(Some(Purpose::Assets), &reading);
            hits.extend(self.hits(Some(Purpose::Burdens), &reading));
            hits
        };
        let mut lasting = hits(now);
        let quiet = (now..env.end_ply()).find(|&ply| env.is_quiet(ply)).unwrap_or(env.end_ply());
        if quiet > now {
            let later = hits(quiet);
            let stays = |hit: &Hit| later.iter().any(|o| o.name == hit.name && o.side == hit.side);
            // What happens long after is not under way now; only material is counted to the end.
            let far = quiet - now > Policy::ours().plies.under_way;
            lasting.retain(|hit| stays(hit) || far && !hit.is_material());
        }
        lasting.iter().filter_map(|hit| concept(hit, env, hit.side, now)).collect()
    }
}

/// The claim is a concept that counts nothing but material.
pub(crate) fn is_material(claim: &Claim) -> bool {
    let Statement::Concept { features, .. } = &claim.statement else { return false };
    let material = |id: &str| FeatureId::from_id(id).is_some_and(|f| f.group() == Group::Material);
    !features.is_empty() && features.iter().all(|numbers| material(&numbers.id))
}

/// A change of one feature as a claim for `us`.
fn raw(feature: FeatureId, owner: Color, env: &Envisioned, us: Color) -> Option<Claim> {
    let end = env.end_ply();
    let (before, after) = (env.before().cell(feature, owner).count, env.after().cell(feature, owner).count);
    let (most, most_ply) = env.most(feature, owner);
    let passing = most > before && after <= before && feature == FeatureId::PassedPawn;
    let ply = if passing { most_ply } else { end };
    let count = if passing { most } else { after };
    if count == before || end == 0 {
        return None;
    }
    let (old, new) = (env.before().cell(feature, owner), env.picture(ply).cell(feature, owner));
    let cp = new.cp - old.cp;
    // What was only there for a while counts half.
    let cp = if passing { cp / 2 } else { cp };
    if cp.abs() < Policy::ours().centipawns.raw {
        return None;
    }
    let squares = env.changed(&[(feature, owner)], ply).squares;
    let good = (count > before) == (feature.polarity() == Polarity::Asset);
    let change = match (owner == us, good) {
        (true, true) => Change::Gained,
        (true, false) => Change::Lost,
        (false, true) => Change::Allowed,
        (false, false) => Change::Removed,
    };
    let numbers = env.numbers(feature, owner, ply);
    let statement = Statement::Feature { numbers, change, squares: squares.into(), passing };
    let worth = Worth(if owner == us { cp } else { -cp });
    let about = if worth.0 > 0 { About::Aim } else { About::Concession };
    // What passes is shown to where it is gone again.
    let line = env.line_to(if passing { end } else { ply });
    Some(claim(about, statement, us, env.start(), line, ply, worth))
}

/// A concept as a claim. It speaks for the side the rule spoke for; `us` only decides whether it is an aim or a
/// concession.
fn concept(hit: &Hit, env: &Envisioned, us: Color, ply: usize) -> Option<Claim> {
    let purpose = hit.purpose?;
    let (good, here) = (purpose.is_good(), purpose.is_present());
    let signed = |owner: Color, cp: i32| if owner == hit.side { cp } else { -cp };
    let there =
        |(feature, owner): &(FeatureId, Color)| signed(*owner, env.picture(ply).cell(*feature, *owner).cp);
    let gained = |key: &(FeatureId, Color)| there(key) - signed(key.1, env.before().cell(key.0, key.1).cp);
    // How many men there are is a condition, not a feature of a concept, unless it speaks of nothing else.
    let counts =
        |(feature, _): &&(FeatureId, Color)| feature.mention() != Mention::Condition || hit.is_material();
    let own = || hit.features.iter().filter(counts);
    // What stays as it was, because what could change it is gone, is worth what it is.
    let stays = here || own().all(|key| gained(key) == 0);
    let sum: i32 = if stays { own().map(there).sum() } else { own().map(gained).sum() };
    // A concept is worth something even where the evaluation only remarks on its features.
    let mut telling = hit.features.iter().filter(|(f, _)| f.mention() != Mention::Condition);
    let remarks = telling.all(|(feature, _)| feature.kind() == Kind::Remark);
    let size = if remarks { sum.abs().max(Policy::ours().centipawns.remark) } else { sum.abs() };
    let worth = Worth(if good { size } else { -size });
    let Seen { squares, gone } = seen(hit, env, here, ply);
    let rule = RuleText { file: hit.file.clone(), rule: hit.rule.clone(), reason: hit.reason.clone() };
    let statement = Statement::Concept {
        name: hit.name.clone(),
        purpose,
        rule,
        features: hit.features.iter().map(|&(feature, owner)| env.numbers(feature, owner, ply)).collect(),
        squares: squares.into(),
        gone,
    };
    let about = match (here, good == (hit.side == us)) {
        (true, _) => About::Position,
        (_, true) => About::Aim,
        (_, false) => About::Concession,
    };
    Some(claim(about, statement, hit.side, env.start(), env.line_to(ply), ply, worth))
}

/// Where a concept is seen: where its features are, or where they have changed.
fn seen(hit: &Hit, env: &Envisioned, here: bool, ply: usize) -> Seen {
    if !here {
        return env.changed(&hit.at, ply);
    }
    let squares = hit.at.iter().map(|&(feature, owner)| env.picture(ply).cell(feature, owner).squares);
    Seen { squares: squares.fold(Bitboard::EMPTY, |all, squares| all | squares), gone: false }
}

/// What a rule points at that cannot be pointed at.
fn misplaced(rule: &Rule) -> Vec<Problem> {
    let Conclusion::Concept { at, .. } = &rule.conclusion else { return Vec::new() };
    let wrong = at.iter().filter(|expr| place(expr, Color::White).is_none());
    let error = |expr: &Expr| {
        Problem::error(
            expr.span,
            "that is nowhere",
            "say a feature that has squares, such as passed_pawn(us)",
        )
    };
    wrong.map(error).collect()
}

/// The feature that is pointed at, and whose.
fn place(expr: &Expr, us: Color) -> Option<(FeatureId, Color)> {
    let Node::Call(word, args) = &expr.node else { return None };
    let Some(Node::Const(Value::Side(own))) = args.first().map(|arg| &arg.node) else { return None };
    let feature = counted(*word).filter(|feature| feature.pointing() != Pointing::Nowhere)?;
    Some((feature, if *own { us } else { !us }))
}

/// The features that a rule's conditions name, with their owners.
fn features_of(rules: &Rules, rule: &Rule, us: Color) -> Vec<(FeatureId, Color)> {
    let mut found = Vec::new();
    for condition in &rule.conditions {
        collect(rules, condition, us, &mut found);
    }
    found.sort_by_key(|&(feature, owner)| (feature, owner != us));
    found.dedup();
    found
}

fn collect(rules: &Rules, expr: &Expr, us: Color, found: &mut Vec<(FeatureId, Color)>) {
    let mut each = |parts: &[&Expr]| parts.iter().for_each(|part| collect(rules, part, us, found));
    match &expr.node {
        Node::Call(word, args) => {
            each(&args.iter().collect::<Vec<_>>());
            if let Some(Node::Const(Value::Side(own))) = args.first().map(|a| &a.node) {
                let owner = if *own { us } else { !us };
                found.extend(mentioned(*word).into_iter().map(|feature| (feature, owner)));
            }
        }
        Node::Let(i) => collect(rules, &rules.lets[*i].expr, us, found),
        Node::Not(inner) => each(&[inner]),
        Node::All(parts) | Node::Any(parts) | Node::Set(parts) => each(&parts.iter().collect::<Vec<_>>()),
        Node::Compare(_, a, b)
        | Node::Same(_, a, b)
        | Node::In(a, b)
        | Node::Arithmetic(_, a, b)
        | Node::Algebra(_, a, b) => each(&[a, b]),
        Node::Choice(a, b, c) => each(&[a, b, c]),
        Node::Const(_) | Node::Place(_) | Node::ToMove(_) => {}
    }
}

/// The rule's own words with their numbers.
fn reason(reader: &mut Reader<'_, Differences>, rule: &Rule) -> String {
    let parts = rule.because.iter().map(|phrase| match phrase {
        Phrase::Words(words) => words.clone(),
        Phrase::Hole(expr) => match reader.value(expr) {
            Value::Int(n) => n.to_string(),
            Value::Bool(yes) => if yes { "yes" } else { "no" }.to_owned(),
            _ => String::new(),
        },
    });
    parts.collect()
}
