// SPDX-License-Identifier: Apache-2.0
// Models of MuJoCo: the same motion as robots in URDF, inertias of geoms, loops, includes, errors.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/model/evaluate.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_mjcf {

using app::placesAfter;
using test::said;

namespace {

const char* const urdfPendulum =
    "<robot name='p'><link name='base'/><link name='upper'><inertial><origin xyz='0.5 0 0'/>"
    "<mass value='1'/><inertia ixx='0.001' iyy='0.084' izz='0.09'/></inertial></link>"
    "<link name='lower'><inertial><origin xyz='0.4 0.1 0'/><mass value='2'/>"
    "<inertia ixx='0.01' ixy='0.002' ixz='0.001' iyy='0.084' iyz='-0.003' izz='0.09'/>"
    "</inertial></link><joint name='shoulder' type='continuous'><parent link='base'/>"
    "<child link='upper'/><origin xyz='0 0 2'/><axis xyz='0 1 0'/></joint>"
    "<joint name='elbow' type='continuous'><parent link='upper'/><child link='lower'/>"
    "<origin xyz='1 0 0' rpy='0.2 0.3 -0.4'/><axis xyz='0 1 0.5'/><dynamics damping='0.2' "
    "friction='0.1'/>"
    "</joint></robot>";

const char* const mjcfPendulum =
    "<mujoco model='p'>\n<compiler angle='radian' eulerseq='XYZ'/>\n"
    "<option gravity='0 0 -9.80665'/>\n"
    "<default><joint axis='0 1 0'/><default class='soft'><joint "
    "damping='0.2'/></default></default>\n"
    "<worldbody><body name='upper' pos='0 0 2'>\n"
    "<inertial pos='0.5 0 0' mass='1' diaginertia='0.001 0.084 0.09'/>\n"
    "<joint name='shoulder'/>\n"
    "<body name='lower' pos='1 0 0' euler='0.2 0.3 -0.4' childclass='soft'>\n"
    "<inertial pos='0.4 0.1 0' mass='2' fullinertia='0.01 0.084 0.09 0.002 0.001 -0.003'/>\n"
    "<joint name='elbow' axis='0 1 0.5' range='-1 1' armature='0.1' frictionloss='0.1'/>\n"
    "<geom size='0.1'/>\n</body></body></worldbody>\n"
    "<actuator><motor joint='elbow'/><motor joint='shoulder'/></actuator>\n"
    "<tendon><fixed name='t'/></tendon>\n</mujoco>";

std::string world(const std::string& inside) {
    return "<mujoco model='m'><compiler angle='radian'/><worldbody>\n" + inside +
           "</worldbody></mujoco>";
}
const std::string mass = "<inertial pos='0.3 0.1 0' mass='1' diaginertia='0.02 0.03 0.04'/>";

double apart(const std::string& a, const std::string& b) {
    const auto first = readModelText(a, "a.xml"), second = readModelText(b, "b.xml");
    if (!first || !second) {
        qWarning() << (first ? said(second.error()) : said(first.error()));
        return 1e9;
    }
    const auto placesA = placesAfter(*first, 1.0), placesB = placesAfter(*second, 1.0);
    if (placesA.empty() || placesA.size() != placesB.size()) return 1e9;
    double most = 0.0;
    for (std::size_t i = 0; i < placesA.size(); ++i)
        most = std::max(most, (placesA[i] - placesB[i]).norm());
    return most;
}

void writeTo(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

class TestMjcf : public QObject {
    Q_OBJECT
private slots:
    void pendulumMovesAsInUrdf() {
        const double distance = apart(urdfPendulum, mjcfPendulum);
        QVERIFY2(distance < 1e-12, qPrintable(QString::number(distance)));
        Diagnostics notes;
        QVERIFY(readModelText(mjcfPendulum, "p.xml", &notes));
        const QString text = said(notes);
        for (const char* part : {"joint 'elbow': its range", "its armature", "<motor> is left out",
                                 "<fixed> is left out", "collision shapes"})
            QVERIFY2(text.contains(part), qPrintable(text));
        for (const Diagnostic& note : notes) QVERIFY(note.line > 0);
    }

    void geomsHaveTheMassOfTheirShape_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<double>("radius");
        QTest::addColumn<double>("half");
        QTest::newRow("sphere") << "sphere" << 0.2 << 0.0;
        QTest::newRow("capsule") << "capsule" << 0.2 << 0.5;
        QTest::newRow("cylinder") << "cylinder" << 0.2 << 0.5;
        QTest::newRow("ellipsoid") << "ellipsoid" << 0.2 << 0.5;
    }
    /// Compares with sums over thin discs.
    void geomsHaveTheMassOfTheirShape() {
        QFETCH(QString, type);
        QFETCH(double, radius);
        QFETCH(double, half);
        constexpr double density = 500.0, pi = std::numbers::pi;
        const auto radiusAt = [&](double z) {
            if (type == "cylinder") return radius;
            if (type == "ellipsoid") return radius * std::sqrt(1.0 - z * z / (half * half));
            const double past = std::max(0.0, std::abs(z) - half);
            return std::sqrt(radius * radius - past * past);
        };
        const double end = half + (type == "sphere" || type == "capsule" ? radius : 0.0);
        constexpr int count = 100'000;
        double m = 0.0, across = 0.0, axial = 0.0;
        for (int k = 0; k < count; ++k) {
            const double z = end * ((2.0 * k + 1.0) / count - 1.0), r = radiusAt(z);
            const double disc = density * pi * r * r * 2.0 * end / count;
            m += disc;
            axial += 0.5 * disc * r * r;
            across += disc * (0.25 * r * r + z * z);
        }
        const QString size = type == "ellipsoid" ? QString("%1 %1 %2").arg(radius).arg(half)
                                                 : QString("%1 %2").arg(radius).arg(half);
        const auto read = readModelText(
            world("<body><freejoint/><geom type='" + type.toStdString() + "' density='500' size='" +
                  size.toStdString() + "' pos='1 2 3' zaxis='1 0 0'/></body>"),
            "m.xml");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const BodyDescription& body = read->bodies.at(0);
        QVERIFY(std::abs(body.mass.value / m - 1.0) < 1e-8);
        QVERIFY(std::abs(body.inertia[0][0].value / axial - 1.0) < 1e-8);
        QVERIFY(std::abs(body.inertia[1][1].value / across - 1.0) < 1e-8);
        QVERIFY(std::abs(body.inertia[2][2].value / across - 1.0) < 1e-8);
        for (int k = 0; k < 3; ++k) QCOMPARE(body.com[static_cast<std::size_t>(k)].value, 1.0 + k);
    }

    void fromtoFramesAndOrientationsAgree() {
        const std::string plain = world(
            "<body pos='0 0 1'><joint axis='0 1 0'/><geom type='capsule' size='0.1 0.4' "
            "pos='0.4 0 0' quat='0.70710678118654752 0 0.70710678118654752 0'/></body>");
        for (const char* same :
             {"<body pos='0 0 1'><joint axis='0 1 0'/><geom type='capsule' size='0.1' "
              "fromto='0 0 0 0.8 0 0'/></body>",
              "<frame pos='0 0 1'><body><joint axis='0 1 0'/><geom type='capsule' size='0.1 0.4' "
              "pos='0.4 0 0' axisangle='0 1 0 1.5707963267948966'/></body></frame>",
              "<body pos='0 0 1'><joint axis='0 1 0'/><frame pos='0.4 0 0'><geom type='capsule' "
              "size='0.1 0.4' xyaxes='0 0 -1 0 1 0'/></frame></body>",
              "<body pos='0 0 1'><joint axis='0 1 0'/><body pos='0.4 0 0' euler='0 "
              "1.5707963267948966 0'><geom type='capsule' size='0.1 0.4'/></body></body>"}) {
            const double distance = apart(plain, world(same));
            QVERIFY2(distance < 1e-12, qPrintable(QString("%1 %2").arg(distance).arg(same)));
        }
    }

    void springsPullTowardsTheirRest() {
        const auto read = readModelText(
            "<mujoco><option gravity='0 0 0'/><worldbody><body name='b'>" + mass +
                "<joint name='j' axis='0 0 1' stiffness='2' springref='90' ref='30'/></body>"
                "</worldbody></mujoco>",
            "m.xml");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto& law = std::get<AxialTorqueDescription>(read->forces.at(0).law);
        QVERIFY(std::abs(law.angle.value - std::numbers::pi / 3.0) < 1e-15);
        QCOMPARE(law.stiffness.value, 2.0);
    }

    void severalJointsOfABodyAreOne() {
        const std::string slides =
            "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 "
            "0'/><joint type='slide' axis='0 0 1'/>";
        const std::string ball = "<joint type='ball' pos='0.1 0 0'/>";
        const auto body = [&](const std::string& joints) {
            return world("<body pos='0 0 1'>" + joints + mass + "</body>");
        };
        QVERIFY(apart(body(slides + ball), body("<freejoint/>")) < 1e-12);
        const std::string hinges =
            "<joint axis='1 0 0' pos='0.1 0 0'/><joint axis='0 1 0' pos='0.1 "
            "0 0'/><joint axis='0 0 1' pos='0.1 0 0'/>";
        QVERIFY(apart(body(hinges), body(ball)) < 1e-12);
        const auto planar = readModelText(
            body("<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
                 "<joint axis='0 1 0'/>"),
            "m.xml");
        QVERIFY2(planar, planar ? "" : qPrintable(said(planar.error())));
        QCOMPARE(planar->joints.at(0).type, std::string("planar"));
        // Each for itself, where no joint allows the same: what slides along x falls freely along
        // z.
        const std::string along = "<joint type='slide' axis='0 0 1'/>";
        const auto place = [&](const std::string& joints) {
            return placesAfter(*readModelText(body(joints), "m.xml"), 1.0).at(0);
        };
        const double distance =
            (place("<joint name='x' type='slide' axis='1 0 0'/>" + along) - place(along)).norm();
        QVERIFY2(distance < 1e-6, qPrintable(QString::number(distance)));
        const auto twice = readModelText(body(along + along), "m.xml");
        QVERIFY(!twice && said(twice.error()).contains("as many different motions"));
    }

    void loopsClose() {
        // A parallelogram with a third crank, welded to its coupler by a massless pin.
        const std::string bars = "<body name='a' pos='0 0 0'><joint axis='0 1 0'/>" + mass +
                                 "<body name='c' pos='0 0 1'><joint axis='0 1 0'/>" + mass +
                                 "</body></body><body name='b' pos='1 0 0'><joint axis='0 1 0'/>" +
                                 mass + "<site name='end' pos='0 0 1'/></body>";
        const auto closed = [&](const std::string& loop) {
            return "<mujoco><worldbody>" + bars + "</worldbody><equality>" + loop +
                   "</equality></mujoco>";
        };
        const std::string connect = closed("<connect body1='c' body2='b' anchor='1 0 0'/>");
        const auto read = readModelText(connect, "m.xml");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto model = buildModel(*read);
        QVERIFY(model);
        AssemblyReport report;
        QVERIFY(assemble(**model, &report));
        QCOMPARE(report.degreesOfFreedom, 1);
        QVERIFY(report.gap < 1e-12);
        const std::string welded = closed("<weld body1='c' body2='b'/>");
        const auto rigid = readModelText(welded, "m.xml");
        QVERIFY(rigid);
        QCOMPARE(rigid->joints.back().type, std::string("fixed"));
        Diagnostics notes;
        const auto coupled =
            readModelText(closed("<joint joint1='x' joint2='y'/>"), "m.xml", &notes);
        QVERIFY(!coupled && said(coupled.error()).contains("there is no joint 'x'"));
        QVERIFY(readModelText(closed("<tendon/>"), "m.xml", &notes));
        QVERIFY(said(notes).contains("models support <connect>, <weld> and <joint> only"));
        QVERIFY(!readModelText(closed("<connect body1='nobody' anchor='0 0 0'/>"), "m.xml"));
    }

    /// MuJoCo refuses them: a misspelt damping would be no damping.
    void unknownAttributesAreNamed() {
        Diagnostics notes;
        const auto read =
            readModelText(world("<body name='a' childclass='main'>" + mass +
                                "\n<joint name='j' axis='0 1 0' dampping='2'/></body>"),
                          "a.xml", &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto told = std::ranges::find_if(notes, [](const Diagnostic& note) {
            return note.message.str().find("'dampping'") != std::string::npos;
        });
        QVERIFY2(told != notes.end(), qPrintable(said(notes)));
        QCOMPARE(told->line, 3);
        Diagnostics none;
        QVERIFY(readModelText(mjcfPendulum, "p.xml", &none));
        QVERIFY2(!said(none).contains("has no attribute"), qPrintable(said(none)));
    }

    /// Elements with misspelt names, which MuJoCo refuses.
    void unknownElementsAreTold() {
        const QTemporaryDir folder;
        writeTo(folder.filePath("part.xml"), "<mujoco>\n<body name='c'><freejoint/><goem/>" +
                                                 QByteArray::fromStdString(mass) +
                                                 "</body></mujoco>");
        const auto notesOf = [&](const std::string& inside, const std::string& after) {
            Diagnostics notes;
            const auto read = readModelText(
                "<mujoco><worldbody><body name='b'><freejoint/>" + mass + inside +
                    "</body>\n<include file='part.xml'/>" + "</worldbody>" + after + "</mujoco>",
                folder.filePath("m.xml").toStdString(), &notes);
            return read ? said(notes) : said(read.error());
        };
        const QString says =
            "MJCF does not have these elements, which are ignored; are their names "
            "right? ";
        const QString found = notesOf("<goem/>", "<worldbdy/><sensor><odd/></sensor>");
        QVERIFY2(found.contains("1: " + says + "<goem> in <body> (2), <worldbdy> in <mujoco>\n"),
                 qPrintable(found));
        const QString included = notesOf("<frame/><light/>", "<custom/><size/>");
        QVERIFY2(included.contains("2: file 'part.xml', line 2: " + says + "<goem> in <body>\n"),
                 qPrintable(included));
    }

    void includesAreRead() {
        const QTemporaryDir folder;
        const QString first = folder.filePath("first.xml");
        writeTo(folder.filePath("part.xml"),
                QByteArray::fromStdString("<mujoco>\n<body name='b'><freejoint/>" + mass +
                                          "</body>\n</mujoco>"));
        writeTo(first,
                "<mujoco>\n<worldbody>\n<include file='part.xml'/>\n</worldbody>\n</mujoco>");
        const auto read = readModelFile(first.toStdString());
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->bodies.at(0).name, std::string("b"));
        const auto refused = [&](const QByteArray& part, const char* why) {
            writeTo(folder.filePath("part.xml"), part);
            const auto bad = readModelFile(first.toStdString());
            QVERIFY(!bad);
            QVERIFY2(said(bad.error()).contains(why), qPrintable(said(bad.error())));
            for (const Diagnostic& d : bad.error()) QCOMPARE(d.line, 3);
        };
        refused("<mujoco>\n<body><freejoint/>\n<inertial mass='x'/></body></mujoco>",
                "file 'part.xml', line 3: 'mass' must be a finite number");
        refused("<mujoco>\n<include file='first.xml'/></mujoco>", "'first.xml' includes itself");
        refused("<mujoco>\n<include file='part.xml'/></mujoco>", "'part.xml' includes itself");
        refused("<mujoco>\n<body></mujoco>", "file 'part.xml', line");
        refused("<mujoco>\n<include file='nowhere.xml'/></mujoco>", "file 'nowhere.xml'");
    }

    /// A box of 0.2 x 0.4 x 0.6 m as triangles, scaled and mirrored, weighs as the geom of its
    /// size.
    void meshesHaveTheMassOfWhatTheyEnclose() {
        QTemporaryDir folder;
        QByteArray mesh;
        for (const int k : {0, 1, 2, 3, 4, 5, 6, 7})
            mesh += QString("v %1 %2 %3\n")
                        .arg(k & 4 ? 0.1 : -0.1)
                        .arg(k & 2 ? 0.2 : -0.2)
                        .arg(k & 1 ? 0.3 : -0.3)
                        .toLatin1();
        mesh += "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
        writeTo(folder.filePath("box.obj"), mesh);
        writeTo(folder.filePath("open.obj"), mesh.first(mesh.lastIndexOf('f')));
        const auto read = [&](const QByteArray& file, const QByteArray& geom,
                              Diagnostics* notes = nullptr) {
            const QString path = folder.filePath("m.xml");
            writeTo(path, "<mujoco><asset><mesh name='box' file='" + file +
                              "' scale='-1 2 1'/></asset>\n<worldbody><body><freejoint/>\n<geom " +
                              geom + "/></body></worldbody></mujoco>");
            return readModelFile(path.toStdString(), notes);
        };
        const QByteArray at = " pos='1 2 3' euler='10 20 30'";
        for (const QByteArray weight : {" density='500'", " mass='3'"}) {
            Diagnostics notes;
            const auto a = read("box.obj", "type='mesh' mesh='box'" + weight + at, &notes),
                       b = read("box.obj", "type='box' size='0.1 0.4 0.3'" + weight + at);
            QVERIFY2(a && b, a ? "" : qPrintable(said(a.error())));
            QVERIFY2(said(notes).contains("what its mesh encloses"), qPrintable(said(notes)));
            const BodyDescription &first = a->bodies.at(0), &second = b->bodies.at(0);
            QVERIFY(std::abs(first.mass.value / second.mass.value - 1.0) < 1e-6);  // float
            for (std::size_t i = 0; i < 3; ++i) {
                QVERIFY(std::abs(first.com[i].value - second.com[i].value) < 1e-6);
                for (std::size_t j = 0; j < 3; ++j)
                    QVERIFY(std::abs(first.inertia[i][j].value - second.inertia[i][j].value) <
                            1e-5 * second.mass.value);
            }
        }
        const auto open = read("open.obj", "type='mesh' mesh='box'");
        QVERIFY(!open && open.error().front().line == 2);
        QVERIFY2(said(open.error()).contains("not closed"), qPrintable(said(open.error())));
    }

    void refuses_data() {
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const std::string& inside, const char* why) {
            QTest::newRow(name) << QString::fromStdString(inside) << QString(why);
        };
        row("mesh", "<body name='b'><freejoint/><geom type='mesh' mesh='m'/></body>",
            "<geom>: there is no <mesh> 'm'");
        row("shell", "<body name='b'><freejoint/><geom size='1' shellinertia='true'/></body>",
            "body 'b': its mass follows from a shell");
        row("free inside",
            "<body>" + mass + "<body name='b'><freejoint/>" + mass + "</body></body>",
            "directly in <worldbody>");
        row("replicate", "<replicate count='0'><body/></replicate>",
            "'count' must be a whole number from 1 to");
        row("copies",
            "<replicate count='9999'><replicate count='9999'><geom/></replicate></replicate>",
            "more than 20000 elements are in copies");
        row("flexcomp", "<flexcomp type='grid' count='3 3 3'/>", "<flexcomp>: is a soft body");
        row("composite", "<composite type='cable' count='3 1 1'/>", "whose bodies MuJoCo makes");
        row("attached model", "<attach model='m' prefix='p'/>", "there is no <model name=\"m\">");
        row("attached body", "<attach body='m' prefix='p'/>", "there is no <body> 'm' to attach");
        row("attached itself", "<body name='m'><attach body='m' prefix='p'/></body>",
            "is in more than 10 attached models");
        row("class", "<body childclass='x'/>", "there is no default class 'x'");
        row("type", "<body><joint type='screw'/></body>", "unknown type 'screw'");
        row("size", "<body><freejoint/><geom type='box' size='1 2'/></body>",
            "a box needs 3 positive numbers");
        row("names", "<body name='b'/><body name='b'/>", "another body has this name");
        row("nothing", "<body><geom size='1'/></body>", "nothing can move");
    }
    void refuses() {
        QFETCH(QString, inside);
        QFETCH(QString, why);
        const auto read = readModelText(world(inside.toStdString()), "m.xml");
        QVERIFY(!read);
        QVERIFY2(said(read.error()).contains(why), qPrintable(said(read.error())));
        for (const Diagnostic& d : read.error()) QVERIFY(d.line > 0);
    }

    /// Truncated files, missing attributes and wild numbers give errors with a line, or a model.
    void everyErrorHasALine() {
        const std::string good = mjcfPendulum;
        int refused = 0;
        const auto attempt = [&](const std::string& text) {
            const auto read = readModelText(text, "m.xml");
            const auto model = read ? buildModel(*read) : tl::unexpected(read.error());
            if (model) return;
            ++refused;
            for (const Diagnostic& d : model.error())
                QVERIFY2(d.line > 0, qPrintable(said({d}) + QString::fromStdString(text)));
        };
        for (std::size_t k = 1; k < good.size(); ++k) attempt(good.substr(0, k));
        for (std::size_t k = good.find('='); k != std::string::npos; k = good.find('=', k + 1)) {
            const std::size_t end = good.find('\'', k + 2), name = good.find_last_of(" \n", k);
            attempt(good.substr(0, name) + good.substr(end + 1));
            for (const char* value :
                 {"", "1e999", "nan", "-1", "0", "1e300", "x", "1 2", "1 2 3 4"})
                attempt(good.substr(0, k + 2) + value + good.substr(end));
        }
        QVERIFY2(refused > 500, qPrintable(QString::number(refused)));
    }
};

MOMENTREE_TEST(TestMjcf, Guiless)

}  // namespace momentree::test_mjcf
#include "test_mjcf.moc"
