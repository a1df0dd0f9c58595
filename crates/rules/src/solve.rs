//! The infallible search: rules at the leaves, moves in between.
//!
//! Two yes-or-no questions are asked of a position: does the strong side force a win, does it hold? An answer at a
//! leaf comes from validated rules, from mate or stalemate, or from the exact table of a smaller endgame. A position
//! answered within n plies is answered for good, whatever path led there, so answers may be remembered; "not within n
//! plies" is remembered with its n. Repetition is never assumed on a path. If no depth answers a question, the set of
//! all positions that can be reached is closed, and the side that asks for progress makes none: a draw by repetition.

use std::collections::HashMap;

use philidor_truth::{Depth, Interval, Wdl};

use crate::{
    moves::{Change, Step},
    scene::Scene,
    theory::Measure,
    validated::{ValidatedRules, Verdict},
};

/// Deeper than this the whole reachable set is looked at instead.
const DEEPEST: u8 = 40;

/// The two questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Does the strong side win?
    Win,
    /// Does the strong side at least draw?
    Hold,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    looked_at: bool,
    answers: [Option<bool>; 2],
    /// Not answered within so many plies.
    open: [u8; 2],
    /// Plies that were needed.
    plies: [u8; 2],
}

/// Why a position has its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Rules and moves, within so many plies.
    Search(u8),
    /// Play goes round in circles.
    Repetition,
}

/// The answer.
#[derive(Debug, Clone)]
pub struct Solution {
    /// For the strong side.
    pub result: Wdl,
    /// With bounds in the theory's measure.
    pub interval: Interval,
    /// Why.
    pub reason: Reason,
    /// Positions looked at.
    pub nodes: u64,
    /// Best play to a position that needs no search.
    pub line: Vec<Step>,
}

/// Searches with validated rules; remembers what it found.
#[derive(Debug)]
pub struct Solver<'r> {
    rules: &'r ValidatedRules,
    known: HashMap<Scene, Known>,
    nodes: u64,
    /// Positions looked at for bounds in plies.
    bounded: u64,
    /// Positions after which it gives up.
    limit: u64,
}

/// Where a move leads.
enum Next {
    /// To a position the theory speaks of.
    Inside(Scene),
    /// Elsewhere: the result for the strong side, if it is known.
    Outside(Option<i8>),
}

impl<'r> Solver<'r> {
    /// A solver that knows nothing yet.
    pub fn new(rules: &'r ValidatedRules) -> Solver<'r> {
        Solver { rules, known: HashMap::new(), nodes: 0, bounded: 0, limit: u64::MAX }
    }

    /// The value of a position the theory speaks of; none if the rules' ground was stopped meanwhile.
    pub fn solve(&mut self, scene: &Scene) -> Option<Solution> {
        self.solve_within(scene, u64::MAX)
    }

    /// From now on no more than about so many positions are looked at, whatever is asked.
    pub fn limit(&mut self, positions: u64) {
        self.limit = (self.nodes + self.bounded).saturating_add(positions);
    }

    /// The same, looking at no more than about so many positions: none if that is not enough. What was found on the way is
    /// forgotten then.
    pub fn solve_within(&mut self, scene: &Scene, positions: u64) -> Option<Solution> {
        let (before, outer, mut scene) = (self.nodes, self.limit, *scene);
        self.limit = outer.min((self.nodes + self.bounded).saturating_add(positions));
        scene.fold();
        let found = self.solution(&scene);
        self.limit = outer;
        if found.is_none() {
            self.known.clear();
        }
        found.map(|found| Solution { nodes: self.nodes - before, ..found })
    }

    fn solution(&mut self, scene: &Scene) -> Option<Solution> {
        let (result, reason) = self.decide(scene)?;
        let line = self.line(scene)?;
        let interval = self.interval(scene, result, reason);
        Some(Solution { result, interval, reason, nodes: 0, line })
    }

    /// Whether the limit is reached, or the rules' ground was stopped.
    pub fn is_spent(&self) -> bool {
        let looked = self.nodes + self.bounded;
        looked > self.limit || self.rules.below().is_stopped()
    }

    /// Result and reason; none if the limit was reached before.
    pub fn decide(&mut self, scene: &Scene) -> Option<(Wdl, Reason)> {
        let mut scene = *scene;
        scene.fold();
        let scene = &scene;
        for depth in 0..=DEEPEST {
            let win = self.ask(scene, Question::Win, depth);
            if win == Some(true) {
                return Some((Wdl::Win, Reason::Search(self.plies(scene, Question::Win))));
            }
            let hold = self.ask(scene, Question::Hold, depth);
            if hold == Some(false) {
                return Some((Wdl::Loss, Reason::Search(self.plies(scene, Question::Hold))));
            }
            if let (Some(false), Some(true)) = (win, hold) {
                let plies = self.plies(scene, Question::Win).max(self.plies(scene, Question::Hold));
                return Some((Wdl::Draw, Reason::Search(plies)));
            }
            if self.is_spent() {
                return None;
            }
        }
        self.settle(scene)
    }

    fn plies(&self, scene: &Scene, question: Question) -> u8 {
        self.known.get(scene).map_or(0, |k| k.plies[question as usize])
    }

    /// An answer within `depth` plies, if there is one.
    fn ask(&mut self, scene: &Scene, question: Question, depth: u8) -> Option<bool> {
        self.nodes += 1;
        let q = question as usize;
        let known = self.look_at(scene);
        if known.answers[q].is_some() || known.open[q] > depth || depth == 0 || self.is_spent() {
            return known.answers[q];
        }
        // The strong side looks for one move that says yes, the other for one that says no.
        let wanted = scene.strong_to_move;
        let nexts = self.nexts(scene);
        let mut open = Vec::new();
        let mut found = None;
        let mut most = 0;
        let mut unanswered = false;
        for next in &nexts {
            match next {
                Next::Outside(None) => unanswered = true,
                Next::Outside(Some(result)) => {
                    let yes = match question {
                        Question::Win => *result > 0,
                        Question::Hold => *result >= 0,
                    };
                    if yes == wanted {
                        found = Some(1);
                        break;
                    }
                }
                Next::Inside(next) => match self.ask(next, question, 0) {
                    Some(yes) if yes == wanted => {
                        found = Some(self.plies(next, question) + 1);
                        break;
                    }
                    Some(_) => most = most.max(self.plies(next, question)),
                    None => open.push(*next),
                },
            }
        }
        if found.is_none() && depth > 1 {
            let mut left = false;
            for next in &open {
                match self.ask(next, question, depth - 1) {
                    Some(yes) if yes == wanted => {
                        found = Some(self.plies(next, question) + 1);
                        break;
                    }
                    Some(_) => most = most.max(self.plies(next, question)),
                    None => left = true,
                }
            }
            if !left && found.is_none() {
                open.clear();
            }
        }
        let answer = match found {
            Some(_) => Some(wanted),
            None if open.is_empty() && !unanswered => Some(!wanted),
            None => None,
        };
        let entry = self.known.entry(*scene).or_default();
        entry.answers[q] = answer;
        entry.open[q] = depth + 1;
        entry.plies[q] = found.unwrap_or(most + 1);
        answer
    }

    /// What is known without moves: rules, mate, stalemate.
    fn look_at(&mut self, scene: &Scene) -> Known {
        if let Some(known) = self.known.get(scene)
            && known.looked_at
        {
            return *known;
        }
        let mut known = Known { looked_at: true, ..Known::default() };
        let interval = self.rules.verdict(scene).interval();
        known.answers = answers(interval);
        if known.answers.contains(&None) && !scene.has_moves() {
            let lost = scene.in_check();
            known.answers = match (lost, scene.strong_to_move) {
                (false, _) => [Some(false), Some(true)],
                (true, true) => [Some(false), Some(false)],
                (true, false) => [Some(true), Some(true)],
            };
        }
        self.known.insert(*scene, known);
        known
    }

    /// Where the moves lead.
    fn nexts(&self, scene: &Scene) -> Vec<Next> {
        let mut out = Vec::new();
        scene.each_move(|step| {
            out.push(self.next(&step));
            true
        });
        out
    }

    fn next(&self, step: &Step) -> Next {
        if matches!(step.change, Change::None | Change::Pawn) {
            let mut scene = step.scene;
            scene.fold();
            if self.rules.rules().subject.domain.is_none() || self.rules.speaks_of(&scene) {
                return Next::Inside(scene);
            }
        }
        Next::Outside(self.rules.below().result_after(step))
    }

    /// Looks at everything that can be reached, carries answers back until nothing changes.
    fn settle(&mut self, root: &Scene) -> Option<(Wdl, Reason)> {
        let mut order = vec![*root];
        let mut place: HashMap<Scene, usize> = HashMap::from([(*root, 0)]);
        let mut edges: Vec<Vec<Next>> = Vec::new();
        let mut at = 0;
        while at < order.len() {
            let scene = order[at];
            self.nodes += 1;
            if self.is_spent() {
                return None;
            }
            let known = self.look_at(&scene);
            let nexts = if known.answers.contains(&None) { self.nexts(&scene) } else { Vec::new() };
            for next in &nexts {
                if let Next::Inside(next) = next {
                    place.entry(*next).or_insert_with(|| {
                        order.push(*next);
                        order.len() - 1
                    });
                }
            }
            edges.push(nexts);
            at += 1;
        }
        loop {
            let mut changed = false;
            for (i, scene) in order.iter().enumerate() {
                for question in [Question::Win, Question::Hold] {
                    let q = question as usize;
                    let answered = self.known.get(scene).is_some_and(|k| k.answers[q].is_some());
                    if answered || edges[i].is_empty() {
                        continue;
                    }
                    let wanted = scene.strong_to_move;
                    let mut all = true;
                    let mut any = false;
                    for next in &edges[i] {
                        let answer = match next {
                            Next::Outside(r) => {
                                r.map(|r| if question == Question::Win { r > 0 } else { r >= 0 })
                            }
                            Next::Inside(s) => self.known.get(s).and_then(|k| k.answers[q]),
                        };
                        any |= answer == Some(wanted);
                        all &= answer == Some(!wanted);
                    }
                    if any || all {
                        self.known.entry(*scene).or_default().answers[q] =
                            Some(if any { wanted } else { !wanted });
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let [win, hold] = self.look_at(root).answers;
        let unknown = || edges.iter().flatten().any(|next| matches!(next, Next::Outside(None)));
        Some(match (win, hold) {
            (Some(true), _) => (Wdl::Win, Reason::Search(u8::MAX)),
            (_, Some(false)) => (Wdl::Loss, Reason::Search(u8::MAX)),
            (Some(false), Some(true)) => (Wdl::Draw, Reason::Search(u8::MAX)),
            _ if unknown() => return None,
            // The one who asks for more than a draw makes no progress.
            _ => (Wdl::Draw, Reason::Repetition),
        })
    }

    /// The result of the position after a move, for the strong side, and the plies its proof takes.
    /// None if the limit was reached before, or if it is not known.
    pub fn after(&mut self, step: &Step) -> Option<(Wdl, u8)> {
        Some(match self.next(step) {
            Next::Outside(r) => (wdl(r?), 0),
            Next::Inside(scene) => match self.decide(&scene)? {
                (result, Reason::Search(plies)) => (result, plies),
                (result, Reason::Repetition) => (result, u8::MAX),
            },
        })
    }

    /// True if no search is needed: a rule decides, or play is over.
    pub fn is_plain(&mut self, scene: &Scene) -> bool {
        let mut scene = *scene;
        scene.fold();
        scene.material() != self.rules.material()
            || self.rules.verdict(&scene).interval().wdl().is_some()
            || !scene.has_moves()
    }

    /// Best play until a rule decides: the winner hurries, the loser delays, and who holds a draw takes the shortest
    /// way to a rule.
    fn line(&mut self, scene: &Scene) -> Option<Vec<Step>> {
        let mut line: Vec<Step> = Vec::new();
        let mut at = *scene;
        while !self.is_plain(&at) && line.len() < usize::from(DEEPEST) {
            let (result, reason) = self.decide(&at)?;
            if reason == Reason::Repetition {
                break;
            }
            let for_mover = if at.strong_to_move { result } else { result.flipped() };
            let mut best: Option<(i32, Step)> = None;
            let mut steps = Vec::new();
            at.each_move(|step| {
                steps.push(step);
                true
            });
            for step in steps {
                let Some((next, plies)) = self.after(&step) else {
                    if self.is_spent() {
                        return None;
                    }
                    continue;
                };
                if next != result {
                    continue;
                }
                let rank = if for_mover == Wdl::Loss { i32::from(plies) } else { -i32::from(plies) };
                if best.as_ref().is_none_or(|b| rank > b.0) {
                    best = Some((rank, step));
                }
            }
            let Some((_, step)) = best else { break };
            line.push(step);
            // The line stays on the board as it is; rules fold what they look at.
            at = step.scene;
        }
        Some(line)
    }

    /// Bounds in plies: those of the rules at the leaves, carried back by minimax and intersected on the way.
    fn interval(&mut self, scene: &Scene, result: Wdl, reason: Reason) -> Interval {
        let bare = match result {
            Wdl::Win => Interval::WIN,
            Wdl::Draw => return Interval::DRAW,
            Wdl::Loss => Interval::LOSS,
        };
        let Reason::Search(depth) = reason else { return bare };
        let mut memory = HashMap::new();
        let found = self.minimax(scene, depth.min(12), &mut memory);
        found.intersect(bare).unwrap_or(bare)
    }

    fn minimax(&mut self, scene: &Scene, depth: u8, memory: &mut HashMap<(Scene, u8), Interval>) -> Interval {
        let own = self.rules.verdict(scene).interval();
        self.bounded += 1;
        if depth == 0 || own.lo() == own.hi() || self.is_spent() {
            return own;
        }
        if let Some(found) = memory.get(&(*scene, depth)) {
            return *found;
        }
        let mut steps = Vec::new();
        scene.each_move(|step| {
            steps.push(step);
            true
        });
        let mut best: Option<Interval> = None;
        for step in steps {
            let zeroing = match self.rules.rules().subject.measure {
                Measure::Mate => false,
                Measure::Conversion => {
                    !matches!(step.change, Change::None | Change::Pawn | Change::EnPassant)
                }
                Measure::Irreversible => step.change != Change::None,
            };
            let next = match self.next(&step) {
                Next::Inside(next) => {
                    // Past an irreversible move only the result counts.
                    if zeroing {
                        self.decide(&next).map_or(Interval::ALL, |(result, _)| of_result(result))
                    } else {
                        self.minimax(&next, depth - 1, memory)
                    }
                }
                Next::Outside(r) => r.map_or(Interval::ALL, |r| of_result(wdl(r))),
            };
            let next = earlier(next, zeroing);
            best = Some(match best {
                None => next,
                Some(old) => better(old, next, scene.strong_to_move),
            });
        }
        let found = best.map_or(own, |b| own.intersect(b).unwrap_or(own));
        memory.insert((*scene, depth), found);
        found
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the rules say of a position.
    pub fn verdict(&self, scene: &Scene) -> Verdict {
        self.rules.verdict(scene)
    }
}

fn answers(interval: Interval) -> [Option<bool>; 2] {
    let (lo, hi) = (interval.lo().wdl(), interval.hi().wdl());
    let win = if lo == Wdl::Win { Some(true) } else { (hi != Wdl::Win).then_some(false) };
    let hold = if lo != Wdl::Loss { Some(true) } else { (hi == Wdl::Loss).then_some(false) };
    [win, hold]
}

fn wdl(result: i8) -> Wdl {
    match result.signum() {
        1 => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}

fn of_result(result: Wdl) -> Interval {
    match result {
        Wdl::Win => Interval::WIN,
        Wdl::Draw => Interval::DRAW,
        Wdl::Loss => Interval::LOSS,
    }
}

/// The interval one ply earlier; a move that cannot be taken back ends the count.
fn earlier(interval: Interval, zeroing: bool) -> Interval {
    let step = |d: Depth| match d {
        Depth::Win(n) => Depth::Win(if zeroing { 1 } else { n.saturating_add(1).min(999) }),
        Depth::Draw => Depth::Draw,
        Depth::Loss(n) => Depth::Loss(if zeroing { 1 } else { n.saturating_add(1).min(999) }),
    };
    Interval::new(step(interval.lo()), step(interval.hi())).unwrap_or(interval)
}

/// What the side to move can make of two moves: the better of both ends.
fn better(a: Interval, b: Interval, strong: bool) -> Interval {
    let pick = |x: Depth, y: Depth| if (x.rank() >= y.rank()) == strong { x } else { y };
    Interval::new(pick(a.lo(), b.lo()), pick(a.hi(), b.hi())).unwrap_or(a)
}
