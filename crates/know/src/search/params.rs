//! Every number the playing search was tuned with: margins, depth limits, reductions, bounds of the statistics.
//!
//! One table holds name, default, range and meaning; the struct the search reads and the list a tuner sees are made
//! from it. Any combination of values inside the ranges is a search that ends with a legal move; how strong it is, a
//! match must say. Margins are in centipawns and depths in plies unless a line says otherwise.
//!
//! ```
//! use philidor_know::search::Params;
//! let mut params = Params::default();
//! params.set("null_min_depth", 4).unwrap();
//! assert_eq!(params.get("null_min_depth"), Ok(4));
//! let unknown = params.get("nul_min_depth").unwrap_err();
//! assert!(unknown.to_string().contains("null_min_depth"));
//! ```

/// One line of the table: a search parameter, without its present value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    /// The name for [`Params::get`], [`Params::set`] and the options of a tuner.
    pub name: &'static str,
    /// What the number does and in which unit.
    pub about: &'static str,
    /// The value the search plays with unless told otherwise.
    pub default: i32,
    /// The smallest value that [`Params::set`] takes.
    pub min: i32,
    /// The largest value that [`Params::set`] takes.
    pub max: i32,
}

/// Why a parameter could not be read or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is no parameter of that name.
    #[error("no search parameter is called {name:?}; similar names: {}", similar.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names most like it, the most similar first.
        similar: Vec<&'static str>,
    },
    /// The value lies outside the parameter's range.
    #[error("{name} takes a number from {min} to {max}, not {value}")]
    OutOfRange {
        /// The parameter.
        name: String,
        /// The value refused.
        value: i32,
        /// The smallest value allowed.
        min: i32,
        /// The largest value allowed.
        max: i32,
    },
}

macro_rules! params {
    ($($(#[doc = $about:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal;)+) => {
        /// The values a search runs with.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $about])+ pub(super) $name: i32,)+
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)+ }
            }
        }

        impl Params {
            /// All parameters, in the order of the search's steps.
            pub const ALL: &[Param] = &[
                $(Param {
                    name: stringify!($name),
                    about: concat!($($about),+).trim_ascii(),
                    default: $default,
                    min: $min,
                    max: $max,
                },)+
            ];

            /// The present value of the parameter called `name`.
            pub fn get(&self, name: &str) -> Result<i32, ParamError> {
                match name {
                    $(stringify!($name) => Ok(self.$name),)+
                    _ => Err(unknown(name)),
                }
            }

            /// Changes the parameter called `name`, if `value` lies in its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                let (field, min, max) = match name {
                    $(stringify!($name) => (&mut self.$name, $min, $max),)+
                    _ => return Err(unknown(name)),
                };
                if !(min..=max).contains(&value) {
                    return Err(ParamError::OutOfRange { name: name.to_owned(), value, min, max });
                }
                *field = value;
                Ok(())
            }
        }

        $(const _: () = assert!($min <= $default && $default <= $max, "a default outside its range");)+
    };
}

params! {
    // What is known before a node is searched.

    /// Scores of the hash table end a node only while fewer half-moves than this count towards the fifty-move rule:
    /// the table does not know how near that draw is.
    hash_cut_halfmoves = 90 in 0..=100;
    /// Results of endgame tables are stored as if searched this much deeper.
    tablebase_depth_bonus = 6 in 0..=20;
    /// Evaluations fade towards the fifty-move draw: by one part in this many for each half-move.
    fifty_move_fade = 200 in 100..=2000;
    /// Nodes without a hash move are searched less deep from this depth on (internal iterative reduction).
    iir_min_depth = 4 in 3..=32;
    /// How much less deep.
    iir_reduction = 1 in 0..=2;
    /// Mating nets are looked for this near to the root, in plies: further down they would cost more nodes than they
    /// win games.
    mate_net_plies = 8 in 0..=127;

    // Whole nodes that are not searched.

    /// Reverse futility pruning up to this depth.
    rfp_max_depth = 9 in 0..=32;
    /// Reverse futility: margin above beta for each ply of depth.
    rfp_margin = 72 in 10..=300;
    /// Reverse futility: the least margin.
    rfp_min_margin = 18 in 0..=200;
    /// Reverse futility returns beta and one part in this many of what the evaluation has above it.
    rfp_return_divisor = 3 in 1..=16;
    /// Razoring up to this depth.
    razor_max_depth = 2 in 0..=8;
    /// Razoring: margin below alpha.
    razor_base = 200 in 0..=1000;
    /// Razoring: further margin for each ply of depth.
    razor_margin = 260 in 0..=1000;
    /// Null move from this depth on.
    null_min_depth = 3 in 1..=16;
    /// Null move: the static evaluation may be this far below its margin for each ply of depth.
    null_eval_slope = 20 in 0..=100;
    /// Null move: margin of the static evaluation above beta at depth 0.
    null_eval_margin = 120 in -200..=600;
    /// Null move: reduction in plies.
    null_reduction = 4 in 1..=8;
    /// Null move: one more ply for each this many plies of depth.
    null_depth_divisor = 4 in 1..=16;
    /// Null move: one more ply for each this many centipawns above beta.
    null_eval_divisor = 180 in 20..=1000;
    /// Null move: at most this many plies for the evaluation above beta.
    null_eval_max = 3 in 0..=8;
    /// Null move: results from this depth on are verified by a search without passing.
    null_verify_depth = 14 in 1..=127;
    /// Null move: while a result is verified, nobody passes in this many quarters of the remaining depth.
    null_verify_quarters = 3 in 1..=4;
    /// ProbCut from this depth on.
    probcut_min_depth = 5 in 3..=32;
    /// ProbCut: margin above beta.
    probcut_margin = 190 in 20..=600;
    /// ProbCut: the margin is this much smaller if our position improves.
    probcut_improving = 50 in 0..=300;
    /// ProbCut: the confirming search is this many plies less deep.
    probcut_reduction = 4 in 2..=8;

    // Moves that are not searched.

    /// Late quiet moves are left out after this many moves and the square of the depth.
    lmp_base = 4 in 1..=32;
    /// Late quiet moves: one part in this many of that number if our position does not improve.
    lmp_divisor = 2 in 1..=8;
    /// Futility pruning of quiet moves up to this reduced depth.
    futility_max_depth = 8 in 0..=32;
    /// Futility: margin below alpha.
    futility_base = 95 in 0..=500;
    /// Futility: further margin for each ply of reduced depth.
    futility_margin = 120 in 0..=500;
    /// Futility: one centipawn for each this many points of history.
    futility_history_divisor = 220 in 20..=4000;
    /// Quiet moves with a bad history are left out up to this reduced depth.
    history_prune_max_depth = 5 in 0..=32;
    /// How bad a history is for that, for each ply of depth.
    history_prune_margin = 3600 in 100..=16384;
    /// A quiet move may lose this much in exchanges for each squared ply of reduced depth.
    see_quiet_margin = 32 in 0..=300;
    /// The same for a quiet move that checks or tightens a mating net.
    see_quiet_forcing_margin = 120 in 0..=600;
    /// Losing captures are left out up to this depth.
    see_capture_max_depth = 7 in 0..=32;
    /// A capture may lose this much in exchanges for each ply of depth.
    see_capture_margin = 95 in 0..=500;
    /// The same for a capture that checks or tightens a mating net.
    see_capture_forcing_margin = 220 in 0..=1000;
    /// One centipawn more or less for each this many points of the capture's history.
    see_capture_history_divisor = 40 in 4..=1000;

    // Extensions.

    /// Nothing is extended beyond this many times the depth of the iteration.
    extension_reach = 2 in 1..=4;
    /// Singular extension from this depth on.
    singular_min_depth = 7 in 4..=32;
    /// Singular extension: the hash entry may be this many plies less deep than the node.
    singular_entry_margin = 3 in 0..=8;
    /// Singular extension: margin below the hash score for each ply of depth.
    singular_margin = 2 in 0..=8;
    /// Singular extension: the test search has one part in this many of the depth.
    singular_depth_divisor = 2 in 1..=3;
    /// Extend twice if all other moves fall this far below the singular margin.
    double_extension_margin = 18 in 0..=200;
    /// At most this many double extensions in a line, and one.
    double_extension_limit = 6 in 0..=20;
    /// A hash move that is not alone in beating beta is searched this many plies less deep (one less in the main line).
    not_singular_reduction = 2 in 0..=4;
    /// A hash move that is not singular is searched this many plies less deep in an expected cut node.
    not_singular_cut_reduction = 1 in 0..=3;
    /// Outside the main line, safe checks are extended up to this depth.
    check_extension_max_depth = 8 in 0..=127;

    // Late-move reductions, in 1/1024 ply.

    /// Late moves are reduced from this depth on.
    lmr_min_depth = 2 in 2..=16;
    /// Moves that are never reduced in a node outside the main line; one more in the main line, another at the root.
    lmr_full_moves = 1 in 1..=8;
    /// Reduction of every late move.
    lmr_base = 820 in 0..=3000;
    /// Weight of the product of the natural logarithms of depth and move number.
    lmr_slope = 512 in 0..=2048;
    /// A quiet move is reduced one ply less for each this many points of history.
    lmr_history_divisor = 10240 in 1024..=65536;
    /// Killers and counter moves are reduced by this much less.
    lmr_refutation = 1024 in 0..=4096;
    /// Captures and promotions are reduced by this much less.
    lmr_capture = 900 in 0..=4096;
    /// A capture is reduced one ply less for each this many points of history.
    lmr_capture_history_divisor = 8192 in 1024..=65536;
    /// More if our position does not improve.
    lmr_not_improving = 1024 in 0..=4096;
    /// More in an expected cut node.
    lmr_cut_node = 1500 in 0..=4096;
    /// More for quiet moves if the hash move is a capture.
    lmr_noisy_hash_move = 900 in 0..=4096;
    /// Less if the node was once in the main line.
    lmr_was_pv = 1024 in 0..=4096;
    /// Less in the main line.
    lmr_pv = 1024 in 0..=4096;
    /// Less for checks.
    lmr_check = 2048 in 0..=4096;
    /// Less for moves that tighten a mating net without a check.
    lmr_forcing = 2048 in 0..=4096;
    /// A reduced move that turns out good is searched a ply deeper if it beats the best score by this margin …
    research_deeper_base = 45 in 0..=400;
    /// … and by this much for each ply of its depth …
    research_deeper_margin = 2 in 0..=20;
    /// … and a ply less deep if it beats the best score by less than this.
    research_shallower_margin = 8 in 0..=100;

    // Quiescence.

    /// A capture is left out if all it takes, and this, do not reach alpha.
    qs_futility = 140 in 0..=500;
    /// Quiet evasions of a check are searched among this many first moves.
    qs_evasions = 2 in 1..=16;
    /// A capture must win at least this much in exchanges.
    qs_capture_see = 0 in -200..=200;
    /// A quiet check at the horizon must win at least this much in exchanges.
    qs_check_see = 0 in -200..=200;

    // Move ordering and its statistics.

    /// What a promotion to a queen gains.
    promotion_gain = 850 in 0..=2000;
    /// Points in the order of captures for each centipawn taken.
    order_capture_value = 16 in 1..=64;
    /// A capture's history divided by this counts in its order.
    order_capture_history_divisor = 2 in 1..=64;
    /// Promotions to other pieces than a queen are put back by this many points.
    order_underpromotion = 40000 in 0..=100000;
    /// Captures and promotions with fewer points come after the quiet moves.
    order_good_capture = -30000 in -100000..=0;
    /// Weight of the move four plies ago in a quiet move's history, in 1/256.
    order_four_plies_weight = 128 in 0..=512;
    /// Limit of a move statistic.
    history_limit = 16384 in 1024..=32000;
    /// Bonus of a move that cuts off, for each ply of depth.
    history_bonus_slope = 170 in 1..=1000;
    /// Taken off that bonus.
    history_bonus_offset = 60 in 0..=1000;
    /// The least bonus.
    history_bonus_min = 60 in 0..=400;
    /// The largest bonus.
    history_bonus_max = 1700 in 400..=16384;
    /// A cut-off by the first quiet move up to this depth says little and earns no bonus.
    history_first_quiet_depth = 3 in 0..=16;
    /// Limit of a correction of the static evaluation.
    correction_limit = 1024 in 512..=16384;
    /// The largest step of a correction.
    correction_step = 256 in 1..=512;
    /// The difference between result and evaluation times the depth is divided by this.
    correction_depth_divisor = 8 in 1..=64;
    /// Weight of the correction by pawns; those by pieces weigh 1.
    correction_pawn_weight = 2 in 0..=8;
    /// The sum of the corrections divided by this is in centipawns.
    correction_divisor = 48 in 8..=512;

    // Iterations.

    /// The window around the last score is used from this depth on.
    aspiration_min_depth = 4 in 1..=32;
    /// Half of its width.
    aspiration_delta = 14 in 4..=200;
    /// One centipawn more for each this many centipawns of the last score …
    aspiration_score_divisor = 64 in 8..=1000;
    /// … but not more than this.
    aspiration_score_max = 100 in 0..=500;
    /// A window that was missed grows by one part in this many.
    aspiration_growth_divisor = 2 in 1..=4;
    /// Wider windows are opened altogether.
    aspiration_give_up = 900 in 50..=5000;
    /// After scores above the window the depth is reduced by up to this many plies.
    aspiration_max_reduction = 3 in 0..=8;
    /// Nodes for lengthening a main line until it ends quietly.
    settle_nodes = 20000 in 100..=1000000;

    // The clock, in permille of the soft limit.

    /// The best move has just changed.
    time_stable_0 = 1500 in 100..=5000;
    /// The best move has stood for one iteration.
    time_stable_1 = 1250 in 100..=5000;
    /// The best move has stood for two iterations.
    time_stable_2 = 1080 in 100..=5000;
    /// The best move has stood for three iterations.
    time_stable_3 = 960 in 100..=5000;
    /// The best move has stood for four iterations.
    time_stable_4 = 880 in 100..=5000;
    /// The best move has stood for five iterations or more.
    time_stable_5 = 820 in 100..=5000;
    /// How the nodes are divided among the root moves counts from this depth on.
    time_effort_min_depth = 7 in 1..=32;
    /// From this the best move's share of the nodes is taken off.
    time_effort_base = 1500 in 1000..=4000;
    /// The rest is scaled by this.
    time_effort_scale = 1500 in 100..=4000;
    /// A falling score is seen against the one this many iterations ago, the present one counted.
    time_fall_iterations = 4 in 1..=16;
    /// More time for each centipawn fallen.
    time_fall_slope = 4 in 0..=40;
    /// The least share for a rising score.
    time_fall_min = 850 in 100..=1000;
    /// The largest share for a falling score.
    time_fall_max = 1500 in 1000..=5000;
    /// With one legal move only one part in this many of the time is used.
    time_only_move_divisor = 20 in 1..=1000;
}

/// At most this many similar names are listed for an unknown one.
const SIMILAR: usize = 3;

/// The error for a name that is not in the table.
fn unknown(name: &str) -> ParamError {
    let mut similar: Vec<&'static str> = Params::ALL.iter().map(|param| param.name).collect();
    similar.sort_by_key(|known| strsim::damerau_levenshtein(name, known));
    similar.truncate(SIMILAR);
    ParamError::Unknown { name: name.to_owned(), similar }
}
