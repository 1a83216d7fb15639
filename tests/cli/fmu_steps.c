/* SPDX-License-Identifier: GPL-3.0-or-later
 * An importer of functional mock-up units that knows only the signatures of FMI 2.0 and 3.0.
 *
 *     fmu_steps LIBRARY VERSION TOKEN RESOURCES cs|me STEP COUNT SET REFERENCE...
 *
 * SET is "REFERENCE=VALUE,..." or "-". Prints the values of the references before the first and
 * after every step, one line each. Model exchange uses the classical Runge-Kutta rule. Exit code 1
 * with a message for whatever goes wrong.
 */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 4096 };
typedef void* Instance;
typedef unsigned Reference;

static void* library;
static Instance unit;
static int version;

static void stop(const char* what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}
static void* function(const char* name) {
    char whole[100];
    snprintf(whole, sizeof whole, "fmi%d%s", version, name);
    void* found = dlsym(library, whole);
    if (!found) stop(whole);
    return found;
}
static void check(int status, const char* what) {
    if (status > 1) stop(what);
}

static void printed2(void* environment, const char* name, int status, const char* category,
                     const char* message, ...) {
    va_list more;
    va_start(more, message);
    fprintf(stderr, "%s %d %s: ", name, status, category);
    vfprintf(stderr, message, more);
    fprintf(stderr, "\n");
    va_end(more);
    (void)environment;
}
static void printed3(void* environment, int status, const char* category, const char* message) {
    fprintf(stderr, "%d %s: %s\n", status, category, message);
    (void)environment;
}

typedef struct {
    void (*logger)(void*, const char*, int, const char*, const char*, ...);
    void* (*allocate)(size_t, size_t);
    void (*release)(void*);
    void (*finished)(void*, int);
    void* environment;
} Callbacks;
typedef struct {
    int again, terminate, nominals, states, defined;
    double next;
} EventInfo;

static Instance instantiate(const char* token, const char* resources, bool exchange) {
    static const Callbacks callbacks = {printed2, calloc, free, NULL, NULL};
    if (version == 2) {
        char location[1100];
        snprintf(location, sizeof location, "file://%s", resources);
        Instance (*make)(const char*, int, const char*, const char*, const Callbacks*, int, int) =
            function("Instantiate");
        return make("unit", exchange ? 0 : 1, token, location, &callbacks, 0, 1);
    }
    if (exchange) {
        Instance (*make)(const char*, const char*, const char*, bool, bool, void*,
                         void (*)(void*, int, const char*, const char*)) =
            function("InstantiateModelExchange");
        return make("unit", token, resources, false, true, NULL, printed3);
    }
    Instance (*make)(const char*, const char*, const char*, bool, bool, bool, bool,
                     const Reference*, size_t, void*,
                     void (*)(void*, int, const char*, const char*), void*) =
        function("InstantiateCoSimulation");
    return make("unit", token, resources, false, true, false, false, NULL, 0, NULL, printed3, NULL);
}

static void get(const Reference* references, size_t count, double* values) {
    if (version == 2) {
        int (*read)(Instance, const Reference*, size_t, double*) = function("GetReal");
        check(read(unit, references, count, values), "GetReal");
    } else {
        int (*read)(Instance, const Reference*, size_t, double*, size_t) = function("GetFloat64");
        check(read(unit, references, count, values, count), "GetFloat64");
    }
}
static void set(Reference reference, double value) {
    if (version == 2) {
        int (*write)(Instance, const Reference*, size_t, const double*) = function("SetReal");
        check(write(unit, &reference, 1, &value), "SetReal");
    } else {
        int (*write)(Instance, const Reference*, size_t, const double*, size_t) =
            function("SetFloat64");
        check(write(unit, &reference, 1, &value, 1), "SetFloat64");
    }
}
static void call(const char* name) {
    int (*plain)(Instance) = function(name);
    check(plain(unit), name);
}
static void initialise(void) {
    if (version == 2) {
        int (*setUp)(Instance, int, double, double, int, double) = function("SetupExperiment");
        check(setUp(unit, 0, 0.0, 0.0, 0, 0.0), "SetupExperiment");
        call("EnterInitializationMode");
    } else {
        int (*enter)(Instance, bool, double, double, bool, double) =
            function("EnterInitializationMode");
        check(enter(unit, false, 0.0, 0.0, false, 0.0), "EnterInitializationMode");
    }
    call("ExitInitializationMode");
}

static void doStep(double from, double length) {
    if (version == 2) {
        int (*step)(Instance, double, double, int) = function("DoStep");
        check(step(unit, from, length, 1), "DoStep");
    } else {
        bool event, terminate, early;
        double last;
        int (*step)(Instance, double, double, bool, bool*, bool*, bool*, double*) =
            function("DoStep");
        check(step(unit, from, length, true, &event, &terminate, &early, &last), "DoStep");
        if (event || terminate || early) stop("DoStep ended early");
    }
}

/* Model exchange. */
static bool handleEvent(void) {
    if (version == 2) {
        EventInfo info;
        int (*update)(Instance, EventInfo*) = function("NewDiscreteStates");
        check(update(unit, &info), "NewDiscreteStates");
        return info.states;
    }
    bool again, terminate, nominals, states, defined;
    double next;
    int (*update)(Instance, bool*, bool*, bool*, bool*, bool*, double*) =
        function("UpdateDiscreteStates");
    check(update(unit, &again, &terminate, &nominals, &states, &defined, &next),
          "UpdateDiscreteStates");
    return states;
}
static size_t stateCount(void) {
    if (version == 2)
        return strtoul(getenv("FMU_STATES"), NULL, 10); /* from modelDescription.xml */
    size_t count;
    int (*number)(Instance, size_t*) = function("GetNumberOfContinuousStates");
    check(number(unit, &count), "GetNumberOfContinuousStates");
    return count;
}
static void states(double* y, size_t n) {
    int (*read)(Instance, double*, size_t) = function("GetContinuousStates");
    check(read(unit, y, n), "GetContinuousStates");
}
static void place(double t, const double* y, size_t n) {
    int (*setTime)(Instance, double) = function("SetTime");
    int (*write)(Instance, const double*, size_t) = function("SetContinuousStates");
    check(setTime(unit, t), "SetTime");
    check(write(unit, y, n), "SetContinuousStates");
}
static void rates(double t, const double* y, size_t n, double* k) {
    place(t, y, n);
    int (*read)(Instance, double*, size_t) =
        function(version == 2 ? "GetDerivatives" : "GetContinuousStateDerivatives");
    check(read(unit, k, n), "derivatives");
}
static bool completed(void) {
    if (version == 2) {
        int event, terminate;
        int (*done)(Instance, int, int*, int*) = function("CompletedIntegratorStep");
        check(done(unit, 1, &event, &terminate), "CompletedIntegratorStep");
        return event;
    }
    bool event, terminate;
    int (*done)(Instance, bool, bool*, bool*) = function("CompletedIntegratorStep");
    check(done(unit, true, &event, &terminate), "CompletedIntegratorStep");
    return event;
}
static void rungeKutta(double t, double h, size_t n) {
    static double y[most], at[most], k[4][most];
    states(y, n);
    rates(t, y, n, k[0]);
    for (size_t i = 0; i < n; ++i) at[i] = y[i] + 0.5 * h * k[0][i];
    rates(t + 0.5 * h, at, n, k[1]);
    for (size_t i = 0; i < n; ++i) at[i] = y[i] + 0.5 * h * k[1][i];
    rates(t + 0.5 * h, at, n, k[2]);
    for (size_t i = 0; i < n; ++i) at[i] = y[i] + h * k[2][i];
    rates(t + h, at, n, k[3]);
    for (size_t i = 0; i < n; ++i)
        at[i] = y[i] + h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    place(t + h, at, n);
    if (!completed()) return;
    call("EnterEventMode");
    handleEvent();
    call("EnterContinuousTimeMode");
}

int main(int argc, char** argv) {
    if (argc < 9)
        stop("usage: fmu_steps LIBRARY VERSION TOKEN RESOURCES cs|me STEP COUNT SET REFERENCE...");
    version = atoi(argv[2]);
    const bool exchange = strcmp(argv[5], "me") == 0;
    const double step = strtod(argv[6], NULL);
    const long count = strtol(argv[7], NULL, 10);
    const size_t columns = (size_t)(argc - 9);
    static Reference references[most];
    static double values[most];
    for (size_t k = 0; k < columns; ++k) references[k] = (Reference)strtoul(argv[9 + k], NULL, 10);
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) stop(dlerror());
    unit = instantiate(argv[3], argv[4], exchange);
    if (!unit) stop("not instantiated");
    for (char* at = argv[8]; *at != '-' && *at != '\0';) {
        const Reference reference = (Reference)strtoul(at, &at, 10);
        set(reference, strtod(at + 1, &at));
        if (*at == ',') ++at;
    }
    initialise();
    const size_t n = exchange ? stateCount() : 0;
    if (n > most) stop("too many states");
    if (exchange) {
        handleEvent();
        call("EnterContinuousTimeMode");
    }
    for (long k = 0; k <= count; ++k) {
        get(references, columns, values);
        for (size_t i = 0; i < columns; ++i) printf("%s%.17g", i ? "," : "", values[i]);
        printf("\n");
        if (k == count) break;
        if (exchange)
            rungeKutta((double)k * step, step, n);
        else
            doStep((double)k * step, step);
    }
    call("Terminate");
    void (*freeInstance)(Instance) = function("FreeInstance");
    freeInstance(unit);
    return 0;
}
