/** A part of a step within one phase. */
typedef struct {
    STEPPER stepper; /* That whose single step it is. */
    STEPPER_state first;
    MODEL_sample began;
    STEPPER_state end;
} STEPPER_piece;

/** Makes the stepper for a part of a step. */
static nhi_status STEPPER_shorten(const STEPPER *stepper, NHI_REAL h, NHI_REAL t, int contact,
                                  STEPPER *shorter, nhi_failure *failure) {
    if (STEPPER_prepare(shorter, &stepper->parameters, h, NULL) != NHI_OK) {
        return MODEL_contact_fail(failure, NHI_SHORTENED, t, contact, (NHI_REAL)0);
    }
    STEPPER_set_newton(shorter, stepper->newton);
    return NHI_OK;
}

/**
 * Makes the first state of a part of a run, from a sample. Its velocity is projected onto the
 * constraints of the phase; so is its configuration if it is off the position constraints, as
 * samples of some integrators are.
 */
static nhi_status STEPPER_begin(const STEPPER *stepper, uint32_t open, const MODEL_sample *sample,
                                SIGNAL_PARAMETER STEPPER_state *state, nhi_failure *failure) {
    MODEL_sample begun = *sample;
    nhi_failure why = {NHI_OK, 0.0, "", 0.0, 0.0, {0u, 0.0, 0.0}};
    MODEL_contact_project_velocity(&stepper->parameters, open, &begun);
    nhi_status status = STEPPER_start_in(stepper, open, begun.t, &begun.q, &begun.v,
                              SIGNAL_ARGUMENT state, &why);
    if (status == NHI_OFF_CONSTRAINTS) {
        begun.v = sample->v;
        MODEL_contact_project_position(&stepper->parameters, open, &begun);
        MODEL_contact_project_velocity(&stepper->parameters, open, &begun);
        status = STEPPER_start_in(stepper, open, begun.t, &begun.q, &begun.v,
                              SIGNAL_ARGUMENT state, &why);
    }
    if ((status != NHI_OK) && (failure != NULL)) {
        *failure = why;
    }
    return status;
}

/** Makes the first state of a phase, and its sample: from a sample of a run, or from initial values,
    which are not projected. */
static nhi_status STEPPER_enter(const STEPPER *stepper, uint32_t open, const MODEL_sample *sample,
                                int is_start, SIGNAL_PARAMETER STEPPER_state *state,
                                MODEL_sample *begun, nhi_failure *failure) {
    nhi_status status =
        (is_start != 0)
            ? STEPPER_start_in(stepper, open, sample->t, &sample->q, &sample->v,
                               SIGNAL_ARGUMENT state, failure)
            : STEPPER_begin(stepper, open, sample, SIGNAL_ARGUMENT state, failure);
    if (status == NHI_OK) {
        status = STEPPER_sample(stepper, state, begun, failure);
    }
    return status;
}

/**
 * Finds the set of open contacts with which a motion goes on: no closed contact pulls, and each
 * contact that opened would pull if it were closed. The contacts `kept` remain open, and the contact
 * `known`, unless it is -1, fulfils its condition. The search goes on by the first contact that
 * violates one (Murty 1974), which finds the only solution.
 */
static nhi_status STEPPER_settle(const STEPPER *stepper, const MODEL_sample *sample, int is_start,
                                 uint32_t kept, int known, SIGNAL_PARAMETER uint32_t *open,
                                 nhi_failure *failure) {
    const uint32_t first = *open;
    int fulfilled = known;
    int closed = 0;
    for (int trial = 0; trial < NHI_MOST_TRIALS; trial++) {
        STEPPER_state state;
        MODEL_sample begun;
        const nhi_status status = STEPPER_enter(stepper, *open, sample, is_start,
                                                SIGNAL_ARGUMENT &state, &begun, failure);
        if (status != NHI_OK) {
            return status;
        }
        int violating = -1;
        for (int contact = 0; (contact < N_CONTACTS) && (violating < 0); contact++) {
            if ((contact == fulfilled) || (nhi_has(kept, contact) != 0)) {
                continue;
            }
            int is_wrong = 0;
            if (nhi_has(*open, contact) == 0) {
                is_wrong = nhi_is_negative(MODEL_contact_force(contact, &begun.lambda));
            } else {
                /* A contact that cannot be closed does not press. */
                MODEL_sample with;
                const uint32_t other = *open & ~nhi_set_of(contact);
                if (STEPPER_enter(stepper, other, sample, is_start, SIGNAL_ARGUMENT &state,
                                  &with, NULL) == NHI_OK) {
                    is_wrong = nhi_is_negative(-MODEL_contact_force(contact, &with.lambda));
                }
            }
            violating = (is_wrong != 0) ? contact : -1;
        }
        if (violating < 0) {
            return NHI_OK;
        }
        *open ^= nhi_set_of(violating);
        fulfilled = violating;
    }
    while ((closed < (N_CONTACTS - 1)) && (nhi_has(first, closed) != 0)) {
        closed++;
    }
    return MODEL_contact_fail(failure, NHI_NO_MOTION, sample->t, closed, (NHI_REAL)0);
}

/** Makes the sample after a part of a piece, of the length `h`. */
static nhi_status STEPPER_part(const STEPPER_piece *piece, NHI_REAL h, int contact,
                               SIGNAL_PARAMETER MODEL_sample *sample, nhi_failure *failure) {
    STEPPER shorter;
    STEPPER_state state;
    nhi_status status =
        STEPPER_shorten(&piece->stepper, h, piece->began.t, contact, &shorter, failure);
    if (status == NHI_OK) {
        status = STEPPER_begin(&shorter, piece->first.open, &piece->began,
                               SIGNAL_ARGUMENT &state, failure);
    }
    if (status == NHI_OK) {
        status = STEPPER_step_in(&shorter, &state, SIGNAL_ARGUMENT &state, failure);
    }
    if (status == NHI_OK) {
        status = STEPPER_sample(&shorter, &state, sample, failure);
    }
    return status;
}

/** Finds the sample at which the force or the gap of a contact vanishes within a piece, from the
    samples at its ends. */
static nhi_status STEPPER_locate(const STEPPER_piece *piece, int contact,
                                 const MODEL_sample *first, const MODEL_sample *last,
                                 SIGNAL_PARAMETER MODEL_sample *found, nhi_failure *failure) {
    const MODEL_parameters *const parameters = &piece->stepper.parameters;
    const uint32_t open = piece->end.open;
    const NHI_REAL after = MODEL_contact_value(parameters, contact, open, last);
    const NHI_REAL value = MODEL_contact_value(parameters, contact, open, first);
    /* Right after a change the value is zero, whatever its sign: the next zero counts. */
    nhi_zero zero = nhi_zero_begin((value > (NHI_REAL)0) ? value : -after, after);
    *found = *last;
    while (nhi_zero_next(&zero) != 0) {
        MODEL_sample sample;
        const nhi_status status = STEPPER_part(piece, zero.share * piece->stepper.h, contact,
                                               SIGNAL_ARGUMENT &sample, failure);
        if (status != NHI_OK) {
            return status;
        }
        if (nhi_zero_add(&zero, MODEL_contact_value(parameters, contact, open, &sample)) != 0) {
            *found = sample;
        }
    }
    return NHI_OK;
}

/** Finds the contact whose force or gap vanishes first in a step `whole`, without those that only
    touch, and the sample at which it does. The contact is -1 if there is none. `sinks` becomes true if it is open,
    and its bodies overlap at the end of the piece. */
static nhi_status STEPPER_first_vanished(const STEPPER_piece *piece, uint32_t touched,
                                         NHI_REAL whole,
                                         SIGNAL_PARAMETER int *contact, MODEL_sample *vanished,
                                         int *sinks, nhi_failure *failure) {
    const uint32_t open = piece->end.open;
    MODEL_sample first;
    MODEL_sample last;
    nhi_status status = STEPPER_sample(&piece->stepper, &piece->first, &first, failure);
    if (status == NHI_OK) {
        status = STEPPER_sample(&piece->stepper, &piece->end, &last, failure);
    }
    *contact = -1;
    *sinks = 0;
    for (int other = 0; (other < N_CONTACTS) && (status == NHI_OK); other++) {
        const NHI_REAL after = MODEL_contact_value(&piece->stepper.parameters, other, open, &last);
        if (!(after < (NHI_REAL)0) || (nhi_has(touched, other) != 0)) {
            continue;
        }
        MODEL_sample sample;
        status = STEPPER_locate(piece, other, &first, &last, SIGNAL_ARGUMENT &sample, failure);
        const int is_backwards = nhi_is_negative(piece->stepper.h);
        if ((status == NHI_OK) &&
            ((*contact < 0) || ((is_backwards != 0) ? (sample.t > vanished->t)
                                                    : (sample.t < vanished->t)))) {
            *contact = other;
            *vanished = sample;
            *sinks = MODEL_contact_sinks(&piece->stepper.parameters, other, open, &last, whole);
        }
    }
    return status;
}

/**
 * Changes a contact at the sample at which its force or gap vanishes: replaces the velocity of the
 * sample by that after the change, and the set of open contacts. `touches` becomes true if bodies
 * only touch. Adds the changes.
 */
static nhi_status STEPPER_change(const STEPPER *stepper, int contact, int sinks,
                                 SIGNAL_PARAMETER MODEL_sample *sample, uint32_t *open,
                                 nhi_contact_changes *changes, int *touches,
                                 nhi_failure *failure) {
    const uint32_t before = *open;
    const double t = (double)sample->t;
    nhi_meeting meeting = {0u, 0u, 0};
    uint32_t leaving = 0u;
    *touches = 0;
    if (nhi_has(before, contact) == 0) {
        const uint32_t begun = before | nhi_set_of(contact);
        *open = begun;
        const nhi_status status = STEPPER_settle(stepper, sample, 0, before, contact,
                                                 SIGNAL_ARGUMENT open, failure);
        /* Rounding errors do not close it again. */
        *open = (*open == before) ? begun : *open;
        if (nhi_has(*open, contact) != 0) {
            nhi_add_change(changes, contact, NHI_OPENS, t);
        }
        const uint32_t known = before | nhi_set_of(contact);
        nhi_add_changes_of_impact(changes, N_CONTACTS, meeting, known, *open, t);
        return status;
    }
    nhi_status status =
        MODEL_contact_impact(&stepper->parameters, before, contact, sinks, stepper->h, sample,
                             &meeting, &leaving, &changes->energy, failure);
    *touches = nhi_is_empty(meeting.touching);
    if ((status != NHI_OK) || (*touches != 0)) {
        return status;
    }
    *open = (before & ~meeting.closing) | leaving;
    const uint32_t begun = *open;
    status = STEPPER_settle(stepper, sample, 0, begun, -1, SIGNAL_ARGUMENT open, failure);
    nhi_add_changes_of_impact(changes, N_CONTACTS, meeting, before, *open, t);
    return status;
}

/** Makes the piece from a sample to the end of the whole step, of the length `rest`. */
static nhi_status STEPPER_piece_after(const STEPPER *stepper, int contact,
                                      const MODEL_sample *began, uint32_t open, NHI_REAL rest,
                                      SIGNAL_PARAMETER STEPPER_piece *piece,
                                      nhi_failure *failure) {
    piece->began = *began;
    nhi_status status =
        STEPPER_shorten(stepper, rest, began->t, contact, &piece->stepper, failure);
    if (status == NHI_OK) {
        status = STEPPER_begin(&piece->stepper, open, began, SIGNAL_ARGUMENT &piece->first,
                               failure);
    }
    if (status == NHI_OK) {
        status = STEPPER_step_in(&piece->stepper, &piece->first, SIGNAL_ARGUMENT &piece->end,
                                 failure);
    }
    return status;
}

/** Follows the changes of contacts in a step, from the piece that is the whole step in one phase.
    Replaces it by the last piece, and writes the sample and the open contacts at the end. */
static nhi_status STEPPER_follow(const STEPPER *stepper, NHI_REAL t_end,
                                 SIGNAL_PARAMETER STEPPER_piece *piece, MODEL_sample *sample,
                                 uint32_t *open, nhi_contact_changes *changes,
                                 nhi_failure *failure) {
    uint32_t touched = 0u;
    for (;;) {
        int contact = -1;
        int sinks = 0;
        int touches = 0;
        nhi_status status = STEPPER_first_vanished(piece, touched, stepper->h,
                                                   SIGNAL_ARGUMENT &contact, sample, &sinks,
                                                   failure);
        *open = piece->end.open;
        if ((status == NHI_OK) && (contact < 0)) {
            return STEPPER_sample(&piece->stepper, &piece->end, sample, failure);
        }
        if ((status == NHI_OK) && (changes->count >= NHI_MOST_CHANGES)) {
            return MODEL_contact_fail(failure, NHI_BOUNCES, sample->t, contact, (NHI_REAL)0);
        }
        if (status == NHI_OK) {
            MODEL_contact_clear_round_off(sample, stepper->h);
            status = STEPPER_change(stepper, contact, sinks, SIGNAL_ARGUMENT sample, open, changes,
                                    &touches, failure);
        }
        if (status != NHI_OK) {
            return status;
        }
        if (touches != 0) {
            touched |= nhi_set_of(contact);
            continue;
        }
        touched = 0u;
        const NHI_REAL rest = t_end - sample->t;
        if (nhi_abs(rest) <= (nhi_negligible() * nhi_abs(stepper->h))) {
            return NHI_OK;
        }
        const MODEL_sample began = *sample;
        status = STEPPER_piece_after(stepper, contact, &began, *open, rest,
                                     SIGNAL_ARGUMENT piece, failure);
        if (status != NHI_OK) {
            return status;
        }
    }
}

/** Makes the state one step after `first`, from the step in one phase that led to the impossible
    state `end`. */
static nhi_status STEPPER_step_over(const STEPPER *stepper, const STEPPER_state *first,
                                    const STEPPER_state *end, SIGNAL_PARAMETER STEPPER_state *next,
                                    nhi_failure *failure) {
    const NHI_REAL t_end = STEPPER_time(stepper, end);
    STEPPER_piece piece;
    MODEL_sample sample;
    uint32_t open = 0u;
    nhi_contact_changes changes = nhi_no_changes();
    piece.stepper = *stepper;
    piece.first = *first;
    piece.end = *end;
    nhi_status status = STEPPER_sample(stepper, first, &piece.began, failure);
    if (status == NHI_OK) {
        status = STEPPER_follow(stepper, t_end, SIGNAL_ARGUMENT &piece, &sample, &open, &changes,
                                failure);
    }
    if ((status == NHI_OK) && (changes.count == 0u)) {
        *next = *end;
    } else if (status == NHI_OK) {
        STEPPER_state made;
        sample.t = t_end;
        status = STEPPER_begin(stepper, open, &sample, SIGNAL_ARGUMENT &made, failure);
        if (status == NHI_OK) {
            STEPPER_set_clock(&made, end->origin, end->steps);
            made.changes = changes;
            *next = made;
        }
    } else {
        /* Nothing is written. */
    }
    return status;
}

nhi_status STEPPER_start(const STEPPER *stepper, NHI_REAL t, const MODEL_coordinates *q,
                         const MODEL_velocities *v, SIGNAL_PARAMETER STEPPER_state *state,
                         nhi_failure *failure) {
    NHI_REAL readings[N_READINGS];
    NHI_REAL entries[N_COORDINATES];
    NHI_REAL components[N_VELOCITIES];
    uint32_t open = 0u;
    MODEL_contact_readings(&stepper->parameters, t, q, v, readings);
    MODEL_contact_entries(q, entries);
    MODEL_contact_components(v, components);
    const nhi_failed_contact failed = nhi_open_at(&MODEL_contact_layout, readings, entries, N_COORDINATES,
                                                  components, stepper->h, &open);
    if (failed.status != NHI_OK) {
        return MODEL_contact_fail(failure, failed.status, t, failed.contact, failed.value);
    }
    MODEL_sample begun;
    STEPPER_state made;
    begun.t = t;
    begun.q = *q;
    begun.v = *v;
    nhi_status status =
        STEPPER_settle(stepper, &begun, 1, open, -1, SIGNAL_ARGUMENT &open, failure);
    if (status == NHI_OK) {
        status = STEPPER_start_in(stepper, open, t, q, v, SIGNAL_ARGUMENT &made, failure);
    }
    if (status == NHI_OK) {
        *state = made;
    }
    return status;
}

nhi_status STEPPER_step(const STEPPER *stepper, const STEPPER_state *state,
                        SIGNAL_PARAMETER STEPPER_state *next, nhi_failure *failure) {
    STEPPER_state end;
    MODEL_sample sample;
    nhi_status status = STEPPER_step_in(stepper, state, SIGNAL_ARGUMENT &end, failure);
    if (status == NHI_OK) {
        status = STEPPER_sample(stepper, &end, &sample, failure);
    }
    if (status != NHI_OK) {
        return status;
    }
    if (MODEL_contact_is_possible(&stepper->parameters, end.open, &sample) != 0) {
        *next = end;
        return NHI_OK;
    }
    return STEPPER_step_over(stepper, state, &end, SIGNAL_ARGUMENT next, failure);
}

