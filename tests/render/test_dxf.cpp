// SPDX-License-Identifier: Apache-2.0
// Drawings in DXF: millimetres, a layer for each link, holes where links turn.
#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <map>
#include <set>

#include "render/dxf.hpp"
#include "render/stage.hpp"
#include "support/test_main.hpp"
#include "tests/render/hand_models.hpp"

namespace momentree::test_dxf {

using namespace momentree::test;
using Vector2d = Eigen::Vector2d;

struct Entity {
    std::string type, layer;
    std::map<int, double> values;
};

/// The entities of a drawing; every value has a code of its own line before it.
std::vector<Entity> entitiesOf(const std::string& text) {
    const QStringList lines = QString::fromStdString(text).split('\n');
    std::vector<Entity> entities;
    bool reads = false;
    for (qsizetype k = 0; k + 1 < lines.size(); k += 2) {
        const int code = lines[k].toInt();
        const std::string value = lines[k + 1].toStdString();
        if (code == 2 && value == "ENTITIES") reads = true;
        if (!reads) continue;
        if (code == 0) entities.push_back({value, {}, {}});
        if (entities.empty()) continue;
        if (code == 8) entities.back().layer = value;
        if (code >= 10) entities.back().values[code] = lines[k + 1].toDouble();
    }
    return entities;
}

class TestDxf : public QObject {
    Q_OBJECT
private slots:
    void hasALayerAndHolesForEveryLink() {
        Drawing bars = fourBar();
        bars.model->bodies[1].name = "coupler (a long name, with letters that are not allowed)";
        bars.model->bodies[2].name = "ground";
        const auto text = render::dxfText(*bars.model, bars.poses);
        QVERIFY(text.has_value());
        const std::vector<Entity> entities = entitiesOf(*text);
        std::set<std::string> layers;
        for (const JointElement& joint : bars.model->joints) {
            const Vector3d at = 1000.0 * (render::worldFrame(bars.poses, joint.A).r);
            int holes = 0;
            for (const Entity& e : entities)
                holes += e.type == "CIRCLE" && std::abs(e.values.at(10) - at.x()) < 1e-6 &&
                         std::abs(e.values.at(20) - at.y()) < 1e-6;
            QCOMPARE(holes, 2);
        }
        for (const Entity& e : entities)
            if (!e.layer.empty()) {
                layers.insert(e.layer);
                QVERIFY2(QRegularExpression("^[A-Za-z0-9$_-]{1,31}$")
                             .match(QString::fromStdString(e.layer))
                             .hasMatch(),
                         e.layer.c_str());
            }
        QCOMPARE(layers.size(), std::size_t{4});
        QCOMPARE(layers.count("ground_2"), std::size_t{1});
    }

    /// Every point of a bar's outline is half a width from the line between its joints.
    void outlinesHaveTheirSize() {
        Drawing bars = fourBar();
        ShapeDescription& shape = bars.model->bodies[0].shape;
        shape.kind = ShapeDescription::Kind::Bar;
        shape.size[0].value = 0.02;
        const auto text = render::dxfText(*bars.model, bars.poses);
        QVERIFY(text.has_value());
        const Vector2d along = Vector2d(0.6, 0.8);
        int corners = 0;
        for (const Entity& e : entitiesOf(*text)) {
            if (e.type != "VERTEX" || e.layer != "crank") continue;
            ++corners;
            const Vector2d p(e.values.at(10), e.values.at(20));
            const Vector2d nearest = std::clamp(along.dot(p), 0.0, 100.0) * along;
            QVERIFY(std::abs((p - nearest).norm() - 10.0) < 1e-3);
        }
        QVERIFY(corners > 100);
    }

    void refusesMechanismsInSpace() {
        Drawing top;
        const int bar = top.bar("top", {0, 0, 0}, {0.4, 0.2, 0.1});
        top.joint("spherical", ground, bar, {0, 0, 0});
        const auto text = render::dxfText(*top.model, top.poses);
        QVERIFY(!text.has_value());
    }
};

MOMENTREE_TEST(TestDxf, Guiless)

}  // namespace momentree::test_dxf
#include "test_dxf.moc"
