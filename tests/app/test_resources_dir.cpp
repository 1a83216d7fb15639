// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QTest>

#include "app/base/resources_dir.hpp"
#include "support/test_main.hpp"

namespace momentree::test_resources_dir {

class TestResourcesDir : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { qunsetenv("MOMENTREE_RESOURCES"); }

    void buildTreeUsesTheSources() {
        const auto folder = QString::fromStdString(momentree::resourcesDirectory().string());
        QCOMPARE(QFileInfo(folder), QFileInfo(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources")));
        QVERIFY(QFileInfo(folder + "/icons").isDir());
    }

    void environmentComesFirst() {
        qputenv("MOMENTREE_RESOURCES", "/some/where");
        QCOMPARE(momentree::resourcesDirectory().string(), std::string("/some/where"));
    }

    void emptyEnvironmentIsNone() {
        qputenv("MOMENTREE_RESOURCES", "");
        QVERIFY(!momentree::resourcesDirectory().empty());
    }
};

MOMENTREE_TEST(TestResourcesDir, Appless)

}  // namespace momentree::test_resources_dir
#include "test_resources_dir.moc"
