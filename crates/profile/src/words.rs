//! How a profile speaks: phrases and names are data (`knowledge/profile`, `knowledge/names`), one file for each language.

use std::{collections::BTreeMap, fmt::Display};

use philidor_tutor::judge::Phase;

use crate::{
    habit::{Finding, Kind},
    record::Example,
    stats::{Share, differ},
    summary::Group,
};

/// Examples named in a sentence.
const NAMED: usize = 8;

/// A language.
#[derive(Debug, Clone)]
pub struct Voice {
    phrases: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
}

impl Default for Voice {
    fn default() -> Voice {
        Voice::of("en").expect("English comes with the program")
    }
}

fn table(text: &str) -> BTreeMap<String, String> {
    toml::from_str(text).expect("words that the tests have read")
}

impl Voice {
    /// The languages there are.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        philidor_knowledge::PROFILES.names()
    }

    /// A language by its code.
    pub fn of(language: &str) -> Option<Voice> {
        let phrases = philidor_knowledge::PROFILES.get(language)?;
        let names = philidor_knowledge::NAMES.get(language).map(|entry| table(entry.text));
        Some(Voice { phrases: table(phrases.text), names: names.unwrap_or_default() })
    }

    /// A phrase with its holes filled; what fills one is never read as a phrase.
    pub(crate) fn say(&self, key: &str, holes: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.phrases.get(key).map_or("", String::as_str);
        let mut out = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            let Some((hole, after)) = after.split_once('}') else { break };
            out.push_str(before);
            if let Some((_, value)) = holes.iter().find(|(name, _)| *name == hole) {
                out.push_str(&value.to_string());
            }
            rest = after;
        }
        out + rest
    }

    /// What a motif, a concept, an ending, a phase, a side is called.
    pub(crate) fn name(&self, name: &str) -> String {
        self.names.get(name).map_or(name, String::as_str).to_owned()
    }

    /// A group's name; openings say the side.
    pub(crate) fn group(&self, name: &str) -> String {
        match (name.strip_suffix(" with White"), name.strip_suffix(" with Black")) {
            (Some(opening), _) => self.say("with-white", &[("name", &opening)]),
            (_, Some(opening)) => self.say("with-black", &[("name", &opening)]),
            _ => self.name(name),
        }
    }

    /// A move with the letters of the language.
    pub(crate) fn mv(&self, label: &str) -> String {
        let letters: Vec<char> = self.phrases.get("letters").map_or_else(Vec::new, |l| l.chars().collect());
        let of = |c: char| "KQRBN".find(c).and_then(|at| letters.get(at).copied()).unwrap_or(c);
        label.chars().map(of).collect()
    }

    /// With so many decimals.
    pub(crate) fn decimals(&self, value: f64, digits: usize) -> String {
        format!("{value:.digits$}").replace('.', self.phrases.get("decimal").map_or(".", String::as_str))
    }

    /// A share in percent; small ones with a decimal.
    fn number(&self, share: f64) -> String {
        self.decimals(100.0 * share, usize::from(share < 0.1))
    }

    pub(crate) fn percent(&self, share: f64) -> String {
        format!("{} %", self.number(share))
    }

    /// `1 game`, `2 games`.
    pub(crate) fn games(&self, count: usize) -> String {
        self.say(if count == 1 { "game" } else { "games" }, &[("n", &count)])
    }

    /// `31 of 64 (48 %, 36 to 61)`.
    pub(crate) fn share(&self, share: &Share) -> String {
        self.say(
            "share",
            &[
                ("count", &share.count),
                ("of", &share.of),
                ("share", &self.percent(share.share())),
                ("low", &self.number(share.low)),
                ("high", &self.number(share.high)),
            ],
        )
    }

    fn list(&self, all: &[String]) -> String {
        let named = all[..all.len().min(NAMED)].join(", ");
        match all.len().saturating_sub(NAMED) {
            0 => named,
            more => self.say("more", &[("list", &named), ("n", &more)]),
        }
    }

    /// `game 3 (17.Nd5), game 7 (9…Bc5)`.
    pub(crate) fn places(&self, examples: &[Example]) -> String {
        let place = |e: &Example| self.say("place", &[("n", &e.game), ("move", &self.mv(&e.label))]);
        self.list(&examples.iter().map(place).collect::<Vec<_>>())
    }

    /// `games 3, 7`.
    pub(crate) fn these_games(&self, numbers: &[usize]) -> String {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        self.say("these-games", &[("list", &self.list(&numbers))])
    }

    /// What a question is about, as the subject of a sentence.
    pub(crate) fn about(&self, kind: &Kind) -> String {
        let of = |key: &str, name: &str| self.say(key, &[("name", &self.name(name))]);
        match kind {
            Kind::Missed(name) if name == "mate" => of("missed-mate", ""),
            Kind::Missed(name) => of("missed", name),
            Kind::Allowed(name) if name == "mate" => of("allowed-mate", ""),
            Kind::Allowed(name) => of("allowed", name),
            Kind::Wanted(name) => of("wanted", name),
            Kind::Conceded(name) => of("conceded", name),
            Kind::Phase(phase) => of(&format!("phase-{}", phase.id()), ""),
            Kind::Trouble => of("trouble", ""),
            Kind::Haste => of("haste", ""),
            Kind::Colour(true) => of("colour-white", ""),
            Kind::Colour(false) => of("colour-black", ""),
            Kind::Conversion => of("conversion", ""),
            Kind::Defence => of("defence", ""),
            Kind::Level => of("level", ""),
            Kind::Opening(name) => self.say("opening", &[("name", &self.group(name))]),
        }
    }

    /// The habit as advice.
    pub(crate) fn advice(&self, kind: &Kind) -> String {
        let of = |key: &str, name: &str| self.say(key, &[("name", &self.name(name))]);
        match kind {
            Kind::Missed(name) if name == "mate" => of("advice-missed-mate", ""),
            Kind::Missed(name) => of("advice-missed", name),
            Kind::Allowed(name) if name == "mate" => of("advice-allowed-mate", ""),
            Kind::Allowed(name) => of("advice-allowed", name),
            Kind::Wanted(name) => of("advice-wanted", name),
            Kind::Conceded(name) => of("advice-conceded", name),
            Kind::Phase(Phase::Opening) => of("advice-opening-phase", ""),
            Kind::Phase(Phase::Middlegame) => of("advice-middlegame-phase", ""),
            Kind::Phase(Phase::Endgame) => of("advice-endgame-phase", ""),
            Kind::Trouble => of("advice-trouble", ""),
            Kind::Haste => of("advice-haste", ""),
            Kind::Conversion => of("advice-conversion", ""),
            Kind::Defence => of("advice-defence", ""),
            Kind::Level | Kind::Colour(_) | Kind::Opening(_) => of("advice-rest", ""),
        }
    }

    /// A finding as a sentence, without its proof.
    pub(crate) fn sentence(&self, finding: &Finding) -> String {
        let key = if matches!(finding.kind, Kind::Opening(_)) { "told-opening" } else { "told" };
        self.say(
            key,
            &[
                ("about", &self.about(&finding.kind)),
                ("mine", &self.share(&finding.mine)),
                ("theirs", &self.share(&finding.theirs)),
                ("cost", &self.decimals(finding.cost.max(0.0), 1)),
            ],
        )
    }

    /// A finding as a sentence with its proof.
    pub(crate) fn told(&self, finding: &Finding) -> String {
        let sentence = self.sentence(finding);
        if finding.examples.is_empty() {
            return sentence;
        }
        format!("{sentence} {}", self.say("see", &[("places", &self.places(&finding.examples))]))
    }

    /// Whether it has changed.
    pub(crate) fn changed(&self, finding: &Finding, since: Option<&str>) -> String {
        let (first, second) = &finding.halves;
        let word = match (differ(first, second), first.share() > second.share()) {
            (false, _) => "unchanged",
            (true, true) => "rarer",
            (true, false) => "more-frequent",
        };
        let word = self.say(word, &[]);
        let (first, second) = (self.share(first), self.share(second));
        let holes: [(&str, &dyn Display); 3] = [("first", &first), ("second", &second), ("word", &word)];
        match since {
            None => self.say("halves", &holes),
            Some(date) => self.say("since", &[holes[0], holes[1], holes[2], ("date", &date)]),
        }
    }

    /// `43 % ± 6`.
    pub(crate) fn made(&self, group: &Group) -> String {
        let share = group.points / group.games.max(1) as f64;
        format!("{} ± {:.0}", self.percent(share), 100.0 * group.within)
    }
}

#[cfg(test)]
mod tests {
    use philidor_claims::Theme;

    use super::*;

    #[test]
    fn every_language_has_the_phrases_of_english_with_the_same_holes() {
        let holes = |text: &str| {
            let mut all: Vec<String> =
                text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0.to_owned())).collect();
            all.sort();
            all
        };
        let english = Voice::default();
        assert!(Voice::languages().count() >= 3);
        for language in Voice::languages() {
            let voice = Voice::of(language).unwrap();
            let keys = |voice: &Voice| voice.phrases.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(&voice), keys(&english), "{language}");
            for (key, text) in &english.phrases {
                assert_eq!(holes(&voice.phrases[key]), holes(text), "{language}: {key}");
            }
        }
        assert!(Voice::of("xx").is_none());
    }

    #[test]
    fn every_language_names_motifs_concepts_and_endings() {
        let mut wanted: Vec<String> = ["mate", "White", "Black", "opening", "middlegame", "endgame"]
            .into_iter()
            .chain(["pawn ending", "rook ending", "queen and rook ending"])
            .map(str::to_owned)
            .collect();
        wanted.extend(Theme::devices().into_iter().map(|theme| crate::record::plain(theme.id())));
        for rules in philidor_knowledge::TUTOR_RULES.entries() {
            let names = rules.text.split("=> concept \"").skip(1).filter_map(|part| part.split('"').next());
            wanted.extend(names.filter(|name| *name != "cancel").map(str::to_owned));
        }
        assert!(wanted.len() > 60, "{}", wanted.len());
        for language in Voice::languages().filter(|language| *language != "en") {
            let voice = Voice::of(language).unwrap();
            let missing: Vec<_> = wanted.iter().filter(|name| !voice.names.contains_key(*name)).collect();
            assert!(missing.is_empty(), "{language}: {missing:?}");
        }
    }

    #[test]
    fn what_is_filled_in_is_never_read_as_a_phrase() {
        let voice = Voice::of("de").unwrap();
        let title = voice.say("title", &[("me", &"{games}"), ("games", &voice.games(2))]);
        assert_eq!(title, "{games}: 2 Partien");
        assert_eq!(voice.mv("17.Nxd5"), "17.Sxd5");
        assert_eq!(voice.share(&Share::new(1, 100)), "1 von 100 (1,0 %, 0,2 bis 5,4)");
        assert_eq!(voice.group("Sicilian Defense with Black"), "Sicilian Defense mit Schwarz");
    }
}
