// Generated from golden/moving_blade.nhi.

/// A blade on a turntable whose inertia depends on where it stands: the mass matrix is not constant, the force depends
/// on velocity and time, and the constraint is affine. Implicit.
#[derive(Clone, Copy, Debug)]
pub struct MovingBlade {
    /// Moment of inertia about the centre of mass [kg m^2]
    pub i: f64,
    /// Mass [kg]
    pub m: f64,
    /// Growth of the inertia, and stiffness [kg], [N/m]
    pub k: f64,
}
/// Configuration of [`MovingBlade`], in the model's units; angles in radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovingBladeCoordinates {
    /// The coordinate `theta`.
    pub theta: f64,
    /// The coordinate `x`.
    pub x: f64,
    /// The coordinate `y`.
    pub y: f64,
}
impl ::core::convert::From<[f64; 3]> for MovingBladeCoordinates {
    #[inline]
    fn from(data: [f64; 3]) -> Self {
        Self {
            theta: data[0],
            x: data[1],
            y: data[2],
        }
    }
}
impl ::core::convert::From<MovingBladeCoordinates> for [f64; 3] {
    #[inline]
    fn from(data: MovingBladeCoordinates) -> Self {
        [data.theta, data.x, data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>> for MovingBladeCoordinates {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
impl ::core::convert::From<MovingBladeCoordinates> for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(data: MovingBladeCoordinates) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
/// Velocity of [`MovingBlade`]: the time derivatives of the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovingBladeVelocities {
    /// The time derivative of `theta`.
    pub theta_dot: f64,
    /// The time derivative of `x`.
    pub x_dot: f64,
    /// The time derivative of `y`.
    pub y_dot: f64,
}
impl ::core::convert::From<[f64; 3]> for MovingBladeVelocities {
    #[inline]
    fn from(data: [f64; 3]) -> Self {
        Self {
            theta_dot: data[0],
            x_dot: data[1],
            y_dot: data[2],
        }
    }
}
impl ::core::convert::From<MovingBladeVelocities> for [f64; 3] {
    #[inline]
    fn from(data: MovingBladeVelocities) -> Self {
        [data.theta_dot, data.x_dot, data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>> for MovingBladeVelocities {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
impl ::core::convert::From<MovingBladeVelocities> for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(data: MovingBladeVelocities) -> Self {
        <[f64; 3]>::from(data).into()
    }
}
/// Controls of [`MovingBlade`]; as a signal, held constant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovingBladeControls {
    /// The control `torque`.
    pub torque: f64,
}
impl ::core::convert::From<[f64; 1]> for MovingBladeControls {
    #[inline]
    fn from(data: [f64; 1]) -> Self {
        Self { torque: data[0] }
    }
}
impl ::core::convert::From<MovingBladeControls> for [f64; 1] {
    #[inline]
    fn from(data: MovingBladeControls) -> Self {
        [data.torque]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 1>> for MovingBladeControls {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 1>) -> Self {
        <[f64; 1]>::from(data).into()
    }
}
impl ::core::convert::From<MovingBladeControls> for ::nhi::__abi_1::SVector<f64, 1> {
    #[inline]
    fn from(data: MovingBladeControls) -> Self {
        <[f64; 1]>::from(data).into()
    }
}
impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls> for MovingBladeControls {
    #[inline]
    fn at(&self, _: f64) -> Self {
        *self
    }
}
/// Constraint multipliers of [`MovingBlade`]: `A^T lambda` is the force of the constraints on the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovingBladeMultipliers {
    /// The multiplier of the constraint `blade`.
    pub blade: f64,
}
impl ::core::convert::From<[f64; 1]> for MovingBladeMultipliers {
    #[inline]
    fn from(data: [f64; 1]) -> Self {
        Self { blade: data[0] }
    }
}
impl ::core::convert::From<MovingBladeMultipliers> for [f64; 1] {
    #[inline]
    fn from(data: MovingBladeMultipliers) -> Self {
        [data.blade]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 1>> for MovingBladeMultipliers {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 1>) -> Self {
        <[f64; 1]>::from(data).into()
    }
}
impl ::core::convert::From<MovingBladeMultipliers> for ::nhi::__abi_1::SVector<f64, 1> {
    #[inline]
    fn from(data: MovingBladeMultipliers) -> Self {
        <[f64; 1]>::from(data).into()
    }
}
/// Mechanics: 3 coordinates, mass matrix that depends on the configuration, 1 velocity constraint, projected by a system of size 1.
impl MovingBlade {
    /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
    ///
    /// Operations: 4 add, 10 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn lagrangian(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
    ) -> f64 {
        let t8 = q.x * q.x;
        let t9 = t8 * self.k;
        let t10 = self.i + t9;
        let t14 = v.theta_dot * t10;
        let t15 = v.theta_dot * t14;
        let t11 = v.x_dot * v.x_dot;
        let t12 = v.y_dot * v.y_dot;
        let t13 = t11 + t12;
        let t16 = self.m * t13;
        let t19 = t15 + t16;
        let t17 = self.k * q.y;
        let t18 = q.y * t17;
        let t20 = t19 - t18;
        let t22 = 0.5 * t20;
        t22
    }
    /// The energy `v . L_v - L`.
    ///
    /// Operations: 4 add, 10 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn energy(&self, q: &MovingBladeCoordinates, v: &MovingBladeVelocities) -> f64 {
        let t17 = self.k * q.y;
        let t18 = q.y * t17;
        let t8 = q.x * q.x;
        let t9 = t8 * self.k;
        let t10 = self.i + t9;
        let t14 = v.theta_dot * t10;
        let t15 = v.theta_dot * t14;
        let t11 = v.x_dot * v.x_dot;
        let t12 = v.y_dot * v.y_dot;
        let t13 = t11 + t12;
        let t16 = self.m * t13;
        let t19 = t15 + t16;
        let t23 = t18 + t19;
        let t24 = 0.5 * t23;
        t24
    }
    /// The momentum `p = L_v`, a covector.
    ///
    /// Operations: 1 add, 5 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn momentum(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t8 = q.x * q.x;
        let t9 = t8 * self.k;
        let t10 = self.i + t9;
        let t14 = v.theta_dot * t10;
        let t25 = v.x_dot * self.m;
        let t26 = v.y_dot * self.m;
        ::nhi::__abi_1::SVector::from([t14, t25, t26])
    }
    /// The mass matrix `M = L_vv`.
    ///
    /// Operations: 1 add, 2 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn mass_matrix(
        &self,
        q: &MovingBladeCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
        let t8 = q.x * q.x;
        let t9 = t8 * self.k;
        let t10 = self.i + t9;
        ::nhi::__abi_1::SMatrix::from([
            [t10, 0.0, 0.0],
            [0.0, self.m, 0.0],
            [0.0, 0.0, self.m],
        ])
    }
    /// The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`.
    ///
    /// Operations: 7 mul, 1 neg.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn bias(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t29 = self.k * 2.0;
        let t30 = q.x * v.theta_dot;
        let t31 = v.x_dot * t30;
        let t32 = t29 * t31;
        let t33 = v.theta_dot * t30;
        let t34 = self.k * t33;
        let t35 = -t34;
        let t17 = self.k * q.y;
        ::nhi::__abi_1::SVector::from([t32, t35, t17])
    }
    /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
    ///
    /// Operations: 1 add, 1 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn forces(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
        u: &MovingBladeControls,
        t: f64,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t38 = v.theta_dot * 0.2;
        let t39 = u.torque - t38;
        ::nhi::__abi_1::SVector::from([t39, 0.0, 0.0])
    }
    /// The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`.
    ///
    /// Operations: 9 add, 25 mul, 2 div, 2 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn acceleration(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
        u: &MovingBladeControls,
        t: f64,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t51 = u.torque * 5.0;
        let t55 = v.theta_dot - t51;
        let t53 = self.k * 10.0;
        let t30 = q.x * v.theta_dot;
        let t31 = v.x_dot * t30;
        let t54 = t53 * t31;
        let t56 = t55 + t54;
        let t76 = 0.2 * t56;
        let t8 = q.x * q.x;
        let t9 = t8 * self.k;
        let t10 = self.i + t9;
        let t77 = t76 / t10;
        let t78 = -t77;
        let t58 = 1.0 / self.m;
        let t59 = self.k * t58;
        let t33 = v.theta_dot * t30;
        let t60 = t59 * t33;
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t49 = ::nhi::__abi_1::cos(t);
        let t66 = t58 * t53;
        let t62 = t42 * t33;
        let t67 = t66 * t62;
        let t70 = t49 - t67;
        let t64 = q.y * t43;
        let t68 = t66 * t64;
        let t45 = v.x_dot * t43;
        let t46 = v.y_dot * t42;
        let t47 = t45 + t46;
        let t48 = v.theta_dot * t47;
        let t69 = 10.0 * t48;
        let t71 = t68 + t69;
        let t72 = t70 - t71;
        let t73 = t42 * t72;
        let t80 = 0.1 * t73;
        let t81 = t60 + t80;
        let t61 = q.y * t59;
        let t74 = t43 * t72;
        let t82 = 0.1 * t74;
        let t83 = t61 + t82;
        let t84 = -t83;
        ::nhi::__abi_1::SVector::from([t78, t81, t84])
    }
    /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
    ///
    /// Operations: 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_matrix(
        &self,
        q: &MovingBladeCoordinates,
        t: f64,
    ) -> ::nhi::__abi_1::SMatrix<f64, 1, 3> {
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t85 = -t43;
        ::nhi::__abi_1::SMatrix::from([[0.0], [t42], [t85]])
    }
    /// The offset `b` of the constraints `A v + b = 0`.
    ///
    /// Operations: 1 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_offset(
        &self,
        q: &MovingBladeCoordinates,
        t: f64,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
        let t86 = ::nhi::__abi_1::sin(t);
        let t87 = t86 * 0.1;
        let t88 = -t87;
        ::nhi::__abi_1::SVector::from([t88])
    }
    /// `(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`.
    ///
    /// Operations: 2 add, 4 mul, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_rate(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
        t: f64,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t45 = v.x_dot * t43;
        let t46 = v.y_dot * t42;
        let t47 = t45 + t46;
        let t48 = v.theta_dot * t47;
        let t49 = ::nhi::__abi_1::cos(t);
        let t89 = 0.1 * t49;
        let t90 = t48 - t89;
        ::nhi::__abi_1::SVector::from([t90])
    }
    /// The residuals `A v + b` of the constraints; zero where the velocity satisfies them.
    ///
    /// Operations: 2 add, 3 mul, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_residual(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
        t: f64,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t91 = v.x_dot * t42;
        let t86 = ::nhi::__abi_1::sin(t);
        let t87 = t86 * 0.1;
        let t93 = t91 - t87;
        let t92 = v.y_dot * t43;
        let t94 = t93 - t92;
        ::nhi::__abi_1::SVector::from([t94])
    }
    /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
    ///
    /// Operations: 2 add, 3 mul, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn projector(
        &self,
        q: &MovingBladeCoordinates,
        t: f64,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t95 = t42 * t42;
        let t98 = 1.0 - t95;
        let t97 = t42 * t43;
        let t96 = t43 * t43;
        let t99 = 1.0 - t96;
        ::nhi::__abi_1::SMatrix::from([
            [1.0, 0.0, 0.0],
            [0.0, t98, t97],
            [0.0, t97, t99],
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
        q: &MovingBladeCoordinates,
        t: f64,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t95 = t42 * t42;
        let t97 = t42 * t43;
        let t100 = -t97;
        let t96 = t43 * t43;
        ::nhi::__abi_1::SMatrix::from([
            [0.0, 0.0, 0.0],
            [0.0, t95, t100],
            [0.0, t100, t96],
        ])
    }
    /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
    ///
    /// Operations: 4 add, 8 mul, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn project_velocity(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
        t: f64,
    ) -> MovingBladeVelocities {
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t86 = ::nhi::__abi_1::sin(t);
        let t91 = v.x_dot * t42;
        let t101 = 10.0 * t91;
        let t103 = t86 - t101;
        let t92 = v.y_dot * t43;
        let t102 = 10.0 * t92;
        let t104 = t103 + t102;
        let t105 = t42 * t104;
        let t107 = 0.1 * t105;
        let t108 = v.x_dot + t107;
        let t106 = t43 * t104;
        let t109 = 0.1 * t106;
        let t110 = v.y_dot - t109;
        MovingBladeVelocities {
            theta_dot: v.theta_dot,
            x_dot: t108,
            y_dot: t110,
        }
    }
    /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
    ///
    /// Operations: 4 add, 14 mul, 1 div, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn multipliers(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
        u: &MovingBladeControls,
        t: f64,
    ) -> MovingBladeMultipliers {
        let t49 = ::nhi::__abi_1::cos(t);
        let t58 = 1.0 / self.m;
        let t53 = self.k * 10.0;
        let t66 = t58 * t53;
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t30 = q.x * v.theta_dot;
        let t33 = v.theta_dot * t30;
        let t62 = t42 * t33;
        let t67 = t66 * t62;
        let t70 = t49 - t67;
        let t64 = q.y * t43;
        let t68 = t66 * t64;
        let t45 = v.x_dot * t43;
        let t46 = v.y_dot * t42;
        let t47 = t45 + t46;
        let t48 = v.theta_dot * t47;
        let t69 = 10.0 * t48;
        let t71 = t68 + t69;
        let t72 = t70 - t71;
        let t111 = self.m * 0.1;
        let t112 = t72 * t111;
        MovingBladeMultipliers {
            blade: t112,
        }
    }
    /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
    ///
    /// Operations: 4 add, 17 mul, 1 div, 1 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_force(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
        u: &MovingBladeControls,
        t: f64,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t111 = self.m * 0.1;
        let (t42, t43) = ::nhi::__abi_1::sin_cos(q.theta);
        let t49 = ::nhi::__abi_1::cos(t);
        let t58 = 1.0 / self.m;
        let t53 = self.k * 10.0;
        let t66 = t58 * t53;
        let t30 = q.x * v.theta_dot;
        let t33 = v.theta_dot * t30;
        let t62 = t42 * t33;
        let t67 = t66 * t62;
        let t70 = t49 - t67;
        let t64 = q.y * t43;
        let t68 = t66 * t64;
        let t45 = v.x_dot * t43;
        let t46 = v.y_dot * t42;
        let t47 = t45 + t46;
        let t48 = v.theta_dot * t47;
        let t69 = 10.0 * t48;
        let t71 = t68 + t69;
        let t72 = t70 - t71;
        let t73 = t42 * t72;
        let t113 = t111 * t73;
        let t74 = t43 * t72;
        let t114 = t111 * t74;
        let t115 = -t114;
        ::nhi::__abi_1::SVector::from([0.0, t113, t115])
    }
    /// The integral `height` of the model.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn integral_height(
        &self,
        q: &MovingBladeCoordinates,
        v: &MovingBladeVelocities,
    ) -> f64 {
        q.y
    }
}
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), implicit, midpoint discrete Lagrangian, first reflected momentum `M v_0 + (h/2) A^T lambda`.
///
/// Order 2, symmetric. Operations: prepare once, 2 add, 12 mul, 2 div; `admission`, 5 add, 8 mul, 2 sqrt, 2 fn; `start`, 7 add, 19 mul, 2 fn; `step`, 16 add, 27 mul, 1 div, 2 fn, and per iteration 12 add, 15 mul, 1 neg; `sample`, 5 add, 12 mul, 1 div, 1 neg, 2 fn; `constraint_reflection`, 2 add, 5 mul, 2 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeGni {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 17],
}
impl MovingBladeGni {
    /// The same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
        Self { newton, ..self }
    }
}
/// A state of [`MovingBladeGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeGniState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: MovingBladeCoordinates,
    /// The momentum `p^-` behind the reflection at the node.
    pub reflected: [f64; 3],
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
impl MovingBlade {
    /// A [`MovingBladeGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn gni(
        &self,
        h: f64,
    ) -> ::core::result::Result<MovingBladeGni, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("k", self.k)?;
        let t42 = 1.0 / self.m;
        let t43 = self.k * t42;
        let t50 = 10.0 * t43;
        let t58 = self.m * h;
        let t62 = 0.05 * t58;
        let t84 = h * 0.5;
        let t108 = self.k * h;
        let t112 = 0.1 * h;
        let t116 = 0.5 * t108;
        let t125 = self.i + t112;
        let t129 = h * t108;
        let t132 = 0.25 * t129;
        let t135 = self.m + t132;
        let t177 = t42 * 10.0;
        let t186 = self.m * 0.2;
        let t210 = t186 / h;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
        let prepared = [
            self.i,
            self.m,
            self.k,
            t42,
            t50,
            h,
            t62,
            t84,
            t108,
            t112,
            t116,
            t125,
            t132,
            t135,
            t177,
            t186,
            t210,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(MovingBladeGni {
            h,
            newton: ::nhi::__abi_1::NewtonSettings::default(),
            prepared,
        })
    }
}
#[allow(unused_variables, clippy::all)]
impl MovingBladeGni {
    /// The constraint residual of the reflected velocity, `A M^-1 p^- + b`. Its smooth part is `(h/2) A M^-1 A^T lambda`; the rest changes sign in every step and may grow: it is the parasitic mode of the method, and tells how long its results are to be trusted.
    #[must_use]
    pub fn constraint_reflection(&self, state: &MovingBladeGniState) -> [f64; 1] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        ] = self.prepared;
        let t = state.clock.time(self.h);
        let (t192, t193) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t78 = c3 * state.reflected[1];
        let t194 = t192 * t78;
        let t12 = ::nhi::__abi_1::sin(t);
        let t14 = t12 * 0.1;
        let t213 = t194 - t14;
        let t79 = c3 * state.reflected[2];
        let t195 = t193 * t79;
        let t214 = t213 - t195;
        [t214]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for MovingBladeGni {
    type Scalar = f64;
    type Coordinates = MovingBladeCoordinates;
    type Velocities = MovingBladeVelocities;
    type Controls = MovingBladeControls;
    type Multipliers = MovingBladeMultipliers;
    type State = MovingBladeGniState;
    const INTEGRATOR: &'static str = "Gni(start = Smooth, quadrature = Midpoint)";
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
        q: MovingBladeCoordinates,
        v: MovingBladeVelocities,
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls>,
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
        ] = self.prepared;
        {
            let (t8, t10) = ::nhi::__abi_1::sin_cos(q.theta);
            let t9 = v.x_dot * t8;
            let t12 = ::nhi::__abi_1::sin(t);
            let t14 = t12 * 0.1;
            let t15 = t9 - t14;
            let t11 = v.y_dot * t10;
            let t16 = t15 - t11;
            let t21 = t12 * t12;
            let t22 = t21 * 0.01;
            let t23 = ::nhi::__abi_1::sqrt(t22);
            let t5 = v.theta_dot * v.theta_dot;
            let t6 = v.x_dot * v.x_dot;
            let t17 = t5 + t6;
            let t7 = v.y_dot * v.y_dot;
            let t18 = t17 + t7;
            let t19 = ::nhi::__abi_1::sqrt(t18);
            let t24 = t23 + t19;
            ::nhi::__abi_1::off_constraint(t, &[("blade", t16, t24)])?;
        }
        let t30 = q.x * q.x;
        let t31 = t30 * c2;
        let t32 = c0 + t31;
        let t33 = v.theta_dot * t32;
        let t34 = v.x_dot * c1;
        let (t8, t10) = ::nhi::__abi_1::sin_cos(q.theta);
        let t40 = ::nhi::__abi_1::cos(t);
        let t5 = v.theta_dot * v.theta_dot;
        let t44 = q.x * t8;
        let t45 = t5 * t44;
        let t51 = c4 * t45;
        let t54 = t40 - t51;
        let t47 = t10 * q.y;
        let t52 = c4 * t47;
        let t36 = v.x_dot * t10;
        let t37 = v.y_dot * t8;
        let t38 = t36 + t37;
        let t39 = v.theta_dot * t38;
        let t53 = 10.0 * t39;
        let t55 = t52 + t53;
        let t56 = t54 - t55;
        let t59 = t8 * t56;
        let t63 = c6 * t59;
        let t64 = t34 + t63;
        let t35 = v.y_dot * c1;
        let t65 = t10 * t56;
        let t67 = c6 * t65;
        let t68 = t35 - t67;
        let state = MovingBladeGniState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: MovingBladeCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            reflected: [t33, t64, t68],
            report: ::nhi::__abi_1::NewtonReport::default(),
        };
        if ::nhi::__abi_1::is_finite(q.x + q.y + t33 + t64 + t68) {
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
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        ] = self.prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let t73 = c2 * state.q.x;
        let t74 = t73 * state.q.x;
        let t75 = c0 + t74;
        let t77 = state.reflected[0] / t75;
        let t78 = c3 * state.reflected[1];
        let t79 = c3 * state.reflected[2];
        let t104 = u0.torque * 5.0;
        let guess: [f64; 3] = [t77, t78, t79];
        let scale = [::nhi::__abi_1::largest(&guess); 3];
        let system = |&[x0, x1, x2]: &[f64; 3]| {
            let t89 = c7 * x1;
            let t90 = state.q.x + t89;
            let t97 = c2 * t90;
            let t98 = t97 * t90;
            let t99 = c0 + t98;
            let t100 = x0 * t99;
            let t105 = t104 - x0;
            let t113 = t105 * c9;
            let t114 = state.reflected[0] + t113;
            let t115 = t100 - t114;
            let t101 = c1 * x1;
            let t119 = t101 - state.reflected[1];
            let t117 = t90 * c10;
            let t107 = x0 * x0;
            let t118 = t117 * t107;
            let t120 = t119 - t118;
            let t102 = c1 * x2;
            let t122 = t102 - state.reflected[2];
            let t94 = c7 * x2;
            let t95 = state.q.y + t94;
            let t121 = t95 * c10;
            let t123 = t122 + t121;
            let t126 = t98 + c11;
            let t109 = t90 * c8;
            let t127 = x0 * t109;
            let t128 = -t127;
            let t133 = c12 * t107;
            let t134 = c1 - t133;
            ([t115, t120, t123], [[t126, t127, 0.0], [t128, t134, 0.0], [0.0, 0.0, c13]])
        };
        let ([s244, s245, s246], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t137 = c5 * s244;
        let t138 = state.q.theta + t137;
        let t140 = c5 * s245;
        let t141 = state.q.x + t140;
        let t143 = c5 * s246;
        let t144 = state.q.y + t143;
        let t155 = t104 - s244;
        let t157 = c9 * t155;
        let t147 = c7 * s245;
        let t148 = state.q.x + t147;
        let t151 = c2 * t148;
        let t152 = t151 * t148;
        let t153 = c0 + t152;
        let t154 = s244 * t153;
        let t158 = t157 + t154;
        let t159 = c1 * s245;
        let t160 = s244 * s244;
        let t161 = t148 * t160;
        let t163 = c10 * t161;
        let t164 = t159 + t163;
        let (t170, t171) = ::nhi::__abi_1::sin_cos(t138);
        let t169 = t + c5;
        let t172 = ::nhi::__abi_1::sin(t169);
        let t173 = t164 * t170;
        let t178 = c14 * t173;
        let t180 = t172 - t178;
        let t165 = c1 * s246;
        let t149 = c7 * s246;
        let t150 = state.q.y + t149;
        let t167 = c10 * t150;
        let t168 = t165 - t167;
        let t175 = t168 * t171;
        let t179 = c14 * t175;
        let t181 = t180 + t179;
        let t187 = t181 * c15;
        let t188 = t170 * t187;
        let t189 = t164 + t188;
        let t190 = t171 * t187;
        let t191 = t168 - t190;
        let next = MovingBladeGniState {
            clock: state.clock.next(),
            q: MovingBladeCoordinates {
                theta: t138,
                x: t141,
                y: t144,
            },
            reflected: [t158, t189, t191],
            report,
        };
        if ::nhi::__abi_1::is_finite(t141 + t144 + t158 + t189 + t191) {
            ::core::result::Result::Ok(next)
        } else {
            ::core::result::Result::Err(
                ::nhi::__abi_1::non_finite(state.clock.time(self.h), &[u0.torque]),
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
        ] = self.prepared;
        let t = state.clock.time(self.h);
        let t73 = c2 * state.q.x;
        let t74 = t73 * state.q.x;
        let t75 = c0 + t74;
        let t77 = state.reflected[0] / t75;
        let t78 = c3 * state.reflected[1];
        let (t192, t193) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t12 = ::nhi::__abi_1::sin(t);
        let t196 = state.reflected[1] * c14;
        let t197 = t196 * t192;
        let t200 = t12 - t197;
        let t198 = state.reflected[2] * c14;
        let t199 = t198 * t193;
        let t201 = t200 + t199;
        let t204 = 0.1 * t201;
        let t205 = t192 * t204;
        let t206 = t78 + t205;
        let t79 = c3 * state.reflected[2];
        let t207 = t193 * t204;
        let t208 = t79 - t207;
        let t211 = t201 * c16;
        let t212 = -t211;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: MovingBladeVelocities {
                theta_dot: t77,
                x_dot: t206,
                y_dot: t208,
            },
            lambda: MovingBladeMultipliers {
                blade: t212,
            },
        };
        if ::nhi::__abi_1::is_finite(t77 + t206 + t208 + t212) {
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
