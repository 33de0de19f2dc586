// Calls of generated code by position; written by the test.

mod constant_mass {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/constant_mass.nhi");
    impl System for ConstantMass {
        const MODEL: &'static str = "generated_vs_interpreter/constant_mass";
        const INTEGRATORS: &'static [&'static str] = &[
            "gni",
            "shake",
            "rattle",
            "dla",
            "dap",
            "mla",
            "rk",
            "gauss",
            "energy_preserving",
            "lobatto",
            "feedback",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i: parameters[0],
                m: parameters[1],
                g: parameters[2],
                a: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(ConstantMassCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ConstantMassCoordinates::from(array(&at.q));
            let v = ConstantMassVelocities::from(array(&at.v));
            let u = ConstantMassControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec()), ("integral_turn", vec![self.integral_turn(& q, & v)])
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.shake(h).map(drop),
                2 => self.rattle(h).map(drop),
                3 => self.dla(h).map(drop),
                4 => self.dap(h).map(drop),
                5 => self.mla(h).map(drop),
                6 => self.rk(h).map(drop),
                7 => self.gauss(h).map(drop),
                8 => self.energy_preserving(h).map(drop),
                9 => self.lobatto(h).map(drop),
                10 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ConstantMassCoordinates::from(array(&run.start.q));
            let v = ConstantMassVelocities::from(array(&run.start.v));
            let signal = |t: f64| ConstantMassControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("reflected_energy", vec![stepper
                                    .reflected_energy(& state)]), ("constraint_reflection",
                                    stepper.constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.shake(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.rattle(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.dap(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                5 => {
                    let stepper = self.mla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                6 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                7 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                8 => {
                    let stepper = self
                        .energy_preserving(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec()), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                9 => {
                    let stepper = self.lobatto(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                10 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("lyapunov", vec![stepper.lyapunov(& state)]),
                                    ("gain_stiffness", vec![stepper.gain_stiffness(& state)])
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ConstantMass>();
    }
}
mod constant_mass_options {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/constant_mass_options.nhi");
    impl System for ConstantMassOptions {
        const MODEL: &'static str = "generated_vs_interpreter/constant_mass_options";
        const INTEGRATORS: &'static [&'static str] = &[
            "gni",
            "dla",
            "dap",
            "rk",
            "gauss",
            "feedback",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i: parameters[0],
                m: parameters[1],
                g: parameters[2],
                a: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(ConstantMassOptionsCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ConstantMassOptionsCoordinates::from(array(&at.q));
            let v = ConstantMassOptionsVelocities::from(array(&at.v));
            let u = ConstantMassOptionsControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec()), ("integral_turn", vec![self.integral_turn(& q, & v)])
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.dap(h).map(drop),
                3 => self.rk(h).map(drop),
                4 => self.gauss(h).map(drop),
                5 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ConstantMassOptionsCoordinates::from(array(&run.start.q));
            let v = ConstantMassOptionsVelocities::from(array(&run.start.v));
            let signal = |t: f64| ConstantMassOptionsControls::from(
                array(&run.controls(t)),
            );
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("reflected_energy", vec![stepper
                                    .reflected_energy(& state)]), ("constraint_reflection",
                                    stepper.constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.dap(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                5 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("lyapunov", vec![stepper.lyapunov(& state)]),
                                    ("gain_stiffness", vec![stepper.gain_stiffness(& state)])
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ConstantMassOptions>();
    }
}
mod elementary_functions {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/elementary_functions.nhi");
    impl System for ElementaryFunctions {
        const MODEL: &'static str = "generated_vs_interpreter/elementary_functions";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(_: &[f64]) -> Self {
            Self {}
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 2]>::from(ElementaryFunctionsCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ElementaryFunctionsCoordinates::from(array(&at.q));
            let v = ElementaryFunctionsVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("integral_of_tan",
                vec![self.integral_of_tan(& q, & v)]), ("integral_of_sin", vec![self
                .integral_of_sin(& q, & v)]), ("integral_of_cos", vec![self
                .integral_of_cos(& q, & v)]), ("integral_of_asin", vec![self
                .integral_of_asin(& q, & v)]), ("integral_of_acos", vec![self
                .integral_of_acos(& q, & v)]), ("integral_of_atan", vec![self
                .integral_of_atan(& q, & v)]), ("integral_of_atan2", vec![self
                .integral_of_atan2(& q, & v)]), ("integral_of_sinh", vec![self
                .integral_of_sinh(& q, & v)]), ("integral_of_cosh", vec![self
                .integral_of_cosh(& q, & v)]), ("integral_of_tanh", vec![self
                .integral_of_tanh(& q, & v)]), ("integral_of_exp", vec![self
                .integral_of_exp(& q, & v)]), ("integral_of_ln", vec![self
                .integral_of_ln(& q, & v)]), ("integral_of_sqrt", vec![self
                .integral_of_sqrt(& q, & v)]), ("integral_of_hypot", vec![self
                .integral_of_hypot(& q, & v)]), ("integral_of_powf", vec![self
                .integral_of_powf(& q, & v)])
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ElementaryFunctionsCoordinates::from(array(&run.start.q));
            let v = ElementaryFunctionsVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 2] > ::from(state.q).to_vec()), ("v", < [f64;
                                    2] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))), ("reflected_energy", vec![stepper
                                    .reflected_energy(& state)])
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ElementaryFunctions>();
    }
}
mod factors {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/factors.nhi");
    impl System for Factors {
        const MODEL: &'static str = "generated_vs_interpreter/factors";
        const INTEGRATORS: &'static [&'static str] = &[
            "gauss",
            "rk",
            "gni",
            "mla",
            "rattle",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                j: parameters[1],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 28]>::from(FactorsCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = FactorsCoordinates::from(array(&at.q));
            let v = FactorsVelocities::from(array(&at.v));
            let u = FactorsControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 13] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 3] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gauss(h).map(drop),
                1 => self.rk(h).map(drop),
                2 => self.gni(h).map(drop),
                3 => self.mla(h).map(drop),
                4 => self.rattle(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = FactorsCoordinates::from(array(&run.start.q));
            let v = FactorsVelocities::from(array(&run.start.v));
            let signal = |t: f64| FactorsControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 28] > ::from(state.q).to_vec()), ("v", < [f64;
                                    13] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 28] > ::from(state.q).to_vec()), ("v", < [f64;
                                    13] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 28] > ::from(state.q).to_vec()), ("v", < [f64;
                                    13] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.mla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 28] > ::from(state.q).to_vec()), ("v", < [f64;
                                    13] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.rattle(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 28] > ::from(state.q).to_vec()), ("v", < [f64;
                                    13] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Factors>();
    }
}
mod general_lagrangian {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/general_lagrangian.nhi");
    impl System for GeneralLagrangian {
        const MODEL: &'static str = "generated_vs_interpreter/general_lagrangian";
        const INTEGRATORS: &'static [&'static str] = &[
            "gni",
            "dla",
            "dap",
            "mla",
            "lobatto",
            "rk",
            "gauss",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i: parameters[0],
                m: parameters[1],
                c: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(GeneralLagrangianCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = GeneralLagrangianCoordinates::from(array(&at.q));
            let v = GeneralLagrangianVelocities::from(array(&at.v));
            let u = GeneralLagrangianControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q, & v).transpose()
                .as_slice().to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()),
                ("forces", self.forces(& q, & v, & u, t).as_slice().to_vec()),
                ("acceleration", self.acceleration(& q, & v, & u, t).as_slice()
                .to_vec()), ("constraint_matrix", self.constraint_matrix(& q, t)
                .transpose().as_slice().to_vec()), ("constraint_offset", self
                .constraint_offset(& q, t).as_slice().to_vec()), ("constraint_rate", self
                .constraint_rate(& q, & v, t).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v, t).as_slice()
                .to_vec()), ("projector", self.projector(& q, & v, t).transpose()
                .as_slice().to_vec()), ("complement_projector", self
                .complement_projector(& q, & v, t).transpose().as_slice().to_vec()),
                ("project_velocity", < [f64; 3] > ::from(self.project_velocity(& q, & v,
                t)).to_vec()), ("multipliers", < [f64; 1] > ::from(self.multipliers(& q,
                & v, & u, t)).to_vec()), ("constraint_force", self.constraint_force(& q,
                & v, & u, t).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.dap(h).map(drop),
                3 => self.mla(h).map(drop),
                4 => self.lobatto(h).map(drop),
                5 => self.rk(h).map(drop),
                6 => self.gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = GeneralLagrangianCoordinates::from(array(&run.start.q));
            let v = GeneralLagrangianVelocities::from(array(&run.start.v));
            let signal = |t: f64| GeneralLagrangianControls::from(
                array(&run.controls(t)),
            );
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.dap(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.mla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.lobatto(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                5 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                6 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<GeneralLagrangian>();
    }
}
mod generic_factor {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/generic_factor.nhi");
    impl System for GenericFactor<f64> {
        const MODEL: &'static str = "generated_vs_interpreter/generic_factor";
        const INTEGRATORS: &'static [&'static str] = &["gauss"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self { j: parameters[0] }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 21]>::from(GenericFactorCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = GenericFactorCoordinates::from(array(&at.q));
            let v = GenericFactorVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("body_velocity", self
                .body_velocity(& q, & v).as_slice().to_vec()), ("symmetry_directions",
                self.symmetry_directions(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = GenericFactorCoordinates::from(array(&run.start.q));
            let v = GenericFactorVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 21] > ::from(state.q).to_vec()), ("v", < [f64;
                                    9] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<GenericFactor<f64>>();
    }
}
mod many_constraints {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/many_constraints.nhi");
    impl System for ManyConstraints {
        const MODEL: &'static str = "generated_vs_interpreter/many_constraints";
        const INTEGRATORS: &'static [&'static str] = &["feedback"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                j: parameters[1],
                mt: parameters[2],
                jt: parameters[3],
                l: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 11]>::from(ManyConstraintsCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ManyConstraintsCoordinates::from(array(&at.q));
            let v = ManyConstraintsVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 11] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 9] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ManyConstraintsCoordinates::from(array(&run.start.q));
            let v = ManyConstraintsVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    11] > ::from(sample.v).to_vec()), ("lambda", < [f64; 9] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ManyConstraints>();
    }
}
mod shared_field {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/shared_field.nhi");
    impl System for SharedField {
        const MODEL: &'static str = "generated_vs_interpreter/shared_field";
        const INTEGRATORS: &'static [&'static str] = &["feedback"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                j: parameters[1],
                mu: parameters[2],
                l: parameters[3],
                k: parameters[4],
                d: parameters[5],
                a: parameters[6],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 6]>::from(SharedFieldCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SharedFieldCoordinates::from(array(&at.q));
            let v = SharedFieldVelocities::from(array(&at.v));
            let u = SharedFieldControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 6] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = SharedFieldCoordinates::from(array(&run.start.q));
            let v = SharedFieldVelocities::from(array(&run.start.v));
            let signal = |t: f64| SharedFieldControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<SharedField>();
    }
}
mod shared_functions {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/shared_functions.nhi");
    impl System for SharedFunctions {
        const MODEL: &'static str = "generated_vs_interpreter/shared_functions";
        const INTEGRATORS: &'static [&'static str] = &["rk", "gauss", "lobatto"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                j: parameters[1],
                mu: parameters[2],
                l: parameters[3],
                k: parameters[4],
                d: parameters[5],
                a: parameters[6],
                w: parameters[7],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 7]>::from(SharedFunctionsCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SharedFunctionsCoordinates::from(array(&at.q));
            let v = SharedFunctionsVelocities::from(array(&at.v));
            let u = SharedFunctionsControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u, t).as_slice().to_vec()),
                ("constraint_matrix", self.constraint_matrix(& q, t).transpose()
                .as_slice().to_vec()), ("constraint_offset", self.constraint_offset(& q,
                t).as_slice().to_vec()), ("constraint_rate", self.constraint_rate(& q, &
                v, t).as_slice().to_vec()), ("constraint_residual", self
                .constraint_residual(& q, & v, t).as_slice().to_vec()), ("projector",
                self.projector(& q, t).transpose().as_slice().to_vec()),
                ("complement_projector", self.complement_projector(& q, t).transpose()
                .as_slice().to_vec()), ("project_velocity", < [f64; 7] > ::from(self
                .project_velocity(& q, & v, t)).to_vec()), ("multipliers", < [f64; 1] >
                ::from(self.multipliers(& q, & v, & u, t)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u, t).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.rk(h).map(drop),
                1 => self.gauss(h).map(drop),
                2 => self.lobatto(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = SharedFunctionsCoordinates::from(array(&run.start.q));
            let v = SharedFunctionsVelocities::from(array(&run.start.v));
            let signal = |t: f64| SharedFunctionsControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    7] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    7] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.lobatto(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    7] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<SharedFunctions>();
    }
}
mod unconstrained {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/unconstrained.nhi");
    impl System for Unconstrained {
        const MODEL: &'static str = "generated_vs_interpreter/unconstrained";
        const INTEGRATORS: &'static [&'static str] = &[
            "gni",
            "dla",
            "gauss",
            "energy_preserving",
            "lobatto",
            "feedback",
        ];
        fn with_parameters(_: &[f64]) -> Self {
            Self {}
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 2]>::from(UnconstrainedCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = UnconstrainedCoordinates::from(array(&at.q));
            let v = UnconstrainedVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.gauss(h).map(drop),
                3 => self.energy_preserving(h).map(drop),
                4 => self.lobatto(h).map(drop),
                5 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = UnconstrainedCoordinates::from(array(&run.start.q));
            let v = UnconstrainedVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 2] > ::from(state.q).to_vec()), ("v", < [f64;
                                    2] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))), ("reflected_energy", vec![stepper
                                    .reflected_energy(& state)])
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 2] > ::from(state.q).to_vec()), ("v", < [f64;
                                    2] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 2] > ::from(state.q).to_vec()), ("v", < [f64;
                                    2] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self
                        .energy_preserving(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 2] > ::from(state.q).to_vec()), ("v", < [f64;
                                    2] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.lobatto(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 2] > ::from(state.q).to_vec()), ("v", < [f64;
                                    2] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                5 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 2] > ::from(state.q).to_vec()), ("v", < [f64;
                                    2] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))), ("lyapunov", vec![stepper.lyapunov(&
                                    state)]), ("gain_stiffness", vec![stepper.gain_stiffness(&
                                    state)])
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Unconstrained>();
    }
}
mod vakonomic {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/vakonomic.nhi");
    impl System for Lifted {
        const MODEL: &'static str = "generated_vs_interpreter/vakonomic";
        const INTEGRATORS: &'static [&'static str] = &[
            "vakonomic_gauss",
            "vakonomic_rattle",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                k: parameters[1],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(LiftedCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = LiftedCoordinates::from(array(&at.q));
            let v = LiftedVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, t).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q, t).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q, t).as_slice()
                .to_vec()), ("constraint_rate", self.constraint_rate(& q, & v, t)
                .as_slice().to_vec()), ("constraint_residual", self.constraint_residual(&
                q, & v, t).as_slice().to_vec()), ("projector", self.projector(& q, t)
                .transpose().as_slice().to_vec()), ("complement_projector", self
                .complement_projector(& q, t).transpose().as_slice().to_vec()),
                ("project_velocity", < [f64; 3] > ::from(self.project_velocity(& q, & v,
                t)).to_vec()), ("multipliers", < [f64; 1] > ::from(self.multipliers(& q,
                & v, t)).to_vec()), ("constraint_force", self.constraint_force(& q, & v,
                t).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.vakonomic_gauss(h).map(drop),
                1 => self.vakonomic_rattle(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = LiftedCoordinates::from(array(&run.start.q));
            let v = LiftedVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self
                        .vakonomic_gauss(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self
                        .vakonomic_rattle(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Lifted>();
    }
}
mod variable_mass {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/variable_mass.nhi");
    impl System for VariableMass {
        const MODEL: &'static str = "generated_vs_interpreter/variable_mass";
        const INTEGRATORS: &'static [&'static str] = &[
            "gni",
            "dla",
            "dap",
            "mla",
            "energy_preserving",
            "lobatto",
            "rk",
            "gauss",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i: parameters[0],
                m: parameters[1],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(VariableMassCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = VariableMassCoordinates::from(array(&at.q));
            let v = VariableMassVelocities::from(array(&at.v));
            let u = VariableMassControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u, t).as_slice().to_vec()),
                ("constraint_matrix", self.constraint_matrix(& q, t).transpose()
                .as_slice().to_vec()), ("constraint_offset", self.constraint_offset(& q,
                t).as_slice().to_vec()), ("constraint_rate", self.constraint_rate(& q, &
                v, t).as_slice().to_vec()), ("constraint_residual", self
                .constraint_residual(& q, & v, t).as_slice().to_vec()), ("projector",
                self.projector(& q, t).transpose().as_slice().to_vec()),
                ("complement_projector", self.complement_projector(& q, t).transpose()
                .as_slice().to_vec()), ("project_velocity", < [f64; 3] > ::from(self
                .project_velocity(& q, & v, t)).to_vec()), ("multipliers", < [f64; 1] >
                ::from(self.multipliers(& q, & v, & u, t)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u, t).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.dap(h).map(drop),
                3 => self.mla(h).map(drop),
                4 => self.energy_preserving(h).map(drop),
                5 => self.lobatto(h).map(drop),
                6 => self.rk(h).map(drop),
                7 => self.gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = VariableMassCoordinates::from(array(&run.start.q));
            let v = VariableMassVelocities::from(array(&run.start.v));
            let signal = |t: f64| VariableMassControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.dap(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.mla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self
                        .energy_preserving(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec()), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                5 => {
                    let stepper = self.lobatto(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                6 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                7 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<VariableMass>();
    }
}
mod variable_mass_options {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../generated_vs_interpreter/variable_mass_options.nhi");
    impl System for VariableMassOptions {
        const MODEL: &'static str = "generated_vs_interpreter/variable_mass_options";
        const INTEGRATORS: &'static [&'static str] = &["gni", "dla", "dap", "gauss"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i: parameters[0],
                m: parameters[1],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(VariableMassOptionsCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = VariableMassOptionsCoordinates::from(array(&at.q));
            let v = VariableMassOptionsVelocities::from(array(&at.v));
            let u = VariableMassOptionsControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u, t).as_slice().to_vec()),
                ("constraint_matrix", self.constraint_matrix(& q, t).transpose()
                .as_slice().to_vec()), ("constraint_offset", self.constraint_offset(& q,
                t).as_slice().to_vec()), ("constraint_rate", self.constraint_rate(& q, &
                v, t).as_slice().to_vec()), ("constraint_residual", self
                .constraint_residual(& q, & v, t).as_slice().to_vec()), ("projector",
                self.projector(& q, t).transpose().as_slice().to_vec()),
                ("complement_projector", self.complement_projector(& q, t).transpose()
                .as_slice().to_vec()), ("project_velocity", < [f64; 3] > ::from(self
                .project_velocity(& q, & v, t)).to_vec()), ("multipliers", < [f64; 1] >
                ::from(self.multipliers(& q, & v, & u, t)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u, t).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.dap(h).map(drop),
                3 => self.gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = VariableMassOptionsCoordinates::from(array(&run.start.q));
            let v = VariableMassOptionsVelocities::from(array(&run.start.v));
            let signal = |t: f64| VariableMassOptionsControls::from(
                array(&run.controls(t)),
            );
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.dap(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<VariableMassOptions>();
    }
}
mod moving_blade {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../golden/moving_blade.nhi");
    impl System for MovingBlade {
        const MODEL: &'static str = "golden/moving_blade";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i: parameters[0],
                m: parameters[1],
                k: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(MovingBladeCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = MovingBladeCoordinates::from(array(&at.q));
            let v = MovingBladeVelocities::from(array(&at.v));
            let u = MovingBladeControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u, t).as_slice().to_vec()),
                ("constraint_matrix", self.constraint_matrix(& q, t).transpose()
                .as_slice().to_vec()), ("constraint_offset", self.constraint_offset(& q,
                t).as_slice().to_vec()), ("constraint_rate", self.constraint_rate(& q, &
                v, t).as_slice().to_vec()), ("constraint_residual", self
                .constraint_residual(& q, & v, t).as_slice().to_vec()), ("projector",
                self.projector(& q, t).transpose().as_slice().to_vec()),
                ("complement_projector", self.complement_projector(& q, t).transpose()
                .as_slice().to_vec()), ("project_velocity", < [f64; 3] > ::from(self
                .project_velocity(& q, & v, t)).to_vec()), ("multipliers", < [f64; 1] >
                ::from(self.multipliers(& q, & v, & u, t)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u, t).as_slice()
                .to_vec()), ("integral_height", vec![self.integral_height(& q, & v)])
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = MovingBladeCoordinates::from(array(&run.start.q));
            let v = MovingBladeVelocities::from(array(&run.start.v));
            let signal = |t: f64| MovingBladeControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<MovingBlade>();
    }
}
mod particle {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../golden/particle.nhi");
    impl System for Particle<f64> {
        const MODEL: &'static str = "golden/particle";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self { m: parameters[0] }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(ParticleCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ParticleCoordinates::from(array(&at.q));
            let v = ParticleVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ParticleCoordinates::from(array(&run.start.q));
            let v = ParticleVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Particle<f64>>();
    }
}
mod chaplygin_sleigh {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/chaplygin_sleigh.nhi");
    impl System for ChaplyginSleigh {
        const MODEL: &'static str = "models/chaplygin_sleigh";
        const INTEGRATORS: &'static [&'static str] = &["gni", "rdp"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                inertia: parameters[0],
                m: parameters[1],
                a: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(ChaplyginSleighCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ChaplyginSleighCoordinates::from(array(&at.q));
            let v = ChaplyginSleighVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("locked_inertia", self
                .locked_inertia(& q).transpose().as_slice().to_vec()),
                ("locked_velocity", self.locked_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_momentum", self.nonholonomic_momentum(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.rdp(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ChaplyginSleighCoordinates::from(array(&run.start.q));
            let v = ChaplyginSleighVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("spatial_momentum", stepper.spatial_momentum(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ChaplyginSleigh>();
    }
}
mod charged_particle {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/charged_particle.nhi");
    impl System for ChargedParticle {
        const MODEL: &'static str = "models/charged_particle";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                field: parameters[1],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(ChargedParticleCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ChargedParticleCoordinates::from(array(&at.q));
            let v = ChargedParticleVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ChargedParticleCoordinates::from(array(&run.start.q));
            let v = ChargedParticleVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ChargedParticle>();
    }
}
mod contact_point_sleigh {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/contact_point_sleigh.nhi");
    impl System for ContactPointSleigh {
        const MODEL: &'static str = "models/contact_point_sleigh";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                inertia: parameters[0],
                m: parameters[1],
                a: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(ContactPointSleighCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ContactPointSleighCoordinates::from(array(&at.q));
            let v = ContactPointSleighVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("locked_inertia", self
                .locked_inertia(& q).transpose().as_slice().to_vec()),
                ("locked_velocity", self.locked_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_momentum", self.nonholonomic_momentum(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ContactPointSleighCoordinates::from(array(&run.start.q));
            let v = ContactPointSleighVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ContactPointSleigh>();
    }
}
mod dragged_sleigh {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/dragged_sleigh.nhi");
    impl System for DraggedSleigh {
        const MODEL: &'static str = "models/dragged_sleigh";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                inertia: parameters[0],
                m: parameters[1],
                a: parameters[2],
                turn_drag: parameters[3],
                drag: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(DraggedSleighCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = DraggedSleighCoordinates::from(array(&at.q));
            let v = DraggedSleighVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = DraggedSleighCoordinates::from(array(&run.start.q));
            let v = DraggedSleighVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<DraggedSleigh>();
    }
}
mod driven_disk {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/driven_disk.nhi");
    impl System for DrivenDisk {
        const MODEL: &'static str = "models/driven_disk";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                radius: parameters[1],
                i_roll: parameters[2],
                i_turn: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(DrivenDiskCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = DrivenDiskCoordinates::from(array(&at.q));
            let v = DrivenDiskVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, t).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v, t)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, t).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = DrivenDiskCoordinates::from(array(&run.start.q));
            let v = DrivenDiskVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<DrivenDisk>();
    }
}
mod driven_snakeboard {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/driven_snakeboard.nhi");
    impl System for DrivenSnakeboard {
        const MODEL: &'static str = "models/driven_snakeboard";
        const INTEGRATORS: &'static [&'static str] = &["gni", "rdp"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                l: parameters[1],
                i_rotor: parameters[2],
                j_wheel: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 5]>::from(DrivenSnakeboardCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = DrivenSnakeboardCoordinates::from(array(&at.q));
            let v = DrivenSnakeboardVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, t).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 5] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v, t)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, t).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v, t).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.rdp(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = DrivenSnakeboardCoordinates::from(array(&run.start.q));
            let v = DrivenSnakeboardVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 5] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 5] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("spatial_momentum", stepper.spatial_momentum(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<DrivenSnakeboard>();
    }
}
mod free_rigid_body {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/free_rigid_body.nhi");
    impl System for FreeRigidBody {
        const MODEL: &'static str = "models/free_rigid_body";
        const INTEGRATORS: &'static [&'static str] = &[
            "moser_veselov",
            "rdp",
            "gauss",
            "rk",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                j1: parameters[0],
                j2: parameters[1],
                j3: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 9]>::from(FreeRigidBodyCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = FreeRigidBodyCoordinates::from(array(&at.q));
            let v = FreeRigidBodyVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("momentum_map", self
                .momentum_map(& q, & v).as_slice().to_vec()), ("body_velocity", self
                .body_velocity(& q, & v).as_slice().to_vec()), ("symmetry_directions",
                self.symmetry_directions(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.moser_veselov(h).map(drop),
                1 => self.rdp(h).map(drop),
                2 => self.gauss(h).map(drop),
                3 => self.rk(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = FreeRigidBodyCoordinates::from(array(&run.start.q));
            let v = FreeRigidBodyVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.moser_veselov(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))), ("spatial_momentum", stepper
                                    .spatial_momentum(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<FreeRigidBody>();
    }
}
mod heavy_top {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/heavy_top.nhi");
    impl System for HeavyTop {
        const MODEL: &'static str = "models/heavy_top";
        const INTEGRATORS: &'static [&'static str] = &["rdp", "gauss", "rk"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                j1: parameters[0],
                j3: parameters[1],
                m: parameters[2],
                g: parameters[3],
                l: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 9]>::from(HeavyTopCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = HeavyTopCoordinates::from(array(&at.q));
            let v = HeavyTopVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("integral_spin", vec![self
                .integral_spin(& q, & v)]), ("integral_vertical", vec![self
                .integral_vertical(& q, & v)]), ("body_velocity", self.body_velocity(& q,
                & v).as_slice().to_vec()), ("symmetry_directions", self
                .symmetry_directions(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.rdp(h).map(drop),
                1 => self.gauss(h).map(drop),
                2 => self.rk(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = HeavyTopCoordinates::from(array(&run.start.q));
            let v = HeavyTopVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))), ("spatial_momentum", stepper
                                    .spatial_momentum(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<HeavyTop>();
    }
}
mod heisenberg {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/heisenberg.nhi");
    impl System for Heisenberg {
        const MODEL: &'static str = "models/heisenberg";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(_: &[f64]) -> Self {
            Self {}
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(HeisenbergCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = HeisenbergCoordinates::from(array(&at.q));
            let v = HeisenbergVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("integral_spin", vec![self.integral_spin(& q, & v)])
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = HeisenbergCoordinates::from(array(&run.start.q));
            let v = HeisenbergVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Heisenberg>();
    }
}
mod held_ball {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/held_ball.nhi");
    impl System for HeldBall {
        const MODEL: &'static str = "models/held_ball";
        const INTEGRATORS: &'static [&'static str] = &[
            "mla",
            "dla",
            "gni",
            "rattle",
            "gauss",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                j1: parameters[1],
                j2: parameters[2],
                j3: parameters[3],
                r: parameters[4],
                turn: parameters[5],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 12]>::from(HeldBallCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = HeldBallCoordinates::from(array(&at.q));
            let v = HeldBallVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("holonomic_residual", self
                .holonomic_residual(& q).as_slice().to_vec()), ("position_correction",
                self.position_correction(& q).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 6] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 3] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.mla(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.gni(h).map(drop),
                3 => self.rattle(h).map(drop),
                4 => self.gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = HeldBallCoordinates::from(array(&run.start.q));
            let v = HeldBallVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.mla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.rattle(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_drift", stepper.constraint_drift(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<HeldBall>();
    }
}
mod inclined_sleigh {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/inclined_sleigh.nhi");
    impl System for InclinedSleigh {
        const MODEL: &'static str = "models/inclined_sleigh";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                inertia: parameters[0],
                m: parameters[1],
                a: parameters[2],
                g: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(InclinedSleighCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = InclinedSleighCoordinates::from(array(&at.q));
            let v = InclinedSleighVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = InclinedSleighCoordinates::from(array(&run.start.q));
            let v = InclinedSleighVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<InclinedSleigh>();
    }
}
mod knife_edge {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/knife_edge.nhi");
    impl System for KnifeEdge {
        const MODEL: &'static str = "models/knife_edge";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                inertia: parameters[1],
                g: parameters[2],
                alpha: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(KnifeEdgeCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = KnifeEdgeCoordinates::from(array(&at.q));
            let v = KnifeEdgeVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("integral_spin", vec![self.integral_spin(& q, & v)]),
                ("momentum_map", self.momentum_map(& q, & v).as_slice().to_vec()),
                ("body_velocity", self.body_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_connection", self.nonholonomic_connection(& q).transpose()
                .as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = KnifeEdgeCoordinates::from(array(&run.start.q));
            let v = KnifeEdgeVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<KnifeEdge>();
    }
}
mod magnetic_ball {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/magnetic_ball.nhi");
    impl System for MagneticBall<f64> {
        const MODEL: &'static str = "models/magnetic_ball";
        const INTEGRATORS: &'static [&'static str] = &[
            "mla",
            "dla",
            "dap",
            "gni",
            "rattle",
            "lobatto",
            "energy_preserving",
            "gauss",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                j1: parameters[1],
                j2: parameters[2],
                j3: parameters[3],
                k: parameters[4],
                r: parameters[5],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 11]>::from(MagneticBallCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = MagneticBallCoordinates::from(array(&at.q));
            let v = MagneticBallVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 5] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.mla(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.dap(h).map(drop),
                3 => self.gni(h).map(drop),
                4 => self.rattle(h).map(drop),
                5 => self.lobatto(h).map(drop),
                6 => self.energy_preserving(h).map(drop),
                7 => self.gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = MagneticBallCoordinates::from(array(&run.start.q));
            let v = MagneticBallVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.mla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.dap(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.rattle(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                5 => {
                    let stepper = self.lobatto(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                6 => {
                    let stepper = self
                        .energy_preserving(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_drift", stepper.constraint_drift(& state)
                                    .to_vec()), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                7 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 11] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_drift", stepper.constraint_drift(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<MagneticBall<f64>>();
    }
}
mod martinet {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/martinet.nhi");
    impl System for Martinet {
        const MODEL: &'static str = "models/martinet";
        const INTEGRATORS: &'static [&'static str] = &["vakonomic_gauss"];
        fn with_parameters(_: &[f64]) -> Self {
            Self {}
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(MartinetCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = MartinetCoordinates::from(array(&at.q));
            let v = MartinetVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.vakonomic_gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = MartinetCoordinates::from(array(&run.start.q));
            let v = MartinetVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self
                        .vakonomic_gauss(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Martinet>();
    }
}
mod motor_disk {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/motor_disk.nhi");
    impl System for MotorDisk {
        const MODEL: &'static str = "models/motor_disk";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                radius: parameters[1],
                i_roll: parameters[2],
                i_turn: parameters[3],
                spring: parameters[4],
                rate: parameters[5],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(MotorDiskCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = MotorDiskCoordinates::from(array(&at.q));
            let v = MotorDiskVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, t).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q, t).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q, t).as_slice()
                .to_vec()), ("constraint_rate", self.constraint_rate(& q, & v, t)
                .as_slice().to_vec()), ("constraint_residual", self.constraint_residual(&
                q, & v, t).as_slice().to_vec()), ("projector", self.projector(& q, t)
                .transpose().as_slice().to_vec()), ("complement_projector", self
                .complement_projector(& q, t).transpose().as_slice().to_vec()),
                ("project_velocity", < [f64; 4] > ::from(self.project_velocity(& q, & v,
                t)).to_vec()), ("multipliers", < [f64; 3] > ::from(self.multipliers(& q,
                & v, t)).to_vec()), ("constraint_force", self.constraint_force(& q, & v,
                t).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = MotorDiskCoordinates::from(array(&run.start.q));
            let v = MotorDiskVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 3] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<MotorDisk>();
    }
}
mod nonholonomic_oscillator {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/nonholonomic_oscillator.nhi");
    impl System for NonholonomicOscillator {
        const MODEL: &'static str = "models/nonholonomic_oscillator";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(_: &[f64]) -> Self {
            Self {}
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(NonholonomicOscillatorCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = NonholonomicOscillatorCoordinates::from(array(&at.q));
            let v = NonholonomicOscillatorVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("integral_transversal", vec![self.integral_transversal(& q,
                & v)])
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = NonholonomicOscillatorCoordinates::from(array(&run.start.q));
            let v = NonholonomicOscillatorVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<NonholonomicOscillator>();
    }
}
mod nonholonomic_particle {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/nonholonomic_particle.nhi");
    impl System for NonholonomicParticle {
        const MODEL: &'static str = "models/nonholonomic_particle";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(_: &[f64]) -> Self {
            Self {}
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(NonholonomicParticleCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = NonholonomicParticleCoordinates::from(array(&at.q));
            let v = NonholonomicParticleVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("integral_momentum", vec![self.integral_momentum(& q, &
                v)]), ("momentum_map", self.momentum_map(& q, & v).as_slice().to_vec()),
                ("body_velocity", self.body_velocity(& q, & v).as_slice().to_vec()),
                ("symmetry_directions", self.symmetry_directions(& q).transpose()
                .as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = NonholonomicParticleCoordinates::from(array(&run.start.q));
            let v = NonholonomicParticleVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<NonholonomicParticle>();
    }
}
mod perturbed_knife_edge {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/perturbed_knife_edge.nhi");
    impl System for PerturbedKnifeEdge {
        const MODEL: &'static str = "models/perturbed_knife_edge";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                inertia: parameters[1],
                g: parameters[2],
                alpha: parameters[3],
                epsilon: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(PerturbedKnifeEdgeCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = PerturbedKnifeEdgeCoordinates::from(array(&at.q));
            let v = PerturbedKnifeEdgeVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("integral_spin", vec![self.integral_spin(& q, & v)]),
                ("momentum_map", self.momentum_map(& q, & v).as_slice().to_vec()),
                ("body_velocity", self.body_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_connection", self.nonholonomic_connection(& q).transpose()
                .as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = PerturbedKnifeEdgeCoordinates::from(array(&run.start.q));
            let v = PerturbedKnifeEdgeVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<PerturbedKnifeEdge>();
    }
}
mod reduced_roller_racer {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/reduced_roller_racer.nhi");
    impl System for ReducedRollerRacer {
        const MODEL: &'static str = "models/reduced_roller_racer";
        const INTEGRATORS: &'static [&'static str] = &["feedback"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                i_body: parameters[1],
                i_bar: parameters[2],
                d_body: parameters[3],
                d_bar: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 7]>::from(ReducedRollerRacerCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ReducedRollerRacerCoordinates::from(array(&at.q));
            let v = ReducedRollerRacerVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ReducedRollerRacerCoordinates::from(array(&run.start.q));
            let v = ReducedRollerRacerVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ReducedRollerRacer>();
    }
}
mod reduced_rolling_disk {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/reduced_rolling_disk.nhi");
    impl System for ReducedRollingDisk {
        const MODEL: &'static str = "models/reduced_rolling_disk";
        const INTEGRATORS: &'static [&'static str] = &["feedback"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                radius: parameters[1],
                i_roll: parameters[2],
                i_turn: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 7]>::from(ReducedRollingDiskCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ReducedRollingDiskCoordinates::from(array(&at.q));
            let v = ReducedRollingDiskVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("locked_inertia", self
                .locked_inertia(& q).transpose().as_slice().to_vec()),
                ("locked_velocity", self.locked_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_momentum", self.nonholonomic_momentum(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ReducedRollingDiskCoordinates::from(array(&run.start.q));
            let v = ReducedRollingDiskVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ReducedRollingDisk>();
    }
}
mod reduced_sleigh {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/reduced_sleigh.nhi");
    impl System for ReducedSleigh {
        const MODEL: &'static str = "models/reduced_sleigh";
        const INTEGRATORS: &'static [&'static str] = &["feedback"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                inertia: parameters[0],
                m: parameters[1],
                a: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 6]>::from(ReducedSleighCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ReducedSleighCoordinates::from(array(&at.q));
            let v = ReducedSleighVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("locked_inertia", self
                .locked_inertia(& q).transpose().as_slice().to_vec()),
                ("locked_velocity", self.locked_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_momentum", self.nonholonomic_momentum(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.feedback(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = ReducedSleighCoordinates::from(array(&run.start.q));
            let v = ReducedSleighVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<ReducedSleigh>();
    }
}
mod roller_racer {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/roller_racer.nhi");
    impl System for RollerRacer {
        const MODEL: &'static str = "models/roller_racer";
        const INTEGRATORS: &'static [&'static str] = &["gni", "rdp"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                i_body: parameters[1],
                i_bar: parameters[2],
                d_body: parameters[3],
                d_bar: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(RollerRacerCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = RollerRacerCoordinates::from(array(&at.q));
            let v = RollerRacerVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.rdp(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = RollerRacerCoordinates::from(array(&run.start.q));
            let v = RollerRacerVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("spatial_momentum", stepper.spatial_momentum(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<RollerRacer>();
    }
}
mod rolling_disk {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/rolling_disk.nhi");
    impl System for RollingDisk {
        const MODEL: &'static str = "models/rolling_disk";
        const INTEGRATORS: &'static [&'static str] = &["gni", "rdp"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                radius: parameters[1],
                i_roll: parameters[2],
                i_turn: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(RollingDiskCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = RollingDiskCoordinates::from(array(&at.q));
            let v = RollingDiskVelocities::from(array(&at.v));
            let u = RollingDiskControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("locked_inertia", self
                .locked_inertia(& q).transpose().as_slice().to_vec()),
                ("locked_velocity", self.locked_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_momentum", self.nonholonomic_momentum(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v, & u).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.rdp(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = RollingDiskCoordinates::from(array(&run.start.q));
            let v = RollingDiskVelocities::from(array(&run.start.v));
            let signal = |t: f64| RollingDiskControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("reflected_energy", vec![stepper
                                    .reflected_energy(& state)]), ("constraint_reflection",
                                    stepper.constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("spatial_momentum", stepper.spatial_momentum(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<RollingDisk>();
    }
}
mod skating_bob {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/skating_bob.nhi");
    impl System for SkatingBob<f64> {
        const MODEL: &'static str = "models/skating_bob";
        const INTEGRATORS: &'static [&'static str] = &[
            "mla",
            "dla",
            "dap",
            "gni",
            "rattle",
            "rk",
            "gauss",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                i: parameters[1],
                bob: parameters[2],
                g: parameters[3],
                l: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 6]>::from(SkatingBobCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SkatingBobCoordinates::from(array(&at.q));
            let v = SkatingBobVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("holonomic_residual", self
                .holonomic_residual(& q).as_slice().to_vec()), ("position_correction",
                self.position_correction(& q).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 6] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.mla(h).map(drop),
                1 => self.dla(h).map(drop),
                2 => self.dap(h).map(drop),
                3 => self.gni(h).map(drop),
                4 => self.rattle(h).map(drop),
                5 => self.rk(h).map(drop),
                6 => self.gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = SkatingBobCoordinates::from(array(&run.start.q));
            let v = SkatingBobVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.mla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.dap(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                4 => {
                    let stepper = self.rattle(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                5 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_drift", stepper.constraint_drift(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                6 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 6] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_drift", stepper.constraint_drift(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<SkatingBob<f64>>();
    }
}
mod skating_pendulum {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/skating_pendulum.nhi");
    impl System for SkatingPendulum {
        const MODEL: &'static str = "models/skating_pendulum";
        const INTEGRATORS: &'static [&'static str] = &["gni", "rdp"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m_cart: parameters[0],
                inertia: parameters[1],
                m_bob: parameters[2],
                l: parameters[3],
                g: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(SkatingPendulumCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SkatingPendulumCoordinates::from(array(&at.q));
            let v = SkatingPendulumVelocities::from(array(&at.v));
            let u = SkatingPendulumControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v, & u).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.rdp(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = SkatingPendulumCoordinates::from(array(&run.start.q));
            let v = SkatingPendulumVelocities::from(array(&run.start.v));
            let signal = |t: f64| SkatingPendulumControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("spatial_momentum", stepper.spatial_momentum(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<SkatingPendulum>();
    }
}
mod snakeboard {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/snakeboard.nhi");
    impl System for Snakeboard {
        const MODEL: &'static str = "models/snakeboard";
        const INTEGRATORS: &'static [&'static str] = &["gni", "rdp"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                l: parameters[1],
                i_rotor: parameters[2],
                j_wheel: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 5]>::from(SnakeboardCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SnakeboardCoordinates::from(array(&at.q));
            let v = SnakeboardVelocities::from(array(&at.v));
            let u = SnakeboardControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 5] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v, & u).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.rdp(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = SnakeboardCoordinates::from(array(&run.start.q));
            let v = SnakeboardVelocities::from(array(&run.start.v));
            let signal = |t: f64| SnakeboardControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 5] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("reflected_energy", vec![stepper
                                    .reflected_energy(& state)]), ("constraint_reflection",
                                    stepper.constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 5] > ::from(state.q).to_vec()), ("v", < [f64;
                                    5] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("spatial_momentum", stepper.spatial_momentum(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Snakeboard>();
    }
}
mod steered_car {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/steered_car.nhi");
    impl System for SteeredCar {
        const MODEL: &'static str = "models/steered_car";
        const INTEGRATORS: &'static [&'static str] = &["rdp", "gauss", "rk"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                inertia: parameters[1],
                j: parameters[2],
                l: parameters[3],
                c: parameters[4],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 7]>::from(SteeredCarCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SteeredCarCoordinates::from(array(&at.q));
            let v = SteeredCarVelocities::from(array(&at.v));
            let u = SteeredCarControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v, & u).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.rdp(h).map(drop),
                1 => self.gauss(h).map(drop),
                2 => self.rk(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = SteeredCarCoordinates::from(array(&run.start.q));
            let v = SteeredCarVelocities::from(array(&run.start.v));
            let signal = |t: f64| SteeredCarControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("spatial_momentum", stepper.spatial_momentum(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 7] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<SteeredCar>();
    }
}
mod suslov {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/suslov.nhi");
    impl System for Suslov {
        const MODEL: &'static str = "models/suslov";
        const INTEGRATORS: &'static [&'static str] = &["rdp", "feedback", "gauss", "rk"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i11: parameters[0],
                i22: parameters[1],
                i33: parameters[2],
                i23: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 9]>::from(SuslovCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SuslovCoordinates::from(array(&at.q));
            let v = SuslovVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 3] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("locked_inertia", self
                .locked_inertia(& q).transpose().as_slice().to_vec()),
                ("locked_velocity", self.locked_velocity(& q, & v).as_slice().to_vec()),
                ("nonholonomic_momentum", self.nonholonomic_momentum(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.rdp(h).map(drop),
                1 => self.feedback(h).map(drop),
                2 => self.gauss(h).map(drop),
                3 => self.rk(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = SuslovCoordinates::from(array(&run.start.q));
            let v = SuslovVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("spatial_momentum", stepper.spatial_momentum(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_drift", stepper.constraint_drift(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 9] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_drift", stepper.constraint_drift(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<Suslov>();
    }
}
mod towed_hull {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/towed_hull.nhi");
    impl System for TowedHull<f64> {
        const MODEL: &'static str = "models/towed_hull";
        const INTEGRATORS: &'static [&'static str] = &["dla", "energy_preserving"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                k: parameters[1],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 19]>::from(TowedHullCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = TowedHullCoordinates::from(array(&at.q));
            let v = TowedHullVelocities::from(array(&at.v));
            let u = TowedHullControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u, t).as_slice().to_vec()),
                ("constraint_matrix", self.constraint_matrix(& q, t).transpose()
                .as_slice().to_vec()), ("constraint_offset", self.constraint_offset(& q,
                t).as_slice().to_vec()), ("constraint_rate", self.constraint_rate(& q, &
                v, t).as_slice().to_vec()), ("constraint_residual", self
                .constraint_residual(& q, & v, t).as_slice().to_vec()), ("projector",
                self.projector(& q, t).transpose().as_slice().to_vec()),
                ("complement_projector", self.complement_projector(& q, t).transpose()
                .as_slice().to_vec()), ("project_velocity", < [f64; 10] > ::from(self
                .project_velocity(& q, & v, t)).to_vec()), ("multipliers", < [f64; 2] >
                ::from(self.multipliers(& q, & v, & u, t)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u, t).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.dla(h).map(drop),
                1 => self.energy_preserving(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = TowedHullCoordinates::from(array(&run.start.q));
            let v = TowedHullVelocities::from(array(&run.start.v));
            let signal = |t: f64| TowedHullControls::from(array(&run.controls(t)));
            match integrator {
                0 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 19] > ::from(state.q).to_vec()), ("v", < [f64;
                                    10] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self
                        .energy_preserving(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 19] > ::from(state.q).to_vec()), ("v", < [f64;
                                    10] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("constraint_drift", stepper.constraint_drift(&
                                    state).to_vec()), ("discrete_multipliers", stepper
                                    .discrete_multipliers(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<TowedHull<f64>>();
    }
}
mod tractor_trailers_8 {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/tractor_trailers_8.nhi");
    impl System for TractorTrailers8 {
        const MODEL: &'static str = "models/tractor_trailers_8";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                j: parameters[1],
                l: parameters[2],
                j_trailer: parameters[3],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 12]>::from(TractorTrailers8Coordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = TractorTrailers8Coordinates::from(array(&at.q));
            let v = TractorTrailers8Velocities::from(array(&at.v));
            let u = TractorTrailers8Controls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 12] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 10] > ::from(self.multipliers(& q, & v, & u)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v, & u).as_slice()
                .to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = TractorTrailers8Coordinates::from(array(&run.start.q));
            let v = TractorTrailers8Velocities::from(array(&run.start.v));
            let signal = |t: f64| TractorTrailers8Controls::from(
                array(&run.controls(t)),
            );
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    12] > ::from(sample.v).to_vec()), ("lambda", < [f64; 10] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal(sample
                                    .t))))), ("reflected_energy", vec![stepper
                                    .reflected_energy(& state)]), ("constraint_reflection",
                                    stepper.constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<TractorTrailers8>();
    }
}
mod turntable_knife_edge {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/turntable_knife_edge.nhi");
    impl System for TurntableKnifeEdge {
        const MODEL: &'static str = "models/turntable_knife_edge";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                inertia: parameters[1],
                spin: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 3]>::from(TurntableKnifeEdgeCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = TurntableKnifeEdgeCoordinates::from(array(&at.q));
            let v = TurntableKnifeEdgeVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, t).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, t).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q, t).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q, t).as_slice()
                .to_vec()), ("constraint_rate", self.constraint_rate(& q, & v, t)
                .as_slice().to_vec()), ("constraint_residual", self.constraint_residual(&
                q, & v, t).as_slice().to_vec()), ("projector", self.projector(& q, t)
                .transpose().as_slice().to_vec()), ("complement_projector", self
                .complement_projector(& q, t).transpose().as_slice().to_vec()),
                ("project_velocity", < [f64; 3] > ::from(self.project_velocity(& q, & v,
                t)).to_vec()), ("multipliers", < [f64; 1] > ::from(self.multipliers(& q,
                & v, t)).to_vec()), ("constraint_force", self.constraint_force(& q, & v,
                t).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = TurntableKnifeEdgeCoordinates::from(array(&run.start.q));
            let v = TurntableKnifeEdgeVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(state.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<TurntableKnifeEdge>();
    }
}
mod two_link_knife_edge {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/two_link_knife_edge.nhi");
    impl System for TwoLinkKnifeEdge {
        const MODEL: &'static str = "models/two_link_knife_edge";
        const INTEGRATORS: &'static [&'static str] = &["gni", "rdp"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m_first: parameters[0],
                i_first: parameters[1],
                m_second: parameters[2],
                i_second: parameters[3],
                l_first: parameters[4],
                l_second: parameters[5],
                spring: parameters[6],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(TwoLinkKnifeEdgeCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = TwoLinkKnifeEdgeCoordinates::from(array(&at.q));
            let v = TwoLinkKnifeEdgeVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 1] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice()
                .to_vec()), ("momentum_map", self.momentum_map(& q, & v).as_slice()
                .to_vec()), ("body_velocity", self.body_velocity(& q, & v).as_slice()
                .to_vec()), ("symmetry_directions", self.symmetry_directions(& q)
                .transpose().as_slice().to_vec()), ("nonholonomic_connection", self
                .nonholonomic_connection(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
                1 => self.rdp(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = TwoLinkKnifeEdgeCoordinates::from(array(&run.start.q));
            let v = TwoLinkKnifeEdgeVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("constraint_reflection", stepper.constraint_reflection(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("spatial_momentum", stepper.spatial_momentum(& state)
                                    .to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<TwoLinkKnifeEdge>();
    }
}
mod two_wheeled_vehicle {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/two_wheeled_vehicle.nhi");
    impl System for TwoWheeledVehicle {
        const MODEL: &'static str = "models/two_wheeled_vehicle";
        const INTEGRATORS: &'static [&'static str] = &["vakonomic_gauss", "gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                alpha: parameters[0],
                beta: parameters[1],
                length: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(TwoWheeledVehicleCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = TwoWheeledVehicleCoordinates::from(array(&at.q));
            let v = TwoWheeledVehicleVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.vakonomic_gauss(h).map(drop),
                1 => self.gni(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = TwoWheeledVehicleCoordinates::from(array(&run.start.q));
            let v = TwoWheeledVehicleVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self
                        .vakonomic_gauss(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.gni(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("reflected_energy", vec![stepper.reflected_energy(&
                                    state)]), ("constraint_reflection", stepper
                                    .constraint_reflection(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<TwoWheeledVehicle>();
    }
}
mod underwater_vehicle {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/underwater_vehicle.nhi");
    impl System for UnderwaterVehicle {
        const MODEL: &'static str = "models/underwater_vehicle";
        const INTEGRATORS: &'static [&'static str] = &["rdp", "feedback", "gauss", "rk"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                j1: parameters[0],
                j2: parameters[1],
                m1: parameters[2],
                m2: parameters[3],
                keel: parameters[4],
                drag: parameters[5],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 12]>::from(UnderwaterVehicleCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = UnderwaterVehicleCoordinates::from(array(&at.q));
            let v = UnderwaterVehicleVelocities::from(array(&at.v));
            let u = UnderwaterVehicleControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v, & u).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v, & u).as_slice().to_vec()), ("body_velocity", self
                .body_velocity(& q, & v).as_slice().to_vec()), ("symmetry_directions",
                self.symmetry_directions(& q).transpose().as_slice().to_vec()),
                ("locked_inertia", self.locked_inertia(& q).transpose().as_slice()
                .to_vec()), ("locked_velocity", self.locked_velocity(& q, & v).as_slice()
                .to_vec()), ("nonholonomic_momentum", self.nonholonomic_momentum(& q, &
                v).as_slice().to_vec()), ("nonholonomic_momentum_rate", self
                .nonholonomic_momentum_rate(& q, & v, & u).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.rdp(h).map(drop),
                1 => self.feedback(h).map(drop),
                2 => self.gauss(h).map(drop),
                3 => self.rk(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = UnderwaterVehicleCoordinates::from(array(&run.start.q));
            let v = UnderwaterVehicleVelocities::from(array(&run.start.v));
            let signal = |t: f64| UnderwaterVehicleControls::from(
                array(&run.controls(t)),
            );
            match integrator {
                0 => {
                    let stepper = self.rdp(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal(sample.t))))), ("spatial_momentum", stepper
                                    .spatial_momentum(& state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                1 => {
                    let stepper = self.feedback(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal(sample.t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                2 => {
                    let stepper = self.gauss(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal(sample.t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                3 => {
                    let stepper = self.rk(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 12] > ::from(state.q).to_vec()), ("v", < [f64;
                                    6] > ::from(sample.v).to_vec()), ("lambda", Vec::new()),
                                    ("signs", signs(& self.signs(& stepper, & state, & sample,
                                    Some(& signal(sample.t))))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<UnderwaterVehicle>();
    }
}
mod vehicle_in_bowl {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/vehicle_in_bowl.nhi");
    impl System for VehicleInBowl {
        const MODEL: &'static str = "models/vehicle_in_bowl";
        const INTEGRATORS: &'static [&'static str] = &["vakonomic_gauss"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                alpha: parameters[0],
                beta: parameters[1],
                length: parameters[2],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 4]>::from(VehicleInBowlCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = VehicleInBowlCoordinates::from(array(&at.q));
            let v = VehicleInBowlVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("constraint_matrix", self
                .constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 4] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 2] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.vakonomic_gauss(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = VehicleInBowlCoordinates::from(array(&run.start.q));
            let v = VehicleInBowlVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self
                        .vakonomic_gauss(run.h)
                        .expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 4] > ::from(state.q).to_vec()), ("v", < [f64;
                                    4] > ::from(sample.v).to_vec()), ("lambda", < [f64; 2] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<VehicleInBowl>();
    }
}
mod whipple_bicycle {
    use nhi::{SetupError, StepError, Watched, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array, signs};
    include!("../models/whipple_bicycle.nhi");
    impl System for WhippleBicycle {
        const MODEL: &'static str = "models/whipple_bicycle";
        const INTEGRATORS: &'static [&'static str] = &["dla"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                g: parameters[0],
                head: parameters[1],
                offset: parameters[2],
                r_rear: parameters[3],
                m_rear: parameters[4],
                i_rear: parameters[5],
                j_rear: parameters[6],
                b_x: parameters[7],
                b_z: parameters[8],
                m_b: parameters[9],
                b_xx: parameters[10],
                b_yy: parameters[11],
                b_zz: parameters[12],
                b_xz: parameters[13],
                h_x: parameters[14],
                h_z: parameters[15],
                m_h: parameters[16],
                h_xx: parameters[17],
                h_yy: parameters[18],
                h_zz: parameters[19],
                h_xz: parameters[20],
                f_x: parameters[21],
                f_z: parameters[22],
                r_front: parameters[23],
                m_front: parameters[24],
                i_front: parameters[25],
                j_front: parameters[26],
            }
        }
        fn entries(q: &[f64]) -> Vec<f64> {
            <[f64; 8]>::from(WhippleBicycleCoordinates::from(array(q))).to_vec()
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = WhippleBicycleCoordinates::from(array(&at.q));
            let v = WhippleBicycleVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(& q, & v)]), ("energy", vec![self
                .energy(& q, & v)]), ("momentum", self.momentum(& q, & v).as_slice()
                .to_vec()), ("mass_matrix", self.mass_matrix(& q).transpose().as_slice()
                .to_vec()), ("bias", self.bias(& q, & v).as_slice().to_vec()), ("forces",
                self.forces(& q, & v).as_slice().to_vec()), ("acceleration", self
                .acceleration(& q, & v).as_slice().to_vec()), ("holonomic_residual", self
                .holonomic_residual(& q).as_slice().to_vec()), ("position_correction",
                self.position_correction(& q).as_slice().to_vec()), ("constraint_matrix",
                self.constraint_matrix(& q).transpose().as_slice().to_vec()),
                ("constraint_offset", self.constraint_offset(& q).as_slice().to_vec()),
                ("constraint_rate", self.constraint_rate(& q, & v).as_slice().to_vec()),
                ("constraint_residual", self.constraint_residual(& q, & v).as_slice()
                .to_vec()), ("projector", self.projector(& q).transpose().as_slice()
                .to_vec()), ("complement_projector", self.complement_projector(& q)
                .transpose().as_slice().to_vec()), ("project_velocity", < [f64; 8] >
                ::from(self.project_velocity(& q, & v)).to_vec()), ("multipliers", <
                [f64; 5] > ::from(self.multipliers(& q, & v)).to_vec()),
                ("constraint_force", self.constraint_force(& q, & v).as_slice().to_vec())
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.dla(h).map(drop),
                other => panic!("no integrator {other}"),
            }
        }
        fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>> {
            let q = WhippleBicycleCoordinates::from(array(&run.start.q));
            let v = WhippleBicycleVelocities::from(array(&run.start.v));
            let signal = ();
            match integrator {
                0 => {
                    let stepper = self.dla(run.h).expect("the stepper exists");
                    let mut motion = Vec::new();
                    let mut state = stepper.start(run.start.t, q, v, &signal)?;
                    for step in 0..=STEPS {
                        if step > 0 {
                            state = stepper.step(&state, &signal)?;
                        }
                        let sample = stepper.sample(&state)?;
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 8] > ::from(state.q).to_vec()), ("v", < [f64;
                                    8] > ::from(sample.v).to_vec()), ("lambda", < [f64; 5] >
                                    ::from(sample.lambda).to_vec()), ("signs", signs(& self
                                    .signs(& stepper, & state, & sample, Some(& signal)))),
                                    ("discrete_multipliers", stepper.discrete_multipliers(&
                                    state).to_vec())
                                ],
                            );
                    }
                    Ok(motion)
                }
                other => panic!("no integrator {other}"),
            }
        }
    }
    #[test]
    fn generated_code_gives_bit_by_bit_what_its_program_gives() {
        super::super::compare::<WhippleBicycle>();
    }
}
