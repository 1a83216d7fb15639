// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the model tree follow the description; unchanged rows are kept.
#include <QLineEdit>
#include <QTest>
#include <QTreeWidget>

#include "app/panels/model_tree/model_tree.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"
#include "tests/app/large_models.hpp"

namespace momentree::test_model_tree {

using namespace momentree::app;

class TestModelTree : public QObject {
    Q_OBJECT

    static std::shared_ptr<ModelDescription> chain(int links) {
        return std::make_shared<ModelDescription>(*readModelText(chainText(links), "chain"));
    }
    static QStringList rowsOf(const ModelTree& tree) {
        const auto* items = tree.findChild<QTreeWidget*>("modelTree");
        QStringList rows;
        for (int g = 0; g < items->topLevelItemCount(); ++g) {
            const QTreeWidgetItem* group = items->topLevelItem(g);
            rows << group->text(0) + ' ' + group->text(1);
            for (int k = 0; k < group->childCount(); ++k) rows << group->child(k)->text(0);
        }
        return rows;
    }

private slots:
    void rowsThatStayAreKept() {
        ModelTree tree;
        tree.setModel(chain(2));
        const QTreeWidgetItem* first =
            tree.findChild<QTreeWidget*>("modelTree")->topLevelItem(0)->child(0);
        tree.setModel(chain(4));
        QCOMPARE(rowsOf(tree), QStringList({"Bodies 4", "b0", "b1", "b2", "b3", "Joints 4", "j0",
                                            "j1", "j2", "j3", "Parameters 1", "m"}));
        QCOMPARE(tree.findChild<QTreeWidget*>("modelTree")->topLevelItem(0)->child(0), first);
        tree.setModel(chain(1));
        QCOMPARE(rowsOf(tree),
                 QStringList({"Bodies 1", "b0", "Joints 1", "j0", "Parameters 1", "m"}));
    }

    void groupsComeAndGoInTheirOrder() {
        ModelTree tree;
        auto model = chain(2);
        model->bodies.clear();
        tree.setModel(model);
        QCOMPARE(rowsOf(tree), QStringList({"Joints 2", "j0", "j1", "Parameters 1", "m"}));
        tree.setModel(chain(1));
        QCOMPARE(rowsOf(tree),
                 QStringList({"Bodies 1", "b0", "Joints 1", "j0", "Parameters 1", "m"}));
        tree.setModel(std::make_shared<ModelDescription>());
        QVERIFY(rowsOf(tree).isEmpty());
    }

    void aNameInTheMiddleFollows() {
        ModelTree tree;
        auto model = chain(3);
        tree.setModel(model);
        tree.select({{Element::Kind::Body, 2}});
        model = std::make_shared<ModelDescription>(*model);
        model->bodies[1].name = "rod";
        tree.setModel(model);
        QCOMPARE(rowsOf(tree).mid(0, 4), QStringList({"Bodies 3", "b0", "rod", "b2"}));
        QCOMPARE(tree.selected(), (std::vector<Element>{{Element::Kind::Body, 2}}));
    }

    void aNameThatIsRefusedIsTakenBack() {
        ModelTree tree;
        const auto model = chain(2);
        tree.setModel(model);
        tree.findChild<QTreeWidget*>("modelTree")->topLevelItem(0)->child(1)->setText(0, "b0");
        tree.setModel(model);
        QCOMPARE(rowsOf(tree).mid(0, 3), QStringList({"Bodies 2", "b0", "b1"}));
    }

    void marksGoWithTheirProblem() {
        ModelTree tree;
        const auto model = chain(2);
        const auto mark = [&tree] {
            const auto* items = tree.findChild<QTreeWidget*>("modelTree");
            return !items->topLevelItem(1)->child(1)->icon(1).isNull();
        };
        tree.setModel(model, {error(Place::joint("j1"), MOMENTREE_TEXT("test", "stays open"))});
        QVERIFY(mark());
        tree.setModel(model);
        QVERIFY(!mark());
    }

    void newRowsAreFilteredToo() {
        ModelTree tree;
        tree.setModel(chain(1));
        tree.findChild<QLineEdit*>()->setText("b");
        tree.setModel(chain(2));
        const auto* items = tree.findChild<QTreeWidget*>("modelTree");
        QVERIFY(!items->topLevelItem(0)->child(1)->isHidden());
        QVERIFY(items->topLevelItem(1)->isHidden());
    }
};

MOMENTREE_TEST(TestModelTree, Gui)

}  // namespace momentree::test_model_tree
#include "test_model_tree.moc"
