//! A characterisation laid out over every position of a table.

use philidor_chess::{Material, shakmaty::Color};
use philidor_truth::{Table, Value, Wdl};

use super::{Characterisation, Feature, Place};

/// Every legal position of an endgame for one side to move, up to symmetry, feature by feature.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Which endgame, the stronger side as White.
    pub material: Material,
    /// Who is to move.
    pub to_move: Color,
    /// What the columns are.
    pub features: Vec<Feature>,
    /// One column per feature, one number per position.
    pub columns: Vec<Vec<i8>>,
    /// Where the men stand.
    pub places: Vec<Place>,
    /// What the table says, from the side to move.
    pub values: Vec<Value>,
    /// The result for White in each position.
    pub results: Vec<Wdl>,
    /// The result for White if the other side were to move; `None` where that is illegal.
    pub other: Vec<Option<Wdl>>,
}

/// The result for White of a value seen from the side to move.
fn for_white(value: Value, to_move: Color) -> Wdl {
    if to_move.is_white() { value.wdl() } else { value.wdl().flipped() }
}

#[derive(Default)]
struct Part {
    columns: Vec<Vec<i8>>,
    places: Vec<Place>,
    values: Vec<Value>,
    other: Vec<Option<Wdl>>,
}

impl Dataset {
    /// Lays the features out over a table, on all cores. The order of the rows is that of the table's walk.
    pub fn new(table: &Table, to_move: Color, characterisation: &Characterisation) -> Dataset {
        let features = characterisation.features.clone();
        let material = table.material();
        let parts = table.fold_rows(
            || Part { columns: vec![Vec::new(); features.len()], ..Part::default() },
            |part, row| {
                let turned = row.legal(!to_move);
                for entry in row.entries(to_move) {
                    let place = Place::from_entry(&entry, material);
                    for (column, feature) in part.columns.iter_mut().zip(&features) {
                        column.push(feature.value(&place));
                    }
                    let bk = entry.black_king();
                    let other =
                        (turned >> bk & 1 == 1).then(|| for_white(row.entry(bk, !to_move).value(), !to_move));
                    part.places.push(place);
                    part.values.push(entry.value());
                    part.other.push(other);
                }
            },
        );
        let rows = parts.iter().map(|p| p.places.len()).sum();
        let mut all = Dataset {
            material,
            to_move,
            columns: features.iter().map(|_| Vec::with_capacity(rows)).collect(),
            features,
            places: Vec::with_capacity(rows),
            values: Vec::with_capacity(rows),
            results: Vec::with_capacity(rows),
            other: Vec::with_capacity(rows),
        };
        for part in parts {
            for (to, from) in all.columns.iter_mut().zip(part.columns) {
                to.extend(from);
            }
            all.results.extend(part.values.iter().map(|&v| for_white(v, to_move)));
            all.places.extend(part.places);
            all.values.extend(part.values);
            all.other.extend(part.other);
        }
        all
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if the endgame has no position.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All row numbers.
    pub fn rows(&self) -> Vec<u32> {
        (0..self.len() as u32).collect()
    }

    /// True if the result changes with the side to move.
    pub fn is_borderline(&self, row: u32) -> bool {
        let row = row as usize;
        self.other[row].is_some_and(|other| other != self.results[row])
    }

    /// The position of a row.
    pub fn fen(&self, row: u32) -> String {
        self.places[row as usize].fen(self.material)
    }

    /// The features of a row.
    pub fn values_of(&self, row: u32) -> Vec<i8> {
        self.columns.iter().map(|c| c[row as usize]).collect()
    }

    /// The columns as numbers for a net.
    pub fn inputs(&self, coding: Coding) -> Inputs {
        let widths: Vec<usize> = self.features.iter().map(|f| coding.width(f)).collect();
        let width = widths.iter().sum();
        let mut numbers = Vec::with_capacity(width * self.len());
        for row in 0..self.len() {
            for ((feature, column), &bits) in self.features.iter().zip(&self.columns).zip(&widths) {
                coding.write(feature, column[row], bits, &mut numbers);
            }
        }
        let names = self.features.iter().zip(&widths).flat_map(|(f, &bits)| match coding {
            Coding::Binary if bits > 1 => {
                (0..bits).rev().map(|b| format!("{}.{b}", f.name)).collect::<Vec<_>>()
            }
            _ => vec![f.name.clone(); bits],
        });
        Inputs { width, names: names.collect(), numbers }
    }
}

/// How a feature becomes inputs of a net (Haworth and Velliste, section 4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    /// The value itself: the paper's choice.
    Natural,
    /// The value moved and scaled to lie between -1 and 1.
    Scaled,
    /// The value above its least, in binary digits, most significant first.
    Binary,
}

impl Coding {
    /// How many inputs a feature takes.
    pub fn width(self, feature: &Feature) -> usize {
        match self {
            Coding::Natural | Coding::Scaled => 1,
            Coding::Binary => (usize::BITS - (feature.values() - 1).leading_zeros()) as usize,
        }
    }

    /// The inputs of one position.
    pub fn encode(self, features: &[Feature], values: &[i8]) -> Vec<f32> {
        let mut out = Vec::new();
        for (feature, &value) in features.iter().zip(values) {
            self.write(feature, value, self.width(feature), &mut out);
        }
        out
    }

    fn write(self, feature: &Feature, value: i8, width: usize, out: &mut Vec<f32>) {
        let (low, high) = feature.range;
        match self {
            Coding::Natural => out.push(f32::from(value)),
            Coding::Scaled => {
                let half = (f32::from(high) - f32::from(low)) / 2.0;
                let middle = f32::from(low) + half;
                out.push(if half > 0.0 { (f32::from(value) - middle) / half } else { 0.0 });
            }
            Coding::Binary => {
                let above = (i32::from(value) - i32::from(low)) as u32;
                out.extend((0..width).rev().map(|b| (above >> b & 1) as f32));
            }
        }
    }
}

/// A table of numbers, one row per position.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// Numbers per position.
    pub width: usize,
    /// What each is.
    pub names: Vec<String>,
    /// Row after row.
    pub numbers: Vec<f32>,
}

impl Inputs {
    /// The inputs of one position.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.numbers[row * self.width..(row + 1) * self.width]
    }
}
