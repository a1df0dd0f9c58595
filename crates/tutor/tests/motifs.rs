//! A motif is complete: its row, a detector, a check and a phrase in every language. What is missing is named.

use philidor_claims::{Family, Theme};
use philidor_knowledge::LANGUAGES;
use philidor_tutor::{motif::detected, say::Words};

#[test]
fn every_device_has_a_detector_a_check_and_words() {
    let mut missing = Vec::new();
    let found: Vec<Theme> = detected().collect();
    for theme in Theme::devices() {
        if !found.contains(&theme) {
            missing.push(format!("{theme}: no detector (crates/tutor/src/motif.rs, DETECTORS)"));
        }
        if !philidor_verify::knows(theme) {
            missing.push(format!("{theme}: no check (crates/verify/src/check/device.rs, test_of)"));
        }
        for language in LANGUAGES.names() {
            let words = Words::of(language).expect("a shipped language");
            if !words.has(&format!("device-{theme}")) {
                missing.push(format!("{theme}: no phrase device-{theme} (knowledge/words/{language}.ftl)"));
            }
        }
    }
    for theme in found.iter().filter(|theme| theme.family() != Family::Tactic) {
        missing.push(format!("{theme}: it has a detector but is no tactic in crates/claims/src/theme.rs"));
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(Theme::devices().len() >= 14);
}
