//! A scene as pixels, by way of its SVG document.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::font::fonts;
use super::scene::Scene;
use super::svg::svg;

/// Returns the shapes of a scene, with the embedded font.
///
/// # Errors
/// The picture is not valid SVG.
pub(super) fn tree(scene: &Scene) -> Result<Tree, String> {
    let options = Options {
        fontdb: fonts(),
        ..Options::default()
    };
    Tree::from_str(&svg(scene), &options).map_err(|error| error.to_string())
}

/// Returns the bytes of a PNG file with one pixel per unit of the scene.
///
/// # Errors
/// The picture does not fit into memory.
pub(crate) fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let tree = tree(scene)?;
    let (width, height) = (scene.width.ceil() as u32, scene.height.ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or("it has too many pixels")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}
