/* The functions of FMI 3.0 for Co-Simulation, over those of an instance. */

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

static void tell(const fmu_instance *instance, const char *text) {
    const fmi3LogMessageCallback log = (fmi3LogMessageCallback)instance->callback;
    log(instance->environment, fmi3Error, "logStatusError", text);
}

static fmi3Status status_of(int is_done) { return (is_done != 0) ? fmi3OK : fmi3Error; }

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
    return create(name, token, environment, (void (*)(void))log);
}

void fmi3FreeInstance(fmi3Instance i) { destroy(i); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance i, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean has_stop, fmi3Float64 stop) {
    (void)has_tolerance, (void)tolerance;
    fmu_instance *const instance = i;
    instance->data.t = start;
    instance->stop = has_stop ? stop : HUGE_VAL;
    instance->phase = INITIALISING;
    return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance i) { return status_of(end_initialization(i)); }

fmi3Status fmi3Terminate(fmi3Instance i) {
    ((fmu_instance *)i)->phase = ENDED;
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance i) {
    reset(i);
    return fmi3OK;
}

static int are_as_many(fmi3Instance i, size_t references, size_t values) {
    if (references != values) {
        say(i, "%u values for %u variables", (unsigned)values, (unsigned)references);
    }
    return references == values;
}

fmi3Status fmi3GetFloat64(fmi3Instance i, const fmi3ValueReference references[], size_t n,
                          fmi3Float64 values[], size_t count) {
    return status_of(are_as_many(i, n, count) && get(i, references, n, values));
}

fmi3Status fmi3SetFloat64(fmi3Instance i, const fmi3ValueReference references[], size_t n,
                          const fmi3Float64 values[], size_t count) {
    return status_of(are_as_many(i, n, count) && set(i, references, n, values));
}

fmi3Status fmi3DoStep(fmi3Instance i, fmi3Float64 point, fmi3Float64 size, fmi3Boolean no_set,
                      fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early,
                      fmi3Float64 *last) {
    (void)no_set;
    *event = (fmi3Boolean)0;
    *terminate = (fmi3Boolean)0;
    *early = (fmi3Boolean)0;
    return status_of(advance(i, point, size, last));
}

/* States. */

fmi3Status fmi3GetFMUState(fmi3Instance i, fmi3FMUState *state) {
    return status_of(keep_state(i, state));
}

fmi3Status fmi3SetFMUState(fmi3Instance i, fmi3FMUState state) {
    restore_state(i, state);
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
    *size = STATE_SIZE;
    return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance i, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
    return status_of(write_state(i, state, bytes, size));
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance i, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state) {
    return status_of(read_state(i, bytes, size, state));
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
