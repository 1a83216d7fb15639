// SPDX-License-Identifier: Apache-2.0
// <replicate>, <attach> and <frame> in MJCF: the same as bodies that are written out.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_mjcf_copies {

using app::apart;
using test::said;

namespace {

std::string model(const std::string& rest) {
    return "<mujoco model='m'><compiler angle='degree'/>\n" + rest + "</mujoco>\n";
}

ModelDescription read(const std::string& text, const std::string& name = "m.xml") {
    auto description = readModelText(text, name);
    if (!description) qFatal("%s", qPrintable(said(description.error())));
    return std::move(*description);
}

std::string ball(const std::string& name, const std::string& place, const std::string& suffix) {
    return "<body name='" + name + suffix + "' " + place + "><joint name='j" + suffix +
           "' axis='0 1 0' damping='0.1'/><geom size='0.1' pos='0 0 -0.5'/><site name='s" + suffix +
           "' pos='0 0 -0.5'/></body>";
}

double same(const ModelDescription& a, const ModelDescription& b) {
    if (a.bodies.size() != b.bodies.size()) return -3.0;
    return apart(a, b, 0.3);
}

}  // namespace

class TestMjcfCopies : public QObject {
    Q_OBJECT
private slots:
    /// Offsets are in the axes of the copy before, angles a multiple; names get its number.
    void replicates() {
        const std::string copied = model(
            "<worldbody><frame pos='0 0 2' euler='0 0 30'>"
            "<replicate count='3' offset='1 0 0' euler='0 0 90' sep='-'>" +
            ball("b", "pos='0.2 0 0'", "") +
            "</replicate></frame></worldbody><tendon><spatial name='t' stiffness='9' "
            "springlength='0.1'><site site='s'/><site site='hook'/></spatial></tendon>");
        const std::string hook = "<worldbody><site name='hook' pos='0 0 3'/></worldbody>";
        // The second is 1 m along x from the first, the third from there along y.
        std::string bodies, springs;
        const char* const at[] = {"pos='0.2 0 0'", "pos='1 0.2 0' euler='0 0 90'",
                                  "pos='0.8 1 0' euler='0 0 180'"};
        for (int k = 0; k < 3; ++k) {
            const std::string suffix = "-" + std::to_string(k);
            bodies += ball("b", at[k], suffix);
            springs += "<spatial name='t" + suffix +
                       "' stiffness='9' springlength='0.1'><site site='s" + suffix +
                       "'/><site site='hook'/></spatial>";
        }
        const ModelDescription one = read(
                                   test::replaced(copied, "</worldbody>", "</worldbody>" + hook)),
                               two = read(model("<worldbody><frame pos='0 0 2' euler='0 0 30'>" +
                                                bodies + "</frame></worldbody>" + hook +
                                                "<tendon>" + springs + "</tendon>"));
        QCOMPARE(one.bodies.size(), std::size_t(3));
        for (const char* name : {"b-0", "b-1", "b-2"})
            QVERIFY2(std::ranges::count(one.bodies, name, &BodyDescription::name) == 1, name);
        QCOMPARE(one.forces.size(), two.forces.size());
        QCOMPARE(one.forces.back().name, two.forces.back().name);
        const double distance = same(one, two);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
    }

    /// Numbers have as many digits as the count; inner ones come first. Geoms of copies count.
    void nestedReplicates() {
        const ModelDescription made = read(
            model("<worldbody><replicate count='10' offset='0 1 0' sep='_'><body name='b'>"
                  "<joint name='j' axis='0 1 0'/><replicate count='2' offset='0.5 0 0'>"
                  "<geom size='0.1' pos='0.5 0 0'/><body name='c' pos='0 0 0.1'><joint name='k'/>"
                  "<geom size='0.1' pos='0.2 0 0'/></body></replicate></body></replicate>"
                  "</worldbody><equality><joint joint1='j' joint2='k' polycoef='0 2 0 0 0'/>"
                  "</equality>"));
        QCOMPARE(made.bodies.size(), std::size_t(30));
        QVERIFY(std::ranges::count(made.bodies, "b_00", &BodyDescription::name) == 1);
        QVERIFY(std::ranges::count(made.bodies, "c1_09", &BodyDescription::name) == 1);
        QCOMPARE(made.couplings.size(), std::size_t(20));
        const auto body = std::ranges::find(made.bodies, "b_03", &BodyDescription::name);
        const double one = 1000.0 * 4.0 / 3.0 * M_PI * 1e-3;
        QVERIFY(std::abs(body->mass.value - 2.0 * one) < 1e-9);
        QVERIFY(std::abs(body->com[0].value - 0.75) < 1e-12);
        for (const CouplingDescription& coupling : made.couplings)
            QCOMPARE(coupling.terms[0].joint.substr(1), coupling.terms[1].joint.substr(2));
    }

    /// A body and all of another model, with its own angles and defaults, also twice.
    void attaches() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("arm.xml"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "<mujoco model='arm'><compiler angle='radian'/><default><joint damping='0.3'/>"
            "<default class='light'><geom density='500'/></default></default><worldbody>"
            "<body name='base' childclass='light'><body name='upper' "
            "euler='0 0.5235987755982988 0'><joint name='j' axis='0 1 0'/>"
            "<geom size='0.1' pos='0 0 -1'/><body name='lower' pos='0 0 -1'>"
            "<joint name='k' axis='0 1 0'/><geom size='0.1' pos='0 0 -1'/></body></body>"
            "</body></worldbody><equality><joint joint1='k' joint2='j'/>"
            "<connect body1='other' anchor='0 0 0'/></equality></mujoco>");
        file.close();
        const std::string name = folder.filePath("m.xml").toStdString();
        const ModelDescription one = read(
            model("<asset><model name='a' file='arm.xml'/></asset><worldbody><frame pos='1 2 3'>"
                  "<attach model='a' body='upper' prefix='l_'/></frame><body name='cart'>"
                  "<joint name='c' type='slide' axis='1 0 0'/><geom size='0.3'/>"
                  "<attach model='a' prefix='r_'/></body></worldbody>"),
            name);
        const auto arm = [](const std::string& prefix, const std::string& pos) {
            return "<body name='" + prefix + "upper' pos='" + pos +
                   "' euler='0 30 0'><joint name='" + prefix +
                   "j' axis='0 1 0' damping='0.3'/><geom size='0.1' pos='0 0 -1' "
                   "density='500'/><body name='" +
                   prefix + "lower' pos='0 0 -1'><joint name='" + prefix +
                   "k' axis='0 1 0' damping='0.3'/><geom size='0.1' pos='0 0 -1' "
                   "density='500'/></body></body>";
        };
        const ModelDescription two =
            read(model("<worldbody>" + arm("l_", "1 2 3") +
                       "<body name='cart'><joint name='c' "
                       "type='slide' axis='1 0 0'/><geom size='0.3'/>" +
                       arm("r_", "0 0 0") +
                       "</body></worldbody><equality><joint joint1='l_k' joint2='l_j'/>"
                       "<joint joint1='r_k' joint2='r_j'/></equality>"));
        QCOMPARE(one.couplings.size(), std::size_t(2));
        const double distance = same(one, two);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
        // A frame of the same model.
        const ModelDescription self =
            read(model("<worldbody><frame name='f' pos='1 0 0'>" + ball("b", "", "") +
                       "</frame>"
                       "<frame pos='0 1 0'><attach frame='f' prefix='x'/></frame></worldbody>"));
        QCOMPARE(self.bodies.size(), std::size_t(2));
        const auto start = assemble(**buildModel(self));
        QVERIFY((start->bodies[1].r - Vector3d(1, 1, -0.5)).norm() < 1e-12);
    }

    /// Mistakes in an attached file, and in those that it includes or attaches, are said with both
    /// places; what cannot be opened at the element that names it.
    void mistakesInAttachedFiles() {
        const QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& inside) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(inside);
        };
        write("bad.xml",
              "<mujoco>\n<worldbody>\n<body><joint type='screw'/></body></worldbody></mujoco>");
        write("open.xml", "<mujoco>\n<worldbody>\n");
        write("part.xml", "<mujoco>\n\n\n<include file='gone.xml'/></mujoco>");
        write("includes.xml", "<mujoco>\n\n<include file='gone.xml'/></mujoco>");
        write("nothing.xml", "<mujoco>\n\n<include/></mujoco>");
        write("deeper.xml",
              "<mujoco>\n<worldbody>\n<include file='part.xml'/></worldbody></mujoco>");
        write("attaches.xml",
              "<mujoco>\n\n<asset>\n<model name='b' file='gone.xml'/></asset></mujoco>");
        write("good.xml", "<mujoco>\n<worldbody/></mujoco>");
        const auto refused = [&](const std::string& file, const std::string& what = "") {
            const auto result = readModelText(
                model("<asset>\n<model name='a' file='" + file + "'/></asset>\n<worldbody>\n\n" +
                      "<attach model='a' prefix='l_'" + what + "/></worldbody>"),
                folder.filePath("m.xml").toStdString());
            return result ? QString("accepted") : said(result.error());
        };
        for (const auto& [file, says] :
             {std::pair{"bad.xml", "3: <joint>: file 'bad.xml', line 3: unknown type 'screw'"},
              {"gone.xml", "3: <model>: file 'gone.xml': "},
              {"open.xml", "3: <model>: file 'open.xml', line "},
              {"includes.xml", "3: <include>: file 'includes.xml', line 3: file 'gone.xml': "},
              {"nothing.xml", "3: <include>: file 'nothing.xml', line 3: names no file"},
              {"deeper.xml", "3: <include>: file 'part.xml', line 4: file 'gone.xml': "},
              {"attaches.xml", "3: <model>: file 'attaches.xml', line 4: file 'gone.xml': "}})
            QVERIFY2(refused(file).startsWith(says) && refused(file).count('\n') == 1,
                     qPrintable(refused(file)));
        const QString unknown = refused("good.xml", " body='x'");
        QVERIFY2(unknown.startsWith("6: <attach>: there is no <body> 'x'"), qPrintable(unknown));
    }

    /// What is lost of an attached file is noted once, as that of the first file is.
    void lossesInAttachedFiles() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("arm.xml"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "<mujoco>\n<worldbody>\n<body><joint name='j' dampping='1'/><geom size='0.1'/>"
            "</body></worldbody>\n<actuator>\n<motor joint='j'/></actuator></mujoco>");
        file.close();
        Diagnostics notes;
        const auto read = readModelText(
            model("<asset><model name='a' file='arm.xml'/></asset>\n<worldbody>"
                  "<attach model='a' prefix='l_'/><attach model='a' prefix='r_'/></worldbody>"),
            folder.filePath("m.xml").toStdString(), &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const QString all = said(notes);
        QCOMPARE(all.count("file 'arm.xml', line 3: has no attribute 'dampping'"), 1);
        QCOMPARE(all.count("file 'arm.xml', line 5: <motor> is left out"), 1);
    }
};

MOMENTREE_TEST(TestMjcfCopies, Guiless)

}  // namespace momentree::test_mjcf_copies
#include "test_mjcf_copies.moc"
