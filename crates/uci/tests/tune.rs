//! The numbers of the search as options, for tuners.

use philidor_uci::{Shipped, serve};

fn said(commands: &[&str]) -> String {
    let commands: Vec<String> = commands.iter().map(|&command| command.to_owned()).collect();
    let mut out = Vec::new();
    serve(&commands, std::io::empty(), &mut out, &Shipped);
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn they_are_listed_and_set_only_when_asked_for() {
    let plain = said(&["uci", "setoption name rfp_margin value 60", "quit"]);
    assert!(plain.contains("option name Tune type check default false"), "{plain}");
    assert!(!plain.contains("option name rfp_margin"), "{plain}");
    assert!(plain.contains("no such option: rfp_margin"), "{plain}");
    let tune = "setoption name Tune value true";
    let listed = said(&[tune, "uci", "quit"]);
    assert!(listed.contains("option name rfp_margin type spin default 72 min 10 max 300"), "{listed}");
    let wrong =
        said(&[tune, "setoption name rfp_margin value 9", "setoption name rfp_marge value 60", "quit"]);
    assert!(wrong.contains("10 to 300") && wrong.contains("rfp_margin"), "{wrong}");
}

#[test]
fn they_change_the_search() {
    let nodes = |more: &[&str]| {
        let mut commands = vec!["setoption name Tune value true"];
        commands.extend(more);
        commands.push("go depth 9");
        let text = said(&commands);
        let line = text.lines().rfind(|line| line.contains(" nodes ")).unwrap().to_owned();
        line.split_once(" nodes ").unwrap().1.split(' ').next().unwrap().to_owned()
    };
    let usual = nodes(&[]);
    assert_eq!(usual, nodes(&[]));
    assert_ne!(usual, nodes(&["setoption name rfp_max_depth value 0", "setoption name lmr_base value 0"]));
}
