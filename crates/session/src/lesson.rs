//! The endgame course: its lessons, how somebody played a position of one, what the other side answers, and hints.
//!
//! The truth is that of the tables under the fifty-move rule; a try is over when the game is, or when its result is spoilt.

use std::{collections::BTreeMap, sync::LazyLock};

use philidor_chess::{
    Material, parse_fen,
    shakmaty::{Chess, Move, Position, Square, san::SanPlus},
};
use philidor_humans::{Moment, Rating, Scale};
use philidor_truth::{
    Depth, FiftyMove, ProbeError, RankedMove, Table, Tables, Verdict,
    find::{Filter, Images},
};
use philidor_tutor::endgame::DecidingRule;
use serde::Deserialize;

use crate::Session;

/// Positions of a table that are looked at for a lesson.
const LOOKED_AT: usize = 5_000;
/// Whom we think of if no rating is known: for whom an answer has to be hard, and whose moves are natural.
pub(crate) const USUAL: Rating = Rating { number: 1500, scale: Scale::Lichess };

/// What a lesson says, in one language.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonText {
    /// What it is called.
    pub title: String,
    /// The idea.
    pub idea: String,
}

/// A lesson of `knowledge/lessons.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name on the command line.
    pub id: String,
    /// The ending, such as `KPK`.
    pub endgame: String,
    /// `win` or `draw`.
    pub goal: String,
    /// The rule of the ending's theory that is the idea, if there is one.
    pub rule: Option<String>,
    /// A position that shows it.
    pub shows: Option<String>,
    /// Which positions of the table are tried, in the language of `tables find`.
    #[serde(default)]
    filter: Option<String>,
    /// How many of them.
    #[serde(default)]
    positions: usize,
    /// Or these.
    #[serde(default, rename = "try")]
    tries: Vec<String>,
    /// What it says, by language.
    text: BTreeMap<String, LessonText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    lessons: Vec<Lesson>,
    phrases: BTreeMap<String, BTreeMap<String, String>>,
}

static COURSE: LazyLock<Course> = LazyLock::new(|| {
    toml::from_str(philidor_knowledge::LESSONS.text).expect("lessons that the tests have read")
});

/// All lessons, in the order in which people need them.
pub fn lessons() -> &'static [Lesson] {
    &COURSE.lessons
}

/// The lesson of a name.
pub fn by_id(id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.id == id)
}

/// A phrase of the course with its holes filled; English if the language has none.
pub fn phrase(language: &str, name: &str, holes: &[(&str, &str)]) -> String {
    let of = |language: &str| COURSE.phrases.get(language).and_then(|phrases| phrases.get(name));
    let mut text = of(language).or_else(|| of("en")).cloned().unwrap_or_default();
    for (hole, value) in holes {
        text = text.replace(&format!("{{{hole}}}"), value);
    }
    text
}

impl Lesson {
    /// What it says in a language, English if it has no other.
    pub fn text(&self, language: &str) -> Option<&LessonText> {
        self.text.get(language).or_else(|| self.text.get("en"))
    }

    /// What it says, by language.
    pub fn texts(&self) -> &BTreeMap<String, LessonText> {
        &self.text
    }

    /// A position to picture it by: one that shows it, or the first that is tried.
    pub fn picture(&self) -> Option<&str> {
        self.shows.as_ref().or(self.tries.first()).map(String::as_str)
    }

    /// How many positions there are to try.
    pub fn size(&self) -> usize {
        self.tries.len() + self.positions
    }

    /// The ending.
    pub fn material(&self) -> Option<Material> {
        self.endgame.parse().ok()
    }

    /// The positions to try, given or out of the ending's table.
    pub fn starts(&self, table: &Table) -> Vec<Chess> {
        let given: Vec<Chess> = self.tries.iter().filter_map(|fen| parse_fen(fen).ok()).collect();
        let filter = self.filter.as_deref().and_then(|filter| filter.parse::<Filter>().ok());
        let (Some(filter), Some(material)) = (filter, self.material()) else { return given };
        let found = table.find(&filter, material, Images::One, LOOKED_AT).list;
        let wanted = self.positions.min(found.len());
        let spread = (0..wanted).map(|i| found[found.len() * i / self.positions.max(1)].position.clone());
        given.into_iter().chain(spread).collect()
    }
}

/// How a position was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// To the end, with the result that was there.
    Reached,
    /// The result was spoilt by the own move with this number, from 0.
    Spoilt(usize),
    /// So far so good.
    Open,
}

/// Judges the moves of both sides from the start of a try.
pub fn judge(tables: &Tables, start: &Chess, moves: &[Move]) -> Result<Played, ProbeError> {
    let us = start.turn();
    let to_win = result(tables, start)? == FiftyMove::Win;
    let mut pos = start.clone();
    let mut seen = vec![start.clone()];
    let mut own = 0;
    for &mv in moves {
        let ours = pos.turn() == us;
        pos.play_unchecked(mv);
        own += usize::from(ours);
        let spoilt = Played::Spoilt(own.saturating_sub(1));
        if pos.is_checkmate() {
            return Ok(if ours { Played::Reached } else { spoilt });
        }
        seen.push(pos.clone());
        let again = seen.iter().filter(|before| **before == pos).count() >= 3;
        if pos.is_game_over() || again || pos.halfmoves() >= 100 {
            return Ok(if to_win { spoilt } else { Played::Reached });
        }
        if ours {
            let theirs = result(tables, &pos)?;
            if if to_win { theirs != FiftyMove::Loss } else { theirs == FiftyMove::Win } {
                return Ok(spoilt);
            }
        }
    }
    Ok(Played::Open)
}

fn clock(pos: &Chess) -> u16 {
    u16::try_from(pos.halfmoves()).unwrap_or(u16::MAX)
}

/// The result for the side to move, with the position's clock.
fn result(tables: &Tables, pos: &Chess) -> Result<FiftyMove, ProbeError> {
    Ok(tables.verdict(pos)?.fifty_move(clock(pos)))
}

/// A rule of the theory that decides a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleShown {
    /// Its name.
    pub rule: String,
    /// Its reason, with the men and squares of the position.
    pub reason: String,
    /// The squares it speaks of.
    pub squares: Vec<Square>,
}

impl From<DecidingRule> for RuleShown {
    fn from(rule: DecidingRule) -> RuleShown {
        RuleShown { rule: rule.rule, reason: rule.reason, squares: rule.squares.into_iter().collect() }
    }
}

/// A hint: the idea, then a square, then the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// The rule that decides the position.
    Idea(RuleShown),
    /// Where a piece belongs.
    Square(Square),
    /// What to play.
    Move(Move),
}

impl Session {
    /// The rule of the ending's theory that decides a position; none without a theory, or if it takes too long to find.
    pub fn deciding_rule(&self, pos: &Chess) -> Option<RuleShown> {
        self.endings().deciding(pos, self.tongue(), &self.stop).map(RuleShown::from)
    }

    /// The hint with a number from 0, ever plainer: where no rule decides, the first is a square.
    pub fn hint(&self, pos: &Chess, number: usize) -> Result<Option<Hint>, ProbeError> {
        let rule = (number == 0).then(|| self.deciding_rule(pos)).flatten();
        if let Some(rule) = rule {
            return Ok(Some(Hint::Idea(rule)));
        }
        let best = self.endings().tables().moves(pos)?.into_iter().next();
        Ok(best.map(|best| if number < 2 { Hint::Square(best.mv.to()) } else { Hint::Move(best.mv) }))
    }

    /// The answer of the other side that people find hardest: of its moves that keep its result (in a lost position also at least
    /// three quarters of the longest resistance), the one after which they are least likely to keep theirs.
    pub fn hardest_answer(&self, pos: &Chess) -> Result<Option<Move>, ProbeError> {
        let tables = self.endings().tables();
        let moves = tables.moves(pos)?;
        let Some(first) = moves.first() else { return Ok(None) };
        let best = first.verdict.fifty_move(clock(pos));
        let same: Vec<&RankedMove> =
            moves.iter().filter(|m| m.verdict.fifty_move(clock(pos)) == best).collect();
        let longest = same.iter().map(|m| resistance(m.verdict)).max().unwrap_or(0);
        let stays =
            |m: &&&RankedMove| best > FiftyMove::BlessedLoss || 4 * resistance(m.verdict) >= 3 * longest;
        let mut hardest: Option<(f32, &RankedMove)> = None;
        for one in same.iter().filter(stays) {
            let mut next = pos.clone();
            next.play_unchecked(one.mv);
            let kept = self.chance_to_keep(tables, &next)?;
            // Equally hard: the longest resistance, which comes first.
            let longer = |old: &RankedMove| resistance(one.verdict) > resistance(old.verdict);
            if hardest.is_none_or(|(least, old)| kept < least || (kept <= least && longer(old))) {
                hardest = Some((kept, one));
            }
        }
        Ok(hardest.map(|(_, one)| one.mv))
    }

    /// How likely people on move are to keep their result.
    fn chance_to_keep(&self, tables: &Tables, pos: &Chess) -> Result<f32, ProbeError> {
        let moves = tables.moves(pos)?;
        let Some(first) = moves.first() else { return Ok(1.0) };
        let best = first.verdict.fifty_move(clock(pos));
        let keeps = |m: &RankedMove| m.verdict.fifty_move(clock(pos)) == best;
        if moves.iter().all(keeps) {
            return Ok(1.0);
        }
        let rating = self.settings.rating.unwrap_or(USUAL);
        let likely = self.humans().moves(Moment { position: pos, past: &[] }, rating);
        let good = |mv: Move| moves.iter().any(|m| m.mv == mv && keeps(m));
        Ok(likely.iter().filter(|one| good(one.mv)).map(|one| one.chance).sum())
    }
}

/// Plies until a lost position is over.
fn resistance(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Exact(value) => match value.dtm {
            Depth::Loss(plies) => plies.into(),
            _ => 0,
        },
        Verdict::Syzygy(value) => value.dtz_plies.unsigned_abs(),
    }
}

/// A move in notation.
pub fn san(pos: &Chess, mv: Move) -> String {
    SanPlus::from_move(pos.clone(), mv).to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, atomic::AtomicBool};

    use philidor_chess::shakmaty::san::San;
    use philidor_rules::{
        explain::{End, Explainer},
        library,
    };
    use philidor_truth::{Watch, Wdl};

    use super::*;
    use crate::{SOLVED_AT_ONCE, Settings, Stop};

    fn tables(name: &str) -> Tables {
        let tables = Tables::in_memory();
        let stop = AtomicBool::new(false);
        tables.build(&[name.parse().unwrap()], false, Watch { stop: &stop, hear: &|_| () }).unwrap();
        tables
    }

    #[test]
    fn every_lesson_has_positions_words_and_a_rule_that_its_position_shows() {
        let session = Session::builder().nodes(1_000).build().unwrap();
        for lesson in lessons() {
            let id = &lesson.id;
            assert_eq!(lessons().iter().filter(|other| other.id == *id).count(), 1, "{id}");
            for language in philidor_knowledge::LANGUAGES.names() {
                let text = lesson.text.get(language).unwrap_or_else(|| panic!("{id} in {language}"));
                assert!(!text.title.is_empty() && text.idea.ends_with('.'), "{id} in {language}");
            }
            assert!(matches!(lesson.goal.as_str(), "win" | "draw"), "{id}");
            let given = lesson.tries.iter().chain(&lesson.shows);
            for fen in given.clone() {
                let pos = parse_fen(fen).unwrap_or_else(|error| panic!("{id}: {error}"));
                assert_eq!(
                    Material::of(pos.board()).canonical(),
                    lesson.material().unwrap().canonical(),
                    "{id}"
                );
            }
            assert!(lesson.picture().is_some(), "{id} has no picture");
            let material = lesson.material().unwrap();
            if material.men() > SOLVED_AT_ONCE {
                // Positions of five men are not looked up here; their rule needs no table.
                if let (Some(rule), Some(shows)) = (&lesson.rule, &lesson.shows) {
                    let decides = session.deciding_rule(&parse_fen(shows).unwrap()).unwrap();
                    assert_eq!(decides.rule, *rule, "{id}");
                }
                continue;
            }
            let stop = Stop::default();
            let table: Arc<Table> = session.endings().table(material, &stop).unwrap().unwrap();
            let starts = lesson.starts(&table);
            assert_eq!(starts.len(), lesson.size(), "{id}");
            assert!(!starts.is_empty(), "{id}");
            let want = if lesson.goal == "win" { Wdl::Win } else { Wdl::Draw };
            for pos in &starts {
                assert_eq!(session.endings().tables().verdict(pos).unwrap().wdl(), want, "{id}: {pos:?}");
            }
            let Some(rule) = &lesson.rule else { continue };
            let shipped = library::for_material(material).unwrap_or_else(|| panic!("{id}: no theory"));
            let theory = session.endings().theory(shipped, &stop).unwrap();
            let pos =
                parse_fen(lesson.shows.as_deref().unwrap_or_else(|| panic!("{id}: nothing shows {rule}")))
                    .unwrap();
            let account = Explainer::new(&theory).account_within(&pos, 20_000);
            let account = account.unwrap_or_else(|| panic!("{id}: nothing decides"));
            let End::Rule(decides) = account.end else { panic!("{id}: no rule decides") };
            assert_eq!(decides.rule, *rule, "{id}");
        }
    }

    #[test]
    fn every_language_has_the_phrases_of_english() {
        let english = &COURSE.phrases["en"];
        for language in philidor_knowledge::LANGUAGES.names() {
            let own = &COURSE.phrases[language];
            assert!(own.keys().eq(english.keys()), "{language}");
            for (name, text) in own {
                for hole in ["{side}", "{move}", "{reason}", "{squares}", "{square}"] {
                    assert_eq!(text.contains(hole), english[name].contains(hole), "{language} {name}");
                }
            }
        }
    }

    fn played(start: &str, moves: &str) -> Played {
        let start = parse_fen(start).unwrap();
        let tables = tables(&Material::of(start.board()).canonical().to_string());
        let mut pos = start.clone();
        let mut list = Vec::new();
        for text in moves.split_whitespace() {
            let mv = text.parse::<San>().unwrap().to_move(&pos).unwrap();
            pos.play_unchecked(mv);
            list.push(mv);
        }
        judge(&tables, &start, &list).unwrap()
    }

    #[test]
    fn a_try_is_judged_to_the_end_and_under_the_fifty_move_rule() {
        let pawn = "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1";
        assert_eq!(played(pawn, "Kd3"), Played::Spoilt(0));
        assert_eq!(played(pawn, "e3"), Played::Open);
        assert_eq!(played("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7"), Played::Reached);
        // A won ending with another man is not yet the end.
        assert_eq!(played("8/4P3/8/8/8/8/1k6/4K3 w - - 0 1", "e8=Q"), Played::Open);
        // Won but for the clock: there is a draw to be had, and that is all.
        assert_eq!(played("8/8/8/8/3k4/8/8/R3K3 w - - 99 80", "Ra2"), Played::Reached);
        // Three times the same position.
        let back_and_forth = "Ra2 Kd5 Ra1 Kd4 Ra2 Kd5 Ra1 Kd4";
        assert_eq!(played("8/8/8/8/3k4/8/8/R3K3 w - - 0 1", back_and_forth), Played::Spoilt(3));
    }

    #[test]
    fn the_answer_is_the_one_that_leaves_fewest_ways() {
        let session = Session::builder().nodes(1_000).build().unwrap();
        session.endings().solve("KPK".parse().unwrap(), &Stop::default()).unwrap();
        // The defender is lost anyway, and takes the opposition at a distance rather than walking off.
        let pos = parse_fen("8/8/4k3/8/4K3/8/4P3/8 b - - 0 1").unwrap();
        let answer = session.hardest_answer(&pos).unwrap().unwrap();
        let all = session.endings().tables().moves(&pos).unwrap();
        let mine = all.iter().find(|m| m.mv == answer).unwrap();
        assert_eq!(mine.verdict.wdl(), all[0].verdict.wdl());
        assert_eq!(session.hardest_answer(&pos).unwrap(), Some(answer), "the same every time");
    }

    #[test]
    fn reasons_are_told_in_the_language_of_the_session() {
        let session = Session::builder().nodes(1_000).build().unwrap();
        let pos = parse_fen("8/8/8/7k/1P6/8/8/7K w - - 0 1").unwrap();
        for (language, beginning) in [
            ("en", "the black king on h5 is outside the square of the white pawn on b4"),
            ("de", "der schwarze König auf h5 steht nicht im Quadrat des weißen Bauern auf b4"),
            ("fr", "le roi noir en h5 est hors du carré du pion blanc en b4"),
        ] {
            let words = session.words(language).unwrap();
            let own = session.with(Settings { words, ..session.settings().clone() }).unwrap();
            let rule = own.deciding_rule(&pos).unwrap();
            assert!(rule.reason.starts_with(beginning), "{}", rule.reason);
        }
    }

    #[test]
    fn hints_get_plainer() {
        let session = Session::builder().nodes(1_000).build().unwrap();
        session.endings().solve("KPK".parse().unwrap(), &Stop::default()).unwrap();
        let pos = parse_fen("8/8/8/7k/1P6/8/8/7K w - - 0 1").unwrap();
        let Some(Hint::Idea(rule)) = session.hint(&pos, 0).unwrap() else { panic!("an idea") };
        assert_eq!(rule.rule, "outside the square");
        let Some(Hint::Square(square)) = session.hint(&pos, 1).unwrap() else { panic!("a square") };
        let Some(Hint::Move(mv)) = session.hint(&pos, 2).unwrap() else { panic!("a move") };
        assert_eq!(mv.to(), square);
    }
}
