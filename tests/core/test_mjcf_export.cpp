// SPDX-License-Identifier: Apache-2.0
// Models that are written as MJCF and read again move as before.
#include <QDir>
#include <QTest>
#include <algorithm>
#include <map>

#include "core/io/mjcf.hpp"
#include "core/io/model_file.hpp"
#include "core/io/xml_reader.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_mjcf_export {

using app::apart;
using test::said;

namespace {

/// The model without what a file in MJCF cannot hold.
ModelDescription plain(ModelDescription model) {
    model.motions.clear();
    model.probes.clear();
    for (JointDescription& joint : model.joints) joint.limits.clear();
    return model;
}

struct Written {
    std::string text;
    Diagnostics notes, problems;
};
Written written(const ModelDescription& model) {
    Written result;
    const auto built = buildModel(model);
    if (!built) {
        result.problems = built.error();
        return result;
    }
    auto text = writeMjcf(**built, "model.xml", &result.notes);
    if (text) result.text = *text;
    if (!text) result.problems = text.error();
    return result;
}

const char* const bodies =
    "'bodies': [\n"
    "{'name': 'a', 'mass': 1, 'com': [0.1, 0.2, 0], 'inertia': [[0.02, 0.001, 0], [0.001, 0.03, "
    "0.002], [0, 0.002, 0.04]],\n"
    "'markers': {'P': {'position': [0.1, 0, 0], 'z': [0, 1, 1]}, 'Q': {'position': [0.4, 0.1, 0], "
    "'z': [1, 1, 0]}}},\n"
    "{'name': 'b', 'mass': 2, 'com': [0, 0.2, 0.1], 'inertia': [0.05, 0.03, 0.04],\n"
    "'markers': {'P': {'position': [0, 0, 0.1], 'z': [0, 0, 1], 'x': [0, 1, 0]}, 'Q': {'position': "
    "[0, 0.4, 0.1], "
    "'z': [1, 0, 0]}}}],\n"
    "'ground': {'markers': {'O': {'position': [0, 0, 1], 'z': [1, 2, 3]}}},";

/// Two bodies; apostrophes stand for quotes.
std::string pair(const std::string& joints, const std::string& rest) {
    std::string text = "{\"version\": 1, \"name\": \"pair\", \"gravity\": [1, 2, -9], " +
                       std::string(bodies) + "\"joints\": [" + joints + "]" + rest + "}";
    std::ranges::replace(text, '\'', '"');
    return text;
}

}  // namespace

class TestMjcfExport : public QObject {
    Q_OBJECT
private slots:
    /// Every type, written from the inner body outwards and the other way round, with starts.
    void everyTypeComesBack_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("start");
        const auto row = [](const char* type, const char* start) {
            QTest::newRow(type) << type << start;
        };
        row("revolute", "'q': [0.4], 'u': [2]");
        row("prismatic", "'q': [0.1], 'u': [-0.5]");
        row("cylindrical", "'q': [0.4, 0.1], 'u': [2, -0.5]");
        row("universal", "'q': [0.4, -0.7], 'u': [1, 2]");
        row("spherical", "'q': [0.5, 0.5, 0.5, 0.5], 'u': [1, 2, -1]");
        row("free", "'q': [0.1, 0.2, 0.3, 0.5, -0.5, 0.5, 0.5], 'u': [1, 2, 3, 1, 2, -1]");
    }
    void everyTypeComesBack() {
        QFETCH(QString, type);
        QFETCH(QString, start);
        for (const char* ends : {"'a': 'a.Q', 'b': 'b.P'", "'a': 'b.P', 'b': 'a.Q'"}) {
            const std::string joints =
                "{'name': 'turn', 'type': 'revolute', 'a': 'a.P', 'b': 'ground.O'},\n"
                "{'name': 'other', 'type': '" +
                type.toStdString() + "', " + ends + "}";
            const auto first = readModelText(
                pair(joints,
                     ", 'initial': {'joints': {'turn': {'q': [0.3], 'u': [-1]}, 'other': {" +
                         start.toStdString() + "}}}"),
                "pair");
            QVERIFY2(first, first ? "" : qPrintable(said(first.error())));
            const Written xml = written(*first);
            QVERIFY2(xml.problems.empty(), qPrintable(said(xml.problems)));
            QVERIFY2(xml.notes.empty(), qPrintable(said(xml.notes)));
            const auto second = readModelText(xml.text, "model.xml");
            QVERIFY2(second, second ? "" : qPrintable(said(second.error())));
            QCOMPARE(second->joints.back().type, type.toStdString());
            const double distance = apart(*first, *second, 0.3);
            // The same equations from numbers that are rounded once more.
            QVERIFY2(distance >= 0.0 && distance < 1e-9,
                     qPrintable(QString("%1 %2").arg(distance).arg(xml.text.c_str())));
        }
    }

    void loadsLimitsAndCouplingsComeBack() {
        const auto first = readModelText(
            pair("{'name': 'turn', 'type': 'revolute', 'a': 'a.P', 'b': 'ground.O'},\n"
                 "{'name': 'slide', 'type': 'prismatic', 'a': 'a.Q', 'b': 'b.P',\n"
                 "'limits': {'min': -0.4, 'max': 0.3, 'restitution': 0}}",
                 ", 'initial': {'joints': {'turn': {'q': [0.3]}, 'slide': {'q': [0.15]}}},\n"
                 "'couplings': [{'name': 'screw', 'terms': [{'joint': 'turn', 'ratio': 1}, "
                 "{'joint': 'slide', 'ratio': -2}]}],\n"
                 "'forces': [\n"
                 "{'name': 'coil', 'type': 'axial-torque', 'a': 'a.P', 'b': 'ground.O', "
                 "'stiffness': 3, 'angle': 0.2, 'damping': 0.1, 'law': {'kind': 'constant', "
                 "'offset': 2}},\n"
                 "{'name': 'rub', 'type': 'axial-force', 'a': 'a.Q', 'b': 'b.P', "
                 "'friction': {'kinetic': 0.4, 'speed': 0.005}},\n"
                 "{'name': 'strut', 'type': 'spring-damper', 'a': 'ground.O', 'b': 'b.Q', "
                 "'stiffness': 50, 'damping': 1, 'length': 0.4, 'preload': 3}]"),
            "pair");
        QVERIFY2(first, first ? "" : qPrintable(said(first.error())));
        const Written xml = written(*first);
        QVERIFY2(xml.problems.empty(), qPrintable(said(xml.problems)));
        QVERIFY2(xml.notes.empty(), qPrintable(said(xml.notes)));
        ImportOptions options;
        options.limits = true;
        Diagnostics notes;
        auto second = readModelText(xml.text, "model.xml", &notes, options);
        QVERIFY2(second, second ? "" : qPrintable(said(second.error())));
        QCOMPARE(second->couplings.size(), std::size_t(1));
        QCOMPARE(second->forces[1].name, std::string("slide_friction"));
        QCOMPARE(second->couplings[0].name, std::string("screw"));
        QCOMPARE(second->joints[1].limits.size(), std::size_t(1));
        QVERIFY(std::abs(second->joints[1].limits[0].most->value - 0.15) < 1e-15);
        const double distance = apart(plain(*first), plain(*second), 0.3);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
    }

    /// Formats of robots have the kinetic friction alone.
    void furtherFiguresOfFrictionAreListed() {
        const auto model = readModelText(
            pair("{'name': 'turn', 'type': 'revolute', 'a': 'a.P', 'b': 'ground.O'},\n"
                 "{'name': 'slide', 'type': 'prismatic', 'a': 'a.Q', 'b': 'b.P'}",
                 ", 'forces': [{'name': 'rub', 'type': 'axial-torque', 'a': 'a.P', 'b': "
                 "'ground.O', 'friction': {'kinetic': 0.4, 'static': 0.5, 'speed': 0.02, "
                 "'stribeck_speed': 0.1}}]"),
            "pair");
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        const Written xml = written(*model);
        QVERIFY2(said(xml.notes).contains("'rub': its friction is written as one number, 0.4"),
                 qPrintable(said(xml.notes)));
        QVERIFY(xml.text.find("frictionloss=\"0.4\"") != std::string::npos);
    }

    /// Every example that MJCF can hold, without motions and limits, moves alike.
    void examplesMoveAlike() {
        const QDir folder(MOMENTREE_SOURCE_DIR "/resources/examples");
        int same = 0;
        QStringList refused;
        for (const QString& name : folder.entryList({"*.momentree.json"})) {
            const auto read = readModelFile(folder.filePath(name).toStdString());
            QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
            ModelDescription first = plain(*read);
            if (first.bodies.size() > 12) continue;  // for the time that they take
            Written xml = written(first);
            if (!xml.problems.empty()) {
                refused << name + ": " + said(xml.problems);
                continue;
            }
            std::erase_if(first.forces, [&](const ForceDescription& force) {
                return std::ranges::any_of(xml.notes, [&](const Diagnostic& note) {
                    return note.place.name == force.name;
                });
            });
            std::erase_if(first.couplings, [&](const CouplingDescription& coupling) {
                return std::ranges::any_of(xml.notes, [&](const Diagnostic& note) {
                    return note.place.name == coupling.name;
                });
            });
            xml = written(first);  // without couplings, the start may be another one
            const auto second = readModelText(xml.text, "model.xml");
            QVERIFY2(second, qPrintable(name + said(second ? Diagnostics() : second.error())));
            // Fast mechanisms have short runs.
            const double proposed = read->run.duration;
            const double distance =
                apart(first, *second, proposed > 0.0 ? std::min(0.1, proposed) : 0.1);
            if (distance < 0.0) {
                refused << QString("%1: cannot run (%2)").arg(name).arg(distance);
                continue;
            }
            QVERIFY2(distance < 1e-9, qPrintable(QString("%1 %2").arg(name).arg(distance)));
            ++same;
        }
        QVERIFY2(same >= 18, qPrintable(QString("%1\n%2").arg(same).arg(refused.join("\n"))));
    }

    /// What is written can be read: the parser limits how deep elements are nested.
    void rowsThatNestTooDeepAreRefused() {
        const auto row = [](int count) {
            std::string bodies, joints;
            for (int k = 1; k <= count; ++k) {
                const std::string comma = k < count ? "," : "", name = std::to_string(k);
                bodies += "{'name': 'b" + name +
                          "', 'mass': 1, 'inertia': [1, 1, 1], 'markers': {'P': {'position': "
                          "[1, 0, 0]}}}" +
                          comma;
                joints += "{'name': 'j" + name + "', 'type': 'revolute', 'a': '" +
                          (k == 1 ? "ground" : "b" + std::to_string(k - 1) + ".P") + "', 'b': 'b" +
                          name + "'}" + comma;
            }
            std::string text = "{'version': 1, 'name': 'row', 'bodies': [" + bodies +
                               "], 'joints': [" + joints + "]}";
            std::ranges::replace(text, '\'', '"');
            return readModelText(text, "row");
        };
        int most = 0;
        for (int count = TINYXML2_MAX_ELEMENT_DEPTH - 8; most == 0; ++count) {
            const auto read = row(count);
            QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
            const Written xml = written(*read);
            if (xml.problems.empty()) {
                const auto again = readModelText(xml.text, "model.xml");
                QVERIFY2(again, again ? "" : qPrintable(said(again.error())));
                QCOMPARE(again->bodies.size(), read->bodies.size());
                continue;
            }
            most = count - 1;
            QVERIFY(xml.text.empty());
            QCOMPARE(std::ssize(xml.problems), 1);
            QVERIFY2(said(xml.problems)
                         .contains(QString("body 'b%1': hangs on a row of more than %2 bodies")
                                       .arg(count)
                                       .arg(most)),
                     qPrintable(said(xml.problems)));
        }
        QCOMPARE(most, TINYXML2_MAX_ELEMENT_DEPTH - 4);
    }

    void unknownJointsAreRefusedByName() {
        const auto read = readModelText(
            pair("{'name': 'rod', 'type': 'distance', 'length': 1, 'a': 'ground.O', 'b': 'a.P'},\n"
                 "{'name': 'j', 'type': 'revolute', 'a': 'ground.O', 'b': 'b.P'}",
                 ""),
            "pair");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const Written xml = written(*read);
        QVERIFY2(said(xml.problems).contains("joint 'rod': MJCF has no distance joints"),
                 qPrintable(said(xml.problems)));
    }
};

MOMENTREE_TEST(TestMjcfExport, Guiless)

}  // namespace momentree::test_mjcf_export
#include "test_mjcf_export.moc"
