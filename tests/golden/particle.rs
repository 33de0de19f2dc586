// Generated from golden/particle.nhi.

/// Nonholonomic particle in a potential, generic over the scalar type.
#[derive(Clone, Copy, Debug)]
pub struct Particle<T: nhi::Real> {
    /// Mass [kg]
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
    fn from(data: [T; 3]) -> Self {
        Self {
            x: data[0],
            y: data[1],
            z: data[2],
        }
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleCoordinates<T>> for [T; 3] {
    #[inline]
    fn from(data: ParticleCoordinates<T>) -> Self {
        [data.x, data.y, data.z]
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<::nhi::__abi_1::SVector<T, 3>>
for ParticleCoordinates<T> {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<T, 3>) -> Self {
        <[T; 3]>::from(data).into()
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleCoordinates<T>>
for ::nhi::__abi_1::SVector<T, 3> {
    #[inline]
    fn from(data: ParticleCoordinates<T>) -> Self {
        <[T; 3]>::from(data).into()
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
    fn from(data: [T; 3]) -> Self {
        Self {
            x_dot: data[0],
            y_dot: data[1],
            z_dot: data[2],
        }
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleVelocities<T>> for [T; 3] {
    #[inline]
    fn from(data: ParticleVelocities<T>) -> Self {
        [data.x_dot, data.y_dot, data.z_dot]
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<::nhi::__abi_1::SVector<T, 3>>
for ParticleVelocities<T> {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<T, 3>) -> Self {
        <[T; 3]>::from(data).into()
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleVelocities<T>>
for ::nhi::__abi_1::SVector<T, 3> {
    #[inline]
    fn from(data: ParticleVelocities<T>) -> Self {
        <[T; 3]>::from(data).into()
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
    fn from(data: [T; 1]) -> Self {
        Self { contact: data[0] }
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleMultipliers<T>> for [T; 1] {
    #[inline]
    fn from(data: ParticleMultipliers<T>) -> Self {
        [data.contact]
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<::nhi::__abi_1::SVector<T, 1>>
for ParticleMultipliers<T> {
    #[inline]
    fn from(data: ::nhi::__abi_1::SVector<T, 1>) -> Self {
        <[T; 1]>::from(data).into()
    }
}
impl<T: ::nhi::__abi_1::Real> ::core::convert::From<ParticleMultipliers<T>>
for ::nhi::__abi_1::SVector<T, 1> {
    #[inline]
    fn from(data: ParticleMultipliers<T>) -> Self {
        <[T; 1]>::from(data).into()
    }
}
/// Mechanics: 3 coordinates, constant mass matrix, 1 velocity constraint, projected by a system of size 1.
impl<T: nhi::Real> Particle<T> {
    /// The Lagrangian `L(q, v)`, kinetic minus potential energy.
    ///
    /// Operations: 4 add, 8 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn lagrangian(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> T {
        let t8 = v.z_dot * v.z_dot;
        let t6 = v.x_dot * v.x_dot;
        let t7 = v.y_dot * v.y_dot;
        let t9 = t6 + t7;
        let t10 = t8 + t9;
        let t19 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.5);
        let t21 = t10 * t19;
        let t14 = -q.z;
        let t15 = ::nhi::__abi_1::exp(t14);
        let t17 = t15 * <T as ::nhi::__abi_1::Real>::literal(0.1);
        let t12 = q.x * q.x;
        let t20 = t19 * t12;
        let t22 = t17 + t20;
        let t23 = t21 - t22;
        t23
    }
    /// The energy `v . L_v - L`.
    ///
    /// Operations: 4 add, 7 mul, 1 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn energy(&self, q: &ParticleCoordinates<T>, v: &ParticleVelocities<T>) -> T {
        let t14 = -q.z;
        let t15 = ::nhi::__abi_1::exp(t14);
        let t17 = t15 * <T as ::nhi::__abi_1::Real>::literal(0.1);
        let t19 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.5);
        let t12 = q.x * q.x;
        let t8 = v.z_dot * v.z_dot;
        let t6 = v.x_dot * v.x_dot;
        let t7 = v.y_dot * v.y_dot;
        let t9 = t6 + t7;
        let t10 = t8 + t9;
        let t24 = t12 + t10;
        let t26 = t19 * t24;
        let t27 = t17 + t26;
        t27
    }
    /// The momentum `p = L_v`, a covector.
    ///
    /// Operations: 3 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn momentum(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ::nhi::__abi_1::SVector<T, 3> {
        let t28 = v.x_dot * self.m;
        let t29 = v.y_dot * self.m;
        let t30 = v.z_dot * self.m;
        ::nhi::__abi_1::SVector::from([t28, t29, t30])
    }
    /// The mass matrix `M = L_vv`.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
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
    #[allow(unused_variables, clippy::all)]
    pub fn bias(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ::nhi::__abi_1::SVector<T, 3> {
        let t32 = q.x * self.m;
        let t14 = -q.z;
        let t15 = ::nhi::__abi_1::exp(t14);
        let t17 = t15 * <T as ::nhi::__abi_1::Real>::literal(0.1);
        let t33 = -t17;
        ::nhi::__abi_1::SVector::from([
            t32,
            <T as ::nhi::__abi_1::Real>::literal(0.0),
            t33,
        ])
    }
    /// The generalised forces `f` on the coordinates, without constraint forces; a covector.
    ///
    /// No operations.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
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
    #[allow(unused_variables, clippy::all)]
    pub fn acceleration(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ::nhi::__abi_1::SVector<T, 3> {
        let t41 = q.x * q.y;
        let t43 = <T as ::nhi::__abi_1::Real>::literal(10.0) * t41;
        let t35 = v.x_dot * v.y_dot;
        let t44 = <T as ::nhi::__abi_1::Real>::literal(10.0) * t35;
        let t45 = t43 - t44;
        let t14 = -q.z;
        let t15 = ::nhi::__abi_1::exp(t14);
        let t39 = <T as ::nhi::__abi_1::Real>::literal(1.0) / self.m;
        let t40 = t15 * t39;
        let t46 = t45 + t40;
        let t36 = q.y * q.y;
        let t38 = t36 + <T as ::nhi::__abi_1::Real>::literal(1.0);
        let t47 = <T as ::nhi::__abi_1::Real>::literal(1.0) / t38;
        let t48 = q.y * t47;
        let t49 = t46 * t48;
        let t51 = <T as ::nhi::__abi_1::Real>::literal(0.1) * t49;
        let t52 = t51 - q.x;
        let t50 = t47 * t46;
        let t53 = t40 - t50;
        let t54 = <T as ::nhi::__abi_1::Real>::literal(0.1) * t53;
        ::nhi::__abi_1::SVector::from([
            t52,
            <T as ::nhi::__abi_1::Real>::literal(0.0),
            t54,
        ])
    }
    /// The constraint one-forms as rows of `A`: the constraints are `A v + b = 0`.
    ///
    /// Operations: 1 neg.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_matrix(
        &self,
        q: &ParticleCoordinates<T>,
    ) -> ::nhi::__abi_1::SMatrix<T, 1, 3> {
        let t55 = -q.y;
        ::nhi::__abi_1::SMatrix::from([
            [t55],
            [<T as ::nhi::__abi_1::Real>::literal(0.0)],
            [<T as ::nhi::__abi_1::Real>::literal(1.0)],
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
        q: &ParticleCoordinates<T>,
    ) -> ::nhi::__abi_1::SVector<T, 1> {
        ::nhi::__abi_1::SVector::from([<T as ::nhi::__abi_1::Real>::literal(0.0)])
    }
    /// `(dA/dt) v + db/dt` along the motion: the acceleration satisfies `A a` plus this `= 0`.
    ///
    /// Operations: 1 mul, 1 neg.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_rate(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ::nhi::__abi_1::SVector<T, 1> {
        let t35 = v.x_dot * v.y_dot;
        let t56 = -t35;
        ::nhi::__abi_1::SVector::from([t56])
    }
    /// The residuals `A v + b` of the constraints; zero where the velocity satisfies them.
    ///
    /// Operations: 1 add, 1 mul.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_residual(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ::nhi::__abi_1::SVector<T, 1> {
        let t57 = v.x_dot * q.y;
        let t58 = v.z_dot - t57;
        ::nhi::__abi_1::SVector::from([t58])
    }
    /// The projector `P = Id - Q` on the constraint distribution, orthogonal in the metric `M`; acts on velocities.
    ///
    /// Operations: 3 add, 3 mul, 1 div.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn projector(
        &self,
        q: &ParticleCoordinates<T>,
    ) -> ::nhi::__abi_1::SMatrix<T, 3, 3> {
        let t36 = q.y * q.y;
        let t38 = t36 + <T as ::nhi::__abi_1::Real>::literal(1.0);
        let t47 = <T as ::nhi::__abi_1::Real>::literal(1.0) / t38;
        let t48 = q.y * t47;
        let t59 = q.y * t48;
        let t60 = <T as ::nhi::__abi_1::Real>::literal(1.0) - t59;
        let t61 = <T as ::nhi::__abi_1::Real>::literal(1.0) - t47;
        ::nhi::__abi_1::SMatrix::from([
            [t60, <T as ::nhi::__abi_1::Real>::literal(0.0), t48],
            [
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                <T as ::nhi::__abi_1::Real>::literal(1.0),
                <T as ::nhi::__abi_1::Real>::literal(0.0),
            ],
            [t48, <T as ::nhi::__abi_1::Real>::literal(0.0), t61],
        ])
    }
    /// The projector `Q = M^-1 A^T (A M^-1 A^T)^-1 A` on the orthogonal complement of the distribution (Kobilarov, Martín de Diego, Ferraro, equation 12); acts on velocities.
    ///
    /// Operations: 1 add, 3 mul, 1 div, 1 neg.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn complement_projector(
        &self,
        q: &ParticleCoordinates<T>,
    ) -> ::nhi::__abi_1::SMatrix<T, 3, 3> {
        let t36 = q.y * q.y;
        let t38 = t36 + <T as ::nhi::__abi_1::Real>::literal(1.0);
        let t47 = <T as ::nhi::__abi_1::Real>::literal(1.0) / t38;
        let t48 = q.y * t47;
        let t59 = q.y * t48;
        let t62 = -t48;
        ::nhi::__abi_1::SMatrix::from([
            [t59, <T as ::nhi::__abi_1::Real>::literal(0.0), t62],
            [
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                <T as ::nhi::__abi_1::Real>::literal(0.0),
                <T as ::nhi::__abi_1::Real>::literal(0.0),
            ],
            [t62, <T as ::nhi::__abi_1::Real>::literal(0.0), t47],
        ])
    }
    /// The velocity nearest to `v` in the metric `M` that satisfies the constraints.
    ///
    /// Operations: 4 add, 5 mul, 1 div.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn project_velocity(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ParticleVelocities<T> {
        let t57 = v.x_dot * q.y;
        let t58 = v.z_dot - t57;
        let t36 = q.y * q.y;
        let t38 = t36 + <T as ::nhi::__abi_1::Real>::literal(1.0);
        let t47 = <T as ::nhi::__abi_1::Real>::literal(1.0) / t38;
        let t48 = q.y * t47;
        let t63 = t58 * t48;
        let t65 = v.x_dot + t63;
        let t64 = t47 * t58;
        let t66 = v.z_dot - t64;
        ParticleVelocities {
            x_dot: t65,
            y_dot: v.y_dot,
            z_dot: t66,
        }
    }
    /// The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`.
    ///
    /// Operations: 3 add, 9 mul, 2 div, 2 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn multipliers(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ParticleMultipliers<T> {
        let t67 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.1);
        let t36 = q.y * q.y;
        let t38 = t36 + <T as ::nhi::__abi_1::Real>::literal(1.0);
        let t47 = <T as ::nhi::__abi_1::Real>::literal(1.0) / t38;
        let t41 = q.x * q.y;
        let t43 = <T as ::nhi::__abi_1::Real>::literal(10.0) * t41;
        let t35 = v.x_dot * v.y_dot;
        let t44 = <T as ::nhi::__abi_1::Real>::literal(10.0) * t35;
        let t45 = t43 - t44;
        let t14 = -q.z;
        let t15 = ::nhi::__abi_1::exp(t14);
        let t39 = <T as ::nhi::__abi_1::Real>::literal(1.0) / self.m;
        let t40 = t15 * t39;
        let t46 = t45 + t40;
        let t50 = t47 * t46;
        let t68 = t67 * t50;
        let t69 = -t68;
        ParticleMultipliers {
            contact: t69,
        }
    }
    /// The force of the constraints on the coordinates, `A^T lambda`; a covector.
    ///
    /// Operations: 3 add, 12 mul, 2 div, 2 neg, 1 fn.
    #[inline]
    #[must_use]
    #[allow(unused_variables, clippy::all)]
    pub fn constraint_force(
        &self,
        q: &ParticleCoordinates<T>,
        v: &ParticleVelocities<T>,
    ) -> ::nhi::__abi_1::SVector<T, 3> {
        let t67 = self.m * <T as ::nhi::__abi_1::Real>::literal(0.1);
        let t41 = q.x * q.y;
        let t43 = <T as ::nhi::__abi_1::Real>::literal(10.0) * t41;
        let t35 = v.x_dot * v.y_dot;
        let t44 = <T as ::nhi::__abi_1::Real>::literal(10.0) * t35;
        let t45 = t43 - t44;
        let t14 = -q.z;
        let t15 = ::nhi::__abi_1::exp(t14);
        let t39 = <T as ::nhi::__abi_1::Real>::literal(1.0) / self.m;
        let t40 = t15 * t39;
        let t46 = t45 + t40;
        let t36 = q.y * q.y;
        let t38 = t36 + <T as ::nhi::__abi_1::Real>::literal(1.0);
        let t47 = <T as ::nhi::__abi_1::Real>::literal(1.0) / t38;
        let t48 = q.y * t47;
        let t49 = t46 * t48;
        let t70 = t67 * t49;
        let t50 = t47 * t46;
        let t68 = t67 * t50;
        let t69 = -t68;
        ::nhi::__abi_1::SVector::from([
            t70,
            <T as ::nhi::__abi_1::Real>::literal(0.0),
            t69,
        ])
    }
}
/// Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), explicit, trapezoidal discrete Lagrangian, first reflected momentum `M v_0 - (h/2) Q^T F_0`. With this start positions and velocities converge, multipliers do not: take `start = Smooth` where constraint forces matter.
///
/// Order 2, symmetric. Operations: prepare once, 6 mul, 2 div; `admission`, 4 add, 6 mul, 2 sqrt; `start`, 4 add, 7 mul, 1 div, 1 neg, 1 fn; `step`, 11 add, 12 mul, 1 div, 2 neg, 2 fn; `sample`, 4 add, 4 mul, 1 div; `reflected_energy`, 4 add, 6 mul, 1 neg, 1 fn; `constraint_reflection`, 1 add, 1 mul.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleGni<T> {
    h: T,
    prepared: [T; 7],
}
/// A state of [`ParticleGni`]: everything that the next step needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleGniState<T> {
    /// Where the state is in time.
    pub clock: ::nhi::__abi_1::Clock<T>,
    /// The coordinates.
    pub q: ParticleCoordinates<T>,
    /// The velocity `v^- = M^-1 p^-` behind the reflection at the node; not on the constraints.
    pub reflected: ParticleVelocities<T>,
}
impl<T: nhi::Real> Particle<T> {
    /// A [`ParticleGni`] for these parameters with the constant step size `h`, in the model's unit of time; negative `h` runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or for which the model is singular.
    #[allow(clippy::all)]
    pub fn gni(
        &self,
        h: T,
    ) -> ::core::result::Result<ParticleGni<T>, ::nhi::__abi_1::SetupError> {
        ::nhi::__abi_1::SetupError::check_step_size(h)?;
        ::nhi::__abi_1::SetupError::check_parameter("m", self.m)?;
        let t22 = <T as ::nhi::__abi_1::Real>::literal(1.0) / self.m;
        let t35 = h * <T as ::nhi::__abi_1::Real>::literal(0.05);
        let t44 = h * <T as ::nhi::__abi_1::Real>::literal(0.5);
        let t51 = t22 * h;
        let t53 = <T as ::nhi::__abi_1::Real>::literal(0.05) * t51;
        let t94 = <T as ::nhi::__abi_1::Real>::literal(2.0) * self.m;
        let t95 = t94 / h;
        let t107 = <T as ::nhi::__abi_1::Real>::literal(0.5) * self.m;
        ::nhi::__abi_1::SetupError::check_positive("mass matrix", self.m)?;
        let prepared = [t22, h, t35, t44, t53, t95, t107];
        ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        ::core::result::Result::Ok(ParticleGni { h, prepared })
    }
}
#[allow(unused_variables, clippy::all)]
impl<T: ::nhi::__abi_1::Real> ParticleGni<T> {
    /// The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and force it is the energy of the half step and exactly constant; the nodal energy is not.
    #[must_use]
    pub fn reflected_energy(&self, state: &ParticleGniState<T>) -> T {
        let [c0, c1, c2, c3, c4, c5, c6] = self.prepared;
        let t49 = -state.q.z;
        let t50 = ::nhi::__abi_1::exp(t49);
        let t106 = t50 * <T as ::nhi::__abi_1::Real>::literal(0.1);
        let t100 = state.q.x * state.q.x;
        let t97 = state.reflected.x_dot * state.reflected.x_dot;
        let t101 = t100 + t97;
        let t98 = state.reflected.y_dot * state.reflected.y_dot;
        let t99 = state.reflected.z_dot * state.reflected.z_dot;
        let t102 = t98 + t99;
        let t103 = t101 + t102;
        let t108 = t103 * c6;
        let t109 = t106 + t108;
        t109
    }
    /// The constraint residual of the reflected velocity, `A M^-1 p^- + b`. Its smooth part is `(h/2) A M^-1 A^T lambda`; the rest changes sign in every step and may grow: it is the parasitic mode of the method, and tells how long its results are to be trusted.
    #[must_use]
    pub fn constraint_reflection(&self, state: &ParticleGniState<T>) -> [T; 1] {
        let [c0, c1, c2, c3, c4, c5, c6] = self.prepared;
        let t84 = state.q.y * state.reflected.x_dot;
        let t85 = state.reflected.z_dot - t84;
        [t85]
    }
}
#[allow(unused_variables, clippy::all)]
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
        let [c0, c1, c2, c3, c4, c5, c6] = self.prepared;
        {
            let t9 = v.x_dot * q.y;
            let t10 = v.z_dot - t9;
            let t4 = v.x_dot * v.x_dot;
            let t5 = v.y_dot * v.y_dot;
            let t7 = t4 + t5;
            let t6 = v.z_dot * v.z_dot;
            let t8 = t7 + t6;
            let t11 = ::nhi::__abi_1::sqrt(t8);
            let t12 = q.y * q.y;
            let t14 = t12 + <T as ::nhi::__abi_1::Real>::literal(1.0);
            let t15 = ::nhi::__abi_1::sqrt(t14);
            let t16 = t11 * t15;
            ::nhi::__abi_1::off_constraint(t, &[("contact", t10, t16)])?;
        }
        let t24 = q.y * q.x;
        let t27 = <T as ::nhi::__abi_1::Real>::literal(10.0) * t24;
        let t20 = -q.z;
        let t21 = ::nhi::__abi_1::exp(t20);
        let t23 = c0 * t21;
        let t28 = t27 + t23;
        let t12 = q.y * q.y;
        let t14 = t12 + <T as ::nhi::__abi_1::Real>::literal(1.0);
        let t30 = t28 / t14;
        let t31 = q.y * t30;
        let t36 = c2 * t31;
        let t37 = v.x_dot + t36;
        let t38 = c2 * t30;
        let t39 = v.z_dot - t38;
        let state = ParticleGniState {
            clock: ::nhi::__abi_1::Clock::new(t),
            q: ParticleCoordinates {
                x: q.x,
                y: q.y,
                z: q.z,
            },
            reflected: ParticleVelocities {
                x_dot: t37,
                y_dot: v.y_dot,
                z_dot: t39,
            },
        };
        if ::nhi::__abi_1::is_finite(q.x + q.y + q.z + t37 + v.y_dot + t39) {
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
        controls: &impl ::nhi::__abi_1::ControlSignal<T, ()>,
    ) -> ::core::result::Result<Self::State, ::nhi::__abi_1::StepError<T>> {
        let [c0, c1, c2, c3, c4, c5, c6] = self.prepared;
        let t45 = state.q.x * c3;
        let t46 = state.reflected.x_dot - t45;
        let t56 = c1 * t46;
        let t57 = state.q.x + t56;
        let t60 = c1 * state.reflected.y_dot;
        let t61 = state.q.y + t60;
        let t49 = -state.q.z;
        let t50 = ::nhi::__abi_1::exp(t49);
        let t54 = t50 * c4;
        let t55 = state.reflected.z_dot + t54;
        let t62 = c1 * t55;
        let t63 = state.q.z + t62;
        let t65 = c3 * t57;
        let t66 = t46 - t65;
        let t67 = -t63;
        let t68 = ::nhi::__abi_1::exp(t67);
        let t70 = c4 * t68;
        let t71 = t55 + t70;
        let t72 = t61 * t66;
        let t73 = t71 - t72;
        let t74 = t61 * t61;
        let t75 = <T as ::nhi::__abi_1::Real>::literal(1.0) + t74;
        let t77 = t73 / t75;
        let t78 = t61 * t77;
        let t80 = <T as ::nhi::__abi_1::Real>::literal(2.0) * t78;
        let t81 = t66 + t80;
        let t82 = <T as ::nhi::__abi_1::Real>::literal(2.0) * t77;
        let t83 = t71 - t82;
        let next = ParticleGniState {
            clock: state.clock.next(),
            q: ParticleCoordinates {
                x: t57,
                y: t61,
                z: t63,
            },
            reflected: ParticleVelocities {
                x_dot: t81,
                y_dot: state.reflected.y_dot,
                z_dot: t83,
            },
        };
        if ::nhi::__abi_1::is_finite(
            t57 + t61 + t63 + t81 + state.reflected.y_dot + t83,
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
        ::nhi::__abi_1::StepError<T>,
    > {
        let [c0, c1, c2, c3, c4, c5, c6] = self.prepared;
        let t = state.clock.time(self.h);
        let t84 = state.q.y * state.reflected.x_dot;
        let t85 = state.reflected.z_dot - t84;
        let t86 = state.q.y * state.q.y;
        let t87 = <T as ::nhi::__abi_1::Real>::literal(1.0) + t86;
        let t89 = t85 / t87;
        let t90 = state.q.y * t89;
        let t91 = state.reflected.x_dot + t90;
        let t92 = state.reflected.z_dot - t89;
        let t96 = c5 * t89;
        let sample = ::nhi::__abi_1::Sample {
            t,
            q: state.q,
            v: ParticleVelocities {
                x_dot: t91,
                y_dot: state.reflected.y_dot,
                z_dot: t92,
            },
            lambda: ParticleMultipliers {
                contact: t96,
            },
        };
        if ::nhi::__abi_1::is_finite(t91 + state.reflected.y_dot + t92 + t96) {
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
