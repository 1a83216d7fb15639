// SPDX-License-Identifier: Apache-2.0
// The functions of FMI 2.0. Units have variables of type Real only and no states that can be
// copied.
#include <charconv>
#include <filesystem>

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

/// fmi2CallbackFunctions.
struct Callbacks2 {
    void (*logger)(void* environment, const char* name, int status, const char* category,
                   const char* message, ...);
    void* (*allocate)(std::size_t count, std::size_t size);
    void (*release)(void* memory);
    void (*stepFinished)(void* environment, int status);
    void* environment;
};

/// fmi2EventInfo.
struct EventInfo2 {
    int again, terminate, nominalsChanged, statesChanged, nextDefined;
    double next;
};

/// The path in "file:///folder" or "file:/folder", with %20 for a blank; others stay as they are.
std::string pathOf(const std::string& location) {
    const std::string scheme = "file:";
    if (!location.starts_with(scheme)) return location;
    std::string rest = location.substr(scheme.size());
    if (rest.starts_with("//")) rest.erase(0, std::min(rest.find('/', 2), rest.size()));
    std::string path;
    for (std::size_t at = 0; at < rest.size(); ++at) {
        unsigned code = 0;
        const char* const digits = rest.data() + at + 1;
        const bool escaped = rest[at] == '%' && at + 2 < rest.size() &&
                             std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
        path += escaped ? static_cast<char>(code) : rest[at];
        if (escaped) at += 2;
    }
    // "/C:/folder" is "C:/folder" where there are drives.
    if (path.starts_with('/') && std::filesystem::path(path.substr(1)).has_root_name())
        path.erase(0, 1);
    return path;
}

}  // namespace

MOMENTREE_FMI const char* fmi2GetTypesPlatform() { return "default"; }
MOMENTREE_FMI const char* fmi2GetVersion() { return "2.0"; }
MOMENTREE_FMI int fmi2SetDebugLogging(void*, int, std::size_t, const char* const*) {
    return statusOk;
}
MOMENTREE_FMI void* fmi2Instantiate(const char* name, int type, const char* token,
                                    const char* resources, const Callbacks2* callbacks, int, int) {
    const Callbacks2 known = callbacks != nullptr ? *callbacks : Callbacks2{};
    const auto log = [known, own = std::string(name ? name : "")](const char* message) {
        if (known.logger != nullptr)
            known.logger(known.environment, own.c_str(), statusError, "logStatusError", "%s",
                         message);
    };
    const std::string folder = resources != nullptr ? pathOf(resources) : std::string();
    return instantiate(folder.c_str(), token, type == 0, log);
}
MOMENTREE_FMI void fmi2FreeInstance(void* instance) { delete static_cast<Handle*>(instance); }

MOMENTREE_FMI int fmi2SetupExperiment(void* instance, int toleranceDefined, double tolerance,
                                      double startTime, int, double) {
    return handle(instance).guarded([&](Instance& of) -> Result<void> {
        of.initialise(startTime, toleranceDefined != 0 ? tolerance : 0.0);
        return {};
    });
}
MOMENTREE_FMI int fmi2EnterInitializationMode(void*) { return statusOk; }
MOMENTREE_FMI int fmi2ExitInitializationMode(void* instance) {
    return handle(instance).guarded([](Instance& of) { return of.start(); });
}
MOMENTREE_FMI int fmi2Terminate(void*) { return statusOk; }
MOMENTREE_FMI int fmi2Reset(void* instance) {
    return handle(instance).guarded([](Instance& of) -> Result<void> {
        of.reset();
        return {};
    });
}

MOMENTREE_FMI int fmi2GetReal(void* instance, const unsigned* references, std::size_t count,
                              double* values) {
    return handle(instance).guarded([&](Instance& of) {
        return of.get({references, count}, values);
    });
}
MOMENTREE_FMI int fmi2SetReal(void* instance, const unsigned* references, std::size_t count,
                              const double* values) {
    return handle(instance).guarded([&](Instance& of) {
        return of.set({references, count}, values);
    });
}

MOMENTREE_FMI int fmi2DoStep(void* instance, double from, double length, int) {
    return handle(instance).guarded([&](Instance& of) { return of.step(from, length); });
}
MOMENTREE_FMI int fmi2CancelStep(void*) { return statusError; }
/// @param kind 2: the time of the last successful step
MOMENTREE_FMI int fmi2GetRealStatus(void* instance, int kind, double* value) {
    if (kind != 2) return 2;  // fmi2Discard
    *value = handle(instance).instance->time();
    return statusOk;
}

MOMENTREE_FMI int fmi2EnterEventMode(void*) { return statusOk; }
MOMENTREE_FMI int fmi2EnterContinuousTimeMode(void*) { return statusOk; }
MOMENTREE_FMI int fmi2NewDiscreteStates(void* instance, EventInfo2* info) {
    *info = {};
    return handle(instance).withEquations([&](Equations& of) -> Result<void> {
        info->statesChanged = of.correct() ? 1 : 0;
        return {};
    });
}
MOMENTREE_FMI int fmi2CompletedIntegratorStep(void* instance, int, int* enterEventMode,
                                              int* terminate) {
    *enterEventMode = *terminate = 0;
    return handle(instance).withEquations([&](Equations& of) -> Result<void> {
        const auto corrects = of.completeStep();
        if (!corrects) return tl::unexpected(corrects.error());
        *enterEventMode = *corrects ? 1 : 0;
        return {};
    });
}
MOMENTREE_FMI int fmi2SetTime(void* instance, double time) {
    return handle(instance).guarded([&](Instance& of) { return of.setTime(time); });
}
MOMENTREE_FMI int fmi2SetContinuousStates(void* instance, const double* y, std::size_t count) {
    return handle(instance).guarded([&](Instance& of) { return of.setStates({y, count}); });
}
MOMENTREE_FMI int fmi2GetContinuousStates(void* instance, double* y, std::size_t count) {
    return handle(instance).copy(
        y, count, [](Equations& of) -> Result<const double*> { return of.state().data(); });
}
MOMENTREE_FMI int fmi2GetDerivatives(void* instance, double* rates, std::size_t count) {
    return handle(instance).copy(rates, count, [](Equations& of) { return of.derivatives(); });
}
MOMENTREE_FMI int fmi2GetNominalsOfContinuousStates(void* instance, double* nominals,
                                                    std::size_t count) {
    return handle(instance).copy(
        nominals, count, [](Equations& of) -> Result<const double*> { return of.nominals(); });
}
MOMENTREE_FMI int fmi2GetEventIndicators(void*, double*, std::size_t count) {
    return count == 0 ? statusOk : statusError;
}

// Importers look up every function of the standard. Those of other types have the same form.
#define MOMENTREE_NO_TYPE(type)                                                             \
    MOMENTREE_FMI int fmi2Get##type(void* i, const unsigned*, std::size_t n, void*) {       \
        return handle(i).unsupported(n);                                                    \
    }                                                                                       \
    MOMENTREE_FMI int fmi2Set##type(void* i, const unsigned*, std::size_t n, const void*) { \
        return handle(i).unsupported(n);                                                    \
    }
MOMENTREE_NO_TYPE(Integer)
MOMENTREE_NO_TYPE(Boolean)
MOMENTREE_NO_TYPE(String)
#undef MOMENTREE_NO_TYPE

#define MOMENTREE_NO_FUNCTION(name) \
    MOMENTREE_FMI int fmi2##name(void* i) { return handle(i).unsupported(); }
MOMENTREE_NO_FUNCTION(GetFMUstate)
MOMENTREE_NO_FUNCTION(SetFMUstate)
MOMENTREE_NO_FUNCTION(FreeFMUstate)
MOMENTREE_NO_FUNCTION(SerializedFMUstateSize)
MOMENTREE_NO_FUNCTION(SerializeFMUstate)
MOMENTREE_NO_FUNCTION(DeSerializeFMUstate)
MOMENTREE_NO_FUNCTION(GetDirectionalDerivative)
MOMENTREE_NO_FUNCTION(SetRealInputDerivatives)
MOMENTREE_NO_FUNCTION(GetRealOutputDerivatives)
MOMENTREE_NO_FUNCTION(GetStatus)
MOMENTREE_NO_FUNCTION(GetIntegerStatus)
MOMENTREE_NO_FUNCTION(GetBooleanStatus)
MOMENTREE_NO_FUNCTION(GetStringStatus)
#undef MOMENTREE_NO_FUNCTION
