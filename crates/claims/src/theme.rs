//! The names of motifs: the vocabulary of Lichess's puzzle themes, plus overloading.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! themes {
    ($($name:ident $id:literal $family:ident $doc:literal;)*) => {
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
    AdvancedPawn "advancedPawn" Trait "A solver's pawn reaches its seventh rank or promotes.";
    Advantage "advantage" Goal "The line gains a clear advantage.";
    AnastasiaMate "anastasiaMate" MatePattern "King on a side file, mated along it; a knight takes the flight squares.";
    ArabianMate "arabianMate" MatePattern "Corner king, adjacent rook guarded by a knight two files and ranks away.";
    AttackingF2F7 "attackingF2F7" Trait "A capture on f2 or f7 with the king at home.";
    Attraction "attraction" Tactic "An enemy king, queen or rook is drawn to a square where it is hit.";
    BackRankMate "backRankMate" MatePattern "Mate on the back rank behind the king's own men.";
    BalestraMate "balestraMate" MatePattern "A bishop mates, the queen takes the flight squares.";
    BishopEndgame "bishopEndgame" Phase "Kings, bishops and pawns.";
    BlindSwineMate "blindSwineMate" MatePattern "Two rooks side by side mate.";
    BodenMate "bodenMate" MatePattern "Two bishops mate on crossing diagonals.";
    CapturingDefender "capturingDefender" Tactic "A guard is captured; what it guarded falls.";
    Castling "castling" Trait "The solver castles.";
    Clearance "clearance" Tactic "A man leaves a square or line that another then uses.";
    CollinearMove "collinearMove" Tactic "A line piece slides along the line of an enemy line piece without taking it.";
    CornerMate "cornerMate" MatePattern "A knight mates a king confined to the corner.";
    Crushing "crushing" Goal "The line gains a winning advantage.";
    DefensiveMove "defensiveMove" Trait "A quiet move that holds.";
    Deflection "deflection" Tactic "A guard is forced away from what it guarded.";
    DiscoveredAttack "discoveredAttack" Tactic "A man steps off the line of a piece that then captures.";
    DiscoveredCheck "discoveredCheck" Tactic "Check by a piece that did not move.";
    DoubleBishopMate "doubleBishopMate" MatePattern "Two bishops mate side by side.";
    DoubleCheck "doubleCheck" Tactic "Check by two pieces at once.";
    DovetailMate "dovetailMate" MatePattern "The queen mates diagonally adjacent; the king's own men block the rest.";
    EnPassant "enPassant" Trait "A pawn takes en passant.";
    Endgame "endgame" Phase "Few pieces are left.";
    EpauletteMate "epauletteMate" MatePattern "The king's own men stand at both its sides.";
    Equality "equality" Goal "The line saves the balance.";
    ExposedKing "exposedKing" Trait "The enemy king has no pawns around it and is checked.";
    Fork "fork" Tactic "One man attacks two or more.";
    HangingPiece "hangingPiece" Tactic "An undefended piece is taken.";
    HookMate "hookMate" MatePattern "Rook, knight and pawn guard each other and mate.";
    Interference "interference" Tactic "A man stands between a guard and what it guards.";
    Intermezzo "intermezzo" Tactic "A move in between, before the recapture.";
    KillBoxMate "killBoxMate" MatePattern "Rook beside the king, guarded by the queen two squares away.";
    KingsideAttack "kingsideAttack" Trait "An attack on a king castled short.";
    KnightEndgame "knightEndgame" Phase "Kings, knights and pawns.";
    Long "long" Length "Three moves.";
    Master "master" Origin "From a master's game.";
    MasterVsMaster "masterVsMaster" Origin "From a game between masters.";
    Mate "mate" Goal "The line ends in mate.";
    MateIn1 "mateIn1" Goal "Mate in one.";
    MateIn2 "mateIn2" Goal "Mate in two.";
    MateIn3 "mateIn3" Goal "Mate in three.";
    MateIn4 "mateIn4" Goal "Mate in four.";
    MateIn5 "mateIn5" Goal "Mate in five or more.";
    Middlegame "middlegame" Phase "Between opening and endgame.";
    MorphysMate "morphysMate" MatePattern "A bishop mates, a rook confines the king.";
    OneMove "oneMove" Length "One move.";
    Opening "opening" Phase "Before the middlegame.";
    OperaMate "operaMate" MatePattern "A rook beside the king mates, guarded by a bishop.";
    Overloading "overloading" Tactic "One guard has two duties and cannot do both.";
    PawnEndgame "pawnEndgame" Phase "Kings and pawns.";
    PillsburysMate "pillsburysMate" MatePattern "A rook mates, a bishop confines the king.";
    Pin "pin" Tactic "A piece may not, or had better not, leave a line.";
    Promotion "promotion" Trait "A solver's pawn promotes.";
    QueenEndgame "queenEndgame" Phase "Kings, queens and pawns.";
    QueenRookEndgame "queenRookEndgame" Phase "One queen, rooks and pawns.";
    QueensideAttack "queensideAttack" Trait "An attack on a king castled long.";
    QuietMove "quietMove" Trait "A move that neither checks, takes nor attacks.";
    RookEndgame "rookEndgame" Phase "Kings, rooks and pawns.";
    Sacrifice "sacrifice" Tactic "Material is given up on the way.";
    Short "short" Length "Two moves.";
    Skewer "skewer" Tactic "The front piece must go, the one behind it falls.";
    SmotheredMate "smotheredMate" MatePattern "A knight mates a king shut in by its own men.";
    SuperGm "superGM" Origin "From a world-class player's game.";
    SwallowstailMate "swallowstailMate" MatePattern "The queen mates in front; own men block the two squares behind.";
    TrappedPiece "trappedPiece" Tactic "A piece has no good square to go to.";
    TriangleMate "triangleMate" MatePattern "Queen and rook beside the king, a triangle of squares.";
    UnderPromotion "underPromotion" Trait "Promotion to less than a queen.";
    VeryLong "veryLong" Length "Four moves or more.";
    VukovicMate "vukovicMate" MatePattern "A guarded rook mates on the edge, a knight takes the flight squares.";
    XRayAttack "xRayAttack" Tactic "A piece captures through an enemy piece on its line.";
    Zugzwang "zugzwang" Tactic "Whatever the opponent moves makes things worse.";
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
