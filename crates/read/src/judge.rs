//! Whether what was said is true: on the board, by the checker's counts, or by the analyst's word.
//!
//! A claim is false only if the text plainly says it of this position or this move and something shows the contrary. What may be
//! meant of another moment, or lies too close to call, is not decided.

mod board;
mod deed;
mod verdict;

use philidor_chess::shakmaty::{Bitboard, Board, Color, Piece, Role, Square};
use philidor_claims::Claim;

use crate::{
    lexicon::Who,
    meaning::{Meaning, Topic},
    pattern::{Filled, ManSaid},
    scene::Scene,
};

/// Whether a claim holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Ruling {
    /// It holds, and this shows it.
    True(String, Option<Box<Claim>>),
    /// It does not hold, and this shows it.
    False(String),
    /// Nobody can tell, and this is why.
    Open(&'static str),
}

impl Ruling {
    pub(crate) fn yes(shows: impl Into<String>) -> Ruling {
        Ruling::True(shows.into(), None)
    }

    pub(crate) fn no(shows: impl Into<String>) -> Ruling {
        Ruling::False(shows.into())
    }

    /// The opposite.
    fn turned(self) -> Ruling {
        match self {
            Ruling::True(shows, _) => Ruling::False(shows),
            Ruling::False(shows) => Ruling::True(shows, None),
            open => open,
        }
    }
}

/// How something is said.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Manner {
    /// With a negation.
    pub(crate) negated: bool,
    /// Right before it stands "not", rather than "prevents" or "without".
    pub(crate) denied: bool,
    /// It was so and is not any more.
    pub(crate) longer: bool,
    /// Of where something may go: "a square for the king on h7".
    pub(crate) towards: bool,
    /// Of something that is taken for granted: "the passed pawn".
    pub(crate) definite: bool,
    /// Of what may come.
    pub(crate) maybe: bool,
    /// Of what was.
    pub(crate) past: bool,
    /// Of something that comes about.
    pub(crate) soon: bool,
    /// Plainly of the move: at the head of the sentence, or after words such as "this move".
    pub(crate) of_move: bool,
    /// The side spoken of last.
    pub(crate) he: Option<Color>,
}

/// One thing that was said.
#[derive(Clone, Copy)]
pub(crate) struct Said<'a> {
    pub(crate) meaning: &'a Meaning,
    pub(crate) filled: &'a Filled,
    pub(crate) manner: Manner,
}

impl Said<'_> {
    /// The side it names.
    fn side(&self, scene: &Scene<'_>) -> Option<Color> {
        self.filled.side.and_then(|who| who.color(scene.mover(), self.manner.he))
    }

    fn word(&self) -> &str {
        &self.meaning.word
    }
}

/// The men that are meant on a board: those of the kind, side, file and square that were said.
fn men(board: &Board, said: &ManSaid, scene: &Scene<'_>, he: Option<Color>, side: Option<Color>) -> Bitboard {
    let color = said.color.filter(|who| !matches!(who, Who::He | Who::I) || he.is_some());
    let color = color.and_then(|who| who.color(scene.mover(), he)).or(side);
    let of = |color: Color| board.by_piece(Piece { color, role: said.role });
    let mut found = color.map_or_else(|| of(Color::White) | of(Color::Black), of);
    if let Some(square) = said.square {
        found &= Bitboard::from(square);
    }
    if let Some(file) = said.file {
        found &= Bitboard::from_file(file);
    }
    found
}

pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

pub(crate) fn side_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn man_on(board: &Board, square: Square) -> String {
    let name = board.role_at(square).map_or("square", role_name);
    format!("the {name} on {square}")
}

fn listed(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

/// Whether what was said is true.
pub(crate) fn rule(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let manner = said.manner;
    let timeless = matches!(said.meaning.topic, Topic::Game | Topic::Opening | Topic::Instead);
    // "Can castle" is said of now, and intentions of what comes.
    let intends = said.word() == "castling_right"
        || said.meaning.topic == Topic::Move
            && matches!(
                said.word(),
                "prepares" | "threatens" | "threatens_mate" | "threatens_man" | "prevents" | "allows"
            );
    let of_board = matches!(said.meaning.topic, Topic::Feature | Topic::Material | Topic::State);
    if manner.longer && of_board && (intends || !manner.maybe) {
        return no_longer(said, scene);
    }
    // What is taken for granted is there whatever is said of it.
    let granted = manner.definite && matches!(said.meaning.topic, Topic::Feature | Topic::State);
    if manner.maybe && !timeless && !intends {
        let open = Ruling::Open("it speaks of what may come");
        if !granted || manner.negated {
            return open;
        }
        let bare = Said { manner: Manner { maybe: false, ..manner }, ..*said };
        return match rule(&bare, scene) {
            Ruling::True(shows, claim) => Ruling::True(shows, claim),
            _ => open,
        };
    }
    let deniable = [Topic::Feature, Topic::Material, Topic::State, Topic::Standing, Topic::Quality];
    if manner.negated && said.meaning.topic == Topic::Move {
        return not_done(said, scene);
    }
    if manner.negated && !deniable.contains(&said.meaning.topic) {
        return Ruling::Open("it says what is not done");
    }
    let ruling = match said.meaning.topic {
        Topic::Feature => board::feature(said, scene),
        Topic::Material => board::material(said, scene),
        Topic::Phase => board::phase(said, scene),
        Topic::State => board::state(said, scene),
        Topic::Move => deed::deed(said, scene),
        Topic::Standing => verdict::standing(said, scene),
        Topic::Quality => verdict::quality(said, scene),
        Topic::Instead => verdict::instead(said, scene),
        Topic::Game => verdict::game(said, scene),
        Topic::Opening | Topic::Line | Topic::Mention => Ruling::Open("nobody asked"),
    };
    if manner.negated { ruling.turned() } else { soften(ruling, said) }
}

/// It was so before the move, and is not now.
fn no_longer(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let Some(before) = scene.before() else { return Ruling::Open("what was before is not known") };
    let he = Some(said.manner.he.unwrap_or(scene.mover()));
    let manner = Manner { he, of_move: said.manner.of_move, ..Manner::default() };
    let at = |pos: &philidor_chess::shakmaty::Chess| {
        let about = crate::About { position: pos.clone(), ..crate::About::default() };
        rule(&Said { manner, ..*said }, &scene.at(&about))
    };
    match (at(before), at(scene.now())) {
        (_, Ruling::True(shows, _)) => Ruling::False(format!("it still is so: {shows}")),
        (Ruling::True(shows, _), _) => Ruling::yes(format!("before the move {shows}; now it is not so")),
        _ => Ruling::Open("it may not have been so just before"),
    }
}

/// The move is said not to do something.
fn not_done(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    const DEEDS: [&str; 8] =
        ["attacks", "defends", "captures", "checks", "castles", "pins", "forks", "develops"];
    if !said.manner.denied || !DEEDS.contains(&said.word()) {
        return Ruling::Open("it says what is not done");
    }
    let plainly = said.manner.of_move;
    let bare = Said { manner: Manner { negated: false, ..said.manner }, ..*said };
    match deed::deed(&bare, scene) {
        Ruling::True(shows, _) if plainly => Ruling::False(shows),
        Ruling::False(shows) => Ruling::yes(shows),
        Ruling::Open(_) if plainly && matches!(said.word(), "castles" | "checks" | "captures") => {
            Ruling::yes("the move played does not do it")
        }
        _ => Ruling::Open("it says what is not done"),
    }
}

/// What is said of the past may have been true then.
fn soften(ruling: Ruling, said: &Said<'_>) -> Ruling {
    let of_board = matches!(
        said.meaning.topic,
        Topic::Feature | Topic::Material | Topic::State | Topic::Phase | Topic::Standing
    );
    match ruling {
        Ruling::False(_) if said.manner.past && (of_board || said.meaning.topic == Topic::Move) => {
            Ruling::Open("it speaks of what was")
        }
        Ruling::False(_) if said.manner.soon && of_board => Ruling::Open("it may come about later"),
        other => other,
    }
}
