//! What to say of a move: the same for an explanation and for a comment in a game.

use super::{
    Because, Form, Joint, Point, Scene, Shown, Subject,
    effects::{effects, is_plain},
    of_position::changes,
};
use crate::{
    claim::{About, Claim, Effect, Goal, Score, Statement, limits},
    concept::concepts,
    judge::Judgement,
};
use philidor_claims::Role;

/// The points about the move under discussion, and those about the better one. A comment takes both and leaves out what a
/// master would not say ([`super::choose`]).
pub fn of_move(scene: &Scene<'_>) -> (Vec<Point>, Vec<Point>) {
    let Some(subject) = scene.subject else { return (Vec::new(), Vec::new()) };
    let plan = MovePlan { scene, subject };
    let mates = plan.find(About::Aim, |s| matches!(s, Statement::Mate { .. }));
    let at_once = |at: &usize| matches!(scene.claims[*at].statement, Statement::Mate { moves: 1, .. });
    if let Some(at) = mates.filter(|at| at_once(at) || plan.is_full()) {
        // A mate needs no other sentence.
        let form = if at_once(&at) { Form::Alone } else { Form::Shown(plan.shown_to_point()) };
        return (vec![Point::new(0, form, vec![at])], Vec::new());
    }
    match subject.judgement {
        Some(_) => plan.error(),
        None => plan.good(),
    }
}

struct MovePlan<'s, 'a> {
    scene: &'s Scene<'a>,
    subject: Subject<'a>,
}

impl MovePlan<'_, '_> {
    /// An explanation: everything worth its centipawns is said, with the lines.
    fn is_full(&self) -> bool {
        self.subject.relevance.is_none()
    }

    /// In a comment the move has been played: lines begin after it.
    fn shown_to_point(&self) -> Shown {
        if self.is_full() { Shown::Whole } else { Shown::ToThePoint }
    }

    fn find(&self, about: About, wanted: impl Fn(&Statement) -> bool) -> Option<usize> {
        self.scene.find(|c| c.about == about && wanted(&c.statement))
    }

    fn any(&self, wanted: impl Fn(&Statement) -> bool) -> Option<usize> {
        self.scene.find(|c| wanted(&c.statement))
    }

    /// What went wrong: the payoff first, then the better move and its reason.
    fn error(&self) -> (Vec<Point>, Vec<Point>) {
        let Some(judgement) = self.subject.judgement else { return (Vec::new(), Vec::new()) };
        let payoff = self
            .find(About::Concession, |s| match s {
                // Getting something back is not what makes an error grave.
                Statement::Material { before, points, .. } => {
                    judgement == Judgement::Inaccuracy || before + points > 0
                }
                _ => matches!(s, Statement::Mate { .. }),
            })
            .or_else(|| self.find(About::Concession, |s| matches!(s, Statement::Sacrifice { .. })));
        let missed = self.any(|s| matches!(s, Statement::MissedChance { .. }));
        let better = self.any(|s| matches!(s, Statement::Better { .. }));
        let mut own = Vec::new();
        let gains = self
            .find(About::Aim, |s| matches!(s, Statement::Material { .. }))
            .filter(|&at| self.scene.claims[at].ply <= self.near());
        // It wins something, but another move was better. Who stands worse with it has been given it.
        let stands = self.subject.score >= 0 && payoff.is_none() && missed.is_none();
        let has_reason = |at: usize| self.better(1, at, true).claims.len() > 1;
        let but = gains.zip(better).filter(|&(_, at)| stands && has_reason(at));
        // 1. What it allows, or what it misses.
        let shown = self.scene.policy.plies.shown;
        // What is of little weight shows nothing, where the better move has a reason.
        let slight = |all: &[usize]| {
            all.iter().all(|&at| self.scene.claims[at].worth.0 < self.scene.policy.effects.answer)
                && effects(self.scene, About::Alternative).iter().any(|&at| !is_plain(&self.scene.claims[at]))
        };
        own.push(match (payoff.or(missed), but) {
            (Some(at), _) => Point::new(0, Form::Judged(judgement, Because::Claim), vec![at]),
            (None, Some((gain, at))) => {
                let claims = [vec![gain], self.better(1, at, true).claims].concat();
                Point::new(0, Form::Judged(judgement, Because::But), claims)
            }
            (None, None) => {
                let mut claims = changes(self.scene, About::Concession, 2);
                let allowed = self.allowed(claims.is_empty());
                if !allowed.is_empty() && !slight(&allowed) {
                    claims = allowed;
                }
                let allows = claims.first().is_some_and(|&at| self.is_allowed(at));
                let point = claims.first().map(|&at| to_its_point(&self.scene.claims[at]));
                let plies = point.filter(|&plies| plies <= self.scene.breadth().plies).unwrap_or(shown);
                let because = match claims.is_empty() {
                    true => Because::Reply(shown),
                    false if allows => Because::Allows(shown),
                    false => Because::Changes(plies),
                };
                Point::new(0, Form::Judged(judgement, because), claims)
            }
        });
        own.extend(self.ending());
        let price = changes(self.scene, About::Concession, 2);
        if but.is_some() && self.is_full() && !price.is_empty() {
            own.push(Point::new(1, Form::Does(self.scene.turn(), Joint::Drawback), price));
        }
        let effects = effects(self.scene, About::Aim);
        if self.is_full() && judgement == Judgement::Inaccuracy && !effects.is_empty() {
            own.push(Point::new(3, Form::Effects, effects));
        }
        // What its player had in mind.
        let march = self.find(About::Plan, |s| {
            matches!(s, Statement::Plan { goal: Goal::Manoeuvre { role: Role::King, .. } })
        });
        if judgement == Judgement::Inaccuracy {
            own.extend(march.map(|at| Point::new(1, Form::Next, vec![at])));
        }
        // 2. What was better.
        let mut other = Vec::new();
        match (payoff, missed, better) {
            (None, Some(_), _) | (_, None, None) => {}
            _ if but.is_some() => {}
            (Some(_), Some(at), _) => {
                other.push(Point::new(1, Form::Shown(self.shown_to_point()), vec![at]));
            }
            (_, None, Some(at)) => other.push(self.better(1, at, true)),
        }
        // 3. The plan behind it, the opening, how the game stands now.
        if self.is_full() {
            other.extend(better.map(|at| Point::new(2, Form::ClaimLine, vec![at])));
        }
        for wanted in [
            |s: &Statement| matches!(s, Statement::Opening { leaves: true, .. }),
            |s: &Statement| matches!(s, Statement::Standing { .. }),
        ] {
            other.extend(self.any(wanted).filter(|_| !self.is_full()).map(|at| Point::alone(2, at)));
        }
        (own, other)
    }

    /// What the answer to the move does at once: what weighs, or anything if nothing else is known.
    fn allowed(&self, any: bool) -> Vec<usize> {
        let mut all = self
            .scene
            .all(|c| matches!(c.statement, Statement::Allows { effect, .. } if any || !effect.is_plain()));
        // One thing is said of a man.
        let square = |at: usize| match self.scene.claims[at].statement {
            Statement::Allows { effect, .. } => Some(effect.square()),
            _ => None,
        };
        let mut told = Vec::new();
        all.retain(|&at| {
            let new = !told.contains(&square(at));
            told.push(square(at));
            new
        });
        all.truncate(2);
        all
    }

    fn is_allowed(&self, at: usize) -> bool {
        matches!(self.scene.claims[at].statement, Statement::Allows { .. })
    }

    /// What tables say of the position after the move.
    fn ending(&self) -> Vec<Point> {
        let after = |c: &Claim| c.about != About::Plan && c.about != About::Position;
        let value = self.scene.find(|c| after(c) && matches!(c.statement, Statement::Endgame { .. }));
        // What was said of the position is not said again of a move that changes nothing.
        let told = self
            .scene
            .find(|c| c.about == About::Position && matches!(c.statement, Statement::Endgame { .. }));
        let reason = |at: usize| match &self.scene.claims[at].statement {
            Statement::Endgame { value, rule: Some(rule), .. } => Some((*value, rule.reason.clone())),
            _ => None,
        };
        let same =
            |at: &usize| told.is_some_and(|told| reason(told).is_some() && reason(told) == reason(*at));
        let value = value.filter(|at| !(self.is_full() && same(at)));
        // An ending that is still some moves away is told with the moves to it.
        let far = |at: usize| matches!(self.scene.claims[at].statement, Statement::Endgame { at: 2.., .. });
        if let Some(at) = value.filter(|&at| far(at)) {
            return vec![Point::new(1, Form::Shown(Shown::Whole), vec![at])];
        }
        let zugzwang = self.find(About::Aim, |s| matches!(s, Statement::Zugzwang { .. }));
        value
            .map(|at| Point::alone(0, at))
            .into_iter()
            .chain(zugzwang.map(|at| Point::alone(1, at)))
            .collect()
    }

    /// The move loses enough for this reader to hear of it.
    fn is_blamed(&self, best: Score, own: Score) -> bool {
        let points = (best.expected() - own.expected()) * 50.0;
        best.expected() - own.expected() >= limits::BLAME_CHANCE && points >= self.scene.breadth().blame
    }

    /// What a sound move is for.
    fn good(&self) -> (Vec<Point>, Vec<Point>) {
        let mut own = Vec::new();
        if !self.is_full()
            && let Some(at) = self.any(|s| matches!(s, Statement::Opening { .. }))
        {
            own.push(Point::alone(u8::from(self.is_late_name(at)), at));
        }
        own.extend(self.ending());
        let payoff = self.gain(About::Aim);
        let mates =
            payoff.is_some_and(|at| matches!(self.scene.claims[at].statement, Statement::Mate { .. }));
        // That nothing else mates as quickly goes without saying.
        let verdict = self.verdict().filter(|_| !mates || self.is_full());
        let judged = verdict.is_some();
        own.extend(verdict);
        let nearly = self.nearly().filter(|_| !judged && self.is_full());
        // What the move does, but another one does more: one sentence, if both have a reason.
        let (contrast, nearly): (Option<Point>, Option<Point>) = match nearly {
            Some(point) if point.form == Form::Nearly && point.claims.len() > 1 => (Some(point), None),
            other => (None, other),
        };
        own.extend(nearly);
        let offer = self.find(About::Aim, |s| matches!(s, Statement::Effect { effect: Effect::Offers(_) }));
        if let Some(at) = offer.filter(|_| mates || self.subject.decided) {
            own.push(Point::new(0, Form::Effects, vec![at]));
        }
        let contrast = match (contrast, payoff.filter(|_| !mates)) {
            (Some(point), Some(at)) => {
                own.push(but(vec![at], &point));
                None
            }
            (contrast, _) => {
                own.extend(payoff.map(|at| Point::new(0, Form::Shown(self.shown_to_point()), vec![at])));
                contrast
            }
        };
        // What the other side wins or gives up in return.
        let price = self.gain(About::Concession);
        if self.is_full() {
            own.extend(price.map(|at| Point::new(1, Form::Shown(Shown::Whole), vec![at])));
        }
        if mates || self.subject.decided && !self.is_full() {
            own.extend(contrast);
            return (own, Vec::new());
        }
        let mut effects = effects(self.scene, About::Aim);
        // Who wins something needs few plain words beside it.
        let most =
            |at: usize| self.is_full() && self.scene.claims[at].worth.0 >= self.scene.policy.effects.marked;
        effects.retain(|&at| payoff.is_none() || !is_plain(&self.scene.claims[at]) || most(at));
        if !effects.is_empty() {
            // A verdict and its reasons are one sentence, if nothing stands between.
            match own.last_mut().filter(|last| self.is_full() && judged && self.is_verdict(last)) {
                Some(verdict) => {
                    verdict.form = Form::Verdict;
                    verdict.claims.extend(effects);
                }
                None => own.push(match &contrast {
                    Some(point) => but(effects, point),
                    None => Point::new(3, Form::Effects, effects),
                }),
            }
        } else {
            own.extend(contrast);
        }
        let gave = payoff.is_some_and(|at| self.gives(at)) || payoff.is_none() && price.is_some();
        own.extend(self.aims(payoff.is_some(), gave));
        own.extend(self.next());
        own.extend(self.threat());
        let structure = self.any(|s| matches!(s, Statement::Structure { .. }));
        own.extend(structure.filter(|_| !self.is_full()).map(|at| Point::alone(1, at)));
        let practice = self.any(|s| matches!(s, Statement::Practice { .. }));
        own.extend(practice.filter(|_| !self.is_full()).map(|at| Point::alone(1, at)));
        if self.is_full() {
            own.extend(self.setting(payoff.or(price).is_some()));
            own.push(Point::new(2, Form::Line, Vec::new()));
        }
        (own, self.others())
    }

    /// The structure that a quiet move is played in, and how often masters made this very advance.
    fn setting(&self, wins: bool) -> Vec<Point> {
        let threatened = self.any(|s| matches!(s, Statement::Threat { .. })).is_some();
        let own = philidor_claims::Move::from(self.subject.mv);
        let structure = self.any(|s| matches!(s, Statement::Structure { .. }));
        let practice = self
            .any(|s| matches!(s, Statement::Practice { from, to, .. } if (*from, *to) == (own.from, own.to)));
        let quiet = !wins && !threatened;
        structure.filter(|_| quiet).into_iter().chain(practice).map(|at| Point::alone(2, at)).collect()
    }

    /// Plies that a reader follows to see what is won.
    fn near(&self) -> usize {
        self.scene.breadth().plies + self.scene.policy.plies.followed
    }

    /// What is won or given, if the line that shows it is one that a reader follows.
    fn gain(&self, about: About) -> Option<usize> {
        let near = self.near();
        self.scene.find(|c| {
            c.about == about
                && match c.statement {
                    Statement::Mate { .. } => true,
                    Statement::Material { .. } | Statement::Sacrifice { .. } => c.ply <= near,
                    _ => false,
                }
        })
    }

    /// How the move compares: in a comment only what is news.
    fn verdict(&self) -> Option<Point> {
        let only = self.find(
            About::Aim,
            |s| matches!(s, Statement::OnlyMove { next, .. } if next.is_some() || self.is_full()),
        );
        let best =
            || self.find(About::Aim, |s| matches!(s, Statement::Best { .. })).filter(|_| self.is_full());
        only.or_else(best).map(|at| Point::alone(0, at))
    }

    /// The point says how the move compares, and nothing else.
    fn is_verdict(&self, point: &Point) -> bool {
        let verdict = |at: &usize| {
            matches!(self.scene.claims[*at].statement, Statement::Best { .. } | Statement::OnlyMove { .. })
        };
        point.form == Form::Alone && point.claims.iter().all(verdict)
    }

    fn gives(&self, at: usize) -> bool {
        matches!(self.scene.claims[at].statement, Statement::Sacrifice { .. })
    }

    /// A move that loses too little to be blamed for it, and still is not the best.
    fn nearly(&self) -> Option<Point> {
        let own = philidor_claims::Move::from(self.subject.mv);
        let at = self.any(|s| matches!(s, Statement::Better { mv, .. } if *mv != own))?;
        let Statement::Better { score, other_score, .. } = self.scene.claims[at].statement else {
            return None;
        };
        if limits::as_good(other_score, score) || self.is_blamed(score, other_score) {
            return None;
        }
        let better = self.better(1, at, false);
        // A move into a mate is not playable, however the game stands.
        let mated = matches!(other_score, Score::Mate(..=0));
        Some(if mated { better } else { Point { form: Form::Nearly, ..better } })
    }

    /// What it aims at, what it gives up, and an asset worth mentioning now.
    fn aims(&self, wins: bool, gave: bool) -> Vec<Point> {
        let us = self.scene.turn();
        let reasons = self.scene.breadth().reasons;
        let aims = changes(self.scene, About::Aim, reasons);
        let most = if self.is_full() { reasons } else { reasons.min(2) };
        let against = changes(self.scene, About::Concession, most);
        let contrast = wins || !aims.is_empty();
        let mut points = Vec::new();
        if !aims.is_empty() {
            // What the move does not bring at once is told as what comes.
            let later = aims.iter().all(|&at| self.scene.claims[at].ply > 2);
            let joint = match (gave, later) {
                (true, _) => Joint::Return,
                (false, true) => Joint::Later,
                (false, false) => Joint::Plain,
            };
            points.push(Point::new(1, Form::Does(us, joint), aims));
        }
        // The best move has no drawback worth naming alone, unless it weighs a lot.
        let heavy = |at: &usize| self.scene.claims[*at].worth.0.abs() >= self.scene.policy.centipawns.heavy;
        let best = self.any(|s| matches!(s, Statement::Best { first: true, .. })).is_some();
        if !against.is_empty() && (contrast || !best || against.iter().any(heavy)) {
            let (rank, joint) = if contrast { (4, Joint::Contrast) } else { (2, Joint::Drawback) };
            points.push(Point::new(rank, Form::Does(us, joint), against));
        }
        points.extend(self.asset().map(|at| Point::alone(2, at)));
        points
    }

    /// Something that lasts and that a master would mention now. The assets of the side that stands worse are consolations.
    fn asset(&self) -> Option<usize> {
        let (relevance, _) = self.subject.relevance?;
        let us = self.scene.turn();
        let stands = |c: &Claim| if c.side == us { self.subject.score } else { -self.subject.score };
        let all = self.scene.all(|c| {
            c.about == About::Position && matches!(c.statement, Statement::Concept { .. }) && stands(c) >= 0
        });
        let chance = |at: usize| self.scene.chance(at);
        let at = all.into_iter().max_by(|&a, &b| chance(a).total_cmp(&chance(b)).then(b.cmp(&a)))?;
        (chance(at) >= relevance.threshold).then_some(at)
    }

    /// The threat that the move makes.
    fn threat(&self) -> Option<Point> {
        let at = self.scene.find(|c| {
            matches!(c.statement, Statement::Threat { .. }) && (!self.is_full() || c.line.pass() == Some(1))
        })?;
        let grave = self.scene.claims[at].worth.0 >= self.scene.policy.centipawns.grave;
        Some(Point::alone(u8::from(!grave), at))
    }

    /// What else there was, and what must not be played.
    fn others(&self) -> Vec<Point> {
        let mut points = Vec::new();
        let missed = self.any(|s| matches!(s, Statement::MissedChance { .. }));
        let better = self.any(|s| matches!(s, Statement::Better { .. }));
        let pitfall = self.any(|s| matches!(s, Statement::Pitfall { .. }));
        let only =
            self.find(About::Aim, |s| matches!(s, Statement::OnlyMove { next: Some(_), .. })).is_some();
        let is_better = |at: usize| matches!(self.scene.claims[at].statement, Statement::Better { .. });
        // What happens to another move says more than that it is weaker.
        let own = philidor_claims::Move::from(self.subject.mv);
        let is_own =
            |at: usize| matches!(self.scene.claims[at].statement, Statement::Better { mv, .. } if mv == own);
        let better = better.filter(|&at| !(pitfall.is_some() && is_own(at)));
        if let Some(at) = missed.or(better).or(pitfall).filter(|&at| !(only && is_better(at))) {
            match &self.scene.claims[at].statement {
                Statement::Better { mv, score, other_score, .. } => {
                    let gap = score.minus(*other_score);
                    let own = *mv == own;
                    // A better move is called so; one that is just as good is an alternative.
                    if own || limits::as_good(*other_score, *score) {
                        let close = gap < self.scene.policy.centipawns.close;
                        points.push(Point::new(1, Form::Other { close }, vec![at]));
                    } else if self.is_blamed(*score, *other_score) {
                        // A move that is a little better is worth a word only if the word is a reason.
                        let better = self.better(1, at, false);
                        if better.claims.len() > 1 {
                            points.push(better);
                            if self.is_full() {
                                points.push(Point::new(2, Form::ClaimLine, vec![at]));
                            }
                        }
                    }
                }
                _ => points.push(Point::new(1, Form::Shown(self.shown_to_point()), vec![at])),
            }
        }
        let stands = self.any(|s| matches!(s, Statement::Standing { .. })).filter(|_| !self.is_full());
        points.extend(stands.map(|at| Point::alone(2, at)));
        points
    }

    /// A better move with its reason: what it does at once, or what its line brings its own side.
    fn better(&self, rank: u8, at: usize, judged: bool) -> Point {
        let mut claims = vec![at];
        let effects = effects(self.scene, About::Alternative);
        let most = if self.is_full() { self.scene.breadth().reasons } else { 2 };
        // What it plainly does is a reason where there is no other.
        let brings = if effects.iter().all(|&at| is_plain(&self.scene.claims[at])) {
            changes(self.scene, About::Alternative, most)
        } else {
            Vec::new()
        };
        claims.extend(if brings.is_empty() { effects } else { brings });
        Point::new(rank, Form::Better { judged }, claims)
    }

    /// What the side does next.
    fn next(&self) -> Option<Point> {
        // Where a piece goes in one move is no plan.
        let dull = |s: &Statement| matches!(s, Statement::Plan { goal: Goal::Occupy { .. } });
        let mut all = self.scene.all(|c| {
            c.about == About::Plan && matches!(c.statement, Statement::Plan { .. }) && !dull(&c.statement)
        });
        // What would rarely be spoken of is a plan only if there is no other.
        let rarest = |at: usize| {
            let Some((relevance, moment)) = self.subject.relevance else { return 1.0 };
            let claim = &self.scene.claims[at];
            let worth = f64::from(claim.worth.0);
            let chances = concepts(claim).into_iter().map(|c| relevance.probability(c, &moment, worth));
            chances.min_by(f64::total_cmp).unwrap_or(0.0)
        };
        let rare = |at: &usize| rarest(*at) < self.scene.policy.chances.hardly_ever;
        all.sort_by_key(rare);
        let usual = all.iter().filter(|at| !rare(at)).count();
        all.truncate(if usual == 0 { 1 } else { usual.min(2) });
        all.sort_by_key(|&at| self.scene.claims[at].ply);
        let side = self.scene.claims[*all.first()?].side;
        all.retain(|&at| self.scene.claims[at].side == side);
        Some(Point::new(1, Form::Next, all))
    }

    /// The name of an opening that the game has left before.
    fn is_late_name(&self, at: usize) -> bool {
        let claim = &self.scene.claims[at];
        matches!(&claim.statement, Statement::Opening { leaves: false, .. }) && claim.ply == 0
    }
}

/// What the move does, but the move of `nearly` does more.
fn but(own: Vec<usize>, nearly: &Point) -> Point {
    let split = own.len();
    Point::new(1, Form::But { split }, [own, nearly.claims.clone()].concat())
}

/// Plies of a claim's line after its first, as far as the claim needs them: a line that ends before its point would show nothing.
pub(crate) fn to_its_point(claim: &Claim) -> usize {
    claim.ply.saturating_sub(1).max(1)
}
