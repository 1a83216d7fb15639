/* SPDX-License-Identifier: GPL-3.0-or-later
 * A controller as a co-simulation unit, FMI 2.0 and 3.0: force = -4 x - 0.5 v. From t = 1.5 s on it
 * fails if its resources say so.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

typedef void (*Log2)(void*, const char*, int, const char*, const char*, ...);
typedef void (*Log3)(void*, int, const char*, const char*);
typedef struct {
    Log2 logger;
    void* functions[3];
    void* environment;
} Callbacks;
typedef struct {
    double values[3]; /* x, v, force */
    bool fails;
    void* environment;
    Log2 log2;
    Log3 log3;
} Gain;

static Gain* make(const char* resources) {
    char path[1100];
    Gain* gain = calloc(1, sizeof *gain);
    snprintf(path, sizeof path, "%s/fails", resources);
    FILE* file = fopen(path, "r");
    gain->fails = file != NULL;
    if (file) fclose(file);
    return gain;
}
static int step(Gain* gain, double from) {
    if (gain->fails && from >= 1.5) {
        if (gain->log2) gain->log2(gain->environment, "gain", 3, "error", "out of %s", "fuel");
        if (gain->log3) gain->log3(gain->environment, 3, "error", "out of fuel");
        return 3;
    }
    gain->values[2] = -4.0 * gain->values[0] - 0.5 * gain->values[1];
    return 0;
}
static int set(Gain* gain, const unsigned* references, size_t count, const double* values) {
    for (size_t k = 0; k < count; ++k) gain->values[references[k]] = values[k];
    return 0;
}
static int get(Gain* gain, const unsigned* references, size_t count, double* values) {
    for (size_t k = 0; k < count; ++k) values[k] = gain->values[references[k]];
    return 0;
}

PUBLIC void* fmi2Instantiate(const char* name, int type, const char* token, const char* resources,
                             const Callbacks* callbacks, int visible, int logs) {
    if (type != 1 || strcmp(token, "{gain}") != 0 || strncmp(resources, "file://", 7) != 0)
        return NULL;
    Gain* gain = make(resources + 7);
    gain->log2 = callbacks->logger;
    gain->environment = callbacks->environment;
    (void)name, (void)visible, (void)logs;
    return gain;
}
PUBLIC int fmi2SetupExperiment(void* g, int t, double tolerance, double start, int s, double stop) {
    (void)g, (void)t, (void)tolerance, (void)start, (void)s, (void)stop;
    return 0;
}
PUBLIC int fmi2EnterInitializationMode(void* g) { return g ? 0 : 3; }
PUBLIC int fmi2ExitInitializationMode(void* g) { return g ? 0 : 3; }
PUBLIC int fmi2Terminate(void* g) { return g ? 0 : 3; }
PUBLIC void fmi2FreeInstance(void* g) { free(g); }
PUBLIC int fmi2SetReal(void* g, const unsigned* r, size_t n, const double* v) {
    return set(g, r, n, v);
}
PUBLIC int fmi2GetReal(void* g, const unsigned* r, size_t n, double* v) { return get(g, r, n, v); }
PUBLIC int fmi2DoStep(void* g, double from, double length, int keep) {
    (void)length, (void)keep;
    return step(g, from);
}

PUBLIC void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources,
                                         bool visible, bool logs, bool events, bool early,
                                         const unsigned* needed, size_t count, void* environment,
                                         Log3 log, void* update) {
    if (strcmp(token, "{gain}") != 0) return NULL;
    Gain* gain = make(resources);
    gain->log3 = log;
    gain->environment = environment;
    (void)name, (void)visible, (void)logs, (void)events, (void)early, (void)needed, (void)count,
        (void)update;
    return gain;
}
PUBLIC int fmi3EnterInitializationMode(void* g, bool t, double tolerance, double start, bool s,
                                       double stop) {
    (void)g, (void)t, (void)tolerance, (void)start, (void)s, (void)stop;
    return 0;
}
PUBLIC int fmi3ExitInitializationMode(void* g) { return g ? 0 : 3; }
PUBLIC int fmi3Terminate(void* g) { return g ? 0 : 3; }
PUBLIC void fmi3FreeInstance(void* g) { free(g); }
PUBLIC int fmi3SetFloat64(void* g, const unsigned* r, size_t n, const double* v, size_t m) {
    (void)m;
    return set(g, r, n, v);
}
PUBLIC int fmi3GetFloat64(void* g, const unsigned* r, size_t n, double* v, size_t m) {
    (void)m;
    return get(g, r, n, v);
}
PUBLIC int fmi3DoStep(void* g, double from, double length, bool keep, bool* event, bool* ends,
                      bool* early, double* last) {
    *event = *ends = *early = false;
    *last = from + length;
    (void)keep;
    return step(g, from);
}
