// SPDX-License-Identifier: Apache-2.0
// Shapes, colours and collision shapes of robots in every format.
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <map>

#include "core/io/mjcf.hpp"
#include "core/io/model_file.hpp"
#include "core/io/sdf.hpp"
#include "core/io/urdf.hpp"
#include "core/model/model.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_robot_shapes {
namespace {

/// Apostrophes stand for quotes; 'tool' is lumped with 'arm'.
const char* const robot =
    "<robot name='r'><link name='base'/>\n"
    "<link name='arm'><inertial><origin xyz='0.3 0.1 -0.05'/><mass value='2'/><inertia ixx='0.02' "
    "ixy='0' ixz='0' iyy='0.03' iyz='0' izz='0.04'/></inertial>\n"
    "<visual><origin xyz='0.1 0 0.2' rpy='0.3 0.2 0.1'/><geometry><box size='0.4 0.1 0.2'/>"
    "</geometry><material name='m'><color rgba='1 0 0 1'/></material></visual>\n"
    "<visual><geometry><sphere radius='0.07'/></geometry><material name='n'><color rgba='0 0 1 1'/>"
    "</material></visual>\n"
    "<collision><origin xyz='0.2 0 0' rpy='0 1.2 0'/><geometry><cylinder radius='0.05' "
    "length='0.6'/></geometry></collision>\n"
    "<collision><geometry><mesh filename='arm.stl' scale='2 1 1'/></geometry></collision></link>\n"
    "<link name='tool'><inertial><mass value='0.7'/><inertia ixx='0.02' ixy='0' ixz='0' iyy='0.03' "
    "iyz='0' izz='0.04'/></inertial>\n"
    "<collision><geometry><sphere radius='0.1'/></geometry></collision></link>\n"
    "<joint name='j' type='continuous'><parent link='base'/><child link='arm'/></joint>\n"
    "<joint name='f' type='fixed'><parent link='arm'/><child link='tool'/><origin xyz='0.5 0.1 "
    "0.2' "
    "rpy='0.3 -0.2 0.7'/></joint></robot>";

/// Solids from the centre of mass, with their colours; empty if they are the same.
std::string differenceOf(const BodyDescription& a, const BodyDescription& b) {
    const auto valueOf = [](const Scalar3& s) {
        return Vector3d(s[0].value, s[1].value, s[2].value);
    };
    const auto turnOf = [](const PartDescription& part) {
        const auto e = part.orientation.value_or(std::array<Scalar, 4>{Scalar(1.0)});
        return Eigen::Quaterniond(e[0].value, e[1].value, e[2].value, e[3].value)
            .toRotationMatrix();
    };
    const auto compare = [&](const std::vector<PartDescription>& p,
                             const std::vector<PartDescription>& q) -> std::string {
        if (p.size() != q.size()) return std::to_string(q.size()) + " solids";
        for (std::size_t k = 0; k < p.size(); ++k) {
            const std::string which = "solid " + std::to_string(k);
            if (p[k].kind != q[k].kind || p[k].mesh != q[k].mesh) return which + " is another";
            const auto colour = [&](const BodyDescription& body, const PartDescription& part) {
                return part.color.empty() ? body.shape.color : part.color;
            };
            if (&p != &a.shape.collisions && colour(a, p[k]) != colour(b, q[k]))
                return which + " has colour " + colour(b, q[k]);
            if ((valueOf(p[k].size) - valueOf(q[k].size)).norm() > 1e-12) return which + ": size";
            if ((valueOf(p[k].position) - valueOf(a.com) - valueOf(q[k].position) + valueOf(b.com))
                    .norm() > 1e-9)
                return which + ": position";
            if ((turnOf(p[k]) - turnOf(q[k])).norm() > 1e-9) return which + ": orientation";
        }
        return "";
    };
    const std::string parts = compare(a.shape.parts, b.shape.parts);
    return parts.empty() ? compare(a.shape.collisions, b.shape.collisions) : parts;
}

}  // namespace

class TestRobotShapes : public QObject {
    Q_OBJECT
private slots:
    void solidsSurviveEveryFormat() {
        Diagnostics notes;
        std::string text = robot;
        std::ranges::replace(text, '\'', '"');
        const auto model = readModelText(text, "/nowhere/r.urdf", &notes);
        QVERIFY(model && model->bodies.size() == 1);
        QCOMPARE(model->bodies[0].shape.parts.size(), std::size_t(2));
        QCOMPARE(model->bodies[0].shape.collisions.size(), std::size_t(3));
        QCOMPARE(model->bodies[0].shape.collisions[1].mesh,
                 std::filesystem::absolute("/nowhere/arm.stl").generic_string());
        QVERIFY(std::ranges::any_of(notes, [](const Diagnostic& one) {
            return one.message.id == std::string_view("collisions-kept");
        }));
        const auto built = buildModel(*model);
        QVERIFY(built);
        Diagnostics lost;
        const std::string native = "/nowhere/r.momentree.json";
        const std::map<std::string, Result<std::string>> files{
            {"/nowhere/r.urdf", writeUrdf(**built, &lost, "/nowhere/r.urdf")},
            {"/nowhere/r.sdf", writeSdf(**built, "/nowhere/r.sdf", &lost)},
            {"/nowhere/r.xml", writeMjcf(**built, "/nowhere/r.xml", &lost)},
            {native, writeModelText(*model, native)}};
        for (const auto& [name, written] : files) {
            QVERIFY2(written, name.c_str());
            const auto again = readModelText(*written, name);
            QVERIFY2(again && again->bodies.size() == 1, name.c_str());
            const std::string change = differenceOf(model->bodies[0], again->bodies[0]);
            QVERIFY2(change.empty(), (name + ": " + change + "\n" + *written).c_str());
        }
    }

    /// Robot files use them for parts that should not show. They do not affect the motion.
    void solidsWithoutSizeAreLeftOut() {
        const std::string mass =
            "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>"
            "</inertial>";
        const std::vector<std::pair<std::string, std::string>> files{
            {"r.urdf",
             "<robot name='r'><link name='base'/><joint name='j' type='continuous'>"
             "<parent link='base'/><child link='arm'/></joint><link name='arm'><inertial>"
             "<mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>\n<collision>"
             "<geometry><box size='0 0 0'/></geometry></collision><visual><geometry>"
             "<sphere radius='0'/></geometry></visual></link></robot>"},
            {"r.sdf",
             "<sdf version='1.9'><model name='r'><link name='arm'>" + mass +
                 "\n<collision name='c'><geometry><box><size>0 0 0</size></box></geometry>"
                 "</collision><visual name='v'><geometry><sphere><radius>0</radius></sphere>"
                 "</geometry></visual></link></model></sdf>"}};
        for (const auto& [name, text] : files) {
            Diagnostics notes;
            const auto read = readModelText(text, name, &notes);
            QVERIFY2(read && read->bodies.size() == 1, name.c_str());
            QVERIFY(read->bodies[0].shape.parts.empty() &&
                    read->bodies[0].shape.collisions.empty());
            const auto said = [&](const Diagnostic& one) {
                return one.message.id == std::string_view("robot-shape-size") && one.line == 2;
            };
            QCOMPARE(std::ranges::count_if(notes, said), 2);
        }
    }
};

MOMENTREE_TEST(TestRobotShapes, Guiless)

}  // namespace momentree::test_robot_shapes
#include "test_robot_shapes.moc"
