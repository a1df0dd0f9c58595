//! The language: what is read, what is said about mistakes, and that no text whatever makes it stumble.

use philidor_rules::{
    Endgames, RuleSource,
    problem::Severity,
    syntax,
    theory::Conclusion,
    value::{Type, Value},
    vocabulary::{Concludes, Signature, Vocabulary},
};
use proptest::prelude::*;

/// The messages about a source, `line:column message`.
fn messages(text: &str) -> Vec<String> {
    let source = RuleSource::new("test.rules", text);
    let problems = match source.resolve(&Endgames) {
        Ok((_, warnings)) => warnings,
        Err(unusable) => unusable.problems,
    };
    let told = problems.iter().map(|p| {
        let (line, column) = p.place(text);
        let help = p.help.as_deref().map(|h| format!(" ({h})")).unwrap_or_default();
        format!("{line}:{column} {}{help}", p.message)
    });
    told.collect()
}

const HEAD: &str = "endgame KPK { mirror: files }\n";

#[test]
fn mistakes_are_told_where_they_are() {
    for (rest, want) in [
        (
            "rule \"r\": when distt(K, P) = 1 => draw because \"x\"",
            "2:16 nothing is called `distt` (did you mean `dist`?)",
        ),
        ("rule \"r\": when dist(K) = 1 => draw because \"x\"", "2:16 `dist` takes 2 arguments"),
        ("rule \"r\": when K => draw because \"x\"", "2:16 a condition is wanted here"),
        ("rule \"r\": when dist(K, P) = K => draw because \"x\"", "a square and a number do not go together"),
        ("rule \"r\": => win in 8..4 because \"x\"", "no number of plies lies in 8..4"),
        ("rule \"r\": => draw in 1..4 because \"x\"", "`draw` takes no number of plies"),
        ("rule \"r\": => drow because \"x\"", "`drow` is no conclusion (did you mean `draw`?)"),
        ("rule \"r\": => draw because \"{q}\"", "2:29 nothing is called `q`"),
        ("rule \"r\": => draw because \"{k\"", "a brace that is not closed"),
        ("rule \"r\": => draw", "\"r\" gives no reason"),
        ("let K = 3\nrule \"r\": => draw because \"x\"", "2:5 `K` has a meaning already"),
        ("let x = y\nlet y = x\nrule \"r\": when x => draw because \"x\"", "is defined by itself"),
        ("let near(s: square) = near(s)\nrule \"r\": when near(K) = 1 => draw because \"x\"", "calls itself"),
        ("let x = 1\nrule \"r\": => draw because \"x\"", "`x` is never used"),
        (
            "rule \"r\": => draw because \"x\"\nrule \"r\": => draw because \"x\"",
            "3:6 two rules are called \"r\"",
        ),
        ("rule \"r\": when any b in B: dist(b, K) = 1 => draw because \"x\"", "there are no men called `B`"),
        ("rool \"r\": => draw", "found `rool` instead of `let`, `rule` or `tree`"),
        ("rule \"r\": when (K = P => draw", "found `=>` instead of `)`"),
        ("rule \"r: when", "a text that does not end"),
        ("rule \"r\": when dist(K, P) = 99999 => draw because \"x\"", "a number beyond all distances"),
        ("rule \"r\": when § => draw because \"x\"", "'§' has no meaning here"),
    ] {
        let told = messages(&format!("{HEAD}{rest}"));
        assert!(told.iter().any(|m| m.contains(want)), "{rest}\n{told:#?}");
    }
}

#[test]
fn headers_are_checked() {
    for (text, want) in [
        ("", "1:1 the file does not say what it is about"),
        ("rule \"r\": => draw", "the file does not say what it is about"),
        ("endgame KXK { mirror: files }", "no such endgame"),
        ("endgame KQRBKN { mirror: board }", "there is no table for KQRBKN"),
        ("endgame KKP { mirror: files }", "names the weaker side first"),
        ("endgame KPK { }", "the symmetry is not declared"),
        ("endgame KPK { mirror: board }", "a board with pawns cannot be turned"),
        ("endgame KRK { mirror: files }", "KRK has no pawns"),
        ("endgame KPK { mirror: files, colours }", "the sides have different men"),
        ("endgame KPK { miror: files }", "did you mean mirror?"),
        ("endgame KPK { mirror: files value: moves }", "`moves` is no measure"),
        ("endgame KPK { mirror: files strong: K Q }", "the men of this side are K P"),
        ("opening KPK { mirror: files }", "`opening` starts no file"),
        (
            "endgame KRK { mirror: board } rule \"r\": when file(K) = a => win because \"x\"",
            "`file` has no meaning on a board",
        ),
    ] {
        let told = messages(text);
        assert!(told.iter().any(|m| m.contains(want)), "{text}\n{told:#?}");
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let told = messages(&format!(
        "{HEAD}let x = distt(K, P)\nrule \"a\": when (K => draw\nrule \"b\": when kk = K => drw because \"{{z}}\"\n"
    ));
    for want in ["distt", "instead of `)`", "`kk`", "`drw`", "`z`"] {
        assert!(told.iter().any(|m| m.contains(want)), "{want}: {told:#?}");
    }
}

#[test]
fn files_that_are_no_text_are_refused() {
    let error = RuleSource::from_bytes("x.rules", vec![b'a', b'\n', 0xff, 0xfe]).unwrap_err();
    assert!(error.problems[0].message.contains("byte 2, line 2"), "{:?}", error.problems);
}

#[test]
fn layout_is_canonical_and_keeps_comments() {
    let messy = "# About it.\n\nendgame   KPK{mirror:files value:plies to mate}\n  let   q=promotion_square( P ) # where\n\
                 let   n=1   if weak to move else 0\n# A rule.\nrule \"r\":when(dist(k,q)<=n or K=P)and not(k in {a1,b2})\n\
                 unless # inside\n a1=k => win in 1..n+2 because\"so {k}\"\n\
                 tree \"t\"{if K=q{=>draw because \"d\"}else if k=q{=>at least draw}else{=>loss}}\n# The end.\n";
    let (file, problems) = syntax::parse(messy);
    assert!(problems.is_empty(), "{problems:?}");
    let tidy = syntax::format(&file);
    let want = "# About it.\n\nendgame KPK {\n  mirror: files\n  value: plies to mate\n}\n\n\
                let q = promotion_square(P)  # where\nlet n = 1 if weak to move else 0\n\n\
                # A rule.\n# inside\nrule \"r\":\n  when (dist(k, q) <= n or K = P) and not k in {a1, b2}\n  unless a1 = k\n  \
                => win in 1..n + 2\n  because \"so {k}\"\n\n\
                tree \"t\" {\n  if K = q {\n    => draw\n    because \"d\"\n  } else if k = q {\n    => at least draw\n  } else {\n    => loss\n  }\n}\n\n\
                # The end.\n";
    assert_eq!(tidy, want);
    assert_eq!(syntax::format(&syntax::parse(&tidy).0), tidy);
}

#[test]
fn shipped_theories_are_in_canonical_layout_and_without_warnings() {
    for theory in philidor_rules::library::SHIPPED.iter() {
        let (file, problems) = syntax::parse(theory.text);
        assert!(problems.is_empty(), "{}: {problems:?}", theory.name);
        assert_eq!(syntax::format(&file), theory.text, "run: philidor rules fmt --write {}", theory.file);
        let (rules, warnings) = theory.source().resolve(&Endgames).unwrap();
        assert!(warnings.is_empty(), "{}: {warnings:?}", theory.name);
        assert_eq!(rules.subject.name, theory.name);
    }
}

#[test]
fn trees_become_one_rule_per_leaf() {
    let text = format!(
        "{HEAD}tree \"t\" {{ if K = P {{ => draw because \"a\" }} else if weak to move or k = P {{ => win because \"b\" }} \
         else {{ => at most draw because \"c\" }} }}"
    );
    let (rules, _) = RuleSource::new("t", text).resolve(&Endgames).unwrap();
    let counts: Vec<(&str, usize)> =
        rules.rules.iter().map(|r| (r.name.as_str(), r.conditions.len())).collect();
    assert_eq!(counts, [("t (1)", 1), ("t (2)", 2), ("t (3)", 3)]);
}

/// A small vocabulary of another kind: numbers for each side, concepts as conclusions.
struct Features;

static FEATURES: [Signature; 2] = [
    Signature {
        name: "isolated_pawns",
        params: &[Type::Side],
        result: Type::Int,
        gloss: "pawns without neighbours",
        absolute: false,
        board: false,
    },
    Signature {
        name: "phase",
        params: &[],
        result: Type::Int,
        gloss: "how much is left on the board",
        absolute: false,
        board: false,
    },
];

impl Vocabulary for Features {
    type Scene = [i16; 3];

    fn header(&self) -> &'static str {
        "concepts"
    }

    fn words(&self) -> &[Signature] {
        &FEATURES
    }

    fn concludes(&self) -> Concludes {
        Concludes::Concepts
    }

    fn call(&self, scene: &[i16; 3], word: usize, args: &[Value]) -> Value {
        Value::Int(if word == 0 { scene[usize::from(!args[0].side())] } else { scene[2] })
    }

    fn man(&self, _: &[i16; 3], _: usize) -> u8 {
        philidor_rules::value::NOWHERE
    }

    fn strong_to_move(&self, _: &[i16; 3]) -> bool {
        true
    }
}

#[test]
fn another_vocabulary_carries_other_conclusions() {
    let text = "concepts tutor { }\nlet surplus = isolated_pawns(them) - isolated_pawns(us)\n\
                rule \"weak pawns\": when surplus >= 2 and phase < 12 => concept \"pawn weaknesses\" \
                at isolated_pawns(them), phase because \"they have {isolated_pawns(them)} isolated pawns\"";
    let source = RuleSource::new("tutor.rules", text);
    let (rules, warnings) = source.resolve(&Features).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    let rule = &rules.rules[0];
    let Conclusion::Concept { name, at } = &rule.conclusion else { panic!("no concept") };
    assert_eq!((name.as_str(), at.len()), ("pawn weaknesses", 2));
    let formatted = syntax::format(&syntax::parse(text).0);
    assert!(
        formatted.contains("concept \"pawn weaknesses\" at isolated_pawns(them), phase\n"),
        "{formatted}"
    );
    let mut reader = philidor_rules::run::Reader::new(&rules, &Features, [0, 2, 10]);
    assert!(reader.applies(rule));
    assert_eq!(reader.holes(rule), [Value::Int(2)]);
    reader.look_at([1, 2, 10]);
    assert!(!reader.applies(rule));
    let wrong = RuleSource::new("t", "concepts t { }\nrule \"r\": when phase = 1 => draw because \"x\"");
    assert!(wrong.resolve(&Features).unwrap_err().problems[0].message.contains("no conclusion"));
    let wrong =
        RuleSource::new("t", "concepts t { }\nrule \"r\": when phase = 1 => concept \"c\" at phase = 1");
    assert!(wrong.resolve(&Features).is_err(), "a condition is nowhere");
}

/// Pieces that rule files are made of, mixed at random.
fn scraps() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "endgame",
        "KPK",
        "KRK",
        "{",
        "}",
        "mirror:",
        "files",
        "board",
        "domain:",
        "let",
        "rule",
        "tree",
        "\"a\"",
        "\"b {k}\"",
        ":",
        "when",
        "unless",
        "=>",
        "win",
        "draw",
        "at least draw",
        "in",
        "1..4",
        "because",
        "if",
        "else",
        "and",
        "or",
        "not",
        "K",
        "k",
        "P",
        "dist",
        "(",
        ")",
        ",",
        "=",
        "<=",
        "<",
        "+",
        "-",
        "*",
        "&",
        "stop(P)",
        "3",
        "weak to move",
        "any x in P:",
        "# note\n",
        "\n",
        "x",
        "y",
        "f(x: square)",
        "key_squares(P)",
        "a1",
        "a",
        "é",
        "\"",
        ".",
    ]);
    prop::collection::vec(words, 0..60)
        .prop_map(|w| format!("endgame KPK {{ mirror: files }}\n{}", w.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_it_stumble(text in "\\PC{0,200}") {
        let source = RuleSource::new("fuzz", text);
        if let Err(unusable) = source.resolve(&Endgames) {
            prop_assert!(!unusable.render(false).is_empty());
        }
    }

    #[test]
    fn no_mixture_makes_it_stumble(text in scraps()) {
        let source = RuleSource::new("fuzz", text.clone());
        match source.resolve(&Endgames) {
            Ok((_, warnings)) => {
                prop_assert!(warnings.iter().all(|w| w.severity == Severity::Warning));
            }
            Err(unusable) => prop_assert!(!unusable.render(false).is_empty()),
        }
        // What can be read can be printed, and reading that again changes nothing.
        let (file, problems) = syntax::parse(&text);
        if problems.is_empty() {
            let printed = syntax::format(&file);
            let (again, problems) = syntax::parse(&printed);
            prop_assert!(problems.is_empty(), "{printed}\n{problems:?}");
            prop_assert_eq!(syntax::format(&again), printed);
        }
    }
}

/// Expressions as trees, printed and read again.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["K", "k", "P", "1", "7", "stop(P)", "weak to move", "{a1, K}", "x"]);
    leaf.prop_map(str::to_owned).prop_recursive(5, 40, 3, |inner| {
        prop_oneof![
            (
                inner.clone(),
                inner.clone(),
                prop::sample::select(vec![
                    "and", "or", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "&", "*"
                ])
            )
                .prop_map(|(a, b, op)| format!("({a}) {op} ({b})")),
            inner.clone().prop_map(|a| format!("not ({a})")),
            inner.clone().prop_map(|a| format!("-({a})")),
            inner.clone().prop_map(|a| format!("any q in P: ({a})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("({a}) if ({b}) else ({c})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("dist({a}, {b})")),
        ]
    })
}

/// An expression with all brackets written out: equal trees give equal texts.
fn skeleton(e: &syntax::ast::Expr) -> String {
    use syntax::ast::ExprKind as E;
    match &e.kind {
        E::Int(n) => n.to_string(),
        E::Name(n) => n.clone(),
        E::Call(n, args) => {
            format!("{}[{}]", n.text, args.iter().map(skeleton).collect::<Vec<_>>().join(";"))
        }
        E::ToMove(s) => format!("{}!", s.text),
        E::Set(s) => format!("S[{}]", s.iter().map(skeleton).collect::<Vec<_>>().join(";")),
        E::Prefix(p, a) => format!("({p:?} {})", skeleton(a)),
        E::Infix(i, a, b) => format!("({} {i:?} {})", skeleton(a), skeleton(b)),
        E::Choice { then, test, other } => {
            format!("({}?{}:{})", skeleton(test), skeleton(then), skeleton(other))
        }
        E::Every { all, name, men, body } => format!("({all} {} {} {})", name.text, men.text, skeleton(body)),
        E::Broken => "?".into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn brackets_are_dropped_only_where_they_say_nothing(text in expressions()) {
        let wrap = |body: &str| format!("endgame KPK {{ mirror: files }}\n\nlet v = {body}\n");
        let read = |text: &str| {
            let (file, problems) = syntax::parse(text);
            let syntax::ast::ItemKind::Let { body, .. } = file.items[0].kind.clone() else { panic!("a let") };
            (skeleton(&body), syntax::format(&file), problems)
        };
        let (tree, printed, problems) = read(&wrap(&text));
        prop_assert!(problems.is_empty(), "{text}: {problems:?}");
        let (again, reprinted, problems) = read(&printed);
        prop_assert!(problems.is_empty(), "{printed}: {problems:?}");
        prop_assert_eq!(tree, again);
        prop_assert_eq!(printed, reprinted);
    }
}

/// Nothing that can be typed exhausts a stack: long chains, deep nesting, definitions upon definitions.
#[test]
fn texts_beyond_all_bounds_are_refused_with_words() {
    let header = "endgame KPK { mirror: files }\n";
    let rule = |when: String| format!("{header}rule \"r\": when {when} => draw because \"x\"\n");
    let lets = (1..4_000).fold("let n0 = 1\n".to_owned(), |t, i| format!("{t}let n{i} = n{} + 1\n", i - 1));
    let backwards = (0..4_000).map(|i| format!("let n{i} = n{} + rank(k)\n", i + 1)).collect::<String>();
    let deep = format!("let deeper(x: int) = x{}\n", " + rank(k)".repeat(150));
    let nested = format!("{}rank(k){}", "deeper(".repeat(20), ")".repeat(20));
    let texts = [
        ("more than 200 operators", rule(format!("{}1 > 0", "1 + ".repeat(4_000)))),
        ("more than 200 operators", rule(format!("{}rank(k) > 0", "rank(k) + ".repeat(800)))),
        // A chain is written out when it is laid out, and must be readable then.
        ("more than 200 operators", rule(format!("{}1", "1 <= ".repeat(150)))),
        ("nested too deeply", rule(format!("{}1{} > 0", "(".repeat(4_000), ")".repeat(4_000)))),
        ("nested too deeply", rule(format!("{}strong to move", "not ".repeat(4_000)))),
        (
            "300 steps deep",
            format!("{header}{lets}rule \"r\": when n3999 + rank(k) > 0 => draw because \"x\"\n"),
        ),
        (
            "300 steps deep",
            format!("{header}{backwards}let n4000 = 1\nrule \"r\": when n0 > 0 => draw because \"x\"\n"),
        ),
        ("300 steps deep", format!("{header}{deep}rule \"r\": when {nested} > 0 => draw because \"x\"\n")),
    ];
    for (wanted, text) in texts {
        // As small a stack as a server's thread has.
        let read = move || RuleSource::new("t", text).resolve(&Endgames).map(|_| ());
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(read).unwrap();
        let refused = thread.join().unwrap().unwrap_err();
        assert!(
            refused.problems.iter().any(|p| p.message.contains(wanted)),
            "{wanted}: {:?}",
            refused.problems[0]
        );
    }
}
