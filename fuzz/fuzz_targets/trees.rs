#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| philidor_hostile::run("trees", bytes));
