//! The tutor for assistants: tools of the Model Context Protocol.
//!
//! A tool takes a place in a game (or moves, or a FEN that must be legal), asks the [`Session`] and answers with the tutor's words, the board
//! that was looked at and the checked claims behind every sentence, which have numbers. A request that is cancelled ends its search. What an assistant got wrong
//! comes back as an error of the tool, in words that say what to do. Assistants come by standard input and output, or by HTTP ([`Door`]).

mod http;
mod place;

use std::{future::Future, net::SocketAddr, path::PathBuf, sync::Arc};

use anyhow::{Context as _, bail, ensure};
use philidor_chess::{Material, parse_move, write_fen};
use philidor_games::{find::Wanted, record::Records};
use philidor_read::{About, Lexicon, check_text};
use philidor_report::{
    annotated::record,
    ask::AskAnswer,
    explanation::{ExplanationAnswer, analysed_by},
    probe,
    reading::{Form, told as told_text},
    tale::Tale,
};
use philidor_rules::{Tongue, library};
use philidor_session::{Session, Settings, Stop};
use philidor_tutor::{ask::Context, say::Level};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _,
    handler::server::{router::tool::ToolRouter, wrapper::Parameters},
    model::{
        CallToolResult, ContentBlock, Implementation, ProgressNotificationParam, ServerCapabilities,
        ServerConfig,
    },
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{
    http::PATH,
    place::{Place, Where},
};

/// What assistants are told first.
const INSTRUCTIONS: &str = "Philidor explains chess positions, moves and games in sentences that were checked on the board. \
    Name a position by game and ply or by moves; a FEN is taken only if it is legal, and every answer shows the board that was looked at. \
    Check your own sentences about chess with check_text before you say them.";

/// How the tutor should speak.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
struct Manner {
    /// For whom: beginner, club (the default) or master
    level: Option<String>,
    /// The reader's rating, such as 1500 (Lichess), 1500@chess.com or 1500@fide: what players like him find, miss and answer is told too
    rating: Option<String>,
    /// The language: en (the default), de or fr
    language: Option<String>,
    /// Positions to search; without it until the answer is settled, some seconds at most
    nodes: Option<u64>,
}

/// Nodes that an answer may cost at most.
const MOST_NODES: u64 = 20_000_000;

/// What to explain.
#[derive(Debug, Deserialize, JsonSchema)]
struct ExplainArgs {
    #[serde(flatten)]
    place: Where,
    /// A move to explain, such as Nf3; without it the position
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(flatten)]
    manner: Manner,
}

/// A question.
#[derive(Debug, Deserialize, JsonSchema)]
struct AskArgs {
    #[serde(flatten)]
    place: Where,
    /// Such as "What is Black threatening?" or "Why not Kd2?"
    question: String,
    #[serde(flatten)]
    manner: Manner,
}

/// A game to comment on.
#[derive(Debug, Deserialize, JsonSchema)]
struct AnnotateArgs {
    /// The game in PGN
    game: String,
    #[serde(flatten)]
    manner: Manner,
}

/// Sentences about a position or a move.
#[derive(Debug, Deserialize, JsonSchema)]
struct CheckArgs {
    #[serde(flatten)]
    place: Where,
    /// A move played there, if the text is about it; the place is then the position before it
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The text, such as a draft of your own answer
    text: String,
    #[serde(flatten)]
    manner: Manner,
}

/// An ending.
#[derive(Debug, Deserialize, JsonSchema)]
struct ProbeArgs {
    #[serde(flatten)]
    place: Where,
}

/// An ending, and perhaps a move in it.
#[derive(Debug, Deserialize, JsonSchema)]
struct TheoryArgs {
    #[serde(flatten)]
    place: Where,
    /// A move to explain, such as Kd5
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The language: en (the default), de or fr
    language: Option<String>,
}

/// Which games to find. A position is named as elsewhere (game and ply, moves or fen), and games that went through it are found.
#[derive(Debug, Deserialize, JsonSchema)]
struct FindArgs {
    #[serde(flatten)]
    place: Where,
    /// Games in PGN to look through; without it those that the server was started with
    games: Option<String>,
    /// A part of a player's name
    player: Option<String>,
    /// The beginning of the opening's code (B9) or a part of its name, as the games' tags have them
    opening: Option<String>,
    /// 1-0, 0-1, 1/2-1/2 or *
    result: Option<String>,
    /// Men on the board at some moment, such as KRPKR
    material: Option<String>,
    /// Games to list, 20 if it is left out
    limit: Option<usize>,
}

/// A game that was found.
#[derive(Debug, Serialize)]
struct FoundGame {
    /// The file, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Its number there, from 1.
    number: u64,
    white: String,
    black: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// Half-moves after which it has what was looked for.
    ply: usize,
    /// The moves in standard notation, as `moves` of the other tools takes them.
    moves: String,
}

/// Where assistants come in.
#[derive(Debug, Clone)]
pub enum Door {
    /// One assistant, over standard input and output.
    Stdio,
    /// Many, over HTTP; without a token only from this machine.
    Http {
        /// Where to listen; port 0 takes a free one.
        address: SocketAddr,
        /// What requests must show.
        token: Option<String>,
    },
}

/// The server: a session behind tools.
#[derive(Clone)]
pub struct Tools {
    session: Arc<Session>,
    /// Files of games that may be looked through.
    games: Arc<Vec<PathBuf>>,
    /// Pieces of work at the same time.
    places: Arc<tokio::sync::Semaphore>,
    tool_router: ToolRouter<Tools>,
}

impl Tools {
    /// Tools that ask a session, and look through some files of games.
    pub fn new(session: Session, games: Vec<PathBuf>) -> Tools {
        let places = std::thread::available_parallelism().map_or(2, usize::from);
        Tools {
            session: Arc::new(session),
            games: Arc::new(games),
            places: Arc::new(tokio::sync::Semaphore::new(places)),
            tool_router: Tools::tool_router(),
        }
    }

    /// Serves assistants: one until it leaves, or many until `end`. `listening` hears the address, if there is one.
    pub fn run(
        self,
        door: Door,
        listening: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = match door {
            Door::Stdio => runtime.block_on(self.serve_stdio()),
            Door::Http { address, token } => {
                runtime.block_on(http::serve(self, address, token, listening, end))
            }
        };
        // A search that nobody waits for any more need not be waited for.
        runtime.shutdown_background();
        served
    }

    async fn serve_stdio(self) -> anyhow::Result<()> {
        let running =
            self.serve(rmcp::transport::stdio()).await.context("the assistant did not say hello")?;
        running.waiting().await?;
        Ok(())
    }

    fn speaking(&self, manner: &Manner) -> anyhow::Result<Session> {
        let settings = self.session.settings();
        let level = manner.level.as_deref().map_or(Ok(settings.level), str::parse::<Level>)?;
        let words = match &manner.language {
            Some(language) => self.session.words(language)?,
            None => settings.words.clone(),
        };
        let rating = manner.rating.as_deref().map(str::parse).transpose()?.or(settings.rating);
        let nodes = manner.nodes.map(|nodes| nodes.clamp(1, MOST_NODES)).or(settings.nodes);
        Ok(self.session.with(Settings { level, rating, words, nodes, ..settings.clone() })?)
    }

    /// Works on a thread of its own, when there is a place; a cancelled request raises the flag.
    async fn work<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        work: impl FnOnce(&Stop) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<anyhow::Result<T>, ErrorData> {
        let stop = Stop::new();
        let (raised, token) = (stop.clone(), context.ct.clone());
        let watch = tokio::spawn(async move {
            token.cancelled().await;
            raised.raise();
        });
        let turn = self.places.clone().acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&stop)
        })
        .await;
        watch.abort();
        done.map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}

impl Tools {
    fn find(&self, args: &FindArgs, stop: &Stop) -> anyhow::Result<CallToolResult> {
        let place = (!args.place.is_empty()).then(|| args.place.place()).transpose()?;
        let material = args.material.as_deref().map(str::parse::<Material>).transpose()?;
        let wanted = Wanted {
            player: args.player.clone(),
            opening: args.opening.clone(),
            result: args.result.clone(),
            material,
            position: place.as_ref().map(|place| place.position.clone()),
        };
        ensure!(!wanted.is_empty(), "say what to look for: a player, opening, result, material or position");
        let mut sources: Vec<(Option<String>, Records)> = Vec::new();
        match &args.games {
            Some(text) => sources.push((None, Records::of_text(place::bounded(text)?.to_owned()))),
            None if self.games.is_empty() => {
                bail!(
                    "there are no games to look through: give some in PGN, or start the server with --games FILE.pgn"
                )
            }
            None => {
                for path in self.games.iter() {
                    let name = path.display().to_string();
                    let records = Records::open(path).with_context(|| format!("cannot read {name}"))?;
                    sources.push((Some(name), records));
                }
            }
        }
        let limit = args.limit.unwrap_or(20).clamp(1, MOST_FOUND);
        let (mut count, mut looked, mut found) = (0_u64, 0_u64, Vec::new());
        for (file, mut records) in sources {
            let mut number = 0;
            while let Some(record) = records.next_record().context("the games cannot be read")? {
                ensure!(!stop.is_raised(), "the search was stopped");
                (number, looked) = (number + 1, looked + 1);
                let Some(ply) = wanted.fits(&record) else { continue };
                count += 1;
                if found.len() < limit {
                    let name = |tag: &str| record.tag(tag).unwrap_or("?").to_owned();
                    let row: Vec<_> = record.plies.iter().map(|played| played.mv).collect();
                    found.push(FoundGame {
                        file: file.clone(),
                        number,
                        white: name("White"),
                        black: name("Black"),
                        result: record.result,
                        date: record.tag("Date").map(str::to_owned),
                        opening: record.tag("Opening").or(record.tag("ECO")).map(str::to_owned),
                        ply,
                        moves: philidor_report::san(&record.start, &row),
                    });
                }
            }
        }
        let mut text = format!("{count} of {looked} games\n");
        for game in &found {
            let FoundGame { number, white, black, result, ply, .. } = game;
            let date = game.date.as_deref().unwrap_or("?");
            text += &format!("{number}. {white} - {black} {result} ({date}), after {ply} half-moves\n");
        }
        let fen = place.as_ref().map(|place| write_fen(&place.position));
        answer(
            text,
            &serde_json::json!({ "count": count, "looked_through": looked, "position": fen, "games": found }),
        )
    }
}

/// The words for people to read, and the same as data with the claims.
fn answer<T: Serialize>(text: String, data: &T) -> anyhow::Result<CallToolResult> {
    let mut result = CallToolResult::structured(serde_json::to_value(data)?);
    result.content = vec![ContentBlock::text(text)];
    Ok(result)
}

/// What went wrong, for the assistant.
fn told(result: anyhow::Result<CallToolResult>) -> CallToolResult {
    result.unwrap_or_else(|error| CallToolResult::error(vec![ContentBlock::text(format!("{error:#}"))]))
}

#[tool_router]
impl Tools {
    /// Explains a position, or a move in it.
    #[tool(
        description = "Explain a chess position, or a move in it: who stands better and why, threats, plans, candidate moves; \
        what the move does, what is wrong with it, what was better. Every sentence was checked; the data lists the claims behind it."
    )]
    async fn explain(
        &self,
        Parameters(args): Parameters<ExplainArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let tools = self.clone();
        let work = move |stop: &Stop| {
            let place = args.place.place()?;
            let subject = args.mv.as_deref().map(|text| parse_move(&place.position, text)).transpose()?;
            let session = tools.speaking(&args.manner)?.stopped_by(stop);
            let explained = session.explain(&place.position, subject)?;
            let words = philidor_report::explanation::text(&explained.explanation, &explained.text, None)?;
            let text = format!("{}\n\n{words}\n({})", place.shown(), analysed_by(&explained.analysis, ""));
            answer(text, &ExplanationAnswer::new(&explained))
        };
        Ok(told(self.work(&context, work).await?))
    }

    /// Answers a question about a position.
    #[tool(
        description = "Ask a question about a chess position in plain words: who is better, why (not) a move, threats, plans, what changed, \
        what a term means."
    )]
    async fn ask(
        &self,
        Parameters(args): Parameters<AskArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let tools = self.clone();
        let work = move |stop: &Stop| {
            let place = args.place.place()?;
            let session = tools.speaking(&args.manner)?.stopped_by(stop);
            let previous = place.played.last().map(|(before, mv)| (before, *mv));
            let context = Context { position: &place.position, previous, asked: None };
            let result = session.ask(&args.question, context);
            let data = AskAnswer::new(&session, &args.question, &place.position, &result);
            let words = philidor_report::ask::text(&result?.answer);
            answer(format!("{}\n\n{words}", place.shown()), &data)
        };
        Ok(told(self.work(&context, work).await?))
    }

    /// Comments on a game.
    #[tool(
        description = "Comment on a whole chess game: judgements, reasons, turning points and lessons, as PGN with comments."
    )]
    async fn annotate(
        &self,
        Parameters(args): Parameters<AnnotateArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let tools = self.clone();
        let (progress, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let (peer, token) = (context.peer.clone(), context.meta.get_progress_token());
        let tell = tokio::spawn(async move {
            while let Some((done, all)) = heard.recv().await {
                if let Some(token) = &token {
                    let param = ProgressNotificationParam::new(token.clone(), done).with_total(all);
                    // An assistant that has gone need not hear it.
                    let _ = peer.notify_progress(param).await;
                }
            }
        });
        let work = move |stop: &Stop| {
            let game = place::read_game(&args.game)?;
            let all = game.main_line().count() as f64;
            let session = tools.speaking(&args.manner)?.stopped_by(stop);
            let annotated = session.annotate(game, &mut |done| {
                // Nobody may be listening.
                let _ = progress.send((done as f64, all));
            })?;
            answer(record::pgn(&annotated), &record::json(&annotated))
        };
        let done = self.work(&context, work).await;
        tell.abort();
        Ok(told(done?))
    }

    /// Checks sentences about chess.
    #[tool(
        description = "Check sentences about a chess position or move, for example your own draft, before you say them: each is true (with what shows it), \
        false (with what shows the contrary) or not understood."
    )]
    async fn check_text(
        &self,
        Parameters(args): Parameters<CheckArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let tools = self.clone();
        let work = move |stop: &Stop| {
            let place = args.place.place()?;
            let lexicon = Lexicon::of(args.manner.language.as_deref().unwrap_or("en"))?;
            let manner = Manner { nodes: args.manner.nodes.or(Some(CHECK_NODES)), ..args.manner };
            let session = tools.speaking(&manner)?.stopped_by(stop);
            let subject = args.mv.as_deref().map(|text| parse_move(&place.position, text)).transpose()?;
            let shown = place.shown();
            let about = match subject {
                Some(mv) => About::new(place.position, Some(mv)),
                None => About::in_game(place.position, place.played),
            };
            let sentences = check_text(Some(&session), &about, &args.text, lexicon)?;
            let words = told_text(&sentences, Form::Text)?;
            answer(format!("{shown}\n\n{words}"), &serde_json::json!({ "sentences": sentences }))
        };
        Ok(told(self.work(&context, work).await?))
    }

    /// The exact value of an ending.
    #[tool(
        description = "The exact result of a chess ending of up to five men, with every move's value and best play."
    )]
    async fn probe_tables(
        &self,
        Parameters(args): Parameters<ProbeArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let tools = self.clone();
        let work = move |_: &Stop| {
            let place = args.place.place()?;
            let tables = tools.session.endings().tables();
            let found = probe::Probe::new(tables, &place.position, LINE_PLIES)?;
            let text = probe::text(tables, &place.position, &found, LINE_PLIES)?;
            answer(text, &found)
        };
        Ok(told(self.work(&context, work).await?))
    }

    /// Why an ending is won or drawn.
    #[tool(
        description = "Why a chess ending of few men is won or drawn, by rules that were checked at every position of the ending (pawn endings, \
        rook against pawn, queen against pawn and others): the rule that decides, the line that leads to it, moves that keep and moves that spoil the result."
    )]
    async fn endgame_theory(
        &self,
        Parameters(args): Parameters<TheoryArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let tools = self.clone();
        let work = move |stop: &Stop| {
            let place = args.place.place()?;
            let asked = args.mv.as_deref().map(|text| parse_move(&place.position, text)).transpose()?;
            library::can_be_asked(&place.position)?;
            let shipped = library::for_position(&place.position)?;
            let rules = tools.session.endings().theory_at_hand(shipped, stop)?.until(stop.flag().clone());
            let tongue = Tongue::of(args.language.as_deref().unwrap_or("en"));
            let shown = place.shown();
            let tale = Tale::new(place.position, &rules, asked, THEORY_POSITIONS, tongue)?;
            answer(format!("{shown}\n\n{}", tale.text(&rules)), &tale.answer(&rules))
        };
        Ok(told(self.work(&context, work).await?))
    }

    /// Finds games.
    #[tool(
        description = "Find chess games by player, opening, result, men on the board or a position they went through, in PGN that you give or in the \
        collection the server was started with. Answers with the games' moves, which the other tools take."
    )]
    async fn find_games(
        &self,
        Parameters(args): Parameters<FindArgs>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let tools = self.clone();
        let work = move |stop: &Stop| tools.find(&args, stop);
        Ok(told(self.work(&context, work).await?))
    }
}

/// Nodes for each judgement in a text.
const CHECK_NODES: u64 = 50_000;
/// Positions that are looked at for the rule that decides.
const THEORY_POSITIONS: u64 = 2_000_000;
/// Games that are listed at most.
const MOST_FOUND: usize = 200;
/// Plies of best play that are shown.
const LINE_PLIES: usize = 60;

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("philidor", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(name)
            .with_instructions(INSTRUCTIONS)
    }
}
