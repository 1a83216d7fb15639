// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <QTest>
#include <algorithm>
#include <cstdint>
#include <source_location>

namespace momentree::test {

/// max |a - b| / max(|b|_max, floor); infinite if sizes differ or anything is not finite.
inline double relativeError(const Eigen::Ref<const Eigen::VectorXd>& a,
                            const Eigen::Ref<const Eigen::VectorXd>& b, double floor = 1e-3) {
    if (a.size() != b.size() || !a.allFinite() || !b.allFinite())
        return std::numeric_limits<double>::infinity();
    if (a.size() == 0) return 0.0;
    return (a - b).lpNorm<Eigen::Infinity>() / std::max(b.lpNorm<Eigen::Infinity>(), floor);
}

/// Fails the running Qt test, naming the quantity, both values of the worst entry, the error and
/// the seed, unless the relative error is within `tolerance`.
inline bool verifyClose(const Eigen::Ref<const Eigen::VectorXd>& actual,
                        const Eigen::Ref<const Eigen::VectorXd>& expected, double tolerance,
                        const char* what, std::uint64_t seed = 0,
                        std::source_location at = std::source_location::current()) {
    const double e = relativeError(actual, expected);
    Eigen::Index worst = 0;
    if (actual.size() == expected.size() && actual.size() > 0)
        (actual - expected).cwiseAbs().maxCoeff(&worst);
    const bool inside = worst < actual.size() && worst < expected.size();
    const QString text =
        QStringLiteral(
            "%1 (seed %2): relative error %3 > %4; sizes %5, %6; entry %7: %8, expected %9")
            .arg(QLatin1String(what))
            .arg(seed)
            .arg(e, 0, 'g', 3)
            .arg(tolerance, 0, 'g', 3)
            .arg(actual.size())
            .arg(expected.size())
            .arg(worst)
            .arg(inside ? actual[worst] : 0.0, 0, 'g', 17)
            .arg(inside ? expected[worst] : 0.0, 0, 'g', 17);
    return QTest::qVerify(e <= tolerance, what, qPrintable(text), at.file_name(),
                          static_cast<int>(at.line()));
}

}  // namespace momentree::test
