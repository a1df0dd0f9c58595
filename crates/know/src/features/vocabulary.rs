//! The list itself: one line per feature, with the number of weights it owns and what a tutor has to know of it.
//!
//! The order is the order of breakdowns and of the weights in memory; ids are stable, positions are not.
//! Candidates and their sources (Crafty, GNU Chess, Fruit, Stockfish's classical table, tutor paper) were
//! collected from published descriptions of evaluation functions; wording and counting are ours.

use super::{Group, Kind, Mention, Pointing, Polarity, Shows, Topic, Unit};

macro_rules! vocabulary {
    ($(
        $name:ident $id:literal $group:ident $unit:ident $kind:ident $weights:literal
        $polarity:ident $mention:ident $topic:tt $pointing:ident $(($shows:ident))?;
    )*) => {
        /// A named feature of a position. Every feature exists for both sides.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "each feature's gloss is data in knowledge/features.toml")]
        pub enum FeatureId { $($name,)* }

        /// Every feature, in the order of breakdowns.
        const ALL: &[FeatureId] = &[$(FeatureId::$name,)*];
        const IDS: &[&str] = &[$($id,)*];
        const GROUPS: &[Group] = &[$(Group::$group,)*];
        const UNITS: &[Unit] = &[$(Unit::$unit,)*];
        const KINDS: &[Kind] = &[$(Kind::$kind,)*];
        const WEIGHTS: &[usize] = &[$($weights,)*];
        const POLARITIES: &[Polarity] = &[$(Polarity::$polarity,)*];
        const MENTIONS: &[Mention] = &[$(Mention::$mention,)*];
        const TOPICS: &[Option<Topic>] = &[$(topic!($topic),)*];
        const POINTINGS: &[Pointing] = &[$(Pointing::$pointing $((Shows::$shows))?,)*];
    };
}

/// A column of the table: `_` for a feature that belongs to no topic.
macro_rules! topic {
    (_) => {
        None
    };
    ($topic:ident) => {
        Some(Topic::$topic)
    };
}

// Id, group, unit, kind, number of weights; then polarity, whether it may be said alone, topic, how it is pointed at.
vocabulary! {
    Pawns                   "pawns"                           Material    Pawns   Linear  1   Asset    Condition Material      Each(Own);
    Knights                 "knights"                         Material    Pieces  Linear  1   Asset    Condition Material      Each(Own);
    Bishops                 "bishops"                         Material    Pieces  Linear  1   Asset    Condition Material      Each(Own);
    Rooks                   "rooks"                           Material    Pieces  Linear  1   Asset    Condition Material      Each(Own);
    Queens                  "queens"                          Material    Pieces  Linear  1   Asset    Condition Material      Each(Own);
    ExchangeAhead           "exchange_ahead"                  Material    YesNo   Linear  1   Asset    Fused     Material      Nowhere;
    BadTrade                "bad_trade"                       Material    YesNo   Linear  1   Weakness Fused     Material      Nowhere;
    Imbalance               "imbalance"                       Material    Points  Linear  4   Asset    Fused     Material      Nowhere;
    BishopPair              "bishop_pair"                     Material    YesNo   Linear  1   Asset    Alone     BishopPair    Any(Own);
    RedundantKnight         "redundant_knight"                Material    Pieces  Linear  1   Weakness Fused     Material      Nowhere;
    RedundantRook           "redundant_rook"                  Material    Pieces  Linear  1   Weakness Fused     Material      Nowhere;
    QueenForTwoRooks        "queen_for_two_rooks"             Material    YesNo   Linear  1   Asset    Fused     Material      Nowhere;
    EightPawns              "eight_pawns"                     Material    YesNo   Linear  1   Weakness Fused     Material      Nowhere;
    Simplification          "simplification"                  Material    Pieces  Linear  1   Asset    Fused     ExchangeTrade Nowhere;

    PawnPosition            "pawn_position"                   Pawns       Pawns   Linear  32  Asset    Fused     PawnStructure Each(Own);
    IsolatedPawn            "isolated_pawn"                   Pawns       Pawns   Linear  4   Weakness Alone     PawnStructure Each(Own);
    IsolatedOnHalfOpenFile  "isolated_pawn_on_half_open_file" Pawns       Pawns   Linear  1   Weakness Fused     PawnStructure Each(Own);
    DoubledPawns            "doubled_pawns"                   Pawns       Pawns   Linear  1   Weakness Alone     PawnStructure Any(Own);
    DoubledIsolatedPawns    "doubled_isolated_pawns"          Pawns       Pawns   Linear  1   Weakness Fused     PawnStructure Each(Own);
    BackwardPawn            "backward_pawn"                   Pawns       Pawns   Linear  1   Weakness Alone     PawnStructure Each(Own);
    BackwardOnHalfOpenFile  "backward_pawn_on_half_open_file" Pawns       Pawns   Linear  1   Weakness Fused     PawnStructure Each(Own);
    UnsupportedPawn         "unsupported_pawn"                Pawns       Pawns   Linear  1   Weakness Fused     PawnStructure Each(Own);
    WeakPawn                "weak_pawn"                       Pawns       Pawns   Linear  1   Weakness Fused     PawnStructure Each(Own);
    PawnPhalanx             "pawn_phalanx"                    Pawns       Pawns   Linear  8   Asset    Fused     PawnStructure Each(Own);
    PawnChain               "pawn_chain"                      Pawns       Pawns   Linear  8   Asset    Fused     PawnStructure Each(Own);
    PawnIslands             "pawn_islands"                    Pawns       Islands Linear  1   Weakness Fused     PawnStructure Nowhere;
    RammedPawns             "rammed_pawns"                    Pawns       Pawns   Linear  1   Weakness Fused     PawnStructure Each(Own);
    PawnLever               "pawn_lever"                      Pawns       Pawns   Linear  1   Asset    Fused     PawnStructure Each(Own);
    BlockCenter             "block_center"                    Pawns       Pawns   Linear  1   Weakness Fused     Centre        Each(Own);
    PawnMajority            "pawn_majority"                   Pawns       Points  Linear  1   Asset    Fused     PawnStructure Nowhere;
    PawnWidth               "pawn_width"                      Pawns       Files   Linear  1   Asset    Fused     PawnStructure Nowhere;
    PawnHoles               "pawn_holes"                      Pawns       Squares Linear  1   Weakness Fused     OutpostSquare Each(Square);
    WeakColourComplex       "weak_colour_complex"             Pawns       Squares Remark  0   Weakness Fused     OutpostSquare Each(Square);

    PassedPawn              "passed_pawn"                     Passed      Pawns   Linear  8   Asset    Alone     PassedPawn    Each(Own);
    CandidatePasser         "candidate_passer"                Passed      Pawns   Linear  8   Asset    Fused     PassedPawn    Each(Own);
    HiddenPasser            "hidden_passer"                   Passed      Pawns   Linear  1   Asset    Fused     PassedPawn    Each(Own);
    ProtectedPasser         "protected_passer"                Passed      Pawns   Linear  8   Asset    Alone     PassedPawn    Each(Own);
    ConnectedPassers        "connected_passers"               Passed      Pawns   Linear  8   Asset    Alone     PassedPawn    Each(Own);
    OutsidePasser           "outside_passer"                  Passed      Pawns   Linear  1   Asset    Alone     PassedPawn    Each(Own);
    SplitPassers            "split_passers"                   Passed      YesNo   Linear  1   Asset    Fused     PassedPawn    Any(Own);
    BlockadedPasser         "blockaded_passer"                Passed      Pawns   Linear  8   Weakness Alone     PassedPawn    Each(Own);
    PasserFreeStep          "passer_free_step"                Passed      Pawns   Linear  8   Asset    Fused     PassedPawn    Each(Own);
    PasserFreePath          "passer_free_path"                Passed      Pawns   Linear  8   Asset    Fused     PassedPawn    Each(Own);
    PasserEscorted          "passer_escorted"                 Passed      Pawns   Linear  1   Asset    Fused     PassedPawn    Each(Own);
    PasserOwnKing           "passer_own_king"                 Passed      Steps   Linear  8   Weakness Fused     PassedPawn    Nowhere;
    PasserEnemyKing         "passer_enemy_king"               Passed      Steps   Linear  8   Asset    Fused     PassedPawn    Nowhere;
    UnstoppablePasser       "unstoppable_passer"              Passed      Pawns   Linear  1   Asset    Fused     PassedPawn    Each(Own);
    PasserRace              "passer_race"                     Passed      YesNo   Remark  0   Asset    Fused     PassedPawn    Nowhere;
    RookBehindPassedPawn    "rook_behind_passed_pawn"         Passed      Pawns   Linear  1   Asset    Fused     PassedPawn    Each(Own);
    EnemyRookBehindPasser   "enemy_rook_behind_passer"        Passed      Pawns   Linear  1   Weakness Fused     PassedPawn    Each(Own);

    KnightCentralisation    "knight_centralisation"           Knights     Pieces  Linear  32  Asset    Fused     Mobility      Each(Own);
    KnightMobility          "knight_mobility"                 Knights     Squares Linear  9   Asset    Fused     Mobility      Nowhere;
    KnightOutpost           "knight_outpost"                  Knights     Pieces  Linear  1   Asset    Fused     OutpostSquare Each(Own);
    KnightOutpostSupported  "knight_outpost_supported"        Knights     Pieces  Linear  1   Asset    Fused     OutpostSquare Each(Own);
    KnightOutpostReachable  "knight_outpost_reachable"        Knights     Pieces  Linear  1   Asset    Fused     OutpostSquare Each(Own);
    KnightOnRim             "knight_on_rim"                   Knights     Pieces  Remark  0   Weakness Fused     _             Each(Own);
    KnightBehindPawn        "knight_behind_pawn"              Knights     Pieces  Linear  1   Asset    Fused     _             Each(Own);
    KnightInClosedPosition  "knight_in_closed_position"       Knights     Points  Linear  1   Asset    Fused     _             Nowhere;
    KnightBlocksCenter      "knight_blocks_center"            Knights     Pieces  Linear  1   Asset    Fused     Centre        Each(Own);

    BishopPosition          "bishop_position"                 Bishops     Pieces  Linear  32  Asset    Fused     Bishop        Each(Own);
    BishopMobility          "bishop_mobility"                 Bishops     Squares Linear  14  Asset    Fused     Mobility      Nowhere;
    BishopPlusPawnsOnColour "bishop_plus_pawns_on_colour"     Bishops     Pawns   Linear  1   Weakness Fused     Bishop        Any(Own);
    BadBishop               "bad_bishop"                      Bishops     Pieces  Remark  0   Weakness Fused     Bishop        Each(Own);
    BishopBlocksCenter      "bishop_blocks_center"            Bishops     Pieces  Linear  1   Asset    Fused     Centre        Each(Own);
    TrappedBishop           "trapped_bishop"                  Bishops     Pieces  Linear  1   Weakness Fused     Bishop        Each(Own);
    LongDiagonalBishop      "long_diagonal_bishop"            Bishops     Pieces  Linear  1   Asset    Fused     Diagonal      Each(Own);
    BishopKingSafety        "bishop_king_safety"              Bishops     Pieces  Linear  1   Asset    Fused     KingSafety    Each(Own);
    BishopOutpost           "bishop_outpost"                  Bishops     Pieces  Linear  1   Asset    Fused     OutpostSquare Each(Own);
    BishopOutpostSupported  "bishop_outpost_supported"        Bishops     Pieces  Linear  1   Asset    Fused     OutpostSquare Each(Own);
    BishopOverKnight        "bishop_over_knight"              Bishops     YesNo   Linear  1   Asset    Fused     _             Any(Own);
    BishopXrayPawns         "bishop_xray_pawns"               Bishops     Pawns   Linear  1   Asset    Fused     Diagonal      Any(Enemy);
    BishopBehindPawn        "bishop_behind_pawn"              Bishops     Pieces  Linear  1   Asset    Fused     _             Each(Own);

    RookPosition            "rook_position"                   Rooks       Pieces  Linear  32  Asset    Fused     Mobility      Each(Own);
    RookMobility            "rook_mobility"                   Rooks       Squares Linear  15  Asset    Fused     Mobility      Nowhere;
    RookOpenFile            "rook_open_file"                  Rooks       Pieces  Linear  1   Asset    Alone     OpenFile      Each(Own);
    RookHalfOpenFile        "rook_half_open_file"             Rooks       Pieces  Linear  1   Asset    Alone     OpenFile      Each(Own);
    RookClosedFile          "rook_closed_file"                Rooks       Pieces  Linear  1   Weakness Fused     OpenFile      Each(Own);
    RookOnSeventh           "rook_on_seventh"                 Rooks       Pieces  Linear  1   Asset    Alone     _             Each(Own);
    RookAbsoluteSeventh     "rook_absolute_seventh"           Rooks       Pieces  Linear  1   Asset    Fused     _             Each(Own);
    MajorsOnSeventh         "majors_on_seventh"               Rooks       YesNo   Linear  1   Asset    Fused     _             Any(Own);
    ConnectedRooks          "connected_rooks"                 Rooks       YesNo   Linear  1   Asset    Fused     _             Any(Own);
    DoubledRooks            "doubled_rooks"                   Rooks       YesNo   Linear  1   Asset    Alone     _             Any(Own);
    TrappedRook             "trapped_rook"                    Rooks       Pieces  Linear  1   Weakness Fused     _             Each(Own);
    LimitedRook             "limited_rook"                    Rooks       Pieces  Linear  1   Weakness Fused     _             Each(Own);
    RookFacesQueen          "rook_faces_queen"                Rooks       Pieces  Linear  1   Asset    Fused     OpenFile      Each(Own);
    RookFacesKing           "rook_faces_king"                 Rooks       Pieces  Linear  1   Asset    Fused     OpenFile      Each(Own);
    RookAttacksWeakPawns    "rook_attacks_weak_pawns"         Rooks       Pawns   Linear  1   Asset    Fused     Attack        Any(Enemy);

    QueenPosition           "queen_position"                  Queens      Pieces  Linear  32  Asset    Fused     Mobility      Each(Own);
    QueenMobility           "queen_mobility"                  Queens      Squares Linear  28  Asset    Fused     Mobility      Nowhere;
    EarlyQueen              "early_queen"                     Queens      Pieces  Linear  1   Weakness Fused     Development   Each(Own);
    QueenOffside            "queen_offside"                   Queens      Pieces  Linear  1   Weakness Fused     _             Each(Own);
    QueenExposed            "queen_exposed"                   Queens      Pieces  Linear  1   Weakness Fused     _             Each(Own);
    QueenInfiltration       "queen_infiltration"              Queens      Pieces  Linear  1   Asset    Fused     _             Each(Own);

    KingPosition            "king_position"                   King        Pieces  Linear  32  Asset    Fused     _             Each(Own);
    PawnShelter             "pawn_shelter"                    King        Pawns   Linear  16  Asset    Fused     KingSafety    Each(Own);
    PawnStorm               "pawn_storm"                      King        Pawns   Linear  16  Weakness Fused     KingSafety    Each(Enemy);
    OpenFileAtKing          "open_file_at_king"               King        Files   Linear  1   Weakness Alone     KingSafety    Any(Own);
    HalfOpenFileAtKing      "half_open_file_at_king"          King        Files   Linear  1   Weakness Fused     KingSafety    Any(Own);
    KingTropism             "king_tropism"                    King        Points  Linear  4   Asset    Fused     Attack        Nowhere;
    KingMobility            "king_mobility"                   King        Squares Linear  28  Weakness Fused     KingSafety    Nowhere;
    KingAttackers           "king_attackers"                  King        Pieces  Attack  4   Asset    Fused     Attack        Each(Own);
    KingRingAttacks         "king_ring_attacks"               King        Squares Attack  1   Asset    Fused     Attack        Nowhere;
    SafeChecks              "safe_checks"                     King        Squares Attack  4   Asset    Fused     Attack        Nowhere;
    UnsafeChecks            "unsafe_checks"                   King        Squares Attack  1   Asset    Fused     Attack        Nowhere;
    QueenNearWeakKing       "queen_near_weak_king"            King        YesNo   Attack  1   Asset    Fused     Attack        Each(Own);
    AttackWithoutQueen      "attack_without_queen"            King        YesNo   Attack  1   Weakness Fused     Attack        Nowhere;
    WeakKingRing            "weak_king_ring"                  King        Squares Danger  1   Weakness Fused     KingSafety    Each(Square);
    PinnedDefender          "pinned_defender"                 King        Pieces  Danger  1   Weakness Fused     Pin           Each(Own);
    KingDefenders           "king_defenders"                  King        Pieces  Danger  1   Asset    Fused     KingSafety    Each(Own);
    KingAtHome              "king_at_home"                    King        YesNo   Danger  1   Asset    Fused     KingSafety    Each(Own);
    BackRank                "back_rank"                       King        YesNo   Linear  1   Weakness Fused     KingSafety    Each(Own);
    MateHole                "mate_hole"                       King        YesNo   Linear  1   Weakness Fused     KingSafety    Any(Enemy);
    PawnlessFlank           "pawnless_flank"                  King        YesNo   Linear  1   Weakness Fused     KingSafety    Each(Own);
    OppositeCastling        "opposite_castling"               King        YesNo   Remark  0   Asset    Fused     KingSafety    Each(Own);
    CastledKing             "castled_king"                    King        YesNo   Linear  1   Asset    Fused     KingSafety    Each(Own);
    CastlingRight           "castling_right"                  King        Points  Linear  1   Asset    Fused     KingSafety    Nowhere;
    KingInCentre            "king_in_centre"                  King        YesNo   Linear  1   Weakness Fused     KingSafety    Each(Own);
    KingActivity            "king_activity"                   King        Steps   Linear  1   Weakness Fused     Mobility      Nowhere;
    Opposition              "opposition"                      King        YesNo   Linear  1   Asset    Fused     Endgame       Each(Own);

    UndevelopedMinors       "undeveloped_minors"              Development Pieces  Linear  1   Weakness Alone     Development   Each(Own);
    SideToMove              "side_to_move"                    Development YesNo   Linear  1   Asset    Fused     Tempo         Nowhere;

    HangingPiece            "hanging_piece"                   Threats     Pieces  Linear  1   Weakness Fused     _             Each(Own);
    PawnThreat              "pawn_threat"                     Threats     Pieces  Linear  1   Asset    Fused     Attack        Each(Enemy);
    MinorThreat             "minor_threat"                    Threats     Pieces  Linear  5   Asset    Fused     Attack        Each(Enemy);
    RookThreat              "rook_threat"                     Threats     Pieces  Linear  5   Asset    Fused     Attack        Each(Enemy);
    KingThreat              "king_threat"                     Threats     Pieces  Linear  1   Asset    Fused     Attack        Each(Enemy);
    PawnPushThreat          "pawn_push_threat"                Threats     Pieces  Linear  1   Asset    Fused     Attack        Each(Enemy);
    QueenHarassed           "queen_harassed"                  Threats     Squares Linear  2   Asset    Fused     Attack        Nowhere;
    PinnedPiece             "pinned_piece"                    Threats     Pieces  Linear  1   Weakness Fused     Pin           Each(Own);
    OverloadedDefender      "overloaded_defender"             Threats     Pieces  Remark  0   Weakness Fused     _             Each(Own);
    RestrictedSquares       "restricted_squares"              Threats     Squares Linear  1   Asset    Fused     Mobility      Each(Square);
    TrappedPiece            "trapped_piece"                   Threats     Pieces  Linear  1   Weakness Fused     _             Each(Own);
    ForkThreat              "fork_threat"                     Threats     Squares Remark  0   Asset    Fused     Fork          Each(Square);

    Space                   "space"                           Space       Squares Linear  1   Asset    Fused     Centre        Any(Square);
    CentreControl           "centre_control"                  Space       Squares Linear  1   Asset    Fused     Centre        Each(Square);

    Activity                "activity"                        Initiative  Squares Remark  0   Asset    Fused     Mobility      Each(Square);
    Winnability             "winnability"                     Initiative  Points  Chances 6   Asset    Fused     Endgame       Nowhere;
    OppositeBishops         "opposite_bishops"                Initiative  YesNo   Scale   2   Weakness Fused     Endgame       Nowhere;
    DrawishMaterial         "drawish_material"                Initiative  YesNo   Scale   2   Weakness Fused     Endgame       Nowhere;
    WrongRookPawn           "wrong_rook_pawn"                 Initiative  YesNo   Scale   1   Weakness Fused     Endgame       Nowhere;
    FewPawns                "few_pawns"                       Initiative  Pawns   Scale   9   Weakness Fused     Endgame       Nowhere;
    KnownEnding             "known_ending"                    Initiative  Points  Linear  4   Asset    Fused     Endgame       Nowhere;
}

/// Where each feature's weights begin in the flat array.
const OFFSETS: [usize; ALL.len()] = {
    let mut offsets = [0; ALL.len()];
    let mut i = 1;
    while i < ALL.len() {
        offsets[i] = offsets[i - 1] + WEIGHTS[i - 1];
        i += 1;
    }
    offsets
};

impl FeatureId {
    /// How many features there are.
    pub const COUNT: usize = ALL.len();
    /// How many weights all features own together.
    pub const WEIGHTS: usize = OFFSETS[ALL.len() - 1] + WEIGHTS[ALL.len() - 1];

    /// Every feature, in the order of breakdowns.
    pub fn all() -> impl ExactSizeIterator<Item = FeatureId> {
        ALL.iter().copied()
    }

    /// The feature of this stable id.
    ///
    /// ```
    /// use philidor_know::features::FeatureId;
    /// assert_eq!(FeatureId::from_id("bishop_pair"), Some(FeatureId::BishopPair));
    /// assert_eq!(FeatureId::from_id("bishop_triple"), None);
    /// ```
    pub fn from_id(id: &str) -> Option<FeatureId> {
        IDS.iter().position(|&known| known == id).map(|i| ALL[i])
    }

    /// The stable id, as files and JSON spell it.
    pub fn id(self) -> &'static str {
        IDS[self as usize]
    }

    /// The theme it belongs to.
    pub fn group(self) -> Group {
        GROUPS[self as usize]
    }

    /// What its count counts.
    pub fn unit(self) -> Unit {
        UNITS[self as usize]
    }

    /// How it enters the evaluation.
    pub const fn kind(self) -> Kind {
        KINDS[self as usize]
    }

    /// Whether its owner wants it.
    pub fn polarity(self) -> Polarity {
        POLARITIES[self as usize]
    }

    /// Whether it may be said alone.
    pub fn mention(self) -> Mention {
        MENTIONS[self as usize]
    }

    /// What a comment about it is about.
    pub fn topic(self) -> Option<Topic> {
        TOPICS[self as usize]
    }

    /// How it is pointed at.
    pub fn pointing(self) -> Pointing {
        POINTINGS[self as usize]
    }

    /// How many weights it owns.
    pub const fn weights(self) -> usize {
        WEIGHTS[self as usize]
    }

    /// Where its weights begin in the flat array.
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize]
    }

    /// The feature that owns a weight of the flat array.
    pub fn of_weight(index: usize) -> FeatureId {
        let after = OFFSETS.partition_point(|&offset| offset <= index);
        // Features without weights share the offset of their successor; the owner is the last that has any.
        ALL[..after].iter().rev().copied().find(|f| f.weights() > 0).expect("a weight with an owner")
    }
}
