// SPDX-License-Identifier: Apache-2.0
// Start values: every given one holds, or the start is refused by name; rounded linkages close
// within the tolerance; mechanisms of every size are assembled alike.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/structural_rank.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_starts {

using namespace momentree::test;

namespace {

/// Coordinates and speeds of a joint.
struct Values {
    std::vector<double> q, u;
};

Values valuesOf(const Model& model, const std::vector<BodyState>& states, std::size_t joint) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(states);
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    const JointElement& element = model.joints[joint];
    jointCoordinates(element, bodies, q.data(), u.data());
    return {{q.begin(), q.begin() + coordinateCount(element.kind)},
            {u.begin(), u.begin() + speedCount(element.kind)}};
}

Values valuesOf(const Model& model, const std::vector<BodyState>& states, const char* joint) {
    const auto found = std::ranges::find(model.joints, joint, &JointElement::name);
    return valuesOf(model, states, static_cast<std::size_t>(found - model.joints.begin()));
}

std::vector<Scalar> scalarsOf(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

struct Outcome {
    std::shared_ptr<const Model> model;
    std::vector<BodyState> bodies;  ///< empty if refused
    AssemblyReport report;
    QString refusal;
    double q(const char* joint, std::size_t k = 0) const {
        return valuesOf(*model, bodies, joint).q[k];
    }
    double u(const char* joint, std::size_t k = 0) const {
        return valuesOf(*model, bodies, joint).u[k];
    }
};

Outcome assembled(const ModelDescription& description) {
    Outcome out;
    out.model = build(description);
    if (auto start = assemble(*out.model, &out.report))
        out.bodies = start->bodies;
    else
        out.refusal = said(start.error());
    return out;
}

/// A four-bar of the given size, its pose from the bodies and more from `initial`.
ModelDescription fourBar(const QByteArray& joints, double size = 1.0, const QByteArray& more = {}) {
    const auto n = [size](double value) { return QByteArray::number(value * size, 'g', 17); };
    const auto body = [&](const char* name, double length) {
        const QByteArray mass = QByteArray::number(std::pow(size, 3), 'g', 17);
        const QByteArray J = QByteArray::number(0.1 * std::pow(size, 5), 'g', 17);
        return QByteArray(R"({"name": ")") + name + R"(", "mass": )" + mass + R"(, "inertia": [)" +
               J + "," + J + "," + J + R"(], "markers": {"P": [)" + n(-length / 2) +
               R"(, 0, 0], "Q": [)" + n(length / 2) + ", 0, 0]}}";
    };
    const auto pose = [&](const char* name, double x, double y, double e0, double e3) {
        return QByteArray(R"(")") + name + R"(": {"position": [)" + n(x) + "," + n(y) +
               R"(, 0], "orientation": [)" + QByteArray::number(e0, 'g', 17) + ", 0, 0, " +
               QByteArray::number(e3, 'g', 17) + "]}";
    };
    const QByteArray text =
        R"({"version": 1, "name": "m", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": [0, 0, 0], "D": [)" +
        n(0.9) + R"(, 0, 0]}}, "bodies": [)" + body("crank", 0.3) + "," + body("coupler", 0.8) +
        "," + body("rocker", 0.6) + R"(], "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.O", "b": "crank.P"},
        {"name": "J2", "type": "revolute", "a": "crank.Q", "b": "coupler.P"},
        {"name": "J3", "type": "revolute", "a": "coupler.Q", "b": "rocker.Q"},
        {"name": "J4", "type": "revolute", "a": "ground.D", "b": "rocker.P"}],
        "initial": {"bodies": {)" +
        pose("crank", 0.08104534588022094, 0.12622064772118446, 0.8775825618903728,
             0.479425538604203) +
        "," +
        pose("coupler", 0.5224290538006203, 0.42609688804508716, 0.9748963804170283,
             0.2226590385539668) +
        "," +
        pose("rocker", 0.8913837079203994, 0.2998762403239027, 0.6968784063239911,
             0.7171892963502275) +
        R"(}, "joints": {)" + joints + "}" + more + "}}";
    const auto read = readModelText(text.toStdString(), "m");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return *read;
}

/// Bennett's linkage with lengths and twists rounded to so many decimals.
ModelDescription bennett(int decimals, const QByteArray& more = {}) {
    const auto n = [](double value) { return QByteArray::number(value, 'g', 17); };
    const auto rounded = [&](double value) { return QByteArray::number(value, 'f', decimals); };
    const double a = 0.5, alpha = 35 * std::numbers::pi / 180, beta = 70 * std::numbers::pi / 180;
    const double b = a * std::sin(beta) / std::sin(alpha), theta = 1.0;
    // Bennett's relation between the angles of adjacent joints.
    const double next = 2 * std::atan(std::sin((beta + alpha) / 2) /
                                      (std::sin((beta - alpha) / 2) * std::tan(theta / 2)));
    const auto link = [&](const char* name, double length, double twist) {
        return QByteArray(R"({"name": ")") + name +
               R"(", "mass": 1, "inertia": [0.01, 0.01, 0.01], "markers": {"P": [0, 0, 0],
            "Q": {"position": [)" +
               rounded(length) + R"(, 0, 0], "x": [1, 0, 0], "z": [0, )" + n(-std::sin(twist)) +
               ", " + n(std::cos(twist)) + "]}}}";
    };
    const QByteArray text =
        R"({"version": 1, "name": "bennett", "gravity": [0, 0, 0], "ground": {"markers": {
        "G1": [0, 0, 0], "G2": {"position": [)" +
        rounded(-b) + R"(, 0, 0], "x": [1, 0, 0], "z": [0, )" + n(std::sin(beta)) + ", " +
        n(std::cos(beta)) + R"(]}}}, "bodies": [)" + link("L1", a, alpha) + "," +
        link("L2", b, beta) + "," + link("L3", a, alpha) + R"(], "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.G1", "b": "L1.P"},
        {"name": "J2", "type": "revolute", "a": "L1.Q", "b": "L2.P"},
        {"name": "J3", "type": "revolute", "a": "L2.Q", "b": "L3.P"},
        {"name": "J4", "type": "revolute", "a": "L3.Q", "b": "ground.G2"}],
        "initial": {"joints": {"J1": {"q": 1.0, "u": 3.0}, "J2": {"q": )" +
        n(next) + R"(}, "J3": {"q": -1.0}}})" + more + "}";
    const auto read = readModelText(text.toStdString(), "bennett");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return *read;
}

/// A crane's boom of the given length, lifted by a cylinder that is far from its length.
ModelDescription crane(double size) {
    const auto n = [size](double value) { return QByteArray::number(value * size, 'g', 17); };
    const QByteArray slide = R"("S": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]})";
    const QByteArray mass = R"("mass": 1, "inertia": [1, 1, 1], "markers": {)";
    const QByteArray text = R"({"version": 1, "name": "crane", "ground": {"markers": {
        "O": [0, 0, 0], "G": [)" +
                            n(0.4) + R"(, 0, 0]}}, "bodies": [{"name": "boom", )" + mass +
                            R"("P": [)" + n(-0.3) + R"(, 0, 0], "Q": [)" + n(0.3) +
                            R"(, 0, 0]}}, {"name": "cylinder", )" + mass + R"("A": [0, 0, 0], )" +
                            slide + R"(}}, {"name": "ram", )" + mass + R"("B": [0, 0, 0], )" +
                            slide + R"(}}], "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.O", "b": "boom.P"},
        {"name": "J2", "type": "revolute", "a": "ground.G", "b": "cylinder.A"},
        {"name": "J3", "type": "prismatic", "a": "cylinder.S", "b": "ram.S"},
        {"name": "J4", "type": "revolute", "a": "ram.B", "b": "boom.Q"}],
        "initial": {"joints": {"J1": {"q": 0.8}}}})";
    const auto read = readModelText(text.toStdString(), "crane");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return *read;
}

/// A body on one joint of which a coordinate is driven.
ModelDescription driven(const char* type, int coordinate, const char* q, double offset) {
    const QByteArray text =
        QByteArray(R"({"version": 1, "name": "driven", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": [0, 0, 0]}}, "bodies": [{"name": "b", "mass": 1,
        "inertia": [0.1, 0.2, 0.3], "markers": {"P": [0, 0, 0]}}],
        "joints": [{"name": "C", "type": ")") +
        type + R"(", "a": "ground.O", "b": "b.P"}], "motions": [{"name": "turn", "joint": "C",
        "coordinate": )" +
        QByteArray::number(coordinate) + R"(, "law": {"kind": "constant", "offset": )" +
        QByteArray::number(offset) + R"(, "rate": 1}}],
        "initial": {"joints": {"C": {"q": )" +
        q + "}}}}";
    const auto read = readModelText(text.toStdString(), "driven");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return *read;
}

/// A body on three hinges of one axis, the last of which is askew by an angle.
ModelDescription door(double askew, const QByteArray& start, const QByteArray& more = {}) {
    const Vector3d axis(0.6, 0.48, 0.64), normal(0.8, -0.36, -0.48);
    const auto list = [n = [](double value) {
        return QByteArray::number(value, 'g', 17);
    }](const Vector3d& v) { return "[" + n(v.x()) + ", " + n(v.y()) + ", " + n(v.z()) + "]"; };
    const auto marker = [&](const char* name, double along, double turn) {
        return QByteArray(R"(")") + name + R"(": {"position": )" + list(along * axis) +
               R"(, "z": )" + list(axis + turn * normal) + R"(, "x": )" +
               list(normal - turn * axis) + "}";
    };
    const auto markers = [&](double turn) {
        return R"("markers": {)" + marker("A", 0.1, 0) + ", " + marker("B", 0.7, 0) + ", " +
               marker("C", 1.3, turn) + "}";
    };
    const QByteArray text = R"({"version": 1, "name": "door", "gravity": [0, 0, 0], "ground": {)" +
                            markers(0) + R"(}, "bodies": [{"name": "b", "mass": 1,
        "com": [0.3, -0.2, 0.1], "inertia": [0.1, 0.1, 0.1], )" +
                            markers(askew) + R"(}], "joints": [
        {"name": "H1", "type": "revolute", "a": "ground.A", "b": "b.A"},
        {"name": "H2", "type": "revolute", "a": "ground.B", "b": "b.B"},
        {"name": "H3", "type": "revolute", "a": "ground.C", "b": "b.C"}],
        "initial": {"joints": {)" +
                            start + "}}" + more + "}";
    const auto read = readModelText(text.toStdString(), "door");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return *read;
}

/// A random closed mechanism with a motion that it can make: the starts of all joints, and the
/// poses of the bodies.
struct Consistent {
    ModelDescription description;  ///< with starts of all joints
    std::vector<BodyState> bodies;
};

Consistent consistent(std::uint64_t seed) {
    Random random(seed);
    Recipe recipe;
    recipe.bodies = 4 + random.below(4);
    recipe.joints = {"revolute", "prismatic", "universal", "cylindrical", "spherical"};
    recipe.closure = random.below(2) == 0   ? "revolute"
                     : random.below(2) == 0 ? "cylindrical"
                                            : "spherical";
    recipe.loops = 1 + random.below(2);
    Consistent found{describe(recipe, seed), {}};
    const auto model = build(found.description);
    found.bodies = bodyStates(*model, closedState(*model)).bodies;
    found.description.adjustStart = false;
    found.description.jointStarts.clear();
    for (std::size_t j = 0; j < model->joints.size(); ++j) {
        const Values values = valuesOf(*model, found.bodies, j);
        if (values.q.empty()) continue;
        found.description.jointStarts.push_back(
            {model->joints[j].name, scalarsOf(values.q), scalarsOf(values.u)});
    }
    return found;
}

/// The largest deviation of given coordinates and speeds.
double missOf(const Outcome& outcome) {
    double worst = 0.0;
    for (const JointStart& start : outcome.model->description.jointStarts) {
        const Values now = valuesOf(*outcome.model, outcome.bodies, start.joint.c_str());
        const auto compare = [&](const std::vector<Scalar>& given, const std::vector<double>& is,
                                 bool quaternion) {
            double same = 0.0, opposite = 0.0;
            for (std::size_t k = 0; k < given.size(); ++k) {
                const double miss = is[k] - given[k].value;
                same = std::max(same, quaternion
                                          ? std::abs(miss)
                                          : std::abs(std::remainder(miss, 2 * std::numbers::pi)));
                opposite = std::max(opposite, std::abs(is[k] + given[k].value));
            }
            worst = std::max(worst, quaternion ? std::min(same, opposite) : same);
        };
        compare(start.q, now.q, start.q.size() == 4);
        compare(start.u, now.u, false);
    }
    return worst;
}

QByteArray seedText(int seed) { return "seed " + QByteArray::number(seed); }

}  // namespace

class TestStarts : public QObject {
    Q_OBJECT
private slots:
    void givenValuesAreKept();
    void roundedValuesFitWithinTheTolerance();
    void contradictionsAreRefusedByName();
    void jointsThatCloseLoopsKeepTheirStart();
    void aSpeedAloneKeepsThePose();
    void conflictsNameTheJointAndThePossibleValue();
    void adjustingWarns();
    void roundedLinkagesClose_data();
    void roundedLinkagesClose();
    void hingesOnOneAxisTurn();
    void everySizeIsAssembledAlike_data();
    void everySizeIsAssembledAlike();
    void drivenAnglesStartAtTheirValue_data();
    void drivenAnglesStartAtTheirValue();
};

// Any part of a motion's coordinates and speeds, with poses near as a guess for the rest.
void TestStarts::givenValuesAreKept() {
    for (int seed = 1; seed <= 60; ++seed) {
        Consistent all = consistent(static_cast<std::uint64_t>(seed));
        Random random(static_cast<std::uint64_t>(seed));
        const auto model = build(all.description);
        for (std::size_t i = 0; i < all.bodies.size(); ++i) {
            const BodyState& body = all.bodies[i];
            const Vector3d origin = body.r + rotationOf<double>(body.e) * model->bodies[i].origin;
            BodyStart start;
            start.body = model->bodies[i].name;
            start.position = {{origin.x(), origin.y(), origin.z()}};
            start.orientation = {{body.e[0], body.e[1], body.e[2], body.e[3]}};
            all.description.bodyStarts.push_back(start);
        }
        std::erase_if(all.description.jointStarts,
                      [&](const JointStart&) { return random.below(2) == 0; });
        for (JointStart& start : all.description.jointStarts) {
            if (random.below(3) == 0) start.q.clear();
            if (random.below(3) == 0) start.u.clear();
        }
        const Outcome outcome = assembled(all.description);
        QVERIFY2(outcome.refusal.isEmpty(), seedText(seed) + ": " + qPrintable(outcome.refusal));
        QVERIFY2(outcome.report.warnings.empty(), seedText(seed));
        // Rounding, amplified by nearly dependent rows.
        QVERIFY2(missOf(outcome) < 1e-8,
                 seedText(seed) + ": " + QByteArray::number(missOf(outcome)));
        QVERIFY2(outcome.report.velocityResidual < 1e-8, seedText(seed));
    }
}

void TestStarts::roundedValuesFitWithinTheTolerance() {
    for (int seed = 1; seed <= 40; ++seed) {
        ModelDescription description = consistent(static_cast<std::uint64_t>(seed)).description;
        const auto round = [](std::vector<Scalar>& values) {
            for (Scalar& value : values) value = std::round(value.value * 1e5) / 1e5;
        };
        for (JointStart& start : description.jointStarts) {
            round(start.q);
            round(start.u);
        }
        const Outcome outcome = assembled(description);
        QVERIFY2(outcome.refusal.isEmpty(), seedText(seed) + ": " + qPrintable(outcome.refusal));
        QVERIFY2(outcome.report.gap <= outcome.report.tolerance, seedText(seed));
        QVERIFY2(outcome.report.largestChange <= 10 * outcome.report.tolerance, seedText(seed));
    }
}

// The coordinates of all joints of loops determine each other.
void TestStarts::contradictionsAreRefusedByName() {
    for (int seed = 1; seed <= 40; ++seed) {
        ModelDescription description = consistent(static_cast<std::uint64_t>(seed)).description;
        const auto closing =
            std::ranges::find(description.jointStarts, "closure", &JointStart::joint);
        if (closing == description.jointStarts.end() || closing->q.size() != 1) continue;
        const bool speed = seed % 2 == 0;
        (speed ? closing->u : closing->q)[0].value += 0.4;
        const Outcome outcome = assembled(description);
        QVERIFY2(outcome.refusal.contains("contradicts the loops") &&
                     outcome.refusal.contains(speed ? "u = " : "q = ") &&
                     outcome.refusal.contains("joint '"),
                 seedText(seed) + ": " + qPrintable(outcome.refusal));
        description.adjustStart = true;
        const Outcome adjusted = assembled(description);
        QVERIFY2(adjusted.refusal.isEmpty(), seedText(seed) + ": " + qPrintable(adjusted.refusal));
        QVERIFY2(!adjusted.report.warnings.empty(), seedText(seed));
    }
}

void TestStarts::jointsThatCloseLoopsKeepTheirStart() {
    const Outcome speed = assembled(fourBar(R"("J4": {"u": 3.0})"));
    QVERIFY2(speed.refusal.isEmpty(), qPrintable(speed.refusal));
    QVERIFY(std::abs(speed.u("J4") - 3.0) < 1e-14);
    QVERIFY(std::abs(speed.u("J1") - 10.464) < 1e-3);
    QVERIFY(std::abs(speed.q("J1") - 1.0) < 1e-12);
    QVERIFY(speed.report.velocityResidual < 1e-14);
    // A coordinate of the joint that is cut moves all others.
    const Outcome turned = assembled(fourBar(R"("J4": {"q": 1.8, "u": -2.0})"));
    QVERIFY2(turned.refusal.isEmpty(), qPrintable(turned.refusal));
    QVERIFY(std::abs(turned.q("J4") - 1.8) < 1e-12);
    QVERIFY(std::abs(turned.u("J4") + 2.0) < 1e-13);
    QVERIFY(turned.report.residual < 1e-12);
}

void TestStarts::aSpeedAloneKeepsThePose() {
    const Outcome outcome = assembled(fourBar(R"("J1": {"u": 3.0})"));
    QVERIFY2(outcome.refusal.isEmpty(), qPrintable(outcome.refusal));
    QVERIFY(std::abs(outcome.q("J1") - 1.0) < 1e-12);
    QVERIFY(std::abs(outcome.u("J1") - 3.0) < 1e-14);
}

void TestStarts::conflictsNameTheJointAndThePossibleValue() {
    const Outcome pose = assembled(fourBar(R"("J1": {"q": 1.0}, "J2": {"q": 0.3})"));
    QVERIFY2(pose.refusal.contains("joint 'J2' start: q = 0.3 contradicts") &&
                 pose.refusal.contains("q = -0.55"),
             qPrintable(pose.refusal));
    const Outcome speed = assembled(fourBar(R"("J1": {"u": 3.0}, "J4": {"u": 3.0})"));
    QVERIFY2(speed.refusal.contains("joint 'J4' start: u = 3 contradicts") &&
                 speed.refusal.contains("u = 0.86"),
             qPrintable(speed.refusal));
}

void TestStarts::adjustingWarns() {
    const Outcome pose =
        assembled(fourBar(R"("J1": {"q": 1.0}, "J2": {"q": 0.3})", 1.0, R"(, "adjust": true)"));
    QVERIFY2(pose.refusal.isEmpty(), qPrintable(pose.refusal));
    QVERIFY(pose.report.residual < 1e-12);
    QVERIFY2(said(pose.report.warnings).contains("is adjusted to"),
             qPrintable(said(pose.report.warnings)));
    QVERIFY(pose.report.largestChange > 0.1);
}

void TestStarts::roundedLinkagesClose_data() {
    QTest::addColumn<int>("decimals");
    for (const int decimals : {4, 5, 6, 7, 8}) QTest::addRow("%d decimals", decimals) << decimals;
}

// A linkage that is movable only because of its exact proportions.
void TestStarts::roundedLinkagesClose() {
    QFETCH(int, decimals);
    const Outcome outcome = assembled(bennett(decimals));
    QVERIFY2(outcome.refusal.isEmpty(), qPrintable(outcome.refusal));
    QCOMPARE(outcome.report.degreesOfFreedom, 1);
    QCOMPARE(outcome.report.redundant, 3);
    QVERIFY(std::abs(outcome.q("J1") - 1.0) < 1e-12);
    QVERIFY(std::abs(outcome.u("J1") - 3.0) < 1e-9);
    QVERIFY(outcome.report.gap < 2.0 * std::pow(10.0, -decimals));
    // Two decimals are too few, and three need more tolerance.
    const Outcome rough = assembled(bennett(2));
    QVERIFY2(rough.refusal.contains("of the mechanism's size") &&
                 rough.refusal.contains("'assembly_tolerance' allows 0.0001"),
             qPrintable(rough.refusal));
    const Outcome allowed = assembled(bennett(3, R"(, "assembly_tolerance": 0.001)"));
    QVERIFY2(allowed.refusal.isEmpty(), qPrintable(allowed.refusal));
    QCOMPARE(allowed.report.degreesOfFreedom, 1);
    QVERIFY2(said(allowed.report.warnings).contains("the loops close to"), "a note on the gap");
}

// The equations of hinges on one axis are zero, or as large as the gap.
void TestStarts::hingesOnOneAxisTurn() {
    for (const double askew : {0.0, 1e-7, 2e-5}) {
        for (const char* joint : {"H1", "H2", "H3"}) {
            const Outcome outcome =
                assembled(door(askew, QByteArray(R"(")") + joint + R"(": {"q": 0.4, "u": 2.0})"));
            QVERIFY2(outcome.refusal.isEmpty(), qPrintable(outcome.refusal));
            QVERIFY(std::abs(outcome.u(joint) - 2.0) < 1e-9 + 10.0 * askew);
            QVERIFY(closureRanks(*outcome.model, 0.0, outcome.bodies).groups.empty());
        }
        const Outcome driven = assembled(door(askew, "", R"(, "motions": [{"name": "turn",
            "joint": "H1", "law": {"kind": "constant", "offset": 0.4, "rate": 2}}])"));
        QVERIFY2(driven.refusal.isEmpty(), qPrintable(driven.refusal));
        QVERIFY(std::abs(driven.u("H3") - 2.0) < 1e-9 + 10.0 * askew);
    }
}

void TestStarts::everySizeIsAssembledAlike_data() {
    QTest::addColumn<double>("size");
    for (const double size : {1e-6, 1e-3, 1.0, 30.0, 1e3}) QTest::addRow("%g m", size) << size;
}

void TestStarts::everySizeIsAssembledAlike() {
    QFETCH(double, size);
    const Outcome bar = assembled(fourBar(R"("J1": {"q": 1.2, "u": 2.0})", size));
    const Outcome one = assembled(fourBar(R"("J1": {"q": 1.2, "u": 2.0})"));
    QVERIFY2(bar.refusal.isEmpty(), qPrintable(bar.refusal));
    QCOMPARE(bar.report.degreesOfFreedom, 1);
    QVERIFY(std::abs(bar.q("J3") - one.q("J3")) < 1e-10);
    QVERIFY(std::abs(bar.u("J3") - one.u("J3")) < 1e-9);
    const Outcome lifted = assembled(crane(size));
    QVERIFY2(lifted.refusal.isEmpty(), qPrintable(lifted.refusal));
    QVERIFY(lifted.report.gap < 1e-10);
    QVERIFY(std::abs(std::abs(lifted.q("J3")) / size - 0.43079) < 1e-4);
}

void TestStarts::drivenAnglesStartAtTheirValue_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<int>("coordinate");
    QTest::addColumn<QByteArray>("q");
    QTest::addColumn<double>("offset");
    for (const double offset : {0.0, 1.0, 3.0, -2.0}) {
        QTest::addRow("cylindrical, %g", offset)
            << QByteArray("cylindrical") << 1 << QByteArray("[2.6, 0.0]") << offset;
        QTest::addRow("universal, first, %g", offset)
            << QByteArray("universal") << 1 << QByteArray("[2.6, 0.4]") << offset;
        QTest::addRow("universal, second, %g", offset)
            << QByteArray("universal") << 2 << QByteArray("[0.4, 2.6]") << offset;
    }
}

// The other given coordinate is kept, and the one that the motion replaces is mentioned.
void TestStarts::drivenAnglesStartAtTheirValue() {
    QFETCH(QByteArray, type);
    QFETCH(int, coordinate);
    QFETCH(QByteArray, q);
    QFETCH(double, offset);
    const Outcome outcome = assembled(driven(type, coordinate, q, offset));
    QVERIFY2(outcome.refusal.isEmpty(), qPrintable(outcome.refusal));
    const auto k = static_cast<std::size_t>(coordinate - 1);
    QVERIFY(std::abs(std::remainder(outcome.q("C", k) - offset, 2 * std::numbers::pi)) < 1e-12);
    QVERIFY(std::abs(outcome.q("C", 1 - k) - (type == "universal" ? 0.4 : 0.0)) < 1e-12);
    QVERIFY(std::abs(outcome.u("C", k) - 1.0) < 1e-12);
    QVERIFY2(said(outcome.report.warnings).contains("the given 2.6 is not used"),
             qPrintable(said(outcome.report.warnings)));
}

MOMENTREE_TEST(TestStarts, Appless)

}  // namespace momentree::test_starts
#include "test_starts.moc"
