//! The planner's behaviour is one number: the same in debug and release, for any number of threads, on any machine. What is
//! right is for the other tests to say; this one says that something changed.

use filotto_search::bench::signature::signature;

/// What `filotto signature` prints. A change that means to alter plans alters it here too, and says so.
const SIGNATURE: u64 = 0x10d9_fd18_22f5_bfc5;

#[test]
fn the_signature_is_what_it_was_for_any_number_of_threads() {
    for threads in [1, 3] {
        let found = signature(threads).expect("the kept positions have strokes");
        assert_eq!(found, SIGNATURE, "{threads} threads: now 0x{found:016x}");
    }
}
