//! The names of motifs: the vocabulary of Lichess's puzzle themes, plus overloading.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! themes {
    ($($name:ident $id:literal $family:ident $rank:literal $doc:literal;)*) => {
        /// A named property of a line.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
        )]
        #[repr(u8)]
        pub enum Theme { $(#[doc = $doc] #[serde(rename = $id)] $name,)* }

        impl Theme {
            /// All themes, in alphabetical order of their ids.
            pub const ALL: &[Theme] = &[$(Theme::$name,)*];

            /// The id as puzzle files spell it.
            pub fn id(self) -> &'static str {
                match self { $(Theme::$name => $id,)* }
            }

            /// What it means, in one sentence.
            pub fn gloss(self) -> &'static str {
                match self { $(Theme::$name => $doc,)* }
            }

            /// Its place in the order in which a player would name several devices on the board; 0 if it is not told as a device.
            pub fn rank(self) -> u8 {
                match self { $(Theme::$name => $rank,)* }
            }

            /// What kind of statement it is.
            pub fn family(self) -> Family {
                match self { $(Theme::$name => Family::$family,)* }
            }
        }
    };
}

/// What kind of statement a theme makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// A tactical device: how something is won.
    Tactic,
    /// A fact about a move or the board that is no device by itself.
    Trait,
    /// A named picture of mate.
    MatePattern,
    /// What comes of the line.
    Goal,
    /// How long the line is.
    Length,
    /// Which part of the game, which material.
    Phase,
    /// Where the game comes from: not in the line.
    Origin,
}

themes! {
    AdvancedPawn "advancedPawn" Trait 0 "A solver's pawn reaches its seventh rank or promotes.";
    Advantage "advantage" Goal 0 "The line gains a clear advantage.";
    AnastasiaMate "anastasiaMate" MatePattern 0 "King on a side file, mated along it; a knight takes the flight squares.";
    ArabianMate "arabianMate" MatePattern 0 "Corner king, adjacent rook guarded by a knight two files and ranks away.";
    AttackingF2F7 "attackingF2F7" Trait 0 "A capture on f2 or f7 with the king at home.";
    Attraction "attraction" Tactic 7 "An enemy king, queen or rook is drawn to a square where it is hit.";
    BackRankMate "backRankMate" MatePattern 0 "Mate on the back rank behind the king's own men.";
    BalestraMate "balestraMate" MatePattern 0 "A bishop mates, the queen takes the flight squares.";
    BishopEndgame "bishopEndgame" Phase 0 "Kings, bishops and pawns.";
    BlindSwineMate "blindSwineMate" MatePattern 0 "Two rooks side by side mate.";
    BodenMate "bodenMate" MatePattern 0 "Two bishops mate on crossing diagonals.";
    CapturingDefender "capturingDefender" Tactic 8 "A guard is captured; what it guarded falls.";
    Castling "castling" Trait 0 "The solver castles.";
    Clearance "clearance" Tactic 14 "A man leaves a square or line that another then uses.";
    CollinearMove "collinearMove" Tactic 0 "A line piece slides along the line of an enemy line piece without taking it.";
    CornerMate "cornerMate" MatePattern 0 "A knight mates a king confined to the corner.";
    Crushing "crushing" Goal 0 "The line gains a winning advantage.";
    DefensiveMove "defensiveMove" Trait 0 "A quiet move that holds.";
    Deflection "deflection" Tactic 6 "A guard is forced away from what it guarded.";
    DiscoveredAttack "discoveredAttack" Tactic 3 "A man steps off the line of a piece that then captures.";
    DiscoveredCheck "discoveredCheck" Tactic 0 "Check by a piece that did not move.";
    DoubleBishopMate "doubleBishopMate" MatePattern 0 "Two bishops mate side by side.";
    DoubleCheck "doubleCheck" Tactic 0 "Check by two pieces at once.";
    DovetailMate "dovetailMate" MatePattern 0 "The queen mates diagonally adjacent; the king's own men block the rest.";
    EnPassant "enPassant" Trait 0 "A pawn takes en passant.";
    Endgame "endgame" Phase 0 "Few pieces are left.";
    EpauletteMate "epauletteMate" MatePattern 0 "The king's own men stand at both its sides.";
    Equality "equality" Goal 0 "The line saves the balance.";
    ExposedKing "exposedKing" Trait 0 "The enemy king has no pawns around it and is checked.";
    Fork "fork" Tactic 1 "One man attacks two or more.";
    HangingPiece "hangingPiece" Tactic 13 "An undefended piece is taken.";
    HookMate "hookMate" MatePattern 0 "Rook, knight and pawn guard each other and mate.";
    Interference "interference" Tactic 10 "A man stands between a guard and what it guards.";
    Intermezzo "intermezzo" Tactic 11 "A move in between, before the recapture.";
    KillBoxMate "killBoxMate" MatePattern 0 "Rook beside the king, guarded by the queen two squares away.";
    KingsideAttack "kingsideAttack" Trait 0 "An attack on a king castled short.";
    KnightEndgame "knightEndgame" Phase 0 "Kings, knights and pawns.";
    Long "long" Length 0 "Three moves.";
    Master "master" Origin 0 "From a master's game.";
    MasterVsMaster "masterVsMaster" Origin 0 "From a game between masters.";
    Mate "mate" Goal 0 "The line ends in mate.";
    MateIn1 "mateIn1" Goal 0 "Mate in one.";
    MateIn2 "mateIn2" Goal 0 "Mate in two.";
    MateIn3 "mateIn3" Goal 0 "Mate in three.";
    MateIn4 "mateIn4" Goal 0 "Mate in four.";
    MateIn5 "mateIn5" Goal 0 "Mate in five or more.";
    Middlegame "middlegame" Phase 0 "Between opening and endgame.";
    MorphysMate "morphysMate" MatePattern 0 "A bishop mates, a rook confines the king.";
    OneMove "oneMove" Length 0 "One move.";
    Opening "opening" Phase 0 "Before the middlegame.";
    OperaMate "operaMate" MatePattern 0 "A rook beside the king mates, guarded by a bishop.";
    Overloading "overloading" Tactic 9 "One guard has two duties and cannot do both.";
    PawnEndgame "pawnEndgame" Phase 0 "Kings and pawns.";
    PillsburysMate "pillsburysMate" MatePattern 0 "A rook mates, a bishop confines the king.";
    Pin "pin" Tactic 5 "A piece may not, or had better not, leave a line.";
    Promotion "promotion" Trait 0 "A solver's pawn promotes.";
    QueenEndgame "queenEndgame" Phase 0 "Kings, queens and pawns.";
    QueenRookEndgame "queenRookEndgame" Phase 0 "One queen, rooks and pawns.";
    QueensideAttack "queensideAttack" Trait 0 "An attack on a king castled long.";
    QuietMove "quietMove" Trait 0 "A move that neither checks, takes nor attacks.";
    RookEndgame "rookEndgame" Phase 0 "Kings, rooks and pawns.";
    Sacrifice "sacrifice" Tactic 0 "Material is given up on the way.";
    Short "short" Length 0 "Two moves.";
    Skewer "skewer" Tactic 2 "The front piece must go, the one behind it falls.";
    SmotheredMate "smotheredMate" MatePattern 0 "A knight mates a king shut in by its own men.";
    SuperGm "superGM" Origin 0 "From a world-class player's game.";
    SwallowstailMate "swallowstailMate" MatePattern 0 "The queen mates in front; own men block the two squares behind.";
    TrappedPiece "trappedPiece" Tactic 4 "A piece has no good square to go to.";
    TriangleMate "triangleMate" MatePattern 0 "Queen and rook beside the king, a triangle of squares.";
    UnderPromotion "underPromotion" Trait 0 "Promotion to less than a queen.";
    VeryLong "veryLong" Length 0 "Four moves or more.";
    VukovicMate "vukovicMate" MatePattern 0 "A guarded rook mates on the edge, a knight takes the flight squares.";
    XRayAttack "xRayAttack" Tactic 12 "A piece captures through an enemy piece on its line.";
    Zugzwang "zugzwang" Tactic 0 "Whatever the opponent moves makes things worse.";
}

impl Theme {
    /// The themes that are told as the device by which something is won, in the order in which a player would name them.
    pub fn devices() -> Vec<Theme> {
        let mut all: Vec<Theme> = Theme::ALL.iter().copied().filter(|theme| theme.rank() > 0).collect();
        all.sort_by_key(|theme| theme.rank());
        all
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Theme {
    type Err = ();

    fn from_str(text: &str) -> Result<Theme, ()> {
        let place = Theme::ALL.binary_search_by(|theme| theme.id().cmp(text)).map_err(|_| ())?;
        Ok(Theme::ALL[place])
    }
}

/// A set of themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThemeSet(u128);

impl ThemeSet {
    /// No themes.
    pub const EMPTY: ThemeSet = ThemeSet(0);

    /// Adds a theme.
    pub fn insert(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u8;
    }

    /// Whether the theme is in the set.
    pub fn contains(self, theme: Theme) -> bool {
        self.0 >> theme as u8 & 1 == 1
    }

    /// The themes, in alphabetical order.
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.iter().copied().filter(move |&theme| self.contains(theme))
    }

    /// Themes in a text, separated by spaces; unknown words are left out.
    pub fn parse(text: &str) -> ThemeSet {
        text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    }
}

impl FromIterator<Theme> for ThemeSet {
    fn from_iter<I: IntoIterator<Item = Theme>>(themes: I) -> ThemeSet {
        let mut set = ThemeSet::EMPTY;
        for theme in themes {
            set.insert(theme);
        }
        set
    }
}

impl fmt::Display for ThemeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, theme) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(theme.id())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_sorted_and_read_back() {
        assert!(Theme::ALL.windows(2).all(|w| w[0].id() < w[1].id()));
        for &theme in Theme::ALL {
            assert_eq!(theme.id().parse(), Ok(theme));
            assert_eq!(ThemeSet::parse(theme.id()).iter().collect::<Vec<_>>(), [theme]);
        }
        assert!("forks".parse::<Theme>().is_err());
    }
}
