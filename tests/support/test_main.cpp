// SPDX-License-Identifier: Apache-2.0
#include "support/test_main.hpp"

#include <QFile>
#include <QTemporaryDir>
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

#include "support/crash.hpp"

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
    if ((argc == 1 || after) && surviveCrashes(*test, argv[0]))
        arguments.push_back(noHandler.data());
#ifdef Q_OS_WIN  // there, Qt Test prints for debuggers, unless it has a file
    const QTemporaryDir folder;
    const QString log = folder.filePath("log");
    QByteArray option = "-o", file = log.toUtf8() + ",txt";
    if (argc == 1) arguments.insert(arguments.end(), {option.data(), file.data()});
#endif
    const int failed =
        QTest::qExec(test.get(), static_cast<int>(arguments.size()), arguments.data());
#ifdef Q_OS_WIN
    QFile text(log);
    if (text.open(QIODevice::ReadOnly)) std::puts(text.readAll().constData());
#endif
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
