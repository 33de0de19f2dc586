/*
 * An instance of one integrator with the laws of a scenario, for co-simulation.
 *
 * What depends on the model comes before this text: the struct `motion` and its functions. The
 * functions of a version of FMI come after it. A communication step is a whole number of steps.
 * Functions that can fail return false then, after they have told the importer why.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The phases of an instance. */
enum { CREATED, INITIALISING, STEPPING, ENDED };

typedef struct {
    motion data;
    int phase;
    /** The time at which the importer stops, or infinity. */
    double stop;
    /** The importer, as its callback knows it. */
    void *environment;
    /** The callback for messages, of the type of the version. */
    void (*callback)(void);
    const char *name;
} fmu_instance;

/** The sizes of a state as bytes, and of the longest message. */
enum { STATE_SIZE = sizeof(motion) + sizeof(int), MESSAGE_SIZE = 600 };

/** Passes an error on to the callback, which is not NULL. */
static void tell(const fmu_instance *instance, const char *text);

static void say(const fmu_instance *instance, const char *format, ...) {
    char text[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (instance->callback != NULL) {
        tell(instance, text);
    }
}

/** Tells why a call failed; returns false. */
static int failed(const fmu_instance *instance, const nhi_failure *failure) {
    char numbers[MESSAGE_SIZE / 4] = "";
    if (failure->newton.iterations > 0u) {
        (void)snprintf(numbers, sizeof numbers, " (%u iterations)", failure->newton.iterations);
    } else if (failure->scale > 0.0) {
        (void)snprintf(numbers, sizeof numbers, " (%.17g, on the scale %.17g)", failure->value,
                       failure->scale);
    } else if ((failure->value < 0.0) || (failure->value > 0.0)) {
        (void)snprintf(numbers, sizeof numbers, " (%.17g)", failure->value);
    }
    say(instance, "at t = %.17g: %s%s%s%s", failure->time, nhi_message(failure->status),
        (failure->name[0] == '\0') ? "" : ": ", failure->name, numbers);
    return 0;
}

static void reset(fmu_instance *instance) {
    motion_reset(&instance->data);
    instance->stop = HUGE_VAL;
    instance->phase = CREATED;
}

/** Returns a new instance; NULL if the token is that of another model. */
static fmu_instance *create(const char *name, const char *token, void *environment,
                            void (*callback)(void)) {
    fmu_instance *const instance = calloc(1, sizeof *instance);
    if (instance == NULL) {
        return NULL;
    }
    const char *const named = (name == NULL) ? "" : name;
    char *const own = malloc(strlen(named) + 1);
    if (own == NULL) {
        free(instance);
        return NULL;
    }
    instance->name = strcpy(own, named);
    instance->environment = environment;
    instance->callback = callback;
    if ((token == NULL) || (strcmp(token, FMU_TOKEN) != 0)) {
        say(instance, "the token of `%s` is that of another model", named);
        free(own);
        free(instance);
        return NULL;
    }
    reset(instance);
    return instance;
}

static void destroy(fmu_instance *instance) {
    if (instance != NULL) {
        free((void *)instance->name);
        free(instance);
    }
}

/** Returns false if a law of a prescribed coordinate is a table that has no value at a time. */
static int is_prescribed(const fmu_instance *instance, double t, double tolerance) {
    const char *const name = motion_missing_law(t, tolerance);
    if (name != NULL) {
        say(instance, "at t = %.17g: the table of `%s` has no value here", t, name);
    }
    return name == NULL;
}

/** Makes the first state from the initial values, and what is read from it. */
static int begin(fmu_instance *instance) {
    nhi_failure failure;
    if (!is_prescribed(instance, instance->data.t, 1e-9 * fabs((double)instance->data.h))) {
        return 0;
    }
    return (motion_begin(&instance->data, &failure) == NHI_OK) || failed(instance, &failure);
}

static int end_initialization(fmu_instance *instance) {
    if (!begin(instance)) {
        return 0;
    }
    instance->phase = STEPPING;
    return 1;
}

/** Brings up to date what is read from the state. */
static int refresh(fmu_instance *instance) {
    if (instance->phase == INITIALISING) {
        return begin(instance);
    }
    if ((instance->phase >= STEPPING) && (instance->data.is_stale != 0)) {
        nhi_failure failure;
        return (motion_observe(&instance->data, &failure) == NHI_OK) || failed(instance, &failure);
    }
    return 1;
}

static int get(fmu_instance *instance, const unsigned references[], size_t n, double values[]) {
    if (!refresh(instance)) {
        return 0;
    }
    const int has_begun = instance->phase >= INITIALISING;
    for (size_t k = 0; k < n; k++) {
        const double *const value = motion_variable(&instance->data, references[k], has_begun);
        if (value == NULL) {
            say(instance, "there is no variable %u", references[k]);
            return 0;
        }
        values[k] = *value;
    }
    return 1;
}

static int set(fmu_instance *instance, const unsigned references[], size_t n,
               const double values[]) {
    for (size_t k = 0; k < n; k++) {
        const int is_early = instance->phase < STEPPING;
        if (motion_set(&instance->data, references[k], values[k], is_early) == 0) {
            say(instance, "the variable %u cannot be set %s", references[k],
                is_early ? "at all" : "after the start");
            return 0;
        }
    }
    return 1;
}

/** Makes the steps of a communication step; `last` is the last time that was reached. */
static int advance(fmu_instance *instance, double point, double size, double *last) {
    const double h = (double)instance->data.h;
    const double steps = floor((size / h) + 0.5);
    const double tolerance = 1e-9 * (fabs(size) + (1e-6 * fabs(point)) + fabs(h));
    *last = motion_time(&instance->data);
    if (instance->phase != STEPPING) {
        say(instance, "a step before the end of the initialization");
        return 0;
    }
    if (!(steps >= 1.0) || !(fabs((steps * h) - size) <= tolerance)) {
        say(instance, "the communication step %.17g is not a whole number of steps of %.17g", size,
            h);
        return 0;
    }
    /* Importers may add up their times, whose errors grow. */
    if (!(fabs(point - *last) <= 1e-3 * h)) {
        say(instance, "a step from t = %.17g, but the state is at t = %.17g", point, *last);
        return 0;
    }
    const double end = *last + size;
    if (end > instance->stop + (1e-3 * h)) {
        say(instance, "a step to t = %.17g, beyond the end at t = %.17g", end, instance->stop);
        return 0;
    }
    if (!is_prescribed(instance, end, tolerance)) {
        return 0;
    }
    for (double k = 0.0; k < steps; k += 1.0) {
        nhi_failure failure;
        const nhi_status status = motion_step(&instance->data, &failure);
        instance->data.t = motion_time(&instance->data);
        *last = instance->data.t;
        if (status != NHI_OK) {
            return failed(instance, &failure);
        }
    }
    return 1;
}

/* States: the data and the phase. */

/** Copies the state, into `*state` unless it is NULL. */
static int keep_state(const fmu_instance *instance, void **state) {
    fmu_instance *const copy = (*state != NULL) ? *state : malloc(sizeof *copy);
    if (copy == NULL) {
        say(instance, "no memory for a state");
        return 0;
    }
    *copy = *instance;
    *state = copy;
    return 1;
}

static void restore_state(fmu_instance *instance, const fmu_instance *state) {
    instance->data = state->data;
    instance->phase = state->phase;
}

static int has_size_of_state(const fmu_instance *instance, size_t size) {
    if (size != STATE_SIZE) {
        say(instance, "a state has %u bytes, not %u", (unsigned)STATE_SIZE, (unsigned)size);
        return 0;
    }
    return 1;
}

static int write_state(const fmu_instance *instance, const fmu_instance *state, void *bytes,
                       size_t size) {
    if (!has_size_of_state(instance, size)) {
        return 0;
    }
    memcpy(bytes, &state->data, sizeof(motion));
    memcpy((char *)bytes + sizeof(motion), &state->phase, sizeof(int));
    return 1;
}

static int read_state(const fmu_instance *instance, const void *bytes, size_t size, void **state) {
    if (!has_size_of_state(instance, size) || !keep_state(instance, state)) {
        return 0;
    }
    fmu_instance *const copy = *state;
    memcpy(&copy->data, bytes, sizeof(motion));
    memcpy(&copy->phase, (const char *)bytes + sizeof(motion), sizeof(int));
    return 1;
}

