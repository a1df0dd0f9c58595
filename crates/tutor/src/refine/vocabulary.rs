//! The words of the expert rules: features of both sides at the start of a line and at its quiet end.

use std::sync::{Arc, LazyLock};

use philidor_chess::shakmaty::{Color, Position};
use philidor_know::features::{FeatureId, Group, glossary};
use philidor_rules::{
    value::{NOWHERE, Type, Value},
    vocabulary::{Concludes, Signature, Vocabulary},
};

use crate::envision::{Envisioned, Picture};

/// What rules look at: the features at the start of a line, at its end, and the most there was of each on the way.
#[derive(Debug)]
pub struct Reading {
    before: Picture,
    after: Picture,
    most: Vec<[i32; 2]>,
    mover: Color,
    /// Passed pawns that come forward in the line, White's and Black's.
    advanced: [i32; 2],
    /// Knights on outposts that no bishop can attack any more, White's and Black's.
    uncontested: [i32; 2],
    /// Who castles in the line.
    castles: [bool; 2],
}

impl Reading {
    /// Reads a line.
    pub fn new(env: &Envisioned) -> Reading {
        let most = FeatureId::all().map(|f| Color::ALL.map(|side| env.most(f, side).0)).collect();
        Reading {
            before: env.before().clone(),
            after: env.after().clone(),
            most,
            mover: env.start().turn(),
            advanced: Color::ALL.map(|side| env.advanced_passers(side)),
            uncontested: Color::ALL.map(|side| env.uncontested_outposts(side)),
            castles: Color::ALL.map(|side| env.castles(side)),
        }
    }
}

impl Reading {
    /// The side that plays the first move.
    pub fn mover(&self) -> Color {
        self.mover
    }
}

impl Reading {
    /// Reads the position after `ply` moves as if nothing had changed.
    pub fn at(env: &Envisioned, ply: usize) -> Reading {
        let picture = env.picture(ply);
        let most = FeatureId::all().map(|f| Color::ALL.map(|side| picture.cell(f, side).count)).collect();
        Reading {
            before: picture.clone(),
            after: picture.clone(),
            most,
            mover: env.position(ply).turn(),
            advanced: [0; 2],
            uncontested: [0; 2],
            castles: [false; 2],
        }
    }
}

/// A reading as one of the sides sees it.
#[derive(Debug, Clone)]
pub struct Scene {
    pub(super) reading: Arc<Reading>,
    pub(super) us: Color,
}

/// What a word asks of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aspect {
    Count,
    Before,
    Change,
    Worth,
    Most,
}

const ASPECTS: [Aspect; 5] = [Aspect::Count, Aspect::Before, Aspect::Change, Aspect::Worth, Aspect::Most];

/// What a word asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    Feature(FeatureId, Aspect),
    GroupChange(Group),
    GroupWorth(Group),
    Material,
    MaterialBefore,
    Phase,
    Moved,
    LightBishops,
    LightBishopsBefore,
    DarkBishops,
    DarkBishopsBefore,
    RookSquares,
    RookSquaresBefore,
    QueenSquares,
    QueenSquaresBefore,
    ShutInRooks,
    ShutInRooksBefore,
    AdvancedPassers,
    UncontestedOutposts,
    Castles,
    Abs,
    Min,
    Max,
}

/// A word with its meaning.
#[derive(Debug, Clone)]
pub struct Word {
    signature: Signature,
    ask: Ask,
}

impl Word {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.signature.name
    }

    /// Its meaning.
    pub fn gloss(&self) -> &'static str {
        self.signature.gloss
    }
}

const SIDE: &[Type] = &[Type::Side];

static WORDS: LazyLock<Vec<Word>> = LazyLock::new(make_words);
static SIGNATURES: LazyLock<Vec<Signature>> =
    LazyLock::new(|| WORDS.iter().map(|word| word.signature).collect());

/// All words, in the order of the reference.
pub fn words() -> &'static [Word] {
    &WORDS
}

fn make_words() -> Vec<Word> {
    // The vocabulary wants names that live as long as the program; there is one such list.
    let word = |name: String, params: &'static [Type], result: Type, gloss: String, ask: Ask| Word {
        signature: Signature {
            name: name.leak(),
            params,
            result,
            gloss: gloss.leak(),
            absolute: false,
            board: false,
        },
        ask,
    };
    let mut all = Vec::new();
    for feature in FeatureId::all() {
        let (id, gloss) = (feature.id(), &glossary().entry(feature).gloss);
        for aspect in ASPECTS {
            let (name, what) = match aspect {
                Aspect::Count => (id.to_owned(), "in the envisioned position"),
                Aspect::Before => (format!("{id}_before"), "at the start"),
                Aspect::Change => (format!("{id}_change"), "centipawns gained by its owner"),
                Aspect::Worth => (format!("{id}_worth"), "centipawns for its owner, at the end"),
                Aspect::Most => (format!("{id}_most"), "the most in any quiet position on the way"),
            };
            all.push(word(name, SIDE, Type::Int, format!("{gloss} ({what})"), Ask::Feature(feature, aspect)));
        }
    }
    for group in Group::ALL {
        let name = group.name();
        let gloss = format!("centipawns gained by a side's features of the group {name}");
        all.push(word(format!("group_{name}_change"), SIDE, Type::Int, gloss, Ask::GroupChange(group)));
        let gloss = format!("centipawns of a side's features of the group {name}, at the end");
        all.push(word(format!("group_{name}_worth"), SIDE, Type::Int, gloss, Ask::GroupWorth(group)));
    }
    let others: [(&str, &'static [Type], Type, &str, Ask); 20] = [
        ("material", SIDE, Type::Int, "points of material ahead, at the end", Ask::Material),
        ("material_before", SIDE, Type::Int, "points of material ahead, at the start", Ask::MaterialBefore),
        ("phase", &[], Type::Int, "24 with all pieces, 0 with bare kings, at the end", Ask::Phase),
        ("moved", SIDE, Type::Bool, "the side that plays the first move of the line", Ask::Moved),
        ("light_bishops", SIDE, Type::Int, "bishops on light squares, at the end", Ask::LightBishops),
        ("light_bishops_before", SIDE, Type::Int, "the same at the start", Ask::LightBishopsBefore),
        ("dark_bishops", SIDE, Type::Int, "bishops on dark squares, at the end", Ask::DarkBishops),
        ("dark_bishops_before", SIDE, Type::Int, "the same at the start", Ask::DarkBishopsBefore),
        (
            "rook_squares",
            SIDE,
            Type::Int,
            "squares its rooks see, own men left out, at the end",
            Ask::RookSquares,
        ),
        ("rook_squares_before", SIDE, Type::Int, "the same at the start", Ask::RookSquaresBefore),
        (
            "queen_squares",
            SIDE,
            Type::Int,
            "squares its queens see, own men left out, at the end",
            Ask::QueenSquares,
        ),
        ("queen_squares_before", SIDE, Type::Int, "the same at the start", Ask::QueenSquaresBefore),
        (
            "shut_in_rooks",
            SIDE,
            Type::Int,
            "rooks with hardly a square beside their king, at the end",
            Ask::ShutInRooks,
        ),
        ("shut_in_rooks_before", SIDE, Type::Int, "the same at the start", Ask::ShutInRooksBefore),
        (
            "advanced_passers",
            SIDE,
            Type::Int,
            "passed pawns that come forward in the line",
            Ask::AdvancedPassers,
        ),
        (
            "uncontested_outposts",
            SIDE,
            Type::Int,
            "knights that stay on an outpost of a colour on which the other side has lost its bishop",
            Ask::UncontestedOutposts,
        ),
        ("castles", SIDE, Type::Bool, "the side castles in the line", Ask::Castles),
        ("abs", &[Type::Int], Type::Int, "a number without its sign", Ask::Abs),
        ("min", &[Type::Int, Type::Int], Type::Int, "the smaller number", Ask::Min),
        ("max", &[Type::Int, Type::Int], Type::Int, "the larger number", Ask::Max),
    ];
    all.extend(others.into_iter().map(|(name, params, result, gloss, ask)| {
        word(name.to_owned(), params, result, gloss.to_owned(), ask)
    }));
    all
}

/// The features a word speaks of. A group stands for none by itself: it does not explain any one of them away.
pub(super) fn mentioned(word: usize) -> Option<FeatureId> {
    match WORDS[word].ask {
        Ask::Feature(feature, _) => Some(feature),
        _ => None,
    }
}

/// The feature whose count in the envisioned position a word gives.
pub(super) fn counted(word: usize) -> Option<FeatureId> {
    match WORDS[word].ask {
        Ask::Feature(feature, Aspect::Count) => Some(feature),
        _ => None,
    }
}

/// The vocabulary of the expert rules.
#[derive(Debug, Clone, Copy)]
pub struct Differences;

impl Vocabulary for Differences {
    type Scene = Scene;

    fn header(&self) -> &'static str {
        "concepts"
    }

    fn words(&self) -> &[Signature] {
        &SIGNATURES
    }

    fn concludes(&self) -> Concludes {
        Concludes::Concepts
    }

    fn call(&self, scene: &Scene, word: usize, args: &[Value]) -> Value {
        let Reading { before, after, most, mover, advanced, uncontested, castles } = &*scene.reading;
        let side = match args.first() {
            Some(Value::Side(true)) => scene.us,
            _ => !scene.us,
        };
        let number = |i: usize| args.get(i).map_or(0, |v| i32::from(v.int()));
        let place = usize::from(side.is_black());
        let bishops = |picture: &Picture, colour: usize| picture.coloured_bishops[place][colour];
        let value = match WORDS[word].ask {
            Ask::Feature(feature, aspect) => {
                let (old, new) = (before.cell(feature, side), after.cell(feature, side));
                match aspect {
                    Aspect::Count => new.count,
                    Aspect::Before => old.count,
                    Aspect::Change => new.cp - old.cp,
                    Aspect::Worth => new.cp,
                    Aspect::Most => most[feature as usize][place],
                }
            }
            Ask::GroupChange(group) => after.group(group, side) - before.group(group, side),
            Ask::GroupWorth(group) => after.group(group, side),
            Ask::Material => after.balance(side),
            Ask::MaterialBefore => before.balance(side),
            Ask::Phase => after.phase,
            Ask::Moved => return Value::Bool(*mover == side),
            Ask::LightBishops => bishops(after, 0),
            Ask::LightBishopsBefore => bishops(before, 0),
            Ask::DarkBishops => bishops(after, 1),
            Ask::DarkBishopsBefore => bishops(before, 1),
            Ask::RookSquares => after.rook_squares[place],
            Ask::RookSquaresBefore => before.rook_squares[place],
            Ask::QueenSquares => after.queen_squares[place],
            Ask::QueenSquaresBefore => before.queen_squares[place],
            Ask::ShutInRooks => after.shut_in_rooks[place],
            Ask::ShutInRooksBefore => before.shut_in_rooks[place],
            Ask::AdvancedPassers => advanced[place],
            Ask::UncontestedOutposts => uncontested[place],
            Ask::Castles => return Value::Bool(castles[place]),
            Ask::Abs => number(0).abs(),
            Ask::Min => number(0).min(number(1)),
            Ask::Max => number(0).max(number(1)),
        };
        Value::Int(value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16)
    }

    fn man(&self, _: &Scene, _: usize) -> u8 {
        NOWHERE
    }

    fn strong_to_move(&self, scene: &Scene) -> bool {
        scene.reading.mover == scene.us
    }
}
