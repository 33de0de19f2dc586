//! Has no content: its manifest makes one build of each dependency serve hosts and targets.
