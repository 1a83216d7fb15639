// SPDX-License-Identifier: Apache-2.0
// Shapes of many links are simple while they are small in the picture.
#include <QtTest>

#include "render/hand_models.hpp"
#include "render/scene.hpp"
#include "render/stage.hpp"
#include "support/test_main.hpp"

namespace momentree::test_detail {

using namespace momentree::render;
using namespace momentree::test;

class TestDetail : public QObject {
    Q_OBJECT

private slots:
    void followsTheSizeOfManyLinks();
    void fewLinksKeepTheirShapes();
    void followsTheView();
};

void TestDetail::followsTheSizeOfManyLinks() {
    const Drawing d = chain(200);
    Stage stage = makeStage(*d.model, d.poses);
    const double bar = 2.0 * stage.unit;
    const int usual = stage.sides;
    QVERIFY(!stage.bare());
    QVERIFY(!stage.takeDetail(bar / 12.0));  // neither small nor large
    QVERIFY(stage.takeDetail(bar / 8.0));
    QVERIFY(stage.bare());
    QVERIFY(!stage.takeDetail(bar / 12.0));
    QVERIFY(stage.bare());
    QVERIFY(stage.takeDetail(bar / 16.0));
    QCOMPARE(stage.sides, usual);
}

void TestDetail::fewLinksKeepTheirShapes() {
    const Drawing d = chain(100);
    Stage stage = makeStage(*d.model, d.poses);
    QVERIFY(!stage.takeDetail(2.0 * stage.unit));
}

void TestDetail::followsTheView() {
    const Drawing d = chain(200);
    const RowLayout layout(*d.model);
    Scene scene;
    if (!scene.problem().empty()) QSKIP(scene.problem().c_str());
    scene.resize(600, 400);
    scene.setModel(d.model, {});
    scene.show(layout, d.row(layout));
    scene.render();
    QVERIFY(scene.stage().bare());
    scene.zoom(20.0, 300, 200);
    scene.render();
    QVERIFY(!scene.stage().bare());
    scene.fit();
    scene.render();
    QVERIFY(scene.stage().bare());
}

MOMENTREE_TEST(TestDetail, Guiless)

}  // namespace momentree::test_detail
#include "test_detail.moc"
