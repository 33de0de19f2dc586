// Generated from models/chaplygin_sleigh.nhi.

/// Chaplygin sleigh in centre-of-mass coordinates (Kobilarov, Martín de Diego, Ferraro, equation 29).
#[derive(Clone, Debug)]
pub struct ChaplyginSleigh {
    /// Moment of inertia about the centre of mass [kg m^2]
    pub inertia: f64,
    /// Mass [kg]
    pub m: f64,
    /// Distance from the blade to the centre of mass [m]
    pub a: f64,
}
/// Configuration of [`ChaplyginSleigh`], in the model's units; angles in radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChaplyginSleighCoordinates {
    /// The coordinate `theta`.
    pub theta: f64,
    /// The coordinate `x`.
    pub x: f64,
    /// The coordinate `y`.
    pub y: f64,
}
impl ::core::convert::From<[f64; 3]> for ChaplyginSleighCoordinates {
    #[inline]
    fn from(data: [f64; 3]) -> Self {
        Self {
            theta: data[0],
            x: data[1],
            y: data[2],
        }
    }
}
impl ::core::convert::From<ChaplyginSleighCoordinates> for [f64; 3] {
    #[inline]
    fn from(data: ChaplyginSleighCoordinates) -> Self {
        [data.theta, data.x, data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>>
for ChaplyginSleighCoordinates {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
impl ::core::convert::From<ChaplyginSleighCoordinates>
for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(data: ChaplyginSleighCoordinates) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
/// Velocity of [`ChaplyginSleigh`]: the time derivatives of the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChaplyginSleighVelocities {
    /// The time derivative of `theta`.
    pub theta_dot: f64,
    /// The time derivative of `x`.
    pub x_dot: f64,
    /// The time derivative of `y`.
    pub y_dot: f64,
}
impl ::core::convert::From<[f64; 3]> for ChaplyginSleighVelocities {
    #[inline]
    fn from(data: [f64; 3]) -> Self {
        Self {
            theta_dot: data[0],
            x_dot: data[1],
            y_dot: data[2],
        }
    }
}
impl ::core::convert::From<ChaplyginSleighVelocities> for [f64; 3] {
    #[inline]
    fn from(data: ChaplyginSleighVelocities) -> Self {
        [data.theta_dot, data.x_dot, data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>>
for ChaplyginSleighVelocities {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
impl ::core::convert::From<ChaplyginSleighVelocities>
for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(data: ChaplyginSleighVelocities) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
/// Constraint multipliers of [`ChaplyginSleigh`]: `A^T lambda` is the force of the constraints on the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChaplyginSleighMultipliers {
    /// The multiplier of the constraint `blade`.
    pub blade: f64,
}
impl ::core::convert::From<[f64; 1]> for ChaplyginSleighMultipliers {
    #[inline]
    fn from(data: [f64; 1]) -> Self {
        Self { blade: data[0] }
    }
}
impl ::core::convert::From<ChaplyginSleighMultipliers> for [f64; 1] {
    #[inline]
    fn from(data: ChaplyginSleighMultipliers) -> Self {
        [data.blade]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 1>>
for ChaplyginSleighMultipliers {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 1>) -> Self {
        <[f64; 1]>::from(data).into()
    }
}
impl ::core::convert::From<ChaplyginSleighMultipliers>
for ::nhi::__abi_1::SVector<f64, 1> {
    #[inline]
    fn from(data: ChaplyginSleighMultipliers) -> Self {
        <[f64; 1]>::from(data).into()
    }
}
/// Mechanics: 3 coordinates, constant mass matrix, 1 velocity constraint, projected by a system of size 1.
impl ChaplyginSleigh {
    /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
    ///
    /// Operations: 2 add, 6 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn lagrangian(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> f64 {
        let t8 = v.theta_dot * self.inertia;
        let t9 = v.theta_dot * t8;
        let t5 = v.x_dot * v.x_dot;
        let t6 = v.y_dot * v.y_dot;
        let t7 = t5 + t6;
        let t10 = self.m * t7;
        let t11 = t9 + t10;
        let t13 = 0.5 * t11;
        t13
    }
    /// The energy `v . L_v - L`.
    ///
    /// Operations: 2 add, 6 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn energy(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> f64 {
        let t8 = v.theta_dot * self.inertia;
        let t9 = v.theta_dot * t8;
        let t5 = v.x_dot * v.x_dot;
        let t6 = v.y_dot * v.y_dot;
        let t7 = t5 + t6;
        let t10 = self.m * t7;
        let t11 = t9 + t10;
        let t13 = 0.5 * t11;
        t13
    }
    /// The momentum `p = L_v`, a covector.
    ///
    /// Operations: 3 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn momentum(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t8 = v.theta_dot * self.inertia;
        let t14 = v.x_dot * self.m;
        let t15 = v.y_dot * self.m;
        ::nhi::__abi_1::SVector::from([t8, t14, t15])
    }
    /// The mass matrix `M = L_vv`.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn mass_matrix(
        &self,
        q: &ChaplyginSleighCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
        ::nhi::__abi_1::SMatrix::from([
            [self.inertia, 0.0, 0.0],
            [0.0, self.m, 0.0],
            [0.0, 0.0, self.m],
        ])
    }
    /// The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn bias(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        ::nhi::__abi_1::SVector::from([0.0, 0.0, 0.0])
    }
    /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn forces(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        ::nhi::__abi_1::SVector::from([0.0, 0.0, 0.0])
    }
    /// The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`.
    ///
    /// Operations: 2 add, 13 mul, 3 div, 2 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn acceleration(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t26 = 1.0 / self.inertia;
        let t27 = self.a * t26;
        let t28 = self.a * t27;
        let t22 = 1.0 / self.m;
        let t29 = t28 + t22;
        let t30 = 1.0 / t29;
        let t31 = self.a * t30;
        let t32 = t26 * t31;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t33 = v.theta_dot * t25;
        let t34 = t32 * t33;
        let t35 = -t34;
        let t36 = t22 * t30;
        let t37 = t19 * t36;
        let t38 = t33 * t37;
        let t39 = -t38;
        let t40 = t20 * t36;
        let t41 = t33 * t40;
        ::nhi::__abi_1::SVector::from([t35, t39, t41])
    }
    /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
    ///
    /// Operations: 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_matrix(
        &self,
        q: &ChaplyginSleighCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 1, 3> {
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t42 = -t20;
        ::nhi::__abi_1::SMatrix::from([[self.a], [t19], [t42]])
    }
    /// The offset `b` of the constraints `A v + b = 0`.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_offset(
        &self,
        q: &ChaplyginSleighCoordinates,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
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
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t33 = v.theta_dot * t25;
        ::nhi::__abi_1::SVector::from([t33])
    }
    /// The residuals `A v + b` of the constraints; zero where the velocity satisfies them.
    ///
    /// Operations: 2 add, 3 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_residual(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
        let t43 = v.theta_dot * self.a;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t44 = v.x_dot * t19;
        let t46 = t43 + t44;
        let t45 = v.y_dot * t20;
        let t47 = t46 - t45;
        ::nhi::__abi_1::SVector::from([t47])
    }
    /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
    ///
    /// Operations: 4 add, 16 mul, 3 div, 2 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn projector(
        &self,
        q: &ChaplyginSleighCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
        let t26 = 1.0 / self.inertia;
        let t27 = self.a * t26;
        let t28 = self.a * t27;
        let t22 = 1.0 / self.m;
        let t29 = t28 + t22;
        let t30 = 1.0 / t29;
        let t31 = self.a * t30;
        let t48 = t31 * t27;
        let t55 = 1.0 - t48;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t32 = t26 * t31;
        let t56 = t19 * t32;
        let t57 = -t56;
        let t49 = t20 * t32;
        let t52 = t22 * t31;
        let t58 = t19 * t52;
        let t59 = -t58;
        let t36 = t22 * t30;
        let t37 = t19 * t36;
        let t50 = t19 * t37;
        let t60 = 1.0 - t50;
        let t51 = t20 * t37;
        let t53 = t20 * t52;
        let t40 = t20 * t36;
        let t54 = t20 * t40;
        let t61 = 1.0 - t54;
        ::nhi::__abi_1::SMatrix::from([
            [t55, t59, t53],
            [t57, t60, t51],
            [t49, t51, t61],
        ])
    }
    /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
    ///
    /// Operations: 1 add, 16 mul, 3 div, 3 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn complement_projector(
        &self,
        q: &ChaplyginSleighCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
        let t26 = 1.0 / self.inertia;
        let t27 = self.a * t26;
        let t28 = self.a * t27;
        let t22 = 1.0 / self.m;
        let t29 = t28 + t22;
        let t30 = 1.0 / t29;
        let t31 = self.a * t30;
        let t48 = t31 * t27;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t32 = t26 * t31;
        let t56 = t19 * t32;
        let t49 = t20 * t32;
        let t62 = -t49;
        let t52 = t22 * t31;
        let t58 = t19 * t52;
        let t36 = t22 * t30;
        let t37 = t19 * t36;
        let t50 = t19 * t37;
        let t51 = t20 * t37;
        let t63 = -t51;
        let t53 = t20 * t52;
        let t64 = -t53;
        let t40 = t20 * t36;
        let t54 = t20 * t40;
        ::nhi::__abi_1::SMatrix::from([
            [t48, t58, t64],
            [t56, t50, t63],
            [t62, t63, t54],
        ])
    }
    /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
    ///
    /// Operations: 6 add, 13 mul, 3 div, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn project_velocity(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ChaplyginSleighVelocities {
        let t26 = 1.0 / self.inertia;
        let t27 = self.a * t26;
        let t28 = self.a * t27;
        let t22 = 1.0 / self.m;
        let t29 = t28 + t22;
        let t30 = 1.0 / t29;
        let t31 = self.a * t30;
        let t32 = t26 * t31;
        let t43 = v.theta_dot * self.a;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t44 = v.x_dot * t19;
        let t46 = t43 + t44;
        let t45 = v.y_dot * t20;
        let t47 = t46 - t45;
        let t65 = t32 * t47;
        let t68 = v.theta_dot - t65;
        let t36 = t22 * t30;
        let t37 = t19 * t36;
        let t66 = t47 * t37;
        let t69 = v.x_dot - t66;
        let t40 = t20 * t36;
        let t67 = t47 * t40;
        let t70 = v.y_dot + t67;
        ChaplyginSleighVelocities {
            theta_dot: t68,
            x_dot: t69,
            y_dot: t70,
        }
    }
    /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
    ///
    /// Operations: 2 add, 6 mul, 3 div, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn multipliers(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ChaplyginSleighMultipliers {
        let t26 = 1.0 / self.inertia;
        let t27 = self.a * t26;
        let t28 = self.a * t27;
        let t22 = 1.0 / self.m;
        let t29 = t28 + t22;
        let t30 = 1.0 / t29;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t33 = v.theta_dot * t25;
        let t71 = t30 * t33;
        let t72 = -t71;
        ChaplyginSleighMultipliers {
            blade: t72,
        }
    }
    /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
    ///
    /// Operations: 2 add, 10 mul, 3 div, 2 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_force(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t26 = 1.0 / self.inertia;
        let t27 = self.a * t26;
        let t28 = self.a * t27;
        let t22 = 1.0 / self.m;
        let t29 = t28 + t22;
        let t30 = 1.0 / t29;
        let t31 = self.a * t30;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t33 = v.theta_dot * t25;
        let t73 = t31 * t33;
        let t74 = -t73;
        let t71 = t30 * t33;
        let t75 = t19 * t71;
        let t76 = -t75;
        let t77 = t20 * t71;
        ::nhi::__abi_1::SVector::from([t74, t76, t77])
    }
    /// The momentum map `L_v . xi_Q(q)` of the symmetry group, an entry for each generator `xi`; not the momentum of the reduced system, which belongs to the allowed motions only.
    ///
    /// - `[0]`: rotation of the plane (`x`, `y`) with `theta`; not constant: constraint forces or others act along it
    /// - `[1]`: translation along `x`; not constant: constraint forces or others act along it
    /// - `[2]`: translation along `y`; not constant: constraint forces or others act along it
    ///
    /// Operations: 2 add, 6 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn momentum_map(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t8 = v.theta_dot * self.inertia;
        let t80 = v.y_dot * q.x;
        let t81 = v.x_dot * q.y;
        let t82 = t80 - t81;
        let t83 = self.m * t82;
        let t84 = t8 + t83;
        let t14 = v.x_dot * self.m;
        let t15 = v.y_dot * self.m;
        ::nhi::__abi_1::SVector::from([t84, t14, t15])
    }
}
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0 - (h/2) Q^T F_0`. With this start positions and velocities converge, multipliers do not: take `start = Smooth` where constraint forces matter.
///
/// Order 2, symmetric. Operations: prepare once, 2 add, 7 mul, 4 div, 1 sqrt; `admission`, 4 add, 7 mul, 1 sqrt, 1 fn; `start`, no operations; `step`, 8 add, 11 mul, 1 fn; `sample`, 5 add, 8 mul, 1 fn; `reflected_energy`, 2 add, 6 mul; `constraint_reflection`, 2 add, 3 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighGni {
    h: f64,
    prepared: [f64; 10],
}
/// A state of [`ChaplyginSleighGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighGniState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: ChaplyginSleighCoordinates,
    /// The velocity `v^- = M^-1 p^-` behind the reflection at the node; not on the constraints.
    pub reflected: ChaplyginSleighVelocities,
}
impl ChaplyginSleigh {
    /// A [`ChaplyginSleighGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn gni(
        &self,
        h: f64,
    ) -> ::core::result::Result<ChaplyginSleighGni, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("inertia", self.inertia)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("a", self.a)?;
        let t18 = self.a * self.a;
        let t20 = t18 + 1.0;
        let t21 = ::nhi::__abi_1::sqrt(t20);
        let t42 = self.a / self.inertia;
        let t43 = self.a * t42;
        let t40 = 1.0 / self.m;
        let t44 = t43 + t40;
        let t52 = 1.0 / t44;
        let t53 = t52 * t42;
        let t55 = t40 * t52;
        let t61 = t52 * 2.0;
        let t62 = t42 * t61;
        let t65 = t40 * t61;
        let t84 = t61 / h;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.inertia)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
        let prepared = [self.a, t21, h, self.inertia, self.m, t53, t55, t62, t65, t84];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(ChaplyginSleighGni { h, prepared })
    }
}
#[allow(unused_variables, clippy::all)]
impl ChaplyginSleighGni {
    /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
    #[must_use]
    pub fn reflected_energy(&self, state: &ChaplyginSleighGniState) -> f64 {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9] = self.prepared;
        let t89 = state.reflected.theta_dot * state.reflected.theta_dot;
        let t90 = t89 * c3;
        let t86 = state.reflected.x_dot * state.reflected.x_dot;
        let t87 = state.reflected.y_dot * state.reflected.y_dot;
        let t88 = t86 + t87;
        let t91 = c4 * t88;
        let t92 = t90 + t91;
        let t94 = 0.5 * t92;
        t94
    }
    /// The constraint residual of the reflected velocity, `A M^-1 p^- + b`. Its smooth part is `(h/2) A M^-1 A^T lambda`; the rest changes sign in every step and may grow: it is the parasitic mode of the method, and tells how long its results are to be trusted.
    #[must_use]
    pub fn constraint_reflection(&self, state: &ChaplyginSleighGniState) -> [f64; 1] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9] = self.prepared;
        let t45 = c0 * state.reflected.theta_dot;
        let (t70, t72) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t71 = state.reflected.x_dot * t70;
        let t74 = t45 + t71;
        let t73 = state.reflected.y_dot * t72;
        let t75 = t74 - t73;
        [t75]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for ChaplyginSleighGni {
    type Scalar = f64;
    type Coordinates = ChaplyginSleighCoordinates;
    type Velocities = ChaplyginSleighVelocities;
    type Controls = ();
    type Multipliers = ChaplyginSleighMultipliers;
    type State = ChaplyginSleighGniState;
    const INTEGRATOR: &'static str = "Gni";
    #[inline]
    fn step_size(&self) -> f64 {
        self.h
    }
    #[inline]
    fn clock(&self, state: &Self::State) -> ::nhi::__abi_1::Clock<f64> {
        state.clock
    }
    fn start(
        &self,
        t: f64,
        q: ChaplyginSleighCoordinates,
        v: ChaplyginSleighVelocities,
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, ()>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9] = self.prepared;
        {
            let t8 = v.theta_dot * c0;
            let (t9, t11) = ::nhi::__abi_1::sin_cos(q.theta);
            let t10 = v.x_dot * t9;
            let t13 = t8 + t10;
            let t12 = v.y_dot * t11;
            let t14 = t13 - t12;
            let t5 = v.theta_dot * v.theta_dot;
            let t6 = v.x_dot * v.x_dot;
            let t15 = t5 + t6;
            let t7 = v.y_dot * v.y_dot;
            let t16 = t15 + t7;
            let t17 = ::nhi::__abi_1::sqrt(t16);
            let t22 = t17 * c1;
            ::nhi::__abi_1::off_constraint(t, &[("blade", t14, t22)])?;
        }
        let state = ChaplyginSleighGniState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: ChaplyginSleighCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            reflected: ChaplyginSleighVelocities {
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
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, ()>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9] = self.prepared;
        let t28 = c2 * state.reflected.theta_dot;
        let t29 = state.q.theta + t28;
        let t32 = c2 * state.reflected.x_dot;
        let t33 = state.q.x + t32;
        let t36 = c2 * state.reflected.y_dot;
        let t37 = state.q.y + t36;
        let t45 = c0 * state.reflected.theta_dot;
        let (t46, t48) = ::nhi::__abi_1::sin_cos(t29);
        let t47 = state.reflected.x_dot * t46;
        let t50 = t45 + t47;
        let t49 = state.reflected.y_dot * t48;
        let t51 = t50 - t49;
        let t63 = t51 * c7;
        let t64 = state.reflected.theta_dot - t63;
        let t56 = t46 * t51;
        let t66 = c8 * t56;
        let t67 = state.reflected.x_dot - t66;
        let t58 = t48 * t51;
        let t68 = c8 * t58;
        let t69 = state.reflected.y_dot + t68;
        let next = ChaplyginSleighGniState {
            clock: state.clock.next(),
            q: ChaplyginSleighCoordinates {
                theta: t29,
                x: t33,
                y: t37,
            },
            reflected: ChaplyginSleighVelocities {
                theta_dot: t64,
                x_dot: t67,
                y_dot: t69,
            },
        };
        if ::nhi::__abi_1::is_finite(t33 + t37 + t64 + t67 + t69) {
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
        ::nhi::__abi_1::StepError<f64>,
    > {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9] = self.prepared;
        let t = state.clock.time(self.h);
        let t45 = c0 * state.reflected.theta_dot;
        let (t70, t72) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t71 = state.reflected.x_dot * t70;
        let t74 = t45 + t71;
        let t73 = state.reflected.y_dot * t72;
        let t75 = t74 - t73;
        let t76 = c5 * t75;
        let t80 = state.reflected.theta_dot - t76;
        let t77 = c6 * t75;
        let t78 = t70 * t77;
        let t81 = state.reflected.x_dot - t78;
        let t79 = t72 * t77;
        let t82 = state.reflected.y_dot + t79;
        let t85 = t75 * c9;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: ChaplyginSleighVelocities {
                theta_dot: t80,
                x_dot: t81,
                y_dot: t82,
            },
            lambda: ChaplyginSleighMultipliers {
                blade: t85,
            },
        };
        if ::nhi::__abi_1::is_finite(t80 + t81 + t82 + t85) {
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
