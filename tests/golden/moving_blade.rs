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
/// Order 2, symmetric. Operations: prepare once, 2 add, 11 mul, 2 div; `admission`, 5 add, 8 mul, 2 sqrt, 2 fn; `start`, 7 add, 19 mul, 2 fn; `step`, 16 add, 27 mul, 1 div, 2 fn, and per iteration 14 add, 17 mul, 1 neg; `sample`, 5 add, 12 mul, 1 div, 1 neg, 2 fn; `constraint_reflection`, 2 add, 5 mul, 2 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeGni {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 16],
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
    /// A stepper of [`MovingBladeGni`] with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
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
        let t110 = self.k * h;
        let t114 = 0.1 * h;
        let t118 = 0.5 * t110;
        let t127 = self.i + t114;
        let t131 = h * t110;
        let t134 = 0.25 * t131;
        let t137 = self.m + t134;
        let t179 = t42 * 10.0;
        let t188 = self.m * 0.2;
        let t212 = t188 / h;
        let prepared = [
            self.i,
            self.m,
            self.k,
            t42,
            t50,
            h,
            t62,
            t110,
            t114,
            t118,
            t127,
            t134,
            t137,
            t179,
            t188,
            t212,
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15] = self
            .prepared;
        let t = state.clock.time(self.h);
        let (t194, t195) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t78 = c3 * state.reflected[1];
        let t196 = t194 * t78;
        let t12 = ::nhi::__abi_1::sin(t);
        let t14 = t12 * 0.1;
        let t215 = t196 - t14;
        let t79 = c3 * state.reflected[2];
        let t197 = t195 * t79;
        let t216 = t215 - t197;
        [t216]
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15] = self
            .prepared;
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
        if ::nhi::__abi_1::is_finite(q.theta + q.x + q.y + t33 + t64 + t68) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15] = self
            .prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let t73 = c2 * state.q.x;
        let t74 = t73 * state.q.x;
        let t75 = c0 + t74;
        let t77 = state.reflected[0] / t75;
        let t78 = c3 * state.reflected[1];
        let t79 = c3 * state.reflected[2];
        let t106 = u0.torque * 5.0;
        let guess: [f64; 3] = [t77, t78, t79];
        let scale = [::nhi::__abi_1::largest(&guess); 3];
        let system = |&[x0, x1, x2]: &[f64; 3]| {
            let t88 = c5 * x1;
            let t89 = state.q.x + t88;
            let t90 = state.q.x + t89;
            let t91 = 0.5 * t90;
            let t99 = c2 * t91;
            let t100 = t99 * t91;
            let t101 = c0 + t100;
            let t102 = x0 * t101;
            let t107 = t106 - x0;
            let t115 = t107 * c8;
            let t116 = state.reflected[0] + t115;
            let t117 = t102 - t116;
            let t103 = c1 * x1;
            let t121 = t103 - state.reflected[1];
            let t119 = t91 * c9;
            let t109 = x0 * x0;
            let t120 = t119 * t109;
            let t122 = t121 - t120;
            let t104 = c1 * x2;
            let t124 = t104 - state.reflected[2];
            let t94 = c5 * x2;
            let t95 = state.q.y + t94;
            let t96 = state.q.y + t95;
            let t97 = 0.5 * t96;
            let t123 = t97 * c9;
            let t125 = t124 + t123;
            let t128 = t100 + c10;
            let t111 = t91 * c7;
            let t129 = x0 * t111;
            let t130 = -t129;
            let t135 = c11 * t109;
            let t136 = c1 - t135;
            ([t117, t122, t125], [[t128, t129, 0.0], [t130, t136, 0.0], [0.0, 0.0, c12]])
        };
        let ([s243, s244, s245], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t139 = c5 * s243;
        let t140 = state.q.theta + t139;
        let t142 = c5 * s244;
        let t143 = state.q.x + t142;
        let t145 = c5 * s245;
        let t146 = state.q.y + t145;
        let t157 = t106 - s243;
        let t159 = c8 * t157;
        let t149 = state.q.x + t143;
        let t150 = 0.5 * t149;
        let t153 = c2 * t150;
        let t154 = t153 * t150;
        let t155 = c0 + t154;
        let t156 = s243 * t155;
        let t160 = t159 + t156;
        let t161 = c1 * s244;
        let t162 = s243 * s243;
        let t163 = t150 * t162;
        let t165 = c9 * t163;
        let t166 = t161 + t165;
        let (t172, t173) = ::nhi::__abi_1::sin_cos(t140);
        let t171 = t + c5;
        let t174 = ::nhi::__abi_1::sin(t171);
        let t175 = t166 * t172;
        let t180 = c13 * t175;
        let t182 = t174 - t180;
        let t167 = c1 * s245;
        let t151 = state.q.y + t146;
        let t152 = 0.5 * t151;
        let t169 = c9 * t152;
        let t170 = t167 - t169;
        let t177 = t170 * t173;
        let t181 = c13 * t177;
        let t183 = t182 + t181;
        let t189 = t183 * c14;
        let t190 = t172 * t189;
        let t191 = t166 + t190;
        let t192 = t173 * t189;
        let t193 = t170 - t192;
        let next = MovingBladeGniState {
            clock: state.clock.next(),
            q: MovingBladeCoordinates {
                theta: t140,
                x: t143,
                y: t146,
            },
            reflected: [t160, t191, t193],
            report,
        };
        if ::nhi::__abi_1::is_finite(t140 + t143 + t146 + t160 + t191 + t193) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15] = self
            .prepared;
        let t = state.clock.time(self.h);
        let t73 = c2 * state.q.x;
        let t74 = t73 * state.q.x;
        let t75 = c0 + t74;
        let t77 = state.reflected[0] / t75;
        let t78 = c3 * state.reflected[1];
        let (t194, t195) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t12 = ::nhi::__abi_1::sin(t);
        let t198 = state.reflected[1] * c13;
        let t199 = t198 * t194;
        let t202 = t12 - t199;
        let t200 = state.reflected[2] * c13;
        let t201 = t200 * t195;
        let t203 = t202 + t201;
        let t206 = 0.1 * t203;
        let t207 = t194 * t206;
        let t208 = t78 + t207;
        let t79 = c3 * state.reflected[2];
        let t209 = t195 * t206;
        let t210 = t79 - t209;
        let t213 = t203 * c15;
        let t214 = -t213;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: MovingBladeVelocities {
                theta_dot: t77,
                x_dot: t208,
                y_dot: t210,
            },
            lambda: MovingBladeMultipliers {
                blade: t214,
            },
        };
        if ::nhi::__abi_1::is_finite(t77 + t208 + t210 + t214) {
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
/// Explicit midpoint rule on the equations of Lagrange and d'Alembert.
///
/// Order 2. Operations: prepare once, 5 mul, 1 div; `admission`, 5 add, 8 mul, 2 sqrt, 2 fn; `start`, no operations; `step`, 31 add, 54 mul, 2 div, 3 neg, 4 fn; `sample`, 4 add, 11 mul, 2 fn; `constraint_drift`, 2 add, 3 mul, 2 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeRk {
    h: f64,
    prepared: [f64; 8],
}
/// A state of [`MovingBladeRk`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeRkState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: MovingBladeCoordinates,
    /// The velocities.
    pub v: MovingBladeVelocities,
}
impl MovingBlade {
    /// A stepper of [`MovingBladeRk`] with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn rk(
        &self,
        h: f64,
    ) -> ::core::result::Result<MovingBladeRk, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("k", self.k)?;
        let t42 = self.k * 10.0;
        let t63 = 1.0 / self.m;
        let t64 = self.k * t63;
        let t71 = t63 * t42;
        let t90 = h * 0.5;
        let t163 = 0.1 * self.m;
        let prepared = [self.i, self.k, t42, t64, t71, h, t90, t163];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(MovingBladeRk { h, prepared })
    }
}
#[allow(unused_variables, clippy::all)]
impl MovingBladeRk {
    /// The constraint residuals `A v + b`: the method keeps them to its order only.
    #[must_use]
    pub fn constraint_drift(&self, state: &MovingBladeRkState) -> [f64; 1] {
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.prepared;
        let t = state.clock.time(self.h);
        let (t57, t58) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t165 = state.v.x_dot * t57;
        let t12 = ::nhi::__abi_1::sin(t);
        let t14 = t12 * 0.1;
        let t167 = t165 - t14;
        let t166 = t58 * state.v.y_dot;
        let t168 = t167 - t166;
        [t168]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for MovingBladeRk {
    type Scalar = f64;
    type Coordinates = MovingBladeCoordinates;
    type Velocities = MovingBladeVelocities;
    type Controls = MovingBladeControls;
    type Multipliers = MovingBladeMultipliers;
    type State = MovingBladeRkState;
    const INTEGRATOR: &'static str = "Rk(order = 2)";
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
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.prepared;
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
        let state = MovingBladeRkState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: MovingBladeCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            v: MovingBladeVelocities {
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
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h));
        let u1 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let t40 = u0.torque * 5.0;
        let t44 = state.v.theta_dot - t40;
        let t36 = state.q.x * state.v.theta_dot;
        let t37 = state.v.x_dot * t36;
        let t43 = c2 * t37;
        let t45 = t44 + t43;
        let t33 = c1 * state.q.x;
        let t34 = t33 * state.q.x;
        let t35 = c0 + t34;
        let t49 = t45 / t35;
        let t50 = t49 * 0.2;
        let t51 = -t50;
        let t91 = t51 * c6;
        let t92 = state.v.theta_dot + t91;
        let t151 = c5 * t92;
        let t152 = state.q.theta + t151;
        let t65 = state.v.theta_dot * t36;
        let t66 = c3 * t65;
        let (t57, t58) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t53 = ::nhi::__abi_1::cos(t);
        let t67 = t57 * t65;
        let t72 = c4 * t67;
        let t75 = t53 - t72;
        let t69 = t58 * state.q.y;
        let t73 = c4 * t69;
        let t59 = state.v.x_dot * t58;
        let t60 = state.v.y_dot * t57;
        let t61 = t59 + t60;
        let t62 = state.v.theta_dot * t61;
        let t74 = 10.0 * t62;
        let t76 = t73 + t74;
        let t77 = t75 - t76;
        let t79 = 0.1 * t77;
        let t80 = t57 * t79;
        let t81 = t66 + t80;
        let t94 = c6 * t81;
        let t95 = state.v.x_dot + t94;
        let t153 = c5 * t95;
        let t154 = state.q.x + t153;
        let t82 = c3 * state.q.y;
        let t84 = t58 * t79;
        let t85 = t82 + t84;
        let t86 = -t85;
        let t97 = c6 * t86;
        let t98 = state.v.y_dot + t97;
        let t155 = c5 * t98;
        let t156 = state.q.y + t155;
        let t103 = state.v.x_dot * c6;
        let t104 = state.q.x + t103;
        let t109 = c1 * t104;
        let t110 = t109 * t104;
        let t111 = c0 + t110;
        let t120 = 0.2 / t111;
        let t115 = 5.0 * u1.torque;
        let t117 = t115 - t92;
        let t112 = t104 * t92;
        let t113 = t95 * t112;
        let t116 = c2 * t113;
        let t118 = t117 - t116;
        let t121 = t120 * t118;
        let t157 = c5 * t121;
        let t158 = state.v.theta_dot + t157;
        let t130 = t92 * t112;
        let t131 = c3 * t130;
        let t100 = state.v.theta_dot * c6;
        let t101 = state.q.theta + t100;
        let (t123, t124) = ::nhi::__abi_1::sin_cos(t101);
        let t122 = t + c6;
        let t129 = ::nhi::__abi_1::cos(t122);
        let t135 = c4 * t123;
        let t136 = t135 * t130;
        let t140 = t129 - t136;
        let t137 = c4 * t124;
        let t106 = state.v.y_dot * c6;
        let t107 = state.q.y + t106;
        let t138 = t137 * t107;
        let t125 = t95 * t124;
        let t126 = t98 * t123;
        let t127 = t125 + t126;
        let t128 = t92 * t127;
        let t139 = 10.0 * t128;
        let t141 = t138 + t139;
        let t142 = t140 - t141;
        let t144 = 0.1 * t142;
        let t145 = t123 * t144;
        let t146 = t131 + t145;
        let t159 = c5 * t146;
        let t160 = state.v.x_dot + t159;
        let t133 = c3 * t107;
        let t148 = t124 * t144;
        let t149 = t133 + t148;
        let t150 = -t149;
        let t161 = c5 * t150;
        let t162 = state.v.y_dot + t161;
        let next = MovingBladeRkState {
            clock: state.clock.next(),
            q: MovingBladeCoordinates {
                theta: t152,
                x: t154,
                y: t156,
            },
            v: MovingBladeVelocities {
                theta_dot: t158,
                x_dot: t160,
                y_dot: t162,
            },
        };
        if ::nhi::__abi_1::is_finite(t152 + t154 + t156 + t158 + t160 + t162) {
            ::core::result::Result::Ok(next)
        } else {
            ::core::result::Result::Err(
                ::nhi::__abi_1::non_finite(
                    state.clock.time(self.h),
                    &[u0.torque, u1.torque],
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
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.prepared;
        let t = state.clock.time(self.h);
        let t53 = ::nhi::__abi_1::cos(t);
        let (t57, t58) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t36 = state.q.x * state.v.theta_dot;
        let t65 = state.v.theta_dot * t36;
        let t67 = t57 * t65;
        let t72 = c4 * t67;
        let t75 = t53 - t72;
        let t69 = t58 * state.q.y;
        let t73 = c4 * t69;
        let t59 = state.v.x_dot * t58;
        let t60 = state.v.y_dot * t57;
        let t61 = t59 + t60;
        let t62 = state.v.theta_dot * t61;
        let t74 = 10.0 * t62;
        let t76 = t73 + t74;
        let t77 = t75 - t76;
        let t164 = t77 * c7;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: MovingBladeVelocities {
                theta_dot: state.v.theta_dot,
                x_dot: state.v.x_dot,
                y_dot: state.v.y_dot,
            },
            lambda: MovingBladeMultipliers {
                blade: t164,
            },
        };
        if ::nhi::__abi_1::is_finite(
            state.v.theta_dot + state.v.x_dot + state.v.y_dot + t164,
        ) {
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
/// Gauss collocation with one stage, the implicit midpoint rule on the equations of Lagrange and d'Alembert.
///
/// Order 2, symmetric. Operations: prepare once, 15 mul, 1 div; `admission`, 5 add, 8 mul, 2 sqrt, 2 fn; `start`, no operations; `step`, 19 add, 31 mul, 1 div, 2 neg, 3 fn, and per iteration 43 add, 78 mul, 1 div, 3 neg, 1 fn; `sample`, 4 add, 11 mul, 2 fn; `constraint_drift`, 2 add, 3 mul, 2 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeGauss {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 18],
}
impl MovingBladeGauss {
    /// The same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
        Self { newton, ..self }
    }
}
/// A state of [`MovingBladeGauss`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeGaussState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: MovingBladeCoordinates,
    /// The velocities.
    pub v: MovingBladeVelocities,
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
impl MovingBlade {
    /// A stepper of [`MovingBladeGauss`] with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn gauss(
        &self,
        h: f64,
    ) -> ::core::result::Result<MovingBladeGauss, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("k", self.k)?;
        let t53 = self.k * 10.0;
        let t59 = self.k / self.m;
        let t65 = 10.0 * t59;
        let t91 = h * 0.5;
        let t164 = 0.1 * h;
        let t158 = h * self.k;
        let t169 = h * t158;
        let t171 = 10.0 * t158;
        let t175 = 5.0 * t169;
        let t189 = 2.0 * t59;
        let t214 = 40.0 * t59;
        let t221 = h * 0.025;
        let t224 = h * t59;
        let t230 = h * 0.25;
        let t242 = 20.0 * t59;
        let t288 = 0.1 * self.m;
        let prepared = [
            self.i,
            self.k,
            t53,
            t59,
            t65,
            h,
            t91,
            t164,
            t169,
            t171,
            t175,
            t189,
            t214,
            t221,
            t224,
            t230,
            t242,
            t288,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(MovingBladeGauss {
            h,
            newton: ::nhi::__abi_1::NewtonSettings::default(),
            prepared,
        })
    }
}
#[allow(unused_variables, clippy::all)]
impl MovingBladeGauss {
    /// The constraint residuals `A v + b`: the method keeps them to its order only.
    #[must_use]
    pub fn constraint_drift(&self, state: &MovingBladeGaussState) -> [f64; 1] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17] = self.prepared;
        let t = state.clock.time(self.h);
        let (t41, t42) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t290 = state.v.x_dot * t41;
        let t12 = ::nhi::__abi_1::sin(t);
        let t14 = t12 * 0.1;
        let t292 = t290 - t14;
        let t291 = t42 * state.v.y_dot;
        let t293 = t292 - t291;
        [t293]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for MovingBladeGauss {
    type Scalar = f64;
    type Coordinates = MovingBladeCoordinates;
    type Velocities = MovingBladeVelocities;
    type Controls = MovingBladeControls;
    type Multipliers = MovingBladeMultipliers;
    type State = MovingBladeGaussState;
    const INTEGRATOR: &'static str = "Gauss(stages = 1)";
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
        c17] = self.prepared;
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
        let state = MovingBladeGaussState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: MovingBladeCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            v: MovingBladeVelocities {
                theta_dot: v.theta_dot,
                x_dot: v.x_dot,
                y_dot: v.y_dot,
            },
            report: ::nhi::__abi_1::NewtonReport::default(),
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
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17] = self.prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let t38 = c1 * state.q.x;
        let t39 = t38 * state.q.x;
        let t40 = c0 + t39;
        let t78 = 0.2 / t40;
        let t51 = u0.torque * 5.0;
        let t55 = state.v.theta_dot - t51;
        let t43 = state.q.x * state.v.theta_dot;
        let t44 = state.v.x_dot * t43;
        let t54 = c2 * t44;
        let t56 = t55 + t54;
        let t79 = t78 * t56;
        let t80 = -t79;
        let t60 = state.v.theta_dot * t43;
        let t61 = c3 * t60;
        let (t41, t42) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t30 = ::nhi::__abi_1::cos(t);
        let t66 = c4 * t41;
        let t67 = t66 * t60;
        let t71 = t30 - t67;
        let t68 = c4 * t42;
        let t69 = t68 * state.q.y;
        let t46 = state.v.x_dot * t42;
        let t47 = state.v.y_dot * t41;
        let t48 = t46 + t47;
        let t49 = state.v.theta_dot * t48;
        let t70 = 10.0 * t49;
        let t72 = t69 + t70;
        let t73 = t71 - t72;
        let t81 = 0.1 * t73;
        let t82 = t41 * t81;
        let t83 = t61 + t82;
        let t62 = c3 * state.q.y;
        let t84 = t42 * t81;
        let t85 = t62 + t84;
        let t86 = -t85;
        let t111 = t + c6;
        let t112 = ::nhi::__abi_1::cos(t111);
        let t182 = u0.torque * c10;
        let guess: [f64; 3] = [t80, t83, t86];
        let scale = [::nhi::__abi_1::largest(&guess); 3];
        let system = |&[x0, x1, x2]: &[f64; 3]| {
            let t96 = c6 * x1;
            let t97 = state.v.x_dot + t96;
            let t106 = c6 * t97;
            let t107 = state.q.x + t106;
            let t113 = c1 * t107;
            let t114 = t113 * t107;
            let t115 = c0 + t114;
            let t146 = 1.0 / t115;
            let t92 = x0 * c6;
            let t93 = state.v.theta_dot + t92;
            let t144 = t51 - t93;
            let t118 = t93 * t107;
            let t142 = t97 * c2;
            let t143 = t118 * t142;
            let t145 = t144 - t143;
            let t147 = t146 * t145;
            let t148 = 0.2 * t147;
            let t149 = x0 - t148;
            let t125 = c3 * t118;
            let t126 = t93 * t125;
            let t152 = x1 - t126;
            let t103 = c6 * t93;
            let t104 = state.q.theta + t103;
            let (t116, t117) = ::nhi::__abi_1::sin_cos(t104);
            let t132 = c4 * t118;
            let t128 = t93 * t116;
            let t133 = t132 * t128;
            let t137 = t112 - t133;
            let t100 = c6 * x2;
            let t101 = state.v.y_dot + t100;
            let t109 = c6 * t101;
            let t110 = state.q.y + t109;
            let t130 = t117 * t110;
            let t134 = c4 * t130;
            let t121 = t97 * t117;
            let t122 = t101 * t116;
            let t123 = t121 + t122;
            let t135 = t93 * 10.0;
            let t136 = t123 * t135;
            let t138 = t134 + t136;
            let t139 = t137 - t138;
            let t150 = 0.1 * t139;
            let t151 = t116 * t150;
            let t153 = t152 - t151;
            let t127 = c3 * t110;
            let t155 = x2 + t127;
            let t154 = t117 * t150;
            let t156 = t155 + t154;
            let t160 = t107 * t142;
            let t161 = t160 + 1.0;
            let t162 = t146 * t161;
            let t165 = c7 * t162;
            let t166 = 1.0 + t165;
            let t185 = 0.1 * t146;
            let t180 = t107 * t146;
            let t183 = t182 * t180;
            let t176 = t97 * c10;
            let t170 = c8 * t162;
            let t172 = c9 - t170;
            let t173 = t107 * t172;
            let t177 = t176 + t173;
            let t178 = t93 * t177;
            let t184 = t183 + t178;
            let t186 = t185 * t184;
            let t215 = c12 * t118;
            let t190 = c11 * t118;
            let t191 = t101 + t190;
            let t209 = t116 * t191;
            let t210 = t121 + t209;
            let t212 = t116 * t210;
            let t217 = 20.0 * t212;
            let t218 = t215 - t217;
            let t203 = t117 * t112;
            let t204 = t110 * c4;
            let t195 = t116 * 2.0;
            let t199 = t116 * t195;
            let t200 = t199 - 1.0;
            let t205 = t204 * t200;
            let t207 = t203 + t205;
            let t168 = t97 * t116;
            let t187 = t101 + t125;
            let t192 = t117 * t187;
            let t193 = t168 - t192;
            let t196 = t193 * t195;
            let t197 = t97 - t196;
            let t206 = t197 * t135;
            let t208 = t207 - t206;
            let t211 = c5 * t208;
            let t219 = t218 + t211;
            let t222 = t219 * c13;
            let t223 = -t222;
            let t167 = t93 * t117;
            let t225 = c14 * t167;
            let t226 = t195 - t225;
            let t227 = t226 * t167;
            let t231 = c15 * t227;
            let t232 = 1.0 + t231;
            let t233 = t117 * c14;
            let t234 = 2.0 * t128;
            let t235 = t233 + t234;
            let t236 = t116 * c15;
            let t237 = t235 * t236;
            let t250 = t117 * t210;
            let t251 = 20.0 * t250;
            let t243 = c16 * t130;
            let t244 = t112 - t243;
            let t246 = t116 * t244;
            let t239 = t117 * 2.0;
            let t240 = t193 * t239;
            let t241 = t240 + t187;
            let t247 = t241 * t135;
            let t248 = t246 - t247;
            let t249 = c5 * t248;
            let t252 = t251 + t249;
            let t253 = c13 * t252;
            let t254 = -t253;
            let t255 = c14 * t128;
            let t256 = t239 + t255;
            let t257 = c15 * t256;
            let t258 = t257 * t167;
            let t259 = -t258;
            let t260 = t116 * c14;
            let t261 = 2.0 * t167;
            let t262 = t260 - t261;
            let t265 = t262 * t236;
            let t266 = 1.0 + t265;
            (
                [t149, t153, t156],
                [[t166, t186, 0.0], [t223, t232, t237], [t254, t259, t266]],
            )
        };
        let ([s491, s492, s493], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t269 = c6 * s491;
        let t270 = state.v.theta_dot + t269;
        let t279 = c5 * t270;
        let t280 = state.q.theta + t279;
        let t273 = c6 * s492;
        let t274 = state.v.x_dot + t273;
        let t281 = c5 * t274;
        let t282 = state.q.x + t281;
        let t277 = c6 * s493;
        let t278 = state.v.y_dot + t277;
        let t283 = c5 * t278;
        let t284 = state.q.y + t283;
        let t268 = c5 * s491;
        let t285 = state.v.theta_dot + t268;
        let t272 = c5 * s492;
        let t286 = state.v.x_dot + t272;
        let t276 = c5 * s493;
        let t287 = state.v.y_dot + t276;
        let next = MovingBladeGaussState {
            clock: state.clock.next(),
            q: MovingBladeCoordinates {
                theta: t280,
                x: t282,
                y: t284,
            },
            v: MovingBladeVelocities {
                theta_dot: t285,
                x_dot: t286,
                y_dot: t287,
            },
            report,
        };
        if ::nhi::__abi_1::is_finite(t280 + t282 + t284 + t285 + t286 + t287) {
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
        c17] = self.prepared;
        let t = state.clock.time(self.h);
        let t30 = ::nhi::__abi_1::cos(t);
        let (t41, t42) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t66 = c4 * t41;
        let t43 = state.q.x * state.v.theta_dot;
        let t60 = state.v.theta_dot * t43;
        let t67 = t66 * t60;
        let t71 = t30 - t67;
        let t68 = c4 * t42;
        let t69 = t68 * state.q.y;
        let t46 = state.v.x_dot * t42;
        let t47 = state.v.y_dot * t41;
        let t48 = t46 + t47;
        let t49 = state.v.theta_dot * t48;
        let t70 = 10.0 * t49;
        let t72 = t69 + t70;
        let t73 = t71 - t72;
        let t289 = t73 * c17;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: MovingBladeVelocities {
                theta_dot: state.v.theta_dot,
                x_dot: state.v.x_dot,
                y_dot: state.v.y_dot,
            },
            lambda: MovingBladeMultipliers {
                blade: t289,
            },
        };
        if ::nhi::__abi_1::is_finite(
            state.v.theta_dot + state.v.x_dot + state.v.y_dot + t289,
        ) {
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
/// Discrete Lagrange-d'Alembert method (Cortés, Martínez), midpoint discrete Lagrangian, constraint at the middle of the step.
///
/// Order 2, symmetric. Operations: prepare once, 2 add, 10 mul, 1 div; `admission`, 5 add, 8 mul, 2 sqrt, 2 fn; `start`, 5 add, 16 mul, 2 fn; `step`, 16 add, 30 mul, 1 div, 1 neg, 3 fn, and per iteration 21 add, 26 mul, 2 neg, 1 fn; `sample`, 9 add, 22 mul, 1 div, 2 fn; `discrete_multipliers`, no operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeDla {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 15],
}
impl MovingBladeDla {
    /// The same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
        Self { newton, ..self }
    }
}
/// A state of [`MovingBladeDla`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeDlaState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: MovingBladeCoordinates,
    /// The momentum `p^+` that arrives at the node.
    pub p: [f64; 3],
    /// The multiplier that the last step solved for; it acted at the beginning of that step.
    pub lambda: MovingBladeMultipliers,
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
impl MovingBlade {
    /// A stepper of [`MovingBladeDla`] with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn dla(
        &self,
        h: f64,
    ) -> ::core::result::Result<MovingBladeDla, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("k", self.k)?;
        let t42 = 1.0 / self.m;
        let t43 = self.k * t42;
        let t50 = 10.0 * t43;
        let t57 = 0.1 * self.m;
        let t76 = t42 * 10.0;
        let t108 = h * 0.5;
        let t123 = self.k * h;
        let t127 = 0.1 * h;
        let t133 = 0.5 * t123;
        let t154 = h * t123;
        let t156 = 0.25 * t154;
        let t157 = self.m + t156;
        let t158 = self.i + t127;
        let prepared = [
            self.i,
            self.m,
            self.k,
            t42,
            t50,
            t57,
            t76,
            h,
            t108,
            t123,
            t127,
            t133,
            t156,
            t157,
            t158,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(MovingBladeDla {
            h,
            newton: ::nhi::__abi_1::NewtonSettings::default(),
            prepared,
        })
    }
}
#[allow(unused_variables, clippy::all)]
impl MovingBladeDla {
    /// The multipliers that the last step solved for: `h A^T lambda` is the constraint impulse at the beginning of that step. Samples hold the multipliers of the continuous motion instead.
    #[must_use]
    pub fn discrete_multipliers(&self, state: &MovingBladeDlaState) -> [f64; 1] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
        let t = state.clock.time(self.h);
        [state.lambda.blade]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for MovingBladeDla {
    type Scalar = f64;
    type Coordinates = MovingBladeCoordinates;
    type Velocities = MovingBladeVelocities;
    type Controls = MovingBladeControls;
    type Multipliers = MovingBladeMultipliers;
    type State = MovingBladeDlaState;
    const INTEGRATOR: &'static str = "Dla";
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
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
        let t35 = v.y_dot * c1;
        let t40 = ::nhi::__abi_1::cos(t);
        let t5 = v.theta_dot * v.theta_dot;
        let (t8, t10) = ::nhi::__abi_1::sin_cos(q.theta);
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
        let t58 = t56 * c5;
        let state = MovingBladeDlaState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: MovingBladeCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            p: [t33, t34, t35],
            lambda: MovingBladeMultipliers {
                blade: t58,
            },
            report: ::nhi::__abi_1::NewtonReport::default(),
        };
        if ::nhi::__abi_1::is_finite(q.theta + q.x + q.y + t33 + t34 + t35 + t58) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let t67 = c2 * state.q.x;
        let t68 = t67 * state.q.x;
        let t69 = c0 + t68;
        let t71 = state.p[0] / t69;
        let t72 = c3 * state.p[1];
        let (t65, t66) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t12 = ::nhi::__abi_1::sin(t);
        let t77 = t65 * state.p[1];
        let t78 = t77 * c6;
        let t81 = t12 - t78;
        let t79 = t66 * state.p[2];
        let t80 = t79 * c6;
        let t82 = t81 + t80;
        let t85 = 0.1 * t82;
        let t86 = t65 * t85;
        let t87 = t72 + t86;
        let t73 = c3 * state.p[2];
        let t88 = t66 * t85;
        let t89 = t73 - t88;
        let t119 = u0.torque * 5.0;
        let t131 = c7 * t65;
        let t139 = c7 * t66;
        let t109 = t + c8;
        let t149 = ::nhi::__abi_1::sin(t109);
        let t150 = 0.1 * t149;
        let t162 = -t131;
        let guess: [f64; 4] = [t71, t87, t89, state.lambda.blade];
        let scale = [::nhi::__abi_1::largest(&guess); 4];
        let system = |&[x0, x1, x2, x3]: &[f64; 4]| {
            let t98 = c7 * x1;
            let t99 = state.q.x + t98;
            let t100 = state.q.x + t99;
            let t101 = 0.5 * t100;
            let t112 = c2 * t101;
            let t113 = t112 * t101;
            let t114 = c0 + t113;
            let t115 = x0 * t114;
            let t120 = t119 - x0;
            let t128 = t120 * c10;
            let t129 = state.p[0] + t128;
            let t130 = t115 - t129;
            let t116 = c1 * x1;
            let t136 = t116 - state.p[1];
            let t134 = t101 * c11;
            let t122 = x0 * x0;
            let t135 = t134 * t122;
            let t132 = x3 * t131;
            let t137 = t135 + t132;
            let t138 = t136 - t137;
            let t117 = c1 * x2;
            let t142 = t117 - state.p[2];
            let t104 = c7 * x2;
            let t105 = state.q.y + t104;
            let t106 = state.q.y + t105;
            let t107 = 0.5 * t106;
            let t141 = t107 * c11;
            let t140 = x3 * t139;
            let t143 = t141 + t140;
            let t144 = t142 + t143;
            let t92 = c7 * x0;
            let t93 = state.q.theta + t92;
            let t94 = state.q.theta + t93;
            let t96 = 0.5 * t94;
            let (t145, t147) = ::nhi::__abi_1::sin_cos(t96);
            let t146 = x1 * t145;
            let t151 = t146 - t150;
            let t148 = x2 * t147;
            let t152 = t151 - t148;
            let t159 = t113 + c14;
            let t124 = t101 * c9;
            let t160 = x0 * t124;
            let t161 = -t160;
            let t164 = c12 * t122;
            let t165 = c1 - t164;
            let t166 = x1 * t147;
            let t167 = x2 * t145;
            let t168 = t166 + t167;
            let t170 = t168 * c8;
            let t169 = -t147;
            (
                [t130, t138, t144, t152],
                [
                    [t159, t160, 0.0, 0.0],
                    [t161, t165, 0.0, t162],
                    [0.0, 0.0, c13, t139],
                    [t170, t145, t169, 0.0],
                ],
            )
        };
        let ([s601, s602, s603, s604], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t172 = c7 * s601;
        let t173 = state.q.theta + t172;
        let t175 = c7 * s602;
        let t176 = state.q.x + t175;
        let t178 = c7 * s603;
        let t179 = state.q.y + t178;
        let t193 = t119 - s601;
        let t199 = c10 * t193;
        let t182 = state.q.x + t176;
        let t183 = 0.5 * t182;
        let t187 = c2 * t183;
        let t188 = t187 * t183;
        let t189 = c0 + t188;
        let t190 = s601 * t189;
        let t200 = t199 + t190;
        let t191 = c1 * s602;
        let t195 = s601 * s601;
        let t196 = t183 * t195;
        let t201 = c11 * t196;
        let t202 = t191 + t201;
        let t192 = c1 * s603;
        let t184 = state.q.y + t179;
        let t185 = 0.5 * t184;
        let t203 = c11 * t185;
        let t204 = t192 - t203;
        let next = MovingBladeDlaState {
            clock: state.clock.next(),
            q: MovingBladeCoordinates {
                theta: t173,
                x: t176,
                y: t179,
            },
            p: [t200, t202, t204],
            lambda: MovingBladeMultipliers {
                blade: s604,
            },
            report,
        };
        if ::nhi::__abi_1::is_finite(t173 + t176 + t179 + t200 + t202 + t204 + s604) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
        let t = state.clock.time(self.h);
        let t67 = c2 * state.q.x;
        let t68 = t67 * state.q.x;
        let t69 = c0 + t68;
        let t71 = state.p[0] / t69;
        let t72 = c3 * state.p[1];
        let (t65, t66) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let (t12, t40) = ::nhi::__abi_1::sin_cos(t);
        let t77 = t65 * state.p[1];
        let t78 = t77 * c6;
        let t81 = t12 - t78;
        let t79 = t66 * state.p[2];
        let t80 = t79 * c6;
        let t82 = t81 + t80;
        let t85 = 0.1 * t82;
        let t86 = t65 * t85;
        let t87 = t72 + t86;
        let t73 = c3 * state.p[2];
        let t88 = t66 * t85;
        let t89 = t73 - t88;
        let t209 = t65 * state.q.x;
        let t210 = t71 * t71;
        let t211 = t209 * t210;
        let t215 = c4 * t211;
        let t218 = t40 - t215;
        let t213 = t66 * state.q.y;
        let t216 = c4 * t213;
        let t205 = t66 * t87;
        let t206 = t65 * t89;
        let t207 = t205 + t206;
        let t208 = t71 * t207;
        let t217 = 10.0 * t208;
        let t219 = t216 + t217;
        let t220 = t218 - t219;
        let t221 = c5 * t220;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: MovingBladeVelocities {
                theta_dot: t71,
                x_dot: t87,
                y_dot: t89,
            },
            lambda: MovingBladeMultipliers {
                blade: t221,
            },
        };
        if ::nhi::__abi_1::is_finite(t71 + t87 + t89 + t221) {
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
/// Discrete d'Alembert-Pontryagin method (Kobilarov) with alpha = 1/2.
///
/// Order 2, symmetric. Operations: prepare once, 2 add, 10 mul, 1 div; `admission`, 5 add, 8 mul, 2 sqrt, 2 fn; `start`, 5 add, 16 mul, 2 fn; `step`, 16 add, 30 mul, 1 div, 1 neg, 3 fn, and per iteration 21 add, 26 mul, 2 neg, 1 fn; `sample`, 9 add, 22 mul, 1 div, 2 fn; `discrete_multipliers`, no operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeDap {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 15],
}
impl MovingBladeDap {
    /// The same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
        Self { newton, ..self }
    }
}
/// A state of [`MovingBladeDap`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeDapState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: MovingBladeCoordinates,
    /// The momentum `p^+` that arrives at the node.
    pub p: [f64; 3],
    /// The multiplier that the last step solved for; it acted at the beginning of that step.
    pub lambda: MovingBladeMultipliers,
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
impl MovingBlade {
    /// A stepper of [`MovingBladeDap`] with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn dap(
        &self,
        h: f64,
    ) -> ::core::result::Result<MovingBladeDap, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("k", self.k)?;
        let t42 = 1.0 / self.m;
        let t43 = self.k * t42;
        let t50 = 10.0 * t43;
        let t57 = 0.1 * self.m;
        let t76 = t42 * 10.0;
        let t108 = h * 0.5;
        let t124 = self.k * h;
        let t128 = 0.1 * h;
        let t134 = 0.5 * t124;
        let t154 = h * t124;
        let t156 = 0.25 * t154;
        let t157 = self.m + t156;
        let t158 = self.i + t128;
        let prepared = [
            self.i,
            self.m,
            self.k,
            t42,
            t50,
            t57,
            t76,
            h,
            t108,
            t124,
            t128,
            t134,
            t156,
            t157,
            t158,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(MovingBladeDap {
            h,
            newton: ::nhi::__abi_1::NewtonSettings::default(),
            prepared,
        })
    }
}
#[allow(unused_variables, clippy::all)]
impl MovingBladeDap {
    /// The multipliers that the last step solved for: `h A^T lambda` is the constraint impulse at the beginning of that step. Samples hold the multipliers of the continuous motion instead.
    #[must_use]
    pub fn discrete_multipliers(&self, state: &MovingBladeDapState) -> [f64; 1] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
        let t = state.clock.time(self.h);
        [state.lambda.blade]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for MovingBladeDap {
    type Scalar = f64;
    type Coordinates = MovingBladeCoordinates;
    type Velocities = MovingBladeVelocities;
    type Controls = MovingBladeControls;
    type Multipliers = MovingBladeMultipliers;
    type State = MovingBladeDapState;
    const INTEGRATOR: &'static str = "Dap";
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
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
        let t35 = v.y_dot * c1;
        let t40 = ::nhi::__abi_1::cos(t);
        let t5 = v.theta_dot * v.theta_dot;
        let (t8, t10) = ::nhi::__abi_1::sin_cos(q.theta);
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
        let t58 = t56 * c5;
        let state = MovingBladeDapState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: MovingBladeCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            p: [t33, t34, t35],
            lambda: MovingBladeMultipliers {
                blade: t58,
            },
            report: ::nhi::__abi_1::NewtonReport::default(),
        };
        if ::nhi::__abi_1::is_finite(q.theta + q.x + q.y + t33 + t34 + t35 + t58) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let t67 = c2 * state.q.x;
        let t68 = t67 * state.q.x;
        let t69 = c0 + t68;
        let t71 = state.p[0] / t69;
        let t72 = c3 * state.p[1];
        let (t65, t66) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t12 = ::nhi::__abi_1::sin(t);
        let t77 = t65 * state.p[1];
        let t78 = t77 * c6;
        let t81 = t12 - t78;
        let t79 = t66 * state.p[2];
        let t80 = t79 * c6;
        let t82 = t81 + t80;
        let t85 = 0.1 * t82;
        let t86 = t65 * t85;
        let t87 = t72 + t86;
        let t73 = c3 * state.p[2];
        let t88 = t66 * t85;
        let t89 = t73 - t88;
        let t120 = u0.torque * 5.0;
        let t132 = c7 * t65;
        let t140 = c7 * t66;
        let t109 = t + c8;
        let t110 = ::nhi::__abi_1::sin(t109);
        let t150 = 0.1 * t110;
        let t162 = -t132;
        let guess: [f64; 4] = [t71, t87, t89, state.lambda.blade];
        let scale = [::nhi::__abi_1::largest(&guess); 4];
        let system = |&[x0, x1, x2, x3]: &[f64; 4]| {
            let t98 = c7 * x1;
            let t99 = state.q.x + t98;
            let t100 = state.q.x + t99;
            let t101 = 0.5 * t100;
            let t113 = c2 * t101;
            let t114 = t113 * t101;
            let t115 = c0 + t114;
            let t116 = x0 * t115;
            let t121 = t120 - x0;
            let t129 = t121 * c10;
            let t130 = state.p[0] + t129;
            let t131 = t116 - t130;
            let t117 = c1 * x1;
            let t137 = t117 - state.p[1];
            let t135 = t101 * c11;
            let t123 = x0 * x0;
            let t136 = t135 * t123;
            let t133 = x3 * t132;
            let t138 = t136 + t133;
            let t139 = t137 - t138;
            let t118 = c1 * x2;
            let t143 = t118 - state.p[2];
            let t104 = c7 * x2;
            let t105 = state.q.y + t104;
            let t106 = state.q.y + t105;
            let t107 = 0.5 * t106;
            let t142 = t107 * c11;
            let t141 = x3 * t140;
            let t144 = t142 + t141;
            let t145 = t143 + t144;
            let t92 = c7 * x0;
            let t93 = state.q.theta + t92;
            let t94 = state.q.theta + t93;
            let t96 = 0.5 * t94;
            let (t146, t148) = ::nhi::__abi_1::sin_cos(t96);
            let t147 = x1 * t146;
            let t151 = t147 - t150;
            let t149 = x2 * t148;
            let t152 = t151 - t149;
            let t159 = t114 + c14;
            let t125 = t101 * c9;
            let t160 = x0 * t125;
            let t161 = -t160;
            let t164 = c12 * t123;
            let t165 = c1 - t164;
            let t166 = x1 * t148;
            let t167 = x2 * t146;
            let t168 = t166 + t167;
            let t170 = t168 * c8;
            let t169 = -t148;
            (
                [t131, t139, t145, t152],
                [
                    [t159, t160, 0.0, 0.0],
                    [t161, t165, 0.0, t162],
                    [0.0, 0.0, c13, t140],
                    [t170, t146, t169, 0.0],
                ],
            )
        };
        let ([s738, s739, s740, s741], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t172 = c7 * s738;
        let t173 = state.q.theta + t172;
        let t175 = c7 * s739;
        let t176 = state.q.x + t175;
        let t178 = c7 * s740;
        let t179 = state.q.y + t178;
        let t193 = t120 - s738;
        let t199 = c10 * t193;
        let t182 = state.q.x + t176;
        let t183 = 0.5 * t182;
        let t187 = c2 * t183;
        let t188 = t187 * t183;
        let t189 = c0 + t188;
        let t190 = s738 * t189;
        let t200 = t199 + t190;
        let t191 = c1 * s739;
        let t195 = s738 * s738;
        let t196 = t183 * t195;
        let t201 = c11 * t196;
        let t202 = t191 + t201;
        let t192 = c1 * s740;
        let t184 = state.q.y + t179;
        let t185 = 0.5 * t184;
        let t203 = c11 * t185;
        let t204 = t192 - t203;
        let next = MovingBladeDapState {
            clock: state.clock.next(),
            q: MovingBladeCoordinates {
                theta: t173,
                x: t176,
                y: t179,
            },
            p: [t200, t202, t204],
            lambda: MovingBladeMultipliers {
                blade: s741,
            },
            report,
        };
        if ::nhi::__abi_1::is_finite(t173 + t176 + t179 + t200 + t202 + t204 + s741) {
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
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14] = self
            .prepared;
        let t = state.clock.time(self.h);
        let t67 = c2 * state.q.x;
        let t68 = t67 * state.q.x;
        let t69 = c0 + t68;
        let t71 = state.p[0] / t69;
        let t72 = c3 * state.p[1];
        let (t65, t66) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let (t12, t40) = ::nhi::__abi_1::sin_cos(t);
        let t77 = t65 * state.p[1];
        let t78 = t77 * c6;
        let t81 = t12 - t78;
        let t79 = t66 * state.p[2];
        let t80 = t79 * c6;
        let t82 = t81 + t80;
        let t85 = 0.1 * t82;
        let t86 = t65 * t85;
        let t87 = t72 + t86;
        let t73 = c3 * state.p[2];
        let t88 = t66 * t85;
        let t89 = t73 - t88;
        let t209 = t65 * state.q.x;
        let t210 = t71 * t71;
        let t211 = t209 * t210;
        let t215 = c4 * t211;
        let t218 = t40 - t215;
        let t213 = t66 * state.q.y;
        let t216 = c4 * t213;
        let t205 = t66 * t87;
        let t206 = t65 * t89;
        let t207 = t205 + t206;
        let t208 = t71 * t207;
        let t217 = 10.0 * t208;
        let t219 = t216 + t217;
        let t220 = t218 - t219;
        let t221 = c5 * t220;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: MovingBladeVelocities {
                theta_dot: t71,
                x_dot: t87,
                y_dot: t89,
            },
            lambda: MovingBladeMultipliers {
                blade: t221,
            },
        };
        if ::nhi::__abi_1::is_finite(t71 + t87 + t89 + t221) {
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
/// Modified Lagrange-d'Alembert method (Anahory Simoes, Marrero, Martín de Diego), midpoint discrete Lagrangian and constraint, constraint forces of the midpoint.
///
/// Order 2, symmetric. Operations: prepare once, 1 add, 17 mul, 1 div; `admission`, 5 add, 8 mul, 2 sqrt, 2 fn; `start`, 5 add, 16 mul, 2 fn; `step`, 23 add, 44 mul, 1 div, 1 neg, 4 fn, and per iteration 47 add, 82 mul, 3 neg, 1 fn; `sample`, 9 add, 22 mul, 1 div, 2 fn; `discrete_multipliers`, no operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeMla {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 21],
}
impl MovingBladeMla {
    /// The same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
        Self { newton, ..self }
    }
}
/// A state of [`MovingBladeMla`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeMlaState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: MovingBladeCoordinates,
    /// The momentum `p^+` that arrives at the node.
    pub p: [f64; 3],
    /// The multiplier that the last step solved for; it acted at the beginning of that step.
    pub lambda: MovingBladeMultipliers,
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
impl MovingBlade {
    /// A stepper of [`MovingBladeMla`] with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn mla(
        &self,
        h: f64,
    ) -> ::core::result::Result<MovingBladeMla, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("k", self.k)?;
        let t42 = 1.0 / self.m;
        let t43 = self.k * t42;
        let t50 = 10.0 * t43;
        let t57 = 0.1 * self.m;
        let t76 = t42 * 10.0;
        let t108 = h * 0.5;
        let t124 = self.k * h;
        let t129 = 0.1 * h;
        let t150 = self.m * h;
        let t157 = 0.5 * t124;
        let t160 = 0.05 * t150;
        let t182 = self.i + t129;
        let t198 = h * t150;
        let t209 = h * 20.0;
        let t218 = h * 0.25;
        let t239 = self.m * 2.0;
        let t259 = 0.025 * t198;
        let t254 = h * h;
        let t262 = 0.25 * t254;
        let prepared = [
            self.i,
            self.m,
            self.k,
            t42,
            t50,
            t57,
            t76,
            h,
            t108,
            t124,
            t129,
            t150,
            t157,
            t160,
            t182,
            t198,
            t209,
            t218,
            t239,
            t259,
            t262,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(MovingBladeMla {
            h,
            newton: ::nhi::__abi_1::NewtonSettings::default(),
            prepared,
        })
    }
}
#[allow(unused_variables, clippy::all)]
impl MovingBladeMla {
    /// The multipliers that the last step solved for: `h A^T lambda` is the constraint impulse at the beginning of that step. Samples hold the multipliers of the continuous motion instead.
    #[must_use]
    pub fn discrete_multipliers(&self, state: &MovingBladeMlaState) -> [f64; 1] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19, c20] = self.prepared;
        let t = state.clock.time(self.h);
        [state.lambda.blade]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for MovingBladeMla {
    type Scalar = f64;
    type Coordinates = MovingBladeCoordinates;
    type Velocities = MovingBladeVelocities;
    type Controls = MovingBladeControls;
    type Multipliers = MovingBladeMultipliers;
    type State = MovingBladeMlaState;
    const INTEGRATOR: &'static str = "Mla";
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
        c17, c18, c19, c20] = self.prepared;
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
        let t35 = v.y_dot * c1;
        let t40 = ::nhi::__abi_1::cos(t);
        let t5 = v.theta_dot * v.theta_dot;
        let (t8, t10) = ::nhi::__abi_1::sin_cos(q.theta);
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
        let t58 = t56 * c5;
        let state = MovingBladeMlaState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: MovingBladeCoordinates {
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            p: [t33, t34, t35],
            lambda: MovingBladeMultipliers {
                blade: t58,
            },
            report: ::nhi::__abi_1::NewtonReport::default(),
        };
        if ::nhi::__abi_1::is_finite(q.theta + q.x + q.y + t33 + t34 + t35 + t58) {
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
        c17, c18, c19, c20] = self.prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let t67 = c2 * state.q.x;
        let t68 = t67 * state.q.x;
        let t69 = c0 + t68;
        let t71 = state.p[0] / t69;
        let t72 = c3 * state.p[1];
        let (t65, t66) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t12 = ::nhi::__abi_1::sin(t);
        let t77 = t65 * state.p[1];
        let t78 = t77 * c6;
        let t81 = t12 - t78;
        let t79 = t66 * state.p[2];
        let t80 = t79 * c6;
        let t82 = t81 + t80;
        let t85 = 0.1 * t82;
        let t86 = t65 * t85;
        let t87 = t72 + t86;
        let t73 = c3 * state.p[2];
        let t88 = t66 * t85;
        let t89 = t73 - t88;
        let t121 = u0.torque * 5.0;
        let t109 = t + c8;
        let (t111, t110) = ::nhi::__abi_1::sin_cos(t109);
        let t155 = c7 * t65;
        let t166 = c7 * t66;
        let t176 = 0.1 * t111;
        let t180 = c7 * t110;
        let t185 = -t155;
        let t260 = t110 * c19;
        let guess: [f64; 4] = [t71, t87, t89, state.lambda.blade];
        let scale = [::nhi::__abi_1::largest(&guess); 4];
        let system = |&[x0, x1, x2, x3]: &[f64; 4]| {
            let t98 = c7 * x1;
            let t99 = state.q.x + t98;
            let t100 = state.q.x + t99;
            let t101 = 0.5 * t100;
            let t114 = c2 * t101;
            let t115 = t114 * t101;
            let t116 = c0 + t115;
            let t117 = x0 * t116;
            let t122 = t121 - x0;
            let t130 = t122 * c10;
            let t131 = state.p[0] + t130;
            let t132 = t117 - t131;
            let t118 = c1 * x1;
            let t162 = t118 - state.p[1];
            let t125 = x0 * t101;
            let t126 = x0 * t125;
            let t158 = c12 * t126;
            let t156 = x3 * t155;
            let t163 = t158 + t156;
            let t164 = t162 - t163;
            let t92 = c7 * x0;
            let t93 = state.q.theta + t92;
            let t94 = state.q.theta + t93;
            let t96 = 0.5 * t94;
            let (t133, t134) = ::nhi::__abi_1::sin_cos(t96);
            let t139 = x0 * t133;
            let t140 = t125 * t139;
            let t144 = c4 * t140;
            let t147 = t110 - t144;
            let t104 = c7 * x2;
            let t105 = state.q.y + t104;
            let t106 = state.q.y + t105;
            let t107 = 0.5 * t106;
            let t142 = t107 * t134;
            let t145 = c4 * t142;
            let t135 = x1 * t134;
            let t136 = x2 * t133;
            let t137 = t135 + t136;
            let t138 = x0 * t137;
            let t146 = 10.0 * t138;
            let t148 = t145 + t146;
            let t149 = t147 - t148;
            let t151 = t133 * t149;
            let t161 = c13 * t151;
            let t165 = t164 - t161;
            let t119 = c1 * x2;
            let t170 = t119 - state.p[2];
            let t168 = t107 * c12;
            let t167 = x3 * t166;
            let t171 = t168 + t167;
            let t172 = t170 + t171;
            let t153 = t134 * t149;
            let t169 = c13 * t153;
            let t173 = t172 + t169;
            let t174 = x1 * t133;
            let t175 = x2 * t134;
            let t177 = t174 - t175;
            let t178 = t177 - t176;
            let t183 = t115 + c14;
            let t184 = c9 * t125;
            let t128 = c9 * t107;
            let t190 = x2 * 2.0;
            let t188 = x1 * t92;
            let t191 = t190 - t188;
            let t192 = c1 * t191;
            let t214 = t128 - t192;
            let t219 = t214 * c17;
            let t201 = t119 - t128;
            let t206 = t134 * t201;
            let t210 = c16 * t206;
            let t203 = 20.0 * t174;
            let t204 = t203 - t180;
            let t208 = c11 * t204;
            let t212 = t210 - t208;
            let t199 = t137 * c15;
            let t194 = t134 * 2.0;
            let t193 = c7 * t139;
            let t195 = t194 - t193;
            let t196 = t101 * c9;
            let t197 = t195 * t196;
            let t200 = t199 - t197;
            let t205 = x0 * t200;
            let t211 = 20.0 * t205;
            let t213 = t212 - t211;
            let t215 = t134 * t213;
            let t221 = 0.025 * t215;
            let t222 = t219 + t221;
            let t223 = -t222;
            let t240 = t133 * c18;
            let t224 = x0 * t134;
            let t238 = c9 * t224;
            let t241 = t240 - t238;
            let t243 = c17 * t224;
            let t244 = t241 * t243;
            let t245 = c1 + t244;
            let t248 = c18 * t139;
            let t247 = c9 * t134;
            let t249 = t248 + t247;
            let t250 = t133 * c17;
            let t251 = t249 * t250;
            let t181 = c2 * t125;
            let t252 = t119 + t181;
            let t255 = x0 * t252;
            let t263 = c20 * t255;
            let t261 = t133 * t260;
            let t265 = t263 - t261;
            let t234 = c11 * t135;
            let t232 = c7 * t133;
            let t233 = t201 * t232;
            let t235 = t234 + t233;
            let t229 = c15 * t177;
            let t226 = t133 * 2.0;
            let t225 = c7 * t224;
            let t227 = t226 + t225;
            let t228 = t227 * t196;
            let t230 = t229 - t228;
            let t231 = x0 * t230;
            let t236 = t235 - t231;
            let t253 = t134 * t236;
            let t264 = 0.5 * t253;
            let t266 = t265 - t264;
            let t269 = t134 * c18;
            let t268 = c9 * t139;
            let t270 = t269 + t268;
            let t271 = t270 * t243;
            let t272 = -t271;
            let t275 = c18 * t224;
            let t274 = c9 * t133;
            let t276 = t275 - t274;
            let t278 = t276 * t250;
            let t279 = c1 - t278;
            let t187 = t137 * c8;
            let t186 = -t134;
            (
                [t132, t165, t173, t178],
                [
                    [t183, t184, 0.0, 0.0],
                    [t223, t245, t251, t185],
                    [t266, t272, t279, t166],
                    [t187, t133, t186, 0.0],
                ],
            )
        };
        let ([s874, s875, s876, s877], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t281 = c7 * s874;
        let t282 = state.q.theta + t281;
        let t284 = c7 * s875;
        let t285 = state.q.x + t284;
        let t287 = c7 * s876;
        let t288 = state.q.y + t287;
        let t302 = t121 - s874;
        let t308 = c10 * t302;
        let t291 = state.q.x + t285;
        let t292 = 0.5 * t291;
        let t296 = c2 * t292;
        let t297 = t296 * t292;
        let t298 = c0 + t297;
        let t299 = s874 * t298;
        let t309 = t308 + t299;
        let t300 = c1 * s875;
        let t304 = s874 * s874;
        let t305 = t292 * t304;
        let t328 = c12 * t305;
        let t331 = t300 + t328;
        let t289 = state.q.theta + t282;
        let t290 = 0.5 * t289;
        let (t310, t311) = ::nhi::__abi_1::sin_cos(t290);
        let t316 = t310 * t305;
        let t320 = c4 * t316;
        let t323 = t110 - t320;
        let t293 = state.q.y + t288;
        let t294 = 0.5 * t293;
        let t318 = t294 * t311;
        let t321 = c4 * t318;
        let t312 = s875 * t311;
        let t313 = s876 * t310;
        let t314 = t312 + t313;
        let t315 = s874 * t314;
        let t322 = 10.0 * t315;
        let t324 = t321 + t322;
        let t325 = t323 - t324;
        let t329 = c13 * t325;
        let t330 = t310 * t329;
        let t332 = t331 + t330;
        let t301 = c1 * s876;
        let t334 = c12 * t294;
        let t336 = t301 - t334;
        let t335 = t311 * t329;
        let t337 = t336 - t335;
        let next = MovingBladeMlaState {
            clock: state.clock.next(),
            q: MovingBladeCoordinates {
                theta: t282,
                x: t285,
                y: t288,
            },
            p: [t309, t332, t337],
            lambda: MovingBladeMultipliers {
                blade: s877,
            },
            report,
        };
        if ::nhi::__abi_1::is_finite(t282 + t285 + t288 + t309 + t332 + t337 + s877) {
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
        c17, c18, c19, c20] = self.prepared;
        let t = state.clock.time(self.h);
        let t67 = c2 * state.q.x;
        let t68 = t67 * state.q.x;
        let t69 = c0 + t68;
        let t71 = state.p[0] / t69;
        let t72 = c3 * state.p[1];
        let (t65, t66) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let (t12, t40) = ::nhi::__abi_1::sin_cos(t);
        let t77 = t65 * state.p[1];
        let t78 = t77 * c6;
        let t81 = t12 - t78;
        let t79 = t66 * state.p[2];
        let t80 = t79 * c6;
        let t82 = t81 + t80;
        let t85 = 0.1 * t82;
        let t86 = t65 * t85;
        let t87 = t72 + t86;
        let t73 = c3 * state.p[2];
        let t88 = t66 * t85;
        let t89 = t73 - t88;
        let t342 = t65 * state.q.x;
        let t343 = t71 * t71;
        let t344 = t342 * t343;
        let t348 = c4 * t344;
        let t351 = t40 - t348;
        let t346 = t66 * state.q.y;
        let t349 = c4 * t346;
        let t338 = t66 * t87;
        let t339 = t65 * t89;
        let t340 = t338 + t339;
        let t341 = t71 * t340;
        let t350 = 10.0 * t341;
        let t352 = t349 + t350;
        let t353 = t351 - t352;
        let t354 = c5 * t353;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: MovingBladeVelocities {
                theta_dot: t71,
                x_dot: t87,
                y_dot: t89,
            },
            lambda: MovingBladeMultipliers {
                blade: t354,
            },
        };
        if ::nhi::__abi_1::is_finite(t71 + t87 + t89 + t354) {
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
