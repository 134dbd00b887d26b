/*
 * A co-simulation unit of FMI 3.0 for tests: two bodies, each heated with its own power, lose heat to a surrounding of 20 degrees.
 * Euler's method, one step for each communication step.
 */
#include <stdlib.h>
#include "fmi3Functions.h"

enum { TIME, POWER, LOSS, TEMPERATURE, STEPS, HOT, LIMIT };
enum { BODIES = 2 };

typedef struct {
    double time, power[BODIES], loss, temperature[BODIES];
    fmi3Int32 steps, limit;
} Heater;

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean early, const fmi3ValueReference required[], size_t count,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
    Heater *h = calloc(1, sizeof *h);
    h->loss = 1;
    h->limit = 50;
    for (int i = 0; i < BODIES; i++) h->temperature[i] = 20;
    return h;
}

void fmi3FreeInstance(fmi3Instance instance) { free(instance); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean hasTolerance, fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean hasStop, fmi3Float64 stop) {
    ((Heater *)instance)->time = start;
    return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) { return fmi3OK; }
fmi3Status fmi3Terminate(fmi3Instance instance) { return fmi3OK; }

/* The numbers of a variable; NULL for one that is no Float64. */
static double *numbers(Heater *h, fmi3ValueReference variable, size_t *size) {
    *size = variable == POWER || variable == TEMPERATURE ? BODIES : 1;
    switch (variable) {
        case TIME: return &h->time;
        case POWER: return h->power;
        case LOSS: return &h->loss;
        case TEMPERATURE: return h->temperature;
        default: return NULL;
    }
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference variables[], size_t count, const fmi3Float64 values[], size_t n) {
    for (size_t v = 0, at = 0, size; v < count; v++, at += size) {
        double *to = numbers(instance, variables[v], &size);
        if (to == NULL || at + size > n) return fmi3Error;
        for (size_t i = 0; i < size; i++) to[i] = values[at + i];
    }
    return fmi3OK;
}

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference variables[], size_t count, fmi3Float64 values[], size_t n) {
    for (size_t v = 0, at = 0, size; v < count; v++, at += size) {
        const double *from = numbers(instance, variables[v], &size);
        if (from == NULL || at + size > n) return fmi3Error;
        for (size_t i = 0; i < size; i++) values[at + i] = from[i];
    }
    return fmi3OK;
}

fmi3Status fmi3SetInt32(fmi3Instance instance, const fmi3ValueReference variables[], size_t count, const fmi3Int32 values[], size_t n) {
    if (count != 1 || variables[0] != LIMIT || n != 1) return fmi3Error;
    ((Heater *)instance)->limit = values[0];
    return fmi3OK;
}

fmi3Status fmi3GetInt32(fmi3Instance instance, const fmi3ValueReference variables[], size_t count, fmi3Int32 values[], size_t n) {
    const Heater *h = instance;
    for (size_t v = 0; v < count; v++) values[v] = variables[v] == STEPS ? h->steps : h->limit;
    return fmi3OK;
}

fmi3Status fmi3GetBoolean(fmi3Instance instance, const fmi3ValueReference variables[], size_t count, fmi3Boolean values[], size_t n) {
    const Heater *h = instance;
    for (size_t v = 0; v < count; v++) values[v] = h->temperature[0] > h->limit;
    return fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 point, fmi3Float64 size, fmi3Boolean noSetState, fmi3Boolean *eventNeeded,
                      fmi3Boolean *terminates, fmi3Boolean *returnsEarly, fmi3Float64 *reached) {
    Heater *h = instance;
    for (int i = 0; i < BODIES; i++) h->temperature[i] += size * (h->power[i] - h->loss * (h->temperature[i] - 20)) / 100;
    h->steps++;
    h->time = *reached = point + size;
    *eventNeeded = *terminates = *returnsEarly = fmi3False;
    return h->loss < 0 ? fmi3Error : fmi3OK;
}
