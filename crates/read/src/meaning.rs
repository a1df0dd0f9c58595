//! What a phrase can mean: a topic and a word for which of its kind. Files of phrases name them; [`TOPICS`] lists all.

use std::str::FromStr;

use philidor_know::features::FeatureId;

/// What a phrase means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// For example `standing`.
    pub topic: Topic,
    /// For example `better`.
    pub word: String,
}

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// A feature of a side: a passed pawn, the bishop pair.
    Feature,
    /// How many men each side has.
    Material,
    /// Which kind of ending it is, or the phase of the game.
    Phase,
    /// How a man, a king or a file stands.
    State,
    /// What the move does.
    Move,
    /// Who stands better.
    Standing,
    /// How good the move is.
    Quality,
    /// Another move would have been better.
    Instead,
    /// How the game ends.
    Game,
    /// The name of an opening.
    Opening,
    /// A row of moves that can be played.
    Line,
    /// A man on its square, a move that is possible.
    Mention,
}

/// All topics of phrases, with the words each knows; of features, the ids of the vocabulary. The last three topics need no phrases.
pub const TOPICS: [(Topic, &str, &[&str]); 12] = [
    (Topic::Feature, "feature", &[]),
    (
        Topic::Material,
        "material",
        &[
            "up",
            "pawn_up",
            "piece_up",
            "exchange_up",
            "equal",
            "down",
            "pawn_down",
            "piece_down",
            "exchange_down",
        ],
    ),
    (
        Topic::Phase,
        "phase",
        &[
            "rook_ending",
            "pawn_ending",
            "bishop_ending",
            "knight_ending",
            "queen_ending",
            "minor_ending",
            "opposite_bishops",
            "ending",
            "opening",
            "queens_off",
        ],
    ),
    (
        Topic::State,
        "state",
        &[
            "castled",
            "uncastled",
            "opposite_castling",
            "open_file",
            "half_open_file",
            "pinned",
            "attacked",
            "undefended",
            "in_check",
            "trapped",
            "blocked_pawn",
            "centralised",
            "stands_on",
            "castling_right",
            "more_space",
            "more_active",
            "better_developed",
        ],
    ),
    (
        Topic::Move,
        "move",
        &[
            "attacks",
            "defends",
            "develops",
            "castles",
            "captures",
            "recaptures",
            "checks",
            "mates",
            "trades",
            "offers_trade",
            "sacrifices",
            "pins",
            "forks",
            "advances",
            "retreats",
            "opens_file",
            "opens_line",
            "doubles_rooks",
            "takes_open_file",
            "controls",
            "occupies",
            "blocks",
            "centralises",
            "prevents",
            "prepares",
            "threatens",
            "threatens_mate",
            "threatens_man",
            "allows",
            "unpins",
            "wins_man",
            "promotes",
            "luft",
            "space",
            "discovers",
        ],
    ),
    (
        Topic::Standing,
        "standing",
        &[
            "better",
            "slightly_better",
            "clearly_better",
            "winning",
            "worse",
            "lost",
            "equal",
            "drawn",
            "mating",
        ],
    ),
    (Topic::Quality, "quality", &["mistake", "blunder", "good", "best", "only", "inaccurate"]),
    (Topic::Instead, "instead", &["better", "possible"]),
    (Topic::Game, "game", &["resigns", "wins", "draw", "mate"]),
    (Topic::Opening, "opening", &["name"]),
    (Topic::Line, "line", &["legal"]),
    (Topic::Mention, "mention", &["man", "move"]),
];

impl Topic {
    /// As files and reports spell it.
    pub fn name(self) -> &'static str {
        TOPICS.iter().find(|(topic, ..)| *topic == self).map_or("", |(_, name, _)| name)
    }

    /// It says more than that a man or a move is there.
    pub fn is_statement(self) -> bool {
        !matches!(self, Topic::Mention | Topic::Line)
    }
}

impl FromStr for Meaning {
    type Err = String;

    fn from_str(text: &str) -> Result<Meaning, String> {
        let (topic, word) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let (topic, name, words) = TOPICS.iter().find(|(_, name, _)| *name == topic).ok_or_else(|| {
            format!("nothing is called {topic:?}: there are {}", TOPICS.map(|(_, name, _)| name).join(", "))
        })?;
        let known = match topic {
            Topic::Feature => FeatureId::from_id(word).is_some(),
            _ => words.contains(&word),
        };
        if known {
            Ok(Meaning { topic: *topic, word: word.to_owned() })
        } else {
            let choice =
                if words.is_empty() { "the ids of features.toml".to_owned() } else { words.join(", ") };
            Err(format!("{name} knows no {word:?}: there are {choice}"))
        }
    }
}
