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
        let t45 = v.y_dot * t20;
        let t46 = t44 - t45;
        let t47 = t43 + t46;
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
        let t45 = v.y_dot * t20;
        let t46 = t44 - t45;
        let t47 = t43 + t46;
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
    /// The body velocity `xi = g^-1 dg/dt` of the symmetry group, factor by factor in the order in which they are declared, rotations first.
    ///
    /// Operations: 2 add, 4 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn body_velocity(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t44 = v.x_dot * t19;
        let t45 = v.y_dot * t20;
        let t46 = t44 - t45;
        let t85 = -t46;
        ::nhi::__abi_1::SVector::from([v.theta_dot, t25, t85])
    }
    /// The symmetry directions inside the constraints: the columns `e_1 .. e_c` of `E` are a basis of `ker A_xi(r)`, body velocities that the constraints allow while the shape rests.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn symmetry_directions(
        &self,
        q: &ChaplyginSleighCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 2> {
        ::nhi::__abi_1::SMatrix::from([[1.0, 0.0, self.a], [0.0, 1.0, 0.0]])
    }
    /// The locked inertia `E^T l_xi_xi E`: the momentum is this times the coefficients of the locked velocity.
    ///
    /// Operations: 1 add, 2 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn locked_inertia(
        &self,
        q: &ChaplyginSleighCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 2, 2> {
        let t86 = self.m * self.a;
        let t87 = self.a * t86;
        let t88 = self.inertia + t87;
        ::nhi::__abi_1::SMatrix::from([[t88, 0.0], [0.0, self.m]])
    }
    /// The locked velocity `Omega = E (E^T l_xi_xi E)^-1 E^T l_xi_xi (xi + A u)`: the body velocity with which the system would go on, were its shape locked.
    ///
    /// Operations: 4 add, 11 mul, 1 div, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn locked_velocity(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t86 = self.m * self.a;
        let t87 = self.a * t86;
        let t88 = self.inertia + t87;
        let t89 = 1.0 / t88;
        let t90 = self.inertia * t89;
        let t91 = v.theta_dot * t90;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t44 = v.x_dot * t19;
        let t45 = v.y_dot * t20;
        let t46 = t44 - t45;
        let t92 = t89 * t86;
        let t93 = t46 * t92;
        let t94 = t91 - t93;
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t95 = self.a * t94;
        ::nhi::__abi_1::SVector::from([t94, t25, t95])
    }
    /// The nonholonomic momentum `p_b = <l_xi, e_b>`, an entry for each symmetry direction.
    ///
    /// Operations: 3 add, 8 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn nonholonomic_momentum(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 2> {
        let t8 = v.theta_dot * self.inertia;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t44 = v.x_dot * t19;
        let t45 = v.y_dot * t20;
        let t46 = t44 - t45;
        let t86 = self.m * self.a;
        let t97 = t46 * t86;
        let t98 = t8 - t97;
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t96 = self.m * t25;
        ::nhi::__abi_1::SVector::from([t98, t96])
    }
    /// The right-hand side of the momentum equation, `dp_b/dt = <l_xi, [xi, e_b] + de_b/dt> + <f, e_b>`, for velocities on the constraints.
    ///
    /// Operations: 2 add, 9 mul, 2 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn nonholonomic_momentum_rate(
        &self,
        q: &ChaplyginSleighCoordinates,
        v: &ChaplyginSleighVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 2> {
        let t86 = self.m * self.a;
        let (t19, t20) = ::nhi::__abi_1::sin_cos(q.theta);
        let t23 = v.x_dot * t20;
        let t24 = v.y_dot * t19;
        let t25 = t23 + t24;
        let t33 = v.theta_dot * t25;
        let t99 = t86 * t33;
        let t100 = -t99;
        let t101 = v.theta_dot * self.m;
        let t44 = v.x_dot * t19;
        let t45 = v.y_dot * t20;
        let t46 = t44 - t45;
        let t102 = t101 * t46;
        let t103 = -t102;
        ::nhi::__abi_1::SVector::from([t100, t103])
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
/// Reduced d'Alembert-Pontryagin method (Kobilarov, Martín de Diego, Ferraro, section 5) with the exponential map, at the fraction 1/2 of the step. Samples hold the nodal velocity of the momentum that arrives at the node, and the multipliers of the continuous motion there: `A^T lambda` is the constraint force in the units of the forces.
///
/// Order 2, symmetric. Operations: prepare once, 4 add, 18 mul, 4 div, 1 sqrt; `admission`, 4 add, 7 mul, 1 sqrt, 1 fn; `start`, 3 add, 9 mul, 1 neg, 1 fn; `step`, 15 add, 33 mul, 1 div, 1 neg, 6 fn, and per iteration 35 add, 73 mul, 1 div, 3 neg, 5 fn; `sample`, 5 add, 13 mul, 1 neg, 1 fn; `spatial_momentum`, 6 add, 10 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighRdp {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 20],
}
impl ChaplyginSleighRdp {
    /// The same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
        Self { newton, ..self }
    }
}
/// A state of [`ChaplyginSleighRdp`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighRdpState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: ChaplyginSleighCoordinates,
    /// The momentum that arrives at the node: on the shape, then on the group in its body frame.
    pub p: [f64; 3],
    /// Shape velocity and coefficients of the symmetry directions in the last step.
    pub velocity: [f64; 2],
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
impl ChaplyginSleigh {
    /// A [`ChaplyginSleighRdp`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn rdp(
        &self,
        h: f64,
    ) -> ::core::result::Result<ChaplyginSleighRdp, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("inertia", self.inertia)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("a", self.a)?;
        let t18 = self.a * self.a;
        let t20 = t18 + 1.0;
        let t21 = ::nhi::__abi_1::sqrt(t20);
        let t36 = 1.0 / t20;
        let t106 = self.m * 0.25;
        let t131 = self.a * 4.0;
        let t101 = self.a * self.m;
        let t145 = 4.0 * t101;
        let t149 = self.a * 2.0;
        let t153 = 0.5 * t101;
        let t164 = 2.0 * t101;
        let t169 = self.m * 0.5;
        let t171 = h * 0.5;
        let t188 = h * 0.0625;
        let t261 = 1.0 / self.m;
        let t262 = 1.0 / self.inertia;
        let t263 = t262 * t18;
        let t264 = t263 + t261;
        let t265 = 1.0 / t264;
        let t269 = self.a * t262;
        let t268 = t261 * t265;
        let t270 = t269 * t268;
        let t266 = t265 * t263;
        let t267 = t266 - 1.0;
        let t272 = t262 * t267;
        let t276 = t268 - 1.0;
        let t278 = t261 * t276;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.inertia)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
        let prepared = [
            self.a,
            t21,
            self.inertia,
            self.m,
            t36,
            h,
            t106,
            t131,
            t145,
            t149,
            t153,
            t164,
            t169,
            t171,
            t188,
            t261,
            t265,
            t270,
            t272,
            t278,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(ChaplyginSleighRdp {
            h,
            newton: ::nhi::__abi_1::NewtonSettings::default(),
            prepared,
        })
    }
}
#[allow(unused_variables, clippy::all)]
impl ChaplyginSleighRdp {
    /// The momentum of the symmetry group in space, `Ad*_{g^-1}` of the body momentum that arrives at the node, factor by factor: rotations first. Where no constraint and no force acts on the group it is constant to round-off, unless `dtau` cuts off the differential.
    #[must_use]
    pub fn spatial_momentum(&self, state: &ChaplyginSleighRdpState) -> [f64; 3] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19] = self.prepared;
        let t = state.clock.time(self.h);
        let (t250, t249) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t295 = t250 * state.q.x;
        let t296 = t249 * state.q.y;
        let t297 = t295 - t296;
        let t299 = state.p[1] * t297;
        let t301 = state.p[0] + t299;
        let t293 = t249 * state.q.x;
        let t294 = t250 * state.q.y;
        let t298 = t293 + t294;
        let t300 = state.p[2] * t298;
        let t302 = t301 + t300;
        let t303 = t249 * state.p[1];
        let t304 = t250 * state.p[2];
        let t305 = t303 - t304;
        let t306 = t250 * state.p[1];
        let t307 = t249 * state.p[2];
        let t308 = t306 + t307;
        [t302, t305, t308]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for ChaplyginSleighRdp {
    type Scalar = f64;
    type Coordinates = ChaplyginSleighCoordinates;
    type Velocities = ChaplyginSleighVelocities;
    type Controls = ();
    type Multipliers = ChaplyginSleighMultipliers;
    type State = ChaplyginSleighRdpState;
    const INTEGRATOR: &'static str = "Rdp";
    #[inline]
    fn step_size(&self) -> f64 {
        self.h
    }
    #[inline]
    fn clock(&self, state: &Self::State) -> ::nhi::__abi_1::Clock<f64> {
        state.clock
    }
    #[inline]
    fn report(&self, state: &Self::State) -> ::nhi::__abi_1::NewtonReport<f64> {
        state.report
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19] = self.prepared;
        {
            let t8 = v.theta_dot * c0;
            let (t9, t11) = ::nhi::__abi_1::sin_cos(q.theta);
            let t10 = v.x_dot * t9;
            let t12 = v.y_dot * t11;
            let t13 = t10 - t12;
            let t14 = t8 + t13;
            let t5 = v.theta_dot * v.theta_dot;
            let t6 = v.x_dot * v.x_dot;
            let t15 = t5 + t6;
            let t7 = v.y_dot * v.y_dot;
            let t16 = t15 + t7;
            let t17 = ::nhi::__abi_1::sqrt(t16);
            let t22 = t17 * c1;
            ::nhi::__abi_1::off_constraint(t, &[("blade", t14, t22)])?;
        }
        let t31 = c2 * v.theta_dot;
        let (t9, t11) = ::nhi::__abi_1::sin_cos(q.theta);
        let t23 = v.x_dot * t11;
        let t24 = v.y_dot * t9;
        let t25 = t23 + t24;
        let t32 = c3 * t25;
        let t10 = v.x_dot * t9;
        let t12 = v.y_dot * t11;
        let t13 = t10 - t12;
        let t26 = -t13;
        let t33 = c3 * t26;
        let t34 = c0 * t26;
        let t35 = v.theta_dot + t34;
        let t37 = t35 * c4;
        let state = ChaplyginSleighRdpState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: ChaplyginSleighCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            p: [t31, t32, t33],
            velocity: [t37, t25],
            report: ::nhi::__abi_1::NewtonReport::default(),
        };
        if ::nhi::__abi_1::is_finite(q.x + q.y + t31 + t32 + t33 + t37 + t25) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19] = self.prepared;
        let t = state.clock.time(self.h);
        let guess: [f64; 2] = [state.velocity[0], state.velocity[1]];
        let scale = [::nhi::__abi_1::largest(&guess); 2];
        let system = |&[x0, x1]: &[f64; 2]| {
            let t47 = c2 * x0;
            let t76 = t47 - state.p[0];
            let t45 = c5 * x1;
            let t68 = t45 * 2.0;
            let t43 = x0 * c5;
            let t53 = t43 * t43;
            let t54 = 0.25 * t53;
            let t55 = ::nhi::__abi_1::stumpff(1, t54);
            let t60 = 1.0 / t55;
            let t61 = t43 * t60;
            let t56 = ::nhi::__abi_1::stumpff(2, t54);
            let t58 = ::nhi::__abi_1::stumpff(3, t54);
            let t59 = t56 - t58;
            let t41 = c0 * x0;
            let t46 = c5 * t41;
            let t64 = t59 * t46;
            let t65 = t61 * t64;
            let t69 = t68 + t65;
            let t49 = c3 * t41;
            let t74 = 0.25 * t49;
            let t75 = t69 * t74;
            let t66 = t46 * 2.0;
            let t62 = t45 * t59;
            let t63 = t61 * t62;
            let t67 = t66 - t63;
            let t48 = c3 * x1;
            let t72 = 0.25 * t48;
            let t73 = t67 * t72;
            let t77 = t75 - t73;
            let t78 = t76 + t77;
            let t93 = t43 * t48;
            let t95 = 0.5 * t93;
            let t97 = t95 - state.p[2];
            let t80 = t43 * t59;
            let t81 = t80 * t61;
            let t83 = t81 - 4.0;
            let t96 = t83 * t74;
            let t98 = t97 - t96;
            let t99 = c0 * t98;
            let t100 = t78 + t99;
            let t85 = t43 * t49;
            let t87 = 0.5 * t85;
            let t89 = state.p[1] + t87;
            let t88 = t83 * t72;
            let t90 = t89 + t88;
            let t91 = -t90;
            let t150 = c9 + t45;
            let t154 = t150 * c10;
            let t157 = c2 + t154;
            let t120 = c0 * t43;
            let t141 = t59 * t120;
            let t142 = t141 - t64;
            let t146 = t43 * t142;
            let t147 = t146 * c8;
            let t135 = t48 * t62;
            let t137 = 4.0 * t135;
            let t136 = t49 * t64;
            let t138 = 4.0 * t136;
            let t139 = t137 + t138;
            let t129 = t59 * t49;
            let t132 = c7 * t129;
            let t125 = t45 * t48;
            let t102 = ::nhi::__abi_1::stumpff(4, t54);
            let t115 = t102 * 3.0;
            let t117 = t58 - t115;
            let t104 = ::nhi::__abi_1::stumpff(5, t54);
            let t116 = 3.0 * t104;
            let t112 = t58 * t58;
            let t109 = 2.0 * t58;
            let t110 = t56 - t109;
            let t111 = t56 * t110;
            let t113 = t112 + t111;
            let t114 = t60 * t113;
            let t118 = t116 - t114;
            let t119 = t117 + t118;
            let t126 = t125 * t119;
            let t121 = t119 * t120;
            let t122 = t46 * t119;
            let t123 = t121 - t122;
            let t124 = t49 * t123;
            let t127 = t126 - t124;
            let t128 = t43 * t127;
            let t133 = t132 + t128;
            let t134 = t43 * t133;
            let t140 = t139 - t134;
            let t143 = c5 * t140;
            let t148 = t147 - t143;
            let t151 = t60 * t148;
            let t156 = 0.0625 * t151;
            let t158 = t157 - t156;
            let t172 = t49 * c13;
            let t170 = t46 * c12;
            let t174 = t172 - t170;
            let t161 = c3 * t62;
            let t159 = c5 * t59;
            let t160 = t159 * t48;
            let t162 = t161 + t160;
            let t163 = t60 * t162;
            let t165 = c11 + t163;
            let t166 = t43 * t165;
            let t173 = 0.25 * t166;
            let t175 = t174 + t173;
            let t187 = t43 * c10;
            let t184 = t49 * 8.0;
            let t178 = t56 * 8.0;
            let t179 = t58 * 8.0;
            let t180 = t178 - t179;
            let t176 = t119 * t53;
            let t181 = t180 - t176;
            let t182 = t48 * t181;
            let t183 = t182 * t61;
            let t185 = t184 + t183;
            let t189 = t185 * c14;
            let t190 = t187 + t189;
            let t191 = -t190;
            let t107 = t83 * c6;
            let t108 = -t107;
            ([t100, t91], [[t158, t175], [t191, t108]])
        };
        let ([s367, s368], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t194 = c5 * s367;
        let t256 = state.q.theta + t194;
        let (t250, t249) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t201 = t194 * t194;
        let t243 = ::nhi::__abi_1::stumpff(2, t201);
        let t196 = c5 * s368;
        let t209 = t194 * t196;
        let t246 = t243 * t209;
        let t242 = ::nhi::__abi_1::stumpff(1, t201);
        let t193 = c0 * s367;
        let t197 = c5 * t193;
        let t247 = t242 * t197;
        let t248 = t246 + t247;
        let t253 = t250 * t248;
        let t257 = state.q.x - t253;
        let t211 = t194 * t197;
        let t245 = t243 * t211;
        let t244 = t196 * t242;
        let t251 = t245 - t244;
        let t252 = t249 * t251;
        let t258 = t257 - t252;
        let t255 = t251 * t250;
        let t259 = state.q.y - t255;
        let t254 = t249 * t248;
        let t260 = t259 + t254;
        let t198 = c2 * s367;
        let t213 = 2.0 * t197;
        let t202 = 0.25 * t201;
        let t204 = ::nhi::__abi_1::stumpff(2, t202);
        let t205 = ::nhi::__abi_1::stumpff(3, t202);
        let t206 = t204 - t205;
        let t203 = ::nhi::__abi_1::stumpff(1, t202);
        let t208 = t206 / t203;
        let t210 = t208 * t209;
        let t214 = t213 + t210;
        let t199 = c3 * s368;
        let t219 = 0.25 * t199;
        let t220 = t214 * t219;
        let t223 = t198 + t220;
        let t215 = 2.0 * t196;
        let t212 = t208 * t211;
        let t216 = t215 - t212;
        let t200 = c3 * t193;
        let t221 = 0.25 * t200;
        let t222 = t216 * t221;
        let t224 = t223 - t222;
        let t229 = 0.5 * t194;
        let t230 = t200 * t229;
        let t225 = t201 * t208;
        let t226 = t225 - 4.0;
        let t231 = t226 * t219;
        let t232 = t230 - t231;
        let t235 = t199 * t229;
        let t236 = t226 * t221;
        let t237 = t235 + t236;
        let t238 = -t237;
        let next = ChaplyginSleighRdpState {
            clock: state.clock.next(),
            q: ChaplyginSleighCoordinates {
                theta: t256,
                x: t258,
                y: t260,
            },
            p: [t224, t232, t238],
            velocity: [s367, s368],
            report,
        };
        if ::nhi::__abi_1::is_finite(
            t256 + t258 + t260 + t224 + t232 + t238 + s367 + s368,
        ) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19] = self.prepared;
        let t = state.clock.time(self.h);
        let t271 = state.p[2] * c17;
        let t273 = state.p[0] * c18;
        let t274 = t271 - t273;
        let (t250, t249) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t275 = c15 * state.p[1];
        let t281 = t249 * t275;
        let t277 = c17 * state.p[0];
        let t279 = state.p[2] * c19;
        let t280 = t277 - t279;
        let t282 = t250 * t280;
        let t283 = t281 - t282;
        let t284 = t250 * t275;
        let t285 = t249 * t280;
        let t286 = t284 + t285;
        let t290 = c16 * t274;
        let t287 = t249 * t283;
        let t288 = t250 * t286;
        let t289 = t287 + t288;
        let t291 = t290 * t289;
        let t292 = -t291;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: ChaplyginSleighVelocities {
                theta_dot: t274,
                x_dot: t283,
                y_dot: t286,
            },
            lambda: ChaplyginSleighMultipliers {
                blade: t292,
            },
        };
        if ::nhi::__abi_1::is_finite(t274 + t283 + t286 + t292) {
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
