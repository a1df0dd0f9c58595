//! The expert rules: they can be read, there are enough of them, and mistakes are told with their place.

use philidor_claims::Purpose;
use philidor_rules::RuleSource;
use philidor_tutor::refine::{ExpertRules, RefineryError};

#[test]
fn the_shipped_rules_can_be_read() {
    let rules = ExpertRules::ours();
    assert!(rules.len() >= 60, "{}", rules.len());
    for purpose in Purpose::ALL {
        assert!(rules.concepts().any(|(p, _)| p == purpose), "{purpose:?}");
    }
}

#[test]
fn a_wrong_word_is_told_with_its_place_and_a_suggestion() {
    let text = "concepts gains { }\nrule \"r\": when bishop_pare(us) > 0 => concept \"x\" because \"y\"";
    let error = ExpertRules::new(&[RuleSource::new("my.rules", text)]).unwrap_err().to_string();
    assert!(error.contains("my.rules:2:16"), "{error}");
    assert!(error.contains("bishop_pair"), "{error}");
}

#[test]
fn a_file_for_nothing_is_refused() {
    let text = "concepts wins { }\nrule \"r\": when phase > 0 => concept \"x\" because \"y\"";
    let error = ExpertRules::new(&[RuleSource::new("my.rules", text)]).unwrap_err();
    assert!(matches!(error, RefineryError::Purpose { .. }));
    assert!(error.to_string().contains("gains, losses"), "{error}");
}

#[test]
fn only_features_with_squares_can_be_pointed_at() {
    let rules = |at: &str| {
        let text = format!(
            "concepts gains {{ }}\nrule \"r\": when phase > 0 => concept \"x\" at {at} because \"y\""
        );
        ExpertRules::new(&[RuleSource::new("my.rules", text)])
    };
    assert!(rules("passed_pawn(us), rook_open_file(them)").is_ok());
    for wrong in ["rook_mobility(us)", "passed_pawn_before(us)", "phase", "passed_pawn(us) + 1"] {
        let error = rules(wrong).unwrap_err().to_string();
        assert!(error.contains("my.rules:2:") && error.contains("that is nowhere"), "{wrong}: {error}");
    }
}
