// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of models with many bodies; their masses are the parameter m.
#pragma once

#include <string>
#include <vector>

namespace momentree::app {

inline std::string quoted(const std::string& name, int number) {
    return '"' + name + std::to_string(number) + '"';
}

inline std::string bodyText(const std::string& name, int number) {
    return "{\"name\": " + quoted(name, number) +
           R"(, "mass": "m", "inertia": [0.01, 0.1, 0.1], "markers": {"P": [-0.5, 0, 0], "Q": [0.5, 0, 0]}})";
}

inline std::string jointText(const std::string& name, int number, const std::string& a,
                             const std::string& b) {
    return "{\"name\": " + quoted(name, number) + R"(, "type": "revolute", "a": ")" + a +
           R"(", "b": ")" + b + "\"}";
}

inline std::string modelText(const std::string& ground, const std::vector<std::string>& bodies,
                             const std::vector<std::string>& joints, const std::string& start) {
    const auto list = [](const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts) text += (text.empty() ? "" : ",\n") + part;
        return text;
    };
    return R"({"version": 1, "name": "long", "parameters": {"m": {"value": 1, "min": 0.5, "max": 2}},
"ground": {"markers": {)" +
           ground + "}},\n\"bodies\": [" + list(bodies) + "],\n\"joints\": [" + list(joints) +
           "],\n\"initial\": {\"bodies\": {" + start + "}}}";
}

inline std::string chainText(int links) {
    std::vector<std::string> bodies, joints;
    for (int i = 0; i < links; ++i) {
        bodies.push_back(bodyText("b", i));
        joints.push_back(jointText("j", i, i ? "b" + std::to_string(i - 1) + ".Q" : "ground",
                                   "b" + std::to_string(i) + ".P"));
    }
    return modelText("", bodies, joints, "");
}

/// Adjacent four-bars that share their rods; there are as many loops.
inline std::string ladderText(int loops) {
    std::vector<std::string> bodies, joints;
    std::string ground, start;
    const auto next = [](std::string& text) { text += text.empty() ? "" : ", "; };
    for (int k = 0; k <= loops; ++k) {
        const std::string n = std::to_string(k);
        bodies.push_back(bodyText("r", k));
        joints.push_back(jointText("g", k, "ground.G" + n, "r" + n + ".P"));
        next(ground);
        ground += quoted("G", k) + ": [" + n + ", 0, 0]";
        next(start);
        start += quoted("r", k) + ": {\"position\": [" + n +
                 ", 0.5, 0], \"orientation\": [0.7071067811865476, 0, 0, 0.7071067811865476]}";
    }
    for (int k = 0; k < loops; ++k) {
        const std::string n = std::to_string(k);
        bodies.push_back(bodyText("c", k));
        joints.push_back(jointText("d", k, "r" + n + ".Q", "c" + n + ".P"));
        joints.push_back(jointText("e", k, "c" + n + ".Q", "r" + std::to_string(k + 1) + ".Q"));
        start += ", " + quoted("c", k) + ": {\"position\": [" + n + ".5, 1, 0]}";
    }
    return modelText(ground, bodies, joints, start);
}

}  // namespace momentree::app
