// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long single events keep the window's thread busy during usual gestures, for models
// with few and with many bodies: window-pace [MODEL...]. Prints a table without pass or fail, since
// times depend on the machine. Painting is listed separately: without a graphics card, the
// processor does it.
#include <time.h>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QMouseEvent>
#include <QSlider>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <array>
#include <functional>

#include "app/panels/parameters/parameter_panel.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/workspace/file_commands.hpp"
#include "core/io/text_file.hpp"
#include "tests/app/drawing_window.hpp"
#include "tests/app/large_models.hpp"

using namespace momentree;

namespace {

constexpr int longest_ms = 60'000;  ///< longest wait for anything
constexpr int rest_ms = 700;        ///< wait for the effects of a gesture

double threadTime_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

struct Longest {
    double wall_ms = 0.0, processor_ms = 0.0;
    QString what;
};

/// Records the events that used the most processor time; wall time would depend on other programs.
class WatchedApplication final : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (receiver == view && event->type() == QEvent::Paint) ++pictures;
        if (depth_ > 0) return QApplication::notify(receiver, event);
        const bool paints = event->type() == QEvent::UpdateRequest ||
                            event->type() == QEvent::Paint || event->type() == QEvent::Expose;
        const QString what = QStringLiteral("%1 %2, event %3")
                                 .arg(QString::fromLatin1(receiver->metaObject()->className()),
                                      receiver->objectName())
                                 .arg(event->type());
        ++depth_;
        QElapsedTimer wall;
        wall.start();
        const double before = threadTime_ms();
        const bool done = QApplication::notify(receiver, event);
        const double processor = threadTime_ms() - before;
        --depth_;
        Longest& longest = paints ? painting : working;
        if (processor > longest.processor_ms)
            longest = {static_cast<double>(wall.nsecsElapsed()) * 1e-6, processor, what};
        return done;
    }

    Longest working, painting;
    const QObject* view = nullptr;  ///< whose pictures are counted
    int pictures = 0;

private:
    int depth_ = 0;
};

WatchedApplication& watched() {
    return *static_cast<WatchedApplication*>(QCoreApplication::instance());
}

class Pace : app::DrawingWindow {
public:
    void measure(const QString& title, const QString& file) {
        title_ = title;
        prepare("pace");
        openWindow();
        app::RunController& run = window_->run();
        take(
            "open and run", [&] { window_->open(file); },
            [&] { return run.hasRun() && run.playback().shownTime() > 0.05; });
        window_->run().playback().pause();
        settle();
        const auto trigger = [&](const char* name, QAction* action) {
            take(
                name, [action] { action->trigger(); }, [this] { return atRest(); });
        };
        trigger("to the start", window_->actions().restart);
        take(
            "click a link", [this] { press(0.0); }, [this] { return atRest(); });
        trigger("select all", window_->actions().selectAll);
        trigger("copy", window_->actions().copy);
        trigger("paste", window_->actions().paste);
        trigger("undo", window_->actions().undo);
        take(
            "drag", [this] { press(0.01); }, [this] { return atRest(); });
        trigger("undo the drag", window_->actions().undo);
        take(
            "slide a parameter", [this] { slide(); }, [this] { return atRest(); });
        trigger("x-ray", window_->findChild<QAction*>("xray"));
        trigger("close the x-ray", window_->findChild<QAction*>("xray"));
        window_->document().history().setClean();
        take(
            "save", [this] { window_->files().save(); }, [this] { return atRest(); });
        trigger("run", window_->actions().play);
        countPictures();
        window_->run().playback().pause();
        everyOther();
        closeWindow();
    }

private:
    bool atRest() const {
        return !window_->run().preparing() &&
               (window_->live().runIsCurrent() || !window_->live().checked().assembled);
    }
    void settle() {
        static_cast<void>(QTest::qWaitFor([this] { return atRest(); }, longest_ms));
        QTest::qWait(rest_ms);
    }
    /// Performs a gesture in a separate event and waits for its effects.
    void take(const char* name, const std::function<void()>& act,
              const std::function<bool()>& done) {
        watched().working = watched().painting = {};
        QElapsedTimer clock;
        clock.start();
        QMetaObject::invokeMethod(window_.get(), act, Qt::QueuedConnection);
        QCoreApplication::processEvents();
        if (!QTest::qWaitFor(done, longest_ms)) printf("  (not done after a minute)\n");
        const auto taken = clock.elapsed();
        settle();
        const Longest& w = watched().working;
        printf("%-16s %-18s %8.1f %8.1f %8.1f %8lld   %s\n", qPrintable(title_), name, w.wall_ms,
               w.processor_ms, watched().painting.processor_ms, static_cast<long long>(taken),
               qPrintable(w.what));
        fflush(stdout);
    }
    /// Pictures of the running model, and the processor time of the window's thread for each.
    void countPictures() {
        constexpr int longTime_ms = 3000;
        watched().view = &view();
        watched().pictures = 0;
        const double before = threadTime_ms();
        QElapsedTimer clock;
        clock.start();
        QTest::qWait(longTime_ms);
        const int pictures = watched().pictures;
        printf("%-16s %-18s %8.1f a second, %.1f ms CPU each\n", qPrintable(title_), "pictures",
               pictures * 1e3 / static_cast<double>(clock.elapsed()),
               (threadTime_ms() - before) / std::max(pictures, 1));
        watched().view = nullptr;
    }
    /// All other menu commands that open no dialog; twice, since many are toggles.
    void everyOther() {
        const app::Actions& a = window_->actions();
        const QList<QAction*> known{a.play,
                                    a.undo,
                                    a.redo,
                                    a.copy,
                                    a.paste,
                                    a.selectAll,
                                    a.quit,
                                    a.cut,
                                    a.remove,
                                    a.save,
                                    a.duplicate,
                                    a.mirrorRight,
                                    a.mirrorBelow,
                                    a.reload,
                                    a.newModel,
                                    window_->findChild<QAction*>("xray"),
                                    window_->findChild<QAction*>("fork")};
        const QList<QAction*> plain{a.examples, a.palette};
        for (QAction* action : a.all) {
            const bool asks = action->text().contains("…") && !plain.contains(action);
            if (!action->isEnabled() || known.contains(action) || asks) continue;
            const QByteArray name = action->text().remove('&').left(18).toUtf8();
            for (int k = 0; k < 2; ++k) {
                take(
                    name.constData(), [action] { action->trigger(); }, [this] { return atRest(); });
                for (QWidget* other : QApplication::topLevelWidgets())
                    if (other != window_.get() && other->isWindow() && other->isVisible())
                        other->close();
            }
        }
    }
    /// Presses on the middle body, drags it by `reach` of the picture in five moves, and releases.
    void press(double reach) {
        const auto& start = window_->live().checked().start;
        const QPoint at = view().toView(start[start.size() / 2].r).toPoint();
        const QPoint by(static_cast<int>(reach * view().width()),
                        static_cast<int>(reach * view().height()));
        const auto send = [this](QEvent::Type type, QPoint place, Qt::MouseButton button,
                                 Qt::MouseButtons buttons) {
            QCoreApplication::postEvent(
                &view(), new QMouseEvent(type, place, view().mapToGlobal(place), button, buttons,
                                         Qt::NoModifier));
        };
        send(QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton);
        send(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
        for (int k = 1; k <= 5 && reach > 0.0; ++k)
            send(QEvent::MouseMove, at + k * by, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, at + 5 * by, Qt::LeftButton, Qt::NoButton);
    }
    void slide() {
        auto* slider = window_->findChild<app::ParameterPanel*>()->findChild<QSlider*>();
        if (!slider) return;
        for (int k = 1; k <= 3; ++k)
            QMetaObject::invokeMethod(
                slider, [slider] { slider->setValue(slider->value() + slider->singleStep()); },
                Qt::QueuedConnection);
    }

    QString title_;
};

}  // namespace

int main(int argc, char** argv) {
    WatchedApplication application(argc, argv);
    printf("%-16s %-18s %8s %8s %8s %8s   longest event\n", "model", "gesture", "busy", "of that",
           "painting", "until");
    printf("%-16s %-18s %8s %8s %8s %8s\n", "", "", "[ms]", "CPU[ms]", "CPU[ms]", "done[ms]");
    // Some commands open a menu or a dialog and return when it closes.
    QTimer closer;
    QObject::connect(&closer, &QTimer::timeout, [] {
        for (QWidget* open : {QApplication::activePopupWidget(), QApplication::activeModalWidget()})
            if (open) open->close();
    });
    closer.start(rest_ms / 2);
    QTemporaryDir folder;
    Pace pace;
    const QStringList given = QCoreApplication::arguments().mid(1);
    for (const QString& file : given) {
        // Saving is one of the actions, so a copy of the file is used.
        const QString copy = folder.filePath(QFileInfo(file).fileName());
        if (!QFile::copy(file, copy)) qFatal("cannot copy %s", qPrintable(file));
        pace.measure(QFileInfo(file).baseName(), copy);
    }
    if (!given.isEmpty()) return 0;
    const auto made = [&](const QString& name, const std::string& text) {
        const QString file = folder.filePath(name + ".momentree.json");
        static_cast<void>(writeTextAtomically(text, file.toStdString()));
        pace.measure(name, file);
    };
    const QString example = folder.filePath("four_bar.momentree.json");
    QFile::copy(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json", example);
    pace.measure("four_bar", example);
    made("chain of 128", app::chainText(128));
    made("40 loops", app::ladderText(40));
    made("100 loops", app::ladderText(100));
    made("chain of 1024", app::chainText(1024));
    return 0;
}
