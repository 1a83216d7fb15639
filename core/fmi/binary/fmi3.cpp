// SPDX-License-Identifier: Apache-2.0
// The functions of FMI 3.0. Units have variables of type Float64 only, no clocks and no states that
// can be copied.
#include "core/fmi/binary/handle.hpp"

using momentree::Result;
using momentree::fmi::Equations;
using momentree::fmi::Handle;
using momentree::fmi::handle;
using momentree::fmi::Instance;
using momentree::fmi::instantiate;
using momentree::fmi::statusError;
using momentree::fmi::statusOk;

namespace {

using Log3 = void (*)(void* environment, int status, const char* category, const char* message);

Handle* instantiate3(const char* token, const char* resources, bool exchange, void* environment,
                     Log3 log) {
    return instantiate(resources, token, exchange, [environment, log](const char* message) {
        if (log != nullptr) log(environment, statusError, "logStatusError", message);
    });
}

}  // namespace

MOMENTREE_FMI const char* fmi3GetVersion() { return "3.0"; }
MOMENTREE_FMI int fmi3SetDebugLogging(void*, bool, std::size_t, const char* const*) {
    return statusOk;
}

MOMENTREE_FMI void* fmi3InstantiateModelExchange(const char*, const char* token,
                                                 const char* resources, bool, bool,
                                                 void* environment, Log3 log) {
    return instantiate3(token, resources, true, environment, log);
}
MOMENTREE_FMI void* fmi3InstantiateCoSimulation(const char*, const char* token,
                                                const char* resources, bool, bool, bool, bool,
                                                const unsigned*, std::size_t, void* environment,
                                                Log3 log, void*) {
    return instantiate3(token, resources, false, environment, log);
}
MOMENTREE_FMI void* fmi3InstantiateScheduledExecution(const char*, const char*, const char*, bool,
                                                      bool, void* environment, Log3 log, void*,
                                                      void*, void*) {
    if (log != nullptr)
        log(environment, statusError, "logStatusError", "there is no scheduled execution");
    return nullptr;
}
MOMENTREE_FMI void fmi3FreeInstance(void* instance) { delete static_cast<Handle*>(instance); }

MOMENTREE_FMI int fmi3EnterInitializationMode(void* instance, bool toleranceDefined,
                                              double tolerance, double startTime, bool, double) {
    return handle(instance).guarded([&](Instance& of) -> Result<void> {
        of.initialise(startTime, toleranceDefined ? tolerance : 0.0);
        return {};
    });
}
MOMENTREE_FMI int fmi3ExitInitializationMode(void* instance) {
    return handle(instance).guarded([](Instance& of) { return of.start(); });
}
MOMENTREE_FMI int fmi3Terminate(void*) { return statusOk; }
MOMENTREE_FMI int fmi3Reset(void* instance) {
    return handle(instance).guarded([](Instance& of) -> Result<void> {
        of.reset();
        return {};
    });
}

MOMENTREE_FMI int fmi3GetFloat64(void* instance, const unsigned* references, std::size_t count,
                                 double* values, std::size_t) {
    return handle(instance).guarded([&](Instance& of) {
        return of.get({references, count}, values);
    });
}
MOMENTREE_FMI int fmi3SetFloat64(void* instance, const unsigned* references, std::size_t count,
                                 const double* values, std::size_t) {
    return handle(instance).guarded([&](Instance& of) {
        return of.set({references, count}, values);
    });
}

MOMENTREE_FMI int fmi3DoStep(void* instance, double from, double length, bool, bool* eventNeeded,
                             bool* terminate, bool* early, double* lastTime) {
    *eventNeeded = *terminate = *early = false;
    const int status =
        handle(instance).guarded([&](Instance& of) { return of.step(from, length); });
    *lastTime = handle(instance).instance->time();
    return status;
}
MOMENTREE_FMI int fmi3EnterStepMode(void*) { return statusOk; }

MOMENTREE_FMI int fmi3EnterEventMode(void*) { return statusOk; }
MOMENTREE_FMI int fmi3EnterContinuousTimeMode(void*) { return statusOk; }
MOMENTREE_FMI int fmi3EvaluateDiscreteStates(void*) { return statusOk; }
MOMENTREE_FMI int fmi3UpdateDiscreteStates(void* instance, bool* again, bool* terminate,
                                           bool* nominalsChanged, bool* statesChanged,
                                           bool* nextDefined, double*) {
    *again = *terminate = *nominalsChanged = *statesChanged = *nextDefined = false;
    return handle(instance).withEquations([&](Equations& of) -> Result<void> {
        *statesChanged = of.correct();
        return {};
    });
}
MOMENTREE_FMI int fmi3CompletedIntegratorStep(void* instance, bool, bool* enterEventMode,
                                              bool* terminate) {
    *enterEventMode = *terminate = false;
    return handle(instance).withEquations([&](Equations& of) -> Result<void> {
        const auto corrects = of.completeStep();
        if (!corrects) return tl::unexpected(corrects.error());
        *enterEventMode = *corrects;
        return {};
    });
}
MOMENTREE_FMI int fmi3SetTime(void* instance, double time) {
    return handle(instance).guarded([&](Instance& of) { return of.setTime(time); });
}
MOMENTREE_FMI int fmi3SetContinuousStates(void* instance, const double* y, std::size_t count) {
    return handle(instance).guarded([&](Instance& of) { return of.setStates({y, count}); });
}
MOMENTREE_FMI int fmi3GetContinuousStates(void* instance, double* y, std::size_t count) {
    return handle(instance).copy(
        y, count, [](Equations& of) -> Result<const double*> { return of.state().data(); });
}
MOMENTREE_FMI int fmi3GetContinuousStateDerivatives(void* instance, double* rates,
                                                    std::size_t count) {
    return handle(instance).copy(rates, count, [](Equations& of) { return of.derivatives(); });
}
MOMENTREE_FMI int fmi3GetNominalsOfContinuousStates(void* instance, double* nominals,
                                                    std::size_t count) {
    return handle(instance).copy(
        nominals, count, [](Equations& of) -> Result<const double*> { return of.nominals(); });
}
MOMENTREE_FMI int fmi3GetNumberOfContinuousStates(void* instance, std::size_t* count) {
    return handle(instance).withEquations([&](Equations& of) -> Result<void> {
        *count = static_cast<std::size_t>(of.size());
        return {};
    });
}
MOMENTREE_FMI int fmi3GetNumberOfEventIndicators(void*, std::size_t* count) {
    *count = 0;
    return statusOk;
}
MOMENTREE_FMI int fmi3GetEventIndicators(void*, double*, std::size_t count) {
    return count == 0 ? statusOk : statusError;
}

// Importers look up every function of the standard. Those of other types have the same form.
#define MOMENTREE_NO_TYPE(type)                                                                    \
    MOMENTREE_FMI int fmi3Get##type(void* i, const unsigned*, std::size_t n, void*, std::size_t) { \
        return handle(i).unsupported(n);                                                           \
    }                                                                                              \
    MOMENTREE_FMI int fmi3Set##type(void* i, const unsigned*, std::size_t n, const void*,          \
                                    std::size_t) {                                                 \
        return handle(i).unsupported(n);                                                           \
    }
MOMENTREE_NO_TYPE(Float32)
MOMENTREE_NO_TYPE(Int8)
MOMENTREE_NO_TYPE(UInt8)
MOMENTREE_NO_TYPE(Int16)
MOMENTREE_NO_TYPE(UInt16)
MOMENTREE_NO_TYPE(Int32)
MOMENTREE_NO_TYPE(UInt32)
MOMENTREE_NO_TYPE(Int64)
MOMENTREE_NO_TYPE(UInt64)
MOMENTREE_NO_TYPE(Boolean)
MOMENTREE_NO_TYPE(String)
MOMENTREE_NO_TYPE(Clock)
#undef MOMENTREE_NO_TYPE

#define MOMENTREE_NO_FUNCTION(name) \
    MOMENTREE_FMI int fmi3##name(void* i) { return handle(i).unsupported(); }
MOMENTREE_NO_FUNCTION(GetBinary)
MOMENTREE_NO_FUNCTION(SetBinary)
MOMENTREE_NO_FUNCTION(GetNumberOfVariableDependencies)
MOMENTREE_NO_FUNCTION(GetVariableDependencies)
MOMENTREE_NO_FUNCTION(GetFMUState)
MOMENTREE_NO_FUNCTION(SetFMUState)
MOMENTREE_NO_FUNCTION(FreeFMUState)
MOMENTREE_NO_FUNCTION(SerializedFMUStateSize)
MOMENTREE_NO_FUNCTION(SerializeFMUState)
MOMENTREE_NO_FUNCTION(DeserializeFMUState)
MOMENTREE_NO_FUNCTION(GetDirectionalDerivative)
MOMENTREE_NO_FUNCTION(GetAdjointDerivative)
MOMENTREE_NO_FUNCTION(EnterConfigurationMode)
MOMENTREE_NO_FUNCTION(ExitConfigurationMode)
MOMENTREE_NO_FUNCTION(GetIntervalDecimal)
MOMENTREE_NO_FUNCTION(GetIntervalFraction)
MOMENTREE_NO_FUNCTION(GetShiftDecimal)
MOMENTREE_NO_FUNCTION(GetShiftFraction)
MOMENTREE_NO_FUNCTION(SetIntervalDecimal)
MOMENTREE_NO_FUNCTION(SetIntervalFraction)
MOMENTREE_NO_FUNCTION(SetShiftDecimal)
MOMENTREE_NO_FUNCTION(SetShiftFraction)
MOMENTREE_NO_FUNCTION(GetOutputDerivatives)
MOMENTREE_NO_FUNCTION(ActivateModelPartition)
#undef MOMENTREE_NO_FUNCTION
