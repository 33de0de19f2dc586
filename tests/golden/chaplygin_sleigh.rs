// Generated from models/chaplygin_sleigh.nhi.

/// Chaplygin sleigh in centre-of-mass coordinates (Kobilarov, Martín de Diego, Ferraro, equation 29).
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct ChaplyginSleigh {
    /// Moment of inertia about the centre of mass \[kg m^2]
    pub inertia: f64,
    /// Mass \[kg]
    pub m: f64,
    /// Distance from the blade to the centre of mass \[m]
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
    fn from(__data: [f64; 3]) -> Self {
        Self {
            theta: __data[0],
            x: __data[1],
            y: __data[2],
        }
    }
}
impl ::core::convert::From<ChaplyginSleighCoordinates> for [f64; 3] {
    #[inline]
    fn from(__data: ChaplyginSleighCoordinates) -> Self {
        [__data.theta, __data.x, __data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>>
for ChaplyginSleighCoordinates {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<ChaplyginSleighCoordinates>
for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(__data: ChaplyginSleighCoordinates) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ChaplyginSleighCoordinates {
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
impl ::nhi::__abi_1::Named<f64> for ChaplyginSleighCoordinates {
    type Values = [f64; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 3] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 3]) -> Self {
        Self {
            theta_dot: __data[0],
            x_dot: __data[1],
            y_dot: __data[2],
        }
    }
}
impl ::core::convert::From<ChaplyginSleighVelocities> for [f64; 3] {
    #[inline]
    fn from(__data: ChaplyginSleighVelocities) -> Self {
        [__data.theta_dot, __data.x_dot, __data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 3>>
for ChaplyginSleighVelocities {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 3>) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<ChaplyginSleighVelocities>
for ::nhi::__abi_1::SVector<f64, 3> {
    #[inline]
    fn from(__data: ChaplyginSleighVelocities) -> Self {
        ::core::convert::From::<[f64; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ChaplyginSleighVelocities {
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
impl ::nhi::__abi_1::Named<f64> for ChaplyginSleighVelocities {
    type Values = [f64; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 3] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f64; 1]) -> Self {
        Self { blade: __data[0] }
    }
}
impl ::core::convert::From<ChaplyginSleighMultipliers> for [f64; 1] {
    #[inline]
    fn from(__data: ChaplyginSleighMultipliers) -> Self {
        [__data.blade]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f64, 1>>
for ChaplyginSleighMultipliers {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f64, 1>) -> Self {
        ::core::convert::From::<[f64; 1]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<ChaplyginSleighMultipliers>
for ::nhi::__abi_1::SVector<f64, 1> {
    #[inline]
    fn from(__data: ChaplyginSleighMultipliers) -> Self {
        ::core::convert::From::<[f64; 1]>::from(::core::convert::From::from(__data))
    }
}
impl ChaplyginSleighMultipliers {
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
impl ::nhi::__abi_1::Named<f64> for ChaplyginSleighMultipliers {
    type Values = [f64; 1];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f64; 1] {
        ::core::convert::Into::into(*self)
    }
}
impl ChaplyginSleigh {
    /// The names of the parameters, in the order of the fields.
    pub const PARAMETERS: [&'static str; 3] = ["inertia", "m", "a"];
    /// The names of the parameters with their values, in the order of the fields.
    #[inline]
    pub fn parameters(&self) -> ::nhi::__abi_1::Entries<f64, 3> {
        ::core::iter::zip(Self::PARAMETERS, [self.inertia, self.m, self.a])
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
    /// Mechanics: 3 coordinates, constant mass matrix, 1 velocity constraint, projected by a system of size 1.
    impl ChaplyginSleigh {
        /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
        ///
        /// Operations: 2 add, 6 mul.
        #[inline]
        #[must_use]
        pub fn lagrangian(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> f64 {
            let __t10 = self.m * (v.x_dot * v.x_dot + v.y_dot * v.y_dot);
            let __t13 = 0.5 * (v.theta_dot * (v.theta_dot * self.inertia) + __t10);
            __t13
        }
        /// The energy `v . L_v - L`.
        ///
        /// Operations: 2 add, 6 mul.
        #[inline]
        #[must_use]
        pub fn energy(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> f64 {
            let __t10 = self.m * (v.x_dot * v.x_dot + v.y_dot * v.y_dot);
            let __t13 = 0.5 * (v.theta_dot * (v.theta_dot * self.inertia) + __t10);
            __t13
        }
        /// The momentum `p = L_v`, a covector.
        ///
        /// Operations: 3 mul.
        #[inline]
        #[must_use]
        pub fn momentum(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t8 = v.theta_dot * self.inertia;
            let __t14 = v.x_dot * self.m;
            let __t15 = v.y_dot * self.m;
            ::nhi::__abi_1::SVector::from([__t8, __t14, __t15])
        }
        /// The mass matrix `M = L_vv`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn acceleration(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t26 = 1.0 / self.inertia;
            let __t22 = 1.0 / self.m;
            let __t30 = 1.0 / (self.a * (self.a * __t26) + __t22);
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t33 = v.theta_dot * (v.x_dot * __t20 + v.y_dot * __t19);
            let __t35 = -(__t26 * (self.a * __t30) * __t33);
            let __t36 = __t22 * __t30;
            let __t39 = -(__t33 * (__t19 * __t36));
            let __t41 = __t33 * (__t20 * __t36);
            ::nhi::__abi_1::SVector::from([__t35, __t39, __t41])
        }
        /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
        ///
        /// Operations: 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_matrix(
            &self,
            q: &ChaplyginSleighCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 1, 3> {
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t42 = -__t20;
            ::nhi::__abi_1::SMatrix::from([[self.a], [__t19], [__t42]])
        }
        /// The offset `b` of the constraints `A v + b = 0`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn constraint_rate(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 1> {
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t33 = v.theta_dot * (v.x_dot * __t20 + v.y_dot * __t19);
            ::nhi::__abi_1::SVector::from([__t33])
        }
        /// The residuals `A v + b` of the constraints; zero if the velocity satisfies them.
        ///
        /// Operations: 2 add, 3 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_residual(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 1> {
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t47 = v.theta_dot * self.a + (v.x_dot * __t19 - v.y_dot * __t20);
            ::nhi::__abi_1::SVector::from([__t47])
        }
        /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
        ///
        /// Operations: 4 add, 16 mul, 3 div, 2 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn projector(
            &self,
            q: &ChaplyginSleighCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
            let __t26 = 1.0 / self.inertia;
            let __t27 = self.a * __t26;
            let __t22 = 1.0 / self.m;
            let __t30 = 1.0 / (self.a * __t27 + __t22);
            let __t31 = self.a * __t30;
            let __t55 = 1.0 - __t31 * __t27;
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t32 = __t26 * __t31;
            let __t57 = -(__t19 * __t32);
            let __t49 = __t20 * __t32;
            let __t52 = __t22 * __t31;
            let __t59 = -(__t19 * __t52);
            let __t36 = __t22 * __t30;
            let __t37 = __t19 * __t36;
            let __t60 = 1.0 - __t19 * __t37;
            let __t51 = __t20 * __t37;
            let __t53 = __t20 * __t52;
            let __t61 = 1.0 - __t20 * (__t20 * __t36);
            ::nhi::__abi_1::SMatrix::from([
                [__t55, __t59, __t53],
                [__t57, __t60, __t51],
                [__t49, __t51, __t61],
            ])
        }
        /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
        ///
        /// Operations: 1 add, 16 mul, 3 div, 3 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn complement_projector(
            &self,
            q: &ChaplyginSleighCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 3, 3> {
            let __t26 = 1.0 / self.inertia;
            let __t27 = self.a * __t26;
            let __t22 = 1.0 / self.m;
            let __t30 = 1.0 / (self.a * __t27 + __t22);
            let __t31 = self.a * __t30;
            let __t48 = __t31 * __t27;
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t32 = __t26 * __t31;
            let __t56 = __t19 * __t32;
            let __t62 = -(__t20 * __t32);
            let __t52 = __t22 * __t31;
            let __t58 = __t19 * __t52;
            let __t36 = __t22 * __t30;
            let __t37 = __t19 * __t36;
            let __t50 = __t19 * __t37;
            let __t63 = -(__t20 * __t37);
            let __t64 = -(__t20 * __t52);
            let __t54 = __t20 * (__t20 * __t36);
            ::nhi::__abi_1::SMatrix::from([
                [__t48, __t58, __t64],
                [__t56, __t50, __t63],
                [__t62, __t63, __t54],
            ])
        }
        /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
        ///
        /// Operations: 6 add, 13 mul, 3 div, 1 fn.
        #[inline]
        #[must_use]
        pub fn project_velocity(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ChaplyginSleighVelocities {
            let __t26 = 1.0 / self.inertia;
            let __t22 = 1.0 / self.m;
            let __t30 = 1.0 / (self.a * (self.a * __t26) + __t22);
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t47 = v.theta_dot * self.a + (v.x_dot * __t19 - v.y_dot * __t20);
            let __t68 = v.theta_dot - __t26 * (self.a * __t30) * __t47;
            let __t36 = __t22 * __t30;
            let __t69 = v.x_dot - __t47 * (__t19 * __t36);
            let __t70 = v.y_dot + __t47 * (__t20 * __t36);
            ChaplyginSleighVelocities {
                theta_dot: __t68,
                x_dot: __t69,
                y_dot: __t70,
            }
        }
        /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
        ///
        /// Operations: 2 add, 6 mul, 3 div, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn multipliers(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ChaplyginSleighMultipliers {
            let __t29 = self.a * (self.a * (1.0 / self.inertia)) + 1.0 / self.m;
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t33 = v.theta_dot * (v.x_dot * __t20 + v.y_dot * __t19);
            let __t72 = -(1.0 / __t29 * __t33);
            ChaplyginSleighMultipliers {
                blade: __t72,
            }
        }
        /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
        ///
        /// Operations: 2 add, 10 mul, 3 div, 2 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_force(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t29 = self.a * (self.a * (1.0 / self.inertia)) + 1.0 / self.m;
            let __t30 = 1.0 / __t29;
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t33 = v.theta_dot * (v.x_dot * __t20 + v.y_dot * __t19);
            let __t74 = -(self.a * __t30 * __t33);
            let __t71 = __t30 * __t33;
            let __t76 = -(__t19 * __t71);
            let __t77 = __t20 * __t71;
            ::nhi::__abi_1::SVector::from([__t74, __t76, __t77])
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
        pub fn momentum_map(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t83 = self.m * (v.y_dot * q.x - v.x_dot * q.y);
            let __t84 = v.theta_dot * self.inertia + __t83;
            let __t14 = v.x_dot * self.m;
            let __t15 = v.y_dot * self.m;
            ::nhi::__abi_1::SVector::from([__t84, __t14, __t15])
        }
        /// The body velocity `xi = g^-1 dg/dt` of the symmetry group, factor by factor in the order in which they are declared, rotations first.
        ///
        /// Operations: 2 add, 4 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn body_velocity(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t25 = v.x_dot * __t20 + v.y_dot * __t19;
            let __t85 = -(v.x_dot * __t19 - v.y_dot * __t20);
            ::nhi::__abi_1::SVector::from([v.theta_dot, __t25, __t85])
        }
        /// The symmetry directions inside the constraints: the columns `e_1 .. e_c` of `E` are a basis of `ker A_xi(r)`, body velocities that the constraints allow while the shape rests.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn locked_inertia(
            &self,
            q: &ChaplyginSleighCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f64, 2, 2> {
            let __t88 = self.inertia + self.a * (self.m * self.a);
            ::nhi::__abi_1::SMatrix::from([[__t88, 0.0], [0.0, self.m]])
        }
        /// The locked velocity `Omega = E (E^T l_xi_xi E)^-1 E^T l_xi_xi (xi + A u)`: the body velocity with which the system would go on, were its shape locked.
        ///
        /// Operations: 4 add, 11 mul, 1 div, 1 fn.
        #[inline]
        #[must_use]
        pub fn locked_velocity(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 3> {
            let __t86 = self.m * self.a;
            let __t89 = 1.0 / (self.inertia + self.a * __t86);
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t93 = (v.x_dot * __t19 - v.y_dot * __t20) * (__t89 * __t86);
            let __t94 = v.theta_dot * (self.inertia * __t89) - __t93;
            let __t25 = v.x_dot * __t20 + v.y_dot * __t19;
            let __t95 = self.a * __t94;
            ::nhi::__abi_1::SVector::from([__t94, __t25, __t95])
        }
        /// The nonholonomic momentum `p_b = <l_xi, e_b>`, an entry for each symmetry direction.
        ///
        /// Operations: 3 add, 8 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn nonholonomic_momentum(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 2> {
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t97 = (v.x_dot * __t19 - v.y_dot * __t20) * (self.m * self.a);
            let __t98 = v.theta_dot * self.inertia - __t97;
            let __t96 = self.m * (v.x_dot * __t20 + v.y_dot * __t19);
            ::nhi::__abi_1::SVector::from([__t98, __t96])
        }
        /// The right-hand side of the momentum equation, `dp_b/dt = <l_xi, [xi, e_b] + de_b/dt> + <f, e_b>`, for velocities on the constraints.
        ///
        /// Operations: 2 add, 9 mul, 2 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn nonholonomic_momentum_rate(
            &self,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> ::nhi::__abi_1::SVector<f64, 2> {
            let (__t19, __t20) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t33 = v.theta_dot * (v.x_dot * __t20 + v.y_dot * __t19);
            let __t100 = -(self.m * self.a * __t33);
            let __t102 = v.theta_dot * self.m * (v.x_dot * __t19 - v.y_dot * __t20);
            let __t103 = -__t102;
            ::nhi::__abi_1::SVector::from([__t100, __t103])
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
    impl ::nhi::__abi_1::Model for ChaplyginSleigh {
        type Scalar = f64;
        type Coordinates = ChaplyginSleighCoordinates;
        type Velocities = ChaplyginSleighVelocities;
        type Residuals = [f64; 1];
        const RESIDUALS: &'static [&'static str] = &["blade"];
        #[inline]
        fn energy_at(
            &self,
            t: f64,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> f64 {
            self.energy(q, v)
        }
        fn residuals_at(
            &self,
            t: f64,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
        ) -> [f64; 1] {
            let u = self.constraint_residual(q, v);
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
    impl ChaplyginSleigh {
        #[doc(hidden)]
        #[must_use]
        pub fn signs_at(
            &self,
            h: f64,
            t: f64,
            q: &ChaplyginSleighCoordinates,
            v: &ChaplyginSleighVelocities,
            lambda: &ChaplyginSleighMultipliers,
            reflection: &[f64; 1],
        ) -> ::nhi::__abi_1::Signs<f64> {
            let __t11 = v.theta_dot * v.theta_dot * self.inertia;
            let __t7 = v.x_dot * v.x_dot;
            let __t8 = v.y_dot * v.y_dot;
            let __t28 = __t11 + self.m * __t7 + self.m * __t8;
            let __t39 = __t28 * 0.5;
            let __t15 = 0.5 * (__t11 + self.m * (__t7 + __t8));
            let __t33 = self.a * self.a / self.inertia + 1.0 / self.m;
            let __t44 = reflection[0] * 2.0 - lambda.blade * (h * __t33);
            let __t49 = __t44 * __t44 * (0.125 / __t33);
            let (__t17, __t19) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t22 = v.theta_dot * self.a + v.x_dot * __t17 - v.y_dot * __t19;
            let __t35 = ::nhi::__abi_1::sqrt(__t28) * ::nhi::__abi_1::sqrt(__t33);
            let __t50 = v.theta_dot * h;
            ::nhi::__abi_1::Signs {
                kinetic: __t39,
                energy: ::core::option::Option::Some(__t15),
                power: ::core::option::Option::None,
                arriving_power: ::core::option::Option::None,
                lags: false,
                adaptive: false,
                substeps: ::core::option::Option::None,
                parasitic: ::core::option::Option::Some(__t49),
                residual: ::nhi::__abi_1::Signs::largest_residual(&[(__t22, __t35)]),
                pole: ::nhi::__abi_1::Signs::smallest(&[]),
                pivot: ::nhi::__abi_1::Signs::largest(&[]),
                turn: ::nhi::__abi_1::Signs::largest(&[__t50]),
                contact: ::nhi::__abi_1::Signs::contact(&[]),
            }
        }
    }
};
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0 + (h/2) A^T lambda`.
///
/// Order 2, symmetric. Operations: prepare once, 1 add, 8 mul, 3 div, 1 sqrt; `admission`, 4 add, 10 mul, 1 sqrt, 1 fn; `start`, 4 add, 8 mul, 1 fn; `step`, 8 add, 11 mul, 1 fn; `sample`, 6 add, 11 mul, 1 neg, 1 fn; `reflected_energy`, 2 add, 6 mul; `constraint_reflection`, 2 add, 3 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighGni {
    h: f64,
    prepared: [f64; 12],
}
/// A state of [`ChaplyginSleighGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighGniState {
    /// The time of the state.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: ChaplyginSleighCoordinates,
    /// The velocity `v^- = M^-1 p^-` after the reflection at the node; not on the constraints.
    pub reflected: ChaplyginSleighVelocities,
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
    impl ChaplyginSleigh {
        /// A [`ChaplyginSleighGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
        ///
        /// # Errors
        /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
        pub fn gni(
            &self,
            h: f64,
        ) -> ::core::result::Result<ChaplyginSleighGni, ::nhi::__abi_1::SetupError> {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            ::nhi::__abi_1::SetupError::check_parameter("inertia", self.inertia)?;
            ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
            ::nhi::__abi_1::SetupError::check_parameter("a", self.a)?;
            let __t26 = self.a / self.inertia;
            let __t17 = 1.0 / self.m;
            let __t28 = self.a * __t26 + __t17;
            let __t29 = ::nhi::__abi_1::sqrt(__t28);
            let __t37 = 1.0 / __t28;
            let __t38 = __t37 * __t26;
            let __t42 = __t17 * __t37;
            let __t49 = h * 0.5;
            let __t50 = __t38 * __t49;
            let __t53 = __t42 * __t49;
            let __t83 = 2.0 * __t38;
            let __t86 = 2.0 * __t42;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.inertia)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
            let prepared = [
                self.inertia,
                self.m,
                self.a,
                __t29,
                h,
                __t37,
                __t38,
                __t42,
                __t50,
                __t53,
                __t83,
                __t86,
            ];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
            ::core::result::Result::Ok(ChaplyginSleighGni { h, prepared })
        }
    }
    impl ChaplyginSleighGni {
        /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
        #[must_use]
        pub fn reflected_energy(&self, state: &ChaplyginSleighGniState) -> f64 {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10, __c11,
            ] = self.prepared;
            let __t115 = __c1
                * (state.reflected.x_dot * state.reflected.x_dot
                    + state.reflected.y_dot * state.reflected.y_dot);
            let __t117 = 0.5
                * (__c0 * state.reflected.theta_dot * state.reflected.theta_dot
                    + __t115);
            __t117
        }
        /// The constraint residual `A w + b` of the velocity `w` after the reflection at the node. Its smooth part is `(h/2) A M^-1 A^T lambda`. The rest changes sign in every step and may grow: it is the parasitic mode of the method. Results are reliable while it is small.
        #[must_use]
        pub fn constraint_reflection(
            &self,
            state: &ChaplyginSleighGniState,
        ) -> [f64; 1] {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10, __c11,
            ] = self.prepared;
            let (__t91, __t93) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t96 = __c2 * state.reflected.theta_dot + state.reflected.x_dot * __t91
                - state.reflected.y_dot * __t93;
            [__t96]
        }
    }
    impl ChaplyginSleighGni {
        /// The state at time `t` with configuration `q` and velocity `v`.
        ///
        /// # Errors
        /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
        /// the scheme cannot be solved.
        #[inline]
        pub fn start(
            &self,
            t: f64,
            q: ChaplyginSleighCoordinates,
            v: ChaplyginSleighVelocities,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, ()>,
        ) -> ::core::result::Result<
            ChaplyginSleighGniState,
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
            state: &ChaplyginSleighGniState,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, ()>,
        ) -> ::core::result::Result<
            ChaplyginSleighGniState,
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
            state: &ChaplyginSleighGniState,
        ) -> ::core::result::Result<
            ::nhi::__abi_1::Sample<
                f64,
                ChaplyginSleighCoordinates,
                ChaplyginSleighVelocities,
                ChaplyginSleighMultipliers,
            >,
            ::nhi::__abi_1::StepError<f64>,
        > {
            ::nhi::__abi_1::Stepper::sample(self, state)
        }
    }
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10, __c11,
            ] = self.prepared;
            {
                let (__t10, __t12) = ::nhi::__abi_1::sin_cos(q.theta);
                let __t15 = v.theta_dot * __c2 + v.x_dot * __t10 - v.y_dot * __t12;
                let __t22 = v.theta_dot * v.theta_dot * __c0 + v.x_dot * v.x_dot * __c1;
                let __t30 = ::nhi::__abi_1::sqrt(__t22 + v.y_dot * v.y_dot * __c1)
                    * __c3;
                ::nhi::__abi_1::off_constraint(t, &[("blade", __t15, __t30)])?;
            }
            let (__t10, __t12) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t40 = v.theta_dot * (v.x_dot * __t12 + __t10 * v.y_dot);
            let __t52 = v.theta_dot - __c8 * __t40;
            let __t55 = v.x_dot - __c9 * (__t10 * __t40);
            let __t57 = v.y_dot + __c9 * (__t12 * __t40);
            let state = ChaplyginSleighGniState {
                clock: ::nhi::__abi_1::Clock::new(t),
                q: ChaplyginSleighCoordinates {
                    theta: q.theta,
                    x: q.x,
                    y: q.y,
                },
                reflected: ChaplyginSleighVelocities {
                    theta_dot: __t52,
                    x_dot: __t55,
                    y_dot: __t57,
                },
            };
            if ::nhi::__abi_1::is_finite(q.x + q.y + __t52 + __t55 + __t57) {
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10, __c11,
            ] = self.prepared;
            let __t61 = state.q.theta + __c4 * state.reflected.theta_dot;
            let __t65 = state.q.x + __c4 * state.reflected.x_dot;
            let __t69 = state.q.y + __c4 * state.reflected.y_dot;
            let (__t71, __t73) = ::nhi::__abi_1::sin_cos(__t61);
            let __t76 = __c2 * state.reflected.theta_dot + state.reflected.x_dot * __t71
                - state.reflected.y_dot * __t73;
            let __t85 = state.reflected.theta_dot - __t76 * __c10;
            let __t88 = state.reflected.x_dot - __c11 * (__t71 * __t76);
            let __t90 = state.reflected.y_dot + __c11 * (__t73 * __t76);
            let next = ChaplyginSleighGniState {
                clock: state.clock.next(),
                q: ChaplyginSleighCoordinates {
                    theta: __t61,
                    x: __t65,
                    y: __t69,
                },
                reflected: ChaplyginSleighVelocities {
                    theta_dot: __t85,
                    x_dot: __t88,
                    y_dot: __t90,
                },
            };
            if ::nhi::__abi_1::is_finite(__t65 + __t69 + __t85 + __t88 + __t90) {
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10, __c11,
            ] = self.prepared;
            let t = state.clock.time(self.h);
            let (__t91, __t93) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t96 = __c2 * state.reflected.theta_dot + state.reflected.x_dot * __t91
                - state.reflected.y_dot * __t93;
            let __t98 = state.reflected.theta_dot - __c6 * __t96;
            let __t99 = __c7 * __t96;
            let __t101 = state.reflected.x_dot - __t91 * __t99;
            let __t103 = state.reflected.y_dot + __t93 * __t99;
            let __t108 = __c5 * __t98 * (__t93 * __t101 + __t91 * __t103);
            let __t109 = -__t108;
            let sample = ::nhi::__abi_1::Sample {
                t,
                q: state.q,
                v: ChaplyginSleighVelocities {
                    theta_dot: __t98,
                    x_dot: __t101,
                    y_dot: __t103,
                },
                lambda: ChaplyginSleighMultipliers {
                    blade: __t109,
                },
            };
            if ::nhi::__abi_1::is_finite(__t109) {
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
    impl ::nhi::__abi_1::Watched<ChaplyginSleighGni> for ChaplyginSleigh {
        fn signs(
            &self,
            stepper: &ChaplyginSleighGni,
            state: &ChaplyginSleighGniState,
            sample: &::nhi::__abi_1::SampleOf<ChaplyginSleighGni>,
            _: ::core::option::Option<&()>,
        ) -> ::nhi::__abi_1::Signs<f64> {
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
/// Reduced d'Alembert-Pontryagin method (Kobilarov, Martín de Diego, Ferraro, section 5) with the exponential map, at the fraction 1/2 of the step. Samples contain the nodal velocity of the momentum that arrives at the node, and the multipliers of the continuous motion there: `A^T lambda` is the constraint force in the units of the forces.
///
/// Order 2, symmetric. Operations: prepare once, 4 add, 18 mul, 5 div, 1 sqrt; `admission`, 4 add, 10 mul, 1 sqrt, 1 fn; `start`, 3 add, 9 mul, 1 neg, 1 fn; `step`, 15 add, 36 mul, 1 div, 1 neg, 6 fn, and per iteration 35 add, 73 mul, 1 div, 3 neg, 5 fn; `sample`, 5 add, 13 mul, 1 neg, 1 fn; `spatial_momentum`, 6 add, 10 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighRdp {
    h: f64,
    newton: ::nhi::__abi_1::NewtonSettings<f64>,
    prepared: [f64; 21],
}
/// A state of [`ChaplyginSleighRdp`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChaplyginSleighRdpState {
    /// The time of the state.
    pub clock: ::nhi::__abi_1::Clock<f64>,
    /// The coordinates.
    pub q: ChaplyginSleighCoordinates,
    /// The momentum that arrives at the node: on the shape, then on the group in its body frame.
    pub p: [f64; 3],
    /// Shape velocity and coefficients of the symmetry directions in the last step; the body velocity in place of these if no basis of the directions is regular everywhere.
    pub velocity: [f64; 2],
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
    impl ChaplyginSleighRdp {
        /// The same stepper with other settings of Newton's method.
        #[must_use]
        pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<f64>) -> Self {
            Self { newton, ..self }
        }
    }
    impl ChaplyginSleigh {
        /// A [`ChaplyginSleighRdp`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
        ///
        /// # Errors
        /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
        pub fn rdp(
            &self,
            h: f64,
        ) -> ::core::result::Result<ChaplyginSleighRdp, ::nhi::__abi_1::SetupError> {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            ::nhi::__abi_1::SetupError::check_parameter("inertia", self.inertia)?;
            ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
            ::nhi::__abi_1::SetupError::check_parameter("a", self.a)?;
            let __t17 = 1.0 / self.m;
            let __t25 = 1.0 / self.inertia;
            let __t26 = self.a * self.a;
            let __t27 = __t25 * __t26;
            let __t28 = __t27 + __t17;
            let __t29 = ::nhi::__abi_1::sqrt(__t28);
            let __t43 = 1.0 / (__t26 + 1.0);
            let __t109 = 1.0 / h;
            let __t120 = self.m * 0.25;
            let __t145 = self.a * 4.0;
            let __t115 = self.a * self.m;
            let __t159 = 4.0 * __t115;
            let __t163 = self.a * 2.0;
            let __t167 = 0.5 * __t115;
            let __t178 = 2.0 * __t115;
            let __t183 = self.m * 0.5;
            let __t185 = h * 0.5;
            let __t202 = h * 0.0625;
            let __t272 = 1.0 / __t28;
            let __t275 = __t17 * __t272;
            let __t277 = self.a * __t25 * __t275;
            let __t279 = __t25 * (__t272 * __t27 - 1.0);
            let __t285 = __t17 * (__t275 - 1.0);
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.inertia)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
            let prepared = [
                self.inertia,
                self.m,
                self.a,
                __t17,
                __t29,
                __t43,
                h,
                __t109,
                __t120,
                __t145,
                __t159,
                __t163,
                __t167,
                __t178,
                __t183,
                __t185,
                __t202,
                __t272,
                __t277,
                __t279,
                __t285,
            ];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
            ::core::result::Result::Ok(ChaplyginSleighRdp {
                h,
                newton: ::nhi::__abi_1::NewtonSettings::default(),
                prepared,
            })
        }
    }
    impl ChaplyginSleighRdp {
        /// The momentum of the symmetry group in space, `Ad*_{g^-1}` of the body momentum that arrives at the node, factor by factor: rotations first. If no constraint and no force acts on the group, it is constant to machine precision, unless `dtau` cuts off the differential.
        #[must_use]
        pub fn spatial_momentum(&self, state: &ChaplyginSleighRdpState) -> [f64; 3] {
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20] = self
                .prepared;
            let t = state.clock.time(self.h);
            let (__t261, __t260) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t308 = state.p[0]
                + state.p[1] * (state.q.x * __t261 - state.q.y * __t260);
            let __t309 = __t308 + state.p[2] * (state.q.x * __t260 + state.q.y * __t261);
            let __t312 = __t260 * state.p[1] - __t261 * state.p[2];
            let __t315 = __t261 * state.p[1] + __t260 * state.p[2];
            [__t309, __t312, __t315]
        }
    }
    impl ChaplyginSleighRdp {
        /// The state at time `t` with configuration `q` and velocity `v`.
        ///
        /// # Errors
        /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
        /// the scheme cannot be solved.
        #[inline]
        pub fn start(
            &self,
            t: f64,
            q: ChaplyginSleighCoordinates,
            v: ChaplyginSleighVelocities,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, ()>,
        ) -> ::core::result::Result<
            ChaplyginSleighRdpState,
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
            state: &ChaplyginSleighRdpState,
            controls: &impl ::nhi::__abi_1::ControlSignal<f64, ()>,
        ) -> ::core::result::Result<
            ChaplyginSleighRdpState,
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
            state: &ChaplyginSleighRdpState,
        ) -> ::core::result::Result<
            ::nhi::__abi_1::Sample<
                f64,
                ChaplyginSleighCoordinates,
                ChaplyginSleighVelocities,
                ChaplyginSleighMultipliers,
            >,
            ::nhi::__abi_1::StepError<f64>,
        > {
            ::nhi::__abi_1::Stepper::sample(self, state)
        }
    }
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20] = self
                .prepared;
            {
                let (__t10, __t12) = ::nhi::__abi_1::sin_cos(q.theta);
                let __t15 = v.theta_dot * __c2 + (v.x_dot * __t10 - v.y_dot * __t12);
                let __t22 = v.theta_dot * v.theta_dot * __c0 + v.x_dot * v.x_dot * __c1;
                let __t30 = ::nhi::__abi_1::sqrt(__t22 + v.y_dot * v.y_dot * __c1)
                    * __c4;
                ::nhi::__abi_1::off_constraint(t, &[("blade", __t15, __t30)])?;
            }
            let __t37 = __c0 * v.theta_dot;
            let (__t10, __t12) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t33 = v.x_dot * __t12 + __t10 * v.y_dot;
            let __t38 = __c1 * __t33;
            let __t34 = -(v.x_dot * __t10 - v.y_dot * __t12);
            let __t39 = __c1 * __t34;
            let __t44 = (v.theta_dot + __c2 * __t34) * __c5;
            let state = ChaplyginSleighRdpState {
                clock: ::nhi::__abi_1::Clock::new(t),
                q: ChaplyginSleighCoordinates {
                    theta: q.theta,
                    x: q.x,
                    y: q.y,
                },
                p: [__t37, __t38, __t39],
                velocity: [__t44, __t33],
                report: ::nhi::__abi_1::NewtonReport::default(),
            };
            if ::nhi::__abi_1::is_finite(q.x + q.y + __t37 + __t38 + __t39 + __t44) {
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20] = self
                .prepared;
            let t = state.clock.time(self.h);
            let __t110 = __c7 * state.q.theta;
            let __t111 = __c7 * state.q.x;
            let __t112 = __c7 * state.q.y;
            let guess: [f64; 2] = [state.velocity[0], state.velocity[1]];
            let scale = [::nhi::__abi_1::largest(
                &[state.velocity[0], state.velocity[1]],
            ); 2];
            let background = || [::nhi::__abi_1::largest(&[__t110, __t111, __t112]); 2];
            let system = |&[__x0, __x1]: &[f64; 2]| {
                let __t52 = __c6 * __x1;
                let __t50 = __x0 * __c6;
                let __t60 = __t50 * __t50;
                let __t61 = 0.25 * __t60;
                let __t67 = 1.0 / ::nhi::__abi_1::stumpff(1, __t61);
                let __t68 = __t50 * __t67;
                let __t63 = ::nhi::__abi_1::stumpff(2, __t61);
                let __t65 = ::nhi::__abi_1::stumpff(3, __t61);
                let __t66 = __t63 - __t65;
                let __t48 = __c2 * __x0;
                let __t53 = __c6 * __t48;
                let __t71 = __t66 * __t53;
                let __t56 = __c1 * __t48;
                let __t81 = 0.25 * __t56;
                let __t69 = __t52 * __t66;
                let __t55 = __c1 * __x1;
                let __t79 = 0.25 * __t55;
                let __t80 = (__t53 * 2.0 - __t68 * __t69) * __t79;
                let __t84 = (__t52 * 2.0 + __t68 * __t71) * __t81 - __t80;
                let __t90 = __t50 * __t66 * __t68 - 4.0;
                let __t105 = 0.5 * (__t50 * __t55) - state.p[2] - __t90 * __t81;
                let __t114 = __c0 * __x0 - state.p[0] + __t84 + __c2 * __t105;
                let __t97 = state.p[1] + 0.5 * (__t50 * __t56) + __t90 * __t79;
                let __t98 = -__t97;
                let __t134 = __c2 * __t50;
                let __t127 = __t65 * __t65 + __t63 * (__t63 - 2.0 * __t65);
                let __t132 = 3.0 * ::nhi::__abi_1::stumpff(5, __t61) - __t67 * __t127;
                let __t133 = __t65 - ::nhi::__abi_1::stumpff(4, __t61) * 3.0 + __t132;
                let __t138 = __t56 * (__t133 * __t134 - __t53 * __t133);
                let __t142 = __t50 * (__t52 * __t55 * __t133 - __t138);
                let __t153 = 4.0 * (__t55 * __t69) + 4.0 * (__t56 * __t71);
                let __t154 = __t153 - __t50 * (__c9 * (__t66 * __t56) + __t142);
                let __t157 = __c6 * __t154;
                let __t162 = __t50 * (__t66 * __t134 - __t71) * __c10 - __t157;
                let __t170 = 0.0625 * (__t67 * __t162);
                let __t172 = __c0 + (__c11 + __t52) * __c12 - __t170;
                let __t177 = __t67 * (__c1 * __t69 + __c6 * __t66 * __t55);
                let __t187 = 0.25 * (__t50 * (__c13 + __t177));
                let __t189 = __t56 * __c15 - __t53 * __c14 + __t187;
                let __t195 = __t63 * 8.0 - __t65 * 8.0 - __t133 * __t60;
                let __t203 = (__t56 * 8.0 + __t55 * __t195 * __t68) * __c16;
                let __t205 = -(__t50 * __c12 + __t203);
                let __t122 = -(__t90 * __c8);
                ([__t114, __t98], [[__t172, __t189], [__t205, __t122]])
            };
            let ([__s404, __s405], report) = ::nhi::__abi_1::newton_scaled(
                    guess,
                    &scale,
                    background,
                    &self.newton,
                    system,
                )
                .map_err(|failure| failure.at(t))?;
            let __t208 = __c6 * __s404;
            let __t267 = state.q.theta + __t208;
            let (__t261, __t260) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t215 = __t208 * __t208;
            let __t254 = ::nhi::__abi_1::stumpff(2, __t215);
            let __t210 = __c6 * __s405;
            let __t223 = __t208 * __t210;
            let __t253 = ::nhi::__abi_1::stumpff(1, __t215);
            let __t207 = __c2 * __s404;
            let __t211 = __c6 * __t207;
            let __t259 = __t254 * __t223 + __t253 * __t211;
            let __t225 = __t208 * __t211;
            let __t262 = __t254 * __t225 - __t210 * __t253;
            let __t269 = state.q.x - __t261 * __t259 - __t260 * __t262;
            let __t271 = state.q.y - __t262 * __t261 + __t260 * __t259;
            let __t216 = 0.25 * __t215;
            let __t222 = (::nhi::__abi_1::stumpff(2, __t216)
                - ::nhi::__abi_1::stumpff(3, __t216))
                / ::nhi::__abi_1::stumpff(1, __t216);
            let __t213 = __c1 * __s405;
            let __t233 = 0.25 * __t213;
            let __t234 = (2.0 * __t211 + __t222 * __t223) * __t233;
            let __t214 = __c1 * __t207;
            let __t235 = 0.25 * __t214;
            let __t236 = (2.0 * __t210 - __t222 * __t225) * __t235;
            let __t238 = __c0 * __s404 + __t234 - __t236;
            let __t243 = 0.5 * __t208;
            let __t240 = __t215 * __t222 - 4.0;
            let __t246 = __t214 * __t243 - __t240 * __t233;
            let __t252 = -(__t213 * __t243 + __t240 * __t235);
            let next = ChaplyginSleighRdpState {
                clock: state.clock.next(),
                q: ChaplyginSleighCoordinates {
                    theta: __t267,
                    x: __t269,
                    y: __t271,
                },
                p: [__t238, __t246, __t252],
                velocity: [__s404, __s405],
                report,
            };
            if ::nhi::__abi_1::is_finite(
                __t267 + __t269 + __t271 + __t238 + __t246 + __t252,
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
            let [__c0, __c1, __c2, __c3, __c4, __c5, __c6, __c7, __c8, __c9, __c10,
            __c11, __c12, __c13, __c14, __c15, __c16, __c17, __c18, __c19, __c20] = self
                .prepared;
            let t = state.clock.time(self.h);
            let __t281 = state.p[2] * __c18 - state.p[0] * __c19;
            let (__t261, __t260) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t282 = __c3 * state.p[1];
            let __t287 = __c18 * state.p[0] - state.p[2] * __c20;
            let __t290 = __t260 * __t282 - __t261 * __t287;
            let __t293 = __t261 * __t282 + __t260 * __t287;
            let __t298 = __c17 * __t281 * (__t260 * __t290 + __t261 * __t293);
            let __t299 = -__t298;
            let sample = ::nhi::__abi_1::Sample {
                t,
                q: state.q,
                v: ChaplyginSleighVelocities {
                    theta_dot: __t281,
                    x_dot: __t290,
                    y_dot: __t293,
                },
                lambda: ChaplyginSleighMultipliers {
                    blade: __t299,
                },
            };
            if ::nhi::__abi_1::is_finite(__t299) {
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
    impl ::nhi::__abi_1::Watched<ChaplyginSleighRdp> for ChaplyginSleigh {
        fn signs(
            &self,
            stepper: &ChaplyginSleighRdp,
            state: &ChaplyginSleighRdpState,
            sample: &::nhi::__abi_1::SampleOf<ChaplyginSleighRdp>,
            _: ::core::option::Option<&()>,
        ) -> ::nhi::__abi_1::Signs<f64> {
            ::nhi::__abi_1::Signs {
                parasitic: ::core::option::Option::None,
                ..self
                    .signs_at(
                        ::nhi::__abi_1::Stepper::step_size(stepper),
                        sample.t,
                        &sample.q,
                        &sample.v,
                        &sample.lambda,
                        &::nhi::__abi_1::Signs::unreflected(),
                    )
            }
        }
    }
};
::nhi::__abi_1::__integrators! {
    [::nhi::__abi_1::scope] pub ChaplyginSleigh ChaplyginSleigh[] [] f64,
    ChaplyginSleighCoordinates, ChaplyginSleighVelocities, (),
    ChaplyginSleighMultipliers; ChaplyginSleighIntegrator ChaplyginSleighStepper
    ChaplyginSleighStepper; ChaplyginSleighState ChaplyginSleighState; Gni gni
    ChaplyginSleighGni, ChaplyginSleighGniState; Rdp rdp ChaplyginSleighRdp,
    ChaplyginSleighRdpState;
}
