//! The vocabulary as other programs read it: TypeScript types for the page and a JSON schema, generated from the types here.
//! `UPDATE=1 cargo test -p philidor-claims --test schema` writes both anew.

use std::{fs, path::Path};

use philidor_claims::{
    About, Asset, Change, Claim, Color, Device, Effect, End, Entry, FeatureNumbers, Goal, How, Idea, Line,
    Man, Margin, Move, Payoff, People, Purpose, Rated, RatingScale, Reason, Role, RuleText, Score, Set,
    Square, Statement, Theme, Trade, Way, Why, Worth,
};
use ts_rs::{Config, TS};

/// The file holds the text, or is written if that was asked for.
fn same(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, text).expect("the file can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "{} differs from the vocabulary: UPDATE=1 cargo test -p philidor-claims --test schema",
        path.display()
    );
}

#[test]
fn the_pages_types_are_those_of_the_vocabulary() {
    fn decl<T: TS + 'static>(cfg: &Config) -> String {
        format!("export {}\n", T::decl(cfg))
    }
    let cfg = Config::default();
    let types = [
        decl::<Color>,
        decl::<Role>,
        decl::<Man>,
        decl::<Square>,
        decl::<Set>,
        decl::<Move>,
        decl::<Entry>,
        decl::<Line>,
        decl::<Score>,
        decl::<Margin>,
        decl::<Theme>,
        decl::<Payoff>,
        decl::<Trade>,
        decl::<Device>,
        decl::<Effect>,
        decl::<Goal>,
        decl::<Idea>,
        decl::<How>,
        decl::<Asset>,
        decl::<Why>,
        decl::<Reason>,
        decl::<End>,
        decl::<FeatureNumbers>,
        decl::<Change>,
        decl::<Purpose>,
        decl::<RuleText>,
        decl::<RatingScale>,
        decl::<Rated>,
        decl::<Way>,
        decl::<People>,
        decl::<Statement>,
        decl::<About>,
        decl::<Worth>,
        decl::<Claim>,
    ];
    let head = "// Generated from crates/claims by its test `schema`; do not edit.\n\n";
    let body: Vec<String> = types.iter().map(|decl| decl(&cfg)).collect();
    same("web/src/lib/claims.ts", &format!("{head}{}", body.join("\n")));
}

#[test]
fn the_schema_is_that_of_the_vocabulary() {
    let schema = schemars::schema_for!(Claim);
    let text = serde_json::to_string_pretty(&schema).expect("plain data");
    same("docs/claim.schema.json", &format!("{text}\n"));
}
