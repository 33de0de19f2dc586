//! How well steps resolve functions of time.
//!
//! A step knows a control only at its nodes. Methods of order two use the values there as impulses,
//! which act like the value at the nearest node. Methods of higher order act like the polynomial
//! through the values. The error of a step is the deviation of the control from this approximation
//! at other moments of the step. It matters relative to the variation of the control, which is its
//! deviation from its initial value. Both are summed over windows of several steps. A single step
//! sees the edge of a long pulse too early or too late, which is a small part of the pulse. Of a
//! pulse between two nodes, a step sees nothing at all.
//!
//! Functions of time may depend on the state too. The deviation is that with the state held, but
//! along a motion the change in time and that by the state may cancel. The variation is therefore
//! the larger of two: that along the motion, and that in time alone since the block began.

/// The number of steps of a block; a window is a block with those before and after it.
const BLOCK: u64 = 16;

/// The approximate number of additional moments in a run.
const MOMENTS: u64 = 40_000;

/// The minimum and maximum number of additional moments per step.
const MOMENTS_OF_A_STEP: [u64; 2] = [2, 32];

/// The mean deviation that counts as zero, as a fraction of the range of a control.
const NEGLIGIBLE: f64 = 0.005;

/// The number of steps from which a run shows how much controls vary.
const FEWEST_STEPS: u64 = 4;

/// The approximation of a function of time that a step uses.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The fractions of the step at which the function is known.
    nodes: Vec<f64>,
    /// True if the value at the nearest node is used instead of the polynomial through all values.
    takes_nearest: bool,
}

impl Reading {
    /// Returns the approximation of a method of the given order with these nodes, in order.
    pub(super) fn new(nodes: Vec<f64>, order: u32) -> Self {
        let nodes = match nodes[..] {
            // A kick at a node belongs to the steps on both sides.
            [0.0] | [1.0] => vec![0.0, 1.0],
            // The value at the beginning serves only to predict the one in the middle.
            [0.0, 0.5] | [] => vec![0.5],
            _ => nodes,
        };
        Self {
            nodes,
            takes_nearest: order <= 2,
        }
    }

    /// Returns the approximation of a method that holds the value at the beginning of a step.
    pub(super) fn held() -> Self {
        Self {
            nodes: vec![0.0],
            takes_nearest: true,
        }
    }

    /// Returns the weight of a deviation. With the nearest node, half of the deviation is the slow
    /// change over a step, which cancels in the mean. A polynomial follows this change, so its
    /// deviations count twice.
    fn gravity(&self) -> f64 {
        if self.takes_nearest { 1.0 } else { 2.0 }
    }

    /// Writes the weights of the node values in the approximation at a moment.
    fn write_weights(&self, moment: f64, weights: &mut [f64]) {
        let nodes = self.nodes.iter().enumerate();
        if self.takes_nearest {
            let distance = |&(_, node): &(usize, &f64)| (moment - node).abs();
            let nearest = nodes.min_by(|a, b| distance(a).total_cmp(&distance(b)));
            weights.fill(0.0);
            if let Some((place, _)) = nearest {
                weights[place] = 1.0;
            }
            return;
        }
        for (weight, (i, &node)) in weights.iter_mut().zip(nodes) {
            let others = self.nodes.iter().enumerate().filter(|&(j, _)| i != j);
            *weight = others
                .map(|(_, other)| (moment - other) / (node - other))
                .product();
        }
    }
}

/// The deviation and the variation of each control over a block of steps.
#[derive(Clone, Debug)]
struct Block {
    begun: f64,
    steps: u64,
    missed: Vec<f64>,
    done: Vec<f64>,
}

impl Block {
    fn of(count: usize) -> Self {
        Self {
            begun: 0.0,
            steps: 0,
            missed: vec![0.0; count],
            done: vec![0.0; count],
        }
    }

    fn clear(&mut self) {
        self.steps = 0;
        self.missed.fill(0.0);
        self.done.fill(0.0);
    }
}

/// The changes of the controls in time alone, with the state held during each step.
#[derive(Clone, Debug)]
struct Drift {
    /// The values with which the block began.
    opened: Vec<f64>,
    /// The change over the previous steps of the block.
    earlier: Vec<f64>,
    /// The values at the beginning of the step.
    begin: Vec<f64>,
    /// The values at the end of the step, with the state of its beginning.
    end: Vec<f64>,
}

impl Drift {
    fn of(count: usize) -> Self {
        Self {
            opened: vec![0.0; count],
            earlier: vec![0.0; count],
            begin: vec![0.0; count],
            end: vec![0.0; count],
        }
    }

    /// Begins a block with the step.
    fn open(&mut self) {
        self.opened.copy_from_slice(&self.begin);
        self.earlier.fill(0.0);
    }

    /// Returns the value that a control would have if only the time had changed it since the block
    /// began, given its value within the step.
    fn without_state(&self, place: usize, value: f64) -> f64 {
        self.opened[place] + self.earlier[place] + (value - self.begin[place])
    }

    /// Ends the step.
    fn advance(&mut self) {
        let changes = self
            .end
            .iter()
            .zip(&self.begin)
            .map(|(end, begin)| end - begin);
        for (earlier, change) in self.earlier.iter_mut().zip(changes) {
            *earlier += change;
        }
    }
}

/// The initial values of all controls, and their ranges so far.
#[derive(Clone, Debug)]
struct Range {
    first: Vec<f64>,
    least: Vec<f64>,
    largest: Vec<f64>,
}

/// A monitor of how well steps resolve controls. Steps do not allocate.
#[derive(Clone, Debug)]
pub(super) struct Resolution {
    reading: Reading,
    moments: u64,
    steps: u64,
    range: Range,
    drift: Drift,
    /// The last three blocks, the most recent one last.
    blocks: [Block; 3],
    /// A buffer for the values at the nodes of a step, one node after the other.
    read: Vec<f64>,
    /// A buffer for the values at one moment.
    there: Vec<f64>,
    /// A buffer for the weights of the nodes.
    weights: Vec<f64>,
}

impl Resolution {
    /// Creates a monitor for `count` controls, at least one, over a run of `steps` steps.
    pub(super) fn new(reading: Reading, steps: u64, count: usize) -> Self {
        let [fewest, most] = MOMENTS_OF_A_STEP;
        let (nodes, none) = (reading.nodes.len(), vec![0.0; count]);
        Self {
            reading,
            moments: (MOMENTS / steps.max(1)).clamp(fewest, most),
            steps: 0,
            range: Range {
                first: none.clone(),
                least: none.clone(),
                largest: none.clone(),
            },
            drift: Drift::of(count),
            blocks: std::array::from_fn(|_| Block::of(count)),
            read: vec![0.0; nodes * count],
            there: none,
            weights: vec![0.0; nodes],
        }
    }

    /// Adds the step that began at `t`. `values` writes the values after a fraction of the step, or
    /// returns false. It is called at the nodes, at additional moments and at the moments
    /// `further`. If a window ends with the step, its level is returned, with the time at which its
    /// middle block began.
    pub(super) fn step(
        &mut self,
        t: f64,
        further: impl Iterator<Item = f64> + Clone,
        values: impl Fn(f64, &mut [f64]) -> bool,
    ) -> Option<(f64, f64)> {
        self.take(t, further, values);
        (self.blocks[2].steps >= BLOCK).then(|| self.end_block())?
    }

    /// Returns the larger of the last two levels of a run, with the time at which its block began.
    pub(super) fn finish(&mut self) -> Option<(f64, f64)> {
        let level = self.end_block();
        let last = self.level();
        let levels = [level, last].into_iter().flatten();
        let worst = levels.max_by(|a, b| a.1.total_cmp(&b.1));
        // In so few steps a resolved control varies little more than within one.
        worst.filter(|(_, level)| self.steps >= FEWEST_STEPS || *level >= 1.0)
    }

    /// Begins a new block. Returns the level of the previous window.
    fn end_block(&mut self) -> Option<(f64, f64)> {
        let level = self.level();
        self.blocks.rotate_left(1);
        self.blocks[2].clear();
        level
    }

    fn take(
        &mut self,
        t: f64,
        further: impl Iterator<Item = f64> + Clone,
        values: impl Fn(f64, &mut [f64]) -> bool,
    ) {
        let moments = self.moments_of_step();
        let count = self.there.len();
        let mut read = self.read.chunks_exact_mut(count).zip(&self.reading.nodes);
        let drift = &mut self.drift;
        if !read.all(|(read, &node)| values(node, read))
            || !values(0.0, &mut drift.begin)
            || !values(1.0, &mut drift.end)
        {
            return;
        }
        if self.steps == 0 {
            let Range {
                first,
                least,
                largest,
            } = &mut self.range;
            for list in [first, least, largest] {
                list.copy_from_slice(&self.read[..count]);
            }
        }
        self.steps += 1;
        if self.blocks[2].steps == 0 {
            self.blocks[2].begun = t;
            drift.open();
        }
        self.blocks[2].steps += 1;
        let moments = moments.chain(further);
        let share = 1.0 / moments.clone().count() as f64;
        for moment in moments {
            if values(moment, &mut self.there) {
                self.compare(moment, share);
            }
        }
        self.drift.advance();
    }

    /// Adds the difference between the values at a moment and their approximation.
    fn compare(&mut self, moment: f64, share: f64) {
        self.reading.write_weights(moment, &mut self.weights);
        let count = self.there.len();
        let (range, block) = (&mut self.range, &mut self.blocks[2]);
        for (place, &value) in self.there.iter().enumerate() {
            let read = self.read.chunks_exact(count).map(|read| read[place]);
            let parts = self
                .weights
                .iter()
                .zip(read)
                .map(|(weight, read)| weight * read);
            let taken: f64 = parts.sum();
            range.least[place] = range.least[place].min(value).min(taken);
            range.largest[place] = range.largest[place].max(value).max(taken);
            block.missed[place] += share * (value - taken).abs();
            let first = range.first[place];
            let in_time = (self.drift.without_state(place, value) - first).abs();
            block.done[place] += share * (value - first).abs().max(in_time);
        }
    }

    /// Returns one moment in each of equal parts of a step, at an offset that never repeats.
    fn moments_of_step(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        let (count, offset) = (self.moments, (self.steps as f64 * GOLDEN).fract());
        (0..count).map(move |part| (part as f64 + offset) / count as f64)
    }

    /// Returns the time at which the middle block began, and the deviation around it as a fraction
    /// of the variation, for the worst control.
    fn level(&self) -> Option<(f64, f64)> {
        let [_, middle, _] = &self.blocks;
        let Range {
            first,
            least,
            largest,
        } = &self.range;
        let steps: u64 = self.blocks.iter().map(|block| block.steps).sum();
        let level = |place: usize| {
            let sum = |list: fn(&Block) -> &Vec<f64>| -> f64 {
                let known = self
                    .blocks
                    .iter()
                    .filter_map(|block| list(block).get(place));
                known.sum()
            };
            let (missed, done) = (sum(|block| &block.missed), sum(|block| &block.done));
            let range = largest[place] - least[place];
            let size = first[place].abs().max(range);
            // Changes of a constant control are rounding errors.
            match range > 1e-12 * size {
                true => {
                    self.reading.gravity() * missed / (done + NEGLIGIBLE * range * steps as f64)
                }
                false => 0.0,
            }
        };
        let levels = (0..first.len()).map(level);
        let worst = levels.max_by(f64::total_cmp)?;
        (middle.steps > 0).then_some((middle.begun, worst))
    }
}
