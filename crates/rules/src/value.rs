//! What expressions of the language stand for.

use std::fmt;

/// The types of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// Yes or no.
    Bool,
    /// A number.
    Int,
    /// A square; a word may also lead off the board.
    Square,
    /// A set of squares.
    Set,
    /// A man on the board; stands for its square where a square is wanted.
    Man,
    /// One of the two sides.
    Side,
}

impl Type {
    /// Its name in a parameter list.
    pub fn name(self) -> &'static str {
        match self {
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Square => "square",
            Type::Set => "set",
            Type::Man => "man",
            Type::Side => "side",
        }
    }

    /// All types.
    pub const ALL: [Type; 6] = [Type::Bool, Type::Int, Type::Square, Type::Set, Type::Man, Type::Side];
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Bool => "a condition",
            Type::Int => "a number",
            Type::Square => "a square",
            Type::Set => "a set of squares",
            Type::Man => "a man",
            Type::Side => "a side",
        })
    }
}

/// Off the board.
pub const NOWHERE: u8 = 64;

/// A value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A number; arithmetic stops at the ends of its range instead of wrapping.
    Int(i16),
    /// A square (a1 = 0), or [`NOWHERE`].
    Square(u8),
    /// A set of squares.
    Set(u64),
    /// The place of a man in the scene.
    Man(u8),
    /// True for the side that the rules speak for.
    Side(bool),
}

impl Value {
    /// The condition.
    #[inline]
    pub fn bool(self) -> bool {
        matches!(self, Value::Bool(true))
    }

    /// The number; 0 for what is none (the checker lets no such thing happen).
    #[inline]
    pub fn int(self) -> i16 {
        if let Value::Int(n) = self { n } else { 0 }
    }

    /// The square.
    #[inline]
    pub fn square(self) -> u8 {
        if let Value::Square(sq) = self { sq } else { NOWHERE }
    }

    /// The set.
    #[inline]
    pub fn set(self) -> u64 {
        if let Value::Set(set) = self { set } else { 0 }
    }

    /// The man.
    #[inline]
    pub fn man(self) -> usize {
        if let Value::Man(man) = self { usize::from(man) } else { 0 }
    }

    /// The side.
    #[inline]
    pub fn side(self) -> bool {
        matches!(self, Value::Side(true))
    }
}

/// A set of one square; empty off the board.
#[inline]
pub fn bit(sq: u8) -> u64 {
    1u64.checked_shl(u32::from(sq)).unwrap_or(0)
}
