//! The list itself: one line per feature, with the number of weights it owns.
//!
//! The order is the order of breakdowns and of the weights in memory; ids are stable, positions are not.
//! Candidates and their sources (Crafty, GNU Chess, Fruit, Stockfish's classical table, tutor paper) were
//! collected from published descriptions of evaluation functions; wording and counting are ours.

use super::{Group, Kind, Unit};

macro_rules! vocabulary {
    ($($name:ident $id:literal $group:ident $unit:ident $kind:ident $weights:literal;)*) => {
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
    };
}

vocabulary! {
    Pawns                   "pawns"                        Material    Pawns   Linear   1;
    Knights                 "knights"                      Material    Pieces  Linear   1;
    Bishops                 "bishops"                      Material    Pieces  Linear   1;
    Rooks                   "rooks"                        Material    Pieces  Linear   1;
    Queens                  "queens"                       Material    Pieces  Linear   1;
    ExchangeAhead           "exchange_ahead"               Material    YesNo   Linear   1;
    BadTrade                "bad_trade"                    Material    YesNo   Linear   1;
    Imbalance               "imbalance"                    Material    Points  Linear   4;
    BishopPair              "bishop_pair"                  Material    YesNo   Linear   1;
    RedundantKnight         "redundant_knight"             Material    Pieces  Linear   1;
    RedundantRook           "redundant_rook"               Material    Pieces  Linear   1;
    QueenForTwoRooks        "queen_for_two_rooks"          Material    YesNo   Linear   1;
    EightPawns              "eight_pawns"                  Material    YesNo   Linear   1;
    Simplification          "simplification"               Material    Pieces  Linear   1;

    PawnPosition            "pawn_position"                Pawns       Pawns   Linear   32;
    IsolatedPawn            "isolated_pawn"                Pawns       Pawns   Linear   4;
    IsolatedOnHalfOpenFile  "isolated_pawn_on_half_open_file" Pawns    Pawns   Linear   1;
    DoubledPawns            "doubled_pawns"                Pawns       Pawns   Linear   1;
    DoubledIsolatedPawns    "doubled_isolated_pawns"       Pawns       Pawns   Linear   1;
    BackwardPawn            "backward_pawn"                Pawns       Pawns   Linear   1;
    BackwardOnHalfOpenFile  "backward_pawn_on_half_open_file" Pawns    Pawns   Linear   1;
    UnsupportedPawn         "unsupported_pawn"             Pawns       Pawns   Linear   1;
    WeakPawn                "weak_pawn"                    Pawns       Pawns   Linear   1;
    PawnPhalanx             "pawn_phalanx"                 Pawns       Pawns   Linear   8;
    PawnChain               "pawn_chain"                   Pawns       Pawns   Linear   8;
    PawnIslands             "pawn_islands"                 Pawns       Islands Linear   1;
    RammedPawns             "rammed_pawns"                 Pawns       Pawns   Linear   1;
    PawnLever               "pawn_lever"                   Pawns       Pawns   Linear   1;
    BlockCenter             "block_center"                 Pawns       Pawns   Linear   1;
    PawnMajority            "pawn_majority"                Pawns       Points  Linear   1;
    PawnWidth               "pawn_width"                   Pawns       Files   Linear   1;
    PawnHoles               "pawn_holes"                   Pawns       Squares Linear   1;
    WeakColourComplex       "weak_colour_complex"          Pawns       Squares Remark   0;

    PassedPawn              "passed_pawn"                  Passed      Pawns   Linear   8;
    CandidatePasser         "candidate_passer"             Passed      Pawns   Linear   8;
    HiddenPasser            "hidden_passer"                Passed      Pawns   Linear   1;
    ProtectedPasser         "protected_passer"             Passed      Pawns   Linear   8;
    ConnectedPassers        "connected_passers"            Passed      Pawns   Linear   8;
    OutsidePasser           "outside_passer"               Passed      Pawns   Linear   1;
    SplitPassers            "split_passers"                Passed      YesNo   Linear   1;
    BlockadedPasser         "blockaded_passer"             Passed      Pawns   Linear   8;
    PasserFreeStep          "passer_free_step"             Passed      Pawns   Linear   8;
    PasserFreePath          "passer_free_path"             Passed      Pawns   Linear   8;
    PasserEscorted          "passer_escorted"              Passed      Pawns   Linear   1;
    PasserOwnKing           "passer_own_king"              Passed      Steps   Linear   8;
    PasserEnemyKing         "passer_enemy_king"            Passed      Steps   Linear   8;
    UnstoppablePasser       "unstoppable_passer"           Passed      Pawns   Linear   1;
    PasserRace              "passer_race"                  Passed      YesNo   Remark   0;
    RookBehindPassedPawn    "rook_behind_passed_pawn"      Passed      Pieces  Linear   1;
    EnemyRookBehindPasser   "enemy_rook_behind_passer"     Passed      Pieces  Linear   1;

    KnightCentralisation    "knight_centralisation"        Knights     Pieces  Linear   32;
    KnightMobility          "knight_mobility"              Knights     Squares Linear   9;
    KnightOutpost           "knight_outpost"               Knights     Pieces  Linear   1;
    KnightOutpostSupported  "knight_outpost_supported"     Knights     Pieces  Linear   1;
    KnightOutpostReachable  "knight_outpost_reachable"     Knights     Pieces  Linear   1;
    KnightOnRim             "knight_on_rim"                Knights     Pieces  Remark   0;
    KnightBehindPawn        "knight_behind_pawn"           Knights     Pieces  Linear   1;
    KnightInClosedPosition  "knight_in_closed_position"    Knights     Points  Linear   1;
    KnightBlocksCenter      "knight_blocks_center"         Knights     Pieces  Linear   1;

    BishopPosition          "bishop_position"              Bishops     Pieces  Linear   32;
    BishopMobility          "bishop_mobility"              Bishops     Squares Linear   14;
    BishopPlusPawnsOnColour "bishop_plus_pawns_on_colour"  Bishops     Pawns   Linear   1;
    BadBishop               "bad_bishop"                   Bishops     Pieces  Remark   0;
    BishopBlocksCenter      "bishop_blocks_center"         Bishops     Pieces  Linear   1;
    TrappedBishop           "trapped_bishop"               Bishops     Pieces  Linear   1;
    LongDiagonalBishop      "long_diagonal_bishop"         Bishops     Pieces  Linear   1;
    BishopKingSafety        "bishop_king_safety"           Bishops     Pieces  Linear   1;
    BishopOutpost           "bishop_outpost"               Bishops     Pieces  Linear   1;
    BishopOutpostSupported  "bishop_outpost_supported"     Bishops     Pieces  Linear   1;
    BishopOverKnight        "bishop_over_knight"           Bishops     YesNo   Linear   1;
    BishopXrayPawns         "bishop_xray_pawns"            Bishops     Pawns   Linear   1;
    BishopBehindPawn        "bishop_behind_pawn"           Bishops     Pieces  Linear   1;

    RookPosition            "rook_position"                Rooks       Pieces  Linear   32;
    RookMobility            "rook_mobility"                Rooks       Squares Linear   15;
    RookOpenFile            "rook_open_file"               Rooks       Pieces  Linear   1;
    RookHalfOpenFile        "rook_half_open_file"          Rooks       Pieces  Linear   1;
    RookClosedFile          "rook_closed_file"             Rooks       Pieces  Linear   1;
    RookOnSeventh           "rook_on_seventh"              Rooks       Pieces  Linear   1;
    RookAbsoluteSeventh     "rook_absolute_seventh"        Rooks       Pieces  Linear   1;
    MajorsOnSeventh         "majors_on_seventh"            Rooks       YesNo   Linear   1;
    ConnectedRooks          "connected_rooks"              Rooks       YesNo   Linear   1;
    DoubledRooks            "doubled_rooks"                Rooks       YesNo   Linear   1;
    TrappedRook             "trapped_rook"                 Rooks       Pieces  Linear   1;
    LimitedRook             "limited_rook"                 Rooks       Pieces  Linear   1;
    RookFacesQueen          "rook_faces_queen"             Rooks       Pieces  Linear   1;
    RookFacesKing           "rook_faces_king"              Rooks       Pieces  Linear   1;
    RookAttacksWeakPawns    "rook_attacks_weak_pawns"      Rooks       Pawns   Linear   1;

    QueenPosition           "queen_position"               Queens      Pieces  Linear   32;
    QueenMobility           "queen_mobility"               Queens      Squares Linear   28;
    EarlyQueen              "early_queen"                  Queens      Pieces  Linear   1;
    QueenOffside            "queen_offside"                Queens      Pieces  Linear   1;
    QueenExposed            "queen_exposed"                Queens      Pieces  Linear   1;
    QueenInfiltration       "queen_infiltration"           Queens      Pieces  Linear   1;

    KingPosition            "king_position"                King        Pieces  Linear   32;
    PawnShelter             "pawn_shelter"                 King        Pawns   Linear   16;
    PawnStorm               "pawn_storm"                   King        Pawns   Linear   16;
    OpenFileAtKing          "open_file_at_king"            King        Files   Linear   1;
    HalfOpenFileAtKing      "half_open_file_at_king"       King        Files   Linear   1;
    KingTropism             "king_tropism"                 King        Points  Linear   4;
    KingMobility            "king_mobility"                King        Squares Linear   28;
    KingAttackers           "king_attackers"               King        Pieces  Attack   4;
    KingRingAttacks         "king_ring_attacks"            King        Squares Attack   1;
    SafeChecks              "safe_checks"                  King        Squares Attack   4;
    UnsafeChecks            "unsafe_checks"                King        Squares Attack   1;
    QueenNearWeakKing       "queen_near_weak_king"         King        YesNo   Attack   1;
    AttackWithoutQueen      "attack_without_queen"         King        YesNo   Attack   1;
    WeakKingRing            "weak_king_ring"               King        Squares Danger   1;
    PinnedDefender          "pinned_defender"              King        Pieces  Danger   1;
    KingDefenders           "king_defenders"               King        Pieces  Danger   1;
    KingAtHome              "king_at_home"                 King        YesNo   Danger   1;
    BackRank                "back_rank"                    King        YesNo   Linear   1;
    MateHole                "mate_hole"                    King        YesNo   Linear   1;
    PawnlessFlank           "pawnless_flank"               King        YesNo   Linear   1;
    OppositeCastling        "opposite_castling"            King        YesNo   Remark   0;
    CastledKing             "castled_king"                 King        YesNo   Linear   1;
    CastlingRight           "castling_right"               King        Points  Linear   1;
    KingInCentre            "king_in_centre"               King        YesNo   Linear   1;
    KingActivity            "king_activity"                King        Steps   Linear   1;
    Opposition              "opposition"                   King        YesNo   Linear   1;

    UndevelopedMinors       "undeveloped_minors"           Development Pieces  Linear   1;
    SideToMove              "side_to_move"                 Development YesNo   Linear   1;

    HangingPiece            "hanging_piece"                Threats     Pieces  Linear   1;
    PawnThreat              "pawn_threat"                  Threats     Pieces  Linear   1;
    MinorThreat             "minor_threat"                 Threats     Pieces  Linear   5;
    RookThreat              "rook_threat"                  Threats     Pieces  Linear   5;
    KingThreat              "king_threat"                  Threats     Pieces  Linear   1;
    PawnPushThreat          "pawn_push_threat"             Threats     Pieces  Linear   1;
    QueenHarassed           "queen_harassed"               Threats     Squares Linear   2;
    PinnedPiece             "pinned_piece"                 Threats     Pieces  Linear   1;
    OverloadedDefender      "overloaded_defender"          Threats     Pieces  Remark   0;
    RestrictedSquares       "restricted_squares"           Threats     Squares Linear   1;
    TrappedPiece            "trapped_piece"                Threats     Pieces  Linear   1;
    ForkThreat              "fork_threat"                  Threats     Squares Remark   0;

    Space                   "space"                        Space       Squares Linear   1;
    CentreControl           "centre_control"               Space       Squares Linear   1;

    Activity                "activity"                     Initiative  Squares Remark   0;
    Winnability             "winnability"                  Initiative  Points  Chances  6;
    OppositeBishops         "opposite_bishops"             Initiative  YesNo   Scale    2;
    DrawishMaterial         "drawish_material"             Initiative  YesNo   Scale    2;
    WrongRookPawn           "wrong_rook_pawn"              Initiative  YesNo   Scale    1;
    FewPawns                "few_pawns"                    Initiative  Pawns   Scale    9;
    KnownEnding             "known_ending"                 Initiative  Points  Linear   4;
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
