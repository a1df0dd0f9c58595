//! The page's types of what the server answers, made from the OpenAPI document.
//! `UPDATE=1 cargo test -p philidor-serve the_pages_types` writes them anew.

use std::{fmt::Write, fs, path::Path};

use serde_json::Value;

/// A schema as a type.
fn type_of(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for (key, sign) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            let parts: Vec<String> = parts.iter().map(type_of).collect();
            return parts.join(sign);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    let one = |kind: &str| match kind {
        "integer" | "number" => "number".to_owned(),
        "string" | "boolean" | "null" => kind.to_owned(),
        "array" => {
            let item = type_of(&schema["items"]);
            if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
        }
        "object" => match &schema["properties"] {
            Value::Object(_) => fields(schema),
            _ if schema["additionalProperties"].is_object() => {
                format!("Record<string, {}>", type_of(&schema["additionalProperties"]))
            }
            _ => "Record<string, unknown>".to_owned(),
        },
        _ => "unknown".to_owned(),
    };
    match &schema["type"] {
        Value::String(kind) => one(kind),
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" | ")
        }
        _ => "unknown".to_owned(),
    }
}

fn fields(schema: &Value) -> String {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut out = String::from("{\n");
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(words) = field["description"].as_str() {
            let _ = writeln!(out, "  /** {} */", words.replace('\n', " "));
        }
        let kind = type_of(field);
        // What may be null is always there, as null.
        let null = kind.split(" | ").any(|part| part == "null");
        let sign = if required.contains(&name.as_str()) || null { "" } else { "?" };
        let _ = writeln!(out, "  {name}{sign}: {};", kind.replace('\n', "\n  "));
    }
    out + "}"
}

#[test]
fn the_pages_types_are_those_of_the_document() {
    let document: Value = serde_json::from_str(&super::openapi()).unwrap();
    let mut text =
        String::from("// Generated from the server's OpenAPI document by its test `served`; do not edit.\n");
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let _ = match schema["type"].as_str() == Some("object") && schema["properties"].is_object() {
            true => writeln!(text, "\nexport interface {name} {}", fields(schema)),
            false => writeln!(text, "\nexport type {name} = {};", type_of(schema)),
        };
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/served.ts");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "{} differs from the document: UPDATE=1 cargo test -p philidor-serve the_pages_types",
        path.display()
    );
}
