// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions are compared by value.
#include <QDirIterator>
#include <QRandomGenerator>
#include <QTest>

#include "app/document/edits/scalar_walk.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"

namespace momentree::test_description {

using namespace momentree::app;

namespace {

/// A random edit anywhere in a model.
void changeSomething(ModelDescription& model, QRandomGenerator& random) {
    const auto below = [&](std::size_t count) {
        return static_cast<std::size_t>(random.bounded(static_cast<quint32>(count)));
    };
    const auto reorder = [&](auto& list) {
        if (list.empty()) return;
        const auto item = list[below(list.size())];
        if (below(2) == 0) std::erase(list, item);
        if (below(2) == 0) list.insert(list.begin() + std::ptrdiff_t(below(list.size() + 1)), item);
    };
    std::vector<Scalar*> scalars;
    ScalarWalk collect([&](Scalar& scalar) { scalars.push_back(&scalar); });
    collect(model);
    Scalar& scalar = *scalars[below(scalars.size())];
    switch (below(12)) {
        case 0:
            scalar.value = below(3) == 0 ? scalar.value : 0.25 * double(below(5));
            break;
        case 1:
            scalar.text = below(2) == 0 ? "" : "1 + 1";
            break;
        case 2:
            scalar.line = static_cast<int>(below(100));
            break;
        case 3:
            reorder(model.bodies);
            break;
        case 4:
            reorder(model.joints);
            break;
        case 5:
            reorder(model.forces);
            break;
        case 6:
            reorder(model.jointStarts);
            break;
        case 7:
            reorder(model.bodyStarts);
            break;
        case 8:
            reorder(model.probes);
            break;
        case 9:
            model.title = below(2) == 0 ? "t" : "";
            break;
        case 10:
            model.run.step = 1e-3 * double(below(2));
            break;
        default:
            model.exactStart = below(2) == 0;
    }
}

}  // namespace

class TestDescription : public QObject {
    Q_OBJECT
private slots:
    /// `==` of descriptions agrees with the texts of their files.
    void equalIsWrittenAlike() {
        QDirIterator files(MOMENTREE_SOURCE_DIR "/resources/examples", {"*.momentree.json"});
        int examples = 0, alike = 0, unlike = 0;
        while (files.hasNext()) {
            const auto model = readModelFile(files.next().toStdString());
            QVERIFY(model);
            ++examples;
            QRandomGenerator random(static_cast<quint32>(examples));
            for (int edit = 0; edit < 60; ++edit) {
                ModelDescription changed = *model;
                for (quint32 k = 0; k <= random.bounded(2u); ++k) changeSomething(changed, random);
                const std::string before = writeModelText(*model), after = writeModelText(changed);
                const auto where = QStringLiteral("%1, edit %2")
                                       .arg(QString::fromStdString(model->name))
                                       .arg(edit);
                // Fields that an element of this kind does not use are not written, but compared.
                if (changed == *model) QVERIFY2(before == after, qPrintable(where));
                const auto a = readModelText(before, "a"), b = readModelText(after, "b");
                if (!a || !b) continue;
                QVERIFY2((*a == *b) == (before == after), qPrintable(where));
                ++(*a == *b ? alike : unlike);
            }
        }
        QVERIFY(examples > 10 && alike > 50 && unlike > 200);
    }
};

MOMENTREE_TEST(TestDescription, Guiless)

}  // namespace momentree::test_description
#include "test_description.moc"
