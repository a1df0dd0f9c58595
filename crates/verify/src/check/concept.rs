//! Concepts of the expert rules: the numbers they rest on, counted anew, and what the board must show for the name.
//!
//! A rule may ask for more than is asked here (thresholds of the evaluation are its own business); it must not ask for
//! less. The squares must be those of the side and the features that the name speaks of, all of them and no others. A
//! name that is not in the lists, because somebody has added a rule, is checked by its numbers alone.

use philidor_claims::{FeatureNumbers, Purpose};

use super::{
    Case, Flaw, Grounds, Verdict,
    feature::{Shown, changed, recount, same, there},
};
use crate::{
    board::{Board, Color, Role, Square},
    count::count,
};

pub(super) fn concept(
    case: &Case,
    name: &str,
    purpose: Purpose,
    features: &[FeatureNumbers],
    shown: Option<Shown>,
) -> Verdict {
    case.holds_at_end()?;
    let present = purpose.is_present();
    if !present && case.ply == 0 {
        return Err(Flaw::Concept { name: name.to_owned(), why: "nothing was played" });
    }
    listed(name, case.side, features)?;
    let mut counted = !features.is_empty();
    for numbers in features {
        counted &= recount(case, numbers)?;
    }
    if let Some(shown) = shown {
        pointed_at(case, name, present, features, shown)?;
    }
    let seen = Seen { case, us: case.side, features };
    match holds(&seen, name, present) {
        Some(false) => Err(Flaw::Concept { name: name.to_owned(), why: "the board does not show it" }),
        Some(true) if counted => Ok(Grounds::Board),
        _ => Ok(Grounds::Numbers),
    }
}

/// Each feature of a side is named once; of two sides, the one it speaks for comes first.
fn listed(name: &str, side: Color, features: &[FeatureNumbers]) -> Result<(), Flaw> {
    let flaw = |why: &'static str| Err(Flaw::Concept { name: name.to_owned(), why });
    for pair in features.windows(2).filter(|pair| pair[0].id == pair[1].id) {
        if pair[0].owner == pair[1].owner {
            return flaw("a feature is counted twice");
        }
        if pair[0].owner != side {
            return flaw("the sides are exchanged");
        }
    }
    Ok(())
}

/// The squares are exactly those of the features at which the name points. Of a name that is not known here, every square
/// shows one of the features it rests on.
fn pointed_at(
    case: &Case,
    name: &str,
    present: bool,
    features: &[FeatureNumbers],
    shown: Shown,
) -> Result<(), Flaw> {
    if let Some(places) = places(name) {
        let places: Vec<(&str, Color)> = places.iter().map(|&id| (id, case.side)).collect();
        let found = if present { there(case, &places) } else { changed(case, &places) };
        return same(name, shown, found);
    }
    if shown.gone && shown.squares.is_empty() {
        return Err(Flaw::Concept { name: name.to_owned(), why: "nothing is shown that is gone" });
    }
    let board = if shown.gone { case.start() } else { case.there() };
    let seen = |sq: Square| {
        features.iter().any(|numbers| {
            count(board, &numbers.id, numbers.owner)
                .and_then(|count| count.squares)
                .is_some_and(|squares| squares.contains(sq))
        })
    };
    match shown.squares.iter().find(|&sq| !seen(sq)) {
        Some(square) => Err(Flaw::Shown { feature: name.to_owned(), square }),
        None => Ok(()),
    }
}

/// The features of the side it speaks for at which a finger would point for a name; `None` for names that are not known here.
fn places(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "isolated pawn" => &["isolated_pawn"],
        "doubled pawns" => &["doubled_pawns"],
        "backward pawn" => &["backward_pawn"],
        "structure damaged" => &["isolated_pawn", "doubled_pawns", "backward_pawn"],
        "hole" => &["pawn_holes"],
        "passed pawn" | "passed pawn advances" | "passed pawn lost" => &["passed_pawn"],
        "protected passed pawn" => &["protected_passer"],
        "outside passed pawn" => &["outside_passer"],
        "connected passed pawns" => &["connected_passers"],
        "passed pawn blockaded" => &["blockaded_passer"],
        "rook behind the passed pawn" => &["rook_behind_passed_pawn"],
        "pressure on weak pawns" => &["rook_attacks_weak_pawns"],
        "bishop pair" | "active bishop pair" | "bishop pair gained" | "bishop pair given up" => {
            &["bishop_pair"]
        }
        "strong knight" | "strong knight gone" => &["knight_outpost"],
        "bad bishop" | "bad bishop exchanged" | "bad bishop improved" => &["bad_bishop"],
        "better bishop" => &["bishops"],
        "bishop against knight" => &["bishop_over_knight"],
        "bishop improved" | "bishops improved" => &["bishop_position"],
        "knight improved" | "knight passive" => &["knight_centralisation"],
        "knight on the rim" => &["knight_on_rim"],
        "open file" | "open file taken" => &["rook_open_file"],
        "rook on the seventh" => &["rook_on_seventh"],
        "rooks doubled" => &["doubled_rooks"],
        "rook shut in" => &["trapped_rook"],
        "queen active" => &["queen_position"],
        "queen invades" => &["queen_infiltration"],
        "queen offside" => &["queen_offside"],
        "king safe" => &["castled_king"],
        "king in the centre" | "king stuck in the centre" => &["king_in_centre"],
        "weak back rank" | "back rank weak" => &["back_rank"],
        "exposed king" | "king active" => &["king_position"],
        "opposition" => &["opposition"],
        "piece en prise" => &["hanging_piece"],
        "pinned piece" => &["pinned_piece"],
        "pawn ahead"
        | "pawns ahead"
        | "exchange ahead"
        | "exchange for a pawn"
        | "exchange for two pawns"
        | "rook for two pieces"
        | "rook and piece for a queen"
        | "two pieces for a rook"
        | "queen for rook and piece"
        | "queen for two rooks"
        | "two rooks for a queen"
        | "queen for three pieces"
        | "three pieces for a queen"
        | "piece for two pawns"
        | "piece for three pawns"
        | "three pawns for a piece"
        | "piece ahead"
        | "rook ahead"
        | "much material ahead"
        | "simplified when ahead"
        | "structure improved"
        | "better structure"
        | "strong knight for a while"
        | "outpost uncontested"
        | "bishop passive"
        | "light squares left"
        | "dark squares left"
        | "open file lost"
        | "rooks active"
        | "rooks passive"
        | "king exposed"
        | "safer king"
        | "more active king"
        | "initiative against the king"
        | "attack on the king"
        | "attack fades"
        | "initiative"
        | "cramped enemy"
        | "centre taken"
        | "centre"
        | "development lead"
        | "better development"
        | "more space"
        | "space gained"
        | "space lost"
        | "activity improved"
        | "activity lost"
        | "more active pieces" => &[],
        _ => return None,
    })
}

struct Seen<'a> {
    case: &'a Case,
    us: Color,
    features: &'a [FeatureNumbers],
}

impl Seen<'_> {
    fn of(&self, board: &Board, feature: &str, side: Color) -> i32 {
        count(board, feature, side).map_or(0, |count| count.number)
    }

    fn now(&self, feature: &str) -> i32 {
        self.of(self.case.there(), feature, self.us)
    }

    fn was(&self, feature: &str) -> i32 {
        self.of(self.case.start(), feature, self.us)
    }

    fn theirs(&self, feature: &str) -> i32 {
        self.of(self.case.there(), feature, self.us.other())
    }

    fn theirs_was(&self, feature: &str) -> i32 {
        self.of(self.case.start(), feature, self.us.other())
    }

    fn grows(&self, feature: &str) -> bool {
        self.now(feature) > self.was(feature)
    }

    fn shrinks(&self, feature: &str) -> bool {
        self.now(feature) < self.was(feature)
    }

    fn same(&self, role: Role) -> bool {
        self.case.start().number(self.us, role) == self.case.there().number(self.us, role)
    }

    /// Our men of a kind minus theirs.
    fn ahead(&self, role: Role) -> i32 {
        let board = self.case.there();
        board.number(self.us, role) - board.number(self.us.other(), role)
    }

    fn minors_ahead(&self) -> i32 {
        self.ahead(Role::Bishop) + self.ahead(Role::Knight)
    }

    /// Our pawns, minor pieces, rooks and queens minus theirs.
    fn men_ahead(&self) -> [i32; 4] {
        [self.ahead(Role::Pawn), self.minors_ahead(), self.ahead(Role::Rook), self.ahead(Role::Queen)]
    }

    /// Isolated, doubled and backward pawns.
    fn weak(&self, board: &Board, side: Color) -> i32 {
        ["isolated_pawn", "doubled_pawns", "backward_pawn"].iter().map(|f| self.of(board, f, side)).sum()
    }

    /// How many squares a side's pieces of these kinds reach that no enemy pawn guards.
    fn reach(&self, board: &Board, side: Color) -> i32 {
        let enemy = side.other();
        let pawns = board.squares(enemy, Role::Pawn);
        let open = |sq: &Square| {
            let by_piece = board
                .attackers(side, *sq)
                .iter()
                .any(|from| board.on(from).is_some_and(|man| man.role.is_piece()));
            by_piece && !pawns.iter().any(|pawn| board.attacks_from(pawn).contains(*sq))
        };
        Square::all().filter(open).count() as i32
    }

    fn reach_gain(&self) -> i32 {
        let gain = |side: Color| self.reach(self.case.there(), side) - self.reach(self.case.start(), side);
        gain(self.us) - gain(self.us.other())
    }

    /// How many more squares our men of a kind see than at the start; squares of own men do not count.
    fn scope_gain(&self, role: Role) -> i32 {
        let free = |board: &Board, sq: &Square| board.on(*sq).is_none_or(|man| man.color != self.us);
        let scope = |board: &Board| {
            let seen = |from: Square| board.attacks_from(from).iter().filter(|sq| free(board, sq)).count();
            board.squares(self.us, role).iter().map(seen).sum::<usize>() as i32
        };
        scope(self.case.there()) - scope(self.case.start())
    }

    /// Our rooks on the first rank between our king, who stands there and cannot castle, and the corner, with at most three
    /// squares to go to that no enemy pawn guards.
    fn shut_in(&self, board: &Board) -> usize {
        let (us, king) = (self.us, board.king(self.us));
        let home = if us == Color::White { 0 } else { 7 };
        if king.rank() != home || self.of(board, "castling_right", us) > 0 {
            return 0;
        }
        let beyond = |sq: Square| match king.file() {
            4.. => sq.file() > king.file(),
            _ => sq.file() < king.file(),
        };
        let pawns = board.squares(us.other(), Role::Pawn);
        let guarded = |sq: Square| pawns.iter().any(|pawn| board.attacks_from(pawn).contains(sq));
        let open = |sq: &Square| board.on(*sq).is_none_or(|man| man.color != us) && !guarded(*sq);
        let shut = |sq: &Square| {
            sq.rank() == home && beyond(*sq) && board.attacks_from(*sq).iter().filter(open).count() <= 3
        };
        board.squares(us, Role::Rook).iter().filter(shut).count()
    }

    /// A pawn of ours moves while it is a passed pawn.
    fn passer_moves(&self) -> bool {
        self.case.line.of(self.us).filter(|(i, ..)| *i < self.case.ply).any(|(i, mv, _)| {
            let passed = count(&self.case.line.boards[i], "passed_pawn", self.us).and_then(|c| c.squares);
            passed.is_some_and(|squares| squares.contains(mv.from))
        })
    }

    /// An enemy knight keeps its outpost while our last bishop of that colour goes.
    fn outpost_left(&self) -> bool {
        let (start, there) = (self.case.start(), self.case.there());
        let posts = |board: &Board| {
            count(board, "knight_outpost", self.us.other()).and_then(|c| c.squares).unwrap_or_default()
        };
        let left = |sq: Square| {
            self.bishop_of(start, self.us, sq.is_light()) && !self.bishop_of(there, self.us, sq.is_light())
        };
        posts(start).iter().any(|sq| posts(there).contains(sq) && left(sq))
    }

    fn bishop_of(&self, board: &Board, side: Color, light: bool) -> bool {
        board.squares(side, Role::Bishop).iter().any(|sq| sq.is_light() == light)
    }

    /// We lost our bishop of this colour, they kept theirs.
    fn left(&self, light: bool) -> bool {
        let (start, there) = (self.case.start(), self.case.there());
        self.bishop_of(start, self.us, light)
            && self.bishop_of(there, self.us.other(), light)
            && self.shrinks("bishops")
    }

    /// Centipawns gained by our features of these names, as the evidence gives them.
    fn cp_gain(&self, names: &[&str]) -> i32 {
        self.cp(names, self.us, |numbers| numbers.cp_after - numbers.cp_before)
    }

    /// Centipawns of our features of these names there, minus those of the other side.
    fn cp_lead(&self, names: &[&str]) -> i32 {
        let of = |side: Color| self.cp(names, side, |numbers| numbers.cp_after);
        of(self.us) - of(self.us.other())
    }

    fn cp(&self, names: &[&str], owner: Color, value: impl Fn(&FeatureNumbers) -> i32) -> i32 {
        let named =
            |numbers: &&FeatureNumbers| numbers.owner == owner && names.contains(&numbers.id.as_str());
        self.features.iter().filter(named).map(value).sum()
    }

    fn has_queen(&self, side: Color) -> bool {
        self.case.there().number(side, Role::Queen) > 0
    }
}

/// Names of features that judge one thing together.
const KNIGHT: &[&str] = &["knight_mobility", "knight_centralisation"];
const BISHOP: &[&str] = &["bishop_mobility", "bishop_position"];
const COVER: &[&str] = &["pawn_shelter", "open_file_at_king", "half_open_file_at_king"];
const FIGHTING_KING: &[&str] = &["king_activity", "king_position"];
const ATTACK: &[&str] =
    &["king_tropism", "king_attackers", "king_ring_attacks", "safe_checks", "queen_near_weak_king"];

/// Whether the board shows what the name says; `None` for names that are not known here.
fn holds(s: &Seen<'_>, name: &str, present: bool) -> Option<bool> {
    let (start, there) = (s.case.start(), s.case.there());
    let (us, them) = (s.us, s.us.other());
    let weak_now = (s.weak(there, us), s.weak(there, them));
    let weak_was = (s.weak(start, us), s.weak(start, them));
    // A word that names a state is true of what is there; the same word said of a line means that it has come about.
    let state = |feature: &str| if present { s.now(feature) > 0 } else { s.grows(feature) };
    Some(match name {
        // Material.
        "pawn ahead" => s.ahead(Role::Pawn) == 1 && s.minors_ahead() == 0 && s.ahead(Role::Rook) == 0,
        "pawns ahead" => s.ahead(Role::Pawn) >= 2 && s.minors_ahead() == 0 && s.ahead(Role::Rook) == 0,
        "exchange ahead" => s.ahead(Role::Pawn) >= 0 && s.men_ahead()[1..] == [-1, 1, 0],
        "exchange for a pawn" => s.men_ahead() == [-1, -1, 1, 0],
        "exchange for two pawns" => s.men_ahead() == [-2, -1, 1, 0],
        "rook for two pieces" => s.ahead(Role::Pawn) > 0 && s.men_ahead()[1..] == [-2, 1, 0],
        "rook and piece for a queen" => s.ahead(Role::Pawn) > 0 && s.men_ahead()[1..] == [1, 1, -1],
        "two pieces for a rook" => s.men_ahead()[1..] == [2, -1, 0],
        "queen for rook and piece" => s.men_ahead()[1..] == [-1, -1, 1],
        "queen for two rooks" => s.men_ahead()[1..] == [0, -2, 1],
        "two rooks for a queen" => s.men_ahead()[1..] == [0, 2, -1],
        "queen for three pieces" => s.men_ahead()[1..] == [-3, 0, 1],
        "three pieces for a queen" => s.men_ahead()[1..] == [3, 0, -1],
        "piece for two pawns" => s.men_ahead() == [-2, 1, 0, 0],
        "piece for three pawns" => s.men_ahead() == [-3, 1, 0, 0],
        "three pawns for a piece" => s.men_ahead() == [3, -1, 0, 0],
        "piece ahead" => s.minors_ahead() == 1 && s.ahead(Role::Rook) == 0 && s.ahead(Role::Queen) == 0,
        "rook ahead" => s.ahead(Role::Rook) == 1 && s.minors_ahead() >= 0 && s.ahead(Role::Queen) == 0,
        "much material ahead" => there.balance(us) >= 6,
        "simplified when ahead" => {
            there.balance(us) >= 2 && !s.has_queen(us) && !s.has_queen(them) && s.was("queens") > 0
        }
        // Pawns.
        "structure improved" => weak_now.0 - weak_was.0 < weak_now.1 - weak_was.1,
        "better structure" => weak_now.0 < weak_now.1,
        "structure damaged" => weak_now.0 > weak_was.0,
        "hole" => s.grows("pawn_holes"),
        "weak colour complex" => state("weak_colour_complex"),
        "isolated pawn" => s.now("isolated_pawn") > s.theirs("isolated_pawn"),
        "doubled pawns" => s.now("doubled_pawns") > s.theirs("doubled_pawns"),
        "backward pawn" => s.now("backward_pawn") > s.theirs("backward_pawn"),
        "passed pawn" if present => s.now("passed_pawn") > s.theirs("passed_pawn"),
        "passed pawn" => s.grows("passed_pawn"),
        "protected passed pawn" => state("protected_passer"),
        "outside passed pawn" => state("outside_passer"),
        "connected passed pawns" => state("connected_passers"),
        "passed pawn advances" => {
            let advanced = changed(s.case, &[("passed_pawn", us)]);
            let same = s.now("passed_pawn") == s.was("passed_pawn") && s.passer_moves();
            same && !advanced.squares.is_empty() && s.cp_gain(&["passed_pawn"]) > 0
        }
        "passed pawn blockaded" => s.grows("blockaded_passer"),
        "passed pawn lost" => s.shrinks("passed_pawn"),
        "rook behind the passed pawn" => s.grows("rook_behind_passed_pawn"),
        "pressure on weak pawns" => {
            there.number(us, Role::Rook) > 0 && s.theirs("isolated_pawn") + s.theirs("backward_pawn") > 0
        }
        // Minor pieces.
        "bishop pair" | "active bishop pair" => s.now("bishop_pair") == 1 && s.theirs("bishop_pair") == 0,
        "bishop pair gained" => {
            s.now("bishop_pair") == 1
                && s.theirs("bishop_pair") == 0
                && s.theirs_was("bishop_pair") == s.was("bishop_pair")
        }
        "bishop pair given up" => {
            s.shrinks("bishop_pair") && s.theirs("bishop_pair") >= s.theirs_was("bishop_pair")
        }
        "strong knight" => state("knight_outpost"),
        "strong knight for a while" => (1..=s.case.ply)
            .any(|i| s.of(&s.case.line.boards[i], "knight_outpost", us) > s.was("knight_outpost")),
        "strong knight gone" => s.shrinks("knight_outpost"),
        "outpost uncontested" => s.shrinks("bishops") && s.theirs("knight_outpost") > 0 && s.outpost_left(),
        "bad bishop exchanged" => s.shrinks("bad_bishop") && s.shrinks("bishops"),
        "bad bishop improved" => s.shrinks("bad_bishop") && s.same(Role::Bishop),
        "bad bishop" => state("bad_bishop"),
        "better bishop" => s.now("bad_bishop") == 0 && s.theirs("bad_bishop") == 1,
        "bishop against knight" => {
            s.now("bishops") > 0 && s.theirs("bishops") == 0 && s.theirs("knights") > 0
        }
        "bishop improved" => s.now("bishops") == 1 && s.same(Role::Bishop) && s.cp_gain(BISHOP) > 0,
        "bishops improved" => s.now("bishops") == 2 && s.same(Role::Bishop) && s.cp_gain(BISHOP) > 0,
        "bishop passive" => s.now("bishops") > 0 && s.same(Role::Bishop) && s.cp_gain(BISHOP) < 0,
        "knight improved" => s.now("knights") > 0 && s.same(Role::Knight) && s.cp_gain(KNIGHT) > 0,
        "knight passive" => s.now("knights") > 0 && s.same(Role::Knight) && s.cp_gain(KNIGHT) < 0,
        "knight on the rim" => state("knight_on_rim"),
        "light squares left" => s.left(true),
        "dark squares left" => s.left(false),
        // Rooks and queen.
        "open file" => s.now("rook_open_file") > s.theirs("rook_open_file"),
        "open file taken" => s.grows("rook_open_file"),
        "open file lost" => s.shrinks("rook_open_file") && s.theirs("rook_open_file") > 0,
        "rook on the seventh" => state("rook_on_seventh"),
        "rooks doubled" => s.grows("doubled_rooks"),
        "rooks active" => {
            s.same(Role::Rook) && s.scope_gain(Role::Rook) > 0 && s.cp_gain(&["rook_mobility"]) > 0
        }
        "rooks passive" => {
            s.same(Role::Rook) && s.scope_gain(Role::Rook) < 0 && s.cp_gain(&["rook_mobility"]) < 0
        }
        "rook shut in" if present => s.shut_in(there) > 0,
        "rook shut in" => s.shut_in(there) > s.shut_in(start),
        "queen active" => {
            let judged = s.cp_gain(&["queen_mobility", "queen_position"]) > 0;
            s.has_queen(us) && s.same(Role::Queen) && s.scope_gain(Role::Queen) > 0 && judged
        }
        "queen invades" => s.grows("queen_infiltration"),
        "queen offside" => s.grows("queen_offside"),
        // The king.
        "king safe" => s.grows("castled_king"),
        "king in the centre" => s.now("king_in_centre") == 1 && s.theirs("king_in_centre") == 0,
        "king stuck in the centre" => {
            let castles = s.case.line.of(us).any(|(i, _, play)| i < s.case.ply && play.castled);
            s.grows("king_in_centre") && s.was("castling_right") > 0 && !castles
        }
        "exposed king" => s.has_queen(them) && s.cp_lead(COVER) < 0,
        "king exposed" => s.has_queen(them) && s.cp_gain(COVER) < 0,
        "weak back rank" => s.now("back_rank") == 1 && s.theirs("back_rank") == 0,
        "back rank weak" => s.grows("back_rank"),
        "king active" => !s.has_queen(us) && !s.has_queen(them) && s.cp_gain(FIGHTING_KING) > 0,
        "more active king" => !s.has_queen(us) && !s.has_queen(them) && s.cp_lead(FIGHTING_KING) > 0,
        "opposition" => s.now("opposition") == 1,
        "initiative against the king" => s.has_queen(us) && s.cp_gain(ATTACK) > 0,
        "attack on the king" => s.has_queen(us) && s.cp_lead(ATTACK) > 0,
        "attack fades" => start.number(us, Role::Queen) > 0 && s.cp_gain(ATTACK) < 0,
        // Space, activity, development.
        "centre taken" => {
            s.now("centre_control") >= s.was("centre_control") + 2
                && s.now("centre_control") >= s.theirs("centre_control") + 2
        }
        "centre" => s.now("centre_control") >= s.theirs("centre_control") + 2,
        "development lead" | "better development" => {
            s.now("undeveloped_minors") + 2 <= s.theirs("undeveloped_minors")
        }
        "more space" => s.cp_lead(&["space"]) > 0,
        "space gained" => s.cp_gain(&["space"]) > 0,
        "space lost" => s.cp_gain(&["space"]) < 0,
        "activity improved" => s.reach_gain() > 0,
        "activity lost" => s.reach(there, us) < s.reach(start, us),
        "more active pieces" => s.reach(there, us) > s.reach(there, them),
        // A word about pieces that stand in danger.
        "piece en prise" => s.now("hanging_piece") > 0 && there.turn == them,
        "pinned piece" => s.now("pinned_piece") > s.theirs("pinned_piece"),
        _ => return None,
    })
}
