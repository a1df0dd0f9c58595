//! What a chess player can read and edit, as text that is compiled in: theories, recipes, words, questions, weights,
//! openings.
//!
//! The registries are made from the files of this folder when the crate is compiled: adding a theory, a recipe or a
//! language is adding a file. Nothing is parsed here; who reads a text knows its format.
//!
//! ```
//! use philidor_knowledge::{LANGUAGES, THEORIES};
//!
//! let kpk = THEORIES.get("kpk").expect("a file endgames/kpk.rules");
//! assert_eq!(kpk.path, "knowledge/endgames/kpk.rules");
//! assert!(LANGUAGES.names().any(|language| language == "en"));
//! ```

/// A file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its name without folder and ending.
    pub name: &'static str,
    /// Where it stands in the repository.
    pub path: &'static str,
    /// What it says.
    pub text: &'static str,
}

macro_rules! entry {
    ($name:literal, $path:literal) => {
        Entry {
            name: $name,
            path: concat!("knowledge/", $path),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)),
        }
    };
}

/// The files of one kind, in the alphabetical order of their names.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    entries: &'static [Entry],
}

impl Registry {
    /// All files.
    pub const fn entries(&self) -> &'static [Entry] {
        self.entries
    }

    /// All names.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'static str> + use<> {
        self.entries.iter().map(|entry| entry.name)
    }

    /// The file of a name.
    pub const fn get(&self, name: &str) -> Option<&'static Entry> {
        let mut place = 0;
        while place < self.entries.len() {
            if same(self.entries[place].name, name) {
                return Some(&self.entries[place]);
            }
            place += 1;
        }
        None
    }

    /// The text of a file that code relies on. In a constant a missing file does not compile.
    ///
    /// # Panics
    /// There is no such file.
    pub const fn text(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(entry) => entry.text,
            None => panic!("a file of the knowledge folder is missing"),
        }
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

mod files {
    use super::Entry;

    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

macro_rules! registries {
    ($($(#[$doc:meta])* $name:ident = $files:ident;)*) => {
        $($(#[$doc])* pub const $name: Registry = Registry { entries: files::$files };)*
    };
}

registries! {
    /// Theories of endgames in the rule language, named by their material in small letters.
    THEORIES = ENDGAMES_RULES;
    /// What the reasons of theories say, by language.
    THEORY_WORDS = ENDGAMES_TOML;
    /// Weights of the evaluation.
    WEIGHTS = EVAL_TXT;
    /// Tables of names of openings.
    OPENING_NAMES = OPENINGS_TSV;
    /// Lists of openings to begin matches with.
    OPENING_LINES = OPENINGS_TXT;
    /// Phrases of chess prose and what they mean, by language.
    PHRASES = READ_TOML;
    /// Weights of the model that matches comments with moves.
    MATCHING = READ_TSV;
    /// The forms in which questions may be asked, by language.
    QUESTIONS = QUESTIONS_TOML;
    /// Questions as people type them, by what they ask, by language.
    TYPED_QUESTIONS = QUESTIONS_TXT;
    /// Experiments on tables: recipes of `philidor mine`.
    MINING_RECIPES = RECIPES_TOML;
    /// Experiments on games: recipes of `philidor learn train`.
    LEARNING_RECIPES = RECIPES_NEURO_TOML;
    /// What was played in pawn structures, counted in games of masters.
    PRACTICE = PRACTICE_TSV;
    /// Pawn structures and how they are recognised.
    STRUCTURES = STRUCTURES_TXT;
    /// The tutor's expert rules.
    TUTOR_RULES = TUTOR_RULES;
    /// The tutor's models of what is worth a word.
    TUTOR_MODELS = TUTOR_TOML;
    /// The tutor's words, by language.
    LANGUAGES = WORDS_FTL;
    /// What motifs, concepts, endings and phases are called, by language; their keys are the English names.
    NAMES = NAMES_TOML;
    /// What a profile of a player says, by language.
    PROFILES = PROFILE_TOML;
}

/// Features of the evaluation: what they are called and what they mean.
pub const FEATURES: Entry = entry!("features", "features.toml");

/// The endgame course.
pub const LESSONS: Entry = entry!("lessons", "lessons.toml");

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// Files of a folder with an ending, counted without the build script.
    fn count(folder: &str, ending: &str) -> usize {
        let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
        files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|e| e == ending)).count()
    }

    #[test]
    fn a_registry_holds_every_file_of_its_folder_in_order() {
        for (registry, folder, ending) in [
            (THEORIES, "endgames", "rules"),
            (THEORY_WORDS, "endgames", "toml"),
            (WEIGHTS, "eval", "txt"),
            (OPENING_NAMES, "openings", "tsv"),
            (OPENING_LINES, "openings", "txt"),
            (MATCHING, "read", "tsv"),
            (PHRASES, "read", "toml"),
            (QUESTIONS, "questions", "toml"),
            (MINING_RECIPES, "recipes", "toml"),
            (LEARNING_RECIPES, "recipes/neuro", "toml"),
            (PRACTICE, "practice", "tsv"),
            (STRUCTURES, "structures", "txt"),
            (TUTOR_RULES, "tutor", "rules"),
            (TUTOR_MODELS, "tutor", "toml"),
            (LANGUAGES, "words", "ftl"),
            (NAMES, "names", "toml"),
            (PROFILES, "profile", "toml"),
        ] {
            assert_eq!(registry.entries().len(), count(folder, ending), "{folder}");
            assert!(registry.entries().is_sorted_by(|a, b| a.name < b.name), "{folder}");
            for entry in registry.entries() {
                assert_eq!(entry.path, format!("knowledge/{folder}/{}.{ending}", entry.name));
                assert_eq!(registry.get(entry.name), Some(entry));
            }
        }
    }

    #[test]
    fn names_are_whole() {
        assert_eq!(LANGUAGES.get("e"), None);
        assert_eq!(LANGUAGES.get("english"), None);
        assert_eq!(LANGUAGES.get(""), None);
        const TUNED: &str = WEIGHTS.text("weights");
        assert!(!TUNED.is_empty());
    }
}
