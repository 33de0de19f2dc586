// Generated from models/snakeboard.nhi.

/// Snakeboard with rotor and steering torques (Kobilarov, Martín de Diego, Ferraro, section 6.2).
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Snakeboard {
    /// Total mass \[kg]
    pub m: f64,
    /// Half the wheel base \[m]
    pub l: f64,
    /// Moment of inertia of the rotor \[kg m^2]
    pub i_rotor: f64,
    /// Half the moment of inertia of both wheel sets about their steering axes \[kg m^2]
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
    fn from(__data: [f64; 5]) -> Self {
        Self {
            psi: __data[0],
            phi: __data[1],
            theta: __data[2],
            x: __data[3],
            y: __data[4],
        }
    }
}
impl ::core::convert::From<SnakeboardCoordinates> for [f64; 5] {
    #[inline]
    fn from(__data: SnakeboardCoordinates) -> Self {
        [__data.psi, __data.phi, __data.theta, __data.x, __data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 5>> for SnakeboardCoordinates {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 5>) -> Self {
        ::core::convert::From::<[f64; 5]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<SnakeboardCoordinates> for ::nhi::__abi_1::SVector<f64, 5> {
    #[inline]
    fn from(__data: SnakeboardCoordinates) -> Self {
        ::core::convert::From::<[f64; 5]>::from(::core::convert::From::from(__data))
    }
}
impl SnakeboardCoordinates {
    /// The number of entries.
    pub const LEN: usize = 5;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 5] = ["psi", "phi", "theta", "x", "y"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 5> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 5]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for SnakeboardCoordinates {
    type Values = [f64; 5];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 5] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 5]) -> Self {
        Self {
            psi_dot: __data[0],
            phi_dot: __data[1],
            theta_dot: __data[2],
            x_dot: __data[3],
            y_dot: __data[4],
        }
    }
}
impl ::core::convert::From<SnakeboardVelocities> for [f64; 5] {
    #[inline]
    fn from(__data: SnakeboardVelocities) -> Self {
        [__data.psi_dot, __data.phi_dot, __data.theta_dot, __data.x_dot, __data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 5>> for SnakeboardVelocities {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 5>) -> Self {
        ::core::convert::From::<[f64; 5]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<SnakeboardVelocities> for ::nhi::__abi_1::SVector<f64, 5> {
    #[inline]
    fn from(__data: SnakeboardVelocities) -> Self {
        ::core::convert::From::<[f64; 5]>::from(::core::convert::From::from(__data))
    }
}
impl SnakeboardVelocities {
    /// The number of entries.
    pub const LEN: usize = 5;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 5] = [
        "psi_dot",
        "phi_dot",
        "theta_dot",
        "x_dot",
        "y_dot",
    ];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 5> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 5]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for SnakeboardVelocities {
    type Values = [f64; 5];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 5] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 2]) -> Self {
        Self {
            u_psi: __data[0],
            u_phi: __data[1],
        }
    }
}
impl ::core::convert::From<SnakeboardControls> for [f64; 2] {
    #[inline]
    fn from(__data: SnakeboardControls) -> Self {
        [__data.u_psi, __data.u_phi]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 2>> for SnakeboardControls {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 2>) -> Self {
        ::core::convert::From::<[f64; 2]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<SnakeboardControls> for ::nhi::__abi_1::SVector<f64, 2> {
    #[inline]
    fn from(__data: SnakeboardControls) -> Self {
        ::core::convert::From::<[f64; 2]>::from(::core::convert::From::from(__data))
    }
}
impl SnakeboardControls {
    /// The number of entries.
    pub const LEN: usize = 2;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 2] = ["u_psi", "u_phi"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 2> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 2]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for SnakeboardControls {
    type Values = [f64; 2];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 2] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 2]) -> Self {
        Self {
            skid: __data[0],
            steer: __data[1],
        }
    }
}
impl ::core::convert::From<SnakeboardMultipliers> for [f64; 2] {
    #[inline]
    fn from(__data: SnakeboardMultipliers) -> Self {
        [__data.skid, __data.steer]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 2>> for SnakeboardMultipliers {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 2>) -> Self {
        ::core::convert::From::<[f64; 2]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<SnakeboardMultipliers> for ::nhi::__abi_1::SVector<f64, 2> {
    #[inline]
    fn from(__data: SnakeboardMultipliers) -> Self {
        ::core::convert::From::<[f64; 2]>::from(::core::convert::From::from(__data))
    }
}
impl SnakeboardMultipliers {
    /// The number of entries.
    pub const LEN: usize = 2;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 2] = ["skid", "steer"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 2> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 2]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for SnakeboardMultipliers {
    type Values = [f64; 2];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 2] {
        ::core::convert::Into::into(*self)
    }
}
impl Snakeboard {
    /// The names of the parameters, in the order of the fields.
    pub const PARAMETERS: [&'static str; 4] = ["m", "l", "i_rotor", "j_wheel"];
    /// The names of the parameters with their values, in the order of the fields.
    #[inline]
    pub fn parameters(&self) -> ::nhi::__abi_1::Entries<f64, 4> {
        ::core::iter::zip(Self::PARAMETERS, [self.m, self.l, self.i_rotor, self.j_wheel])
    }
}
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    /// Mechanics: 5 coordinates, constant mass matrix, 2 velocity constraints, projected by a system of size 2.
    impl Snakeboard {
        /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
        ///
        /// Operations: 6 add, 14 mul.
        #[inline]
        #[must_use]
        pub fn lagrangian(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> f64 {
            let __t9 = v.psi_dot + v.theta_dot;
            let __t26 = __t9 * __t9 * (self.i_rotor * 0.5);
            let __t17 = v.theta_dot * v.theta_dot;
            let __t30 = (v.x_dot * v.x_dot + v.y_dot * v.y_dot) * (self.m * 0.5);
            let __t28 = (self.i_rotor - self.m * (self.l * self.l)) * 0.5 * __t17;
            let __t33 = v.phi_dot * v.phi_dot * self.j_wheel + __t26 + (__t30 - __t28);
            __t33
        }
        /// The energy `v . L_v - L`.
        ///
        /// Operations: 5 add, 13 mul.
        #[inline]
        #[must_use]
        pub fn energy(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> f64 {
            let __t43 = self.i_rotor * 0.5 * v.psi_dot * (v.psi_dot + v.theta_dot * 2.0);
            let __t21 = v.x_dot * v.x_dot + v.y_dot * v.y_dot;
            let __t35 = self.l * self.l * (v.theta_dot * v.theta_dot) + __t21;
            let __t44 = self.m * 0.5 * __t35;
            let __t46 = v.phi_dot * v.phi_dot * self.j_wheel + __t43 + __t44;
            __t46
        }
        /// The momentum `p = L_v`, a covector.
        ///
        /// Operations: 3 add, 8 mul.
        #[inline]
        #[must_use]
        pub fn momentum(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 5> {
            let __t12 = self.i_rotor * (v.psi_dot + v.theta_dot);
            let __t48 = v.phi_dot * (self.j_wheel * 2.0);
            let __t50 = __t12
                - v.theta_dot * (self.i_rotor - self.m * (self.l * self.l));
            let __t51 = self.m * v.x_dot;
            let __t52 = self.m * v.y_dot;
            ::nhi::__abi_1::SVector::from([__t12, __t48, __t50, __t51, __t52])
        }
        /// The mass matrix `M = L_vv`.
        ///
        /// Operations: 3 mul.
        #[inline]
        #[must_use]
        pub fn mass_matrix(
            &self,
            q: &SnakeboardCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 5, 5> {
            let __t47 = self.j_wheel * 2.0;
            let __t15 = self.m * (self.l * self.l);
            ::nhi::__abi_1::SMatrix::from([
                [self.i_rotor, 0.0, self.i_rotor, 0.0, 0.0],
                [0.0, __t47, 0.0, 0.0, 0.0],
                [self.i_rotor, 0.0, __t15, 0.0, 0.0],
                [0.0, 0.0, 0.0, self.m, 0.0],
                [0.0, 0.0, 0.0, 0.0, self.m],
            ])
        }
        /// The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn acceleration(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
            u: &SnakeboardControls,
        ) -> ::nhi::__abi_1::SVector<f64, 5> {
            let __t14 = self.l * self.l;
            let __t15 = self.m * __t14;
            let __t76 = 1.0 / (self.i_rotor - __t15);
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t88 = __t63 * (self.l * __t76);
            let __t69 = 1.0 / self.m;
            let __t81 = __t69 - (__t69 + __t76 * __t14) * (__t63 * __t63);
            let __t92 = 1.0 / __t81;
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t70 = v.theta_dot * __t64;
            let __t67 = v.x_dot * __t60 + v.y_dot * __t58;
            let __t74 = v.phi_dot * (self.l * __t70 - __t63 * __t67);
            let __t90 = (v.x_dot * __t58 - v.y_dot * __t60) * __t70 + __t74;
            let __t91 = u.u_psi * __t88 - __t90;
            let __t94 = __t88 * (__t92 * __t91);
            let __t109 = -(u.u_psi * (__t76 / self.i_rotor * __t15) + __t94);
            let __t112 = u.u_phi * (0.5 / self.j_wheel);
            let __t113 = __t94 + __t76 * u.u_psi;
            let __t95 = v.theta_dot * __t67;
            let __t97 = __t64 * __t92;
            let __t101 = __t58 * __t95 + __t91 * (__t69 * (__t60 * __t97));
            let __t102 = -__t101;
            let __t107 = __t60 * __t95 - __t91 * (__t69 * (__t58 * __t97));
            ::nhi::__abi_1::SVector::from([__t109, __t112, __t113, __t102, __t107])
        }
        /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
        ///
        /// Operations: 3 mul, 1 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn constraint_matrix(
            &self,
            q: &SnakeboardCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 2, 5> {
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t115 = -__t60;
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t114 = self.l * __t63;
            let __t116 = __t60 * __t64;
            let __t117 = __t58 * __t64;
            ::nhi::__abi_1::SMatrix::from([
                [0.0, 0.0],
                [0.0, 0.0],
                [0.0, __t114],
                [__t58, __t116],
                [__t115, __t117],
            ])
        }
        /// The offset `b` of the constraints `A v + b = 0`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn constraint_rate(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 2> {
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t67 = v.x_dot * __t60 + v.y_dot * __t58;
            let __t95 = v.theta_dot * __t67;
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t70 = v.theta_dot * __t64;
            let __t74 = v.phi_dot * (self.l * __t70 - __t63 * __t67);
            let __t90 = (v.x_dot * __t58 - v.y_dot * __t60) * __t70 + __t74;
            let __t118 = -__t90;
            ::nhi::__abi_1::SVector::from([__t95, __t118])
        }
        /// The residuals `A v + b` of the constraints; zero if the velocity satisfies them.
        ///
        /// Operations: 3 add, 7 mul, 2 fn.
        #[inline]
        #[must_use]
        pub fn constraint_residual(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 2> {
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t62 = v.x_dot * __t58 - v.y_dot * __t60;
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t120 = __t64 * (v.x_dot * __t60 + v.y_dot * __t58);
            let __t121 = v.theta_dot * (self.l * __t63) + __t120;
            ::nhi::__abi_1::SVector::from([__t62, __t121])
        }
        /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
        ///
        /// Operations: 9 add, 28 mul, 3 div, 5 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn projector(
            &self,
            q: &SnakeboardCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 5, 5> {
            let __t69 = 1.0 / self.m;
            let __t14 = self.l * self.l;
            let __t76 = 1.0 / (self.i_rotor - self.m * __t14);
            let __t77 = __t76 * __t14;
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t79 = __t63 * __t63;
            let __t92 = 1.0 / (__t69 - (__t69 + __t77) * __t79);
            let __t125 = __t92 * __t77 * __t79;
            let __t128 = -__t125;
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t97 = __t64 * __t92;
            let __t98 = __t60 * __t97;
            let __t88 = __t63 * (self.l * __t76);
            let __t126 = __t98 * __t88;
            let __t129 = -__t126;
            let __t104 = __t58 * __t97;
            let __t127 = __t104 * __t88;
            let __t130 = -__t127;
            let __t135 = __t125 + 1.0;
            let __t137 = __t63 * (self.l * __t69);
            let __t139 = -(__t98 * __t137);
            let __t116 = __t60 * __t64;
            let __t141 = 1.0 - (__t58 * __t58 + __t116 * (__t69 * __t98));
            let __t105 = __t69 * __t104;
            let __t142 = __t58 * __t60 - __t105 * __t116;
            let __t144 = -(__t104 * __t137);
            let __t146 = 1.0 - (__t60 * __t60 + __t105 * (__t58 * __t64));
            ::nhi::__abi_1::SMatrix::from([
                [1.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 1.0, 0.0, 0.0, 0.0],
                [__t128, 0.0, __t135, __t139, __t144],
                [__t129, 0.0, __t126, __t141, __t142],
                [__t130, 0.0, __t127, __t142, __t146],
            ])
        }
        /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
        ///
        /// Operations: 6 add, 28 mul, 3 div, 4 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn complement_projector(
            &self,
            q: &SnakeboardCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 5, 5> {
            let __t69 = 1.0 / self.m;
            let __t14 = self.l * self.l;
            let __t76 = 1.0 / (self.i_rotor - self.m * __t14);
            let __t77 = __t76 * __t14;
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t79 = __t63 * __t63;
            let __t92 = 1.0 / (__t69 - (__t69 + __t77) * __t79);
            let __t125 = __t92 * __t77 * __t79;
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t97 = __t64 * __t92;
            let __t98 = __t60 * __t97;
            let __t88 = __t63 * (self.l * __t76);
            let __t126 = __t98 * __t88;
            let __t104 = __t58 * __t97;
            let __t127 = __t104 * __t88;
            let __t128 = -__t125;
            let __t129 = -__t126;
            let __t130 = -__t127;
            let __t137 = __t63 * (self.l * __t69);
            let __t138 = __t98 * __t137;
            let __t116 = __t60 * __t64;
            let __t140 = __t58 * __t58 + __t116 * (__t69 * __t98);
            let __t105 = __t69 * __t104;
            let __t147 = -(__t58 * __t60 - __t105 * __t116);
            let __t143 = __t104 * __t137;
            let __t145 = __t60 * __t60 + __t105 * (__t58 * __t64);
            ::nhi::__abi_1::SMatrix::from([
                [0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0],
                [__t125, 0.0, __t128, __t138, __t143],
                [__t126, 0.0, __t129, __t140, __t147],
                [__t127, 0.0, __t130, __t147, __t145],
            ])
        }
        /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
        ///
        /// Operations: 12 add, 25 mul, 3 div, 2 fn.
        #[inline]
        #[must_use]
        pub fn project_velocity(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> SnakeboardVelocities {
            let __t69 = 1.0 / self.m;
            let __t14 = self.l * self.l;
            let __t76 = 1.0 / (self.i_rotor - self.m * __t14);
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t81 = __t69 - (__t69 + __t76 * __t14) * (__t63 * __t63);
            let __t92 = 1.0 / __t81;
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t120 = __t64 * (v.x_dot * __t60 + v.y_dot * __t58);
            let __t121 = v.theta_dot * (self.l * __t63) + __t120;
            let __t149 = __t92 * __t121 * (__t63 * (self.l * __t76));
            let __t154 = v.psi_dot - __t149;
            let __t155 = v.theta_dot + __t149;
            let __t62 = v.x_dot * __t58 - v.y_dot * __t60;
            let __t97 = __t64 * __t92;
            let __t151 = __t121 * (__t69 * (__t60 * __t97));
            let __t157 = v.x_dot - __t58 * __t62 - __t151;
            let __t153 = __t121 * (__t69 * (__t58 * __t97));
            let __t159 = v.y_dot + __t60 * __t62 - __t153;
            SnakeboardVelocities {
                psi_dot: __t154,
                phi_dot: v.phi_dot,
                theta_dot: __t155,
                x_dot: __t157,
                y_dot: __t159,
            }
        }
        /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
        ///
        /// Operations: 8 add, 20 mul, 3 div, 2 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn multipliers(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
            u: &SnakeboardControls,
        ) -> SnakeboardMultipliers {
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t67 = v.x_dot * __t60 + v.y_dot * __t58;
            let __t161 = -(self.m * (v.theta_dot * __t67));
            let __t69 = 1.0 / self.m;
            let __t14 = self.l * self.l;
            let __t76 = 1.0 / (self.i_rotor - self.m * __t14);
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t81 = __t69 - (__t69 + __t76 * __t14) * (__t63 * __t63);
            let __t70 = v.theta_dot * __t64;
            let __t74 = v.phi_dot * (self.l * __t70 - __t63 * __t67);
            let __t90 = (v.x_dot * __t58 - v.y_dot * __t60) * __t70 + __t74;
            let __t91 = u.u_psi * (__t63 * (self.l * __t76)) - __t90;
            let __t162 = -(1.0 / __t81 * __t91);
            SnakeboardMultipliers {
                skid: __t161,
                steer: __t162,
            }
        }
        /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
        ///
        /// Operations: 10 add, 29 mul, 3 div, 2 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn constraint_force(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
            u: &SnakeboardControls,
        ) -> ::nhi::__abi_1::SVector<f64, 5> {
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t69 = 1.0 / self.m;
            let __t14 = self.l * self.l;
            let __t76 = 1.0 / (self.i_rotor - self.m * __t14);
            let __t81 = __t69 - (__t69 + __t76 * __t14) * (__t63 * __t63);
            let __t92 = 1.0 / __t81;
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t70 = v.theta_dot * __t64;
            let __t67 = v.x_dot * __t60 + v.y_dot * __t58;
            let __t74 = v.phi_dot * (self.l * __t70 - __t63 * __t67);
            let __t90 = (v.x_dot * __t58 - v.y_dot * __t60) * __t70 + __t74;
            let __t91 = u.u_psi * (__t63 * (self.l * __t76)) - __t90;
            let __t164 = -(self.l * __t63 * (__t92 * __t91));
            let __t160 = self.m * (v.theta_dot * __t67);
            let __t97 = __t64 * __t92;
            let __t168 = -(__t58 * __t160 + __t91 * (__t60 * __t97));
            let __t171 = __t60 * __t160 - __t91 * (__t58 * __t97);
            ::nhi::__abi_1::SVector::from([0.0, 0.0, __t164, __t168, __t171])
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
        pub fn momentum_map(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t176 = v.x_dot * q.y;
            let __t178 = v.theta_dot * (self.l * self.l) + v.y_dot * q.x - __t176;
            let __t180 = self.i_rotor * v.psi_dot + self.m * __t178;
            let __t51 = self.m * v.x_dot;
            let __t52 = self.m * v.y_dot;
            ::nhi::__abi_1::SVector::from([__t180, __t51, __t52])
        }
        /// The body velocity `xi = g^-1 dg/dt` of the symmetry group, factor by factor in the order in which they are declared, rotations first.
        ///
        /// Operations: 2 add, 4 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn body_velocity(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t67 = v.x_dot * __t60 + v.y_dot * __t58;
            let __t181 = -(v.x_dot * __t58 - v.y_dot * __t60);
            ::nhi::__abi_1::SVector::from([v.theta_dot, __t67, __t181])
        }
        /// The symmetry directions inside the constraints: the columns `e_1 .. e_c` of `E` are a basis of `ker A_xi(r)`, body velocities that the constraints allow while the shape rests.
        ///
        /// Operations: 1 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn symmetry_directions(
            &self,
            q: &SnakeboardCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 3, 1> {
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t182 = -(self.l * __t63);
            ::nhi::__abi_1::SMatrix::from([[__t64, __t182, 0.0]])
        }
        /// The nonholonomic connection `A(r) = K^-1 [E^T l_xi_u ; A_u]` with `K = [E^T l_xi_xi ; A_xi]` (Kobilarov, Martín de Diego, Ferraro, section 5): a body velocity on linear constraints is the locked velocity less `A(r) u` with the shape velocity `u`.
        ///
        /// Operations: 7 mul, 2 div, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn nonholonomic_connection(
            &self,
            q: &SnakeboardCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 3, 2> {
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t183 = 1.0 / self.l;
            let __t185 = __t183 * (self.i_rotor * (1.0 / self.m));
            let __t188 = __t64 * __t64 * (__t183 * __t185);
            let __t191 = -(__t63 * __t64 * __t185);
            ::nhi::__abi_1::SMatrix::from([[__t188, __t191, 0.0], [0.0, 0.0, 0.0]])
        }
        /// The locked inertia `E^T l_xi_xi E`: the momentum is this times the coefficients of the locked velocity.
        ///
        /// Operations: 2 mul.
        #[inline]
        #[must_use]
        pub fn locked_inertia(
            &self,
            q: &SnakeboardCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 1, 1> {
            let __t15 = self.m * (self.l * self.l);
            ::nhi::__abi_1::SMatrix::from([[__t15]])
        }
        /// The locked velocity `Omega = E (E^T l_xi_xi E)^-1 E^T l_xi_xi (xi + A u)`: the body velocity with which the system would go on, were its shape locked.
        ///
        /// Operations: 3 add, 12 mul, 2 div, 1 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn locked_velocity(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t183 = 1.0 / self.l;
            let __t192 = v.psi_dot
                * (__t183 * (__t183 * (self.i_rotor * (1.0 / self.m))));
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t195 = __t183 * (__t63 * (v.x_dot * __t60 + v.y_dot * __t58));
            let __t196 = __t64 * (v.theta_dot + __t192) - __t195;
            let __t197 = __t64 * __t196;
            let __t199 = -(__t196 * (self.l * __t63));
            ::nhi::__abi_1::SVector::from([__t197, __t199, 0.0])
        }
        /// The nonholonomic momentum `p_b = <l_xi, e_b>`, an entry for each symmetry direction.
        ///
        /// Operations: 3 add, 10 mul, 2 fn.
        #[inline]
        #[must_use]
        pub fn nonholonomic_momentum(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 1> {
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t201 = self.i_rotor * v.psi_dot
                + v.theta_dot * (self.m * (self.l * self.l));
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t72 = __t63 * (v.x_dot * __t60 + v.y_dot * __t58);
            let __t205 = __t64 * __t201 - self.m * self.l * __t72;
            ::nhi::__abi_1::SVector::from([__t205])
        }
        /// The right-hand side of the momentum equation, `dp_b/dt = <l_xi, [xi, e_b] + de_b/dt> + <f, e_b>`, for velocities on the constraints.
        ///
        /// Operations: 5 add, 16 mul, 2 fn.
        #[inline]
        #[must_use]
        pub fn nonholonomic_momentum_rate(
            &self,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
            u: &SnakeboardControls,
        ) -> ::nhi::__abi_1::SVector<f64, 1> {
            let (__t64, __t63) = ::nhi::__abi_1::sin_cos(q.phi);
            let (__t58, __t60) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t203 = self.m * self.l;
            let __t211 = (v.x_dot * __t58 - v.y_dot * __t60) * __t203;
            let __t201 = self.i_rotor * v.psi_dot
                + v.theta_dot * (self.m * (self.l * self.l));
            let __t207 = __t203 * (__t64 * (v.x_dot * __t60 + v.y_dot * __t58));
            let __t209 = v.phi_dot * (__t63 * __t201 + __t207);
            let __t213 = v.theta_dot * __t63 * __t211 + __t209;
            ::nhi::__abi_1::SVector::from([__t213])
        }
    }
};
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl ::nhi::__abi_1::Model for Snakeboard {
        type Scalar = f64;
        type Coordinates = SnakeboardCoordinates;
        type Velocities = SnakeboardVelocities;
        type Residuals = [f64; 2];
        const RESIDUALS: &'static [&'static str] = &["skid", "steer"];
        #[inline]
        fn energy_at(
            &self,
            t: f64,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> f64 {
            self.energy(q, v)
        }
        fn residuals_at(
            &self,
            t: f64,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
        ) -> [f64; 2] {
            let u = self.constraint_residual(q, v);
            [u[0], u[1]]
        }
    }
};
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl Snakeboard {
        #[doc(hidden)]
        #[must_use]
        pub fn signs_at(
            &self,
            h: f64,
            t: f64,
            q: &SnakeboardCoordinates,
            v: &SnakeboardVelocities,
            lambda: &SnakeboardMultipliers,
            reflection: &[f64; 2],
            u: ::core::option::Option<&SnakeboardControls>,
        ) -> ::nhi::__abi_1::Signs<f64> {
            let u = u
                .copied()
                .unwrap_or_else(|| {
                    <SnakeboardControls>::from(
                        ::nhi::__abi_1::Signs::<f64>::unknown::<2>(),
                    )
                });
            let __t14 = v.phi_dot * v.phi_dot;
            let __t20 = v.x_dot * v.x_dot;
            let __t21 = v.y_dot * v.y_dot;
            let __t36 = self.i_rotor * (v.psi_dot + v.theta_dot);
            let __t49 = self.m * __t21 + v.psi_dot * __t36;
            let __t16 = self.l * self.l;
            let __t18 = self.i_rotor - self.m * __t16;
            let __t50 = self.j_wheel * 2.0 * __t14 + self.m * __t20 + __t49;
            let __t91 = 0.5 * (__t50 + v.theta_dot * (__t36 - v.theta_dot * __t18));
            let __t62 = self.i_rotor * 0.5
                * (v.psi_dot * (v.psi_dot + v.theta_dot * 2.0));
            let __t19 = v.theta_dot * v.theta_dot;
            let __t53 = __t20 + __t21;
            let __t64 = (__t16 * __t19 + __t53) * (self.m * 0.5);
            let __t66 = self.j_wheel * __t14 + __t62 + __t64;
            let __t88 = v.psi_dot * u.u_psi + v.phi_dot * u.u_phi;
            let __t40 = 1.0 / self.m;
            let __t97 = 2.0 * reflection[0] - lambda.skid * (__t40 * h);
            let __t80 = __t40 + __t16 / __t18;
            let (__t30, __t27) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t73 = __t27 * __t27;
            let __t82 = __t40 - __t80 * __t73;
            let __t102 = 1.0 / __t82;
            let __t99 = 2.0 * reflection[1] - h * lambda.steer * __t82;
            let __t105 = self.m * __t97 * __t97 + __t102 * __t99 * __t99;
            let __t107 = __t105 * 0.125;
            let (__t22, __t24) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t26 = v.x_dot * __t22 - v.y_dot * __t24;
            let __t71 = ::nhi::__abi_1::sqrt(
                v.psi_dot * v.psi_dot + __t14 + (__t19 + __t53),
            );
            let __t34 = __t30 * (v.x_dot * __t24 + v.y_dot * __t22);
            let __t35 = self.l * v.theta_dot * __t27 + __t34;
            let __t77 = __t71 * ::nhi::__abi_1::sqrt(1.0 + (__t16 - 1.0) * __t73);
            let __t109 = 2.0 * __t80 * h;
            let __t113 = v.phi_dot * __t27 * (__t30 * __t102) * __t109;
            let __t114 = v.theta_dot * h;
            let __t115 = v.phi_dot * h;
            ::nhi::__abi_1::Signs {
                kinetic: __t91,
                energy: ::core::option::Option::Some(__t66),
                power: ::core::option::Option::Some(__t88),
                arriving_power: ::core::option::Option::None,
                lags: false,
                parasitic: ::core::option::Option::Some(__t107),
                residual: ::nhi::__abi_1::Signs::largest_residual(
                    &[(__t26, __t71), (__t35, __t77)],
                ),
                pole: ::nhi::__abi_1::Signs::smallest(&[]),
                pivot: ::nhi::__abi_1::Signs::largest(&[__t113]),
                turn: ::nhi::__abi_1::Signs::largest(&[__t114, __t115]),
                contact: ::nhi::__abi_1::Signs::contact(&[]),
            }
        }
    }
};
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0 + (h/2) A^T lambda`.
///
/// Order 2, symmetric. Operations: prepare once, 3 add, 16 mul, 4 div, 1 neg; `admission`, 8 add, 15 mul, 2 sqrt, 2 fn; `start`, 13 add, 27 mul, 1 div, 2 fn; `step`, 21 add, 29 mul, 1 div, 2 fn; `sample`, 15 add, 31 mul, 1 div, 2 neg, 2 fn; `reflected_energy`, 5 add, 10 mul; `constraint_reflection`, 3 add, 7 mul, 2 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardGni {
    h: f64,
    prepared: [f64; 18],
}
/// A state of [`SnakeboardGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardGniState {
    /// The time of the state.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: SnakeboardCoordinates,
    /// The velocity `v^- = M^-1 p^-` after the reflection at the node; not on the constraints.
    pub reflected: SnakeboardVelocities,
    /// The controls at the node, on which the multipliers depend.
    pub controls: SnakeboardControls,
}
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl Snakeboard {
        /// A [`SnakeboardGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
        ///
        /// # Errors
        /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
        pub fn gni(
            &self,
            h: f64,
        ) -> ::core::result::Result<SnakeboardGni, ::nhi::__abi_1::SetupError> {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
            ::nhi::__abi_1::SetupError::check_parameter("l", self.l)?;
            ::nhi::__abi_1::SetupError::check_parameter("i_rotor", self.i_rotor)?;
            ::nhi::__abi_1::SetupError::check_parameter("j_wheel", self.j_wheel)?;
            let __t32 = self.l * self.l;
            let __t34 = __t32 - 1.0;
            let __t50 = 1.0 / self.m;
            let __t47 = self.m * self.l;
            let __t49 = self.i_rotor - self.l * __t47;
            let __t57 = 1.0 / __t49;
            let __t58 = self.l * __t57;
            let __t60 = __t50 + self.l * __t58;
            let __t86 = h * 0.5;
            let __t87 = __t58 * __t86;
            let __t91 = __t50 * __t86;
            let __t106 = __t47 / self.i_rotor * __t87;
            let __t116 = 0.25 * (h / self.j_wheel);
            let __t122 = __t57 * __t86;
            let __t181 = 2.0 * __t58;
            let __t187 = 2.0 * __t50;
            let __t263 = 0.5 * self.i_rotor;
            let __t265 = self.m * 0.5;
            let __t269 = -__t49;
            let __t270 = self.j_wheel * 2.0;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.i_rotor)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", __t269)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", __t270)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
            let prepared = [
                self.l,
                __t32,
                __t34,
                self.m,
                __t50,
                __t58,
                __t60,
                h,
                __t87,
                __t91,
                __t106,
                self.j_wheel,
                __t116,
                __t122,
                __t181,
                __t187,
                __t263,
                __t265,
            ];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
            ::core::result::Result::Ok(SnakeboardGni { h, prepared })
        }
    }
    impl SnakeboardGni {
        /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
        #[must_use]
        pub fn reflected_energy(&self, state: &SnakeboardGniState) -> f64 {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17] = self.prepared;
            let __t264 = __c16
                * (state.reflected.psi_dot
                    * (state.reflected.psi_dot + 2.0 * state.reflected.theta_dot));
            let __t253 = state.reflected.y_dot * state.reflected.y_dot;
            let __t257 = __c1 * state.reflected.theta_dot * state.reflected.theta_dot
                + state.reflected.x_dot * state.reflected.x_dot + __t253;
            let __t268 = __c11 * state.reflected.phi_dot * state.reflected.phi_dot
                + __t264 + __t257 * __c17;
            __t268
        }
        /// The constraint residual `A w + b` of the velocity `w` after the reflection at the node. Its smooth part is `(h/2) A M^-1 A^T lambda`. The rest changes sign in every step and may grow: it is the parasitic mode of the method. Results are reliable while it is small.
        #[must_use]
        pub fn constraint_reflection(&self, state: &SnakeboardGniState) -> [f64; 2] {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17] = self.prepared;
            let (__t196, __t197) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t218 = state.reflected.x_dot * __t196 - state.reflected.y_dot * __t197;
            let (__t201, __t198) = ::nhi::__abi_1::sin_cos(state.q.phi);
            let __t205 = __t201
                * (state.reflected.x_dot * __t197 + state.reflected.y_dot * __t196);
            let __t206 = __c0 * state.reflected.theta_dot * __t198 + __t205;
            [__t218, __t206]
        }
    }
    impl SnakeboardGni {
        /// The state at time `t` with configuration `q` and velocity `v`.
        ///
        /// # Errors
        /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
        /// the scheme cannot be solved.
        #[inline]
        pub fn start(
            &self,
            t: f64,
            q: SnakeboardCoordinates,
            v: SnakeboardVelocities,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
        ) -> ::core::result::Result<SnakeboardGniState, ::nhi::__abi_1::StepError<f64>> {
            ::nhi::__abi_1::Stepper::start(self, t, q, v, controls)
        }
        /// The state one step after `state`.
        ///
        /// # Errors
        /// If a control or the next state is not finite, or the equations of the step cannot
        /// be solved.
        #[inline]
        pub fn step(
            &self,
            state: &SnakeboardGniState,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
        ) -> ::core::result::Result<SnakeboardGniState, ::nhi::__abi_1::StepError<f64>> {
            ::nhi::__abi_1::Stepper::step(self, state, controls)
        }
        /// Time, configuration, velocity and multipliers at the node of `state`.
        ///
        /// # Errors
        /// If a result is not finite.
        #[inline]
        pub fn sample(
            &self,
            state: &SnakeboardGniState,
        ) -> ::core::result::Result<
            ::nhi::__abi_1::Sample<
                f64,
                SnakeboardCoordinates,
                SnakeboardVelocities,
                SnakeboardMultipliers,
            >,
            ::nhi::__abi_1::StepError<f64>,
        > {
            ::nhi::__abi_1::Stepper::sample(self, state)
        }
    }
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
                t + q.psi + q.phi + q.theta + q.x + q.y + v.psi_dot + v.phi_dot
                    + v.theta_dot + v.x_dot + v.y_dot,
            ) {
                return ::core::result::Result::Err(
                    ::nhi::__abi_1::StepError::new(
                        t,
                        ::nhi::__abi_1::StepErrorKind::NonFiniteInput,
                    ),
                );
            }
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17] = self.prepared;
            {
                let (__t12, __t14) = ::nhi::__abi_1::sin_cos(q.theta);
                let __t16 = v.x_dot * __t12 - v.y_dot * __t14;
                let (__t20, __t17) = ::nhi::__abi_1::sin_cos(q.phi);
                let __t24 = __t20 * (v.x_dot * __t14 + v.y_dot * __t12);
                let __t25 = __t17 * (__c0 * v.theta_dot) + __t24;
                let __t28 = v.theta_dot * v.theta_dot + v.x_dot * v.x_dot;
                let __t11 = v.y_dot * v.y_dot;
                let __t30 = v.psi_dot * v.psi_dot + v.phi_dot * v.phi_dot + __t28
                    + __t11;
                let __t31 = ::nhi::__abi_1::sqrt(__t30);
                let __t39 = __t31 * ::nhi::__abi_1::sqrt(1.0 + __c2 * (__t17 * __t17));
                ::nhi::__abi_1::off_constraint(
                    t,
                    &[("skid", __t16, __t31), ("steer", __t25, __t39)],
                )?;
            }
            let u = controls.at(t);
            let (__t20, __t17) = ::nhi::__abi_1::sin_cos(q.phi);
            let (__t12, __t14) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t56 = v.theta_dot * __t20 * (v.x_dot * __t12 - v.y_dot * __t14);
            let __t23 = v.x_dot * __t14 + v.y_dot * __t12;
            let __t54 = v.phi_dot * (__t20 * (__c0 * v.theta_dot) - __t17 * __t23);
            let __t35 = __t17 * __t17;
            let __t62 = __c4 - __c6 * __t35;
            let __t71 = (__t17 * u.u_psi * __c5 - __t56 - __t54) / __t62;
            let __t88 = __c8 * (__t17 * __t71);
            let __t89 = v.psi_dot - __t88;
            let __t90 = __t88 + v.theta_dot;
            let __t68 = __t23 * (__c3 * v.theta_dot);
            let __t72 = __t20 * __t71;
            let __t93 = v.x_dot - (__t12 * __t68 + __t14 * __t72) * __c9;
            let __t95 = v.y_dot + (__t14 * __t68 - __t12 * __t72) * __c9;
            let __t99 = __c1 * __t35 + __t20 * __t20;
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
                    psi_dot: __t89,
                    phi_dot: v.phi_dot,
                    theta_dot: __t90,
                    x_dot: __t93,
                    y_dot: __t95,
                },
                controls: SnakeboardControls {
                    u_psi: u.u_psi,
                    u_phi: u.u_phi,
                },
            };
            if ::nhi::__abi_1::is_regular(__t62, 0.0)
                && ::nhi::__abi_1::is_regular(__t99, 0.0)
                && ::nhi::__abi_1::is_finite(
                    q.psi + q.x + q.y + __t89 + __t90 + __t93 + __t95 + u.u_phi,
                )
            {
                ::core::result::Result::Ok(state)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        t,
                        &[],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "steer",
                                value: __t62,
                                scale: 0.0,
                            },
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "steer",
                                value: __t99,
                                scale: 0.0,
                            },
                        ],
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17] = self.prepared;
            let __u0 = controls.at(state.clock.time(self.h));
            let __u1 = controls.at(state.clock.next().time(self.h));
            let __t108 = state.reflected.psi_dot - __u0.u_psi * __c10;
            let __t127 = state.q.psi + __c7 * __t108;
            let __t118 = state.reflected.phi_dot + __u0.u_phi * __c12;
            let __t130 = state.q.phi + __c7 * __t118;
            let __t124 = state.reflected.theta_dot + __u0.u_psi * __c13;
            let __t133 = state.q.theta + __c7 * __t124;
            let __t137 = state.q.x + __c7 * state.reflected.x_dot;
            let __t141 = state.q.y + __c7 * state.reflected.y_dot;
            let (__t161, __t158) = ::nhi::__abi_1::sin_cos(__t130);
            let __t152 = __t124 + __c13 * __u1.u_psi;
            let (__t153, __t155) = ::nhi::__abi_1::sin_cos(__t133);
            let __t165 = __t161
                * (state.reflected.x_dot * __t155 + state.reflected.y_dot * __t153);
            let __t169 = __c4 - __c6 * __t158 * __t158;
            let __t171 = (__c0 * __t152 * __t158 + __t165) / __t169;
            let __t182 = __c14 * (__t158 * __t171);
            let __t183 = __t108 - __c10 * __u1.u_psi - __t182;
            let __t149 = __t118 + __c12 * __u1.u_phi;
            let __t184 = __t182 + __t152;
            let __t185 = 2.0
                * (state.reflected.x_dot * __t153 - state.reflected.y_dot * __t155);
            let __t188 = __c15 * (__t161 * __t171);
            let __t191 = state.reflected.x_dot - __t153 * __t185 - __t155 * __t188;
            let __t195 = state.reflected.y_dot + __t155 * __t185 - __t153 * __t188;
            let next = SnakeboardGniState {
                clock: state.clock.next(),
                q: SnakeboardCoordinates {
                    psi: __t127,
                    phi: __t130,
                    theta: __t133,
                    x: __t137,
                    y: __t141,
                },
                reflected: SnakeboardVelocities {
                    psi_dot: __t183,
                    phi_dot: __t149,
                    theta_dot: __t184,
                    x_dot: __t191,
                    y_dot: __t195,
                },
                controls: SnakeboardControls {
                    u_psi: __u1.u_psi,
                    u_phi: __u1.u_phi,
                },
            };
            if ::nhi::__abi_1::is_regular(__t169, 0.0)
                && ::nhi::__abi_1::is_finite(
                    __t127 + __t137 + __t141 + __t183 + __t149 + __t184 + __t191 + __t195,
                )
            {
                ::core::result::Result::Ok(next)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        state.clock.time(self.h),
                        &[__u0.u_psi, __u0.u_phi, __u1.u_psi, __u1.u_phi],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "steer",
                                value: __t169,
                                scale: 0.0,
                            },
                        ],
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17] = self.prepared;
            let t = state.clock.time(self.h);
            let (__t201, __t198) = ::nhi::__abi_1::sin_cos(state.q.phi);
            let (__t196, __t197) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t205 = __t201
                * (state.reflected.x_dot * __t197 + state.reflected.y_dot * __t196);
            let __t209 = __c4 - __c6 * __t198 * __t198;
            let __t210 = 1.0 / __t209;
            let __t211 = (__c0 * state.reflected.theta_dot * __t198 + __t205) * __t210;
            let __t212 = __c5 * __t198;
            let __t213 = __t211 * __t212;
            let __t214 = state.reflected.psi_dot - __t213;
            let __t215 = state.reflected.theta_dot + __t213;
            let __t218 = state.reflected.x_dot * __t196 - state.reflected.y_dot * __t197;
            let __t221 = __t211 * (__c4 * __t201);
            let __t224 = state.reflected.x_dot - __t196 * __t218 - __t197 * __t221;
            let __t228 = state.reflected.y_dot + __t197 * __t218 - __t196 * __t221;
            let __t235 = __t197 * __t224 + __t196 * __t228;
            let __t245 = -(__c3 * __t215 * __t235);
            let __t236 = __t201 * __t215;
            let __t241 = (__t196 * __t224 - __t197 * __t228) * __t236;
            let __t240 = state.reflected.phi_dot * (__c0 * __t236 - __t198 * __t235);
            let __t249 = -(__t210 * (state.controls.u_psi * __t212 - __t241 - __t240));
            let sample = ::nhi::__abi_1::Sample {
                t,
                q: state.q,
                v: SnakeboardVelocities {
                    psi_dot: __t214,
                    phi_dot: state.reflected.phi_dot,
                    theta_dot: __t215,
                    x_dot: __t224,
                    y_dot: __t228,
                },
                lambda: SnakeboardMultipliers {
                    skid: __t245,
                    steer: __t249,
                },
            };
            if ::nhi::__abi_1::is_regular(__t209, 0.0)
                && ::nhi::__abi_1::is_finite(__t214 + __t245 + __t249)
            {
                ::core::result::Result::Ok(sample)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        t,
                        &[],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "steer",
                                value: __t209,
                                scale: 0.0,
                            },
                        ],
                    ),
                )
            }
        }
    }
    impl ::nhi::__abi_1::Watched<SnakeboardGni> for Snakeboard {
        fn signs(
            &self,
            stepper: &SnakeboardGni,
            state: &SnakeboardGniState,
            sample: &::nhi::__abi_1::SampleOf<SnakeboardGni>,
            controls: ::core::option::Option<&SnakeboardControls>,
        ) -> ::nhi::__abi_1::Signs<f64> {
            self.signs_at(
                ::nhi::__abi_1::Stepper::step_size(stepper),
                sample.t,
                &sample.q,
                &sample.v,
                &sample.lambda,
                &stepper.constraint_reflection(state),
                controls,
            )
        }
    }
};
/// Reduced d'Alembert-Pontryagin method (Kobilarov, Martín de Diego, Ferraro, section 5) with the Cayley map, at the fraction 1/2 of the step. Samples contain the nodal velocity of the momentum that arrives at the node, and the multipliers of the continuous motion there: `A^T lambda` is the constraint force in the units of the forces.
///
/// Order 2, symmetric. Operations: prepare once, 3 add, 13 mul, 5 div, 1 neg; `admission`, 8 add, 15 mul, 2 sqrt, 2 fn; `start`, 8 add, 18 mul, 1 div, 2 neg, 2 fn; `step`, 16 add, 50 mul, 1 div, 3 neg, 4 fn, and per iteration 13 add, 26 mul, 1 neg; `sample`, 13 add, 33 mul, 1 div, 2 neg, 2 fn; `spatial_momentum`, 6 add, 10 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardRdp {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 22],
}
/// A state of [`SnakeboardRdp`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnakeboardRdpState {
    /// The time of the state.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: SnakeboardCoordinates,
    /// The momentum that arrives at the node: on the shape, then on the group in its body frame.
    pub p: [f64; 5],
    /// Shape velocity and coefficients of the symmetry directions in the last step; the body velocity in place of these if no basis of the directions is regular everywhere.
    pub velocity: [f64; 3],
    /// The controls at the node, on which the multipliers depend.
    pub controls: SnakeboardControls,
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl SnakeboardRdp {
        /// The same stepper with other settings of Newton's method.
        #[must_use]
        pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
            Self { newton, ..self }
        }
    }
    impl Snakeboard {
        /// A [`SnakeboardRdp`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
        ///
        /// # Errors
        /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
        pub fn rdp(
            &self,
            h: f64,
        ) -> ::core::result::Result<SnakeboardRdp, ::nhi::__abi_1::SetupError> {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
            ::nhi::__abi_1::SetupError::check_parameter("l", self.l)?;
            ::nhi::__abi_1::SetupError::check_parameter("i_rotor", self.i_rotor)?;
            ::nhi::__abi_1::SetupError::check_parameter("j_wheel", self.j_wheel)?;
            let __t32 = self.l * self.l;
            let __t34 = __t32 - 1.0;
            let __t50 = self.j_wheel * 2.0;
            let __t57 = self.m * __t32;
            let __t67 = 1.0 / self.m;
            let __t66 = self.i_rotor - __t57;
            let __t68 = 1.0 / __t66;
            let __t69 = __t68 * __t32;
            let __t70 = __t67 + __t69;
            let __t84 = 1.0 / self.j_wheel;
            let __t85 = 0.25 * __t84;
            let __t90 = h * 0.5;
            let __t123 = 1.0 / h;
            let __t151 = self.i_rotor * 0.25;
            let __t156 = self.l * h;
            let __t162 = self.m * self.l;
            let __t236 = __t68 * __t69;
            let __t239 = self.l * __t68;
            let __t240 = __t67 * __t239;
            let __t245 = __t57 / self.i_rotor;
            let __t253 = 0.5 * __t84;
            let __t305 = -__t66;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.i_rotor)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", __t305)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", __t50)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
            let prepared = [
                self.l,
                __t32,
                __t34,
                self.m,
                self.i_rotor,
                __t50,
                __t57,
                __t67,
                __t68,
                __t70,
                h,
                __t85,
                __t90,
                __t123,
                __t151,
                __t156,
                __t162,
                __t236,
                __t239,
                __t240,
                __t245,
                __t253,
            ];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
            ::core::result::Result::Ok(SnakeboardRdp {
                h,
                newton: ::nhi::__abi_1::NewtonSettings::default(),
                prepared,
            })
        }
    }
    impl SnakeboardRdp {
        /// The momentum of the symmetry group in space, `Ad*_{g^-1}` of the body momentum that arrives at the node, factor by factor: rotations first. If no constraint and no force acts on the group, it is constant to machine precision, unless `dtau` cuts off the differential.
        #[must_use]
        pub fn spatial_momentum(&self, state: &SnakeboardRdpState) -> [f64; 3] {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20, __c21,
            ] = self.prepared;
            let t = state.clock.time(self.h);
            let (__t204, __t203) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t297 = state.p[2]
                + state.p[3] * (state.q.x * __t204 - state.q.y * __t203);
            let __t298 = __t297 + state.p[4] * (state.q.x * __t203 + state.q.y * __t204);
            let __t301 = __t203 * state.p[3] - __t204 * state.p[4];
            let __t304 = __t204 * state.p[3] + __t203 * state.p[4];
            [__t298, __t301, __t304]
        }
    }
    impl SnakeboardRdp {
        /// The state at time `t` with configuration `q` and velocity `v`.
        ///
        /// # Errors
        /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
        /// the scheme cannot be solved.
        #[inline]
        pub fn start(
            &self,
            t: f64,
            q: SnakeboardCoordinates,
            v: SnakeboardVelocities,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
        ) -> ::core::result::Result<SnakeboardRdpState, ::nhi::__abi_1::StepError<f64>> {
            ::nhi::__abi_1::Stepper::start(self, t, q, v, controls)
        }
        /// The state one step after `state`.
        ///
        /// # Errors
        /// If a control or the next state is not finite, or the equations of the step cannot
        /// be solved.
        #[inline]
        pub fn step(
            &self,
            state: &SnakeboardRdpState,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, SnakeboardControls>,
        ) -> ::core::result::Result<SnakeboardRdpState, ::nhi::__abi_1::StepError<f64>> {
            ::nhi::__abi_1::Stepper::step(self, state, controls)
        }
        /// Time, configuration, velocity and multipliers at the node of `state`.
        ///
        /// # Errors
        /// If a result is not finite.
        #[inline]
        pub fn sample(
            &self,
            state: &SnakeboardRdpState,
        ) -> ::core::result::Result<
            ::nhi::__abi_1::Sample<
                f64,
                SnakeboardCoordinates,
                SnakeboardVelocities,
                SnakeboardMultipliers,
            >,
            ::nhi::__abi_1::StepError<f64>,
        > {
            ::nhi::__abi_1::Stepper::sample(self, state)
        }
    }
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
                t + q.psi + q.phi + q.theta + q.x + q.y + v.psi_dot + v.phi_dot
                    + v.theta_dot + v.x_dot + v.y_dot,
            ) {
                return ::core::result::Result::Err(
                    ::nhi::__abi_1::StepError::new(
                        t,
                        ::nhi::__abi_1::StepErrorKind::NonFiniteInput,
                    ),
                );
            }
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20, __c21,
            ] = self.prepared;
            {
                let (__t12, __t14) = ::nhi::__abi_1::sin_cos(q.theta);
                let __t16 = v.x_dot * __t12 - v.y_dot * __t14;
                let (__t20, __t17) = ::nhi::__abi_1::sin_cos(q.phi);
                let __t24 = __t20 * (v.x_dot * __t14 + v.y_dot * __t12);
                let __t25 = v.theta_dot * (__c0 * __t17) + __t24;
                let __t28 = v.theta_dot * v.theta_dot + v.x_dot * v.x_dot;
                let __t11 = v.y_dot * v.y_dot;
                let __t30 = v.psi_dot * v.psi_dot + v.phi_dot * v.phi_dot + __t28
                    + __t11;
                let __t31 = ::nhi::__abi_1::sqrt(__t30);
                let __t39 = __t31 * ::nhi::__abi_1::sqrt(1.0 + __c2 * (__t17 * __t17));
                ::nhi::__abi_1::off_constraint(
                    t,
                    &[("skid", __t16, __t31), ("steer", __t25, __t39)],
                )?;
            }
            let u = controls.at(t);
            let __t54 = __c4 * (v.psi_dot + v.theta_dot);
            let __t51 = v.phi_dot * __c5;
            let __t59 = v.psi_dot * __c4 + v.theta_dot * __c6;
            let (__t12, __t14) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t23 = v.x_dot * __t14 + v.y_dot * __t12;
            let __t55 = __c3 * __t23;
            let __t56 = __c3 * -(v.x_dot * __t12 - v.y_dot * __t14);
            let (__t20, __t17) = ::nhi::__abi_1::sin_cos(q.phi);
            let __t35 = __t17 * __t17;
            let __t37 = 1.0 + __c2 * __t35;
            let __t64 = (__t23 * (__c0 * __t17) - __t20 * v.theta_dot) / __t37;
            let __t65 = -__t64;
            let __t72 = __c7 - __c9 * __t35;
            let __t76 = __c1 * __t35 + __t20 * __t20;
            let state = SnakeboardRdpState {
                clock: ::nhi::__abi_1::Clock::new(t),
                q: SnakeboardCoordinates {
                    psi: q.psi,
                    phi: q.phi,
                    theta: q.theta,
                    x: q.x,
                    y: q.y,
                },
                p: [__t54, __t51, __t59, __t55, __t56],
                velocity: [v.psi_dot, v.phi_dot, __t65],
                controls: SnakeboardControls {
                    u_psi: u.u_psi,
                    u_phi: u.u_phi,
                },
                report: ::nhi::__abi_1::NewtonReport::default(),
            };
            if ::nhi::__abi_1::is_regular(__t72, 0.0)
                && ::nhi::__abi_1::is_regular(__t76, 0.0)
                && ::nhi::__abi_1::is_finite(
                    q.psi + q.x + q.y + __t54 + __t51 + __t59 + __t55 + __t56 + __t65
                        + u.u_psi + u.u_phi,
                )
            {
                ::core::result::Result::Ok(state)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        t,
                        &[],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "steer",
                                value: __t72,
                                scale: 0.0,
                            },
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "steer",
                                value: __t76,
                                scale: 0.0,
                            },
                        ],
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20, __c21,
            ] = self.prepared;
            let t = state.clock.time(self.h);
            let __u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
            let __u1 = controls.at(state.clock.next().time(self.h));
            let __t82 = 2.0 * state.p[1] + __c10 * __u0.u_phi;
            let __t86 = __t82 * __c11;
            let __t124 = __c13 * state.q.psi;
            let __t125 = __c13 * state.q.phi;
            let __t129 = __c13 * state.q.theta;
            let __t130 = __c13 * state.q.x;
            let __t131 = __c13 * state.q.y;
            let __t137 = __u0.u_psi * __c12;
            let __t139 = -(state.p[0] + __t137);
            let (__t96, __t98) = ::nhi::__abi_1::sin_cos(state.q.phi + __c12 * __t86);
            let (__t142, __t141) = ::nhi::__abi_1::sin_cos(state.q.phi);
            let __t144 = __c0 * __t141;
            let __t99 = __c0 * __t98;
            let __t165 = __c4 * __t96;
            let __t152 = __t142 * __c14;
            let __t172 = 0.25 * __t142;
            let __t154 = __c10 * __t96;
            let __t160 = __c6 * __t96;
            let __t157 = __t98 * __c15;
            let __t163 = __t98 * __c16;
            let __t170 = __c6 * __t141 * __t98;
            let guess: [f64; 2] = [state.velocity[0], state.velocity[2]];
            let scale = {
                let [__b0, __b1] = [
                    ::nhi::__abi_1::largest(&[state.velocity[0], __t86]),
                    ::nhi::__abi_1::largest(&[state.velocity[2]]),
                ];
                [__b0, __b1]
            };
            let background = || {
                let [__b0, __b1] = [
                    ::nhi::__abi_1::largest(&[__t124, __t125]),
                    ::nhi::__abi_1::largest(&[__t129, __t130, __t131]),
                ];
                [__b0, __b1]
            };
            let system = |&[__x0, __x1]: &[f64; 2]| {
                let __t97 = __x1 * __t96;
                let __t140 = __c4 * (__x0 + __t97) + __t139;
                let __t101 = -(__x1 * __t99);
                let __t108 = __c3 * __t101;
                let __t102 = __c10 * __t97;
                let __t103 = __c10 * __t101;
                let __t114 = __t102 * __t103;
                let __t107 = __c6 * __t97 + __c4 * __x0;
                let __t112 = __t102 * __t102 + 4.0;
                let __t117 = 0.25 * (__t107 * __t112);
                let __t143 = (0.25 * (__t108 * __t114) - state.p[2] + __t117) * __t142;
                let __t146 = __t143 - (__t108 - state.p[3]) * __t144;
                let __t153 = __t112 * __t152;
                let __t155 = (2.0 * (__t102 * __t107) + __t103 * __t108) * __t154;
                let __t167 = __t112 * __t160 + __t155;
                let __t168 = __t163 * __t114 + __t102 * __t108 * __t157 - __t167;
                let __t174 = __t170 - __t168 * __t172;
                ([__t140, __t146], [[__c4, __t165], [__t153, __t174]])
            };
            let ([__s924, __s926], report) = ::nhi::__abi_1::newton_scaled(
                    guess,
                    &scale,
                    background,
                    &self.newton,
                    system,
                )
                .map_err(|failure| failure.at(t))?;
            let __t200 = state.q.psi + __c10 * __s924;
            let __t201 = state.q.phi + __c10 * __t86;
            let __t180 = __s926 * __t96;
            let __t184 = __c10 * __t180;
            let __t197 = 0.5 * __t184;
            let __t213 = state.q.theta + 2.0 * ::nhi::__abi_1::atan(__t197);
            let (__t204, __t203) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t183 = -(__c0 * __s926 * __t98);
            let __t185 = __c10 * __t183;
            let __t191 = 4.0 + __t184 * __t184;
            let __t206 = __t185 / __t191;
            let __t214 = 2.0 * (__t184 * __t206);
            let __t218 = state.q.x - __t204 * __t214 + 4.0 * (__t203 * __t206);
            let __t222 = state.q.y + __t203 * __t214 + 4.0 * (__t204 * __t206);
            let __t225 = __t137 + __c4 * (__s924 + __t180);
            let __t229 = __c5 * __t86 + __u0.u_phi * __c12;
            let __t189 = __c3 * __t183;
            let __t192 = (__c6 * __t180 + __c4 * __s924) * __t191;
            let __t196 = 0.25 * (__t184 * __t185 * __t189 + __t192);
            let __t199 = -(__t189 * __t197);
            let next = SnakeboardRdpState {
                clock: state.clock.next(),
                q: SnakeboardCoordinates {
                    psi: __t200,
                    phi: __t201,
                    theta: __t213,
                    x: __t218,
                    y: __t222,
                },
                p: [__t225, __t229, __t196, __t189, __t199],
                velocity: [__s924, __t86, __s926],
                controls: SnakeboardControls {
                    u_psi: __u1.u_psi,
                    u_phi: __u1.u_phi,
                },
                report,
            };
            if ::nhi::__abi_1::is_finite(
                __t200 + __t201 + __t213 + __t218 + __t222 + __t225 + __t229 + __t196
                    + __t199 + __u1.u_psi + __u1.u_phi,
            ) {
                ::core::result::Result::Ok(next)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::non_finite(
                        state.clock.time(self.h),
                        &[__u0.u_psi, __u0.u_phi, __u1.u_psi, __u1.u_phi],
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20, __c21,
            ] = self.prepared;
            let t = state.clock.time(self.h);
            let (__t142, __t141) = ::nhi::__abi_1::sin_cos(state.q.phi);
            let __t241 = __t142 * state.p[3];
            let __t235 = state.p[0] - state.p[2];
            let __t237 = __t141 * __t235;
            let __t234 = __c7 - __c9 * __t141 * __t141;
            let __t249 = 1.0 / __t234;
            let __t251 = __t141 * (__c19 * __t241 + __c17 * __t237) * __t249;
            let __t252 = __c8 * (state.p[2] - state.p[0] * __c20) - __t251;
            let __t254 = state.p[1] * __c21;
            let __t256 = __t251 + __c8 * __t235;
            let (__t204, __t203) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t261 = __t142 * __t249 * (__c7 * __t241 + __c18 * __t237);
            let __t263 = __c7 * (state.p[3] - __t261);
            let __t264 = __t203 * __t263;
            let __t265 = __t204 * __t263;
            let __t272 = __t203 * __t264 + __t204 * __t265;
            let __t283 = -(__c3 * __t256 * __t272);
            let __t273 = __t142 * __t256;
            let __t278 = (__t204 * __t264 - __t203 * __t265) * __t273;
            let __t277 = __t254 * (__c0 * __t273 - __t141 * __t272);
            let __t286 = __t249
                * (__t141 * __c18 * state.controls.u_psi - __t278 - __t277);
            let __t287 = -__t286;
            let sample = ::nhi::__abi_1::Sample {
                t,
                q: state.q,
                v: SnakeboardVelocities {
                    psi_dot: __t252,
                    phi_dot: __t254,
                    theta_dot: __t256,
                    x_dot: __t264,
                    y_dot: __t265,
                },
                lambda: SnakeboardMultipliers {
                    skid: __t283,
                    steer: __t287,
                },
            };
            if ::nhi::__abi_1::is_regular(__t234, 0.0)
                && ::nhi::__abi_1::is_finite(__t252 + __t283 + __t287)
            {
                ::core::result::Result::Ok(sample)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        t,
                        &[],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "steer",
                                value: __t234,
                                scale: 0.0,
                            },
                        ],
                    ),
                )
            }
        }
    }
    impl ::nhi::__abi_1::Watched<SnakeboardRdp> for Snakeboard {
        fn signs(
            &self,
            stepper: &SnakeboardRdp,
            state: &SnakeboardRdpState,
            sample: &::nhi::__abi_1::SampleOf<SnakeboardRdp>,
            controls: ::core::option::Option<&SnakeboardControls>,
        ) -> ::nhi::__abi_1::Signs<f64> {
            ::nhi::__abi_1::Signs {
                parasitic: ::core::option::Option::None,
                lags: true,
                ..self
                    .signs_at(
                        ::nhi::__abi_1::Stepper::step_size(stepper),
                        sample.t,
                        &sample.q,
                        &sample.v,
                        &sample.lambda,
                        &::nhi::__abi_1::Signs::unreflected(),
                        controls,
                    )
            }
        }
    }
};
::nhi::__abi_1::__integrators! {
    [::nhi::__abi_1::scope] pub Snakeboard Snakeboard[] [] f64, SnakeboardCoordinates,
    SnakeboardVelocities, SnakeboardControls, SnakeboardMultipliers; SnakeboardIntegrator
    SnakeboardStepper SnakeboardStepper; SnakeboardState SnakeboardState; Gni gni
    SnakeboardGni, SnakeboardGniState; Rdp rdp SnakeboardRdp, SnakeboardRdpState;
}
