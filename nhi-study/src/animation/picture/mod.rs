//! A run as an animated picture: SVG with CSS keyframes, which works wherever images are shown.
//!
//! The picture contains no scripts. Viewers with reduced motion enabled, or without SVG animation,
//! show the end of the run.

mod keyframes;
mod plane;
mod view;

use nhi_build::visible_line;

use self::plane::{Body, Kind, Motion, Outline, bodies, finite_moments};
use self::view::View;
use super::Frames;
use crate::picture::in_markup;
use crate::problem::Problem;
use crate::scenario::Part;

/// Distances too small to see, in pixels and in degrees.
const UNSEEN_PIXELS: f64 = 0.15;
const UNSEEN_DEGREES: f64 = 0.3;
/// The minimum and maximum duration of the motion, and how long the final frame is shown, in
/// seconds.
const PLAYING: [f64; 2] = [2.0, 20.0];
const REST: f64 = 1.5;

/// Colours of bodies and their traces (Okabe and Ito).
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000",
];

const STYLE: &str = "\
text { font: 12px system-ui, 'DejaVu Sans', sans-serif; fill: #777; }
.title { font-size: 14px; fill: #222; }
.grid { fill: none; stroke: #888; stroke-opacity: 0.35; stroke-width: 0.7; }
.way { fill: none; stroke-opacity: 0.25; stroke-width: 1.2; }
.trace { fill: none; stroke-opacity: 0.9; stroke-width: 1.8; }
.face { fill-opacity: 0.2; stroke-width: 1.4; }
.wheel { fill: #333; stroke: #333; }
.bold { fill: none; stroke-width: 2.4; stroke-linecap: round; }
.thin { fill: none; stroke-width: 0.9; }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; } }
";

/// Returns the picture of parts that stay in the plane; `unit` is the unit of lengths.
pub fn picture(
    title: &str,
    unit: Option<&str>,
    frames: &Frames<'_>,
    parts: &[Part<Vec<f64>>],
) -> Result<String, Box<Problem>> {
    let times = frames.column("t").unwrap_or_default();
    let mut bodies = bodies(parts, frames, times.len())?;
    let moments = finite_moments(&bodies, &times);
    if moments.len() < 2 {
        let found = "fewer than two rows with finite positions of every part";
        return Err(Problem::new(found, "a motion, for a picture that moves").into());
    }
    let view = View::of(&bodies, &moments);
    let unit = unit.map(|unit| in_markup(&visible_line(unit)));
    let clock = Clock::new(moments.iter().map(|moment| times[*moment]).collect());
    for body in &mut bodies {
        for motions in [&mut body.motions, &mut body.on_ground] {
            *motions = in_pixels(motions, &moments, view.scale);
        }
    }

    let mut drawing = Drawing::new(&clock);
    let traces: String = (0..bodies.len())
        .filter(|number| is_traced(&bodies, *number))
        .map(|number| drawing.trace(&bodies, number))
        .collect();
    let roots: String = (0..bodies.len())
        .filter(|number| bodies[*number].on.is_none())
        .map(|number| drawing.body(&bodies, number, view.scale))
        .collect();
    let title = in_markup(&visible_line(title));
    let [width, height] = view.size.map(short);
    let [x, y] = view.origin.map(short);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>\n{STYLE}{}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#fff\"/>\n{}\
         <text class=\"title\" x=\"12\" y=\"20\">{title}{}</text>\n\
         <g transform=\"translate({x} {y}) scale(1 -1)\">\n{traces}{roots}</g>\n</svg>\n",
        drawing.style,
        view.grid(unit.as_deref()),
        clock.remark(),
    ))
}

/// Returns the motions at the given moments, with positions in pixels.
fn in_pixels(motions: &[Motion], moments: &[usize], scale: f64) -> Vec<Motion> {
    let moved = moments.iter().map(|moment| motions[*moment]);
    moved
        .map(|motion| Motion {
            place: motion.place.map(|entry| scale * entry),
            ..motion
        })
        .collect()
}

/// Returns true if the body leaves a trace: it moves, the body it is mounted on does not, and no
/// earlier body leaves the same trace.
fn is_traced(bodies: &[Body], number: usize) -> bool {
    let goes = |body: &Body| {
        let first = body.on_ground[0].place;
        let far = |motion: &Motion| (0..2).any(|k| (motion.place[k] - first[k]).abs() > 1.0);
        body.on_ground.iter().any(far)
    };
    let places = |body: &Body| -> Vec<_> { body.on_ground.iter().map(|at| at.place).collect() };
    let body = &bodies[number];
    let way = places(body);
    let is_first = bodies[..number].iter().all(|other| places(other) != way);
    goes(body) && body.on.is_none_or(|on| !goes(&bodies[on])) && is_first
}

/// The mapping from moments of the run to animation time.
#[derive(Debug)]
struct Clock {
    times: Vec<f64>,
    playing: f64,
}

impl Clock {
    fn new(times: Vec<f64>) -> Self {
        let length = (times[times.len() - 1] - times[0]).abs();
        let playing = length.clamp(PLAYING[0], PLAYING[1]);
        Self { times, playing }
    }

    /// Returns the duration of one cycle, in seconds.
    fn turn(&self) -> f64 {
        self.playing + REST
    }

    /// Returns the time at which a moment is shown, in percent of a cycle.
    fn percent(&self, moment: usize) -> f64 {
        let length = self.times[self.times.len() - 1] - self.times[0];
        let part = (self.times[moment] - self.times[0]) / length;
        100.0 * part.clamp(0.0, 1.0) * self.playing / self.turn()
    }

    /// Returns a remark on the playback speed, if it differs from real time.
    fn remark(&self) -> String {
        let length = (self.times[self.times.len() - 1] - self.times[0]).abs();
        let factor = length / self.playing;
        if (factor - 1.0).abs() < 1e-9 {
            return String::new();
        }
        format!(", at {} times real time", rounded(factor))
    }
}

/// Bodies and traces as markup, and their keyframes as style.
#[derive(Debug)]
struct Drawing<'a> {
    clock: &'a Clock,
    style: String,
}

impl<'a> Drawing<'a> {
    fn new(clock: &'a Clock) -> Self {
        let style = String::new();
        Self { clock, style }
    }

    /// Adds keyframes under a name to the style; the last one is held until the end of the cycle.
    fn keyframes(&mut self, name: &str, kept: &[usize], value: impl Fn(usize) -> String) {
        self.style.push_str(&format!("@keyframes {name} {{"));
        let (last, others) = kept.split_last().expect("the first and the last moment");
        for moment in others {
            let percent = fixed(self.clock.percent(*moment), 2);
            self.style
                .push_str(&format!("{percent}%{{{}}}", value(*moment)));
        }
        let percent = fixed(self.clock.percent(*last), 2);
        self.style
            .push_str(&format!("{percent}%,100%{{{}}}}}\n", value(*last)));
        let turn = fixed(self.clock.turn(), 2);
        self.style.push_str(&format!(
            ".{name} {{ animation: {name} {turn}s linear infinite; }}\n"
        ));
    }

    /// Draws the trace of a body: the whole path faintly, and the part already covered in full.
    fn trace(&mut self, bodies: &[Body], number: usize) -> String {
        let kept = kept(&bodies[number].on_ground, self.clock);
        let places = kept.iter().map(|k| bodies[number].on_ground[*k].place);
        let places: Vec<_> = places.collect();
        let steps = places
            .windows(2)
            .map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]));
        let lengths: Vec<f64> = std::iter::once(0.0)
            .chain(steps)
            .scan(0.0, |sum, step| {
                *sum += step;
                Some(*sum)
            })
            .collect();
        let length = lengths[lengths.len() - 1];
        let name = format!("trace{number}");
        self.keyframes(&name, &kept, |moment| {
            let place = kept.binary_search(&moment).unwrap_or_default();
            format!("stroke-dashoffset:{}", short(length - lengths[place]))
        });
        let (colour, way, length) = (colour(number), line(&places), short(length));
        format!(
            "<path class=\"way\" stroke=\"{colour}\" d=\"{way}\"/>\n\
             <path class=\"trace {name}\" stroke=\"{colour}\" pathLength=\"{length}\" stroke-dasharray=\"{length}\" d=\"{way}\"/>\n"
        )
    }

    /// Draws a body with all bodies mounted on it.
    fn body(&mut self, bodies: &[Body], number: usize, scale: f64) -> String {
        let body = &bodies[number];
        let kept = kept(&body.motions, self.clock);
        let name = format!("body{number}");
        let end = body.motions[body.motions.len() - 1];
        let moves = body.motions.iter().any(|motion| *motion != end);
        if moves {
            self.keyframes(&name, &kept, |moment| {
                let Motion { place, angle } = body.motions[moment];
                let [x, y] = place.map(short);
                let angle = short(angle.to_degrees());
                format!("transform:translate({x}px,{y}px) rotate({angle}deg)")
            });
        }
        let lines: String = body
            .outlines
            .iter()
            .map(|outline| shape(outline, scale))
            .collect();
        let above: String = (number + 1..bodies.len())
            .filter(|above| bodies[*above].on == Some(number))
            .map(|above| self.body(bodies, above, scale))
            .collect();
        let [x, y] = end.place.map(short);
        let (angle, colour) = (short(end.angle.to_degrees()), colour(number));
        let class = if moves {
            format!(" class=\"{name}\"")
        } else {
            String::new()
        };
        format!(
            "<g{class} transform=\"translate({x} {y}) rotate({angle})\" fill=\"{colour}\" stroke=\"{colour}\">\n{lines}{above}</g>\n"
        )
    }
}

/// Returns the moments of a motion between which linear interpolation is accurate enough.
fn kept(motions: &[Motion], clock: &Clock) -> Vec<usize> {
    keyframes::kept(&clock.times, |k| {
        let Motion { place, angle } = motions[k];
        [
            place[0] / UNSEEN_PIXELS,
            place[1] / UNSEEN_PIXELS,
            angle.to_degrees() / UNSEEN_DEGREES,
        ]
    })
}

/// Draws an outline of a body; the line width does not depend on the scale.
fn shape(outline: &Outline, scale: f64) -> String {
    let points = outline.points.iter();
    let points: Vec<_> = points
        .map(|point| point.map(|entry| scale * entry))
        .collect();
    let (class, end) = match outline.kind {
        Kind::Face => ("face", "Z"),
        Kind::Wheel => ("wheel", "Z"),
        Kind::Bold => ("bold", ""),
        Kind::Thin => ("thin", ""),
    };
    format!("<path class=\"{class}\" d=\"{}{end}\"/>\n", line(&points))
}

fn line(points: &[plane::Point]) -> String {
    let texts = points
        .iter()
        .map(|[x, y]| format!("{} {}", short(*x), short(*y)));
    format!("M{}", texts.collect::<Vec<_>>().join("L"))
}

fn colour(number: usize) -> &'static str {
    COLOURS[number % COLOURS.len()]
}

/// Formats a number with one digit after the decimal point, which is a tenth of a pixel.
fn short(value: f64) -> String {
    fixed(value, 1)
}

/// Formats a number with the given number of decimal places, without trailing zeros.
fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Rounds a number to three digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}
