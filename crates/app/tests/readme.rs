//! README and guide tell the truth: every `$ philidor …` in them is run, and prints what stands there.
//!
//! A line `…` stands for any number of lines; spaces at line ends do not count.

mod common;

use common::{command, home, text};

#[test]
fn readme_examples_print_what_they_show() {
    // Both begin with the same example or two, which are not run twice.
    let (readme, guide) = (include_str!("../../../README.md"), include_str!("../../../docs/GUIDE.md"));
    assert!(readme.len() <= 10_240, "the README has {} bytes: more belongs into the guide", readme.len());
    let (mut examples, mut run) = (0, std::collections::HashSet::new());
    for block in [readme, guide].into_iter().flat_map(|text| text.split("```console\n").skip(1)) {
        let block = block.split("```").next().unwrap();
        if !run.insert(block) {
            continue;
        }
        for example in block.split("$ philidor ").skip(1) {
            let (line, want) = example.split_once('\n').unwrap();
            let args = words(line);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            // As a reader would: from the root of the repository.
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
            let out = command(&args).env("PHILIDOR_HOME", home()).current_dir(root).output().unwrap();
            let got = text(&out.stdout);
            assert!(fits(&lines(want), &lines(&got)), "$ philidor {line}\n{got}\n{}", text(&out.stderr));
            examples += 1;
        }
    }
    assert!(examples >= 5, "{examples} examples");
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

fn fits(want: &[&str], got: &[&str]) -> bool {
    match want.split_first() {
        None => got.is_empty(),
        Some((&"…", rest)) => (0..=got.len()).any(|skip| fits(rest, &got[skip..])),
        Some((first, rest)) => got.first() == Some(first) && fits(rest, &got[1..]),
    }
}

/// Splits a command line at spaces, minding double quotes.
fn words(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (i, part) in line.split('"').enumerate() {
        if i % 2 == 1 {
            out.push(part.to_owned());
        } else {
            out.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    out
}
