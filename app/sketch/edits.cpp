// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/edits.hpp"

#include "app/base/diagnostic_text.hpp"

namespace momentree::app {

void Edits::setJointType(const std::string& type) {
    if (type == jointType_) return;
    jointType_ = type;
    Q_EMIT jointTypeChanged();
}

Drawing Edits::drawingOf(ModelDescription& description, const CheckedModel& seen) const {
    return {description, seen, plane_.get().frame(), jointType_};
}

bool Edits::canDraw() {
    if (plane_.facesViewer()) return true;
    refuse(
        tr("The work plane is seen edge-on: turn the view with the right button, or choose another "
           "plane"));
    return false;
}

bool Edits::tryDraw(const QString& name, const Change& change) {
    const CheckedModel& seen = live_.checked();
    ModelDescription trial = description();
    Drawing drawing = drawingOf(trial, seen);
    change(drawing);
    const auto built = buildModel(trial);
    if (built || !seen.built) return draw(name, change);
    refuse(editText(built.error().front()));
    return false;
}

bool Edits::draw(const QString& name, const Change& change) {
    begin();
    const CheckedModel seen = live_.checked();
    const auto done = document_.edit(name, [&](ModelDescription& model) {
        if (seen.built) writeStart(model, *seen.model, seen.start);
        Drawing drawing = drawingOf(model, seen);
        const ModelDescription before = model;
        change(drawing);
        // Without a drawn element there is no step, even if the start was rewritten.
        if (model == before) model = description();
    });
    if (!done) refuse(editText(done.error().front()));
    return done.has_value();
}

void Gesture::begin() {
    edits_.begin();
    edits_.live_.hold(true);
    id_ = edits_.document_.newGesture();
    rebase();
    before_ = base_;
}

void Gesture::end() {
    id_ = 0;
    edits_.live_.hold(false);
}

void Gesture::rebase() {
    base_ = edits_.document_.shared();
    seen_ = edits_.seen();
}

void Gesture::edit(const QString& name, const ModelDocument::Change& change) {
    check(edits_.document_.edit(name, change, id_));
}

void Gesture::move(const QString& name, const std::vector<BodyState>& pose) {
    check(edits_.live_.move(name, pose, id_));
}

void Gesture::takeBack(const QString& name) {
    edit(name, [this](ModelDescription& d) { d = *before_; });
}

void Gesture::check(const Result<void>& done) {
    if (!done) edits_.refuse(messageText(done.error().front().message));
}

}  // namespace momentree::app
