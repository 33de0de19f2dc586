// Generated from golden/moving_blade.nhi.

/// A blade on a turntable whose inertia depends on where it stands: the mass matrix is not constant, the force depends
/// on velocity and time, and the constraint is affine. Implicit.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
pub struct MovingBlade {
    /// Moment of inertia about the centre of mass \[kg m^2]
    pub i: f64,
    /// Mass \[kg]
    pub m: f64,
    /// Growth of the inertia, and stiffness \[kg], \[N/m]
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
    fn from(__data: [f64; 3]) -> Self {
        Self {
            theta: __data[0],
            x: __data[1],
            y: __data[2],
        }
    }
}
impl ::core::convert::From<MovingBladeCoordinates> for [f64; 3] {
    #[inline]
    fn from(__data: MovingBladeCoordinates) -> Self {
        [__data.theta, __data.x, __data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>> for MovingBladeCoordinates {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<MovingBladeCoordinates> for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(__data: MovingBladeCoordinates) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl MovingBladeCoordinates {
    /// The number of entries.
    pub const LEN: usize = 3;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 3] = ["theta", "x", "y"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 3> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 3]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for MovingBladeCoordinates {
    type Values = [f64; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 3] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 3]) -> Self {
        Self {
            theta_dot: __data[0],
            x_dot: __data[1],
            y_dot: __data[2],
        }
    }
}
impl ::core::convert::From<MovingBladeVelocities> for [f64; 3] {
    #[inline]
    fn from(__data: MovingBladeVelocities) -> Self {
        [__data.theta_dot, __data.x_dot, __data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>> for MovingBladeVelocities {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<MovingBladeVelocities> for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(__data: MovingBladeVelocities) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl MovingBladeVelocities {
    /// The number of entries.
    pub const LEN: usize = 3;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 3] = ["theta_dot", "x_dot", "y_dot"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 3> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 3]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for MovingBladeVelocities {
    type Values = [f64; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 3] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 1]) -> Self {
        Self { torque: __data[0] }
    }
}
impl ::core::convert::From<MovingBladeControls> for [f64; 1] {
    #[inline]
    fn from(__data: MovingBladeControls) -> Self {
        [__data.torque]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 1>> for MovingBladeControls {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 1>) -> Self {
        ::core::convert::From::<[f64; 1]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<MovingBladeControls> for ::nhi::__abi_1::SVector<f64, 1> {
    #[inline]
    fn from(__data: MovingBladeControls) -> Self {
        ::core::convert::From::<[f64; 1]>::from(::core::convert::From::from(__data))
    }
}
impl MovingBladeControls {
    /// The number of entries.
    pub const LEN: usize = 1;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 1] = ["torque"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 1> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 1]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for MovingBladeControls {
    type Values = [f64; 1];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 1] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 1]) -> Self {
        Self { blade: __data[0] }
    }
}
impl ::core::convert::From<MovingBladeMultipliers> for [f64; 1] {
    #[inline]
    fn from(__data: MovingBladeMultipliers) -> Self {
        [__data.blade]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 1>> for MovingBladeMultipliers {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 1>) -> Self {
        ::core::convert::From::<[f64; 1]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<MovingBladeMultipliers> for ::nhi::__abi_1::SVector<f64, 1> {
    #[inline]
    fn from(__data: MovingBladeMultipliers) -> Self {
        ::core::convert::From::<[f64; 1]>::from(::core::convert::From::from(__data))
    }
}
impl MovingBladeMultipliers {
    /// The number of entries.
    pub const LEN: usize = 1;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 1] = ["blade"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f64, 1> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f64; 1]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f64> for MovingBladeMultipliers {
    type Values = [f64; 1];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 1] {
        ::core::convert::Into::into(*self)
    }
}
impl MovingBlade {
    /// The names of the parameters, in the order of the fields.
    pub const PARAMETERS: [&'static str; 3] = ["i", "m", "k"];
    /// The names of the parameters with their values, in the order of the fields.
    #[inline]
    pub fn parameters(&self) -> ::nhi::__abi_1::Entries<f64, 3> {
        ::core::iter::zip(Self::PARAMETERS, [self.i, self.m, self.k])
    }
}
#[allow(
    unused_imports,
    unused_variables,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    /// Mechanics: 3 coordinates, mass matrix that depends on the configuration, 1 velocity constraint, projected by a system of size 1.
    impl MovingBlade {
        /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
        ///
        /// Operations: 4 add, 10 mul.
        #[inline]
        #[must_use]
        pub fn lagrangian(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
        ) -> f64 {
            let __t15 = v.theta_dot * (v.theta_dot * (self.i + q.x * q.x * self.k));
            let __t19 = __t15 + self.m * (v.x_dot * v.x_dot + v.y_dot * v.y_dot);
            let __t22 = 0.5 * (__t19 - q.y * (self.k * q.y));
            __t22
        }
        /// The energy `v . L_v - L`.
        ///
        /// Operations: 4 add, 10 mul.
        #[inline]
        #[must_use]
        pub fn energy(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
        ) -> f64 {
            let __t15 = v.theta_dot * (v.theta_dot * (self.i + q.x * q.x * self.k));
            let __t19 = __t15 + self.m * (v.x_dot * v.x_dot + v.y_dot * v.y_dot);
            let __t24 = 0.5 * (q.y * (self.k * q.y) + __t19);
            __t24
        }
        /// The momentum `p = L_v`, a covector.
        ///
        /// Operations: 1 add, 5 mul.
        #[inline]
        #[must_use]
        pub fn momentum(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t14 = v.theta_dot * (self.i + q.x * q.x * self.k);
            let __t25 = v.x_dot * self.m;
            let __t26 = v.y_dot * self.m;
            ::nhi::__abi_1::SVector::from([__t14, __t25, __t26])
        }
        /// The mass matrix `M = L_vv`.
        ///
        /// Operations: 1 add, 2 mul.
        #[inline]
        #[must_use]
        pub fn mass_matrix(
            &self,
            q: &MovingBladeCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
            let __t10 = self.i + q.x * q.x * self.k;
            ::nhi::__abi_1::SMatrix::from([
                [__t10, 0.0, 0.0],
                [0.0, self.m, 0.0],
                [0.0, 0.0, self.m],
            ])
        }
        /// The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`.
        ///
        /// Operations: 7 mul, 1 neg.
        #[inline]
        #[must_use]
        pub fn bias(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t30 = q.x * v.theta_dot;
            let __t32 = self.k * 2.0 * (v.x_dot * __t30);
            let __t35 = -(self.k * (v.theta_dot * __t30));
            let __t17 = self.k * q.y;
            ::nhi::__abi_1::SVector::from([__t32, __t35, __t17])
        }
        /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
        ///
        /// Operations: 1 add, 1 mul.
        #[inline]
        #[must_use]
        pub fn forces(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            u: &MovingBladeControls,
            t: f64,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t39 = u.torque - v.theta_dot * 0.2;
            ::nhi::__abi_1::SVector::from([__t39, 0.0, 0.0])
        }
        /// The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`.
        ///
        /// Operations: 9 add, 25 mul, 2 div, 2 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn acceleration(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            u: &MovingBladeControls,
            t: f64,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t53 = self.k * 10.0;
            let __t30 = q.x * v.theta_dot;
            let __t56 = v.theta_dot - u.torque * 5.0 + __t53 * (v.x_dot * __t30);
            let __t77 = 0.2 * __t56 / (self.i + q.x * q.x * self.k);
            let __t78 = -__t77;
            let __t58 = 1.0 / self.m;
            let __t59 = self.k * __t58;
            let __t33 = v.theta_dot * __t30;
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t66 = __t58 * __t53;
            let __t69 = 10.0 * (v.theta_dot * (v.x_dot * __t43 + v.y_dot * __t42));
            let __t71 = __t66 * (q.y * __t43) + __t69;
            let __t72 = ::nhi::__abi_1::cos(t) - __t66 * (__t42 * __t33) - __t71;
            let __t81 = __t59 * __t33 + 0.1 * (__t42 * __t72);
            let __t84 = -(q.y * __t59 + 0.1 * (__t43 * __t72));
            ::nhi::__abi_1::SVector::from([__t78, __t81, __t84])
        }
        /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
        ///
        /// Operations: 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_matrix(
            &self,
            q: &MovingBladeCoordinates,
            t: f64,
        ) -> ::nhi::__abi_1::SMatrix<f64, 1, 3> {
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t85 = -__t43;
            ::nhi::__abi_1::SMatrix::from([[0.0], [__t42], [__t85]])
        }
        /// The offset `b` of the constraints `A v + b = 0`.
        ///
        /// Operations: 1 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_offset(
            &self,
            q: &MovingBladeCoordinates,
            t: f64,
        ) -> ::nhi::__abi_1::SVector<f64, 1> {
            let __t88 = -(::nhi::__abi_1::sin(t) * 0.1);
            ::nhi::__abi_1::SVector::from([__t88])
        }
        /// `(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`.
        ///
        /// Operations: 2 add, 4 mul, 2 fn.
        #[inline]
        #[must_use]
        pub fn constraint_rate(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            t: f64,
        ) -> ::nhi::__abi_1::SVector<f64, 1> {
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t89 = 0.1 * ::nhi::__abi_1::cos(t);
            let __t90 = v.theta_dot * (v.x_dot * __t43 + v.y_dot * __t42) - __t89;
            ::nhi::__abi_1::SVector::from([__t90])
        }
        /// The residuals `A v + b` of the constraints; zero if the velocity satisfies them.
        ///
        /// Operations: 2 add, 3 mul, 2 fn.
        #[inline]
        #[must_use]
        pub fn constraint_residual(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            t: f64,
        ) -> ::nhi::__abi_1::SVector<f64, 1> {
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t92 = v.y_dot * __t43;
            let __t94 = v.x_dot * __t42 - ::nhi::__abi_1::sin(t) * 0.1 - __t92;
            ::nhi::__abi_1::SVector::from([__t94])
        }
        /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
        ///
        /// Operations: 2 add, 3 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn projector(
            &self,
            q: &MovingBladeCoordinates,
            t: f64,
        ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t98 = 1.0 - __t42 * __t42;
            let __t97 = __t42 * __t43;
            let __t99 = 1.0 - __t43 * __t43;
            ::nhi::__abi_1::SMatrix::from([
                [1.0, 0.0, 0.0],
                [0.0, __t98, __t97],
                [0.0, __t97, __t99],
            ])
        }
        /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
        ///
        /// Operations: 3 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn complement_projector(
            &self,
            q: &MovingBladeCoordinates,
            t: f64,
        ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t95 = __t42 * __t42;
            let __t100 = -(__t42 * __t43);
            let __t96 = __t43 * __t43;
            ::nhi::__abi_1::SMatrix::from([
                [0.0, 0.0, 0.0],
                [0.0, __t95, __t100],
                [0.0, __t100, __t96],
            ])
        }
        /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
        ///
        /// Operations: 4 add, 8 mul, 2 fn.
        #[inline]
        #[must_use]
        pub fn project_velocity(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            t: f64,
        ) -> MovingBladeVelocities {
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t102 = 10.0 * (v.y_dot * __t43);
            let __t104 = ::nhi::__abi_1::sin(t) - 10.0 * (v.x_dot * __t42) + __t102;
            let __t108 = v.x_dot + 0.1 * (__t42 * __t104);
            let __t110 = v.y_dot - 0.1 * (__t43 * __t104);
            MovingBladeVelocities {
                theta_dot: v.theta_dot,
                x_dot: __t108,
                y_dot: __t110,
            }
        }
        /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
        ///
        /// Operations: 4 add, 14 mul, 1 div, 2 fn.
        #[inline]
        #[must_use]
        pub fn multipliers(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            u: &MovingBladeControls,
            t: f64,
        ) -> MovingBladeMultipliers {
            let __t66 = 1.0 / self.m * (self.k * 10.0);
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t67 = __t66 * (__t42 * (v.theta_dot * (q.x * v.theta_dot)));
            let __t69 = 10.0 * (v.theta_dot * (v.x_dot * __t43 + v.y_dot * __t42));
            let __t71 = __t66 * (q.y * __t43) + __t69;
            let __t112 = (::nhi::__abi_1::cos(t) - __t67 - __t71) * (self.m * 0.1);
            MovingBladeMultipliers {
                blade: __t112,
            }
        }
        /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
        ///
        /// Operations: 4 add, 17 mul, 1 div, 1 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn constraint_force(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            u: &MovingBladeControls,
            t: f64,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t111 = self.m * 0.1;
            let (__t42, __t43) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t66 = 1.0 / self.m * (self.k * 10.0);
            let __t67 = __t66 * (__t42 * (v.theta_dot * (q.x * v.theta_dot)));
            let __t69 = 10.0 * (v.theta_dot * (v.x_dot * __t43 + v.y_dot * __t42));
            let __t71 = __t66 * (q.y * __t43) + __t69;
            let __t72 = ::nhi::__abi_1::cos(t) - __t67 - __t71;
            let __t113 = __t111 * (__t42 * __t72);
            let __t115 = -(__t111 * (__t43 * __t72));
            ::nhi::__abi_1::SVector::from([0.0, __t113, __t115])
        }
        /// The integral `height` of the model.
        ///
        /// No operations.
        #[inline]
        #[must_use]
        pub fn integral_height(
            &self,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
        ) -> f64 {
            q.y
        }
    }
};
#[allow(
    unused_imports,
    unused_variables,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl ::nhi::__abi_1::Model for MovingBlade {
        type Scalar = f64;
        type Coordinates = MovingBladeCoordinates;
        type Velocities = MovingBladeVelocities;
        type Residuals = [f64; 1];
        const RESIDUALS: &'static [&'static str] = &["blade"];
        #[inline]
        fn energy_at(
            &self,
            t: f64,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
        ) -> f64 {
            self.energy(q, v)
        }
        fn residuals_at(
            &self,
            t: f64,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
        ) -> [f64; 1] {
            let u = self.constraint_residual(q, v, t);
            [u[0]]
        }
    }
};
#[allow(
    unused_imports,
    unused_variables,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl MovingBlade {
        #[doc(hidden)]
        #[must_use]
        pub fn signs_at(
            &self,
            h: f64,
            t: f64,
            q: &MovingBladeCoordinates,
            v: &MovingBladeVelocities,
            lambda: &MovingBladeMultipliers,
            reflection: &[f64; 1],
            u: ::core::option::Option<&MovingBladeControls>,
        ) -> ::nhi::__abi_1::Signs<f64> {
            let u = u
                .copied()
                .unwrap_or_else(|| {
                    <MovingBladeControls>::from(
                        ::nhi::__abi_1::Signs::<f64>::unknown::<1>(),
                    )
                });
            let __t14 = v.x_dot * v.x_dot;
            let __t15 = v.y_dot * v.y_dot;
            let __t13 = self.i + q.x * q.x * self.k;
            let __t18 = v.theta_dot * v.theta_dot * __t13;
            let __t34 = self.m * __t14 + self.m * __t15 + __t18;
            let __t66 = __t34 * 0.5;
            let __t19 = self.m * (__t14 + __t15);
            let __t38 = 0.5 * (__t18 + self.k * q.y * q.y + __t19);
            let (__t26, __t39) = ::nhi::__abi_1::sin_cos(t);
            let __t28 = __t26 * 0.1;
            let __t62 = 0.2 * (v.theta_dot * (v.theta_dot - u.torque * 5.0));
            let __t64 = lambda.blade * __t28 - __t62;
            let __t72 = reflection[0] * 2.0 - lambda.blade * (h / self.m);
            let __t76 = __t72 * __t72 * (self.m * 0.125);
            let (__t22, __t24) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t30 = v.x_dot * __t22 - __t28 - v.y_dot * __t24;
            let __t43 = t * __t39;
            let __t52 = ::nhi::__abi_1::sqrt((__t43 * __t43 + __t26 * __t26) * 0.01);
            let __t51 = ::nhi::__abi_1::sqrt(1.0 / ::nhi::__abi_1::abs(self.m))
                * ::nhi::__abi_1::sqrt(__t34);
            let __t53 = __t52 + __t51;
            let __t82 = q.x * v.x_dot * (self.k * h * 2.0 / __t13);
            let __t83 = v.theta_dot * h;
            ::nhi::__abi_1::Signs {
                kinetic: __t66,
                energy: ::core::option::Option::Some(__t38),
                power: ::core::option::Option::Some(__t64),
                arriving_power: ::core::option::Option::None,
                lags: false,
                adaptive: false,
                substeps: ::core::option::Option::None,
                parasitic: ::core::option::Option::Some(__t76),
                residual: ::nhi::__abi_1::Signs::largest_residual(&[(__t30, __t53)]),
                pole: ::nhi::__abi_1::Signs::smallest(&[]),
                pivot: ::nhi::__abi_1::Signs::largest(&[__t82]),
                turn: ::nhi::__abi_1::Signs::largest(&[__t83]),
                contact: ::nhi::__abi_1::Signs::contact(&[]),
            }
        }
    }
};
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), implicit, midpoint discrete Lagrangian, first reflected momentum `M v_0 + (h/2) A^T lambda`.
///
/// Order 2, symmetric. Operations: prepare once, 2 add, 13 mul, 3 div, 1 sqrt, 1 fn; `admission`, 7 add, 16 mul, 2 sqrt, 2 fn; `start`, 7 add, 19 mul, 2 fn; `step`, 16 add, 30 mul, 1 div, 2 fn, and per iteration 12 add, 15 mul, 1 neg; `sample`, 9 add, 22 mul, 1 div, 2 fn; `constraint_reflection`, 2 add, 5 mul, 2 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeGni {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 19],
}
/// A state of [`MovingBladeGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBladeGniState {
    /// The time of the state.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: MovingBladeCoordinates,
    /// The momentum `p^-` after the reflection at the node.
    pub reflected: [f64; 3],
    /// How the equations of the last step were solved.
    pub report: ::nhi::__abi_1::NewtonReport<f64>,
}
#[allow(
    unused_imports,
    unused_variables,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl MovingBladeGni {
        /// The same stepper with other settings of Newton's method.
        #[must_use]
        pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
            Self { newton, ..self }
        }
    }
    impl MovingBlade {
        /// A [`MovingBladeGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
        ///
        /// # Errors
        /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
        pub fn gni(
            &self,
            h: f64,
        ) -> ::core::result::Result<MovingBladeGni, ::nhi::__abi_1::SetupError> {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
            ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
            ::nhi::__abi_1::SetupError::check_parameter("k", self.k)?;
            let __t40 = ::nhi::__abi_1::sqrt(1.0 / ::nhi::__abi_1::abs(self.m));
            let __t50 = 1.0 / self.m;
            let __t58 = 10.0 * (self.k * __t50);
            let __t70 = 0.05 * (self.m * h);
            let __t92 = h * 0.5;
            let __t101 = 1.0 / h;
            let __t118 = self.k * h;
            let __t122 = 0.1 * h;
            let __t126 = 0.5 * __t118;
            let __t134 = self.i + __t122;
            let __t141 = 0.25 * (h * __t118);
            let __t144 = self.m + __t141;
            let __t186 = __t50 * 10.0;
            let __t195 = self.m * 0.2;
            let __t234 = 0.1 * self.m;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
            let prepared = [
                self.i,
                self.m,
                self.k,
                __t40,
                __t50,
                __t58,
                h,
                __t70,
                __t92,
                __t101,
                __t118,
                __t122,
                __t126,
                __t134,
                __t141,
                __t144,
                __t186,
                __t195,
                __t234,
            ];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
            ::core::result::Result::Ok(MovingBladeGni {
                h,
                newton: ::nhi::__abi_1::NewtonSettings::default(),
                prepared,
            })
        }
    }
    impl MovingBladeGni {
        /// The constraint residual `A w + b` of the velocity `w` after the reflection at the node. Its smooth part is `(h/2) A M^-1 A^T lambda`. The rest changes sign in every step and may grow: it is the parasitic mode of the method. Results are reliable while it is small.
        #[must_use]
        pub fn constraint_reflection(&self, state: &MovingBladeGniState) -> [f64; 1] {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18] = self.prepared;
            let t = state.clock.time(self.h);
            let (__t201, __t202) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t236 = __t201 * (__c4 * state.reflected[1])
                - ::nhi::__abi_1::sin(t) * 0.1;
            let __t237 = __t236 - __t202 * (__c4 * state.reflected[2]);
            [__t237]
        }
    }
    impl MovingBladeGni {
        /// The state at time `t` with configuration `q` and velocity `v`.
        ///
        /// # Errors
        /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
        /// the scheme cannot be solved.
        #[inline]
        pub fn start(
            &self,
            t: f64,
            q: MovingBladeCoordinates,
            v: MovingBladeVelocities,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls>,
        ) -> ::core::result::Result<
            MovingBladeGniState,
            ::nhi::__abi_1::StepError<f64>,
        > {
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
            state: &MovingBladeGniState,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls>,
        ) -> ::core::result::Result<
            MovingBladeGniState,
            ::nhi::__abi_1::StepError<f64>,
        > {
            ::nhi::__abi_1::Stepper::step(self, state, controls)
        }
        /// Time, configuration, velocity and multipliers at the node of `state`.
        ///
        /// # Errors
        /// If a result is not finite.
        #[inline]
        pub fn sample(
            &self,
            state: &MovingBladeGniState,
        ) -> ::core::result::Result<
            ::nhi::__abi_1::Sample<
                f64,
                MovingBladeCoordinates,
                MovingBladeVelocities,
                MovingBladeMultipliers,
            >,
            ::nhi::__abi_1::StepError<f64>,
        > {
            ::nhi::__abi_1::Stepper::sample(self, state)
        }
    }
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18] = self.prepared;
            {
                let (__t14, __t16) = ::nhi::__abi_1::sin_cos(q.theta);
                let (__t18, __t29) = ::nhi::__abi_1::sin_cos(t);
                let __t22 = v.x_dot * __t14 - __t18 * 0.1 - v.y_dot * __t16;
                let __t33 = t * __t29;
                let __t27 = v.x_dot * (v.x_dot * __c1) + v.y_dot * (v.y_dot * __c1);
                let __t13 = (__c0 + q.x * q.x * __c2) * (v.theta_dot * v.theta_dot);
                let __t42 = ::nhi::__abi_1::sqrt((__t33 * __t33 + __t18 * __t18) * 0.01);
                let __t43 = __t42 + __c3 * ::nhi::__abi_1::sqrt(__t27 + __t13);
                ::nhi::__abi_1::off_constraint(t, &[("blade", __t22, __t43)])?;
            }
            let __t11 = __c0 + q.x * q.x * __c2;
            let __t45 = v.theta_dot * __t11;
            let (__t14, __t16) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t59 = __c5 * (v.theta_dot * v.theta_dot * (q.x * __t14));
            let __t61 = 10.0 * (v.theta_dot * (v.x_dot * __t16 + __t14 * v.y_dot));
            let __t63 = __c5 * (__t16 * q.y) + __t61;
            let __t64 = ::nhi::__abi_1::cos(t) - __t59 - __t63;
            let __t72 = v.x_dot * __c1 + __c7 * (__t14 * __t64);
            let __t76 = v.y_dot * __c1 - __c7 * (__t16 * __t64);
            let state = MovingBladeGniState {
                clock: ::nhi::__abi_1::Clock::new(t),
                q: MovingBladeCoordinates {
                    theta: q.theta,
                    x: q.x,
                    y: q.y,
                },
                reflected: [__t45, __t72, __t76],
                report: ::nhi::__abi_1::NewtonReport::default(),
            };
            if ::nhi::__abi_1::is_regular(__t11, 0.0)
                && ::nhi::__abi_1::is_finite(__t45 + __t72 + __t76)
            {
                ::core::result::Result::Ok(state)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        t,
                        &[],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Mass,
                                name: "theta_dot",
                                value: __t11,
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
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, MovingBladeControls>,
        ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<f64>> {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18] = self.prepared;
            let t = state.clock.time(self.h);
            let __u0 = controls.at(state.clock.time(self.h) + 0.5 * self.h);
            let __t84 = __c0 + __c2 * state.q.x * state.q.x;
            let __t86 = state.reflected[0] / __t84;
            let __t87 = __c4 * state.reflected[1];
            let __t88 = __c4 * state.reflected[2];
            let __t102 = __c9 * state.q.theta;
            let __t103 = state.q.x * __c9;
            let __t104 = __c9 * state.q.y;
            let __t114 = __u0.torque * 5.0;
            let guess: [f64; 3] = [__t86, __t87, __t88];
            let scale = [::nhi::__abi_1::largest(&[__t86, __t87, __t88]); 3];
            let background = || [::nhi::__abi_1::largest(&[__t102, __t103, __t104]); 3];
            let system = |&[__x0, __x1, __x2]: &[f64; 3]| {
                let __t94 = state.q.x + __x1 * __c8;
                let __t108 = __c2 * __t94 * __t94;
                let __t124 = state.reflected[0] + (__t114 - __x0) * __c11;
                let __t125 = __x0 * (__c0 + __t108) - __t124;
                let __t117 = __x0 * __x0;
                let __t130 = __c1 * __x1 - state.reflected[1] - __t94 * __c12 * __t117;
                let __t131 = (state.q.y + __c8 * __x2) * __c12;
                let __t133 = __c1 * __x2 - state.reflected[2] + __t131;
                let __t135 = __t108 + __c13;
                let __t136 = __x0 * (__t94 * __c10);
                let __t137 = -__t136;
                let __t143 = __c1 - __c14 * __t117;
                (
                    [__t125, __t130, __t133],
                    [[__t135, __t136, 0.0], [__t137, __t143, 0.0], [0.0, 0.0, __c15]],
                )
            };
            let ([__s318, __s319, __s320], report) = ::nhi::__abi_1::newton_scaled(
                    guess,
                    &scale,
                    background,
                    &self.newton,
                    system,
                )
                .map_err(|failure| failure.at(t))?;
            let __t147 = state.q.theta + __c6 * __s318;
            let __t150 = state.q.x + __c6 * __s319;
            let __t153 = state.q.y + __c6 * __s320;
            let __t157 = state.q.x + __c8 * __s319;
            let __t163 = __s318 * (__c0 + __c2 * __t157 * __t157);
            let __t167 = __c11 * (__t114 - __s318) + __t163;
            let __t173 = __c1 * __s319 + __c12 * (__t157 * (__s318 * __s318));
            let (__t179, __t180) = ::nhi::__abi_1::sin_cos(__t147);
            let __t177 = __c1 * __s320 - __c12 * (state.q.y + __c8 * __s320);
            let __t189 = ::nhi::__abi_1::sin(t + __c6) - __c16 * (__t173 * __t179);
            let __t196 = (__t189 + __c16 * (__t177 * __t180)) * __c17;
            let __t198 = __t173 + __t179 * __t196;
            let __t200 = __t177 - __t180 * __t196;
            let next = MovingBladeGniState {
                clock: state.clock.next(),
                q: MovingBladeCoordinates {
                    theta: __t147,
                    x: __t150,
                    y: __t153,
                },
                reflected: [__t167, __t198, __t200],
                report,
            };
            if ::nhi::__abi_1::is_regular(__t84, 0.0)
                && ::nhi::__abi_1::is_finite(__t150 + __t153 + __t167 + __t198 + __t200)
            {
                ::core::result::Result::Ok(next)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        state.clock.time(self.h),
                        &[__u0.torque],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Mass,
                                name: "theta_dot",
                                value: __t84,
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
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18] = self.prepared;
            let t = state.clock.time(self.h);
            let __t84 = __c0 + __c2 * state.q.x * state.q.x;
            let __t86 = state.reflected[0] / __t84;
            let (__t201, __t202) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let (__t18, __t29) = ::nhi::__abi_1::sin_cos(t);
            let __t208 = state.reflected[2] * __c16 * __t202;
            let __t212 = 0.1 * (__t18 - state.reflected[1] * __c16 * __t201 + __t208);
            let __t214 = __c4 * state.reflected[1] + __t201 * __t212;
            let __t217 = __c4 * state.reflected[2] - __t202 * __t212;
            let __t230 = 10.0 * (__t86 * (__t202 * __t214 + __t201 * __t217));
            let __t231 = __t29 - __c5 * (state.q.x * __t201 * (__t86 * __t86));
            let __t235 = (__t231 - (__c5 * (state.q.y * __t202) + __t230)) * __c18;
            let sample = ::nhi::__abi_1::Sample {
                t,
                q: state.q,
                v: MovingBladeVelocities {
                    theta_dot: __t86,
                    x_dot: __t214,
                    y_dot: __t217,
                },
                lambda: MovingBladeMultipliers {
                    blade: __t235,
                },
            };
            if ::nhi::__abi_1::is_regular(__t84, 0.0)
                && ::nhi::__abi_1::is_finite(__t235)
            {
                ::core::result::Result::Ok(sample)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        t,
                        &[],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Mass,
                                name: "theta_dot",
                                value: __t84,
                                scale: 0.0,
                            },
                        ],
                    ),
                )
            }
        }
    }
    impl ::nhi::__abi_1::Watched<MovingBladeGni> for MovingBlade {
        fn signs(
            &self,
            stepper: &MovingBladeGni,
            state: &MovingBladeGniState,
            sample: &::nhi::__abi_1::SampleOf<MovingBladeGni>,
            controls: ::core::option::Option<&MovingBladeControls>,
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
