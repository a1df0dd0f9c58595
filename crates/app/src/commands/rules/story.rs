//! What `rules solve` and `rules explain` have in common: finding the theory.

use anyhow::{Context, bail, ensure};
use philidor_chess::{
    Material, fen, parse_fen,
    shakmaty::{Chess, EnPassantMode, Position},
};
use philidor_rules::{ValidatedRules, library};

/// A position and the validated theory of its endgame.
pub(super) fn position(text: &str, file: Option<&str>) -> anyhow::Result<(Chess, ValidatedRules)> {
    let pos = parse_fen(text)?;
    ensure!(!fen::has_castling_rights(&pos), "endgame rules have no castling: remove the castling rights");
    ensure!(
        pos.ep_square(EnPassantMode::Legal).is_none(),
        "a capture en passant is possible: play it or another move first"
    );
    let material = Material::of(pos.board());
    let Some(name) = file else {
        let Some(shipped) = library::for_material(material) else {
            let known: Vec<&str> = library::SHIPPED.iter().map(|s| s.name.as_str()).collect();
            bail!("there is no theory of {} yet: there is {}", material.canonical(), known.join(", "));
        };
        return Ok((pos, shipped.validated(super::ground(material.canonical())?)?));
    };
    let source = super::source(name)?;
    let rules = super::rules(&source)?;
    let own = super::material(&rules)?;
    ensure!(own == material.canonical(), "{} is a theory of {own}, the position is {material}", source.name);
    let ground = super::ground(own)?;
    let rules = rules
        .validate(ground)
        .with_context(|| format!("{0} cannot be relied on: philidor rules check {0}", source.name))?;
    Ok((pos, rules))
}

/// What to say of a position that the theory leaves out.
pub(super) fn left_out(rules: &ValidatedRules) -> String {
    let domain = rules.rules().subject.domain.as_ref();
    let domain = domain.map_or("", |d| d.span.text(&rules.rules().source));
    format!("the theory of {} does not speak of this position: {domain}", rules.material())
}
