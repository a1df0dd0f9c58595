//! Exact endgame tables.

use axum::{Json, extract::State, http::StatusCode};
use philidor_chess::{Material, fen, shakmaty::Position};
use philidor_report::{find::Found, probe::Probe, stats::Stats};
use philidor_session::{SOLVED_AT_ONCE, Stop};
use philidor_truth::{
    MOST_MEN, ProbeError,
    find::{Filter, Images},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Client, Path, Query, material, position};
use crate::{error::ApiError, jobs::build, library::jobs::Job, state::App};

/// Positions that a search of a table lists at most.
const MOST_FOUND: usize = 500;
/// Plies of best play that are told at most.
const LONGEST_LINE: usize = 300;

/// An endgame.
#[derive(Serialize, ToSchema)]
pub(crate) struct Endgame {
    material: String,
    men: usize,
    /// Its table is solved.
    solved: bool,
    /// Its table is solved when it is first needed.
    at_once: bool,
    /// There is a theory of it.
    theory: bool,
}

/// All endgames of three to five men
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses((status = 200, body = Vec<Endgame>)))]
pub(crate) async fn list(State(app): State<App>) -> Json<Vec<Endgame>> {
    let solved = |m: Material| {
        app.tables().dir().is_some_and(|dir| dir.join(philidor_truth::file::file_name(m)).exists())
    };
    let endgame = |m: Material| Endgame {
        material: m.to_string(),
        men: m.men(),
        solved: solved(m),
        at_once: m.men() <= SOLVED_AT_ONCE,
        theory: philidor_rules::library::for_material(m).is_some(),
    };
    Json((3..=MOST_MEN).flat_map(Material::all_with_men).map(endgame).collect())
}

/// A position and how much to tell.
#[derive(Deserialize, IntoParams)]
pub(crate) struct ProbeQuery {
    /// The position
    fen: String,
    /// Plies of best play to tell (default 40)
    line: Option<usize>,
}

/// The exact value of a position and of every move
#[utoipa::path(get, path = "/api/tables/probe", tag = "tables", params(ProbeQuery),
    responses((status = 200, body = Probe), (status = 400, body = crate::error::Problem),
              (status = 404, description = "No table knows it", body = crate::error::Problem)))]
pub(crate) async fn probe(
    State(app): State<App>,
    client: Client,
    Query(query): Query<ProbeQuery>,
) -> Result<Json<Probe>, ApiError> {
    let pos = position(&query.fen)?;
    let castles = fen::has_castling_rights(&pos);
    let plies = query.line.unwrap_or(40).min(LONGEST_LINE);
    let material = Material::of(pos.board());
    let ask = move |app: &crate::state::Shared| {
        Probe::new(app.tables(), &pos, plies).map(Json).map_err(|error| match error {
            ProbeError::TooManyMen { .. } | ProbeError::Missing(_) => ApiError::NotFound(error.to_string()),
            ProbeError::Castling => ApiError::bad(error),
            ProbeError::File(_) | ProbeError::Syzygy(_) => ApiError::internal(error),
        })
    };
    // A warm probe takes microseconds: no queue, no other thread. With castling rights it is a search.
    if !castles && material.men() <= MOST_MEN && app.session.endings().is_at_hand(material) {
        return ask(&app);
    }
    app.work(&client.0, move |app, stop| {
        app.solve(material, stop)?;
        ask(app)
    })
    .await
}

/// A whole table counted: results, depths, zugzwangs, longest wins
#[utoipa::path(get, path = "/api/tables/{material}/stats", tag = "tables", params(("material" = String, Path, example = "KPK")),
    responses((status = 200, body = Stats), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn stats(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Json<Stats>, ApiError> {
    let material = material(&name)?;
    app.work(&client.0, move |app, stop: &Stop| {
        app.stats(material, stop).map(|stats| Json(Stats::clone(&stats)))
    })
    .await
}

/// What to look for.
#[derive(Deserialize, IntoParams)]
pub(crate) struct FindQuery {
    /// Words that must all hold, such as `zugzwang wtm P=e4`
    #[serde(default)]
    filter: String,
    /// How many to list (default 50, at most 500)
    limit: Option<usize>,
}

/// Positions of a table by value, depth, zugzwang and squares
#[utoipa::path(get, path = "/api/tables/{material}/find", tag = "tables",
    params(("material" = String, Path, example = "KPK"), FindQuery),
    responses((status = 200, body = Found), (status = 400, body = crate::error::Problem)))]
pub(crate) async fn find(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
    Query(query): Query<FindQuery>,
) -> Result<Json<Found>, ApiError> {
    let material = material(&name)?;
    let filter: Filter = query.filter.parse().map_err(ApiError::bad)?;
    let most = query.limit.unwrap_or(50).min(MOST_FOUND);
    app.work(&client.0, move |app, stop| {
        let table = app.table(material, stop)?;
        Ok(Json(Found::new(material, &table.find(&filter, material, Images::One, most))))
    })
    .await
}

/// Solve a table in the background
#[utoipa::path(post, path = "/api/tables/{material}/build", tag = "tables", params(("material" = String, Path, example = "KRPKR")),
    responses((status = 202, body = Job), (status = 400, body = crate::error::Problem), (status = 429, body = crate::error::Problem)))]
pub(crate) async fn build(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<(StatusCode, Json<Job>), ApiError> {
    let material = material(&name)?.canonical();
    if material.men() > MOST_MEN {
        return Err(ApiError::Bad(format!(
            "tables are solved for 3 to {MOST_MEN} men, {material} has {}",
            material.men()
        )));
    }
    let input = serde_json::to_value(build::Input { material: material.to_string() });
    let job = app.jobs.add("build", &format!("Solve {material}"), &input.map_err(ApiError::internal)?)?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}
