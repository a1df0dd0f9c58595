//! The independent checker on claims about real games: what it drops, and whether it notices false claims.

use std::{collections::BTreeMap, sync::Arc};

use philidor_chess::shakmaty::{Chess, Move, Position, san::San};
use philidor_know::eval::Evaluation;
use philidor_knowledge::LANGUAGES;
use philidor_tutor::{
    audit::audit,
    claim::Claim,
    explain::{Knowledge, MoveContext, claims_about_move, explain},
    look::Looker,
    say::{Grammar, Level, Speaker, Words, tell},
};
use philidor_verify::{Mutation, mutants, verify};

/// Kasparov - Shirov, Horgen 1994, and Short - Timman, Tilburg 1991: the games of the tutor paper.
const GAMES: [&str; 2] = [
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Ndb5 d6 Bf4 e5 Bg5 a6 Na3 b5 Nd5 Be7 Bxf6 Bxf6 c3 Bb7 Nc2 Nb8 a4 bxa4 \
     Rxa4 Nd7 Rb4 Nc5 Rxb7 Nxb7 b4 Bg5 Na3 O-O Nc4 a5 Bd3 axb4 cxb4 Qb8 h4 Bh6 Ncb6 Ra2 O-O Rd2 Qf3 Qa7 Nd7 Nd8 \
     Nxf8 Kxf8 b5 Qa3 Qf5 Ke8 Bc4 Rc2 Qxh7 Rxc4 Qg8+ Kd7 Nb6+ Ke7 Nxc4 Qc5 Ra1 Qd4 Ra3 Bc1 Ne3",
    "e4 Nf6 e5 Nd5 d4 d6 Nf3 g6 Bc4 Nb6 Bb3 Bg7 Qe2 Nc6 O-O O-O h3 a5 a4 dxe5 dxe5 Nd4 Nxd4 Qxd4 Re1 e6 Nd2 Nd5 Nf3 \
     Qc5 Qe4 Qb4 Bc4 Nb6 b3 Nxc4 bxc4 Re8 Rd1 Qc5 Qh4 b6 Be3 Qc6 Bh6 Bh8 Rd8 Bb7 Rad1 Bg7 R8d7 Rf8 Bxg7 Kxg7 R1d4 \
     Rae8 Qf6+ Kg8 h4 h5 Kh2 Rc8 Kg3 Rce8 Kf4 Bc8 Kg5",
];

/// A claim with the position it is about and the move before, if the claim knows it.
struct Case {
    start: Chess,
    previous: Option<(Chess, Move)>,
    claim: Claim,
}

/// Claims about every fourth position of the games.
fn cases() -> Vec<Case> {
    let knowledge = Knowledge::ours();
    let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 2_000);
    let mut cases = Vec::new();
    for game in GAMES {
        let mut pos = Chess::default();
        let mut previous: Option<(Chess, Move)> = None;
        for (ply, word) in game.split_whitespace().enumerate() {
            let mv = word.parse::<San>().expect("legal").to_move(&pos).expect("legal");
            if ply % 4 == 0 {
                let told = explain(&pos, Some(mv), &mut looker, &knowledge).expect("legal");
                let context = MoveContext {
                    start: &pos,
                    best: &told.lines[0],
                    played: told.played.as_ref().unwrap_or(&told.lines[0]),
                    other: None,
                    reply: None,
                    idea: None,
                    previous: previous.as_ref().map(|(before, mv)| (before, *mv)),
                };
                let of_move = claims_about_move(&context, &knowledge).into_iter();
                cases.extend(of_move.map(|claim| Case {
                    start: pos.clone(),
                    previous: previous.clone(),
                    claim,
                }));
                let dropped = told.dropped.into_iter().map(|(claim, _)| claim);
                let all = told.claims.into_iter().chain(dropped);
                cases.extend(all.map(|claim| Case { start: pos.clone(), previous: None, claim }));
            }
            let before = pos.clone();
            pos.play_unchecked(mv);
            previous = Some((before, mv));
        }
    }
    cases
}

/// Fields whose mutants the checker cannot tell from the truth: whose a score is only the search knows.
const SEARCH_ONLY: [(&str, &str); 1] = [("standing", "side")];

#[test]
fn nearly_all_claims_are_true_and_false_ones_are_noticed_field_by_field() {
    let cases = cases();
    let mut dropped = Vec::new();
    let mut rates: BTreeMap<Mutation, (u32, u32)> = BTreeMap::new();
    for case in &cases {
        let previous = case.previous.as_ref().map(|(before, mv)| (before, *mv));
        let audited = audit(previous, vec![case.claim.clone()], None);
        dropped.extend(audited.dropped.iter().map(|(claim, flaw)| format!("{:?}: {flaw}", claim.statement)));
        for (claim, _) in audited.kept {
            for (what, mutant) in mutants(&claim) {
                let rate = rates.entry(what).or_default();
                rate.0 += u32::from(verify(&mutant, None).is_err());
                rate.1 += 1;
            }
        }
    }
    assert!(cases.len() > 500, "{} claims", cases.len());
    assert!(dropped.len() * 50 < cases.len(), "{} of {} dropped: {dropped:#?}", dropped.len(), cases.len());
    let known = |what: &Mutation| SEARCH_ONLY.contains(&(what.statement, what.field));
    let weak: Vec<String> = rates
        .iter()
        .filter(|(what, (killed, all))| !known(what) && killed < all)
        .map(|(what, (killed, all))| format!("{what}: {killed} of {all}"))
        .collect();
    let counted = rates.iter().filter(|(what, _)| !known(what)).map(|(_, rate)| *rate);
    let (killed, all) = counted.fold((0, 0), |(k, n), rate| (k + rate.0, n + rate.1));
    assert!(killed * 1000 >= all * 999, "only {killed} of {all} false claims noticed: {weak:#?}");
}

#[test]
fn what_is_false_is_dropped_and_counted() {
    let case = cases().into_iter().find(|case| !case.claim.men.is_empty() && case.claim.ply == 0);
    let mut case = case.expect("a claim about men");
    case.claim.side = case.claim.side.other();
    let audited = audit(None, vec![case.claim], None);
    assert!(audited.kept.is_empty() && !audited.dropped[0].1.is_empty());
}

/// Text → claim: every sentence reads back as the claim it was made from, in every language.
#[test]
fn our_own_sentences_are_read_back() {
    for language in LANGUAGES.names() {
        let (words, grammar) = (Words::of(language).unwrap(), Grammar::of(language).unwrap());
        let (mut said, mut ambiguous) = (0, 0);
        let mut lost = Vec::new();
        for (seed, case) in cases().iter().enumerate() {
            let text = Speaker::new(&words, Level::Club, seed as u64).say(&case.start, &case.claim);
            if text.is_empty() {
                continue;
            }
            said += 1;
            let readings = grammar.read(&text);
            let right: Vec<_> =
                readings.iter().filter(|r| r.says_in(&words, &case.start, &case.claim)).collect();
            if right.is_empty() {
                lost.push(format!("{text} {:?}", readings.iter().map(|r| &r.key).collect::<Vec<_>>()));
            }
            ambiguous += usize::from(readings.iter().any(|r| right.iter().any(|other| other.key != r.key)));
        }
        assert!(said > 500, "{said} sentences");
        assert!(lost.is_empty(), "{language}: {} of {said} not read back: {lost:#?}", lost.len());
        // The same words for a feature and for the concept it makes: no other claim, but another message.
        assert!(ambiguous * 4 < said, "{language}: {ambiguous} of {said} can be read in two ways");
    }
}

/// Text → claims: every sentence of an explanation reads back as exactly the claims it is linked to, in every language.
#[test]
fn whole_explanations_are_read_back() {
    let knowledge = Knowledge::ours();
    let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 2_000);
    let languages: Vec<(Words, Grammar)> = LANGUAGES
        .names()
        .map(|language| (Words::of(language).unwrap(), Grammar::of(language).unwrap()))
        .collect();
    let (mut said, mut lost) = (0, Vec::new());
    for game in GAMES {
        let mut pos = Chess::default();
        for (ply, word) in game.split_whitespace().enumerate() {
            let mv = word.parse::<San>().expect("legal").to_move(&pos).expect("legal");
            if ply % 6 == 0 {
                for subject in [None, Some(mv)] {
                    let told = explain(&pos, subject, &mut looker, &knowledge).expect("legal");
                    for (words, grammar) in &languages {
                        let text = tell(&told, words, Level::Master, ply as u64);
                        let sentences = text.sections.iter().flat_map(|section| &section.sentences);
                        for sentence in sentences.filter(|sentence| !sentence.claims.is_empty()) {
                            let claims: Vec<&Claim> =
                                sentence.claims.iter().map(|&at| &told.claims[at]).collect();
                            // A line under a heading shows what the sentence before it says; a candidate's claims follow its line.
                            let headed = matches!(claims[..], [c] if c.statement.name() == "better" && sentence.text.contains(": "));
                            let text = sentence
                                .text
                                .split_once(" – ")
                                .map_or(sentence.text.as_str(), |(_, aims)| aims);
                            said += 1;
                            if !headed && !grammar.reads_as(words, &pos, text, &claims) {
                                lost.push(sentence.text.clone());
                            }
                        }
                    }
                }
            }
            pos.play_unchecked(mv);
        }
    }
    assert!(said > 300, "{said} sentences");
    assert!(lost.is_empty(), "{} of {said} not read back: {lost:#?}", lost.len());
}
