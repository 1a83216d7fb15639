// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/unit.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/fmi/variables.hpp"
#include "core/io/xml_reader.hpp"
#include "core/io/zip.hpp"
#include "core/platform/file.hpp"
#include "core/platform/shared_library.hpp"

namespace momentree::fmi {

namespace fs = std::filesystem;

/// The unpacked files and the loaded library.
struct ImportedUnit::Files {
    fs::path folder;
    std::optional<platform::SharedLibrary> library;

    ~Files() {
        library.reset();
        std::error_code ignored;
        if (!folder.empty()) fs::remove_all(folder, ignored);
    }
    /// Null if the library has no such function.
    template <typename Function>
    void find(const char* name, Function*& function) const {
        library->find(name, function);
    }
};

namespace {

constexpr int statusWarning = 1;
constexpr const char* descriptionFile = "modelDescription.xml";

Diagnostics problemIn(const char* file, Message message, int line = 0) {
    return {error({}, MOMENTREE_TEXT("unit-file", "%1: %2")(file, std::move(message)), line)};
}

/// The entries in a folder that is removed with `folder`.
Result<void> unpack(const std::vector<ZipEntry>& entries, fs::path& folder) {
    const auto made = platform::makeTemporaryFolder("momentree-unit");
    const auto refused = [&] {
        return fail(error(
            {}, MOMENTREE_TEXT("unit-not-unpacked", "cannot unpack the unit in the folder '%1'")(
                    made.value_or(fs::temp_directory_path().string()))));
    };
    if (!made) return refused();
    folder = *made;
    std::error_code failed;
    for (const ZipEntry& entry : entries) {
        const fs::path path = folder / entry.name;
        fs::create_directories(path.parent_path(), failed);
        std::ofstream file(path, std::ios::binary);
        file.write(entry.bytes.data(), static_cast<std::streamsize>(entry.bytes.size()));
        if (!file.good()) return refused();
    }
    return {};
}

const ZipEntry* entryOf(const std::vector<ZipEntry>& entries, const std::string& name) {
    const auto found = std::ranges::find(entries, name, &ZipEntry::name);
    return found == entries.end() ? nullptr : &*found;
}

/// Real inputs and outputs of either version.
void readVariables(const XmlElement& list, int version, std::vector<UnitVariable>& inputs,
                   std::vector<UnitVariable>& outputs) {
    for (const XmlElement* variable : childrenOf(list)) {
        const bool real = version == 3 ? std::string_view(variable->Name()) == "Float64"
                                       : variable->FirstChildElement("Real") != nullptr;
        const bool array = variable->FirstChildElement("Dimension") != nullptr;
        const std::string causality = textOf(*variable, "causality");
        if (!real || array) continue;
        const UnitVariable found{textOf(*variable, "name"),
                                 variable->UnsignedAttribute("valueReference")};
        if (causality == "input") inputs.push_back(found);
        if (causality == "output") outputs.push_back(found);
    }
}

}  // namespace

bool ImportedUnit::good(int status, const char* function) {
    if (status <= statusWarning) return true;
    if (problem_.empty()) problem_ = std::string(function) + " failed";
    return false;
}

class ImportedUnit::Unit3 final : public ImportedUnit {
public:
    ~Unit3() override {
        if (instance_ == nullptr) return;
        terminate_(instance_);
        free_(instance_);
    }

private:
    using Log = void(void* unit, int status, const char* category, const char* message);
    static void log(void* unit, int status, const char*, const char* message) {
        if (status > statusWarning) static_cast<Unit3*>(unit)->logged(message);
    }
    bool start(const std::string& resources) override {
        void* (*instantiate)(const char*, const char*, const char*, bool, bool, bool, bool,
                             const unsigned*, std::size_t, void*, Log*, void*) = nullptr;
        int (*enter)(void*, bool, double, double, bool, double) = nullptr;
        int (*exit)(void*) = nullptr;
        files_->find("fmi3InstantiateCoSimulation", instantiate);
        files_->find("fmi3EnterInitializationMode", enter);
        files_->find("fmi3ExitInitializationMode", exit);
        files_->find("fmi3Terminate", terminate_);
        files_->find("fmi3FreeInstance", free_);
        files_->find("fmi3SetFloat64", set_);
        files_->find("fmi3GetFloat64", get_);
        files_->find("fmi3DoStep", step_);
        if (!instantiate || !enter || !exit || !terminate_ || !free_ || !set_ || !get_ || !step_)
            return good(3, "loading a function of FMI 3.0");
        instance_ = instantiate(name_.c_str(), token_.c_str(), (resources + "/").c_str(), false,
                                true, false, false, nullptr, 0, this, log, nullptr);
        return good(instance_ != nullptr ? 0 : 3, "fmi3InstantiateCoSimulation") &&
               good(enter(instance_, false, 0.0, 0.0, false, 0.0), "fmi3EnterInitializationMode") &&
               good(exit(instance_), "fmi3ExitInitializationMode");
    }
    bool set(std::span<const unsigned> references, std::span<const double> values) override {
        return good(
            set_(instance_, references.data(), references.size(), values.data(), values.size()),
            "fmi3SetFloat64");
    }
    bool get(std::span<const unsigned> references, std::span<double> values) override {
        return good(
            get_(instance_, references.data(), references.size(), values.data(), values.size()),
            "fmi3GetFloat64");
    }
    bool step(double from, double length) override {
        bool event = false, ends = false, early = false;
        double last = from;
        const int status = step_(instance_, from, length, true, &event, &ends, &early, &last);
        if (!good(status, "fmi3DoStep")) return false;
        if (ends) logged("it asked to end the simulation");
        return !ends;
    }

    void* instance_ = nullptr;
    int (*terminate_)(void*) = nullptr;
    void (*free_)(void*) = nullptr;
    int (*set_)(void*, const unsigned*, std::size_t, const double*, std::size_t) = nullptr;
    int (*get_)(void*, const unsigned*, std::size_t, double*, std::size_t) = nullptr;
    int (*step_)(void*, double, double, bool, bool*, bool*, bool*, double*) = nullptr;
};

class ImportedUnit::Unit2 final : public ImportedUnit {
public:
    ~Unit2() override {
        if (instance_ == nullptr) return;
        terminate_(instance_);
        free_(instance_);
    }

private:
    struct Callbacks {
        void (*logger)(void* unit, const char*, int status, const char*, const char* message, ...);
        void* (*allocate)(std::size_t, std::size_t);
        void (*release)(void*);
        void (*finished)(void*, int);
        void* environment;
    };
    static void log(void* unit, const char*, int status, const char*, const char* message, ...) {
        if (status <= statusWarning) return;
        char text[500];
        va_list arguments;
        va_start(arguments, message);
        std::vsnprintf(text, sizeof text, message, arguments);
        va_end(arguments);
        static_cast<Unit2*>(unit)->logged(text);
    }
    bool start(const std::string& resources) override {
        void* (*instantiate)(const char*, int, const char*, const char*, const Callbacks*, int,
                             int) = nullptr;
        int (*setUp)(void*, int, double, double, int, double) = nullptr;
        int (*enter)(void*) = nullptr;
        int (*exit)(void*) = nullptr;
        files_->find("fmi2Instantiate", instantiate);
        files_->find("fmi2SetupExperiment", setUp);
        files_->find("fmi2EnterInitializationMode", enter);
        files_->find("fmi2ExitInitializationMode", exit);
        files_->find("fmi2Terminate", terminate_);
        files_->find("fmi2FreeInstance", free_);
        files_->find("fmi2SetReal", set_);
        files_->find("fmi2GetReal", get_);
        files_->find("fmi2DoStep", step_);
        if (!instantiate || !setUp || !enter || !exit || !terminate_ || !free_ || !set_ || !get_ ||
            !step_)
            return good(3, "loading a function of FMI 2.0");
        constexpr int coSimulation = 1;
        std::string place = fs::path(resources).generic_string();
        if (!place.starts_with('/')) place.insert(0, "/");  // of a drive
        instance_ = instantiate(name_.c_str(), coSimulation, token_.c_str(),
                                ("file://" + place).c_str(), &callbacks_, 0, 1);
        return good(instance_ != nullptr ? 0 : 3, "fmi2Instantiate") &&
               good(setUp(instance_, 0, 0.0, 0.0, 0, 0.0), "fmi2SetupExperiment") &&
               good(enter(instance_), "fmi2EnterInitializationMode") &&
               good(exit(instance_), "fmi2ExitInitializationMode");
    }
    bool set(std::span<const unsigned> references, std::span<const double> values) override {
        return good(set_(instance_, references.data(), references.size(), values.data()),
                    "fmi2SetReal");
    }
    bool get(std::span<const unsigned> references, std::span<double> values) override {
        return good(get_(instance_, references.data(), references.size(), values.data()),
                    "fmi2GetReal");
    }
    bool step(double from, double length) override {
        return good(step_(instance_, from, length, 1), "fmi2DoStep");
    }

    void* instance_ = nullptr;
    Callbacks callbacks_{log, std::calloc, std::free, nullptr, this};
    int (*terminate_)(void*) = nullptr;
    void (*free_)(void*) = nullptr;
    int (*set_)(void*, const unsigned*, std::size_t, const double*) = nullptr;
    int (*get_)(void*, const unsigned*, std::size_t, double*) = nullptr;
    int (*step_)(void*, double, double, int) = nullptr;
};

Result<std::unique_ptr<ImportedUnit>> ImportedUnit::open(const std::string& path) {
    const auto entries = readZip(path);
    if (!entries) return tl::unexpected(entries.error());
    const ZipEntry* description = entryOf(*entries, descriptionFile);
    if (description == nullptr)
        return fail(error({}, MOMENTREE_TEXT("unit-no-description",
                                             "it is no functional mock-up unit: it has no file "
                                             "modelDescription.xml")));
    tinyxml2::XMLDocument document;
    if (auto parsed = parseXml(description->bytes, document); !parsed)
        return tl::unexpected(problemIn(descriptionFile, parsed.error().front().message,
                                        parsed.error().front().line));
    const XmlElement& root = *document.RootElement();
    const std::string version = textOf(root, "fmiVersion");
    const bool three = version.starts_with("3.");
    if (!three && version != "2.0")
        return tl::unexpected(
            problemIn(descriptionFile,
                      MOMENTREE_TEXT("unit-version",
                                     "fmiVersion is '%1'; units of FMI 2.0 and 3.0 can be "
                                     "used")(version),
                      root.GetLineNum()));
    const XmlElement* simulation = root.FirstChildElement("CoSimulation");
    const XmlElement* list = root.FirstChildElement("ModelVariables");
    if (simulation == nullptr || list == nullptr)
        return tl::unexpected(problemIn(descriptionFile,
                                        MOMENTREE_TEXT("unit-no-co-simulation",
                                                       "the unit has no <CoSimulation> or no "
                                                       "<ModelVariables>; a controller needs both"),
                                        root.GetLineNum()));

    std::unique_ptr<ImportedUnit> unit;
    if (three)
        unit = std::make_unique<Unit3>();
    else
        unit = std::make_unique<Unit2>();
    unit->name_ = textOf(root, "modelName");
    unit->token_ = textOf(root, three ? "instantiationToken" : "guid");
    unit->variableSteps_ = simulation->BoolAttribute("canHandleVariableCommunicationStepSize");
    readVariables(*list, three ? 3 : 2, unit->inputs_, unit->outputs_);

    const std::string library = std::string("binaries/") + (three ? fmi3Platform : fmi2Platform) +
                                '/' + textOf(*simulation, "modelIdentifier") +
                                platform::librarySuffix;
    if (entryOf(*entries, library) == nullptr)
        return fail(error({}, MOMENTREE_TEXT("unit-no-binary",
                                             "the unit has no binary for this machine; it would be "
                                             "the file '%1' in it")(library)));
    unit->files_ = std::make_shared<Files>();
    if (auto unpacked = unpack(*entries, unit->files_->folder); !unpacked)
        return tl::unexpected(std::move(unpacked.error()));
    const fs::path resources = unit->files_->folder / "resources";
    std::error_code ignored;
    fs::create_directory(resources, ignored);
    const auto& loaded = unit->files_->library.emplace((unit->files_->folder / library).string());
    if (!loaded.isOpen())
        return tl::unexpected(
            problemIn(library.c_str(),
                      MOMENTREE_TEXT("unit-not-loaded", "not loaded: %1")(loaded.problem())));
    if (!unit->start(resources.string()))
        return fail(error({}, MOMENTREE_TEXT("unit-not-started",
                                             "the unit '%1' did not start: "
                                             "%2")(unit->name_, unit->problem_)));
    return unit;
}

}  // namespace momentree::fmi
