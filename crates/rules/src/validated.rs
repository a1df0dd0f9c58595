//! Rules that were checked, and what they say of one position. Only these may cut a search.

use std::sync::{Arc, atomic::AtomicBool};

use philidor_chess::{
    Material,
    shakmaty::{Board, Color},
};
use philidor_truth::{Depth, Interval};

use crate::{
    run::Reader,
    scene::{Frame, Scene},
    theory::{Claim, Conclusion, Rule, Rules},
    validate::{Below, Ground, Statics, statics},
    vocabulary::Endgames,
};

/// Rules without an error at any position of their endgame, with the tables of the endgames it leads to.
#[derive(Debug, Clone)]
pub struct ValidatedRules {
    rules: Arc<Rules>,
    material: Material,
    below: Below,
}

/// A rule that applies to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Applied {
    /// Its place among the rules.
    pub rule: usize,
    /// It speaks for the weak side (rules that hold for either side).
    pub flipped: bool,
    /// What it says for the strong side.
    pub interval: Interval,
}

/// What all rules together say of a position.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// The rules that apply.
    pub applied: Vec<Applied>,
}

impl Verdict {
    /// What they have in common, for the strong side.
    pub fn interval(&self) -> Interval {
        // Validated rules do not contradict each other.
        self.applied.iter().fold(Interval::ALL, |all, a| all.intersect(a.interval).unwrap_or(all))
    }

    /// A rule that alone gives the result, if there is one.
    pub fn deciding(&self) -> Option<Applied> {
        let all = self.interval();
        let wdl = all.wdl()?;
        let exact = |a: &&Applied| a.interval.wdl() == Some(wdl);
        self.applied.iter().find(exact).or(self.applied.first()).copied()
    }
}

/// Why rules may not be relied on.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// They err or contradict each other.
    #[error("the rules err at {} positions", .0.wrong.iter().sum::<u64>())]
    Wrong(Box<Statics>),
    /// The check was stopped before its end.
    #[error("the check of the rules was stopped")]
    Stopped,
}

impl Rules {
    /// Checks the rules at every position. The report comes back if one errs.
    pub fn validate(self, ground: Ground) -> Result<ValidatedRules, Refused> {
        let report = statics(&self, &ground);
        if ground.is_stopped() {
            return Err(Refused::Stopped);
        }
        if !report.is_sound() || !report.clashing.is_empty() {
            return Err(Refused::Wrong(Box::new(report)));
        }
        Ok(ValidatedRules::trusted(self, ground.table.material(), ground.below().clone()))
    }
}

impl ValidatedRules {
    /// Rules that were found sound, now or before. What they are used for later is not what stopped the check.
    pub(crate) fn trusted(rules: Rules, material: Material, below: Below) -> ValidatedRules {
        ValidatedRules { rules: Arc::new(rules), material, below: below.until(Arc::default()) }
    }

    /// The same rules for work that ends early when the flag is raised.
    pub fn until(&self, stop: Arc<AtomicBool>) -> ValidatedRules {
        ValidatedRules { below: self.below.clone().until(stop), ..self.clone() }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is known of the endgames that this one leads to.
    pub fn below(&self) -> &Below {
        &self.below
    }

    /// The material, the strong side as White.
    pub fn material(&self) -> Material {
        self.material
    }

    /// What to say of a position that the theory leaves out.
    pub fn left_out(&self) -> String {
        let domain = self.rules.subject.domain.as_ref();
        let domain = domain.map_or("", |d| d.span.text(&self.rules.source));
        format!("the theory of {} does not speak of this position: {domain}", self.material())
    }

    /// A board of this endgame as the rules see it; `None` for other men.
    pub fn scene(&self, board: &Board, turn: Color) -> Option<(Scene, Frame)> {
        let material = Material::of(board);
        let strong = match material {
            m if m == self.material() => Color::White,
            m if m.flipped() == self.material() => Color::Black,
            _ => return None,
        };
        Scene::of(board, turn, strong)
    }

    /// True if the theory speaks of this position at all.
    pub fn speaks_of(&self, scene: &Scene) -> bool {
        Reader::new(&self.rules, &Endgames, *scene).in_domain()
    }

    /// What the rules say, without looking ahead.
    pub fn verdict(&self, scene: &Scene) -> Verdict {
        let mut verdict = Verdict::default();
        let mut reader = Reader::new(&self.rules, &Endgames, *scene);
        for flipped in [false, true] {
            if flipped {
                if !self.rules.subject.colours {
                    break;
                }
                reader.look_at(scene.flipped());
            }
            if !reader.in_domain() {
                break;
            }
            for (i, rule) in self.rules.rules.iter().enumerate() {
                if reader.applies(rule)
                    && let Some(interval) = interval(&mut reader, rule)
                {
                    let interval = if flipped { interval.flipped() } else { interval };
                    verdict.applied.push(Applied { rule: i, flipped, interval });
                }
            }
        }
        verdict
    }
}

/// What a rule that applies says, for the side it speaks for.
pub(crate) fn interval(reader: &mut Reader<'_, Endgames>, rule: &Rule) -> Option<Interval> {
    let Conclusion::Claim { claim, .. } = rule.conclusion else { return None };
    let bounds = reader.bounds(rule).map(|(a, b)| (a.max(0) as u16, b.max(0) as u16));
    Some(match (claim, bounds) {
        (Claim::Win, Some((low, high))) => Interval::new(Depth::Win(high), Depth::Win(low))?,
        (Claim::Loss, Some((low, high))) => Interval::new(Depth::Loss(low), Depth::Loss(high))?,
        (Claim::Win, None) => Interval::WIN,
        (Claim::Loss, None) => Interval::LOSS,
        (Claim::Draw, _) => Interval::DRAW,
        (Claim::AtLeastDraw, _) => Interval::AT_LEAST_DRAW,
        (Claim::AtMostDraw, _) => Interval::AT_MOST_DRAW,
    })
}
