//! The paths in a source, from `crate` or the name of a crate on.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// All paths with more than one segment in the source of a module, and all that `use` brings in.
/// Those that begin with `self` or `super` are given from `crate` on.
pub(crate) fn paths_of(source: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    walk(source.parse().unwrap(), module, &mut paths);
    paths
}

/// The modules that a source declares.
pub(crate) fn modules_of(source: &str) -> Vec<String> {
    let tokens: TokenStream = source.parse().unwrap();
    let tokens: Vec<_> = tokens.into_iter().collect();
    let pairs = tokens.windows(2);
    let names = pairs.filter(|pair| is_word(&pair[0], "mod"));
    names.map(|pair| pair[1].to_string()).collect()
}

fn walk(tokens: TokenStream, module: &[String], paths: &mut Vec<Vec<String>>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut place = 0;
    while place < tokens.len() {
        match &tokens[place..] {
            [word, TokenTree::Ident(name), TokenTree::Group(body), ..] if is_word(word, "mod") => {
                let inner = [module, &[name.to_string()]].concat();
                walk(body.stream(), &inner, paths);
                place += 3;
            }
            [TokenTree::Group(group), ..] => {
                walk(group.stream(), module, paths);
                place += 1;
            }
            [TokenTree::Ident(_), ..] => {
                let found = follow(&tokens[place..], &[], &mut place);
                let long = found.into_iter().filter(|path| path.len() > 1);
                paths.extend(long.map(|path| from_crate(path, module)));
            }
            _ => place += 1,
        }
    }
}

/// The paths that begin here, one for each branch of a group, with what stands in front of them;
/// `place` moves behind them.
fn follow(tokens: &[TokenTree], front: &[String], place: &mut usize) -> Vec<Vec<String>> {
    let mut path = front.to_vec();
    let mut rest = tokens;
    loop {
        match rest {
            [TokenTree::Ident(name), ..] => path.push(name.to_string()),
            [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace => {
                *place += tokens.len() - rest.len() + 1;
                return branches(group.stream(), &path);
            }
            [star, ..] if is_sign(star, '*') => path.push("*".to_owned()),
            // A path that ends in type arguments, `Vec::<f64>`.
            _ => break,
        }
        rest = &rest[1..];
        match rest {
            [a, b, after @ ..] if is_sign(a, ':') && is_sign(b, ':') => rest = after,
            _ => break,
        }
    }
    *place += tokens.len() - rest.len();
    vec![path]
}

/// The paths of a group, which commas separate.
fn branches(group: TokenStream, front: &[String]) -> Vec<Vec<String>> {
    let tokens: Vec<_> = group.into_iter().collect();
    let branches = tokens.split(|token| is_sign(token, ','));
    let branches = branches.filter(|branch| !branch.is_empty());
    branches
        .flat_map(|branch| follow(branch, front, &mut 0))
        .collect()
}

/// A path with `self` and `super` replaced by what they stand for.
fn from_crate(path: Vec<String>, module: &[String]) -> Vec<String> {
    let mut above = module.len();
    let relative = path.iter().take_while(|name| match name.as_str() {
        "super" => {
            above = above.saturating_sub(1);
            true
        }
        name => name == "self",
    });
    let relative = relative.count();
    if relative == 0 {
        return path;
    }
    let root = ["crate".to_owned()];
    [&root[..], &module[..above], &path[relative..]].concat()
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}
