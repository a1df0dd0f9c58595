//! What `rules solve` and `rules explain` have in common: finding the theory.

use anyhow::{Context, ensure};
use philidor_chess::{
    Material, parse_fen,
    shakmaty::{Chess, Position},
};
use philidor_rules::{Tongue, ValidatedRules, library, validate::SEARCHED_MEN};

/// Positions that are looked at for the rule that decides: with five men there are too many to look at all.
pub(super) fn limit(rules: &ValidatedRules) -> u64 {
    if rules.material().men() > SEARCHED_MEN { 200_000 } else { u64::MAX }
}

/// The language of a code.
pub(super) fn tongue(code: &str) -> anyhow::Result<&'static Tongue> {
    let tongue = Tongue::of(code);
    ensure!(tongue.language() == code, "no words in {code:?}: there is {}", Tongue::languages().join(", "));
    Ok(tongue)
}

/// A position and the validated theory of its endgame.
pub(super) fn position(text: &str, file: Option<&str>) -> anyhow::Result<(Chess, ValidatedRules)> {
    let pos = parse_fen(text)?;
    let material = Material::of(pos.board());
    library::can_be_asked(&pos)?;
    let Some(name) = file else {
        let shipped = library::for_position(&pos)?;
        return Ok((pos, super::theory(shipped, material.canonical())?));
    };
    let source = super::source(name)?;
    let rules = super::rules(&source)?;
    let own = super::material(&rules)?;
    ensure!(own == material.canonical(), "{} is a theory of {own}, the position is {material}", source.name);
    let rules = rules.validate(super::ground(own)?);
    Ok((
        pos,
        rules.with_context(|| format!("{0} cannot be relied on: philidor rules check {0}", source.name))?,
    ))
}
