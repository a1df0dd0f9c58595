//! Engines that distributions package.

use std::path::PathBuf;

/// Debian's packages: command and the options that make them comparable.
pub const PACKAGED: [(&str, &[(&str, &str)]); 4] = [
    ("gnuchess --uci", &[("OwnBook", "false")]),
    ("ethereal-chess", &[("Threads", "1")]),
    ("toga2", &[("OwnBook", "false")]),
    ("stockfish", &[("Threads", "1")]),
];

/// Where distributions put games.
pub const GAMES: &str = "/usr/games";

/// Those of [`PACKAGED`] that are installed, in the `PATH` or in [`GAMES`]: name and full command.
pub fn installed() -> Vec<(String, String)> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]).collect();
    let full = |command: &str| {
        let (program, rest) = command.split_once(' ').unwrap_or((command, ""));
        let file = places.iter().map(|dir| dir.join(program)).find(|file| file.is_file())?;
        Some((program.to_owned(), format!("\"{}\" {rest}", file.display())))
    };
    PACKAGED.into_iter().filter_map(|(command, _)| full(command)).collect()
}
