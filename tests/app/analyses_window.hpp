// SPDX-License-Identifier: GPL-3.0-or-later
// A window in Analyse, for tests.
#pragma once

#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include "app/panels/analyses/analyses.hpp"
#include "app/shell/spaces.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::app {

class AnalysesWindow : public DrawingWindow {
protected:
    Answer& answer(AnalysisKind kind) { return window_->part<Analyses>().answerOf(kind); }
    QListWidget* questions() { return window_->findChild<QListWidget*>("questions"); }
    void open(const char* name) {
        QSignalSpy changed(&window_->run(), &RunController::runChanged);
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name));
        QTRY_VERIFY(!changed.isEmpty());
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
        window_->spaces().show(Space::Analyse);
        QCoreApplication::processEvents();
    }
    void ask(const char* title) {
        const auto found = questions()->findItems(title, Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        QTest::mouseClick(questions()->viewport(), Qt::LeftButton, {},
                          questions()->visualItemRect(found.front()).center());
    }
    bool sees(const char* name) {
        QCoreApplication::processEvents();
        return !window_->findChild<QDockWidget*>(name)->visibleRegion().isEmpty();
    }
    QStringList texts(const Answer& answer) {
        QStringList all;
        for (const auto* label : answer.findChildren<QLabel*>())
            if (label->isVisible()) all << label->text();
        return all;
    }
    QImage picture() {
        QCoreApplication::processEvents();
        return view().grab().toImage();
    }
    std::vector<Vector3d> places() {
        std::vector<Vector3d> all;
        const auto sight = view().sight();
        for (std::size_t i = 0; i < sight->model.bodies.size(); ++i)
            all.push_back(sight->pose(static_cast<int>(i)).r);
        return all;
    }
    void press(const Answer& answer, const char* button) {
        auto* found = answer.findChild<QAbstractButton*>(button);
        QVERIFY(found && found->isVisible() && found->isEnabled());
        QTest::mouseClick(found, Qt::LeftButton);
    }
};

}  // namespace momentree::app
