//! What players of the reader's rating do here: which moves they find, which tempt them, how they answer.

use philidor_chess::shakmaty::{Chess, Move, Position};

use super::{Explanation, Knowledge};
use crate::{
    analyst::{Analyst, AnalystError, Question},
    claim::{About, Claim, Line, Score, Statement, Worth, claim, limits, line_of, score},
    look::Look,
    plan::Policy,
};
use philidor_claims::{People, Rated, Way, gone_wrong, percent};
use philidor_know::search;

/// Somebody who knows what players of one rating play.
pub trait Crowd: Send + Sync {
    /// Their rating.
    fn rating(&self) -> Rated;

    /// How likely each legal move is, the likeliest first; they sum to 1.
    fn likely(&self, pos: &Chess) -> Vec<(Move, f32)>;

    /// The same as whole numbers of players in a hundred.
    fn percents(&self, pos: &Chess) -> Vec<(Move, u8)> {
        self.likely(pos).into_iter().map(|(mv, chance)| (mv, (chance * 100.0).round() as u8)).collect()
    }
}

/// Thousandths of the budget for each likely move, and for the answers.
const WAY: u32 = 250;

/// The move that most of these players would make, other than `known`, if enough of them would.
pub fn natural(pos: &Chess, known: &[Move], crowd: &dyn Crowd) -> Option<Move> {
    let (mv, percent) = crowd.percents(pos).into_iter().find(|(mv, _)| !known.contains(mv))?;
    (percent >= limits::TEMPTING_PERCENT).then_some(mv)
}

/// Everything that can be said of such players about an explained position or move.
pub(super) fn people(
    told: &Explanation,
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Vec<Claim>, AnalystError> {
    let (Some(crowd), Some(best)) = (knowledge.people.as_deref(), told.lines.first()) else {
        return Ok(Vec::new());
    };
    let pos = &told.position;
    let likely = crowd.percents(pos);
    let made = |people: People, line: Line, ply: usize, about: About, worth: i32| {
        let statement = Statement::People { rating: crowd.rating(), people };
        claim(about, statement, pos.turn(), pos, line, ply, Worth(worth))
    };
    let mut claims = Vec::new();
    let mut looks: Vec<Look> = told.lines.iter().chain(&told.played).cloned().collect();
    let mut ways = Vec::new();
    for &(mv, share) in likely
        .iter()
        .filter(|(_, share)| *share >= Policy::ours().moves.likely)
        .take(Policy::ours().moves.ways)
    {
        let known = looks.iter().find(|look| look.first() == Some(mv)).cloned();
        let look = match known {
            Some(look) => Some(look),
            None => analyst.lines(&Question::only(pos, &[mv], WAY))?.into_iter().next(),
        };
        if let Some(look) = look {
            // What was searched less is not better than what was searched most.
            let look = look.at_most(best.score);
            ways.push(Way { mv: mv.into(), percent: share, score: score(look.score) });
            looks.push(look);
        }
    }
    let most = score(best.score);
    let (wrong, expected) = gone_wrong(&ways, most);
    let covered: u32 = ways.iter().map(|way| u32::from(way.percent)).sum();
    if covered >= u32::from(limits::WAYS_PERCENT) && wrong >= limits::WRONG_PERCENT {
        let promised = percent(most.expected());
        let people = People::GoWrong { ways: ways.clone(), best: most, wrong, expected, promised };
        claims.push(made(people, Line::default(), 0, About::Position, i32::from(wrong)));
    }
    // The move under discussion, or the best one.
    let shown = told.played.as_ref().unwrap_or(best);
    if let Some(mv) = shown.first() {
        claims.push(made(found(told, shown, mv, &likely), line_of(moves(shown)), 1, About::Aim, 50));
    }
    // Natural moves that fail.
    let fails = |way: &&Way| {
        way.percent >= limits::TEMPTING_PERCENT
            && most.expected() - way.score.expected() >= limits::TEMPTING_CHANCE
            && told.subject.is_none_or(|mv| way.mv != mv.into())
    };
    for way in ways.iter().filter(fails).take(Policy::ours().moves.tempting) {
        let people = People::Tempted { mv: way.mv, percent: way.percent, score: way.score, best: most };
        let line = looks.iter().find(|look| look.first().is_some_and(|mv| way.mv == mv.into()));
        if let Some(look) = line {
            claims.push(made(people, line_of(moves(look)), 1, About::Alternative, i32::from(way.percent)));
        }
    }
    if let Some((people, line)) = answer(shown, crowd, analyst)? {
        claims.push(made(people, line, 2, About::Alternative, 20));
    }
    Ok(claims)
}

/// What can be said of such players about a move of a game: that few would have found it, or that many would have gone wrong
/// with it. `other` is the best of the other moves.
pub(crate) fn of_played(
    start: &Chess,
    look: &Look,
    other: Option<search::Score>,
    knowledge: &Knowledge,
) -> Option<Claim> {
    let crowd = knowledge.people.as_deref()?;
    let mv = look.first()?;
    let (own, other) = (score(look.score), score(other?));
    let percent =
        crowd.percents(start).into_iter().find(|(known, _)| *known == mv).map_or(0, |(_, share)| share);
    let gap = own.expected() - other.expected();
    let people = if gap >= limits::ONLY_MOVE_CHANCE && percent <= limits::HARD_PERCENT {
        People::Miss { mv: mv.into(), percent, score: own, next: other }
    } else if -gap >= limits::TEMPTING_CHANCE && percent >= limits::TEMPTING_PERCENT {
        People::Tempted { mv: mv.into(), percent, score: own, best: other }
    } else {
        return None;
    };
    let statement = Statement::People { rating: crowd.rating(), people };
    Some(claim(About::Aim, statement, start.turn(), start, line_of(moves(look)), 1, Worth(50)))
}

fn moves(look: &Look) -> impl Iterator<Item = Move> + '_ {
    look.line.steps().iter().map(|step| step.mv)
}

/// How many find a move; hard to see if it is the only good one and few do.
fn found(told: &Explanation, shown: &Look, mv: Move, likely: &[(Move, u8)]) -> People {
    let percent = likely.iter().find(|(other, _)| *other == mv).map_or(0, |(_, share)| *share);
    let own = score(shown.score);
    let others = told.lines.iter().filter(|look| look.first() != Some(mv)).map(|look| score(look.score));
    let next = others.max_by(|a, b| a.expected().total_cmp(&b.expected()));
    match next {
        Some(next)
            if percent <= limits::HARD_PERCENT
                && own.expected() - next.expected() >= limits::ONLY_MOVE_CHANCE =>
        {
            People::Miss { mv: mv.into(), percent, score: own, next }
        }
        _ => People::Play { mv: mv.into(), percent },
    }
}

/// The likely answer to a move, and whether it is a mistake.
fn answer(
    shown: &Look,
    crowd: &dyn Crowd,
    analyst: &mut dyn Analyst,
) -> Result<Option<(People, Line)>, AnalystError> {
    let Some(first) = shown.line.steps().first() else { return Ok(None) };
    let after = &first.after;
    if after.is_game_over() {
        return Ok(None);
    }
    let Some((mv, percent)) =
        crowd.percents(after).into_iter().next().filter(|(_, share)| *share >= limits::TEMPTING_PERCENT)
    else {
        return Ok(None);
    };
    let foreseen = shown.line.steps().get(1).is_some_and(|step| step.mv == mv);
    let found =
        if foreseen { None } else { analyst.lines(&Question::only(after, &[mv], WAY))?.into_iter().next() };
    let best: Score = score(shown.score);
    let trap = found
        .as_ref()
        .map(|look| score(look.score).turned())
        .filter(|own| own.expected() - best.expected() >= limits::TEMPTING_CHANCE);
    let rest: Vec<Move> = match (&found, foreseen) {
        (Some(look), _) => moves(look).collect(),
        (None, true) => moves(shown).skip(1).collect(),
        (None, false) => vec![mv],
    };
    let line = line_of(std::iter::once(first.mv).chain(rest));
    Ok(Some((People::Answer { mv: mv.into(), percent, trap: trap.map(|own| (own, best)) }, line)))
}
