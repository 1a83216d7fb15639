// SPDX-License-Identifier: Apache-2.0
// Runs either follow the motion of a finer one, or note that their positions may be off.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_positions_off {

using namespace momentree::test;

namespace {

struct Rule {
    const char *formulation, *integrator;
};
constexpr Rule rules[]{{"naudet", "rk4"},
                       {"hamilton-index2", "rk4"},
                       {"naudet", "implicit-midpoint"},
                       {"hamilton-index2", "implicit-midpoint"},
                       {"index3-dca", "trapezoidal"},
                       {"index3-dca", "newmark"},
                       {"generalized-alpha", "alpha-index2"},
                       {"rattle", "rattle"},
                       {"energy-momentum", "energy-momentum"}};

constexpr double duration = 1.0, sample = 0.02;  // [s]

struct Ended {
    StepStatus status = StepStatus::Reached;
    std::vector<RunNote> notes;
    std::shared_ptr<const Recording> rows;
    int firstAngle = 0;
    bool reached() const { return status == StepStatus::Reached; }
    bool says(std::string_view id) const {
        return std::ranges::any_of(notes, [&](const RunNote& n) { return n.text.id == id; });
    }
    QString text() const {
        QString all;
        for (const RunNote& note : notes)
            all += QString::fromStdString(std::string(note.text.id)) + ' ';
        return all;
    }
};

Ended runOf(const std::shared_ptr<const Model>& model, const Rule& rule, double step) {
    RunSpec spec = Catalogue().defaults(*model, rule.formulation);
    spec.integrator = rule.integrator;
    spec.step = step;
    spec.duration = duration;
    spec.sample = sample;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", toString(run.error().front()).c_str());
    Ended end;
    while (!(*run)->finished() && end.reached()) end.status = (*run)->advance({}).status;
    end.notes = (*run)->notes();
    end.rows = (*run)->recording();
    end.firstAngle = (*run)->layout().jointQ(0);
    return end;
}

/// The largest difference of the angle of the first joint [rad].
double apart(const Ended& a, const Ended& b) {
    double most = 0.0;
    for (std::size_t row = 0; row < std::min(a.rows->size(), b.rows->size()); ++row)
        most =
            std::max(most, std::abs(a.rows->at(row, a.firstAngle) - b.rows->at(row, b.firstAngle)));
    return most;
}

/// A four-bar linkage under gravity that turns to and fro; its crank starts at 1 rad.
QByteArray swinging(const QByteArray& more = {}) {
    const Lengths l{0.3, 0.8, 0.6, 0.9};
    const double x = l.crank * std::cos(1.0), y = l.crank * std::sin(1.0);
    const double apart = std::hypot(l.ground - x, y), along = std::atan2(-y, l.ground - x);
    const double coupler =
        along + std::acos((l.coupler * l.coupler + apart * apart - l.rocker * l.rocker) /
                          (2.0 * l.coupler * apart));
    const double rocker =
        std::atan2(y + l.coupler * std::sin(coupler), x + l.coupler * std::cos(coupler) - l.ground);
    const auto number = [](double value) { return QByteArray::number(value, 'g', 17); };
    QByteArray text =
        fourBar(R"("joints": {"J1": {"q": 1.0, "u": 2.0}, "J2": {"q": )" + number(coupler - 1.0) +
                    R"(}, "J4": {"q": )" + number(rocker) + "}}",
                more, l);
    return text.replace(R"("gravity": [0, 0, 0])", R"("gravity": [0, -9.81, 0])");
}

std::shared_ptr<const Model> modelOf(int which) {
    switch (which) {
        case 0:
            return built(textOf({bennett(1.0, 1.0, 20.0)}).toStdString());
        case 1:
            return built(textOf({bennett(1.0, 1.0, 60.0)}).toStdString());
        case 2:
            return built(swinging().toStdString());
        default:
            return built(swinging(R"(, "forces": [{"name": "drag", "type": "axial-torque",
                "a": "ground.A", "b": "crank.P", "damping": 0.05, "law": 2}])")
                             .toStdString());
    }
}

}  // namespace

class TestPositionsOff : public QObject {
    Q_OBJECT
private slots:
    // The bearing of a crank that weighs nothing carries the coupler.
    void lightBodiesCarryHeavyOnes() {
        const auto light = QByteArray(R"("crank", "mass": 1e-10, "com": [0.15, 0, 0],
            "inertia": [1e-12, 1e-12, 1e-12], "markers")");
        QByteArray text = swinging();
        const qsizetype begin = text.indexOf(R"("crank", "mass")");
        text.replace(begin, text.indexOf(R"("markers")", begin) + 9 - begin, light);
        const auto model = built(text.toStdString());
        const Ended right = runOf(model, {"naudet", "rk4"}, 1e-4);
        QVERIFY(right.reached());
        for (const Rule& rule : rules) {
            if (std::string_view(rule.integrator) == "implicit-midpoint") continue;
            const Ended end = runOf(model, rule, 0.5e-3);
            const double off = apart(end, right);
            QVERIFY2(end.reached() && off < 5e-5,
                     qPrintable(QString("%1: %2").arg(rule.integrator).arg(off)));
        }
    }

    // Beside a large one, far from the origin, where rounding of positions counts.
    void smallMechanismsAreJudgedByTheirSize() {
        Parts small = bennett(1e-4, 1e-9, 90.0, "S");
        small.markers.replace(R"("SG1": [0, 0, 0])", R"("SG1": [3, 0, 0])");
        const double b =
            0.5e-4 * std::sin(70 * std::numbers::pi / 180) / std::sin(35 * std::numbers::pi / 180);
        small.markers.replace(R"("position": [)" + QByteArray::number(-b, 'g', 17),
                              R"("position": [)" + QByteArray::number(3 - b, 'g', 17));
        const auto model = built(textOf({small, bennett(1.0, 1.0, 1.0, "L")}).toStdString());
        const Ended right = runOf(model, {"naudet", "rk4"}, 1e-4);
        for (const Rule& rule : {Rule{"naudet", "rk4"}, {"rattle", "rattle"}}) {
            const Ended end = runOf(model, rule, 4e-3);
            const double off = apart(end, right);
            QVERIFY2(off > 1e-3, qPrintable(QString::number(off)));
            QVERIFY2(end.says("phase-off") || end.says("positions-off"), qPrintable(end.text()));
        }
    }

    // At its limit, a controller stops its integral at once; positions do not feel that. With a
    // stiff one, they are off.
    void controllersMoveNoPositionsAtOnce() {
        const auto pulled = [](const char* gains) {
            return built(swinging(QByteArray(R"(, "forces": [{"name": "pull",
                "type": "axial-torque", "a": "ground.A", "b": "crank.P",
                "controller": {"set_point": 0.5, )") +
                                  gains + "}}]")
                             .toStdString());
        };
        const auto limited = pulled(R"("proportional": 2, "integral": 8, "limit": 0.5)");
        const auto stiff = pulled(R"("proportional": 500, "integral": 8)");
        for (const Rule& rule : {Rule{"naudet", "rk4"}, {"hamilton-index2", "rk4"}}) {
            const Ended soft = runOf(limited, rule, 5e-3), hard = runOf(stiff, rule, 2e-2);
            const double ofSoft = apart(soft, runOf(limited, rule, 1e-4)),
                         ofHard = apart(hard, runOf(stiff, rule, 1e-4));
            const QString what = QString("%1: off by %2, %3; off by %4, %5")
                                     .arg(rule.formulation)
                                     .arg(ofSoft)
                                     .arg(soft.text())
                                     .arg(ofHard)
                                     .arg(hard.text());
            QVERIFY2(ofSoft < 2e-4 && !soft.says("positions-off"), qPrintable(what));
            QVERIFY2(ofHard > 1e-3 && hard.says("positions-off"), qPrintable(what));
        }
    }

    void everyRunIsRightOrSaysSo() {
        for (int which = 0; which < 4; ++which) {
            const auto model = modelOf(which);
            const Ended right = runOf(model, {"naudet", "rk4"}, 5e-5);
            QVERIFY(right.reached());
            for (const Rule& rule : rules)
                for (const double step : {0.5e-3, 1e-3, 2e-3, 5e-3}) {
                    const Ended end = runOf(model, rule, step);
                    if (!end.reached()) continue;
                    const double off = apart(end, right);
                    const bool warned = std::ranges::any_of(end.notes, &RunNote::warns);
                    const QString what = QString("%1: %2, %3, %4 s: off by %5, noted: %6")
                                             .arg(which)
                                             .arg(rule.formulation, rule.integrator)
                                             .arg(step)
                                             .arg(off)
                                             .arg(end.text());
                    QVERIFY2(warned || off < 2e-3, qPrintable(what));
                    if (end.says("positions-off")) QVERIFY2(off > 2e-4, qPrintable(what));
                }
        }
    }
};

MOMENTREE_TEST(TestPositionsOff, Appless)
}  // namespace momentree::test_positions_off
#include "test_positions_off.moc"
