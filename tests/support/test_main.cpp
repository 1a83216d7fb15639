// SPDX-License-Identifier: Apache-2.0
#include "support/test_main.hpp"

#include <unistd.h>

#include <QMetaMethod>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <vector>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

namespace momentree::test {

namespace {

struct Entry {
    Application application;
    void (*prepare)();
    Registration::Make make;
};

std::map<std::string, Entry>& tests() {
    static std::map<std::string, Entry> all;
    return all;
}

std::unique_ptr<QCoreApplication> start(Application kind, int& argc, char** argv) {
    if (kind == Application::Appless) return nullptr;
    if (kind == Application::Guiless) return std::make_unique<QCoreApplication>(argc, argv);
#ifdef QT_WIDGETS_LIB
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    return std::make_unique<QApplication>(argc, argv);
#else
    qFatal("this program is built without widgets");
#endif
}

// A crash affects only one case: the process restarts under the name `crashed` and runs the
// following ones. The sanitizers report crashes themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool survivesCrashes = false;
#else
constexpr bool survivesCrashes = true;
#endif
const char* const crashed = "crashed";
std::vector<std::string> cases;        // the test's name, then those of its cases
std::vector<const char*> commandLine;  // of the program: two words longer than `cases`

extern "C" void goOn(int signal) {
    const char* const now = QTest::currentTestFunction();
    for (std::size_t i = 1; now != nullptr && i < cases.size(); ++i) {
        if (cases[i] != now) continue;
        std::fprintf(stdout, "FAIL!  : %s::%s() crashed by signal %d\n", cases[0].c_str(), now,
                     signal);
        std::fflush(stdout);
        if (i + 1 == cases.size()) _exit(1);
        commandLine[i] = crashed;
        commandLine[i + 1] = cases[0].c_str();
        ::execv("/proc/self/exe", const_cast<char**>(&commandLine[i]));
    }
    std::raise(signal);  // now with the default action
}

void surviveCrashes(const QObject& test, const char* name) {
    cases = {name};
    const QMetaObject& type = *test.metaObject();
    const std::array<const char*, 4> frame{"initTestCase", "init", "cleanup", "cleanupTestCase"};
    for (int i = type.methodOffset(); i < type.methodCount(); ++i) {
        const QMetaMethod method = type.method(i);
        const QByteArray slot = method.name();
        if (method.access() != QMetaMethod::Private || method.methodType() != QMetaMethod::Slot ||
            method.parameterCount() > 0 || slot.endsWith("_data"))
            continue;
        if (std::find(frame.begin(), frame.end(), slot) == frame.end())
            cases.push_back(slot.toStdString());
    }
    commandLine = {crashed};
    for (const std::string& one : cases) commandLine.push_back(one.c_str());
    commandLine.push_back(nullptr);
    struct sigaction action {};
    action.sa_handler = goOn;
    action.sa_flags = static_cast<int>(SA_NODEFER | SA_RESETHAND);
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
        ::sigaction(signal, &action, nullptr);
}

int list() {
    for (const auto& [name, entry] : tests()) std::printf("%s\n", name.c_str());
    return 0;
}

int run(int argc, char** argv) {
    const auto found = tests().find(argv[1]);
    if (found == tests().end()) {
        std::fprintf(stderr, "%s: there is no test '%s'\n", argv[0], argv[1]);
        return 2;
    }
    const bool after = std::strcmp(argv[0], crashed) == 0;
    // The test's name replaces the program's, so that tests do not share settings.
    --argc;
    ++argv;
    const Entry& entry = found->second;
    entry.prepare();
    const auto application = start(entry.application, argc, argv);
    const auto test = entry.make();
    std::vector<char*> arguments(argv, argv + argc);
    std::string noHandler = "-nocrashhandler";
    if (survivesCrashes && (argc == 1 || after)) {
        surviveCrashes(*test, argv[0]);
        arguments.push_back(noHandler.data());
    }
    const int failed =
        QTest::qExec(test.get(), static_cast<int>(arguments.size()), arguments.data());
    return after ? 1 : failed;
}

}  // namespace

Registration::Registration(const char* file, Application application, void (*prepare)(),
                           Make make) {
    tests()[std::filesystem::path(file).stem().string()] = {application, prepare, make};
}

}  // namespace momentree::test

int main(int argc, char** argv) {
    return argc < 2 ? momentree::test::list() : momentree::test::run(argc, argv);
}
