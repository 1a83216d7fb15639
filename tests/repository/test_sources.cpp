// SPDX-License-Identifier: Apache-2.0
// Include rules between modules, and rules for every source file.
#include <QRegularExpression>
#include <QTest>

#include "repository/source_tree.hpp"
#include "support/test_main.hpp"

namespace momentree::test_sources {

using momentree::test::canRunPython;
using momentree::test::filesBelow;
using momentree::test::linesOf;
using momentree::test::mapFaults;
using momentree::test::sourceTree;

namespace {

constexpr int longestFile = 500;
const QStringList sourcePatterns{"*.cpp", "*.hpp"};
const QStringList folders{"app", "core", "render", "fpga_link", "tests"};

/// Sources below `folder` may include files of the repository only if they start with one of `own`,
/// and library headers only if they do not match `foreign`.
struct Fence {
    const char* folder;
    QStringList own;
    const char* foreign;
};

const char* const noLibrary = "^$";
const char* const outsideCore = "^(Q[A-Z]|Qt|qcustomplot|vtk|X11/|sys/socket|netinet|arpa/|netdb)";
const char* const outsideRender = "^(Q[A-Z]|Qt|qcustomplot|sys/socket|netinet|arpa/|netdb)";
const char* const outsideBoard = "^(Q[A-Z]|Qt|qcustomplot|vtk|Eigen)";

// Allowed includes of each folder of core/, from the bottom up.
const QStringList values{"core/message.hpp", "core/diagnostic.hpp", "core/result.hpp",
                         "core/number_text.hpp", "core/visible_text.hpp"};
const QStringList joints{"core/math/", "core/joints/"};
const QStringList model = joints + values + QStringList{"core/model/"};
const QStringList kinematics = model + QStringList{"core/kinematics/"};
const QStringList stepping = model + QStringList{"core/stepping/"};
const QStringList dynamics = kinematics + stepping + QStringList{"core/dynamics/"};
const QStringList diagnostics = kinematics + stepping + QStringList{"core/diagnostics/"};
const QStringList traced{"core/execution/", "core/stepping/", "core/trace/"};
const QStringList shared = dynamics + traced + QStringList{"core/formulations/shared/"};
const QStringList index3 = shared + QStringList{"core/formulations/index3/"};
const QStringList planar{"core/formulations/planar/"};
const QStringList hdca = shared + planar + QStringList{"core/formulations/hdca/"};
const QStringList naudet = hdca + QStringList{"core/formulations/naudet/"};
const QStringList session =
    dynamics + diagnostics + traced +
    QStringList{"core/integrators/", "core/formulations/", "core/session/", "core/libraries.hpp"};
const QStringList io = session + QStringList{"core/io/", "core/platform/", "core/build_info.hpp"};

// Allowed includes of each room of app/: the rooms that its CMake target links, and the other
// modules.
const QStringList base{"app/base/", "core/", "render/"};
const QStringList commands = base + QStringList{"app/commands/"};
const QStringList document = base + QStringList{"app/document/"};
const QStringList runs = document + QStringList{"app/runs/"};
const QStringList scene = commands + runs + QStringList{"app/scene/"};
const QStringList plots = runs + QStringList{"app/plots/"};
const QStringList poll = base + QStringList{"app/poll/"};
const QStringList workspace = commands + runs + poll + QStringList{"app/workspace/"};
const QStringList window{"app/", "core/", "render/"};

const QList<Fence> fences{
    {"core", {"core/"}, outsideCore},
    {"core/math", {"core/math/"}, outsideCore},
    {"core/platform", {"core/platform/"}, outsideCore},
    {"core/joints", joints, outsideCore},
    {"core/model", model, outsideCore},
    {"core/kinematics", kinematics, outsideCore},
    {"core/stepping", stepping, outsideCore},
    {"core/execution", {"core/platform/", "core/execution/"}, outsideCore},
    {"core/trace", traced, outsideCore},
    {"core/dynamics", dynamics, outsideCore},
    {"core/analysis", dynamics + QStringList{"core/execution/", "core/analysis/"}, outsideCore},
    {"core/analysis/synthesis", dynamics + QStringList{"core/execution/", "core/analysis/"},
     outsideCore},
    {"core/diagnostics", diagnostics, outsideCore},
    {"core/integrators", stepping + traced + QStringList{"core/integrators/"}, outsideCore},
    {"core/formulations/shared", shared, outsideCore},
    {"core/formulations/aba", shared + QStringList{"core/formulations/aba/"}, outsideCore},
    {"core/formulations/dca", shared + QStringList{"core/formulations/dca/"}, outsideCore},
    {"core/formulations/planar", planar, outsideBoard},
    {"core/formulations/hdca", hdca, outsideCore},
    {"core/formulations/naudet", naudet, outsideCore},
    {"core/formulations/batch", naudet + QStringList{"core/formulations/batch/"}, outsideCore},
    {"core/formulations/multipliers", shared + QStringList{"core/formulations/multipliers/"},
     outsideCore},
    {"core/formulations/index3", index3, outsideCore},
    {"core/formulations/index3_dca", index3 + QStringList{"core/formulations/index3_dca/"},
     outsideCore},
    {"core/formulations/generalized_alpha",
     index3 + QStringList{"core/formulations/generalized_alpha/"}, outsideCore},
    {"core/formulations/rattle", index3 + QStringList{"core/formulations/rattle/"}, outsideCore},
    {"core/formulations/soft", index3 + QStringList{"core/formulations/soft/"}, outsideCore},
    {"core/formulations/energy_momentum",
     index3 + QStringList{"core/formulations/energy_momentum/"}, outsideCore},
    {"core/session", session, outsideCore},
    {"core/io", io, outsideCore},
    {"core/fmi", io + QStringList{"core/fmi/"}, outsideCore},
    {"core/generate", io + QStringList{"core/generate/"}, outsideCore},
    {"core/study", io + QStringList{"core/analysis/", "core/study/"}, outsideCore},
    {"core/lessons", io + QStringList{"core/analysis/", "core/study/", "core/lessons/"},
     outsideCore},
    {"core/exercises",
     io + QStringList{"core/analysis/", "core/study/", "core/lessons/", "core/exercises/"},
     outsideCore},
    {"core/python", {"core/"}, outsideCore},

    {"render", {"render/", "core/"}, outsideRender},

    {"app", {"app/", "render/", "core/", "fpga_link/"}, noLibrary},
    {"app/base", base, noLibrary},
    {"app/analyses", base + QStringList{"app/analyses/"}, noLibrary},
    {"app/commands", commands, noLibrary},
    {"app/document", document, noLibrary},
    {"app/poll", poll, noLibrary},
    {"app/runs", runs, noLibrary},
    {"app/scene", scene, noLibrary},
    {"app/sketch", scene + QStringList{"app/sketch/"}, noLibrary},
    {"app/plots", plots, noLibrary},
    {"app/export", scene + plots + QStringList{"app/export/"}, noLibrary},
    {"app/workspace", workspace, noLibrary},
    {"app/panels/accelerator",
     workspace + plots + QStringList{"app/panels/accelerator/", "fpga_link/"}, noLibrary},
    {"app/panels/analyses",
     workspace + scene + plots + QStringList{"app/analyses/", "app/panels/analyses/"}, noLibrary},
    {"app/panels/gallery", workspace + QStringList{"app/panels/gallery/"}, noLibrary},
    {"app/panels/help", workspace + QStringList{"app/panels/help/"}, noLibrary},
    {"app/panels/history", workspace + QStringList{"app/panels/history/"}, noLibrary},
    {"app/panels/inside", workspace + scene + plots + QStringList{"app/panels/inside/"}, noLibrary},
    {"app/panels/inspector", workspace + QStringList{"app/panels/inspector/"}, noLibrary},
    {"app/panels/lessons",
     workspace + scene + plots + QStringList{"app/export/", "app/panels/lessons/"}, noLibrary},
    {"app/panels/messages", workspace + QStringList{"app/panels/messages/"}, noLibrary},
    {"app/panels/model_tree", workspace + plots + QStringList{"app/panels/model_tree/"}, noLibrary},
    {"app/panels/parameters", workspace + QStringList{"app/panels/parameters/"}, noLibrary},
    {"app/panels/plots", workspace + plots + QStringList{"app/panels/plots/"}, noLibrary},
    {"app/panels/poll", workspace + plots + QStringList{"app/panels/poll/"}, noLibrary},
    {"app/panels/processors", workspace + QStringList{"app/panels/processors/"}, noLibrary},
    {"app/panels/run_settings", workspace + QStringList{"app/panels/run_settings/"}, noLibrary},
    {"app/panels/runs", workspace + scene + plots + QStringList{"app/panels/runs/"}, noLibrary},
    {"app/panels/scaling", workspace + plots + QStringList{"app/panels/scaling/"}, noLibrary},
    {"app/panels/studies", workspace + plots + QStringList{"app/panels/studies/"}, noLibrary},
    {"app/panels/synthesis",
     workspace + plots + QStringList{"app/analyses/", "app/panels/synthesis/"}, noLibrary},
    {"app/panels/transport", commands + runs + QStringList{"app/panels/transport/"}, noLibrary},
    {"app/panels/xray", workspace + scene + QStringList{"app/panels/xray/"}, noLibrary},
    {"app/shell", window, noLibrary},
    {"app/cli", window + QStringList{"fpga_link/offload/"}, noLibrary},

    {"fpga_link/arithmetic", {"fpga_link/arithmetic/"}, outsideBoard},
    {"fpga_link/protocol", {"fpga_link/protocol/"}, outsideBoard},
    {"fpga_link/client", {"fpga_link/protocol/", "fpga_link/client/"}, outsideBoard},
    {"fpga_link/fabric", {"fpga_link/functions/", "fpga_link/fabric/"}, outsideBoard},
    {"fpga_link/agent",
     {"fpga_link/protocol/", "fpga_link/arithmetic/", "fpga_link/functions/", "fpga_link/compiler/",
      "fpga_link/agent/", "fpga_link/fabric/", "fpga_link/software/"},
     outsideBoard},
};

QStringList sources() {
    QStringList all;
    for (const QString& folder : folders) all += filesBelow(folder, sourcePatterns);
    return all;
}

/// Includes in one file that violate `fence`, as "LINE: text".
QStringList crossings(const Fence& fence, const QStringList& lines) {
    static const QRegularExpression include("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
    const QRegularExpression foreign(QString::fromLatin1(fence.foreign));
    QStringList found;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto match = include.match(lines[i]);
        if (!match.hasMatch()) continue;
        const QString target = match.captured(2);
        const bool own = match.captured(1) == "\"";
        if (own && target.endsWith(".moc")) continue;
        const bool allowed =
            own ? std::any_of(fence.own.begin(), fence.own.end(),
                              [&](const QString& prefix) { return target.startsWith(prefix); })
                : !foreign.match(target).hasMatch();
        if (!allowed) found.append(QString::number(i + 1) + ": " + lines[i].trimmed());
    }
    return found;
}

QString licenceOf(const QString& path) {
    const bool application = path.startsWith("app/") || path.startsWith("tests/app/");
    return application ? "GPL-3.0-or-later" : "Apache-2.0";
}

}  // namespace

class TestSources : public QObject {
    Q_OBJECT

private slots:
    /// Guards the test itself: with a wrong root, all other tests would check nothing.
    void findsTheSources() {
        QVERIFY(sources().contains("core/result.hpp"));
        QVERIFY(sources().contains("tests/repository/test_sources.cpp"));
    }

    void fenceSeesACrossing() {
        const Fence core{"core", {"core/"}, outsideCore};
        QCOMPARE(crossings(core, {"#include <vector>", "#include \"core/result.hpp\""}).size(), 0);
        QCOMPARE(crossings(core, {"#include <QString>", "#include <vtkActor.h>",
                                  "#include <sys/socket.h>", "  #  include \"app/x.hpp\""})
                     .size(),
                 4);
    }

    void keepsTheFences_data() {
        QTest::addColumn<int>("fence");
        for (int i = 0; i < fences.size(); ++i) QTest::newRow(fences[i].folder) << i;
    }
    void keepsTheFences() {
        QFETCH(int, fence);
        QStringList found;
        for (const QString& path : filesBelow(fences[fence].folder, sourcePatterns))
            for (const QString& crossing : crossings(fences[fence], linesOf(path)))
                found.append(path + ":" + crossing);
        QVERIFY2(found.isEmpty(), qPrintable("not allowed here:\n" + found.join('\n')));
    }

    /// No folder includes itself through others, and none includes what its target does not link.
    void includesGoOneWayAndAreLinked() {
        if (!canRunPython()) QSKIP("python3 reads the includes, and it is not installed");
        const QString faults = mapFaults("--arrows");
        QVERIFY2(faults.isEmpty(), qPrintable(faults));
    }

    void namesItsLicence() {
        QStringList found;
        QStringList files = sources();
        for (const QString& folder : folders + QStringList{"cmake"})
            files += filesBelow(folder, {"CMakeLists.txt", "*.cmake"});
        for (const QString& path : files) {
            const QString mark = path.endsWith("pp") ? "// " : "# ";
            if (linesOf(path).value(0) != mark + "SPDX-License-Identifier: " + licenceOf(path))
                found.append(path + ": the first line must name " + licenceOf(path));
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    /// What differs between systems is behind the headers of core/platform, and in the parts of
    /// fpga_link that reach boards or run on them.
    void systemsAreApart() {
        static const QRegularExpression system(
            R"(^\s*#\s*include\s*<((sys|arpa|netinet|gnu)/.*)"
            R"(|(unistd|fcntl|dlfcn|elf|link|poll|spawn|signal|netdb|windows|io|direct)\.h)>)");
        static const QRegularExpression home(
            "_(posix|windows)\\.cpp$|^fpga_link/(agent|fabric|rtl|zynq|client|protocol)/|^tests/");
        QVERIFY(system.match("#include <sys/stat.h>").hasMatch());
        QStringList found;
        for (const QString& path : sources()) {
            if (home.match(path).hasMatch()) continue;
            const qsizetype line = linesOf(path).indexOf(system);
            if (line >= 0) found.append(path + ":" + QString::number(line + 1));
        }
        for (const QString& path : filesBelow("core/platform", {"*_posix.cpp"}))
            if (!QFile::exists(sourceTree().filePath(QString(path).replace("_posix", "_windows"))))
                found.append(path + " has none for Windows");
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    /// Waits that GCC's library builds from std::atomic::wait miss changes on systems without
    /// futex; core/platform/waiting.hpp has one that does not.
    void waitsOnEverySystem() {
        static const QRegularExpression lossy(
            R"(#\s*include\s*<(semaphore|latch|barrier)>|condition_variable_any|\bstop_callback\b)");
        QVERIFY(lossy.match("    std::condition_variable_any wake;").hasMatch());
        QStringList found;
        for (const QString& path :
             filesBelow("core", sourcePatterns) + filesBelow("app/cli", sourcePatterns)) {
            const qsizetype line = linesOf(path).indexOf(lossy);
            if (line >= 0) found.append(path + ":" + QString::number(line + 1));
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void isShort() {
        QStringList found;
        for (const QString& path : sources()) {
            const qsizetype lines = linesOf(path).size() - 1;
            if (lines > longestFile) found.append(path + ": " + QString::number(lines) + " lines");
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void headersAreGuardedAndOpenNoNamespace() {
        static const QRegularExpression opened(R"(^\s*using namespace\b)");
        QStringList found;
        for (const QString& path : sources()) {
            if (!path.endsWith(".hpp")) continue;
            const QStringList lines = linesOf(path);
            if (!lines.contains("#pragma once")) found.append(path + ": no #pragma once");
            if (lines.indexOf(opened) >= 0) found.append(path + ": using namespace in a header");
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void statesColoursAndFontSizesOnce() {
        static const QRegularExpression stated(
            "QColor\\((0x|\\d|\")|\\b0x[0-9a-fA-F]{6}\\b|\"#[0-9a-fA-F]{6}\""
            "|setPointSize|setPixelSize|font-size");
        QStringList found;
        for (const QString& path : filesBelow("app", sourcePatterns)) {
            if (path.startsWith("app/base/theme/tokens")) continue;
            const qsizetype line = linesOf(path).indexOf(stated);
            if (line >= 0) found.append(path + ":" + QString::number(line + 1));
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void leavesNothingForLater() {
        static const QRegularExpression later(QString("\\b(TO") + "DO|FIX" + "ME|X" + "XX)\\b");
        QStringList found;
        for (const QString& path : sources()) {
            const qsizetype line = linesOf(path).indexOf(later);
            if (line >= 0) found.append(path + ":" + QString::number(line + 1));
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }
};

MOMENTREE_TEST(TestSources, Appless)

}  // namespace momentree::test_sources
#include "test_sources.moc"
