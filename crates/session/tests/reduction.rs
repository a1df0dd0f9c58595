//! Endings with more men than tables have are told by what they come down to.

use philidor_chess::parse_fen;
use philidor_session::Session;
use philidor_tutor::claim::{About, Statement};

#[test]
fn an_exchange_that_leaves_a_won_pawn_ending_is_told_as_such() {
    let session = Session::builder().nodes(100_000).build().unwrap();
    let pos = parse_fen("8/8/3rk3/8/3R4/3KP3/8/8 w - - 0 1").unwrap();
    let explained = session.explain(&pos, None).unwrap();
    let told = explained.explanation.claims.iter().find(|claim| {
        claim.about == About::Plan && matches!(claim.statement, Statement::Endgame { value: 1, at: 2, .. })
    });
    assert!(told.is_some(), "{:?}", explained.explanation.claims);
    let text: Vec<String> = explained
        .text
        .sections
        .iter()
        .flat_map(|section| section.sentences.iter().map(|sentence| sentence.text.clone()))
        .collect();
    assert!(text.iter().any(|t| t.contains("comes down to an ending that White wins")), "{text:?}");
}
