// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <QMetaMethod>
#include <QTest>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "support/crash.hpp"

namespace momentree::test {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool survivesCrashes = false;
#else
constexpr bool survivesCrashes = true;
#endif
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

}  // namespace

bool surviveCrashes(const QObject& test, const char* name) {
    if (!survivesCrashes) return false;
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
    return true;
}

}  // namespace momentree::test
