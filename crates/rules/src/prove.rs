//! Soundness without a table, as Barth did it, for king and pawn against king.
//!
//! **Draws** are proved by closure: a set of positions in which the weak side always has a move that stays inside, and
//! the strong side never has one that leaves it. The rules' draws are the seed of the set, a bounded search adds what
//! leads into it, and then every seed must itself be closed. Cycles do no harm: whoever stays inside for ever draws.
//!
//! **Wins** are proved by a measure that sinks with every move: the pawn's steps to go, and then the plies to the
//! next pawn move. A circle of claims that support each other has no such measure.
//!
//! What a promoted piece achieves is not proved but stated: the axioms. The certificate holds the whole argument, and
//! [`crate::certificate`] checks it without sharing any code with this module.

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Role, Square},
};

use crate::{
    moves::Change,
    run::{Columns, Row},
    scene::{Scene, WEAK_KING},
    theory::{Claim, Conclusion, Measure, Rules},
};

/// What is taken for granted.
pub const AXIOMS: [&str; 3] = [
    "KQK, bare king to move: the queen wins unless it can be taken or the king is stalemated",
    "KRK, bare king to move: the rook wins unless it can be taken or the king is stalemated",
    "KBK, KNK, KK: nobody wins",
];

/// Why nothing can be proved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is not proved move by move from its rules: only KPK is; a certificate can be written all the same"
)]
pub struct NotProvable(pub String);

/// How the proof of one rule went.
#[derive(Debug, Clone)]
pub struct Proved {
    /// Its name.
    pub rule: String,
    /// Positions it applies to.
    pub claims: u64,
    /// Of those, positions where the proof fails.
    pub failures: u64,
    /// Some of them, as FEN.
    pub examples: Vec<String>,
}

/// The proof of a theory.
#[derive(Debug, Clone)]
pub struct Proof {
    /// Rule by rule.
    pub rules: Vec<Proved>,
    /// The certificate; empty if a rule could not be proved.
    pub certificate: Vec<u8>,
    /// Positions in the closed set, and positions with a measure.
    pub drawn: u64,
    /// Positions with a measure.
    pub won: u64,
    /// Found from the rules alone, by closure and measure; else with the solver's letters.
    pub from_rules: bool,
}

impl Proof {
    /// True if every rule is proved.
    pub fn is_complete(&self) -> bool {
        self.rules.iter().all(|r| r.failures == 0)
    }
}

/// Proved nothing yet.
const OPEN: u8 = 255;
/// In the closed set.
const SAFE: u8 = 254;
/// Not a legal position.
const ABSENT: u8 = 253;
/// Most plies of a measure.
const MOST: u8 = 60;

/// Where a move leads.
#[derive(Clone, Copy)]
enum Next {
    /// To a position of the same endgame; true if the pawn moved.
    Inside(u32, bool),
    /// To an ending that is won (true) or not, by axiom.
    Outside(bool),
}

/// All positions, by side to move, pawn, strong king, weak king.
struct Board {
    value: Vec<u8>,
    ends: Vec<u32>,
    nexts: Vec<Next>,
    checked: Vec<bool>,
}

fn index(strong: bool, pawn: u8, king: u8, weak: u8) -> usize {
    ((usize::from(!strong) << 6 | usize::from(pawn)) << 6 | usize::from(king)) << 6 | usize::from(weak)
}

fn scene_at(index: usize) -> Scene {
    let (weak, king, pawn) = ((index & 63) as u8, (index >> 6 & 63) as u8, (index >> 12 & 63) as u8);
    let mut scene = Scene::kings(king, weak, index >> 18 == 0);
    scene.add(true, Role::Pawn, pawn);
    scene
}

fn fen(index: usize) -> String {
    let (white_king, black_king, pawn) =
        ((index >> 6 & 63) as u8, (index & 63) as u8, (index >> 12 & 63) as u8);
    let men = vec![(Color::White, Piece::Pawn, pawn)];
    let to_move = if index >> 18 == 0 { Color::White } else { Color::Black };
    philidor_truth::rows::Image { white_king, black_king, men }.fen(to_move)
}

const SIZE: usize = 2 << 18;

impl Board {
    fn new() -> Board {
        let mut board = Board {
            value: vec![ABSENT; SIZE],
            ends: Vec::with_capacity(SIZE),
            nexts: Vec::new(),
            checked: vec![false; SIZE],
        };
        for i in 0..SIZE {
            let pawn = i >> 12 & 63;
            if (8..56).contains(&pawn) && pawn & 7 < 4 {
                let scene = scene_at(i);
                if scene.is_legal() {
                    board.value[i] = OPEN;
                    board.checked[i] = scene.in_check();
                    scene.each_move(|step| {
                        let next = match step.change {
                            Change::None | Change::Pawn | Change::EnPassant => {
                                let men = step.scene.men();
                                let to = index(
                                    step.scene.strong_to_move,
                                    men[2].square,
                                    men[0].square,
                                    men[1].square,
                                );
                                Next::Inside(to as u32, step.change != Change::None)
                            }
                            _ => Next::Outside(won_by_axiom(&step.scene)),
                        };
                        board.nexts.push(next);
                        true
                    });
                }
            }
            board.ends.push(board.nexts.len() as u32);
        }
        board
    }

    fn nexts(&self, i: usize) -> &[Next] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.nexts[start..self.ends[i] as usize]
    }

    /// True if the weak side holds here for one move, given what is proved: it can stay in the set, or the strong side
    /// cannot leave it.
    fn stays(&self, i: usize) -> bool {
        let nexts = self.nexts(i);
        let safe = |next: &Next| match *next {
            Next::Inside(to, _) => self.value[to as usize] == SAFE,
            Next::Outside(won) => !won,
        };
        if nexts.is_empty() {
            return !self.checked[i] || i >> 18 == 0;
        }
        if i >> 18 == 0 { nexts.iter().all(safe) } else { nexts.iter().any(safe) }
    }

    /// Adds to the closed set what leads into it.
    fn close(&mut self) {
        loop {
            let grown: Vec<usize> = (0..SIZE).filter(|&i| self.value[i] == OPEN && self.stays(i)).collect();
            if grown.is_empty() {
                return;
            }
            for i in grown {
                self.value[i] = SAFE;
            }
        }
    }

    /// Gives every position that is not in the closed set its measure, pawn by pawn from the seventh rank down.
    fn measure(&mut self) {
        for rank in (1..7).rev() {
            let slab: Vec<usize> =
                (0..SIZE).filter(|&i| (i >> 15 & 7) == rank && self.value[i] == OPEN).collect();
            for n in 0..=MOST {
                let found: Vec<usize> =
                    slab.iter().copied().filter(|&i| self.value[i] == OPEN && self.sinks(i, n)).collect();
                for i in found {
                    self.value[i] = n;
                }
            }
        }
    }

    /// True if the measure of a position is n: one move leads down, or all do.
    fn sinks(&self, i: usize, n: u8) -> bool {
        let down = |next: &Next| match *next {
            Next::Outside(won) => won && n >= 1,
            Next::Inside(to, pawn) => {
                let value = self.value[to as usize];
                value <= MOST && n >= 1 && (pawn || value < n)
            }
        };
        let nexts = self.nexts(i);
        match (i >> 18 == 0, nexts.is_empty()) {
            (true, _) => nexts.iter().any(down),
            (false, true) => self.checked[i],
            (false, false) => nexts.iter().all(down),
        }
    }
}

/// What the axioms say of an ending with a promoted piece, or none, the bare king to move.
fn won_by_axiom(scene: &Scene) -> bool {
    let major = scene.men().iter().any(|m| matches!(m.role, Role::Queen | Role::Rook));
    if !major {
        return false;
    }
    let mut taken = false;
    scene.each_move(|step| {
        taken |= step.change == Change::Capture;
        true
    });
    !taken && (scene.in_check() || scene.has_moves())
}

/// Proves every rule of a KPK theory.
pub fn prove(rules: &Rules) -> Result<Proof, NotProvable> {
    let kpk = Material::KK.with(Color::White, Piece::Pawn);
    if rules.subject.material != Some(kpk) || rules.subject.domain.is_some() {
        return Err(NotProvable(rules.subject.name.clone()));
    }
    let mut board = Board::new();
    let claims = claims(rules, &board);
    // 1. Draws: the claims are the seed; the set grows by search; every seed must be closed itself.
    for (rule, masks) in claims.iter().enumerate() {
        if claim_of(rules, rule) == Some(Claim::Draw) || claim_of(rules, rule) == Some(Claim::AtMostDraw) {
            masks.iter().for_each(|&(i, _)| board.value[i as usize] = SAFE);
        }
    }
    board.close();
    let open: Vec<bool> = (0..SIZE).map(|i| board.value[i] == SAFE && !board.stays(i)).collect();
    // 2. Wins: a measure for everything else.
    board.measure();
    // 3. Rule by rule.
    let mut proved = Vec::new();
    for (rule, masks) in claims.iter().enumerate() {
        let mut one =
            Proved { rule: rules.rules[rule].name.clone(), claims: 0, failures: 0, examples: Vec::new() };
        for &(i, bounds) in masks {
            let i = i as usize;
            one.claims += 1;
            let value = board.value[i];
            let right = match claim_of(rules, rule) {
                Some(Claim::Draw | Claim::AtMostDraw) => value == SAFE && !open[i],
                // The bare king never wins: no axiom is needed for that.
                Some(Claim::AtLeastDraw) => true,
                Some(Claim::Win) => {
                    value <= MOST
                        && (rules.subject.measure != Measure::Irreversible
                            || bounds.is_none_or(|(a, b)| (a..=b).contains(&i16::from(value))))
                }
                _ => false,
            };
            if !right {
                one.failures += 1;
                if one.examples.len() < 3 {
                    one.examples.push(fen(i));
                }
            }
        }
        proved.push(one);
    }
    let mut proof = Proof {
        drawn: board.value.iter().filter(|&&v| v == SAFE).count() as u64,
        won: board.value.iter().filter(|&&v| v <= MOST).count() as u64,
        rules: proved,
        certificate: Vec::new(),
        from_rules: true,
    };
    if proof.is_complete() {
        proof.certificate = certificate(rules, &board, &claims).into_bytes();
    }
    Ok(proof)
}

fn claim_of(rules: &Rules, rule: usize) -> Option<Claim> {
    match rules.rules[rule].conclusion {
        Conclusion::Claim { claim, .. } => Some(claim),
        Conclusion::Concept { .. } => None,
    }
}

/// Positions a rule applies to, with its bounds.
type Claims = Vec<(u32, Option<(i16, i16)>)>;

fn claims(rules: &Rules, board: &Board) -> Vec<Claims> {
    let mut out: Vec<Claims> = vec![Vec::new(); rules.rules.len()];
    let mut columns = Columns::new(rules);
    for base in (0..SIZE).step_by(64) {
        let lanes = (0..64).filter(|l| board.value[base | l] != ABSENT).fold(0u64, |set, l| set | 1 << l);
        if lanes == 0 {
            continue;
        }
        columns.look_at(Row { scene: scene_at(base), varying: WEAK_KING, lanes });
        for (i, rule) in rules.rules.iter().enumerate() {
            let mut mask = columns.applies(rule);
            let bounds = columns.bounds(rule, mask);
            while mask != 0 {
                let lane = mask.trailing_zeros();
                mask &= mask - 1;
                out[i].push(((base as u32) | lane, bounds.as_ref().map(|b| b.at(lane as u8))));
            }
        }
    }
    out
}

/// The argument as text: one line per side to move, pawn and strong king, one letter per square of the weak king.
fn certificate(rules: &Rules, board: &Board, claims: &[Claims]) -> String {
    let mut claimed = vec![b'-'; SIZE];
    for (rule, masks) in claims.iter().enumerate() {
        let letter = match claim_of(rules, rule) {
            Some(Claim::Win) => b'W',
            Some(Claim::Draw | Claim::AtMostDraw) => b'D',
            _ => b'-',
        };
        masks.iter().filter(|_| letter != b'-').for_each(|&(i, _)| claimed[i as usize] = letter);
    }
    let mut out =
        format!("philidor certificate 1\ntheory {}\nrules {}\n", rules.subject.name, rules.rules.len());
    for axiom in AXIOMS {
        out += &format!("axiom {axiom}\n");
    }
    out += "letters . no position, = closed set, 0-9 A-Z a-z plies to the next pawn move; claims W D or -\n";
    for base in (0..SIZE).step_by(64) {
        if (0..64).all(|l| board.value[base | l] == ABSENT) {
            continue;
        }
        let side = if base >> 18 == 0 { 'w' } else { 'b' };
        let name = |sq: usize| Square::new((sq & 63) as u32).to_string();
        let values: String = (0..64).map(|l| letter(board.value[base | l])).collect();
        let says = String::from_utf8_lossy(&claimed[base..base + 64]).into_owned();
        out += &format!("{side} {} {} {values} {says}\n", name(base >> 12), name(base >> 6));
    }
    out
}

fn letter(value: u8) -> char {
    match value {
        ABSENT => '.',
        SAFE => '=',
        n @ 0..=9 => char::from(b'0' + n),
        n @ 10..=35 => char::from(b'A' + n - 10),
        n @ 36..=61 => char::from(b'a' + n - 36),
        _ => '?',
    }
}
