//! 64 positions at a time: everything fixed but one king.
//!
//! Tables lay Black's king innermost, so a row of 64 positions is a word. An expression that does not depend on that
//! king is computed once per row; a condition that does is a `u64`, one bit per square of the king; numbers that vary
//! are 64 lanes. Distances to fixed squares and membership in fixed sets are look-ups, whatever has no short way is
//! asked lane by lane.

use std::sync::{Arc, LazyLock, OnceLock};

use super::short::{self, nearest};
use crate::{
    run::scalar::{is_in, is_same},
    scene::Scene,
    theory::{Claim, Compare, Conclusion, Expr, Node, Rule, Rules},
    value::{NOWHERE, Value, bit},
    vocabulary::{
        Endgames, Vocabulary,
        endgames::{Short, WORDS},
        geometry::{FAR, ball},
    },
};

/// Positions that differ in one king only.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Everything else; the square of that king is of no meaning.
    pub scene: Scene,
    /// The place of that king: [`STRONG_KING`](crate::scene::STRONG_KING) or
    /// [`WEAK_KING`](crate::scene::WEAK_KING).
    pub varying: usize,
    /// The squares of that king that are asked about.
    pub lanes: u64,
}

impl Row {
    /// One position of the row.
    #[inline]
    pub fn at(&self, lane: u8) -> Scene {
        let mut scene = self.scene;
        scene.put(self.varying, lane);
        scene
    }
}

/// A value for every lane.
#[derive(Debug, Clone)]
enum Column {
    /// The same for all.
    One(Value),
    /// Conditions.
    Mask(u64),
    /// Numbers.
    Ints(Arc<[i16; 64]>),
    /// The king that varies: lane i is square i.
    King,
    /// Squares.
    Squares(Arc<[u8; 64]>),
    /// Sets.
    Sets(Arc<[u64; 64]>),
}

impl Column {
    #[inline]
    fn at(&self, lane: u8) -> Value {
        let i = usize::from(lane);
        match self {
            Column::One(value) => *value,
            Column::Mask(mask) => Value::Bool(mask >> i & 1 != 0),
            Column::Ints(lanes) => Value::Int(lanes[i]),
            Column::King => Value::Square(lane),
            Column::Squares(lanes) => Value::Square(lanes[i]),
            Column::Sets(lanes) => Value::Set(lanes[i]),
        }
    }

    /// The lanes for which a condition holds.
    #[inline]
    fn mask(&self) -> u64 {
        match self {
            Column::Mask(mask) => *mask,
            Column::One(Value::Bool(true)) => !0,
            _ => 0,
        }
    }
}

/// Lanes from a function, for the wanted ones only.
fn lanes(want: u64, like: Value, mut at: impl FnMut(u8) -> Value) -> Column {
    let mut left = want;
    let mut each = |put: &mut dyn FnMut(usize, Value)| {
        while left != 0 {
            let lane = left.trailing_zeros() as u8;
            left &= left - 1;
            put(usize::from(lane), at(lane));
        }
    };
    match like {
        Value::Bool(_) => {
            let mut mask = 0;
            each(&mut |i, v| mask |= u64::from(v.bool()) << i);
            Column::Mask(mask)
        }
        Value::Int(_) => {
            let mut out = [0; 64];
            each(&mut |i, v| out[i] = v.int());
            Column::Ints(Arc::new(out))
        }
        Value::Set(_) => {
            let mut out = [0; 64];
            each(&mut |i, v| out[i] = v.set());
            Column::Sets(Arc::new(out))
        }
        _ => {
            let mut out = [NOWHERE; 64];
            each(&mut |i, v| out[i] = v.square());
            Column::Squares(Arc::new(out))
        }
    }
}

/// What a value of a type looks like.
fn sample(expr: &Expr) -> Value {
    use crate::value::Type;
    match expr.ty {
        Type::Bool => Value::Bool(false),
        Type::Int => Value::Int(0),
        Type::Set => Value::Set(0),
        Type::Square => Value::Square(0),
        Type::Man => Value::Man(0),
        Type::Side => Value::Side(false),
    }
}

/// Fixed squares a look-up may have: 64, off the board, none.
const FIXED: usize = 66;

/// Words about the varying king and at most one fixed square, for all squares of the king. They look at nothing else,
/// so one table serves all rules and threads; it is filled as it is asked.
static LOOKED_UP: LazyLock<Vec<OnceLock<Column>>> =
    LazyLock::new(|| (0..WORDS.len() * 2 * FIXED).map(|_| OnceLock::new()).collect());

/// Runs rules on rows.
#[derive(Debug)]
pub struct Columns<'r> {
    rules: &'r Rules,
    row: Row,
    named: Vec<Option<Column>>,
}

impl<'r> Columns<'r> {
    /// Ready to run.
    pub fn new(rules: &'r Rules) -> Columns<'r> {
        let row = Row { scene: Scene::kings(0, 0, true), varying: 1, lanes: 0 };
        Columns { rules, row, named: vec![None; rules.lets.len()] }
    }

    /// Goes to a row; lanes outside the theory's domain are dropped. Returns the lanes that are left.
    pub fn look_at(&mut self, row: Row) -> u64 {
        self.row = row;
        self.named.fill(None);
        if let Some(domain) = &self.rules.subject.domain
            && row.lanes != 0
        {
            self.row.lanes &= self.column(domain, row.lanes).mask();
            // Named values were computed for more lanes than are left, which does no harm.
        }
        self.row.lanes
    }

    /// The lanes on which all conditions of a rule hold.
    pub fn applies(&mut self, rule: &Rule) -> u64 {
        let mut live = self.row.lanes;
        for condition in &rule.conditions {
            if live == 0 {
                break;
            }
            live &= self.column(condition, live).mask();
        }
        live
    }

    /// The lanes on which a condition holds.
    pub fn holds(&mut self, condition: &Expr) -> u64 {
        let lanes = self.row.lanes;
        self.column(condition, lanes).mask() & lanes
    }

    /// The bounds of a rule's conclusion on a lane, if it has any. Only after [`Columns::applies`].
    pub fn bounds(&mut self, rule: &Rule, want: u64) -> Option<Bounds> {
        let Conclusion::Claim { bounds: Some((low, high)), claim: Claim::Win | Claim::Loss } =
            &rule.conclusion
        else {
            return None;
        };
        Some(Bounds(self.column(low, want), self.column(high, want)))
    }

    fn column(&mut self, expr: &Expr, want: u64) -> Column {
        match &expr.node {
            Node::Const(value) => Column::One(*value),
            Node::Place(place) if usize::from(*place) == self.row.varying => Column::King,
            Node::Place(place) => Column::One(Value::Square(self.row.scene.man(usize::from(*place)).square)),
            Node::Let(i) => self.named(*i),
            Node::Call(word, args) => self.call(*word, args, expr, want),
            Node::ToMove(strong) => Column::One(Value::Bool(self.row.scene.strong_to_move == *strong)),
            Node::Not(inner) => match self.column(inner, want) {
                Column::One(value) => Column::One(Value::Bool(!value.bool())),
                other => Column::Mask(!other.mask()),
            },
            Node::All(parts) => {
                let mut live = want;
                for part in parts {
                    if live == 0 {
                        break;
                    }
                    live &= self.column(part, live).mask();
                }
                Column::Mask(live)
            }
            Node::Any(parts) => {
                let mut found = 0;
                for part in parts {
                    if want & !found == 0 {
                        break;
                    }
                    found |= self.column(part, want & !found).mask() & want;
                }
                Column::Mask(found)
            }
            Node::Compare(compare, a, b) => self.compare(*compare, a, b, want),
            Node::Same(same, a, b) => {
                let mask = match (self.column(a, want), self.column(b, want)) {
                    (Column::One(a), Column::One(b)) => {
                        return Column::One(Value::Bool(is_same(a, b) == *same));
                    }
                    (Column::King, Column::One(sq)) | (Column::One(sq), Column::King) => bit(sq.square()),
                    (a, b) => {
                        lanes(want, Value::Bool(false), |i| Value::Bool(is_same(a.at(i), b.at(i)))).mask()
                    }
                };
                Column::Mask(if *same { mask } else { !mask })
            }
            Node::In(a, set) => match (self.column(a, want), self.column(set, want)) {
                (Column::One(a), Column::One(set)) => Column::One(Value::Bool(is_in(a, set.set()))),
                (Column::King, Column::One(set)) => Column::Mask(set.set()),
                (a, set) => lanes(want, Value::Bool(false), |i| Value::Bool(is_in(a.at(i), set.at(i).set()))),
            },
            Node::Arithmetic(op, a, b) => match (self.column(a, want), self.column(b, want)) {
                (Column::One(a), Column::One(b)) => Column::One(Value::Int(op.apply(a.int(), b.int()))),
                (Column::Ints(mut a), Column::One(b)) => {
                    let b = b.int();
                    Arc::make_mut(&mut a).iter_mut().for_each(|a| *a = op.apply(*a, b));
                    Column::Ints(a)
                }
                (Column::Ints(mut a), Column::Ints(b)) => {
                    Arc::make_mut(&mut a).iter_mut().zip(b.iter()).for_each(|(a, &b)| *a = op.apply(*a, b));
                    Column::Ints(a)
                }
                (a, b) => lanes(want, Value::Int(0), |i| Value::Int(op.apply(a.at(i).int(), b.at(i).int()))),
            },
            Node::Algebra(op, a, b) => match (self.column(a, want), self.column(b, want)) {
                (Column::One(a), Column::One(b)) => Column::One(Value::Set(op.apply(a.set(), b.set()))),
                (a, b) => lanes(want, Value::Set(0), |i| Value::Set(op.apply(a.at(i).set(), b.at(i).set()))),
            },
            Node::Set(squares) => {
                let columns: Vec<Column> = squares.iter().map(|s| self.column(s, want)).collect();
                if columns.iter().all(|c| matches!(c, Column::One(_))) {
                    let set = columns.iter().fold(0, |set, c| set | bit(c.at(0).square()));
                    return Column::One(Value::Set(set));
                }
                lanes(want, Value::Set(0), |i| {
                    Value::Set(columns.iter().fold(0, |set, c| set | bit(c.at(i).square())))
                })
            }
            Node::Choice(test, then, other) => match self.column(test, want) {
                Column::One(Value::Bool(true)) => self.column(then, want),
                Column::One(_) => self.column(other, want),
                test => {
                    let mask = test.mask();
                    let (then, other) = (self.column(then, want & mask), self.column(other, want & !mask));
                    lanes(want, sample(expr), |i| if mask >> i & 1 != 0 { then.at(i) } else { other.at(i) })
                }
            },
        }
    }

    /// A named value is computed once per row, for all lanes.
    fn named(&mut self, i: usize) -> Column {
        if let Some(column) = &self.named[i] {
            return column.clone();
        }
        let rules = self.rules;
        let column = self.column(&rules.lets[i].expr, self.row.lanes);
        self.named[i] = Some(column.clone());
        column
    }

    fn call(&mut self, word: usize, args: &[Expr], expr: &Expr, want: u64) -> Column {
        let mut columns = [const { Column::One(Value::Bool(false)) }; 4];
        let mut fixed = !WORDS[word].signature.board;
        for (column, arg) in columns.iter_mut().zip(args) {
            *column = self.column(arg, want);
            fixed &= match column {
                Column::One(Value::Man(place)) => usize::from(*place) != self.row.varying,
                Column::One(_) => true,
                _ => false,
            };
        }
        let columns = &columns[..args.len()];
        if fixed {
            let mut values = [Value::Bool(false); 4];
            for (value, column) in values.iter_mut().zip(columns) {
                *value = column.at(0);
            }
            return Column::One(Endgames.call(&self.row.scene, word, &values[..args.len()]));
        }
        if let Some(short) = self.short_way(word, columns, expr) {
            return short;
        }
        let row = self.row;
        lanes(want, sample(expr), |lane| {
            let mut values = [Value::Bool(false); 4];
            for (value, column) in values.iter_mut().zip(columns) {
                *value = column.at(lane);
            }
            Endgames.call(&row.at(lane), word, &values[..args.len()])
        })
    }

    /// Words that have a quick answer for all squares of the king at once.
    fn short_way(&self, word: usize, args: &[Column], expr: &Expr) -> Option<Column> {
        let row = &self.row;
        match (WORDS[word].short?, args) {
            (Short::SetDistance, [Column::King, Column::One(Value::Set(set))]) => {
                Some(Column::Ints(Arc::new(nearest(*set))))
            }
            (Short::Lead, [Column::One(Value::Man(man)), Column::One(Value::Set(set))]) => {
                short::lead(row, usize::from(*man), *set).map(|lanes| Column::Ints(Arc::new(lanes)))
            }
            (Short::Catches, [Column::One(Value::Man(king)), Column::One(Value::Man(pawn))]) => {
                short::catches(row, usize::from(*king), usize::from(*pawn)).map(Column::Mask)
            }
            (short @ (Short::Falls | Short::EnPrise), [Column::One(Value::Man(man))]) => {
                let man = usize::from(*man);
                let waits = short == Short::Falls && row.scene.man(man).strong == row.scene.strong_to_move;
                if waits {
                    return Some(Column::One(Value::Bool(false)));
                }
                short::en_prise(row, man).map(Column::Mask)
            }
            (Short::Stalemate, []) => short::stalemate(row).map(Column::Mask),
            (Short::InCheck, []) => Some(Column::Mask(short::in_check(row))),
            (Short::Lookup | Short::SetDistance | Short::Distance, _) => self.look_up(word, args, expr),
            _ => None,
        }
    }

    /// A word about the king alone, or the king and a fixed square.
    fn look_up(&self, word: usize, args: &[Column], expr: &Expr) -> Option<Column> {
        let (king_first, fixed) = match args {
            [Column::King] => (true, NOWHERE + 1),
            [Column::King, Column::One(Value::Square(sq))] => (true, *sq),
            [Column::One(Value::Square(sq)), Column::King] => (false, *sq),
            _ => return None,
        };
        let scene = &self.row.scene;
        let place = (2 * word + usize::from(king_first)) * FIXED + usize::from(fixed);
        let found = LOOKED_UP[place].get_or_init(|| {
            lanes(!0, sample(expr), |lane| {
                let (king, other) = (Value::Square(lane), Value::Square(fixed));
                let values = if king_first { [king, other] } else { [other, king] };
                Endgames.call(scene, word, &values[..args.len()])
            })
        });
        Some(found.clone())
    }

    fn compare(&mut self, compare: Compare, a: &Expr, b: &Expr, want: u64) -> Column {
        // A distance from the king to a fixed square, compared with a fixed number, is a set of squares.
        for (call, bound, compare) in [(a, b, compare), (b, a, compare.turned())] {
            if let Node::Call(word, args) = &call.node
                && WORDS[*word].short == Some(Short::Distance)
                && let (Column::King, Column::One(sq)) | (Column::One(sq), Column::King) =
                    (self.column(&args[0], want), self.column(&args[1], want))
                && let Column::One(n) = self.column(bound, want)
            {
                return Column::Mask(ring(compare, sq.square(), n.int()));
            }
        }
        match (self.column(a, want), self.column(b, want)) {
            (Column::One(a), Column::One(b)) => Column::One(Value::Bool(compare.holds(a.int(), b.int()))),
            (Column::Ints(a), Column::One(b)) => Column::Mask(compare_lanes(compare, &a, b.int())),
            (Column::One(a), Column::Ints(b)) => Column::Mask(compare_lanes(compare.turned(), &b, a.int())),
            (Column::Ints(a), Column::Ints(b)) => {
                let mut mask = 0;
                for (i, (&a, &b)) in a.iter().zip(b.iter()).enumerate() {
                    mask |= u64::from(compare.holds(a, b)) << i;
                }
                Column::Mask(mask)
            }
            (a, b) => {
                lanes(want, Value::Bool(false), |i| Value::Bool(compare.holds(a.at(i).int(), b.at(i).int())))
            }
        }
    }
}

/// Bounds in plies, lane by lane.
#[derive(Debug)]
pub struct Bounds(Column, Column);

impl Bounds {
    /// The bounds of a lane.
    #[inline]
    pub fn at(&self, lane: u8) -> (i16, i16) {
        (self.0.at(lane).int(), self.1.at(lane).int())
    }
}

/// The squares whose distance to a square compares so with a number.
fn ring(compare: Compare, sq: u8, n: i16) -> u64 {
    if sq >= NOWHERE {
        return if compare.holds(FAR, n) { !0 } else { 0 };
    }
    let at_most = |n: i16| if n < 0 { 0 } else { ball(sq, n) };
    let (below, upto) = (at_most(n.saturating_sub(1)), at_most(n));
    match compare {
        Compare::Equal => upto & !below,
        Compare::Differs => !(upto & !below),
        Compare::Less => below,
        Compare::AtMost => upto,
        Compare::More => !upto,
        Compare::AtLeast => !below,
    }
}

fn compare_lanes(compare: Compare, lanes: &[i16; 64], bound: i16) -> u64 {
    // One loop per kind of comparison, so that each is a straight line.
    // Eight lanes make a byte: each 0 or 1 is multiplied to its place in the top byte.
    fn pack(lanes: &[i16; 64], holds: impl Fn(i16) -> bool) -> u64 {
        let yes: [u8; 64] = std::array::from_fn(|i| u8::from(holds(lanes[i])));
        let (bytes, _) = yes.as_chunks::<8>();
        bytes.iter().enumerate().fold(0, |mask, (i, &byte)| {
            mask | (u64::from_le_bytes(byte).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i)
        })
    }
    match compare {
        Compare::Equal => pack(lanes, |n| n == bound),
        Compare::Differs => pack(lanes, |n| n != bound),
        Compare::Less => pack(lanes, |n| n < bound),
        Compare::AtMost => pack(lanes, |n| n <= bound),
        Compare::More => pack(lanes, |n| n > bound),
        Compare::AtLeast => pack(lanes, |n| n >= bound),
    }
}
