//! Requests made from the OpenAPI document, as schemathesis makes them: fitting ones, wrong ones, half-right ones. Every answer
//! must be one that the document promises, with a body of the promised shape. The same requests every time.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Server;

/// Requests for each operation.
const TRIES: usize = 12;

/// Chooses the same things every time.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn one<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Texts that mean something, by the name of the field; anything else is any text.
fn text(dice: &mut Rng, name: &str) -> String {
    const FENS: [&str; 6] = [
        "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
    ];
    const ANY: [&str; 8] =
        ["", " ", "x", "\u{0}", "♔ü\u{1F643}", "../../etc/passwd", "' OR 1=1 --", "<script>"];
    let fitting: &[&str] = match name {
        "fen" => &FENS,
        "move" => &["e3", "Kd3", "e2e3", "Nf3", "Bb5", "O-O"],
        "material" | "endgame" => &["KPK", "KRK", "KQK"],
        "name" => &["KPK", "KRK", "nobody"],
        "question" => &["Why Bb5?", "What is the plan?", "What is a fork?"],
        "filter" => &["zugzwang wtm", "dtm>=20", "longest", "P=e4"],
        // One is there each time, so that deleting some leaves others.
        "pgn" => &[
            "[White \"A\"]\n\n1. d4 d5 1-0\n\n[White \"B\"]\n\n1. e4 e5 2. Nf3 *\n\n[Black \"A\"]\n\n1. c4 *\n\n1. f4 *\n\n1. g3 *\n\n1. b3 *\n",
        ],
        "recipe" => &["figure3"],
        "lesson" => &["rook-mate", "queen-mate"],
        "rating" => &["1500", "900@chess.com"],
        "scale" => &["lichess", "fide"],
        "level" => &["beginner", "club", "master"],
        "language" => &["en", "de", "fr"],
        "engine" => &["philidor", "material"],
        "side" => &["white", "both"],
        "kind" => &["mistake", "endgame", "puzzle"],
        "csv" => &["FEN,PV\n6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1,e1e8\n"],
        "ending" => &["rook", "pawn"],
        "form" => &["annotation.pgn", "annotation.json"],
        "text" => &["endgame KPK\n", "rule \"a\": when true => win"],
        "id" => &["1", "2", "3", "4", "5", "6"],
        "order" => &["added", "date", "rating"],
        "result" => &["1-0", "0-1", "1/2-1/2"],
        "from" | "to" => &["1999", "2026.11"],
        "eco" => &["C41", "B"],
        "theme" => &["fork", "pin"],
        "white" | "black" | "player" | "me" => &["A", "b"],
        _ => &ANY,
    };
    // Three of four fit.
    let from: &[&str] = if dice.below(4) > 0 { fitting } else { &ANY };
    dice.one(from).to_owned()
}

/// A value of a schema; now and then one of another kind.
fn value(document: &Value, schema: &Value, name: &str, dice: &mut Rng) -> Value {
    let schema = resolved(document, schema);
    if dice.below(12) == 0 {
        return [json!(null), json!([]), json!({}), json!(-1), json!("x"), json!(true)][dice.below(6)]
            .clone();
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut all = Map::new();
        for part in parts {
            all.extend(value(document, part, name, dice).as_object().cloned().unwrap_or_default());
        }
        return Value::Object(all);
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        return value(document, &ways[dice.below(ways.len())], name, dice);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => vec!["object"],
    };
    match dice.one(&kinds) {
        "object" => {
            let mut made = Map::new();
            let required: Vec<&str> =
                schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            for (field, part) in schema["properties"].as_object().into_iter().flatten() {
                // What is required is there nearly always, the rest half the time.
                let there =
                    if required.contains(&field.as_str()) { dice.below(12) > 0 } else { dice.below(2) > 0 };
                if there {
                    made.insert(field.clone(), value(document, part, field, dice));
                }
            }
            Value::Object(made)
        }
        "array" => (0..dice.below(3)).map(|_| value(document, &schema["items"], "move", dice)).collect(),
        "integer" | "number" if name == "elo" && dice.below(2) == 0 => json!(1200),
        "integer" | "number" => [json!(0), json!(1), json!(7), json!(500), json!(-3), json!(1_u64 << 40)]
            [dice.below(if name == "nodes" { 5 } else { 6 })]
        .clone(),
        "boolean" => json!(dice.below(2) == 0),
        "null" => Value::Null,
        _ => json!(text(dice, name)),
    }
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => {
            resolved(document, document.pointer(name.trim_start_matches('#')).unwrap_or(&Value::Null))
        }
        None => schema,
    }
}

/// What is wrong with a value by its schema, and where.
fn misfit(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let schema = resolved(document, schema);
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().find_map(|part| misfit(document, part, value, at));
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let fits = ways.iter().any(|way| misfit(document, way, value, at).is_none());
        return (!fits).then(|| format!("{at}: {value} fits none of {} ways", ways.len()));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = |wanted: &Value| wanted == kind || (wanted == "number" && kind == "integer");
    let right = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(allowed),
        Value::Null => true,
        one => allowed(one),
    };
    if !right {
        return Some(format!("{at}: {kind} instead of {}", schema["type"]));
    }
    if let (Some(values), false) = (schema["enum"].as_array(), value.is_null())
        && !values.contains(value)
    {
        return Some(format!("{at}: {value} is none of {values:?}"));
    }
    match value {
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let Some(name) = required.into_iter().find(|name| !fields.contains_key(*name)) {
                return Some(format!("{at}: {name} is missing"));
            }
            fields.iter().find_map(|(name, part)| {
                let own = &schema["properties"][name];
                let schema = if own.is_null() { &schema["additionalProperties"] } else { own };
                schema.is_object().then(|| misfit(document, schema, part, &format!("{at}.{name}"))).flatten()
            })
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(i, item)| misfit(document, &schema["items"], item, &format!("{at}[{i}]"))),
        _ => None,
    }
}

/// Letters, digits and a few others stay, all the rest is written as %XX.
fn escaped(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    text.bytes().map(|b| if plain(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}

/// The address with its parts and its query.
fn target(document: &Value, path: &str, operation: &Value, dice: &mut Rng) -> String {
    let mut target = path.to_owned();
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let made = match (parameter["in"] == "path", value(document, &parameter["schema"], name, dice)) {
            // An address without its part is another address.
            (true, _) => {
                Some(text(dice, name)).filter(|t| !t.trim().is_empty()).unwrap_or_else(|| "1".into())
            }
            (false, Value::String(text)) => text,
            (false, other) => other.to_string(),
        };
        if parameter["in"] == "path" {
            target = target.replace(&format!("{{{name}}}"), &escaped(&made));
        } else if parameter["required"] == true || dice.below(5) == 0 {
            // Few of those that may be left out: many at once seldom fit each other.
            query.push(format!("{name}={}", escaped(&made)));
        }
    }
    if query.is_empty() { target } else { format!("{target}?{}", query.join("&")) }
}

#[test]
fn every_answer_is_one_that_the_document_promises() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let document = server.get("/api/openapi.json").1;
    let mut dice = Rng(8);
    let mut seen: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        // A stream has no end.
        if path == "/api/jobs/events" || path == "/api/lines/live" {
            continue;
        }
        for (method, operation) in methods.as_object().unwrap() {
            for _ in 0..TRIES {
                let target = target(&document, path, operation, &mut dice);
                let wanted = &operation["requestBody"]["content"]["application/json"]["schema"];
                let body = if wanted.is_null() {
                    String::new()
                } else {
                    value(&document, wanted, "", &mut dice).to_string()
                };
                let (status, head, answer) = server.send(&method.to_uppercase(), &target, "", &body);
                let told = || format!("{method} {target} {body}: {status} {answer}");
                let later = status == 503 && head.contains("retry-after: ");
                assert!((200..500).contains(&status) || later, "{}", told());
                let responses = &operation["responses"];
                let promised = responses.get(status.to_string()).or_else(|| responses.get("default"));
                let promised = promised.unwrap_or_else(|| panic!("not in the document: {}", told()));
                let schema = &promised["content"]["application/json"]["schema"];
                if head.contains("content-type: application/json") && !schema.is_null() {
                    let problem = misfit(&document, schema, &answer, "answer");
                    assert!(problem.is_none(), "{}: {}", problem.unwrap_or_default(), told());
                }
                seen.entry(format!("{method} {path}")).or_default()[usize::from(status < 400)] += 1;
            }
        }
    }
    // The generator is worth something only if most operations are also asked well.
    let well = seen.values().filter(|[_, good]| *good > 0).count();
    assert!(
        well * 10 >= seen.len() * 7,
        "only {well} of {} operations were asked well: {seen:?}",
        seen.len()
    );
    assert_eq!(server.get("/api/health").0, 200);
}
