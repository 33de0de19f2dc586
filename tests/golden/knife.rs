// Generated from golden/knife.nhi.

/// Knife edge on an inclined plane, in single precision.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
pub struct Knife {
    /// Moment of inertia about the contact point \[kg m^2]
    pub i: f32,
    /// Mass \[kg]
    pub m: f32,
    /// Acceleration of gravity \[m/s^2]
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
    fn from(__data: [f32; 3]) -> Self {
        Self {
            theta: __data[0],
            x: __data[1],
            y: __data[2],
        }
    }
}
impl ::core::convert::From<KnifeCoordinates> for [f32; 3] {
    #[inline]
    fn from(__data: KnifeCoordinates) -> Self {
        [__data.theta, __data.x, __data.y]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f32, 3>> for KnifeCoordinates {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f32, 3>) -> Self {
        ::core::convert::From::<[f32; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<KnifeCoordinates> for ::nhi::__abi_1::SVector<f32, 3> {
    #[inline]
    fn from(__data: KnifeCoordinates) -> Self {
        ::core::convert::From::<[f32; 3]>::from(::core::convert::From::from(__data))
    }
}
impl KnifeCoordinates {
    /// The number of entries.
    pub const LEN: usize = 3;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 3] = ["theta", "x", "y"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f32, 3> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f32; 3]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f32> for KnifeCoordinates {
    type Values = [f32; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f32; 3] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f32; 3]) -> Self {
        Self {
            theta_dot: __data[0],
            x_dot: __data[1],
            y_dot: __data[2],
        }
    }
}
impl ::core::convert::From<KnifeVelocities> for [f32; 3] {
    #[inline]
    fn from(__data: KnifeVelocities) -> Self {
        [__data.theta_dot, __data.x_dot, __data.y_dot]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f32, 3>> for KnifeVelocities {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f32, 3>) -> Self {
        ::core::convert::From::<[f32; 3]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<KnifeVelocities> for ::nhi::__abi_1::SVector<f32, 3> {
    #[inline]
    fn from(__data: KnifeVelocities) -> Self {
        ::core::convert::From::<[f32; 3]>::from(::core::convert::From::from(__data))
    }
}
impl KnifeVelocities {
    /// The number of entries.
    pub const LEN: usize = 3;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 3] = ["theta_dot", "x_dot", "y_dot"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f32, 3> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f32; 3]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f32> for KnifeVelocities {
    type Values = [f32; 3];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f32; 3] {
        ::core::convert::Into::into(*self)
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
    fn from(__data: [f32; 1]) -> Self {
        Self { edge: __data[0] }
    }
}
impl ::core::convert::From<KnifeMultipliers> for [f32; 1] {
    #[inline]
    fn from(__data: KnifeMultipliers) -> Self {
        [__data.edge]
    }
}
impl ::core::convert::From<::nhi::__abi_1::SVector<f32, 1>> for KnifeMultipliers {
    #[inline]
    fn from(__data: ::nhi::__abi_1::SVector<f32, 1>) -> Self {
        ::core::convert::From::<[f32; 1]>::from(::core::convert::From::from(__data))
    }
}
impl ::core::convert::From<KnifeMultipliers> for ::nhi::__abi_1::SVector<f32, 1> {
    #[inline]
    fn from(__data: KnifeMultipliers) -> Self {
        ::core::convert::From::<[f32; 1]>::from(::core::convert::From::from(__data))
    }
}
impl KnifeMultipliers {
    /// The number of entries.
    pub const LEN: usize = 1;
    /// The names of the entries, in their order.
    pub const NAMES: [&'static str; 1] = ["edge"];
    /// The names of the entries with their values, in their order.
    #[inline]
    pub fn iter(&self) -> ::nhi::__abi_1::Entries<f32, 1> {
        ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[f32; 1]>::into(*self))
    }
}
impl ::nhi::__abi_1::Named<f32> for KnifeMultipliers {
    type Values = [f32; 1];
    const NAMES: &'static [&'static str] = &Self::NAMES;
    #[inline]
    fn values(&self) -> [f32; 1] {
        ::core::convert::Into::into(*self)
    }
}
impl Knife {
    /// The names of the parameters, in the order of the fields.
    pub const PARAMETERS: [&'static str; 4] = ["i", "m", "g", "incline"];
    /// The names of the parameters with their values, in the order of the fields.
    #[inline]
    pub fn parameters(&self) -> ::nhi::__abi_1::Entries<f32, 4> {
        ::core::iter::zip(Self::PARAMETERS, [self.i, self.m, self.g, self.incline])
    }
}
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    /// Mechanics: 3 coordinates, constant mass matrix, 1 velocity constraint, projected by a system of size 1.
    impl Knife {
        /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
        ///
        /// Operations: 3 add, 10 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn lagrangian(&self, q: &KnifeCoordinates, v: &KnifeVelocities) -> f32 {
            let __t17 = q.x * (self.m * (self.g * ::nhi::__abi_1::sin(self.incline)));
            let __t22 = (v.x_dot * v.x_dot + v.y_dot * v.y_dot) * (self.m * 0.5);
            let __t24 = self.i * 0.5 * (v.theta_dot * v.theta_dot) + __t17 + __t22;
            __t24
        }
        /// The energy `v . L_v - L`.
        ///
        /// Operations: 3 add, 9 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn energy(&self, q: &KnifeCoordinates, v: &KnifeVelocities) -> f32 {
            let __t28 = q.x * (2.0 * (self.g * ::nhi::__abi_1::sin(self.incline)));
            let __t30 = self.m * (v.x_dot * v.x_dot + v.y_dot * v.y_dot - __t28);
            let __t32 = 0.5 * (self.i * (v.theta_dot * v.theta_dot) + __t30);
            __t32
        }
        /// The momentum `p = L_v`, a covector.
        ///
        /// Operations: 3 mul.
        #[inline]
        #[must_use]
        pub fn momentum(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> ::nhi::__abi_1::SVector<f32, 3> {
            let __t33 = v.theta_dot * self.i;
            let __t34 = v.x_dot * self.m;
            let __t35 = v.y_dot * self.m;
            ::nhi::__abi_1::SVector::from([__t33, __t34, __t35])
        }
        /// The mass matrix `M = L_vv`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn bias(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> ::nhi::__abi_1::SVector<f32, 3> {
            let __t37 = -(self.m * (self.g * ::nhi::__abi_1::sin(self.incline)));
            ::nhi::__abi_1::SVector::from([0.0, __t37, 0.0])
        }
        /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn acceleration(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> ::nhi::__abi_1::SVector<f32, 3> {
            let __t15 = self.g * ::nhi::__abi_1::sin(self.incline);
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t44 = v.theta_dot * (v.x_dot * __t40 + v.y_dot * __t39);
            let __t46 = __t39 * __t15 + __t44;
            let __t49 = __t15 - __t39 * __t46;
            let __t48 = __t40 * __t46;
            ::nhi::__abi_1::SVector::from([0.0, __t49, __t48])
        }
        /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
        ///
        /// Operations: 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_matrix(
            &self,
            q: &KnifeCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f32, 1, 3> {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t50 = -__t40;
            ::nhi::__abi_1::SMatrix::from([[0.0], [__t39], [__t50]])
        }
        /// The offset `b` of the constraints `A v + b = 0`.
        ///
        /// No operations.
        #[inline]
        #[must_use]
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
        pub fn constraint_rate(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> ::nhi::__abi_1::SVector<f32, 1> {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t44 = v.theta_dot * (v.x_dot * __t40 + v.y_dot * __t39);
            ::nhi::__abi_1::SVector::from([__t44])
        }
        /// The residuals `A v + b` of the constraints; zero if the velocity satisfies them.
        ///
        /// Operations: 1 add, 2 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn constraint_residual(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> ::nhi::__abi_1::SVector<f32, 1> {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t53 = v.x_dot * __t39 - v.y_dot * __t40;
            ::nhi::__abi_1::SVector::from([__t53])
        }
        /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
        ///
        /// Operations: 2 add, 3 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn projector(
            &self,
            q: &KnifeCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f32, 3, 3> {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t58 = 1.0 - __t39 * __t39;
            let __t57 = __t39 * __t40;
            let __t59 = 1.0 - __t40 * __t40;
            ::nhi::__abi_1::SMatrix::from([
                [1.0, 0.0, 0.0],
                [0.0, __t58, __t57],
                [0.0, __t57, __t59],
            ])
        }
        /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
        ///
        /// Operations: 3 mul, 1 neg, 1 fn.
        #[inline]
        #[must_use]
        pub fn complement_projector(
            &self,
            q: &KnifeCoordinates,
        ) -> ::nhi::__abi_1::SMatrix<f32, 3, 3> {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t55 = __t39 * __t39;
            let __t60 = -(__t39 * __t40);
            let __t56 = __t40 * __t40;
            ::nhi::__abi_1::SMatrix::from([
                [0.0, 0.0, 0.0],
                [0.0, __t55, __t60],
                [0.0, __t60, __t56],
            ])
        }
        /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
        ///
        /// Operations: 3 add, 4 mul, 1 fn.
        #[inline]
        #[must_use]
        pub fn project_velocity(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> KnifeVelocities {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t53 = v.x_dot * __t39 - v.y_dot * __t40;
            let __t63 = v.x_dot - __t39 * __t53;
            let __t64 = v.y_dot + __t40 * __t53;
            KnifeVelocities {
                theta_dot: v.theta_dot,
                x_dot: __t63,
                y_dot: __t64,
            }
        }
        /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
        ///
        /// Operations: 2 add, 6 mul, 1 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn multipliers(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> KnifeMultipliers {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t44 = v.theta_dot * (v.x_dot * __t40 + v.y_dot * __t39);
            let __t65 = self.m
                * (__t39 * (self.g * ::nhi::__abi_1::sin(self.incline)) + __t44);
            let __t66 = -__t65;
            KnifeMultipliers { edge: __t66 }
        }
        /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
        ///
        /// Operations: 2 add, 8 mul, 1 neg, 2 fn.
        #[inline]
        #[must_use]
        pub fn constraint_force(
            &self,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> ::nhi::__abi_1::SVector<f32, 3> {
            let (__t39, __t40) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t44 = v.theta_dot * (v.x_dot * __t40 + v.y_dot * __t39);
            let __t65 = self.m
                * (__t39 * (self.g * ::nhi::__abi_1::sin(self.incline)) + __t44);
            let __t68 = -(__t39 * __t65);
            let __t69 = __t40 * __t65;
            ::nhi::__abi_1::SVector::from([0.0, __t68, __t69])
        }
    }
};
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl ::nhi::__abi_1::Model for Knife {
        type Scalar = f32;
        type Coordinates = KnifeCoordinates;
        type Velocities = KnifeVelocities;
        type Residuals = [f32; 1];
        const RESIDUALS: &'static [&'static str] = &["edge"];
        #[inline]
        fn energy_at(&self, t: f32, q: &KnifeCoordinates, v: &KnifeVelocities) -> f32 {
            self.energy(q, v)
        }
        fn residuals_at(
            &self,
            t: f32,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
        ) -> [f32; 1] {
            let u = self.constraint_residual(q, v);
            [u[0]]
        }
    }
};
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl Knife {
        #[doc(hidden)]
        #[must_use]
        pub fn signs_at(
            &self,
            h: f32,
            t: f32,
            q: &KnifeCoordinates,
            v: &KnifeVelocities,
            lambda: &KnifeMultipliers,
            reflection: &[f32; 1],
        ) -> ::nhi::__abi_1::Signs<f32> {
            let __t9 = v.theta_dot * v.theta_dot;
            let __t12 = self.i * __t9;
            let __t10 = v.x_dot * v.x_dot;
            let __t11 = v.y_dot * v.y_dot;
            let __t39 = (__t12 + self.m * __t10 + self.m * __t11) * 0.5;
            let __t28 = __t10 + __t11;
            let __t29 = __t28
                - q.x * (2.0 * (self.g * ::nhi::__abi_1::sin(self.incline)));
            let __t33 = 0.5 * (__t12 + self.m * __t29);
            let __t45 = 2.0 * reflection[0] - lambda.edge * (h / self.m);
            let __t49 = __t45 * __t45 * (self.m * 0.125);
            let (__t14, __t16) = ::nhi::__abi_1::sin_cos(q.theta);
            let __t18 = v.x_dot * __t14 - v.y_dot * __t16;
            let __t35 = ::nhi::__abi_1::sqrt(__t9 + __t28);
            let __t50 = v.theta_dot * h;
            ::nhi::__abi_1::Signs {
                kinetic: __t39,
                energy: ::core::option::Option::Some(__t33),
                power: ::core::option::Option::None,
                arriving_power: ::core::option::Option::None,
                lags: false,
                parasitic: ::core::option::Option::Some(__t49),
                residual: ::nhi::__abi_1::Signs::largest_residual(&[(__t18, __t35)]),
                pole: ::nhi::__abi_1::Signs::smallest(&[]),
                pivot: ::nhi::__abi_1::Signs::largest(&[]),
                turn: ::nhi::__abi_1::Signs::largest(&[__t50]),
                contact: ::nhi::__abi_1::Signs::contact(&[]),
            }
        }
    }
};
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0`. With this start the parasitic mode begins with the first power of `h`: with `start = Smooth` it begins with the second.
///
/// Order 2, symmetric. Operations: prepare once, 4 mul, 1 fn; `admission`, 3 add, 5 mul, 1 sqrt, 1 fn; `start`, no operations; `step`, 8 add, 9 mul, 1 fn; `sample`, 5 add, 9 mul, 1 neg, 1 fn; `reflected_energy`, 3 add, 7 mul; `constraint_reflection`, 1 add, 2 mul, 1 fn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnifeGni {
    h: f32,
    prepared: [f32; 6],
}
/// A state of [`KnifeGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnifeGniState {
    /// The time of the state.
    pub clock: ::nhi::__abi_1::Clock<f32>,
    /// The coordinates.
    pub q: KnifeCoordinates,
    /// The velocity `v^- = M^-1 p^-` after the reflection at the node; not on the constraints.
    pub reflected: KnifeVelocities,
}
#[allow(unused_imports, unused_variables, clippy::all)]
const _: () = {
    use ::nhi::__abi_1::scope::*;
    impl Knife {
        /// A [`KnifeGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
        ///
        /// # Errors
        /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
        pub fn gni(
            &self,
            h: f32,
        ) -> ::core::result::Result<KnifeGni, ::nhi::__abi_1::SetupError> {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            ::nhi::__abi_1::SetupError::check_parameter("i", self.i)?;
            ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
            ::nhi::__abi_1::SetupError::check_parameter("g", self.g)?;
            ::nhi::__abi_1::SetupError::check_parameter("incline", self.incline)?;
            let __t22 = self.g * ::nhi::__abi_1::sin(self.incline);
            let __t25 = 0.5 * (h * __t22);
            let __t75 = 2.0 * __t22;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.i)?;
            ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
            let prepared = [h, __t22, __t25, self.m, self.i, __t75];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
            ::core::result::Result::Ok(KnifeGni { h, prepared })
        }
    }
    impl KnifeGni {
        /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
        #[must_use]
        pub fn reflected_energy(&self, state: &KnifeGniState) -> f32 {
            let [__c0, __c1, __c2, __c3, __c4, __c5] = self.prepared;
            let __t78 = state.reflected.x_dot * state.reflected.x_dot
                + state.reflected.y_dot * state.reflected.y_dot - state.q.x * __c5;
            let __t81 = 0.5
                * (state.reflected.theta_dot * state.reflected.theta_dot * __c4
                    + __c3 * __t78);
            __t81
        }
        /// The constraint residual `A w + b` of the velocity `w` after the reflection at the node. Its smooth part is `(h/2) A M^-1 A^T lambda`. The rest changes sign in every step and may grow: it is the parasitic mode of the method. Results are reliable while it is small.
        #[must_use]
        pub fn constraint_reflection(&self, state: &KnifeGniState) -> [f32; 1] {
            let [__c0, __c1, __c2, __c3, __c4, __c5] = self.prepared;
            let (__t51, __t53) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t55 = state.reflected.x_dot * __t51 - state.reflected.y_dot * __t53;
            [__t55]
        }
    }
    impl KnifeGni {
        /// The state at time `t` with configuration `q` and velocity `v`.
        ///
        /// # Errors
        /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
        /// the scheme cannot be solved.
        #[inline]
        pub fn start(
            &self,
            t: f32,
            q: KnifeCoordinates,
            v: KnifeVelocities,
            controls: &impl ::nhi::__abi_1::ControlSignal<f32, ()>,
        ) -> ::core::result::Result<KnifeGniState, ::nhi::__abi_1::StepError<f32>> {
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
            state: &KnifeGniState,
            controls: &impl ::nhi::__abi_1::ControlSignal<f32, ()>,
        ) -> ::core::result::Result<KnifeGniState, ::nhi::__abi_1::StepError<f32>> {
            ::nhi::__abi_1::Stepper::step(self, state, controls)
        }
        /// Time, configuration, velocity and multipliers at the node of `state`.
        ///
        /// # Errors
        /// If a result is not finite.
        #[inline]
        pub fn sample(
            &self,
            state: &KnifeGniState,
        ) -> ::core::result::Result<
            ::nhi::__abi_1::Sample<
                f32,
                KnifeCoordinates,
                KnifeVelocities,
                KnifeMultipliers,
            >,
            ::nhi::__abi_1::StepError<f32>,
        > {
            ::nhi::__abi_1::Stepper::sample(self, state)
        }
    }
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
            let [__c0, __c1, __c2, __c3, __c4, __c5] = self.prepared;
            {
                let (__t7, __t9) = ::nhi::__abi_1::sin_cos(q.theta);
                let __t11 = v.x_dot * __t7 - v.y_dot * __t9;
                let __t13 = v.theta_dot * v.theta_dot + v.x_dot * v.x_dot
                    + v.y_dot * v.y_dot;
                let __t14 = ::nhi::__abi_1::sqrt(__t13);
                ::nhi::__abi_1::off_constraint(t, &[("edge", __t11, __t14)])?;
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
            let [__c0, __c1, __c2, __c3, __c4, __c5] = self.prepared;
            let __t30 = state.q.theta + __c0 * state.reflected.theta_dot;
            let __t26 = state.reflected.x_dot + __c2;
            let __t33 = state.q.x + __c0 * __t26;
            let __t37 = state.q.y + __c0 * state.reflected.y_dot;
            let __t38 = __c2 + __t26;
            let (__t39, __t41) = ::nhi::__abi_1::sin_cos(__t30);
            let __t43 = state.reflected.y_dot * __t41 - __t38 * __t39;
            let __t47 = __t38 + 2.0 * (__t39 * __t43);
            let __t50 = state.reflected.y_dot - 2.0 * (__t41 * __t43);
            let next = KnifeGniState {
                clock: state.clock.next(),
                q: KnifeCoordinates {
                    theta: __t30,
                    x: __t33,
                    y: __t37,
                },
                reflected: KnifeVelocities {
                    theta_dot: state.reflected.theta_dot,
                    x_dot: __t47,
                    y_dot: __t50,
                },
            };
            if ::nhi::__abi_1::is_finite(__t33 + __t37 + __t47 + __t50) {
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
            let [__c0, __c1, __c2, __c3, __c4, __c5] = self.prepared;
            let t = state.clock.time(self.h);
            let (__t51, __t53) = ::nhi::__abi_1::sin_cos(state.q.theta);
            let __t55 = state.reflected.x_dot * __t51 - state.reflected.y_dot * __t53;
            let __t57 = state.reflected.x_dot - __t51 * __t55;
            let __t59 = state.reflected.y_dot + __t53 * __t55;
            let __t64 = state.reflected.theta_dot * (__t53 * __t57 + __t51 * __t59);
            let __t68 = -(__c3 * (__t51 * __c1 + __t64));
            let sample = ::nhi::__abi_1::Sample {
                t,
                q: state.q,
                v: KnifeVelocities {
                    theta_dot: state.reflected.theta_dot,
                    x_dot: __t57,
                    y_dot: __t59,
                },
                lambda: KnifeMultipliers { edge: __t68 },
            };
            if ::nhi::__abi_1::is_finite(__t68) {
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
    impl ::nhi::__abi_1::Watched<KnifeGni> for Knife {
        fn signs(
            &self,
            stepper: &KnifeGni,
            state: &KnifeGniState,
            sample: &::nhi::__abi_1::SampleOf<KnifeGni>,
            _: ::core::option::Option<&()>,
        ) -> ::nhi::__abi_1::Signs<f32> {
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
