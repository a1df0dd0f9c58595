//! The chess men as simple silhouettes, drawn for this project in a box of 100 by 100.

use shakmaty::Role;

/// The strokes of one man, bottom to top: filled bodies and then fine lines over them.
pub(super) struct Shape {
    /// Filled and outlined.
    pub(super) bodies: &'static [&'static str],
    /// Drawn as lines only.
    pub(super) lines: &'static [&'static str],
}

/// The foot that all pieces share.
const FOOT: &str = "M23 90V85Q23 78 31 78H69Q77 78 77 85V90Z";

pub(super) fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => Shape {
            bodies: &[
                "M27 90V85Q27 78 35 78H65Q73 78 73 85V90Z",
                "M35 78C44 69 45.5 60 45.5 50H54.5C54.5 60 56 69 65 78Z",
                "M36 52.5Q36 46 42.5 46H57.5Q64 46 64 52.5Z",
                "M50 17A15 15 0 0 1 57.5 45H42.5A15 15 0 0 1 50 17Z",
            ],
            lines: &[],
        },
        Role::Knight => Shape {
            bodies: &[
                FOOT,
                "M33 78C32 66 45 60 48 47C41 53 35 53 31 59C28 63 21 62 19 56C17 51 22 45 25 39\
                 C26 31 31 25 37 22L38 11L47 19C66 21 77 42 73 78Z",
            ],
            lines: &["M52 27C63 34 67 52 65 71", "M36 33.5L37.5 35", "M24 54L25 54.5"],
        },
        Role::Bishop => Shape {
            bodies: &[
                FOOT,
                "M34 78C41 72 42 68 42 62H58C58 68 59 72 66 78Z",
                "M37 64Q37 58 43 58H57Q63 58 63 64Z",
                "M50 20C62 29 67 38 65 48Q64 55 58 58H42Q36 55 35 48C33 38 38 29 50 20Z",
                "M50 10A5.5 5.5 0 0 1 50 21A5.5 5.5 0 0 1 50 10Z",
            ],
            lines: &["M55 30L47 42"],
        },
        Role::Rook => Shape {
            bodies: &[FOOT, "M32 78L37 42H63L68 78Z", "M27 42V22H37V29H45V22H55V29H63V22H73V42Z"],
            lines: &["M34.5 70H65.5"],
        },
        Role::Queen => Shape {
            bodies: &[
                FOOT,
                "M30 78L17 36L34 55L35 27L45 53L50 23L55 53L65 27L66 55L83 36L70 78Z",
                "M17 29A4.5 4.5 0 0 1 17 38A4.5 4.5 0 0 1 17 29Z",
                "M35 20A4.5 4.5 0 0 1 35 29A4.5 4.5 0 0 1 35 20Z",
                "M50 16A4.5 4.5 0 0 1 50 25A4.5 4.5 0 0 1 50 16Z",
                "M65 20A4.5 4.5 0 0 1 65 29A4.5 4.5 0 0 1 65 20Z",
                "M83 29A4.5 4.5 0 0 1 83 38A4.5 4.5 0 0 1 83 29Z",
            ],
            lines: &["M31 68Q50 62 69 68"],
        },
        Role::King => Shape {
            bodies: &[
                FOOT,
                "M46.5 36V26H40V19.500H46.5V12H53.5V19.500H60V26H53.5V36Z",
                "M50 58C43 48 41 40 50 33C59 40 57 48 50 58Z",
                "M31 78C11 62 16 41 33 41C42 41 48 47 50 56C52 47 58 41 67 41C84 41 89 62 69 78Z",
            ],
            lines: &["M33 69Q50 63 67 69"],
        },
    }
}
