// SPDX-License-Identifier: GPL-3.0-or-later
// Files changed by other programs, user settings, and custom shortcuts.
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeWidget>

#include "app/document/recent_files.hpp"
#include "app/document/recovery.hpp"
#include "app/shell/robot_dialog.hpp"
#include "app/shell/shortcut_page.hpp"
#include "app/shell/spaces.hpp"
#include "app/workspace/file_commands.hpp"
#include "app/workspace/notice.hpp"
#include "core/io/model_file.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_files {
namespace {

QByteArray contentOf(const QString& file) {
    QFile content(file);
    return content.open(QIODevice::ReadOnly) ? content.readAll() : QByteArray();
}

void write(const QString& file, const QByteArray& content) {
    QFile target(file);
    QVERIFY(target.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(target.write(content), content.size());
}

}  // namespace

class TestGuiFiles : public QObject, app::DrawingWindow {
    Q_OBJECT

    QString saved(const QTemporaryDir& folder) {
        const QString file = folder.filePath("drawn.momentree.json");
        drawFourBar();
        [&] {
            // The settings of the run are saved too.
            QTRY_VERIFY(window_->live().runIsCurrent());
            QVERIFY(window_->files().saveTo(file));
        }();
        return file;
    }
    QPushButton* answer(const QString& text) {
        for (auto* button : window_->notice().findChildren<QPushButton*>())
            if (button->text() == text) return button;
        return nullptr;
    }

private slots:
    void initTestCase() { prepare("files test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void savingKeepsTheFileAsItWas() {
        QTemporaryDir folder;
        const QString file = saved(folder);
        QVERIFY(!QFileInfo::exists(file + ".bak"));
        const QByteArray first = contentOf(file);
        QVERIFY(window_->files().saveTo(file));
        QVERIFY(!QFileInfo::exists(file + ".bak"));  // no change, hence no backup
        window_->actions().undo->trigger();
        QVERIFY(window_->files().saveTo(file));
        QCOMPARE(contentOf(file + ".bak"), first);
        QVERIFY(contentOf(file) != first);
    }

    void changesByOthersAreOffered() {
        QTemporaryDir folder;
        const QString file = saved(folder);
        QTest::qWait(0);
        QVERIFY(!window_->notice().isVisible());
        QByteArray other = contentOf(file);
        other.replace("9.80665", "1.62");
        write(file, other);
        QTRY_VERIFY(window_->notice().isVisible());
        QVERIFY(window_->notice().title().contains("another program"));
        keep("changed-outside");
        QVERIFY(std::abs(model().gravity[1].value + 9.80665) < 1e-9);  // never silently
        auto* reload = answer("Reload");
        QVERIFY(reload);
        reload->click();
        QTRY_VERIFY(std::abs(model().gravity[1].value + 1.62) < 1e-9);
        QVERIFY(!window_->notice().isVisible());
    }

    void changesByOthersAreNotWrittenOverUnasked() {
        QTemporaryDir folder;
        const QString file = saved(folder);
        QByteArray other = contentOf(file);
        other.replace("9.80665", "1.62");
        write(file, other);
        QTRY_VERIFY(window_->notice().isVisible());
        window_->actions().undo->trigger();
        const auto answerWith = [](QMessageBox::StandardButton button) {
            QTimer::singleShot(0, qApp, [button] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(box && box->objectName() == "overtaken");
                box->button(button)->click();
            });
        };
        answerWith(QMessageBox::Cancel);
        QVERIFY(!window_->files().save());
        QCOMPARE(contentOf(file), other);
        answerWith(QMessageBox::Save);
        QVERIFY(window_->files().save());
        QCOMPARE(contentOf(file + ".bak"), other);
        QVERIFY(!window_->document().overtaken());
    }

    /// Cancelling after the list writes no file and asks for none.
    void whatAnExportLosesIsListedFirst() {
        window_->open(QStringLiteral(MOMENTREE_SOURCE_DIR
                                     "/resources/examples/cart_pendulum.momentree.json"));
        QTRY_COMPARE(model().name, std::string("cart_pendulum"));
        QString told;
        QTimer::singleShot(0, qApp, [&told] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box && box->objectName() == "lostInRobot");
            told = box->informativeText();
            box->button(QMessageBox::Cancel)->click();
        });
        window_->files().exportRobot(app::RobotFormat::Urdf);
        QVERIFY2(told.contains("URDF has no forces"), qPrintable(told));
        QVERIFY(!QApplication::activeModalWidget());
    }

    /// Each format says for itself what is lost, and what is written opens again.
    void modelsOfGazeboAndMujocoAreWritten() {
        window_->open(QStringLiteral(MOMENTREE_SOURCE_DIR
                                     "/resources/examples/cart_pendulum.momentree.json"));
        QTRY_COMPARE(model().name, std::string("cart_pendulum"));
        QTemporaryDir folder;
        for (const auto& [format, name, action] :
             {std::tuple{app::RobotFormat::Sdf, "SDF", "exportSdf"},
              std::tuple{app::RobotFormat::Mjcf, "MJCF", "exportMjcf"},
              std::tuple{app::RobotFormat::Urdf, "URDF", "exportRobot"}}) {
            QString told;
            QTimer::singleShot(0, qApp, [&told, name = name] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(box && box->objectName() == "lostInRobot");
                told = box->text() + box->informativeText();
                app::keepPicture(*box, QString("lost-in-%1").arg(name).toLower());
                box->button(QMessageBox::Cancel)->click();
            });
            window_->findChild<QAction*>(action)->trigger();
            QVERIFY2(told.contains(QString("can be in %1").arg(name)), qPrintable(told));
            const QString file = folder.filePath(QString("m.%1").arg(
                format == app::RobotFormat::Mjcf ? "xml" : QString(name).toLower()));
            QVERIFY(window_->files().exportRobotTo(file, format));
            const auto again = readModelFile(file.toStdString());
            QVERIFY2(again, again ? "" : qPrintable(test::said(again.error())));
            QCOMPARE(again->bodies.size(), model().bodies.size());
        }
    }

    /// A file that refers to a missing body: the valid parts are shown; after the fix it is
    /// reloaded and fitted like any other.
    void whatCannotRunIsShownAndReadAgain() {
        QTemporaryDir folder;
        const QString file = folder.filePath("broken.momentree.json");
        const QByteArray good =
            contentOf(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        QByteArray broken = good;
        write(file, broken.replace("\"b\": \"bar3.", "\"b\": \"bar9."));
        QVERIFY(broken != good);
        window_->open(file);
        QTRY_VERIFY(window_->notice().isVisible());
        QVERIFY(!window_->live().checked().built);
        QCOMPARE(window_->live().checked().start.size(), std::size_t(3));
        QVERIFY(
            (window_->live().checked().start[0].r - window_->live().checked().start[1].r).norm() >
            0.1);
        for (const Diagnostic& problem : window_->live().checked().problems)
            QVERIFY(problem.message.id != "joins-body-to-itself");
        // The whole text is readable, however narrow the panel.
        window_->findChild<QDockWidget*>("messagesDock")->show();
        auto* list = window_->findChild<QTreeWidget*>("messages");
        list->setFixedWidth(160);
        const QTreeWidgetItem* message = list->topLevelItem(0)->child(0);
        QTRY_VERIFY(list->visualItemRect(message).height() > 2 * list->fontMetrics().height());
        keep("broken");
        write(file, good);
        window_->files().reload();
        QTRY_VERIFY(window_->live().checked().assembled);
        QTRY_VERIFY(window_->live().runIsCurrent());
        QVERIFY(view().scene().plane().has_value());
    }

    void lostWorkIsOfferedUntilItIsAnswered() {
        const QByteArray good =
            contentOf(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        for (const char* name : {"/lost-one", "/lost-two"})
            write(app::Recovery::defaultFolder() + name + ".momentree.json", good);
        QVERIFY(window_->offerRecovery());
        drawFourBar();
        QTRY_VERIFY(window_->live().runIsCurrent());
        QVERIFY(window_->notice().isVisible());
        for (const bool another : {true, false}) {
            QVERIFY(answer("Discard"));
            answer("Discard")->click();
            QCOMPARE(window_->notice().isVisible(), another);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        QVERIFY(!window_->offerRecovery());
    }

    /// Unsaved changes are shown where they were made.
    void recoveredWorkGoesOnInTheDrawing() {
        write(app::Recovery::defaultFolder() + "/lost.momentree.json",
              contentOf(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        window_->spaces().show(app::Space::Start);
        QVERIFY(window_->offerRecovery());
        QVERIFY(answer("Recover"));
        answer("Recover")->click();
        QCOMPARE(window_->spaces().current(), app::Space::Draw);
        QVERIFY(window_->document().modified());
        QVERIFY(!window_->offerRecovery());
    }

    void reloadingGoesOnFromTheShownInstant() {
        QTemporaryDir folder;
        const QString file = folder.filePath("moving.momentree.json");
        write(file, contentOf(QStringLiteral(MOMENTREE_SOURCE_DIR
                                             "/resources/examples/four_bar.momentree.json")));
        window_->open(file);
        app::RunController& run = window_->run();
        QTRY_VERIFY(run.hasRun() && run.playback().computedTime() > 0.25);
        run.playback().pause();
        run.playback().seek(0.2);
        window_->selection().set({app::Element::Kind::Body, 1});
        const double shown = run.playback().shownTime();
        write(file, contentOf(file).replace("9.80665", "1.62"));
        QTRY_VERIFY(window_->notice().isVisible());
        answer("Reload")->click();
        QTRY_VERIFY(std::abs(model().gravity[1].value + 1.62) < 1e-9);
        QCOMPARE(run.playback().shownTime(), shown);
        QVERIFY(!run.playback().playing());
        QVERIFY(run.warnings().empty());
        QVERIFY(window_->live().runIsCurrent());
        QCOMPARE(window_->selection().elements().size(), std::size_t(1));
        run.play();
        QTRY_VERIFY(run.playback().shownTime() > shown);
        // A run that cannot continue restarts, with a reason.
        run.playback().pause();
        QByteArray other = contentOf(file);
        write(file, other.replace("\"J4\"", "\"pin\""));
        QTRY_VERIFY(window_->notice().isVisible());
        answer("Reload")->click();
        QTRY_VERIFY(model().joints[3].name == "pin");
        QCOMPARE(run.playback().shownTime(), 0.0);
        QVERIFY(!run.warnings().empty());
    }

    void ownSavesAreNoChangesByOthers() {
        QTemporaryDir folder;
        const QString file = saved(folder);
        window_->actions().undo->trigger();
        QVERIFY(window_->files().saveTo(file));
        // A later change by another program is reported once.
        write(file, contentOf(file) + "\n");
        QTRY_VERIFY(window_->notice().isVisible());
        QVERIFY(window_->notice().title().startsWith("drawn"));
    }

    void pinnedFilesStayOnTop() {
        QTemporaryDir folder;
        QStringList files;
        for (int k = 0; k < 14; ++k) {
            files << folder.filePath(QString("f%1.json").arg(k));
            write(files.back(), "{}");
            app::rememberFile(files.back());
        }
        QVERIFY(!app::recentFiles().contains(files[0]));
        app::setPinned(files[0], true);
        QCOMPARE(app::recentFiles().front(), files[0]);
        QCOMPARE(app::recentFiles()[1], files.back());
        app::forgetFiles();
        QCOMPARE(app::recentFiles(), QStringList{files[0]});
        app::setPinned(files[0], false);
        QVERIFY(app::recentFiles().isEmpty());
    }

    void robotsAreHeldByTheChosenLink() {
        QTemporaryDir folder;
        const QString file = folder.filePath("r.urdf");
        const QByteArray mass =
            "<inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1'/></inertial></link>";
        write(file, "<robot name='r'><link name='base'>" + mass + "<link name='hand'>" + mass +
                        "<joint name='j' type='revolute'><limit lower='-1' upper='1'/><parent "
                        "link='base'/><child "
                        "link='hand'/><origin xyz='0 0 1'/><axis xyz='0 1 0'/></joint></robot>");
        window_->findChild<QAction*>("importRobot")->trigger();
        auto* dialog = window_->findChild<app::RobotDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* root = dialog->findChild<QComboBox*>("root");
        QVERIFY(!root->isEnabled());
        dialog->setFile(folder.filePath("nowhere.urdf"));
        QVERIFY(!root->isEnabled());
        dialog->setFile(file);
        QCOMPARE(root->count(), 4);
        // What is changed is listed before the import, for the options as they are.
        auto* told = dialog->findChild<QLabel*>("told");
        QVERIFY2(told->isVisible() && told->text().contains("is fixed to ground, being the root"),
                 qPrintable(told->text()));
        // Options have the names of the window, not those of the command line.
        QVERIFY2(told->text().contains("“Joints stop at their limits”"), qPrintable(told->text()));
        QVERIFY2(!told->text().contains("--"), qPrintable(told->text()));
        root->setCurrentIndex(1);
        Q_EMIT root->activated(1);
        QVERIFY2(!told->text().contains("being the root"), qPrintable(told->text()));
        app::keepPicture(*dialog, "import-robot");
        root->setCurrentText("hand is fixed to ground");
        dialog->accept();
        QTRY_COMPARE(model().bodies.size(), std::size_t(2));
        QStringList joints;
        for (const auto& joint : model().joints)
            joints << QString::fromStdString(joint.name + ": " + joint.type);
        QCOMPARE(joints, QStringList({"j: revolute", "hand_to_ground: fixed"}));
        QTRY_VERIFY(window_->run().hasRun());
    }

    void keysAreChangedKeptAndGivenBack() {
        app::Actions& actions = window_->actions();
        window_->actions().shortcuts->trigger();
        auto* page = window_->findChild<app::ShortcutPage*>("shortcutPage");
        QVERIFY(page && page->isVisible());
        page->findChild<QLineEdit*>("shortcutSearch")->setText("Fit");
        auto* key = page->findChild<QKeySequenceEdit*>("shortcutKey");
        auto* conflict = page->findChild<QLabel*>("shortcutConflict");
        auto* over = page->findChild<QPushButton*>("shortcutTakeOver");
        const QKeySequence usual = actions.fit->shortcut();
        key->setKeySequence(QKeySequence("Ctrl+Alt+7"));
        QCOMPARE(actions.fit->shortcut(), QKeySequence("Ctrl+Alt+7"));
        QVERIFY(actions.fit->toolTip().contains("Ctrl+Alt+7"));
        keep("shortcuts-behind");
        app::keepPicture(*page, "shortcuts");

        const QKeySequence play = actions.play->shortcut();
        key->setKeySequence(play);
        QVERIFY(conflict->text().contains("Play"));
        QVERIFY(over->isVisible());
        QCOMPARE(actions.fit->shortcut(), QKeySequence("Ctrl+Alt+7"));
        app::keepPicture(*page, "shortcut-conflict");
        over->click();
        QCOMPARE(actions.fit->shortcut(), play);
        QVERIFY(!actions.play->shortcuts().contains(play));
        QVERIFY(!actions.play->toolTip().contains(play.toString()));

        // Another window has the same shortcuts.
        app::MainWindow other(std::make_shared<Catalogue>());
        QCOMPARE(other.actions().fit->shortcut(), play);
        page->findChild<QPushButton*>("shortcutUsual")->click();
        QCOMPARE(actions.fit->shortcut(), usual);
    }
};

MOMENTREE_TEST(TestGuiFiles, Gui)

}  // namespace momentree::test_gui_files
#include "test_gui_files.moc"
