// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a document as the tools and fields make them.
#pragma once

#include <QTest>
#include <functional>
#include <vector>

#include "app/document/edits/draw.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/model_document.hpp"

namespace momentree::test {

using app::Drawing;
using app::DrawnPoint;
using app::Field;
using app::ModelDocument;

/// Performs an edit as the tools do.
inline void draw(ModelDocument& document, const std::function<void(Drawing&)>& change) {
    const app::CheckedModel seen = app::checkModel(document.description());
    const auto done = document.edit("act", [&](ModelDescription& model) {
        if (seen.built) app::writeStart(model, *seen.model, seen.start);
        Drawing drawing{model, seen};
        change(drawing);
    });
    QVERIFY2(done, done ? "" : toString(done.error().front()).c_str());
}

inline DrawnPoint at(double x, double y, const MarkerReference& on = {}) {
    return {{x, y, 0.0}, on};
}

inline void drawFourBar(ModelDocument& document) {
    draw(document, [](Drawing& d) { d.addLink(std::array{at(0, 0), at(0.1, 0.2)}); });
    draw(document, [](Drawing& d) {
        d.addLink(std::array{at(0.1, 0.2, {"link1", "B", 0}), at(0.3, 0.2)});
    });
    draw(document, [](Drawing& d) {
        d.addLink(std::array{at(0.3, 0.2, {"link2", "B", 0}), at(0.3, 0)});
    });
    draw(document, [](Drawing& d) { d.addGround(at(0, 0, {"link1", "A", 0})); });
    draw(document, [](Drawing& d) { d.addGround(at(0.3, 0, {"link3", "B", 0})); });
}

inline const Field* fieldNamed(const std::vector<Field>& fields, const QString& name) {
    for (const Field& field : fields)
        if (field.name == name) return &field;
    return nullptr;
}

}  // namespace momentree::test
