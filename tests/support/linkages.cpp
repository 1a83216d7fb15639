// SPDX-License-Identifier: Apache-2.0
#include "support/linkages.hpp"

#include <QRegularExpression>
#include <cmath>
#include <numbers>

namespace momentree::test {
namespace {

QByteArray number(double value) { return QByteArray::number(value, 'g', 17); }

}  // namespace

QByteArray textOf(const QList<Parts>& mechanisms) {
    Parts all;
    const auto append = [](QByteArray& to, const QByteArray& more) {
        to += (to.isEmpty() ? "" : ", ") + more;
    };
    for (const Parts& one : mechanisms) {
        append(all.markers, one.markers);
        append(all.bodies, one.bodies);
        append(all.joints, one.joints);
        append(all.starts, one.starts);
    }
    return R"({"version": 1, "name": "m", "gravity": [0, 0, 0], "ground": {"markers": {)" +
           all.markers + R"(}}, "bodies": [)" + all.bodies + R"(], "joints": [)" + all.joints +
           R"(], "initial": {"joints": {)" + all.starts + "}}}";
}

Parts bennett(double size, double mass, double speed, const QByteArray& X) {
    const double alpha = 35 * std::numbers::pi / 180, beta = 70 * std::numbers::pi / 180;
    const double a = 0.5 * size, b = a * std::sin(beta) / std::sin(alpha);
    const double next = 2 * std::atan(std::sin((beta + alpha) / 2) /
                                      (std::sin((beta - alpha) / 2) * std::tan(0.5)));
    const QByteArray inertia = number(0.01 * mass * size * size);
    const auto link = [&](const char* name, double length, double twist) {
        return R"({"name": ")" + X + name + R"(", "mass": )" + number(mass) + R"(, "com": [)" +
               number(length / 2) + R"(, 0, 0], "inertia": [)" + inertia + ", " + inertia + ", " +
               inertia + R"(], "markers": {"P": [0, 0, 0], "Q": {"position": [)" + number(length) +
               R"(, 0, 0], "x": [1, 0, 0], "z": [0, )" + number(-std::sin(twist)) + ", " +
               number(std::cos(twist)) + "]}}}";
    };
    const auto revolute = [&](const char* name, const char* A, const char* B) {
        return R"({"name": ")" + X + name + R"(", "type": "revolute", "a": ")" +
               QByteArray(A).replace("*", X) + R"(", "b": ")" + QByteArray(B).replace("*", X) +
               "\"}";
    };
    return {"\"" + X + R"(G1": [0, 0, 0], ")" + X + R"(G2": {"position": [)" + number(-b) +
                R"(, 0, 0], "x": [1, 0, 0], "z": [0, )" + number(std::sin(beta)) + ", " +
                number(std::cos(beta)) + "]}",
            link("L1", a, alpha) + ", " + link("L2", b, beta) + ", " + link("L3", a, alpha),
            revolute("J1", "ground.*G1", "*L1.P") + ", " + revolute("J2", "*L1.Q", "*L2.P") + ", " +
                revolute("J3", "*L2.Q", "*L3.P") + ", " + revolute("J4", "*L3.Q", "ground.*G2"),
            "\"" + X + R"(J1": {"q": 1.0, "u": )" + number(speed) + R"(}, ")" + X +
                R"(J2": {"q": )" + number(next) + R"(}, ")" + X + R"(J3": {"q": -1.0})"};
}

QByteArray rounded(const QByteArray& text, int decimals) {
    static const QRegularExpression real(R"(-?\d+\.\d+(e[+-]?\d+)?)");
    QString from = QString::fromUtf8(text), to;
    qsizetype end = 0;
    for (auto found = real.globalMatch(from); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        to += from.mid(end, match.capturedStart() - end) +
              QString::number(match.captured().toDouble(), 'f', decimals);
        end = match.capturedEnd();
    }
    return (to + from.mid(end)).toUtf8();
}

QByteArray fourBar(const QByteArray& start, const QByteArray& more, const Lengths& lengths) {
    const auto link = [](const char* name, double length) {
        return QByteArray(R"({"name": ")") + name + R"(", "mass": 1, "com": [)" +
               number(length / 2) +
               R"(, 0, 0], "inertia": [0.01, 0.1, 0.1], "markers": {"P": [0, 0, 0], "Q": [)" +
               number(length) + ", 0, 0]}}";
    };
    return R"({"version": 1, "name": "m", "gravity": [0, 0, 0],
        "ground": {"markers": {"A": [0, 0, 0], "D": [)" +
           number(lengths.ground) + R"(, 0, 0]}}, "bodies": [)" + link("crank", lengths.crank) +
           "," + link("coupler", lengths.coupler) + "," + link("rocker", lengths.rocker) +
           R"(], "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.A", "b": "crank.P"},
        {"name": "J2", "type": "revolute", "a": "crank.Q", "b": "coupler.P"},
        {"name": "J3", "type": "revolute", "a": "coupler.Q", "b": "rocker.Q"},
        {"name": "J4", "type": "revolute", "a": "ground.D", "b": "rocker.P"}],
        "initial": {)" +
           start + "}" + more + "}";
}

QByteArray drivenFourBar(const Lengths& lengths) {
    const double angle = 1.0, x = lengths.crank * std::cos(angle),
                 y = lengths.crank * std::sin(angle);
    const double apart = std::hypot(lengths.ground - x, y),
                 along = std::atan2(-y, lengths.ground - x);
    const double coupler = along + std::acos((lengths.coupler * lengths.coupler + apart * apart -
                                              lengths.rocker * lengths.rocker) /
                                             (2.0 * lengths.coupler * apart));
    const double rocker = std::atan2(y + lengths.coupler * std::sin(coupler),
                                     x + lengths.coupler * std::cos(coupler) - lengths.ground);
    return fourBar(R"("joints": {"J2": {"q": )" + number(coupler - angle) + R"(}, "J4": {"q": )" +
                       number(rocker) + "}}",
                   R"(, "motions": [{"name": "drive", "joint": "J1", "law": {"kind": "constant",
                       "offset": 1, "rate": 1}}])",
                   lengths);
}

QByteArray drivenPiston(double crank, double rod, double position) {
    const double angle =
        std::acos((crank * crank + position * position - rod * rod) / (2.0 * crank * position));
    const double rodAngle =
        std::atan2(-crank * std::sin(angle), position - crank * std::cos(angle));
    const QByteArray inertia = R"("mass": 1, "inertia": [0.01, 0.01, 0.01], "markers": {)";
    return R"({"version": 1, "name": "m", "ground": {"markers": {"A": [0, 0, 0],
        "S": {"position": [0, 0, 0], "x": [0, 1, 0], "z": [1, 0, 0]}}},
        "bodies": [{"name": "crank", )" +
           inertia + R"("P": [0, 0, 0], "Q": [)" + number(crank) +
           R"(, 0, 0]}}, {"name": "rod", )" + inertia + R"("P": [0, 0, 0], "Q": [)" + number(rod) +
           R"(, 0, 0]}}, {"name": "piston", )" + inertia +
           R"("P": [0, 0, 0], "S": {"position": [0, 0, 0], "x": [0, 1, 0], "z": [1, 0, 0]}}}],
        "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.A", "b": "crank.P"},
        {"name": "J2", "type": "revolute", "a": "crank.Q", "b": "rod.P"},
        {"name": "J3", "type": "revolute", "a": "rod.Q", "b": "piston.P"},
        {"name": "J4", "type": "prismatic", "a": "ground.S", "b": "piston.S"}],
        "motions": [{"name": "drive", "joint": "J4", "law": {"kind": "constant", "offset": )" +
           number(position) + R"(, "rate": 0.1}}],
        "initial": {"joints": {"J1": {"q": )" +
           number(angle) + R"(}, "J2": {"q": )" + number(rodAngle - angle) + "}}}}";
}

}  // namespace momentree::test
