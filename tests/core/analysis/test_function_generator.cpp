// SPDX-License-Identifier: Apache-2.0
// Four-bars for given functions: against exact constructions and within their limits.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/analysis/synthesis/function_generator.hpp"
#include "support/analysis_files.hpp"
#include "support/test_main.hpp"

namespace momentree::test_function_generator {
namespace {

using test::close;
using test::got;
using test::reference;

constexpr double degree = std::numbers::pi / 180.0;

}  // namespace

class TestFunctionGenerator final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFunctionGenerator() {
        const QJsonObject expected = reference("function_generator");
        const double phi0 = expected["phi0_deg"].toDouble(), dphi = expected["dphi_deg"].toDouble();
        const double psi0 = expected["psi0_deg"].toDouble(), dpsi = expected["dpsi_deg"].toDouble();
        const auto pairOf = [&](double x) {
            return AnglePair{dphi * degree * (x - 1.0) / 9.0, dpsi * degree * std::log10(x)};
        };
        std::array<AnglePair, 3> exact;
        for (std::size_t k = 0; k < 3; ++k) {
            exact[k] = pairOf(expected["x"][static_cast<qsizetype>(k)].toDouble());
            exact[k].input += phi0 * degree;
            exact[k].output += psi0 * degree;
        }
        const auto K = freudenstein(exact);
        QVERIFY(K && close(K->K1, expected["K"][0].toDouble(), 1e-12));
        QVERIFY(close(K->K2, expected["K"][1].toDouble(), 1e-12));
        QVERIFY(close(K->K3, expected["K"][2].toDouble(), 1e-12));
        FunctionFourBar known{expected["a"].toDouble(),
                              expected["b"].toDouble(),
                              expected["c"].toDouble(),
                              phi0 * degree,
                              psi0 * degree,
                              expected["branch"].toInt()};
        std::vector<AnglePair> pairs;
        for (int k = 0; k <= 180; ++k) pairs.push_back(pairOf(1.0 + 9.0 * k / 180.0));
        QVERIFY(judge(known, pairs));
        QVERIFY(
            close(known.largest / degree, expected["max_error_deg_181_points"].toDouble(), 1e-9));
        for (const AnglePair& one : exact) {
            const auto psi = outputAngle(known, one.input);
            QVERIFY(psi &&
                    std::abs(std::remainder(*psi - one.output, 2.0 * std::numbers::pi)) < 1e-12);
        }
        const FunctionFourBar found = got(synthesiseFunction(pairs, {30.0 * degree}));
        QVERIFY2(found.rms < 0.5 * known.rms && found.largest < known.largest,
                 qPrintable(QString::number(found.rms / degree)));
        QVERIFY(found.transmissionAngle >= 30.0 * degree);
        // Without a limit, tiny links turn together between long ones.
        for (const double longest : {3.0, 10.0}) {
            const FunctionFourBar limited = got(synthesiseFunction(pairs, {0.0, longest}));
            const auto [least, most] =
                std::minmax({std::abs(limited.a), limited.b, std::abs(limited.c), 1.0});
            QVERIFY(most <= longest * least);
        }
        // The rocker of the linkage has the generated angle, whatever the signs of its lengths.
        for (const FunctionFourBar& one : {known, found})
            for (const AnglePair& pair : pairs) {
                const auto pose = poseOf(linkageOf(one, 1.0), crankAngle(one, pair.input));
                const auto psi = outputAngle(one, one.phi0 + pair.input);
                QVERIFY(pose && psi);
                const Complex rocker = (pose->C - pose->O2) / one.c;
                QVERIFY(std::abs(rocker - std::polar(1.0, *psi)) < 1e-9);
            }
    }
};

MOMENTREE_TEST(TestFunctionGenerator, Appless)

}  // namespace momentree::test_function_generator
#include "test_function_generator.moc"
