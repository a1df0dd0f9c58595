//! Which question a text asks: by the forms of its language, then by those of the others, and if none fits by what its words point to.

use std::sync::LazyLock;

use philidor_knowledge::{Entry, QUESTIONS};

use super::{
    forms::{Forms, Holes},
    lexicon::Who,
    terms,
    topic::Topic,
};

/// The forms of questions, by language.
static FORMS: LazyLock<Vec<(&str, Forms)>> = LazyLock::new(|| {
    let names = Topic::ALL.map(Topic::name);
    let read = |file: &'static Entry| {
        let forms = Forms::parse(file.text, &names);
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
    /// No form fits it: the question that its words point to.
    pub(super) guess: Option<&'static str>,
}

/// Which question a text asks: first in the given language, then in the others; if no form fits, what its words point to.
pub(super) fn understand(question: &str, language: &str) -> Option<Meant> {
    let topic = |name: &str| Topic::ALL.into_iter().find(|topic| topic.name() == name);
    let said = forms(language).into_iter().find_map(|(_, forms)| forms.find(question));
    if let Some((name, holes)) = said {
        let name = topic(name)?;
        // "What is {term}" takes any words: those that are no term may point to another question.
        let unknown = |holes: &Holes| meaning(holes.term.as_deref().unwrap_or_default(), language).is_none();
        if name != Topic::Term || !unknown(&holes) {
            return Some(Meant { topic: name, holes, guess: None });
        }
        return guessed(question, language).or(Some(Meant { topic: name, holes, guess: None }));
    }
    guessed(question, language)
}

fn guessed(question: &str, language: &str) -> Option<Meant> {
    let (name, example, holes) = forms(language).into_iter().find_map(|(_, forms)| forms.guess(question))?;
    let topic = Topic::ALL.into_iter().find(|topic| topic.name() == name)?;
    Some(Meant { topic, holes, guess: Some(example) })
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
    /// About whom.
    pub side: Option<Who>,
}

/// Which question a text asks, without answering it.
pub fn read(question: &str, language: &str) -> Option<Understood> {
    let Meant { topic, holes, .. } = understand(question, language)?;
    Some(Understood { topic, mv: holes.mv.map(|typed| typed.notation()), side: holes.side })
}
