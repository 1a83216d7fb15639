// SPDX-License-Identifier: Apache-2.0
// All references in documents exist.
#include <QDate>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

#include "repository/source_tree.hpp"
#include "support/test_main.hpp"

namespace momentree::test_documents {

using momentree::test::canRunPython;
using momentree::test::filesBelow;
using momentree::test::linesOf;
using momentree::test::mapFaults;
using momentree::test::sourceTree;

namespace {

QStringList documents() {
    QStringList all = sourceTree().entryList({"*.md"}, QDir::Files);
    for (const char* folder : {"app", "core", "render", "fpga_link", "resources", "tests"})
        all += filesBelow(folder, {"*.md"});
    return all;
}

/// Targets of Markdown links and pictures in a text, except web addresses and anchors.
QStringList localTargets(const QString& text) {
    static const QRegularExpression link(R"(\]\(([^)#\s]+)[^)]*\))");
    QStringList targets;
    for (auto matches = link.globalMatch(text); matches.hasNext();) {
        const QString target = matches.next().captured(1);
        if (!target.contains("://") && !target.startsWith("mailto:")) targets.append(target);
    }
    return targets;
}

}  // namespace

class TestDocuments : public QObject {
    Q_OBJECT

private slots:
    void findsTargets() {
        const QString text = "[a](x.md) ![p](y.png \"t\") [w](https://z.example) [h](#part)";
        QCOMPARE(localTargets(text), QStringList({"x.md", "y.png"}));
    }

    void linksLeadSomewhere() {
        QVERIFY(documents().contains("README.md"));
        QStringList broken;
        for (const QString& path : documents()) {
            const QDir folder = QFileInfo(sourceTree().filePath(path)).dir();
            for (const QString& target : localTargets(linesOf(path).join('\n')))
                if (!folder.exists(target)) broken.append(path + " -> " + target);
        }
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join('\n')));
    }

    /// Every path in ARCHITECTURE.md exists, and it has a line for every folder of sources.
    void mapNamesEveryFolder() {
        static const QRegularExpression path(
            "`((?:app|cmake|core|fpga_link|render|resources|tests)/[^`\\s]*)`");
        const QString map = linesOf("ARCHITECTURE.md").join('\n');
        QStringList faults;
        for (auto matches = path.globalMatch(map); matches.hasNext();) {
            const QString named = matches.next().captured(1);
            if (!QFileInfo::exists(sourceTree().filePath(named)))
                faults.append(named + " does not exist");
        }
        for (const char* module : {"app", "core", "fpga_link", "render"})
            for (const QString& source : filesBelow(module, {"*.cpp", "*.sv"})) {
                const QString folder = QFileInfo(source).path();
                if (!map.contains('`' + folder + '`') && !map.contains('`' + folder + "/`"))
                    faults.append(folder + " has no line");
            }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    void mapIsOfThisTree() {
        if (!canRunPython()) QSKIP("python3 draws the map, and it is not installed");
        const QString faults = mapFaults("--check");
        QVERIFY2(faults.isEmpty(), qPrintable(faults));
    }

    /// CMake, the newest dated section of the changelog and AppStream name the same release.
    void releaseIsOne() {
        const auto first = [](const QString& file, const char* pattern) {
            const auto match = QRegularExpression(pattern, QRegularExpression::MultilineOption)
                                   .match(linesOf(file).join('\n'));
            return match.capturedTexts().mid(1);
        };
        const QStringList project = first("CMakeLists.txt", R"(^project\(momentree VERSION (\S+))");
        const QStringList changes =
            first("CHANGELOG.md", R"(^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$)");
        const QStringList shown =
            first("resources/desktop/org.momentree.Momentree.metainfo.xml",
                  R"re(<release version="(\S+)" type="stable" date="(\S+)"/>)re");
        QCOMPARE(project.size(), 1);
        QCOMPARE(changes.size(), 2);
        QCOMPARE(shown, changes);
        QCOMPARE(project.first(), changes.first());
        QVERIFY(QDate::fromString(changes.last(), Qt::ISODate).isValid());
    }

    void bothLicencesAreHere() {
        QVERIFY(linesOf("LICENSES/Apache-2.0.txt").join('\n').contains("Apache License"));
        QVERIFY(linesOf("LICENSES/GPL-3.0-or-later.txt").join('\n').contains("GNU GENERAL PUBLIC"));
    }
};

MOMENTREE_TEST(TestDocuments, Appless)

}  // namespace momentree::test_documents
#include "test_documents.moc"
