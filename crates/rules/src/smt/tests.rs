use super::*;
use crate::{library, prove::prove};

fn kpk() -> (Rules, Vec<u8>) {
    let rules = library::by_name("KPK").unwrap().source().resolve(&Endgames).unwrap().0;
    let proof = prove(&rules).unwrap();
    (rules, proof.certificate)
}

/// Whether solvers accept them is seen by tools/outside/questions.py.
#[test]
fn every_placement_is_asked_about_and_parentheses_match() {
    let (rules, certificate) = kpk();
    let asked = questions(&rules, &certificate).unwrap();
    assert_eq!((asked.count, asked.text.matches("(check-sat)").count()), (129, 129));
    assert_eq!(asked.text.matches("(let ((v (").count(), 2 * 24 * 63);
    let code = asked.text.lines().filter(|line| !line.starts_with(';'));
    let depth = code.flat_map(str::chars).fold(0i64, |depth, c| match c {
        '(' => depth + 1,
        ')' => depth - 1,
        _ => depth,
    });
    assert_eq!(depth, 0);
    // A letter of the certificate is a letter of the questions.
    let forged = String::from_utf8(certificate).unwrap().replacen(" ===", " =5=", 1);
    assert_ne!(questions(&rules, forged.as_bytes()).unwrap().text, asked.text);
}

#[test]
fn what_cannot_be_asked_is_said() {
    let (rules, certificate) = kpk();
    let krkp = library::by_name("KRKP").unwrap().source().resolve(&Endgames).unwrap().0;
    let error = questions(&krkp, &certificate).unwrap_err().to_string();
    assert!(error.contains("KRKP") && error.contains("KPK and KRK only"), "{error}");
    let text = "endgame KPK { mirror: files }\nrule \"far\": when set_dist(k, corners) > 2 => at least draw because \"far\"\n";
    let other = crate::RuleSource::new("mine", text).resolve(&Endgames).unwrap().0;
    let error = questions(&other, &certificate).unwrap_err().to_string();
    assert!(error.contains("set_dist") && error.contains("far"), "{error}");
    let error = questions(&rules, b"nonsense").unwrap_err().to_string();
    assert!(error.contains("not a certificate"), "{error}");
}
