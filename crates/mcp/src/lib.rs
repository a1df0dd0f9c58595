//! The tutor for assistants: tools of the Model Context Protocol.
//!
//! A tool takes a place in a game (or moves, or a FEN that must be legal), asks the [`Session`] and answers with the tutor's words, the board
//! that was looked at and the checked claims behind every sentence, which have numbers. A request that is cancelled ends its search. What an assistant got wrong
//! comes back as an error of the tool, in words that say what to do.

mod place;

use std::sync::Arc;

use anyhow::Context as _;
use philidor_chess::parse_move;
use philidor_read::{About, Lexicon, check_text};
use philidor_report::{
    annotated::record,
    ask::AskAnswer,
    explanation::{ExplanationAnswer, analysed_by},
    probe,
    reading::{Form, told as told_text},
};
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

pub use self::place::{Place, Where};

/// What assistants are told first.
const INSTRUCTIONS: &str = "Philidor explains chess positions, moves and games in sentences that were checked on the board. \
    Name a position by game and ply or by moves; a FEN is taken only if it is legal, and every answer shows the board that was looked at. \
    Check your own sentences about chess with check_text before you say them.";

/// How the tutor should speak.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
struct Manner {
    /// For whom: beginner, club (the default) or master
    level: Option<String>,
    /// The language: en (the default) or de
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

/// The server: a session behind tools.
#[derive(Clone)]
pub struct Tools {
    session: Arc<Session>,
    tool_router: ToolRouter<Tools>,
}

impl Tools {
    /// Tools that ask a session.
    pub fn new(session: Session) -> Tools {
        Tools { session: Arc::new(session), tool_router: Tools::tool_router() }
    }

    /// Serves one assistant over standard input and output until it leaves.
    pub fn run(self) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve_stdio());
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
        let nodes = manner.nodes.map(|nodes| nodes.clamp(1, MOST_NODES)).or(settings.nodes);
        Ok(self.session.with(Settings { level, words, nodes, ..settings.clone() })?)
    }

    /// Works on a thread of its own; a cancelled request raises the flag.
    async fn work<T: Send + 'static>(
        context: &RequestContext<RoleServer>,
        work: impl FnOnce(&Stop) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<anyhow::Result<T>, ErrorData> {
        let stop = Stop::new();
        let (raised, token) = (stop.clone(), context.ct.clone());
        let watch = tokio::spawn(async move {
            token.cancelled().await;
            raised.raise();
        });
        let done = tokio::task::spawn_blocking(move || work(&stop)).await;
        watch.abort();
        done.map_err(|error| ErrorData::internal_error(error.to_string(), None))
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
        Ok(told(Tools::work(&context, work).await?))
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
        Ok(told(Tools::work(&context, work).await?))
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
        let done = Tools::work(&context, work).await;
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
        Ok(told(Tools::work(&context, work).await?))
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
        Ok(told(Tools::work(&context, work).await?))
    }
}

/// Nodes for each judgement in a text.
const CHECK_NODES: u64 = 50_000;
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
