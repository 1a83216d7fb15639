// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <functional>

#include "app/runs/live_model.hpp"

namespace momentree::app {

/// A chip with the degrees of freedom of the document and what drives them, or why it cannot move.
/// A click shows details.
class ModelStatus final : public QToolButton {
    Q_OBJECT
public:
    /// @param planar whether the picture shows the model in a plane, once it has been shown
    ModelStatus(LiveModel& live, std::function<bool()> planar, QWidget* parent = nullptr);
    QString details() const { return details_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Mood { Quiet, Good, Caution, Bad };
    void say(Mood mood, const QString& text, const QString& details);
    void follow();
    void showFigures();
    static QString assemblyProblem(const CheckedModel& checked);

    LiveModel& live_;
    std::function<bool()> planar_;
    Mood mood_ = Mood::Quiet;
    QString details_;
};

}  // namespace momentree::app
