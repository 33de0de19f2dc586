/*
 * An FMU for Co-Simulation (FMI 3.0) of one integrator with the laws of a scenario.
 *
 * What depends on the model comes before this text: the struct `motion` and its functions. A
 * communication step is a whole number of steps.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The types of the standard, FMI 3.0. */
typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef _Bool fmi3Boolean;
typedef _Bool fmi3Clock;
typedef uint8_t fmi3Byte;
typedef const char *fmi3String;
typedef const fmi3Byte *fmi3Binary;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef enum {
    fmi3IntervalNotYetKnown,
    fmi3IntervalUnchanged,
    fmi3IntervalChanged
} fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean *,
                                               fmi3Float64 *);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

/* The phases of an instance. */
enum { CREATED, INITIALISING, STEPPING, ENDED };

typedef struct {
    motion data;
    int phase;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
} fmu_instance;

static void say(const fmu_instance *instance, fmi3Status status, const char *format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (instance->log != NULL) {
        instance->log(instance->environment, status, "logStatusError", text);
    }
}

/** Tells why a call failed. */
static fmi3Status failed(const fmu_instance *instance, const nhi_failure *failure) {
    say(instance, fmi3Error, "at t = %.17g: %s%s%s (value %.17g, scale %.17g, %u iterations)",
        failure->time, nhi_message(failure->status), (failure->name[0] == '\0') ? "" : ": ",
        failure->name, failure->value, failure->scale, failure->newton.iterations);
    return fmi3Error;
}

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance i, fmi3Boolean on, size_t n,
                               const fmi3String categories[]) {
    (void)i, (void)on, (void)n, (void)categories;
    return fmi3OK;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference required[], size_t n,
                                         fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
    (void)resources, (void)visible, (void)logging, (void)events, (void)early, (void)required;
    (void)n, (void)update;
    fmu_instance *const instance = calloc(1, sizeof *instance);
    if (instance == NULL) {
        return NULL;
    }
    instance->environment = environment;
    instance->log = log;
    if ((token == NULL) || (strcmp(token, FMU_TOKEN) != 0)) {
        say(instance, fmi3Error, "the instantiation token of `%s` is that of another model",
            (name == NULL) ? "" : name);
        free(instance);
        return NULL;
    }
    motion_reset(&instance->data);
    instance->phase = CREATED;
    return instance;
}

void fmi3FreeInstance(fmi3Instance i) { free(i); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance i, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean has_stop, fmi3Float64 stop) {
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    fmu_instance *const instance = i;
    instance->data.t = start;
    instance->phase = INITIALISING;
    return fmi3OK;
}

/** Makes the first state from the initial values, and what is read from it. */
static fmi3Status begin(fmu_instance *instance) {
    nhi_failure failure;
    if (motion_begin(&instance->data, &failure) != NHI_OK) {
        return failed(instance, &failure);
    }
    return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance i) {
    fmu_instance *const instance = i;
    const fmi3Status status = begin(instance);
    instance->phase = (status == fmi3OK) ? STEPPING : instance->phase;
    return status;
}

fmi3Status fmi3Terminate(fmi3Instance i) {
    ((fmu_instance *)i)->phase = ENDED;
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance i) {
    fmu_instance *const instance = i;
    motion_reset(&instance->data);
    instance->phase = CREATED;
    return fmi3OK;
}

fmi3Status fmi3GetFloat64(fmi3Instance i, const fmi3ValueReference references[], size_t n,
                          fmi3Float64 values[], size_t count) {
    fmu_instance *const instance = i;
    if (n != count) {
        say(instance, fmi3Error, "%u values for %u variables", (unsigned)count, (unsigned)n);
        return fmi3Error;
    }
    if ((instance->phase == INITIALISING) && (begin(instance) != fmi3OK)) {
        return fmi3Error;
    }
    if ((instance->phase == STEPPING) && (instance->data.is_stale != 0)) {
        nhi_failure failure;
        if (motion_observe(&instance->data, &failure) != NHI_OK) {
            return failed(instance, &failure);
        }
    }
    const int has_begun = instance->phase >= INITIALISING;
    for (size_t k = 0; k < n; k++) {
        const double *const value = motion_variable(&instance->data, references[k], has_begun);
        if (value == NULL) {
            say(instance, fmi3Error, "there is no variable %u", (unsigned)references[k]);
            return fmi3Error;
        }
        values[k] = *value;
    }
    return fmi3OK;
}

fmi3Status fmi3SetFloat64(fmi3Instance i, const fmi3ValueReference references[], size_t n,
                          const fmi3Float64 values[], size_t count) {
    fmu_instance *const instance = i;
    if (n != count) {
        say(instance, fmi3Error, "%u values for %u variables", (unsigned)count, (unsigned)n);
        return fmi3Error;
    }
    for (size_t k = 0; k < n; k++) {
        const int is_early = instance->phase < STEPPING;
        if (motion_set(&instance->data, references[k], values[k], is_early) == 0) {
            say(instance, fmi3Error, "the variable %u cannot be set %s", (unsigned)references[k],
                is_early ? "at all" : "after the start");
            return fmi3Error;
        }
    }
    return fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance i, fmi3Float64 point, fmi3Float64 size, fmi3Boolean no_set,
                      fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early,
                      fmi3Float64 *last) {
    (void)no_set;
    fmu_instance *const instance = i;
    const double h = (double)instance->data.h;
    const double steps = floor((size / h) + 0.5);
    const double tolerance = 1e-9 * (fabs(size) + (1e-6 * fabs(point)) + fabs(h));
    *event = (fmi3Boolean)0;
    *terminate = (fmi3Boolean)0;
    *early = (fmi3Boolean)0;
    *last = motion_time(&instance->data);
    if (instance->phase != STEPPING) {
        say(instance, fmi3Error, "a step before the end of the initialization");
        return fmi3Error;
    }
    if (!(steps >= 1.0) || !(fabs((steps * h) - size) <= tolerance)) {
        say(instance, fmi3Error,
            "the communication step %.17g is not a whole number of steps of %.17g", size, h);
        return fmi3Error;
    }
    if (!(fabs(point - *last) <= tolerance)) {
        say(instance, fmi3Error, "a step from t = %.17g, but the state is at t = %.17g", point,
            *last);
        return fmi3Error;
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
    return fmi3OK;
}

/* States. */

fmi3Status fmi3GetFMUState(fmi3Instance i, fmi3FMUState *state) {
    const fmu_instance *const instance = i;
    fmu_instance *const copy = (*state != NULL) ? *state : malloc(sizeof *copy);
    if (copy == NULL) {
        return fmi3Error;
    }
    *copy = *instance;
    *state = copy;
    return fmi3OK;
}

fmi3Status fmi3SetFMUState(fmi3Instance i, fmi3FMUState state) {
    fmu_instance *const instance = i;
    const fmu_instance *const copy = state;
    instance->data = copy->data;
    instance->phase = copy->phase;
    return fmi3OK;
}

fmi3Status fmi3FreeFMUState(fmi3Instance i, fmi3FMUState *state) {
    (void)i;
    free(*state);
    *state = NULL;
    return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance i, fmi3FMUState state, size_t *size) {
    (void)i, (void)state;
    *size = sizeof(motion) + sizeof(int);
    return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance i, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
    const fmu_instance *const copy = state;
    if (size != (sizeof(motion) + sizeof(int))) {
        say(i, fmi3Error, "a state has %u bytes", (unsigned)(sizeof(motion) + sizeof(int)));
        return fmi3Error;
    }
    memcpy(bytes, &copy->data, sizeof(motion));
    memcpy(bytes + sizeof(motion), &copy->phase, sizeof(int));
    return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance i, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state) {
    if (size != (sizeof(motion) + sizeof(int))) {
        say(i, fmi3Error, "a state has %u bytes", (unsigned)(sizeof(motion) + sizeof(int)));
        return fmi3Error;
    }
    const fmi3Status status = fmi3GetFMUState(i, state);
    if (status == fmi3OK) {
        fmu_instance *const copy = *state;
        memcpy(&copy->data, bytes, sizeof(motion));
        memcpy(&copy->phase, bytes + sizeof(motion), sizeof(int));
    }
    return status;
}

/* What this FMU does not have. */

fmi3Instance fmi3InstantiateModelExchange(fmi3String a, fmi3String b, fmi3String c, fmi3Boolean d,
                                          fmi3Boolean e, fmi3InstanceEnvironment f,
                                          fmi3LogMessageCallback g) {
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g;
    return NULL;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String a, fmi3String b, fmi3String c,
                                               fmi3Boolean d, fmi3Boolean e,
                                               fmi3InstanceEnvironment f, fmi3LogMessageCallback g,
                                               fmi3ClockUpdateCallback h,
                                               fmi3LockPreemptionCallback j,
                                               fmi3UnlockPreemptionCallback k) {
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h, (void)j, (void)k;
    return NULL;
}

#define NONE_OF(name, type)                                                                        \
    fmi3Status fmi3Get##name(fmi3Instance i, const fmi3ValueReference r[], size_t n, type v[],     \
                             size_t m) {                                                           \
        (void)i, (void)r, (void)v, (void)m;                                                        \
        return (n == 0) ? fmi3OK : fmi3Error;                                                      \
    }                                                                                              \
    fmi3Status fmi3Set##name(fmi3Instance i, const fmi3ValueReference r[], size_t n,               \
                             const type v[], size_t m) {                                           \
        (void)i, (void)r, (void)v, (void)m;                                                        \
        return (n == 0) ? fmi3OK : fmi3Error;                                                      \
    }

NONE_OF(Float32, fmi3Float32)
NONE_OF(Int8, fmi3Int8)
NONE_OF(UInt8, fmi3UInt8)
NONE_OF(Int16, fmi3Int16)
NONE_OF(UInt16, fmi3UInt16)
NONE_OF(Int32, fmi3Int32)
NONE_OF(UInt32, fmi3UInt32)
NONE_OF(Int64, fmi3Int64)
NONE_OF(UInt64, fmi3UInt64)
NONE_OF(Boolean, fmi3Boolean)
NONE_OF(String, fmi3String)

fmi3Status fmi3GetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, size_t s[],
                         fmi3Binary v[], size_t m) {
    (void)i, (void)r, (void)s, (void)v, (void)m;
    return (n == 0) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3SetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, const size_t s[],
                         const fmi3Binary v[], size_t m) {
    (void)i, (void)r, (void)s, (void)v, (void)m;
    return (n == 0) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3GetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Clock v[]) {
    (void)i, (void)r, (void)v;
    return (n == 0) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3SetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n,
                        const fmi3Clock v[]) {
    (void)i, (void)r, (void)v;
    return (n == 0) ? fmi3OK : fmi3Error;
}

#define NO(name, ...)                                                                              \
    fmi3Status fmi3##name(__VA_ARGS__)

NO(GetNumberOfVariableDependencies, fmi3Instance i, fmi3ValueReference r, size_t *n) {
    (void)i, (void)r, (void)n;
    return fmi3Error;
}
NO(GetVariableDependencies, fmi3Instance i, fmi3ValueReference r, size_t a[],
   fmi3ValueReference b[], size_t c[], fmi3DependencyKind d[], size_t n) {
    (void)i, (void)r, (void)a, (void)b, (void)c, (void)d, (void)n;
    return fmi3Error;
}
NO(GetDirectionalDerivative, fmi3Instance i, const fmi3ValueReference a[], size_t b,
   const fmi3ValueReference c[], size_t d, const fmi3Float64 e[], size_t f, fmi3Float64 g[],
   size_t h) {
    (void)i, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    return fmi3Error;
}
NO(GetAdjointDerivative, fmi3Instance i, const fmi3ValueReference a[], size_t b,
   const fmi3ValueReference c[], size_t d, const fmi3Float64 e[], size_t f, fmi3Float64 g[],
   size_t h) {
    (void)i, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    return fmi3Error;
}
NO(EnterConfigurationMode, fmi3Instance i) { (void)i; return fmi3Error; }
NO(ExitConfigurationMode, fmi3Instance i) { (void)i; return fmi3Error; }
NO(EnterEventMode, fmi3Instance i) { (void)i; return fmi3Error; }
NO(EnterStepMode, fmi3Instance i) { (void)i; return fmi3OK; }
NO(EnterContinuousTimeMode, fmi3Instance i) { (void)i; return fmi3Error; }
NO(EvaluateDiscreteStates, fmi3Instance i) { (void)i; return fmi3Error; }
NO(UpdateDiscreteStates, fmi3Instance i, fmi3Boolean *a, fmi3Boolean *b, fmi3Boolean *c,
   fmi3Boolean *d, fmi3Boolean *e, fmi3Float64 *f) {
    (void)i, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    return fmi3Error;
}
NO(GetIntervalDecimal, fmi3Instance i, const fmi3ValueReference a[], size_t b, fmi3Float64 c[],
   fmi3IntervalQualifier d[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d;
    return fmi3Error;
}
NO(GetIntervalFraction, fmi3Instance i, const fmi3ValueReference a[], size_t b, fmi3UInt64 c[],
   fmi3UInt64 d[], fmi3IntervalQualifier e[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d, (void)e;
    return fmi3Error;
}
NO(GetShiftDecimal, fmi3Instance i, const fmi3ValueReference a[], size_t b, fmi3Float64 c[]) {
    (void)i, (void)a, (void)b, (void)c;
    return fmi3Error;
}
NO(GetShiftFraction, fmi3Instance i, const fmi3ValueReference a[], size_t b, fmi3UInt64 c[],
   fmi3UInt64 d[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d;
    return fmi3Error;
}
NO(SetIntervalDecimal, fmi3Instance i, const fmi3ValueReference a[], size_t b,
   const fmi3Float64 c[]) {
    (void)i, (void)a, (void)b, (void)c;
    return fmi3Error;
}
NO(SetIntervalFraction, fmi3Instance i, const fmi3ValueReference a[], size_t b,
   const fmi3UInt64 c[], const fmi3UInt64 d[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d;
    return fmi3Error;
}
NO(SetShiftDecimal, fmi3Instance i, const fmi3ValueReference a[], size_t b, const fmi3Float64 c[]) {
    (void)i, (void)a, (void)b, (void)c;
    return fmi3Error;
}
NO(SetShiftFraction, fmi3Instance i, const fmi3ValueReference a[], size_t b, const fmi3UInt64 c[],
   const fmi3UInt64 d[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d;
    return fmi3Error;
}
NO(SetTime, fmi3Instance i, fmi3Float64 t) { (void)i, (void)t; return fmi3Error; }
NO(SetContinuousStates, fmi3Instance i, const fmi3Float64 a[], size_t n) {
    (void)i, (void)a, (void)n;
    return fmi3Error;
}
NO(GetContinuousStateDerivatives, fmi3Instance i, fmi3Float64 a[], size_t n) {
    (void)i, (void)a, (void)n;
    return fmi3Error;
}
NO(GetEventIndicators, fmi3Instance i, fmi3Float64 a[], size_t n) {
    (void)i, (void)a, (void)n;
    return fmi3Error;
}
NO(GetContinuousStates, fmi3Instance i, fmi3Float64 a[], size_t n) {
    (void)i, (void)a, (void)n;
    return fmi3Error;
}
NO(GetNominalsOfContinuousStates, fmi3Instance i, fmi3Float64 a[], size_t n) {
    (void)i, (void)a, (void)n;
    return fmi3Error;
}
NO(GetNumberOfEventIndicators, fmi3Instance i, size_t *n) { (void)i, (void)n; return fmi3Error; }
NO(GetNumberOfContinuousStates, fmi3Instance i, size_t *n) { (void)i, (void)n; return fmi3Error; }
NO(CompletedIntegratorStep, fmi3Instance i, fmi3Boolean a, fmi3Boolean *b, fmi3Boolean *c) {
    (void)i, (void)a, (void)b, (void)c;
    return fmi3Error;
}
NO(GetOutputDerivatives, fmi3Instance i, const fmi3ValueReference a[], size_t b,
   const fmi3Int32 c[], fmi3Float64 d[], size_t e) {
    (void)i, (void)a, (void)b, (void)c, (void)d, (void)e;
    return fmi3Error;
}
NO(ActivateModelPartition, fmi3Instance i, fmi3ValueReference a, fmi3Float64 b) {
    (void)i, (void)a, (void)b;
    return fmi3Error;
}
