use nhi_symbolic::{expr::RoleSet, mechanics, model, program::*, schemes};
#[test]
fn dump() {
    for name in ["snakeboard", "chaplygin_sleigh"] {
        let text = std::fs::read_to_string(format!("../tests/models/{name}.nhi")).unwrap();
        let t = std::time::Instant::now();
        let ast = model::parse_file(text.parse().unwrap()).unwrap().remove(0);
        let model = model::resolve(&ast).unwrap();
        println!("resolve {:?}", t.elapsed());
        let mut m = mechanics::derive(model).unwrap();
        println!("mechanics {:?} nodes {}", t.elapsed(), m.model.graph.len());
        let schemes = schemes::discretise(&mut m).unwrap();
        println!(
            "schemes {:?} {:?} notes {:?}",
            t.elapsed(),
            m.projection.form(),
            m.notes
        );
        let p = Program::of_scheme(&mut m.model.graph, &schemes[0]);
        println!("program {:?}", t.elapsed());
        println!("{}", p.dump(&m.model.graph));
        let g = &m.model.graph;
        let c = g.cost(m.complement.entries(), RoleSet::PREPARED);
        println!(
            "Q: {c:?} all {:?}",
            g.cost(m.complement.entries(), RoleSet::EMPTY)
        );
        for e in m.complement.entries() {
            println!("{}", g.display(*e));
        }
        for e in m.multipliers.iter().chain(&m.acceleration) {
            println!("  {}", g.display(*e));
        }
    }
}
