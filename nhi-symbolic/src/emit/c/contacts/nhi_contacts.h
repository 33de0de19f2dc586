/**
 * @file nhi_contacts.h
 * What steppers over contacts need in addition: the decisions at changes of contacts, impacts, and
 * the search for the time of a change.
 *
 * A set of contacts is a number in which contact `i` counts `2^i`. "Readings" are the numbers on
 * which changes depend: for each contact its gap, its coefficient of restitution, the rate of the
 * gap and those of the constraints that depend on the contact, each followed by its row of `A`; the
 * rates of the constraints of no contact; the values of the position constraints among them; and
 * the mass matrix, row by row.
 */
#ifndef NHI_CONTACTS_H
#define NHI_CONTACTS_H

#include "nhi.h"

/** The number of changes in a step that a state keeps. */
#define NHI_CHANGES 8

/** A change of a contact. */
typedef enum {
    NHI_OPENS = 0, /**< Its force vanishes, or an impact elsewhere would have to pull it. */
    NHI_CLOSES,    /**< It closes after an impact. */
    NHI_REBOUNDS   /**< Its bodies meet and separate. */
} nhi_contact_event;

/** A change of a contact within a step. */
typedef struct {
    int contact;             /**< The number of the contact. */
    nhi_contact_event event; /**< The event. */
    double time;             /**< Its time. */
} nhi_contact_change;

/** The changes of contacts in a step. */
typedef struct {
    uint32_t count;                        /**< Their number. */
    double energy;                         /**< The change of the energy by impacts. */
    nhi_contact_change first[NHI_CHANGES]; /**< The first of them, in order. */
} nhi_contact_changes;

#endif

#if defined(NHI_REAL) && !defined(NHI_CONTACTS_RUNTIME)
#define NHI_CONTACTS_RUNTIME

/** The maximum number of changes in a step: bodies that come to rest in ever shorter bounces have
    infinitely many. */
#define NHI_MOST_CHANGES 100u
/** The maximum number of phases that are tried at a change. */
#define NHI_MOST_TRIALS 64
/** The maximum number of steps of Newton's method towards position constraints. */
#define NHI_MOST_PROJECTIONS 30
/** Room for impacts and projections with n velocities and constraints in total. */
#define NHI_IMPACT_ROOM(n) (((n) * (n)) + (n) + NHI_SOLVE_ROOM(n, 1))

/** The arrangement of readings. */
typedef struct {
    int contacts;
    const int *dependents; /* For each contact, the number of constraints that depend on it. */
    int velocities;
    int free;      /* The number of constraints, of velocities and then of positions, of no contact. */
    int positions; /* The number of position constraints among them. */
} nhi_contact_layout;

/** The contacts that meet at an impact. */
typedef struct {
    uint32_t touching; /* Those that touch and approach. */
    uint32_t closing;  /* Those of them that stay closed. */
    int is_undone;     /* Whether the motion runs backwards, so that impacts are undone. */
} nhi_meeting;

/** A row `A` of an impact, with the change of `A v` by it. */
typedef struct {
    const NHI_REAL *entries;
    NHI_REAL change;
    int owner; /* The contact whose gap the row is, or -1. */
} nhi_row;

/** A contact with the reason for which the motion does not begin there. */
typedef struct {
    nhi_status status;
    int contact;
    NHI_REAL value;
} nhi_failed_contact;

static inline uint32_t nhi_set_of(int contact) { return ((uint32_t)1u) << (uint32_t)contact; }

static inline int nhi_has(uint32_t set, int contact) { return (set & nhi_set_of(contact)) != 0u; }

static inline int nhi_is_empty(uint32_t set) { return set == 0u; }

static inline int nhi_is_negative(NHI_REAL x) { return x < (NHI_REAL)0; }

/** Returns the share of the numbers that a result is computed from below which it is zero. */
static inline NHI_REAL nhi_round_off(void) { return (NHI_REAL)256 * NHI_EPSILON; }

/** Returns the share of a step below which its rest is left out, and gaps vanish together. */
static inline NHI_REAL nhi_negligible(void) {
    return nhi_larger((NHI_REAL)1e-9, (NHI_REAL)64 * NHI_EPSILON);
}

static inline nhi_contact_changes nhi_no_changes(void) {
    const nhi_contact_change no_change = {0, NHI_OPENS, 0.0};
    nhi_contact_changes none;
    none.count = 0u;
    none.energy = 0.0;
    for (int i = 0; i < NHI_CHANGES; i++) {
        none.first[i] = no_change;
    }
    return none;
}

static inline void nhi_add_change(nhi_contact_changes *changes, int contact,
                                  nhi_contact_event event, double time) {
    if (changes->count < (uint32_t)NHI_CHANGES) {
        const nhi_contact_change change = {contact, event, time};
        changes->first[changes->count] = change;
    }
    changes->count += 1u;
}

/* Readings. */

/** Returns the place of the first number of a contact; of the first number after all contacts for
    their number. The gap is followed by the restitution, then by the rates. */
static inline int nhi_place_of_contact(const nhi_contact_layout *layout, int contact) {
    int place = 0;
    for (int i = 0; i < contact; i++) {
        place += 2 + ((1 + layout->dependents[i]) * (1 + layout->velocities));
    }
    return place;
}

static inline NHI_REAL nhi_gap(const nhi_contact_layout *layout, const NHI_REAL *readings,
                               int contact) {
    return readings[nhi_place_of_contact(layout, contact)];
}

static inline NHI_REAL nhi_restitution(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                       int contact) {
    return readings[nhi_place_of_contact(layout, contact) + 1];
}

/** Returns the rates of a contact: that of the gap, then those of the constraints that depend on
    it. */
static inline const NHI_REAL *nhi_rates(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                        int contact) {
    return &readings[nhi_place_of_contact(layout, contact) + 2];
}

static inline const NHI_REAL *nhi_free_rates(const nhi_contact_layout *layout,
                                             const NHI_REAL *readings) {
    return &readings[nhi_place_of_contact(layout, layout->contacts)];
}

static inline const NHI_REAL *nhi_free_positions(const nhi_contact_layout *layout,
                                                 const NHI_REAL *readings) {
    return &nhi_free_rates(layout, readings)[layout->free * (1 + layout->velocities)];
}

static inline const NHI_REAL *nhi_masses(const nhi_contact_layout *layout,
                                         const NHI_REAL *readings) {
    return &nhi_free_positions(layout, readings)[layout->positions];
}

/** Returns a bound of the terms of a rate, with which a value that is almost zero is compared. */
static inline NHI_REAL nhi_size_of_rate(const NHI_REAL *rate, const NHI_REAL *v, int n) {
    NHI_REAL product = (NHI_REAL)0;
    NHI_REAL size = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        product += rate[1 + i] * v[i];
        size += nhi_abs(rate[1 + i] * v[i]);
    }
    return size + nhi_abs(rate[0] - product);
}

/* Decisions. */

/**
 * Finds the contacts that are open for initial values: those with a gap, and those that separate in
 * the direction of the step `h`. Fails for overlaps, impacts, and coefficients of restitution out
 * of range.
 */
static inline nhi_failed_contact nhi_open_at(const nhi_contact_layout *layout,
                                             const NHI_REAL *readings, const NHI_REAL *q,
                                             int entries, const NHI_REAL *v, NHI_REAL h,
                                             uint32_t *open) {
    const NHI_REAL zero = (NHI_REAL)0;
    const NHI_REAL largest = nhi_largest(q, entries);
    const NHI_REAL tolerance = nhi_constraint_tolerance();
    nhi_failed_contact failed = {NHI_OK, 0, zero};
    uint32_t set = 0u;
    for (int contact = 0; (contact < layout->contacts) && (failed.status == NHI_OK); contact++) {
        const NHI_REAL gap = nhi_gap(layout, readings, contact);
        const NHI_REAL restitution = nhi_restitution(layout, readings, contact);
        const NHI_REAL *const rate = nhi_rates(layout, readings, contact);
        NHI_REAL size = zero;
        for (int i = 0; i < layout->velocities; i++) {
            size += nhi_abs(rate[1 + i]);
        }
        const NHI_REAL none = (tolerance * size) * largest;
        const NHI_REAL still = tolerance * nhi_size_of_rate(rate, v, layout->velocities);
        /* Backwards in time, bodies that approach separate. */
        const NHI_REAL speed = (h < zero) ? -rate[0] : rate[0];
        failed.contact = contact;
        if (!((zero <= restitution) && (restitution <= (NHI_REAL)1))) {
            failed.status = NHI_RESTITUTION;
            failed.value = restitution;
        } else if ((nhi_abs(gap) <= none) && (speed < -still)) {
            failed.status = NHI_APPROACH;
            failed.value = -speed;
        } else if (gap < -none) {
            failed.status = NHI_OVERLAP;
            failed.value = gap;
        } else if ((gap > none) || (speed > still)) {
            set |= nhi_set_of(contact);
        } else {
            /* Closed. */
        }
    }
    *open = set;
    return failed;
}

/** Returns true if the bodies of an open contact overlap by more than the rounding errors of a change
    within a step `h`. */
static inline int nhi_overlaps(const nhi_contact_layout *layout, const NHI_REAL *readings,
                               int contact, const NHI_REAL *q, int entries, const NHI_REAL *v,
                               NHI_REAL h) {
    const NHI_REAL *const rate = nhi_rates(layout, readings, contact);
    NHI_REAL size = (NHI_REAL)0;
    for (int i = 0; i < layout->velocities; i++) {
        size += nhi_abs(rate[1 + i]);
    }
    const NHI_REAL scale = (size * nhi_largest(q, entries)) +
                           (nhi_abs(h) * nhi_size_of_rate(rate, v, layout->velocities));
    return nhi_gap(layout, readings, contact) < (-nhi_round_off() * scale);
}

/**
 * Finds the contacts that meet in a step `h` if the gap of one vanishes: those that approach and
 * whose gaps vanish with it; none if its bodies only touch. If it `sinks`, its bodies overlap
 * afterwards, although they do not approach: it closes without an impact. Fails if a contact closes
 * backwards in time, or sinks with a restitution, after bounces shorter than rounding errors.
 */
static inline nhi_status nhi_meeting_at(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                        uint32_t open, int contact, int sinks, NHI_REAL h,
                                        nhi_meeting *meeting) {
    const int is_undone = nhi_is_negative(h);
    /* Backwards in time, bodies that separate meet. */
    const NHI_REAL direction = (is_undone != 0) ? (NHI_REAL)-1 : (NHI_REAL)1;
    const nhi_meeting none = {0u, 0u, is_undone};
    *meeting = none;
    if (!((direction * nhi_rates(layout, readings, contact)[0]) < (NHI_REAL)0)) {
        if (sinks == 0) {
            return NHI_OK;
        }
        if (nhi_restitution(layout, readings, contact) > (NHI_REAL)0) {
            return NHI_BOUNCES;
        }
    }
    for (int other = 0; other < layout->contacts; other++) {
        const NHI_REAL rate = nhi_rates(layout, readings, other)[0];
        const NHI_REAL reach = nhi_negligible() * nhi_abs(h * rate);
        if ((nhi_has(open, other) != 0) &&
            ((other == contact) || (((direction * rate) < (NHI_REAL)0) &&
                                    (nhi_gap(layout, readings, other) <= reach)))) {
            meeting->touching |= nhi_set_of(other);
            if (nhi_restitution(layout, readings, other) == (NHI_REAL)0) {
                meeting->closing |= nhi_set_of(other);
            }
        }
    }
    return ((meeting->closing != 0u) && (is_undone != 0)) ? NHI_IRREVERSIBLE : NHI_OK;
}

/** Adds the changes of an impact between two sets of open contacts. */
static inline void nhi_add_changes_of_impact(nhi_contact_changes *changes, int contacts,
                                             nhi_meeting meeting, uint32_t before, uint32_t after,
                                             double time) {
    for (int contact = 0; contact < contacts; contact++) {
        if (nhi_has(meeting.touching, contact) != 0) {
            const int is_open = nhi_has(after, contact);
            nhi_add_change(changes, contact, (is_open != 0) ? NHI_REBOUNDS : NHI_CLOSES, time);
        } else if ((nhi_has(before, contact) == 0) && (nhi_has(after, contact) != 0)) {
            nhi_add_change(changes, contact, NHI_OPENS, time);
        } else {
            /* It does not change. */
        }
    }
}

/** Replaces those of n coordinates by zero that are only the rounding errors of a step. Contacts
    often meet at an origin, and residuals have no other scale there. */
static inline void nhi_clear_round_off(NHI_REAL *q, const NHI_REAL *v, int n, NHI_REAL h) {
    for (int i = 0; i < n; i++) {
        if (nhi_abs(q[i]) <= (nhi_round_off() * nhi_abs(h * v[i]))) {
            q[i] = (NHI_REAL)0;
        }
    }
}

/* Impacts and projections. */

/**
 * Solves `M d = A^T p`, `A d = r` for the change `d` of the velocity and the impulses `p`. Returns
 * them; NULL if the rows of `A` depend on each other, or the mass matrix is singular on the
 * velocities that they allow.
 */
static inline NHI_REAL *nhi_solve_rows(const NHI_REAL *masses, int n, const nhi_row *rows,
                                       int count, NHI_REAL *room) {
    const int size = n + count;
    NHI_REAL *const matrix = room;
    NHI_REAL *const right = &room[size * size];
    for (int i = 0; i < (size * size); i++) {
        matrix[i] = (NHI_REAL)0;
    }
    for (int i = 0; i < n; i++) {
        right[i] = (NHI_REAL)0;
        for (int j = 0; j < n; j++) {
            matrix[(i * size) + j] = masses[(i * n) + j];
        }
    }
    for (int i = n; i < size; i++) {
        right[i] = rows[i - n].change;
        for (int j = 0; j < n; j++) {
            matrix[(i * size) + j] = rows[i - n].entries[j];
            matrix[(j * size) + i] = -rows[i - n].entries[j];
        }
    }
    return (nhi_solve(size, 1, matrix, right, &right[size]) != 0) ? right : NULL;
}

static inline nhi_row nhi_row_of(const NHI_REAL *rate, NHI_REAL factor, int owner) {
    const nhi_row row = {&rate[1], -(factor * rate[0]), owner};
    return row;
}

/** Writes the rows of the constraints of a phase, in which these contacts are open. Returns their
    number. */
static inline int nhi_rows_of_phase(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                    uint32_t open, nhi_row *rows) {
    const int width = 1 + layout->velocities;
    int count = 0;
    for (int i = 0; i < layout->free; i++) {
        rows[count] = nhi_row_of(&nhi_free_rates(layout, readings)[i * width], (NHI_REAL)1, -1);
        count++;
    }
    for (int contact = 0; contact < layout->contacts; contact++) {
        const NHI_REAL *const rates = nhi_rates(layout, readings, contact);
        const int own = (nhi_has(open, contact) != 0) ? 0 : (1 + layout->dependents[contact]);
        for (int i = 0; i < own; i++) {
            rows[count] = nhi_row_of(&rates[i * width], (NHI_REAL)1, (i == 0) ? contact : -1);
            count++;
        }
    }
    return count;
}

/** Writes the rows of the contacts that meet, without those that leave. Returns their number. */
static inline int nhi_rows_of_meeting(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                      nhi_meeting meeting, uint32_t leaving, nhi_row *rows) {
    const int width = 1 + layout->velocities;
    int count = 0;
    for (int contact = 0; contact < layout->contacts; contact++) {
        if (nhi_has(meeting.touching & ~leaving, contact) == 0) {
            continue;
        }
        const NHI_REAL *const rates = nhi_rates(layout, readings, contact);
        const int stays = nhi_has(meeting.closing, contact);
        NHI_REAL restitution = nhi_restitution(layout, readings, contact);
        if (stays != 0) {
            restitution = (NHI_REAL)0;
        } else if (meeting.is_undone != 0) {
            restitution = (NHI_REAL)1 / restitution;
        } else {
            /* As written. */
        }
        rows[count] = nhi_row_of(rates, (NHI_REAL)1 + restitution, contact);
        count++;
        const int own = (stays != 0) ? layout->dependents[contact] : 0;
        for (int i = 1; i <= own; i++) {
            rows[count] = nhi_row_of(&rates[i * width], (NHI_REAL)1, -1);
            count++;
        }
    }
    return count;
}

/** Returns a sum that is zero if only its rounding error is left, so that bodies come to rest. */
static inline NHI_REAL nhi_sum_without_round_off(NHI_REAL v, NHI_REAL change) {
    const NHI_REAL sum = v + change;
    return (nhi_abs(sum) <= (nhi_round_off() * nhi_abs(v))) ? (NHI_REAL)0 : sum;
}

/** Writes the rows of an impact in a phase, without those of contacts that leave. Returns their
    number. */
static inline int nhi_rows_of_impact(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                     uint32_t open, nhi_meeting meeting, uint32_t leaving,
                                     nhi_row *rows) {
    const int of_phase = nhi_rows_of_phase(layout, readings, open | leaving, rows);
    return of_phase + nhi_rows_of_meeting(layout, readings, meeting, leaving, &rows[of_phase]);
}

/** Returns the place of the gap of a contact among rows, or -1. */
static inline int nhi_row_of_contact(const nhi_row *rows, int count, int contact) {
    int found = -1;
    for (int i = 0; (i < count) && (found < 0); i++) {
        found = (rows[i].owner == contact) ? i : -1;
    }
    return found;
}

/** Returns true if a gap does not grow as fast as its row demands by this change of n velocities. */
static inline int nhi_falls_short(nhi_row row, const NHI_REAL *change, int n, NHI_REAL direction) {
    NHI_REAL excess = -row.change;
    NHI_REAL size = nhi_abs(row.change);
    for (int i = 0; i < n; i++) {
        excess += row.entries[i] * change[i];
        size += nhi_abs(row.entries[i] * change[i]);
    }
    return (direction * excess) < (-nhi_round_off() * size);
}

/**
 * Replaces the velocity by that after an impact. Contacts press but do not pull: the rows of some
 * are left out, whose gaps grow faster than their rows demand. They are added to `leaving`, and open
 * after the impact. Returns false if the velocity is not determined.
 */
static inline int nhi_after_impact(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                   uint32_t open, nhi_meeting meeting, NHI_REAL *v,
                                   uint32_t *leaving, nhi_row *rows, NHI_REAL *room) {
    const int n = layout->velocities;
    /* Backwards in time, impulses are undone. */
    const NHI_REAL direction = (meeting.is_undone != 0) ? (NHI_REAL)-1 : (NHI_REAL)1;
    *leaving = 0u;
    for (int trial = 0; trial < NHI_MOST_TRIALS; trial++) {
        int count = nhi_rows_of_impact(layout, readings, open, meeting, *leaving, rows);
        const NHI_REAL *const change =
            nhi_solve_rows(nhi_masses(layout, readings), n, rows, count, room);
        if (change == NULL) {
            return 0;
        }
        const NHI_REAL least = -nhi_round_off() * nhi_largest(&change[n], count);
        uint32_t wrong = 0u;
        for (int contact = 0; contact < layout->contacts; contact++) {
            const int place = nhi_row_of_contact(rows, count, contact);
            if ((place >= 0) && ((direction * change[n + place]) < least)) {
                wrong |= nhi_set_of(contact);
            }
        }
        count = (*leaving == 0u)
                    ? 0
                    : nhi_rows_of_impact(layout, readings, open, meeting, 0u, rows);
        for (int contact = 0; contact < layout->contacts; contact++) {
            const int place = nhi_row_of_contact(rows, count, contact);
            if ((place >= 0) && (nhi_has(*leaving, contact) != 0) &&
                (nhi_falls_short(rows[place], change, n, direction) != 0)) {
                wrong |= nhi_set_of(contact);
            }
        }
        if (wrong == 0u) {
            for (int i = 0; i < n; i++) {
                v[i] = nhi_sum_without_round_off(v[i], change[i]);
            }
            return 1;
        }
        /* The first of them. */
        *leaving ^= wrong & (~wrong + 1u);
    }
    return 0;
}

/** Projects a velocity onto the constraints of a phase, in the metric of the masses. Leaves it
    unchanged if the constraints depend on each other. */
static inline void nhi_project_velocity(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                        uint32_t open, NHI_REAL *v, nhi_row *rows,
                                        NHI_REAL *room) {
    const int n = layout->velocities;
    const int count = nhi_rows_of_phase(layout, readings, open, rows);
    const NHI_REAL *const change =
        nhi_solve_rows(nhi_masses(layout, readings), n, rows, count, room);
    if (change != NULL) {
        for (int i = 0; i < n; i++) {
            v[i] += change[i];
        }
    }
}

/**
 * Moves a configuration by one step of Newton's method towards the position constraints of a phase,
 * in the metric of the masses. Returns 1 if it was there to machine precision, 0 if not, -1 if the
 * step fails.
 */
static inline int nhi_project_position(const nhi_contact_layout *layout, const NHI_REAL *readings,
                                       uint32_t open, NHI_REAL *q, nhi_row *rows, NHI_REAL *room) {
    const int n = layout->velocities;
    const int others = layout->free - layout->positions;
    const NHI_REAL *const values = nhi_free_positions(layout, readings);
    int count = 0;
    for (int i = 0; i < layout->positions; i++) {
        const NHI_REAL *const rate = &nhi_free_rates(layout, readings)[(others + i) * (1 + n)];
        const nhi_row row = {&rate[1], -values[i], -1};
        rows[count] = row;
        count++;
    }
    for (int contact = 0; contact < layout->contacts; contact++) {
        if (nhi_has(open, contact) == 0) {
            const NHI_REAL gap = nhi_gap(layout, readings, contact);
            const nhi_row row = {&nhi_rates(layout, readings, contact)[1], -gap, -1};
            rows[count] = row;
            count++;
        }
    }
    if (count == 0) {
        return 1;
    }
    const NHI_REAL *const change =
        nhi_solve_rows(nhi_masses(layout, readings), n, rows, count, room);
    if (change == NULL) {
        return -1;
    }
    NHI_REAL moved = (NHI_REAL)0;
    NHI_REAL size = (NHI_REAL)1;
    for (int i = 0; i < n; i++) {
        q[i] += change[i];
        moved = nhi_larger(moved, nhi_abs(change[i]));
        size = nhi_larger(size, nhi_abs(q[i]));
    }
    return moved <= (((NHI_REAL)4 * NHI_EPSILON) * size);
}

/** Returns the change of the kinetic energy from one velocity to another. */
static inline NHI_REAL nhi_energy_of_impact(const nhi_contact_layout *layout,
                                            const NHI_REAL *readings, const NHI_REAL *before,
                                            const NHI_REAL *after) {
    const int n = layout->velocities;
    const NHI_REAL *const masses = nhi_masses(layout, readings);
    NHI_REAL change = (NHI_REAL)0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            change += (masses[(i * n) + j] * (after[i] - before[i])) * (after[j] + before[j]);
        }
    }
    return (NHI_REAL)0.5 * change;
}

/* The time of a change. */

/** A search for a zero of a function within a step, by Illinois' variant of the rule of false
    position. The zero is between `low` and `high`, shares of the step. */
typedef struct {
    NHI_REAL after; /* The value at the end of the step. */
    NHI_REAL low;
    NHI_REAL value_at_low;
    NHI_REAL high;
    NHI_REAL value_at_high;
    NHI_REAL share; /* That to evaluate next. */
    int count;
} nhi_zero;

static inline nhi_zero nhi_zero_begin(NHI_REAL before, NHI_REAL after) {
    const nhi_zero begun = {after,         (NHI_REAL)0, before, (NHI_REAL)1,
                            after,         (NHI_REAL)0, 0};
    return begun;
}

/** Chooses the next share; returns false if the search has ended. */
static inline int nhi_zero_next(nhi_zero *zero) {
    const NHI_REAL low = zero->low;
    const NHI_REAL high = zero->high;
    const NHI_REAL secant = ((low * zero->value_at_high) - (high * zero->value_at_low)) /
                            (zero->value_at_high - zero->value_at_low);
    const NHI_REAL middle = (NHI_REAL)0.5 * (low + high);
    zero->share = ((low < secant) && (secant < high)) ? secant : middle;
    zero->count++;
    return (zero->after != (NHI_REAL)0) && (zero->count <= 100) &&
           !(((high - low) <= ((NHI_REAL)2 * NHI_EPSILON)) || (zero->share <= low) ||
             (zero->share >= high));
}

/** Adds the value at the share; returns true if the share is not before the zero. */
static inline int nhi_zero_add(nhi_zero *zero, NHI_REAL value) {
    if (value == (NHI_REAL)0) {
        zero->count = 100;
    }
    if ((value * zero->after) < (NHI_REAL)0) {
        zero->low = zero->share;
        zero->value_at_low = value;
        zero->value_at_high *= (NHI_REAL)0.5;
        return 0;
    }
    zero->high = zero->share;
    zero->value_at_high = value;
    zero->value_at_low *= (NHI_REAL)0.5;
    return 1;
}

#endif
