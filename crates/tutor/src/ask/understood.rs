//! Which question a text asks: by the forms of its language, then by those of the others, and if none fits by what typed questions teach.

use std::sync::LazyLock;

use philidor_knowledge::{Entry, QUESTIONS, TYPED_QUESTIONS};

use super::{
    forms::{AGAIN, Forms, Holes, Likely},
    lexicon::Who,
    marks::{self, Mark},
    terms,
    topic::Topic,
};

/// The least likelihood of a question that is answered.
const SURE: f32 = 0.35;

/// How much more it has to be for each word that no typed question has.
const STRANGE: f32 = 0.2;

/// The forms of questions, by language.
static FORMS: LazyLock<Vec<(&str, Forms)>> = LazyLock::new(|| {
    let names = Topic::ALL.map(Topic::name);
    let read = |file: &'static Entry| {
        let typed = TYPED_QUESTIONS.get(file.name).map_or("", |typed| typed.text);
        let forms = Forms::parse(file.text, typed, &names);
        (file.name, forms.unwrap_or_else(|problem| panic!("{}: {problem}", file.path)))
    };
    QUESTIONS.entries().iter().map(read).collect()
});

/// The forms of a language, then those of English, then all others.
pub(super) fn forms(language: &str) -> Vec<&'static (&'static str, Forms)> {
    let mut order: Vec<_> = FORMS.iter().collect();
    order.sort_by_key(|(name, _)| (*name != language, *name != "en"));
    order
}

/// An example of every question, in a language (English if it has none).
pub fn examples(language: &str) -> Vec<String> {
    forms(language).first().map_or_else(Vec::new, |(_, forms)| forms.examples().map(str::to_owned).collect())
}

/// What a text was taken for.
pub(super) struct Meant {
    pub(super) topic: Topic,
    pub(super) holes: Holes,
    /// No form fits it: the question that it is most like.
    pub(super) guess: Option<&'static str>,
}

fn topic_of(name: &str) -> Option<Topic> {
    Topic::ALL.into_iter().find(|topic| topic.name() == name)
}

/// Which question a text asks: first in the given language, then in the others; if no form fits, what it is most like. `asked` is the question
/// before it.
pub(super) fn understand(question: &str, language: &str, asked: Option<&str>) -> Option<Meant> {
    let said = forms(language).into_iter().find_map(|(_, forms)| forms.find(question));
    let said = said.and_then(|(name, holes)| Some(Meant { topic: topic_of(name)?, holes, guess: None }));
    // "What is {term}" takes any words: those that are no term may be another question.
    let doubtful = said.as_ref().is_some_and(|meant| {
        let term = meant.holes.term.as_deref().unwrap_or_default();
        meant.topic == Topic::Term && meaning(term, language).is_none()
    });
    if said.is_some() && !doubtful {
        return said;
    }
    let likely =
        || forms(language).into_iter().find_map(|(_, forms)| guessed(forms, question, language, asked));
    likely().or(said)
}

/// The least likelihood with so many words that no typed question has.
fn sure(strangers: usize) -> f32 {
    SURE + STRANGE * strangers as f32
}

/// What a text is most like among the typed questions of a language, if that is likely enough.
fn guessed(forms: &'static Forms, question: &str, language: &str, asked: Option<&str>) -> Option<Meant> {
    let (marks, likely, strangers) = forms.likely(question);
    let named = marks.iter().any(|mark| matches!(mark, Mark::Move(_)));
    let filled = |name: &str| {
        let topic = topic_of(name)?;
        let mut holes = marks::holes(&marks, topic);
        holes.term = if topic == Topic::Term { forms.term(question) } else { None };
        let possible = match topic {
            Topic::Compare => holes.other.is_some(),
            Topic::Man => holes.man.is_some(),
            Topic::Term => holes.term.is_some(),
            Topic::WhatIf | Topic::WhyNot => holes.mv.is_some() || asked.is_some(),
            _ => true,
        };
        possible.then_some((topic, holes))
    };
    // Who names a move asks about it, whatever else his words are like.
    let possible = |likely: &&Likely<'_>| match likely.name {
        Some(AGAIN) => asked.is_some(),
        Some(name) => filled(name).is_some(),
        None => !named,
    };
    // What goes on from nothing is no question by itself.
    if asked.is_none() && !named && likely.first().is_some_and(|first| first.name == Some(AGAIN)) {
        return None;
    }
    let left: Vec<&Likely<'_>> = likely.iter().filter(possible).collect();
    let all: f32 = left.iter().map(|likely| likely.likelihood).sum();
    let least = all * if named { SURE } else { sure(strangers) };
    let first = left.first()?;
    let name = first.name?;
    if name == AGAIN {
        return if first.likelihood >= least { again(forms, &marks, asked?, language) } else { None };
    }
    let (topic, holes) = filled(name)?;
    // What is asked about a move may be in doubt, if that it is asked about is not.
    let of_move = |likely: &&&Likely<'_>| likely.name.and_then(topic_of).is_some_and(marks::is_of_move);
    let likelihood = match named && marks::is_of_move(topic) {
        true => left.iter().filter(of_move).map(|likely| likely.likelihood).sum(),
        false => first.likelihood,
    };
    (likelihood >= least).then(|| Meant { topic, holes, guess: forms.example(name) })
}

/// The question before with what a short one puts in its place: another side, man or move.
fn again(forms: &'static Forms, marks: &[Mark], asked: &str, language: &str) -> Option<Meant> {
    let Meant { topic, holes: before, .. } = understand(asked, language, None)?;
    let now = marks::holes(marks, topic);
    let holes = Holes {
        mv: now.mv.or(before.mv),
        other: now.other.or(before.other),
        term: before.term,
        side: now.side.or(before.side),
        man: now.man.or(before.man),
    };
    Some(Meant { topic, holes, guess: forms.example(topic.name()) })
}

/// What a term means, in the words of a language if it has any.
pub(super) fn meaning(term: &str, language: &str) -> Option<terms::Meaning> {
    let gloss = FORMS.iter().find(|(name, _)| *name == language).and_then(|(_, forms)| forms.gloss(term));
    match gloss {
        Some(gloss) => Some(terms::Meaning { term: term.to_owned(), gloss: gloss.to_owned() }),
        None => terms::look_up(term).ok(),
    }
}

/// What a question was understood as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// What is asked.
    pub topic: Topic,
    /// About which move, as far as it is said: `Nxe5`, or `xe5` for taking on e5.
    pub mv: Option<String>,
    /// About which man: `N`, or `Ne5` for the knight on e5.
    pub man: Option<String>,
    /// About which term.
    pub term: Option<String>,
    /// About whom.
    pub side: Option<Who>,
}

/// Which question a text asks, without answering it; `asked` is the question before it.
pub fn read(question: &str, asked: Option<&str>, language: &str) -> Option<Understood> {
    let Meant { topic, holes, .. } = understand(question, language, asked)?;
    Some(Understood {
        topic,
        mv: holes.mv.map(|typed| typed.notation()),
        man: holes.man.map(marks::written),
        term: holes.term,
        side: holes.side,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What nine tenths of the typed questions teach about the last tenth.
    #[test]
    fn typed_questions_are_told_apart_by_what_the_others_teach() {
        let (again, none) = (Topic::ALL.len(), Topic::ALL.len() + 1);
        for (language, forms) in FORMS.iter() {
            let (mut questions, mut right, mut wrong, mut others, mut taken) = (0, 0, 0, 0, 0);
            for (topic, (mut likely, strangers)) in
                forms.crossed().into_iter().filter(|(topic, _)| *topic != again)
            {
                likely[again] = 0.0;
                let all: f32 = likely.iter().sum();
                let best = (0..likely.len()).max_by(|&a, &b| likely[a].total_cmp(&likely[b])).unwrap();
                let said = best != none && likely[best] >= sure(strangers) * all;
                if topic == none {
                    (others, taken) = (others + 1, taken + usize::from(said));
                } else {
                    questions += 1;
                    right += usize::from(said && best == topic);
                    wrong += usize::from(said && best != topic);
                }
            }
            println!(
                "{language}: of {questions} questions {right} right, {wrong} wrong; {taken} of {others} others taken for a question"
            );
            assert!(100 * right >= 60 * questions, "{language}: {right} of {questions}");
            assert!(100 * wrong <= 20 * questions, "{language}: {wrong} of {questions}");
            assert!(100 * taken <= 15 * others, "{language}: {taken} of {others}");
        }
    }

    #[test]
    fn every_language_has_typed_questions() {
        let names = |registry: &philidor_knowledge::Registry| registry.names().collect::<Vec<_>>();
        assert_eq!(names(&QUESTIONS), names(&TYPED_QUESTIONS));
    }
}
