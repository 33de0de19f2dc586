//! Parallel work on all cores.

use std::num::NonZero;
use std::thread;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// The stack size of a thread, as large as that of a typical main thread.
const STACK: usize = 8 << 20;

/// Returns the number of threads: one per core available to this command.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs tasks on at most `threads` threads. Returns the results in the order of the tasks.
pub(super) fn side_by_side<T: Send, R: Send>(
    threads: usize,
    tasks: Vec<T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    let threads = threads.clamp(1, tasks.len().max(1));
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    match pool.stack_size(STACK).build() {
        Ok(pool) => pool.install(|| tasks.into_par_iter().with_max_len(1).map(work).collect()),
        // The system provides no more threads.
        Err(_) => tasks.into_iter().map(work).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::side_by_side;

    #[test]
    fn results_have_the_order_of_their_tasks() {
        for threads in [0, 1, 2, 7] {
            let doubled = side_by_side(threads, (0..5).collect(), |task: u64| {
                std::thread::sleep(Duration::from_millis(5 * (5 - task)));
                2 * task
            });
            assert_eq!(doubled, [0, 2, 4, 6, 8], "{threads}");
        }
        assert!(side_by_side(2, Vec::<u8>::new(), |task| task).is_empty());
    }

    #[test]
    fn tasks_are_under_way_at_the_same_time() {
        // Each task ends only after the other has begun.
        let (first, of_first) = mpsc::channel();
        let (second, of_second) = mpsc::channel();
        let tasks = vec![(first, of_second), (second, of_first)];
        let met = side_by_side(2, tasks, |(begun, other)| {
            begun.send(()).unwrap();
            other.recv_timeout(Duration::from_secs(20)).is_ok()
        });
        assert_eq!(met, [true, true]);
    }
}
