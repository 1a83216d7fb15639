// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/lessons/lesson_stage.hpp"

class QAction;
class QDockWidget;

namespace momentree::app {

class Host;
class Workspace;

/// The window as used by lessons.
class WindowStage final : public QObject, public LessonStage {
    Q_OBJECT
public:
    /// @param projector while checked, no panel is raised
    WindowStage(Workspace& workspace, Host& host, const QAction& projector);

    bool mayReplaceModel() override;
    void show(const Run& run, bool playing) override;
    void arrange(const LessonStep& step) override;
    void compare(const std::vector<Run>& others) override;
    void tell(const QString& what, const QString& file, const Diagnostics& problems) override;

Q_SIGNALS:
    void tracesWanted(const std::vector<std::string>& points);  ///< "body.marker"

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QDockWidget* dockOf(const std::string& panel) const;  ///< one that a lesson file may name
    void hideRaised(const std::vector<std::string>& except);
    void raisePanels(const std::vector<std::string>& names);
    void addOthers();
    void showTraces();
    void keepInSight();
    void showTime(std::optional<double> time);

    Workspace& workspace_;
    Host& host_;
    const QAction& projector_;
    QMetaObject::Connection starting_, framing_, waiting_;
    std::shared_ptr<const Recording> motion_;  ///< of the run in the scene, null before its runs
    std::shared_ptr<const RowLayout> motionLayout_;
    std::vector<Run> others_;
    std::vector<std::string> traces_;
    std::vector<std::string> frame_;   ///< bodies the step is about; empty: all
    std::vector<std::string> raised_;  ///< panels of the last step that named some
    std::shared_ptr<const ModelDescription> shown_;
};

}  // namespace momentree::app
