// SPDX-License-Identifier: Apache-2.0
#include "support/mechanisms.hpp"

#include <QTest>

namespace momentree::test {

const std::vector<std::string> everyType{"revolute",  "universal", "cylindrical", "spherical",
                                         "prismatic", "fixed",     "free"};

std::vector<Mechanism> openMechanisms() {
    std::vector<Mechanism> rows;
    std::uint64_t seed = 100;
    for (const std::string& type : everyType)
        rows.push_back({"5 " + type, {.bodies = 5, .joints = {type}}, ++seed});
    rows.push_back({"mixed chain", {.bodies = 8, .joints = everyType}, ++seed});
    rows.push_back(
        {"driven mixed chain", {.bodies = 8, .joints = everyType, .drivenShare = 0.7}, ++seed});
    rows.push_back(
        {"loaded mixed chain", {.bodies = 8, .joints = everyType, .loads = true}, ++seed});
    rows.push_back({"driven revolutes",
                    {.bodies = 6, .joints = {"revolute"}, .drivenShare = 0.5, .loads = true},
                    ++seed});
    for (int k = 0; k < 2; ++k) {
        const std::string number = std::to_string(k);
        rows.push_back(
            {"tree " + number, {.bodies = 30, .joints = everyType, .branched = true}, ++seed});
        rows.push_back({"driven loaded tree " + number,
                        {.bodies = 30,
                         .joints = everyType,
                         .branched = true,
                         .drivenShare = 0.5,
                         .loads = true},
                        ++seed});
    }
    for (int n = 1; n <= 16; ++n)
        rows.push_back({"planar " + std::to_string(n),
                        {.bodies = n, .joints = {"revolute"}, .planar = true},
                        ++seed});
    rows.push_back({"planar slider",
                    {.bodies = 6, .joints = {"revolute", "prismatic"}, .planar = true},
                    ++seed});
    rows.push_back({"5 planar joints", {.bodies = 5, .joints = {"planar"}}, ++seed});
    rows.push_back({"loaded tree with planar joints",
                    {.bodies = 12,
                     .joints = {"planar", "universal", "spherical", "revolute"},
                     .branched = true,
                     .loads = true},
                    ++seed});
    return rows;
}

std::vector<Mechanism> closedMechanisms() {
    std::vector<Mechanism> rows;
    std::uint64_t seed = 200;
    rows.push_back({"spherical tip",
                    {.bodies = 6,
                     .joints = {"revolute", "universal", "spherical", "cylindrical"},
                     .closure = "spherical"},
                    ++seed});
    rows.push_back({"revolute tip",
                    {.bodies = 5,
                     .joints = {"spherical", "universal", "cylindrical", "revolute"},
                     .closure = "revolute"},
                    ++seed});
    rows.push_back({"universal tip",
                    {.bodies = 4, .joints = {"spherical", "universal"}, .closure = "universal"},
                    ++seed});
    rows.push_back({"prismatic tip",
                    {.bodies = 4, .joints = {"spherical", "universal"}, .closure = "prismatic"},
                    ++seed});
    rows.push_back({"cylindrical tip",
                    {.bodies = 4, .joints = {"spherical", "universal"}, .closure = "cylindrical"},
                    ++seed});
    rows.push_back({"fixed tip",
                    {.bodies = 4, .joints = {"spherical", "universal"}, .closure = "fixed"},
                    ++seed});
    rows.push_back({"driven loaded loop",
                    {.bodies = 6,
                     .joints = {"revolute", "universal", "spherical"},
                     .drivenShare = 1.0,
                     .loads = true,
                     .closure = "spherical"},
                    ++seed});
    rows.push_back({"planar loop",
                    {.bodies = 5, .joints = {"revolute"}, .planar = true, .closure = "revolute"},
                    ++seed});
    // So many rows that they are eliminated along the tree.
    rows.push_back(
        {"many loops",
         {.bodies = 12, .joints = {"spherical", "universal"}, .closure = "spherical", .loops = 4},
         ++seed});
    rows.push_back(
        {"planar loops",
         {.bodies = 14, .joints = {"revolute"}, .planar = true, .closure = "revolute", .loops = 5},
         ++seed});
    for (const char* closure : {"planar", "point-on-line", "point-on-plane", "constant-velocity"})
        rows.push_back(
            {std::string(closure) + " tip",
             {.bodies = 4, .joints = {"spherical", "planar", "universal"}, .closure = closure},
             ++seed});
    return rows;
}

std::vector<Mechanism> allMechanisms() {
    std::vector<Mechanism> all = openMechanisms();
    const std::vector<Mechanism> closed = closedMechanisms();
    all.insert(all.end(), closed.begin(), closed.end());
    return all;
}

void addColumns() {
    QTest::addColumn<std::string>("formulation");
    QTest::addColumn<Mechanism>("mechanism");
}

void addRows(const std::vector<std::string>& formulations,
             const std::vector<Mechanism>& mechanisms) {
    for (const std::string& id : formulations)
        for (const Mechanism& m : mechanisms)
            QTest::addRow("%s: %s", id.c_str(), m.name.c_str()) << id << m;
}

std::shared_ptr<const Model> modelOf(const Mechanism& m) { return randomModel(m.recipe, m.seed); }

JointState startStateOf(const Mechanism& m, const Model& model) {
    return m.recipe.closure.empty() ? describedStart(model) : closedState(model);
}

Eigen::VectorXd joined(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    Eigen::VectorXd c(a.size() + b.size());
    c << a, b;
    return c;
}

Eigen::VectorXd stacked(const std::vector<Vec6<double>>& vectors) {
    return Eigen::Map<const Eigen::VectorXd>(vectors.front().data(),
                                             static_cast<Eigen::Index>(6 * vectors.size()));
}

Eigen::VectorXd flattened(const std::vector<BodyState>& bodies) {
    Eigen::VectorXd all(18 * static_cast<Eigen::Index>(bodies.size()));
    Eigen::Index at = 0;
    for (const BodyState& b : bodies) {
        all.segment<18>(at) << b.r, rotationOf(b.e).reshaped(), b.v, b.w;
        at += 18;
    }
    return all;
}

}  // namespace momentree::test
