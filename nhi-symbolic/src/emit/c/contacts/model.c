/* Contacts that open and close: functions of the model. */

/** Writes the readings at a sample. */
static void MODEL_contact_read(const MODEL_parameters *parameters, const MODEL_sample *sample,
                       NHI_REAL readings[N_READINGS]) {
    MODEL_contact_readings(parameters, sample->t, &sample->q, &sample->v, readings);
}

/** Returns the force of a closed contact, or the gap of an open one; a negative number is
    impossible. */
static NHI_REAL MODEL_contact_value(const MODEL_parameters *parameters, int contact, uint32_t open,
                            const MODEL_sample *sample) {
    NHI_REAL readings[N_READINGS];
    if (nhi_has(open, contact) == 0) {
        return MODEL_contact_force(contact, &sample->lambda);
    }
    MODEL_contact_read(parameters, sample, readings);
    return nhi_gap(&MODEL_contact_layout, readings, contact);
}

/** Returns true if the bodies of an open contact overlap by more than the rounding errors of a change
    within a step `h`. */
static int MODEL_contact_sinks(const MODEL_parameters *parameters, int contact, uint32_t open,
                               const MODEL_sample *last, NHI_REAL h) {
    NHI_REAL readings[N_READINGS];
    NHI_REAL q[N_COORDINATES];
    NHI_REAL v[N_VELOCITIES];
    MODEL_contact_read(parameters, last, readings);
    MODEL_contact_entries(&last->q, q);
    MODEL_contact_components(&last->v, v);
    return (nhi_has(open, contact) != 0) &&
           (nhi_overlaps(&MODEL_contact_layout, readings, contact, q, N_COORDINATES, v, h) != 0);
}

/** Returns true if no closed contact pulls, and the bodies of no open one overlap. */
static int MODEL_contact_is_possible(const MODEL_parameters *parameters, uint32_t open,
                             const MODEL_sample *sample) {
    for (int contact = 0; contact < N_CONTACTS; contact++) {
        if (MODEL_contact_value(parameters, contact, open, sample) < (NHI_REAL)0) {
            return 0;
        }
    }
    return 1;
}

/** Projects the velocity of a sample onto the constraints of a phase. */
static void MODEL_contact_project_velocity(const MODEL_parameters *parameters, uint32_t open,
                                   MODEL_sample *sample) {
    NHI_REAL readings[N_READINGS];
    NHI_REAL v[N_VELOCITIES];
    NHI_REAL room[NHI_IMPACT_ROOM(N_VELOCITIES + N_MULTIPLIERS)];
    nhi_row rows[N_MULTIPLIERS];
    MODEL_contact_read(parameters, sample, readings);
    MODEL_contact_components(&sample->v, v);
    nhi_project_velocity(&MODEL_contact_layout, readings, open, v, rows, room);
    MODEL_contact_of_components(v, &sample->v);
}

/** Moves the configuration of a sample onto the position constraints of a phase. Leaves it
    unchanged if that fails, or if velocities are not the rates of the entries. */
static void MODEL_contact_project_position(const MODEL_parameters *parameters, uint32_t open,
                                   MODEL_sample *sample) {
    NHI_REAL readings[N_READINGS];
    NHI_REAL q[N_COORDINATES];
    NHI_REAL room[NHI_IMPACT_ROOM(N_VELOCITIES + N_MULTIPLIERS)];
    nhi_row rows[N_MULTIPLIERS];
    MODEL_sample moved = *sample;
    int is_there = 0;
    for (int i = 0; (i < NHI_MOST_PROJECTIONS) && (is_there == 0); i++) {
        MODEL_contact_read(parameters, &moved, readings);
        MODEL_contact_entries(&moved.q, q);
        is_there = (N_COORDINATES == N_VELOCITIES)
                       ? nhi_project_position(&MODEL_contact_layout, readings, open, q, rows, room)
                       : -1;
        MODEL_contact_of_entries(q, &moved.q);
    }
    if (is_there > 0) {
        *sample = moved;
    }
}

/** Replaces those coordinates by zero that are only rounding errors of a step `h`. */
static void MODEL_contact_clear_round_off(MODEL_sample *sample, NHI_REAL h) {
    NHI_REAL q[N_COORDINATES];
    NHI_REAL v[N_VELOCITIES];
    MODEL_contact_entries(&sample->q, q);
    MODEL_contact_components(&sample->v, v);
    nhi_clear_round_off(q, v, N_RATES, h);
    MODEL_contact_of_entries(q, &sample->q);
}

/** Replaces the velocity of a sample by that after an impact of a contact, and finds the contacts
    that meet; none if its bodies only touch. Adds the change of the energy, and the contacts that
    open. */
static nhi_status MODEL_contact_impact(const MODEL_parameters *parameters, uint32_t open, int contact,
                               int sinks, NHI_REAL h, MODEL_sample *sample, nhi_meeting *meeting,
                               uint32_t *leaving, double *energy, nhi_failure *failure) {
    NHI_REAL readings[N_READINGS];
    NHI_REAL before[N_VELOCITIES];
    NHI_REAL after[N_VELOCITIES];
    NHI_REAL room[NHI_IMPACT_ROOM(N_VELOCITIES + N_MULTIPLIERS)];
    nhi_row rows[N_MULTIPLIERS];
    const NHI_REAL zero = (NHI_REAL)0;
    *leaving = 0u;
    MODEL_contact_read(parameters, sample, readings);
    const nhi_status status = nhi_meeting_at(&MODEL_contact_layout, readings, open, contact, sinks,
                                             h, meeting);
    if (status != NHI_OK) {
        return MODEL_contact_fail(failure, status, sample->t, contact, zero);
    }
    if (meeting->touching == 0u) {
        return NHI_OK;
    }
    MODEL_contact_components(&sample->v, before);
    MODEL_contact_components(&sample->v, after);
    if (nhi_after_impact(&MODEL_contact_layout, readings, open, *meeting, after, leaving, rows, room) ==
        0) {
        return MODEL_contact_fail(failure, NHI_UNDETERMINED, sample->t, contact, zero);
    }
    *energy += (double)nhi_energy_of_impact(&MODEL_contact_layout, readings, before, after);
    MODEL_contact_of_components(after, &sample->v);
    return NHI_OK;
}

