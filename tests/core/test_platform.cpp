// SPDX-License-Identifier: Apache-2.0
// Files, programs and libraries, as this system has them.
#include <QTemporaryDir>
#include <QTest>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/io/text_file.hpp"
#include "core/platform/machine.hpp"
#include "core/platform/process.hpp"
#include "core/platform/shared_library.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_platform {

namespace fs = std::filesystem;
using test::said;

class TestPlatform : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// This program with the name of a test that it does not have, which it says.
    static auto without(const std::string& test, platform::Errors errors) {
        return platform::runProgram({platform::programFile().string(), test}, errors);
    }

private slots:
    void replacesFilesInOneStep() {
        const std::string file = path("a.txt");
        QVERIFY(writeTextAtomically("one\ntwo\n", file));
        QCOMPARE(fs::file_size(file), std::uintmax_t(8));  // no line ends of a system
        QVERIFY(writeTextAtomically("three", file));
        QCOMPARE(readTextFile(file).value(), std::string("three"));
        const auto entries = fs::directory_iterator(folder_.path().toStdString());
        QCOMPARE(std::distance(begin(entries), end(entries)), std::ptrdiff_t(1));  // no drafts
    }
    void keepsPermissions() {
        const std::string file = path("script.sh");
        QVERIFY(writeTextAtomically("one", file));
        const auto facts = platform::factsOf(file);
        QVERIFY(facts && facts->kind == platform::FileKind::Regular && facts->size == 3);
        if (facts->permissions == 0) QSKIP("files of this system have other rights");
        fs::permissions(file, fs::perms::owner_all);
        QVERIFY(writeTextAtomically("two", file));
        QCOMPARE(fs::status(file).permissions(), fs::perms::owner_all);
    }
    void shortensFilesAfterErrors() {
        OutputFile file(path("table.csv"));
        QVERIFY(file.write("abcdef"));
        file.truncate(2);
        QVERIFY(file.close());
        QCOMPARE(fs::file_size(path("table.csv")), std::uintmax_t(2));
    }
    void saysWhyFilesFail() {
        const std::string folder = folder_.path().toStdString();
        QVERIFY(said(readTextFile(folder).error()).contains("is a folder"));
        QVERIFY(said(readTextFile(path("none")).error()).contains("there is no such file"));
        QVERIFY(said(writeTextAtomically("", folder).error()).contains("it is a folder"));
        QVERIFY(said(writeTextAtomically("", path("no/a.txt")).error())
                    .contains("there is no such file or folder"));
    }
    void makesTemporaryFolders() {
        const auto one = platform::makeTemporaryFolder("test"),
                   two = platform::makeTemporaryFolder("test");
        QVERIFY(one && two && *one != *two);
        QVERIFY(fs::remove(*one) && fs::remove(*two));
    }
    void runsPrograms() {
        const auto list = platform::runProgram({platform::programFile().string()});
        QVERIFY2(list, list ? "" : list.error().c_str());
        QCOMPARE(list->status, 0);
        QVERIFY(list->output.find("test_platform") != std::string::npos);
        for (const std::string name : {"a b", "c\"d", "e\\", "f\\\\\"g", "'h' $i %PATH%"}) {
            const auto missing = without(name, platform::Errors::InOutput);
            QVERIFY(missing && missing->status == 2);
            QVERIFY2(missing->output.find("'" + name + "'") != std::string::npos,
                     missing->output.c_str());
        }
        QCOMPARE(without("none", platform::Errors::Hidden).value().output, std::string());
        const auto none = platform::runProgram({"no-such-program"});
        QVERIFY(!none && !none.error().empty());
    }
    void setsVariables() {
        platform::setEnvironment("MOMENTREE_TEST_VARIABLE", "a b");
        QCOMPARE(QByteArray(std::getenv("MOMENTREE_TEST_VARIABLE")), QByteArray("a b"));
    }
    void opensLibraries() {
        const bool windows = std::string_view(platform::librarySuffix) == ".dll";
        const platform::SharedLibrary library(windows ? "user32.dll" : "libz.so.1");
        QVERIFY2(library.isOpen(), library.problem().c_str());
        QVERIFY(fs::exists(library.path()));
        const std::vector<std::string> needed = library.needed();
        QVERIFY(std::ranges::any_of(needed, platform::isOfSystem));
        QVERIFY(!platform::isOfSystem("libmomentree-none" + std::string(platform::librarySuffix)));
        int (*function)() = nullptr;
        library.find("no_such_function", function);
        QVERIFY(function == nullptr);
        QVERIFY(!platform::SharedLibrary("no-such-library").problem().empty());
    }
};

MOMENTREE_TEST(TestPlatform, Appless)

}  // namespace momentree::test_platform
#include "test_platform.moc"
