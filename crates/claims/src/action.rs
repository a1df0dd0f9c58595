//! What moves do: at once, and in the course of a line. *Start*, *there* and *Side* are those of the claim ([`crate::Statement`]).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::basic::{Role, Square};

/// What a move does at once, before any line is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The moved man attacks the square (of an own man) there and did not at the start; the enemy could win material by
    /// taking on it at the start (had it been their move), and cannot there.
    Protects(Square),
    /// The moved man attacks the square (of an enemy man) there and did not at the start, and taking on it would win
    /// material there if it were Side's move.
    Attacks(Square),
    /// The man that moved stood on this square, where the enemy could have won material by taking it (had it been their
    /// move), and cannot be taken at a profit where it went.
    Saves(Square),
    /// The move captures on the square on which the enemy has just captured.
    Recaptures(Square),
    /// A knight or bishop leaves its first square and goes to this one.
    Develops(Square),
    /// Castling; the king goes to this square.
    Castles(Square),
    /// A rook goes to a file without pawns, which it was not on.
    TakesOpenFile(Square),
    /// The move gives check to the king on this square.
    Checks(Square),
    /// The moved piece can be taken on this square, and the enemy would come out at least two points ahead by taking there,
    /// what the move took counted.
    Offers(Square),
    /// The moved line piece pins the enemy piece on this square to its king there, and nothing pinned it at the start.
    Pins(Square),
    /// The moved pawn attacks the enemy pawn on this square there and did not at the start.
    Challenges(Square),
    /// A rook goes to the seventh rank, which it was not on, with enemy pawns to attack there or the enemy king behind it.
    InvadesSeventh(Square),
    /// A rook goes to a file with enemy pawns and no own ones, which it was not on.
    TakesHalfOpenFile(Square),
    /// A rook goes to a file without own pawns, which it was not on, and guards another own rook along it.
    DoublesRooks(Square),
    /// Two own rooks guard each other on their first rank there, no two guarded each other at the start; the moved man goes to this
    /// square.
    ConnectsRooks(Square),
    /// The moved rook stands behind the own passed pawn on this square, on its file and with nothing between, and did not guard it
    /// at the start.
    BacksPasser(Square),
    /// A knight or bishop goes to this square of the fourth to sixth rank, which an own pawn guards and no enemy pawn can come to
    /// attack.
    TakesOutpost(Square),
    /// A knight or bishop goes, without capturing, to d4, e4, d5 or e5 from another square, and taking it there wins nothing.
    Centralises(Square),
    /// A pawn that is passed steps forward to this square and is still passed there.
    PushesPasser(Square),
    /// The moved man, no pawn, stands right before the enemy's passed pawn on this square, and taking it there wins nothing.
    Blockades(Square),
    /// A pawn leaves this square, next to its king, who stands on the first rank, like this square off the d-, e- and f-files, and had no square of the
    /// second rank to go to: all were own men's or attacked. No enemy man attacks this one there. The enemy has a rook or queen.
    MakesLuft(Square),
    /// A pawn steps forward on the d- or e-file to this square of the fifth or sixth rank, is not passed, and taking it there wins nothing.
    GainsSpace(Square),
    /// Without queens the king goes to this square, nearer by king's steps to the nearest of d4, e4, d5 and e5.
    ActivatesKing(Square),
    /// The moved man captures on this square a man worth as much as itself, and the enemy can take it there.
    Trades(Square),
    /// The moved piece attacks the enemy piece on this square there and did not at the start, both are worth the same, each could
    /// take the other, nothing was captured, and the enemy would win nothing by taking.
    OffersTrade(Square),
    /// The moved piece stood on this square, attacked by an enemy piece worth the same, but not to be won. It captures nothing and no
    /// enemy man attacks it where it went.
    AvoidsTrade(Square),
    /// The own piece on this square, which did not move, was pinned to its king at the start and is not there.
    Unpins(Square),
    /// The moved piece attacks the enemy man (no king) on this square there and did not at the start, and taking on it would win
    /// nothing there if it were Side's move.
    Presses(Square),
    /// The moved man attacks the square of an own man (no king) there and did not at the start; an enemy man attacks it at the start
    /// and there, and could win nothing by taking on it at the start (had it been their move) or there.
    Supports(Square),
    /// The own bishop, rook or queen on this square did not move and attacks at least two squares more there than at the start.
    Opens(Square),
    /// The moved pawn attacks this square of the fourth or fifth rank there, on which nothing stands; no own pawn attacked it at
    /// the start, when an enemy knight or bishop did.
    TakesSquare(Square),
    /// The moved pawn attacks the enemy pawn on this square there and did not at the start, and that pawn guards another enemy man there
    /// (no king).
    Undermines(Square),
    /// The moved pawn attacks the enemy pawn on this square, one of d4, e4, d5 and e5, there and did not at the start.
    StrikesCentre(Square),
    /// A pawn that is not passed steps forward on the a-, b- or c-file to this square of the fourth to sixth rank, and taking it there wins
    /// nothing.
    AdvancesQueenside(Square),
    /// The same on the f-, g- or h-file.
    AdvancesKingside(Square),
    /// A pawn steps forward to this square, d4, e4, d5 or e5 and on its own fourth rank, and taking it there wins nothing.
    OccupiesCentre(Square),
    /// The moved man, no king or queen and not from this square, attacks it, one of d4, e4, d5 and e5, there and did not at the start; no own man stands on it.
    EyesCentre(Square),
    /// An own pawn could take the enemy pawn on this square at the start, the move takes nothing, and an own pawn attacks it there still.
    KeepsTension(Square),
    /// The queen goes to the seventh rank, which she was not on, and taking her there wins nothing.
    QueenInvades(Square),
    /// As in [`Effect::Trades`], with pieces, and Side had no less material at the start (counted 1, 3, 3, 5, 9).
    Simplifies(Square),
    /// As in [`Effect::OffersTrade`], and Side has no less material at the start (counted 1, 3, 3, 5, 9).
    OffersSimpler(Square),
    /// The moved knight, bishop, rook or queen went without capturing to this square, attacks at least three squares more there than at the
    /// start, and taking it wins nothing.
    GainsScope(Square),
    /// A knight or bishop takes a bishop on this square, the enemy had two bishops or more at the start and has one fewer there.
    BreaksBishopPair(Square),
    /// The move takes a man on this square; Side had less material at the start (counted 1, 3, 3, 5, 9), and the enemy cannot win as much again by
    /// taking there.
    Regains(Square),
    /// Without queens the king goes nearer by king's steps to the pawn on this square, an enemy's or a passed one, which is at most three steps away there
    /// and the nearest of them (of several the one furthest back, then the one furthest to the left). Nothing is taken.
    BringsKing(Square),
    /// The king, who is not in check, leaves a line on which the enemy bishop, rook or queen on this square looks at him with one or two men between,
    /// and stands on none of its lines there. Nothing is taken.
    LeavesLine(Square),
    /// A bishop or queen goes without capturing to this square, attacks at least five squares there on a diagonal on which it did not stand, and taking
    /// it wins nothing.
    TakesDiagonal(Square),
    /// The queen goes without capturing to a file without pawns, which she was not on, and taking her there wins nothing.
    QueenTakesFile(Square),
    /// A bishop takes a knight on this square, and the enemy can take it there.
    GivesBishop(Square),
    /// A knight takes a bishop on this square, and the enemy can take it there.
    GivesKnight(Square),
    /// A pawn takes a pawn on this square, one of d4, e4, d5 and e5, and the enemy can take it there.
    TradesInCentre(Square),
    /// A rook goes to a file without own pawns, which it was not on, and guards the own queen along it; or the queen does and guards a rook.
    DoublesHeavy(Square),
    /// In check the king goes to this square, and does not take the man that gives it.
    LeavesCheck(Square),
    /// In check another man than the king goes to this square and does not take the man that gives it.
    BlocksCheck(Square),
    /// In check the move takes the man on this square, which gives it.
    TakesChecker(Square),
}

impl Effect {
    /// The square it is about.
    pub fn square(self) -> Square {
        match self {
            Effect::Protects(sq)
            | Effect::Attacks(sq)
            | Effect::Saves(sq)
            | Effect::Recaptures(sq)
            | Effect::Develops(sq)
            | Effect::Castles(sq)
            | Effect::TakesOpenFile(sq)
            | Effect::Checks(sq)
            | Effect::Offers(sq)
            | Effect::Pins(sq)
            | Effect::Challenges(sq)
            | Effect::InvadesSeventh(sq)
            | Effect::TakesHalfOpenFile(sq)
            | Effect::DoublesRooks(sq)
            | Effect::ConnectsRooks(sq)
            | Effect::BacksPasser(sq)
            | Effect::TakesOutpost(sq)
            | Effect::Centralises(sq)
            | Effect::PushesPasser(sq)
            | Effect::Blockades(sq)
            | Effect::MakesLuft(sq)
            | Effect::GainsSpace(sq)
            | Effect::ActivatesKing(sq)
            | Effect::Trades(sq)
            | Effect::OffersTrade(sq)
            | Effect::AvoidsTrade(sq)
            | Effect::Unpins(sq)
            | Effect::Presses(sq)
            | Effect::Supports(sq)
            | Effect::Opens(sq)
            | Effect::TakesSquare(sq)
            | Effect::Undermines(sq)
            | Effect::StrikesCentre(sq)
            | Effect::AdvancesQueenside(sq)
            | Effect::AdvancesKingside(sq)
            | Effect::OccupiesCentre(sq)
            | Effect::EyesCentre(sq)
            | Effect::KeepsTension(sq)
            | Effect::QueenInvades(sq)
            | Effect::Simplifies(sq)
            | Effect::OffersSimpler(sq)
            | Effect::GainsScope(sq)
            | Effect::BreaksBishopPair(sq)
            | Effect::Regains(sq)
            | Effect::BringsKing(sq)
            | Effect::LeavesLine(sq)
            | Effect::TakesDiagonal(sq)
            | Effect::QueenTakesFile(sq)
            | Effect::GivesBishop(sq)
            | Effect::GivesKnight(sq)
            | Effect::TradesInCentre(sq)
            | Effect::DoublesHeavy(sq)
            | Effect::LeavesCheck(sq)
            | Effect::BlocksCheck(sq)
            | Effect::TakesChecker(sq) => sq,
        }
    }

    /// The same effect on another square.
    #[must_use]
    pub fn on(self, square: Square) -> Effect {
        match self {
            Effect::Protects(_) => Effect::Protects(square),
            Effect::Attacks(_) => Effect::Attacks(square),
            Effect::Saves(_) => Effect::Saves(square),
            Effect::Recaptures(_) => Effect::Recaptures(square),
            Effect::Develops(_) => Effect::Develops(square),
            Effect::Castles(_) => Effect::Castles(square),
            Effect::TakesOpenFile(_) => Effect::TakesOpenFile(square),
            Effect::Checks(_) => Effect::Checks(square),
            Effect::Offers(_) => Effect::Offers(square),
            Effect::Pins(_) => Effect::Pins(square),
            Effect::Challenges(_) => Effect::Challenges(square),
            Effect::InvadesSeventh(_) => Effect::InvadesSeventh(square),
            Effect::TakesHalfOpenFile(_) => Effect::TakesHalfOpenFile(square),
            Effect::DoublesRooks(_) => Effect::DoublesRooks(square),
            Effect::ConnectsRooks(_) => Effect::ConnectsRooks(square),
            Effect::BacksPasser(_) => Effect::BacksPasser(square),
            Effect::TakesOutpost(_) => Effect::TakesOutpost(square),
            Effect::Centralises(_) => Effect::Centralises(square),
            Effect::PushesPasser(_) => Effect::PushesPasser(square),
            Effect::Blockades(_) => Effect::Blockades(square),
            Effect::MakesLuft(_) => Effect::MakesLuft(square),
            Effect::GainsSpace(_) => Effect::GainsSpace(square),
            Effect::ActivatesKing(_) => Effect::ActivatesKing(square),
            Effect::Trades(_) => Effect::Trades(square),
            Effect::OffersTrade(_) => Effect::OffersTrade(square),
            Effect::AvoidsTrade(_) => Effect::AvoidsTrade(square),
            Effect::Unpins(_) => Effect::Unpins(square),
            Effect::Presses(_) => Effect::Presses(square),
            Effect::Supports(_) => Effect::Supports(square),
            Effect::Opens(_) => Effect::Opens(square),
            Effect::TakesSquare(_) => Effect::TakesSquare(square),
            Effect::Undermines(_) => Effect::Undermines(square),
            Effect::StrikesCentre(_) => Effect::StrikesCentre(square),
            Effect::AdvancesQueenside(_) => Effect::AdvancesQueenside(square),
            Effect::AdvancesKingside(_) => Effect::AdvancesKingside(square),
            Effect::OccupiesCentre(_) => Effect::OccupiesCentre(square),
            Effect::EyesCentre(_) => Effect::EyesCentre(square),
            Effect::KeepsTension(_) => Effect::KeepsTension(square),
            Effect::QueenInvades(_) => Effect::QueenInvades(square),
            Effect::Simplifies(_) => Effect::Simplifies(square),
            Effect::OffersSimpler(_) => Effect::OffersSimpler(square),
            Effect::GainsScope(_) => Effect::GainsScope(square),
            Effect::BreaksBishopPair(_) => Effect::BreaksBishopPair(square),
            Effect::Regains(_) => Effect::Regains(square),
            Effect::BringsKing(_) => Effect::BringsKing(square),
            Effect::LeavesLine(_) => Effect::LeavesLine(square),
            Effect::TakesDiagonal(_) => Effect::TakesDiagonal(square),
            Effect::QueenTakesFile(_) => Effect::QueenTakesFile(square),
            Effect::GivesBishop(_) => Effect::GivesBishop(square),
            Effect::GivesKnight(_) => Effect::GivesKnight(square),
            Effect::TradesInCentre(_) => Effect::TradesInCentre(square),
            Effect::DoublesHeavy(_) => Effect::DoublesHeavy(square),
            Effect::LeavesCheck(_) => Effect::LeavesCheck(square),
            Effect::BlocksCheck(_) => Effect::BlocksCheck(square),
            Effect::TakesChecker(_) => Effect::TakesChecker(square),
        }
    }

    /// Its name, by which its words are found.
    pub fn id(self) -> &'static str {
        match self {
            Effect::Protects(_) => "protects",
            Effect::Attacks(_) => "attacks",
            Effect::Saves(_) => "saves",
            Effect::Recaptures(_) => "recaptures",
            Effect::Develops(_) => "develops",
            Effect::Castles(_) => "castles",
            Effect::TakesOpenFile(_) => "takes-open-file",
            Effect::Checks(_) => "checks",
            Effect::Offers(_) => "offers",
            Effect::Pins(_) => "pins",
            Effect::Challenges(_) => "challenges",
            Effect::InvadesSeventh(_) => "invades-seventh",
            Effect::TakesHalfOpenFile(_) => "takes-half-open-file",
            Effect::DoublesRooks(_) => "doubles-rooks",
            Effect::ConnectsRooks(_) => "connects-rooks",
            Effect::BacksPasser(_) => "backs-passer",
            Effect::TakesOutpost(_) => "takes-outpost",
            Effect::Centralises(_) => "centralises",
            Effect::PushesPasser(_) => "pushes-passer",
            Effect::Blockades(_) => "blockades",
            Effect::MakesLuft(_) => "makes-luft",
            Effect::GainsSpace(_) => "gains-space",
            Effect::ActivatesKing(_) => "activates-king",
            Effect::Trades(_) => "trades",
            Effect::OffersTrade(_) => "offers-trade",
            Effect::AvoidsTrade(_) => "avoids-trade",
            Effect::Unpins(_) => "unpins",
            Effect::Presses(_) => "presses",
            Effect::Supports(_) => "supports",
            Effect::Opens(_) => "opens",
            Effect::TakesSquare(_) => "takes-square",
            Effect::Undermines(_) => "undermines",
            Effect::StrikesCentre(_) => "strikes-centre",
            Effect::AdvancesQueenside(_) => "advances-queenside",
            Effect::AdvancesKingside(_) => "advances-kingside",
            Effect::OccupiesCentre(_) => "occupies-centre",
            Effect::EyesCentre(_) => "eyes-centre",
            Effect::KeepsTension(_) => "keeps-tension",
            Effect::QueenInvades(_) => "queen-invades",
            Effect::Simplifies(_) => "simplifies",
            Effect::OffersSimpler(_) => "offers-simpler",
            Effect::GainsScope(_) => "gains-scope",
            Effect::BreaksBishopPair(_) => "breaks-bishop-pair",
            Effect::Regains(_) => "regains",
            Effect::BringsKing(_) => "brings-king",
            Effect::LeavesLine(_) => "leaves-line",
            Effect::TakesDiagonal(_) => "takes-diagonal",
            Effect::QueenTakesFile(_) => "queen-takes-file",
            Effect::GivesBishop(_) => "gives-bishop",
            Effect::GivesKnight(_) => "gives-knight",
            Effect::TradesInCentre(_) => "trades-in-centre",
            Effect::DoublesHeavy(_) => "doubles-heavy",
            Effect::LeavesCheck(_) => "leaves-check",
            Effect::BlocksCheck(_) => "blocks-check",
            Effect::TakesChecker(_) => "takes-checker",
        }
    }

    /// What a move plainly does: said where nothing stronger is.
    pub fn is_plain(self) -> bool {
        !matches!(
            self,
            Effect::Protects(_)
                | Effect::Attacks(_)
                | Effect::Saves(_)
                | Effect::Recaptures(_)
                | Effect::Develops(_)
                | Effect::Castles(_)
                | Effect::TakesOpenFile(_)
                | Effect::Checks(_)
                | Effect::Offers(_)
                | Effect::Pins(_)
                | Effect::Challenges(_)
        )
    }
}

/// What a side does in a line, read off its moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// One man of Side makes at least two of the line's moves, from the first square to the last; the others are where
    /// it stops on the way. It is not captured before *there*.
    Manoeuvre {
        /// Its kind (a pawn's march is [`Goal::Advance`]).
        role: Role,
        /// All squares it stands on.
        path: Vec<Square>,
    },
    /// A pawn of Side advances (without capturing) from one square to another of the same file.
    Advance {
        /// Where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
        /// It attacks an enemy pawn there: a break.
        lever: bool,
    },
    /// Side castles with the last entry before *there*; the king arrives here.
    Castle {
        /// The king's new square.
        to: Square,
    },
    /// Side's man captures an enemy piece (no pawn) and is itself taken on that square by the enemy's next move, or the
    /// other way round, and both are worth the same (3, 5 or 9 points).
    Exchange {
        /// Side's piece that goes.
        own: Role,
        /// The enemy's piece that goes.
        enemy: Role,
        /// Where.
        square: Square,
    },
    /// Side's piece (not pawn, not king) reaches this square in one move of the line and still stands there.
    Occupy {
        /// Its kind.
        role: Role,
        /// Where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
    },
    /// Side's knight or bishop leaves its first square in the line, by one move, and still stands where it went.
    Develop {
        /// Its kind.
        role: Role,
        /// Its first square, where it stands at the start.
        from: Square,
        /// Where it stands there.
        to: Square,
    },
}

impl Goal {
    /// Where it leads.
    pub fn square(&self) -> Option<Square> {
        match self {
            Goal::Manoeuvre { path, .. } => path.last().copied(),
            Goal::Advance { to, .. }
            | Goal::Occupy { to, .. }
            | Goal::Develop { to, .. }
            | Goal::Castle { to } => Some(*to),
            Goal::Exchange { square, .. } => Some(*square),
        }
    }
}
