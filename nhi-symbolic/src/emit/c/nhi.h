/**
 * @file nhi.h
 * What generated steppers need: status codes, failures, Newton's method, and linear equations.
 *
 * The first part is for everybody. The second part is for the generated sources, which define
 * NHI_REAL (`double` or `float`), NHI_EPSILON, NHI_SMALLEST and NHI_NAME, and include <math.h>,
 * before they include this file. Nothing here allocates, recurs, or has state of its own. For the results to have the same
 * bits as those of other targets, compile without contraction (`-ffp-contract=off`) and without
 * `-ffast-math`.
 */
#ifndef NHI_H
#define NHI_H

#include <stddef.h>
#include <stdint.h>

/** The outcome of a call. */
typedef enum {
    NHI_OK = 0,               /**< The results are written. */
    NHI_STEP_SIZE,            /**< The step size is zero or not finite: `value`. */
    NHI_PARAMETER,            /**< The parameter `name` is not finite: `value`. */
    NHI_NOT_POSITIVE,         /**< The pivot `value` of `name` is not positive. */
    NHI_UNSTABLE,             /**< The step size times `name`, relative to its limit, is `value`. */
    NHI_SINGULAR_PARAMETERS,  /**< A value that depends on the parameters is not finite. */
    NHI_NON_FINITE_INPUT,     /**< An initial value or a control is not finite. */
    NHI_NOT_A_ROTATION,       /**< The rotation of `name` is off by `value`. */
    NHI_OFF_CONSTRAINTS,      /**< The constraint `name` has the residual `value`, on `scale`. */
    NHI_NON_FINITE,           /**< A result is not finite. */
    NHI_SINGULAR,             /**< `name` is singular: its pivot `value` is round-off of `scale`. */
    NHI_NON_FINITE_RESIDUAL,  /**< The equations of the step became NaN or infinite. */
    NHI_SINGULAR_JACOBIAN,    /**< The Jacobian of the equations of the step is singular. */
    NHI_DIVERGED,             /**< Newton's method did not converge: `newton`. */
    NHI_STAGNATED,            /**< Newton's method stopped at half of the digits: `newton`. */
    NHI_RESTITUTION,          /**< The restitution `value` of `name` is not from 0 to 1. */
    NHI_OVERLAP,              /**< The bodies of the contact `name` overlap: its gap is `value`. */
    NHI_APPROACH,             /**< The contact `name` is closed, with the closing speed `value`. */
    NHI_BOUNCES,              /**< The bounces of the contact `name` accumulate. */
    NHI_IRREVERSIBLE,         /**< The contact `name` closes in a run backwards in time. */
    NHI_UNDETERMINED,         /**< An impact of the contact `name` has no unique solution. */
    NHI_NO_MOTION,            /**< No motion has the contact `name` and others closed. */
    NHI_SHORTENED             /**< The integrator refuses a shorter step to a change of `name`. */
} nhi_status;

/** How equations were solved; iterations of several systems add up. */
typedef struct {
    uint32_t iterations; /**< The number of iterations. */
    double increment;    /**< The largest component of the last increment. */
    double residual;     /**< The largest component of the last residual. */
} nhi_report;

/** What is known at a failure. Fields that the status does not name are zero. */
typedef struct {
    nhi_status status; /**< The reason. */
    double time;       /**< The time at which the step, or a part of a composed one, began. */
    const char *name;  /**< A parameter, constraint, group element or matrix; not NULL. */
    double value;      /**< A number, see the status. */
    double scale;      /**< What the number is compared with. */
    nhi_report newton; /**< The last iteration of Newton's method. */
} nhi_failure;

/** Settings of Newton's method. */
typedef struct {
    uint32_t max_iterations;   /**< 30 unless changed. */
    double relative_tolerance; /**< Four machine epsilons unless changed. */
} nhi_settings;

/** Returns a sentence on a status. */
static inline const char *nhi_message(nhi_status status) {
    static const char *const messages[] = {
        "done",
        "the step size is zero or not finite",
        "a parameter is not finite",
        "a matrix is not positive definite for these parameters",
        "the step size is beyond the stability limit",
        "a value that depends on the parameters is not finite",
        "an initial value or a control is not finite",
        "the rotation of a group element is not a rotation",
        "the initial values violate a constraint",
        "a result is not finite",
        "a matrix of the model is singular here",
        "the equations of the step became NaN or infinite, perhaps through a control",
        "the Jacobian of the equations of the step is singular",
        "Newton's method did not converge",
        "Newton's method stopped with half of the digits correct",
        "a coefficient of restitution is not from 0 to 1",
        "the bodies of a contact overlap",
        "a contact is closed, and its bodies approach",
        "the bounces of a contact accumulate",
        "a contact with a restitution of 0 closes in a run backwards in time",
        "an impact of a contact has no unique solution",
        "there is no motion with these contacts closed",
        "a shorter step, up to the change of a contact, is refused",
    };
    const size_t number = (size_t)status;
    return (number < sizeof messages / sizeof messages[0]) ? messages[number] : "unknown status";
}

#endif

#if defined(NHI_REAL) && !defined(NHI_RUNTIME)
#define NHI_RUNTIME

/* Before loops over the rows of an elimination, whose number is a literal at each call: gcc takes
   the accesses to the rows for too long to unroll the loops by itself. */
#if defined(__GNUC__) && !defined(__clang__) && (__GNUC__ >= 8)
#define NHI_UNROLL _Pragma("GCC unroll 4")
#else
#define NHI_UNROLL
#endif

/** Room for `nhi_newton_advance`, and for `nhi_newton_advance_keeping`, with n unknowns. */
#define NHI_NEWTON_ROOM(n) (((n) * (n)) + (4 * (n)))
#define NHI_KEEPING_ROOM(n) (((n) * (n)) + (4 * (n)))
/** Room for `nhi_solve` with n unknowns and c right-hand sides. */
#define NHI_SOLVE_ROOM(n, c) ((n) * ((n) + (c)))

/** An iteration of Newton's method in progress. */
typedef struct {
    NHI_REAL increment; /* The last relative increment. */
    NHI_REAL rate;      /* Its ratio to the previous one, at most 1. */
    NHI_REAL moved;     /* The sum of relative increments since the last factors. */
    uint32_t count;     /* The number of iterations. */
    int kept;           /* Whether the next increment uses the last factors. */
    nhi_status status;  /* The outcome, once the iteration has ended. */
    nhi_report report;
} nhi_newton;

static inline NHI_REAL nhi_abs(NHI_REAL x) { return NHI_NAME(fabs)(x); }

static inline NHI_REAL nhi_larger(NHI_REAL a, NHI_REAL b) { return (b > a) ? b : a; }

static inline int nhi_is_finite(NHI_REAL x) { return (x - x) == (NHI_REAL)0; }

/** Returns the larger of two numbers, or the one that is not NaN. */
static inline double nhi_most(double a, double b) { return ((b > a) || !(a == a)) ? b : a; }

static inline NHI_REAL nhi_largest(const NHI_REAL *values, int n) {
    NHI_REAL most = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        most = nhi_larger(most, nhi_abs(values[i]));
    }
    return most;
}

static inline int nhi_all_finite(const NHI_REAL *values, int n) {
    for (int i = 0; i < n; i++) {
        if (!nhi_is_finite(values[i])) {
            return 0;
        }
    }
    return 1;
}

static inline NHI_REAL nhi_sum(const NHI_REAL *values, int n) {
    NHI_REAL sum = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        sum += values[i];
    }
    return sum;
}

/* Functions without a name in C. NaN stays NaN. */

static inline NHI_REAL nhi_sign(NHI_REAL x) {
    if (x > (NHI_REAL)0) {
        return (NHI_REAL)1;
    }
    return (x < (NHI_REAL)0) ? (NHI_REAL)-1 : nhi_abs(x);
}

static inline NHI_REAL nhi_unit_step(NHI_REAL x) {
    if (x >= (NHI_REAL)0) {
        return (NHI_REAL)1;
    }
    return (x < (NHI_REAL)0) ? (NHI_REAL)0 : x;
}

static inline NHI_REAL nhi_min(NHI_REAL x, NHI_REAL y) { return ((x < y) || (x != x)) ? x : y; }

static inline NHI_REAL nhi_max(NHI_REAL x, NHI_REAL y) { return ((x > y) || (x != x)) ? x : y; }

/** Returns 1/k!, or zero where it is too small for `double`. */
static inline NHI_REAL nhi_inverse_factorial(uint32_t k) {
    double factorial = 1.0;
    for (uint32_t i = 1u; i <= k; i++) {
        factorial *= (double)i;
    }
    return (k > 170u) ? (NHI_REAL)0 : (NHI_REAL)(1.0 / factorial);
}

/** Returns sin(s)/s for x = s^2, or sinh(s)/s for x = -s^2. */
static inline NHI_REAL nhi_stumpff_1(NHI_REAL x) {
    const NHI_REAL s = NHI_NAME(sqrt)(nhi_abs(x));
    return ((x < (NHI_REAL)0) ? NHI_NAME(sinh)(s) : NHI_NAME(sin)(s)) / s;
}

/** Returns the Stumpff function c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ... */
static inline NHI_REAL nhi_stumpff(uint32_t index, NHI_REAL x) {
    const uint32_t most = 400u + (index % 2u);
    const uint32_t k = (index < most) ? index : most;
    const NHI_REAL size = nhi_abs(x);
    const uint32_t product = (k + 1u) * (k + 2u);
    const NHI_REAL limit = (NHI_REAL)(0.5 * (double)product);
    uint32_t terms = 0u;
    if (size <= (NHI_REAL)0.0625) {
        terms = 6u;
    } else if ((k > 2u) && (size <= limit)) {
        terms = 12u + (k / 2u);
    } else {
        terms = 0u;
    }
    if (terms > 0u) {
        NHI_REAL tail = (NHI_REAL)1;
        for (uint32_t j = terms; j > 0u; j--) {
            const uint32_t index_of_term = k + (2u * (j - 1u)) + 1u;
            const double first = (double)index_of_term;
            tail = (NHI_REAL)1 - ((x * (NHI_REAL)(1.0 / (first * (first + 1.0)))) * tail);
        }
        return nhi_inverse_factorial(k) * tail;
    }
    uint32_t at = k % 2u;
    NHI_REAL c;
    if (at == 1u) {
        c = nhi_stumpff_1(x);
    } else if (k == 0u) {
        c = (x < (NHI_REAL)0) ? NHI_NAME(cosh)(NHI_NAME(sqrt)(-x)) : NHI_NAME(cos)(NHI_NAME(sqrt)(x));
    } else {
        const NHI_REAL half = (NHI_REAL)0.5;
        const NHI_REAL root = nhi_stumpff_1((half * half) * x);
        c = (half * root) * root;
        at = 2u;
    }
    while (at < k) {
        c = (nhi_inverse_factorial(at) - c) / x;
        at += 2u;
    }
    return c;
}

/* Failures. */

/** Fills in a failure, if the caller wants one, and returns its status. */
static inline nhi_status nhi_fail(nhi_failure *failure, nhi_status status, double time,
                                  const char *name, double value, double scale) {
    if (failure != NULL) {
        const nhi_failure known = {status, time, name, value, scale, {0u, 0.0, 0.0}};
        *failure = known;
    }
    return status;
}

/** Returns the status of equations that were not solved. */
static inline nhi_status nhi_fail_newton(nhi_failure *failure, nhi_status status, double time,
                                         nhi_report report) {
    (void)nhi_fail(failure, status, time, "", 0.0, 0.0);
    if (failure != NULL) {
        failure->newton = report;
    }
    return status;
}

/** Returns the report of several systems. */
static inline nhi_report nhi_report_and(nhi_report a, nhi_report b) {
    const uint32_t sum = a.iterations + b.iterations;
    const nhi_report both = {(sum < a.iterations) ? UINT32_MAX : sum,
                             nhi_most(a.increment, b.increment),
                             nhi_most(a.residual, b.residual)};
    return both;
}

/** Returns true if a pivot is larger than the round-off of its terms. */
static inline int nhi_is_regular(NHI_REAL pivot, NHI_REAL scale) {
    return pivot > ((((NHI_REAL)64) * NHI_EPSILON) * scale);
}

/** Returns the tolerance of constraints and rotations, relative to the size of their terms. */
static inline NHI_REAL nhi_constraint_tolerance(void) {
    const NHI_REAL epsilons = (NHI_REAL)64 * NHI_EPSILON;
    return (epsilons > (NHI_REAL)1e-8) ? epsilons : (NHI_REAL)1e-8;
}

/** Returns true if a pivot is finite but round-off. */
static inline int nhi_is_singular(NHI_REAL pivot, NHI_REAL scale) {
    return nhi_is_finite(pivot) && nhi_is_finite(scale) && !nhi_is_regular(pivot, scale);
}

/** Fills in the failure of a pivot. */
static inline nhi_status nhi_fail_pivot(nhi_failure *failure, double time, const char *name,
                                        NHI_REAL pivot, NHI_REAL scale) {
    return nhi_fail(failure, NHI_SINGULAR, time, name, (double)pivot, (double)scale);
}

/** Returns the report of a state to which no equations led. */
static inline nhi_report nhi_no_report(void) {
    const nhi_report none = {0u, 0.0, 0.0};
    return none;
}

/** Returns the number of steps after another one. */
static inline uint64_t nhi_next(uint64_t steps) {
    return (steps < UINT64_MAX) ? (steps + 1u) : steps;
}

/** Checks the residuals of the constraints for initial values. */
static inline nhi_status nhi_off_constraint(nhi_failure *failure, double time,
                                            const char *const *names, const NHI_REAL *residuals,
                                            const NHI_REAL *scales, int n) {
    NHI_REAL most = nhi_constraint_tolerance();
    int worst = -1;
    for (int i = 0; i < n; i++) {
        const NHI_REAL size = nhi_abs(residuals[i]);
        const NHI_REAL scale = (scales[i] > size) ? scales[i] : size;
        if (!nhi_is_finite(residuals[i]) || !nhi_is_finite(scales[i])) {
            return nhi_fail(failure, NHI_NON_FINITE, time, "", 0.0, 0.0);
        }
        if ((size > (NHI_REAL)0) && ((size / scale) > most)) {
            most = size / scale;
            worst = i;
        }
    }
    if (worst < 0) {
        return NHI_OK;
    }
    return nhi_fail(failure, NHI_OFF_CONSTRAINTS, time, names[worst], (double)residuals[worst],
                    (double)scales[worst]);
}

/** Checks the rotation of a group element, n rows of two or three entries. */
static inline nhi_status nhi_not_a_rotation(nhi_failure *failure, double time, const char *name,
                                            const NHI_REAL *r, int n) {
    NHI_REAL distance = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            NHI_REAL dot = (NHI_REAL)0;
            for (int k = 0; k < n; k++) {
                dot += r[(k * n) + i] * r[(k * n) + j];
            }
            const NHI_REAL off = nhi_abs(dot - ((i == j) ? (NHI_REAL)1 : (NHI_REAL)0));
            distance = ((off > distance) || (off != off)) ? off : distance;
        }
    }
    const int m = n; /* The last column, for n = 3. */
    const NHI_REAL determinant =
        (n == 2) ? ((r[0] * r[3]) - (r[1] * r[2]))
                 : ((r[0] * ((r[m + 1] * r[(2 * m) + 2]) - (r[m + 2] * r[(2 * m) + 1]))) -
                    (r[1] * ((r[m] * r[(2 * m) + 2]) - (r[m + 2] * r[2 * m]))) +
                    (r[2] * ((r[m] * r[(2 * m) + 1]) - (r[m + 1] * r[2 * m]))));
    if ((determinant < (NHI_REAL)0) && (distance < (NHI_REAL)2)) {
        distance = (NHI_REAL)2;
    }
    if (distance <= nhi_constraint_tolerance()) {
        return NHI_OK;
    }
    return nhi_fail(failure, NHI_NOT_A_ROTATION, time, name, (double)distance, 0.0);
}

/* Pivots that are only round-off. */

/** Returns a pseudo-random number that depends only on `number`. */
static inline NHI_REAL nhi_scattered(uint32_t number) {
    uint32_t mixed = number * 0x9E3779B9u;
    mixed = (mixed ^ (mixed >> 15)) * 0x85EBCA6Bu;
    mixed ^= mixed >> 13;
    const double part = (mixed < 0x80000000u) ? (double)mixed : ((double)mixed - 4294967296.0);
    return (NHI_REAL)(part / 2147483647.0);
}

/** Eliminates; writes the pivots, or finds that one differs from an earlier one by its half. */
static inline int nhi_pivots_change(const NHI_REAL *matrix, int n, NHI_REAL *rows, NHI_REAL *pivots,
                                    uint32_t first, NHI_REAL amount, int compares) {
    const NHI_REAL clearly = (NHI_REAL)(1.0 + 1e-3);
    int changes = 0;
    for (int i = 0; i < (n * n); i++) {
        rows[i] = matrix[i] + (matrix[i] * (amount * nhi_scattered(first + (uint32_t)i)));
    }
    for (int k = 0; k < n; k++) {
        NHI_REAL *const pivot = &rows[k * n];
        for (int i = k + 1; i < n; i++) {
            NHI_REAL *const row = &rows[i * n];
            if (nhi_abs(row[k]) > (nhi_abs(pivot[k]) * clearly)) {
                for (int j = 0; j < n; j++) {
                    const NHI_REAL entry = row[j];
                    row[j] = pivot[j];
                    pivot[j] = entry;
                }
            }
        }
        if (compares != 0) {
            const NHI_REAL limit = nhi_abs(pivot[k] + pivots[k]) * (NHI_REAL)0.25;
            changes |= (nhi_abs(pivot[k] - pivots[k]) < limit) ? 0 : 1;
        } else {
            pivots[k] = pivot[k];
        }
        for (int i = k + 1; i < n; i++) {
            NHI_REAL *const row = &rows[i * n];
            const NHI_REAL factor = row[k] / pivot[k];
            for (int j = 0; j < n; j++) {
                row[j] -= factor * pivot[j];
            }
        }
    }
    return changes;
}

/** Returns true if a pivot changes by half of itself when entries change in their last digits. */
static inline int nhi_is_round_off(const NHI_REAL *matrix, int n, NHI_REAL *rows,
                                   NHI_REAL *pivots) {
    static const uint32_t patterns[3] = {1u, 1000003u, 2000029u};
    const NHI_REAL half = ((NHI_REAL)64 * NHI_EPSILON) * (NHI_REAL)0.5;
    for (int i = 0; i < 3; i++) {
        (void)nhi_pivots_change(matrix, n, rows, pivots, patterns[i], half, 0);
        if (nhi_pivots_change(matrix, n, rows, pivots, patterns[i], -half, 1) != 0) {
            return 1;
        }
    }
    return 0;
}

/* Linear equations. */

/**
 * Solves for several right-hand sides by one elimination with row exchange. Rows in `room` hold
 * the coefficients of an equation, then its right-hand sides. Returns false if a pivot is zero or a
 * number is not finite.
 */
static inline int nhi_solve_roughly(int n, int count, const NHI_REAL *a, NHI_REAL *columns,
                                    NHI_REAL *room) {
    const int width = n + count;
    NHI_REAL pivots = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            room[(i * width) + j] = a[(i * n) + j];
        }
        for (int c = 0; c < count; c++) {
            room[(i * width) + n + c] = columns[(c * n) + i];
        }
    }
    NHI_UNROLL
    for (int k = 0; k < n; k++) {
        NHI_REAL *const pivot = &room[k * width];
        for (int i = k + 1; i < n; i++) {
            NHI_REAL *const row = &room[i * width];
            if (nhi_abs(row[k]) > nhi_abs(pivot[k])) {
                for (int j = k; j < width; j++) {
                    const NHI_REAL entry = row[j];
                    row[j] = pivot[j];
                    pivot[j] = entry;
                }
            }
        }
        if (pivot[k] == (NHI_REAL)0) {
            return 0;
        }
        pivots += pivot[k];
        for (int i = k + 1; i < n; i++) {
            NHI_REAL *const row = &room[i * width];
            const NHI_REAL factor = row[k] / pivot[k];
            for (int j = k + 1; j < width; j++) {
                row[j] -= factor * pivot[j];
            }
        }
    }
    NHI_UNROLL
    for (int k = n - 1; k >= 0; k--) {
        NHI_REAL *const last = &room[k * width];
        for (int c = n; c < width; c++) {
            last[c] /= last[k];
        }
        for (int i = 0; i < k; i++) {
            NHI_REAL *const row = &room[i * width];
            for (int c = n; c < width; c++) {
                row[c] -= row[k] * last[c];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < count; c++) {
            columns[(c * n) + i] = room[(i * width) + n + c];
        }
    }
    return nhi_is_finite(nhi_sum(columns, n * count) + pivots);
}

/** Returns true if no pivot is round-off, from what `nhi_solve_roughly` left in the room. */
static inline int nhi_is_certain(int n, int count, const NHI_REAL *a, NHI_REAL *room) {
    const int width = n + count;
    int are_certain = 1;
    NHI_UNROLL
    for (int k = 0; k < n; k++) {
        NHI_REAL above = (NHI_REAL)0;
        for (int i = 0; i < k; i++) {
            above += nhi_abs(room[(i * width) + k]);
        }
        if (!(nhi_abs(room[(k * width) + k]) > (((NHI_REAL)64 * NHI_EPSILON) * above))) {
            are_certain = 0;
        }
    }
    return (are_certain != 0) || !nhi_is_round_off(a, n, room, &room[n * n]);
}

/** Solves like `nhi_solve_roughly`; also returns false if a pivot is round-off. */
static inline int nhi_solve(int n, int count, const NHI_REAL *a, NHI_REAL *columns,
                            NHI_REAL *room) {
    return (nhi_solve_roughly(n, count, a, columns, room) != 0) &&
           (nhi_is_certain(n, count, a, room) != 0);
}

/** Replaces a matrix by its factors P A = L U; returns false if a pivot is zero. */
static inline int nhi_factorise(int n, NHI_REAL *entries, NHI_REAL *order, NHI_REAL *pivots) {
    for (int k = 0; k < n; k++) {
        NHI_REAL size = (NHI_REAL)0;
        int best = k;
        for (int i = k; i < n; i++) {
            if (nhi_abs(entries[(i * n) + k]) > size) {
                size = nhi_abs(entries[(i * n) + k]);
                best = i;
            }
        }
        order[k] = (NHI_REAL)best;
        NHI_REAL *const pivot = &entries[k * n];
        for (int j = 0; (j < n) && (best != k); j++) {
            const NHI_REAL entry = entries[(best * n) + j];
            entries[(best * n) + j] = pivot[j];
            pivot[j] = entry;
        }
        if (pivot[k] == (NHI_REAL)0) {
            return 0;
        }
        *pivots += pivot[k];
        for (int i = k + 1; i < n; i++) {
            NHI_REAL *const row = &entries[i * n];
            const NHI_REAL factor = row[k] / pivot[k];
            if (factor == (NHI_REAL)0) {
                continue;
            }
            row[k] = factor;
            for (int j = k + 1; j < n; j++) {
                row[j] -= factor * pivot[j];
            }
        }
    }
    return 1;
}

/** Returns the dot product, summed in eight lanes as other targets do. */
static inline NHI_REAL nhi_dot(const NHI_REAL *a, const NHI_REAL *b, int n) {
    NHI_REAL lanes[8] = {0};
    const int whole = n - (n % 8);
    for (int i = 0; i < whole; i++) {
        lanes[i % 8] += a[i] * b[i];
    }
    NHI_REAL sum = (NHI_REAL)0;
    for (int i = whole; i < n; i++) {
        sum += a[i] * b[i];
    }
    for (int lane = 0; lane < 8; lane++) {
        sum += lanes[lane];
    }
    return sum;
}

/** Replaces a right-hand side by the solution, from the factors. */
static inline void nhi_substitute(int n, const NHI_REAL *factors, const NHI_REAL *order,
                                  NHI_REAL *right) {
    for (int k = 0; k < n; k++) {
        const int other = (int)order[k];
        const NHI_REAL entry = right[k];
        right[k] = right[other];
        right[other] = entry;
    }
    for (int i = 0; i < n; i++) {
        right[i] -= nhi_dot(&factors[i * n], right, i);
    }
    for (int i = n - 1; i >= 0; i--) {
        const NHI_REAL behind = nhi_dot(&factors[(i * n) + i + 1], &right[i + 1], n - i - 1);
        right[i] = (right[i] - behind) / factors[(i * n) + i];
    }
}

/** Returns true if no pivot of the factors is round-off. Overwrites the factors. */
static inline int nhi_are_certain(int n, const NHI_REAL *a, NHI_REAL *factors, NHI_REAL *above) {
    int are_certain = 1;
    for (int i = 0; i < n; i++) {
        above[i] = (NHI_REAL)0;
    }
    for (int k = 0; k < n; k++) {
        if (!(nhi_abs(factors[(k * n) + k]) > (((NHI_REAL)64 * NHI_EPSILON) * above[k]))) {
            are_certain = 0;
        }
        for (int j = k + 1; j < n; j++) {
            above[j] += nhi_abs(factors[(k * n) + j]);
        }
    }
    return (are_certain != 0) || !nhi_is_round_off(a, n, factors, above);
}

/* Newton's method. Its stopping criteria are those of the other targets. */

/** Begins an iteration; the room holds, among others, the size of each equation. */
static inline nhi_newton nhi_newton_begin(int n, NHI_REAL *room) {
    const nhi_newton begun = {(NHI_REAL)0, (NHI_REAL)0, (NHI_REAL)0, 0u, 0, NHI_OK,
                              {0u, 0.0, 0.0}};
    for (int i = 0; i < n; i++) {
        room[i] = (NHI_REAL)0;
    }
    return begun;
}

/** Returns why linear equations have no finite solution. */
static inline nhi_status nhi_unsolved(int n, const NHI_REAL *residual, const NHI_REAL *jacobian) {
    NHI_REAL sum = nhi_sum(residual, n);
    for (int i = 0; i < (n * n); i++) {
        sum += jacobian[i];
    }
    return nhi_is_finite(sum) ? NHI_SINGULAR_JACOBIAN : NHI_NON_FINITE_RESIDUAL;
}

/** Returns true if the next increment would be round-off. */
static inline int nhi_increment_ends(nhi_newton *newton, int n, const NHI_REAL *increment,
                                     const NHI_REAL *size, NHI_REAL tolerance) {
    NHI_REAL relative = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        relative = nhi_larger(relative, nhi_abs(increment[i]) / size[i]);
    }
    const NHI_REAL rate =
        (newton->increment > relative) ? (relative / newton->increment) : (NHI_REAL)1;
    newton->rate = rate;
    newton->increment = relative;
    if (newton->kept == 0) {
        newton->moved = relative;
        return (relative * rate) <= tolerance;
    }
    const NHI_REAL moved = newton->moved;
    newton->moved = moved + relative;
    return (relative * nhi_larger(rate, moved)) <= tolerance;
}

/** Returns true if the residual is round-off of its own evaluation. */
static inline int nhi_residual_ends(int n, const NHI_REAL *residual, const NHI_REAL *jacobian,
                                    const NHI_REAL *size, NHI_REAL *equation, NHI_REAL tolerance) {
    const NHI_REAL half_precision = NHI_NAME(sqrt)(NHI_EPSILON);
    NHI_REAL above = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        const NHI_REAL value = nhi_abs(residual[i]);
        NHI_REAL terms = (NHI_REAL)0;
        for (int j = 0; j < n; j++) {
            terms += nhi_abs(jacobian[(i * n) + j]) * size[j];
        }
        equation[i] = nhi_larger(equation[i], nhi_larger(value, terms));
        if (value > (half_precision * equation[i])) {
            return 0;
        }
        above = nhi_larger(above, value - (tolerance * terms));
    }
    return (above <= (NHI_REAL)0) && nhi_is_finite(nhi_sum(equation, n));
}

/** Returns true if in every equation the terms of the increment are a small part of its terms. */
static inline int nhi_are_small(int n, const NHI_REAL *jacobian, const NHI_REAL *increment,
                                NHI_REAL part, const NHI_REAL *size, const NHI_REAL *background) {
    for (int i = 0; i < n; i++) {
        NHI_REAL moved = (NHI_REAL)0;
        NHI_REAL limit = (NHI_REAL)0;
        for (int j = 0; j < n; j++) {
            const NHI_REAL slope = nhi_abs(jacobian[(i * n) + j]);
            NHI_REAL most = (size != NULL) ? nhi_abs(size[j]) : (NHI_REAL)0;
            if (background != NULL) {
                most = nhi_larger(most, nhi_abs(background[j]));
                most = nhi_larger(NHI_SMALLEST / NHI_EPSILON, most);
            }
            moved += slope * nhi_abs(increment[j]);
            limit += slope * most;
        }
        if (!((moved <= (part * limit)) && nhi_is_finite(limit))) {
            return 0;
        }
    }
    return 1;
}

/** Returns true if each increment is within a part of the terms of an equation. */
static inline int nhi_are_lost(int n, const NHI_REAL *jacobian, const NHI_REAL *increment,
                               NHI_REAL part, const NHI_REAL *size, const NHI_REAL *background) {
    for (int j = 0; j < n; j++) {
        int is_lost = 0;
        if (increment[j] == (NHI_REAL)0) {
            is_lost = 1;
        }
        for (int i = 0; (i < n) && (is_lost == 0); i++) {
            NHI_REAL limit = (NHI_REAL)0;
            for (int k = 0; k < n; k++) {
                const NHI_REAL most = nhi_larger(nhi_abs(size[k]), nhi_abs(background[k]));
                limit += nhi_abs(jacobian[(i * n) + k]) *
                         nhi_larger(NHI_SMALLEST / NHI_EPSILON, most);
            }
            const NHI_REAL moved = nhi_abs(jacobian[(i * n) + j] * increment[j]);
            if ((moved > (NHI_REAL)0) && (moved <= (part * limit)) && nhi_is_finite(limit)) {
                is_lost = 1;
            }
        }
        if (is_lost == 0) {
            return 0;
        }
    }
    return 1;
}

/** Returns true if an increment that contracts slowly is as small as round-off permits. */
static inline int nhi_has_stagnated(const nhi_newton *newton, int n, const NHI_REAL *jacobian,
                                    const NHI_REAL *increment, const NHI_REAL *size,
                                    const NHI_REAL *background, NHI_REAL tolerance) {
    if ((newton->rate < (NHI_REAL)0.125) && (newton->count < 8u)) {
        return 0;
    }
    const NHI_REAL *const known = (newton->rate < (NHI_REAL)0.5) ? NULL : size;
    if ((known != NULL) && (nhi_are_small(n, jacobian, increment, NHI_NAME(sqrt)(NHI_EPSILON), size,
                                  NULL) != 0)) {
        return 1;
    }
    const NHI_REAL part = (NHI_REAL)16 * tolerance;
    if (nhi_are_small(n, jacobian, increment, part, known, background) != 0) {
        return 1;
    }
    return (known != NULL) && (newton->count >= 8u) &&
           (nhi_are_lost(n, jacobian, increment, part, known, background) != 0);
}

/** Applies an increment; returns true if the iteration goes on. */
static inline int nhi_apply(nhi_newton *newton, int n, NHI_REAL *x, const NHI_REAL *scale,
                            const NHI_REAL *residual, const NHI_REAL *jacobian,
                            const NHI_REAL *increment, NHI_REAL *size, NHI_REAL *equation,
                            const NHI_REAL *background, const nhi_settings *settings) {
    const NHI_REAL tolerance = (NHI_REAL)settings->relative_tolerance;
    for (int i = 0; i < n; i++) {
        const NHI_REAL next = x[i] - increment[i];
        size[i] = nhi_larger(scale[i], nhi_larger(nhi_abs(x[i]), nhi_abs(next)));
        x[i] = next;
    }
    return !((nhi_increment_ends(newton, n, increment, size, tolerance) != 0) ||
             (nhi_residual_ends(n, residual, jacobian, size, equation, tolerance) != 0) ||
             ((newton->count > 2u) && (newton->kept == 0) &&
              (nhi_has_stagnated(newton, n, jacobian, increment, size, background, tolerance) !=
               0)));
}

/** Writes the report of the last iteration. */
static inline void nhi_write_report(nhi_newton *newton, int n, const NHI_REAL *increment,
                                    const NHI_REAL *residual) {
    newton->report.iterations = newton->count;
    newton->report.increment = (double)nhi_largest(increment, n);
    newton->report.residual = (double)nhi_largest(residual, n);
}

/** Returns false with a failure if no iteration is left. */
static inline int nhi_goes_on(nhi_newton *newton, int n, const NHI_REAL *increment,
                              const NHI_REAL *residual, const nhi_settings *settings) {
    if (newton->count < settings->max_iterations) {
        return 1;
    }
    const NHI_REAL near = NHI_NAME(sqrt)(NHI_EPSILON);
    newton->status = ((newton->increment <= near) && (newton->count >= 8u)) ? NHI_STAGNATED
                                                                          : NHI_DIVERGED;
    nhi_write_report(newton, n, increment, residual);
    return 0;
}

/** Ends the iteration at x; `is_regular` tells whether no pivot is round-off. */
static inline int nhi_newton_end(nhi_newton *newton, int n, const NHI_REAL *x, int is_regular) {
    if (!nhi_is_finite(nhi_sum(x, n))) {
        newton->status = NHI_NON_FINITE_RESIDUAL;
    } else if (is_regular == 0) {
        newton->status = NHI_SINGULAR_JACOBIAN;
    } else {
        newton->status = NHI_OK;
    }
    return 0;
}

/**
 * Performs an iteration with the residual and the Jacobian at x; returns true if the iteration goes
 * on. `scale` holds known sizes of the unknowns, `background` what they are added to; the latter is
 * read from the third iteration on.
 */
static inline int nhi_newton_advance(nhi_newton *newton, int n, NHI_REAL *x, const NHI_REAL *scale,
                                     const NHI_REAL *residual, const NHI_REAL *jacobian,
                                     const NHI_REAL *background, NHI_REAL *room,
                                     const nhi_settings *settings) {
    NHI_REAL *const equation = room;
    NHI_REAL *const size = &room[n];
    NHI_REAL *const increment = &room[2 * n];
    NHI_REAL *const rows = &room[3 * n];
    newton->count += 1u;
    for (int i = 0; i < n; i++) {
        increment[i] = residual[i];
    }
    if (nhi_solve_roughly(n, 1, jacobian, increment, rows) == 0) {
        newton->status = nhi_unsolved(n, residual, jacobian);
        newton->report.iterations = newton->count;
        return 0;
    }
    if (nhi_apply(newton, n, x, scale, residual, jacobian, increment, size, equation, background,
                  settings) == 0) {
        nhi_write_report(newton, n, increment, residual);
        return nhi_newton_end(newton, n, x, nhi_is_certain(n, 1, jacobian, rows));
    }
    return nhi_goes_on(newton, n, increment, residual, settings);
}

/** Performs an iteration like `nhi_newton_advance`, with the last factors if they are kept. */
static inline int nhi_newton_advance_keeping(nhi_newton *newton, int n, NHI_REAL *x,
                                             const NHI_REAL *scale, const NHI_REAL *residual,
                                             const NHI_REAL *jacobian, const NHI_REAL *background,
                                             NHI_REAL *room, const nhi_settings *settings) {
    NHI_REAL *const equation = room;
    NHI_REAL *const size = &room[n];
    NHI_REAL *const increment = &room[2 * n];
    NHI_REAL *const order = &room[3 * n];
    NHI_REAL *const factors = &room[4 * n];
    NHI_REAL pivots = (NHI_REAL)0;
    int solved = 1;
    newton->count += 1u;
    for (int i = 0; i < n; i++) {
        increment[i] = residual[i];
    }
    if (newton->kept == 0) {
        for (int i = 0; i < (n * n); i++) {
            factors[i] = jacobian[i];
        }
        solved = nhi_factorise(n, factors, order, &pivots);
    }
    if (solved != 0) {
        nhi_substitute(n, factors, order, increment);
        solved = nhi_is_finite(nhi_sum(increment, n) + pivots);
    }
    if (solved == 0) {
        newton->status = nhi_unsolved(n, residual, jacobian);
        newton->report.iterations = newton->count;
        return 0;
    }
    if (nhi_apply(newton, n, x, scale, residual, jacobian, increment, size, equation, background,
                  settings) == 0) {
        nhi_write_report(newton, n, increment, residual);
        return nhi_newton_end(newton, n, x, nhi_are_certain(n, jacobian, factors, order));
    }
    newton->kept = (newton->increment <= (NHI_REAL)0.125) &&
                   ((newton->count == 1u) || (newton->rate <= (NHI_REAL)0.015625));
    return nhi_goes_on(newton, n, increment, residual, settings);
}

/** Performs the one iteration that is exact for linear equations. */
static inline nhi_newton nhi_newton_once(int n, NHI_REAL *x, const NHI_REAL *residual,
                                         const NHI_REAL *jacobian, NHI_REAL *room) {
    NHI_REAL *const increment = &room[2 * n];
    NHI_REAL *const rows = &room[3 * n];
    nhi_newton newton = nhi_newton_begin(n, room);
    newton.count = 1u;
    for (int i = 0; i < n; i++) {
        increment[i] = residual[i];
    }
    if (nhi_solve(n, 1, jacobian, increment, rows) == 0) {
        newton.status = nhi_unsolved(n, residual, jacobian);
        newton.report.iterations = 1u;
        return newton;
    }
    for (int i = 0; i < n; i++) {
        x[i] -= increment[i];
    }
    nhi_write_report(&newton, n, increment, residual);
    return newton;
}

#endif
