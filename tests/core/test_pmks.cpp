// SPDX-License-Identifier: Apache-2.0
// Links of PMKS+: units, joints, welds, slots, inputs and forces; the texts of its own library move
// as their names promise; damaged texts say where.
#include <QFile>
#include <QTest>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "core/io/model_file.hpp"
#include "core/io/pmks.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/model/model.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/session.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_pmks {

using test::said;

namespace {

const std::string site = "https://app.pmksplus.com/?";
constexpr std::string_view checkCharacters =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// With the last character that its length asks for.
std::string checked(const std::string& text) {
    return text + checkCharacters[text.size() % checkCharacters.size()];
}

/// The text of a mechanism in the library of PMKS+.
std::string library(const std::string& name) {
    QFile file(MOMENTREE_SOURCE_DIR "/tests/data/pmks.txt");
    if (!file.open(QIODevice::ReadOnly)) qFatal("tests/data/pmks.txt is missing");
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith(QByteArray::fromStdString(name + " ")))
            return line.mid(static_cast<qsizetype>(name.size()) + 1).toStdString();
    qFatal("no such mechanism: %s", name.c_str());
}

struct Opened {
    Diagnostics notes;
    ModelDescription model;
};
Opened opened(const std::string& text) {
    Opened result;
    auto read = readModelText(text, "link", &result.notes);
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    result.model = std::move(*read);
    return result;
}
QString refusal(const std::string& text) {
    const auto read = readModelText(text, "link");
    return read ? QString() : said(read.error());
}

/// Angular velocities of all bodies at the start.
std::vector<double> ratesAtStart(const ModelDescription& description) {
    const auto state = assemble(**buildModel(description));
    std::vector<double> rates;
    for (const BodyState& body : state->bodies) rates.push_back(body.w.z());
    return rates;
}

/// The columns of probes over a run of one turn of the input, or of `duration`.
std::vector<std::vector<double>> columnsOf(const ModelDescription& description,
                                           const std::vector<std::string>& names,
                                           double duration = 0.0) {
    const Catalogue catalogue;
    const auto model = buildModel(description);
    if (!model) qFatal("%s", qPrintable(said(model.error())));
    RunSpec spec = catalogue.defaults(**model, "lagrange-index1");
    spec.integrator = "rk4";
    spec.step = 2e-3;
    if (duration > 0.0) spec.duration = duration;
    spec.sample = spec.duration / 50.0;
    auto session = Session::create(catalogue, *model, spec);
    if (!session) qFatal("%s", qPrintable(said(session.error())));
    (*session)->setSpeed(0.0);
    (*session)->play();
    const auto ended = [&] { return (*session)->figures().state == RunState::Finished; };
    if (!QTest::qWaitFor(ended, test::patience)) return {};
    const auto recording = (*session)->recording();
    const auto& columns = (*session)->layout().names();
    std::vector<std::vector<double>> found;
    for (const std::string& name : names) {
        const auto at = std::ranges::find(columns, name);
        if (at == columns.end()) qFatal("no column %s", name.c_str());
        auto& column = found.emplace_back();
        for (std::size_t k = 0; k < recording->size(); ++k)
            column.push_back(recording->row(k)[static_cast<std::size_t>(at - columns.begin())]);
    }
    return found;
}

double spread(const std::vector<double>& values) {
    const auto [least, most] = std::ranges::minmax(values);
    return most - least;
}

ProbeDescription place(const char* body, const char* marker, const char* component) {
    ProbeDescription probe;
    probe.column = std::string(marker) + "." + component;
    probe.quantity = "position";
    probe.a = {body, marker, 0};
    probe.component = component;
    return probe;
}

}  // namespace

class TestPmks : public QObject {
    Q_OBJECT
private slots:
    void unitsAreThoseOfTheDrawing() {
        const Opened fourBar = opened(site + library("four-bar"));
        const ModelDescription& model = fourBar.model;
        QVERIFY2(fourBar.notes.empty(), qPrintable(said(fourBar.notes)));
        QCOMPARE(model.bodies.size(), std::size_t(3));
        QCOMPARE(model.joints.size(), std::size_t(4));
        QCOMPARE(model.bodies[0].mass.value, 1e-3);           // 1 g
        QCOMPARE(model.bodies[0].inertia[2][2].value, 1e-4);  // 1 kg cm^2
        QCOMPARE(model.groundMarkers[0].name, std::string("A"));
        QCOMPARE(model.groundMarkers[0].position[0].value, -0.03129);
        QCOMPARE(model.gravity[1].value, -9.81);
        QCOMPARE(model.motions.size(), std::size_t(1));
        QCOMPARE(model.motions[0].law.rate.value, -20.0 * std::numbers::pi / 30.0);  // clockwise
        QCOMPARE(model.run.duration, 3.0);
        QCOMPARE(model.bodies[1].shape.color, std::string("#303e9f"));
        // The same in metres and counterclockwise, and in inches.
        const std::string text = library("four-bar");
        const std::string inner = text.substr(0, text.size() - 1);
        const auto with = [&](const std::string& flags, char unit) {
            std::string changed = flags + inner.substr(2);
            changed[changed.find(".101.") + 1] = unit;
            return opened(checked(changed)).model;
        };
        const ModelDescription metres = with("0O", '2'), inches = with("0P", '0');
        QCOMPARE(metres.bodies[0].mass.value, 1.0);
        QCOMPARE(metres.groundMarkers[0].position[0].value, -3.129);
        QCOMPARE(metres.motions[0].law.rate.value, 20.0 * std::numbers::pi / 30.0);
        QCOMPARE(inches.groundMarkers[0].position[0].value, -3.129 * 0.0254);
        QCOMPARE(inches.bodies[0].mass.value, 0.45359237);
    }
    /// In newer texts, a bit switches gravity off.
    void gravityCanBeOff() {
        const std::string text = library("trammel");
        QCOMPARE(opened(text).model.gravity[1].value, -9.81);
        const std::string off = "2R" + text.substr(2, text.size() - 3);
        QCOMPARE(opened(checked(off)).model.gravity[1].value, 0.0);
    }
    void everyLibraryLinkMoves_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("bodies");
        QTest::newRow("four-bar") << "four-bar" << 3;
        QTest::newRow("watt") << "watt" << 5;
        QTest::newRow("slider-crank") << "slider-crank" << 3;
        QTest::newRow("force") << "force" << 3;
        QTest::newRow("whitworth") << "whitworth" << 3;
        QTest::newRow("scotch-yoke") << "scotch-yoke" << 3;
        QTest::newRow("boom") << "boom" << 3;
        QTest::newRow("jansen") << "jansen" << 7;
        QTest::newRow("wiper") << "wiper" << 5;
        QTest::newRow("fan") << "fan" << 3;
        QTest::newRow("bell-crank") << "bell-crank" << 5;
        QTest::newRow("trammel") << "trammel" << 3;
        QTest::newRow("peaucellier") << "peaucellier" << 7;
        QTest::newRow("homework") << "homework" << 5;
    }
    void everyLibraryLinkMoves() {
        QFETCH(QString, name);
        QFETCH(int, bodies);
        const ModelDescription model = opened(library(name.toStdString())).model;
        QCOMPARE(static_cast<int>(model.bodies.size()), bodies);
        QCOMPARE(model.motions.size(), std::size_t(1));
        const auto built = buildModel(model);
        QVERIFY2(built, built ? "" : qPrintable(said(built.error())));
        QVERIFY(!columnsOf(model, {"time"}, 0.1).empty());
        // What is saved is the same model.
        const auto again = readModelText(writeModelText(model), "again");
        QVERIFY2(again, again ? "" : qPrintable(said(again.error())));
        QVERIFY(*again == model);
    }
    /// Peaucellier's linkage draws a straight line; its lengths are rounded to 10 um.
    void straightLinesAreStraight() {
        const ModelDescription model = opened(library("peaucellier")).model;
        QCOMPARE(model.probes.size(), std::size_t(2));
        // The crank moves to and fro: a third of a turn stays clear of its ends.
        const auto columns = columnsOf(model, {"Q.x", "Q.y"}, 0.5);
        const double wide = std::min(spread(columns[0]), spread(columns[1]));
        const double high = std::max(spread(columns[0]), spread(columns[1]));
        QVERIFY2(high > 5e-3 && wide < 3e-5, qPrintable(QString("%1 %2").arg(wide).arg(high)));
    }
    /// The block of a slot stays on the line through two joints of its link.
    void slotsLeadTheirBlocks() {
        ModelDescription model = opened(library("whitworth")).model;
        for (const char* component : {"x", "y"}) {
            model.probes.push_back(place("AB", "B", component));
            model.probes.push_back(place("CD", "C", component));
            model.probes.push_back(place("CD", "D", component));
        }
        const auto c = columnsOf(model, {"B.x", "B.y", "C.x", "C.y", "D.x", "D.y"});
        QVERIFY(spread(c[0]) > 0.05);
        for (std::size_t k = 0; k < c[0].size(); ++k) {
            const Eigen::Vector2d along(c[4][k] - c[2][k], c[5][k] - c[3][k]);
            const Eigen::Vector2d block(c[0][k] - c[2][k], c[1][k] - c[3][k]);
            const double off = (along.x() * block.y() - along.y() * block.x()) / along.norm();
            QVERIFY2(std::abs(off) < 1e-8, qPrintable(QString::number(off)));
        }
    }
    /// A cylinder of the given speed changes its length by it.
    void cylindersPush() {
        ModelDescription model = opened(library("boom")).model;
        QCOMPARE(model.motions[0].law.rate.value, -0.01);  // 1 cm/s
        ProbeDescription length;
        length.column = "length";
        length.quantity = "point_distance";
        length.a = {"ground", "G", 0};
        length.b = {"OC", "C", 0};
        model.probes.push_back(length);
        const auto columns = columnsOf(model, {"length"}, 0.5);
        QVERIFY(std::abs(columns[0].front() - columns[0].back() - 0.005) < 1e-8);
    }
    /// Links welded at a joint are one body; forces on their parts act on it.
    void weldsJoinLinks() {
        const std::string welded =
            "2P.Fe,Fe.A,0.2111.4A,A,0,0,0.8B,B,Fe,0,0.0C,C,VG,0,0..YRABC,Long one,ku,20N,Fe,0,"
            "303e9f,A,B,C,,AB,BC.NRAB,AB,VG,Fe,7q,0,c5cae9,A,B,,.NRBC,BC,Fe,Fe,Mm,0,c5cae9,B,C,,.."
            "3F1,BC,push,Fe,0,Fe,0Fe,VG..N_";
        const Opened one = opened(checked(welded));
        QCOMPARE(one.model.bodies.size(), std::size_t(1));
        QCOMPARE(one.model.bodies[0].name, std::string("Long one"));
        QCOMPARE(one.model.bodies[0].mass.value, 3.0);
        QCOMPARE(one.model.forces.size(), std::size_t(1));
        const auto& force = std::get<AppliedForceDescription>(one.model.forces[0].law);
        QCOMPARE(force.law.offset.value, 2.0);
        QVERIFY(force.bodyAxes);
        QCOMPARE(force.direction[1].value, -1.0);
    }
    void whatIsMissingIsListed() {
        const Opened massless = opened(library("whitworth"));
        QVERIFY2(said(massless.notes).contains("link 'AB': has no mass"),
                 qPrintable(said(massless.notes)));
        QVERIFY(massless.model.bodies[0].mass.value > 0.0);
    }
    /// Gears of 20 and 30 teeth on cranks of a four-bar without its coupler, and on an arm.
    void gearsAreCouplings() {
        const auto geared = [](std::string text, const QByteArray& document) {
            const std::size_t coupler = text.find("YRBC,"), end = text.find("YRCD", coupler);
            text.erase(coupler, end - coupler);
            text.pop_back();
            const QByteArray::Base64Options plain =
                QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
            return checked(text + ".G1~" + document.toBase64(plain).toStdString());
        };
        const QByteArray gears =
            R"({"gears":[{"id":"G1","hostLinkId":"AB","centerJointId":"A","referenceJointId":"B",
"teeth":20,"module":0.1},{"id":"G2","hostLinkId":"CD","centerJointId":"D","referenceJointId":"C",
"teeth":30,"module":0.1}],"meshes":[{"id":"M1","gearAId":"G1","gearBId":"G2","kind":"external"}],
"points":[["A",-3.1234567,-2.0]]})";
        const Opened one = opened(geared(library("four-bar"), gears));
        QCOMPARE(one.model.couplings.size(), std::size_t(1));
        const CouplingDescription& coupling = one.model.couplings[0];
        QCOMPARE(coupling.terms.size(), std::size_t(2));
        QCOMPARE(coupling.terms[0].ratio.value, 20.0);
        QCOMPARE(coupling.terms[1].ratio.value, 30.0);
        QVERIFY(std::abs(one.model.groundMarkers[0].position[0].value + 0.031234567) < 1e-15);
        const auto model = buildModel(one.model);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        QVERIFY(assemble(**model));
        // The input turns 20 teeth once, 30 teeth by -2/3.
        const auto rates = ratesAtStart(one.model);
        QVERIFY2(std::abs(rates.at(1) / rates.at(0) + 2.0 / 3.0) < 1e-12,
                 qPrintable(QString("%1 %2").arg(rates.at(0)).arg(rates.at(1))));
        for (const auto& [from, to] :
             {std::pair{"\"teeth\":20", "\"teeth\":0"}, std::pair{"\"AB\"", "\"XY\""},
              std::pair{"external", "inside"}, std::pair{"{", "["}}) {
            QByteArray damaged = gears;
            damaged.replace(from, to);
            QVERIFY2(refusal(geared(library("four-bar"), damaged)).contains("gears cannot be read"),
                     from);
        }
        QVERIFY(refusal(checked(library("trammel") + ".G1~e30")).contains("gears cannot be read"));
    }
    /// A train of four gears whose planets turn on an arm: the speeds seen from the arm are in the
    /// ratio of the teeth (Willis). The order of the links decides which body holds a pin.
    void planetsTurnOnTheirArm() {
        const std::string sun = "YRS,S,Fe,Fe,0,0,,O,P1,,.", fixed = "YRF,F,Fe,Fe,0,0,,O,G,,.",
                          arm = "YRA,A,Fe,Fe,0,0,,O,P,,.", planet = "YRB,B,Fe,Fe,0,0,,P,P2,,.";
        const QByteArray gears =
            R"({"gears":[{"id":"G1","hostLinkId":"S","centerJointId":"O","teeth":20},
{"id":"G2","hostLinkId":"B","centerJointId":"P","teeth":35},
{"id":"G3","hostLinkId":"B","centerJointId":"P","teeth":24},
{"id":"G4","hostLinkId":"F","centerJointId":"O","teeth":31}],
"meshes":[{"id":"M1","gearAId":"G1","gearBId":"G2","kind":"external"},
{"id":"M2","gearAId":"G3","gearBId":"G4","kind":"external"}]})";
        const QByteArray::Base64Options plain =
            QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
        const std::string mark = ".G1~" + gears.toBase64(plain).toStdString();
        const double ratio = 35.0 / 20.0 * 31.0 / 24.0;  // of the suns, seen from the arm
        for (const auto& [links, driven] : {std::pair{sun + arm + planet + fixed, "S"},
                                            std::pair{planet + sun + fixed + arm, "S"},
                                            std::pair{arm + fixed + sun + planet, "A"},
                                            std::pair{planet + arm + sun + fixed, "A"}}) {
            const Opened one = opened(checked(
                "0P.TY.K,0.101.6O,O,0,0,0.4G,G,0,0Fe,0.0P,P,Fe,0,0.0P1,P1,0,Fe,0.0P2,P2,Fe,Fe,0.." +
                links + ".." + mark));
            QCOMPARE(one.notes.size(), std::size_t(1));
            QVERIFY2(said(one.notes).contains(QString("the input turns '%1'").arg(driven)),
                     qPrintable(said(one.notes)));
            QCOMPARE(one.model.couplings.size(), std::size_t(2));
            const auto rates = columnsOf(one.model, {"S.wz", "A.wz", "B.wz", "F.wz"});
            QCOMPARE(rates.size(), std::size_t(4));
            QVERIFY(rates[0].size() > 40);
            for (std::size_t k = 0; k < rates[0].size(); ++k) {
                const double carrier = rates[1][k];
                const double off = std::max(
                    {std::abs(rates[0][k] - carrier - ratio * (rates[3][k] - carrier)),
                     std::abs(20.0 * (rates[0][k] - carrier) + 35.0 * (rates[2][k] - carrier)),
                     std::abs(rates[3][k]),
                     std::abs(rates[driven == std::string("S") ? 0 : 1][k] +
                              20.0 * std::numbers::pi / 30.0)});
                QVERIFY2(off < 1e-9, qPrintable(QString("%1 at %2").arg(off).arg(k)));
            }
        }
    }
    void damageIsExplained() {
        const std::string good = library("four-bar");
        QVERIFY(refusal(good.substr(0, good.size() - 20)).contains("copy the whole link"));
        const auto changed = [&](const std::string& from, const std::string& to) {
            return site + checked(test::replaced(good.substr(0, good.size() - 1), from, to));
        };
        const QString digit = refusal(changed("0mv", "0m!"));
        QVERIFY2(digit.contains("joint 'A': character 48: a number consists of"),
                 qPrintable(digit));
        QVERIFY(digit.contains("1:"));
        QVERIFY(refusal(changed("B,C,,", "B,Z,,")).contains("link 'BC'"));
        QVERIFY(refusal(changed("GB,B", "GA,B")).contains("another one has this id"));
        QVERIFY(refusal(changed("YRAB", "?RAB")).contains("no link begins with '?'"));
        QVERIFY(refusal(changed(".101.", ".901.")).contains("the unit of length"));
        QVERIFY(refusal(changed("0VU", "01234567890")).contains("1 to 8 characters"));
        QVERIFY(refusal(site).contains("the mechanism is missing"));
        QVERIFY(refusal("https://example.org/model.json").contains("only links of PMKS+"));
        QVERIFY(refusal(site + std::string(600'000, 'A')).contains("more than 500000"));
        // Escapes count as written.
        const std::string named = library("wiper");
        QVERIFY(named.find(' ') != std::string::npos);
        QString escaped = QString::fromStdString(named);
        escaped.replace(' ', "%20");
        QCOMPARE(opened(site + escaped.toStdString()).model.bodies[0].name,
                 std::string("Motor crank"));
        std::string broken = named.substr(0, named.size() - 1);
        broken[broken.find("283593") - 3] = '!';
        QString hidden = QString::fromStdString(checked(broken));
        hidden.replace(' ', "%20");
        const QString told = refusal(site + hidden.toStdString());
        QVERIFY2(told.contains(QString("character %1:")
                                   .arg((QString::fromStdString(site) + hidden).indexOf('!') + 1)),
                 qPrintable(told));
    }
    /// Texts with random changes are models or errors in line 1; nothing else happens.
    void mutationsAreRefusedOrOpened() {
        std::mt19937 random(7);
        int refused = 0;
        for (const char* name : {"four-bar", "scotch-yoke", "boom", "bell-crank", "homework"}) {
            const std::string text = library(name), inner = text.substr(0, text.size() - 1);
            for (int k = 0; k < 100; ++k) {
                std::string changed = inner;
                const std::size_t at = random() % changed.size();
                switch (random() % 4) {
                    case 0:
                        changed[at] = static_cast<char>(33 + random() % 94);
                        break;
                    case 1:
                        changed.erase(at, 1 + random() % 10);
                        break;
                    case 2:
                        changed.insert(at, 1 + random() % 3, ".,0Z\n"[random() % 5]);
                        break;
                    default:
                        changed.insert(at, inner.substr(random() % inner.size(), 12));
                }
                const auto read = readModelText(site + checked(changed), "link");
                const auto model = read ? buildModel(*read) : tl::unexpected(read.error());
                if (model) continue;
                ++refused;
                if (read) continue;
                for (const Diagnostic& problem : read.error()) QVERIFY(problem.line >= 1);
            }
        }
        QVERIFY2(refused > 150, qPrintable(QString::number(refused)));
    }
};

MOMENTREE_TEST(TestPmks, Guiless)

}  // namespace momentree::test_pmks
#include "test_pmks.moc"
