// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

#include "app/document/edits/draw.hpp"
#include "app/runs/live_model.hpp"
#include "app/sketch/drawing_plane.hpp"

namespace momentree::app {

/// What drawing tools do to the document, as steps of the history, and why they do not.
class Edits final : public QObject {
    Q_OBJECT
public:
    Edits(ModelDocument& document, LiveModel& live, const DrawingPlane& plane)
        : document_(document), live_(live), plane_(plane) {}

    const ModelDescription& description() const { return document_.description(); }
    const CheckedModel& seen() const { return live_.checked(); }
    const std::string& jointType() const { return jointType_; }  ///< for new joints
    void setJointType(const std::string& type);
    /// A drawing on the work plane with joints of that type.
    Drawing drawingOf(ModelDescription& description, const CheckedModel& seen) const;

    using Change = std::function<void(Drawing&)>;
    /// One step on what is seen now. False if it was refused.
    bool draw(const QString& name, const Change& change);
    /// The same, but rejects changes that would make the model invalid for a run.
    bool tryDraw(const QString& name, const Change& change);
    /// Whether the work plane is visible enough to draw on it; shows a message if not.
    bool canDraw();
    void refuse(const QString& why) { Q_EMIT refused(why); }
    void begin() { Q_EMIT began(); }

Q_SIGNALS:
    void jointTypeChanged();
    void began();  ///< the drawing is about to change: the picture has to show its start
    void refused(const QString& why);

private:
    friend class Gesture;

    ModelDocument& document_;
    LiveModel& live_;
    const DrawingPlane& plane_;
    std::string jointType_ = "revolute";
};

/// A drag: all its changes are one step of the history, and the run waits for its end.
class Gesture final {
public:
    explicit Gesture(Edits& edits) : edits_(edits) {}

    void begin();
    void end();
    int id() const { return id_; }  ///< 0 if there is none
    bool active() const { return id_ != 0; }
    /// The document that the changes start from, and how it was seen: as the gesture began, or as
    /// `rebase` found it.
    const ModelDescription& base() const { return *base_; }
    const CheckedModel& seen() const { return seen_; }
    void rebase();
    /// Refused with the reason where it cannot be.
    void edit(const QString& name, const ModelDocument::Change& change);
    /// Another pose of the bodies that are seen now.
    void move(const QString& name, const std::vector<BodyState>& pose);
    /// Back to how the gesture began.
    void takeBack(const QString& name);

private:
    void check(const Result<void>& done);

    Edits& edits_;
    int id_ = 0;
    ModelDocument::Description before_, base_;
    CheckedModel seen_;
};

}  // namespace momentree::app
