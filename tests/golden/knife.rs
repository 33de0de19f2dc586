// Generated from golden/knife.nhi.

/// Knife edge on an inclined plane, in single precision.
#[derive(Clone, Copy, Debug)]
pub struct Knife {
    /// Moment of inertia about the contact point [kg m^2]
    pub i: f32,
    /// Mass [kg]
    pub m: f32,
    /// Acceleration of gravity [m/s^2]
    pub g: f32,
    /// Angle of the plane with the horizontal
    pub incline: f32,
}
/// Configuration of [`Knife`], in the model's units; angles in radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KnifeCoordinates {
    /// The coordinate `theta`.
    pub theta: f32,
    /// The coordinate `x`.
    pub x: f32,
    /// The coordinate `y`.
    pub y: f32,
}
impl ::core::convert::From<[f32; 3]> for KnifeCoordinates {
    #[inline]
    fn from(data: [f32; 3]) -> Self {
        Self {
            theta: data[0],
            x: data[1],
            y: data[2],
        }
    }
}
impl ::core::convert::From<KnifeCoordinates> for [f32; 3] {
    #[inline]
    fn from(data: KnifeCoordinates) -> Self {
        [data.theta, data.x, data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f32, 3>> for KnifeCoordinates {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f32, 3>) -> Self {
        <[f32; 3]>::from(data).into()
    }
}
impl ::core::convert::From<KnifeCoordinates> for ::nhi::__abi_1::SVector<f32, 3> {
    #[inline]
    fn from(data: KnifeCoordinates) -> Self {
        <[f32; 3]>::from(data).into()
    }
}
/// Velocity of [`Knife`]: the time derivatives of the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KnifeVelocities {
    /// The time derivative of `theta`.
    pub theta_dot: f32,
    /// The time derivative of `x`.
    pub x_dot: f32,
    /// The time derivative of `y`.
    pub y_dot: f32,
}
impl ::core::convert::From<[f32; 3]> for KnifeVelocities {
    #[inline]
    fn from(data: [f32; 3]) -> Self {
        Self {
            theta_dot: data[0],
            x_dot: data[1],
            y_dot: data[2],
        }
    }
}
impl ::core::convert::From<KnifeVelocities> for [f32; 3] {
    #[inline]
    fn from(data: KnifeVelocities) -> Self {
        [data.theta_dot, data.x_dot, data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f32, 3>> for KnifeVelocities {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f32, 3>) -> Self {
        <[f32; 3]>::from(data).into()
    }
}
impl ::core::convert::From<KnifeVelocities> for ::nhi::__abi_1::SVector<f32, 3> {
    #[inline]
    fn from(data: KnifeVelocities) -> Self {
        <[f32; 3]>::from(data).into()
    }
}
/// Constraint multipliers of [`Knife`]: `A^T lambda` is the force of the constraints on the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KnifeMultipliers {
    /// The multiplier of the constraint `edge`.
    pub edge: f32,
}
impl ::core::convert::From<[f32; 1]> for KnifeMultipliers {
    #[inline]
    fn from(data: [f32; 1]) -> Self {
        Self { edge: data[0] }
    }
}
impl ::core::convert::From<KnifeMultipliers> for [f32; 1] {
    #[inline]
    fn from(data: KnifeMultipliers) -> Self {
        [data.edge]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f32, 1>> for KnifeMultipliers {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f32, 1>) -> Self {
        <[f32; 1]>::from(data).into()
    }
}
impl ::core::convert::From<KnifeMultipliers> for ::nhi::__abi_1::SVector<f32, 1> {
    #[inline]
    fn from(data: KnifeMultipliers) -> Self {
        <[f32; 1]>::from(data).into()
    }
}
/// Mechanics: 3 coordinates, constant mass matrix, 1 velocity constraint, projected by a system of size 1.
impl Knife {
    /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
    ///
    /// Operations: 3 add, 10 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn lagrangian(&self, q: &KnifeCoordinates, v: &KnifeVelocities) -> f32 {
        let t19 = self.i * 0.5;
        let t11 = v.theta_dot * v.theta_dot;
        let t20 = t19 * t11;
        let t14 = ::nhi::__abi_1::sin(self.incline);
        let t15 = self.g * t14;
        let t16 = self.m * t15;
        let t17 = q.x * t16;
        let t23 = t20 + t17;
        let t8 = v.x_dot * v.x_dot;
        let t9 = v.y_dot * v.y_dot;
        let t10 = t8 + t9;
        let t21 = self.m * 0.5;
        let t22 = t10 * t21;
        let t24 = t23 + t22;
        t24
    }
    /// The energy `v . L_v - L`.
    ///
    /// Operations: 3 add, 9 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn energy(&self, q: &KnifeCoordinates, v: &KnifeVelocities) -> f32 {
        let t11 = v.theta_dot * v.theta_dot;
        let t12 = self.i * t11;
        let t8 = v.x_dot * v.x_dot;
        let t9 = v.y_dot * v.y_dot;
        let t10 = t8 + t9;
        let t14 = ::nhi::__abi_1::sin(self.incline);
        let t15 = self.g * t14;
        let t27 = 2.0 * t15;
        let t28 = q.x * t27;
        let t29 = t10 - t28;
        let t30 = self.m * t29;
        let t31 = t12 + t30;
        let t32 = 0.5 * t31;
        t32
    }
    /// The momentum `p = L_v`, a covector.
    ///
    /// Operations: 3 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn momentum(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> ::nhi::__abi_1::SVector<f32, 3> {
        let t33 = v.theta_dot * self.i;
        let t34 = v.x_dot * self.m;
        let t35 = v.y_dot * self.m;
        ::nhi::__abi_1::SVector::from([t33, t34, t35])
    }
    /// The mass matrix `M = L_vv`.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn mass_matrix(
        &self,
        q: &KnifeCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f32, 3, 3> {
        ::nhi::__abi_1::SMatrix::from([
            [self.i, 0.0, 0.0],
            [0.0, self.m, 0.0],
            [0.0, 0.0, self.m],
        ])
    }
    /// The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`.
    ///
    /// Operations: 2 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn bias(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> ::nhi::__abi_1::SVector<f32, 3> {
        let t14 = ::nhi::__abi_1::sin(self.incline);
        let t15 = self.g * t14;
        let t16 = self.m * t15;
        let t37 = -t16;
        ::nhi::__abi_1::SVector::from([0.0, t37, 0.0])
    }
    /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn forces(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> ::nhi::__abi_1::SVector<f32, 3> {
        ::nhi::__abi_1::SVector::from([0.0, 0.0, 0.0])
    }
    /// The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`.
    ///
    /// Operations: 3 add, 7 mul, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn acceleration(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> ::nhi::__abi_1::SVector<f32, 3> {
        let t14 = ::nhi::__abi_1::sin(self.incline);
        let t15 = self.g * t14;
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t45 = t39 * t15;
        let t41 = v.x_dot * t40;
        let t42 = v.y_dot * t39;
        let t43 = t41 + t42;
        let t44 = v.theta_dot * t43;
        let t46 = t45 + t44;
        let t47 = t39 * t46;
        let t49 = t15 - t47;
        let t48 = t40 * t46;
        ::nhi::__abi_1::SVector::from([0.0, t49, t48])
    }
    /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
    ///
    /// Operations: 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_matrix(
        &self,
        q: &KnifeCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f32, 1, 3> {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t50 = -t40;
        ::nhi::__abi_1::SMatrix::from([[0.0], [t39], [t50]])
    }
    /// The offset `b` of the constraints `A v + b = 0`.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_offset(
        &self,
        q: &KnifeCoordinates,
    ) -> ::nhi::__abi_1::SVector<f32, 1> {
        ::nhi::__abi_1::SVector::from([0.0])
    }
    /// `(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`.
    ///
    /// Operations: 1 add, 3 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_rate(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> ::nhi::__abi_1::SVector<f32, 1> {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t41 = v.x_dot * t40;
        let t42 = v.y_dot * t39;
        let t43 = t41 + t42;
        let t44 = v.theta_dot * t43;
        ::nhi::__abi_1::SVector::from([t44])
    }
    /// The residuals `A v + b` of the constraints; zero where the velocity satisfies them.
    ///
    /// Operations: 1 add, 2 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_residual(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> ::nhi::__abi_1::SVector<f32, 1> {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t51 = v.x_dot * t39;
        let t52 = v.y_dot * t40;
        let t53 = t51 - t52;
        ::nhi::__abi_1::SVector::from([t53])
    }
    /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
    ///
    /// Operations: 2 add, 3 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn projector(&self, q: &KnifeCoordinates) -> ::nhi::__abi_1::SMatrix<f32, 3, 3> {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t55 = t39 * t39;
        let t58 = 1.0 - t55;
        let t57 = t39 * t40;
        let t56 = t40 * t40;
        let t59 = 1.0 - t56;
        ::nhi::__abi_1::SMatrix::from([
            [1.0, 0.0, 0.0],
            [0.0, t58, t57],
            [0.0, t57, t59],
        ])
    }
    /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
    ///
    /// Operations: 3 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn complement_projector(
        &self,
        q: &KnifeCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f32, 3, 3> {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t55 = t39 * t39;
        let t57 = t39 * t40;
        let t60 = -t57;
        let t56 = t40 * t40;
        ::nhi::__abi_1::SMatrix::from([
            [0.0, 0.0, 0.0],
            [0.0, t55, t60],
            [0.0, t60, t56],
        ])
    }
    /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
    ///
    /// Operations: 3 add, 4 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn project_velocity(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> KnifeVelocities {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t51 = v.x_dot * t39;
        let t52 = v.y_dot * t40;
        let t53 = t51 - t52;
        let t61 = t39 * t53;
        let t63 = v.x_dot - t61;
        let t62 = t40 * t53;
        let t64 = v.y_dot + t62;
        KnifeVelocities {
            theta_dot: v.theta_dot,
            x_dot: t63,
            y_dot: t64,
        }
    }
    /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
    ///
    /// Operations: 2 add, 6 mul, 1 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn multipliers(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> KnifeMultipliers {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t14 = ::nhi::__abi_1::sin(self.incline);
        let t15 = self.g * t14;
        let t45 = t39 * t15;
        let t41 = v.x_dot * t40;
        let t42 = v.y_dot * t39;
        let t43 = t41 + t42;
        let t44 = v.theta_dot * t43;
        let t46 = t45 + t44;
        let t65 = self.m * t46;
        let t66 = -t65;
        KnifeMultipliers { edge: t66 }
    }
    /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
    ///
    /// Operations: 2 add, 8 mul, 1 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_force(
        &self,
        q: &KnifeCoordinates,
        v: &KnifeVelocities,
    ) -> ::nhi::__abi_1::SVector<f32, 3> {
        let (t39, t40) = ::nhi::__abi_1::sin_cos(q.theta);
        let t14 = ::nhi::__abi_1::sin(self.incline);
        let t15 = self.g * t14;
        let t45 = t39 * t15;
        let t41 = v.x_dot * t40;
        let t42 = v.y_dot * t39;
        let t43 = t41 + t42;
        let t44 = v.theta_dot * t43;
        let t46 = t45 + t44;
        let t65 = self.m * t46;
        let t67 = t39 * t65;
        let t68 = -t67;
        let t69 = t40 * t65;
        ::nhi::__abi_1::SVector::from([0.0, t68, t69])
    }
}
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0`. With this start positions and velocities converge, multipliers do not: take `start = Smooth` where constraint forces matter.
///
/// Order 2, symmetric. Operations: prepare once, 5 mul, 1 div, 1 fn; `admission`, 3 add, 5 mul, 1 sqrt, 1 fn; `start`, no operations; `step`, 8 add, 9 mul, 1 fn; `sample`, 3 add, 5 mul, 1 fn; `reflected_energy`, 3 add, 7 mul; `constraint_reflection`, 1 add, 2 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnifeGni {
    h: f32,
    prepared: [f32; 6],
}
/// A state of [`KnifeGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnifeGniState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f32>,
    /// The coordinates.
    pub q: KnifeCoordinates,
    /// The velocity `v^- = M^-1 p^-` behind the reflection at the node; not on the constraints.
    pub reflected: KnifeVelocities,
}
impl Knife {
    /// A [`KnifeGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn gni(
        &self,
        h: f32,
    ) -> ::core::result::Result<KnifeGni, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("g", self.g)?;
        ::nhi::__abi_1::SetupError::check_parameter("incline", self.incline)?;
        let t19 = ::nhi::__abi_1::sin(self.incline);
        let t22 = self.g * t19;
        let t23 = h * t22;
        let t25 = 0.5 * t23;
        let t63 = 2.0 * self.m;
        let t64 = t63 / h;
        let t72 = 2.0 * t22;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.i)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
        let prepared = [h, t25, self.m, t64, self.i, t72];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(KnifeGni { h, prepared })
    }
}
#[allow(unused_variables, clippy::all)]
impl KnifeGni {
    /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
    #[must_use]
    pub fn reflected_energy(&self, state: &KnifeGniState) -> f32 {
        let [c0, c1, c2, c3, c4, c5] = self.prepared;
        let t69 = state.reflected.theta_dot * state.reflected.theta_dot;
        let t70 = t69 * c4;
        let t67 = state.reflected.x_dot * state.reflected.x_dot;
        let t68 = state.reflected.y_dot * state.reflected.y_dot;
        let t74 = t67 + t68;
        let t73 = state.q.x * c5;
        let t75 = t74 - t73;
        let t76 = c2 * t75;
        let t77 = t70 + t76;
        let t78 = 0.5 * t77;
        t78
    }
    /// The constraint residual of the reflected velocity, `A M^-1 p^- + b`. Its smooth part is `(h/2) A M^-1 A^T lambda`; the rest changes sign in every step and may grow: it is the parasitic mode of the method, and tells how long its results are to be trusted.
    #[must_use]
    pub fn constraint_reflection(&self, state: &KnifeGniState) -> [f32; 1] {
        let [c0, c1, c2, c3, c4, c5] = self.prepared;
        let (t52, t54) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t53 = state.reflected.x_dot * t52;
        let t55 = state.reflected.y_dot * t54;
        let t56 = t53 - t55;
        [t56]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for KnifeGni {
    type Scalar = f32;
    type Coordinates = KnifeCoordinates;
    type Velocities = KnifeVelocities;
    type Controls = ();
    type Multipliers = KnifeMultipliers;
    type State = KnifeGniState;
    const INTEGRATOR: &'static str = "Gni(start = Lambda0)";
    #[inline]
    fn step_size(&self) -> f32 {
        self.h
    }
    #[inline]
    fn clock(&self, state: &Self::State) -> ::nhi::__abi_1::Clock<f32> {
        state.clock
    }
    fn start(
        &self,
        t: f32,
        q: KnifeCoordinates,
        v: KnifeVelocities,
        controls: &impl ::nhi::__abi_1::ControlSignal<f32, ()>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f32>> {
        if !::nhi::__abi_1::is_finite(
            t + q.theta + q.x + q.y + v.theta_dot + v.x_dot + v.y_dot,
        ) {
            return ::core::result::Result::Err(
                ::nhi::__abi_1::StepError::new(
                    t,
                    ::nhi::__abi_1::StepErrorKind::NonFiniteInput,
                ),
            );
        }
        let [c0, c1, c2, c3, c4, c5] = self.prepared;
        {
            let (t7, t9) = ::nhi::__abi_1::sin_cos(q.theta);
            let t8 = v.x_dot * t7;
            let t10 = v.y_dot * t9;
            let t11 = t8 - t10;
            let t4 = v.theta_dot * v.theta_dot;
            let t5 = v.x_dot * v.x_dot;
            let t12 = t4 + t5;
            let t6 = v.y_dot * v.y_dot;
            let t13 = t12 + t6;
            let t14 = ::nhi::__abi_1::sqrt(t13);
            ::nhi::__abi_1::off_constraint(t, &[("edge", t11, t14)])?;
        }
        let state = KnifeGniState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: KnifeCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            reflected: KnifeVelocities {
                theta_dot: v.theta_dot,
                x_dot: v.x_dot,
                y_dot: v.y_dot,
            },
        };
        if ::nhi::__abi_1::is_finite(
            q.theta + q.x + q.y + v.theta_dot + v.x_dot + v.y_dot,
        ) {
            ::core::result::Result::Ok(state)
        } else {
            ::core::result::Result::Err(
                ::nhi::__abi_1::StepError::new(
                    t,
                    ::nhi::__abi_1::StepErrorKind::NonFinite,
                ),
            )
        }
    }
    #[inline]
    fn step(
        &self,
        state: &Self::State,
        controls: &impl ::nhi::__abi_1::ControlSignal<f32, ()>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f32>> {
        let [c0, c1, c2, c3, c4, c5] = self.prepared;
        let t29 = c0 * state.reflected.theta_dot;
        let t30 = state.q.theta + t29;
        let t26 = state.reflected.x_dot + c1;
        let t32 = c0 * t26;
        let t33 = state.q.x + t32;
        let t36 = c0 * state.reflected.y_dot;
        let t37 = state.q.y + t36;
        let t38 = c1 + t26;
        let (t39, t41) = ::nhi::__abi_1::sin_cos(t30);
        let t42 = state.reflected.y_dot * t41;
        let t40 = t38 * t39;
        let t43 = t42 - t40;
        let t44 = t39 * t43;
        let t46 = 2.0 * t44;
        let t47 = t38 + t46;
        let t48 = t41 * t43;
        let t49 = 2.0 * t48;
        let t50 = state.reflected.y_dot - t49;
        let next = KnifeGniState {
            clock: state.clock.next(),
            q: KnifeCoordinates {
                theta: t30,
                x: t33,
                y: t37,
            },
            reflected: KnifeVelocities {
                theta_dot: state.reflected.theta_dot,
                x_dot: t47,
                y_dot: t50,
            },
        };
        if ::nhi::__abi_1::is_finite(t33 + t37 + state.reflected.theta_dot + t47 + t50) {
            ::core::result::Result::Ok(next)
        } else {
            ::core::result::Result::Err(
                ::nhi::__abi_1::StepError::new(
                    state.clock.time(self.h),
                    ::nhi::__abi_1::StepErrorKind::NonFinite,
                ),
            )
        }
    }
    #[inline]
    fn sample(
        &self,
        state: &Self::State,
    ) -> ::core::result::Result<
        ::nhi::__abi_1::SampleOf<Self>,
        ::nhi::__abi_1::StepError<f32>,
    > {
        let [c0, c1, c2, c3, c4, c5] = self.prepared;
        let t = state.clock.time(self.h);
        let (t52, t54) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t53 = state.reflected.x_dot * t52;
        let t55 = state.reflected.y_dot * t54;
        let t56 = t53 - t55;
        let t57 = t52 * t56;
        let t59 = state.reflected.x_dot - t57;
        let t58 = t54 * t56;
        let t60 = state.reflected.y_dot + t58;
        let t65 = t56 * c3;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: KnifeVelocities {
                theta_dot: state.reflected.theta_dot,
                x_dot: t59,
                y_dot: t60,
            },
            lambda: KnifeMultipliers { edge: t65 },
        };
        if ::nhi::__abi_1::is_finite(state.reflected.theta_dot + t59 + t60 + t65) {
            ::core::result::Result::Ok(sample)
        } else {
            ::core::result::Result::Err(
                ::nhi::__abi_1::StepError::new(
                    t,
                    ::nhi::__abi_1::StepErrorKind::NonFinite,
                ),
            )
        }
    }
}
