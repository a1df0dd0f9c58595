//! The trees that come with the program know every position of KPK.

use std::sync::atomic::AtomicBool;

use philidor_chess::shakmaty::Color;
use philidor_induce::{
    characterise::{Characterisation, Dataset, Kind},
    code::Packed,
    errors,
};
use philidor_truth::{Tables, Watch};

#[test]
fn shipped_trees_are_exact_and_small() {
    let watch = Watch { stop: &AtomicBool::new(false), hear: &|_| {} };
    let table = Tables::in_memory().ensure("KPK".parse().unwrap(), watch).unwrap();
    let features = Characterisation::new(Kind::Both, table.material()).unwrap();
    let files: [(Color, &[u8], usize, usize, usize); 2] = [
        (Color::White, include_bytes!("../../../nets/kpk-wtm.tree"), 81_664, 1_000, 150),
        (Color::Black, include_bytes!("../../../nets/kpk-btm.tree"), 84_012, 1_000, 165),
    ];
    for (side, file, positions, most_bits, most_leaves) in files {
        let data = Dataset::new(&table, side, &features);
        let packed = Packed::from_file(file).unwrap();
        let tree = packed.unpack(&data).unwrap();
        assert_eq!(data.len(), positions);
        assert_eq!(errors(&tree, &data, &data.rows()), Vec::<u32>::new());
        assert!(
            packed.bits <= most_bits && tree.leaves() <= most_leaves,
            "{} bits, {} leaves",
            packed.bits,
            tree.leaves()
        );
        // Packing what was unpacked gives the same file.
        assert_eq!(Packed::pack(&tree, &data).unwrap().to_file(), file);
    }
}
