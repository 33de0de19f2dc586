// Generated from models/snakeboard.nhi.

/// Snakeboard with rotor and steering torques (Kobilarov, Martín de Diego, Ferraro, section 6.2).
#[derive(Clone, Debug)]
pub struct Snakeboard {
    /// Total mass [kg]
    pub m: f64,
    /// Half the wheel base [m]
    pub l: f64,
    /// Moment of inertia of the rotor [kg m^2]
    pub i_rotor: f64,
    /// Half the moment of inertia of both wheel sets about their steering axes [kg m^2]
    pub j_wheel: f64,
}
/// Configuration of [`Snakeboard`], in the model's units; angles in radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SnakeboardCoordinates {
    /// The coordinate `psi`.
    pub psi: f64,
    /// The coordinate `phi`.
    pub phi: f64,
    /// The coordinate `theta`.
    pub theta: f64,
    /// The coordinate `x`.
    pub x: f64,
    /// The coordinate `y`.
    pub y: f64,
}
impl ::core::convert::From<[f64; 5]> for SnakeboardCoordinates {
    #[inline]
    fn from(data: [f64; 5]) -> Self {
        Self {
            psi: data[0],
            phi: data[1],
            theta: data[2],
            x: data[3],
            y: data[4],
        }
    }
}
impl ::core::convert::From<SnakeboardCoordinates> for [f64; 5] {
    #[inline]
    fn from(data: SnakeboardCoordinates) -> Self {
        [data.psi, data.phi, data.theta, data.x, data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 5>> for SnakeboardCoordinates {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 5>) -> Self {
        <[f64; 5]>::from(data).into()
    }
}
impl ::core::convert::From<SnakeboardCoordinates> for ::nhi::__abi_1::SVector<f64, 5> {
    #[inline]
    fn from(data: SnakeboardCoordinates) -> Self {
        <[f64; 5]>::from(data).into()
    }
}
/// Velocity of [`Snakeboard`]: the time derivatives of the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SnakeboardVelocities {
    /// The time derivative of `psi`.
    pub psi_dot: f64,
    /// The time derivative of `phi`.
    pub phi_dot: f64,
    /// The time derivative of `theta`.
    pub theta_dot: f64,
    /// The time derivative of `x`.
    pub x_dot: f64,
    /// The time derivative of `y`.
    pub y_dot: f64,
}
impl ::core::convert::From<[f64; 5]> for SnakeboardVelocities {
    #[inline]
    fn from(data: [f64; 5]) -> Self {
        Self {
            psi_dot: data[0],
            phi_dot: data[1],
            theta_dot: data[2],
            x_dot: data[3],
            y_dot: data[4],
        }
    }
}
impl ::core::convert::From<SnakeboardVelocities> for [f64; 5] {
    #[inline]
    fn from(data: SnakeboardVelocities) -> Self {
        [data.psi_dot, data.phi_dot, data.theta_dot, data.x_dot, data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 5>> for SnakeboardVelocities {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 5>) -> Self {
        <[f64; 5]>::from(data).into()
    }
}
impl ::core::convert::From<SnakeboardVelocities> for ::nhi::__abi_1::SVector<f64, 5> {
    #[inline]
    fn from(data: SnakeboardVelocities) -> Self {
        <[f64; 5]>::from(data).into()
    }
}
/// Controls of [`Snakeboard`]; as a signal, held constant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SnakeboardControls {
    /// The control `u_psi`.
    pub u_psi: f64,
    /// The control `u_phi`.
    pub u_phi: f64,
}
impl ::core::convert::From<[f64; 2]> for SnakeboardControls {
    #[inline]
    fn from(data: [f64; 2]) -> Self {
        Self {
            u_psi: data[0],
            u_phi: data[1],
        }
    }
}
impl ::core::convert::From<SnakeboardControls> for [f64; 2] {
    #[inline]
    fn from(data: SnakeboardControls) -> Self {
        [data.u_psi, data.u_phi]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 2>> for SnakeboardControls {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 2>) -> Self {
        <[f64; 2]>::from(data).into()
    }
}
impl ::core::convert::From<SnakeboardControls> for ::nhi::__abi_1::SVector<f64, 2> {
    #[inline]
    fn from(data: SnakeboardControls) -> Self {
        <[f64; 2]>::from(data).into()
    }
}
impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls> for SnakeboardControls {
    #[inline]
    fn at(&self, _: f64) -> Self {
        *self
    }
}
/// Constraint multipliers of [`Snakeboard`]: `A^T lambda` is the force of the constraints on the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SnakeboardMultipliers {
    /// The multiplier of the constraint `skid`.
    pub skid: f64,
    /// The multiplier of the constraint `steer`.
    pub steer: f64,
}
impl ::core::convert::From<[f64; 2]> for SnakeboardMultipliers {
    #[inline]
    fn from(data: [f64; 2]) -> Self {
        Self {
            skid: data[0],
            steer: data[1],
        }
    }
}
impl ::core::convert::From<SnakeboardMultipliers> for [f64; 2] {
    #[inline]
    fn from(data: SnakeboardMultipliers) -> Self {
        [data.skid, data.steer]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 2>> for SnakeboardMultipliers {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<f64, 2>) -> Self {
        <[f64; 2]>::from(data).into()
    }
}
impl ::core::convert::From<SnakeboardMultipliers> for ::nhi::__abi_1::SVector<f64, 2> {
    #[inline]
    fn from(data: SnakeboardMultipliers) -> Self {
        <[f64; 2]>::from(data).into()
    }
}
/// Mechanics: 5 coordinates, constant mass matrix, 2 velocity constraints, projected by a system of size 2.
impl Snakeboard {
    /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
    ///
    /// Operations: 6 add, 14 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn lagrangian(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> f64 {
        let t10 = v.phi_dot * v.phi_dot;
        let t11 = t10 * self.j_wheel;
        let t9 = v.psi_dot + v.theta_dot;
        let t25 = t9 * t9;
        let t24 = self.i_rotor * 0.5;
        let t26 = t25 * t24;
        let t31 = t11 + t26;
        let t19 = v.x_dot * v.x_dot;
        let t20 = v.y_dot * v.y_dot;
        let t21 = t19 + t20;
        let t29 = self.m * 0.5;
        let t30 = t21 * t29;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t16 = self.i_rotor - t15;
        let t27 = t16 * 0.5;
        let t17 = v.theta_dot * v.theta_dot;
        let t28 = t27 * t17;
        let t32 = t30 - t28;
        let t33 = t31 + t32;
        t33
    }
    /// The energy `v . L_v - L`.
    ///
    /// Operations: 5 add, 13 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn energy(&self, q: &SnakeboardCoordinates, v: &SnakeboardVelocities) -> f64 {
        let t10 = v.phi_dot * v.phi_dot;
        let t11 = t10 * self.j_wheel;
        let t24 = self.i_rotor * 0.5;
        let t42 = t24 * v.psi_dot;
        let t37 = v.theta_dot * 2.0;
        let t38 = v.psi_dot + t37;
        let t43 = t42 * t38;
        let t45 = t11 + t43;
        let t29 = self.m * 0.5;
        let t14 = self.l * self.l;
        let t17 = v.theta_dot * v.theta_dot;
        let t34 = t14 * t17;
        let t19 = v.x_dot * v.x_dot;
        let t20 = v.y_dot * v.y_dot;
        let t21 = t19 + t20;
        let t35 = t34 + t21;
        let t44 = t29 * t35;
        let t46 = t45 + t44;
        t46
    }
    /// The momentum `p = L_v`, a covector.
    ///
    /// Operations: 2 add, 9 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn momentum(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 5> {
        let t9 = v.psi_dot + v.theta_dot;
        let t12 = self.i_rotor * t9;
        let t47 = self.j_wheel * 2.0;
        let t48 = v.phi_dot * t47;
        let t40 = self.i_rotor * v.psi_dot;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t51 = v.theta_dot * t15;
        let t52 = t40 + t51;
        let t49 = self.m * v.x_dot;
        let t50 = self.m * v.y_dot;
        ::nhi::__abi_1::SVector::from([t12, t48, t52, t49, t50])
    }
    /// The mass matrix `M = L_vv`.
    ///
    /// Operations: 3 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn mass_matrix(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 5, 5> {
        let t47 = self.j_wheel * 2.0;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        ::nhi::__abi_1::SMatrix::from([
            [self.i_rotor, 0.0, self.i_rotor, 0.0, 0.0],
            [0.0, t47, 0.0, 0.0, 0.0],
            [self.i_rotor, 0.0, t15, 0.0, 0.0],
            [0.0, 0.0, 0.0, self.m, 0.0],
            [0.0, 0.0, 0.0, 0.0, self.m],
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
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 5> {
        ::nhi::__abi_1::SVector::from([0.0, 0.0, 0.0, 0.0, 0.0])
    }
    /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn forces(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
        u: &SnakeboardControls,
    ) -> ::nhi::__abi_1::SVector<f64, 5> {
        ::nhi::__abi_1::SVector::from([u.u_psi, u.u_phi, 0.0, 0.0, 0.0])
    }
    /// The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`.
    ///
    /// Operations: 12 add, 33 mul, 5 div, 2 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn acceleration(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
        u: &SnakeboardControls,
    ) -> ::nhi::__abi_1::SVector<f64, 5> {
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t16 = self.i_rotor - t15;
        let t76 = 1.0 / t16;
        let t83 = t76 / self.i_rotor;
        let t84 = t83 * t15;
        let t85 = u.u_psi * t84;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t87 = self.l * t76;
        let t88 = t63 * t87;
        let t69 = 1.0 / self.m;
        let t77 = t76 * t14;
        let t78 = t69 + t77;
        let t79 = t63 * t63;
        let t80 = t78 * t79;
        let t81 = t69 - t80;
        let t92 = 1.0 / t81;
        let t89 = u.u_psi * t88;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let t70 = v.theta_dot * t64;
        let t75 = t62 * t70;
        let t71 = self.l * t70;
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t72 = t63 * t67;
        let t73 = t71 - t72;
        let t74 = v.phi_dot * t73;
        let t90 = t75 + t74;
        let t91 = t89 - t90;
        let t93 = t92 * t91;
        let t94 = t88 * t93;
        let t108 = t85 + t94;
        let t109 = -t108;
        let t111 = 0.5 / self.j_wheel;
        let t112 = u.u_phi * t111;
        let t86 = t76 * u.u_psi;
        let t113 = t94 + t86;
        let t95 = v.theta_dot * t67;
        let t96 = t58 * t95;
        let t97 = t64 * t92;
        let t98 = t60 * t97;
        let t99 = t69 * t98;
        let t100 = t91 * t99;
        let t101 = t96 + t100;
        let t102 = -t101;
        let t103 = t60 * t95;
        let t104 = t58 * t97;
        let t105 = t69 * t104;
        let t106 = t91 * t105;
        let t107 = t103 - t106;
        ::nhi::__abi_1::SVector::from([t109, t112, t113, t102, t107])
    }
    /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
    ///
    /// Operations: 3 mul, 1 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_matrix(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 2, 5> {
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t115 = -t60;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t114 = self.l * t63;
        let t116 = t60 * t64;
        let t117 = t58 * t64;
        ::nhi::__abi_1::SMatrix::from([
            [0.0, 0.0],
            [0.0, 0.0],
            [0.0, t114],
            [t58, t116],
            [t115, t117],
        ])
    }
    /// The offset `b` of the constraints `A v + b = 0`.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_offset(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SVector<f64, 2> {
        ::nhi::__abi_1::SVector::from([0.0, 0.0])
    }
    /// `(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`.
    ///
    /// Operations: 4 add, 10 mul, 1 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_rate(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 2> {
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t95 = v.theta_dot * t67;
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t70 = v.theta_dot * t64;
        let t75 = t62 * t70;
        let t71 = self.l * t70;
        let t72 = t63 * t67;
        let t73 = t71 - t72;
        let t74 = v.phi_dot * t73;
        let t90 = t75 + t74;
        let t118 = -t90;
        ::nhi::__abi_1::SVector::from([t95, t118])
    }
    /// The residuals `A v + b` of the constraints; zero where the velocity satisfies them.
    ///
    /// Operations: 3 add, 7 mul, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_residual(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 2> {
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t114 = self.l * t63;
        let t119 = v.theta_dot * t114;
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t120 = t64 * t67;
        let t121 = t119 + t120;
        ::nhi::__abi_1::SVector::from([t62, t121])
    }
    /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
    ///
    /// Operations: 9 add, 28 mul, 3 div, 5 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn projector(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 5, 5> {
        let t69 = 1.0 / self.m;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t16 = self.i_rotor - t15;
        let t76 = 1.0 / t16;
        let t77 = t76 * t14;
        let t78 = t69 + t77;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t79 = t63 * t63;
        let t80 = t78 * t79;
        let t81 = t69 - t80;
        let t92 = 1.0 / t81;
        let t124 = t92 * t77;
        let t125 = t124 * t79;
        let t128 = -t125;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t97 = t64 * t92;
        let t98 = t60 * t97;
        let t87 = self.l * t76;
        let t88 = t63 * t87;
        let t126 = t98 * t88;
        let t129 = -t126;
        let t104 = t58 * t97;
        let t127 = t104 * t88;
        let t130 = -t127;
        let t135 = t125 + 1.0;
        let t136 = self.l * t69;
        let t137 = t63 * t136;
        let t138 = t98 * t137;
        let t139 = -t138;
        let t122 = t58 * t58;
        let t116 = t60 * t64;
        let t99 = t69 * t98;
        let t131 = t116 * t99;
        let t140 = t122 + t131;
        let t141 = 1.0 - t140;
        let t133 = t58 * t60;
        let t105 = t69 * t104;
        let t132 = t105 * t116;
        let t142 = t133 - t132;
        let t143 = t104 * t137;
        let t144 = -t143;
        let t123 = t60 * t60;
        let t117 = t58 * t64;
        let t134 = t105 * t117;
        let t145 = t123 + t134;
        let t146 = 1.0 - t145;
        ::nhi::__abi_1::SMatrix::from([
            [1.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0, 0.0],
            [t128, 0.0, t135, t139, t144],
            [t129, 0.0, t126, t141, t142],
            [t130, 0.0, t127, t142, t146],
        ])
    }
    /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
    ///
    /// Operations: 6 add, 28 mul, 3 div, 4 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn complement_projector(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 5, 5> {
        let t69 = 1.0 / self.m;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t16 = self.i_rotor - t15;
        let t76 = 1.0 / t16;
        let t77 = t76 * t14;
        let t78 = t69 + t77;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t79 = t63 * t63;
        let t80 = t78 * t79;
        let t81 = t69 - t80;
        let t92 = 1.0 / t81;
        let t124 = t92 * t77;
        let t125 = t124 * t79;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t97 = t64 * t92;
        let t98 = t60 * t97;
        let t87 = self.l * t76;
        let t88 = t63 * t87;
        let t126 = t98 * t88;
        let t104 = t58 * t97;
        let t127 = t104 * t88;
        let t128 = -t125;
        let t129 = -t126;
        let t130 = -t127;
        let t136 = self.l * t69;
        let t137 = t63 * t136;
        let t138 = t98 * t137;
        let t122 = t58 * t58;
        let t116 = t60 * t64;
        let t99 = t69 * t98;
        let t131 = t116 * t99;
        let t140 = t122 + t131;
        let t133 = t58 * t60;
        let t105 = t69 * t104;
        let t132 = t105 * t116;
        let t142 = t133 - t132;
        let t147 = -t142;
        let t143 = t104 * t137;
        let t123 = t60 * t60;
        let t117 = t58 * t64;
        let t134 = t105 * t117;
        let t145 = t123 + t134;
        ::nhi::__abi_1::SMatrix::from([
            [0.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 0.0, 0.0],
            [t125, 0.0, t128, t138, t143],
            [t126, 0.0, t129, t140, t147],
            [t127, 0.0, t130, t147, t145],
        ])
    }
    /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
    ///
    /// Operations: 12 add, 25 mul, 3 div, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn project_velocity(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> SnakeboardVelocities {
        let t69 = 1.0 / self.m;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t16 = self.i_rotor - t15;
        let t76 = 1.0 / t16;
        let t77 = t76 * t14;
        let t78 = t69 + t77;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t79 = t63 * t63;
        let t80 = t78 * t79;
        let t81 = t69 - t80;
        let t92 = 1.0 / t81;
        let t114 = self.l * t63;
        let t119 = v.theta_dot * t114;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t120 = t64 * t67;
        let t121 = t119 + t120;
        let t148 = t92 * t121;
        let t87 = self.l * t76;
        let t88 = t63 * t87;
        let t149 = t148 * t88;
        let t154 = v.psi_dot - t149;
        let t155 = v.theta_dot + t149;
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let t150 = t58 * t62;
        let t156 = v.x_dot - t150;
        let t97 = t64 * t92;
        let t98 = t60 * t97;
        let t99 = t69 * t98;
        let t151 = t121 * t99;
        let t157 = t156 - t151;
        let t152 = t60 * t62;
        let t158 = v.y_dot + t152;
        let t104 = t58 * t97;
        let t105 = t69 * t104;
        let t153 = t121 * t105;
        let t159 = t158 - t153;
        SnakeboardVelocities {
            psi_dot: t154,
            phi_dot: v.phi_dot,
            theta_dot: t155,
            x_dot: t157,
            y_dot: t159,
        }
    }
    /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
    ///
    /// Operations: 8 add, 20 mul, 3 div, 2 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn multipliers(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
        u: &SnakeboardControls,
    ) -> SnakeboardMultipliers {
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t95 = v.theta_dot * t67;
        let t160 = self.m * t95;
        let t161 = -t160;
        let t69 = 1.0 / self.m;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t16 = self.i_rotor - t15;
        let t76 = 1.0 / t16;
        let t77 = t76 * t14;
        let t78 = t69 + t77;
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t79 = t63 * t63;
        let t80 = t78 * t79;
        let t81 = t69 - t80;
        let t92 = 1.0 / t81;
        let t87 = self.l * t76;
        let t88 = t63 * t87;
        let t89 = u.u_psi * t88;
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let t70 = v.theta_dot * t64;
        let t75 = t62 * t70;
        let t71 = self.l * t70;
        let t72 = t63 * t67;
        let t73 = t71 - t72;
        let t74 = v.phi_dot * t73;
        let t90 = t75 + t74;
        let t91 = t89 - t90;
        let t93 = t92 * t91;
        let t162 = -t93;
        SnakeboardMultipliers {
            skid: t161,
            steer: t162,
        }
    }
    /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
    ///
    /// Operations: 10 add, 29 mul, 3 div, 2 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_force(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
        u: &SnakeboardControls,
    ) -> ::nhi::__abi_1::SVector<f64, 5> {
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t114 = self.l * t63;
        let t69 = 1.0 / self.m;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t16 = self.i_rotor - t15;
        let t76 = 1.0 / t16;
        let t77 = t76 * t14;
        let t78 = t69 + t77;
        let t79 = t63 * t63;
        let t80 = t78 * t79;
        let t81 = t69 - t80;
        let t92 = 1.0 / t81;
        let t87 = self.l * t76;
        let t88 = t63 * t87;
        let t89 = u.u_psi * t88;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let t70 = v.theta_dot * t64;
        let t75 = t62 * t70;
        let t71 = self.l * t70;
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t72 = t63 * t67;
        let t73 = t71 - t72;
        let t74 = v.phi_dot * t73;
        let t90 = t75 + t74;
        let t91 = t89 - t90;
        let t93 = t92 * t91;
        let t163 = t114 * t93;
        let t164 = -t163;
        let t95 = v.theta_dot * t67;
        let t160 = self.m * t95;
        let t165 = t58 * t160;
        let t97 = t64 * t92;
        let t98 = t60 * t97;
        let t166 = t91 * t98;
        let t167 = t165 + t166;
        let t168 = -t167;
        let t169 = t60 * t160;
        let t104 = t58 * t97;
        let t170 = t91 * t104;
        let t171 = t169 - t170;
        ::nhi::__abi_1::SVector::from([0.0, 0.0, t164, t168, t171])
    }
    /// The momentum map `L_v . xi_Q(q)` of the symmetry group, an entry for each generator `xi`; not the momentum of the reduced system, which belongs to the allowed motions only.
    ///
    /// - `[0]`: rotation of the plane (`x`, `y`) with `theta`; not constant: constraint forces or others act along it
    /// - `[1]`: translation along `x`; not constant: constraint forces or others act along it
    /// - `[2]`: translation along `y`; not constant: constraint forces or others act along it
    ///
    /// Operations: 3 add, 8 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn momentum_map(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let t40 = self.i_rotor * v.psi_dot;
        let t14 = self.l * self.l;
        let t174 = v.theta_dot * t14;
        let t175 = v.y_dot * q.x;
        let t177 = t174 + t175;
        let t176 = v.x_dot * q.y;
        let t178 = t177 - t176;
        let t179 = self.m * t178;
        let t180 = t40 + t179;
        let t49 = self.m * v.x_dot;
        let t50 = self.m * v.y_dot;
        ::nhi::__abi_1::SVector::from([t180, t49, t50])
    }
    /// The body velocity `xi = g^-1 dg/dt` of the symmetry group, factor by factor in the order in which they are declared, rotations first.
    ///
    /// Operations: 2 add, 4 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn body_velocity(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let t181 = -t62;
        ::nhi::__abi_1::SVector::from([v.theta_dot, t67, t181])
    }
    /// The symmetry directions inside the constraints: the columns `e_1 .. e_c` of `E` are a basis of `ker A_xi(r)`, body velocities that the constraints allow while the shape rests.
    ///
    /// Operations: 1 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn symmetry_directions(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 1> {
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t114 = self.l * t63;
        let t182 = -t114;
        ::nhi::__abi_1::SMatrix::from([[t64, t182, 0.0]])
    }
    /// The nonholonomic connection `A(r) = K^-1 [E^T l_xi_u ; A_u]` with `K = [E^T l_xi_xi ; A_xi]` (Kobilarov, Martín de Diego, Ferraro, section 5): a body velocity on linear constraints is the locked velocity less `A(r) u` with the shape velocity `u`.
    ///
    /// Operations: 7 mul, 2 div, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn nonholonomic_connection(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 3, 2> {
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t187 = t64 * t64;
        let t183 = 1.0 / self.l;
        let t69 = 1.0 / self.m;
        let t184 = self.i_rotor * t69;
        let t185 = t183 * t184;
        let t186 = t183 * t185;
        let t188 = t187 * t186;
        let t189 = t63 * t64;
        let t190 = t189 * t185;
        let t191 = -t190;
        ::nhi::__abi_1::SMatrix::from([[t188, t191, 0.0], [0.0, 0.0, 0.0]])
    }
    /// The locked inertia `E^T l_xi_xi E`: the momentum is this times the coefficients of the locked velocity.
    ///
    /// Operations: 2 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn locked_inertia(
        &self,
        q: &SnakeboardCoordinates,
    ) -> ::nhi::__abi_1::SMatrix<f64, 1, 1> {
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        ::nhi::__abi_1::SMatrix::from([[t15]])
    }
    /// The locked velocity `Omega = E (E^T l_xi_xi E)^-1 E^T l_xi_xi (xi + A u)`: the body velocity with which the system would go on, were its shape locked.
    ///
    /// Operations: 3 add, 12 mul, 2 div, 1 neg, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn locked_velocity(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 3> {
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t183 = 1.0 / self.l;
        let t69 = 1.0 / self.m;
        let t184 = self.i_rotor * t69;
        let t185 = t183 * t184;
        let t186 = t183 * t185;
        let t192 = v.psi_dot * t186;
        let t193 = v.theta_dot + t192;
        let t194 = t64 * t193;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t72 = t63 * t67;
        let t195 = t183 * t72;
        let t196 = t194 - t195;
        let t197 = t64 * t196;
        let t114 = self.l * t63;
        let t198 = t196 * t114;
        let t199 = -t198;
        ::nhi::__abi_1::SVector::from([t197, t199, 0.0])
    }
    /// The nonholonomic momentum `p_b = <l_xi, e_b>`, an entry for each symmetry direction.
    ///
    /// Operations: 3 add, 10 mul, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn nonholonomic_momentum(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t40 = self.i_rotor * v.psi_dot;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t51 = v.theta_dot * t15;
        let t52 = t40 + t51;
        let t200 = t64 * t52;
        let t201 = self.m * self.l;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t72 = t63 * t67;
        let t202 = t201 * t72;
        let t203 = t200 - t202;
        ::nhi::__abi_1::SVector::from([t203])
    }
    /// The right-hand side of the momentum equation, `dp_b/dt = <l_xi, [xi, e_b] + de_b/dt> + <f, e_b>`, for velocities on the constraints.
    ///
    /// Operations: 5 add, 16 mul, 2 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn nonholonomic_momentum_rate(
        &self,
        q: &SnakeboardCoordinates,
        v: &SnakeboardVelocities,
        u: &SnakeboardControls,
    ) -> ::nhi::__abi_1::SVector<f64, 1> {
        let (t64, t63) = ::nhi::__abi_1::sin_cos(q.phi);
        let t208 = v.theta_dot * t63;
        let (t58, t60) = ::nhi::__abi_1::sin_cos(q.theta);
        let t59 = v.x_dot * t58;
        let t61 = v.y_dot * t60;
        let t62 = t59 - t61;
        let t201 = self.m * self.l;
        let t209 = t62 * t201;
        let t210 = t208 * t209;
        let t40 = self.i_rotor * v.psi_dot;
        let t14 = self.l * self.l;
        let t15 = self.m * t14;
        let t51 = v.theta_dot * t15;
        let t52 = t40 + t51;
        let t204 = t63 * t52;
        let t65 = v.x_dot * t60;
        let t66 = v.y_dot * t58;
        let t67 = t65 + t66;
        let t120 = t64 * t67;
        let t205 = t201 * t120;
        let t206 = t204 + t205;
        let t207 = v.phi_dot * t206;
        let t211 = t210 + t207;
        ::nhi::__abi_1::SVector::from([t211])
    }
}
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0 - (h/2) Q^T F_0`. With this start positions and velocities converge, multipliers do not: take `start = Smooth` where constraint forces matter.
///
/// Order 2, symmetric. Operations: prepare once, 3 add, 19 mul, 5 div, 1 neg; `admission`, 8 add, 15 mul, 2 sqrt, 2 fn; `start`, 5 add, 10 mul, 1 div, 2 fn; `step`, 21 add, 29 mul, 1 div, 2 fn; `sample`, 10 add, 19 mul, 1 div, 2 fn; `reflected_energy`, 5 add, 10 mul; `constraint_reflection`, 3 add, 7 mul, 2 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardGni {
    h: f64,
    prepared: [f64; 19],
}
/// A state of [`SnakeboardGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardGniState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: SnakeboardCoordinates,
    /// The velocity `v^- = M^-1 p^-` behind the reflection at the node; not on the constraints.
    pub reflected: SnakeboardVelocities,
}
impl Snakeboard {
    /// A [`SnakeboardGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn gni(
        &self,
        h: f64,
    ) -> ::core::result::Result<SnakeboardGni, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("l", self.l)?;
        ::nhi::__abi_1::SetupError::check_parameter("i_rotor", self.i_rotor)?;
        ::nhi::__abi_1::SetupError::check_parameter("j_wheel", self.j_wheel)?;
        let t32 = self.l * self.l;
        let t34 = t32 - 1.0;
        let t49 = 1.0 / self.m;
        let t46 = self.m * self.l;
        let t47 = self.l * t46;
        let t48 = self.i_rotor - t47;
        let t50 = 1.0 / t48;
        let t51 = self.l * t50;
        let t52 = self.l * t51;
        let t53 = t49 + t52;
        let t57 = h * t51;
        let t71 = 0.5 * t57;
        let t72 = t51 * t71;
        let t76 = t49 * t71;
        let t84 = t46 / self.i_rotor;
        let t87 = t71 * t84;
        let t94 = h / self.j_wheel;
        let t97 = 0.25 * t94;
        let t101 = t50 * h;
        let t103 = 0.5 * t101;
        let t162 = 2.0 * t51;
        let t168 = 2.0 * t49;
        let t211 = 2.0 / h;
        let t212 = self.m * t211;
        let t228 = 0.5 * self.i_rotor;
        let t230 = self.m * 0.5;
        let t234 = -t48;
        let t235 = self.j_wheel * 2.0;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.i_rotor)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", t234)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", t235)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
        let prepared = [
            self.l,
            t32,
            t34,
            t49,
            t51,
            t53,
            h,
            t72,
            t76,
            t87,
            self.j_wheel,
            t97,
            t103,
            t162,
            t168,
            t211,
            t212,
            t228,
            t230,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(SnakeboardGni { h, prepared })
    }
}
#[allow(unused_variables, clippy::all)]
impl SnakeboardGni {
    /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
    #[must_use]
    pub fn reflected_energy(&self, state: &SnakeboardGniState) -> f64 {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18] = self.prepared;
        let t215 = c10 * state.reflected.phi_dot;
        let t216 = t215 * state.reflected.phi_dot;
        let t223 = 2.0 * state.reflected.theta_dot;
        let t224 = state.reflected.psi_dot + t223;
        let t226 = state.reflected.psi_dot * t224;
        let t229 = c17 * t226;
        let t232 = t216 + t229;
        let t219 = state.reflected.theta_dot * state.reflected.theta_dot;
        let t220 = t219 * c1;
        let t217 = state.reflected.x_dot * state.reflected.x_dot;
        let t221 = t220 + t217;
        let t218 = state.reflected.y_dot * state.reflected.y_dot;
        let t222 = t221 + t218;
        let t231 = t222 * c18;
        let t233 = t232 + t231;
        t233
    }
    /// The constraint residual of the reflected velocity, `A M^-1 p^- + b`. Its smooth part is `(h/2) A M^-1 A^T lambda`; the rest changes sign in every step and may grow: it is the parasitic mode of the method, and tells how long its results are to be trusted.
    #[must_use]
    pub fn constraint_reflection(&self, state: &SnakeboardGniState) -> [f64; 2] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18] = self.prepared;
        let (t177, t179) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t178 = state.reflected.x_dot * t177;
        let t180 = state.reflected.y_dot * t179;
        let t181 = t178 - t180;
        let t183 = c0 * state.reflected.theta_dot;
        let (t185, t182) = ::nhi::__abi_1::sin_cos(state.q.phi);
        let t184 = t183 * t182;
        let t186 = state.reflected.x_dot * t179;
        let t187 = state.reflected.y_dot * t177;
        let t188 = t186 + t187;
        let t189 = t185 * t188;
        let t190 = t184 + t189;
        [t181, t190]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for SnakeboardGni {
    type Scalar = f64;
    type Coordinates = SnakeboardCoordinates;
    type Velocities = SnakeboardVelocities;
    type Controls = SnakeboardControls;
    type Multipliers = SnakeboardMultipliers;
    type State = SnakeboardGniState;
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
        q: SnakeboardCoordinates,
        v: SnakeboardVelocities,
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        if !::nhi::__abi_1::is_finite(
            t + q.psi + q.phi + q.theta + q.x + q.y + v.psi_dot + v.phi_dot + v.theta_dot
                + v.x_dot + v.y_dot,
        ) {
            return ::core::result::Result::Err(
                ::nhi::__abi_1::StepError::new(
                    t,
                    ::nhi::__abi_1::StepErrorKind::NonFiniteInput,
                ),
            );
        }
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18] = self.prepared;
        {
            let (t12, t14) = ::nhi::__abi_1::sin_cos(q.theta);
            let t13 = v.x_dot * t12;
            let t15 = v.y_dot * t14;
            let t16 = t13 - t15;
            let t18 = c0 * v.theta_dot;
            let (t20, t17) = ::nhi::__abi_1::sin_cos(q.phi);
            let t19 = t18 * t17;
            let t21 = v.x_dot * t14;
            let t22 = v.y_dot * t12;
            let t23 = t21 + t22;
            let t24 = t20 * t23;
            let t25 = t19 + t24;
            let t26 = v.psi_dot * v.psi_dot;
            let t8 = v.phi_dot * v.phi_dot;
            let t27 = t26 + t8;
            let t9 = v.theta_dot * v.theta_dot;
            let t10 = v.x_dot * v.x_dot;
            let t28 = t9 + t10;
            let t29 = t27 + t28;
            let t11 = v.y_dot * v.y_dot;
            let t30 = t29 + t11;
            let t31 = ::nhi::__abi_1::sqrt(t30);
            let t35 = t17 * t17;
            let t36 = c2 * t35;
            let t37 = 1.0 + t36;
            let t38 = ::nhi::__abi_1::sqrt(t37);
            let t39 = t31 * t38;
            ::nhi::__abi_1::off_constraint(
                t,
                &[("skid", t16, t31), ("steer", t25, t39)],
            )?;
        }
        let u = controls.at(t);
        let (t20, t17) = ::nhi::__abi_1::sin_cos(q.phi);
        let t60 = t17 * u.u_psi;
        let t35 = t17 * t17;
        let t54 = c5 * t35;
        let t55 = c3 - t54;
        let t61 = t60 / t55;
        let t62 = t17 * t61;
        let t73 = c7 * t62;
        let t74 = v.psi_dot - t73;
        let t75 = t73 + v.theta_dot;
        let (t12, t14) = ::nhi::__abi_1::sin_cos(q.theta);
        let t65 = t20 * t61;
        let t66 = t14 * t65;
        let t77 = c8 * t66;
        let t78 = v.x_dot - t77;
        let t68 = t12 * t65;
        let t79 = c8 * t68;
        let t80 = v.y_dot - t79;
        let state = SnakeboardGniState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: SnakeboardCoordinates {
                psi: q.psi,
                phi: q.phi,
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            reflected: SnakeboardVelocities {
                psi_dot: t74,
                phi_dot: v.phi_dot,
                theta_dot: t75,
                x_dot: t78,
                y_dot: t80,
            },
        };
        if ::nhi::__abi_1::is_finite(
            q.psi + q.x + q.y + t74 + v.phi_dot + t75 + t78 + t80,
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
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18] = self.prepared;
        let u0 = controls.at(state.clock.time(self.h));
        let u1 = controls.at(state.clock.next().time(self.h));
        let t88 = u0.u_psi * c9;
        let t89 = state.reflected.psi_dot - t88;
        let t107 = c6 * t89;
        let t108 = state.q.psi + t107;
        let t98 = u0.u_phi * c11;
        let t99 = state.reflected.phi_dot + t98;
        let t110 = c6 * t99;
        let t111 = state.q.phi + t110;
        let t104 = u0.u_psi * c12;
        let t105 = state.reflected.theta_dot + t104;
        let t113 = c6 * t105;
        let t114 = state.q.theta + t113;
        let t117 = c6 * state.reflected.x_dot;
        let t118 = state.q.x + t117;
        let t121 = c6 * state.reflected.y_dot;
        let t122 = state.q.y + t121;
        let t125 = c9 * u1.u_psi;
        let t126 = t89 - t125;
        let (t142, t139) = ::nhi::__abi_1::sin_cos(t111);
        let t132 = c12 * u1.u_psi;
        let t133 = t105 + t132;
        let t140 = c0 * t133;
        let t141 = t140 * t139;
        let (t134, t136) = ::nhi::__abi_1::sin_cos(t114);
        let t143 = state.reflected.x_dot * t136;
        let t144 = state.reflected.y_dot * t134;
        let t145 = t143 + t144;
        let t146 = t142 * t145;
        let t147 = t141 + t146;
        let t148 = c5 * t139;
        let t149 = t148 * t139;
        let t150 = c3 - t149;
        let t152 = t147 / t150;
        let t153 = t139 * t152;
        let t163 = c13 * t153;
        let t164 = t126 - t163;
        let t129 = c11 * u1.u_phi;
        let t130 = t99 + t129;
        let t165 = t163 + t133;
        let t135 = state.reflected.x_dot * t134;
        let t137 = state.reflected.y_dot * t136;
        let t138 = t135 - t137;
        let t166 = 2.0 * t138;
        let t167 = t134 * t166;
        let t171 = state.reflected.x_dot - t167;
        let t156 = t142 * t152;
        let t169 = c14 * t156;
        let t170 = t136 * t169;
        let t172 = t171 - t170;
        let t173 = t136 * t166;
        let t175 = state.reflected.y_dot + t173;
        let t174 = t134 * t169;
        let t176 = t175 - t174;
        let next = SnakeboardGniState {
            clock: state.clock.next(),
            q: SnakeboardCoordinates {
                psi: t108,
                phi: t111,
                theta: t114,
                x: t118,
                y: t122,
            },
            reflected: SnakeboardVelocities {
                psi_dot: t164,
                phi_dot: t130,
                theta_dot: t165,
                x_dot: t172,
                y_dot: t176,
            },
        };
        if ::nhi::__abi_1::is_finite(
            t108 + t118 + t122 + t164 + t130 + t165 + t172 + t176,
        ) {
            ::core::result::Result::Ok(next)
        } else {
            ::core::result::Result::Err(
                ::nhi::__abi_1::non_finite(
                    state.clock.time(self.h),
                    &[u0.u_psi, u0.u_phi, u1.u_psi, u1.u_phi],
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
        c17, c18] = self.prepared;
        let t = state.clock.time(self.h);
        let (t185, t182) = ::nhi::__abi_1::sin_cos(state.q.phi);
        let t196 = c4 * t182;
        let t183 = c0 * state.reflected.theta_dot;
        let t184 = t183 * t182;
        let (t177, t179) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t186 = state.reflected.x_dot * t179;
        let t187 = state.reflected.y_dot * t177;
        let t188 = t186 + t187;
        let t189 = t185 * t188;
        let t190 = t184 + t189;
        let t191 = c5 * t182;
        let t192 = t191 * t182;
        let t193 = c3 - t192;
        let t195 = t190 / t193;
        let t197 = t196 * t195;
        let t204 = state.reflected.psi_dot - t197;
        let t205 = state.reflected.theta_dot + t197;
        let t178 = state.reflected.x_dot * t177;
        let t180 = state.reflected.y_dot * t179;
        let t181 = t178 - t180;
        let t198 = t177 * t181;
        let t206 = state.reflected.x_dot - t198;
        let t199 = c3 * t185;
        let t200 = t195 * t199;
        let t201 = t179 * t200;
        let t207 = t206 - t201;
        let t202 = t179 * t181;
        let t208 = state.reflected.y_dot + t202;
        let t203 = t177 * t200;
        let t209 = t208 - t203;
        let t213 = t181 * c16;
        let t214 = c15 * t195;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: SnakeboardVelocities {
                psi_dot: t204,
                phi_dot: state.reflected.phi_dot,
                theta_dot: t205,
                x_dot: t207,
                y_dot: t209,
            },
            lambda: SnakeboardMultipliers {
                skid: t213,
                steer: t214,
            },
        };
        if ::nhi::__abi_1::is_finite(
            t204 + state.reflected.phi_dot + t205 + t207 + t209 + t213 + t214,
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
/// Reduced d'Alembert-Pontryagin method (Kobilarov, Martín de Diego, Ferraro, section 5) with the Cayley map, at the fraction 1/2 of the step. Samples hold the nodal velocity of the momentum that arrives at the node, and the multipliers of the continuous motion there: `A^T lambda` is the constraint force in the units of the forces.
///
/// Order 2, symmetric. Operations: prepare once, 3 add, 15 mul, 4 div, 1 neg; `admission`, 8 add, 15 mul, 2 sqrt, 2 fn; `start`, 6 add, 15 mul, 1 div, 2 neg, 2 fn; `step`, 16 add, 38 mul, 1 div, 4 neg, 4 fn, and per iteration 19 add, 42 mul, 2 neg, 1 fn; `sample`, 13 add, 34 mul, 1 div, 2 neg, 2 fn; `spatial_momentum`, 6 add, 10 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardRdp {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 22],
}
impl SnakeboardRdp {
    /// The same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
        Self { newton, ..self }
    }
}
/// A state of [`SnakeboardRdp`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardRdpState {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: SnakeboardCoordinates,
    /// The momentum that arrives at the node: on the shape, then on the group in its body frame.
    pub p: [f64; 5],
    /// Shape velocity and coefficients of the symmetry directions in the last step.
    pub velocity: [f64; 3],
    /// The controls at the node, on which the multipliers depend.
    pub controls: SnakeboardControls,
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
impl Snakeboard {
    /// A [`SnakeboardRdp`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn rdp(
        &self,
        h: f64,
    ) -> ::core::result::Result<SnakeboardRdp, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        ::nhi::__abi_1::SetupError::check_parameter("l", self.l)?;
        ::nhi::__abi_1::SetupError::check_parameter("i_rotor", self.i_rotor)?;
        ::nhi::__abi_1::SetupError::check_parameter("j_wheel", self.j_wheel)?;
        let t32 = self.l * self.l;
        let t34 = t32 - 1.0;
        let t50 = self.j_wheel * 2.0;
        let t57 = self.m * t32;
        let t74 = h * 0.5;
        let t137 = self.i_rotor * t74;
        let t140 = self.i_rotor * 0.25;
        let t145 = 2.0 * h;
        let t150 = 4.0 * t57;
        let t160 = self.l * h;
        let t164 = h * t57;
        let t166 = 4.0 * t164;
        let t253 = 1.0 / self.m;
        let t252 = self.i_rotor - t57;
        let t254 = 1.0 / t252;
        let t255 = t254 * t32;
        let t256 = t253 + t255;
        let t261 = t254 * t255;
        let t264 = self.l * t254;
        let t265 = t253 * t264;
        let t270 = t57 / self.i_rotor;
        let t279 = 0.5 / self.j_wheel;
        let t330 = -t252;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.i_rotor)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", t330)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", t50)?;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
        let prepared = [
            self.l,
            t34,
            self.m,
            self.i_rotor,
            t50,
            t57,
            h,
            t74,
            t137,
            t140,
            t145,
            t150,
            t160,
            t166,
            t253,
            t254,
            t256,
            t261,
            t264,
            t265,
            t270,
            t279,
        ];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(SnakeboardRdp {
            h,
            newton: ::nhi::__abi_1::NewtonSettings::default(),
            prepared,
        })
    }
}
#[allow(unused_variables, clippy::all)]
impl SnakeboardRdp {
    /// The momentum of the symmetry group in space, `Ad*_{g^-1}` of the body momentum that arrives at the node, factor by factor: rotations first. Where no constraint and no force acts on the group it is constant to round-off, unless `dtau` cuts off the differential.
    #[must_use]
    pub fn spatial_momentum(&self, state: &SnakeboardRdpState) -> [f64; 3] {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19, c20, c21] = self.prepared;
        let t = state.clock.time(self.h);
        let (t225, t224) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t316 = t225 * state.q.x;
        let t317 = t224 * state.q.y;
        let t318 = t316 - t317;
        let t320 = state.p[3] * t318;
        let t322 = state.p[2] + t320;
        let t314 = t224 * state.q.x;
        let t315 = t225 * state.q.y;
        let t319 = t314 + t315;
        let t321 = state.p[4] * t319;
        let t323 = t322 + t321;
        let t324 = t224 * state.p[3];
        let t325 = t225 * state.p[4];
        let t326 = t324 - t325;
        let t327 = t225 * state.p[3];
        let t328 = t224 * state.p[4];
        let t329 = t327 + t328;
        [t323, t326, t329]
    }
}
#[allow(unused_variables, clippy::all)]
impl ::nhi::__abi_1::Stepper for SnakeboardRdp {
    type Scalar = f64;
    type Coordinates = SnakeboardCoordinates;
    type Velocities = SnakeboardVelocities;
    type Controls = SnakeboardControls;
    type Multipliers = SnakeboardMultipliers;
    type State = SnakeboardRdpState;
    const INTEGRATOR: &'static str = "Rdp(retraction = Cayley)";
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
        q: SnakeboardCoordinates,
        v: SnakeboardVelocities,
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        if !::nhi::__abi_1::is_finite(
            t + q.psi + q.phi + q.theta + q.x + q.y + v.psi_dot + v.phi_dot + v.theta_dot
                + v.x_dot + v.y_dot,
        ) {
            return ::core::result::Result::Err(
                ::nhi::__abi_1::StepError::new(
                    t,
                    ::nhi::__abi_1::StepErrorKind::NonFiniteInput,
                ),
            );
        }
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19, c20, c21] = self.prepared;
        {
            let (t12, t14) = ::nhi::__abi_1::sin_cos(q.theta);
            let t13 = v.x_dot * t12;
            let t15 = v.y_dot * t14;
            let t16 = t13 - t15;
            let (t20, t17) = ::nhi::__abi_1::sin_cos(q.phi);
            let t18 = c0 * t17;
            let t19 = v.theta_dot * t18;
            let t21 = v.x_dot * t14;
            let t22 = v.y_dot * t12;
            let t23 = t21 + t22;
            let t24 = t20 * t23;
            let t25 = t19 + t24;
            let t26 = v.psi_dot * v.psi_dot;
            let t8 = v.phi_dot * v.phi_dot;
            let t27 = t26 + t8;
            let t9 = v.theta_dot * v.theta_dot;
            let t10 = v.x_dot * v.x_dot;
            let t28 = t9 + t10;
            let t29 = t27 + t28;
            let t11 = v.y_dot * v.y_dot;
            let t30 = t29 + t11;
            let t31 = ::nhi::__abi_1::sqrt(t30);
            let t35 = t17 * t17;
            let t36 = t35 * c1;
            let t37 = 1.0 + t36;
            let t38 = ::nhi::__abi_1::sqrt(t37);
            let t39 = t31 * t38;
            ::nhi::__abi_1::off_constraint(
                t,
                &[("skid", t16, t31), ("steer", t25, t39)],
            )?;
        }
        let u = controls.at(t);
        let t53 = v.psi_dot + v.theta_dot;
        let t54 = c3 * t53;
        let t51 = v.phi_dot * c4;
        let t52 = v.psi_dot * c3;
        let t58 = v.theta_dot * c5;
        let t59 = t52 + t58;
        let (t12, t14) = ::nhi::__abi_1::sin_cos(q.theta);
        let t21 = v.x_dot * t14;
        let t22 = v.y_dot * t12;
        let t23 = t21 + t22;
        let t55 = c2 * t23;
        let t13 = v.x_dot * t12;
        let t15 = v.y_dot * t14;
        let t16 = t13 - t15;
        let t40 = -t16;
        let t56 = c2 * t40;
        let (t20, t17) = ::nhi::__abi_1::sin_cos(q.phi);
        let t18 = c0 * t17;
        let t61 = t23 * t18;
        let t60 = t20 * v.theta_dot;
        let t62 = t61 - t60;
        let t35 = t17 * t17;
        let t36 = t35 * c1;
        let t37 = 1.0 + t36;
        let t64 = t62 / t37;
        let t65 = -t64;
        let state = SnakeboardRdpState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: SnakeboardCoordinates {
                psi: q.psi,
                phi: q.phi,
                theta: q.theta,
                x: q.x,
                y: q.y,
            },
            p: [t54, t51, t59, t55, t56],
            velocity: [v.psi_dot, v.phi_dot, t65],
            controls: SnakeboardControls {
                u_psi: u.u_psi,
                u_phi: u.u_phi,
            },
            report: ::nhi::__abi_1::NewtonReport::default(),
        };
        if ::nhi::__abi_1::is_finite(
            q.psi + q.x + q.y + t54 + t51 + t59 + t55 + t56 + v.psi_dot + v.phi_dot + t65
                + u.u_psi + u.u_phi,
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
        controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
        c17, c18, c19, c20, c21] = self.prepared;
        let t = state.clock.time(self.h);
        let u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
        let u1 = controls.at(state.clock.next().time(self.h));
        let t121 = c7 * u0.u_psi;
        let t122 = state.p[0] + t121;
        let t123 = -t122;
        let t126 = c7 * u0.u_phi;
        let t127 = state.p[1] + t126;
        let t128 = -t127;
        let (t131, t130) = ::nhi::__abi_1::sin_cos(state.q.phi);
        let t133 = c0 * t130;
        let t141 = t131 * c9;
        let t153 = c6 * t131;
        let t161 = t131 * c12;
        let t167 = t130 * c13;
        let t179 = c0 * t131;
        let t181 = t130 * c11;
        let guess: [f64; 3] = [state.velocity[0], state.velocity[1], state.velocity[2]];
        let scale = [::nhi::__abi_1::largest(&guess); 3];
        let system = |&[x0, x1, x2]: &[f64; 3]| {
            let t80 = c7 * x1;
            let t81 = state.q.phi + t80;
            let (t83, t85) = ::nhi::__abi_1::sin_cos(t81);
            let t84 = x2 * t83;
            let t116 = x0 + t84;
            let t117 = c3 * t116;
            let t124 = t117 + t123;
            let t125 = c4 * x1;
            let t129 = t125 + t128;
            let t86 = x2 * t85;
            let t87 = c0 * t86;
            let t88 = -t87;
            let t90 = c6 * t88;
            let t89 = c6 * t84;
            let t94 = c2 * t88;
            let t100 = t89 * t94;
            let t101 = t90 * t100;
            let t103 = 0.25 * t101;
            let t105 = t103 - state.p[2];
            let t92 = c5 * t84;
            let t91 = c3 * x0;
            let t93 = t92 + t91;
            let t96 = t89 * t89;
            let t98 = t96 + 4.0;
            let t99 = t93 * t98;
            let t104 = 0.25 * t99;
            let t106 = t105 + t104;
            let t132 = t106 * t131;
            let t108 = t94 - state.p[3];
            let t134 = t108 * t133;
            let t135 = t132 - t134;
            let t138 = c8 * t86;
            let t139 = c3 * t83;
            let t142 = t98 * t141;
            let t158 = c2 * t90;
            let t148 = c6 * t94;
            let t159 = t158 + t148;
            let t162 = t89 * t159;
            let t163 = t161 * t162;
            let t168 = t167 - t163;
            let t170 = t83 * t168;
            let t143 = c5 * t89;
            let t146 = t93 * c10;
            let t147 = t143 + t146;
            let t154 = t89 * t147;
            let t155 = t153 * t154;
            let t149 = t90 * t148;
            let t151 = c11 + t149;
            let t156 = t151 * t153;
            let t157 = t155 + t156;
            let t169 = t85 * t157;
            let t171 = t170 - t169;
            let t173 = x2 * t171;
            let t174 = t173 * 0.125;
            let t175 = -t174;
            let t176 = t131 * t154;
            let t152 = t131 * t151;
            let t177 = t176 + t152;
            let t183 = t83 * t177;
            let t180 = t179 * t162;
            let t182 = t181 - t180;
            let t184 = t85 * t182;
            let t185 = t183 + t184;
            let t186 = 0.25 * t185;
            ([t124, t129, t135], [[c3, t138, t139], [0.0, c4, 0.0], [t142, t175, t186]])
        };
        let ([s795, s796, s797], report) = ::nhi::__abi_1::newton_scaled(
                guess,
                &scale,
                &self.newton,
                system,
            )
            .map_err(|failure| failure.at(t))?;
        let t188 = c6 * s795;
        let t221 = state.q.psi + t188;
        let t192 = c6 * s796;
        let t222 = state.q.phi + t192;
        let t193 = c7 * s796;
        let t194 = state.q.phi + t193;
        let (t196, t198) = ::nhi::__abi_1::sin_cos(t194);
        let t197 = s797 * t196;
        let t202 = c6 * t197;
        let t215 = 0.5 * t202;
        let t223 = ::nhi::__abi_1::atan(t215);
        let t233 = 2.0 * t223;
        let t234 = state.q.theta + t233;
        let (t225, t224) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t199 = c0 * s797;
        let t200 = t199 * t198;
        let t201 = -t200;
        let t203 = c6 * t201;
        let t208 = t202 * t202;
        let t209 = 4.0 + t208;
        let t227 = t203 / t209;
        let t229 = t202 * t227;
        let t235 = 2.0 * t229;
        let t236 = t225 * t235;
        let t238 = state.q.x - t236;
        let t228 = t224 * t227;
        let t237 = 4.0 * t228;
        let t239 = t238 + t237;
        let t240 = t224 * t235;
        let t242 = state.q.y + t240;
        let t231 = t225 * t227;
        let t241 = 4.0 * t231;
        let t243 = t242 + t241;
        let t244 = s795 + t197;
        let t245 = c3 * t244;
        let t246 = t121 + t245;
        let t248 = c4 * s796;
        let t249 = t126 + t248;
        let t211 = t202 * t203;
        let t207 = c2 * t201;
        let t212 = t211 * t207;
        let t205 = c5 * t197;
        let t204 = c3 * s795;
        let t206 = t205 + t204;
        let t210 = t206 * t209;
        let t213 = t212 + t210;
        let t214 = 0.25 * t213;
        let t216 = t207 * t215;
        let t217 = -t216;
        let next = SnakeboardRdpState {
            clock: state.clock.next(),
            q: SnakeboardCoordinates {
                psi: t221,
                phi: t222,
                theta: t234,
                x: t239,
                y: t243,
            },
            p: [t246, t249, t214, t207, t217],
            velocity: [s795, s796, s797],
            controls: SnakeboardControls {
                u_psi: u1.u_psi,
                u_phi: u1.u_phi,
            },
            report,
        };
        if ::nhi::__abi_1::is_finite(
            t221 + t222 + t234 + t239 + t243 + t246 + t249 + t214 + t207 + t217 + s795
                + s796 + s797 + u1.u_psi + u1.u_phi,
        ) {
            ::core::result::Result::Ok(next)
        } else {
            ::core::result::Result::Err(
                ::nhi::__abi_1::non_finite(
                    state.clock.time(self.h),
                    &[u0.u_psi, u0.u_phi, u1.u_psi, u1.u_phi],
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
        c17, c18, c19, c20, c21] = self.prepared;
        let t = state.clock.time(self.h);
        let t271 = state.p[0] * c20;
        let t272 = state.p[2] - t271;
        let t273 = c15 * t272;
        let (t131, t130) = ::nhi::__abi_1::sin_cos(state.q.phi);
        let t266 = t131 * state.p[3];
        let t267 = c19 * t266;
        let t260 = state.p[0] - state.p[2];
        let t262 = t130 * t260;
        let t263 = c17 * t262;
        let t268 = t267 + t263;
        let t275 = t130 * t268;
        let t257 = t130 * t130;
        let t258 = t257 * c16;
        let t259 = c14 - t258;
        let t274 = 1.0 / t259;
        let t276 = t275 * t274;
        let t277 = t273 - t276;
        let t280 = state.p[1] * c21;
        let t281 = c15 * t260;
        let t282 = t276 + t281;
        let (t225, t224) = ::nhi::__abi_1::sin_cos(state.q.theta);
        let t286 = t131 * t274;
        let t283 = c14 * t266;
        let t284 = c18 * t262;
        let t285 = t283 + t284;
        let t287 = t286 * t285;
        let t288 = state.p[3] - t287;
        let t289 = c14 * t288;
        let t290 = t224 * t289;
        let t291 = t225 * t289;
        let t307 = c2 * t282;
        let t296 = t224 * t290;
        let t297 = t225 * t291;
        let t298 = t296 + t297;
        let t308 = t307 * t298;
        let t309 = -t308;
        let t305 = t130 * c18;
        let t306 = t305 * state.controls.u_psi;
        let t303 = t131 * t282;
        let t293 = t225 * t290;
        let t294 = t224 * t291;
        let t295 = t293 - t294;
        let t304 = t303 * t295;
        let t310 = t306 - t304;
        let t179 = c0 * t131;
        let t299 = t282 * t179;
        let t300 = t130 * t298;
        let t301 = t299 - t300;
        let t302 = t280 * t301;
        let t311 = t310 - t302;
        let t312 = t274 * t311;
        let t313 = -t312;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: SnakeboardVelocities {
                psi_dot: t277,
                phi_dot: t280,
                theta_dot: t282,
                x_dot: t290,
                y_dot: t291,
            },
            lambda: SnakeboardMultipliers {
                skid: t309,
                steer: t313,
            },
        };
        if ::nhi::__abi_1::is_finite(t277 + t280 + t282 + t290 + t291 + t309 + t313) {
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
