//! Progress bars on a terminal, silence in a pipe.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use philidor_truth::{BuildEvent, Progress, Watch};

/// Shows what the table solver does. Ctrl-C asks it to stop; finished tables stay.
pub struct BuildProgress {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Default for BuildProgress {
    fn default() -> BuildProgress {
        BuildProgress::new()
    }
}

impl BuildProgress {
    /// A bar that shows nothing yet.
    pub fn new() -> BuildProgress {
        let bar = bar(0, "{spinner} {prefix:>7} [{bar:30}] {pos}/{len} tables {msg}");
        bar.enable_steady_tick(Duration::from_millis(200));
        BuildProgress { bar, stop: Arc::new(AtomicBool::new(false)) }
    }

    /// Lets Ctrl-C stop the build between two steps instead of killing the process.
    pub fn stop_on_interrupt(&mut self) {
        self.stop = interrupt();
    }

    /// Does some work on tables under the bar.
    pub fn watch<R>(&self, work: impl FnOnce(Watch<'_>) -> R) -> R {
        let hear = |event: BuildEvent| match event {
            BuildEvent::Start { material, number, of } => {
                self.bar.set_length(of as u64);
                self.bar.set_position(number as u64 - 1);
                self.bar.set_prefix(material.to_string());
                self.bar.set_message("");
            }
            BuildEvent::Progress(Progress::Placements { done, of }) => {
                self.bar.set_message(format!("pawn placement {done} of {of}"));
            }
            BuildEvent::Progress(Progress::Ply(ply)) => self.bar.set_message(format!("ply {ply}")),
            BuildEvent::Done(_) => self.bar.inc(1),
        };
        let result = work(Watch { stop: &self.stop, hear: &hear });
        self.bar.finish_and_clear();
        result
    }
}

/// A flag that Ctrl-C raises, from the first call on; the process then stops where it can.
pub fn interrupt() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        // Without a handler Ctrl-C ends the process at once, which loses nothing that was written.
        let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
        flag
    });
    flag.clone()
}

/// A bar of a given look, silent in a pipe.
pub fn bar(length: u64, look: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(look).expect("a well-formed template");
    ProgressBar::new(length).with_style(style.progress_chars("=> "))
}

/// A spinner for work of unknown length.
pub fn spinner(message: String) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_message(message);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
