//! Calls of generated code by position; written by the test.

mod moving_blade {
    use nhi::{SetupError, StepError, Stepper, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array};
    include!("../golden/moving_blade.nhi");
    impl System for MovingBlade {
        const MODEL: &'static str = "golden/moving_blade";
        const INTEGRATORS: &'static [&'static str] = &[
            "gni",
            "rk",
            "gauss",
            "dla",
            "dap",
            "mla",
        ];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                i: parameters[0],
                m: parameters[1],
                k: parameters[2],
            }
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
                1 => self.rk(h).map(drop),
                2 => self.gauss(h).map(drop),
                3 => self.dla(h).map(drop),
                4 => self.dap(h).map(drop),
                5 => self.mla(h).map(drop),
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
                                    ("q", < [f64; 3] > ::from(sample.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("constraint_reflection",
                                    stepper.constraint_reflection(& state).to_vec())
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
                        assert_eq!(state.q, sample.q);
                        motion
                            .push(
                                vec![
                                    ("q", < [f64; 3] > ::from(sample.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("constraint_drift",
                                    stepper.constraint_drift(& state).to_vec())
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
                                    ("q", < [f64; 3] > ::from(sample.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("constraint_drift",
                                    stepper.constraint_drift(& state).to_vec())
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
                                    ("q", < [f64; 3] > ::from(sample.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("discrete_multipliers",
                                    stepper.discrete_multipliers(& state).to_vec())
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
                                    ("q", < [f64; 3] > ::from(sample.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("discrete_multipliers",
                                    stepper.discrete_multipliers(& state).to_vec())
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
                                    ("q", < [f64; 3] > ::from(sample.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("discrete_multipliers",
                                    stepper.discrete_multipliers(& state).to_vec())
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
    use nhi::{SetupError, StepError, Stepper, nonholonomic};
    use super::super::{Motion, Point, Results, Run, STEPS, System, array};
    include!("../golden/particle.nhi");
    impl System for Particle<f64> {
        const MODEL: &'static str = "golden/particle";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self { m: parameters[0] }
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
                                    ("q", < [f64; 3] > ::from(sample.q).to_vec()), ("v", < [f64;
                                    3] > ::from(sample.v).to_vec()), ("lambda", < [f64; 1] >
                                    ::from(sample.lambda).to_vec()), ("reflected_energy",
                                    vec![stepper.reflected_energy(& state)]),
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
        super::super::compare::<Particle<f64>>();
    }
}
mod chaplygin_sleigh {
    use super::super::{Motion, Point, Results, Run, STEPS, System, array};
    use nhi::{SetupError, StepError, Stepper, nonholonomic};
    include!("../models/chaplygin_sleigh.nhi");
    impl System for ChaplyginSleigh {
        const MODEL: &'static str = "models/chaplygin_sleigh";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                inertia: parameters[0],
                m: parameters[1],
                a: parameters[2],
            }
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = ChaplyginSleighCoordinates::from(array(&at.q));
            let v = ChaplyginSleighVelocities::from(array(&at.v));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(&q, &v)]),
                ("energy", vec![self.energy(&q, &v)]),
                ("momentum", self.momentum(&q, &v).as_slice().to_vec()),
                (
                    "mass_matrix",
                    self.mass_matrix(&q).transpose().as_slice().to_vec(),
                ),
                ("bias", self.bias(&q, &v).as_slice().to_vec()),
                ("forces", self.forces(&q, &v).as_slice().to_vec()),
                (
                    "acceleration",
                    self.acceleration(&q, &v).as_slice().to_vec(),
                ),
                (
                    "constraint_matrix",
                    self.constraint_matrix(&q).transpose().as_slice().to_vec(),
                ),
                (
                    "constraint_offset",
                    self.constraint_offset(&q).as_slice().to_vec(),
                ),
                (
                    "constraint_rate",
                    self.constraint_rate(&q, &v).as_slice().to_vec(),
                ),
                (
                    "constraint_residual",
                    self.constraint_residual(&q, &v).as_slice().to_vec(),
                ),
                (
                    "projector",
                    self.projector(&q).transpose().as_slice().to_vec(),
                ),
                (
                    "complement_projector",
                    self.complement_projector(&q)
                        .transpose()
                        .as_slice()
                        .to_vec(),
                ),
                (
                    "project_velocity",
                    <[f64; 3]>::from(self.project_velocity(&q, &v)).to_vec(),
                ),
                (
                    "multipliers",
                    <[f64; 1]>::from(self.multipliers(&q, &v)).to_vec(),
                ),
                (
                    "constraint_force",
                    self.constraint_force(&q, &v).as_slice().to_vec(),
                ),
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
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
                        motion.push(vec![
                            ("q", <[f64; 3]>::from(sample.q).to_vec()),
                            ("v", <[f64; 3]>::from(sample.v).to_vec()),
                            ("lambda", <[f64; 1]>::from(sample.lambda).to_vec()),
                            ("reflected_energy", vec![stepper.reflected_energy(&state)]),
                            (
                                "constraint_reflection",
                                stepper.constraint_reflection(&state).to_vec(),
                            ),
                        ]);
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
mod snakeboard {
    use super::super::{Motion, Point, Results, Run, STEPS, System, array};
    use nhi::{SetupError, StepError, Stepper, nonholonomic};
    include!("../models/snakeboard.nhi");
    impl System for Snakeboard {
        const MODEL: &'static str = "models/snakeboard";
        const INTEGRATORS: &'static [&'static str] = &["gni"];
        fn with_parameters(parameters: &[f64]) -> Self {
            Self {
                m: parameters[0],
                l: parameters[1],
                i_rotor: parameters[2],
                j_wheel: parameters[3],
            }
        }
        fn methods(&self, at: &Point) -> Results {
            let t = at.t;
            let q = SnakeboardCoordinates::from(array(&at.q));
            let v = SnakeboardVelocities::from(array(&at.v));
            let u = SnakeboardControls::from(array(&at.u));
            let _ = t;
            vec![
                ("lagrangian", vec![self.lagrangian(&q, &v)]),
                ("energy", vec![self.energy(&q, &v)]),
                ("momentum", self.momentum(&q, &v).as_slice().to_vec()),
                (
                    "mass_matrix",
                    self.mass_matrix(&q).transpose().as_slice().to_vec(),
                ),
                ("bias", self.bias(&q, &v).as_slice().to_vec()),
                ("forces", self.forces(&q, &v, &u).as_slice().to_vec()),
                (
                    "acceleration",
                    self.acceleration(&q, &v, &u).as_slice().to_vec(),
                ),
                (
                    "constraint_matrix",
                    self.constraint_matrix(&q).transpose().as_slice().to_vec(),
                ),
                (
                    "constraint_offset",
                    self.constraint_offset(&q).as_slice().to_vec(),
                ),
                (
                    "constraint_rate",
                    self.constraint_rate(&q, &v).as_slice().to_vec(),
                ),
                (
                    "constraint_residual",
                    self.constraint_residual(&q, &v).as_slice().to_vec(),
                ),
                (
                    "projector",
                    self.projector(&q).transpose().as_slice().to_vec(),
                ),
                (
                    "complement_projector",
                    self.complement_projector(&q)
                        .transpose()
                        .as_slice()
                        .to_vec(),
                ),
                (
                    "project_velocity",
                    <[f64; 5]>::from(self.project_velocity(&q, &v)).to_vec(),
                ),
                (
                    "multipliers",
                    <[f64; 2]>::from(self.multipliers(&q, &v, &u)).to_vec(),
                ),
                (
                    "constraint_force",
                    self.constraint_force(&q, &v, &u).as_slice().to_vec(),
                ),
            ]
        }
        fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError> {
            match integrator {
                0 => self.gni(h).map(drop),
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
                        motion.push(vec![
                            ("q", <[f64; 5]>::from(sample.q).to_vec()),
                            ("v", <[f64; 5]>::from(sample.v).to_vec()),
                            ("lambda", <[f64; 2]>::from(sample.lambda).to_vec()),
                            ("reflected_energy", vec![stepper.reflected_energy(&state)]),
                            (
                                "constraint_reflection",
                                stepper.constraint_reflection(&state).to_vec(),
                            ),
                        ]);
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
