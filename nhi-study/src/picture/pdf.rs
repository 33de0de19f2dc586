//! A scene as a PDF document of one page, by way of its SVG document. Letters are outlines, so that
//! the document needs no font.

use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Pdf, Rect, Ref};
use resvg::usvg::tiny_skia_path::{PathSegment, Point};
use resvg::usvg::{Color, Fill, Group, Node, Paint, Path, Stroke};

use super::png::tree;
use super::scene::Scene;

/// The number of points, of which an inch has 72, in a pixel, of which an inch has 96.
const POINTS: f32 = 0.75;

/// Returns the bytes of a PDF file.
///
/// # Errors
/// The picture is not valid SVG.
pub(crate) fn pdf(scene: &Scene) -> Result<Vec<u8>, String> {
    let tree = tree(scene)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|size| POINTS * size);
    let mut content = Content::new();
    // Pages are measured upwards.
    content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]);
    add_group(tree.root(), &mut content);

    let [catalog, pages, page, stream] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut of_page = pdf.page(page);
    of_page.parent(pages).contents(stream);
    of_page.media_box(Rect::new(0.0, 0.0, width, height));
    of_page.resources();
    drop(of_page);
    pdf.stream(stream, &content.finish());
    Ok(pdf.finish())
}

fn add_group(group: &Group, content: &mut Content) {
    content.save_state();
    if let Some(clip) = group.clip_path() {
        for node in clip.root().children() {
            if let Node::Path(path) = node {
                outline(path, content);
            }
        }
        content.clip_nonzero().end_path();
    }
    for node in group.children() {
        match node {
            Node::Group(group) => add_group(group, content),
            Node::Path(path) => add_path(path, content),
            Node::Text(text) => add_group(text.flattened(), content),
            Node::Image(_) => {}
        }
    }
    content.restore_state();
}

fn add_path(path: &Path, content: &mut Content) {
    if let Some(Paint::Color(colour)) = path.fill().map(Fill::paint) {
        let [red, green, blue] = shares(*colour);
        content.set_fill_rgb(red, green, blue);
        outline(path, content);
        content.fill_nonzero();
    }
    if let Some(stroke) = path.stroke()
        && let Paint::Color(colour) = stroke.paint()
    {
        let [red, green, blue] = shares(*colour);
        content.set_stroke_rgb(red, green, blue);
        set_style(stroke, content);
        outline(path, content);
        content.stroke();
    }
}

fn set_style(stroke: &Stroke, content: &mut Content) {
    content.set_line_width(stroke.width().get());
    content.set_line_join(LineJoinStyle::RoundJoin);
    let dashes = stroke.dasharray().unwrap_or_default();
    content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
}

/// Adds the curves of a path in pixels of the scene.
fn outline(path: &Path, content: &mut Content) {
    let Some(curves) = path.data().clone().transform(path.abs_transform()) else {
        return;
    };
    let mut last = Point::zero();
    for segment in curves.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                last = to;
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                last = to;
            }
            PathSegment::QuadTo(by, to) => {
                // The same curve as a cubic one.
                let control = |end: Point| {
                    let toward = |end: f32, by: f32| end + 2.0 / 3.0 * (by - end);
                    (toward(end.x, by.x), toward(end.y, by.y))
                };
                let (first, second) = (control(last), control(to));
                content.cubic_to(first.0, first.1, second.0, second.1, to.x, to.y);
                last = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                last = to;
            }
            PathSegment::Close => drop(content.close_path()),
        }
    }
}

fn shares(colour: Color) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}
