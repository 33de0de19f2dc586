//! Parallel work on all cores.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// The stack size of a thread, as large as that of a typical main thread.
const STACK: usize = 8 << 20;

/// Returns the number of threads: one per core available to this command.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs tasks on at most `threads` threads, including this one. Returns the results in the order of
/// the tasks, whichever finishes first. Tasks start in their order.
pub(super) fn side_by_side<T: Send, R: Send>(
    threads: usize,
    tasks: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let helpers = threads.min(tasks.len()).saturating_sub(1);
    let queue = Mutex::new(tasks.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        while let Some((place, task)) = next() {
            let result = work(task);
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push((place, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            // If the system provides no more threads, the existing ones do all the work.
            let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
        }
        worker();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
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

    #[test]
    fn no_more_threads_are_taken_than_are_given() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let gate = Barrier::new(2);
        side_by_side(2, vec![(); 6], |()| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            gate.wait();
            now.fetch_sub(1, Ordering::SeqCst);
            gate.wait();
        });
        assert_eq!(most.into_inner(), 2);
    }
}
