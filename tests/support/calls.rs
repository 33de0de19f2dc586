//! Writes the calls of everything that is generated for a model, as read from the generated code
//! itself.

use nhi_symbolic::model::Scalar;
use nhi_symbolic::model::ast::Ast;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ImplItem, ImplItemFn, Item, ItemImpl, Pat, Type, Visibility};

/// The implementation of `System` for a model, and `GENERATED`, which has what the comparison asks
/// for, for a module with the generated items and the names of `comparison.rs`; none where the
/// model is not in double precision. `file` is the path to the text of the model, as `include_str!`
/// takes it.
pub(crate) fn of_model(model: &str, file: &str, ast: &Ast) -> Option<TokenStream> {
    if matches!(ast.item.scalar, Scalar::F32) {
        return None;
    }
    let name = ast.item.ident.clone();
    let fields = ast
        .item
        .fields
        .iter()
        .map(|field| format_ident!("{}", field.name.text));
    let fields: Vec<_> = fields.collect();
    let places = (0..fields.len()).map(proc_macro2::Literal::usize_unsuffixed);
    let compiled = nhi_symbolic::compile(ast).unwrap();
    let system_type = match ast.item.scalar {
        Scalar::Generic(_) => quote!(#name::<f64>),
        _ => quote!(#name),
    };
    let controls = (!ast.controls.is_empty()).then(|| format_ident!("{name}Controls"));
    let bind_controls = controls
        .as_ref()
        .map(|ty| quote!(let u = #ty::from(array(&at.u));));
    let (coordinates, velocities) = (
        format_ident!("{name}Coordinates"),
        format_ident!("{name}Velocities"),
    );

    let sizes = Sizes {
        coordinates: compiled.mechanics.q.len(),
        velocities: compiled.mechanics.v.len(),
        constraints: compiled.mechanics.model.constraints.len(),
    };
    let is_flat = !ast.groups.is_empty();
    let items = compiled.generate().unwrap().items.into_token_stream();
    let items = with_blocks(syn::parse2::<syn::File>(items).unwrap().items);
    let functions = |owner: &syn::Ident| -> Vec<ImplItemFn> {
        let owner = owner.to_string();
        let of_owner = items.iter().filter_map(|item| match item {
            Item::Impl(block) if block.trait_.is_none() && owner_of(block) == owner => Some(block),
            _ => None,
        });
        of_owner
            .flat_map(|block| &block.items)
            .filter_map(public_function)
            .cloned()
            .collect()
    };
    let (constructors, methods): (Vec<_>, Vec<_>) =
        functions(&name).into_iter().partition(|f| takes(f, "h"));
    let methods = methods
        .iter()
        .map(|method| call(&quote!(self), method, &sizes));
    let integrators: Vec<_> = constructors.iter().map(|f| f.sig.ident.clone()).collect();
    let integrator_names = integrators.iter().map(ToString::to_string);
    let numbers: Vec<_> = (0..integrators.len())
        .map(proc_macro2::Literal::usize_unsuffixed)
        .collect();
    let n = sizes.of("Velocities").expect("models have velocities");
    let entries = sizes
        .of("Coordinates")
        .expect("models have a configuration");
    let lambda = match sizes.of("Multipliers") {
        Some(m) => quote!(<[f64; #m]>::from(sample.lambda).to_vec()),
        None => quote!(Vec::new()),
    };
    let signal = match &controls {
        Some(ty) => quote!(let signal = |t: f64| #ty::from(array(&run.controls(t)));),
        None => quote!(let signal = ();),
    };
    // States hold the entries of group elements, samples the elements of nalgebra.
    let same_configuration = (!is_flat).then(|| quote!(assert_eq!(state.q, sample.q);));
    let runs = constructors
        .iter()
        .zip(&numbers)
        .map(|(constructor, number)| {
            let stepper = stepper_of(constructor);
            let name = &constructor.sig.ident;
            let diagnostics = functions(&stepper)
                .into_iter()
                .filter(|f| takes(f, "state"));
            let diagnostics = diagnostics.map(|f| call(&quote!(stepper), &f, &sizes));
            quote! {
                #number => motion(self, self.#name(run.h), run, start, &signal, |stepper, state, sample| {
                    let _ = stepper;
                    #same_configuration
                    vec![
                        ("q", <[f64; #entries]>::from(state.q).to_vec()),
                        ("v", <[f64; #n]>::from(sample.v).to_vec()),
                        ("lambda", #lambda),
                        #(#diagnostics),*
                    ]
                }),
            }
        });
    let of_parameters = if fields.is_empty() {
        quote!(|_| Box::new(#system_type {}))
    } else {
        quote!(|parameters| Box::new(#system_type { #(#fields: parameters[#places]),* }))
    };
    Some(quote! {
        pub(crate) const GENERATED: Generated = Generated {
            model: #model,
            source: include_str!(#file),
            integrators: &[#(#integrator_names),*],
            with_parameters: #of_parameters,
            entries: |q| <[f64; #entries]>::from(#coordinates::from(array(q))).to_vec(),
        };

        impl System for #system_type {
            fn methods(&self, at: &Point) -> Results {
                let t = at.t;
                let q = #coordinates::from(array(&at.q));
                let v = #velocities::from(array(&at.v));
                #bind_controls
                let _ = t;
                vec![#(#methods),*]
            }

            fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
                match integrator {
                    #(#numbers => self.#integrators(h).map(drop),)*
                    other => panic!("no integrator {other}"),
                }
            }

            fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
                let q = #coordinates::from(array(&run.start.q));
                let start = (q, #velocities::from(array(&run.start.v)));
                #signal
                match integrator {
                    #(#runs)*
                    other => panic!("no integrator {other}"),
                }
            }
        }
    })
}

/// The items, those apart that stand in a block of their own.
fn with_blocks(items: Vec<Item>) -> Vec<Item> {
    let inside = |item| match item {
        Item::Const(block) => match *block.expr {
            syn::Expr::Block(inner) => inner.block.stmts.into_iter().filter_map(item_of).collect(),
            _ => Vec::new(),
        },
        item => vec![item],
    };
    items.into_iter().flat_map(inside).collect()
}

fn item_of(statement: syn::Stmt) -> Option<Item> {
    match statement {
        syn::Stmt::Item(item) => Some(item),
        _ => None,
    }
}

/// Methods that repeat what traits and fields give.
const REPEATED: [&str; 4] = ["parameters", "start", "step", "sample"];

struct Sizes {
    coordinates: usize,
    velocities: usize,
    constraints: usize,
}

impl Sizes {
    /// The number of fields of a plain data type, by the end of its name.
    fn of(&self, type_name: &str) -> Option<proc_macro2::Literal> {
        let size = match type_name {
            name if name.ends_with("Multipliers") => self.constraints,
            name if name.ends_with("Coordinates") => self.coordinates,
            name if name.ends_with("Velocities") => self.velocities,
            _ => return None,
        };
        (size > 0).then(|| proc_macro2::Literal::usize_unsuffixed(size))
    }
}

/// `("name", owner.name(&q, &v) as numbers)`
fn call(owner: &TokenStream, function: &ImplItemFn, sizes: &Sizes) -> TokenStream {
    let name = &function.sig.ident;
    let text = name.to_string();
    let arguments = arguments(function).map(|argument| match argument.to_string().as_str() {
        "t" => quote!(t),
        _ => quote!(&#argument),
    });
    let value = quote!(#owner.#name(#(#arguments),*));
    let syn::ReturnType::Type(_, output) = &function.sig.output else {
        panic!("{text} returns something");
    };
    let numbers = match &**output {
        Type::Array(_) => quote!(#value.to_vec()),
        output => match last_segment(output).ident.to_string().as_str() {
            "SVector" => quote!(#value.as_slice().to_vec()),
            // Matrices are stored column by column, programs give them row by row.
            "SMatrix" => quote!(#value.transpose().as_slice().to_vec()),
            data => match sizes.of(data) {
                Some(size) => quote!(<[f64; #size]>::from(#value).to_vec()),
                None => quote!(vec![#value]),
            },
        },
    };
    quote!((#text, #numbers))
}

fn public_function(item: &ImplItem) -> Option<&ImplItemFn> {
    match item {
        ImplItem::Fn(function)
            if matches!(function.vis, Visibility::Public(_))
                && !is_hidden(function)
                && !REPEATED.iter().any(|name| function.sig.ident == name) =>
        {
            Some(function)
        }
        _ => None,
    }
}

/// Whether a function is not for users, who have another way to it.
fn is_hidden(function: &ImplItemFn) -> bool {
    let mut attributes = function.attrs.iter();
    attributes.any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|argument| argument == "hidden")
    })
}

fn takes(function: &ImplItemFn, name: &str) -> bool {
    arguments(function).any(|argument| argument == name)
}

/// The names of the arguments without the receiver.
fn arguments(function: &ImplItemFn) -> impl Iterator<Item = syn::Ident> {
    function
        .sig
        .inputs
        .iter()
        .filter_map(|argument| match argument {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(name) => Some(name.ident.clone()),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        })
}

fn owner_of(block: &ItemImpl) -> String {
    last_segment(&block.self_ty).ident.to_string()
}

/// The stepper that a constructor returns in a `Result`.
fn stepper_of(constructor: &ImplItemFn) -> syn::Ident {
    let syn::ReturnType::Type(_, output) = &constructor.sig.output else {
        panic!("a constructor returns a stepper");
    };
    let syn::PathArguments::AngleBracketed(arguments) = &last_segment(output).arguments else {
        panic!("a constructor returns a result");
    };
    let Some(syn::GenericArgument::Type(stepper)) = arguments.args.first() else {
        panic!("a result has a type");
    };
    last_segment(stepper).ident.clone()
}

fn last_segment(ty: &Type) -> &syn::PathSegment {
    let Type::Path(path) = ty else {
        panic!("generated types are named");
    };
    path.path.segments.last().expect("paths have segments")
}
