/* The functions of FMI 2.0 for Co-Simulation, over those of an instance. */

/* The types of the standard, FMI 2.0. */
typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated
} fmi2StatusKind;
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String,
                                   fmi2String, ...);
typedef struct {
    fmi2CallbackLogger logger;
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

/* The message is a format. Not every importer reads arguments, so it has none. */
static void tell(const fmu_instance *instance, const char *text) {
    char format[2 * MESSAGE_SIZE];
    size_t length = 0;
    for (; *text != '\0'; text++) {
        if (*text == '%') {
            format[length++] = '%';
        }
        format[length++] = *text;
    }
    format[length] = '\0';
    const fmi2CallbackLogger log = (fmi2CallbackLogger)instance->callback;
    log(instance->environment, instance->name, fmi2Error, "logStatusError", format);
}

static fmi2Status status_of(int is_done) { return (is_done != 0) ? fmi2OK : fmi2Error; }

const char *fmi2GetTypesPlatform(void) { return "default"; }

const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component i, fmi2Boolean on, size_t n,
                               const fmi2String categories[]) {
    (void)i, (void)on, (void)n, (void)categories;
    return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token,
                              fmi2String resources, const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible, fmi2Boolean logging) {
    (void)resources, (void)visible, (void)logging;
    if ((functions == NULL) || (type != fmi2CoSimulation)) {
        return NULL;
    }
    return create(name, token, functions->componentEnvironment,
                  (void (*)(void))functions->logger);
}

void fmi2FreeInstance(fmi2Component i) { destroy(i); }

fmi2Status fmi2SetupExperiment(fmi2Component i, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
    (void)has_tolerance, (void)tolerance;
    fmu_instance *const instance = i;
    instance->data.t = start;
    instance->stop = (has_stop != 0) ? stop : HUGE_VAL;
    return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component i) {
    ((fmu_instance *)i)->phase = INITIALISING;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component i) { return status_of(end_initialization(i)); }

fmi2Status fmi2Terminate(fmi2Component i) {
    ((fmu_instance *)i)->phase = ENDED;
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component i) {
    reset(i);
    return fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component i, const fmi2ValueReference references[], size_t n,
                       fmi2Real values[]) {
    return status_of(get(i, references, n, values));
}

fmi2Status fmi2SetReal(fmi2Component i, const fmi2ValueReference references[], size_t n,
                       const fmi2Real values[]) {
    return status_of(set(i, references, n, values));
}

fmi2Status fmi2DoStep(fmi2Component i, fmi2Real point, fmi2Real size, fmi2Boolean no_set) {
    (void)no_set;
    double last;
    return status_of(advance(i, point, size, &last));
}

/** Returns the time that was reached, also after a step that failed. */
fmi2Status fmi2GetRealStatus(fmi2Component i, fmi2StatusKind kind, fmi2Real *value) {
    *value = motion_time(&((fmu_instance *)i)->data);
    return (kind == fmi2LastSuccessfulTime) ? fmi2OK : fmi2Discard;
}

/* States. */

fmi2Status fmi2GetFMUstate(fmi2Component i, fmi2FMUstate *state) {
    return status_of(keep_state(i, state));
}

fmi2Status fmi2SetFMUstate(fmi2Component i, fmi2FMUstate state) {
    restore_state(i, state);
    return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component i, fmi2FMUstate *state) {
    (void)i;
    free(*state);
    *state = NULL;
    return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component i, fmi2FMUstate state, size_t *size) {
    (void)i, (void)state;
    *size = STATE_SIZE;
    return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component i, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
    return status_of(write_state(i, state, bytes, size));
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component i, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state) {
    return status_of(read_state(i, bytes, size, state));
}

/* What this FMU does not have. */

#define NONE_OF(name, type)                                                                        \
    fmi2Status fmi2Get##name(fmi2Component i, const fmi2ValueReference r[], size_t n, type v[]) {  \
        (void)i, (void)r, (void)v;                                                                 \
        return status_of(n == 0);                                                                  \
    }                                                                                              \
    fmi2Status fmi2Set##name(fmi2Component i, const fmi2ValueReference r[], size_t n,              \
                             const type v[]) {                                                     \
        (void)i, (void)r, (void)v;                                                                 \
        return status_of(n == 0);                                                                  \
    }

NONE_OF(Integer, fmi2Integer)
NONE_OF(Boolean, fmi2Boolean)
NONE_OF(String, fmi2String)

fmi2Status fmi2GetDirectionalDerivative(fmi2Component i, const fmi2ValueReference a[], size_t b,
                                        const fmi2ValueReference c[], size_t d,
                                        const fmi2Real e[], fmi2Real f[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    return fmi2Error;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component i, const fmi2ValueReference a[], size_t b,
                                       const fmi2Integer c[], const fmi2Real d[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d;
    return fmi2Error;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component i, const fmi2ValueReference a[], size_t b,
                                        const fmi2Integer c[], fmi2Real d[]) {
    (void)i, (void)a, (void)b, (void)c, (void)d;
    return fmi2Error;
}

fmi2Status fmi2CancelStep(fmi2Component i) {
    (void)i;
    return fmi2Error;
}

fmi2Status fmi2GetStatus(fmi2Component i, fmi2StatusKind kind, fmi2Status *value) {
    (void)i, (void)kind, (void)value;
    return fmi2Discard;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component i, fmi2StatusKind kind, fmi2Integer *value) {
    (void)i, (void)kind, (void)value;
    return fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component i, fmi2StatusKind kind, fmi2Boolean *value) {
    (void)i, (void)kind, (void)value;
    return fmi2Discard;
}

fmi2Status fmi2GetStringStatus(fmi2Component i, fmi2StatusKind kind, fmi2String *value) {
    (void)i, (void)kind, (void)value;
    return fmi2Discard;
}
