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
    let full = |command: &str| {
        let (program, rest) = command.split_once(' ').unwrap_or((command, ""));
        Some((program.to_owned(), format!("\"{}\" {rest}", find(program)?.display())))
    };
    PACKAGED.into_iter().filter_map(|(command, _)| full(command)).collect()
}

/// Where a program lies that is called by its bare name: in the `PATH`, or in [`GAMES`], which is not in everybody's.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    places.find_map(|dir| Some(dir.join(program)).filter(|file| file.is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_installed_starts_by_its_bare_name() {
        assert!(find("sh").is_some_and(|file| file.is_absolute()));
        assert_eq!(find("no-such-program"), None);
        if let Some((name, _)) = installed().into_iter().find(|(name, _)| name == "stockfish") {
            crate::UciEngine::start(&name, &[]).unwrap();
        } else {
            println!("not run: stockfish is not installed");
        }
    }
}
