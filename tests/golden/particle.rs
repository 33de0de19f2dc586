// Generated from golden/particle.nhi.

/// Nonholonomic particle in a potential, generic over the scalar type.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
pub struct Particle<T: ::nhi::Real> {
    /// Mass \[kg]
    pub m: T,
}
/// Configuration of [`Particle`], in the model's units; angles in radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParticleCoordinates<T> {
    /// The coordinate `x`.
    pub x: T,
    /// The coordinate `y`.
    pub y: T,
    /// The coordinate `z`.
    pub z: T,
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<[T; 3]> for ParticleCoordinates<T> {
    #[inline]
    fn from(__data: [T; 3]) -> Self {
        Self {
            x: __data[0],
            y: __data[1],
            z: __data[2],
        }
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleCoordinates<T>> for [T; 3] {
    #[inline]
    fn from(__data: ParticleCoordinates<T>) -> Self {
        [__data.x, __data.y, __data.z]
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<::nhi::__abi_1::SVector<T, 3>>
for ParticleCoordinates<T> {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<T, 3>) -> Self {
        ::core::convert::From::<[T; 3]>::from(::core::convert::From::from(__data))
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleCoordinates<T>>
for ::nhi::__abi_1::SVector<T, 3> {
    #[inline]
    fn from(__data: ParticleCoordinates<T>) -> Self {
        ::core::convert::From::<[T; 3]>::from(::core::convert::From::from(__data))
    }
}
impl<T: ::nhi::__abi_1::Real> ParticleCoordinates<T> {
    /// The number of entries.
    pub const LEN: usize = 3;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 3] = ["x", "y", "z"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<T, 3> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[T; 3]>::into(*self))
    }
}
impl<T: ::nhi::__abi_1::Real> ::nhi::__abi_1::Named<T> for ParticleCoordinates<T> {
    type Values = [T; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [T; 3] {
        ::core::convert::Into::into(*self)
    }
}
/// Velocity of [`Particle`]: the time derivatives of the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParticleVelocities<T> {
    /// The time derivative of `x`.
    pub x_dot: T,
    /// The time derivative of `y`.
    pub y_dot: T,
    /// The time derivative of `z`.
    pub z_dot: T,
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<[T; 3]> for ParticleVelocities<T> {
    #[inline]
    fn from(__data: [T; 3]) -> Self {
        Self {
            x_dot: __data[0],
            y_dot: __data[1],
            z_dot: __data[2],
        }
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleVelocities<T>> for [T; 3] {
    #[inline]
    fn from(__data: ParticleVelocities<T>) -> Self {
        [__data.x_dot, __data.y_dot, __data.z_dot]
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<::nhi::__abi_1::SVector<T, 3>>
for ParticleVelocities<T> {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<T, 3>) -> Self {
        ::core::convert::From::<[T; 3]>::from(::core::convert::From::from(__data))
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleVelocities<T>>
for ::nhi::__abi_1::SVector<T, 3> {
    #[inline]
    fn from(__data: ParticleVelocities<T>) -> Self {
        ::core::convert::From::<[T; 3]>::from(::core::convert::From::from(__data))
    }
}
impl<T: ::nhi::__abi_1::Real> ParticleVelocities<T> {
    /// The number of entries.
    pub const LEN: usize = 3;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 3] = ["x_dot", "y_dot", "z_dot"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<T, 3> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[T; 3]>::into(*self))
    }
}
impl<T: ::nhi::__abi_1::Real> ::nhi::__abi_1::Named<T> for ParticleVelocities<T> {
    type Values = [T; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [T; 3] {
        ::core::convert::Into::into(*self)
    }
}
/// Constraint multipliers of [`Particle`]: `A^T lambda` is the force of the constraints on the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParticleMultipliers<T> {
    /// The multiplier of the constraint `contact`.
    pub contact: T,
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<[T; 1]> for ParticleMultipliers<T> {
    #[inline]
    fn from(__data: [T; 1]) -> Self {
        Self { contact: __data[0] }
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleMultipliers<T>> for [T; 1] {
    #[inline]
    fn from(__data: ParticleMultipliers<T>) -> Self {
        [__data.contact]
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<::nhi::__abi_1::SVector<T, 1>>
for ParticleMultipliers<T> {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<T, 1>) -> Self {
        ::core::convert::From::<[T; 1]>::from(::core::convert::From::from(__data))
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleMultipliers<T>>
for ::nhi::__abi_1::SVector<T, 1> {
    #[inline]
    fn from(__data: ParticleMultipliers<T>) -> Self {
        ::core::convert::From::<[T; 1]>::from(::core::convert::From::from(__data))
    }
}
impl<T: ::nhi::__abi_1::Real> ParticleMultipliers<T> {
    /// The number of entries.
    pub const LEN: usize = 1;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 1] = ["contact"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<T, 1> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[T; 1]>::into(*self))
    }
}
impl<T: ::nhi::__abi_1::Real> ::nhi::__abi_1::Named<T> for ParticleMultipliers<T> {
    type Values = [T; 1];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [T; 1] {
        ::core::convert::Into::into(*self)
    }
}
impl<T: ::nhi::__abi_1::Real> Particle<T> {
    /// The names of the parameters, in the order of the fields.
    pub const PARAMETERS: [&'static str; 1] = ["m"];
    /// The names of the parameters with their values, in the order of the fields.
    #[inline]
    pub fn parameters(&self) -> ::nhi::__abi_1::Entries<T, 1> {
        ::core::iter::zip(Self::PARAMETERS, [self.m])
    }
}
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    /// Mechanics: 3 coordinates, constant mass matrix, 1 velocity constraint, projected by a system of size 1.
    impl<T: ::nhi::__abi_1::Real> Particle<T> {
        /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
        ///
        /// Operations: 4 add, 8 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn lagrangian(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> T {
            let __t19 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.5);
            let __t10 = v.z_dot * v.z_dot + (v.x_dot * v.x_dot + v.y_dot * v.y_dot);
            let __t20 = __t19 * (q.x * q.x);
            let __t22 = ::nhi::__abi_1::exp(-q.z)
                * <T as ::nhi::__abi_1::Real>::literal(0.1) + __t20;
            let __t23 = __t10 * __t19 - __t22;
            __t23
        }
        /// The energy `v . L_v - L`.
        ///
        /// Operations: 4 add, 7 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn energy(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> T {
            let __t10 = v.z_dot * v.z_dot + (v.x_dot * v.x_dot + v.y_dot * v.y_dot);
            let __t26 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.5)
                * (q.x * q.x + __t10);
            let __t27 = ::nhi::__abi_1::exp(-q.z)
                * <T as ::nhi::__abi_1::Real>::literal(0.1) + __t26;
            __t27
        }
        /// The momentum `p = L_v`, a covector.
        ///
        /// Operations: 3 mul.
        #[inline]
        #[must_use]
        pub fn momentum(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ::nhi::__abi_1::SVector<T, 3> {
            let __t28 = v.x_dot * self.m;
            let __t29 = v.y_dot * self.m;
            let __t30 = v.z_dot * self.m;
            ::nhi::__abi_1::SVector::from([__t28, __t29, __t30])
        }
        /// The mass matrix `M = L_vv`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
        pub fn mass_matrix(
            &self,
            q: &ParticleCoordinates<T>,
        ) -> ::nhi::__abi_1::SMatrix<T, 3, 3> {
            ::nhi::__abi_1::SMatrix::from([
                [
                    self.m,
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                ],
                [
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                    self.m,
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                ],
                [
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                    self.m,
                ],
            ])
        }
        /// The bias `c = (L_v)_q v - L_q`: the Euler-Lagrange expression is `M a + c`.
        ///
        /// Operations: 2 mul, 2 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn bias(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ::nhi::__abi_1::SVector<T, 3> {
            let __t32 = q.x * self.m;
            let __t33 = -(::nhi::__abi_1::exp(-q.z)
                * <T as ::nhi::__abi_1::Real>::literal(0.1));
            ::nhi::__abi_1::SVector::from([
                __t32,
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                __t33,
            ])
        }
        /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
        ///
        /// No operations.
        #[inline]
        #[must_use]
        pub fn forces(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ::nhi::__abi_1::SVector<T, 3> {
            ::nhi::__abi_1::SVector::from([
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                <T as ::nhi::__abi_1::Real>::literal(0.0),
            ])
        }
        /// The acceleration of the continuous system, `M^-1 (f - c + A^T lambda)`.
        ///
        /// Operations: 5 add, 11 mul, 2 div, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn acceleration(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ::nhi::__abi_1::SVector<T, 3> {
            let __t40 = ::nhi::__abi_1::exp(-q.z)
                * (<T as ::nhi::__abi_1::Real>::literal(1.0) / self.m);
            let __t45 = <T as ::nhi::__abi_1::Real>::literal(10.0) * (q.x * q.y)
                - <T as ::nhi::__abi_1::Real>::literal(10.0) * (v.x_dot * v.y_dot);
            let __t46 = __t45 + __t40;
            let __t47 = <T as ::nhi::__abi_1::Real>::literal(1.0)
                / (q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0));
            let __t52 = <T as ::nhi::__abi_1::Real>::literal(0.1)
                * (__t46 * (q.y * __t47)) - q.x;
            let __t54 = <T as ::nhi::__abi_1::Real>::literal(0.1)
                * (__t40 - __t47 * __t46);
            ::nhi::__abi_1::SVector::from([
                __t52,
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                __t54,
            ])
        }
        /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
        ///
        /// Operations: 1 neg.
        #[inline]
        #[must_use]
        pub fn constraint_matrix(
            &self,
            q: &ParticleCoordinates<T>,
        ) -> ::nhi::__abi_1::SMatrix<T, 1, 3> {
            let __t55 = -q.y;
            ::nhi::__abi_1::SMatrix::from([
                [__t55],
                [<T as ::nhi::__abi_1::Real>::literal(0.0)],
                [<T as ::nhi::__abi_1::Real>::literal(1.0)],
            ])
        }
        /// The offset `b` of the constraints `A v + b = 0`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
        pub fn constraint_offset(
            &self,
            q: &ParticleCoordinates<T>,
        ) -> ::nhi::__abi_1::SVector<T, 1> {
            ::nhi::__abi_1::SVector::from([<T as ::nhi::__abi_1::Real>::literal(0.0)])
        }
        /// `(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`.
        ///
        /// Operations: 1 mul, 1 neg.
        #[inline]
        #[must_use]
        pub fn constraint_rate(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ::nhi::__abi_1::SVector<T, 1> {
            let __t56 = -(v.x_dot * v.y_dot);
            ::nhi::__abi_1::SVector::from([__t56])
        }
        /// The residuals `A v + b` of the constraints; zero if the velocity satisfies them.
        ///
        /// Operations: 1 add, 1 mul.
        #[inline]
        #[must_use]
        pub fn constraint_residual(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ::nhi::__abi_1::SVector<T, 1> {
            let __t58 = v.z_dot - v.x_dot * q.y;
            ::nhi::__abi_1::SVector::from([__t58])
        }
        /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
        ///
        /// Operations: 3 add, 3 mul, 1 div.
        #[inline]
        #[must_use]
        pub fn projector(
            &self,
            q: &ParticleCoordinates<T>,
        ) -> ::nhi::__abi_1::SMatrix<T, 3, 3> {
            let __t47 = <T as ::nhi::__abi_1::Real>::literal(1.0)
                / (q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0));
            let __t48 = q.y * __t47;
            let __t60 = <T as ::nhi::__abi_1::Real>::literal(1.0) - q.y * __t48;
            let __t61 = <T as ::nhi::__abi_1::Real>::literal(1.0) - __t47;
            ::nhi::__abi_1::SMatrix::from([
                [__t60, <T as ::nhi::__abi_1::Real>::literal(0.0), __t48],
                [
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                    <T as ::nhi::__abi_1::Real>::literal(1.0),
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                ],
                [__t48, <T as ::nhi::__abi_1::Real>::literal(0.0), __t61],
            ])
        }
        /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
        ///
        /// Operations: 1 add, 3 mul, 1 div, 1 neg.
        #[inline]
        #[must_use]
        pub fn complement_projector(
            &self,
            q: &ParticleCoordinates<T>,
        ) -> ::nhi::__abi_1::SMatrix<T, 3, 3> {
            let __t47 = <T as ::nhi::__abi_1::Real>::literal(1.0)
                / (q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0));
            let __t48 = q.y * __t47;
            let __t59 = q.y * __t48;
            let __t62 = -__t48;
            ::nhi::__abi_1::SMatrix::from([
                [__t59, <T as ::nhi::__abi_1::Real>::literal(0.0), __t62],
                [
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                    <T as ::nhi::__abi_1::Real>::literal(0.0),
                ],
                [__t62, <T as ::nhi::__abi_1::Real>::literal(0.0), __t47],
            ])
        }
        /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
        ///
        /// Operations: 4 add, 5 mul, 1 div.
        #[inline]
        #[must_use]
        pub fn project_velocity(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ParticleVelocities<T> {
            let __t58 = v.z_dot - v.x_dot * q.y;
            let __t47 = <T as ::nhi::__abi_1::Real>::literal(1.0)
                / (q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0));
            let __t65 = v.x_dot + __t58 * (q.y * __t47);
            let __t66 = v.z_dot - __t47 * __t58;
            ParticleVelocities {
                x_dot: __t65,
                y_dot: v.y_dot,
                z_dot: __t66,
            }
        }
        /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
        ///
        /// Operations: 3 add, 9 mul, 2 div, 2 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn multipliers(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ParticleMultipliers<T> {
            let __t45 = <T as ::nhi::__abi_1::Real>::literal(10.0) * (q.x * q.y)
                - <T as ::nhi::__abi_1::Real>::literal(10.0) * (v.x_dot * v.y_dot);
            let __t46 = __t45
                + ::nhi::__abi_1::exp(-q.z)
                    * (<T as ::nhi::__abi_1::Real>::literal(1.0) / self.m);
            let __t50 = <T as ::nhi::__abi_1::Real>::literal(1.0)
                / (q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0)) * __t46;
            let __t69 = -(self.m * <T as ::nhi::__abi_1::Real>::literal(0.1) * __t50);
            ParticleMultipliers {
                contact: __t69,
            }
        }
        /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
        ///
        /// Operations: 3 add, 12 mul, 2 div, 2 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_force(
            &self,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> ::nhi::__abi_1::SVector<T, 3> {
            let __t67 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.1);
            let __t45 = <T as ::nhi::__abi_1::Real>::literal(10.0) * (q.x * q.y)
                - <T as ::nhi::__abi_1::Real>::literal(10.0) * (v.x_dot * v.y_dot);
            let __t46 = __t45
                + ::nhi::__abi_1::exp(-q.z)
                    * (<T as ::nhi::__abi_1::Real>::literal(1.0) / self.m);
            let __t47 = <T as ::nhi::__abi_1::Real>::literal(1.0)
                / (q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0));
            let __t70 = __t67 * (__t46 * (q.y * __t47));
            let __t69 = -(__t67 * (__t47 * __t46));
            ::nhi::__abi_1::SVector::from([
                __t70,
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                __t69,
            ])
        }
    }
};
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl<T: ::nhi::__abi_1::Real> ::nhi::__abi_1::Model for Particle<T> {
        type Scalar = T;
        type Coordinates = ParticleCoordinates<T>;
        type Velocities = ParticleVelocities<T>;
        type Residuals = [T; 1];
        const RESIDUALS: &'static [&'static str] = &["contact"];
        #[inline]
        fn energy_at(
            &self,
            t: T,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> T {
            self.energy(q, v)
        }
        fn residuals_at(
            &self,
            t: T,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
        ) -> [T; 1] {
            let u = self.constraint_residual(q, v);
            [u[0]]
        }
    }
};
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl<T: ::nhi::__abi_1::Real> Particle<T> {
        #[doc(hidden)]
        #[must_use]
        pub fn signs_at(
            &self,
            h: T,
            t: T,
            q: &ParticleCoordinates<T>,
            v: &ParticleVelocities<T>,
            lambda: &ParticleMultipliers<T>,
            reflection: &[T; 1],
        ) -> ::nhi::__abi_1::Signs<T> {
            let __t7 = v.x_dot * v.x_dot;
            let __t8 = v.y_dot * v.y_dot;
            let __t9 = v.z_dot * v.z_dot;
            let __t21 = self.m * __t7 + self.m * __t8 + self.m * __t9;
            let __t39 = <T as ::nhi::__abi_1::Real>::literal(0.5) * __t21;
            let __t11 = __t9 + (__t7 + __t8);
            let __t28 = (q.x * q.x + __t11)
                * (self.m * <T as ::nhi::__abi_1::Real>::literal(0.5));
            let __t29 = ::nhi::__abi_1::exp(-q.z)
                * <T as ::nhi::__abi_1::Real>::literal(0.1) + __t28;
            let __t33 = q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0);
            let __t47 = <T as ::nhi::__abi_1::Real>::literal(1.0) / __t33;
            let __t46 = reflection[0] * <T as ::nhi::__abi_1::Real>::literal(2.0)
                - lambda.contact * __t33 * (h / self.m);
            let __t52 = __t47 * __t46
                * (__t46 * (self.m * <T as ::nhi::__abi_1::Real>::literal(0.125)));
            let __t16 = v.z_dot - v.x_dot * q.y;
            let __t35 = ::nhi::__abi_1::sqrt(__t11) * ::nhi::__abi_1::sqrt(__t33);
            let __t56 = v.y_dot * q.y
                * (__t47 * (h * <T as ::nhi::__abi_1::Real>::literal(2.0)));
            ::nhi::__abi_1::Signs {
                kinetic: __t39,
                energy: ::core::option::Option::Some(__t29),
                power: ::core::option::Option::None,
                arriving_power: ::core::option::Option::None,
                lags: false,
                parasitic: ::core::option::Option::Some(__t52),
                residual: ::nhi::__abi_1::Signs::largest_residual(&[(__t16, __t35)]),
                pole: ::nhi::__abi_1::Signs::smallest(&[]),
                pivot: ::nhi::__abi_1::Signs::largest(&[__t56]),
                turn: ::nhi::__abi_1::Signs::largest(&[]),
                contact: ::nhi::__abi_1::Signs::contact(&[]),
            }
        }
    }
};
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0 + (h/2) A^T lambda`.
///
/// Order 2, symmetric. Operations: prepare once, 6 mul, 1 div; `admission`, 4 add, 6 mul, 2 sqrt; `start`, 5 add, 10 mul, 1 div, 1 neg, 1 fn; `step`, 11 add, 13 mul, 1 div, 2 neg, 2 fn; `sample`, 6 add, 12 mul, 1 div, 2 neg, 1 fn; `reflected_energy`, 4 add, 6 mul, 1 neg, 1 fn; `constraint_reflection`, 1 add, 1 mul.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleGni<T> {
    h: T,
    prepared: [T; 7],
}
/// A state of [`ParticleGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleGniState<T> {
    /// The time of the state.
    pub clock: ::nhi::__abi_1::Clock<T>,
    /// The coordinates.
    pub q: ParticleCoordinates<T>,
    /// The velocity `v^- = M^-1 p^-` after the reflection at the node; not on the constraints.
    pub reflected: ParticleVelocities<T>,
}
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl<T: ::nhi::__abi_1::Real> Particle<T> {
        /// A [`ParticleGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
        ///
        /// # Errors
        /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
        pub fn gni(
            &self,
            h: T,
        ) -> ::core::result::Result<ParticleGni<T>, ::nhi::__abi_1::SetupError> {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
            let __t23 = <T as ::nhi::__abi_1::Real>::literal(1.0) / self.m;
            let __t38 = h * <T as ::nhi::__abi_1::Real>::literal(0.05);
            let __t49 = h * <T as ::nhi::__abi_1::Real>::literal(0.5);
            let __t58 = <T as ::nhi::__abi_1::Real>::literal(0.05) * (__t23 * h);
            let __t107 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.1);
            let __t121 = <T as ::nhi::__abi_1::Real>::literal(0.5) * self.m;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
            let prepared = [__t23, h, __t38, __t49, __t58, __t107, __t121];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
            ::core::result::Result::Ok(ParticleGni { h, prepared })
        }
    }
    impl<T: ::nhi::__abi_1::Real> ParticleGni<T> {
        /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
        #[must_use]
        pub fn reflected_energy(&self, state: &ParticleGniState<T>) -> T {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6] = self.prepared;
            let __t117 = state.reflected.y_dot * state.reflected.y_dot
                + state.reflected.z_dot * state.reflected.z_dot;
            let __t122 = (state.q.x * state.q.x
                + state.reflected.x_dot * state.reflected.x_dot + __t117) * __c6;
            let __t123 = ::nhi::__abi_1::exp(-state.q.z)
                * <T as ::nhi::__abi_1::Real>::literal(0.1) + __t122;
            __t123
        }
        /// The constraint residual `A w + b` of the velocity `w` after the reflection at the node. Its smooth part is `(h/2) A M^-1 A^T lambda`. The rest changes sign in every step and may grow: it is the parasitic mode of the method. Results are reliable while it is small.
        #[must_use]
        pub fn constraint_reflection(&self, state: &ParticleGniState<T>) -> [T; 1] {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6] = self.prepared;
            let __t91 = state.reflected.z_dot - state.q.y * state.reflected.x_dot;
            [__t91]
        }
    }
    impl<T: ::nhi::__abi_1::Real> ParticleGni<T> {
        /// The state at time `t` with configuration `q` and velocity `v`.
        ///
        /// # Errors
        /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
        /// the scheme cannot be solved.
        #[inline]
        pub fn start(
            &self,
            t: T,
            q: ParticleCoordinates<T>,
            v: ParticleVelocities<T>,
            controls: &impl ::nhi::__abi_1::ControlSignal<T, ()>,
        ) -> ::core::result::Result<ParticleGniState<T>, ::nhi::__abi_1::StepError<T>> {
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
            state: &ParticleGniState<T>,
            controls: &impl ::nhi::__abi_1::ControlSignal<T, ()>,
        ) -> ::core::result::Result<ParticleGniState<T>, ::nhi::__abi_1::StepError<T>> {
            ::nhi::__abi_1::Stepper::step(self, state, controls)
        }
        /// Time, configuration, velocity and multipliers at the node of `state`.
        ///
        /// # Errors
        /// If a result is not finite.
        #[inline]
        pub fn sample(
            &self,
            state: &ParticleGniState<T>,
        ) -> ::core::result::Result<
            ::nhi::__abi_1::Sample<
                T,
                ParticleCoordinates<T>,
                ParticleVelocities<T>,
                ParticleMultipliers<T>,
            >,
            ::nhi::__abi_1::StepError<T>,
        > {
            ::nhi::__abi_1::Stepper::sample(self, state)
        }
    }
    impl<T: ::nhi::__abi_1::Real> ::nhi::__abi_1::Stepper for ParticleGni<T> {
        type Scalar = T;
        type Coordinates = ParticleCoordinates<T>;
        type Velocities = ParticleVelocities<T>;
        type Controls = ();
        type Multipliers = ParticleMultipliers<T>;
        type State = ParticleGniState<T>;
        const INTEGRATOR: &'static str = "Gni";
        #[inline]
        fn step_size(&self) -> T {
            self.h
        }
        #[inline]
        fn clock(&self, state: &Self::State) -> ::nhi::__abi_1::Clock<T> {
            state.clock
        }
        fn start(
            &self,
            t: T,
            q: ParticleCoordinates<T>,
            v: ParticleVelocities<T>,
            controls: &impl ::nhi::__abi_1::ControlSignal<T, ()>,
        ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<T>> {
            if !::nhi::__abi_1::is_finite(
                t + q.x + q.y + q.z + v.x_dot + v.y_dot + v.z_dot,
            ) {
                return ::core::result::Result::Err(
                    ::nhi::__abi_1::StepError::new(
                        t,
                        ::nhi::__abi_1::StepErrorKind::NonFiniteInput,
                    ),
                );
            }
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6] = self.prepared;
            {
                let __t10 = v.z_dot - v.x_dot * q.y;
                let __t8 = v.x_dot * v.x_dot + v.y_dot * v.y_dot + v.z_dot * v.z_dot;
                let __t16 = ::nhi::__abi_1::sqrt(__t8)
                    * ::nhi::__abi_1::sqrt(
                        q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0),
                    );
                ::nhi::__abi_1::off_constraint(t, &[("contact", __t10, __t16)])?;
            }
            let __t29 = <T as ::nhi::__abi_1::Real>::literal(10.0) * (q.y * q.x)
                - <T as ::nhi::__abi_1::Real>::literal(10.0) * (v.x_dot * v.y_dot);
            let __t14 = q.y * q.y + <T as ::nhi::__abi_1::Real>::literal(1.0);
            let __t33 = (__t29 + __c0 * ::nhi::__abi_1::exp(-q.z)) / __t14;
            let __t40 = v.x_dot + __c2 * (q.y * __t33);
            let __t42 = v.z_dot - __c2 * __t33;
            let __t43 = __c0 * __t14;
            let state = ParticleGniState {
                clock: ::nhi::__abi_1::Clock::new(t),
                q: ParticleCoordinates {
                    x: q.x,
                    y: q.y,
                    z: q.z,
                },
                reflected: ParticleVelocities {
                    x_dot: __t40,
                    y_dot: v.y_dot,
                    z_dot: __t42,
                },
            };
            if ::nhi::__abi_1::is_regular(
                __t43,
                <T as ::nhi::__abi_1::Real>::literal(0.0),
            ) && ::nhi::__abi_1::is_finite(q.z + __t40 + __t42)
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
                                name: "contact",
                                value: __t43,
                                scale: <T as ::nhi::__abi_1::Real>::literal(0.0),
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
            controls: &impl ::nhi::__abi_1::ControlSignal<T, ()>,
        ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<T>> {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6] = self.prepared;
            let __t51 = state.reflected.x_dot - state.q.x * __c3;
            let __t62 = state.q.x + __c1 * __t51;
            let __t66 = state.q.y + __c1 * state.reflected.y_dot;
            let __t60 = state.reflected.z_dot + ::nhi::__abi_1::exp(-state.q.z) * __c4;
            let __t68 = state.q.z + __c1 * __t60;
            let __t71 = __t51 - __c3 * __t62;
            let __t76 = __t60 + __c4 * ::nhi::__abi_1::exp(-__t68);
            let __t80 = <T as ::nhi::__abi_1::Real>::literal(1.0) + __t66 * __t66;
            let __t82 = (__t76 - __t66 * __t71) / __t80;
            let __t86 = __t71
                + <T as ::nhi::__abi_1::Real>::literal(2.0) * (__t66 * __t82);
            let __t88 = __t76 - <T as ::nhi::__abi_1::Real>::literal(2.0) * __t82;
            let __t89 = __c0 * __t80;
            let next = ParticleGniState {
                clock: state.clock.next(),
                q: ParticleCoordinates {
                    x: __t62,
                    y: __t66,
                    z: __t68,
                },
                reflected: ParticleVelocities {
                    x_dot: __t86,
                    y_dot: state.reflected.y_dot,
                    z_dot: __t88,
                },
            };
            if ::nhi::__abi_1::is_regular(
                __t89,
                <T as ::nhi::__abi_1::Real>::literal(0.0),
            ) && ::nhi::__abi_1::is_finite(__t68 + __t86 + __t88)
            {
                ::core::result::Result::Ok(next)
            } else {
                ::core::result::Result::Err(
                    ::nhi::__abi_1::irregular(
                        state.clock.time(self.h),
                        &[],
                        &[
                            ::nhi::__abi_1::Pivot {
                                matrix: ::nhi::__abi_1::ModelMatrix::Constraints,
                                name: "contact",
                                value: __t89,
                                scale: <T as ::nhi::__abi_1::Real>::literal(0.0),
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
            ::nhi::__abi_1::StepError<T>,
        > {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6] = self.prepared;
            let t = state.clock.time(self.h);
            let __t93 = <T as ::nhi::__abi_1::Real>::literal(1.0)
                + state.q.y * state.q.y;
            let __t94 = <T as ::nhi::__abi_1::Real>::literal(1.0) / __t93;
            let __t95 = (state.reflected.z_dot - state.q.y * state.reflected.x_dot)
                * __t94;
            let __t97 = state.reflected.x_dot + state.q.y * __t95;
            let __t98 = state.reflected.z_dot - __t95;
            let __t104 = <T as ::nhi::__abi_1::Real>::literal(10.0)
                * (state.q.x * state.q.y)
                - <T as ::nhi::__abi_1::Real>::literal(10.0)
                    * (state.reflected.y_dot * __t97);
            let __t108 = __t94 * (__t104 + __c0 * ::nhi::__abi_1::exp(-state.q.z));
            let __t110 = -(__t108 * __c5);
            let __t111 = __c0 * __t93;
            let sample = ::nhi::__abi_1::Sample {
                t,
                q: state.q,
                v: ParticleVelocities {
                    x_dot: __t97,
                    y_dot: state.reflected.y_dot,
                    z_dot: __t98,
                },
                lambda: ParticleMultipliers {
                    contact: __t110,
                },
            };
            if ::nhi::__abi_1::is_regular(
                __t111,
                <T as ::nhi::__abi_1::Real>::literal(0.0),
            ) && ::nhi::__abi_1::is_finite(__t98 + __t110)
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
                                name: "contact",
                                value: __t111,
                                scale: <T as ::nhi::__abi_1::Real>::literal(0.0),
                            },
                        ],
                    ),
                )
            }
        }
    }
    impl<T: ::nhi::__abi_1::Real> ::nhi::__abi_1::Watched<ParticleGni<T>>
    for Particle<T> {
        fn signs(
            &self,
            stepper: &ParticleGni<T>,
            state: &ParticleGniState<T>,
            sample: &::nhi::__abi_1::SampleOf<ParticleGni<T>>,
            _: ::core::option::Option<&()>,
        ) -> ::nhi::__abi_1::Signs<T> {
            self.signs_at(
                ::nhi::__abi_1::Stepper::step_size(stepper),
                sample.t,
                &sample.q,
                &sample.v,
                &sample.lambda,
                &stepper.constraint_reflection(state),
            )
        }
    }
};
