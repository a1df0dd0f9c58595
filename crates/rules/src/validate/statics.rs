//! Every rule at every position, 64 positions at a time.

use philidor_chess::{
    geometry::Symmetry,
    shakmaty::{Bitboard, Color},
};
use philidor_truth::rows::Row as TableRow;

use super::graph::{Ground, Irreversible};
use crate::{
    run::{Columns, Row, columnar::Bounds},
    scene::{STRONG_KING, Scene, WEAK_KING},
    theory::{Claim, Conclusion, Measure, Rules},
};

/// One number for positions with the strong side to move, one for the others.
pub type Sides<T> = [T; 2];

/// The place of a side to move in [`Sides`]; White (the stronger side of the table) first.
#[inline]
pub(crate) fn side(to_move: Color) -> usize {
    usize::from(to_move.is_black())
}

/// How often a rule applied and what came of it. Sides are those of the position as the rule saw it.
#[derive(Debug, Clone, Default)]
pub struct RuleCount {
    /// Positions it applied to.
    pub applies: Sides<u64>,
    /// Of those, positions it said something wrong about.
    pub errors: Sides<u64>,
    /// Of those, positions whose result is as claimed, but not in so many plies.
    pub misjudged_plies: Sides<u64>,
    /// Positions no other rule applied to.
    pub alone: Sides<u64>,
    /// Fewest and most plies found where the claimed result is right.
    pub plies: Option<(u16, u16)>,
    /// Some positions where it errs: table index and side to move.
    pub wrong: Vec<(usize, Color)>,
    /// Results found among its applications: losses, draws, wins of the strong side.
    pub results: [u64; 3],
}

/// What rules say without search, one bit per position of the table and side to move.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Positions of the theory's domain, one per class under symmetry.
    pub domain: Sides<Vec<u64>>,
    /// White (the table's stronger side) is said to win.
    pub win: Sides<Vec<u64>>,
    /// White is said not to win.
    pub no_win: Sides<Vec<u64>>,
    /// White is said not to lose.
    pub no_loss: Sides<Vec<u64>>,
    /// White is said to lose.
    pub loss: Sides<Vec<u64>>,
}

impl Facts {
    fn new(rows: usize) -> Facts {
        let plane = || [vec![0; rows], vec![0; rows]];
        Facts { domain: plane(), win: plane(), no_win: plane(), no_loss: plane(), loss: plane() }
    }
}

/// The outcome of the static check.
#[derive(Debug, Clone)]
pub struct Statics {
    /// Rule by rule.
    pub rules: Vec<RuleCount>,
    /// Positions of the domain, by side to move (White first).
    pub positions: Sides<u64>,
    /// Of those, positions that get an exact result (win, draw or loss).
    pub decided: Sides<u64>,
    /// Of those, positions that some rule speaks of.
    pub spoken: Sides<u64>,
    /// Positions that more than one rule speaks of.
    pub overlaps: Sides<u64>,
    /// Positions whose intervals have nothing in common.
    pub clashes: Sides<u64>,
    /// Pairs of rules that contradict each other, and on how many positions.
    pub clashing: Vec<(usize, usize, u64)>,
    /// Positions with a wrong claim.
    pub wrong: Sides<u64>,
    /// What the rules say, for the search.
    pub facts: Facts,
}

/// At most so many counter-examples are kept per rule, and of one part of the table.
const KEPT: usize = 20_000;
const KEPT_OF_PART: usize = 1_000;
/// In endgames with more men plies are counted only where a rule bounds them.
const COUNTED_MEN: usize = 4;

/// What one unit of rows adds up to.
struct Part {
    rules: Vec<RuleCount>,
    positions: Sides<u64>,
    decided: Sides<u64>,
    spoken: Sides<u64>,
    overlaps: Sides<u64>,
    clashes: Sides<u64>,
    clashing: Vec<(usize, usize, u64)>,
    wrong: Sides<u64>,
    facts: Vec<(usize, usize, [u64; 5])>,
}

/// What rules claim of 64 positions of the table.
#[derive(Debug, Clone, Copy, Default)]
struct Claims {
    spoken: u64,
    twice: u64,
    win: u64,
    no_win: u64,
    no_loss: u64,
    loss: u64,
    wrong: u64,
}

/// Runs all rules on all positions of the table of their material. If the ground was stopped meanwhile, the outcome is worth
/// nothing.
pub fn statics(rules: &Rules, ground: &Ground) -> Statics {
    let table = &*ground.table;
    // The tables know plies to mate and to conversion; without pawns these are all irreversible moves there are.
    let bounded =
        rules.rules.iter().any(|r| matches!(r.conclusion, Conclusion::Claim { bounds: Some(_), .. }));
    let pawns = table.material().has_pawns();
    let counted = bounded && pawns && rules.subject.measure == Measure::Irreversible;
    let plies = counted.then(|| ground.irreversible());
    let start = || Part {
        rules: vec![RuleCount::default(); rules.rules.len()],
        positions: [0; 2],
        decided: [0; 2],
        spoken: [0; 2],
        overlaps: [0; 2],
        clashes: [0; 2],
        clashing: Vec::new(),
        wrong: [0; 2],
        facts: Vec::new(),
    };
    let parts = ground.fold_rows(start, |part, row| Walk { rules, plies, part }.row(row));
    let mut total = start();
    let mut facts = Facts::new(table.row_count());
    for mut part in parts {
        for (sum, add) in total.rules.iter_mut().zip(part.rules) {
            sum.add(add);
        }
        for s in 0..2 {
            total.positions[s] += part.positions[s];
            total.decided[s] += part.decided[s];
            total.spoken[s] += part.spoken[s];
            total.overlaps[s] += part.overlaps[s];
            total.clashes[s] += part.clashes[s];
            total.wrong[s] += part.wrong[s];
        }
        for (a, b, n) in part.clashing.drain(..) {
            match total.clashing.iter_mut().find(|c| (c.0, c.1) == (a, b)) {
                Some(known) => known.2 += n,
                None => total.clashing.push((a, b, n)),
            }
        }
        for (s, row, [domain, win, no_win, no_loss, loss]) in part.facts {
            facts.domain[s][row] = domain;
            facts.win[s][row] = win;
            facts.no_win[s][row] = no_win;
            facts.no_loss[s][row] = no_loss;
            facts.loss[s][row] = loss;
        }
    }
    total.clashing.sort_unstable();
    Statics {
        rules: total.rules,
        positions: total.positions,
        decided: total.decided,
        spoken: total.spoken,
        overlaps: total.overlaps,
        clashes: total.clashes,
        clashing: total.clashing,
        wrong: total.wrong,
        facts,
    }
}

impl RuleCount {
    fn add(&mut self, other: RuleCount) {
        for s in 0..2 {
            self.applies[s] += other.applies[s];
            self.errors[s] += other.errors[s];
            self.misjudged_plies[s] += other.misjudged_plies[s];
            self.alone[s] += other.alone[s];
        }
        for (sum, add) in self.results.iter_mut().zip(other.results) {
            *sum += add;
        }
        self.plies = match (self.plies, other.plies) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (a, b) => a.or(b),
        };
        let room = KEPT.saturating_sub(self.wrong.len());
        self.wrong.extend(other.wrong.into_iter().take(room));
    }

    /// Applications of both sides.
    pub fn total(&self) -> u64 {
        self.applies[0] + self.applies[1]
    }

    /// Errors of both kinds and sides.
    pub fn total_errors(&self) -> u64 {
        self.errors.iter().chain(&self.misjudged_plies).sum()
    }
}

struct Walk<'a> {
    rules: &'a Rules,
    plies: Option<&'a Irreversible>,
    part: &'a mut Part,
}

/// How a row is looked at.
struct View {
    row: Row,
    /// Table lanes to scene lanes and back; the same map both ways.
    symmetry: Symmetry,
    /// The rules speak for Black.
    flipped: bool,
}

/// A row of the table as rows of scenes: one, or two if rules hold for either side.
fn views(rules: &Rules, row: &TableRow<'_>, to_move: Color, lanes: u64) -> Vec<View> {
    let scene = Scene::of_men(row.white_king(), 0, row.men(), to_move);
    let mut views = vec![View {
        row: Row { scene, varying: WEAK_KING, lanes },
        symmetry: Symmetry::IDENTITY,
        flipped: false,
    }];
    if rules.subject.colours {
        let (scene, mirrored) = scene.flipped_in_frame();
        let symmetry = Symmetry::new(mirrored, true, false);
        let lanes = symmetry.bitboard(Bitboard(lanes)).0;
        views.push(View { row: Row { scene, varying: STRONG_KING, lanes }, symmetry, flipped: true });
    }
    views
}

impl Walk<'_> {
    fn row(&mut self, row: &TableRow<'_>) {
        for to_move in [Color::White, Color::Black] {
            let lanes = row.legal(to_move);
            if lanes != 0 {
                self.side(row, to_move, lanes);
            }
        }
    }

    fn side(&mut self, row: &TableRow<'_>, to_move: Color, lanes: u64) {
        let (wins, losses) = row.decided(to_move);
        // For White, the table's stronger side.
        let (white, black) = if to_move.is_white() { (wins, losses) } else { (losses, wins) };
        let s = side(to_move);
        let mut claims = Claims::default();
        let mut said: Vec<(usize, u64)> = Vec::new();
        let mut domain = lanes;
        for view in views(self.rules, row, to_move, lanes) {
            let mut columns = Columns::new(self.rules);
            let back = |set: u64| view.symmetry.bitboard(Bitboard(set)).0;
            domain &= back(columns.look_at(view.row));
            for (i, rule) in self.rules.rules.iter().enumerate() {
                let applies = columns.applies(rule);
                if applies == 0 {
                    continue;
                }
                let bounds = columns.bounds(rule, applies);
                let Conclusion::Claim { claim, .. } = rule.conclusion else { continue };
                let mask = back(applies);
                let truth = if view.flipped { [black, white] } else { [white, black] };
                let wrong = self.count(i, claim, mask, truth, view.row.scene.strong_to_move);
                let wrong_plies = self.depths(i, claim, bounds, &view, row, to_move, mask & !wrong);
                self.keep(i, row, to_move, wrong | wrong_plies);
                claims.add(mask, claim, view.flipped);
                claims.wrong |= wrong | wrong_plies;
                said.push((i, mask));
            }
        }
        let clash = claims.win & claims.no_win | claims.no_loss & claims.loss;
        self.overlaps(&said, claims, s, clash);
        let decided = claims.win | claims.loss | claims.no_win & claims.no_loss;
        let count = |set: u64| u64::from(set.count_ones());
        self.part.positions[s] += count(domain);
        self.part.decided[s] += count(decided);
        self.part.spoken[s] += count(claims.spoken);
        self.part.clashes[s] += count(clash);
        self.part.wrong[s] += count(claims.wrong);
        let facts = [domain, claims.win, claims.no_win, claims.no_loss, claims.loss];
        self.part.facts.push((s, row.number(), facts));
    }

    /// Counts a rule's applications; returns the wrong ones. `truth`: where the strong side wins, where it loses.
    fn count(&mut self, rule: usize, claim: Claim, mask: u64, truth: [u64; 2], strong_to_move: bool) -> u64 {
        let [won, lost] = truth;
        let drawn = !won & !lost;
        let right = match claim {
            Claim::Win => won,
            Claim::AtLeastDraw => !lost,
            Claim::Draw => drawn,
            Claim::AtMostDraw => !won,
            Claim::Loss => lost,
        };
        let wrong = mask & !right;
        let s = usize::from(!strong_to_move);
        let count = &mut self.part.rules[rule];
        count.applies[s] += u64::from(mask.count_ones());
        count.errors[s] += u64::from(wrong.count_ones());
        for (sum, set) in count.results.iter_mut().zip([lost, drawn, won]) {
            *sum += u64::from((mask & set).count_ones());
        }
        wrong
    }

    /// Notes the plies of right claims and returns those outside the rule's bounds.
    #[expect(clippy::too_many_arguments, reason = "the loop over lanes wants all of the row's facts")]
    fn depths(
        &mut self,
        rule: usize,
        claim: Claim,
        bounds: Option<Bounds>,
        view: &View,
        row: &TableRow<'_>,
        to_move: Color,
        mut mask: u64,
    ) -> u64 {
        let large = row.men().len() + 2 > COUNTED_MEN;
        if !matches!(claim, Claim::Win | Claim::Loss) || large && bounds.is_none() {
            return 0;
        }
        // Counting irreversible moves in large endgames takes long; it is done where a rule asks for it.
        let pawns = row.men().iter().any(|m| m.1 == philidor_chess::Piece::Pawn);
        if self.rules.subject.measure == Measure::Irreversible && pawns && self.plies.is_none() {
            return 0;
        }
        let mut outside = 0;
        while mask != 0 {
            let lane = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            let value = row.entry(lane, to_move).value();
            let n = match (self.rules.subject.measure, self.plies) {
                (Measure::Mate, _) => value.dtm.plies(),
                (Measure::Irreversible, Some(k)) => {
                    Some(k.plies(row.number() << 6 | usize::from(lane), to_move))
                }
                _ => value.dtc.plies(),
            };
            let Some(n) = n else { continue };
            let count = &mut self.part.rules[rule];
            let (least, most) = count.plies.unwrap_or((n, n));
            count.plies = Some((least.min(n), most.max(n)));
            let seen = view.symmetry.bitboard(Bitboard(1 << lane)).0.trailing_zeros() as u8;
            let Some(bounds) = &bounds else { continue };
            let (low, high) = bounds.at(seen);
            if !(i32::from(low)..=i32::from(high)).contains(&i32::from(n)) {
                outside |= 1 << lane;
                count.misjudged_plies[usize::from(!view.row.scene.strong_to_move)] += 1;
            }
        }
        outside
    }

    fn keep(&mut self, rule: usize, row: &TableRow<'_>, to_move: Color, mut wrong: u64) {
        let kept = &mut self.part.rules[rule].wrong;
        while wrong != 0 && kept.len() < KEPT_OF_PART {
            kept.push((row.number() << 6 | wrong.trailing_zeros() as usize, to_move));
            wrong &= wrong - 1;
        }
    }

    /// Overlaps, rules that stand alone, and which rules contradict each other.
    fn overlaps(&mut self, said: &[(usize, u64)], claims: Claims, s: usize, clash: u64) {
        self.part.overlaps[s] += u64::from(claims.twice.count_ones());
        for &(i, mask) in said {
            self.part.rules[i].alone[s] += u64::from((mask & !claims.twice).count_ones());
        }
        if clash == 0 {
            return;
        }
        for (n, &(a, first)) in said.iter().enumerate() {
            for &(b, second) in &said[n + 1..] {
                let both = u64::from((first & second & clash).count_ones());
                if both > 0 && self.contradict(a, b) {
                    match self.part.clashing.iter_mut().find(|c| (c.0, c.1) == (a, b)) {
                        Some(known) => known.2 += both,
                        None => self.part.clashing.push((a, b, both)),
                    }
                }
            }
        }
    }

    /// True if two conclusions cannot both be right. With rules for either side two equal ones may not be, either.
    fn contradict(&self, a: usize, b: usize) -> bool {
        let range = |i: usize| match self.rules.rules[i].conclusion {
            Conclusion::Claim { claim, .. } => claim.range(),
            Conclusion::Concept { .. } => (-1, 1),
        };
        let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
        self.rules.subject.colours || a_low.max(b_low) > a_high.min(b_high)
    }
}

impl Claims {
    fn add(&mut self, mask: u64, claim: Claim, flipped: bool) {
        self.twice |= self.spoken & mask;
        self.spoken |= mask;
        let (mut low, mut high) = claim.range();
        if flipped {
            (low, high) = (-high, -low);
        }
        if low >= 0 {
            self.no_loss |= mask;
        }
        if low == 1 {
            self.win |= mask;
        }
        if high <= 0 {
            self.no_win |= mask;
        }
        if high == -1 {
            self.loss |= mask;
        }
    }
}
