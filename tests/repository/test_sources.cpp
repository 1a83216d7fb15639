// SPDX-License-Identifier: Apache-2.0
// The fences between modules and the rules that every source file keeps.
#include <QRegularExpression>
#include <QTest>

#include "repository/source_tree.hpp"
#include "support/test_main.hpp"

namespace momentree::test_sources {

using momentree::test::filesBelow;
using momentree::test::linesOf;

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

const QList<Fence> fences{
    {"core", {"core/"}, outsideCore},
    {"core/math", {"core/math/"}, outsideCore},
    {"core/joints", {"core/math/", "core/joints/"}, outsideCore},
    {"core/model",
     {"core/math/", "core/joints/", "core/model/", "core/result.hpp", "core/number_text.hpp"},
     outsideCore},
    {"core/kinematics",
     {"core/math/", "core/joints/", "core/model/", "core/kinematics/", "core/result.hpp",
      "core/number_text.hpp", "core/stepping/sample.hpp"},
     outsideCore},
    {"core/dynamics",
     {"core/math/", "core/joints/", "core/model/", "core/kinematics/", "core/diagnostics/",
      "core/dynamics/", "core/stepping/", "core/result.hpp", "core/number_text.hpp"},
     outsideCore},
    {"core/stepping", {"core/model/", "core/stepping/", "core/result.hpp"}, outsideCore},
    {"core/integrators",
     {"core/math/", "core/integrators/", "core/stepping/", "core/execution/", "core/trace/",
      "core/result.hpp", "core/number_text.hpp"},
     outsideCore},
    {"core/formulations",
     {"core/math/", "core/joints/", "core/model/", "core/kinematics/", "core/diagnostics/",
      "core/dynamics/", "core/execution/", "core/trace/", "core/formulations/", "core/stepping/",
      "core/result.hpp", "core/number_text.hpp"},
     outsideCore},
    {"core/trace", {"core/execution/", "core/trace/", "core/stepping/phases.hpp"}, outsideCore},
    {"core/diagnostics",
     {"core/math/", "core/joints/", "core/model/", "core/kinematics/", "core/execution/",
      "core/diagnostics/", "core/stepping/", "core/session/recording.hpp", "core/result.hpp",
      "core/number_text.hpp"},
     outsideCore},
    {"core/io",
     {"core/io/", "core/math/", "core/joints/", "core/model/", "core/diagnostics/",
      "core/execution/", "core/session/", "core/result.hpp", "core/number_text.hpp"},
     outsideCore},
    {"render", {"render/", "core/"}, outsideRender},
    {"app", {"app/", "render/", "core/", "fpga_link/"}, noLibrary},
    {"fpga_link/protocol", {"fpga_link/protocol/"}, outsideBoard},
    {"fpga_link/agent",
     {"fpga_link/protocol/", "fpga_link/arithmetic/", "fpga_link/functions/", "fpga_link/compiler/",
      "fpga_link/agent/", "fpga_link/fabric/", "fpga_link/software/"},
     outsideBoard},
    {"fpga_link/client", {"fpga_link/protocol/", "fpga_link/client/"}, outsideBoard},
};

QStringList sources() {
    QStringList all;
    for (const QString& folder : folders) all += filesBelow(folder, sourcePatterns);
    return all;
}

/// What crosses `fence` in the lines of one file, as "LINE: text".
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
    /// Guards the test itself: with a wrong root every other test would pass on nothing.
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
